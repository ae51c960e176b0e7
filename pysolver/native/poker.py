"""Strengths and kinds of special hand."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Final

from pysolver.errors import CardError, RuleError
from pysolver.native.core import BEST_PATH, PATH, check, fits, lib, read, write

if TYPE_CHECKING:
    from pysolver.native.core import Buffer

HAND_SIZE: Final = 13
STRENGTHS: Final = lib.PS_STRENGTHS
WHEELS: Final = {"second": lib.PS_WHEEL_SECOND, "lowest": lib.PS_WHEEL_LOWEST}
CATEGORY_STARTS: Final = tuple(check(lib.ps_category_start(i)) for i in range(lib.PS_CATEGORIES))

#: Names of the kinds of special hand by bit of the core's mask.
SPECIAL_NAMES: Final = (
    "dragon flush",
    "dragon straight",
    "one colour",
    "straight flush",
    "six pairs",
    "four of a kind",
    "three full houses",
    "three flushes",
    "three straights",
)
SPECIAL_TALLY: Final = len(SPECIAL_NAMES) + 3


def check_hand(hand: bytes) -> bytes:
    """The hand, if it is thirteen bytes: the core reads as many."""
    if len(hand) != HAND_SIZE:
        message = f"a hand is {HAND_SIZE} ids, not {len(hand)}"
        raise CardError(message)
    return hand


def strength(cards: bytes, wheel: int) -> int:
    """Strength 1 … 7917 of three or five card ids."""
    return check(lib.ps_strength(cards, len(cards), wheel))


def strengths_of_rows(
    cards: Buffer, rows: int, width: int, wheel: int, strengths: Buffer, path: int = PATH
) -> int:
    """Strengths of ``rows`` rows of three or five ids into uint16; returns the rows done."""
    source = read("uint8_t", cards)
    target = write("uint16_t", strengths)
    fits(rows, (source, width), (target, 1))
    if width == 3:
        return check(lib.ps_strengths_of_threes(source, rows, wheel, target))
    if width != 5 or not lib.PS_PORTABLE <= path <= BEST_PATH:
        message = f"rows of 3 or 5 cards on a path that this processor has, not {width} and {path}"
        raise RuleError(message)
    return check(lib.ps_strengths_of_fives(path, source, rows, wheel, target))


def strengths_of_subsets(hand: bytes, wheel: int) -> tuple[array[int], array[int]]:
    """Strengths of the 1,287 fives and 286 threes of 13 cards.

    The cards count as sorted by id; the subsets come in colexicographic order of places.
    """
    fives = array("H", bytes(2 * lib.PS_FIVES_OF_13))
    threes = array("H", bytes(2 * lib.PS_THREES_OF_13))
    check(
        lib.ps_strengths_of_subsets(
            check_hand(hand),
            wheel,
            write("uint16_t", fives),
            write("uint16_t", threes),
        )
    )
    return fives, threes


def special_kinds(hand: bytes) -> int:
    """The kinds of special hand that 13 ids are, as bits in the order of SPECIAL_NAMES."""
    return check(lib.ps_special_kinds(check_hand(hand)))


def special_kinds_of_hands(hands: Buffer, rows: int, kinds: Buffer) -> int:
    """The same for ``rows`` rows of 13 ids into uint16; returns the rows done."""
    source = read("uint8_t", hands)
    target = write("uint16_t", kinds)
    fits(rows, (source, HAND_SIZE), (target, 1))
    return check(lib.ps_special_kinds_of_hands(source, rows, target))
