"""What lesson 11 says about the game is true of the game."""

from math import ceil

import pytest

from mali_powstancy.classroom.lesson_files import lesson
from mali_powstancy.engine import load_scenario


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
