"""Checks of plain arguments, with the message that says what would have been right."""

from __future__ import annotations

import operator
from reprlib import Repr

from pysolver.errors import RuleError

_short = Repr()
_short.maxstring = _short.maxother = 60
_short.maxlevel = 3


def shown(value: object) -> str:
    """The value as it stands in a message: its repr, shortened."""
    return _short.repr(value)


def whole_number(value: object, name: str, low: int, high: int) -> int:
    """The value as an int.

    Raises:
        RuleError: it is no whole number from ``low`` to ``high``; True and False are none.
    """
    try:
        if isinstance(value, bool):
            raise TypeError  # noqa: TRY301  (one message for all that is no number)
        number = operator.index(value)  # type: ignore[arg-type]
        good = low <= number <= high
    except TypeError:
        good = False
    if not good:
        message = f"{name} is a whole number from {low} to {high}, not {shown(value)}"
        raise RuleError(message)
    return number
