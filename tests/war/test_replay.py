"""A game told: the rounds add up, and it is the game that odds counts."""

from __future__ import annotations

from collections import Counter

import pytest

from pysolver import native
from pysolver.war import PICKUPS, Battle, Rules, parse_piles, replay
from pysolver.war.piles import core_setup
from tests.war.test_rounds import whole_games


@pytest.mark.parametrize("pickup", PICKUPS)
@pytest.mark.parametrize("players", [2, 3, 6])
def test_a_replay_is_the_game_that_odds_counts(players: int, pickup: str) -> None:
    rules = Rules(players, 2, pickup)  # type: ignore[arg-type]
    setup = core_setup(parse_piles(None, rules), rules, 2000)
    for number, (winners, rounds, battles, end) in enumerate(whole_games(setup, 21, 0, 6)):
        told = replay(rules=rules, seed=21, game=number, give_up=2000)
        assert told.endless == (end == native.war.ENDLESS) == (told.cycle is not None)
        assert sum(1 << player for player in told.winners) == winners
        assert told.winner == (told.winners[0] if len(told.winners) == 1 else None)
        assert told.unfinished == (end == native.war.UNFINISHED)
        if not told.endless:
            assert (len(told.rounds), told.battles) == (rounds, battles)


def test_no_card_is_lost_and_what_is_picked_up_was_laid() -> None:
    for seed in range(12):
        rules = Rules(seed % 5 + 2, seed % 4, PICKUPS[seed % 5], ("last_card", "lose")[seed % 2])
        told = replay(rules=rules, seed=seed, give_up=2000)
        total = sum(map(len, told.piles))
        table: Counter[object] = Counter()
        for number, played in enumerate(told.rounds, 1):
            assert played.number == number
            table.update(card for card in played.shown if card is not None)
            for battle in played.battles:
                table.update(card for cards in battle.laid for card in cards)
            if played.taker is not None:
                assert Counter(played.picked_up) == table
                table.clear()
            else:
                assert not played.picked_up
            assert played.on_table == table.total()
            assert sum(played.counts) + played.on_table == total


def test_battles_are_told() -> None:
    """Aces tie, then kings; player 2 has one card left for the second battle, player 3 none."""
    piles = ["As 2c Ks 3c 4c 5c", "Ad 2d Kd 6d", "Ah 2h Kh", "Qc 7c"]
    told = replay(piles, rules=Rules(4, 1, "seat_order"), in_play=True)
    first = told.rounds[0]
    a, b = first.battles
    assert [str(card) for card in first.shown] == ["As", "Ad", "Ah", "Qc"]
    assert a.tied == b.tied == (0, 1, 2)
    assert (a.out, b.out) == ((), (2,))
    assert [list(map(str, cards)) for cards in a.laid] == [["2c", "Ks"], ["2d", "Kd"], ["2h", "Kh"]]
    assert [list(map(str, cards)) for cards in b.laid] == [["3c", "4c"], ["6d"], []]
    assert first.taker == 1
    assert " ".join(map(str, first.picked_up)) == "As Ad Ah Qc 2c Ks 2d Kd 2h Kh 3c 4c 6d"
    assert first.counts == (1, 13, 0, 1)
    assert b.text(str) == "battle 1 lays [3c] 4c, 2 lays 6d, 3 is out"


def test_too_short_loses_and_keeps_the_cards() -> None:
    rules = Rules(2, 1, "seat_order", "lose")
    told = replay(["As 2c 3c", "Ad Kd"], rules=rules, in_play=True)
    assert told.rounds[0].battles == (Battle((0, 1), (1,), ((), ())),)
    assert told.rounds[0].battles[0].text(str) == "battle 1 is left alone, 2 is out"
    assert told.rounds[0].taker == 0
    assert told.rounds[0].counts == (4, 1)


def test_all_out_leave_the_cards_for_the_next_winner() -> None:
    told = replay(["As", "Ad", "2c 3c", "3d 2d"], rules=Rules(4, 3, "seat_order"), in_play=True)
    first, second = told.rounds[:2]
    assert (first.taker, first.on_table, first.counts) == (None, 4, (0, 0, 1, 1))
    assert "4 cards stay on the table" in str(first)
    assert second.taker == 2
    assert " ".join(map(str, second.picked_up)) == "As Ad 2c 3d 3c 2d"
    assert told.winner == 2


def test_winner_first_goes_round_from_the_winner() -> None:
    told = replay(["2c 3c", "As 3d", "4c 3h"], rules=Rules(3, 0, "winner_first"))
    assert " ".join(map(str, told.rounds[0].picked_up)) == "As 4c 2c"


def test_equal_ranks_keep_the_order_laid() -> None:
    for pickup, order in (("high_first", "As 4h 4c 2d"), ("low_first", "2d 4h 4c As")):
        rules = Rules(4, 0, pickup)  # type: ignore[arg-type]
        told = replay(["4h 5c", "As 5d", "4c 5h", "2d 5s"], rules=rules)
        assert " ".join(map(str, told.rounds[0].picked_up)) == order


def test_the_same_deal_for_all_who_compare() -> None:
    dealt = {replay(rules=Rules(pickup=pickup), seed=5, game=7).piles for pickup in PICKUPS}
    assert len(dealt) == 1


def test_results_in_a_sentence() -> None:
    assert replay(["As", "2c"], rules=Rules(2)).result == "Player 1 wins after 1 round."
    shared = replay(["As", "Ad", "2c"], rules=Rules(3, 0))
    assert shared.result == "Player 1 and player 2 share the win after 1 round."
    assert (shared.winner, shared.winners, shared.on_table) == (None, (0, 1), 3)
