"""The rule workshop: every fault is said beside its field, files are never spoilt, and games say the same twice."""

import json
import pkgutil
import random
from functools import cache
from itertools import count, repeat
from typing import Any

import pytest

from mali_powstancy import classroom
from mali_powstancy.analysis import compare
from mali_powstancy.classroom import changed_game, rule_editor
from mali_powstancy.classroom.desks import paired_games
from mali_powstancy.classroom.desks.changed_rules import (
    CLOSED,
    MOST_ROADS,
    BeyondTheForm,
    RoadChange,
    RulesForm,
    changed_scenario,
    faults_of,
    original_rules,
    read_rules,
    scenario_text,
    tidy,
)
from mali_powstancy.classroom.desks.paired_games import BOTS, PairedGames
from mali_powstancy.classroom.desks.rule_desk import RuleDesk, last_saved
from mali_powstancy.engine import load_scenario, read_scenario
from mali_powstancy.engine.tally import GameRow
from mali_powstancy.lab import Serial, simulate
from mali_powstancy.tabletop.storage import FileStorage, MemoryStorage, StorageError, StorageFault
from mali_powstancy.texts import languages
from mali_powstancy.views.page.desk import UnknownMessage

BASIC = load_scenario("basic")
RED = "red 4, red 5, red 6"
GUESS = {"defeats": "more", "gap": "same"}
CUT_OFF = {
    "start-0": "port",
    "to-0": "przyczolek",
    "what-0": CLOSED,
    "start-1": "port",
    "to-1": "stary-mokotow",
    "what-1": CLOSED,
}
"""Both roads to the Port are closed."""


def desk(lang: str = "en", shelf: Any = None) -> RuleDesk:
    return RuleDesk(lang, MemoryStorage() if shelf is None else shelf, repeat(1))


def filled(lang: str = "en", **values: str) -> RuleDesk:
    made = desk(lang)
    made.handle({"do": "draft", "values": {name.replace("_", "-"): value for name, value in values.items()}})
    return made


def faulty(values: dict[str, str], lang: str = "en") -> dict[str, list[str]]:
    made = desk(lang)
    made.handle({"do": "draft", "values": values})
    return made.faults


def block(made: RuleDesk, kind: str) -> dict[str, Any]:
    return next(each for each in made.blocks() if each["t"] == kind)


def field(made: RuleDesk, name: str) -> dict[str, Any]:
    """A field of the form, wherever it stands."""

    def inside(fields: list[dict[str, Any]]) -> Any:
        for each in fields:
            yield each
            yield from inside(each.get("fields", []))

    return next(each for each in inside(block(made, "ask")["fields"]) if each["name"] == name)


def buttons(made: RuleDesk) -> set[str]:
    found = {each["key"] for each in block(made, "ask")["also"]}
    for each in [*made.blocks(), *block(made, "group")["blocks"]]:
        found |= {item["key"] for item in each.get("items", []) if each["t"] == "buttons"}
        found |= {each["submit"]["key"]} if each["t"] == "ask" else set()
    return found


def play_on(made: RuleDesk, slices: int = 1000) -> None:
    for _ in range(slices):
        if made.stage == "playing":
            made.step()


# --- rules as a file


def test_the_original_rules_are_those_of_the_basic_game():
    rules = original_rules("Moje zasady")
    scenario = changed_scenario(rules)
    assert scenario.part_hashes == BASIC.part_hashes
    assert (scenario.id, scenario.title) == ("moje-zasady", "Moje zasady")
    assert scenario_text(rules).count("\n") == 4  # nothing is said that is not different


def some_rules(rng: random.Random) -> RulesForm:
    """Any rules that a form can hold, good or not."""
    places = [*BASIC.board.place, ""]
    roads = [
        RoadChange(rng.choice(places), rng.choice(places), rng.choice([CLOSED, "", *"1234"]))
        for _ in range(rng.randrange(MOST_ROADS))
    ]
    faces = [rng.choice(["", "black 1", "black 5", "red 2", "red 6"]) for _ in range(6)]
    numbers = [rng.choice(["", "0", "1", "4", "5", "12", "101", "x", "2.5", "-3", '"']) for _ in range(3)]
    return RulesForm("Łąka 2", (), tuple(faces), *numbers).with_roads(roads)


@pytest.mark.slow
def test_rules_without_faults_come_back_from_their_file_and_others_name_all_faults():
    good = 0
    for seed in range(300):
        made = desk("pl")
        made.rules = rules = some_rules(random.Random(seed))
        assert "" not in made.faults  # each has its field
        assert sum(map(len, made.faults.values())) <= len(faults_of(rules))
        if made.faults:
            assert faults_of(rules)
            continue
        scenario = changed_scenario(rules)
        good += 1
        again, read = read_rules(scenario_text(rules), "my.toml")
        assert read == scenario
        assert changed_scenario(again).part_hashes == scenario.part_hashes
    assert good > 3


def test_a_file_written_by_hand_is_shown_if_the_form_can_show_it():
    text = 'id = "by-hand"\nversion = 3\ntitle = "Ręczne"\nbased_on = "basic"\n[[road_changes]]\n{}\n'
    rules, _ = read_rules(text.format('ends = ["port", "past"]\nlength = 12'), "hand.toml")
    assert rules.roads[0] == RoadChange("port", "past", "12")
    assert rules.name == "Ręczne"


@pytest.mark.parametrize(
    "more",
    [
        "numbers.cards = [1, 2, 3]",
        "players.3.orders_in_deck = 9",
        "die = [" + '{colour = "red", number = 1},' * 7 + "]",
        'based_on = "extended"',
        'based_on = "short"',
        "road_changes = [" + ",".join(f'{{ends = ["port", "{end}"], length = 3}}' for end in ("past", "sggw")) + ","
        + ",".join(f'{{ends = ["cytadela", "{end}"], length = 3}}' for end in ("past", "sggw", "port")) + "]",
    ],
)  # fmt: skip
def test_a_file_that_says_more_than_the_form_is_left_alone(more):
    text = f'id = "more"\nversion = 1\ntitle = "More"\n{more}\n'
    text = text if "based_on" in more else text + 'based_on = "basic"\n'
    text = text if "numbers" not in more else text.replace(more, "") + more + "\n"
    assert read_scenario(text)
    with pytest.raises(BeyondTheForm):
        read_rules(text, "more.toml")
    made = desk()
    made.shelf.write("more", text)
    made.handle({"do": "open", "values": {"file": "more"}})
    assert made.said is not None
    assert "more than this form can show" in made.said[1]
    assert made.rules == desk().rules


@pytest.mark.parametrize(
    ("name", "expected"),
    [("Łódź 2!", "lodz-2"), ("  ŻÓŁĆ  ", "zolc"), ("?!", ""), ("a" * 99, "a" * 40), ("x\0y\ud800\n", "xy")],
)
def test_a_name_becomes_the_name_of_a_file(name, expected):
    assert original_rules(tidy(name, 40)).id == expected


# --- faults

FAULTS = {
    # field: what is written, and a word of the sentence beside it
    "tokens": ({"tokens": "0"}, "from 1 to 100"),
    "track": ({"track": "21"}, "from 1 to 20"),
    "orders": ({"orders": "43"}, "from 1 to 42"),
    "die": (dict.fromkeys([f"face-{at}" for at in range(6)], ""), "no face"),
    "name": ({"name": " "}, "Give your rules a name"),
    "roads": (CUT_OFF, "Port has no road left"),
    "roads.0": ({"start-0": "port", "to-0": "port", "what-0": "2"}, "two different places"),
    "roads.1": ({"start-1": "port", "to-1": "past", "what-1": CLOSED}, "nothing to close"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_said_beside_its_field_and_nothing_is_saved(name):
    values, words = FAULTS[name]
    made = desk()
    made.handle({"do": "draft", "values": values})
    assert list(made.faults) == [name]
    (sentence,) = field(made, name)["faults"]
    assert words in sentence
    assert made.news == "There's 1 thing to put right. Look for the hint next to it."
    made.handle({"do": "save"})
    assert made.shelf.keys() == []
    assert made.saved == ""


@pytest.mark.parametrize("lang", languages())
def test_all_faults_are_said_at_once(lang):
    values = {key: value for given, _ in FAULTS.values() for key, value in given.items()}
    values |= {"start-1": "past", "to-1": "sggw"}
    found = faulty(values, lang)
    assert set(found) == {"name", "tokens", "track", "orders", "die", "roads.0", "roads.1"}
    assert len({sentence for sentences in found.values() for sentence in sentences}) == 7


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"tokens": "four"}, "whole number"),
        ({"tokens": ""}, "whole number"),
        ({"track": "2,5"}, "whole number"),
        ({"tokens": "-1"}, "from 1 to 100"),
        ({"orders": "0"}, "Without orders"),
        ({"orders": "999"}, "from 1 to 42"),
        ({"orders": "99999999999"}, "whole number"),
        ({"name": "?!"}, "won't work as the name"),
        ({"name": "prison"}, "taken"),
        ({"start-0": "port"}, "Choose both places"),
        ({"start-0": "port", "to-0": "past"}, "Choose what"),
        ({"what-0": "3"}, "Choose both places"),
        ({**CUT_OFF, "start-1": "przyczolek"}, "Another change"),
    ],
)
def test_whatever_is_written_gets_a_sentence_that_helps(values, words):
    values = values | ({"to-1": "port"} if values.get("start-1") == "przyczolek" else {})
    assert any(words in sentence for sentences in faulty(values).values() for sentence in sentences)


def test_places_that_cannot_be_reached_are_all_named():
    cut = [("plac-wilsona", "dworzec-gdanski"), ("cytadela", "dworzec-gdanski"), ("cytadela", "wytwornia")]
    values = {}
    for row, (start, to) in enumerate(cut):
        values |= {f"start-{row}": start, f"to-{row}": to, f"what-{row}": CLOSED}
    assert len(faulty(values)["roads"]) == 2


def test_a_mended_form_has_no_faults_and_one_more_row_for_roads():
    made = desk()
    made.handle({"do": "draft", "values": CUT_OFF})
    assert [each["name"] for each in field(made, "roads")["fields"]] == ["roads.0", "roads.1", "roads.2"]
    made.handle({"do": "draft", "values": {"what-1": "5"}})
    assert made.faults == {}
    assert len(made.changes) == 2
    assert any("several changes at once" in each.get("text", "") for each in made.blocks())
    assert "Right now this road has a length of 4." in field(made, "roads.1")["about"]


def test_a_form_may_send_anything():
    made = desk()
    odd = {"name": 7, "tokens": None, "face-0": "blue 1", "start-0": "moon", "what-0": [], "defeats": "perhaps"}
    for message in ({"do": "draft"}, {"do": "draft", "values": odd}, {"do": "draft", "values": [1]}):
        made.handle(message)
    assert made.rules == desk().rules
    assert made.guess == {}
    with pytest.raises(UnknownMessage):
        made.handle({"do": "cheat"})


# --- what is different


def test_every_change_is_told():
    values = {"tokens": "3", "track": "4", "orders": "10", "face-0": "", "what-0": "2", "what-1": CLOSED, "what-2": "3"}
    ends = [("port", "stary-mokotow"), ("past", "elektrownia"), ("port", "past")]
    for row, (start, to) in enumerate(ends):
        values |= {f"start-{row}": start, f"to-{row}": to}
    made = desk()
    made.handle({"do": "draft", "values": values})
    assert made.changes == [
        "The road PAST Building – Powiśle Power Station is closed.",
        "The road Port – Old Mokotów: the length was 4, now it's 2.",
        "There's a new road Port – PAST Building with a length of 3.",
        f"The die: it was black 1, black 2, black 3, {RED}; now it's black 2, black 3, {RED}.",
        "How many small tokens lose the game: it was 4, now it's 3.",
        "How many rounds an order waits on the track: it was 5, now it's 4.",
        "How many orders are in the deck: it was 12, now it's 10.",
    ]


def test_what_only_looks_different_is_no_change():
    made = filled(tokens="04", what_0="4", start_0="port", to_0="stary-mokotow", face_0="black 3", face_2="black 1")
    assert made.changes == []
    made.handle({"do": "start", "values": GUESS})
    assert made.stage == "ready"
    assert made.said is not None
    assert "Change one thing first" in made.said[1]


# --- files


def test_saved_rules_can_be_loaded_opened_and_taken_along(tmp_path):
    shelf = FileStorage(tmp_path / "saves", ".toml")
    made = desk("pl", shelf)
    made.handle({"do": "draft", "values": {"tokens": "3", "name": "Trzy żetony"}})
    made.handle({"do": "save"})
    assert made.saved == "saves/trzy-zetony.toml"
    assert made.saved in made.news
    scenario = load_scenario(tmp_path / "saves/trzy-zetony.toml")
    assert (scenario.name, scenario.tokens_to_lose) == ("trzy-zetony-1", 3)
    other = desk("pl", shelf)
    other.handle({"do": "open", "values": {"file": "trzy-zetony"}})
    assert other.rules == made.rules
    assert other.saved == made.saved
    other.handle({"do": "download"})
    (file,) = other.outbox
    assert (file.name, file.text) == ("trzy-zetony.toml", shelf.read("trzy-zetony"))


def test_nothing_that_was_saved_is_written_over():
    made = filled(tokens="3")
    made.handle({"do": "save"})
    made.handle({"do": "save"})
    assert made.shelf.keys() == ["my-rules"]
    made.handle({"do": "draft", "values": {"tokens": "2"}})
    assert made.saved == ""
    made.handle({"do": "save"})
    assert made.shelf.keys() == ["my-rules-2", "my-rules"]
    assert read_scenario(made.shelf.read("my-rules") or "").tokens_to_lose == 3
    second = read_scenario(made.shelf.read("my-rules-2") or "")
    assert (second.id, second.tokens_to_lose) == ("my-rules-2", 2)
    made.shelf.write("other", "damaged")
    made.handle({"do": "draft", "values": {"name": "other"}})
    made.handle({"do": "save"})
    assert made.shelf.read("other") == "damaged"
    assert made.saved == "other-2"


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("text", ["", "id = ", "\0", "tokens = 3", 'based_on = "basic"\nnumbers.tokens_to_lose = 0'])
def test_a_damaged_file_is_told_and_changes_nothing(text, lang):
    made = filled(lang, tokens="3")
    made.shelf.write("bad", text)
    made.handle({"do": "open", "values": {"file": "bad"}})
    assert made.rules.tokens == "3"
    assert made.said is not None
    assert made.said[0] == "hint"
    assert made.refused
    assert made.refused == block(made, "list")["items"]
    assert made.shelf.read("bad") == text


BY_HAND = """id = "by-hand"
version = 1
title = "By hand"
based_on = "basic"
die = [{ colour = "black", number = 9 }, { colour = "red", number = 6 }]
[[road_changes]]
ends = ["port", "past"]
length = 7
"""


def test_more_than_the_form_offers_comes_back_after_the_lesson_was_closed():
    made = desk()
    made.shelf.write("by-hand", BY_HAND)
    made.handle({"do": "open", "values": {"file": "by-hand"}})
    assert made.rules.roads[0] == RoadChange("port", "past", "7")
    assert made.rules.faces[0] == "black 9"
    again = desk()
    again.restore(json.loads(json.dumps(made.memory())))
    assert again.rules == made.rules
    assert again.faults == {}
    for name, value in (("what-0", "7"), ("face-0", "black 9")):
        shown = field(again, name)
        assert shown["value"] == value
        assert value in [item["value"] for item in shown["items"]]
    again.handle({"do": "draft", "values": {"what-0": "7", "face-0": "black 9", "tokens": "3"}})
    assert (again.rules.roads, again.rules.faces) == (made.rules.roads, made.rules.faces)


@pytest.mark.parametrize("face", ["black", "black 0", "black 1234", "blue 1", "black ١", 9, None, ["red 1"]])
def test_what_is_no_face_is_not_taken(face):
    made = desk()
    made.handle({"do": "draft", "values": {"face-0": face}})
    assert made.rules == desk().rules


@pytest.mark.parametrize("what", ["0", "-1", "1000", "open", "1.5", "٧", 7, None, ["7"]])
def test_what_is_no_length_is_not_taken(what):
    made = desk()
    made.handle({"do": "draft", "values": {"what-0": what}})
    assert made.rules == desk().rules


@pytest.mark.parametrize("lang", languages())
def test_a_downloaded_file_can_be_opened_elsewhere(lang):
    made = filled(lang, tokens="3", name="Three tokens", start_0="port", to_0="past", what_0="2")
    made.handle({"do": "download"})
    file = made.outbox[0]
    other = desk(lang)
    (bring,) = (each for each in uploads(other.blocks()) if each["accept"] == ".toml")
    key = block(other, "ask")["key"]
    assert bring["most"] == 800_001, "of a file no more is read than shows that it is too large"
    other.handle({**bring["do"], "name": file.name, "text": file.text})
    assert other.rules == made.rules
    assert block(other, "ask")["key"] != key, "the form is filled anew"
    assert other.said == ("good", other.texts.say("editor.brought", file="three-tokens.toml"))
    assert (other.shelf.keys(), other.saved) == ([], ""), "nothing is saved before somebody says so"


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize(
    "text", ["", "id = ", "\0", "\ud800", "MP1.ABC", "x" * 300_000, "[" * 100_000, None, 7, BY_HAND + "tokens = 3"]
)
def test_a_faulty_file_that_is_brought_is_told_and_changes_nothing(text, lang):
    made = filled(lang, tokens="3")
    made.handle({"do": "open-file", "name": "bad\n.toml", "text": text})
    assert made.rules.tokens == "3"
    assert made.said == ("hint", made.texts.say("editor.faulty-file", file="bad.toml"))
    assert made.refused == block(made, "list")["items"]
    assert made.refused


def test_a_file_that_is_brought_and_says_more_than_the_form_is_told():
    made = desk()
    text = BY_HAND.replace("die = [", "die = [" + '{ colour = "red", number = 1 }, ' * 5)
    made.handle({"do": "open-file", "name": 7, "text": text})
    assert made.said == ("hint", made.texts.say("editor.beyond", file="rules.toml"))
    assert made.rules == desk().rules


def uploads(blocks: Any) -> Any:
    for each in blocks:
        if each["t"] == "upload":
            yield each
        yield from uploads(each.get("blocks", []))


def test_a_file_that_is_gone_is_told():
    made = desk()
    for values in ({"file": "gone"}, {}, None):
        made.handle({"do": "open", "values": values})
        assert made.said is not None
        assert made.said[0] == "hint"


class Broken(MemoryStorage):
    """A folder that cannot be used."""

    def keys(self) -> list[str]:
        raise StorageError(StorageFault.UNREADABLE, "saves")

    def read(self, key: str) -> str | None:
        raise StorageError(StorageFault.UNREADABLE, "saves")

    def write(self, key: str, text: str) -> None:
        raise StorageError(StorageFault.UNWRITABLE, "saves")


def test_a_folder_that_cannot_be_used_is_told_and_the_form_stays():
    made = desk(shelf=Broken())
    made.handle({"do": "draft", "values": {"tokens": "3"}})
    made.handle({"do": "save"})
    assert made.said == ("hint", "The file couldn't be saved. Your changes are still in the form.")
    made.handle({"do": "open", "values": {"file": "x"}})
    assert "couldn't be opened" in made.news
    assert made.rules.tokens == "3"
    assert made.blocks()
    assert last_saved(made.shelf) is None


def test_back_to_the_original_rules():
    made = filled(tokens="3", start_0="port", to_0="past", what_0="2")
    made.handle({"do": "save"})
    key = block(made, "ask")["key"]
    made.handle({"do": "original"})
    assert made.rules == desk().rules
    assert block(made, "ask")["key"] != key  # the form is filled anew
    assert made.shelf.keys() == ["my-rules"]
    assert made.memory() is None


def test_the_form_is_there_again_after_the_lesson_was_closed():
    made = desk()
    made.handle({"do": "draft", "values": {"tokens": "x", "face-1": "red 2", **CUT_OFF, "name": "Kość"} | GUESS})
    again = desk()
    again.restore(made.memory() or {})
    assert (again.rules, again.guess, str(again)) == (made.rules, made.guess, str(made))


@pytest.mark.parametrize(
    "memory", [{}, {"rules": 7}, {"rules": {"roads": [[1, 2], "x"], "faces": 3, "name": None}}, {"guess": ["more"]}]
)
def test_a_damaged_memory_is_ignored(memory):
    made = desk()
    made.restore(memory)
    assert made.rules == desk().rules


# --- games


@cache
def done() -> RuleDesk:
    """A desk that has compared three tokens with four; only to be looked at."""
    made = filled(tokens="3", name="Three")
    made.handle({"do": "start", "values": GUESS})
    play_on(made)
    return made


def test_nothing_is_played_before_a_guess():
    made = filled(tokens="3")
    made.handle({"do": "start", "values": {"defeats": "more"}})
    assert made.stage == "ready"
    assert made.said is not None
    assert "Guess first" in made.said[1]
    made = filled(tokens="0")
    made.handle({"do": "start", "values": GUESS})
    assert made.stage == "ready"


@pytest.mark.slow
def test_the_pairs_are_those_of_the_analysis():
    made = done()
    assert made.stage == "done"
    assert made.pairs is not None
    found = compare(BASIC, changed_scenario(made.rules), list(BOTS), 200, 1, Serial(), progress=False)
    assert made.pairs.comparison.differences == found.differences
    figure = made.figure()
    assert figure is not None
    assert figure.twin.rows[0][0] == "games in which everyone loses"


@pytest.mark.slow
def test_the_result_says_whether_zero_lies_in_the_interval():
    defeats, gap = done()._results()
    assert "Everyone loses more often" in defeats
    assert "Zero is outside the interval" in defeats
    assert "That's what you guessed too." in defeats
    assert "Zero is inside the interval" in gap
    assert "So we can't say whether your guess is right." in gap
    assert buttons(done()) >= {"again", "save", "original"}
    assert "start" not in buttons(done())


@pytest.mark.slow
def test_a_stopped_run_that_goes_on_ends_as_if_nobody_had_stopped_it():
    made = filled(tokens="3", name="Three")
    made.handle({"do": "start", "values": GUESS})
    play_on(made, 3)
    made.handle({"do": "stop"})
    assert made.stage == "stopped"
    assert "15 of 200" in str(made)
    assert made.figure() is not None
    made.handle({"do": "go-on"})
    play_on(made)
    assert str(made) == str(done())
    assert block(made, "group") == block(done(), "group")


def test_other_rules_begin_anew():
    made = filled(tokens="3")
    made.handle({"do": "start", "values": GUESS})
    play_on(made, 1)
    made.handle({"do": "draft", "values": GUESS})
    assert made.stage == "playing"
    made.handle({"do": "draft", "values": {"tokens": "2"}})
    assert (made.stage, made.pairs, made.guess) == ("ready", None, {})
    made.step()
    assert made.pairs is None


def test_a_guess_can_be_made_again():
    made = filled(tokens="3")
    made.handle({"do": "start", "values": GUESS})
    made.handle({"do": "again"})
    assert made.stage == "playing"
    made.handle({"do": "stop"})
    assert "before the first game" in str(made)
    made.handle({"do": "again"})
    assert (made.stage, made.guess, made.rules.tokens) == ("ready", {}, "3")
    assert "start" in buttons(made)


def test_every_desk_has_games_of_its_own_and_keeps_them_until_somebody_guesses_again():
    made = RuleDesk("en", MemoryStorage(), count(7))
    made.handle({"do": "start", "values": {"tokens": "3", **GUESS}})
    assert made.pairs is not None
    assert made.pairs.seed == 7
    later = desk()
    later.restore(made.memory() or {})
    assert later.seed == 7
    made.handle({"do": "stop"})
    made.handle({"do": "again"})
    made.handle({"do": "start", "values": GUESS})
    assert made.pairs.seed == 8


def test_games_by_the_rules_as_they_are_serve_for_every_change(monkeypatch):
    played: list[tuple[str, int]] = []

    def noted(numbers, bots, scenario, *further, **named):
        played.append((scenario.id, len(numbers)))
        return simulate(numbers, bots, scenario, *further, **named)

    monkeypatch.setattr(paired_games, "simulate", noted)
    known: list[GameRow] = []
    first, second = (PairedGames(BASIC, changed_scenario(filled(tokens=n).rules), 1, known) for n in ("3", "5"))
    assert first.play_slice()
    assert second.play_slice()
    assert [games for scenario, games in played if scenario == BASIC.id] == [len(first), 0]
    alone = PairedGames(BASIC, second.scenarios[1], 1)
    assert alone.play_slice()
    assert alone.comparison == second.comparison


def test_too_few_games_with_points_are_told():
    made = filled(tokens="1")
    made.handle({"do": "start", "values": GUESS})
    made.pairs = PairedGames(BASIC, changed_scenario(made.rules), 1)
    play_on(made, 1)
    made.handle({"do": "stop"})
    assert len(list(made._results())) == len(made.guessed)


def test_a_fault_of_the_program_is_told_kindly(monkeypatch):
    made = filled(tokens="3")
    made.handle({"do": "start", "values": GUESS})
    monkeypatch.setattr(made.pairs, "play_slice", lambda: 1 / 0)
    made.step()
    assert made.stage == "failed"
    assert "not your fault" in str(made)
    assert "again" in buttons(made)


# --- in a notebook


def test_no_name_of_the_classroom_is_hidden_by_a_module_of_the_same_name():
    modules = {module.name for module in pkgutil.iter_modules(classroom.__path__)}
    assert not modules & set(classroom.__all__)


def test_a_notebook_asks_for_it_by_name(in_lesson):
    panel = rule_editor()
    assert repr(panel) == str(desk())
    panel.desk.handle({"do": "draft", "values": {"tokens": "2", "name": "Mine"}})
    assert changed_game().host.menu.scenario.id == "basic"
    panel.desk.handle({"do": "save"})
    assert (in_lesson / "saves/mine.toml").is_file()
    host = changed_game().host
    assert host.menu.scenario.tokens_to_lose == 2


def test_the_board_takes_the_rules_that_were_saved_last_and_can_be_played():
    shelf = MemoryStorage()
    assert last_saved(shelf) is None
    for name, tokens in (("first", 2), ("second", 3)):
        shelf.write(name, scenario_text(original_rules(name)._replace(tokens=str(tokens))))
    shelf.write("bad", "x")
    found = last_saved(shelf)
    assert found is not None
    assert found.tokens_to_lose == 3


@pytest.mark.parametrize("lang", languages())
def test_the_state_is_told_in_words(lang):
    assert len(str(desk(lang)).splitlines()) == 2
    assert desk(lang).changes == []
    assert len(str(filled(lang, tokens="0", track="0")).splitlines()) == 4
