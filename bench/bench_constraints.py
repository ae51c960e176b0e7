"""Arrangements under constraints: the scan in C beside models for constraint programming.

The models, of candidate branches and of single cards, are asked the same, with the same solver on
one thread: with every candidate that the wishes allow, and with those that may be worth as much as
half a point below the best. Building the model counts.
"""

from __future__ import annotations

import functools
import random
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
import pytest
from ortools.sat.python import cp_model

from pysolver import native
from pysolver.binh import Constraints, Rules, branch_model, constrained, tables
from pysolver.binh.candidates import Candidates, places
from pysolver.cards import CARDS
from pysolver.errors import InfeasibleError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bench.conftest import Measure
    from pysolver.binh.branch_model import Chosen
    from pysolver.binh.candidates import Ints, Selection

RULES = Rules()
KINDS = ("no wish", "a card on top", "two cards placed", "two cards apart", "bottom a straight")


class CardModel:
    """A Boolean for each card in each branch; a table says what branches they make.

    The table of a branch lists its candidates: which cards they hold, their strength and their
    value. It offers what ``branch_model.Model`` does.
    """

    def __init__(self, candidates: Candidates, kept: Selection, *, tower: bool = True) -> None:
        self._candidates = candidates
        self._kept = kept
        self._model = model = cp_model.CpModel()
        self._lies = [[model.new_bool_var("") for _ in range(13)] for _ in kept]
        for place in range(13):
            model.add_exactly_one(lies[place] for lies in self._lies)
        # For a candidate the rank of its strength among all that occur, and its own number.
        chosen = [s[k] for s, k in zip(candidates.strengths, kept, strict=True)]
        self._ladder = np.unique(np.concatenate(chosen))
        self._ranks = [np.searchsorted(self._ladder, strengths) for strengths in chosen]
        self._rank = [model.new_int_var(0, len(self._ladder), "") for _ in kept]
        if tower:
            model.add(self._rank[0] <= self._rank[1])
            model.add(self._rank[1] <= self._rank[2] - (not candidates.equal_branches))

    def maximise(self, values: Sequence[Ints], floor: int) -> None:
        worth = []
        for branch, numbers in enumerate(self._kept):
            value = values[branch][numbers]
            worth.append(self._model.new_int_var(int(value.min()), int(value.max()), ""))
            self._model.add_allowed_assignments(
                [*self._lies[branch], self._rank[branch], worth[branch]],
                np.column_stack(
                    [self._candidates.held[branch][numbers], self._ranks[branch], value]
                ).tolist(),
            )
        self._model.add(sum(worth) >= floor)
        self._model.maximize(sum(worth))

    def solve(self) -> Chosen | None:
        solver = cp_model.CpSolver()
        solver.parameters.num_search_workers = 1
        solver.parameters.random_seed = 1
        status = solver.solve(self._model)
        if status == cp_model.INFEASIBLE:
            return None
        assert status == cp_model.OPTIMAL
        found = []
        for held, lies in zip(self._candidates.held, self._lies, strict=True):
            wanted = [bool(solver.boolean_value(card)) for card in lies]
            found.append(int(np.flatnonzero((held == wanted).all(axis=1))[0]))
        a, b, c = found
        return a, b, c


def requests(kind: str, count: int) -> list[tuple[bytes, Constraints]]:
    """Random hands with wishes of a kind that can be fulfilled."""
    rng = random.Random(f"constraints {kind}")
    found: list[tuple[bytes, Constraints]] = []
    while len(found) < count:
        hand = rng.sample(CARDS[:52], 13)
        wanted = {
            "no wish": Constraints(),
            "a card on top": Constraints(top=hand[:1]),
            "two cards placed": Constraints(top=hand[:1], middle=hand[1:2]),
            "two cards apart": Constraints(apart=[hand[:2]]),
            "bottom a straight": Constraints(least={"bottom": "straight"}),
        }[kind]
        try:
            constrained.constrained_splits(bytes(hand), wanted, tables().units, RULES)
        except InfeasibleError:
            continue
        found.append((bytes(hand), wanted))
    return found


def in_the_core(hand: bytes, wanted: Constraints) -> int:
    """The value of the best split, as the library finds it."""
    return constrained.constrained_splits(hand, wanted, tables().units, RULES)[0].value


def by_the_model(hand: bytes, wanted: Constraints, value: int) -> int | None:
    """The same proved by the model, from half a point below the best on."""
    return branch_model.best_value(hand, wanted, tables().units, RULES, value - 2**25)


def with_all_candidates(hand: bytes, wanted: Constraints) -> int:
    """The same by one model of all candidates."""
    candidates = Candidates(hand, wheel=native.poker.WHEELS["second"], equal_branches=True)
    values = candidates.values_of(tables().units)
    kept = candidates.selection(wanted.wishes([CARDS[card] for card in hand]))
    model = branch_model.Model(candidates, kept)
    model.maximise(values, -(2**40))
    chosen = model.solve()
    assert chosen is not None
    return sum(int(v[i]) for v, i in zip(values, chosen, strict=True))


@functools.cache
def every_split() -> Ints:
    """All 72,072 splits as numbers of candidates, shape (3, 72072)."""
    numbers = [
        {tuple(np.flatnonzero(held).tolist()): number for number, held in enumerate(subsets)}
        for subsets in places()[:2]
    ]
    rows = []
    for bottom in combinations(range(13), 5):
        rest = [place for place in range(13) if place not in bottom]
        for middle in combinations(rest, 5):
            top = tuple(place for place in rest if place not in middle)
            rows.append((numbers[0][top], numbers[1][middle], numbers[1][bottom]))
    return np.array(rows).T.copy()


def by_looking_at_every_split(hand: bytes, wanted: Constraints) -> int:
    """The same without a solver: each of the splits, in numpy."""
    candidates = Candidates(hand, wheel=native.poker.WHEELS["second"], equal_branches=True)
    values = candidates.values_of(tables().units)
    rows = every_split()
    strengths = [s[row] for s, row in zip(candidates.strengths, rows, strict=True)]
    keep = (strengths[0] <= strengths[1]) & (strengths[1] <= strengths[2])
    kept = candidates.selection(wanted.wishes([CARDS[card] for card in hand]))
    for numbers, row, of_branch in zip(kept, rows, candidates.strengths, strict=True):
        allowed = np.zeros(len(of_branch), np.bool_)
        allowed[numbers] = True
        keep &= allowed[row]
    total = sum(v[row] for v, row in zip(values, rows, strict=True))
    return int(np.max(total, where=keep, initial=-(2**40)))


MODELS = {"candidate branches": branch_model.Model, "single cards": CardModel}


@pytest.mark.parametrize("kind", KINDS)
def test_in_the_core(measure: Measure, kind: str) -> None:
    asked = requests(kind, 15)
    measure(
        f"best under constraints: {kind}",
        "every split, in C",
        lambda: [in_the_core(*request) for request in asked],
        items=len(asked),
        unit="hand",
    )


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("kind", KINDS)
def test_the_proof(
    measure: Measure, monkeypatch: pytest.MonkeyPatch, kind: str, model: str
) -> None:
    asked = requests(kind, 8)
    expected = [in_the_core(*request) for request in asked]
    monkeypatch.setattr(branch_model, "Model", MODELS[model])
    proofs = [(*request, value) for request, value in zip(asked, expected, strict=True)]
    assert [by_the_model(*proof) for proof in proofs] == expected
    measure(
        f"best under constraints: {kind}",
        model,
        lambda: [by_the_model(*proof) for proof in proofs],
        items=len(asked),
        unit="hand",
    )


@pytest.mark.parametrize("model", MODELS)
def test_with_all_candidates(measure: Measure, monkeypatch: pytest.MonkeyPatch, model: str) -> None:
    asked = requests("two cards placed", 3)
    expected = [in_the_core(*request) for request in asked]
    monkeypatch.setattr(branch_model, "Model", MODELS[model])
    assert [with_all_candidates(*request) for request in asked] == expected
    measure(
        "the same, all candidates: two cards placed",
        model,
        lambda: [with_all_candidates(*request) for request in asked],
        items=len(asked),
        unit="hand",
    )


@pytest.mark.parametrize("kind", KINDS)
def test_every_split(measure: Measure, kind: str) -> None:
    asked = requests(kind, 15)
    expected = [in_the_core(*request) for request in asked]
    assert [by_looking_at_every_split(*request) for request in asked] == expected
    measure(
        f"best under constraints: {kind}",
        "every split, in numpy",
        lambda: [by_looking_at_every_split(*request) for request in asked],
        items=len(asked),
        unit="hand",
    )


def test_a_conflict(measure: Measure) -> None:
    rng = random.Random("conflicts")
    asked: list[tuple[bytes, Constraints]] = []
    while len(asked) < 10:
        cards = rng.sample(CARDS[:52], 13)
        wanted = Constraints(top=cards[:2], apart=[cards[2:5]], least={"bottom": "full house"})
        try:
            constrained.constrained_splits(bytes(cards), wanted, tables().units, RULES)
        except InfeasibleError:
            asked.append((bytes(cards), wanted))

    def refuse() -> None:
        for hand, wanted in asked:
            with pytest.raises(InfeasibleError):
                constrained.constrained_splits(hand, wanted, tables().units, RULES)

    measure("the smallest conflict", "candidate branches", refuse, items=len(asked), unit="hand")
