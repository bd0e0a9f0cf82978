"""Find sentences of the course that state a fact of history and name no source for it, and references to nothing."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
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


class Named(Protocol):
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


def reasons(sentence: str, people: Iterable[Named]) -> list[str]:
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


def _names(text: str, people: Iterable[Named]) -> Iterator[str]:
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


# Looking through the texts ------------------------------------------------------------------------------------------


def unsupported(documents: Iterable[Document], people: Sequence[Named]) -> list[Unsupported]:
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
    """Say which sentences need a reference and which references lead nowhere."""
    import mali_powstancy.history as history

    argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0]).parse_args(arguments)
    documents = [*read_documents(), *exercise_documents()]
    problems = [*map(str, unsupported(documents, history.people())), *unresolved(documents, history.cited)]
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
