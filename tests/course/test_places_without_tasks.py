"""Nothing of ours leads to Pawiak, aleja Szucha or plac Narutowicza: no order, exercise, first lesson, quiz or example.

The rulebook's own card and its own examples are the only exceptions, and each of them is named here.
"""

import tomllib
from pathlib import Path

import pytest

import mali_powstancy
from mali_powstancy.classroom.makers import stations
from mali_powstancy.engine import (
    GameState,
    load_scenario,
    shipped_scenarios,
)
from mali_powstancy.engine.cards import VICTORY
from mali_powstancy.history import places
from mali_powstancy.table.exercises import SCRIPTS
from mali_powstancy.table.marks import Marks
from mali_powstancy.table.tutorial import TUTORIAL
from mali_powstancy.tabletop.codes import from_code
from mali_powstancy.tabletop.scripts import Lesson, Script
from mali_powstancy.tabletop.session import Session

DATA = Path(mali_powstancy.__file__).parent / "data"
THE_THREE = {"pawiak", "szucha", "plac-narutowicza"}
NEWEST = sorted({load_scenario(load_scenario(name).id).name for name in shipped_scenarios()})
RULEBOOK_CARD = "wytwornia>szucha"
"""O-2."""
OF_THE_RULEBOOK = {"03-e"}
"""The exercise that is an example of the rulebook with its card: its order is late, and nobody goes there."""


def orders_at_the_three(orders: list[dict[str, str]]) -> list[str]:
    return [f"{order['from']}>{order['to']}" for order in orders if THE_THREE & {order["from"], order["to"]}]


def test_the_mark_stands_at_the_three_places_alone():
    assert {place.object for place in places() if place.no_task} == THE_THREE
    assert not THE_THREE & set(stations())


@pytest.mark.parametrize("name", NEWEST)
def test_no_designed_order_of_the_newest_decks_begins_or_ends_there(name):
    deck = tomllib.loads((DATA / "scenarios" / f"{name}.toml").read_text("utf-8"))["orders"]
    orders = tomllib.loads((DATA / "orders" / f"{deck}.toml").read_text("utf-8"))["orders"]
    assert len(orders) == 42
    assert orders_at_the_three([order for order in orders if order["origin"] == "designed"]) == []
    assert orders_at_the_three(orders) == [RULEBOOK_CARD]


def stations_of(state: GameState) -> set[str]:
    """Where a position wants somebody to go: the ends of all orders in play."""
    orders = {order for order, _ in state.track if order != VICTORY} | {order for order in state.carrying if order}
    return {end for order in orders for end in (state.game.orders[order].start, state.game.orders[order].to)}


def led_to(script: Script) -> set[str]:
    """All objects and fields at which something is to be done when a script is gone through."""
    lesson, found = Lesson(script), set()
    while not lesson.is_over:
        found |= stations_of(lesson.session.state) | set((script.steps[lesson.number].marks or Marks()).fields)
        found |= {word for move in lesson.wanted for word in move.split()[2:]}
        assert (lesson.attempt(lesson.wanted) if lesson.wanted else lesson.go_on()).advanced
    return found


@pytest.mark.parametrize("script", SCRIPTS.values(), ids=SCRIPTS)
def test_only_examples_of_the_rulebook_lead_there_on_the_board(script):
    assert bool(led_to(script) & THE_THREE) == (script.id in OF_THE_RULEBOOK)


def test_in_the_first_lesson_only_the_soldier_stands_there():
    """He starts on plac Narutowicza by the rulebook (D-14)."""
    soldier = {step.text_key for step in TUTORIAL.steps if set((step.marks or Marks()).fields) & THE_THREE}
    assert soldier == {"tutorial.step.die"}
    assert not stations_of(Lesson(TUTORIAL).session.state) & THE_THREE
    assert led_to(TUTORIAL) & THE_THREE == {"plac-narutowicza"}


@pytest.mark.parametrize("path", sorted((DATA / "lessons").glob("*.toml")), ids=lambda path: path.stem)
def test_no_exercise_or_quiz_of_a_lesson_names_one(path):
    """A quiet sentence about them stands in the lesson itself, never in a question."""
    text = path.read_text("utf-8")
    assert [name for name in (*THE_THREE, "Pawiak", "Szucha", "Narutowicz") if name in text] == []


@pytest.mark.parametrize("path", sorted((DATA / "lessons").glob("sample-games*.toml")), ids=lambda path: path.stem)
def test_no_order_of_a_stored_game_leads_there(path):
    for game in tomllib.loads(path.read_text("utf-8"))["game"]:
        for step in Session.from_record(from_code(game["code"]).record).steps:
            assert not stations_of(step.state) & THE_THREE
