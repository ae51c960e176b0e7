"""The evaluator, alone and beside phevaluator and eval7."""

from __future__ import annotations

from typing import TYPE_CHECKING

import eval7
import numpy as np
import phevaluator
import pytest

from pysolver import native
from pysolver.binh import strength, strengths
from pysolver.cards import CARDS

if TYPE_CHECKING:
    import numpy.typing as npt

    from bench.conftest import Measure

BATCH = "five cards, batch"
SINGLE = "five cards, one hand from Python"
SAMPLE = 1000


def rows_by_path(path: int, fives: npt.NDArray[np.uint8]) -> None:
    out = np.empty(len(fives), np.uint16)
    assert native.poker.strengths_of_rows(fives, len(fives), 5, 0, out, path) == len(fives)


@pytest.mark.parametrize("path", [p for p in (2, 1, 0) if p <= native.core.BEST_PATH])
def test_batch(measure: Measure, fives: npt.NDArray[np.uint8], path: int) -> None:
    name = f"pysolver {native.core.PATH_NAMES[path]}"
    measure(BATCH, name, lambda: rows_by_path(path, fives), items=len(fives), unit="hand")


def test_batch_by_the_public_call(measure: Measure, fives: npt.NDArray[np.uint8]) -> None:
    measure(BATCH, "pysolver strengths()", lambda: strengths(fives), items=len(fives), unit="hand")


def test_batch_phevaluator(measure: Measure, fives: npt.NDArray[np.uint8]) -> None:
    rows = fives[:SAMPLE].tolist()
    evaluate = phevaluator.evaluate_cards
    measure(
        BATCH, "phevaluator", lambda: [evaluate(*row) for row in rows], items=SAMPLE, unit="hand"
    )


def test_batch_eval7(measure: Measure, fives: npt.NDArray[np.uint8]) -> None:
    rows = [[eval7.Card(str(CARDS[card])) for card in row] for row in fives[:SAMPLE].tolist()]
    evaluate = eval7.evaluate
    measure(
        BATCH,
        "eval7, prebuilt cards",
        lambda: [evaluate(row) for row in rows],
        items=SAMPLE,
        unit="hand",
    )


def test_single_from_bytes(measure: Measure, fives: npt.NDArray[np.uint8]) -> None:
    rows = [row.tobytes() for row in fives[:SAMPLE]]
    evaluate = native.poker.strength
    measure(
        SINGLE,
        "pysolver core, bytes",
        lambda: [evaluate(row, 0) for row in rows],
        items=SAMPLE,
        unit="hand",
    )


def test_single_from_cards(measure: Measure, fives: npt.NDArray[np.uint8]) -> None:
    rows = [tuple(CARDS[card] for card in row) for row in fives[:SAMPLE].tolist()]
    measure(
        SINGLE,
        "pysolver strength()",
        lambda: [strength(row) for row in rows],
        items=SAMPLE,
        unit="hand",
    )


def test_single_eval7(measure: Measure, fives: npt.NDArray[np.uint8]) -> None:
    rows = [[eval7.Card(str(CARDS[card])) for card in row] for row in fives[:SAMPLE].tolist()]
    evaluate = eval7.evaluate
    measure(
        SINGLE,
        "eval7, prebuilt cards",
        lambda: [evaluate(row) for row in rows],
        items=SAMPLE,
        unit="hand",
    )


def test_single_phevaluator(measure: Measure, fives: npt.NDArray[np.uint8]) -> None:
    rows = fives[:SAMPLE].tolist()
    evaluate = phevaluator.evaluate_cards
    measure(
        SINGLE,
        "phevaluator, ids",
        lambda: [evaluate(*row) for row in rows],
        items=SAMPLE,
        unit="hand",
    )


def test_threes(measure: Measure, hands: npt.NDArray[np.uint8]) -> None:
    threes = np.ascontiguousarray(hands[:, 4:7])
    measure(
        "three cards, batch", "pysolver", lambda: strengths(threes), items=len(threes), unit="hand"
    )


def test_subsets(measure: Measure, hands: npt.NDArray[np.uint8]) -> None:
    rows = [row.tobytes() for row in hands[:SAMPLE]]
    measure(
        "all 1,287 fives and 286 threes",
        "pysolver",
        lambda: [native.poker.strengths_of_subsets(row, 0) for row in rows],
        items=SAMPLE,
        unit="hand of 13",
    )
