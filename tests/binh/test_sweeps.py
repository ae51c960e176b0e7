"""A bonus for winning all three branches: tables, training, hints, samples, scores."""

from __future__ import annotations

import json
from array import array
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import pytest

from pysolver import DataError, RuleError, native
from pysolver.binh import (
    Constraints,
    Rules,
    Tables,
    arrange,
    best_arrangement,
    best_arrangements,
    best_response_gain,
    exploitability,
    fit_correction,
    hint,
    review,
    score,
    settle,
    tables,
    top_arrangements,
    train,
)
from pysolver.binh.own_cards import policy_arranger
from pysolver.binh.sweep_responder import gain, points
from pysolver.binh.sweeps import CELLS, SCALE, SweepTables, edges_of, scaled
from pysolver.cards import CARDS
from tests.binh.test_arranger import random_hands
from tests.oracles.splits import legal_splits
from tests.oracles.sweeps import Population, SweepValues, best_split, count_sweeps

if TYPE_CHECKING:
    from pathlib import Path

SWEEP = Rules(sweep_bonus=3)
HAND = "Ah Kd Qs Jc Ts 9h 9c 8s 6h 6d 5c 4s 3h"


def shipped() -> SweepTables:
    found = tables(SWEEP)
    assert isinstance(found, SweepTables)
    return found


def oracle_of(found: SweepTables) -> SweepValues:
    return SweepValues(
        Population(
            np.array(found.joint.edges, np.int64).reshape(3, -1),
            np.array(found.scaled_counts(), np.int64).reshape(3, -1),
            np.array(found.joint.cells, np.int64).reshape((CELLS,) * 3),
            SCALE,
            found.rules.sweep_bonus,
        )
    )


def test_shipped_tables_are_of_one_population() -> None:
    found = shipped()
    everybody = sum(found.counts[0]) / found.normal_share
    for branch in range(3):
        edges = found.joint.edges[branch * 47 : branch * 47 + 47]
        assert all(a < b for a, b in pairwise(edges))
        cells = np.array(found.joint.cells, np.int64).reshape((CELLS,) * 3)
        others = tuple({0, 1, 2} - {branch})
        by_cell = cells.sum(axis=others) / SCALE
        starts = [0, *edges, native.poker.STRENGTHS]
        for share, start, end in zip(by_cell, starts, starts[1:], strict=False):
            assert abs(share - sum(found.counts[branch][start:end]) / everybody) < 1e-4
    assert found.provenance["command"].startswith(
        "pysolver train binh --wheel second --sweep-bonus 3 --hands "
    )
    assert found.correction is not None


def test_chances_of_sweeps_are_those_of_fresh_hands() -> None:
    """The grid against counting hands laid by the tables; between edges it is off by up to 0.003."""
    found = shipped()
    arranger = found.arranger(SWEEP)
    blocks = 12
    rows = np.concatenate(
        [
            np.frombuffer(native.arranger.deal_block(41, block), np.uint8).reshape(-1, 13)
            for block in range(blocks)
        ]
    )
    laid = best_arrangements(rows, rules=SWEEP)
    normal = laid.special == 0
    everybody = len(rows)
    strengths = laid.strengths[normal].astype(np.int64)
    for split in strengths[::997].tolist():
        won, lost = count_sweeps(split, strengths)
        a, b, c = split
        for share, count in zip(found.sweep_shares((a, b, c)), (won, lost), strict=True):
            error = 4.5 * np.sqrt(max(share, 1e-3) / everybody) + 0.003
            assert abs(share - count / everybody) < error
    assert arranger is found.arranger(SWEEP)


def test_the_best_arrangement_is_that_of_counting_every_split() -> None:
    found = shipped()
    oracle = oracle_of(found)
    unit = native.arranger.VALUE_UNIT
    for hand in random_hands(np.random.default_rng(401), "even", 12):
        expected = best_split(hand.tolist(), [np.array(t) for t in found.units], oracle)
        assert expected is not None
        best = best_arrangement([CARDS[c] for c in hand], rules=SWEEP, own_cards=False)
        assert best.strengths in expected.strengths
        assert best.sweeps is not None
        if best.special is None:
            value = sum(best.branch_points) + best.sweeps.points
            assert value == pytest.approx(expected.value * unit, abs=1e-9)
            assert best.ev == pytest.approx(value - best.special_cost)
            assert found.value(best.strengths) == pytest.approx(value)
        share = found.normal_share
        won, lost = found.sweep_shares(best.strengths)
        assert (best.sweeps.win, best.sweeps.lose) == pytest.approx((won / share, lost / share))
        assert best.sweeps.points == pytest.approx(3 * (won - lost))
        batch = best_arrangements(hand[None, :], rules=SWEEP)
        assert batch.ev[0] == pytest.approx(best.ev)


def test_own_cards_and_alternatives() -> None:
    for hand in random_hands(np.random.default_rng(402), "even", 5):
        cards = [CARDS[c] for c in hand]
        best = best_arrangement(cards, rules=SWEEP)
        assert best.measure == "own cards"
        ways = top_arrangements(cards, 30, rules=SWEEP)
        assert [way.ev for way in ways] == sorted((way.ev for way in ways), reverse=True)
        assert ways[0].ev == pytest.approx(best.ev, abs=1e-7)
        if best.special is None:
            assert len({way.strengths for way in ways}) == len(ways)
            for way in ways:
                assert way.sweeps is not None
                value = sum(way.branch_points) + way.sweeps.points - way.special_cost
                assert way.ev == pytest.approx(value, abs=1e-7)


def test_sampled_opponents_are_counted() -> None:
    found = shipped()
    hand = bytes(random_hands(np.random.default_rng(403), "even", 1)[0].tolist())
    cards = [CARDS[c] for c in hand]
    best = best_arrangement(cards, rules=SWEEP, samples=3072, seed=5)
    policy = found.arranger(SWEEP)
    choosing, judging = (
        np.array(native.sweep.opponent_strengths(policy, hand, 5, block, 1), np.uint16).reshape(
            -1, 3
        )
        for block in (0, 1)
    )
    worth = {
        split: _points(split, choosing) for split in set(map(tuple, legal_splits(hand).tolist()))
    }
    assert worth[best.strengths] == max(worth.values())
    special = [int(((judging[:, 0] == 0) & (judging[:, 2] == kind)).sum()) for kind in (1, 2)]
    expected = (_points(best.strengths, judging) - 12 * special[0] - 6 * special[1]) / 3072
    assert best.ev == pytest.approx(expected)
    won, lost = count_sweeps(best.strengths, judging)
    normal = int((judging[:, 0] > 0).sum())
    assert best.sweeps is not None
    assert (best.sweeps.win, best.sweeps.lose) == pytest.approx((won / normal, lost / normal))
    scores = [_points(best.strengths, deal) - _specials(deal) for deal in judging.reshape(-1, 3, 3)]
    assert best.stderr == pytest.approx(np.std(scores) / np.sqrt(len(scores)) / 3)
    ways = top_arrangements(cards, 8, rules=SWEEP, samples=3072, seed=5)
    assert (
        sorted((worth[way.strengths] for way in ways), reverse=True)
        == (sorted(worth.values(), reverse=True)[:8])
    )


def _points(split: tuple[int, ...], opponents: np.ndarray) -> int:
    """Points against opponents one by one, sweeps pay 3."""
    normal = opponents[opponents[:, 0] > 0].astype(np.int64)
    net = np.sign(np.array(split) - normal).sum(axis=1)
    return int(net.sum() + 3 * (net == 3).sum() - 3 * (net == -3).sum())


def _specials(deal: np.ndarray) -> int:
    return sum({1: 12, 2: 6}[kind] for top, _, kind in deal.tolist() if not top)


def test_points_of_a_responder_are_those_of_the_score() -> None:
    rng = np.random.default_rng(404)
    hand = random_hands(rng, "even", 1)[0]
    splits = legal_splits(hand.tolist())
    lots = np.array(
        [legal_splits(h.tolist())[::11][:40] for h in random_hands(rng, "even", 8)], np.uint16
    )
    lots[:, ::9] = (0, 0, 1)
    own = tuple(splits[len(splits) // 2].tolist())
    everybody = lots.reshape(-1, 3)
    assert points(own, everybody, SWEEP) == _points(own, everybody)
    unique = np.unique(splits, axis=0).tolist()
    by_lot = np.array([[_points(s, lot) for lot in lots] for s in unique])
    totals = by_lot.sum(axis=1)
    mine = np.array([points(own, lot, SWEEP) for lot in lots])
    lower, upper = gain(bytes(hand.tolist()), own, lots, SWEEP)
    assert upper == totals.max() - mine.sum()
    # Each lot judges one of the splits that are best against the others.
    least = most = 0
    for number in range(8):
        others = totals - by_lot[:, number]
        best = by_lot[others == others.max(), number] - mine[number]
        least, most = least + best.min(), most + best.max()
    assert least <= lower <= most


def test_the_bonus_is_won_and_paid() -> None:
    strong = arrange("Ah Ad Kc", "Qh Qd Qc 4s 3s", "Jh Jd Jc 9s 9d", rules=SWEEP)
    weak = arrange("Kh Qs Js", "Ts Tc 8d 7d 2c", "Kd Ks 8c 7c 5h", rules=SWEEP)
    assert score(strong, weak) == 6
    assert score(weak, strong) == -6
    tied = arrange("As Ac Ks", "Ts Tc 8d 8h 2c", "Kd Kh 7d 7h 5h", rules=SWEEP)
    assert score(strong, tied) == 2  # the top is a tie: no sweep
    foul = arrange("Kd Kh Ks", "Ts Tc 8d 7d 2c", "5d 5h 8c 7c 4h", rules=SWEEP)
    assert foul.is_foul
    assert foul.sweeps is None
    assert score(strong, foul) == 9
    special = arrange("2c 2d 5h", "5s 9c 9d Jh Js", "Kc Kd Ah As 3h", rules=SWEEP)
    assert special.special is not None
    assert score(special, weak) == 6
    assert score(weak, special) == -6
    assert settle([strong, weak]) == [6, -6]
    both = Rules(
        sweep_bonus=2,
        branch_bonus=(
            ("middle", "three of a kind", 1),
            ("middle", "straight", 1),
            ("middle", "flush", 1),
            ("middle", "full house", 1),
        ),
    )
    assert score(strong, weak, rules=both) == 3 + 1 + 2


def test_hints_speak_of_sweeps() -> None:
    found = hint(HAND, rules=SWEEP)
    assert found.best.sweeps is not None
    assert "It wins all three" in found.why
    for plan in found.plans:
        assert sum(plan.gains) + plan.sweep_gain == pytest.approx(-plan.loss, abs=1e-6)
        assert plan.to_dict()["sweep_gain"] == plan.sweep_gain
    assert json.loads(json.dumps(found.to_dict()))["sweeps"]["win"] == found.best.sweeps.win
    assert hint(HAND).best.sweeps is None
    assert "all three" not in hint(HAND).why
    six_pairs = hint("2c 2d 5h 5s 9c 9d Jh Js Kc Kd Ah As 3h", rules=SWEEP)
    assert "no hand wins more than 6" in six_pairs.why
    best = found.best
    told = review(HAND, *best.branches, rules=SWEEP)
    assert told.loss == 0


def test_constraints_hold() -> None:
    free = best_arrangement(HAND, rules=SWEEP)
    for samples in (0, 3072):
        bound = best_arrangement(
            HAND, rules=SWEEP, constraints=Constraints(top=("Jc",)), samples=samples
        )
        assert "Jc" in map(str, bound.top)
        ways = top_arrangements(HAND, 256, rules=SWEEP, samples=samples)
        if not samples:
            assert bound.ev == max(way.ev for way in ways if "Jc" in map(str, way.top))
            assert bound.constraint_cost == pytest.approx(free.ev - bound.ev)


def test_other_opponents_are_refused() -> None:
    with pytest.raises(RuleError, match="won together"):
        best_arrangement(HAND, rules=SWEEP, opponents="attack")
    with pytest.raises(RuleError, match="won together"):
        best_arrangement(HAND, rules=SWEEP, opponents=tables())
    for wrong in (-1, 7, True, 1.5, "3"):
        with pytest.raises(RuleError, match="sweep_bonus is a whole number from 0 to 6"):
            Rules(sweep_bonus=wrong)  # type: ignore[arg-type]
    with pytest.raises(RuleError, match="exploitability"):
        best_response_gain(shipped(), hands=4096)


def test_a_population_serves_other_bonuses() -> None:
    found = shipped()
    six = found.under(Rules(sweep_bonus=6))
    split = best_arrangement(HAND, rules=SWEEP).strengths
    assert six.sweep_shares(split) == pytest.approx(found.sweep_shares(split), abs=1e-7)
    assert found.under(SWEEP) is found
    plain = found.under(Rules())
    assert plain.sweep_shares(split) is None
    assert plain.units == found.units
    with pytest.raises(RuleError, match="wheel"):
        found.under(Rules(wheel="lowest", sweep_bonus=3))
    assert best_arrangement(HAND, rules=Rules(), opponents=found).sweeps is None


@pytest.fixture(scope="module")
def small() -> SweepTables:
    found = train(SWEEP, hands=4096, iterations=3, seed=3)
    assert isinstance(found, SweepTables)
    return found


def test_training_depends_on_its_arguments_alone(small: SweepTables, tmp_path: Path) -> None:
    checkpoint = tmp_path / "rounds"
    train(SWEEP, hands=4096, iterations=2, seed=3, checkpoint=checkpoint)
    resumed = train(SWEEP, hands=4096, iterations=3, seed=3, checkpoint=checkpoint)
    assert resumed.to_bytes() == small.to_bytes()
    with pytest.raises(DataError, match="another training"):
        train(SWEEP, hands=4096, iterations=3, seed=4, checkpoint=checkpoint)
    with pytest.raises(DataError, match="holds 3 rounds"):
        train(SWEEP, hands=4096, iterations=2, seed=3, checkpoint=checkpoint)
    everybody = 4096 * (1 + 2 + 3)
    assert sum(small.counts[0]) / small.normal_share == pytest.approx(everybody)


def test_rounds_play_against_all_rounds_before(small: SweepTables) -> None:
    """The last round done again: what its hands show, added three times to two rounds, is all."""
    two = train(SWEEP, hands=4096, iterations=2, seed=3)
    assert isinstance(two, SweepTables)
    hands = np.frombuffer(native.arranger.deal_block(3, 12 + 3), np.uint8).reshape(-1, 13)
    arranger = policy_arranger(two.policy(own_cards=False))
    shown = np.zeros((3, native.poker.STRENGTHS), np.int64)
    cells = np.zeros(CELLS**3, np.int64)
    edges = np.array(two.joint.edges).reshape(3, -1)
    for hand in hands:
        split = arranger.best(hand.tobytes())
        if not split.kinds:
            at = [int((edges[i] <= s).sum()) for i, s in enumerate(split.strengths)]
            cells[(at[0] * CELLS + at[1]) * CELLS + at[2]] += 1
            for branch, strength in enumerate(split.strengths):
                shown[branch, strength] += 1
    counts, _, counted = native.sweep.population(arranger, two.joint.edges, 3, 15, 1)
    assert np.array_equal(np.array(counted), cells)
    assert np.array_equal(np.array(counts).reshape(3, -1), shown)
    assert np.array_equal(np.array(small.counts), np.array(two.counts) + 3 * shown)


def test_records_come_back_whole(small: SweepTables) -> None:
    content = small.to_bytes()
    again = Tables.from_bytes(content, "these")
    assert isinstance(again, SweepTables)
    assert again.to_bytes() == content
    assert again.joint == small.joint
    for cut in (len(content) // 2, len(content) - 1):
        with pytest.raises(DataError):
            Tables.from_bytes(content[:cut], "cut")


def test_cells_are_cut_evenly() -> None:
    found = tables()
    edges = edges_of(found)
    for branch in range(3):
        own = edges[branch * 47 : branch * 47 + 47]
        starts = [0, *own, native.poker.STRENGTHS]
        counts = found.counts[branch]
        total = sum(counts)
        for start, end in pairwise(starts):
            shares = [count / total for count in counts[start:end] if count]
            assert sum(shares) < 2.5 / CELLS or len(shares) == 1
    assert scaled([1, 1, 1], 3) == [5592405, 5592406, 5592405]
    assert sum(scaled([5, 0, 9], 14)) == SCALE


def test_exploitability_is_counted(small: SweepTables) -> None:
    fitted = small.with_correction(fit_correction(small, hands=4096, iterations=1, seed=1))
    found = exploitability(fitted, hands=2, samples=24_576, seed=2)
    assert found.lower.value <= found.upper.value
    assert found.upper.value > 0
    again = exploitability(fitted, hands=2, samples=24_576, seed=2, jobs=2)
    assert again == found
    plain = exploitability(small, hands=2, samples=24_576, seed=2, own_cards=False)
    assert plain != found


def test_no_tables_can_stand_in_for_the_other_wheel(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PYSOLVER_CACHE", str(tmp_path))
    with pytest.raises(DataError, match="pysolver train binh --wheel lowest --sweep-bonus 2"):
        tables(Rules(wheel="lowest", sweep_bonus=2))
    with pytest.warns(UserWarning, match="pysolver train binh --wheel second --sweep-bonus 2"):
        found = tables(Rules(sweep_bonus=2))
    assert found.rules.sweep_bonus == 2
    kept = train(Rules(sweep_bonus=2), hands=4096, iterations=1, seed=1, keep=True)
    again = tables(Rules(sweep_bonus=2))
    assert again.to_bytes() == kept.to_bytes()
    assert again.correction is not None
    assert best_arrangement(HAND, rules=Rules(sweep_bonus=2)).measure == "own cards"
    assert array("q", again.counts[0]) == kept.counts[0]
