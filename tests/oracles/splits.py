"""The best split of a hand by looking at all 72,072 of them."""

from __future__ import annotations

import functools
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from tests.oracles.branches import all_keys, branch_key

if TYPE_CHECKING:
    from collections.abc import Sequence

SPLITS = 72_072
Places = tuple[int, ...]


class Best(NamedTuple):
    """The best split: its value, and the strengths of every split that reaches it."""

    value: int
    strengths: set[tuple[int, int, int]]


@functools.cache
def subsets(size: int) -> list[Places]:
    """The subsets of thirteen places."""
    return list(combinations(range(13), size))


@functools.cache
def all_splits() -> npt.NDArray[np.int64]:
    """Every split as numbers of subsets: top in subsets(3), middle and bottom in subsets(5)."""
    threes = {places: number for number, places in enumerate(subsets(3))}
    fives = {places: number for number, places in enumerate(subsets(5))}
    rows = []
    for bottom in subsets(5):
        rest = [place for place in range(13) if place not in bottom]
        for middle in combinations(rest, 5):
            top = tuple(place for place in rest if place not in middle)
            rows.append((threes[top], fives[middle], fives[bottom]))
    assert len(rows) == SPLITS
    return np.array(rows)


def subset_strengths(
    hand: Sequence[int], wheel: str = "second"
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Strengths of all threes and all fives of a hand, in the order of ``subsets``."""
    numbers = all_keys(wheel)
    threes, fives = (
        np.array(
            [numbers[branch_key([hand[p] for p in places], wheel)] for places in subsets(size)]
        )
        for size in (3, 5)
    )
    return threes, fives


def legal_splits(
    hand: Sequence[int], wheel: str = "second", *, equal_branches: bool = True
) -> npt.NDArray[np.int64]:
    """Strengths (top, middle, bottom) of every split that keeps the tower rule, shape (n, 3)."""
    threes, fives = subset_strengths(hand, wheel)
    splits = all_splits()
    top, middle, bottom = threes[splits[:, 0]], fives[splits[:, 1]], fives[splits[:, 2]]
    lower = middle <= bottom if equal_branches else middle < bottom
    keep = (top <= middle) & lower
    return np.stack([top[keep], middle[keep], bottom[keep]], axis=1)


def best_split(
    hand: Sequence[int],
    values: Sequence[Sequence[int] | npt.NDArray[np.int32]],
    wheel: str = "second",
    *,
    equal_branches: bool = True,
) -> Best | None:
    """The largest sum of values by strength, and who reaches it; None if every split is a foul.

    Args:
        hand: thirteen ids.
        values: for top, middle and bottom a list of 7,918 whole numbers, indexed by strength.
        wheel: where A-2-3-4-5 stands.
        equal_branches: whether middle and bottom may be equally strong.
    """
    strengths = legal_splits(hand, wheel, equal_branches=equal_branches)
    if not len(strengths):
        return None
    top, middle, bottom = (np.asarray(branch, np.int64) for branch in values)
    sums = top[strengths[:, 0]] + middle[strengths[:, 1]] + bottom[strengths[:, 2]]
    best = int(sums.max())
    return Best(best, {(int(a), int(b), int(c)) for a, b, c in strengths[sums == best]})
