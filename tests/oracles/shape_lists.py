"""Checks the shipped shape lists against every split of every shape.

A list is complete when for each legal split some listed bottom has a legal split that is no weaker
in any branch; straights and flushes are left out of account, so strength is decided by the shape.
"""

from __future__ import annotations

import functools
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.oracles.branches import Key


class ShapeList(NamedTuple):
    """One shape: 12 bits of equal neighbours, and the bottoms with their strongest companions."""

    shape: int
    strongest_middle: int
    strongest_top: int
    bottoms: list[tuple[int, int, int]]


def read_lists(words: Sequence[int]) -> Iterator[ShapeList]:
    """The lists in the order of the file."""
    at = 0
    while at < len(words):
        shape, count, middle, top = words[at : at + 4]
        at += 4
        bottoms = [tuple(words[at + 3 * i : at + 3 * i + 3]) for i in range(count)]
        at += 3 * count
        yield ShapeList(shape, middle, top, bottoms)  # type: ignore[arg-type]


def all_shapes() -> list[int]:
    """Shapes of thirteen cards with at most four of a rank."""
    return [shape for shape in range(4096) if "1111" not in f"{shape:012b}"]


def plain_key(ranks: Sequence[int]) -> Key:
    """A branch as a tuple that compares as branches do, straights and flushes left out."""
    counts = {rank: ranks.count(rank) for rank in ranks}
    weight = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    sizes = sorted(counts.values(), reverse=True)
    order = [[1], [2], [2, 2], [3], [3, 2], [4]]
    shape = sizes[:2] if sizes[:2] in ([2, 2], [3, 2]) else sizes[:1]
    return order.index(shape), *weight


@functools.cache
def _places(size: int) -> list[tuple[int, ...]]:
    return list(combinations(range(13), size))


@functools.cache
def _splits() -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """Every split: the number of its top among the threes, of middle and bottom among the fives."""
    threes = {places: number for number, places in enumerate(_places(3))}
    fives = {places: number for number, places in enumerate(_places(5))}
    rows = []
    for top in _places(3):
        rest = [place for place in range(13) if place not in top]
        for middle in combinations(rest, 5):
            bottom = tuple(place for place in rest if place not in middle)
            rows.append((threes[top], fives[middle], fives[bottom]))
    table = np.array(rows, np.int32)
    return table[:, 0].copy(), table[:, 1].copy(), table[:, 2].copy()


def _mask(places: Sequence[int]) -> int:
    return sum(1 << place for place in places)


@functools.cache
def _masks() -> npt.NDArray[np.int32]:
    return np.array([_mask(places) for places in _places(5)], np.int32)


def missing_splits(found: ShapeList) -> int:
    """How many legal splits of the shape no listed bottom answers for; 0 if the list is complete."""
    ranks = [0] * 13
    for place in range(1, 13):
        ranks[place] = ranks[place - 1] + (not found.shape >> (place - 1) & 1)
    keys = [plain_key([ranks[p] for p in places]) for size in (3, 5) for places in _places(size)]
    number = {key: i for i, key in enumerate(sorted(set(keys)))}
    numbers = np.array([number[key] for key in keys], np.int32)
    threes, fives = numbers[:286], numbers[286:]
    # Of tops with the same ranks the one with the lowest places of each rank is enough.
    tops = np.array([_mask(places) for places in _places(3)], np.int32)
    lowest = (tops >> 1 & ~tops & found.shape) == 0
    kept = lowest[_splits()[0]]
    top_subset, middle_subset, bottom_subset = (part[kept] for part in _splits())
    top, middle, bottom = threes[top_subset], fives[middle_subset], fives[bottom_subset]
    legal = (top <= middle) & (middle <= bottom)
    masks = np.array([entry[0] for entry in found.bottoms], np.int32)
    # A mask stands for its ranks: all bottoms of the same strength are listed with it.
    listed_numbers = {int(fives[i]) for i in np.flatnonzero(np.isin(_masks(), masks))}
    listed = legal & np.isin(bottom, list(listed_numbers))
    # best[b] = for each middle the strongest top among listed splits with a bottom of b or more
    levels = sorted(set(fives.tolist()))
    level = {value: i for i, value in enumerate(levels)}
    level_of = np.array([level.get(i, 0) for i in range(len(number))], np.int32)
    best = np.full((len(levels), len(levels)), -1, np.int32)
    np.maximum.at(best, (level_of[bottom[listed]], level_of[middle[listed]]), top[listed])
    best = np.maximum.accumulate(best[::-1], axis=0)[::-1]
    best = np.maximum.accumulate(best[:, ::-1], axis=1)[:, ::-1]
    return int(
        np.count_nonzero(best[level_of[bottom[legal]], level_of[middle[legal]]] < top[legal])
    )
