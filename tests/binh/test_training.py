"""Training: the same tables from any number of workers and after any interruption, and good ones."""

from __future__ import annotations

import pickle
from array import array
from typing import TYPE_CHECKING

import numpy as np
import pytest

import pysolver.binh.training as training_module
from pysolver import native
from pysolver.binh import Rules, Tables, best_response_gain, tables, train
from pysolver.errors import DataError, RuleError
from pysolver.storage import pack_record, unpack_record
from tests.oracles.splits import best_split

if TYPE_CHECKING:
    from pathlib import Path

HANDS = 3 * native.arranger.BLOCK_HANDS
WHEELS = ("second", "lowest")


def small_training(**changes: object) -> Tables:
    arguments: dict[str, object] = {"hands": HANDS, "iterations": 4, "seed": 11, **changes}
    return train(Rules(), **arguments)  # type: ignore[arg-type]


def test_the_number_of_workers_does_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training_module, "CHUNK_BLOCKS", 1)
    assert small_training(jobs=1).to_bytes() == small_training(jobs=2).to_bytes()


def test_another_seed_gives_other_tables() -> None:
    assert small_training().counts != small_training(seed=12).counts


def test_an_interrupted_training_goes_on_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    checkpoint = tmp_path / "training.checkpoint"
    saves = []
    save = training_module._save_checkpoint

    def stop_after_two(*arguments: object) -> None:
        save(*arguments)  # type: ignore[arg-type]
        saves.append(arguments)
        if len(saves) == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(training_module, "_save_checkpoint", stop_after_two)
    with pytest.raises(KeyboardInterrupt):
        small_training(checkpoint=checkpoint)
    resumed = small_training(checkpoint=checkpoint)
    assert len(saves) == 4
    assert resumed.to_bytes() == small_training().to_bytes()
    assert [path.name for path in tmp_path.iterdir()] == [checkpoint.name]


def test_more_rounds_go_on_from_a_finished_training(tmp_path: Path) -> None:
    checkpoint = tmp_path / "training.checkpoint"
    small_training(iterations=2, checkpoint=checkpoint)
    assert small_training(checkpoint=checkpoint).to_bytes() == small_training().to_bytes()
    with pytest.raises(DataError, match="holds 4 rounds, more than the 3"):
        small_training(iterations=3, checkpoint=checkpoint)


def test_a_checkpoint_of_another_training_is_refused(tmp_path: Path) -> None:
    checkpoint = tmp_path / "training.checkpoint"
    small_training(iterations=1, checkpoint=checkpoint)
    with pytest.raises(DataError, match="belongs to another training"):
        small_training(seed=12, checkpoint=checkpoint)


def test_a_damaged_checkpoint_is_refused(tmp_path: Path) -> None:
    checkpoint = tmp_path / "training.checkpoint"
    small_training(iterations=1, checkpoint=checkpoint)
    checkpoint.write_bytes(checkpoint.read_bytes()[:-20])
    with pytest.raises(DataError, match=r"training\.checkpoint is .*damaged.*: delete it"):
        small_training(checkpoint=checkpoint)


@pytest.mark.parametrize(
    ("argument", "value", "complaint"),
    [
        ("hands", 0, "hands is a whole number from 1 to 10000000000, not 0"),
        ("hands", 1.5, "hands is a whole number"),
        ("iterations", 0, "iterations is a whole number from 1 to 100000, not 0"),
        ("seed", -1, "seed is a whole number from 0"),
        ("jobs", 0, "jobs is a number of processes"),
    ],
)
def test_arguments_out_of_range(argument: str, value: object, complaint: str) -> None:
    with pytest.raises(RuleError, match=complaint):
        small_training(**{argument: value})


def test_more_hands_than_can_be_counted() -> None:
    with pytest.raises(RuleError, match="would pass 2\\^62; ask for fewer"):
        small_training(hands=10**10, iterations=100_000)


def test_the_first_round_counts_what_the_best_splits_show() -> None:
    """One block laid by the slow oracle gives the counts of the core, hand by hand."""
    start = training_module._starting_tables(Rules())
    trained = train(Rules(), hands=1, iterations=1, seed=3)
    block = np.frombuffer(native.arranger.deal_block(3, 1), np.uint8).reshape(-1, 13)
    normal = [row for row in block if not native.poker.special_kinds(row.tobytes())]
    assert sum(trained.counts[0]) == len(normal)
    arranger = start.arranger(Rules())
    shown = [array("q", bytes(8 * native.poker.STRENGTHS)) for _ in range(3)]
    for number, row in enumerate(normal):
        split = arranger.best(row.tobytes())
        if number % 40 == 0:
            expected = best_split(row.tolist(), start.units)
            assert expected is not None
            assert split.strengths in expected.strengths
        for branch, strength in zip(shown, split.strengths, strict=True):
            branch[strength] += 1
    assert tuple(shown) == trained.counts


def test_later_rounds_count_more() -> None:
    first = train(Rules(), hands=1, iterations=1, seed=3)
    both = train(Rules(), hands=1, iterations=2, seed=3)
    second = first.arranger(Rules()).population(3, 2, 1)[0]
    flat = [count for branch in first.counts for count in branch]
    assert [a + 2 * b for a, b in zip(flat, second, strict=True)] == [
        count for branch in both.counts for count in branch
    ]


def test_blocks_of_hands_are_dealt_fairly() -> None:
    hands = np.frombuffer(
        b"".join(native.arranger.deal_block(5, block) for block in range(30)), np.uint8
    ).reshape(-1, 13)
    assert all(len(set(hand)) == 13 for hand in hands[:4096].tolist())
    deals = hands.reshape(-1, 52)
    assert (np.sort(deals, axis=1) == np.arange(52)).all()
    counts = np.bincount(hands[::4].ravel(), minlength=52)  # every fourth: independent hands
    mean = len(hands[::4]) / 4
    spread = np.sqrt(mean * 3 / 4)
    assert np.abs(counts - mean).max() < 5 * spread
    pairs = np.zeros((52, 52))
    for hand in hands[::4]:
        pairs[np.ix_(hand, hand)] += 1
    expected = len(hands[::4]) * 13 * 12 / (52 * 51)
    off_diagonal = pairs[~np.eye(52, dtype=bool)]
    assert np.abs(off_diagonal - expected).max() < 6 * np.sqrt(expected)
    assert native.arranger.deal_block(5, 3) != native.arranger.deal_block(6, 3)


@pytest.mark.parametrize("wheel", WHEELS)
def test_shipped_tables_rise_with_strength(wheel: str) -> None:
    shipped = tables(Rules(wheel=wheel))  # type: ignore[arg-type]
    for branch in (shipped.top, shipped.middle, shipped.bottom):
        assert branch.shape == (native.poker.STRENGTHS,)
        assert (np.diff(branch) > 0).all()
        assert -1 <= branch[1] < -0.8
        assert 0.8 < branch[-1] <= 1


@pytest.mark.parametrize("wheel", WHEELS)
def test_shipped_tables_say_how_they_were_made(wheel: str) -> None:
    made = tables(Rules(wheel=wheel)).provenance  # type: ignore[arg-type]
    assert made["command"] == (
        f"pysolver train binh --wheel {wheel} --hands {made['hands']} "
        f"--iterations {made['iterations']} --seed {made['seed']}"
    )
    assert made["hands"] % native.arranger.BLOCK_HANDS == 0


@pytest.mark.parametrize("wheel", WHEELS)
def test_shipped_tables_are_the_values_of_their_counts(wheel: str) -> None:
    """Each value is the share of opponents below minus the share above, specials in the total."""
    shipped = tables(Rules(wheel=wheel))  # type: ignore[arg-type]
    for counts, values in zip(
        shipped.counts, (shipped.top, shipped.middle, shipped.bottom), strict=True
    ):
        shown = np.array(counts, float)
        below = np.concatenate([[0.0], np.cumsum(shown)[:-1]])
        above = shown.sum() - below - shown
        normal = 1 - sum(shipped.special_shares)
        exact = (below - above) / shown.sum() * normal
        assert np.abs(exact - values)[1:].max() < 2e-4  # the rise of a unit a strength
    assert shipped.normal_share == pytest.approx(1 - sum(shipped.special_shares))


@pytest.mark.parametrize("wheel", WHEELS)
def test_a_best_response_gains_next_to_nothing(wheel: str) -> None:
    shipped = tables(Rules(wheel=wheel))  # type: ignore[arg-type]
    gain = best_response_gain(shipped, hands=250_000, replicates=4, seed=99)
    assert 0 <= gain.upper.value <= 0.0001
    assert gain.lower.value <= gain.upper.value + 4 * gain.upper.stderr
    assert 0 < gain.upper.stderr < 0.00001


def test_a_best_response_punishes_bad_tables() -> None:
    """Players who only care for the bottom: the response is worth tenths of a point."""
    greedy = [[1] * native.poker.STRENGTHS for _ in range(3)]
    greedy[2] = [1] * (native.poker.STRENGTHS - 1) + [10**9]
    greedy[0] = greedy[1] = [10**9 + native.poker.STRENGTHS - 1] + [0] * (
        native.poker.STRENGTHS - 1
    )
    gain = best_response_gain(Tables(greedy, [0, 0]), hands=1, replicates=4, seed=1)
    assert gain.lower.value > 0.05
    assert gain.lower.value - 4 * gain.lower.stderr > 0


def test_the_gain_does_not_depend_on_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training_module, "CHUNK_BLOCKS", 1)
    shipped = tables()
    one, two = (
        best_response_gain(shipped, hands=HANDS, replicates=2, seed=5, jobs=jobs) for jobs in (1, 2)
    )
    assert one == two


def test_replicates_out_of_range() -> None:
    with pytest.raises(RuleError, match="replicates is a whole number from 2 to 100000, not 1"):
        best_response_gain(tables(), replicates=1)


def test_saved_tables_come_back(tmp_path: Path) -> None:
    path = tmp_path / "own.tables"
    trained = small_training()
    trained.save(path)
    loaded = Tables.load(path)
    assert loaded.to_bytes() == trained.to_bytes() == path.read_bytes()
    assert loaded.rules == trained.rules
    assert loaded.units == trained.units


def test_a_file_that_holds_no_tables_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other"
    path.write_bytes(b"no tables\n")
    with pytest.raises(DataError, match="no pysolver record"):
        Tables.load(path)


@pytest.mark.parametrize(
    "counts",
    [
        [[1] * 7918, [1] * 7918],
        [[1] * 7918, [1] * 7918, [1] * 7917],
        [[1] * 7918, [1] * 7918, [2] + [1] * 7917],
        [[1] * 7918, [1] * 7918, [2, 0, -1] + [1] * 7915],
        [[0] * 7918, [0] * 7918, [0] * 7918],
        [[2**60] * 7918] * 3,
        [[0.5] * 7918] * 3,
    ],
)
def test_counts_that_are_no_population_are_refused(counts: list[list[int]]) -> None:
    with pytest.raises(DataError, match="equal totals"):
        Tables(counts, [0, 0])
    for specials in ([], [1], [0, -1], [0, 0.5]):
        with pytest.raises(DataError, match="with a special two numbers"):
            Tables([[1] * 7918] * 3, specials)  # type: ignore[arg-type]


def test_tables_pickle_after_use() -> None:
    tables().arranger(Rules())
    again = pickle.loads(pickle.dumps(tables()))
    assert again.to_bytes() == tables().to_bytes()
    assert again.units == tables().units


@pytest.mark.parametrize("change", [{"done": 0}, {"done": True}, {"done": 1.5}, {"done": None}])
def test_a_checkpoint_of_another_make_is_refused(tmp_path: Path, change: dict[str, object]) -> None:
    checkpoint = tmp_path / "training.checkpoint"
    small_training(iterations=1, checkpoint=checkpoint)
    header, payload = unpack_record(checkpoint.read_bytes(), "checkpoint")
    checkpoint.write_bytes(pack_record({**header, **change}, payload))
    with pytest.raises(DataError, match="no checkpoint that this version can read"):
        small_training(checkpoint=checkpoint)
    checkpoint.write_bytes(pack_record(header, b"{}"))
    with pytest.raises(DataError, match="no checkpoint that this version can read"):
        small_training(checkpoint=checkpoint)
