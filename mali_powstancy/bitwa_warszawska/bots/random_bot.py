"""The random bot: any legal move, each as likely as the others."""

from __future__ import annotations

import random

from mali_powstancy.bitwa_warszawska.moves import PlayerMove
from mali_powstancy.bitwa_warszawska.observation import Observation


def random_bot(observation: Observation, rng: random.Random) -> PlayerMove:
    """One of the legal moves of the seat that is asked."""
    # Only `random()`, because it gives the same numbers in every version of Python.
    return observation.legal[int(rng.random() * len(observation.legal))]
