"""Thousands of damaged files: each is refused with the error that belongs to it, or it is good."""

import json
import random
from contextlib import suppress
from typing import Any

import pytest

from mali_powstancy.engine import (
    CHANCE,
    Scenario,
    ScenarioError,
    game_rng,
    legal_moves,
    load_scenario,
    new_game,
    play,
    read_scenario,
    sample_chance,
)
from mali_powstancy.tabletop.record import Record, RecordError, RecordFault
from mali_powstancy.tabletop.session import Session
from tests.damage import CASES, SEEDS, WRONG_VALUES, damaged_bytes, damaged_table, damaged_text, toml_text
from tests.engine.test_scenario_files import BASED, CHANGED_ROADS, TINY, TINY_EXTENDED, WHOLE, assert_sound
from tests.random_play import whole_game


def play_a_little(scenario: Scenario, rng: random.Random) -> None:
    """A scenario that is good can be played."""
    assert_sound(scenario)
    state = new_game(scenario, min(scenario.players))
    for _ in range(40):
        if state.to_act is None:
            break
        state = play(
            state, sample_chance(state, rng) if state.to_act == CHANCE else rng.choice(legal_moves(state))
        ).state


# --- scenario files

TABLES = [
    TINY,
    TINY_EXTENDED,
    {**BASED, "numbers": {"tokens_to_lose": 3}},
    {**BASED, "based_on": "extended-1"},
    CHANGED_ROADS,
]
SCENARIO_TEXTS = [*map(toml_text, TABLES)]


@pytest.mark.parametrize("seed", SEEDS)
def test_fuzz_scenario_texts(seed):
    rng = game_rng(seed)
    for case in range(CASES):
        text = damaged_text(SCENARIO_TEXTS[case % len(SCENARIO_TEXTS)], rng)
        with suppress(ScenarioError):
            play_a_little(read_scenario(text), rng)


@pytest.mark.parametrize("seed", SEEDS)
def test_fuzz_scenario_tables(seed):
    rng = game_rng(seed)
    for case in range(CASES // 2):
        text = toml_text(damaged_table(TABLES[case % len(TABLES)], WRONG_VALUES, rng))
        with suppress(ScenarioError):
            play_a_little(read_scenario(text), rng)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("variant", ["basic", "extended"])
def test_fuzz_whole_shipped_scenarios(variant, seed):
    rng = game_rng(seed)
    for _ in range(CASES // 5):
        text = toml_text(damaged_table(WHOLE[variant], WRONG_VALUES, rng))
        with suppress(ScenarioError):
            play_a_little(read_scenario(text), rng)


@pytest.mark.parametrize("seed", SEEDS)
def test_fuzz_scenario_files_byte_by_byte(seed, tmp_path):
    rng = game_rng(seed)
    path = tmp_path / "damaged.toml"
    for case in range(CASES):
        path.write_bytes(damaged_bytes(SCENARIO_TEXTS[case % len(SCENARIO_TEXTS)].encode(), rng))
        with suppress(ScenarioError):
            play_a_little(load_scenario(path), rng)


# --- records

JSON_VALUES: list[object] = [None, True, -1, 0, 2, 10**40, 1.5, float("nan"), "", "x", "\ud800", [], [""], {}, {"": 0}]
ODD_HEADERS: dict[str, list[Any]] = {
    "scenario": ["", "basic", "short\0", "../short", "\ud800", "x" * 300],
    "version": [0, -1, 1, 2, 3, 10**9],
    "hash": ["", "0" * 32],
    "part_hashes": [{}, {"die": ""}, {"\ud800": "\ud800"}],
    "game": ["", "chess", "wiarusi", "\ud800"],
    "opening": [
        {},
        {"players": 2},
        {"players": 2, "arranged": {}},
        *(
            {"players": 2, "patrols": patrols, "start_player": None}
            for patrols in ([], ["red"], ["red", "blue"], ["red", "red"], ["violet", "green"], [""] * 2, ["red"] * 300)
        ),
        *({"players": 2, "patrols": ["red", "green"], "start_player": start} for start in (0, 1, 2, -1, 10**9, "red")),
    ],
}
RECORDS = [whole_game(scenario, 2, seed=1).session.record for scenario in ("short", "short-extended")]


@pytest.mark.parametrize("seed", SEEDS)
def test_fuzz_record_texts(seed):
    rng = game_rng(seed)
    for case in range(CASES):
        record = RECORDS[case % len(RECORDS)]
        with suppress(RecordError):
            # The checksum lets nothing through that means something else.
            assert Record.from_json(damaged_text(record.to_json(), rng)) == record


@pytest.mark.parametrize("seed", SEEDS)
def test_fuzz_record_tables(seed):
    rng = game_rng(seed)
    for case in range(CASES):
        record = RECORDS[case % len(RECORDS)]
        text = json.dumps(damaged_table(json.loads(record.to_json()), JSON_VALUES, rng))
        with suppress(RecordError):
            assert Record.from_json(text) == record


@pytest.mark.parametrize("seed", SEEDS)
def test_fuzz_records_byte_by_byte(seed):
    rng = game_rng(seed)
    for case in range(CASES):
        record = RECORDS[case % len(RECORDS)]
        with suppress(RecordError, UnicodeDecodeError):
            assert Record.from_json(damaged_bytes(record.to_json().encode(), rng).decode()) == record


def damaged_moves(moves: list[str], rng: random.Random) -> list[str]:
    """The moves with a few missing, doubled, exchanged or damaged."""
    moves = list(moves)
    for _ in range(rng.randint(1, 3)):
        here, there = rng.randrange(len(moves)), rng.randrange(len(moves))
        match rng.randrange(6):
            case 0:
                del moves[here:there]
            case 1:
                moves.insert(here, moves[there])
            case 2:
                moves[here] = moves[there]
            case 3:
                moves[here] = damaged_text(moves[here], rng)
            case 4:
                moves[here] = " ".join([moves[here].split(" ")[0], *moves[there].split(" ")[1:]])
            case _:
                moves.insert(here, rng.choice(["stop", "end", "gossip", "keep", "first 0", "card 5", "roll red 1"]))
    return moves


@pytest.mark.parametrize("seed", SEEDS)
def test_fuzz_moves_of_whole_records(seed):
    rng = game_rng(seed)
    for case in range(CASES):
        record = RECORDS[case % len(RECORDS)]
        record = record._replace(moves=tuple(damaged_moves(list(record.moves), rng)))
        try:
            whole = Record.from_json(record.to_json())
            session = Session.from_record(whole)
        except RecordError as error:
            assert error.fault in (RecordFault.BAD_MOVE, RecordFault.WRONG_SHAPE)  # noqa: PT017 - both may happen
        else:
            assert session.record == whole


@pytest.mark.parametrize("seed", SEEDS)
def test_fuzz_headers_of_whole_records(seed):
    rng = game_rng(seed)
    for case in range(CASES):
        record = RECORDS[case % len(RECORDS)]
        header = rng.choice(list(ODD_HEADERS))
        with suppress(RecordError):
            Session.from_record(
                Record.from_json(record._replace(**{header: rng.choice(ODD_HEADERS[header])}).to_json())
            )
