"""Binh's hints and reviews as a player reads them, in 80 columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pysolver.binh import tables
from pysolver.binh.rules import BRANCHES, FIVE_SIZE
from pysolver.cli.binh_hint import (
    OPPONENTS,
    branch_values,
    foul_warning,
    plan_name,
    review_reason,
)
from pysolver.cli.output import counted, paragraph, percent, signed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pysolver.binh import Arrangement, Chances, Review
    from pysolver.cli.binh_hint import Hint
    from pysolver.cli.output import Screen

_BRANCH_COLUMNS: Final = 8
_CARD_COLUMNS: Final = 3 * FIVE_SIZE - 1
_NAME_COLUMNS: Final = 31
_PLAN_COLUMNS: Final = 57
_COST_COLUMNS: Final = 14
_HALF: Final = 34
_COUNT_WORDS: Final = ("", "one opponent", "two", "three")


def hint_text(hint: Hint, screen: Screen) -> str:
    """A hint for people."""
    parts = _special_hand(hint, screen) if hint.best.special else _normal_hand(hint, screen)
    return "\n\n".join("\n".join(part) for part in parts)


def _normal_hand(hint: Hint, screen: Screen) -> Iterator[list[str]]:
    yield _table(hint.best, screen, "Best arrangement")
    yield [paragraph(f"{_expected(hint.best.ev)} {_opponent_specials(hint)}")]
    yield [paragraph(hint.why)]
    if hint.alternatives:
        yield list(_alternatives(hint, screen))


def _special_hand(hint: Hint, screen: Screen) -> Iterator[list[str]]:
    first, *others = hint.specials
    points = counted(first.points, "point")
    lines = [
        screen.heading(f"Special hand: {first.name}, type {first.kind}, {points}. Declare it."),
        f"  {screen.groups(first.groups)}",
    ]
    for special in others:
        points = counted(special.points, "point")
        lines += [
            f"It is also {special.name}, type {special.kind}, {points}:",
            f"  {screen.groups(special.groups)}",
        ]
    yield lines
    yield [paragraph(f"{_expected(hint.best.ev)} {hint.why}")]
    yield _table(hint.best, screen, "Not declared, best laid so")


def _table(arrangement: Arrangement, screen: Screen, title: str) -> list[str]:
    """The branches: cards, name, and how often each wins, ties and loses."""
    width = 2 + _BRANCH_COLUMNS + _CARD_COLUMNS + 2 + _NAME_COLUMNS
    lines = [screen.heading(f"{title:<{width}}{'win':>6} {'tie':>6} {'lose':>6}")]
    for branch, cards, name, chances in zip(
        BRANCHES, arrangement.branches, arrangement.names, arrangement.odds, strict=True
    ):
        lines.append(
            f"  {branch:<{_BRANCH_COLUMNS}}{screen.cards(cards, _CARD_COLUMNS)}  "
            f"{name:<{_NAME_COLUMNS}}{' '.join(map(percent, chances))}"
        )
    return lines


def _expected(ev: float) -> str:
    points = ", ".join(f"{signed(count * ev)} against {_COUNT_WORDS[count]}" for count in OPPONENTS)
    return f"Expected points: {points}."


def _opponent_specials(hint: Hint) -> str:
    share = sum(hint.special_shares)
    if share <= 0:
        return "An opponent never has a special hand."
    return (
        f"An opponent has a special hand {100 * share:.1f}% of the time, once in "
        f"{counted(round(1 / share), 'hand')}; that costs {hint.special_cost:.2f} points on "
        "average, counted here. The chances above are against a normal hand."
    )


def _alternatives(hint: Hint, screen: Screen) -> Iterator[str]:
    yield screen.heading(f"{'Other plans':<{6 + _PLAN_COLUMNS}}{'cost in points':>{_COST_COLUMNS}}")
    for number, alternative in enumerate(hint.alternatives, 1):
        other = alternative.arrangement
        cost = f"{alternative.loss:.3f}"
        yield f"  {number:>2}. {plan_name(other):<{_PLAN_COLUMNS}}{cost:>{_COST_COLUMNS}}"
        yield f"      {screen.groups(other.branches)}"
    left = hint.plans - len(hint.alternatives)
    more = f" {left} more: --alternatives {hint.plans}." if left else ""
    yield paragraph(
        "Each is the best way of its kind; ways that differ in single cards alone are not "
        f"listed.{more}"
    )


def review_text(review: Review, screen: Screen) -> str:
    """A review for people: the player's split and the best side by side."""
    parts = []
    special = review.best.special
    if special is not None:
        parts.append(
            screen.heading(
                f"Special hand: {special.name}, type {special.kind}, "
                f"{counted(special.points, 'point')}. Declare it."
            )
            + f"\n  {screen.groups(special.groups)}"
        )
    warning = foul_warning(review.yours)
    if warning:
        parts.append(screen.warning(warning))
    parts += ["\n".join(_beside(review, screen)), paragraph(review_reason(review))]
    return "\n\n".join(parts)


def _beside(review: Review, screen: Screen) -> Iterator[str]:
    margin = " " * (2 + _BRANCH_COLUMNS)
    yield screen.heading(f"{margin}{'Yours':<{_HALF}}Best")
    ways = (review.yours, review.best)
    values = tuple(map(branch_values, ways))
    for i, branch in enumerate(BRANCHES):
        yours, best = (screen.cards(way.branches[i], _CARD_COLUMNS) for way in ways)
        yield f"  {branch:<{_BRANCH_COLUMNS}}{yours}{' ' * (_HALF - _CARD_COLUMNS)}{best}".rstrip()
        yield f"{margin}{review.yours.names[i]:<{_HALF}}{review.best.names[i]}"
        yours, best = (
            "lost by the foul" if way.is_foul else _fares(way.odds[i], value[i])
            for way, value in zip(ways, values, strict=True)
        )
        yield f"{margin}{yours:<{_HALF}}{best}"
    if review.best.special is None:
        rules = review.best.rules
        cost = f"{signed(-tables(rules).special_cost(rules))} points to special hands"
        yours = "" if review.yours.is_foul else cost
        yield f"{margin}{yours:<{_HALF}}{cost}"
        yours, best = (f"{signed(way.ev)} points" for way in ways)
        yield f"  {'in all':<{_BRANCH_COLUMNS}}{yours:<{_HALF}}{best}"


def _fares(chances: Chances, value: float) -> str:
    return f"wins {100 * chances.win:.1f}%, {signed(value)} points"
