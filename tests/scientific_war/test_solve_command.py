"""``pysolver scientific-war solve`` as a user meets it."""

from __future__ import annotations

import json
import os
import re
from typing import TYPE_CHECKING

import pytest

from pysolver.scientific_war import Rules, State, solve
from tests.cli.running import answer, answers, invoke, is_one_complaint, run

if TYPE_CHECKING:
    from pathlib import Path

SOLVE = ("scientific-war", "solve")


def test_what_a_player_reads() -> None:
    result = invoke(*SOLVE, "8JQ", "--ascii")
    assert (result.exit_code, result.stderr) == (0, "")
    text = result.stdout
    assert "Each draws lots for 8 or J or Q by the shares below. The game is even." in text
    assert "918 states (468 with mirrored ones counted once)" in " ".join(text.split())
    lines = text.splitlines()
    heading = next(line for line in lines if line.startswith("choice"))
    assert heading.split() == ["choice", "share", "8", "J", "Q"]
    row = next(line for line in lines if line.startswith("8 "))
    assert row.split()[:2] == ["8", "33.3%"]
    assert row.split()[-3:] == ["+0.000", "+1.000", "-1.000"]
    assert all(len(line) <= 80 for line in lines)
    assert text.isascii()


def test_a_position() -> None:
    text = invoke(*SOLVE, "8JQA", "--after", "Q/8, J/A", "--ascii").stdout
    assert "player 0: 8A | 8JQA" in text
    assert "Player 0 plays 8 for certain. The game is worth +1.000000" in text
    text = invoke(*SOLVE, "8JQA", "--after", "Q/8", "--ascii").stdout
    assert "Player 0 sees the other's card first; against the best one he plays" in text
    text = invoke(*SOLVE, "8JQA", "--after", "8/Q", "--ascii").stdout
    assert "since player 1 will see it" in text


def test_json_is_to_dict() -> None:
    found = answer(*SOLVE, "8JQ", "--trick-limit", "7", "--json")
    solution = solve(Rules.of_deck("8JQ", trick_limit=7))
    expected = json.loads(json.dumps(solution.to_dict()))
    for name in ("rules", "states", "folded", "pairs", "depth", "root", "sweeps", "updates"):
        assert found[name] == expected[name]
    position = solution.position(State.initial(solution.rules)).to_dict()
    assert found["position"] == json.loads(json.dumps(position))


def test_options() -> None:
    found = answer(*SOLVE, "TKA", "--no-powers", "--reversal", "next", "--endless", "--json")
    assert found["rules"]["powers"] is False
    assert found["rules"]["reversal"] == "next"
    assert found["rules"]["trick_limit"] is None
    assert found["states"] == 102
    assert found["root"]["low"] == pytest.approx(0, abs=1e-8)
    assert found["root"]["mixes"][0] == pytest.approx([0.225, 0.590, 0.185], abs=6e-4)


def test_an_interval_is_said_to_be_one() -> None:
    text = " ".join(invoke(*SOLVE, "8JQA", "--endless", "--sweeps", "20").stdout.split())
    assert re.search(r"The game is worth -0\.0\d+ to \+0\.0\d+ to player 0", text)
    assert "to player 0: looking further ahead narrows it" in text


def test_lines() -> None:
    lines = (
        '8JQ\n{"deck": "8JQ", "after": "Q/J", "trick_limit": 9}\nQQ\n{"deck": 5}\n{"after": 1}\n'
    )
    result = invoke(*SOLVE, "-", stdin=lines)
    assert result.exit_code == 1
    assert is_one_complaint(result.stderr)
    first, second, third, fourth, fifth = answers(result)
    assert first["states"] == second["states"] == 918
    assert second["position"]["state"]["tricks"] == 1
    assert second["rules"]["trick_limit"] == 9
    assert third == {"line": 3, "error": "ranks 'QQ' has Q twice; each rank stands once"}
    assert fourth["line"] == 4
    assert "the deck" in fourth["error"]
    assert '"deck"' in fifth["error"]


def test_saved_and_loaded(tmp_path: Path) -> None:
    path = str(tmp_path / "8JQ")
    saved = answer(*SOLVE, "8JQ", "--save", path, "--json")
    assert answer(*SOLVE, "--load", path, "--json")["root"] == saved["root"]
    loaded = answer(*SOLVE, "--load", path, "--after", "Q/J", "--json")
    assert loaded["position"]["state"]["tricks"] == 1


@pytest.mark.parametrize(
    ("args", "code", "words"),
    [
        ((), 2, "give a deck such as 8JQKA, or --load FILE, and not both"),
        (("8JQ", "--load", "x"), 2, "give a deck such as 8JQKA, or --load FILE"),
        (("-", "--save", "x"), 2, "--save writes one solution"),
        (("8JQ", "--trick-limit", "0"), 2, "--trick-limit"),
        (("8JQ", "--reversal", "soon"), 2, "'soon' is not one of 'now', 'next'"),
        (("--load", "/none/such"), 1, "pysolver: /none/such: No such file or directory\n"),
        (("--load", os.devnull), 1, "not a regular file"),
        (("8JQ", "--save", "/none/such"), 1, "there is no folder"),
        (("8J1",), 1, "'1' in '8J1' is no card"),
        (("X",), 1, "ranks has at least one of"),
        (("23456789TJQKAX",), 1, "too large to be solved: about 1.0e+16 states"),
        (("8JQKA", "--memory", "0.001"), 1, "more than memory="),
        (("8JQ", "--after", "K/8"), 1, "player 0 has no K in the hand 8JQ"),
        (("8JQ", "--after", "Q"), 1, "a trick is two choices such as 'Q/K', not 'Q'"),
        (("8JQ", "--after", "8/8,J/J,Q/Q"), 1, "the game is over after 3 tricks"),
    ],
)
def test_refused(args: tuple[str, ...], code: int, words: str) -> None:
    result = invoke(*SOLVE, *args)
    assert result.exit_code == code
    assert is_one_complaint(result.stderr)
    assert words in result.stderr
    assert result.stdout == ""


def test_the_tricks_in_the_help_can_be_played() -> None:
    text = " ".join(invoke(*SOLVE, "--help").stdout.split())
    found = re.search(r"A position instead of the first card: '([^']*)'", text)
    assert found is not None
    result = invoke(*SOLVE, "8JQKA", "--after", found[1])
    assert (result.exit_code, result.stderr) == (0, "")
    assert "2 of 50 tricks played" in result.stdout


def test_in_a_process_of_its_own() -> None:
    result = run(*SOLVE, "JQ", "--trick-limit", "4")
    assert (result.returncode, result.stderr) == (0, b"")
    assert "█".encode() in result.stdout
