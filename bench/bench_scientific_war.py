"""Scientific War: tricks a second, and values a second of the exact solver."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from pysolver import native
from pysolver.scientific_war import Rules, State, solve
from pysolver.scientific_war.layers import first_layer, new_supports, sweep
from pysolver.scientific_war.solver import build_graph
from tests.oracles import scientific_war as referee

if TYPE_CHECKING:
    from bench.conftest import Measure
    from pysolver.native.scientific_graph import Graph

VALUES = "Scientific War, one value"
STATES = "Scientific War, one state found"
TRICKS = "Scientific War, one trick"


def sweeps(graph: Graph, limit: int) -> int:
    """The sweeps of a solution and nothing else."""
    below = first_layer(graph, limit)
    supports = new_supports(graph)
    for to_go in range(1, limit):
        below = sweep(graph, (below, below), graph.within(limit - to_go), supports)
    return len(below)


def updates(graph: Graph, limit: int) -> int:
    return sum(graph.within(limit - to_go) for to_go in range(1, limit))


@pytest.mark.parametrize("deck", ["8JQKA", "8JQAX", "JQKA", "579TKA"])
def test_sweeps(measure: Measure, deck: str) -> None:
    graph = build_graph(Rules.of_deck(deck))
    measure(
        VALUES,
        f"{deck}, sweeps",
        lambda: sweeps(graph, 50),
        items=updates(graph, 50),
        unit="value",
    )


@pytest.mark.parametrize("threads", [1, 2])
def test_all_told(measure: Measure, threads: int) -> None:
    rules = Rules.of_deck("8JQKA")
    items = updates(build_graph(rules), 50)
    name = f"8JQKA, solve(), {threads} thread{'s' * (threads > 1)}"
    measure(VALUES, name, lambda: solve(rules, threads=threads), items=items, unit="value")


def test_sweeps_of_the_oracle(measure: Measure) -> None:
    """Plain Python, with GLOP for the matrix games that have no saddle point."""
    states = referee.reachable(referee.Options(ranks="8JQ", jokers=0, trick_limit=None))
    live = sum(not game.over() for game in states.values())
    measure(
        VALUES,
        "8JQ, plain Python and GLOP",
        lambda: list(referee.layers_of_values(states, 3)),
        items=3 * live,
        unit="value",
    )


@pytest.mark.parametrize("deck", ["8JQKA", "579TKA"])
def test_states(measure: Measure, deck: str) -> None:
    rules = Rules.of_deck(deck)
    states = build_graph(rules).states
    measure(STATES, deck, lambda: build_graph(rules), items=states, unit="state")


def test_states_of_the_oracle(measure: Measure) -> None:
    options = referee.Options(ranks="8JQ", jokers=0)
    count = len(referee.reachable(options))
    measure(
        STATES, "8JQ, plain Python", lambda: referee.reachable(options), items=count, unit="state"
    )


@pytest.mark.parametrize("players", [2, 4])
def test_tricks(measure: Measure, players: int) -> None:
    rules = Rules(players=players)
    core = rules.core()

    def games() -> int:
        dice = random.Random(1)
        tricks = 0
        for _ in range(20):
            table = native.scientific_war.Table(core)
            while not table.over():
                choices = [table.choices(player) for player in range(players)]
                table.play(
                    bytes(
                        dice.choice(of_one) if of_one else native.scientific_war.NOTHING
                        for of_one in choices
                    )
                )
                tricks += 1
        return tricks

    measure(TRICKS, f"table, {players} players", games, items=games(), unit="trick")


def test_tricks_of_states(measure: Measure) -> None:
    rules = Rules()

    def games() -> int:
        dice = random.Random(1)
        state = State.initial(rules)
        while not state.over:
            state = state.play([dice.choice(state.legal(player)) for player in range(2)])
        return state.tricks

    measure(TRICKS, "State, 2 players", games, items=games(), unit="trick")


def test_tricks_of_the_referee(measure: Measure) -> None:
    def games() -> int:
        dice = random.Random(1)
        game = referee.Game(referee.Options())
        while not game.over():
            game.play([dice.choice(game.legal(player)) for player in range(2)])
        return game.tricks

    measure(TRICKS, "plain Python, 2 players", games, items=games(), unit="trick")
