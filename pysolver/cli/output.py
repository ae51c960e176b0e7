"""What people see: cards, colour, numbers and paragraphs; and JSON for programs."""

from __future__ import annotations

import codecs
import json
import os
import sys
import textwrap
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Self

import click

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pysolver.cards import Card

WIDTH: Final = 80
_RED_SUITS: Final = (1, 2)


@dataclass(frozen=True, slots=True)
class Screen:
    """How to draw for the place where the text goes.

    Attributes:
        signs: suits as signs, ``A♠``; otherwise as letters, ``As``.
        colour: hearts and diamonds in red, headings in bold. The text says the same without.
    """

    signs: bool
    colour: bool

    @classmethod
    def of_stdout(cls, *, ascii_only: bool = False) -> Self:
        """Signs where standard output is UTF-8, colour where it is a terminal that wants it."""
        stream = sys.stdout
        terminal = stream is not None and stream.isatty()
        plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
        return cls(not ascii_only and _is_utf8(stream), terminal and not plain)

    def card(self, card: Card) -> str:
        """One card, two columns wide; one for a wizard or a jester."""
        text = card.pretty if self.signs else str(card)
        if self.colour and card.suit in _RED_SUITS:
            return click.style(text, fg="red")
        return text

    def cards(self, cards: Iterable[Card], columns: int = 0) -> str:
        """Cards in a row, filled with blanks to a width in columns."""
        shown = list(cards)
        length = len(" ".join(map(str, shown)))
        return " ".join(map(self.card, shown)) + " " * (columns - length)

    def groups(self, groups: Iterable[Sequence[Card]]) -> str:
        """Groups of cards in a row, a bar between them."""
        return " | ".join(map(self.cards, groups))

    def heading(self, text: str) -> str:
        """A line that opens a part."""
        return click.style(text, bold=True) if self.colour else text

    def warning(self, text: str) -> str:
        """A paragraph that must not be overlooked."""
        shown = paragraph(text)
        return click.style(shown, fg="yellow", bold=True) if self.colour else shown


def _is_utf8(stream: Any) -> bool:
    """Whether a text stream is written in UTF-8."""
    try:
        return codecs.lookup(getattr(stream, "encoding", None) or "ascii").name == "utf-8"
    except LookupError:
        return False


def paragraph(text: str, indent: str = "") -> str:
    """Text broken into lines of at most 80 columns."""
    return textwrap.fill(
        text, WIDTH, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False
    )


def signed(value: float, digits: int = 2) -> str:
    """A number with its sign, none for zero: ``+0.52``, ``-1.30``, ``0.00``."""
    text = f"{value:+.{digits}f}"
    return text[1:] if float(text) == 0 else text


def percent(share: float) -> str:
    """A share in percent, six columns wide: ``" 61.2%"``."""
    return f"{100 * share:5.1f}%"


def counted(count: int, noun: str, plural: str = "") -> str:
    """A whole number and its noun: ``1 point``, ``6 points``, ``1,000 hands``."""
    return f"{count:,} {noun if count == 1 else plural or noun + 's'}"


def listed(words: Sequence[str]) -> str:
    """Words as a list in a sentence: ``"the top, the middle and the bottom"``."""
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def json_line(value: dict[str, Any]) -> str:
    """An object as one line of JSON, in ASCII, so that any encoding carries it."""
    return json.dumps(value, allow_nan=False)
