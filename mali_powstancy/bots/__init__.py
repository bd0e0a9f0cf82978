"""Bots: computer players as functions of what their seat may see, their reasons, and games between them."""

from mali_powstancy.bots.greedy_bot import Greedy
from mali_powstancy.bots.planner import Planner
from mali_powstancy.bots.roster import BOTS, adviser_named, bot_named
from mali_powstancy.bots.search_bot import Search
from mali_powstancy.bots.tempers import Level, Temper
from mali_powstancy.tabletop.advice import Advice, Adviser, Because
from mali_powstancy.tabletop.playing import Bot, BotFault, UnknownBot, play_game
from mali_powstancy.tabletop.roster import random_advice, random_bot

__all__ = [
    "BOTS",
    "Advice",
    "Adviser",
    "Because",
    "Bot",
    "BotFault",
    "Greedy",
    "Level",
    "Planner",
    "Search",
    "Temper",
    "UnknownBot",
    "adviser_named",
    "bot_named",
    "play_game",
    "random_advice",
    "random_bot",
]
