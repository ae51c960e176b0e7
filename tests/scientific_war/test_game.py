"""The table against the referee, trick by trick; the corners of the rules; both forms of the core."""

from __future__ import annotations

import random
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pysolver import native
from pysolver.errors import SolverError
from pysolver.scientific_war import Choice, Rules, State, resolve
from pysolver.scientific_war.state import core_table
from tests.oracles import scientific_war as referee

if TYPE_CHECKING:
    from collections.abc import Sequence

OPTIONS = [
    {},
    {"reversal": "next"},
    {"powers": False},
    {"jokers": 0, "ranks": "8JQKA"},
    {"jokers": 1, "ranks": "38JQ", "trick_limit": 12},
    {"jokers": 0, "ranks": "38JQKA", "trick_limit": None, "reversal": "next"},
    {"jokers": 1, "ranks": "23458JQA", "trick_limit": None},
    {"jokers": 1, "ranks": "8"},
]


def both(players: int, options: dict[str, Any]) -> tuple[State, referee.Game]:
    rules = Rules(players=players, **options)
    told = referee.Options(
        players, rules.ranks, rules.jokers, rules.trick_limit, rules.reversal, rules.powers
    )
    return State.initial(rules), referee.Game(told)


def seen_alike(state: State, game: referee.Game) -> None:
    """Everything that the two say of the table."""
    players = range(state.rules.players)
    assert state.hands == tuple("".join(hand) for hand in game.hands)
    assert state.piles == tuple("".join(pile) for pile in game.piles)
    assert state.pot == "".join(game.pot)
    assert state.reversed == game.reverse
    assert state.peeker == game.peeker
    assert state.may_swap == tuple(p for p in players if game.may_swap[p])
    assert state.threes == tuple(p for p in players if game.played_three[p])
    assert state.last_in == tuple(game.last_in)
    assert (state.tricks, state.disputed) == (game.tricks, game.disputed)
    assert state.totals == tuple(game.totals())
    assert state.over == game.over()
    assert state.winners == (tuple(game.winners()) if game.over() else ())
    for player in players:
        assert [tuple(choice) for choice in state.legal(player)] == game.legal(player)
        assert list(core_table(state).choices(player)) == list(map(code, game.legal(player)))


def play_along(state: State, game: referee.Game, dice: random.Random, most: int) -> int:
    """Random tricks in both until the game is over; returns how many."""
    deck = game.cards()
    for trick in range(most):
        seen_alike(state, game)
        assert game.cards() == deck
        if game.over():
            return trick
        choices = [
            dice.choice(game.legal(p)) if game.hands[p] else None
            for p in range(state.rules.players)
        ]
        named: Sequence[Choice | None] = [c if c is None else Choice(*c) for c in choices]
        outcome = state.trick(named)
        state = state.play(named)
        assert outcome.winner == game.play(choices)
        assert outcome.reversed == game.reverse
    seen_alike(state, game)
    return most


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("players", range(2, 9))
def test_random_games_like_the_referee(players: int, options: dict[str, Any]) -> None:
    dice = random.Random(f"{players} {options}")
    tricks = 0
    while tricks < 60:
        tricks += play_along(*both(players, options), dice, 200)


@pytest.mark.parametrize("reversal", ["now", "next"])
@pytest.mark.parametrize("powers", [True, False])
@pytest.mark.parametrize("reverse", [True, False])
def test_every_trick_of_two_and_three(reversal: Any, powers: bool, reverse: bool) -> None:
    rules = Rules(players=3, reversal=reversal, powers=powers)
    options = referee.Options(3, rules.ranks, 1, 50, reversal, powers)
    for count in (2, 3):
        for cards in product(rules.deck, repeat=count):
            found = resolve(cards, reversed=reverse, rules=rules)
            told = referee.resolve(cards, reverse, options)
            assert (found.winner, found.reversed, found.peeker) == told


def test_random_tricks_of_up_to_eight() -> None:
    dice = random.Random(4)
    rules = Rules(players=8)
    options = referee.Options(8)
    for _ in range(4000):
        # few ranks, so that most tricks have equal cards
        cards = dice.choices(dice.choice(["JQX5", "7AJX", rules.deck]), k=dice.randint(4, 8))
        reverse = dice.random() < 0.5
        found = resolve(cards, reversed=reverse, rules=rules)
        told = referee.resolve(cards, reverse, options)
        assert (found.winner, found.reversed, found.peeker) == told


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_the_form_for_two_plays_the_same(options: dict[str, Any]) -> None:
    """Every pair of choices in the states of a random game, by the core's form for two."""
    dice = random.Random(f"two {options}")
    for _ in range(3):
        state, game = both(2, options)
        while not game.over() and game.tricks < 60:
            for choices in product(game.legal(0), game.legal(1)):
                after = game.copy()
                after.play(choices)
                table = core_table(state)
                table.play_as_two(bytes(map(code, choices)))
                assert key_of(table) == after.key()
            choices = (dice.choice(game.legal(0)), dice.choice(game.legal(1)))
            game.play(choices)
            state = state.play([Choice(*choice) for choice in choices])


def code(choice: tuple[str, bool]) -> int:
    return referee.ORDER.index(choice[0]) | native.scientific_war.SWAP * choice[1]


def key_of(table: native.scientific_war.Table) -> referee.Key:
    def cards(numbers: tuple[int, ...]) -> tuple[str, ...]:
        return tuple(referee.ORDER[number] for number in numbers)

    return (
        tuple(cards(table.hand(player)) for player in range(2)),
        tuple(cards(table.pile(player)) for player in range(2)),
        cards(table.pot()),
        table.reverse,
        table.peeker if table.peeker >= 0 else None,
        tuple(bool(table.may_swap >> player & 1) for player in range(2)),
    )


@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        ("JA", 0),
        ("J2", 1),
        ("JJ", None),
        ("JJA", 2),
        ("X55", 0),
        ("X57", None),
        ("XX7", 2),
        ("XXX", None),
        ("X7", None),
        ("7X", None),
        ("XX", None),
        ("55X7", None),
        ("77X5", 2),
        ("775", None),
        ("557", 2),
        ("QK", 1),
        ("JJJ", None),
        ("JXJ", 1),
        ("JX2", None),
    ],
)
def test_who_takes_a_trick(cards: str, winner: int | None) -> None:
    assert resolve(cards).winner == winner


def test_a_jack_turns_the_order_also_in_a_dispute() -> None:
    assert resolve("J55").reversed
    assert resolve("JX").reversed
    assert not resolve("JX", reversed=True).reversed
    assert not resolve("JJ5").reversed
    assert resolve("JJJ").reversed


def test_reversal_from_the_next_trick_on() -> None:
    rules = Rules(reversal="next")
    assert resolve("JA", rules=rules).winner == 1
    assert resolve("JA", rules=rules).reversed
    assert resolve("J2", rules=rules).winner == 0
    assert resolve("J2", rules=rules, reversed=True).winner == 1


def test_who_peeks() -> None:
    assert resolve("QK").peeker == 0
    assert resolve("KQ").peeker == 1
    assert resolve("QQ").peeker is None
    assert resolve("QQA").peeker is None
    assert resolve("5Q5").peeker == 1
    assert resolve("QK", rules=Rules(powers=False)).peeker is None


def test_last_cards_tie_is_a_draw() -> None:
    state = State.initial(Rules.of_deck("K")).play(["K", "K"])
    assert state.over
    assert state.hands == ("", "")
    assert state.pot == "KK"
    assert state.winners == (0, 1)
    assert state.returns == (0.0, 0.0)


def test_out_though_cards_are_in_the_pot() -> None:
    state = State(Rules.of_deck("KA"), ("K", "K"), ("", "AA")).play(["K", "K"])
    assert state.hands == ("", "AA")
    assert state.pot == "KK"
    assert state.returns == (-1.0, 1.0)


def test_an_eight_without_a_pile_cannot_swap() -> None:
    rules = Rules.of_deck("58KA")
    state = State.initial(rules).play(["8", "A"])
    assert state.may_swap == ()
    state = state.play(["K", "8"])
    assert state.may_swap == (1,)
    assert list(map(str, state.legal(1))) == ["5", "K", "swap 8", "swap A"]
    after = state.play(["A", "swap 8"])
    assert after.hands == ("5", "A")
    assert after.piles == ("88KA", "5K")


def test_an_eight_that_empties_the_hand_cannot_swap() -> None:
    state = State(Rules.of_deck("8A"), ("8", "8"), ("A", "A")).play(["8", "8"])
    assert state.hands == ("A", "A")
    assert state.piles == ("", "")
    assert state.may_swap == ()


def test_a_peeker_who_is_out_does_not_peek() -> None:
    rules = Rules(players=3, ranks="QA", jokers=0)
    state = State(rules, ("Q", "A", "AA"), ("", "Q", "Q")).play(["Q", "A", "A"])
    assert state.hands == ("", "Q", "A")
    assert state.peeker is None
    assert state.disputed == 1


def test_the_next_taker_takes_the_pot() -> None:
    state = State.initial(Rules.of_deck("357")).play(["5", "5"]).play(["3", "3"])
    assert (state.pot, state.disputed) == ("3355", 2)
    state = State.initial(Rules.of_deck("357")).play(["5", "5"]).play(["3", "7"])
    assert state.hands == ("7", "3")
    assert state.piles == ("", "3557")
    assert (state.pot, state.disputed) == ("", 0)


def test_limit_of_tricks() -> None:
    rules = Rules.of_deck("357K", trick_limit=1)
    assert State.initial(rules).play(["5", "7"]).returns == (-1.0, 1.0)
    assert State.initial(rules).play(["5", "5"]).returns == (0.0, 0.0)
    assert State.initial(rules).play(["5", "5"]).over


def test_shares_of_three() -> None:
    rules = Rules(players=3, ranks="357", jokers=0, trick_limit=1)
    assert State.initial(rules).play(["5", "7", "3"]).returns == (-0.5, 1.0, -0.5)
    assert State.initial(rules).play(["5", "5", "5"]).returns == (0.0, 0.0, 0.0)
    two = State(rules, ("357", "35", "7"), ("3", "57", ""), tricks=1)
    assert two.winners == (0, 1)
    assert two.returns == (0.25, 0.25, -0.5)


# --- the core by itself: anything is played by the rules or refused


@pytest.mark.parametrize(
    "choices",
    [b"\x05\x10", b"\x0e\x05", b"\x1f\x05", b"\xff\x05", b"\x05\xff", b"\x25\x05", b"\x45\x05"],
)
def test_the_core_refuses_choices(choices: bytes) -> None:
    table = native.scientific_war.Table(Rules().core())
    for play in (table.play, table.play_as_two):
        with pytest.raises(SolverError):
            play(choices)
    assert table.tricks == 0
    assert table.hand(0) == tuple(range(14))


@pytest.mark.parametrize("count", [0, 1, 3])
def test_the_core_takes_one_choice_each(count: int) -> None:
    with pytest.raises(ValueError, match=f"2 players make 2 choices, not {count}"):
        native.scientific_war.Table(Rules().core()).play(b"\x05" * count)


@given(st.data())
def test_any_table_is_played_or_refused(data: st.DataObject) -> None:
    players = data.draw(st.integers(2, 8))
    rules = Rules(players=players, ranks="38JQ", trick_limit=data.draw(st.sampled_from([None, 3])))
    deck = [referee.ORDER.index(card) for card in rules.deck] * players
    extra = data.draw(st.lists(st.integers(0, 13), max_size=1))
    held = data.draw(st.permutations(deck + extra if data.draw(st.booleans()) else deck))
    places: list[list[int]] = [[] for _ in range(2 * players + 1)]
    for card, place in zip(
        held, data.draw(st.lists(st.integers(0, 2 * players), min_size=len(held))), strict=False
    ):
        places[place].append(card)
    table = native.scientific_war.Table(rules.core())
    number = st.integers(-2, 9)
    bits = st.integers(0, 300) | st.just(0)
    table.arrange(
        hands=places[:players],
        piles=places[players : 2 * players],
        pot=places[-1],
        reverse=data.draw(st.booleans()),
        peeker=data.draw(number),
        may_swap=data.draw(bits),
        threes=data.draw(bits),
        last_in=data.draw(bits),
        tricks=data.draw(number),
        disputed=data.draw(number),
    )
    before = sorted(card for place in places for card in place)
    try:
        over = table.over()
    except SolverError:
        with pytest.raises(SolverError):
            table.play(bytes(players))
        return
    assert before == sorted(deck)
    if over:
        assert table.winners()
        return
    choices = [table.choices(player) for player in range(players)]
    assert all(bool(of_one) == bool(table.hand(p)) for p, of_one in enumerate(choices))
    table.play(bytes(of_one[0] if of_one else 255 for of_one in choices))
    after = [card for p in range(players) for card in table.hand(p) + table.pile(p)]
    assert sorted([*after, *table.pot()]) == before
    table.check()
