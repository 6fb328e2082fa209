"""Runs jobs on all cores in processes of their own, and goes on when one of them dies.

The pools of the standard library give up as a whole when a worker is killed, and cannot say over which job.
Here every worker has a pipe of its own, so the job in its hands is known: it is tried once more, in a fresh
worker, and then given up alone.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Generic, TypeVar

Job = TypeVar("Job")
Result = TypeVar("Result")

CLEAN = multiprocessing.get_context("spawn")
"""A forked copy of a program that has begun to read photos has the locks of its threads, and may wait for ever."""

MOST_TRIES = 2
"""A worker may die for reasons of its own; a job that kills two is to blame."""

MOST_SECONDS = 120.0
"""A job that takes longer hangs."""

AHEAD = 16
"""Results wait for their turn; so many jobs a worker may run ahead of the first unfinished one."""

ORPHAN_SECONDS = 5.0
"""How often an idle worker looks whether its parent still lives."""


def _ready() -> None:
    """What a worker does before its first job, when there is nothing to do."""


@dataclass(slots=True)
class _Worker:
    """A process, its pipe, the job in its hands and when it got it."""

    process: BaseProcess
    pipe: Connection
    job: int | None = None
    since: float = 0.0


@dataclass(slots=True)
class _Crew(Generic[Job, Result]):
    run: Callable[[Job], Result]
    start: Callable[[], None]
    workers: list[_Worker] = field(default_factory=list)

    def hire(self) -> _Worker:
        """A new worker."""
        mine, theirs = CLEAN.Pipe()
        process = CLEAN.Process(target=_work, args=(theirs, self.run, self.start), daemon=True)
        process.start()
        theirs.close()
        worker = _Worker(process, mine)
        self.workers.append(worker)
        return worker

    def dismiss(self, worker: _Worker) -> None:
        """Ends a worker, whatever it is doing."""
        self.workers.remove(worker)
        worker.process.kill()
        worker.process.join()
        worker.pipe.close()


def run_jobs(
    jobs: Sequence[Job],
    run: Callable[[Job], Result],
    *,
    workers: int,
    give_up: Callable[[Job], Result],
    start: Callable[[], None] = _ready,
) -> Iterator[Result]:
    """The result of every job, in the order of the jobs, as soon as it is its turn.

    `start` is called once in every worker; `give_up` makes the result of a job that killed its workers or hung.
    An exception in `run` is raised here.
    """
    crew: _Crew[Job, Result] = _Crew(run, start)
    done: dict[int, Result] = {}
    tries = dict.fromkeys(range(len(jobs)), 0)
    waiting = list(range(len(jobs)))[::-1]
    turn = 0
    try:
        while turn < len(jobs):
            while len(crew.workers) < min(workers, len(jobs) - turn - len(done)):
                crew.hire()
            for worker in [one for one in crew.workers if one.job is None]:
                if waiting and waiting[-1] < turn + AHEAD * workers:
                    worker.job, worker.since = waiting.pop(), time.monotonic()
                    tries[worker.job] += 1
                    with suppress(OSError):  # it died idle; its end is noticed below
                        worker.pipe.send(jobs[worker.job])
            for worker, result in _finished(crew):
                assert worker.job is not None or result is None
                if result is not None:
                    done[worker.job or 0] = result.value()
                    worker.job = None
                    continue
                crew.dismiss(worker)
                if worker.job is not None and tries[worker.job] < MOST_TRIES:
                    waiting.append(worker.job)
                elif worker.job is not None:
                    done[worker.job] = give_up(jobs[worker.job])
            while turn in done:
                yield done.pop(turn)
                turn += 1
    finally:
        for worker in list(crew.workers):
            crew.dismiss(worker)


@dataclass(frozen=True, slots=True)
class _Done(Generic[Result]):
    """What a worker sends back: a result, or the exception instead."""

    result: Result | None
    error: BaseException | None

    def value(self) -> Result:
        """The result. Raises what the job raised."""
        if self.error is not None:
            raise self.error
        return self.result  # type: ignore[return-value]


def _finished(crew: _Crew[Job, Result]) -> Iterator[tuple[_Worker, _Done[Result] | None]]:
    """Workers with a result, or with none because they died or hang; waits for the first."""
    by_pipe = {worker.pipe: worker for worker in crew.workers}
    for pipe in wait(list(by_pipe), timeout=1.0):
        assert isinstance(pipe, Connection)
        try:
            yield by_pipe[pipe], pipe.recv()
        except (EOFError, OSError):
            yield by_pipe[pipe], None
    for worker in list(crew.workers):
        if worker.job is not None and time.monotonic() - worker.since > MOST_SECONDS:
            yield worker, None


def _work(pipe: Connection, run: Callable[[Job], Result], start: Callable[[], None]) -> None:
    """A worker's life: a job in, a result out, until nobody wants more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what a Ctrl+C means
    parent = os.getppid()
    start()
    while os.getppid() == parent:
        if not pipe.poll(ORPHAN_SECONDS):
            continue
        try:
            job = pipe.recv()
            try:
                done = _Done(run(job), None)
            except Exception as error:
                done = _Done(None, error)
            pipe.send(done)
        except (EOFError, OSError):
            return
