"""Measures of games and their differences between two worlds."""

import math
import random

import pytest

from mali_powstancy.analysis import measures
from mali_powstancy.analysis.names import UnknownName
from mali_powstancy.lab.intervals import difference, mean, share
from tests.analysis.played import row, short_games

BEFORE = [row(0, (0,), points=(10, 4), rounds=8), row(1, (1,), points=(6, 8), rounds=9), row(2, rounds=5)]
AFTER = [row(0, (0,), points=(11, 7), rounds=9), row(1, rounds=4), row(2, (0, 1), points=(5, 5), rounds=7)]


def test_every_measure_of_games():
    found = {(one.measure, one.seat): one.before for one in measures.differences(BEFORE, BEFORE, measures.measures(2))}
    assert found["defeats", None] == share(1, 3)
    assert found["rounds", None] == mean([8, 9, 5])
    assert found["points", None] == mean([7, 7])
    assert found["gap", None] == mean([6, 2])
    assert found["wins", 0] == share(1, 3)
    assert found["points", 1] == mean([4, 8])
    assert {name for name, _ in found} == set(measures.MEASURES)
    assert {seat for _, seat in found} == {None, 0, 1}


def test_measures_of_real_games():
    games = short_games()
    found = {
        (one.measure, one.seat): one.before.value for one in measures.differences(games, games, measures.measures(2))
    }
    n = len(games)
    assert found["late", None] * n == pytest.approx(sum(game.late for game in games))
    assert found["tokens", None] * n == pytest.approx(sum(game.tokens for game in games))
    assert found["arrests", None] * n == pytest.approx(sum(len(game.arrests) for game in games))
    assert found["falls", None] == 0
    assert found["delivered", 0] + found["delivered", 1] == pytest.approx(found["delivered", None])
    assert found["wins", 0] + found["wins", 1] + found["defeats", None] == pytest.approx(1)


def test_differences_are_taken_pair_by_pair():
    rows = measures.differences(BEFORE, AFTER, measures.measures(2))
    rounds = measures.find(rows, "rounds", None)
    assert rounds.difference == difference([9, 4, 7], [8, 9, 5])
    assert (rounds.before, rounds.after) == (mean([8, 9, 5]), mean([9, 4, 7]))
    points = measures.find(rows, "points", 1)
    assert points.difference.value == 7 - 4  # only game 0 was scored in both worlds
    assert points.difference.n == 1
    assert points.before == mean([4, 8])
    assert measures.find(rows, "wins", 1).difference.value == pytest.approx((0.5 - 1) / 3)
    assert measures.find(rows, "defeats", None).difference.value == 0


def test_an_unknown_measure_is_named():
    rows = measures.differences(BEFORE, AFTER, measures.measures(2))
    with pytest.raises(UnknownName, match="there is no measure 'defeat'; did you mean 'defeats'"):
        measures.find(rows, "defeat", None)
    with pytest.raises(UnknownName, match="there is no measure of seat 5 'wins'"):
        measures.find(rows, "wins", 5)


def test_shares_that_never_differ_may_still_differ_one_day():
    found = measures.difference_of_shares([0.0] * 20, [0.0] * 20)
    assert found.value == 0
    assert -0.15 < found.low < -0.02
    assert found.high == pytest.approx(-found.low)
    narrow = measures.difference_of_shares([0.0] * 2000, [0.0] * 2000)
    assert narrow.high < found.high / 10
    nothing = measures.difference_of_shares([], [])
    assert math.isnan(nothing.value)
    assert nothing[1:] == (-1, 1, 0)


@pytest.mark.parametrize(("both", "only_one", "only_other", "neither"), [(3, 20, 5, 12), (40, 1, 0, 9), (0, 10, 0, 0)])
def test_the_interval_of_agresti_and_min(both, only_one, only_other, neither):
    ones = [1.0] * both + [1.0] * only_one + [0.0] * only_other + [0.0] * neither
    others = [1.0] * both + [0.0] * only_one + [1.0] * only_other + [0.0] * neither
    n = len(ones)
    centre = (only_one - only_other) / (n + 2)
    spread = (only_one + only_other + 1) - (only_one - only_other) ** 2 / (n + 2)
    half = 1.96 * math.sqrt(spread) / (n + 2)
    found = measures.difference_of_shares(ones, others)
    assert found.value == pytest.approx((only_one - only_other) / n)
    # Student's factor is a little larger than the normal one, so the interval is a little wider.
    assert found.low == pytest.approx(max(-1, centre - half), abs=0.25 * half)
    assert found.high == pytest.approx(min(1, centre + half), abs=0.25 * half)
    assert found.low <= found.value <= found.high
    assert found.n == n


def test_the_interval_of_paired_shares_holds_the_truth_often_enough():
    rng = random.Random(5)
    held = 0
    for _ in range(400):
        pairs = [(float(rng.random() < 0.3), float(rng.random() < 0.2)) for _ in range(30)]
        held += measures.difference_of_shares([one for one, _ in pairs], [other for _, other in pairs]).contains(0.1)
    assert 0.92 <= held / 400 <= 0.99


def test_cases_of_one_game_that_are_alike_tell_less():
    separate = measures.share_of_cases([1, 0] * 20, [1] * 40)
    assert separate == share(20, 40) or separate.high - separate.low >= share(20, 40).high - share(20, 40).low
    alike = measures.share_of_cases([5, 0] * 20, [5] * 40)
    assert alike.value == 0.5
    assert alike.n == 200
    assert alike.high - alike.low > 2 * (share(100, 200).high - share(100, 200).low)
    assert measures.share_of_cases([3, 3], [3, 3]) == share(6, 6)
    assert measures.share_of_cases([0, 0], [0, 0]).n == 0
    assert measures.share_of_cases([2], [4]) == share(2, 4)
