"""Scientific War for three and more: a mix by regrets over tables dealt at random."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pysolver.native.core import check, ffi, lib
from pysolver.native.scientific_war import NOTHING, SEATS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pysolver._core import CData
    from pysolver.native.scientific_war import Table

UNKNOWN_SIZE: Final = -1
MOST_GAMES: Final = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Mix:
    """What the core found: choices, how often to make each, and what each is worth."""

    choices: bytes
    mix: tuple[float, ...]
    evs: tuple[float, ...]
    stderrs: tuple[float, ...]
    value: float
    stderr: float
    games: int


def advise(
    rules: CData,
    table: Table,
    *,
    unseen: Sequence[int],
    player: int,
    deal: int,
    totals: Sequence[int],
    hand_sizes: Sequence[int],
    seen: Sequence[int],
    seed: int,
    iterations: int,
) -> Mix:
    """A mix for ``player`` of a table that holds his cards and the pot alone.

    ``hand_sizes`` holds UNKNOWN_SIZE and ``seen`` NOTHING where the player does not know.
    """
    view = ffi.new("ps_scientific_view *")
    view.state = table.handle[0]
    view.unseen = sum(1 << 4 * rank for rank in unseen)
    view.player = player
    view.deal = deal
    for seat in range(SEATS):
        known = seat < len(totals)
        view.totals[seat] = totals[seat] if known else 0
        view.hand_sizes[seat] = hand_sizes[seat] if known else 0
        view.seen[seat] = seen[seat] if known else NOTHING
    found = ffi.new("ps_scientific_crowd_advice *")
    check(lib.ps_scientific_crowd(rules, view, seed, min(iterations, MOST_GAMES), found))
    count = found.count
    return Mix(
        bytes(found.choices[0:count]),
        tuple(found.mix[0:count]),
        tuple(found.evs[0:count]),
        tuple(found.stderrs[0:count]),
        found.value,
        found.stderr_of_value,
        found.games,
    )
