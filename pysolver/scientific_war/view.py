"""What one player may see of a table. Advice is given from a ``View`` and nothing else."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pysolver.scientific_war.choice import Choice, choices_of
from pysolver.scientific_war.notation import in_order

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pysolver.scientific_war.rules import Rules
    from pysolver.scientific_war.state import State

_TWO = 2


@dataclass(frozen=True, slots=True)
class Holding:
    """A player's cards: hand and pile, ranks weakest first."""

    hand: str
    pile: str

    def to_dict(self) -> dict[str, str]:
        """JSON-ready."""
        return {"hand": self.hand, "pile": self.pile}


@dataclass(frozen=True, slots=True)
class View:
    """What one player may see; made by ``State.view``.

    Two players know everything but a swap that has not shown yet. For three and more this is what
    the table shows, not what can be remembered of tricks gone by.

    Attributes:
        rules: the options played by.
        player: who looks.
        hand: the own hand.
        pile: the own pile.
        pot: the cards of the disputed tricks.
        reversed: whether the deuce is high.
        peeker: who chooses last in this trick; None for nobody.
        may_swap: who may swap before this trick. Whether somebody did is not seen.
        tricks: tricks played.
        disputed: the last tricks, whose cards are in the pot.
        totals: how many cards each player owns, hand and pile together.
        hand_sizes: how many each held in hand after the last trick, for who played a three in it;
            else None. Between two players always there.
        holdings: every player's hand and pile after the last trick, between two players; else None.
        unseen: the cards that the others own together.
        choices: what the others have chosen for this trick, None for the player himself and who is
            out; given to the peeker when he is to choose. Of a swap among more than two players the
            card alone is seen.
    """

    rules: Rules
    player: int
    hand: str
    pile: str
    pot: str
    reversed: bool
    peeker: int | None
    may_swap: tuple[int, ...]
    tricks: int
    disputed: int
    totals: tuple[int, ...]
    hand_sizes: tuple[int, ...] | None
    holdings: tuple[Holding, ...] | None
    unseen: str
    choices: tuple[Choice | None, ...] | None

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return sum(map(bool, self.totals)) < _TWO or self.tricks == self.rules.trick_limit

    @property
    def legal(self) -> tuple[Choice, ...]:
        """What the player may choose, in the order of ``State.legal``."""
        if self.over:
            return ()
        return choices_of(self.hand, self.pile if self.player in self.may_swap else "")

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready."""
        return {
            "rules": self.rules.to_dict(),
            "player": self.player,
            "hand": self.hand,
            "pile": self.pile,
            "pot": self.pot,
            "order": "reversed" if self.reversed else "normal",
            "peeker": self.peeker,
            "may_swap": list(self.may_swap),
            "tricks": self.tricks,
            "disputed": self.disputed,
            "totals": list(self.totals),
            "hand_sizes": None if self.hand_sizes is None else list(self.hand_sizes),
            "holdings": (
                None if self.holdings is None else [held.to_dict() for held in self.holdings]
            ),
            "unseen": self.unseen,
            "choices": (
                None
                if self.choices is None
                else [None if choice is None else str(choice) for choice in self.choices]
            ),
        }


def view_of(state: State, player: int, seen: Mapping[int, Choice | None] | None) -> View:
    """What ``player`` may see of the table; ``seen`` are the others' choices, for a peeker."""
    rules = state.rules
    open_cards = rules.players == _TWO
    sizes = open_cards or player in state.threes
    own = Counter(state.hands[player] + state.piles[player])
    all_held = Counter("".join((*state.hands, *state.piles)))
    choices = None
    if seen is not None:
        choices = tuple(
            choice if choice is None or open_cards else Choice(choice.card)
            for choice in map(seen.get, range(rules.players))
        )
    return View(
        rules=rules,
        player=player,
        hand=state.hands[player],
        pile=state.piles[player],
        pot=state.pot,
        reversed=state.reversed,
        peeker=state.peeker,
        may_swap=state.may_swap,
        tricks=state.tricks,
        disputed=state.disputed,
        totals=state.totals,
        hand_sizes=tuple(map(len, state.hands)) if sizes else None,
        holdings=tuple(map(Holding, state.hands, state.piles)) if open_cards else None,
        unseen=in_order("".join((all_held - own).elements())),
        choices=choices,
    )
