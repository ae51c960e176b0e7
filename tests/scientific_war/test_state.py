"""States in and out of JSON, what a player may see, and errors for what cannot be."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pysolver.errors import CardError, RuleError
from pysolver.scientific_war import Choice, Rules, State, View, parse_choice, resolve

SPECIAL = Rules.of_deck("38JQ", players=4)


def random_states(rules: Rules, seed: int, games: int = 6) -> list[State]:
    dice = random.Random(seed)
    found = []
    for _ in range(games):
        state = State.initial(rules)
        while not state.over and state.tricks < 40:
            found.append(state)
            state = state.play(random_choices(state, dice))
        found.append(state)
    return found


def random_choices(state: State, dice: random.Random) -> list[Choice | None]:
    return [
        dice.choice(state.legal(player)) if state.hands[player] else None
        for player in range(state.rules.players)
    ]


@pytest.mark.parametrize("rules", [Rules(), SPECIAL, Rules(3, "QKA", 0, None, "next")], ids=str)
def test_there_and_back(rules: Rules) -> None:
    for state in random_states(rules, 1, 2):
        assert State.from_dict(json.loads(json.dumps(state.to_dict()))) == state


def test_from_few_words() -> None:
    state = State.from_dict({"hands": ["8KQJA", "ajqk8"]})
    assert state == State.initial(Rules.of_deck("8JQKA"))
    state = State.from_dict({"hands": ["8J", "8J"], "pot": ["Q", "Q", "K", "K"]})
    assert (state.pot, state.disputed, state.tricks) == ("QQKK", 2, 2)
    assert state.rules == Rules.of_deck("8JQK")
    assert State.from_dict({"hands": ["10", "T"], "order": "reversed"}).order == "reversed"


def test_words_for_people() -> None:
    state = State.initial(Rules.of_deck("38QK")).play(["8", "Q"]).play(["K", "8"])
    assert str(state) == (
        "2 of 50 tricks played, ace high\nplayer 0: 3Q | 8K\nplayer 1: 3K | 8Q, may swap"
    )
    state = State.initial(Rules.of_deck("38QK", trick_limit=None)).play(["Q", "Q"])
    assert str(state) == "1 trick played, ace high\nplayer 0: 38K\nplayer 1: 38K\npot: QQ"
    assert str(Choice("K")) == "K"
    assert str(Choice("K", swap=True)) == "swap K"


# --- what a player may see


def test_totals_are_public_and_sizes_are_not() -> None:
    rules = Rules.of_deck("38JQK", players=3)
    state = State.initial(rules).play(["3", "8", "K"]).play(["8", "3", "J"])
    assert state.threes == (1,)
    assert state.view(1).hand_sizes == (3, 3, 3)
    assert state.view(0).hand_sizes is None
    assert state.view(2).hand_sizes is None
    assert {state.view(player).totals for player in range(3)} == {state.totals}
    assert state.view(0).holdings is None


def test_two_players_know_the_cards() -> None:
    state = State.initial(Rules.of_deck("38JQK")).play(["3", "8"])
    view = state.view(0)
    assert view.hand_sizes == (4, 4)
    assert view.holdings is not None
    assert view.holdings[1].hand == "3JQK"
    assert view.holdings[1].pile == "38"


def test_only_the_peeker_sees_choices() -> None:
    rules = Rules.of_deck("38JQK", players=3)
    state = State.initial(rules).play(["Q", "8", "K"])
    assert state.peeker == 0
    seen = state.view(0, choices={1: "3", 2: "J"})
    assert seen.choices == (None, Choice("3"), Choice("J"))
    with pytest.raises(RuleError, match="player 1 may not see the others' cards: player 0 peeks"):
        state.view(1, choices={0: "3", 2: "J"})
    with pytest.raises(RuleError, match=r"each of the players \[1, 2\], not of \[2\]"):
        state.view(0, choices={2: "J"})
    with pytest.raises(RuleError, match="player 2 has no K in the hand 38JQ"):
        state.view(0, choices={1: "3", 2: "K"})


def test_a_swap_is_not_shown_to_a_peeker_among_three() -> None:
    rules = Rules.of_deck("8QK", players=3)
    state = State(rules, ("8QK", "8", "Q"), ("", "QK", "8K"), peeker=0, may_swap=(1,), tricks=3)
    assert state.view(0, choices={1: "swap K", 2: "Q"}).choices == (None, Choice("K"), Choice("Q"))
    two = State(Rules.of_deck("8Q"), ("8", "8"), ("Q", "Q"), peeker=0, may_swap=(1,), tricks=3)
    assert two.view(0, choices={1: "swap Q"}).choices == (None, Choice("Q", swap=True))


def hidden_shuffles(state: State, player: int, dice: random.Random) -> State:
    """The others' cards dealt anew, in ways that the player cannot tell apart."""
    others = [p for p in range(state.rules.players) if p != player]
    cards = [card for p in others for card in state.hands[p] + state.piles[p]]
    dice.shuffle(cards)
    hands, piles = list(state.hands), list(state.piles)
    for p in others:
        size = len(state.hands[p])
        total = size + len(state.piles[p])
        own, cards = cards[:total], cards[total:]
        if player not in state.threes and total:
            least, most = (1, total - 1) if p in state.may_swap else (1, total)
            size = dice.randint(least, most)
        hands[p], piles[p] = "".join(own[:size]), "".join(own[size:])
    threes = tuple(p for p in state.threes if p == player) + tuple(
        p for p in others if p != player and hands[p] and dice.random() < 0.5
    )
    return replace(state, hands=tuple(hands), piles=tuple(piles), threes=tuple(sorted(set(threes))))


@pytest.mark.parametrize("players", [3, 4, 6])
def test_nothing_hidden_is_in_a_view(players: int) -> None:
    """Tables that differ in hidden cards alone give one view."""
    dice = random.Random(players)
    differ = 0
    for state in random_states(Rules(players=players, ranks="238JQKA"), players):
        for player in range(players):
            other = hidden_shuffles(state, player, dice)
            differ += other != state
            assert other.view(player) == state.view(player)
            assert state.view(player).legal == state.legal(player)
    assert differ > 100


def test_a_view_sees_what_it_should() -> None:
    """What is public shows: tables that differ in it give different views."""
    state = State.initial(Rules.of_deck("38JQK", players=3)).play(["3", "8", "K"])
    for change in (
        {"reversed": True},
        {"peeker": 1},
        {"may_swap": (2,)},
        {"tricks": 7},
        {"threes": (1,)},
    ):
        assert replace(state, **change).view(1) != state.view(1)


@pytest.mark.parametrize("players", [2, 3, 8])
def test_views_in_json(players: int) -> None:
    for state in random_states(Rules(players=players, ranks="38JQ"), 3, 2):
        view: View = state.view(0)
        shown = json.loads(json.dumps(view.to_dict()))
        assert shown["hand"] == view.hand
        assert shown["totals"] == list(state.totals)
        assert len(view.unseen) == sum(state.totals[1:])


# --- what is refused


def wrong(value: object) -> Any:
    """A value of a wrong type, past the type checker."""
    return value


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: Rules(players=1), RuleError, "players is a whole number from 2 to 8, not 1"),
        (lambda: Rules(jokers=2), RuleError, "jokers is a whole number from 0 to 1, not 2"),
        (lambda: Rules(trick_limit=0), RuleError, "trick_limit is a whole number from 1"),
        (
            lambda: Rules(reversal=wrong("soon")),
            RuleError,
            "reversal is 'now' or 'next', not 'soon'",
        ),
        (lambda: Rules(powers=wrong(1)), TypeError, "powers is True or False, not 1"),
        (lambda: Rules(ranks="8JQX"), RuleError, "'8JQX' has a joker among them: that is jokers=1"),
        (lambda: Rules(ranks="8J8"), RuleError, "'8J8' has 8 twice"),
        (lambda: Rules(ranks=""), RuleError, "at least one of 23456789TJQKA, not ''"),
        (lambda: Rules(ranks="8Z"), CardError, "'Z' in '8Z' is no card"),
        (lambda: Rules(ranks=wrong(8)), TypeError, "ranks is a string of 23456789TJQKA, not 8"),
        (lambda: Rules(ranks=wrong(["8", 9])), TypeError, "ranks holds strings such as 'K', not 9"),
        (lambda: Rules.of_deck("8XX"), RuleError, "'8XX' has the joker twice"),
        (lambda: Rules.from_dict({"deck": 1}), RuleError, "'deck' is no option"),
        (lambda: resolve("J"), RuleError, "a trick has 2 to 8 cards, not 1: 'J'"),
        (lambda: resolve("J" * 9), RuleError, "a trick has 2 to 8 cards, not 9"),
        (lambda: resolve("J5", rules=Rules(ranks="JQ")), RuleError, "5 in 'J5' is not in the deck"),
        (lambda: resolve("J1"), CardError, "'1' in 'J1' is no card"),
        (lambda: resolve("JA", reversed=wrong(1)), TypeError, "reversed is True or False, not 1"),
        (lambda: parse_choice("KQ"), RuleError, "a choice is one card such as 'K'"),
        (lambda: parse_choice("swap"), RuleError, "a choice is one card such as 'K'"),
        (
            lambda: parse_choice(wrong(5)),
            TypeError,
            "a choice is a string such as 'K' or 'swap K', not 5",
        ),
        (lambda: State.initial().legal(2), RuleError, "player is a whole number from 0 to 1"),
        (lambda: State.initial().play(["K"]), RuleError, "2 players make 2 choices"),
        (lambda: State.initial().play("KK"), TypeError, "choices are a list, one for each player"),
        (lambda: State.initial().play(["K", None]), RuleError, "player 1 chooses a card of 2345"),
        (lambda: State.initial().play(["K", "swap K"]), RuleError, "player 1 may not swap"),
        (
            lambda: State.initial(Rules.of_deck("8J")).play(["K", "8"]),
            RuleError,
            "player 0 has no K in the hand 8J",
        ),
        (lambda: State.initial().returns, RuleError, "the game goes on after 0 tricks"),
        (
            lambda: State(Rules.of_deck("K"), ("", ""), ("", ""), "KK", tricks=1, disputed=1).play(
                [None, None]
            ),
            RuleError,
            "the game is over after 1 trick:",
        ),
        (lambda: State.from_dict({}), RuleError, "a table has at least the field hands"),
        (lambda: State.from_dict(wrong([])), TypeError, "a table is an object with rules, hands"),
        (lambda: State.from_dict({"hands": "8J"}), TypeError, "hands is a list with the cards"),
        (lambda: State.from_dict({"hands": ["8", "8"], "x": 1}), RuleError, "'x' is no field"),
        (
            lambda: State.from_dict({"hands": ["8J", "8"]}),
            CardError,
            "hands, piles and pot hold 1 of J, not 2",
        ),
        (lambda: State.from_dict({"hands": ["8", "8"], "order": "up"}), RuleError, "order is"),
        (
            lambda: State.from_dict({"hands": ["", "8"], "piles": ["8", ""]}),
            RuleError,
            "player 0 has the pile 8 and no hand: the pile becomes the hand",
        ),
        (
            lambda: State.from_dict({"hands": ["8", "8"], "may_swap": [1]}),
            RuleError,
            "player 1 may not swap: there is no pile",
        ),
        (
            lambda: State.from_dict({"hands": ["8", "8"], "peeker": 2}),
            RuleError,
            "peeker is a whole number from 0 to 1, not 2",
        ),
        (
            lambda: State.from_dict({"hands": ["8", "8"], "disputed": 1, "tricks": 4}),
            RuleError,
            "the pot '' does not go with 1 disputed tricks",
        ),
        (
            lambda: State.from_dict({"hands": ["8", "8"], "tricks": 51}),
            RuleError,
            "tricks is a whole number from 0 to 50, not 51",
        ),
        (
            lambda: replace(State.initial(Rules(powers=False)), reversed=True),
            RuleError,
            "without powers nobody swaps",
        ),
        (
            lambda: State(Rules.of_deck("8"), ("88", ""), ("", ""), peeker=1),
            RuleError,
            "player 1 is out and can neither peek",
        ),
        (lambda: State.initial().view(5), RuleError, "player is a whole number from 0 to 1"),
    ],
)
def test_refused(call: Callable[[], object], error: type[Exception], message: str) -> None:
    with pytest.raises(error) as caught:
        call()
    assert message in str(caught.value)


_json = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 60) | st.sampled_from(["8", "JQ", "X", "", "no"]),
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=6,
)


@given(
    st.dictionaries(
        st.sampled_from(
            ["rules", "hands", "piles", "pot", "order", "peeker", "may_swap", "tricks", "disputed"]
        ),
        _json,
    )
)
def test_any_json_is_read_or_refused(table: dict[str, Any]) -> None:
    try:
        state = State.from_dict(table)
    except (CardError, RuleError, TypeError):
        return
    assert State.from_dict(state.to_dict()) == state
    for player in range(state.rules.players):
        assert isinstance(state.legal(player), tuple)
