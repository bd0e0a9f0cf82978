"""What orders are worth."""

import math

import pytest

from mali_powstancy.analysis import orders
from mali_powstancy.engine.tally import OrderFate
from mali_powstancy.lab.intervals import mean, share
from tests.analysis.played import BASIC, by_hand, lost_games, row, short_games

LONG = "plac-wilsona>port"
OTHER = next(name for name in BASIC.orders if name != LONG)
GAMES = by_hand(
    row(0, (0,), orders=(OrderFate(LONG, 1, 3, "delivered", 0, 3), OrderFate(OTHER, 2, 2, "delivered", 1, 1))),
    row(1, (0,), orders=(OrderFate(LONG, 2, 6, "late", None, 5),)),
    row(2, (0,), orders=(OrderFate(LONG, 4, 8, "delivered", 1, 5),)),
    row(3, orders=(OrderFate(LONG, 4, 5, "open", None, 2),)),
    row(4),
)


def test_what_became_of_an_order():
    found = {value.order: value for value in orders.order_values(GAMES)}
    assert list(found) == list(BASIC.orders)
    value = found[LONG]
    assert (value.points, value.distance, value.points_per_step) == (15, 10, 1.5)
    assert value.appeared == share(4, 5)
    assert value.delivered == share(2, 4)
    assert value.late == share(1, 4)
    assert value.rounds == mean([3, 5])
    assert value.space == mean([3, 5])
    never = next(value for value in found.values() if value.order not in (LONG, OTHER))
    assert never.appeared == share(0, 5)
    assert math.isnan(never.delivered.value)


def test_orders_by_the_length_of_their_way():
    found = {value.distance: value for value in orders.values_by_distance(GAMES)}
    assert sum(value.orders for value in found.values()) == len(BASIC.orders)
    same = [order for order in BASIC.orders.values() if orders.distance_of(BASIC, order) == 10]
    assert (found[10].orders, found[10].points) == (len(same), sum(order.points for order in same) / len(same))
    assert found[10].delivered.value == 2 / 4
    assert found[10].rounds == mean([3, 5])


@pytest.mark.parametrize("games", [short_games, lost_games])
def test_real_games_agree_with_their_rows(games):
    played = games()
    fates = [fate for game in played for fate in game.orders]
    found = orders.order_values(played)
    assert sum(value.delivered.n for value in found) == len(fates)
    arrived = sum(value.delivered.value * value.delivered.n for value in found if value.delivered.n)
    assert arrived == pytest.approx(sum(len(own) for game in played for own in game.delivered))
    late = sum(value.late.value * value.late.n for value in found if value.late.n)
    assert late == pytest.approx(sum(game.late for game in played))
    by_distance = orders.values_by_distance(played)
    assert sum(value.delivered.n for value in by_distance) == len(fates)
    for value in by_distance:
        assert value.delivered.n == 0 or value.delivered.low <= value.delivered.value <= value.delivered.high
