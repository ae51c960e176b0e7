"""Zero-sum matrix games up to 28 by 28."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pysolver.errors import RuleError
from pysolver.native.core import check, ffi, fits, lib, read, write

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pysolver.native.core import Buffer

MOST: Final = lib.PS_MATRIX_GAME_MOST
LIMIT: Final = lib.PS_MATRIX_GAME_LIMIT
#: How a game was solved, by the core's number.
WAYS: Final = ("saddle point", "two by two", "supports", "simplex")


def solve_games(
    payoffs: Buffer,
    games: int,
    rows: int,
    columns: int,
    values: Buffer,
    gaps: Buffer,
    row_mixes: Buffer,
    column_mixes: Buffer,
) -> int:
    """Solves ``games`` games of ``rows`` x ``columns`` float64 payoffs to the row player.

    Into ``values`` and ``gaps`` goes a float64 a game, into the mixes ``rows`` and ``columns``.
    """
    source = read("double", payoffs)
    targets = [write("double", buffer) for buffer in (values, gaps, row_mixes, column_mixes)]
    fits(games, (source, rows * columns), *zip(targets, (1, 1, rows, columns), strict=True))
    return check(lib.ps_matrix_games(source, games, rows, columns, *targets))


def solve_from(
    payoffs: Sequence[Sequence[float]], supports: tuple[int, int] = (0, 0)
) -> tuple[float, float, tuple[float, ...], tuple[float, ...], tuple[int, int], int]:
    """Value, gap, row mix, column mix, supports and way of one game.

    ``supports`` are rows and columns as bits, those of a similar game, tried before the simplex.
    """
    rows, columns = len(payoffs), len(payoffs[0]) if payoffs else 0
    if any(len(row) != columns for row in payoffs):
        message = "the rows of a matrix game are of one length"
        raise RuleError(message)
    flat = ffi.new("double[]", [float(entry) for row in payoffs for entry in row])
    bits = ffi.new("uint32_t[]", list(supports))
    mixes = ffi.new("double[]", 2 + rows + columns)
    way = check(lib.ps_matrix_game_from(flat, rows, columns, bits, mixes))
    found = list(mixes)
    row, column = tuple(found[2 : 2 + rows]), tuple(found[2 + rows :])
    return found[0], found[1], row, column, (bits[0], bits[1]), way
