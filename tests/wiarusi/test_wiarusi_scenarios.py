"""Own scenarios: everything wrong in a file is reported at once, and what is right plays."""

import random
import re
import tomllib
from contextlib import suppress
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from mali_powstancy.tabletop.tomlfile import LARGEST_FILE, MOST_DOTS
from mali_powstancy.wiarusi import (
    ID,
    ScenarioError,
    game_rng,
    load_scenario,
    new_game,
    outcome,
    play,
    read_scenario,
    shipped_scenarios,
)
from mali_powstancy.wiarusi.scenario import Victory
from tests.damage import CASES, SEEDS, WRONG_VALUES, damaged_bytes, damaged_table, damaged_text, faults_of, toml_text
from tests.wiarusi.random_wars import choose

BASE = 'id = "own"\nversion = 1\ntitle = "Własna"\nbased_on = "wiarusi-standard"\n'
faults = partial(faults_of, read_scenario)


# Shipped ones -------------------------------------------------------------------------------------------------------


def test_three_levels_are_shipped_W_51_W_52_W_53():
    assert shipped_scenarios() == (
        "wiarusi-beginner-1",
        "wiarusi-open-1",
        "wiarusi-standard-1",
        "wiarusi-veteran-1",
    )
    beginner, shown, standard, veteran = map(load_scenario, shipped_scenarios())
    assert (beginner.traps, standard.traps, veteran.traps) == (False, True, True)
    assert beginner._replace(traps=True).players == standard.players
    assert [counts.pile for counts in veteran.players.values()] == [30, 30, 30, 30]
    assert {scenario.victory for scenario in (beginner, standard, veteran)} == {Victory.AT_ONCE}
    assert len({scenario.hash for scenario in (beginner, shown, standard, veteran)}) == 4
    assert shown._replace(hands=beginner.hands).players == beginner.players
    assert [scenario.has_open_hands for scenario in (beginner, shown, standard, veteran)] == [False, True, False, False]


def test_scenarios_from_before_hands_could_be_open_are_still_the_same():
    hashes = {
        load_scenario(name).name: load_scenario(name).hash[:8]
        for name in shipped_scenarios()
        if name != "wiarusi-open-1"
    }
    assert hashes == {
        "wiarusi-beginner-1": "9fd24bbb",
        "wiarusi-standard-1": "32206b00",
        "wiarusi-veteran-1": "20d71ceb",
    }


def test_hands_are_hidden_or_open():
    assert faults(BASE + 'hands = "seen"')  # a third way there is not
    assert read_scenario(BASE + 'hands = "open"').has_open_hands
    assert read_scenario(BASE + 'hands = "hidden"') == read_scenario(BASE)


def test_a_scenario_is_found_by_id_by_name_and_by_file(tmp_path):
    assert load_scenario("wiarusi-veteran") is load_scenario("wiarusi-veteran-1")
    assert load_scenario().name == "wiarusi-standard-1"
    path = tmp_path / "own.toml"
    path.write_text(BASE, "utf-8")
    assert load_scenario(path) == load_scenario(str(path))
    assert repr(load_scenario(path)) == "<scenario own-1>"


def test_every_item_of_the_data_says_from_where_it_is_known():
    def items(value: Any, key: str = "") -> list[dict[str, Any]]:
        if isinstance(value, list):
            return [entry for inner in value if isinstance(inner, dict) for entry in [inner, *items(inner)]]
        if isinstance(value, dict):
            return [entry for name, inner in value.items() for entry in items(inner, name)]
        return []

    for folder in ("decks", "characters", "sayings"):
        for entry in files("mali_powstancy.wiarusi").joinpath("data", folder).iterdir():
            listed = items(tomllib.loads(entry.read_text("utf-8")))
            assert listed
            assert all(item.get("origin") for item in listed)
    data = files("mali_powstancy.wiarusi").joinpath("data", "scenarios", "wiarusi-standard-1.toml")
    raw = tomllib.loads(data.read_text("utf-8"))
    for table in ("tiles", "numbers", "players"):
        assert all(row["origin"] for row in raw[table].values())


def test_names_change_nothing_but_rules_do():
    own = read_scenario(BASE)
    assert read_scenario(BASE.replace("Własna", "Inna")) == own
    assert read_scenario(BASE + "traps = false") != own
    assert read_scenario(BASE + 'victory = "after-support"').hash != own.hash
    changed = own._replace(victory=Victory.AFTER_SUPPORT)
    assert changed.hash != own.hash
    assert changed.part_hashes["numbers"] != own.part_hashes["numbers"]
    assert changed.part_hashes["deck"] == own.part_hashes["deck"]
    assert own._replace(title="Inna").hash == own.hash
    assert hash(own) == hash(read_scenario(BASE))
    fewer = {name: card for name, card in own.trials.items() if name != "mute"}
    assert own._replace(trials=fewer).part_hashes["deck"] != own.part_hashes["deck"]


def test_a_file_may_name_its_game_and_stays_the_same_scenario():
    assert read_scenario(f'game = "{ID}"\n' + BASE) == read_scenario(BASE)
    assert len(faults('game = "mali-powstancy"\n' + BASE + "deck = 3")) == 1


def test_the_words_of_a_speech_change_nothing_W_76():
    standard = load_scenario("wiarusi-standard")
    assert len({saying.text for saying in standard.sayings}) == len({s.text_en for s in standard.sayings}) == 5
    assert {saying.origin for saying in standard.sayings} == {"ours"}
    assert read_scenario(BASE + 'sayings = [{ id = "a", text = "Oj." }]') == read_scenario(BASE)
    assert read_scenario(BASE + 'sayings = [{ id = "a", text = "Oj." }]').sayings[0].text_en == "Oj."


# Own ones -----------------------------------------------------------------------------------------------------------


def test_a_class_may_change_deck_and_numbers():
    own = read_scenario(
        BASE
        + 'deck_without = ["mute", "all-six"]\n'
        + '[numbers]\nbolts_to_lose = 5\nleast_drop = { value = 2, origin = "ours" }\n'
        + "[players]\n3 = { pile = 10, speeches = 2 }\n"
    )
    assert (own.bolts_to_lose, own.least_drop, own.identical_threats) == (5, 2, 3)
    assert len(own.trials) == 57
    assert (own.players[3].pile, own.players[3].speeches, own.players[4].pile) == (10, 2, 25)
    assert new_game(own, 3).reserve == 47


WHOLE = """
id = "whole"
version = 1
title = "Cała"
traps = true
victory = "at-once"
characters = [
    { id = "ana", name = "Ana", charm = "night" },
    { id = "ben", name = "Ben", charm = "mask" },
    { id = "cyd", name = "Cyd", charm = "rain" },
]
[deck]
threats = [
    { id = "a", threats = ["night"] },
    { id = "b", threats = ["night", "mask"], trap = true },
    { id = "c", threats = ["rain"] },
    { id = "d", threats = ["shell"] },
]
knocks = [
    { id = "t1", effect = "trauma", threat = "night", name = "t1" },
    { id = "t2", effect = "trauma", threat = "night", name = "t2" },
    { id = "m", effect = "mute", name = "m" },
]
gifts = [{ id = "g", name = "g" }, { id = "h", name = "h" }]
[tiles]
L1 = 4
R1 = 4
L2 = 0
R2 = 0
[numbers]
identical_threats = 3
bolts_to_lose = 3
least_drop = 1
first_difficulty = 1
shed_after_success = 2
shed_after_failure = 1
[players.3]
pile = 5
speeches = 1
kinds = ["L1"]
"""


def test_the_example_of_the_page_about_scenarios_changes_what_it_says_and_can_be_played():
    page = (Path(__file__).parents[2] / "docs/scenarios.md").read_text("utf-8")
    (example,) = re.findall(r'^```toml\n(game = "wiarusi"\n.*?)^```$', page, re.MULTILINE | re.DOTALL)
    standard, own = load_scenario("wiarusi-standard"), read_scenario(example)
    assert {*standard.trials} - {*own.trials} == {"merry-christmas"}
    assert (own.least_drop, standard.least_drop) == (4, 3)
    assert {number for number, counts in own.players.items() if counts != standard.players[number]} == {3}
    rng, state = random.Random(1), new_game(own, 3)
    while state.to_act is not None:
        state, _ = play(state, choose(state, rng, 1.0))
    assert outcome(state) is not None


def test_a_scenario_may_be_written_out_whole():
    whole = read_scenario(WHOLE.replace("L1 = 4", "L1 = 6"))
    assert [*whole.trials] == ["a", "b", "c", "d", "t1", "t2", "m", "g", "h"]
    assert whole.trials["a"].origin == "designed"
    for seed in range(30):
        rng, state = random.Random(seed), new_game(whole)
        while state.to_act is not None:
            state, _ = play(state, choose(state, rng, 1.0))
        assert outcome(state) is not None


# Faults -------------------------------------------------------------------------------------------------------------


def test_all_faults_are_reported_at_once():
    found = faults(
        BASE.replace("version = 1", 'version = "one"')
        + 'colour = "red"\ntraps = 1\nvictory = "never"\ndeck_without = ["nothing"]\n'
        + "[tiles]\nL3 = 1\nL1 = -1\n[numbers]\nleast_drop = 0\n[players]\n6 = { pile = 1 }\n3 = { pile = 59 }\n"
    )
    assert found == [
        "scenario: unknown-key ('colour')",
        "scenario.deck_without: unknown-name (nothing)",
        "numbers.least_drop: out-of-range (0; 1..120)",
        "tiles: unknown-key ('L3')",
        "tiles.L1: out-of-range (-1; 0..99)",
        "scenario.victory: unknown-name (never)",
        "scenario.traps: wrong-type (1)",
        "players: unknown-key ('6')",
        "players.3: too-few-cards (59; 60)",
        "scenario.version: wrong-type (one)",
    ]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("id = ", ["file: unreadable"]),
        ("", ["scenario: missing (deck)", "scenario: missing (characters)", "numbers: missing", "players: missing"]),
        ('game = "mali-powstancy"\n' + BASE + "deck = 3", ["scenario.game: other-game (mali-powstancy)"]),
        ("game = 1\n" + BASE, ["scenario.game: wrong-type (1)"]),
        (BASE.replace('"own"', '"Own Id"'), ["scenario.id: bad-id (Own Id)"]),
        (BASE.replace("Własna", " "), ["scenario: missing (title)"]),
        (BASE.replace("Własna", "a\\u0007"), ["scenario.title: not-printable (U+0007)"]),
        (BASE.replace("Własna", "a" * 121), ["scenario.title: too-large (121)"]),
        (BASE.replace("wiarusi-standard", "no-such"), ["scenario.based_on: unknown-name"]),
        (BASE.replace('"wiarusi-standard"', "3"), ["scenario.based_on: wrong-type (3)"]),
        (BASE + 'deck = "no-such"', ["deck: unknown-name (no-such)"]),
        (BASE + "deck = 3", ["deck: wrong-type (3)"]),
        (BASE + "deck_without = 3", ["scenario.deck_without: wrong-type (3)"]),
        (BASE + "characters = 3", ["characters: wrong-type (3)"]),
        (BASE + "characters = [1]", ["characters[0]: wrong-type (1)"]),
        (BASE + "numbers = 3", ["numbers: wrong-type (3)"]),
        (BASE + "players = 3", ["players: wrong-type (3)"]),
        (BASE + "tiles = 3", ["tiles: wrong-type (3)"]),
        (BASE + "[players]\n3 = 3", ["players.3: wrong-type (3)"]),
        (BASE + "[players]\n3 = { pile = true }", ["players.3.pile: wrong-type (True)"]),
        (BASE + '[players]\n3 = { kinds = "L1" }', ["players.3.kinds: wrong-type (L1)"]),
        (BASE + "[players]\n3 = { kinds = [] }", ["players.3.kinds: wrong-length (0; 1..4)"]),
        (BASE + '[players]\n3 = { kinds = ["L1", "L1"] }', ["players.3.kinds: duplicate (L1)"]),
        (BASE + '[players]\n3 = { kinds = ["L3"] }', ["players.3.kinds: unknown-name (L3)"]),
        (BASE + "[players]\n2 = { highest_pile = 10 }", ["players.2.highest_pile: out-of-range (10; 20..120)"]),
        (BASE + "[players]\n2 = { highest_pile = 60 }", ["players.2: too-few-cards (59; 61)"]),
        (BASE + "[players]\n3 = { chaplain = 1 }", ["players.3.chaplain: wrong-type (1)"]),
        (BASE + "[numbers]\nleast_drop = { value = 3, why = 1 }", ["numbers.least_drop: unknown-key ('why')"]),
        (BASE + "[numbers]\nleast_drop = { }", ["numbers: missing (least_drop)"]),
        (WHOLE.replace('id = "b"', 'id = "a"'), ["deck: duplicate (a)"]),
        (WHOLE.replace('["night"] }', '["fog"] }'), ["threats[0] a.threats: unknown-name (fog)"]),
        (WHOLE.replace('["night"] }', '["night", "night"] }'), ["threats[0] a.threats: duplicate (night)"]),
        (WHOLE.replace('threats = ["night"] }', "trap = 1 }"), ["threats[0] a: missing (threats)"]),
        (WHOLE.replace("trap = true", "trap = 1"), ["threats[1] b.trap: wrong-type (1)"]),
        (WHOLE.replace('effect = "mute"', 'effect = "deaf"'), ["knocks[2] m.effect: unknown-name (deaf)"]),
        (WHOLE.replace('effect = "mute"', 'effect = "mute", threat = "rain"'), ["knocks[2] m: unknown-key ('threat')"]),
        (WHOLE.replace(', threat = "night", name = "t1"', ', name = "t1"'), ["knocks[0] t1: missing (threat)"]),
        (
            WHOLE.replace('effect = "mute"', 'effect = "mute", bolts = 10'),
            ["knocks[2] m.bolts: out-of-range (10; 0..9)"],
        ),
        (
            WHOLE.replace('name = "m" },', 'name = "m" }, { id = "n", effect = "mute", name = "n" },'),
            ["knocks: duplicate (mute)"],
        ),
        (WHOLE.replace('charm = "rain"', 'charm = "fog"'), ["characters[2] cyd.charm: unknown-name (fog)"]),
        (BASE + 'sayings = [{ id = "a", text = "" }]', ["sayings[0] a: missing (text)"]),
        (BASE + 'sayings = "no-such"', ["sayings: unknown-name (no-such)"]),
        (WHOLE.replace('id = "cyd"', 'id = "ana"'), ["characters: duplicate (ana)"]),
        (WHOLE.replace("pile = 5", "pile = 9"), ["players.3: too-few-cards (9; 10)"]),
        (WHOLE, ["players.3: too-few-tiles (L1)"]),
        (WHOLE.replace("[players.3]", "[players.4]"), ["players.4: too-few-characters (3; 4)"]),
    ],
)
def test_a_fault_is_named(text, wanted):
    found = faults(text)
    for fault in wanted:
        assert any(line.startswith(fault) for line in found), found


def test_files_that_cannot_be_read(tmp_path):
    for path in (tmp_path / "none.toml", tmp_path):
        with pytest.raises(ScenarioError, match="unreadable"):
            load_scenario(path)
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(ScenarioError, match="unreadable"):
        load_scenario(tmp_path / "bytes.toml")
    with pytest.raises(ScenarioError, match="unknown-name"):
        load_scenario("no-such")
    assert faults("#" * (LARGEST_FILE + 1)) == [f"file: too-large (> {LARGEST_FILE})"]
    assert faults("a" + ".a" * (MOST_DOTS + 1)) == [f"file: too-large (> {MOST_DOTS})"]
    assert faults("a = [" + "{}," * 500 + "]")[0] == "scenario: unknown-key ('a')"


def test_a_mark_at_the_beginning_does_no_harm():
    assert read_scenario("\ufeff" + BASE) == read_scenario(BASE)


# Fuzzed files -------------------------------------------------------------------------------------------------------

TABLES = [tomllib.loads(text) for text in (WHOLE.replace("L1 = 4", "L1 = 6"), BASE + "[players]\n3 = { pile = 10 }")]
TEXTS = [*map(toml_text, TABLES)]


def play_a_little(text: str, rng: random.Random) -> None:
    """A damaged scenario is refused, or it can be played."""
    with suppress(ScenarioError):
        scenario = read_scenario(text)
        for players in scenario.players:
            state = new_game(scenario, players)
            for _ in range(60):
                if state.to_act is None:
                    break
                state, _ = play(state, choose(state, rng, 1.0))


@pytest.mark.parametrize("seed", SEEDS)
def test_fuzz_scenario_tables(seed):
    rng = game_rng(seed)
    for case in range(CASES):
        play_a_little(toml_text(damaged_table(TABLES[case % 2], [*WRONG_VALUES, "night", ["night"]], rng)), rng)


@pytest.mark.parametrize("seed", SEEDS)
def test_fuzz_scenario_texts(seed):
    rng = game_rng(seed)
    for case in range(CASES):
        play_a_little(damaged_text(TEXTS[case % 2], rng), rng)


@pytest.mark.parametrize("seed", SEEDS)
def test_fuzz_scenario_files_byte_by_byte(seed, tmp_path):
    rng = game_rng(seed)
    path = tmp_path / "damaged.toml"
    for case in range(CASES):
        path.write_bytes(damaged_bytes(TEXTS[case % 2].encode(), rng))
        with suppress(ScenarioError):
            load_scenario(path)
