"""How long every lesson takes from the start of its kernel to its last output, as when somebody says "run all"."""

from __future__ import annotations

import sys
import time

import nbformat

from tools.build_lessons import ROOT
from tools.execution import executed

GOAL = 10
"""Seconds that nobody minds to wait."""


def main() -> None:
    """Run every notebook as it is stored and print a table."""
    print(f"Python {sys.version.split()[0]}, one run each\n")
    print(f"| lesson | seconds | within {GOAL} |\n|---|--:|---|")
    for path in sorted((ROOT / "notebooks").glob("*/*.ipynb")):
        notebook = nbformat.read(path, as_version=4)
        if not any(cell.cell_type == "code" for cell in notebook.cells):
            continue
        name = f"{path.parent.name}/{path.stem}"
        began = time.perf_counter()
        executed(notebook, path.parent.name, name)
        seconds = time.perf_counter() - began
        print(f"| {name} | {seconds:.1f} | {'yes' if seconds <= GOAL else 'NO'} |", flush=True)


if __name__ == "__main__":
    main()
