"""Constraints as they are written: notation, what is refused, and what is asked of a hand."""

from __future__ import annotations

import pickle
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pysolver.binh import Constraints, best_arrangement
from pysolver.binh.categories import CATEGORIES, parse_category
from pysolver.cards import CARDS, Card, parse_cards
from pysolver.errors import CardError, RuleError

HAND = "As Ah Kd Kc 9s 9d 8h 7h 6h 5h 4c 3d 2h"
KINGS = (Card("Kd"), Card("Kc"))
ACES = (Card("As"), Card("Ah"))


@pytest.mark.parametrize("cards", ["Kd Kc", "KdKc", "K♦, K♣", ["Kd", "kc"], [45, 44], KINGS])
def test_cards_of_a_branch_in_any_notation(cards: Any) -> None:
    assert Constraints(top=("Kd", "Kc")) == Constraints(top=cards)
    assert [CARDS[45], CARDS[44]] == list(Constraints(bottom="Kd Kc").bottom)


@pytest.mark.parametrize(
    ("written", "groups"),
    [
        ((), ()),
        ("", ()),
        ([], ()),
        ("Kd Kc", (KINGS,)),
        (["Kd Kc"], (KINGS,)),
        (["Kd", "Kc"], (KINGS,)),
        ([Card("Kd"), Card("Kc")], (KINGS,)),
        ([45, 44], (KINGS,)),
        (["Kd Kc", "AsAh"], (KINGS, ACES)),
        ([["Kd", "Kc"], "As Ah"], (KINGS, ACES)),
        ([[45, "Kc"], ACES], (KINGS, ACES)),
        (["Kd Kc As"], ((*KINGS, ACES[0]),)),
    ],
)
@pytest.mark.parametrize("kind", ["together", "apart"])
def test_one_group_or_several(kind: str, written: Any, groups: Any) -> None:
    assert getattr(Constraints(**{kind: written}), kind) == groups


@pytest.mark.parametrize(
    ("name", "category"),
    [
        *((name, name) for name in CATEGORIES),
        ("pair", "one pair"),
        ("Pair", "one pair"),
        (" two  Pairs", "two pair"),
        ("two-pair", "two pair"),
        ("trips", "three of a kind"),
        ("set", "three of a kind"),
        ("three_of_a_kind", "three of a kind"),
        ("boat", "full house"),
        ("quads", "four of a kind"),
        ("high", "high card"),
    ],
)
def test_names_of_categories(name: str, category: str) -> None:
    assert parse_category(name) == category
    assert Constraints(least={"top": name}).least == {"top": category}
    assert Constraints(most={"bottom": name}).most == {"bottom": category}


@pytest.mark.parametrize(
    ("wishes", "error", "message"),
    [
        ({"top": "Xx"}, CardError, "'Xx' is no card"),
        ({"top": "Ah Ah"}, CardError, "'Ah' stands twice"),
        ({"top": "Ah", "bottom": "Ks Ah"}, CardError, "'Ah' is fixed to the top and to the bottom"),
        ({"together": "Ah"}, CardError, "two cards at least, .*; here: Ah"),
        ({"apart": ["Kd Kc", "Ah"]}, CardError, "two cards at least, .*; here: Ah"),
        ({"together": [[]]}, CardError, "here: none"),
        ({"together": "Ah Ah"}, CardError, "'Ah' stands twice"),
        ({"together": ["Ah", "Ah"]}, CardError, "'Ah' stands twice"),
        ({"least": {"top": "pairs"}}, RuleError, "'pairs' is no category: .* high card, one pair"),
        ({"most": {"front": "pair"}}, RuleError, "'front' is no branch: .* top, middle or bottom"),
        ({"least": {"top": 3}}, TypeError, "a category is a text"),
        ({"least": "pair"}, TypeError, "maps branches to categories"),
        ({"top": 5}, TypeError, "cards are a text"),
        ({"together": 5}, TypeError, "not 5"),
        ({"apart": b"KdKc"}, TypeError, "is a group of cards or several"),
        ({"apart": [None]}, TypeError, "not None"),
    ],
)
def test_what_is_refused(wishes: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        Constraints(**wishes)


@pytest.mark.parametrize(
    ("constraints", "card"),
    [
        (Constraints(top="Qd"), "'Qd' .top. is not in the hand"),
        (Constraints(together="Kd Qd"), "'Qd' .together. is not in the hand"),
        (Constraints(apart="Qc Kd"), "'Qc' .apart. is not in the hand"),
        (Constraints(bottom="W"), "'W' .bottom. is not in the hand"),
    ],
)
def test_cards_that_the_hand_does_not_hold(constraints: Constraints, card: str) -> None:
    with pytest.raises(CardError, match=card):
        best_arrangement(HAND, constraints=constraints, own_cards=False)


def test_words_and_values() -> None:
    wanted = Constraints(
        "Ah", "2h", "3d", "Kd Kc 9s", ["As Ah", "9s 9d"], {"bottom": "flush"}, {"top": "pair"}
    )
    assert str(wanted) == (
        "top has Ah; middle has 2h; bottom has 3d; Kd, Kc and 9s together; As and Ah apart; "
        "9s and 9d apart; top at most one pair; bottom at least flush"
    )
    assert Constraints(**wanted.to_dict()) == wanted
    assert pickle.loads(pickle.dumps(wanted)) == wanted
    assert replace(wanted, top=()) == Constraints(**{**wanted.to_dict(), "top": []})
    assert len({wanted, Constraints(**wanted.to_dict()), Constraints()}) == 2
    assert not Constraints()
    assert wanted
    assert str(Constraints()) == "no constraints"


def test_a_change_of_the_given_mapping_changes_nothing() -> None:
    given_least = {"top": "pair"}
    wanted = Constraints(least=given_least)
    given_least["top"] = "flush"
    assert wanted.least == {"top": "one pair"}


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    for wishes in ({"top": text}, {"together": text}, {"least": {"top": text}}):
        try:
            wanted = Constraints(**wishes)
        except (CardError, RuleError):
            continue
        assert Constraints(**wanted.to_dict()) == wanted


@given(
    st.lists(st.lists(st.sampled_from(CARDS[:52]), min_size=2, max_size=6, unique=True), max_size=4)
)
def test_groups_survive_every_way_of_writing(groups: list[list[Card]]) -> None:
    texts = [" ".join(map(str, group)) for group in groups]
    wanted = tuple(map(tuple, groups))
    assert Constraints(together=texts).together == wanted
    assert Constraints(apart=groups).apart == wanted
    assert [parse_cards(text) for text in texts] == list(wanted)
