"""The answer to "how do I lay this hand?": the best arrangement, other plans, and why.

A plan is the names of the three branches, such as high card; two pair, nines and sixes; straight,
ten to ace. Any high card counts as the same, so that ways which differ in single cards alone are
one plan; of each plan the best way counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from pysolver.binh.advice import MOST_ALTERNATIVES
from pysolver.binh.populations import EQUILIBRIUM
from pysolver.binh.rules import BRANCHES, DEFAULT_RULES, Rules, parse_hand
from pysolver.binh.special_hand import special_hands
from pysolver.binh.valuation import valuation
from pysolver.binh.ways import best_way, best_ways
from pysolver.cards import format_cards
from pysolver.checks import whole_number
from pysolver.wording import listed, signed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pysolver.binh.arrangement import Arrangement
    from pysolver.binh.constraints import Constraints
    from pysolver.binh.populations import Opponents
    from pysolver.binh.special_hand import SpecialHand
    from pysolver.binh.ways import Way
    from pysolver.cards import CardsLike

OPPONENTS: Final = (1, 2, 3)
PLACES: Final = ("at the top", "in the middle", "at the bottom", "by sweeps")

#: Points below which a difference is not worth a word, and below which two plans are as good.
NOTHING: Final = 0.0005
_SAME: Final = 0.005


@dataclass(frozen=True, slots=True)
class Plan:
    """Another plan than the best.

    Attributes:
        arrangement: the best way of that plan.
        loss: points a deal against one opponent that it gives away; below zero where it did better
            than the best against the sampled opponents that both are valued by.
        gains: for top, middle and bottom the points against one opponent that it earns there more
            than the best arrangement; their sum and ``sweep_gain`` are ``-loss``.
        stderr: standard error of ``loss``; 0.0 where it is read from tables.
        sweep_gain: points that it earns more by the bonus for winning all three branches.
    """

    arrangement: Arrangement
    loss: float
    gains: tuple[float, float, float]
    stderr: float = 0.0
    sweep_gain: float = 0.0

    @property
    def is_close(self) -> bool:
        """Whether the loss is within two standard errors of nothing: too close to call."""
        return self.stderr > 0 and abs(self.loss) <= 2 * self.stderr

    @property
    def name(self) -> str:
        """The branches in words: ``"high card; one pair, kings; flush, ace high"``."""
        return plan_name(self.arrangement)

    def __str__(self) -> str:
        laid = " | ".join(map(format_cards, self.arrangement.branches))
        if self.stderr:
            return f"{self.loss:.4f} ± {self.stderr:.4f} points worse: {laid} ({self.name})"
        return f"{self.loss:.3f} points worse: {laid} ({self.name})"

    def to_dict(self) -> dict[str, Any]:
        """The arrangement's fields, the loss, and the gains by branch, as JSON-ready values."""
        gains = dict(zip(BRANCHES, self.gains, strict=True))
        return {
            **self.arrangement.to_dict(),
            "loss": self.loss,
            "loss_stderr": self.stderr,
            "is_close": self.is_close,
            "gains": gains,
            "sweep_gain": self.sweep_gain,
        }


@dataclass(frozen=True, slots=True)
class Hint:
    """What a player is told about a hand.

    Attributes:
        best: the best arrangement.
        special_hands: every special hand that the thirteen cards are, the best paid first.
        plans: other plans, the best first; none for a special hand, whose split counts for nothing.
        plan_count: how many other plans there are among the 256 best ways.
        why: one or two sentences.
        note: what to know of the tables that all this is read from, if they are those of other
            rules; mostly empty.
    """

    best: Arrangement
    special_hands: tuple[SpecialHand, ...]
    plans: tuple[Plan, ...]
    plan_count: int
    why: str
    note: str = ""

    @property
    def opponents(self) -> tuple[float, float, float]:
        """Points expected against one, two and three opponents."""
        one, two, three = (count * self.best.ev for count in OPPONENTS)
        return one, two, three

    def __str__(self) -> str:
        also = [f"also {special}" for special in self.special_hands[1:]]
        note = [self.note] if self.note else []
        return "\n".join([str(self.best), *also, self.why, *map(str, self.plans), *note])

    def to_dict(self) -> dict[str, Any]:
        """The best arrangement's fields and what goes with it, as JSON-ready values."""
        a, b = self.best.special_shares
        return {
            **self.best.to_dict(),
            "special_hands": [special.to_dict() for special in self.special_hands],
            "opponents": {
                str(count): points for count, points in zip(OPPONENTS, self.opponents, strict=True)
            },
            "opponent_special": {"A": a, "B": b, "cost": self.best.special_cost},
            "plans": [plan.to_dict() for plan in self.plans],
            "plan_count": self.plan_count,
            "why": self.why,
            "note": self.note,
        }


def hint(
    hand: CardsLike,
    *,
    rules: Rules = DEFAULT_RULES,
    plans: int = 3,
    own_cards: bool = True,
    samples: int = 0,
    seed: int = 0,
    opponents: Opponents = EQUILIBRIUM,
    constraints: Constraints | None = None,
) -> Hint:
    """The best way to lay a hand, other plans with what they cost, and why.

    Args:
        hand: thirteen cards.
        rules: the options of the game.
        plans: how many other plans at most, 0 … 256. Plans are sought among the 256 best ways.
        own_cards: whether the values are corrected for the own cards, as for
            ``best_arrangement``.
        samples: 0, or how many opponents are dealt to choose and to value the ways, likewise.
        seed: of the sampled opponents.
        opponents: whom the hand is laid against, as for ``best_arrangement``.
        constraints: what the best arrangement and the plans have to fulfil.

    Raises:
        CardError: not thirteen different cards of the 52-card deck, or constraints that name a
            card which is not among them.
        InfeasibleError: no split fulfils the constraints.
        RuleError: an option is out of range.
        TypeError: not cards at all.

    >>> found = hint("2c 2d 5h 5s 9c 9d Jh Js Kc Kd Ah 7c 3s", plans=2, own_cards=False)
    >>> found.plans[1].name
    'one pair, kings; two pair, fives and deuces; two pair, jacks and nines'
    >>> round(found.plans[1].loss, 3), [round(gain, 2) for gain in found.plans[1].gains]
    (0.179, [0.0, -0.19, 0.01])
    """
    plans = whole_number(plans, "plans", 0, MOST_ALTERNATIVES)
    cards = parse_hand(hand)
    measure = valuation(
        rules, opponents, own_cards=own_cards, samples=samples, seed=seed, warn=False
    )
    if samples:
        # One lot of opponents chooses, another values the best and the plans alike.
        ways = best_ways(bytes(cards), MOST_ALTERNATIVES, measure, constraints)
        best = ways[0].arrangement
    else:
        best = best_way(bytes(cards), measure, constraints)
        ways = []
    if best.special is not None:
        why = _special_reason(best, rules)
        return Hint(best, special_hands(cards, rules=rules), (), 0, why, measure.note)
    if not samples:
        ways = best_ways(bytes(cards), MOST_ALTERNATIVES, measure, constraints)
    others = _other_plans(sorted(ways, key=lambda way: -way.arrangement.ev), best)
    return Hint(best, (), tuple(others[:plans]), len(others), reason(best, others), measure.note)


def _other_plans(ways: Sequence[Way], best: Arrangement) -> list[Plan]:
    """The best way of every other plan, best first."""
    found = {_branch_names(best): Plan(best, 0.0, (0.0, 0.0, 0.0))}
    for way, stderr in ways:
        loss = best.ev - way.ev
        given = loss if stderr else max(0.0, loss)
        plan = Plan(way, given, gains(way, best), stderr, sweep_gain(way, best))
        found.setdefault(_branch_names(way), plan)
    return list(found.values())[1:]


def _branch_names(arrangement: Arrangement) -> tuple[str, ...]:
    """The names of the three branches, any high card alike."""
    return tuple(
        kind if kind == "high card" else name
        for kind, name in zip(arrangement.categories, arrangement.names, strict=True)
    )


def plan_name(arrangement: Arrangement) -> str:
    """The three branches in words from top to bottom, any high card alike."""
    return "; ".join(_branch_names(arrangement))


def gains(other: Arrangement, best: Arrangement) -> tuple[float, float, float]:
    """Points that another way earns more than the best, at top, middle and bottom."""
    ours, theirs = best.branch_points, other.branch_points
    return theirs[0] - ours[0], theirs[1] - ours[1], theirs[2] - ours[2]


def sweep_gain(other: Arrangement, best: Arrangement) -> float:
    """Points that another way earns more by the bonus for winning all three branches."""
    ours, theirs = (way.sweeps.points if way.sweeps else 0.0 for way in (best, other))
    return theirs - ours


# ---- sentences ----


def _special_reason(best: Arrangement, rules: Rules) -> str:
    """Why a special hand is declared."""
    points = best.special.points if best.special else 0
    most = sum(1 + max(row) for row in rules.bonuses) + rules.sweep_bonus
    return (
        f"Declared, it takes {points} points from every opponent with a normal hand "
        f"({100 * (1 - sum(best.special_shares)):.1f}% of them) and draws with a special one; "
        f"laid in branches, no hand wins more than {most}."
    )


def reason(best: Arrangement, others: Sequence[Plan]) -> str:
    """What carries the best arrangement, and what the nearest other plan gains and loses."""
    first = f"{_strong_point(best)}{_sweeps(best)}"
    if not others:
        return f"{first} All the best ways have these names, any high card alike."
    nearest = others[0]
    if nearest.is_close:
        return (
            f"{first} The nearest other plan ({nearest.name}) is too close to call: it differs by "
            f"{nearest.loss:.4f} ± {nearest.stderr:.4f} points."
        )
    if nearest.loss < 0:
        return (
            f"{first} The nearest other plan ({nearest.name}) did better against the opponents "
            f"dealt to value them, by {-nearest.loss:.4f} ± {nearest.stderr:.4f} points: deal more."
        )
    return (
        f"{first} The nearest other plan ({nearest.name}) "
        f"{difference((*nearest.gains, nearest.sweep_gain))}{_in_all(nearest)}."
    )


def _strong_point(best: Arrangement) -> str:
    """Which branch earns most, and what the others do."""
    values = best.branch_points
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


def _sweeps(best: Arrangement) -> str:
    """How often all three branches are won and lost, as a sentence; empty if that pays nothing."""
    if best.sweeps is None:
        return ""
    win, lose, points = best.sweeps
    return (
        f" It wins all three {100 * win:.1f}% of the time and loses all three {100 * lose:.1f}% "
        f"({signed(points)} points)."
    )


def difference(changes: Sequence[float]) -> str:
    """What another way gains and loses beside the best, as a predicate.

    ``changes``: at top, middle and bottom, and by sweeps if there is a fourth.
    """
    better = [f"{c:.3f} {PLACES[i]}" for i, c in enumerate(changes) if c >= NOTHING]
    worse = [f"{-c:.3f} {PLACES[i]}" for i, c in enumerate(changes) if c <= -NOTHING]
    if not worse:
        return "is worth the same"
    if better:
        return f"gains {listed(better)} but loses {listed(worse)}"
    if len(worse) >= len(BRANCHES) and all(c <= -NOTHING for c in changes[: len(BRANCHES)]):
        return f"is worse in every branch, by {listed(worse)}"
    return f"loses {listed(worse)}"


def _in_all(plan: Plan) -> str:
    """What the gains and losses come to, as the end of a sentence."""
    if plan.loss >= NOTHING:
        equal = ", as good as equal" if plan.loss < _SAME else ""
        return f": {plan.loss:.3f} points worse in all{equal}"
    lowest = min(*plan.gains, plan.sweep_gain)
    return ": as good as equal in all" if lowest <= -NOTHING else ""
