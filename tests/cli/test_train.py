"""Training and its check from the command line."""

from __future__ import annotations

import hashlib
import signal
import subprocess
import sys
import time
from inspect import signature
from typing import TYPE_CHECKING

import pytest

from pysolver.binh import Rules, Tables, best_response_gain, tables, train
from pysolver.cli.train import DEFAULT_HANDS, DEFAULT_ITERATIONS, DEFAULT_REPLICATES
from tests.cli.running import COMMAND, answer, environment, invoke, is_one_complaint

if TYPE_CHECKING:
    from pathlib import Path

SMALL = ("--hands", "4096", "--iterations", "3", "--seed", "5")


@pytest.mark.parametrize("wheel", ["second", "lowest"])
def test_training_saves_the_tables_of_the_python_interface(tmp_path: Path, wheel: str) -> None:
    file = tmp_path / "tables.record"
    found = answer("train", "binh", "--wheel", wheel, *SMALL, "--output", str(file), "--json")
    expected = train(Rules(wheel=wheel), hands=4096, iterations=3, seed=5)  # type: ignore[arg-type]
    assert file.read_bytes() == expected.to_bytes()
    assert found["sha256"] == hashlib.sha256(file.read_bytes()).hexdigest()
    assert (found["seed"], found["bytes"]) == (5, file.stat().st_size)
    assert found["rules"]["wheel"] == wheel
    assert Tables.load(file).provenance == {k: found[k] for k in expected.provenance}


def test_the_command_in_the_tables_makes_them_again(tmp_path: Path) -> None:
    first, second = tmp_path / "first.record", tmp_path / "second.record"
    assert invoke("train", "binh", *SMALL, "--output", str(first)).exit_code == 0
    command = Tables.load(first).provenance["command"].split()
    assert command[0] == "pysolver"
    result = invoke(*command[1:], "--output", str(second))
    assert result.exit_code == 0
    assert first.read_bytes() == second.read_bytes()
    assert hashlib.sha256(first.read_bytes()).hexdigest() in result.stdout
    assert "3 rounds of 4,096 hands, seed 5" in result.stdout


def test_the_shipped_tables_name_a_command_that_the_program_knows() -> None:
    for rules in (Rules(wheel="second"), Rules(wheel="lowest")):
        command = tables(rules).provenance["command"].split()
        result = invoke(*command[1:], "--output", "/nowhere/at/all/tables.record")
        assert result.exit_code == 2
        assert "there is no folder" in result.stderr


def test_the_default_arguments_are_those_of_the_python_interface() -> None:
    options = signature(train).parameters
    assert options["hands"].default == DEFAULT_HANDS
    assert options["iterations"].default == DEFAULT_ITERATIONS
    assert signature(best_response_gain).parameters["replicates"].default == DEFAULT_REPLICATES


def test_a_training_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    file, checkpoint = tmp_path / "tables.record", tmp_path / "training.checkpoint"
    args = ("train", "binh", "--hands", "4096", "--seed", "5", "--output", str(file))
    kept = (*args, "--checkpoint", str(checkpoint))
    assert invoke(*kept, "--iterations", "2").exit_code == 0
    assert checkpoint.exists()
    assert invoke(*kept, "--iterations", "3").exit_code == 0
    assert file.read_bytes() == train(hands=4096, iterations=3, seed=5).to_bytes()
    result = invoke(*kept, "--iterations", "1")
    assert result.exit_code == 1
    assert is_one_complaint(result.stderr)
    assert "more than the 1 asked for" in result.stderr
    result = invoke(*kept, "--iterations", "3", "--seed", "6")
    assert result.exit_code == 1
    assert "another training" in result.stderr


@pytest.mark.parametrize(
    ("args", "part"),
    [
        (("--hands", "0"), "0 is not in the range"),
        (("--iterations", "0"), "0 is not in the range"),
        (("--seed", "-1"), "-1 is not in the range"),
        (("--jobs", "0"), "0 is not a number of processes"),
        (("--jobs", "-2"), "-2 is not a number of processes"),
        (("--checkpoint", "/nowhere/at/all/x"), "there is no folder '/nowhere/at/all'"),
        (("--checkpoint", "tables.record"), "give two files"),
    ],
)
def test_wrong_arguments_end_before_any_work(
    args: tuple[str, ...], part: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    result = invoke("train", "binh", "--output", "tables.record", *args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert is_one_complaint(result.stderr)
    assert part in result.stderr


def test_the_check_gives_the_gain_of_the_python_interface(tmp_path: Path) -> None:
    arguments = ("--hands", "4096", "--replicates", "2", "--seed", "3")
    shipped = answer("train", "binh-check", *arguments, "--wheel", "lowest", "--json")
    lowest = tables(Rules(wheel="lowest"))
    expected = best_response_gain(lowest, hands=4096, replicates=2, seed=3)
    assert shipped == {**shipped, **expected.to_dict()}
    assert (shipped["tables"], shipped["seed"]) == ("shipped", 3)
    assert shipped["rules"] == lowest.rules.to_dict()

    file = tmp_path / "tables.record"
    small = train(hands=4096, iterations=2, seed=1)
    small.save(file)
    result = invoke("train", "binh-check", str(file), *arguments)
    gain = best_response_gain(small, hands=4096, replicates=2, seed=3)
    assert f"a best response gains {gain} points a hand" in result.stdout
    assert gain.lower.value < gain.upper.value
    assert (shipped["lower"], shipped["upper"]) == (
        expected.lower.to_dict(),
        expected.upper.to_dict(),
    )
    second = invoke("train", "binh-check", *arguments)
    assert str(best_response_gain(tables(), hands=4096, replicates=2, seed=3)) in second.stdout


def test_the_check_refuses_what_is_no_table(tmp_path: Path) -> None:
    file = tmp_path / "tables.record"
    file.write_text("no record\n")
    result = invoke("train", "binh-check", str(file))
    assert (result.exit_code, result.stdout) == (1, "")
    assert is_one_complaint(result.stderr)
    assert invoke("train", "binh-check", str(tmp_path / "none")).exit_code == 2
    result = invoke("train", "binh-check", str(file), "--wheel", "lowest")
    assert result.exit_code == 2
    assert "leave it out" in result.stderr


def interrupt(*args: str, checkpoint: Path | None) -> tuple[int, str, str]:
    """Ctrl-C in a training: exit code, standard output and standard error."""
    with subprocess.Popen(
        [*COMMAND, "train", "binh", "--hands", "40960", "--iterations", "100000", *args],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as process:
        if checkpoint is None:
            time.sleep(2)
        else:
            while not checkpoint.exists():
                assert process.poll() is None
                time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        return process.returncode, out.decode(), err.decode()


if sys.platform != "win32":

    @pytest.mark.parametrize("jobs", ["1", "2"])
    def test_ctrl_c_leaves_the_checkpoint_and_says_how_to_go_on(tmp_path: Path, jobs: str) -> None:
        file, checkpoint = tmp_path / "tables.record", tmp_path / "training.checkpoint"
        args = ("--output", str(file), "--checkpoint", str(checkpoint), "--jobs", jobs)
        code, out, err = interrupt(*args, checkpoint=checkpoint)
        assert (code, out) == (130, "")
        assert is_one_complaint(err)
        assert f"{str(checkpoint)!r} holds the rounds done: the same command goes on" in err
        assert sorted(tmp_path.iterdir()) == [checkpoint]
        result = invoke("train", "binh", "--hands", "40960", "--iterations", "1", *args)
        assert result.exit_code == (0 if file.exists() else 1)
        assert "Traceback" not in result.stderr

    def test_ctrl_c_without_a_checkpoint_says_that_nothing_is_kept(tmp_path: Path) -> None:
        file = tmp_path / "tables.record"
        code, out, err = interrupt("--output", str(file), checkpoint=None)
        assert (code, out) == (130, "")
        assert is_one_complaint(err)
        assert "--checkpoint FILE" in err
        assert list(tmp_path.iterdir()) == []
