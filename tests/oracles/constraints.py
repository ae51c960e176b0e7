"""Constraints on a split, decided in Python for every split one by one."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from tests.oracles.branches import CATEGORIES, all_keys, branch_key
from tests.oracles.splits import all_splits, subsets

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pysolver.binh import Constraints

BRANCHES = ("top", "middle", "bottom")
TOWER_RULE = "the tower rule"
Flags = npt.NDArray[np.bool_]


class Splits:
    """All 72,072 splits of a hand, and which of them keep which rule."""

    def __init__(self, hand: Sequence[int], wheel: str = "second") -> None:
        self.fives = [tuple(hand[p] for p in places) for places in subsets(5)]
        self.threes = [tuple(hand[p] for p in places) for places in subsets(3)]
        self.rows = all_splits().T
        numbers = all_keys(wheel)
        self.keys = [
            [branch_key(branch, wheel) for branch in branches]
            for branches in (self.threes, self.fives, self.fives)
        ]
        self.strengths = np.stack(
            [
                np.array([numbers[key] for key in keys])[row]
                for keys, row in zip(self.keys, self.rows, strict=True)
            ]
        )

    def hold(self, branch: int, cards: Iterable[int]) -> Flags:
        """For every split whether its branch holds all these cards."""
        wanted = set(cards)
        branches = self.threes if branch == 0 else self.fives
        found: Flags = np.array([wanted <= set(each) for each in branches])[self.rows[branch]]
        return found

    def categories(self, branch: int) -> npt.NDArray[np.int64]:
        """For every split the number of the category of its branch, weakest first."""
        found: npt.NDArray[np.int64] = np.array([key[0] for key in self.keys[branch]])
        chosen: npt.NDArray[np.int64] = found[self.rows[branch]]
        return chosen

    def legal(self, *, equal_branches: bool = True) -> Flags:
        """For every split whether it keeps the tower rule."""
        top, middle, bottom = self.strengths
        lower = middle <= bottom if equal_branches else middle < bottom
        found: Flags = (top <= middle) & lower
        return found

    def members(self, wanted: Constraints, *, equal_branches: bool = True) -> dict[str, Flags]:
        """The wishes in words and the tower rule, each with the splits that fulfil it."""
        found: dict[str, Flags] = {}
        for number, branch in enumerate(BRANCHES):
            for card in getattr(wanted, branch):
                found[f"{branch} has {card}"] = self.hold(number, [card])
        for group in wanted.together:
            found[f"{_listed(group)} together"] = np.any(
                [self.hold(number, group) for number in range(3)], axis=0
            )
        for group in wanted.apart:
            found[f"{_listed(group)} apart"] = ~np.any(
                [self.hold(number, pair) for pair in combinations(group, 2) for number in range(3)],
                axis=0,
            )
        for number, branch in enumerate(BRANCHES):
            if branch in wanted.least:
                name = wanted.least[branch]
                found[f"{branch} at least {name}"] = self.categories(number) >= CATEGORIES.index(
                    name
                )
            if branch in wanted.most:
                name = wanted.most[branch]
                found[f"{branch} at most {name}"] = self.categories(number) <= CATEGORIES.index(
                    name
                )
        found[TOWER_RULE] = self.legal(equal_branches=equal_branches)
        return found


def _listed(group: Sequence[object]) -> str:
    *first, last = map(str, group)
    return f"{', '.join(first)} and {last}"
