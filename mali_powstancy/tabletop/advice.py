"""Advice: a move together with the reasons for it, as values that the texts turn into sentences."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, NamedTuple


class Because(NamedTuple):
    """One reason: the key of its sentence and the values in it, whose names tell their kind: `scout`, `to`, `n`."""

    key: str
    values: tuple[tuple[str, str | int], ...] = ()
    secret: bool = False
    """It tells what only its owner knows (goals, gossip, a sealed card): good for a hint, never said in public."""


class Advice(NamedTuple):
    """A legal move and one to three reasons for it, the most important first."""

    move: Any
    reasons: tuple[Because, ...]


Adviser = Callable[[Any, random.Random], Advice]
"""A computer player that gives reasons: what its seat sees and a stream of its own -> a legal move, and why."""
