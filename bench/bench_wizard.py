"""Random rounds of Wizard a second, dealing included, beside OpenSpiel's oh_hell; one hint."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from pysolver import native
from pysolver.wizard import Round, recommend_bid, recommend_play

if TYPE_CHECKING:
    from bench.conftest import Measure

BLOCKS = 40
ROUNDS = BLOCKS * native.wizard.PLAYOUT_BLOCK
PLAYOUTS = "Wizard, 4 players, 10 cards, random round with its deal"
HINTS = "Wizard, 4 players, 10 cards, a hint of 300 deals"


@pytest.mark.parametrize("path", range(native.core.BEST_PATH + 1))
def test_random_rounds(measure: Measure, path: int) -> None:
    measure(
        PLAYOUTS,
        f"pysolver, {native.core.PATH_NAMES[path]}",
        lambda: native.wizard.playouts(4, 10, 1, 0, BLOCKS, path=path),
        items=ROUNDS,
        unit="round",
    )


def test_oh_hell(measure: Measure) -> None:
    """The nearest game of OpenSpiel: bids, trump, follow suit; 13 ranks of 4 suits, 10 tricks."""
    pyspiel: Any = pytest.importorskip("pyspiel")
    game = pyspiel.load_game(
        "oh_hell",
        {
            "players": 4,
            "num_suits": 4,
            "num_cards_per_suit": 13,
            "num_tricks_fixed": 10,
            "off_bid_penalty": True,
        },
    )
    dice = random.Random(1)

    def play() -> None:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(dice.choice(state.legal_actions()))

    measure(PLAYOUTS, "OpenSpiel oh_hell from Python", play, items=1, unit="round")


def test_bid(measure: Measure) -> None:
    measure(
        HINTS,
        "bid",
        lambda: recommend_bid(
            "W As Kh 10h 9c 8c 5d 4d 2d N", players=4, turned_up="9h", bids=(2, 3), deals=300
        ),
        items=1,
        unit="hint",
    )


def test_card(measure: Measure) -> None:
    view = Round(
        4,
        "W As Kh 10h 9c 8c 5d 4d 2d N",
        seat=1,
        turned_up="9h",
        bids=(2, 3, 2, 2),
        plays="Kc",
    )
    measure(HINTS, "card", lambda: recommend_play(view, deals=300), items=1, unit="hint")
