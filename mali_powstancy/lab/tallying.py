"""Tallying: the events of a game become its row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Any

from mali_powstancy.engine.board import Board, FieldId
from mali_powstancy.engine.cards import VICTORY, OrderId, ScoutId
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
from mali_powstancy.engine.moves import Seat
from mali_powstancy.engine.scoring import fulfilled_goals, outcome, scores
from mali_powstancy.engine.state import GameState, Phase
from mali_powstancy.lab.rows import DELIVERED, LATE, OPEN, Fall, GameRow, OrderFate


class _Tally:
    """What the events of a game have told so far."""

    def __init__(self, opening: GameState) -> None:
        game = self.game = opening.game
        self.round, self.time, self.first = opening.round, 0, opening.start_player
        self.laid: dict[OrderId, int] = {}
        """The round in which an order was laid."""
        self.since: dict[OrderId, int] = {}
        """When it would have been laid to lie where it lies: swapping changes that."""
        for order, space in opening.track:
            self.laid[order], self.since[order] = max(1, opening.round - space + 1), 1 - space
        for task in opening.agenda:
            if task.phase is Phase.LATE:  # it has left the track and is late in a moment
                self.laid[task.subject] = max(1, opening.round - game.track_spaces + 1)
        self.ended: dict[OrderId, OrderFate] = {}
        self.walks: list[Walked] = []
        self.came: list[FieldId] = []
        self.hops: list[tuple[FieldId, FieldId]] = []
        self.falls: list[Fall] = []
        self.arrests: list[int] = []
        self.arrested = [0] * len(game.seats)

    def seat_of(self, scout: ScoutId) -> Seat:
        """Whose scout it is."""
        return self.game.seat_of[self.game.number[scout]]

    def begin_round(self, event: RoundBegan) -> None:
        if self.round == 0:
            self.first = event.start_player
        self.round = event.round

    def pass_time(self, event: TimePassed) -> None:
        self.time += 1

    def lay(self, event: OrderLaid) -> None:
        self.laid[event.order], self.since[event.order] = self.round, self.time

    def swap(self, event: OrdersSwapped) -> None:
        one, other = event.order, event.other
        self.since[one], self.since[other] = self.since[other], self.since[one]

    def deliver(self, event: OrderDelivered) -> None:
        space = self.time - self.since[event.order] + 1
        self.end(event.order, DELIVERED, self.seat_of(event.scout), space)

    def be_late(self, event: OrderLate) -> None:
        self.end(event.order, LATE, None, self.game.track_spaces)

    def end(self, order: OrderId, fate: str, seat: Seat | None, space: int) -> None:
        """Something has become of an order."""
        self.ended[order] = OrderFate(order, self.laid[order], self.round, fate, seat, space)

    def fall(self, event: DistrictFell) -> None:
        self.falls.append(Fall(event.district, self.round))

    def arrest(self, event: ScoutArrested) -> None:
        self.arrested[self.seat_of(event.scout)] += 1
        if self.round not in self.arrests:
            self.arrests.append(self.round)

    def exchange(self, event: PlacesExchanged) -> None:
        self.came += (event.to, event.other_to)

    def place(self, event: ScoutPlaced) -> None:
        self.came.append(event.field)

    def hop(self, event: Jumped | BroughtByUnit) -> None:
        self.came.append(event.to)
        self.hops.append((event.came, event.to))

    def retreat(self, event: ScoutDisplaced | ScoutEvacuated) -> None:
        self.came.append(event.to)

    def walk(self, event: Walked) -> None:
        self.walks.append(event)


_TELLS: Mapping[type, Callable[[_Tally, Any], None]] = {
    BroughtByUnit: _Tally.hop,
    DistrictFell: _Tally.fall,
    Jumped: _Tally.hop,
    OrderDelivered: _Tally.deliver,
    OrderLaid: _Tally.lay,
    OrderLate: _Tally.be_late,
    OrdersSwapped: _Tally.swap,
    PlacesExchanged: _Tally.exchange,
    RoundBegan: _Tally.begin_round,
    ScoutArrested: _Tally.arrest,
    ScoutDisplaced: _Tally.retreat,
    ScoutEvacuated: _Tally.retreat,
    ScoutPlaced: _Tally.place,
    TimePassed: _Tally.pass_time,
    Walked: _Tally.walk,
}
"""The events that a row tells of, and what becomes of each."""


def row_of(number: int, opening: GameState, events: Iterable[Event], end: GameState) -> GameRow:
    """The row of a game that went from one position to its end by these events.

    A game may begin in the middle: then the orders are those that lay on the track or were laid later.
    """
    tally, tells = _Tally(opening), _TELLS
    for event in events:
        if (tell := tells.get(type(event))) is not None:
            tell(tally, event)
    for order, space in end.track:
        tally.end(order, OPEN, None, space)
    for order in tally.laid.keys() - tally.ended.keys():  # it left the track together with the one that lost the game
        tally.end(order, LATE, None, opening.game.track_spaces)
    visits, roads = _uses(opening.game.board, tally.walks, tally.came, tally.hops)
    result = outcome(end)
    assert result is not None, "the game is not over"
    return GameRow(
        game=number,
        ending=str(result.ending),
        winners=result.winners,
        rounds=end.round,
        first=tally.first,
        points=tuple(score.total for score in scores(end)),
        delivered=end.delivered,
        orders=tuple(tally.ended[order] for order in tally.laid if order != VICTORY),
        tokens=len(end.tokens),
        falls=tuple(tally.falls),
        visits=visits,
        roads=roads,
        arrests=tuple(tally.arrests),
        arrested=tuple(tally.arrested),
        goals=end.goals,
        fulfilled=tuple(tuple(goal.id for goal in fulfilled_goals(end, seat)) for seat in end.game.seats),
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
