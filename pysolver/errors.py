"""The errors that pysolver raises on purpose.

A message quotes the input and says what would have been right. A value of the wrong type is an
ordinary ``TypeError``.
"""

from __future__ import annotations


class SolverError(Exception):
    """Base of every error that pysolver raises for its input."""


class CardError(SolverError, ValueError):
    """Cards that cannot be read, are too many or too few, or stand twice."""


class RuleError(SolverError, ValueError):
    """An impossible position, an illegal move or an option out of range."""


class DataError(SolverError):
    """A data file that is damaged or belongs to something else."""


class TablesWarning(UserWarning):
    """Answers rest on tables that were made for other rules; the text says how to make the own."""


class InfeasibleError(SolverError):
    """Wishes of the caller that cannot hold together.

    ``conflict`` is the smallest set of them found that cannot.
    """

    def __init__(self, message: str, conflict: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.conflict = conflict
