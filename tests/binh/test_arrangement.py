"""A hand laid out: fouls, words, texts, odds and what it is worth."""

from __future__ import annotations

import dataclasses
import json
import random
import statistics
from typing import Any

import pytest

from pysolver import CardError, native, parse_cards
from pysolver.binh import Arrangement, Rules, arrange, best_arrangement, tables
from pysolver.binh.arrangement import in_order, is_foul
from pysolver.cards import Card, format_cards
from tests.conftest import golden
from tests.oracles import branches as oracle
from tests.oracles import special_hands

FOULS = [case for case in golden("binh.jsonl") if case["kind"] == "foul"]
NORMAL = ("9c 9d Kh", "Ac Ad Th Ts 3c", "4c 6c 8c Tc Qc")
FOUL = ("As Ks Jh", "8h 8d 4d 5s 9h", "2c 3s 6d Qs 7c")
QUADS = ("6c 7d 8h", "Ah Ac 3d 3s 9d", "2c 2d 2h 2s Kc")
DRAGON = ("Ah 2h 3c", "4h 5c 6h 7c 8h", "9s Th Js Qd Kc")
RULES = (
    Rules(),
    Rules(wheel="lowest"),
    Rules(foul_points=4, special_points=(10, 2)),
    Rules(foul_points=0, special_points=(0, 0)),
    Rules(foul_points=30),
)


# ---- fouls ----


@pytest.mark.parametrize("case", FOULS, ids=lambda case: f"{case['top']}/{case['middle']}")
def test_golden_fouls(case: dict[str, Any]) -> None:
    """Published cases."""
    rules = Rules(wheel=case["wheel"])
    laid = arrange(case["top"], case["middle"], case["bottom"], rules=rules)
    assert laid.is_foul is case["foul"]
    top, middle, bottom = (parse_cards(case[name]) for name in ("top", "middle", "bottom"))
    assert oracle.is_foul(top, middle, bottom, case["wheel"]) is case["foul"]


@pytest.mark.filterwarnings("ignore::pysolver.errors.TablesWarning")
@pytest.mark.parametrize("wheel", ["second", "lowest"])
@pytest.mark.parametrize("equal", [True, False])
def test_random_splits_are_fouls_where_the_oracle_says(wheel: str, *, equal: bool) -> None:
    """Splits at random, of the whole deck and of few ranks, where branches tie."""
    rules = Rules(wheel=wheel, equal_branches=equal)  # type: ignore[arg-type]
    dice = random.Random(wheel)
    seen = {True: 0, False: 0}
    for number in range(1_500):
        deck = range(52) if number % 3 else [c for c in range(52) if c // 4 in (12, 0, 1, 2, 3, 4)]
        hand = dice.sample(list(deck), 13)
        top, middle, bottom = hand[:3], hand[3:8], hand[8:]
        if number % 2 and oracle.branch_key(middle, wheel) > oracle.branch_key(bottom, wheel):
            middle, bottom = bottom, middle
        expected = oracle.is_foul(top, middle, bottom, wheel, equal_branches=equal)
        laid = arrange(top, middle, bottom, rules=rules)
        assert laid.is_foul is is_foul(laid.strengths, rules) is expected
        seen[expected] += 1
    assert min(seen.values()) > 100


@pytest.mark.filterwarnings("ignore::pysolver.errors.TablesWarning")
def test_equal_branches() -> None:
    """Middle and bottom may be equal unless the rules forbid it; a top never equals five cards."""
    split = ("2h 3d 5c", "9c 8h 7s 6d 5h", "9h 8d 7c 6s 5d")
    assert not arrange(*split).is_foul
    assert arrange(*split, rules=Rules(equal_branches=False)).is_foul
    assert not is_foul((5, 5, 6), Rules(equal_branches=False))
    assert is_foul((6, 5, 7), Rules())
    assert is_foul((5, 8, 7), Rules())
    assert not is_foul((5, 7, 7), Rules())


# ---- the order of cards ----


@pytest.mark.parametrize(
    ("cards", "laid"),
    [
        ("2s Kd 9c", "Kd 9c 2s"),
        ("6d Ac 6s", "6s 6d Ac"),
        ("4h 2s Jc 4d Js", "Js Jc 4h 4d 2s"),
        ("2c Ah 2d Ad 2h", "2h 2d 2c Ah Ad"),
        ("9d 9c 9s Ah 9h", "9s 9h 9d 9c Ah"),
        ("5h As 3c 2d 4s", "5h 4s 3c 2d As"),
        ("5h 6s 3c 2d 4s", "6s 5h 4s 3c 2d"),
        ("Ah As 3c 2d 4s", "As Ah 4s 3c 2d"),
        ("Ts As Jc Kd Qs", "As Kd Qs Jc Ts"),
        ("2c Ac 3d", "Ac 3d 2c"),
    ],
)
def test_a_branch_is_laid_groups_first(cards: str, laid: str) -> None:
    """Whatever order it is given in."""
    branch = parse_cards(cards)
    dice = random.Random(cards)
    for _ in range(10):
        assert format_cards(in_order(tuple(dice.sample(branch, len(branch))))) == laid


def test_cards_stay_in_their_branches() -> None:
    """The caller's own split comes back, each branch in its order."""
    laid = arrange("Kh 9c 9d", "3c Ac Ts Ad Th", "Tc 4c Qc 6c 8c")
    assert [format_cards(cards) for cards in laid.branches] == [
        "9d 9c Kh",
        "Ad Ac Ts Th 3c",
        "Qc Tc 8c 6c 4c",
    ]
    assert (laid.top, laid.middle, laid.bottom) == laid.branches
    assert all(type(card) is Card for cards in laid.branches for card in cards)


# ---- words ----


def test_strengths_categories_and_names() -> None:
    """Of each branch."""
    laid = arrange(*NORMAL)
    assert laid.strengths == tuple(oracle.strength(parse_cards(cards)) for cards in NORMAL)
    assert laid.categories == ("one pair", "two pair", "flush")
    assert laid.names == ("one pair, nines", "two pair, aces and tens", "flush, queen high")


def test_text() -> None:
    """Three lines and what it is worth; a special hand on top, a foul below."""
    laid = arrange(*NORMAL)
    assert str(laid).splitlines() == [
        "top     9d 9c Kh        one pair, nines",
        "middle  Ad Ac Ts Th 3c  two pair, aces and tens",
        "bottom  Qc Tc 8c 6c 4c  flush, queen high",
        f"{laid.ev:+.3f} points expected from one opponent",
    ]
    foul = str(arrange(*FOUL)).splitlines()
    assert foul[3] == "foul: a branch is stronger than the one below it"
    special = str(arrange(*QUADS)).splitlines()
    assert special[0] == "special four of a kind (type B, 6 points): 2s 2h 2d 2c"


def test_dict() -> None:
    """Plain values that JSON takes, all fields of the arrangement and the names."""
    for split in (NORMAL, FOUL, QUADS):
        laid = arrange(*split)
        plain = laid.to_dict()
        assert json.loads(json.dumps(plain)) == plain
        assert plain.keys() == {field.name for field in dataclasses.fields(laid)} | {
            "names",
            "special_cost",
        }
        for name, cards in zip(("top", "middle", "bottom"), split, strict=True):
            assert parse_cards(plain[name]) == in_order(parse_cards(cards))
        assert plain["names"] == list(laid.names)
        assert plain["strengths"] == list(laid.strengths)
        assert plain["categories"] == list(laid.categories)
        assert plain["is_foul"] is laid.is_foul
        assert (plain["ev"], plain["stderr"]) == (laid.ev, 0.0)
        assert plain["special"] == (laid.special.to_dict() if laid.special else None)
        assert list(plain["odds"]) == ["top", "middle", "bottom"]
        assert plain["odds"]["middle"] == {
            "win": laid.odds[1].win,
            "tie": laid.odds[1].tie,
            "lose": laid.odds[1].lose,
        }
        assert plain["branch_points"] == dict(
            zip(("top", "middle", "bottom"), laid.branch_points, strict=True)
        )
        assert plain["special_shares"] == {
            "A": laid.special_shares[0],
            "B": laid.special_shares[1],
        }
        assert plain["special_cost"] == laid.special_cost
        assert plain["measure"] == "own cards"
        assert plain["rules"] == Rules().to_dict()


def test_an_arrangement_cannot_be_changed() -> None:
    """Frozen, slotted, equal to its like and hashable."""
    laid = arrange(*NORMAL)
    with pytest.raises(dataclasses.FrozenInstanceError):
        laid.ev = 1.0  # type: ignore[misc]
    assert not hasattr(laid, "__dict__")
    assert laid == arrange(*NORMAL)
    assert hash(laid) == hash(arrange(*NORMAL))


# ---- what it is worth ----


@pytest.mark.parametrize("rules", RULES, ids=repr)
def test_value_of_a_normal_hand(rules: Rules) -> None:
    """The branches' points by the population's counts, less what special hands take."""
    found = tables(rules)
    laid = arrange(*NORMAL, rules=rules, own_cards=False)
    everybody = sum(found.counts[0]) / found.normal_share
    branches = 0.0
    for counts, s, chances in zip(found.counts, laid.strengths, laid.odds, strict=True):
        weaker, equal, stronger = sum(counts[:s]), counts[s], sum(counts[s + 1 :])
        total = weaker + equal + stronger
        assert chances.win == pytest.approx(weaker / total, abs=1e-12)
        assert chances.tie == pytest.approx(equal / total, abs=1e-12)
        assert chances.lose == pytest.approx(stronger / total, abs=1e-12)
        branches += (weaker - stronger) / everybody
    a, b = found.special_shares
    cost = a * rules.special_points[0] + b * rules.special_points[1]
    # A table rises by at least one unit a strength, which rounds a value up by 1e-4 at most.
    assert laid.ev == pytest.approx(branches - cost, abs=2e-4)
    assert laid.stderr == 0.0


@pytest.mark.parametrize("rules", RULES, ids=repr)
def test_value_of_a_foul(rules: Rules) -> None:
    """Every branch is lost; each opponent takes the foul's points or the special hand's if more."""
    found = tables(rules)
    laid = arrange(*FOUL, rules=rules, own_cards=False)
    a, b = found.special_shares
    foul, (points_a, points_b) = rules.foul_points, rules.special_points
    expected = -((1 - a - b) * foul + a * max(foul, points_a) + b * max(foul, points_b))
    assert laid.ev == pytest.approx(expected, abs=1e-12)
    assert laid.odds == ((0.0, 0.0, 1.0),) * 3


@pytest.mark.parametrize("rules", RULES, ids=repr)
@pytest.mark.parametrize(("split", "kind"), [(QUADS, 1), (DRAGON, 0)])
def test_value_of_a_special_hand(split: tuple[str, str, str], kind: int, rules: Rules) -> None:
    """Its points from every opponent with a normal hand."""
    laid = arrange(*split, rules=rules, own_cards=False)
    assert laid.special
    assert laid.ev == rules.special_points[kind] * tables(rules).normal_share


@pytest.mark.parametrize("rules", RULES[:2], ids=repr)
def test_odds_add_up(rules: Rules) -> None:
    """Win, tie and lose of every branch of random hands, laid by the solver."""
    dice = random.Random(3)
    for _ in range(200):
        laid = best_arrangement(dice.sample(range(52), 13), rules=rules)
        assert not laid.is_foul
        for chances in laid.odds:
            assert min(chances) >= 0.0
            assert sum(chances) == pytest.approx(1.0, abs=1e-12)


MEASURES: dict[str, dict[str, Any]] = {
    "own cards": {},
    "full deck": {"own_cards": False},
    "sample": {"samples": 4_000, "seed": 7},
}


@pytest.mark.parametrize("rules", RULES, ids=repr)
@pytest.mark.parametrize("measure", MEASURES)
def test_points_come_from_the_branches_and_the_shares(measure: str, rules: Rules) -> None:
    """By all measures: normal hands, fouls and special hands."""
    asked = {**MEASURES[measure], "rules": rules}
    dice = random.Random(8)
    points_a, points_b = rules.special_points
    seen = {"normal": 0, "foul": 0, "special": 0}
    ways = [arrange(*split, **asked) for split in (NORMAL, FOUL, QUADS, DRAGON)]
    for number in range(6 if measure == "sample" else 60):
        hand = dice.sample(range(52), 13)
        if number % 2:
            ways.append(best_arrangement(hand, **asked))
        else:
            ways.append(arrange(hand[:3], hand[3:8], hand[8:], **asked))
    for laid in ways:
        a, b = laid.special_shares
        normal = 1 - a - b
        assert laid.measure == measure
        # A special hand without points, and a foul that costs all the same, are certain.
        certain = laid.special.points == 0 if laid.special else laid.ev == -rules.foul_points
        assert (laid.stderr > 0) == (measure == "sample" and not certain)
        assert laid.special_cost == pytest.approx(a * points_a + b * points_b, abs=1e-12)
        assert 0 <= a < 0.01
        assert 0 <= b < 0.2
        for chances in laid.odds:
            assert min(chances) >= 0
            assert sum(chances) == pytest.approx(1, abs=1e-12)
        if laid.special:
            seen["special"] += 1
            expected = laid.special.points * normal
        elif laid.is_foul:
            seen["foul"] += 1
            foul = rules.foul_points
            expected = -(normal * foul + a * max(foul, points_a) + b * max(foul, points_b))
            assert laid.odds == ((0.0, 0.0, 1.0),) * 3
        else:
            seen["normal"] += 1
            expected = sum(laid.branch_points) - laid.special_cost
            for chances, points in zip(laid.odds, laid.branch_points, strict=True):
                # A rounded table rises by a unit a strength, odds do not.
                assert points == pytest.approx(normal * (chances.win - chances.lose), abs=2e-4)
        assert laid.ev == pytest.approx(expected, abs=1e-12)
    assert min(seen.values()) > 0


def test_own_cards_are_taken_out_unless_told_otherwise() -> None:
    """Own aces leave fewer to opponents, and the default is the correction."""
    laid, plain = arrange(*NORMAL), arrange(*NORMAL, own_cards=False)
    assert laid == arrange(*NORMAL, own_cards=True)
    assert (laid.measure, plain.measure) == ("own cards", "full deck")
    assert laid.strengths == plain.strengths
    assert laid.ev != plain.ev
    assert all(one != other for one, other in zip(laid.odds, plain.odds, strict=True))
    # Ties alone are read from the plain tables.
    assert [c.tie for c in laid.odds] == [c.tie for c in plain.odds]


def test_sampled_values_depend_on_the_seed_alone() -> None:
    """The same seed gives the same values to the last bit, another seed others."""
    found = arrange(*NORMAL, samples=3_000, seed=2**64 - 1)
    assert found == arrange(*NORMAL, samples=3_000, seed=2**64 - 1)
    assert found == arrange(*NORMAL, samples=3_072, seed=2**64 - 1, own_cards=False)
    assert found != arrange(*NORMAL, samples=3_000)
    assert found != arrange(*NORMAL, samples=3_073, seed=2**64 - 1)


@pytest.mark.parametrize("split", [NORMAL, FOUL, QUADS], ids=["normal", "foul", "special"])
def test_the_error_of_a_sampled_value_is_that_of_its_spread(split: tuple[str, str, str]) -> None:
    """Over 60 seeds; the spread of 60 has an error of a tenth, and 0.35 is more than three."""
    rules = Rules(foul_points=4)
    ways = [arrange(*split, rules=rules, samples=3_072, seed=seed) for seed in range(60)]
    spread = statistics.stdev(way.ev for way in ways)
    told = statistics.fmean(way.stderr for way in ways)
    assert told == pytest.approx(spread, rel=0.35)


@pytest.mark.parametrize("size", [1, 3, 5])
def test_sampled_values_do_not_depend_on_the_parts(
    size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Five blocks, worked in one part or in several."""
    splits = (NORMAL, FOUL, QUADS)
    whole = [arrange(*split, samples=5 * 3_072, seed=1) for split in splits]
    best = best_arrangement(" ".join(NORMAL), samples=5 * 3_072, seed=1)
    monkeypatch.setattr("pysolver.binh.sampling._PART_BLOCKS", size)
    assert [arrange(*split, samples=5 * 3_072, seed=1) for split in splits] == whole
    assert best_arrangement(" ".join(NORMAL), samples=5 * 3_072, seed=1) == best


def test_more_samples_come_closer() -> None:
    """A hundred times as many: a tenth of the error, about."""
    few, many = (arrange(*NORMAL, samples=n, seed=3) for n in (3_072, 307_200))
    assert many.stderr == pytest.approx(few.stderr / 10, rel=0.1)
    assert abs(many.ev - few.ev) < 5 * few.stderr


def test_special_shares_are_those_of_the_deal() -> None:
    """Shares of type A and B in the shipped population: 1 in 7,225 and 1 in 15.1."""
    for rules in RULES[:2]:
        a, b = tables(rules).special_shares
        assert a == pytest.approx(1.384e-4, rel=0.2)
        assert b == pytest.approx(0.066321, rel=0.01)
        assert tables(rules).normal_share == pytest.approx(1 - a - b, abs=1e-12)


def test_the_special_hand_of_an_arrangement_is_the_best_paid() -> None:
    """Of all names of the thirteen cards, under the rules of the arrangement."""
    dice = random.Random(6)
    seen = 0
    for _ in range(300):
        hand = dice.sample(range(28), 13)
        for rules in (Rules(), Rules(special_points=(1, 5))):
            laid = arrange(hand[:3], hand[3:8], hand[8:], rules=rules)
            expected = special_hands.points(hand, rules.special_points)
            assert (laid.special.points if laid.special else 0) == expected
            seen += laid.special is not None
    assert seen > 100


# ---- bad input ----


@pytest.mark.parametrize(
    ("split", "message"),
    [
        (("As Kd", NORMAL[1], NORMAL[2]), "the top takes 3 cards, not 2: As Kd"),
        ((NORMAL[0], "As Kd Qh Jc", NORMAL[2]), "the middle takes 5 cards, not 4: As Kd Qh Jc"),
        ((NORMAL[0], NORMAL[1], ""), "the bottom takes 5 cards, not 0: none"),
        (("9c 9d 3c", NORMAL[1], NORMAL[2]), "'3c' stands in the top and in the middle"),
        (("9c 9d Qc", NORMAL[1], NORMAL[2]), "'Qc' stands in the top and in the bottom"),
        ((NORMAL[0], "Ac Ad Th Ts 4c", NORMAL[2]), "'4c' stands in the middle and in the bottom"),
        (("9c 9c Kh", NORMAL[1], NORMAL[2]), "'9c' stands twice"),
        (("9c 9d W", NORMAL[1], NORMAL[2]), "'W' is a wizard: the top takes cards"),
    ],
)
def test_a_split_that_is_none(split: tuple[str, str, str], message: str) -> None:
    """The branch is named and shown."""
    with pytest.raises(CardError) as caught:
        arrange(*split)
    assert str(caught.value).startswith(message)


def test_a_split_of_the_wrong_type() -> None:
    """Not cards at all."""
    with pytest.raises(TypeError):
        arrange(None, NORMAL[1], NORMAL[2])  # type: ignore[arg-type]


def test_arrangements_carry_their_rules() -> None:
    """So that a foul can be told from its strengths later."""
    rules = Rules(wheel="lowest")
    laid = arrange(*NORMAL, rules=rules)
    assert isinstance(laid, Arrangement)
    assert laid.rules is rules
    assert native.poker.STRENGTHS == 7_918
