"""Prospects: how likely an army wins, judged when a round is over and the next one has not begun."""

from __future__ import annotations

from math import exp

from mali_powstancy.bitwa_warszawska.cards import COMMANDER, LINE_TWO, Army
from mali_powstancy.bitwa_warszawska.scoring import winning_army
from mali_powstancy.bitwa_warszawska.state import GameState

# From a logistic regression over the beginnings of rounds in games of planners, rounded by hand.
_POINT = 0.53
_UNIT = 0.33
"""A unit on a second line, which stays."""
_FRONT = 0.2
"""More units than the foe on the second line of a front."""
_COMMANDER = 0.2
_RESOURCES = (0.6, 0.7, 0.15)
"""More cards than the foe at Funds, Supplies and Public support."""
_CLOSED_LINE, _CLOSED_COMMANDER = 0.5, 0.25
"""A marker on a first line of the foe, or on a commander's field."""


def prospects(state: GameState, army: Army) -> float:
    """The chance that an army wins, from 0 to 1."""
    if state.ending:
        winner = winning_army(state)
        return 0.5 if winner is None else float(winner == army)
    value = _POINT * (state.points[0] - state.points[1])
    l2, commanders, bids = state.l2, state.commanders, state.bids
    for front in range(3):
        more = l2[front] - l2[3 + front]
        value += _UNIT * more + _FRONT * _sign(more)
        value += _COMMANDER * (bool(commanders[front]) - bool(commanders[3 + front]))
        value += _RESOURCES[front] * _sign(len(bids[2 * front]) - len(bids[2 * front + 1]))
    value += _closed(state.markers[0]) - _closed(state.markers[1])
    return 1.0 / (1.0 + exp(-value if army == 0 else value))


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _closed(place: int) -> float:
    return _CLOSED_LINE if place < LINE_TWO else _CLOSED_COMMANDER if COMMANDER <= place < COMMANDER + 3 else 0.0
