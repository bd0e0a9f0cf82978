"""How a game ended: why, and which army has won."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from mali_powstancy.bitwa_warszawska.cards import Army
from mali_powstancy.bitwa_warszawska.moves import Seat
from mali_powstancy.bitwa_warszawska.state import OpenBoard, Position


class Ending(StrEnum):
    """Why a game is over."""

    POINTS = "points"
    """An army has enough victory points (V-74)."""
    DECK = "deck"
    """A deck ran out in a game of two (V-76)."""
    ROUNDS = "rounds"
    """The last round is over (V-75)."""
    STOPPED = "stopped"
    """The table stopped at the end of a round (HV-51)."""


class Outcome(NamedTuple):
    """How a game ended: why, and which seats have won; nobody if it is undecided."""

    ending: Ending
    winners: tuple[Seat, ...]


def winning_army(position: OpenBoard) -> Army | None:
    """More points win; with as many, more units on the second lines; else it is undecided [V-75, V-77, V-78, HV-39].

    Counted after the losses and after limits have fallen [HV-50].
    """
    l2 = position.l2
    for one, other in (position.points, (sum(l2[:3]), sum(l2[3:]))):
        if one != other:
            return int(other > one)
    return None


def outcome(state: Position) -> Outcome | None:
    """How the game ended: all seats of an army win together [V-1]; None while it goes on."""
    if not state.ending:
        return None
    army = winning_army(state)
    return Outcome(Ending(state.ending), () if army is None else state.game.camps[army])
