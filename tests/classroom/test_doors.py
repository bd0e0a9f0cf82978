"""The doors of a notebook to the games: a board for each, and its first lesson."""

import pytest

from mali_powstancy import classroom
from mali_powstancy.engine import load_scenario
from mali_powstancy.tabletop import library
from mali_powstancy.tabletop.packing import PERSON
from mali_powstancy.tabletop.scenario_file import ScenarioError

pytestmark = pytest.mark.usefixtures("in_lesson")


def test_a_game_opens_with_its_scenario_for_newcomers_and_its_usual_table():
    menu = classroom.new_game("wiarusi").host.menu
    assert (menu.scenario.id, menu.sitting) == ("wiarusi-beginner", (PERSON, "careful", "careful"))
    for board in (
        classroom.new_game("mali-powstancy"),
        classroom.new_game(),
        classroom.new_game(load_scenario("basic")),
    ):
        assert (board.host.menu.scenario.id, board.host.menu.sitting) == ("basic", (PERSON, "medium"))
    menu = classroom.new_game("bitwa-warszawska").host.menu
    assert (menu.scenario.id, menu.sitting) == ("bitwa-standard", (PERSON, "planner"))
    menu = classroom.new_game("wiarusi-veteran", 4, (PERSON, PERSON)).host.menu
    assert menu.sitting == (PERSON, PERSON, "careful", "careful")


def test_a_name_that_no_game_has_is_told_with_those_that_there_are():
    with pytest.raises(ScenarioError, match=r"wiarussi.*mali-powstancy, wiarusi, bitwa-warszawska, basic-1"):
        classroom.new_game("wiarussi")
    with pytest.raises(ValueError, match="strong"):
        classroom.new_game("wiarusi", seats=("medium",))


@pytest.mark.parametrize("game_id", [*filter(library.has_tutorial, library.GAMES)])
def test_the_first_lesson_of_each_game_opens_at_its_first_step(game_id):
    lesson = classroom.tutorial(game_id).host.lesson
    assert lesson is not None
    assert (lesson.script, lesson.number) == (library.tutorial_of(game_id), 0)


def test_without_a_name_the_first_lesson_is_that_of_the_first_game():
    lesson = classroom.tutorial().host.lesson
    assert lesson is not None
    assert lesson.script is library.tutorial_of(library.FIRST)


def test_a_first_lesson_that_there_is_not_is_told(monkeypatch):
    with pytest.raises(library.UnknownGame, match="mali-powstancy, wiarusi"):
        classroom.tutorial("chess")
    monkeypatch.setitem(library.GAMES, "wiarusi", library.GAMES["wiarusi"]._replace(tutorial=None))
    with pytest.raises(ValueError, match="no first lesson"):
        classroom.tutorial("wiarusi")
