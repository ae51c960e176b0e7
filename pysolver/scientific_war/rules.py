"""The options of Scientific War, and what a trick comes to.

The rules themselves stand at the top of ``pysolver.scientific_war``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, Literal, Self

from pysolver import native
from pysolver.checks import shown, whole_number
from pysolver.errors import RuleError
from pysolver.scientific_war.notation import JOKER, RANKS, codes, in_order, read_cards

if TYPE_CHECKING:
    from pysolver._core import CData

__all__ = ["JOKER", "RANKS", "Rules", "TrickOutcome", "resolve"]

FEWEST_PLAYERS: Final = 2
MOST_PLAYERS: Final = native.scientific_war.SEATS
MOST_TRICKS: Final = native.scientific_war.MOST_TRICKS
REVERSALS: Final = ("now", "next")


@dataclass(frozen=True, slots=True)
class Rules:
    """Options of the game.

    Attributes:
        players: 2 … 8.
        ranks: the ranks that each player is dealt once, any of ``23456789TJQKA``; kept weakest
            first.
        jokers: jokers of each player, 0 or 1.
        trick_limit: tricks after which the most cards win, 1 … 1,000,000; None for no limit.
        reversal: ``"now"``: a jack turns the order in its own trick already; ``"next"``: from the
            next trick on.
        powers: whether jack, queen, three and eight do what they do.

    Raises:
        RuleError: an option is out of range.
        TypeError: an option is of the wrong type.
    """

    players: int = 2
    ranks: str = RANKS
    jokers: int = 1
    trick_limit: int | None = 50
    reversal: Literal["now", "next"] = "now"
    powers: bool = True

    def __post_init__(self) -> None:
        set_field = object.__setattr__
        set_field(
            self, "players", whole_number(self.players, "players", FEWEST_PLAYERS, MOST_PLAYERS)
        )
        set_field(self, "jokers", whole_number(self.jokers, "jokers", 0, 1))
        if self.trick_limit is not None:
            limit = whole_number(self.trick_limit, "trick_limit", 1, MOST_TRICKS)
            set_field(self, "trick_limit", limit)
        if self.reversal not in REVERSALS:
            message = f"reversal is 'now' or 'next', not {shown(self.reversal)}"
            raise RuleError(message)
        if not isinstance(self.powers, bool):
            message = f"powers is True or False, not {shown(self.powers)}"
            raise TypeError(message)
        set_field(self, "ranks", _read_ranks(self.ranks))

    @classmethod
    def of_deck(cls, deck: str, **options: Any) -> Self:
        """The rules for a deck in writing: ``"8JQKA"`` without, ``"8JQKAX"`` with jokers.

        Raises:
            CardError: a character stands for no card.
            RuleError: a card stands twice, or there is no rank.
        """
        cards = read_cards(deck, "the deck")
        if cards.count(JOKER) > 1:
            message = f"the deck {shown(deck)} has the joker twice; each card stands once"
            raise RuleError(message)
        ranks = cards.replace(JOKER, "")
        return cls(ranks=ranks, jokers=len(cards) - len(ranks), **options)

    @property
    def deck(self) -> str:
        """What each player is dealt: ``"8JQKAX"``."""
        return self.ranks + JOKER * self.jokers

    def to_dict(self) -> dict[str, Any]:
        """The options as JSON-ready values."""
        return {
            "players": self.players,
            "ranks": self.ranks,
            "jokers": self.jokers,
            "trick_limit": self.trick_limit,
            "reversal": self.reversal,
            "powers": self.powers,
        }

    @classmethod
    def from_dict(cls, options: dict[str, Any]) -> Self:
        """The rules of a ``to_dict``; what is left out is the default.

        Raises:
            RuleError: an option that does not exist, or is out of range.
            TypeError: no dictionary, or an option is of the wrong type.
        """
        if not isinstance(options, dict):
            message = f"rules are an object with {', '.join(cls.__slots__)}, not {shown(options)}"
            raise TypeError(message)
        for name in options:
            if name not in cls.__slots__:
                message = f"{shown(name)} is no option: there are {', '.join(cls.__slots__)}"
                raise RuleError(message)
        return cls(**options)

    def core(self) -> CData:
        """The options as the core takes them; it does not change them."""
        return _core(self)


@lru_cache(maxsize=64)
def _core(rules: Rules) -> CData:
    return native.scientific_war.rules_of(
        players=rules.players,
        ranks=sum(1 << rank for rank in codes(rules.ranks)),
        jokers=rules.jokers,
        trick_limit=rules.trick_limit or 0,
        reversal=native.scientific_war.REVERSALS[rules.reversal],
        powers=rules.powers,
    )


def _read_ranks(ranks: object) -> str:
    if not isinstance(ranks, str | Iterable):
        message = f"ranks is a string of {RANKS}, not {shown(ranks)}"
        raise TypeError(message)
    found = in_order(read_cards(ranks, "ranks"))
    if JOKER in found:
        message = f"ranks {shown(ranks)} has a joker among them: that is jokers=1"
        raise RuleError(message)
    for rank in found:
        if found.count(rank) > 1:
            message = f"ranks {shown(ranks)} has {rank} twice; each rank stands once"
            raise RuleError(message)
    if not found:
        message = f"ranks has at least one of {RANKS}, not {shown(ranks)}"
        raise RuleError(message)
    return found


@dataclass(frozen=True, slots=True)
class TrickOutcome:
    """What a trick comes to.

    Attributes:
        winner: the place of the card that takes it, counted from 0; None for a dispute.
        reversed: whether the deuce is high afterwards.
        peeker: the place of a lone queen, whose player chooses last in the next trick if he still
            has cards; None without one.
    """

    winner: int | None
    reversed: bool
    peeker: int | None

    def __str__(self) -> str:
        takes = "dispute" if self.winner is None else f"card {self.winner + 1} takes the trick"
        order = "deuce high" if self.reversed else "ace high"
        peeks = "" if self.peeker is None else f", who played card {self.peeker + 1} picks last"
        return f"{takes}; {order}{peeks}"

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready."""
        return {"winner": self.winner, "reversed": self.reversed, "peeker": self.peeker}


def resolve(
    ranks: str | Iterable[str],
    *,
    reversed: bool = False,  # noqa: A002  (the word for it)
    rules: Rules | None = None,
) -> TrickOutcome:
    """What the cards of one trick come to.

    Args:
        ranks: two to eight cards in the order of their players, ``"JJA"`` or ``["J", "J", "A"]``;
            ``X`` is the joker.
        reversed: whether the deuce is high before the trick.
        rules: ``reversal``, ``powers`` and the deck are used.

    Raises:
        CardError: a card cannot be read.
        RuleError: a card is not in the deck, or there are too few or too many.
    """
    rules = DEFAULT_RULES if rules is None else rules
    cards = read_cards(ranks, "ranks")
    if not FEWEST_PLAYERS <= len(cards) <= MOST_PLAYERS:
        message = (
            f"a trick has {FEWEST_PLAYERS} to {MOST_PLAYERS} cards, not {len(cards)}: {cards!r}"
        )
        raise RuleError(message)
    if not isinstance(reversed, bool):
        message = f"reversed is True or False, not {shown(reversed)}"
        raise TypeError(message)
    for card in cards:
        if card not in rules.deck:
            message = f"{card} in {cards!r} is not in the deck {rules.deck}"
            raise RuleError(message)
    winner, after, peeker = native.scientific_war.resolve(
        rules.core(), bytes(codes(cards)), reverse=reversed
    )
    return TrickOutcome(winner if winner >= 0 else None, after, peeker if peeker >= 0 else None)


DEFAULT_RULES: Final = Rules()
