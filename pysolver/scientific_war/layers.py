"""Values of all states, a layer for each number of tricks to go.

A layer is a buffer of int32: PS_SCIENTIFIC_ENDS fixed values, then one for each state that can come
up with so many tricks to go, in units of 2**-30. The states that few tricks reach are numbered
first, so the more tricks are to go, the shorter the layer.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, TypeAlias

from pysolver import native
from pysolver.parallel import chunks, run_threads

if TYPE_CHECKING:
    from collections.abc import Callable

    from pysolver.native.scientific_graph import Graph

#: int32 in memory or in a mapped file; its length is in bytes.
Layer: TypeAlias = bytearray | memoryview

ITEM: Final = 4
#: States of one call of the core: an interruption waits for no more than that.
CHUNK: Final = 1 << 19
#: All layers are kept where they take no more bytes than this; else some, and those that hold no
#: more than a part in ``SHORT`` of the states.
KEEP_ALL: Final = 64 << 20
SHORT: Final = 16


def layer_bytes(states: int) -> int:
    """The length of a layer."""
    return (states + native.scientific_graph.ENDS) * ITEM


def new_layer(states: int) -> bytearray:
    """Room for a layer."""
    return bytearray(layer_bytes(states))


def new_supports(graph: Graph) -> bytearray:
    """Room for the supports of all matrix games; none known yet."""
    return bytearray(ITEM * graph.games)


def sweep(
    graph: Graph,
    below: tuple[Layer, Layer],
    states: int,
    supports: bytearray,
    *,
    rounding: int = native.scientific_graph.NEAREST,
    threads: int = 1,
    advance: Callable[[int], None] = lambda _states: None,
) -> bytearray:
    """The layer of so many states above ``below``, the layer itself and the one for mirrors."""
    layer = new_layer(states)
    plus, minus = below

    def work(piece: tuple[int, int]) -> None:
        start, count = piece
        graph.sweep(plus, minus, layer, start, start + count, supports, rounding=rounding)

    pieces = list(chunks(0, states, CHUNK))
    if threads == 1:
        for piece in pieces:
            work(piece)
            advance(piece[1])
    else:
        run_threads(work, pieces, threads)
        advance(states)
    return layer


class Layers:
    """The layers of a game with a limit of tricks; those that are not kept are made again.

    Attributes:
        kept: layers by tricks to go.
        limit: tricks to go at the beginning.
    """

    __slots__ = ("_full_graph", "_made", "_threads", "kept", "limit")

    def __init__(
        self,
        limit: int,
        kept: dict[int, Layer],
        full_graph: Callable[[], Graph],
        threads: int = 1,
    ) -> None:
        """The layers that are kept, and where to find the graph for those that are not."""
        self.limit = limit
        self.kept = kept
        self._full_graph = full_graph
        self._threads = threads
        self._made: dict[int, Layer] = {}

    def at(self, to_go: int) -> Layer:
        """The layer with so many tricks to go, 0 … limit - 1.

        One that is not kept is made from the nearest below that is; those on the way stay, until
        others are made, so that a game played along asks for little more than one solution.
        """
        found = self.kept.get(to_go, self._made.get(to_go))
        if found is not None:
            return found
        graph = self._full_graph()
        start = max((known for known in self.kept if known < to_go), default=0)
        self._made = made = {start: self.kept.get(start) or first_layer(graph, self.limit)}
        supports = new_supports(graph)
        for layer in range(start + 1, to_go + 1):
            below = made[layer - 1]
            states = graph.within(self.limit - layer)
            made[layer] = sweep(graph, (below, below), states, supports, threads=self._threads)
        return made[to_go]


def first_layer(graph: Graph, limit: int) -> bytearray:
    """No trick to go: the most cards win."""
    states = graph.within(limit)
    layer = new_layer(states)
    graph.first_layer(native.scientific_graph.BY_COUNT, states, layer)
    return layer


def solve_layers(
    graph: Graph, limit: int, *, threads: int = 1, advance: Callable[[int], None]
) -> tuple[dict[int, Layer], int]:
    """All layers up to one trick less than the limit: those that are to be kept, and updates."""
    total = sum(layer_bytes(graph.within(limit - to_go)) for to_go in range(limit))
    spacing = 1 if total <= KEEP_ALL else math.isqrt(limit - 1) + 1
    below: Layer = first_layer(graph, limit)
    kept: dict[int, Layer] = {0: below} if spacing == 1 else {}
    supports = new_supports(graph)
    updates = 0
    for to_go in range(1, limit):
        states = graph.within(limit - to_go)
        below = sweep(graph, (below, below), states, supports, threads=threads, advance=advance)
        updates += states
        if to_go % spacing == 0 or to_go == limit - 1 or states * SHORT <= graph.states:
            kept[to_go] = below
    if limit == 1:
        kept[0] = below
    return kept, updates
