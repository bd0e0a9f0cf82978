"""A lesson stays where its reader is, and as it is, in every front end of Jupyter."""

import shutil

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import ROOT
from tests.browser.lesson_page import LessonPage
from tests.browser.notebook_page import IS_IDLE
from tests.browser.site_lesson import SiteLesson

LESSON = "pl/01-letters.ipynb"
MIDDLE = 22
"""A heading in the middle of the lesson: exercises and figures above it and below it are still asleep."""
BONNET = 36
"""The cell under the bonnet."""
# Boards and figures have come, and whoever scrolls late has scrolled: for two seconds nothing has grown or moved.
IS_AT_REST = """() => {
    const { scrollHeight, scrollTop } = window.jupyterapp.shell.currentWidget.content.outerNode;
    const now = `${scrollHeight} ${scrollTop}`;
    if (now !== window.mpPlace) [window.mpPlace, window.mpSince] = [now, performance.now()];
    return performance.now() - window.mpSince > 2000;
}"""
TO_THE_TOP = "heading => heading.scrollIntoView({block: 'start'})"
# What the reader has before them: how far a cell is below the upper edge, and which cell Jupyter works on. A frame is
# drawn first: what has just grown is put right before anybody sees it.
PLACE = """async (number) => {
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    const notebook = window.jupyterapp.shell.currentWidget.content;
    const [edge, cell] = [notebook.outerNode, notebook.widgets[number].node].map((one) => one.getBoundingClientRect());
    return { below: Math.round(cell.top - edge.top), active: notebook.activeCellIndex };
}"""
CELLS = """() => window.jupyterapp.shell.currentWidget.content.widgets.map(
    ({ model }) => ({ type: model.type, source: model.sharedModel.getSource() }))"""


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


def cells(lesson: LessonPage) -> list[dict[str, str]]:
    """What the lesson consists of."""
    found: list[dict[str, str]] = lesson.page.evaluate(CELLS)
    return found


def test_a_lesson_that_is_woken_leaves_its_reader_where_they_are(lesson):
    heading = lesson.cell(MIDDLE).locator("h2")
    heading.evaluate(TO_THE_TOP)
    heading.click()
    lesson.page.wait_for_function(IS_AT_REST, polling=100)  # a busy computer draws late
    before = place(lesson, MIDDLE)
    assert before["active"] == MIDDLE
    lesson.page.evaluate("() => { window.mpPatience = AbortSignal.timeout(2000); }")  # as anywidget does it
    lesson.wake()
    lesson.page.wait_for_function(IS_IDLE)
    lesson.page.wait_for_function(IS_AT_REST, polling=100)
    assert place(lesson, MIDDLE) == pytest.approx(before, abs=2)
    expect(heading).to_be_in_viewport()
    assert not lesson.page.evaluate("() => window.mpPatience.aborted"), "a board may take long on a slow computer"


def test_a_click_and_a_few_keys_do_not_destroy_a_lesson_and_own_notes_can_be_made(lesson):
    before = cells(lesson)
    heading = lesson.cell(MIDDLE).locator("h2")
    heading.click()
    for key in ("d", "d", "x", "Shift+m", "Enter", "Escape", "y", "Escape"):
        lesson.page.keyboard.press(key)
    expect(lesson.page.locator(".jp-Dialog")).to_have_count(0)
    heading.dblclick()
    lesson.page.keyboard.type("gg")
    expect(heading).to_be_visible()
    expect(lesson.cell(MIDDLE).locator(".jp-Editor").filter(visible=True)).to_have_count(0)
    expect(lesson.page.locator(".jp-cell-toolbar button, .jp-cell-toolbar jp-button")).to_have_count(0)
    assert cells(lesson) == before

    lesson.cell(BONNET).locator(".cm-content").click()
    lesson.page.keyboard.type("12 + 34")
    assert "12 + 34" in cells(lesson)[BONNET]["source"]
    lesson.page.keyboard.press("Escape")
    lesson.page.keyboard.press("b")
    lesson.page.keyboard.press("Enter")
    lesson.page.keyboard.type("my note")
    assert cells(lesson)[BONNET + 1]["source"] == "my note"
    lesson.page.keyboard.press("Escape")
    lesson.page.keyboard.type("dd")
    assert "my note" not in [cell["source"] for cell in cells(lesson)]
