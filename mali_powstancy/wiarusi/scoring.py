"""How a game ended: all have won or all have lost; and how a series of two goes on."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from mali_powstancy.wiarusi.moves import Seat
from mali_powstancy.wiarusi.state import Position


class Ending(StrEnum):
    """Why a game is over."""

    WIN = "win"
    """Pile and hands are empty: peace (W-45)."""
    KNOCKS = "loss-knocks"
    """Somebody has too many hard knocks after the support (W-44)."""
    MORALE = "loss-morale"
    """The morale reserve is used up (W-47)."""
    STOPPED = "unfinished"
    """The table stopped at the end of a mission (HW-58)."""

    @property
    def is_defeat(self) -> bool:
        """Everyone has lost together."""
        return self in (Ending.KNOCKS, Ending.MORALE)


class Outcome(NamedTuple):
    """How a game ended: why, and which seats have won, which is all of them or none."""

    ending: Ending
    winners: tuple[Seat, ...]

    @property
    def is_defeat(self) -> bool:
        """Everyone has lost together."""
        return self.ending.is_defeat


def outcome(state: Position) -> Outcome | None:
    """How the game ended, for all players alike [W-1]; None while it goes on."""
    if not state.ending:
        return None
    ending = Ending(state.ending)
    return Outcome(ending, state.game.seats if ending is Ending.WIN else ())


def next_pile(state: Position) -> int | None:
    """With how many cards two players begin the next game of their series; None if it is over [W-59, HW-57].

    It grows after each victory and stays after a defeat; a victory with the highest pile ends it.
    """
    counts = state.game.counts
    if state.ending != Ending.WIN:
        return state.game.pile
    higher = state.game.pile + counts.rise
    return higher if counts.rise and higher <= counts.highest_pile else None
