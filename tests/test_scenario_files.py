"""Scenario files: what loads, and how everything that is wrong with one is reported."""

import copy
import datetime
import json
import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import mali_powstancy
from mali_powstancy.engine import (
    CHANCE,
    Ending,
    Outcome,
    Scenario,
    ScenarioError,
    game_rng,
    legal_moves,
    load_scenario,
    new_game,
    outcome,
    play,
    read_scenario,
    sample_chance,
    shipped_scenarios,
)
from mali_powstancy.engine.cards import Action, Colour
from mali_powstancy.engine.scenario import Counts
from mali_powstancy.engine.scenario_file import LARGEST_FILE, FaultKind

ROOT = Path(__file__).resolve().parent.parent
DATA = Path(mali_powstancy.__file__).parent / "data"
Table = dict[str, Any]
Path_ = tuple[str | int, ...]


# --- scenarios as tables, and tables as TOML


def shipped(name: str) -> Table:
    """A file of the shipped data as a table."""
    return tomllib.loads((DATA / f"{name}.toml").read_text("utf-8"))


def inlined(variant: str) -> Table:
    """A shipped scenario with all its parts written out."""
    scenario = shipped(f"scenarios/{variant}-1")
    scenario["board"] = shipped("boards/warsaw-1")
    scenario["orders"] = shipped("orders/warsaw-1")["orders"]
    scenario["patrols"] = shipped("patrols/warsaw-1")["patrols"]
    if variant == "basic":
        scenario["die"] = shipped("dice/warsaw-1")["faces"]
    else:
        scenario["goals"] = shipped("goals/warsaw-1")["goals"]
    return scenario


def toml_value(value: object) -> str:
    match value:
        case dict():
            return "{" + ", ".join(f"{json.dumps(key)} = {toml_value(inner)}" for key, inner in value.items()) + "}"
        case list():
            return "[" + ", ".join(map(toml_value, value)) + "]"
        case bool():
            return str(value).lower()
        case int() if abs(value) > 10**1000:  # Python refuses to write such numbers in decimal
            return hex(value)
        case str():
            return json.dumps(value, ensure_ascii=False)
        case datetime.date():
            return value.isoformat()
        case _:
            return repr(value)


def toml_text(scenario: Table) -> str:
    return "".join(f"{json.dumps(key)} = {toml_value(value)}\n" for key, value in scenario.items())


def read(scenario: Table) -> Scenario:
    return read_scenario(toml_text(scenario), "my.toml")


def faults(scenario: Table) -> list[tuple[str, FaultKind]]:
    """What is wrong with a scenario: item and kind."""
    with pytest.raises(ScenarioError) as caught:
        read(scenario)
    assert {fault.file for fault in caught.value.faults} == {"my.toml"}
    return [(fault.item, fault.kind) for fault in caught.value.faults]


def changed(scenario: Table, path: Path_, value: object) -> Table:
    """A copy of a scenario in which one thing is different."""
    result = copy.deepcopy(scenario)
    *way, last = path
    table: Any = result
    for key in way:
        table = table[key]
    table[last] = value
    return result


def without(scenario: Table, path: Path_) -> Table:
    """A copy of a scenario in which one thing is missing."""
    result = copy.deepcopy(scenario)
    *way, last = path
    table: Any = result
    for key in way:
        table = table[key]
    del table[last]
    return result


def value_at(scenario: Table, path: Path_) -> Any:
    value: Any = scenario
    for key in path:
        value = value[key]
    return value


def paths(value: object, path: Path_ = ()) -> Iterator[Path_]:
    """The paths of all values in a table, tables and lists included; of lists only the first and the last entry."""
    if path:
        yield path
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from paths(inner, (*path, key))
    elif isinstance(value, list):
        for number in sorted({0, len(value) - 1} if value else ()):
            yield from paths(value[number], (*path, number))


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
    ],
    "patrols": [
        {"id": "foxes", "name": "Lisy", "scouts": [{"id": "ala", "name": "Ala"}]},
        {"id": "owls", "name": "Sowy", "scouts": [{"id": "jan", "name": "Jan"}]},
    ],
    "die": [{"colour": "black", "number": 1}, {"colour": "red", "number": 2}],
    "numbers": {"cards": [1, 2], "track_spaces": 2, "return_bonus": [1], "tokens_to_lose": 2},
    "players": {"2": {"orders_in_deck": 3, "orders_per_round": [1, 1]}},
}

# The same places, each in a district of its own.
TINY_EXTENDED: Table = {
    **{key: value for key, value in TINY.items() if key not in ("die", "numbers", "players")},
    "id": "tiny-extended",
    "variant": "extended",
    "board": {
        **TINY["board"],
        "districts": [{"id": "east", "name": "Wschód"}, {"id": "west", "name": "Zachód"}, {"id": "hill", "name": "Góra"}],
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
        "falls_to_lose": 2,
        "goals_dealt": 3,
        "goals_kept": 2,
    },
    "players": {"2": {"orders_above_victory": 2, "orders_below_victory": 1, "orders_per_round": [1, 1]}},
}


def played_to_the_end(scenario: Scenario, seed: int) -> Outcome:
    rng = game_rng(seed)
    state = new_game(scenario)
    while state.to_act is not None:
        move = sample_chance(state, rng) if state.to_act == CHANCE else rng.choice(legal_moves(state))
        state = play(state, move).state
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
    ("name", "loaded"), [("basic", "basic-1"), ("extended", "extended-1"), ("short", "short-1"), ("basic-1", "basic-1")]
)
def test_a_shipped_scenario_is_found_by_id_and_by_name(name, loaded):
    assert load_scenario(name).name == loaded


def test_without_a_name_the_basic_variant_is_loaded():
    assert load_scenario().name == "basic-1"


@pytest.mark.parametrize("name", shipped_scenarios())
def test_every_shipped_scenario_loads_and_can_be_played(name):
    scenario = load_scenario(name)
    assert scenario.name == name
    assert_sound(scenario)
    assert isinstance(played_to_the_end(scenario, 1), Outcome)


def test_a_shipped_scenario_is_read_once():
    assert load_scenario("basic") is load_scenario("basic-1")


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


@pytest.mark.parametrize("name", ["", "basi", "basic-2", "basic-01", "basic-", "../basic", "basic\n", "BASIC", ".*"])
def test_an_unknown_name_is_refused_with_the_names_that_exist(name):
    with pytest.raises(ScenarioError) as caught:
        load_scenario(name)
    (fault,) = caught.value.faults
    assert (fault.item, fault.kind) == ("scenario", FaultKind.UNKNOWN_NAME)
    assert fault.found == ", ".join(shipped_scenarios())


@pytest.mark.parametrize("variant", ["basic", "extended"])
def test_a_scenario_with_its_parts_written_out_is_the_same_scenario(variant):
    written_out = read(inlined(variant))
    assert written_out == load_scenario(variant)
    assert written_out.part_hashes == load_scenario(variant).part_hashes


# --- based on a shipped scenario

BASED: Table = {"id": "mine", "version": 1, "title": "Moja", "based_on": "basic"}


def test_what_a_file_does_not_say_comes_from_its_base():
    mine, basic = read(BASED), load_scenario("basic")
    assert mine.part_hashes == basic.part_hashes
    assert mine != basic
    assert (mine.name, mine.title, mine.board.place) == ("mine-1", "Moja", basic.board.place)


def test_a_base_may_be_named_with_its_version():
    assert read({**BASED, "based_on": "basic-1"}) == read(BASED)


def test_an_own_die_replaces_that_of_the_base():
    mine = read({**BASED, "die": [{"colour": "red", "number": 6}]})
    assert [(face.colour, face.number) for face in mine.die] == [(Colour.RED, 6)]
    assert mine.orders == load_scenario("basic").orders


def test_own_numbers_replace_single_numbers_of_the_base():
    mine = read({**BASED, "numbers": {"tokens_to_lose": 2}})
    assert (mine.tokens_to_lose, mine.track_spaces, mine.cards) == (2, 5, (1, 2, 3, 4, 5))


def test_own_counts_replace_those_of_one_number_of_players():
    mine = read({**BASED, "players": {"2": {"orders_in_deck": 8, "orders_per_round": [2, 0]}}})
    assert mine.players[2] == Counts(8, 0, (2, 0))
    assert mine.players[4] == load_scenario("basic").players[4]


def test_counts_given_in_part_keep_the_rest_of_the_base():
    mine = read({**BASED, "players": {"3": {"orders_in_deck": 9}}})
    assert mine.players[3] == Counts(9, 0, (2, 1))


def test_an_own_action_replaces_that_of_one_card():
    mine = read({**BASED, "based_on": "extended", "actions": {"5": "unit"}})
    assert mine.actions == {**load_scenario("extended").actions, 5: Action.UNIT}


def test_an_unknown_base_is_reported_for_the_file_that_names_it():
    assert faults({**BASED, "based_on": "no-such"}) == [("scenario.based_on", FaultKind.UNKNOWN_NAME)]


def test_a_base_that_is_no_text_is_refused():
    assert faults({**BASED, "based_on": 1}) == [("scenario.based_on", FaultKind.WRONG_TYPE)]


# --- own boards


@pytest.mark.parametrize("table", [TINY, TINY_EXTENDED], ids=["basic", "extended"])
def test_an_own_tiny_board_is_played_to_the_end(table):
    scenario = read(table)
    assert_sound(scenario)
    endings = {played_to_the_end(scenario, seed).ending for seed in range(60)}
    won, lost = (
        (Ending.VICTORY_CARD, Ending.FALLS) if scenario.is_extended else (Ending.ALL_ORDERS, Ending.TOKENS)
    )
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


def test_a_district_that_no_field_belongs_to_does_no_harm():
    """Nobody can be evacuated when everything lies in one of two districts, so two falls cannot be waited for."""
    table = copy.deepcopy(TINY_EXTENDED)
    table["board"]["districts"] = [{"id": "east", "name": "Wschód"}, {"id": "empty", "name": "Nic"}]
    for place in table["board"]["objects"]:
        place["district"] = "east"
    table["goals"] = [goal for goal in table["goals"] if goal["id"] != "from-west"]
    try:
        scenario = read(table)
    except ScenarioError:
        return
    for seed in range(30):
        assert isinstance(played_to_the_end(scenario, seed), Outcome)


# --- every kind of fault

DISTRICT_OF_TWO = [{"id": "village", "name": "Wieś"}, {"id": "village", "name": "Wieś"}]
LONELY = {"id": "lonely", "name": "Samotnia", "district": "village"}
ISLAND = [{"id": "here", "name": "Tu", "district": "village"}, {"id": "there", "name": "Tam", "district": "village"}]
ISLAND_ROAD = {"ends": ["here", "there"], "length": 1}
TINY_PLACES, TINY_ROADS = TINY["board"]["objects"], TINY["board"]["roads"]

FAULTY: list[tuple[FaultKind, str, Table]] = [
    (FaultKind.TOO_LARGE, "scenario.title", {**TINY, "title": "x" * 121}),
    (FaultKind.TOO_LARGE, "board.districts", changed(TINY, ("board", "districts"), DISTRICT_OF_TWO * 201)),
    (FaultKind.MISSING, "scenario", without(TINY, ("title",))),
    (FaultKind.MISSING, "orders", without(TINY, ("orders",))),
    (FaultKind.MISSING, "orders[0] school - mill", without(TINY, ("orders", 0, "points"))),
    (FaultKind.UNKNOWN_KEY, "scenario", {**TINY, "colour": "red"}),
    (FaultKind.UNKNOWN_KEY, "numbers", changed(TINY, ("numbers", "falls_to_lose"), 3)),
    (FaultKind.UNKNOWN_KEY, "orders[0] school - mill", changed(TINY, ("orders", 0, "point"), 3)),
    (FaultKind.UNKNOWN_KEY, "players", changed(TINY, ("players", "3"), TINY["players"]["2"])),
    (FaultKind.NOT_IN_THIS_VARIANT, "scenario", {**TINY, "goals": TINY_EXTENDED["goals"]}),
    (FaultKind.NOT_IN_THIS_VARIANT, "scenario", {**TINY_EXTENDED, "die": TINY["die"]}),
    (FaultKind.WRONG_TYPE, "scenario.version", {**TINY, "version": "1"}),
    (FaultKind.WRONG_TYPE, "numbers.track_spaces", changed(TINY, ("numbers", "track_spaces"), 2.0)),
    (FaultKind.WRONG_TYPE, "numbers.tokens_to_lose", changed(TINY, ("numbers", "tokens_to_lose"), True)),
    (FaultKind.OUT_OF_RANGE, "scenario.version", {**TINY, "version": 0}),
    (FaultKind.OUT_OF_RANGE, "die[1].number", changed(TINY, ("die", 1, "number"), 21)),
    (FaultKind.OUT_OF_RANGE, "roads[0] school - mill.length", changed(TINY, ("board", "roads", 0, "length"), 0)),
    (FaultKind.BAD_ID, "scenario.id", {**TINY, "id": "My Game"}),
    (FaultKind.BAD_ID, "scenario.id", {**TINY, "id": "victory"}),
    (FaultKind.BAD_ID, "patrols[0] foxes.scouts[0] prison.id", changed(TINY, ("patrols", 0, "scouts", 0, "id"), "prison")),
    (FaultKind.DUPLICATE, "orders", changed(TINY, ("orders", 1), TINY["orders"][0])),
    (FaultKind.DUPLICATE, "districts", changed(TINY, ("board", "districts"), DISTRICT_OF_TWO)),
    (FaultKind.DUPLICATE, "scouts", changed(TINY, ("patrols", 1, "scouts", 0, "id"), "ala")),
    (FaultKind.DUPLICATE, "roads", changed(TINY, ("board", "roads", 2, "ends"), ["mill", "school"])),
    (FaultKind.DUPLICATE, "numbers.cards", changed(TINY, ("numbers", "cards"), [2, 2])),
    (FaultKind.UNKNOWN_NAME, "orders[0] nowhere - mill.from", changed(TINY, ("orders", 0, "from"), "nowhere")),
    (FaultKind.UNKNOWN_NAME, "board", {**TINY, "board": "atlantis-1"}),
    (FaultKind.UNKNOWN_NAME, "scenario.variant", {**TINY, "variant": "middling"}),
    (FaultKind.UNKNOWN_NAME, "actions.2", changed(TINY_EXTENDED, ("actions", "2"), "sleep")),
    (FaultKind.WRONG_LENGTH, "numbers.return_bonus", changed(TINY, ("numbers", "return_bonus"), [1, 3])),
    (FaultKind.WRONG_LENGTH, "board.start_objects", changed(TINY, ("board", "start_objects"), ["school", "mill"])),
    (FaultKind.WRONG_LENGTH, "die", {**TINY, "die": []}),
    (FaultKind.WRONG_LENGTH, "numbers.cards", changed(TINY, ("numbers", "cards"), list(range(1, 12)))),
    (FaultKind.SAME_ENDS, "orders[2] school - school", changed(TINY, ("orders", 2, "to"), "school")),
    (FaultKind.SAME_ENDS, "roads[1] mill - mill.ends", changed(TINY, ("board", "roads", 1, "ends"), ["mill", "mill"])),
    (FaultKind.NO_ROAD, "objects lonely", changed(TINY, ("board", "objects"), [*TINY_PLACES, LONELY])),
    (
        FaultKind.SOLDIER_ON_START,
        "board.soldier_start",
        changed(TINY, ("board", "soldier_start"), "school"),
    ),
    (FaultKind.TOO_FEW_ORDERS, "players.2", changed(TINY, ("players", "2", "orders_in_deck"), 4)),
    (FaultKind.TOO_FEW_GOALS, "players.2", changed(TINY_EXTENDED, ("numbers", "goals_dealt"), 4)),
    (FaultKind.TOO_FEW_GOALS, "players.2", changed(TINY_EXTENDED, ("numbers", "goals_dealt"), 1)),
    (FaultKind.TOO_FEW_COLOURS, "players.2", changed(TINY_EXTENDED, ("goals",), TINY_EXTENDED["goals"][:2] * 0)),
    (
        FaultKind.NO_ORDERS_EVER,
        "players.2.orders_per_round",
        changed(TINY, ("players", "2", "orders_per_round"), [0, 0]),
    ),
    (FaultKind.NO_ORDERS_EVER, "players.2.orders_in_deck", changed(TINY, ("players", "2", "orders_in_deck"), 0)),
]
