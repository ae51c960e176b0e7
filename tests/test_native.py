"""The gate to the core: what does not fit is refused before C reads or writes past an end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from pysolver import CardError, RuleError, native
from pysolver.binh import Rules, tables

if TYPE_CHECKING:
    from collections.abc import Callable

HAND = bytes(range(13))


@pytest.mark.parametrize("hand", [b"", HAND[:12], HAND + b"\x20"], ids=len)
@pytest.mark.parametrize(
    "call",
    [
        lambda hand: tables().arranger(Rules()).best(hand),
        lambda hand: tables().arranger(Rules()).ranked(hand, 3),
        native.poker.special_kinds,
        lambda hand: native.poker.strengths_of_subsets(hand, 0),
    ],
)
def test_a_hand_of_another_size(call: Callable[[bytes], object], hand: bytes) -> None:
    with pytest.raises(CardError, match=f"a hand is 13 ids, not {len(hand)}"):
        call(hand)


@pytest.mark.parametrize("short", range(6))
def test_buffers_too_short_for_the_rows(short: int) -> None:
    sizes = [3 * 13, 3 * 13, 3 * 3, 3, 3, 3 * 2]
    sizes[short] -= 1
    dtypes = [np.uint8, np.uint8, np.uint16, np.int32, np.uint16, np.int32]
    hands, cards, strengths, values, kinds, specials = (
        np.zeros(size, dtype) for size, dtype in zip(sizes, dtypes, strict=True)
    )
    arranger = tables().arranger(Rules())
    with pytest.raises(RuleError, match="3 rows do not fit the buffers"):
        arranger.best_of_rows(hands, 3, cards, strengths, values, kinds, specials)


@pytest.mark.parametrize(("cards", "strengths"), [(14, 3), (15, 2)])
def test_strengths_of_too_many_rows(cards: int, strengths: int) -> None:
    with pytest.raises(RuleError, match="3 rows do not fit"):
        native.poker.strengths_of_rows(
            np.zeros(cards, np.uint8), 3, 5, 0, np.zeros(strengths, np.uint16)
        )
    with pytest.raises(RuleError, match="rows do not fit"):
        native.poker.strengths_of_rows(np.zeros(9, np.uint8), -1, 3, 0, np.zeros(9, np.uint16))


def test_special_kinds_of_too_many_rows() -> None:
    with pytest.raises(RuleError, match="2 rows do not fit"):
        native.poker.special_kinds_of_hands(np.zeros(25, np.uint8), 2, np.zeros(2, np.uint16))


@pytest.mark.parametrize("path", [-1, native.core.BEST_PATH + 1])
def test_a_path_that_this_processor_has_not(path: int) -> None:
    units = tables().units
    with pytest.raises(RuleError, match="path"):
        native.poker.strengths_of_rows(np.zeros(5, np.uint8), 1, 5, 0, np.zeros(1, np.uint16), path)
    with pytest.raises(RuleError, match="path"):
        native.arranger.Arranger(
            *units, wheel=0, equal_branches=True, shape_words=np.zeros(4, np.uint16), path=path
        )


def test_rows_of_another_width() -> None:
    with pytest.raises(RuleError, match="3 or 5 cards"):
        native.poker.strengths_of_rows(np.zeros(7, np.uint8), 1, 7, 0, np.zeros(1, np.uint16))
