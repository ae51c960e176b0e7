"""What a branch of each strength is worth against a population of players.

The score of two normal hands is a sum over branches, so against a known population the value of a
split is ``top[s] + middle[t] + bottom[b]``. Tables are made from counts: how often the population
shows each strength at each branch. The equilibrium tables ship with the package; the command that
makes them again stands in their header (``tables().provenance``).
"""

from __future__ import annotations

import functools
from array import array
from itertools import accumulate
from operator import mul
from typing import TYPE_CHECKING, Any, Final

from pysolver import native
from pysolver.binh.outlook import Chances
from pysolver.binh.own_cards import Correction, Policy
from pysolver.binh.rules import BRANCHES, DEFAULT_RULES, Rules, check_rules
from pysolver.binh.values import bonus_by_strength, net_points
from pysolver.errors import DataError, RuleError, TablesWarning
from pysolver.storage import pack_record, unpack_record, write_whole

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

    import numpy as np
    import numpy.typing as npt

RECORD_KIND: Final = "pysolver binh tables"
SWEEP_RECORD_KIND: Final = "pysolver binh sweep tables"
_MOST_COUNT: Final = 1 << 62


class Tables:
    """Values of strengths at the three branches, points won minus lost a branch.

    Made by ``train``, ``tables`` or ``Tables.load``; treat as immutable.

    Attributes:
        rules: the rules they were trained for.
        normal_share: share of opponents with a normal hand.
        special_shares: share of opponents whose best special hand is of type A, of type B.
        provenance: how the tables came about: seed, hands, iterations, command.
    """

    __slots__ = (
        "_arrangers",
        "_chances",
        "_correction",
        "_counts",
        "_less",
        "_specials",
        "_units",
        "_valued",
        "normal_share",
        "provenance",
        "rules",
        "special_shares",
    )

    def __init__(
        self,
        counts: Sequence[Sequence[int]],
        specials: Sequence[int],
        *,
        rules: Rules = DEFAULT_RULES,
        provenance: dict[str, Any] | None = None,
        correction: Correction | None = None,
    ) -> None:
        """Make tables from what a population shows.

        Args:
            counts: for top, middle and bottom, how often each strength 0 … 7917 is shown; whole
                numbers of any scale, the same total for each branch.
            specials: numbers of opponents, on the same scale, with a special hand of type A, of
                type B.
            rules: the rules of the population.
            provenance: kept with the tables.
            correction: how the values move with own cards.

        Raises:
            DataError: counts of the wrong length or with different totals.
        """
        normal = _check_population(counts, specials)
        everybody = normal + sum(specials)
        self.rules = rules
        self.provenance = dict(provenance or {})
        self._counts = tuple(array("q", branch) for branch in counts)
        self._specials = (int(specials[0]), int(specials[1]))
        self.normal_share = normal / everybody
        self.special_shares = (specials[0] / everybody, specials[1] / everybody)
        self._less = tuple(array("q", [0, *accumulate(branch[:-1])]) for branch in self._counts)
        self._units = tuple(
            _units(net_points(branch, bonus), everybody)
            for branch, bonus in zip(self._counts, bonus_by_strength(rules), strict=True)
        )
        self._correction = correction
        self._arrangers: dict[tuple[bool, int, bool], native.arranger.Arranger] = {}
        self._chances: dict[tuple[int, int], Chances] = {}
        self._valued: dict[tuple[tuple[int, ...], ...], Tables] = {}

    def __repr__(self) -> str:
        made = self.provenance.get("command", "own counts")
        return f"<Tables {self.rules.options}, {made}>"

    def __reduce__(self) -> tuple[object, tuple[bytes, str]]:
        return Tables.from_bytes, (self.to_bytes(), "pickled tables")

    @property
    def correction(self) -> Correction | None:
        """How the values move with own cards; read when first asked for, with shipped tables."""
        if self._correction is None and _shipped(self.rules.wheel) is self:
            self._correction = _shipped_correction(self.rules.wheel)
        return self._correction

    @property
    def top(self) -> npt.NDArray[np.float64]:
        """Points won minus lost at the top, indexed by strength 0 … 7917 (0 is unused)."""
        return self._values(0)

    @property
    def middle(self) -> npt.NDArray[np.float64]:
        """Points won minus lost in the middle, indexed by strength."""
        return self._values(1)

    @property
    def bottom(self) -> npt.NDArray[np.float64]:
        """Points won minus lost at the bottom, indexed by strength."""
        return self._values(2)

    def _values(self, branch: int) -> npt.NDArray[np.float64]:
        import numpy as np

        return np.asarray(self._units[branch], np.float64) * native.arranger.VALUE_UNIT

    @property
    def units(self) -> tuple[array[int], ...]:
        """The three tables as the core reads them: int32 in units of 2^-26 points."""
        return self._units

    @property
    def counts(self) -> tuple[array[int], ...]:
        """How often the population shows each strength at each branch."""
        return self._counts

    def value(self, strengths: Sequence[int]) -> float:
        """Value of a split with these strengths: the branches alone, special hands apart."""
        units = sum(table[s] for table, s in zip(self._units, strengths, strict=True))
        return units * native.arranger.VALUE_UNIT

    def sweep_shares(self, strengths: tuple[int, int, int]) -> tuple[float, float] | None:
        """How often a split wins and loses all three, by opponent dealt; None if not counted."""
        del strengths
        return None

    def special_cost(self, rules: Rules) -> float:
        """Points that a normal hand loses on average to the special hands of one opponent."""
        a, b = self.special_shares
        return a * rules.special_points[0] + b * rules.special_points[1]

    def chances(self, branch: int, strength: int) -> Chances:
        """How a branch (0 top, 1 middle, 2 bottom) fares against an opponent with a normal hand."""
        found = self._chances.get((branch, strength))
        if found is None:
            less = self._less[branch][strength]
            equal = self._counts[branch][strength]
            total = self._less[branch][-1] + self._counts[branch][-1]
            found = Chances(less / total, equal / total, (total - less - equal) / total)
            self._chances[branch, strength] = found
        return found

    def stakes(self, branch: int, strength: int) -> tuple[float, float]:
        """What a branch of this strength wins when it wins, and loses on average when it loses."""
        bonus = bonus_by_strength(self.rules)[branch]
        shown = self._counts[branch]
        if not bonus[-1]:
            return 1.0, 1.0
        above = sum(shown[strength + 1 :])
        paid = sum(map(mul, shown[strength + 1 :], bonus[strength + 1 :]))
        return 1.0 + bonus[strength], 1.0 + (paid / above if above else bonus[-1])

    def arranger(
        self, rules: Rules, path: int = native.core.PATH, *, own_cards: bool = False
    ) -> native.arranger.Arranger:
        """The search for the best split by these tables, or by the values corrected for own cards.

        Raises:
            RuleError: ``own_cards`` is asked of tables without a correction.
        """
        key = (rules.equal_branches, path, own_cards)
        found = self._arrangers.get(key)
        if found is None and own_cards:
            if self.correction is None:
                message = (
                    "these tables have no correction for own cards: fit one with fit_correction, "
                    "or ask with own_cards=False"
                )
                raise RuleError(message)
            plain = self.arranger(rules, path)
            found = self._arrangers[key] = plain.corrected(
                self.correction.nodes, self.correction.coefficients
            )
        elif found is None:
            found = self._arrangers[key] = self._search(
                native.arranger.Arranger(
                    *self._units,
                    wheel=native.poker.WHEELS[self.rules.wheel],
                    equal_branches=rules.equal_branches,
                    shape_words=shape_words(),
                    path=path,
                )
            )
        return found

    def _search(self, by_branches: native.arranger.Arranger) -> native.arranger.Arranger:
        """The search by these tables, given that by the values of their branches."""
        return by_branches

    def policy(self, *, own_cards: bool) -> Policy:
        """What a worker needs to play by these tables, corrected for own cards or not."""
        correction = self.correction if own_cards else None
        return Policy(
            b"".join(branch.tobytes() for branch in self._units),
            self.rules,
            correction.to_bytes() if correction is not None else b"",
        )

    def with_correction(self, correction: Correction) -> Tables:
        """The same tables with a correction for own cards."""
        return Tables(
            self._counts,
            self._specials,
            rules=self.rules,
            provenance=self.provenance,
            correction=correction,
        )

    def under(self, rules: Rules) -> Tables:
        """The same population, valued by other rules.

        A correction for own cards is kept where bonuses are the same.

        Raises:
            RuleError: A-2-3-4-5 stands elsewhere in them: strengths would not be the same.
        """
        if rules.wheel != self.rules.wheel:
            message = (
                f"these tables are for wheel={self.rules.wheel!r}, not {rules.wheel!r}: "
                "train tables for these rules"
            )
            raise RuleError(message)
        if rules.sweep_bonus:
            message = (
                "these tables do not say what is won together: with a sweep_bonus take tables "
                "that were trained for one"
            )
            raise RuleError(message)
        if rules.bonuses == self.rules.bonuses:
            return self
        found = self._valued.get(rules.bonuses)
        if found is None:
            found = Tables(self._counts, self._specials, rules=rules, provenance=self.provenance)
            self._valued[rules.bonuses] = found
        return found

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the tables to a file, whole or not at all.

        Raises:
            OSError: the file cannot be written.
        """
        write_whole(path, self.to_bytes())

    def to_bytes(self) -> bytes:
        """The tables as a record; equal tables give equal bytes."""
        header = {
            "kind": RECORD_KIND,
            "rules": rules_header(self.rules),
            "specials": list(self._specials),
            "provenance": self.provenance,
        }
        payload = b"".join(_little_endian(branch) for branch in self._counts)
        return pack_record(header, payload)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Tables:
        """Read tables that ``save`` wrote.

        Raises:
            OSError: the file cannot be read.
            DataError: it holds no tables or is damaged.
        """
        from pathlib import Path

        return cls.from_bytes(Path(path).read_bytes(), str(path))

    @classmethod
    def from_bytes(cls, content: bytes, name: str) -> Tables:
        """The tables of a record; ``name`` is quoted in errors."""
        header, payload = unpack_record(content, name)
        if header.get("kind") == SWEEP_RECORD_KIND:
            from pysolver.binh.sweeps import SweepTables

            return SweepTables.from_record(header, payload, name)
        if header.get("kind") != RECORD_KIND or len(payload) != 8 * 3 * native.poker.STRENGTHS:
            message = f"{name} holds no Binh tables"
            raise DataError(message)
        flat = array("q")
        flat.frombytes(payload)
        if _is_big_endian():
            flat.byteswap()
        width = native.poker.STRENGTHS
        try:
            options = dict(header["rules"])
            return cls(
                [flat[i * width : (i + 1) * width] for i in range(3)],
                header["specials"],
                rules=Rules(**options),
                provenance=header["provenance"],
            )
        except (KeyError, TypeError, ValueError) as error:
            message = f"{name} holds Binh tables that this version cannot read: {error}"
            raise DataError(message) from error


def rules_header(rules: Rules) -> dict[str, object]:
    """Rules for the header of a file: without bonuses where there are none.

    So a file from before the bonuses is made again byte for byte.
    """
    options = rules.to_dict()
    return {key: options[key] for key in options if options[key] or "bonus" not in key}


def _check_population(counts: Sequence[Sequence[int]], specials: Sequence[int]) -> int:
    """The number of normal hands, if the counts are those of a population."""
    totals = {sum(branch) for branch in counts}
    numbers = [*specials, *(number for branch in counts for number in branch)]
    if (
        len(counts) != len(BRANCHES)
        or len(specials) != len(("A", "B"))
        or any(len(branch) != native.poker.STRENGTHS for branch in counts)
        or not all(isinstance(number, int) for number in numbers)
        or len(totals) != 1
        or min(numbers) < 0
        or not 0 < max(totals) + sum(specials) < _MOST_COUNT
        or not max(totals)
    ):
        message = (
            "counts of a population: three branches of 7918 whole numbers from 0 up with equal "
            "totals, of hands with a special two numbers, all in all less than 2^62"
        )
        raise DataError(message)
    return max(totals)


def _units(net: Sequence[int], everybody: int) -> array[int]:
    """Points won minus lost by opponent dealt, for each strength, in units.

    Every strength is worth at least one unit, 1.5e-8 points, more than the one below: of two
    branches that win equally often the stronger is laid.
    """
    scale = 1 / native.arranger.VALUE_UNIT / everybody
    units = array("i", bytes(4 * len(net)))
    previous = -native.arranger.VALUE_LIMIT
    for s, points in enumerate(net):
        previous = max(round(points * scale), previous + 1)
        units[s] = previous
    return units


def _is_big_endian() -> bool:
    import sys

    return sys.byteorder == "big"


def _little_endian(values: array[int]) -> bytes:
    copy = array(values.typecode, values)
    if _is_big_endian():
        copy.byteswap()
    return copy.tobytes()


@functools.cache
def shape_words() -> array[int]:
    """The shipped lists of Pareto-optimal bottoms by shape, as 16-bit words.

    Raises:
        DataError: the file is damaged.
    """
    name = "shapes.record"
    _, payload = unpack_record(shipped_data(name), name)
    words = array("H")
    words.frombytes(payload)
    if _is_big_endian():
        words.byteswap()
    return words


def shipped_data(name: str) -> bytes:
    """The content of a file that ships with the package."""
    from pathlib import Path

    return (Path(__file__).parent / "data" / name).read_bytes()


def tables(rules: Rules = DEFAULT_RULES) -> Tables:
    """The equilibrium tables for these rules: shipped, or trained and kept in the user's cache.

    Foul and special points move no branch, so any serve. Where no tables are trained for the rules
    yet (``train(rules, keep=True)``), the shipped ones stand in, with a warning.

    Raises:
        DataError: the shipped file is damaged.

    Warns:
        TablesWarning: shipped tables stand in for those of these rules.
    """
    found, note = find_tables(rules)
    if note:
        import warnings

        warnings.warn(note, TablesWarning, stacklevel=2)
    return found


def find_tables(rules: Rules) -> tuple[Tables, str]:
    """The same, with the text of the warning, or an empty one."""
    from pysolver.binh.variants import has_shipped_tables, tables_for

    if not has_shipped_tables(check_rules(rules)):
        return tables_for(rules)
    if rules.sweep_bonus:
        from pysolver.binh.sweeps import shipped_sweeps

        return shipped_sweeps(rules.wheel, rules.sweep_bonus), ""
    return _shipped(rules.wheel), ""


@functools.cache
def _shipped(wheel: str) -> Tables:
    name = f"equilibrium-{wheel}.record"
    return Tables.from_bytes(shipped_data(name), name)


@functools.cache
def _shipped_correction(wheel: str) -> Correction:
    name = f"own-cards-{wheel}.record"
    return Correction.from_bytes(shipped_data(name), name)
