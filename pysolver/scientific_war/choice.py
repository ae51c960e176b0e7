"""What a player chooses for a trick: a card, and whether hand and pile are swapped before it."""

from __future__ import annotations

import functools
from typing import Final, NamedTuple

from pysolver import native
from pysolver.checks import shown
from pysolver.errors import RuleError
from pysolver.scientific_war.notation import CARDS, read_cards

_SWAP: Final = "swap"


class Choice(NamedTuple):
    """A card, from the hand or, after a swap of hand and pile, from what was the pile.

    Attributes:
        card: one character of ``23456789TJQKAX``.
        swap: hand and pile are swapped first; possible in the trick after an eight only.
    """

    card: str
    swap: bool = False

    def __str__(self) -> str:
        return f"{_SWAP} {self.card}" if self.swap else self.card


def parse_choice(choice: Choice | str) -> Choice:
    """``"K"``, or ``"swap K"`` for a card from the pile; a ``Choice`` is taken as it is.

    Raises:
        RuleError: it cannot be read.
        TypeError: it is no string and no ``Choice``.
    """
    if isinstance(choice, Choice):
        text, swap = choice.card, choice.swap
        if not isinstance(text, str) or not isinstance(swap, bool):
            message = f"a choice has a card and True or False for a swap, not {shown(choice)}"
            raise TypeError(message)
    elif isinstance(choice, str):
        text, swap = choice.strip(), False
        if text.lower().startswith(_SWAP):
            text, swap = text[len(_SWAP) :], True
    else:
        message = f"a choice is a string such as 'K' or 'swap K', not {shown(choice)}"
        raise TypeError(message)
    card = read_cards(text, "a choice")
    if len(card) != 1:
        message = f"a choice is one card such as 'K' or 'swap K', not {shown(str(choice))}"
        raise RuleError(message)
    return Choice(card, swap)


def choices_of(hand: str, pile: str) -> tuple[Choice, ...]:
    """The choices of who holds these cards: ranks in hand, then those of a pile to swap for."""
    return (
        *(Choice(card) for card in dict.fromkeys(hand)),
        *(Choice(card, swap=True) for card in dict.fromkeys(pile)),
    )


def code_of(choice: Choice) -> int:
    """The choice as the core numbers it."""
    return CARDS.index(choice.card) | (native.scientific_war.SWAP if choice.swap else 0)


@functools.cache
def choice_of(code: int) -> Choice:
    """The choice of a number of the core."""
    swap = native.scientific_war.SWAP
    return Choice(CARDS[code % swap], bool(code & swap))
