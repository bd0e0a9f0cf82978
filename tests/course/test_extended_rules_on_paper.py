"""Lesson 06 on paper: the worksheet has the tables of rules and goals, and the engine agrees with every answer."""

import re

import pytest

from mali_powstancy.engine import Phase, arrange, load_scenario, play
from mali_powstancy.engine.board import FieldId
from mali_powstancy.engine.cards import VICTORY, Action, Goal, GoalKind
from mali_powstancy.engine.events import DistrictFell, RoadBlocked
from mali_powstancy.engine.scoring import is_fulfilled
from mali_powstancy.history import places
from mali_powstancy.texts import languages, texts_for
from tests.positions import idle
from tools.prose import LESSONS, read_blocks

LESSON, WORKSHEET = "06-rules-extended", "06-rules-extended.worksheet"
SCENARIO = load_scenario("extended-3")
BOARD = SCENARIO.board
GAME = arrange(SCENARIO).game
ids = pytest.mark.parametrize("language", languages())


def tables(language: str, name: str = WORKSHEET) -> list[list[list[str]]]:
    """The tables of a text: rows of cells, without the head."""
    blocks = read_blocks(LESSONS / language / f"{name}.md")
    found = [block.text.splitlines()[2:] for block in blocks if block.kind == "table"]
    return [[[cell.strip() for cell in row.strip("|").split("|")] for row in table] for table in found]


def answer(language: str, number: str) -> str:
    """What the answer key says to a task."""
    text = (LESSONS / language / f"{WORKSHEET}.md").read_text("utf-8")
    (found,) = re.findall(rf"^- \*\*{re.escape(number)}\.\*\* (.*)$", text, re.MULTILINE)
    return found


def order_named(language: str, words: str) -> str:
    """The order that a table writes as “start – destination”."""
    place: dict[str, FieldId] = {texts_for(language).field(each.id, GAME): each.id for each in BOARD.places}
    return "{}>{}".format(*(place[name] for name in words.split(" – ")))


def district(language: str, field: FieldId) -> str:
    return texts_for(language).district(BOARD.district_of[field], GAME)


# --- the tables of rules and goals


@ids
def test_the_lesson_teaches_on_the_board_and_leaves_tables_to_the_worksheet(language):
    assert tables(language, LESSON) == []
    assert len(tables(language)[0]) == 12


@ids
def test_the_numbers_of_the_table_are_those_of_the_scenario(language):
    words = {
        "pl": {3: "trzy", 6: "sześć", "4th": "czwartego", "3rd": "trzecia"},
        "en": {3: "three", 6: "six", "4th": "fourth", "3rd": "third"},
    }[language]
    rows = [" ".join(row[1:]) for row in tables(language)[0]]
    goals, time, defeat, end = rows[0], rows[7], rows[10], rows[11]
    assert words[SCENARIO.goals_dealt] in goals
    assert words[SCENARIO.goals_kept] in goals
    assert SCENARIO.track_spaces == 4
    assert words["4th"] in time
    assert SCENARIO.falls_to_lose == 3
    assert words["3rd"] in defeat
    assert re.findall(r"\d+", end) == [str(points) for points in SCENARIO.return_bonus]


@ids
def test_the_actions_stand_beside_their_cards(language):
    names = {
        "pl": {Action.PALS: "kumple", Action.UNIT: "oddział", Action.SWAP: "zamiana", Action.GOSSIP: "plotki"},
        "en": {Action.PALS: "pals", Action.UNIT: "unit", Action.SWAP: "swapping", Action.GOSSIP: "gossip"},
    }[language]
    card = {"pl": "Karta", "en": "Card"}[language]
    heads = [row[0] for row in tables(language)[0][3:7]]
    assert heads == [f"{card} {number}: {names[action]}" for number, action in SCENARIO.actions.items()]


@ids
def test_the_points_of_the_goals_are_those_of_the_cards(language):
    kinds = (
        GoalKind.MOST_FROM_DISTRICT,
        GoalKind.MOST_ORDERS,
        GoalKind.DISTRICTS_REACHED,
        GoalKind.MOST_IMPORTANT_ORDER,
    )
    table = tables(language)[1]
    for kind, (_, _, points) in zip(kinds, table, strict=True):
        cards = sorted({goal.points for goal in SCENARIO.goals.values() if goal.kind is kind})
        assert [int(number) for number in re.findall(r"\d+", points)] == cards
    reached = {goal.districts for goal in SCENARIO.goals.values() if goal.kind is GoalKind.DISTRICTS_REACHED}
    assert reached == {4, 5, 6}


# --- the tasks of the worksheet


@ids
def test_no_task_of_the_worksheet_is_in_a_place_of_murder_or_imprisonment(language):
    text = (LESSONS / language / f"{WORKSHEET}.md").read_text("utf-8")
    care = [texts_for(language).field(place.object, GAME) for place in places() if place.care and place.object]
    assert len(care) >= 5
    assert not [name for name in care if name in text]


@ids
def test_what_the_late_orders_do(language):
    rows = tables(language)[3]
    words = {
        "pl": {RoadBlocked: "mały żeton", DistrictFell: "upada", None: "nic"},
        "en": {RoadBlocked: "small token", DistrictFell: "falls", None: "nothing"},
    }[language]
    tokens: tuple = ()
    fallen: tuple = ()
    late: tuple = ()
    said = []
    for _, order_words, goes_to, _ in rows:
        order = order_named(language, order_words)
        assert goes_to == district(language, SCENARIO.orders[order].to)
        state = arrange(
            SCENARIO,
            patrols=["red", "green"],
            round=6,
            scouts=dict.fromkeys(["felek", "wicek"], "past"),
            track=[(order, SCENARIO.track_spaces), (VICTORY, 1)],
            tokens=[(token.place, token.road) for token in tokens],
            fallen=fallen,
            late=late,
            cards={"red": 1, "green": 2},
            turn="green",
            deck_left=0,
        )
        happened = []
        while state.round == 6 and state.phase is not Phase.OVER:
            state, events = play(state, idle(state))
            happened += [type(event) for event in events if isinstance(event, RoadBlocked | DistrictFell)]
        assert len(happened) <= 1
        said.append(words[happened[0] if happened else None])
        tokens, fallen, late = state.tokens, state.fallen, state.late
    assert answer(language, "2").split(": ")[1].split(".")[0] == ", ".join(said)
    names = [texts_for(language).district(each, GAME) for each in fallen]
    assert all(name in answer(language, "2 a") for name in names)
    assert len(fallen) == SCENARIO.falls_to_lose - 1
    (at_risk,) = {BOARD.district_of[token.place] for token in tokens} - set(fallen)
    assert answer(language, "2 b").startswith(texts_for(language).district(at_risk, GAME))


@ids
def test_who_fulfils_the_goals(language):
    patrols = {texts_for(language).patrol(seat, GAME): patrol for seat, patrol in enumerate(SCENARIO.patrols)}
    delivered: dict[str, list[str]] = {}
    for patrol, order_words, start, to, points in tables(language)[4]:
        order = SCENARIO.orders[order_named(language, order_words)]
        assert (start, to) == (district(language, order.start), district(language, order.to))
        assert int(points) == order.points
        delivered.setdefault(patrols[patrol], []).append(order.id)
    assert list(delivered) == ["red", "green"]
    state = arrange(SCENARIO, patrols=["red", "green"], round=12, delivered=delivered)
    red, green, both, none = {
        "pl": ("czerwony", "zielony", "oba", "żaden"),
        "en": ("red", "green", "both", "neither"),
    }[language]
    words = {(True, False): red, (False, True): green, (True, True): both, (False, False): none}
    asked: dict[str, Goal] = {
        "3 a": SCENARIO.goals["most-orders-1"],
        "3 b": SCENARIO.goals["most-important-1"],
        "3 c": SCENARIO.goals["most-from-zoliborz"],
        "3 d": SCENARIO.goals["districts-4-a"],
    }
    for number, goal in asked.items():
        fulfilled = tuple(is_fulfilled(state, seat, goal.id) for seat in state.game.seats)
        assert answer(language, number).startswith(words[fulfilled] + ".")


@ids
def test_how_many_rounds_are_left_with_the_victory_card(language):
    numbers = re.findall(r"\d+", answer(language, "4"))
    for (space, _), said in zip(tables(language)[5], numbers, strict=True):
        state = arrange(SCENARIO, patrols=["red", "green"], round=9, track=[("victory", int(space))])
        while state.phase is not Phase.OVER:
            state = play(state, idle(state)).state
        assert state.round - 9 + 1 == int(said)
