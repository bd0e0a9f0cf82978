"""The tree of a search: decisions with their alternatives, tried again and again, the promising ones more often."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import inf, log, sqrt
from random import Random
from typing import Generic, TypeVar

from mali_powstancy.tabletop.adding import total

Candidate = TypeVar("Candidate")

FEWEST = 3
"""With fewer trials than this two alternatives cannot be compared."""
_SEEDS = 1 << 53
_CURIOSITY = 0.4
"""How much a rarely tried alternative is preferred, where values run from 0 to 1."""


class Span:
    """The least and the greatest value that a search has met, so that all values can be brought between 0 and 1."""

    __slots__ = ("greatest", "least")

    def __init__(self) -> None:
        self.least, self.greatest = inf, -inf

    def widen(self, value: float) -> None:
        """Take a value in."""
        self.least, self.greatest = min(self.least, value), max(self.greatest, value)

    @property
    def width(self) -> float:
        """How far the values lie apart; 1 while they are all equal."""
        width = self.greatest - self.least
        return width if 0.0 < width < inf else 1.0


class Arm(Generic[Candidate]):
    """One alternative of a decision and what it has brought, trial by trial."""

    __slots__ = ("action", "total", "values")

    def __init__(self, action: Candidate) -> None:
        self.action = action
        self.values: list[float] = []
        self.total = 0.0

    def learn(self, value: float) -> None:
        """Take in what a trial has brought."""
        self.values.append(value)
        self.total += value


def _trials(arm: Arm[Candidate]) -> int:
    return len(arm.values)


class Node(Generic[Candidate]):
    """A decision: its alternatives, the first of which is the one to beat; each is tried `at_least` so often."""

    __slots__ = ("arms", "at_least")

    def __init__(self, actions: Iterable[Candidate], at_least: int = 1) -> None:
        self.arms = [Arm(action) for action in actions]
        self.at_least = at_least

    def pick(self, span: Span) -> Arm[Candidate]:
        """The arm to try next: one that is due, then that with the highest upper bound (UCB1), the first of equals."""
        rarest = min(self.arms, key=_trials)
        if len(rarest.values) < self.at_least:
            return rarest
        trials = sum([len(arm.values) for arm in self.arms])
        width, curiosity = span.width, _CURIOSITY * sqrt(log(trials))
        best, most = self.arms[0], -inf
        for arm in self.arms:
            tried = len(arm.values)
            bound = arm.total / tried / width + curiosity / sqrt(tried)
            if bound > most:
                best, most = arm, bound
        return best

    def best(self, doubt: float) -> Arm[Candidate]:
        """The first arm, unless another one is better by more than chance explains: by so many standard errors.

        The n-th trials of all arms had the same luck, so they are compared one by one.
        """
        first = self.arms[0]
        best, most = first, 0.0
        for arm in self.arms[1:]:
            gains = [value - usual for value, usual in zip(arm.values, first.values, strict=False)]
            if len(gains) < FEWEST:
                continue
            mean = total(gains) / len(gains)
            error = sqrt(total([(gain - mean) ** 2 for gain in gains]) / (len(gains) - 1) / len(gains))
            if mean - doubt * error > most:
                best, most = arm, mean - doubt * error
        return best


class Luck:
    """The seeds of the first, second, ... trial of every alternative: all have the same luck."""

    __slots__ = ("_rng", "_seeds")

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._seeds: list[int] = []

    def of(self, arm: Arm[Candidate]) -> int:
        """The seed of the next trial of an alternative."""
        if len(arm.values) == len(self._seeds):
            self._seeds.append(int(self._rng.random() * _SEEDS))
        return self._seeds[len(arm.values)]


def best_tried(
    actions: Iterable[Candidate], trials: int, rng: Random, value: Callable[[Candidate, Random], float], doubt: float
) -> Candidate:
    """What did best in so many trials, each with a value; the first one is the one to beat, as `Node.best` says."""
    node, span, luck = Node(actions, FEWEST), Span(), Luck(rng)
    for _ in range(trials):
        arm = node.pick(span)
        found = value(arm.action, Random(luck.of(arm)))
        span.widen(found)
        arm.learn(found)
    return node.best(doubt).action
