"""Orders, secret goals, die faces, patrols: what is printed on the things in the box."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from mali_powstancy.engine.board import DistrictId, FieldId

OrderId = str
GoalId = str
PatrolId = str
ScoutId = str

VICTORY: OrderId = "victory"
"""The Victory card lies in the deck and on the track like an order, but is none (E-15)."""


class Order(NamedTuple):
    """An order to be carried from one object to another."""

    id: OrderId
    start: FieldId
    to: FieldId
    points: int
    origin: str


def order_id(start: FieldId, to: FieldId) -> OrderId:
    """The name of an order: `plac-wilsona>port`."""
    return f"{start}>{to}"


class GoalKind(StrEnum):
    """The four kinds of secret goals; a goal's kind is its colour (D-9)."""

    MOST_FROM_DISTRICT = "most-from-district"
    MOST_ORDERS = "most-orders"
    DISTRICTS_REACHED = "districts-reached"
    MOST_IMPORTANT_ORDER = "most-important-order"


class Goal(NamedTuple):
    """A secret goal of the extended variant."""

    id: GoalId
    kind: GoalKind
    points: int
    district: DistrictId | None
    districts: int
    origin: str


class Colour(StrEnum):
    """Black faces move the soldier, red ones give a scout an extra move (B-19)."""

    BLACK = "black"
    RED = "red"


class Face(NamedTuple):
    """One face of the die."""

    colour: Colour
    number: int
    origin: str


class Action(StrEnum):
    """What the lower half of a movement card allows in the extended variant (E-4)."""

    PALS = "pals"
    UNIT = "unit"
    SWAP = "swap"
    GOSSIP = "gossip"


class Scout(NamedTuple):
    """A scout with a name."""

    id: ScoutId
    name: str
    origin: str


class Patrol(NamedTuple):
    """A patrol: the scouts of one player."""

    id: PatrolId
    name: str
    name_en: str
    scouts: tuple[Scout, ...]
    origin: str
