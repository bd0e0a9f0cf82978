"""Bots of Bitwa Warszawska: computer players as functions of what their seat may see."""

from mali_powstancy.bitwa_warszawska.bots.planner import planner_bot
from mali_powstancy.bitwa_warszawska.bots.random_bot import random_bot
from mali_powstancy.bitwa_warszawska.bots.roster import BOTS, bot_named

__all__ = ["BOTS", "bot_named", "planner_bot", "random_bot"]
