"""Opponents of one hand, dealt from the other 39 cards and laid by the plain tables.

A split is chosen against one lot of opponents and valued against another, so that its figure is
not flattered by the choice. Opponents are dealt three at a time, in numbered blocks of 1,024 deals.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, NamedTuple

from pysolver import native
from pysolver.binh.outlook import SampleOutlook
from pysolver.checks import whole_number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pysolver.binh.constraints import Constraints
    from pysolver.binh.rules import Rules
    from pysolver.binh.tables import Tables

MOST_SAMPLES: Final = 10**9
_MOST_SEED: Final = 2**64 - 1
_OPPONENTS_A_DEAL: Final = 3


class Valued(NamedTuple):
    """What a split earns from sampled opponents: the same outlook for all, errors of their own."""

    outlook: SampleOutlook
    stderr: float
    gap_stderr: float  # of the difference to the first split


def _blocks(samples: int, seed: int) -> int:
    samples = whole_number(samples, "samples", 1, MOST_SAMPLES)
    whole_number(seed, "seed", 0, _MOST_SEED)
    return -(-samples // native.BLOCK_OPPONENTS)


def best_splits(
    hand: bytes,
    count: int,
    tables: Tables,
    rules: Rules,
    samples: int,
    seed: int,
    constraints: Constraints | None = None,
) -> list[native.Split]:
    """The ``count`` splits that earn most from ``samples`` opponents, best first.

    Raises:
        InfeasibleError: no split fulfils the constraints.
    """
    from pysolver.binh.responder import net_wins

    blocks = _blocks(samples, seed)
    counts, _ = tables.arranger(rules).opponents(hand, seed, 0, blocks)
    values = net_wins(counts)
    if constraints:
        from pysolver.binh.constrained import constrained_splits

        return constrained_splits(hand, constraints, values, rules, count)
    return native.best_by_values(
        values,
        hand,
        count,
        wheel=native.WHEELS[rules.wheel],
        equal_branches=rules.equal_branches,
    )


def value_splits(
    hand: bytes,
    splits: Sequence[tuple[int, int, int]],
    tables: Tables,
    rules: Rules,
    samples: int,
    seed: int,
) -> list[Valued]:
    """What splits of these strengths earn from ``samples`` other opponents, the same for all."""
    blocks = _blocks(samples, seed)
    policy = tables.arranger(rules)
    outlook = SampleOutlook(*policy.opponents(hand, seed, blocks, blocks))
    sums, squares, gaps = policy.duels(hand, splits, rules.special_points, seed, blocks, blocks)
    deals = blocks * native.BLOCK_OPPONENTS // _OPPONENTS_A_DEAL
    return [
        Valued(
            outlook,
            _stderr(total, square, deals),
            _stderr(total - sums[0], gap, deals),
        )
        for total, square, gap in zip(sums, squares, gaps, strict=True)
    ]


def _stderr(total: int, square: int, deals: int) -> float:
    """Standard error of the mean score by opponent, from sums over independent deals of three."""
    mean = total / deals
    variance = max(0.0, square / deals - mean * mean)
    return math.sqrt(variance / deals) / _OPPONENTS_A_DEAL
