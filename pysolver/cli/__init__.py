"""The command line: ``pysolver GAME …``.

A game is one module with one click group and one line in ``COMMANDS``; the module is imported when
that game is asked for, so no command waits for what another one needs. What the games share:
``groups`` (the program itself, groups with a command that need not be named), ``options``,
``output`` (cards, colour, numbers and paragraphs for people; JSON), ``lines`` (JSON Lines in and
out) and ``errors`` (exit codes, errors in one line).
"""

from __future__ import annotations

from typing import Final

import click

from pysolver.cli.groups import Place, Program

COMMANDS: Final = {
    "binh": Place("pysolver.cli.binh:binh", "Binh poker: the best arrangement, and a review."),
    "scientific-war": Place(
        "pysolver.cli.scientific_war:scientific_war",
        "Scientific War: hints, games, small decks solved exactly.",
    ),
    "train": Place("pysolver.cli.train:train", "Find and check the tables that hints rest on."),
    "wizard": Place("pysolver.cli.wizard:wizard", "Wizard: bids, trumps, plays, tournaments."),
    "war": Place("pysolver.cli.war:war", "War: odds, one game told, and how to pick up."),
}


def _show_version(context: click.Context, _option: click.Parameter, wanted: bool) -> None:  # noqa: FBT001
    if not wanted or context.resilient_parsing:
        return
    from pysolver import __version__
    from pysolver.native.core import instruction_set

    click.echo(f"pysolver {__version__}, instruction set {instruction_set()}")
    context.exit()


@click.group(cls=Program, places=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version and the instruction set in use, and exit.",
)
def main() -> None:
    """Solvers and hints for card games.

    Exit status: 0 all answered, 1 some inputs were bad, 2 wrong usage, 130 interrupted.
    """
