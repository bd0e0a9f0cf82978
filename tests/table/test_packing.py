"""Packed saves: a game comes back as it was, nothing in it can be read, and whatever is damaged is refused."""

import json
import re
import zlib
from base64 import b32encode
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mali_powstancy.engine import (
    arrange,
    load_scenario,
    new_game,
    parse_move,
)
from mali_powstancy.tabletop import packing
from mali_powstancy.tabletop.codes import code_of
from mali_powstancy.tabletop.packing import (
    LARGEST_CONTENT,
    LARGEST_TEXT,
    Save,
    SaveError,
    SaveFault,
    is_packed,
    pack,
    unpack,
)
from mali_powstancy.tabletop.record import LARGEST_RECORD, RecordError, RecordFault
from mali_powstancy.tabletop.session import Session
from tests.engine.test_record import session_of
from tests.engine.test_scenario_files import TINY, read
from tests.random_play import SCENARIOS, Line, lines, whole_game
from tests.table.play import game_in

PEOPLE = ("person", "random", "greedy")
SMALL = Save.of(whole_game("short-1", 2, seed=1).up_to(30).session, ("person", "greedy"))
TEXT = pack(SMALL)
SAMPLE = """
MP1.GO3CMEKFMXGCWIFXLM7HRWS5KDIY5AZACD6BLQ5TB6AFRRMH7OI5UXAWLCX2MKQGNCN2N2N7D5KKHPL3EHM5TGLBM2P4IIYE
J6NCHGORPE5ZDHH4HBCPGIFHTQGOQE6URCODRVGWDHJJAZZ3MUW6TLA3EG2KJSKY7YDNYNMSH5TK64IC27NQIJKJQR5JHBUWFDYL
23SJX2QLP6DNN6TU2GVBGP4PGQQVTWVEY2LYAGOMKVYLMTGNJAUXIXCWUWMKZVSQMF746ZLQJJXLVCRPGYSTOWDNMHIDCWF23EUU
YOBFWI2FLM4KQWQUXSUHMQRMXRMZINKVCJCSSDNFHNRYNYHMWBJCQARPRUZKZATSU6MB5FZVUMD5G4KTGGKLEJLJ7OFM62ZZ26D5
C4LJ4S3KQKIIJQ77QFU523ZYMWHYPMPOBAJORHUAFD7WQ2PSMXPPPTEOQZTEDTOLGGL47BFAN5T6QFW2LYZRGL3HPZH3NCDQC5OI
MAFHR6PPWDD5EZ6UC57R3F6GKJJKSBBXLJ3BVOL2GNRWP4X2AWJYVPWQ
"""
"""A packed save of format 1; it must open for ever."""


def fault_of(text: str) -> SaveFault:
    with pytest.raises(SaveError) as caught:
        unpack(text)
    return caught.value.fault


def packed(content: bytes) -> str:
    """A whole save with any content, as somebody could make it who knows how."""
    return packed_bytes(zlib.compress(content))


def packed_bytes(small: bytes) -> str:
    return "MP1." + b32encode(sha256(small).digest()[:12] + small).decode().rstrip("=")


def packed_json(**changes: Any) -> str:
    content = {"seats": ["person", "greedy"], "lesson": None, "record": SMALL.record.to_json()}
    return packed(json.dumps(content | changes).encode())


@st.composite
def saves(draw: st.DrawFn) -> Save:
    """Games up to any position, sometimes stopped, with any players."""
    line: Line = draw(lines())
    session = line.session
    if draw(st.booleans()) and session.state.to_act is not None:
        session.stop()
    seats = tuple(draw(st.sampled_from(PEOPLE)) for _ in session.opening.patrols)
    return Save.of(session, seats, draw(st.none() | st.integers(0, 40)))


# --- there and back


@given(saves())
def test_a_save_comes_back_as_it_was(save):
    text = pack(save)
    assert unpack(text) == save
    assert pack(unpack(text)) == text
    assert is_packed(text)
    assert re.fullmatch(r"MP1\.[A-Z2-7]+", text)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_whole_game_comes_back_with_every_position(scenario, players):
    session = whole_game(scenario, players, seed=3).session
    again = Session.from_record(game_in(pack(Save.of(session, ("person",) * players))).record)
    assert again.steps == session.steps
    assert again.state == session.state


def test_a_game_of_an_own_scenario_can_be_packed():
    session = session_of(read(TINY), 1)
    save = game_in(pack(Save.of(session, ("person",) * len(session.opening.patrols))))
    assert Session.from_record(save.record, read(TINY)).steps == session.steps


def test_letters_of_any_language_in_an_own_scenario_come_back():
    odd = SMALL._replace(record=SMALL.record._replace(moves=("walk żółw łąka", "draw \ud800")))
    assert unpack(pack(odd)) == odd


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_no_name_of_the_game_can_be_read_in_it(scenario):
    session = whole_game(scenario, 4, seed=2).session
    text = pack(Save.of(session, ("person", "person", "greedy", "random"), 3))
    game = session.opening.game
    secrets = [*game.scouts, *game.board.fields, *game.board.district, *game.scenario.orders, *game.scenario.goals]
    words = [*secrets, *game.patrols, "person", "greedy", "random", "card", scenario]
    assert [word for word in words if word in text] == []


def test_a_packed_game_is_short_enough_for_a_letter():
    for scenario in SCENARIOS:
        save = Save.of(whole_game(scenario, 4, seed=1).session, ("person",) * 4)
        assert len(pack(save)) < 5_000


def test_a_save_of_format_1_still_opens():
    save = unpack(SAMPLE)
    session = Session(new_game(load_scenario("basic-1"), 2, start_player=0))
    for move in ("first 0", "draw past>starowka", "card 1", "card 2", "collect antek past>starowka"):
        session.play(parse_move(move))
    assert save == Save.of(session, ("person", "greedy"), 4)
    assert Session.from_record(save.record).state == session.state


@pytest.mark.parametrize(
    "change",
    [
        lambda text: f"\n  {text}\r\n\r\n",
        lambda text: "\r\n".join(text[n : n + 76] for n in range(0, len(text), 76)),
        lambda text: " \t".join(text),
        lambda text: "\ufeff" + text + "\n",
        lambda text: text.replace("A", "A\u00a0\n"),
    ],
    ids=["around", "lines of a mail", "everywhere", "mark of an editor", "hard spaces"],
)
def test_white_space_does_not_matter(change):
    assert unpack(change(TEXT)) == SMALL
    assert is_packed(change(TEXT))


# --- what has no save


def test_an_arranged_game_is_saved_and_opened_but_has_no_code():
    session = Session(arrange(load_scenario("basic"), patrols=["red", "green"], scouts={"zosia": "port"}))
    session.play(parse_move("card 3"))
    save = Save.of(session, ("person", "person"))
    again = unpack(pack(save))
    assert isinstance(again, Save)
    assert again == save
    assert Session.from_record(again.record).steps == session.steps
    with pytest.raises(SaveError) as caught:
        code_of(save)
    assert (caught.value.fault, caught.value.cause) == (SaveFault.ARRANGED, None)


def test_a_game_that_was_over_before_it_began_has_no_save():
    with pytest.raises(SaveError) as caught:
        Save.of(Session(whole_game("short", 2, 1).state), ("person", "person"))
    assert caught.value.fault is SaveFault.RECORD


@pytest.mark.parametrize(
    "wrong",
    [
        {"seats": ()},
        {"seats": ("person",)},
        {"seats": ("person",) * 3},
        {"seats": ("person", "")},
        {"seats": ("person", "Ala")},
        {"seats": ("person", "a b")},
        {"seats": ("person", "x" * 41)},
        {"lesson": -1},
        {"lesson": 10_000},
    ],
    ids=str,
)
def test_a_table_that_cannot_be_is_neither_packed_nor_unpacked(wrong):
    with pytest.raises(SaveError) as caught:
        pack(SMALL._replace(**wrong))
    assert caught.value.fault is SaveFault.WRONG_SHAPE
    assert fault_of(packed_json(**wrong)) is SaveFault.WRONG_SHAPE


@pytest.mark.parametrize("limit", ["MOST_MOVES", "LARGEST_RECORD", "LARGEST_CONTENT", "LARGEST_TEXT"])
def test_nothing_is_packed_that_could_not_be_unpacked(limit, monkeypatch):
    monkeypatch.setattr(packing, limit, 29 if limit == "MOST_MOVES" else 700)
    with pytest.raises(SaveError) as caught:
        pack(SMALL)
    assert caught.value.fault is SaveFault.TOO_LARGE


# --- what is refused


def test_damage_at_any_place_is_noticed():
    opened = []
    for place, letter in enumerate(TEXT):
        for other in ("A" if letter != "A" else "Q", "7" if letter != "7" else "B", "", letter + "A"):
            changed = TEXT[:place] + other + TEXT[place + 1 :]
            try:
                unpack(changed)
            except SaveError:
                continue
            opened.append((place, other))
    assert opened == []


def test_a_text_that_was_cut_off_is_refused_wherever():
    faults = {fault_of(TEXT[:end]) for end in range(len(TEXT))}
    assert faults == {SaveFault.NOT_A_SAVE, SaveFault.DAMAGED}


def test_something_after_the_end_is_refused():
    for more in ("A", "AAAAAAAA", "=", ".", "x", "\0", TEXT, TEXT[4:]):
        assert fault_of(TEXT + more) is SaveFault.DAMAGED


def test_what_cannot_be_unpacked_is_damaged_even_if_its_checksum_is_right():
    small = zlib.compress(b"{}")
    for wrong in (b"", b"{}", small[:-1], small + b"more", small[:-1] + b"\0", small * 2):
        assert fault_of(packed_bytes(wrong)) is SaveFault.DAMAGED


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "MP",
        "MP1",
        "MP1 ABC",
        "MP0.ABC",
        "MP.ABC",
        "MPX.ABC",
        "mp1.abc",
        "XMP1.ABC",
        "{}",
        "łódź",
        "MP٣.A",
        "\0",
    ],
)
def test_what_does_not_begin_like_a_save_is_none(text):
    assert fault_of(text) is SaveFault.NOT_A_SAVE


def test_a_record_that_was_not_packed_is_no_save():
    assert fault_of(SMALL.record.to_json()) is SaveFault.NOT_A_SAVE
    assert not is_packed(SMALL.record.to_json())


@pytest.mark.parametrize("number", [3, 17, 9999])
def test_a_newer_format_is_told_whatever_it_looks_like(number):
    assert fault_of(f"MP{number}.whatever they think of") is SaveFault.NEWER_FORMAT
    assert is_packed(f" MP{number}.whatever they think of")


@pytest.mark.parametrize(
    "text", ["MP1.", "MP1.A", "MP1.abc", "MP1.0189", "MP1.ŁÓDŹ", "MP1.========", "MP1." + "A" * 80]
)
def test_what_only_begins_like_a_save_is_damaged(text):
    assert fault_of(text) is SaveFault.DAMAGED


def test_a_text_that_is_too_large_is_refused():
    assert fault_of("MP1." + "A" * LARGEST_TEXT) is SaveFault.TOO_LARGE


def test_a_small_text_that_would_fill_the_memory_is_refused():
    bomb = packed(b" " * 100_000_000)
    assert len(bomb) < LARGEST_TEXT
    assert fault_of(bomb) is SaveFault.TOO_LARGE
    assert fault_of(packed(b" " * LARGEST_CONTENT)) is SaveFault.WRONG_SHAPE


@pytest.mark.parametrize(
    "content",
    [
        *(
            b"",
            b"{",
            b"null",
            b"[]",
            b"{}",
            b"1",
            b'"x"',
            b"\xff",
            b"\xff\xfe{",
            b"[" * 100_000,
            b'{"lesson": ' * 50_000,
        ),
        b'{"seats": [], "lesson": null}',
        b'{"seats": [], "lesson": null, "record": "", "name": "Ala"}',
        b'{"seats": [], "lesson": ' + b"9" * 5_000 + b', "record": ""}',
    ],
    ids=lambda content: repr(content[:30]),
)
def test_a_content_that_is_not_ours_is_refused(content):
    assert fault_of(packed(content)) is SaveFault.WRONG_SHAPE


@pytest.mark.parametrize(
    "wrong",
    [
        {"seats": None},
        {"seats": "pe"},
        {"seats": {"person": 1, "greedy": 2}},
        {"seats": [1, 2]},
        {"seats": [["person"], None]},
        {"lesson": "1"},
        {"lesson": True},
        {"lesson": 1.0},
        {"lesson": []},
        {"record": None},
        {"record": {}},
    ],
    ids=str,
)
def test_a_part_that_is_something_else_is_refused(wrong):
    assert fault_of(packed_json(**wrong)) is SaveFault.WRONG_SHAPE


@pytest.mark.parametrize(
    ("record", "fault"),
    [
        ("once upon a time", RecordFault.UNREADABLE),
        ("{}", RecordFault.WRONG_SHAPE),
        ('{"format": 3}', RecordFault.NEWER_FORMAT),
        (" " * (LARGEST_RECORD + 1), RecordFault.TOO_LARGE),
        (SMALL.record.to_json().replace("card", "cart"), RecordFault.EDITED),
    ],
    ids=["unreadable", "wrong-shape", "newer-format", "too-large", "edited"],
)
def test_what_is_wrong_with_the_record_is_told(record, fault):
    with pytest.raises(SaveError) as caught:
        unpack(packed_json(record=record))
    assert caught.value.fault is SaveFault.RECORD
    assert isinstance(caught.value.cause, RecordError)
    assert caught.value.cause.fault is fault
    assert str(fault) in str(caught.value)


def test_moves_are_judged_when_they_are_replayed():
    save = SMALL._replace(record=SMALL.record._replace(moves=("end",)))
    with pytest.raises(RecordError):
        Session.from_record(game_in(pack(save)).record)


@given(st.text() | st.text("MP1.A27 \n") | st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567").map("MP1.".__add__))
def test_any_other_text_is_refused_and_nothing_else_happens(text):
    assert fault_of(text) in set(SaveFault)
    assert isinstance(is_packed(text), bool)


@given(st.binary(max_size=200) | st.builds(lambda n, m: json.dumps([n, m]).encode(), st.text(), st.integers()))
def test_any_other_content_is_refused_and_nothing_else_happens(content):
    assert fault_of(packed(content)) is SaveFault.WRONG_SHAPE


def test_an_error_reads_as_one_line():
    assert str(SaveError(SaveFault.DAMAGED)) == "damaged"
    assert str(SaveError(SaveFault.RECORD, RecordError(RecordFault.EDITED, "checksum"))) == "record (edited (checksum))"
