"""``pysolver war`` as a player and as a program use it."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pysolver.cli import main
from pysolver.war import Rules, compare_pickups, odds, replay


class Ran:
    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def json(self) -> dict[str, Any]:
        found = json.loads(self.out)
        assert isinstance(found, dict)
        return found

    @property
    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.out.splitlines()]


class _Input:
    def __init__(self, content: bytes) -> None:
        self.buffer = io.BytesIO(content)


def run(*arguments: str, stdin: bytes = b"", encoding: str = "utf-8") -> Ran:
    """The program in this process; what it writes and how it exits."""
    out, err = io.BytesIO(), io.StringIO()
    before = sys.stdin, sys.stdout, sys.stderr
    sys.stdin = _Input(stdin)
    stream = sys.stdout = io.TextIOWrapper(out, encoding=encoding)
    sys.stderr = err
    try:
        with pytest.raises(SystemExit) as left:
            main(["war", *arguments], prog_name="pysolver")
        stream.flush()
    finally:
        sys.stdin, sys.stdout, sys.stderr = before
    return Ran(int(left.value.code or 0), out.getvalue().decode(encoding), err.getvalue())


def test_odds_in_json_are_the_functions() -> None:
    found = run("odds", "--games", "300", "--seed", "4", "--face-down", "1", "--json")
    assert (found.code, found.err) == (0, "")
    assert found.json == odds(rules=Rules(face_down=1), games=300, seed=4).to_dict()
    assert found.json["seed"] == 4


def test_piles_and_options_reach_the_rules() -> None:
    found = run(
        "odds", "As ?", "Kd ?", "--pickup", "high_first, low_first", "--short", "lose",
        "--max-rounds", "9", "--games", "50", "--threads", "2", "--json",
    )  # fmt: skip
    rules = Rules(2, 3, ("high_first", "low_first"), "lose", 9)
    assert found.json == odds(["As ?", "Kd ?"], rules=rules, games=50).to_dict()
    under_way = run("odds", "As Kd", "", "2c", "--in-play", "--json")
    assert under_way.json["piles"] == ["As Kd", "", "2c"]
    given_up = run("odds", "4c 2c", "3c 5c", "--pickup", "seat_order", "--give-up", "3", "--json")
    assert given_up.json["unfinished"] == 1.0


def test_odds_for_people() -> None:
    found = run("odds", "--games", "500", "--face-down", "1")
    assert found.code == 0
    assert re.search(r"player 1  wins +\d\d\.\d\d ± \d\.\d\d %  █+", found.out)
    assert "Rounds   mean " in found.out
    assert "500 games, seed 0" in found.out
    assert sum("█" in line for line in found.out.splitlines()) > 12  # the histogram
    assert max(map(len, found.out.splitlines())) <= 80
    plain = run("odds", "--games", "500", "--face-down", "1", "--ascii")
    assert plain.out.isascii()
    assert "+-" in plain.out
    assert "####" in plain.out
    assert run("odds", "--games", "500", "--face-down", "1", encoding="ascii").out == plain.out


def test_an_endless_game_for_people() -> None:
    found = run("odds", "4c 2c", "3c 5c", "--pickup", "seat_order")
    assert "Exact: nothing is left to chance" in found.out
    assert "It is endless: after round 0 the game repeats every 4 rounds." in found.out
    left = run("odds", "4c 2c", "3c 5c", "--pickup", "seat_order", "--give-up", "3")
    assert "It was given up" in left.out
    ended = run("odds", "As", "2c", "--pickup", "seat_order")
    assert "It ends after 1 round and 0 battles." in ended.out


def test_replay() -> None:
    found = run("replay", "--seed", "7", "--game", "3", "--json")
    assert found.json == replay(seed=7, game=3).to_dict()
    told = run("replay", "As Kd", "Ac 2d", "--ascii")
    assert told.out.splitlines()[3:] == [
        "  player 1  As Kd",
        "  player 2  Ac 2d",
        "",
        " round  what the players show, who takes, (cards held)",
        "     1  As Ac",
        "        battle 1 lays Kd, 2 lays 2d  player 1 takes 4  (4 0)",
        "",
        "Player 1 wins after 1 round.",
    ]
    endless = run("replay", "4c 2c", "3c 5c", "--pickup", "seat_order")
    assert endless.out.splitlines()[-1] == "Endless: after round 0 the game repeats every 4 rounds."
    assert "K♦" in run("replay", "As Kd", "Ac 2d").out


def test_pickup() -> None:
    found = run("pickup", "--games", "200", "--seed", "2", "--json")
    compared = compare_pickups(games=200, seed=2)
    assert found.json == {
        "pickups": [way.to_dict() for way in compared],
        "games": 200,
        "seed": 2,
        "rules": Rules().to_dict(),
    }
    shown = run("pickup", "--games", "200", "--seed", "2")
    assert max(map(len, shown.out.splitlines())) <= 80
    ways = re.findall(r"^  (\w+) +(\d+\.\d\d) ± \S+ % +([+-]\d+\.\d\d)", shown.out, re.MULTILINE)
    assert [(way, win) for way, win, _ in ways] == [
        (way.pickup, f"{100 * way.win:.2f}") for way in compared
    ]


def test_a_bad_line_is_answered_and_the_rest_goes_on() -> None:
    requests = [
        b'{"piles": ["4c 2c", "3c 5c"], "pickup": "seat_order"}',
        b'{"piles": ["As", "As"]}',
        b"",
        b"As Kd | 2c 3c",
        b'["As", "Kd"]',
        b"{nonsense",
        b'{"face_down": 9}',
        b'{"cards": "As"}',
        b'{"seed": "x"}',
        b'{"piles": 7}',
        b'{"in_play": 1}',
        b'{"games": 4, "players": 4, "pickup": ["shuffled", "high_first", "low_first", "shuffled"]}',
        b'{"give_up": 0}',
    ]
    found = run("odds", "-", "--games", "20", stdin=b"\n".join(requests))
    assert found.code == 1
    lines = found.lines
    assert [line.get("line") for line in lines] == [
        None,
        2,
        None,
        None,
        6,
        7,
        8,
        9,
        10,
        11,
        None,
        13,
    ]
    assert lines[0]["endless"] == 1.0
    assert lines[1]["error"].startswith("players 1 and 2 both hold 'As'")
    assert lines[2]["piles"] == ["As Kd", "2c 3c"]
    assert lines[2]["games"] == 20
    assert lines[10]["rules"]["pickup"] == ["shuffled", "high_first", "low_first", "shuffled"]
    assert "8 of 12 inputs were bad" in found.err
    assert len(found.err.splitlines()) == 1


def test_lines_of_replays_and_pickups() -> None:
    asked = b'{"seed": 3, "game": 2}\n{"games": 5}\n'
    found = run("replay", "-", "--face-down", "1", stdin=asked)
    assert found.lines[0] == replay(rules=Rules(face_down=1), seed=3, game=2).to_dict()
    assert found.lines[1]["error"].startswith("'games' is no field of a request")
    compared = run("pickup", "-", stdin=b'{"games": 30}\n')
    assert compared.lines[0]["games"] == 30
    assert len(compared.lines[0]["pickups"]) == 15


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ((), 2, "name a command: odds, pickup, replay"),
        (("odds", "As Kd", "As 2c"), 1, "players 1 and 2 both hold 'As'"),
        (("odds", "As Kd", "2c"), 1, "the piles hold 2, 1 cards: players start with equally many"),
        (("odds", "?*30", "?*30"), 1, "the piles hold 30 + 30 = 60 cards: the deck has 52"),
        (("odds", "As Kd"), 1, "1 pile given, 2 to 6 are played with, one for each player: 'As Kd'"),
        (("replay", *["As"] * 7), 1, "7 piles given, 2 to 6 are played with"),
        (("odds", "As", "Kd", "--players", "3"), 1, "3 players have 3 piles, not 2"),
        (("odds", "--pickup", "best"), 1, "pickup is one of 'shuffled', 'winner_first'"),
        (("odds", "--pickup", "shuffled,low_first"), 1, "3 players take one pickup for all or 3, not 2"),
        (("odds", "--players", "9"), 2, "9 is not in the range 2<=x<=6"),
        (("odds", "--face-down", "x"), 2, "'x' is not a valid integer"),
        (("odds", "--short", "win"), 2, "'win' is not one of 'last_card', 'lose'"),
        (("odds", "--games", "1"), 2, "1 is not in the range"),
        (("odds", "-", "--plot", "x.png"), 2, "--plot draws one answer"),
        (("odds", "--plot", "x.gif"), 1, "a picture is a .png or .svg file, not 'x.gif'"),
        (("replay", "XX", "Kd"), 1, "player 1: 'XX' is no card"),
        (("pickup", "As W", "Kd 2c"), 1, "player 1: 'W' is a wizard"),
    ],
)  # fmt: skip
def test_wrong_input_is_one_line(arguments: tuple[str, ...], code: int, message: str) -> None:
    found = run(*arguments)
    assert found.code == code
    assert found.out == ""
    assert message in found.err
    assert found.err.startswith("pysolver: ")
    assert len(found.err.splitlines()) == 1


def test_plots(tmp_path: Path) -> None:
    starts = {"lengths.png": b"\x89PNG\r\n\x1a\n", "lengths.svg": b"<?xml", "LENGTHS.SVG": b"<?xml"}
    for name, start in starts.items():
        target = tmp_path / name
        found = run("odds", "--games", "300", "--plot", str(target))
        assert (found.code, found.err) == (0, "")
        content = target.read_bytes()
        assert content.startswith(start)
        assert run("odds", "--games", "300", "--plot", str(target)).code == 0
        assert target.read_bytes() == content
    missing = run("odds", "--games", "9", "--plot", str(tmp_path / "none" / "x.png"))
    assert missing.code == 1
    assert "No such file" in missing.err
    endless = run(
        "odds", "4c 2c", "3c 5c", "--pickup", "seat_order", "--plot", str(tmp_path / "e.png")
    )
    assert endless.code == 1
    assert "no game ended: there are no lengths to draw" in endless.err


def test_plots_without_matplotlib(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    found = run("odds", "--games", "300", "--plot", str(tmp_path / "x.png"))
    assert found.code == 1
    assert found.err == ("pysolver: pictures take matplotlib: pip install 'pysolver-cards[plot]'\n")
    assert found.out == ""


VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-3, 60), st.text("As2c?*|-", max_size=6)),
    lambda inner: st.lists(inner, max_size=4),
    max_leaves=6,
)
NAMES = st.sampled_from(
    ["piles", "players", "face_down", "pickup", "short", "max_rounds", "in_play", "seed", "give_up", "x"]
)  # fmt: skip


@given(
    st.lists(
        st.one_of(
            st.dictionaries(NAMES, VALUES, max_size=3).map(json.dumps),
            VALUES.map(json.dumps),
            st.text(max_size=10),
        ).map(lambda text: " ".join(text.split())),
        max_size=4,
    )
)
def test_whatever_a_line_holds_it_is_answered(lines: list[str]) -> None:
    asked = [line for line in lines if line.encode("utf-8", "replace").strip()]
    content = "\n".join(asked).encode("utf-8", "replace")
    found = run("odds", "-", "--games", "3", "--give-up", "50", stdin=content)
    answers = found.lines
    assert len(answers) == len(asked)
    bad = [answer for answer in answers if "error" in answer]
    assert found.code == (1 if bad else 0)
    for answer in answers:
        assert set(answer) == {"line", "error"} or "win" in answer
