"""A scenario: a deck, characters and the numbers of a level; everything that makes one game different from another."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from mali_powstancy.tabletop.scenario_file import ScenarioByHash
from mali_powstancy.wiarusi.cards import CardId, Character, CharacterId, Saying, TileId, Trial

GAME_ID = "wiarusi"
"""The game of which these are scenarios."""
_PART_OF = {"trials": "deck", "sayings": ""}
"""In which hashed part a rule is that has another name; words said in a speech are in none."""


class Victory(StrEnum):
    """When a game is won: the one switch between two readings of the rulebook (HW-47)."""

    AT_ONCE = "at-once"
    AFTER_SUPPORT = "after-support"


class Hands(StrEnum):
    """Who sees the cards in a hand: open hands are for showing how the game goes, and make another game of it."""

    HIDDEN = "hidden"
    OPEN = "open"


class Counts(NamedTuple):
    """What depends on the number of players and the level [W-4, W-5, W-6, W-53, W-54, W-55, W-56, HW-52]."""

    pile: int
    """Cards of the trials pile at the beginning; all others are the morale reserve."""
    rise: int
    """By how much the pile grows after a victory; 0: there is no series."""
    highest_pile: int
    speeches: int
    speeches_return: bool
    """Used speech tokens go back to the supply."""
    chaplain: bool
    """A virtual player takes part in the support."""
    kinds: tuple[TileId, ...]
    """The kinds of support tiles that are used."""

    @property
    def piles(self) -> tuple[int, ...]:
        """All numbers of cards with which the pile may begin [W-59]."""
        return tuple(range(self.pile, self.highest_pile + 1, self.rise)) if self.rise else (self.pile,)


class _ScenarioParts(NamedTuple):
    """What a scenario is made of."""

    id: str
    version: int
    title: str
    title_en: str
    origin: str
    trials: Mapping[CardId, Trial]
    """The deck, in the order of its file."""
    characters: Mapping[CharacterId, Character]
    sayings: tuple[Saying, ...]
    tiles: Mapping[TileId, int]
    traps: bool
    victory: Victory
    hands: Hands
    identical_threats: int
    """So many identical threats fail a mission."""
    bolts_to_lose: int
    least_drop: int
    """At least so many cards leave the reserve after a mission."""
    first_difficulty: int
    shed_after_success: int
    shed_after_failure: int
    players: Mapping[int, Counts]
    part_hashes: Mapping[str, str]
    """A short hash of each part, so that a refused record can say which part has changed."""
    hash: str


class Scenario(ScenarioByHash, _ScenarioParts):
    """All that is needed to set up a game. Two scenarios with the same `hash` play alike."""

    __slots__ = ()
    game_id = GAME_ID
    part_of = _PART_OF

    @property
    def has_open_hands(self) -> bool:
        """All hands lie open; only support tiles and sealed answers are secret."""
        return self.hands is Hands.OPEN
