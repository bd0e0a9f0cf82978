"""The scenes of Mali Powstańcy: how scouts and the soldier go their ways."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mali_powstancy.engine import Observation
from mali_powstancy.engine.board import Board, FieldId
from mali_powstancy.engine.events import (
    BroughtByUnit,
    CardSealed,
    Event,
    Jumped,
    PlacesExchanged,
    ScoutDisplaced,
    ScoutEvacuated,
    SoldierMoved,
    TurnEnded,
    Walked,
)
from mali_powstancy.table.gestures import SOLDIER
from mali_powstancy.texts import Texts
from mali_powstancy.views.map.board_svg import positions
from mali_powstancy.views.page.blocks import Object


def joined(event: Event, later: Event) -> Event | None:
    """A walk of several fields is one way."""
    if isinstance(event, Walked) and isinstance(later, Walked) and event.scout == later.scout:
        return later._replace(came=event.came)
    return None


def scene(event: Event, before: Observation, after: Observation, texts: Texts) -> Object:
    """Ways of pieces; what the own hand has just done needs no scene, if it is not more than a step or a card."""
    parts: Object = {"moved": list(_moved(event, before, after.game.board))}
    match event:
        case SoldierMoved():
            parts["early"] = True  # whom he meets is still there
        case Walked() | Jumped() | TurnEnded() | CardSealed():
            parts["routine"] = True
    return parts


def _moved(event: Event, before: Observation, board: Board) -> Iterator[Object]:
    """The pieces that move, each with the points that it goes through."""
    at = positions(board)
    for piece, path in _paths(event, before.soldier or ""):
        yield {"piece": piece, "path": [[round(value) for value in at[field]] for field in path if field in at]}


def _paths(event: Event, soldier: FieldId) -> Iterator[tuple[str, Sequence[FieldId]]]:
    """The soldier's event names only the fields that he enters."""
    match event:
        case Walked() | Jumped() | BroughtByUnit() | ScoutDisplaced() | ScoutEvacuated():
            yield event.scout, (event.came, event.to)
        case PlacesExchanged():
            yield event.scout, (event.other_to, event.to)
            yield event.other, (event.to, event.other_to)
        case SoldierMoved():
            yield SOLDIER, (soldier, *event.path)
