"""The alarm: who thinks too long is interrupted, where the system can do that."""

from __future__ import annotations

import math
import signal
import sys
import threading
from contextlib import suppress
from time import perf_counter
from types import FrameType, TracebackType

NEVER = math.inf
"""When somebody began to think who does not."""
_AGAIN = 0.05
"""Seconds after which somebody who does not care for the alarm hears it once more."""
_LONGEST = 3600.0
"""Seconds after which the clock is set anew: no clock can be set for ever."""
_RINGS = hasattr(signal, "setitimer") and sys.platform not in ("emscripten", "wasi")
"""Windows and the browser have no clock that interrupts."""


class TooLong(BaseException):
    """Raised inside of what takes too long; being no `Exception`, it is not caught there by accident."""


class Alarm:
    """Within it `TooLong` is raised in whatever takes more than so many seconds after `since`; None is no limit.

    That is so in the main thread of a process, because others cannot be interrupted. The clock is set once for many
    thoughts, so that each costs nothing. One alarm may go off within another one; the outer one then goes on.
    """

    def __init__(self, seconds: float | None) -> None:
        if seconds is not None and not seconds > 0:
            raise ValueError(f"slowest: seconds above 0 are needed, or None for no limit, not {seconds}")
        self.seconds = seconds
        self.since = NEVER
        self._is_set = False

    def __enter__(self) -> Alarm:
        if self.seconds is not None and _RINGS and threading.current_thread() is threading.main_thread():
            with suppress(ValueError):  # a main thread that is not the one of the program
                self._before = signal.signal(signal.SIGALRM, self._ring)
                self._is_set = True
                self._set_at = perf_counter()
                self._left = signal.setitimer(signal.ITIMER_REAL, min(self.seconds, _LONGEST))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.since = NEVER
        if self._is_set:
            self._is_set = False
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, signal.SIG_DFL if self._before is None else self._before)
            left, interval = self._left
            # An outer alarm may have gone off in the very moment in which this one was set, and nobody heard it.
            if left or isinstance(getattr(self._before, "__self__", None), Alarm):
                signal.setitimer(signal.ITIMER_REAL, max(left - (perf_counter() - self._set_at), 0.001), interval)

    def _ring(self, number: int, frame: FrameType | None) -> None:
        assert self.seconds is not None, "without a limit it is never set"
        left = self.since + self.seconds - perf_counter()
        signal.setitimer(signal.ITIMER_REAL, min(max(left, _AGAIN), self.seconds, _LONGEST))
        if left <= 0:
            raise TooLong
