"""Lines of moves that solve an exercise, put together from walks."""

from __future__ import annotations

from collections.abc import Iterable

from mali_powstancy.engine.board import FieldId
from mali_powstancy.engine.cards import ScoutId
from mali_powstancy.tabletop.scripts import Line


def walk(scout: ScoutId, *fields: FieldId) -> Line:
    """The scout goes through these fields."""
    return tuple(f"walk {scout} {field}" for field in fields)


def in_any_order(one: Line, others: Iterable[Line]) -> tuple[Line, ...]:
    """The line with each of the others before or after it."""
    return tuple(line for other in others for line in ((*one, *other), (*other, *one)))
