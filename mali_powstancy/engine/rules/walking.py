"""Walking and jumping, and what may be done in a turn or an extra move."""

from __future__ import annotations

from functools import lru_cache

from mali_powstancy.engine.events import Jumped, TurnEnded, Walked
from mali_powstancy.engine.game import MovesOfScout
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
    moves = _moves_of(position, position.game.tables_of[seat], position.points == position.cards[seat])
    if position.action_open:
        moves += legal_actions(position)
    return moves


def legal_in_extra_move(position: Position) -> list[PlayerMove]:
    """The scout that got the extra move may walk, collect and drop; it need not [B-22, H-10, H-45]."""
    number = position.game.number[position.agenda[0].subject]
    return _moves_of(position, position.game.tables[number : number + 1], can_jump=False)


def _moves_of(position: Position, tables: tuple[MovesOfScout, ...], can_jump: bool) -> list[PlayerMove]:
    """What these scouts may do. Steps come from the free board and are sifted where something near is closed."""
    ways, soldier, where = position._ways, position.soldier, position.where
    touched, points, carrying, starts = ways.touched, position.points, position.carrying, position._starts
    moves: list[PlayerMove] = [_END_TURN]
    for number, walks, jumps, drop in tables:
        here = where[number]
        if here not in walks:
            continue  # in prison
        if points:
            near = ways.steps[here]
            if here in touched or soldier in near:
                moves += [walk for walk in walks[here] if walk.to in near and walk.to != soldier]
            else:
                moves += walks[here]
            if can_jump and here in jumps:
                near = ways.jumps[here]
                if here in touched or soldier in near:
                    moves += [jump for jump in jumps[here] if jump.to in near and jump.to != soldier]
                else:
                    moves += jumps[here]
        if carrying[number] is not None:
            moves.append(drop)
        elif here in starts:
            moves += legal_collects(position, number)
    return moves


# Walking ------------------------------------------------------------------------------------------------------------


def refuse_walk(position: Position, move: Walk) -> Reason | None:
    """One point, one field; not onto the soldier, a blocked road or a fallen district [B-14, B-25, E-13, H-2]."""
    scout, to, _ = move
    if (reason := refuse_scout(position, scout)) is not None:
        return reason
    if position.points == 0:
        return Reason.NO_POINTS_LEFT
    here = position.where[position.game.number[scout]]
    if to in position._ways.steps.get(here, ()) and to != position.soldier:
        return None
    return why_closed(position, here, to, jumping=False)


def walk(draft: Draft, move: Walk) -> None:
    """A scout walks one field [B-14]."""
    scout, to, _ = move
    number = draft.game.number[scout]
    where = draft.where
    draft.where = where[:number] + (to,) + where[number + 1 :]
    draft.points -= 1
    draft._events.append(_walked(scout, where[number], to))
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
