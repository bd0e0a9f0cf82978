"""The roster: all computer players of this game by name, each made anew for one seat of one game."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from mali_powstancy.tabletop.advice import Adviser
from mali_powstancy.wiarusi.bots.careful import careful_advice, careful_bot
from mali_powstancy.wiarusi.bots.random_bot import random_advice, random_bot
from mali_powstancy.wiarusi.bots.strong import Strong
from mali_powstancy.wiarusi.moves import PlayerMove
from mali_powstancy.wiarusi.observation import Observation

Bot = Callable[[Observation, random.Random], PlayerMove]
"""A computer player: what its seat sees and a stream of its own -> a legal move."""


class UnknownBot(ValueError):
    """There is no bot of this name."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(f"there is no bot {name!r}; there are {', '.join(BOTS)}")


def _random() -> Bot:
    return random_bot


def _careful() -> Bot:
    return careful_bot


BOTS: Mapping[str, Callable[[], Bot]] = {"random": _random, "careful": _careful, "strong": Strong}
"""The makers of all bots by name."""
_ADVISERS: Mapping[Bot, Adviser] = {random_bot: random_advice, careful_bot: careful_advice}


def bot_named(name: str) -> Bot:
    """A new bot, for one seat of one game."""
    if name not in BOTS:
        raise UnknownBot(name)
    return BOTS[name]()


def adviser_named(name: str) -> Adviser:
    """A new bot that gives reasons, for one seat of one game."""
    bot = bot_named(name)
    return bot.advise if isinstance(bot, Strong) else _ADVISERS[bot]
