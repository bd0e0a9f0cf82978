"""The random bot: any legal move, each as likely as the others."""

from __future__ import annotations

import random

from mali_powstancy.tabletop.advice import Advice, Because
from mali_powstancy.wiarusi.moves import PlayerMove
from mali_powstancy.wiarusi.observation import Observation

_BY_CHANCE = (Because("bot.wiarusi.random"),)


def random_bot(observation: Observation, rng: random.Random) -> PlayerMove:
    """One of the legal moves of the seat that is asked."""
    # Only `random()`, because it gives the same numbers in every version of Python.
    return observation.legal[int(rng.random() * len(observation.legal))]


def random_advice(observation: Observation, rng: random.Random) -> Advice:
    """What `random_bot` plays; its only reason is chance."""
    return Advice(random_bot(observation, rng), _BY_CHANCE)
