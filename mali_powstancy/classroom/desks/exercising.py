"""The desk of one exercise, and the desk of exercises that the engine makes anew as often as one likes."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from mali_powstancy.classroom.asking import Asking, as_sentence
from mali_powstancy.classroom.exercises import Exercise
from mali_powstancy.classroom.lesson_files import Made
from mali_powstancy.classroom.makers import MAKERS
from mali_powstancy.tabletop.board import Object
from mali_powstancy.tabletop.scripts import Verdict
from mali_powstancy.views.page.blocks import button, buttons, heading
from mali_powstancy.views.page.desk import Desk, Message

FIRST_SEED = 1
"""The first questions are the same for everybody, so that a class can talk about them."""


class AskingDesk(Desk):
    """What all desks share on which one exercise is answered at a time."""

    asking: Asking

    def _do_draft(self, message: Message) -> None:
        self.asking.keep(message)

    def _do_check(self, message: Message) -> None:
        self.news = self.asking.check(message).message

    def _do_hint(self, message: Message) -> None:
        self.asking.keep(message)
        self.asking.is_hinted = True
        self.news = self.asking.exercise.hint

    def _do_show_answer(self, message: Message) -> None:
        self.asking.keep(message)
        self.asking.is_revealed = True
        self.news = " ".join([self.texts.say("course.answer"), *self.asking.exercise.right_words])

    def _do_again(self, message: Message) -> None:
        self.asking.begin_again()
        self.news = self.texts.say("course.state.again")

    def _do_move(self, message: Message) -> None:
        place = self.asking.move(str(message["item"]), int(message["by"]))
        self.news = self.texts.say("course.moved", place=place, places=len(self.asking.draft))

    def answer(self, answer: object) -> Verdict:
        """What is said to an answer; nothing is kept of it."""
        return self.asking.exercise.check(answer)


class ExerciseDesk(AskingDesk):
    """An exercise of a lesson file."""

    def __init__(self, exercise: Exercise) -> None:
        super().__init__(exercise.lang)
        self.asking = Asking(exercise)

    def blocks(self) -> Sequence[Object]:
        return list(self.asking.blocks("form"))

    def memory(self) -> dict[str, Any] | None:
        return self.asking.memory()

    def restore(self, memory: Mapping[str, Any]) -> None:
        self.asking.restore(memory)

    def __str__(self) -> str:
        return self.asking.in_words()


class MadeDesk(AskingDesk):
    """An exercise that the engine makes; there is always another one."""

    def __init__(self, made: Made, lang: str) -> None:
        super().__init__(lang)
        self.made = made
        self._begin(FIRST_SEED)

    def _begin(self, seed: int) -> None:
        self.seed = seed
        self.asking = Asking(made_question(self.made, 0, seed, self.language))

    def _do_another(self, message: Message) -> None:
        self._begin(self.seed + 1)
        self.news = self.asking.exercise.task

    def blocks(self) -> Sequence[Object]:
        another = button("another", self.texts.say("course.another"), {"do": "another"}, "quiet")
        title = [heading(self.made.title)] if self.made.title else []
        return [*title, *self.asking.blocks(f"form.{self.seed}"), buttons(another)]

    def memory(self) -> dict[str, Any] | None:
        kept = self.asking.memory()
        return None if kept is None and self.seed == FIRST_SEED else {"seed": self.seed, "asking": kept}

    def restore(self, memory: Mapping[str, Any]) -> None:
        seed = memory.get("seed")
        if isinstance(seed, int) and not isinstance(seed, bool) and FIRST_SEED <= seed < 1_000_000:
            self._begin(seed)
            self.asking.restore(memory.get("asking"))

    def __str__(self) -> str:
        words = self.asking.in_words()
        return f"{as_sentence(self.made.title)} {words}" if self.made.title else words


def made_question(made: Made, number: int, seed: int, lang: str) -> Exercise:
    """The how manieth question of a kind in a set; the same seed makes the same question."""
    question = MAKERS[made.maker](random.Random(f"{made.id}/{made.maker}/{number}/{seed}"), lang)
    return replace(question, about=made.about or question.about, section=made.section)
