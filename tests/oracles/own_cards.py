"""Features of a hand and the values that follow from them, by plain counting."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import numpy as np
import numpy.typing as npt

NODES = 96
FEATURES = 295
UNIT_RATIO = 4096  # coefficients come in units of 2^-14 points, values in units of 2^-26

RANK_COUNT = 1
SUIT_LENGTH = RANK_COUNT + 4 * 13
REPEATED = SUIT_LENGTH + 14
TWO_RANKS = REPEATED + 7
TWO_REPEATED = TWO_RANKS + 78
CARD_IN_SUIT = TWO_REPEATED + 78

PAIRS = {pair: number for number, pair in enumerate((a, b) for a in range(13) for b in range(a))}


def features(hand: Sequence[int]) -> npt.NDArray[np.int64]:
    """How often the hand has each feature."""
    found = np.zeros(FEATURES, np.int64)
    ranks, suits = Counter(c // 4 for c in hand), Counter(c % 4 for c in hand)
    found[0] = 1
    for rank, copies in ranks.items():
        found[RANK_COUNT + 4 * rank + copies - 1] += 1
    for suit in range(4):
        found[SUIT_LENGTH + suits[suit]] += 1
    for card in hand:
        found[CARD_IN_SUIT + 5 * (card // 4) + min(5, suits[card % 4]) - 1] += 1
    twice = [rank for rank, copies in ranks.items() if copies > 1]
    found[REPEATED + len(twice)] += 1
    for group, first in ((ranks, TWO_RANKS), (twice, TWO_REPEATED)):
        for a, b in combinations(sorted(group), 2):
            found[first + PAIRS[b, a]] += 1
    return found


def values(
    hand: Sequence[int],
    plain: Sequence[Sequence[int]],
    nodes: npt.NDArray[np.int64],
    coefficients: npt.NDArray[np.int64],
) -> tuple[list[npt.NDArray[np.int64]], list[int]]:
    """Values by strength at top, middle and bottom, and the chances of specials, in units."""
    sums = features(hand) @ coefficients * UNIT_RATIO
    tables = []
    for branch in range(3):
        at = np.maximum.accumulate(sums[branch * NODES : (branch + 1) * NODES])
        table = np.zeros(7918, np.int64)
        own, base = nodes[branch], np.asarray(plain[branch], np.int64)
        for strength in range(7918):
            place = max(0, int(np.searchsorted(own, strength, "right")) - 1)
            if place == NODES - 1:
                table[strength] = at[place]
                continue
            low, high = base[own[place]], base[own[place + 1]]
            weight = max(0, int(base[strength] - low)) * 65536 // int(high - low)
            table[strength] = at[place] + (int(at[place + 1] - at[place]) * weight >> 16)
        tables.append(table)
    return tables, [int(sums[3 * NODES]), int(sums[3 * NODES + 1])]
