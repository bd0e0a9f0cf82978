"""Packed saves: a game or an exercise as one line of capital letters and digits that nobody can read by chance."""

from __future__ import annotations

import json
import re
import zlib
from base64 import b32decode, b32encode
from collections.abc import Mapping
from enum import StrEnum
from hashlib import sha256
from typing import Any, NamedTuple

from mali_powstancy.tabletop.record import LARGEST_RECORD, MOST_MOVES, Record, RecordError
from mali_powstancy.tabletop.session import Session

GAME_FORMAT = 1
"""The layout of a packed game; a sample of every format stays in the tests."""
EXERCISE_FORMAT = 2
"""The layout of a packed exercise; a program that knows only games sees a newer format in it."""
LARGEST_TEXT = 2_000_000
"""Letters of a packed save, white space included."""
LARGEST_CONTENT = 2 * LARGEST_RECORD
"""Bytes of what is packed: a small text must not unpack into something that fills the memory."""
PERSON = "person"
"""Who sits on a seat: a person, or a computer player by the name of its bot."""
LONGEST_NAME = 40
LAST_STEP = 9999
_CHECKSUM = 12
"""Bytes of the checksum."""
_PACKED = re.compile(r"MP([0-9]{1,4})\.(.*)", re.DOTALL)
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class SaveFault(StrEnum):
    """Everything that can be wrong with a save, packed or as a code, and why a game has none."""

    NOT_A_SAVE = "not-a-save"
    NEWER_FORMAT = "newer-format"
    DAMAGED = "damaged"
    TOO_LARGE = "too-large"
    WRONG_SHAPE = "wrong-shape"
    RECORD = "record"
    """The game inside is refused; `cause` says why."""
    ALL_SAVES = "all-saves"
    """It is the file that carries all saves at once."""
    # Of codes:
    NOT_A_CODE = "not-a-code"
    MISTYPED = "mistyped"
    # Games that cannot be told as a code:
    OWN_SCENARIO = "own-scenario"
    UNKNOWN_PLAYER = "unknown-player"
    TOO_LONG = "too-long"
    ARRANGED = "arranged"
    # Of boards to play on:
    EXERCISE = "exercise"
    """It is an exercise, which is opened and told only by its own board."""


class SaveError(ValueError):
    """A save cannot be used or made; nothing has been loaded."""

    def __init__(self, fault: SaveFault, cause: RecordError | None = None) -> None:
        self.fault = fault
        self.cause = cause
        super().__init__(f"{fault}" + (f" ({cause})" if cause is not None else ""))


class Save(NamedTuple):
    """All that is needed to go on with a game: what was played, who sits where, and the step of the lesson."""

    record: Record
    seats: tuple[str, ...]
    """By seat: `person` or the name of a bot."""
    lesson: int | None = None
    """The step of the first lesson; None in a normal game."""

    @classmethod
    def of(cls, session: Session, seats: tuple[str, ...], lesson: int | None = None) -> Save:
        """The save of a game; `SaveError` for one that was over before it began."""
        try:
            return cls(session.record, seats, lesson)
        except RecordError as error:
            raise SaveError(SaveFault.RECORD, error) from error


class ExerciseSave(NamedTuple):
    """All that is needed to go on with an exercise: which one it is, and how many steps are done.

    Its moves are written in the script, which leads to the same position again.
    """

    script: str
    step: int


def checked_exercise(save: ExerciseSave) -> ExerciseSave:
    """The save, if it could be one of an exercise; whether there is such an exercise, its board knows."""
    script, step = save
    is_name = isinstance(script, str) and len(script) <= LONGEST_NAME and _NAME.fullmatch(script)
    if not is_name or type(step) is not int or not 0 <= step <= LAST_STEP:
        raise SaveError(SaveFault.WRONG_SHAPE)
    return save


def checked(save: Save) -> Save:
    """The save, if its parts fit together; the moves are not looked at before they are replayed."""
    record, seats, lesson = save
    names = all(isinstance(name, str) and len(name) <= LONGEST_NAME and _NAME.fullmatch(name) for name in seats)
    steps = lesson is None or (type(lesson) is int and 0 <= lesson <= LAST_STEP)
    if not names or not steps or len(seats) != record.players:
        raise SaveError(SaveFault.WRONG_SHAPE)
    return save


def is_packed(text: str) -> bool:
    """The text begins like a packed save of any format, so it is no code."""
    return _PACKED.match(_without_spaces(text[:200])) is not None


# Packing ------------------------------------------------------------------------------------------------------------


def pack(save: Save | ExerciseSave) -> str:
    """The save as one line; the same save always gives the same line.

    Names are written in small letters everywhere in the game, so none of them can stand in this line.
    """
    return _pack_game(save) if isinstance(save, Save) else _pack_exercise(save)


def _pack_game(save: Save) -> str:
    record, seats, lesson = checked(save)
    text = record.to_json()
    content = _as_json({"seats": list(seats), "lesson": lesson, "record": text})
    packed = _packed(GAME_FORMAT, content)
    parts = ((record.moves, MOST_MOVES), (text, LARGEST_RECORD), (content, LARGEST_CONTENT), (packed, LARGEST_TEXT))
    if any(len(part) > limit for part, limit in parts):  # nothing is packed that could not be unpacked
        raise SaveError(SaveFault.TOO_LARGE)
    return packed


def _pack_exercise(save: ExerciseSave) -> str:
    return _packed(EXERCISE_FORMAT, _as_json(checked_exercise(save)._asdict()))


def _as_json(content: Mapping[str, object]) -> bytes:
    return json.dumps(content, separators=(",", ":")).encode()


def _packed(number: int, content: bytes) -> str:
    small = zlib.compress(content, 9)
    return f"MP{number}.{_letters(_checksum(small) + small)}"


def unpack(text: str) -> Save | ExerciseSave:
    """The save in a text; raise `SaveError` for anything that is no whole, unchanged save.

    White space does not matter: mail programs break long lines. Whether the moves can be played shows when they are.
    """
    if len(text) > LARGEST_TEXT:
        raise SaveError(SaveFault.TOO_LARGE)
    found = _PACKED.fullmatch(_without_spaces(text))
    if found is None or int(found[1]) == 0:
        raise SaveError(SaveFault.NOT_A_SAVE)
    if int(found[1]) > EXERCISE_FORMAT:
        raise SaveError(SaveFault.NEWER_FORMAT)
    content = _content(found[2])
    return _read(content) if int(found[1]) == GAME_FORMAT else _read_exercise(content)


def _without_spaces(text: str) -> str:
    return "".join(text.replace("\ufeff", "").split())  # some editors begin a file with a mark


def _letters(data: bytes) -> str:
    return b32encode(data).decode().rstrip("=")


def _checksum(data: bytes) -> bytes:
    return sha256(data).digest()[:_CHECKSUM]


def _content(letters: str) -> bytes:
    """What was packed, if it is whole."""
    try:
        data = b32decode(letters + "=" * (-len(letters) % 8))
    except ValueError as error:
        raise SaveError(SaveFault.DAMAGED) from error
    checksum, small = data[:_CHECKSUM], data[_CHECKSUM:]
    if checksum != _checksum(small) or letters != _letters(data):  # the last letter has bits to spare
        raise SaveError(SaveFault.DAMAGED)
    unpacking = zlib.decompressobj()
    try:
        content = unpacking.decompress(small, LARGEST_CONTENT + 1)
    except zlib.error as error:
        raise SaveError(SaveFault.DAMAGED) from error
    if len(content) > LARGEST_CONTENT:
        raise SaveError(SaveFault.TOO_LARGE)
    if not unpacking.eof or unpacking.unused_data:
        raise SaveError(SaveFault.DAMAGED)
    return content


def _object(content: bytes, names: set[str]) -> dict[str, Any]:
    """What was packed, if it has just these names."""
    try:
        raw: Any = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise SaveError(SaveFault.WRONG_SHAPE) from error
    if not isinstance(raw, dict) or set(raw) != names:
        raise SaveError(SaveFault.WRONG_SHAPE)
    return raw


def _read(content: bytes) -> Save:
    raw = _object(content, {"seats", "lesson", "record"})
    seats, record = raw["seats"], raw["record"]
    if not isinstance(seats, list) or not isinstance(record, str):
        raise SaveError(SaveFault.WRONG_SHAPE)
    try:
        return checked(Save(Record.from_json(record), tuple(seats), raw["lesson"]))
    except RecordError as error:
        raise SaveError(SaveFault.RECORD, error) from error


def _read_exercise(content: bytes) -> ExerciseSave:
    return checked_exercise(ExerciseSave(**_object(content, {"script", "step"})))
