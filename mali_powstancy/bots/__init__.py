"""Bots: computer players as functions of what their seat may see, their reasons, and games between them."""

from collections.abc import Mapping

from mali_powstancy.bots.advice import Advice, Adviser, Because
from mali_powstancy.bots.greedy_bot import greedy_advice, greedy_bot
from mali_powstancy.bots.playing import Bot, Result, play_game, simulate
from mali_powstancy.bots.random_bot import random_advice, random_bot

ADVISERS: Mapping[str, Adviser] = {"random": random_advice, "greedy": greedy_advice}
"""The computer players that give reasons, by name, the easiest opponent first."""

__all__ = [
    "ADVISERS",
    "Advice",
    "Adviser",
    "Because",
    "Bot",
    "Result",
    "greedy_advice",
    "greedy_bot",
    "play_game",
    "random_advice",
    "random_bot",
    "simulate",
]
