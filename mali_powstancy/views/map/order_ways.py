"""The way of an order: the shortest one that is open now, as a line along the roads."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from mali_powstancy.engine import Observation
from mali_powstancy.engine.board import Board, FieldId, Road, Ways
from mali_powstancy.engine.cards import VICTORY, OrderId
from mali_powstancy.views.map.chart import along, chart_of, road_between, xy


def errands(observation: Observation, order: OrderId) -> list[tuple[FieldId, ...]]:
    """The shortest open ways of an order: from those who carry it, or from where it waits; none if all are closed."""
    card, board = observation.game.orders[order], observation.game.board
    ways = open_ways(observation)
    carried = [field for field, held in zip(observation.where, observation.carrying, strict=True) if held == order]
    starts = dict.fromkeys(carried or [card.start])
    found = ((start, ways.path(start, card.to)) for start in starts if start in board.rank)
    return [(start, *path) for start, path in found if path is not None]


def open_ways(observation: Observation) -> Ways:
    """The ways that are open now."""
    blocked = frozenset([token.road for token in observation.tokens if token.road is not None])
    return observation.game.board.ways(blocked, frozenset(observation.fallen))


def order_ways(observation: Observation) -> str:
    """The ways of all orders, each in a group that a page shows when its order is chosen."""
    board = observation.game.board
    return "".join(
        f'<g class="mp-errand" data-order="{order}">{_way(board, tuple(errands(observation, order)))}</g>'
        for order, _ in observation.track
        if order != VICTORY
    )


@lru_cache(maxsize=1024)
def _way(board: Board, paths: tuple[tuple[FieldId, ...], ...]) -> str:
    lines = "".join(_line_along(board, path) for path in paths if len(path) > 1)
    return f'<path class="mp-errand-edge" d="{lines}"/><path d="{lines}"/>' if lines else ""


def _line_along(board: Board, path: Sequence[FieldId]) -> str:
    """A line over these fields: one piece for every road, bent as the road is."""
    parts: list[tuple[Road, FieldId, FieldId]] = []
    for one, other in pairwise(path):
        road = road_between(board, one, other)
        if parts and parts[-1][0] is road and parts[-1][2] == one and one not in board.place:
            parts[-1] = (road, parts[-1][1], other)
        else:
            parts.append((road, one, other))
    return f"M{xy(chart_of(board).at[path[0]])}" + "".join(_bent(board, *part) for part in parts)


def _bent(board: Board, road: Road, one: FieldId, other: FieldId) -> str:
    """A part of a road: the same curve between two of its fields, with its own point that bends it."""
    start, end = (road.path.index(field) / road.length for field in (one, other))
    (ax, ay), (bx, by), (mx, my) = (along(board, road, share) for share in (start, end, (start + end) / 2))
    if road.bend is None:
        return f"L{xy((bx, by))}"
    # The middle of a quadratic curve lies half way between its bending point and the middle of its ends.
    return f"Q{xy((2 * mx - (ax + bx) / 2, 2 * my - (ay + by) / 2))} {xy((bx, by))}"
