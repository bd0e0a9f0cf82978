"""The projector: the teacher's notebook as a page of Voilà, as `make projector` starts it."""

import json
import shutil
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.board_page import BoardPage
from tests.browser.conftest import EVIDENCE, ROOT
from tests.browser.test_layout import SMALL_TEXT, TOO_WIDE
from tests.browser.test_projector import ProjectorPage
from tools import projector
from tools.servers import PATIENCE, free_port

pytestmark = pytest.mark.xdist_group("voila")  # one server of its own for all of them

TOKEN = "projector"
FAR = 16  # pixels of the smallest letters on the board's map
PROJECTORS = {(1024, 768): "below", (1280, 720): "beside", (1920, 1080): "beside"}  # where the panel is

CLASSES = {(1024, 768): 20, (1920, 1080): 28}
"""Windows of projectors, and how many pixels the smallest letters have that are for the class."""
SAID = """([root, least]) => [...root.querySelectorAll(
        ".mp-panel > .mp-says:not(.mp-says-note), .mp-strip-captions > li")]
    .filter((one) => one.checkVisibility() && parseFloat(getComputedStyle(one).fontSize) < least)
    .map((one) => `${getComputedStyle(one).fontSize}: ${one.outerHTML.slice(0, 120)}`)"""


class Opened:
    """A page that is no notebook page of Jupyter."""

    def __init__(self, page):
        self.page = page


@contextmanager
def shown(folder: Path, name: str) -> Iterator[str]:
    """The address of a running Voilà that shows a Polish notebook; every page has a kernel of its own."""
    notebook = folder / "pl" / name
    notebook.parent.mkdir()
    shutil.copy(ROOT / "notebooks" / "pl" / name, notebook)
    port = free_port()
    command = projector.command(notebook, "pl", port, browser=False)
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen(command, env=projector.environment(TOKEN), cwd=folder, stdout=log, stderr=log)
    try:
        wait_until_up(f"http://127.0.0.1:{port}/", server)
        yield f"http://127.0.0.1:{port}/"
    finally:
        server.terminate()
        server.wait(timeout=30)


@pytest.fixture(scope="module")
def voila(tmp_path_factory):
    """The teacher's notebook, one server for all tests."""
    with shown(tmp_path_factory.mktemp("voila"), projector.NOTEBOOK) as address:
        yield address


def wait_until_up(address: str, server: subprocess.Popen) -> None:
    end = time.monotonic() + PATIENCE
    while True:
        try:
            urllib.request.urlopen(f"{address}?token=none", timeout=30)
        except urllib.error.HTTPError:
            return
        except OSError:
            assert server.poll() is None, "Voilà has ended"
            assert time.monotonic() < end, "Voilà does not answer"
            time.sleep(0.2)
        else:
            return


@pytest.fixture
def opened(voila, context, watch):
    """Shows the page anew."""
    page = context.new_page()

    def show() -> Opened:
        page.goto(f"{voila}?token={TOKEN}")
        expect(page.locator('.mp-panel-widget[data-ready="true"]')).to_have_count(2)
        expect(page.locator('.mp-board-widget[data-ready="true"]')).to_be_visible()
        return Opened(page)

    return show


def panel(page: Opened) -> ProjectorPage:
    return ProjectorPage(page, page.page.locator(".mp-panel-widget").first)  # type: ignore[arg-type]


def board(page: Opened) -> BoardPage:
    return BoardPage(page)  # type: ignore[arg-type]


def asked(address: str) -> int:
    """How the server answers somebody who has the token."""
    request = urllib.request.Request(address, headers={"Authorization": f"token {TOKEN}"})
    try:
        return urllib.request.urlopen(request, timeout=30).status
    except urllib.error.HTTPError as error:
        return error.code


def test_a_stranger_without_the_token_sees_nothing_and_no_page_asks_another_host(voila, context, watch):
    page = context.new_page()
    page.goto(voila)
    expect(page.locator("body")).to_contain_text("oken")
    assert page.locator(".mp-panel-widget, .mp-board-widget").count() == 0
    page.goto(f"{voila}nothing?token={TOKEN}")
    expect(page.locator("body")).to_contain_text("403")


def test_who_started_it_reads_no_warning(tmp_path, context):
    page = context.new_page()
    with shown(tmp_path, projector.NOTEBOOK) as address:
        page.goto(f"{address}?token={TOKEN}")
        expect(page.locator('.mp-board-widget[data-ready="true"]')).to_be_visible(timeout=120_000)
        page.keyboard.press("PageDown")
        expect(page.locator(".mp-says-step").first).to_have_text("Krok 1 z 11", timeout=60_000)
        assert (tmp_path / "log").read_text("utf-8") == ""  # a kernel that is ended while it answers may complain


def test_presenter_keys_lead_through_the_map_in_sight_without_a_click(opened):
    page = opened().page
    steps = page.locator(".mp-panel-widget .mp-says-step")
    for key, step in (("PageDown", 1), ("ArrowRight", 2), ("PageUp", 1)):
        page.keyboard.press(key)
        expect(steps.first).to_have_text(f"Krok {step} z 11")
    page.locator("nav a").nth(1).click()
    expect(page.locator("nav a[aria-current]")).to_have_text("Powtórka gry")
    page.keyboard.press("PageDown")
    expect(steps.nth(1)).to_contain_text("Krok 1 z")
    expect(steps.first).to_have_text("Krok 1 z 11")


def test_a_map_fills_the_screen_and_the_keys_stay_with_it(opened):
    routes = panel(opened())
    routes.fill_the_screen()
    seen = [routes.step]
    for key in ("PageDown", "ArrowRight", "PageUp"):
        routes.key(key)
        seen.append(routes.step)
    assert seen[1] == seen[3] != seen[2] != seen[0]


def test_a_game_is_played_saved_and_found_again_and_a_page_that_was_left_leaves_no_kernel(voila, opened):
    page = opened()
    game = board(page)
    game.click("start")
    with game.answered():
        game.root.locator("button.mp-card").first.click()
    said = game.root.locator(".mp-log li").all_inner_texts()
    config = json.loads(page.page.locator("#jupyter-config-data").inner_text())
    kernel = f"{voila}api/kernels/{config['kernelId']}"
    assert asked(kernel) == 200
    again = board(opened())
    again.click("continue")
    assert again.root.locator(".mp-log li").count() >= 3
    assert again.root.locator(".mp-log li").first.inner_text() == said[0]
    end = time.monotonic() + PATIENCE
    while asked(kernel) != 404:
        assert time.monotonic() < end, "the kernel of the first page still runs"
        time.sleep(0.2)


def test_lesson_00_is_a_page_too_and_its_game_is_found_again(tmp_path, context, watch):
    page = Opened(context.new_page())
    with shown(tmp_path, "00-start.ipynb") as address:
        for first in (True, False):
            page.page.goto(f"{address}?token={TOKEN}")
            boards = page.page.locator('.mp-board-widget[data-ready="true"]')
            expect(boards).to_have_count(2)
            game = BoardPage(page, boards.last)  # type: ignore[arg-type]
            game.click("start" if first else "continue")
            if first:
                with game.answered():
                    game.root.locator("button.mp-card").first.click()
                said = game.root.locator(".mp-log li").first.inner_text()
        assert game.root.locator(".mp-log li").first.inner_text() == said


def test_the_page_has_the_size_of_a_projector_no_code_and_no_barriers_in_light_and_dark(opened):
    page = opened()
    assert page.page.locator("html").get_attribute("lang") == "pl"
    assert page.page.title() == "Trasy na rzutniku"
    assert float(board(page).root.evaluate("root => root.style.getPropertyValue('--mp-size')")) == 1.5
    assert page.page.locator(".jp-InputArea, a[href*='.ipynb']").count() == 0
    stage = page.page.locator(".mp-group-stage svg").first.bounding_box()
    assert stage is not None
    assert stage["y"] + stage["height"] <= 720  # the whole map is the first that is seen
    for look in ("light", "dark"):
        expect(page.page.locator(f".mp-panel-widget.mp-look-{look}")).to_have_count(2)
        found = Axe().run(page.page, "#rendered_cells").response["violations"]
        assert [f"{each['id']}: {node['html'][:200]}" for each in found for node in each["nodes"]] == []
        page.page.screenshot(path=EVIDENCE / f"voila-{look}.png")
        page.page.locator(".projector-bar button").click()


def test_the_board_is_read_from_afar_follows_the_window_and_full_screen_makes_its_map_larger(opened):
    page = opened()
    game = board(page)
    game.click("continue" if game.button("continue").count() else "start")  # another test may have played here

    def width_of_map() -> float:
        assert page.page.evaluate(SMALL_TEXT, [game.root.locator(".mp-map").element_handle(), FAR]) == []
        assert game.root.evaluate(TOO_WIDE) == []
        return float(game.root.locator(".mp-map").evaluate("map => map.getBoundingClientRect().width"))

    for (width, height), panel_is in [*PROJECTORS.items(), *PROJECTORS.items()]:  # and back to the smallest
        page.page.set_viewport_size({"width": width, "height": height})
        expect(game.root.locator(":scope.mp-stacked")).to_have_count(int(panel_is == "below"))
        before = width_of_map()
        game.button("fullscreen").click()
        expect(game.root).to_have_js_property("clientHeight", height)
        expect(game.button("fullscreen")).to_have_attribute("aria-pressed", "true")
        assert width_of_map() > before
        if panel_is == "beside":  # no room is left empty below the log
            side = game.root.locator(".mp-side").bounding_box()
            assert side is not None
            assert side["y"] + side["height"] > height - 10
        game.button("fullscreen").click()
        expect(game.button("fullscreen")).to_have_attribute("aria-pressed", "false")


def test_map_and_cards_are_wholly_in_sight_together_and_what_is_said_to_a_class_is_large(opened):
    page = opened()
    game = board(page)
    game.click("continue" if game.button("continue").count() else "start")  # another test may have played here
    bar = page.page.locator(".projector-bar")
    for (width, height), least in CLASSES.items():
        page.page.set_viewport_size({"width": width, "height": height})
        page.page.locator("nav a").nth(2).click()  # the part of the page with the board
        for part in (".mp-map", ".mp-panel .mp-says-ask", ".mp-cards"):
            expect(game.root.locator(part)).to_be_in_viewport(ratio=0.99)
        top = game.root.locator(".mp-map").bounding_box()
        below = bar.bounding_box()
        assert top is not None
        assert below is not None
        assert top["y"] >= below["y"] + below["height"] - 1, "nothing lies under the bar"
        assert page.page.evaluate(SAID, [game.root.element_handle(), least]) == []
    game.click("settings")
    game.choose("pace", "calm")
    game.click("close")
    captions = game.root.locator(".mp-strip-captions > li")
    while captions.count() < 2:  # the last sentence and the one before it
        if not game.root.get_attribute("data-scene"):
            game.root.locator("button.mp-card, .mp-panel .mp-choices button, .mp-panel .mp-primary").first.click()
        page.page.wait_for_timeout(100)
    assert page.page.evaluate(SAID, [game.root.element_handle(), CLASSES[1920, 1080]]) == []
    page.page.screenshot(path=EVIDENCE / "voila-captions.png")


def test_the_whole_map_of_routes_is_in_sight_on_a_low_screen_too(opened):
    page = opened()
    page.page.set_viewport_size({"width": 1024, "height": 600})
    for is_full in (False, True):
        if is_full:
            panel(page).root.locator('button[data-key="fullscreen"]').click()
            expect(panel(page).root).to_have_js_property("clientHeight", 600)
        stage = page.page.locator(".mp-group-stage svg").first.bounding_box()
        assert stage is not None
        assert stage["y"] + stage["height"] <= 600
