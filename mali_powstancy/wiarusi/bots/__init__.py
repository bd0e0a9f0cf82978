"""Bots of Wiarusi: computer players as functions of what their seat may see, and their reasons."""

from mali_powstancy.wiarusi.bots.careful import careful_bot
from mali_powstancy.wiarusi.bots.roster import BOTS, adviser_named, bot_named
from mali_powstancy.wiarusi.bots.strong import Strong

__all__ = [
    "BOTS",
    "Strong",
    "adviser_named",
    "bot_named",
    "careful_bot",
]
