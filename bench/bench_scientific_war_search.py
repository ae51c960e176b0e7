"""Milliseconds a choice of Scientific War: the search, its bots, and a tree search beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bench.regret_matching import RegretBot
from pysolver import native
from pysolver.scientific_war import GreedyBot, RandomBot, Rules, SolverBot, State, play_game
from pysolver.scientific_war.evaluation import evaluation_for
from pysolver.scientific_war.state import core_table

if TYPE_CHECKING:
    from bench.conftest import Measure
    from pysolver.scientific_war import Bot, View

CHOICE = "Scientific War, one choice, full deck"
SMALL = "Scientific War, one choice, 8JQKA"
CROWD = "Scientific War, one choice, 4 players"


def views(rules: Rules, seed: int) -> list[View]:
    """What the player to choose sees, through a game of the greedy bot."""
    record = play_game([GreedyBot(), *[RandomBot()] * (rules.players - 1)], rules=rules, seed=seed)
    state, found = State.initial(rules), []
    for trick in record.tricks:
        if state.hands[0] and state.peeker != 0:
            found.append(state.view(0))
        state = state.play(trick)
    return found


def choose(bot: Bot, asked: list[View]) -> None:
    for seed, view in enumerate(asked):
        bot.choose(view, seed)


@pytest.mark.parametrize("iterations", [20_000, 1, 5_000, 100_000])
def test_solver(measure: Measure, iterations: int) -> None:
    asked = views(Rules(), 1)
    name = f"SolverBot({iterations:,})"
    measure(
        CHOICE, name, lambda: choose(SolverBot(iterations), asked), items=len(asked), unit="choice"
    )


@pytest.mark.parametrize("bot", [GreedyBot(), RegretBot(100)], ids=str)
def test_others(measure: Measure, bot: Bot) -> None:
    asked = views(Rules(), 1)[:8]
    measure(CHOICE, str(bot), lambda: choose(bot, asked), items=len(asked), unit="choice")


@pytest.mark.parametrize("iterations", [20_000, 1_000])
def test_small_deck(measure: Measure, iterations: int) -> None:
    asked = views(Rules(ranks="8JQKA", jokers=0), 1)
    name = f"SolverBot({iterations:,})"
    measure(
        SMALL, name, lambda: choose(SolverBot(iterations), asked), items=len(asked), unit="choice"
    )


def test_crowd(measure: Measure) -> None:
    asked = views(Rules(players=4), 1)
    measure(
        CROWD,
        "SolverBot(20,000)",
        lambda: choose(SolverBot(), asked),
        items=len(asked),
        unit="choice",
    )


def test_positions(measure: Measure) -> None:
    """The core alone: positions valued by looking two tricks ahead."""
    rules = Rules()
    table, weights = core_table(State.initial(rules)), evaluation_for(rules).weights
    found = native.scientific_search.advise(
        rules.core(), table, weights, seen=None, iterations=20_000
    )
    measure(
        "Scientific War, one position valued",
        "the search",
        lambda: native.scientific_search.advise(
            rules.core(), table, weights, seen=None, iterations=20_000
        ),
        items=found.leaves,
        unit="position",
    )
