"""How the evaluation for two players is learned: the search plays against itself.

In every round the search plays games with the weights of the round before; each position gets a
target between its own searched value and what the game came to, and the weights are fitted to the
positions of the last rounds. What comes out is an average over the weights of the last rounds.

Games are numbered streams of the seed and the core's arithmetic is the same everywhere, so that the
result does not depend on the number of workers, nor on the processor.
"""

from __future__ import annotations

import json
import random
from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from pysolver import native
from pysolver.checks import shown, whole_number
from pysolver.errors import DataError, RuleError
from pysolver.parallel import chunks, progress, run_tasks
from pysolver.scientific_war.evaluation import KINDS, Evaluation
from pysolver.scientific_war.likeness import POWERS, alike
from pysolver.scientific_war.rules import RANKS, Rules
from pysolver.storage import pack_record, read_checkpoint, write_whole

if TYPE_CHECKING:
    import os

CHECKPOINT_KIND: Final = "pysolver scientific war training"
DEFAULT_ROUNDS: Final = 400
DEFAULT_GAMES: Final = 1_000
_MOST_SEED: Final = 2**64 - 1
_MOST_ROUNDS: Final = 100_000
_MOST_GAMES: Final = 1_000_000
_TASK_GAMES: Final = 250
_CHECKPOINT_ROUNDS: Final = 20
_SMALL_DECKS: Final = 8
_SOLVED_DECKS: Final = ("8JQKA", "8JQKA", "8JQAX", "38JQKA")
_SMALL_SIZES: Final = (3, 8)
_POWER_SHARE: Final = 0.7
_STREAMS_A_ROUND: Final = 1 << 24


@dataclass(frozen=True, slots=True)
class Plan:
    """How a kind of weights is trained.

    Attributes:
        depth, width: of the search that plays, as in ``native.scientific_search.Practice``.
        opening: at most so many tricks of a game are chosen at random first.
        stray: positions beside the path of play, for each one on it.
        trace: how far a target looks to what follows: 0 its own value, 1 the game's result; in
            the first and in the last round.
        rate: the step of Adam in the first and in the last round.
        batch: positions a step.
        window: rounds whose positions are fitted.
        average: weight of the latest round in the average that comes out.
    """

    depth: int
    width: int
    opening: int
    stray: float
    trace: tuple[float, float]
    rate: tuple[float, float]
    batch: int = 256
    window: int = 5
    average: float = 0.1


PLANS: Final = {
    "full": Plan(1, 28, 6, 0.1, (0.7, 0.5), (2e-3, 2e-5), window=4),
    "small": Plan(1, 28, 4, 0.5, (0.95, 0.85), (2e-3, 2e-5), window=4),
}


class _Learner:
    """Weights and what goes with them from round to round."""

    def __init__(self, seed: int) -> None:
        size = native.scientific_search.WEIGHTS
        self.weights, self.means, self.squares, self.average = (
            array("f", bytes(4 * size)) for _ in range(4)
        )
        self.decay = array("d", [1.0, 1.0])
        self.window: list[bytes] = []
        native.scientific_search.first_weights(seed, self.weights)
        self.average[:] = self.weights

    def rounded(self, *, average: bool = False) -> bytes:
        found = array("h", bytes(2 * native.scientific_search.WEIGHTS))
        native.scientific_search.round_weights(self.average if average else self.weights, found)
        return found.tobytes()

    def fit(self, plan: Plan, samples: bytes, seed: int, number: int, done: float) -> float:
        """One round: the samples join the window, and the weights follow it."""
        self.window = [*self.window[1 - plan.window :], samples] if plan.window > 1 else [samples]
        data = b"".join(self.window)
        count = len(data) // native.scientific_search.SAMPLE_BYTES
        error = native.scientific_search.fit(
            self.weights,
            self.means,
            self.squares,
            self.decay,
            data,
            count,
            batch=min(plan.batch, count),
            rate=plan.rate[0] * (plan.rate[1] / plan.rate[0]) ** done,
            tied=True,
            seed=seed,
            number=number,
        )
        share = 1.0 if 2 * done < 1 else plan.average
        self.average = array(
            "f",
            [
                old + share * (new - old)
                for old, new in zip(self.average, self.weights, strict=True)
            ],
        )
        return error


def _practice(
    rules: Rules,
    weights: bytes,
    practice: native.scientific_search.Practice,
    seed: int,
    first: int,
    games: int,
) -> bytes:
    return native.scientific_search.practice_games(
        rules.core(), weights, practice, seed, first, games
    )


def _round_rules(kind: str, seed: int, number: int) -> list[Rules]:
    """The decks of a round."""
    if kind == "full":
        return [Rules()]
    dice = random.Random(f"{seed} {number}")  # noqa: S311  (no secret)
    decks = [Rules.of_deck(deck) for deck in _SOLVED_DECKS]
    while len(decks) < _SMALL_DECKS:
        powers = [rank for rank in POWERS if dice.random() < _POWER_SHARE]
        plain = sorted((r for r in RANKS if r not in POWERS), key=lambda _: dice.random())
        size = _SMALL_SIZES[0] + int((1 + _SMALL_SIZES[1] - _SMALL_SIZES[0]) * dice.random())
        ranks = "".join([*powers, *plain[: max(0, size - len(powers))]])
        decks.append(alike(Rules(ranks=ranks, jokers=int(2 * dice.random()))))
    return decks


def train(
    kind: str = "full",
    *,
    rounds: int = DEFAULT_ROUNDS,
    games: int = DEFAULT_GAMES,
    seed: int = 0,
    jobs: int = 1,
    checkpoint: str | os.PathLike[str] | None = None,
    plan: Plan | None = None,
) -> Evaluation:
    """Weights by self-play.

    Args:
        kind: ``"full"`` for the full deck with jokers; ``"small"`` for small ones: half of the
            games are of ``8JQKA``, ``8JQAX`` and ``38JQKA``, half of random decks of three to eight
            ranks with or without jokers.
        rounds: of playing and fitting.
        games: games a round.
        seed: 0 … 2^64 - 1. The result depends on it, on ``kind``, ``rounds``, ``games`` and
            ``plan``, and on nothing else.
        jobs: processes that share the games; -1 for one a processor.
        checkpoint: a file that is written every 20 rounds, and from which an interrupted training
            of the same arguments goes on.
        plan: how to train; that of ``kind`` by default.

    Raises:
        RuleError: an argument is out of range.
        DataError: the checkpoint is damaged or belongs to another training.
    """
    if kind not in KINDS:
        message = f"kind is {' or '.join(map(repr, KINDS))}, not {shown(kind)}"
        raise RuleError(message)
    rounds = whole_number(rounds, "rounds", 1, _MOST_ROUNDS)
    games = whole_number(games, "games", _SMALL_DECKS, _MOST_GAMES)
    seed = whole_number(seed, "seed", 0, _MOST_SEED)
    how = plan or PLANS[kind]
    run = {"kind": kind, "rounds": rounds, "games": games, "seed": seed, "plan": repr(how)}
    learner = _Learner(seed)
    begun = _resume(checkpoint, run, learner) if checkpoint is not None else 0
    with progress("training", rounds) as advance:
        advance(begun)
        for number in range(begun, rounds):
            done = number / rounds
            weights = learner.rounded()
            practice = native.scientific_search.Practice(
                how.depth,
                how.width,
                how.opening,
                how.stray,
                how.trace[0] + (how.trace[1] - how.trace[0]) * done,
            )
            decks = _round_rules(kind, seed, number)
            tasks = [
                (rules, weights, practice, seed, (number + 1) * _STREAMS_A_ROUND + first, size)
                for rules, (start, count) in zip(
                    decks, chunks(0, games, -(-games // len(decks))), strict=False
                )
                for first, size in chunks(start, count, _TASK_GAMES)
            ]
            samples = b"".join(run_tasks(_practice, tasks, jobs=jobs))
            learner.fit(how, samples, seed, number, done)
            if checkpoint is not None and (number + 1) % _CHECKPOINT_ROUNDS == 0:
                _save(checkpoint, run, number + 1, learner)
            advance(1)
    provenance = {
        **run,
        "command": (
            f"pysolver train scientific-war --kind {kind} --rounds {rounds} --games {games} "
            f"--seed {seed}"
        ),
    }
    return Evaluation(learner.rounded(average=True), provenance)


def _save(path: str | os.PathLike[str], run: dict[str, Any], done: int, learner: _Learner) -> None:
    parts = [
        learner.weights.tobytes(),
        learner.means.tobytes(),
        learner.squares.tobytes(),
        learner.average.tobytes(),
        learner.decay.tobytes(),
        *learner.window,
    ]
    header = {
        "kind": CHECKPOINT_KIND,
        "run": run,
        "done": done,
        "parts": [len(part) for part in parts],
    }
    write_whole(path, pack_record(header, b"".join(parts)))


def _resume(path: str | os.PathLike[str], run: dict[str, Any], learner: _Learner) -> int:
    """Rounds done, the learner brought to where it was; 0 if there is no such file."""
    kept = read_checkpoint(path)
    if kept is None:
        return 0
    header, payload = kept
    if header.get("kind") != CHECKPOINT_KIND or header.get("run") != run:
        message = (
            f"{path} belongs to another training than {json.dumps(run)}: give the same arguments "
            "or another file"
        )
        raise DataError(message)
    try:
        parts, at = [], 0
        for size in header["parts"]:
            parts.append(payload[at : at + size])
            at += size
        done = whole_number(header["done"], "done", 1, run["rounds"])
        held = (learner.weights, learner.means, learner.squares, learner.average, learner.decay)
        for numbers, part in zip(held, parts[: len(held)], strict=True):
            memoryview(numbers).cast("B")[:] = part
        learner.window = parts[len(held) :]
    except (KeyError, TypeError, ValueError) as error:
        message = f"{path} is no checkpoint that this version can read: {error}"
        raise DataError(message) from error
    return done
