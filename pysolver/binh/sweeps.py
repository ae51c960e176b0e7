"""Tables for rules under which winning all three branches earns a bonus.

The value of a split is then no sum over branches: how often it wins all three depends on what
opponents show at the three branches together. Such tables hold, beside the counts by branch, a
joint population: each branch is cut into 48 cells of strengths, and how often the three strengths
fall into each of the 48 x 48 x 48 cells is kept. Chances are exact at the edges of cells; between
two edges a strength keeps the place it has by its branch alone (csrc/binh/sweep.h).
"""

from __future__ import annotations

import functools
import sys
from array import array
from dataclasses import replace
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pysolver import native
from pysolver.binh.rules import Rules
from pysolver.binh.tables import SWEEP_RECORD_KIND, Tables, rules_header, shipped_data
from pysolver.errors import DataError, RuleError
from pysolver.storage import pack_record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pysolver.binh.own_cards import Correction, Policy

CELLS: Final = native.arranger.SWEEP_CELLS
#: Opponents, specials included, that cells and counts are scaled to for the core.
SCALE: Final = native.arranger.SWEEP_OPPONENTS
_EDGES: Final = 3 * (CELLS - 1)
_COUNTS: Final = 3 * native.poker.STRENGTHS
_CELL_BYTES: Final = 4


class Joint(NamedTuple):
    """What opponents show at the three branches together.

    Attributes:
        edges: uint16, for each branch the 47 strengths at which a new cell begins.
        cells: int32, how many of 2^24 opponents fall into each cell: top, middle, bottom.
    """

    edges: array[int]
    cells: array[int]


class SweepTables(Tables):
    """Values of strengths at the three branches, and of winning all three.

    Made by ``train``, ``tables`` or ``Tables.load`` for rules with a ``sweep_bonus``.

    Attributes:
        joint: what opponents show at the three branches together.
    """

    __slots__ = ("joint",)

    def __init__(
        self,
        counts: Sequence[Sequence[int]],
        specials: Sequence[int],
        joint: Joint,
        *,
        rules: Rules,
        provenance: dict[str, Any] | None = None,
        correction: Correction | None = None,
    ) -> None:
        """Make tables from what a population shows, as ``Tables`` does.

        Raises:
            RuleError: the rules pay no bonus for sweeps.
            DataError: counts of the wrong length or with different totals.
        """
        if not rules.sweep_bonus:
            message = "tables of sweeps are for rules with a sweep_bonus from 1 up"
            raise RuleError(message)
        super().__init__(
            counts, specials, rules=rules, provenance=provenance, correction=correction
        )
        self.joint = joint

    def sweep_shares(self, strengths: tuple[int, int, int]) -> tuple[float, float]:
        """How often, against an opponent dealt, a split wins all three and loses all three."""
        won, lost = native.sweep.values(self.arranger(self.rules), strengths)
        unit = native.arranger.VALUE_UNIT / self.rules.sweep_bonus
        return won * unit, -lost * unit

    def value(self, strengths: Sequence[int]) -> float:
        """Value of a split with these strengths, sweeps included, special hands apart."""
        a, b, c = strengths
        sweeps = native.sweep.values(self.arranger(self.rules), (a, b, c))
        return super().value(strengths) + sum(sweeps) * native.arranger.VALUE_UNIT

    def scaled_counts(self) -> array[int]:
        """The counts of the three branches as shares of 2^24 opponents, specials included."""
        everybody = sum(self._counts[0]) + sum(self._specials)
        return array("q", [n for branch in self._counts for n in scaled(branch, everybody)])

    def _search(self, by_branches: native.arranger.Arranger) -> native.arranger.Arranger:
        return by_branches.sweeping(
            self.joint.edges,
            self.scaled_counts(),
            self.joint.cells,
            self.rules.sweep_bonus,
        )

    def with_correction(self, correction: Correction) -> SweepTables:
        """The same tables with a correction for own cards."""
        return SweepTables(
            self._counts,
            self._specials,
            self.joint,
            rules=self.rules,
            provenance=self.provenance,
            correction=correction,
        )

    def under(self, rules: Rules) -> Tables:
        """The same population, valued by other rules; plain tables where those pay no bonus.

        A correction for own cards is kept where bonuses of branches are the same.

        Raises:
            RuleError: A-2-3-4-5 stands elsewhere in them: strengths would not be the same.
        """
        if _valued_by(rules) == _valued_by(self.rules):
            return self
        plain = Tables(self._counts, self._specials, rules=self.rules).under(
            replace(rules, sweep_bonus=0)
        )
        if not rules.sweep_bonus:
            return plain
        kept = self.correction if rules.bonuses == self.rules.bonuses else None
        return SweepTables(
            self._counts,
            self._specials,
            self.joint,
            rules=rules,
            provenance=self.provenance,
            correction=kept,
        )

    def policy(self, *, own_cards: bool) -> Policy:
        """What a worker needs to play by these tables, corrected for own cards or not."""
        joint = (self.joint.edges, self.scaled_counts(), self.joint.cells)
        a, b, c = (part.tobytes() for part in joint)
        return super().policy(own_cards=own_cards)._replace(joint=(a, b, c))

    def to_bytes(self) -> bytes:
        """The tables as a record; equal tables give equal bytes."""
        header = {
            "kind": SWEEP_RECORD_KIND,
            "rules": rules_header(self.rules),
            "specials": list(self._specials),
            "provenance": self.provenance,
        }
        parts = (self.joint.edges, *self._counts, self.joint.cells)
        return pack_record(header, b"".join(map(_planes, parts)))

    @classmethod
    def from_record(cls, header: dict[str, Any], payload: bytes, name: str) -> SweepTables:
        """The tables of a record that is read already; ``name`` is quoted in errors.

        Raises:
            DataError: it holds no such tables.
        """
        sizes = (("H", _EDGES), ("q", _COUNTS), ("i", CELLS**3))
        if len(payload) != sum(array(kind).itemsize * count for kind, count in sizes):
            message = f"{name} holds no Binh tables of sweeps"
            raise DataError(message)
        parts, start = [], 0
        for kind, count in (("H", _EDGES), *[("q", _COUNTS // 3)] * 3, ("i", CELLS**3)):
            end = start + array(kind).itemsize * count
            parts.append(_of_planes(kind, payload[start:end]))
            start = end
        try:
            return cls(
                parts[1:4],
                header["specials"],
                Joint(parts[0], parts[4]),
                rules=Rules(**header["rules"]),
                provenance=header["provenance"],
            )
        except (KeyError, TypeError, ValueError) as error:
            message = f"{name} holds Binh tables that this version cannot read: {error}"
            raise DataError(message) from error


def _valued_by(rules: Rules) -> tuple[object, ...]:
    """The options that values depend on."""
    return rules.wheel, rules.bonuses, rules.sweep_bonus


def edges_of(tables: Tables) -> array[int]:
    """Edges that cut what a population shows into 48 cells a branch.

    The heaviest cell that holds two strengths or more is cut where its halves are most alike, until
    there are 48: so a strength that many show gets a cell of its own.
    """
    edges = array("H")
    for counts in tables.counts:
        up_to = list(accumulate(counts, initial=0))
        cells = [(1, len(counts))]
        while len(cells) < CELLS:
            start, end = max(
                (cell for cell in cells if cell[1] - cell[0] > 1),
                key=lambda cell: (up_to[cell[1]] - up_to[cell[0]], cell[1] - cell[0]),
            )
            both = up_to[start] + up_to[end]
            cut = min(range(start + 1, end), key=lambda at: (abs(2 * up_to[at] - both), at))
            cells.remove((start, end))
            cells += [(start, cut), (cut, end)]
        edges.extend(sorted(start for start, _ in cells)[1:])
    return edges


def scaled(counts: Sequence[int], everybody: int) -> list[int]:
    """Counts out of everybody as counts out of 2^24; sums of the first ones are rounded alike."""
    up_to = [(total * SCALE + everybody // 2) // everybody for total in accumulate(counts)]
    return [up_to[0], *(after - before for before, after in pairwise(up_to))]


@functools.cache
def shipped_sweeps(wheel: str, bonus: int) -> SweepTables:
    """The tables that ship, with their correction for own cards.

    Raises:
        DataError: a shipped file is damaged.
    """
    from pysolver.binh.own_cards import Correction

    name = f"sweep-{bonus}-{wheel}.record"
    found = Tables.from_bytes(shipped_data(name), name)
    name = f"own-cards-sweep-{bonus}-{wheel}.record"
    corrected = found.with_correction(Correction.from_bytes(shipped_data(name), name))
    if not isinstance(corrected, SweepTables):
        message = f"{name} holds no tables of sweeps"
        raise DataError(message)
    return corrected


# ---- bytes ----


def _planes(values: array[int]) -> bytes:
    """The lowest byte of every value, then the next of every value …: so they compress well."""
    copy = array(values.typecode, values)
    if sys.byteorder == "big":
        copy.byteswap()
    content = copy.tobytes()
    return b"".join(content[i :: copy.itemsize] for i in range(copy.itemsize))


def _of_planes(kind: str, content: bytes) -> array[int]:
    values = array(kind)
    count = len(content) // values.itemsize
    mixed = bytearray(len(content))
    for i in range(values.itemsize):
        mixed[i :: values.itemsize] = content[i * count : (i + 1) * count]
    values.frombytes(bytes(mixed))
    if sys.byteorder == "big":
        values.byteswap()
    return values
