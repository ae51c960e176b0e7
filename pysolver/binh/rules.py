"""The options of Binh. The rules themselves stand at the top of ``pysolver.binh``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from pysolver.cards import Card, CardsLike, count_cards, parse_cards
from pysolver.errors import CardError, RuleError

TOP_SIZE: Final = 3
FIVE_SIZE: Final = 5
HAND_SIZE: Final = 13
BRANCHES: Final = ("top", "middle", "bottom")


@dataclass(frozen=True, slots=True)
class Rules:
    """Options of the game.

    Attributes:
        wheel: where A-2-3-4-5 stands among the straights: ``"second"`` only to 10-J-Q-K-A, or
            ``"lowest"``, below 2-3-4-5-6.
        equal_branches: whether the middle may be exactly as strong as the bottom.
        foul_points: points that a hand against the tower rule loses to each legal one, 0 … 255.
        special_points: points of a special hand of type A and of type B, 0 … 255 each.

    Raises:
        RuleError: an option is out of range.
    """

    wheel: Literal["second", "lowest"] = "second"
    equal_branches: bool = True
    foul_points: int = 9
    special_points: tuple[int, int] = (12, 6)

    def __post_init__(self) -> None:
        if self.wheel not in ("second", "lowest"):
            message = f"wheel is 'second' or 'lowest', not {self.wheel!r}"
            raise RuleError(message)
        if not isinstance(self.equal_branches, bool):
            message = f"equal_branches is True or False, not {self.equal_branches!r}"
            raise RuleError(message)
        if not _is_points(self.foul_points):
            message = f"foul_points is a whole number from 0 to 255, not {self.foul_points!r}"
            raise RuleError(message)
        pair = self.special_points
        points = tuple(pair) if isinstance(pair, tuple | list) else ()
        if len(points) != 2 or not all(map(_is_points, points)):
            message = (
                "special_points is a pair of whole numbers from 0 to 255, for type A and type B, "
                f"not {self.special_points!r}"
            )
            raise RuleError(message)
        object.__setattr__(self, "special_points", points)

    def to_dict(self) -> dict[str, object]:
        """The options as JSON-ready values."""
        return {
            "wheel": self.wheel,
            "equal_branches": self.equal_branches,
            "foul_points": self.foul_points,
            "special_points": list(self.special_points),
        }


def check_rules(rules: object) -> Rules:
    """The rules themselves.

    Raises:
        TypeError: they are no ``Rules``.
    """
    if not isinstance(rules, Rules):
        message = f"rules are given as Rules(...), such as Rules(wheel='lowest'), not {rules!r}"
        raise TypeError(message)
    return rules


def _is_points(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 255


DEFAULT_RULES: Final = Rules()


def parse_hand(hand: CardsLike) -> tuple[Card, ...]:
    """The thirteen cards of a hand, in the order given.

    Raises:
        CardError: not thirteen different cards of the 52-card deck.
        TypeError: not cards at all.
    """
    return count_cards(parse_cards(hand), HAND_SIZE, "a Binh hand")


def parse_branches(
    top: CardsLike, middle: CardsLike, bottom: CardsLike
) -> tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]:
    """The cards of three branches.

    Raises:
        CardError: a branch of the wrong size, or a card that stands twice.
        TypeError: not cards at all.
    """
    branches = (
        count_cards(parse_cards(top), TOP_SIZE, "the top"),
        count_cards(parse_cards(middle), FIVE_SIZE, "the middle"),
        count_cards(parse_cards(bottom), FIVE_SIZE, "the bottom"),
    )
    seen: dict[Card, str] = {}
    for name, branch in zip(BRANCHES, branches, strict=True):
        for card in branch:
            if card in seen:
                message = (
                    f"{str(card)!r} stands in the {seen[card]} and in the {name}: "
                    "each card is in the deck once"
                )
                raise CardError(message)
            seen[card] = name
    return branches
