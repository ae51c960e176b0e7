"""Matrix games by a linear program solver from outside, and best replies by the definition."""

from __future__ import annotations

from collections.abc import Sequence

Payoffs = Sequence[Sequence[float]]


def value(payoffs: Payoffs) -> float:
    """The value by GLOP: the most v with a mix of rows that wins v against every column."""
    from ortools.linear_solver import pywraplp

    solver = pywraplp.Solver.CreateSolver("GLOP")
    mix = [solver.NumVar(0.0, 1.0, "") for _ in payoffs]
    worth = solver.NumVar(-solver.infinity(), solver.infinity(), "")
    solver.Add(sum(mix) == 1)
    for column in range(len(payoffs[0])):
        solver.Add(sum(p * row[column] for p, row in zip(mix, payoffs, strict=True)) >= worth)
    solver.Maximize(worth)
    assert solver.Solve() == pywraplp.Solver.OPTIMAL
    return float(worth.solution_value())


def guaranteed(payoffs: Payoffs, row_mix: Sequence[float]) -> float:
    """What the mix of rows wins against the column that is worst for it."""
    columns = range(len(payoffs[0]))
    return min(sum(p * row[j] for p, row in zip(row_mix, payoffs, strict=True)) for j in columns)


def conceded(payoffs: Payoffs, column_mix: Sequence[float]) -> float:
    """What the best row wins against the mix of columns."""
    return max(sum(p * x for p, x in zip(column_mix, row, strict=True)) for row in payoffs)
