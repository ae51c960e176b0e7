"""Opponents to lay a hand against: the equilibrium, tables of the caller's, or folk players.

The folk players lay every hand by a rule of thumb. A rule is a set of values that the search in C
lays hands by, such that no gain in a later wish makes up for a loss in an earlier one:

=========== =======================================================================================
attack      a full house below, then the strongest top: the strongest kind of bottom, then the
            strongest top, then the strongest middle
defend      a flush or less below, then the strongest middle: the strongest kind of bottom, a full
            house being no better than a flush, then the strongest middle, then the top
weak        anything below, the strongest middle, then the top: the weak hand against attack
weak-top    anything below, the strongest top, then the middle: the weak hand against defend
=========== =======================================================================================

Source: the game's own list of sayings, bottom / middle / top: "full house / any / max", "flush or
less / max / avg", "any / max / avg" and "any / avg / max". What they say of some hands is read here
as a rule for all.
"""

from __future__ import annotations

import functools
from array import array
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Final, TypeAlias

from pysolver import native
from pysolver.binh.categories import CATEGORIES
from pysolver.binh.tables import Tables, shape_words
from pysolver.errors import RuleError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pysolver.binh.rules import Rules

#: "equilibrium", the name of a folk player, or tables whose population is met.
Opponents: TypeAlias = str | Tables

EQUILIBRIUM: Final = "equilibrium"
FOLK: Final = ("attack", "defend", "weak", "weak-top")
NAMES: Final = (EQUILIBRIUM, *FOLK)

#: Random hands that a folk population is told from, about half a second of work.
_BLOCKS: Final = 256
_SEED: Final = 20_260
_THREADS: Final = 4

_FLUSH: Final = CATEGORIES.index("flush")
_FULL_HOUSE: Final = CATEGORIES.index("full house")


def check_opponents(opponents: object) -> Opponents:
    """The opponents themselves.

    Raises:
        RuleError: there are none of that name.
        TypeError: neither a name nor tables.
    """
    if isinstance(opponents, Tables):
        return opponents
    if not isinstance(opponents, str):
        message = (
            f"opponents are one of {', '.join(NAMES)}, or Tables such as train() gives, not "
            f"{opponents!r}"
        )
        raise TypeError(message)
    if opponents not in NAMES:
        message = f"{opponents!r} are no opponents: it is one of {', '.join(NAMES)}, or Tables"
        raise RuleError(message)
    return opponents


def folk_values(name: str, wheel: str) -> tuple[array[int], array[int], array[int]]:
    """The values that a folk player lays by: int32 by strength at top, middle and bottom."""
    strengths = range(native.poker.STRENGTHS)
    tops = _places_of_tops(native.poker.WHEELS[wheel])
    nothing = [0] * native.poker.STRENGTHS
    best_kind = {"attack": _FULL_HOUSE, "defend": _FLUSH, "weak": 0, "weak-top": 0}[name]
    kinds = [min(_category(strength), best_kind) for strength in strengths]
    if name in ("attack", "weak-top"):
        top, middle = _times(tops, native.poker.STRENGTHS), list(strengths)
    else:
        top, middle = tops, _times(strengths, tops[-1] + 1)
    bottom = _times(kinds, top[-1] + middle[-1] + 1) if best_kind else nothing
    return array("i", top), array("i", middle), array("i", bottom)


def _times(numbers: Sequence[int], factor: int) -> list[int]:
    return [number * factor for number in numbers]


def _category(strength: int) -> int:
    starts = native.poker.CATEGORY_STARTS
    return sum(start <= strength for start in starts[1:])


@functools.cache
def _places_of_tops(wheel: int) -> list[int]:
    """For each strength, how many kinds of top (there are 455) are not stronger, less one."""
    of_threes = set()
    for ranks in combinations_with_replacement(range(13), 3):
        cards = bytes(4 * rank + suit for suit, rank in enumerate(ranks))
        of_threes.add(native.poker.strength(cards, wheel))
    places, place = [], -1
    for strength in range(native.poker.STRENGTHS):
        place += strength in of_threes
        places.append(max(place, 0))
    return places


@functools.lru_cache(maxsize=16)
def folk_policy(name: str, wheel: str, *, equal_branches: bool = True) -> native.arranger.Arranger:
    """The search that lays hands as a folk player does."""
    return native.arranger.Arranger(
        *folk_values(name, wheel),
        wheel=native.poker.WHEELS[wheel],
        equal_branches=equal_branches,
        shape_words=shape_words(),
    )


@functools.lru_cache(maxsize=16)
def folk_tables(name: str, rules: Rules) -> Tables:
    """What strengths are worth against a folk population, told from a million random hands."""
    from pysolver.parallel import run_threads

    policy = folk_policy(name, rules.wheel, equal_branches=rules.equal_branches)
    size = _BLOCKS // (2 * _THREADS)
    parts = run_threads(
        lambda first: policy.population(_SEED, first, size), range(0, _BLOCKS, size), _THREADS
    )
    width = native.poker.STRENGTHS
    shown = [sum(numbers) for numbers in zip(*(counts for counts, _ in parts), strict=True)]
    tally = [sum(numbers) for numbers in zip(*(specials for _, specials in parts), strict=True)]
    kinds = len(native.poker.SPECIAL_NAMES)
    return Tables(
        [shown[i * width : (i + 1) * width] for i in range(3)],
        tally[kinds : kinds + 2],
        rules=rules,
        provenance={"command": f"folk players: {name}", "seed": _SEED},
    )
