"""Carrying: all saves of a folder in one file, the same that the site's start page hands out and takes back.

A browser keeps a game or an answer under a key, and changed rules under a key of their shelf; a folder keeps each in a
file of its own. So what was saved in one way of running is found by the same lesson in another.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

from mali_powstancy.tabletop.page_storage import UNDER
from mali_powstancy.tabletop.storage import LARGEST_FILE, RULES, FileStorage, StorageError

FORMAT, VERSION = "mali-powstancy-saves", 1
LARGEST_BUNDLE = 20_000_000
"""More letters than a browser keeps; the site reads no larger file either."""
LONGEST_KEY = 300


class BundleFault(StrEnum):
    """Everything that can be wrong with a file of saves."""

    NOT_OURS = "not-ours"
    TOO_NEW = "too-new"
    EMPTY = "empty"
    TOO_LARGE = "too-large"


class BundleError(ValueError):
    """The file cannot be used; nothing was taken from it."""

    def __init__(self, fault: BundleFault) -> None:
        self.fault = fault
        super().__init__(str(fault))


class Carried(NamedTuple):
    """A save on its way: the text, and when it was written, if that is known."""

    text: str
    when: datetime | None


class Taken(NamedTuple):
    """What became of the saves of a file, by their keys."""

    new: list[str]
    same: list[str]
    """They were here already."""
    kept: list[str]
    """Something else is here under these keys, and stays."""


# The file -------------------------------------------------------------------------------------------------------------


def as_bundle(saves: Mapping[str, Carried]) -> str:
    """The text of a file with all these saves; `BundleError` if there are so many that none could read it."""
    entries = {key: {"text": text, "when": _told(when)} for key, (text, when) in saves.items()}
    content = {"format": FORMAT, "version": VERSION, "saves": entries}
    text = json.dumps(content, ensure_ascii=False, indent=1) + "\n"
    if len(text) > LARGEST_BUNDLE:
        raise BundleError(BundleFault.TOO_LARGE)
    return text


def is_bundle(content: str) -> bool:
    """The text begins like a file of saves; whether it is a good one, `in_bundle` sees."""
    return f'"{FORMAT}"' in content[:200]


def in_bundle(content: str) -> dict[str, Carried]:
    """The saves in a file's text; raise `BundleError` if it is no such file. Whether one is good, its lesson sees."""
    if len(content) > LARGEST_BUNDLE:
        raise BundleError(BundleFault.TOO_LARGE if is_bundle(content) else BundleFault.NOT_OURS)
    try:
        raw: Any = json.loads(content)
    except (ValueError, RecursionError):
        raw = None
    if not isinstance(raw, dict) or raw.get("format") != FORMAT:
        raise BundleError(BundleFault.NOT_OURS)
    version, saves = raw.get("version"), raw.get("saves", {})
    if type(version) is not int or version < 1:
        raise BundleError(BundleFault.NOT_OURS)
    if version > VERSION:
        raise BundleError(BundleFault.TOO_NEW)
    if not isinstance(saves, dict) or not all(_is_save(key, save) for key, save in saves.items()):
        raise BundleError(BundleFault.NOT_OURS)
    if not saves:
        raise BundleError(BundleFault.EMPTY)
    return {key: Carried(save["text"], _time(save.get("when"))) for key, save in saves.items()}


def _is_save(key: str, save: object) -> bool:
    """It has a text that a folder can keep, under a key that a browser could have."""
    text = save.get("text") if isinstance(save, dict) else None
    try:
        return isinstance(text, str) and len(text.encode()) <= LARGEST_FILE and len(key) <= LONGEST_KEY
    except UnicodeEncodeError:
        return False


def _time(when: object) -> datetime | None:
    try:
        found = datetime.fromisoformat(when) if isinstance(when, str) else None
    except ValueError:
        return None
    return found if found is None or found.tzinfo is not None else found.replace(tzinfo=UTC)


def _told(when: datetime | None) -> str | None:
    """A time as browsers write it."""
    return None if when is None else f"{when.astimezone(UTC).replace(tzinfo=None).isoformat(timespec='milliseconds')}Z"


# The folder -----------------------------------------------------------------------------------------------------------


def saves_of(folder: Path) -> tuple[dict[str, Carried], int]:
    """All saves of a folder by the keys that a browser has for them, and how many files are left out.

    These cannot be read, or nobody has noted which key they belong to. Raise `OSError` if the folder cannot be read.
    """
    found = {key: carried for key, storage, name in _keys_of(folder) if (carried := _read(storage, name)) is not None}
    endings = (FileStorage(folder).suffix, RULES[1])
    return found, sum(path.suffix in endings for path in folder.glob("*")) - len(found)


def put_into(folder: Path, saves: Mapping[str, Carried], *, replace: bool = False) -> Taken:
    """Keep these saves in a folder; raise `StorageError` if it cannot be written.

    What is there already stays, unless it is to be replaced; what cannot be read stays always.
    """
    FileStorage(folder).check()
    taken = Taken([], [], [])
    for key, carried in saves.items():
        storage, name = _file_for(folder, key)
        try:
            here = storage.read(name)
        except StorageError:
            taken.kept.append(key)
            continue
        if here == carried.text:
            taken.same.append(key)
        elif here is not None and not replace:
            taken.kept.append(key)
        else:
            storage.write(name, carried.text)
            _set_time(storage.path(name), carried.when)
            taken.new.append(key)
    return taken


def _file_for(folder: Path, key: str) -> tuple[FileStorage, str]:
    """Where a folder keeps what a browser keeps under this key."""
    shelf, suffix = RULES
    if key.startswith(f"{shelf}{UNDER}"):
        return FileStorage(folder, suffix), key.removeprefix(f"{shelf}{UNDER}")
    return FileStorage(folder), key


def _keys_of(folder: Path) -> Iterator[tuple[str, FileStorage, str]]:
    """The keys that a browser has for the files of a folder, each with its storage there and its key in it."""
    shelf, suffix = RULES
    games, rules = FileStorage(folder), FileStorage(folder, suffix)
    for name in [*games.keys(), *games.noted_keys()]:
        yield name, games, name
    names_of_rules = rules.keys()
    for name in names_of_rules:
        yield f"{shelf}{UNDER}{name}", rules, name


def _read(storage: FileStorage, name: str) -> Carried | None:
    try:
        text = storage.read(name)
        written = datetime.fromtimestamp(storage.path(name).stat().st_mtime, UTC)
    except (OSError, OverflowError, ValueError):
        return None
    return None if text is None else Carried(text, written)


def _set_time(path: Path, when: datetime | None) -> None:
    """A save that was only carried is not newer than before: the last ones come first where they are listed."""
    if when is not None:
        with suppress(OSError, OverflowError, ValueError):
            os.utime(path, (when.timestamp(), when.timestamp()))
