"""What winning all three branches is worth, straight from the definition."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from tests.oracles.splits import Best, legal_splits

if TYPE_CHECKING:
    from collections.abc import Sequence

CELLS = 48
STRENGTHS = 7918
Ints = npt.NDArray[np.int64]


class Population(NamedTuple):
    """A joint population as the core takes it."""

    edges: Ints  # (3, 47)
    counts: Ints  # (3, 7918)
    cells: Ints  # (48, 48, 48)
    everybody: int
    bonus: int


def _places(edges: Ints, counts: Ints) -> tuple[Ints, Ints]:
    """For each threshold 0 … 7918 the edge at or below it, and 65,536ths of the way to the next."""
    bounds = np.array([0, *edges.tolist(), STRENGTHS])
    passed = np.concatenate([[0], np.cumsum(counts)])  # by threshold
    thresholds = np.arange(STRENGTHS + 1)
    edge = np.searchsorted(bounds, thresholds, side="right") - 1
    start, end = bounds[edge], bounds[np.minimum(edge + 1, CELLS)]
    whole = np.maximum(1, passed[end] - passed[start])
    weight = np.minimum(65535, ((passed[thresholds] - passed[start]) << 16) // whole)
    return edge, np.where(edge == CELLS, 0, weight)


class SweepValues:
    """The bonus won less the bonus paid, by strengths of a split, in units of 2^-26 points."""

    def __init__(self, population: Population) -> None:
        cells = population.cells.astype(object)
        unit = population.bonus << 26
        below = np.zeros((CELLS + 1,) * 3, object)
        below[1:, 1:, 1:] = cells.cumsum(0).cumsum(1).cumsum(2)
        above = np.zeros((CELLS + 1,) * 3, object)
        flipped = cells[::-1, ::-1, ::-1].cumsum(0).cumsum(1).cumsum(2)
        above[:-1, :-1, :-1] = flipped[::-1, ::-1, ::-1]
        self.won = (below * unit // population.everybody).astype(np.int64)
        self.lost = -(above * unit // population.everybody).astype(np.int64)
        self.places = [
            _places(population.edges[branch], population.counts[branch]) for branch in range(3)
        ]

    def _at(self, grid: Ints, thresholds: Ints) -> Ints:
        """Between edges: first along the bottom, then the middle, then the top, rounding down."""
        edge = [self.places[i][0][thresholds[:, i]] for i in range(3)]
        weight = [self.places[i][1][thresholds[:, i]] for i in range(3)]
        following = [np.minimum(e + 1, CELLS) for e in edge]

        def between(low: Ints, high: Ints, branch: int) -> Ints:
            return low + ((high - low) * weight[branch] >> 16)

        def along_bottom(i: Ints, j: Ints) -> Ints:
            return between(grid[i, j, edge[2]], grid[i, j, following[2]], 2)

        def along_middle(i: Ints) -> Ints:
            return between(along_bottom(i, edge[1]), along_bottom(i, following[1]), 1)

        return between(along_middle(edge[0]), along_middle(following[0]), 0)

    def __call__(self, strengths: Ints) -> Ints:
        """For rows of strengths (top, middle, bottom)."""
        return self._at(self.won, strengths) + self._at(self.lost, strengths + 1)


def best_split(
    hand: Sequence[int],
    values: Sequence[npt.NDArray[np.int32]],
    sweeps: SweepValues,
    wheel: str = "second",
    *,
    equal_branches: bool = True,
) -> Best | None:
    """The largest value among all 72,072 splits, and who reaches it."""
    strengths = legal_splits(hand, wheel, equal_branches=equal_branches)
    if not len(strengths):
        return None
    sums = sweeps(strengths) + sum(
        np.asarray(values[i], np.int64)[strengths[:, i]] for i in range(3)
    )
    best = int(sums.max())
    return Best(best, {(int(a), int(b), int(c)) for a, b, c in strengths[sums == best]})


def count_sweeps(split: Sequence[int], opponents: npt.NDArray[np.uint16]) -> tuple[int, int]:
    """How many opponents with a normal hand a split sweeps, and how many sweep it."""
    normal = opponents[opponents[:, 0] > 0].astype(np.int64)
    ours = np.array(split)
    return int((normal < ours).all(axis=1).sum()), int((normal > ours).all(axis=1).sum())
