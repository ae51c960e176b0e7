"""Which of a player's wishes cannot hold together.

Sets of wishes are tried by the scan of all splits in C. That the set told to the player cannot hold
is proved once more, by constraint programming (``branch_model``).
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final

import numpy as np

from pysolver import native
from pysolver.binh.branch_model import Model
from pysolver.errors import InfeasibleError, SolverError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pysolver.binh.branch_model import Chosen
    from pysolver.binh.candidates import Candidates
    from pysolver.binh.constraints import Wish

TOWER_RULE: Final = "the tower rule"

#: How many subsets of the wishes are tried at most in search of a smaller conflict.
_MOST_TRIALS: Final = 64

#: Any split is as good as another.
_NOTHING: Final = bytes(4 * native.poker.STRENGTHS)


def infeasible(candidates: Candidates, wishes: Sequence[Wish], wheel: int) -> InfeasibleError:
    """The error for wishes that no split fulfils, with the conflict in the caller's words."""
    conflict = Conflict(candidates, wishes, wheel).smallest()
    what = "; ".join(conflict)
    message = (
        f"this cannot be had with these cards: {what}"
        if len(conflict) == 1
        else f"these cannot be had together: {what}; give up one of them"
    )
    return InfeasibleError(message, conflict)


class Conflict:
    """Which of some wishes cannot hold together, the tower rule counted among them.

    Members are numbered: the wishes in their order, then the tower rule.
    """

    __slots__ = ("_candidates", "_trials", "_wheel", "_wishes", "_witnesses")

    def __init__(self, candidates: Candidates, wishes: Sequence[Wish], wheel: int) -> None:
        """Look at the wishes of a hand."""
        self._candidates = candidates
        self._wheel = wheel
        self._wishes = tuple(wishes)
        self._witnesses: list[frozenset[int]] = []
        self._trials = 0

    def smallest(self) -> tuple[str, ...]:
        """The texts of a smallest set found that cannot hold; each of its members is needed.

        Members are left out one after the other while the rest still cannot hold. Then smaller
        sets are tried, the smallest first, as far as ``_MOST_TRIALS`` goes.
        """
        tower = len(self._wishes)
        core = list(range(tower + 1))
        # The tower rule last: a conflict of wishes alone says more.
        for member in reversed(range(tower + 1)):
            rest = [other for other in core if other != member]
            if not self._can_hold(rest):
                core = rest
        core = self._smaller(core)
        self._prove(core)
        return tuple(TOWER_RULE if i == tower else str(self._wishes[i]) for i in core)

    def _smaller(self, core: list[int]) -> list[int]:
        last = self._trials + _MOST_TRIALS
        for size in range(1, len(core)):
            for members in combinations(range(len(self._wishes) + 1), size):
                if self._trials >= last:
                    return core
                if not self._can_hold(members):
                    return list(members)
        return core

    def _can_hold(self, members: Sequence[int]) -> bool:
        """Whether some split fulfils these members; splits found before are looked at first."""
        wanted = set(members)
        if any(wanted <= witness for witness in self._witnesses):
            return True
        self._trials += 1
        tower = len(self._wishes) in wanted
        candidates = self._candidates
        found = native.arranger.best_by_values(
            [_NOTHING] * 3,
            candidates.hand,
            1,
            wheel=self._wheel,
            equal_branches=candidates.equal_branches,
            allowed=candidates.allowed(self._named(members)),
            tower=tower,
        )
        if not found:
            return False
        self._witnesses.append(self._fulfilled(candidates.numbers(found[0].cards)))
        return True

    def _named(self, members: Sequence[int]) -> list[Wish]:
        """The wishes among the members."""
        return [self._wishes[i] for i in members if i < len(self._wishes)]

    def _prove(self, members: Sequence[int]) -> None:
        """Prove by constraint programming that the members cannot hold together."""
        candidates, tower = self._candidates, len(self._wishes) in members
        nothing = [np.zeros(len(strengths), np.int64) for strengths in candidates.strengths]
        kept = candidates.narrowed(
            candidates.selection(self._named(members)), nothing, 0, tower=tower
        )
        if all(map(len, kept)) and Model(candidates, kept, tower=tower).solve() is not None:
            message = "the constraints can be fulfilled, though the search found no split"
            raise SolverError(message)

    def _fulfilled(self, chosen: Chosen) -> frozenset[int]:
        """The members that a split fulfils."""
        candidates = self._candidates
        met = {i for i, wish in enumerate(self._wishes) if candidates.fulfils(wish, chosen)}
        return frozenset(met | ({len(self._wishes)} if candidates.is_legal(chosen) else set()))
