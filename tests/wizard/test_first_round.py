"""Round 1 against the seed formula, against every deal of three players, and against dealt rounds."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from pysolver import Card, CardError, RuleError
from pysolver.cards import CARDS
from pysolver.wizard import (
    Rules,
    first_round_bid,
    first_round_table,
    first_round_trump,
)
from pysolver.wizard.first_round import threshold_rows
from pysolver.wizard.rules import parse_trump
from tests.oracles import wizard as oracle

SUITS = "cdhs"


def beaten_by_leader(turned: int, trump: int | None, own: int) -> int:
    """How many unseen cards the leader's card beats, by the trick rule alone."""
    unseen = [card for card in range(60) if card not in (turned, own)]
    return sum(oracle.winner([own, card], trump) == 0 for card in unseen)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_every_entry_by_the_formula(players: int) -> None:
    table = first_round_table(players)
    assert len(table.entries) == 52 * 53 + 4 * 54 + 54
    for entry in table.entries:
        trump = None if entry.trump is None else SUITS.index(entry.trump)
        own = int(entry.card) if int(entry.card) != int(entry.turned_up) else int(entry.card) + 1
        x = beaten_by_leader(int(entry.turned_up), trump, own)
        expected = Fraction(1)
        for i in range(players - 1):
            expected *= Fraction(x - i, 58 - i)
        assert entry.p_win == expected
        assert entry.score_one - entry.score_zero == 70 * expected - 30
        assert entry.bid == (expected >= Fraction(3, 7))
        assert entry.bid == (x >= table.least_beaten)


def test_thresholds() -> None:
    # The cards to beat that a source text gives: 39, 44, 49 and 50. By its own formula 48 are
    # enough with five players: 48*47*46*45 / (58*57*56*55) = 0.4586 and 47*46*45*44 / … = 0.4204.
    assert [first_round_table(players).least_beaten for players in (3, 4, 5, 6)] == [39, 44, 48, 50]
    assert threshold_rows(first_round_table(3)) == [
        ("2", "3", "J"),
        ("3 to A", "2", "J"),
        ("wizard", "2", "J"),
        ("jester", "-", "2"),
    ]
    assert threshold_rows(first_round_table(4)) == [
        ("2 to 3", "4", "never"),
        ("4 to A", "3", "never"),
        ("wizard", "3", "never"),
        ("jester", "-", "4"),
    ]
    assert threshold_rows(first_round_table(5)) == [
        ("2 to 7", "8", "never"),
        ("8 to A", "7", "never"),
        ("wizard", "7", "never"),
        ("jester", "-", "8"),
    ]
    assert threshold_rows(first_round_table(6)) == [
        ("2 to 9", "10", "never"),
        ("10 to A", "9", "never"),
        ("wizard", "9", "never"),
        ("jester", "-", "10"),
    ]
    # "Always bid 1" with three players and a jester turned up excepts a jester of one's own.
    assert first_round_table(3).entry("N", "N").bid == 0
    assert first_round_table(3).entry("N", "2c").bid == 1


@pytest.mark.parametrize(
    ("turned", "trump"), [("9h", 2), ("2c", 0), ("N", None), ("W", 3), ("Ah", 2)]
)
def test_three_players_by_every_deal(turned: str, trump: int | None) -> None:
    """The bid of every card from every seat, and the chance behind it, counted out deal by deal."""
    up = 55 if turned == "W" else 59 if turned == "N" else int(Card(turned))
    letter = parse_trump(None if trump is None else SUITS[trump])
    cards = [card for card in range(60) if card != up]
    # who wins, by every deal of three cards: bit s of outcome[a, b, c] is seat s
    index = {card: i for i, card in enumerate(cards)}
    won = np.full((59, 59, 59), -1, np.int8)
    for a, b, c in permutations(cards, 3):
        won[index[a], index[b], index[c]] = oracle.winner([a, b, c], trump)
    real = won >= 0
    bids: dict[tuple[int, ...], np.ndarray] = {}

    def check(seat: int, before: tuple[int, ...], mask: np.ndarray) -> None:
        other = tuple(axis for axis in range(3) if axis != seat)
        deals = mask.sum(axis=other)
        wins = (mask & (won == seat)).sum(axis=other)
        chosen = np.zeros(59, bool)
        for card in cards:
            i = index[card]
            found = first_round_bid(
                3,
                CARDS[card],
                turned_up=CARDS[up],
                trump=letter,
                bids=before,
            )
            if deals[i]:
                chance = Fraction(int(wins[i]), int(deals[i]))
                assert found.p_win == chance, (card, before)
                assert found.bid == (chance >= Fraction(3, 7))
            chosen[i] = bool(found.bid)
        bids[before] = chosen
        if seat == 2:
            return
        shape = [1, 1, 1]
        shape[seat] = 59
        for bid in (0, 1):
            kept = mask & (chosen == bool(bid)).reshape(shape)
            if kept.any():
                check(seat + 1, (*before, bid), kept)

    check(0, (), real)
    assert len(bids) >= 5


@pytest.mark.parametrize("players", [4, 5, 6])
def test_later_seats_by_dealt_rounds(players: int) -> None:
    """Deals in which everyone bids by the rule: the share won agrees with the chance stated."""
    dice = random.Random(players)
    stated = [[0.0, 0.0, 0] for _ in range(players)]
    chances: dict[tuple[int, tuple[int, ...]], tuple[float, int]] = {}
    turned, trump = int(Card("9h")), 2
    cards = [card for card in range(60) if card != turned]
    for _ in range(12_000):
        held = dice.sample(cards, players)
        bids: list[int] = []
        for seat in range(players):
            own = 52 if held[seat] in range(52, 56) else min(56, held[seat])
            key = own, tuple(bids)
            if key not in chances:
                found = first_round_bid(
                    players, CARDS[own], turned_up=CARDS[turned], trump="h", bids=bids
                )
                chances[key] = float(found.p_win), found.bid
            chance, bid = chances[key]
            bids.append(bid)
            stated[seat][0] += chance
            stated[seat][1] += chance * (1 - chance)
        stated[oracle.winner(held, trump)][2] += 1
    for expected, variance, won in stated:
        assert abs(won - expected) < 4 * variance**0.5


@pytest.mark.parametrize("players", [3, 5])
def test_the_trump_of_the_dealer(players: int) -> None:
    """The worth of each trump against rounds dealt out in which all others bid by the rule."""
    card = Card("9s")
    worth = first_round_trump(players, card)
    assert worth["c"] == worth["d"] == worth["h"]
    dice = random.Random(5)
    others = [c for c in range(60) if c not in (55, int(card))]
    for trump in ("c", "s"):
        scores = []
        for _ in range(4_000):
            held = [*dice.sample(others, players - 1), int(card)]
            bids: list[int] = []
            for seat in range(players):
                found = first_round_bid(
                    players, CARDS[held[seat]], turned_up=CARDS[55], trump=trump, bids=bids
                )
                bids.append(found.bid)
            won = oracle.winner(held, SUITS.index(trump)) == players - 1
            scores.append(oracle.score(bids[-1], int(won)))
        mean = float(np.mean(scores))
        error = float(np.std(scores)) / len(scores) ** 0.5
        assert abs(mean - float(worth[trump])) < 4 * error


def test_the_hook_binds_the_last_seat() -> None:
    hook = Rules(hook=True)
    options = {"turned_up": Card("9h"), "trump": "h", "rules": hook}
    assert first_round_bid(3, Card("2c"), bids=(1, 0), **options).bid == 1  # type: ignore[arg-type]
    assert first_round_bid(3, Card("W"), bids=(0, 0), **options).bid == 0  # type: ignore[arg-type]
    assert first_round_bid(3, Card("W"), bids=(0,), **options).bid == 1  # type: ignore[arg-type]


def test_cards_and_trumps_as_a_caller_writes_them() -> None:
    """As text or ``Card``; the suit of the turned card need not be said again."""
    options: dict[str, Any] = {"turned_up": Card("9h"), "trump": "h"}
    full = first_round_bid(4, Card("Kh"), bids=(0,), **options)
    assert first_round_bid(4, "Kh", turned_up="9h", bids=(0,)) == full
    assert first_round_bid(4, "Kh", turned_up="9♥", trump="hearts", bids=(0,)) == full
    assert first_round_bid(3, "As", turned_up="N").trump is None
    assert first_round_trump(3, "As") == first_round_trump(3, Card("As"))


def test_questions_that_have_no_answer() -> None:
    table = first_round_table(4)
    with pytest.raises(CardError, match="'9h' was turned up and cannot be held as well"):
        table.entry("9h", "9h")
    with pytest.raises(RuleError, match="say which trump the dealer named"):
        table.entry("W", "9h")
    with pytest.raises(RuleError, match="'c' does not go with '9h' turned up, but 'h' does"):
        table.entry("9h", "2c", trump="c")
    with pytest.raises(RuleError, match="up to 3 bids of 0 or 1"):
        first_round_bid(4, Card("2c"), turned_up=Card("9h"), trump="h", bids=(0, 2))
    with pytest.raises(RuleError, match="'c' does not go with '9h' turned up, but 'h' does"):
        first_round_bid(4, "2c", turned_up="9h", trump="c")
    with pytest.raises(RuleError, match="say which trump the dealer named"):
        first_round_bid(4, "2c", turned_up="W")
    with pytest.raises(RuleError, match="players is a whole number from 3 to 6"):
        first_round_bid(7, "2c", turned_up="9h")
    with pytest.raises(RuleError, match="players is a whole number from 3 to 6"):
        first_round_trump(7, "2c")
    with pytest.raises(CardError, match="'9x' is no card"):
        first_round_bid(4, "2c", turned_up="9x")
    with pytest.raises(RuleError, match="players is a whole number from 3 to 6"):
        first_round_table(7)
