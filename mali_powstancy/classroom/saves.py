"""Which board is this? Every place of every notebook keeps its own game, also after the kernel was started again."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import PurePath
from typing import Any

_boards: Counter[tuple[str, int]] = Counter()
"""How many boards a run of a cell has made so far."""


def save_key(name: str | None = None) -> str:
    """The name under which a board's game is kept: the notebook, the cell, and the how manieth board it is there."""
    if name is not None:
        return f"{_notebook()} {name}"
    cell, run = _cell()
    _boards[cell, run] += 1
    return f"{_notebook()} {cell} {_boards[cell, run]}"


def _notebook() -> str:
    """The file name of the notebook, as Jupyter tells it to its kernels; nothing else of the path."""
    return PurePath(os.environ.get("JPY_SESSION_NAME", "")).stem or "game"


def _cell() -> tuple[str, int]:
    """The id of the cell that is running and the number of its run; outside a notebook there is only one cell."""
    shell = running_notebook()
    if shell is None:
        return "cell", 0
    parent: dict[str, Any] = getattr(shell, "get_parent", dict)() or {}
    return str(parent.get("metadata", {}).get("cellId", "cell")), int(shell.execution_count)


def running_notebook() -> Any:
    """IPython's shell, or None in plain Python."""
    try:
        from IPython.core.getipython import get_ipython
    except ImportError:
        return None
    return get_ipython()
