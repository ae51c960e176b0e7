"""Special hands: the nine kinds, the groups that show them, and how many hands there are of each."""

from __future__ import annotations

import random
import re
from collections import Counter
from itertools import combinations
from math import comb, sqrt
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import pytest

from pysolver import Card, CardError, native, parse_cards
from pysolver.binh import Rules, special_hands
from pysolver.binh.special_hand import points_of_kinds
from tests.conftest import golden
from tests.oracles import special_counts
from tests.oracles import special_hands as oracle

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

Hands = npt.NDArray[np.uint8]

GOLDEN = [case for case in golden("binh.jsonl") if case["kind"] == "special"]


def kinds_of(hands: Hands) -> npt.NDArray[np.uint16]:
    """Masks of kinds from the core, all rows good."""
    rows = np.ascontiguousarray(hands)
    kinds = np.zeros(len(rows), np.uint16)
    assert native.poker.special_kinds_of_hands(rows, len(rows), kinds) == len(rows)
    return kinds


def names_of(kinds: int) -> set[str]:
    """The names of a mask."""
    return {name for bit, name in enumerate(native.poker.SPECIAL_NAMES) if kinds >> bit & 1}


def check(hand: Sequence[int]) -> set[str]:
    """One hand through the whole of it: names, order, points and groups against the oracle."""
    names = oracle.names(hand)
    found = special_hands(hand)
    assert {special.name for special in found} == names, hand
    assert len(found) == len(names)
    order = [(-special.points, special.name) for special in found]
    assert order == sorted(order)
    for special in found:
        assert special.kind == ("A" if special.name in oracle.TYPE_A else "B")
        assert special.points == (12 if special.kind == "A" else 6)
        assert oracle.shows(special.name, special.groups, hand), str(special)
    return names


# ---- known hands ----


@pytest.mark.parametrize("case", GOLDEN, ids=lambda case: case["hand"])
def test_golden(case: dict[str, object]) -> None:
    """Names and points of published cases."""
    hand = parse_cards(str(case["hand"]))
    found = special_hands(hand)
    assert [special.name for special in found] == case["names"]
    assert found[0].points == case["points"] == oracle.points(hand)
    check(hand)


KNOWN = [
    ("2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah",
     ["dragon flush", "dragon straight", "one colour", "straight flush", "three flushes", "three straights"]),
    ("2c 3d 4h 5s 6c 7d 8h 9s Tc Jd Qh Ks Ac", ["dragon straight", "three straights"]),
    ("2h 2d 3h 3d 5h 5d 7h 7d 9h 9d Jh Jd Kh", ["one colour", "six pairs"]),
    ("2c 2s 3c 3s 5c 7s 9c 9s Js Jc Ks Kc As", ["one colour"]),
    ("Ac 2c 3c 4c 5c 7d 7h 9s 9d Jh Js Kd Qd", ["straight flush"]),
    ("Ts Js Qs Ks As 2d 2h 4s 4d 6h 7s 8d 8h", ["straight flush"]),
    ("Ks As 2s 3s 4s 6d 6h 7s 7d 8h 9d Td 8c", []),  # no straight runs past the ace
    ("2c 2d 3h 3s 4c 4d 5h 5s 7c 7d 9h 9s Kc", ["six pairs"]),
    ("2c 2d 3h 3s 4c 4d 5h 5s 7c 7d 9h 9s 9c", ["six pairs"]),
    ("2c 2d 2h 2s 4c 4d 4h 4s 6c 6d 6h 6s 8c", ["four of a kind", "six pairs"]),
    ("2c 2d 2h 2s 4c 4d 4h 6c 6d 8c 8d Tc Td", ["four of a kind", "six pairs"]),
    ("2c 2d 2h 2s 4c 4d 4h 6c 6d 8c 8d Tc Jd", ["four of a kind"]),
    ("2c 2d 2h 4c 4d 4h 6c 6d 6h 8c 8d Ts Td", ["three full houses"]),
    ("2c 2d 2h 4c 4d 4h 6c 6d 6h 8c 8d 8h 8s", ["four of a kind", "three full houses"]),
    ("2c 2d 2h 4c 4d 4h 6c 6d 6h 8c 8d 8h Ts", []),  # four triples and no pair
    ("2c 2d 2h 4c 4d 4h 6c 6d 6h 8c 8d 9h Ts", []),
    ("2c 4c 6c 8c Tc 3d 5d 7d 9d Jd 2h 6h Th", ["three flushes"]),
    ("2c 4c 6c 8c Tc Jc Qc Ac 3d 5d 7d 9d Jd", ["three flushes"]),
    ("2c 3c 4c 5c 7c 8c 9c Tc Qc Kc 3d 9d Jd", ["three flushes"]),
    ("2c 4c 6c 8c Tc Jc Qc 3d 5d 7d 9d Jd Ad", []),  # 7-6
    ("2c 4c 6c 8c Tc Qc 3d 5d 7d 9d Jd 2h 6h", []),  # 6-5-2
    ("2c 4c 6c 8c Tc 3d 5d 7d 9d Jd 2h 6h Ts", []),  # 5-5-2-1
    ("2c 3d 4h 5s 6c 2d 3h 4s 5c 6d Ah 2s 3c", ["three straights"]),  # A-2-3
    ("2c 3d 4h 5s 6c 2d 3h 4s 5c 6d Qh Ks Ac", ["three straights"]),  # Q-K-A
    ("2c 3d 4h 5s 6c 2d 3h 4s 5c 6d Kh As 2s", []),  # K-A-2 is no run
    ("Ac 2d 3h 4s 5c Ad 2h 3s 4c 5d Ah 2s 3c", ["three full houses", "three straights"]),
    ("Tc Jd Qh Ks Ac Td Jh Qs Kc Ad Qd Kh As", ["three full houses", "three straights"]),
    ("3h 4h 5s 6s 7d 3c 4c 5d 6d 7c 8s 9s Ts", ["three straights"]),
    ("As Kd Qh 9c 9d 8h 7s 5c 5d 4h 3s 2c Jd", []),
]  # fmt: skip


@pytest.mark.parametrize(("text", "names"), KNOWN, ids=[text for text, _ in KNOWN])
def test_known_hands(text: str, names: list[str]) -> None:
    """One of each kind and its neighbours that are none."""
    assert check(parse_cards(text)) == set(names)


def groups_of(text: str, name: str, rules: Rules | None = None) -> list[str]:
    """The groups of one name as texts."""
    found = special_hands(text, rules=rules or Rules())
    special = next(special for special in found if special.name == name)
    return [" ".join(map(str, group)) for group in special.groups]


def test_groups_read_from_the_highest_card_down() -> None:
    """What a player is shown; of several straight flushes the strongest."""
    hand = "Ac 2c 3c 4c 5c 7d 7h 9s 9d Jh Js Kd Qd"
    assert groups_of(hand, "straight flush") == ["5c 4c 3c 2c Ac"]
    both = "Ac 2c 3c 4c 5c 6c 7h 9s 9d Jh Js Kd Qd"
    assert groups_of(both, "straight flush") == ["5c 4c 3c 2c Ac"]
    assert groups_of(both, "straight flush", Rules(wheel="lowest")) == ["6c 5c 4c 3c 2c"]
    pairs = "2c 2d 2h 2s 4c 4d 4h 6c 6d 8c 8d Tc Td"
    assert groups_of(pairs, "six pairs") == [
        "Td Tc",
        "8d 8c",
        "6d 6c",
        "2s 2h",
        "2d 2c",
        "4h 4d 4c",
    ]
    assert groups_of(pairs, "four of a kind") == ["2s 2h 2d 2c"]
    houses = "2c 2d 2h 4c 4d 4h 6c 6d 6h 8c 8d Ts Td"
    assert groups_of(houses, "three full houses") == [
        "6h 6d 6c Ts Td",
        "4h 4d 4c 8d 8c",
        "2h 2d 2c",
    ]
    flushes = "2c 4c 6c 8c Tc Jc Qc Ac 3d 5d 7d 9d Jd"
    assert groups_of(flushes, "three flushes") == ["Ac Qc Jc Tc 8c", "Jd 9d 7d 5d 3d", "6c 4c 2c"]
    straights = "3h 4h 5s 6s 7d 3c 4c 5d 6d 7c 8s 9s Ts"
    assert groups_of(straights, "three straights")[0].startswith("Ts 9s 8s 7")


def test_points_follow_the_rules() -> None:
    """The best paid comes first, whichever type that is; names of equal pay by the alphabet."""
    hand = KNOWN[0][0]
    paid = special_hands(hand, rules=Rules(special_points=(3, 5)))
    assert [special.points for special in paid] == [5, 5, 5, 3, 3, 3]
    assert [special.name for special in paid] == [
        "straight flush", "three flushes", "three straights",
        "dragon flush", "dragon straight", "one colour",
    ]  # fmt: skip
    kinds = native.poker.special_kinds(bytes(parse_cards(hand)))
    assert points_of_kinds(kinds, Rules(special_points=(3, 5))) == 5
    assert points_of_kinds(kinds, Rules()) == 12
    assert points_of_kinds(0, Rules()) == 0


def test_texts_and_dicts() -> None:
    """What people and programs are given."""
    special = special_hands("2c 2d 2h 2s 4c 4d 4h 6c 6d 8c 8d Tc Jd")[0]
    assert str(special) == "four of a kind (type B, 6 points): 2s 2h 2d 2c"
    assert special.to_dict() == {
        "name": "four of a kind",
        "kind": "B",
        "points": 6,
        "groups": [["2s", "2h", "2d", "2c"]],
    }


def test_no_hand_no_answer() -> None:
    """Thirteen different cards of the 52."""
    with pytest.raises(CardError, match="takes 13 cards, not 12"):
        special_hands(range(12))
    with pytest.raises(CardError, match="stands twice"):
        special_hands([*range(12), 0])
    for wrong in (52, 63, 64, 255, 11):
        with pytest.raises(CardError):
            native.poker.special_kinds(bytes([*range(12), wrong]))
        rows = np.array([list(range(13)), [*range(12), wrong], list(range(13))], np.uint8)
        kinds = np.zeros(3, np.uint16)
        assert native.poker.special_kinds_of_hands(rows, 3, kinds) == 1
        assert kinds.tolist() == [native.poker.special_kinds(bytes(range(13))), 0, 0]


# ---- random hands ----


def biased_decks() -> Iterator[list[int]]:
    """Decks in which special hands are common."""
    yield list(range(52))
    yield [card for card in range(52) if card % 4 in (1, 2)]
    yield [card for card in range(52) if card % 4 != 3]
    yield [card for card in range(52) if card % 4 == 0 or card < 12]
    for low in range(0, 32, 4):
        yield list(range(low, low + 20))
    yield [card for card in range(52) if card // 4 in (12, 0, 1, 2, 3, 4, 11)]
    yield [card for card in range(52) if card // 4 in (8, 9, 10, 11, 12, 0, 1)]
    yield [card for card in range(52) if card % 4 < 2 or card // 4 in (3, 7)]


@pytest.mark.parametrize(
    "deck", list(biased_decks()), ids=lambda deck: f"{deck[0]}-{deck[-1]}x{len(deck)}"
)
def test_hands_of_a_biased_deck(deck: list[int]) -> None:
    """Names, points and groups of 250 hands of each deck; the batch says the same."""
    dice = random.Random(len(deck) * 100 + deck[0])
    hands = [dice.sample(deck, 13) for _ in range(250)]
    kinds = kinds_of(np.array(hands, np.uint8))
    for hand, mask in zip(hands, kinds.tolist(), strict=True):
        assert check(hand) == names_of(mask)
        assert native.poker.special_kinds(bytes(hand)) == mask


def test_many_random_hands() -> None:
    """Names alone of 4,096 hands as dealt."""
    hands = np.frombuffer(native.arranger.deal_block(3, 0), np.uint8).reshape(-1, 13)
    for hand, mask in zip(hands.tolist(), kinds_of(hands).tolist(), strict=True):
        assert names_of(mask) == oracle.names(hand)


def suited(ranks: Iterable[int], dice: random.Random) -> list[int]:
    """Cards of these ranks in random suits; none if a rank is wanted five times."""
    counts = Counter(ranks)
    if max(counts.values()) > 4:
        return []
    return [4 * r + suit for r, n in counts.items() for suit in dice.sample(range(4), n)]


def filled(cards: list[int], dice: random.Random) -> list[int]:
    """These cards and random others, thirteen in all."""
    others = [card for card in range(52) if card not in cards]
    return cards + dice.sample(others, 13 - len(cards))


def make_one_colour(dice: random.Random) -> list[int]:
    """Thirteen red or thirteen black."""
    suits = dice.choice(((1, 2), (0, 3)))
    return dice.sample([card for card in range(52) if card % 4 in suits], 13)


def make_straight_flush(dice: random.Random) -> list[int]:
    """Five in a row in a suit, and eight others."""
    suit = dice.randrange(4)
    return filled([4 * rank + suit for rank in dice.choice(oracle.runs(5))], dice)


def make_six_pairs(dice: random.Random) -> list[int]:
    """Six pairs of any ranks, and a card of any."""
    pairs = [dice.randrange(13) for _ in range(6)]
    return suited([*pairs, *pairs, dice.randrange(13)], dice)


def make_four_of_a_kind(dice: random.Random) -> list[int]:
    """Four of a rank, and nine others."""
    rank = dice.randrange(13)
    return filled([4 * rank + suit for suit in range(4)], dice)


def make_three_full_houses(dice: random.Random) -> list[int]:
    """Triples of three ranks, and two pairs of others."""
    ranks = dice.sample(range(13), 13)
    pairs = [dice.choice(ranks[3:]) for _ in range(2)]
    return suited([*ranks[:3] * 3, *pairs, *pairs], dice)


def make_three_flushes(dice: random.Random) -> list[int]:
    """Five, five and three of any suits."""
    sizes: Counter[int] = Counter()
    for size in (5, 5, 3):
        sizes[dice.randrange(4)] += size
    return [4 * r + suit for suit, n in sizes.items() for r in dice.sample(range(13), n)]


def make_three_straights(dice: random.Random) -> list[int]:
    """Five, five and three in a row."""
    runs = [dice.choice(oracle.runs(length)) for length in (5, 5, 3)]
    return suited((rank for run in runs for rank in run), dice)


#: For each kind a way to make a hand of it, or now and then nothing.
MAKERS: dict[str, Callable[[random.Random], list[int]]] = {
    "dragon flush": lambda dice: list(range(dice.randrange(4), 52, 4)),
    "dragon straight": lambda dice: suited(range(13), dice),
    "one colour": make_one_colour,
    "straight flush": make_straight_flush,
    "six pairs": make_six_pairs,
    "four of a kind": make_four_of_a_kind,
    "three full houses": make_three_full_houses,
    "three flushes": make_three_flushes,
    "three straights": make_three_straights,
}


def made_hands(name: str, dice: random.Random) -> Iterator[list[int]]:
    """Hands made to be of a kind, as their definition makes them."""
    while True:
        hand = MAKERS[name](dice)
        if hand:
            yield dice.sample(hand, 13)


@pytest.mark.parametrize("name", native.poker.SPECIAL_NAMES)
def test_made_hands(name: str) -> None:
    """Three hundred hands of each kind, and the same with one card changed."""
    dice = random.Random(name)
    hands = made_hands(name, dice)
    for _ in range(300):
        hand = next(hands)
        assert name in check(hand)
        hand[dice.randrange(13)] = dice.choice([c for c in range(52) if c not in hand])
        check(hand)


def test_every_way_to_lay_three_straights() -> None:
    """All 660 choices of runs, and every neighbour of their rank counts is judged as the oracle does."""
    counts = special_counts.three_straight_counts()
    dice = random.Random(1)
    for wanted in sorted(counts):
        hand = suited([rank for rank, n in enumerate(wanted) for _ in range(n)], dice)
        assert "three straights" in check(hand)
        moved = list(wanted)
        source = dice.choice([rank for rank in range(13) if moved[rank]])
        target = dice.choice([rank for rank in range(13) if moved[rank] < 4])
        moved[source] -= 1
        moved[target] += 1
        near = suited([rank for rank, n in enumerate(moved) for _ in range(n)], dice)
        assert ("three straights" in names_of(native.poker.special_kinds(bytes(near)))) == (
            tuple(moved) in counts
        )


def test_the_answer_depends_on_the_cards_alone() -> None:
    """Not on their order."""
    dice = random.Random(2)
    for name in native.poker.SPECIAL_NAMES:
        hand = next(made_hands(name, dice))
        found = special_hands(hand)
        for _ in range(5):
            dice.shuffle(hand)
            assert special_hands(hand) == found


# ---- how many ----


@pytest.fixture(scope="module")
def exact() -> dict[str, int]:
    """The nine kinds; then type A, type B and normal, which count every hand once."""
    counts = special_counts.SpecialCounts()
    return {**counts.by_name(), **counts.by_best_type()}


def test_exact_counts(exact: dict[str, int]) -> None:
    """The numbers of docs/binh-special-hands.md; those with a closed form by that form."""
    by_name = {name: exact[name] for name in native.poker.SPECIAL_NAMES}
    assert special_counts.SpecialCounts().hands() == comb(52, 13) == 635_013_559_600
    assert by_name["dragon flush"] == 4
    assert by_name["dragon straight"] == 4**13 == 67_108_864
    assert by_name["one colour"] == 2 * comb(26, 13) == 20_801_200
    six_and_one, five_and_three = 13 * 4 * comb(12, 6) * 6**6, 13 * 4 * comb(12, 5) * 6**5
    assert round(comb(52, 13) / six_and_one, 1) == 283.3
    assert round(comb(52, 13) / five_and_three, 1) == 1_982.9
    assert by_name["six pairs"] > six_and_one + five_and_three  # four of a kind as two pairs
    assert round(comb(52, 13) / by_name["three flushes"], 1) == 111.3
    assert by_name == {
        "dragon flush": 4,
        "dragon straight": 67_108_864,
        "one colour": 20_801_200,
        "straight flush": 10_644_616_240,
        "six pairs": 2_856_863_152,
        "four of a kind": 21_717_689_136,
        "three full houses": 29_835_520,
        "three flushes": 5_705_516_392,
        "three straights": 2_029_579_776,
    }
    assert exact == by_name | {
        "type A": 87_893_680,
        "type B": 42_114_827_308,
        "normal": 592_810_838_612,
    }


def test_the_tables_of_the_docs(exact: dict[str, int]) -> None:
    """Every row of the document: the number of hands and the 1 in so many."""
    text = (Path(__file__).parents[2] / "docs" / "binh-special-hands.md").read_text("utf-8")
    rows = re.findall(
        r"^\| ([^|]+) \|(?: [AB]? ?\|)? ([\d,]+) \| ([\d,.]+) \|$", text, re.MULTILINE
    )
    found = {name.strip("*"): (int(n.replace(",", "")), share) for name, n, share in rows}
    readings = special_counts.three_straight_readings()
    best = {
        "of type A": exact["type A"],
        "of type B and not of type A": exact["type B"],
        "special at all": exact["type A"] + exact["type B"],
        "normal": exact["normal"],
    }
    for name, count in {
        name: exact[name] for name in native.poker.SPECIAL_NAMES
    }.items() | best.items():
        assert found.pop(name)[0] == count, name
    listed = [count for count, _ in found.values()]
    assert listed == [exact["three straights"], *readings.values()]
    for name, count, share in (
        (n, int(c.replace(",", "")), s.replace(",", "")) for n, c, s in rows
    ):
        places = len(share.partition(".")[2])
        assert float(share) == round(comb(52, 13) / count, places), name


def hands_of_ranks(ranks: Sequence[int]) -> Iterator[Hands]:
    """Every hand of these ranks, in parts: some of the lower half of the cards, some of the upper."""
    cards = [4 * rank + suit for rank in ranks for suit in range(4)]
    half = len(cards) // 2
    for n in range(14):
        lower, upper = (
            np.array(list(combinations(part, size)), np.uint8).reshape(comb(half, size), size)
            for part, size in ((cards[:half], n), (cards[half:], 13 - n))
        )
        step = max(1, 1_000_000 // max(1, len(upper)))
        for start in range(0, len(lower), step):
            part = lower[start : start + step]
            yield np.hstack([np.repeat(part, len(upper), axis=0), np.tile(upper, (len(part), 1))])


@pytest.mark.parametrize("ranks", [(12, 0, 1, 2, 3, 4, 5)], ids=["ace to seven"])
def test_every_hand_of_seven_ranks(ranks: tuple[int, ...]) -> None:
    """All C(28,13) = 37,442,160 through the core, against the same counting."""
    counts = special_counts.SpecialCounts(frozenset(ranks))
    tally = np.zeros(512, np.int64)
    for hands in hands_of_ranks(ranks):
        tally += np.bincount(kinds_of(hands), minlength=512)
    assert tally.sum() == counts.hands() == 37_442_160
    masks = np.arange(512)
    for bit, name in enumerate(native.poker.SPECIAL_NAMES):
        assert tally[masks >> bit & 1 > 0].sum() == counts.by_name()[name], name
    of_type_a = masks & 7 > 0
    assert counts.by_best_type() == {
        "type A": tally[of_type_a].sum(),
        "type B": tally[~of_type_a & (masks > 0)].sum(),
        "normal": tally[0],
    }


def test_a_sample_of_twenty_million_agrees(exact: dict[str, int]) -> None:
    """Each count within 4.5 standard errors of the exact one."""
    blocks = 5_000
    tally = native.arranger.special_census(20_260, 0, blocks)
    hands = blocks * native.arranger.BLOCK_HANDS
    assert hands == 20_480_000
    assert list(exact)[:9] == list(native.poker.SPECIAL_NAMES)
    assert sum(tally[9:]) == hands
    for found, (name, count) in zip(tally, exact.items(), strict=True):
        share = count / comb(52, 13)
        error = sqrt(hands * share * (1 - share))
        assert abs(found - hands * share) < 4.5 * error + (name == "dragon flush"), name


def test_the_census_counts_the_hands_of_its_blocks() -> None:
    """Block by block the very hands that ``deal_block`` deals, each of which is a hand."""
    blocks = [native.arranger.deal_block(9, block) for block in (4, 5, 6)]
    hands = np.frombuffer(b"".join(blocks), np.uint8).reshape(-1, 13)
    deals = np.sort(hands.reshape(-1, 52), axis=1)
    assert np.array_equal(deals, np.tile(np.arange(52, dtype=np.uint8), (len(deals), 1)))
    kinds = kinds_of(hands).astype(int)
    expected = [int((kinds >> bit & 1).sum()) for bit in range(9)]
    of_type_a = kinds & 7 > 0
    expected += [
        int(of_type_a.sum()),
        int((~of_type_a & (kinds > 0)).sum()),
        int((kinds == 0).sum()),
    ]
    assert list(native.arranger.special_census(9, 4, 3)) == expected
    parts = [native.arranger.special_census(9, block, 1) for block in (4, 5, 6)]
    assert [sum(counts) for counts in zip(*parts, strict=True)] == expected
    assert native.arranger.deal_block(9, 4) == blocks[0]
    assert len(set(blocks)) == 3
    assert native.arranger.deal_block(10, 4) != blocks[0]


def test_dealt_cards_are_fair() -> None:
    """Every seat gets every card about equally often: chi-squared over 4 x 52 counts."""
    blocks = 60
    counts = np.zeros((4, 52))
    for block in range(blocks):
        hands = np.frombuffer(native.arranger.deal_block(11, block), np.uint8).reshape(-1, 4, 13)
        for seat in range(4):
            counts[seat] += np.bincount(hands[:, seat].ravel(), minlength=52)
    deals = blocks * native.arranger.BLOCK_HANDS // 4
    # Rows and columns have fixed sums: 3 x 51 degrees of freedom, each scaled by 52/51.
    chi = float(((counts - deals / 4) ** 2 / (deals / 4)).sum()) * 51 / 52
    assert abs(chi - 3 * 51) < 5 * sqrt(2 * 3 * 51)
    assert (counts.sum(axis=0) == deals).all()


def test_cards_of_the_groups_are_cards() -> None:
    """Not plain integers."""
    for special in special_hands(KNOWN[0][0]):
        assert all(type(card) is Card for group in special.groups for card in group)
