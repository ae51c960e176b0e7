"""Matrix games a second, beside GLOP on the same games."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from pysolver import native
from tests.oracles import matrix_game as oracle

if TYPE_CHECKING:
    from bench.conftest import Measure

GAMES = 5_000


@pytest.mark.parametrize("size", [2, 3, 5, 8, 14, 28])
def test_random(measure: Measure, size: int) -> None:
    payoffs = np.random.default_rng(size).uniform(-1, 1, (GAMES, size, size))
    values, gaps = np.empty(GAMES), np.empty(GAMES)
    row, column = np.empty((GAMES, size)), np.empty((GAMES, size))

    def solve() -> None:
        native.matrix_game.solve_games(payoffs, GAMES, size, size, values, gaps, row, column)

    work = f"matrix game {size} x {size}, random"
    measure(work, "pysolver", solve, items=GAMES, unit="game")


@pytest.mark.parametrize("size", [5, 14])
def test_random_by_glop(measure: Measure, size: int) -> None:
    games = np.random.default_rng(size).uniform(-1, 1, (20, size, size)).tolist()

    def solve() -> None:
        for payoffs in games:
            oracle.value(payoffs)

    work = f"matrix game {size} x {size}, random"
    measure(work, "GLOP by ortools", solve, items=len(games), unit="game")
