"""Cards and the ways people write them.

A card is an integer: ``4 * rank + suit`` for the 52 cards (rank 0 = deuce … 12 = ace, suits clubs,
diamonds, hearts, spades), 52 … 55 for the four wizards and 56 … 59 for the four jesters.

>>> parse_cards("As 10h, t♦")
(Card('As'), Card('Th'), Card('Td'))
>>> Card("As").rank, Card("As").suit, int(Card("As"))
(12, 3, 51)
"""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable
from typing import Final, Self, SupportsIndex, TypeAlias

from pysolver.errors import CardError

RANK_LETTERS: Final = "23456789TJQKA"
SUIT_LETTERS: Final = "cdhs"
SUIT_SIGNS: Final = "♣♦♥♠"
DECK_SIZE: Final = 52
FIRST_WIZARD: Final = 52
FIRST_JESTER: Final = 56
CARD_COUNT: Final = 60

RANK_WORDS: Final = (
    "deuce",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
    "ace",
)

_EXAMPLE = "write the rank, then the suit: 'As', '10h', 'T♦'"


class Card(int):
    """One card; also the integer that is its id.

    ``Card`` takes a text (``"As"``), an id (``51``) or a card. There is one object for each card,
    so cards compare and sort as integers do: by rank, then by suit.

    Raises:
        CardError: the text is no card, or the id is not in 0 … 59.
        TypeError: the value is neither text nor an integer.
    """

    __slots__ = ()

    def __new__(cls, value: str | SupportsIndex) -> Self:  # noqa: D102  (see the class)
        if isinstance(value, str):
            return _one_card(value)  # type: ignore[return-value]
        return _by_id(value)  # type: ignore[return-value]

    @property
    def rank(self) -> int | None:
        """0 (deuce) … 12 (ace); None for a wizard or a jester."""
        return int(self) >> 2 if self < DECK_SIZE else None

    @property
    def suit(self) -> int | None:
        """0 … 3: clubs, diamonds, hearts, spades; None for a wizard or a jester."""
        return int(self) & 3 if self < DECK_SIZE else None

    @property
    def is_wizard(self) -> bool:
        """Whether the card is one of the four wizards."""
        return FIRST_WIZARD <= self < FIRST_JESTER

    @property
    def is_jester(self) -> bool:
        """Whether the card is one of the four jesters."""
        return self >= FIRST_JESTER

    @property
    def pretty(self) -> str:
        """The card with the sign of its suit: ``A♠``."""
        if self >= DECK_SIZE:
            return str(self)
        return RANK_LETTERS[self >> 2] + SUIT_SIGNS[self & 3]

    def __str__(self) -> str:
        return _NAMES[self]

    def __repr__(self) -> str:
        return f"Card({_NAMES[self]!r})"

    def __format__(self, spec: str) -> str:
        return format(_NAMES[self], spec)

    def __reduce__(self) -> tuple[type[Card], tuple[int]]:
        return Card, (int(self),)


_NAMES: Final = tuple(
    RANK_LETTERS[i >> 2] + SUIT_LETTERS[i & 3]
    if i < DECK_SIZE
    else "W"
    if i < FIRST_JESTER
    else "N"
    for i in range(CARD_COUNT)
)
CARDS: Final[tuple[Card, ...]] = tuple(int.__new__(Card, i) for i in range(CARD_COUNT))

CardsLike: TypeAlias = str | Iterable[str | SupportsIndex]
"""What every call that takes cards accepts: a text, or texts, ids and cards in any mixture."""

_SUITS: Final = {
    letter: suit
    for suit, letters in enumerate(("cC♣♧", "dD♦♢", "hH♥♡", "sS♠♤"))
    for letter in letters
}
_RANKS: Final = {letter: rank for rank, letter in enumerate(RANK_LETTERS)} | {
    letter.lower(): rank for rank, letter in enumerate(RANK_LETTERS)
}
_RANKS["10"] = RANK_LETTERS.index("T")
_WIZARD_WORDS: Final = ("w", "z", "wizard")
_JESTER_WORDS: Final = ("n", "jester")

#: Every way to write one card of the 52.
_TOKENS: Final = {
    rank_text + suit_text: CARDS[4 * rank + suit]
    for rank_text, rank in _RANKS.items()
    for suit_text, suit in _SUITS.items()
}
# Case is ignored in ASCII only: the long s and the Kelvin sign are no card letters.
_PIECE: Final = re.compile(
    r"(?P<separator>[\s,]+)"
    r"|(?P<wizard>(?a:wizard|[wz]))"
    r"|(?P<jester>(?a:jester|n))"
    r"|(?P<card>(?a:(?:10|[2-9tjqka])[cdhs♣♧♦♢♥♡♠♤]))\ufe0f?",
    re.IGNORECASE,
)
_SUIT_FIRST: Final = re.compile(r"([cdhs♣♧♦♢♥♡♠♤])\ufe0f?(10|[2-9tjqka])", re.IGNORECASE | re.ASCII)
_WORD: Final = re.compile(r"[^\s,]+")


def parse_cards(cards: CardsLike) -> tuple[Card, ...]:
    """Read cards in any notation, in the order given.

    Args:
        cards: a text such as ``"As Kd, 10h"`` or ``"AsKdTh"`` (any case, ``T`` or ``10``, letters
            or signs for suits, ``W`` for a wizard, ``N`` for a jester), or an iterable of texts,
            ids 0 … 59 and cards.

    Returns:
        The cards. Wizards written as ``W`` take the ids 52, 53, … in turn, jesters 56, 57, ….

    Raises:
        CardError: a piece is no card, or a card stands twice; the message quotes the piece.
        TypeError: ``cards`` is not text and not an iterable of texts and integers.
    """
    if isinstance(cards, str):
        try:
            known = [_TOKENS[word] for word in cards.split()]
        except KeyError:
            return _distinct(_read_text(cards))
        return tuple(known) if len(set(known)) == len(known) else _distinct(known)
    if isinstance(cards, bytes | bytearray | memoryview):
        message = (
            f"cards are given as text or as ids, not as {type(cards).__name__}: {_EXAMPLE}; "
            "for ids in bytes use list(...)"
        )
        raise TypeError(message)
    if isinstance(cards, Card) or not isinstance(cards, Iterable):
        message = f"cards are a text or an iterable of cards, not {cards!r}: {_EXAMPLE}"
        raise TypeError(message)
    pieces = tuple(cards)
    if set(map(type, pieces)) == {Card} and len(set(pieces)) == len(pieces):
        return pieces  # type: ignore[return-value]
    found: list[Card | int] = []
    for piece in pieces:
        if isinstance(piece, Card):
            found.append(piece)
        elif isinstance(piece, str):
            found.extend(_read_text(piece))
        else:
            found.append(_by_id(piece))
    return _distinct(found)


def count_cards(cards: tuple[Card, ...], count: int, what: str) -> tuple[Card, ...]:
    """The cards themselves, if they are ``count`` cards of the 52-card deck.

    Raises:
        CardError: there are more or fewer, or a wizard or jester among them.
    """
    if len(cards) != count:
        message = f"{what} takes {count} cards, not {len(cards)}: {format_cards(cards) or 'none'}"
        raise CardError(message)
    if max(cards, default=0) >= DECK_SIZE:
        stranger = max(cards)
        kind = "wizard" if stranger.is_wizard else "jester"
        message = f"{str(stranger)!r} is a {kind}: {what} takes cards of the 52-card deck only"
        raise CardError(message)
    return cards


def format_cards(cards: Iterable[Card]) -> str:
    """The cards as text that ``parse_cards`` reads back: ``"As Kd Th"``."""
    return " ".join(map(str, cards))


def _by_id(value: SupportsIndex) -> Card:
    if isinstance(value, bool):
        message = f"a card is a text or an id, not {value!r}: {_EXAMPLE}"
        raise TypeError(message)
    try:
        number = operator.index(value)
    except TypeError:
        message = (
            f"a card is a text or an id 0 to 59, not {value!r} of type {type(value).__name__}: "
            f"{_EXAMPLE}"
        )
        raise TypeError(message) from None
    if not 0 <= number < CARD_COUNT:
        # Python refuses to print integers of thousands of digits.
        shown = number if number.bit_length() <= 64 else "a number past 64 bits"
        message = (
            f"{shown} is no card id: 0 to 51 are 4*rank + suit from 2c to As, "
            "52 to 55 wizards, 56 to 59 jesters"
        )
        raise CardError(message)
    return CARDS[number]


def _one_card(text: str) -> Card:
    found = _TOKENS.get(text)
    if found is not None:
        return found
    cards = _read_text(text)
    if len(cards) != 1:
        message = f"{text!r} is {len(cards)} cards where one is wanted: {_EXAMPLE}"
        raise CardError(message)
    if isinstance(cards[0], Card):
        return cards[0]
    return CARDS[cards[0]]


class _Nameless(int):
    """A wizard or jester written without saying which of the four: the id of the first."""


def _read_text(text: str) -> list[Card | int]:
    """The cards of a text, a nameless wizard or jester as the first id of its kind."""
    found: list[Card | int] = []
    at = 0
    while at < len(text):
        piece = _PIECE.match(text, at)
        if piece is None:
            raise CardError(_complaint(text, at))
        if piece["card"]:
            card = piece["card"]
            found.append(_TOKENS[card[:-1].upper() + card[-1]])
        elif piece["wizard"]:
            found.append(_Nameless(FIRST_WIZARD))
        elif piece["jester"]:
            found.append(_Nameless(FIRST_JESTER))
        at = piece.end()
    return found


def _complaint(text: str, at: int) -> str:
    """What is wrong with the text at this place, and what would be right."""
    word_match = _WORD.match(text, at)
    word = word_match.group() if word_match else text[at:]
    swapped = _SUIT_FIRST.match(text, at)
    if swapped:
        suit = SUIT_LETTERS[_SUITS[swapped[1]]]
        rank = RANK_LETTERS[_RANKS[swapped[2].upper()]]
        return (
            f"{swapped.group()!r} names the suit first: the rank comes first, write {rank + suit!r}"
        )
    whole = next((m.group() for m in _WORD.finditer(text) if m.start() <= at < m.end()), word)
    where = f" in {whole!r}" if whole != word else ""
    first = word[:2] if word[:2] == "10" else word[:1]
    if first.upper() in _RANKS and len(word) == len(first):
        return f"{word!r}{where} has no suit: {_EXAMPLE}"
    if word.isdigit():
        return f"{word!r}{where} is no card: {_EXAMPLE}; a card id is given as a number, not text"
    if first.upper() in _RANKS:
        return f"{word!r}{where} is no card: suits are c d h s or ♣ ♦ ♥ ♠; {_EXAMPLE}"
    return f"{word!r}{where} is no card: ranks are 2 to 9, T or 10, J, Q, K, A; {_EXAMPLE}"


def _distinct(found: Iterable[Card | int]) -> tuple[Card, ...]:
    """Give nameless wizards and jesters the ids still free; refuse a card that stands twice."""
    pieces = list(found)
    taken = {piece for piece in pieces if isinstance(piece, Card)}
    seen: set[int] = set()
    cards = []
    for piece in pieces:
        if isinstance(piece, Card):
            card = piece
            if card in seen:
                message = f"{str(card)!r} stands twice: each card is in the deck once"
                raise CardError(message)
        else:
            free = (n for n in range(piece, piece + 4) if n not in seen and n not in taken)
            number = next(free, None)
            if number is None:
                kind = "wizard" if piece == FIRST_WIZARD else "jester"
                message = f"a fifth {kind}: the deck holds four"
                raise CardError(message)
            card = CARDS[number]
        seen.add(card)
        cards.append(card)
    return tuple(cards)
