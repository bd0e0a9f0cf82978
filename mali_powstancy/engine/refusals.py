"""Reasons for which a move is refused, each with the rule that forbids it; `texts` turns them into sentences."""

from __future__ import annotations

from enum import Enum


class Reason(Enum):
    """Why a move is not allowed, and the id of the rule that says so."""

    NOT_A_MOVE = "not-a-move", "B-5"
    NOT_NOW = "not-now", "B-5"
    GAME_OVER = "game-over", "B-28"
    IMPOSSIBLE_CHANCE = "impossible-chance", "B-6"

    UNKNOWN_SCOUT = "unknown-scout", "B-2"
    NOT_YOUR_SCOUT = "not-your-scout", "B-14"
    NOT_ON_BOARD = "not-on-board", "B-21"
    UNKNOWN_FIELD = "unknown-field", "B-14"
    UNKNOWN_ORDER = "unknown-order", "B-7"
    UNKNOWN_ROAD = "unknown-road", "B-24"

    GOALS_WRONG_NUMBER = "goals-wrong-number", "E-3"
    GOAL_NOT_DEALT = "goal-not-dealt", "E-3"
    GOALS_SAME_COLOUR = "goals-same-colour", "E-3"
    NAMES_IN_ORDER = "names-in-order", "E-4"
    CARD_NOT_IN_HAND = "card-not-in-hand", "B-16"

    NO_POINTS_LEFT = "no-points-left", "B-14"
    NOT_ADJACENT = "not-adjacent", "H-2"
    SOLDIER_THERE = "soldier-there", "B-14"
    ROAD_BLOCKED = "road-blocked", "B-25"
    DISTRICT_FALLEN = "district-fallen", "E-13"
    MOVE_BEGUN = "move-begun", "H-1"
    NOT_IN_OBJECT = "not-in-object", "B-15"
    NOT_NEIGHBOURING_OBJECT = "not-neighbouring-object", "B-15"
    NOT_ITS_EXTRA_MOVE = "not-its-extra-move", "H-10"

    ORDER_NOT_OPEN = "order-not-open", "B-7"
    NOT_AT_START = "not-at-start", "B-7"
    ALREADY_CARRYING = "already-carrying", "B-8"
    MATE_CARRIES_IT = "mate-carries-it", "B-8"
    CARRIES_NOTHING = "carries-nothing", "B-9"

    NO_SUCH_ACTION = "no-such-action", "E-4"
    ACTION_USED = "action-used", "E-4"
    SAME_FIELD = "same-field", "H-38"
    NOT_SAME_DISTRICT = "not-same-district", "E-5"
    NOT_NEIGHBOURING_SPACES = "not-neighbouring-spaces", "E-7"
    VICTORY_STAYS = "victory-stays", "E-7"
    NO_ORDER_PHASE_AHEAD = "no-order-phase-ahead", "H-24"

    NOT_FREED = "not-freed", "B-17"
    NOT_NEAREST = "not-nearest", "H-9"
    NOT_ITS_ROAD = "not-its-road", "B-24"
    ALREADY_BLOCKED = "already-blocked", "H-13"
    NOT_THIS_SCOUT = "not-this-scout", "H-40"
    NOT_NEARER_END = "not-nearer-end", "H-14"
    NOT_NEAREST_SAFE = "not-nearest-safe", "H-28"

    def __init__(self, key: str, rule: str) -> None:
        self.key = key
        self.rule = rule
