"""The planner: it looks one action ahead, to the end of what the action asks, and takes what leaves it standing best.

It imagines the foe's cards only so that the rules can be applied: what it judges lies open on the table.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from mali_powstancy.bitwa_warszawska.bots.judging import judge
from mali_powstancy.bitwa_warszawska.bots.worlds import world_of
from mali_powstancy.bitwa_warszawska.cards import Army, CardId
from mali_powstancy.bitwa_warszawska.moves import (
    Activate,
    Bid,
    HandOut,
    LayMarker,
    LaySpecial,
    MoveMarker,
    Play,
    PlayerMove,
)
from mali_powstancy.bitwa_warszawska.observation import Observation
from mali_powstancy.bitwa_warszawska.rules.playing import apply_unchecked, legal_moves
from mali_powstancy.bitwa_warszawska.state import GameState, Phase

LONGEST_PLAN = 8
"""So many answers of one action are thought through at most."""
_PAID = (Activate, Bid, MoveMarker)
_ACTIONS = frozenset({Phase.TURN, Phase.AGAIN})


def planner_bot(observation: Observation, rng: random.Random) -> PlayerMove:
    """The move that leaves the army standing best; of equal ones the first."""
    legal = observation.legal
    if len(legal) == 1:
        return legal[0]
    if isinstance(legal[0], HandOut):
        return _own_seats_first(observation, legal)
    if isinstance(legal[0], LayMarker | LaySpecial):
        return legal[int(rng.random() * 3)]  # a first line
    return ranked(observation, rng)[0].moves[0]


class Plan(NamedTuple):
    """A move and the best answers to all that it asks of the army, and how the army stands then."""

    moves: tuple[PlayerMove, ...]
    value: float


def ranked(observation: Observation, rng: random.Random) -> list[Plan]:
    """What is worth trying, the best first; of equal ones the first.

    All plays are; whatever any card can pay for is tried with the card that does least when it is played.
    """
    world = world_of(observation, rng)
    army = world.game.armies[world.agenda[0].who]
    tried: dict[PlayerMove, GameState] = {}
    for move in observation.legal:
        if not isinstance(move, _PAID):
            tried[move] = apply_unchecked(world, move).state
    if len(tried) < len(observation.legal):
        cheapest = _cheapest(world, tried, army)
        for move in observation.legal:
            if isinstance(move, _PAID) and move.card == cheapest:
                tried[move] = apply_unchecked(world, move).state
    plans = [_plan(move, tried[move], world.round, army) for move in observation.legal if move in tried]
    return sorted(plans, key=lambda plan: -plan.value)


def _cheapest(world: GameState, tried: Mapping[PlayerMove, GameState], army: Army) -> CardId:
    """The card of the hand that would do least now."""
    gains = dict.fromkeys(world.hands[world.agenda[0].who], -1e9)
    for move, after in tried.items():
        if isinstance(move, Play):
            gains[move.card] = max(gains[move.card], judge(after, army))
    return min(gains, key=gains.__getitem__)


def _plan(move: PlayerMove, state: GameState, at_round: int, army: Army) -> Plan:
    """The best answers, one after the other, to all that a move asks of its army; it has led to this position."""
    moves, value = [move], judge(state, army)
    for _ in range(LONGEST_PLAN):
        task = state.agenda[0]
        is_own = task.who >= 0 and task.phase not in _ACTIONS and state.game.armies[task.who] == army
        if not is_own or state.round != at_round:
            break
        answers = legal_moves(state)
        states = [apply_unchecked(state, answer).state for answer in answers]
        values = [judge(after, army) for after in states]
        value = max(values)
        best = values.index(value)
        state = states[best]
        moves.append(answers[best])
    return Plan(tuple(moves), value)


def _own_seats_first(seen: Observation, legal: Sequence[PlayerMove]) -> PlayerMove:
    """The first marker and the last one to the own army: it begins, and it has the last word."""
    game = seen.game
    army = game.armies[seen.agenda[0].who]

    def goodness(move: PlayerMove) -> tuple[bool, bool]:
        assert isinstance(move, HandOut)
        seats = [game.armies[game.seat_of[name]] == army for name in move.order]
        return seats[-1], seats[0]

    return max(legal, key=goodness)
