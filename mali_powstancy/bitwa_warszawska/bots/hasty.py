"""A hasty player, for trials that need thousands of moves: it compares a few moves that come to mind."""

from __future__ import annotations

import random

from mali_powstancy.bitwa_warszawska.bots.judging import judge
from mali_powstancy.bitwa_warszawska.moves import MoveMarker, Pass, PlayerMove
from mali_powstancy.bitwa_warszawska.rules.playing import apply_unchecked, legal_moves
from mali_powstancy.bitwa_warszawska.state import GameState, Phase

_FEW = 4
"""So many actions come to mind."""
_STEP = 0.1
"""What a step that may still be made is worth, in the units of `judge`."""
_BIDS = (0.6, 0.8, 0.14)
"""What leading at a resource is worth to it: more than to the planner, which gains by it in games against itself."""
_STEPPING = (Phase.STEPS, Phase.ADVANCE)
_LEFT_OUT = (MoveMarker, Pass)


def hasty_move(state: GameState, rng: random.Random) -> PlayerMove:
    """The best of a few legal moves, as the next position looks."""
    legal = legal_moves(state)
    if state.phase is Phase.HAND_OUT:
        return legal[int(rng.random() * len(legal))]
    army = state.game.armies[state.agenda[0].who]
    best: PlayerMove = legal[0]
    most = -1e9
    for move in _in_mind(legal, rng):
        after = apply_unchecked(state, move).state
        task = after.agenda[0]
        value = judge(after, army, _BIDS) + (_STEP * task.number if task.phase in _STEPPING else 0.0)
        if value > most:
            best, most = move, value
    return best


def _in_mind(legal: list[PlayerMove], rng: random.Random) -> list[PlayerMove]:
    """All moves where there are few; else some of those that are not seldom good."""
    if len(legal) <= _FEW:
        return legal
    found: list[PlayerMove] = []
    for _ in range(4 * _FEW):
        move = legal[int(rng.random() * len(legal))]
        if not isinstance(move, _LEFT_OUT):
            found.append(move)
            if len(found) == _FEW:
                break
    return found or legal[:_FEW]
