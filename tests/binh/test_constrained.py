"""Answers under constraints: against the search in C, and against every split counted in Python."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pysolver import native
from pysolver.binh import (
    Constraints,
    Rules,
    arrange,
    best_arrangement,
    conflicts,
    review,
    tables,
    top_arrangements,
)
from pysolver.binh.branch_model import Model, best_value
from pysolver.binh.candidates import Candidates
from pysolver.binh.categories import CATEGORIES
from pysolver.binh.constrained import constrained_splits
from pysolver.binh.own_cards import nodes_of
from pysolver.cards import CARDS, Card, parse_cards
from pysolver.errors import InfeasibleError, SolverError
from tests.oracles.constraints import TOWER_RULE, Splits

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

HAND = "As Ah Kd Kc 9s 9d 8h 7h 6h 5h 4c 3d 2h"
SIX_PAIRS = "As Ah Kd Kc 9s 9d 8h 8d 6h 6s 4c 4d 2h"
NO_WISH = Constraints()


def random_hand(rng: random.Random, *, short: bool = False) -> list[Card]:
    """Thirteen cards; short: of few ranks, so that groups and flushes are common."""
    low = rng.randrange(6) if short else 0
    deck = [card for card in CARDS[:52] if not short or low <= card >> 2 < low + 6]
    return rng.sample(deck, 13)


def random_constraints(rng: random.Random, hand: Sequence[Card]) -> Constraints:
    """Wishes of every kind, some of which cannot hold."""
    cards = rng.sample(hand, 13)
    counts = [rng.choice([0, 0, 1, 2]) for _ in range(3)]
    fixed = [[cards.pop() for _ in range(count)] for count in counts]
    groups = [
        [rng.sample(hand, rng.choice([2, 2, 3])) for _ in range(rng.choice([0, 0, 1, 2]))]
        for _ in range(2)
    ]
    bounds: list[dict[str, str]] = [
        {
            branch: rng.choice(CATEGORIES[low:high])
            for branch in ("top", "middle", "bottom")
            if rng.random() < 0.2
        }
        for low, high in ((0, 6), (1, 9))
    ]
    top, middle, bottom = fixed
    return Constraints(top, middle, bottom, groups[0], groups[1], bounds[0], bounds[1])


def sums(splits: Splits, values: Sequence[Any]) -> npt.NDArray[np.int64]:
    """What every split is worth."""
    found: npt.NDArray[np.int64] = sum(
        np.asarray(table, np.int64)[strengths]
        for table, strengths in zip(values, splits.strengths, strict=True)
    )
    return found


def check_conflict(conflict: tuple[str, ...], members: dict[str, npt.NDArray[np.bool_]]) -> None:
    """The conflict is of the caller's words, cannot hold, and holds without any one of them."""
    assert len(set(conflict)) == len(conflict) > 0
    for left_out in (None, *conflict):
        rest = [members[name] for name in conflict if name != left_out]
        can_hold = bool(np.all(rest, axis=0).any()) if rest else True
        assert can_hold == (left_out is not None)


@pytest.mark.parametrize("wheel", ["second", "lowest"])
def test_without_constraints_the_model_finds_what_the_search_finds(wheel: Any) -> None:
    rng = random.Random(f"free {wheel}")
    rules = Rules(wheel=wheel)
    found = tables(rules)
    arranger = found.arranger(rules)
    for number in range(20):
        hand = bytes(random_hand(rng, short=number % 2 == 1))
        best = arranger.best(hand).value
        # A floor below the best: the model has to find it among what is worth a little less.
        assert best_value(hand, NO_WISH, found.units, rules, best - 2**20) == best
        (split,) = constrained_splits(hand, NO_WISH, found.units, rules)
        assert split.value == best
        assert sorted(split.cards) == sorted(hand)


@pytest.mark.parametrize("seed", range(6))
def test_answers_are_those_of_every_split_counted(seed: int) -> None:
    rng = random.Random(f"constrained {seed}")
    feasible = infeasible = 0
    for number in range(12):
        rules = Rules(wheel=rng.choice(["second", "lowest"]), equal_branches=rng.random() < 0.7)
        values = tables(Rules(wheel=rules.wheel)).units
        hand = random_hand(rng, short=number % 3 == 2)
        wanted = random_constraints(rng, hand)
        splits = Splits(hand, rules.wheel)
        members = splits.members(wanted, equal_branches=rules.equal_branches)
        kept = np.all(list(members.values()), axis=0)
        if kept.any():
            feasible += 1
            (split,) = constrained_splits(bytes(hand), wanted, values, rules)
            assert split.value == sums(splits, values)[kept].max()
            assert best_value(bytes(hand), wanted, values, rules, split.value) == split.value
            check_split(split, hand, splits, kept, rules)
        else:
            infeasible += 1
            with pytest.raises(InfeasibleError) as caught:
                constrained_splits(bytes(hand), wanted, values, rules)
            check_conflict(caught.value.conflict, members)
            assert all(text in str(caught.value) for text in caught.value.conflict)
    assert feasible >= 2
    assert infeasible >= 2


def check_split(
    split: native.arranger.Split,
    hand: Sequence[Card],
    splits: Splits,
    kept: npt.NDArray[np.bool_],
    rules: Rules,
) -> None:
    """The split is one of those kept, and says of itself what is true."""
    branches = split.cards[:3], split.cards[3:8], split.cards[8:]
    assert sorted(split.cards) == sorted(hand)
    same = np.all([splits.hold(number, branch) for number, branch in enumerate(branches)], axis=0)
    assert (same & kept).sum() == 1
    wheel = native.poker.WHEELS[rules.wheel]
    assert split.strengths == tuple(native.poker.strength(branch, wheel) for branch in branches)


def test_conflicts_are_the_smallest_there_are() -> None:
    # Two conflicts: three wishes and the tower rule, or one wish alone; the one comes last.
    cases = {
        ("top at least flush",): Constraints(
            top="Kd Kc", apart="As Ah", least={"top": "flush", "bottom": "pair"}
        ),
        ("bottom at least full house",): Constraints(
            top="As Ah", together="Kd Kc", least={"bottom": "full"}
        ),
        ("top has As", "top has Ah", "top has Kd", "top has Kc"): Constraints(top="As Ah Kd Kc"),
        ("top at least one pair", "top at most high card"): Constraints(
            top="As", least={"top": "pair"}, most={"top": "high card"}
        ),
        ("Kd and Kc together", "Kd and Kc apart"): Constraints(together="Kd Kc", apart="Kd Kc"),
        ("As, Ah, Kd and Kc apart",): Constraints(apart="As Ah Kd Kc"),
        ("bottom at least flush", "bottom at most one pair"): Constraints(
            middle="2h", least={"bottom": "flush"}, most={"bottom": "pair"}
        ),
        ("top at least one pair", "middle at most high card", TOWER_RULE): Constraints(
            least={"top": "pair"}, most={"middle": "high card"}
        ),
    }
    splits = Splits(list(map(Card, HAND.split())))
    for conflict, wanted in cases.items():
        check_conflict(conflict, splits.members(wanted))
        with pytest.raises(InfeasibleError) as caught:
            best_arrangement(HAND, constraints=wanted, own_cards=False)
        assert caught.value.conflict == conflict


def test_a_smaller_conflict_is_sought_behind_a_larger_one() -> None:
    # Four cards on top conflict, and before them stands nothing that conflicts alone.
    wanted = Constraints(top="As Ah Kd Kc", least={"top": "flush"})
    with pytest.raises(InfeasibleError) as caught:
        best_arrangement(HAND, constraints=wanted, own_cards=False)
    assert caught.value.conflict == ("top at least flush",)


def test_conflicts_are_irreducible_where_no_smaller_is_sought(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(conflicts, "_MOST_TRIALS", 0)
    rng = random.Random("irreducible")
    seen = 0
    while seen < 6:
        hand = random_hand(rng)
        wanted = random_constraints(rng, hand)
        members = Splits(hand).members(wanted)
        if np.all(list(members.values()), axis=0).any():
            continue
        seen += 1
        with pytest.raises(InfeasibleError) as caught:
            constrained_splits(bytes(hand), wanted, tables().units, Rules())
        check_conflict(caught.value.conflict, members)


def test_equal_branches_may_be_a_foul() -> None:
    hand = list(parse_cards("Ts 8s 6s 4s 3s Th 8h 6h 4h 3h Kd Kc 2d"))
    wanted = Constraints(top="Kd Kc")
    values = tables().units
    splits = Splits(hand)
    best = {}
    for equal in (True, False):
        (split,) = constrained_splits(bytes(hand), wanted, values, Rules(equal_branches=equal))
        members = splits.members(wanted, equal_branches=equal)
        kept = np.all(list(members.values()), axis=0)
        best[equal] = split.value
        assert split.value == sums(splits, values)[kept].max()
    assert best[False] < best[True]
    both = Constraints(middle="Ts 8s 6s 4s 3s", bottom="Th 8h 6h 4h 3h")
    with pytest.raises(InfeasibleError) as caught:
        constrained_splits(bytes(hand), both, values, Rules(equal_branches=False))
    assert TOWER_RULE in caught.value.conflict
    check_conflict(caught.value.conflict, splits.members(both, equal_branches=False))


def test_the_best_ways_come_in_order_and_none_is_left_out() -> None:
    wanted = Constraints(top="Kd", together="As Ah", least={"bottom": "straight"})
    splits = Splits(list(map(Card, HAND.split())))
    kept = np.all(list(splits.members(wanted).values()), axis=0)
    values = tables().units
    triples = {tuple(row) for row in splits.strengths.T[kept].tolist()}
    worth = sorted(sum(t[s] for t, s in zip(values, row, strict=True)) for row in triples)[::-1]
    ways = top_arrangements(HAND, 8, constraints=wanted, own_cards=False)
    assert [sum(t[s] for t, s in zip(values, w.strengths, strict=True)) for w in ways] == worth[:8]
    assert len({way.strengths for way in ways}) == 8
    assert all(a.ev >= b.ev for a, b in pairwise(ways))


def test_fewer_ways_than_asked_for() -> None:
    wanted = Constraints(top="Kd Kc 2h", middle="As Ah 9s 9d", bottom="8h 7h")
    splits = Splits(list(map(Card, HAND.split())))
    kept = np.all(list(splits.members(wanted).values()), axis=0)
    expected = {tuple(row) for row in splits.strengths.T[kept].tolist()}
    ways = top_arrangements(HAND, 256, constraints=wanted, own_cards=False)
    assert len(ways) == len(expected) < 10
    assert {way.strengths for way in ways} == expected


def test_what_constraints_cost() -> None:
    free = best_arrangement(HAND, own_cards=False)
    wanted = Constraints(top="Kd Kc")
    found = best_arrangement(HAND, constraints=wanted, own_cards=False)
    assert found.constraint_cost == free.ev - found.ev > 0.1
    assert f"the constraints cost {found.constraint_cost:.3f} points" in str(found)
    assert found.to_dict()["constraint_cost"] == found.constraint_cost
    assert set(found.top) >= {Card("Kd"), Card("Kc")}
    second = top_arrangements(HAND, 2, constraints=wanted, own_cards=False)[1]
    assert second.constraint_cost == found.constraint_cost
    assert second.ev < found.ev


def test_constraints_that_the_best_fulfils_cost_nothing() -> None:
    free = best_arrangement(HAND, own_cards=False)
    wanted = Constraints(*free.branches)
    found = best_arrangement(HAND, constraints=wanted, own_cards=False)
    assert found == free
    assert found.constraint_cost == 0
    assert "cost" not in str(found)
    assert found.to_dict()["constraint_cost"] == 0
    assert best_arrangement(HAND, constraints=NO_WISH, own_cards=False) == free


def test_a_special_hand_is_still_declared() -> None:
    free = best_arrangement(SIX_PAIRS, own_cards=False)
    found = best_arrangement(SIX_PAIRS, constraints=Constraints(top="Ah 2h"), own_cards=False)
    assert found.special == free.special is not None
    assert (found.ev, found.constraint_cost) == (free.ev, 0)
    assert set(found.top) >= {Card("Ah"), Card("2h")}
    assert not found.is_foul
    with pytest.raises(InfeasibleError):
        best_arrangement(SIX_PAIRS, constraints=Constraints(least={"top": "flush"}))


def test_the_order_of_the_cards_does_not_matter() -> None:
    wanted = Constraints(top="9s", apart=["As Ah"])
    backwards = " ".join(reversed(HAND.split()))
    assert best_arrangement(HAND, constraints=wanted, own_cards=False) == best_arrangement(
        backwards, constraints=wanted, own_cards=False
    )


def test_a_review_beside_the_best_under_constraints() -> None:
    split = ("As Ah 4c", "Kd Kc 9s 9d 3d", "8h 7h 6h 5h 2h")
    wanted = Constraints(top="Kd Kc")
    found = review(HAND, *split, constraints=wanted, own_cards=False)
    assert found.best == best_arrangement(HAND, constraints=wanted, own_cards=False)
    assert found.yours == arrange(*split, own_cards=False)
    assert found.loss == 0
    worse = review(HAND, "Kd Kc 2h", "9s 9d As Ah 3d", "8h 7h 6h 5h 4c", constraints=wanted)
    assert worse.loss > 0.1


def test_values_corrected_for_own_cards() -> None:
    """Values that differ from hand to hand: the search in C reads the same ones."""
    rng = np.random.default_rng(3)
    nodes = nodes_of(tables())
    size = native.arranger.CORRECTION_FEATURES * native.arranger.CORRECTION_OUTPUTS
    arranger = (
        tables().arranger(Rules()).corrected(nodes, rng.integers(-300, 300, size).astype(np.int32))
    )
    picker = random.Random("own cards")
    for _ in range(6):
        hand = random_hand(picker)
        values, _ = arranger.values_for_hand(bytes(hand))
        splits = Splits(hand)
        wanted = Constraints(top=[hand[0]], apart=[hand[1:3]])
        kept = np.all(list(splits.members(wanted).values()), axis=0)
        (split,) = constrained_splits(bytes(hand), wanted, values, Rules())
        assert split.value == sums(splits, values)[kept].max()


@pytest.mark.parametrize("measure", [{"own_cards": True}, {"samples": 6_000, "seed": 5}])
def test_every_measure_takes_constraints(measure: dict[str, Any]) -> None:
    wanted = Constraints(top="Kd Kc", least={"bottom": "flush"})
    free = best_arrangement(HAND, **measure)
    found = best_arrangement(HAND, constraints=wanted, **measure)
    ways = top_arrangements(HAND, 200, **measure)
    fulfilling = [
        way
        for way in ways
        if {Card("Kd"), Card("Kc")} <= set(way.top) and way.categories[2] == "flush"
    ]
    assert found.measure == free.measure
    assert {Card("Kd"), Card("Kc")} <= set(found.top)
    assert found.categories[2] == "flush"
    assert found.constraint_cost == max(0.0, free.ev - found.ev)
    # A sample's ways are ordered by opponents that did not choose them.
    tolerance = 5 * found.stderr
    assert abs(found.ev - fulfilling[0].ev) <= tolerance + 1e-9


def test_own_cards_are_removed_under_constraints_too() -> None:
    # In a quarter of the hands the plain tables lay another split.
    picker = random.Random("corrected")
    differ = 0
    for _ in range(12):
        hand = random_hand(picker)
        free = best_arrangement(hand)
        wanted = Constraints(bottom=free.bottom[:1])
        found = best_arrangement(hand, constraints=wanted)
        assert (found.ev, found.constraint_cost) == (free.ev, 0)
        assert found.strengths == free.strengths
        differ += found.strengths != best_arrangement(hand, own_cards=False).strengths
    assert differ


def test_flat_values_and_values_of_a_large_scale() -> None:
    hand = bytes(map(Card, HAND.split()))
    wanted = Constraints(top="Kd")
    for table in (np.zeros(native.poker.STRENGTHS), np.arange(native.poker.STRENGTHS) * 30_000):
        values = [table.astype(np.int32)] * 3
        (split,) = constrained_splits(hand, wanted, values, Rules())
        splits = Splits(list(hand))
        kept = np.all(list(splits.members(wanted).values()), axis=0)
        assert split.value == sums(splits, values)[kept].max()


def test_a_solver_that_gives_up_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    from ortools.sat.python import cp_model

    candidates = Candidates(bytes(range(0, 52, 4)), wheel=0, equal_branches=True)
    monkeypatch.setattr(cp_model.CpSolver, "solve", lambda *_: cp_model.UNKNOWN)
    monkeypatch.setattr(cp_model.CpSolver, "status_name", lambda *_: "UNKNOWN")
    with pytest.raises(SolverError, match="ended with UNKNOWN instead of a proof"):
        Model(candidates, candidates.selection()).solve()
