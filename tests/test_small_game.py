"""The small game of the tests: the shortest real example of what a game is, and of how little it needs."""

import re
from pathlib import Path

import pytest

from mali_powstancy.tabletop.board import Board
from mali_powstancy.tabletop.game import SetupError
from mali_powstancy.tabletop.library import Roster, UnknownGame, rules_of
from mali_powstancy.tabletop.players import Players
from mali_powstancy.tabletop.scenario_file import ScenarioError
from mali_powstancy.tabletop.tally import Tally
from tests.small_game import board, players, tally
from tests.small_game.board import in_words, texts_for
from tests.small_game.rules import (
    Event,
    Move,
    chance_outcomes,
    is_private,
    load_scenario,
    new_game,
    observe,
    play,
    read_scenario,
)
from tools import build_texts

# mypy holds these modules to the protocols here, and the rules in tests/every_game.py.
PLAYERS: Players = players
BOARD: Board = board
ROSTER: Roster = players
TALLY: Tally = tally

ROOT = Path(__file__).parent.parent
TEXTS = ROOT / "tests" / "small_game" / "texts"


def test_its_texts_are_whole_and_compiled():
    assert build_texts.faults(TEXTS) == []
    assert build_texts.stale(build_texts.build_all(TEXTS), TEXTS) == []


def test_no_file_of_the_package_knows_it():
    sources = (ROOT / "mali_powstancy").rglob("*.py")
    assert [file.name for file in sources if re.search(r"small_game|\brace-1\b", file.read_text("utf-8"))] == []


def test_it_is_in_the_library_only_where_a_test_asks_for_it():
    with pytest.raises(UnknownGame):
        rules_of("race")


def test_two_cards_alike_stay_and_the_die_and_a_lucky_number_help():
    state = new_game(load_scenario("race"), 3)
    for verb, number in [("deal", 4), ("deal", 2), ("deal", 1), ("card", 3), ("card", 2), ("card", 3)]:
        state, _ = play(state, Move(verb, number))
    state, events = play(state, Move("roll", 2))
    assert events == (Event("rolled", None, 2), Event("stayed", 0), Event("walked", 1, 5), Event("stayed", 2))
    assert (state.steps, state.hands[1], state.played[1]) == ((0, 5, 0), (1, 3, 4), (2,))


def test_lucky_numbers_differ_and_are_shown_behind_the_curtain_only():
    state = new_game(load_scenario("race"), 3)
    for number in (4, 2):
        state, _ = play(state, Move("deal", number))
    assert [*chance_outcomes(state)] == [Move("deal", 1), Move("deal", 3)]
    state, _ = play(state, Move("deal", 1))
    assert is_private(state)
    assert in_words(texts_for("en"), observe(state, 1))[-1] == "Your lucky number: 2."
    assert (
        in_words(texts_for("en"), observe(state, None))[-1]
        == "player 3: 0 steps from the start, cards in hand: 1, 2, 3, 4."
    )


def test_a_race_of_ones_own_is_read_and_what_is_wrong_is_told():
    text = 'game = "race"\nid = "long-race"\nversion = 1\ntitle = "Długi"\ntitle_en = "Long"\ncards = 6\n'
    assert new_game(read_scenario(text), 2).hands[0] == (1, 2, 3, 4, 5, 6)
    with pytest.raises(ScenarioError) as refused:
        read_scenario(text.replace("6", "99").replace('id = "long-race"\n', ""))
    assert len(refused.value.faults) == 2
    with pytest.raises(ScenarioError):
        load_scenario("no-race")
    with pytest.raises(SetupError):
        new_game(load_scenario("race-1"), 4)


# The page about adding a game.

PAGE = (ROOT / "docs" / "new-game.md").read_text("utf-8")


def test_the_page_names_files_that_are_there():
    links = re.findall(r"\]\(([^)]+)\)", PAGE)
    assert len(links) > 10
    assert [link for link in links if not (ROOT / "docs" / link).is_file()] == []


def test_the_page_says_how_long_the_small_game_is():
    length = {file.name: file.read_text("utf-8").count("\n") for file in (ROOT / "tests" / "small_game").glob("*.py")}
    words = " ".join(PAGE.split())
    assert f"It has {sum(length.values())} lines of Python, {length['rules.py']} of them its rules" in words


def test_the_code_on_the_page_is_that_of_the_small_game():
    files = [
        *(ROOT / "tests" / "small_game").glob("*.py"),
        ROOT / "tests" / "conftest.py",
        ROOT / "tests/every_game.py",
    ]
    sources = [file.read_text("utf-8") for file in files]
    shown = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert len(shown) > 4
    assert [code for code in shown if not any(code in source for source in sources)] == []


def test_the_names_on_the_page_are_names_in_the_files():
    named = {"Game": "game", "Players": "players", "Board": "board", "GameTexts": "texts", "GAMES": "library"}
    for name, module in {**named, "SCENARIOS": "codes", "PLAYERS": "codes"}.items():
        assert f"`{name}`" in PAGE
        source = (ROOT / "mali_powstancy" / "tabletop" / f"{module}.py").read_text("utf-8")
        assert re.search(rf"^(class )?{name}\b", source, re.MULTILINE), name
