"""Reading TOML: every value is checked, and every fault is noted on the way, so that all are reported at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any, ClassVar, NamedTuple, NoReturn, TypeVar

Item = TypeVar("Item")
TomlTable = Mapping[str, Any]

LARGEST_FILE = 200_000
MOST_DOTS = 2_000
"""In one line: a key of many thousand parts would keep the TOML reader busy for minutes."""
LONGEST_LIST = 400
LONGEST_TEXT = 120
LONGEST_ID = 60
"""So that the text of every move, which names up to four things, can be read back (moves.py of each game)."""
SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
"""A name for the program."""
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]")
"""Control characters, half characters and those that turn the writing round: no picture or page can show them."""
_UNSAID = "designed"
"""The origin of an item in a file that does not say otherwise."""


class FaultKind(StrEnum):
    """What can be wrong in a file of any kind; who reads it may know more."""

    UNREADABLE = "unreadable"
    TOO_LARGE = "too-large"
    NOT_PRINTABLE = "not-printable"
    MISSING = "missing"
    UNKNOWN_KEY = "unknown-key"
    WRONG_TYPE = "wrong-type"
    OUT_OF_RANGE = "out-of-range"
    BAD_ID = "bad-id"
    DUPLICATE = "duplicate"
    UNKNOWN_NAME = "unknown-name"
    WRONG_LENGTH = "wrong-length"
    OTHER_GAME = "other-game"


class Fault(NamedTuple):
    """One thing that is wrong: in which file, at which item, what, and what was found."""

    file: str
    item: str
    kind: str
    """A `FaultKind`, one of the reader's own kinds, or words."""
    found: str = ""

    @property
    def told(self) -> str:
        """What is wrong, and where in the file."""
        return (f"{self.item}: " if self.item else "") + self.kind + (f" ({self.found})" if self.found else "")

    def __str__(self) -> str:
        return f"{self.file}: {self.told}"


class FaultyFile(ValueError):
    """A file cannot be used; `faults` lists everything that is wrong with it."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(map(str, self.faults)))


def shown(value: object) -> str:
    """A found value, short enough for a message, whatever it is."""
    if isinstance(value, dict | list):
        return f"{type(value).__name__} of {len(value)}"
    try:
        return repr(value)[:LONGEST_TEXT]
    except ValueError:  # Python refuses to write out a number of thousands of digits
        return type(value).__name__


class Reader:
    """Turns tables into values and notes every fault on the way."""

    error: ClassVar[type[FaultyFile]] = FaultyFile
    """What is raised if there are faults."""
    named_by: ClassVar[Sequence[tuple[str, ...]]] = (("id",),)
    """The keys by which a person would look for an item of a list, the best ones first."""
    reserved: ClassVar[Iterable[str]] = ()
    """Words that cannot be ids."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.faults: list[Fault] = []

    def fault(self, item: str, kind: str, found: object = "") -> None:
        """Note that something is wrong."""
        self.faults.append(Fault(self.file, item, kind, found if isinstance(found, str) else shown(found)))

    def wrong_type(self, item: str, value: object) -> None:
        """Note that something else than expected stands there, or nothing."""
        self.fault(item, *((FaultKind.MISSING,) if value is None else (FaultKind.WRONG_TYPE, value)))

    def stop_at_faults(self) -> None:
        """Raise the reader's error with all faults noted so far, if there are any."""
        if self.faults:
            raise self.error(self.faults)

    # The file.

    def opened(self) -> str:
        """The text of the file, or as much of it as shows that it is too large."""
        try:
            with open(self.file, encoding="utf-8") as file:
                return file.read(LARGEST_FILE + 1)
        except (OSError, ValueError) as error:
            self._refuse(FaultKind.UNREADABLE, _one_line(error))

    def parsed(self, text: str) -> TomlTable:
        """The tables of a TOML text."""
        import tomllib  # late: importing should be quick

        dots = max((line.count(".") for line in text.splitlines()), default=0)
        for size, limit in ((len(text), LARGEST_FILE), (dots, MOST_DOTS)):
            if size > limit:
                self._refuse(FaultKind.TOO_LARGE, f"> {limit}")
        try:
            return tomllib.loads(text.removeprefix("\ufeff"))  # some editors begin a file with a mark
        except (ValueError, RecursionError) as error:
            self._refuse(FaultKind.UNREADABLE, _one_line(error))

    def _refuse(self, kind: FaultKind, found: str) -> NoReturn:
        self.fault("file", kind, found)
        raise self.error(self.faults) from None

    # One value.

    def text(self, table: TomlTable, key: str, item: str, default: str | None = None) -> str:
        """A text that can be shown."""
        value = table.get(key, default)
        if value is None:
            self.fault(item, FaultKind.MISSING, key)
        elif not isinstance(value, str):
            self.fault(f"{item}.{key}", FaultKind.WRONG_TYPE, value)
        elif len(value) > LONGEST_TEXT:
            self.fault(f"{item}.{key}", FaultKind.TOO_LARGE, str(len(value)))
        elif found := _UNPRINTABLE.search(value):
            self.fault(f"{item}.{key}", FaultKind.NOT_PRINTABLE, f"U+{ord(found[0]):04X}")
        else:
            return value
        return ""

    def name(self, table: TomlTable, item: str, key: str = "name") -> str:
        """A text for people, which cannot be empty: sentences would have holes."""
        value = self.text(table, key, item)
        if not value.strip() and table.get(key) == value:
            self.fault(item, FaultKind.MISSING, key)
        return value

    def origin(self, table: TomlTable, item: str) -> str:
        """From where an item is known."""
        return self.text(table, "origin", item, _UNSAID)

    def number(self, table: TomlTable, key: str, item: str, low: int, high: int, default: int | None = None) -> int:
        """A whole number within limits."""
        value = table.get(key, default)
        if value is None:
            self.fault(item, FaultKind.MISSING, key)
            return low
        return self.whole(value, f"{item}.{key}", low, high)

    def whole(self, value: object, item: str, low: int, high: int) -> int:
        """A value that is a whole number within limits."""
        if not isinstance(value, int) or isinstance(value, bool):
            self.wrong_type(item, value)
        elif not low <= value <= high:
            self.fault(item, FaultKind.OUT_OF_RANGE, f"{shown(value)}; {low}..{high}")
        else:
            return value
        return low

    def numbers(self, value: object, item: str, low: int, high: int, length: int | None = None) -> tuple[int, ...]:
        """A list of whole numbers within limits."""
        if not isinstance(value, list):
            self.wrong_type(item, value)
            return ()
        if len(value) > LONGEST_LIST or (length is not None and len(value) != length):
            self.fault(item, FaultKind.WRONG_LENGTH, f"{len(value)}; {length or LONGEST_LIST}")
            return ()
        return tuple(self.whole(v, f"{item}[{n}]", low, high) for n, v in enumerate(value))

    def flag(self, table: TomlTable, key: str, item: str, default: bool | None = None) -> bool:
        """True or false."""
        value = table.get(key, default)
        if value is None:
            self.fault(item, FaultKind.MISSING, key)
        elif not isinstance(value, bool):
            self.fault(f"{item}.{key}", FaultKind.WRONG_TYPE, value)
        return value is True

    def slug(self, table: TomlTable, item: str, key: str = "id") -> str:
        """A name for the program: small letters, digits and hyphens."""
        value = self.text(table, key, item)
        bad = not SLUG.fullmatch(value) or len(value) > LONGEST_ID or value in self.reserved
        if bad and table.get(key) == value:  # otherwise it has been noted already
            self.fault(f"{item}.{key}", FaultKind.BAD_ID, value)
        return value

    def one_of(self, table: TomlTable, key: str, item: str, allowed: Iterable[str] | None) -> str:
        """One of some names, or an empty text; any name if nobody knows which are allowed."""
        value = self.text(table, key, item)
        if allowed is None or value in set(allowed):
            return value
        if table.get(key) == value:  # otherwise it has been noted already
            self.fault(f"{item}.{key}", FaultKind.UNKNOWN_NAME, value)
        return ""

    def some_of(self, table: TomlTable, key: str, item: str, allowed: Iterable[str]) -> tuple[str, ...]:
        """Different ones of some names, at least one."""
        value = table.get(key)
        if value is None:
            self.fault(item, FaultKind.MISSING, key)
            return ()
        if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
            self.fault(f"{item}.{key}", FaultKind.WRONG_TYPE, value)
            return ()
        known = tuple(allowed)
        if not 1 <= len(value) <= len(known):
            self.fault(f"{item}.{key}", FaultKind.WRONG_LENGTH, f"{len(value)}; 1..{len(known)}")
            return ()
        for name in value:
            if name not in known:
                self.fault(f"{item}.{key}", FaultKind.UNKNOWN_NAME, name[:LONGEST_TEXT])
        self.unique(value, f"{item}.{key}")
        return tuple(name for name in known if name in value)

    # Tables and lists of tables.

    def table(self, value: object, item: str, known: Iterable[str]) -> TomlTable:
        """A table that has no other keys than the known ones."""
        if not isinstance(value, dict):
            self.wrong_type(item, value)
            return {}
        names = set(known)
        for key in value:
            if key not in names:
                self.fault(item, FaultKind.UNKNOWN_KEY, shown(key))
        return value

    def each(
        self, value: object, item: str, known: Sequence[str], read: Callable[[TomlTable, str], Item]
    ) -> list[Item]:
        """Every table of a list, read; tables that are no tables are noted and left out."""
        if not isinstance(value, list):
            self.wrong_type(item, value)
            return []
        if len(value) > LONGEST_LIST:
            self.fault(item, FaultKind.TOO_LARGE, str(len(value)))
            return []
        items = []
        for number, entry in enumerate(value):
            label = self._label(entry, f"{item}[{number}]")
            table = self.table(entry, label, known)
            if isinstance(entry, dict):
                items.append(read(table, label))
        return items

    def _label(self, entry: object, place: str) -> str:
        """The name of an item as a person would look for it in the file."""
        for keys in self.named_by if isinstance(entry, dict) else ():
            found = [entry.get(key) for key in keys]  # type: ignore[attr-defined]  # it is a table
            words = found[0] if len(found) == 1 and isinstance(found[0], list) else found
            if words and all(isinstance(word, str) and len(word) < LONGEST_ID for word in words):
                return f"{place} {' - '.join(words)}"
        return place

    def unique(self, names: Iterable[str], item: str) -> None:
        """No name stands there twice."""
        seen: set[str] = set()
        for name in names:
            if name and name in seen:
                self.fault(item, FaultKind.DUPLICATE, name[:LONGEST_TEXT])
            seen.add(name)


def _one_line(error: Exception) -> str:
    return (str(error) or type(error).__name__).replace("\n", " ")[:LONGEST_TEXT]
