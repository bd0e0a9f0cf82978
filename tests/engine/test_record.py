"""Records: a saved game replays exactly, and everything that is no whole, unchanged record is refused."""

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from mali_powstancy.engine import (
    Ending,
    Outcome,
    Phase,
    Reason,
    Scenario,
    ScenarioError,
    Score,
    arrange,
    game_rng,
    load_scenario,
    new_game,
    outcome,
    parse_move,
    scores,
)
from mali_powstancy.tabletop.record import LARGEST_RECORD, MOST_MOVES, Record, RecordError, RecordFault
from mali_powstancy.tabletop.session import Session
from tests.damage import changed
from tests.engine.test_scenario_files import TINY, TINY_EXTENDED, read
from tests.positions import BASIC
from tests.random_play import whole_game
from tools.golden import choose

SAMPLES = Path(__file__).parents[1] / "samples"


def session_of(scenario: Scenario, seed: int, steps: int | None = None) -> Session:
    """A game of random players, to its end or up to so many steps."""
    rng = game_rng(seed)
    session = Session(new_game(scenario))
    while session.state.to_act is not None and len(session.steps) != steps:
        session.play(choose(session.state, rng))
    return session


# Of version 1: some tests tell its cards, or its number where it stands in the record.
SHORT = session_of(load_scenario("short-1"), 1)
SHORT_EXTENDED = session_of(load_scenario("short-extended-1"), 1)
RECORD = SHORT.record
TEXT = RECORD.to_json()


def fault_of(text: str) -> RecordFault:
    with pytest.raises(RecordError) as caught:
        Record.from_json(text)
    return caught.value.fault


def edited(change: Callable[[dict[str, Any]], object]) -> str:
    """The text of the record after somebody has changed its content, but not its checksum."""
    content = json.loads(TEXT)
    change(content)
    return json.dumps(content)


def opened(record: Record, **changes: Any) -> Record:
    """The record of a game that was opened in another way."""
    return record._replace(opening={**record.opening, **changes})


def refused(record: Record, scenario: Scenario | None = None) -> RecordError:
    """The error of a record that is whole (its checksum fits) but cannot be replayed."""
    whole = Record.from_json(record.to_json())
    with pytest.raises(RecordError) as caught:
        Session.from_record(whole, scenario)
    return caught.value


# --- saving and loading


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("scenario", ["basic", "extended", "short", "short-extended"])
def test_a_saved_game_replays_move_by_move_and_event_by_event(scenario, players):
    session = whole_game(scenario, players, seed=7).session
    again = Session.from_record(Record.from_json(session.record.to_json()))
    assert again.opening == session.opening
    assert again.steps == session.steps
    assert again.record == session.record
    assert outcome(again.state) == outcome(session.state)


@pytest.mark.parametrize("steps", [0, 1, 5, 30])
def test_a_game_is_saved_in_the_middle_and_goes_on(steps):
    session = session_of(load_scenario("extended"), 3, steps)
    again = Session.from_record(Record.from_json(session.record.to_json()))
    assert again.state == session.state
    rng = game_rng(5)
    again.play(choose(again.state, rng))
    assert len(again.steps) == steps + 1


@pytest.mark.parametrize("scenario", ["basic", "extended"])
def test_a_game_that_was_stopped_replays_to_its_end_H_61(scenario):
    session = session_of(load_scenario(scenario), 2, steps=40)
    session.stop()
    rng = game_rng(4)
    while session.state.to_act is not None:
        session.play(choose(session.state, rng))
    ended = outcome(session.state)
    assert ended is not None
    assert ended.ending is Ending.STOPPED
    again = Session.from_record(Record.from_json(session.record.to_json()))
    assert again.record.moves[40] == "stop"
    assert again.steps == session.steps
    assert outcome(again.state) == ended


def test_what_was_undone_is_not_in_the_record():
    session = Session(new_game(BASIC, 2, start_player=0))
    for move in ("first 0", "draw past>starowka", "card 1", "card 2", "collect antek past>starowka"):
        session.play(parse_move(move))
    before = session.record
    session.play(parse_move("walk antek bank-polski"))
    session.undo()
    assert session.record == before


def test_seats_and_the_start_player_are_kept():
    session = Session(new_game(load_scenario("basic"), patrols=["violet", "green"], start_player=1))
    session.play(parse_move("first 1"))
    again = Session.from_record(Record.from_json(session.record.to_json()))
    assert again.state.patrols == ("violet", "green")
    assert again.state.start_player == 1
    assert again.record.opening["start_player"] == 1


def test_a_record_says_which_game_it_is_in_readable_text():
    content = json.loads(TEXT)
    assert (content["format"], content["game"], content["rules"]) == (2, "mali-powstancy", 1)
    assert content["scenario"]["id"] == "short"
    assert content["opening"]["patrols"] == ["red", "orange", "green", "violet"]
    assert content["moves"] == [str(step) for step in SHORT.steps]


@pytest.mark.parametrize("scenario", ["basic", "extended"])
def test_a_game_that_began_from_an_arranged_position_replays(scenario):
    whole = whole_game(scenario, 2, 3)
    for cut in range(0, len(whole.steps), 7):
        session = Session(whole.states[cut])
        session.steps = list(whole.steps[cut:])
        text = session.record.to_json()
        again = Session.from_record(Record.from_json(text))
        assert (again.opening, again.steps) == (session.opening, session.steps)
        assert again.record.to_json() == text
        assert json.loads(text)["format"] == 2


ARRANGED = Session(arrange(BASIC, patrols=["red", "green"], scouts={"zosia": "port"})).record


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"arranged": {**ARRANGED.opening["arranged"], "scouts": {"zosia": "nowhere"}}}, RecordFault.BAD_SETUP),
        ({"arranged": {"colour": "blue"}}, RecordFault.BAD_SETUP),
        ({"arranged": {"round": [[[[[1]]]]]}}, RecordFault.WRONG_SHAPE),
        ({"arranged": {"round": 10**12}}, RecordFault.WRONG_SHAPE),
        ({"arranged": {"now": "x" * 500}}, RecordFault.WRONG_SHAPE),
        ({"arranged": []}, RecordFault.BAD_SETUP),
        ({"start_player": 1}, RecordFault.BAD_SETUP),
    ],
)
def test_a_record_of_a_position_that_cannot_be_is_refused(change, fault):
    with pytest.raises(RecordError) as caught:
        Session.from_record(Record.from_json(opened(ARRANGED, **change).to_json()))
    assert caught.value.fault is fault


def test_two_saves_are_the_same_bytes():
    assert Record.from_json(TEXT).to_json() == TEXT


# --- samples that must load for ever


@pytest.mark.parametrize(
    ("name", "ended", "points"),
    [
        ("basic", Outcome(Ending.ALL_ORDERS, (0,)), (Score(34, 1, 0, 6), Score(20, 1, 0, 4))),
        ("extended", Outcome(Ending.VICTORY_CARD, (1,)), (Score(8, 7, 0, 2), Score(38, 0, 20, 6))),
    ],
)
def test_a_record_of_format_1_still_leads_to_its_outcome(name, ended, points):
    text = (SAMPLES / f"record-format-1-{name}.json").read_text("utf-8")
    session = Session.from_record(Record.from_json(text))
    assert outcome(session.state) == ended
    assert scores(session.state) == points
    assert session.record.moves == tuple(json.loads(text)["moves"])
    assert Record.from_json(session.record.to_json()) == session.record, "it is written anew in the present format"


# --- own scenarios


@pytest.mark.parametrize("table", [TINY, TINY_EXTENDED], ids=["basic", "extended"])
def test_a_game_of_an_own_scenario_replays_if_the_scenario_is_given_along(table):
    session = session_of(read(table), 1)
    record = Record.from_json(session.record.to_json())
    assert Session.from_record(record, read(table)).steps == session.steps


def test_a_game_of_an_own_scenario_cannot_be_replayed_without_it():
    error = refused(session_of(read(TINY), 1).record)
    assert (error.fault, error.found) == (RecordFault.UNKNOWN_SCENARIO, "tiny-1")


@pytest.mark.parametrize(
    ("keys", "value", "part"),
    [
        (("board", "roads", 0, "length"), 3, "board"),
        (("orders", 0, "points"), 9, "orders"),
        (("patrols", 0, "id"), "wolves", "patrols"),
        (("die", 0, "number"), 2, "die"),
        (("numbers", "track_spaces"), 3, "numbers"),
        (("players", "2", "orders_in_deck"), 3, "numbers"),
        (("version",), 2, "tiny-2"),
    ],
)
def test_a_changed_scenario_is_refused_naming_the_part(keys, value, part):
    error = refused(session_of(read(TINY), 1).record, read(changed(TINY, keys, value)))
    assert (error.fault, error.found) == (RecordFault.SCENARIO_CHANGED, part)


def test_all_changed_parts_are_named():
    table = changed(changed(TINY, ("die", 0, "number"), 2), ("orders", 0, "points"), 9)
    error = refused(session_of(read(TINY), 1).record, read(table))
    assert set(error.found.split(", ")) == {"orders", "die"}


def test_a_renamed_place_does_no_harm_to_a_record():
    session = session_of(read(TINY), 1)
    renamed = read(changed(TINY, ("board", "objects", 0, "name"), "Gimnazjum"))
    assert Session.from_record(session.record, renamed).state.ending == session.state.ending


def test_a_shipped_scenario_that_has_changed_since_is_refused():
    parts = {**RECORD.part_hashes, "die": "0" * 12}
    error = refused(RECORD._replace(hash="0" * 32, part_hashes=parts))
    assert (error.fault, error.found) == (RecordFault.SCENARIO_CHANGED, "die")


def test_games_of_a_scenario_with_long_names_can_be_saved():
    names = json.dumps({**TINY_EXTENDED, "actions": {"1": "swap", "2": "swap", "3": "swap"}})
    names = names.replace('"mill"', json.dumps("m" * 120)).replace('"school"', json.dumps("s" * 120))
    with suppress(ScenarioError):  # or such names are refused from the beginning
        scenario = read(json.loads(names))
        for seed in range(10):
            session = session_of(scenario, seed)
            assert Session.from_record(Record.from_json(session.record.to_json()), scenario).steps == session.steps


# --- every kind of fault


def test_a_text_that_is_no_json_is_refused():
    assert fault_of("once upon a time") is RecordFault.UNREADABLE


def test_a_text_that_is_too_large_is_refused():
    assert fault_of(" " * (LARGEST_RECORD + 1)) is RecordFault.TOO_LARGE


def test_too_many_moves_are_refused():
    assert fault_of(edited(lambda content: content.update(moves=["end"] * (MOST_MOVES + 1)))) is RecordFault.TOO_LARGE


def test_a_newer_format_is_refused_whatever_it_looks_like():
    with pytest.raises(RecordError) as caught:
        Record.from_json('{"format": 3, "game": []}')
    assert (caught.value.fault, caught.value.found) == (RecordFault.NEWER_FORMAT, "3")


def test_a_format_that_never_was_is_refused():
    assert fault_of(edited(lambda content: content.update(format=0))) is RecordFault.WRONG_SHAPE


@pytest.mark.parametrize("rules", [0, 2, 99])
def test_a_record_of_other_rules_is_refused(rules):
    assert fault_of(edited(lambda content: content.update(rules=rules))) is RecordFault.OTHER_RULES


def test_an_edited_move_is_noticed():
    assert fault_of(edited(lambda content: content["moves"].insert(0, "first 1"))) is RecordFault.EDITED
    assert fault_of(TEXT.replace("card 5", "card 4", 1)) is RecordFault.EDITED


@pytest.mark.parametrize("key", ["id", "version", "hash"])
def test_an_edited_scenario_is_noticed(key):
    other = {"id": "basic", "version": 2, "hash": "0" * 32}[key]
    assert fault_of(edited(lambda content: content["scenario"].update({key: other}))) is RecordFault.EDITED


def test_an_edited_start_player_and_edited_seats_are_noticed():
    assert fault_of(edited(lambda content: content["opening"].update(start_player=1))) is RecordFault.EDITED
    assert fault_of(edited(lambda content: content["opening"]["patrols"].reverse())) is RecordFault.EDITED


def test_an_edited_checksum_is_noticed():
    assert fault_of(edited(lambda content: content.update(checksum="0" * 16))) is RecordFault.EDITED


@pytest.mark.parametrize(
    ("scenario", "version"), [("nothing", 1), ("short", 0), ("short", -1), ("", 1), ("../short", 1)]
)
def test_an_unknown_scenario_is_refused(scenario, version):
    error = refused(RECORD._replace(scenario=scenario, version=version))
    assert (error.fault, error.found) == (RecordFault.UNKNOWN_SCENARIO, f"{scenario}-{version}")


@pytest.mark.parametrize(
    "wrong",
    [
        {"patrols": ()},
        {"patrols": ("red",)},
        {"patrols": ("red", "red")},
        {"patrols": ("red", "blue")},
        {"patrols": ("red", "orange", "green", "violet", "red")},
        {"start_player": 4},
        {"start_player": -1},
    ],
    ids=str,
)
def test_a_table_that_cannot_be_is_refused(wrong):
    assert refused(opened(RECORD, **wrong)).fault is RecordFault.BAD_SETUP


ONE_OF_EACH = {
    RecordFault.UNREADABLE: "{",
    RecordFault.TOO_LARGE: " " * (LARGEST_RECORD + 1),
    RecordFault.WRONG_SHAPE: "{}",
    RecordFault.NEWER_FORMAT: edited(lambda content: content.update(format=3)),
    RecordFault.UNKNOWN_GAME: RECORD._replace(game="chess").to_json(),
    RecordFault.OTHER_RULES: edited(lambda content: content.update(rules=2)),
    RecordFault.EDITED: edited(lambda content: content["moves"].pop()),
    RecordFault.UNKNOWN_SCENARIO: RECORD._replace(scenario="nothing").to_json(),
    RecordFault.SCENARIO_CHANGED: RECORD._replace(hash="").to_json(),
    RecordFault.BAD_SETUP: opened(RECORD, patrols=[]).to_json(),
    RecordFault.BAD_MOVE: RECORD._replace(moves=("end",)).to_json(),
}


@pytest.mark.parametrize("fault", RecordFault)
def test_there_is_a_record_with_every_kind_of_fault(fault):
    with pytest.raises(RecordError) as caught:
        Session.from_record(Record.from_json(ONE_OF_EACH[fault]))
    assert caught.value.fault is fault


def test_an_error_reads_as_one_line():
    assert str(RecordError(RecordFault.BAD_MOVE, "3: what?")) == "bad-move (3: what?)"
    assert str(RecordError(RecordFault.UNREADABLE)) == "unreadable"


# --- damaged moves


@pytest.mark.parametrize("number", [1, 2, 10, len(RECORD.moves)])
@pytest.mark.parametrize(
    "wrong", ["dance zosia", "", "stop stop", "card 03", "walk zosia nowhere", "first 0 ", "end\n"]
)
def test_a_record_is_refused_at_the_exact_move(number, wrong):
    moves = (*RECORD.moves[: number - 1], wrong, *RECORD.moves[number:])
    error = refused(RECORD._replace(moves=moves))
    assert error.fault is RecordFault.BAD_MOVE
    assert error.found.startswith(f"{number}: ")


def test_the_reason_of_the_refusal_is_told():
    moves = ("first 0", "draw past>starowka", "draw browary>past", "card 9")
    error = refused(RECORD._replace(moves=moves))
    assert error.found == f"4: card 9: {Reason.CARD_NOT_IN_HAND.key} (rule {Reason.CARD_NOT_IN_HAND.rule})"


def test_a_missing_move_is_noticed_at_the_next_one_that_does_not_fit():
    error = refused(RECORD._replace(moves=RECORD.moves[1:]))
    assert error.found.startswith("1: ")


@pytest.mark.parametrize("surplus", ["end", "stop", "draw past>starowka"])
def test_a_move_after_the_end_is_refused(surplus):
    assert SHORT.state.phase is Phase.OVER
    error = refused(RECORD._replace(moves=(*RECORD.moves, surplus)))
    assert error.found == f"{len(RECORD.moves) + 1}: {surplus}: game-over (rule {Reason.GAME_OVER.rule})"


def test_a_second_stop_is_refused():
    error = refused(RECORD._replace(moves=("stop", "stop")))
    assert error.found.startswith("2: stop")


def test_an_impossible_chance_is_refused():
    moves = list(RECORD.moves)
    draws = [number for number, move in enumerate(moves) if move.startswith("draw ")]
    moves[draws[1]] = moves[draws[0]]  # the same card twice
    error = refused(RECORD._replace(moves=tuple(moves)))
    assert error.found.startswith(f"{draws[1] + 1}: ")
    assert Reason.IMPOSSIBLE_CHANCE.key in error.found


# --- texts that are no records


@pytest.mark.parametrize("text", [TEXT, SHORT_EXTENDED.record.to_json()], ids=["basic", "extended"])
def test_a_text_that_was_cut_off_is_refused_wherever(text):
    whole = text.rstrip()
    loaded = [end for end in range(0, len(whole), 7) if fault_of(whole[:end]) is not RecordFault.UNREADABLE]
    assert loaded == []
    assert fault_of(whole[:-1]) is RecordFault.UNREADABLE
    assert Record.from_json(whole)


@pytest.mark.parametrize("key", sorted(json.loads(TEXT)))
def test_a_missing_key_is_refused(key):
    assert fault_of(edited(lambda content: content.pop(key))) is RecordFault.WRONG_SHAPE


@pytest.mark.parametrize("key", sorted(json.loads(TEXT)["scenario"]))
def test_a_missing_key_of_the_scenario_is_refused(key):
    assert fault_of(edited(lambda content: content["scenario"].pop(key))) is RecordFault.WRONG_SHAPE


def test_a_surplus_key_is_refused():
    assert fault_of(edited(lambda content: content.update(note="mine"))) is RecordFault.WRONG_SHAPE


def test_a_surplus_key_of_the_scenario_is_refused():
    assert fault_of(edited(lambda content: content["scenario"].update(note="mine"))) is RecordFault.WRONG_SHAPE


WRONG_VALUES: list[object] = [
    None,
    True,
    -1,
    10**40,
    1.5,
    float("nan"),
    float("inf"),
    "",
    "x" * 100_000,
    "\ud800",
    [],
    [None],
    [["first 0"]],
    {},
    {"": None},
]
PLACES: list[tuple[str | int, ...]] = [
    *((key,) for key in json.loads(TEXT)),
    *(("scenario", key) for key in json.loads(TEXT)["scenario"]),
    *(("scenario", "parts", key) for key in RECORD.part_hashes),
    *(("opening", key) for key in RECORD.opening),
    ("opening", "patrols", 0),
    ("moves", 0),
    ("moves", -1),
]


@pytest.mark.parametrize("place", PLACES, ids=lambda place: ".".join(map(str, place)))
def test_a_wrong_value_is_refused_wherever_it_stands(place):
    *way, last = place
    for value in WRONG_VALUES:
        content = json.loads(TEXT)
        inner: Any = content
        for key in way:
            inner = inner[key]
        if value == inner[last]:
            continue
        inner[last] = value
        assert fault_of(json.dumps(content)) in set(RecordFault) - {RecordFault.UNREADABLE}


@pytest.mark.parametrize(
    "text", ["", "null", "1", '"record"', "[]", "{}", "true", "NaN", "\ufeff" + TEXT, "\0", "{" * 5]
)
def test_what_is_no_table_or_not_ours_is_refused(text):
    assert fault_of(text) in (RecordFault.UNREADABLE, RecordFault.WRONG_SHAPE)


NESTED = {
    "lists": "[" * 200_000,
    "closed lists": "[" * 200_000 + "]" * 200_000,
    "tables": '{"format": ' * 100_000,
    "moves": TEXT.replace('"first', "[" * 50_000 + '"first', 1),
    "lists that just fit": TEXT.replace('"start_player": null', '"start_player": ' + "[" * 300 + "]" * 300),
}


@pytest.mark.parametrize("text", NESTED.values(), ids=NESTED)
def test_deep_nesting_is_refused(text):
    assert fault_of(text) in (RecordFault.UNREADABLE, RecordFault.WRONG_SHAPE)


HUGE = {"many digits": "9" * 10_000, "a few digits": "9" * 30, "a fraction": "1e999", "negative": "-" + "9" * 5_000}


@pytest.mark.parametrize("number", HUGE.values(), ids=HUGE)
@pytest.mark.parametrize("key", ["format", "rules", "version", "start_player"])
def test_a_huge_number_is_refused(key, number):
    old = {"start_player": "null", "format": "2"}.get(key, "1")
    assert f'"{key}": {old}' in TEXT
    text = TEXT.replace(f'"{key}": {old}', f'"{key}": {number}')
    assert fault_of(text) in (RecordFault.UNREADABLE, RecordFault.WRONG_SHAPE)


def test_a_text_that_is_no_utf_8_inside_is_refused_as_a_move():
    error = refused(RECORD._replace(moves=("first 0", "draw \ud800")))
    assert (error.fault, error.found[:3]) == (RecordFault.BAD_MOVE, "2: ")


def test_nothing_found_is_quoted_at_length():
    error = refused(RECORD._replace(moves=("walk " + "x" * 390,)))
    assert len(str(error)) < 450
