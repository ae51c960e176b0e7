"""What a card may do in Wizard. The rules themselves stand at the top of ``pysolver.wizard``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from pysolver import native
from pysolver.cards import SUIT_LETTERS, Card, format_cards, parse_cards
from pysolver.checks import shown, whole_number
from pysolver.errors import CardError, RuleError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pysolver.cards import CardsLike

FEWEST_PLAYERS: Final = 3
MOST_PLAYERS: Final = native.wizard.SEATS
DECK_SIZE: Final = native.wizard.DECK
MOST_CARDS: Final = native.wizard.MOST

Suit: TypeAlias = Literal["c", "d", "h", "s"]
SUITS: Final[tuple[Suit, ...]] = ("c", "d", "h", "s")
SUIT_WORDS: Final[dict[str, Suit]] = {
    "clubs": "c",
    "diamonds": "d",
    "hearts": "h",
    "spades": "s",
    "♣": "c",
    "♦": "d",
    "♥": "h",
    "♠": "s",
}


@dataclass(frozen=True, slots=True)
class Rules:
    """Options of the game.

    Attributes:
        hook: the last to bid may not make the bids add up to the tricks of the round.

    Raises:
        TypeError: the option is not True or False.
    """

    hook: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.hook, bool):
            message = f"hook is true or false, not {shown(self.hook)}"
            raise TypeError(message)

    def to_dict(self) -> dict[str, Any]:
        """The options as JSON-ready values."""
        return {"hook": self.hook}


DEFAULT_RULES: Final = Rules()


def rounds_of(players: int) -> int:
    """How many rounds a game has: 20, 15, 12 or 10 for 3, 4, 5 or 6 players."""
    return DECK_SIZE // check_players(players)


def check_players(players: object) -> int:
    """The number of players as an int; RuleError unless it is 3 to 6."""
    return whole_number(players, "players", FEWEST_PLAYERS, MOST_PLAYERS)


def parse_trump(trump: object) -> Suit | None:
    """A trump as ``"c"``, ``"d"``, ``"h"`` or ``"s"``; None for no trump.

    Words (``"hearts"``) and signs are read too, in any case.

    Raises:
        RuleError: the text is no suit.
        TypeError: it is neither text nor None.
    """
    if trump is None:
        return None
    if not isinstance(trump, str):
        message = f"trump is 'c', 'd', 'h', 's', or left out for none, not {shown(trump)}"
        raise TypeError(message)
    text = trump.strip().lower()
    if text in SUITS:
        return text
    if text in SUIT_WORDS:
        return SUIT_WORDS[text]
    message = f"{shown(trump)} is no suit: trump is 'c', 'd', 'h', 's', or left out for none"
    raise RuleError(message)


def trump_id(trump: Suit | None) -> int:
    """The suit of a trump as a number 0 to 3; -1 for none."""
    return native.wizard.NO_TRUMP if trump is None else SUIT_LETTERS.index(trump)


def legal_plays(hand: CardsLike, trick: CardsLike) -> tuple[Card, ...]:
    """The cards of a hand that may be played on the cards of a trick, in the hand's order.

    Args:
        hand: 1 to 20 cards still held.
        trick: the cards that lie, the first one led; empty for the leader.

    Raises:
        CardError: a card cannot be read or stands twice, or the hand is empty or too long.
        RuleError: the trick has six cards or more.

    >>> " ".join(map(str, legal_plays("7h 2c As N W", "N 5h")))
    '7h N W'
    """
    held = parse_cards(hand)
    if not 1 <= len(held) <= MOST_CARDS:
        message = f"a hand is 1 to {MOST_CARDS} cards, not {len(held)}"
        raise CardError(message)
    laid = parse_cards(trick)
    if len(laid) >= MOST_PLAYERS:
        message = f"{len(laid)} cards lie already: nobody is left to play"
        raise RuleError(message)
    for card in laid:
        if card.suit is not None and card in held:
            message = f"{str(card)!r} stands in the hand and in the trick"
            raise CardError(message)
    held_ids, laid_ids = name_specials(held, laid)
    return tuple(map(Card, native.wizard.legal_plays(held_ids, laid_ids)))


def trick_winner(trick: CardsLike, trump: str | None) -> int:
    """The index in the trick of the card that wins it; of an unfinished trick, wins so far.

    Args:
        trick: 1 to 6 cards, the first one led.
        trump: ``"c"``, ``"d"``, ``"h"``, ``"s"`` or None.

    Raises:
        CardError: a card cannot be read or stands twice.
        RuleError: no card or more than six, or ``trump`` is no suit.

    >>> trick_winner("N 5h 9s", None), trick_winner("3d W Ad W", "d")
    (1, 1)
    """
    cards = parse_cards(trick)
    if not 1 <= len(cards) <= MOST_PLAYERS:
        message = f"a trick is 1 to {MOST_PLAYERS} cards, not {len(cards)}"
        raise RuleError(message)
    return native.wizard.trick_winner(bytes(cards), trump_id(parse_trump(trump)))


def score(bid: int, tricks: int) -> int:
    """Points for a bid: 20 and 10 a trick if it is made, else -10 for each trick over or under.

    Raises:
        RuleError: a number is not in 0 to 20.

    >>> score(3, 3), score(2, 5)
    (50, -30)
    """
    return native.wizard.score(
        whole_number(bid, "bid", 0, MOST_CARDS), whole_number(tricks, "tricks", 0, MOST_CARDS)
    )


def name_specials(*groups: Iterable[Card]) -> tuple[bytes, ...]:
    """Ids of groups of cards in which no wizard and no jester has the id of another.

    The four wizards are all alike, and so are the jesters; texts that were read one by one give
    the same ids to those of different groups.

    Raises:
        CardError: five wizards, or five jesters.
    """
    free = {True: iter(range(52, 56)), False: iter(range(56, 60))}
    found = []
    for group in groups:
        ids = []
        for card in group:
            if card.suit is not None:
                ids.append(int(card))
                continue
            number = next(free[card.is_wizard], None)
            if number is None:
                kind = "wizard" if card.is_wizard else "jester"
                message = f"a fifth {kind}: the deck holds four"
                raise CardError(message)
            ids.append(number)
        found.append(bytes(ids))
    return tuple(found)


def text_of(cards: Iterable[Card]) -> str:
    """Cards as text that reads back: ``"W N As"``."""
    return format_cards(cards)
