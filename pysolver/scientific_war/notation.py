"""Cards of Scientific War in writing: ranks without suits, ``X`` for the joker."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from pysolver.checks import shown
from pysolver.errors import CardError

RANKS: Final = "23456789TJQKA"
JOKER: Final = "X"
#: Every card, weakest first; the joker has no place in the order and stands last.
CARDS: Final = RANKS + JOKER

_PLACES: Final = {card: place for place, card in enumerate(CARDS)}
_SEPARATORS: Final = str.maketrans("", "", " ,\t")


def read_cards(cards: str | Iterable[str], what: str) -> str:
    """Cards as one string in the order given: ``"8, 10 k"`` is ``"8TK"``.

    Raises:
        CardError: a character stands for no card; ``what`` names the argument.
        TypeError: no string and no iterable of strings.
    """
    if not isinstance(cards, str):
        if not isinstance(cards, Iterable) or isinstance(cards, Mapping):
            message = f"{what} is a string of {CARDS}, not {shown(cards)}"
            raise TypeError(message)
        parts = list(cards)
        for part in parts:
            if not isinstance(part, str):
                message = f"{what} holds strings such as 'K', not {shown(part)}"
                raise TypeError(message)
        return "".join(read_cards(part, what) for part in parts)
    found = cards.translate(_SEPARATORS).upper().replace("10", "T")
    for card in found:
        if card not in _PLACES:
            message = (
                f"{card!r} in {shown(cards)} is no card: {what} is made of {CARDS}, X the joker"
            )
            raise CardError(message)
    return found


def in_order(cards: str) -> str:
    """The cards sorted, weakest first, jokers last."""
    return "".join(sorted(cards, key=_PLACES.__getitem__))


def codes(cards: str) -> list[int]:
    """Cards as the core numbers them."""
    return [_PLACES[card] for card in cards]


def of_codes(numbers: Iterable[int]) -> str:
    """Cards from the core's numbers."""
    return "".join(CARDS[number] for number in numbers)
