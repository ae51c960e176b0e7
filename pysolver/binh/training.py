"""How the equilibrium tables are found, and how well a best response does against tables.

``train`` is fictitious play: hands are dealt at random, each is laid in the best way against the
play of all rounds so far, and what that shows is added to it, later rounds counting more. Special
hands are dealt and declared like any other, and take no part in the comparison of branches.

Random hands come from the core in numbered blocks of 4,096, each a stream of its own, and results
are whole numbers, so sums are the same however many workers share the blocks.
"""

from __future__ import annotations

import functools
import json
from typing import TYPE_CHECKING, Any, Final

from pysolver import native
from pysolver.binh.rules import DEFAULT_RULES, Rules
from pysolver.binh.tables import Tables, rules_header, shape_words
from pysolver.binh.variants import check_cache
from pysolver.binh.variants import keep as keep_tables
from pysolver.checks import whole_number
from pysolver.errors import DataError, RuleError
from pysolver.estimate import Bracket, Estimate
from pysolver.parallel import chunks, progress, run_tasks
from pysolver.storage import pack_record, read_checkpoint, write_whole

if TYPE_CHECKING:
    import os
    from array import array
    from collections.abc import Sequence

CHUNK_BLOCKS: Final = 64
CHECKPOINT_KIND: Final = "pysolver binh training"
DEFAULT_HANDS: Final = 1_000_000
DEFAULT_ITERATIONS: Final = 200
_MOST_SEED: Final = 2**64 - 1
_MOST_HANDS: Final = 10**10
_MOST_COUNT: Final = 1 << 62
_MOST_ITERATIONS: Final = 100_000


@functools.lru_cache(maxsize=8)
def _arranger(units: bytes, rules: Rules) -> native.arranger.Arranger:
    """The arranger of these values; kept, as a worker gets many chunks with the same ones."""
    size = len(units) // 3
    top, middle, bottom = (units[i * size : (i + 1) * size] for i in range(3))
    return native.arranger.Arranger(
        top,
        middle,
        bottom,
        wheel=native.poker.WHEELS[rules.wheel],
        equal_branches=rules.equal_branches,
        shape_words=shape_words(),
    )


def _packed(tables: Tables) -> bytes:
    return b"".join(branch.tobytes() for branch in tables.units)


def _population_chunk(
    units: bytes, rules: Rules, seed: int, first: int, blocks: int
) -> tuple[array[int], array[int]]:
    return _arranger(units, rules).population(seed, first, blocks)


def _gap_chunk(
    policy: bytes,
    responder: bytes,
    judge: bytes,
    rules: Rules,
    seed: int,
    first: int,
    blocks: int,
) -> int:
    laid, reply, judging = (_arranger(units, rules) for units in (policy, responder, judge))
    return sum(laid.response_gaps(reply, judging, seed, first, blocks))


class _Counts:
    """Whole-number sums of what a population shows."""

    def __init__(self) -> None:
        self.shown = [0] * (3 * native.poker.STRENGTHS)
        self.tally = [0] * native.poker.SPECIAL_TALLY

    def add(self, shown: Sequence[int], tally: Sequence[int], weight: int = 1) -> None:
        self.shown = [a + weight * b for a, b in zip(self.shown, shown, strict=True)]
        self.tally = [a + weight * b for a, b in zip(self.tally, tally, strict=True)]

    def tables(self, rules: Rules, provenance: dict[str, Any] | None = None) -> Tables:
        width = native.poker.STRENGTHS
        kinds = len(native.poker.SPECIAL_NAMES)
        return Tables(
            [self.shown[i * width : (i + 1) * width] for i in range(3)],
            self.tally[kinds : kinds + 2],
            rules=rules,
            provenance=provenance,
        )


def _population(
    policy: Tables, rules: Rules, *, seed: int, first: int, blocks: int, jobs: int
) -> _Counts:
    """What ``blocks`` random blocks from ``first`` on show when laid by the policy."""
    packed = _packed(policy)
    tasks = [
        (packed, rules, seed, start, size) for start, size in chunks(first, blocks, CHUNK_BLOCKS)
    ]
    counts = _Counts()
    for shown, tally in run_tasks(_population_chunk, tasks, jobs=jobs):
        counts.add(shown, tally)
    return counts


def _starting_tables(rules: Rules) -> Tables:
    """Every strength shown equally often: the stronger the better, nothing more."""
    return Tables([[1] * native.poker.STRENGTHS] * 3, [0, 0], rules=rules)


def check_run(hands: int, seed: int) -> int:
    """The number of blocks that hold ``hands`` hands."""
    hands = whole_number(hands, "hands", 1, _MOST_HANDS)
    whole_number(seed, "seed", 0, _MOST_SEED)
    return -(-hands // native.arranger.BLOCK_HANDS)


def train(
    rules: Rules = DEFAULT_RULES,
    *,
    hands: int = DEFAULT_HANDS,
    iterations: int = DEFAULT_ITERATIONS,
    seed: int = 0,
    jobs: int = 1,
    checkpoint: str | os.PathLike[str] | None = None,
    keep: bool = False,
) -> Tables:
    """Equilibrium tables by fictitious play.

    Args:
        rules: the options of the game.
        hands: random hands a round, rounded up to blocks of 4,096.
        iterations: rounds; round k counts k times.
        seed: of the random hands, 0 … 2^64 - 1. The result depends on it, on ``hands`` and on
            ``iterations``, and on nothing else.
        jobs: processes that share the work; -1 for one a processor.
        checkpoint: a file that is written after every round and from which an interrupted
            training of the same arguments goes on.
        keep: whether to fit the correction for own cards as well, with as many hands and rounds up
            to its own defaults, and to keep both in the user's cache folder, where
            ``best_arrangement(rules=...)`` and all others find them
            (``pysolver.binh.variants``).

    Returns:
        The tables of the average play of all rounds; with ``keep`` they carry the correction.

    Raises:
        RuleError: an argument is out of range.
        DataError: the checkpoint is damaged or belongs to another training.
        OSError: a file cannot be written; for the cache folder that is told before any work.
    """
    blocks = check_run(hands, seed)
    if keep:
        check_cache()
    whole_number(iterations, "iterations", 1, _MOST_ITERATIONS)
    if blocks * native.arranger.BLOCK_HANDS * iterations * (iterations + 1) // 2 >= _MOST_COUNT:
        message = (
            f"{iterations} iterations of {hands} hands: counts that weigh later rounds more would "
            "pass 2^62; ask for fewer"
        )
        raise RuleError(message)
    if rules.sweep_bonus:
        from pysolver.binh.sweep_training import train_sweeps

        found: Tables = train_sweeps(
            rules,
            hands=hands,
            iterations=iterations,
            seed=seed,
            jobs=jobs,
            checkpoint=checkpoint,
        )
        return _kept(found, hands, iterations, seed, jobs) if keep else found
    run = {
        "rules": rules_header(rules),
        "hands": blocks * native.arranger.BLOCK_HANDS,
        "seed": seed,
    }
    done, counts = _resume(checkpoint, run) if checkpoint is not None else (0, _Counts())
    if done > iterations:
        message = f"{checkpoint} holds {done} rounds, more than the {iterations} asked for"
        raise DataError(message)
    with progress("training", iterations) as advance:
        advance(done)
        for number in range(done + 1, iterations + 1):
            policy = counts.tables(rules) if number > 1 else _starting_tables(rules)
            fresh = _population(
                policy, rules, seed=seed, first=number * blocks, blocks=blocks, jobs=jobs
            )
            counts.add(fresh.shown, fresh.tally, number)
            if checkpoint is not None:
                _save_checkpoint(checkpoint, run, number, counts)
            advance(1)
    provenance = {
        "hands": run["hands"],
        "iterations": iterations,
        "seed": seed,
        "command": (
            f"pysolver train binh {rules.options} --hands {run['hands']} "
            f"--iterations {iterations} --seed {seed}"
        ),
    }
    found = counts.tables(rules, provenance)
    return _kept(found, hands, iterations, seed, jobs) if keep else found


def _kept(found: Tables, hands: int, iterations: int, seed: int, jobs: int) -> Tables:
    """The tables with a correction, kept in the cache folder."""
    found = _with_correction(found, hands, iterations, seed, jobs)
    keep_tables(found)
    return found


def _with_correction(found: Tables, hands: int, iterations: int, seed: int, jobs: int) -> Tables:
    from pysolver.binh import own_cards

    return found.with_correction(
        own_cards.fit_correction(
            found,
            hands=min(hands, own_cards.DEFAULT_HANDS),
            iterations=min(iterations, own_cards.DEFAULT_ITERATIONS),
            seed=seed,
            jobs=jobs,
        )
    )


def _save_checkpoint(
    path: str | os.PathLike[str], run: dict[str, Any], done: int, counts: _Counts
) -> None:
    payload = json.dumps({"shown": counts.shown, "tally": counts.tally}).encode()
    write_whole(path, pack_record({"kind": CHECKPOINT_KIND, "run": run, "done": done}, payload))


def _resume(path: str | os.PathLike[str], run: dict[str, Any]) -> tuple[int, _Counts]:
    """Rounds done and their counts; none if there is no such file."""
    kept = read_checkpoint(path)
    if kept is None:
        return 0, _Counts()
    header, payload = kept
    if header.get("kind") != CHECKPOINT_KIND or header.get("run") != run:
        message = (
            f"{path} belongs to another training, {_told(header.get('run'))}; this one is "
            f"{_told(run)}: give the same arguments or another file"
        )
        raise DataError(message)
    counts = _Counts()
    try:
        found = json.loads(payload)
        shown, tally = found["shown"], found["tally"]
        done = whole_number(header["done"], "done", 1, _MOST_ITERATIONS)
        counts.add(shown, tally)
    except (KeyError, TypeError, ValueError) as error:
        message = f"{path} is no checkpoint that this version can read: {error}"
        raise DataError(message) from error
    return done, counts


def _told(run: object) -> str:
    """A run as its arguments: ``wheel second, hands 4096, seed 1``."""
    if not isinstance(run, dict) or not isinstance(run.get("rules"), dict):
        return "of another kind"
    options = {**run["rules"], **{key: run[key] for key in sorted(run) if key != "rules"}}
    return ", ".join(f"{key} {value}" for key, value in options.items())


def best_response_gain(
    tables: Tables,
    *,
    hands: int = DEFAULT_HANDS,
    replicates: int = 8,
    seed: int = 0,
    jobs: int = 1,
) -> Bracket:
    """What the best response to players who lay by ``tables`` gains, own cards not accounted for.

    In each replicate, three independent lots of random hands: two populations that play the
    tables, from the first of which the response is found; and hands on which the response and the
    tables' own play are compared, each hand with itself, judged by either population.

    Args:
        tables: whose play is answered.
        hands: random hands a lot, rounded up to blocks of 4,096.
        replicates: independent repetitions, 2 or more; the errors come from their scatter.
        seed: of the random hands.
        jobs: processes that share the work.

    Returns:
        Points a hand. ``lower`` judges the response on hands not used for choosing it: what it
        really gains. ``upper`` judges it on the hands it was chosen on.

    Raises:
        RuleError: an argument is out of range.
    """
    if tables.rules.sweep_bonus:
        message = (
            "with a sweep_bonus values are no sums over branches: measure with exploitability() "
            "(pysolver train binh-exploit)"
        )
        raise RuleError(message)
    blocks = check_run(hands, seed)
    whole_number(replicates, "replicates", 2, _MOST_ITERATIONS)
    rules = tables.rules
    policy = _packed(tables)
    lower: list[float] = []
    upper: list[float] = []
    with progress("best response", replicates) as advance:
        for number in range(replicates):
            first = 3 * number * blocks
            responder, judge = (
                _packed(
                    _population(
                        tables, rules, seed=seed, first=start, blocks=blocks, jobs=jobs
                    ).tables(rules)
                )
                for start in (first, first + blocks)
            )
            for found, judging in ((upper, responder), (lower, judge)):
                tasks = [
                    (
                        policy,
                        responder,
                        judging,
                        rules,
                        seed,
                        start,
                        size,
                    )
                    for start, size in chunks(first + 2 * blocks, blocks, CHUNK_BLOCKS)
                ]
                units = sum(run_tasks(_gap_chunk, tasks, jobs=jobs))
                found.append(
                    units * native.arranger.VALUE_UNIT / (blocks * native.arranger.BLOCK_HANDS)
                )
            advance(1)
    return Bracket(Estimate.of_means(lower), Estimate.of_means(upper))
