"""A scenario: a board, decks and the numbers of a variant; everything that makes one game different from another."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from mali_powstancy.engine.board import Board
from mali_powstancy.engine.cards import Action, Face, Goal, GoalId, Order, OrderId, Patrol, PatrolId
from mali_powstancy.tabletop.scenario_file import ScenarioByHash

GAME_ID = "mali-powstancy"
"""The game of which these are scenarios."""


class Variant(StrEnum):
    """The two variants of the rulebook."""

    BASIC = "basic"
    EXTENDED = "extended"


class Counts(NamedTuple):
    """What depends on the number of players (B-3, B-6, E-2)."""

    orders_above_victory: int
    """Orders in the deck; in the extended variant those above the Victory card."""
    orders_below_victory: int
    orders_per_round: tuple[int, int]
    """Cards laid in odd and in even rounds (H-49)."""

    def orders_due(self, round_number: int) -> int:
        """How many cards the order phase of a round lays; rounds count from 1 (B-6, H-49)."""
        return self.orders_per_round[(round_number + 1) % 2]


class _ScenarioParts(NamedTuple):
    """What a scenario is made of."""

    id: str
    version: int
    variant: Variant
    title: str
    title_en: str
    origin: str
    board: Board
    orders: Mapping[OrderId, Order]
    patrols: Mapping[PatrolId, Patrol]
    die: tuple[Face, ...]
    goals: Mapping[GoalId, Goal]
    cards: tuple[int, ...]
    actions: Mapping[int, Action]
    track_spaces: int
    return_bonus: tuple[int, ...]
    tokens_to_lose: int
    falls_to_lose: int
    goals_dealt: int
    goals_kept: int
    players: Mapping[int, Counts]
    part_hashes: Mapping[str, str]
    """A short hash of each part, so that a refused record can say which part has changed."""
    hash: str


class Scenario(ScenarioByHash, _ScenarioParts):
    """All that is needed to set up a game. Two scenarios with the same `hash` play alike."""

    __slots__ = ()
    game_id = GAME_ID

    @property
    def is_extended(self) -> bool:
        """Goals, actions and falling districts are in play, the soldier is not."""
        return self.variant is Variant.EXTENDED

    def __repr__(self) -> str:
        return f"<scenario {self.name} ({self.variant})>"

    @staticmethod
    def plain(board: Board) -> list[Any]:
        """A board by its parts."""
        return [board.districts, board.places, board.roads, board.start_objects, board.soldier_start]
