"""Processes: all cores of this computer. Not to be imported where there are no processes, as in the browser."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from types import ModuleType
from typing import ParamSpec, TypeVar

from mali_powstancy.lab.executors import cores

Given = ParamSpec("Given")
Answer = TypeVar("Answer")
MOST = 61
"""Windows can wait for no more processes than that."""


class Processes(ProcessPoolExecutor):
    """As many processes as there are cores, or as are asked for.

    They start afresh on every system: a copy of a process with threads, such as that of a notebook, may hang.
    """

    def __init__(self, workers: int | None = None) -> None:
        workers = min(workers or cores(), MOST)
        super().__init__(workers, mp_context=get_context("spawn"), initializer=_leave_interruption_to_the_parent)

    def submit(self, do: Callable[Given, Answer], /, *args: Given.args, **kwargs: Given.kwargs) -> Future[Answer]:
        """Have it done by one of the processes; those that are missing are started now."""
        with _main_hidden():
            return super().submit(do, *args, **kwargs)

    def stop(self) -> None:
        """End the processes at once, whatever they are doing."""
        for process in list((self._processes or {}).values()):
            process.terminate()
        self.shutdown(wait=True, cancel_futures=True)


def _leave_interruption_to_the_parent() -> None:
    """Ctrl-C reaches all processes of a terminal; the one that was started by a person answers it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _main_hidden() -> Iterator[None]:
    """A process that starts would run the script that is running here once more; it needs nothing of it."""
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main
