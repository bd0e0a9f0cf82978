"""Retelling a step event by event: how the table lies after each of them, as one seat sees it.

The last move of a round brings about all its battles at once; retold, they can be watched one after the other.
"""

from __future__ import annotations

from typing import Any

from mali_powstancy.bitwa_warszawska.cards import HALVES, PLACES, RESOURCES
from mali_powstancy.bitwa_warszawska.events import (
    FROM_HAND,
    BattleBegan,
    CardBid,
    CardDrawn,
    CardPlayed,
    CommanderLeft,
    CommanderReplaced,
    DeckRenewed,
    EffectChosen,
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
    ResourceTied,
    RoundBegan,
    RoundEnded,
    ScoringLaid,
    ScoringPointGained,
    SpecialKept,
    SpecialLaid,
    StopCalled,
    StrengthGained,
    moved,
)
from mali_powstancy.bitwa_warszawska.forecast import is_being_fought
from mali_powstancy.bitwa_warszawska.observation import Observation
from mali_powstancy.bitwa_warszawska.rules.battle import tasks_of_battle
from mali_powstancy.bitwa_warszawska.state import NOWHERE, Phase, replaced

_AT_ONCE = RoundEnded | RoundBegan | GameEnded | StopCalled | DeckRenewed
"""After these the table is as after the step: a round ends with everything put back at once."""
_OF_BATTLES = (Phase.VERIFY, Phase.RESULT)
"""What is left to do in a battle, once the commanders have had their effects."""
_FIELDS = {"commander": "commanders", "order": "orders"}
"""Where cards of these kinds stay when they are played."""
_NO_EFFECT = {"used": False, "strength": 0, "pending": (), "started": False}
"""What a commander has given leaves with him."""
_NO_BIDS = ((),) * 6


def retold(event: Event, before: Observation, after: Observation) -> Observation:
    """The table once this event of a step has happened; so it lay `before` the event, so it lies `after` the step.

    Nothing can be chosen. Of the agenda only what is asked after the step is there, and how far a battle has come;
    hands and discard piles are those before the step.
    """
    if isinstance(event, _AT_ONCE):
        return after
    battle = [task for task in before.agenda if task.phase in _OF_BATTLES]
    seen = before._replace(agenda=(after.agenda[0], *battle), legal=())
    for army, front, line, number in moved(event):
        seen = _more(seen, f"l{line}", 3 * army + front, number)
    if isinstance(event, FROM_HAND):
        seen = _more(seen, "hand_sizes", event.seat, -1)
    if isinstance(event, BattleBegan) and event.early:  # by whose commander, the event does not say
        seen = seen._replace(started=tuple(map(max, seen.started, after.started)))
    return _fought(event, _played(event, seen))


def _played(event: Event, seen: Observation) -> Observation:
    """What an event changes of cards, markers and points."""
    match event:
        case CardPlayed(seat, card, int(front)) if (field := _FIELDS.get(seen.game.kind[card])) is not None:
            return _put(seen, field, 3 * seen.game.armies[seat] + front, card)
        case CardBid(seat, card, resource):
            at = 2 * RESOURCES.index(resource) + seen.game.armies[seat]
            return _put(seen, "bids", at, (*seen.bids[at], card))
        case CardDrawn(seat):
            return _more(_more(seen, "hand_sizes", seat, 1), "deck_sizes", seen.game.armies[seat], -1)
        case EffectChosen(army, front, card, option):
            at = 3 * army + front
            return _put(_put(seen, "used", at, True), "pending", at, seen.game.in_battle[card][option])
        case CommanderReplaced(army, front) | CommanderLeft(army, front):
            gone = {"commanders": ""} if isinstance(event, CommanderLeft) else {}
            for part, nothing in (gone | _NO_EFFECT).items():
                seen = _put(seen, part, 3 * army + front, nothing)
            return seen
        case Passed(seat):
            return _put(seen, "passed", seat, True)
        case InitiativeGiven(order):
            return seen._replace(initiative=order)
        case MarkerLaid(army, place) | MarkerMoved(army, place):
            return _put(seen, "markers", army, HALVES.index(place) % len(PLACES))
        case SpecialLaid(_, place):
            return seen._replace(special=HALVES.index(place), bids=_NO_BIDS)  # with Public support the duel is over
        case SpecialKept() | ResourceTied("support"):
            return seen._replace(bids=_NO_BIDS)
        case ScoringLaid(front):
            return seen._replace(scoring=front)
        case PointsGained(army, number):
            return _more(seen, "points", army, number)
        case ScoringPointGained(army):
            return _more(seen, "points", army, 1)
    return seen


def _fought(event: Event, seen: Observation) -> Observation:
    """How far the battle of a front has come, and what it has brought."""
    match event:
        case BattleBegan(front):
            return seen._replace(agenda=(seen.agenda[0], *tasks_of_battle(seen, front)))
        case OrderVerified():
            asked, verified, *rest = seen.agenda
            left = [verified._replace(clauses=clauses)] if (clauses := verified.clauses[1:]) else []
            return seen._replace(agenda=(asked, *left, *rest))
        case StrengthGained(army, front, number):
            return _more(seen, "verified" if is_being_fought(seen, front) else "strength", 3 * army + front, number)
        case FrontWon(_, front) | FrontTied(front):
            winner = event.army if isinstance(event, FrontWon) else NOWHERE
            seen = _put(_put(seen, "fought", front, True), "advantage", front, winner)
            return seen._replace(agenda=seen.agenda[:1])
    return seen


def _put(seen: Observation, part: str, at: int, value: object) -> Observation:
    values: Any = replaced(getattr(seen, part), at, value)
    return seen._replace(**{part: values})


def _more(seen: Observation, part: str, at: int, number: int) -> Observation:
    return _put(seen, part, at, getattr(seen, part)[at] + number)
