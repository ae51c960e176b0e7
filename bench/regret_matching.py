"""Tree search with regret matching: the peer that the search by matrix games is measured beside.

Every node keeps regrets for both players; an iteration walks down by the mixes that they ask for,
adds one node, takes the learned evaluation for its worth and teaches the nodes on the way. What it
plays is the average mix of the root. Simple and in plain Python: compare what it plays after a
number of iterations, not its time.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pysolver import native
from pysolver.scientific_war.evaluation import evaluation_for
from pysolver.scientific_war.state import core_table

if TYPE_CHECKING:
    from pysolver.scientific_war import Choice, State, View

_EXPLORED = 0.1


class _Node:
    """Regrets of both players, what each pair of choices has brought, and mixes added up."""

    def __init__(self, state: State) -> None:
        self.choices = (state.legal(0), state.legal(1))
        self.regrets = [[0.0] * len(own) for own in self.choices]
        self.sums = [[0.0] * len(own) for own in self.choices]
        self.worth: dict[tuple[int, int], tuple[float, int]] = {}
        self.after: dict[tuple[int, int], State] = {}

    def mix(self, player: int) -> list[float]:
        positive = [max(regret, 0.0) for regret in self.regrets[player]]
        total = sum(positive)
        even = 1 / len(positive)
        return [regret / total if total else even for regret in positive]

    def mean(self, pair: tuple[int, int]) -> float:
        total, count = self.worth.get(pair, (0.0, 0))
        return total / count if count else 0.0


class RegretSearch:
    """The tree of one position; values are player 0's."""

    def __init__(self, state: State, seed: int) -> None:
        self.root = state
        self.nodes = {state: _Node(state)}
        self.dice = random.Random(seed)
        self.weights = evaluation_for(state.rules).weights
        self.core = state.rules.core()

    def run(self, iterations: int) -> None:
        for _ in range(iterations):
            self._walk(self.root)

    def mix(self, player: int) -> dict[Choice, float]:
        """The average mix of the root."""
        node = self.nodes[self.root]
        total = sum(node.sums[player]) or 1.0
        return {
            choice: share / total
            for choice, share in zip(node.choices[player], node.sums[player], strict=True)
        }

    def _walk(self, state: State) -> float:
        if state.over:
            return state.returns[0]
        node = self.nodes.get(state)
        if node is None:
            self.nodes[state] = _Node(state)
            return native.scientific_search.evaluate(self.core, core_table(state), self.weights)
        pair = self._draw(state, node)
        if pair not in node.after:
            chosen = (node.choices[0][pair[0]], node.choices[1][pair[1]])
            node.after[pair] = state.play(chosen)
        value = self._walk(node.after[pair])
        total, count = node.worth.get(pair, (0.0, 0))
        node.worth[pair] = (total + value, count + 1)
        for player, sign in ((0, 1.0), (1, -1.0)):
            played, other = pair[player], pair[1 - player]
            for own in range(len(node.choices[player])):
                at = (own, other) if player == 0 else (other, own)
                worth = value if own == played else node.mean(at)
                node.regrets[player][own] += sign * (worth - value)
            for own, share in enumerate(node.mix(player)):
                node.sums[player][own] += share
        return value

    def _draw(self, state: State, node: _Node) -> tuple[int, int]:
        drawn = []
        for player in (0, 1):
            own = range(len(node.choices[player]))
            if self.dice.random() < _EXPLORED:
                drawn.append(self.dice.choice(own))
            else:
                drawn.append(self.dice.choices(own, node.mix(player))[0])
        if state.peeker is not None:
            me, other = state.peeker, drawn[1 - state.peeker]
            pairs = [
                (own, other) if me == 0 else (other, own) for own in range(len(node.choices[me]))
            ]
            untried = [pair for pair in pairs if pair not in node.worth]
            best = max(pairs, key=lambda pair: node.mean(pair) * (1 if me == 0 else -1))
            return self.dice.choice(untried) if untried else best
        return drawn[0], drawn[1]


@dataclass(frozen=True)
class RegretBot:
    """Plays the average mix of a tree search."""

    iterations: int

    def choose(self, view: View, seed: int) -> Choice:
        """A choice drawn from the mix; a peeker's reply is searched one trick later."""
        from pysolver.scientific_war import State

        assert view.holdings is not None
        state = State(
            view.rules,
            tuple(held.hand for held in view.holdings),
            tuple(held.pile for held in view.holdings),
            view.pot,
            view.reversed,
            view.peeker,
            view.may_swap,
            (),
            view.tricks,
            view.disputed,
            (0, 1),
        )
        search = RegretSearch(state, seed)
        search.run(self.iterations)
        me = view.player
        if view.choices is not None:
            node = search.nodes[state]
            other = node.choices[1 - me].index(view.choices[1 - me])
            sign = 1 if me == 0 else -1
            return max(
                view.legal,
                key=lambda one: (
                    sign
                    * node.mean(
                        (node.choices[0].index(one), other)
                        if me == 0
                        else (other, node.choices[1].index(one))
                    )
                ),
            )
        mix = search.mix(me)
        return random.Random(seed).choices([*mix], [*mix.values()])[0]
