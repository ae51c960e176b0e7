"""The scale of strength: proved over every branch there is, on every instruction path."""

from __future__ import annotations

import random
from collections import Counter
from itertools import chain, combinations
from typing import Any

import numpy as np
import numpy.typing as npt
import phevaluator
import pytest

from pysolver import Card, CardError, RuleError, SolverError, native
from pysolver.binh import Rules, category, describe, strength, strengths
from pysolver.binh.strength import CATEGORIES, category_of_strength
from tests.oracles import branches as oracle

Ids = npt.NDArray[np.uint8]
Strengths = npt.NDArray[np.uint16]

WHEELS = ("second", "lowest")
PATHS = [path for path in native.core.PATH_NAMES if path <= native.core.BEST_PATH]
FIVE_COUNTS = {
    "high card": 1_302_540,
    "one pair": 1_098_240,
    "two pair": 123_552,
    "three of a kind": 54_912,
    "straight": 10_200,
    "flush": 5_108,
    "full house": 3_744,
    "four of a kind": 624,
    "straight flush": 40,
}
THREE_COUNTS = {"high card": 18_304, "one pair": 3_744, "three of a kind": 52}

each_wheel = pytest.mark.parametrize("wheel", WHEELS)
each_path = pytest.mark.parametrize("path", PATHS, ids=native.core.PATH_NAMES.get)


def all_branches(size: int) -> Ids:
    """Every branch of a size, each with its cards ascending."""
    flat = chain.from_iterable(combinations(range(52), size))
    return np.fromiter(flat, np.uint8).reshape(-1, size)


@pytest.fixture(scope="session")
def fives() -> Ids:
    """All 2,598,960 branches of five cards."""
    return all_branches(5)


@pytest.fixture(scope="session")
def threes() -> Ids:
    """All 22,100 branches of three cards."""
    return all_branches(3)


def classes(rows: Ids) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """For every branch the number of its class, and for every class a row that is of it.

    A class is what the rules look at: which ranks, and whether all five cards are of one suit.
    """
    packed = np.zeros(len(rows), np.int64)
    for column in np.sort(rows, axis=1).T:
        packed = packed * 13 + column // 4
    suits = rows % 4
    one_suit = (suits == suits[:, :1]).all(axis=1) & (rows.shape[1] == 5)
    _, firsts, numbers = np.unique(packed * 2 + one_suit, return_index=True, return_inverse=True)
    return numbers, firsts


@pytest.fixture(scope="session")
def expected(fives: Ids, threes: Ids) -> dict[tuple[str, int], npt.NDArray[np.int64]]:
    """What the oracle says of every branch, by wheel and size."""
    found = {}
    for rows in (fives, threes):
        numbers, firsts = classes(rows)
        for wheel in WHEELS:
            by_class = np.array([oracle.strength(rows[i].tolist(), wheel) for i in firsts])
            found[wheel, rows.shape[1]] = by_class[numbers]
    return found


def in_batch(rows: Ids, wheel: str, path: int = native.core.PATH) -> Strengths:
    """Strengths from the core, all rows good."""
    found = np.zeros(len(rows), np.uint16)
    done = native.poker.strengths_of_rows(
        rows, len(rows), rows.shape[1], native.poker.WHEELS[wheel], found, path
    )
    assert done == len(rows)
    return found


# ---- every branch ----


@each_path
@each_wheel
def test_every_five_cards(
    fives: Ids, expected: dict[tuple[str, int], Any], wheel: str, path: int
) -> None:
    """All 2,598,960, sorted and as they come."""
    assert len(fives) == 2_598_960
    assert np.array_equal(in_batch(fives, wheel, path), expected[wheel, 5])
    shuffled = np.random.default_rng(5).permuted(fives, axis=1)
    order = np.random.default_rng(6).permutation(len(fives))
    found = in_batch(np.ascontiguousarray(shuffled[order]), wheel, path)
    assert np.array_equal(found, expected[wheel, 5][order])


@each_wheel
def test_every_three_cards_in_every_order(
    threes: Ids, expected: dict[tuple[str, int], Any], wheel: str
) -> None:
    """All 22,100 in all six orders; flushes and straights do not count."""
    assert len(threes) == 22_100
    for order in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)):
        rows = np.ascontiguousarray(threes[:, order])
        assert np.array_equal(in_batch(rows, wheel), expected[wheel, 3])


@each_wheel
def test_categories_count_what_they_must(fives: Ids, threes: Ids, wheel: str) -> None:
    """The known numbers of hands of each category."""
    for rows, counts in ((fives, FIVE_COUNTS), (threes, THREE_COUNTS)):
        tally = np.bincount(in_batch(rows, wheel), minlength=native.poker.STRENGTHS)
        by_category: Counter[str] = Counter()
        for value in np.flatnonzero(tally):
            by_category[category_of_strength(int(value))] += int(tally[value])
        assert by_category == counts


@each_wheel
def test_the_scale_is_dense_and_every_two_classes_compare_as_the_tower_rule_says(
    fives: Ids, threes: Ids, wheel: str
) -> None:
    """7,462 classes of five and 455 of three: strengths 1 … 7917 in the oracle's order, no gap.

    So each of the 455 x 7,462 pairs of a top and a middle compares as the oracle's tuples do.
    """
    found: dict[oracle.Key, int] = {}
    for rows, count in ((fives, 7_462), (threes, 455)):
        _, firsts = classes(rows)
        assert len(firsts) == count
        values = in_batch(np.ascontiguousarray(rows[firsts]), wheel)
        keys = [oracle.branch_key(row, wheel) for row in rows[firsts].tolist()]
        assert found.keys().isdisjoint(keys)
        found.update(zip(keys, values.tolist(), strict=True))
    assert [found[key] for key in sorted(found)] == list(range(1, 7_918))


@pytest.mark.parametrize(
    ("weaker", "stronger"),
    [
        ("Qh Qd Kc", "Qc Qs Kh 3d 2c"),  # the three run out
        ("Qc Qs Kh 3d 2c", "Qh Qd Ac"),
        ("Ah Td 9c 8s 7s", "Ad Kd 2c"),
        ("Ah Kd Jc", "Ac Kh Js 3d 2c"),
        ("5c 3d 2h", "7c 5d 4h 3s 2s"),
        ("7c 5d 4h 3s 2s", "7d 5s 6c"),
        ("Ad Kd Qd", "2c 2d 3h"),  # neither straight nor flush at the top
        ("Ad Ah As", "2c 3d 4h 5s 6s"),
        ("Kd Kh Ks Ac Qd", "Ad Ah As"),
        ("8h 8d 8c", "8h 8d 8c 3s 2s"),
    ],
)
def test_three_cards_beside_five(weaker: str, stronger: str) -> None:
    """Category first, then card by card, then the five."""
    assert strength(weaker) < strength(stronger)


@each_path
def test_the_wheel_moves_and_nothing_else(fives: Ids, path: int) -> None:
    """A-2-3-4-5 is second, or lowest; the other straights keep their order."""
    for suits in ("cdhsc", "ccccc"):
        straights = [
            "".join(rank + suit for rank, suit in zip(ranks, suits, strict=True))
            for ranks in ("23456", "34567", "45678", "56789", "6789T", "789TJ", "89TJQ", "9TJQK")
        ]
        wheel = "".join(r + s for r, s in zip("A2345", suits, strict=True))
        best = "".join(r + s for r, s in zip("TJQKA", suits, strict=True))
        for rules, order in (
            (Rules(), [*straights, wheel, best]),
            (Rules(wheel="lowest"), [wheel, *straights, best]),
        ):
            values = [strength(cards, rules=rules) for cards in order]
            assert values == list(range(values[0], values[0] + 10))
    second, lowest = (in_batch(fives, wheel, path).astype(int) for wheel in WHEELS)
    ranks = fives // 4
    is_wheel = (ranks == [0, 1, 2, 3, 12]).all(axis=1)
    assert is_wheel.sum() == 1_024
    assert np.array_equal(second[is_wheel] - lowest[is_wheel], np.full(1_024, 8))
    moved = (second != lowest) & ~is_wheel
    assert set(np.unique(lowest[moved] - second[moved])) == {1}
    assert moved.sum() == 8 * 1_024


def test_a_published_evaluator_agrees_on_every_five_cards(fives: Ids) -> None:
    """Phevaluator numbers the 7,462 classes 1 (royal flush) downwards, its wheel the lowest."""
    theirs = np.fromiter(
        (phevaluator.evaluate_cards(*row) for row in fives.tolist()), np.int64, len(fives)
    )
    ours = np.unique(in_batch(fives, "lowest"), return_inverse=True)[1]
    assert np.array_equal(ours, 7_462 - theirs)


# ---- one branch ----


def test_one_branch_at_a_time(fives: Ids, expected: dict[tuple[str, int], Any]) -> None:
    """The single call by text, by ids and in both readings of the wheel."""
    chosen = np.random.default_rng(8).choice(len(fives), 3_000, replace=False)
    for i in chosen.tolist():
        row = fives[i].tolist()
        for wheel in WHEELS:
            rules = Rules(wheel=wheel)  # type: ignore[arg-type]
            assert strength(row, rules=rules) == expected[wheel, 5][i]
        text = "".join(str(Card(card)) for card in row)
        assert strength(text) == expected["second", 5][i]
        assert category(text) == oracle.CATEGORIES[oracle.branch_key(row)[0]]


def test_the_ends_of_the_scale() -> None:
    """1 is 4-3-2 at the top (no straight there), 7917 the royal flush."""
    assert strength("2c 3d 4h") == 1
    assert strength("Tc Jc Qc Kc Ac") == 7_917


def test_categories_begin_where_the_oracle_says() -> None:
    """The smallest strength of each category, the same under both wheels."""
    for wheel in WHEELS:
        starts: dict[int, int] = {}
        for key, number in oracle.all_keys(wheel).items():
            starts[key[0]] = min(number, starts.get(key[0], number))
        assert tuple(starts[i] for i in range(9)) == native.poker.CATEGORY_STARTS
    assert oracle.CATEGORIES == CATEGORIES
    for name, start in zip(CATEGORIES, native.poker.CATEGORY_STARTS, strict=True):
        assert category_of_strength(start) == name
    assert [category_of_strength(start - 1) for start in native.poker.CATEGORY_STARTS[1:]] == list(
        CATEGORIES[:-1]
    )
    assert category_of_strength(7_917) == "straight flush"


@pytest.mark.parametrize("size", [0, 1, 2, 4, 6, 13])
def test_a_branch_of_another_size(size: int) -> None:
    """Only three and five cards are a branch."""
    for call in (strength, category, describe):
        with pytest.raises(CardError, match=f"^a branch has 3 or 5 cards, not {size}: "):
            call(range(size))


@pytest.mark.parametrize("text", ["As Kd W", "N As Kd Qh Jc"])
def test_a_wizard_in_a_branch(text: str) -> None:
    """Named as a stranger."""
    with pytest.raises(CardError, match=r"^'[WN]' is not of the 52-card deck"):
        strength(text)


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("Kd 9s 2c", "high card, king"),
        ("Kd 9s 2c 5h 3d", "high card, king"),
        ("6d 6s Ac", "one pair, sixes"),
        ("2d 2s Ac 9d 7h", "one pair, deuces"),
        ("Jc 4d Js 4h 2s", "two pair, jacks and fours"),
        ("Ac 6d 6s Ah 2s", "two pair, aces and sixes"),
        ("Tc Td Th", "three of a kind, tens"),
        ("3c 3d 3h As 7s", "three of a kind, threes"),
        ("Ah 2d 3c 4s 5h", "straight, ace to five"),
        ("6h 2d 3c 4s 5h", "straight, deuce to six"),
        ("Ah Td Kc Qs Jh", "straight, ten to ace"),
        ("8h 2h Kh Qh Jh", "flush, king high"),
        ("Ah Ad 4c 4s Ac", "full house, aces over fours"),
        ("2h 2d 2c As Ac", "full house, deuces over aces"),
        ("7h 7d 7c 7s Ac", "four of a kind, sevens"),
        ("Ah 2h 3h 4h 5h", "straight flush, ace to five"),
        ("9h Kh Qh Jh Th", "straight flush, nine to king"),
    ],
)
def test_a_branch_in_words(cards: str, words: str) -> None:
    """The category and the ranks that name it."""
    assert describe(cards) == words
    assert describe(list(reversed(cards.split()))) == words


# ---- batches ----


def random_rows(width: int, count: int, seed: int) -> Ids:
    """Random branches, cards in random order."""
    generator = np.random.default_rng(seed)
    deck = np.tile(np.arange(52, dtype=np.uint8), (count, 1))
    return np.ascontiguousarray(generator.permuted(deck, axis=1)[:, :width])


@each_path
@each_wheel
@pytest.mark.parametrize("count", [0, 1, 2, 31, 32, 33, 63, 64, 65, 96, 97, 1_000])
def test_batches_of_any_size(count: int, wheel: str, path: int) -> None:
    """Whole blocks of 32 and what is left over; nothing past the end is read or written."""
    rows = random_rows(5, count + 40, count)  # good cards past the end too
    found = np.full(count + 40, 9_999, np.uint16)
    assert (
        native.poker.strengths_of_rows(rows, count, 5, native.poker.WHEELS[wheel], found, path)
        == count
    )
    expected = [oracle.strength(row, wheel) for row in rows[:count].tolist()]
    assert found[:count].tolist() == expected
    assert set(found[count:].tolist()) == {9_999}


@each_path
@pytest.mark.parametrize("count", [1, 31, 32, 33, 64, 65, 100])
def test_a_bad_row_anywhere_stops_the_batch_there(count: int, path: int) -> None:
    """Ids past the deck and cards twice, at every row; the rows before it are done."""
    good = random_rows(5, count, 1_000 + count)
    values = [oracle.strength(row) for row in good.tolist()]
    dice = random.Random(count)
    for row in range(count):
        for kind in range(3):
            rows = good.copy()
            place, other = dice.sample(range(5), 2)
            if kind == 0:
                rows[row, place] = dice.choice((52, 53, 55, 60, 63, 64, 127, 128, 200, 255))
            else:
                rows[row, place] = rows[row, other]
            found = np.zeros(count, np.uint16)
            done = native.poker.strengths_of_rows(rows, count, 5, 0, found, path)
            assert done == row
            assert found[:row].tolist() == values[:row]


@each_path
def test_every_bad_id_at_every_place(path: int) -> None:
    """Each of the ids 52 to 255, and each two places with the same card."""
    good = random_rows(5, 64, 3)
    found = np.zeros(64, np.uint16)
    for row in (0, 15, 16, 31, 40):
        for place in range(5):
            for number in range(52, 256):
                rows = good.copy()
                rows[row, place] = number
                assert native.poker.strengths_of_rows(rows, 64, 5, 0, found, path) == row
        for a, b in combinations(range(5), 2):
            rows = good.copy()
            rows[row, a] = rows[row, b]
            assert native.poker.strengths_of_rows(rows, 64, 5, 0, found, path) == row


def test_a_bad_row_of_three() -> None:
    """The same for tops."""
    good = random_rows(3, 20, 4)
    found = np.zeros(20, np.uint16)
    for row in range(20):
        for place in range(3):
            for number in (52, 63, 64, 255):
                rows = good.copy()
                rows[row, place] = number
                assert native.poker.strengths_of_rows(rows, 20, 3, 0, found) == row
        for a, b in combinations(range(3), 2):
            rows = good.copy()
            rows[row, a] = rows[row, b]
            assert native.poker.strengths_of_rows(rows, 20, 3, 0, found) == row


@pytest.mark.parametrize("width", [3, 5])
@each_wheel
def test_the_batch_call(width: int, wheel: str) -> None:
    """Shapes and types as documented."""
    rows = random_rows(width, 200, 5)
    found = strengths(rows, rules=Rules(wheel=wheel))  # type: ignore[arg-type]
    assert found.dtype == np.uint16
    assert found.shape == (200,)
    assert found.tolist() == [oracle.strength(row, wheel) for row in rows.tolist()]
    assert strengths(rows[:0]).shape == (0,)


@pytest.mark.parametrize("width", [3, 5])
def test_arrays_that_are_not_contiguous(width: int) -> None:
    """Every other row, columns of a wider array, rows backwards, Fortran order, read-only."""
    wide = random_rows(13, 200, 6)
    fortran = np.asfortranarray(wide[:, :width])
    fixed = np.ascontiguousarray(wide[:, :width])
    fixed.flags.writeable = False
    for rows in (wide[::2, :width], wide[:, -width:], wide[::-1, 1 : 1 + width], fortran, fixed):
        values = [oracle.strength(row) for row in rows.tolist()]
        assert strengths(rows).tolist() == values


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ([0, 1, 2, 3, 52], "row 70: 52 is no card id 0 to 51"),
        ([255, 1, 2, 3, 4], "row 70: 255 is no card id 0 to 51"),
        ([51, 1, 2, 51, 4], r"row 70: 51 \(As\) stands twice"),
        ([0, 0, 0, 0, 0], r"row 70: 0 \(2c\) stands twice"),
    ],
)
def test_a_bad_row_is_named(row: list[int], message: str) -> None:
    """By its number, with what is wrong with it."""
    rows = random_rows(5, 100, 7)
    rows[70] = row
    rows[90] = row
    with pytest.raises(CardError, match=f"^{message}$"):
        strengths(rows)


@pytest.mark.parametrize("dtype", [np.int8, np.int64, np.uint16, np.float64, np.bool_, object])
def test_arrays_of_another_type(dtype: type) -> None:
    """Not converted in silence; the message says how to."""
    with pytest.raises(TypeError, match=r"dtype uint8, not .*convert with \.astype"):
        strengths(random_rows(5, 4, 8).astype(dtype))


@pytest.mark.parametrize("rows", [None, [[0, 1, 2]], b"abc", "As Kd Qh", 5], ids=repr)
def test_what_is_no_array(rows: object) -> None:
    """A list is no batch."""
    with pytest.raises(TypeError, match=rf"uint8 of shape .*, not {type(rows).__name__}$"):
        strengths(rows)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "shape", [(4,), (4, 4), (4, 13), (0,), (), (2, 2, 5), (5, 0), (2, 5, 2), (2, 3, 5)], ids=repr
)
def test_arrays_of_another_shape(shape: tuple[int, ...]) -> None:
    """Rows of three or of five."""
    with pytest.raises(CardError) as caught:
        strengths(np.zeros(shape, np.uint8))
    assert str(caught.value) == f"a batch has shape (n, 3) or (n, 5), not {shape}"


# ---- all subsets of a hand ----


def hands_of_every_suit_pattern() -> list[list[int]]:
    """Random hands, and hands that are mostly of one or two suits or of few ranks."""
    dice = random.Random(12)
    decks = [
        range(52),
        range(0, 52, 4),
        [card for card in range(52) if card % 4 < 2],
        range(16),
        [card for card in range(52) if card % 4 == 1 or card < 12],
        [card for card in range(52) if card % 4 == 3 or card > 40],
    ]
    return [dice.sample(list(deck), 13) for deck in decks for _ in range(12)]


@each_wheel
def test_all_subsets_of_a_hand(wheel: str) -> None:
    """1,287 fives and 286 threes in colexicographic order of the places of the sorted cards."""
    number = native.poker.WHEELS[wheel]
    for hand in hands_of_every_suit_pattern():
        fives, threes = native.poker.strengths_of_subsets(bytes(hand), number)
        cards = sorted(hand)
        for found, size in ((fives, 5), (threes, 3)):
            places = sorted(combinations(range(13), size), key=lambda chosen: chosen[::-1])
            rows = np.array([[cards[p] for p in chosen] for chosen in places], np.uint8)
            assert found.tolist() == in_batch(rows, wheel).tolist()
            for i in range(0, len(places), 97):
                assert found[i] == native.poker.strength(bytes(rows[i].tolist()), number)


@pytest.mark.parametrize("place", range(13))
def test_subsets_of_a_hand_that_is_none(place: int) -> None:
    """A bad id or a card twice."""
    for wrong in (52, 63, 64, 255, None):
        hand = list(range(20, 33))
        hand[place] = hand[place - 1] if wrong is None else wrong
        with pytest.raises(CardError, match="not in 0 to 51 or stands twice"):
            native.poker.strengths_of_subsets(bytes(hand), 0)


def test_options_out_of_range() -> None:
    """The core looks at its arguments before it works with them."""
    for wheel in (-1, 2):
        with pytest.raises(SolverError):
            native.poker.strength(bytes([0, 5, 10]), wheel)
        with pytest.raises(SolverError):
            native.poker.strengths_of_rows(bytes(5), 1, 5, wheel, bytearray(2))
        with pytest.raises(SolverError):
            native.poker.strengths_of_rows(bytes(3), 1, 3, wheel, bytearray(2))
        with pytest.raises(SolverError):
            native.poker.strengths_of_subsets(bytes(range(13)), wheel)
    with pytest.raises(RuleError):
        strength("As Kd Qh", rules=Rules(wheel="third"))  # type: ignore[arg-type]


def test_the_core_refuses_a_bad_single_branch() -> None:
    """Sizes, ids and cards twice."""
    for cards in (b"", bytes(4), bytes([0, 1]), bytes(range(13))):
        with pytest.raises(SolverError):
            native.poker.strength(cards, 0)
    for bad in ([0, 0, 1], [0, 1, 52], [0, 1, 2, 3, 3], [64, 1, 2, 3, 4]):
        with pytest.raises(CardError):
            native.poker.strength(bytes(bad), 0)
