"""A hand laid out in three branches, with what it is worth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pysolver.binh.rules import BRANCHES
from pysolver.binh.strength import describe_ranks
from pysolver.cards import format_cards

if TYPE_CHECKING:
    from pysolver.binh.outlook import Chances, Measure, Sweeps
    from pysolver.binh.rules import Rules
    from pysolver.binh.special_hand import SpecialHand
    from pysolver.cards import Card


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Thirteen cards in three branches.

    Attributes:
        top, middle, bottom: the cards, the group that names the branch first.
        strengths: 1 … 7917 for top, middle, bottom.
        categories: ``"full house"`` and so on for top, middle, bottom.
        special: the best special hand that the thirteen cards are, or None. It is declared, and
            the split does not count.
        is_foul: whether the split breaks the tower rule.
        ev: points expected from one opponent of the population; n opponents give n times as much.
        stderr: standard error of ``ev``; 0.0 where it is read from tables.
        odds: for each branch how often it wins, ties and loses against an opponent with a normal
            hand.
        branch_points: points won minus lost at top, middle and bottom from one opponent; ``ev`` is
            their sum and ``sweeps.points``, less what special hands cost, unless the hand is
            special or the split a foul.
        special_shares: shares of opponents whose best special hand is of type A, of type B.
        measure: where the figures come from: ``"own cards"`` (tables corrected for the thirteen
            cards), ``"full deck"`` (plain tables) or ``"sample"`` (opponents dealt).
        rules: the rules it was laid under.
        constraint_cost: points a deal against one opponent that the caller's constraints cost:
            how much less the best arrangement under them earns than the best without. 0.0 without
            constraints, and for a special hand, whose split does not count.
        sweeps: how often all three branches are won and lost, and the bonus won less the bonus
            paid; None where the rules pay no ``sweep_bonus``, and for a foul.
    """

    top: tuple[Card, ...]
    middle: tuple[Card, ...]
    bottom: tuple[Card, ...]
    strengths: tuple[int, int, int]
    categories: tuple[str, str, str]
    special: SpecialHand | None
    is_foul: bool
    ev: float
    stderr: float
    odds: tuple[Chances, Chances, Chances]
    branch_points: tuple[float, float, float]
    special_shares: tuple[float, float]
    measure: Measure
    rules: Rules
    constraint_cost: float = 0.0
    sweeps: Sweeps | None = None

    @property
    def branches(self) -> tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]:
        """Top, middle and bottom."""
        return self.top, self.middle, self.bottom

    @property
    def special_cost(self) -> float:
        """Points that a normal hand loses on average to the special hands of one opponent."""
        a, b = self.special_shares
        return a * self.rules.special_points[0] + b * self.rules.special_points[1]

    @property
    def names(self) -> tuple[str, str, str]:
        """Each branch in words: ``"two pair, jacks and fours"``."""
        a, b, c = (
            describe_ranks(kind, [int(card) >> 2 for card in cards])
            for kind, cards in zip(self.categories, self.branches, strict=True)
        )
        return a, b, c

    def __str__(self) -> str:
        lines = [
            f"{branch:<7} {format_cards(cards):<15} {name}"
            for branch, cards, name in zip(BRANCHES, self.branches, self.names, strict=True)
        ]
        if self.special is not None:
            lines.insert(0, f"special {self.special}")
        if self.is_foul:
            lines.append("foul: a branch is stronger than the one below it")
        error = f" ± {self.stderr:.3f}" if self.stderr else ""
        lines.append(f"{self.ev:+.3f}{error} points expected from one opponent")
        if self.constraint_cost:
            lines.append(f"the constraints cost {self.constraint_cost:.3f} points")
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """The fields as JSON-ready values, cards as texts."""
        return {
            "top": [str(card) for card in self.top],
            "middle": [str(card) for card in self.middle],
            "bottom": [str(card) for card in self.bottom],
            "strengths": list(self.strengths),
            "categories": list(self.categories),
            "names": list(self.names),
            "special": self.special.to_dict() if self.special else None,
            "is_foul": self.is_foul,
            "ev": self.ev,
            "stderr": self.stderr,
            "odds": {
                branch: chances._asdict()
                for branch, chances in zip(BRANCHES, self.odds, strict=True)
            },
            "branch_points": dict(zip(BRANCHES, self.branch_points, strict=True)),
            "special_shares": dict(zip("AB", self.special_shares, strict=True)),
            "special_cost": self.special_cost,
            "measure": self.measure,
            "rules": self.rules.to_dict(),
            "constraint_cost": self.constraint_cost,
            "sweeps": self.sweeps._asdict() if self.sweeps else None,
        }


def in_order(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """A branch as it is laid: larger groups first, then from the highest; wheel as 5-4-3-2-A."""
    ranks = [int(card) >> 2 for card in cards]
    wheel = sorted(ranks) == [0, 1, 2, 3, 12]
    return tuple(
        sorted(
            cards,
            key=lambda card: (
                -ranks.count(int(card) >> 2),
                wheel and int(card) >> 2 == 12,
                -int(card),
            ),
        )
    )


def is_foul(strengths: tuple[int, int, int], rules: Rules) -> bool:
    """Whether branches of these strengths break the tower rule."""
    top, middle, bottom = strengths
    if top > middle or middle > bottom:
        return True
    return not rules.equal_branches and middle == bottom
