"""Scenario files: what loads, and how everything that is wrong with one is reported."""

import copy
import re
import tomllib
from contextlib import suppress
from pathlib import Path
from time import process_time
from typing import Any

import pytest

import mali_powstancy
from mali_powstancy import engine, wiarusi
from mali_powstancy.engine import (
    Ending,
    Outcome,
    Scenario,
    ScenarioError,
    game_rng,
    load_scenario,
    new_game,
    observe,
    outcome,
    play,
    read_scenario,
    shipped_scenarios,
)
from mali_powstancy.engine.cards import Action, Colour
from mali_powstancy.engine.scenario import GAME_ID, Counts
from mali_powstancy.engine.scenario_file import MOST_FIELDS, MOST_OBJECTS, ScenarioFault, _Reader
from mali_powstancy.tabletop.tomlfile import LARGEST_FILE, FaultKind
from mali_powstancy.views.map.board_svg import board_svg
from tests.damage import WRONG_VALUES, Keys, Table, all_keys, changed, toml_text, value_at, without
from tools.golden import choose

ROOT = Path(__file__).resolve().parents[2]
DATA = Path(mali_powstancy.__file__).parent / "data"


BASIC, EXTENDED = load_scenario("basic-1"), load_scenario("extended-1")
OLD = {"basic": BASIC, "extended": EXTENDED}
"""Version 1, for tests that tell particular cards and numbers: newer versions have others."""


def newest(scenario_id: str) -> str:
    """The name of the newest version of a shipped scenario."""
    names = [name.rpartition("-") for name in shipped_scenarios()]
    return f"{scenario_id}-{max(int(version) for name, _, version in names if name == scenario_id)}"


# --- scenarios as tables, and tables as TOML


def shipped(name: str) -> Table:
    """A file of the shipped data as a table."""
    return tomllib.loads((DATA / f"{name}.toml").read_text("utf-8"))


def inlined(variant: str) -> Table:
    """Version 1 of a shipped scenario with all its parts written out."""
    scenario = shipped(f"scenarios/{variant}-1")
    scenario["board"] = shipped("boards/warsaw-1")
    scenario["orders"] = shipped("orders/warsaw-1")["orders"]
    scenario["patrols"] = shipped("patrols/warsaw-1")["patrols"]
    if variant == "basic":
        scenario["die"] = shipped("dice/warsaw-1")["faces"]
    else:
        scenario["goals"] = shipped("goals/warsaw-1")["goals"]
    return scenario


def read(scenario: Table) -> Scenario:
    return read_scenario(toml_text(scenario), "my.toml")


def read_table(scenario: Table) -> Scenario:
    """The same without writing it as TOML and parsing that again, which takes two thirds of the time."""
    return _Reader("my.toml").scenario(scenario)


def faults(scenario: Table) -> list[tuple[str, str]]:
    """What is wrong with a scenario: item and kind."""
    with pytest.raises(ScenarioError) as caught:
        read(scenario)
    assert {fault.file for fault in caught.value.faults} == {"my.toml"}
    return [(fault.item, fault.kind) for fault in caught.value.faults]


def ring(objects: int, length: int) -> dict[str, Any]:
    """A board of so many objects in a ring, with roads of this length."""
    names = ["school", "mill", "station", *(f"place-{number}" for number in range(3, objects))]
    return {
        "start_objects": ["school"],
        "soldier_start": "station",
        "districts": [{"id": "village", "name": "Wieś"}],
        "objects": [{"id": name, "name": name, "district": "village"} for name in names],
        "roads": [{"ends": [one, names[n - 1]], "length": length} for n, one in enumerate(names)],
    }


def kinds_of_keys(table: Table) -> dict[str, Keys]:
    """The same, but each key once, whatever the entry of a list it stands in: `board.roads.*.length`."""
    return {".".join("*" if str(key).isdigit() else str(key) for key in keys): keys for keys in all_keys(table)}


# A road from the school past the mill to the station, and a short cut.
TINY: Table = {
    "id": "tiny",
    "version": 1,
    "variant": "basic",
    "title": "Trzy miejsca",
    "board": {
        "start_objects": ["school"],
        "soldier_start": "station",
        "districts": [{"id": "village", "name": "Wieś"}],
        "objects": [
            {"id": "school", "name": "Szkoła", "district": "village"},
            {"id": "mill", "name": "Młyn", "district": "village"},
            {"id": "station", "name": "Stacja", "district": "village"},
        ],
        "roads": [
            {"ends": ["school", "mill"], "length": 2},
            {"ends": ["mill", "station"], "length": 1},
            {"ends": ["school", "station"], "length": 3},
        ],
    },
    "orders": [
        {"from": "school", "to": "mill", "points": 3},
        {"from": "mill", "to": "school", "points": 3},
        {"from": "school", "to": "station", "points": 5},
        {"from": "station", "to": "school", "points": 5},
        {"from": "mill", "to": "station", "points": 2},
        {"from": "station", "to": "mill", "points": 2},
    ],
    "patrols": [
        {"id": "foxes", "name": "Lisy", "scouts": [{"id": "ala", "name": "Ala"}]},
        {"id": "owls", "name": "Sowy", "scouts": [{"id": "jan", "name": "Jan"}]},
    ],
    "die": [{"colour": "black", "number": 1}, {"colour": "red", "number": 2}],
    "numbers": {"cards": [1, 2], "track_spaces": 2, "return_bonus": [1], "tokens_to_lose": 2},
    "players": {"2": {"orders_in_deck": 4, "orders_per_round": [1, 1]}},
}

# The same places, each in a district of its own.
TINY_EXTENDED: Table = {
    **{key: value for key, value in TINY.items() if key not in ("die", "numbers", "players")},
    "id": "tiny-extended",
    "variant": "extended",
    "board": {
        **TINY["board"],
        "districts": [
            {"id": "east", "name": "Wschód"},
            {"id": "west", "name": "Zachód"},
            {"id": "hill", "name": "Góra"},
        ],
        "objects": [
            {"id": "school", "name": "Szkoła", "district": "east"},
            {"id": "mill", "name": "Młyn", "district": "west"},
            {"id": "station", "name": "Stacja", "district": "hill"},
        ],
    },
    "goals": [
        {"id": "most-1", "kind": "most-orders", "points": 5},
        {"id": "most-2", "kind": "most-orders", "points": 5},
        {"id": "from-east", "kind": "most-from-district", "district": "east", "points": 4},
        {"id": "from-west", "kind": "most-from-district", "district": "west", "points": 4},
        {"id": "two", "kind": "districts-reached", "districts": 2, "points": 6},
        {"id": "best", "kind": "most-important-order", "points": 3},
    ],
    "actions": {"1": "pals", "2": "gossip"},
    "numbers": {
        "cards": [1, 2, 3],
        "track_spaces": 2,
        "return_bonus": [1],
        "falls_to_lose": 1,
        "goals_dealt": 3,
        "goals_kept": 2,
    },
    "players": {"2": {"orders_above_victory": 4, "orders_below_victory": 2, "orders_per_round": [2, 1]}},
}


def played_to_the_end(scenario: Scenario, seed: int) -> Outcome:
    rng = game_rng(seed)
    state = new_game(scenario)
    while state.to_act is not None:
        state = play(state, choose(state, rng, oddity=0.3)).state
    ended = outcome(state)
    assert ended is not None
    return ended


def assert_sound(scenario: Scenario) -> None:
    """Everything that a scenario names exists."""
    board = scenario.board
    ids = [scenario.id, *board.district, *board.place, *scenario.patrols, *scenario.goals]
    ids += [scout.id for patrol in scenario.patrols.values() for scout in patrol.scouts]
    assert [name for name in ids if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name)] == []
    assert set(board.district_of) == set(board.fields)
    assert set(board.district_of.values()) <= set(board.district)
    assert {end for road in board.roads for end in road.ends} == set(board.place)
    assert set(board.start_objects) <= set(board.place)
    assert scenario.is_extended or board.soldier_start in board.place
    assert {place for order in scenario.orders.values() for place in (order.start, order.to)} <= set(board.place)
    assert set(scenario.actions) <= set(scenario.cards)
    assert all(goal.district in {None, *board.district} for goal in scenario.goals.values())
    assert scenario.die or scenario.goals
    assert scenario.players
    assert len(scenario.hash) == 32


# --- loading


@pytest.mark.parametrize(
    ("name", "loaded"),
    [
        *((name, newest(name)) for name in ("basic", "extended", "short", "short-extended")),
        *((name, name) for name in shipped_scenarios()),
    ],
)
def test_a_shipped_scenario_is_found_by_id_and_by_name(name, loaded):
    assert load_scenario(name).name == loaded


def test_without_a_name_the_newest_basic_variant_is_loaded():
    assert load_scenario().name == newest("basic")


@pytest.mark.parametrize("name", shipped_scenarios())
def test_every_shipped_scenario_loads_and_can_be_played(name):
    scenario = load_scenario(name)
    assert scenario.name == name
    assert_sound(scenario)
    assert isinstance(played_to_the_end(scenario, 1), Outcome)


def test_a_shipped_scenario_is_read_once():
    assert load_scenario("basic") is load_scenario(newest("basic"))


@pytest.mark.parametrize("form", [str, Path])
def test_a_file_is_loaded_by_its_path(form, tmp_path):
    path = tmp_path / "my.toml"
    path.write_text(toml_text(TINY), "utf-8")
    assert load_scenario(form(path)).hash == read(TINY).hash


def test_a_file_with_another_ending_is_loaded_if_it_is_given_as_a_path(tmp_path):
    path = tmp_path / "my.txt"
    path.write_text(toml_text(TINY), "utf-8")
    assert load_scenario(path).name == "tiny-1"


def test_a_file_with_windows_line_ends_is_loaded(tmp_path):
    path = tmp_path / "my.toml"
    path.write_bytes(toml_text(TINY).replace("\n", "\r\n").encode())
    assert load_scenario(path) == read(TINY)


@pytest.mark.parametrize("name", ["", "basi", "basic-0", "basic-01", "basic-", "../basic", "basic\n", "BASIC", ".*"])
def test_an_unknown_name_is_refused_with_the_names_that_exist(name):
    with pytest.raises(ScenarioError) as caught:
        load_scenario(name)
    (fault,) = caught.value.faults
    assert (fault.item, fault.kind) == ("scenario", FaultKind.UNKNOWN_NAME)
    assert fault.found == ", ".join(shipped_scenarios())


@pytest.mark.parametrize("variant", ["basic", "extended"])
def test_a_scenario_with_its_parts_written_out_is_the_same_scenario(variant):
    written_out = read(inlined(variant))
    assert written_out == OLD[variant]
    assert written_out.part_hashes == OLD[variant].part_hashes


def test_a_file_may_name_its_game_and_stays_the_same_scenario():
    assert read({"game": "mali-powstancy", **TINY}).part_hashes == read(TINY).part_hashes
    assert read({"game": "mali-powstancy", **TINY}) == read(TINY)


def test_no_two_games_have_a_scenario_of_the_same_id():
    ids = [{name.rpartition("-")[0] for name in game.shipped_scenarios()} for game in (engine, wiarusi)]
    assert all(ids)
    assert len(set().union(*ids)) == sum(map(len, ids))


# --- based on a shipped scenario

BASED: Table = {"id": "mine", "version": 1, "title": "Moja", "based_on": "basic-1"}


def test_what_a_file_does_not_say_comes_from_its_base():
    mine = read(BASED)
    assert mine.part_hashes == BASIC.part_hashes
    assert mine != BASIC
    assert (mine.name, mine.title, mine.board.place) == ("mine-1", "Moja", BASIC.board.place)


def test_a_base_that_is_named_without_its_version_is_the_newest():
    assert read({**BASED, "based_on": "basic"}) == read({**BASED, "based_on": newest("basic")})


def test_an_own_die_replaces_that_of_the_base():
    mine = read({**BASED, "die": [{"colour": "red", "number": 6}]})
    assert [(face.colour, face.number) for face in mine.die] == [(Colour.RED, 6)]
    assert mine.orders == BASIC.orders


def test_own_numbers_replace_single_numbers_of_the_base():
    mine = read({**BASED, "numbers": {"tokens_to_lose": 2}})
    assert (mine.tokens_to_lose, mine.track_spaces, mine.cards) == (2, 5, (1, 2, 3, 4, 5))


def test_own_counts_replace_those_of_one_number_of_players():
    mine = read({**BASED, "players": {"2": {"orders_in_deck": 8, "orders_per_round": [2, 0]}}})
    assert mine.players[2] == Counts(8, 0, (2, 0))
    assert mine.players[4] == BASIC.players[4]


def test_counts_given_in_part_keep_the_rest_of_the_base():
    mine = read({**BASED, "players": {"3": {"orders_in_deck": 9}}})
    assert mine.players[3] == Counts(9, 0, (2, 1))


def test_an_own_action_replaces_that_of_one_card():
    mine = read({**BASED, "based_on": "extended-1", "actions": {"5": "unit"}})
    assert mine.actions == {**EXTENDED.actions, 5: Action.UNIT}


def test_an_unknown_base_is_reported_for_the_file_that_names_it():
    assert faults({**BASED, "based_on": "no-such"}) == [("scenario.based_on", FaultKind.UNKNOWN_NAME)]


def test_a_base_that_is_no_text_is_refused():
    assert faults({**BASED, "based_on": 1}) == [("scenario.based_on", FaultKind.WRONG_TYPE)]


# --- single roads of a board

MILL_ROAD: Table = {"ends": ["school", "mill"], "length": 2}
MILL_BACK: Table = {"ends": ["mill", "school"], "length": 3}


def with_changes(*changes: Table) -> Table:
    return {**TINY, "road_changes": list(changes)}


def test_a_changed_road_is_the_same_as_a_board_written_out_with_it():
    longer = changed(TINY, ("board", "roads", 0, "length"), 4)
    assert read(with_changes({**MILL_ROAD, "length": 4})) == read(longer)
    assert read(with_changes({"ends": ["mill", "school"], "length": 4})) == read(longer)  # whichever end comes first
    closed = without(TINY, ("board", "roads", 0))
    assert read(with_changes({"ends": ["school", "mill"], "closed": True})) == read(closed)


def test_a_new_road_comes_behind_all_others():
    table = without(TINY, ("board", "roads", 2))
    mine = read({**table, "road_changes": [{"ends": ["station", "school"], "length": 1}]})
    assert [road.id for road in mine.board.roads] == ["school~mill", "mill~station", "station~school"]


def test_a_change_that_changes_nothing_keeps_the_hash():
    assert read(with_changes({**MILL_ROAD, "origin": "a class"}, {"ends": ["mill", "station"], "length": 1})) == read(
        TINY
    )
    assert read({**TINY, "road_changes": []}) == read(TINY)


def test_a_change_may_say_how_a_road_is_drawn_which_changes_no_rule():
    plain, bent = (read(with_changes({**MILL_BACK, **more})) for more in ({}, {"bend": [3, 4]}))
    assert plain == bent
    assert bent.board.road["school~mill"].bend == (3, 4)


def test_a_road_of_another_length_has_plain_fields_of_the_nearer_end():
    longer = {"ends": ["starowka", "pawiak"], "length": 3}  # on the board its only plain field belongs to Wola
    mine = read({**BASED, "road_changes": [longer]})
    assert BASIC.board.road["starowka~pawiak"].districts == ("wola",)
    assert mine.board.road["starowka~pawiak"].districts == ("stare-miasto", "wola")
    assert mine.board.road["starowka~pawiak"].bend == BASIC.board.road["starowka~pawiak"].bend
    differing = [part for part in BASIC.part_hashes if mine.part_hashes[part] != BASIC.part_hashes[part]]
    assert differing == ["board"]


def test_a_scenario_with_other_roads_is_played_to_the_end():
    changes = [{"ends": ["past", "elektrownia"], "closed": True}, {"ends": ["past", "port"], "length": 6}]
    for variant in ("basic", "extended"):
        mine = read({**BASED, "based_on": variant, "road_changes": changes})
        assert_sound(mine)
        assert isinstance(played_to_the_end(mine, 1), Outcome)


def test_all_faults_of_changes_are_reported_and_the_good_ones_still_count():
    found = faults(
        with_changes(
            {"ends": ["school", "moon"], "length": 1},
            {"ends": ["mill", "mill"], "closed": True},
            {"ends": ["school", "mill"], "closed": True},
            {"ends": ["school", "station"], "closed": True},
        )
    )
    assert found == [
        ("road_changes[0] school - moon.ends", FaultKind.UNKNOWN_NAME),
        ("road_changes[1] mill - mill.ends", ScenarioFault.SAME_ENDS),
        ("objects school", ScenarioFault.NO_ROAD),
    ]


def test_objects_without_a_road_and_objects_out_of_reach_are_reported_together():
    table = copy.deepcopy(TINY)
    for place in ("here", "there", "lonely"):
        table["board"]["objects"].insert(0, {"id": place, "name": place, "district": "village"})
    table["board"]["roads"].append({"ends": ["here", "there"], "length": 1})
    assert set(faults(table)) == {
        ("objects lonely", ScenarioFault.NO_ROAD),
        ("objects here", ScenarioFault.NOT_CONNECTED),
        ("objects there", ScenarioFault.NOT_CONNECTED),
    }


def test_a_faulty_board_is_reported_as_it_is_without_changes():
    double = changed(TINY, ("board", "roads"), [*TINY["board"]["roads"], MILL_ROAD])
    for table in (double, without(TINY, ("board",)), {**TINY, "board": "atlantis-1"}, {**TINY, "board": {"roads": 1}}):
        change = {"ends": ["mill", "station"], "length": 2}
        assert faults({**table, "road_changes": [change]}) == faults(table)


# --- own boards


@pytest.mark.parametrize("table", [TINY, TINY_EXTENDED], ids=["basic", "extended"])
def test_an_own_tiny_board_is_played_to_the_end(table):
    scenario = read(table)
    assert_sound(scenario)
    endings = {played_to_the_end(scenario, seed).ending for seed in range(60)}
    won, lost = (Ending.VICTORY_CARD, Ending.FALLS) if scenario.is_extended else (Ending.ALL_ORDERS, Ending.TOKENS)
    assert endings == {won, lost}


def test_names_in_english_and_origins_may_be_left_out():
    mill = read(TINY).board.place["mill"]
    assert (mill.name, mill.name_en, mill.origin) == ("Młyn", "Młyn", "designed")


def test_a_plain_field_belongs_to_the_nearer_end_unless_the_road_says_otherwise_M_8():
    of = read(TINY_EXTENDED).board.district_of
    assert [of[f"school~station:{n}"] for n in (1, 2)] == ["east", "hill"]
    assert of["school~mill:1"] == "east"
    own = changed(TINY_EXTENDED, ("board", "roads", 0, "districts"), ["west"])
    assert read(own).board.district_of["school~mill:1"] == "west"


def test_a_number_may_be_written_with_its_origin():
    noted = changed(TINY, ("numbers", "tokens_to_lose"), {"value": 2, "origin": "a guess"})
    assert read(noted) == read(TINY)


def test_a_district_without_objects_does_no_harm():
    table = changed(TINY_EXTENDED, ("numbers", "falls_to_lose"), 2)
    for number in range(3):
        table = changed(table, ("board", "objects", number, "district"), "east")
    with suppress(ScenarioError):  # when the only inhabited district falls, there is no safe field left
        scenario = read(table)
        for seed in range(20):
            assert isinstance(played_to_the_end(scenario, seed), Outcome)


# --- every kind of fault

TWICE = [{"id": "village", "name": "Wieś"}] * 2
LONELY = {"id": "lonely", "name": "Samotnia", "district": "village"}
PLACES = TINY["board"]["objects"]
MOST_ORDERS = [{"id": f"most-{number}", "kind": "most-orders", "points": 5} for number in range(6)]

FAULTY: list[tuple[FaultKind | ScenarioFault, str, Table]] = [
    (FaultKind.TOO_LARGE, "scenario.title", {**TINY, "title": "x" * 121}),
    (FaultKind.TOO_LARGE, "roads", changed(TINY, ("board", "roads"), TINY["board"]["roads"] * 134)),
    (FaultKind.MISSING, "scenario", without(TINY, ("title",))),
    (FaultKind.MISSING, "orders", without(TINY, ("orders",))),
    (FaultKind.MISSING, "orders[0] school - mill", without(TINY, ("orders", 0, "points"))),
    (FaultKind.UNKNOWN_KEY, "scenario", {**TINY, "colour": "red"}),
    (FaultKind.UNKNOWN_KEY, "numbers", changed(TINY, ("numbers", "falls_to_lose"), 3)),
    (FaultKind.UNKNOWN_KEY, "orders[0] school - mill", changed(TINY, ("orders", 0, "point"), 3)),
    (FaultKind.UNKNOWN_KEY, "players", changed(TINY, ("players", "3"), TINY["players"]["2"])),
    (ScenarioFault.NOT_IN_THIS_VARIANT, "scenario", {**TINY, "goals": TINY_EXTENDED["goals"]}),
    (ScenarioFault.NOT_IN_THIS_VARIANT, "scenario", {**TINY_EXTENDED, "die": TINY["die"]}),
    (FaultKind.WRONG_TYPE, "scenario.version", {**TINY, "version": "1"}),
    (FaultKind.WRONG_TYPE, "numbers.track_spaces", changed(TINY, ("numbers", "track_spaces"), 2.0)),
    (FaultKind.WRONG_TYPE, "numbers.tokens_to_lose", changed(TINY, ("numbers", "tokens_to_lose"), True)),
    (FaultKind.WRONG_TYPE, "objects[1] mill.at", changed(TINY, ("board", "objects", 1, "at"), [1, 2, 3])),
    (FaultKind.OUT_OF_RANGE, "scenario.version", {**TINY, "version": 0}),
    (FaultKind.OUT_OF_RANGE, "die[1].number", changed(TINY, ("die", 1, "number"), 21)),
    (FaultKind.OUT_OF_RANGE, "roads[0] school - mill.length", changed(TINY, ("board", "roads", 0, "length"), 0)),
    (FaultKind.NOT_PRINTABLE, "objects[1] mill.name", changed(TINY, ("board", "objects", 1, "name"), "M\u0007łyn")),
    (FaultKind.NOT_PRINTABLE, "scenario.title", {**TINY, "title": "turned \u202e round"}),
    (ScenarioFault.BOARD_TOO_LARGE, "board", changed(TINY, ("board",), ring(MOST_OBJECTS + 1, 1))),
    (ScenarioFault.BOARD_TOO_LARGE, "board", changed(TINY, ("board",), ring(20, 12))),
    (FaultKind.BAD_ID, "scenario.id", {**TINY, "id": "My Game"}),
    (FaultKind.BAD_ID, "scenario.id", {**TINY, "id": ""}),
    (FaultKind.BAD_ID, "patrols[0] victory.id", changed(TINY, ("patrols", 0, "id"), "victory")),
    (FaultKind.DUPLICATE, "orders", {**TINY, "orders": [*TINY["orders"], TINY["orders"][0]]}),
    (FaultKind.DUPLICATE, "districts", changed(TINY, ("board", "districts"), TWICE)),
    (FaultKind.DUPLICATE, "scouts", changed(TINY, ("patrols", 1, "scouts", 0, "id"), "ala")),
    (FaultKind.DUPLICATE, "roads", changed(TINY, ("board", "roads", 2), {"ends": ["mill", "school"], "length": 1})),
    (FaultKind.DUPLICATE, "numbers.cards", changed(TINY, ("numbers", "cards"), [2, 2])),
    (FaultKind.UNKNOWN_NAME, "orders[0] nowhere - mill.from", changed(TINY, ("orders", 0, "from"), "nowhere")),
    (FaultKind.UNKNOWN_NAME, "board", {**TINY, "board": "atlantis-1"}),
    (FaultKind.UNKNOWN_NAME, "scenario.variant", {**TINY, "variant": "middling"}),
    (FaultKind.UNKNOWN_NAME, "actions.2", changed(TINY_EXTENDED, ("actions", "2"), "sleep")),
    (FaultKind.OTHER_GAME, "scenario.game", {**TINY, "game": "wiarusi", "orders": 3}),
    (FaultKind.OTHER_GAME, "scenario.game", {**TINY, "game": ""}),
    (FaultKind.WRONG_TYPE, "scenario.game", {**TINY, "game": 1}),
    (FaultKind.WRONG_LENGTH, "numbers.return_bonus", changed(TINY, ("numbers", "return_bonus"), [1, 3])),
    (FaultKind.WRONG_LENGTH, "board.start_objects", changed(TINY, ("board", "start_objects"), ["school", "mill"])),
    (FaultKind.WRONG_LENGTH, "die", {**TINY, "die": []}),
    (FaultKind.WRONG_LENGTH, "numbers.cards", changed(TINY, ("numbers", "cards"), list(range(1, 12)))),
    (ScenarioFault.SAME_ENDS, "orders[2] school - school", changed(TINY, ("orders", 2, "to"), "school")),
    (
        ScenarioFault.SAME_ENDS,
        "roads[1] mill - mill.ends",
        changed(TINY, ("board", "roads", 1, "ends"), ["mill", "mill"]),
    ),
    (
        FaultKind.UNKNOWN_NAME,
        "road_changes[0] mill - moon.ends",
        with_changes({"ends": ["mill", "moon"], "length": 1}),
    ),
    (
        FaultKind.UNKNOWN_NAME,
        "road_changes[0] school - mill.closed",
        {**without(TINY, ("board", "roads", 0)), "road_changes": [{"ends": ["school", "mill"], "closed": True}]},
    ),
    (FaultKind.DUPLICATE, "road_changes[1] mill - school.ends", with_changes(MILL_ROAD, MILL_BACK)),
    (FaultKind.MISSING, "road_changes[0] school - mill", with_changes(without(MILL_ROAD, ("length",)))),
    (FaultKind.MISSING, "road_changes[0].ends", with_changes({"length": 1})),
    (FaultKind.UNKNOWN_KEY, "road_changes[0] school - mill", with_changes({**MILL_ROAD, "closed": True})),
    (FaultKind.WRONG_TYPE, "road_changes[0] school - mill.closed", with_changes({**MILL_ROAD, "closed": "yes"})),
    (FaultKind.OUT_OF_RANGE, "road_changes[0] school - mill.length", with_changes({**MILL_ROAD, "length": 0})),
    (FaultKind.WRONG_TYPE, "road_changes", {**TINY, "road_changes": MILL_ROAD}),
    (ScenarioFault.NO_ROAD, "objects lonely", changed(TINY, ("board", "objects"), [*PLACES, LONELY])),
    (ScenarioFault.SOLDIER_ON_START, "board.soldier_start", changed(TINY, ("board", "soldier_start"), "school")),
    (ScenarioFault.TOO_FEW_ORDERS, "players.2", changed(TINY, ("players", "2", "orders_in_deck"), 7)),
    (ScenarioFault.TOO_FEW_GOALS, "players.2", changed(TINY_EXTENDED, ("numbers", "goals_dealt"), 4)),
    (FaultKind.OUT_OF_RANGE, "numbers.goals_kept", changed(TINY_EXTENDED, ("numbers", "goals_dealt"), 1)),
    (ScenarioFault.TOO_FEW_COLOURS, "players.2", {**TINY_EXTENDED, "goals": MOST_ORDERS}),
    (ScenarioFault.NO_ORDERS_EVER, "players.2.orders_in_deck", changed(TINY, ("players", "2", "orders_in_deck"), 0)),
    (
        ScenarioFault.NO_ORDERS_EVER,
        "players.2.orders_per_round",
        changed(TINY, ("players", "2", "orders_per_round"), [0, 0]),
    ),
]


@pytest.mark.parametrize(("kind", "item", "table"), FAULTY, ids=[f"{kind}: {item}" for kind, item, _ in FAULTY])
def test_one_fault_is_reported_with_its_item_and_kind(kind, item, table):
    assert faults(table) == [(item, kind)]


def test_objects_that_cannot_be_reached_are_named():
    table = copy.deepcopy(TINY)
    for place in ("here", "there"):
        table["board"]["objects"].append({"id": place, "name": place, "district": "village"})
    table["board"]["roads"].append({"ends": ["here", "there"], "length": 1})
    assert faults(table) == [
        ("objects here", ScenarioFault.NOT_CONNECTED),
        ("objects there", ScenarioFault.NOT_CONNECTED),
    ]


def test_every_kind_of_fault_has_a_bad_file_here():
    tried = {kind for kind, _, _ in FAULTY} | {FaultKind.UNREADABLE, ScenarioFault.NOT_CONNECTED}
    assert tried == {*FaultKind, *ScenarioFault}


def test_a_fault_reads_as_one_line_with_file_item_and_what_was_found():
    with pytest.raises(ScenarioError) as caught:
        read(changed(TINY, ("orders", 0, "from"), "nowhere"))
    assert str(caught.value) == "my.toml: orders[0] nowhere - mill.from: unknown-name (nowhere)"


def test_several_faults_are_reported_at_once():
    table = copy.deepcopy(TINY)
    table["version"] = -1
    table["orders"][0]["points"] = "three"
    table["orders"][1]["to"] = "nowhere"
    table["die"][0]["colour"] = "green"
    table["numbers"]["cards"] = [1, 1]
    table["players"]["2"]["orders_per_round"] = [1]
    assert set(faults(table)) == {
        ("scenario.version", FaultKind.OUT_OF_RANGE),
        ("orders[0] school - mill.points", FaultKind.WRONG_TYPE),
        ("orders[1] mill - nowhere.to", FaultKind.UNKNOWN_NAME),
        ("die[0].colour", FaultKind.UNKNOWN_NAME),
        ("numbers.cards", FaultKind.DUPLICATE),
        ("players.2.orders_per_round", FaultKind.WRONG_LENGTH),
    }


def test_several_faults_of_a_board_are_reported_at_once():
    table = copy.deepcopy(TINY)
    table["board"]["objects"][0]["district"] = "moon"
    table["board"]["roads"][1]["length"] = 99
    table["board"]["soldier_start"] = "nowhere"
    table["patrols"][0]["scouts"][0]["id"] = "Ala"
    assert set(faults(table)) == {
        ("objects[0] school.district", FaultKind.UNKNOWN_NAME),
        ("roads[1] mill - station.length", FaultKind.OUT_OF_RANGE),
        ("board.soldier_start", FaultKind.UNKNOWN_NAME),
        ("patrols[0] foxes.scouts[0] Ala.id", FaultKind.BAD_ID),
    }


REQUIRED = {
    f"{table['variant']} {name}": (table, keys)
    for table in (TINY, TINY_EXTENDED)
    for name, keys in kinds_of_keys(table).items()
    if isinstance(keys[-1], str) and keys[0] != "actions"
    if not (table is TINY_EXTENDED and keys == ("board", "soldier_start"))
}


@pytest.mark.parametrize(("table", "keys"), REQUIRED.values(), ids=REQUIRED)
def test_what_is_missing_is_called_missing(table, keys):
    assert FaultKind.MISSING in [kind for _, kind in faults(without(table, keys))]


EMPTY_TEXTS: list[tuple[Table, Keys]] = [
    (TINY, ("id",)),
    (TINY, ("variant",)),
    (TINY, ("board",)),
    (TINY, ("board", "soldier_start")),
    (TINY, ("board", "districts", 0, "id")),
    (TINY, ("board", "objects", 0, "id")),
    (TINY, ("board", "objects", 0, "district")),
    (TINY, ("orders", 0, "from")),
    (TINY, ("orders", 0, "to")),
    (TINY, ("patrols", 0, "id")),
    (TINY, ("patrols", 0, "scouts", 0, "id")),
    (TINY, ("die", 0, "colour")),
    (TINY_EXTENDED, ("goals", 0, "id")),
    (TINY_EXTENDED, ("goals", 0, "kind")),
    (TINY_EXTENDED, ("goals", 2, "district")),
    (TINY_EXTENDED, ("actions", "1")),
]


@pytest.mark.parametrize(("table", "keys"), EMPTY_TEXTS, ids=[".".join(map(str, keys)) for _, keys in EMPTY_TEXTS])
def test_an_empty_text_names_nothing(table, keys):
    assert faults(changed(table, keys, ""))


@pytest.mark.parametrize("items", ["orders", "die", "patrols"])
def test_an_empty_entry_of_a_list_is_a_fault(items):
    assert faults({**TINY, items: [*TINY[items], {}]})


# --- files that are no scenario


def refused_file(path: Path) -> tuple[str, str, str]:
    with pytest.raises(ScenarioError) as caught:
        load_scenario(path)
    (fault,) = caught.value.faults
    return fault.file, fault.item, fault.kind


def test_a_missing_file_is_refused(tmp_path):
    path = tmp_path / "missing.toml"
    assert refused_file(path) == (str(path), "file", FaultKind.UNREADABLE)


def test_a_folder_is_refused(tmp_path):
    assert refused_file(tmp_path) == (str(tmp_path), "file", FaultKind.UNREADABLE)


def test_a_name_that_no_file_can_have_is_refused():
    assert refused_file(Path("my\0.toml"))[1:] == ("file", FaultKind.UNREADABLE)


def test_a_file_that_is_too_large_is_refused(tmp_path):
    path = tmp_path / "large.toml"
    path.write_text("#" * (LARGEST_FILE + 1), "utf-8")
    assert refused_file(path) == (str(path), "file", FaultKind.TOO_LARGE)


def test_a_text_that_is_too_large_is_refused():
    with pytest.raises(ScenarioError, match=r"my\.toml: file: too-large"):
        read_scenario("#" * (LARGEST_FILE + 1), "my.toml")


def test_a_file_that_is_not_utf_8_is_refused(tmp_path):
    path = tmp_path / "latin.toml"
    path.write_bytes(toml_text(TINY).encode("iso-8859-2"))
    assert refused_file(path) == (str(path), "file", FaultKind.UNREADABLE)


def test_a_fault_inside_a_file_names_the_file(tmp_path):
    path = tmp_path / "faulty.toml"
    path.write_text(toml_text({**TINY, "version": 0}), "utf-8")
    assert refused_file(path) == (str(path), "scenario.version", FaultKind.OUT_OF_RANGE)


@pytest.mark.parametrize("text", ["id = ", "= 1", "[", "id = 'a\nb'", "id = 1\nid = 2", "{}", "\0", "[[a]]\n[a]"])
def test_a_text_that_is_no_toml_is_refused(text):
    with pytest.raises(ScenarioError, match=r"my\.toml: file: unreadable"):
        read_scenario(text, "my.toml")


def test_an_empty_text_lacks_everything():
    with pytest.raises(ScenarioError, match=r"my.toml: scenario: missing \(variant\)"):
        read_scenario("", "my.toml")


HEAD = toml_text({**BASED, "based_on": "extended-1"})
NESTED = {
    "lists": "die = " + "[" * 100_000 + "]" * 100_000,
    "lists that just fit": "board = " + "[" * 200 + "]" * 200,
    "tables": "board = " + "{a = " * 100_000,
    "dotted keys": "board." + "a." * 2_000 + "b = 1",
    "dotted keys of players": "players." + "a." * 2_000 + "b = 1",
    "dotted keys of one count": "players.2." + "a." * 2_000 + "b = 1",
    "dotted keys of a number": "numbers.cards.value." + "a." * 2_000 + "b = 1",
    "dotted keys of an action": "actions.1." + "a." * 2_000 + "b = 1",
    "a header": "[numbers." + "a." * 2_000 + "b]",
}


@pytest.mark.parametrize("text", NESTED.values(), ids=NESTED)
def test_deep_nesting_is_refused(text):
    with pytest.raises(ScenarioError):
        read_scenario(f"{HEAD}{text}\n", "my.toml")


HUGE = {"many digits": "9" * 5_000, "many hexadecimal digits": "0x" + "f" * 5_000, "a huge fraction": "1e999"}
NUMBERS = ["version", "numbers.track_spaces", "numbers.cards", "players.2.orders_per_round", "players.2.orders_in_deck"]


@pytest.mark.parametrize("key", NUMBERS)
@pytest.mark.parametrize("number", HUGE.values(), ids=HUGE)
def test_a_huge_number_is_refused(number, key):
    head = toml_text({key: value for key, value in BASED.items() if key != "version"})
    value = f"[{number}, {number}]" if key.endswith(("cards", "round")) else number
    with pytest.raises(ScenarioError):
        read_scenario(f"{head}{key} = {value}\n", "my.toml")


@pytest.mark.parametrize("key", ["actions", "players", "numbers"])
def test_a_key_of_thousands_of_digits_is_refused(key):
    with pytest.raises(ScenarioError):
        read_scenario(f"{HEAD}{key}.{'1' * 5_000} = 'pals'\n", "my.toml")


def test_a_text_that_cannot_be_written_as_utf_8_is_refused():
    with pytest.raises(ScenarioError):
        read_scenario(f"{HEAD}players.2.'\ud800' = 1\n", "my.toml")


# --- wrong values everywhere

ROAD_CHANGES: list[Table] = [
    {"ends": ["past", "elektrownia"], "closed": True, "origin": "a class"},
    {"ends": ["pawiak", "starowka"], "length": 3},
    {"ends": ["port", "past"], "length": 5, "bend": [700, 400]},
]
WHOLE = {variant: inlined(variant) for variant in ("basic", "extended")}
# What several have is tried with the last of them: the small ones are read thirty times as fast.
EVERY_KEY = {
    name: (table, keys)
    for table in (WHOLE["extended"], WHOLE["basic"], TINY_EXTENDED, TINY)
    for name, keys in kinds_of_keys(table).items()
}
CHANGED_ROADS = {**BASED, "road_changes": ROAD_CHANGES}


@pytest.mark.parametrize(("table", "keys"), EVERY_KEY.values(), ids=EVERY_KEY)
def test_a_wrong_value_is_refused_or_harmless(table, keys):
    for value in WRONG_VALUES:
        with suppress(ScenarioError):
            assert_sound(read_table(changed(table, keys, value)))


@pytest.mark.parametrize("keys", kinds_of_keys({"road_changes": ROAD_CHANGES}).values(), ids=str)
def test_a_wrong_value_in_a_change_of_roads_is_refused_or_harmless(keys):
    for value in WRONG_VALUES:
        with suppress(ScenarioError):
            assert_sound(read(changed(CHANGED_ROADS, keys, value)))


# --- hashes

Change = tuple[str, Keys, object]

NO_RULES: list[Change] = [
    ("basic", ("title",), "Inny tytuł"),
    ("basic", ("title_en",), "Another title"),
    ("basic", ("origin",), "a lesson"),
    ("basic", ("board", "districts", 0, "name"), "Dzielnica"),
    ("basic", ("board", "districts", 0, "at"), [1, 2]),
    ("basic", ("board", "objects", 0, "name"), "plac"),
    ("basic", ("board", "objects", 0, "name_en"), "Square"),
    ("basic", ("board", "objects", 0, "origin"), "designed"),
    ("basic", ("board", "objects", 0, "at"), [1, 2]),
    ("basic", ("board", "objects", 0, "label"), "left"),
    ("basic", ("board", "roads", 0, "bend"), [3, 4]),
    ("basic", ("board", "roads", 1, "origin"), "rulebook"),
    ("basic", ("orders", 0, "origin"), "rulebook"),
    ("basic", ("patrols", 0, "name"), "Lisy"),
    ("basic", ("patrols", 0, "scouts", 0, "name"), "Zofia"),
    ("basic", ("die", 0, "origin"), "rulebook"),
    ("basic", ("numbers", "cards", "origin"), "designed"),
    ("basic", ("numbers", "track_spaces"), 5),
    ("basic", ("players", "2", "origin"), "designed"),
    ("extended", ("goals", 0, "origin"), "rulebook"),
]
REVERSED_PLACES = WHOLE["basic"]["board"]["objects"][::-1]
RULES: list[tuple[str, Change]] = [
    ("board", ("basic", ("board", "roads", 0, "length"), 4)),
    ("board", ("basic", ("board", "roads", 1, "districts"), ["wola"])),
    ("board", ("basic", ("board", "roads", 0, "ends"), ["cytadela", "plac-wilsona"])),
    ("board", ("basic", ("board", "objects", 0, "district"), "wola")),
    ("board", ("basic", ("board", "objects"), REVERSED_PLACES)),
    ("board", ("basic", ("board", "start_objects"), ["past", "plac-wilsona", "stary-mokotow"])),
    ("board", ("basic", ("board", "soldier_start"), "sggw")),
    ("orders", ("basic", ("orders", 0, "points"), 7)),
    ("orders", ("basic", ("orders", 0, "to"), "starowka")),
    ("patrols", ("basic", ("patrols",), WHOLE["basic"]["patrols"][::-1])),
    ("patrols", ("basic", ("patrols", 0, "scouts", 0, "id"), "zofia")),
    ("die", ("basic", ("die", 0, "number"), 2)),
    ("die", ("basic", ("die", 0, "colour"), "red")),
    ("numbers", ("basic", ("numbers", "cards"), [1, 2, 3, 4])),
    ("numbers", ("basic", ("numbers", "track_spaces", "value"), 4)),
    ("numbers", ("basic", ("numbers", "return_bonus"), [1, 3, 8])),
    ("numbers", ("basic", ("numbers", "tokens_to_lose"), 5)),
    ("numbers", ("basic", ("players", "3", "orders_in_deck"), 15)),
    ("numbers", ("basic", ("players", "3", "orders_per_round"), [1, 2])),
    ("goals", ("extended", ("goals", 0, "points"), 9)),
    ("goals", ("extended", ("goals", 0, "district"), "wola")),
    ("numbers", ("extended", ("actions", "1"), "unit")),
    ("numbers", ("extended", ("numbers", "falls_to_lose"), 4)),
    ("numbers", ("extended", ("numbers", "goals_kept"), 2)),
    ("numbers", ("extended", ("players", "2", "orders_below_victory"), 23)),
]


def label(change: Change) -> str:
    return ".".join(map(str, change[1]))


@pytest.mark.parametrize("change", NO_RULES, ids=label)
def test_an_edit_that_changes_no_rule_keeps_the_hash(change):
    variant, keys, value = change
    assert value_at(WHOLE[variant], keys[:-1]).get(keys[-1]) != value
    assert read(changed(WHOLE[variant], keys, value)).hash == OLD[variant].hash


@pytest.mark.parametrize(("part", "change"), RULES, ids=[label(change) for _, change in RULES])
def test_an_edit_of_a_rule_changes_the_hash_of_its_part(part, change):
    variant, keys, value = change
    before, after = OLD[variant], read(changed(WHOLE[variant], keys, value))
    assert after.hash != before.hash
    differing = [name for name in before.part_hashes if after.part_hashes[name] != before.part_hashes[name]]
    assert differing == [part]


@pytest.mark.parametrize("edit", [{"id": "other"}, {"version": 2}], ids=["id", "version"])
def test_another_name_is_another_scenario_with_the_same_parts(edit):
    other = read({**WHOLE["basic"], **edit})
    assert other.hash != BASIC.hash
    assert other.part_hashes == BASIC.part_hashes


def test_a_rule_that_is_exchanged_in_a_scenario_changes_its_hash():
    exchanged: dict[str, Table] = {
        "numbers": {"tokens_to_lose": 1},
        "die": {"die": BASIC.die[:3]},
        "board": {"board": copy.copy(BASIC.board)},
    }
    for part, changes in exchanged.items():
        changed = BASIC._replace(**changes)
        assert changed != BASIC
        assert changed == BASIC._replace(**changes)
        assert {name for name, hash in changed.part_hashes.items() if hash != BASIC.part_hashes[name]} == {part}
        assert changed != changed._replace(track_spaces=4) != BASIC._replace(track_spaces=4)
    assert BASIC._replace(id="other") != BASIC
    assert BASIC._replace(title="Inny", origin="designed").hash == BASIC.hash
    assert BASIC._replace(tokens_to_lose=BASIC.tokens_to_lose).hash == BASIC.hash
    assert BASIC._replace(hash="own").hash == "own"


# --- the page for teachers and pupils

PAGE = (ROOT / "docs/scenarios.md").read_text("utf-8")
WRITTEN = re.findall(r"^```toml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
EXAMPLES = [example for example in WRITTEN if tomllib.loads(example).get("game", GAME_ID) == GAME_ID]


def test_the_first_example_of_the_page_changes_the_die_and_the_tokens():
    gentle, basic = read_scenario(EXAMPLES[0]), load_scenario("basic")
    differing = {part for part in basic.part_hashes if gentle.part_hashes[part] != basic.part_hashes[part]}
    assert differing == {"die", "numbers"}
    assert max(face.number for face in gentle.die) == 2
    assert gentle.tokens_to_lose == 3


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: tomllib.loads(example)["id"])
def test_an_example_of_the_page_can_be_played(example):
    scenario = read_scenario(example)
    assert_sound(scenario)
    assert isinstance(played_to_the_end(scenario, 1), Outcome)


def test_the_example_of_the_page_changes_single_roads():
    before, after = load_scenario("basic"), read_scenario(EXAMPLES[1])
    roads = [{road.id: road.length for road in scenario.board.roads} for scenario in (before, after)]
    assert set(roads[0].items()) - set(roads[1].items()) == {
        ("past~elektrownia", 2),
        ("plac-wilsona~dworzec-gdanski", 2),
    }
    assert set(roads[1].items()) - set(roads[0].items()) == {
        ("plac-wilsona~dworzec-gdanski", 4),
        ("cytadela~elektrownia", 5),
    }


def test_the_place_that_the_page_quotes_is_reported_like_that():
    faulty = EXAMPLES[2].replace('from = "mill"\nto = "station"', 'from = "mill"\nto = "statoin"')
    with pytest.raises(ScenarioError) as caught:
        read_scenario(faulty, "my.toml")
    (fault,) = caught.value.faults
    assert f"`{fault.item}`" in PAGE


def test_a_reloaded_scenario_shows_its_new_names():
    text = 'based_on = "basic"\nid = "own"\ntitle = "{}"\ntitle_en = "{}"\n'
    first, second = (read_scenario(text.format(title, title)) for title in ("Before", "After"))
    assert first == second
    assert new_game(first, 2).game.scenario.title_en == "Before"
    assert new_game(second, 2).game.scenario.title_en == "After"


def test_the_largest_board_is_drawn_in_about_a_second():
    scenario = read(changed(TINY, ("board",), ring(MOST_OBJECTS, MOST_FIELDS // MOST_OBJECTS)))
    assert (len(scenario.board.places), len(scenario.board.fields)) == (MOST_OBJECTS, MOST_FIELDS)
    before = process_time()
    assert board_svg(scenario.board, observe(new_game(scenario), None)).startswith("<svg")
    assert process_time() - before < 4  # on a busy and slow computer; about one on others
