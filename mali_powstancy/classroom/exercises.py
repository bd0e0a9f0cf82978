"""Exercises: what is asked, which answers there are, and what a pupil hears who has given one of them."""

from __future__ import annotations

import random
import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, TypeVar

from mali_powstancy.tabletop.board import Object
from mali_powstancy.tabletop.scripts import Verdict
from mali_powstancy.texts import Texts, texts_for
from mali_powstancy.views.page.blocks import checks, choice, inking, number, words
from mali_powstancy.views.page.desk import MOST_LETTERS

ANSWER = "answer"
"""The name of the only question of a form."""
_DIGITS = re.compile(r"[-−]?\d+([.,]\d+)?")

T = TypeVar("T")


class Drawing(NamedTuple):
    """A picture that belongs to a question, with a sentence for those who cannot see it."""

    svg: str
    label: str


class AnswerOption(NamedTuple):
    """One of the answers to choose from; the reply is for who gets it wrong."""

    key: str
    text: str
    right: bool
    reply: str


class ItemToSort(NamedTuple):
    """A thing to be put somewhere; the reply is for who puts it elsewhere than in its group."""

    key: str
    text: str
    group: str = ""
    reply: str = ""


class Phrase(NamedTuple):
    """Some words of a letter, which go under ink or stay together; the reply is for who decides otherwise."""

    key: str
    text: str
    ink: str
    """`must`: it has to go; `never`: it stays; `may`: censors could differ, and the reply says why."""
    reply: str = ""

    @property
    def words(self) -> str:
        """Its words inside another sentence: without the comma or the full stop of the letter."""
        return self.text.rstrip(".,")


class Mixup(NamedTuple):
    """A typical mistake of order: `before` stands somewhere before `after`, although it comes later."""

    before: str
    after: str
    reply: str


@dataclass(frozen=True, kw_only=True)
class Exercise(ABC):
    """Something that is asked. Answers are plain values; `check` says something kind and useful to any of them."""

    id: str
    lang: str
    task: str
    praise: str
    """After the right answer: why it is right."""
    title: str = ""
    hint: str = ""
    level: str = "all"
    about: str = ""
    """In a few words, what one knows who can answer it."""
    section: str = ""
    """The heading of the lesson where one can look it up."""
    picture: Drawing | None = None
    refs: tuple[str, ...] = ()
    """What of the history files it states, by name, or `game` and `invented` for what is ours."""

    empty_key: ClassVar[str]
    unreadable_key: ClassVar[str]

    @property
    def texts(self) -> Texts:
        """The sentences of its language."""
        return texts_for(self.lang)

    def check(self, answer: object) -> Verdict:
        """What is said to an answer, whatever it is."""
        if _is_empty(answer):
            return Verdict(False, self.texts.say(self.empty_key), "empty")
        try:
            given = self._given(answer)
        except ValueError:
            return Verdict(False, self.texts.say(self.unreadable_key), "unreadable")
        if (missing := self._missing(given)) is not None:
            return Verdict(False, missing, "empty")
        reply = self._reply(given)
        return Verdict(True, self._said_right(given), "right") if reply is None else Verdict(False, reply, "mistake")

    # What each kind knows.

    @property
    @abstractmethod
    def right_answer(self) -> Any:
        """The answer that passes."""

    @property
    @abstractmethod
    def right_words(self) -> list[str]:
        """The right answer, as a list of words or sentences."""

    @abstractmethod
    def typical_mistakes(self) -> Iterator[Any]:
        """Wrong answers that have a reply of their own."""

    @abstractmethod
    def _given(self, answer: object) -> Any:
        """The answer as this kind knows it; `ValueError` if it is none."""

    def _missing(self, given: Any) -> str | None:
        """What is said if the answer is not yet whole."""
        return None

    @abstractmethod
    def _reply(self, given: Any) -> str | None:
        """What helps on after this answer; None if it is right."""

    def _said_right(self, given: Any) -> str:
        """What is said to an answer that passes."""
        return self.praise

    # How it is asked.

    @property
    def blank(self) -> Any:
        """The answer before anything was done."""
        return None

    def in_words(self, draft: Any) -> str:
        """What is to be seen besides the task, for those who only read."""
        return ""

    @abstractmethod
    def fields(self, draft: Any) -> list[Object]:
        """The questions of its form, with what was answered so far."""

    def read(self, values: Mapping[str, Any]) -> Any:
        """What was answered in the form."""
        return values.get(ANSWER)

    def tidy(self, kept: Any) -> Any:
        """A kept answer, as far as it still fits; else the blank one."""
        try:
            return self.blank if _is_empty(kept) else self._given(kept)
        except ValueError:
            return self.blank


def _is_empty(answer: object) -> bool:
    if isinstance(answer, str):
        return not answer.strip()
    if isinstance(answer, Mapping):
        return all(value is None for value in answer.values())
    return answer is None or (isinstance(answer, list | tuple | set | frozenset) and not answer)


def mixed(rng: random.Random, items: Iterable[T]) -> list[T]:
    """The items in an order of chance."""
    return [item for _, item in sorted(((rng.random(), item) for item in items), key=lambda pair: pair[0])]


def shuffled(items: Iterable[T], seed: str) -> list[T]:
    """The items in an order that only the seed decides."""
    return mixed(random.Random(seed), items)


# Choosing -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Choice(Exercise):
    """One answer of several is right."""

    options: tuple[AnswerOption, ...]
    is_sorted: bool = False
    """The options are shown as they are given: numbers and dates, for example."""

    empty_key = "course.empty.choice"
    unreadable_key = "course.unreadable.choice"

    @property
    def shown(self) -> list[AnswerOption]:
        """The options as they are shown."""
        return list(self.options) if self.is_sorted else shuffled(self.options, self.id)

    @property
    def right_answer(self) -> str:
        return next(option.key for option in self.options if option.right)

    @property
    def right_words(self) -> list[str]:
        return [option.text for option in self.options if option.right]

    def typical_mistakes(self) -> Iterator[str]:
        yield from (option.key for option in self.options if not option.right)

    def _given(self, answer: object) -> str:
        if not isinstance(answer, str) or answer not in {option.key for option in self.options}:
            raise ValueError("no option of this question")
        return answer

    def _reply(self, given: str) -> str | None:
        option = next(option for option in self.options if option.key == given)
        return None if option.right else option.reply

    def fields(self, draft: Any) -> list[Object]:
        return [choice(ANSWER, self.task, [(option.key, option.text) for option in self.shown], draft)]


@dataclass(frozen=True, kw_only=True)
class Several(Exercise):
    """Some answers are right, and all of these are to be chosen."""

    options: tuple[AnswerOption, ...]

    empty_key = "course.empty.several"
    unreadable_key = "course.unreadable.several"

    @property
    def shown(self) -> list[AnswerOption]:
        """The options as they are shown."""
        return shuffled(self.options, self.id)

    @property
    def right_answer(self) -> list[str]:
        return [option.key for option in self.options if option.right]

    @property
    def right_words(self) -> list[str]:
        return [option.text for option in self.options if option.right]

    def typical_mistakes(self) -> Iterator[list[str]]:
        right = self.right_answer
        for option in self.options:
            if not option.right:
                yield [*right, option.key]
            elif len(right) > 1:
                yield [key for key in right if key != option.key]

    def _given(self, answer: object) -> list[str]:
        return _keys(answer, [option.key for option in self.options])

    def _reply(self, given: list[str]) -> str | None:
        """First what was chosen and does not belong there, then what is still missing."""
        wrong = [option.reply for option in self.options if option.key in given and not option.right]
        missed = [option.reply for option in self.options if option.key not in given and option.right]
        if not (wrong or missed):
            return None
        rest = len(wrong) + len(missed) - 1
        more = f" {self.texts.count('course.more-to-mend', rest)}" if rest else ""
        return f"{[*wrong, *missed][0]}{more}"

    @property
    def blank(self) -> list[str]:
        return []

    def fields(self, draft: Any) -> list[Object]:
        return [checks(ANSWER, self.task, [(option.key, option.text) for option in self.shown], draft)]


def _keys(answer: object, known: Sequence[str]) -> list[str]:
    """A list of known keys, none of them twice."""
    if not isinstance(answer, list | tuple) or not all(isinstance(key, str) for key in answer):
        raise ValueError("no list of keys")
    if not set(answer) <= set(known) or len(set(answer)) < len(answer):
        raise ValueError("unknown keys, or one twice")
    return list(answer)


# Under ink ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Ink(Exercise):
    """A letter whose reader puts under ink what must not be known; of some phrases nobody can say it for sure."""

    phrases: tuple[Phrase, ...]
    """The whole letter, in the order of its words."""

    empty_key = "letter.ink.empty"
    unreadable_key = "letter.ink.unreadable"

    def _of(self, ink: str) -> list[Phrase]:
        return [phrase for phrase in self.phrases if phrase.ink == ink]

    @property
    def right_answer(self) -> list[str]:
        return [phrase.key for phrase in self._of("must")]

    @property
    def right_words(self) -> list[str]:
        doubtful = [self.texts.say("letter.ink.may", words=phrase.words) for phrase in self._of("may")]
        return [*(phrase.words for phrase in self._of("must")), *doubtful]

    def typical_mistakes(self) -> Iterator[list[str]]:
        right = self.right_answer
        yield from ([*right, phrase.key] for phrase in self._of("never"))
        if len(right) > 1:
            yield from ([key for key in right if key != missed] for missed in right)

    def _given(self, answer: object) -> list[str]:
        return _keys(answer, [phrase.key for phrase in self.phrases])

    def _reply(self, given: list[str]) -> str | None:
        """First what is under ink and harms nobody, then what is still to be read."""
        if len(given) == len(self.phrases):
            return self.texts.say("letter.ink.all")
        much = [phrase for phrase in self._of("never") if phrase.key in given]
        little = [phrase for phrase in self._of("must") if phrase.key not in given]
        if not (much or little):
            return None
        first, rest = [*much, *little][0], len(much) + len(little) - 1
        reply = first.reply or self.texts.say("letter.ink.harmless", words=first.words)
        return f"{reply} {self.texts.count('course.more-to-mend', rest)}" if rest else reply

    def _said_right(self, given: list[str]) -> str:
        """Of what is doubtful: how it was decided, and why others could decide otherwise."""
        decided = {True: "letter.ink.may-inked", False: "letter.ink.may-left"}
        doubts = [
            self.texts.say(decided[phrase.key in given], words=phrase.words, why=phrase.reply)
            for phrase in self._of("may")
        ]
        return "\n".join([self.praise, *doubts])

    @property
    def blank(self) -> list[str]:
        return []

    def fields(self, draft: Any) -> list[Object]:
        letter = [(phrase.key, phrase.text) for phrase in self.phrases]
        return [inking(ANSWER, self.task, self.texts.say("letter.ink.how"), letter, draft)]

    def in_words(self, draft: Any) -> str:
        """The letter; what is under ink is said to be so, and can still be read by who has put it there."""
        shown = (
            self.texts.say("letter.ink.inked", words=phrase.text) if phrase.key in draft else phrase.text
            for phrase in self.phrases
        )
        return self.texts.say("letter.ink.letter", letter=" ".join(shown))


# Numbers --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class NumberExercise(Exercise):
    """The answer is a number, written in digits."""

    right: float
    mistakes: tuple[tuple[float, str], ...]
    low: str
    """What is said to all other numbers that are too small."""
    high: str

    empty_key = "course.empty.number"
    unreadable_key = "course.unreadable.number"

    @property
    def right_answer(self) -> float:
        return self.right

    @property
    def right_words(self) -> list[str]:
        return [self._digits(self.right)]

    def _digits(self, value: float) -> str:
        return (
            str(int(value)) if value == int(value) else str(value).replace(".", self.texts.say("number.decimal-mark"))
        )

    def typical_mistakes(self) -> Iterator[float]:
        yield from (value for value, _ in self.mistakes)

    def _given(self, answer: object) -> float:
        if isinstance(answer, str):
            text = re.sub(r"\s", "", answer)
            if not _DIGITS.fullmatch(text) or len(text) > 12:
                raise ValueError("not in digits")
            return float(text.replace(",", ".").replace("−", "-"))
        if isinstance(answer, bool) or not isinstance(answer, int | float) or answer != answer:
            raise ValueError("no number")
        return answer

    def _reply(self, given: float) -> str | None:
        if given == self.right:
            return None
        return dict(self.mistakes).get(given, self.low if given < self.right else self.high)

    @property
    def blank(self) -> str:
        return ""

    def tidy(self, kept: Any) -> str:
        """What was written, also if it is no number: its writer may want to mend it."""
        return kept[:40] if isinstance(kept, str) else self.blank

    def fields(self, draft: Any) -> list[Object]:
        return [number(ANSWER, self.task, draft)]


# Putting together and in order ----------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class MatchExercise(Exercise):
    """Every item belongs to one of the groups."""

    groups: tuple[ItemToSort, ...]
    items: tuple[ItemToSort, ...]

    empty_key = "course.empty.match"
    unreadable_key = "course.unreadable.match"

    @property
    def shown(self) -> list[ItemToSort]:
        """The items as they are shown."""
        return shuffled(self.items, self.id)

    @property
    def right_answer(self) -> dict[str, str]:
        return {item.key: item.group for item in self.items}

    @property
    def right_words(self) -> list[str]:
        names = {group.key: group.text for group in self.groups}
        return [f"{item.text} → {names[item.group]}" for item in self.items]

    def typical_mistakes(self) -> Iterator[dict[str, str]]:
        for item in self.items:
            elsewhere = next(group.key for group in self.groups if group.key != item.group)
            yield self.right_answer | {item.key: elsewhere}

    def _given(self, answer: object) -> dict[str, str]:
        items, groups = {item.key for item in self.items}, {group.key for group in self.groups}
        if not isinstance(answer, Mapping) or not set(answer) <= items:
            raise ValueError("not what belongs where")
        given = {key: group for key, group in answer.items() if group is not None}
        if not all(isinstance(group, str) and group in groups for group in given.values()):
            raise ValueError("no such group")
        return given

    def _missing(self, given: dict[str, str]) -> str | None:
        left = len(self.items) - len(given)
        return self.texts.count("course.left-to-match", left) if left else None

    def _reply(self, given: dict[str, str]) -> str | None:
        wrong = [item for item in self.items if given[item.key] != item.group]
        if not wrong:
            return None
        more = f" {self.texts.count('course.more-to-mend', len(wrong) - 1)}" if len(wrong) > 1 else ""
        return f"{wrong[0].reply}{more}"

    @property
    def blank(self) -> dict[str, str]:
        return {}

    def fields(self, draft: Any) -> list[Object]:
        groups = [(group.key, group.text) for group in self.groups]
        return [choice(item.key, item.text, groups, draft.get(item.key), inline=True) for item in self.shown]

    def read(self, values: Mapping[str, Any]) -> dict[str, str]:
        return {key: group for key, group in values.items() if group is not None}


@dataclass(frozen=True, kw_only=True)
class Ordering(Exercise):
    """The items are to be put in order; they are given in the right one."""

    items: tuple[ItemToSort, ...]
    mistakes: tuple[Mixup, ...]

    empty_key = "course.empty.sequence"
    unreadable_key = "course.unreadable.sequence"

    @property
    def blank(self) -> list[str]:
        """The order that is shown first: never the right one."""
        right = self.right_answer
        for attempt in range(100):
            keys = shuffled(right, f"{self.id}/{attempt}")
            if keys != right:
                return keys
        raise AssertionError("a sequence has several items")

    @property
    def right_answer(self) -> list[str]:
        return [item.key for item in self.items]

    @property
    def right_words(self) -> list[str]:
        return [f"{place}. {item.text}" for place, item in enumerate(self.items, 1)]

    def typical_mistakes(self) -> Iterator[list[str]]:
        """For every mix-up an order in which it is the first thing that is wrong."""
        for mixup in self.mistakes:
            keys = self.right_answer
            keys.remove(mixup.before)
            keys.insert(keys.index(mixup.after), mixup.before)
            yield keys

    def _given(self, answer: object) -> list[str]:
        keys = _keys(answer, self.right_answer)
        if len(keys) < len(self.items):
            raise ValueError("not all of them")
        return keys

    def _reply(self, given: list[str]) -> str | None:
        right = self.right_answer
        if given == right:
            return None
        for mixup in self.mistakes:
            if given.index(mixup.before) < given.index(mixup.after):
                return mixup.reply
        good = next(place for place, (one, other) in enumerate(zip(given, right, strict=True)) if one != other)
        return self.texts.count("course.good-so-far", good) if good else self.texts.say("course.begin-anew")

    def fields(self, draft: Any) -> list[Object]:
        return []


# In writing -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Open(Exercise):
    """A sentence of one's own, never right or wrong."""

    empty_key = "course.empty.open"
    unreadable_key = "course.unreadable.open"

    @property
    def right_answer(self) -> str:
        return self.task

    @property
    def right_words(self) -> list[str]:
        return []

    def typical_mistakes(self) -> Iterator[str]:
        return iter(())

    def _given(self, answer: object) -> str:
        if not isinstance(answer, str) or not re.search(r"[^\W\d_]{2}", answer):
            raise ValueError("no word in it")
        return answer

    def _reply(self, given: str) -> None:
        return None

    @property
    def blank(self) -> str:
        return ""

    def tidy(self, kept: Any) -> str:
        """What was written."""
        return kept[:MOST_LETTERS] if isinstance(kept, str) else self.blank

    def fields(self, draft: Any) -> list[Object]:
        return [words(ANSWER, self.task, draft, rows=4)]
