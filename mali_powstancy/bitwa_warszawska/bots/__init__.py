"""Bots of Bitwa Warszawska: computer players as functions of what their seat may see."""

from mali_powstancy.bitwa_warszawska.bots.planner import planner_bot
from mali_powstancy.bitwa_warszawska.bots.roster import BOTS, adviser_named, bot_named

__all__ = [
    "BOTS",
    "adviser_named",
    "bot_named",
    "planner_bot",
]
