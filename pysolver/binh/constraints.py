"""What a player wants of an arrangement, whatever it costs.

``Constraints`` holds the wishes; ``wishes`` takes them apart for a hand, one by one, so that those
that conflict can be named.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Protocol, SupportsIndex, TypeAlias

from pysolver import native
from pysolver.binh.rules import BRANCHES
from pysolver.binh.strength import CATEGORIES
from pysolver.cards import Card, CardsLike, format_cards, parse_cards
from pysolver.errors import CardError, RuleError
from pysolver.wording import listed

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

GroupsLike: TypeAlias = CardsLike | Iterable[CardsLike]
"""One group of cards, or several groups."""

_SHORT_FORMS: Final = {
    "high": "high card",
    "pair": "one pair",
    "two pairs": "two pair",
    "three": "three of a kind",
    "trips": "three of a kind",
    "triple": "three of a kind",
    "set": "three of a kind",
    "full": "full house",
    "boat": "full house",
    "four": "four of a kind",
    "quads": "four of a kind",
}


@dataclass(frozen=True, slots=True, init=False)
class Constraints:
    """Wishes that an arrangement has to fulfil.

    Attributes:
        top, middle, bottom: cards that lie in that branch.
        together: groups of cards, each whole in one branch.
        apart: groups of cards, no two of a group in one branch.
        least: the weakest category that a branch may have, by branch: ``{"top": "one pair"}``.
        most: the strongest category that a branch may have, by branch.

    >>> print(Constraints(top="Ah", together=["Kd Kc"], least={"bottom": "flush"}))
    top has Ah; Kd and Kc together; bottom at least flush
    """

    top: tuple[Card, ...]
    middle: tuple[Card, ...]
    bottom: tuple[Card, ...]
    together: tuple[tuple[Card, ...], ...]
    apart: tuple[tuple[Card, ...], ...]
    least: dict[str, str] = field(hash=False)
    most: dict[str, str] = field(hash=False)

    def __init__(
        self,
        top: CardsLike = (),
        middle: CardsLike = (),
        bottom: CardsLike = (),
        together: GroupsLike = (),
        apart: GroupsLike = (),
        least: Mapping[str, str] = {},
        most: Mapping[str, str] = {},
    ) -> None:
        """Read the wishes.

        Args:
            top: cards in any notation; more than three are a wish that no split fulfils.
            middle: likewise; more than five.
            bottom: likewise.
            together: a group of cards (``"Kd Kc"``) or several (``["Kd Kc", "Ah As"]``), each of
                two cards at least.
            apart: likewise.
            least: a category by branch: one of ``pysolver.binh.strength.CATEGORIES``, or a short
                form such as ``"pair"``, ``"trips"``, ``"full"``, ``"quads"``.
            most: likewise.

        Raises:
            CardError: a piece is no card, a card is fixed to two branches or stands twice in a
                group, or a group has fewer than two cards.
            RuleError: an unknown branch or category.
            TypeError: not cards, groups or a mapping at all.
        """
        fixed: dict[Card, str] = {}
        for branch, wanted in zip(BRANCHES, (top, middle, bottom), strict=True):
            cards = parse_cards(wanted)
            for card in cards:
                if card in fixed:
                    message = (
                        f"{str(card)!r} is fixed to the {fixed[card]} and to the {branch}: "
                        "a card lies in one branch"
                    )
                    raise CardError(message)
                fixed[card] = branch
            object.__setattr__(self, branch, cards)
        object.__setattr__(self, "together", _groups(together, "together"))
        object.__setattr__(self, "apart", _groups(apart, "apart"))
        object.__setattr__(self, "least", _categories(least, "least"))
        object.__setattr__(self, "most", _categories(most, "most"))

    def __bool__(self) -> bool:
        """Whether there is any wish."""
        return bool(self._all())

    def __str__(self) -> str:
        return "; ".join(map(str, self._all())) or "no constraints"

    def to_dict(self) -> dict[str, Any]:
        """The fields as JSON-ready values, cards as texts."""
        return {
            **{branch: list(map(str, getattr(self, branch))) for branch in BRANCHES},
            "together": [list(map(str, group)) for group in self.together],
            "apart": [list(map(str, group)) for group in self.apart],
            "least": dict(self.least),
            "most": dict(self.most),
        }

    def wishes(self, hand: Iterable[Card]) -> tuple[Wish, ...]:
        """The wishes one by one; a card fixed to a branch is a wish of its own.

        Raises:
            CardError: a wish names a card that the hand does not hold.
        """
        held = set(hand)
        named: dict[Card, str] = {}
        for branch in BRANCHES:
            named |= dict.fromkeys(getattr(self, branch), branch)
        for kind in ("together", "apart"):
            for group in getattr(self, kind):
                named |= dict.fromkeys(group, kind)
        for card, place in named.items():
            if card not in held:
                message = (
                    f"{str(card)!r} ({place}) is not in the hand: constraints name cards of "
                    f"{format_cards(sorted(held, reverse=True))}"
                )
                raise CardError(message)
        return self._all()

    def _all(self) -> tuple[Wish, ...]:
        found: list[Wish] = []
        for number, branch in enumerate(BRANCHES):
            found += [Has(number, card) for card in getattr(self, branch)]
        found += [Together(group) for group in self.together]
        found += [Apart(group) for group in self.apart]
        for number, branch in enumerate(BRANCHES):
            if branch in self.least:
                found.append(Least(number, CATEGORIES.index(self.least[branch])))
            if branch in self.most:
                found.append(Most(number, CATEGORIES.index(self.most[branch])))
        return tuple(found)


def parse_category(name: str) -> str:
    """One of the nine categories, from its name or a short form.

    Raises:
        RuleError: there is no such category.
        TypeError: the name is no text.

    >>> parse_category("Trips")
    'three of a kind'
    """
    if not isinstance(name, str):
        message = f"a category is a text such as 'pair' or 'flush', not {name!r}"
        raise TypeError(message)
    plain = " ".join(name.lower().replace("-", " ").replace("_", " ").split())
    plain = _SHORT_FORMS.get(plain, plain)
    if plain not in CATEGORIES:
        message = f"{name!r} is no category: it is one of {', '.join(CATEGORIES)}"
        raise RuleError(message)
    return plain


def _categories(wanted: Mapping[str, str], what: str) -> dict[str, str]:
    if not isinstance(wanted, Mapping):
        message = f"{what} maps branches to categories, {{'top': 'pair'}}, and is not {wanted!r}"
        raise TypeError(message)
    for branch in wanted:
        if branch not in BRANCHES:
            message = f"{branch!r} is no branch: {what} names top, middle or bottom"
            raise RuleError(message)
    return {branch: parse_category(wanted[branch]) for branch in BRANCHES if branch in wanted}


def _groups(wanted: GroupsLike, what: str) -> tuple[tuple[Card, ...], ...]:
    """The groups: a text, or an iterable in which every item is one card, is a single group."""
    if isinstance(wanted, str):
        groups = [parse_cards(wanted)] if wanted.strip() else []
    elif isinstance(wanted, Iterable) and not isinstance(wanted, bytes | bytearray | memoryview):
        pieces = list(wanted)
        groups = [
            parse_cards((piece,) if isinstance(piece, str | SupportsIndex) else piece)
            for piece in pieces
        ]
        if len(groups) > 1 and all(len(group) == 1 for group in groups):
            groups = [parse_cards([card for group in groups for card in group])]
    else:
        message = f"{what} is a group of cards or several, ['Kd Kc', 'Ah As'], not {wanted!r}"
        raise TypeError(message)
    for group in groups:
        if len(group) < 2:
            shown = format_cards(group) or "none"
            message = f"a group {what} has two cards at least, as in 'Kd Kc'; here: {shown}"
            raise CardError(message)
    return tuple(groups)


# ---- wishes ----

if TYPE_CHECKING:
    Ints: TypeAlias = npt.NDArray[np.int64]
    Flags: TypeAlias = npt.NDArray[np.bool_]


class Wish(Protocol):
    """One thing that a split has to fulfil, decided for each of its branches alone."""

    def allows(self, branch: int, cards: Ints, strengths: Ints) -> Flags:
        """Which of some candidates may be that branch.

        Args:
            branch: 0 top, 1 middle, 2 bottom.
            cards: the candidates as sets of cards, bit i for the card with id i, shape (n,).
            strengths: their strengths, shape (n,).
        """

    def __str__(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Has:
    """A card lies in a branch."""

    branch: int
    card: Card

    def allows(self, branch: int, cards: Ints, strengths: Ints) -> Flags:  # noqa: ARG002
        """Candidates for that branch that hold the card, for others those without it."""
        found: Flags = (cards >> int(self.card) & 1) == (branch == self.branch)
        return found

    def __str__(self) -> str:
        return f"{BRANCHES[self.branch]} has {self.card}"


@dataclass(frozen=True, slots=True)
class Together:
    """Cards lie in one branch, whichever it is."""

    cards: tuple[Card, ...]

    def allows(self, branch: int, cards: Ints, strengths: Ints) -> Flags:  # noqa: ARG002
        """Candidates that hold all of them or none: of three such branches one holds all."""
        whole = _bits(self.cards)
        part = cards & whole
        found: Flags = (part == 0) | (part == whole)
        return found

    def __str__(self) -> str:
        return f"{listed(list(map(str, self.cards)))} together"


@dataclass(frozen=True, slots=True)
class Apart:
    """No two of the cards lie in one branch."""

    cards: tuple[Card, ...]

    def allows(self, branch: int, cards: Ints, strengths: Ints) -> Flags:  # noqa: ARG002
        """Candidates that hold one of them at most."""
        part = cards & _bits(self.cards)
        found: Flags = (part & (part - 1)) == 0
        return found

    def __str__(self) -> str:
        return f"{listed(list(map(str, self.cards)))} apart"


@dataclass(frozen=True, slots=True)
class Least:
    """A branch is of a category at least, given by its number in CATEGORIES."""

    branch: int
    category: int

    def allows(self, branch: int, cards: Ints, strengths: Ints) -> Flags:  # noqa: ARG002
        """Candidates for that branch that are strong enough; any for the others."""
        return (strengths >= native.poker.CATEGORY_STARTS[self.category]) | (branch != self.branch)

    def __str__(self) -> str:
        return f"{BRANCHES[self.branch]} at least {CATEGORIES[self.category]}"


@dataclass(frozen=True, slots=True)
class Most:
    """A branch is of a category at most, given by its number in CATEGORIES."""

    branch: int
    category: int

    def allows(self, branch: int, cards: Ints, strengths: Ints) -> Flags:  # noqa: ARG002
        """Candidates for that branch that are weak enough; any for the others."""
        starts = (*native.poker.CATEGORY_STARTS, native.poker.STRENGTHS)
        return (strengths < starts[self.category + 1]) | (branch != self.branch)

    def __str__(self) -> str:
        return f"{BRANCHES[self.branch]} at most {CATEGORIES[self.category]}"


def _bits(cards: tuple[Card, ...]) -> int:
    return sum(1 << int(card) for card in cards)
