"""Binh's hints and reviews as a player reads them, in 80 columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pysolver.binh.rules import BRANCHES, FIVE_SIZE, TOP_SIZE
from pysolver.cli.binh_review import foul_warning, review_reason
from pysolver.cli.output import counted, paragraph, percent
from pysolver.wording import signed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pysolver.binh import Arrangement, Chances, Hint, Review, SpecialHand
    from pysolver.binh.outlook import Sweeps
    from pysolver.cli.output import Screen

_BRANCH_COLUMNS: Final = 8
_CARD_COLUMNS: Final = 3 * FIVE_SIZE - 1
_NAME_COLUMNS: Final = 32
_PLAN_INDENT: Final = 6
_PLAN_COLUMNS: Final = 3 * (TOP_SIZE + 2 * FIVE_SIZE) - 3 + 2 * len(" | ")
_COST_COLUMNS: Final = 18
_HALF: Final = 34
_MEASURES: Final = {
    "own cards": "Opponents are dealt without your own cards.",
    "full deck": "Opponents are dealt from a full deck: your cards are not taken out of it.",
}


def hint_text(hint: Hint, screen: Screen) -> str:
    """A hint for people."""
    parts = _special_hand(hint, screen) if hint.best.special else _normal_hand(hint, screen)
    return "\n\n".join("\n".join(part) for part in parts)


def _normal_hand(hint: Hint, screen: Screen) -> Iterator[list[str]]:
    yield _table(hint.best, screen, "Best arrangement")
    yield [
        *_sweep_lines(hint.best),
        _expected(hint.opponents),
        _measure(hint.best),
        _special_note(hint.best),
    ]
    yield [paragraph(hint.why)]
    if hint.plans:
        yield list(_other_plans(hint, screen))
    if hint.note:
        yield [paragraph(f"Note: {hint.note}")]


def _special_hand(hint: Hint, screen: Screen) -> Iterator[list[str]]:
    first, *others = hint.special_hands
    lines = _declaration(first, screen)
    for special in others:
        article = "a " if special.name.endswith(("flush", "straight")) else ""
        lines += [
            f"It also counts as {article}{_special_name(special)}:",
            f"  {screen.groups(special.groups)}",
        ]
    yield lines
    yield [_expected(hint.opponents), _measure(hint.best)]
    yield [paragraph(hint.why)]
    yield _table(hint.best, screen, "If it were laid in branches")
    if hint.note:
        yield [paragraph(f"Note: {hint.note}")]


def _declaration(special: SpecialHand, screen: Screen) -> list[str]:
    return [
        screen.heading(f"Special hand: {_special_name(special)}. Declare it."),
        f"  {screen.groups(special.groups)}",
    ]


def _special_name(special: SpecialHand) -> str:
    return f"{special.name}, type {special.kind}, {counted(special.points, 'point')}"


def _table(arrangement: Arrangement, screen: Screen, title: str) -> list[str]:
    """The branches: cards, name, and how often each wins, ties and loses."""
    width = 2 + _BRANCH_COLUMNS + _CARD_COLUMNS + 2 + _NAME_COLUMNS
    lines = [screen.heading(f"{title:<{width}}{'win':>6}  {'tie':>6}  {'lose':>6}")]
    for branch, cards, name, chances in zip(
        BRANCHES, arrangement.branches, arrangement.names, arrangement.odds, strict=True
    ):
        lines.append(
            f"  {branch:<{_BRANCH_COLUMNS}}{screen.cards(cards, _CARD_COLUMNS)}  "
            f"{name:<{_NAME_COLUMNS}}{'  '.join(map(percent, chances))}"
        )
    return lines


def _sweep_lines(best: Arrangement) -> list[str]:
    """How often all three branches go one way, where that earns a bonus."""
    if best.sweeps is None:
        return []
    bonus = best.rules.sweep_bonus
    return [f"All three branches ({bonus:+d} points): {_sweeps(best.sweeps)}."]


def _expected(opponents: Sequence[float]) -> str:
    one, two, three = map(signed, opponents)
    return f"Expected points against one opponent: {one}; two: {two}; three: {three}."


def _measure(best: Arrangement) -> str:
    if best.measure == "sample":
        return (
            f"Counted against opponents dealt without your cards: ± {best.stderr:.4f} against one."
        )
    return _MEASURES[best.measure]


def _special_note(best: Arrangement) -> str:
    return (
        f"Special hands ({100 * sum(best.special_shares):.1f}% of theirs) lower the points by "
        f"{best.special_cost:.2f}; the chances omit them."
    )


def _other_plans(hint: Hint, screen: Screen) -> Iterator[str]:
    indent = " " * _PLAN_INDENT
    yield screen.heading(
        f"{'Other plans':<{_PLAN_INDENT + _PLAN_COLUMNS}}{'cost in points':>{_COST_COLUMNS}}"
    )
    for number, plan in enumerate(hint.plans, 1):
        yield f"{number:>{_PLAN_INDENT - 2}}. {paragraph(plan.name, indent).lstrip()}"
        cost = f"{plan.loss:.4f} ± {plan.stderr:.4f}" if plan.stderr else f"{plan.loss:.3f}"
        yield f"{indent}{screen.groups(plan.arrangement.branches)}{cost:>{_COST_COLUMNS}}"
    left = hint.plan_count - len(hint.plans)
    more = f" {left} more: --alternatives {hint.plan_count}." if left else ""
    yield paragraph(f"Each is the best way with those names, any high card alike.{more}")


def review_text(review: Review, screen: Screen) -> str:
    """A review for people: the player's split and the best side by side."""
    special, warning = review.best.special, foul_warning(review.yours)
    parts = []
    if special is not None:
        parts.append("\n".join(_declaration(special, screen)))
    if warning:
        parts.append(screen.warning(warning))
    if special is None:
        parts.append("\n".join(_beside(review, screen)))
    parts.append(f"{paragraph(review_reason(review))}\n{_measure(review.best)}")
    if review.note:
        parts.append(paragraph(f"Note: {review.note}"))
    return "\n\n".join(parts)


def _beside(review: Review, screen: Screen) -> Iterator[str]:
    margin = " " * (2 + _BRANCH_COLUMNS)
    yield screen.heading(f"{margin}{'Yours':<{_HALF}}Best")
    ways = (review.yours, review.best)
    values = tuple(way.branch_points for way in ways)
    for i, branch in enumerate(BRANCHES):
        yours, best = (screen.cards(way.branches[i], _CARD_COLUMNS) for way in ways)
        yield f"  {branch:<{_BRANCH_COLUMNS}}{yours}{' ' * (_HALF - _CARD_COLUMNS)}{best}".rstrip()
        yield f"{margin}{review.yours.names[i]:<{_HALF}}{review.best.names[i]}"
        yours, best = (
            "lost by the foul" if way.is_foul else _fares(way.odds[i], value[i])
            for way, value in zip(ways, values, strict=True)
        )
        yield f"{margin}{yours:<{_HALF}}{best}"
    if all(way.sweeps is not None or way.is_foul for way in ways) and review.best.sweeps:
        yours, best = (
            _sweeps(way.sweeps) if way.sweeps is not None else "lost by the foul" for way in ways
        )
        yield f"  {'sweeps':<{_BRANCH_COLUMNS}}{yours:<{_HALF}}{best}"
    cost = f"{signed(-review.best.special_cost)} to special hands"
    yours = "" if review.yours.is_foul else cost
    yield f"{margin}{yours:<{_HALF}}{cost}"
    yours, best = (f"{signed(way.ev)} points" for way in ways)
    yield f"  {'in all':<{_BRANCH_COLUMNS}}{yours:<{_HALF}}{best}"


def _sweeps(sweeps: Sweeps) -> str:
    return f"{100 * sweeps.win:.1f}% won, {100 * sweeps.lose:.1f}% lost: {signed(sweeps.points)}"


def _fares(chances: Chances, value: float) -> str:
    return f"wins {100 * chances.win:.1f}%, ties {100 * chances.tie:.1f}%: {signed(value)}"
