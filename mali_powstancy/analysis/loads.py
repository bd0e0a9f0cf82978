"""Loads: where scouts come by, in many games and on the shortest routes of the orders.

>>> from mali_powstancy.engine import load_scenario
>>> basic = load_scenario("basic")
>>> {use.field: use.routes for use in routes_over_fields(basic, ["plac-wilsona>port"])}["elektrownia"]
Fraction(1, 1)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from mali_powstancy.analysis.names import known_name
from mali_powstancy.analysis.routes import Names, open_ways
from mali_powstancy.analysis.tables import Rows
from mali_powstancy.engine.board import FieldId, RoadId, Ways
from mali_powstancy.engine.cards import Order, OrderId
from mali_powstancy.engine.scenario import Scenario
from mali_powstancy.lab.intervals import Estimate, mean
from mali_powstancy.lab.rows import Games


class FieldLoad(NamedTuple):
    """How often scouts come to a field in a game."""

    field: FieldId
    visits: Estimate
    part: float
    """Its part of all visits."""


class RoadLoad(NamedTuple):
    """How often scouts go along a road in a game: steps along it, and jumps over it."""

    road: RoadId
    uses: Estimate
    part: float
    """Its part of all uses."""


class FieldUse(NamedTuple):
    """How many orders lead over a field; one with several shortest routes counts in part."""

    field: FieldId
    routes: Fraction


class RoadUse(NamedTuple):
    """How many orders lead along a road, from end to end; one with several shortest routes counts in part."""

    road: RoadId
    routes: Fraction


def field_loads(games: Games) -> Rows[FieldLoad]:
    """How often scouts came to each field, in the order of the board file."""
    fields = games.scenario.board.fields
    loads = _loads([row.visits for row in games], len(fields))
    return Rows(FieldLoad, (FieldLoad(field, *load) for field, load in zip(fields, loads, strict=True)))


def road_loads(games: Games) -> Rows[RoadLoad]:
    """How often scouts went along each road, in the order of the board file."""
    roads = games.scenario.board.road
    loads = _loads([row.roads for row in games], len(roads))
    return Rows(RoadLoad, (RoadLoad(road, *load) for road, load in zip(roads, loads, strict=True)))


def _loads(counts: Sequence[Sequence[int]], places: int) -> list[tuple[Estimate, float]]:
    by_place = [[count[at] for count in counts] for at in range(places)]
    total = sum(map(sum, by_place))
    return [(mean(column), sum(column) / total if total else 0.0) for column in by_place]


# Without any game ---------------------------------------------------------------------------------------------------


def routes_over_fields(
    scenario: Scenario, orders: Iterable[OrderId] | None = None, blocked: Names = (), fallen: Names = ()
) -> Rows[FieldUse]:
    """How many of these orders, or of all, lead over each field, both ends counted; those without a way over none."""
    board = scenario.board
    ways = open_ways(board, blocked, fallen)
    uses = dict.fromkeys(board.fields, Fraction(0))
    for order in _chosen(scenario, orders):
        to_start, to_end = _RoutesTo(ways, order.start), _RoutesTo(ways, order.to)
        for field in to_start.between(to_end):
            uses[field] += Fraction(to_start.routes[field] * to_end.routes[field], to_start.routes[order.to])
    return Rows(FieldUse, map(FieldUse._make, uses.items()))


def routes_along_roads(
    scenario: Scenario, orders: Iterable[OrderId] | None = None, blocked: Names = (), fallen: Names = ()
) -> Rows[RoadUse]:
    """How many of these orders, or of all, lead along each road; those without a way along none."""
    board = scenario.board
    ways = open_ways(board, blocked, fallen)
    uses = dict.fromkeys(board.road, Fraction(0))
    for order in _chosen(scenario, orders):
        to_start, to_end = _RoutesTo(ways, order.start), _RoutesTo(ways, order.to)
        on_the_way = to_start.between(to_end)
        for road in board.roads:
            if on_the_way.issuperset(road.path) and road.ends[1] in ways.jumps[road.ends[0]]:
                for one, other in (road.ends, road.ends[::-1]):
                    if to_start.far[one] + road.length == to_start.far[other]:
                        routes = to_start.routes[one] * to_end.routes[other]
                        uses[road.id] += Fraction(routes, to_start.routes[order.to])
    return Rows(RoadUse, map(RoadUse._make, uses.items()))


def _chosen(scenario: Scenario, orders: Iterable[OrderId] | None) -> list[Order]:
    if orders is None:
        return [*scenario.orders.values()]
    names = [orders] if isinstance(orders, str) else orders
    return [scenario.orders[known_name("order", name, scenario.orders)] for name in names]


class _RoutesTo:
    """The shortest routes from all fields to one of them: how long, and how many."""

    def __init__(self, ways: Ways, to: FieldId) -> None:
        self.to = to
        self.far: Mapping[FieldId, int] = ways.distances[to]
        self.routes: dict[FieldId, int] = {to: 1}
        for field in sorted(self.far, key=self.far.__getitem__):
            for near in ways.steps[field]:
                if self.far[near] > self.far[field]:
                    self.routes[near] = self.routes.get(near, 0) + self.routes[field]

    def between(self, other: _RoutesTo) -> set[FieldId]:
        """The fields on shortest routes between the two ends; none if no way joins them."""
        if other.to not in self.far:
            return set()
        whole = self.far[other.to]
        return {field for field, far in self.far.items() if far + other.far[field] == whole}
