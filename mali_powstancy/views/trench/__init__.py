"""Our own drawings for Wiarusi: signs, portraits and whole trial cards."""

from __future__ import annotations

from mali_powstancy.views.drawn import placed
from mali_powstancy.views.trench.cards import landscape, trench_css, trial_card
from mali_powstancy.views.trench.characters import chaplain, character
from mali_powstancy.views.trench.signs import (
    bolt,
    charm_sign,
    christmas_sign,
    face_down,
    leader_marker,
    monument_card,
    peace_card,
    speech_token,
    threat_sign,
    tile_arrow,
    trap_sign,
)

__all__ = [
    "bolt",
    "chaplain",
    "character",
    "charm_sign",
    "christmas_sign",
    "face_down",
    "leader_marker",
    "monument_card",
    "peace_card",
    "placed",
    "landscape",
    "speech_token",
    "threat_sign",
    "tile_arrow",
    "trap_sign",
    "trench_css",
    "trial_card",
]
