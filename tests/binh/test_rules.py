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
    assert rules.branch_bonus == ()
    assert rules.sweep_bonus == 0
    assert rules.to_dict() == {
        "wheel": "second",
        "equal_branches": True,
        "foul_points": 9,
        "special_points": [12, 6],
        "branch_bonus": [],
        "sweep_bonus": 0,
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


def test_bonuses_of_branches() -> None:
    """Names in full and in order, however they are given; points by category."""
    rules = Rules(branch_bonus=[["bottom", "Full House", 1], ("top", "trips", 3)])  # type: ignore[arg-type]
    assert rules.branch_bonus == (("top", "three of a kind", 3), ("bottom", "full house", 1))
    assert rules.to_dict()["branch_bonus"] == [
        ["top", "three of a kind", 3],
        ["bottom", "full house", 1],
    ]
    assert rules == Rules(branch_bonus=(("top", "set", 3), ("bottom", "boat", 1)))
    assert hash(rules) != hash(Rules())
    assert rules.bonuses == ((0, 0, 0, 3, 3, 3, 3, 3, 3), (0,) * 9, (0, 0, 0, 0, 0, 0, 1, 1, 1))


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
        ({"sweep_bonus": 7}, "sweep_bonus is a whole number from 0 to 6, not 7"),
        ({"sweep_bonus": False}, "sweep_bonus is a whole number from 0 to 6, not False"),
        ({"branch_bonus": "top"}, "branch_bonus holds triples .* not 'top'"),
        (
            {"branch_bonus": (("top", "trips"),)},
            r"branch_bonus holds triples .* \('top', 'trips'\)",
        ),
        (
            {"branch_bonus": (("front", "trips", 3),)},
            r"branch_bonus holds .* \('front', 'trips', 3\)",
        ),
        ({"branch_bonus": (("top", 3, 3),)}, r"branch_bonus holds triples .* not \('top', 3, 3\)"),
        ({"branch_bonus": (([], "trips", 3),)}, r"branch_bonus holds triples .* not \(\[\], .*"),
        ({"branch_bonus": (("top", "brace", 3),)}, "'brace' is no category: it is one of .*"),
        (
            {"branch_bonus": (("top", "flush", 3),)},
            r"branch_bonus .*: the top of a normal hand is one of high card, one pair, three of a kind",
        ),
        (
            {"branch_bonus": (("bottom", "quads", 3),)},
            ".*: the bottom of a normal hand is one of .* full house",
        ),
        (
            {"branch_bonus": (("top", "trips", 7),)},
            ".*: points are a whole number from 1 to 6, not 7",
        ),
        (
            {"branch_bonus": (("top", "trips", 0),)},
            ".*: points are a whole number from 1 to 6, not 0",
        ),
        ({"branch_bonus": (("top", "trips", True),)}, ".*: points are .* not True"),
        (
            {"branch_bonus": (("top", "trips", 3), ("top", "three of a kind", 3))},
            "branch_bonus names three of a kind at the top twice",
        ),
        (
            {"branch_bonus": (("middle", "flush", 2),)},
            "branch_bonus pays 2 for flush at the middle and 0 for full house, which is stronger: .*",
        ),
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
        tables,
    ],
)
@pytest.mark.parametrize("rules", ["lowest", None, {"wheel": "lowest"}])
def test_rules_of_the_wrong_type(call: Callable[[object], object], rules: object) -> None:
    """Every call says how rules are given."""
    with pytest.raises(TypeError, match=r"rules are given as Rules\(...\)"):
        call(rules)


def test_hands_of_different_rules() -> None:
    """The rules the hands were laid under count, if they agree; others must be named and fit."""
    rich = Rules(foul_points=50, special_points=(200, 100))
    special = "2c 2d 2h 2s 4c 4d 5c 5d 6c 6d 7c 7d 9c"
    normal = "As Ad Ac Ks Kd 9h 9d 8d 7s 6h 5h 3d 3s"
    a, b = (best_arrangement(hand, rules=rich) for hand in (special, normal))
    assert score(a, b) == 100
    assert score(a, b, rules=Rules()) == 6
    assert settle([a, b]) == [100, -100]
    with pytest.raises(RuleError, match="different rules: say which count"):
        score(a, best_arrangement(normal))
    assert score(a, best_arrangement(normal), rules=Rules()) == 6
    with pytest.raises(RuleError, match="laid with wheel='lowest', the rules say 'second'"):
        settle([a, best_arrangement(normal, rules=Rules(wheel="lowest"))], rules=Rules())
    with pytest.raises(TypeError, match="rules are given as"):
        score(a, b, rules="lowest")  # type: ignore[arg-type]


def test_players_of_the_wrong_type() -> None:
    """Hands are no arrangements."""
    with pytest.raises(TypeError, match="players are given as arrangements"):
        score(HAND, best_arrangement(HAND))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="players are given as arrangements"):
        settle([best_arrangement(HAND), HAND])  # type: ignore[list-item]
