"""The deals that the search plays out, against an enumeration of all that fit."""

from __future__ import annotations

import math
import random
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from pysolver import native
from pysolver.wizard.knowledge import model
from tests.oracles import wizard as referee
from tests.oracles import wizard_search as oracle

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

PATHS = range(native.core.BEST_PATH + 1)
NOTHING_IS_EVIDENCE: dict[str, Any] = {
    "survivors": 1,
    "bid_spread": 0.0,
    "bid_wide": 0.0,
    "bid_floor": 1.0,
    "play_noise": 1.0,
    "sharpness": 0.3,
    "own_style": native.wizard.LEARNED,
    "styles": (0.5, 0.1, 0.4),
}


class Position:
    """A random round played at random up to some play, and one seat's view of it."""

    def __init__(self, players: int, size: int, played: int, seed: int) -> None:
        chance = random.Random(seed)
        hands, turned = referee.deal(players, size, chance)
        self.players, self.size, self.turned = players, size, turned
        suit = None if turned is None else referee.suit_of(turned)
        if turned is not None and referee.is_wizard(turned):
            suit = chance.randrange(4)
        self.trump = suit
        self.bids = [chance.randrange(size + 1) for _ in range(players)]
        game = referee.OracleRound([list(hand) for hand in hands], suit)
        self.plays: list[int] = []
        while len(self.plays) < played:
            turn = game.turn
            assert turn is not None
            card = chance.choice(referee.legal(game.hands[turn], game.trick))
            game.play(card)
            self.plays.append(card)
        assert game.turn is not None
        self.seat = game.turn
        self.hands = [list(hand) for hand in hands]
        self.hand = self.hands[self.seat]

    def view(self) -> native.wizard.View:
        return native.wizard.View(
            self.players,
            bytes(self.hand),
            seat=self.seat,
            turned=self.turned,
            trump=-1 if self.trump is None else self.trump,
            bids=self.bids,
            plays=bytes(self.plays),
        )

    def fitting(self) -> Iterator[oracle.Hands]:
        return oracle.fitting_deals(
            self.players, self.seat, self.hand, self.turned, self.plays, self.trump
        )

    def all_deals(self) -> list[oracle.Hands]:
        return list(self.fitting())


def deals_of(
    position: Position, count: int, *, candidates: int = 1, seed: int = 1, path: int = 0
) -> tuple[bytes, ...]:
    settings = native.wizard.Settings(deals=count, candidates=candidates, **NOTHING_IS_EVIDENCE)
    return native.wizard.fitting_deals(
        position.view(), model(position.players), settings, seed, path=path
    )


def hands_of(owners: bytes, players: int) -> oracle.Hands:
    return tuple(
        frozenset(card for card in range(60) if owners[card] == seat) for seat in range(players)
    )


def check_fit(position: Position, owners: bytes) -> None:
    players = position.players
    needs, missing = oracle.needs_and_voids(players, position.size, position.plays, position.trump)
    hands = hands_of(owners, players)
    assert hands[position.seat] == set(position.hand) - set(position.plays)
    gone = {*position.plays, position.turned}
    for seat, hand in enumerate(hands):
        assert len(hand) == needs[seat]
        assert not hand & gone
        assert not {referee.suit_of(card) for card in hand} & (missing[seat] - {None})


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_every_deal_fits_what_was_seen(players: int) -> None:
    most = 60 // players
    for seed in range(60):
        chance = random.Random(1000 * players + seed)
        size = chance.randint(2, most)
        position = Position(players, size, chance.randrange(players * size), seed)
        for owners in deals_of(position, 20, candidates=chance.choice([1, 3]), seed=seed):
            check_fit(position, owners)


@pytest.mark.parametrize("players", [3, 6])
def test_many_voids_still_find_a_deal(players: int) -> None:
    """Late in a long round few deals are left; one is found each time, and none is refused."""
    size = 60 // players
    for seed in range(60):
        position = Position(players, size, players * (size - 3) + seed % players, seed)
        for owners in deals_of(position, 8, candidates=2, seed=seed):
            check_fit(position, owners)


def chi_square(counts: Counter[oracle.Hands], deals: Sequence[oracle.Hands], total: int) -> float:
    mean = total / len(deals)
    return sum((counts[deal] - mean) ** 2 for deal in deals) / mean


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    ("players", "size", "played", "seed"),
    [
        (3, 20, 57, 1),
        (3, 20, 54, 2),
        (4, 15, 56, 3),
        (4, 15, 53, 8),
        (5, 12, 53, 5),
        (6, 10, 53, 6),
        # Dealing seat by seat gets stuck in more than five of six tries: card by card instead.
        (4, 15, 47, 39),
        (5, 12, 44, 354),
        (5, 12, 47, 217),
    ],
)
def test_all_deals_are_equally_likely(
    players: int, size: int, played: int, seed: int, path: int
) -> None:
    """Without evidence but voids, the last round's few deals all come out, each as often."""
    position = Position(players, size, played, seed)
    deals = position.all_deals()
    assert 2 <= len(deals) <= 2000
    drawn = 20 * len(deals) + 1000
    counts = Counter(
        hands_of(owners, players)
        for owners in deals_of(position, drawn, candidates=4, seed=9, path=path)
    )
    assert set(counts) <= set(deals)
    # Weighting and resampling make the counts of each deal a little less even than a plain draw.
    freedom = len(deals) - 1
    assert chi_square(counts, deals, drawn) < 2 * (freedom + 5 * math.sqrt(2 * freedom))


def test_every_seat_gets_every_card_as_often() -> None:
    """No void: each unseen card is held by each other seat with the same chance."""
    position = Position(4, 5, 0, 3)
    assert position.turned is not None
    owners = deals_of(position, 20_000, seed=4)
    unseen = set(range(60)) - set(position.hand) - {position.turned}
    for seat in range(4):
        if seat == position.seat:
            continue
        for card in unseen:
            held = sum(deal[card] == seat for deal in owners)
            mean = 20_000 * 5 / len(unseen)
            assert abs(held - mean) < 5 * math.sqrt(mean)


def test_seeds_and_paths() -> None:
    position = Position(5, 8, 23, 11)
    first = deals_of(position, 50, candidates=3, seed=1)
    assert all(deals_of(position, 50, candidates=3, seed=1, path=path) == first for path in PATHS)
    assert deals_of(position, 50, candidates=3, seed=2) != first


def test_bids_are_evidence() -> None:
    """A seat that bid high holds more wizards in the deals than one that bid nothing."""
    hand = bytes([0, 5, 10, 15, 20])
    settings = native.wizard.Settings(
        deals=2000, candidates=6, **{**NOTHING_IS_EVIDENCE, "bid_spread": 0.6, "bid_floor": 0.01}
    )
    view = native.wizard.View(4, hand, seat=2, turned=51, trump=3, bids=(4, 0))
    deals = native.wizard.fitting_deals(view, model(4), settings, 1)
    wizards = [
        sum(deal[card] == seat for deal in deals for card in range(52, 56)) for seat in (0, 1)
    ]
    assert wizards[0] > 4 * wizards[1]
