"""Values corrected for own cards: features, sums, search, and opponents without one's cards."""

from __future__ import annotations

from array import array

import numpy as np
import numpy.typing as npt
import pytest

from pysolver import DataError, RuleError, native
from pysolver.binh import Rules, Tables, best_arrangement, best_arrangements, fit_correction, tables
from pysolver.binh.own_cards import Correction, nodes_of
from pysolver.binh.values import net_points_of_branches
from tests.binh.test_arranger import DECKS, PATHS, check_split, random_hands
from tests.oracles.own_cards import FEATURES, NODES, features, values
from tests.oracles.splits import best_split

WHEELS = ("second", "lowest")
OUTPUTS = 3 * NODES + 2


def random_coefficients(rng: np.random.Generator, size: float) -> npt.NDArray[np.int32]:
    """Rising nodes for the hand as such, and random changes for every feature, in units."""
    found = rng.normal(0, size, (FEATURES, OUTPUTS))
    found[0] += np.concatenate([*[np.linspace(-0.9, 0.9, NODES)] * 3, [0.0002, 0.06]])
    return np.rint(found / native.arranger.CORRECTION_UNIT).astype(np.int32)


def corrected(
    shipped: Tables, coefficients: npt.NDArray[np.int32], path: int = native.core.PATH
) -> native.arranger.Arranger:
    return shipped.arranger(Rules(wheel=shipped.rules.wheel), path).corrected(
        nodes_of(shipped), coefficients
    )


@pytest.mark.parametrize("wheel", WHEELS)
def test_nodes_rise_from_the_weakest_to_the_strongest(wheel: str) -> None:
    shipped = tables(Rules(wheel=wheel))  # type: ignore[arg-type]
    nodes = np.array(nodes_of(shipped), np.int64).reshape(3, NODES)
    assert (nodes[:, 0] == 1).all()
    assert (nodes[:, -1] == 7917).all()
    assert (np.diff(nodes, axis=1) > 0).all()


@pytest.mark.parametrize("deck", DECKS)
def test_values_are_sums_over_features(deck: str) -> None:
    rng = np.random.default_rng([20, DECKS.index(deck)])
    shipped = tables()
    coefficients = random_coefficients(rng, 0.01)
    nodes = np.array(nodes_of(shipped), np.int64).reshape(3, NODES)
    for path in PATHS:
        arranger = corrected(shipped, coefficients, path)
        for hand in random_hands(rng, deck, 4):
            found, specials = arranger.values_for_hand(hand.tobytes())
            expected, chances = values(
                hand.tolist(), shipped.units, nodes, coefficients.astype(np.int64)
            )
            for table, other in zip(found, expected, strict=True):
                assert (np.array(table) == other).all()
                assert (np.diff(np.array(table)) >= 0).all()
            assert list(specials) == chances
            strengths = tuple(int(s) for s in rng.integers(1, 7918, 3))
            by_branch, again = arranger.values_of_split(hand.tobytes(), strengths)  # type: ignore[arg-type]
            assert list(by_branch) == [table[s] for table, s in zip(found, strengths, strict=True)]
            assert again == specials


@pytest.mark.parametrize("size", [0.0, 0.003, 0.03])
@pytest.mark.parametrize("deck", DECKS)
def test_the_corrected_search_is_exact(deck: str, size: float) -> None:
    rng = np.random.default_rng([21, DECKS.index(deck), int(1000 * size)])
    shipped = tables(Rules(wheel=WHEELS[DECKS.index(deck) % 2]))  # type: ignore[arg-type]
    for _ in range(3):
        coefficients = random_coefficients(rng, size)
        arrangers = [corrected(shipped, coefficients, path) for path in PATHS]
        for number, hand in enumerate(random_hands(rng, deck, 60)):
            cards = hand.tobytes()
            splits = [arranger.best(cards) for arranger in arrangers]
            assert len({split.cards for split in splits}) == 1
            (scanned,) = arrangers[0].ranked(cards, 1)
            assert splits[0].value == scanned.value
            if number % 15 == 0:
                worth, _ = arrangers[0].values_for_hand(cards)
                check_split(splits[0], cards, worth, shipped.rules.wheel)  # type: ignore[arg-type]
                expected = best_split(hand.tolist(), worth, shipped.rules.wheel)
                assert expected is not None
                assert splits[0].value == expected.value


@pytest.mark.parametrize("wheel", WHEELS)
def test_the_shipped_correction_is_searched_exactly(wheel: str) -> None:
    rules = Rules(wheel=wheel)  # type: ignore[arg-type]
    arrangers = [tables(rules).arranger(rules, path, own_cards=True) for path in PATHS]
    dealt = native.arranger.deal_block(22, 0)
    hands = [dealt[at : at + 13] for at in range(0, 13 * 400, 13)]
    for hand in hands:
        (scanned,) = arrangers[0].ranked(hand, 1)
        assert {arranger.best(hand).value for arranger in arrangers} == {scanned.value}
    rows = np.frombuffer(b"".join(hands), np.uint8).reshape(-1, 13)
    batch = best_arrangements(rows, rules=rules, own_cards=True)
    for row, hand in enumerate(hands[:60]):
        single = best_arrangement(list(hand), rules=rules)
        assert [int(card) for branch in single.branches for card in branch] == batch.cards[
            row
        ].tolist()
        assert single.ev == pytest.approx(batch.ev[row], abs=1e-12)
        assert single.measure == "own cards"
        assert single.stderr == 0.0


def test_sums_for_the_fit() -> None:
    """One block, counted hand by hand."""
    shipped = tables()
    arranger = shipped.arranger(Rules())
    nodes = nodes_of(shipped)
    gram, cells = arranger.correction_sums(nodes, 23, 5, 1)
    hands = np.frombuffer(native.arranger.deal_block(23, 5), np.uint8).reshape(-1, 4, 13)
    expected = np.zeros((FEATURES, FEATURES), np.int64)
    fallen = np.zeros((3 * (2 * NODES + 1) + 2, FEATURES), np.int64)
    levels = np.array(nodes, np.int64).reshape(3, NODES)
    for deal in hands:
        laid = [arranger.best(hand.tobytes()) for hand in deal]
        own = [features(hand.tolist()) for hand in deal]
        for i in range(4):
            if laid[i].kinds:
                continue
            expected += 3 * np.outer(own[i], own[i])
            for j in range(4):
                if j == i:
                    continue
                if laid[j].kinds:
                    fallen[-2 if laid[j].kinds & 7 else -1] += own[i]
                    continue
                for branch, strength in enumerate(laid[j].strengths):
                    place = int(np.searchsorted(levels[branch], strength))
                    at = place < NODES and levels[branch][place] == strength
                    fallen[branch * (2 * NODES + 1) + 2 * place + at] += own[i]
    assert (np.array(gram).reshape(expected.shape) == expected).all()
    assert (np.array(cells).reshape(fallen.shape) == fallen).all()


def test_the_fit_does_not_depend_on_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pysolver.binh.own_cards.CHUNK_BLOCKS", 1)
    plain = Tables(tables().counts, [0, 0])
    one, two = (
        fit_correction(
            plain, hands=3 * native.arranger.BLOCK_HANDS, iterations=2, seed=3, jobs=jobs
        )
        for jobs in (1, 2)
    )
    assert one.to_bytes() == two.to_bytes()
    again = Correction.from_bytes(one.to_bytes(), "it")
    assert again.nodes == one.nodes
    assert again.coefficients == one.coefficients


def test_the_fit_finds_what_own_aces_do() -> None:
    """Who holds three aces meets weaker tops: a high pair wins there more often."""
    three, none = (
        "Ah Ad Ac 9s 8d 7c 6h 5s 3d 3c Kd Kc 2h",
        "Jh Jd Jc 9s 8d 7c 6h 5s 3d 3c Kd Kc 2h",
    )
    plain, own = (best_arrangement(three, own_cards=flag) for flag in (False, True))
    assert own.odds[0].win > plain.odds[0].win + 0.05
    assert own.ev > plain.ev
    assert best_arrangement(none).odds[0].win < own.odds[0].win


@pytest.mark.parametrize(
    ("what", "message"),
    [
        ("short nodes", "3 x 96 nodes"),
        ("short coefficients", "295 x 290 coefficients"),
        ("falling nodes", "must not fall"),
        ("other ends", "must not fall"),
        ("large", "must not fall"),
    ],
)
def test_a_correction_that_cannot_be(what: str, message: str) -> None:
    shipped = tables()
    nodes = array("H", nodes_of(shipped))
    coefficients = random_coefficients(np.random.default_rng(24), 0.01)
    if what == "short nodes":
        nodes.pop()
    elif what == "short coefficients":
        coefficients = coefficients[1:]
    elif what == "falling nodes":
        nodes[7] = nodes[8]
    elif what == "other ends":
        nodes[0] = 2
    else:
        coefficients[4, 4] = (1 << 17) + 1
    with pytest.raises(RuleError, match=message):
        shipped.arranger(Rules()).corrected(nodes, coefficients)


def test_tables_without_a_correction_say_so() -> None:
    with pytest.raises(RuleError, match="no correction for own cards: fit one"):
        Tables([[1] * 7918] * 3, [0, 0]).arranger(Rules(), own_cards=True)


def test_a_record_of_another_kind() -> None:
    with pytest.raises(DataError, match="holds no correction"):
        Correction.from_bytes(tables().to_bytes(), "it")


def test_opponents_hold_other_cards() -> None:
    """What they show is what hands dealt and laid one by one show."""
    hand = bytes(range(20, 33))
    arranger = tables().arranger(Rules())
    counts, specials = arranger.opponents(hand, 25, 3, 2)
    assert sum(counts[:7918]) + sum(specials) == 2 * native.arranger.BLOCK_OPPONENTS
    one, other = (arranger.opponents(hand, 25, block, 1) for block in (3, 4))
    assert [a + b for a, b in zip(one[0], other[0], strict=True)] == list(counts)
    # Nobody shows four of a rank that the hand breaks up, and suits of eight are gone: compare the
    # shares with an independent deal in Python.
    rng = np.random.default_rng(25)
    rest = np.array([card for card in range(52) if card not in hand])
    dealt = np.array([rng.permutation(rest)[:13] for _ in range(6000)], np.uint8)
    kinds = np.array([native.poker.special_kinds(row.tobytes()) for row in dealt])
    share = np.count_nonzero(kinds) / len(kinds)
    many = arranger.opponents(hand, 26, 0, 40)
    measured = sum(many[1]) / (40 * native.arranger.BLOCK_OPPONENTS)
    assert abs(measured - share) < 5 * np.sqrt(share * (1 - share) / len(kinds))
    tops = np.array([arranger.best(row.tobytes()).strengths[0] for row in dealt[kinds == 0][:3000]])
    wins = net_points_of_branches(many[0], Rules())[0]
    middle = int(np.median(tops))
    below, above = np.mean(tops < middle), np.mean(tops > middle)
    normal = sum(many[0][:7918])
    assert abs(wins[middle] / normal - (below - above)) < 5 / np.sqrt(len(tops))


def test_duels_are_the_sums_of_scores() -> None:
    hand = bytes(range(20, 33))
    arranger = tables().arranger(Rules())
    own = [split.strengths for split in arranger.ranked(hand, 3)]
    counts, specials = arranger.opponents(hand, 27, 0, 3)
    tables_of_wins = net_points_of_branches(counts, Rules())
    sums, squares, gaps = arranger.duels(hand, own, (12, 6), Rules().bonuses, 27, 0, 3)
    for strengths, total in zip(own, sums, strict=True):
        won = sum(table[s] for table, s in zip(tables_of_wins, strengths, strict=True))
        assert total == won - 12 * specials[0] - 6 * specials[1]
    assert gaps[0] == 0
    assert all(square * 3072 >= total**2 for square, total in zip(squares, sums, strict=True))


@pytest.mark.parametrize("samples", [3_000, 20_000])
def test_a_sampled_answer(samples: int) -> None:
    hand = "As Kd 10h Qs Jc 9h 9c 8d 6s 6h 4c 3d 2s"
    found = best_arrangement(hand, samples=samples, seed=5)
    assert found == best_arrangement(hand, samples=samples, seed=5)
    assert found.measure == "sample"
    exact = best_arrangement(hand)
    assert 0 < found.stderr < 3 / np.sqrt(samples)
    assert abs(found.ev - exact.ev) < 5 * found.stderr + 0.05
    assert found.ev == pytest.approx(sum(found.branch_points) - found.special_cost)
    for chances in found.odds:
        assert sum(chances) == pytest.approx(1)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"samples": -1}, "samples is a whole number from 1"),
        ({"samples": 1.5}, "samples is a whole number from 1"),
        ({"samples": 10, "seed": -1}, "seed is a whole number from 0"),
    ],
)
def test_samples_out_of_range(arguments: dict[str, int], message: str) -> None:
    with pytest.raises(RuleError, match=message):
        best_arrangement("As Kd 10h Qs Jc 9h 9c 8d 6s 6h 4c 3d 2s", **arguments)  # type: ignore[arg-type]
