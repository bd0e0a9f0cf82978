"""Records: a game as JSON text, with every move of players and of chance, so that it replays without a seed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from mali_powstancy.tabletop import library
from mali_powstancy.tabletop.game import SetupError

FORMAT = 2
"""The layout of the JSON text; a sample of every format stays in the tests.

Format 1 named no game, for there was one, and told its opening without a name of its own. It stays readable for ever.
"""
_OPENING_OF_1 = ("patrols", "start_player", "arranged")
_SAME_IN_ALL = {"format", "rules", "scenario", "moves", "checksum"}

LARGEST_RECORD = 2_000_000
MOST_MOVES = 50_000
MOST_PLAYERS = 100
LONGEST_TEXT = 400


class RecordFault(StrEnum):
    """Everything that can be wrong with a record."""

    UNREADABLE = "unreadable"
    TOO_LARGE = "too-large"
    WRONG_SHAPE = "wrong-shape"
    NEWER_FORMAT = "newer-format"
    UNKNOWN_GAME = "unknown-game"
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
    """A saved game: which game and scenario (by id, version and content), how it was opened, and all moves as text."""

    game: str
    rules: int
    scenario: str
    version: int
    hash: str
    part_hashes: Mapping[str, str]
    opening: Mapping[str, Any]
    """What the game says of its opening (`how_opened`): plain words and numbers, among them how many play."""
    moves: tuple[str, ...]

    @classmethod
    def of(cls, opening: Any, moves: tuple[str, ...]) -> Record:
        """The record of a game that began like this, or in the middle; `RecordError` if it was over before it began."""
        game, scenario = library.game_of(opening), opening.game.scenario
        try:
            how = game.how_opened(opening)
        except SetupError as error:
            raise RecordError(RecordFault.BAD_SETUP, str(error)) from error
        return cls(
            *(game.ID, game.RULES, scenario.id, scenario.version, scenario.hash, scenario.part_hashes),
            *(json.loads(json.dumps(how)), moves),  # as it will be read
        )

    @property
    def players(self) -> int:
        """How many play."""
        return int(self.opening["players"])

    @property
    def scenario_name(self) -> str:
        """Id and version of the scenario: `basic-1`."""
        return f"{self.scenario}-{self.version}"

    def to_json(self) -> str:
        """The record as JSON text."""
        content = self._content()
        return json.dumps({**content, "checksum": _checksum(content)}, ensure_ascii=False, indent=1) + "\n"

    def _content(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "game": self.game,
            "rules": self.rules,
            "scenario": {
                "id": self.scenario,
                "version": self.version,
                "hash": self.hash,
                "parts": dict(self.part_hashes),
            },
            "opening": dict(self.opening),
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
        is_first = _format_of(raw) == 1
        record = _read(raw, {"patrols", "start_player"} if is_first else {"game", "opening"})
        if raw["checksum"] != _checksum({name: value for name, value in raw.items() if name != "checksum"}):
            raise RecordError(RecordFault.EDITED, "checksum")
        return record


def _checksum(content: Mapping[str, Any]) -> str:
    from hashlib import sha256  # late: importing should be quick

    text = json.dumps(content, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return sha256(text.encode(errors="surrogatepass")).hexdigest()[:16]


def _format_of(raw: Mapping[str, Any]) -> int:
    found: int = _shaped(raw.get("format"), int, "format")
    if found > FORMAT:
        raise RecordError(RecordFault.NEWER_FORMAT, str(min(found, 9999)))
    if found < 1:
        raise RecordError(RecordFault.WRONG_SHAPE, "format")
    return found


def _read(raw: Mapping[str, Any], further: set[str]) -> Record:
    """A record that has these names besides those of every format."""
    expected = _SAME_IN_ALL | further
    if set(raw) - ({"arranged"} if "patrols" in further else set()) != expected:
        raise RecordError(RecordFault.WRONG_SHAPE, ", ".join(sorted(set(raw) ^ expected))[:LONGEST_TEXT])
    game = _text(raw.get("game", library.FIRST), "game")
    if game not in library.GAMES:
        raise RecordError(RecordFault.UNKNOWN_GAME, game)
    if (rules := _shaped(raw["rules"], int, "rules")) != library.rules_of(game).RULES:
        raise RecordError(RecordFault.OTHER_RULES, str(max(0, min(rules, 9999))))
    scenario = _shaped(raw["scenario"], dict, "scenario")
    if set(scenario) != {"id", "version", "hash", "parts"}:
        raise RecordError(RecordFault.WRONG_SHAPE, "scenario")
    parts = _shaped(scenario["parts"], dict, "scenario.parts")
    moves = _shaped(raw["moves"], list, "moves")
    if len(moves) > MOST_MOVES:
        raise RecordError(RecordFault.TOO_LARGE, str(len(moves)))
    return Record(
        game,
        rules,
        _text(scenario["id"], "scenario.id"),
        _shaped(scenario["version"], int, "scenario.version"),
        _text(scenario["hash"], "scenario.hash"),
        {key: _text(value, f"scenario.parts.{key}") for key, value in parts.items()},
        _opening_in(raw),
        tuple(_text(move, f"moves[{number}]") for number, move in enumerate(moves)),
    )


def _opening_in(raw: Mapping[str, Any]) -> dict[str, Any]:
    """How the game was opened; what the words mean, the game finds out."""
    if "opening" in raw:
        opening = dict(_shaped(raw["opening"], dict, "opening"))
    else:
        opening = {name: raw[name] for name in _OPENING_OF_1 if name in raw}
        opening["players"] = len(_shaped(opening["patrols"], list, "patrols"))
    for name, value in opening.items():
        if not _is_plain(value):
            raise RecordError(RecordFault.WRONG_SHAPE, name)
    if not 0 < _shaped(opening.get("players"), int, "players") <= MOST_PLAYERS:
        raise RecordError(RecordFault.WRONG_SHAPE, "players")
    return opening


def _is_plain(value: Any, depth: int = 5) -> bool:
    """Words, numbers, and lists of them in lists: what a position is told by."""
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
