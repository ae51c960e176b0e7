"""How bids and plays weigh the deals, against the same weights worked out for each deal."""

from __future__ import annotations

import functools
import itertools
import math
import random
from array import array
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from pysolver import native
from tests.oracles import wizard as referee
from tests.wizard.test_deals import NOTHING_IS_EVIDENCE

if TYPE_CHECKING:
    from collections.abc import Callable

PATHS = range(native.core.BEST_PATH + 1)
NETWORK = native.wizard.MODEL_NUMBERS - 2 * (native.wizard.MOST + 1) * native.wizard.BID_FEATURES
TURNED, TRUMP = 14, 2
EXPECTED = 0.4  # what the model below expects of any hand
STYLES = (0.5, 0.2, 0.3)
NOISE = 0.4


def plain_model(players: int) -> native.wizard.Model:
    """A network without an opinion, and the same bid expected of every hand."""
    numbers = array("f", [0.0] * native.wizard.MODEL_NUMBERS)
    constant = native.wizard.DECK  # follows a number for each card
    for first in range(NETWORK, len(numbers), native.wizard.BID_FEATURES):
        numbers[first + constant] = EXPECTED
    return native.wizard.Model(players, numbers)


def expected_by_rule(hand: list[int], players: int, seat: int, prior: int) -> float:
    """Every card counts for the chance that none of some random cards beats it."""
    unseen = [card for card in range(60) if card not in hand and card != TURNED]
    total = 0.0
    for card in hand:
        beaters = sum(referee.winner([card, other], TRUMP) == 1 for other in unseen)
        total += (1 - beaters / len(unseen)) ** ((8 * (players - 1) + 2) // 5)
    return total - (prior - len(hand) * seat / players) / 4


def bid_chances(bid: int, by_rule: float, settings: dict[str, Any]) -> dict[tuple[str, int], float]:
    """By manner and style. Loose: near the one or the other; exact: the nearest number."""
    narrow, wide = settings["bid_spread"], settings["bid_wide"]
    squares = [(bid - by_rule) ** 2, (bid - EXPECTED) ** 2]
    near = sum(math.exp(-square / (2 * narrow**2)) for square in squares)
    far = sum(math.exp(-square / (2 * (3 * narrow) ** 2)) for square in squares)
    loose = settings["bid_floor"] + (1 - wide) * near + wide * far
    chances = {}
    for style in range(3):
        off = bid - (EXPECTED if style == native.wizard.LEARNED else by_rule)
        chances["loose", style] = loose / (5 * narrow * (1 + 2 * wide))
        chances["exact", style] = settings["exact_noise"] / 10 + 1 / (1 + (2 * off) ** 8)
    return chances


def before_bids(settings: dict[str, Any]) -> dict[tuple[str, int], float]:
    """What is expected of a seat: manner by style."""
    exact = settings["exact_share"]
    shares = dict(enumerate(settings["styles"]))
    return {("loose", style): (1 - exact) * share for style, share in shares.items()} | {
        ("exact", style): exact * share for style, share in shares.items()
    }


def cards_of_the_first_seat(
    view: native.wizard.View, evidence: dict[str, Any], seeds: int, deals: int = 40_000
) -> Counter[int]:
    """What seat 0 holds in the deals of some seeds, on every path by turns."""
    settings = native.wizard.Settings(deals=deals, candidates=8, **evidence)
    found: Counter[int] = Counter()
    for seed in range(seeds):
        fitting = native.wizard.fitting_deals(
            view, plain_model(3), settings, seed, path=PATHS[seed % len(PATHS)]
        )
        found.update(deal.index(0) for deal in fitting)
    return found


def compare(found: Counter[int], weight: Callable[[int], float]) -> None:
    """The counts by card go with the weights."""
    drawn = found.total()
    cards = [card for card in range(60) if weight(card) > 0]
    total = sum(weight(card) for card in cards)
    assert set(found) <= set(cards)
    differences = [found[card] - drawn * weight(card) / total for card in cards]
    means = [drawn * weight(card) / total for card in cards]
    chi_square = sum(d * d / mean for d, mean in zip(differences, means, strict=True))
    freedom = len(cards) - 1
    assert chi_square < freedom + 5 * math.sqrt(2 * freedom)


@pytest.mark.parametrize("bid", [0, 1])
@pytest.mark.parametrize(("wide", "exact"), [(0.0, 0.0), (0.5, 0.0), (0.2, 0.6), (0.2, 1.0)])
def test_a_bid_weighs_the_card_behind_it(bid: int, wide: float, exact: float) -> None:
    evidence = {
        **NOTHING_IS_EVIDENCE,
        "bid_spread": 0.6,
        "bid_wide": wide,
        "bid_floor": 0.02,
        "styles": STYLES,
        "exact_share": exact,
        "exact_noise": 0.2,
    }
    own = 33
    view = native.wizard.View(3, bytes([own]), seat=1, turned=TURNED, trump=TRUMP, bids=(bid,))

    def weight(card: int) -> float:
        if card in (own, TURNED):
            return 0
        chances = bid_chances(bid, expected_by_rule([card], 3, 0, 0), evidence)
        return sum(share * chances[way] for way, share in before_bids(evidence).items())

    compare(cards_of_the_first_seat(view, evidence, 6), weight)


class Leader:
    """A seat that led from two cards, seen by the next, and the weight of each card it kept."""

    HAND = bytes([33, 5])

    def __init__(self, bid: int, led: int, evidence: dict[str, Any]) -> None:
        self.led, self.evidence = led, evidence
        self.bids = (bid, 1, 1)
        self.model = plain_model(3)
        self.seen = self.view(1, self.HAND, bytes([led]))
        self.beside = dict.fromkeys(range(60), 1.0)
        if evidence["bid_spread"]:
            self.beside = {card: self.last_seat_beside(card) for card in range(60)}
        self.weights = [self.weight(card) for card in range(60)]

    def view(self, seat: int, cards: bytes, plays: bytes) -> native.wizard.View:
        return native.wizard.View(
            3, cards, seat=seat, turned=TURNED, trump=TRUMP, bids=self.bids, plays=plays
        )

    @functools.cached_property
    def last_seat(self) -> dict[tuple[int, int], float]:
        """How well the bid of the last seat fits each pair of cards that it may hold."""
        unseen = set(range(60)) - {self.led, TURNED, *self.HAND}
        return {
            pair: self.by_bid(pair, 2, sum(self.bids[:2]), self.bids[2])
            for pair in itertools.combinations(sorted(unseen), 2)
        }

    def by_bid(self, cards: tuple[int, int], seat: int, prior: int, bid: int) -> float:
        chances = bid_chances(bid, expected_by_rule([*cards], 3, seat, prior), self.evidence)
        return sum(share * chances[way] for way, share in before_bids(self.evidence).items())

    def last_seat_beside(self, card: int) -> float:
        return sum(fit for pair, fit in self.last_seat.items() if card not in pair)

    def same(self, card: int) -> bool:
        """No card that the leader has not seen stands between this one and the one led."""
        suits = referee.suit_of(card), referee.suit_of(self.led)
        if None in suits:
            return suits == (None, None) and referee.is_wizard(card) == referee.is_wizard(self.led)
        low, high = sorted([card, self.led])
        between = set(range(low + 4, high, 4)) - {TURNED}
        return suits[0] == suits[1] and not between

    def ways(self, card: int) -> dict[tuple[str, int], float]:
        """How likely the bid and the play are in each way, if the card was kept."""
        found = before_bids(self.evidence)
        if self.evidence["bid_spread"]:
            by_rule = expected_by_rule([card, self.led], 3, 0, 0)
            chances = bid_chances(self.bids[0], by_rule, self.evidence)
            found = {way: share * chances[way] for way, share in found.items()}
        if self.same(card):
            return found
        seen = self.view(0, bytes([card, self.led]), b"")
        for manner, style in found:
            noise = self.evidence["play_noise" if manner == "loose" else "exact_noise"]
            would = native.wizard.style_card(seen, style, model=self.model)
            chance = noise / 2 + (1 - noise) * (would == self.led)
            # Loosely, cards worth the same to the network are as likely as each other.
            if (manner, style) == ("loose", native.wizard.LEARNED):
                chance = 0.5
            found[manner, style] *= chance
        return found

    def weight(self, card: int) -> float:
        if card in (self.led, TURNED, *self.HAND):
            return 0
        return sum(self.ways(card).values()) * self.beside[card]

    def learned(self) -> float:
        """How likely the leader plays as learned."""
        way = native.wizard.LEARNED
        cards = [card for card in range(60) if self.weights[card]]
        found = sum(self.ways(card)["loose", way] + self.ways(card)["exact", way] for card in cards)
        return found / sum(self.weights)


LEADS = [(0, 20), (1, 46), (2, 50), (1, 57), (0, 3)]
PLAYS_ARE_EVIDENCE = {
    **NOTHING_IS_EVIDENCE,
    "survivors": 8,
    "play_noise": NOISE,
    "styles": STYLES,
    "exact_noise": 0.1,
}
BIDS_ARE_EVIDENCE = {"bid_spread": 0.6, "bid_wide": 0.2, "bid_floor": 0.02}


@pytest.mark.parametrize(("bid", "led"), LEADS)
@pytest.mark.parametrize(
    "more", [{"exact_share": 0.0}, {"exact_share": 0.5}, {"exact_share": 0.5, **BIDS_ARE_EVIDENCE}]
)
def test_a_card_weighs_the_one_kept_back(bid: int, led: int, more: dict[str, float]) -> None:
    """By whether each style would have led the other, and what the bid says of style and cards."""
    leader = Leader(bid, led, {**PLAYS_ARE_EVIDENCE, **more})
    found = cards_of_the_first_seat(leader.seen, leader.evidence, 4)
    compare(found, leader.weights.__getitem__)


@pytest.mark.parametrize(("bid", "led"), LEADS)
def test_hands_that_share_a_place_of_the_table_are_told_apart(bid: int, led: int) -> None:
    """With few deals the hands that are judged once stand close together."""
    leader = Leader(bid, led, {**PLAYS_ARE_EVIDENCE, "exact_share": 0.5})
    found = cards_of_the_first_seat(leader.seen, leader.evidence, 500, deals=100)
    compare(found, leader.weights.__getitem__)


@pytest.mark.parametrize(("bid", "led"), LEADS)
@pytest.mark.parametrize("exact", [0.0, 0.5])
def test_plays_tell_of_styles(bid: int, led: int, exact: float) -> None:
    """The leader's as far as seen, the last seat's as at first."""
    leader = Leader(bid, led, {**PLAYS_ARE_EVIDENCE, "exact_share": exact})
    settings = native.wizard.Settings(deals=20_000, candidates=8, **leader.evidence)
    expected = (leader.learned() + STYLES[native.wizard.LEARNED]) / 2
    for path in PATHS:
        found = native.wizard.advise_card(leader.seen, leader.model, settings, 1, path=path)
        assert found[0].learned == pytest.approx(expected, abs=0.003)


@pytest.mark.parametrize("path", PATHS)
def test_copies_of_a_deal_are_played_in_styles_of_their_own(path: int) -> None:
    """Where one deal is all that fits, cautious and bold players still make it end in two ways."""
    evidence = {
        **NOTHING_IS_EVIDENCE,
        "survivors": 1,
        "bid_spread": 0.003,
        "bid_floor": 0.0,
        "styles": (0.5, 0.5, 0.0),
        "own_style": native.wizard.CAUTIOUS,
    }
    settings = native.wizard.Settings(deals=60, candidates=6, **evidence)
    model = plain_model(3)
    alone = spread = 0
    for seed in range(100):
        hand = random.Random(seed).sample(sorted(set(range(60)) - {TURNED}), 6)
        view = native.wizard.View(
            3, bytes(hand), seat=0, turned=TURNED, trump=TRUMP, bids=(2, 2, 2)
        )
        if len(set(native.wizard.fitting_deals(view, model, settings, seed, path=path))) == 1:
            alone += 1
            best = native.wizard.advise_card(view, model, settings, seed, path=path)[0]
            spread += sum(chance > 0 for chance in best.tricks) > 1
    assert alone >= 20
    assert spread >= alone / 4
