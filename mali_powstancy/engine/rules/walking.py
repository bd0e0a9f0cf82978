"""Walking and jumping, and what may be done in a turn or an extra move."""

from __future__ import annotations

from functools import lru_cache

from mali_powstancy.engine.board import FieldId
from mali_powstancy.engine.events import Jumped, TurnEnded, Walked
from mali_powstancy.engine.game import STAND, WALK, WALK_OR_JUMP, MovesByPoints, StepsFrom
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
    moves = _moves_of(position, position.game.moves_of[seat], position.points == position.cards[seat])
    if position.action_open:
        moves += legal_actions(position)
    return moves


def legal_in_extra_move(position: Position) -> list[PlayerMove]:
    """The scout that got the extra move may walk, collect and drop; it need not [B-22, H-10, H-45]."""
    number = position.game.number[position.agenda[0].subject]
    return _moves_of(position, position.game.moves_of_scout[number], can_jump=False)


def _moves_of(position: Position, moves_by_points: MovesByPoints, can_jump: bool) -> list[PlayerMove]:
    """What these scouts may do. Steps come from the free board and are sifted where something near is closed."""
    where, carrying, starts, points = position.where, position.carrying, position._starts, position.points
    touched = position._ways.touched[position.soldier]
    moves: list[PlayerMove] = [_END_TURN]
    for number, table, steps, drop in moves_by_points[WALK_OR_JUMP if can_jump else WALK if points else STAND]:
        here = where[number]
        moves += steps[here] if here not in touched else _open_steps(position, table, steps, here)
        if carrying[number] is not None:
            moves.append(drop)
        elif here in starts:
            moves += legal_collects(position, number)
    return moves


def _open_steps(position: Position, table: str, steps: StepsFrom, here: FieldId) -> tuple[Walk | Jump, ...]:
    """The steps of a table that lead along an open way, not onto the soldier [B-14, B-15, B-25, E-13, H-1, H-2]."""
    ways, soldier = position._ways, position.soldier
    found: tuple[Walk | Jump, ...] | None = ways.open_steps.get((table, here, soldier))
    if found is None:
        walks, jumps = ways.steps[here], ways.jumps.get(here, ())
        found = tuple([s for s in steps[here] if s.to in (walks if isinstance(s, Walk) else jumps) and s.to != soldier])
        ways.open_steps[table, here, soldier] = found
    return found


# Walking ------------------------------------------------------------------------------------------------------------


def refuse_walk(position: Position, move: Walk) -> Reason | None:
    """One point, one field; not onto the soldier, a blocked road or a fallen district [B-14, B-25, E-13, H-2]."""
    if (reason := refuse_scout(position, move.scout)) is not None:
        return reason
    if position.points == 0:
        return Reason.NO_POINTS_LEFT
    to, here = move.to, position.where[position.game.number[move.scout]]
    if to in position._ways.steps.get(here, ()) and to != position.soldier:
        return None
    return why_closed(position, here, to, jumping=False)


def walk(draft: Draft, move: Walk) -> None:
    """A scout walks one field [B-14]."""
    number = draft.game.number[move.scout]
    where = list(draft.where)
    draft._events.append(_walked(move.scout, where[number], move.to))
    where[number] = move.to
    draft.where = tuple(where)
    draft.points -= 1
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
    agenda = draft.agenda
    draft._events.append(_turn_ended(agenda[0].who))
    draft.agenda = agenda[1:]
