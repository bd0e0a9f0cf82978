"""Army cards, fronts, lines, places and resources: what is printed on the things in the box."""

from __future__ import annotations

from typing import NamedTuple

from mali_powstancy.bitwa_warszawska.effects import Option

CardId = str
SeatName = str
"""A seat as moves name it: `WP-1`, `ACz-2`."""
Army = int
"""One of the two armies, by its place in `ARMIES`; the other one is `1 - army` [V-1]."""
Front = int
"""One of the three fronts, by its place in `FRONTS`."""
MarkerSpot = int
"""A spot of a half where a blockade marker can lie, by its place in `PLACES`."""

ARMIES = ("WP", "ACz")
"""The Polish Army and the Red Army [V-1]."""
WP: Army = 0
ACZ: Army = 1
FRONTS = ("N", "M", "S")
"""North, Middle, South, in the order in which battles are fought [V-3, V-62]."""
KINDS = ("commander", "unit", "order")
RESOURCES = ("funds", "supplies", "support")
"""The resource cards, in the order of the duel [V-23]."""
FUNDS, SUPPLIES, SUPPORT = range(3)
MARKERS = (*ARMIES, "special")
"""The blockade markers of the armies, and the Special one."""

PLACES = ("L1.N", "L1.M", "L1.S", "L2", "C.N", "C.M", "C.S", "O.N", "O.M", "O.S")
"""First lines, the second line, commanders' fields and order fields of one half [HV-4]."""
LINE_ONE, LINE_TWO, COMMANDER, ORDER = 0, 3, 4, 7
"""Where each kind of place begins in `PLACES`; the front is added, but there is one place for all second lines."""
PLACES_OF = {"L1": (0, 1, 2), "L2": (3,), "commander": (4, 5, 6), "order": (7, 8, 9)}
"""The places of each kind that the effect of a card can name [HV-52]."""
HALVES = tuple(f"{army}:{place}" for army in ARMIES for place in PLACES)
"""All places of both halves, as moves name them: `ACz:L1.N`; ten of each army."""

UNIT_VALUES = (2, 1)
"""What a unit is worth on the first line and on the second [V-4]."""


class Card(NamedTuple):
    """An army card; what the limits of commanders are, the data say [HV-44]."""

    id: CardId
    army: str
    kind: str
    options: tuple[Option, ...]
    """Its effect: one option, or two of which a commander's player chooses [V-47]."""
    limit: int
    """So many units a commander lets into the second line [V-44]; 0 on all other cards."""
    origin: str
    limit_origin: str
    name: str
    name_en: str
    caption: str
    """One fact about the person, the unit or the event."""
    caption_en: str
    sources: tuple[str, ...]
    """Where the caption comes from, by the ids of the sources."""


class Source(NamedTuple):
    """Where a caption comes from."""

    id: str
    grade: str
    """How far it can be relied upon, from A to C."""
    what: str
    what_en: str
    where: str
    where_en: str
