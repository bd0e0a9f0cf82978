"""Where the lessons take their chance from: really random, so that no two computers roll alike.

Every desk is given a generator or seeds, and this is the one place where a notebook gets them. Whoever stores the
outputs of a notebook, or compares them, hands a generator in by a variable of the kernel's environment.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator

VARIABLE = "MALI_POWSTANCY_CHANCE"
"""Whatever stands in it, all chance of a notebook follows from it. Nobody who learns or plays has it."""
STORED = "stored outputs"
"""What stands in it while outputs are stored or compared. It was never chosen for what comes out."""


def chance_of(name: str) -> random.Random:
    """The generator of one place of a notebook, of this name."""
    given = os.environ.get(VARIABLE)
    return random.Random(f"{given}/{name}") if given else random.Random()


def seeds_of(name: str) -> Iterator[int]:
    """Seeds for games that nobody has seen yet, as many as are asked for."""
    rng = chance_of(name)
    while True:
        yield rng.getrandbits(32)


def new_seed() -> int:
    """A seed for games that nobody has seen yet; for the code that a lesson shows."""
    return next(seeds_of("seed"))
