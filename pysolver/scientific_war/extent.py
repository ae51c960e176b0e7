"""How large a deck's game is before it is solved: states, memory, time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from pysolver import native
from pysolver.scientific_war.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Decks of so many cards are counted rather than guessed.
COUNTED_CARDS: Final = 5
#: Kept longest when a deck is cut down for a guess: these make the most states.
_STATES_OF_ALL: Final = "J8QX"
#: Each further card makes so many times the states, and that factor falls by as much.
_FALL: Final = 0.88
_LEAST_FACTOR: Final = 12.0
_MICRO: Final = 1e-6
_BUILD_MICROSECONDS: Final = 1.0
_UPDATE_MICROSECONDS: Final = 0.08
_BYTES_BUT_SUCCESSORS: Final = 60
_BYTES_A_CARD: Final = 8
_GROW: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class Extent:
    """A guess at the size of a game, from smaller decks; right within a factor of two or so.

    Attributes:
        deck: each player's cards.
        states: states that can be reached, mirrored ones told apart.
        bytes: memory to solve it.
        seconds: time to solve it on one processor.
    """

    deck: str
    states: float
    bytes: float
    seconds: float

    def __str__(self) -> str:
        return (
            f"about {rounded(self.states)} states, {memory_in_words(self.bytes)} of memory and "
            f"{time_in_words(self.seconds)}"
        )

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready."""
        return {
            "deck": self.deck,
            "states": self.states,
            "bytes": self.bytes,
            "seconds": self.seconds,
        }


def guess_extent(rules: Rules, sweeps: int) -> Extent:
    """The size of the game for two, for so many sweeps over all states."""
    decks = list(_smaller_decks(rules))
    counts = [_count(deck, rules) for deck in decks[-2:]]
    states, factor = float(counts[0]), counts[0] / counts[-1]
    for _ in range(len(rules.deck) - len(decks[-2] if len(decks) > 1 else rules.deck)):
        factor = max(_LEAST_FACTOR, _FALL * factor)
        states *= factor
    folded = states / 2
    cards = len(rules.deck)
    return Extent(
        rules.deck,
        states,
        folded * (_BYTES_BUT_SUCCESSORS + _BYTES_A_CARD * max(0, cards - 2)),
        folded * _MICRO * (_BUILD_MICROSECONDS + sweeps * _UPDATE_MICROSECONDS),
    )


def _smaller_decks(rules: Rules) -> Iterator[str]:
    """The deck with ever fewer cards, plain ones left out first, down to four."""
    deck = rules.deck
    while True:
        yield deck
        if len(deck) < COUNTED_CARDS:
            return
        plain = [card for card in deck if card not in _STATES_OF_ALL]
        left_out = plain[0] if plain else deck[0]
        deck = deck.replace(left_out, "")


def _count(deck: str, rules: Rules) -> int:
    """States of a small deck."""
    small = Rules.of_deck(deck, reversal=rules.reversal, powers=rules.powers)
    graph = native.scientific_graph.Graph(small.core(), native.scientific_graph.MOST_STATES)
    while graph.grow(_GROW):
        pass
    return graph.unfolded


def rounded(number: float) -> str:
    """``"79 million"``: a large number as a person would say it."""
    for size, word in ((1e12, None), (1e9, "billion"), (1e6, "million"), (1e3, "thousand")):
        if number >= size:
            return f"{number:.1e}" if word is None else f"{number / size:.3g} {word}"
    return f"{number:.0f}"


def memory_in_words(count: float) -> str:
    """``"3.4 GiB"``."""
    for unit, bits in (("EiB", 60), ("PiB", 50), ("TiB", 40), ("GiB", 30), ("MiB", 20)):
        size = 1 << bits
        if count >= size:
            return f"{count / size:,.1f} {unit}"
    return f"{count / 1024:,.0f} KiB"


def time_in_words(seconds: float) -> str:
    """``"8 minutes"``."""
    for unit, size in (("years", 31_557_600), ("days", 86_400), ("hours", 3600), ("minutes", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:,.0f} {unit}"
    return f"{seconds:.2g} seconds"
