"""What must not happen in any page: other hosts, errors of our own, problem reports."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Error, Page, WebError

SCHOOL = "school.test"  # a made-up name for this computer: to a browser, it is a plain address in a network
HERE = ("127.0.0.1", "localhost", SCHOOL)
INSIDE = ("data", "blob", "about", "chrome-error", "attachment")  # the last: pictures inside a notebook
OURS = re.compile(r"anywidget|mali_powstancy|\bmp-")
# Errors of Jupyter itself, which also come with an empty notebook.
THEIRS = [
    "Cannot read properties of undefined (reading 'schema')",  # Notebook 7, while it reads its settings
    "Canceled future for kernel_info_request",  # a kernel is restarted before it has said what it is
]
MARKS_OF_FAILURE = {
    "problem report": '.mp-dialog[data-dialog="problem"], .mp-trouble:not([data-report=""])',
    "error in a cell": '[data-mime-type="application/vnd.jupyter.error"]',
    "warning in a cell": '[data-mime-type="application/vnd.jupyter.stderr"]',
    "error of a widget": ".jupyter-widgets-error-widget, .jupyter-widgets-error",
}


def is_outside(address: str) -> bool:
    """Whether a request leaves this computer."""
    parts = urlsplit(address)
    return parts.scheme not in INSIDE and parts.hostname not in HERE


class Watch:
    """Notes everything that must not happen in the pages of one test."""

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        self.seen: list[str] = []
        self.expected: list[str] = []
        context.on("request", lambda request: self._note_request(request.url))
        context.on("console", self._note_console)
        context.on("weberror", self._note_error)
        context.on("page", lambda page: page.on("websocket", lambda socket: self._note_request(socket.url)))

    def expects(self, pattern: str) -> None:
        """Let one kind of trouble happen in this test; it fails if that does not happen."""
        self.expected.append(pattern)

    def troubles(self) -> list[str]:
        """What happened although it must not, and what was expected and did not happen."""
        seen = self.seen + [trouble for page in self.context.pages for trouble in visible_failures(page)]
        unexpected = [each for each in seen if not any(re.search(pattern, each) for pattern in self.expected)]
        missing = [pattern for pattern in self.expected if not any(re.search(pattern, each) for each in seen)]
        return unexpected + [f"expected, but did not happen: {pattern}" for pattern in missing]

    def _note_request(self, address: str) -> None:
        if is_outside(address):
            self.seen.append(f"request to another host: {address}")

    def _note_console(self, message: ConsoleMessage) -> None:
        # A widget's module is loaded from a blob; what Jupyter says about itself is not ours to mend.
        if message.type == "error" and (message.location["url"].startswith("blob:") or OURS.search(message.text)):
            self.seen.append(f"console error: {message.text}")

    def _note_error(self, error: WebError) -> None:
        if not any(theirs in str(error.error) for theirs in THEIRS):
            self.seen.append(f"page error: {error.error}")


def visible_failures(page: Page) -> list[str]:
    """The signs of failure that a person would see now."""
    found = []
    for kind, selector in MARKS_OF_FAILURE.items():
        try:
            texts = page.locator(selector).filter(visible=True).all_inner_texts()
        except Error:  # a page that was closed or is lost shows nothing; its test has said so itself
            return []
        found += [f"{kind}: {text[:2000]}" for text in texts]
    return found
