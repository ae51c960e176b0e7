"""Odds and comparisons: exact where they can be, right within their errors where not."""

from __future__ import annotations

import dataclasses
import json
import random
from collections import Counter
from itertools import pairwise, permutations

import numpy as np
import pytest

import pysolver
from pysolver import native
from pysolver.war import PICKUPS, Rounds, Rules, compare_pickups, odds, parse_piles, replay
from pysolver.war.games import CHUNK_GAMES, play_games
from tests.oracles import war as referee
from tests.war.test_rounds import options_of


def test_the_name_at_the_top() -> None:
    assert pysolver.war_odds is odds


@pytest.mark.parametrize(("face_down", "mean", "median"), [(3, 258, 202), (1, 446, 342)])
def test_an_independent_simulation_of_shuffled_games(
    face_down: int, mean: int, median: int
) -> None:
    """Three players; a player too short loses the battle. Figures found elsewhere, in C."""
    found = odds(rules=Rules(face_down=face_down, short="lose"), games=60_000, seed=1)
    assert found.rounds is not None
    assert abs(found.rounds.mean - mean) < 4 * found.rounds.stderr + 0.5
    assert abs(found.rounds.median - median) < 0.015 * median
    for win, stderr in zip(found.win, found.stderr, strict=True):
        assert abs(win - 1 / 3) < 4 * stderr
    assert found.endless == 0.0
    assert found.unfinished == 0.0


@pytest.mark.parametrize(
    ("face_down", "wins"), [(3, (0.349, 0.334, 0.313)), (1, (0.453, 0.313, 0.230))]
)
def test_an_independent_simulation_of_seat_order(face_down: int, wins: tuple[float, ...]) -> None:
    rules = Rules(face_down=face_down, short="lose", pickup="seat_order")
    found = odds(rules=rules, games=60_000, seed=1)
    for win, stderr, expected in zip(found.win, found.stderr, wins, strict=True):
        assert abs(win - expected) < 4 * stderr + 0.0015  # the other side's own rounding and error
    assert abs(found.endless - 0.004) < 0.001


def test_shares_add_up() -> None:
    for pickup in PICKUPS:
        found = odds(rules=Rules(2, 0, pickup), games=1000, give_up=3000)
        assert sum(found.win) + found.endless + found.unfinished == pytest.approx(1.0, abs=1e-12)


def test_the_answer_does_not_depend_on_threads() -> None:
    for rules in (Rules(), Rules(4, 1, ("high_first", "shuffled") * 2)):
        games = 2 * CHUNK_GAMES + 17
        answers = [
            json.dumps(
                odds(
                    rules=rules, games=games, seed=2**64 - 1, threads=threads, give_up=2000
                ).to_dict()
            )
            for threads in (1, 2, 5)
        ]
        assert len(set(answers)) == 1
        ways = [
            [
                way.to_dict()
                for way in compare_pickups(
                    rules=rules, games=CHUNK_GAMES + 9, threads=threads, give_up=1000
                )
            ]
            for threads in (1, 3)
        ]
        assert ways[0] == ways[1]


def test_figures_are_those_of_the_games() -> None:
    """Everything again from the list of games, by the definitions."""
    rules = Rules(4, 2, ("seat_order", "shuffled", "shuffled", "seat_order"), max_rounds=60)
    games = 3000
    found = odds(rules=rules, games=games, seed=6)
    played = play_games(
        parse_piles(None, rules), rules, games=games, seed=6, threads=1, give_up=1000
    )
    shares = np.zeros((games, 4))
    for row, mask in enumerate(played.winners):
        holders = [player for player in range(4) if mask >> player & 1]
        shares[row, holders] = 1 / len(holders)
    assert found.win == pytest.approx(shares.mean(0), abs=1e-12)
    assert found.stderr == pytest.approx(shares.std(0, ddof=1) / games**0.5, rel=1e-9)
    rounds = np.sort(played.rounds)
    assert found.rounds is not None
    assert found.rounds.mean == pytest.approx(rounds.mean())
    assert found.rounds.stderr == pytest.approx(rounds.std(ddof=1) / games**0.5)
    assert found.rounds.quantiles == {
        q: int(np.quantile(rounds, q, method="inverted_cdf")) for q in (0.05, 0.25, 0.5, 0.75, 0.95)
    }
    assert (found.rounds.least, found.rounds.most) == (rounds[0], 60)
    assert found.battles == pytest.approx(played.battles.mean())
    assert found.battles_stderr == pytest.approx(played.battles.std(ddof=1) / games**0.5)
    assert max(shares.ravel()) == 1
    assert 0.5 in shares  # some games at the limit are shared


def test_endless_games_count_for_nobody_and_not_in_the_lengths() -> None:
    rules = Rules(pickup="winner_first")
    games = 4000
    found = odds(rules=rules, games=games, seed=4)
    played = play_games(
        parse_piles(None, rules), rules, games=games, seed=4, threads=1, give_up=100_000
    )
    endless = played.ends == native.war.ENDLESS
    assert found.endless == endless.mean() > 0
    assert found.endless_stderr == pytest.approx(endless.std(ddof=1) / games**0.5)
    assert not played.winners[endless].any()
    assert found.rounds is not None
    ended = played.ends == native.war.WON
    assert found.unfinished == (played.ends == native.war.UNFINISHED).mean()
    assert found.rounds.mean == pytest.approx(played.rounds[ended].mean())
    assert sum(piece.games for piece in found.rounds.histogram) == ended.sum()


def test_known_cards_and_a_fixed_order_are_exact() -> None:
    dice = random.Random(2)
    for _ in range(60):
        players = dice.randint(2, 6)
        size = dice.randint(1, 52 // players)
        cards = dice.sample(range(52), players * size)
        piles = [cards[i * size : (i + 1) * size] for i in range(players)]
        pickups = tuple(dice.choices(PICKUPS[1:], k=players))
        rules = Rules(players, dice.randrange(4), pickups, dice.choice(("last_card", "lose")))
        found = odds(piles, rules=rules)
        game, cycle = referee.play_out(piles, options_of(rules))
        assert found.exact
        assert found.games == 1
        assert found.stderr == (0.0,) * players
        assert (found.endless, found.endless_stderr) == (float(cycle is not None), 0.0)
        winners = [] if cycle else game.winners()
        assert found.win == tuple(
            1 / len(winners) if player in winners else 0.0 for player in range(players)
        )
        if cycle is None:
            assert found.rounds is not None
            assert (found.rounds.mean, found.rounds.stderr) == (game.rounds, 0.0)
            assert set(found.rounds.quantiles.values()) == {game.rounds}
            assert (found.battles, found.battles_stderr) == (game.battles, 0.0)
        else:
            assert found.cycle is not None
            assert (found.cycle.start, found.cycle.length) == cycle


def test_who_is_out_does_not_make_chance_by_shuffling() -> None:
    rules = Rules(pickup=("seat_order", "seat_order", "shuffled"))
    found = odds(["As 2c", "Kd Qd", ""], rules=rules, in_play=True)
    assert found.exact
    assert not odds(["As 2c", "Kd Qd", "3c"], rules=rules, in_play=True).exact
    assert not odds(["As 2c", "Kd ?", ""], rules=rules, in_play=True).exact


def test_a_game_already_over() -> None:
    found = odds(["", "As ?", ""], rules=Rules(pickup="seat_order"), in_play=True)
    assert found.win == (0.0, 1.0, 0.0)
    assert found.rounds is not None
    assert found.rounds.most == 0


def test_nobody_left_share_the_win_of_those_who_tied_last() -> None:
    rules = Rules(pickup="seat_order", face_down=0)
    assert odds(["As", "Ad", "2c"], rules=rules).win == (0.5, 0.5, 0.0)
    assert odds(["As", "Ad", "Ac"], rules=rules).win == (1 / 3, 1 / 3, 1 / 3)


def test_partly_known_piles_against_every_deal() -> None:
    """Ace and an unknown card against an unknown card and a king: all 50 * 49 deals."""
    rules = Rules(2, 0, "high_first")
    ace, king = 51, 45
    wins = Counter[int]()
    others = [card for card in range(52) if card not in (ace, king)]
    for a, b in permutations(others, 2):
        game, cycle = referee.play_out([[ace, a], [b, king]], options_of(rules))
        assert cycle is None
        for player in game.winners():
            wins[player] += 1 if len(game.winners()) == 2 else 2
    found = odds(["As ?", "? Kd"], rules=rules, games=60_000)
    for player in range(2):
        exact = wins[player] / (2 * 50 * 49)
        assert abs(found.win[player] - exact) < 4 * found.stderr[player]


def test_compared_pickups_are_odds_on_the_same_deals() -> None:
    rules = Rules(3, 1, ("shuffled", "seat_order", "low_first"))
    compared = compare_pickups(rules=rules, games=1000, seed=9)
    assert [way.player for way in compared] == [0] * 5 + [1] * 5 + [2] * 5
    for player in range(3):
        ways = [way for way in compared if way.player == player]
        assert {way.pickup for way in ways} == set(PICKUPS)
        assert [way.win for way in ways] == sorted((way.win for way in ways), reverse=True)
        assert [way.pickup for way in ways if way.present] == [rules.pickups[player]]
        assert [way.best for way in ways] == [way.win == ways[0].win for way in ways]
        present = next(way for way in ways if way.present)
        assert (present.gain, present.gain_stderr) == (0.0, 0.0)
        for way in ways:
            pickups = list(rules.pickups)
            pickups[player] = way.pickup
            changed = dataclasses.replace(rules, pickup=tuple(pickups))
            alone = odds(rules=changed, games=1000, seed=9)
            assert (way.win, way.stderr) == (alone.win[player], alone.stderr[player])
            assert way.endless == alone.endless
            assert way.gain == pytest.approx(way.win - present.win, abs=1e-12)
            shares = [
                [
                    (mask >> player & 1) / max(1, int(mask).bit_count())
                    for mask in play_games(
                        parse_piles(None, r), r, games=1000, seed=9, threads=1, give_up=100_000
                    ).winners.tolist()
                ]
                for r in (changed, rules)
            ]
            differences = np.subtract(shares[0], shares[1])
            assert way.gain_stderr == pytest.approx(differences.std(ddof=1) / 1000**0.5)


def test_picking_up_high_first_beats_shuffling() -> None:
    compared = compare_pickups(games=8000)
    for player in range(3):
        best = compared[5 * player]
        assert best.pickup == "high_first"
        assert best.gain > 8 * best.gain_stderr


def test_a_known_deal_compares_exactly() -> None:
    piles = ["4c 2c", "3c 5c"]
    compared = compare_pickups(piles, rules=Rules(2, pickup="seat_order"))
    exact = [way for way in compared if way.pickup != "shuffled"]
    assert all(way.exact and way.stderr == way.gain_stderr == 0.0 for way in exact)
    shuffled = [way for way in compared if way.pickup == "shuffled"]
    assert not any(way.exact for way in shuffled)
    for way in exact:
        pickups = ["seat_order", "seat_order"]
        pickups[way.player] = way.pickup
        game, cycle = referee.play_out([[8, 0], [4, 12]], referee.Options(tuple(pickups)))
        assert way.win == (0.0 if cycle else float(way.player in game.winners()))


def test_a_summary_of_lengths() -> None:
    found = Rounds.of_games(np.array([5, 1, 1, 3], np.uint32))
    assert (found.mean, found.least, found.most, found.median) == (2.5, 1, 5, 1)
    assert found.stderr == pytest.approx(np.std([5, 1, 1, 3], ddof=1) / 2)
    assert found.quantiles == {0.05: 1, 0.25: 1, 0.5: 1, 0.75: 3, 0.95: 5}
    assert [(piece.first, piece.last, piece.games) for piece in found.histogram] == [
        (0, 0, 0), (1, 1, 2), (2, 2, 0), (3, 3, 1), (4, 4, 0), (5, 5, 1)
    ]  # fmt: skip


@pytest.mark.parametrize("most", [1, 23, 24, 460, 1_000_000])
def test_bins_cover_every_game_once(most: int) -> None:
    dice = np.random.default_rng(most)
    rounds = (dice.random(5000) ** 4 * most).astype(np.uint32)
    found = Rounds.of_games(rounds)
    bins = found.histogram
    assert len(bins) <= 24
    assert bins[0].first == 0
    assert all(a.last + 1 == b.first for a, b in pairwise(bins))
    assert bins[-1].last >= found.most
    for piece in bins:
        inside = (rounds >= piece.first) & (rounds <= piece.last)
        assert piece.games == inside.sum()
        assert piece.share == piece.games / 5000


def test_results_are_json_and_text() -> None:
    for found in (
        odds(games=500),
        odds(["4c 2c", "3c 5c"], rules=Rules(2, pickup="seat_order")),
        replay(seed=3),
        compare_pickups(games=100)[0],
    ):
        assert json.loads(json.dumps(found.to_dict(), allow_nan=False)) == found.to_dict()
        assert str(found)
    assert odds(games=500).to_dict()["seed"] == 0
