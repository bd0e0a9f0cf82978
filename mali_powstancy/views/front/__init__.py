"""Our own drawings for Bitwa Warszawska: signs, markers and whole army cards."""

from __future__ import annotations

from mali_powstancy.views.front.cards import army_card, card_face, card_picture, front_css, origin, unit_plan
from mali_powstancy.views.front.signs import (
    advantage_marker,
    blockade_marker,
    card_back,
    effect_marker,
    front_sign,
    initiative_marker,
    kind_sign,
    point_sign,
    radio_sign,
    resource_sign,
    round_marker,
    scoring_marker,
    telegraph_sign,
    unit_sign,
)
from mali_powstancy.views.front.standing import front_result, front_standing

__all__ = [
    "advantage_marker",
    "army_card",
    "blockade_marker",
    "card_back",
    "card_face",
    "card_picture",
    "effect_marker",
    "front_css",
    "front_result",
    "front_sign",
    "front_standing",
    "initiative_marker",
    "kind_sign",
    "origin",
    "point_sign",
    "radio_sign",
    "resource_sign",
    "round_marker",
    "scoring_marker",
    "telegraph_sign",
    "unit_plan",
    "unit_sign",
]
