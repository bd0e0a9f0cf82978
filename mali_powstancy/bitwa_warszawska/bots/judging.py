"""Judging a position for one army: fronts that may be won, units that stay, cards, resources and markers."""

from __future__ import annotations

from collections.abc import Sequence

from mali_powstancy.bitwa_warszawska.cards import COMMANDER, LINE_ONE, LINE_TWO, ORDER, Army, CardId, Front
from mali_powstancy.bitwa_warszawska.rules.battle import strength_of
from mali_powstancy.bitwa_warszawska.rules.carrying import amount_of, is_met
from mali_powstancy.bitwa_warszawska.scoring import winning_army
from mali_powstancy.bitwa_warszawska.state import NOWHERE, GameState

# What things are worth, in victory points; set by hand after games of this bot against itself.
FRONT = 0.5
"""A front that is won for certain; the scoring marker is worth twice as much again."""
SCORING = 1.0
DOUBT = 2.5
"""A lead of so much strength wins a front in three of four cases."""
UNIT = 0.12
"""A unit on a second line, which stays for the next rounds."""
CARD = 0.16
COMMANDER_THERE = 0.12
BIDS = (0.32, 0.28, 0.14)
"""Leading at Funds, Supplies and Public support."""
CLOSED_LINE, CLOSED_FRONTS, CLOSED_COMMANDER, CLOSED_ORDER = 0.14, 0.05, 0.1, 0.06
"""What a marker on the foe's half is worth, by kind of place."""
ENDED = 50.0


def judge(state: GameState, army: Army, bids: Sequence[float] = BIDS) -> float:
    """How well an army stands against the other, in about victory points; `bids` says what resources are worth."""
    if state.ending:
        return _at_the_end(state, army)
    value = float(state.points[army] - state.points[1 - army])
    for front in range(3):
        value += (FRONT + SCORING * (front == state.scoring)) * _prospect(state, army, front)
    value += _standing(state, army) - _standing(state, 1 - army)
    laid = state.bids
    for resource, worth in enumerate(bids):
        if lead := len(laid[2 * resource + army]) - len(laid[2 * resource + 1 - army]):
            value += worth * max(-1.0, min(1.0, lead * 0.75))
    return value


def _at_the_end(state: GameState, army: Army) -> float:
    winner = winning_army(state)
    return 0.0 if winner is None else ENDED if winner == army else -ENDED


def _prospect(state: GameState, army: Army, front: Front) -> float:
    """From -1, the front is lost, to 1, it is won."""
    if state.fought[front]:
        winner = state.advantage[front]
        return 0.0 if winner == NOWHERE else 1.0 if winner == army else -1.0
    lead = strength_of(state, army, front) - strength_of(state, 1 - army, front)
    foe = 1 - army
    if card := state.orders[3 * army + front]:
        lead += _promised(state, army, front, card)
    if card := state.orders[3 * foe + front]:
        lead -= _promised(state, foe, front, card)
    return lead / (abs(lead) + DOUBT)


def _promised(state: GameState, army: Army, front: Front, card: CardId) -> int:
    """The strength that an order would give now."""
    promised = 0
    for clause in state.game.in_battle[card][0]:
        if clause.verb == "strength" and is_met(state, army, front, clause):
            promised += amount_of(state, army, front, clause.amount)
    return promised


def _standing(state: GameState, army: Army) -> float:
    """What an army has beyond this round: units, cards, commanders, and a marker in the foe's way."""
    first = 3 * army
    value = UNIT * sum(state.l2[first : first + 3])
    value += CARD * sum([len(state.hands[seat]) for seat in state.game.camps[army]])
    value += COMMANDER_THERE * (3 - state.commanders[first : first + 3].count(""))
    return value + _marker(state, army)


def _marker(state: GameState, army: Army) -> float:
    """What the army's marker closes on the half of the foe."""
    place, foe = state.markers[army], 3 * (1 - army)
    if place >= ORDER:
        return CLOSED_ORDER if not state.orders[foe + place - ORDER] else 0.0
    if place >= COMMANDER:
        at = foe + place - COMMANDER
        return CLOSED_COMMANDER if not state.used[at] else 0.0
    if place == LINE_TWO:
        return CLOSED_FRONTS
    front = place - LINE_ONE
    if state.fought[front]:
        return 0.0
    return CLOSED_LINE * (2 if front == state.scoring else 1)
