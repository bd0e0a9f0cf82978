"""Bends: how a new or changed road is drawn, so that its fields have room between the others."""

from __future__ import annotations

from functools import lru_cache
from math import dist

from mali_powstancy.engine.board import Board, FieldId, Road, plain_field_id, road_id
from mali_powstancy.views.map.chart import along, chart_of, is_land
from mali_powstancy.views.map.lettering import Point

ROOM = 46
"""Fields that are so far apart do not crowd each other."""
_WIDEST, _STEP = 400, 20
_POINTS = 16
"""So finely the line of a road is looked at."""


@lru_cache(maxsize=64)
def roomy_bend(board: Board, ends: tuple[FieldId, FieldId], length: int) -> Point | None:
    """Towards which point a road of this length is best curved on a board; None if it may stay as it is, or straight.

    Of all bends that leave enough room the slightest one is taken, otherwise the one that leaves most.
    """
    old = next((road for road in board.roads if set(road.ends) == set(ends)), None)
    others = [point for field, point in chart_of(board).at.items() if old is None or field not in old.fields]
    before = None if old is None else old.bend
    (ax, ay), (bx, by) = (board.place[end].at for end in ends)
    middle, far = ((ax + bx) / 2, (ay + by) / 2), dist((ax, ay), (bx, by)) or 1
    across = ((ay - by) / far, (bx - ax) / far)
    offsets = sorted(range(-_WIDEST, _WIDEST + 1, _STEP), key=abs)
    bends = [before, *((middle[0] + n * across[0], middle[1] + n * across[1]) for n in offsets if n)]
    best = max(bends, key=lambda bend: _room(board, ends, length, bend, others))  # the first of equally good ones
    return best if best is before or best is None else (float(round(best[0])), float(round(best[1])))


def _room(board: Board, ends: tuple[FieldId, FieldId], length: int, bend: Point | None, others: list[Point]) -> float:
    """How near the road comes to other fields and to other objects, up to what is enough; it never leaves the land."""
    name = road_id(*ends)
    fields = tuple(plain_field_id(name, number) for number in range(1, length))
    road = Road(name, ends, fields, (), bend, "")
    own = [along(board, road, number / length) for number in range(1, length)]
    near = [dist(one, other) for at, one in enumerate(own) for other in (*others, *own[:at])]
    way = [along(board, road, number / _POINTS) for number in range(1, _POINTS)]
    near += [dist(point, place.at) for place in board.places if place.id not in ends for point in way]
    return min([ROOM, *near]) if all(map(is_land, own)) else -1.0
