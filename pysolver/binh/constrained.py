"""The best splits under constraints: every split looked at, but for those that break a wish.

A wish is decided by a branch alone, so it says of each of the 2,860 candidate branches whether it
may be laid; the scan in C leaves the others out. ``branch_model`` states the same as a model for
constraint programming, which proves the answers in the tests; ``conflicts`` tells by it which
wishes cannot hold together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pysolver import native
from pysolver.binh.candidates import Candidates
from pysolver.cards import CARDS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pysolver.binh.constraints import Constraints
    from pysolver.binh.rules import Rules

    Search = Callable[[bytes, int, native.core.Buffer | None], list[native.arranger.Split]]


def constrained_splits(
    hand: bytes,
    constraints: Constraints,
    values: Sequence[native.core.Buffer],
    rules: Rules,
    count: int = 1,
    search: Search | None = None,
) -> list[native.arranger.Split]:
    """The best splits that fulfil the constraints, best first, each of other strengths.

    Args:
        hand: thirteen ids.
        constraints: the wishes; none are fulfilled by every split.
        values: three int32 tables by strength, in any unit: the plain tables
            (``tables(rules).units``), those corrected for the hand
            (``Arranger.values_for_hand``), or what sampled opponents leave to each strength.
        rules: the options of the game; ``wheel`` and ``equal_branches`` matter.
        count: how many at most.
        search: finds the best ``count`` splits of a hand among branches that are allowed, where a
            sum of values does not say which are best.

    Raises:
        CardError: a wish names a card that the hand does not hold.
        InfeasibleError: no split fulfils the constraints; its ``conflict`` cannot be made smaller
            by leaving any one of them out.
        SolverError: the search for the conflict ended without a proof.
    """
    wishes = constraints.wishes([CARDS[card] for card in hand])
    wheel = native.poker.WHEELS[rules.wheel]
    candidates = Candidates(hand, wheel=wheel, equal_branches=rules.equal_branches)
    allowed = candidates.allowed(wishes)
    splits = (
        search(hand, count, allowed)
        if search is not None
        else native.arranger.best_by_values(
            values,
            hand,
            count,
            wheel=wheel,
            equal_branches=rules.equal_branches,
            allowed=allowed,
        )
    )
    if not splits:
        from pysolver.binh.conflicts import infeasible

        raise infeasible(candidates, wishes, wheel)
    return splits
