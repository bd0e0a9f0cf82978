"""Sending: games go to workers in small chunks, rows come back, and what a lost worker did not finish is made good."""

from __future__ import annotations

import math
import pickle
import sys
from collections import deque
from collections.abc import Collection, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import ExitStack, suppress
from time import perf_counter

from mali_powstancy.lab.executors import Serial, cores, processes
from mali_powstancy.lab.playing import Chunk, LabGame, LabJob, play_chunk
from mali_powstancy.lab.progress import Bar
from mali_powstancy.lab.storing import GamesFile
from mali_powstancy.tabletop.playing import BotFault
from mali_powstancy.tabletop.tally import Row

CHUNK_SECONDS = 0.5
"""How long a process plays before it hands in its rows."""
ALONE_SECONDS = 0.5
"""So long games are played here, to see whether other processes are worth their start."""
WORTH_SECONDS = 2.0
"""They are, if the other games would take longer than that."""
LOOK_AGAIN = 0.5
"""Seconds between two looks at chunks that do not come back: somebody may have cancelled them."""
LARGEST_CHUNK = 1000
MANY_WORKERS = 16
"""So many are taken for granted if an executor does not say how many workers it has."""
NOT_HERE = ("emscripten", "wasi")
"""Systems, as `sys.platform` names them, that have no processes: the browser."""

NO_PROCESSES = "lab.note.no-processes"
NOT_IMPORTABLE = "lab.note.not-importable"
BROKEN = "lab.note.broken"


class Run:
    """Some games that have to be played, and what has come of them."""

    def __init__(
        self, jobs: Sequence[LabJob], items: Iterable[LabGame], shown: Bar, stores: Sequence[GamesFile | None]
    ) -> None:
        self.jobs = jobs
        self.left = deque(items)
        """Games that nobody has begun, or whose chunk came to nothing."""
        self.shown, self.stores = shown, stores
        self.rows: dict[LabGame, Row] = {}
        self.seconds = 0.0
        """How long the games took that are done."""
        self.note = ""

    def play_all(self, executor: Executor | None) -> Iterator[str]:
        """Play everything; tell, by keys, what a person should know about it."""
        if not self.left:
            return
        with ExitStack() as stack:
            if executor is None:
                executor, self.note = self._choose(stack)
                if self.note:
                    yield self.note
            self._play(executor)
        if self.left:
            # From an executor of somebody else nothing at all comes back if a bot cannot travel.
            self.note = BROKEN if self.rows or _can_travel(self.jobs) else NOT_IMPORTABLE
            yield self.note
            self._play(Serial())

    def _choose(self, stack: ExitStack) -> tuple[Executor, str]:
        """Where to play what is left, after a look at how long it takes, and the note about it."""
        if sys.platform in NOT_HERE:
            return Serial(), NO_PROCESSES
        self._play(Serial(), ALONE_SECONDS)
        if cores() == 1 or self.seconds * len(self.left) < WORTH_SECONDS * len(self.rows):
            return Serial(), ""
        if not _can_travel(self.jobs):
            return Serial(), NOT_IMPORTABLE
        pool = stack.enter_context(processes())
        return (Serial(), NO_PROCESSES) if pool is None else (pool, "")

    def _play(self, executor: Executor, seconds: float = math.inf) -> None:
        """Play what is left on an executor, or so much of it as fits into the time; what gets lost is left again."""
        is_serial = isinstance(executor, Serial)
        most = 2 * getattr(executor, "_max_workers", MANY_WORKERS)
        end = perf_counter() + seconds
        size = 1
        lost: list[LabGame] = []
        waiting: dict[Future[Chunk], list[LabGame]] = {}
        try:
            while True:
                has_room = bool(self.left) and len(waiting) < most and perf_counter() < end
                if has_room and not self._send(executor, size, waiting):
                    end, has_room = -math.inf, False  # it is broken, and what it still holds will come to nothing
                if not waiting:
                    break
                for future in _come_back(waiting, 0 if has_room else LOOK_AGAIN):
                    items = waiting.pop(future)
                    if future.cancelled():
                        lost += items
                    elif future.exception() is None:
                        size = self._harvest(items, future.result(), 1 if is_serial else 2 * size)
                    elif is_serial:
                        future.result()  # nobody could do it better
                    else:
                        lost += items
        except BaseException:
            for future, items in waiting.items():
                if not future.cancel() and future.done() and future.exception() is None:
                    with suppress(BotFault):  # the first fault is told, and the rows before this one are kept
                        self._harvest(items, future.result(), size)
            raise
        self.left.extend(lost)

    def _send(self, executor: Executor, size: int, waiting: dict[Future[Chunk], list[LabGame]]) -> bool:
        """Send the next games to an executor; False if it takes no more: it is broken, or somebody has shut it down."""
        items = [self.left.popleft() for _ in range(min(size, len(self.left)))]
        try:
            waiting[executor.submit(play_chunk, self.jobs, items)] = items
            return True
        except RuntimeError:
            self.left.extendleft(reversed(items))
            return False

    def _harvest(self, items: Sequence[LabGame], chunk: Chunk, most: int) -> int:
        """Keep the rows of a chunk; the answer is how many games the next one should have, at most so many."""
        for item, row in zip(items, chunk.rows, strict=False):  # a fault cuts them short
            self.rows[item] = row
            if (store := self.stores[item.table]) is not None:
                store.add(row)
        self.seconds += chunk.seconds
        self.shown.update(len(chunk.rows))
        if chunk.fault is not None:
            raise chunk.fault
        fitting = int(CHUNK_SECONDS * len(chunk.rows) / max(chunk.seconds, 1e-6))
        return max(1, min(fitting, most, LARGEST_CHUNK))


def _come_back(waiting: Collection[Future[Chunk]], seconds: float) -> set[Future[Chunk]]:
    """Chunks that are done, or that nobody will do; perhaps none before the time is over."""
    done = wait(waiting, timeout=seconds, return_when=FIRST_COMPLETED).done
    return done | {future for future in waiting if future.cancelled()}  # of which nobody tells those who wait


def _can_travel(jobs: Sequence[LabJob]) -> bool:
    """Everything in them can be found by another process; what a notebook or a script defines cannot."""
    try:
        return b"__main__" not in pickle.dumps(jobs)
    except Exception:  # anything may happen inside foreign objects
        return False
