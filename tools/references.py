"""Find sentences of the course that state a fact of history and name no source for it, and references to nothing.

And sentences whose day or year is not that of a fact they refer to.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from datetime import date, timedelta
from functools import cache
from typing import NamedTuple, Protocol

from mali_powstancy.history import OUR_OWN
from tools.prose import (
    REFERENCE,
    Document,
    exercise_documents,
    plain,
    read_documents,
    references,
    sentences,
)


class Surnamed(Protocol):
    """A person of the history files, as far as a name can be found in a text."""

    @property
    def surname(self) -> str:
        """`Grenda`"""

    @property
    def pseudonyms(self) -> Sequence[str]:
        """`Granica`; in a text they stand in quotation marks."""


class Unsupported(NamedTuple):
    """A sentence that needs a reference or a mark and has none."""

    place: str
    sentence: str
    why: str

    def __str__(self) -> str:
        return f"{self.place}: {self.why}, but no reference or mark: {self.sentence}"


# What makes a sentence a statement about history --------------------------------------------------------------------

_MONTHS = (
    "stycznia|lutego|marca|kwietnia|maja|czerwca|lipca|sierpnia|września|października|listopada|grudnia|"
    "January|February|March|April|May|June|July|August|September|October|November|December"
)
_DATE = re.compile(
    rf"\b\d{{1,2}}(?:st|nd|rd|th)?\.?\s+(?:of\s+)?(?:{_MONTHS})\b"
    rf"|\b(?:{_MONTHS.partition('grudnia|')[2]})\s+\d{{1,2}}(?:st|nd|rd|th)?\b"
)
_YEAR = re.compile(r"(?<![\d.,\w])(?:1[5-9]\d\d|20\d\d)(?![\d\w]|[.,]\d|\.pl)")
_MANY = (
    r"(?:tysiąc\w*|tysięcy|tys\.|setk\w+|setek|stu|sto|dwieście|kilkaset|kilkuset|kilkadziesiąt|kilkudziesięciu|"
    r"milion\w*|thousands?|hundreds?|dozens?|million)"
)
_DIGITS = r"\d+(?:[ \u00a0.,]\d{3})*(?:[–-]\d+(?:[ \u00a0.,]\d{3})*)?"
_NOUNS = (
    r"(?:list(?:y|ów|ami|om|ach|u)?|pocztów(?:ek|ki|kami)|harcer(?:z|ze|zy|zom|zami|ki|ek|kami|stwo)|zawisza(?:cy|ków)|"
    r"os(?:ób|oby|obom|obami)|ludzi(?:om|ach)?|ludźmi|dzieci|dzieciom|chłop(?:cy|ców)|dziewcz(?:ęta|ąt|yny)|"
    r"listonosz(?:e|y|om|ami)?|mieszkańc(?:y|ów|om)|cywil(?:i|e|ów)|żołnierz(?:e|y|om)?|powstańc(?:y|ów|om)|"
    r"więźni(?:ów|owie)|skrzyn(?:ek|ki|kami|kach)|placów(?:ek|ki|kami|kach)|urzęd(?:y|ów|ami|ach)|oddział(?:y|ów|ach)|"
    r"barykad(?:y|ami|ach)?|dzielnic(?:e|y|ach)?|znacz(?:ków|ki)|"
    r"letters?|postcards?|scouts?|guides|people|persons|children|boys|girls|carriers?|inhabitants|civilians?|"
    r"soldiers?|insurgents?|prisoners|boxes|offices|branches|barricades|districts|stamps)"
)
_BETWEEN = r"(?:\s+[^\s.;:!?]+){0,3}?\s+"
_COUNT = re.compile(rf"\b(?:{_DIGITS}|{_MANY}){_BETWEEN}{_NOUNS}\b", re.IGNORECASE)
_COUNT_BEHIND = re.compile(
    rf"\b{_NOUNS}:?{_BETWEEN}(?:\d{{3,}}|\d+[ \u00a0.,]\d{{3}}|(?:\d+\s+)?{_MANY})\b", re.IGNORECASE
)
_CLASSROOM = re.compile(
    r"\b(?:grup\w*|par(?:y|a|ach|ami)|klas\w*|uczni\w*|uczennic\w*|nauczyciel\w*|ławk\w*|"
    r"groups?|pairs?|class\w*|pupils?|teachers?|desks?)\b",
    re.IGNORECASE,
)
"""A small number in a sentence about a class counts pupils, not people of 1944."""
_SMALL_NUMBER = re.compile(r"(?<!\d)(?:[1-9]|[123]\d)(?!\d|[ \u00a0.,]\d{3})")


def reasons(sentence: str, people: Iterable[Surnamed]) -> list[str]:
    """Why a sentence needs a reference: nothing, or what it states."""
    text = plain(sentence)
    found = []
    if date := _DATE.search(text):
        found.append(f"the date {date.group()!r}")
    elif year := _YEAR.search(text):
        found.append(f"the year {year.group()!r}")
    rest = _YEAR.sub(" ", _DATE.sub(" ", text))
    if (count := _COUNT.search(rest) or _COUNT_BEHIND.search(rest)) and not _about_the_class(text, count.group()):
        found.append(f"the number {count.group()!r}")
    found += [f"the name {name!r}" for name in _names(text, people)]
    return found


def _about_the_class(text: str, count: str) -> bool:
    return bool(_CLASSROOM.search(text) and _SMALL_NUMBER.match(count))


def _names(text: str, people: Iterable[Surnamed]) -> Iterator[str]:
    for person in people:
        if found := _pattern_of(person.surname, tuple(person.pseudonyms)).search(text):
            yield found.group()


@cache
def _pattern_of(surname: str, pseudonyms: tuple[str, ...]) -> re.Pattern[str]:
    """Finds a surname, or a pseudonym in quotation marks, in its Polish cases."""
    parts = [rf"\b{_cases(surname)}\b"] if surname else []
    parts += [rf"[„“”\"«»‘’‚'']{_cases(name)}[„“”\"«»‘’'']" for name in pseudonyms]
    return re.compile("|".join(parts))


_ENDINGS = (
    ("ki", "k(?:i|iego|iemu|im|a|iej|ą|ich|imi)"),
    ("ek", "(?:ek|k(?:a|owi|iem|u|ów))"),
    ("ec", "(?:ec|c(?:a|owi|em|u))"),
    ("ś", "(?:ś|si(?:a|owi|em|u|ów))"),
    ("ń", "(?:ń|ni(?:a|owi|em|u))"),
    ("da", "(?:d(?:a|y|ę|ą|o)|dzie)"),
    ("ta", "(?:t(?:a|y|ę|ą|o)|cie)"),
    ("wa", "w(?:a|y|ę|ą|o|ie)"),
    ("ka", "(?:k(?:a|i|ę|ą|o)|ce)"),
    ("za", "z(?:a|y|ę|ą|o)"),
    ("a", "(?:a|y|i|ę|ą|o|ie)"),
)
"""How names with these endings change by case; all others take an ending of their own."""


def _cases(name: str) -> str:
    """Matches a name in all its Polish cases. The last word changes: `Doktor Piotr`, `Doktora Piotra` is rare."""
    for ending, cases in _ENDINGS:
        if name.endswith(ending):
            return re.escape(name.removesuffix(ending)) + cases
    return re.escape(name) + "(?:a|owi|em|iem|ie|u|y)?"


# When it was --------------------------------------------------------------------------------------------------------

THE_YEAR = 1944
"""The year of a day of history that is told without one."""
MATCHING = ("01-letters.worksheet", "• •")
"""The one table whose rows join days and events that do not belong together: there pupils match them."""

_MONTH_NUMBERS = {name: number % 12 + 1 for number, name in enumerate(_MONTHS.split("|"))}
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
_DAYS = rf"(?<![\d.,/–-]){_DAY}(?:\s*(?:[–/,-]|\b(?:do|na|i|albo|lub|to|and|or)\b)\s*{_DAY})*"
_WHEN = re.compile(
    rf"(?P<days>{_DAYS})\.?\s+(?:of\s+)?(?P<month>{_MONTHS})\b(?:,?\s+(?P<year>\d{{4}}))?"
    rf"|\b(?P<first>{_MONTHS.partition('grudnia|')[2]})\s+(?P<after>{_DAY})\b(?:,?\s+(?P<then>\d{{4}}))?"
)
"""`2 sierpnia 1944`, `od 2 do 28 sierpnia`, `2–3 October`, `the night of 31 August`, `August 2nd`."""


class When(NamedTuple):
    """A day, with its year if that is told."""

    day: int
    month: int
    year: int | None


def days_in(text: str) -> list[When]:
    """The days that a text names: of a range, both ends."""
    found = []
    for each in _WHEN.finditer(text):
        month = _MONTH_NUMBERS[each["month"] or each["first"]]
        year = each["year"] or each["then"]
        days = re.findall(r"\d+", each["days"] or each["after"])
        found += [When(int(day), month, int(year) if year else None) for day in days]
    return found


def years_in(text: str) -> list[int]:
    """The years that a text names, but for those of a day."""
    return [int(year) for year in _YEAR.findall(_WHEN.sub(" ", text))]


def times_of(item: object) -> tuple[set[When], set[int]]:
    """The days and the years that belong to something of the history: to its fields and to its words."""
    days: set[When] = set()
    years: set[int] = set()
    for name, value in _parts(item):
        if isinstance(value, date):
            days.add(_when(value))
        elif isinstance(value, int):
            years |= {value} if name in ("year", "born", "died") else set()
        else:
            days |= {day._replace(year=day.year or THE_YEAR) for day in days_in(str(value))}
            years |= set(years_in(str(value)))
    first, last = getattr(item, "day", None), getattr(item, "until", None)
    if first and last:
        days |= {_when(first + timedelta(days=number)) for number in range((last - first).days)}
    return days, years | {day.year for day in days if day.year}


def _when(day: date) -> When:
    return When(day.day, day.month, day.year)


def _parts(item: object) -> Iterator[tuple[str, object]]:
    """Every field of an item with something in it; words in all languages, and the parts of an item within it."""
    assert is_dataclass(item)
    for field in fields(item):
        value = getattr(item, field.name)
        if is_dataclass(value):
            yield from _parts(value)
        elif isinstance(value, Mapping):
            yield from ((field.name, words) for words in value.values())
        elif isinstance(value, str | int | date):
            yield field.name, value


def disagreeing(documents: Iterable[Document], item: Callable[[str], object]) -> list[str]:
    """Every day or year that belongs to no fact to which its sentence refers; `item` raises a KeyError for nothing."""
    problems = []
    for document in documents:
        for block in document.blocks:
            for sentence in sentences(block):
                names = [name for name in references(sentence.text) if name not in OUR_OWN]
                if not names or (document.name == MATCHING[0] and MATCHING[1] in sentence.text):
                    continue
                try:
                    known = [times_of(item(name)) for name in names]
                except KeyError:
                    continue  # `unresolved` tells of it
                wrong = _foreign(plain(sentence.text), known)
                place, cited = document.place(sentence.line), ", ".join(names)
                problems += [f"{place}: {one} is not in {cited}: {sentence.text}" for one in wrong]
    return problems


def _foreign(text: str, known: Sequence[tuple[set[When], set[int]]]) -> Iterator[str]:
    days = {day for each, _ in known for day in each}
    years = {year for _, each in known for year in each}
    for when in days_in(text):
        same = {day.year for day in days if day[:2] == when[:2]}
        if not same or (when.year and when.year not in same):
            yield f"the day {when.day}.{when.month}.{when.year or ''}"
    yield from (f"the year {year}" for year in years_in(text) if year not in years)


# Looking through the texts ------------------------------------------------------------------------------------------


def unsupported(documents: Iterable[Document], people: Sequence[Surnamed]) -> list[Unsupported]:
    """Every sentence that needs a reference or a mark and has none. An invented letter is marked once for all."""
    return [
        Unsupported(document.place(sentence.line), sentence.text, " and ".join(why))
        for document in documents
        for block in document.blocks
        if block.kind != "heading" and not (block.kind == "quote" and "invented" in references(block.text))
        for sentence in sentences(block)
        if not references(sentence.text) and (why := reasons(sentence.text, people))
    ]


def unresolved(documents: Iterable[Document], cited: Callable[[str], object]) -> list[str]:
    """Every reference to something that the history files do not have; `cited` raises a KeyError for it."""
    problems = []
    for document in documents:
        for block in document.blocks:
            if block.is_code:
                continue
            for name in references(block.text):
                try:
                    _ = name in OUR_OWN or cited(name)
                except KeyError as error:
                    problems.append(f"{document.place(block.line)}: the reference [@{name}] leads nowhere: {error}")
            if lost := re.search(r"\[@[^\]]*\]?", REFERENCE.sub("", block.text)):
                problems.append(
                    f"{document.place(block.line)}: {lost.group()!r} is no reference; write [@id] or [@a; @b]"
                )
    return problems


def main(arguments: list[str] | None = None) -> int:
    """Say which sentences need a reference, which references lead nowhere, and which days are not those of a fact."""
    import mali_powstancy.history as history

    argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0]).parse_args(arguments)
    documents = [*read_documents(), *exercise_documents()]
    problems = [
        *map(str, unsupported(documents, history.people())),
        *unresolved(documents, history.cited),
        *disagreeing(documents, history.item),
    ]
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
