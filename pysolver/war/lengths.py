"""How long games are: mean, quantiles and a histogram of their rounds."""

from __future__ import annotations

import math
from bisect import bisect_left
from dataclasses import dataclass, field
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

QUANTILES: Final = (0.05, 0.25, 0.5, 0.75, 0.95)
MOST_BINS: Final = 24
#: Bins of equal width reach to this share of the games; the last one takes the rest.
_REACH: Final = 0.98


@dataclass(frozen=True, slots=True)
class Bin:
    """Games of ``first`` to ``last`` rounds; ``share`` of all games that ended."""

    first: int
    last: int
    games: int
    share: float

    def to_dict(self) -> dict[str, Any]:
        """The fields as JSON-ready values."""
        return {"first": self.first, "last": self.last, "games": self.games, "share": self.share}


@dataclass(frozen=True, slots=True)
class Rounds:
    """The rounds of the games that ended.

    Attributes:
        mean: and its standard error ``stderr``, 0.0 where the only game there can be was played.
        quantiles: for each of 0.05, 0.25, 0.5, 0.75 and 0.95 the smallest number of rounds within
            which at least that share of the games had ended.
        least: rounds of the shortest game.
        most: rounds of the longest game.
        histogram: bins of equal width, the last one open to the longest game.
    """

    mean: float
    stderr: float
    quantiles: dict[float, int] = field(hash=False)
    least: int
    most: int
    histogram: tuple[Bin, ...]

    @property
    def median(self) -> int:
        """The quantile 0.5."""
        return self.quantiles[0.5]

    def __str__(self) -> str:
        quantiles = ", ".join(f"{q:.0%} {rounds:,}" for q, rounds in self.quantiles.items())
        return f"mean {self.mean:,.1f} ± {self.stderr:.1f}; within {quantiles}"

    def to_dict(self) -> dict[str, Any]:
        """The fields as JSON-ready values; quantiles under ``"0.5"`` and so on."""
        return {
            "mean": self.mean,
            "stderr": self.stderr,
            "quantiles": {str(q): rounds for q, rounds in self.quantiles.items()},
            "least": self.least,
            "most": self.most,
            "histogram": [piece.to_dict() for piece in self.histogram],
        }

    @classmethod
    def of_games(cls, rounds: npt.NDArray[np.uint32]) -> Rounds:
        """The summary of one game or more."""
        import numpy as np

        found, times = np.unique(rounds, return_counts=True)
        values, counts = found.tolist(), times.tolist()
        games = sum(counts)
        up_to = list(accumulate(counts))
        total = sum(v * n for v, n in zip(values, counts, strict=True))
        squares = sum(v * v * n for v, n in zip(values, counts, strict=True))
        spread = games * squares - total * total
        stderr = math.sqrt(spread / (games - 1)) / games if games > 1 else 0.0
        quantiles = {q: values[bisect_left(up_to, math.ceil(q * games))] for q in QUANTILES}
        return cls(
            total / games,
            stderr,
            quantiles,
            values[0],
            values[-1],
            tuple(_bins(values, counts, games)),
        )


def _bins(values: list[int], counts: list[int], games: int) -> list[Bin]:
    reach, seen = values[-1], 0
    for value, count in zip(values, counts, strict=True):
        seen += count
        if seen >= _REACH * games:
            reach = value
            break
    width = _round_width(max(1, math.ceil((reach + 1) / (MOST_BINS - 1))))
    last_bin = reach // width + (1 if reach // width * width + width - 1 < values[-1] else 0)
    tally = [0] * (last_bin + 1)
    for value, count in zip(values, counts, strict=True):
        tally[min(value // width, last_bin)] += count
    ends = [n * width + width - 1 for n in range(last_bin)] + [
        max(values[-1], last_bin * width + width - 1)
    ]
    return [
        Bin(n * width, end, count, count / games)
        for n, (end, count) in enumerate(zip(ends, tally, strict=True))
    ]


def _round_width(least: int) -> int:
    """The next of 1, 2, 5, 10, 20, 50, …."""
    scale = 1
    while True:
        for step in (1, 2, 5):
            if step * scale >= least:
                return step * scale
        scale *= 10
