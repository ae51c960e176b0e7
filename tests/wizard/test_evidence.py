"""How bids and plays weigh the deals, against the same weights worked out for each deal."""

from __future__ import annotations

import math
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


def bid_fit(bid: int, by_rule: float, settings: dict[str, Any]) -> float:
    """Two bells, a wider one a third as steep, and a floor."""
    squares = [(bid - by_rule) ** 2, (bid - EXPECTED) ** 2]
    narrow, wide = settings["bid_spread"], settings["bid_wide"]
    near = sum(math.exp(-square / (2 * narrow**2)) for square in squares)
    far = sum(math.exp(-square / (2 * (3 * narrow) ** 2)) for square in squares)
    return float(settings["bid_floor"] + (1 - wide) * near + wide * far)


def cards_of_the_first_seat(
    view: native.wizard.View, evidence: dict[str, Any], seeds: int
) -> Counter[int]:
    """What seat 0 holds in the deals of some seeds, on every path by turns."""
    settings = native.wizard.Settings(deals=40_000, candidates=8, **evidence)
    found: Counter[int] = Counter()
    for seed in range(seeds):
        deals = native.wizard.fitting_deals(
            view, plain_model(3), settings, seed, path=PATHS[seed % len(PATHS)]
        )
        found.update(deal.index(0) for deal in deals)
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
@pytest.mark.parametrize("wide", [0.0, 0.5])
def test_a_bid_weighs_the_card_behind_it(bid: int, wide: float) -> None:
    evidence = {
        **NOTHING_IS_EVIDENCE,
        "bid_spread": 0.6,
        "bid_wide": wide,
        "bid_floor": 0.02,
    }
    own = 33
    view = native.wizard.View(3, bytes([own]), seat=1, turned=TURNED, trump=TRUMP, bids=(bid,))

    def weight(card: int) -> float:
        if card in (own, TURNED):
            return 0
        return bid_fit(bid, expected_by_rule([card], 3, 0, 0), evidence)

    compare(cards_of_the_first_seat(view, evidence, 6), weight)


@pytest.mark.parametrize(("bid", "led"), [(0, 20), (1, 46), (2, 50), (1, 57), (0, 3)])
def test_a_card_weighs_the_one_kept_back(bid: int, led: int) -> None:
    """The leader of two cards: the one it kept, by whether each style would have led the other."""
    hand = bytes([33, 5])
    evidence = {
        **NOTHING_IS_EVIDENCE,
        "survivors": 8,
        "play_noise": NOISE,
        "styles": STYLES,
    }
    bids = (bid, 1, 1)

    def view(seat: int, cards: bytes, plays: bytes) -> native.wizard.View:
        return native.wizard.View(
            3, cards, seat=seat, turned=TURNED, trump=TRUMP, bids=bids, plays=plays
        )

    def same(card: int, other: int) -> bool:
        """No card that the leader has not seen stands between the two."""
        suits = referee.suit_of(card), referee.suit_of(other)
        if None in suits:
            return suits == (None, None) and referee.is_wizard(card) == referee.is_wizard(other)
        low, high = sorted([card, other])
        between = set(range(low + 4, high, 4)) - {TURNED}
        return suits[0] == suits[1] and not between

    def weight(card: int) -> float:
        if card in (led, TURNED, *hand):
            return 0
        if same(card, led):
            return 1
        total = STYLES[native.wizard.LEARNED] / 2
        for style in (native.wizard.CAUTIOUS, native.wizard.BOLD):
            would = native.wizard.style_card(view(0, bytes([card, led]), b""), style)
            total += STYLES[style] * (NOISE / 2 + (1 - NOISE) * (would == led))
        return total

    seen = view(1, hand, bytes([led]))
    compare(cards_of_the_first_seat(seen, evidence, 4), weight)

    # What is told of the styles: the leader's as far as seen, the last seat's as at first.
    settings = native.wizard.Settings(deals=20_000, candidates=8, **evidence)
    learned = STYLES[native.wizard.LEARNED]
    cards = [card for card in range(60) if weight(card)]
    shown = sum(learned if same(card, led) else learned / 2 for card in cards) / sum(
        map(weight, cards)
    )
    for path in PATHS:
        found = native.wizard.advise_card(seen, plain_model(3), settings, 1, path=path)
        assert found[0].learned == pytest.approx((shown + learned) / 2, abs=0.003)
