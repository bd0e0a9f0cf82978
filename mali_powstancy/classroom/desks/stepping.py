"""Stepping: what a class watches one step after the other, by buttons, by the keys of a presenter, or by itself."""

from __future__ import annotations

import asyncio
from abc import abstractmethod

from mali_powstancy.tabletop.board import Object
from mali_powstancy.views.page.blocks import button, buttons
from mali_powstancy.views.page.desk import Desk, Message

PACE = 1.8
"""Seconds for one step while it plays: time to read a name aloud."""


class SteppingDesk(Desk):
    """A desk with a place in a story: one goes back, on, to its beginning, or lets it play and stops it."""

    def __init__(self, lang: str) -> None:
        super().__init__(lang)
        self.is_playing = False
        self._task: asyncio.Task[None] | None = None

    @property
    @abstractmethod
    def is_at_start(self) -> bool:
        """There is nothing before."""

    @property
    @abstractmethod
    def is_at_end(self) -> bool:
        """There is nothing left."""

    @abstractmethod
    def go_on(self) -> None:
        """One step on; asked only where there is one."""

    @abstractmethod
    def go_back(self) -> None:
        """One step back; asked only where there is one."""

    @abstractmethod
    def go_to_start(self) -> None:
        """Back to the beginning."""

    @abstractmethod
    def where(self) -> str:
        """The present step as a sentence."""

    # What can be done.

    def _do_next(self, message: Message) -> None:
        self.is_playing = False
        if not self.is_at_end:
            self.go_on()
        self.news = self.where()

    def _do_back(self, message: Message) -> None:
        self.is_playing = False
        if not self.is_at_start:
            self.go_back()
        self.news = self.where()

    def _do_start(self, message: Message) -> None:
        self.is_playing = False
        self.go_to_start()
        self.news = self.where()

    def _do_play(self, message: Message) -> None:
        """Step by itself; from the end, begin again."""
        if self.is_at_end:
            self.go_to_start()
        self.is_playing = not self.is_at_end
        self.news = self.where()
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return  # outside a notebook somebody calls `tick`
        if self._task is None or self._task.done():
            self._task = loop.create_task(self._play())

    def _do_pause(self, message: Message) -> None:
        self.is_playing = False
        self.news = self.where()

    async def _play(self) -> None:
        """Step after step, until somebody stops it or nothing is left; the page is heard in between."""
        await asyncio.sleep(PACE)
        while self.is_playing:
            self.tick()
            self.refresh()
            await asyncio.sleep(PACE)

    def tick(self) -> None:
        """The next step, if it plays."""
        if not self.is_playing:
            return
        if not self.is_at_end:
            self.go_on()
        self.news = self.where()
        self.is_playing = not self.is_at_end

    # What the page shows.

    def steppers(self) -> Object:
        """Back and next, with the keys of a presenter, and play or pause."""
        say = self.texts.say
        play = button("play", say("projector.play"), {"do": "play"}, icon="play")
        if self.is_playing:
            play = button("play", say("projector.pause"), {"do": "pause"}, icon="pause")
        before = say("projector.at-start") if self.is_at_start else None
        after = say("projector.at-end") if self.is_at_end else None
        back_keys, next_keys = ("PageUp", "ArrowLeft"), ("PageDown", "ArrowRight")
        return buttons(
            button("back", say("projector.back"), {"do": "back"}, icon="back", off=before, keys=back_keys),
            button("next", say("projector.next"), {"do": "next"}, "primary", icon="next", off=after, keys=next_keys),
            play,
            label=say("projector.steps"),
        )

    def full_screen(self) -> Object:
        """The button that gives the whole screen to this desk."""
        return button("fullscreen", self.texts.say("projector.fullscreen"), {"do": "fullscreen"}, icon="fullscreen")
