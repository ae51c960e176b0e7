"""Options that mean the same in every command."""

from __future__ import annotations

from typing import Final

import click

MOST_SEED: Final = 2**64 - 1


def _number_of_jobs(context: click.Context, option: click.Parameter, jobs: int) -> int:
    if jobs == 0 or jobs < -1:
        message = f"{jobs} is not a number of processes from 1 up, or -1"
        raise click.BadParameter(message, context, option)
    return jobs


json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object instead of text."
)
ascii_option = click.option(
    "--ascii", "ascii_only", is_flag=True, help="Write suits as letters: As Kd instead of signs."
)
seed_option = click.option(
    "--seed",
    type=click.IntRange(0, MOST_SEED),
    default=0,
    show_default=True,
    metavar="N",
    help="Seed of the random hands: the same seed gives the same answer.",
)
jobs_option = click.option(
    "--jobs",
    type=int,
    callback=_number_of_jobs,
    default=1,
    show_default=True,
    metavar="N",
    help="Processes that share the work; -1 for one a processor. The answer stays the same.",
)
engine_option = click.option(
    "--engine",
    metavar="ENGINE",
    help="Do the work on a cluster: dask or ray for one of this machine, dask:tcp://host:8786 or "
    "ray:host:6379 for one that runs. The answer stays the same.",
)
