"""``pysolver binh``: the best arrangement of a hand, and what a player's own split costs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal

import click

from pysolver.binh import Rules
from pysolver.cli.binh_hint import foul_warning, make_hint, review_reason
from pysolver.cli.binh_screen import hint_text, review_text
from pysolver.cli.errors import ALL_ANSWERED
from pysolver.cli.groups import GameGroup
from pysolver.cli.lines import STDIN, Fields, answer_lines
from pysolver.cli.options import ascii_option, json_option
from pysolver.cli.output import Screen, json_line

if TYPE_CHECKING:
    from collections.abc import Callable

    from pysolver.binh import Review

HINT_FIELDS: Final = Fields(required=("hand",), plain="hand")
REVIEW_FIELDS: Final = Fields(required=("hand", "top", "middle", "bottom"))

wheel_option = click.option(
    "--wheel",
    type=click.Choice(["second", "lowest"]),
    default="second",
    show_default=True,
    help="Where A-2-3-4-5 stands: second only to 10-J-Q-K-A, or lowest of the straights.",
)
equal_branches_option = click.option(
    "--equal-branches/--no-equal-branches",
    default=True,
    show_default=True,
    help="Whether middle and bottom may be equally strong.",
)
hand_argument = click.argument("hand", nargs=-1, required=True, metavar="HAND...")


@click.group(cls=GameGroup, default="hint")
def binh() -> None:
    r"""Binh poker: how to lay thirteen cards, and what your own split costs.

    HAND is thirteen cards, as one argument or as several words: "As Kd 10h …", AsKdTh…, A♠ K♦ T♥ ….
    A single - reads standard input instead, a hand a line (JSON or plain), and writes one JSON line
    each; a bad line is answered with its number and what is wrong with it.

    \b
    pysolver binh "Qs Ks Jd Td 9h 9c 8s 6h 6d 5c 4s 3h 2d"
    pysolver binh review "Qs Ks Jd Td 9h 9c 8s 6h 6d 5c 4s 3h 2d" \
        --top "9h 9c 2d" --middle "6h 6d 5c 4s 3h" --bottom "Ks Qs Jd Td 8s"
    """


@binh.command(short_help="The best arrangement, and why; the word hint may be left out.")
@hand_argument
@wheel_option
@equal_branches_option
@click.option(
    "--alternatives",
    type=click.IntRange(0, 256),
    default=3,
    show_default=True,
    metavar="N",
    help="How many other plans to show, with what they cost.",
)
@json_option
@ascii_option
def hint(
    *,
    hand: tuple[str, ...],
    wheel: Literal["second", "lowest"],
    equal_branches: bool,
    alternatives: int,
    as_json: bool,
    ascii_only: bool,
) -> int:
    """Show the best arrangement of a hand, and why; `pysolver binh HAND` runs this.

    HAND is thirteen cards, as one argument or as several words; a single - reads hands from
    standard input, one a line, and writes one JSON line each: {"hand": "As Kd …"}, "As Kd …" or
    plain As Kd ….
    """
    if "review" in hand:
        message = "'review' comes first: pysolver binh review HAND --top … --middle … --bottom …"
        raise click.UsageError(message)
    rules = Rules(wheel=wheel, equal_branches=equal_branches)
    if hand == (STDIN,):
        return answer_lines(
            lambda request: make_hint(request["hand"], rules, alternatives).to_dict(), HINT_FIELDS
        )
    found = make_hint(" ".join(hand), rules, alternatives)
    if as_json:
        click.echo(json_line(found.to_dict()))
    else:
        click.echo(hint_text(found, Screen.of_stdout(ascii_only=ascii_only)))
    return ALL_ANSWERED


def _branch_option(name: str, count: int) -> Callable[[Any], Any]:
    return click.option(f"--{name}", metavar="CARDS", help=f"Your {name}: {count} cards.")


@binh.command(
    short_help="What your own split costs beside the best; warns of a foul.",
    options_metavar="--top CARDS --middle CARDS --bottom CARDS [OPTIONS]",
)
@hand_argument
@_branch_option("top", 3)
@_branch_option("middle", 5)
@_branch_option("bottom", 5)
@wheel_option
@equal_branches_option
@json_option
@ascii_option
def review(
    *,
    hand: tuple[str, ...],
    top: str | None,
    middle: str | None,
    bottom: str | None,
    wheel: Literal["second", "lowest"],
    equal_branches: bool,
    as_json: bool,
    ascii_only: bool,
) -> int:
    """Show what your own split costs beside the best, and warn of a foul.

    With - for HAND, every line of standard input is a JSON object with the fields hand, top, middle
    and bottom.
    """
    rules = Rules(wheel=wheel, equal_branches=equal_branches)
    branches = {"top": top, "middle": middle, "bottom": bottom}
    given = [f"--{name}" for name, cards in branches.items() if cards is not None]
    missing = [f"--{name}" for name, cards in branches.items() if cards is None]
    if hand == (STDIN,):
        if given:
            message = f"with - the branches stand in each line, not in {', '.join(given)}"
            raise click.UsageError(message)
        return answer_lines(lambda request: review_dict(_review(request, rules)), REVIEW_FIELDS)
    if missing:
        message = f"missing {', '.join(missing)}: a review takes all three branches"
        raise click.UsageError(message)
    found = _review({"hand": " ".join(hand), **branches}, rules)
    if as_json:
        click.echo(json_line(review_dict(found)))
    else:
        click.echo(review_text(found, Screen.of_stdout(ascii_only=ascii_only)))
    return ALL_ANSWERED


def _review(request: dict[str, Any], rules: Rules) -> Review:
    from pysolver.binh import review as review_split

    return review_split(**request, rules=rules)


def review_dict(review: Review) -> dict[str, Any]:
    """The review's fields, the foul in words (or None) and what the split costs in words."""
    return {
        **review.to_dict(),
        "foul": foul_warning(review.yours) or None,
        "why": review_reason(review),
    }
