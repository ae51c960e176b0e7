"""The best ways to lay a hand, by any measure: what hints, reviews and single answers share."""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from pysolver import native

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    import numpy.typing as npt

    from pysolver.binh.arrangement import Arrangement
    from pysolver.binh.constrained import Search
    from pysolver.binh.constraints import Constraints
    from pysolver.binh.valuation import Valuation


class Way(NamedTuple):
    """An arrangement, and the standard error of the difference of its ``ev`` to the first way's."""

    arrangement: Arrangement
    gap_stderr: float


def best_way(hand: bytes, measure: Valuation, constraints: Constraints | None) -> Arrangement:
    """The best arrangement."""
    if constraints or measure.samples:
        return best_ways(hand, 1, measure, constraints)[0].arrangement
    split = measure.arranger.best(hand)
    return measure.of_split(split, measure.outlook(hand, split))


def best_ways(
    hand: bytes, count: int, measure: Valuation, constraints: Constraints | None
) -> list[Way]:
    """The best ``count`` ways of different strengths, best first by what they were chosen by.

    Sampled opponents are dealt once to choose by and once to value by, whatever the count.

    Raises:
        InfeasibleError: no split fulfils the constraints.
    """
    if measure.samples:
        return _sampled_ways(hand, count, measure, constraints)
    if constraints:
        search = measure.arranger.ranked if measure.rules.sweep_bonus else None
        values = () if search else measure.values(hand)
        splits = _constrained(hand, count, measure, constraints, values, search)
        outlook = measure.outlook(hand)
        ways = [Way(measure.of_split(split, outlook), 0.0) for split in splits]
        return _with_cost(ways, best_way(hand, measure, None).ev)
    return [
        Way(measure.of_split(split, measure.outlook(hand, split)), 0.0)
        for split in measure.arranger.ranked(hand, count)
    ]


def best_and_own(
    hand: bytes,
    own: native.arranger.Split,
    measure: Valuation,
    constraints: Constraints | None,
) -> tuple[Arrangement, Way]:
    """The best arrangement, and the player's own split beside it."""
    if measure.samples:
        best, yours = _sampled_ways(hand, 1, measure, constraints, own)
        return best.arrangement, yours
    best_found = best_way(hand, measure, constraints)
    return best_found, Way(measure.of_split(own, measure.outlook(hand)), 0.0)


def _sampled_ways(
    hand: bytes,
    count: int,
    measure: Valuation,
    constraints: Constraints | None,
    own: native.arranger.Split | None = None,
) -> list[Way]:
    """The best ways by sampled opponents, and the own split last if one is given."""
    from pysolver.binh.sampling import choosing_opponents, choosing_values, value_splits

    search: Search
    if measure.rules.sweep_bonus:
        search = _sweep_search(measure, choosing_opponents(hand, measure))
    else:
        search = _search(measure, choosing_values(hand, measure))
    chosen = (
        _constrained(hand, count, measure, constraints, (), search)
        if constraints
        else search(hand, count, None)
    )
    free = search(hand, 1, None) if constraints else []
    splits = [*chosen, *free, *([own] if own is not None else [])]
    valued = value_splits(hand, [split.strengths for split in splits], measure)
    ways = [
        Way(measure.of_split(split, value.outlook, value.stderr), value.gap_stderr)
        for split, value in zip(splits, valued, strict=True)
    ]
    found = ways[: len(chosen)]
    if free:
        found = _with_cost(found, ways[len(chosen)].arrangement.ev)
    return [*found, *ways[len(chosen) + len(free) :]]


def _with_cost(ways: list[Way], free: float) -> list[Way]:
    """The ways with what the constraints cost: the same for the second best under them."""
    cost = max(0.0, free - ways[0].arrangement.ev)
    return [Way(replace(way, constraint_cost=cost), error) for way, error in ways]


def _search(measure: Valuation, values: Sequence[native.core.Buffer]) -> Search:
    """The search by values of branches."""
    return functools.partial(
        _best_by_values,
        values,
        wheel=native.poker.WHEELS[measure.rules.wheel],
        equal_branches=measure.rules.equal_branches,
    )


def _best_by_values(
    values: Sequence[native.core.Buffer],
    hand: bytes,
    count: int,
    allowed: native.core.Buffer | None,
    **rules: Any,
) -> list[native.arranger.Split]:
    return native.arranger.best_by_values(values, hand, count, allowed=allowed, **rules)


def _sweep_search(measure: Valuation, opponents: npt.NDArray[np.uint16]) -> Search:
    """The search by counting what opponents show together."""
    from pysolver.binh.sweep_responder import branch_values

    rules = measure.rules
    values = branch_values(opponents, rules)

    def search(
        hand: bytes, count: int, allowed: native.core.Buffer | None
    ) -> list[native.arranger.Split]:
        return native.sweep.best_against(
            values,
            opponents,
            rules.sweep_bonus,
            hand,
            count,
            wheel=native.poker.WHEELS[rules.wheel],
            equal_branches=rules.equal_branches,
            allowed=allowed,
        )

    return search


def _constrained(
    hand: bytes,
    count: int,
    measure: Valuation,
    constraints: Constraints,
    values: Sequence[native.core.Buffer],
    search: Search | None,
) -> list[native.arranger.Split]:
    from pysolver.binh.constrained import constrained_splits

    return constrained_splits(hand, constraints, values, measure.rules, count, search)
