"""The roster: all computer players of this game by name, each made anew for one seat of one game."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from mali_powstancy.bitwa_warszawska.bots.planner import planner_bot
from mali_powstancy.bitwa_warszawska.bots.random_bot import random_bot
from mali_powstancy.tabletop.playing import Bot, UnknownBot


def _random() -> Bot:
    return random_bot


def _planner() -> Bot:
    return planner_bot


BOTS: Mapping[str, Callable[[], Bot]] = {"random": _random, "planner": _planner}
"""The makers of all bots by name."""


def bot_named(name: str) -> Bot:
    """A new bot, for one seat of one game."""
    if name not in BOTS:
        raise UnknownBot(name, BOTS)
    return BOTS[name]()
