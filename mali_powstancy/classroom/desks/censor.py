"""The censors of the letter workshop: they count the words of a letter and find those to be blacked out."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

LIMIT = 25
"""So many words a letter could have."""
SCOUTS, FRONT = "scouts", "front"
"""Whose letters are read: those of the scout post of 1944, or of the French army post of 1915."""

_PIECE = re.compile(r"\S+")
_MARKS = re.compile(r"^\W+|\W+$")
_SENTENCE_END = re.compile(r"[.!?…][\"”’»)]*$")
_SHORTENED = frozenset({"al", "no", "nr", "pl", "św", "st", "ul"})
"""Words after which a full stop ends no sentence."""


class Word(NamedTuple):
    """A word of a letter without the marks around it, where it stands, and whether it begins a sentence."""

    text: str
    start: int
    end: int
    is_first: bool

    @property
    def plain(self) -> str:
        """The word in small letters, as the lists have it."""
        return self.text.casefold()

    @property
    def is_name(self) -> bool:
        """Whether its capital letter means something: at the start of a sentence every word has one."""
        return self.text[0].isupper() and not self.is_first

    @property
    def is_number(self) -> bool:
        """Whether it is a number in figures, also with a letter of a house: `41`, `28a`."""
        return self.text[0].isdigit()


class Finding(NamedTuple):
    """Words side by side that the censor would black out, and the id of the reason."""

    start: int
    end: int
    reason: str


def words_of(letter: str) -> list[Word]:
    """The words of a letter: all that stands between spaces and has a letter or a figure in it.

    A word with a hyphen is one word, and so is a number; a dash on its own is none.
    """
    found: list[Word] = []
    has_ended = True
    for piece in _PIECE.finditer(letter):
        text = _MARKS.sub("", piece[0])
        if any(map(str.isalnum, text)):
            start = piece.start() + piece[0].index(text)
            # "w 3. kompanii": a small letter goes on with the sentence.
            found.append(Word(text, start, start + len(text), has_ended and not text[0].islower()))
            has_ended = False
        has_ended = has_ended or (bool(_SENTENCE_END.search(piece[0])) and text.casefold() not in _SHORTENED)
    return found


def count_words(letter: str) -> int:
    """How many words a letter has."""
    return len(words_of(letter))


def findings(letter: str, lang: str, post: str = SCOUTS) -> list[Finding]:
    """What the censor of this post would black out, in the order of the letter."""
    words = words_of(letter)
    rules = _rules_of(post)
    reasons: dict[int, str] = {}
    for finder in (_listed, _numbered, _phrases, _streets):
        for index, reason in finder(words, rules, lang):
            reasons.setdefault(index, reason)
    return list(_joined(words, reasons))


def reason_words(reason: str, lang: str) -> str:
    """Why the censor blacks out words of this kind."""
    return next(str(rule["text"][lang]) for rule in _rules()["reason"] if rule["id"] == reason)


@cache
def _rules_of(post: str) -> dict[str, Any]:
    """The rules with those reasons only for which this post blacked out words."""
    rules = _rules()
    return rules | {"reason": [rule for rule in rules["reason"] if post in rule["posts"]]}


@cache
def _rules() -> dict[str, Any]:
    path = files("mali_powstancy").joinpath("data", "lessons", "censor.toml")
    return tomllib.loads(path.read_text(encoding="utf-8"))


_Struck = Iterator[tuple[int, str]]
"""Places of words in the letter, each with the id of the reason."""


def _is_form(word: str, stems: Sequence[str], endings: Sequence[str]) -> bool:
    return any(word.startswith(stem) and word[len(stem) :] in endings for stem in stems)


def _listed(words: Sequence[Word], rules: Mapping[str, Any], lang: str) -> _Struck:
    """Words that are on a list, in any of their forms."""
    endings = rules["endings"][lang]
    for index, word in enumerate(words):
        for rule in rules["reason"]:
            is_listed = word.plain in rule["exact"][lang] or _is_form(word.plain, rule["stems"][lang], endings)
            capital = rule.get("capital", {}).get(lang, ())
            if is_listed or (word.is_name and _is_form(word.plain, capital, endings)):
                yield index, rule["id"]


def _numbered(words: Sequence[Word], rules: Mapping[str, Any], lang: str) -> _Struck:
    """A number beside the name of a unit: it says which unit it is. Some names count only with a number."""
    endings = rules["endings"][lang]

    def numbers(place: int, step: int) -> Iterator[int]:
        """The words that say a number, next to this place and in its sentence; two at most, as in `nr 3`."""
        for each in (place + step, place + 2 * step):
            if not 0 <= each < len(words) or words[max(each, each - step)].is_first:
                return
            if not (words[each].is_number or _is_form(words[each].plain, rules["numbers"][lang], endings)):
                return
            yield each

    for index, word in enumerate(words):
        for rule in rules["reason"]:
            if not rule["numbered"][lang]:
                continue
            beside = [*numbers(index, -1), *numbers(index, 1)]
            is_unit = _is_form(word.plain, rule["stems"][lang], endings)
            if beside and (is_unit or _is_form(word.plain, rule["numbered"][lang], endings)):
                yield from ((each, rule["id"]) for each in sorted([index, *beside]))


def _phrases(words: Sequence[Word], rules: Mapping[str, Any], lang: str) -> _Struck:
    """Names of several words."""
    for rule in rules["reason"]:
        for phrase in rule.get("phrases", {}).get(lang, ()):
            parts = phrase.split()
            for index in range(len(words) - len(parts) + 1):
                if [word.plain for word in words[index : index + len(parts)]] == parts:
                    yield from ((index + step, rule["id"]) for step in range(len(parts)))


def _streets(words: Sequence[Word], rules: Mapping[str, Any], lang: str) -> _Struck:
    """Addresses: `ulica Lipowa`, `przy Lipowej 5`, `5 Lipowa Street`."""
    streets, endings = rules["streets"], rules["endings"][lang]
    name_endings = tuple(streets["name-endings"][lang])
    for index, word in enumerate(words):
        before = words[index - 1].plain if index and not word.is_first else ""
        after = words[index + 1].plain if index + 1 < len(words) else ""
        if not word.text[0].isupper():
            continue
        is_polite = any(word.plain.startswith(stem) for stem in streets["polite"][lang])
        leads = _is_form(before, streets["before"][lang], endings)
        follows = _is_form(after, streets["after"][lang], endings) and (
            word.is_name or words[index + 1].text[0].isupper()  # "The street is quiet" names none
        )
        seems = before in streets["towards"][lang] and word.plain.endswith(name_endings) and not is_polite
        if not (leads or follows or (seems and word.is_name)):
            continue
        yield index, "place"
        if leads:
            yield index - 1, "place"
        if follows:
            yield index + 1, "place"
        for beside in (index + 1, index - 1):  # the number of the house
            if 0 <= beside < len(words) and words[beside].is_number:
                yield beside, "place"


def _joined(words: Sequence[Word], reasons: Mapping[int, str]) -> Iterator[Finding]:
    """Neighbours with the same reason are one finding, as one stroke of the brush."""
    last: Finding | None = None
    for index in sorted(reasons):
        word, reason = words[index], reasons[index]
        if last is not None and last.reason == reason and index - 1 in reasons and not word.is_first:
            last = last._replace(end=word.end)
            continue
        if last is not None:
            yield last
        last = Finding(word.start, word.end, reason)
    if last is not None:
        yield last
