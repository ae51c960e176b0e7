"""Fits of what the search found: a small network to its values of cards, a table to its bids."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

from pysolver import native

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats: TypeAlias = npt.NDArray[np.float32]

STATE: Final = native.wizard.STATE_FEATURES
CARD: Final = native.wizard.CARD_FEATURES
HIDDEN: Final = native.wizard.HIDDEN
DECK: Final = native.wizard.DECK
EXTRAS: Final = native.wizard.BID_FEATURES - DECK
KINDS: Final = 28  # jester, wizard, 13 ranks of plain suits, 13 of the trump suit
SHAPES: Final = ((STATE, HIDDEN), (CARD, HIDDEN), (HIDDEN,), (HIDDEN,))
SIZES: Final = native.wizard.MOST + 1
BATCH: Final = 512
_RATE: Final = 4e-3
_BARRED: Final = -999.0  # below: no such bid, or one dropped by the search
_RIDGE: Final = 3.0
_FEWEST_BIDS: Final = 50


def fit_network(lessons: Floats, start: list[Floats] | None, *, epochs: int, seed: int) -> Any:
    """Weights of the network, by Adam on the squared errors of the values within each decision.

    Args:
        lessons: rows (n, native.wizard.LESSON), float32 or float16, the options of a decision one
            after the other: index, points, features of the state and of the card.
        start: weights to go on from; None for random ones.
        epochs: passes over the lessons.
        seed: of the first weights and of the order of the lessons.

    Returns:
        Four float32 arrays of SHAPES.
    """
    import numpy as np

    chance = np.random.default_rng(seed)
    if start is None:
        spread = (0.25, 0.3, 0.0, 0.5)
        weights = [
            chance.normal(0, scale, shape).astype(np.float32)
            for scale, shape in zip(spread, SHAPES, strict=True)
        ]
    else:
        weights = [array.copy() for array in start]
    first = np.flatnonzero(lessons[:, 0] == 0)
    counts = np.diff(np.append(first, len(lessons)))
    means = [np.zeros_like(array) for array in weights]
    squares = [np.zeros_like(array) for array in weights]
    step = 0
    for epoch in range(epochs):
        order = chance.permutation(len(first))
        rate = _RATE * (0.5 * (1 + np.cos(np.pi * epoch / epochs)) + 0.02)
        for begin in range(0, len(order), BATCH):
            chosen = order[begin : begin + BATCH]
            slopes = _slopes(lessons, weights, first[chosen], counts[chosen])
            step += 1
            for at, slope in enumerate(slopes):
                means[at] = 0.9 * means[at] + 0.1 * slope
                squares[at] = 0.999 * squares[at] + 0.001 * slope**2
                height = means[at] / (1 - 0.9**step)
                width = np.sqrt(squares[at] / (1 - 0.999**step)) + 1e-6
                weights[at] -= (rate * height / width).astype(np.float32)
    return weights


def _slopes(lessons: Floats, weights: list[Floats], first: Any, counts: Any) -> tuple[Floats, ...]:
    """The slope of the mean squared error over some decisions."""
    import numpy as np

    ends = np.cumsum(counts)
    offsets = ends - counts
    rows = np.repeat(first - offsets, counts) + np.arange(ends[-1])
    of = np.repeat(np.arange(len(counts)), counts)
    taught = lessons[rows].astype(np.float32)
    state = taught[:, 2 : 2 + STATE]
    card = taught[:, 2 + STATE :]
    hidden = state @ weights[0] + card @ weights[1] + weights[2]
    active = np.maximum(hidden, 0)
    error = active @ weights[3] - taught[:, 1]
    level = np.add.reduceat(error, offsets) / counts.astype(np.float32)
    slope = (2 * (error - level[of]) / len(counts)).astype(np.float32)
    back = (slope[:, None] * weights[3]) * (hidden > 0)
    return state.T @ back, card.T @ back, back.sum(0), active.T @ slope


def _kinds(*, no_trump: bool) -> Any:
    """Which kind of card stands at each place of the order of strength."""
    import numpy as np

    kinds = np.zeros((DECK, KINDS))
    for place in range(DECK):
        if place < 4:
            kind = 0
        elif place >= 56:
            kind = 1
        elif no_trump:
            kind = 2 + (place - 4) // 4
        elif place < 43:
            kind = 2 + (place - 4) // 3
        else:
            kind = 15 + place - 43
        kinds[place, kind] = 1
    return kinds


def fit_bids(rows: Floats, players: int) -> Any:
    """The table of expected bids: ridge regression of the best bids, quadratic in the hand's size.

    Args:
        rows: (n, native.wizard.BID_ROW): cards a hand, no trump, bid, features, mean points by bid.
        players: 3 to 6.

    Returns:
        float32 (2, SIZES, native.wizard.BID_FEATURES), by trump or none and cards a hand.
    """
    import numpy as np

    table = np.zeros((2, SIZES, DECK + EXTRAS), np.float32)
    most = DECK // players
    values = rows[:, 3 + DECK + EXTRAS :]
    possible = (np.arange(SIZES) <= rows[:, :1]) & (values > _BARRED)
    best = np.where(possible, values, -np.inf).argmax(1)
    for no_trump in (0, 1):
        chosen = rows[:, 1] == no_trump
        if chosen.sum() < _FEWEST_BIDS:
            table[no_trump] = table[0]
            continue
        kinds = _kinds(no_trump=bool(no_trump))
        size = (rows[chosen, :1] / most).astype(np.float64)
        hand = np.hstack([rows[chosen, 3 : 3 + DECK] @ kinds, rows[chosen, 3 + DECK :][:, :EXTRAS]])
        terms = np.hstack([hand, hand * size, hand * size * size])
        square = terms.T @ terms + _RIDGE * np.eye(terms.shape[1])
        found = np.linalg.solve(square, terms.T @ best[chosen]).reshape(3, -1)
        for cards in range(1, SIZES):
            share = cards / most
            weights = found[0] + share * found[1] + share * share * found[2]
            table[no_trump, cards, :DECK] = kinds @ weights[:KINDS]
            table[no_trump, cards, DECK:] = weights[KINDS:]
    return table
