"""The random bot: any legal move, each as likely as the others."""

from __future__ import annotations

import random

from mali_powstancy.bitwa_warszawska.bots.reasons import by_chance
from mali_powstancy.bitwa_warszawska.moves import PlayerMove
from mali_powstancy.bitwa_warszawska.observation import Observation
from mali_powstancy.tabletop.advice import Advice


def random_bot(observation: Observation, rng: random.Random) -> PlayerMove:
    """One of the legal moves of the seat that is asked."""
    # Only `random()`, because it gives the same numbers in every version of Python.
    return observation.legal[int(rng.random() * len(observation.legal))]


def random_advice(observation: Observation, rng: random.Random) -> Advice:
    """What `random_bot` plays; its only reason is chance."""
    return Advice(random_bot(observation, rng), by_chance())
