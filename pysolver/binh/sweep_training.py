"""How tables are found where winning all three branches earns a bonus.

First a dozen rounds without the bonus, from which the cells of the joint population are cut. Then
fictitious play as in ``training``: hands dealt at random are laid in the best way against the play
of all rounds so far, sweeps included, and what that shows at the three branches together is added
to it, round k counting k times.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from pysolver import native
from pysolver.binh import sweeps
from pysolver.binh.own_cards import policy_arranger
from pysolver.errors import DataError
from pysolver.storage import pack_record, read_checkpoint, write_whole

if TYPE_CHECKING:
    import os

    import numpy as np
    import numpy.typing as npt

    from pysolver.binh.own_cards import Policy
    from pysolver.binh.rules import Rules
    from pysolver.binh.sweeps import SweepTables

CHUNK_BLOCKS: Final = 16
FIRST_ROUNDS: Final = 12
CHECKPOINT_KIND: Final = "pysolver binh sweep training"


class _Population:
    """Whole-number sums of what a population shows: by branch, by cell, and special hands."""

    def __init__(self, edges: bytes) -> None:
        import numpy as np

        self.edges = edges
        self.shown = np.zeros(3 * native.poker.STRENGTHS, np.int64)
        self.tally = np.zeros(native.poker.SPECIAL_TALLY, np.int64)
        self.cells = np.zeros(sweeps.CELLS**3, np.int64)

    def add(self, fresh: tuple[npt.NDArray[np.int64], ...], weight: int = 1) -> None:
        """Add what other hands show, as often as they weigh."""
        shown, tally, cells = fresh
        self.shown += weight * shown
        self.tally += weight * tally
        self.cells += weight * cells

    def parts(self) -> tuple[npt.NDArray[np.int64], ...]:
        """By branch, special hands, by cell."""
        return self.shown, self.tally, self.cells

    def tables(self, rules: Rules, provenance: dict[str, Any] | None = None) -> SweepTables:
        from array import array

        kinds = len(native.poker.SPECIAL_NAMES)
        specials = self.tally[kinds : kinds + 2].tolist()
        shown = self.shown.reshape(3, -1).tolist()
        everybody = sum(shown[0]) + sum(specials)
        edges = array("H")
        edges.frombytes(self.edges)
        cells = array("i", sweeps.scaled(self.cells.tolist(), everybody))
        return sweeps.SweepTables(
            shown, specials, sweeps.Joint(edges, cells), rules=rules, provenance=provenance
        )


def _chunk(
    policy: Policy, edges: bytes, seed: int, first: int, blocks: int
) -> tuple[npt.NDArray[np.int64], ...]:
    import numpy as np

    found = native.sweep.population(policy_arranger(policy), edges, seed, first, blocks)
    return tuple(np.array(part, np.int64) for part in found)


def train_sweeps(
    rules: Rules,
    *,
    hands: int,
    iterations: int,
    seed: int,
    jobs: int = 1,
    checkpoint: str | os.PathLike[str] | None = None,
) -> SweepTables:
    """Equilibrium tables for rules with a ``sweep_bonus``; see ``train``."""
    from pysolver.binh.training import check_run, train
    from pysolver.parallel import chunks, progress, run_tasks

    blocks = check_run(hands, seed)
    run = {
        "rules": rules.to_dict(),
        "hands": blocks * native.arranger.BLOCK_HANDS,
        "seed": seed,
    }
    found = _resume(checkpoint, run) if checkpoint is not None else None
    if found is None:
        plain = train(
            replace(rules, sweep_bonus=0),
            hands=hands,
            iterations=FIRST_ROUNDS,
            seed=seed,
            jobs=jobs,
        )
        done, population = 0, _Population(sweeps.edges_of(plain).tobytes())
        policy = plain.policy(own_cards=False)
    else:
        done, population = found
        policy = population.tables(rules).policy(own_cards=False)
    if done > iterations:
        message = f"{checkpoint} holds {done} rounds, more than the {iterations} asked for"
        raise DataError(message)
    with progress("training", iterations) as advance:
        advance(done)
        for number in range(done + 1, iterations + 1):
            first = (FIRST_ROUNDS + number) * blocks
            tasks = [
                (policy, population.edges, seed, start, size)
                for start, size in chunks(first, blocks, CHUNK_BLOCKS)
            ]
            for parts in run_tasks(_chunk, tasks, jobs=jobs):
                population.add(parts, number)
            policy = population.tables(rules).policy(own_cards=False)
            if checkpoint is not None:
                _save_checkpoint(checkpoint, run, number, population)
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
    return population.tables(rules, provenance)


def _save_checkpoint(
    path: str | os.PathLike[str], run: dict[str, Any], done: int, population: _Population
) -> None:
    payload = population.edges + b"".join(
        part.astype("<i8").tobytes() for part in population.parts()
    )
    write_whole(path, pack_record({"kind": CHECKPOINT_KIND, "run": run, "done": done}, payload))


def _resume(path: str | os.PathLike[str], run: dict[str, Any]) -> tuple[int, _Population] | None:
    """Rounds done and their population; None if there is no such file."""
    import json

    import numpy as np

    kept = read_checkpoint(path)
    if kept is None:
        return None
    header, payload = kept
    same = header.get("run") == json.loads(json.dumps(run))
    edge_bytes = 2 * 3 * (sweeps.CELLS - 1)
    population = _Population(payload[:edge_bytes])
    size = edge_bytes + sum(part.nbytes for part in population.parts())
    if header.get("kind") != CHECKPOINT_KIND or not same or len(payload) != size:
        message = (
            f"{path} belongs to another training, {header.get('run')}; this one is {run}: give the "
            "same arguments or another file"
        )
        raise DataError(message)
    sizes = [len(part) for part in population.parts()]
    flat = np.frombuffer(payload, "<i8", sum(sizes), edge_bytes)
    population.add(tuple(np.split(flat, np.cumsum(sizes)[:-1])))
    return int(header["done"]), population
