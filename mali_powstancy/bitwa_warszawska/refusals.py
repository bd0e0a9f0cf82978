"""Reasons for which a move is refused, each with the rule that forbids it; `texts` turns them into sentences."""

from __future__ import annotations

from enum import Enum


class Reason(Enum):
    """Why a move is not allowed, and the id of the rule that says so; the first that applies is given [HV-59]."""

    OVER = "over", "V-74"
    NOT_YOUR_DECISION = "not-your-decision", "V-37"
    NOT_NOW = "not-now", "HV-59"
    MUST_CHOOSE = "must-choose", "HV-29"
    MALFORMED = "malformed", "HV-59"
    NOT_IN_HAND = "not-in-hand", "V-36"
    CHOICE_MISSING = "choice-missing", "V-47"
    CHOICE_NEEDLESS = "choice-needless", "V-41"
    ORDER_FIELD_OCCUPIED = "order-field-occupied", "HV-11"
    ORDER_FIELD_BLOCKED = "order-field-blocked", "V-57"
    COMMANDER_FIELD_BLOCKED = "commander-field-blocked", "V-56"
    NO_COMMANDER = "no-commander", "V-61"
    COMMANDER_BLOCKED = "commander-blocked", "V-55"
    COMMANDER_USED = "commander-used", "V-49"
    EFFECT_NOT_USABLE = "effect-not-usable", "HV-26"
    NOT_A_STEP = "not-a-step", "HV-14"
    ONLY_FORWARD = "only-forward", "HV-36"
    NO_UNIT_THERE = "no-unit-there", "HV-13"
    LINE_ONE_BLOCKED = "line-one-blocked", "V-53"
    FRONTS_BLOCKED = "fronts-blocked", "V-54"
    LINE_TWO_FULL = "line-two-full", "V-44"
    RESERVE_EMPTY = "reserve-empty", "V-10"
    SPECIAL_FIXED = "special-fixed", "V-52"
    WRONG_HALF = "wrong-half", "HV-5"
    SAME_PLACE = "same-place", "HV-5"
    WRONG_KIND_OF_PLACE = "wrong-kind-of-place", "HV-52"
    NOT_YOUR_SEAT = "not-your-seat", "V-29"
    NOT_ALL_MARKERS = "not-all-markers", "V-28"
    IMPOSSIBLE_CHANCE = "impossible-chance", "HV-60"

    def __init__(self, key: str, rule: str) -> None:
        self.key = key
        self.rule = rule
