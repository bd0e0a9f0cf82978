"""The roster: all computer players of this game by name, each made anew for one seat of one game."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from mali_powstancy.bitwa_warszawska.bots.planner import planner_bot
from mali_powstancy.bitwa_warszawska.bots.reasons import reasons_for
from mali_powstancy.bitwa_warszawska.bots.strong import Strong
from mali_powstancy.tabletop.playing import Bot
from mali_powstancy.tabletop.roster import by_name, made_random


def _planner() -> Bot:
    return planner_bot


BOTS: Mapping[str, Callable[[], Bot]] = {"random": made_random, "planner": _planner, "strong": Strong}
"""The makers of all bots by name."""
bot_named, adviser_named = by_name(BOTS, reasons_for)
