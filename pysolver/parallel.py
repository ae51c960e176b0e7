"""Work cut into tasks and run over joblib, with a progress bar on terminals.

Results come in the order of the tasks, so a caller that adds them up in that order gets the same
sums for any number of workers. The backend is joblib's: ``engine`` (or ``joblib.parallel_config``)
chooses a Dask or a Ray cluster. A worker that is killed costs the tasks it was at: they are done
again.
"""

from __future__ import annotations

import sys
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any, Final, TypeVar

from pysolver.checks import shown
from pysolver.errors import RuleError, SolverError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

Result = TypeVar("Result")
Task = TypeVar("Task")

#: A task that takes its worker down as often as this in a row is given up.
_MOST_LOSSES: Final = 3
_TASKS_A_WORKER: Final = 4


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
    return _over_workers(function, tasks, jobs)


def _over_workers(
    function: Callable[..., Result], tasks: Sequence[tuple[Any, ...]], jobs: int
) -> Iterator[Result]:
    """The results of tasks done by joblib's workers, whatever becomes of single workers."""
    from concurrent.futures.process import BrokenProcessPool

    from joblib import Parallel, delayed
    from joblib.parallel import get_active_backend

    # Ray's backend gives a call's results only when all are there: make many short calls.
    backend, _ = get_active_backend()
    flows = backend.supports_return_generator
    size = len(tasks) if flows else _TASKS_A_WORKER * backend.effective_n_jobs(jobs)
    done = losses = 0
    while done < len(tasks):
        before = done
        parallel = Parallel(n_jobs=jobs, return_as="generator" if flows else "list")
        try:
            for result in parallel(delayed(function)(*task) for task in tasks[done : done + size]):
                yield result
                done += 1
        except BrokenProcessPool as error:  # loky's TerminatedWorkerError is one
            losses = 0 if done > before else losses + 1
            if losses == _MOST_LOSSES:
                message = f"workers were killed {losses} times in a row at the same task: {error}"
                raise SolverError(message) from error


@contextmanager
def engine(name: str | None) -> Iterator[None]:
    """Where the tasks of ``run_tasks`` are done: None for processes on this machine.

    Args:
        name: ``"dask"`` or ``"ray"`` for a cluster of this machine's processors, or with the
            address of a running one behind a colon: ``"dask:tcp://host:8786"``,
            ``"ray:host:6379"``.

    Raises:
        RuleError: there is no such engine, or it is not installed.
    """
    if name is None:
        yield
        return
    kind, _, address = name.partition(":")
    starts = {"dask": _dask, "ray": _ray}
    if kind not in starts:
        message = f"an engine is dask or ray, with or without an address behind :, not {name!r}"
        raise RuleError(message)
    from joblib import parallel_config

    with ExitStack() as stack:
        try:
            stack.enter_context(starts[kind](address))
        except ImportError as error:
            message = f"{kind} is not installed: pip install 'pysolver-cards[{kind}]' ({error})"
            raise RuleError(message) from None
        stack.enter_context(parallel_config(backend=kind))
        yield


@contextmanager
def _dask(address: str) -> Iterator[None]:
    from distributed import Client, LocalCluster

    if address:
        with Client(address):
            yield
        return
    with LocalCluster(threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster):
        yield


@contextmanager
def _ray(address: str) -> Iterator[None]:
    import ray
    from ray.util.joblib import register_ray

    ray.init(address=address or None, log_to_driver=False)
    register_ray()
    try:
        yield
    finally:
        ray.shutdown()


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
