"""Falls of districts and tokens, counted by hand and in real games."""

import math

import pytest

from mali_powstancy.analysis import falls
from mali_powstancy.engine.tally import Fall, OrderFate
from mali_powstancy.lab.intervals import share
from tests.analysis.played import EXTENDED, by_hand, lost_games, row

TO_WOLA, TO_MOKOTOW = (
    next(o.id for o in EXTENDED.orders.values() if EXTENDED.board.district_of[o.to] == district)
    for district in ("wola", "mokotow")
)
LATE_IN_WOLA = OrderFate(TO_WOLA, 1, 4, "late", None, 4)
OPEN_IN_MOKOTOW = OrderFate(TO_MOKOTOW, 1, 4, "open", None, 4)
GAMES = by_hand(
    row(0, falls=(Fall("wola", 4), Fall("ochota", 6)), rounds=6, tokens=1, orders=(LATE_IN_WOLA, OPEN_IN_MOKOTOW)),
    row(1, falls=(Fall("ochota", 5), Fall("wola", 5)), rounds=7, tokens=3),
    row(2, falls=(Fall("wola", 2),), rounds=4, tokens=1),
    row(3, (0,), rounds=8),
    scenario=EXTENDED,
)


def test_how_often_when_and_where_first():
    found = {falling.district: falling for falling in falls.district_falls(GAMES)}
    assert list(found) == list(EXTENDED.board.district)
    assert found["wola"].fell == share(3, 4)
    assert found["wola"].first == share(2, 4)
    assert found["wola"].round.value == pytest.approx(11 / 3)
    assert found["wola"].late.value == 1 / 4
    assert found["ochota"].round.value == 5.5
    assert found["mokotow"].fell == share(0, 4)
    assert found["mokotow"].late.value == 0
    assert math.isnan(found["mokotow"].round.value)


def test_only_one_district_falls_first():
    found = {one.district: one.first for one in falls.district_falls(by_hand(GAMES[0], scenario=EXTENDED))}
    assert (found["wola"], found["ochota"]) == (share(1, 1), share(0, 1))


def test_what_has_fallen_by_a_round_stays_fallen():
    found = {(one.round, one.district): one.fallen for one in falls.fallen_by_round(GAMES)}
    assert [found[number, "wola"].value for number in range(1, 9)] == [0, 0.25, 0.25, 0.5, 0.75, 0.75, 0.75, 0.75]
    assert found[8, "ochota"] == share(2, 4)
    assert falls.fallen_by_round(by_hand(scenario=EXTENDED)) == ()


def test_orders_of_falling():
    found = falls.fall_orders(GAMES)
    assert [one.districts for one in found] == [(), ("ochota", "wola"), ("wola",), ("wola", "ochota")]
    twice = by_hand(*GAMES, GAMES[1], scenario=EXTENDED)
    assert falls.fall_orders(twice)[0] == (("ochota", "wola"), share(2, 5))


def test_pairs_that_fall_together():
    found = {(pair.one, pair.other): pair for pair in falls.fall_pairs(GAMES)}
    assert len(found) == 21
    assert found["wola", "ochota"].both == share(2, 4)
    assert found["wola", "ochota"].expected == 3 / 4 * 2 / 4
    assert found["wola", "mokotow"] == ("wola", "mokotow", share(0, 4), 0.0)
    assert math.isnan(falls.fall_pairs(by_hand(scenario=EXTENDED))[0].expected)


def test_numbers_of_falls_and_tokens():
    assert falls.fall_counts(GAMES) == ((0, share(1, 4)), (1, share(1, 4)), (2, share(2, 4)))
    assert [many.games.value for many in falls.token_counts(GAMES)] == [0.25, 0.5, 0, 0.25]
    assert falls.token_counts(by_hand()) == ()
    assert falls.token_counts(by_hand()).columns()["games_low"] == []


def test_real_games_agree_with_their_rows():
    games = lost_games()
    fallen = sum(len(game.falls) for game in games)
    assert fallen > 2 * len(games)  # the third fall loses
    found = falls.district_falls(games)
    assert sum(one.fell.value for one in found) * len(games) == pytest.approx(fallen)
    assert sum(one.first.value for one in found) == pytest.approx(1)
    last = [one.fallen for one in falls.fallen_by_round(games)[-7:]]
    assert last == [one.fell for one in found]
    both = sum(pair.both.value for pair in falls.fall_pairs(games)) * len(games)
    assert both == pytest.approx(sum(math.comb(len(game.falls), 2) for game in games))
    assert sum(one.late.value for one in found) * len(games) == pytest.approx(sum(game.late for game in games))
    assert sum(one.games.value for one in falls.fall_orders(games)) == pytest.approx(1)
