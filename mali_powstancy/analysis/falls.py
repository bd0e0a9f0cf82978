"""Falls: which districts fall, when, in which order and together with which others, and how many tokens lie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from typing import NamedTuple

from mali_powstancy.analysis.tables import Rows
from mali_powstancy.engine.board import DistrictId
from mali_powstancy.engine.tally import LATE
from mali_powstancy.lab.intervals import Estimate, mean, share
from mali_powstancy.lab.rows import Games


class DistrictFalls(NamedTuple):
    """How it went for one district in many games."""

    district: DistrictId
    fell: Estimate
    """The share of the games in which it fell."""
    first: Estimate
    """The share of the games in which it was the first to fall."""
    round: Estimate
    """The round in which it fell, if it did."""
    late: Estimate
    """How many orders to it were late in a game."""


class FallenBy(NamedTuple):
    """How likely a district has fallen by the end of a round."""

    round: int
    district: DistrictId
    fallen: Estimate


class FallOrder(NamedTuple):
    """How often districts fell in just this order; `()` stands for games in which none fell."""

    districts: tuple[DistrictId, ...]
    games: Estimate


class FallPair(NamedTuple):
    """How often two districts fell in the same game."""

    one: DistrictId
    other: DistrictId
    both: Estimate
    expected: float
    """How often they would, if the fall of one told nothing about the other."""


class HowMany(NamedTuple):
    """How often there were just so many in a game."""

    number: int
    games: Estimate


def district_falls(games: Games) -> Rows[DistrictFalls]:
    """The falls of every district, in the order of the board file."""
    board, cards = games.scenario.board, games.scenario.orders
    late = [
        Counter(board.district_of[cards[fate.order].to] for fate in row.orders if fate.fate == LATE) for row in games
    ]
    rows = []
    for district in board.district:
        rounds = [fall.round for row in games for fall in row.falls if fall.district == district]
        firsts = sum(bool(row.falls) and row.falls[0].district == district for row in games)
        rows.append(
            DistrictFalls(
                district,
                share(len(rounds), len(games)),
                share(firsts, len(games)),
                mean(rounds),
                mean(one[district] for one in late),
            )
        )
    return Rows(DistrictFalls, rows)


def fallen_by_round(games: Games) -> Rows[FallenBy]:
    """Round by round, the share of all games in which each district has fallen: for a timeline or an animated map."""
    fell = Counter((fall.district, fall.round) for row in games for fall in row.falls)
    fallen: Counter[DistrictId] = Counter()
    rows = []
    for number in range(1, max((row.rounds for row in games), default=0) + 1):
        for district in games.scenario.board.district:
            fallen[district] += fell[district, number]
            rows.append(FallenBy(number, district, share(fallen[district], len(games))))
    return Rows(FallenBy, rows)


def fall_orders(games: Games) -> Rows[FallOrder]:
    """The orders in which districts fell, the most frequent first."""
    found = Counter(tuple(fall.district for fall in row.falls) for row in games)
    return Rows(
        FallOrder,
        (
            FallOrder(districts, share(times, len(games)))
            for districts, times in sorted(found.items(), key=lambda item: (-item[1], item[0]))
        ),
    )


def fall_pairs(games: Games) -> Rows[FallPair]:
    """All pairs of districts: do they fall together?"""
    fallen = [frozenset(fall.district for fall in row.falls) for row in games]
    alone = Counter(district for districts in fallen for district in districts)
    n = len(games)
    return Rows(
        FallPair,
        (
            FallPair(
                one,
                other,
                share(sum({one, other} <= districts for districts in fallen), n),
                alone[one] * alone[other] / n**2 if n else float("nan"),
            )
            for one, other in combinations(games.scenario.board.district, 2)
        ),
    )


def fall_counts(games: Games) -> Rows[HowMany]:
    """How many districts fell in a game: 0, 1, 2, ..."""
    return _counts(len(row.falls) for row in games)


def token_counts(games: Games) -> Rows[HowMany]:
    """How many small tokens lay at the end of a game: 0, 1, 2, ..."""
    return _counts(row.tokens for row in games)


def _counts(numbers: Iterable[int]) -> Rows[HowMany]:
    found = Counter(numbers)
    n = found.total()
    return Rows(HowMany, (HowMany(number, share(found[number], n)) for number in range(max(found, default=-1) + 1)))
