"""Playing: what is legal now, why a move is refused, and what a move leads to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mali_powstancy.bitwa_warszawska.events import Event
from mali_powstancy.bitwa_warszawska.moves import (
    CHANCE_KINDS,
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
from mali_powstancy.tabletop.position import Transition as AnyTransition
from mali_powstancy.tabletop.rule_tables import RuleTables, never_refused, unless_possible

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

_refuse_chance = unless_possible(_ALIKE, Reason.IMPOSSIBLE_CHANCE)
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
    End: [(never_refused, {Phase.OPERATIONS: resources.end_operations})],
    LaySpecial: [(resources.refuse_special, {Phase.SPECIAL: resources.lay_special})],
    Play: [(acting.refuse_action, dict.fromkeys(_ACTING, laying.play_card))],
    MoveMarker: [(acting.refuse_action, dict.fromkeys(_ACTING, blockade.move_marker))],
    Bid: [(acting.refuse_action, dict.fromkeys(_ACTING, acting.bid))],
    Activate: [(acting.refuse_action, dict.fromkeys(_ACTING, laying.activate))],
    Pass: [(never_refused, {Phase.TURN: acting.pass_round})],
    Done: [(never_refused, {Phase.AGAIN: acting.end_turn})],
    Stop: [(never_refused, dict.fromkeys(_STEPPING, movement.stop_stepping))],
    Remove: [(carrying.refuse_removal, {Phase.REMOVE: carrying.remove})],
    Start: [(never_refused, {Phase.START: carrying.start})],
    Hold: [(never_refused, {Phase.START: carrying.hold})],
    AdvanceAll: [(carrying.refuse_advance, {Phase.ADVANCE_ALL: carrying.advance_all})],
    Keep: [(never_refused, {Phase.ADVANCE_ALL: carrying.keep})],
    Block: [(blockade.refuse_block, {Phase.BLOCK: blockade.block})],
}
"""Of each kind of move: why it may be refused, and what it does in the phases it belongs to."""
_MUST = frozenset({Phase.REMOVE, Phase.BLOCK})
_SKIPS = (End, Pass, Done, Stop, Hold, Keep)
"""Moves by which something is left out; where it must be done, that is the reason for refusing them."""

ASKED = (*_LEGAL, *_ALIKE, Phase.OVER)
"""The phases in which a position can come to rest; in all others the rules act by themselves."""


def is_chance(move: Move) -> bool:
    """The move is one of chance, not of a player."""
    return isinstance(move, CHANCE_KINDS)


def _misplaced(task: Task, move: Move) -> Reason:
    """Why a kind of move does not belong here [HV-59]."""
    if task.phase is Phase.OVER:
        return Reason.OVER
    if type(move) not in _KINDS:
        return Reason.MALFORMED
    if (task.who == CHANCE) != is_chance(move):
        return Reason.NOT_YOUR_DECISION
    return Reason.MUST_CHOOSE if task.phase in _MUST and isinstance(move, _SKIPS) else Reason.NOT_NOW


Transition = AnyTransition[GameState, Event]
"""What a move led to: the new position, and what has happened."""
_TABLES: RuleTables[GameState, Draft, PlayerMove, ChanceMove, Event, Reason] = RuleTables(
    (draft_of, finished),
    ways=[(kind, refuse, phases) for kind, ways in _KINDS.items() for refuse, phases in ways],
    legal=_LEGAL,
    automatic=_BY_RULE,
    alike=_ALIKE,
    sampled={Phase.DRAWING: drawing.sample_draw},
    dealt={Phase.DRAWING: drawing.deal_out},
    misplaced=_misplaced,
    malformed=Reason.MALFORMED,
    not_now=Reason.NOT_NOW,
    over=Reason.OVER,
    call_stop=ending.call_stop,
)
legal_moves, refusal, play = _TABLES.legal_moves, _TABLES.refusal, _TABLES.play
apply_unchecked, go_on, stop_here = _TABLES.apply_unchecked, _TABLES.go_on, _TABLES.stop_here
chance_outcomes, sample_chance, play_chance = _TABLES.chance_outcomes, _TABLES.sample_chance, _TABLES.play_chance
