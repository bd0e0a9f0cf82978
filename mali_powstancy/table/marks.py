"""Marks: what a step of a lesson points at on the map."""

from __future__ import annotations

from typing import NamedTuple

from mali_powstancy.engine.board import FieldId
from mali_powstancy.engine.cards import OrderId, ScoutId


class Marks(NamedTuple):
    """What a step points at."""

    fields: tuple[FieldId, ...] = ()
    pieces: tuple[ScoutId, ...] = ()
    orders: tuple[OrderId, ...] = ()
    cards: tuple[int, ...] = ()
