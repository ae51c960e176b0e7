"""Chances made good: the map itself, and which advice goes through which map."""

from __future__ import annotations

import math

import pytest

from pysolver import native
from pysolver.wizard import Round, recommend_play
from pysolver.wizard.advice import bid_advice, settings
from pysolver.wizard.calibration import BID_CALIBRATION, PLAY_CALIBRATION, Calibration
from pysolver.wizard.knowledge import model

DEALS = 400


@pytest.mark.parametrize("raw", [0.0, 0.1, 0.5, 0.93, 1.0])
@pytest.mark.parametrize("learned", [0.0, 0.4, 1.0])
def test_log_odds_are_shifted_and_stretched(raw: float, learned: float) -> None:
    calibration = Calibration(0.3, 1.2, 0.25, -0.5, -0.03)
    found = calibration.of(raw, 99, left=7, learned=learned)
    odds = (raw * 99 + 0.5) / (99 - raw * 99 + 0.5)
    expected = odds**1.2 * 7**0.25 * math.exp(0.3 - 0.5 * learned - 0.03 * math.log(odds) ** 2)
    assert found / (1 - found) == pytest.approx(expected)


def test_no_shift_leaves_a_chance_as_it_is() -> None:
    assert Calibration(0.0, 1.0).of(0.5, 10, left=3, learned=0.4) == 0.5


@pytest.mark.parametrize("calibration", [BID_CALIBRATION, PLAY_CALIBRATION])
def test_better_odds_stay_better(calibration: Calibration) -> None:
    for left in (1, 5, 20):
        chances = [
            calibration.of(made / DEALS, DEALS, left=left, learned=0.4) for made in range(DEALS + 1)
        ]
        assert chances == sorted(set(chances))
        assert 0 < chances[0] < 0.05
        assert 0.95 < chances[-1] < 1


def test_bids_and_cards_have_their_own_maps() -> None:
    hand = "W As Kd 7h 3c"
    bidding = Round(4, hand, seat=1, turned_up="9h", bids=(1,))
    playing = Round(4, hand, seat=1, turned_up="9h", bids=(1, 3, 1, 0), plays="5d")
    search, known = settings(DEALS), model(4)
    bids = native.wizard.advise_bid(bidding.view, known, search, 0)
    for option, raw in zip(bid_advice(bidding, deals=DEALS).options, bids, strict=True):
        chance = BID_CALIBRATION.of(raw.tricks[raw.choice], raw.deals, left=5, learned=raw.learned)
        assert option.p_made == chance
    cards = native.wizard.advise_card(playing.view, known, search, 0)
    for option, raw in zip(recommend_play(playing, deals=DEALS).options, cards, strict=True):
        chance = PLAY_CALIBRATION.of(raw.tricks[3], raw.deals, left=5, learned=raw.learned)
        assert option.p_made == chance
        assert 0 < raw.learned < 1
