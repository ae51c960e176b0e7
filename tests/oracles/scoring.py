"""Who wins what, straight from the rules: two hands, and a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.oracles.branches import CATEGORIES, branch_key, is_foul
from tests.oracles.special_hands import points

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True)
class Laid:
    """Three branches as they lie on the table."""

    top: Sequence[int]
    middle: Sequence[int]
    bottom: Sequence[int]

    def hand(self) -> list[int]:
        """All thirteen cards."""
        return [*self.top, *self.middle, *self.bottom]


@dataclass(frozen=True)
class Options:
    """The options of the game that scoring looks at."""

    wheel: str = "second"
    equal_branches: bool = True
    foul_points: int = 9
    special_points: tuple[int, int] = (12, 6)
    bonuses: tuple[tuple[str, str, int], ...] = ()  # branch, category, points

    def bonus(self, branch: str, category: str) -> int:
        """Points on top of the one that the branch wins."""
        return sum(points for b, c, points in self.bonuses if (b, c) == (branch, category))


def score(a: Laid, b: Laid, options: Options) -> int:
    """Points that ``a`` wins from ``b``."""
    special_a = points(a.hand(), options.special_points)
    special_b = points(b.hand(), options.special_points)
    foul_a, foul_b = (
        is_foul(x.top, x.middle, x.bottom, options.wheel, equal_branches=options.equal_branches)
        for x in (a, b)
    )
    if special_b and not special_a:
        return -score(b, a, options)
    if special_a:
        won = max(special_a, options.foul_points) if foul_b else special_a
        return 0 if special_b else won
    if foul_a or foul_b:
        return options.foul_points * (int(foul_b) - int(foul_a))
    points_a = points_b = 0
    for branch in ("top", "middle", "bottom"):
        ours, theirs = getattr(a, branch), getattr(b, branch)
        our_key, their_key = branch_key(ours, options.wheel), branch_key(theirs, options.wheel)
        if our_key > their_key:
            points_a += 1 + options.bonus(branch, CATEGORIES[our_key[0]])
        elif our_key < their_key:
            points_b += 1 + options.bonus(branch, CATEGORIES[their_key[0]])
    return points_a - points_b


def settle(table: Sequence[Laid], options: Options) -> list[int]:
    """Points of each player when every two of them settle."""
    totals = [0] * len(table)
    for i in range(len(table)):
        for j in range(i):
            won = score(table[i], table[j], options)
            totals[i] += won
            totals[j] -= won
    return totals
