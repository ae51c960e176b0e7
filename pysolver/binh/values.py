"""What strengths win and lose against a population, in points: the formula behind every table.

A branch of strength s against an opponent who shows o: it wins 1 + bonus(s) if s is stronger, and
loses 1 + bonus(o) if o is. Bonuses depend on the category (``Rules.branch_bonus``).
"""

from __future__ import annotations

import functools
from array import array
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

from pysolver import native

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pysolver.binh.rules import Rules


@functools.lru_cache(maxsize=16)
def bonus_by_strength(rules: Rules) -> tuple[bytes, ...]:
    """Bonus points of each strength 0 … 7917 at top, middle and bottom."""
    starts = (*native.poker.CATEGORY_STARTS, native.poker.STRENGTHS)
    sizes = [end - start for start, end in pairwise(starts)]
    return tuple(
        bytes(starts[0]) + b"".join(bytes([b]) * size for b, size in zip(row, sizes, strict=True))
        for row in rules.bonuses
    )


def net_points(shown: Sequence[int], bonus: bytes) -> list[int]:
    """Points won minus points lost by each strength, over all opponents of a population.

    Args:
        shown: how many opponents show each strength 0 … 7917 at a branch.
        bonus: bonus points of each strength at that branch.
    """
    up_to = list(accumulate(shown))
    total = up_to[-1]
    if not any(bonus):
        return [2 * below - own - total for below, own in zip(up_to, shown, strict=True)]
    paid = list(accumulate(count * (1 + b) for count, b in zip(shown, bonus, strict=True)))
    return [
        (below - own) * (1 + b) - (paid[-1] - cost)
        for below, own, b, cost in zip(up_to, shown, bonus, paid, strict=True)
    ]


def net_points_of_branches(counts: Sequence[int], rules: Rules) -> list[array[int]]:
    """The same for top, middle and bottom, from counts one after the other, as int32."""
    width = native.poker.STRENGTHS
    return [
        array("i", net_points(counts[i * width : (i + 1) * width], bonus))
        for i, bonus in enumerate(bonus_by_strength(rules))
    ]
