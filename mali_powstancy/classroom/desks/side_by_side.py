"""Three games side by side: a class fills a table question by question, and compares it with ours afterwards."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any, NamedTuple

from mali_powstancy.tabletop.board import Object
from mali_powstancy.tabletop.library import catalogue_of
from mali_powstancy.tabletop.messages import Download
from mali_powstancy.views.page.blocks import (
    ask,
    button,
    buttons,
    heading,
    note,
    progress,
    table,
    text_block,
    words,
)
from mali_powstancy.views.page.desk import Desk, Message

LONGEST_CELL = 300
THREE_GAMES = ("mali-powstancy", "wiarusi", "bitwa-warszawska")
"""The columns of the table; a fourth game of the library would need answers first."""


class AskedOfAll(NamedTuple):
    """A question that is asked of each game."""

    id: str
    ask: str
    ours: Mapping[str, str]
    """What the course answers, by game."""


@cache
def asked_of_all(lang: str) -> tuple[AskedOfAll, ...]:
    """All questions, in the order of the table."""
    text = files("mali_powstancy").joinpath("data", "lessons", "side-by-side.toml").read_text("utf-8")
    return tuple(
        AskedOfAll(row["id"], row["ask"][lang], {game: row[game][lang] for game in THREE_GAMES})
        for row in tomllib.loads(text)["question"]
    )


class SideBySideDesk(Desk):
    """One question at a time, a field for each game. Ours is shown to whoever has written something of their own."""

    def __init__(self, lang: str) -> None:
        super().__init__(lang)
        self.questions = asked_of_all(lang)
        self.at = 0
        """Which question is asked; behind the last one the whole table lies."""
        self.written: dict[tuple[str, str], str] = {}
        """What a class has answered, by question and game."""
        self.shown: set[str] = set()
        """The questions of which our answers were looked at."""
        self._form = 0  # a new number fills the form anew

    @property
    def question(self) -> AskedOfAll | None:
        """The question that is asked; None where the whole table lies."""
        return self.questions[self.at] if self.at < len(self.questions) else None

    @property
    def answered(self) -> int:
        """How many questions have at least one answer."""
        return len({question for question, _ in self.written})

    def _cells(self, question: AskedOfAll) -> list[str]:
        return [self.written.get((question.id, game), "") for game in THREE_GAMES]

    # What can be done.

    def _do_draft(self, message: Message) -> None:
        """Note what was written so far."""
        self._take(message)

    def _do_show(self, message: Message) -> None:
        """Lay our answers beside theirs, once there is one of theirs."""
        self._take(message)
        if (question := self.question) is None:
            return
        if any(self._cells(question)):
            self.shown.add(question.id)
            self.news = self.texts.say("beside.shown")
        else:
            self.news = self.texts.say("beside.first-yours")

    def _do_go(self, message: Message) -> None:
        """To another question, or to the whole table; everything written stays."""
        self._take(message)
        to = message.get("to")
        if type(to) is int and 0 <= to <= len(self.questions):
            self.at = to
            self._form += 1
            self.news = question.ask if (question := self.question) else self.texts.say("beside.whole")

    def _do_download(self, message: Message) -> None:
        """Hand out the table as a page to print."""
        self.outbox.append(Download(self.texts.say("beside.file-name"), self.page()))
        self.news = self.texts.say("beside.print")

    def _do_new(self, message: Message) -> None:
        """An empty table, for the next class."""
        self.written, self.shown, self.at = {}, set(), 0
        self._form += 1
        self.news = self.questions[0].ask

    def _take(self, message: Message) -> None:
        values, question = message.get("values"), self.question
        if not isinstance(values, Mapping) or question is None:
            return
        for game in THREE_GAMES:
            if isinstance(text := values.get(game), str):
                self._write(question.id, game, text)

    def _write(self, question: str, game: str, text: str) -> None:
        self.written[question, game] = text[:LONGEST_CELL]
        if not text.strip():
            del self.written[question, game]

    # What the page shows.

    def blocks(self) -> Sequence[Object]:
        """A question with its three fields, or the whole table."""
        say = self.texts.say
        done = progress(
            say("beside.progress", n=self.answered, most=len(self.questions)), self.answered, len(self.questions)
        )
        head = [heading(say("beside.title")), done]
        question = self.question
        return [*head, *(self._whole() if question is None else self._asking(question))]

    def _asking(self, question: AskedOfAll) -> Iterator[Object]:
        say = self.texts.say
        yield heading(say("beside.question", n=self.at + 1, question=question.ask), 4)
        fields = [
            words(game, self._name(game), cell, rows=2)
            for game, cell in zip(THREE_GAMES, self._cells(question), strict=True)
        ]
        on = button("on", say("beside.next"), {"do": "go", "to": self.at + 1}, "primary")
        back = [button("back", say("beside.back"), {"do": "go", "to": self.at - 1})] if self.at else []
        compare = button("show", say("beside.show"), {"do": "show"})
        yield ask(f"cells-{self._form}", fields, on, also=[compare, *back], live=True)
        if question.id in self.shown:
            yield self._table(question)
            yield note(say("beside.ours.about"))
        elif not any(self._cells(question)):
            yield note(say("beside.first-yours"))

    def _table(self, question: AskedOfAll) -> Object:
        """Theirs and ours, game by game."""
        say = self.texts.say
        head = [say("beside.game"), say("beside.yours"), say("beside.ours")]
        cells = zip(THREE_GAMES, self._cells(question), strict=True)
        rows = [[self._name(game), cell or say("beside.empty"), question.ours[game]] for game, cell in cells]
        return table(question.ask, head, rows)

    def _whole(self) -> Iterator[Object]:
        say = self.texts.say
        yield text_block(say("beside.whole"), "plain")
        head = [say("beside.asked"), *map(self._name, THREE_GAMES)]
        rows = [[question.ask, *self._cells(question)] for question in self.questions]
        yield table(say("beside.yours"), head, rows)
        yield buttons(
            button("back", say("beside.back"), {"do": "go", "to": self.at - 1}),
            button("download", say("beside.download"), {"do": "download"}),
            button("new", say("beside.new"), {"do": "new"}, "quiet"),
        )

    def _name(self, game: str) -> str:
        return catalogue_of(game, self.language).say("game.name")

    def page(self) -> str:
        """The table as a page of its own: what was written, and ours where it was looked at."""
        say = self.texts.say
        head = "".join(f"<th>{escape(self._name(game))}</th>" for game in THREE_GAMES)
        rows = []
        for question in self.questions:
            theirs = "".join(f"<td>{escape(cell)}</td>" for cell in self._cells(question))
            rows.append(f"<tr><th>{escape(question.ask)}</th>{theirs}</tr>")
            if question.id in self.shown:
                ours = "".join(f"<td><i>{escape(question.ours[game])}</i></td>" for game in THREE_GAMES)
                rows.append(f"<tr><th><i>{escape(say('beside.ours'))}</i></th>{ours}</tr>")
        title = escape(say("beside.title"))
        top = f'<meta charset="utf-8"><title>{title}</title><style>{_STYLE}</style>'
        body = f"<h1>{title}</h1><table><tr><th></th>{head}</tr>{''.join(rows)}</table>"
        return f'<!doctype html>\n<html lang="{self.language}"><head>{top}</head><body>{body}</body></html>\n'

    # What is kept.

    def memory(self) -> dict[str, Any] | None:
        """Everything written, what was compared, and which question is asked."""
        if not self.written:
            return None
        cells = [[question, game, text] for (question, game), text in self.written.items()]
        return {"cells": cells, "shown": sorted(self.shown), "at": self.at}

    def restore(self, memory: Mapping[str, Any]) -> None:
        """Lay everything back into the table; what does not fit is ignored."""
        known = {question.id for question in self.questions}
        for cell in memory["cells"] if isinstance(memory.get("cells"), list) else []:
            match cell:
                case [str(question), str(game), str(text)] if question in known and game in THREE_GAMES:
                    self._write(question, game, text)
        shown = memory.get("shown")
        self.shown = known & {each for each in shown if isinstance(each, str)} if isinstance(shown, list) else set()
        if type(at := memory.get("at")) is int and 0 <= at <= len(self.questions):
            self.at = at

    def __str__(self) -> str:
        """How far it is; what was written stays private."""
        say = self.texts.say
        questions = [f"{n}. {question.ask}" for n, question in enumerate(self.questions, 1)]
        done = say("beside.progress", n=self.answered, most=len(self.questions))
        return "\n".join([say("beside.title"), done, *questions])


_STYLE = (
    "body{font:1rem/1.4 Georgia,serif;margin:2em}table{border-collapse:collapse}"
    "th,td{border:1px solid;padding:.4em;text-align:left;vertical-align:top;min-width:8em;height:2.5em}"
)
