"""The order of branches of three and of five cards, and the tower rule, as the rules say them.

A branch becomes a tuple: its category, then the ranks that decide, in the order they decide.
Tuples compare from the left, and a tuple that is the beginning of another is the smaller one, so
three cards that agree with five as far as they go are the weaker branch.
"""

from __future__ import annotations

import functools
from collections import Counter
from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

CATEGORIES = (
    "high card",
    "one pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
)
HIGH_CARD, ONE_PAIR, TWO_PAIR, TRIPLE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH = range(9)

ACE = 12
WHEEL = {ACE, 0, 1, 2, 3}

Key = tuple[int, ...]

#: The straights from the weakest up, by the rank that ends them; the wheel ends with the five (3).
STRAIGHTS = {
    "second": (4, 5, 6, 7, 8, 9, 10, 11, 3, 12),
    "lowest": (3, 4, 5, 6, 7, 8, 9, 10, 11, 12),
}


def straight_end(ranks: Iterable[int]) -> int | None:
    """The rank that ends five ranks in a row, 3 for A-2-3-4-5; None if they are no straight."""
    held = set(ranks)
    if held == WHEEL:
        return 3
    low = min(held)
    return low + 4 if held == set(range(low, low + 5)) else None


def branch_key(cards: Sequence[int], wheel: str = "second") -> Key:
    """The branch as a tuple that compares as the branches do."""
    ranks = [card // 4 for card in cards]
    counts = Counter(ranks)
    by_weight = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    shape = sorted(counts.values(), reverse=True)
    if len(cards) == 5 and len(counts) == 5:
        flush = len({card % 4 for card in cards}) == 1
        end = straight_end(ranks)
        if end is not None:
            return STRAIGHT_FLUSH if flush else STRAIGHT, STRAIGHTS[wheel].index(end)
        return FLUSH if flush else HIGH_CARD, *by_weight
    if shape[0] == 4:
        return FOUR, *by_weight
    if shape[0] == 3:
        return FULL_HOUSE if shape[1:] == [2] else TRIPLE, *by_weight
    if shape[:2] == [2, 2]:
        return TWO_PAIR, *by_weight
    return ONE_PAIR if shape[0] == 2 else HIGH_CARD, *by_weight


@functools.cache
def all_keys(wheel: str) -> dict[Key, int]:
    """Every tuple that a branch can have, numbered 1 … 7917 from the weakest up."""
    # Suits by place: cards of one rank differ, and no five cards are of one suit.
    branches = [
        [4 * rank + place % 4 for place, rank in enumerate(ranks)]
        for size in (3, 5)
        for ranks in combinations_with_replacement(range(13), size)
        if max(Counter(ranks).values()) < 5
    ]
    branches += [[4 * rank for rank in ranks] for ranks in combinations(range(13), 5)]
    keys = {branch_key(cards, wheel) for cards in branches}
    return {key: number for number, key in enumerate(sorted(keys), 1)}


def strength(cards: Sequence[int], wheel: str = "second") -> int:
    """The number of the branch on the scale 1 … 7917."""
    return all_keys(wheel)[branch_key(cards, wheel)]


def is_foul(
    top: Sequence[int],
    middle: Sequence[int],
    bottom: Sequence[int],
    wheel: str = "second",
    *,
    equal_branches: bool = True,
) -> bool:
    """Whether a branch is stronger than the one below it (or as strong, where that is a foul)."""
    upper, centre, lower = (branch_key(branch, wheel) for branch in (top, middle, bottom))
    if upper > centre or centre > lower:
        return True
    return centre == lower and not equal_branches
