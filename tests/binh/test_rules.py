"""The options of Binh, and reading hands and branches."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from pysolver import RuleError, SolverError
from pysolver.binh import (
    Rules,
    arrange,
    best_arrangement,
    best_arrangements,
    score,
    settle,
    special_hands,
    strength,
    strengths,
    tables,
    top_arrangements,
)
from pysolver.binh.rules import DEFAULT_RULES, parse_branches, parse_hand

HAND = "As Kd Th Qs Jc 9h 9c 8d 6s 6h 4c 3d 2s"


def test_defaults() -> None:
    """Those of the rules as they are played."""
    rules = Rules()
    assert rules == DEFAULT_RULES
    assert rules.wheel == "second"
    assert rules.equal_branches is True
    assert rules.foul_points == 9
    assert rules.special_points == (12, 6)
    assert rules.to_dict() == {
        "wheel": "second",
        "equal_branches": True,
        "foul_points": 9,
        "special_points": [12, 6],
    }


def test_rules_cannot_be_changed() -> None:
    """Frozen, slotted, hashable; a list of points becomes a pair."""
    rules = Rules(special_points=[10, 5])  # type: ignore[arg-type]
    assert rules.special_points == (10, 5)
    assert hash(rules) == hash(Rules(special_points=(10, 5)))
    assert Rules(wheel="lowest") != Rules()
    with pytest.raises(dataclasses.FrozenInstanceError):
        rules.foul_points = 3  # type: ignore[misc]
    assert not hasattr(rules, "__dict__")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"wheel": "first"}, "wheel is 'second' or 'lowest', not 'first'"),
        ({"wheel": None}, "wheel is 'second' or 'lowest', not None"),
        ({"equal_branches": "no"}, "equal_branches is True or False, not 'no'"),
        ({"equal_branches": 0}, "equal_branches is True or False, not 0"),
        ({"special_points": (256, 6)}, r"special_points is a pair .* 0 to 255, .* not \(256, 6\)"),
        ({"foul_points": -1}, "foul_points is a whole number from 0 to 255, not -1"),
        ({"foul_points": 1.5}, "foul_points is a whole number from 0 to 255, not 1.5"),
        ({"foul_points": True}, "foul_points is a whole number from 0 to 255, not True"),
        ({"special_points": (12,)}, r"special_points is a pair .* not \(12,\)"),
        ({"special_points": (1, 2, 3)}, r"special_points is a pair .* not \(1, 2, 3\)"),
        ({"special_points": (12, -6)}, r"special_points is a pair .* not \(12, -6\)"),
        ({"special_points": (12, 6.0)}, r"special_points is a pair .* not \(12, 6.0\)"),
        ({"special_points": 5}, "special_points is a pair .* not 5"),
        ({"special_points": "ab"}, "special_points is a pair .* not 'ab'"),
    ],
)
def test_an_option_out_of_range(options: dict[str, Any], message: str) -> None:
    """The option and the value are named."""
    with pytest.raises(RuleError, match=f"^{message}$"):
        Rules(**options)


def test_a_rule_error_is_a_solver_error_and_a_value_error() -> None:
    """Callers may catch either."""
    assert issubclass(RuleError, SolverError)
    assert issubclass(RuleError, ValueError)


def test_cards_keep_the_order_given() -> None:
    """Of a hand and of its branches."""
    assert parse_hand(range(12, -1, -1)) == tuple(range(12, -1, -1))
    top, middle, bottom = parse_branches([2, 0, 1], "4c 3c 3d 3h 3s", range(9, 14))
    assert (top, middle, bottom) == ((2, 0, 1), (8, 4, 5, 6, 7), (9, 10, 11, 12, 13))


@pytest.mark.parametrize(
    "call",
    [
        lambda rules: best_arrangement(HAND, rules=rules),
        lambda rules: top_arrangements(HAND, rules=rules),
        lambda rules: arrange(HAND[:8], HAND[9:23], HAND[24:], rules=rules),
        lambda rules: special_hands(HAND, rules=rules),
        lambda rules: strength("As Kd Th", rules=rules),
        lambda rules: strengths(np.zeros((0, 5), np.uint8), rules=rules),
        lambda rules: best_arrangements(np.zeros((0, 13), np.uint8), rules=rules),
        lambda rules: score(best_arrangement(HAND), best_arrangement(HAND), rules=rules),
        tables,
    ],
)
@pytest.mark.parametrize("rules", ["lowest", None, {"wheel": "lowest"}])
def test_rules_of_the_wrong_type(call: Callable[[object], object], rules: object) -> None:
    """Every call says how rules are given."""
    with pytest.raises(TypeError, match=r"rules are given as Rules\(...\)"):
        call(rules)


def test_players_of_the_wrong_type() -> None:
    """Hands are no arrangements."""
    with pytest.raises(TypeError, match="players are given as arrangements"):
        score(HAND, best_arrangement(HAND))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="players are given as arrangements"):
        settle([best_arrangement(HAND), HAND])  # type: ignore[list-item]
