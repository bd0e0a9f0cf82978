"""A lesson of the static site in the browser, used as a person uses it."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser.lesson_page import LessonPage
from tests.browser.notebook_page import IS_READY


class SiteLesson(LessonPage):
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
