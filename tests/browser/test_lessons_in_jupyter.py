import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from mali_powstancy.texts import texts_for

ROOT = Path(__file__).resolve().parents[2]
BOARD = "from mali_powstancy.classroom import new_game\nnew_game(seed=1)"
RUN = '[data-command="notebook:run-cell-and-select-next"]'
STORED = '.jp-OutputArea-output[data-mime-type="image/png"]'
MADE = '.jp-OutputArea-output[data-mime-type="image/svg+xml"], .mp-board-widget'
HAS_PIXELS = "image => image.complete && image.naturalWidth > 100"


@pytest.fixture
def lesson(server, show_notebook, tmp_path):
    """The first lesson as it comes from the internet: never run, never trusted."""
    name = f"{tmp_path.name}/pl/00-start.ipynb"
    (server.folder / name).parent.mkdir(parents=True)
    shutil.copy(ROOT / "notebooks/pl/00-start.ipynb", server.folder / name)
    return show_notebook(server, name)


def is_drawn(image: Locator) -> bool:
    """Whether the picture is really there and not only its frame."""
    expect(image).to_be_visible()
    return bool(image.evaluate(HAS_PIXELS))


def test_a_lesson_that_was_never_trusted_shows_the_board_and_the_button_that_runs_it(lesson):
    assert is_drawn(lesson.cell(0).locator("img"))
    lesson.cell(1).scroll_into_view_if_needed()
    assert is_drawn(lesson.cell(1).locator(f"{STORED} img"))


def test_the_button_of_the_picture_runs_the_lesson(lesson):
    code = lesson.cell(1)
    code.locator(".jp-InputArea").first.click()
    lesson.page.locator(RUN).filter(visible=True).first.click()
    expect(code.locator(".jp-InputPrompt")).to_have_text("[1]:")
    expect(code.locator(STORED)).to_have_count(0)
    expect(code.locator(MADE).first).to_be_visible()


def test_a_saved_board_sleeps_when_it_is_opened_again_and_wakes_when_it_is_run(server, open_notebook):
    board = open_notebook(server, [BOARD])
    board.click("start")
    saved = board.notebook.save()
    assert saved["metadata"]["widgets"]
    server.end_kernels()
    board.notebook.open()
    expect(board.root).to_be_visible()
    expect(board.root.locator(".mp-sentence")).to_have_text(texts_for("pl").say("table.asleep"))
    assert "not found" not in board.page.locator(".jp-Notebook").inner_text()
    board.notebook.run_cell(0)
    board.wait_until_ready()
    expect(board.button("continue")).to_be_visible()
