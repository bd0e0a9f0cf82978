"""The pages of the static site, and Just play on one of them, seen and touched only as a person can."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page

from tests.browser.board_page import BoardPage

# What can have the focus now and does not show it.
UNMARKED = """() => {
    const here = document.activeElement;
    const { outlineStyle, outlineWidth } = getComputedStyle(here.closest(".file") ?? here);
    return outlineStyle === "none" || parseFloat(outlineWidth) < 2 ? here.outerHTML.slice(0, 200) : "";
}"""
HAS_FOCUS = "one => one.contains(document.activeElement)"
MOST_STEPS = 150
WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


class PlayPage(BoardPage):
    """The board of Just play."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.root = page.locator(".mp-board-widget").first


def open_play(page: Page, address: str, lang: str = "pl") -> PlayPage:
    """Just play in a language, when its board is awake."""
    page.goto(f"{address}/play/index.html?lang={lang}")
    play = PlayPage(page)
    play.wait_until_ready()
    return play


def barriers(page: Page) -> list[str]:
    """What axe finds on the whole page."""
    found = Axe().run(page)
    return [f"{each['id']}: {each['nodes'][0]['html'][:300]}" for each in found.response["violations"]]


def is_wider_than_the_screen(page: Page) -> bool:
    """Whether the page has to be pushed from side to side."""
    return bool(page.evaluate(WIDER) > 0)


def unmarked_focus(page: Page) -> str:
    """What has the focus without showing it."""
    return str(page.evaluate(UNMARKED))


def go_to(page: Page, wanted: Locator, key: str = "Tab") -> None:
    """Press a key until something, or what is in it, has the focus."""
    for _ in range(MOST_STEPS):
        if wanted.evaluate(HAS_FOCUS):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{MOST_STEPS} times {key} do not lead to {wanted}")
