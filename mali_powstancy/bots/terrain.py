"""The terrain: which ways are open to scouts, how far it is, and how much time and how much danger there is."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import NamedTuple

from mali_powstancy.engine.board import Board, Distances, DistrictId, FieldId, RoadId
from mali_powstancy.engine.cards import VICTORY, Colour
from mali_powstancy.engine.observation import Observation

FAR = 99
"""Farther than any way; also stands for no way at all."""

Steps = Mapping[FieldId, tuple[FieldId, ...]]


class Net(NamedTuple):
    """Where scouts can step and jump; `far[aim][field]` are movement points, with no entry where there is no way."""

    steps: Steps
    jumps: Steps
    far: Distances


class _FewerWays(Distances):
    """Rows of distances with something closed: as before, if all who lost a step have another one as good."""

    def __init__(
        self, steps: Steps, before: Distances, lost: Collection[FieldId], closed: Collection[FieldId] = ()
    ) -> None:
        super().__init__(steps)
        self._before, self._lost, self._closed = before, lost, closed

    def __missing__(self, aim: FieldId) -> dict[FieldId, int]:
        row, steps = self._before[aim], self._steps
        for field in self._lost:
            distance = row.get(field, 0)
            if distance and distance <= min([row[near] for near in steps[field]], default=distance):
                return super().__missing__(aim)
        if self._closed:
            row = {field: distance for field, distance in row.items() if field not in self._closed}
        self[aim] = row
        return row


def net_of(seen: Observation, soldier: FieldId | None = None, also: tuple[RoadId, ...] = ()) -> Net:
    """The ways that tokens and fallen districts leave open; perhaps round the soldier, or if a road were blocked too.

    The soldier's own field keeps its distances, because he will leave it.
    """
    blocked = tuple([token.road for token in seen.tokens if token.road is not None])
    return _net(seen.game.board, blocked + also, seen.fallen, soldier)


@lru_cache(maxsize=1024)
def _net(
    board: Board, blocked: tuple[RoadId, ...], fallen: tuple[DistrictId, ...], soldier: FieldId | None = None
) -> Net:
    if soldier is not None:
        net = _net(board, blocked, fallen)
        steps = dict(net.steps)
        for near in steps[soldier]:
            steps[near] = tuple([field for field in steps[near] if field != soldier])
        return Net(steps, net.jumps, _FewerWays(steps, net.far, steps[soldier]))
    ways = board.ways(frozenset(blocked), frozenset(fallen))
    if not blocked:
        return Net(ways.steps, ways.jumps, ways.distances)
    # One road after the other as they were blocked, for most distances stay the same.
    before, road = _net(board, blocked[:-1], fallen), board.road[blocked[-1]]
    return Net(ways.steps, ways.jumps, _FewerWays(ways.steps, before.far, road.ends, road.fields))


def rounds_to_end(seen: Observation) -> int:
    """Rounds in which something can still be done, the present one included; `FAR` while nobody can tell."""
    spaces = seen.game.track_spaces
    if seen.stopping:
        return 1
    if seen.game.is_extended:
        return next((spaces - space + 1 for order, space in seen.track if order == VICTORY), FAR)
    if seen.deck_left:
        return FAR
    return max([spaces - space + 1 for _, space in seen.track], default=1)  # B-28


@lru_cache(maxsize=256)
def arrest_chance(die: tuple[tuple[Colour, int, str], ...], distance: int) -> float:
    """How likely the next roll brings the soldier so far (B-20)."""
    return sum(face[0] == Colour.BLACK and face[1] >= distance for face in die) / len(die)
