"""Routes: the shortest ways over the board while roads are blocked or districts fallen, from the engine's own tables.

>>> from mali_powstancy.engine import load_scenario
>>> board = load_scenario("basic").board
>>> shortest_route(board, "past", "plac-trzech-krzyzy").fields
('past', 'past~plac-trzech-krzyzy:1', 'plac-trzech-krzyzy')
>>> distance(board, "past", "plac-trzech-krzyzy", blocked=["past~plac-trzech-krzyzy"])
4
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations, pairwise
from typing import NamedTuple

from mali_powstancy.analysis.names import known_name, known_names
from mali_powstancy.analysis.tables import Rows
from mali_powstancy.engine.board import Board, DistrictId, FieldId, Road, RoadId, Ways
from mali_powstancy.engine.observation import Observation
from mali_powstancy.engine.state import GameState

Names = str | Iterable[str]
"""One name or several."""


class Closed(NamedTuple):
    """What is closed: roads with a small token, and districts that have fallen."""

    blocked: frozenset[RoadId] = frozenset()
    fallen: frozenset[DistrictId] = frozenset()


class Route(NamedTuple):
    """A way over the board, step by step."""

    fields: tuple[FieldId, ...]
    """All fields, both ends included."""
    roads: tuple[RoadId, ...]
    """The roads in the order in which they are used."""

    @property
    def length(self) -> int:
        """Movement points from one end to the other."""
        return len(self.fields) - 1


class Detour(NamedTuple):
    """Two objects that are farther from each other than before."""

    start: FieldId
    to: FieldId
    before: int
    after: int | None
    """None: there is no way any more."""


class RoadWeight(NamedTuple):
    """What it would do to the ways between all objects if one more road were blocked."""

    road: RoadId
    longer: int
    """Pairs of objects that are still joined, but by a longer way."""
    extra: int
    """Movement points that these pairs lose, all together."""
    cut_off: int
    """Pairs of objects that no way joins any more."""


def closed_in(position: GameState | Observation) -> Closed:
    """What is closed in a position."""
    blocked = frozenset([token.road for token in position.tokens if token.road is not None])
    return Closed(blocked, frozenset(position.fallen))


def closed_on(board: Board, blocked: Names = (), fallen: Names = ()) -> Closed:
    """These roads and districts, if the board has them; else raise `UnknownName`."""
    return Closed(known_names("road", blocked, board.road), known_names("district", fallen, board.district))


def open_ways(board: Board, blocked: Names = (), fallen: Names = ()) -> Ways:
    """The ways that scouts can still use."""
    return board.ways(*closed_on(board, blocked, fallen))


def distance(board: Board, start: FieldId, to: FieldId, blocked: Names = (), fallen: Names = ()) -> int | None:
    """Movement points from one field to another; None if there is no way."""
    known_name("field", start, board.rank)
    known_name("field", to, board.rank)
    return open_ways(board, blocked, fallen).distances[start].get(to)


def shortest_route(board: Board, start: FieldId, to: FieldId, blocked: Names = (), fallen: Names = ()) -> Route | None:
    """The first of the shortest routes, as the soldier would choose it (H-7); None if there is no way."""
    return next(_shortest_routes(board, start, to, closed_on(board, blocked, fallen)), None)


def all_shortest_routes(
    board: Board, start: FieldId, to: FieldId, blocked: Names = (), fallen: Names = ()
) -> Rows[Route]:
    """All shortest routes, in the order of the board file; none if there is no way."""
    return Rows(Route, _shortest_routes(board, start, to, closed_on(board, blocked, fallen)))


def _shortest_routes(board: Board, start: FieldId, to: FieldId, closed: Closed) -> Iterator[Route]:
    if distance(board, start, to, *closed) is None:
        return
    ways = board.ways(*closed)
    far = ways.distances[to]
    unfinished: list[tuple[FieldId, ...]] = [(start,)]
    while unfinished:
        fields = unfinished.pop()
        here = fields[-1]
        if here == to:
            yield Route(fields, roads_along(board, fields))
        nearer = [near for near in ways.steps[here] if far[near] < far[here]]
        unfinished += [(*fields, near) for near in reversed(nearer)]


@lru_cache(maxsize=16)
def road_of_step(board: Board) -> Mapping[tuple[FieldId, FieldId], Road]:
    """The road that a step from one field to the next goes along."""
    return {
        step: road
        for road in board.roads
        for one, other in pairwise(road.path)
        for step in ((one, other), (other, one))
    }


def roads_along(board: Board, fields: Iterable[FieldId]) -> tuple[RoadId, ...]:
    """The roads that a way over these fields uses, each named where it is entered."""
    used: list[RoadId] = []
    for here, there in pairwise(fields):
        road = road_of_step(board)[here, there]
        if not used or here in board.place:
            used.append(road.id)
    return tuple(used)


def distances_between_objects(
    board: Board, blocked: Names = (), fallen: Names = ()
) -> dict[tuple[FieldId, FieldId], int | None]:
    """Movement points between all pairs of objects, in the order of the board file; None if there is no way."""
    far = open_ways(board, blocked, fallen).distances
    return {(one, other): far[one].get(other) for one, other in combinations(board.place, 2)}


def detours(board: Board, blocked: Names = (), fallen: Names = (), *, before: Closed | None = None) -> Rows[Detour]:
    """The pairs of objects that are farther from each other than before, when nothing was closed but `before`."""
    earlier = distances_between_objects(board, *(before or Closed()))
    later = distances_between_objects(board, blocked, fallen)
    changed = ((pair, was, later[pair]) for pair, was in earlier.items() if was is not None)
    return Rows(Detour, (Detour(*pair, was, now) for pair, was, now in changed if now is None or now > was))


def road_weights(board: Board, blocked: Names = (), fallen: Names = ()) -> Rows[RoadWeight]:
    """What each open road is worth: what would become longer, or be cut off, without it."""
    closed = closed_on(board, blocked, fallen)
    jumps = board.ways(*closed).jumps
    open_roads = [road.id for road in board.roads if road.ends[1] in jumps[road.ends[0]]]
    return Rows(RoadWeight, (_weight(board, road, closed) for road in open_roads))


def _weight(board: Board, road: RoadId, closed: Closed) -> RoadWeight:
    changed = detours(board, closed.blocked | {road}, closed.fallen, before=closed)
    extra = [detour.after - detour.before for detour in changed if detour.after is not None]
    return RoadWeight(road, longer=len(extra), extra=sum(extra), cut_off=len(changed) - len(extra))
