"""Check the spelling of both languages with hunspell and the word lists of the project."""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from babel.messages.pofile import read_po

from tools import apt
from tools.prose import LANGUAGES, PICTURE, ROOT, plain, read_documents
from tools.translations import bilingual, data_files

PROGRAM = "hunspell"
PACKAGES = ("hunspell", "hunspell-pl", "hunspell-en-gb")
DICTIONARIES = {"pl": "pl_PL", "en": "en_GB"}
WORDS = "lessons/words"
"""The folder of the word lists: what the dictionaries do not know, mostly names."""
TEXTS = "mali_powstancy/**/texts"
_LETTERS = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
_NO_WORDS = re.compile(r"\{[^}]*\}|\b[\w-]+(?:\.[\w-]+)+(?:/\S*)?|\S+/\S+/\S+|\b\w*\d\w*\b")
"""Placeholders, addresses, names of files, numbers and what is written together with them."""


class Unknown(NamedTuple):
    """A word that neither the dictionary nor the list of the project knows, and where it first stands."""

    word: str
    language: str
    place: str

    def __str__(self) -> str:
        return f"{self.place}: {self.word!r} is misspelt, or a name for {WORDS}/{self.language}.txt"


class NoHunspell(apt.Missing):
    """The program or a dictionary is not there."""


def find_hunspell() -> str:
    """The program, known to have both dictionaries."""
    helps = apt.command_for(PACKAGES)
    program = shutil.which(PROGRAM)
    if program is None:
        raise NoHunspell(
            f"Do sprawdzania pisowni potrzebny jest program hunspell. Pomoże: {helps}",
            f"You need the program hunspell to check the spelling. Try this: {helps}",
        )
    for dictionary in DICTIONARIES.values():
        if subprocess.run([program, "-d", dictionary, "-l"], input=b"", capture_output=True).returncode != 0:
            raise NoHunspell(
                f"Program hunspell nie ma słownika {dictionary}. Pomoże: {helps}",
                f"The program hunspell has no dictionary {dictionary}. Try this: {helps}",
            )
    return program


def ensure_hunspell() -> str:
    """The program, installed first with its dictionaries if something is missing and we may."""
    try:
        return find_hunspell()
    except NoHunspell:
        apt.install(PACKAGES)
        return find_hunspell()


# What is checked ----------------------------------------------------------------------------------------------------


def texts(root: Path, language: str) -> Iterator[tuple[str, str]]:
    """Everything a reader may see in a language: where it stands, and the text."""
    for document in read_documents(root / "lessons"):
        if document.language == language:
            for block in document.blocks:
                if not block.is_code:
                    yield document.place(block.line), block.text
    for path in data_files(root):
        place = path.relative_to(root).as_posix()
        for key, table in bilingual(tomllib.loads(path.read_text("utf-8"))):
            yield f"{place}, {key}", str(table.get(language, ""))
    for path in sorted(root.glob(f"{TEXTS}/{language}/*.po")):
        with path.open("rb") as file:
            for message in read_po(file):
                place = f"{path.relative_to(root).as_posix()}:{message.lineno}"
                forms = [message.string] if isinstance(message.string, str) else message.string or ()
                yield from ((place, form) for form in forms if message.id)


def words_to_check(text: str) -> list[str]:
    """The words of a text, the descriptions of its pictures included; code, addresses and numbers are none."""
    seen = _NO_WORDS.sub(" ", plain(PICTURE.sub(r" \1 ", text)))
    return [word.replace("’", "'") for word in _LETTERS.findall(seen) if len(word) > 1]


# Checking -----------------------------------------------------------------------------------------------------------


def unknown_to(program: str, dictionary: str, words: Iterable[str]) -> set[str]:
    """Those of the words that a dictionary does not know."""
    command = [program, "-d", dictionary, "-i", "utf-8", "-l"]
    done = subprocess.run(command, input="\n".join(sorted(set(words))).encode(), capture_output=True, check=True)
    return set(done.stdout.decode().split())


def word_list(root: Path, language: str) -> list[str]:
    """The list of the project: words that are right although the dictionary does not know them."""
    path = root / WORDS / f"{language}.txt"
    return path.read_text("utf-8").split("\n")[:-1] if path.is_file() else []


def misspelt(root: Path = ROOT) -> list[Unknown]:
    """Every word that is misspelt or unknown, once per language. In English, Polish names need no second entry."""
    program = find_hunspell()
    places: dict[str, dict[str, str]] = {}
    for language in LANGUAGES:
        places[language] = {}
        for place, text in texts(root, language):
            for word in words_to_check(text):
                places[language].setdefault(word, place)
    strange = {language: unknown_to(program, DICTIONARIES[language], found) for language, found in places.items()}
    listed = {language: set(word_list(root, language)) for language in LANGUAGES}
    polish = {word for word in strange["en"] if word[0].isupper()}
    polish -= unknown_to(program, DICTIONARIES["pl"], polish) - listed["pl"]
    strange["en"] -= polish
    return [
        Unknown(word, language, place)
        for language, found in places.items()
        for word, place in found.items()
        if word in strange[language] and word not in listed[language]
    ]


def list_faults(root: Path = ROOT) -> list[str]:
    """What is wrong with the word lists themselves."""
    program, problems = find_hunspell(), []
    for language in LANGUAGES:
        name, words = f"{WORDS}/{language}.txt", word_list(root, language)
        if words != sorted(set(words)):
            problems.append(f"{name} is not sorted, or has a word twice: run `sort -u` with LC_ALL=C")
        strange = unknown_to(program, DICTIONARIES[language], words)
        problems += [f"{name}: the dictionary knows {word!r}; take it out" for word in words if word not in strange]
    return problems


def main(arguments: list[str] | None = None) -> int:
    """Say what is misspelt; with --ensure only see to it that hunspell is there."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--ensure", action="store_true", help="install hunspell with apt if it is missing and we may")
    chosen: Any = parser.parse_args(arguments)
    try:
        if chosen.ensure:
            print(ensure_hunspell())
            return 0
        problems = [*map(str, misspelt()), *list_faults()]
    except NoHunspell as missing:
        print(missing, file=sys.stderr)
        return 1
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
