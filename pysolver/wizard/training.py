"""How the knowledge of Wizard is found: the search plays, and a small network learns its values.

The first round of training searches with roll-outs by rule and takes nothing as evidence. Every
further one searches with the policy of the round before, weighs deals by bids and plays, and sits
with players by rule, with the policy, and with itself; the network is fitted to all rounds so far,
and the table of bids to those of the search.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from pysolver import native
from pysolver.checks import whole_number
from pysolver.errors import DataError
from pysolver.parallel import chunks, progress, run_tasks
from pysolver.storage import pack_record, read_if_there, unpack_record, write_whole
from pysolver.wizard.knowledge import Knowledge
from pysolver.wizard.rules import DECK_SIZE, check_players

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator

CHECKPOINT_KIND: Final = "pysolver wizard training"
DEFAULT_GAMES: Final = 100
DEFAULT_ITERATIONS: Final = 3
DEALS: Final = 60
EPOCHS: Final = 12
EXPLORE: Final = 0.1
CHUNK_GAMES: Final = 4
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
}


def _table(players: int, iteration: int) -> list[str]:
    """Who sits at the table of an iteration."""
    others = ["cautious", "bold"] if iteration == 0 else ["cautious", "learned"]
    return ["search", "search", *others, "search", "learned"][:players]


def _lessons_chunk(
    players: int, numbers: bytes, iteration: int, seed: int, first: int, games: int
) -> tuple[Any, Any]:
    import numpy as np

    settings = native.wizard.Settings(deals=DEALS, **(_LEARNED if iteration else _BY_RULE))
    kinds = _table(players, iteration)
    # A round of r cards asks for r plays of each search, at most r options each.
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
        lessons=lessons,
        bids=bids,
    )
    for game in range(first, first + games):
        match.play(game)
    return lessons[: match.lesson_count].copy(), bids[: match.bid_count].copy()


def _gather(
    players: int, numbers: bytes, iteration: int, seed: int, games: int, jobs: int
) -> tuple[Any, Any]:
    import numpy as np

    tasks = [
        (players, numbers, iteration, seed, first, count)
        for first, count in chunks(0, games, CHUNK_GAMES)
    ]
    found: Iterator[tuple[Any, Any]] = run_tasks(_lessons_chunk, tasks, jobs=jobs)
    kept = []
    with progress(f"iteration {iteration + 1}", len(tasks)) as advance:
        for parts in found:
            kept.append(parts)
            advance(1)
    return np.concatenate([part[0] for part in kept]), np.concatenate([part[1] for part in kept])


def _packed(weights: Any, table: Any) -> bytes:
    return b"".join(array.astype("<f4").tobytes() for array in (*weights, table))


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
        iterations: rounds of searching and fitting.
        seed: of deals and of first weights.
        jobs: processes, or -1 for one a processor.
        checkpoint: a file written after every iteration; a training of the same arguments goes on
            from it.

    Raises:
        DataError: the checkpoint is of another training, or damaged.
        RuleError: an argument is out of range.
    """
    import numpy as np

    from pysolver.wizard.fitting import fit_bids, fit_network

    run = {
        "players": check_players(players),
        "games": whole_number(games, "games", 1, _MOST_GAMES),
        "iterations": whole_number(iterations, "iterations", 1, _MOST_ITERATIONS),
        "seed": whole_number(seed, "seed", 0, _MOST_SEED - _MOST_ITERATIONS),
    }
    numbers = bytes(native.wizard.MODEL_NUMBERS * 4)
    done = 0
    lessons: list[Any] = []
    bids: list[Any] = []
    if checkpoint is not None:
        saved = _resume(checkpoint, run)
        if saved is not None:
            done, numbers, lessons, bids = saved
    for iteration in range(done, iterations):
        found = _gather(players, numbers, iteration, seed, games, jobs)
        lessons.append(found[0])
        bids.append(found[1])
        weights = fit_network(np.concatenate(lessons), None, epochs=EPOCHS, seed=seed)
        numbers = _packed(weights, fit_bids(np.concatenate(bids), players))
        if checkpoint is not None:
            _save(checkpoint, run, iteration + 1, numbers, lessons, bids)
    command = (
        f"pysolver train wizard --players {players} --games {games} "
        f"--iterations {iterations} --seed {seed}"
    )
    return Knowledge(players, numbers, {"command": command, **run})


def _save(
    path: str | os.PathLike[str],
    run: dict[str, Any],
    done: int,
    numbers: bytes,
    lessons: list[Any],
    bids: list[Any],
) -> None:
    header = {
        "kind": CHECKPOINT_KIND,
        "run": run,
        "done": done,
        "lessons": [len(rows) for rows in lessons],
        "bids": [len(rows) for rows in bids],
    }
    payload = numbers + b"".join(rows.astype("<f4").tobytes() for rows in (*lessons, *bids))
    write_whole(path, pack_record(header, payload))


def _resume(
    path: str | os.PathLike[str], run: dict[str, Any]
) -> tuple[int, bytes, list[Any], list[Any]] | None:
    import numpy as np

    content = read_if_there(path)
    if content is None:
        return None
    header, payload = unpack_record(content, str(path))
    if header.get("kind") != CHECKPOINT_KIND or header.get("run") != run:
        message = (
            f"{path} is the checkpoint of another training, "
            f"{json.dumps(header.get('run'), sort_keys=True)}: delete it or name another file"
        )
        raise DataError(message)
    at = native.wizard.MODEL_NUMBERS * 4
    numbers = payload[:at]
    found: list[list[Any]] = []
    for name, width in (("lessons", native.wizard.LESSON), ("bids", native.wizard.BID_ROW)):
        found.append([])
        for rows in header[name]:
            size = rows * width * 4
            part = np.frombuffer(payload[at : at + size], "<f4").reshape(rows, width)
            found[-1].append(part)
            at += size
    return header["done"], numbers, found[0], found[1]
