"""What figures read from whole games: the session behind a record, the way of every scout, the fate of every order."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import NamedTuple

from mali_powstancy.analysis.routes import road_of_step
from mali_powstancy.engine.board import FieldId, RoadId
from mali_powstancy.engine.cards import VICTORY, OrderId
from mali_powstancy.engine.events import OrderCollected, OrderDelivered, OrderLaid, OrderLate, RoundBegan
from mali_powstancy.engine.moves import Seat
from mali_powstancy.engine.tally import DELIVERED, LATE, OPEN
from mali_powstancy.tabletop.record import Record
from mali_powstancy.tabletop.session import Session

SessionOrRecord = Session | Record
"""A game as it is played or as it was saved."""


def session_of(game: SessionOrRecord) -> Session:
    """The game with all its steps; a damaged record is refused by the engine, with the reason."""
    if isinstance(game, Session):
        return game
    if isinstance(game, Record):
        return Session.from_record(game)
    raise TypeError(f"a figure of a game needs a session or a record, not {game!r:.100}")


class OrderLife(NamedTuple):
    """From round to round, what became of an order on the track."""

    order: OrderId
    laid: int
    collected: int | None
    """The round in which a scout first took it."""
    ended: int
    """The round in which it was delivered or late, or the last one so far."""
    fate: str
    """`delivered`, `late` or `open`, as in the rows of the lab."""
    seat: Seat | None


def order_lives(session: Session) -> list[OrderLife]:
    """All orders that were laid on the track, in the order in which they were laid."""
    game, now = session.opening.game, session.opening.round
    lives = {
        slot.order: OrderLife(slot.order, now, None, now, OPEN, None)
        for slot in session.opening.track
        if slot.order != VICTORY
    }
    for step in session.steps:
        for event in step.events:
            match event:
                case RoundBegan(round=now):
                    pass
                case OrderLaid(order=order) if order != VICTORY:
                    lives[order] = OrderLife(order, now, None, now, OPEN, None)
                case OrderCollected(order=order) if lives[order].collected is None:
                    lives[order] = lives[order]._replace(collected=now)
                case OrderDelivered(order=order, scout=scout):
                    seat = game.seat_of[game.number[scout]]
                    lives[order] = lives[order]._replace(ended=now, fate=DELIVERED, seat=seat)
                case OrderLate(order=order) if order in lives:
                    lives[order] = lives[order]._replace(ended=now, fate=LATE)
    return [life._replace(ended=now) if life.fate == OPEN else life for life in lives.values()]


class WalkedWays(NamedTuple):
    """How often scouts came to each field and went along each road."""

    fields: Counter[FieldId]
    roads: Counter[RoadId]


def ways_of(session: Session) -> WalkedWays:
    """All ways of one game: whoever stands elsewhere than before has come there."""
    board = session.opening.game.board
    roads = {pair: road.id for pair, road in road_of_step(board).items()}
    roads |= {pair: road.id for road in board.roads for pair in (road.ends, road.ends[::-1])}
    found = WalkedWays(Counter(), Counter())
    states = [session.opening, *(step.state for step in session.steps)]
    for before, after in pairwise(states):
        if before.where == after.where:
            continue
        for was, now in zip(before.where, after.where, strict=True):
            if was != now and now in board.rank:
                found.fields[now] += 1
                if (was, now) in roads:
                    found.roads[roads[was, now]] += 1
    return found
