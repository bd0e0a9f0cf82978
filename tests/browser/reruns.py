"""Which failures are tried again: a lost browser or server and a wait that ran out, never what a test compares."""

from __future__ import annotations

import pytest
from playwright.sync_api import TimeoutError

LOST = [
    TimeoutError,
    ConnectionError,
    r"^(Target\w*)?Error: .*(net::ERR_|[Cc]onnection closed|has been closed|crashed)",
    r"^AssertionError: (Locator|Page) expected .*(\n.*)*Call log:",  # `expect` waited as long as it may
]
AGAIN = pytest.mark.flaky(reruns=2, only_rerun=LOST, rerun_except=[pytest.fail.Exception])
