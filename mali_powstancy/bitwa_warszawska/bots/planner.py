"""The planner: it looks one action ahead, to the end of what the action asks, and takes what leaves it standing best.

It imagines the foe's cards only so that the rules can be applied: what it judges lies open on the table.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from mali_powstancy.bitwa_warszawska.bots.judging import judge
from mali_powstancy.bitwa_warszawska.bots.reasons import reasons_for
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
from mali_powstancy.tabletop.advice import Advice

LONGEST_PLAN = 8
"""So many answers of one action are thought through at most."""
_ACTIONS = frozenset({Phase.TURN, Phase.AGAIN})


def planner_bot(observation: Observation, rng: random.Random) -> PlayerMove:
    """The move that leaves the army standing best; of equal ones the first."""
    legal = observation.legal
    if len(legal) == 1:
        return legal[0]
    world = world_of(observation, rng)
    seat = world.agenda[0].who
    army = world.game.armies[seat]
    if isinstance(legal[0], HandOut):
        return _own_seats_first(world, army, legal)
    if isinstance(legal[0], LayMarker | LaySpecial):
        return legal[int(rng.random() * 3)]  # a first line
    return max(_worth_trying(world, legal), key=lambda move: value_of(world, move, army))


def planner_advice(observation: Observation, rng: random.Random) -> Advice:
    """What `planner_bot` plays, and why."""
    move = planner_bot(observation, rng)
    return Advice(move, reasons_for(observation, move))


def value_of(state: GameState, move: PlayerMove, army: Army, depth: int = LONGEST_PLAN) -> float:
    """How the army stands after a move, and after the best answers to all that the move asks of it."""
    after, _ = apply_unchecked(state, move)
    task = after.agenda[0]
    is_own = task.who >= 0 and task.phase not in _ACTIONS and after.game.armies[task.who] == army
    if depth and is_own and after.round == state.round:
        best = max(legal_moves(after), key=lambda each: judge(apply_unchecked(after, each)[0], army))
        return value_of(after, best, army, depth - 1)
    return judge(after, army)


def _worth_trying(state: GameState, legal: Sequence[PlayerMove]) -> list[PlayerMove]:
    """All plays; whatever any card can pay for is tried with the card that does least when it is played."""
    if state.phase not in _ACTIONS:
        return [*legal]
    cheapest = _cheapest(state)
    return [move for move in legal if not isinstance(move, Activate | Bid | MoveMarker) or move.card == cheapest]


def _cheapest(state: GameState) -> CardId:
    """The card of the hand that would do least now."""
    seat = state.agenda[0].who
    army = state.game.armies[seat]
    gains = dict.fromkeys(state.hands[seat], -1e9)
    for move in legal_moves(state):
        if isinstance(move, Play):
            gains[move.card] = max(gains[move.card], judge(apply_unchecked(state, move)[0], army))
    return min(gains, key=gains.__getitem__)


def _own_seats_first(state: GameState, army: Army, legal: Sequence[PlayerMove]) -> PlayerMove:
    """The first marker and the last one to the own army: it begins, and it has the last word."""
    game = state.game

    def goodness(move: PlayerMove) -> tuple[bool, bool]:
        assert isinstance(move, HandOut)
        seats = [game.armies[game.seat_of[name]] == army for name in move.order]
        return seats[-1], seats[0]

    return max(legal, key=goodness)
