"""Free spots on the map: where a mark can stand beside its field and covers nothing.

What never moves is worked out once for every field; pieces and other marks are looked at when a spot is taken.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from itertools import pairwise
from math import cos, dist, hypot, pi, sin
from typing import NamedTuple

from mali_powstancy.engine.board import Board, FieldId
from mali_powstancy.views.map.chart import HEIGHT, OBJECT, PLAIN, START, WIDTH, along, chart_of
from mali_powstancy.views.map.lettering import Box, Point, overlap
from mali_powstancy.views.map.map_names import large_names, names

MARK = (19.5, 14.5)
"""Half the width and half the height of an envelope or a flag."""
LETTER = (10.5, 7.5)
"""The same of the letter that a scout carries."""
PIECE_ROOM = 15.5
"""Half the width of the room that a piece takes."""
LARGER, LARGER_PIECES = 1.25, 1.35
"""So much larger are marks and pieces on the map with large names, which leave less room."""

# What lies on every map and is not to be covered either: the north arrow, and the river's name.
_DECORATION: tuple[Box, ...] = ((927, 14, 963, 108), (815, 170, 885, 250))
_TURNS = tuple((cos(turn * pi / 12), -sin(turn * pi / 12)) for turn in range(24))
_RINGS = (0, 9, 18, 28, 40, 52, 66, 82, *range(98, 1200, 16))
_LEADER_FROM = 9  # the line of a mark that stands farther away than this must not be covered


class Spot(NamedTuple):
    """Where a mark could stand beside its field: the middle, the room it takes, and the line to the field."""

    at: Point
    box: Box
    foot: Point
    head: Point
    """Where the line begins, at the edge of the field, and where it ends, at that of the mark."""
    leader: tuple[Point, ...]
    """Points of the line that others must not cover; none if the mark is very near."""


class Ground:
    """What never moves on a map, and so the spots beside its fields, the best ones first."""

    def __init__(self, board: Board, lang: str, large: bool) -> None:
        self.scale, self.pieces = (LARGER, LARGER_PIECES) if large else (1.0, 1.0)
        self.board, self.at = board, chart_of(board).at
        self.names = [*(name.box for name in (large_names if large else names)(board, lang).values()), *_DECORATION]
        self.ways = [along(board, road, n / (6 * road.length)) for road in board.roads for n in range(6 * road.length)]
        self._spots: dict[FieldId, Spots] = {}

    def free_spot(self, field: FieldId, taken: Sequence[Box], marks: Sequence[Box]) -> Spot:
        """The best spot beside a field that nothing stands on, and if possible no line crosses a mark."""
        spots = self._spots.get(field)
        if spots is None:
            spots = self._spots[field] = Spots(self, field)
        crossing: Spot | None = None
        for spot in spots:
            if is_free(spot.box, taken) and is_free(spot.box, marks):
                if all(is_free((x, y, x, y), marks) for x, y in spot.leader):
                    return spot
                crossing = crossing or spot
        return crossing or spots.known[0]  # the last ring is as wide as the map: something is always free

    def edge(self, field: FieldId) -> float:
        """The radius of a field."""
        return PLAIN if field not in self.board.place else START if field in self.board.start_objects else OBJECT


class Spots:
    """The spots beside one field in rings around it, the best first; farther rings are only looked at if need be."""

    def __init__(self, ground: Ground, field: FieldId) -> None:
        self.ground = ground
        self.x, self.y = ground.at[field]
        self.edge = ground.edge(field)
        self.keep = 15 + 15 * ground.pieces  # four pieces stand there in two rows
        self.others = {
            other: (*at, max(ground.edge(other) + 3, (PIECE_ROOM + 1.5) * ground.pieces))
            for other, at in ground.at.items()
            if other != field
        }
        self.known: list[Spot] = []
        self._later: list[tuple[float, int, Spot]] = []
        self._rings = iter([*pairwise(_RINGS), (_RINGS[-1], 10**6)])

    def __iter__(self) -> Iterator[Spot]:
        yield from self.known
        while True:
            seen = len(self.known)
            for ring, following in self._rings:
                self._look_at(ring, following)
                if len(self.known) > seen:
                    break
            else:
                return
            yield from self.known[seen:]

    def _look_at(self, ring: float, following: float) -> None:
        """Find the spots of a ring; what costs no more than being in the following one is known from now on."""
        ground, x, y = self.ground, self.x, self.y
        wide, high = (half * ground.scale for half in MARK)
        reach = self.keep + ring + 2 * wide
        around = (x - reach, y - reach, x + reach, y + reach)
        discs = [disc for disc in self.others.values() if hypot(disc[0] - x, disc[1] - y) < reach + 50]
        objects = [(dx, dy) for other, (dx, dy, _) in self.others.items() if other in ground.board.place]
        covered = [box for box in ground.names if overlap(box, around)]
        ways = [(wx, wy) for wx, wy in ground.ways if around[0] < wx < around[2] and around[1] < wy < around[3]]
        for across, down in _TURNS:
            far = ring + self.keep
            while hypot(max(far * abs(across) - wide, 0), max(far * abs(down) - high, 0)) < self.keep + ring:
                far += 3
            mx, my = x + far * across, y + far * down
            left, top, right, bottom = box = (mx - wide, my - high, mx + wide, my + high)
            if left < 3 or top < 3 or right > WIDTH - 3 or bottom > HEIGHT - 3:
                continue
            if any(hypot(max(left - dx, 0, dx - right), max(top - dy, 0, dy - bottom)) < r for dx, dy, r in discs):
                continue
            foot = (x + self.edge * across, y + self.edge * down)
            # It enters the box through the nearer of two sides.
            inside = min(wide / max(abs(across), 0.01), high / max(abs(down), 0.01)) - 2
            head = (mx - inside * across, my - inside * down)
            leader = _line(foot, head) if ring > _LEADER_FROM else ()
            if any(hypot(lx - dx, ly - dy) < r for lx, ly in leader for dx, dy, r in discs):
                continue
            # Names mostly stand below; and whose mark it is must be plain.
            cost = ring + 4 * max(down, 0)
            cost += max(0, 30 + far - min((hypot(mx - dx, my - dy) for dx, dy in objects), default=999))
            cost += sum(7 for wx, wy in ways if left - 3 < wx < right + 3 and top - 3 < wy < bottom + 3)
            cost += sum(300 + area for other in covered if (area := overlap(box, other)))
            cost += sum(20 for lx, ly in leader for nl, nt, nr, nb in covered if nl < lx < nr and nt < ly < nb)
            heappush(self._later, (cost, len(self.known) + len(self._later), Spot((mx, my), box, foot, head, leader)))
        while self._later and self._later[0][0] <= following:
            self.known.append(heappop(self._later)[2])


def _line(start: Point, end: Point) -> tuple[Point, ...]:
    """Points of a line, seven units apart."""
    far = dist(start, end)
    return tuple(
        (start[0] + (end[0] - start[0]) * way / far, start[1] + (end[1] - start[1]) * way / far)
        for way in range(0, int(far), 7)
    )


@lru_cache(maxsize=16)
def ground_of(board: Board, lang: str, large: bool) -> Ground:
    """The ground of a map, worked out as far as it was needed."""
    return Ground(board, lang, large)


def is_free(box: Box, taken: Iterable[Box]) -> bool:
    """Whether a box overlaps none of these."""
    left, top, right, bottom = box
    for other in taken:  # a loop, because this is asked thousands of times  # noqa: SIM110
        if other[0] < right and left < other[2] and other[1] < bottom and top < other[3]:
            return False
    return True
