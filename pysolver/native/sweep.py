"""A bonus for winning all three branches: what opponents show together."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Final

from pysolver.errors import RuleError
from pysolver.native.arranger import BLOCK_OPPONENTS, SWEEP_CELLS, kept_branches, splits_of
from pysolver.native.core import check, ffi, lib, read, write
from pysolver.native.poker import SPECIAL_TALLY, STRENGTHS, check_hand

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pysolver.native.arranger import Arranger, Split
    from pysolver.native.core import Buffer

MOST_BONUS: Final = lib.PS_MOST_SWEEP_BONUS
MOST_COUNT: Final = lib.PS_SWEEP_MOST_COUNT


def values(arranger: Arranger, strengths: tuple[int, int, int]) -> tuple[int, int]:
    """The bonus that a split of these strengths wins, and less the bonus it pays, in units."""
    found = ffi.new("int32_t[2]")
    check(lib.ps_sweep_values(arranger.handle, ffi.new("uint16_t[]", strengths), found))
    return found[0], found[1]


def population(
    arranger: Arranger, edges: Buffer, seed: int, first_block: int, blocks: int
) -> tuple[array[int], array[int], array[int]]:
    """As ``Arranger.population``, and how often normal hands fall into each cell (uint64)."""
    counts = array("Q", bytes(8 * 3 * STRENGTHS))
    specials = array("Q", bytes(8 * SPECIAL_TALLY))
    cells = array("Q", bytes(8 * SWEEP_CELLS**3))
    thresholds = read("uint16_t", edges)
    if len(thresholds) != 3 * (SWEEP_CELLS - 1):
        message = "a joint population has 3 x 47 edges"
        raise RuleError(message)
    check(
        lib.ps_sweep_population(
            arranger.handle,
            arranger.path,
            seed,
            first_block,
            blocks,
            thresholds,
            write("uint64_t", counts),
            write("uint64_t", specials),
            write("uint64_t", cells),
        )
    )
    return counts, specials, cells


def opponent_strengths(
    policy: Arranger, hand: bytes, seed: int, first_block: int, blocks: int
) -> array[int]:
    """What each opponent of a hand shows: three strengths (uint16) for each, deal by deal.

    The opponents are those of ``Arranger.opponents``. A special hand stands as 0, 0 and 1 for type
    A, 2 for type B.
    """
    strengths = array("H", bytes(2 * 3 * BLOCK_OPPONENTS * blocks))
    check(
        lib.ps_opponent_strengths(
            policy.handle,
            policy.path,
            check_hand(hand),
            seed,
            first_block,
            blocks,
            write("uint16_t", strengths),
        )
    )
    return strengths


def best_against(
    values: Sequence[Buffer],
    strengths: Buffer,
    bonus: int,
    hand: bytes,
    count: int,
    *,
    wheel: int,
    equal_branches: bool,
    allowed: Buffer | None = None,
) -> list[Split]:
    """The best ``count`` splits by values and by counting sweeps over opponents.

    ``values``: three int32 tables by strength, points against all the opponents. ``strengths``:
    theirs, as ``opponent_strengths`` gives them. ``allowed``: as for ``best_by_values``.
    """
    top, middle, bottom = (read("int32_t", table) for table in values)
    if not len(top) == len(middle) == len(bottom) == STRENGTHS:
        message = f"a table holds {STRENGTHS} values, one for each strength from 0 to 7917"
        raise RuleError(message)
    shown = read("uint16_t", strengths)
    splits = ffi.new("ps_split[]", count)
    found = check(
        lib.ps_scan_opponents(
            top,
            middle,
            bottom,
            shown,
            len(shown) // 3,
            bonus,
            wheel,
            equal_branches,
            check_hand(hand),
            kept_branches(allowed),
            count,
            splits,
        )
    )
    return splits_of(splits, found, hand)
