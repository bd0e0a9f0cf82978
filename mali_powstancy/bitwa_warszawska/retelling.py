"""Retelling a step event by event: how the table lies after each of them, as one seat sees it.

The last move of a round brings about all its battles at once; retold, they can be watched one after the other.
"""

from __future__ import annotations

from typing import Any

from mali_powstancy.bitwa_warszawska.cards import HALVES, RESOURCES, Army, CardId, Front
from mali_powstancy.bitwa_warszawska.events import (
    BattleBegan,
    CardBid,
    CardDiscarded,
    CardDrawn,
    CardPlayed,
    CommanderLeft,
    CommanderReplaced,
    DeckRanOut,
    DeckRenewed,
    Event,
    FrontTied,
    FrontWon,
    GameEnded,
    InitiativeGiven,
    MarkerLaid,
    MarkerMoved,
    OrderVerified,
    Passed,
    PointsGained,
    RoundBegan,
    RoundEnded,
    ScoringLaid,
    ScoringPointGained,
    SpecialLaid,
    StopCalled,
    StrengthGained,
    moved,
)
from mali_powstancy.bitwa_warszawska.forecast import is_being_fought
from mali_powstancy.bitwa_warszawska.observation import Observation
from mali_powstancy.bitwa_warszawska.state import Phase, Task, replaced

Changes = dict[str, Any]
"""The parts of an observation that an event changes, by their names."""
OPEN = (
    *("agenda", "initiative", "l1", "l2", "commanders", "strength", "orders", "verified", "hand_sizes", "passed"),
    *("bids", "points", "markers", "special", "scoring", "fought", "advantage"),
)
"""What events change of what lies open; all else is shown as it is after the step, or before it if a round ends."""
_OVER = RoundEnded | RoundBegan | GameEnded | StopCalled | DeckRenewed | DeckRanOut
"""After these the table is as after the step: a round ends with everything put back at once."""


def retold(event: Event, before: Observation, after: Observation) -> Observation:
    """What lies open once this event of a step has happened; `before` is what lay open before it."""
    if isinstance(event, _OVER):
        return after
    is_last = after.round != before.round or bool(after.ending)
    seen = before if is_last else after._replace(**{name: getattr(before, name) for name in OPEN})
    return seen._replace(**_changes(event, seen))


def _changes(event: Event, seen: Observation) -> Changes:
    """The parts of an observation that an event changes."""
    match event:
        case CardPlayed(seat, card, front):
            return _less(seen, seat) | _laid(seen, seen.game.armies[seat], card, front)
        case CardDiscarded(seat):
            return _less(seen, seat)
        case CardBid(seat, card, resource):
            at = 2 * RESOURCES.index(resource) + seen.game.armies[seat]
            return _less(seen, seat) | {"bids": replaced(seen.bids, at, (*seen.bids[at], card))}
        case CardDrawn(seat):
            return _less(seen, seat, -1)
        case InitiativeGiven(order):
            return {"initiative": order}
        case MarkerLaid(army, place) | MarkerMoved(army, place):
            return {"markers": replaced(seen.markers, army, HALVES.index(place) % 10)}
        case SpecialLaid(_, place):
            return {"special": HALVES.index(place)}
        case ScoringLaid(front):
            return {"scoring": front}
        case Passed(seat):
            return {"passed": replaced(seen.passed, seat, True)}
        case CommanderReplaced(army, front):
            return {"strength": replaced(seen.strength, 3 * army + front, 0)}
        case CommanderLeft(army, front):
            return {"commanders": replaced(seen.commanders, 3 * army + front, "")}
        case PointsGained(army, number):
            return {"points": replaced(seen.points, army, seen.points[army] + number)}
        case ScoringPointGained(army):
            return {"points": replaced(seen.points, army, seen.points[army] + 1)}
    return _units(event, seen) or _battle(event, seen)


def _less(seen: Observation, seat: int, number: int = 1) -> Changes:
    return {"hand_sizes": replaced(seen.hand_sizes, seat, seen.hand_sizes[seat] - number)}


def _laid(seen: Observation, army: Army, card: CardId, front: Front | None) -> Changes:
    """A commander and an order stay where they are laid."""
    place = {"commander": "commanders", "order": "orders"}.get(seen.game.kind[card])
    return {} if place is None or front is None else {place: replaced(getattr(seen, place), 3 * army + front, card)}


def _units(event: Event, seen: Observation) -> Changes:
    """Units come from the Reserve, go from line to line, and back to the Reserve."""
    lines = {1: seen.l1, 2: seen.l2}
    for army, front, line, number in moved(event):
        at = 3 * army + front
        lines[line] = replaced(lines[line], at, lines[line][at] + number)
    return {"l1": lines[1], "l2": lines[2]} if moved(event) else {}


def _battle(event: Event, seen: Observation) -> Changes:
    """How far the battle of a front has come, and what it has brought."""
    match event:
        case BattleBegan(front):
            return {"agenda": (Task(Phase.RESULT, front=front), *seen.agenda)}
        case OrderVerified(army, front):
            return {"agenda": tuple(task for task in seen.agenda if not _verifies(seen, task, army, front))}
        case StrengthGained(army, front, number):
            name = "verified" if is_being_fought(seen, front) else "strength"
            at, values = 3 * army + front, getattr(seen, name)
            return {name: replaced(values, at, values[at] + number)}
        case FrontWon(army, front):
            return _decided(seen, front) | {"advantage": replaced(seen.advantage, front, army)}
        case FrontTied(front):
            return _decided(seen, front)
    return {}


def _verifies(seen: Observation, task: Task, army: Army, front: Front) -> bool:
    return (task.phase, task.front) == (Phase.VERIFY, front) and seen.game.armies[task.seat] == army


def _decided(seen: Observation, front: Front) -> Changes:
    left = tuple(task for task in seen.agenda if (task.phase, task.front) != (Phase.RESULT, front))
    return {"fought": replaced(seen.fought, front, True), "agenda": left}
