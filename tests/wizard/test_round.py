"""One seat's view: played along with the rules in Python, and what it refuses."""

from __future__ import annotations

import pickle
import random
from dataclasses import FrozenInstanceError
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pysolver import Card, CardError, RuleError, SolverError
from pysolver.cards import CARDS
from pysolver.wizard import Round, Rules
from tests.oracles import wizard as oracle

SUITS = "cdhs"


def same(cards: Any, ids: Any) -> None:
    """Cards and ids agree, any wizard standing for any other."""
    assert sorted(str(card) for card in cards) == sorted(str(CARDS[card]) for card in ids)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("hook", [False, True])
def test_rounds_played_along(players: int, *, hook: bool) -> None:
    dice = random.Random(100 * players + hook)
    for size in range(1, 60 // players + 1):
        hands, turned = oracle.deal(players, size, dice)
        up = None if turned is None else CARDS[turned]
        views = [
            Round(
                players,
                [CARDS[c] for c in hand],
                seat=seat,
                turned_up=up,
                rules=Rules(hook=hook),
            )
            for seat, hand in enumerate(hands)
        ]
        trump = None if turned is None or turned >= 52 else turned % 4
        if up is not None and up.is_wizard:
            assert views[0].awaits == "trump"
            assert views[0].turn == players - 1
            assert views[0].legal_bids() == ()
            trump = dice.randrange(4)
            views = [view.with_trump(SUITS[trump]) for view in views]
        assert views[0].trump == (None if trump is None else SUITS[trump])
        game = oracle.OracleRound([list(hand) for hand in hands], trump)
        for seat in range(players):
            assert views[0].awaits == "bid"
            assert views[0].turn == seat
            legal = set(range(size + 1))
            if hook and seat == players - 1:
                legal -= {size - sum(game.bids)}
            assert set(views[seat].legal_bids()) == legal
            game.bids.append(dice.choice(sorted(legal)))
            views = [view.bid(game.bids[-1]) for view in views]
        while (turn := game.turn) is not None:
            compare(views, game)
            card = dice.choice(oracle.legal(game.hands[turn], game.trick))
            game.play(card)
            views = [view.play(CARDS[card]) for view in views]
        compare(views, game)
        for view in views:
            assert view.awaits is None
            assert view.points == tuple(map(oracle.score, game.bids, game.tricks))
            assert Round.from_dict(view.to_dict()) == view
            assert pickle.loads(pickle.dumps(view)) == view


def compare(views: list[Round], game: oracle.OracleRound) -> None:
    for seat, view in enumerate(views):
        assert view.turn == game.turn
        assert view.tricks == tuple(game.tricks)
        assert view.bids == tuple(game.bids)
        assert sum(map(len, view.voids)) == sum(map(len, game.voids))
        assert [{SUITS.index(s) for s in suits} for suits in view.voids] == game.voids
        assert [str(card) for card in view.trick] == [str(CARDS[card]) for card in game.trick]
        same(view.held, game.hands[seat])
        if seat == game.turn:
            same(view.legal_plays(), oracle.legal(game.hands[seat], game.trick))
        else:
            assert view.legal_plays() == ()


def view(**changes: Any) -> Round:
    fields: dict[str, Any] = {
        "players": 4,
        "hand": "W N As 10h 3c",
        "seat": 2,
        "turned_up": "9h",
        "bids": (1, 0, 2, 1),
        **changes,
    }
    return Round(fields.pop("players"), fields.pop("hand"), **fields)


@pytest.mark.parametrize(
    ("changes", "wanted"),
    [
        ({"players": 2}, "players is a whole number from 3 to 6, not 2"),
        ({"players": 7}, "players is a whole number from 3 to 6, not 7"),
        ({"seat": 4}, "seat is a whole number from 0 to 3, not 4"),
        ({"hand": ""}, "hold 1 to 15 cards each, not 0"),
        ({"players": 6, "hand": "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc"}, "hold 1 to 10 cards each"),
        ({"hand": "As As 2c 3c 4c"}, "'As' stands twice"),
        ({"hand": "9h As 2c 3c 4c"}, "'9h' was turned up and stands in the hand"),
        ({"hand": "W W W W W"}, "a fifth wizard: the deck holds four"),
        ({"hand": "W W W W 2c", "turned_up": "W", "trump": "c"}, "a fifth wizard"),
        ({"hand": "N N N N 2c", "turned_up": "N"}, "a fifth jester"),
        ({"turned_up": None}, "leave a card to turn up"),
        ({"hand": "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac 2d 3d", "bids": ()}, "no card is left"),
        ({"trump": "c"}, "'9h' was turned up, so it is 'h'"),
        ({"turned_up": "N", "trump": "c"}, "'N' was turned up, so there is none"),
        ({"trump": "x"}, "'x' is no suit"),
        ({"turned_up": "W", "hand": "As 2c"}, "say which trump the dealer named"),
        ({"bids": (1, 0, 6)}, "the bid of seat 2 is a whole number from 0 to 5, not 6"),
        ({"bids": (1, -1)}, "the bid of seat 1 is a whole number from 0 to 5, not -1"),
        ({"bids": (1, True)}, "the bid of seat 1 is a whole number"),
        ({"bids": (1, 0, 2, 1, 1)}, "5 bids where 4 players bid once each"),
        ({"bids": (1, 0, 2, 2), "rules": Rules(hook=True)}, "the hook bars it"),
        ({"bids": (1, 0), "plays": "2c"}, "no card is played before every seat has bid: 2 of 4"),
        ({"plays": "As"}, "trick 1: it is seat 0's turn, and 'As' was dealt to seat 2"),
        ({"plays": "9h"}, "trick 1: it is seat 0's turn, and '9h' was turned up"),
        ({"plays": "4c 5c 7h"}, "it is seat 2's turn, and '7h' is not what it holds"),
        ({"plays": "4c 5c As"}, "seat 2 revokes with 'As', for it holds '3c' and clubs were led"),
        ({"plays": "4d 5h Th 6d As 2s 3s 7d"}, "seat 1 plays '7d' but did not follow diamonds in trick 1"),
        ({"plays": "4c 5c W 6c W"}, "'W' is not what it holds: it was played before"),
        ({"hand": "W N As 10h", "plays": "W W W W W"}, "a fifth wizard"),
        ({"plays": "4c 4c"}, "'4c' stands twice"),
        ({"hand": "As", "bids": (0, 0, 1, 0), "plays": "2c 3c As 4c 5c"}, "5 cards played where 4 x 1"),
    ],
)  # fmt: skip
def test_impossible_views(changes: dict[str, Any], wanted: str) -> None:
    with pytest.raises((CardError, RuleError), match=wanted):
        view(**changes)


def test_a_possible_view_is_let_through() -> None:
    found = view(plays="4c 5h 3c 6c 8h Th 2h 2d")
    # Seat 1 trumped the first trick; seat 2's ten took the second, hearts led; seat 0 had none left.
    assert found.winners == (1, 2)
    assert found.tricks == (0, 1, 1, 0)
    assert found.leader == found.turn == 2
    assert found.voids == (("h",), ("c",), (), ())
    assert [str(card) for card in found.legal_plays()] == ["W", "N", "As"]


def test_moves_out_of_turn() -> None:
    start = view(bids=())
    with pytest.raises(RuleError, match="no play is due: the bids come first"):
        start.play("As")
    with pytest.raises(RuleError, match="the trump is settled"):
        start.with_trump("c")
    with pytest.raises(RuleError, match="no bid is due: every seat has bid"):
        view().bid(1)
    named = view(turned_up="W", hand="As 2c", bids=())
    with pytest.raises(RuleError, match="no bid is due: the dealer names the trump first"):
        named.bid(1)
    with pytest.raises(RuleError, match="no play is due: the dealer names the trump first"):
        named.play("As")
    with pytest.raises(RuleError, match="one of the four suits"):
        named.with_trump(None)  # type: ignore[arg-type]
    over = Round(3, "As", seat=0, turned_up="2h", bids=(1, 0, 0), plays="As Ks Qs")
    with pytest.raises(RuleError, match="no play is due: the round is over"):
        over.play("Js")
    with pytest.raises(RuleError, match="no bid is due: the round is over"):
        over.bid(0)
    assert over.points == (30, 20, 20)


def test_immutable_and_hashable() -> None:
    found = view()
    with pytest.raises(FrozenInstanceError):
        found.seat = 1  # type: ignore[misc]
    assert len({found, view(), view(seat=1)}) == 2


def test_wizards_of_any_name_are_alike() -> None:
    by_ids = view(hand=[55, 59, Card("As"), "10h", "3c"], plays="4c 5c W 6c")
    by_text = view(plays=[Card("4c"), "5c", 53, "6c"])
    assert by_ids == by_text


def test_a_view_from_a_record() -> None:
    fields = {
        "players": 3,
        "hands": [None, "As 2c", None],
        "turned_up": "3h",
        "bids": [1],
    }
    assert Round.from_dict(fields) == Round(3, "As 2c", seat=1, turned_up="3h", bids=(1,))
    with pytest.raises(RuleError, match="seat says whose view it is"):
        Round.from_dict({**fields, "hands": ["Ah 3d", "As 2c", None]})
    with pytest.raises(TypeError, match="hands is a list"):
        Round.from_dict({**fields, "hands": "As 2c"})
    with pytest.raises(RuleError, match="'colour' is none"):
        Round.from_dict({**fields, "colour": 1})
    with pytest.raises(RuleError, match="'turned_up' is missing"):
        Round.from_dict({"players": 3, "hand": "As", "seat": 0})
    with pytest.raises(TypeError, match="a view is an object"):
        Round.from_dict([1])  # type: ignore[arg-type]


RECORD = {
    "players": 3,
    "hands": ["Kh 3d", "As 2c", "4c 9d"],
    "turned_up": "9h",
    "bids": [1, 0, 0],
    "plays": "Kh As 4c 3d",
    "seat": 1,
}


def test_the_record_of_a_round_is_a_view() -> None:
    """With what it says of the results; players follow from the hands."""
    view = Round.from_dict(RECORD)
    assert (view.players, view.seat, view.tricks) == (3, 1, (1, 0, 0))
    assert view == Round.from_dict({**RECORD, "tricks": [1, 0, 0], "points": None})
    assert view == Round.from_dict({name: RECORD[name] for name in RECORD if name != "players"})
    over = {**RECORD, "plays": "Kh As 4c 3d 2c 9d"}
    assert Round.from_dict({**over, "points": [30, 20, -10]}).points == (30, 20, -10)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        (
            {"hands": ["Kh 3d", "As 2c", "4c 2c"], "plays": ""},
            "'2c' stands in the hands of seat 1 and 2",
        ),
        ({"hands": ["Kh 3d", "As 2c", "4c 9h"]}, "'9h' was turned up and stands in the hand"),
        ({"hands": ["Kh 3d", "As 2c", "4c 9d W"]}, "not 2 cards to seat 1 and 3 to seat 2"),
        ({"hands": ["Kd 3d", "As 2c", "4c 9d"]}, "'Kh' is not what it holds"),
        ({"hands": ["Kh 3d", "As 2c", "4x 9d"]}, "4x"),
        (
            {"hands": ["Kh W", "As W", "W W"], "turned_up": "W", "trump": "c", "plays": ""},
            "a fifth wizard",
        ),
        ({"hands": ["Kh 3d", "As 2c"]}, "hands has 2 of them for 3 players"),
        ({"hands": [None, None, None]}, "whose hand is known: none is"),
        ({"tricks": [0, 1, 0]}, r"tricks is \[0, 1, 0\] but the plays give"),
        ({"points": [0, 0, 0]}, "but the plays give None"),
    ],
)
def test_records_that_cannot_be(changes: dict[str, Any], why: str) -> None:
    with pytest.raises(SolverError, match=why):
        Round.from_dict({**RECORD, **changes})


PIECES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 70),
    st.sampled_from(["As", "W", "N", "9h", "x", "", "h", "As Kd", "W W W W W", "2c 3c 4c"]),
    st.lists(st.one_of(st.integers(-2, 70), st.sampled_from(["As", "W", "Kd", "q"])), max_size=6),
)


@given(
    st.dictionaries(
        st.sampled_from([
            "players", "hand", "seat", "turned_up", "trump", "bids", "plays", "hook", "hands", "x",
        ]),
        PIECES,
    )
)  # fmt: skip
def test_nonsense_is_refused_or_reads_back(fields: dict[str, Any]) -> None:
    usual = {"players": 3, "hand": "As Kd", "seat": 0, "turned_up": "9h"}
    try:
        found = Round.from_dict({**usual, **fields})
    except (SolverError, TypeError):
        return
    assert Round.from_dict(found.to_dict()) == found
