"""The roster: all computer players of this game by name, each made anew for one seat of one game."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from mali_powstancy.tabletop.advice import Advice, Adviser, Because
from mali_powstancy.tabletop.playing import Bot, UnknownBot
from mali_powstancy.wiarusi.moves import PlayerMove
from mali_powstancy.wiarusi.observation import Observation


def random_bot(observation: Observation, rng: random.Random) -> PlayerMove:
    """One of the legal moves of the seat that is asked."""
    # Only `random()`, because it gives the same numbers in every version of Python.
    return observation.legal[int(rng.random() * len(observation.legal))]


def _random() -> Bot:
    return random_bot


def _random_advice(observation: Observation, rng: random.Random) -> Advice:
    return Advice(random_bot(observation, rng), (Because("bot.wiarusi.random"),))


BOTS: Mapping[str, Callable[[], Bot]] = {"random": _random}
"""The makers of all bots by name."""


def adviser_named(name: str) -> Adviser:
    """A new bot that gives reasons, for one seat of one game."""
    if name not in BOTS:
        raise UnknownBot(name, BOTS)
    return _random_advice
