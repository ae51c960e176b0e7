"""The learned value of a position for two players: weights, where they come from, their files.

What the weights mean stands in csrc/scientific_war/evaluation.h. Two sets ship: ``full`` for decks
of nine cards a player and more, ``small`` for fewer.
"""

from __future__ import annotations

import functools
import sys
from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from pysolver import native
from pysolver.errors import DataError
from pysolver.storage import pack_record, unpack_record, write_whole

if TYPE_CHECKING:
    import os

    from pysolver.scientific_war.rules import Rules

RECORD_KIND: Final = "pysolver scientific war evaluation"
KINDS: Final = ("full", "small")
#: Cards a player from which on the weights for the full deck are read.
FULL_FROM: Final = 9


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Weights of the evaluation.

    Made by ``train``, ``evaluation_for`` or ``Evaluation.load``.

    Attributes:
        weights: int16 in the core's order, in this machine's byte order.
        provenance: the arguments of the training and the command that makes the weights again.
    """

    weights: bytes
    provenance: dict[str, Any]

    def to_bytes(self) -> bytes:
        """The record as it is saved: the same weights always give the same bytes."""
        header = {"kind": RECORD_KIND, "provenance": self.provenance}
        return pack_record(header, _swapped(self.weights))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the record, whole or not at all.

        Raises:
            OSError: the file cannot be written.
        """
        write_whole(path, self.to_bytes())

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Evaluation:
        """The weights of a file that ``save`` wrote.

        Raises:
            OSError: the file cannot be read.
            DataError: it is damaged or something else.
        """
        from pathlib import Path

        return cls.from_bytes(Path(path).read_bytes(), str(path))

    @classmethod
    def from_bytes(cls, content: bytes, name: str) -> Evaluation:
        """The weights of a record; ``name`` stands in errors."""
        header, payload = unpack_record(content, name)
        if (
            header.get("kind") != RECORD_KIND
            or len(payload) != 2 * native.scientific_search.WEIGHTS
            or not isinstance(header.get("provenance"), dict)
        ):
            message = f"{name} holds no evaluation of Scientific War that this version can read"
            raise DataError(message)
        return cls(_swapped(payload), header["provenance"])


def _swapped(weights: bytes) -> bytes:
    """Little endian from this machine's order, and back."""
    if sys.byteorder == "little":
        return bytes(weights)
    numbers = array("h", weights)
    numbers.byteswap()
    return numbers.tobytes()


def evaluation_for(rules: Rules) -> Evaluation:
    """The shipped weights for a deck.

    They were trained with all powers, ``reversal="now"`` and ``trick_limit=50``; by other options
    they still value cards, but less well.
    """
    return shipped("full" if len(rules.deck) >= FULL_FROM else "small")


@functools.cache
def shipped(kind: str) -> Evaluation:
    """The shipped weights by their name, one of ``KINDS``."""
    from pathlib import Path

    name = f"evaluation-{kind}.record"
    return Evaluation.from_bytes((Path(__file__).parent / "data" / name).read_bytes(), name)
