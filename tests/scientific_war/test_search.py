"""The search for two against its definition, and the evaluation against a slow one."""

from __future__ import annotations

import random

import numpy as np
import pytest

from pysolver import native
from pysolver.scientific_war import Rules, State
from pysolver.scientific_war.choice import choice_of, code_of
from pysolver.scientific_war.state import core_table
from tests.oracles import scientific_search as oracle

RULES = [
    Rules(),
    Rules(ranks="8JQKA", jokers=0),
    Rules(ranks="238JQA", trick_limit=12),
    Rules(ranks="8TJQKA", reversal="next", trick_limit=None),
    Rules(ranks="8JQA", powers=False, trick_limit=9),
]


def random_weights(seed: int, size: int = 60) -> np.ndarray:
    dice = np.random.default_rng(seed)
    return dice.integers(-size, size + 1, native.scientific_search.WEIGHTS).astype(np.int16)


def positions(rules: Rules, games: int, seed: int) -> list[State]:
    """Every table of some random games."""
    dice = random.Random(seed)
    found = []
    for _ in range(games):
        state = State.initial(rules)
        for _ in range(60):
            if state.over:
                break
            found.append(state)
            state = state.play([dice.choice(state.legal(player)) for player in range(2)])
    return found


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_evaluation(rules: Rules) -> None:
    weights = random_weights(1)
    slow = oracle.Evaluation(weights)
    core = rules.core()
    seen = set()
    for state in positions(rules, 12, 1):
        value = native.scientific_search.evaluate(core, core_table(state), weights)
        assert value == pytest.approx(slow.value(state), abs=2e-6)
        seen.add(round(value, 3))
    assert len(seen) > 20  # (not everything at the ends of the scale)


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_one_trick_ahead(rules: Rules) -> None:
    """The sums of the search by rows and columns are the evaluation after each pair of choices."""
    weights = random_weights(2)
    core = rules.core()
    for state in positions(rules, 12, 2):
        found = native.scientific_search.advise(
            core, core_table(state), weights, seen=None, iterations=1
        )
        assert found.choices[0] == bytes(map(code_of, state.legal(0)))
        assert found.choices[1] == bytes(map(code_of, state.legal(1)))
        for row, first in enumerate(found.choices[0]):
            for column, second in enumerate(found.choices[1]):
                after = state.play((choice_of(first), choice_of(second)))
                if after.over:
                    assert found.payoffs[row][column] == after.returns[0]
                else:
                    value = native.scientific_search.evaluate(core, core_table(after), weights)
                    assert found.payoffs[row][column] == value
        assert found.value == pytest.approx(oracle.game_value(state, found.payoffs), abs=1e-6)
