"""The options of War. The rules themselves stand at the top of ``pysolver.war``."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, SupportsIndex, TypeAlias

from pysolver import native
from pysolver.errors import RuleError

DECK_SIZE: Final = native.core.DECK_SIZE
FEWEST_PLAYERS: Final = 2
MOST_PLAYERS: Final = native.war.SEATS
MOST_FACE_DOWN: Final = 3
MOST_ROUNDS: Final = native.war.MOST_ROUNDS
SHUFFLED: Final = "shuffled"

Pickup: TypeAlias = Literal["shuffled", "winner_first", "seat_order", "high_first", "low_first"]
#: Every way to pick up.
PICKUPS: Final[tuple[Pickup, ...]] = (
    "shuffled",
    "winner_first",
    "seat_order",
    "high_first",
    "low_first",
)
SHORTS: Final = ("last_card", "lose")


@dataclass(frozen=True, slots=True)
class Rules:
    """Options of the game.

    Attributes:
        players: 2 … 6. Each is dealt 52 // players cards; the rest is set aside.
        face_down: cards that a tied player lays face down before the one face up, 0 … 3.
        pickup: the order in which a winner puts the cards under the own pile, one of ``PICKUPS``
            for all, or one for each player in seat order.
        short: what a tied player does who has cards, but fewer than a battle takes:
            ``"last_card"`` lays what is left, the last card face up; ``"lose"`` loses the battle
            and lays nothing.
        max_rounds: rounds after which the most cards win, 1 … 1,000,000; None to play to the end.

    Raises:
        RuleError: an option is out of range.
        TypeError: an option is of the wrong type.
    """

    players: int = 3
    face_down: int = 3
    pickup: Pickup | tuple[Pickup, ...] = "shuffled"
    short: Literal["last_card", "lose"] = "last_card"
    max_rounds: int | None = None

    def __post_init__(self) -> None:
        players = whole_number("players", self.players, FEWEST_PLAYERS, MOST_PLAYERS)
        face_down = whole_number("face_down", self.face_down, 0, MOST_FACE_DOWN)
        if not isinstance(self.short, str):
            message = f"short is {_either(SHORTS)}, not {self.short!r}"
            raise TypeError(message)
        if self.short not in SHORTS:
            message = f"short is {_either(SHORTS)}, not {self.short!r}"
            raise RuleError(message)
        if self.max_rounds is not None:
            limit = whole_number("max_rounds", self.max_rounds, 1, MOST_ROUNDS, " or None")
            object.__setattr__(self, "max_rounds", limit)
        object.__setattr__(self, "players", players)
        object.__setattr__(self, "face_down", face_down)
        object.__setattr__(self, "pickup", _parse_pickup(self.pickup, players))

    @property
    def pickups(self) -> tuple[Pickup, ...]:
        """The pick-up of each player."""
        return (self.pickup,) * self.players if isinstance(self.pickup, str) else self.pickup

    def to_dict(self) -> dict[str, Any]:
        """The options as JSON-ready values."""
        return {
            "players": self.players,
            "face_down": self.face_down,
            "pickup": self.pickup if isinstance(self.pickup, str) else list(self.pickup),
            "short": self.short,
            "max_rounds": self.max_rounds,
        }


def whole_number(
    name: str, value: SupportsIndex, least: int, most: int, otherwise: str = ""
) -> int:
    """The value as an int, if it is a whole number in a range.

    Raises:
        RuleError: out of the range; ``name`` and the value are quoted.
        TypeError: no whole number.
    """
    message = f"{name} is a whole number from {least:,} to {most:,}{otherwise}, not {value!r}"
    if isinstance(value, bool):
        raise TypeError(message)
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(message) from None
    if not least <= number <= most:
        raise RuleError(message)
    return number


def _parse_pickup(pickup: object, players: int) -> Pickup | tuple[Pickup, ...]:
    if isinstance(pickup, str):
        return _one_pickup(pickup)
    if not isinstance(pickup, Sequence):
        message = f"pickup is one of {_either(PICKUPS)}, or one for each player, not {pickup!r}"
        raise TypeError(message)
    found = tuple(map(_one_pickup, pickup))
    if len(found) != players:
        message = f"{players} players take one pickup for all or {players}, not {len(found)}"
        raise RuleError(message)
    return found


def _one_pickup(pickup: object) -> Pickup:
    for known in PICKUPS:
        if pickup == known:
            return known
    message = f"pickup is one of {_either(PICKUPS)}, not {pickup!r}"
    if isinstance(pickup, str):
        raise RuleError(message)
    raise TypeError(message)


def _either(words: Sequence[str]) -> str:
    return ", ".join(map(repr, words[:-1])) + f" or {words[-1]!r}"


DEFAULT_RULES: Final = Rules()
