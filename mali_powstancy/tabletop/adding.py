"""Adding: sums of fractions that are the same in every version of Python, so that bots play the same in all of them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import add


def total(values: Iterable[float]) -> float:
    """The sum, added from left to right and rounded each time; since Python 3.12 `sum` itself rounds only once."""
    return reduce(add, values, 0.0)
