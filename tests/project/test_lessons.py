import json
import os
import re
import subprocess
import sys
from base64 import b64decode
from pathlib import Path
from typing import NamedTuple

import nbformat
import pytest
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from mali_powstancy.texts.glossary import Term
from tools import build_lessons, execution, pictures
from tools.build_lessons import BuiltLesson, build_lesson, check_all, hang_pictures, write_all, written
from tools.lesson_text import LessonText, LessonTextError, References, course_shelf

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = ROOT / "notebooks"
STORED = sorted(path.relative_to(NOTEBOOKS).as_posix() for path in NOTEBOOKS.glob("*/*.ipynb"))
SHOWS_A_BOARD = re.compile(r"\b(show_board|new_game|tutorial)\(")


class Source(NamedTuple):
    """A stand-in for a source of history."""

    id: str
    title: str
    publisher: str = ""
    author: str = ""
    date: str = ""
    where: str = ""
    address: str = ""
    address_unknown: bool = False
    trust: str = "fair"


def term(name: str, pl: str, en: str, about_pl: str, about_en: str, kind: str) -> Term:
    return Term(name, {"pl": pl, "en": en}, {"pl": about_pl, "en": about_en}, {}, kind)


POST = Source("post", "The post.", "A museum", address="example.org/post", trust="strong")
ARMY = Source("army", "The army", author="A. Nowak", date="2008-02", where="p. 96")
BOOK = Source("book", "A page", address_unknown=True, trust="weak")
FACTS = {"first-letter": (POST, ARMY), "age": (BOOK,), "again": (ARMY,)}
TERMS = {
    "order": term("order", "rozkaz", "order", "Co zanieść.", "What to carry.", "game"),
    "gorget": term("gorget", "łata na ramię", "arm patch", "Znak.", "A sign.", "game"),
    "lily": term("lily", "lilijka", "lily", "Znak harcerzy.", "The sign of scouts.", "history"),
}
SHELF = References(lambda fact: FACTS[fact], lambda fact: "about" if fact == "age" else "stated", TERMS)

LESSON = """\
# A lesson

<!-- pl 0123abcd -->
![A bar with a ring](../pictures/run-button.png)

## Look

A letter [@first-letter]. A child [@age; @again]. An [order](term:order), a
[patch](term:gorget) [@game]. A letter of ours [@invented].

```python picture="board"
print("one\\ntwo")
```

```python bonnet
1 + 1
```

```python solution
answer()
```

## Play

### And again

Words.
"""


def cells(notebook: object, kind: str) -> list[dict]:
    return [cell for cell in json.loads(written(notebook))["cells"] if cell["cell_type"] == kind]


def source(cell: dict) -> str:
    return "".join(cell["source"])


@pytest.fixture(params=["pl", "en"])
def lesson(request, tmp_path):
    """A small lesson, in each language."""
    path = tmp_path / "lessons" / request.param / "07-small.md"
    path.parent.mkdir(parents=True)
    path.write_text(LESSON, "utf-8")
    return path


@pytest.fixture
def polish(tmp_path):
    """Write a Polish lesson and get what it gives."""

    def write(text: str) -> BuiltLesson:
        path = tmp_path / "lessons" / "pl" / "07-small.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        return build_lesson(path, SHELF)

    return write


# --- the words of a lesson


def test_prose_is_cut_at_its_second_headings_and_carries_no_stamps(lesson):
    built = build_lesson(lesson, SHELF)
    prose = [source(cell) for cell in cells(built.notebook, "markdown")]
    assert [text.splitlines()[0] for text in prose[:3]] == ["# A lesson", "## Look", "## Play"]
    assert "### And again\n\nWords." in prose[2]
    assert "<!--" not in "".join(prose)
    assert [cell.id for cell in built.notebook.cells] == [f"07-small-{number:02}" for number in range(6)]


def test_references_become_numbers_that_lead_to_the_sources(polish):
    look, sources = (source(cell) for cell in cells(polish(LESSON).notebook, "markdown")[1::2])
    assert r"A letter [\[1, 2\]](#sources)." in look
    assert r"A child [\[2, 3, w przybliżeniu\]](#sources)." in look
    assert "A letter of ours *(wymyślone)*." in look
    assert sources.splitlines()[:3] == ['<a id="sources"></a>', "", "## Źródła"]
    assert "1. The post, A museum. <https://example.org/post>\n2. A. Nowak, The army, 2008-02, p. 96.\n" in sources
    assert "3. A page. Adres strony nie jest już znany. *(mniej pewne źródło)*\n" in sources
    assert sources.splitlines()[-1].startswith("*Tekst i rysunki: CC BY-SA 4.0.")


@pytest.mark.parametrize(("lang", "said"), [("pl", "tylko słabe źródło"), ("en", "only a weak source")])
def test_a_reader_sees_that_a_sentence_rests_on_a_weak_source_only(tmp_path, lang, said):
    page = tmp_path / lang / "99-try.md"
    page.parent.mkdir()
    page.write_text("# A\n\nStreets [@zawisza-topography].\n\nLetters [@letter-open]. Boxes? [@open-boxes].\n", "utf-8")
    text = LessonText(page, course_shelf()).markdown()
    assert rf"Streets [\[1, {said}\]](#sources)." in text
    assert r"Letters [\[2\]](#sources). Boxes?." in text  # what nobody knows yet has no source, and leaves no gap


def test_a_term_leads_to_its_heading_in_the_glossary(lesson, tmp_path):
    lang = lesson.parent.name
    look = source(cells(build_lesson(lesson, SHELF).notebook, "markdown")[1])
    assert "An [order](glossary.ipynb#term-order), a\n[patch](glossary.ipynb#term-gorget) *(" in look
    by_name = {built.name: built for built in build_lessons.build_all(tmp_path / "lessons", SHELF)}
    glossary = "\n".join(map(source, cells(by_name[f"{lang}/glossary.ipynb"].notebook, "markdown")))
    headings = [line[4:] for line in glossary.splitlines() if line.startswith("### ")]
    expected = {"pl": ["łata na ramię", "rozkaz", "lilijka"], "en": ["arm patch", "order", "lily"]}
    assert headings == expected[lang]
    lily = TERMS["lily"]
    assert f'<a id="term-lily"></a>\n\n### {lily.names[lang]}\n\n{lily.about[lang]}\n' in glossary


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("# A\n\nB.\nC [@lost].\n", 4, "no fact is called “lost”"),
        ("# A\n\nB [@age; @lost].\n", 3, "no fact is called “lost”"),
        ("# A\n\n\nB [c](term:lost).\n", 4, "the glossary has no term “lost”"),
        ("# A\n\nB.\nC [@age, @post].\n", 4, "I cannot read “[@age, @post]”"),
        ("# A\n\nB [c](term:).\n", 3, "the glossary has no term “”"),
    ],
)
def test_what_leads_nowhere_stops_the_build_with_its_place(polish, text, line, words):
    with pytest.raises(LessonTextError, match=re.escape(f"lessons/pl/07-small.md, line {line}: {words}.")):
        polish(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("# A\n\n```python solutoin\n1\n```\n", "nobody knows what “solutoin” means"),
        ("# A\n\n```python solution\n1\n```\n", "no exercise above it: “1”"),
        ("# A\n\n```python\n1\n", "has no end"),
        ("# A\n\n```python\n1\n# NBVAL_IGNORE_OUTPUT\n```\n", "so no cell may say “# NBVAL_IGNORE_OUTPUT”"),
    ],
)
def test_a_cell_that_cannot_be_understood_stops_the_build(polish, text, words):
    with pytest.raises(LessonTextError, match=re.escape(words)):
        polish(text)


def test_references_in_code_are_code(polish):
    (code,) = cells(polish("# A\n\n```python\nx = '[@lost]'\n```\n").notebook, "code")
    assert source(code) == "x = '[@lost]'"


def test_teacher_pages_and_worksheets_are_no_notebooks(lesson, tmp_path):
    for name in ("07-small.teacher.md", "07-small.worksheet.md"):
        (lesson.parent / name).write_text("# A\n", "utf-8")
    lang = lesson.parent.name
    built = build_lessons.build_all(tmp_path / "lessons", SHELF)
    beside = [f"{each}/{name}.ipynb" for each in ("en", "pl") for name in ("glossary", "privacy")]
    assert [each.name for each in built] == [f"{lang}/07-small.ipynb", *beside]


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_the_notice_of_privacy_lies_beside_the_lessons_and_leads_nowhere_else(lang):
    notice = nbformat.read(NOTEBOOKS / lang / "privacy.ipynb", as_version=4)
    text = "\n".join(cell.source for cell in notice.cells)
    assert "Binder" in text
    assert "my-work" in text
    assert "](" not in text


# --- cells


def test_code_is_hidden_and_kept_safe_but_for_the_look_under_the_bonnet(lesson):
    hidden, bonnet = cells(build_lesson(lesson, SHELF).notebook, "code")
    assert hidden["metadata"] == {
        "deletable": False,
        "editable": False,
        "jupyter": {"source_hidden": True},
        "tags": ["hide-input"],
    }
    assert bonnet["metadata"] == {"tags": ["under-the-bonnet"]}


def test_text_is_kept_safe_in_every_notebook_of_the_course():
    for lesson in build_lessons.build_all(ROOT / "lessons", course_shelf()):
        for cell in lesson.notebook.cells:
            is_open = cell.metadata == {"tags": ["under-the-bonnet"]}
            assert is_open or not (cell.metadata["deletable"] or cell.metadata["editable"])
            assert is_open <= (cell.cell_type == "code")


def test_solutions_are_left_out_but_known(lesson):
    built = build_lesson(lesson, SHELF)
    assert "answer()" not in written(built.notebook).decode()
    assert built.solutions == (build_lessons.Solution("07-small", 'print("one\\ntwo")', "1 + 1", "answer()"),)


def test_a_picture_in_the_prose_travels_inside_the_notebook(lesson):
    prose, *_ = cells(build_lesson(lesson, SHELF).notebook, "markdown")
    assert "![A bar with a ring](attachment:run-button.png)" in source(prose)
    assert b64decode(prose["attachments"]["run-button.png"]["image/png"]).startswith(b"\x89PNG")


def test_a_picture_that_does_not_exist_stops_the_build(polish):
    with pytest.raises(LessonTextError, match="lost"):
        polish(LESSON.replace("run-button", "lost"))
    lost = polish(LESSON.replace('picture="board"', 'picture="lost"'))
    with pytest.raises(LessonTextError, match="lost"):
        dict(build_lessons.forms(lost))


def run_by_hand(lesson: BuiltLesson, text: str) -> nbformat.NotebookNode:
    """The notebook of a lesson as if every cell had shown this text."""
    notebook = nbformat.from_dict(lesson.notebook)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = [nbformat.v4.new_output("display_data", {"text/plain": text})]
    hang_pictures(lesson, notebook)
    return notebook


def test_a_board_shows_a_picture_until_it_is_run_and_only_the_first_is_large(polish):
    text = '# A\n\n```python picture="board"\nnew_game()\n```\n\n```python picture="board"\nnew_game()\n```\n'
    first, second = cells(run_by_hand(polish(text), "asleep"), "code")
    assert b64decode(first["outputs"][0]["data"]["image/png"]).startswith(b"\x89PNG")
    assert "".join(first["outputs"][0]["data"]["image/svg+xml"]).startswith("<svg")
    assert b64decode(second["outputs"][0]["data"]["image/png"]).startswith(b"\x89PNG")
    assert second["outputs"][0]["data"].keys() == {"image/png", "text/plain"}
    assert len(json.dumps(second)) < 40_000


def test_pictures_can_be_taken_down_again(polish):
    built = polish('# A\n\n```python picture="board"\nnew_game()\n```\n')
    (cell,) = (cell for cell in run_by_hand(built, "asleep").cells if cell.cell_type == "code")
    build_lessons.take_pictures_down(cell)
    assert cell.outputs == [nbformat.v4.new_output("display_data", {"text/plain": "asleep"})]


def test_a_picture_needs_something_to_stand_for(polish):
    built = polish('# A\n\n```python picture="board"\nx = 1\n```\n')
    with pytest.raises(LessonTextError, match="has a picture but shows nothing"):
        hang_pictures(built, built.notebook)


# --- runs

RUN = """\
# A

```python
import sys
from pathlib import Path
```

```python
print(Path.cwd().name, Path("kept").write_text("x"))
print(len(list(Path.cwd().iterdir())))
```

```python picture="board"
from ipywidgets import IntSlider
IntSlider(5)
```

```python
2 + 2
```
"""


@pytest.mark.slow
def test_a_run_keeps_what_lasts_and_leaves_nothing_behind(polish, tmp_path):
    built = polish(RUN)
    assert write_all([built], tmp_path / "notebooks") == ["pl/07-small.ipynb"]
    path = tmp_path / "notebooks/pl/07-small.ipynb"
    assert [each.name for each in path.parent.iterdir()] == ["07-small.ipynb"]
    _, printed, slider, number = cells(nbformat.read(path, as_version=4), "code")
    assert "".join(printed["outputs"][0]["text"]) == "pl 1\n1\n"
    assert slider["outputs"][0]["data"].keys() == {"text/plain", "image/png", "image/svg+xml"}
    assert slider["outputs"][0]["data"]["text/plain"] == ["IntSlider(value=5)"]
    assert number["outputs"][0]["data"] == {"text/plain": ["4"]}
    assert number["outputs"][0]["execution_count"] is None
    assert number["execution_count"] == 0
    content = path.read_text("utf-8")
    assert execution.VIEW not in content
    assert '"widgets"' not in content
    assert check_all([built], tmp_path / "notebooks") == []
    assert write_all([built], tmp_path / "notebooks", run_all=True) == []  # the same bytes


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("1 / 0", "notebooks/pl/07-small.ipynb, cell 07-small-01: ZeroDivisionError: division by zero"),
        ("import sys\nprint('oh', file=sys.stderr)", "cell 07-small-01: a learner would see “oh”"),
    ],
)
def test_an_error_and_a_complaint_stop_the_build(polish, tmp_path, code, words):
    with pytest.raises(LessonTextError, match=re.escape(words)):
        write_all([polish(f"# A\n\n```python\n{code}\n```\n")], tmp_path / "notebooks")


@pytest.fixture
def counted(monkeypatch):
    """Instead of being run, every cell says how many runs there have been."""
    runs: list[str] = []

    def executed(notebook, lang, name):
        runs.append(name)
        notebook = nbformat.from_dict(notebook)
        for cell in notebook.cells:
            if cell.cell_type == "code":
                cell.outputs = [nbformat.v4.new_output("display_data", {"text/plain": f"run {len(runs)}"})]
        return notebook

    monkeypatch.setattr(build_lessons, "executed", executed)
    return runs


def test_a_change_of_prose_runs_nothing_and_a_change_of_code_does(polish, tmp_path, counted):
    notebooks = tmp_path / "notebooks"
    for text, runs in [
        (LESSON, 1),
        (LESSON, 1),
        (LESSON.replace("Words.", "Other words."), 1),
        (LESSON.replace('picture="board"', ""), 1),
        (LESSON.replace("answer()", "other()"), 1),
        (LESSON.replace("1 + 1", "1 + 2"), 2),
    ]:
        built = polish(text)
        write_all([built], notebooks)
        assert len(counted) == runs, text
        assert check_all([built], notebooks) == []
    write_all([built], notebooks, run_all=True)
    assert len(counted) == 3


def test_a_notebook_that_would_be_too_large_stops_the_build(polish, tmp_path, counted):
    with pytest.raises(LessonTextError, match="there is room for 307,200"):
        write_all([polish("# A\n\n" + "word " * 70_000)], tmp_path / "notebooks")


# --- the gate


@pytest.fixture
def as_built(polish, tmp_path, counted):
    """A lesson, and notebooks/ with what it gives."""
    built = polish(LESSON)
    write_all([built], tmp_path / "notebooks")
    return built, tmp_path / "notebooks"


def changed(path: Path, change) -> None:
    """Change a stored notebook."""
    notebook = nbformat.read(path, as_version=4)
    change(notebook)
    path.write_bytes(written(notebook))


def set_source(notebook):
    notebook.cells[0].source += "!"


def show_the_code(notebook):
    notebook.cells[2].metadata = {}


def forget_the_output(notebook):
    notebook.cells[2].outputs = []


def keep_a_widget(notebook):
    notebook.cells[3].outputs[0].data[execution.VIEW] = {"model_id": "1"}


def keep_an_error(notebook):
    notebook.cells[3].outputs.append(nbformat.v4.new_output("stream", name="stderr", text="oh"))


def lose_the_picture(notebook):
    notebook.cells[2].outputs[0].data["image/png"] = "AAAA"


def hang_another_picture(notebook):
    notebook.cells[3].outputs[0].metadata[build_lessons.STAND_IN] = ["image/png"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (set_source, "its text, its code or its metadata differ"),
        (show_the_code, "its text, its code or its metadata differ"),
        (forget_the_output, "cell 07-small-02: it shows something, but no output is stored"),
        (keep_a_widget, "cell 07-small-03: a live widget is stored"),
        (keep_an_error, "cell 07-small-03: its output is an error"),
        (lose_the_picture, "cell 07-small-02: its picture is not the present one"),
        (hang_another_picture, "cell 07-small-03: it has a picture that the lesson does not ask for"),
    ],
)
def test_the_gate_notices_a_changed_notebook(as_built, change, words):
    built, notebooks = as_built
    assert check_all([built], notebooks) == []
    changed(notebooks / built.name, change)
    assert words in check_all([built], notebooks)[0]


def test_the_gate_leaves_stored_words_to_the_run(as_built):
    built, notebooks = as_built

    def say_something_else(notebook):
        notebook.cells[3].outputs[0].data["text/plain"] = "other"

    changed(notebooks / built.name, say_something_else)
    assert check_all([built], notebooks) == []


def test_the_gate_notices_missing_orphaned_unreadable_and_reformatted_notebooks(as_built):
    built, notebooks = as_built
    path = notebooks / built.name
    content = path.read_text("utf-8")
    path.write_text(json.dumps(json.loads(content)), "utf-8")
    assert check_all([built], notebooks) == [f"notebooks/{built.name}: it is not written as the build writes"]
    path.write_text("{", "utf-8")
    assert check_all([built], notebooks) == [f"notebooks/{built.name}: it is missing or cannot be read"]
    path.rename(path.with_name("08-lost.ipynb"))
    assert check_all([built], notebooks) == [
        f"notebooks/{built.name}: it is missing or cannot be read",
        "notebooks/pl/08-lost.ipynb: no lesson gives it",
    ]
    assert write_all([built], notebooks) == [built.name, "pl/08-lost.ipynb"]
    assert check_all([built], notebooks) == []


@pytest.mark.parametrize(
    ("code", "shows"),
    [("1", True), ("x = 1", False), ("import os", False), ("x = 1\nx", True), ("x;", False), ("", False)],
)
def test_what_a_cell_ends_in_says_whether_it_shows_something(code, shows):
    assert build_lessons.shows_something(code) is shows


# --- the strict comparison of a fresh run with what is stored


def compare(notebook: Path) -> tuple[int, str]:
    """Run nbval as `make notebook-tests` does; its exit code and what it says."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "tests.notebook_plugin"]
    strict = ["--nbval", "--nbval-sanitize-with", str(ROOT / "tests/sanitize.cfg"), f"--rootdir={ROOT}"]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    done = subprocess.run(
        [*command, *strict, str(notebook)], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.slow
def test_the_comparison_is_strict_but_asks_no_run_for_our_pictures(polish, tmp_path):
    notebooks = tmp_path / "notebooks"
    built = polish(RUN)
    write_all([built], notebooks)
    path = notebooks / built.name
    (path.parent / "saves").mkdir()  # somebody played here; a run does not see it
    code, said = compare(path)
    assert code == 0, said
    assert "4 passed" in said

    def say_something_else(notebook):
        texts = [cell.outputs for cell in notebook.cells if cell.cell_type == "code"]
        texts[1][0].text = "pl 1\n2\n"
        texts[2][0].data["text/plain"] = "IntSlider(value=6)"
        texts[3].clear()

    changed(path, say_something_else)
    code, said = compare(path)
    assert code == 1
    assert "3 failed, 1 passed" in said
    assert "make notebooks ALL=1" in said


# --- the course


@pytest.fixture(scope="module")
def course() -> list[BuiltLesson]:
    """All lessons of the course."""
    return build_lessons.build_all(ROOT / "lessons", course_shelf())


def test_every_notebook_is_what_its_lesson_gives(course):
    assert check_all(course, NOTEBOOKS) == []


def test_every_place_of_a_board_has_its_picture(course):
    for lesson in course:
        for cell in lesson.notebook.cells:
            if cell.cell_type == "code" and SHOWS_A_BOARD.search(cell.source):
                assert cell.id in lesson.pictures, (lesson.name, cell.source)


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_the_first_lesson_shows_the_button_that_runs_it_before_its_first_cell(lang):
    notebook = nbformat.read(NOTEBOOKS / lang / "00-start.ipynb", as_version=4)
    number = next(number for number, cell in enumerate(notebook.cells) if cell.cell_type == "code")
    above = notebook.cells[:number]
    assert any("▶▶" in cell.source for cell in above)
    assert any("run-button.png" in cell.get("attachments", {}) for cell in above)


SOLVED = """\
# A

```python
from types import SimpleNamespace
```

```python
exercise = SimpleNamespace(answer=lambda given: SimpleNamespace(passed=given == 6, message=f"{given}?"))
exercise
```

```python solution
exercise.answer(6)
```
"""


@pytest.mark.slow
def test_a_solution_that_does_not_pass_is_named_with_what_it_hears(polish):
    solved = polish(SOLVED).solutions
    execution.executed(build_lessons.solving(solved), "pl", "solutions")
    wrong = polish(SOLVED.replace("answer(6)", "answer(5)")).solutions
    with pytest.raises(LessonTextError, match=r"solutions, cell 07-small-1-answer: AssertionError: .*message='5\?'"):
        execution.executed(build_lessons.solving([*solved, *wrong]), "pl", "solutions")


def test_a_solution_has_to_end_in_an_answer(polish):
    with pytest.raises(LessonTextError, match="07-small: a solution has to end in an answer: “x = 1”"):
        build_lessons.solving(polish(SOLVED.replace("exercise.answer(6)", "x = 1")).solutions)


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["pl", "en"])
def test_every_solution_passes(course, lang):
    """All in one kernel: what a lesson leaves behind must not disturb another."""
    solutions = [solution for lesson in course if lesson.lang == lang for solution in lesson.solutions]
    execution.executed(build_lessons.solving(solutions), lang, f"the solutions in lessons/{lang}")


# --- pictures


@pytest.fixture
def shot(tmp_path, monkeypatch):
    """A picture of a page, in a project of its own, as it was taken from that page."""
    monkeypatch.setattr(pictures, "ROOT", tmp_path)
    wanted = pictures.Shot("docs/pictures/here.png", "<p>here</p>", (40, 30), 1_000)
    save(wanted, pictures.hash_of(wanted))
    return wanted


def save(shot: pictures.Shot, mark: str | None) -> None:
    """A stand-in for a picture that carries a hash, or none."""
    info = PngInfo()
    if mark is not None:
        info.add_text(pictures.HASH, mark)
    path = pictures.ROOT / shot.path
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(pictures.packed(Image.new("RGB", shot.window, "red"), shot.room, info))


def test_a_picture_is_right_as_long_as_its_page_is_the_same(shot):
    assert pictures.stale_shots([shot]) == []
    changed = shot._replace(page="<p>there</p>")
    assert pictures.stale_shots([changed]) == [changed]
    larger = shot._replace(window=(50, 30))
    assert pictures.stale_shots([larger]) == [larger]


def test_a_missing_picture_and_one_without_a_hash_are_noticed(shot):
    save(shot, None)
    assert pictures.stale_shots([shot]) == [shot]
    (pictures.ROOT / shot.path).unlink()
    assert pictures.stale_shots([shot]) == [shot]


def test_a_picture_that_nothing_asks_for_is_noticed(shot):
    assert pictures.orphans([shot]) == []
    assert pictures.orphans([]) == [shot.path]


def test_a_drawing_keeps_its_colours_and_loses_the_rare_ones():
    picture = Image.new("RGB", (10, 10), (1, 2, 3))
    picture.putpixel((0, 0), (200, 100, 50))
    picture.putpixel((1, 0), (200, 100, 50))
    picture.putpixel((2, 0), (199, 100, 50))
    fewer = pictures.with_fewer_colours(picture, 2).convert("RGB")
    assert fewer.getpixel((5, 5)) == (1, 2, 3)
    assert fewer.getpixel((2, 0)) == (200, 100, 50)


def test_a_picture_takes_no_more_room_than_it_has():
    colourful = Image.radial_gradient("L").convert("RGB")
    roomy = pictures.packed(colourful, 100_000, PngInfo())
    small = pictures.packed(colourful, len(roomy) - 1, PngInfo())
    assert len(small) < len(roomy)
    with pytest.raises(ValueError, match="room for 10"):
        pictures.packed(colourful, 10, PngInfo())


@pytest.mark.slow  # the page of every picture is made
def test_every_picture_fills_its_window_and_is_small():
    for shot in pictures.shots():  # not a test each: their pages would be made wherever tests are collected
        path = ROOT / shot.path
        with Image.open(path) as picture:
            assert picture.width == shot.window[0], shot.path
            assert shot.window[1] / 2 < picture.height <= shot.window[1], shot.path
        assert path.stat().st_size <= shot.room, shot.path


@pytest.mark.slow
def test_a_moving_picture_moves_and_is_small():
    for film in pictures.films():
        path = ROOT / film.path
        with Image.open(path) as picture:
            assert picture.width == film.width
            assert getattr(picture, "n_frames", 1) == len(film.pages) > 4
            assert picture.info["loop"] == 0
        assert path.stat().st_size <= film.room < 1_000_000


def test_a_moving_picture_takes_no_more_room_than_it_has():
    colourful = [Image.radial_gradient("L").convert("RGB").rotate(angle) for angle in (0, 30)]
    roomy = pictures.packed_film(colourful, 200_000, "mark")
    assert len(pictures.packed_film(colourful, len(roomy) - 1, "mark")) < len(roomy)
    with pytest.raises(ValueError, match="room for 10"):
        pictures.packed_film(colourful, 10, "mark")
