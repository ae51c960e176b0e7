"""The best arrangement: batches, single calls, and brute force for comparison."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

import numpy as np
import pytest

from pysolver import best_arrangement, native
from pysolver.binh import Rules, best_arrangements, review, special_hands, tables, top_arrangements
from pysolver.binh.tables import shape_words
from pysolver.cards import CARDS, format_cards

if TYPE_CHECKING:
    from typing import Any

    import numpy.typing as npt

    from bench.conftest import Measure

BATCH = "best arrangement, batch"
SINGLE = "best arrangement, one hand"
PATHS = [path for path in (2, 0) if path <= native.core.BEST_PATH]


def arrange_rows(
    arranger: native.arranger.Arranger, hands: npt.NDArray[np.uint8]
) -> npt.NDArray[np.int32]:
    cards = np.empty((len(hands), 13), np.uint8)
    strengths = np.empty((len(hands), 3), np.uint16)
    values = np.empty(len(hands), np.int32)
    kinds = np.empty(len(hands), np.uint16)
    specials = np.empty((len(hands), 2), np.int32)
    assert arranger.best_of_rows(
        hands, len(hands), cards, strengths, values, kinds, specials
    ) == len(hands)
    return values


@pytest.mark.parametrize("path", PATHS)
def test_batch(measure: Measure, hands: npt.NDArray[np.uint8], path: int) -> None:
    arranger = tables().arranger(Rules(), path)
    name = f"pysolver {native.core.PATH_NAMES[path]}"
    measure(BATCH, name, lambda: arrange_rows(arranger, hands), items=len(hands), unit="hand")


def test_batch_by_the_public_call(measure: Measure, hands: npt.NDArray[np.uint8]) -> None:
    measure(
        BATCH,
        "best_arrangements()",
        lambda: best_arrangements(hands),
        items=len(hands),
        unit="hand",
    )


def test_batch_two_threads(measure: Measure, hands: npt.NDArray[np.uint8]) -> None:
    measure(
        BATCH,
        "the same, two threads",
        lambda: best_arrangements(hands, threads=2),
        items=len(hands),
        unit="hand",
    )


def test_batch_every_split(measure: Measure, hands: npt.NDArray[np.uint8]) -> None:
    arranger = tables().arranger(Rules())
    rows = [row.tobytes() for row in hands[:100]]
    measure(
        BATCH,
        "every split, in C",
        lambda: [arranger.ranked(row, 1) for row in rows],
        items=len(rows),
        unit="hand",
    )


def test_single_text(measure: Measure, hands: npt.NDArray[np.uint8]) -> None:
    texts = [format_cards(CARDS[card] for card in row) for row in hands[:500].tolist()]
    normal = [text for text in texts if not special_hands(text)]
    measure(
        SINGLE,
        "best_arrangement(text)",
        lambda: [best_arrangement(text) for text in normal],
        items=len(normal),
        unit="hand",
    )


def test_single_alternatives(measure: Measure, hands: npt.NDArray[np.uint8]) -> None:
    rows = hands[:20].tolist()
    measure(
        SINGLE,
        "top_arrangements(hand, 5)",
        lambda: [top_arrangements(row) for row in rows],
        items=len(rows),
        unit="hand",
    )


def test_single_review(measure: Measure, hands: npt.NDArray[np.uint8]) -> None:
    rows = hands[:200].tolist()
    measure(
        SINGLE,
        "review()",
        lambda: [review(row, row[:3], row[3:8], row[8:]) for row in rows],
        items=len(rows),
        unit="hand",
    )


def test_making_the_search(measure: Measure) -> None:
    units = tables().units
    words = shape_words()
    measure(
        "an arranger from its tables",
        "pysolver",
        lambda: native.arranger.Arranger(*units, wheel=0, equal_branches=True, shape_words=words),
        items=1,
        unit="arranger",
    )


def test_training(measure: Measure) -> None:
    arranger = tables().arranger(Rules())
    measure(
        "hands dealt, named and arranged",
        "pysolver",
        lambda: arranger.population(1, 1, 8),
        items=8 * native.arranger.BLOCK_HANDS,
        unit="hand",
    )


@pytest.mark.parametrize("path", PATHS)
def test_worst_of_a_million(path: int, capsys: pytest.CaptureFixture[str]) -> None:
    """The slowest hand of a million; the slowest are timed again, as the machine has hiccups."""
    arranger = tables().arranger(Rules(), path)
    clock = time.perf_counter_ns
    best = arranger.best
    slow: list[tuple[int, bytes]] = []
    for block in range(1_000_000 // native.arranger.BLOCK_HANDS + 1):
        dealt = native.arranger.deal_block(77, block)
        for at in range(0, len(dealt), 13):
            hand = dealt[at : at + 13]
            start = clock()
            best(hand)
            slow.append((clock() - start, hand))
        slow = sorted(slow, reverse=True)[:2000]
    rows = [np.frombuffer(hand, np.uint8).reshape(1, 13) for _, hand in slow]
    worst = 0.0
    for row in rows:
        many = np.repeat(row, 50, axis=0)
        times = []
        for _ in range(7):
            start = clock()
            arrange_rows(arranger, many)
            times.append((clock() - start) / 50)
        worst = max(worst, sorted(times)[3])
    with capsys.disabled():
        sys.stdout.write(
            f"\nworst of a million hands, {native.core.PATH_NAMES[path]}: {worst / 1000:.2f} us\n"
        )
    assert worst > 0


def test_exact_on_100_000_random_hands(benchmark: Any) -> None:
    """Search against every split, by the shipped tables and by random ones with plateaus."""
    from tests.binh.test_arranger import DECKS, make_arranger, random_hands, random_values

    def check() -> int:
        checked = 0
        shipped = tables().arranger(Rules())
        for block in range(13):
            dealt = native.arranger.deal_block(123, block)
            for at in range(0, len(dealt), 13):
                hand = dealt[at : at + 13]
                assert shipped.best(hand).value == shipped.ranked(hand, 1)[0].value
                checked += 1
        rng = np.random.default_rng(321)
        while checked < 100_000:
            arranger = make_arranger(random_values(rng))
            for row in random_hands(rng, DECKS[checked % 4], 251):
                hand = row.tobytes()
                assert arranger.best(hand).value == arranger.ranked(hand, 1)[0].value
                checked += 1
        return checked

    assert benchmark.pedantic(check, rounds=1) >= 100_000
