"""What the exact solution says of every position that can come up; saved and opened again."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Self

from pysolver.checks import shown, whole_number
from pysolver.errors import RuleError
from pysolver.scientific_war.choice import Choice, choice_of, parse_choice
from pysolver.scientific_war.extent import memory_in_words
from pysolver.scientific_war.state import State, core_table

if TYPE_CHECKING:
    import os

    from pysolver.native.scientific_graph import Answer, Graph
    from pysolver.scientific_war.layers import Layer, Layers
    from pysolver.scientific_war.rules import Rules

Payoffs = tuple[tuple[float, ...], ...]
EXACT_GAP: Final = 1e-6


@dataclass(frozen=True, slots=True)
class Position:
    """One position in full. All values are for player 0: 1 is a win, -1 a loss, 0 a draw.

    Attributes:
        state: the position.
        low: what player 0 is sure of with his mix.
        high: what player 1 holds him to with his; with a limit of tricks the same as ``low``.
        choices: both players' choices.
        mixes: how likely each is to be chosen. Where somebody peeks the other's choice is certain,
            and the peeker's is the best reply to it.
        payoffs: the value after each pair of choices, a row for each of player 0's; the lower end
            in an endless game.
        high_payoffs: the upper end.
        gap: how far best replies to the two mixes are apart beyond ``low`` and ``high``: rounding.
    """

    state: State
    low: float
    high: float
    choices: tuple[tuple[Choice, ...], tuple[Choice, ...]]
    mixes: tuple[tuple[float, ...], tuple[float, ...]]
    payoffs: Payoffs
    high_payoffs: Payoffs
    gap: float

    @property
    def value(self) -> float:
        """The value for player 0.

        Raises:
            RuleError: it is known within an interval only, in an endless game.
        """
        if self.high - self.low > EXACT_GAP:
            message = (
                f"without a trick_limit the value lies between {self.low:.6f} and {self.high:.6f}: "
                "ask for interval"
            )
            raise RuleError(message)
        return 0.5 * (self.low + self.high)

    def mix(self, player: int, *, seen: Choice | str | None = None) -> dict[str, float]:
        """The player's choices and how likely each is to be made.

        Args:
            player: 0 or 1.
            seen: the other's choice, if ``player`` peeks: the answer is then the best reply to it.

        Raises:
            RuleError: no such player, ``player`` does not peek, or the other has no such choice.
        """
        player = whole_number(player, "player", 0, 1)
        names = tuple(map(str, self.choices[player]))
        if seen is None:
            return dict(zip(names, self.mixes[player], strict=True))
        if player != self.state.peeker:
            message = f"player {player} does not peek and sees no choice of the other"
            raise RuleError(message)
        other = self.choices[1 - player]
        choice = parse_choice(seen)
        if choice not in other:
            message = (
                f"player {1 - player} has no choice {choice}, but {', '.join(map(str, other))}"
            )
            raise RuleError(message)
        place = other.index(choice)
        if player == 0:
            replies = [row[place] for row in self.payoffs]
            best = replies.index(max(replies))
        else:
            replies = list(self.high_payoffs[place])
            best = replies.index(min(replies))
        return {name: float(i == best) for i, name in enumerate(names)}

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready."""
        return {
            "state": self.state.to_dict(),
            "low": self.low,
            "high": self.high,
            "choices": [[str(choice) for choice in choices] for choices in self.choices],
            "mixes": [list(mix) for mix in self.mixes],
            "payoffs": [list(row) for row in self.payoffs],
            "high_payoffs": [list(row) for row in self.high_payoffs],
            "gap": self.gap,
        }


@dataclass(frozen=True, slots=True)
class Bounds:
    """Lower and upper ends of an endless game's states, after looking ``sweeps`` tricks ahead."""

    low: Layer
    high: Layer
    sweeps: int


class Solution:
    """The exact solution of a game for two; made by ``solve`` or ``Solution.open``.

    Attributes:
        rules: the options played by.
        states: states that can be reached, mirrored ones told apart.
        folded: the same with mirrored ones counted once.
        pairs: pairs of choices in the latter.
        depth: the most tricks that it takes to reach a state.
        seconds: time that it took to solve.
        build_seconds: of these the time to find the states.
        sweep_seconds: and the time to find their values.
        updates: values found.
        memory: bytes of the states and of the layers that are kept.
    """

    __slots__ = (
        "_bounds",
        "_graph",
        "_layers",
        "build_seconds",
        "depth",
        "folded",
        "pairs",
        "rules",
        "states",
        "sweep_seconds",
        "updates",
    )

    def __init__(
        self,
        rules: Rules,
        graph: Graph,
        *,
        layers: Layers | None = None,
        bounds: Bounds | None = None,
    ) -> None:
        """A solution with ``layers``, or with ``bounds`` where there is no limit of tricks."""
        self.rules = rules
        self._graph = graph
        self._layers = layers
        self._bounds = bounds
        self.states = graph.unfolded
        self.folded = graph.states
        self.pairs = graph.entries
        self.depth = graph.depth
        self.build_seconds = self.sweep_seconds = 0.0
        self.updates = 0

    def note(self, *, build_seconds: float, sweep_seconds: float, updates: int) -> None:
        """Set down what it took."""
        self.build_seconds = build_seconds
        self.sweep_seconds = sweep_seconds
        self.updates = updates

    @property
    def seconds(self) -> float:
        """Time that it took to solve."""
        return self.build_seconds + self.sweep_seconds

    @property
    def memory(self) -> int:
        """Bytes of the states and of the layers that are kept."""
        return self._graph.bytes + sum(map(len, self._parts().values()))

    def position(self, state: State) -> Position:
        """A position in full.

        Raises:
            RuleError: it is not of this game, the game is over, or it cannot come up after so many
                tricks.
        """
        if not isinstance(state, State):
            message = f"a position is a State, not {shown(state)}"
            raise TypeError(message)
        if state.rules != self.rules:
            message = f"the position is of {state.rules}, the solution of {self.rules}"
            raise RuleError(message)
        if state.over:
            message = f"the game is over after {state.played}: nothing is left to choose"
            raise RuleError(message)
        if self._layers is not None:
            layer = self._layers.at(self._layers.limit - state.tricks - 1)
            low = high = self._answer(state, layer, layer)
        else:
            assert self._bounds is not None  # noqa: S101  (one of the two is there)
            low = self._answer(state, self._bounds.low, self._bounds.high)
            high = self._answer(state, self._bounds.high, self._bounds.low)
        choices = [tuple(map(choice_of, codes)) for codes in low.choices]
        return Position(
            state,
            low.value,
            high.value,
            (choices[0], choices[1]),
            (low.mixes[0], high.mixes[1]),
            low.payoffs,
            high.payoffs,
            max(low.gap, high.gap),
        )

    def _answer(self, state: State, plus: Layer, minus: Layer) -> Answer:
        # who has played a three does not matter between two
        found = self._graph.answer(core_table(replace(state, threes=())), plus, minus)
        if found is None:
            message = (
                f"this position cannot come up after {state.played} with the deck "
                f"{self.rules.deck}: {' / '.join(str(state).splitlines()[1:])}"
            )
            raise RuleError(message)
        return found

    def interval(self, state: State) -> tuple[float, float]:
        """What player 0 is sure of, and what player 1 holds him to; equal with a limit of tricks.

        Raises:
            RuleError: as for ``position``, but for a game that is over.
        """
        if isinstance(state, State) and state.rules == self.rules and state.over:
            won = state.returns[0]
            return won, won
        found = self.position(state)
        return found.low, found.high

    def value(self, state: State) -> float:
        """The value for player 0, from -1 to 1: the chance to win less the chance to lose.

        Raises:
            RuleError: as for ``interval``; or it is known within an interval only.
        """
        if isinstance(state, State) and state.rules == self.rules and state.over:
            return state.returns[0]
        return self.position(state).value

    def mix(
        self, state: State, player: int, *, seen: Choice | str | None = None
    ) -> dict[str, float]:
        """How likely the player makes each choice, ``{"K": 0.25, "swap A": 0.75}``.

        ``seen`` is the other's choice if ``player`` peeks; without it the reply is to the other's
        best.

        Raises:
            RuleError: as for ``position`` and ``Position.mix``.
        """
        return self.position(state).mix(player, seen=seen)

    def to_dict(self) -> dict[str, Any]:
        """The root and what it took, JSON-ready."""
        root = self.position(State.initial(self.rules)).to_dict()
        del root["state"]
        return {
            "rules": self.rules.to_dict(),
            "states": self.states,
            "folded": self.folded,
            "pairs": self.pairs,
            "depth": self.depth,
            "root": root,
            "sweeps": None if self._bounds is None else self._bounds.sweeps,
            "updates": self.updates,
            "memory": self.memory,
            "build_seconds": self.build_seconds,
            "sweep_seconds": self.sweep_seconds,
            "seconds": self.seconds,
        }

    def __str__(self) -> str:
        root = self.position(State.initial(self.rules))
        mix = ", ".join(f"{name} {share:.3f}" for name, share in root.mix(0).items() if share)
        return (
            f"{self.rules.deck}: {self.states:,} states in {self.seconds:.2f} seconds and "
            f"{memory_in_words(self.memory)}; first card {mix}"
        )

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the solution to a file that ``Solution.open`` reads; whole or not at all.

        Raises:
            OSError: it cannot be written.
        """
        from pysolver.scientific_war.solution_file import save

        save(self, path)

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> Self:
        """The solution of a file, mapped into memory: what is not asked for is not read.

        Raises:
            DataError: it is no such file, or damaged.
            OSError: it cannot be read.
        """
        from pysolver.scientific_war.solution_file import open_solution

        return open_solution(cls, path)

    def _parts(self) -> dict[str, Layer]:
        """Layers by name, as they are saved."""
        if self._bounds is not None:
            return {"low": self._bounds.low, "high": self._bounds.high}
        assert self._layers is not None  # noqa: S101  (one of the two is there)
        return {str(to_go): layer for to_go, layer in sorted(self._layers.kept.items())}
