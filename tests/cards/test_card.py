"""One card: what it is, and that it stays itself."""

from __future__ import annotations

import copy
import pickle
from fractions import Fraction

import numpy as np
import pytest

from pysolver import Card, CardError, SolverError
from pysolver.cards import CARDS, format_cards

RANKS = "23456789TJQKA"
SUITS = "cdhs"


def test_ids_are_four_times_rank_plus_suit() -> None:
    """Every card of the 52 by its name, its id, its rank and its suit."""
    for rank, rank_letter in enumerate(RANKS):
        for suit, suit_letter in enumerate(SUITS):
            card = Card(rank_letter + suit_letter)
            assert int(card) == 4 * rank + suit
            assert (card.rank, card.suit) == (rank, suit)
            assert str(card) == rank_letter + suit_letter
            assert card.pretty == rank_letter + "♣♦♥♠"[suit]
            assert Card(card.pretty) is card
            assert not card.is_wizard
            assert not card.is_jester


@pytest.mark.parametrize(
    ("first", "letter", "wizard"), [(52, "W", True), (56, "N", False)], ids=["wizards", "jesters"]
)
def test_wizards_and_jesters_have_neither_rank_nor_suit(
    first: int, letter: str, *, wizard: bool
) -> None:
    """Ids 52 to 55 are wizards, 56 to 59 jesters."""
    for number in range(first, first + 4):
        card = Card(number)
        assert (card.rank, card.suit) == (None, None)
        assert (card.is_wizard, card.is_jester) == (wizard, not wizard)
        assert str(card) == card.pretty == letter
    assert Card(letter) == first


def test_one_object_for_each_card() -> None:
    """However a card is made, copied or pickled, it is the same object."""
    for number in range(60):
        card = Card(number)
        assert card is CARDS[number]
        assert Card(card) is card
        assert Card(np.uint8(number)) is card
        assert copy.copy(card) is card
        assert copy.deepcopy([card])[0] is card
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            assert pickle.loads(pickle.dumps(card, protocol)) is card  # noqa: S301


def test_cards_compare_as_their_ids() -> None:
    """By rank, then by suit; a card equals its id and hashes like it."""
    names = [rank + suit for rank in RANKS for suit in SUITS]
    assert [str(card) for card in sorted(map(Card, reversed(names)))] == names
    assert Card("As") == 51
    assert {51: "ace"}[Card("As")] == "ace"
    assert Card("Ac") > Card("Ks")
    assert Card("Ac") < Card("Ad")


def test_a_card_prints_as_its_name() -> None:
    """In text, in a format, and as what makes it again."""
    assert f"{Card('10h')}|{Card('As'):>4}" == "Th|  As"
    assert repr(Card("10h")) == "Card('Th')"
    assert format_cards(map(Card, ("As", "10h", "W"))) == "As Th W"
    assert format_cards(()) == ""


@pytest.mark.parametrize("number", [-1, 60, 255, 2**70, -(10**5000)], ids=lambda n: f"{n:x}"[:6])
def test_an_id_out_of_range_is_refused(number: int) -> None:
    """The message gives the number and says what ids there are."""
    with pytest.raises(CardError, match=r"is no card id: 0 to 51 .*56 to 59") as caught:
        Card(number)
    if abs(number) < 1000:
        assert str(caught.value).startswith(f"{number} ")


@pytest.mark.parametrize(
    "value",
    [
        True,
        False,
        None,
        b"As",
        bytearray(b"As"),
        1.0,
        float("nan"),
        Fraction(3),
        [0],
        ("As",),
        {"As"},
        object(),
        np.float64(3.0),
        np.bool_(True),
        np.array([1, 2]),
        1j,
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_is_neither_text_nor_integer_is_a_type_error(value: object) -> None:
    """The message quotes the value and shows how a card is written."""
    with pytest.raises(TypeError, match="write the rank, then the suit: 'As', '10h'") as caught:
        Card(value)  # type: ignore[arg-type]
    assert repr(value) in str(caught.value)


@pytest.mark.parametrize(("text", "count"), [("", 0), (" , ", 0), ("As Kd", 2), ("AsKdTh", 3)])
def test_one_card_is_one_card(text: str, count: int) -> None:
    """A text of no card or of several is refused."""
    with pytest.raises(CardError) as caught:
        Card(text)
    assert str(caught.value).startswith(f"{text!r} is {count} cards where one is wanted")


def test_a_card_error_is_a_solver_error_and_a_value_error() -> None:
    """Callers may catch either."""
    assert issubclass(CardError, SolverError)
    assert issubclass(CardError, ValueError)
