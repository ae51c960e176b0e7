"""How the knowledge of Wizard is found: policies practise, and a small network learns what follows.

Whole games are played by the policy found so far, among players by rule and copies of itself. At
each of its cards every other card is played out as well, in the deal as it is: the true deals are a
fair sample of what the seat cannot see, so a play-out a card is enough where there are millions of
them. The network is fitted to the last rounds of that, and the policy of the next round plays its
best card: policy iteration. A share of the bids is searched for, and the table of bids fitted to
these. The first round plays by rule.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from pysolver import native
from pysolver.checks import whole_number
from pysolver.errors import DataError
from pysolver.parallel import chunks, progress, run_tasks
from pysolver.storage import pack_record, read_checkpoint, write_whole
from pysolver.wizard.knowledge import Knowledge
from pysolver.wizard.rules import DECK_SIZE, FEWEST_PLAYERS, check_players

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator

CHECKPOINT_KIND: Final = "pysolver wizard practice"
DEFAULT_GAMES: Final = 3000
DEFAULT_ITERATIONS: Final = 10
BID_DEALS: Final = 40
BIDS_SEARCHED: Final = 0.25  # share of the bids
EXPLORE: Final = 0.1  # share of cards played, and of bids moved by one, at random
KEPT: Final = 3  # rounds of practice that a fit learns from
EPOCHS: Final = 4
CHUNK_GAMES: Final = 25
FIT_THREADS: Final = 2  # sums of matrix products depend on how many share them
_MOST_GAMES: Final = 1_000_000
_MOST_ITERATIONS: Final = 100
_MOST_SEED: Final = 2**64 - 1
_BY_RULE: Final[dict[str, Any]] = {
    "candidates": 1,
    "survivors": 1,
    "bid_spread": 0.0,
    "bid_wide": 0.0,
    "bid_floor": 1.0,
    "play_noise": 1.0,
    "sharpness": 0.3,
    "own_style": native.wizard.CAUTIOUS,
    "styles": (0.6, 0.4, 0.0),
    "bid_margin": 1.5,
}
_LEARNED: Final[dict[str, Any]] = {
    "candidates": 6,
    "survivors": 2,
    "bid_spread": 0.6,
    "bid_wide": 0.2,
    "bid_floor": 0.01,
    "play_noise": 0.4,
    "sharpness": 0.3,
    "own_style": native.wizard.LEARNED,
    "styles": (0.35, 0.15, 0.5),
    "bid_margin": 1.5,
}


def _table(players: int, number: int) -> list[str]:
    """Who sits at a table; those who "search" are the ones that practise."""
    mixed = ["search", "search", "learned", "cautious", "bold", "learned"][:players]
    return [
        mixed if players > FEWEST_PLAYERS else ["search", "learned", "cautious"],
        ["search"] * (players - 1) + ["learned"],
        ["search"] + ["cautious"] * (players - 2) + ["bold"],
        ["search"] + ["learned"] * (players - 1),
    ][number % 4]


def _practice_chunk(
    players: int, numbers: bytes, iteration: int, seed: int, first: int, games: int
) -> tuple[Any, Any]:
    import numpy as np

    settings = native.wizard.Settings(deals=BID_DEALS, **(_LEARNED if iteration else _BY_RULE))
    kinds = _table(players, first // CHUNK_GAMES)
    if iteration == 0:
        kinds = ["cautious" if kind == "learned" else kind for kind in kinds]
    # A round of r cards asks for r plays of each player, at most r options each.
    most = DECK_SIZE // players
    options = sum(cards * (cards + 1) // 2 for cards in range(1, most + 1))
    searches = kinds.count("search") * games
    lessons = np.zeros((searches * options, native.wizard.LESSON), np.float32)
    bids = np.zeros((searches * most, native.wizard.BID_ROW), np.float32)
    match = native.wizard.Match(
        kinds,
        Knowledge(players, numbers, {}).model(),
        settings,
        seed + iteration,
        explore=EXPLORE,
        practice=BIDS_SEARCHED,
        lessons=lessons,
        bids=bids,
    )
    for game in range(first, first + games):
        match.play(game)
    # (halves the memory; points are whole numbers below 2,048 and so stay exact)
    return lessons[: match.lesson_count].astype(np.float16), bids[: match.bid_count].copy()


def _practise(
    players: int, numbers: bytes, iteration: int, seed: int, games: int, jobs: int
) -> tuple[Any, Any]:
    import numpy as np

    tasks = [
        (players, numbers, iteration, seed, first, count)
        for first, count in chunks(0, games, CHUNK_GAMES)
    ]
    found: Iterator[tuple[Any, Any]] = run_tasks(_practice_chunk, tasks, jobs=jobs)
    kept = []
    with progress(f"iteration {iteration + 1}", len(tasks)) as advance:
        for parts in found:
            kept.append(parts)
            advance(1)
    return np.concatenate([part[0] for part in kept]), np.concatenate([part[1] for part in kept])


def _packed(weights: Any, table: Any) -> bytes:
    return b"".join(array.astype("<f4").tobytes() for array in (*weights, table))


def _weights(numbers: bytes) -> list[Any]:
    """The network among the numbers of a model."""
    import numpy as np

    from pysolver.wizard.fitting import SHAPES

    found, at = [], 0
    for shape in SHAPES:
        size = int(np.prod(shape))
        found.append(np.frombuffer(numbers, "<f4", size, 4 * at).reshape(shape))
        at += size
    return found


def train(
    players: int,
    *,
    games: int = DEFAULT_GAMES,
    iterations: int = DEFAULT_ITERATIONS,
    seed: int = 1,
    jobs: int = 1,
    checkpoint: str | os.PathLike[str] | None = None,
) -> Knowledge:
    """Find the knowledge for a number of players.

    The result depends on ``players``, ``games``, ``iterations`` and ``seed`` (and on the rounding
    of the processor's matrix products), not on ``jobs``.

    Args:
        players: 3 to 6.
        games: games an iteration.
        iterations: rounds of practice, each followed by a fit.
        seed: of deals and of first weights.
        jobs: processes, or -1 for one a processor.
        checkpoint: a file written after every iteration; a training of the same arguments goes on
            from it.

    Raises:
        DataError: the checkpoint is of another training, or damaged.
        RuleError: an argument is out of range.
    """
    import numpy as np
    from threadpoolctl import threadpool_limits

    from pysolver.wizard.fitting import fit_bids, fit_network

    run = {
        "players": check_players(players),
        "games": whole_number(games, "games", 1, _MOST_GAMES),
        "iterations": whole_number(iterations, "iterations", 1, _MOST_ITERATIONS),
        "seed": whole_number(seed, "seed", 0, _MOST_SEED - _MOST_ITERATIONS),
    }
    history = [bytes(native.wizard.MODEL_NUMBERS * 4)]
    if checkpoint is not None:
        history += _resume(checkpoint, run)
    done = len(history) - 1
    practised: list[tuple[Any, Any]] = []
    # (a training that goes on practises again what its next fit learns from)
    first = max(0, done + 1 - KEPT) if done < iterations else iterations
    for iteration in range(first, iterations):
        found = _practise(players, history[iteration], iteration, seed, games, jobs)
        practised = [*practised, found][-KEPT:]
        if iteration < done:
            continue
        with threadpool_limits(limits=FIT_THREADS, user_api="blas"):
            weights = fit_network(
                np.concatenate([part[0] for part in practised]),
                _weights(history[iteration]) if iteration else None,
                epochs=EPOCHS,
                seed=seed + iteration,
            )
        table = fit_bids(np.concatenate([part[1] for part in practised]), players)
        history.append(_packed(weights, table))
        if checkpoint is not None:
            _save(checkpoint, run, history[1:])
    command = (
        f"pysolver train wizard --players {players} --games {games} "
        f"--iterations {iterations} --seed {seed}"
    )
    return Knowledge(players, history[-1], {"command": command, **run})


def _save(path: str | os.PathLike[str], run: dict[str, Any], history: list[bytes]) -> None:
    header = {"kind": CHECKPOINT_KIND, "run": run, "done": len(history)}
    write_whole(path, pack_record(header, b"".join(history)))


def _resume(path: str | os.PathLike[str], run: dict[str, Any]) -> list[bytes]:
    kept = read_checkpoint(path)
    if kept is None:
        return []
    header, payload = kept
    if header.get("kind") != CHECKPOINT_KIND or header.get("run") != run:
        message = (
            f"{path} is the checkpoint of another training, "
            f"{json.dumps(header.get('run'), sort_keys=True)}: delete it or name another file"
        )
        raise DataError(message)
    size = native.wizard.MODEL_NUMBERS * 4
    return [payload[at : at + size] for at in range(0, len(payload), size)]
