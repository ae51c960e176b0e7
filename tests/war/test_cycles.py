"""Endless games: found where the referee's memory of all states finds them, with the same cycle."""

from __future__ import annotations

import random

import pytest

from pysolver import native
from pysolver.war import Cycle, Rules, odds, parse_piles, replay
from pysolver.war.piles import core_setup
from tests.oracles import war as referee
from tests.war.test_rounds import deal, options_of, whole_games

FIXED = ("winner_first", "seat_order", "high_first", "low_first")


def both_cycles(
    piles: list[list[int]], rules: Rules
) -> tuple[list[tuple[int, int] | None], list[tuple[int, int] | None]]:
    setup = core_setup(parse_piles(piles, rules, in_play=True), rules, 1_000_000)
    fast = [setup.cycle(0, 0, by_rank=by_rank) for by_rank in (True, False)]
    slow = [referee.play_out(piles, options_of(rules), by_rank=r)[1] for r in (True, False)]
    return fast, slow


@pytest.mark.parametrize("pickup", [*FIXED, "mixed"])
@pytest.mark.parametrize("players", [2, 3])
def test_small_games_have_the_referees_cycles(players: int, pickup: str) -> None:
    dice = random.Random(pickup + str(players))
    endless = different = 0
    for _ in range(200):
        chosen = tuple(dice.choices(FIXED, k=players)) if pickup == "mixed" else pickup
        rules = Rules(players, dice.randrange(4), chosen, dice.choice(("last_card", "lose")))  # type: ignore[arg-type]
        piles = deal(dice, players, dice.randint(2, 5), dice.choice((5, 13)))
        fast, slow = both_cycles(piles, rules)
        assert fast == slow
        if slow[0] is not None:
            endless += 1
            different += slow[0] != slow[1]
            assert odds(piles, rules=rules).endless == 1.0
    assert endless > 0


@pytest.mark.parametrize("pickup", ["winner_first", "seat_order"])
def test_full_games_have_the_referees_cycles(pickup: str) -> None:
    rules = Rules(pickup=pickup)  # type: ignore[arg-type]
    setup = core_setup(parse_piles(None, rules), rules, 1_000_000)
    games = whole_games(setup, 1, 0, 1500)
    endless = [n for n, (*_, end) in enumerate(games) if end == native.war.ENDLESS]
    for number in endless[:2]:
        dealt, _ = native.war.Game(setup, 1, number).piles()
        fast, slow = both_cycles([list(pile) for pile in dealt], rules)
        assert fast == slow
        assert slow[0] is not None
    assert len(endless) >= 2


def test_games_that_end_have_no_cycle() -> None:
    rules = Rules(pickup="seat_order", face_down=1)
    setup = core_setup(parse_piles(None, rules), rules, 1_000_000)
    checked = 0
    for number, (winners, rounds, battles, end) in enumerate(whole_games(setup, 2, 0, 30)):
        dealt, _ = native.war.Game(setup, 2, number).piles()
        game, cycle = referee.play_out([list(pile) for pile in dealt], options_of(rules))
        assert (cycle is None) == (end == native.war.WON)
        if cycle is None:
            checked += 1
            assert (winners, rounds, battles) == (
                sum(1 << player for player in game.winners()),
                game.rounds,
                game.battles,
            )
    assert checked > 20


def test_four_cards_that_go_to_and_fro() -> None:
    """4 2 against 3 5, picked up in seat order: 4 takes 3, 5 takes 2, 4 takes 2, 5 takes 3."""
    rules = Rules(2, pickup="seat_order")
    found = replay(["4c 2c", "3c 5c"], rules=rules)
    assert found.endless
    assert found.winner is None
    assert found.winners == ()
    assert found.cycle == Cycle(0, 4, 0, 4)
    assert [played.taker for played in found.rounds] == [0, 1, 0, 1]
    assert [str(played.picked_up[0]) for played in found.rounds] == ["4c", "2c", "4c", "3c"]
    assert found.result == "Endless: after round 0 the game repeats every 4 rounds."
    answer = odds(["4c 2c", "3c 5c"], rules=rules)
    assert (answer.win, answer.endless, answer.rounds) == ((0.0, 0.0), 1.0, None)
    assert answer.exact
    assert answer.cycle == found.cycle


@pytest.mark.parametrize(("limit", "winners"), [(5, (0,)), (6, (0, 1)), (7, (0,))])
def test_a_limit_ends_what_would_be_endless(limit: int, winners: tuple[int, ...]) -> None:
    rules = Rules(2, pickup="seat_order", max_rounds=limit)
    found = replay(["4c 2c", "3c 5c"], rules=rules)
    assert not found.endless
    assert found.cycle is None
    assert len(found.rounds) == limit
    assert found.winners == winners
    answer = odds(["4c 2c", "3c 5c"], rules=rules)
    assert answer.win == ((1.0, 0.0) if len(winners) == 1 else (0.5, 0.5))
    assert (answer.stderr, answer.endless) == ((0.0, 0.0), 0.0)


def test_the_two_left_can_go_round_for_ever_after_the_one_who_shuffles_is_out() -> None:
    rules = Rules(pickup=("shuffled", "seat_order", "seat_order"))
    dice = random.Random(5)
    endless = 0
    for _ in range(300):
        piles = deal(dice, 3, dice.randint(2, 4))
        setup = core_setup(parse_piles(piles, rules), rules, 1_000_000)
        for number, (*_, end) in enumerate(whole_games(setup, 3, 0, 5)):
            if end != native.war.ENDLESS:
                continue
            endless += 1
            for by_rank in (True, False):
                cycle = setup.cycle(3, number, by_rank=by_rank)
                assert cycle is not None
                start, length = cycle
                states = _states(setup, number, start + length, by_rank=by_rank)
                assert states[start] == states[start + length]
                assert len(set(states[start:-1])) == length  # nothing comes back earlier
                assert start == 0 or states[start - 1] != states[start + length - 1]
                assert not states[start][0]  # the one who shuffles holds no card
    assert endless > 5


def _states(
    setup: native.war.Setup, number: int, rounds: int, *, by_rank: bool
) -> list[tuple[tuple[int, ...], ...]]:
    game = native.war.Game(setup, 3, number)
    states = []
    for _ in range(rounds + 1):
        piles, table = game.piles()
        states.append(
            tuple(tuple(c // 4 if by_rank else c for c in pile) for pile in (*piles, table))
        )
        game.play_round()
    return states


@pytest.mark.parametrize(
    "piles",
    [["Ks 4h Td Qh 7h 6d", "5c Ah Qs 7d 2d 5s"], ["5h Ah 9h Ts", "Ks 4h Td Qh"]],
)
def test_coming_back_by_chance_is_not_endless(piles: list[str]) -> None:
    """In one of these games a state comes back after a random pick-up, and the game ends."""
    rules = Rules(2, 0, ("shuffled", "low_first"))
    setup = core_setup(parse_piles(piles, rules), rules, 3000)
    games = whole_games(setup, 8, 0, 1000)
    came_back = 0
    for number, found in enumerate(games):
        assert found[3] == native.war.WON
        came_back += found[1] > 64 and _comes_back(setup, number)
    assert came_back > 0


def _comes_back(setup: native.war.Setup, number: int) -> bool:
    game = native.war.Game(setup, 8, number)
    seen = {game.piles()}
    while game.play_round() is not None:
        if game.piles() in seen:
            return True
        seen.add(game.piles())
    return False
