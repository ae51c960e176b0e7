"""Prints, after pytest-benchmark's own table, time an item and ratios to peers of the same run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import pytest

from pysolver import native

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy.typing as npt

_rows: list[tuple[str, str, str, float, float]] = []


class Measure(Protocol):
    """Times ``call``, which does ``items`` pieces of work named ``unit``.

    Rows of the same ``work`` are compared with each other in the closing table.
    """

    def __call__(
        self, work: str, who: str, call: Callable[[], object], *, items: int, unit: str
    ) -> None: ...


@pytest.fixture
def measure(benchmark: Any) -> Measure:
    def run(work: str, who: str, call: Callable[[], object], *, items: int, unit: str) -> None:
        benchmark.group = work
        benchmark.extra_info.update(items=items, unit=unit)
        benchmark(call)
        stats = benchmark.stats.stats
        _rows.append((work, who, unit, stats.median / items, stats.iqr / items))

    return run


@pytest.fixture(scope="session")
def hands() -> npt.NDArray[np.uint8]:
    """32,768 random hands of 13."""
    blocks = b"".join(native.arranger.deal_block(1, block) for block in range(8))
    return np.frombuffer(blocks, np.uint8).reshape(-1, 13)


@pytest.fixture(scope="session")
def fives(hands: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """32,768 random hands of five in random order."""
    order = np.random.default_rng(2).permuted(hands, axis=1)
    return np.ascontiguousarray(order[:, :5])


def pytest_terminal_summary(terminalreporter: Any) -> None:
    if not _rows:
        return
    write = terminalreporter.write_line
    terminalreporter.section(f"per item, instruction set {native.core.instruction_set()}")
    write(f"{'work':<34} {'who':<24} {'median':>11} {'iqr':>10}  {'ratio':>8}")
    first: dict[str, float] = {}
    for work, who, unit, median, iqr in _rows:
        base = first.setdefault(work, median)
        write(
            f"{work:<34} {who:<24} {_time(median):>11} {_time(iqr):>10}  {median / base:>7.1f}x"
            f"  a {unit}"
        )


def _time(seconds: float) -> str:
    for name, size in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.2f} {name}"
    return f"{seconds / 1e-9:.2f} ns"
