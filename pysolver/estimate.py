"""A figure with its standard error."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Estimate:
    """A measured mean and its standard error, both in the same unit.

    >>> print(Estimate(0.00123456, 0.0000321))
    0.001235 ± 0.000032
    """

    value: float
    stderr: float

    def __str__(self) -> str:
        places = 6 if self.stderr <= 0 else min(12, max(0, 1 - math.floor(math.log10(self.stderr))))
        return f"{self.value:.{places}f} ± {self.stderr:.{places}f}"

    def to_dict(self) -> dict[str, float]:
        """The fields as JSON-ready values."""
        return {"value": self.value, "stderr": self.stderr}

    @classmethod
    def of_means(cls, means: Sequence[float]) -> Estimate:
        """The mean of independent means of equal weight, and its standard error.

        Raises:
            ValueError: fewer than two means, from which no error can be told.
        """
        count = len(means)
        if count < 2:
            message = f"a standard error takes two means or more, not {count}"
            raise ValueError(message)
        mean = math.fsum(means) / count
        variance = math.fsum((m - mean) ** 2 for m in means) / (count - 1)
        return cls(mean, math.sqrt(variance / count))
