"""Progress: a bar with games, speed and time left, where somebody is looking on; nothing of it stays behind."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from mali_powstancy.tabletop.texts import Catalogue


class Bar(Protocol):
    """What is told how many games are done."""

    def update(self, n: float | None = 1) -> object:
        """So many more are done."""


class _NoBar:
    def update(self, n: float | None = 1) -> None:
        """Nobody looks on."""


@contextmanager
def bar(texts: Catalogue, games: int, done: int, wanted: bool | None = None) -> Iterator[Bar]:
    """A bar for so many games, some of them done already; without tqdm, or where nobody looks on, there is none.

    `wanted` decides; None: in a terminal, and in a notebook that a person runs.
    """
    kernel = _kernel()
    if wanted is None:
        wanted = sys.stderr.isatty() if kernel is None else _somebody_can_answer(kernel)
    tqdm = _tqdm(kernel) if wanted else None
    if tqdm is None:
        yield _NoBar()
        return
    settings = {"total": games, "initial": done, "unit": " " + texts.say("lab.bar.games"), "miniters": 1}
    if kernel is None or not _is_widget(tqdm):
        with tqdm(**settings, file=sys.stderr, leave=False) as shown:
            yield shown
        return
    from IPython.display import display

    with tqdm(**settings, display=False) as shown:
        handle = display(shown.container, display_id=True)
        try:
            yield shown
        finally:
            handle.update({"text/plain": ""}, raw=True)  # a saved notebook keeps no bar


def _is_widget(tqdm: type) -> bool:
    """It is made for notebooks; in some other consoles with a kernel tqdm takes the bar of a terminal."""
    from tqdm.notebook import tqdm_notebook

    return issubclass(tqdm, tqdm_notebook)


def _tqdm(kernel: Any | None) -> Any | None:
    """The kind of bar for this place; None if what it needs is not installed, for the package works without it."""
    try:
        if kernel is not None:
            import ipywidgets  # noqa: F401  # what a bar in a notebook is made of
        from tqdm.auto import tqdm
    except ImportError:
        return None

    class Calm(tqdm):  # type: ignore[misc]  # tqdm has no types
        """A bar that starts no thread: every row is shown anyway, and the browser has no threads."""

        monitor_interval = 0

    return Calm


def _kernel() -> Any | None:
    """The kernel of the notebook in which this runs."""
    if "IPython" not in sys.modules:
        return None
    shell = sys.modules["IPython"].get_ipython()
    return getattr(shell, "kernel", None)


def _somebody_can_answer(kernel: Any) -> bool:
    """A person runs the notebook. Tools that run notebooks tell the kernel that nobody can be asked."""
    return bool(getattr(kernel, "_allow_stdin", sys.platform == "emscripten"))
