"""Tallying: the events of a game become its row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import pairwise

from mali_powstancy.engine.board import Board, FieldId
from mali_powstancy.engine.cards import VICTORY, OrderId
from mali_powstancy.engine.events import (
    BroughtByUnit,
    DistrictFell,
    Event,
    Jumped,
    OrderDelivered,
    OrderLaid,
    OrderLate,
    OrdersSwapped,
    PlacesExchanged,
    RoundBegan,
    ScoutArrested,
    ScoutDisplaced,
    ScoutEvacuated,
    ScoutPlaced,
    TimePassed,
    Walked,
)
from mali_powstancy.engine.scoring import outcome, scores
from mali_powstancy.engine.state import GameState, Phase
from mali_powstancy.lab.rows import DELIVERED, LATE, OPEN, Fall, GameRow, OrderFate

_TOLD = frozenset(
    {
        BroughtByUnit,
        DistrictFell,
        Jumped,
        OrderDelivered,
        OrderLaid,
        OrderLate,
        OrdersSwapped,
        PlacesExchanged,
        RoundBegan,
        ScoutArrested,
        ScoutDisplaced,
        ScoutEvacuated,
        ScoutPlaced,
        TimePassed,
    }
)
"""The events that a row tells of, besides walking, which is most of what happens and only counted."""


def row_of(number: int, opening: GameState, events: Iterable[Event], end: GameState) -> GameRow:
    """The row of a game that went from one position to its end by these events.

    A game may begin in the middle: then the orders are those that lay on the track or were laid later.
    """
    game = opening.game
    board = game.board
    events = list(events)
    round_number, time, first = opening.round, 0, opening.start_player
    laid: dict[OrderId, int] = {}
    """The round in which an order was laid."""
    since: dict[OrderId, int] = {}
    """When it would have been laid to lie where it lies: swapping changes that."""
    for order, space in opening.track:
        laid[order], since[order] = max(1, opening.round - space + 1), 1 - space
    for task in opening.agenda:
        if task.phase is Phase.LATE:  # it has left the track and is late in a moment
            laid[task.subject] = max(1, opening.round - game.track_spaces + 1)
    ended: dict[OrderId, OrderFate] = {}
    came: list[FieldId] = []
    hops: list[tuple[FieldId, FieldId]] = []
    falls: list[Fall] = []
    arrests: list[int] = []
    arrested = [0] * len(game.seats)
    for event in [event for event in events if type(event) in _TOLD]:
        match event:
            case RoundBegan():
                if round_number == 0:
                    first = event.start_player
                round_number = event.round
            case TimePassed():
                time += 1
            case OrderLaid():
                laid[event.order], since[event.order] = round_number, time
            case OrdersSwapped(order=one, other=other):
                since[one], since[other] = since[other], since[one]
            case OrderDelivered(order=order):
                seat = game.seat_of[game.number[event.scout]]
                space = time - since[order] + 1
                ended[order] = OrderFate(order, laid[order], round_number, DELIVERED, seat, space)
            case OrderLate(order=order):
                ended[order] = OrderFate(order, laid[order], round_number, LATE, None, game.track_spaces)
            case DistrictFell():
                falls.append(Fall(event.district, round_number))
            case ScoutArrested():
                arrested[game.seat_of[game.number[event.scout]]] += 1
                if round_number not in arrests:
                    arrests.append(round_number)
            case PlacesExchanged():
                came += (event.to, event.other_to)
            case ScoutPlaced():
                came.append(event.field)
            case Jumped() | BroughtByUnit():
                came.append(event.to)
                hops.append((event.came, event.to))
            case ScoutDisplaced() | ScoutEvacuated():
                came.append(event.to)
    for order, space in end.track:
        ended[order] = OrderFate(order, laid[order], round_number, OPEN, None, space)
    for order in laid.keys() - ended.keys():  # it left the track together with the one that lost the game
        ended[order] = OrderFate(order, laid[order], round_number, LATE, None, game.track_spaces)
    visits, roads = _uses(board, [event for event in events if type(event) is Walked], came, hops)
    result = outcome(end)
    assert result is not None, "the game is not over"
    return GameRow(
        game=number,
        ending=str(result.ending),
        winners=result.winners,
        rounds=end.round,
        first=first,
        points=tuple(score.total for score in scores(end)),
        delivered=end.delivered,
        orders=tuple(ended[order] for order in laid if order != VICTORY),
        tokens=len(end.tokens),
        falls=tuple(falls),
        visits=visits,
        roads=roads,
        arrests=tuple(arrests),
        arrested=tuple(arrested),
    )


def _uses(
    board: Board, walks: list[Walked], came: list[FieldId], hops: list[tuple[FieldId, FieldId]]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """How often somebody came to each field and went along each road."""
    visits, roads = [0] * len(board.fields), [0] * len(board.roads)
    road_between, rank = _road_between(board), board.rank
    for walk, times in Counter(walks).items():
        visits[rank[walk.to]] += times
        roads[road_between[walk.came, walk.to]] += times
    for field in came:
        visits[rank[field]] += 1
    for hop in hops:
        roads[road_between[hop]] += 1
    return tuple(visits), tuple(roads)


@lru_cache(maxsize=16)
def _road_between(board: Board) -> Mapping[tuple[FieldId, FieldId], int]:
    """The road, as a number, of every step and of every jump."""
    return {
        pair: number
        for number, road in enumerate(board.roads)
        for one, other in [*pairwise(road.path), road.ends]
        for pair in ((one, other), (other, one))
    }
