"""Run a notebook as a learner would, and keep of its outputs what everybody will see again."""

from __future__ import annotations

import copy
import os
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

from mali_powstancy.classroom.chance import STORED, VARIABLE
from tools.lesson_text import LessonTextError

VIEW = "application/vnd.jupyter.widget-view+json"
"""The live part of a widget. Without its kernel a page would only say that it finds no such thing."""
SECONDS = 120
"""How long a cell may take at most."""


def executed(notebook: Any, lang: str, name: str) -> Any:
    """A copy of the notebook with the outputs of a fresh kernel, the same each time; `notebook` stays as it is."""
    metadata, notebook = copy.deepcopy(notebook.metadata), copy.deepcopy(notebook)
    # The folder's name says the language; games that are saved in it go away with it.
    with TemporaryDirectory() as scratch:
        place = Path(scratch) / lang
        place.mkdir()
        client = NotebookClient(
            notebook,
            timeout=SECONDS,
            store_widget_state=False,
            record_timing=False,
            coalesce_streams=True,
            resources={"metadata": {"path": str(place)}},
        )
        try:
            # Where a kernel talks to itself; cells do not write there.
            client.execute(stderr=subprocess.DEVNULL, env=os.environ | {VARIABLE: STORED})
        except (CellExecutionError, CellTimeoutError, DeadKernelError) as error:
            raise LessonTextError(f"{name}, {running(notebook)}: {last_line(error)}") from error
    notebook.metadata = metadata  # the run has added the version of this Python
    for cell in notebook.cells:
        if cell.cell_type == "code":
            keep_what_lasts(cell, name)
    return notebook


def running(notebook: Any) -> str:
    """The cell at which a run ended: the last one that was begun."""
    begun = [cell for cell in notebook.cells if cell.cell_type == "code" and cell.execution_count]
    return f"cell {begun[-1].id}" if begun else "before the first cell"


def last_line(error: Exception) -> str:
    """What went wrong, without the way that led there."""
    if isinstance(error, CellExecutionError):
        return f"{error.ename}: {error.evalue}"
    return str(error).strip().splitlines()[-1]


def keep_what_lasts(cell: Any, name: str) -> None:
    """Take numbers of runs and live widgets out of a cell's outputs; refuse what no lesson may show."""
    # Zero, shown like none; with none, nbval refuses a cell that has an output and does not compare one without.
    cell.execution_count = 0
    for output in cell.outputs:
        if output.output_type == "error" or output.get("name") == "stderr":
            words = output.get("text") or f"{output.get('ename')}: {output.get('evalue')}"
            raise LessonTextError(f"{name}, cell {cell.id}: a learner would see “{words.strip().splitlines()[-1]}”")
        if "execution_count" in output:
            output.execution_count = None
        output.get("data", {}).pop(VIEW, None)
    cell.outputs = [output for output in cell.outputs if "data" not in output or output.data]
    cell.metadata.pop("execution", None)
