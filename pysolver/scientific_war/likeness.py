"""Decks that play alike: a rank without power counts only by where it stands among the others.

So ``48TJQKA`` is played as ``289JQKA`` with other names. The evaluation is learned and read for one
deck of each kind, and so meets far fewer of them.
"""

from __future__ import annotations

import dataclasses
import functools
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from pysolver.scientific_war.notation import JOKER, RANKS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pysolver.scientific_war.rules import Rules

POWERS: Final = "38JQ"


@functools.lru_cache(maxsize=256)
def stand_ins(rules: Rules) -> Mapping[str, str]:
    """For each card of the deck the one it is played as; the joker is itself.

    Plain ranks between the same two ranks with powers become the lowest plain ones there. Without
    powers all are plain; if the deck has more of them than there are plain ones, nothing changes.
    """
    powers = [rank for rank in POWERS if rules.powers and rank in rules.ranks]
    found = {rank: rank for rank in powers}
    edges = [-1, *map(RANKS.index, powers), len(RANKS)]
    for low, high in pairwise(edges):
        between = RANKS[low + 1 : high]
        places = [rank for rank in between if rank not in POWERS]
        held = [rank for rank in between if rank in rules.ranks]
        if len(held) > len(places):
            return {card: card for card in rules.deck}
        found.update(zip(held, places, strict=False))
    return {**found, JOKER: JOKER}


@functools.lru_cache(maxsize=256)
def alike(rules: Rules) -> Rules:
    """The rules with the deck that this one is played as."""
    names = stand_ins(rules)
    return dataclasses.replace(rules, ranks="".join(names[rank] for rank in rules.ranks))
