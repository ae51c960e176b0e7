"""Games of War a second: the fast loop by players and rules, and the referee in plain Python."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from pysolver.war import Rules, odds, parse_piles
from pysolver.war.piles import core_setup
from tests.oracles import war as referee

if TYPE_CHECKING:
    from bench.conftest import Measure
    from pysolver import native

GAMES = 20_000
SHUFFLED = "War, whole games, shuffled"
ORDERED = "War, whole games, seat order"


def play(setup: native.war.Setup, games: int) -> None:
    winners, ends = np.empty(games, np.uint8), np.empty(games, np.uint8)
    rounds, battles = np.empty(games, np.uint32), np.empty(games, np.uint32)
    assert setup.play(1, 0, games, winners, ends, rounds, battles) == games


def setup_of(rules: Rules) -> native.war.Setup:
    return core_setup(parse_piles(None, rules), rules, 100_000)


@pytest.mark.parametrize("face_down", [3, 1])
@pytest.mark.parametrize("players", [3, 2, 4, 6])
def test_shuffled(measure: Measure, players: int, face_down: int) -> None:
    setup = setup_of(Rules(players, face_down))
    name = f"pysolver, {players} players, {face_down} face down"
    measure(SHUFFLED, name, lambda: play(setup, GAMES), items=GAMES, unit="game")


def test_shuffled_by_the_public_call(measure: Measure) -> None:
    measure(SHUFFLED, "odds()", lambda: odds(games=GAMES), items=GAMES, unit="game")


def test_shuffled_two_threads(measure: Measure) -> None:
    measure(
        SHUFFLED,
        "odds(), two threads",
        lambda: odds(games=2 * GAMES, threads=2),
        items=2 * GAMES,
        unit="game",
    )


def test_shuffled_referee(measure: Measure) -> None:
    """The same rules in plain Python, from the deals of the same games."""
    dice = np.random.default_rng(1)
    options = referee.Options(("shuffled",) * 3)
    deck = np.arange(52)

    def games(count: int = 20) -> None:
        for _ in range(count):
            cards = dice.permutation(deck).tolist()
            game = referee.Game([cards[:17], cards[17:34], cards[34:51]], options)
            while not game.over():
                game.play_round(lambda laid: dice.permutation(laid).tolist())

    measure(SHUFFLED, "plain Python, 3 players, 3 face down", games, items=20, unit="game")


@pytest.mark.parametrize("face_down", [3, 1])
def test_seat_order(measure: Measure, face_down: int) -> None:
    setup = setup_of(Rules(3, face_down, "seat_order"))
    name = f"pysolver, 3 players, {face_down} face down"
    measure(ORDERED, name, lambda: play(setup, 2000), items=2000, unit="game")
