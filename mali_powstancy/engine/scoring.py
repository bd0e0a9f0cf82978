"""Scoring: points by source, fulfilled goals, how a game ended and who has won."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from mali_powstancy.engine.cards import Goal, GoalId, GoalKind
from mali_powstancy.engine.moves import Seat
from mali_powstancy.engine.state import Position

if TYPE_CHECKING:
    from mali_powstancy.engine.observation import Observation


class Ending(StrEnum):
    """Why a game is over."""

    ALL_ORDERS = "all-orders"
    """Deck and track are empty (B-28)."""
    VICTORY_CARD = "victory-card"
    """The Victory card left the track (E-15)."""
    STOPPED = "stopped"
    """The table stopped at the end of a round (H-61)."""
    TOKENS = "tokens"
    """The fourth small token was laid: common defeat (B-31)."""
    FALLS = "falls"
    """The third district fell: common defeat (E-17)."""

    @property
    def is_defeat(self) -> bool:
        """Everybody has lost together."""
        return self in (Ending.TOKENS, Ending.FALLS)


class Outcome(NamedTuple):
    """How a game ended: why, and which seats have won; after a defeat nobody has."""

    ending: Ending
    winners: tuple[Seat, ...]

    @property
    def is_defeat(self) -> bool:
        """Everybody has lost together."""
        return self.ending.is_defeat


class Score(NamedTuple):
    """The points of one seat, by source."""

    orders: int
    returned: int
    goals: int
    delivered: int
    """How many orders were delivered: it breaks ties (B-30)."""

    @property
    def total(self) -> int:
        """All points together."""
        return self.orders + self.returned + self.goals


def scores(state: Position | Observation) -> tuple[Score, ...]:
    """The points of every seat, which the game is about [B-1, B-29]; bonus and goals count at the end [E-16].

    After a defeat nothing is scored: the result is empty [B-31, E-17, H-60].
    """
    if state.ending and Ending(state.ending).is_defeat:
        return ()
    return tuple(
        Score(
            orders=sum(state.game.orders[order].points for order in delivered),
            returned=return_bonus(state, seat) if state.ending else 0,
            goals=sum(goal.points for goal in fulfilled_goals(state, seat)) if state.ending else 0,
            delivered=len(delivered),
        )
        for seat, delivered in enumerate(state.delivered)
    )


def return_bonus(state: Position | Observation, seat: Seat) -> int:
    """For own scouts in any of the start objects, moved or not; prison and hand count nothing [B-29, H-47]."""
    home = state.game.board.start_objects
    returned = sum(state.where[number] in home for number in state.game.numbers_of[seat])
    return state.game.scenario.return_bonus[returned - 1] if returned else 0


def fulfilled_goals(state: Position | Observation, seat: Seat) -> tuple[Goal, ...]:
    """The secret goals of a seat that the orders delivered so far fulfil [E-16]."""
    return tuple(state.game.scenario.goals[goal] for goal in state.goals[seat] or () if is_fulfilled(state, seat, goal))


def is_fulfilled(state: Position | Observation, seat: Seat, goal_id: GoalId) -> bool:
    """Reach enough districts, or have the most; ties fulfil for all, but not with nothing delivered [E-16, H-29]."""
    goal = state.game.scenario.goals[goal_id]
    values = [progress(state, other, goal) for other in state.game.seats]
    if goal.kind is GoalKind.DISTRICTS_REACHED:
        return values[seat] >= goal.districts
    return values[seat] > 0 and values[seat] == max(values)


def progress(state: Position | Observation, seat: Seat, goal: Goal) -> int:
    """What a goal counts: districts reached, orders, orders from a district, or the rank of the best order."""
    district_of = state.game.board.district_of
    orders = [state.game.orders[order] for order in state.delivered[seat]]
    match goal.kind:
        case GoalKind.DISTRICTS_REACHED:
            return len({district_of[order.to] for order in orders})
        case GoalKind.MOST_FROM_DISTRICT:
            return sum(district_of[order.start] == goal.district for order in orders)
        case GoalKind.MOST_ORDERS:
            return len(orders)
        case GoalKind.MOST_IMPORTANT_ORDER:
            return max((order.points + 1 for order in orders), default=0)  # an order of 0 points is still an order


def outcome(state: Position | Observation) -> Outcome | None:
    """How the game ended; None while it goes on.

    Most points win, then most delivered orders; who is still tied wins together [B-30, H-30].
    """
    if not state.ending:
        return None
    ranks = [(score.total, score.delivered) for score in scores(state)]
    winners = tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks))
    return Outcome(Ending(state.ending), winners)
