"""A desk: something to do on a page of a lesson. It knows no widget, so that tests can use it as the page does."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from mali_powstancy.tabletop.board import Object
from mali_powstancy.tabletop.messages import Download, Message
from mali_powstancy.texts import texts_for
from mali_powstancy.views.figures.figure import Figure

__all__ = ["MOST_LETTERS", "Desk", "Message", "UnknownMessage"]

MOST_LETTERS = 4_000
"""So many letters of a text that somebody writes are kept; no task asks for more than a page."""


class UnknownMessage(ValueError):
    """The page has sent something that the desk does not know."""


class Desk(ABC):
    """Something to do on a page: messages go in, blocks come out.

    A message `{"do": "show-answer"}` is handled by the method `_do_show_answer`. `news` is what a screen reader says
    after the last message, and `outbox` holds files for the page to hand out.
    """

    def __init__(self, lang: str) -> None:
        self.language = lang
        self.texts = texts_for(lang)
        self.news = ""
        self.outbox: list[Download] = []
        self.refresh: Callable[[], None] = lambda: None
        """Shows how things are now, without a message; who shows the desk puts something better here."""

    def handle(self, message: Message) -> None:
        """Do what a message says; raise `UnknownMessage` for one that says nothing."""
        name = str(message.get("do"))
        command = getattr(self, f"_do_{name.replace('-', '_')}", None)
        if command is None:
            raise UnknownMessage(f"{type(self).__name__} cannot {name!r}")
        command(message)

    @abstractmethod
    def blocks(self) -> Sequence[Object]:
        """What the page shows now."""

    def figure(self) -> Figure | None:
        """What is shown below the panel; usually nothing."""
        return None

    def memory(self) -> dict[str, Any] | None:
        """What is to be kept until the lesson is opened again; None if nothing is."""
        return None

    def restore(self, memory: Mapping[str, Any]) -> None:
        """Take up what was kept; what does not fit is ignored."""
        return None

    def answer(self, answer: object) -> Any:
        """What is said to an answer, without a click; a desk that asks nothing refuses."""
        raise TypeError(f"{type(self).__name__} asks nothing")

    @abstractmethod
    def __str__(self) -> str:
        """The state in words: what a notebook keeps where no widget is shown."""
