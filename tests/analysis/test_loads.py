"""Loads: what games show, and what the shortest routes let expect."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mali_powstancy.analysis import loads
from mali_powstancy.analysis.names import UnknownName
from mali_powstancy.analysis.routes import all_shortest_routes
from tests.analysis.played import BASIC, by_hand, row, short_games

BOARD = BASIC.board
orders = st.lists(st.sampled_from(list(BASIC.orders)), max_size=4)
roads = st.frozensets(st.sampled_from(list(BOARD.road)), max_size=10)
districts = st.frozensets(st.sampled_from(list(BOARD.district)), max_size=2)


def counts(length: int, **named: int) -> tuple[int, ...]:
    """A tuple of zeros but for what is named by its place: `at3=5`."""
    found = [0] * length
    for name, value in named.items():
        found[int(name.removeprefix("at"))] = value
    return tuple(found)


def test_the_load_of_a_field_is_its_mean_and_its_part():
    fields = len(BOARD.fields)
    games = by_hand(row(0, (0,), visits=counts(fields, at2=3, at5=1)), row(1, (0,), visits=counts(fields, at2=4)))
    found = loads.field_loads(games)
    assert [load.field for load in found] == list(BOARD.fields)
    assert found[2].visits.value == 3.5
    assert found[2].visits.low < 3.5 < found[2].visits.high
    assert found[2].part == 7 / 8
    assert found[5].part == 1 / 8
    assert found[0].visits == (0, 0, 0, 2)


def test_the_load_of_a_road_is_its_mean_and_its_part():
    roads = len(BOARD.roads)
    games = by_hand(row(0, (0,), roads=counts(roads, at1=2)), row(1, (0,), roads=counts(roads, at1=2, at0=4)))
    found = loads.road_loads(games)
    assert [load.road for load in found] == list(BOARD.road)
    assert (found[0].uses.value, found[0].part) == (2, 0.5)
    assert found[1].uses == (2, 2, 2, 2)


def test_parts_of_real_games_make_a_whole():
    games = short_games()
    for found in (loads.field_loads(games), loads.road_loads(games)):
        assert sum(load.part for load in found) == pytest.approx(1)
    visits = sum(load.visits.value for load in loads.field_loads(games))
    assert visits == pytest.approx(sum(sum(game.visits) for game in games) / len(games))


def test_without_games_nothing_is_known():
    assert {load.part for load in loads.field_loads(by_hand())} == {0.0}
    assert loads.road_loads(by_hand())[0].uses.n == 0


@given(orders, roads, districts)
def test_expected_loads_by_going_through_all_routes(names, blocked, fallen):
    by_field, by_road = dict.fromkeys(BOARD.fields, Fraction(0)), dict.fromkeys(BOARD.road, Fraction(0))
    for name in names:
        order = BASIC.orders[name]
        found = all_shortest_routes(BOARD, order.start, order.to, blocked, fallen)
        for route in found:
            for field in route.fields:
                by_field[field] += Fraction(1, len(found))
            for road in route.roads:
                by_road[road] += Fraction(1, len(found))
    assert dict(loads.routes_over_fields(BASIC, names, blocked, fallen)) == by_field
    assert dict(loads.routes_along_roads(BASIC, names, blocked, fallen)) == by_road


def test_all_orders_together():
    by_field = dict(loads.routes_over_fields(BASIC))
    ends = sum(order.to == "port" or order.start == "port" for order in BASIC.orders.values())
    assert by_field["port"] >= ends
    along = sum(use.routes * BOARD.road[use.road].length for use in loads.routes_along_roads(BASIC))
    assert along == sum(BOARD.free.distances[order.start][order.to] for order in BASIC.orders.values())
    assert loads.routes_along_roads(BASIC).columns()["routes"] == [
        float(x.routes) for x in loads.routes_along_roads(BASIC)
    ]


def test_an_unknown_order_is_named():
    with pytest.raises(UnknownName, match="there is no order 'past>moon'"):
        loads.routes_over_fields(BASIC, ["past>moon"])
    one = next(iter(BASIC.orders))
    assert loads.routes_over_fields(BASIC, one) == loads.routes_over_fields(BASIC, [one])
