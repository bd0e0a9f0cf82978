"""Executors: where games are played. Any `concurrent.futures.Executor` serves; here is the one that needs no other."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from typing import ParamSpec, TypeVar

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


class Serial(Executor):
    """Does everything at once, here, one thing after the other."""

    def submit(self, do: Callable[Given, Answer], /, *args: Given.args, **kwargs: Given.kwargs) -> Future[Answer]:
        """Do it; an interruption is not kept in the result, but ends everything."""
        future: Future[Answer] = Future()
        try:
            future.set_result(do(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


def cores() -> int:
    """How many processes can run at the same time here."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def processes(workers: int | None = None) -> Iterator[Executor | None]:
    """So many processes of this computer, or one for each core; None where no process can be started."""
    try:
        from mali_powstancy.lab.processes import Processes  # late: it cannot be imported in the browser

        pool = Processes(workers)
        pool.submit(int)  # the first process starts now, or it is known that none can
    except (ImportError, NotImplementedError, OSError):
        yield None
        return
    try:
        yield pool
    finally:
        pool.stop()  # nobody waits for games that were begun before an interruption
