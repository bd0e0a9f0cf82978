"""Build the notebooks from the lessons: lessons/<language>/NN-name.md -> notebooks/<language>/NN-name.ipynb."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import jupytext
import nbformat

ROOT = Path(__file__).resolve().parent.parent
METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def build_lesson(lesson: Path) -> str:
    """The notebook of one lesson, as text; the same lesson always gives the same text."""
    notebook: Any = jupytext.read(lesson, fmt="md")
    notebook.metadata = METADATA
    notebook.nbformat, notebook.nbformat_minor = 4, 5  # the first format with cell ids
    for position, cell in enumerate(notebook.cells):
        # From lesson and position, not random: unchanged cells stay unchanged, in both languages alike.
        cell.id = f"{lesson.stem}-{position:02}"
    nbformat.validate(notebook)
    return str(nbformat.writes(notebook)).rstrip("\n") + "\n"


def build_all(lessons: Path) -> dict[str, str]:
    """Every notebook the lessons give: its path inside notebooks/ and its text."""
    sources = sorted(lessons.glob("*/*.md"))
    return {source.relative_to(lessons).with_suffix(".ipynb").as_posix(): build_lesson(source) for source in sources}


def stale(built: dict[str, str], notebooks: Path) -> list[str]:
    """The notebooks that are missing, differ from their lesson, or have none."""
    found = {path.relative_to(notebooks).as_posix(): path.read_bytes() for path in notebooks.glob("*/*.ipynb")}
    names = sorted(found.keys() | built.keys())
    return [name for name in names if name not in built or found.get(name) != built[name].encode()]


def write_all(built: dict[str, str], notebooks: Path) -> None:
    """Make notebooks/ exactly what the lessons give."""
    for name in stale(built, notebooks):
        path = notebooks / name
        if name not in built:
            path.unlink()
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(built[name].encode())


def main() -> int:
    """Build, or with --check only say what is not as built."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--check", action="store_true", help="change nothing; fail if a notebook is not as built")
    built = build_all(ROOT / "lessons")
    if not parser.parse_args().check:
        write_all(built, ROOT / "notebooks")
        return 0
    differing = stale(built, ROOT / "notebooks")
    for name in differing:
        print(f"notebooks/{name} is not what its lesson gives: run `make lessons`", file=sys.stderr)
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
