"""Walking and jumping, and what may be done in a turn or an extra move."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from mali_powstancy.engine.events import Jumped, TurnEnded, Walked
from mali_powstancy.engine.moves import EndTurn, Jump, PlayerMove, Walk
from mali_powstancy.engine.refusals import Reason
from mali_powstancy.engine.rules.acting import legal_actions
from mali_powstancy.engine.rules.hopping import move_scout, refuse_hop, why_closed
from mali_powstancy.engine.rules.ordering import arrive, legal_collects, refuse_scout
from mali_powstancy.engine.state import Draft, Position

_END_TURN = EndTurn()
_walked = lru_cache(maxsize=16384)(Walked)
_turn_ended = lru_cache(maxsize=16)(TurnEnded)


def legal_in_turn(position: Position) -> list[PlayerMove]:
    """Walk or jump, collect, drop, act, or end the turn [B-13, E-4, H-3, H-20]."""
    seat = position.agenda[0].who
    moves = _moves_of(position, position.game.numbers_of[seat], position.points == position.cards[seat])
    if position.action_open:
        moves += legal_actions(position)
    return moves


def legal_in_extra_move(position: Position) -> list[PlayerMove]:
    """The scout that got the extra move may walk, collect and drop; it need not [B-22, H-10, H-45]."""
    return _moves_of(position, [position.game.number[position.agenda[0].subject]], can_jump=False)


def _moves_of(position: Position, numbers: Iterable[int], can_jump: bool) -> list[PlayerMove]:
    """What these scouts may do. Steps come from the free board and are sifted where something near is closed."""
    game, ways, soldier, where = position.game, position._ways, position.soldier, position.where
    steps, touched, points = ways.steps, ways.touched, position.points
    moves: list[PlayerMove] = [_END_TURN]
    for number in numbers:
        here = where[number]
        if here not in steps:
            continue  # in prison
        if points:
            walks = game.walks[number][here]
            near = steps[here]
            if here in touched or soldier in near:
                walks = tuple([walk for walk in walks if walk.to in near and walk.to != soldier])
            moves += walks
            if can_jump and here in ways.jumps:
                jumps = game.jumps[number][here]
                near = ways.jumps[here]
                if here in touched or soldier in near:
                    jumps = tuple([jump for jump in jumps if jump.to in near and jump.to != soldier])
                moves += jumps
        if position.carrying[number] is not None:
            moves.append(game.drops[number])
        elif here in position._starts:
            moves += legal_collects(position, number)
    return moves


# Walking ------------------------------------------------------------------------------------------------------------


def refuse_walk(position: Position, move: Walk) -> Reason | None:
    """One point, one field; not onto the soldier, a blocked road or a fallen district [B-14, B-25, E-13, H-2]."""
    if (reason := refuse_scout(position, move.scout)) is not None:
        return reason
    if position.points == 0:
        return Reason.NO_POINTS_LEFT
    here = position.where[position.game.number[move.scout]]
    if move.to in position._ways.steps.get(here, ()) and move.to != position.soldier:
        return None
    return why_closed(position, here, move.to, jumping=False)


def walk(draft: Draft, move: Walk) -> None:
    """A scout walks one field [B-14]."""
    number = draft.game.number[move.scout]
    where = draft.where
    draft.where = where[:number] + (move.to,) + where[number + 1 :]
    draft.points -= 1
    draft._events.append(_walked(move.scout, where[number], move.to))
    if draft.carrying[number] is not None:
        arrive(draft, number)


# Jumping ------------------------------------------------------------------------------------------------------------


def refuse_jump(position: Position, move: Jump) -> Reason | None:
    """A jump is the whole move of the card, along one open road between two objects [B-15, H-1]."""
    if (reason := refuse_scout(position, move.scout)) is not None:
        return reason
    if position.points != position.cards[position.agenda[0].who]:
        return Reason.MOVE_BEGUN
    return refuse_hop(position, move)


def jump(draft: Draft, move: Jump) -> None:
    """A scout jumps to a neighbouring object and the card's move is over [B-15, H-1]."""
    number = draft.game.number[move.scout]
    draft.points = 0
    draft.tell(Jumped(move.scout, draft.where[number], move.to))
    move_scout(draft, number, move.to)


# Ending -------------------------------------------------------------------------------------------------------------


def end_turn(draft: Draft, move: EndTurn) -> None:
    """Points and actions may be left unused [H-2, H-10, H-20]."""
    draft.points = 0
    draft.action_open = False
    draft.tell(_turn_ended(draft.task.who))
    draft.done()
