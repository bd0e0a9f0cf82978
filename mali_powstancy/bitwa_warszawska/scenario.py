"""A scenario: the cards and the numbers of a game; everything that makes one game different from another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from mali_powstancy.bitwa_warszawska.cards import Card, CardId, Source
from mali_powstancy.tabletop.scenario_file import ScenarioByHash

GAME_ID = "bitwa-warszawska"
"""The game of which these are scenarios."""
_PART_OF = {"cards": "deck", "sources": ""}
"""In which hashed part a rule is that has another name; sources are in none."""


class Counts(NamedTuple):
    """What depends on the number of players: the sides of the resource cards [V-14, V-19, V-26, V-27, HV-17]."""

    hand: int
    """Up to so many cards a player draws; who is alone against two, up to twice as many."""
    more: int
    """Up to so many with the better side of Funds: the winner, or with 3 or 4 players one seat of an army."""
    high: int
    """Operations with the better side of Supplies, and with the other one."""
    low: int


class _ScenarioParts(NamedTuple):
    """What a scenario is made of."""

    id: str
    version: int
    title: str
    title_en: str
    origin: str
    cards: Mapping[CardId, Card]
    """Both decks, in the order of the file."""
    sources: Mapping[str, Source]
    points: int
    """So many victory points end the game [V-74]."""
    rounds: int
    """At most so many rounds are played [V-75]."""
    units: int
    """So many units each army has [V-10]."""
    first_units: int
    """So many of them stand on each second line at first [V-16]."""
    line_limit: int
    """So many units a second line holds without a commander [V-44]."""
    players: Mapping[int, Counts]
    part_hashes: Mapping[str, str]
    """A short hash of each part, so that a refused record can say which part has changed."""
    hash: str


class Scenario(ScenarioByHash, _ScenarioParts):
    """All that is needed to set up a game. Two scenarios with the same `hash` play alike."""

    __slots__ = ()
    game_id = GAME_ID
    part_of = _PART_OF
