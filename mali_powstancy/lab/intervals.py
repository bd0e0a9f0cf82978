"""Intervals: how sure a share or a mean is that was found in a number of games."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache
from statistics import NormalDist
from typing import NamedTuple

CONFIDENCE = 0.95
"""Of a hundred such intervals about ninety-five hold the true value."""


class Estimate(NamedTuple):
    """A value found in `n` cases, and the interval from `low` to `high` in which the true value may be expected."""

    value: float
    low: float
    high: float
    n: int

    def contains(self, value: float) -> bool:
        """The interval holds this value, so the cases do not speak against it."""
        return self.low <= value <= self.high


def share(successes: int, n: int, confidence: float = CONFIDENCE) -> Estimate:
    """The share of successes among `n` cases, with Wilson's interval; nothing is known about no cases.

    >>> found = share(50, 100)
    >>> f"{found.value:.0%}, from {found.low:.1%} to {found.high:.1%}"
    '50%, from 40.4% to 59.6%'
    """
    if not 0 <= successes <= n:
        raise ValueError(f"there cannot be {successes} successes among {n} cases")
    if n == 0:
        return Estimate(math.nan, 0.0, 1.0, 0)
    return Estimate(successes / n, *_wilson(successes / n, n, confidence), n)


def share_of_groups(shares: Iterable[float], size: int, confidence: float = CONFIDENCE) -> Estimate:
    """The mean of shares found in groups of `size` cases that have something in common, such as the games of one deal.

    Cases of a group may resemble each other, so that they tell less than as many separate ones: the interval is
    Wilson's for as many cases as explain the spread of the groups, which are at least 1 and at most `size` per group.
    """
    found = list(shares)
    groups = len(found)
    if groups == 0:
        return Estimate(math.nan, 0.0, 1.0, 0)
    value = math.fsum(found) / groups
    if groups == 1:
        return Estimate(value, *_wilson(value, 1, confidence), size)
    spread = math.fsum((one - value) ** 2 for one in found) / (groups - 1)
    cases = value * (1 - value) / spread if spread else (1 if value in (0, 1) else size)
    return Estimate(value, *_wilson(value, groups * min(max(cases, 1), size), confidence), groups * size)


def _wilson(value: float, n: float, confidence: float) -> tuple[float, float]:
    """Both ends of Wilson's interval."""
    z2 = _normal(confidence) ** 2
    middle = (value + z2 / (2 * n)) / (1 + z2 / n)
    half = math.sqrt(z2 * (value * (1 - value) / n + z2 / (4 * n * n))) / (1 + z2 / n)
    # The ends are exact, where rounding would leave a trace.
    return 0.0 if value == 0 else middle - half, 1.0 if value == 1 else middle + half


def mean(values: Iterable[float], confidence: float = CONFIDENCE) -> Estimate:
    """The mean of the values, with Student's interval; one value alone says nothing about its spread.

    >>> found = mean([1, 2, 3, 4, 5])
    >>> f"{found.value}, from {found.low:.2f} to {found.high:.2f}"
    '3.0, from 1.04 to 4.96'
    """
    found = [float(value) for value in values]
    n = len(found)
    if n == 0:
        return Estimate(math.nan, -math.inf, math.inf, 0)
    value = math.fsum(found) / n
    if n == 1:
        return Estimate(value, -math.inf, math.inf, 1)
    variance = math.fsum((one - value) ** 2 for one in found) / (n - 1)
    half = _student(confidence, n - 1) * math.sqrt(variance / n)
    return Estimate(value, value - half, value + half, n)


def difference(ones: Iterable[float], others: Iterable[float], confidence: float = CONFIDENCE) -> Estimate:
    """The mean difference of values that belong together pair by pair, such as two results of the same deal."""
    return mean((one - other for one, other in zip(ones, others, strict=True)), confidence)


@lru_cache
def _normal(confidence: float) -> float:
    """How many standard deviations to both sides hold so much of a normal distribution."""
    if not 0 < confidence < 1:
        raise ValueError(f"a confidence lies between 0 and 1, not at {confidence}")
    return NormalDist().inv_cdf((1 + confidence) / 2)


@lru_cache
def _student(confidence: float, freedom: int) -> float:
    """The same for Student's distribution: exact for one and two degrees of freedom, else within 0.5 percent.

    The series is that of Abramowitz and Stegun, 26.7.5.
    """
    z = _normal(confidence)
    if freedom == 1:
        return math.tan(math.pi * confidence / 2)
    if freedom == 2:
        return confidence * math.sqrt(2 / (1 - confidence**2))
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * freedom**4)
    )
