"""Wizard as its rules say it, card by card, with nothing but plain Python.

Cards are ids: 4*rank + suit, 52 to 55 wizards, 56 to 59 jesters; a trump is 0 to 3 or None.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from itertools import permutations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

DECK = 60


def is_wizard(card: int) -> bool:
    return 52 <= card <= 55


def is_jester(card: int) -> bool:
    return card >= 56


def suit_of(card: int) -> int | None:
    return card % 4 if card < 52 else None


def suit_to_follow(trick: Sequence[int]) -> int | None:
    """Jesters leave the suit to the next card; a wizard before any suit card frees everybody."""
    for card in trick:
        if is_wizard(card):
            return None
        if not is_jester(card):
            return suit_of(card)
    return None


def legal(hand: Sequence[int], trick: Sequence[int]) -> list[int]:
    suit = suit_to_follow(trick)
    if suit is None or all(suit_of(card) != suit for card in hand):
        return list(hand)
    return [card for card in hand if suit_of(card) in (suit, None)]


def winner(trick: Sequence[int], trump: int | None) -> int:
    for place, card in enumerate(trick):
        if is_wizard(card):
            return place
    for suit in (trump, suit_to_follow(trick)):
        if suit is not None:
            places = [i for i, card in enumerate(trick) if suit_of(card) == suit]
            if places:
                return max(places, key=lambda i: trick[i])
    return 0


def score(bid: int, tricks: int) -> int:
    return 20 + 10 * tricks if bid == tricks else -10 * abs(bid - tricks)


@dataclass
class OracleRound:
    """A round with all hands known."""

    hands: list[list[int]]
    trump: int | None
    bids: list[int] = field(default_factory=list)
    leader: int = 0
    trick: list[int] = field(default_factory=list)
    tricks: list[int] = field(default_factory=list)
    voids: list[set[int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.tricks = [0] * len(self.hands)
        self.voids = [set() for _ in self.hands]

    @property
    def turn(self) -> int | None:
        if not self.trick and not any(self.hands):
            return None
        return (self.leader + len(self.trick)) % len(self.hands)

    def play(self, card: int) -> None:
        seat = self.turn
        assert seat is not None
        assert card in legal(self.hands[seat], self.trick)
        suit = suit_to_follow(self.trick)
        if suit is not None and suit_of(card) not in (suit, None):
            self.voids[seat].add(suit)
        self.hands[seat].remove(card)
        self.trick.append(card)
        if len(self.trick) == len(self.hands):
            self.leader = (self.leader + winner(self.trick, self.trump)) % len(self.hands)
            self.tricks[self.leader] += 1
            self.trick = []


def deal(players: int, size: int, chance: random.Random) -> tuple[list[list[int]], int | None]:
    cards = chance.sample(range(DECK), DECK)
    hands = [cards[seat * size : (seat + 1) * size] for seat in range(players)]
    return hands, cards[players * size] if players * size < DECK else None


def first_round_chance(
    players: int,
    turned: int,
    trump: int | None,
    own: int,
    bids: Sequence[int],
    bid_of: dict[tuple[int, tuple[int, ...]], int],
) -> Fraction | None:
    """The chance of the seat after these bids, by every deal; None if no deal explains them.

    ``bid_of`` gives the bid with a card after bids for the seats before.
    """
    from fractions import Fraction

    seat = len(bids)
    unseen = [card for card in range(DECK) if card not in (turned, own)]
    deals = won = 0
    for others in permutations(unseen, players - 1):
        cards = [*others[:seat], own, *others[seat:]]
        if all(bid_of[cards[i], tuple(bids[:i])] == bids[i] for i in range(seat)):
            deals += 1
            won += winner(cards, trump) == seat
    return Fraction(won, deals) if deals else None
