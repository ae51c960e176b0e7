"""``pysolver scientific-war hint``, ``play`` and ``tournament`` as a player meets them."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pysolver.scientific_war import Rules, State, recommend_card
from tests.cli.running import invoke

DECK = ("--deck", "8JQKA")


def test_hint_in_words() -> None:
    result = invoke("scientific-war", "hint", "8JQKA", *DECK, "--seed", "3")
    assert result.exit_code == 0
    advice = recommend_card(State.initial(Rules(ranks="8JQKA", jokers=0)), 0, seed=3)
    lines = result.stdout.splitlines()
    assert f"Play {advice.choice}" in lines
    assert "trick 1 of 50, ace high" in lines
    for name, share in advice.mix.items():
        assert any(line.startswith(f"{name} ") and f"{100 * share:.1f}%" in line for line in lines)
    assert "do not let him know" in result.stdout
    assert "Drawn by lot, by the shares below." in result.stdout
    assert all(len(line) <= 80 for line in lines)


def test_nothing_is_drawn_where_one_choice_is_best() -> None:
    text = invoke("scientific-war", "hint", "JQKA", "--deck", "JQKA").stdout
    assert "Play J" in text
    assert "Drawn by lot" not in text


def test_a_table_says_how_many_choices_it_leaves_out() -> None:
    """Six of seven are shown: the one played, and the five next best."""
    told = ("scientific-war", "hint", "2345678", "--totals", "19,14,16", "--peeker", "me")
    text = invoke(*told, "--seen", "K,9,9", "--iterations", "2000").stdout
    assert "\nand 1 other choice, worth no more\n" in text


def test_hint_as_json_is_the_advice() -> None:
    result = invoke("scientific-war", "hint", "8JQKA", *DECK, "--json", "--iterations", "500")
    found = json.loads(result.stdout)
    advice = recommend_card(State.initial(Rules(ranks="8JQKA", jokers=0)), 0, iterations=500)
    assert {name: found[name] for name in advice.to_dict()} == advice.to_dict()
    assert found["why"].endswith(".")
    assert found["position"]["hand"] == "8JQKA"


def test_every_option_reaches_the_position() -> None:
    result = invoke(
        "scientific-war", "hint", "24K", "--pile", "8JQ", "--other-pile", "3X", "--pot", "5 5",
        "--order", "reversed", "--may-swap", "me,other", "--tricks", "20", "--trick-limit", "30",
        "--json",
    )  # fmt: skip
    position = json.loads(result.stdout)["position"]
    assert (position["hand"], position["pile"], position["pot"]) == ("24K", "8JQ", "55")
    assert position["holdings"][1]["pile"] == "3X"
    assert position["order"] == "reversed"
    assert (position["may_swap"], position["tricks"]) == ([0, 1], 20)
    assert position["rules"]["trick_limit"] == 30
    answer = json.loads(result.stdout)
    assert "wap hand and pile first" in answer["why"]


def test_a_peeker() -> None:
    told = ("scientific-war", "hint", "8JKA", *DECK, "--other-pile", "QK", "--peeker", "me")
    waiting = invoke(*told, "--other-hand", "8JA", "--pot", "Q")
    assert waiting.exit_code == 1  # the pot of a dispute holds an even number of cards
    waiting = invoke(*told, "--other-hand", "8JQA")
    assert "Your reply to each of his choices: 8: " in waiting.stdout.replace("\n", " ")
    seen = invoke(*told, "--other-hand", "8JQA", "--seen", "A", "--json")
    answer = json.loads(seen.stdout)
    assert len(answer["mix"]) == 1
    assert answer["position"]["choices"] == [None, "A"]


def test_a_table_of_four() -> None:
    result = invoke(
        "scientific-war", "hint", "2345678", "--totals", "19,14,16", "--iterations", "300"
    )
    assert result.exit_code == 0
    assert "player 1 19 cards" in result.stdout
    assert "games played out" in result.stdout.replace("\n", " ")


def test_lines() -> None:
    state = State.initial(Rules(ranks="8JQ", jokers=0)).play(("Q", "J"))
    requests = [
        "8JQKA",
        json.dumps({"hand": "8JQKA", "iterations": 50, "seed": 4}),
        json.dumps({"state": state.to_dict(), "player": 1}),
        json.dumps({"state": state.to_dict(), "player": 0, "choices": {"1": "Q"}}),
        json.dumps({"hand": "8ZQKA"}),
        json.dumps({"state": state.to_dict()}),
        json.dumps({"player": 1, "hand": "8JQKA"}),
        json.dumps({"hand": "8JQKA", "totals": 5}),
        json.dumps({"hand": "8JQKA", "colour": "red"}),
        "{",
    ]
    result = invoke("scientific-war", "hint", "-", *DECK, stdin="\n".join(requests) + "\n")
    assert result.exit_code == 1
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert len(answers) == len(requests)
    assert [("error" in answer) for answer in answers] == [False] * 4 + [True] * 6
    assert answers[1]["seed"] == 4
    assert answers[2]["player"] == 1
    assert len(answers[3]["mix"]) == 1
    assert "'Z'" in answers[4]["error"]
    assert answers[4]["line"] == 5


@pytest.mark.parametrize(
    ("arguments", "code", "quoted"),
    [
        (["8JQKZ"], 1, "'Z'"),
        (["8888"], 1, "4 cards of 8"),
        (["8JQKA", "--peeker", "him"], 2, "'him'"),
        (["8JQKA", "--peeker", "me,other"], 2, "one player"),
        (["8JQKA", "--totals", "5,x"], 2, "'5,x'"),
        (["8JQKA", "--totals", "5,6"], 1, "add up to 11"),
        (["8JQKA", "--order", "sideways"], 2, "sideways"),
        (["8JQKA", "--tricks", "50"], 1, "over"),
        (["8JQKA", "--seen", "K"], 1, "peek"),
        (["8JQKA", "--iterations", "0"], 2, "0"),
        ([], 2, "HAND"),
        (['{"hand": 3}'], 1, "3"),
        (['{"hand": {"8": 1}}'], 1, "hand is a string of 23456789TJQKAX, not {'8': 1}"),
        (['{"hand": "8JQKA", "seed": "x"}'], 1, "'x'"),
        (['{"hand": "8JQKA", "powers": 3}'], 1, "3"),
    ],
)
def test_what_cannot_be_answered(arguments: list[str], code: int, quoted: str) -> None:
    result = invoke("scientific-war", "hint", *arguments, *DECK)
    assert result.exit_code == code
    assert quoted in result.stderr
    assert result.stderr.startswith("pysolver: ")
    assert result.stderr.count("\n") == 1
    assert result.stdout == ""


@settings(max_examples=60)
@given(st.text(max_size=40), st.text(max_size=12))
def test_any_text_for_a_hand(hand: str, pile: str) -> None:
    result = invoke("scientific-war", "hint", "--iterations", "1", f"--pile={pile}", "--", hand)
    assert result.exit_code in (0, 1)
    assert (result.exit_code == 0) == (result.stderr == "")


def test_a_game_to_the_end() -> None:
    cards = "".join(f"{card}\n" for card in ["nonsense", "", "K", "swap", "hint", "rules"])
    cards += "\n".join("23456789TJQKAX" * 40)
    result = invoke(
        "scientific-war", "play", "--trick-limit", "12", "--iterations", "10", stdin=cards
    )
    assert result.exit_code == 0
    assert result.stdout.rstrip().splitlines()[-1] in (
        "You have won.",
        "Player 1 has won.",
        "A draw.",
    )
    assert "is no card" in result.stdout
    assert "Bataille scientifique" in result.stdout
    assert result.stdout.count("Play ") == 1


def test_a_swap_that_is_refused_says_what_it_takes() -> None:
    text = invoke("scientific-war", "play", stdin="swap K\n").stdout
    assert (
        "'swap K' cannot be played now: that takes an eight in the last trick and a pile;" in text
    )


@pytest.mark.parametrize("stdin", ["", "K", "quit\n", "\x00\n\xff\n", "9\nexit\n"])
@pytest.mark.parametrize("players", [2, 3])
def test_a_game_left(stdin: str, players: int) -> None:
    result = invoke(
        "scientific-war", "play", "--iterations", "20", "--players", str(players), stdin=stdin
    )
    assert result.exit_code == 0
    assert "Left after " in result.stdout.splitlines()[-1]


def test_the_same_seed_is_the_same_game() -> None:
    first, second = (
        invoke("scientific-war", "play", "--seed", "5", stdin="K\n9\n8\n").stdout for _ in range(2)
    )
    assert first == second


def test_tournament() -> None:
    arguments = ["scientific-war", "tournament", "solver:50", "greedy", *DECK, "--games", "10"]
    found = json.loads(invoke(*arguments, "--json").stdout)
    assert {standing["name"] for standing in found["standings"]} == {"solver:50", "greedy"}
    assert sum(standing["score"]["value"] for standing in found["standings"]) == pytest.approx(1)
    assert "of 10 games" in invoke(*arguments).stdout
    wrong = invoke("scientific-war", "tournament", "solver:x", "greedy")
    assert wrong.exit_code == 2
    assert "'solver:x'" in wrong.stderr
    wrong = invoke("scientific-war", "tournament", "solver", "greedy", "solver")
    assert (wrong.exit_code, wrong.stdout) == (2, "")
    assert "'solver' is named twice" in wrong.stderr
