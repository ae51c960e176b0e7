"""``pysolver train``: find the tables that hints rest on, and check them."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

import click

from pysolver.cli.binh_rules import laying_options
from pysolver.cli.errors import ALL_ANSWERED, Interrupted, complain
from pysolver.cli.groups import LazyGroup
from pysolver.cli.options import engine_option, jobs_option, json_option, seed_option
from pysolver.cli.output import counted, json_line, paragraph
from pysolver.parallel import engine as run_on

if TYPE_CHECKING:
    from collections.abc import Callable

    from pysolver.binh import Rules

DEFAULT_HANDS: Final = 1_000_000
DEFAULT_ITERATIONS: Final = 200
DEFAULT_REPLICATES: Final = 8
DEFAULT_FIT_HANDS: Final = 400_000
DEFAULT_FIT_ITERATIONS: Final = 24
DEFAULT_WIZARD_GAMES: Final = 100
DEFAULT_WIZARD_ITERATIONS: Final = 3
DEFAULT_RESPONDER_HANDS: Final = 4_000
DEFAULT_RESPONDER_SAMPLES: Final = 49_152
DEFAULT_ROUNDS: Final = 400
DEFAULT_GAMES: Final = 1_000


@click.group(cls=LazyGroup)
def train() -> None:
    """Find the tables that hints rest on, and check them."""


def _count_option(name: str, least: int, default: int, text: str) -> Callable[[Any], Any]:
    return click.option(
        name,
        type=click.IntRange(min=least),
        default=default,
        show_default=True,
        metavar="N",
        help=text,
    )


def _file_option(name: str, text: str, *, required: bool = False) -> Callable[[Any], Any]:
    return click.option(
        name,
        type=click.Path(dir_okay=False, path_type=Path),
        required=required,
        metavar="FILE",
        help=text,
    )


_HANDS_A_ROUND: Final = "Random hands a round, rounded up to blocks of 4,096."
_ROUNDS: Final = "Rounds of fictitious play."


@train.command()
@laying_options
@_count_option("--hands", 1, DEFAULT_HANDS, _HANDS_A_ROUND)
@_count_option("--iterations", 1, DEFAULT_ITERATIONS, _ROUNDS)
@seed_option
@jobs_option
@engine_option
@_file_option("--checkpoint", "Written after every round; the same command goes on from it.")
@_file_option("--output", "Where to save the tables, in place of your cache folder.")
@json_option
def binh(
    *,
    rules: Rules,
    hands: int,
    iterations: int,
    seed: int,
    jobs: int,
    engine: str | None,
    checkpoint: Path | None,
    output: Path | None,
    as_json: bool,
) -> int:
    """Train Binh's equilibrium tables, for the rules of the options.

    Without --output, the correction for own cards is fitted too, and both are kept in your cache
    folder: from then on hints by these rules read them. The tables depend on the rules, on --hands,
    --iterations and --seed, and on nothing else. Ctrl-C leaves the checkpoint, and the same command
    goes on from there.
    """
    from pysolver.binh import train
    from pysolver.binh.variants import has_shipped_tables, kept_file

    if output is None and has_shipped_tables(rules):
        message = "tables for these rules ship with pysolver: give --output FILE to train others"
        raise click.UsageError(message)

    for option, path in (("--checkpoint", checkpoint), ("--output", output)):
        if path is not None:
            _check_writable(option, path)
    target = output if output is not None else kept_file(rules)
    if checkpoint is not None and checkpoint.resolve() == target.resolve():
        message = f"--checkpoint and --output are both {str(target)!r}: give two files"
        raise click.UsageError(message)
    try:
        with run_on(engine):
            tables = train(
                rules,
                hands=hands,
                iterations=iterations,
                seed=seed,
                jobs=jobs,
                checkpoint=checkpoint,
                keep=output is None,
            )
        if output is not None:
            tables.save(output)
    except KeyboardInterrupt:
        raise Interrupted(_what_is_left(checkpoint)) from None
    content = target.read_bytes()
    found = {
        "output": str(target),
        "rules": tables.rules.to_dict(),
        **tables.provenance,
        "bytes": len(content),
        "sha256": hashlib.sha256(content).hexdigest(),
    }
    if as_json:
        click.echo(json_line(found))
    else:
        dealt = int(tables.provenance["hands"])
        click.echo(
            f"{target}: {counted(len(content), 'byte')}, sha256 {found['sha256']}\n"
            + paragraph(
                f"wheel {rules.wheel}, {counted(iterations, 'round')} of {counted(dealt, 'hand')}, "
                f"seed {seed}"
            )
        )
    return ALL_ANSWERED


def _what_is_left(checkpoint: Path | None) -> str:
    if checkpoint is None:
        return "interrupted, and nothing is kept: with --checkpoint FILE the rounds done are"
    if not checkpoint.exists():
        return "interrupted before the first round was done: nothing is kept"
    return f"interrupted; {str(checkpoint)!r} holds the rounds done: the same command goes on"


@train.command("binh-check")
@click.argument(
    "file", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@click.option(
    "--wheel",
    type=click.Choice(["second", "lowest"]),
    help="Which of the shipped tables to check; second if no FILE is given either.",
)
@_count_option(
    "--hands",
    1,
    DEFAULT_HANDS,
    "Random hands a lot, rounded up to blocks of 4,096; three lots a replicate.",
)
@_count_option(
    "--replicates",
    2,
    DEFAULT_REPLICATES,
    "Independent repetitions; the standard errors come from their scatter.",
)
@seed_option
@jobs_option
@engine_option
@json_option
def binh_check(
    *,
    file: Path | None,
    wheel: Literal["second", "lowest"] | None,
    hands: int,
    replicates: int,
    seed: int,
    jobs: int,
    engine: str | None,
    as_json: bool,
) -> int:
    """Measure what a best response gains over Binh's tables.

    FILE holds tables of `pysolver train binh`; without it the shipped tables are checked. The true
    gain lies between the two figures, up to their standard errors.
    """
    from pysolver.binh import Rules, Tables, best_response_gain, tables

    if file is not None and wheel is not None:
        message = f"--wheel chooses among the shipped tables: leave it out with {str(file)!r}"
        raise click.UsageError(message)
    found = Tables.load(file) if file is not None else tables(Rules(wheel=wheel or "second"))
    with run_on(engine):
        gain = best_response_gain(found, hands=hands, replicates=replicates, seed=seed, jobs=jobs)
    if as_json:
        answer = {
            **gain.to_dict(),
            "tables": str(file) if file is not None else "shipped",
            "rules": found.rules.to_dict(),
            "hands": hands,
            "replicates": replicates,
            "seed": seed,
        }
        click.echo(json_line(answer))
    else:
        click.echo(
            f"wheel {found.rules.wheel}, {counted(replicates, 'replicate')} of "
            f"{counted(hands, 'hand')}, seed {seed}\na best response gains {gain} points a hand"
        )
    return ALL_ANSWERED


@train.command("binh-own-cards")
@laying_options
@_count_option("--hands", 1, DEFAULT_FIT_HANDS, _HANDS_A_ROUND)
@_count_option("--iterations", 1, DEFAULT_FIT_ITERATIONS, _ROUNDS)
@seed_option
@jobs_option
@engine_option
@_file_option("--output", "Where to save the correction.", required=True)
def binh_own_cards(
    *,
    rules: Rules,
    hands: int,
    iterations: int,
    seed: int,
    jobs: int,
    engine: str | None,
    output: Path,
) -> int:
    """Fit the correction for own cards to Binh's shipped tables.

    It depends on the rules, on --hands, --iterations and --seed, and on nothing else.
    """
    from pysolver.binh import fit_correction, tables
    from pysolver.storage import write_whole

    _check_writable("--output", output)
    try:
        with run_on(engine):
            found = fit_correction(
                tables(rules), hands=hands, iterations=iterations, seed=seed, jobs=jobs
            )
        content = found.to_bytes()
        write_whole(output, content)
    except KeyboardInterrupt:
        message = "interrupted, and nothing is kept"
        raise Interrupted(message) from None
    digest = hashlib.sha256(content).hexdigest()
    click.echo(f"{output}: {counted(len(content), 'byte')}, sha256 {digest}")
    return ALL_ANSWERED


@train.command("binh-exploit")
@laying_options
@_count_option("--hands", 2, DEFAULT_RESPONDER_HANDS, "Random hands.")
@_count_option(
    "--samples",
    1,
    DEFAULT_RESPONDER_SAMPLES,
    "Opponents a hand, in eight lots: each judges what the others choose.",
)
@click.option(
    "--full-deck", is_flag=True, help="Check the plain tables, not corrected for own cards."
)
@seed_option
@jobs_option
@engine_option
@_file_option("--checkpoint", "Written as hands are done; the same command goes on from it.")
@json_option
def binh_exploit(
    *,
    rules: Rules,
    hands: int,
    samples: int,
    full_deck: bool,
    seed: int,
    jobs: int,
    engine: str | None,
    checkpoint: Path | None,
    as_json: bool,
) -> int:
    """Measure what a best responder who sees his own cards gains against Binh's hints.

    What a perfect responder gains lies between the two figures, up to their standard errors.
    """
    from pysolver.binh import exploitability
    from pysolver.binh.tables import find_tables

    if checkpoint is not None:
        _check_writable("--checkpoint", checkpoint)
    tables, note = find_tables(rules)
    if note:
        complain(note)
    try:
        with run_on(engine):
            found = exploitability(
                tables,
                hands=hands,
                samples=samples,
                seed=seed,
                jobs=jobs,
                own_cards=not full_deck,
                checkpoint=checkpoint,
            )
    except KeyboardInterrupt:
        raise Interrupted(_what_is_left(checkpoint)) from None
    if as_json:
        run = {
            "wheel": rules.wheel,
            "rules": rules.to_dict(),
            "hands": hands,
            "samples": samples,
            "seed": seed,
        }
        click.echo(json_line({**found.to_dict(), **run, "own_cards": not full_deck}))
    else:
        click.echo(f"a responder who sees his cards gains {found} points a hand")
    return ALL_ANSWERED


@train.command("scientific-war")
@click.option(
    "--kind",
    type=click.Choice(["full", "small"]),
    default="full",
    show_default=True,
    help="The full deck with jokers, or random decks of three to eight ranks.",
)
@click.option(
    "--rounds",
    type=click.IntRange(min=1),
    default=DEFAULT_ROUNDS,
    show_default=True,
    metavar="N",
    help="Rounds of self-play, each followed by a fit.",
)
@click.option(
    "--games",
    type=click.IntRange(min=8),
    default=DEFAULT_GAMES,
    show_default=True,
    metavar="N",
    help="Games a round.",
)
@seed_option
@jobs_option
@click.option(
    "--checkpoint",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Written every 20 rounds; the same command goes on from it.",
)
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    required=True,
    metavar="FILE",
    help="Where to save the evaluation.",
)
def scientific_war(
    *,
    kind: str,
    rounds: int,
    games: int,
    seed: int,
    jobs: int,
    checkpoint: Path | None,
    output: Path,
) -> int:
    """Train the evaluation of Scientific War for two players.

    It depends on --kind, --rounds, --games and --seed, and on nothing else. Ctrl-C leaves the
    checkpoint, and the same command goes on from there.
    """
    from pysolver.scientific_war.training import train as train_evaluation

    for option, path in (("--checkpoint", checkpoint), ("--output", output)):
        if path is not None:
            _check_writable(option, path)
    if checkpoint is not None and checkpoint.resolve() == output.resolve():
        message = f"--checkpoint and --output are both {str(output)!r}: give two files"
        raise click.UsageError(message)
    try:
        found = train_evaluation(
            kind, rounds=rounds, games=games, seed=seed, jobs=jobs, checkpoint=checkpoint
        )
        found.save(output)
    except KeyboardInterrupt:
        raise Interrupted(_what_is_left(checkpoint)) from None
    content = found.to_bytes()
    digest = hashlib.sha256(content).hexdigest()
    click.echo(f"{output}: {counted(len(content), 'byte')}, sha256 {digest}")
    return ALL_ANSWERED


def _check_writable(option: str, path: Path) -> None:
    from pysolver.storage import writable_target

    try:
        writable_target(path)
    except OSError as error:
        message = f"{option} {str(path)!r}: {error.strerror} {error.filename!r}"
        raise click.UsageError(message) from None


@train.command()
@click.option(
    "--players",
    type=click.IntRange(3, 6),
    default=4,
    show_default=True,
    metavar="N",
    help="For how many players.",
)
@click.option(
    "--games",
    type=click.IntRange(min=1),
    default=DEFAULT_WIZARD_GAMES,
    show_default=True,
    metavar="N",
    help="Games an iteration.",
)
@click.option(
    "--iterations",
    type=click.IntRange(min=1),
    default=DEFAULT_WIZARD_ITERATIONS,
    show_default=True,
    metavar="N",
    help="Rounds of practice, each followed by a fit.",
)
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True, metavar="N")
@jobs_option
@click.option(
    "--checkpoint",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Written after every iteration; the same command goes on from it.",
)
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    required=True,
    metavar="FILE",
    help="Where to save what was learned.",
)
def wizard(
    *,
    players: int,
    games: int,
    iterations: int,
    seed: int,
    jobs: int,
    checkpoint: Path | None,
    output: Path,
) -> int:
    """Learn Wizard's values of cards and its expected bids from practice.

    The result depends on --players, --games, --iterations and --seed, not on --jobs. Ctrl-C leaves
    the checkpoint, and the same command goes on from there.
    """
    from pysolver.wizard.training import train as learn

    for option, path in (("--checkpoint", checkpoint), ("--output", output)):
        if path is not None:
            _check_writable(option, path)
    try:
        found = learn(
            players,
            games=games,
            iterations=iterations,
            seed=seed,
            jobs=jobs,
            checkpoint=checkpoint,
        )
        found.save(output)
    except KeyboardInterrupt:
        raise Interrupted(_what_is_left(checkpoint)) from None
    content = found.to_bytes()
    digest = hashlib.sha256(content).hexdigest()
    click.echo(f"{output}: {counted(len(content), 'byte')}, sha256 {digest}")
    return ALL_ANSWERED
