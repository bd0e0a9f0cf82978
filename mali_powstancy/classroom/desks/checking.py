"""A check that everything runs: the program, the buttons, and the folder in which games are kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mali_powstancy import __version__
from mali_powstancy.tabletop.board import Object
from mali_powstancy.tabletop.page_storage import PageStorage
from mali_powstancy.tabletop.storage import Storage, StorageError, StorageFault, is_visit
from mali_powstancy.views.page.blocks import button, buttons, note, table, verdict
from mali_powstancy.views.page.desk import Desk, Message


class CheckUpDesk(Desk):
    """Three lines, each of which says whether something works; the last one waits for a press of its button."""

    def __init__(self, lang: str, storage: Storage) -> None:
        super().__init__(lang)
        self.was_pressed = False
        self._storage = storage

    @property
    def trouble(self) -> StorageError | None:
        """Why nothing can be saved, if that is so; in the browser it is known once the page has woken."""
        try:
            self._storage.check()
        except StorageError as error:
            return error
        return None

    def _do_press(self, message: Message) -> None:
        self.was_pressed = True
        self.news = self.texts.say("start.all-well") if self.trouble is None else self._no_saving()

    def _no_saving(self) -> str:
        in_browser = self.trouble is not None and self.trouble.fault is StorageFault.NOT_KEPT
        return self.texts.say("start.no-saving-in-browser" if in_browser else "start.no-saving")

    @property
    def _kept(self) -> str:
        """Where games and answers are kept, and how long."""
        if isinstance(self._storage, PageStorage):
            return "start.kept-in-browser"
        return "start.kept-for-visit" if is_visit() else "start.kept-in-folder"

    def _lines(self, kept: str) -> Iterator[tuple[str, str]]:
        """What was looked at, and how it is; `kept` is what to say where saving works."""
        say = self.texts.say
        yield say("start.program"), say("start.works")
        yield say("start.saving"), say(kept) if self.trouble is None else self._no_saving()
        yield say("start.buttons"), say("start.works" if self.was_pressed else "start.press-it")

    def blocks(self) -> Sequence[Object]:
        say = self.texts.say
        head = (say("start.what"), say("start.how"))
        lights: list[Object] = [table(say("start.caption"), head, [list(line) for line in self._lines(self._kept)])]
        if not self.was_pressed:
            lights.append(buttons(button("press", say("start.press"), {"do": "press"}, "primary")))
        elif self.trouble is None:
            lights.append(verdict("right", say("start.ready"), say("start.all-well")))
        else:
            lights.append(verdict("mistake", say("start.nearly"), say("start.without-saving")))
        return [*lights, note(say("start.version", version=__version__))]

    def __str__(self) -> str:
        # What a notebook stores goes to other ways of running: there it must not say where anything is kept.
        lines = self._lines("start.works")
        return "\n".join([self.texts.say("start.caption"), *(f"{what}: {how}" for what, how in lines)])
