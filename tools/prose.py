"""Read the texts of the course: a Markdown file or an exercise becomes blocks, a block sentences, a sentence words."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from mali_powstancy.texts import languages

ROOT = Path(__file__).resolve().parent.parent
LESSONS = ROOT / "lessons"
EXERCISES = ROOT / "mali_powstancy" / "data" / "lessons"
LANGUAGES = languages()
SOURCE = LANGUAGES[0]
"""Polish is written first; the others are translated from it."""

REFERENCE = re.compile(r"\[(@[\w.-]+(?:\s*;\s*@[\w.-]+)*)\]")
"""`[@id]` or `[@one; @two]`; group 1 is what stands between the brackets."""
TERM_LINK = re.compile(r"\[([^\]]*)\]\(term:([\w-]*)\)")
"""`[rozkaz](term:order)`; the groups are the words and the id of the term."""
PICTURE = re.compile(r"!\[([^\]]*)\]\(([^)\s]*)[^)]*\)")
LINK = re.compile(r"(?<!!)\[([^\]@][^\]]*)\]\(([^)\s]*)[^)]*\)")
STAMP = re.compile(r"<!-- pl ([0-9a-f]{8}) -->")

_FENCE = re.compile(r"(`{3,}|~{3,})(.*)")
_CODE_SPAN = re.compile(r"(`+).+?\1", re.DOTALL)
_TAG = re.compile(r"<!--.*?-->|</?[a-zA-Z][^>]*>|<https?:[^>]*>|https?://\S+", re.DOTALL)
_ITEM = re.compile(r"\s*(?:[-*+]|\d+[.)])\s+(?:\[[ xX]\]\s+)?")
_RULE_OF_TABLE = re.compile(r"\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?")
_WORD = re.compile(r"[^\W_]+(?:[-'’.,:/][^\W_]+)*")


class ProseBlock(NamedTuple):
    """A piece of a text between blank lines, or one code cell."""

    kind: str
    """heading, paragraph, list, table, quote, picture, markup (HTML only) or code"""
    text: str
    """without the stamp; of a code cell, what stands between the fences"""
    line: int
    """the line of the file on which the text begins (of a code cell, its fence)"""
    stamp: str | None = None
    """the digest of the Polish block that this one translates"""
    info: str = ""
    """of a code cell, what stands behind the fence: `python picture="board"`"""

    @property
    def is_code(self) -> bool:
        """Whether this is a code cell."""
        return self.kind == "code"

    @property
    def level(self) -> int:
        """The level of a heading; 0 for everything else."""
        return len(self.text) - len(self.text.lstrip("#")) if self.kind == "heading" else 0


class ProseSentence(NamedTuple):
    """A sentence as it is written, references and links included, and the line on which it begins."""

    text: str
    line: int

    @property
    def words(self) -> list[str]:
        """Its words and numbers; references, addresses and code are none."""
        return words(self.text)


class Document(NamedTuple):
    """A lesson, its teacher's page, its worksheet or what it asks, in one language."""

    path: Path
    blocks: list[ProseBlock]

    @property
    def language(self) -> str:
        """The folder it lies in: `pl` or `en`."""
        return self.path.parent.name

    @property
    def name(self) -> str:
        """`01-letters`, `01-letters.teacher`, `01-letters.worksheet` or `01-letters.toml`."""
        return self.path.name.removesuffix(".md")

    @property
    def lesson(self) -> str:
        """The lesson it belongs to: `01-letters`."""
        return self.name.partition(".")[0]

    @property
    def is_lesson(self) -> bool:
        """Whether it is the lesson itself, and not a page that goes with it."""
        return self.name == self.lesson

    @property
    def is_asking(self) -> bool:
        """Whether it holds the exercises, the quiz and the exit ticket of a lesson."""
        return self.path.suffix == ".toml"

    def place(self, line: int) -> str:
        """Where a line of it is, as messages say it: `lessons/pl/01-letters.md:12`."""
        return f"lessons/{self.language}/{self.path.name}:{line}"


def digest(text: str) -> str:
    """The mark of a Polish block in its translation: eight hexadecimal digits."""
    return sha256(text.strip().encode()).hexdigest()[:8]


def read_documents(lessons: Path = LESSONS) -> list[Document]:
    """All texts of the course in both languages, Polish first, in the order of the lessons."""
    paths = [path for language in LANGUAGES for path in sorted((lessons / language).glob("*.md"))]
    return [Document(path, read_blocks(path)) for path in paths]


def exercise_documents(folder: Path = EXERCISES) -> list[Document]:
    """The texts of all exercises, quizzes and exit tickets, and the references of each entry as a block of its own."""
    return [document for path in sorted(folder.glob("[0-9]*.toml")) for document in in_entries(path)]


def in_entries(path: Path) -> Iterator[Document]:
    """The entries of one lesson file, in every language; instead of lines they are counted.

    `refs` is what an entry as a whole rests on. It clears no sentence: that names its own source, as in a lesson.
    """
    content = tomllib.loads(path.read_text("utf-8"))
    for language in LANGUAGES:
        blocks = [
            ProseBlock("paragraph", written, number)
            for kind in ("exercise", "question", "ticket")
            for number, entry in enumerate(content.get(kind, []), 1)
            for written in (*_texts(entry, language), _mark(entry))
            if written
        ]
        yield Document(Path(language) / path.name, blocks)


def _mark(entry: Mapping[str, Any]) -> str:
    refs = "; ".join(f"@{name}" for name in entry.get("refs", []))
    return f"[{refs}]" if refs else ""


def _texts(part: object, language: str) -> Iterator[str]:
    """All texts in one language, wherever they stand."""
    if isinstance(part, dict):
        if isinstance(part.get(language), str):
            yield part[language]
        for inner in part.values():
            yield from _texts(inner, language)
    elif isinstance(part, list):
        for inner in part:
            yield from _texts(inner, language)


# Blocks -------------------------------------------------------------------------------------------------------------


def read_blocks(path: Path) -> list[ProseBlock]:
    """The blocks of a Markdown file."""
    return parse_blocks(path.read_text("utf-8"))


def parse_blocks(text: str) -> list[ProseBlock]:
    """The blocks of a Markdown text: blank lines and fences cut it; a stamp belongs to the block right below it."""
    return list(_blocks(text.splitlines()))


def _blocks(lines: list[str]) -> Iterator[ProseBlock]:
    number, stamp = 0, None
    while number < len(lines):
        line = lines[number]
        if found := STAMP.fullmatch(line.strip()):
            stamp = found.group(1)
            number += 1
            if number == len(lines) or not lines[number].strip() or STAMP.fullmatch(lines[number].strip()):
                yield ProseBlock("paragraph", "", number, stamp)  # a stamp above nothing: the translation is empty
                stamp = None
            continue
        if not line.strip():
            number += 1
            continue
        end = _end_of_cell(lines, number) if _FENCE.match(line) else _end_of_prose(lines, number)
        if fence := _FENCE.match(line):
            code = lines[number + 1 : end - 1] if end > number + 1 else []
            yield ProseBlock("code", "\n".join(code).strip("\n"), number + 1, stamp, fence.group(2).strip())
        else:
            prose = "\n".join(lines[number:end]).strip()
            yield ProseBlock(kind_of(prose), prose, number + 1, stamp)
        number, stamp = end, None


def _end_of_cell(lines: list[str], start: int) -> int:
    fence = _FENCE.match(lines[start])
    assert fence is not None
    for number in range(start + 1, len(lines)):
        if lines[number].rstrip() == fence.group(1):
            return number + 1
    raise ValueError(f"the code cell that begins in line {start + 1} has no end: close it with {fence.group(1)}")


def _end_of_prose(lines: list[str], start: int) -> int:
    for number in range(start, len(lines)):
        line = lines[number].strip()
        if not line or _FENCE.match(lines[number]) or (STAMP.fullmatch(line) and number > start):
            return number
    return len(lines)


def kind_of(prose: str) -> str:
    """What a block of prose is, judged by its beginning."""
    if re.match(r"#{1,6}(\s|$)", prose):
        return "heading"
    if prose.startswith(">"):
        return "quote"
    if prose.startswith("|"):
        return "table"
    if re.fullmatch(rf"(?:{PICTURE.pattern}\s*)+", prose):
        return "picture"
    if _ITEM.match(prose):
        return "list"
    if prose.startswith("<") and not _TAG.sub("", prose).strip():
        return "markup"
    return "paragraph"


# Sentences and words ------------------------------------------------------------------------------------------------

_POLISH = """
    al bł dr dyr gen godz hm im inż jw kpt m.in mgr mjr nr np ok os p pl płk por ppłk ppor prof pt r red rozdz rys s św
    tab tel tj tys tzn tzw ul ur wg zm zob
"""
_ENGLISH = "approx capt cf e.g ed est etc fig i.e lt mr mrs ms p.m a.m pp rev sgt st vol"
ABBREVIATIONS = frozenset((_POLISH + _ENGLISH).split())
"""Words behind which a full stop does not end a sentence; nor does the one behind an initial (`K. Grenda`)."""
_MASKED, _CITED = "\0", "\1"
_SHORT_QUOTATION = re.compile(r"[„“«][^„“«”»]{1,60}[”»]")
"""A title or a short saying does not end the sentence it stands in: „Mali Powstańcy. Warszawa 1944”."""
_END = re.compile(rf"[.!?…]+[”\"»’')\]*_{_MASKED}]*(?:\s*{_CITED}+)*(?=\s|$)")


def references(text: str) -> list[str]:
    """The ids that a text refers to, in their order; `game` and `invented` are marks and look the same."""
    return [name.strip().removeprefix("@") for found in REFERENCE.findall(text) for name in found.split(";")]


@cache
def plain(text: str) -> str:
    """What a reader sees of a text: no references, addresses, code or signs of Markdown; pictures say nothing."""
    seen = PICTURE.sub(" ", REFERENCE.sub("", _TAG.sub(" ", _CODE_SPAN.sub(" ", text))))
    return re.sub(r"[*_]{1,3}(?=\S)|(?<=\S)[*_]{1,3}", "", LINK.sub(r"\1", seen))


def words(text: str) -> list[str]:
    """The words and numbers of a text; references, addresses and code are none."""
    return _WORD.findall(plain(text))


def sentences(block: ProseBlock) -> list[ProseSentence]:
    """The sentences of a block of prose. Each item of a list and each row of a table is at least one of its own."""
    return [sentence for text, line in _units(block) for sentence in _cut(text, line)]


def _units(block: ProseBlock) -> Iterator[tuple[str, int]]:
    """The parts of a block that no sentence crosses, with the line on which each begins."""
    if block.kind in ("code", "markup", "picture"):
        return
    if block.kind == "heading":
        yield block.text.lstrip("#").strip(), block.line
        return
    unit, start = "", block.line
    for number, written in enumerate(block.text.splitlines(), block.line):
        line = re.sub(r"^\s*(?:>\s?)+", "", written) if block.kind == "quote" else written
        if block.kind == "table":
            if not _RULE_OF_TABLE.fullmatch(line.strip()):
                yield line.strip().strip("|").strip(), number
        elif not line.strip() or _ITEM.match(line):
            yield from [(unit, start)] if unit else []
            unit, start = _ITEM.sub("", line, count=1).strip(), number
        else:
            unit, start = (f"{unit} {line.strip()}", start) if unit else (line.strip(), number)
    yield from [(unit, start)] if unit else []


def _cut(text: str, line: int) -> Iterator[ProseSentence]:
    masked = _mask(text)
    start = 0
    for end in _END.finditer(masked):
        if _is_end(masked, end):
            yield ProseSentence(text[start : end.end()].strip(), line)
            start = end.end()
    if text[start:].strip():
        yield ProseSentence(text[start:].strip(), line)


def _mask(text: str) -> str:
    """The text, as long as before, in which nothing but prose has letters or full stops."""

    def hidden(found: re.Match[str]) -> str:
        return _MASKED * len(found.group())

    masked = REFERENCE.sub(lambda found: _CITED * len(found.group()), text)
    masked = _TAG.sub(hidden, PICTURE.sub(hidden, _CODE_SPAN.sub(hidden, masked)))
    masked = _SHORT_QUOTATION.sub(lambda found: re.sub(r"[.!?…](?=\s)", _MASKED, found.group()), masked)
    return re.sub(r"(?<=\])\([^)]*\)", hidden, masked)


def _is_end(masked: str, end: re.Match[str]) -> bool:
    rest = masked[end.end() :].lstrip(f"*_[„“\"«‘'(–—- {_MASKED}{_CITED}")
    if not rest or not re.match(r"[.…]+", end.group()):
        # “Kto?” zapytał: after ? and ! a small letter goes on.
        return not rest or not rest[0].islower()
    if rest[0].islower():
        return False
    before = re.search(r"(?:[^\W\d_]+\.)*[^\W\d_]+$", masked[: end.start()])
    if end.group().startswith("..") or before is None:
        return True
    word = before.group().lower()
    if len(word) == 1 and before.group().isupper():
        return False  # an initial
    return word not in ABBREVIATIONS
