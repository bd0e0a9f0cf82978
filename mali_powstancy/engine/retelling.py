"""Retelling a step event by event: how the table lies after each of them, as one seat sees it.

The last move of a round lets time pass with all that comes of it; retold, it can be watched one after the other.
"""

from __future__ import annotations

from typing import Any

from mali_powstancy.engine.board import FieldId
from mali_powstancy.engine.cards import OrderId, ScoutId
from mali_powstancy.engine.events import (
    BroughtByUnit,
    CardPeeked,
    CardSealed,
    CardsRevealed,
    CardsTakenBack,
    DistrictFell,
    Event,
    GameEnded,
    GoalsKept,
    Jumped,
    OrderCollected,
    OrderDelivered,
    OrderDiscarded,
    OrderDropped,
    OrderLaid,
    OrderLate,
    OrderLost,
    OrdersSwapped,
    PlacesExchanged,
    RoadBlocked,
    RoundBegan,
    ScoutArrested,
    ScoutDisplaced,
    ScoutEvacuated,
    ScoutFreed,
    ScoutPlaced,
    SoldierMoved,
    StartPlayerChosen,
    StopCalled,
    TimePassed,
    TokenLaid,
    Walked,
)
from mali_powstancy.engine.observation import Observation
from mali_powstancy.engine.state import HAND, PRISON, Phase, Slot, Token, replaced


def retold(event: Event, before: Observation, after: Observation) -> Observation:
    """The table once this event of a step has happened; so it lay `before` the event, so it lies `after` the step.

    Nothing can be chosen, and of the agenda there is what is asked after the step. What no table shows, such as the
    points that are left for walking, is as before the step.
    """
    if isinstance(event, GameEnded):  # nothing follows, and everybody's goals are shown
        return after
    return _placed(event, _drawn(event, _chosen(event, before)))._replace(agenda=after.agenda, legal=())


def _chosen(event: Event, seen: Observation) -> Observation:
    """What an event changes of rounds, movement cards and goals."""
    match event:
        case StartPlayerChosen(seat):
            return seen._replace(start_player=seat)
        case GoalsKept(seat, goals):
            return _put(seen, "goals", seat, goals)
        case RoundBegan(number, seat):
            return seen._replace(round=number, start_player=seat, cards=(), order_of_play=())
        case CardSealed(seat, card):
            return _put(_put(seen, "sealed", seat, card), "has_sealed", seat, True)
        case CardsRevealed(cards, order_of_play):
            hands = [
                tuple([card for card in hand if card != played]) for hand, played in zip(seen.hands, cards, strict=True)
            ]
            seen = seen._replace(cards=cards, order_of_play=order_of_play, hands=tuple(hands))
            return seen._replace(sealed=(None,) * len(cards), has_sealed=(False,) * len(cards))
        case CardsTakenBack():
            return seen._replace(hands=(seen.game.scenario.cards,) * len(seen.hands))
        case StopCalled():
            return seen._replace(stopping=True)
    return seen


def _drawn(event: Event, seen: Observation) -> Observation:
    """What an event changes of the deck, the track, and who carries what."""
    match event:
        case OrderLaid(order):
            return seen._replace(track=(*seen.track, Slot(order, 1)), deck_left=seen.deck_left - 1, top=seen.top[1:])
        case OrderDiscarded(order):
            top = seen.top if seen.phase is Phase.PEEK else seen.top[1:]  # whoever peeks looks below what is known
            return seen._replace(discarded=(*seen.discarded, order), deck_left=seen.deck_left - 1, top=top)
        case CardPeeked(_, position, order):
            known = seen.top[position - 1 : position] or (None,)
            return seen._replace(top=(*seen.top[: position - 1], order or known[0], *seen.top[position:]))
        case OrdersSwapped(order, other, space):
            spaces = dict(seen.track) | {order: dict(seen.track)[other], other: space}
            return seen._replace(track=tuple([Slot(order, spaces[order]) for order, _ in seen.track]))
        case TimePassed():  # H-35: all that are late leave before any is resolved
            last = seen.game.track_spaces
            return seen._replace(track=tuple([Slot(order, at + 1) for order, at in seen.track if at < last]))
        case OrderLate(order):
            return seen._replace(late=(*seen.late, order))
        case OrderCollected(scout, order):
            return _carrying(seen, scout, order)
        case OrderDropped(scout) | OrderLost(scout):
            return _carrying(seen, scout, None)
        case OrderDelivered(scout, order):
            seat = seen.game.seat_of_scout[scout]
            seen = _put(seen, "delivered", seat, (*seen.delivered[seat], order))
            return _carrying(seen, scout, None)._replace(track=tuple([s for s in seen.track if s.order != order]))
    return seen


def _placed(event: Event, seen: Observation) -> Observation:
    """What an event changes of the places of scouts and of the soldier, and of what is closed."""
    match event:
        case Walked(scout, _, to) | Jumped(scout, _, to) | BroughtByUnit(scout, _, to) | ScoutPlaced(scout, to):
            return _standing(seen, scout, to)
        case ScoutDisplaced(scout, _, to) | ScoutEvacuated(scout, _, to):
            return _standing(seen, scout, to)
        case PlacesExchanged(scout, to, other, other_to):
            return _standing(_standing(seen, scout, to), other, other_to)
        case ScoutFreed(scout):
            return _standing(seen, scout, HAND)
        case ScoutArrested(scout):
            return _standing(seen, scout, PRISON)
        case SoldierMoved(path):
            return seen._replace(soldier=path[-1])
        case RoadBlocked(road, place):
            return seen._replace(tokens=(*seen.tokens, Token(place, road)))
        case TokenLaid(place):
            return seen._replace(tokens=(*seen.tokens, Token(place, None)))
        case DistrictFell(district):
            return seen._replace(fallen=(*seen.fallen, district))
    return seen


def _carrying(seen: Observation, scout: ScoutId, order: OrderId | None) -> Observation:
    return _put(seen, "carrying", seen.game.number[scout], order)


def _standing(seen: Observation, scout: ScoutId, field: FieldId) -> Observation:
    return _put(seen, "where", seen.game.number[scout], field)


def _put(seen: Observation, part: str, at: int, value: object) -> Observation:
    values: Any = replaced(getattr(seen, part), at, value)
    return seen._replace(**{part: values})
