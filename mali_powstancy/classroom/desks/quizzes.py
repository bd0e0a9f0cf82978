"""The quiz of a lesson, one question at a time, and its exit ticket. Nobody is ranked, and no name is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mali_powstancy.classroom.asking import LEADS, Asking
from mali_powstancy.classroom.desks.exercising import FIRST_SEED, AskingDesk, made_question
from mali_powstancy.classroom.exercises import Exercise, Open
from mali_powstancy.classroom.lesson_files import LessonTasks, Made
from mali_powstancy.tabletop.board import Object
from mali_powstancy.views.page.blocks import (
    ask,
    button,
    buttons,
    heading,
    listing,
    note,
    progress,
    text_block,
    verdict,
)
from mali_powstancy.views.page.desk import Desk, Message


class QuizDesk(AskingDesk):
    """One question at a time: a screen reader and a pupil have one thing before them. One can go back and skip."""

    def __init__(self, lesson: LessonTasks, lang: str) -> None:
        super().__init__(lang)
        self.lesson = lesson
        self._begin(FIRST_SEED)

    def _begin(self, seed: int) -> None:
        self.seed = seed
        self.askings = [Asking(each) for each in self._questions(seed)]
        self.place = 0
        """The number of the question that is shown; behind the last one comes the end."""

    def _questions(self, seed: int) -> Iterator[Exercise]:
        for entry in self.lesson.questions:
            if isinstance(entry, Made):
                yield from (made_question(entry, number, seed, self.language) for number in range(entry.times))
            elif isinstance(entry, Exercise):
                yield entry

    @property
    def is_over(self) -> bool:
        """All questions were shown."""
        return self.place >= len(self.askings)

    @property
    def asking(self) -> Asking:  # type: ignore[override]  # the question that is shown
        return self.askings[min(self.place, len(self.askings) - 1)]

    # What can be done.

    def _go(self, message: Message, by: int) -> None:
        if not self.is_over:
            self.asking.keep(message)
        self.place = max(0, min(self.place + by, len(self.askings)))
        self.news = self.texts.say("quiz.end.title") if self.is_over else f"{self._where()} {self.asking.exercise.task}"

    def _do_next(self, message: Message) -> None:
        self._go(message, 1)

    def _do_back(self, message: Message) -> None:
        self._go(message, -1)

    def _do_another(self, message: Message) -> None:
        """Another set of questions; those of the lesson file come again, empty."""
        self._begin(self.seed + 1)
        self.news = f"{self._where()} {self.asking.exercise.task}"

    # What is shown.

    def _where(self) -> str:
        return self.texts.say("quiz.where", place=self.place + 1, places=len(self.askings))

    def blocks(self) -> Sequence[Object]:
        return list(self._end() if self.is_over else self._question())

    def _question(self) -> Iterator[Object]:
        say = self.texts.say
        yield progress(self._where(), self.place + 1, len(self.askings))
        yield from self.asking.blocks(f"question.{self.seed}.{self.place}")
        is_last = self.place == len(self.askings) - 1
        go = say("quiz.finish") if is_last else say("quiz.next") if self.asking.is_passed else say("quiz.skip")
        kind = "primary" if self.asking.is_passed else "quiet"
        first = [button("back", say("quiz.back"), {"do": "back"}, "quiet")] if self.place else []
        yield buttons(*first, button("next", go, {"do": "next"}, kind))

    def _end(self) -> Iterator[Object]:
        say = self.texts.say
        yield heading(say("quiz.end.title"))
        known = [asking.exercise for asking in self.askings if asking.is_passed]
        open_ = [asking.exercise for asking in self.askings if not asking.is_passed]
        if known:
            yield listing(say("quiz.end.known"), _abouts(known))
        if open_:
            yield listing(say("quiz.end.again"), _abouts(open_))
            missing = say("quiz.section.missing")
            sections = dict.fromkeys(each.section for each in open_ if each.section)
            links = [
                button(f"section.{n}", section, {"do": "go-to", "heading": section, "missing": missing}, icon="section")
                for n, section in enumerate(sections)
            ]
            if links:
                yield buttons(*links, label=say("quiz.end.sections"))
        else:
            yield text_block(say("quiz.end.all"), "good")
        again = say("quiz.another") if self.has_made else say("quiz.anew")
        yield buttons(
            button("back", say("quiz.back"), {"do": "back"}, "quiet"),
            button("another", again, {"do": "another"}, "plain" if open_ else "primary"),
        )

    @property
    def has_made(self) -> bool:
        """Some of the questions are others in another set."""
        return any(isinstance(entry, Made) for entry in self.lesson.questions)

    # In words, and between two lessons.

    def __str__(self) -> str:
        if self.is_over:
            known = sum(asking.is_passed for asking in self.askings)
            return f"{self.texts.say('quiz.end.title')}: {known}/{len(self.askings)}."
        return f"{self._where()} {self.asking.in_words()}"

    def memory(self) -> dict[str, Any] | None:
        kept = [asking.memory() for asking in self.askings]
        if not any(kept) and self.place == 0 and self.seed == FIRST_SEED:
            return None
        return {"seed": self.seed, "place": self.place, "askings": kept}

    def restore(self, memory: Mapping[str, Any]) -> None:
        seed, place, kept = (memory.get(name) for name in ("seed", "place", "askings"))
        if not isinstance(seed, int) or isinstance(seed, bool) or not FIRST_SEED <= seed < 1_000_000:
            return
        self._begin(seed)
        if isinstance(kept, list) and len(kept) == len(self.askings):
            for asking, each in zip(self.askings, kept, strict=True):
                asking.restore(each)
            if isinstance(place, int) and not isinstance(place, bool):
                self.place = max(0, min(place, len(self.askings)))


def _abouts(exercises: Sequence[Exercise]) -> list[str]:
    """In a few words each, what the exercises are about; each once."""
    return list(dict.fromkeys(each.about or each.task for each in exercises))


class TicketDesk(Desk):
    """The exit ticket: a few questions below each other, to be printed. What was written stays on this computer."""

    def __init__(self, lesson: LessonTasks, lang: str) -> None:
        super().__init__(lang)
        self.askings = {each.id: Asking(each) for each in lesson.tickets}

    def _do_draft(self, message: Message) -> None:
        self.askings[str(message["key"]).rpartition(".")[0]].keep(message)

    def _do_check(self, message: Message) -> None:
        asking = self.askings[str(message["ticket"])]
        said = asking.check(message)
        self.news = said.message or self.texts.say("course.thanks")

    def blocks(self) -> Sequence[Object]:
        return list(self._blocks())

    def _blocks(self) -> Iterator[Object]:
        say = self.texts.say
        yield note(say("course.ticket.private"))
        for key, asking in self.askings.items():
            is_open = isinstance(asking.exercise, Open)
            label = say("course.keep") if is_open else say("course.check")
            submit = button(f"check.{key}", label, {"do": "check", "ticket": key}, "plain")
            yield ask(f"{key}.{asking.edition}", asking.exercise.fields(asking.draft), submit, live=True)
            if asking.verdict is not None:
                said = asking.verdict.message or say("course.thanks")
                kind = "empty" if asking.verdict.kind == "unreadable" else asking.verdict.kind
                lead = say("course.lead.kept") if is_open and asking.is_passed else say(LEADS[asking.verdict.kind])
                yield verdict(kind, lead, said)
            yield from asking.sources()
        yield buttons(button("print", say("course.print"), {"do": "print"}, icon="print"))

    def memory(self) -> dict[str, Any] | None:
        kept = {key: asking.memory() for key, asking in self.askings.items()}
        return kept if any(kept.values()) else None

    def restore(self, memory: Mapping[str, Any]) -> None:
        for key, asking in self.askings.items():
            asking.restore(memory.get(key))

    def __str__(self) -> str:
        return "\n".join(asking.in_words() for asking in self.askings.values())
