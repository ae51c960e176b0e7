"""The review: what a split costs, and a foul in words."""

from __future__ import annotations

import random
import re

import pytest

from pysolver.binh import Rules, arrange, best_arrangement, review, tables
from pysolver.cards import CARDS, Card, format_cards
from tests.cli.running import NORMAL, SPECIAL, answer, invoke, is_one_complaint
from tests.conftest import golden
from tests.oracles.branches import branch_key

FOUL_CASES = [case for case in golden("binh.jsonl") if case["kind"] == "foul"]


def options(top: object, middle: object, bottom: object) -> list[str]:
    return ["--top", str(top), "--middle", str(middle), "--bottom", str(bottom)]


def random_splits(count: int, seed: int) -> list[tuple[str, str, str, str]]:
    generator = random.Random(seed)
    splits = []
    for _ in range(count):
        cards = generator.sample(CARDS[:52], 13)
        parts = (cards, cards[:3], cards[3:8], cards[8:])
        hand, top, middle, bottom = map(format_cards, parts)
        splits.append((hand, top, middle, bottom))
    return splits


def test_the_json_is_the_review_and_its_words() -> None:
    for hand, *branches in random_splits(40, 5):
        found = answer("binh", "review", hand, *options(*branches), "--json")
        expected = review(hand, *branches)
        assert found == {**found, **expected.to_dict()}
        assert set(found) == set(expected.to_dict()) | {"foul", "why", "seed"}
        assert bool(found["foul"]) == expected.yours.is_foul


def test_the_text_shows_both_splits_and_the_loss() -> None:
    fouls = specials = 0
    for hand, *branches in random_splits(60, 6):
        result = invoke("binh", "review", hand, *options(*branches), "--ascii")
        assert (result.exit_code, result.stderr) == (0, "")
        text, expected = result.stdout, review(hand, *branches)
        assert max(map(len, text.splitlines())) <= 80
        assert text.endswith("\nOpponents are dealt without your own cards.\n")
        if expected.best.special:
            assert text.startswith(f"Special hand: {expected.best.special.name}, ")
            assert f"earns {expected.best.ev:+.2f} points a deal" in text
            assert "nothing is lost" in " ".join(text.split())
            assert "Yours" not in text
            specials += 1
            continue
        for yours, best, name in zip(
            expected.yours.branches, expected.best.branches, expected.yours.names, strict=True
        ):
            row = next(r for r in text.splitlines() if format_cards(yours) in r)
            assert row.split()[-len(best) :] == [str(card) for card in best]
            assert name in text
        assert f"costs {expected.loss:.3f} points a deal" in text
        for odds in expected.best.odds:
            assert f"wins {100 * odds.win:.1f}%, ties {100 * odds.tie:.1f}%: " in text
        assert re.sub(r"[+-]0\.00", "0.00", f"{expected.best.ev:+.2f} points") in text
        assert ("Foul: " in text) == expected.yours.is_foul
        fouls += expected.yours.is_foul
    assert fouls > 10
    assert specials > 0


def stronger_pairs(branches: list[tuple[str, ...]], wheel: str) -> list[tuple[str, str]]:
    """By the oracle, which branches are stronger than the one below."""
    keys = [branch_key([int(Card(c)) for c in branch], wheel) for branch in branches]
    names = ("top", "middle", "bottom")
    return [(names[i], names[i + 1]) for i in (0, 1) if keys[i] > keys[i + 1]]


def test_a_foul_names_the_branches_by_the_rules() -> None:
    cases = [(c["top"], c["middle"], c["bottom"], c["wheel"]) for c in FOUL_CASES]
    cases += [(*branches, "second") for _, *branches in random_splits(60, 7)]  # type: ignore[misc]
    said = 0
    for top, middle, bottom, wheel in cases:
        args = ("binh", "review", f"{top} {middle} {bottom}", *options(top, middle, bottom))
        result = invoke(*args, "--wheel", wheel)
        pairs = stronger_pairs([tuple(b.split()) for b in (top, middle, bottom)], wheel)
        words = " ".join(result.stdout.split())
        assert result.exit_code == 0
        for upper, lower in (("top", "middle"), ("middle", "bottom")):
            text = f"the {upper}"
            reasons = words.partition("oul: ")[2].partition(". ")[0].split(" and the ")
            named = any(
                f"the {reason.removeprefix('the ')}".startswith(text)
                and f"is stronger than the {lower}" in reason
                for reason in reasons
            )
            assert named == ((upper, lower) in pairs)
        said += bool(pairs)
    assert said > len(FOUL_CASES) // 2 + 10


@pytest.mark.parametrize(
    ("top", "middle", "bottom", "reason"),
    [
        (
            "Ah Kd Jc",
            "As Kc Th 9d 8c",
            "2c 2d 2h 4s 5s",
            "the top is stronger than the middle (both high card, ace, but jack beats ten)",
        ),
        (
            "5h 3d 2c",
            "Ah Jh 9h 8h 2h",
            "As Js 9s 7s 3s",
            "the middle is stronger than the bottom (both flush, ace high, but eight beats seven)",
        ),
        (
            "2h 7d 9c",
            "Ah 2d 3c 4s 5h",
            "2c 3h 4d 5s 6h",
            "the middle (straight, ace to five) is stronger than the bottom (straight, deuce to six)",
        ),
        (
            "As Ad Kc",
            "Th 8d 5c 4s 2h",
            "9c 7h 6d 5s 3h",
            "the top (one pair, aces) is stronger than the middle (high card, ten) and the middle (high card, ten) is stronger than the bottom (high card, nine)",
        ),
    ],
)
def test_a_foul_in_words(top: str, middle: str, bottom: str, reason: str) -> None:
    found = answer(
        "binh", "review", f"{top} {middle} {bottom}", *options(top, middle, bottom), "--json"
    )
    assert (
        found["foul"] == f"Foul: {reason}. It loses 9 points to every opponent with a legal hand."
    )


def test_equal_branches_are_a_foul_only_where_the_rules_say_so() -> None:
    top, middle, bottom = "2h 3d 5c", "9c 8h 7s 6d 5h", "9h 8d 7c 6s 5d"
    args = ("binh", "review", f"{top} {middle} {bottom}", *options(top, middle, bottom), "--json")
    assert answer(*args)["foul"] is None
    foul = answer(*args, "--no-equal-branches")["foul"]
    assert "the middle and the bottom are equally strong (both straight, five to nine)" in foul


def test_the_best_split_costs_nothing() -> None:
    best = best_arrangement(NORMAL)
    text = invoke("binh", "review", NORMAL, *options(*map(format_cards, best.branches))).stdout
    assert "Your split is the best there is." in text
    assert "Foul" not in text


def test_the_rows_of_points_add_up() -> None:
    """Branches and special hands come to the total that stands below them."""
    best = best_arrangement(NORMAL, own_cards=False)
    args = ("binh", "review", NORMAL, *options(*map(format_cards, best.branches)))
    text = invoke(*args, "--full-deck").stdout
    column = [row[44:].strip() for row in text.splitlines()[1:]]
    rows = [float(cell.split(": ")[1]) for cell in column if cell.startswith("wins ")]
    special = float(next(c for c in column if c.endswith(" to special hands")).split()[0])
    total = float(next(c for c in column if c.endswith(" points")).split()[0])
    assert len(rows) == 3
    assert special == pytest.approx(-tables().special_cost(Rules()), abs=0.005)
    assert sum(rows) + special == pytest.approx(total, abs=0.02)
    assert total == pytest.approx(best.ev, abs=0.005)


def test_the_full_deck_is_asked_for() -> None:
    for hand, *branches in random_splits(10, 8):
        args = ("binh", "review", hand, *options(*branches))
        found = answer(*args, "--full-deck", "--json")
        assert found == {**found, **review(hand, *branches, own_cards=False).to_dict(), "seed": 0}
        assert {found[way]["measure"] for way in ("yours", "best")} == {"full deck"}
        assert {answer(*args, "--json")[way]["measure"] for way in ("yours", "best")} == {
            "own cards"
        }
        assert invoke(*args, "--full-deck").stdout.endswith(
            "\nOpponents are dealt from a full deck: your cards are not taken out of it.\n"
        )


def test_samples_and_a_seed_are_those_of_the_python_interface() -> None:
    best = best_arrangement(NORMAL)
    branches = [format_cards(best.top), format_cards(best.middle), format_cards(best.bottom)]
    args = ("binh", "review", NORMAL, *options(*branches), "--samples", "3000", "--seed", "4")
    found = answer(*args, "--json")
    expected = review(NORMAL, *branches, samples=3_000, seed=4)
    assert found == {**found, **expected.to_dict(), "seed": 4}
    assert found["yours"]["special_shares"] == found["best"]["special_shares"]
    assert min(found[way]["stderr"] for way in ("yours", "best")) > 0
    result = invoke(*args)
    assert result.stdout.endswith(
        "\nCounted against opponents dealt without your cards: "
        f"± {expected.best.stderr:.4f} against one.\n"
    )
    assert invoke(*args).stdout_bytes == result.stdout_bytes
    assert answer(*args[:-1], "5", "--json")["best"]["ev"] != found["best"]["ev"]


def test_a_special_hand_is_declared_even_when_the_split_is_a_foul() -> None:
    top, middle, bottom = "2c 2d 2h", "2s 4c 5c 6c 7c", "4d 5d 6d 7d 9c"
    assert arrange(top, middle, bottom).is_foul
    found = answer("binh", "review", SPECIAL, *options(top, middle, bottom), "--json")
    assert found["loss"] == 0
    assert found["foul"].startswith("Laid in branches, your split is a foul: the top")
    assert "nothing is lost" in found["why"]
    text = invoke("binh", "review", SPECIAL, *options(top, middle, bottom)).stdout
    assert text.startswith("Special hand: four of a kind, type B, 6 points. Declare it.")
    assert "loses 9 points" not in text


@pytest.mark.parametrize(
    ("branches", "part"),
    [
        (("9h 9c", "6h 6d 5c 4s 3h", "Ks Qs Jd Td 8s"), "the top takes 3 cards, not 2"),
        (("Jh Jd Ac", "2d 2c 3h 9c 8c", "9s 8s 7c 6d 5h"), "the branches hold Ac"),
        (("Jh Jd Kc", "Jh 2c 3h 9c 8c", "9s 8s 7c 6d 5h"), "'Jh' stands in the top and in the"),
        (("Jh Jd K", "2d 2c 3h 9c 8c", "9s 8s 7c 6d 5h"), "'K' has no suit"),
    ],
)
def test_wrong_branches_are_one_line_and_exit_code_1(branches: tuple[str, ...], part: str) -> None:
    result = invoke("binh", "review", NORMAL, *options(*branches))
    assert (result.exit_code, result.stdout) == (1, "")
    assert is_one_complaint(result.stderr)
    assert part in result.stderr
