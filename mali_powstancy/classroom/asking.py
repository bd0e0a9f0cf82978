"""One exercise while somebody answers it: tries, hints, and what is said to the last answer. Nothing is ever lost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from mali_powstancy.classroom.exercises import Exercise, Open, Ordering
from mali_powstancy.history import OUR_OWN, cited
from mali_powstancy.tabletop.board import Object
from mali_powstancy.tabletop.scripts import Verdict
from mali_powstancy.texts import Texts
from mali_powstancy.views.page.blocks import (
    ask,
    button,
    buttons,
    details,
    heading,
    listing,
    note,
    picture,
    sequence,
    text_block,
    verdict,
)

TRIES_BEFORE_ANSWER = 2
"""After so many tries the right answer can be asked for; nobody has to."""
LEADS = {
    "right": "course.lead.right",
    "mistake": "course.lead.mistake",
    "empty": "course.lead.empty",
    "unreadable": "course.lead.empty",
}
_LEVELS = {"gentle": "course.level.gentle", "harder": "course.level.harder"}


def as_sentence(title: str) -> str:
    """A title before other words: with a full stop, unless it asks or calls.

    >>> as_sentence("A detour"), as_sentence("Which road?")
    ('A detour.', 'Which road?')
    """
    return title if title.endswith(("?", "!")) else f"{title}."


class Asking:
    """An exercise, what was answered so far, and what was said to it."""

    def __init__(self, exercise: Exercise) -> None:
        self.exercise = exercise
        self.draft = exercise.blank
        self.checked: Any = None
        self.verdict: Verdict | None = None
        self.tries = 0
        self.is_hinted = False
        self.is_revealed = False
        self.edition = 0
        """Counts how often the form was emptied: a new form has a new key."""

    @property
    def texts(self) -> Texts:
        """The sentences of the exercise's language."""
        return self.exercise.texts

    @property
    def is_passed(self) -> bool:
        """The last answer was right."""
        return self.verdict is not None and self.verdict.passed

    @property
    def can_reveal(self) -> bool:
        """The answer can be asked for."""
        has_answer = bool(self.exercise.right_words)
        return has_answer and self.tries >= TRIES_BEFORE_ANSWER and not (self.is_passed or self.is_revealed)

    # What can be done.

    def keep(self, message: Mapping[str, Any]) -> None:
        """Note what was answered, without a word."""
        if isinstance(values := message.get("values"), Mapping) and self.exercise.fields(self.draft):
            self.draft = self.exercise.tidy(self.exercise.read(values))

    def check(self, message: Mapping[str, Any]) -> Verdict:
        """Look at the answer; what is said to it stays until the next one."""
        values = message.get("values")
        given = self.exercise.read(values) if isinstance(values, Mapping) else self.draft
        self.keep(message)
        self.verdict = self.exercise.check(given)
        self.checked = given
        if self.verdict.kind in ("mistake", "right"):
            self.tries += 1
        return self.verdict

    def move(self, item: str, by: int) -> int:
        """Exchange an item with the one before or behind it; its new place, counted from 1."""
        keys = list(self.draft)
        here = keys.index(item)
        there = max(0, min(here + by, len(keys) - 1))
        keys[here], keys[there] = keys[there], keys[here]
        self.draft = keys
        return there + 1

    def begin_again(self) -> None:
        """An empty form, as at the beginning; the tries are forgotten too."""
        edition = self.edition + 1
        self.__init__(self.exercise)  # type: ignore[misc]  # as it was at the beginning
        self.edition = edition

    # What is shown.

    def blocks(self, key: str, level: int = 3) -> Iterator[Object]:
        """The exercise, its form, and what was said."""
        exercise, say = self.exercise, self.texts.say
        if exercise.title:
            yield heading(exercise.title, level)
        if exercise.level in _LEVELS:
            yield note(say(_LEVELS[exercise.level]))
        if exercise.picture is not None:
            yield picture(exercise.picture.svg, exercise.picture.label)
        yield from self._form(f"{key}.{self.edition}")
        if self.verdict is not None:
            kind = "empty" if self.verdict.kind == "unreadable" else self.verdict.kind
            yield verdict(kind, say(LEADS[self.verdict.kind]), self.verdict.message)
        if self.is_hinted:
            yield text_block(say("course.hint.said", hint=exercise.hint), "hint")
        if self.is_revealed:
            yield listing(say("course.answer"), exercise.right_words)
            yield text_block(exercise.praise, "note")
        yield from self.sources()

    def sources(self) -> Iterator[Object]:
        """When the answer is known: from where we know it."""
        refs = [name for name in self.exercise.refs if name not in OUR_OWN]
        if refs and (self.is_passed or self.is_revealed):
            named = dict.fromkeys(source.named for name in refs for source in cited(name))
            yield details(f"sources.{self.exercise.id}", self.texts.say("course.sources"), [listing("", list(named))])

    def _form(self, key: str) -> Iterator[Object]:
        exercise, say = self.exercise, self.texts.say
        is_open = isinstance(exercise, Open)
        submit = button("check", say("course.keep" if is_open else "course.check"), {"do": "check"}, "primary")
        also = list(self._more())
        if isinstance(exercise, Ordering):
            yield text_block(exercise.task, "ask")
            yield sequence(key, exercise.task, list(self._items(exercise)))
            yield buttons(submit, *also)
            return
        if len(fields := exercise.fields(self.draft)) > 1:
            yield text_block(exercise.task, "ask")
        yield ask(key, fields, submit, also=also, live=True)

    def _items(self, exercise: Ordering) -> Iterator[Object]:
        say, words = self.texts.say, {item.key: item.text for item in exercise.items}
        last = len(self.draft) - 1
        for place, key in enumerate(self.draft):
            ways = {"up": (-1, place == 0), "down": (1, place == last)}
            labels = {"up": say("course.up", item=words[key]), "down": say("course.down", item=words[key])}
            ends = {"up": say("course.is-first"), "down": say("course.is-last")}
            made = {
                way: button(
                    f"{way}.{key}",
                    labels[way],
                    {"do": "move", "item": key, "by": by},
                    icon=way,
                    off=ends[way] if is_end else None,
                )
                for way, (by, is_end) in ways.items()
            }
            yield {"key": key, "text": words[key], **made}

    def _more(self) -> Iterator[Object]:
        say = self.texts.say
        if self.exercise.hint and not self.is_hinted and not self.is_passed:
            yield button("hint", say("course.hint"), {"do": "hint"}, icon="hint")
        if self.can_reveal:
            yield button("show-answer", say("course.show-answer"), {"do": "show-answer"})
        if not isinstance(self.exercise, Open) and (self.is_passed or self.is_revealed):
            yield button("again", say("course.again"), {"do": "again"})

    # In words, and between two lessons.

    def in_words(self) -> str:
        """The state in a few sentences."""
        exercise, say = self.exercise, self.texts.say
        task = f"{as_sentence(exercise.title)} {exercise.task}" if exercise.title else exercise.task
        if shown := exercise.in_words(self.draft):
            task = f"{task} {shown}"
        if self.verdict is None:
            return f"{task} {say('course.state.untouched')}"
        return f"{task} {say('course.state.said', message=self.verdict.message)}"

    def memory(self) -> dict[str, Any] | None:
        """What is kept; None as long as nothing was done."""
        if self.draft == self.exercise.blank and self.verdict is None and not self.is_hinted:
            return None
        kept = {"draft": self.draft, "tries": self.tries, "hinted": self.is_hinted, "revealed": self.is_revealed}
        return kept if self.verdict is None else kept | {"checked": self.checked}

    def restore(self, memory: object) -> None:
        """Take up what was kept, as far as it fits."""
        if not isinstance(memory, Mapping):
            return
        self.draft = self.exercise.tidy(memory.get("draft"))
        if "checked" in memory:
            self.checked = memory["checked"]
            self.verdict = self.exercise.check(self.checked)
        tries = memory.get("tries")
        self.tries = tries if isinstance(tries, int) and not isinstance(tries, bool) and 0 <= tries < 1000 else 0
        self.is_hinted = memory.get("hinted") is True and bool(self.exercise.hint)
        self.is_revealed = memory.get("revealed") is True and bool(self.exercise.right_words)
