"""Where games are kept between two lessons: in files of a folder, or in memory where there is no disk."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from contextlib import suppress
from enum import StrEnum
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryFile
from typing import Protocol

from mali_powstancy.whole_files import remove_leftovers, write_whole

SAVES = "saves"
"""The folder beside the lesson in which games and answers are kept."""
SUFFIX = ".mpsave"
RULES = ("rules", ".toml")
"""The shelf of changed rules, and how their files end."""
NOTES = "keys.txt"
"""In this file of the folder the keys are noted that the names of the files do not tell."""
LARGEST_FILE = 8_000_000
"""More bytes than any save has; a larger file is not read into memory."""
_PLAIN = re.compile(r"[a-z0-9][a-z0-9-]{0,59}")
_DEVICES = re.compile(r"con|prn|aux|nul|(com|lpt)\d")
"""Names that Windows keeps for itself, with any ending."""


def is_visit() -> bool:
    """This runs on Binder, which takes its machine back after the visit, with everything that is kept there."""
    return "BINDER_LAUNCH_HOST" in os.environ


PLACES = 4
"""Under so many keys a board or a desk looks for a place that does not hold something which it cannot read."""


def places_beside(key: str) -> tuple[str, ...]:
    """The key, and those beside it."""
    return (key, *(f"{key} beside {number}" for number in range(1, PLACES)))


class StorageFault(StrEnum):
    """Everything that can go wrong with a storage."""

    UNREADABLE = "unreadable"
    UNWRITABLE = "unwritable"
    TOO_MUCH = "too-much"
    """The text is larger than any that is read again; what was kept before stays."""
    NOT_TEXT = "not-text"
    """Half a character is in it, which no file can hold."""
    NO_PLACE = "no-place"
    """Every place for a game or an answer holds something that cannot be read, and that stays."""
    ELSEWHERE = "elsewhere"
    """Another tab or program has kept or cleared something at this place since: nothing is written over it unasked."""
    # Where the page keeps the texts:
    NOT_READ = "not-read"
    NOT_KEPT = "not-kept"


class StorageError(OSError):
    """The storage does not work; what was kept there before is as it was. `place` is the folder, if there is one."""

    def __init__(self, fault: StorageFault, place: str) -> None:
        self.fault = fault
        self.place = place
        super().__init__(f"{fault} ({place})")


def as_bytes(text: str) -> bytes:
    """What a file would hold of a text; `StorageError` if it could not be read again."""
    try:
        content = text.encode()
    except UnicodeEncodeError as error:
        raise StorageError(StorageFault.NOT_TEXT, "") from error
    if len(content) > LARGEST_FILE:
        raise StorageError(StorageFault.TOO_MUCH, "")
    return content


class Storage(Protocol):
    """A place that keeps texts by key. Every method raises `StorageError` if the place does not work."""

    def check(self) -> None:
        """Nothing happens if a text could be written now."""

    def read(self, key: str) -> str | None:
        """The text that was written last, or None."""

    def write(self, key: str, text: str) -> None:
        """Keep the text; the one before it is there until the new one is whole."""

    def remove(self, key: str) -> None:
        """Forget the text, if there is one."""

    def is_elsewhere(self, key: str) -> bool:
        """Another tab or program has kept or cleared something at this place since it was last looked at."""

    def take_over(self, key: str) -> None:
        """Whatever others have done at this place, the next text is written there."""


class SharedPlaces:
    """The part of a storage that others write to as well: nothing is written over what nobody here has seen."""

    def __init__(self) -> None:
        self._seen: dict[str, object] = {}
        """What was last found or left at a place; where nothing is known, nothing may be there."""

    def _now_at(self, key: str) -> object:
        """What is at a place, as far as can be known; None is nothing."""
        raise NotImplementedError

    def is_elsewhere(self, key: str) -> bool:
        """Another tab or program has kept or cleared something at this place since it was last looked at."""
        return self._now_at(key) != self._seen.get(key)

    def take_over(self, key: str) -> None:
        """Whatever others have done at this place, the next text is written there."""
        self._seen[key] = self._now_at(key)

    def _check_place(self, key: str) -> None:
        if self.is_elsewhere(key):
            raise StorageError(StorageFault.ELSEWHERE, "")


def free_place(storage: Storage, places: Iterable[str]) -> str:
    """The first of the places that holds nothing; raise `StorageError` if there is none."""
    for key in places:
        with suppress(StorageError):
            if storage.read(key) is None:
                return key
    storage.check()  # where nothing at all can be written, that is the reason to tell
    raise StorageError(StorageFault.NO_PLACE, "")


class Shelf(Storage, Protocol):
    """A storage that can also tell what it keeps."""

    def keys(self) -> list[str]:
        """The keys of all texts, the one that was written last first."""

    def file_name(self, key: str) -> str:
        """What a person looks for in the storage's folder."""


class MemoryStorage:
    """Keeps texts as long as the program runs."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}

    def check(self) -> None:
        """Memory can always be written."""

    def read(self, key: str) -> str | None:
        """The text that was written last, or None."""
        return self._texts.get(key)

    def write(self, key: str, text: str) -> None:
        """Keep the text."""
        as_bytes(text)  # what no file can hold is refused here too
        self._texts.pop(key, None)  # what is written anew is the last one
        self._texts[key] = text

    def remove(self, key: str) -> None:
        """Forget the text, if there is one."""
        self._texts.pop(key, None)

    def is_elsewhere(self, key: str) -> bool:
        """Nobody else knows this memory."""
        return False

    def take_over(self, key: str) -> None:
        """It is ours already."""

    def keys(self) -> list[str]:
        """The keys of all texts, the one that was written last first."""
        return list(reversed(self._texts))

    def file_name(self, key: str) -> str:
        """The key: there are no files."""
        return key


class FileStorage(SharedPlaces):
    """Keeps every text in a file of its own. The folder is made when something is written.

    Another program may use the same folder: a file that has changed since it was read is not written over unasked.
    """

    def __init__(self, folder: Path, suffix: str = SUFFIX) -> None:
        super().__init__()
        self.folder = folder
        self.suffix = suffix
        self._noted: set[str] = set()
        """Keys that need not be noted again."""
        self._is_swept = False

    def path(self, key: str) -> Path:
        """The file of a key."""
        return self.folder / f"{_file_name(key)}{self.suffix}"

    def file_name(self, key: str) -> str:
        """The file of a key, with the folder that it is in: `saves/my-rules.toml`."""
        return f"{self.folder.name}/{self.path(key).name}"

    def keys(self) -> list[str]:
        """The keys of all files that have a plain name, the one that was written last first."""
        try:
            found = [
                (path.stat().st_mtime_ns, path.stem)
                for path in self.folder.glob(f"*{self.suffix}")
                if _file_name(path.stem) == path.stem and path.is_file()
            ]
        except OSError as error:
            raise self._error(StorageFault.UNREADABLE) from error
        return [key for _, key in sorted(found, reverse=True)]

    def noted_keys(self) -> list[str]:
        """The keys of files whose names do not tell them; one that was never noted is missing.

        A damaged line spoils its own key alone, which is noted again when its text is written again.
        """
        with suppress(OSError), (self.folder / NOTES).open("rb") as file:
            lines = file.read(LARGEST_FILE).decode("utf-8-sig", errors="replace").splitlines()
            return [key for key in dict.fromkeys(lines) if _file_name(key) != key and self.path(key).is_file()]
        return []

    def check(self) -> None:
        """Nothing happens if a file could be written now; nothing is left behind."""
        try:
            nearest = next(folder for folder in (self.folder, *self.folder.absolute().parents) if folder.exists())
            with TemporaryFile(dir=nearest) as trial:
                trial.write(b"\n" * 4096)  # on a full disk an empty file can still be made
        except OSError as error:
            raise self._error(StorageFault.UNWRITABLE) from error

    def read(self, key: str) -> str | None:
        """The text that was written last, or None if there is no such file."""
        try:
            content = self._content(key)
            if content is not None and len(content) > LARGEST_FILE:
                raise ValueError(f"more than {LARGEST_FILE} bytes")
            text = None if content is None else content.decode()
        except (OSError, ValueError) as error:
            raise self._error(StorageFault.UNREADABLE) from error
        self._seen[key] = content
        return text

    def _content(self, key: str) -> bytes | None:
        try:
            with self.path(key).open("rb") as file:
                return file.read(LARGEST_FILE + 1)
        except FileNotFoundError:
            return None

    def _now_at(self, key: str) -> bytes | None:
        try:
            return self._content(key)
        except OSError as error:  # what cannot be looked at is not written over either
            raise self._error(StorageFault.UNWRITABLE) from error

    def write(self, key: str, text: str) -> None:
        """Keep the text. A failed attempt leaves the one before it as it was."""
        self._check_place(key)
        path, content = self.path(key), as_bytes(text)
        try:
            write_whole(path, content)
            self._seen[key] = content
            self._tidy(path)
        except (OSError, ValueError) as error:
            raise self._error(StorageFault.UNWRITABLE) from error
        self._note(key)

    def remove(self, key: str) -> None:
        """Forget the text, if there is one."""
        self._check_place(key)
        try:
            self.path(key).unlink(missing_ok=True)
        except OSError as error:
            raise self._error(StorageFault.UNWRITABLE) from error
        self._seen[key] = None

    def _tidy(self, path: Path) -> None:
        """A file was just written here. Without this it is as good."""
        with suppress(OSError):
            written = path.stat()
            # It is the newest, also if the clock was put back since the others were written.
            others = [each.stat().st_mtime_ns for each in self.folder.glob(f"*{self.suffix}") if each != path]
            if others and written.st_mtime_ns <= max(others):
                os.utime(path, ns=(written.st_atime_ns, max(others) + 1))
            if not self._is_swept:
                remove_leftovers(self.folder, self.suffix, written.st_mtime)
                self._is_swept = True

    def _note(self, key: str) -> None:
        """Note the key of a file whose name does not tell it, so that the save can be carried to another place.

        A line is added and none is changed: several programs may do so at once. Without it the save is as good.
        The break before it ends a line that was cut off or changed by hand.
        """
        if key in self._noted or _file_name(key) == key or not (key and key.isprintable()):
            return
        with suppress(OSError, ValueError):
            if key not in self.noted_keys():
                with (self.folder / NOTES).open("a+b") as file:
                    file.seek(max(file.seek(0, os.SEEK_END) - 1, 0))
                    is_open = file.read(1) not in (b"", b"\n")
                    file.write(b"\n" * is_open + f"{key}\n".encode())
            self._noted.add(key)

    def _error(self, fault: StorageFault) -> StorageError:
        return StorageError(fault, str(self.folder))


def _file_name(key: str) -> str:
    """A name that every system allows and no other key has, also where small and capital letters are the same."""
    if _PLAIN.fullmatch(key) and not _DEVICES.fullmatch(key):
        return key
    readable = re.sub(r"[^a-z0-9]+", "-", key[:200].lower()).strip("-")[:40]
    # No plain key has a "~", so the two kinds of names never meet.
    return f"{readable}~{sha256(key.encode(errors='surrogatepass')).hexdigest()[:24]}"
