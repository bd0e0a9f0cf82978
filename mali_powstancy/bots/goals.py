"""Secret goals (extended variant): how much an order helps with one, and which goals are worth keeping."""

from __future__ import annotations

from mali_powstancy.engine.cards import Goal, GoalKind, OrderId
from mali_powstancy.engine.moves import Seat
from mali_powstancy.engine.observation import Observation

_NEXT_DISTRICT = (0.0, 0.75, 0.42, 0.28, 0.2)
"""Which part of a goal the next new district is worth, by how many are missing."""
_FROM_DISTRICT = {-1: 0.45, 0: 0.35, 1: 0.2}
"""Which part of a goal one more order from its district is worth, by how many one is ahead of the others."""


def goal_gain(seen: Observation, seat: Seat, goal: Goal, order: OrderId) -> float:
    """The points that delivering an order adds to what a secret goal promises (E-16)."""
    game = seen.game
    card, district_of = game.orders[order], game.board.district_of
    match goal.kind:
        case GoalKind.MOST_FROM_DISTRICT:
            if district_of[card.start] != goal.district:
                return 0.0
            counts = [sum(district_of[game.orders[o].start] == goal.district for o in own) for own in seen.delivered]
            most = max([count for other, count in enumerate(counts) if other != seat])
            if not counts[seat] and not most:
                return 0.5 * goal.points
            ahead = counts[seat] - most
            return _FROM_DISTRICT.get(ahead, 0.1) * goal.points
        case GoalKind.MOST_ORDERS:
            most = max([len(own) for other, own in enumerate(seen.delivered) if other != seat])
            return goal.points * (0.18 if abs(len(seen.delivered[seat]) - most) <= 2 else 0.06)
        case GoalKind.DISTRICTS_REACHED:
            reached = {district_of[game.orders[done].to] for done in seen.delivered[seat]}
            if district_of[card.to] in reached:
                return 0.0
            missing = max(0, goal.districts - len(reached))
            return goal.points * _NEXT_DISTRICT[min(missing, len(_NEXT_DISTRICT) - 1)]
        case GoalKind.MOST_IMPORTANT_ORDER:
            best = [max([game.orders[done].points for done in own], default=0) for own in seen.delivered]
            return 0.5 * goal.points if card.points >= max(best) and card.points > best[seat] else 0.0


def goal_hope(seen: Observation, goal: Goal) -> float:
    """The points of a goal, as far as one can expect to fulfil it at this table."""
    game = seen.game
    players = len(game.seats)
    match goal.kind:
        case GoalKind.DISTRICTS_REACHED:
            share = goal.districts / len(game.board.districts)
            deliveries = game.counts.orders_above_victory / players
            likely = 0.97 - 4.0 * max(0.0, share - 0.55) ** 2
            return goal.points * max(0.02, likely) * min(1.0, deliveries / (1.2 * goal.districts))
        case GoalKind.MOST_FROM_DISTRICT:
            return goal.points * (0.35 + 0.6 / players)
        case GoalKind.MOST_ORDERS:
            return goal.points * (0.15 + 0.9 / players)
        case GoalKind.MOST_IMPORTANT_ORDER:
            return goal.points * 1.2 / players
