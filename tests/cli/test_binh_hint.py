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

#: Five pairs: which of two goes to the middle and which to the bottom matters little.
PAIRS = "2c 2d 5h 5s 9c 9d Jh Js Kc Kd Ah 7c 3s"
OWN_CARDS = "Opponents are dealt without your own cards."
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
        assert answer("binh", hand, "--json") == {**hint(hand).to_dict(), "seed": 0}


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
        assert found == {**hint(hand, rules=rules, plans=256).to_dict(), "seed": 0}


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


@pytest.mark.parametrize("own_cards", [True, False])
def test_the_text_shows_cards_names_chances_points_and_costs(*, own_cards: bool) -> None:
    options = () if own_cards else ("--full-deck",)
    for hand in normal_hands(40, 3):
        found = hint(hand, own_cards=own_cards)
        best, text = found.best, invoke("binh", hand, *options).stdout
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
        assert lines[6] == (OWN_CARDS if own_cards else FULL_DECK)
        a, b = best.special_shares if own_cards else tables().special_shares
        assert f"Special hands ({100 * (a + b):.1f}% of theirs)" in lines[7]
        assert f"lower the points by {12 * a + 6 * b:.2f};" in lines[7]
        words = " ".join(text.split())
        assert found.why in words
        costs = lines[lines.index(next(line for line in lines if line.startswith("Other"))) + 1 :]
        for number, plan in enumerate(found.plans, 1):
            assert f" {number}. {plan.name} " in words
            laid = " | ".join(map(signs, plan.arrangement.branches))
            assert [laid, f"{plan.loss:.3f}"] in list(map(columns, costs))


def test_plans_of_the_same_kinds_have_titles_that_tell_them_apart() -> None:
    text = invoke("binh", PAIRS, "--ascii", "--full-deck").stdout
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
    text = invoke("binh", SPECIAL, "--full-deck").stdout
    first, groups, also, pairs = text.splitlines()[:4]
    assert first == "Special hand: four of a kind, type B, 6 points. Declare it."
    assert sorted(groups.split()) == sorted(["2♠", "2♥", "2♦", "2♣"])
    assert also == "It also counts as six pairs, type B, 6 points:"
    assert [len(group.split()) for group in pairs.split("|")] == [2] * 6 + [1]
    best = best_arrangement(SPECIAL, own_cards=False)
    words = " ".join(text.split())
    assert expected_points(best.ev) in text.splitlines()
    assert FULL_DECK in text.splitlines()
    assert f"{100 * tables().normal_share:.1f}%" in words
    assert "\nIf it were laid in branches " in text
    for name in best.names:
        assert name in text
    assert max(map(len, text.splitlines())) <= 80
    own = best_arrangement(SPECIAL)
    text = invoke("binh", SPECIAL).stdout
    assert expected_points(own.ev) in text.splitlines()
    assert OWN_CARDS in text.splitlines()
    assert f"{100 * (1 - sum(own.special_shares)):.1f}%" in " ".join(text.split())
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


def test_the_full_deck_is_asked_for() -> None:
    for hand in [PAIRS, SPECIAL, *random_hands(10, 4)]:
        plain = answer("binh", hand, "--json", "--full-deck")
        assert plain == {**hint(hand, own_cards=False).to_dict(), "seed": 0}
        assert plain["measure"] == "full deck"
        own = answer("binh", hand, "--json")
        assert own["measure"] == "own cards"
        assert own["ev"] != plain["ev"]


def test_samples_and_a_seed_are_those_of_the_python_interface() -> None:
    for hand in (PAIRS, SPECIAL):
        args = ("binh", hand, "--json", "--samples", "3000", "--seed", "11")
        found = answer(*args)
        assert found == {**hint(hand, samples=3_000, seed=11).to_dict(), "seed": 11}
        assert found["measure"] == "sample"
        assert found["stderr"] > 0
        assert invoke(*args).stdout_bytes == invoke(*args).stdout_bytes
        assert answer(*args[:-1], "12")["ev"] != found["ev"]


def test_a_sampled_hint_shows_errors_and_what_is_too_close_to_call() -> None:
    args = ("binh", PAIRS, "--ascii", "--samples", "3000", "--alternatives", "8")
    result, found = invoke(*args), hint(PAIRS, samples=3_000, plans=8)
    lines = result.stdout.splitlines()
    assert max(map(len, lines)) <= 80
    assert expected_points(found.best.ev) in lines
    error = f"± {found.best.stderr:.4f} against one."
    assert f"Counted against opponents dealt without your cards: {error}" in lines
    assert found.plans[0].is_close
    nearest = found.plans[0]
    assert (
        f"({nearest.name}) is too close to call: it differs by "
        f"{nearest.loss:.4f} ± {nearest.stderr:.4f} points."
    ) in " ".join(lines)
    for plan in found.plans:
        laid = " | ".join(map(format_cards, plan.arrangement.branches))
        assert [laid, f"{plan.loss:.4f} ± {plan.stderr:.4f}"] in list(map(columns, lines))
    assert invoke(*args).stdout == result.stdout


@pytest.mark.parametrize("samples", ["-1", "1000000001", "x", "1.5", ""])
@pytest.mark.parametrize("command", ["hint", "review"])
def test_a_wrong_number_of_samples_is_one_line_and_exit_code_2(command: str, samples: str) -> None:
    result = invoke("binh", command, NORMAL, "--samples", samples)
    assert (result.exit_code, result.stdout) == (2, "")
    assert is_one_complaint(result.stderr)
    assert f"{samples} is not a whole number from 0 to 100000000" in result.stderr


@pytest.mark.parametrize("command", ["hint", "review"])
@pytest.mark.parametrize("hand", [NORMAL, "-"])
def test_samples_do_not_go_with_the_full_deck(command: str, hand: str) -> None:
    result = invoke("binh", command, hand, "--samples", "100", "--full-deck")
    assert (result.exit_code, result.stdout) == (2, "")
    assert is_one_complaint(result.stderr)
    assert "give --full-deck or --samples" in result.stderr


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
