"""The board: districts, objects, the roads between them with their plain fields, and which ways are open."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

DistrictId = str
FieldId = str
RoadId = str


class District(NamedTuple):
    """A part of the city that can fall in the extended variant."""

    id: DistrictId
    name: str
    name_en: str
    at: tuple[float, float] | None
    """Where its name is drawn."""
    origin: str


class Place(NamedTuple):
    """An object of the board (obiekt): a named field where orders start and end."""

    id: FieldId
    name: str
    name_en: str
    district: DistrictId
    at: tuple[float, float]
    """Where it is drawn: designed after the geography, not computed from it."""
    label: str
    """On which side its name is drawn."""
    origin: str


class Road(NamedTuple):
    """A road joins two objects; its plain fields are listed from the end named first."""

    id: RoadId
    ends: tuple[FieldId, FieldId]
    fields: tuple[FieldId, ...]
    districts: tuple[DistrictId, ...]
    bend: tuple[float, float] | None
    origin: str

    @property
    def length(self) -> int:
        """Movement points from one end to the other."""
        return len(self.fields) + 1

    @property
    def path(self) -> tuple[FieldId, ...]:
        """All fields of the road, both ends included."""
        return (self.ends[0], *self.fields, self.ends[1])


def road_id(one: FieldId, other: FieldId) -> RoadId:
    """The name of the road between two objects: `past~elektrownia`."""
    return f"{one}~{other}"


def plain_field_id(road: RoadId, number: int) -> FieldId:
    """The name of a road's plain field, counted from 1 at the end named first: `past~elektrownia:1`."""
    return f"{road}:{number}"


class Ways:
    """The ways that scouts may use while some roads are blocked and some districts fallen (H-1, H-2).

    `steps[field]` are the fields one step away, `jumps[object]` the objects one jump away;
    `touched[soldier]` are the fields where something is closed, by tokens, falls or the soldier on that field (None:
    there is none), so that everywhere else the free board's answer holds;
    `distances[one][other]` are movement points, with no entry where there is no open way;
    `open_steps` is a place for rules to keep which moves these ways leave open on touched fields;
    `before` are the ways before the last district fell, which scouts still use while they leave it (H-15).
    """

    __slots__ = ("before", "distances", "jumps", "open_steps", "steps", "touched")

    def __init__(
        self,
        steps: Mapping[FieldId, tuple[FieldId, ...]],
        jumps: Mapping[FieldId, tuple[FieldId, ...]],
        touched: frozenset[FieldId] = frozenset(),
        before: Ways | None = None,
    ) -> None:
        self.before = before
        self.steps = steps
        self.jumps = jumps
        self.touched = Touched(touched, steps, jumps)
        self.distances = Distances(steps)
        self.open_steps: dict[tuple[str, FieldId, FieldId | None], tuple[Any, ...]] = {}

    def path(self, here: FieldId, target: FieldId) -> tuple[FieldId, ...] | None:
        """The fields entered on a shortest way to a target; None if no way is open.

        It always takes the neighbour nearer to the target that comes first in the board file (H-7).
        """
        far, at, path = self.distances[target], here, []
        if here not in far:
            return None
        while at != target:
            at = next(near for near in self.steps[at] if far[near] < far[at])
            path.append(at)
        return tuple(path)

    def without_road(self, road: Road) -> Ways:
        """The same, with one more road blocked: nobody steps along it or jumps over it (H-1, H-2)."""
        steps, jumps = dict(self.steps), dict(self.jumps)
        path = road.path
        steps.update(dict.fromkeys(road.fields, ()))  # plain fields have no other neighbours than along their road
        steps[path[0]] = _without(steps[path[0]], path[1])
        steps[path[-1]] = _without(steps[path[-1]], path[-2])
        _part(jumps, *road.ends)
        return Ways(steps, jumps, self.touched[None].union(path))

    def without_district(self, board: Board, district: DistrictId) -> Ways:
        """The same, with one more district fallen: nobody enters it, nor jumps into or through it (H-1, H-2)."""
        steps, jumps = dict(self.steps), dict(self.jumps)
        inside = board.fields_in[district]
        for border in {near for field in inside for near in steps[field]} - inside:
            steps[border] = tuple([near for near in steps[border] if near not in inside])
        steps.update(dict.fromkeys(inside, ()))
        touched = set(self.touched[None])
        for road in board.roads_through[district]:
            _part(jumps, *road.ends)
            touched.update(road.path)
        return Ways(steps, jumps, frozenset(touched), before=self)


def _part(near: dict[FieldId, tuple[FieldId, ...]], one: FieldId, other: FieldId) -> None:
    """Take two fields out of each other's neighbours."""
    near[one], near[other] = _without(near[one], other), _without(near[other], one)


def _without(near: tuple[FieldId, ...], field: FieldId) -> tuple[FieldId, ...]:
    """The neighbours but one, if it still is among them."""
    if field not in near:
        return near
    at = near.index(field)
    return near[:at] + near[at + 1 :]


class Touched(dict[FieldId | None, frozenset[FieldId]]):
    """By the soldier's field: where something is closed; worked out when it is first asked for."""

    def __init__(
        self,
        closed: frozenset[FieldId],
        steps: Mapping[FieldId, tuple[FieldId, ...]],
        jumps: Mapping[FieldId, tuple[FieldId, ...]],
    ) -> None:
        self[None] = closed
        self._steps, self._jumps = steps, jumps

    def __missing__(self, soldier: FieldId) -> frozenset[FieldId]:
        touched = self[soldier] = self[None].union(self._steps[soldier], self._jumps.get(soldier, ()))
        return touched


def _free_ways(board: Board) -> Ways:
    """Every road is open; neighbours come in the order of the board file (H-7)."""
    steps: dict[FieldId, list[FieldId]] = {field: [] for field in board.fields}
    jumps: dict[FieldId, list[FieldId]] = {place.id: [] for place in board.places}
    for road in board.roads:
        for near, pairs in ((steps, pairwise(road.path)), (jumps, [road.ends])):
            for one, other in pairs:
                near[one].append(other)
                near[other].append(one)
    in_order = board.rank.__getitem__
    return Ways(
        {field: tuple(sorted(near, key=in_order)) for field, near in steps.items()},
        {field: tuple(sorted(near, key=in_order)) for field, near in jumps.items()},
    )


@lru_cache(maxsize=512)
def _open_ways(board: Board, blocked: frozenset[RoadId], fallen: frozenset[DistrictId]) -> Ways:
    ways = board.free
    for road in blocked:
        ways = ways.without_road(board.road[road])
    for district in fallen:
        ways = ways.without_district(board, district)
    return ways


class Distances(dict[FieldId, dict[FieldId, int]]):
    """Movement points between fields, a row worked out when it is first asked for."""

    def __init__(self, steps: Mapping[FieldId, tuple[FieldId, ...]]) -> None:
        self._steps = steps

    def __missing__(self, start: FieldId) -> dict[FieldId, int]:
        row = self[start] = {start: 0}
        queue = deque([start])
        while queue:
            here = queue.popleft()
            for there in self._steps[here]:
                if there not in row:
                    row[there] = row[here] + 1
                    queue.append(there)
        return row


class Board:
    """The map of a scenario. It never changes; what is closed is told by `ways`."""

    def __init__(
        self,
        districts: Iterable[District],
        places: Iterable[Place],
        roads: Iterable[Road],
        start_objects: Iterable[FieldId],
        soldier_start: FieldId,
    ) -> None:
        self.districts = tuple(districts)
        self.places = tuple(places)
        self.roads = tuple(roads)
        self.start_objects = tuple(start_objects)
        self.soldier_start = soldier_start
        self.place: Mapping[FieldId, Place] = {place.id: place for place in self.places}
        self.road: Mapping[RoadId, Road] = {road.id: road for road in self.roads}
        self.district: Mapping[DistrictId, District] = {district.id: district for district in self.districts}
        # H-7: the order of the board file, objects first, then the plain fields road by road.
        self.fields: tuple[FieldId, ...] = tuple(self.place) + tuple(f for r in self.roads for f in r.fields)
        self.rank: Mapping[FieldId, int] = {field: number for number, field in enumerate(self.fields)}
        self.district_of: Mapping[FieldId, DistrictId] = {place.id: place.district for place in self.places} | {
            field: district for road in self.roads for field, district in zip(road.fields, road.districts, strict=True)
        }
        self.road_of: Mapping[FieldId, Road] = {field: road for road in self.roads for field in road.fields}
        self.roads_at: Mapping[FieldId, tuple[Road, ...]] = {
            place.id: tuple(road for road in self.roads if place.id in road.ends) for place in self.places
        }

        self.fields_in: Mapping[DistrictId, frozenset[FieldId]] = {
            district.id: frozenset(f for f in self.fields if self.district_of[f] == district.id)
            for district in self.districts
        }
        self.roads_through: Mapping[DistrictId, tuple[Road, ...]] = {
            district.id: tuple(r for r in self.roads if district.id in map(self.district_of.get, r.path))
            for district in self.districts
        }
        self._paths: dict[tuple[FieldId, FieldId], tuple[FieldId, ...]] = {}

    def ways(self, blocked: frozenset[RoadId] = frozenset(), fallen: frozenset[DistrictId] = frozenset()) -> Ways:
        """The ways left open by blocked roads and fallen districts."""
        return _open_ways(self, blocked, fallen)

    @cached_property
    def free(self) -> Ways:
        """The ways of the whole board, nothing closed: those of the soldier (H-7)."""
        return _free_ways(self)

    def road_named(self, name: str) -> RoadId | None:
        """A road by its two ends, whichever is named first; None if there is none."""
        one, _, other = name.partition("~")
        return next((road for road in (name, road_id(other, one)) if road in self.road), None)

    def field_named(self, name: str) -> FieldId | None:
        """A field by its name; a plain field is counted from the end of its road that is named first."""
        if name in self.rank:
            return name
        road, _, number = name.rpartition(":")
        found = self.road_named(road)
        fields = self.road[found].fields[::-1] if found is not None and found != road else ()
        return next((field for place, field in enumerate(fields, start=1) if number == str(place)), None)

    def path(self, here: FieldId, target: FieldId) -> tuple[FieldId, ...]:
        """The fields that the soldier enters on his way to a target, nothing being closed to him (H-7)."""
        path = self._paths.get((here, target))
        if path is None:
            path = self._paths[here, target] = self.free.path(here, target) or ()
        return path
