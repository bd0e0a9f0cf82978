"""Run every lesson of the site in the browser's Python, and compare what it says with what the notebooks say."""

from __future__ import annotations

import json
import os
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

CHANCE = "MALI_POWSTANCY_CHANCE", "stored outputs"
"""What `classroom.chance` calls VARIABLE and STORED; the course is not loaded here, each lesson loads its own."""
PROMPT = re.compile(r"^Out\[\d+\]:\s*", re.MULTILINE)


def main(arguments: list[str]) -> int:
    """Say of each lesson how long it took, and where it says something else; the number of such places.

    The argument is the folder with the lessons of the site.
    """
    notebooks = sorted(Path(arguments[0]).resolve().glob("*/*.ipynb"))
    faults = []
    os.environ.update([CHANCE])
    print(f"Python {sys.version.split()[0]} on {sys.platform}: {len(notebooks)} lessons")
    for path in notebooks:
        since = time.monotonic()
        found = list(differences(path))
        faults += found
        print(f"{path.parent.name}/{path.stem}: {time.monotonic() - since:.1f} s", *found, sep="\n  ")
    return len(faults)


def differences(path: Path) -> Iterator[str]:
    """Cells that fail or say something else than the stored notebook, in a shell of their own."""
    from IPython.core.interactiveshell import InteractiveShell
    from IPython.utils.capture import capture_output

    InteractiveShell.clear_instance()
    shell = InteractiveShell.instance()
    os.makedirs(f"/lessons/{path.parent.name}", exist_ok=True)
    os.chdir(f"/lessons/{path.parent.name}")
    for name in [name for name in sys.modules if name.partition(".")[0] in ("mali_powstancy", "mali_powstancy_site")]:
        del sys.modules[name]  # each lesson has a kernel of its own
    for cell in json.loads(path.read_text("utf-8"))["cells"]:
        if cell["cell_type"] != "code":
            continue
        code = "".join(cell["source"])
        with capture_output() as captured:
            result = shell.run_cell(code, store_history=True, cell_id=cell["id"])
        said, stored = in_words(captured), stored_words(cell)
        if not result.success:
            yield f"{code}: {result.error_in_exec or result.error_before_exec!r}"
        elif said != stored:
            yield f"{code}: {said!r} instead of {stored!r}"


def in_words(captured: Any) -> str:
    """Everything that a cell says, without the number before its value."""
    shown = [output.data.get("text/plain", "") for output in captured.outputs]
    return joined([PROMPT.sub("", captured.stdout), *shown])


def stored_words(cell: dict[str, Any]) -> str:
    """Everything that it said when the notebook was made."""
    return joined(["".join(output.get("text") or output["data"].get("text/plain", "")) for output in cell["outputs"]])


def joined(parts: list[str]) -> str:
    """All that is said, one thing below the other."""
    return "\n".join(part.strip() for part in parts if part.strip())
