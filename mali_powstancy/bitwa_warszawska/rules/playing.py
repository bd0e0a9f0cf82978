"""Playing: what is legal now, why a move is refused, and what a move leads to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from mali_powstancy.bitwa_warszawska.events import Event
from mali_powstancy.bitwa_warszawska.moves import (
    CHANCE_KINDS,
    MOVE_KINDS,
    Activate,
    Add,
    AdvanceAll,
    Bid,
    Block,
    ChanceMove,
    Done,
    DrawCard,
    End,
    GiveFour,
    GiveInitiative,
    HandOut,
    Hold,
    Keep,
    LayMarker,
    LaySpecial,
    Move,
    MoveMarker,
    Pass,
    Play,
    PlayerMove,
    Remove,
    RollFront,
    Start,
    Step,
    Stop,
    TakeFunds,
    TakeSupplies,
)
from mali_powstancy.bitwa_warszawska.refusals import Reason
from mali_powstancy.bitwa_warszawska.rules import (
    acting,
    battle,
    blockade,
    carrying,
    drawing,
    ending,
    laying,
    movement,
    resources,
    rounds,
    setup,
)
from mali_powstancy.bitwa_warszawska.state import (
    CHANCE,
    Draft,
    GameState,
    Phase,
    Position,
    Task,
    draft_of,
    finished,
)
from mali_powstancy.tabletop.game import IllegalMove

if TYPE_CHECKING:
    from fractions import Fraction
    from random import Random

# What the rules do by themselves, phase by phase.
_BY_RULE: dict[Phase, Callable[[Draft, Task], None]] = {
    Phase.MARKERS_BEGIN: setup.begin_markers,
    Phase.HANDS_BEGIN: setup.begin_hands,
    Phase.DRAW_UP: drawing.draw_up,
    Phase.ROUND_BEGINS: rounds.begin_round,
    Phase.DUEL_FOR_FUNDS: resources.duel_for_funds,
    Phase.DUEL_FOR_SUPPLIES: resources.duel_for_supplies,
    Phase.DUEL_FOR_SUPPORT: resources.duel_for_support,
    Phase.DUEL_ENDS: resources.end_duel,
    Phase.NEXT_TURN: rounds.next_turn,
    Phase.CLAUSES: carrying.carry_out,
    Phase.BATTLE: battle.begin_battle,
    Phase.VERIFY: carrying.verify,
    Phase.RESULT: battle.decide_battle,
    Phase.ROUND_ENDS: ending.end_round,
}

# What a player may do in a phase in which one is asked.
_LEGAL: dict[Phase, Callable[[Position], list[Any]]] = {
    Phase.MARKER: setup.legal_lays,
    Phase.FUNDS: resources.legal_sides_of_funds,
    Phase.FOUR: resources.legal_fours,
    Phase.HAND_OUT: resources.legal_hand_outs,
    Phase.SUPPLIES: resources.legal_sides_of_supplies,
    Phase.OPERATIONS: resources.legal_operations,
    Phase.SPECIAL: resources.legal_specials,
    Phase.TURN: acting.legal_in_turn,
    Phase.AGAIN: acting.legal_again,
    Phase.STEPS: movement.legal_in_steps,
    Phase.ADVANCE: movement.legal_in_steps,
    Phase.REMOVE: carrying.legal_removals,
    Phase.START: carrying.legal_starts,
    Phase.ADVANCE_ALL: carrying.legal_advances,
    Phase.BLOCK: blockade.legal_blocks,
}

# What chance may do in a phase in which it is asked: one of these, each alike.
_ALIKE: dict[Phase, Callable[[Position], Sequence[ChanceMove]]] = {
    Phase.INITIATIVE: setup.possible_initiatives,
    Phase.DRAWING: drawing.possible_draws,
    Phase.SCORING: rounds.possible_fronts,
}


def _never(position: Position, move: object) -> None:
    """Nothing can be wrong with passing, stopping or leaving things as they are."""


def _refuse_chance(position: Position, move: ChanceMove) -> Reason | None:
    """Chance can only do what is possible."""
    return None if move in _ALIKE[position.agenda[0].phase](position) else Reason.IMPOSSIBLE_CHANCE


_Refuse = Callable[[Position, Any], Reason | None]
_Apply = Callable[[Draft, Any], None]
_ACTING = (Phase.TURN, Phase.AGAIN)
_STEPPING = (Phase.STEPS, Phase.ADVANCE)
_KINDS: dict[type, list[tuple[_Refuse, dict[Phase, _Apply]]]] = {
    GiveInitiative: [(_refuse_chance, {Phase.INITIATIVE: setup.give_initiative})],
    DrawCard: [(drawing.refuse_draw, {Phase.DRAWING: drawing.draw_card})],
    RollFront: [(_refuse_chance, {Phase.SCORING: rounds.roll_front})],
    LayMarker: [(setup.refuse_lay, {Phase.MARKER: setup.lay_marker})],
    TakeFunds: [(resources.refuse_side_of_funds, {Phase.FUNDS: resources.take_funds})],
    GiveFour: [(resources.refuse_four, {Phase.FOUR: resources.give_four})],
    HandOut: [(resources.refuse_hand_out, {Phase.HAND_OUT: resources.hand_out})],
    TakeSupplies: [(resources.refuse_side_of_supplies, {Phase.SUPPLIES: resources.take_supplies})],
    Add: [(resources.refuse_add, {Phase.OPERATIONS: resources.add})],
    Step: [
        (resources.refuse_supply_step, {Phase.OPERATIONS: resources.supply_step}),
        (movement.refuse_step, dict.fromkeys(_STEPPING, movement.take_step)),
    ],
    End: [(_never, {Phase.OPERATIONS: resources.end_operations})],
    LaySpecial: [(resources.refuse_special, {Phase.SPECIAL: resources.lay_special})],
    Play: [(acting.refuse_action, dict.fromkeys(_ACTING, laying.play_card))],
    MoveMarker: [(acting.refuse_action, dict.fromkeys(_ACTING, blockade.move_marker))],
    Bid: [(acting.refuse_action, dict.fromkeys(_ACTING, acting.bid))],
    Activate: [(acting.refuse_action, dict.fromkeys(_ACTING, laying.activate))],
    Pass: [(_never, {Phase.TURN: acting.pass_round})],
    Done: [(_never, {Phase.AGAIN: acting.end_turn})],
    Stop: [(_never, dict.fromkeys(_STEPPING, movement.stop_stepping))],
    Remove: [(carrying.refuse_removal, {Phase.REMOVE: carrying.remove})],
    Start: [(_never, {Phase.START: carrying.start})],
    Hold: [(_never, {Phase.START: carrying.hold})],
    AdvanceAll: [(carrying.refuse_advance, {Phase.ADVANCE_ALL: carrying.advance_all})],
    Keep: [(_never, {Phase.ADVANCE_ALL: carrying.keep})],
    Block: [(blockade.refuse_block, {Phase.BLOCK: blockade.block})],
}
"""Of each kind of move: why it may be refused, and what it does in the phases it belongs to."""
_DRAWING = Phase.DRAWING
_MUST = frozenset({Phase.REMOVE, Phase.BLOCK})
_SKIPS = (End, Pass, Done, Stop, Hold, Keep)
"""Moves by which something is left out; where it must be done, that is the reason for refusing them."""

ASKED = (*_LEGAL, *_ALIKE, Phase.OVER)
"""The phases in which a position can come to rest; in all others the rules act by themselves."""
_VERBS = {kind: kind._field_defaults["verb"] for kind in MOVE_KINDS}
_REFUSE: dict[Phase, dict[type, tuple[_Refuse, str]]] = {phase: {} for phase in ASKED}
_APPLY: dict[Phase, dict[type, _Apply]] = {phase: {} for phase in ASKED}
for _kind, _ways in _KINDS.items():
    for _refuse, _phases in _ways:
        for _phase, _apply in _phases.items():
            _REFUSE[_phase][_kind] = _refuse, _VERBS[_kind]
            _APPLY[_phase][_kind] = _apply


class Transition(NamedTuple):
    """What a move led to: the new position, and what has happened."""

    state: GameState
    events: tuple[Event, ...]


def legal_moves(state: GameState) -> list[PlayerMove]:
    """All moves of the seat that is asked; none while chance is to act or the game is over."""
    task = state.agenda[0]
    return _LEGAL[task.phase](state) if task.who >= 0 else []


def refusal(state: GameState, move: Move) -> Reason | None:
    """None if the move is legal now, else the reason, with the rule that forbids it [HV-59]."""
    task = state.agenda[0]
    try:
        refuse, verb = _REFUSE[task.phase][type(move)]
    except KeyError:
        return _out_of_place(task, move)
    try:
        return refuse(state, move) if move[-1] == verb else Reason.MALFORMED
    except TypeError:
        if all(isinstance(part, str | int) for part in move):
            raise  # the move is well formed, so the mistake is ours
        return Reason.MALFORMED  # a part of it is something that no table can look up


def _out_of_place(task: Task, move: Move) -> Reason:
    """Why a kind of move does not belong here [HV-59]."""
    if task.phase is Phase.OVER:
        return Reason.OVER
    if type(move) not in _KINDS:
        return Reason.MALFORMED
    if (task.who == CHANCE) != is_chance(move):
        return Reason.NOT_YOUR_DECISION
    return Reason.MUST_CHOOSE if task.phase in _MUST and isinstance(move, _SKIPS) else Reason.NOT_NOW


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
    """The running round becomes the last one (HV-51). It is no player's move, but a decision of the table."""
    if state.ending or state.stopping:
        raise IllegalMove("stop", Reason.OVER if state.ending else Reason.NOT_NOW)
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
    moves = _ALIKE[state.phase](state)
    return dict.fromkeys(moves, Fraction(1, len(moves)))


def sample_chance(state: GameState, rng: Random) -> ChanceMove:
    """What chance does this time, with the probabilities of `chance_outcomes`; `rng` is the game's own stream."""
    task = state.agenda[0]
    if task.who != CHANCE:
        raise ValueError(f"chance is not asked now: {task.phase}")
    return drawing.sample_draw(state, rng) if task.phase is _DRAWING else _sampled(state, task.phase, rng)


def _sampled(position: Position, phase: Phase, rng: Random) -> ChanceMove:
    moves = _ALIKE[phase](position)
    return moves[int(rng.random() * len(moves))]


def play_chance(state: GameState, rng: Random) -> Transition:
    """What chance does until a player is asked or the game is over: as `sample_chance` and `play`, move by move.

    What was sampled needs no check, and the positions on the way are not made, so that a deal is quick.
    """
    draft = draft_of(state)
    events = draft._events
    while (task := draft.agenda[0]).who == CHANCE:
        if (phase := task.phase) is _DRAWING:
            drawing.deal_out(draft, rng)
        else:
            move = _sampled(draft, phase, rng)
            _APPLY[phase][type(move)](draft, move)
        go_on(draft)
    return _transition(Transition, (finished(draft), tuple(events)))


def is_chance(move: Move) -> bool:
    """The move is one of chance, not of a player."""
    return isinstance(move, CHANCE_KINDS)
