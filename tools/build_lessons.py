"""Build the notebooks from the lessons: lessons/<language>/NN-name.md -> notebooks/<language>/NN-name.ipynb.

A cell that will show a board is marked in its lesson, ```python picture="board", and shows a picture until it is run.
"""

from __future__ import annotations

import argparse
import re
import sys
from base64 import b64encode
from pathlib import Path
from typing import Any

import jupytext
import nbformat

from mali_powstancy.texts import texts_for
from tools.pictures import LESSON_DRAWINGS, LESSONS

ROOT = Path(__file__).resolve().parent.parent
METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
PICTURES = ROOT / LESSONS
# A picture in the prose of a lesson, which lies in a folder beside the languages: ![words](../pictures/name.png)
LINK = re.compile(r"(!\[[^\]]+\]\()\.\./pictures/([\w-]+\.png)\)")


def build_lesson(lesson: Path) -> str:
    """The notebook of one lesson, as text; the same lesson always gives the same text."""
    notebook: Any = jupytext.read(lesson, fmt="md")
    notebook.metadata = METADATA
    notebook.nbformat, notebook.nbformat_minor = 4, 5  # the first format with cell ids
    for position, cell in enumerate(notebook.cells):
        # From lesson and position, not random: unchanged cells stay unchanged, in both languages alike.
        cell.id = f"{lesson.stem}-{position:02}"
        if cell.cell_type == "markdown":
            take_pictures_along(cell)
        elif name := cell.metadata.pop("picture", None):
            cell.outputs = [stored_picture(name, lesson.parent.name)]
            cell.execution_count = 0  # shown like none; with none, nbval refuses a cell that has an output
    nbformat.validate(notebook)
    return str(nbformat.writes(notebook)).rstrip("\n") + "\n"


def png(name: str) -> str:
    """A picture of lessons/pictures/, as notebooks keep pictures."""
    return b64encode((PICTURES / name).read_bytes()).decode()


def take_pictures_along(cell: Any) -> None:
    """Put the pictures of the prose into the cell itself: a learner's copy of the notebook lies elsewhere."""
    if names := {found[1] for found in LINK.findall(cell.source)}:
        cell.source = LINK.sub(r"\1attachment:\2)", cell.source)
        cell.attachments = {name: {"image/png": png(name)} for name in sorted(names)}


def stored_picture(name: str, lang: str) -> Any:
    """The output of a cell that was never run. The PNG is for a notebook that is not trusted: that shows no SVG."""
    data = {
        "image/png": png(f"{name}-{lang}.png"),
        "image/svg+xml": LESSON_DRAWINGS[name](lang),
        "text/plain": texts_for(lang).say("table.asleep"),
    }
    return nbformat.v4.new_output("display_data", data)


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
