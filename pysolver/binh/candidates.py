"""The branches that a hand can have, and how much the split that holds one can be worth at most.

The thirteen cards are numbered by id. A candidate is one of the 286 threes (top) or 1,287 fives
(middle, bottom) of them; a selection holds the numbers of those still possible at each branch. What
a selection says never depends on how candidates are combined into splits: that is the model's work.
"""

from __future__ import annotations

import functools
from itertools import combinations
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from pysolver import native
from pysolver.binh.rules import FIVE_SIZE, HAND_SIZE, TOP_SIZE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pysolver.binh.constraints import Wish

Ints: TypeAlias = npt.NDArray[np.int64]
Flags: TypeAlias = npt.NDArray[np.bool_]
Selection: TypeAlias = tuple[Ints, Ints, Ints]

#: Below the value of any split, and small enough that four of them can be added.
NEVER: Final = -(2**40)
_ROUNDS: Final = 6


class Places(NamedTuple):
    """Threes and fives of thirteen places, in colexicographic order.

    ``threes`` (286, 13) and ``fives`` (1287, 13) say which places each holds; ``apart_3_5`` and
    ``apart_5_5`` say which two share none.
    """

    threes: Flags
    fives: Flags
    apart_3_5: Flags
    apart_5_5: Flags


@functools.cache
def places() -> Places:
    """The subsets, made once."""
    threes, fives = (
        np.array(
            [
                [place in chosen for place in range(HAND_SIZE)]
                for chosen in sorted(
                    combinations(range(HAND_SIZE), size), key=lambda chosen: chosen[::-1]
                )
            ]
        )
        for size in (TOP_SIZE, FIVE_SIZE)
    )
    ones = fives.astype(np.int32)
    return Places(threes, fives, threes @ ones.T == 0, ones @ ones.T == 0)


class Candidates:
    """The candidates of one hand at top, middle and bottom.

    Attributes:
        hand: thirteen ids, rising.
        equal_branches: whether middle and bottom may be equally strong.
        held: for each branch which of the thirteen cards a candidate holds, shape (n, 13).
        strengths: for each branch strengths of the candidates, shape (n,).
    """

    __slots__ = ("_bits", "equal_branches", "hand", "held", "strengths")

    def __init__(self, hand: bytes, *, wheel: int, equal_branches: bool) -> None:
        self.hand = bytes(sorted(hand))
        fives, threes = (
            np.asarray(found, np.int64)
            for found in native.poker.strengths_of_subsets(self.hand, wheel)
        )
        subsets = places()
        self.held = (subsets.threes, subsets.fives, subsets.fives)
        self.strengths = (threes, fives, fives)
        self.equal_branches = equal_branches
        cards = np.array([1 << card for card in self.hand], np.int64)
        self._bits = tuple(held @ cards for held in self.held)

    def allowed(self, wishes: Iterable[Wish]) -> npt.NDArray[np.uint8]:
        """Whether all the wishes allow a candidate: tops, middles and bottoms in a row."""
        return np.concatenate(self._flags(wishes)).astype(np.uint8)

    def selection(self, wishes: Iterable[Wish] = ()) -> Selection:
        """The numbers of the candidates that all the wishes allow."""
        top, middle, bottom = map(np.flatnonzero, self._flags(wishes))
        return top, middle, bottom

    def _flags(self, wishes: Iterable[Wish]) -> list[Flags]:
        kept = [np.ones(len(strengths), np.bool_) for strengths in self.strengths]
        for wish in wishes:
            for branch, (cards, strengths) in enumerate(
                zip(self._bits, self.strengths, strict=True)
            ):
                kept[branch] &= wish.allows(branch, cards, strengths)
        return kept

    def numbers(self, cards: bytes) -> tuple[int, int, int]:
        """The candidates that a split holds, laid top, middle, bottom."""
        branches = cards[:3], cards[3:8], cards[8:]
        a, b, c = (
            int(np.flatnonzero(bits == sum(1 << card for card in branch))[0])
            for bits, branch in zip(self._bits, branches, strict=True)
        )
        return a, b, c

    def values_of(self, tables: Sequence[native.core.Buffer]) -> tuple[Ints, Ints, Ints]:
        """What each candidate is worth, from three int32 tables by strength."""
        top, middle, bottom = (
            np.asarray(table, np.int64)[strengths]
            for table, strengths in zip(tables, self.strengths, strict=True)
        )
        return top, middle, bottom

    def fulfils(self, wish: Wish, chosen: Sequence[int]) -> bool:
        """Whether the split of these candidates fulfils a wish."""
        return all(
            bool(wish.allows(branch, self._bits[branch][[i]], self.strengths[branch][[i]])[0])
            for branch, i in enumerate(chosen)
        )

    def is_legal(self, chosen: Sequence[int]) -> bool:
        """Whether the split of these candidates keeps the tower rule."""
        a, b, c = (int(s[i]) for s, i in zip(self.strengths, chosen, strict=True))
        return a <= b <= c and (self.equal_branches or b < c)

    def pairs(self, kept: Selection, *, tower: bool = True) -> tuple[Flags, Flags, Flags]:
        """Which top and middle, top and bottom, middle and bottom can stand in one split."""
        top, middle, bottom = kept
        subsets = places()
        over_middle = subsets.apart_3_5[np.ix_(top, middle)]
        over_bottom = subsets.apart_3_5[np.ix_(top, bottom)]
        below = subsets.apart_5_5[np.ix_(middle, bottom)]
        if tower:
            a, b, c = (s[k] for s, k in zip(self.strengths, kept, strict=True))
            over_middle &= a[:, None] <= b
            over_bottom &= a[:, None] <= c
            below &= b[:, None] <= c if self.equal_branches else b[:, None] < c
        return over_middle, over_bottom, below

    def ceilings(self, kept: Selection, values: Sequence[Ints], *, tower: bool = True) -> Selection:
        """More than any split with the candidate is worth, but not by much.

        Every two branches of such a split fit together and keep the tower rule; all three need not.
        Far below zero where a candidate fits no others.
        """
        a, b, c = (v[k] for v, k in zip(values, kept, strict=True))
        over_middle, over_bottom, below = self.pairs(kept, tower=tower)
        top_of_middle = _most(over_middle, a[:, None], 0)
        top_of_bottom = _most(over_bottom, a[:, None], 0)
        bottom_of_middle = _most(below, c, 1)
        bottom_of_top = _most(over_bottom, c, 1)
        tops = np.minimum(top_of_middle[:, None], top_of_bottom)
        fives = np.where(below, b[:, None] + c + tops, NEVER)
        bottoms = np.minimum(bottom_of_top[:, None], bottom_of_middle)
        return (
            a + _most(over_middle, b + bottoms, 1),
            fives.max(axis=1, initial=NEVER),
            fives.max(axis=0, initial=NEVER),
        )

    def narrowed(
        self, kept: Selection, values: Sequence[Ints], floor: int, *, tower: bool = True
    ) -> Selection:
        """The candidates left when those are dropped that no split worth ``floor`` can hold."""
        for _ in range(_ROUNDS):
            if not all(map(len, kept)):
                break
            ceilings = self.ceilings(kept, values, tower=tower)
            fewer = at_least(kept, ceilings, floor)
            same = list(map(len, fewer)) == list(map(len, kept))
            kept = fewer
            if same:
                break
        return kept


def at_least(kept: Selection, ceilings: Selection, floor: int) -> Selection:
    """The candidates whose ceiling reaches the floor."""
    top, middle, bottom = (k[c >= floor] for k, c in zip(kept, ceilings, strict=True))
    return top, middle, bottom


def _most(allowed: Flags, values: Ints, axis: int) -> Ints:
    """The largest allowed value along an axis, or NEVER."""
    found: Ints = np.where(allowed, values, NEVER).max(axis=axis, initial=NEVER)
    return found
