import math
import random

import pytest

from mali_powstancy.lab import difference, mean, share
from mali_powstancy.lab.intervals import share_of_groups


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (1, 10, 0.0179, 0.4042), (500, 2000, 0.2315, 0.2694)],
)
def test_the_interval_of_a_share_is_wilsons(successes, n, low, high):
    found = share(successes, n)
    assert found.value == successes / n
    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-4)
    assert found.n == n


@pytest.mark.parametrize(
    ("freedom", "quantile"), [(1, 12.7062), (2, 4.3027), (3, 3.1824), (4, 2.7764), (10, 2.2281), (1000, 1.9623)]
)
def test_the_interval_of_a_mean_is_students(freedom, quantile):
    values = ([0.0, 2.0] * freedom)[: freedom + 1]
    found = mean(values)
    deviation = math.sqrt(sum((value - found.value) ** 2 for value in values) / freedom)
    assert found.high - found.value == pytest.approx(quantile * deviation / math.sqrt(freedom + 1), rel=2e-3)
    assert found.value - found.low == pytest.approx(found.high - found.value)


def test_about_nothing_nothing_is_known():
    assert share(0, 0)[1:] == (0.0, 1.0, 0)
    assert math.isnan(share(0, 0).value)
    assert mean([])[1:] == (-math.inf, math.inf, 0)
    assert mean([5]) == (5.0, -math.inf, math.inf, 1)
    assert share_of_groups([], 2)[1:] == (0.0, 1.0, 0)


def test_more_successes_than_cases_are_refused():
    with pytest.raises(ValueError, match="3 successes among 2 cases"):
        share(3, 2)


def test_a_confidence_is_no_certainty():
    with pytest.raises(ValueError, match="between 0 and 1"):
        mean([1, 2], confidence=1.0)
    assert share(5, 10, confidence=0.99).low < share(5, 10).low


def test_pairs_are_compared_one_by_one():
    lucky, better = [1.0, 9.0, 4.0, 7.0], [1.5, 9.4, 4.5, 7.6]
    found = difference(better, lucky)
    assert found.value == pytest.approx(0.5)
    assert not found.contains(0)
    assert mean(better).contains(mean(lucky).value)
    with pytest.raises(ValueError, match="longer"):
        difference([1.0], [1.0, 2.0])


def test_equal_cases_of_a_group_tell_no_more_than_one_of_them():
    rng = random.Random(1)
    ones = [float(rng.random() < 0.3) for _ in range(400)]
    alike, apart = share_of_groups(ones, 10), share(int(sum(ones)), 400)
    assert alike[:3] == pytest.approx(apart[:3], abs=2e-3)
    mixed = [(one + (rng.random() < 0.3)) / 2 for one in ones]
    assert share_of_groups(mixed, 2).high - share_of_groups(mixed, 2).low < alike.high - alike.low


def test_groups_without_spread_are_judged_with_care():
    assert share_of_groups([1.0] * 20, 2)[:3] == pytest.approx(share(20, 20)[:3])
    assert share_of_groups([0.5] * 20, 2)[:3] == pytest.approx(share(20, 40)[:3])


@pytest.mark.parametrize("chance", [0.02, 0.3, 0.5])
def test_about_95_of_100_intervals_hold_the_true_value(chance):
    rng = random.Random(7)
    hits = sum(share(sum(rng.random() < chance for _ in range(200)), 200).contains(chance) for _ in range(600))
    assert 0.92 < hits / 600 < 0.98
