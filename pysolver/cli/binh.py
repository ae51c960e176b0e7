"""``pysolver binh``: the best arrangement of a hand, and what a player's own split costs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import click

from pysolver.binh import hint as hint_for
from pysolver.binh.advice import MOST_ALTERNATIVES
from pysolver.binh.sampling import MOST_SAMPLES
from pysolver.cli.binh_constraints import (
    CONSTRAINT_FIELDS,
    constraint_options,
    constraints_of,
    cost_text,
)
from pysolver.cli.binh_review import foul_warning, review_reason
from pysolver.cli.binh_rules import opponents_option, rules_options
from pysolver.cli.binh_screen import hint_text, review_text
from pysolver.cli.errors import ALL_ANSWERED
from pysolver.cli.groups import GameGroup
from pysolver.cli.lines import STDIN, Fields, answer_lines
from pysolver.cli.options import ascii_option, json_option, seed_option
from pysolver.cli.output import Screen, json_line
from pysolver.errors import CardError

if TYPE_CHECKING:
    from collections.abc import Callable

    from pysolver.binh import Hint, Review, Rules
    from pysolver.binh.populations import Opponents

HINT_FIELDS: Final = Fields(required=("hand",), optional=CONSTRAINT_FIELDS, plain="hand")
REVIEW_FIELDS: Final = Fields(required=("hand", "top", "middle", "bottom"))

#: Words that no rank begins, but a wizard or a jester does.
_OTHER_DECKS: Final = re.compile(r"(?<![^\s,])(?:[nwz][^\s,]*|jester)", re.IGNORECASE | re.ASCII)


class _WholeNumber(click.IntRange):
    """A whole number in a range; anything else is told which."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            self.fail(f"{value} is not a whole number from {self.min} to {self.max}", param, ctx)


full_deck_option = click.option(
    "--full-deck",
    is_flag=True,
    help="Read the plain tables, as if opponents were dealt from a full deck; not with --samples.",
)
samples_option = click.option(
    "--samples",
    type=_WholeNumber(0, MOST_SAMPLES),
    default=0,
    show_default=True,
    metavar="N",
    help="Deal N opponents without your cards to choose by, and N others to value by.",
)
hand_argument = click.argument("hand", nargs=-1, required=True, metavar="HAND...")


# Apart from the function: the backspaces that keep the lines of the examples apart are real ones.
_HELP: Final = """Binh poker: how to lay thirteen cards, and what your own split costs.

HAND is thirteen cards, as one argument or as several words: "As Kd 10h …", AsKdTh…, A♠ K♦ T♥ …. A
single - reads standard input instead, a hand a line (JSON or plain), and writes one JSON line each;
a bad line is answered with its number and what is wrong with it.

\b
pysolver binh "Qs Ks Jd Td 9h 9c 8s 6h 6d 5c 4s 3h 2d"
pysolver binh review "Qs Ks Jd Td 9h 9c 8s 6h 6d 5c 4s 3h 2d" \\
    --top "Ks Qs Jd" --middle "9h 9c Td 8s 6d" --bottom "6h 5c 4s 3h 2d"
"""


@click.group(cls=GameGroup, default="hint", help=_HELP)
def binh() -> None:
    """Binh poker."""


@binh.command(short_help="The best arrangement, and why; the word hint may be left out.")
@hand_argument
@rules_options
@click.option(
    "--alternatives",
    type=_WholeNumber(0, MOST_ALTERNATIVES),
    default=3,
    show_default=True,
    metavar="N",
    help="How many other plans to show, with what they cost.",
)
@constraint_options
@full_deck_option
@samples_option
@opponents_option
@seed_option
@json_option
@ascii_option
def hint(
    *,
    hand: tuple[str, ...],
    rules: Rules,
    alternatives: int,
    full_deck: bool,
    samples: int,
    opponents: Opponents,
    seed: int,
    as_json: bool,
    ascii_only: bool,
    **wishes: Any,
) -> int:
    """Show the best arrangement of a hand, and why; `pysolver binh HAND` runs this.

    HAND is thirteen cards, as one argument or as several words; a single - reads hands from
    standard input, one a line, and writes one JSON line each: {"hand": "As Kd …"}, "As Kd …" or
    plain As Kd …. An object may also hold top_has, bottom_least and so on, which count in place of
    the option of that name.
    """
    if "review" in hand:
        message = "'review' comes first: pysolver binh review HAND --top … --middle … --bottom …"
        raise click.UsageError(message)
    measured = _measured(rules, seed, samples, opponents, full_deck=full_deck)
    if _is_stdin(hand):
        return answer_lines(
            lambda request: {
                **_hint({**wishes, **request}, measured, alternatives).to_dict(),
                "seed": seed,
            },
            HINT_FIELDS,
        )
    found = _hint({"hand": " ".join(hand), **wishes}, measured, alternatives)
    if as_json:
        click.echo(json_line({**found.to_dict(), "seed": seed}))
    else:
        click.echo(hint_text(found, Screen.of_stdout(ascii_only=ascii_only)))
        constraints = constraints_of(wishes)
        if constraints:
            click.echo(f"\n{cost_text(found.best, constraints)}")
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
@rules_options
@full_deck_option
@samples_option
@opponents_option
@seed_option
@json_option
@ascii_option
def review(
    *,
    hand: tuple[str, ...],
    top: str | None,
    middle: str | None,
    bottom: str | None,
    rules: Rules,
    full_deck: bool,
    samples: int,
    opponents: Opponents,
    seed: int,
    as_json: bool,
    ascii_only: bool,
) -> int:
    """Show what your own split costs beside the best, and warn of a foul.

    With - for HAND, every line of standard input is a JSON object with the fields hand, top, middle
    and bottom.
    """
    measured = _measured(rules, seed, samples, opponents, full_deck=full_deck)
    branches = {"top": top, "middle": middle, "bottom": bottom}
    given = [f"--{name}" for name, cards in branches.items() if cards is not None]
    missing = [f"--{name}" for name, cards in branches.items() if cards is None]
    if _is_stdin(hand):
        if given:
            message = f"with - the branches stand in each line, not in {', '.join(given)}"
            raise click.UsageError(message)
        return answer_lines(
            lambda request: {**review_dict(_review(request, measured)), "seed": seed},
            REVIEW_FIELDS,
        )
    if missing:
        message = f"missing {', '.join(missing)}: a review takes all three branches"
        raise click.UsageError(message)
    found = _review({"hand": " ".join(hand), **branches}, measured)
    if as_json:
        click.echo(json_line({**review_dict(found), "seed": seed}))
    else:
        click.echo(review_text(found, Screen.of_stdout(ascii_only=ascii_only)))
    return ALL_ANSWERED


def _measured(
    rules: Rules, seed: int, samples: int, opponents: Opponents, *, full_deck: bool
) -> dict[str, Any]:
    """The arguments of the Python interface that say by which rules and measure to value."""
    if full_deck and samples:
        message = "give --full-deck or --samples: sampled opponents are dealt without your cards"
        raise click.UsageError(message)
    return {
        "rules": rules,
        "own_cards": not full_deck,
        "samples": samples,
        "seed": seed,
        "opponents": opponents,
    }


def _is_stdin(hand: tuple[str, ...]) -> bool:
    """Whether the hands stand in standard input."""
    if STDIN in hand and len(hand) > 1:
        message = "- stands alone in place of HAND, for lines from standard input"
        raise click.UsageError(message)
    return hand == (STDIN,)


def _hint(request: dict[str, Any], measured: dict[str, Any], alternatives: int) -> Hint:
    _refuse_other_decks(request)
    return hint_for(
        request["hand"], plans=alternatives, constraints=constraints_of(request), **measured
    )


def _review(request: dict[str, Any], measured: dict[str, Any]) -> Review:
    from pysolver.binh import review as review_split

    _refuse_other_decks(request)
    return review_split(**request, **measured)


def _refuse_other_decks(request: dict[str, Any]) -> None:
    """Refuse wizards and jesters by the word that was written, for ``null`` begins with a jester.

    Raises:
        CardError: a word is or begins with one.
    """
    for text in request.values():
        found = _OTHER_DECKS.search(text) if isinstance(text, str) else None
        if found:
            message = (
                f"{found.group()!r} is no card of the 52-card deck that Binh is played with: "
                "write the rank, then the suit: 'As', '10h', 'T♦'"
            )
            raise CardError(message)


def review_dict(review: Review) -> dict[str, Any]:
    """The review's fields, the foul in words (or None) and what the split costs in words."""
    return {
        **review.to_dict(),
        "foul": foul_warning(review.yours) or None,
        "why": review_reason(review),
    }
