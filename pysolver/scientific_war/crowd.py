"""Advice for three and more players: what it is, and what it is not.

The cards that the player does not see are dealt at random to the others, again and again, as far as
totals, hand sizes after a three and cards shown to a peeker allow. On each such table everybody
chooses by what he regrets so far, the trick is played, three more follow at random, and then the
share of cards, cubed, stands for the chance to win. Half of the games teach everybody, the other
half value the player's choices against what the others have learned.

What is guaranteed: nothing that the player may not see has a part in it; the same view and seed
give the same mix; the values carry the standard errors of the sampling. What is not: with three and
more players such learning need not approach an equilibrium, and an equilibrium would not protect
against two who help each other; the tables are dealt evenly, not by what the others' play tells;
values rest on a count of cards three tricks on, and so tell choices apart better than they tell who
wins.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pysolver import native
from pysolver.errors import RuleError
from pysolver.scientific_war.choice import Choice, choice_of
from pysolver.scientific_war.notation import codes

if TYPE_CHECKING:
    from pysolver.scientific_war.view import View

_NOTHING = native.scientific_war.NOTHING
_UNKNOWN = native.scientific_crowd.UNKNOWN_SIZE


@dataclass(frozen=True, slots=True)
class Crowd:
    """A mix against two and more others; the lists go with ``choices``."""

    choices: tuple[Choice, ...]
    mix: tuple[float, ...]
    evs: tuple[float, ...]
    stderrs: tuple[float, ...]
    value: float
    stderr: float
    games: int


def look_around(view: View, iterations: int, seed: int) -> Crowd:
    """A mix for the player who looks.

    Raises:
        RuleError: the player peeks and the view does not hold the others' choices.
    """
    me, seats = view.player, range(view.rules.players)
    if view.peeker == me and view.choices is None:
        message = (
            f"player {me} chooses after seeing the others' cards: say what they chose, as seen or "
            f"in state.view({me}, choices=...)"
        )
        raise RuleError(message)
    table = native.scientific_war.Table(view.rules.core())
    table.arrange(
        hands=[codes(view.hand) if seat == me else [] for seat in seats],
        piles=[codes(view.pile) if seat == me else [] for seat in seats],
        pot=codes(view.pot),
        reverse=view.reversed,
        peeker=-1 if view.peeker is None else view.peeker,
        may_swap=sum(1 << player for player in view.may_swap),
        threes=0,
        last_in=sum(1 << seat for seat in seats if view.totals[seat]),
        tricks=view.tricks,
        disputed=view.disputed,
    )
    seen = [_NOTHING] * len(seats)
    for seat, choice in enumerate(view.choices or ()):
        if choice is not None:
            seen[seat] = codes(choice.card)[0]
    found = native.scientific_crowd.advise(
        view.rules.core(),
        table,
        unseen=codes(view.unseen),
        player=me,
        deal=len(view.rules.deck),
        totals=view.totals,
        hand_sizes=view.hand_sizes or [_UNKNOWN] * len(seats),
        seen=seen,
        seed=seed,
        iterations=iterations,
    )
    return Crowd(
        tuple(map(choice_of, found.choices)),
        found.mix,
        found.evs,
        found.stderrs,
        found.value,
        found.stderr,
        found.games,
    )
