"""Why no deal fits what a seat has seen: too few cards for seats that did not follow suit."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final

from pysolver.cards import Card
from pysolver.wizard.rules import DECK_SIZE, SUITS
from pysolver.wording import listed

if TYPE_CHECKING:
    from pysolver.wizard.round import Round

_WORDS: Final = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}


def contradiction(view: Round) -> str | None:
    """In words, the fewest seats for which the cards not seen do not suffice; None if they do.

    By Hall's theorem there is a deal if and only if there is no such set of seats: whatever is not
    dealt may be any card.
    """
    seen = {*view.hand, *view.plays, *([view.turned_up] if view.turned_up is not None else [])}
    unseen = [card for card in map(Card, range(DECK_SIZE)) if card not in seen]
    played, in_trick = divmod(len(view.plays), view.players)
    holds = {
        seat: view.size - played - ((seat - view.leader) % view.players < in_trick)
        for seat in range(view.players)
        if seat != view.seat
    }
    for count in range(1, len(holds) + 1):
        for seats in combinations(holds, count):
            missing = [suit for suit in SUITS if all(suit in view.voids[seat] for seat in seats)]
            possible = sum(card.suit is None or SUITS[card.suit] not in missing for card in unseen)
            needed = sum(holds[seat] for seat in seats)
            if needed > possible:
                who = listed([str(seat) for seat in seats])
                suits = " or ".join(_WORDS[suit] for suit in missing)
                return (
                    f"the plays cannot all be right: seat{'s' * (count > 1)} {who} did not follow "
                    f"{suits} and still hold{'s' * (count == 1)} {needed} "
                    f"card{'s' * (needed > 1)}, but of the cards not seen only {possible} "
                    f"{'is' if possible == 1 else 'are'} no {suits}"
                )
    return None
