"""Which failures are tried again: a lost browser or server, and never what a test asserts."""

from __future__ import annotations

import pytest
from playwright.sync_api import TimeoutError

LOST = [
    TimeoutError,
    ConnectionError,
    r"^(Target\w*)?Error: .*(net::ERR_|[Cc]onnection closed|has been closed|crashed)",
]
AGAIN = pytest.mark.flaky(reruns=2, only_rerun=LOST, rerun_except=[AssertionError, pytest.fail.Exception])
