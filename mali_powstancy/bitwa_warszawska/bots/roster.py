"""The roster: all computer players of this game by name, each made anew for one seat of one game."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from mali_powstancy.bitwa_warszawska.bots.planner import planner_advice, planner_bot
from mali_powstancy.bitwa_warszawska.bots.random_bot import random_advice, random_bot
from mali_powstancy.bitwa_warszawska.bots.strong import Strong
from mali_powstancy.tabletop.advice import Adviser
from mali_powstancy.tabletop.playing import Bot, UnknownBot


def _random() -> Bot:
    return random_bot


def _planner() -> Bot:
    return planner_bot


BOTS: Mapping[str, Callable[[], Bot]] = {"random": _random, "planner": _planner, "strong": Strong}
"""The makers of all bots by name."""
_ADVISERS: Mapping[Bot, Adviser] = {random_bot: random_advice, planner_bot: planner_advice}


def bot_named(name: str) -> Bot:
    """A new bot, for one seat of one game."""
    if name not in BOTS:
        raise UnknownBot(name, BOTS)
    return BOTS[name]()


def adviser_named(name: str) -> Adviser:
    """A new bot that gives reasons, for one seat of one game."""
    bot = bot_named(name)
    return bot.advise if isinstance(bot, Strong) else _ADVISERS[bot]
