"""How nbval compares our notebooks: `pytest -p tests.notebook_plugin --nbval notebooks`.

Strict, with two differences. A picture that the build hung in place of a sleeping board is not asked of the run; all
other pictures that are text are. And kernels run in a folder of their own, so that saved games of somebody who played
here change nothing, and nothing is left behind. Their chance is that of the stored outputs.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import nbval.kernel  # type: ignore[import-untyped]
import nbval.plugin  # type: ignore[import-untyped]
import pytest

from mali_powstancy.classroom.chance import STORED, VARIABLE
from tools.build_lessons import take_pictures_down

TRACEBACK = "Traceback (most recent call last)"
MEANT = "If the new output is meant: `make notebooks ALL=1`, look at the difference, commit."


class LessonKernel(nbval.kernel.RunningKernel):  # type: ignore[misc]  # nbval has no types
    """A kernel in an empty folder that has the name of the language."""

    def __init__(self, kernel_name: str, cwd: str, **options: Any) -> None:
        self.scratch = TemporaryDirectory()
        place = Path(self.scratch.name) / Path(cwd).name
        place.mkdir()
        super().__init__(kernel_name, cwd=str(place), **options)

    def stop(self) -> None:
        """End the kernel and remove its folder."""
        super().stop()
        self.scratch.cleanup()


def pytest_configure() -> None:
    """Let nbval start our kernels, which take the environment of this process."""
    os.environ[VARIABLE] = STORED
    nbval.plugin.RunningKernel = LessonKernel


def pytest_itemcollected(item: pytest.Item) -> None:
    """Take down the pictures that no run gives."""
    if isinstance(item, nbval.plugin.IPyNbCell):
        take_pictures_down(item.cell)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Whatever nbval thinks of it: no output of a fresh run is an error."""
    yield
    for output in getattr(item, "test_outputs", None) or []:
        text = output.get("text", "") + str(output.get("data", {}).get("text/plain", ""))
        if output.output_type == "error" or TRACEBACK in text:
            pytest.fail(f"{item.nodeid} shows an error:\n{text}")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what helps."""
    if terminalreporter.stats.get("failed"):
        terminalreporter.write_line(MEANT)
