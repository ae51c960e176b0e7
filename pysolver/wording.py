"""Numbers and lists in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def signed(value: float, digits: int = 2) -> str:
    """A number with its sign, none for zero: ``+0.52``, ``-1.30``, ``0.00``."""
    text = f"{value:+.{digits}f}"
    return text[1:] if float(text) == 0 else text


def listed(words: Sequence[str]) -> str:
    """Words as a list in a sentence: ``"the top, the middle and the bottom"``."""
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))
