"""The messages between a desk and its page, wherever the page is: in a notebook or on a site of its own.

Only the standard library is needed here, so that a desk can be on a page without any notebook.
"""

from __future__ import annotations

import json
import traceback
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from mali_powstancy.tabletop.board import Object
from mali_powstancy.tabletop.keeper import Keeper, NotOurs
from mali_powstancy.tabletop.page_storage import ANSWERS
from mali_powstancy.tabletop.reports import without_folders
from mali_powstancy.tabletop.storage import Storage, StorageError, StorageFault, places_beside
from mali_powstancy.views.page.blocks import button, buttons, text_block
from mali_powstancy.views.page.desk import Desk
from mali_powstancy.views.page.frame import lost_label

Bundles = list[dict[str, Any]]
"""What a page shows of a figure, by mime types, one below the other."""


class PanelPage:
    """The kernel's end of one panel: takes what its page sends to the desk, and sends the page what to show.

    What was done is kept in the storage under the key. Where the page keeps the texts, it brings those of the key and
    of the further keys that are named. `put_below` takes the figure of the desk whenever it is another one.
    """

    def __init__(
        self,
        desk: Desk,
        storage: Storage,
        key: str,
        further: Sequence[str] = (),
        *,
        send: Callable[[Object], None],
        put_below: Callable[[Bundles], None],
        shown_by: str = "panel",
    ) -> None:
        self.desk = desk
        self.problem: str | None = None
        """The report of something that went wrong in the program."""
        self.keeper = Keeper(storage, key, (*places_beside(key), *further))
        self.keeps = self.keeper.asked
        """The keys under which the page looks for what it keeps."""
        self._send, self._put_below, self._shown_by = send, put_below, shown_by
        self._is_anew = False
        """What was kept cannot be read, and this begins beside it."""
        self._number = 0
        self._sent: Object = {}
        self._below: Bundles = []
        self._kept = self._take_up()
        desk.refresh = self._refresh

    # Messages.

    def receive(self, message: Mapping[str, Any]) -> None:
        """Let the desk do what the page asks for, then show how things are, also if it has failed."""
        if message.get("do") in ANSWERS:
            if self._hear_of_keeping(message):
                self._show(whole=False)
            return
        try:
            self._handle(message)
        except Exception:
            self._keep_fault()
            raise
        finally:
            try:
                self._show(whole=message.get("do") == "ready")
            except Exception:
                self._show_fault()
                raise

    def _handle(self, message: Mapping[str, Any]) -> None:
        self.desk.news = ""
        match message.get("do"):
            case "ready":
                self._wake(message)
            case "close-problem":
                self.problem = None
            case "front-end-error":
                self.problem = without_folders(str(message.get("report", "")))
            case "keep-mine":
                self._keep_mine()
            case _:
                self.desk.handle(message)
                self._keep()

    def _refresh(self) -> None:
        """Show how things are now, although the page has asked nothing."""
        try:
            self._keep()
            self._show(whole=False)
        except Exception:
            self._show_fault()
            raise

    def _show_fault(self) -> None:
        """The desk cannot be shown: say so; the next view is sent whole."""
        self._keep_fault()
        self._sent = {}
        self._send_view(self._frame() | {"blocks": []})

    def _keep_fault(self) -> None:
        self.problem = without_folders(traceback.format_exc())

    # What is kept.

    def _wake(self, message: Mapping[str, Any]) -> None:
        """The page has come up; it may bring what it keeps. Until it came, another page may have kept something."""
        if self.keeper.wake(message):
            self._kept = self._take_up()
        if self.keeper.asked:
            self.keeper.check()
            self.keeper.look_elsewhere()

    def _hear_of_keeping(self, message: Mapping[str, Any]) -> bool:
        """The page says whether it has kept what it was asked to; whether that changes what is to be said."""
        had_trouble = self.keeper.trouble is not None
        self.keeper.hear(message)
        self.keeper.look_elsewhere()
        return had_trouble != (self.keeper.trouble is not None)

    def _keep_mine(self) -> None:
        """What was done here takes the place of what another tab or program has kept."""
        if self.keeper.take_over():
            self._keep(always=True)

    def _take_up(self) -> str | None:
        """Give the desk what was kept for it; what cannot be read is left where it is, and the desk keeps beside it."""
        found = self.keeper.find(_memory, forgives=True)
        self._is_anew = found is None and self.keeper.place not in (None, self.keeper.places[0])
        if found is None:
            return None
        text, memory = found
        self.desk.restore(memory)
        return text

    def _keep(self, *, always: bool = False) -> None:
        memory = self.desk.memory()
        text = None if memory is None else json.dumps(memory, ensure_ascii=False, sort_keys=True)
        if (text != self._kept or always) and self.keeper.keep(text):
            self._kept, self._is_anew = text, False

    # What the page shows.

    def _show(self, *, whole: bool) -> None:
        if (changes := self.keeper.changes) is not None:
            self._send(changes)  # first, so that nothing is seen that is not kept
        view = self._frame() | {"blocks": [*self.desk.blocks(), *self._warning()]}
        say = view.pop("say")
        # An answer that was only noted changes nothing: large pictures need not come again.
        is_same = view == self._sent and not whole
        self._send_view({"same": self._number, "say": say} if is_same else view | {"say": say})
        self._sent = view
        while self.desk.outbox:
            self._send({"download": self.desk.outbox.pop(0)._asdict()})
        self.show_figure()

    def _send_view(self, view: Object) -> None:
        self._number += 1
        self._send({"view": view | {"n": self._number}})

    def _frame(self) -> Object:
        say = self.desk.texts.say
        news = self.desk.news if self.problem is None else say("course.problem.sentence")
        return {"lang": self.desk.language, "labels": self._labels(), "say": news, "dialog": self._dialog()}

    def _labels(self) -> Object:
        """The fixed words of the frame."""
        say = self.desk.texts.say
        return {
            "panel": say("course.panel"),
            "close": say("table.label.close"),
            "copy": say("table.save.copy"),
            "copied": say("table.label.copied"),
            "lost": lost_label(self.desk.texts, self._shown_by, is_kept=self.keeper.trouble is None),
            "problem": say("course.problem.sentence"),
        }

    def _dialog(self) -> Object | None:
        """A calm sentence about a fault of the program, and a report for those who can mend it."""
        if self.problem is None:
            return None
        say = self.desk.texts.say
        close = {"do": "close-problem"}
        report = {"t": "copy", "key": "report", "label": say("table.problem.report"), "text": self.problem}
        blocks = [
            text_block(say("course.problem.sentence"), "refusal"),
            report | {"button": say("table.save.copy")},
            buttons(button("close-problem", say("course.problem.go-on"), close, "primary")),
        ]
        return {"key": "problem", "title": say("table.problem.title"), "blocks": blocks, "cancel": close}

    def _warning(self) -> list[Object]:
        """Why nothing is kept, or nothing was found of what had been kept, if that is so."""
        say = self.desk.texts.say
        match self.keeper.trouble:
            case None:
                return [text_block(say("course.answers-damaged"), "hint")] if self._is_anew else []
            case StorageError(fault=StorageFault.ELSEWHERE):
                mine = button("keep-mine", say("course.keep-mine"), {"do": "keep-mine"})
                return [text_block(say("course.elsewhere"), "hint"), buttons(mine)]
            case StorageError(fault=StorageFault.NO_PLACE):
                return [text_block(say("course.no-place"), "hint")]
            case StorageError(fault=StorageFault.NOT_KEPT | StorageFault.NOT_READ):
                return [text_block(say("course.not-kept-by-browser"), "hint")]
            case StorageError(fault=StorageFault.TOO_MUCH | StorageFault.NOT_TEXT as fault):
                return [text_block(say(f"table.save.{fault}"), "hint")]
            case StorageError(place=place):
                return [text_block(say("course.not-kept", place=place), "hint")]
        raise TypeError(f"nothing to say about {self.keeper.trouble!r}")

    def show_figure(self) -> None:
        """Put the desk's figure below; nothing is sent when it has not changed."""
        figure = self.desk.figure()
        below = [] if figure is None else figure.bundles()
        if below != self._below:
            self._below = below
            self._put_below(below)


def _memory(text: str) -> tuple[str, dict[str, Any]]:
    """What a desk has kept; anything else is not ours."""
    try:
        memory = json.loads(text)
    except (ValueError, RecursionError):
        raise NotOurs from None
    if not isinstance(memory, dict):
        raise NotOurs
    return text, memory
