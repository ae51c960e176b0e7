"""The options that say by which rules and against whom, and tables kept for other rules."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import pytest

from pysolver.binh import Rules, hint, review, tables, train, variants
from tests.cli.running import answer, invoke, is_one_complaint

if TYPE_CHECKING:
    from pathlib import Path

HAND = "As Ah Kd Kc 9s 9d 8h 7h 6h 5h 4c 3d 2h"
SPLIT = ("--top", "As Ah 4c", "--middle", "Kd Kc 9s 9d 3d", "--bottom", "8h 7h 6h 5h 2h")
PAID = ("--branch-bonus", "top:trips:3", "--branch-bonus", "Middle:full-house:2")
RULES = Rules(branch_bonus=(("top", "trips", 3), ("middle", "full", 2)))


def test_hints_and_reviews_by_other_rules() -> None:
    points = ("--foul-points", "5", "--special-points", "20,3")
    rules = Rules(foul_points=5, special_points=(20, 3))
    assert answer("binh", HAND, "--json", *points) == {
        **hint(HAND, rules=rules).to_dict(),
        "seed": 0,
    }
    found = answer("binh", HAND, "--json", *PAID)
    assert found == {**hint(HAND, rules=RULES).to_dict(), "seed": 0}
    assert found["rules"]["branch_bonus"] == [
        ["top", "three of a kind", 3],
        ["middle", "full house", 2],
    ]
    beside = answer("binh", "review", HAND, *SPLIT, "--json", *PAID)
    expected = review(HAND, *SPLIT[1::2], rules=RULES).to_dict()
    assert beside == {**beside, **expected}


def test_the_note_says_that_tables_are_missing() -> None:
    train_command = "pysolver train binh --wheel second --branch-bonus top:three-of-a-kind:3"
    for args in ((HAND,), ("review", HAND, *SPLIT)):
        result = invoke("binh", *args, *PAID, "--ascii")
        assert (result.exit_code, result.stderr) == (0, "")
        text = " ".join(result.stdout.split())
        assert "Note: no tables are trained for these rules yet;" in text
        assert train_command in text
        assert max(map(len, result.stdout.splitlines())) <= 80
        assert "Note" not in invoke("binh", *args).stdout


def test_training_without_a_file_keeps_the_tables(cache: Path) -> None:
    small = ("--hands", "8192", "--iterations", "2", "--seed", "1")
    result = invoke("train", "binh", *PAID, *small)
    assert result.exit_code == 0
    path = variants.kept_file(RULES)
    assert path.parent == cache
    assert result.stdout.startswith(f"{path}: ")
    assert hashlib.sha256(path.read_bytes()).hexdigest() in result.stdout
    expected = train(RULES, hands=8192, iterations=2, seed=1)
    assert tables(RULES).to_bytes() == expected.to_bytes()
    assert answer("binh", HAND, "--json", *PAID)["note"] == ""
    # The command in the header makes them again.
    command = tables(RULES).provenance["command"].split()
    content = path.read_bytes()
    path.unlink()
    assert invoke(*command[1:]).exit_code == 0
    assert path.read_bytes() == content
    measured = invoke("train", "binh-exploit", *PAID, "--hands", "2", "--samples", "1", "--json")
    assert (measured.exit_code, measured.stderr) == (0, "")


def test_measuring_rules_without_tables_says_so() -> None:
    result = invoke(
        "train", "binh-exploit", "--no-equal-branches", "--hands", "2", "--samples", "1"
    )
    assert result.exit_code == 0
    assert is_one_complaint(result.stderr)
    assert "no tables are trained for these rules yet" in result.stderr


def test_a_cache_that_cannot_be_written(cache: Path) -> None:
    cache.write_text("in the way")
    result = invoke("train", "binh", "--no-equal-branches", "--hands", "4096")
    assert result.exit_code == 1
    assert is_one_complaint(result.stderr)
    assert str(cache) in result.stderr


def test_opponents_by_name_and_by_file(tmp_path: Path) -> None:
    for name in ("attack", "weak-top"):
        found = answer("binh", HAND, "--json", "--opponents", name)
        assert found == {**hint(HAND, opponents=name).to_dict(), "seed": 0}
        assert found["measure"] == "full deck"
    file = tmp_path / "own.record"
    own = train(hands=4096, iterations=2, seed=9)
    own.save(file)
    found = answer("binh", HAND, "--json", "--opponents", str(file))
    assert found == {**hint(HAND, opponents=own).to_dict(), "seed": 0}
    beside = answer("binh", "review", HAND, *SPLIT, "--json", "--opponents", "defend")
    assert beside["loss"] == review(HAND, *SPLIT[1::2], opponents="defend").loss


def test_a_sampled_review_in_words() -> None:
    worse = ("--top", "Kd Kc 4c", "--middle", "As Ah 9s 9d 3d", "--bottom", "8h 7h 6h 5h 2h")
    found = review(HAND, *worse[1::2], samples=6_000, seed=2)
    result = invoke("binh", "review", HAND, *worse, "--samples", "6000", "--seed", "2")
    assert f"costs {found.loss:.3f} ± {found.stderr:.4f} points" in " ".join(result.stdout.split())
    same = invoke("binh", "review", HAND, *SPLIT, "--samples", "6000", "--seed", "2")
    assert "Your split is the best there is." in same.stdout


@pytest.mark.parametrize(
    ("args", "part"),
    [
        (("--branch-bonus", "top:trips"), "'top:trips' is not of the form BRANCH:CATEGORY:POINTS"),
        (("--branch-bonus", "top:trips:x"), "'top:trips:x' is not of the form"),
        (("--branch-bonus", "front:trips:3"), "branch_bonus holds triples of branch"),
        (("--branch-bonus", "top:brace:3"), "'brace' is no category"),
        (("--branch-bonus", "middle:flush:2"), "pays 2 for flush at the middle and 0 for full"),
        (("--special-points", "12"), "'12' is not two numbers of points"),
        (("--special-points", "300,6"), "special_points is a pair of whole numbers"),
        (("--foul-points", "256"), "256 is not in the range"),
        (("--opponents", "nobody"), "'nobody' is neither one of equilibrium, attack"),
    ],
)
def test_wrong_rules_are_one_line_and_exit_code_2(args: tuple[str, ...], part: str) -> None:
    result = invoke("binh", HAND, *args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert is_one_complaint(result.stderr)
    assert part in result.stderr
