"""How values move with one's own cards: the correction, and how it is fitted.

Who holds three aces meets fewer pairs of aces. For the thirteen own cards the value of a strength
is a sum over features of the hand (how many cards of each rank, how long the suits are and the
suit of each rank, how many ranks are repeated, which two ranks come together or are both repeated),
at 96 strengths a branch; between them a strength keeps the place it has by the plain tables
(csrc/binh/own_cards.h).

The fit is least squares over random deals: each ordered pair of hands of a deal is a sample, the
first hand gives the features, the second, laid by the policy, falls above or below each of the 96
strengths. In each round the policy is the correction of all rounds so far, so the correction is
fitted against players who use it too.
"""

from __future__ import annotations

import functools
import sys
from array import array
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pysolver import native
from pysolver.binh.values import bonus_by_strength
from pysolver.errors import DataError, RuleError
from pysolver.storage import pack_record, unpack_record

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from pysolver.binh.rules import Rules
    from pysolver.binh.tables import Tables

RECORD_KIND: Final = "pysolver binh own cards"
CHUNK_BLOCKS: Final = 64
DEFAULT_HANDS: Final = 400_000
DEFAULT_ITERATIONS: Final = 24
RIDGE: Final = 1e-4


class Correction:
    """Nodes and coefficients of the correction for own cards; treat as immutable.

    Attributes:
        nodes: uint16, 96 strengths for each branch.
        coefficients: int32 in units of 2^-14 points, 295 features x 290 outputs.
        provenance: how they came about.
    """

    __slots__ = ("coefficients", "nodes", "provenance")

    def __init__(
        self, nodes: array[int], coefficients: array[int], provenance: dict[str, Any]
    ) -> None:
        self.nodes = nodes
        self.coefficients = coefficients
        self.provenance = provenance

    def to_bytes(self) -> bytes:
        """The correction as a record; equal ones give equal bytes."""
        return pack_record(
            {"kind": RECORD_KIND, "provenance": self.provenance},
            _little_endian(self.nodes) + _little_endian(self.coefficients),
        )

    @classmethod
    def from_bytes(cls, content: bytes, name: str) -> Correction:
        """The correction of a record; ``name`` is quoted in errors.

        Raises:
            DataError: the record is damaged or holds something else.
        """
        header, payload = unpack_record(content, name)
        split = 2 * 3 * native.arranger.CORRECTION_NODES
        size = split + 4 * native.arranger.CORRECTION_FEATURES * native.arranger.CORRECTION_OUTPUTS
        if header.get("kind") != RECORD_KIND or len(payload) != size:
            message = f"{name} holds no correction for own cards"
            raise DataError(message)
        nodes, coefficients = array("H"), array("i")
        nodes.frombytes(payload[:split])
        coefficients.frombytes(payload[split:])
        if sys.byteorder == "big":
            nodes.byteswap()
            coefficients.byteswap()
        return cls(nodes, coefficients, header["provenance"])


def _little_endian(values: array[int]) -> bytes:
    copy = array(values.typecode, values)
    if sys.byteorder == "big":
        copy.byteswap()
    return copy.tobytes()


def nodes_of(tables: Tables) -> array[int]:
    """96 strengths a branch, at equal shares of what the population shows.

    Where the bonus changes, the strengths on either side are nodes too: so the value can jump.
    """
    nodes = array("H")
    last = native.poker.STRENGTHS - 1
    inner = native.arranger.CORRECTION_NODES - 2
    for counts, bonus in zip(tables.counts, bonus_by_strength(tables.rules), strict=True):
        total = sum(counts)
        found, below, wanted = [1], 0, 1
        for strength, count in enumerate(counts):
            if wanted <= inner and below * (inner + 1) >= wanted * total and strength > found[-1]:
                found.append(strength)
                wanted += 1
                while wanted <= inner and below * (inner + 1) >= wanted * total:
                    wanted += 1
            below += count
        # Strengths shown by many take several shares at once: fill up with their neighbours.
        free = (s for s in range(last - 1, 1, -1) if s not in set(found))
        while len(found) < inner + 1:
            found.append(next(free))
        edges = {
            edge
            for strength in range(2, last)
            if bonus[strength] != bonus[strength - 1]
            for edge in (strength - 1, strength)
        }
        for edge in sorted(edges - set(found)):
            replaceable = [node for node in found[1:] if node not in edges]
            nearest = min(replaceable, key=lambda node, edge=edge: (abs(node - edge), node))  # type: ignore[misc]
            found[found.index(nearest)] = edge
        nodes.extend([*sorted(found), last])
    return nodes


class Policy(NamedTuple):
    """Tables as plain bytes, for workers and as a key; see ``Tables.policy``.

    Attributes:
        units: values by strength, three int32 tables.
        rules: the rules of the tables.
        correction: the record of a correction for own cards, or nothing.
        joint: of tables with a bonus for sweeps the joint population: edges, counts and cells.
    """

    units: bytes
    rules: Rules
    correction: bytes = b""
    joint: tuple[bytes, bytes, bytes] | None = None


@functools.lru_cache(maxsize=4)
def policy_arranger(policy: Policy) -> native.arranger.Arranger:
    """The search of a policy; kept, as a worker gets many chunks with the same one."""
    from pysolver.binh.tables import shape_words

    size = len(policy.units) // 3
    top, middle, bottom = (policy.units[i * size : (i + 1) * size] for i in range(3))
    found = native.arranger.Arranger(
        top,
        middle,
        bottom,
        wheel=native.poker.WHEELS[policy.rules.wheel],
        equal_branches=policy.rules.equal_branches,
        shape_words=shape_words(),
    )
    if policy.correction:
        correction = Correction.from_bytes(policy.correction, "correction")
        found = found.corrected(correction.nodes, correction.coefficients)
    if policy.joint is not None:
        found = found.sweeping(*policy.joint, policy.rules.sweep_bonus)
    return found


def _sums_chunk(
    policy: Policy, nodes: bytes, seed: int, first: int, blocks: int
) -> tuple[array[int], array[int]]:
    return policy_arranger(policy).correction_sums(nodes, seed, first, blocks)


def fit_correction(
    tables: Tables,
    *,
    hands: int = DEFAULT_HANDS,
    iterations: int = DEFAULT_ITERATIONS,
    seed: int = 0,
    jobs: int = 1,
) -> Correction:
    """The correction for own cards of players who use it, on top of the tables.

    Args:
        tables: the plain tables.
        hands: random hands a round, rounded up to blocks of 4,096.
        iterations: rounds; round k counts k times.
        seed: of the random hands, 0 … 2^64 - 1.
        jobs: processes that share the work; the result does not depend on it.

    Raises:
        RuleError: an argument is out of range.
    """
    import numpy as np

    from pysolver.binh.training import check_run
    from pysolver.parallel import chunks, progress, run_tasks

    blocks = check_run(hands, seed)
    if not isinstance(iterations, int) or iterations < 1:
        message = f"iterations is a whole number from 1 up, not {iterations!r}"
        raise RuleError(message)
    policy = tables.policy(own_cards=False)
    nodes = nodes_of(tables)
    features = native.arranger.CORRECTION_FEATURES
    gram = np.zeros((features, features), np.int64)
    cells = np.zeros((native.arranger.CORRECTION_CELLS, features), np.int64)
    found = None
    with progress("own cards", iterations) as advance:
        for number in range(1, iterations + 1):
            tasks = [
                (policy, nodes.tobytes(), seed, start, size)
                for start, size in chunks(number * blocks, blocks, CHUNK_BLOCKS)
            ]
            for fresh_gram, fresh_cells in run_tasks(_sums_chunk, tasks, jobs=jobs):
                gram += number * np.array(fresh_gram, np.int64).reshape(gram.shape)
                cells += number * np.array(fresh_cells, np.int64).reshape(cells.shape)
            found = Correction(
                nodes,
                _solve(gram, cells, _node_points(nodes, tables.rules)),
                {
                    "hands": blocks * native.arranger.BLOCK_HANDS,
                    "iterations": number,
                    "seed": seed,
                    "command": (
                        f"pysolver train binh-own-cards {tables.rules.options} "
                        f"--hands {blocks * native.arranger.BLOCK_HANDS} --iterations {number} "
                        f"--seed {seed}"
                    ),
                },
            )
            policy = policy._replace(correction=found.to_bytes())
            advance(1)
    assert found is not None  # noqa: S101  (there is a first round)
    return found


def _node_points(nodes: array[int], rules: Rules) -> npt.NDArray[np.int64]:
    """What a branch won pays at each node, shape (3, 96)."""
    import numpy as np

    rows = np.array(nodes, np.int64).reshape(3, -1)
    return np.array(
        [
            [1 + bonus[node] for node in row]
            for row, bonus in zip(rows.tolist(), bonus_by_strength(rules), strict=True)
        ],
        np.int64,
    )


def _solve(
    gram: npt.NDArray[np.int64], cells: npt.NDArray[np.int64], points: npt.NDArray[np.int64]
) -> array[int]:
    """Least squares with a little ridge on everything but the constant, in units."""
    import numpy as np

    total = gram[0, 0]
    width = 2 * native.arranger.CORRECTION_NODES + 1
    targets = []
    for branch in range(3):
        part = cells[branch * width : (branch + 1) * width]
        below = np.cumsum(part, axis=0)
        # Bonuses change between neighbouring nodes only, so that a cell pays what the node below
        # it does; nothing lies below the first.
        paid = part * np.concatenate([[1], np.repeat(points[branch], 2)])[:, None]
        above = np.cumsum(paid[::-1], axis=0)[::-1]
        targets += [
            points[branch, node] * below[2 * node] - above[2 * node + 2]
            for node in range(native.arranger.CORRECTION_NODES)
        ]
    targets += [cells[3 * width], cells[3 * width + 1]]
    system = gram / total + RIDGE * np.eye(len(gram))
    system[0, 0] -= RIDGE
    solution = _eliminate(system, np.array(targets, np.float64).T / total)
    units = np.rint(solution / native.arranger.CORRECTION_UNIT).astype(np.int32)
    return array("i", np.ascontiguousarray(units).tobytes())


def _eliminate(
    system: npt.NDArray[np.float64], right: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64]:
    """The solution of a positive definite system, by element-wise operations only.

    A library routine would sum in an order of its own on every machine, and the shipped file could
    not be made again bit for bit.
    """
    import numpy as np

    rows = np.hstack([system, right])
    for k in range(len(system)):
        rows[k] /= rows[k, k]
        factors = rows[:, k].copy()
        factors[k] = 0.0
        rows -= factors[:, None] * rows[k]
    return rows[:, len(system) :]
