"""Scientific War for two: the states of a deck, and their values layer by layer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, Self

from pysolver.errors import SolverError
from pysolver.native.core import check, ffi, fits, lib, read, write

if TYPE_CHECKING:
    from pysolver._core import CData
    from pysolver.native.core import Buffer
    from pysolver.native.scientific_war import Table

ENDS: Final = lib.PS_SCIENTIFIC_ENDS
ONE: Final = lib.PS_SCIENTIFIC_ONE
MOST_STATES: Final = lib.PS_SCIENTIFIC_MOST_STATES
NEAREST: Final = lib.PS_SCIENTIFIC_NEAREST
DOWN: Final = lib.PS_SCIENTIFIC_DOWN
UP: Final = lib.PS_SCIENTIFIC_UP
BY_COUNT: Final = lib.PS_SCIENTIFIC_BY_COUNT
LOST: Final = lib.PS_SCIENTIFIC_LOST
WON: Final = lib.PS_SCIENTIFIC_WON


class TooManyStatesError(SolverError):
    """The game has more states than were allowed."""


class Answer(NamedTuple):
    """One position: both players' choices by the core's numbers, payoffs to player 0, mixes."""

    value: float
    gap: float
    choices: tuple[bytes, bytes]
    mixes: tuple[tuple[float, ...], tuple[float, ...]]
    payoffs: tuple[tuple[float, ...], ...]


class Graph:
    """The states that a game can reach. Once grown it is immutable: any number of threads."""

    __slots__ = ("_handle", "_rules")

    def __init__(self, rules: CData, most: int, *, keys: Buffer | None = None) -> None:
        """The first state; or the states of ``keys`` (uint64), to look up and not to sweep."""
        status = ffi.new("int *")
        if keys is None:
            handle = lib.ps_scientific_graph_new(rules, most, status)
        else:
            handle = lib.ps_scientific_graph_read(rules, read("uint64_t", keys), most, status)
        check(status[0])
        self._rules = rules
        self._handle = ffi.gc(handle, lib.ps_scientific_graph_free)

    @classmethod
    def of_keys(cls, rules: CData, keys: Buffer, count: int) -> Self:
        """The states of another graph's ``keys``."""
        fits(count, (read("uint64_t", keys), 1))
        return cls(rules, count, keys=keys)

    def grow(self, states: int) -> bool:
        """Expands so many states; returns whether any are left.

        Raises:
            TooManyStatesError: there are more states than were allowed.
        """
        found = lib.ps_scientific_graph_grow(self._handle, states)
        if found == lib.PS_SCIENTIFIC_FULL:
            raise TooManyStatesError
        return bool(check(found))

    def _figure(self, figure: int) -> int:
        return check(lib.ps_scientific_graph_figure(self._handle, figure))

    @property
    def states(self) -> int:
        """States found, mirrored ones counted once."""
        return self._figure(lib.PS_SCIENTIFIC_STATES)

    @property
    def expanded(self) -> int:
        """Of these those whose successors are known."""
        return self._figure(lib.PS_SCIENTIFIC_EXPANDED)

    @property
    def entries(self) -> int:
        """Pairs of choices."""
        return self._figure(lib.PS_SCIENTIFIC_ENTRIES)

    @property
    def depth(self) -> int:
        """The most tricks that it takes to reach a state."""
        return self._figure(lib.PS_SCIENTIFIC_DEPTH)

    @property
    def unfolded(self) -> int:
        """States, mirrored ones told apart."""
        return self._figure(lib.PS_SCIENTIFIC_UNFOLDED)

    @property
    def games(self) -> int:
        """States with a matrix game of two or more rows and columns."""
        return self._figure(lib.PS_SCIENTIFIC_GAMES)

    @property
    def bytes(self) -> int:
        """Memory held."""
        return self._figure(lib.PS_SCIENTIFIC_BYTES)

    def within(self, tricks: int) -> int:
        """How many states so many tricks can reach: they are the first ones."""
        return check(lib.ps_scientific_graph_within(self._handle, tricks))

    def keys(self, keys: Buffer) -> None:
        """Copies a uint64 a state."""
        target = write("uint64_t", keys)
        check(lib.ps_scientific_graph_keys(self._handle, target, len(target)))

    def find(self, table: Table) -> tuple[int, bool] | None:
        """The number of a state and whether it is mirrored; None if it cannot be reached."""
        mirror = ffi.new("int *")
        found = lib.ps_scientific_graph_find(self._handle, self._rules, table.handle, mirror)
        if found == lib.PS_SCIENTIFIC_UNREACHED:
            return None
        return check(found), bool(mirror[0])

    def first_layer(self, first: int, states: int, layer: Buffer) -> None:
        """Fills a layer (int32, ENDS longer than ``states``) with no trick to go."""
        target = write("int32_t", layer)
        fits(states + ENDS, (target, 1))
        check(lib.ps_scientific_first_layer(self._handle, first, states, target))

    def sweep(
        self,
        plus: Buffer,
        minus: Buffer,
        layer: Buffer,
        start: int,
        end: int,
        supports: Buffer,
        *,
        rounding: int = NEAREST,
    ) -> None:
        """Fills the states ``start`` … ``end - 1`` of a layer from the one below.

        ``plus`` and ``minus`` are one buffer but for bounds; ``supports`` is a uint32 a game.
        """
        below, mirrored, target = (
            read("int32_t", plus),
            read("int32_t", minus),
            write("int32_t", layer),
        )
        bits = write("uint32_t", supports)
        fits(end + ENDS, (target, 1))
        fits(self.games, (bits, 1))
        states = min(len(below), len(mirrored)) - ENDS
        check(
            lib.ps_scientific_sweep(
                self._handle, below, mirrored, states, target, start, end, rounding, bits
            )
        )

    def answer(self, table: Table, plus: Buffer, minus: Buffer) -> Answer | None:
        """One position in full; None if it, or what follows it, is not in the layers."""
        below, mirrored = read("int32_t", plus), read("int32_t", minus)
        states = min(len(below), len(mirrored)) - ENDS
        found = ffi.new("ps_scientific_answer *")
        status = lib.ps_scientific_answer_of(
            self._handle, self._rules, table.handle, below, mirrored, states, found
        )
        if status == lib.PS_SCIENTIFIC_UNREACHED:
            return None
        check(status)
        rows, columns = found.rows, found.columns
        return Answer(
            found.value,
            found.gap,
            (bytes(found.row_choices[0:rows]), bytes(found.column_choices[0:columns])),
            (tuple(found.row_mix[0:rows]), tuple(found.column_mix[0:columns])),
            tuple(tuple(found.payoffs[i * columns : (i + 1) * columns]) for i in range(rows)),
        )
