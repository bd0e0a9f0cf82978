import json
import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Route, expect

from mali_powstancy.texts import texts_for
from tests.browser.notebook_page import IS_READY, write_notebook
from tools.servers import WAKE, running_server

ROOT = Path(__file__).resolve().parents[2]
BOARD = "from mali_powstancy.classroom import new_game\nnew_game(seed=1)"
LESSON = ROOT / "notebooks/pl/00-start.ipynb"
CELLS = json.loads(LESSON.read_text("utf-8"))["cells"]
TUTORIAL = next(n for n, cell in enumerate(CELLS) if "tutorial()" in cell["source"])
"""The number of the cell with the first board."""
BUTTON = next(n for n, cell in enumerate(CELLS) if "run-button.png" in "".join(cell["source"]))
"""The number of the cell with the picture of the button that runs everything."""
LAST = max(n for n, cell in enumerate(CELLS) if cell["cell_type"] == "code")
STORED = '.jp-OutputArea-output[data-mime-type="image/png"]'
MADE = '.jp-OutputArea-output[data-mime-type="image/svg+xml"], .mp-board-widget'
HAS_PIXELS = "image => image.complete && image.naturalWidth > 100"


@pytest.fixture
def lesson(server, show_notebook, tmp_path):
    """The first lesson as it comes from the internet: never run, never trusted."""
    name = f"{tmp_path.name}/pl/00-start.ipynb"
    (server.folder / name).parent.mkdir(parents=True)
    shutil.copy(LESSON, server.folder / name)
    return show_notebook(server, name)


@pytest.fixture(scope="module", params=["lab", "notebook"])
def polish(request, tmp_path_factory):
    """A server with Polish menus: the others speak English, whatever this computer speaks."""
    with running_server(request.param, tmp_path_factory.mktemp("polish") / "server", menus="pl") as started:
        yield started


def is_drawn(image: Locator) -> bool:
    """Whether the picture is really there and not only its frame."""
    expect(image).to_be_visible()
    return bool(image.evaluate(HAS_PIXELS))


def test_a_lesson_that_was_never_trusted_shows_a_board_and_a_button_which_wakes_all_of_it_and_asks_nothing(lesson):
    assert is_drawn(lesson.cell(BUTTON).locator("img"))
    lesson.cell(TUTORIAL).scroll_into_view_if_needed()
    assert is_drawn(lesson.cell(TUTORIAL).locator(f"{STORED} img"))
    lesson.page.locator(WAKE).filter(visible=True).first.click()
    code = lesson.cell(TUTORIAL)
    code.scroll_into_view_if_needed()
    expect(code.locator(STORED)).to_have_count(0)
    expect(code.locator(MADE).first).to_be_visible()
    last = lesson.cell(LAST)  # nobody leaves while the kernel is still answering
    last.scroll_into_view_if_needed()
    expect(last.locator(".jp-InputPrompt")).to_have_text(re.compile(r"\[\d+\]:"))


def test_who_presses_the_button_before_there_is_a_kernel_wakes_the_lesson_too(lesson):
    page, waiting = lesson.page, []
    lesson.server.end_kernels()
    page.route("**/api/sessions?*", lambda route: waiting.append(route) if is_start(route) else route.continue_())
    page.reload(wait_until="domcontentloaded")
    page.locator(".jp-Notebook .jp-Cell").first.wait_for()
    page.locator(WAKE).filter(visible=True).first.click()
    while not waiting:
        page.wait_for_timeout(100)
    assert not page.evaluate(IS_READY)
    for route in waiting:
        route.continue_()
    page.unroute_all()
    last = lesson.cell(LAST)
    last.scroll_into_view_if_needed()
    expect(last.locator(".jp-InputPrompt")).to_have_text(re.compile(r"\[\d+\]:"))


def is_start(route: Route) -> bool:
    """Whether a page asks for a new kernel."""
    return route.request.method == "POST"


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


def shows_menus_and_wakes(server, show_notebook, language: str, menus: list[str], wake: str) -> None:
    """Opens a lesson of one cell, reads its menus, and wakes it by the button of that name."""
    name = f"menus/{language}/lesson.ipynb"
    write_notebook(server.folder / name, ["1 + 1"])
    lesson = show_notebook(server, name)
    bar = lesson.page.get_by_role("menubar").first
    for menu in menus:
        expect(bar.get_by_text(menu, exact=True)).to_be_visible()
    button = lesson.page.locator(WAKE).filter(visible=True).first
    expect(button.locator("jp-button")).to_have_attribute("title", re.compile(f"^{wake}"))
    button.click()
    expect(lesson.cell(0).locator(".jp-OutputArea-output")).to_have_text("2")


def test_polish_menus_around_a_polish_lesson(polish, show_notebook):
    shows_menus_and_wakes(polish, show_notebook, "pl", ["Plik", "Uruchom"], "Obudź lekcję")


def test_english_menus_around_an_english_lesson(server, show_notebook):
    shows_menus_and_wakes(server, show_notebook, "en", ["File", "Run"], "Wake the lesson")
