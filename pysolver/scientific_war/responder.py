"""How much a bot of two players can be exploited by, from below: a best responder trained on it.

The responder knows the bot's evaluation and so its mix in every position. He looks one trick ahead,
answers the mix as well as he can, and learns from games against it what positions are worth to him.
What he wins on games that he has not learned from is a lower bound, up to its standard error: a
better responder might win more.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Final

from pysolver import native
from pysolver.checks import whole_number
from pysolver.estimate import Estimate
from pysolver.parallel import chunks, progress, run_tasks
from pysolver.scientific_war.evaluation import Evaluation, evaluation_for
from pysolver.scientific_war.likeness import alike
from pysolver.scientific_war.rules import DEFAULT_RULES, Rules

if TYPE_CHECKING:
    from pysolver.native.scientific_search import Practice

_TASK_GAMES: Final = 100
_TEST_STREAM: Final = 1 << 62
_ROUND_STREAM: Final = 1 << 32
_RATES: Final = (1e-3, 3e-5)
_WINDOW: Final = 4
_ROW_ONE: Final = 512
_OUTPUT_ONE: Final = 256
_OUTPUTS: Final = 2 * 16 * 64


def response_gain(
    rules: Rules = DEFAULT_RULES,
    *,
    evaluation: Evaluation | None = None,
    depth: int = 1,
    width: int = 28,
    lean: float = 0.0,
    iterations: int = 0,
    rounds: int = 40,
    games: int = 1_000,
    test_games: int = 4_000,
    seed: int = 0,
    jobs: int = 1,
) -> Estimate:
    """What the responder wins from the bot a game, 1 for a win and -1 for a loss.

    Args:
        rules: two players and a limit of tricks, at most 200.
        evaluation: the bot's, the shipped one by default.
        depth: tricks that the bot looks ahead.
        width: choices that it looks at deeper, as in the search.
        lean: of its mixes, as in ``recommend_card``.
        iterations: as there, in place of ``depth`` and ``width``; 0 for those.
        rounds: of games to learn from.
        games: games a round.
        test_games: games to measure with, none of them learned from.
        seed: 0 … 2^64 - 1.
        jobs: processes that share the games.

    Raises:
        RuleError: an argument is out of range.
    """
    rounds = whole_number(rounds, "rounds", 0, 10_000)
    games = whole_number(games, "games", 1, 1_000_000)
    iterations = whole_number(iterations, "iterations", 0, 10**9)
    test_games = whole_number(test_games, "test_games", 2, 10_000_000)
    bot = (evaluation or evaluation_for(rules)).weights
    played = alike(rules)
    learned = _as_floats(bot)
    means, squares = (array("f", bytes(4 * len(learned))) for _ in range(2))
    decay = array("d", [1.0, 1.0])
    window: list[bytes] = []

    def rounded() -> bytes:
        found = array("h", bytes(2 * len(learned)))
        native.scientific_search.round_weights(learned, found)
        return found.tobytes()

    def play(practice: Practice, first: int, count: int) -> tuple[bytes, list[float]]:
        own = rounded()
        tasks = [
            (played, bot, own, practice, seed, first + start, size)
            for start, size in chunks(0, count, _TASK_GAMES)
        ]
        samples, results = [], []
        for some, won in run_tasks(_answer, tasks, jobs=jobs):
            samples.append(some)
            results += won
        return b"".join(samples), results

    with progress("responder", rounds) as advance:
        for number in range(rounds):
            practice = native.scientific_search.Practice(
                depth, width, 0, 0.05, 0.9, lean, iterations
            )
            samples, _ = play(practice, (number + 1) * _ROUND_STREAM, games)
            window = [*window[1 - _WINDOW :], samples]
            data = b"".join(window)
            count = len(data) // native.scientific_search.SAMPLE_BYTES
            native.scientific_search.fit(
                learned,
                means,
                squares,
                decay,
                data,
                count,
                batch=min(256, count),
                rate=_RATES[0] * (_RATES[1] / _RATES[0]) ** (number / rounds),
                tied=False,
                seed=seed,
                number=number,
            )
            advance(1)
    practice = native.scientific_search.Practice(depth, width, 0, 0.0, 1.0, lean, iterations)
    _, results = play(practice, _TEST_STREAM, test_games)
    return Estimate.of_means(results)


def _answer(
    rules: Rules,
    bot: bytes,
    own: bytes,
    practice: Practice,
    seed: int,
    first: int,
    games: int,
) -> tuple[bytes, list[float]]:
    samples, results = native.scientific_search.answer_games(
        rules.core(), bot, own, practice, seed, first, games
    )
    return samples, list(results)


def _as_floats(weights: bytes) -> array[float]:
    whole = array("h", weights)
    outputs = len(whole) - _OUTPUTS
    return array(
        "f",
        [
            number / (_ROW_ONE if place < outputs else _OUTPUT_ONE)
            for place, number in enumerate(whole)
        ],
    )
