"""The commands that fit the correction for own cards and measure the responder."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from pysolver.binh import Rules, exploitability, fit_correction, tables
from pysolver.binh.own_cards import Correction
from tests.cli.running import invoke, is_one_complaint

if TYPE_CHECKING:
    from pathlib import Path


def test_the_fit_is_that_of_the_python_interface(tmp_path: Path) -> None:
    file = tmp_path / "own.record"
    args = ("--wheel", "lowest", "--hands", "4096", "--iterations", "2", "--seed", "5")
    result = invoke("train", "binh-own-cards", *args, "--output", str(file))
    assert result.exit_code == 0
    expected = fit_correction(tables(Rules(wheel="lowest")), hands=4096, iterations=2, seed=5)
    assert file.read_bytes() == expected.to_bytes()
    command = Correction.from_bytes(file.read_bytes(), "it").provenance["command"].split()
    again = tmp_path / "again.record"
    assert invoke(*command[1:], "--output", str(again)).exit_code == 0
    assert again.read_bytes() == file.read_bytes()


def test_the_shipped_corrections_name_a_command_that_the_program_knows() -> None:
    for wheel in ("second", "lowest"):
        correction = tables(Rules(wheel=wheel)).correction
        assert correction is not None
        command = correction.provenance["command"].split()
        assert command[command.index("--wheel") + 1] == wheel
        result = invoke(*command[1:], "--output", "/nowhere/at/all/own.record")
        assert result.exit_code == 2
        assert "there is no folder" in result.stderr


@pytest.mark.parametrize("full_deck", [False, True])
def test_the_responder_is_that_of_the_python_interface(full_deck: bool, tmp_path: Path) -> None:
    args = ["--hands", "6", "--samples", "3000", "--seed", "2"]
    args += ["--full-deck"] if full_deck else []
    expected = exploitability(tables(), hands=6, samples=3000, seed=2, own_cards=not full_deck)
    kept = ("--checkpoint", str(tmp_path / "run.checkpoint"))
    result = invoke("train", "binh-exploit", *args, *kept)
    assert result.stdout == f"a responder who sees his cards gains {expected} points a hand\n"
    found = json.loads(invoke("train", "binh-exploit", *args, *kept, "--json").stdout)
    assert found["lower"] == expected.lower.to_dict()
    assert found["own_cards"] is not full_deck


def test_wrong_arguments(tmp_path: Path) -> None:
    for args in (
        ("binh-exploit", "--hands", "1"),
        ("binh-exploit", "--checkpoint", str(tmp_path)),
        ("binh-own-cards", "--output", str(tmp_path / "none" / "file")),
        ("binh-own-cards",),
    ):
        result = invoke("train", *args)
        assert result.exit_code == 2
        assert is_one_complaint(result.stderr)
