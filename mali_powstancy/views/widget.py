"""The playable board as a widget: it carries messages between the page and the host, and decides nothing itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import anywidget
import traitlets

from mali_powstancy.table import Host
from mali_powstancy.table.host import Answer
from mali_powstancy.views.board_svg import base_map
from mali_powstancy.views.board_view import asleep, board_in_words, board_of, board_view, problem_view
from mali_powstancy.views.page import script, style


def page_script() -> str:
    """The module that the page runs."""
    return script("board")


def page_style() -> str:
    """All styles of the board, with the fonts inside, so that nothing is loaded from anywhere."""
    return style("board")


class Board(anywidget.AnyWidget):
    """A board on the page. What the page keeps may be stored in the notebook, so it holds no secret of anybody.

    The live view, which shows the secrets of the seat at the screen, goes to the page as a message and is not kept.
    """

    _esm = page_script()
    _css = page_style()
    base = traitlets.Unicode().tag(sync=True)
    asleep = traitlets.Dict().tag(sync=True)

    def __init__(self, host: Host, **kwargs: Any) -> None:
        self.host = host
        self._number = 0
        super().__init__(
            base=base_map(board_of(host), host.language),
            asleep=asleep(host),
            **kwargs,
        )
        self.on_msg(self._receive)
        host.say_thinking = lambda: self.send({"thinking": self.host.texts.say("table.thinking")})

    def _receive(self, _: object, message: Mapping[str, Any], buffers: object) -> None:
        """Let the host do what the page asks for, then show how things are, also if it has failed."""
        try:
            self.host.handle(message)
        finally:
            try:
                self._show(with_map=message.get("do") == "ready")
            except Exception:
                self.host.keep_fault()
                self._number += 1
                self.send({"view": problem_view(self.host, self._number)})
                raise

    def _show(self, *, with_map: bool) -> None:
        base = base_map(board_of(self.host), self.host.language)
        self._number += 1
        self.send({"view": board_view(self.host, self._number, with_map=with_map or base != self.base)})
        while self.host.outbox:
            self.send({"download": self.host.outbox.pop(0)._asdict()})
        # Last, because nobody waits for it: what the notebook may store.
        with self.hold_trait_notifications():
            self.base, self.asleep = base, asleep(self.host)

    def answer(self, moves: Sequence[str]) -> Answer:
        """Play the moves of an exercise one by one; what is said to them."""
        said = self.host.answer(moves)
        self._show(with_map=False)
        return said

    def __repr__(self) -> str:
        return board_in_words(self.host)

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[Any, Any], dict[Any, Any]] | None:
        """The widget, and its whole text form: a library would cut it off."""
        made = super()._repr_mimebundle_(**kwargs)
        return None if made is None else (made[0] | {"text/plain": repr(self)}, made[1])
