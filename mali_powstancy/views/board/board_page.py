"""The messages between a board's host and its page, wherever the page is: in a notebook or on a site of its own.

Only the standard library is needed here, so that a board can be on a page without any notebook.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from mali_powstancy.tabletop.board import Object
from mali_powstancy.tabletop.host import Host
from mali_powstancy.tabletop.page_storage import ANSWERS
from mali_powstancy.tabletop.saving import hear_of_keeping
from mali_powstancy.tabletop.scripts import Verdict
from mali_powstancy.views.board.board_view import asleep, board_view, problem_view
from mali_powstancy.views.page.frame import lost_label


class BoardPage:
    """The kernel's end of one board: takes what its page sends to the host, and sends the page what to show."""

    def __init__(self, host: Host, send: Callable[[Object], None], shown_by: str = "board") -> None:
        self.host = host
        self.base: str = host.board.base(host)["base"]
        """What is drawn once, as the page has it."""
        self.asleep = asleep(host)
        """What a page without a kernel shows; it holds no secret of anybody."""
        self.keeps = host.keeper.asked
        """The keys under which the page looks for what it keeps."""
        self._send = send
        self._shown_by = shown_by
        self._number = 0
        self._owes_map = False
        """The page waits for a map that could not be shown yet."""
        host.say_thinking = lambda: send({"thinking": self.host.texts.say("table.thinking")})

    def receive(self, message: Mapping[str, Any]) -> None:
        """Let the host do what the page asks for, then show how things are, also if it has failed."""
        if message.get("do") in ANSWERS:
            if hear_of_keeping(self.host, message):
                self.show()
            return
        try:
            self.host.handle(message)
        finally:
            self.show(with_map=message.get("do") == "ready", with_scenes=True)

    def show(self, *, with_map: bool = False, with_scenes: bool = False) -> None:
        """Show how things are, also how they came about; the map is sent if it is asked for or new.

        What cannot be shown is told and raised, and left away from then on.
        """
        if (changes := self.host.keeper.changes) is not None:
            self._send(changes)  # first, so that nothing is seen that is not kept
        self._number += 1
        self._owes_map |= with_map
        try:
            base = self.host.board.base(self.host)["base"]
            with_map = self._owes_map or base != self.base
            view = board_view(self.host, self._number, with_map=with_map, with_scenes=with_scenes)
        except Exception:
            self.host.show_less()
            self._send_view(problem_view(self.host, self._number))
            raise
        self._send_view(view)
        self.base, self._owes_map = base, False
        while self.host.outbox:
            self._send({"download": self.host.outbox.pop(0)._asdict()})
        self.asleep = asleep(self.host)  # last, because nobody waits for it

    def _send_view(self, view: Object) -> None:
        is_kept = self.host.storage_trouble is None
        view["labels"]["lost"] = lost_label(self.host.texts, self._shown_by, is_kept=is_kept)
        self._send({"view": view})

    def answer(self, moves: Sequence[str]) -> Verdict:
        """Play the moves of an exercise one by one; what is said to them."""
        said = self.host.answer(moves)
        self.show()
        return said
