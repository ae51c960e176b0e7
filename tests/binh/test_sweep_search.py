"""The search with a bonus for winning all three branches, against every split counted in Python."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from pysolver import CardError, RuleError, SolverError, native
from pysolver.binh import Rules, tables
from tests.binh.test_arranger import DECKS, LIMIT, PATHS, make_arranger, random_hands, random_values
from tests.binh.test_own_cards import corrected, random_coefficients
from tests.oracles.splits import legal_splits
from tests.oracles.sweeps import CELLS, Population, SweepValues, best_split, count_sweeps

if TYPE_CHECKING:
    from tests.binh.test_arranger import Values

STRENGTHS = native.poker.STRENGTHS


def random_population(rng: np.random.Generator, *, empty: float, bonus: int) -> Population:
    """Cells of which a share is empty, edges anywhere, and counts with long empty stretches."""
    edges = np.array([np.sort(rng.choice(np.arange(2, STRENGTHS), 47, False)) for _ in range(3)])
    counts = rng.integers(0, 40, (3, STRENGTHS)) * (
        rng.random((3, STRENGTHS)) < rng.choice([0.02, 1])
    )
    cells = rng.integers(0, 1000, (CELLS,) * 3) * (rng.random((CELLS,) * 3) >= empty)
    everybody = int(max(counts.sum(axis=1).max(), cells.sum()) * rng.choice([1.0, 1.3])) + 1
    return Population(edges, counts, cells, everybody, bonus)


def small_values(rng: np.random.Generator) -> Values:
    """Values of the size of a bonus or far smaller, so that sweeps decide as often as branches."""
    scale = rng.choice([1, 4, 40])
    return [(table // scale).astype(np.int32) for table in random_values(rng)]


def sweeping(
    arranger: native.arranger.Arranger, population: Population
) -> native.arranger.Arranger:
    return arranger.sweeping(
        population.edges.astype(np.uint16),
        population.counts.astype(np.int64),
        population.cells.astype(np.int32),
        population.bonus,
        population.everybody,
    )


def test_values_of_sweeps_are_those_of_the_definition() -> None:
    rng = np.random.default_rng(300)
    for empty, bonus in ((0.0, 1), (0.5, 3), (0.98, 6)):
        population = random_population(rng, empty=empty, bonus=bonus)
        arranger = sweeping(make_arranger(small_values(rng)), population)
        oracle = SweepValues(population)
        rows = rng.integers(0, STRENGTHS, (400, 3))
        rows[:40] = rng.choice([0, 1, STRENGTHS - 1], (40, 3))
        rows[40:200, rng.integers(0, 3)] = population.edges[0, rng.integers(0, 47, 160)]
        for row, expected in zip(rows.tolist(), oracle(rows).tolist(), strict=True):
            assert sum(native.sweep.values(arranger, tuple(row))) == expected


def test_at_edges_values_are_plain_counts() -> None:
    rng = np.random.default_rng(301)
    population = random_population(rng, empty=0.3, bonus=6)
    arranger = sweeping(make_arranger(small_values(rng)), population)
    # Edges with the strength below them an edge too: all chances are then sums of whole cells.
    edges = population.edges.copy()
    for row in edges:
        row[1::2] = row[0:-1:2] + 1
        row.sort()
    edges = np.array([np.unique(row) if len(np.unique(row)) == 47 else row for row in edges])
    assert (np.diff(edges, axis=1) > 0).all()
    population = population._replace(edges=edges)
    arranger = sweeping(make_arranger(small_values(rng)), population)
    checked = 0
    for _ in range(200):
        at = [int(rng.integers(0, 46)) for _ in range(3)]
        at = [n if edges[i, n] + 1 == edges[i, n + 1] else n + 1 for i, n in enumerate(at)]
        if any(n >= 46 or edges[i, n] + 1 != edges[i, n + 1] for i, n in enumerate(at)):
            continue
        i, j, k = (n + 1 for n in at)
        below = int(population.cells[:i, :j, :k].sum())
        above = int(population.cells[i + 1 :, j + 1 :, k + 1 :].sum())
        unit = population.bonus << 26
        expected = below * unit // population.everybody, -(above * unit // population.everybody)
        a, b, c = (int(edges[branch, n]) for branch, n in enumerate(at))
        assert native.sweep.values(arranger, (a, b, c)) == expected
        checked += 1
    assert checked >= 20


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("wheel", native.poker.WHEELS)
def test_the_search_finds_what_counting_every_split_finds(wheel: str, deck: str) -> None:
    rng = np.random.default_rng([302, DECKS.index(deck), native.poker.WHEELS[wheel]])
    moved = 0
    for number in range(3):
        values = small_values(rng)
        population = random_population(rng, empty=[0.0, 0.6, 0.99][number], bonus=1 + 2 * number)
        oracle = SweepValues(population)
        plain = make_arranger(values, wheel)
        arrangers = [
            sweeping(make_arranger(values, wheel, path=path), population) for path in PATHS
        ]
        for hand in random_hands(rng, deck, 12):
            cards = hand.tobytes()
            expected = best_split(hand.tolist(), values, oracle, wheel)
            assert expected is not None
            for arranger in arrangers:
                split = arranger.best(cards)
                assert split.value == expected.value
                assert split.strengths in expected.strengths
                assert sorted(split.cards) == sorted(cards)
                assert split.values is not None
                by_branch = [int(v[s]) for v, s in zip(values, split.strengths, strict=True)]
                assert list(split.values) == by_branch
            moved += plain.best(cards).strengths not in expected.strengths
    assert moved >= 2  # sweeps do decide


@pytest.mark.parametrize("deck", DECKS)
def test_the_search_by_own_cards_is_exact(deck: str) -> None:
    rng = np.random.default_rng([303, DECKS.index(deck)])
    shipped = tables(Rules())
    for number in range(3):
        coefficients = random_coefficients(rng, [0.0, 0.003, 0.02][number])
        population = random_population(rng, empty=0.5, bonus=2 * number + 2)
        oracle = SweepValues(population)
        arrangers = [sweeping(corrected(shipped, coefficients, path), population) for path in PATHS]
        for hand in random_hands(rng, deck, 10):
            cards = hand.tobytes()
            by_hand, _ = arrangers[0].values_for_hand(cards)
            values = [np.array(table, np.int32) for table in by_hand]
            expected = best_split(hand.tolist(), values, oracle)
            assert expected is not None
            for arranger in arrangers:
                split = arranger.best(cards)
                assert split.value == expected.value
                assert split.strengths in expected.strengths


@pytest.mark.parametrize("deck", DECKS)
def test_equal_branches_may_be_a_foul(deck: str) -> None:
    rng = np.random.default_rng([304, DECKS.index(deck)])
    for _ in range(2):
        values = small_values(rng)
        population = random_population(rng, empty=0.5, bonus=4)
        oracle = SweepValues(population)
        arrangers = [
            sweeping(make_arranger(values, equal=False, path=path), population) for path in PATHS
        ]
        for hand in random_hands(rng, deck, 10):
            expected = best_split(hand.tolist(), values, oracle, equal_branches=False)
            assert expected is not None
            for arranger in arrangers:
                split = arranger.best(hand.tobytes())
                assert split.value == expected.value
                assert split.strengths in expected.strengths


def test_ranked_splits_are_the_best_of_all() -> None:
    rng = np.random.default_rng(305)
    for deck in DECKS:
        values = small_values(rng)
        population = random_population(rng, empty=0.5, bonus=5)
        oracle = SweepValues(population)
        arranger = sweeping(make_arranger(values), population)
        for hand in random_hands(rng, deck, 4):
            strengths = np.unique(legal_splits(hand.tolist()), axis=0)
            sums = oracle(strengths) + sum(
                values[i].astype(np.int64)[strengths[:, i]] for i in range(3)
            )
            found = arranger.ranked(hand.tobytes(), 20)
            assert [split.value for split in found] == sorted(sums.tolist(), reverse=True)[:20]
            assert len({split.strengths for split in found}) == len(found)


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("equal", [True, False])
def test_the_best_against_opponents_is_that_of_counting_them(deck: str, equal: bool) -> None:
    rng = np.random.default_rng([306, DECKS.index(deck), equal])
    for number in range(2):
        shown = legal_splits(random_hands(rng, "even", 1)[0].tolist())
        opponents = np.array([shown[rng.integers(len(shown))] for _ in range(150)], np.uint16)
        opponents[rng.random(len(opponents)) < 0.1] = [0, 0, 2]
        values = [
            (np.asarray(table) // (LIMIT // (1 + 300 * number))).astype(np.int32)
            for table in random_values(rng)
        ]
        hand = random_hands(rng, deck, 1)[0]
        bonus = 1 + number
        worth = {}
        for split in {
            tuple(row) for row in legal_splits(hand.tolist(), equal_branches=equal).tolist()
        }:
            won, lost = count_sweeps(split, opponents)
            by_branch = sum(int(v[s]) for v, s in zip(values, split, strict=True))
            worth[split] = by_branch + bonus * (won - lost)
        for count in (1, 7):
            found = native.sweep.best_against(
                values, opponents, bonus, hand.tobytes(), count, wheel=0, equal_branches=equal
            )
            assert [split.value for split in found] == sorted(worth.values(), reverse=True)[:count]
            assert all(worth[split.strengths] == split.value for split in found)


def test_what_is_out_of_range_is_refused() -> None:
    rng = np.random.default_rng(307)
    population = random_population(rng, empty=0.5, bonus=3)
    plain = make_arranger(small_values(rng))
    for changed in (
        population._replace(bonus=0),
        population._replace(bonus=7),
        population._replace(everybody=0),
        population._replace(everybody=native.sweep.MOST_COUNT + 1),
        population._replace(
            edges=np.where(population.edges == population.edges[0, 3], 1, population.edges)
        ),
        population._replace(edges=population.edges[:, ::-1]),
        population._replace(cells=-population.cells),
        population._replace(cells=population.cells * 3),
        population._replace(counts=-population.counts),
    ):
        with pytest.raises(SolverError):
            sweeping(plain, changed)
    with pytest.raises(RuleError, match="3 x 47 edges"):
        plain.sweeping(np.zeros(3, np.uint16), np.zeros(3, np.int64), np.zeros(3, np.int32), 1, 1)
    with pytest.raises(SolverError):  # 8 points a branch and a bonus would pass an int32
        sweeping(make_arranger([np.full(STRENGTHS, 2**29 - 1, np.int32)] * 3), population)
    with pytest.raises(SolverError):
        native.sweep.values(plain, (1, 1, 1))  # no sweeps
    values = small_values(rng)
    for opponents in ([[1, 0, 5]], [[1, 2, 7918]]):
        with pytest.raises(SolverError):
            native.sweep.best_against(
                values,
                np.array(opponents, np.uint16),
                3,
                bytes(range(13)),
                1,
                wheel=0,
                equal_branches=True,
            )
    with pytest.raises(CardError):
        native.sweep.best_against(
            values, np.zeros((0, 3), np.uint16), 3, bytes(13), 1, wheel=0, equal_branches=True
        )
