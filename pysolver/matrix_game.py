"""Zero-sum matrix games: what two players who choose at the same time should do."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from pysolver import native
from pysolver.checks import shown
from pysolver.errors import RuleError

_MOST = native.matrix_game.MOST
_LIMIT = native.matrix_game.LIMIT


@dataclass(frozen=True, slots=True)
class MatrixGame:
    """A matrix game, solved.

    Attributes:
        value: what the row player wins on average when both play their mixes.
        row: the row player's mix: the probability of each row.
        column: the column player's mix.
        gap: how far a best reply to ``row`` and a best reply to ``column`` are apart, hence no
            less than either mix can be exploited by. Rounding only: about 1e-13 of the largest
            difference between payoffs.
    """

    value: float
    row: tuple[float, ...]
    column: tuple[float, ...]
    gap: float

    def __str__(self) -> str:
        row, column = (" ".join(f"{p:.4f}" for p in mix) for mix in (self.row, self.column))
        return f"value {self.value:.6f}, rows {row}, columns {column}"

    def to_dict(self) -> dict[str, Any]:
        """The fields as JSON-ready values."""
        return {
            "value": self.value,
            "row": list(self.row),
            "column": list(self.column),
            "gap": self.gap,
        }


def solve_matrix_game(payoffs: Iterable[Iterable[float]]) -> MatrixGame:
    """Optimal mixes of a zero-sum matrix game.

    Args:
        payoffs: what the row player wins from the column player, a list of rows; 1 … 28 rows and
            columns, each payoff within ± 1e9.

    Raises:
        RuleError: no matrix of that size, or a payoff out of range.
        TypeError: no rows of numbers.

    >>> print(solve_matrix_game([[3, 1], [0, 2]]))
    value 1.500000, rows 0.5000 0.5000, columns 0.2500 0.7500
    """
    rows = [_row(row) for row in _listed(payoffs, "a matrix game is a list of rows")]
    widths = {len(row) for row in rows}
    if not 1 <= len(rows) <= _MOST or len(widths) != 1 or not 1 <= max(widths) <= _MOST:
        sizes = f"{len(rows)} rows of {' and '.join(map(str, sorted(widths))) or 'no'} payoffs"
        message = f"a matrix game has 1 to {_MOST} rows of as many payoffs each, not {sizes}"
        raise RuleError(message)
    value, gap, row, column, _, _ = native.matrix_game.solve_from(rows)
    return MatrixGame(value, row, column, gap)


def _row(row: object) -> list[float]:
    found = []
    for payoff in _listed(row, "a row of a matrix game is a list of payoffs"):
        try:
            number = float(payoff)
        except (TypeError, ValueError, OverflowError):
            message = f"a payoff is a number, not {shown(payoff)}"
            raise TypeError(message) from None
        if not abs(number) <= _LIMIT:
            message = f"a payoff is a number within {_LIMIT:,} of 0, not {shown(payoff)}"
            raise RuleError(message)
        found.append(number)
    return found


def _listed(value: object, what: str) -> list[Any]:
    if isinstance(value, str | bytes) or not isinstance(value, Iterable):
        message = f"{what}, not {shown(value)}"
        raise TypeError(message)
    return list(value)
