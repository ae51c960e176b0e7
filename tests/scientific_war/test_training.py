"""Training: the same for any number of workers, resumable, better than nothing; files that check."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pysolver import native
from pysolver.errors import DataError, RuleError
from pysolver.scientific_war import Rules, SolverBot, State, tournament
from pysolver.scientific_war import training as module
from pysolver.scientific_war.evaluation import KINDS, Evaluation, evaluation_for, shipped
from pysolver.scientific_war.responder import response_gain
from pysolver.scientific_war.state import core_table
from pysolver.scientific_war.training import PLANS, train
from tests.oracles import scientific_search as oracle

KEPT = Path(module.__file__).parent / "data"


def test_workers_and_interruptions_leave_no_trace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = train("small", rounds=5, games=32, seed=3)
    assert train("small", rounds=5, games=32, seed=3, jobs=2) == whole
    assert train("small", rounds=5, games=32, seed=4).weights != whole.weights
    monkeypatch.setattr(module, "_CHECKPOINT_ROUNDS", 2)
    saved = tmp_path / "checkpoint"
    fit = module._Learner.fit
    calls: list[int] = []

    def interrupted(self: module._Learner, *arguments: Any) -> float:
        if len(calls) == 3:
            raise KeyboardInterrupt
        calls.append(1)
        return fit(self, *arguments)

    with monkeypatch.context() as patch:
        patch.setattr(module._Learner, "fit", interrupted)
        with pytest.raises(KeyboardInterrupt):
            train("small", rounds=5, games=32, seed=3, checkpoint=saved)
    assert train("small", rounds=5, games=32, seed=3, checkpoint=saved) == whole
    with pytest.raises(DataError, match="belongs to another training"):
        train("small", rounds=5, games=32, seed=5, checkpoint=saved)
    damaged = bytearray(saved.read_bytes())
    damaged[-9] ^= 4
    saved.write_bytes(damaged)
    with pytest.raises(DataError):
        train("small", rounds=5, games=32, seed=3, checkpoint=saved)


def test_one_fit_is_adam_by_the_book() -> None:
    """A step on a few samples against numpy, slopes by finite differences of the definition."""
    rules = Rules(ranks="8JQKA", jokers=0)
    core = native.scientific_search
    weights = np.zeros(core.WEIGHTS, np.float32)
    core.first_weights(1, weights)
    rounded = np.zeros(core.WEIGHTS, np.int16)
    core.round_weights(weights, rounded)
    samples = core.practice_games(rules.core(), rounded, core.Practice(1, 28, 2, 0.3, 0.8), 1, 0, 1)
    count = len(samples) // core.SAMPLE_BYTES
    assert count > 5
    record = np.frombuffer(samples, np.uint8).reshape(count, core.SAMPLE_BYTES)
    targets = record[:, 28:].copy().view(np.float32)[:, 0]
    assert np.abs(targets).max() <= 1
    before = weights.copy()
    means, squares = np.zeros_like(weights), np.zeros_like(weights)
    decay = np.ones(2)
    error = core.fit(
        weights,
        means,
        squares,
        decay,
        samples,
        count,
        batch=count,
        rate=1e-3,
        tied=True,
        seed=1,
        number=1,
    )
    assert decay == pytest.approx([0.9, 0.999])
    moved = weights - before
    # The first step of Adam is the rate in the direction of the slope, where there is one.
    touched = means != 0
    assert np.abs(moved[touched]) == pytest.approx(1e-3, rel=2e-2)
    assert (np.sign(moved[touched]) == -np.sign(means[touched])).all()
    assert (moved[~touched] == 0).all()
    outputs = weights[-2048:].reshape(2, -1)
    assert (outputs[0] == outputs[1]).all()
    again = core.fit(
        weights,
        means,
        squares,
        decay,
        samples,
        count,
        batch=count,
        rate=0.0,
        tied=True,
        seed=1,
        number=2,
    )
    assert again < error


def test_targets_end_with_the_result() -> None:
    """With trace 1 every position of the path of play has the game's result for its target."""
    rules = Rules(ranks="8JQ", jokers=1, trick_limit=6)
    core = native.scientific_search
    first, weights = np.zeros(core.WEIGHTS, np.float32), np.zeros(core.WEIGHTS, np.int16)
    core.first_weights(2, first)
    core.round_weights(first, weights)
    results = set()
    for game in range(20):
        samples = core.practice_games(
            rules.core(), weights, core.Practice(1, 28, 0, 0.0, 1.0), 5, game, 1
        )
        record = np.frombuffer(samples, np.uint8).reshape(-1, core.SAMPLE_BYTES)
        targets = record[:, 28:].copy().view(np.float32)[:, 0]
        left = record[:, 24:28].copy().view(np.int32)[:, 0]
        assert len(set(targets.tolist())) == 1
        assert left.tolist() == list(range(6, 6 - len(left), -1))
        results.add(float(targets[0]))
    assert results <= {-1.0, 0.0, 1.0}
    assert len(results) > 1


def test_training_learns() -> None:
    learned = train("small", rounds=12, games=120, seed=1)
    beginner = Evaluation(bytes(2 * native.scientific_search.WEIGHTS), {})
    rules = Rules(ranks="8JQKA", jokers=0)
    bots = {
        "learned": SolverBot(1, evaluation=learned),
        "beginner": SolverBot(1, evaluation=beginner),
    }
    found = tournament(bots, rules=rules, games=120, seed=1)
    best = found.standings[0]
    assert best.name == "learned"
    assert best.score.value > 0.5 + 3 * best.score.stderr


@pytest.mark.parametrize("kind", KINDS)
def test_shipped_weights(kind: str) -> None:
    found = shipped(kind)
    assert found.provenance["kind"] == kind
    assert found.provenance["command"].startswith(f"pysolver train scientific-war --kind {kind} ")
    assert found.provenance["plan"] == repr(PLANS[kind])
    name = f"evaluation-{kind}.record"
    assert found.to_bytes() == (KEPT / name).read_bytes()
    assert len(found.to_bytes()) < 100_000
    weights = np.frombuffer(found.weights, np.int16)
    assert (weights[-2048:-1024] == weights[-1024:]).all()
    rules = Rules() if kind == "full" else Rules(ranks="8JQKA", jokers=0)
    assert evaluation_for(rules) is found
    state = State.initial(rules).play(("A", "K"))
    value = native.scientific_search.evaluate(rules.core(), core_table(state), found.weights)
    assert value == pytest.approx(oracle.Evaluation(weights).value(state), abs=2e-6)


def test_files_that_are_no_evaluation(tmp_path: Path) -> None:
    good = shipped("small")
    path = tmp_path / "weights"
    good.save(path)
    assert Evaluation.load(path) == good
    content = bytearray(path.read_bytes())
    content[-5] ^= 1
    path.write_bytes(content)
    with pytest.raises(DataError):
        Evaluation.load(path)
    other = json.loads(path.read_bytes().split(b"\n")[0]) | {"kind": "war"}
    path.write_bytes(json.dumps(other).encode() + b"\n")
    with pytest.raises(DataError, match="weights"):
        Evaluation.load(path)
    with pytest.raises(OSError, match="nowhere"):
        Evaluation.load(tmp_path / "nowhere")


@pytest.mark.parametrize(
    ("arguments", "quoted"),
    [
        ({"kind": "huge"}, "'huge'"),
        ({"rounds": 0}, "rounds"),
        ({"games": 1}, "games"),
        ({"seed": -1}, "seed"),
        ({"jobs": 0}, "jobs"),
    ],
)
def test_wrong_arguments(arguments: dict[str, object], quoted: str) -> None:
    with pytest.raises(RuleError, match=quoted):
        train(**arguments)  # type: ignore[arg-type]


def test_a_responder_gains_from_a_bad_bot() -> None:
    """A bot without an idea is beaten; nothing is won from exact play by luck alone."""
    rules = Rules(ranks="8JQKA", jokers=0)
    beginner = Evaluation(bytes(2 * native.scientific_search.WEIGHTS), {})
    gain = response_gain(rules, evaluation=beginner, rounds=8, games=150, test_games=600, seed=1)
    assert gain.value > 0.3
    assert gain.stderr < 0.06
    again = response_gain(
        rules, evaluation=beginner, rounds=8, games=150, test_games=600, seed=1, jobs=2
    )
    assert again == gain
