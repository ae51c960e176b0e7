"""The exact search: against every split counted in Python, and against the core's own scan."""

from __future__ import annotations

from array import array
from itertools import combinations

import numpy as np
import numpy.typing as npt
import pytest

from pysolver import native
from pysolver.binh.tables import shape_words
from pysolver.cards import parse_cards
from pysolver.errors import DataError, RuleError
from tests.oracles.splits import best_split, legal_splits

Values = list[npt.NDArray[np.int32]]
PATHS = sorted(path for path in native.core.PATH_NAMES if path <= native.core.BEST_PATH)
DECKS = ("even", "flushes", "straights", "groups")
LIMIT = 2**28


def random_values(rng: np.random.Generator) -> Values:
    """Three tables that rise in steps: most strengths are worth what their neighbours are."""
    tables = []
    for _ in range(3):
        steps = rng.integers(0, 9, native.poker.STRENGTHS) * (
            rng.random(native.poker.STRENGTHS) < rng.choice([0.003, 0.3])
        )
        heights = np.cumsum(steps)
        tables.append((heights * (LIMIT // max(1, heights[-1])) - LIMIT // 2).astype(np.int32))
    return tables


def random_hands(rng: np.random.Generator, deck: str, count: int) -> npt.NDArray[np.uint8]:
    """Random hands, from a deck in which some cards come far more often than others."""
    ranks, suits = np.arange(52) // 4, np.arange(52) % 4
    hands = []
    for _ in range(count):
        weights = np.full(52, 0.02)
        if deck == "even":
            weights[:] = 1
        elif deck == "flushes":
            weights[suits < rng.integers(1, 4)] = 1
        elif deck == "straights":
            low = rng.integers(0, 8)
            weights[(ranks >= low) & (ranks < low + 6)] = 1
        else:
            weights[np.isin(ranks, rng.choice(13, rng.integers(4, 7), replace=False))] = 1
        keys = rng.random(52) ** (1 / weights)
        hands.append(np.argsort(-keys)[:13])
    return np.array(hands, np.uint8)


def make_arranger(
    values: Values, wheel: str = "second", *, equal: bool = True, path: int = native.core.PATH
) -> native.arranger.Arranger:
    return native.arranger.Arranger(
        values[0],
        values[1],
        values[2],
        wheel=native.poker.WHEELS[wheel],
        equal_branches=equal,
        shape_words=shape_words(),
        path=path,
    )


def check_split(split: native.arranger.Split, hand: bytes, values: Values, wheel: str) -> None:
    """The split is made of the hand, and says of itself what is true."""
    assert sorted(split.cards) == sorted(hand)
    branches = split.cards[:3], split.cards[3:8], split.cards[8:]
    strengths = tuple(
        native.poker.strength(branch, native.poker.WHEELS[wheel]) for branch in branches
    )
    assert strengths == split.strengths
    assert strengths[0] <= strengths[1] <= strengths[2]
    assert split.value == sum(int(v[s]) for v, s in zip(values, strengths, strict=True))


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("wheel", native.poker.WHEELS)
def test_the_search_finds_what_counting_every_split_finds(wheel: str, deck: str) -> None:
    rng = np.random.default_rng([1, DECKS.index(deck), native.poker.WHEELS[wheel]])
    for _ in range(10):
        values = random_values(rng)
        arrangers = [make_arranger(values, wheel, path=path) for path in PATHS]
        for hand in random_hands(rng, deck, 25):
            cards = hand.tobytes()
            expected = best_split(hand.tolist(), values, wheel)
            assert expected is not None
            for arranger in arrangers:
                split = arranger.best(cards)
                check_split(split, cards, values, wheel)
                assert split.value == expected.value
                assert split.strengths in expected.strengths


@pytest.mark.parametrize("deck", DECKS)
def test_equal_branches_may_be_a_foul(deck: str) -> None:
    rng = np.random.default_rng([2, DECKS.index(deck)])
    seen_equal = 0
    for _ in range(20):
        values = random_values(rng)
        arrangers = [make_arranger(values, equal=False, path=path) for path in PATHS]
        free = make_arranger(values)
        for hand in random_hands(rng, deck, 150):
            cards = hand.tobytes()
            splits = [arranger.best(cards) for arranger in arrangers]
            assert splits[0].strengths[1] < splits[0].strengths[2]
            assert len({split.cards for split in splits}) == 1
            lax = free.best(cards)
            if lax.strengths[1] == lax.strengths[2]:
                seen_equal += 1
                expected = best_split(hand.tolist(), values, equal_branches=False)
                assert expected is not None
                assert splits[0].value == expected.value
            else:
                assert splits[0].value == lax.value
    assert seen_equal > 0 or deck == "even"


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("wheel", native.poker.WHEELS)
def test_the_search_finds_what_the_scan_finds(wheel: str, deck: str) -> None:
    rng = np.random.default_rng([3, DECKS.index(deck), native.poker.WHEELS[wheel]])
    for _ in range(10):
        values = random_values(rng)
        arrangers = [make_arranger(values, wheel, path=path) for path in PATHS]
        for hand in random_hands(rng, deck, 150):
            cards = hand.tobytes()
            (scanned,) = arrangers[0].ranked(cards, 1)
            assert {arranger.best(cards).value for arranger in arrangers} == {scanned.value}


def test_every_path_gives_the_same_cards_in_a_batch() -> None:
    rng = np.random.default_rng(4)
    hands = np.frombuffer(native.arranger.deal_block(4, 0), np.uint8).reshape(-1, 13)
    values = random_values(rng)
    answers = []
    for path in PATHS:
        arranger = make_arranger(values, path=path)
        cards = np.empty((len(hands), 13), np.uint8)
        strengths = np.empty((len(hands), 3), np.uint16)
        worth = np.empty(len(hands), np.int32)
        kinds = np.empty(len(hands), np.uint16)
        specials = np.empty((len(hands), 2), np.int32)
        assert arranger.best_of_rows(
            hands, len(hands), cards, strengths, worth, kinds, specials
        ) == len(hands)
        answers.append((cards.tobytes(), strengths.tobytes(), worth.tobytes(), kinds.tobytes()))
        for row in range(0, len(hands), 64):
            split = arranger.best(hands[row].tobytes())
            assert split.cards == cards[row].tobytes()
            assert split.kinds == kinds[row] == native.poker.special_kinds(hands[row].tobytes())
    assert len(set(answers)) == 1


def test_the_order_of_the_cards_does_not_matter() -> None:
    rng = np.random.default_rng(5)
    values = random_values(rng)
    arranger = make_arranger(values)
    for hand in random_hands(rng, "groups", 200):
        shuffled = rng.permutation(hand)
        assert arranger.best(hand.tobytes()).cards == arranger.best(shuffled.tobytes()).cards


CORNERS = {
    "thirteen of a suit": "2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As",
    "twelve of a suit": "2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks Ah",
    "ten of a suit": "2s 3s 4s 5s 7s 8s 9s Ts Qs Ks 2h 3h 4h",
    "two long suits": "2s 3s 5s 7s 9s Js Ks 2h 4h 6h 8h Th Qh",
    "three fours": "2c 2d 2h 2s 9c 9d 9h 9s Kc Kd Kh Ks Ac",
    "three full houses": "2c 2d 2h 9c 9d 9h Kc Kd Kh Ac Ad Qc Qd",
    "a pair, a triple and a triple in eight": "2c 2d 7c 7d 7h 8c 8d 8h 3c 4d 9h Js Ks",
    "six pairs": "2c 2d 4c 4d 6c 6d 8c 8d Tc Td Qc Qd Ah",
    "two equal straights": "3c 3d 4c 4d 5c 5d 6c 6d 7c 7d 9h Js Ks",
    "two equal high cards": "2c 2d 5c 5h 8c 8h Jc Jh Ac Ad 3s 6s 9s",
    "straights that share all but one": "3s 4c 4h 5s 6s 6d 7d 2c Td Jc Qs Kh Ad",
    "a wheel and a broadway": "Ac 2d 3h 4s 5c Ad Kc Qd Jh Ts 7c 7d 9h",
    "a flush below a full house": "Kc Kd Kh 5c 5d 2s 4s 7s 9s Js 8c Th 3d",
    "a straight flush and a better flush": "5s 6s 7s 8s 9s As 2h 2d Kh Kd 4c Jc Tc",
    "no pair at all": "2c 3d 4h 5s 7c 8d 9h Ts Qc Kd Ah Jc 6d",
}


@pytest.mark.parametrize("name", CORNERS)
@pytest.mark.parametrize("wheel", native.poker.WHEELS)
def test_corners(wheel: str, name: str) -> None:
    cards = bytes(parse_cards(CORNERS[name]))
    rng = np.random.default_rng([6, *map(ord, name)])
    for _ in range(12):
        values = random_values(rng)
        expected = best_split(list(cards), values, wheel)
        assert expected is not None
        for path in PATHS:
            split = make_arranger(values, wheel, path=path).best(cards)
            check_split(split, cards, values, wheel)
            assert split.value == expected.value


def test_flat_values_still_give_a_legal_split() -> None:
    flat: Values = [np.zeros(native.poker.STRENGTHS, np.int32)] * 3
    for path in PATHS:
        arranger = make_arranger(flat, path=path)
        for row in np.frombuffer(native.arranger.deal_block(7, 0), np.uint8).reshape(-1, 13)[:300]:
            check_split(arranger.best(row.tobytes()), row.tobytes(), flat, "second")


@pytest.mark.parametrize("equal", [True, False])
def test_the_scan_ranks_every_split(equal: bool) -> None:
    rng = np.random.default_rng([8, equal])
    for deck in DECKS:
        values = random_values(rng)
        arranger = make_arranger(values, equal=equal)
        for hand in random_hands(rng, deck, 4):
            splits = arranger.ranked(hand.tobytes(), 256)
            legal = {
                tuple(row) for row in legal_splits(hand.tolist(), equal_branches=equal).tolist()
            }
            worth = sorted(
                (sum(int(v[s]) for v, s in zip(values, row, strict=True)) for row in legal),
                reverse=True,
            )
            assert [split.value for split in splits] == worth[:256]
            found = [split.strengths for split in splits]
            assert len(set(found)) == len(found)
            assert legal.issuperset(found)
            for split in splits[:5]:
                check_split(split, hand.tobytes(), values, "second")


@pytest.mark.parametrize("count", [0, 257])
def test_the_scan_keeps_1_to_256(count: int) -> None:
    arranger = make_arranger(random_values(np.random.default_rng(9)))
    with pytest.raises(Exception, match="out of range"):
        arranger.ranked(bytes(range(13)), count)


@pytest.mark.parametrize(
    ("branch", "strength", "value"),
    [(0, 1, 2**29), (1, 7917, -(2**29)), (2, 4000, -5), (0, 4000, -5), (1, 7917, -5)],
)
def test_values_that_fall_or_are_too_large_are_refused(
    branch: int, strength: int, value: int
) -> None:
    values: Values = [np.zeros(native.poker.STRENGTHS, np.int32) for _ in range(3)]
    values[branch][strength] = value
    with pytest.raises(RuleError, match="must not fall as strength rises"):
        make_arranger(values)


def test_a_table_of_another_length_is_refused() -> None:
    short = np.zeros(native.poker.STRENGTHS - 1, np.int32)
    with pytest.raises(RuleError, match="7918 values"):
        make_arranger([short, short, short])


@pytest.mark.parametrize("damage", ["cut", "shape", "count", "bottom", "overlap", "twice", "empty"])
def test_damaged_shape_lists_are_refused(damage: str) -> None:
    words = array("H", shape_words())
    if damage == "cut":
        del words[-3:]
    elif damage == "shape":
        words[0] = 0b1111
    elif damage == "count":
        words[1] += 1
    elif damage == "bottom":
        words[4] = 0b1111
    elif damage == "overlap":
        words[5] = words[4]
    elif damage == "twice":
        words[4 + 3 * words[1]] = words[0]
    else:
        del words[:]
    flat = np.zeros(native.poker.STRENGTHS, np.int32)
    with pytest.raises(DataError, match="damaged"):
        native.arranger.Arranger(
            flat, flat, flat, wheel=0, equal_branches=True, shape_words=words, path=native.core.PATH
        )


def test_all_subsets_of_a_hand() -> None:
    hand = bytes(parse_cards("As Ks Qs Js 9s 8s 8h 8d 5c 4c 3c 2d 2h"))
    ordered = sorted(hand)
    places = sorted(combinations(range(13), 5), key=lambda chosen: chosen[::-1])
    fives, threes = native.poker.strengths_of_subsets(hand, 0)
    assert list(fives) == [
        native.poker.strength(bytes(ordered[p] for p in chosen), 0) for chosen in places
    ]
    triples = sorted(combinations(range(13), 3), key=lambda chosen: chosen[::-1])
    assert list(threes) == [
        native.poker.strength(bytes(ordered[p] for p in chosen), 0) for chosen in triples
    ]
