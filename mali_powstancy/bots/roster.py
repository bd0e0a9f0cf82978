"""The roster: all computer players by name, each made anew for one seat of one game."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import partial

from mali_powstancy.bots.greedy_bot import Greedy
from mali_powstancy.bots.planner import Planner, reasons_for
from mali_powstancy.bots.random_bot import random_advice, random_bot
from mali_powstancy.bots.search_bot import Search
from mali_powstancy.bots.tempers import Level, Temper
from mali_powstancy.engine.observation import Observation
from mali_powstancy.tabletop.advice import Advice, Adviser
from mali_powstancy.tabletop.playing import Bot, UnknownBot


def _random() -> Bot:
    return random_bot


def named(kind: str, temper: Temper) -> str:
    """The name of a bot with a temper: `planner`, `planner-rival`."""
    return str(kind) if temper is Temper.BALANCED else f"{kind}-{temper}"


BOTS: Mapping[str, Callable[[], Bot]] = {
    "random": _random,
    "greedy": Greedy,
    **{named("planner", temper): partial(Planner, temper) for temper in Temper},
    **{named("search", temper): partial(Search, temper) for temper in Temper},
    **{named(level, temper): partial(Planner, temper, level) for level in Level for temper in Temper},
}
"""The makers of all bots by name: for experiments, and the levels for pupils."""


def bot_named(name: str) -> Bot:
    """A new bot, for one seat of one game."""
    if name not in BOTS:
        raise UnknownBot(name, BOTS)
    return BOTS[name]()


def adviser_named(name: str) -> Adviser:
    """A new bot that gives reasons, for one seat of one game: its own ones, or those that its moves speak of."""
    bot = bot_named(name)
    if bot is random_bot:
        return random_advice
    own: Adviser | None = getattr(bot, "advise", None)
    return partial(_with_reasons, bot) if own is None else own


def _with_reasons(bot: Bot, observation: Observation, rng: random.Random) -> Advice:
    move = bot(observation, rng)
    return Advice(move, reasons_for(observation, move))
