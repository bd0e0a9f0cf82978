"""A lesson of the static site in the browser, used as a person uses it."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.browser.board_page import BoardPage
from tests.browser.notebook_page import IS_READY, NotebookPage

WAKE = '[data-jp-item-name="restart-and-run"]'
LAST_CODE_CELL = """() => {
    const { widgets } = window.jupyterapp.shell.currentWidget.content;
    return widgets.findLastIndex((cell) => cell.model.type === "code");
}"""
WAS_RUN = """(number) => {
    const { model } = window.jupyterapp.shell.currentWidget.content.widgets[number];
    return model.executionCount > 0 && model.executionState !== "running";
}"""


class SiteLesson(NotebookPage):
    """One lesson, open in one page; nothing of it is a file that a test could look at."""

    def __init__(self, page: Page, address: str, name: str) -> None:
        self.page = page
        self.address = f"{address}/notebooks/index.html?path={name}"
        self.name = name

    def open(self) -> None:
        """Show the lesson, or show it anew, and wait until its kernel is on its way."""
        self.page.goto(self.address, wait_until="domcontentloaded")
        self.wait_until_open()

    def wait_until_open(self) -> None:
        """Return when the lesson is there and its kernel is on its way."""
        self.page.locator(".jp-Notebook .jp-Cell").first.wait_for()
        self.page.wait_for_function(IS_READY)

    def wake(self) -> None:
        """Press the button that runs everything, as the lesson says, and wait until its last cell was run."""
        self.page.locator(WAKE).filter(visible=True).first.click()
        self.page.wait_for_function(IS_READY)
        self.page.wait_for_function(WAS_RUN, arg=int(self.page.evaluate(LAST_CODE_CELL)))

    def board(self, number: int) -> BoardPage:
        """One of the boards, when it shows a position from the kernel."""
        root = self.page.locator(".mp-board-widget").nth(number)
        root.scroll_into_view_if_needed()
        expect(root).to_have_attribute("data-ready", "true")
        return BoardPage(self, root)

    @property
    def heading(self) -> Locator:
        """The title of the lesson."""
        return self.page.locator(".jp-Notebook h1").first
