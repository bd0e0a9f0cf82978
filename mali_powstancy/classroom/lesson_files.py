"""The files with the exercises, the quiz and the exit ticket of each lesson; all faults of one are told at once."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from mali_powstancy.classroom.exercises import (
    AnswerOption,
    Choice,
    Drawing,
    Exercise,
    Ink,
    ItemToSort,
    MatchExercise,
    Mixup,
    NumberExercise,
    Open,
    Ordering,
    Phrase,
    Several,
)
from mali_powstancy.classroom.makers import MAKERS, map_drawing, stations
from mali_powstancy.tabletop.tomlfile import Fault, FaultyFile, Reader, TomlTable
from mali_powstancy.texts import languages

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

LEVELS = ("all", "gentle", "harder")
INKS = ("must", "never", "may")
"""What is to be done with a phrase of a letter: it goes under ink, it stays, or nobody can say it for sure."""
LEAST_MISTAKES = 2
"""At least so many typical mistakes of every exercise have a reply of their own."""

_NAME = re.compile(r"\d\d-[a-z0-9-]+\.toml")
_REFERENCE = re.compile(r"\s*\[(@[\w.-]+(?:\s*;\s*@[\w.-]+)*)\]")
"""`[@id]` or `[@one; @two]` behind a sentence, as in the lessons; readers see the sources, not the mark."""


class LessonFileError(FaultyFile):
    """A lesson file is not as it should be; `faults` names everything that is wrong."""

    def __str__(self) -> str:
        return "\n".join([f"{self.faults[0].file}:", *(f"  {fault.told}" for fault in self.faults)])


class Made(NamedTuple):
    """Questions that the engine makes anew for every seed."""

    id: str
    maker: str
    times: int
    title: str
    level: str
    about: str
    section: str


class OnBoard(NamedTuple):
    """An exercise that is solved on the board, from a position of its own."""

    id: str
    script: str
    title: str
    task: str
    level: str


Entry = Exercise | Made | OnBoard


class LessonTasks(NamedTuple):
    """What a lesson asks, in one language."""

    id: str
    exercises: dict[str, Entry]
    questions: tuple[Entry, ...]
    tickets: tuple[Exercise, ...]


# Where the files are --------------------------------------------------------------------------------------------------

folder: Path | None = None
"""Where the lesson files lie, if not in the package: for tests, and for who writes a lesson of one's own."""


def lesson_names() -> list[str]:
    """The names of all lessons that ask something: `01-letters`."""
    return sorted(file.name.removesuffix(".toml") for file in _files())


def lesson(number: str, lang: str) -> LessonTasks:
    """The lesson whose name begins with this number. Raise `LookupError` if there is none, and say which there are."""
    for file in _files():
        if file.name.startswith(f"{number}-"):
            return read_lesson(file.read_text("utf-8"), file.name.removesuffix(".toml"), lang)
    raise LookupError(f"there is no lesson {number!r} with exercises; choose from: {', '.join(lesson_names())}")


def _files() -> Iterator[Path | Traversable]:
    home = folder or files("mali_powstancy").joinpath("data", "lessons")
    if home.is_dir():
        found = (file for file in home.iterdir() if _NAME.fullmatch(file.name))
        yield from sorted(found, key=lambda file: file.name)


@cache
def read_lesson(text: str, name: str, lang: str) -> LessonTasks:
    """The lesson in a file's text. Raise `LessonError` with everything that is wrong in any language."""
    reader = Reader(name)
    try:
        content = reader.parsed(text)
    except FaultyFile as error:
        raise LessonFileError([Fault(name, "", error.faults[0].found)]) from None
    found = {each: _lesson(_Part(content, "", each, reader), name) for each in languages()}
    if reader.faults:
        raise LessonFileError(dict.fromkeys(reader.faults))  # what is wrong in all languages is told once
    return found[lang]


# Reading --------------------------------------------------------------------------------------------------------------


class _Part:
    """A table of the file. What is wrong in it is noted, and something harmless is given instead."""

    def __init__(self, table: TomlTable, where: str, lang: str, reader: Reader) -> None:
        self.where = where
        self.lang = lang
        self._table = table
        self._reader = reader
        self._known: set[str] = set()

    def fault(self, what: str) -> None:
        self._reader.fault(self.where or "the file", what)

    def _take(self, key: str) -> Any:
        self._known.add(key)
        return self._table.get(key)

    def words(self, key: str, *, optional: bool = False) -> str:
        """A text in the language of the reader; it must be there in every language."""
        value = self._take(key)
        if value is None and optional:
            return ""
        if not isinstance(value, dict):
            self.fault(f"{key} is missing or not {{ pl = …, en = … }}")
            return ""
        for lang in languages():
            if not isinstance(value.get(lang), str) or not value[lang].strip():
                self.fault(f"{key} has no text in {lang}")
        for lang in sorted(set(value) - set(languages())):
            self.fault(f"{key} is in an unknown language, {lang}")
        return _REFERENCE.sub("", str(value.get(self.lang, ""))).strip()

    def refs(self) -> tuple[str, ...]:
        """What the texts of the table and of those inside it rest on: the list `refs`, and what sentences name."""
        return tuple(dict.fromkeys([*self.texts("refs"), *_references(self._table)]))

    def name(self, key: str, known: Iterable[str] | None = None, default: str | None = None) -> str:
        value = self._take(key)
        if value is None and default is not None:
            return default
        if not isinstance(value, str) or not value:
            self.fault(f"{key} is missing or no text")
        elif known is not None and value not in (among := list(known)):
            self.fault(f"{key} is {value!r}, not one of: {', '.join(among)}")
        return str(value)

    def names(self, key: str, known: Collection[str]) -> list[str] | None:
        """A list of known names; None if there is none."""
        value = self._take(key)
        if value is None:
            return None
        if not isinstance(value, list):
            self.fault(f"{key} is no list of names")
            return []
        for unknown in (each for each in value if each not in known):
            self.fault(f"{key} names {unknown!r}, not one of: {', '.join(known)}")
        return [each for each in value if each in known]

    def texts(self, key: str) -> list[str]:
        """A list of texts; empty if there is none."""
        value = self._take(key)
        if value is not None and not (isinstance(value, list) and all(isinstance(each, str) for each in value)):
            self.fault(f"{key} is no list of texts")
            return []
        return value or []

    def number(self, key: str, default: float | None = None) -> float:
        value = self._take(key)
        if value is None and default is not None:
            return default
        if isinstance(value, bool) or not isinstance(value, int | float):
            self.fault(f"{key} is missing or no number")
            return 0
        return value

    def flag(self, key: str) -> bool:
        value = self._take(key)
        if not isinstance(value, bool | None):
            self.fault(f"{key} is neither true nor false")
        return value is True

    def parts(self, key: str, least: int = 0) -> list[_Part]:
        value = self._take(key)
        tables = value if isinstance(value, list) and all(isinstance(each, dict) for each in value) else []
        if value is not None and not tables:
            self.fault(f"{key} is no list of tables [[…{key}]]")
        if len(tables) < least:
            self.fault(f"there are {len(tables)} of [[…{key}]], not {least} or more")
        names = (f"{self.where} {key} {number}".strip() for number in range(1, len(tables) + 1))
        return [_Part(table, where, self.lang, self._reader) for table, where in zip(tables, names, strict=True)]

    def done(self) -> None:
        for key in sorted(set(self._table) - self._known):
            self.fault(f"{key} means nothing here")


def _references(value: object) -> Iterator[str]:
    """The references in all texts of a value."""
    if isinstance(value, str):
        for found in _REFERENCE.findall(value):
            yield from (name.strip().removeprefix("@") for name in found.split(";"))
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _references(inner)


def _lesson(part: _Part, name: str) -> LessonTasks:
    if part.name("lesson") != name:
        part.fault(f"lesson is not the name of the file, {name}")
    number = name.split("-")[0]
    exercises: dict[str, Entry] = {}
    for each in part.parts("exercise"):
        key = each.name("id")
        each.where = f"exercise {key}"
        if not key.startswith(f"{number}-") or not key.removeprefix(f"{number}-").isalnum():
            each.fault(f"id is not the number of the lesson and a letter: {number}-a")
        if key in exercises:
            each.fault("id is there twice")
        exercises[key] = _entry(each, key, is_titled=True)
    questions = [_entry(each, f"{number}-q{n}") for n, each in enumerate(part.parts("question"), 1)]
    if any(isinstance(entry, OnBoard) for entry in questions):
        part.fault("a question of the quiz cannot be asked on the board")
    tickets = [_entry(each, f"{number}-t{n}") for n, each in enumerate(part.parts("ticket"), 1)]
    asked = tuple(each for each in tickets if isinstance(each, Exercise))
    if len(asked) < len(tickets):
        part.fault("a ticket is a question in the file, not a made one or one on the board")
    if any(isinstance(each, MatchExercise | Ordering | Ink) for each in asked):
        part.fault("a ticket asks one thing: its kind is choice, several, number or open")
    part.done()
    return LessonTasks(name, exercises, tuple(questions), asked)


def _entry(part: _Part, key: str, *, is_titled: bool = False) -> Entry:
    kind = part.name("kind", [*_KINDS, "made", "board"])
    title = part.words("title", optional=not is_titled)
    level = part.name("level", LEVELS, "all")
    entry: Entry
    if kind == "made":
        maker, count = part.name("maker", MAKERS), int(part.number("count", 1))
        about, section = part.words("about", optional=True), part.words("section", optional=True)
        entry = Made(key, maker if maker in MAKERS else next(iter(MAKERS)), max(1, count), title, level, about, section)
        if count < 1:
            part.fault("count is less than 1")
    elif kind == "board":
        entry = OnBoard(key, part.name("script"), title, part.words("task", optional=True), level)
    else:
        common = {
            "id": key,
            "lang": part.lang,
            "title": title,
            "level": level,
            "task": part.words("task"),
            "hint": part.words("hint", optional=kind == "open" or not is_titled),
            "praise": part.words("praise", optional=kind == "open"),
            "about": part.words("about", optional=True),
            "section": part.words("section", optional=True),
            "picture": _map(part),
            "refs": part.refs(),
        }
        entry = _KINDS.get(kind, _open)(part, common)
    part.done()
    return entry


def _map(part: _Part) -> Drawing | None:
    """`map = ["past", "port"]`: the map of the game goes with the question, with rings around these objects."""
    marked = part.names("map", stations())
    return None if marked is None else map_drawing(part.lang, marked)


def _options(part: _Part, *, all_reply: bool) -> tuple[AnswerOption, ...]:
    options = []
    for each in part.parts("option", 3):
        right = each.flag("right")
        reply = each.words("reply", optional=right and not all_reply)
        options.append(AnswerOption(each.name("key"), each.words("text"), right, reply))
        each.done()
    _different(part, "key", [option.key for option in options])
    _different(part, "text", [option.text for option in options])
    _different(part, "reply", [option.reply for option in options if option.reply])
    return tuple(options)


def _different(part: _Part, what: str, values: list[str]) -> None:
    for value in sorted({value for value in values if values.count(value) > 1}):
        part.fault(f"there are two of the same {what}: {value!r}")


def _choice(part: _Part, common: dict[str, Any]) -> Exercise:
    options = _options(part, all_reply=False)
    right = sum(option.right for option in options)
    if right != 1:
        part.fault(f"{right} options are right, not exactly one")
    if len(options) - right < LEAST_MISTAKES:
        part.fault(f"there are {len(options) - right} wrong options, not {LEAST_MISTAKES} or more")
    return Choice(options=options, is_sorted=part.flag("sorted"), **common)


def _several(part: _Part, common: dict[str, Any]) -> Exercise:
    options = _options(part, all_reply=True)
    right = sum(option.right for option in options)
    if not 0 < right < len(options):
        part.fault("there must be a right option and a wrong one")
    return Several(options=options, **common)


def _ink(part: _Part, common: dict[str, Any]) -> Exercise:
    phrases = []
    for each in part.parts("phrase", 3):
        ink = each.name("ink", INKS)
        reply = each.words("reply", optional=ink == "never")
        phrases.append(Phrase(each.name("key"), each.words("text"), ink, reply))
        each.done()
    found = [phrase.ink for phrase in phrases]
    if "must" not in found:
        part.fault("no phrase must go under ink")
    if found.count("never") < LEAST_MISTAKES:
        part.fault(f"{found.count('never')} phrases never go under ink, not {LEAST_MISTAKES} or more")
    _different(part, "key", [phrase.key for phrase in phrases])
    _different(part, "text", [phrase.text for phrase in phrases])
    _different(part, "reply", [phrase.reply for phrase in phrases if phrase.reply])
    return Ink(phrases=tuple(phrases), **common)


def _number(part: _Part, common: dict[str, Any]) -> Exercise:
    right = part.number("right")
    mistakes = []
    for each in part.parts("mistake", LEAST_MISTAKES):
        mistakes.append((each.number("value"), each.words("reply")))
        each.done()
    values = [value for value, _ in mistakes]
    if right in values:
        part.fault("the right number is among the mistakes")
    _different(part, "value", [str(value) for value in values])
    _different(part, "reply", [reply for _, reply in mistakes])
    return NumberExercise(
        right=right, mistakes=tuple(mistakes), low=part.words("low"), high=part.words("high"), **common
    )


def _match(part: _Part, common: dict[str, Any]) -> Exercise:
    groups = []
    for each in part.parts("group", 2):
        groups.append(ItemToSort(each.name("key"), each.words("text")))
        each.done()
    names = [group.key for group in groups]
    items = []
    for each in part.parts("item", 2):
        items.append(ItemToSort(each.name("key"), each.words("text"), each.name("group", names), each.words("reply")))
        each.done()
    _different(part, "group", names)
    _different(part, "item", [item.key for item in items])
    _different(part, "reply", [item.reply for item in items])
    return MatchExercise(groups=tuple(groups), items=tuple(items), **common)


def _ordering(part: _Part, common: dict[str, Any]) -> Exercise:
    items = []
    for each in part.parts("item", 3):
        items.append(ItemToSort(each.name("key"), each.words("text")))
        each.done()
    keys = [item.key for item in items]
    mistakes = []
    for each in part.parts("mistake", LEAST_MISTAKES):
        mixup = Mixup(each.name("before", keys), each.name("after", keys), each.words("reply"))
        if {mixup.before, mixup.after} <= set(keys):
            mistakes.append(mixup)
            if keys.index(mixup.before) <= keys.index(mixup.after):
                each.fault(f"{mixup.before} before {mixup.after} is no mistake: so it is in the right order")
        each.done()
    _different(part, "item", keys)
    _different(part, "reply", [mixup.reply for mixup in mistakes])
    return Ordering(items=tuple(items), mistakes=tuple(mistakes), **common)


def _open(part: _Part, common: dict[str, Any]) -> Exercise:
    return Open(**common)


_KINDS = {
    "choice": _choice,
    "several": _several,
    "ink": _ink,
    "number": _number,
    "match": _match,
    "sequence": _ordering,
    "open": _open,
}
"""How each kind that is written in the file is read."""
