"""Opponents of one hand, dealt from the other 39 cards and laid as the opponents do.

A split is chosen against one lot of opponents and valued against another, so that its figure is
not flattered by the choice. Opponents are dealt three at a time, in numbered blocks of 1,024 deals.
"""

from __future__ import annotations

import math
from array import array
from typing import TYPE_CHECKING, Final, NamedTuple

from pysolver import native
from pysolver.binh.arrangement import is_foul
from pysolver.binh.outlook import SampleOutlook, SweepSampleOutlook
from pysolver.binh.rules import DEFAULT_RULES
from pysolver.binh.special_hand import points_of_kinds
from pysolver.binh.values import net_points_of_branches
from pysolver.checks import whole_number

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    import numpy.typing as npt

    from pysolver.binh.valuation import Valuation

#: So many that the points of all of them, bonuses included, still fit 32 bits.
MOST_SAMPLES: Final = 10**8
_MOST_SEED: Final = 2**64 - 1
_OPPONENTS_A_DEAL: Final = 3

#: Blocks of one call of the core, about half a second, so that an interruption is heard.
_PART_BLOCKS: Final = 64

#: Strengths that lose to every branch.
_WEAKER_THAN_ALL: Final = (0, 0, 0)


class Valued(NamedTuple):
    """What a split earns from sampled opponents: the same outlook for all, errors of their own."""

    outlook: SampleOutlook
    stderr: float
    gap_stderr: float  # of the difference to the first split


def _blocks(samples: int, seed: int) -> int:
    samples = whole_number(samples, "samples", 1, MOST_SAMPLES)
    whole_number(seed, "seed", 0, _MOST_SEED)
    return -(-samples // native.arranger.BLOCK_OPPONENTS)


def choosing_values(hand: bytes, measure: Valuation) -> list[array[int]]:
    """What strengths earn from the opponents that ways are chosen by: three tables, in points."""
    blocks = _blocks(measure.samples, measure.seed)
    counts, _ = _opponents(measure.policy, hand, measure.seed, 0, blocks)
    return net_points_of_branches(counts, measure.rules)


def choosing_opponents(hand: bytes, measure: Valuation) -> npt.NDArray[np.uint16]:
    """What the opponents that ways are chosen by show together, shape (n, 3); specials as zeros.

    For rules with a bonus for sweeps.
    """
    return _together(hand, measure, 0)


def _together(hand: bytes, measure: Valuation, first: int) -> npt.NDArray[np.uint16]:
    import numpy as np

    blocks = _blocks(measure.samples, measure.seed)
    parts = [
        np.array(
            native.sweep.opponent_strengths(
                measure.policy,
                hand,
                measure.seed,
                start,
                min(_PART_BLOCKS, first + blocks - start),
            ),
            np.uint16,
        )
        for start in range(first, first + blocks, _PART_BLOCKS)
    ]
    return np.concatenate(parts).reshape(-1, 3)


def _sweep_outlook(hand: bytes, measure: Valuation, first: int) -> SweepSampleOutlook:
    """By opponents of the blocks from ``first`` on."""
    import numpy as np

    shown = _together(hand, measure, first)
    normal = shown[shown[:, 0] > 0]
    width = native.poker.STRENGTHS
    counts = np.concatenate([np.bincount(normal[:, i], minlength=width) for i in range(3)])
    specials = [int(((shown[:, 0] == 0) & (shown[:, 2] == kind)).sum()) for kind in (1, 2)]
    return SweepSampleOutlook(
        array("Q", counts.tolist()), array("Q", specials), measure.rules, normal
    )


def value_splits(
    hand: bytes, splits: Sequence[tuple[int, int, int]], measure: Valuation
) -> list[Valued]:
    """What splits of these strengths earn from as many other opponents, the same for all.

    The errors are those of what counts: a special hand is declared, and a foul loses all branches.
    Between a foul and a legal split the error of the gap is an upper bound.
    """
    rules, policy, seed = measure.rules, measure.policy, measure.seed
    blocks = _blocks(measure.samples, seed)
    outlook = (
        _sweep_outlook(hand, measure, blocks)
        if rules.sweep_bonus
        else SampleOutlook(*_opponents(policy, hand, seed, blocks, blocks), rules)
    )
    deals = blocks * native.arranger.BLOCK_OPPONENTS // _OPPONENTS_A_DEAL

    def duels(
        strengths: Sequence[tuple[int, int, int]],
        special_points: tuple[int, int],
        bonuses: Sequence[Sequence[int]] = DEFAULT_RULES.bonuses,
    ) -> list[tuple[float, float]]:
        sums, squares, gaps = _in_parts(
            lambda first, size: policy.duels(
                hand, strengths, special_points, bonuses, seed, first, size
            ),
            blocks,
            blocks,
        )
        return [
            (_stderr(total, square, deals), _stderr(total - sums[0], gap, deals))
            for total, square, gap in zip(sums, squares, gaps, strict=True)
        ]

    def without_branches(extra: tuple[int, int]) -> float:
        """Error of a result that moves by these points when an opponent's hand is special."""
        lost = 3 + rules.sweep_bonus
        return duels([_WEAKER_THAN_ALL], (lost + extra[0], lost + extra[1]))[0][0]

    kinds = native.poker.special_kinds(hand)
    if kinds:
        special = points_of_kinds(kinds, rules)
        stderr = without_branches((special, special))
        return [Valued(outlook, stderr, 0.0) for _ in splits]
    errors = duels(splits, rules.special_points, rules.bonuses)
    valued = [Valued(outlook, *of_split) for of_split in errors]
    fouls = [i for i, strengths in enumerate(splits) if is_foul(strengths, rules)]
    if fouls:
        a, b = (max(0, points - rules.foul_points) for points in rules.special_points)
        stderr = without_branches((a, b))
        for i in fouls:
            gap = math.hypot(stderr, valued[0].stderr) if i else 0.0
            valued[i] = valued[i]._replace(stderr=stderr, gap_stderr=gap)
    return valued


def _opponents(
    policy: native.arranger.Arranger, hand: bytes, seed: int, first: int, blocks: int
) -> tuple[array[int], array[int]]:
    """What the opponents of these blocks show."""
    counts, specials = _in_parts(
        lambda start, size: policy.opponents(hand, seed, start, size), first, blocks
    )
    return counts, specials


def _in_parts(
    work: Callable[[int, int], tuple[array[int], ...]], first: int, blocks: int
) -> tuple[array[int], ...]:
    """The sums of arrays over blocks, a few blocks at a time."""
    last = first + blocks
    total = work(first, min(_PART_BLOCKS, blocks))
    for start in range(first + _PART_BLOCKS, last, _PART_BLOCKS):
        fresh = work(start, min(_PART_BLOCKS, last - start))
        for sums, more in zip(total, fresh, strict=True):
            for i, value in enumerate(more):
                sums[i] += value
    return total


def _stderr(total: int, square: int, deals: int) -> float:
    """Standard error of the mean score by opponent, from sums over independent deals of three."""
    mean = total / deals
    variance = max(0.0, square / deals - mean * mean)
    return math.sqrt(variance / deals) / _OPPONENTS_A_DEAL
