"""The options that say by which rules Binh is played, and against whom."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from pysolver.binh import Rules, Tables
from pysolver.binh.populations import EQUILIBRIUM, NAMES
from pysolver.binh.rules import MOST_BONUS
from pysolver.errors import RuleError

if TYPE_CHECKING:
    from collections.abc import Callable

    from pysolver.binh.populations import Opponents

wheel_option = click.option(
    "--wheel",
    type=click.Choice(["second", "lowest"]),
    default="second",
    show_default=True,
    help="Where A-2-3-4-5 stands: second only to 10-J-Q-K-A, or lowest of the straights.",
)


def _read_bonuses(
    _context: click.Context, _option: click.Parameter, given: tuple[str, ...]
) -> tuple[tuple[str, str, int], ...]:
    """Bonuses written ``top:trips:3``."""
    found = []
    for text in given:
        parts = text.split(":")
        if len(parts) != 3 or not parts[2].isdecimal():
            message = f"{text!r} is not of the form BRANCH:CATEGORY:POINTS, such as 'top:trips:3'"
            raise click.BadParameter(message)
        found.append((parts[0].strip().lower(), parts[1], int(parts[2])))
    return tuple(found)


def _read_pair(_context: click.Context, _option: click.Parameter, given: str) -> tuple[int, int]:
    """Points of type A and of type B, written ``12,6``."""
    parts = given.split(",")
    if len(parts) != 2 or not all(part.strip().isdecimal() for part in parts):
        message = f"{given!r} is not two numbers of points, such as '12,6'"
        raise click.BadParameter(message)
    return int(parts[0]), int(parts[1])


_LAYING: Final = (
    wheel_option,
    click.option(
        "--equal-branches/--no-equal-branches",
        default=True,
        show_default=True,
        help="Whether middle and bottom may be equally strong.",
    ),
    click.option(
        "--branch-bonus",
        callback=_read_bonuses,
        multiple=True,
        metavar="BRANCH:CATEGORY:POINTS",
        help="Points that a branch of this category wins on top of its one; may be repeated.",
    ),
    click.option(
        "--sweep-bonus",
        type=click.IntRange(0, MOST_BONUS),
        default=0,
        show_default=True,
        metavar="N",
        help="Points for winning all three branches, on top of what they win one by one.",
    ),
)
_PAYING: Final = (
    click.option(
        "--foul-points",
        type=click.IntRange(0, 255),
        default=Rules().foul_points,
        show_default=True,
        metavar="N",
        help="What a foul loses to every legal hand.",
    ),
    click.option(
        "--special-points",
        callback=_read_pair,
        default="12,6",
        metavar="A,B",
        show_default=True,
        help="What special hands of type A and of type B win.",
    ),
)


def _with_rules(*options: Callable[[Any], Any]) -> Callable[[Any], Any]:
    names = (
        "wheel",
        "equal_branches",
        "branch_bonus",
        "sweep_bonus",
        "foul_points",
        "special_points",
    )

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(command)
        def with_rules(**given: Any) -> Any:
            wanted = {name: given.pop(name) for name in names if name in given}
            try:
                rules = Rules(**wanted)
            except RuleError as error:
                raise click.UsageError(str(error)) from None
            return command(rules=rules, **given)

        found: Callable[..., Any] = with_rules
        for option in reversed(options):
            found = option(found)
        return found

    return decorate


#: For commands that ask for tables: the rules that these depend on, as the argument ``rules``.
laying_options: Final = _with_rules(*_LAYING)
#: For hints and reviews: all the rules.
rules_options: Final = _with_rules(*_LAYING, *_PAYING)


def _read_opponents(_context: click.Context, _option: click.Parameter, named: str) -> Opponents:
    if named in NAMES:
        return named
    if not Path(named).is_file():
        message = f"{named!r} is neither one of {', '.join(NAMES)} nor a file of tables"
        raise click.BadParameter(message)
    return Tables.load(named)


opponents_option: Final = click.option(
    "--opponents",
    callback=_read_opponents,
    default=EQUILIBRIUM,
    show_default=True,
    metavar="WHO",
    help="Whom the hand is laid against: equilibrium, attack, defend, weak, weak-top, or a file of "
    "tables from 'pysolver train binh'.",
)
