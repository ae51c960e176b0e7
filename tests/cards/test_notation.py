"""Every way to write cards, and what a wrong one is told."""

from __future__ import annotations

import contextlib
import re
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pysolver import Card, CardError, best_arrangement, parse_cards
from pysolver.cards import count_cards, format_cards

if TYPE_CHECKING:
    from collections.abc import Iterable

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A")
SUITS = ("cC♣♧", "dD♦♢", "hH♥♡", "sS♠♤")
HAND = "As Ad Ac Ks Kd 9h 9c 8d 7s 6h 5c 3d 2s"


def spellings(number: int) -> list[str]:
    """All ways to write one card of the 52."""
    rank = RANKS[number // 4]
    ranks = [rank, rank.lower()] + (["10"] if rank == "T" else [])
    suits = [*SUITS[number % 4], *(f"{sign}\ufe0f" for sign in SUITS[number % 4][2:])]
    return [a + b for a in ranks for b in suits]


# ---- right ----


@pytest.mark.parametrize("number", range(52))
def test_every_spelling_of_a_card(number: int) -> None:
    """Any case, T or 10, letters or signs, alone or in a text or a list."""
    for text in spellings(number):
        assert int(Card(text)) == number, text
        assert parse_cards(text) == parse_cards([text]) == parse_cards(f" {text},") == (number,)


@pytest.mark.parametrize(
    "text",
    [
        "As Kd 10h",
        "as kd th",
        "AS KD TH",
        "AsKdTh",
        "asKD10H",
        "As,Kd,Th",
        "As, Kd ,10h",
        "\tAs\nKd\r\n Th ",
        ",,As  Kd,Th,,",
        "A♠ K♦ T♥",
        "A♠K♦10♥",
        "A♠\ufe0fK♦\ufe0f10♥\ufe0f",
        "a♤ k♢ t♡",
        "As\u00a0Kd\u3000Th",
        "AsKd Th",
    ],
)
def test_a_text_in_any_notation(text: str) -> None:
    """Concatenated or separated by blanks or commas, in the order given."""
    assert parse_cards(text) == (51, 45, 34)


@pytest.mark.parametrize(
    "cards",
    [
        ["As", "Kd", "Th"],
        ("As Kd", "10h"),
        [51, 45, 34],
        [Card("As"), "k♦", 34],
        np.array([51, 45, 34], np.uint8),
        np.array([51, 45, 34], np.int64),
        iter(["As", 45, Card(34)]),
        (card for card in (51, 45, 34)),
        {"As": 1, "Kd": 2, "Th": 3},
        range(51, 33, -1),
    ],
    ids=lambda cards: type(cards).__name__,
)
def test_an_iterable_in_any_mixture(cards: Iterable[str | int]) -> None:
    """Texts of one or several cards, ids, numpy integers and cards."""
    found = parse_cards(cards)
    assert found[0] == 51
    assert found[-1] == 34
    assert all(type(card) is Card for card in found)


@pytest.mark.parametrize(
    "nothing", ["", "  ", ",", [], (), [""], pytest.param(iter([]), id="an iterator")], ids=repr
)
def test_no_cards_are_no_cards(nothing: str | list[str]) -> None:
    """Whoever wants a number of cards says so."""
    assert parse_cards(nothing) == ()


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("W", [52]),
        ("w z wizard WIZARD", [52, 53, 54, 55]),
        ("ZWizardN", [52, 53, 56]),
        ("N n jester Jester", [56, 57, 58, 59]),
        ("Nw As NW", [56, 52, 51, 57, 53]),
        ("JsJesterNJd", [39, 56, 57, 37]),
    ],
)
def test_wizards_and_jesters_take_ids_in_turn(text: str, ids: list[int]) -> None:
    """J is the jack; W, Z and wizard, N and jester are the others."""
    assert [int(card) for card in parse_cards(text)] == ids


def test_a_nameless_wizard_takes_an_id_that_nobody_else_has() -> None:
    """Ids and cards given as such keep theirs, before and after."""
    with pytest.raises(CardError, match="a fifth wizard"):
        parse_cards(["W", 52, "W", Card(54), "W"])
    assert parse_cards(["W", 52, "W", Card(54)]) == (53, 52, 55, 54)
    assert parse_cards(["N", 57, "N"]) == (56, 57, 58)


@given(
    st.lists(
        st.tuples(st.integers(0, 51), st.integers(0, 11), st.sampled_from(["", " ", ",", " , "])),
        unique_by=lambda piece: piece[0],
        max_size=52,
    )
)
def test_round_trip_in_mixed_notations(pieces: list[tuple[int, int, str]]) -> None:
    """Any cards, each in any spelling, with anything between them."""
    written = [(n, spellings(n)[way % len(spellings(n))], gap) for n, way, gap in pieces]
    text = "".join(spelling + gap for _, spelling, gap in written)
    cards = parse_cards(text)
    assert [int(card) for card in cards] == [n for n, _, _ in written]
    assert parse_cards([spelling for _, spelling, _ in written]) == cards
    assert parse_cards(format_cards(cards)) == cards
    assert parse_cards("".join(card.pretty for card in cards)) == cards
    assert parse_cards(list(map(int, cards))) == cards


@given(st.permutations(range(60)), st.integers(0, 60))
def test_cards_of_all_kinds_keep_their_ids(ids: list[int], count: int) -> None:
    """By id all sixty cards come back as they are."""
    assert [int(card) for card in parse_cards(ids[:count])] == ids[:count]


# ---- wrong: notation ----


@pytest.mark.parametrize(
    ("text", "quoted", "advice"),
    [
        ("1s", "1s", "ranks are 2 to 9, T or 10, J, Q, K, A"),
        ("11s", "11s", "ranks are"),
        ("0s", "0s", "ranks are"),
        ("Xs", "Xs", "ranks are"),
        ("Bs", "Bs", "ranks are"),
        ("As Xd Th", "Xd", "ranks are"),
        ("AsXdTh", "XdTh", "in 'AsXdTh'"),
        ("Ax", "Ax", "suits are c d h s"),
        ("10x", "10x", "suits are c d h s"),
        ("AsKw", "Kw", "in 'AsKw'"),
        ("A s", "A", "has no suit"),
        ("10", "10", "has no suit"),
        ("As K", "K", "has no suit"),
        ("AsK", "K", "in 'AsK' has no suit"),
        ("51", "51", "a card id is given as a number"),
        ("0", "0", "a card id is given as a number"),
        ("As/Kd", "/Kd", "in 'As/Kd'"),
        ("As;Kd", ";Kd", "ranks are"),
        ("Asd", "d", "in 'Asd'"),
        ("ace of spades", "e", "in 'ace'"),
        ("joker", "joker", "suits are"),
        ("wiz", "iz", "in 'wiz'"),
        ("A♠♠", "♠", "in 'A♠♠'"),
        ("A\ufe0f♠", "A\ufe0f♠", "suits are"),
        ("\U0001f0a1", "\U0001f0a1", "ranks are"),
        ("А♠", "А♠", "ranks are"),  # noqa: RUF001  (a Cyrillic A)
        ("\u212as", "\u212as", "ranks are"),  # the Kelvin sign
        ("Aſ", "Aſ", "suits are"),  # noqa: RUF001  (a long s)
        ("ſA", "ſA", "ranks are"),  # noqa: RUF001
        ("\uff21s", "\uff21s", "ranks are"),  # full width
        ("٢s", "٢s", "ranks are"),
        ("\x00", "\x00", "ranks are"),
        ("\ud800", "\ud800", "ranks are"),
    ],
)
def test_a_piece_that_is_no_card(text: str, quoted: str, advice: str) -> None:
    """The piece is quoted, and it is said what would be right."""
    for cards in (text, [text], ["2c", text]):
        with pytest.raises(CardError) as caught:
            parse_cards(cards)
        message = str(caught.value)
        assert message.startswith(repr(quoted))
        assert advice in message
        assert "write the rank, then the suit: 'As', '10h'" in message


@pytest.mark.parametrize(
    ("text", "wrong", "right"),
    [
        ("SA", "SA", "As"),
        ("sa kd", "sa", "As"),
        ("As Dk", "Dk", "Kd"),
        ("H10", "H10", "Th"),
        ("c10 c9", "c10", "Tc"),
        ("♠A", "♠A", "As"),
        ("♥\ufe0fT", "♥\ufe0fT", "Th"),
        ("SADKHT", "SA", "As"),
        ("2cD3", "D3", "3d"),
    ],
)
def test_suit_first_is_shown_the_right_way(text: str, wrong: str, right: str) -> None:
    """The message writes the card as it should be."""
    with pytest.raises(CardError, match="names the suit first") as caught:
        parse_cards(text)
    message = str(caught.value)
    assert message.startswith(repr(wrong))
    assert message.endswith(f"write {right!r}")


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("As Kd As", "As"),
        ("10h Th", "Th"),
        ("A♠as", "As"),
        (["As", 51], "As"),
        ([0, 0], "2c"),
        ([Card(5), "3d"], "3d"),
        ("Kd W Kd", "Kd"),
        (["W", 52, 52], "W"),
        (np.array([7, 9, 7], np.uint8), "3s"),
    ],
)
def test_a_card_that_stands_twice(cards: str | list[str | int], name: str) -> None:
    """The card is named."""
    with pytest.raises(CardError) as caught:
        parse_cards(cards)
    assert str(caught.value) == f"{name!r} stands twice: each card is in the deck once"


@pytest.mark.parametrize(
    ("cards", "kind"),
    [
        ("WWWWW", "wizard"),
        ("w z w z wizard", "wizard"),
        ("N" * 5, "jester"),
        ([52, 53, 54, 55, "W"], "wizard"),
    ],
)
def test_a_fifth_wizard_or_jester(cards: str | list[str | int], kind: str) -> None:
    """The deck holds four."""
    with pytest.raises(CardError) as caught:
        parse_cards(cards)
    assert str(caught.value) == f"a fifth {kind}: the deck holds four"


@pytest.mark.parametrize("number", [-1, 60, 1000])
def test_an_id_that_is_no_card(number: int) -> None:
    """In a list, among good cards."""
    with pytest.raises(CardError, match=f"^{number} is no card id"):
        parse_cards(["As", number])


# ---- wrong: type ----


@pytest.mark.parametrize(
    "cards", [b"As", bytearray(b"As"), memoryview(b"As")], ids=lambda c: type(c).__name__
)
def test_bytes_are_not_text(cards: bytes) -> None:
    """Bytes could be ids as well as letters, so they are refused."""
    with pytest.raises(TypeError, match=f"not as {type(cards).__name__}: write the rank"):
        parse_cards(cards)


@pytest.mark.parametrize(
    "cards", [None, 5, 5.0, True, pytest.param(object(), id="an object"), Card("As"), len], ids=repr
)
def test_what_is_no_collection_of_cards(cards: object) -> None:
    """The message quotes it."""
    with pytest.raises(TypeError) as caught:
        parse_cards(cards)  # type: ignore[arg-type]
    assert f"not {cards!r}" in str(caught.value)


@pytest.mark.parametrize(
    "cards",
    [
        [None],
        [True],
        ["As", 1.0],
        ["As", b"Kd"],
        [["As", "Kd"]],
        [("As",)],
        [{"As"}],
        [float("nan")],
        np.array([51.0, 45.0]),
        np.array([True, False]),
        np.array([[51, 45], [34, 30]], np.uint8),
        np.array([None]),
        np.array([1 + 2j]),
        {b"As": 1},
    ],
    ids=repr,
)
def test_a_piece_of_the_wrong_type(cards: list[str]) -> None:
    """The message quotes the piece and names its type."""
    with pytest.raises(TypeError, match="a card is a text or an id"):
        parse_cards(cards)


# ---- wrong: count ----


@pytest.mark.parametrize(
    ("cards", "count"),
    [
        (HAND.rsplit(" ", 1)[0], 12),
        (f"{HAND} 2c", 14),
        ("", 0),
        ("As", 1),
        (range(52), 52),
    ],
)
def test_a_hand_of_the_wrong_size(cards: str, count: int) -> None:
    """The message counts and shows them."""
    with pytest.raises(CardError, match=f"^a Binh hand takes 13 cards, not {count}: ") as caught:
        best_arrangement(cards)
    shown = format_cards(parse_cards(cards)) or "none"
    assert str(caught.value).endswith(shown)


@pytest.mark.parametrize(("stranger", "kind"), [("W", "wizard"), ("N", "jester")])
def test_a_wizard_in_a_binh_hand(stranger: str, kind: str) -> None:
    """The 52-card deck holds none."""
    with pytest.raises(CardError, match=rf"^'{stranger}' is a {kind}: a Binh hand takes cards"):
        best_arrangement(f"{HAND[:-2]} {stranger}")


def test_the_right_count_passes() -> None:
    """The very cards come back."""
    cards = parse_cards("As Kd")
    assert count_cards(cards, 2, "a pair") is cards
    assert count_cards((), 0, "nothing") == ()


# ---- fuzz ----

LETTERS = st.text("23456789tTjJqQkKaAcCdDhHsSwWzZnN10 ,♠♥♦♣♤♡♢♧\ufe0fſKizardjeste", max_size=40)  # noqa: RUF001
ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-2, 62)
    | st.floats()
    | st.binary(max_size=4)
    | st.text(max_size=6)
    | LETTERS
    | st.just(np.arange(3, dtype=np.uint8))
    | st.just(np.ones(2)),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.text(max_size=2), inner),
    max_leaves=12,
)


@given(st.text() | LETTERS)
def test_any_text_gives_cards_or_a_card_error(text: str) -> None:
    """What is read reads again; what is not is quoted."""
    try:
        cards = parse_cards(text)
    except CardError as error:
        message = str(error)
    else:
        assert parse_cards(format_cards(cards)) == cards
        return
    assert re.match(r"'.*?(?<!\\)'|\".*?\"|a fifth", message, re.DOTALL), message


@given(ANYTHING)
def test_anything_gives_cards_a_card_error_or_a_type_error(value: Any) -> None:
    """Nothing else comes out."""
    for call in (parse_cards, Card, best_arrangement):
        with contextlib.suppress(CardError, TypeError):
            assert call(value) is not None
