"""Seats: is the game equally fair to everybody, wherever they sit and whoever begins?"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from mali_powstancy.analysis.tables import Rows
from mali_powstancy.engine.moves import Seat
from mali_powstancy.engine.tally import GameRow
from mali_powstancy.lab.intervals import Estimate, mean, share_of_groups
from mali_powstancy.lab.rows import Games


class SeatBalance(NamedTuple):
    """What came of all games for one seat, or for one place after the player who began."""

    seat: int
    wins: Estimate
    """Its share of the wins, of the games that somebody has won; a shared win counts in part."""
    fair: float
    """The share that everybody would have in a fair game."""
    times_fair: Estimate
    """How many times its fair share it has won: 1 is fair."""
    points: Estimate
    """Its points in games without a common defeat."""
    delivered: Estimate
    """The orders that it delivered, in all games."""
    arrested: Estimate
    """How often one of its scouts was arrested, in all games."""


def seat_balance(games: Games) -> Rows[SeatBalance]:
    """The balance of the seats, in their order."""
    return _balance(games, lambda row, seat: seat)


def start_balance(games: Games) -> Rows[SeatBalance]:
    """The balance by the distance from the player who began: row 0 began, row 1 sat to the left, and so on."""
    return _balance(games, lambda row, place: (row.first + place) % games.players)


def _balance(games: Games, seat_in: Callable[[GameRow, int], Seat]) -> Rows[SeatBalance]:
    return Rows(SeatBalance, (_balance_of(games, at, seat_in) for at in range(games.players)))


def _balance_of(games: Games, at: int, seat_in: Callable[[GameRow, int], Seat]) -> SeatBalance:
    seats = [(row, seat_in(row, at)) for row in games]
    wins = share_of_groups([row.win_of(seat) for row, seat in seats if row.winners], 1)
    return SeatBalance(
        at,
        wins,
        1 / games.players,
        Estimate(wins.value * games.players, wins.low * games.players, wins.high * games.players, wins.n),
        mean(row.points[seat] for row, seat in seats if row.points),
        mean(len(row.delivered[seat]) for row, seat in seats),
        mean(row.arrested[seat] for row, seat in seats),
    )
