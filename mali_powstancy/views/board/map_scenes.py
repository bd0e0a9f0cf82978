"""The scenes of Mali Powstańcy: a die that rolls, cards that are turned, ways, orders, time, and what it closes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mali_powstancy.engine import Observation
from mali_powstancy.engine.board import Board, FieldId
from mali_powstancy.engine.cards import VICTORY, OrderId, ScoutId
from mali_powstancy.engine.events import (
    BroughtByUnit,
    CardPeeked,
    CardSealed,
    CardsRevealed,
    CardsTakenBack,
    DieRolled,
    DistrictFell,
    Event,
    ExtraMoveGiven,
    GameEnded,
    GoalDealt,
    GoalsKept,
    GoalsRedealt,
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
    TurnEnded,
    VictoryLeft,
    Walked,
)
from mali_powstancy.engine.game import Game
from mali_powstancy.engine.moves import Seat
from mali_powstancy.engine.retelling import retold
from mali_powstancy.table.gestures import SOLDIER
from mali_powstancy.tabletop.board import Object
from mali_powstancy.texts import Texts
from mali_powstancy.views.map import scene_signs as signs
from mali_powstancy.views.map.board_svg import patrol_number, positions


def as_one(event: Event, later: Event) -> Event | None:
    """A walk of several fields is one way."""
    if isinstance(event, Walked) and isinstance(later, Walked) and event.scout == later.scout:
        return later._replace(came=event.came)
    return None


def scene(event: Event, before: Observation, after: Observation, texts: Texts) -> Object:
    """Its picture, what it points at, the ways of pieces, and the board as it is after this event."""
    seen = retold(event, before, after)
    return _shown(event, seen, texts) | {"seen": seen, "moved": list(_moved(event, before, after.game.board))}


def _shown(event: Event, after: Observation, texts: Texts) -> Object:
    """What the own hand has done is routine, if it is not more than a step or a card."""
    game = after.game
    match event:
        # Cards and goals.
        case CardSealed(seat=seat, card=card):
            picture = signs.movement_cards([card], [patrol_number(game, seat)])
            return {"picture": picture, "beats": 1, "routine": True}
        case CardsRevealed(cards=cards, order_of_play=seats):
            numbers, patrols = [cards[seat] for seat in seats], [patrol_number(game, seat) for seat in seats]
            return {"picture": signs.movement_cards(numbers, patrols), "enters": "turn", "beats": 6}
        case CardsTakenBack():
            return {"picture": signs.hand(sorted(after.hands[0]) or [1, 2, 3, 4, 5])}
        case GoalDealt(goal=goal):
            return {"picture": signs.goal_card(goal is not None), "beats": 1}
        case GoalsKept(goals=goals):
            return {"picture": signs.goal_card(goals is not None), "routine": True}
        case GoalsRedealt():
            return {"picture": signs.goal_card()}
        # Scouts and the soldier.
        case Walked() | Jumped():
            return _of_scouts(texts, game, event.scout) | {"routine": True}
        case BroughtByUnit() | ScoutDisplaced() | ScoutEvacuated() | ScoutPlaced() | ScoutFreed() | ExtraMoveGiven():
            return _of_scouts(texts, game, event.scout)
        case PlacesExchanged():
            return _of_scouts(texts, game, event.scout, event.other)
        case DieRolled(colour=colour, number=number):
            return {"picture": signs.die(colour, number), "enters": "roll", "beats": 5}
        case SoldierMoved(target=target):
            return {"picture": signs.soldier(), "marks": {"pieces": [SOLDIER], "fields": [target]}}
        case ScoutArrested(scout=scout, field=field):
            caught = signs.scouts(_scout(texts, game, scout), behind="bars")
            return {"picture": caught, "marks": {"fields": [field]}, "beats": 5}
        # Orders, the track, and what is closed.
        case OrderLaid(order=order):
            return {"picture": _laid(after, order), "enters": "turn", "marks": _ends(game, order)}
        case OrderDiscarded():
            return {"picture": signs.order("away")}
        case OrderCollected(scout=scout, order=order):
            return {"picture": signs.order("taken"), "marks": _ends(game, order) | {"pieces": [scout]}}
        case OrderDelivered(scout=scout, order=order, points=points):
            marks = {"pieces": [scout], "fields": [game.orders[order].to]}
            return {"picture": signs.order("brought", f"+{points}"), "marks": marks, "beats": 5}
        case OrderDropped(scout=scout) | OrderLost(scout=scout):
            return {"picture": signs.order("left"), "marks": {"pieces": [scout]}}
        case OrdersSwapped():
            return {"picture": signs.two_orders(), "marks": {"blocks": ["track"]}}
        case CardPeeked():
            return {"picture": signs.gossip()}
        case TimePassed():
            spaces = [slot.space for slot in after.track]
            picture = signs.track(game.track_spaces, spaces, passing=True)
            return {"picture": picture, "marks": {"blocks": ["track"]}, "beats": 4}
        case OrderLate(order=order):
            return {"picture": signs.order("late"), "marks": {"fields": [game.orders[order].to]}}
        case RoadBlocked(road=road, place=place):
            return {"picture": signs.closed(), "marks": {"roads": [road], "fields": [place]}}
        case TokenLaid(place=place):
            return {"picture": signs.closed(), "marks": {"fields": [place]}}
        case DistrictFell(district=district):
            return {"picture": signs.fallen(game.board, district), "marks": {"districts": [district]}, "beats": 7}
        # The course of the game.
        case TurnEnded():
            return {"beats": 1, "routine": True}
        case RoundBegan(round=number):
            return {"picture": signs.flag(str(number))}
        case StartPlayerChosen() | VictoryLeft() | StopCalled() | GameEnded():
            return {"picture": signs.flag()}


def _scout(texts: Texts, game: Game, scout: ScoutId) -> tuple[int, str]:
    """Number of the patrol, and name."""
    seat: Seat = game.seat_of[game.number[scout]]
    return patrol_number(game, seat), texts.scout(scout, game)


def _of_scouts(texts: Texts, game: Game, *scouts: ScoutId) -> Object:
    drawn = signs.scouts(*(_scout(texts, game, scout) for scout in scouts))
    return {"picture": drawn, "marks": {"pieces": list(scouts)}}


def _ends(game: Game, order: OrderId) -> Object:
    """Where an order starts and where it goes to; the Victory card leads nowhere."""
    return {} if order == VICTORY else {"fields": [game.orders[order].start, game.orders[order].to]}


def _laid(after: Observation, order: OrderId) -> str:
    return signs.flag() if order == VICTORY else signs.order("new", str(after.game.orders[order].points))


# Ways -----------------------------------------------------------------------------------------------------------------


def _moved(event: Event, before: Observation, board: Board) -> Iterator[Object]:
    """The pieces that move, each with the points that it goes through."""
    at = positions(board)
    for piece, path in _paths(event, before.soldier or ""):
        yield {"piece": piece, "path": [[round(value) for value in at[field]] for field in path if field in at]}


def _paths(event: Event, soldier: FieldId) -> Iterator[tuple[str, Sequence[FieldId]]]:
    """The soldier's event names only the fields that he enters."""
    match event:
        case Walked() | Jumped() | BroughtByUnit() | ScoutDisplaced() | ScoutEvacuated():
            yield event.scout, (event.came, event.to)
        case PlacesExchanged():
            yield event.scout, (event.other_to, event.to)
            yield event.other, (event.to, event.other_to)
        case SoldierMoved():
            yield SOLDIER, (soldier, *event.path)
