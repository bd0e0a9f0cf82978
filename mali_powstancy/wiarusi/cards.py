"""Trial cards, characters and support tiles: what is printed on the things in the box."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

CardId = str
CharacterId = str
ThreatId = str
TileId = str


class Threat(StrEnum):
    """The six threats: three of the weather, three of the attack (W-14)."""

    NIGHT = "night"
    SNOW = "snow"
    RAIN = "rain"
    SHELL = "shell"
    MASK = "mask"
    WHISTLE = "whistle"


THREATS: tuple[ThreatId, ...] = tuple(threat.value for threat in Threat)

SIGN: dict[ThreatId, int] = {threat: 1 << 8 * place for place, threat in enumerate(THREATS)}
"""A number with one byte for each threat, so that adding up cards counts all six threats at once."""


class Effect(StrEnum):
    """What a hard knock does to who has it (K-1 to K-15)."""

    TRAUMA = "trauma"
    PHOBIA = "phobia"
    WOUNDED = "wounded"
    MUTE = "mute"
    TYRANNICAL = "tyrannical"
    DEMORALIZED = "demoralized"
    FRAGILE = "fragile"
    FEARFUL = "fearful"
    PANICKED = "panicked"
    FRENZIED = "frenzied"
    SELFISH = "selfish"
    HARDHEADED = "hardheaded"
    PRIDEFUL = "prideful"
    CLUMSY = "clumsy"
    ABSENT_MINDED = "absent-minded"

    @property
    def is_threat(self) -> bool:
        """It counts as a threat while its owner is in the mission."""
        return self in (Effect.TRAUMA, Effect.PHOBIA)


class ThreatCard(NamedTuple):
    """A trial card that goes to no man's land."""

    id: CardId
    threats: tuple[ThreatId, ...]
    trap: bool
    origin: str


class Knock(NamedTuple):
    """A hard knock: a trial card that stays beside the player."""

    id: CardId
    effect: Effect
    threat: ThreatId | None
    bolts: int
    """How many hard knocks it counts as."""
    name: str
    name_en: str
    origin: str
    name_origin: str


class Gift(NamedTuple):
    """Merry Christmas: a trial card that takes a hard knock away (K-16)."""

    id: CardId
    name: str
    name_en: str
    origin: str


Trial = ThreatCard | Knock | Gift


class Character(NamedTuple):
    """One of the friends, with a charm against one threat."""

    id: CharacterId
    name: str
    charm: ThreatId
    origin: str


class Saying(NamedTuple):
    """What may be said in a speech; it changes nothing [W-76]."""

    id: str
    text: str
    text_en: str
    origin: str


TILES: tuple[TileId, ...] = ("L1", "R1", "L2", "R2")
"""The kinds of support tiles: for the first or second player on the left or on the right."""


def tile_target(tile: TileId, seat: int, ring: int) -> int:
    """To whom a tile of a seat points, among so many in the ring: left is who plays next [HW-4, HW-5]."""
    steps = int(tile[1])
    return (seat + (steps if tile[0] == "L" else -steps)) % ring
