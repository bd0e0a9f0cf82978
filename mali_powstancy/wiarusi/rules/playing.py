"""Playing: what is legal now, why a move is refused, and what a move leads to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from mali_powstancy.tabletop.game import IllegalMove
from mali_powstancy.wiarusi.cards import TileId
from mali_powstancy.wiarusi.events import Event
from mali_powstancy.wiarusi.moves import (
    CHANCE_KINDS,
    MOVE_KINDS,
    ChanceMove,
    Charm,
    Deal,
    Decline,
    DrawCard,
    DrawTile,
    Drop,
    FirstLeader,
    Forget,
    GiveCharacter,
    Keep,
    Lay,
    Move,
    Play,
    PlayerMove,
    Regain,
    Relieve,
    Shed,
    Speak,
    Withdraw,
)
from mali_powstancy.wiarusi.refusals import Reason
from mali_powstancy.wiarusi.rules import (
    acting,
    ending,
    landing,
    piles,
    preparing,
    setup,
    speaking,
    supporting,
    withdrawing,
)
from mali_powstancy.wiarusi.state import CHANCE, Draft, GameState, Phase, Position, Task, draft_of, finished

if TYPE_CHECKING:
    from fractions import Fraction
    from random import Random

# What the rules do by themselves, phase by phase.
_BY_RULE: dict[Phase, Callable[[Draft, Task], None]] = {
    Phase.MISSION_BEGINS: preparing.begin_mission,
    Phase.TURNS_BEGIN: preparing.begin_turns,
    Phase.ANSWERED: speaking.show_answers,
    Phase.ACTION_ENDS: ending.end_action,
    Phase.SUPPORT_ENDS: ending.end_support,
}

# What a player may do in a phase in which one is asked.
_LEGAL: dict[Phase, Callable[[Position], list[Any]]] = {
    Phase.DIFFICULTY: preparing.legal_difficulties,
    Phase.TURN: acting.legal_in_turn,
    Phase.CHRISTMAS: landing.legal_reliefs,
    Phase.SPEECH: speaking.legal_answers,
    Phase.FORGET: withdrawing.legal_forgets,
    Phase.LAY: withdrawing.legal_lays,
    Phase.SUPPORT: supporting.legal_help,
}

# From which tiles chance draws.
_TILES: dict[Phase, Callable[[Position], tuple[TileId, ...]]] = {
    Phase.THIRD_TILE: setup.tiles_to_draw,
    Phase.CHAPLAIN: preparing.own_tiles,
    Phase.PANIC: preparing.own_tiles,
}


def _possible_tiles(position: Position) -> list[DrawTile]:
    """Every tile alike, so that two equal ones have double weight."""
    draws = position.game.tile_draws
    return [draws[tile] for tile in _TILES[position.agenda[0].phase](position)]


# What chance may do in a phase in which it is asked: one of these, each alike; what is there twice is twice as likely.
_ALIKE: dict[Phase, Callable[[Position], Sequence[ChanceMove]]] = {
    Phase.CHARACTER: setup.possible_characters,
    Phase.LEADER: setup.possible_leaders,
    **dict.fromkeys(_TILES, _possible_tiles),
}
_DRAWS = frozenset({Phase.DEALING, Phase.TRAP, Phase.STUMBLE})


def _never(position: Position, move: object) -> None:
    """Nothing can be wrong with keeping one's cards or doing without help."""


def _refuse_chance(position: Position, move: ChanceMove) -> Reason | None:
    """Chance can only do what is possible."""
    possible = move in _ALIKE[position.agenda[0].phase](position)
    return None if possible and _LOOK_ALIKES.isdisjoint(map(type, move)) else Reason.IMPOSSIBLE_CHANCE


_LOOK_ALIKES = frozenset({bool, float, complex})  # 1.0 and True only equal 1

_Refuse = Callable[[Position, Any], Reason | None]
_Apply = Callable[[Draft, Any], None]
_KINDS: dict[type, tuple[_Refuse, dict[Phase, _Apply]]] = {
    GiveCharacter: (_refuse_chance, {Phase.CHARACTER: setup.give_character}),
    FirstLeader: (_refuse_chance, {Phase.LEADER: setup.choose_leader}),
    DrawTile: (
        _refuse_chance,
        {
            Phase.THIRD_TILE: setup.draw_third_tile,
            Phase.CHAPLAIN: preparing.lay_chaplains_tile,
            Phase.PANIC: withdrawing.lay_in_panic,
        },
    ),
    DrawCard: (
        piles.refuse_draw,
        {
            Phase.DEALING: preparing.deal_card,
            Phase.TRAP: landing.draw_and_play,
            Phase.STUMBLE: landing.draw_and_play,
        },
    ),
    Deal: (preparing.refuse_difficulty, {Phase.DIFFICULTY: preparing.choose_difficulty}),
    Play: (acting.refuse_play, {Phase.TURN: acting.play_card}),
    Charm: (acting.refuse_charm, {Phase.TURN: acting.use_charm}),
    Speak: (speaking.refuse_speech, {Phase.TURN: speaking.make_speech}),
    Withdraw: (withdrawing.refuse_withdraw, {Phase.TURN: withdrawing.withdraw}),
    Relieve: (landing.refuse_relief, {Phase.CHRISTMAS: landing.relieve}),
    Drop: (speaking.refuse_drop, {Phase.SPEECH: speaking.drop_card}),
    Keep: (_never, {Phase.SPEECH: speaking.keep_cards}),
    Forget: (withdrawing.refuse_tile, {Phase.FORGET: withdrawing.forget_tile}),
    Lay: (withdrawing.refuse_tile, {Phase.LAY: withdrawing.lay_tile}),
    Shed: (supporting.refuse_shed, {Phase.SUPPORT: supporting.shed_knocks}),
    Regain: (supporting.refuse_regain, {Phase.SUPPORT: supporting.regain_charm}),
    Decline: (_never, {Phase.SUPPORT: supporting.decline_help}),
}
"""Of each kind of move: why it may be refused, and what it does in the phases it belongs to."""

ASKED = (*_LEGAL, *_ALIKE, *sorted(_DRAWS), Phase.OVER)
"""The phases in which a position can come to rest; in all others the rules act by themselves."""
_VERBS = {kind: kind._field_defaults["verb"] for kind in MOVE_KINDS}
_REFUSE = {
    phase: {kind: (refuse, _VERBS[kind]) for kind, (refuse, phases) in _KINDS.items() if phase in phases}
    for phase in ASKED
}
_APPLY = {phase: {kind: phases[phase] for kind, (_, phases) in _KINDS.items() if phase in phases} for phase in ASKED}


class Transition(NamedTuple):
    """What a move led to: the new position, and what has happened."""

    state: GameState
    events: tuple[Event, ...]


def legal_moves(state: GameState) -> list[PlayerMove]:
    """All moves of the seat that is asked; none while chance is to act or the game is over."""
    task = state.agenda[0]
    return _LEGAL[task.phase](state) if task.who >= 0 else []


def refusal(state: GameState, move: Move) -> Reason | None:
    """None if the move is legal now, else the reason, with the rule that forbids it."""
    phase, who, _ = state.agenda[0]
    try:
        refuse, verb = _REFUSE[phase][type(move)]
    except KeyError:
        if phase is Phase.OVER:
            return Reason.OVER
        if type(move) not in _KINDS:
            return Reason.MALFORMED
        return Reason.WRONG_PHASE if (who == CHANCE) == is_chance(move) else Reason.NOT_YOUR_DECISION
    try:
        return refuse(state, move) if move[-1] == verb else Reason.MALFORMED
    except TypeError:
        if all(isinstance(part, str | int) for part in move):
            raise  # the move is well formed, so the mistake is ours
        return Reason.MALFORMED  # a part of it is something that no table can look up


def play(state: GameState, move: Move) -> Transition:
    """Apply a legal move, of a player or of chance; raise `IllegalMove` for any other."""
    if (reason := refusal(state, move)) is not None:
        raise IllegalMove(move, reason)
    return apply_unchecked(state, move)


def apply_unchecked(state: GameState, move: Move) -> Transition:
    """Apply a move that is known to be legal, for searches that took it from `legal_moves`."""
    draft = draft_of(state)
    events = draft._events
    _APPLY[state.agenda[0].phase][type(move)](draft, move)
    if draft.agenda[0].phase in _BY_RULE:
        go_on(draft)
    return _transition(Transition, (finished(draft), tuple(events)))


_transition = tuple.__new__  # as `Transition(...)`, but quicker; this runs at every move


def go_on(draft: Draft) -> None:
    """Let the rules act by themselves until somebody has to be asked."""
    while (act := _BY_RULE.get((task := draft.agenda[0]).phase)) is not None:
        act(draft, task)


def stop_here(state: GameState) -> Transition:
    """The running mission becomes the last one (HW-58). It is no player's move, but a decision of the table."""
    if state.ending or state.stopping:
        raise IllegalMove("stop", Reason.OVER if state.ending else Reason.WRONG_PHASE)
    draft = draft_of(state)
    events = draft._events
    ending.call_stop(draft)
    return Transition(finished(draft), tuple(events))


# Chance -------------------------------------------------------------------------------------------------------------


def chance_outcomes(state: GameState) -> dict[ChanceMove, Fraction]:
    """What chance can do now, with exact probabilities that add up to 1; empty unless chance is to act."""
    from fractions import Fraction  # late: not every use needs it, and importing should be quick

    if state.to_act != CHANCE:
        return {}
    phase = state.phase
    weights: Mapping[Any, int] = piles.possible_draws(state) if phase in _DRAWS else Counter(_ALIKE[phase](state))
    total = sum(weights.values())
    return {move: Fraction(weight, total) for move, weight in weights.items()}


def sample_chance(state: GameState, rng: Random) -> ChanceMove:
    """What chance does this time, with the probabilities of `chance_outcomes`; `rng` is the game's own stream."""
    phase, who, _ = state.agenda[0]
    if who != CHANCE:
        raise ValueError(f"chance is not asked now: {phase}")
    return _sampled(state, phase, rng)


def _sampled(position: Position, phase: Phase, rng: Random) -> ChanceMove:
    if phase in _DRAWS:
        return piles.sample_draw(position, rng)
    moves = _ALIKE[phase](position)
    return moves[int(rng.random() * len(moves))]


def play_chance(state: GameState, rng: Random) -> Transition:
    """What chance does until a player is asked or the game is over: as `sample_chance` and `play`, move by move.

    What was sampled needs no check, and the positions on the way are not made, so that a deal is quick.
    """
    draft = draft_of(state)
    events = draft._events
    while (task := draft.agenda[0]).who == CHANCE:
        phase = task.phase
        move = _sampled(draft, phase, rng)
        _APPLY[phase][type(move)](draft, move)
        if draft.agenda[0].phase in _BY_RULE:
            go_on(draft)
    return _transition(Transition, (finished(draft), tuple(events)))


def is_chance(move: Move) -> bool:
    """The move is one of chance, not of a player."""
    return isinstance(move, CHANCE_KINDS)
