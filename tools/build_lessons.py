"""Build the notebooks from the lessons: lessons/<language>/NN-name.md -> notebooks/<language>/NN-name.ipynb.

The outputs are those of a fresh kernel. They are taken over from the last build as long as the code is the same, so a
change of prose costs no time; `--all` runs everything again. `--check` compares without running anything.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import jupytext
import nbformat

from mali_powstancy.texts import languages
from tools.execution import VIEW, executed
from tools.lesson_text import (
    GLOSSARY,
    PRIVACY,
    LessonText,
    LessonTextError,
    References,
    course_shelf,
    glossary_markdown,
    privacy_markdown,
)
from tools.pictures import LESSON_DRAWINGS, LESSONS

ROOT = Path(__file__).resolve().parent.parent
METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
KEPT = {"deletable": False, "editable": False}
"""A click and two keys would otherwise delete a text or show its source instead of it."""
HIDDEN = {
    **KEPT,
    "jupyter": {"source_hidden": True},  # JupyterLab and Notebook 7
    "tags": ["hide-input"],  # pages made from notebooks
}
BONNET = {"tags": ["under-the-bonnet"]}
WORDS = {"picture", "bonnet", "solution"}
"""What may stand behind ```python in a lesson."""
STAND_IN = "mali_powstancy:stand_in"
"""The name in an output's metadata under which stand the forms that the build put there, not the run."""
ROOM = 300 * 1024
"""How many bytes a notebook may take: small enough to be sent to a class."""
PICTURES = ROOT / LESSONS
MARK = re.compile(r"^\s*#\s*(?:NBVAL|PYTEST_VALIDATE)_\w+", re.MULTILINE)
"""A comment with which nbval compares less than everything."""
# A picture in the prose of a lesson, which lies in a folder beside the languages: ![words](../pictures/name.png)
LINK = re.compile(r"(!\[[^\]]+\]\()\.\./pictures/([\w-]+\.png)\)")


class Solution(NamedTuple):
    """The right answer to an exercise: the cells to run, in this order."""

    lesson: str
    set_up: str
    exercise: str
    answer: str


@dataclass(frozen=True)
class BuiltLesson:
    """What a lesson gives without being run."""

    name: str
    """Where its notebook lies inside notebooks/."""
    notebook: Any
    pictures: dict[str, str]
    """The drawings that stand for boards that nobody has run yet, by the id of the cell."""
    solutions: tuple[Solution, ...]

    @property
    def lang(self) -> str:
        """The language, which is the name of the folder."""
        return self.name.split("/")[0]


# --- from a lesson to cells


def build_lesson(lesson: Path, shelf: References) -> BuiltLesson:
    """The cells of a lesson, without outputs; the same lesson always gives the same cells."""
    return with_cells(f"{lesson.parent.name}/{lesson.stem}.ipynb", LessonText(lesson, shelf).markdown())


def with_cells(name: str, markdown: str) -> BuiltLesson:
    """The notebook of a text in Markdown."""
    notebook: Any = jupytext.reads(markdown, fmt="md")
    notebook.metadata = METADATA
    notebook.nbformat, notebook.nbformat_minor = 4, 5  # the first format with cell ids
    stem = Path(name).stem
    cells: list[Any] = []
    pictures: dict[str, str] = {}
    solutions: list[Solution] = []
    code: list[str] = []
    for cell in notebook.cells:
        cell.metadata.pop("lines_to_next_cell", None)  # jupytext's own, for the way back to text
        asked = dict(cell.metadata)
        if unknown := asked.keys() - WORDS:
            raise LessonTextError(f"{name}: nobody knows what “{min(unknown)}” means behind ```python: “{cell.source}”")
        if found := MARK.search(cell.source):
            raise LessonTextError(f"{name}: every output is compared, so no cell may say “{found.group().strip()}”.")
        if "solution" in asked:
            if not code:
                raise LessonTextError(f"{name}: a solution has no exercise above it: “{cell.source}”")
            solutions.append(Solution(stem, code[0], code[-1], cell.source))
            continue
        # From lesson and position, not random: unchanged cells stay unchanged, in both languages alike.
        cell.id = f"{stem}-{len(cells):02}"
        if cell.cell_type == "markdown":
            cell.metadata = KEPT
            take_pictures_along(cell)
        else:
            cell.metadata = BONNET if "bonnet" in asked else HIDDEN
            cell.execution_count = 0
            code.append(cell.source)
            if picture := asked.get("picture"):
                pictures[cell.id] = picture
        cells.append(cell)
    notebook.cells = cells
    nbformat.validate(notebook)
    # As it will be read again: plain values, and nothing shared between cells.
    return BuiltLesson(name, nbformat.reads(nbformat.writes(notebook), as_version=4), pictures, tuple(solutions))


def take_pictures_along(cell: Any) -> None:
    """Put the pictures of the prose into the cell itself: a learner's copy of the notebook lies elsewhere."""
    if names := {found[1] for found in LINK.findall(cell.source)}:
        cell.source = LINK.sub(r"\1attachment:\2)", cell.source)
        cell.attachments = {name: {"image/png": png(name)} for name in sorted(names)}
    if lost := re.search(r"!\[[^\]]*\]\(\.\./pictures/[^)]*\)?", cell.source):
        raise LessonTextError(f"A picture is written ![words](../pictures/name.png), not {lost[0]}.")


def build_all(lessons: Path, shelf: References) -> list[BuiltLesson]:
    """What all lessons give, and the glossary and the notice of privacy in every language."""
    sources = [path for path in sorted(lessons.glob("*/*.md")) if "." not in path.stem]  # not 01-letters.teacher.md
    beside = [
        page
        for lang in sorted(languages())
        for page in (
            with_cells(f"{lang}/{GLOSSARY}.ipynb", glossary_markdown(shelf.terms, lang)),
            with_cells(f"{lang}/{PRIVACY}.ipynb", privacy_markdown(lang)),
        )
    ]
    return [build_lesson(source, shelf) for source in sources] + beside


def solving(solutions: Sequence[Solution]) -> Any:
    """A notebook that answers every exercise, and ends in an error if one of the answers does not pass."""
    cells = []
    for number, solution in enumerate(solutions):
        parts = {"set-up": solution.set_up, "exercise": solution.exercise, "answer": asserting(solution)}
        cells += [
            nbformat.v4.new_code_cell(code, id=f"{solution.lesson}-{number}-{part}") for part, code in parts.items()
        ]
    return nbformat.v4.new_notebook(cells=cells, metadata=METADATA)


def asserting(solution: Solution) -> str:
    """The code of a solution, which asserts that its last line, the verdict, is a pass."""
    tree = ast.parse(solution.answer)
    if not tree.body or not isinstance(last := tree.body[-1], ast.Expr):
        raise LessonTextError(f"{solution.lesson}: a solution has to end in an answer: “{solution.answer}”")
    return "\n".join(
        [*map(ast.unparse, tree.body[:-1]), f"_verdict = {ast.unparse(last)}", "assert _verdict.passed, _verdict"]
    )


# --- pictures instead of boards


def png(name: str) -> str:
    """A picture of lessons/pictures/, as notebooks keep pictures."""
    try:
        return b64encode((PICTURES / name).read_bytes()).decode()
    except FileNotFoundError:
        raise LessonTextError(f"There is no picture lessons/pictures/{name}.") from None


def forms(lesson: BuiltLesson) -> Iterator[tuple[str, dict[str, str]]]:
    """The pictures of a notebook by the ids of their cells.

    The opening is stored in full once; all others are small, or a lesson of boards would be too large to be sent. A
    notebook that is not trusted shows no SVG, so there is a PNG beside it.
    """
    is_first = True
    for cell, name in lesson.pictures.items():
        if name == "board" and is_first:
            is_first = False
            yield (
                cell,
                {"image/png": png(f"{name}-{lesson.lang}.png"), "image/svg+xml": LESSON_DRAWINGS[name](lesson.lang)},
            )
        else:
            yield cell, {"image/png": png(f"{name}-{lesson.lang}-small.png")}


def hang_pictures(lesson: BuiltLesson, notebook: Any) -> None:
    """Give every cell that shows a board its picture, beside the words that running it gave."""
    cells = {cell.id: cell for cell in notebook.cells}
    for cell_id, pictures in forms(lesson):
        shown = [output for output in cells[cell_id].outputs if "text/plain" in output.get("data", {})]
        if not shown:
            raise LessonTextError(f"{lesson.name}, cell {cell_id}: it has a picture but shows nothing when it is run.")
        output = shown[-1]
        missing = {form: data for form, data in pictures.items() if form not in output.data}
        output.data.update(missing)
        output.metadata[STAND_IN] = sorted(missing)


def take_pictures_down(cell: Any) -> None:
    """Leave of a cell's outputs only what running it gave."""
    for output in cell.outputs:
        for form in output.get("metadata", {}).pop(STAND_IN, []):
            output.data.pop(form, None)


# --- from cells to files


def written(notebook: Any) -> bytes:
    """The notebook as a file."""
    nbformat.validate(notebook)
    return (str(nbformat.writes(notebook)).rstrip("\n") + "\n").encode()


def without_outputs(notebook: Any) -> Any:
    """What is compared with the lesson: sources and metadata."""
    bare = nbformat.from_dict(notebook)
    bare.cells = [nbformat.from_dict(cell) for cell in notebook.cells]
    for cell in bare.cells:
        if cell.cell_type == "code":
            cell.outputs = []
    return bare


def code_of(notebook: Any) -> list[str]:
    """The sources of the cells that run."""
    return [cell.source for cell in notebook.cells if cell.cell_type == "code"]


def stored(path: Path) -> Any:
    """The notebook of the last build; None if there is none that can be read."""
    try:
        return nbformat.read(path, as_version=4)
    except (OSError, nbformat.reader.NotJSONError, nbformat.ValidationError):
        return None


def with_outputs(lesson: BuiltLesson, last: Any) -> Any:
    """The whole notebook: with the outputs of the last build if these belong to the same code, else with new ones."""
    if last is None or code_of(last) != code_of(lesson.notebook):
        whole = executed(lesson.notebook, lesson.lang, f"notebooks/{lesson.name}")
    else:
        whole = nbformat.from_dict(lesson.notebook)
        old = (cell for cell in last.cells if cell.cell_type == "code")
        for cell in (cell for cell in whole.cells if cell.cell_type == "code"):
            before = next(old)
            take_pictures_down(before)
            cell.outputs = before.outputs
    hang_pictures(lesson, whole)
    return whole


def write_all(built: list[BuiltLesson], notebooks: Path, *, run_all: bool = False) -> list[str]:
    """Make notebooks/ exactly what the lessons give; the names of the files that changed."""
    changed = []
    for lesson in built:
        path = notebooks / lesson.name
        content = written(with_outputs(lesson, None if run_all else stored(path)))
        if len(content) > ROOM:
            raise LessonTextError(
                f"notebooks/{lesson.name} has {len(content):,} bytes, but there is room for {ROOM:,}."
            )
        if not path.is_file() or path.read_bytes() != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            changed.append(lesson.name)
    for name in orphans(built, notebooks):
        (notebooks / name).unlink()
        changed.append(name)
    return changed


def orphans(built: list[BuiltLesson], notebooks: Path) -> list[str]:
    """The notebooks that no lesson gives."""
    names = {lesson.name for lesson in built}
    found = (path.relative_to(notebooks).as_posix() for path in sorted(notebooks.glob("*/*.ipynb")))
    return [name for name in found if name not in names]


# --- is everything as built?


def shows_something(code: str) -> bool:
    """Whether a cell ends in something to look at."""
    statements = ast.parse(code).body
    return bool(statements) and isinstance(statements[-1], ast.Expr) and not code.rstrip().endswith(";")


def faults(lesson: BuiltLesson, path: Path) -> list[str]:
    """How a notebook differs from what its lesson gives, in sentences; nothing is run."""
    last = stored(path)
    if last is None:
        return ["it is missing or cannot be read"]
    if without_outputs(last) != lesson.notebook:
        return ["its text, its code or its metadata differ from the lesson"]
    content = path.read_bytes()
    found = [] if len(content) <= ROOM else [f"it has {len(content):,} bytes, but there is room for {ROOM:,}"]
    found += [] if written(last) == content else ["it is not written as the build writes"]
    pictures = dict(forms(lesson))
    for cell in last.cells:
        if cell.cell_type == "code":
            found += [f"cell {cell.id}: {fault}" for fault in cell_faults(cell, pictures.get(cell.id, {}))]
    return found


def cell_faults(cell: Any, pictures: dict[str, str]) -> Iterator[str]:
    """What is wrong with the stored outputs of one cell."""
    if shows_something(cell.source) and not cell.outputs:
        yield "it shows something, but no output is stored"
    if any(output.output_type == "error" or output.get("name") == "stderr" for output in cell.outputs):
        yield "its output is an error"
    if any(VIEW in output.get("data", {}) for output in cell.outputs):
        yield "a live widget is stored"
    hung = {form: data for output in cell.outputs for form, data in output.get("data", {}).items()}
    if any(hung.get(form) != data for form, data in pictures.items()):
        yield "its picture is not the present one"
    if not pictures and any(STAND_IN in output.get("metadata", {}) for output in cell.outputs):
        yield "it has a picture that the lesson does not ask for"


def check_all(built: list[BuiltLesson], notebooks: Path) -> list[str]:
    """A sentence for everything in notebooks/ that is not as built."""
    differing = [
        f"notebooks/{lesson.name}: {fault}" for lesson in built for fault in faults(lesson, notebooks / lesson.name)
    ]
    return differing + [f"notebooks/{name}: no lesson gives it" for name in orphans(built, notebooks)]


def main() -> int:
    """Build, or with --check only say what is not as built."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--check", action="store_true", help="change nothing, run nothing; fail on a difference")
    parser.add_argument("--all", action="store_true", help="run every notebook, also those whose code did not change")
    asked = parser.parse_args()
    built = build_all(ROOT / "lessons", course_shelf())
    if not asked.check:
        for name in write_all(built, ROOT / "notebooks", run_all=asked.all):
            print(f"notebooks/{name}")
        return 0
    differing = check_all(built, ROOT / "notebooks")
    for sentence in differing:
        print(f"{sentence}: run `make notebooks`", file=sys.stderr)
    return int(bool(differing))


if __name__ == "__main__":
    try:
        sys.exit(main())
    except LessonTextError as error:
        sys.exit(str(error))
