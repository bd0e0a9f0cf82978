"""Records: a game as JSON text, with every move of players and of chance, so that it replays without a seed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from mali_powstancy.engine.arranging import described
from mali_powstancy.engine.cards import PatrolId
from mali_powstancy.engine.moves import Seat
from mali_powstancy.engine.rules.setup import SetupError
from mali_powstancy.engine.state import GameState, Phase

FORMAT = 1
"""The layout of the JSON text; a sample of every format stays in the tests.

A game that began from an arranged position has one part more, `arranged`: the words of `arrange`.
"""
RULES = 1
"""The version of the rules; it grows when the same moves would lead elsewhere."""

LARGEST_RECORD = 2_000_000
MOST_MOVES = 50_000
LONGEST_TEXT = 400


class RecordFault(StrEnum):
    """Everything that can be wrong with a record."""

    UNREADABLE = "unreadable"
    TOO_LARGE = "too-large"
    WRONG_SHAPE = "wrong-shape"
    NEWER_FORMAT = "newer-format"
    OTHER_RULES = "other-rules"
    EDITED = "edited"
    UNKNOWN_SCENARIO = "unknown-scenario"
    SCENARIO_CHANGED = "scenario-changed"
    BAD_SETUP = "bad-setup"
    BAD_MOVE = "bad-move"


class RecordError(ValueError):
    """A record cannot be used; nothing has been loaded."""

    def __init__(self, fault: RecordFault, found: str = "") -> None:
        self.fault = fault
        self.found = found[:LONGEST_TEXT]
        super().__init__(f"{fault}" + (f" ({self.found})" if self.found else ""))


class Record(NamedTuple):
    """A saved game: which scenario (by id, version and content), who plays, and all moves as text."""

    scenario: str
    version: int
    hash: str
    part_hashes: Mapping[str, str]
    patrols: tuple[PatrolId, ...]
    start_player: Seat | None
    moves: tuple[str, ...]
    arranged: Mapping[str, Any] | None = None
    """The words of the arranged position from which the game began, without its patrols."""

    @classmethod
    def of(cls, opening: GameState, moves: tuple[str, ...]) -> Record:
        """The record of a game that began like this, or in the middle; `RecordError` if it was over before it began."""
        words: dict[str, Any] | None = None
        if opening.phase is not Phase.FIRST_PLAYER or opening.stopping:
            try:
                words = {**described(opening)}
            except SetupError as error:
                raise RecordError(RecordFault.BAD_SETUP, str(error)) from error
            del words["patrols"]
        scenario = opening.game.scenario
        chosen = opening.agenda[0].subject if words is None else ""
        return cls(
            scenario.id,
            scenario.version,
            scenario.hash,
            scenario.part_hashes,
            opening.game.patrols,
            int(chosen) if chosen else None,
            moves,
            words,
        )

    def to_json(self) -> str:
        """The record as JSON text."""
        content = self._content()
        return json.dumps({**content, "checksum": _checksum(content)}, ensure_ascii=False, indent=1) + "\n"

    def _content(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "rules": RULES,
            "scenario": {
                "id": self.scenario,
                "version": self.version,
                "hash": self.hash,
                "parts": dict(self.part_hashes),
            },
            "patrols": list(self.patrols),
            "start_player": self.start_player,
            **({} if self.arranged is None else {"arranged": self.arranged}),
            "moves": list(self.moves),
        }

    @classmethod
    def from_json(cls, text: str) -> Record:
        """The record in a JSON text; raise `RecordError` for anything that is no whole, unchanged record."""
        if len(text) > LARGEST_RECORD:
            raise RecordError(RecordFault.TOO_LARGE, str(len(text)))
        try:
            raw = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise RecordError(RecordFault.UNREADABLE, str(error)[:80]) from None
        raw = _shaped(raw, dict, "record")
        _check_versions(raw)
        record = _read(raw)
        if raw.get("checksum") != _checksum(record._content()):
            raise RecordError(RecordFault.EDITED, "checksum")
        return record


def _checksum(content: Mapping[str, Any]) -> str:
    from hashlib import sha256  # late: importing should be quick

    text = json.dumps(content, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return sha256(text.encode(errors="surrogatepass")).hexdigest()[:16]


def _check_versions(raw: Mapping[str, Any]) -> None:
    found = _shaped(raw.get("format"), int, "format")
    if found > FORMAT:
        raise RecordError(RecordFault.NEWER_FORMAT, str(min(found, 9999)))
    if found != FORMAT:
        raise RecordError(RecordFault.WRONG_SHAPE, "format")
    if _shaped(raw.get("rules"), int, "rules") != RULES:
        raise RecordError(RecordFault.OTHER_RULES, str(max(0, min(raw["rules"], 9999))))


def _read(raw: Mapping[str, Any]) -> Record:
    expected = {"format", "rules", "scenario", "patrols", "start_player", "moves", "checksum"}
    if set(raw) - {"arranged"} != expected:
        raise RecordError(RecordFault.WRONG_SHAPE, ", ".join(sorted(set(raw) ^ expected)))
    scenario = _shaped(raw["scenario"], dict, "scenario")
    if set(scenario) != {"id", "version", "hash", "parts"}:
        raise RecordError(RecordFault.WRONG_SHAPE, "scenario")
    parts = _shaped(scenario.get("parts"), dict, "scenario.parts")
    patrols = _shaped(raw["patrols"], list, "patrols")
    moves = _shaped(raw["moves"], list, "moves")
    start = raw["start_player"]
    arranged = raw.get("arranged")
    if "arranged" in raw and (start is not None or not _is_plain(_shaped(arranged, dict, "arranged"))):
        raise RecordError(RecordFault.WRONG_SHAPE, "arranged")
    if len(moves) > MOST_MOVES:
        raise RecordError(RecordFault.TOO_LARGE, str(len(moves)))
    return Record(
        _text(scenario.get("id"), "scenario.id"),
        _shaped(scenario.get("version"), int, "scenario.version"),
        _text(scenario.get("hash"), "scenario.hash"),
        {key: _text(value, f"scenario.parts.{key}") for key, value in parts.items()},
        tuple(_text(patrol, "patrols") for patrol in patrols),
        None if start is None else _shaped(start, int, "start_player"),
        tuple(_text(move, f"moves[{number}]") for number, move in enumerate(moves)),
        arranged,
    )


def _is_plain(value: Any, depth: int = 4) -> bool:
    """Words, numbers, and lists of them in lists: what a position is told by; what they mean, `arrange` finds out."""
    if isinstance(value, dict | list):
        inner = value.values() if isinstance(value, dict) else value
        return depth > 0 and all(_is_plain(part, depth - 1) for part in inner)
    if isinstance(value, str):
        return len(value) <= LONGEST_TEXT
    return value is None or (type(value) in (bool, int) and abs(value) <= 10**9)


def _shaped(value: Any, kind: type, item: str) -> Any:
    if type(value) is not kind or (isinstance(value, int) and abs(value) > 10**9):
        raise RecordError(RecordFault.WRONG_SHAPE, item)
    return value


def _text(value: Any, item: str) -> str:
    text: str = _shaped(value, str, item)
    if len(text) > LONGEST_TEXT:
        raise RecordError(RecordFault.WRONG_SHAPE, item)
    return text
