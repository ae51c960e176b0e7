"""Slow, obvious counterparts of the search: all deals that fit a view, and endings played out."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from tests.oracles import wizard as referee

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Hands = tuple[frozenset[int], ...]


def fitting_deals(
    players: int,
    seat: int,
    hand: Sequence[int],
    turned: int | None,
    plays: Sequence[int],
    trump: int | None,
) -> Iterator[Hands]:
    """Every way to hold the cards still unseen that goes with the plays, one by one.

    The four wizards count as different, and so do the jesters.
    """
    needs, missing = needs_and_voids(players, len(hand), plays, trump)
    seen = {*hand, *plays} | ({turned} if turned is not None else set())
    unseen = [card for card in range(60) if card not in seen]
    held = frozenset(hand) - set(plays)

    def deal(at: int, left: frozenset[int], hands: tuple[frozenset[int], ...]) -> Iterator[Hands]:
        if at == players:
            yield hands
            return
        if at == seat:
            yield from deal(at + 1, left, (*hands, held))
            return
        allowed = [card for card in sorted(left) if referee.suit_of(card) not in missing[at]]
        for chosen in combinations(allowed, needs[at]):
            yield from deal(at + 1, left - set(chosen), (*hands, frozenset(chosen)))

    yield from deal(0, frozenset(unseen), ())


def needs_and_voids(
    players: int, size: int, plays: Sequence[int], trump: int | None
) -> tuple[list[int], list[set[int | None]]]:
    """Cards each seat still holds, and the suits it has shown not to hold."""
    needs = [size] * players
    missing: list[set[int | None]] = [set() for _ in range(players)]
    leader = 0
    for first in range(0, len(plays), players):
        trick = plays[first : first + players]
        for place, card in enumerate(trick):
            owner = (leader + place) % players
            needs[owner] -= 1
            suit = referee.suit_to_follow(trick[:place])
            own = referee.suit_of(card)
            if suit is not None and own is not None and own != suit:
                missing[owner].add(suit)
        if len(trick) == players:
            leader = (leader + referee.winner(trick, trump)) % players
    return needs, missing


def scores_after(
    hands: Hands,
    seat: int,
    card: int,
    trick: Sequence[int],
    leader: int,
    trump: int | None,
    bid: int,
    taken: int,
) -> set[int]:
    """The points that the seat on turn may end with after a card, whatever anybody plays then."""
    players = len(hands)
    found: set[int] = set()

    def play(
        hands: Hands, trick: tuple[int, ...], leader: int, mine: int, forced: int | None
    ) -> None:
        if len(trick) == players:
            leader = (leader + referee.winner(trick, trump)) % players
            mine += leader == seat
            trick = ()
            if not any(hands):
                found.add(referee.score(bid, mine))
                return
        turn = (leader + len(trick)) % players
        options = [forced] if forced is not None else referee.legal(sorted(hands[turn]), trick)
        for option in options:
            left = (*hands[:turn], hands[turn] - {option}, *hands[turn + 1 :])
            play(left, (*trick, option), leader, mine, None)

    play(hands, tuple(trick), leader, taken, card)
    return found


def max_n(
    hands: Hands,
    trick: tuple[int, ...],
    leader: int,
    trump: int | None,
    bids: Sequence[int],
    tricks: tuple[int, ...],
) -> tuple[int, ...]:
    """What every seat scores when all hands are open and each plays for the own points.

    Of cards that are worth the same to their player the lowest id is played.
    """
    players = len(hands)
    if len(trick) == players:
        leader = (leader + referee.winner(trick, trump)) % players
        tricks = tuple(count + (at == leader) for at, count in enumerate(tricks))
        trick = ()
    if not any(hands):
        return tuple(map(referee.score, bids, tricks))
    turn = (leader + len(trick)) % players
    best: tuple[int, ...] | None = None
    for card in referee.legal(sorted(hands[turn]), trick):
        left = (*hands[:turn], hands[turn] - {card}, *hands[turn + 1 :])
        value = max_n(left, (*trick, card), leader, trump, bids, tricks)
        if best is None or value[turn] > best[turn]:
            best = value
    assert best is not None
    return best
