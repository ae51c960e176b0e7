"""What to play: a mix of cards, by what the player may see and nothing else, and a draw from it."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from pysolver.checks import shown, whole_number
from pysolver.errors import RuleError
from pysolver.scientific_war.choice import Choice
from pysolver.scientific_war.crowd import Crowd, look_around
from pysolver.scientific_war.search import Outlook, look_ahead
from pysolver.scientific_war.state import State
from pysolver.scientific_war.view import View

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pysolver.scientific_war.evaluation import Evaluation
    from pysolver.scientific_war.solution import Solution

DEFAULT_ITERATIONS: Final = 20_000
MOST_LEAN: Final = 0.99
MOST_ITERATIONS: Final = 10**9
MOST_SEED: Final = 2**64 - 1
_TWO: Final = 2
_LEAST_SHARE: Final = 1e-9
_EXACT_GAP: Final = 1e-6


@dataclass(frozen=True, slots=True)
class Option:
    """A choice that the player has.

    Attributes:
        choice: the card, and whether hand and pile are swapped first.
        probability: how often the mix plays it.
        ev: what it is worth to the player, -1 … 1, against the mix that the others are expected to
            play. Of choices that were not looked at deeper it is the value one trick ahead.
        stderr: the standard error of ``ev`` from sampling; 0.0 between two players.
        answer: between two players, the other's best answer if he knew this choice; else None.
        worst: what the choice is worth then; else None.
    """

    choice: Choice
    probability: float
    ev: float
    stderr: float = 0.0
    answer: Choice | None = None
    worst: float | None = None

    def __str__(self) -> str:
        return f"{self.choice} {100 * self.probability:.1f} %, worth {self.ev:+.3f}"

    def to_dict(self) -> dict[str, Any]:
        """The fields as JSON-ready values."""
        return {
            "choice": str(self.choice),
            "probability": self.probability,
            "ev": self.ev,
            "stderr": self.stderr,
            "answer": None if self.answer is None else str(self.answer),
            "worst": self.worst,
        }


@dataclass(frozen=True, slots=True)
class CardAdvice:
    """What to play.

    Values are on the scale of ``State.returns``: 1 for a won game, between two players -1 for a
    lost one.

    Attributes:
        player: whom it is for.
        mix: how often to play what: ``"K"``, or ``"swap K"`` for a card of the pile after a swap
            of hand and pile; probabilities that add up to 1, the likeliest first. What is never
            played is left out.
        value: what the position is worth to the player.
        stderr: the standard error of ``value`` from sampling; 0.0 between two players, where
            nothing is sampled and the error is that of the evaluation.
        card: drawn from the mix by ``seed``: ``"K"``.
        swap: whether to swap hand and pile first.
        swap_share: the probability that the mix swaps.
        exact: the value and the mix are those of the game itself, to rounding.
        exploitability: an estimate of how much more than the value a best answer takes from the
            mix: what it would take from the mix of the search before the last by the payoffs of
            the last. 0.0 where ``exact``; None where there is nothing to compare, that is in the
            trick of a peeker, where one trick is all that was looked ahead, and for three and more
            players.
        replies: for a peeker who has not seen the others' choices yet, between two players: his
            best reply to each. Otherwise None.
        options: every legal choice, the likeliest first, then the best.
        depth: tricks looked ahead.
        leaves: positions valued, each trick looked ahead from counted as 30 more; for three and
            more players games played out.
        seed: as given.
    """

    player: int
    mix: dict[str, float]
    value: float
    stderr: float
    card: str
    swap: bool
    swap_share: float
    exact: bool
    exploitability: float | None
    replies: dict[str, str] | None
    options: tuple[Option, ...]
    depth: int
    leaves: int
    seed: int

    @property
    def choice(self) -> Choice:
        """The card drawn, and whether to swap before it."""
        return Choice(self.card, self.swap)

    def __str__(self) -> str:
        mix = ", ".join(f"{choice} {100 * share:.1f} %" for choice, share in self.mix.items())
        return f"play {self.choice} (mix: {mix}); value {self.value:+.3f}"

    def to_dict(self) -> dict[str, Any]:
        """The fields as JSON-ready values."""
        return {
            "player": self.player,
            "mix": dict(self.mix),
            "value": self.value,
            "stderr": self.stderr,
            "card": self.card,
            "swap": self.swap,
            "swap_share": self.swap_share,
            "exact": self.exact,
            "exploitability": self.exploitability,
            "replies": None if self.replies is None else dict(self.replies),
            "options": [option.to_dict() for option in self.options],
            "depth": self.depth,
            "leaves": self.leaves,
            "seed": self.seed,
        }


def recommend_card(
    state: State | View,
    player: int | None = None,
    *,
    iterations: int = DEFAULT_ITERATIONS,
    lean: float = 0.0,
    seed: int = 0,
    solution: Solution | None = None,
    evaluation: Evaluation | None = None,
) -> CardAdvice:
    """What a player should choose for the next trick.

    Nothing that the player may not see has a part in it: of a ``State`` only ``state.view(player)``
    is looked at. For two players the mix is that of a matrix game whose payoffs come from looking
    ahead; for three and more see ``pysolver.scientific_war.crowd`` for what it is and is not.

    Args:
        state: the table, or what the player sees of it. A peeker who has seen the others' choices
            gives ``state.view(player, choices=…)``.
        player: whom to advise; may be left out with a view.
        iterations: how much work: positions valued between two players (about 0.1 µs each; each
            trick looked ahead from counts as 30 more), games played out for three and more. More
            looks deeper; what would take much more than is left is not begun.
        lean: how far the mix leans towards what wins most from one who thinks less, 0 … 0.99; 0.0
            is the mix of the matrix game. The other is taken to see through the mix, or with
            probability ``lean`` to choose what does well against somebody who plays at random.
            ``value`` stays that of the matrix game. For two players, where the answer is not exact
            and nobody peeks; otherwise it changes nothing.
        seed: of the card drawn from the mix, and of the samples for three and more players.
        solution: the exact solution of these rules, from ``solve``: its mixes are exact.
        evaluation: other weights than the shipped ones.

    Raises:
        RuleError: the game is over, the player is out, or an argument is out of range.
        TypeError: an argument of the wrong type.

    >>> from pysolver.scientific_war import Rules, State
    >>> recommend_card(State.initial(Rules(ranks="JQKA", jokers=0)), 0).mix
    {'J': 1.0}
    """
    view = _view(state, player)
    iterations = whole_number(iterations, "iterations", 1, MOST_ITERATIONS)
    seed = whole_number(seed, "seed", 0, MOST_SEED)
    lean = _lean(lean)
    if view.over:
        message = f"the game is over after {view.tricks} tricks: there is nothing to choose"
        raise RuleError(message)
    if not view.hand:
        message = f"player {view.player} is out and has nothing to choose"
        raise RuleError(message)
    if view.rules.players > _TWO:
        if solution is not None:
            message = "solutions are for two players: leave solution out"
            raise RuleError(message)
        return _of_crowd(view, look_around(view, iterations, seed), seed)
    if solution is not None:
        if not callable(getattr(solution, "position", None)):
            message = f"a solution is what solve gives, not {shown(solution)}"
            raise TypeError(message)
        return _of_solution(view, solution, seed)
    outlook = look_ahead(view, iterations=iterations, lean=lean, evaluation=evaluation)
    return _of_search(view, outlook, seed)


def _lean(value: object) -> float:
    number = value if isinstance(value, (int, float)) and not isinstance(value, bool) else math.nan
    if not 0 <= number <= MOST_LEAN:
        message = f"lean is a number from 0 to {MOST_LEAN}, not {shown(value)}"
        raise RuleError(message)
    return float(number)


def _view(state: object, player: int | None) -> View:
    if isinstance(state, View):
        if player is not None and player != state.player:
            message = f"the view is that of player {state.player}, not of player {shown(player)}"
            raise RuleError(message)
        return state
    if not isinstance(state, State):
        message = f"advice is given from a State or a View, not from {shown(state)}"
        raise TypeError(message)
    if player is None:
        message = "say whom to advise: player, from 0"
        raise RuleError(message)
    return state.view(player)


def drawn(mix: Mapping[Choice, float], seed: int) -> Choice:
    """A choice by its probability; the same for the same seed."""
    at = random.Random(seed).random()  # noqa: S311  (no secret)
    last = None
    for choice, share in mix.items():
        if share > 0:
            last = choice
            at -= share
            if at < 0:
                break
    assert last is not None  # noqa: S101  (a mix plays something)
    return last


def _shares(pairs: Iterable[tuple[Choice, float]]) -> dict[Choice, float]:
    """The mix without what rounding left of choices that are not played."""
    kept = {choice: share for choice, share in pairs if share > _LEAST_SHARE}
    total = sum(kept.values())
    return {choice: share / total for choice, share in kept.items()}


def _advice(
    view: View, mix: dict[Choice, float], seed: int, *, options: Iterable[Option], **fields: Any
) -> CardAdvice:
    choice = drawn(mix, seed)
    ranked = sorted(mix.items(), key=lambda pair: -pair[1])
    listed = sorted(options, key=lambda option: (-option.probability, -option.ev))
    return CardAdvice(
        player=view.player,
        mix={str(one): share for one, share in ranked},
        card=choice.card,
        swap=choice.swap,
        swap_share=sum(share for one, share in mix.items() if one.swap),
        options=tuple(listed),
        seed=seed,
        **fields,
    )


def _options(
    own: Sequence[Choice],
    shares: Sequence[float],
    worth: Sequence[float],
    theirs: Sequence[Choice],
    payoffs: Sequence[Sequence[float]],
) -> list[Option]:
    """Options between two players; ``payoffs`` are the player's, his choices the rows."""
    found = []
    for choice, share, ev, row in zip(own, shares, worth, payoffs, strict=True):
        worst = min(row)
        found.append(Option(choice, share, ev, 0.0, theirs[row.index(worst)], worst))
    return found


def _of_search(view: View, outlook: Outlook, seed: int) -> CardAdvice:
    found = outlook.found
    me, sign = view.player, 1 if view.player == 0 else -1
    own, theirs = list(outlook.choices[me]), list(outlook.choices[1 - me])
    others = list(found.mixes[1 - me])
    payoffs = [[sign * payoff for payoff in row] for row in found.payoffs]
    if me == 1:
        payoffs = [list(column) for column in zip(*payoffs, strict=True)]
    if view.choices is not None:
        seen = view.choices[1 - me]
        at = [j for j, choice in enumerate(theirs) if choice == seen]
        theirs, payoffs = [theirs[j] for j in at], [[row[j] for j in at] for row in payoffs]
        others = [1.0]
    if view.peeker == 1 - me:  # who chooses after me takes the reply that is worst for me
        worth = [min(row) for row in payoffs]
    else:
        worth = [sum(p * x for p, x in zip(others, row, strict=True)) for row in payoffs]
    replies = None
    if view.peeker == me and view.choices is None:
        replies = {
            str(theirs[j]): str(own[max(range(len(own)), key=lambda i: payoffs[i][j])])
            for j in range(len(theirs))
        }
    exploitability = None if found.losses is None else found.losses[me]
    return _advice(
        view,
        _shares(zip(own, found.mixes[me], strict=True)),
        seed,
        options=_options(own, found.mixes[me], worth, theirs, payoffs),
        value=sign * found.value,
        stderr=0.0,
        exact=found.exact,
        exploitability=0.0 if found.exact else exploitability,
        replies=replies,
        depth=found.depth,
        leaves=found.leaves,
    )


def _of_solution(view: View, solution: Solution, seed: int) -> CardAdvice:
    holdings = view.holdings
    assert holdings is not None  # noqa: S101  (two players see every card)
    me = view.player
    state = State(
        view.rules,
        tuple(held.hand for held in holdings),
        tuple(held.pile for held in holdings),
        view.pot,
        view.reversed,
        view.peeker,
        view.may_swap,
        (),
        view.tricks,
        view.disputed,
        (0, 1),
    )
    position = solution.position(state)
    sign = 1 if me == 0 else -1
    seen = None if view.choices is None else view.choices[1 - me]
    names = position.mix(me, seen=seen)
    own, theirs = list(position.choices[me]), list(position.choices[1 - me])
    shares = [names[str(choice)] for choice in own]
    payoffs = [[sign * payoff for payoff in row] for row in position.payoffs]
    if me == 1:
        payoffs = [list(column) for column in zip(*payoffs, strict=True)]
    others = list(position.mixes[1 - me])
    if seen is not None:
        at = theirs.index(seen)
        theirs, payoffs, others = [seen], [[row[at]] for row in payoffs], [1.0]
    if view.peeker == 1 - me:
        worth = [min(row) for row in payoffs]
    else:
        worth = [sum(p * x for p, x in zip(others, row, strict=True)) for row in payoffs]
    value = sum(share * ev for share, ev in zip(shares, worth, strict=True))
    replies = None
    if view.peeker == me and seen is None:
        replies = {
            str(choice): max(found, key=found.__getitem__)
            for choice in theirs
            for found in [position.mix(me, seen=choice)]
        }
    exact = position.high - position.low <= _EXACT_GAP
    return _advice(
        view,
        _shares(zip(own, shares, strict=True)),
        seed,
        options=_options(own, shares, worth, theirs, payoffs),
        value=value,
        stderr=0.0,
        exact=exact,
        exploitability=0.0 if exact else position.high - position.low,
        replies=replies,
        depth=0 if view.rules.trick_limit is None else view.rules.trick_limit - view.tricks,
        leaves=0,
    )


def _of_crowd(view: View, found: Crowd, seed: int) -> CardAdvice:
    return _advice(
        view,
        _shares(zip(found.choices, found.mix, strict=True)),
        seed,
        options=[
            Option(choice, share, ev, stderr)
            for choice, share, ev, stderr in zip(
                found.choices, found.mix, found.evs, found.stderrs, strict=True
            )
        ],
        value=found.value,
        stderr=found.stderr,
        exact=False,
        exploitability=None,
        replies=None,
        depth=1,
        leaves=found.games,
    )
