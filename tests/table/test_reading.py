"""One door for every form of a game: what goes out of the board or of a program comes in again everywhere."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mali_powstancy.tabletop.codes import code_of
from mali_powstancy.tabletop.packing import PERSON, ExerciseSave, Save, SaveError, SaveFault, pack
from mali_powstancy.tabletop.reading import read_game
from tests.table.play import host_for, started


def save_of(host) -> Save:
    return Save.of(host.table.session, host.table.seats)


def fault_of(text: str) -> SaveFault:
    with pytest.raises(SaveError) as error:
        read_game(text)
    return error.value.fault


@pytest.mark.parametrize("scenario", ["basic-1", "short", "short-extended"])
def test_every_form_tells_the_same_game(scenario):
    save = save_of(started(scenario, 2, (PERSON, "easy")))
    assert read_game(pack(save)) == read_game(code_of(save)) == save
    assert read_game(save.record.to_json()) == save._replace(seats=(PERSON, PERSON)), "a record knows no players"


def test_a_record_is_opened_on_the_board_and_played_by_persons():
    session = started().table.session
    host = host_for()
    host.handle({"do": "open", "text": session.record.to_json()})
    assert host.table.session.record == session.record
    assert host.table.seats == (PERSON, PERSON)
    assert host.is_curtain_down


def test_what_is_damaged_or_no_game_is_named():
    save = save_of(started())
    record = save.record.to_json()
    assert fault_of(pack(save)[:-1]) is SaveFault.DAMAGED
    assert fault_of(code_of(save)[:-1]) is SaveFault.MISTYPED
    assert fault_of(record[:-3]) is SaveFault.RECORD
    assert fault_of(record.replace("first 1", "first 0")) is SaveFault.RECORD
    assert fault_of(pack(ExerciseSave("03-a", 0))) is SaveFault.EXERCISE
    for text in ("", "hello", "[1]", "x" * 100_000, "\ud800"):
        assert fault_of(text) is SaveFault.NOT_A_SAVE


@given(st.text())
def test_any_text_is_a_game_or_is_refused(text):
    with suppress(SaveError):
        assert isinstance(read_game(text), Save)
