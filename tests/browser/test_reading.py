"""A lesson stays where its reader is, and as it is, in every front end of Jupyter."""

import shutil

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import ROOT
from tests.browser.lesson_page import LessonPage
from tests.browser.site_lesson import SiteLesson

LESSON = "pl/01-letters.ipynb"
MIDDLE = 20
"""A heading in the middle of the lesson: exercises and figures above it and below it are still asleep."""
LATER = 4_000
"""Milliseconds after the last cell was run: boards and figures have come, and whoever scrolls late has scrolled."""
TO_THE_TOP = "heading => heading.scrollIntoView({block: 'start'})"
# What the reader has before them: how far a cell is below the upper edge, and which cell Jupyter works on. A frame is
# drawn first: what has just grown is put right before anybody sees it.
PLACE = """async (number) => {
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    const notebook = window.jupyterapp.shell.currentWidget.content;
    const [edge, cell] = [notebook.outerNode, notebook.widgets[number].node].map((one) => one.getBoundingClientRect());
    return { below: Math.round(cell.top - edge.top), active: notebook.activeCellIndex };
}"""


@pytest.fixture(params=["lab", "notebook7", "site"])
def lesson(request, context, watch, used, tmp_path):
    """A lesson as it comes from the internet, in each of the three: never run, never trusted."""
    where = request.getfixturevalue(request.param)
    if request.param == "site":
        opened: LessonPage = SiteLesson(context.new_page(), where.address, LESSON)
    else:
        used.append(where)
        name = f"{tmp_path.name}/{LESSON}"
        (where.folder / name).parent.mkdir(parents=True)
        shutil.copy(ROOT / "notebooks" / LESSON, where.folder / name)
        opened = LessonPage(context.new_page(), where, name)
    opened.open()
    return opened


def place(lesson: LessonPage, cell: int) -> dict[str, int]:
    """Where the reader is."""
    found: dict[str, int] = lesson.page.evaluate(PLACE, cell)
    return found


def test_a_lesson_that_is_woken_leaves_its_reader_where_they_are(lesson):
    heading = lesson.cell(MIDDLE).locator("h2")
    heading.evaluate(TO_THE_TOP)
    heading.click()
    before = place(lesson, MIDDLE)
    assert before["active"] == MIDDLE
    lesson.wake()
    lesson.page.wait_for_timeout(LATER)
    assert place(lesson, MIDDLE) == pytest.approx(before, abs=2)
    expect(heading).to_be_in_viewport()
