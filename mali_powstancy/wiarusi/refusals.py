"""Reasons for which a move is refused, each with the rule that forbids it; `texts` turns them into sentences."""

from __future__ import annotations

from enum import Enum


class Reason(Enum):
    """Why a move is not allowed, and the id of the rule that says so; the first that applies is given."""

    OVER = "over", "W-1"
    NOT_YOUR_DECISION = "not-your-decision", "W-16"
    WRONG_PHASE = "wrong-phase", "W-16"
    DIFFICULTY_TOO_LOW = "difficulty-too-low", "W-9"
    DIFFICULTY_TOO_HIGH = "difficulty-too-high", "HW-7"
    FIRST_DIFFICULTY_TOO_LOW = "difficulty-too-low", "W-12"
    MUST_WITHDRAW = "must-withdraw", "W-73"
    NOT_IN_HAND = "not-in-hand", "W-17"
    CHARM_USED = "charm-used", "W-19"
    CHARM_NO_MATCH = "charm-no-match", "HW-18"
    MUTE = "mute", "W-72"
    NO_SPEECH_TOKEN = "no-speech-token", "W-20"
    HARDHEADED = "hardheaded", "K-12"
    PRIDEFUL = "prideful", "K-13"
    FRAGILE = "fragile", "K-7"
    NO_SUCH_TILE = "no-such-tile", "HW-26"
    LACKS_THREAT = "lacks-threat", "W-21"
    NO_SUCH_KNOCK = "no-such-knock", "HW-17"
    SHED_COUNT = "shed-count", "HW-45"
    MISSION_FAILED = "mission-failed", "W-43"
    CHARM_NOT_USED = "charm-not-used", "HW-45"
    MALFORMED = "malformed", "W-16"
    IMPOSSIBLE_CHANCE = "impossible-chance", "HW-6"

    def __init__(self, key: str, rule: str) -> None:
        self.key = key
        self.rule = rule
