"""A check that everything runs: the program, the buttons, and the folder in which games are kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mali_powstancy import __version__
from mali_powstancy.classroom.desks import Desk, Message
from mali_powstancy.table.storage import Storage, StorageError
from mali_powstancy.views.blocks import Object, button, buttons, note, table, verdict


class CheckUpDesk(Desk):
    """Three lines, each of which says whether something works; the last one waits for a press of its button."""

    def __init__(self, lang: str, storage: Storage) -> None:
        super().__init__(lang)
        self.can_save = _works(storage)
        self.was_pressed = False

    def _do_press(self, message: Message) -> None:
        self.was_pressed = True
        self.news = self.texts.say("start.all-well" if self.can_save else "start.no-saving")

    def _lines(self) -> Iterator[tuple[str, str]]:
        """What was looked at, and how it is."""
        say = self.texts.say
        yield say("start.program"), say("start.works")
        yield say("start.saving"), say("start.works" if self.can_save else "start.no-saving")
        yield say("start.buttons"), say("start.works" if self.was_pressed else "start.press-it")

    def blocks(self) -> Sequence[Object]:
        say = self.texts.say
        head = (say("start.what"), say("start.how"))
        lights: list[Object] = [table(say("start.caption"), head, [list(line) for line in self._lines()])]
        if not self.was_pressed:
            lights.append(buttons(button("press", say("start.press"), {"do": "press"}, "primary")))
        elif self.can_save:
            lights.append(verdict("right", say("start.ready"), say("start.all-well")))
        else:
            lights.append(verdict("mistake", say("start.nearly"), say("start.without-saving")))
        return [*lights, note(say("start.version", version=__version__))]

    def __str__(self) -> str:
        return "\n".join([self.texts.say("start.caption"), *(f"{what}: {how}" for what, how in self._lines())])


def _works(storage: Storage) -> bool:
    try:
        storage.check()
    except StorageError:
        return False
    return True
