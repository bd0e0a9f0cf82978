"""Storing: rows in a file, one line of JSON each, so that an interrupted run goes on where it was."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from enum import StrEnum
from itertools import count
from os import PathLike
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Any, BinaryIO

from mali_powstancy.lab.rows import Games
from mali_powstancy.tabletop.game import Scenario
from mali_powstancy.tabletop.library import FIRST, load_scenario, rules_of, tally_of
from mali_powstancy.tabletop.scenario_file import ScenarioError
from mali_powstancy.tabletop.tally import Row
from mali_powstancy.whole_files import sync_folder, write_whole

FORMAT = 3
"""The layout of the lines; since 2 the head says by which program the games were played, since 3 rows have goals."""
_PROGRAM = {"format", "code"}
"""What differs in the head of a file that another version of the program has written."""


class FileFault(StrEnum):
    """What can be wrong with a file of games."""

    NOT_GAMES = "not-games"
    """It holds something else, or a line in its middle is damaged."""
    IN_USE = "in-use"
    """Another run is writing it now."""
    REPLACED = "replaced"
    """While games were played, another file was put in its place; `found` is the file that has these games now."""
    OTHER_GAMES = "other-games"
    """Its games are of another scenario, between other bots, or from another seed."""
    OTHER_PROGRAM = "other-program"
    """Its games were played before the bots or the rules of the program were changed."""


class GamesFileError(ValueError):
    """A file cannot be gone on with; it stays as it is."""

    def __init__(self, fault: FileFault, path: Path, found: str) -> None:
        self.fault, self.path, self.found = fault, path, found
        super().__init__(f"{path}: {fault} ({found})")


class GamesFile:
    """A file of rows. What is there is read first; every new row is there as soon as its game is over."""

    def __init__(
        self,
        path: str | PathLike[str],
        scenario: Scenario,
        bots: Iterable[str],
        seed: int,
        code: str,
        setup: Mapping[str, Any] = MappingProxyType({}),
    ) -> None:
        self.path = Path(path)
        self._scenario = scenario
        self.header: dict[str, Any] = {
            "format": FORMAT,
            "rules": rules_of(scenario.game_id).RULES,
            "scenario": scenario.name,
            "hash": scenario.hash,
            "bots": list(bots),
            "seed": seed,
            "code": code,
            "game": scenario.game_id,
        }
        if setup:
            self.header["setup"] = dict(setup)
        self.rows: dict[int, Row] = {}
        """The rows that were there, by game number."""
        self.was_deleted = False
        """Somebody deleted the file while games were played, and it was written again with all that it had."""
        if self.path.exists() and not self.path.is_file():  # a device or a pipe might never end
            raise OSError(errno.EINVAL, "no plain file", str(self.path))
        self._file = self.path.open("a+b")
        try:
            self._begin()
        except BaseException:
            self._close()
            raise

    def _begin(self) -> None:
        """Read what is there, and make the file ready for more."""
        try:
            _lock(self._file, True)
        except BlockingIOError:
            raise GamesFileError(FileFault.IN_USE, self.path, "another run is writing it") from None
        self._file.seek(0)
        content = self._file.read()
        whole, _, half = content.rpartition(b"\n")  # the last line may have been cut off while it was written
        lines = whole.split(b"\n") if whole else []
        if lines:
            self._check(lines[0])
            self.rows = {row.game: row for row in map(self._row, lines[1:])}
        elif not _line(self.header).startswith(half):
            raise self._no_games(half)
        self._file.truncate(len(whole) + bool(lines))
        if not lines:
            self._write(self.header)
            sync_folder(self.path.parent)

    def _check(self, line: bytes) -> None:
        try:
            found = {"code": "?", "game": FIRST, **json.loads(line)}  # older files do not tell them
            differing = [key for key in self.header if found[key] != self.header[key]]
        except (ValueError, TypeError, KeyError, RecursionError):
            raise self._no_games(line) from None
        if differing:
            told = [f"{key}: {_shown(found[key])} ≠ {_shown(self.header[key])}" for key in differing]
            fault = FileFault.OTHER_PROGRAM if set(differing) <= _PROGRAM else FileFault.OTHER_GAMES
            raise GamesFileError(fault, self.path, "; ".join(told))

    def _row(self, line: bytes) -> Row:
        try:
            return _row_in(line, self._scenario, len(self.header["bots"]))
        except (ValueError, TypeError, KeyError, RecursionError):
            raise self._no_games(line) from None

    def _no_games(self, line: bytes) -> GamesFileError:
        return GamesFileError(FileFault.NOT_GAMES, self.path, line[:40].decode(errors="replace"))

    def add(self, row: Row) -> None:
        """Write a row down for good."""
        self._write(row._asdict())
        self._restore()

    def _restore(self) -> None:
        """If the file was deleted while it is open, write it again; raise `GamesFileError` if another one is there."""
        mine = os.fstat(self._file.fileno())
        try:
            if os.path.samestat(mine, self.path.stat()):
                return
            place = self._free_place()
        except FileNotFoundError:
            place = self.path
            self.was_deleted = True
        self._file.seek(0)  # who has it open can still read it
        write_whole(place, self._file.read())
        self._close()
        self._file = place.open("a+b")
        _lock(self._file, True)
        if place != self.path:
            raise GamesFileError(FileFault.REPLACED, self.path, str(place))

    def _free_place(self) -> Path:
        """A file beside it that is not there yet."""
        numbered = (self.path.with_stem(f"{self.path.stem}-{number}") for number in count(2))
        return next(path for path in numbered if not path.exists())

    def _write(self, content: Mapping[str, Any]) -> None:
        try:
            self._file.write(_line(content))
            self._file.flush()
        except OSError as error:  # the disk is full: the system does not say of which file it speaks
            raise OSError(error.errno, error.strerror, str(self.path)) from error

    def _close(self) -> None:
        _lock(self._file, False)  # a copy of this process, made meanwhile, would keep the lock
        with suppress(OSError):  # every row is written, or it was told that it cannot be
            self._file.close()

    def __enter__(self) -> GamesFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        try:
            if kind is None or issubclass(kind, KeyboardInterrupt):
                self._restore()  # the last row may have been written into nothing
        finally:
            self._close()


def read_games(path: str | PathLike[str], scenario: Scenario | None = None) -> Games:
    """The games in a file that `simulate` has kept, by whichever bots; those of an own scenario need it again.

    A line that is being written is left out. Raise `GamesFileError` if it is no such file, or of other rules.
    """
    place = Path(path)
    lines = place.read_bytes().split(b"\n")[:-1]
    line = lines[0] if lines else b""
    try:
        head = {"game": FIRST, **json.loads(line)}
        rules = load_scenario(head["scenario"]) if scenario is None else scenario
        version = rules_of(rules.game_id).RULES
        expected = {"format": FORMAT, "rules": version, "scenario": rules.name, "hash": rules.hash}
        expected["game"] = rules.game_id
        differing = [
            f"{key}: {_shown(head[key])} ≠ {_shown(known)}" for key, known in expected.items() if head[key] != known
        ]
        if differing:
            raise GamesFileError(FileFault.OTHER_GAMES, place, "; ".join(differing))
        rows = {}
        for line in lines[1:]:
            row = _row_in(line, rules, len(head["bots"]))
            rows[row.game] = row
        return Games([rows[number] for number in sorted(rows)], scenario=rules, bots=head["bots"], seed=head["seed"])
    except ScenarioError:
        found = f"scenario: {_shown(head['scenario'])}"
        raise GamesFileError(FileFault.OTHER_GAMES, place, found) from None
    except GamesFileError:
        raise
    except (ValueError, TypeError, KeyError, RecursionError):
        raise GamesFileError(FileFault.NOT_GAMES, place, line[:40].decode(errors="replace")) from None


def _row_in(line: bytes, scenario: Scenario, players: int) -> Row:
    """The row in a line of a file; `ValueError`, `TypeError` or `KeyError` if no such game can have it."""
    tally = tally_of(scenario.game_id)
    row: Row = tally.read_row(json.loads(line))
    if not tally.fits(row, scenario, players):
        raise ValueError("a row that no game can have")
    return row


def _lock(file: BinaryIO, is_wanted: bool) -> None:
    """Lock a file, or unlock it; raise `BlockingIOError` if somebody else has locked it."""
    try:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB if is_wanted else fcntl.LOCK_UN)
    except BlockingIOError:
        raise
    except (ImportError, OSError):
        pass  # Windows and some network folders have no such locks


def _shown(value: Any) -> str:
    return (", ".join(map(str, value)) if isinstance(value, list) else str(value))[:100]


def _line(content: Mapping[str, Any]) -> bytes:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
