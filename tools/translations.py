"""The drift gate: every English block stands beside its Polish one, and the Polish has not changed since.

Without arguments it says what is wrong. `--new FILE` stamps the blocks of a new translation that carry no stamp yet;
`--paragraph 01-letters:12` stamps one block that was translated again. Nothing stamps all that is stale: a stamp says
that a person has read both texts. Data files and catalogues have no room for stamps; `lessons/translated.txt` has them.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections.abc import Iterator, Mapping
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from tools.build_texts import messages_in
from tools.prose import LESSONS, ROOT, SOURCE, STAMP, Document, ProseBlock, digest, parse_blocks, read_documents, words

ENGLISH = "en"
PACKAGE = Path("mali_powstancy")
DATA_FOLDER = PACKAGE / "data"
DATA = (
    "mali_powstancy/data/glossary.toml",
    "mali_powstancy/data/lessons/*.toml",
    "mali_powstancy/data/history/*.toml",
    "lessons/frame.toml",
)
"""The files with texts in both languages side by side."""
CATALOGUES = "mali_powstancy/**/texts/en/*.po"
"""The files of what the program says in English; those of the other languages lie beside them."""
TRANSLATED = "lessons/translated.txt"
"""Which English text of these files was read beside which Polish one: a line with the digests of both."""
SAME_BLOCKS: Mapping[str, str] = {
    "## Quiz": "the same word in both languages",
}
"""Blocks whose text is the same in both languages, each with the reason."""
SAME_TEXTS: Mapping[str, str] = {
    "model": "the same word in both languages",
}
"""Texts of the data that are the same in both languages, each with the reason."""
NAMES = frozenset({"name", "title", "surname", "pseudonyms", "address"})
"""Keys of data/history whose texts may be the same: names, and the titles of Polish sources, stay Polish."""


class NotStamped(Exception):
    """Why nothing was stamped, and what helps."""


# Lessons ------------------------------------------------------------------------------------------------------------


def faults(lessons: Path = LESSONS, same: Mapping[str, str] = SAME_BLOCKS) -> list[str]:
    """Everything that is wrong between the two languages of the lessons, teacher's pages and worksheets."""
    documents = read_documents(lessons)
    polish = {document.name: document for document in documents if document.language == SOURCE}
    english = {document.name: document for document in documents if document.language == ENGLISH}
    problems = []
    for name in sorted(polish.keys() | english.keys()):
        if name not in english:
            problems.append(f"lessons/{ENGLISH}/{name}.md is missing: translate lessons/{SOURCE}/{name}.md")
        elif name not in polish:
            problems.append(f"lessons/{ENGLISH}/{name}.md has no Polish source: Polish is written first")
        else:
            problems += _differences(polish[name], english[name], same)
    return problems


def _differences(source: Document, translation: Document, same: Mapping[str, str]) -> list[str]:
    problems = [
        f"{source.place(block.line - 1)} is a stamp, but Polish is the source: take it out"
        for block in source.blocks
        if block.stamp
    ]
    if difference := other_structure(source, translation):
        return [*problems, difference]
    for number, (polish, english) in enumerate(zip(source.blocks, translation.blocks, strict=True), 1):
        where = f"{source.name}:{number} ({translation.place(english.line)})"
        if fault := _fault(polish, english, same, f"{source.name}:{number}"):
            problems.append(f"{where} {fault}")
    return problems


def shape(block: ProseBlock) -> str:
    """What has to be the same in both languages: the kind of block, and the level of a heading."""
    return f"heading {block.level}" if block.kind == "heading" else block.kind


def other_structure(source: Document, translation: Document) -> str | None:
    """Where the blocks of two documents first differ in kind or number; None if they do not."""
    for number, (polish, english) in enumerate(zip_longest(source.blocks, translation.blocks), 1):
        empty = polish and english and not english.text  # said better by its own message
        if polish and english and (empty or shape(polish) == shape(english)):
            continue
        said = [
            f"{document.place(block.line)} has a {shape(block)} ({' '.join(block.text.split())[:40]!r})"
            if block
            else f"lessons/{document.language}/{document.path.name} has ended"
            for document, block in ((source, polish), (translation, english))
        ]
        return f"{source.name}:{number} differs: {said[0]}, {said[1]}; give both the same blocks in the same order"
    return None


def _fault(polish: ProseBlock, english: ProseBlock, same: Mapping[str, str], paragraph: str) -> str | None:
    """What is wrong with one translated block, if anything, and what to do."""
    if polish.is_code:
        if english.stamp:
            return "has a stamp above a code cell: take the stamp out"
        if (polish.text, polish.info) != (english.text, english.info):
            return f"has other code than line {polish.line} of the Polish file: make the cells the same"
        return None
    if not words(english.text) and words(polish.text):
        return "is empty: translate it"
    if english.text == polish.text and words(polish.text) and polish.text not in same:
        return "is the same as in Polish: translate it (or list it in SAME_BLOCKS, with a reason)"
    if english.stamp is None:
        return "carries no stamp: read it beside the Polish, then `python -m tools.translations --new FILE`"
    if english.stamp != digest(polish.text):
        return (
            f"is stale: line {polish.line} of the Polish file has changed since; "
            f"translate it again, then `make translated PARAGRAPH={paragraph}`"
        )
    return None


# Stamping -----------------------------------------------------------------------------------------------------------


def stamp_new(path: Path) -> int:
    """Stamp the blocks of an English file that carry no stamp at all, and say how many."""
    source, translation = _pair(path)
    wanted = [n for n, block in enumerate(translation.blocks) if not block.is_code and block.stamp is None]
    _stamp(source, translation, wanted)
    return len(wanted)


def stamp_paragraph(paragraph: str, lessons: Path = LESSONS) -> None:
    """Stamp exactly one block, whatever stamp it carries now: `01-letters:12`."""
    name, _, number = paragraph.rpartition(":")
    path = lessons / ENGLISH / f"{name}.md"
    if not (name and number.isdecimal() and path.is_file()):
        raise NotStamped(f"{paragraph!r} is no paragraph; an example: 01-letters:12, the 12th block of 01-letters.md")
    source, translation = _pair(path)
    if not 1 <= int(number) <= len(translation.blocks):
        raise NotStamped(f"{paragraph}: {name} has {len(translation.blocks)} blocks")
    if translation.blocks[int(number) - 1].is_code:
        raise NotStamped(f"{paragraph} is a code cell; those are the same in both languages and carry no stamp")
    _stamp(source, translation, [int(number) - 1])


def _pair(path: Path) -> tuple[Document, Document]:
    """The Polish document and its English translation, known to have the same blocks."""
    original = path.parent.parent / SOURCE / path.name
    if path.parent.name != ENGLISH or not path.is_file() or not original.is_file():
        raise NotStamped(f"{path} is no translation: name a file of lessons/{ENGLISH} that has a Polish source")
    source, translation = (Document(file, parse_blocks(file.read_text("utf-8"))) for file in (original, path))
    if difference := other_structure(source, translation):
        raise NotStamped(difference)
    return source, translation


def _stamp(source: Document, translation: Document, numbers: list[int]) -> None:
    lines = translation.path.read_text("utf-8").splitlines()
    for number in sorted(numbers, reverse=True):  # from the end, so that lines above keep their numbers
        block = translation.blocks[number]
        if not words(block.text) and words(source.blocks[number].text):
            raise NotStamped(f"{source.name}:{number + 1} is empty: translate it first")
        stamp = f"<!-- pl {digest(source.blocks[number].text)} -->"
        above = block.line - 2
        if block.stamp is None:
            lines.insert(above + 1, stamp)
        else:
            assert STAMP.fullmatch(lines[above].strip())
            lines[above] = stamp
    translation.path.write_text("\n".join(lines) + "\n", "utf-8")


# Data and catalogues -------------------------------------------------------------------------------------------------


class Pair(NamedTuple):
    """A text of the data or of a catalogue in both languages."""

    id: str
    """`lessons/01-letters.toml:exercise.0.hint`, `texts/table.po:table.menu.continue`, `wiarusi/texts/...`."""
    polish: str
    english: str

    @property
    def stamp(self) -> tuple[str, str]:
        """The digests of both, English first."""
        return digest(self.english), digest(self.polish)


def pairs(root: Path, path: Path) -> Iterator[Pair]:
    """The texts of a file that have both languages and words to translate."""
    place = _place(root, path)
    for key, polish, english in _messages(path) if path.suffix == ".po" else _data(path):
        if words(polish) and words(english) and polish != english:
            yield Pair(f"{place}:{key}", polish, english)


def _data(path: Path) -> Iterator[tuple[str, str, str]]:
    for key, table in bilingual(tomllib.loads(path.read_text("utf-8"))):
        yield key, str(table.get(SOURCE, "")), str(table.get(ENGLISH, ""))


def _messages(path: Path) -> Iterator[tuple[str, str, str]]:
    """The messages of an English catalogue beside the Polish ones; all plural forms of a message are one text."""
    polish = messages_in(path.parent.parent / SOURCE / path.name)
    for key, forms in messages_in(path).items():
        yield key, "\n".join(polish.get(key, ())), "\n".join(forms)


def _place(root: Path, path: Path) -> str:
    """How the ids of a file's texts begin: its way from the data, that of both languages' catalogues, or its name."""
    if path.is_relative_to(root / DATA_FOLDER):
        return path.relative_to(root / DATA_FOLDER).as_posix()
    if path.suffix == ".po":
        return (path.parent.parent.relative_to(root / PACKAGE) / path.name).as_posix()
    return path.name


def stamps(root: Path) -> set[tuple[str, str]]:
    """The digests of all pairs that were read."""
    path = root / TRANSLATED
    lines = path.read_text("utf-8").splitlines() if path.is_file() else []
    return {(english, polish) for english, polish in (line.split() for line in lines)}


def stale_data(root: Path = ROOT) -> list[str]:
    """Texts whose Polish has changed since they were translated, and new ones that nobody has stamped."""
    read = stamps(root)
    known = {english for english, _ in read}
    problems = []
    for path in stamped_files(root):
        for pair in pairs(root, path):
            if pair.stamp in read:
                continue
            if pair.stamp[0] in known:
                problems.append(f"{pair.id} is stale: translate it again, then `make translated PARAGRAPH={pair.id}`")
            else:
                problems.append(f"{pair.id} carries no stamp: read it, then `python -m tools.translations --new FILE`")
    return problems


def stamp_new_data(path: Path, root: Path = ROOT) -> int:
    """Stamp the texts of a data file or a catalogue whose English was never stamped, and say how many."""
    read = stamps(root)
    known = {english for english, _ in read}
    new = {pair.stamp for pair in pairs(root, path) if pair.stamp[0] not in known}
    _write_stamps(root, read | new)
    return len(new)


def stamp_data(id: str, root: Path = ROOT) -> None:
    """Stamp exactly one text: `lessons/01-letters.toml:exercise.0.hint` or `texts/table.po:table.menu.continue`."""
    files = [path for path in stamped_files(root) if _place(root, path) == id.partition(":")[0]]
    found = [pair.stamp for path in files for pair in pairs(root, path) if pair.id == id]
    if not found:
        examples = "lessons/01-letters.toml:exercise.0.hint, texts/table.po:table.menu.continue"
        raise NotStamped(f"{id!r} is no text of the data or of a catalogue; examples: {examples}")
    _write_stamps(root, stamps(root) | set(found))


def _write_stamps(root: Path, read: set[tuple[str, str]]) -> None:
    """Write what was read, without texts that are gone: as long as the English is there, its stamps tell its age."""
    used = {pair.stamp[0] for path in stamped_files(root) for pair in pairs(root, path)}
    lines = sorted(f"{english} {polish}\n" for english, polish in read if english in used)
    (root / TRANSLATED).write_text("".join(lines), "utf-8")


def data_faults(root: Path = ROOT, same: Mapping[str, str] = SAME_TEXTS) -> list[str]:
    """Texts of the data that one language lacks, or that nobody translated."""
    problems = []
    for path in data_files(root):
        place = path.relative_to(root).as_posix()
        may_be_same = NAMES if "history" in path.parts else frozenset()
        for key, table in bilingual(tomllib.loads(path.read_text("utf-8"))):
            last = key.rpartition(".")[2]
            problems += [
                f"{place}: {key} has no text in {language!r}: write it"
                for language in (SOURCE, ENGLISH)
                if not str(table.get(language, "")).strip()
            ]
            polish, english = table.get(SOURCE), table.get(ENGLISH)
            if polish and polish == english and words(str(polish)) and polish not in same and last not in may_be_same:
                if all(word.isdecimal() for word in words(str(polish))):
                    continue
                problems.append(f"{place}: {key} is the same in both languages ({polish!r}): translate it")
    return problems


def data_files(root: Path) -> list[Path]:
    """The data files with texts in both languages."""
    return [path for pattern in DATA for path in sorted(root.glob(pattern))]


def stamped_files(root: Path) -> list[Path]:
    """The files whose stamps are in a list of their own: those of the data, and the English catalogues."""
    return [*data_files(root), *sorted(root.glob(CATALOGUES))]


def bilingual(data: object, key: str = "") -> Iterator[tuple[str, Mapping[str, object]]]:
    """All tables with a text in Polish or English, each with the way to it: `exercise.0.hint`."""
    if isinstance(data, Mapping):
        if isinstance(data.get(SOURCE), str) or isinstance(data.get(ENGLISH), str):
            yield key, data
        for name, value in data.items():
            yield from bilingual(value, f"{key}.{name}" if key else str(name))
    elif isinstance(data, list):
        for number, value in enumerate(data):
            yield from bilingual(value, f"{key}.{number}")


def main(arguments: list[str] | None = None) -> int:
    """Say what is wrong, or stamp what was asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--new", type=Path, metavar="FILE", help="stamp the blocks of a translation that carry no stamp")
    what.add_argument("--paragraph", metavar="ID", help="stamp one block that was translated again: 01-letters:12")
    chosen = parser.parse_args(arguments)
    try:
        if chosen.new is not None:
            path = chosen.new.resolve()
            print(f"{stamp_new_data(path) if path in stamped_files(ROOT) else stamp_new(path)} texts stamped")
            return 0
        if chosen.paragraph is not None:
            in_list = ".toml:" in chosen.paragraph or ".po:" in chosen.paragraph
            stamp = stamp_data if in_list else stamp_paragraph
            stamp(chosen.paragraph)
            return 0
    except NotStamped as refused:
        print(refused, file=sys.stderr)
        return 1
    problems = faults() + data_faults() + stale_data()
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
