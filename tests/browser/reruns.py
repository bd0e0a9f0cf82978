"""Which failures are tried again: a lost browser or server, and a wait that ran out.

Such a wait is also a failed `expect(...)` of Playwright, which looks again and again until its time is over. What a
plain `assert` compares and what the watch of a page has seen is never tried again.
"""

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
