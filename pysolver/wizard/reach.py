"""Which numbers of tricks a seat can still end with, as far as its own cards settle it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pysolver import native
from pysolver.wizard.rules import trump_id

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pysolver.cards import Card
    from pysolver.wizard.round import Round

_JESTERS = 4


def reach_of_bid(view: Round) -> tuple[int, int]:
    """The fewest and the most tricks that the hand of a view can take before any card is played."""
    return 0, _most(view.hand, view)


def reach_of_play(view: Round, card: Card) -> tuple[int, int]:
    """The fewest and the most tricks in all after a card of the seat on turn."""
    trick = (*view.trick, card)
    rest = list(view.held)
    rest.remove(card)
    winning = native.wizard.trick_winner(bytes(trick), trump_id(view.trump)) == len(trick) - 1
    # The first wizard takes a trick whatever comes behind it.
    certain = winning and (len(trick) == view.players or card.is_wizard)
    fewest, most = int(certain), int(winning) + _most(rest, view)
    if certain and all(other.is_wizard for other in rest):
        fewest += len(rest)  # led one after the other
    taken = view.tricks[view.seat]
    return taken + fewest, taken + most


def _most(cards: Iterable[Card], view: Round) -> int:
    """Every card may take a trick but jesters, of which one may if all the others lay theirs."""
    held = list(cards)
    seen = sum(card.is_jester for card in {*view.plays, *view.hand})
    seen += view.turned_up is not None and view.turned_up.is_jester
    with_jesters = any(card.is_jester for card in held) and _JESTERS - seen >= view.players - 1
    return sum(not card.is_jester for card in held) + int(with_jesters)
