"""The teacher's pages on a projector: a real notebook in a window of 1280 x 720, led by mouse and by keys."""

import re
import tempfile
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import ShowNotebook, file_name
from tests.browser.notebook_page import write_notebook
from tests.browser.test_layout import LOOK, SMALL_TEXT, TOO_WIDE
from tests.browser.test_panels import PanelPage, ready
from tools.servers import Server

CELLS = [
    "from mali_powstancy.classroom import replay_on_projector, routes_on_projector",
    "routes_on_projector()",
    "replay_on_projector()",
]
FAR, NEAR = 20, 15  # pixels of the smallest letters: read from the back of the room; read by the teacher
# Everything that a class or its teacher needs, and how many there are of it at least.
ROUTE = {
    ".mp-group-bar select": 2,
    ".mp-group-bar button": 5,
    ".mp-group-stage svg": 1,
    ".mp-group-side .mp-says": 2,
    ".mp-group-side button": 5,
    ".mp-group-side select": 2,
}
GAME = {
    ".mp-group-bar select": 1,
    ".mp-group-bar button": 2,
    ".mp-group-stage svg": 1,
    ".mp-group-side .mp-says": 3,
    ".mp-group-side button": 3,
}


class ProjectorPage(PanelPage):
    """One of the two desks."""

    @property
    def step(self) -> str:
        return self.root.locator(".mp-says-step").inner_text()

    def key(self, name: str) -> None:
        """Press a key that the desk answers."""
        with self.answered():
            self.press(name)

    def fill_the_screen(self) -> None:
        self.root.locator('button[data-key="fullscreen"]').click()
        expect(self.root).to_have_js_property("clientHeight", 720)

    def expect_all_in_sight(self, needed: dict[str, int], smallest: int) -> None:
        """Nothing that is needed is cut off, too small to be read, or too wide."""
        self.page.evaluate(LOOK, [self.root.element_handle(), list(needed)])
        found, cut = self.page.wait_for_function("() => window.mpSeen").json_value()
        assert cut == []
        assert {part: number for part, number in found.items() if number < needed[part]} == {}
        for part in ("bar", "stage", "side"):
            group = self.root.locator(f".mp-group-{part}").element_handle()
            assert self.page.evaluate(SMALL_TEXT, [group, smallest]) == []
        for part in ("bar", "side"):
            assert self.root.locator(f".mp-group-{part}").evaluate(TOO_WIDE) == []


@pytest.fixture
def desks(lab: Server, show_notebook: ShowNotebook, request: pytest.FixtureRequest):
    """The desk of routes and that of games, in a language; no request leaves the computer."""

    def opened(lang: str) -> list[ProjectorPage]:
        folder = Path(tempfile.mkdtemp(prefix=f"{file_name(request.node)}-", dir=lab.folder))
        write_notebook(folder / lang / "projector.ipynb", CELLS)
        notebook = show_notebook(lab, f"{folder.name}/{lang}/projector.ipynb")
        notebook.run_all()
        return [ProjectorPage(panel.notebook, panel.root) for panel in ready(notebook, 2)]

    return opened


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_everything_is_in_sight_and_can_be_read_from_afar(desks, lang):
    routes, games = desks(lang)
    routes.expect_all_in_sight(ROUTE, NEAR)
    routes.fill_the_screen()
    routes.expect_all_in_sight(ROUTE, FAR)
    assert routes.barriers() == []
    for key in ("show-across", "show-detour", "show-cut"):
        routes.click(key)
        while routes.root.locator('button[data-key="next"]').get_attribute("aria-disabled") is None:
            routes.expect_all_in_sight(ROUTE, FAR)
            routes.key("PageDown")
        routes.expect_all_in_sight(ROUTE | {".mp-group-side .mp-says": 1}, FAR)
    assert routes.barriers() == []
    routes.root.locator('button[data-key="fullscreen"]').click()
    games.expect_all_in_sight(GAME, NEAR)
    games.fill_the_screen()
    for _ in range(12):
        games.key("PageDown")
        games.expect_all_in_sight(GAME, FAR)


def test_a_presenter_steps_with_keys_and_lists_keep_their_arrows(desks):
    routes, games = desks("pl")
    routes.root.locator(".mp-picture").click()
    for key, number in (("PageDown", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("PageDown", 2), ("PageUp", 1)):
        routes.key(key)
        assert routes.step == f"Krok {number} z 11"
    assert routes.root.locator(".mp-live").inner_text().startswith("Krok 1 z 11")
    ends = routes.root.locator('select[name="start"]')
    ends.focus()
    routes.key("PageDown")  # a remote control works wherever the focus is
    assert routes.step == "Krok 2 z 11"
    routes.key("ArrowDown")  # but an arrow chooses in a list
    assert routes.step == "Krok 0 z 9"
    expect(ends).to_have_value("cytadela")
    games.root.locator(".mp-picture").click()
    games.key("PageDown")
    assert games.step.startswith("Krok 1 z")
    assert routes.step == "Krok 0 z 9"


def test_a_double_click_is_one_step_and_it_plays_until_it_is_paused(desks):
    routes, _ = desks("pl")
    with routes.answered():
        routes.root.locator('button[data-key="next"]').dblclick()
    routes.page.wait_for_timeout(300)
    assert routes.step == "Krok 1 z 11"
    routes.click("play")
    expect(routes.root.locator(".mp-says-step")).to_have_text("Krok 3 z 11")
    routes.click("play")
    paused = routes.step
    routes.page.wait_for_timeout(2500)
    assert routes.step == paused
    assert re.fullmatch(r"Krok [34] z 11", paused)


def test_a_road_is_closed_and_opened_and_all_is_there_again_after_a_restart(desks):
    routes, _ = desks("pl")
    routes.click("show-detour")
    road = routes.root.locator('select[name="road"]')
    with routes.answered():
        road.select_option("bank-polski~past")
    routes.click("toggle-road")
    side = routes.root.locator(".mp-group-side")
    expect(side).to_contain_text("O 3 pola dłużej")
    expect(routes.root.locator(".mp-route-before")).to_have_count(1)
    with routes.answered():
        road.select_option("bank-polski~past")
    expect(routes.root.locator('button[data-key="toggle-road"]')).to_have_text("Otwórz")
    routes.click("next")
    routes.notebook.restart_kernel()
    routes.notebook.run_all()
    again = ProjectorPage(routes.notebook, ready(routes.notebook, 2)[0].root)
    assert again.step == "Krok 1 z 7"
    again.click("open-all")
    assert again.step == "Krok 0 z 4"
