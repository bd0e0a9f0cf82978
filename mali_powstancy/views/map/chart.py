"""The lines of the map: where everything is drawn, worked out once for a board and shared by all drawings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, cached_property, lru_cache
from itertools import pairwise
from math import ceil, dist, sin, sqrt

from mali_powstancy.engine.board import Board, DistrictId, FieldId, Road, RoadId
from mali_powstancy.views.map.areas import AreaLine, Land, areas
from mali_powstancy.views.map.lettering import Point

WIDTH, HEIGHT = 1000, 720
START, OBJECT, PLAIN = 26, 22, 11
"""The radius of an object where scouts start, of any other object and of a plain field."""
PIECE = 26
"""Pieces on one field stand so far apart that each can be read and clicked."""

# The banks of the Vistula from north to south, point opposite point.
LEFT_BANK: tuple[Point, ...] = (
    (692, -20), (700, 50), (726, 120), (768, 185), (820, 245), (874, 308),
    (918, 380), (942, 460), (948, 545), (952, 640), (962, 740),
)  # fmt: skip
RIGHT_BANK: tuple[Point, ...] = (
    (780, -20), (792, 40), (818, 98), (858, 154), (908, 210), (958, 268),
    (1010, 345), (1030, 445), (1034, 545), (1038, 640), (1048, 740),
)  # fmt: skip
_EMBANKMENT = 12


class Chart:
    """All lines and points of a board that its drawings are made of; those of the land only if somebody draws them."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.at: dict[FieldId, Point] = {place.id: place.at for place in board.places}
        for road in board.roads:
            for number, field in enumerate(road.fields, start=1):
                self.at[field] = along(board, road, number / road.length)
        self.way: dict[RoadId, str] = {road.id: _road_path(board, road) for road in board.roads}

    @cached_property
    def _land(self) -> Land:
        return areas(_sites(self.board, self.at), is_land, WIDTH, HEIGHT)

    @cached_property
    def _loops(self) -> dict[DistrictId, list[AreaLine]]:
        return {district.id: self._land.outlines.get(district.id, []) for district in self.board.districts}

    @cached_property
    def outline(self) -> dict[DistrictId, str]:
        """The outlines of the districts."""
        return {district: "".join(map(_closed_curve, loops)) for district, loops in self._loops.items()}

    @cached_property
    def borders(self) -> str:
        """The lines between districts."""
        return "".join(map(curve, self._land.borders))

    @cached_property
    def limits(self) -> str:
        """The lines around the city."""
        return "".join(map(curve, self._land.limits))

    @cached_property
    def hatching(self) -> dict[DistrictId, str]:
        """What a fallen district is covered with."""
        return {district: _hatching(loops) for district, loops in self._loops.items()}


@lru_cache(maxsize=16)
def chart_of(board: Board) -> Chart:
    """The lines and points of a board."""
    return Chart(board)


def along(board: Board, road: Road, share: float) -> Point:
    """A point of a road, which is straight or bent like a quadratic curve."""
    (ax, ay), (bx, by) = (board.place[end].at for end in road.ends)
    cx, cy = road.bend or ((ax + bx) / 2, (ay + by) / 2)
    rest = 1 - share
    one, two, three = rest * rest, 2 * rest * share, share * share
    return (one * ax + two * cx + three * bx, one * ay + two * cy + three * by)


def road_between(board: Board, one: FieldId, other: FieldId) -> Road:
    """The road on which a field and its neighbour lie."""
    for field in (one, other):
        if field in board.road_of:
            return board.road_of[field]
    return next(road for road in board.roads_at[one] if other in road.ends)


def _sites(board: Board, at: dict[FieldId, Point]) -> Iterator[tuple[Point, DistrictId]]:
    """Points that decide to which district the land around them belongs: fields, and roads up to half way."""
    for field, point in at.items():
        yield point, board.district_of[field]
    for road in board.roads:
        for number, (one, other) in enumerate(pairwise(road.path)):
            first, second = board.district_of[one], board.district_of[other]
            for part, district in ((0.2, first), (0.4, first), (0.6, second), (0.8, second)):
                yield along(board, road, (number + part) / road.length), district


def is_land(point: Point) -> bool:
    """Whether a point lies west of the river and not at the edge of the paper, which a hand never follows exactly."""
    x, y = point
    if x < 14 + 7 * sin(y / 50) or y < 16 + 8 * sin(x / 70) or y > HEIGHT - 15 + 7 * sin(x / 60):
        return False
    for (ax, ay), (bx, by) in pairwise(LEFT_BANK):
        if ay <= y <= by:
            return x < ax + (bx - ax) * (y - ay) / (by - ay) - _EMBANKMENT
    return True


def _hatching(loops: Sequence[AreaLine], gap: int = 14) -> str:
    """Slanting lines inside an area."""
    edges = [edge for loop in loops for edge in pairwise(_on_curve(loop))]
    path = []
    for level in range(0, WIDTH + HEIGHT, gap):
        # The line x + y = level enters and leaves the area where it crosses the outline.
        crossings = []
        for (ax, ay), (bx, by) in edges:
            before, after = ax + ay - level, bx + by - level
            if (before < 0) != (after < 0):
                crossings.append(ax + (bx - ax) * before / (before - after))
        crossings.sort()
        for enters, leaves in zip(crossings[::2], crossings[1::2], strict=True):
            long = round(leaves) - round(enters)
            if long >= 6:  # shorter ones would only make the outline look dirty
                path.append(f"M{round(enters)} {level - round(enters)}l{long}-{long}")
    return "".join(path)


def _road_path(board: Board, road: Road) -> str:
    one, other = (xy(board.place[end].at) for end in road.ends)
    return f"M{one}Q{xy(road.bend)} {other}" if road.bend else f"M{one}L{other}"


def curve(points: Sequence[Point]) -> str:
    """A smooth line from the first point to the last, drawn near the others."""
    bends = [f"Q{xy(one)} {xy(_half_way(one, other))}" for one, other in pairwise(points[1:-1])]
    return f"M{xy(points[0])}{''.join(bends)}Q{xy(points[-2])} {xy(points[-1])}"


def _closed_curve(loop: AreaLine) -> str:
    return f"{curve((*loop, loop[0]))}z"


def _on_curve(loop: AreaLine) -> list[Point]:
    """Points of the closed curve: where its bends meet, and the middle of each bend."""
    points = [loop[0]]
    for bend, end in zip(loop[1:], [*map(_half_way, loop[1:], loop[2:]), loop[0]], strict=True):
        points += [_half_way(_half_way(points[-1], bend), _half_way(bend, end)), end]
    return points


def _half_way(one: Point, other: Point) -> Point:
    return ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2)


def xy(point: Point) -> str:
    """A point as a path of a drawing names it."""
    return f"{point[0]:.0f} {point[1]:.0f}"


# Pieces that share a field


@cache
def _offsets(count: int) -> tuple[Point, ...]:
    """Pieces on one field stand in rows around its middle."""
    columns = ceil(sqrt(count))
    rows = ceil(count / columns)
    spots = []
    for number in range(count):
        row, column = divmod(number, columns)
        wide = min(columns, count - row * columns)
        spots.append(((column - (wide - 1) / 2) * PIECE, (row - (rows - 1) / 2) * PIECE))
    return tuple(spots)


def rows_around(at: Point, count: int) -> list[Point]:
    """Where so many pieces stand on one field."""
    return [(at[0] + x, at[1] + y) for x, y in _offsets(count)]


def spread(spots: list[Point]) -> list[Point]:
    """The same spots, those pushed apart that come too near to each other because their fields are near."""
    for _ in range(40):
        crowded = False
        for number, (ax, ay) in enumerate(spots):
            for other in range(number + 1, len(spots)):
                bx, by = spots[other]
                if abs(bx - ax) < PIECE - 1 and abs(by - ay) < PIECE - 1:
                    far = dist((ax, ay), (bx, by))
                    if far < PIECE - 1.5:
                        crowded = True
                        push = (PIECE - far) / 2 / (far or 1)
                        dx, dy = (bx - ax) * push, (by - ay) * push
                        ax, ay = ax - dx, ay - dy
                        spots[number], spots[other] = (ax, ay), (bx + dx, by + dy)
        if not crowded:
            break
    return spots
