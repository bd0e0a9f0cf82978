import json

import pytest

from mali_powstancy.classroom import history_cards
from mali_powstancy.classroom.desks.cards import (
    OPEN_QUESTIONS,
    QUIET,
    SHELVES,
    CardsDesk,
    shelf,
    source_rows,
    title_of,
    unknowns,
)
from mali_powstancy.classroom.exercises import MatchExercise, Ordering
from mali_powstancy.classroom.lesson_files import lesson
from mali_powstancy.engine import load_scenario
from mali_powstancy.history import HistoryPlace, cited, fact, item, place, places
from mali_powstancy.texts import texts_for
from mali_powstancy.views.page.desk import UnknownMessage

LANGUAGES = ("pl", "en")
CARDS = [name for each in SHELVES for name in shelf(each)]


def shown(desk: CardsDesk) -> str:
    """Everything that the page shows, as text."""
    return json.dumps(desk.blocks(), ensure_ascii=False)


def at(name: str, lang: str = "pl") -> CardsDesk:
    """A desk that has gone to a shelf."""
    desk = CardsDesk(lang)
    desk.handle({"do": "shelf", "shelf": name})
    return desk


# The shelves ----------------------------------------------------------------------------------------------------------


def test_every_object_of_the_board_has_its_card():
    objects = {place.id for place in load_scenario("basic").board.places}
    assert objects <= {*shelf("board"), *shelf(QUIET)}


def test_a_card_stands_on_one_shelf_only():
    assert len(CARDS) == len(set(CARDS))


def test_what_is_told_quietly_stands_on_the_last_shelf_only():
    careful = {place.id for place in places() if place.care}
    assert careful <= set(shelf(QUIET))
    assert list(SHELVES)[-1] == QUIET
    assert all(item(name).care for name in shelf(QUIET))
    open_cards = [item(name) for each in SHELVES if each != QUIET for name in shelf(each)]
    assert not any(getattr(one, "care", False) is True for one in open_cards)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_card_has_a_name_says_what_is_not_known_and_names_its_sources(lang):
    texts = texts_for(lang)
    for name in CARDS:
        assert title_of(name, lang).strip(), name
        assert all(line.endswith((".", "?")) for line in unknowns(name, texts)), name
        rows = source_rows(name, texts)
        assert len(rows) == len(cited(name)) > 0, name
        assert all(len(row) == 3 and all(row) for row in rows), name


def test_open_questions_are_open_and_belong_to_a_card():
    assert set(OPEN_QUESTIONS) <= set(CARDS)
    for questions in OPEN_QUESTIONS.values():
        assert [fact(question).topic for question in questions] == ["open-question"] * len(questions)


def test_what_is_not_known_follows_from_the_files():
    texts = texts_for("en")
    assert texts.say("research.unknown.age") in unknowns("gorecki", texts)
    assert texts.say("research.unknown.age") not in unknowns("jarosz", texts)
    assert texts.say("research.unknown.one-source") in unknowns("jarosz", texts)
    assert texts.say("research.unknown.disputed") in unknowns("starowka", texts)
    assert texts.say("research.unknown.days") in unknowns("port", texts)
    assert unknowns("cytadela", texts) == [texts.say("research.unknown.yours")]


# The desk -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_card_can_be_reached_by_stepping(lang):
    for name in SHELVES:
        desk = at(name, lang)
        desk.handle({"do": "open-door"})
        seen = []
        for _ in shelf(name):
            seen.append(desk.card)
            assert item(desk.card).id in shelf(name)
            assert title_of(desk.card, lang) in shown(desk)
            desk.handle({"do": "step", "by": 1})
            assert desk.news == title_of(desk.card, lang)
        assert seen == list(shelf(name))
        assert desk.card == seen[0]
        desk.handle({"do": "step", "by": -1})
        assert desk.card == seen[-1]


def test_a_card_is_chosen_from_the_list():
    desk = CardsDesk("pl")
    desk.handle({"do": "draft", "key": "cards-board-0", "values": {"card": "cytadela"}})
    assert desk.card == "cytadela"
    assert texts_for("pl").say("research.game.never") in shown(desk)
    desk.handle({"do": "show", "values": {"card": "elektrownia"}})
    assert desk.card == "elektrownia"
    assert texts_for("pl").say("research.game.held") in shown(desk)


@pytest.mark.parametrize("values", [None, [], {}, {"card": None}, {"card": "szucha"}, {"card": ["past"]}, {"card": 7}])
def test_a_choice_that_does_not_fit_changes_nothing(values):
    desk = CardsDesk("pl")
    before = desk.card
    desk.handle({"do": "draft", "values": values})
    assert desk.card == before


@pytest.mark.parametrize("shelf_name", [None, "attic", ["board"], 1])
def test_an_unknown_shelf_changes_nothing(shelf_name):
    desk = at("people")
    desk.handle({"do": "shelf", "shelf": shelf_name})
    assert desk.shelf == "people"


def test_an_unknown_message_is_refused():
    with pytest.raises(UnknownMessage):
        CardsDesk("pl").handle({"do": "burn"})


@pytest.mark.parametrize("lang", LANGUAGES)
def test_quiet_cards_are_behind_a_door_that_closes_again(lang):
    desk = at(QUIET, lang)
    words = [item(name).what[lang] for name in shelf(QUIET)]
    assert not any(told in shown(desk) for told in words)
    assert texts_for(lang).say("research.door") in shown(desk)
    assert desk.news == texts_for(lang).say("research.door")
    desk.handle({"do": "open-door"})
    assert words[0] in shown(desk)
    desk.handle({"do": "shelf", "shelf": "board"})
    desk.handle({"do": "shelf", "shelf": QUIET})
    assert not any(told in shown(desk) for told in words)


def test_the_door_is_closed_after_a_break_and_cannot_be_opened_from_another_shelf():
    desk = at(QUIET)
    desk.handle({"do": "open-door"})
    again = CardsDesk("pl")
    again.restore(desk.memory() or {})
    assert again.shelf == QUIET
    assert again.is_behind_the_door
    other = at("people")
    other.handle({"do": "open-door"})
    other.handle({"do": "shelf", "shelf": QUIET})
    assert other.is_behind_the_door


def test_the_open_cards_are_kept():
    desk = CardsDesk("en")
    assert desk.memory() is None
    desk.handle({"do": "shelf", "shelf": "people"})
    desk.handle({"do": "step", "by": 1})
    again = CardsDesk("en")
    again.restore(json.loads(json.dumps(desk.memory())))
    assert str(again) == str(desk)
    assert desk.card in again.open.values()


@pytest.mark.parametrize("memory", [{}, {"shelf": "attic"}, {"shelf": 3, "open": []}, {"open": {"board": "szucha"}}])
def test_a_strange_memory_is_ignored(memory):
    desk = CardsDesk("pl")
    desk.restore(memory)
    assert str(desk) == str(CardsDesk("pl"))


def test_the_table_says_when_each_place_was_in_polish_hands():
    words = shown(CardsDesk("pl"))
    for name in shelf("board"):
        told = place(name)
        assert told.held is not None
        assert told.held["pl"] in words


def test_a_notebook_shows_the_state_in_words(in_lesson):
    panel = history_cards()
    assert repr(panel) == str(CardsDesk("en"))


# The exercises of the lesson say what the history files say ---------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_order_of_the_places_is_that_of_the_days(lang):
    order = lesson("11", lang).exercises["11-b"]
    assert isinstance(order, Ordering)
    days = [day for one in order.items if (day := place(one.key).held_until)]
    assert len(days) == len(order.items)
    assert days == sorted(set(days))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_strong_and_weak_sources_are_those_of_the_history_files(lang):
    sources = lesson("11", lang).exercises["11-d"]
    assert isinstance(sources, MatchExercise)
    for one in sources.items:
        assert cited(one.key.upper())[0].trust == one.group


def test_no_place_of_murder_is_part_of_a_task():
    asked = repr(lesson("11", "pl").exercises) + repr(lesson("11", "pl").questions)
    for told in places():
        if isinstance(told, HistoryPlace) and told.care:
            assert told.name["pl"].split(",")[0].removeprefix("aleja ") not in asked
