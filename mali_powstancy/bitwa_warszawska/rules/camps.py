"""The two camps: which army has the initiative, and who decides for an army of two."""

from __future__ import annotations

from mali_powstancy.bitwa_warszawska.cards import Army
from mali_powstancy.bitwa_warszawska.moves import Seat
from mali_powstancy.bitwa_warszawska.state import OpenBoard, Position


def first_army(position: OpenBoard) -> Army:
    """The army with the initiative: that of the seat with marker 1 [HV-56]."""
    return position.game.armies[position.initiative[0]]


def speaker(position: OpenBoard, army: Army) -> Seat:
    """Who decides for an army what it decides together: its seat with the larger marker number [V-7, HV-21]."""
    armies = position.game.armies
    return next(seat for seat in reversed(position.initiative) if armies[seat] == army)


def seats_in_order(position: Position, army: Army) -> tuple[Seat, ...]:
    """The seats of an army by their marker numbers [HV-57]."""
    armies = position.game.armies
    return tuple(dict.fromkeys(seat for seat in position.initiative if armies[seat] == army))
