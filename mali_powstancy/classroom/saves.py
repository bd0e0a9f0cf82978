"""Which board is this, and where is its game kept? Every place of every notebook keeps its own, for the next lesson."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path, PurePath
from typing import Any

from mali_powstancy.tabletop.page_storage import PageShelf, PageStorage
from mali_powstancy.tabletop.storage import SAVES, FileStorage, Shelf, Storage

_boards: Counter[tuple[str, int]] = Counter()
"""How many boards a run of a cell has made so far."""
_on_page: ContextVar[tuple[str, str] | None] = ContextVar("on_page", default=None)
"""The lesson and the cell that runs now for a page without a notebook."""


@contextmanager
def on_page(lesson: str, cell: str) -> Iterator[None]:
    """A cell of a lesson, such as `pl/00-start.ipynb`, is at work for a page, which keeps everything for it."""
    token = _on_page.set((lesson, cell))
    try:
        yield
    finally:
        _on_page.reset(token)


def storage() -> Storage:
    """Where games and answers are kept: in a folder beside the lesson; in the browser the page keeps them."""
    return _page_storage() if is_kept_by_page() else FileStorage(Path.cwd() / SAVES)


def shelf(name: str, suffix: str) -> Shelf:
    """Where texts of one kind are kept, such as own scenarios: files with this suffix, or what the page keeps so named.

    In the browser nothing is there before the page has woken: a desk looks at the shelf whenever it needs it.
    """
    return PageShelf(_page_storage(), name) if is_kept_by_page() else FileStorage(Path.cwd() / SAVES, suffix)


def is_kept_by_page() -> bool:
    """Games and answers are kept by the page."""
    return runs_in_browser() or _on_page.get() is not None


def runs_in_browser() -> bool:
    """The program itself runs in a browser, where files do not outlive the page."""
    return sys.platform == "emscripten"


@cache
def _page_storage() -> PageStorage:
    """One for all boards and desks of a notebook."""
    return PageStorage()


def page_begins() -> None:
    """Another page has come up: what the one before it kept is not here, unless the page brings it."""
    _page_storage.cache_clear()


def runs_again(cell: str) -> None:
    """Whoever runs a cell of a page again means the same boards, so they are counted anew."""
    _boards.pop((cell, 0), None)


def save_key(name: str | None = None) -> str:
    """The name under which a board's game is kept: the notebook, the cell, and the how manieth board it is there."""
    if name is not None:
        return f"{_notebook()} {name}"
    cell, run = _cell()
    _boards[cell, run] += 1
    return f"{_notebook()} {cell} {_boards[cell, run]}"


def notebook_path() -> PurePath:
    """The notebook's file, as Jupyter tells it to its kernels; in the browser, as the set-up cell or the page says."""
    lesson, _ = _on_page.get() or (os.environ.get("JPY_SESSION_NAME", ""), "")
    return PurePath(lesson)


def _notebook() -> str:
    """The file name of the notebook; nothing else of the path."""
    return notebook_path().stem or "game"


def _cell() -> tuple[str, int]:
    """The id of the cell that is running and the number of its run; outside a notebook there is only one cell."""
    if (running := _on_page.get()) is not None:
        return running[1], 0
    shell = running_notebook()
    if shell is None:
        return "cell", 0
    kernel = getattr(shell, "kernel", None)  # in the browser, it and not the shell knows what it was asked
    tell = getattr(shell, "get_parent", getattr(kernel, "get_parent", dict))
    parent: dict[str, Any] = tell() or {}
    return str(parent.get("metadata", {}).get("cellId", "cell")), int(shell.execution_count)


def running_notebook() -> Any:
    """IPython's shell, or None in plain Python; a shell that runs has been imported, and nobody else waits for it."""
    running = sys.modules.get("IPython.core.getipython")
    return None if running is None else running.get_ipython()
