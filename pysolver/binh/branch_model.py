"""The choice of three branches under constraints, as a model for constraint programming.

A Boolean for each candidate branch; exactly one top, one middle and one bottom are chosen, and each
card lies in exactly one of them; the ranks of their strengths keep the tower rule; the values of
the three are maximised. Every wish is decided by a branch alone, so it only takes candidates away.

Answers come from looking at every split in C, which is faster (csrc/binh/scan.c). The model says
which wishes conflict, and proves answers independently of that scan (``best_value``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from ortools.sat.python import cp_model

from pysolver import native
from pysolver.binh.candidates import Candidates, Ints, Selection
from pysolver.cards import CARDS
from pysolver.errors import SolverError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pysolver.binh.constraints import Constraints
    from pysolver.binh.rules import Rules

Chosen = tuple[int, int, int]


class Model:
    """The choice of three candidates that together are the hand and keep the tower rule."""

    __slots__ = ("_candidates", "_kept", "_literals", "_model")

    def __init__(self, candidates: Candidates, kept: Selection, *, tower: bool = True) -> None:
        """State the model; ``tower=False`` leaves the tower rule out."""
        self._candidates = candidates
        self._kept = kept
        self._model = model = cp_model.CpModel()
        self._literals = [[model.new_bool_var("") for _ in numbers] for numbers in kept]
        for literals in self._literals:
            model.add_exactly_one(literals)
        for place in range(len(candidates.hand)):
            model.add_exactly_one(
                literals[i]
                for held, numbers, literals in zip(
                    candidates.held, kept, self._literals, strict=True
                )
                for i in np.flatnonzero(held[numbers, place]).tolist()
            )
        if tower:
            self._keep_tower_rule()

    def _keep_tower_rule(self) -> None:
        # Ranks among the strengths that occur: small coefficients.
        chosen = [s[k] for s, k in zip(self._candidates.strengths, self._kept, strict=True)]
        for upper in (0, 1):
            ladder = np.unique(np.concatenate(chosen[upper : upper + 2]))
            ranks = [np.searchsorted(ladder, chosen[branch]) for branch in (upper, upper + 1)]
            difference = cp_model.LinearExpr.weighted_sum(
                self._literals[upper] + self._literals[upper + 1],
                [*ranks[0].tolist(), *(-ranks[1]).tolist()],
            )
            strict = upper == 1 and not self._candidates.equal_branches
            self._model.add(difference <= -int(strict))

    def maximise(self, values: Sequence[Ints], floor: int) -> None:
        """Ask for the largest sum of values, ``floor`` at least."""
        literals = [literal for branch in self._literals for literal in branch]
        numbers = np.concatenate([v[k] for v, k in zip(values, self._kept, strict=True)])
        total = cp_model.LinearExpr.weighted_sum(literals, numbers.tolist())
        self._model.add(total >= floor)
        self._model.maximize(total)

    def solve(self) -> Chosen | None:
        """The numbers of the chosen candidates; None if there is no choice.

        Raises:
            SolverError: the solver ended without a proof.
        """
        solver = cp_model.CpSolver()
        solver.parameters.num_search_workers = 1
        solver.parameters.random_seed = 1
        # Measured: so few candidates are left that presolving costs more than it saves.
        solver.parameters.cp_model_presolve = False
        solver.parameters.linearization_level = 2
        status = solver.solve(self._model)
        if status == cp_model.INFEASIBLE:
            return None
        if status != cp_model.OPTIMAL:
            message = f"the solver ended with {solver.status_name(status)} instead of a proof"
            raise SolverError(message)
        a, b, c = (
            int(numbers[next(i for i, literal in enumerate(row) if solver.boolean_value(literal))])
            for numbers, row in zip(self._kept, self._literals, strict=True)
        )
        return a, b, c


def best_value(
    hand: bytes,
    constraints: Constraints,
    values: Sequence[native.core.Buffer],
    rules: Rules,
    floor: int,
) -> int | None:
    """The value of the best split under constraints, by the model.

    Args:
        hand: thirteen ids.
        constraints: the wishes.
        values: three int32 tables by strength, in any unit.
        rules: the options of the game.
        floor: no split below it is looked for: candidates that no split worth as much can hold are
            left out, without which the solver takes seconds.

    Returns:
        The value, proved to be the largest; None if no split reaches the floor.

    Raises:
        SolverError: the solver ended without a proof.
    """
    candidates = Candidates(
        hand, wheel=native.poker.WHEELS[rules.wheel], equal_branches=rules.equal_branches
    )
    worth = candidates.values_of(values)
    wishes = constraints.wishes([CARDS[card] for card in hand])
    kept = candidates.narrowed(candidates.selection(wishes), worth, floor)
    if not all(map(len, kept)):
        return None
    model = Model(candidates, kept)
    model.maximise(worth, floor)
    chosen = model.solve()
    if chosen is None:
        return None
    return sum(int(v[i]) for v, i in zip(worth, chosen, strict=True))
