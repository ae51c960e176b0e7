"""The hint: every figure is the one that the Python interface gives."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pysolver import native
from pysolver.binh import Rules, best_arrangement, special_hands, tables
from pysolver.binh.strength import CATEGORIES
from pysolver.cards import CARDS, RANK_LETTERS, SUIT_SIGNS, format_cards, parse_cards
from pysolver.cli.binh_hint import branch_values, difference, make_hint, reason
from tests.cli.running import NORMAL, SPECIAL, answer, invoke, is_one_complaint
from tests.oracles.branches import all_keys, branch_key
from tests.oracles.splits import legal_splits

DECK = CARDS[:52]


def random_hands(count: int, seed: int) -> list[str]:
    generator = random.Random(seed)
    return [format_cards(generator.sample(DECK, 13)) for _ in range(count)]


def normal_hands(count: int, seed: int) -> list[str]:
    return [hand for hand in random_hands(count, seed) if not special_hands(hand)]


def test_the_json_is_the_best_arrangement_and_what_goes_with_it() -> None:
    for hand in random_hands(40, 1):
        found, best = answer("binh", hand, "--json"), best_arrangement(hand)
        assert {key: found[key] for key in best.to_dict()} == best.to_dict()
        assert found["opponents"] == {"1": best.ev, "2": 2 * best.ev, "3": 3 * best.ev}
        assert found["special_hands"] == [s.to_dict() for s in special_hands(hand)]
        assert found["opponent_special"] == {
            "A": tables().special_shares[0],
            "B": tables().special_shares[1],
            "cost": tables().special_cost(Rules()),
        }


@pytest.mark.parametrize(
    ("options", "rules"),
    [
        ((), Rules()),
        (("--wheel", "lowest"), Rules(wheel="lowest")),
        (("--no-equal-branches",), Rules(equal_branches=False)),
    ],
)
def test_alternatives_are_the_best_of_every_other_plan(
    options: tuple[str, ...], rules: Rules
) -> None:
    units = tables(rules).units
    keys = sorted(all_keys(rules.wheel), key=all_keys(rules.wheel).__getitem__)
    for hand in normal_hands(4, 2):
        best_of_plan: dict[tuple[str, ...], int] = {}
        values = []
        for strengths in legal_splits(
            parse_cards(hand), rules.wheel, equal_branches=rules.equal_branches
        ):
            value = sum(table[s] for table, s in zip(units, strengths, strict=True))
            plan = tuple(CATEGORIES[keys[s - 1][0]] for s in strengths)
            best_of_plan[plan] = max(value, best_of_plan.get(plan, value))
            values.append((value, *strengths))
        worst_kept = sorted(set(values), reverse=True)[:256][-1][0]
        best, *others = sorted(best_of_plan.values(), reverse=True)
        losses = [(best - value) * native.VALUE_UNIT for value in others if value > worst_kept]
        assert losses
        found = answer("binh", hand, "--json", "--alternatives", "256", *options)
        shown = found["alternatives"]
        assert [a["loss"] for a in shown][: len(losses)] == pytest.approx(losses, abs=1e-12)
        plans = [tuple(way["categories"]) for way in (found, *shown)]
        assert len(set(plans)) == len(plans)
        for way in (found, *shown):
            laid = parse_cards([*way["top"], *way["middle"], *way["bottom"]])
            assert sorted(laid) == sorted(parse_cards(hand))
            assert way["ev"] == pytest.approx(found["ev"] - way.get("loss", 0), abs=1e-12)


def test_the_number_of_alternatives_is_the_one_asked_for() -> None:
    everything = answer("binh", NORMAL, "--json", "--alternatives", "256")["alternatives"]
    assert len(everything) > 3
    assert answer("binh", NORMAL, "--json")["alternatives"] == everything[:3]
    assert answer("binh", NORMAL, "--json", "--alternatives", "0")["alternatives"] == []
    text = invoke("binh", NORMAL).stdout
    assert f"{len(everything) - 3} more: --alternatives {len(everything)}" in " ".join(text.split())
    assert "Other plans" not in invoke("binh", NORMAL, "--alternatives", "0").stdout
    assert " more:" not in invoke("binh", NORMAL, "--alternatives", "256").stdout


def test_the_text_shows_cards_names_chances_points_and_costs() -> None:
    for hand in normal_hands(40, 3):
        hint = make_hint(hand, Rules(), 3)
        best, text = hint.best, invoke("binh", hand).stdout
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
            signs = " ".join(RANK_LETTERS[c >> 2] + SUIT_SIGNS[c & 3] for c in cards)
            shares = [f"{100 * share:.1f}%" for share in odds]
            assert re.split(r"\s{2,}", line.strip(), maxsplit=2)[:2] == [branch, signs]
            assert line.split()[-3:] == shares
            assert name in line
            assert len(line) == len(lines[0])
        words = " ".join(text.split())
        for count, who in ((1, "one opponent"), (2, "two"), (3, "three")):
            points = f"{count * best.ev:+.2f}"
            assert f"{'0.00' if points[1:] == '0.00' else points} against {who}" in words
        share = 100 * sum(tables().special_shares)
        assert f"has a special hand {share:.1f}% of the time" in words
        assert f"costs {tables().special_cost(Rules()):.2f} points" in words
        for number, alternative in enumerate(hint.alternatives, 1):
            plan = ", ".join(alternative.arrangement.categories)
            assert f"{number}. {plan} {alternative.loss:.3f}" in words


def test_why_is_computed_from_the_branches() -> None:
    for hand in normal_hands(60, 4):
        hint = make_hint(hand, Rules(), 1)
        best, other = hint.best, hint.alternatives[0].arrangement
        units = tables().units
        values = [t[s] * native.VALUE_UNIT for t, s in zip(units, best.strengths, strict=True)]
        strongest = values.index(max(values))
        branch = ("top", "middle", "bottom")[strongest]
        assert f"{100 * best.odds[strongest].win:.1f}% of the time" in hint.why
        assert (f"The {branch} carries the plan" in hint.why) == (values[strongest] > 0)
        assert (f"No branch is a favourite; the {branch}" in hint.why) == (values[strongest] <= 0)
        weak = [v for v in values if v < 0]
        assert (" back." in hint.why) == (bool(weak) and sum(values) >= 0)
        assert ("more than that." in hint.why) == (max(values) > 0 > sum(values))
        assert f"({', '.join(other.categories)})" in hint.why
        for i, place in enumerate(("at the top", "in the middle", "at the bottom")):
            change = (
                units[i][other.strengths[i]] - units[i][best.strengths[i]]
            ) * native.VALUE_UNIT
            if abs(change) > 0.001:
                assert f"{abs(change):.3f} {place}" in hint.why
                before, _, after = hint.why.rpartition("loses")
                assert (f"{change:.3f} {place}" in before) == (change > 0)
                assert (f"{-change:.3f} {place}" in after) == (change < 0)
        assert sum(branch_values(best)) == pytest.approx(sum(values))


def test_a_way_beside_itself_is_worth_the_same() -> None:
    best = best_arrangement(NORMAL)
    assert difference(best, best) == "is worth the same"


def test_a_hand_with_one_plan_alone_says_so() -> None:
    why = reason(best_arrangement(NORMAL), [])
    assert why.endswith(". Every other good way is the same plan with other single cards.")


def test_a_special_hand_is_announced_with_its_groups_and_points() -> None:
    text = invoke("binh", SPECIAL).stdout
    first, groups, also, pairs = text.splitlines()[:4]
    assert first == "Special hand: four of a kind, type B, 6 points. Declare it."
    assert sorted(groups.split()) == sorted(["2♠", "2♥", "2♦", "2♣"])
    assert also == "It is also six pairs, type B, 6 points:"
    assert [len(group.split()) for group in pairs.split("|")] == [2] * 6 + [1]
    best = best_arrangement(SPECIAL)
    words = " ".join(text.split())
    assert f"{best.ev:+.2f} against one opponent" in words
    assert f"{100 * tables().normal_share:.1f}%" in words
    assert "Not declared, best laid so" in text
    for name in best.names:
        assert name in text
    assert max(map(len, text.splitlines())) <= 80
    found = answer("binh", SPECIAL, "--json")
    assert (found["special"]["name"], found["alternatives"]) == ("four of a kind", [])


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
