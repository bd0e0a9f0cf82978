"""Reading games: one door for every form in which a game is handed out, as a file, as a code or as a record."""

from __future__ import annotations

from mali_powstancy.tabletop.carrying import is_bundle
from mali_powstancy.tabletop.codes import from_code
from mali_powstancy.tabletop.packing import PERSON, ExerciseSave, Save, SaveError, SaveFault, checked, is_packed, unpack
from mali_powstancy.tabletop.record import Record, RecordError


def read_game(text: str) -> Save:
    """The game in a text: a packed save, a code, or a record, at whose table persons sit.

    Raise `SaveError` if there is none, or a damaged one. Whether its moves can be played shows when they are.
    """
    if is_bundle(text):
        raise SaveError(SaveFault.ALL_SAVES)
    if text.removeprefix("\ufeff").lstrip().startswith("{"):
        return _in_record(text.removeprefix("\ufeff"))
    if not is_packed(text):
        return _in_code(text)
    save = unpack(text)
    if isinstance(save, ExerciseSave):
        raise SaveError(SaveFault.EXERCISE)
    return save


def _in_record(text: str) -> Save:
    try:
        record = Record.from_json(text)
    except RecordError as error:
        raise SaveError(SaveFault.RECORD, error) from error
    return checked(Save(record, (PERSON,) * record.players))


def _in_code(text: str) -> Save:
    try:
        return from_code(text)
    except SaveError as error:
        if error.fault in (SaveFault.NOT_A_CODE, SaveFault.TOO_LARGE):  # then it is none of the three
            raise SaveError(SaveFault.NOT_A_SAVE) from error
        raise
