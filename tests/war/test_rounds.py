"""The core against the referee, state by state, and whole games against the same games by rounds."""

from __future__ import annotations

import random
from array import array
from collections import Counter
from itertools import product
from typing import Any

import pytest

from pysolver import SolverError, native
from pysolver.war import PICKUPS, Rules, parse_piles
from pysolver.war.piles import core_setup
from tests.oracles import war as referee

ALL_OPTIONS = list(product(range(2, 7), range(4), ("last_card", "lose")))


def options_of(rules: Rules) -> referee.Options:
    return referee.Options(rules.pickups, rules.face_down, rules.short, rules.max_rounds)


def deal(dice: random.Random, players: int, size: int, ranks: int = 13) -> list[list[int]]:
    """Equal piles of cards of the lowest so many ranks."""
    cards = dice.sample(range(4 * ranks), players * size)
    return [cards[player * size : (player + 1) * size] for player in range(players)]


def follow(piles: list[list[int]], rules: Rules, seed: int, number: int, most: int = 3000) -> int:
    """Plays one game both ways and compares everything; returns its rounds."""
    setup = core_setup(parse_piles(piles, rules, in_play=True), rules, 1_000_000)
    fast = native.war.Game(setup, seed, number)
    slow = referee.Game(piles, options_of(rules))
    deck = slow.cards()
    while slow.rounds < most:
        turn = fast.play_round()
        assert (turn is None) == slow.over()
        if turn is None:
            assert list(fast.winners()) == slow.winners()
            return slow.rounds

        def as_picked(cards: list[int], picked: bytes = turn.picked_up) -> list[int]:
            assert Counter(cards) == Counter(picked)
            return list(picked)

        carried = [card for _, card in slow.table]
        told = slow.play_round(as_picked)
        assert turn.winner == told.taker
        assert turn.battles == len(told.battles)
        assert list(turn.cards[: turn.carried]) == carried
        laid = [(n, owner, card) for n, owner, card in _laid(turn)]
        expected = [(0, player, card) for player, card in told.shown.items()] + [
            (n, player, card)
            for n, battle in enumerate(told.battles, 1)
            for player, cards in battle.items()
            for card in cards
        ]
        assert laid == expected
        up = [card for card, face_up in zip(turn.cards, turn.face_up, strict=True) if face_up]
        assert up[len(up) - len(_face_up(told)) :] == _face_up(told)
        piles_now, table = fast.piles()
        assert [list(pile) for pile in piles_now] == slow.piles
        assert list(table) == [card for _, card in slow.table]
        assert slow.cards() == deck
        if told.taker is not None:
            size = len(turn.picked_up)
            assert list(turn.picked_up) == slow.piles[told.taker][-size:]
    assert bool(fast.winners()) == slow.over()
    return slow.rounds


def _face_up(told: referee.Told) -> list[int]:
    """The cards turned, and the last one that each player laid in each battle."""
    battles = [cards[-1] for battle in told.battles for cards in battle.values() if cards]
    return [*told.shown.values(), *battles]


def _laid(turn: native.war.Turn) -> list[tuple[int, int, int]]:
    return list(zip(turn.battle_of, turn.owners, turn.cards, strict=True))[turn.carried :]


@pytest.mark.parametrize(("players", "face_down", "short"), ALL_OPTIONS)
def test_every_round_is_the_referees(players: int, face_down: int, short: str) -> None:
    dice = random.Random(str((players, face_down, short)))
    for pickup in (*PICKUPS, "mixed"):
        chosen = tuple(dice.choices(PICKUPS, k=players)) if pickup == "mixed" else pickup
        for limit in (None, 40):
            rules = Rules(players, face_down, chosen, short, limit)  # type: ignore[arg-type]
            sizes = [52 // players, dice.randint(1, 52 // players)]
            for number, size in enumerate(sizes):
                follow(deal(dice, players, size), rules, 11, number, most=120)


@pytest.mark.parametrize(("players", "face_down", "short"), ALL_OPTIONS)
def test_few_ranks_bring_long_battles(players: int, face_down: int, short: str) -> None:
    """Three ranks only: ties everywhere, players run out in battles, cards stay on the table."""
    dice = random.Random(str((face_down, short, players)))
    for number in range(20):
        chosen = tuple(dice.choices(PICKUPS, k=players))
        rules = Rules(players, face_down, chosen, short)  # type: ignore[arg-type]
        follow(deal(dice, players, dice.randint(1, 12 // players), 3), rules, 5, number, most=100)


def test_games_under_way_have_uneven_and_empty_piles() -> None:
    dice = random.Random(8)
    for number in range(150):
        players = dice.randint(2, 6)
        cards = dice.sample(range(52), dice.randint(1, 52))
        piles: list[list[int]] = [[] for _ in range(players)]
        for card in cards:
            piles[dice.randrange(players)].append(card)
        rules = Rules(
            players,
            dice.randrange(4),
            tuple(dice.choices(PICKUPS, k=players)),
            dice.choice(("last_card", "lose")),
        )
        follow(piles, rules, 6, number, most=100)


def by_rounds(setup: native.war.Setup, seed: int, number: int) -> tuple[int, int, int, int]:
    """Winners as bits, rounds, battles and how it ended, of a game without a cycle."""
    game = native.war.Game(setup, seed, number)
    rounds = battles = 0
    while (turn := game.play_round()) is not None:
        rounds += 1
        battles += turn.battles
    winners = sum(1 << player for player in game.winners())
    return winners, rounds, battles, native.war.WON if winners else native.war.UNFINISHED


def whole_games(
    setup: native.war.Setup, seed: int, first: int, games: int
) -> list[tuple[int, int, int, int]]:
    winners, ends = bytearray(games), bytearray(games)
    rounds, battles = array("I", bytes(4 * games)), array("I", bytes(4 * games))
    assert setup.play(seed, first, games, winners, ends, rounds, battles) == games
    return list(zip(winners, rounds, battles, ends, strict=True))


@pytest.mark.parametrize(("players", "face_down", "short"), ALL_OPTIONS)
def test_whole_games_are_the_games_by_rounds(players: int, face_down: int, short: str) -> None:
    dice = random.Random(str((short, players, face_down)))
    for pickup in ("shuffled", *("mixed",) * 3):
        chosen = tuple(dice.choices(PICKUPS, k=players)) if pickup == "mixed" else pickup
        for limit in (None, 1, 100, 461):
            rules = Rules(players, face_down, chosen, short, limit)  # type: ignore[arg-type]
            size = 52 // players if dice.random() < 0.7 else dice.randint(1, 52 // players)
            piles = [f"?*{size}"] * players
            setup = core_setup(parse_piles(piles, rules), rules, 2000)
            for number, found in enumerate(whole_games(setup, 77, 3, 8), 3):
                if found[3] == native.war.ENDLESS:
                    assert found[0] == 0
                    assert setup.cycle(77, number, by_rank=True) is not None
                else:
                    assert found == by_rounds(setup, 77, number)
                    assert setup.cycle(77, number, by_rank=True) is None


def test_long_games_without_a_tie_stay_in_their_rooms() -> None:
    """Twelve ranks, once each: piles are moved to the front by nothing but their own length."""
    rules = Rules()
    piles = ["2c 6c Tc Ac", "3d 7d Jd 4c", "5d 9d Kd 8c"]
    setup = core_setup(parse_piles(piles, rules), rules, 100_000)
    games = whole_games(setup, 1, 0, 20_000)
    longest = sorted(range(len(games)), key=lambda number: -games[number][1])[:50]
    assert games[longest[-1]][1] > 150
    for number in longest:
        assert games[number] == by_rounds(setup, 1, number)


def test_a_game_does_not_depend_on_those_before_it() -> None:
    rules = Rules()
    setup = core_setup(parse_piles(None, rules), rules, 1_000_000)
    together = whole_games(setup, 4, 1000, 30)
    alone = [whole_games(setup, 4, number, 1)[0] for number in range(1000, 1030)]
    assert together == alone
    assert whole_games(setup, 5, 1000, 30) != together


def test_the_core_refuses_what_cannot_be_played() -> None:
    good: dict[str, Any] = {
        "face_down": 3,
        "pickups": [0, 0],
        "short": 0,
        "max_rounds": 0,
        "give_up": 9,
    }
    one_card = [[native.war.UNKNOWN], [5]]
    for piles, change in [
        (one_card, {"face_down": 4}),
        (one_card, {"face_down": -1}),
        (one_card, {"pickups": [0, 5]}),
        (one_card, {"short": 2}),
        (one_card, {"max_rounds": -1}),
        (one_card, {"max_rounds": native.war.MOST_ROUNDS + 1}),
        (one_card, {"give_up": 0}),
        ([[5]], {"pickups": [0]}),
        ([[5], [5]], {}),
        ([[52], [5]], {}),
    ]:
        core = native.war.Setup(piles, **{**good, **change})  # type: ignore[dict-item]
        with pytest.raises(SolverError):
            native.war.Game(core, 0, 0)
