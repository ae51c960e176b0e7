"""Piles in every notation, and what is wrong with those that are not right."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pysolver import Card, CardError, RuleError, SolverError
from pysolver.cards import CARDS
from pysolver.war import Rules, compare_pickups, odds, parse_piles, replay
from pysolver.war.piles import format_pile

TWO = Rules(2)
As, Kd, Th = Card("As"), Card("Kd"), Card("Th")


def test_nothing_known_is_a_full_deal() -> None:
    for players, size in [(2, 26), (3, 17), (4, 13), (5, 10), (6, 8)]:
        assert parse_piles(None, Rules(players)) == ((None,) * size,) * players


@pytest.mark.parametrize(
    "pile",
    [
        "As ? ? 10h",
        "as,?,?,T♥",
        "As ? * 2 Th",
        ["As", "?*2", "Th"],
        [51, "?", "?", Th],
        ("As ??", 34),
    ],
)
def test_notations_of_a_pile(pile: Any) -> None:
    assert parse_piles([pile, "?*4"], TWO) == ((As, None, None, Th), (None,) * 4)


def test_a_single_unknown_card_is_the_one_left() -> None:
    whole = [list(CARDS[:26]), [*CARDS[26:51], "?"]]
    assert parse_piles(whole, TWO)[1][-1] is As  # type: ignore[arg-type]
    assert parse_piles(["As ?", "Kd ?"], TWO) == ((As, None), (Kd, None))


@given(st.lists(st.booleans(), min_size=1, max_size=52), st.permutations(CARDS[:52]))
def test_a_pile_is_read_back(known: list[bool], deck: list[Card]) -> None:
    pile = tuple(card if seen else None for seen, card in zip(known, deck, strict=False))
    if sum(known) < 51:  # a single unknown card would be filled in
        assert parse_piles([format_pile(pile), ""], TWO, in_play=True) == (pile, ())


@pytest.mark.parametrize(
    ("piles", "rules", "error", "message"),
    [
        (["As Kd", "As 2c"], TWO, CardError, "players 1 and 2 both hold 'As': each card is in the deck once"),
        (["As As", "Kd 2c"], TWO, CardError, "player 1: 'As' stands twice: each card is in the deck once"),
        (["As ? As", "Kd 2c"], TWO, CardError, "player 1: 'As' stands twice"),
        (["As Kd", "2c W"], TWO, CardError, "player 2: 'W' is a wizard: War takes cards of the 52-card deck only"),
        (["As N", "2c 3c"], TWO, CardError, "player 1: 'N' is a jester"),
        (["As Kd", "2c"], TWO, RuleError, "the piles hold 2, 1 cards: players start with equally many; only piles of a game under way (in_play) may be uneven"),
        (["As Kd", ""], TWO, RuleError, "the piles hold 2, 0 cards"),
        (["", ""], TWO, RuleError, "no player holds a card"),
        (["?*27", "?*27"], TWO, CardError, "the piles hold 27 + 27 = 54 cards: the deck has 52"),
        (["?*18"] * 3, Rules(), CardError, "the piles hold 18 + 18 + 18 = 54 cards"),
        (["As", "Kd"], Rules(), RuleError, "3 players have 3 piles, not 2: give one pile for each player"),
        (["As", "Kd", "Th"], TWO, RuleError, "2 players have 2 piles, not 3"),
        ([], TWO, RuleError, "2 players have 2 piles, not 0"),
        (["?*0", "?"], TWO, CardError, "player 1: '?*0' has no count from 1 to 52: '?*16' stands for sixteen"),
        (["?*53", "?"], TWO, CardError, "player 1: '?*53' has no count"),
        (["?*99999999999999999999", "?"], TWO, CardError, "has no count from 1 to 52"),
        (["?*", "?"], TWO, CardError, "player 1: '?*' has no count"),
        (["?*x", "?"], TWO, CardError, "player 1: '?*x' has no count"),
        (["?*2Th", "?"], TWO, CardError, "player 1: '?*2Th' has no count"),
        (["?*²", "?"], TWO, CardError, "has no count"),
        (["SA", "Kd"], TWO, CardError, "player 1: 'SA' names the suit first: the rank comes first, write 'As'"),
        (["As", "1d"], TWO, CardError, "player 2: '1d' is no card"),
        ([[99], "Kd"], TWO, CardError, "player 1: 99 is no card id"),
        ("As Kd", TWO, TypeError, "piles are a list with one pile for each player, not 'As Kd'"),
        (b"As", TWO, TypeError, "piles are a list"),
        (7, TWO, TypeError, "piles are a list with one pile for each player, not 7"),
        ([None, "As"], TWO, TypeError, "player 1: a pile is a text or an iterable of cards, not None"),
        ([As, "Kd"], TWO, TypeError, "player 1: a pile is a text or an iterable of cards, not Card('As')"),
        ([b"As", "Kd"], TWO, TypeError, "player 1: a pile is a text"),
        ([[1.5], "Kd"], TWO, TypeError, "player 1: a card is a text or an id 0 to 59, not 1.5"),
        ([[True], "Kd"], TWO, TypeError, "player 1: a card is a text or an id, not True"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said(
    piles: Any, rules: Rules, error: type[Exception], message: str
) -> None:
    for call in (odds, replay, compare_pickups):
        with pytest.raises(error, match=re.escape(message)):
            call(piles, rules=rules)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"players": 1}, RuleError, "players is a whole number from 2 to 6, not 1"),
        ({"players": 7}, RuleError, "players is a whole number from 2 to 6, not 7"),
        ({"players": "3"}, TypeError, "players is a whole number from 2 to 6, not '3'"),
        ({"players": True}, TypeError, "players is a whole number from 2 to 6, not True"),
        ({"face_down": 4}, RuleError, "face_down is a whole number from 0 to 3, not 4"),
        ({"face_down": -1}, RuleError, "face_down is a whole number from 0 to 3, not -1"),
        ({"face_down": 1.0}, TypeError, "face_down is a whole number from 0 to 3, not 1.0"),
        ({"pickup": "best"}, RuleError, "pickup is one of 'shuffled', 'winner_first', 'seat_order', 'high_first' or 'low_first', not 'best'"),
        ({"pickup": ("shuffled", "low", "shuffled")}, RuleError, "not 'low'"),
        ({"pickup": ("shuffled", "low_first")}, RuleError, "3 players take one pickup for all or 3, not 2"),
        ({"pickup": None}, TypeError, "or one for each player, not None"),
        ({"pickup": (1, 2, 3)}, TypeError, "pickup is one of"),
        ({"short": "win"}, RuleError, "short is 'last_card' or 'lose', not 'win'"),
        ({"short": 1}, TypeError, "short is 'last_card' or 'lose', not 1"),
        ({"max_rounds": 0}, RuleError, "max_rounds is a whole number from 1 to 1,000,000 or None, not 0"),
        ({"max_rounds": 1_000_001}, RuleError, "max_rounds is a whole number"),
        ({"max_rounds": "9"}, TypeError, "max_rounds is a whole number"),
    ],
)  # fmt: skip
def test_rules_out_of_range(options: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=re.escape(message)):
        Rules(**options)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"games": 1}, RuleError, "games is a whole number from 2 to 10,000,000, not 1"),
        ({"games": 10_000_001}, RuleError, "games is a whole number"),
        ({"games": 2.5}, TypeError, "games is a whole number"),
        ({"seed": -1}, RuleError, "seed is a whole number from 0 to 18,446,744,073,709,551,615"),
        ({"seed": 2**64}, RuleError, "seed is a whole number"),
        ({"seed": None}, TypeError, "seed is a whole number"),
        ({"threads": 0}, RuleError, "threads is a whole number from 1 to 256, not 0"),
        ({"threads": 257}, RuleError, "threads is a whole number"),
    ],
)
def test_numbers_out_of_range(
    options: dict[str, Any], error: type[Exception], message: str
) -> None:
    for call in (odds, compare_pickups):
        with pytest.raises(error, match=re.escape(message)):
            call(**options)
    for wrong in ({"seed": -1}, {"game": -1}, {"game": 2**63}):
        with pytest.raises(RuleError, match="is a whole number from 0"):
            replay(**wrong)  # type: ignore[arg-type]


NOISE = st.text("23TJQKA10cdhs♠♥?*x,| ZWn", max_size=12)


@given(
    st.lists(
        st.one_of(NOISE, st.lists(st.one_of(NOISE, st.integers(-2, 60)), max_size=4)), max_size=4
    )
)
def test_whatever_is_read_is_a_pile_or_a_clear_error(piles: list[Any]) -> None:
    for in_play in (False, True):
        try:
            found = parse_piles(piles, TWO, in_play=in_play)
        except SolverError:
            continue
        cards = [card for pile in found for card in pile if card is not None]
        assert len(found) == 2
        assert len(set(cards)) == len(cards)
        assert 0 < sum(map(len, found)) <= 52
        assert in_play or len(found[0]) == len(found[1])
        assert parse_piles([format_pile(pile) for pile in found], TWO, in_play=in_play) == found
