"""The options of Binh. The rules themselves stand at the top of ``pysolver.binh``."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Final, Literal

from pysolver.binh.categories import CATEGORIES, parse_category
from pysolver.cards import Card, CardsLike, count_cards, parse_cards
from pysolver.errors import CardError, RuleError

TOP_SIZE: Final = 3
FIVE_SIZE: Final = 5
HAND_SIZE: Final = 13
BRANCHES: Final = ("top", "middle", "bottom")
_OF_TOP: Final = ("high card", "one pair", "three of a kind")
_LAST_NORMAL: Final = CATEGORIES.index("full house")
#: A branch that wins this much more is worth less than the 8 points that a value of the core holds
#: (PS_MOST_BONUS).
MOST_BONUS: Final = 6


@dataclass(frozen=True, slots=True)
class Rules:
    """Options of the game.

    Attributes:
        wheel: where A-2-3-4-5 stands among the straights: ``"second"`` only to 10-J-Q-K-A, or
            ``"lowest"``, below 2-3-4-5-6.
        equal_branches: whether the middle may be exactly as strong as the bottom.
        foul_points: points that a hand against the tower rule loses to each legal one, 0 … 255.
        special_points: points of a special hand of type A and of type B, 0 … 255 each.
        branch_bonus: points that a branch wins on top of its one, by branch and category:
            ``(("top", "three of a kind", 3),)`` for three more with trips on top. Paid by each
            opponent whose branch it beats; 1 … 6 each. Stronger categories of the branch pay as
            much or more, so they are named too. Branches are not compared, and no bonus is paid,
            where a special hand or a foul takes part.
        sweep_bonus: points for winning all three branches, each strictly, on top of what they win
            one by one; paid by each opponent beaten so, 0 … 6. Special hands and fouls take no
            part.

    Raises:
        RuleError: an option is out of range.
    """

    wheel: Literal["second", "lowest"] = "second"
    equal_branches: bool = True
    foul_points: int = 9
    special_points: tuple[int, int] = (12, 6)
    branch_bonus: tuple[tuple[str, str, int], ...] = ()
    sweep_bonus: int = 0

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
        object.__setattr__(self, "branch_bonus", _checked_bonuses(self.branch_bonus))
        if not _is_points(self.sweep_bonus) or self.sweep_bonus > MOST_BONUS:
            message = (
                f"sweep_bonus is a whole number from 0 to {MOST_BONUS}, not {self.sweep_bonus!r}"
            )
            raise RuleError(message)

    @property
    def bonuses(self) -> tuple[tuple[int, ...], ...]:
        """Bonus points at top, middle and bottom, for each of the nine categories in order."""
        points = [[0] * len(CATEGORIES) for _ in BRANCHES]
        for branch, category, bonus in self.branch_bonus:
            points[BRANCHES.index(branch)][CATEGORIES.index(category)] = bonus
        # Categories that no normal hand lays there: values must not fall from one to the next.
        rising = (accumulate(row, max) for row in points)
        return tuple(map(tuple, rising))

    @property
    def options(self) -> str:
        """The options on a command line: those that move values of branches."""
        words = [f"--wheel {self.wheel}"]
        if not self.equal_branches:
            words.append("--no-equal-branches")
        words += [
            f"--branch-bonus {branch}:{category.replace(' ', '-')}:{points}"
            for branch, category, points in self.branch_bonus
        ]
        if self.sweep_bonus:
            words.append(f"--sweep-bonus {self.sweep_bonus}")
        return " ".join(words)

    def to_dict(self) -> dict[str, object]:
        """The options as JSON-ready values."""
        return {
            "wheel": self.wheel,
            "equal_branches": self.equal_branches,
            "foul_points": self.foul_points,
            "special_points": list(self.special_points),
            "branch_bonus": [list(bonus) for bonus in self.branch_bonus],
            "sweep_bonus": self.sweep_bonus,
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


def _checked_bonuses(bonuses: object) -> tuple[tuple[str, str, int], ...]:
    """The bonuses in the order of branches and categories, under their full names.

    Raises:
        RuleError: they are no triples of branch, category and points, or fall as categories rise.
    """
    if not isinstance(bonuses, tuple | list):
        raise RuleError(_no_bonus(bonuses))
    found: dict[tuple[int, int], int] = {}
    for bonus in bonuses:
        place, points = _checked_bonus(bonus)
        if place in found:
            message = f"branch_bonus names {CATEGORIES[place[1]]} at the {BRANCHES[place[0]]} twice"
            raise RuleError(message)
        found[place] = points
    for number, branch in enumerate(BRANCHES):
        row = [(name, found.get((number, CATEGORIES.index(name)), 0)) for name in _possible(branch)]
        for (below, less), (above, more) in pairwise(row):
            if more < less:
                message = (
                    f"branch_bonus pays {less} for {below} at the {branch} and {more} for {above}, "
                    f"which is stronger: give {above} {less} or more"
                )
                raise RuleError(message)
    return tuple(
        (BRANCHES[branch], CATEGORIES[category], points)
        for (branch, category), points in sorted(found.items())
    )


def _checked_bonus(bonus: object) -> tuple[tuple[int, int], int]:
    """Branch and category by their numbers, and the points."""
    if not isinstance(bonus, tuple | list) or len(bonus) != 3:
        raise RuleError(_no_bonus(bonus))
    branch, name, points = bonus
    if branch not in BRANCHES or not isinstance(name, str):
        raise RuleError(_no_bonus(bonus))
    category = parse_category(name)
    if category not in _possible(branch):
        message = (
            f"branch_bonus {bonus!r}: the {branch} of a normal hand is one of "
            f"{', '.join(_possible(branch))}"
        )
        raise RuleError(message)
    if not _is_points(points) or not 1 <= points <= MOST_BONUS:
        message = (
            f"branch_bonus {bonus!r}: points are a whole number from 1 to {MOST_BONUS}, "
            f"not {points!r}"
        )
        raise RuleError(message)
    return (BRANCHES.index(branch), CATEGORIES.index(category)), points


def _possible(branch: str) -> tuple[str, ...]:
    """Categories that a normal hand can lay at a branch."""
    return _OF_TOP if branch == "top" else CATEGORIES[: _LAST_NORMAL + 1]


def _no_bonus(bonus: object) -> str:
    return (
        "branch_bonus holds triples of branch, category and points, such as "
        f"('top', 'three of a kind', 3), not {bonus!r}"
    )


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
