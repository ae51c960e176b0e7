"""Bonuses of branches: values, duels, the correction for own cards, and answers."""

from __future__ import annotations

import numpy as np
import pytest

from pysolver import RuleError, SolverError, TablesWarning, native
from pysolver.binh import (
    Rules,
    Tables,
    best_arrangement,
    best_arrangements,
    fit_correction,
    hint,
    tables,
    train,
)
from pysolver.binh.own_cards import nodes_of
from pysolver.binh.values import bonus_by_strength, net_points, net_points_of_branches
from tests.binh.test_arranger import DECKS, check_split, random_hands
from tests.oracles.own_cards import FEATURES, NODES, features, values
from tests.oracles.splits import best_split

BONUS = Rules(
    branch_bonus=(
        ("top", "trips", 3),
        ("middle", "full", 2),
        ("bottom", "flush", 1),
        ("bottom", "full", 6),
    )
)
TRIPS_RULES = Rules(branch_bonus=(("top", "trips", 6),))
STARTS = native.poker.CATEGORY_STARTS
TRIPS = "Kh Kc 6s Ac Tc 5c 3c 2c Qs Qh Qd 5h 5d"


def points(branch: int, strength: int) -> int:
    """What a branch wins: kinds that only special hands hold count as the strongest below them."""
    category = max(c for c in range(9) if STARTS[c] <= max(strength, STARTS[0]))
    bonuses = ({3: 3}, {6: 2}, {5: 1, 6: 6})
    return 1 + max((b for c, b in bonuses[branch].items() if c <= category), default=0)


def test_net_points_are_the_sums_over_opponents() -> None:
    rng = np.random.default_rng(1)
    for branch in range(3):
        bonus = bonus_by_strength(BONUS)[branch]
        highest = STARTS[4] if branch == 0 else STARTS[7]  # normal hands: trips on top, full house
        opponents = rng.integers(1, highest, 300)
        shown = np.bincount(opponents, minlength=native.poker.STRENGTHS)
        found = net_points(shown.tolist(), bonus)
        for strength in [*rng.integers(1, highest, 40).tolist(), *opponents[:20].tolist()]:
            expected = sum(
                points(branch, strength)
                if strength > o
                else -points(branch, o)
                if o > strength
                else 0
                for o in opponents.tolist()
            )
            assert found[strength] == expected


def test_duels_pay_the_bonus() -> None:
    hand = bytes(range(20, 33))
    arranger = tables().arranger(Rules())
    own = [split.strengths for split in arranger.ranked(hand, 3)]
    counts, specials = arranger.opponents(hand, 27, 0, 3)
    net = net_points_of_branches(counts, BONUS)
    sums, _, _ = arranger.duels(hand, own, (12, 6), BONUS.bonuses, 27, 0, 3)
    plain, _, _ = arranger.duels(hand, own, (12, 6), Rules().bonuses, 27, 0, 3)
    assert list(sums) != list(plain)
    for strengths, total in zip(own, sums, strict=True):
        won = sum(table[s] for table, s in zip(net, strengths, strict=True))
        assert total == won - 12 * specials[0] - 6 * specials[1]
    with pytest.raises(SolverError, match="out of range"):
        arranger.duels(hand, own, (12, 6), [[7] * 9] * 3, 27, 0, 1)


def bonus_tables() -> Tables:
    """The shipped population, valued with the bonus."""
    return tables().under(BONUS)


def test_tables_are_searched_exactly() -> None:
    found = bonus_tables()
    assert all(np.all(np.diff(table[1:]) > 0) for table in (found.top, found.middle, found.bottom))
    arranger = found.arranger(BONUS)
    units = [np.array(table, np.int32) for table in found.units]
    for deck in DECKS:
        for hand in random_hands(np.random.default_rng(5), deck, 8):
            split = arranger.best(hand.tobytes())
            check_split(split, hand.tobytes(), units, "second")
            expected = best_split(hand.tolist(), found.units)
            assert expected is not None
            assert split.value == expected.value
    assert found.under(BONUS) is found
    assert found.under(Rules()).units == tables().units
    with pytest.raises(RuleError, match="these tables are for wheel='second', not 'lowest'"):
        found.under(Rules(wheel="lowest"))


def test_the_nodes_hold_both_sides_of_every_bonus() -> None:
    nodes = np.array(nodes_of(bonus_tables())).reshape(3, NODES)
    assert np.all(np.diff(nodes.astype(int)) > 0)
    for branch, category in ((0, 3), (1, 6), (2, 5), (2, 6)):
        assert {STARTS[category] - 1, STARTS[category]} <= set(nodes[branch].tolist())
    assert nodes_of(tables()) == nodes_of(tables().under(Rules()))


def test_values_for_a_hand_are_those_of_the_oracle() -> None:
    """Beyond two points the sums of 16 bits run over; the plain values say where they belong."""
    rng = np.random.default_rng(6)
    found = bonus_tables()
    nodes = np.array(nodes_of(found), np.int64).reshape(3, NODES)
    coefficients = rng.normal(0, 0.003, (FEATURES, 3 * NODES + 2)) * 2**14
    plain = [np.array(found.units[branch])[nodes[branch]] for branch in range(3)]
    coefficients[0] = [*(np.concatenate(plain) / 4096), 3, 900]
    rounded = np.rint(coefficients).astype(np.int64)
    assert np.abs(rounded).max() > 6 * 2**14
    arranger = found.arranger(BONUS).corrected(
        nodes.astype(np.uint16).ravel(), rounded.astype(np.int32)
    )
    for hand in random_hands(np.random.default_rng(7), "even", 6):
        expected, special = values(hand.tolist(), found.units, nodes, rounded)
        tables_found, chances = arranger.values_for_hand(hand.tobytes())
        assert all(map(np.array_equal, tables_found, expected))
        assert list(chances) == special
        best = best_split(hand.tolist(), [table.tolist() for table in expected])
        assert best is not None
        assert arranger.best(hand.tobytes()).value == best.value


def test_the_fit_is_right_on_average() -> None:
    """Over the hands of the fit, the corrected values of a node average what it really earned."""
    found = bonus_tables()
    correction = fit_correction(found, hands=8192, iterations=1, seed=3)
    nodes = np.array(correction.nodes).reshape(3, NODES)
    coefficients = np.array(correction.coefficients).reshape(FEATURES, 3 * NODES + 2) / 2**14
    arranger = found.arranger(BONUS)
    sums = np.zeros(3 * NODES)
    earned = np.zeros((3, NODES))
    count = pairs = 0
    for block in (2, 3):  # round 1 of two blocks
        dealt = np.frombuffer(native.arranger.deal_block(3, block), np.uint8).reshape(-1, 4, 13)
        for deal in dealt[::8].tolist():  # an eighth of them says enough
            laid = [arranger.best(bytes(hand)) for hand in deal]
            for i, own in enumerate(laid):
                if own.kinds:
                    continue
                sums += (features(deal[i]) @ coefficients)[: 3 * NODES]
                count += 1
                for j, other in enumerate(laid):
                    pairs += i != j
                    if i == j or other.kinds:
                        continue
                    for branch in range(3):
                        theirs = other.strengths[branch]
                        own_points = [points(branch, int(node)) for node in nodes[branch]]
                        earned[branch] += np.where(
                            nodes[branch] > theirs,
                            own_points,
                            np.where(nodes[branch] < theirs, -points(branch, theirs), 0),
                        )
    difference = sums.reshape(3, NODES) / count - earned / pairs
    # The scatter of a mean over three thousand pairs, with results of up to seven points.
    assert np.abs(difference).max() < 5 * 2.5 / np.sqrt(pairs)
    assert np.abs(difference[:, 1:-1]).mean() < 0.05


def test_a_bonus_moves_what_is_laid() -> None:
    """Where the split changes, the bonus is what it changes for."""
    hands = np.frombuffer(native.arranger.deal_block(6, 0), np.uint8).reshape(-1, 13)
    plain = best_arrangements(hands)
    paid = best_arrangements(hands, rules=TRIPS_RULES, opponents=tables().under(TRIPS_RULES))
    trips = plain.strengths[:, 0] >= STARTS[3], paid.strengths[:, 0] >= STARTS[3]
    moved = (plain.strengths != paid.strengths).any(axis=1)
    assert 5 < moved.sum() < 400
    assert np.all(trips[1] | ~trips[0])
    # Tops of equal trips are rare: others move only for the trips that opponents may show.
    assert (trips[1] & ~trips[0]).sum() == moved.sum()


def test_sampled_answers_agree_with_the_tables() -> None:
    ours = {"rules": TRIPS_RULES, "opponents": tables().under(TRIPS_RULES)}
    sampled = best_arrangement(TRIPS, samples=30_000, seed=2, **ours)  # type: ignore[arg-type]
    plain = best_arrangement(TRIPS, own_cards=False, **ours)  # type: ignore[arg-type]
    assert sampled.strengths == plain.strengths
    assert plain.categories[0] == "three of a kind"
    assert abs(sampled.ev - plain.ev) < 0.2 + 5 * sampled.stderr
    assert sampled.ev == pytest.approx(sum(sampled.branch_points) - sampled.special_cost)
    assert sampled.branch_points[0] > 6


def test_a_trained_variant_is_corrected_for_own_cards() -> None:
    found = train(TRIPS_RULES, hands=8192, iterations=2, seed=1, keep=True)
    assert found.correction is not None
    best = best_arrangement(TRIPS, rules=TRIPS_RULES)
    assert best.measure == "own cards"
    for chances in best.odds:
        assert sum(chances) == pytest.approx(1)
        assert min(chances) >= 0
    assert best.categories[0] == "three of a kind"
    # Trips on top nearly always win: a point and the bonus from nearly every normal hand.
    assert best.odds[0].win > 0.95
    assert 6 < best.branch_points[0] < 7


def test_a_special_hand_says_what_branches_could_win() -> None:
    special = "As Ah Kd Kc 9s 9d 8h 8d 6h 6s 4c 4d 2h"
    with_bonus = Rules(branch_bonus=(("top", "trips", 3),))
    found = hint(special, rules=with_bonus)
    assert "no hand wins more than 6." in found.why
    assert "no tables are trained for these rules yet" in found.note
    assert "no hand wins more than 3." in hint(special).why
    with pytest.warns(TablesWarning, match="pysolver train binh --wheel second --branch-bonus"):
        best_arrangement(special, rules=with_bonus)


def test_the_most_that_a_bonus_can_be_is_within_the_range_of_values() -> None:
    rules = Rules(branch_bonus=(("top", "high", 6), ("top", "pair", 6), ("top", "trips", 6)))
    found = tables().under(rules)
    assert 6.4 < found.top[STARTS[4] - 1] <= 7
    found.arranger(rules)
