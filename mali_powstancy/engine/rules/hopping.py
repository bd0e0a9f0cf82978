"""From one field to another: which ways are closed and why, and what happens on arrival."""

from __future__ import annotations

from mali_powstancy.engine.board import FieldId, RoadId
from mali_powstancy.engine.moves import Jump, Unit
from mali_powstancy.engine.refusals import Reason
from mali_powstancy.engine.rules.ordering import arrive
from mali_powstancy.engine.state import Draft, Position, replaced


def refuse_hop(position: Position, move: Jump | Unit) -> Reason | None:
    """Over a soldier on a plain field, never onto him, along a blocked road or into a fallen district [B-15, H-1]."""
    here = position.where[position.game.number[move.scout]]
    if move.to in position._ways.jumps.get(here, ()) and move.to != position.soldier:
        return None
    return why_closed(position, here, move.to, jumping=True)


def move_scout(draft: Draft, number: int, to: FieldId) -> None:
    """A scout stands elsewhere now; if it carries an order to this object, the order is delivered [H-4]."""
    draft.where = replaced(draft.where, number, to)
    arrive(draft, number)


def why_closed(position: Position, here: FieldId, to: FieldId, jumping: bool) -> Reason:
    """The reason for which there is no way from here to there."""
    board = position.game.board
    if here not in board.rank:
        return Reason.NOT_ON_BOARD
    if to not in board.rank:
        return Reason.UNKNOWN_FIELD
    if jumping and here not in board.place:
        return Reason.NOT_IN_OBJECT
    near = board.free.jumps[here] if jumping else board.free.steps[here]
    if to not in near:
        return Reason.NOT_NEIGHBOURING_OBJECT if jumping else Reason.NOT_ADJACENT
    if to == position.soldier:
        return Reason.SOLDIER_THERE
    if board.district_of[to] in position.fallen:
        return Reason.DISTRICT_FALLEN
    road = next(road for road in board.roads if here in road.path and to in road.path)
    return Reason.ROAD_BLOCKED if road.id in blocked_roads(position) else Reason.DISTRICT_FALLEN


def blocked_roads(position: Position) -> frozenset[RoadId]:
    """The roads closed by small tokens [B-25]."""
    return frozenset([token.road for token in position.tokens if token.road is not None])


def fields_of_blocked_roads(position: Position) -> set[FieldId]:
    """The plain fields on which nobody may stand, because their road is blocked [B-25, H-2]."""
    road = position.game.board.road
    return {field for name in blocked_roads(position) for field in road[name].fields}
