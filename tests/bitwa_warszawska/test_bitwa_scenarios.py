"""Own scenarios and own cards: everything wrong in a file is reported at once, and what is right plays."""

import random
import re
import tomllib
from contextlib import suppress
from functools import partial
from importlib.resources import files
from pathlib import Path

import pytest

from mali_powstancy.bitwa_warszawska import (
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
from mali_powstancy.bitwa_warszawska.effects import EffectError, parse
from mali_powstancy.bitwa_warszawska.texts import Texts
from mali_powstancy.bitwa_warszawska.texts.card_sentences import effect_sentence
from tests.bitwa_warszawska.random_battles import SMALL, choose
from tests.damage import CASES, SEEDS, WRONG_VALUES, damaged_bytes, damaged_table, damaged_text, faults_of, toml_text

BASE = 'id = "own"\nversion = 1\ntitle = "Własna"\nbased_on = "bitwa-standard"\n'
faults = partial(faults_of, read_scenario)
CARD = '[[own_cards]]\nid = "{id}"\narmy = "{army}"\nkind = "{kind}"\nname = "Nasza karta"\neffect = "{effect}"\n'


def card(id: str = "own-card", army: str = "WP", kind: str = "order", effect: str = "move 2", more: str = "") -> str:
    """A scenario with one own card."""
    return BASE + CARD.format(id=id, army=army, kind=kind, effect=effect) + more


# Shipped ones -------------------------------------------------------------------------------------------------------


def test_two_scenarios_are_shipped_V_74_V_75_HV_17():
    assert shipped_scenarios() == ("bitwa-short-1", "bitwa-standard-1")
    short, standard = map(load_scenario, shipped_scenarios())
    assert (standard.points, standard.rounds, short.points) == (7, 13, 5)
    assert [(n, *counts) for n, counts in standard.players.items()] == [
        (2, 4, 5, 3, 1),
        (3, 3, 4, 4, 2),
        (4, 3, 4, 4, 2),
    ]
    assert short.cards == standard.cards
    assert short.hash != standard.hash
    assert load_scenario().name == "bitwa-standard-1"


def test_every_number_of_the_data_says_from_where_it_is_known():
    data = files("mali_powstancy.bitwa_warszawska").joinpath("data", "scenarios", "bitwa-standard-1.toml")
    raw = tomllib.loads(data.read_text("utf-8"))
    assert all(row["origin"] == "rulebook" for row in raw["numbers"].values())
    designed = {
        (players, key) for players, row in raw["players"].items() for key in row if row[key]["origin"] != "rulebook"
    }
    assert designed == {("2", "high"), ("2", "low"), ("3", "low"), ("4", "low")}


def test_names_captions_and_sources_change_nothing_but_effects_do():
    own = read_scenario(BASE)
    assert read_scenario(BASE.replace("Własna", "Inna")) == own
    plain, told = card(), card(more='caption = "Coś się zdarzyło."\nsources = ["r"]\nname_en = "Our card"\n')
    assert read_scenario(plain) == read_scenario(told) != own
    assert read_scenario(card(effect="move 3")).hash != read_scenario(plain).hash
    assert read_scenario(f'game = "{ID}"\n' + BASE) == own
    changed = own._replace(points=3)
    assert changed.part_hashes["numbers"] != own.part_hashes["numbers"]
    assert own._replace(title="Inna").hash == own.hash
    assert hash(own) == hash(read_scenario(BASE))
    assert repr(own) == "<scenario own-1>"


# Own ones -----------------------------------------------------------------------------------------------------------


def test_a_class_may_add_a_card_and_replace_one_and_take_one_out():
    own = read_scenario(
        BASE
        + 'deck_without = ["wp-kolej"]\n'
        + CARD.format(id="own-card", army="WP", kind="order", effect="move 2; again")
        + CARD.format(id="acz-14-dk", army="ACz", kind="unit", effect="add 1 L1 on M")
        + "[numbers]\npoints = { value = 4, origin = 'ours' }\n"
    )
    assert len(own.cards) == 106
    assert own.cards["own-card"].origin == "designed"
    assert own.cards["acz-14-dk"].options[0][0].parts == ((1, 1),)
    assert own.points == 4
    for players in own.players:
        rng, state = random.Random(players), new_game(own, players)
        while state.to_act is not None:
            state, _ = play(state, choose(state, rng))
        assert outcome(state) is not None


def test_a_scenario_comes_from_a_file(tmp_path):
    path = tmp_path / "own.toml"
    path.write_text(card(), "utf-8")
    assert load_scenario(path) == load_scenario(str(path))
    for bad in (tmp_path / "none.toml", tmp_path):
        with pytest.raises(ScenarioError, match="unreadable"):
            load_scenario(bad)


def test_a_source_has_its_words_in_both_languages_and_one_of_a_class_may_do_with_one():
    own = read_scenario(
        BASE.replace("based_on", "deck = []\nbased_on")
        + 'sources = [{ id = "r", grade = "C", what = "Kronika klasy", where = "w szafie" }]\n'
        + CARD.format(id="a", army="WP", kind="order", effect="move 1")
        + 'sources = ["r"]\n'
        + CARD.format(id="b", army="ACz", kind="order", effect="move 1")
    )
    assert own.sources["r"] == ("r", "C", "Kronika klasy", "Kronika klasy", "w szafie", "w szafie")
    sources = load_scenario().sources.values()
    alike = {source.id for source in sources if source.what == source.what_en}
    assert alike == {"s11", "s30", "s31", "s36", "s37", "s54"}, "names alone, and titles of works in English"
    assert {source.id for source in sources if source.where != source.where_en} == {"r", "s18", "s22", "s35"}


# Faults -------------------------------------------------------------------------------------------------------------


def test_all_faults_of_a_card_are_reported_at_once():
    found = faults(
        card(id="Own", army="XX", kind="order", effect="fly 3; move 9; move 1 if at X; start")
        + "limit = 3\ncolour = 1\n"
        + "[numbers]\npoints = 0\n[players]\n5 = { hand = 1 }\n"
    )
    assert found == [
        "own_cards[0] Own: unknown-key ('colour')",
        "own_cards[0] Own: unknown-key ('limit')",
        "own_cards[0] Own.id: bad-id (Own)",
        "own_cards[0] Own.army: unknown-name (XX)",
        "own_cards[0] Own.effect: effect-unreadable (fly 3)",
        "own_cards[0] Own.effect: effect-number (9)",
        "own_cards[0] Own.effect: effect-condition (at X)",
        "own_cards[0] Own.effect: effect-misplaced (start)",
        "numbers.points: out-of-range (0; 1..99)",
        "players: unknown-key ('5')",
    ]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("id = ", ["file: unreadable"]),
        ("", ["scenario: missing (deck)", "numbers: missing", "players: missing"]),
        ('game = "wiarusi"\n' + BASE, ["scenario.game: other-game (wiarusi)"]),
        (BASE + 'deck = "no-such"', ["deck: unknown-name (no-such)"]),
        (BASE + "deck = 3", ["deck: wrong-type (3)"]),
        (BASE + "deck = []", ["deck: too-few-cards (WP)", "deck: too-few-cards (ACz)"]),
        (BASE + "deck_without = 3", ["scenario.deck_without: wrong-type (3)"]),
        (BASE + 'deck_without = ["x"]', ["scenario.deck_without: unknown-name (x)"]),
        (BASE + 'sources = "no-such"', ["sources: unknown-name (no-such)"]),
        (
            BASE + 'sources = [{ id = "r", grade = "D", what = "w", where = "x" }]',
            ["sources[0] r.grade: unknown-name (D)"],
        ),
        (
            BASE + 'sources = [{ id = "r", grade = "A", what_en = 1, where = "x", whose = "y" }]',
            [
                "sources[0] r: unknown-key ('whose')",
                "sources[0] r: missing (what)",
                "sources[0] r.what_en: wrong-type (1)",
            ],
        ),
        (card(kind="general"), ["own_cards[0] own-card.kind: unknown-name (general)"]),
        (card(kind="commander"), ["own_cards[0] own-card: missing (limit)"]),
        (card(kind="commander", more="limit = 7"), ["own_cards[0] own-card.limit: out-of-range (7; 3..6)"]),
        (card(effect="start"), ["own_cards[0] own-card.effect: effect-misplaced (start)"]),
        (card(effect=""), ["own_cards[0] own-card: missing (effect)"]),
        (card(more='sources = ["x"]'), ["own_cards[0] own-card.sources: unknown-name (x)"]),
        (card(more=CARD.format(id="own-card", army="WP", kind="order", effect="move 1")), ["own_cards: duplicate"]),
        (BASE + "numbers = 3", ["numbers: wrong-type (3)"]),
        (BASE + "players = 3", ["players: wrong-type (3)"]),
        (BASE + "[players]\n3 = 3", ["players.3: wrong-type (3)"]),
        (BASE + "[players]\n3 = { hand = true }", ["players.3.hand: wrong-type (True)"]),
        (BASE + "[numbers]\nfirst_units = 3\nline_limit = 2", ["numbers: too-few-units"]),
        (BASE + "[numbers]\nfirst_units = 3\nunits = 8", ["numbers: too-few-units"]),
    ],
)
def test_a_fault_of_a_battle_is_named(text, wanted):
    found = faults(text)
    for fault in wanted:
        assert any(line.startswith(fault) for line in found), found


def test_too_many_cards():
    rows = "".join(CARD.format(id=f"c-{n}", army="WP", kind="order", effect="move 1") for n in range(100))
    assert faults(BASE + rows) == ["deck: too-large (206; 200)"]


# Fuzzed files -------------------------------------------------------------------------------------------------------

TABLES = [tomllib.loads(text) for text in (SMALL, card(more="[players]\n3 = { hand = 2 }\n"))]
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
                state, _ = play(state, choose(state, rng))


@pytest.mark.parametrize("seed", SEEDS)
def test_fuzz_tables_of_battles(seed):
    rng = game_rng(seed)
    for case in range(CASES // 5):
        play_a_little(toml_text(damaged_table(TABLES[case % 2], [*WRONG_VALUES, "WP", "move 2"], rng)), rng)


@pytest.mark.parametrize("seed", SEEDS)
def test_fuzz_texts_of_battles(seed):
    rng = game_rng(seed)
    for case in range(CASES // 5):
        play_a_little(damaged_text(TEXTS[case % 2], rng), rng)


@pytest.mark.parametrize("seed", SEEDS)
def test_fuzz_files_of_battles_byte_by_byte(seed, tmp_path):
    rng = game_rng(seed)
    path = tmp_path / "damaged.toml"
    for case in range(CASES // 5):
        path.write_bytes(damaged_bytes(TEXTS[case % 2].encode(), rng))
        with suppress(ScenarioError):
            load_scenario(path)


# The page about own scenarios ---------------------------------------------------------------------------------------

PAGE = (Path(__file__).parents[2] / "docs/scenarios.md").read_text("utf-8").partition("## A scenario of Bitwa")[2]
(EXAMPLE,) = re.findall(r"^```toml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
EFFECTS = re.findall(r"^\| `(.+)` \| (.+) \| ([a-z, ]+) \|$", PAGE, re.MULTILINE)


def test_the_example_of_the_page_changes_what_it_says_and_can_be_loaded_and_played(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "river-fog.toml").write_text(EXAMPLE, "utf-8")
    (code,) = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    made = {}
    exec(code, made)
    standard, own, state = load_scenario("bitwa-standard"), made["scenario"], made["state"]
    assert ({*standard.cards} - {*own.cards}, {*own.cards} - {*standard.cards}) == ({"wp-szyfry"}, {"wp-fog"})
    assert (own.points, own.players[2].hand) == (6, 5)
    rng = random.Random(1)
    while state.to_act is not None:
        state, _ = play(state, choose(state, rng))
    assert outcome(state) is not None


def test_the_faults_of_the_page_are_told_like_that_and_all_at_once():
    wrong = EXAMPLE.replace("hand = 5 ", "hand = 50 ").replace('kind = "order"', 'kind = "general"')
    wrong = re.sub('effect = ".*"', 'effect = "fly 2; strength 9"', wrong)
    with pytest.raises(ScenarioError) as refused:
        read_scenario(wrong, "river-fog.toml")
    told = [f"{Texts('en').fault(fault)}\n" for fault in refused.value.faults]
    assert re.findall(r"^```text\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL) == ["".join(told)]


@pytest.mark.parametrize(("effect", "sentence", "kinds"), EFFECTS)
def test_an_effect_of_the_page_says_what_stands_beside_it_and_is_for_these_cards(effect, sentence, kinds):
    fitting = []
    for kind in ("unit", "commander", "order"):
        with suppress(EffectError):
            assert effect_sentence(Texts("en"), parse(effect, kind)) == sentence
            fitting.append(kind)
    assert ", ".join(fitting) == kinds


def test_the_page_shows_every_verb_of_the_language():
    shown = {clause.verb for effect, _, _ in EFFECTS for option in parse(effect) for clause in option}
    known = {clause.verb for card in load_scenario().cards.values() for option in card.options for clause in option}
    assert shown == known
