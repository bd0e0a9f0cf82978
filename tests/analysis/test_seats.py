"""The balance of seats and of who begins."""

import math

import pytest

from mali_powstancy.analysis import seats
from mali_powstancy.engine.tally import OrderFate
from mali_powstancy.lab.intervals import mean, share
from tests.analysis.played import by_hand, row, short_games

ORDERS = tuple(by_hand().scenario.orders)


def delivered(order: int, seat: int) -> OrderFate:
    return OrderFate(ORDERS[order], 1, 2, "delivered", seat, 2)


GAMES = by_hand(
    row(0, (0,), points=(12, 8), first=0, orders=(delivered(0, 0), delivered(1, 0)), arrested=(1, 0)),
    row(1, (1,), points=(5, 9), first=1, orders=(delivered(2, 1),)),
    row(2, (0, 1), points=(7, 7), first=1, arrested=(2, 1)),
    row(3, (1,), points=(3, 6), first=1),
    row(4, first=0),  # lost together
)


def test_the_balance_counts_games_with_a_winner_and_splits_shared_wins():
    one, other = seats.seat_balance(GAMES)
    assert (one.seat, other.seat) == (0, 1)
    assert (one.wins.value, other.wins.value) == (1.5 / 4, 2.5 / 4)
    assert one.wins.n == 4
    assert one.wins.low < one.wins.value < one.wins.high
    assert one.fair == 0.5
    assert one.times_fair.value == 0.75
    assert one.times_fair.high == pytest.approx(2 * one.wins.high)
    assert one.points == mean([12, 5, 7, 3])
    assert one.delivered == mean([2, 0, 0, 0, 0])
    assert other.arrested == mean([0, 0, 1, 0, 0])


def test_whole_wins_have_the_interval_of_a_share():
    games = by_hand(row(0, (0,)), row(1, (1,)), row(2, (1,)))
    assert seats.seat_balance(games)[1].wins == share(2, 3)


def test_the_balance_of_who_begins_follows_the_start_marker():
    first, second = seats.start_balance(GAMES)
    assert (first.wins.value, second.wins.value) == (3.5 / 4, 0.5 / 4)
    assert first.points == mean([12, 9, 7, 6])
    assert second.points == mean([8, 5, 7, 3])
    assert first.arrested == mean([1, 0, 1, 0, 0])


def test_if_nobody_ever_wins_nothing_is_known():
    found = seats.seat_balance(by_hand(row(0), row(1)))[0]
    assert math.isnan(found.wins.value)
    assert (found.wins.low, found.wins.high, found.wins.n) == (0, 1, 0)
    assert found.times_fair[1:] == (0, 2, 0)


def test_the_wins_of_real_games_make_a_whole():
    for balance in (seats.seat_balance, seats.start_balance):
        found = balance(short_games())
        assert sum(one.wins.value for one in found) == pytest.approx(1)
        assert found.columns()["wins"] == [one.wins.value for one in found]
    assert {game.first for game in short_games()} == {0, 1}
