"""Constraints on the command line and in requests."""

from __future__ import annotations

import json

import pytest

from pysolver.binh import Constraints, best_arrangement, hint
from tests.cli.running import SPECIAL, answer, answers, invoke, is_one_complaint

HAND = "As Ah Kd Kc 9s 9d 8h 7h 6h 5h 4c 3d 2h"
KINGS = Constraints(top="Kd Kc")


def test_the_answer_is_that_of_python() -> None:
    found = answer("binh", HAND, "--top-has", "Kd,Kc", "--full-deck", "--json")
    expected = hint(HAND, constraints=KINGS, own_cards=False)
    assert found == {**expected.to_dict(), "seed": 0}
    best = best_arrangement(HAND, constraints=KINGS, own_cards=False)
    assert found["constraint_cost"] == best.constraint_cost > 0
    assert len(found["plans"]) == 3


def test_every_option_reaches_the_constraints() -> None:
    options = {
        "--top-has": "9s",
        "--middle-has": "As",
        "--bottom-has": "8h",
        "--top-least": "pair",
        "--middle-least": "pair",
        "--bottom-least": "straight",
        "--top-most": "trips",
        "--middle-most": "two pair",
        "--bottom-most": "flush",
    }
    words = [word for option in options.items() for word in option]
    groups = ["--together", "Kd Kc", "--together", "9s 9d", "--apart", "4c 3d", "--apart", "4c 2h"]
    wanted = Constraints(
        "9s",
        "As",
        "8h",
        ["Kd Kc", "9s 9d"],
        ["4c 3d", "4c 2h"],
        {"top": "pair", "middle": "pair", "bottom": "straight"},
        {"top": "trips", "middle": "two pair", "bottom": "flush"},
    )
    result = invoke("binh", HAND, *words, *groups, "--full-deck", "--ascii", "--alternatives", "0")
    assert (result.exit_code, result.stderr) == (0, "")
    shown = " ".join(result.stdout.split())
    assert f"Constraints: {wanted}. They cost" in shown
    cost = best_arrangement(HAND, constraints=wanted, own_cards=False).constraint_cost
    assert f"They cost {cost:.3f} points a deal against one opponent." in shown


def test_words_where_nothing_is_lost() -> None:
    result = invoke("binh", HAND, "--top-has", "As Ah", "--full-deck")
    assert "They cost nothing: the best arrangement fulfils them." in " ".join(
        result.stdout.split()
    )
    result = invoke("binh", SPECIAL, "--top-has", "9c", "--full-deck")
    assert result.exit_code == 0
    assert "They shape the split only: a special hand is declared." in result.stdout
    assert "Constraints" not in invoke("binh", HAND, "--full-deck").stdout


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--top-least", "flush"], "cannot be had with these cards: top at least flush"),
        (
            ["--together", "Kd Kc", "--apart", "Kd Kc"],
            "these cannot be had together: Kd and Kc together; Kd and Kc apart",
        ),
        (["--top-has", "Qd"], "'Qd' (top) is not in the hand"),
        (["--top-has", "Kd", "--middle-has", "Kd"], "'Kd' is fixed to the top and to the middle"),
        (["--together", "Kd"], "two cards at least"),
        (["--top-most", "gaggle"], "'gaggle' is no category"),
    ],
)
def test_what_cannot_be_had_is_one_line(options: list[str], message: str) -> None:
    result = invoke("binh", HAND, *options, "--full-deck")
    assert (result.exit_code, result.stdout) == (1, "")
    assert is_one_complaint(result.stderr)
    assert message in result.stderr


def test_fields_of_requests() -> None:
    lines = [
        json.dumps({"hand": HAND, "top_has": "Kd Kc"}),
        json.dumps({"hand": HAND, "top_has": ["Kd", "Kc"], "apart": None}),
        json.dumps({"hand": HAND, "top_least": "flush"}),
        json.dumps({"hand": HAND, "top_least": 3}),
        json.dumps({"hand": HAND, "top_had": "Kd"}),
        HAND,
    ]
    result = invoke("binh", "-", "--full-deck", stdin="\n".join(lines))
    first, second, third, fourth, fifth, plain = answers(result)
    expected = {**hint(HAND, constraints=KINGS, own_cards=False).to_dict(), "seed": 0}
    assert first == second == expected
    assert third["conflict"] == ["top at least flush"]
    assert third["line"] == 3
    assert "a category is a text" in fourth["error"]
    assert "conflict" not in fourth
    assert "'top_had' is no field" in fifth["error"]
    assert plain["constraint_cost"] == 0
    assert result.exit_code == 1


def test_an_option_counts_for_every_line_that_says_nothing_else() -> None:
    lines = [HAND, json.dumps({"hand": HAND, "top_has": "As Ah"})]
    result = invoke("binh", "-", "--top-has", "Kd Kc", "--full-deck", stdin="\n".join(lines))
    first, second = answers(result)
    assert {"Kd", "Kc"} <= set(first["top"])
    assert {"As", "Ah"} <= set(second["top"])
