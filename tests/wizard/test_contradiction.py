"""Plays that no deal goes with: told with the seats, the suits and how many cards there are."""

from __future__ import annotations

import random
import re

import pytest

from pysolver import Card, RuleError, recommend_play
from pysolver.wizard import Round
from pysolver.wizard.contradiction import contradiction


def test_every_other_seat_without_a_suit_that_is_still_out() -> None:
    """Four hold the whole deck, but nine spades are nowhere.

    Those of the own hand and of the plays are T 9 8 5; of the 39 cards not seen 30 are no spades.
    """
    view = Round(
        4,
        "Ad 6h 9s W 2d 7d Jc 7h N 3h 5d Kc Ts 8s 5h",
        seat=0,
        turned_up=None,
        bids=(7, 7, 6, 1),
        plays="W Ah 8d 5s Ts Ac 5c 4c",
    )
    with pytest.raises(RuleError, match="the plays cannot all be right: ") as told:
        recommend_play(view, deals=4)
    assert str(told.value).endswith(
        "seats 1, 2 and 3 did not follow spades and still hold 39 cards, but of the cards not seen "
        "only 30 are no spades"
    )


def made_up(players: int, dice: random.Random) -> Round:
    """The last round with the others' cards drawn from all that are not seen, not from hands."""
    deck = [Card(card) for card in range(60)]
    dice.shuffle(deck)
    size = 60 // players
    view = Round(players, deck[:size], seat=0, turned_up=None, bids=(1,) * players)
    others = deck[size:]
    while view.turn is not None:
        if view.turn == view.seat:
            if len(view.plays) >= players and dice.random() < 0.4:
                break
            view = view.play(dice.choice(view.legal_plays()))
            continue
        dice.shuffle(others)
        for card in others:
            try:
                view = view.play(card)
            except RuleError:  # a suit that this seat has shown not to hold
                continue
            others.remove(card)
            break
        else:
            break
    return view


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_search_finds_a_deal_where_there_is_no_contradiction(players: int) -> None:
    """The search deals card by card; the count over sets of seats knows nothing of that."""
    dice = random.Random(players)
    found = {True: 0, False: 0}
    for _ in range(150):
        view = made_up(players, dice)
        if view.turn != view.seat:
            continue
        reason = contradiction(view)
        if reason is None:
            assert recommend_play(view, deals=2).card in view.legal_plays()
        else:
            with pytest.raises(RuleError, match=re.escape(reason)):
                recommend_play(view, deals=2)
        found[reason is None] += 1
    assert min(found.values()) >= 5, found
