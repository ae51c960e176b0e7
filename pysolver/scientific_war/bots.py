"""Players for tournaments: at random, greedy, and by the search."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

from pysolver.scientific_war.advice import DEFAULT_ITERATIONS, recommend_card
from pysolver.scientific_war.rules import resolve

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pysolver.scientific_war.choice import Choice
    from pysolver.scientific_war.evaluation import Evaluation
    from pysolver.scientific_war.solution import Solution
    from pysolver.scientific_war.view import View

DEFAULT_LEAN: Final = 0.3
_TWO: Final = 2
_SAMPLES: Final = 24


class Bot(Protocol):
    """A player. Bots are asked over and over and keep nothing in mind."""

    def choose(self, view: View, seed: int) -> Choice:
        """One of ``view.legal``, from what the player sees; all chance comes from ``seed``."""


@dataclass(frozen=True, slots=True)
class RandomBot:
    """Every legal choice equally often."""

    def choose(self, view: View, seed: int) -> Choice:
        """A choice at random."""
        return random.Random(seed).choice(view.legal)  # noqa: S311


@dataclass(frozen=True, slots=True)
class GreedyBot:
    """The best reply, one trick ahead, to others who choose at random.

    It counts the cards of the trick and of the pot, and of equally good choices makes the first of
    ``view.legal``, the weakest card. Between two players the other's choices
    are known; with more, his card is any of those unseen (24 samples). A peeker replies to what he
    sees.

    Attributes:
        losses: whether cards that another takes count as lost, which makes the stronger player;
            otherwise the cards won alone count.
    """

    losses: bool = True

    def choose(self, view: View, seed: int) -> Choice:
        """The choice that wins most cards in this trick on average."""
        tables = _others_cards(view, random.Random(seed))  # noqa: S311
        best, most = None, -1.0
        for choice in view.legal:
            won = [_won(view, choice, cards) for cards in tables]
            worth = sum(won if self.losses else (max(0.0, cards) for cards in won))
            if best is None or worth > most:
                best, most = choice, worth
        assert best is not None  # noqa: S101  (a bot is asked while the game goes on)
        return best


@dataclass(frozen=True, slots=True)
class SolverBot:
    """The mix of ``recommend_card``, leaned.

    Attributes:
        iterations: as there.
        evaluation: as there.
        solution: as there; for two players on a small deck it plays exactly.
        lean: as there, but by default it does lean: a bot plays whoever comes, and wins more from
            the weaker ones. With 0.0 it plays the mix of the matrix game.
    """

    iterations: int = DEFAULT_ITERATIONS
    evaluation: Evaluation | None = None
    solution: Solution | None = None
    lean: float = DEFAULT_LEAN

    def choose(self, view: View, seed: int) -> Choice:
        """A choice drawn from the mix."""
        return recommend_card(
            view,
            iterations=self.iterations,
            lean=self.lean,
            seed=seed,
            solution=self.solution,
            evaluation=self.evaluation,
        ).choice


def _others_cards(view: View, dice: random.Random) -> list[tuple[str | None, ...]]:
    """What the others may play, by seat; tables that are equally likely."""
    me, seats = view.player, range(view.rules.players)
    if view.choices is not None:
        return [tuple(None if choice is None else choice.card for choice in view.choices)]
    if view.holdings is not None:
        other = view.holdings[1 - me]
        cards = [*dict.fromkeys(other.hand)]
        if 1 - me in view.may_swap:
            cards += dict.fromkeys(other.pile)
        return [tuple(None if seat == me else card for seat in seats) for card in cards]
    rivals = [seat for seat in seats if seat != me and view.totals[seat]]
    tables = []
    for _ in range(_SAMPLES):
        shown = dict(zip(rivals, dice.sample(view.unseen, len(rivals)), strict=True))
        tables.append(tuple(shown.get(seat) for seat in seats))
    return tables


def _won(view: View, choice: Choice, cards: Sequence[str | None]) -> float:
    """Cards won by a choice, less those that another wins, shared among the others."""
    seats = [seat for seat, card in enumerate(cards) if card is not None or seat == view.player]
    shown = "".join(cards[seat] or choice.card for seat in seats)
    outcome = resolve(shown, reversed=view.reversed, rules=view.rules)
    if outcome.winner is None:
        return 0.0
    stake = len(view.pot) + len(shown)
    return stake if seats[outcome.winner] == view.player else -stake / (len(seats) - 1)
