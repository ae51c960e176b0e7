"""Tasks over workers, and the progress bar."""

from __future__ import annotations

import io
import os
import sys

import pytest

from pysolver import RuleError
from pysolver.parallel import chunks, progress, run_tasks

CALLS: list[int] = []


def power(base: int, exponent: int) -> tuple[int, int]:
    """A task: its result, and who did it."""
    return base**exponent, os.getpid()


def noted(number: int) -> int:
    """A task that leaves a note that it ran."""
    CALLS.append(number)
    return number


def failing(number: int) -> int:
    """A task that fails for one of the numbers."""
    if number == 3:
        message = "three"
        raise ArithmeticError(message)
    return number


@pytest.mark.parametrize("jobs", [1, 2, -1])
def test_results_come_in_order(jobs: int) -> None:
    """Whatever the number of workers."""
    tasks = [(base, base % 4) for base in range(25)]
    results = list(run_tasks(power, tasks, jobs=jobs))
    assert [result for result, _ in results] == [base**exponent for base, exponent in tasks]
    here = {worker for _, worker in results} == {os.getpid()}
    assert here is (jobs == 1) or (jobs == -1 and os.cpu_count() == 1)


def test_one_job_runs_as_results_are_asked_for() -> None:
    """In this process, nothing ahead of time."""
    CALLS.clear()
    results = run_tasks(noted, [(1,), (2,), (3,)])
    assert CALLS == []
    assert next(results) == 1
    assert CALLS == [1]
    assert list(results) == [2, 3]


@pytest.mark.parametrize("jobs", [1, 2])
def test_no_tasks_no_results(jobs: int) -> None:
    """An empty list."""
    assert list(run_tasks(noted, [], jobs=jobs)) == []


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_of_a_task_comes_out(jobs: int) -> None:
    """As itself."""
    with pytest.raises(ArithmeticError, match="three"):
        list(run_tasks(failing, [(n,) for n in range(6)], jobs=jobs))


@pytest.mark.parametrize("jobs", [0, -2, 1.5, "two", None], ids=repr)
def test_numbers_of_jobs_that_are_none(jobs: int) -> None:
    """Refused at once, with what would be right."""
    with pytest.raises(RuleError) as caught:
        run_tasks(noted, [(1,)], jobs=jobs)
    assert "from 1 up, or -1 for all processors" in str(caught.value)
    assert str(caught.value).endswith(f"not {jobs!r}")


@pytest.mark.parametrize(
    ("first", "count", "size", "pieces"),
    [
        (0, 10, 4, [(0, 4), (4, 4), (8, 2)]),
        (5, 8, 4, [(5, 4), (9, 4)]),
        (5, 3, 10, [(5, 3)]),
        (7, 0, 3, []),
        (0, 3, 1, [(0, 1), (1, 1), (2, 1)]),
    ],
)
def test_chunks(first: int, count: int, size: int, pieces: list[tuple[int, int]]) -> None:
    """Pieces that cover the range once, the last one shorter."""
    assert list(chunks(first, count, size)) == pieces


class Screen(io.StringIO):
    """A stream that says whether it is a terminal."""

    def __init__(self, *, terminal: bool) -> None:
        super().__init__()
        self.terminal = terminal

    def isatty(self) -> bool:
        """What it was told to say."""
        return self.terminal


def put_up(monkeypatch: pytest.MonkeyPatch, *, terminal: bool) -> tuple[Screen, Screen]:
    """New standard output and standard error."""
    out, err = Screen(terminal=True), Screen(terminal=terminal)
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", err)
    monkeypatch.setenv("TERM", "xterm")
    return out, err


def test_progress_is_shown_on_the_error_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    """With its label, and never on standard output."""
    out, err = put_up(monkeypatch, terminal=True)
    with progress("dealing", 10) as advance:
        advance(4)
        advance(6)
    assert "dealing" in err.getvalue()
    assert "100%" in err.getvalue()
    assert out.getvalue() == ""


def test_no_progress_where_there_is_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing at all is written."""
    out, err = put_up(monkeypatch, terminal=False)
    with progress("dealing", 10) as advance:
        advance(10)
    assert out.getvalue() == err.getvalue() == ""
