"""Work on a cluster, and workers that are killed in the middle of it."""

from __future__ import annotations

import os
import signal
import sys
import time
from typing import TYPE_CHECKING

import pytest

from pysolver import RuleError, SolverError
from pysolver.binh import exploitability, tables, train
from pysolver.parallel import engine, run_tasks
from tests.cli.running import invoke, is_one_complaint

if TYPE_CHECKING:
    from pathlib import Path

SMALL = {"hands": 18, "samples": 3072, "seed": 4}

pytestmark = pytest.mark.filterwarnings("ignore::Warning")  # of the engines themselves


def square(number: int) -> int:
    return number * number


def deadly_once(number: int, folder: Path) -> int:
    """Notes that it was begun, and takes its time; the first who comes to 3 is killed."""
    (folder / f"{number}.{os.getpid()}.{time.monotonic_ns()}").touch()
    flag = folder / "killed"
    if number == 3 and not flag.exists():
        flag.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(0.1)  # joblib hands out tasks that are done at once by the dozen
    return number


def deadly(number: int) -> int:
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def begun(folder: Path) -> list[int]:
    """The tasks that were begun, once for each time."""
    return sorted(int(p.name.split(".")[0]) for p in folder.iterdir() if p.name != "killed")


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL")
def test_a_killed_worker_costs_only_what_was_at_work(tmp_path: Path) -> None:
    tasks = [(number, tmp_path) for number in range(30)]
    assert list(run_tasks(deadly_once, tasks, jobs=2)) == list(range(30))
    again = len(begun(tmp_path)) - 30
    assert 1 <= again <= 12  # joblib hands out four tasks for two workers ahead of time


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL")
def test_a_task_that_kills_every_worker_is_given_up() -> None:
    with pytest.raises(SolverError, match="workers were killed 3 times in a row"):
        list(run_tasks(deadly, [(number,) for number in range(6)], jobs=2))


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL")
def test_a_cluster_of_two_dask_workers(tmp_path: Path) -> None:
    """The answers of one process; a worker that is killed in the middle costs its task alone."""
    from distributed import Client, LocalCluster

    expected = exploitability(tables(), **SMALL)  # type: ignore[arg-type]
    trained = train(hands=270_000, iterations=2, seed=1).to_bytes()
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        address = f"dask:{cluster.scheduler_address}"
        with engine(address):
            assert exploitability(tables(), **SMALL, jobs=2) == expected  # type: ignore[arg-type]
            assert train(hands=270_000, iterations=2, seed=1, jobs=2).to_bytes() == trained
            found = list(run_tasks(deadly_once, [(n, tmp_path) for n in range(30)], jobs=2))
        assert found == list(range(30))
        again = len(begun(tmp_path)) - 30
        assert 1 <= again <= 4
        args = ("--hands", "18", "--samples", "3072", "--seed", "4", "--jobs", "2")
        result = invoke("train", "binh-exploit", *args, "--engine", address)
        assert result.stdout == f"a responder who sees his cards gains {expected} points a hand\n"
        assert len(client.scheduler_info()["workers"]) == 2


def test_no_engine_is_this_machine() -> None:
    with engine(None):
        assert list(run_tasks(square, [(n,) for n in range(5)], jobs=2)) == [0, 1, 4, 9, 16]


def test_engines_that_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(RuleError, match="an engine is dask or ray"), engine("spark"):
        pass
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(RuleError, match=r"pip install 'pysolver-cards\[ray\]'"), engine("ray"):
        pass
    result = invoke("train", "binh-exploit", "--engine", "spark")
    assert result.exit_code == 1
    assert is_one_complaint(result.stderr)
