"""The districts as drawn areas: the land around a road or a field belongs to the district of that road or field."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from heapq import heapify, heappop, heappush
from itertools import product
from math import dist
from typing import NamedTuple

from mali_powstancy.engine.board import DistrictId
from mali_powstancy.views.map.lettering import Point

AreaLine = tuple[Point, ...]
Square = tuple[int, int]
Corner = tuple[int, int]

STEP = 10
"""The land is cut into squares of this size, and the edges between them are smoothed."""
REACH = 74
"""The city ends where no road or field is nearer than this."""
SMOOTHED = 14
KEPT = 3
"""Of a smoothed line every third point is enough for a curve."""


class Land(NamedTuple):
    """The districts of a city: their outlines, and the lines that these consist of."""

    outlines: dict[DistrictId, list[AreaLine]]
    """Closed lines, the last point joined with the first; neighbours share their border point by point."""
    borders: list[AreaLine]
    """Between two districts."""
    limits: list[AreaLine]
    """Where the city ends."""


def areas(sites: Iterable[tuple[Point, DistrictId]], is_land: Callable[[Point], bool], width: int, height: int) -> Land:
    """The land cut into districts, which tile it."""
    owner = _owners(sites, is_land, width // STEP, height // STEP)
    bounds: dict[DistrictId, list[AreaLine]] = {}
    land = Land({}, [], [])
    for (here, there), line in _borders(owner):
        for district in filter(None, (here, there)):
            bounds.setdefault(district, []).append(line)
        (land.limits if there is None else land.borders).append(line)
    for district, lines in bounds.items():
        land.outlines[district] = _loops(lines)
    return land


def _owners(
    sites: Iterable[tuple[Point, DistrictId]], is_land: Callable[[Point], bool], columns: int, rows: int
) -> dict[Square, DistrictId]:
    """The district of every square of the city: that of the nearest site."""
    heap = []
    for (x, y), district in sites:
        square = (min(max(int(x) // STEP, 1), columns - 2), min(max(int(y) // STEP, 1), rows - 2))
        heap.append((dist(_middle(square), (x, y)), square, (x, y), district))
    heapify(heap)
    owner: dict[Square, DistrictId] = {}
    city: set[Square] = set()
    while heap:
        far, square, site, district = heappop(heap)
        if square in owner:
            continue
        owner[square] = district
        # What is very near to a site belongs to it even if it should lie in the water.
        if far <= REACH / 2 or (far <= REACH and is_land(_middle(square))):
            city.add(square)
        for near in _around(square):
            if near not in owner and 0 < near[0] < columns - 1 and 0 < near[1] < rows - 1:
                heappush(heap, (dist(_middle(near), site), near, site, district))
    # The country comes in from the edge of the paper; a gap that it cannot reach is city too.
    squares = product(range(columns), range(rows))
    country = {(x, y) for x, y in squares if x in (0, columns - 1) or y in (0, rows - 1)}
    coming = list(country)
    while coming:
        found = [near for near in _around(coming.pop()) if near in owner and near not in city and near not in country]
        country.update(found)
        coming += found
    return {square: district for square, district in owner.items() if square not in country}


def _around(square: Square) -> tuple[Square, ...]:
    column, row = square
    return ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1))


def _middle(square: Square) -> Point:
    return ((square[0] + 0.5) * STEP, (square[1] + 0.5) * STEP)


def _borders(owner: dict[Square, DistrictId]) -> list[tuple[tuple[DistrictId, DistrictId | None], AreaLine]]:
    """Every line between two neighbours (None: no district), smoothed once for both of them."""
    edges: dict[Corner, dict[Corner, tuple[DistrictId, DistrictId | None]]] = {}
    for (column, row), here in owner.items():
        left, right, top, bottom = column, column + 1, row, row + 1
        for near, one, other in (
            ((column - 1, row), (left, top), (left, bottom)),
            ((column + 1, row), (right, top), (right, bottom)),
            ((column, row - 1), (left, top), (right, top)),
            ((column, row + 1), (left, bottom), (right, bottom)),
        ):
            there = owner.get(near)
            if there != here:
                edges.setdefault(one, {})[other] = edges.setdefault(other, {})[one] = (here, there)
    # A line runs from one corner where several meet to the next; what is left then are closed lines.
    meetings = {corner for corner, others in edges.items() if len(others) != 2}
    lines = []
    for start in (*sorted(meetings), *sorted(set(edges) - meetings)):
        while edges[start]:
            sides = next(iter(edges[start].values()))
            line = [start]
            while len(line) == 1 or (line[-1] != start and line[-1] not in meetings):
                last = line[-1]
                after = next(iter(edges[last]))
                del edges[last][after], edges[after][last]
                line.append(after)
            lines.append((sides, _smoothed([(x * STEP, y * STEP) for x, y in line], start not in meetings)))
    return lines


def _smoothed(line: list[Point], is_closed: bool) -> AreaLine:
    """The line without the corners of the squares; its ends stay where other lines meet it."""
    for _ in range(SMOOTHED):
        around = [line[-2], *line, line[1]] if is_closed else [line[0], *line, line[-1]]
        inner = [
            ((ax + 2 * bx + cx) / 4, (ay + 2 * by + cy) / 4)
            for (ax, ay), (bx, by), (cx, cy) in zip(around, around[1:], around[2:], strict=False)
        ]
        line = inner if is_closed else [line[0], *inner[1:-1], line[-1]]
    return (*line[:-1:KEPT], line[-1])


def _loops(lines: Sequence[AreaLine]) -> list[AreaLine]:
    """The lines joined end to end until they are closed."""
    left, loops = list(lines), []
    while left:
        loop = left.pop(0)
        while loop[0] != loop[-1]:
            number = next(n for n, line in enumerate(left) if loop[-1] in (line[0], line[-1]))
            line = left.pop(number)
            loop += line[1:] if line[0] == loop[-1] else line[-2::-1]
        loops.append(loop[:-1])
    return loops
