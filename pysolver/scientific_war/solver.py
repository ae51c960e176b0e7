"""The exact solution of the game for two: all states, layer by layer of tricks to go."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Final

from pysolver import native
from pysolver.checks import shown, whole_number
from pysolver.errors import RuleError, SolverError
from pysolver.parallel import progress
from pysolver.scientific_war.extent import (
    COUNTED_CARDS,
    guess_extent,
    memory_in_words,
    rounded,
)
from pysolver.scientific_war.layers import Layers, new_layer, new_supports, solve_layers, sweep
from pysolver.scientific_war.rules import DEFAULT_RULES, Rules
from pysolver.scientific_war.solution import Bounds, Solution
from pysolver.scientific_war.state import State

if TYPE_CHECKING:
    from pysolver.native.scientific_graph import Graph

GIBIBYTE: Final = 1 << 30
DEFAULT_MEMORY: Final = 4 * GIBIBYTE
DEFAULT_SWEEPS: Final = 400
MOST_MEMORY: Final = 1 << 50
MOST_SWEEPS: Final = 1_000_000
_PLAYERS: Final = 2
_GROW: Final = 1 << 17
_LEAST_BYTES_A_STATE: Final = 40
_ENOUGH: Final = 1e-6
_ROOT_ERROR: Final = 1e-6


def solve(
    rules: Rules = DEFAULT_RULES,
    *,
    memory: int = DEFAULT_MEMORY,
    sweeps: int = DEFAULT_SWEEPS,
    threads: int = 1,
) -> Solution:
    """Solve the game for two players exactly.

    With a limit of tricks, values are exact up to the rounding of 2**-30 a trick. Without one each
    state has an interval: what player 0 is sure of if a game that is never decided counts as lost,
    and if it counts as won. The interval holds the value whatever an undecided game is worth.

    A progress bar is shown on a terminal. Nothing is written; an interruption leaves nothing.

    Args:
        rules: two players; a small deck.
        memory: bytes that the solution may take while it is made.
        sweeps: for the endless game, the most tricks to look ahead.
        threads: threads that share the sweeps; the answer stays the same.

    Raises:
        RuleError: not two players, or the deck is too large: the message says how large.
    """
    if not isinstance(rules, Rules):
        message = f"rules are Rules, not {shown(rules)}"
        raise TypeError(message)
    memory = whole_number(memory, "memory", 1, MOST_MEMORY)
    sweeps = whole_number(sweeps, "sweeps", 1, MOST_SWEEPS)
    threads = whole_number(threads, "threads", 1, 256)
    begun = perf_counter()
    _refuse_large(rules, memory, rules.trick_limit or sweeps)
    graph = build_graph(rules, memory)
    built = perf_counter()
    if rules.trick_limit is None:
        bounds, updates = _solve_endless(graph, sweeps, threads)
        solution = Solution(rules, graph, bounds=bounds)
    else:
        limit = rules.trick_limit
        total = sum(graph.within(limit - to_go) for to_go in range(1, limit))
        with progress("sweeps", total) as advance:
            kept, updates = solve_layers(graph, limit, threads=threads, advance=advance)
        layers = Layers(limit, kept, lambda: graph, threads)
        solution = Solution(rules, graph, layers=layers)
    done = perf_counter()
    solution.note(build_seconds=built - begun, sweep_seconds=done - built, updates=updates)
    low, high = solution.interval(State.initial(rules))
    if not low - _ROOT_ERROR <= 0.0 <= high + _ROOT_ERROR:
        message = f"the root of {rules.deck} came out at {low} to {high}: the core is at fault"
        raise SolverError(message)
    return solution


def build_graph(rules: Rules, memory: int = DEFAULT_MEMORY) -> Graph:
    """All states of a deck, and where every pair of choices leads.

    Raises:
        RuleError: they do not fit the memory.
    """
    most = min(native.scientific_graph.MOST_STATES, memory // _LEAST_BYTES_A_STATE + 1)
    graph = native.scientific_graph.Graph(rules.core(), most)
    try:
        with progress("states", None) as advance:
            done = 0
            while graph.grow(_GROW):
                advance(graph.expanded - done)
                done = graph.expanded
                if graph.bytes > memory:
                    raise native.scientific_graph.TooManyStatesError  # noqa: TRY301
    except native.scientific_graph.TooManyStatesError:
        message = (
            f"the deck {rules.deck} has more than {rounded(2 * graph.states)} states, which take "
            f"more than memory={memory:,} bytes ({memory_in_words(memory)})"
        )
        raise RuleError(message) from None
    return graph


def _refuse_large(rules: Rules, memory: int, sweeps: int) -> None:
    if rules.players != _PLAYERS:
        message = f"only the game for two players is solved, not for {rules.players}"
        raise RuleError(message)
    if len(rules.deck) <= COUNTED_CARDS:
        return
    extent = guess_extent(rules, sweeps)
    most = 8 if not rules.powers or not set("8JQ") & set(rules.ranks) else 7
    if extent.bytes > memory or len(rules.deck) > most:
        message = (
            f"the deck {rules.deck} is too large to be solved: {extent}, where "
            f"{memory_in_words(memory)} are allowed and {most} cards at most; 38JQKA takes seconds"
        )
        raise RuleError(message)


def _solve_endless(graph: Graph, sweeps: int, threads: int) -> tuple[Bounds, int]:
    """Bounds from ever longer games in which nobody's win counts against a player."""
    core = native.scientific_graph
    states = graph.states
    low, high = new_layer(states), new_layer(states)
    graph.first_layer(core.LOST, states, low)
    graph.first_layer(core.WON, states, high)
    low_supports, high_supports = new_supports(graph), new_supports(graph)
    updates = 0
    done = 0
    with progress("sweeps", sweeps) as advance:
        while done < sweeps:
            new_low = sweep(
                graph, (low, high), states, low_supports, rounding=core.DOWN, threads=threads
            )
            new_high = sweep(
                graph, (high, low), states, high_supports, rounding=core.UP, threads=threads
            )
            done += 1
            updates += 2 * states
            advance(1)
            settled = new_low == low and new_high == high
            low, high = new_low, new_high
            if settled:
                break
    return Bounds(low, high, done), updates
