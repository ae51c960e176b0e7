"""The search for two against its definition, and the evaluation against a slow one."""

from __future__ import annotations

import random

import numpy as np
import pytest

from pysolver import native
from pysolver.errors import RuleError, SolverError
from pysolver.scientific_war import Rules, State, solve
from pysolver.scientific_war.choice import choice_of, code_of
from pysolver.scientific_war.evaluation import shipped
from pysolver.scientific_war.state import core_table
from tests.oracles import matrix_game
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


@pytest.mark.parametrize("rules", [RULES[1], RULES[2], RULES[3]], ids=str)
def test_two_and_three_tricks_ahead(rules: Rules) -> None:
    """With all choices looked at, values are those of the definition."""
    weights = random_weights(3)
    slow = oracle.Evaluation(weights)
    core = rules.core()
    depths: list[int] = []
    for state in random.Random(5).sample(positions(rules, 20, 3), 80):
        pairs = len(state.legal(0)) * len(state.legal(1))
        if pairs > 12 or len(depths) == 7:
            continue
        found = native.scientific_search.advise(
            core, core_table(state), weights, seen=None, iterations=10 * pairs * pairs
        )
        if not 2 <= found.depth <= 3 or (found.depth == 3 and pairs > 4):
            continue
        depths.append(found.depth)
        expected = oracle.payoffs(state, slow, found.depth)
        assert np.array(found.payoffs) == pytest.approx(np.array(expected), abs=1e-5)
        assert found.value == pytest.approx(oracle.game_value(state, expected), abs=1e-5)
    assert depths.count(2) >= 3


@pytest.mark.parametrize("rules", [RULES[0], RULES[1]], ids=str)
@pytest.mark.parametrize("lean", [0.3, 0.8])
def test_leaning(rules: Rules, lean: float) -> None:
    """A leaned mix is an optimal one of the leaned game; all else stays."""
    core, weights = rules.core(), shipped("full" if rules.jokers else "small").weights
    changed = 0
    for state in positions(rules, 6, 8):
        for player, seat in ((0, -1), (1, 1)):
            plain, found = (
                native.scientific_search.advise(
                    core,
                    core_table(state),
                    weights,
                    seen=None,
                    iterations=1,
                    player=player,
                    lean=share,
                )
                for share in (0.0, lean)
            )
            assert found.mixes[1 - player] == plain.mixes[1 - player]
            assert (found.payoffs, found.value) == (plain.payoffs, plain.value)
            if state.peeker is not None or plain.exact:
                assert found == plain
                continue
            game = np.array(plain.payoffs)
            game = -seat * (game.T if player else game)
            bent = oracle.leaned(game, lean)
            worth = min(np.array(found.mixes[player]) @ bent)
            assert worth == pytest.approx(matrix_game.value(bent.tolist()), abs=1e-6)
            assert sum(found.mixes[player]) == pytest.approx(1)
            changed += found.mixes[player] != plain.mixes[player]
    assert changed > 10


def test_leaning_two_tricks_ahead_leaves_out_what_was_not_looked_at() -> None:
    rules = Rules()
    for state in positions(rules, 2, 9):
        plain, found = (
            native.scientific_search.advise(
                rules.core(),
                core_table(state),
                shipped("full").weights,
                seen=None,
                iterations=12_000,
                lean=lean,
            )
            for lean in (0.0, 0.5)
        )
        assert found.payoffs == plain.payoffs
        if plain.exact or state.peeker is not None:
            assert found.mixes == plain.mixes
            continue
        assert sum(share > 0 for share in found.mixes[0]) <= found.width
        # What is given up against the best answer is given up for more against the simple one.
        game = np.array(plain.payoffs)
        before, after = np.array(plain.mixes[0]), np.array(found.mixes[0])
        prior = oracle.leaned(game, 1.0)[:, 0]
        assert after @ prior >= before @ prior - 1e-9


def test_the_last_tricks_are_exact() -> None:
    """Near the limit nothing rests on the evaluation: any weights give the exact solution."""
    rules = Rules(ranks="8JQA", jokers=0, trick_limit=9)
    solution = solve(rules)
    exact = 0
    for state in positions(rules, 30, 4):
        found = native.scientific_search.advise(
            rules.core(), core_table(state), random_weights(4), seen=None, iterations=20_000
        )
        if found.exact:
            exact += 1
            assert found.value == pytest.approx(solution.value(state), abs=1e-6)
    assert exact > 60


def test_players_are_treated_alike() -> None:
    rules = Rules()
    weights = random_weights(6)
    weights[-2048:-1024] = weights[-1024:]  # what is good for one is as bad for the other
    core = rules.core()
    for state in positions(rules, 3, 6):
        other = State(
            rules,
            state.hands[::-1],
            state.piles[::-1],
            state.pot,
            state.reversed,
            None if state.peeker is None else 1 - state.peeker,
            tuple(1 - player for player in state.may_swap),
            (),
            state.tricks,
            state.disputed,
            (0, 1),
        )
        first, second = (
            native.scientific_search.advise(core, core_table(one), weights, seen=None, iterations=1)
            for one in (state, other)
        )
        assert first.choices == second.choices[::-1]
        assert np.array(second.payoffs) == pytest.approx(-np.array(first.payoffs).T, abs=1e-7)


def test_the_core_refuses_bad_weights() -> None:
    rules = Rules()
    table = core_table(State.initial(rules))
    with pytest.raises(RuleError, match="do not fit"):
        native.scientific_search.evaluate(rules.core(), table, b"\0\0")
    huge = random_weights(1)
    huge[7] = 5000
    with pytest.raises(RuleError):
        native.scientific_search.evaluate(rules.core(), table, huge)
    with pytest.raises(SolverError):
        native.scientific_search.advise(
            rules.core(), table, random_weights(1), seen=None, iterations=0
        )
