"""Orders: which of them arrive, how soon, and what they are worth for the way they take."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from mali_powstancy.analysis.measures import share_of_cases
from mali_powstancy.analysis.tables import Rows
from mali_powstancy.engine.cards import Order, OrderId
from mali_powstancy.engine.scenario import Scenario
from mali_powstancy.engine.tally import DELIVERED, LATE, OrderFate
from mali_powstancy.lab.intervals import Estimate, mean, share
from mali_powstancy.lab.rows import Games


class OrderValue(NamedTuple):
    """What became of one order in many games."""

    order: OrderId
    points: int
    distance: int
    """Movement points from its start to its destination, on the free board."""
    points_per_step: float
    """Its points for each movement point of the way."""
    appeared: Estimate
    """The share of the games in which it was laid on the track."""
    delivered: Estimate
    """The share of these games in which it was delivered."""
    late: Estimate
    """The share of these games in which it was late; in the others it was still open at the end."""
    rounds: Estimate
    """How many rounds it lay on the track until it was delivered, the last one counted."""
    space: Estimate
    """The space of the track from which it was delivered: the larger, the less time was left."""


class DistanceValue(NamedTuple):
    """What became of all orders with a way of the same length."""

    distance: int
    orders: int
    """How many orders of the scenario have such a way."""
    points: float
    """Their mean points."""
    delivered: Estimate
    late: Estimate
    rounds: Estimate
    """How many rounds they lay on the track until they were delivered, the last one counted."""


def distance_of(scenario: Scenario, order: Order) -> int:
    """Movement points from the start of an order to its destination, on the free board."""
    return scenario.board.free.distances[order.start][order.to]


def order_values(games: Games) -> Rows[OrderValue]:
    """What became of every order of the scenario, in the order of its file."""
    fates: dict[OrderId, list[OrderFate]] = {order: [] for order in games.scenario.orders}
    for row in games:
        for fate in row.orders:
            fates[fate.order].append(fate)
    orders = games.scenario.orders.values()
    return Rows(OrderValue, (_value(games, order, fates[order.id]) for order in orders))


def _value(games: Games, order: Order, fates: Sequence[OrderFate]) -> OrderValue:
    far = distance_of(games.scenario, order)
    arrived = [fate for fate in fates if fate.fate == DELIVERED]
    return OrderValue(
        order.id,
        order.points,
        far,
        order.points / far,
        appeared=share(len(fates), len(games)),
        delivered=share(len(arrived), len(fates)),
        late=share(sum(fate.fate == LATE for fate in fates), len(fates)),
        rounds=mean(_rounds(fate) for fate in arrived),
        space=mean(fate.space for fate in arrived),
    )


def _rounds(fate: OrderFate) -> int:
    return fate.end_round - fate.laid_round + 1


def values_by_distance(games: Games) -> Rows[DistanceValue]:
    """What became of orders with short and with long ways."""
    scenario = games.scenario
    by_distance: dict[int, list[Order]] = {}
    for order in scenario.orders.values():
        by_distance.setdefault(distance_of(scenario, order), []).append(order)
    return Rows(DistanceValue, (_value_of(games, far, by_distance[far]) for far in sorted(by_distance)))


def _value_of(games: Games, far: int, orders: Sequence[Order]) -> DistanceValue:
    names = {order.id for order in orders}
    by_game = [[fate for fate in row.orders if fate.order in names] for row in games]
    laid = [len(fates) for fates in by_game]
    return DistanceValue(
        far,
        len(orders),
        sum(order.points for order in orders) / len(orders),
        delivered=share_of_cases([_with_fate(fates, DELIVERED) for fates in by_game], laid),
        late=share_of_cases([_with_fate(fates, LATE) for fates in by_game], laid),
        rounds=mean(_rounds(fate) for fates in by_game for fate in fates if fate.fate == DELIVERED),
    )


def _with_fate(fates: Iterable[OrderFate], kind: str) -> int:
    return sum(fate.fate == kind for fate in fates)
