"""The roster: all computer players of this game by name, each made anew for one seat of one game."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from mali_powstancy.tabletop.playing import Bot
from mali_powstancy.tabletop.roster import by_name, made_random
from mali_powstancy.wiarusi.bots.careful import careful_bot
from mali_powstancy.wiarusi.bots.reasons import reasons_for
from mali_powstancy.wiarusi.bots.strong import Strong


def _careful() -> Bot:
    return careful_bot


BOTS: Mapping[str, Callable[[], Bot]] = {"random": made_random, "careful": _careful, "strong": Strong}
"""The makers of all bots by name."""
bot_named, adviser_named = by_name(BOTS, reasons_for)
