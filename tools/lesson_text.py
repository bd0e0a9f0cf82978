"""The text of a lesson as its notebook shows it: references become numbers, terms lead to the glossary."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from mali_powstancy.history import OUR_OWN
from mali_powstancy.texts.glossary import KINDS, Term, terms
from tools.prose import REFERENCE, ROOT, TERM_LINK, ProseBlock, parse_blocks

GLOSSARY = "glossary"
PRIVACY = "privacy"
"""The name of the notebook that explains the terms."""
SOURCES = "sources"
"""Where the links of references lead to."""
TRUST = ("strong", "fair", "weak")
MOST, MOST_WHERE_THEY_DIFFER = 2, 3
"""So many sources of one fact are named, the most trusted ones; more numbers would hide the sentence."""
INVENTED = "invented"
"""The mark of what is no history and not the game either."""
_CITED = re.compile(rf"[ \u00a0]*{REFERENCE.pattern}")
"""A reference with the space before it."""
UNREADABLE = re.compile(r"\[@[^\]\n]*\]?|\]\(term:[^)\n]*\)?")


class LessonTextError(Exception):
    """A lesson from which no notebook can be made; the sentence says where and why."""


class References(NamedTuple):
    """What a lesson may refer to."""

    cited: Callable[[str], Sequence[Any]]
    """The sources of a fact; a KeyError if nobody knows the fact."""
    mark: Callable[[str], str]
    """How sure the fact is; the marks that a reader has to know stand in lessons/frame.toml."""
    terms: Mapping[str, Term]


@cache
def course_shelf() -> References:
    """The facts and the glossary of this course."""
    from mali_powstancy import history

    return References(history.cited, history.mark_of, terms())


@cache
def frame() -> dict[str, Any]:
    """The words that the build adds to every notebook."""
    return tomllib.loads((ROOT / "lessons" / "frame.toml").read_text("utf-8"))


def anchor(name: str) -> str:
    """A place that links lead to; JupyterLab does not find a heading with Polish letters."""
    return f'<a id="{name}"></a>'


class LessonText:
    """The text of one lesson or of a page beside it, with the sources that it turned out to need.

    On paper the sources are only listed at the end: no numbers lead to them, and no term leads to the glossary.
    """

    def __init__(self, lesson: Path, shelf: References, *, on_paper: bool = False) -> None:
        self.on_paper = on_paper
        self.name = f"{lesson.parent.name}/{lesson.name}"
        self.lang = lesson.parent.name
        self.shelf = shelf
        try:
            self.blocks = parse_blocks(lesson.read_text("utf-8"))
        except ValueError as error:
            raise LessonTextError(f"lessons/{self.name}: {error}") from None
        self._sources: dict[str, Any] = {}

    def markdown(self) -> str:
        """The whole lesson without stamps, with its sources and its licence. Two blank lines begin a new cell."""
        parts = [self._part(block) for block in self.blocks]
        parts += [("\n" if index == 0 else "") + part for index, part in enumerate(self._end())]
        return "\n\n".join(parts).lstrip("\n") + "\n"

    def _part(self, block: ProseBlock) -> str:
        if block.is_code:
            return f"```{block.info}\n{block.text}\n```"
        text = _CITED.sub(lambda found: self._reference(found, block), block.text)
        text = TERM_LINK.sub(lambda found: self._term(found, block), text)
        if found := UNREADABLE.search(text):
            raise self._error(block, found.start(), f"I cannot read “{found.group()}”", text)
        return ("\n" if block.level == 2 else "") + text

    def _reference(self, found: re.Match[str], block: ProseBlock) -> str:
        ids = [each.strip().removeprefix("@") for each in found[1].split(";")]
        own = [f"*({frame()[each][self.lang]})*" for each in OUR_OWN if each in ids]
        facts = [each for each in ids if each not in OUR_OWN]
        numbers = sorted({number for fact in facts for number in self._numbers(fact, found, block)})
        if self.on_paper:  # who teaches with a page in hand needs no numbers; what we made up is still called so
            return f" *({frame()[INVENTED][self.lang]})*" if INVENTED in ids else ""
        space = found.group().partition("[")[0]
        if not numbers:  # nobody has found out yet, and there is nothing to show
            return space + " ".join(own) if own else ""
        known = frame()["mark"]
        marks = sorted({mark for fact in facts if (mark := self.shelf.mark(fact)) in known})
        words = ", ".join([*map(str, numbers), *(known[mark][self.lang] for mark in marks)])
        return space + " ".join([rf"[\[{words}\]](#{SOURCES})", *own])

    def _numbers(self, fact: str, found: re.Match[str], block: ProseBlock) -> list[int]:
        try:
            sources = self.shelf.cited(fact)
        except KeyError:
            raise self._error(block, found.start(), f"no fact is called “{fact}”") from None
        named = sorted(sources, key=lambda source: TRUST.index(source.trust))
        named = named[: MOST_WHERE_THEY_DIFFER if self.shelf.mark(fact) == "disputed" else MOST]
        for source in named:
            self._sources.setdefault(source.id, source)
        return [list(self._sources).index(source.id) + 1 for source in named]

    def _term(self, found: re.Match[str], block: ProseBlock) -> str:
        words, term = found[1], found[2]
        if term not in self.shelf.terms:
            raise self._error(block, found.start(), f"the glossary has no term “{term}”")
        # Paper leads nowhere: there a term is a word like any other.
        return words if self.on_paper else f"[{words}]({GLOSSARY}.ipynb#term-{term})"

    def _error(self, block: ProseBlock, position: int, what: str, text: str = "") -> LessonTextError:
        line = block.line + (text or block.text)[:position].count("\n")
        return LessonTextError(f"lessons/{self.name}, line {line}: {what}.")

    def _end(self) -> list[str]:
        words = frame()
        licence = [] if self.on_paper else [f"*{words['licence'][self.lang]}*"]  # on paper every page says it below
        if not self._sources:
            return licence
        marks = ("-" if self.on_paper else f"{number}." for number in range(1, len(self._sources) + 1))
        entries = (f"{mark} {entry(each, self.lang)}" for mark, each in zip(marks, self._sources.values(), strict=True))
        return [anchor(SOURCES), f"## {words['sources'][self.lang]}", "\n".join(entries), *licence]


def entry(source: Any, lang: str) -> str:
    """One line of the list of sources: whose it is, what it is called, where it is, and whether it is a weak one."""
    title = re.sub(r"^(\d+)\.", r"\1\\.", source.title.rstrip("."))  # "75. rocznica" would begin a list of its own
    parts = [source.author, title, source.publisher.rstrip("."), source.date, source.where]
    line = ", ".join(part for part in parts if part) + "."
    if source.address:
        line += f" <https://{source.address}>"
    elif source.address_unknown:
        line += f" {frame()['no-address'][lang]}"
    trust = frame()["trust"].get(source.trust)
    return f"{line} *({trust[lang]})*" if trust else line


def privacy_markdown(lang: str) -> str:
    """The notice of docs/ in a language, without paragraphs that lead to files which a learner does not have."""
    source = ROOT / "docs" / (f"{PRIVACY}.md" if lang == "en" else f"{PRIVACY}.{lang}.md")
    return "\n\n".join(part for part in source.read_text("utf-8").strip().split("\n\n") if "](" not in part)


def glossary_markdown(terms: Mapping[str, Term], lang: str) -> str:
    """The page that explains every term, in the order of the alphabet."""
    words = frame()
    parts = [f"# {words[GLOSSARY]['title'][lang]}", words[GLOSSARY]["about"][lang]]
    for kind in KINDS:
        of_kind = (name for name in terms if terms[name].kind == kind)
        chosen = sorted(of_kind, key=lambda name: in_order(terms[name], lang))
        if chosen:
            parts.append(f"\n## {words[GLOSSARY][kind][lang]}")
            for name in chosen:
                parts += [anchor(f"term-{name}"), f"### {terms[name].names[lang]}", terms[name].about[lang]]
    return "\n\n".join([*parts, f"*{words['licence'][lang]}*"]) + "\n"


ALPHABET = {letter: number for number, letter in enumerate("aąbcćdeęfghijklłmnńoópqrsśtuvwxyzźż")}


def in_order(term: Term, lang: str) -> tuple[list[int], str]:
    """Where a term stands in the alphabet; the Polish one holds the English one too."""
    name = term.names[lang].lower()
    return [ALPHABET.get(letter, -1) for letter in name], name
