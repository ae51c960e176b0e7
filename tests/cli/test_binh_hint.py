"""The hint: every figure is the one that the Python interface gives."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pysolver.binh import Rules, best_arrangement, hint, special_hands, tables
from pysolver.cards import CARDS, RANK_LETTERS, SUIT_SIGNS, format_cards, parse_cards
from tests.cli.running import NORMAL, SPECIAL, answer, invoke, is_one_complaint
from tests.oracles.branches import branch_key

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pysolver.cards import Card

DECK = CARDS[:52]
FULL_DECK = "Opponents are dealt from a full deck: your cards are not taken out of it."


def signs(cards: Iterable[Card]) -> str:
    return " ".join(RANK_LETTERS[c >> 2] + SUIT_SIGNS[c & 3] for c in cards)


def columns(line: str) -> list[str]:
    return re.split(r"\s{2,}", line.strip())


def expected_points(ev: float) -> str:
    one, two, three = (f"{count * ev:+.2f}" for count in (1, 2, 3))
    text = f"Expected points against one opponent: {one}; two: {two}; three: {three}."
    return re.sub(r"[+-]0\.00", "0.00", text)


def random_hands(count: int, seed: int) -> list[str]:
    generator = random.Random(seed)
    return [format_cards(generator.sample(DECK, 13)) for _ in range(count)]


def normal_hands(count: int, seed: int) -> list[str]:
    return [hand for hand in random_hands(count, seed) if not special_hands(hand)]


def test_the_json_is_the_hint() -> None:
    for hand in random_hands(40, 1):
        assert answer("binh", hand, "--json") == hint(hand).to_dict()


@pytest.mark.parametrize(
    ("options", "rules"),
    [
        (("--wheel", "lowest"), Rules(wheel="lowest")),
        (("--no-equal-branches",), Rules(equal_branches=False)),
    ],
)
def test_the_options_are_those_of_the_rules(options: tuple[str, ...], rules: Rules) -> None:
    for hand in random_hands(10, 2):
        found = answer("binh", hand, "--json", "--alternatives", "256", *options)
        assert found == hint(hand, rules=rules, plans=256).to_dict()


def test_the_number_of_alternatives_is_the_one_asked_for() -> None:
    everything = answer("binh", NORMAL, "--json", "--alternatives", "256")["plans"]
    assert len(everything) > 3
    assert answer("binh", NORMAL, "--json")["plans"] == everything[:3]
    assert answer("binh", NORMAL, "--json", "--alternatives", "0")["plans"] == []
    text = invoke("binh", NORMAL).stdout
    assert f"{len(everything) - 3} more: --alternatives {len(everything)}" in " ".join(text.split())
    assert " alike. " in " ".join(text.split())
    assert "Other plans" not in invoke("binh", NORMAL, "--alternatives", "0").stdout
    assert " more:" not in invoke("binh", NORMAL, "--alternatives", "256").stdout


def test_the_text_shows_cards_names_chances_points_and_costs() -> None:
    for hand in normal_hands(40, 3):
        found = hint(hand)
        best, text = found.best, invoke("binh", hand).stdout
        lines = text.splitlines()
        assert max(map(len, lines)) <= 80
        assert lines[0].split() == ["Best", "arrangement", "win", "tie", "lose"]
        for line, branch, cards, name, odds in zip(
            lines[1:4],
            ("top", "middle", "bottom"),
            best.branches,
            best.names,
            best.odds,
            strict=True,
        ):
            shares = [f"{100 * share:.1f}%" for share in odds]
            assert columns(line) == [branch, signs(cards), name, *shares]
            assert len(line) == len(lines[0])
        assert lines[5] == expected_points(best.ev)
        assert lines[6] == FULL_DECK
        share = 100 * sum(tables().special_shares)
        assert f"Special hands ({share:.1f}% of theirs)" in lines[7]
        assert f"lower the points by {tables().special_cost(Rules()):.2f};" in lines[7]
        words = " ".join(text.split())
        assert found.why in words
        costs = lines[lines.index(next(line for line in lines if line.startswith("Other"))) + 1 :]
        for number, plan in enumerate(found.plans, 1):
            assert f" {number}. {plan.name} " in words
            laid = " | ".join(map(signs, plan.arrangement.branches))
            assert [laid, f"{plan.loss:.3f}"] in list(map(columns, costs))


def test_plans_of_the_same_kinds_have_titles_that_tell_them_apart() -> None:
    text = invoke("binh", "2c 2d 5h 5s 9c 9d Jh Js Kc Kd Ah 7c 3s", "--ascii").stdout
    title = "one pair, kings; two pair, fives and deuces; two pair, jacks and nines"
    after = text.partition(f". {title}\n")[2]
    assert columns(after.splitlines()[0]) == ["Kd Kc Ah | 5s 5h 2d 2c 7c | Js Jh 9d 9c 3s", "0.179"]


def test_a_title_too_long_for_a_line_goes_on_below_itself() -> None:
    """The longest names there are: two full houses under a pair."""
    hand = "Qs Qd Qh 7c 7d 7h Ts Td Th 6c 6d Kc 2h"
    result = invoke("binh", hand, "--alternatives", "256", "--ascii")
    lines = result.stdout.splitlines()
    names = [plan.name for plan in hint(hand, plans=256).plans]
    long = [name for name in names if len(name) > 74]
    assert long
    assert max(map(len, lines)) <= 80
    for name in long:
        first = next(
            i
            for i, line in enumerate(lines)
            if f". {name[:40]}" in line and name == f"{line[6:]} {lines[i + 1].strip()}"
        )
        assert lines[first + 1].startswith("      ")
        assert " | " in lines[first + 2]


def test_two_spaces_stand_between_columns_at_the_least() -> None:
    """The longest name of a branch beside a chance of 100.0%: a straight flush that is laid so."""
    hand = "8s 9s Ts Js Qs 2c 3c 5d 7h 9d Kc Kd 4h"
    row = next(line for line in invoke("binh", hand).stdout.splitlines() if "bottom" in line)
    assert columns(row)[2:4] == ["straight flush, eight to queen", "100.0%"]
    assert "100.0%  " in row


def test_a_special_hand_is_announced_with_its_groups_and_points() -> None:
    text = invoke("binh", SPECIAL).stdout
    first, groups, also, pairs = text.splitlines()[:4]
    assert first == "Special hand: four of a kind, type B, 6 points. Declare it."
    assert sorted(groups.split()) == sorted(["2♠", "2♥", "2♦", "2♣"])
    assert also == "It also counts as six pairs, type B, 6 points:"
    assert [len(group.split()) for group in pairs.split("|")] == [2] * 6 + [1]
    best = best_arrangement(SPECIAL)
    words = " ".join(text.split())
    assert expected_points(best.ev) in text.splitlines()
    assert FULL_DECK in text.splitlines()
    assert f"{100 * tables().normal_share:.1f}%" in words
    assert "\nIf it were laid in branches " in text
    for name in best.names:
        assert name in text
    assert max(map(len, text.splitlines())) <= 80
    found = answer("binh", SPECIAL, "--json")
    assert (found["special"]["name"], found["plans"]) == ("four of a kind", [])


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As", "a dragon straight, type A, 12 points"),
        ("2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As", "one colour, type A, 12 points"),
        ("2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As", "a straight flush, type B, 6 points"),
        ("2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As", "three flushes, type B, 6 points"),
    ],
)
def test_other_names_of_a_special_hand_read_as_words(hand: str, words: str) -> None:
    assert f"\nIt also counts as {words}:\n" in invoke("binh", hand).stdout


@pytest.mark.parametrize(
    ("hand", "name", "points"),
    [
        ("2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As", "dragon flush, type A", 12),
        ("2c 3s 4s 5s 6s 7d 8s 9s Ts Js Qs Ks Ah", "dragon straight, type A", 12),
        ("2c 3s 4s 5s 6s 7c 8s 9s Ts Jc Qs Ks Ac 2s", "", 0),
        ("3h 4h 5s 6s 7d 3c 4c 5d 6d 7c 8s 9s Ts", "three straights, type B", 6),
    ],
)
def test_special_hands_by_name(hand: str, name: str, points: int) -> None:
    result = invoke("binh", hand)
    if not name:
        assert result.exit_code == 1
        assert is_one_complaint(result.stderr)
    else:
        assert result.stdout.startswith(f"Special hand: {name}, {points} points.")


def test_a_hand_may_be_one_argument_or_several_words() -> None:
    whole = invoke("binh", NORMAL).stdout
    assert invoke("binh", *NORMAL.split()).stdout == whole
    assert invoke("binh", NORMAL.replace(" ", "")).stdout == whole
    assert (
        invoke("binh", "--ascii", *NORMAL.split()).stdout
        == invoke("binh", NORMAL, "--ascii").stdout
    )
    assert invoke("binh", "hint", NORMAL).stdout == whole


def test_the_wheel_changes_the_hint() -> None:
    """A-2-3-4-5 at the bottom over 2-3-4-5-6 in the middle is legal only where it ranks second."""
    hand = "Ah 2d 3c 4s 5h 2c 3h 4d 5s 6h 8c Td Qs"
    second, lowest = (answer("binh", hand, "--json", "--wheel", w) for w in ("second", "lowest"))
    assert second["rules"]["wheel"] == "second"
    assert second == {**second, **best_arrangement(hand).to_dict()}
    assert lowest == {**lowest, **best_arrangement(hand, rules=Rules(wheel="lowest")).to_dict()}
    keys = {
        w: branch_key([int(c) for c in parse_cards("Ah 2d 3c 4s 5h")], w)
        for w in ("second", "lowest")
    }
    assert keys["second"] > keys["lowest"]
    assert second["strengths"] != lowest["strengths"]


@given(st.lists(st.sampled_from(DECK), min_size=13, max_size=13, unique=True))
def test_every_hand_has_a_hint_that_fits_the_screen(cards: list[int]) -> None:
    result = invoke("binh", format_cards(map(DECK.__getitem__, cards)))
    assert (result.exit_code, result.stderr) == (0, "")
    assert max(map(len, result.stdout.splitlines())) <= 80
    assert " 1 points" not in result.stdout


@given(st.text(max_size=60))
def test_any_text_gets_a_hint_or_one_line(text: str) -> None:
    result = invoke("binh", "--", text)
    assert result.exit_code in (0, 1, 2)
    if result.exit_code:
        assert result.stdout == ""
        assert is_one_complaint(result.stderr)


@given(st.lists(st.text(st.characters(codec="utf-8"), max_size=12), max_size=6))
def test_any_arguments_end_with_an_answer_or_one_line(words: list[str]) -> None:
    result = invoke("binh", *words)
    assert result.exit_code in (0, 1, 2)
    if result.exit_code:
        assert is_one_complaint(result.stderr)
