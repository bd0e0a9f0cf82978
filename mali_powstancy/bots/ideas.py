"""Ideas: the few sensible ways to answer a question, whole turns among them, the planner's own answer first."""

from __future__ import annotations

import random
from collections.abc import Iterator

from mali_powstancy.bots.actions import turn_with_action
from mali_powstancy.bots.outlook import Outlook
from mali_powstancy.bots.planner import Planner
from mali_powstancy.bots.tempers import ATTENTION, CARES, Level, Temper
from mali_powstancy.bots.turns import Hand, Turn, ended, give_up_hopeless, hopped, schedules, useful_hops, walked
from mali_powstancy.engine.moves import Gossip, Jump, PlaceScout, PlayerMove, Seat
from mali_powstancy.engine.observation import Observation, observe
from mali_powstancy.engine.rules.playing import apply_unchecked, legal_moves, refusal
from mali_powstancy.engine.state import GameState, Phase

Idea = tuple[PlayerMove, ...]
"""The moves with which a seat answers, up to the end of its turn or up to where it learns something new."""

_ATTENTION = ATTENTION[Level.HARD]
_WALKING = (Phase.TURN, Phase.EXTRA_MOVE)


def ideas(state: GameState, seat: Seat, temper: Temper, most: int, rng: random.Random) -> list[Idea]:
    """At most so many ways for the seat that is asked; what it does not know makes no difference to them."""
    planned, after = _planned(state, seat, temper, rng)
    if most == 1 or isinstance(planned[-1], Gossip) or state.phase is Phase.KEEP_GOALS:
        return [planned]  # gossip costs nothing, and what goals bring lies too far ahead to be tried
    found = [planned]
    results = {_result(after)}
    for way in _others(state, seat, temper, rng):
        if len(found) == most:
            break
        end = _played(state, way)
        if end is not None and (result := _result(end)) not in results:
            results.add(result)
            found.append(way)
    return found


def _planned(state: GameState, seat: Seat, temper: Temper, rng: random.Random) -> tuple[Idea, GameState]:
    """What the planner does, and the position after it."""
    planner, phase, moves = Planner(temper), state.phase, []
    while True:
        move = planner(observe(state, seat), rng)
        moves.append(move)
        state = apply_unchecked(state, move).state
        if phase not in _WALKING or isinstance(move, Gossip) or state.to_act != seat or state.phase is not phase:
            return tuple(moves), state


def _result(state: GameState) -> object:
    """What is different when something else was done."""
    return (
        state.where,
        state.carrying,
        state.track,
        state.delivered,
        state.sealed,
        state.cards,
        state.tokens,
        state.soldier,
        state.agenda[0],
    )


def _played(state: GameState, way: Idea) -> GameState | None:
    """The position after these moves; None if one of them is not allowed."""
    for move in way:
        if refusal(state, move) is not None:
            return None
        state = apply_unchecked(state, move).state
    return state


def _others(state: GameState, seat: Seat, temper: Temper, rng: random.Random) -> Iterator[Idea]:
    """Other ways, the more promising first."""
    legal = legal_moves(state)
    match state.phase:
        case Phase.TURN:
            turns = sorted(_turns(observe(state, seat), seat, temper), key=lambda turn: -turn.value)
            yield from [tuple([step.move for step in turn.steps]) for turn in turns]
        case Phase.EXTRA_MOVE:
            for move in legal:
                after = apply_unchecked(state, move).state
                if after.to_act == seat and after.phase is Phase.EXTRA_MOVE:
                    yield (move, *_planned(after, seat, temper, rng)[0])
                else:
                    yield (move,)
        case Phase.PLACE_SCOUT:
            start_of = state.game.start_of
            starts = dict.fromkeys([*(start_of[order] for order, _ in state.track), *state.game.board.start_objects])
            places = [move for move in legal if isinstance(move, PlaceScout)]
            yield from [(place,) for place in places if place.scout == places[0].scout and place.field in starts]
        case _:
            yield from [(move,) for move in legal]


def _turns(seen: Observation, seat: Seat, temper: Temper) -> Iterator[Turn]:
    """Whole turns that begin with different errands, that jump, that stay, and those with the action of the card."""
    look = Outlook(seen, seat, CARES[temper], {})
    look.plan_with(seen.hands[seat])
    points = seen.points
    give_up_hopeless(look, points)
    found = [walked(Hand(look, points), schedule) for schedule in schedules(look, points, _ATTENTION)]
    if look.can_jump:
        before = Hand(look, points)
        found += [ended(hopped(before, hop, Jump), _ATTENTION) for hop in useful_hops(look, before)]
    found.append(ended(Hand(look, points), _ATTENTION))
    yield from found
    if seen.action_open:
        found.sort(key=lambda turn: -turn.value)
        yield from [turn_with_action(look, points, turn, _ATTENTION) for turn in found[:3]]
