"""What lesson 11 says about the game is true of the game."""

import re
from math import ceil

import pytest

from mali_powstancy.classroom.lesson_files import lesson
from mali_powstancy.engine import load_scenario
from tools.prose import read_documents, references, sentences


@pytest.mark.parametrize("scenario", ["basic", "extended", "short"])
def test_the_longer_the_route_the_more_points_an_order_is_worth(scenario):
    game = load_scenario(scenario)
    ways = game.board.free.distances
    worth = {ways[order.start][order.to]: order.points for order in game.orders.values()}
    assert all(worth[fields] == ceil(1.5 * fields) for fields in worth)
    assert sorted(worth) == sorted(worth, key=lambda fields: worth[fields])
    assert len(set(worth.values())) == len(worth)


@pytest.mark.parametrize(("lang", "told"), [("pl", "Im dłuższa droga"), ("en", "The longer the route")])
def test_exercise_a_says_so(lang, told):
    items = {item.key: item for item in lesson("11", lang).exercises["11-a"].items}
    assert told in items["orders"].text


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_the_pieces_carry_orders_and_no_messages(lang):
    (page,) = (each for each in read_documents() if (each.name, each.language) == ("11-game-and-history", lang))
    told = [each.text for block in page.blocks if not block.is_code for each in sentences(block)]
    of_game = [each for each in told if "game" in references(each)]
    assert any(re.search(r"rozkaz|orders", each) for each in of_game)
    assert not any(re.search(r"wiadomo|messag|\bnews\b", each) for each in of_game)
