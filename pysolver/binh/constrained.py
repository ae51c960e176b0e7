"""The best splits under constraints, by constraint programming; and which constraints conflict.

The model: a Boolean for each candidate branch; exactly one top, one middle and one bottom are
chosen, and each card lies in exactly one of them; the ranks of their strengths keep the tower rule;
the values of the three are maximised. Every wish is decided by a branch alone, so it only takes
candidates away.

With all 2,860 candidates the solver needs seconds. So splits are sought in a window of values below
a bound on the best, and candidates that no split in the window can hold are left out; where the
window holds no split, the next one lies below it. The answer is proved to be the best: the windows
leave no value out from the bound down to it.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final

import numpy as np
from ortools.sat.python import cp_model

from pysolver import native
from pysolver.binh.arrangement import in_order
from pysolver.binh.candidates import Candidates, Ints, Selection, at_least
from pysolver.cards import CARDS
from pysolver.errors import InfeasibleError, SolverError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pysolver.binh.constraints import Constraints, Wish
    from pysolver.binh.rules import Rules

Chosen = tuple[int, int, int]

TOWER_RULE: Final = "the tower rule"

#: How deep the first window is: this part of what separates the worst branch from the best, which
#: is 1/16 point for the plain tables.
_FIRST_STEPS: Final = 32
#: How many subsets of the wishes are tried at most in search of a smaller conflict.
_MOST_TRIALS: Final = 64


def constrained_splits(
    hand: bytes,
    constraints: Constraints,
    values: Sequence[native.core.Buffer],
    rules: Rules,
    count: int = 1,
) -> list[native.arranger.Split]:
    """The best splits that fulfil the constraints, best first, each of other strengths.

    Args:
        hand: thirteen ids.
        constraints: the wishes.
        values: three int32 tables by strength, in any unit: the plain tables
            (``tables(rules).units``), those corrected for the hand
            (``Arranger.values_for_hand``), or what sampled opponents leave to each strength.
        rules: the options of the game; ``wheel`` and ``equal_branches`` matter.
        count: how many at most.

    Raises:
        CardError: a wish names a card that the hand does not hold.
        InfeasibleError: no split fulfils the constraints; its ``conflict`` cannot be made smaller
            by leaving any one of them out.
        SolverError: the solver ended without a proof.
    """
    wishes = constraints.wishes([CARDS[card] for card in hand])
    candidates = Candidates(
        hand, wheel=native.poker.WHEELS[rules.wheel], equal_branches=rules.equal_branches
    )
    kinds = native.poker.special_kinds(hand)
    splits = []
    worth = candidates.values_of(values)
    for chosen, value in _best_first(candidates, candidates.selection(wishes), worth):
        splits.append(_split(candidates, chosen, value, kinds))
        if len(splits) == count:
            break
    if not splits:
        raise _infeasible(Conflict(candidates, wishes, worth).smallest())
    return splits


def _split(candidates: Candidates, chosen: Chosen, value: int, kinds: int) -> native.arranger.Split:
    cards = b""
    for held, number in zip(candidates.held, chosen, strict=True):
        branch = [CARDS[candidates.hand[place]] for place in np.flatnonzero(held[number])]
        cards += bytes(in_order(tuple(branch)))
    a, b, c = _strengths(candidates, chosen)
    return native.arranger.Split(cards, (a, b, c), value, kinds)


def _strengths(candidates: Candidates, chosen: Chosen) -> Chosen:
    a, b, c = (int(s[i]) for s, i in zip(candidates.strengths, chosen, strict=True))
    return a, b, c


def _best_first(
    candidates: Candidates, kept: Selection, values: Sequence[Ints], *, tower: bool = True
) -> Iterator[tuple[Chosen, int]]:
    """Splits of selected candidates with their values, best first, each of other strengths.

    ``tower=False`` leaves the tower rule out.
    """
    if not all(map(len, kept)):
        return
    ceilings = candidates.rough_ceilings(kept, values)
    highest = min(int(ceiling.max()) for ceiling in ceilings)
    lowest = sum(int(v[k].min()) for v, k in zip(values, kept, strict=True))
    found: list[Chosen] = []
    first_step = max(int(v.max() - v.min()) for v in values) // _FIRST_STEPS + 1
    step = first_step
    while highest >= lowest:
        floor = max(highest - step, lowest)
        near = candidates.narrowed(at_least(kept, ceilings, floor), values, floor, tower=tower)
        if all(map(len, near)):
            # What is left has closer ceilings: begin lower, and with a shallow window again, for
            # deep ones that hold many splits are what takes the solver long. Below the floor
            # nothing is known yet.
            closer = min(int(c.max()) for c in candidates.ceilings(near, values, tower=tower))
            highest = min(highest, max(closer, floor))
            step = first_step
            floor = max(floor, highest - step)
            near = candidates.narrowed(near, values, floor, tower=tower)
        chosen = None
        if all(map(len, near)):
            chosen = _solve(Model(candidates, near, tower=tower), values, floor, found)
        if chosen is None:
            highest = floor - 1
            step = step * 3 // 2
        else:
            highest = sum(int(v[i]) for v, i in zip(values, chosen, strict=True))
            step = first_step
            found.append(_strengths(candidates, chosen))
            yield chosen, highest


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

    def exclude(self, strengths: Chosen) -> None:
        """Leave out the splits of these strengths."""
        literals = []
        for branch, strength in enumerate(strengths):
            of_branch = self._candidates.strengths[branch][self._kept[branch]]
            literals.append(
                [self._literals[branch][i] for i in np.flatnonzero(of_branch == strength).tolist()]
            )
        if all(literals):
            self._model.add(sum(literal for branch in literals for literal in branch) <= 2)

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


def _solve(
    model: Model, values: Sequence[Ints], floor: int, found: Sequence[Chosen]
) -> Chosen | None:
    """The best choice worth the floor at least, of other strengths than those found."""
    for strengths in found:
        model.exclude(strengths)
    model.maximise(values, floor)
    return model.solve()


# ---- conflicts ----


class Conflict:
    """Which of some wishes cannot hold together, the tower rule counted among them.

    Members are numbered: the wishes in their order, then the tower rule.
    """

    __slots__ = ("_candidates", "_trials", "_values", "_wishes", "_witnesses")

    def __init__(
        self, candidates: Candidates, wishes: Sequence[Wish], values: Sequence[Ints]
    ) -> None:
        """Look at the wishes of a hand; ``values`` only guide the search for splits."""
        self._candidates = candidates
        self._values = values
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
        kept = candidates.selection(self._wishes[i] for i in members if i < len(self._wishes))
        nothing = [np.zeros(len(strengths), np.int64) for strengths in candidates.strengths]
        kept = candidates.narrowed(kept, nothing, 0, tower=tower)
        found = next(_best_first(candidates, kept, self._values, tower=tower), None)
        if found is None:
            return False
        self._witnesses.append(self._fulfilled(found[0]))
        return True

    def _fulfilled(self, chosen: Chosen) -> frozenset[int]:
        """The members that a split fulfils."""
        candidates = self._candidates
        met = {i for i, wish in enumerate(self._wishes) if candidates.fulfils(wish, chosen)}
        return frozenset(met | ({len(self._wishes)} if candidates.is_legal(chosen) else set()))


def _infeasible(conflict: tuple[str, ...]) -> InfeasibleError:
    what = "; ".join(conflict)
    message = (
        f"this cannot be had with these cards: {what}"
        if len(conflict) == 1
        else f"these cannot be had together: {what}; give up one of them"
    )
    return InfeasibleError(message, conflict)
