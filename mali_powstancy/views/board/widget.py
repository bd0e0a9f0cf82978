"""The playable board as a widget: it carries messages between the page and the host, and decides nothing itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import anywidget
import traitlets

from mali_powstancy.tabletop.host import Host
from mali_powstancy.tabletop.scripts import Verdict
from mali_powstancy.views.board.board_page import BoardPage
from mali_powstancy.views.board.board_view import board_in_words
from mali_powstancy.views.page.files import script, style


def page_script() -> str:
    """The module that the page runs."""
    return script("board")


def page_style() -> str:
    """All styles of the board, with the fonts inside, so that nothing is loaded from anywhere."""
    return style("board")


class BoardWidget(anywidget.AnyWidget):
    """A board on the page. What the page keeps may be stored in the notebook, so it holds no secret of anybody.

    The live view, which shows the secrets of the seat at the screen, goes to the page as a message and is not kept.
    """

    _esm = page_script()
    _css = page_style()
    base = traitlets.Unicode().tag(sync=True)
    asleep = traitlets.Dict().tag(sync=True)
    keeps = traitlets.List(traitlets.Unicode()).tag(sync=True)

    def __init__(self, host: Host, **kwargs: Any) -> None:
        self.page = BoardPage(host, lambda message: self.send(message))
        super().__init__(base=self.page.base, asleep=self.page.asleep, keeps=self.page.keeps, **kwargs)
        self.on_msg(self._receive)

    @property
    def host(self) -> Host:
        """Whatever is on the board, and everything that can be done with it."""
        return self.page.host

    def _receive(self, _: object, message: Mapping[str, Any], buffers: object) -> None:
        try:
            self.page.receive(message)
        finally:
            self._store()

    def answer(self, moves: Sequence[str]) -> Verdict:
        """Play the moves of an exercise one by one; what is said to them."""
        said = self.page.answer(moves)
        self._store()
        return said

    def _store(self) -> None:
        """What the notebook may store."""
        with self.hold_trait_notifications():
            self.base, self.asleep = self.page.base, self.page.asleep

    def __repr__(self) -> str:
        return board_in_words(self.host)

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[Any, Any], dict[Any, Any]] | None:
        """The widget, and its whole text form: a library would cut it off."""
        made = super()._repr_mimebundle_(**kwargs)
        return None if made is None else (made[0] | {"text/plain": repr(self)}, made[1])
