"""``pysolver wizard`` as a player and as a program use it."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pysolver import recommend_bid, recommend_play, recommend_trump
from pysolver.wizard import RandomBot, Round, first_round_table, play_game
from tests.cli.running import answer, answers, invoke, is_one_complaint

if TYPE_CHECKING:
    from pathlib import Path

BID = ("wizard", "bid", "--players", "4", "--hand", "W N As 10h 3c", "--up", "9h", "--deals", "40")
PLAY = (
    *("wizard", "play", "--players", "3", "--hand", "Ah 4h 2c", "--seat", "1", "--up", "9h"),
    *("--bids", "1,1,0", "--plays", "Kh", "--deals", "40"),
)
TRUMP = ("wizard", "trump", "--players", "4", "--hand", "Kd Qd 4d 2s", "--deals", "40")


def test_json_is_what_the_functions_give() -> None:
    bid = recommend_bid("W N As Th 3c", players=4, turned_up="9h", bids=(1, 0), deals=40, seed=3)
    assert answer(*BID, "--bids", "1,0", "--seed", "3", "--json") == bid.to_dict()
    trump = recommend_trump("Kd Qd 4d 2s", players=4, deals=40)
    assert answer(*TRUMP, "--json") == trump.to_dict()
    view = Round(3, "Ah 4h 2c", seat=1, turned_up="9h", bids=(1, 1, 0), plays="Kh")
    play = recommend_play(view, deals=40).to_dict()
    assert answer(*PLAY, "--json") == play
    text = json.dumps(view.to_dict())
    assert answer("wizard", "play", text, "--deals", "40", "--json") == play
    record = {**view.to_dict(), "hands": [None, "Ah 4h 2c", None]}
    del record["hand"], record["seat"]
    assert answer("wizard", "play", json.dumps(record), "--deals", "40", "--json") == play
    assert answer("wizard", "table", "--players", "5", "--json") == first_round_table(5).to_dict()


def test_what_a_player_reads() -> None:
    result = invoke(*BID, "--bids", "1 0", "--deals", "400", "--ascii")
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert lines[:3] == [
        "4 players, 5 cards each, seat 2; turned up 9h, trump hearts",
        "hand  N W As Th 3c",
        "bids  1, 0",
    ]
    assert lines[4].split() == ["bid", "points", "made"]
    options = [line.split()[0] for line in lines[5:11]]
    assert sorted(options) == list("012345")
    assert all("+-" in line for line in lines[5:11])
    assert f"Bid {options[0]}: made " in result.stdout
    assert "\n400 deals an option" in result.stdout
    assert result.stdout.endswith(" Seed 0.\n")
    assert result.stdout.isascii()
    assert max(map(len, lines)) <= 80


def test_the_first_round_is_exact() -> None:
    result = invoke("wizard", "bid", "--players", "3", "--hand", "Jc", "--up", "9h")
    assert result.stdout.endswith("Exact.\n")
    assert "±" not in result.stdout
    # 39 * 38 / (58 * 57) = 0.448: the jack beats clubs 2 to T, all plain suits of 25 and jesters
    assert "44.8%" in result.stdout
    table = invoke("wizard", "table", "--players", "5").stdout.splitlines()
    assert table[4:] == [
        "2 to 7        8                       never",
        "8 to A        7                       never",
        "wizard        7                       never",
        "jester        -                       8",
        "",
        "Exact. --json has every card with its chance and both expected scores.",
    ]


def test_the_play_and_the_trump_are_told() -> None:
    text = invoke(*PLAY).stdout
    assert "trick K♥" in text
    assert "Play 4♥: 1 more trick needed" in text
    second = invoke(*PLAY[:-4], "--plays", "Kh Ah 3h", "--deals", "40").stdout
    assert "taken 0, 1, 0\ntrick nothing yet: you lead" in second
    assert "no more trick wanted" in second
    assert "♦" in invoke(*TRUMP).stdout.split("trump for you to name")[1]
    assert "diamonds" in invoke(*TRUMP, "--ascii").stdout


@pytest.mark.parametrize(
    ("arguments", "code", "wanted"),
    [
        (("bid", "--players", "4", "--up", "9h"), 2, "--hand is missing"),
        ((*BID[1:], "--bids", "1,x"), 2, "'1,x' is no list of bids: write them as 1,0,2"),
        ((*BID[1:], "--bids", "1,0,2,1"), 1, "4 bids were made by 4 players: no bid is due"),
        ((*BID[1:], "--bids", "9"), 1, "the bid of seat 0 is a whole number from 0 to 5, not 9"),
        (("bid", "--hand", "As W W W W W", "--up", "9h"), 1, "a fifth wizard"),
        (("bid", "--hand", "As SA", "--up", "9h"), 1, "'SA' names the suit first"),
        (("bid", "--hand", "As Kd"), 1, "leave a card to turn up"),
        (("bid", "--hand", "As Kd", "--up", "W"), 1, "seat 3, the dealer, names the trump first: say which"),
        (("bid", "x", "--hand", "As Kd", "--up", "9h"), 2, "'x' is neither - nor a view"),
        (("play", "--hand", "As", "--up", "9h"), 2, "--seat is missing"),
        (("play", "{"), 1, "not JSON"),
        (("play", '{"hand": "As"}'), 2, "--seat is missing"),
        (("play", '{"hand": "As", "seat": 0, "colour": 1}'), 1, "colour is no field|'colour'"),
        ((*PLAY[1:-2], "--plays", "Kh 2c"), 1, "seat 1 revokes with '2c'"),
        ((*PLAY[1:-4], "--plays", ""), 1, "seat 1 is not to play: seat 0 plays next"),
        (("play", "--hand", "As", "--up", "9h", "--seat", "0"), 1, "seat 0 is not to play"),
        (("table", "x"), 2, "'x' is not -"),
        (("table", "--players", "7"), 2, "7 is not in the range"),
        (("tournament", "--bot", "solver"), 2, "3 to 6 players sit at a table"),
        (("tournament", *("--bot", "robot") * 3), 2, "'robot' is no bot: solver, solver:DEALS"),
        (("tournament", *("--bot", "random:x") * 3), 2, "'random:x' is no bot"),
        (("tournament", *("--bot", "pipe:/no/such") * 3), 1, "cannot be started"),
        (("tournament", *("--bot", "pipe:'") * 3), 2, "is no command: no closing quotation"),
        (("play", '{"hand": "As", "seat": 0, "turned_up": "9h", "bids": "1"}'), 1, "bids are numbers from seat 0"),
        (("play", '{"hand": "As", "seat": 0, "turned_up": "9h", "hook": 3}'), 1, "hook is true or"),
        (("bid", '{"hand": "As", "turned_up": "9h", "bids": 3}'), 1, "bids is a list of numbers"),
    ],
)  # fmt: skip
def test_bad_input_is_one_line(arguments: tuple[str, ...], code: int, wanted: str) -> None:
    result = invoke("wizard", *arguments)
    assert result.exit_code == code, result.stderr
    assert result.stdout == ""
    assert is_one_complaint(result.stderr)
    assert any(part in result.stderr for part in wanted.split("|"))


def test_what_is_said_of_the_second_best() -> None:
    """Suits by their names; of options worth the same that they are; cards as in the table."""
    named = invoke(*TRUMP).stdout.replace("\n", " ")
    assert re.search(r"; (clubs|hearts|spades) are (\d+\.\d points behind|as good)", named)
    even = recommend_trump("N", players=6)  # a jester wins nothing, whatever is trump
    assert {option.ev for option in even.options} == {20.0}
    assert even.reason.endswith("; diamonds are as good.")
    high = ("play", "--players", "4", "--seat", "1", "--hand", "W N As Kh Ah", "--up", "9h")
    text = invoke("wizard", *high, "--bids", "1,2,1,0", "--plays", "3h", "--deals", "20").stdout
    assert re.search(r"Play [AK]♥: .*; [AK]♥ is as good\.", text.replace("\n", " "))
    plain = invoke(
        "wizard", *high, "--bids", "1,2,1,0", "--plays", "3h", "--deals", "20", "--ascii"
    )
    assert re.search(r"Play [AK]h: ", plain.stdout)


def test_lines() -> None:
    requests = [
        {"hand": "As", "turned_up": "9h", "players": 3},
        {"hand": "As As", "turned_up": "9h"},
        {"hand": "W 2c", "turned_up": "9h", "bids": [0]},
        {"hand": "W", "bids": 3, "turned_up": "9h"},
        {"hand": "W", "players": "x", "turned_up": "9h"},
        {"turned_up": "9h"},
        {"hand": "W", "turned_up": "9h", "hook": 3},
        {"hand": "W", "turned_up": "9h", "deals": "many"},
    ]
    text = "\n".join(map(json.dumps, requests)) + "\n"
    result = invoke("wizard", "bid", "-", "--deals", "30", stdin=text)
    found = answers(result)
    assert result.exit_code == 1
    assert [row.get("line") for row in found] == [None, 2, None, 4, 5, 6, 7, 8]
    assert found[0]["exact"] is True
    assert found[2]["bid"] == 1
    assert "'As' stands twice" in found[1]["error"]
    views = [
        {"players": 3, "hand": "Ah 4h 2c", "seat": 1, "turned_up": "9h", "bids": [1, 1, 0], "plays": "Kh"},
        {"players": 3, "hand": "Ah", "seat": 1, "turned_up": "9h"},
        [1],
        {},
        {"hand": "Ah 4h 2c"},
        {"hands": "Ah"},
        {"players": 3, "hand": "Ah 4h 2c", "seat": 1, "turned_up": "9h", "bids": [1, 1, 0], "plays": "Kh"},
    ]  # fmt: skip
    result = invoke("wizard", "play", "-", "--deals", "30", stdin="\n".join(map(json.dumps, views)))
    found = answers(result)
    assert [row.get("line") for row in found] == [None, 2, 3, 4, 5, 6, None]
    assert 'a JSON object with "players", "hand"' in found[2]["error"]
    assert '"hand" in the object' in found[3]["error"]
    assert '"seat" in the object' in found[4]["error"]
    found = answers(invoke("wizard", "bid", "-", stdin='{"hand": "W", "players": 1, "bids": [1]}'))
    assert found[0]["error"] == "players is a whole number from 3 to 6, not 1"
    result = invoke("wizard", "trump", "-", "--deals", "30", stdin='{"hand": "Kd"}\n{"hand": 1}\n')
    assert [row.get("line") for row in answers(result)] == [None, 2]
    result = invoke("wizard", "table", "-", stdin='{"players": 3}\n{"players": 2}\n')
    assert [row.get("line") for row in answers(result)] == [None, 2]


@settings(max_examples=60)
@given(
    st.dictionaries(
        st.sampled_from(["players", "hand", "turned_up", "trump", "bids", "hook", "deals", "seed"]),
        st.one_of(
            st.none(),
            st.booleans(),
            st.integers(-2, 70),
            st.sampled_from(["As Kd", "W", "N", "", "x", "h"]),
            st.lists(st.integers(-1, 5), max_size=4),
        ),
    )
)
def test_any_line_gets_an_answer(request: dict[str, Any]) -> None:
    usual = {"hand": "As Kd", "turned_up": "9h", "deals": 4}
    line = json.dumps({**usual, **request})
    found = answers(invoke("wizard", "bid", "-", stdin=line + "\n"))
    assert len(found) == 1
    assert "error" in found[0] or "bid" in found[0]


def test_tournament_and_record(tmp_path: Path) -> None:
    table = ("--bot", "heuristic", "--bot", "random:1", "--bot", "random:2")
    small = ("--games", "2", "--rounds", "3", "--seed", "5")
    found = answer("wizard", "tournament", *table, *small, "--json")
    assert [bot["name"] for bot in found["bots"]] == ["heuristic", "random:1", "random:2"]
    assert (found["games"], found["rounds"], found["seed"]) == (2, 3, 5)
    text = invoke("wizard", "tournament", *table, *small, "--ascii").stdout
    assert text.startswith("2 games of 3 rounds, seed 5\n")
    assert text.isascii()
    file = tmp_path / "game.json"
    record = play_game([RandomBot(1)] * 3, seed=1, rounds=3)
    file.write_text(json.dumps(record.to_dict()))
    shown = invoke("wizard", "record", str(file)).stdout
    assert shown.startswith(str(record))
    assert answer("wizard", "record", str(file), "--json") == record.to_dict()
    damaged = [
        ("[1", "no JSON record of a game"),
        (json.dumps({**record.to_dict(), "rounds": "x"}), "rounds is a list of rounds, not 'x'"),
        (json.dumps({**record.to_dict(), "names": [1, 2, 3]}), "names is a list of texts"),
        (json.dumps({**record.to_dict(), "rounds": [None]}), "round 1: "),
    ]
    for content, wanted in damaged:
        file.write_text(content)
        result = invoke("wizard", "record", str(file))
        assert (result.exit_code, result.stdout) == (1, "")
        assert is_one_complaint(result.stderr)
        assert wanted in result.stderr
