"""A guess before the result: a figure that waits until somebody has written down what it will show."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from mali_powstancy.tabletop.board import Object
from mali_powstancy.views.figures.figure import Figure
from mali_powstancy.views.page.blocks import ask, button, buttons, line, text_block
from mali_powstancy.views.page.desk import MOST_LETTERS, Desk, Message


class GuessDesk(Desk):
    """First the guess, in one's own words, then the figure. Nobody judges the guess."""

    def __init__(self, lang: str, draw: Callable[[], Figure]) -> None:
        super().__init__(lang)
        self._draw = draw
        self.guess = ""
        """What somebody expects; empty as long as nothing is shown."""
        self.trouble = ""
        """Why nothing was shown."""

    def _do_show(self, message: Message) -> None:
        values = message.get("values")
        self._take(values.get("guess") if isinstance(values, Mapping) else None)
        self.trouble = "" if self.guess else self.texts.say("experiment.guess.needed")
        self.news = self.trouble or self._draw().summary

    def _do_again(self, message: Message) -> None:
        """Hide the figure, for somebody else who wants to guess."""
        self.guess = self.trouble = ""
        self.news = self.texts.say("experiment.guess.state")

    def _take(self, written: object) -> None:
        self.guess = " ".join(written[:MOST_LETTERS].split()) if isinstance(written, str) else ""

    def blocks(self) -> Sequence[Object]:
        say = self.texts.say
        if self.guess:
            again = button("again", say("experiment.guess.again"), {"do": "again"}, "quiet")
            return [text_block(self._yours()), buttons(again)]
        show = button("show", say("experiment.guess.show"), {"do": "show"}, "primary")
        form = ask("guess", [line("guess", say("experiment.guess.expect"))], show)
        return [text_block(self.trouble, "hint"), form] if self.trouble else [form]

    def _yours(self) -> str:
        return self.texts.say("experiment.guess.yours", guess=self.guess)

    def figure(self) -> Figure | None:
        return self._draw() if self.guess else None

    def memory(self) -> dict[str, Any] | None:
        return {"guess": self.guess} if self.guess else None

    def restore(self, memory: Mapping[str, Any]) -> None:
        self._take(memory.get("guess"))

    def __str__(self) -> str:
        return f"{self._yours()}\n{self._draw()}" if self.guess else self.texts.say("experiment.guess.state")
