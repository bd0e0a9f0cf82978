"""Just play: a board on a page of its own, where no notebook is; Python runs beside the page, in the browser.

Only the standard library is needed here. The page sends and hears texts in JSON, which any browser reads.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable

from mali_powstancy.tabletop.board import Object
from mali_powstancy.tabletop.host import Host
from mali_powstancy.tabletop.page_storage import PageStorage
from mali_powstancy.tabletop.texts import languages
from mali_powstancy.views.board.board_page import BoardPage

KEY = "just-play"
"""Under this name the page keeps the game."""


class JustPlay:
    """The board of the page: the same host and the same messages as in a notebook."""

    def __init__(self, language: str, tell: Callable[[str], None]) -> None:
        """A board in this language, or in the first one if nobody speaks it; `tell` sends a text to the page."""
        spoken = language if language in languages() else languages()[0]
        self._tell = tell
        self.host = Host(PageStorage(), KEY, spoken, random.Random())
        self.page = BoardPage(self.host, self._send, KEY)

    def receive(self, text: str) -> None:
        """Do what the page asks for."""
        self.page.receive(json.loads(text))

    def _send(self, message: Object) -> None:
        self._tell(json.dumps(message, ensure_ascii=False))
