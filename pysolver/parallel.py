"""Work cut into tasks and run over joblib, with a progress bar on terminals.

Results come in the order of the tasks, so a caller that adds them up in that order gets the same
sums for any number of workers. The backend is joblib's: ``joblib.parallel_config`` chooses another.
"""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from pysolver.checks import shown
from pysolver.errors import RuleError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

Result = TypeVar("Result")
Task = TypeVar("Task")


def run_tasks(
    function: Callable[..., Result], tasks: Sequence[tuple[Any, ...]], *, jobs: int = 1
) -> Iterator[Result]:
    """``function(*task)`` for every task, in order, over ``jobs`` processes.

    ``jobs`` is a number of processes, or -1 for one a processor. One job runs in this process.

    Raises:
        RuleError: ``jobs`` is zero or below -1.
    """
    if isinstance(jobs, bool) or not isinstance(jobs, int) or not (jobs == -1 or 1 <= jobs <= 1024):
        message = (
            "jobs is a number of processes from 1 to 1024, or -1 for one a processor, not "
            f"{shown(jobs)}"
        )
        raise RuleError(message)
    if jobs == 1:
        return (function(*task) for task in tasks)
    from joblib import Parallel, delayed

    parallel = Parallel(n_jobs=jobs, return_as="generator")
    results: Iterator[Result] = parallel(delayed(function)(*task) for task in tasks)
    return results


def run_threads(
    function: Callable[[Task], Result], tasks: Sequence[Task], threads: int
) -> list[Result]:
    """``function(task)`` for every task, in order, over threads; for calls that leave the lock.

    An interruption drops the tasks not begun.
    """
    if threads == 1 or len(tasks) <= 1:
        return [function(task) for task in tasks]
    from concurrent.futures import ThreadPoolExecutor

    pool = ThreadPoolExecutor(min(threads, len(tasks)))
    try:
        return list(pool.map(function, tasks))
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def progress(label: str, total: int | None) -> Iterator[Callable[[int], None]]:
    """A progress bar on standard error; the function it gives advances it by a count.

    ``total`` is None where it is not known. Nothing is shown unless standard error is a terminal.
    """
    if not sys.stderr.isatty():
        yield lambda _count: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=total)
        yield lambda count: bar.advance(task, count)


def chunks(first: int, count: int, size: int) -> Iterable[tuple[int, int]]:
    """The range cut into (first, count) pieces of ``size``, the last one shorter."""
    return (
        (start, min(size, first + count - start)) for start in range(first, first + count, size)
    )
