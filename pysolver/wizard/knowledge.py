"""What was learned about bids and cards, for 3, 4, 5 and 6 players, as shipped or trained."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pysolver import native
from pysolver.errors import DataError
from pysolver.storage import pack_record, unpack_record, write_whole
from pysolver.wizard.rules import FEWEST_PLAYERS, MOST_PLAYERS

if TYPE_CHECKING:
    import os

KIND: Final = "pysolver wizard knowledge"
_DATA: Final = Path(__file__).parent / "data"
_NUMBER_BYTES: Final = 4


@dataclass(frozen=True, slots=True)
class Knowledge:
    """A network that values cards and a table of expected bids, for one number of players.

    Attributes:
        players: 3 to 6.
        numbers: native.wizard.MODEL_NUMBERS floats (float32, little-endian).
        provenance: the command that makes them again, and its arguments.
    """

    players: int
    numbers: bytes
    provenance: dict[str, Any]

    def model(self) -> native.wizard.Model:
        """The same for the core.

        Raises:
            RuleError: a number is out of range.
        """
        import sys
        from array import array

        numbers = array("f", self.numbers)
        if sys.byteorder == "big":
            numbers.byteswap()
        return native.wizard.Model(self.players, numbers)

    def to_bytes(self) -> bytes:
        """A record with its checksum."""
        header = {"kind": KIND, "players": self.players, "provenance": self.provenance}
        return pack_record(header, self.numbers)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the record; an old file is replaced whole.

        Raises:
            OSError: the file cannot be written.
        """
        write_whole(path, self.to_bytes())

    @classmethod
    def from_bytes(cls, content: bytes, name: str) -> Knowledge:
        """The knowledge in a record; ``name`` stands for it in messages.

        Raises:
            DataError: it is no such record, or damaged.
        """
        header, numbers = unpack_record(content, name)
        players, provenance = header.get("players"), header.get("provenance")
        if header.get("kind") != KIND or not isinstance(provenance, dict):
            message = f"{name} holds no knowledge of Wizard"
            raise DataError(message)
        size = native.wizard.MODEL_NUMBERS * _NUMBER_BYTES
        if (
            not isinstance(players, int)
            or not FEWEST_PLAYERS <= players <= MOST_PLAYERS
            or len(numbers) != size
        ):
            message = f"{name} is for another version of pysolver: train it again"
            raise DataError(message)
        return cls(players, numbers, provenance)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Knowledge:
        """The knowledge in a file.

        Raises:
            OSError: the file cannot be read.
            DataError: it is no such record, or damaged.
        """
        return cls.from_bytes(Path(path).read_bytes(), str(path))


@functools.cache
def knowledge(players: int) -> Knowledge:
    """What ships with pysolver for a number of players, 3 to 6."""
    return Knowledge.load(_DATA / f"{players}-players.record")


@functools.cache
def model(players: int) -> native.wizard.Model:
    """The same for the core."""
    return knowledge(players).model()
