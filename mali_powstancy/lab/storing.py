"""Storing: rows in a file, one line of JSON each, so that an interrupted run goes on where it was."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from enum import StrEnum
from os import PathLike
from pathlib import Path
from types import TracebackType
from typing import Any

from mali_powstancy.engine.record import RULES
from mali_powstancy.engine.scenario import Scenario
from mali_powstancy.lab.rows import Fall, GameRow, OrderFate

FORMAT = 2
"""The layout of the lines; since 2 the head says by which program the games were played."""
_PROGRAM = {"format", "code"}
"""What differs in the head of a file that another version of the program has written."""


class FileFault(StrEnum):
    """What can be wrong with a file of games."""

    NOT_GAMES = "not-games"
    """It holds something else, or a line in its middle is damaged."""
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
        self, path: str | PathLike[str], scenario: Scenario, bots: Iterable[str], seed: int, code: str
    ) -> None:
        self.path = Path(path)
        self.header = {
            "format": FORMAT,
            "rules": RULES,
            "scenario": scenario.name,
            "hash": scenario.hash,
            "bots": list(bots),
            "seed": seed,
            "code": code,
        }
        self.rows: dict[int, GameRow] = {}
        """The rows that were there, by game number."""
        content = self.path.read_bytes() if self.path.exists() else b""
        whole, _, half = content.rpartition(b"\n")  # the last line may have been cut off while it was written
        lines = whole.split(b"\n") if whole else []
        if lines:
            self._check(lines[0])
            self.rows = {row.game: row for row in map(self._row, lines[1:])}
        elif not _line(self.header).startswith(half):
            raise self._no_games(half)
        self._file = self.path.open("r+b" if content else "wb")
        self._file.truncate(len(whole) + bool(lines))
        self._file.seek(0, 2)
        if not lines:
            self._write(self.header)

    def _check(self, line: bytes) -> None:
        try:
            found = {"code": "?", **json.loads(line)}  # format 1 had none
            differing = [key for key in self.header if found[key] != self.header[key]]
        except (ValueError, TypeError, KeyError, RecursionError):
            raise self._no_games(line) from None
        if differing:
            told = [f"{key}: {_shown(found[key])} ≠ {_shown(self.header[key])}" for key in differing]
            fault = FileFault.OTHER_PROGRAM if set(differing) <= _PROGRAM else FileFault.OTHER_GAMES
            raise GamesFileError(fault, self.path, "; ".join(told))

    def _row(self, line: bytes) -> GameRow:
        try:
            return read_row(json.loads(line))
        except (ValueError, TypeError, KeyError, RecursionError):
            raise self._no_games(line) from None

    def _no_games(self, line: bytes) -> GamesFileError:
        return GamesFileError(FileFault.NOT_GAMES, self.path, line[:40].decode(errors="replace"))

    def add(self, row: GameRow) -> None:
        """Write a row down for good."""
        self._write(row._asdict())

    def _write(self, content: Mapping[str, Any]) -> None:
        self._file.write(_line(content))
        self._file.flush()

    def __enter__(self) -> GamesFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._file.close()


def _shown(value: Any) -> str:
    return (", ".join(map(str, value)) if isinstance(value, list) else str(value))[:100]


def _line(content: Mapping[str, Any]) -> bytes:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def read_row(content: Mapping[str, Any]) -> GameRow:
    """The row that was written like this."""
    if set(content) != set(GameRow._fields):
        raise ValueError(f"a row has {', '.join(GameRow._fields)}")
    values: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in content.items()
    }
    values["delivered"] = tuple(tuple(orders) for orders in content["delivered"])
    values["orders"] = tuple(OrderFate(*fate) for fate in content["orders"])
    values["falls"] = tuple(Fall(*fall) for fall in content["falls"])
    return GameRow(**values)
