"""The evaluation and the search of Scientific War for two, written out slowly."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from pysolver.scientific_war import State
from tests.oracles import matrix_game

if TYPE_CHECKING:
    import numpy.typing as npt

CARDS = "23456789TJQKAX"
STARTS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 13, 17, 22, 28, 35, 43)
UNITS, STAGES, FLAGS, SIZES = 64, len(STARTS), 4, 16
ORDER = 5 * len(CARDS) + FLAGS
ROWS = 2 * ORDER + 2 * SIZES + STAGES


class Evaluation:
    """The learned value by its definition: one matrix of counts times one of weights a side."""

    def __init__(self, weights: npt.NDArray[np.int16]) -> None:
        numbers = weights.astype(np.int64)
        split = ROWS * (UNITS + STAGES)
        self.rows = numbers[:split].reshape(ROWS, UNITS + STAGES)
        self.own, self.other = numbers[split:].reshape(2, STAGES, UNITS)

    def value(self, state: State) -> float:
        """To player 0."""
        left = 10**6 if state.rules.trick_limit is None else state.rules.trick_limit - state.tricks
        stage = max(i for i, start in enumerate(STARTS) if left >= start)
        own, other = (self.features(state, side, stage) @ self.rows for side in (0, 1))
        total = np.maximum(own[:UNITS], 0) @ self.own[stage]
        total -= np.maximum(other[:UNITS], 0) @ self.other[stage]
        total += 256 * (own[UNITS + stage] - other[UNITS + stage])
        x = min(1.0, max(-1.0, float(total) / (512 * 256)))
        return x * (1.5 - 0.5 * x * x)

    def features(self, state: State, side: int, stage: int) -> npt.NDArray[np.int64]:
        counts = np.zeros(ROWS, np.int64)
        rival = 1 - side
        base = ORDER * state.reversed
        places = (
            state.hands[side],
            state.piles[side],
            state.hands[rival],
            state.piles[rival],
            state.pot,
        )
        for place, cards in enumerate(places):
            for card in cards:
                counts[base + place * len(CARDS) + CARDS.index(card)] += 1
        flags = (
            state.peeker == side,
            state.peeker == rival,
            side in state.may_swap,
            rival in state.may_swap,
        )
        counts[base + 5 * len(CARDS) : base + ORDER] += np.array(flags)
        counts[2 * ORDER + min(15, len(state.hands[side]))] += 1
        counts[2 * ORDER + SIZES + min(15, len(state.hands[rival]))] += 1
        counts[2 * ORDER + 2 * SIZES + stage] += 1
        return counts


def payoffs(state: State, evaluation: Evaluation, depth: int) -> list[list[float]]:
    """What each pair of choices is worth to player 0, looking ``depth`` tricks ahead, all of it."""
    return [
        [value(state.play((mine, his)), evaluation, depth - 1) for his in state.legal(1)]
        for mine in state.legal(0)
    ]


def value(state: State, evaluation: Evaluation, depth: int) -> float:
    """To player 0."""
    if state.over:
        return state.returns[0]
    if depth == 0:
        return evaluation.value(state)
    return game_value(state, payoffs(state, evaluation, depth))


def game_value(state: State, game: Sequence[Sequence[float]]) -> float:
    """The value of the trick."""
    if state.peeker == 0:
        return min(max(row[j] for row in game) for j in range(len(game[0])))
    if state.peeker == 1:
        return max(min(row) for row in game)
    return _solved(tuple(map(tuple, game)))


def leaned(game: npt.NDArray[np.float64], lean: float) -> npt.NDArray[np.float64]:
    """The game of rows who lean: with probability ``lean`` the other thinks one step only.

    Then the column is drawn, whatever the row: of those that are worse by less than .3, to him,
    than the best one against somebody at random, by the square of how much less.
    """
    short = np.clip(1 - (game.mean(axis=0) - game.mean(axis=0).min()) / 0.3, 0, None) ** 2
    worth: npt.NDArray[np.float64] = game @ (short / short.sum())
    return np.asarray((1 - lean) * game + lean * worth[:, np.newaxis])


@cache
def _solved(game: tuple[tuple[float, ...], ...]) -> float:
    low = max(map(min, game))
    high = min(max(row[j] for row in game) for j in range(len(game[0])))
    return low if low == high else matrix_game.value(game)
