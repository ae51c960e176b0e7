"""The answer to "how do I lay this hand?": the best arrangement, other plans, and why.

A plan is a combination of three categories, such as high card, two pair, flush. Ways that differ
in single cards alone are the same plan; of each plan the best way counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from pysolver import native
from pysolver.binh import best_arrangement, special_hands, tables, top_arrangements
from pysolver.binh.advice import MOST_ALTERNATIVES
from pysolver.binh.rules import BRANCHES
from pysolver.cli.output import listed, signed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pysolver.binh import Arrangement, Review, Rules, SpecialHand
    from pysolver.cards import Card

OPPONENTS: Final = (1, 2, 3)
PLACES: Final = ("at the top", "in the middle", "at the bottom")

#: Points below which a difference is not worth a word, and below which two plans are as good.
_NOTHING: Final = 0.0005
_SAME: Final = 0.005


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another plan.

    Attributes:
        arrangement: the best way of that plan.
        loss: points a game against one opponent that it gives away.
    """

    arrangement: Arrangement
    loss: float

    def to_dict(self) -> dict[str, Any]:
        """The arrangement's fields and the loss."""
        return {**self.arrangement.to_dict(), "loss": self.loss}


@dataclass(frozen=True, slots=True)
class Hint:
    """What a player is told about a hand.

    Attributes:
        best: the best arrangement.
        specials: every special hand that the thirteen cards are, the best paid first.
        alternatives: other plans, the best first; none for a special hand, whose split counts for
            nothing.
        plans: how many other plans there are among the 256 best ways.
        special_shares: share of opponents with a special hand of type A, of type B.
        special_cost: points that these cost a normal hand, on average against one opponent.
        why: one or two sentences.
    """

    best: Arrangement
    specials: tuple[SpecialHand, ...]
    alternatives: tuple[Alternative, ...]
    plans: int
    special_shares: tuple[float, float]
    special_cost: float
    why: str

    def to_dict(self) -> dict[str, Any]:
        """The best arrangement's fields and what goes with it, as JSON-ready values."""
        a, b = self.special_shares
        return {
            **self.best.to_dict(),
            "special_hands": [special.to_dict() for special in self.specials],
            "opponents": {str(count): count * self.best.ev for count in OPPONENTS},
            "opponent_special": {"A": a, "B": b, "cost": self.special_cost},
            "alternatives": [alternative.to_dict() for alternative in self.alternatives],
            "why": self.why,
        }


def make_hint(hand: str | Sequence[str | int], rules: Rules, count: int) -> Hint:
    """The hint for a hand, with at most ``count`` other plans.

    Raises:
        CardError: not thirteen different cards of the 52-card deck.
        TypeError: not cards at all.
    """
    best = best_arrangement(hand, rules=rules)
    found = tables(rules)
    specials = special_hands(hand, rules=rules) if best.special else ()
    others = [] if best.special else _other_plans(hand, best, rules)
    why = special_reason(best, found.normal_share) if best.special else reason(best, others)
    return Hint(
        best,
        specials,
        tuple(others[:count]),
        len(others),
        found.special_shares,
        found.special_cost(rules),
        why,
    )


def _other_plans(
    hand: str | Sequence[str | int], best: Arrangement, rules: Rules
) -> list[Alternative]:
    """The best way of every other plan, best first."""
    plans = {best.categories: best}
    for way in top_arrangements(hand, MOST_ALTERNATIVES, rules=rules):
        plans.setdefault(way.categories, way)
    return [Alternative(way, max(0.0, best.ev - way.ev)) for way in plans.values()][1:]


# ---- sentences ----


def branch_values(arrangement: Arrangement) -> tuple[float, float, float]:
    """Points that top, middle and bottom earn from one opponent on average."""
    units = tables(arrangement.rules).units
    top, middle, bottom = (
        table[strength] * native.VALUE_UNIT
        for table, strength in zip(units, arrangement.strengths, strict=True)
    )
    return top, middle, bottom


def plan_name(arrangement: Arrangement) -> str:
    """The three categories from top to bottom."""
    return ", ".join(arrangement.categories)


def special_reason(best: Arrangement, normal_share: float) -> str:
    """Why a special hand is declared."""
    assert best.special is not None  # noqa: S101  (for the type checker)
    return (
        f"Declared, it takes {best.special.points} points from every opponent with a normal hand "
        f"({100 * normal_share:.1f}% of them) and draws with a special one; "
        "laid in branches, no hand wins more than 3."
    )


def reason(best: Arrangement, others: Sequence[Alternative]) -> str:
    """What carries the best arrangement, and what the nearest other plan gains and loses."""
    first = _strong_point(best)
    if not others:
        return f"{first} Every other good way is the same plan with other single cards."
    nearest = others[0]
    return (
        f"{first} The nearest other plan ({plan_name(nearest.arrangement)}) "
        f"{difference(nearest.arrangement, best)}{_in_all(nearest.loss)}."
    )


def _strong_point(best: Arrangement) -> str:
    """Which branch earns most, and what the others do."""
    values = branch_values(best)
    strongest = max(range(len(values)), key=values.__getitem__)
    branch, name = BRANCHES[strongest], best.names[strongest]
    wins = f"wins {100 * best.odds[strongest].win:.1f}% of the time"
    rest = [i for i in range(len(values)) if i != strongest]
    adds = [f"the {BRANCHES[i]} ({signed(values[i])})" for i in rest if values[i] >= 0]
    gives = [f"the {BRANCHES[i]} ({signed(values[i])})" for i in rest if values[i] < 0]
    if values[strongest] <= 0:
        return (
            f"No branch is a favourite; the {branch} ({name}) holds up best: it {wins} "
            f"({signed(values[strongest])} points)."
        )
    parts = []
    if adds:
        parts.append(f"{listed(adds)} {'adds' if len(adds) == 1 else 'add'} to it")
    if gives and sum(values) >= 0:
        parts.append(f"{listed(gives)} {'gives' if len(gives) == 1 else 'give'} some back")
    elif gives:
        parts.append(f"{listed(gives)} {'loses' if len(gives) == 1 else 'lose'} more than that")
    return (
        f"The {branch} carries the plan: its {name}, {wins} ({signed(values[strongest])} points); "
        f"{', '.join(parts)}."
    )


def difference(other: Arrangement, best: Arrangement) -> str:
    """What another way gains and loses beside the best, branch by branch, as a predicate."""
    changes = [
        theirs - ours
        for theirs, ours in zip(branch_values(other), branch_values(best), strict=True)
    ]
    gains = [f"{c:.3f} {PLACES[i]}" for i, c in enumerate(changes) if c >= _NOTHING]
    losses = [f"{-c:.3f} {PLACES[i]}" for i, c in enumerate(changes) if c <= -_NOTHING]
    if not losses:
        return "is worth the same"
    if not gains:
        return f"gains nowhere and loses {listed(losses)}"
    return f"gains {listed(gains)} but loses {listed(losses)}"


def _in_all(loss: float) -> str:
    """What the gains and losses come to, as the end of a sentence."""
    if loss < _NOTHING:
        return ""
    return f": {loss:.3f} points worse in all{', as good as equal' if loss < _SAME else ''}"


def foul_reasons(arrangement: Arrangement) -> list[str]:
    """Which branch is stronger than the one below it; one sentence for each such pair."""
    reasons = []
    for upper, lower in ((0, 1), (1, 2)):
        above, below = arrangement.strengths[upper], arrangement.strengths[lower]
        names = arrangement.names[upper], arrangement.names[lower]
        ours, theirs = BRANCHES[upper], BRANCHES[lower]
        if above > below and names[0] != names[1]:
            reasons.append(f"the {ours} ({names[0]}) is stronger than the {theirs} ({names[1]})")
        elif above > below:
            reasons.append(
                f"the {ours} is stronger than the {theirs} (both {names[0]}, but "
                f"{_deciding_cards(arrangement.branches[upper], arrangement.branches[lower])})"
            )
        elif above == below and not arrangement.rules.equal_branches:
            reasons.append(
                f"the {ours} and the {theirs} are equally strong (both {names[0]}), "
                "which these rules forbid"
            )
    return reasons


def _deciding_cards(above: Sequence[Card], below: Sequence[Card]) -> str:
    """The first cards that differ, in the order in which branches are compared."""
    from pysolver.cards import RANK_WORDS

    high, low = next(
        (a, b)
        for a, b in zip(above, below, strict=False)
        if a.rank != b.rank and a.rank is not None and b.rank is not None
    )
    return f"{RANK_WORDS[int(high) >> 2]} beats {RANK_WORDS[int(low) >> 2]}"


def foul_warning(arrangement: Arrangement) -> str:
    """What is wrong with a foul and what that costs; empty for a legal arrangement."""
    reasons = foul_reasons(arrangement)
    if not reasons:
        return ""
    if arrangement.special is not None:
        return f"Laid in branches, your split is a foul: {listed(reasons)}."
    return (
        f"Foul: {listed(reasons)}. "
        f"It loses {arrangement.rules.foul_points} points to every opponent with a legal hand."
    )


def review_reason(review: Review) -> str:
    """What the player's split costs, and where."""
    yours, best, loss = review.yours, review.best, review.loss
    if best.special is not None:
        return "A special hand is declared, and the split does not count: nothing is lost."
    if yours.is_foul:
        return f"Your split costs {loss:.3f} points a game against one opponent."
    if loss <= 0:
        return "Your split is the best there is."
    if loss < _NOTHING:
        return "Your split is as good as the best: it costs less than 0.001 points a game."
    return (
        f"Your split costs {loss:.3f} points a game against one opponent: beside the best it "
        f"{difference(yours, best)}."
    )
