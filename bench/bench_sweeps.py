"""The best arrangement where winning all three branches earns a bonus."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bench.bench_arrangement import PATHS, arrange_rows
from pysolver import native
from pysolver.binh import Rules, best_arrangement, tables
from pysolver.cards import CARDS

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from bench.conftest import Measure

GROUP = "best arrangement, sweeps"
SWEEP = Rules(sweep_bonus=3)


@pytest.mark.parametrize("own_cards", [False, True], ids=["full deck", "own cards"])
@pytest.mark.parametrize("path", PATHS)
def test_batch(
    measure: Measure,
    hands: npt.NDArray[np.uint8],
    path: int,
    own_cards: bool,  # noqa: FBT001
) -> None:
    arranger = tables(SWEEP).arranger(SWEEP, path, own_cards=own_cards)
    rows = hands[:4096]
    name = f"{native.core.PATH_NAMES[path]}, {'own cards' if own_cards else 'full deck'}"
    measure(GROUP, name, lambda: arrange_rows(arranger, rows), items=len(rows), unit="hand")


def test_without_the_bonus(measure: Measure, hands: npt.NDArray[np.uint8]) -> None:
    arranger = tables().arranger(Rules())
    measure(GROUP, "no bonus", lambda: arrange_rows(arranger, hands), items=len(hands), unit="hand")


def test_scan(measure: Measure, hands: npt.NDArray[np.uint8]) -> None:
    arranger = tables(SWEEP).arranger(SWEEP)
    rows = [hand.tobytes() for hand in hands[:32]]
    measure(
        GROUP,
        "every split",
        lambda: [arranger.ranked(hand, 1) for hand in rows],
        items=len(rows),
        unit="hand",
    )


def test_public_call(measure: Measure, hands: npt.NDArray[np.uint8]) -> None:
    rows = [[CARDS[card] for card in hand] for hand in hands[:256]]
    measure(
        GROUP,
        "best_arrangement()",
        lambda: [best_arrangement(hand, rules=SWEEP) for hand in rows],
        items=len(rows),
        unit="hand",
    )
