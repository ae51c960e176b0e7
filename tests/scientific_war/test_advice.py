"""Advice: what it holds, that it is exact where it says so, and that it sees nothing hidden."""

from __future__ import annotations

import json
import math
import random
from collections import Counter
from typing import Any

import pytest

from pysolver.errors import CardError, RuleError
from pysolver.scientific_war import (
    Choice,
    Rules,
    State,
    recommend_card,
    seat_view,
    solve,
)
from pysolver.scientific_war.advice import drawn
from pysolver.scientific_war.likeness import alike, stand_ins
from pysolver.scientific_war.reason import reason_of

FULL = State.initial(Rules())


def games(rules: Rules, count: int, seed: int) -> list[State]:
    dice = random.Random(seed)
    found = []
    for _ in range(count):
        state = State.initial(rules)
        while not state.over and state.tricks < 40:
            found.append(state)
            state = state.play(
                [
                    dice.choice(state.legal(player)) if state.legal(player) else None
                    for player in range(rules.players)
                ]
            )
    return found


@pytest.mark.parametrize("rules", [Rules(), Rules(ranks="38JQKA"), Rules(players=4)], ids=str)
def test_advice_holds_together(rules: Rules) -> None:
    kinds: Counter[str] = Counter()
    for state in random.Random(1).sample(games(rules, 4, 1), 40):
        for player in range(rules.players):
            if not state.hands[player]:
                continue
            if rules.players > 2 and state.peeker == player:
                continue
            advice = recommend_card(state, player, iterations=400, seed=state.tricks)
            assert math.fsum(advice.mix.values()) == pytest.approx(1, abs=1e-9)
            assert [*advice.mix.values()] == sorted(advice.mix.values(), reverse=True)
            legal = state.legal(player)
            assert {option.choice for option in advice.options} == set(legal)
            assert advice.choice in legal
            assert str(advice.choice) in advice.mix
            assert -1 <= advice.value <= 1
            swaps = sum(share for name, share in advice.mix.items() if name.startswith("swap"))
            assert advice.swap_share == pytest.approx(swaps)
            for option in advice.options:
                assert advice.mix.get(str(option.choice), 0) == pytest.approx(
                    option.probability, abs=2e-9
                )
            assert json.loads(json.dumps(advice.to_dict())) == advice.to_dict()
            assert reason_of(advice).endswith(".")
            kinds["swap"] += player in state.may_swap
            kinds["peek"] += advice.replies is not None
            assert str(advice).startswith(f"play {advice.choice} (mix: ")
    assert kinds["swap"] > 0
    assert kinds["peek"] > 0 or rules.players > 2


def test_the_same_seed_draws_the_same_card_and_the_mix_is_kept() -> None:
    mix = {Choice("K"): 0.25, Choice("9", swap=True): 0.75}
    counts = Counter(drawn(mix, seed) for seed in range(4000))
    assert counts[Choice("K")] == pytest.approx(1000, abs=4 * math.sqrt(750))
    assert [drawn(mix, 7) for _ in range(3)] == [drawn(mix, 7)] * 3
    first, second = (recommend_card(FULL, 0, iterations=10, seed=5) for _ in range(2))
    assert first == second
    assert len({recommend_card(FULL, 0, iterations=1, seed=seed).card for seed in range(40)}) > 2


def test_the_peeker_replies() -> None:
    state = FULL.play(("Q", "K"))
    assert state.peeker == 0
    advice = recommend_card(state, 0, iterations=2000)
    assert advice.replies is not None
    assert set(advice.replies) == {str(choice) for choice in state.legal(1)}
    for theirs, mine in advice.replies.items():
        view = state.view(0, choices={1: theirs})
        reply = recommend_card(view, iterations=2000)
        assert reply.mix == {mine: 1.0}
        assert reply.replies is None
        assert reply.value == max(option.ev for option in reply.options)
    # The other one chooses in the open: the best of the worst.
    other = recommend_card(state, 1, iterations=2000)
    worst = [option.worst for option in other.options if option.worst is not None]
    assert other.value == pytest.approx(max(worst))
    assert other.value == pytest.approx(-advice.value)


def test_with_a_solution_advice_is_exact() -> None:
    rules = Rules(ranks="8JQA", jokers=0, trick_limit=12)
    solution = solve(rules)
    for state in games(rules, 6, 3):
        for player in (0, 1):
            advice = recommend_card(state, player, solution=solution)
            sign = 1 if player == 0 else -1
            assert advice.exact
            assert advice.exploitability == 0
            assert advice.value == pytest.approx(sign * solution.value(state), abs=1e-6)
            assert set(advice.mix) <= {str(choice) for choice in state.legal(player)}
            searched = recommend_card(state, player, iterations=200_000)
            if searched.exact:
                assert searched.value == pytest.approx(advice.value, abs=1e-6)
            if state.peeker == player:
                assert advice.replies is not None
                for theirs in state.legal(1 - player):
                    view = state.view(player, choices={1 - player: theirs})
                    seen = recommend_card(view, solution=solution)
                    assert seen.mix == {advice.replies[str(theirs)]: 1.0}


@pytest.mark.parametrize("players", [3, 5])
def test_advice_depends_on_nothing_hidden(players: int) -> None:
    """Deal what a player does not see otherwise: his advice stays what it is, to the last bit."""
    rules = Rules(players=players, ranks="3568TJQKA")
    dice = random.Random(players)
    changed = 0
    for state in dice.sample(games(rules, 4, players), 12):
        player = dice.randrange(players)
        if not state.hands[player] or player == state.peeker:
            continue
        sizes_known = player in state.threes
        others = [seat for seat in range(players) if seat != player]
        pool = [card for seat in others for card in state.hands[seat] + state.piles[seat]]
        dice.shuffle(pool)
        hands, piles = list(state.hands), list(state.piles)
        for seat in others:
            total, size = state.totals[seat], len(hands[seat])
            if not sizes_known and total:
                size = dice.randint(1, total - (seat in state.may_swap))
            held, pool = pool[:total], pool[total:]
            hands[seat], piles[seat] = "".join(held[:size]), "".join(held[size:])
        other = State(
            rules,
            tuple(hands),
            tuple(piles),
            state.pot,
            state.reversed,
            state.peeker,
            state.may_swap,
            tuple(seat for seat in state.threes if hands[seat]),
            state.tricks,
            state.disputed,
            state.last_in,
        )
        changed += other.hands != state.hands
        assert other.view(player) == state.view(player)
        first, second = (
            recommend_card(one, player, iterations=300, seed=9) for one in (state, other)
        )
        assert first == second
    assert changed >= 5


@pytest.mark.parametrize("deck", ["4569", "28TJQKA", "48TJQKA", "3579", "23456789TJQKA", "8JQKA"])
def test_decks_that_play_alike(deck: str) -> None:
    """Renaming plain ranks keeps every outcome, and the search gives the same mix."""
    rules = Rules(ranks=deck)
    names = stand_ins(rules)
    other = alike(rules)
    assert sorted(names) == sorted(rules.deck)
    assert len(set(names.values())) == len(rules.deck)
    first, second = State.initial(rules), State.initial(other)
    dice = random.Random(2)
    while not first.over:
        choices = [dice.choice(first.legal(player)) for player in (0, 1)]
        first = first.play(choices)
        second = second.play([choice._replace(card=names[choice.card]) for choice in choices])
        assert first.totals == second.totals
        assert (first.reversed, first.peeker, first.may_swap) == (
            second.reversed,
            second.peeker,
            second.may_swap,
        )
        assert "".join(names[card] for card in first.hands[0]) == second.hands[0]
    advice, same = (recommend_card(State.initial(one), 0, iterations=500) for one in (rules, other))
    assert [names[card] for card in advice.mix] == [*same.mix]
    assert advice.value == same.value


def test_plain_decks_without_powers() -> None:
    names = stand_ins(Rules(ranks="8JQK", powers=False))
    assert [names[card] for card in "8JQK"] == ["2", "4", "5", "6"]
    many = stand_ins(Rules(powers=False))
    assert all(card == name for card, name in many.items())


def test_what_a_player_tells() -> None:
    view = seat_view("8JQ", rules=Rules(ranks="8JQ", jokers=0))
    assert view == State.initial(view.rules).view(0)
    view = seat_view(
        "8j",
        "q",
        other_hand="8 J",
        pot="",
        other_pile="Q",
        tricks=7,
        may_swap=[0],
        rules=Rules(ranks="8JQ", jokers=0),
    )
    assert (view.hand, view.pile, view.tricks, view.may_swap) == ("8J", "Q", 7, (0,))
    many = seat_view("234", "9", totals=[14, 24], order="reversed")
    assert many.rules.players == 3
    assert many.totals == (4, 14, 24)
    assert many.reversed
    assert len(many.unseen) == 38
    assert recommend_card(many, iterations=100).choice in many.legal
    peek = seat_view("234", "9", totals=[14, 24], peeker=0, seen=["K", "9"])
    assert recommend_card(peek, iterations=100).mix in ({"2": 1.0}, {"3": 1.0}, {"4": 1.0})


@pytest.mark.parametrize("players", [3, 4])
def test_no_lot_falls_on_what_is_clearly_worth_less(players: int) -> None:
    """A paired error is at most the sum of the two: what lies farther apart is no matter of chance."""
    rules = Rules(players=players, ranks="38JQKA")
    mixed = 0
    for number, state in enumerate(games(rules, 2, 5)[:12]):
        player = next(seat for seat in range(players) if state.hands[seat] and seat != state.peeker)
        advice = recommend_card(state, player, iterations=3000, seed=number)
        best = max(advice.options, key=lambda option: option.ev)
        for option in advice.options:
            if option.probability:
                assert best.ev - option.ev <= 2 * (best.stderr + option.stderr)
        assert sum(option.probability for option in advice.options) == pytest.approx(1)
        value = sum(option.probability * option.ev for option in advice.options)
        assert advice.value == pytest.approx(value)
        errors = [option.stderr for option in advice.options if option.probability]
        assert 0 <= advice.stderr <= max(errors) + 1e-12
        mixed += len(errors) > 1
    assert mixed >= 3  # what is worth the same stays a mix


@pytest.mark.parametrize(
    ("arguments", "error", "quoted"),
    [
        ({"hand": "8Z"}, CardError, "'Z'"),
        ({"hand": "888"}, CardError, "3 cards of 8"),
        ({"hand": "8JQ", "order": "up"}, RuleError, "'up'"),
        ({"hand": "8JQ", "tricks": -1}, RuleError, "-1"),
        ({"hand": "8JQ", "hand_sizes": [1]}, RuleError, "hand_sizes"),
        ({"hand": "8JQ", "seen": ["8"]}, RuleError, "peek"),
        ({"hand": "8JQ", "peeker": 0, "seen": ["8", "J"]}, RuleError, "one choice"),
        ({"hand": "8JQ", "peeker": 7}, RuleError, "7"),
        ({"hand": "8JQ", "totals": [3]}, RuleError, "2 to 7 others"),
        ({"hand": "8JQ", "totals": [3, 4]}, RuleError, "add up to 7"),
        ({"hand": "8JQ", "totals": [3, 3], "other_hand": "8"}, RuleError, "three and more"),
        ({"hand": "8JQ", "totals": [3, 3], "hand_sizes": [4, 1]}, RuleError, "4"),
        ({"hand": "8JQ", "totals": [3, 3], "hand_sizes": [1]}, RuleError, "hand sizes"),
        ({"hand": "8JQ", "totals": [3, 3], "may_swap": [0]}, RuleError, "may not swap"),
        ({"hand": "8JQ", "totals": [3, 3], "seen": ["8", "J"]}, RuleError, "who peeks"),
        (
            {"hand": "8JQ", "totals": [6, 0], "peeker": 0, "seen": ["8", "8"]},
            RuleError,
            "1 here",
        ),
        ({"hand": "", "totals": [3, 6]}, CardError, "hand is empty"),
    ],
)
def test_what_cannot_be(arguments: dict[str, Any], error: type[Exception], quoted: str) -> None:
    with pytest.raises(error, match=quoted):
        seat_view(**arguments, rules=Rules(ranks="8JQ", jokers=0))


def test_wrong_questions() -> None:
    over = State(Rules(ranks="8J", jokers=0), ("88JJ", ""), ("", ""), "", tricks=5)
    questions: list[tuple[tuple[Any, ...], dict[str, Any], type[Exception], str]] = [
        ((FULL,), {}, RuleError, "whom to advise"),
        ((FULL, 2), {}, RuleError, "2"),
        ((FULL.view(0), 1), {}, RuleError, "that of player 0"),
        (("K", 0), {}, TypeError, "'K'"),
        ((FULL, 0), {"iterations": 0}, RuleError, "iterations"),
        ((FULL, 0), {"seed": -1}, RuleError, "seed"),
        ((FULL, 0), {"lean": 1.0}, RuleError, "lean is a number from 0 to 0.99, not 1.0"),
        ((FULL, 0), {"lean": float("nan")}, RuleError, "lean"),
        ((FULL, 0), {"lean": True}, RuleError, "True"),
        ((FULL, 0), {"lean": "much"}, RuleError, "'much'"),
        ((FULL, 0), {"solution": 5}, TypeError, "a solution is what solve gives, not 5"),
        ((over, 0), {}, RuleError, "over"),
    ]
    for arguments, named, error, quoted in questions:
        with pytest.raises(error, match=quoted):
            recommend_card(*arguments, **named)
    state = State.initial(Rules(players=3)).play(("Q", "K", "2"))
    assert state.peeker == 0
    with pytest.raises(RuleError, match="after seeing the others' cards"):
        recommend_card(state, 0)
