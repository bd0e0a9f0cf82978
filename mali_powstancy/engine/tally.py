"""The tally of a game: its events become a row, and rows become tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import chain, pairwise
from operator import attrgetter
from typing import Any, NamedTuple

from mali_powstancy.engine.board import Board, DistrictId, FieldId
from mali_powstancy.engine.cards import VICTORY, GoalId, OrderId, ScoutId
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
from mali_powstancy.engine.scenario import Scenario
from mali_powstancy.engine.scoring import Ending, fulfilled_goals, outcome, scores
from mali_powstancy.engine.state import GameState, Phase
from mali_powstancy.tabletop.tally import GameLines, are_whole, written

DELIVERED, LATE, OPEN = "delivered", "late", "open"
"""What can become of an order that was laid on the track."""


class OrderFate(NamedTuple):
    """What became of one order; orders that were never laid on the track have no fate."""

    order: OrderId
    laid_round: int
    end_round: int
    """The round in which it was delivered or late; for an open order the last round of the game."""
    fate: str
    """`delivered`, `late` or `open`: still on the track at the end."""
    seat: Seat | None
    """Who delivered it."""
    space: int
    """The space of the track on which it lay at last: the larger, the less time was left."""


class Fall(NamedTuple):
    """A district fell."""

    district: DistrictId
    round: int


class GameRow(NamedTuple):
    """What is kept of one game."""

    game: int
    """Its number: with the same seed, bots and scenario it is always the same game."""
    ending: str
    """A value of `engine.Ending`."""
    winners: tuple[Seat, ...]
    """Nobody after a common defeat, several if they share the win."""
    rounds: int
    first: Seat
    """The seat that had the start marker in the first round."""
    points: tuple[int, ...]
    """By seat; empty after a common defeat (H-60)."""
    delivered: tuple[tuple[OrderId, ...], ...]
    """By seat, in the order of delivery."""
    orders: tuple[OrderFate, ...]
    """In the order in which they were laid."""
    tokens: int
    """Small tokens at the end."""
    falls: tuple[Fall, ...]
    visits: tuple[int, ...]
    """By the fields of the board, in their order: how often a scout came to it; where all start does not count."""
    roads: tuple[int, ...]
    """By the roads of the board, in their order: steps along it, and jumps and units over it."""
    arrests: tuple[int, ...]
    """The rounds in which the soldier arrested somebody, each once."""
    arrested: tuple[int, ...]
    """By seat: how often one of its scouts was arrested."""
    goals: tuple[tuple[GoalId, ...], ...]
    """By seat: the goals that it has kept (extended variant)."""
    fulfilled: tuple[tuple[GoalId, ...], ...]
    """By seat: those of them that its orders have fulfilled, also in a game that all have lost."""

    @property
    def is_defeat(self) -> bool:
        """Everybody has lost together."""
        return Ending(self.ending).is_defeat

    @property
    def late(self) -> int:
        """How many orders were late."""
        return sum(order.fate == LATE for order in self.orders)

    def win_of(self, seat: Seat) -> float:
        """The part that a seat has in the win: 1 alone, a half with another one, 0 if it has not won."""
        return 1 / len(self.winners) if seat in self.winners else 0.0


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


# Files --------------------------------------------------------------------------------------------------------------


def fits(row: GameRow, scenario: Scenario, players: int) -> bool:
    """The row can be that of a game of this scenario with so many players."""
    board = scenario.board
    seats = [row.first, *row.winners, *(fate.seat for fate in row.orders if fate.seat is not None)]
    numbers = [row.game, row.rounds, row.tokens, *row.points, *row.visits, *row.roads, *row.arrests, *row.arrested]
    numbers += [*seats, *(fall.round for fall in row.falls)]
    numbers += [number for fate in row.orders for number in (fate.laid_round, fate.end_round, fate.space)]
    return (
        are_whole(numbers)
        and set(seats) <= set(range(players))
        and {fate.fate for fate in row.orders} <= {DELIVERED, LATE, OPEN}
        and {*(fate.order for fate in row.orders), *chain(*row.delivered)} <= scenario.orders.keys()
        and {fall.district for fall in row.falls} <= board.district.keys()
        and set(chain(*row.goals)) <= scenario.goals.keys()
        and len(row.goals) == len(row.fulfilled) == players
        and all(set(done) <= set(kept) for done, kept in zip(row.fulfilled, row.goals, strict=True))
        and len(row.points) == (0 if row.is_defeat else players)
        and len(row.delivered) == len(row.arrested) == players
        and (len(row.visits), len(row.roads)) == (len(board.fields), len(board.roads))
    )


def read_row(content: Mapping[str, Any]) -> GameRow:
    """The row that was written like this."""
    values = written(content, GameRow._fields)
    for by_seat in ("delivered", "goals", "fulfilled"):
        values[by_seat] = tuple(tuple(cards) for cards in content[by_seat])
    values["orders"] = tuple(OrderFate(*fate) for fate in content["orders"])
    values["falls"] = tuple(Fall(*fall) for fall in content["falls"])
    return GameRow(**values)


# Tables -------------------------------------------------------------------------------------------------------------


def _orders(row: GameRow, scenario: Scenario) -> Iterator[tuple[Any, ...]]:
    """Every order that was laid on the track."""
    for fate in row.orders:
        card = scenario.orders[fate.order]
        yield (fate.order, card.start, card.to, card.points, *fate[1:])


def _fields(row: GameRow, scenario: Scenario) -> Iterator[tuple[Any, ...]]:
    """Every field: how often a scout came to it."""
    return zip(scenario.board.fields, row.visits, strict=True)


def _roads(row: GameRow, scenario: Scenario) -> Iterator[tuple[Any, ...]]:
    """Every road: steps along it, and jumps and units over it."""
    return zip((road.id for road in scenario.board.roads), row.roads, strict=True)


def _falls(row: GameRow, scenario: Scenario) -> Iterator[tuple[Any, ...]]:
    """Every district that fell; `place` 1 fell first in its game."""
    for place, fall in enumerate(row.falls, start=1):
        yield (place, *fall)


ENDINGS: tuple[str, ...] = tuple(Ending)
COLUMNS: Mapping[str, Callable[[GameRow], Any]] = {
    "first": attrgetter("first"),
    "points": attrgetter("points"),
    "delivered": lambda row: sum(map(len, row.delivered)),
    "late": attrgetter("late"),
    "tokens": attrgetter("tokens"),
    "falls": lambda row: len(row.falls),
    "arrests": lambda row: len(row.arrests),
}
SEAT_COLUMNS: Mapping[str, Callable[[GameRow, Seat], Any]] = {
    "is_first": lambda row, seat: seat == row.first,
    "points": lambda row, seat: row.points[seat] if row.points else None,
    "delivered": lambda row, seat: len(row.delivered[seat]),
    "arrested": lambda row, seat: row.arrested[seat],
}
TABLES: Mapping[str, GameLines] = {
    "orders": GameLines(
        ("order", "start", "to", "points", "laid_round", "end_round", "fate", "seat", "space"), _orders
    ),
    "fields": GameLines(("field", "visits"), _fields),
    "roads": GameLines(("road", "uses"), _roads),
    "falls": GameLines(("place", "district", "round"), _falls),
}
