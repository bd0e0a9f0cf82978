"""The makers' answers are those of the engine, and no task of theirs leads to a place that needs care."""

import random
from functools import cache

import pytest

from mali_powstancy.analysis.routes import distance
from mali_powstancy.classroom.exercises import Choice
from mali_powstancy.classroom.makers import MAKERS, basic, dilemma, stations
from mali_powstancy.engine import Move, arrange, chance_outcomes, legal_moves, load_scenario, new_game, play
from mali_powstancy.engine.cards import Colour
from mali_powstancy.engine.moves import EndTurn, GiveExtraMove, Roll, Walk
from mali_powstancy.texts import texts_for

SCENARIO = load_scenario("basic")
BOARD = SCENARIO.board
PL = texts_for("pl")
CARE = ("szucha", "pawiak", "plac-narutowicza", "reduta-kaliska", "reduta-wawelska")


@cache
def questions(name: str):
    return [MAKERS[name](random.Random(seed), "pl") for seed in range(25)]


def test_places_that_need_care_are_no_stations():
    assert not set(CARE) & set(stations())
    assert len(stations()) > 10


@pytest.mark.parametrize("name", MAKERS)
def test_no_made_question_names_a_place_that_needs_care(name):
    names = [PL.name(BOARD.place[place]) for place in CARE]
    for question in questions(name):
        said = [question.task, question.praise, *(question.check(each).message for each in question.typical_mistakes())]
        texts = [*said, *(option.text for option in getattr(question, "options", ()))]
        assert not [place for place in names for text in texts if place in text]


def test_distances_are_those_of_the_board():
    ids = {PL.name(place): place.id for place in BOARD.places}
    for question in questions("distance"):
        start, to = question.task.split(": ")[1].split("?")[0].split(" → ")
        assert question.right_answer == str(distance(BOARD, ids[start], ids[to]))


def test_the_order_worth_most_has_most_points():
    for question in questions("points"):
        assert isinstance(question, Choice)
        points = {option.key: SCENARIO.orders[option.key].points for option in question.options}
        assert points[question.right_answer] == max(points.values())


def test_neighbours_are_joined_by_one_road():
    ids = {PL.name(place): place.id for place in BOARD.places}
    for question in questions("neighbours"):
        here = ids[question.task.removeprefix("Obiekt: ").split(".")[0]]
        joined = {end for road in BOARD.roads_at[here] for end in road.ends}
        for option in question.options:
            assert option.right == (option.key in joined)


@pytest.mark.parametrize("space", range(1, SCENARIO.track_spaces + 1))
def test_an_order_can_be_delivered_in_as_many_rounds_as_the_question_says(space):
    """Rounds are played in which nobody does anything, until the order has left the track."""
    asked = next(each for each in questions("late") if f"na {space}. miejscu toru" in each.task)
    order = next(iter(SCENARIO.orders))
    state = arrange(SCENARIO, patrols=("red", "green"), track=[(order, space)])
    begun = state.round
    while order in [slot.order for slot in state.track]:
        last = state.round
        moves: list[Move] = [*legal_moves(state), *chance_outcomes(state)]
        state = play(state, next((move for move in moves if isinstance(move, EndTurn)), moves[0])).state
    assert last - begun + 1 == int(asked.right_answer)


def test_the_piece_of_the_soldier_never_reaches_a_scout():
    opening = new_game(SCENARIO, players=2)
    for question in questions("soldier"):
        assert isinstance(question, Choice)
        assert question.right_answer in opening.game.board.rank
        assert question.picture is not None
        assert PL.field(question.right_answer, opening.game) in question.right_words


def test_only_one_of_the_nearest_who_can_deliver_gains_most_from_a_red_number():
    """The engine says who may walk, and whether the walk delivers."""
    right = set()
    for seed in range(50):
        question = MAKERS["extra-move"](random.Random(seed), "pl")
        assert isinstance(question, Choice)
        messages = [question.check(each).message for each in question.typical_mistakes()]
        assert len(set(messages)) == len(messages) == 2
        assert sum("ale do celu ma" in message for message in messages) == 1
        assert sum("najbliżsi" in message for message in messages) == 1
        right.add([option.key for option in question.options].index(question.right_answer))
    assert right == {0, 1, 2}


@pytest.mark.parametrize("seed", range(20))
def test_the_scout_who_gains_most_really_delivers_with_the_extra_move(seed):
    state = None
    stream = random.Random(seed)
    while state is None:
        state = basic._with_three_orders(stream, SCENARIO, 6)
    rolled = play(state, Roll(Colour.RED, 6)).state
    movers = {move.scout for move in legal_moves(rolled) if isinstance(move, GiveExtraMove)}
    assert len(movers) == 2
    delivering = []
    for scout in movers:
        walking = play(rolled, GiveExtraMove(scout)).state
        number = walking.game.scouts.index(scout)
        order = walking.carrying[number]
        assert order is not None
        path = BOARD.path(walking.where[number], SCENARIO.orders[order].to)
        for field in path[: walking.points]:
            walking = play(walking, Walk(scout, field)).state
        delivering.append(order in {each for seat in walking.delivered for each in seat})
    assert sorted(delivering) == [False, True]


@pytest.mark.parametrize("seed", range(50))
def test_only_the_order_that_a_helper_delivers_keeps_the_game_from_being_lost(seed):
    """The engine plays the end of the round with each of the three orders delivered; the rival's choice is another."""
    question = MAKERS["rescue"](random.Random(seed), "pl")
    assert isinstance(question, Choice)
    state, orders = dilemma._last_chance(random.Random(seed))
    assert dilemma.is_lost(state)
    kept = [order for order in orders if not dilemma.is_lost(dilemma._without(state, order))]
    assert [order.id for order in kept] == [question.right_answer]
    assert kept[0].points < max(order.points for order in orders)
    replies = [question.check(each).message for each in question.typical_mistakes()]
    assert sum("rywal" in reply for reply in replies) == 1
