"""The bonus for winning all three branches on the command line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from pysolver.binh import Rules, Tables, best_arrangement, hint
from pysolver.binh.sweeps import SweepTables
from tests.cli.running import answer, invoke

if TYPE_CHECKING:
    from pathlib import Path

HAND = "Ah Ad Ac 3h 3d Kd Qd 9d 7d 2d Qc 5s 2c"


def test_a_hint_tells_of_sweeps() -> None:
    shown = invoke("binh", "--sweep-bonus", "3", HAND)
    best = best_arrangement(HAND, rules=Rules(sweep_bonus=3))
    assert best.sweeps is not None
    assert f"All three branches (+3 points): {100 * best.sweeps.win:.1f}% won" in shown.output
    assert "It wins all three" in shown.output
    assert "All three" not in invoke("binh", HAND).output


def test_json_is_that_of_the_library() -> None:
    shown = answer("binh", "--sweep-bonus", "3", "--json", HAND)
    seed = shown.pop("seed")
    assert seed == 0
    assert shown == json.loads(json.dumps(hint(HAND, rules=Rules(sweep_bonus=3)).to_dict()))


def test_a_review_sets_sweeps_side_by_side() -> None:
    branches = ("--top", "Qc 5s 2c", "--middle", "Kd Qd 9d 7d 2d", "--bottom", "Ah Ad Ac 3h 3d")
    shown = invoke("binh", "review", "--sweep-bonus", "3", HAND, *branches).output
    assert "% won, " in shown
    assert "by sweeps" in shown
    foul = ("--bottom", "Qc 5s 2c 7d 9d", "--middle", "Kd Qd Ah Ad Ac", "--top", "3h 3d 2d")
    assert "lost by the foul" in invoke("binh", "review", "--sweep-bonus", "3", HAND, *foul).output


def test_a_bonus_out_of_range_is_refused() -> None:
    shown = invoke("binh", "--sweep-bonus", "7", HAND)
    assert shown.exit_code == 2
    assert "0<=x<=6" in shown.output + shown.stderr


def test_training_saves_tables_of_sweeps(tmp_path: Path) -> None:
    path = tmp_path / "tables"
    counts = ("--hands", "4096", "--iterations", "1", "--seed", "2")
    shown = invoke("train", "binh", "--sweep-bonus", "2", *counts, "--output", str(path), "--json")
    found = Tables.load(path)
    assert isinstance(found, SweepTables)
    assert found.rules == Rules(sweep_bonus=2)
    command = json.loads(shown.output)["command"]
    assert command == (
        "pysolver train binh --wheel second --sweep-bonus 2 --hands 4096 --iterations 1 --seed 2"
    )
