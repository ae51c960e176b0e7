"""``pysolver scientific-war solve``: a small deck solved exactly, and any position of its game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import click

from pysolver.cli.errors import ALL_ANSWERED
from pysolver.cli.lines import STDIN, Fields, answer_lines
from pysolver.cli.options import ascii_option, json_option
from pysolver.cli.output import Screen, counted, json_line, paragraph
from pysolver.errors import RuleError
from pysolver.scientific_war import Rules, Solution, State, solve
from pysolver.scientific_war.extent import memory_in_words
from pysolver.scientific_war.rules import MOST_TRICKS, REVERSALS
from pysolver.scientific_war.solver import DEFAULT_MEMORY, DEFAULT_SWEEPS, GIBIBYTE, MOST_SWEEPS
from pysolver.storage import writable_target

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pysolver.scientific_war import Position

FIELDS: Final = Fields(
    required=("deck",),
    optional=("trick_limit", "reversal", "powers", "sweeps", "after"),
    plain="deck",
)
_BAR: Final = 10
_COLUMNS: Final = 8
_EVEN: Final = 5e-7


@click.command("solve", short_help="The exact solution of a small deck.")
@click.argument("deck", required=False)
@click.option(
    "--trick-limit",
    type=click.IntRange(1, MOST_TRICKS),
    default=50,
    show_default=True,
    metavar="N",
    help="Tricks after which the most cards win.",
)
@click.option("--endless", is_flag=True, help="No limit of tricks: the answer is an interval.")
@click.option(
    "--reversal",
    type=click.Choice(REVERSALS),
    default="now",
    show_default=True,
    help="A jack turns the order in its own trick, or from the next on.",
)
@click.option("--no-powers", is_flag=True, help="Jack, queen, three and eight are plain cards.")
@click.option(
    "--after",
    metavar="TRICKS",
    help="A position instead of the first card: '8/J, swap J/Q' are two tricks played.",
)
@click.option(
    "--sweeps",
    type=click.IntRange(1, MOST_SWEEPS),
    default=DEFAULT_SWEEPS,
    show_default=True,
    metavar="N",
    help="Tricks to look ahead at most, with --endless.",
)
@click.option(
    "--memory",
    type=click.FloatRange(0.001, 1024),
    default=DEFAULT_MEMORY / GIBIBYTE,
    show_default=True,
    metavar="GIB",
    help="Memory that it may take.",
)
@click.option(
    "--threads",
    type=click.IntRange(1, 256),
    default=1,
    show_default=True,
    metavar="N",
    help="Threads that share the work. The answer stays the same.",
)
@click.option("--save", metavar="FILE", help="Write the solution to a file.")
@click.option("--load", metavar="FILE", help="Read the solution from a file instead of DECK.")
@json_option
@ascii_option
def solve_command(**options: Any) -> int:
    """Solve the game of a small deck for two players exactly.

    DECK is what each is dealt: 8JQKA, or 8JQAX with a joker. The matrix shows what each pair of
    choices is worth to the first player, from -1 for lost to 1 for won. A single - reads decks, or
    objects with the fields deck, trick_limit (null for none), reversal, powers, sweeps and after,
    one a line from standard input.
    """
    deck, save, load = options["deck"], options["save"], options["load"]
    if (deck is None) == (load is None):
        message = "give a deck such as 8JQKA, or --load FILE, and not both"
        raise click.UsageError(message)
    if deck == STDIN:
        if save is not None:
            message = "--save writes one solution; it does not go with -"
            raise click.UsageError(message)
        return answer_lines(lambda request: _answer(request, options), FIELDS)
    if save is not None:
        writable_target(save)
    solution = Solution.open(load) if load is not None else _solve(_asked(options), options)
    position = _position(solution, options["after"])
    if save is not None:
        solution.save(save)
    if options["as_json"]:
        click.echo(json_line(_dictionary(solution, position)))
    else:
        screen = Screen.of_stdout(ascii_only=options["ascii_only"])
        click.echo(solution_text(solution, position, screen))
    return ALL_ANSWERED


def _asked(options: dict[str, Any]) -> dict[str, Any]:
    return {
        "deck": options["deck"],
        "trick_limit": None if options["endless"] else options["trick_limit"],
        "reversal": options["reversal"],
        "powers": not options["no_powers"],
        "sweeps": options["sweeps"],
        "after": options["after"],
    }


def _solve(asked: dict[str, Any], options: dict[str, Any]) -> Solution:
    rules = Rules.of_deck(
        asked["deck"],
        trick_limit=asked["trick_limit"],
        reversal=asked["reversal"],
        powers=asked["powers"],
    )
    memory = round(options["memory"] * GIBIBYTE)
    return solve(rules, memory=memory, sweeps=asked["sweeps"], threads=options["threads"])


def _answer(request: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
    asked = {**_asked(options), **request}
    solution = _solve(asked, options)
    return _dictionary(solution, _position(solution, asked["after"]))


def _position(solution: Solution, after: object) -> Position:
    """The position after the tricks of ``--after``."""
    state = State.initial(solution.rules)
    if after is None:
        return solution.position(state)
    if not isinstance(after, str):
        message = f"after is tricks such as '8/J, swap J/Q', not {after!r}"
        raise TypeError(message)
    for trick in filter(str.strip, after.split(",")):
        choices = [choice.strip() for choice in trick.split("/")]
        if len(choices) != 2:
            message = f"a trick is two choices such as 'Q/K', not {trick.strip()[:60]!r}"
            raise RuleError(message)
        state = state.play(choices)
    return solution.position(state)


def _dictionary(solution: Solution, position: Position) -> dict[str, Any]:
    return {**solution.to_dict(), "position": position.to_dict()}


def solution_text(solution: Solution, position: Position, screen: Screen) -> str:
    """A position of a solved game for people."""
    parts = [
        list(_title(solution)),
        [paragraph(line) for line in str(position.state).splitlines()],
        [paragraph(_advice(position))],
        list(_matrix(position, screen)),
        [paragraph(_figures(solution))],
    ]
    if position.state.tricks == 0:
        del parts[1]
    return "\n\n".join("\n".join(part) for part in parts)


def _title(solution: Solution) -> Iterator[str]:
    rules = solution.rules
    limit = "no limit of tricks" if rules.trick_limit is None else f"{rules.trick_limit} tricks"
    words = [f"deck {rules.deck}", limit]
    if not rules.powers:
        words.append("no powers")
    if rules.reversal == "next":
        words.append("jacks turn the order from the next trick on")
    yield paragraph(f"Scientific War for two, {', '.join(words)}.")


def _advice(position: Position) -> str:
    """The first player's mix and what it is worth, in words."""
    shares = {name: share for name, share in position.mix(0).items() if share > _EVEN}
    first = position.state.tricks == 0
    who = "Each" if first else "Player 0"
    plays = " or ".join(sorted(shares, key=lambda name: -shares[name]))
    peeker = position.state.peeker
    if peeker == 0:
        choice = f"Player 0 sees the other's card first; against the best one he plays {plays}"
    elif len(shares) == 1:
        choice = f"{who} plays {plays} for certain"
    else:
        choice = f"{who} draws lots for {plays} by the shares below"
    if peeker == 1:
        choice += ", since player 1 will see it"
    return f"{choice}. {_worth(position)}"


def _worth(position: Position) -> str:
    low, high = position.low, position.high
    if high - low > 2 * _EVEN:
        return (
            f"The game is worth {low:+.6f} to {high:+.6f} to player 0: looking further ahead "
            f"narrows it; the matrix shows the lower ends."
        )
    if abs(low + high) < 2 * _EVEN:
        return "The game is even."
    return f"The game is worth {0.5 * (low + high):+.6f} to player 0 (1 is a win, -1 a loss)."


def _matrix(position: Position, screen: Screen) -> Iterator[str]:
    """Player 0's choices down, player 1's across, in blocks that fit the screen."""
    rows, columns = position.choices
    bar = "█" if screen.signs else "#"
    width = max(9, *(len(str(choice)) + 2 for choice in rows))
    for start in range(0, len(columns), _COLUMNS):
        across = columns[start : start + _COLUMNS]
        heading = "".join(f"{choice!s:>8}" for choice in across)
        yield screen.heading(f"{'choice':<{width}}{'share':>6} {'':{_BAR}}{heading}")
        for choice, share, row in zip(rows, position.mixes[0], position.payoffs, strict=True):
            shown = bar * round(_BAR * share)
            values = _values(row[start : start + _COLUMNS])
            yield f"{choice!s:<{width}}{100 * share:5.1f}% {shown:<{_BAR}}{values}"
        shares = "".join(
            f"{100 * share:7.1f}%" for share in position.mixes[1][start : start + _COLUMNS]
        )
        yield f"{'the other':<{width}}{'':{6 + 1 + _BAR}}{shares}"


def _values(row: Sequence[float]) -> str:
    return "".join(f"{round(value, 3) + 0.0:+8.3f}" for value in row)  # no -0.000


def _figures(solution: Solution) -> str:
    seconds = max(solution.sweep_seconds, 1e-9)
    speed = solution.updates / seconds / 1e6
    return (
        f"{counted(solution.states, 'state')} ({solution.folded:,} with mirrored ones counted "
        f"once), {counted(solution.pairs, 'pair')} of choices, none further than "
        f"{counted(solution.depth, 'trick')} from the first. Solved in {solution.seconds:.2f} s: "
        f"{solution.build_seconds:.2f} s to find the states, {solution.sweep_seconds:.2f} s for "
        f"{counted(solution.updates, 'value')} ({speed:.1f} million a second). "
        f"{memory_in_words(solution.memory)} of memory."
    )
