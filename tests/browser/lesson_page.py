"""A lesson in the browser, woken and played as a person does it."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.browser.board_page import BoardPage
from tests.browser.notebook_page import IS_READY, NotebookPage
from tools.servers import WAKE

LAST_CODE_CELL = """() => {
    const { widgets } = window.jupyterapp.shell.currentWidget.content;
    return widgets.findLastIndex((cell) => cell.model.type === "code");
}"""
WAS_RUN = """(number) => {
    const { model } = window.jupyterapp.shell.currentWidget.content.widgets[number];
    return model.executionCount > 0 && model.executionState !== "running";
}"""


class LessonPage(NotebookPage):
    """One lesson, open in one page."""

    def begin_to_wake(self) -> None:
        """Press the button that runs everything, as the lesson says."""
        self.page.locator(WAKE).filter(visible=True).first.click()

    def wake(self) -> None:
        """Press the button, and wait until the last cell was run."""
        self.begin_to_wake()
        self.wait_until_run()

    def wait_until_run(self) -> None:
        """Return when the last cell was run."""
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
