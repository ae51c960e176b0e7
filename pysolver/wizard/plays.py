"""The cards of a view as they came up: which wizard and jester each is; plays that cannot be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pysolver import native
from pysolver.cards import Card
from pysolver.errors import CardError, RuleError
from pysolver.wizard.rules import text_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_SUIT_NAMES: Final = ("clubs", "diamonds", "hearts", "spades")


def name_cards(
    players: int,
    seat: int,
    hand: tuple[Card, ...],
    turned: Card | None,
    plays: tuple[Card, ...],
    trump: int,
) -> tuple[tuple[Card, ...], Card | None, tuple[Card, ...]]:
    """The same cards, every wizard and jester under one id of its own; refuses impossible plays."""
    table = _Table(players, seat)
    hand = table.take(hand)
    try:
        up = table.take(() if turned is None else (turned,))
    except CardError as error:
        message = f"{error}, and one was turned up"
        raise CardError(message) from None
    if up and up[0] in hand:
        message = f"{str(turned)!r} was turned up and stands in the hand"
        raise CardError(message)
    table.held, table.hand, table.up = list(hand), hand, up
    leader = 0
    for start in range(0, len(plays), players):
        trick = [
            table.play((leader + place) % players, card)
            for place, card in enumerate(plays[start : start + players])
        ]
        table.trick.clear()
        if len(trick) == players:
            leader = (leader + native.wizard.trick_winner(bytes(trick), trump)) % players
    return hand, up[0] if up else None, tuple(table.found)


class _Table:
    """The cards as they come up, to say what is wrong with them."""

    def __init__(self, players: int, seat: int) -> None:
        self.players, self.seat = players, seat
        self.free = {True: list(range(55, 51, -1)), False: list(range(59, 55, -1))}
        self.hand: tuple[Card, ...] = ()
        self.up: tuple[Card, ...] = ()
        self.held: list[Card] = []
        self.found: list[Card] = []
        self.trick: list[Card] = []
        self.missing: dict[tuple[int, int], int] = {}

    def take(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """The cards, each wizard and jester under the next id of its kind."""
        return tuple(map(self._take, cards))

    def _take(self, card: Card) -> Card:
        if card.suit is not None:
            return card
        numbers = self.free[card.is_wizard]
        if not numbers:
            kind = "wizard" if card.is_wizard else "jester"
            message = f"a fifth {kind}: the deck holds four"
            raise CardError(message)
        return Card(numbers.pop())

    def play(self, at: int, card: Card) -> Card:
        """The card that a seat plays, if it can have done so."""
        number = len(self.found) // self.players + 1
        led = _led_suit(self.trick)
        played = self._own(card, led, number) if at == self.seat else self._other(at, card, number)
        if led is not None and played.suit not in (None, led):
            self.missing.setdefault((at, led), number)
        self.trick.append(played)
        self.found.append(played)
        return played

    def _own(self, card: Card, led: int | None, number: int) -> Card:
        played = next((c for c in self.held if _alike(c, card)), None)
        if played is None:
            message = _not_held(card, self.hand, self.found, number, self.seat)
            raise RuleError(message)
        follow = next((c for c in self.held if led is not None and c.suit == led), None)
        if led is not None and follow is not None and played.suit not in (None, led):
            message = (
                f"trick {number}: seat {self.seat} revokes with {str(card)!r}, for it holds "
                f"{str(follow)!r} and {_SUIT_NAMES[led]} were led"
            )
            raise RuleError(message)
        self.held.remove(played)
        return played

    def _other(self, at: int, card: Card, number: int) -> Card:
        if card.suit is None:
            return self._take(card)
        if card in self.hand or card in self.up:
            where = "was turned up" if card in self.up else f"was dealt to seat {self.seat}"
            message = f"trick {number}: it is seat {at}'s turn, and {str(card)!r} {where}"
            raise RuleError(message)
        since = self.missing.get((at, card.suit))
        if since is not None:
            message = (
                f"trick {number}: seat {at} plays {str(card)!r} but did not follow "
                f"{_SUIT_NAMES[card.suit]} in trick {since}: a revoke, or out of turn"
            )
            raise RuleError(message)
        return card


def _alike(a: Card, b: Card) -> bool:
    return a == b if a.suit is not None else a.is_wizard == b.is_wizard and b.suit is None


def _led_suit(trick: Sequence[Card]) -> int | None:
    """The suit to follow: that of the first card that is no jester, none after a wizard."""
    for card in trick:
        if not card.is_jester:
            return card.suit
    return None


def _not_held(
    card: Card, hand: Sequence[Card], found: Sequence[Card], number: int, seat: int
) -> str:
    if any(_alike(c, card) for c in hand):
        why = "it was played before" if any(_alike(c, card) for c in found) else "all are played"
    else:
        why = f"its hand is {text_of(hand)}"
    return (
        f"trick {number}: it is seat {seat}'s turn, and {str(card)!r} is not what it holds: {why}"
    )
