"""Lesson 03 on paper: the table of rules is one and the same everywhere, and the engine agrees with every answer."""

import re

import pytest

from mali_powstancy.engine import GameState, Phase, arrange, legal_moves, load_scenario, parse_move, play
from mali_powstancy.engine.board import FieldId
from mali_powstancy.engine.cards import Colour
from mali_powstancy.engine.events import OrderDelivered, ScoutArrested, SoldierMoved
from mali_powstancy.history import places
from mali_powstancy.texts import languages, texts_for
from tests.positions import idle, told
from tools.prose import LESSONS, read_blocks

SCENARIO = load_scenario("basic-3")
BOARD = SCENARIO.board
PATROLS = tuple(SCENARIO.patrols)
ids = pytest.mark.parametrize("language", languages())


def tables(language: str, name: str = "03-rules-basic.worksheet") -> list[list[list[str]]]:
    """The tables of a text: rows of cells, without the head."""
    blocks = read_blocks(LESSONS / language / f"{name}.md")
    found = [block.text.splitlines()[2:] for block in blocks if block.kind == "table"]
    return [[[cell.strip() for cell in row.strip("|").split("|")] for row in table] for table in found]


def answer(language: str, number: str) -> str:
    """What the answer key says to a task."""
    text = (LESSONS / language / "03-rules-basic.worksheet.md").read_text("utf-8")
    (found,) = re.findall(rf"^- \*\*{re.escape(number)}\.\*\* (.*)$", text, re.MULTILINE)
    return found


def fields(language: str) -> dict[str, FieldId]:
    """The objects by the names that a language has for them."""
    game = arrange(SCENARIO, patrols=PATROLS).game
    return {texts_for(language).field(place.id, game): place.id for place in BOARD.places}


def patrols(language: str) -> dict[str, str]:
    """The patrols by the names that a language has for them."""
    state = arrange(SCENARIO, patrols=PATROLS)
    return {texts_for(language).patrol(seat, state.game): patrol for seat, patrol in enumerate(PATROLS)}


# --- the rules on one page


@ids
def test_the_table_of_rules_is_the_same_in_the_lesson_and_on_the_worksheet(language):
    assert tables(language)[0] == tables(language, "03-rules-basic")[0]


@ids
def test_the_numbers_of_the_table_are_those_of_the_scenario(language):
    words = {
        "pl": {1: "jedna", 2: "dwie", 4: "Czwarty", 5: "piątego", "red": "najwyżej tyle pól"},
        "en": {1: "one", 2: "two", 4: "fourth", 5: "fifth", "red": "up to that many spaces"},
    }[language]
    rows = [" ".join(row[1:]) for row in tables(language)[0]]
    orders, *_, red, time, end = rows
    assert {count: each.orders_per_round for count, each in SCENARIO.players.items()} == {
        2: (1, 1),
        3: (2, 1),
        4: (2, 2),
    }
    assert words[1] in orders
    assert words[2] in orders
    assert {face.number for face in SCENARIO.die if face.colour == Colour.RED} == {4, 5, 6}
    assert words["red"] in red
    assert SCENARIO.track_spaces == 5
    assert words[5] in time
    assert SCENARIO.tokens_to_lose == 4
    assert words[4] in end
    assert re.findall(r"\d+", end) == [str(points) for points in SCENARIO.return_bonus]


# --- the small positions


@ids
def test_no_position_of_the_worksheet_is_in_a_place_of_murder_or_imprisonment(language):
    care = {place.object for place in places() if place.care}
    cells = {cell for table in tables(language)[1:] for row in table for cell in row}
    used = {place for name, place in fields(language).items() if any(name in cell for cell in cells)}
    assert used
    assert not used & care


@ids
def test_who_moves_first(language):
    names = patrols(language)
    cards = {names[name]: int(card) for name, card in tables(language)[1]}
    assert tuple(cards) == PATROLS, "in the order in which they sit"
    state = arrange(SCENARIO, patrols=PATROLS, cards=cards, start_player="green")
    order = [name for seat in state.order_of_play for name, patrol in names.items() if patrol == PATROLS[seat]]
    assert answer(language, "1").startswith(", ".join(order) + ".")


def walk_or_jump(language: str, card: int) -> tuple[GameState, dict[str, FieldId]]:
    """The position of task 2 with a card, and where everybody wants to go."""
    place = fields(language)
    rows = tables(language)[2]
    state = arrange(
        SCENARIO,
        patrols=["red", "orange"],
        round=2,
        scouts={who.lower(): place[where] for who, where, _, _ in rows},
        carrying={"zosia": "reduta-kaliska>elektrownia"},
        track=[("reduta-kaliska>elektrownia", 2), ("starowka>przyczolek", 1)],
        cards={"red": card, "orange": 5},
    )
    return state, {who.lower(): place[to] for who, _, to, _ in rows}


@ids
def test_walk_or_jump(language):
    state, goals = walk_or_jump(language, 1)
    for row, goal in zip(tables(language)[2], goals.values(), strict=True):
        assert int(row[3]) == BOARD.free.distances[fields(language)[row[1]]][goal]
    results = {str(move): play(state, move).events for move in legal_moves(state)}
    delivering = [move for move, events in results.items() if any(isinstance(each, OrderDelivered) for each in events)]
    assert delivering == ["jump zosia elektrownia"]
    assert {"pl": "Skokiem", "en": "By jumping"}[language] in answer(language, "2 a")
    lowest = next(card for card in SCENARIO.cards if both_arrive(*walk_or_jump(language, card)))
    assert re.findall(r"\d", answer(language, "2 b"))[0] == str(lowest)


def both_arrive(state: GameState, goals: dict[str, FieldId]) -> bool:
    """Whether the red patrol can bring both scouts to their goals in this turn."""
    where = dict(zip(state.game.scouts, state.where, strict=True))
    if all(where[scout] == goal for scout, goal in goals.items()):
        return True
    moves = [str(move) for move in legal_moves(state) if str(move).startswith(("walk", "jump"))]
    mine = [move for move in moves if move.split()[1] in goals]
    return any(both_arrive(play(state, parse_move(move))[0], goals) for move in mine)


def at_the_die(language: str, **elsewhere: FieldId) -> GameState:
    """The position of task 3, with the die to be rolled."""
    place, patrol, rows = fields(language), patrols(language), tables(language)[3]
    return arrange(
        SCENARIO,
        patrols=["red", "orange"],
        soldier="browary",
        scouts={who.lower(): place[where] for who, _, _, where, _ in rows}
        | {"antek": "port", "felek": "port", "olek": "port", "kazik": "port"}
        | elsewhere,
        cards={patrol[name]: int(card) for _, name, card, _, _ in rows},
        at_die=True,
    )


@ids
def test_nearest_to_the_soldier(language):
    for row in tables(language)[3]:
        assert int(row[4]) == BOARD.free.distances["browary"][fields(language)[row[3]]]
    one, three = told(at_the_die(language), "roll black 1"), told(at_the_die(language), "roll black 3")
    assert [event.path for event in one if isinstance(event, SoldierMoved)] == [("browary~past:1",)]
    assert not any(isinstance(event, ScoutArrested) for event in one)
    assert {"pl": "jedno pole z dwóch", "en": "one space out of two"}[language] in answer(language, "3 a")
    assert [event.path for event in three if isinstance(event, SoldierMoved)] == [("browary~past:1", "past")]
    assert [event.scout for event in three if isinstance(event, ScoutArrested)] == ["zosia"]
    assert answer(language, "3 b").startswith({"pl": "Dwa pola", "en": "Two spaces"}[language])
    tie = told(at_the_die(language, hania="bank-polski"), "roll black 3")
    assert [event.scout for event in tie if isinstance(event, ScoutArrested)] == ["hania"]
    assert {"pl": "Do Hani.", "en": "Towards Hania."}[language] in answer(language, "3 c")


@ids
def test_how_many_rounds_are_left(language):
    place = fields(language)
    rows = tables(language)[4]
    orders = ["{}>{}".format(*(place[name] for name in order.split(" – "))) for order, _, _ in rows]
    state = arrange(
        SCENARIO,
        patrols=["red", "orange"],
        track=[(order, int(space)) for order, (_, space, _) in zip(orders, rows, strict=True)],
        deck_left=0,
    )
    left = dict.fromkeys(orders, 0)
    while any(order in on_track(state) for order in orders):
        for order in on_track(state):
            left[order] += 1
        state = after_the_round(state)
    numbers = re.findall(r"\d+", answer(language, "4"))
    assert numbers == [str(left[order]) for order in orders]


def on_track(state: GameState) -> list[str]:
    return [slot.order for slot in state.track]


def after_the_round(state: GameState) -> GameState:
    """The position after a round in which nobody walks."""
    number = state.round
    while state.round == number and state.phase is not Phase.OVER:
        state = play(state, parse_move("roll red 6") if state.phase is Phase.DIE else idle(state)).state
    return state
