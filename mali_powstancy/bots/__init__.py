"""Bots: computer players as functions of what their seat may see, and games between them."""

from mali_powstancy.bots.playing import Bot, Result, play_game, simulate
from mali_powstancy.bots.random_bot import random_bot

__all__ = ["Bot", "Result", "play_game", "random_bot", "simulate"]
