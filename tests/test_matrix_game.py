"""Matrix games against GLOP, against the definition, and from the supports of similar games."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pysolver import native
from pysolver.errors import RuleError, SolverError
from pysolver.matrix_game import solve_matrix_game
from tests.oracles import matrix_game as oracle

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy.typing as npt

    Game = npt.NDArray[np.float64]

SIZES = [(1, 1), (1, 6), (6, 1), (2, 2), (2, 7), (7, 2), (3, 3), (5, 5), (9, 4), (14, 14), (28, 28)]


def skew(rows: int, columns: int, dice: np.random.Generator) -> Game:
    square = dice.normal(size=(max(rows, columns),) * 2)
    return (square - square.T)[:rows, :columns].copy()


def ordered(rows: int, columns: int, dice: np.random.Generator) -> Game:
    """Most rows and columns are dominated."""
    steps = 0.3 * (np.arange(rows)[:, None] - np.arange(columns))
    return np.asarray(dice.uniform(-1, 1, (rows, columns)) + steps)


KINDS: dict[str, Callable[[int, int, np.random.Generator], Game]] = {
    "uniform": lambda m, n, dice: dice.uniform(-1, 1, (m, n)),
    "integers": lambda m, n, dice: dice.integers(-3, 4, (m, n)).astype(float),
    "signs": lambda m, n, dice: dice.choice([-1.0, 0.0, 1.0], (m, n)),
    "low rank": lambda m, n, dice: np.asarray(dice.normal(size=(m, 2)) @ dice.normal(size=(2, n))),
    "skew": skew,
    "equal rows": lambda m, n, dice: dice.uniform(-1, 1, (2, n))[dice.integers(0, 2, m)],
    "dominated": ordered,
    "huge": lambda m, n, dice: np.asarray(1e8 * dice.uniform(-1, 1, (m, n)) + 5e8),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("rows", "columns"), SIZES)
def test_as_glop(kind: str, rows: int, columns: int) -> None:
    dice = np.random.default_rng([rows, columns, list(KINDS).index(kind)])
    for _ in range(6):
        payoffs = KINDS[kind](rows, columns, dice)
        found = solve_matrix_game(payoffs)
        spread = float(np.abs(payoffs).max()) or 1.0
        assert found.value == pytest.approx(oracle.value(payoffs.tolist()), abs=1e-7 * spread)
        for mix in (found.row, found.column):
            assert min(mix) >= 0
            assert math.fsum(mix) == pytest.approx(1, abs=1e-12)
        low = oracle.guaranteed(payoffs.tolist(), found.row)
        high = oracle.conceded(payoffs.tolist(), found.column)
        assert low - 1e-11 * spread <= found.value <= high + 1e-11 * spread
        assert high - low <= 1e-11 * spread
        assert found.gap <= 1e-11 * spread


def test_many_random_games_leave_no_gap() -> None:
    dice = np.random.default_rng(7)
    for rows, columns in SIZES:
        for kind, make in KINDS.items():
            if kind == "huge":
                continue
            games = np.stack([make(rows, columns, dice) for _ in range(150)])
            values, gaps = np.empty(150), np.empty(150)
            row, column = np.empty((150, rows)), np.empty((150, columns))
            done = native.matrix_game.solve_games(
                games, 150, rows, columns, values, gaps, row, column
            )
            assert done == 150
            low = np.einsum("gi,gij->gj", row, games).min(axis=1)
            high = np.einsum("gij,gj->gi", games, column).max(axis=1)
            assert (high - low).max() <= 1e-11
            assert np.abs(values - (high + low) / 2).max() <= 1e-11
            assert np.abs(gaps - np.maximum(high - low, 0)).max() <= 1e-12


small = st.integers(1, 6)


@st.composite
def whole_games(draw: st.DrawFn) -> list[list[int]]:
    rows, columns = draw(small), draw(small)
    return [[draw(st.integers(-2, 2)) for _ in range(columns)] for _ in range(rows)]


@given(whole_games())
def test_degenerate_games(payoffs: list[list[int]]) -> None:
    found = solve_matrix_game(payoffs)
    low = oracle.guaranteed(payoffs, found.row)
    high = oracle.conceded(payoffs, found.column)
    assert high - low <= 1e-12
    mirrored = solve_matrix_game([[-row[j] for row in payoffs] for j in range(len(payoffs[0]))])
    assert mirrored.value == pytest.approx(-found.value, abs=1e-12)


def test_small_games_by_hand() -> None:
    assert solve_matrix_game([[3, 1], [0, 2]]).value == pytest.approx(1.5)
    assert solve_matrix_game([[3, 1], [0, 2]]).row == pytest.approx((0.5, 0.5))
    assert solve_matrix_game([[3, 1], [0, 2]]).column == pytest.approx((0.25, 0.75))
    saddle = solve_matrix_game([[4, 5, 2], [7, 6, 3], [1, 8, 0]])
    assert (saddle.value, saddle.row, saddle.column, saddle.gap) == (3, (0, 1, 0), (0, 0, 1), 0)
    # Rock, paper, scissors with a paper that counts double: 1/4, 1/4, 1/2.
    odd = solve_matrix_game([[0, -2, 1], [2, 0, -1], [-1, 1, 0]])
    assert odd.row == pytest.approx((0.25, 0.25, 0.5))
    assert odd.value == pytest.approx(0, abs=1e-15)


def test_supports_of_a_similar_game() -> None:
    dice = np.random.default_rng(3)
    tried = hits = 0
    for _ in range(300):
        payoffs = dice.uniform(-1, 1, (6, 6))
        _, _, _, _, supports, way = native.matrix_game.solve_from(payoffs.tolist())
        if native.matrix_game.WAYS[way] != "simplex":
            continue
        moved = payoffs + dice.uniform(-1e-3, 1e-3, (6, 6))
        warm = native.matrix_game.solve_from(moved.tolist(), supports)
        cold = native.matrix_game.solve_from(moved.tolist())
        tried += 1
        hits += native.matrix_game.WAYS[warm[5]] == "supports"
        assert warm[0] == pytest.approx(cold[0], abs=1e-12)
        assert warm[1] <= 1e-12
    assert tried > 100
    assert hits > 0.9 * tried


def test_foreign_supports_do_no_harm() -> None:
    dice = np.random.default_rng(4)
    for _ in range(500):
        rows, columns = dice.integers(1, 9, 2)
        payoffs = dice.integers(-3, 4, (rows, columns)).astype(float).tolist()
        supports = (int(dice.integers(0, 2**32)), int(dice.integers(0, 2**32)))
        if dice.random() < 0.7:
            supports = (supports[0] % 2**rows, supports[1] % 2**columns)
        found = native.matrix_game.solve_from(payoffs, supports)
        assert found[1] <= 1e-12
        assert found[0] == pytest.approx(solve_matrix_game(payoffs).value, abs=1e-12)


@pytest.mark.parametrize(
    ("payoffs", "error", "quoted"),
    [
        ([], RuleError, "0 rows of no payoffs"),
        ([[]], RuleError, "1 rows of 0 payoffs"),
        ([[1, 2], [3]], RuleError, "2 rows of 1 and 2 payoffs"),
        ([[0] * 29], RuleError, "1 rows of 29 payoffs"),
        ([[float("nan")]], RuleError, "not nan"),
        ([[1e300]], RuleError, r"not 1e\+300"),
        ([["x"]], TypeError, "not 'x'"),
        ("12", TypeError, "not '12'"),
        ([1, 2], TypeError, "not 1"),
    ],
)
def test_what_is_no_game(payoffs: object, error: type[Exception], quoted: str) -> None:
    with pytest.raises(error, match=quoted):
        solve_matrix_game(payoffs)  # type: ignore[arg-type]


def test_the_core_refuses_what_it_cannot_solve() -> None:
    short, long = np.zeros(1), np.zeros(29)
    with pytest.raises(RuleError, match="1 rows do not fit"):
        native.matrix_game.solve_games(short, 1, 2, 1, long, long, long, long)
    with pytest.raises(SolverError, match="out of range"):
        native.matrix_game.solve_games(long, 1, 1, 29, long, long, long, long)
    with pytest.raises(SolverError, match="out of range"):
        native.matrix_game.solve_games(short + np.inf, 1, 1, 1, long, long, long, long)
    with pytest.raises(RuleError, match="one length"):
        native.matrix_game.solve_from([[1.0, 2.0], [3.0]])


def test_payoffs_that_hardly_differ() -> None:
    found = solve_matrix_game([[0.0, 5e-324], [5e-324, 0.0]])
    assert found.value == pytest.approx(0, abs=1e-300)
    tiny = solve_matrix_game([[0.0, 1e-200, 0.0], [1e-200, 0.0, 0.0], [0.0, 0.0, 1e-200]])
    assert tiny.row == pytest.approx((1 / 3, 1 / 3, 1 / 3))
