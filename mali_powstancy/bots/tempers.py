"""Tempers and levels: what a computer player cares for, and how attentive it is."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple


class Temper(StrEnum):
    """What a computer player cares for."""

    BALANCED = "balanced"
    """The own points and the city."""
    HELPER = "helper"
    """That the city stands comes first."""
    RIVAL = "rival"
    """Points only: the own ones, and those that the others do not get."""


class Level(StrEnum):
    """How attentive a computer player is, the easiest opponent first."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


class Cares(NamedTuple):
    """What things are worth to a temper, in points."""

    points: float
    """One point of an own order."""
    tokens: tuple[float, ...]
    """A late order, by how many more of them lose the game: none (it is lost), one, two, ..."""
    falls: tuple[float, ...]
    """A fallen district, by how many more of them lose the game."""
    at_risk: float
    """The first late order of a district (extended variant), as a part of what its fall costs."""
    patience: float
    """What a point is worth that comes one movement point later."""
    least: float
    """What an errand must bring per movement point, or nobody goes."""
    stubborn: int
    """By how many movement points it thinks itself nearer than the others: it does not give way."""
    denies: float
    """A point that the others do not get, when there is only one of them: then the difference decides, so it is 1."""


CARES: Mapping[Temper, Cares] = {
    Temper.BALANCED: Cares(1.0, (32.0, 32.0, 14.0, 8.0, 5.0), (14.0, 14.0, 7.0, 3.0), 0.3, 0.92, 0.02, 0, 1.0),
    Temper.HELPER: Cares(0.5, (60.0, 60.0, 30.0, 18.0, 12.0), (60.0, 60.0, 40.0, 24.0), 0.5, 0.92, 0.02, 0, 0.0),
    Temper.RIVAL: Cares(1.0, (0.0,), (0.0,), 0.0, 0.92, 0.02, 2, 1.0),
}


class Attention(NamedTuple):
    """How well a level looks."""

    sight: int
    """How many errands ahead it plans."""
    ideas: int
    """How many other first errands it compares with the obvious one."""
    misjudges: float
    """By which part it may judge an order too high or too low."""
    misses: float
    """How often it hardly notices an order."""
    overlooks: float
    """How often it does not think of jumps and actions in a turn."""
    hasty: float
    """By how many points it may misjudge a movement card."""


ATTENTION: Mapping[Level, Attention] = {
    Level.EASY: Attention(1, 0, 0.6, 0.4, 0.7, 5.0),
    Level.MEDIUM: Attention(2, 0, 0.4, 0.2, 0.4, 3.0),
    Level.HARD: Attention(5, 5, 0.0, 0.0, 0.0, 0.0),
}
