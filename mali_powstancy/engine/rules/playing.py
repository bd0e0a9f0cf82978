"""Playing: what is legal now, why a move is refused, and what a move leads to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from mali_powstancy.engine.events import Event
from mali_powstancy.engine.moves import (
    CHANCE_KINDS,
    Block,
    ChanceMove,
    ChooseCard,
    Collect,
    DealGoal,
    Draw,
    Drop,
    EndTurn,
    FirstPlayer,
    GiveExtraMove,
    Gossip,
    Jump,
    KeepGoals,
    Move,
    Pals,
    PlaceScout,
    PlayerMove,
    Retreat,
    Roll,
    SwapOrders,
    Target,
    Unit,
    Walk,
)
from mali_powstancy.engine.refusals import Reason
from mali_powstancy.engine.rules import acting, choosing, ordering, passing, setup, soldier, walking
from mali_powstancy.engine.state import Draft, GameState, Phase, Position, Task, draft_of, finished
from mali_powstancy.tabletop.position import Transition as AnyTransition
from mali_powstancy.tabletop.rule_tables import ASK, RuleTables, never_refused, unless_possible

# What the rules do by themselves, phase by phase.
_BY_RULE: dict[Phase, Callable[[Draft, Any], None]] = {
    Phase.GOALS: setup.deal_goals,
    Phase.GOALS_DEALT: setup.check_goals,
    Phase.ROUND_BEGINS: choosing.begin_round,
    Phase.REVEAL: choosing.reveal_cards,
    Phase.TURN_BEGINS: choosing.begin_turn,
    Phase.TURNS_END: choosing.end_turns,
    Phase.SOLDIER: soldier.begin_soldier_phase,
    Phase.TIME_PASSES: passing.pass_time,
    Phase.LATE: passing.resolve_late_order,
    Phase.ROUND_ENDS: passing.end_round,
}

# What may be done in a phase in which somebody is asked.
_LEGAL: dict[Phase, Callable[[Position], list[Any]]] = {
    Phase.FIRST_PLAYER: setup.possible_first_players,
    Phase.DEAL_GOAL: setup.possible_goals,
    Phase.KEEP_GOALS: setup.legal_goal_choices,
    Phase.LAY_ORDER: ordering.possible_draws,
    Phase.EXTRA_ORDER: ordering.possible_draws,
    Phase.PEEK: ordering.possible_draws,
    Phase.CHOOSE_CARD: choosing.legal_cards,
    Phase.PLACE_SCOUT: choosing.legal_places,
    Phase.TURN: walking.legal_in_turn,
    Phase.DIE: soldier.possible_rolls,
    Phase.TARGET: soldier.legal_targets,
    Phase.CHOOSE_EXTRA: soldier.legal_extra_movers,
    Phase.EXTRA_MOVE: walking.legal_in_extra_move,
    Phase.BLOCK_ROAD: passing.legal_blocks,
    Phase.DISPLACED: passing.legal_retreats,
    Phase.EVACUATED: passing.legal_retreats,
}


class _Kind(NamedTuple):
    """Of one kind of move: the phases it belongs to, why it may be refused there, and what it does."""

    phases: frozenset[Phase]
    refuse: Callable[[Position, Any], Reason | None]
    apply: Callable[[Draft, Any], None]


_refuse_chance = unless_possible(_LEGAL, Reason.IMPOSSIBLE_CHANCE)
_TURN, _EXTRA = Phase.TURN, Phase.EXTRA_MOVE
_DRAWS = frozenset({Phase.LAY_ORDER, Phase.EXTRA_ORDER, Phase.PEEK})
_RETREATS = (Phase.DISPLACED, Phase.EVACUATED)
_KINDS: dict[type, _Kind] = {
    FirstPlayer: _Kind(frozenset({Phase.FIRST_PLAYER}), _refuse_chance, setup.choose_first_player),
    DealGoal: _Kind(frozenset({Phase.DEAL_GOAL}), setup.refuse_deal, setup.deal_goal),
    KeepGoals: _Kind(frozenset({Phase.KEEP_GOALS}), setup.refuse_goal_choice, setup.keep_goals),
    Draw: _Kind(_DRAWS, ordering.refuse_draw, ordering.draw),
    ChooseCard: _Kind(frozenset({Phase.CHOOSE_CARD}), choosing.refuse_card, choosing.choose_card),
    PlaceScout: _Kind(frozenset({Phase.PLACE_SCOUT}), choosing.refuse_place, choosing.place_scout),
    Walk: _Kind(frozenset({_TURN, _EXTRA}), walking.refuse_walk, walking.walk),
    Jump: _Kind(frozenset({_TURN}), walking.refuse_jump, walking.jump),
    Collect: _Kind(frozenset({_TURN, _EXTRA}), ordering.refuse_collect, ordering.collect),
    Drop: _Kind(frozenset({_TURN, _EXTRA}), ordering.refuse_drop, ordering.drop),
    Pals: _Kind(frozenset({_TURN}), acting.refuse_pals, acting.exchange_places),
    Unit: _Kind(frozenset({_TURN}), acting.refuse_unit, acting.bring_by_unit),
    SwapOrders: _Kind(frozenset({_TURN}), acting.refuse_swap, acting.swap_orders),
    Gossip: _Kind(frozenset({_TURN}), acting.refuse_gossip, acting.gossip),
    EndTurn: _Kind(frozenset({_TURN, _EXTRA}), never_refused, walking.end_turn),
    Roll: _Kind(frozenset({Phase.DIE}), _refuse_chance, soldier.roll),
    Target: _Kind(frozenset({Phase.TARGET}), soldier.refuse_target, soldier.choose_target),
    GiveExtraMove: _Kind(frozenset({Phase.CHOOSE_EXTRA}), soldier.refuse_extra_mover, soldier.give_extra_move),
    Block: _Kind(frozenset({Phase.BLOCK_ROAD}), passing.refuse_block, passing.block_road),
    Retreat: _Kind(frozenset(_RETREATS), passing.refuse_retreat, passing.retreat),
}

ASKED = (*_LEGAL, Phase.OVER)
"""The phases in which a position can come to rest; in all others the rules act by themselves."""


def is_chance(move: Move) -> bool:
    """The move is one of chance, not of a player."""
    return isinstance(move, CHANCE_KINDS)


def _misplaced(task: Task, move: Move) -> Reason:
    """Why a kind of move does not belong here."""
    if type(move) not in _KINDS:
        return Reason.NOT_A_MOVE
    return Reason.GAME_OVER if task.phase is Phase.OVER else Reason.NOT_NOW


def _draw_unless_none_is_left(draft: Draft, task: Task) -> str | None:
    """A draw falls away when the deck has no further card."""
    if not ordering.no_card_left(draft):
        return ASK
    draft.done()
    return None


def _ask_unless_forced(draft: Draft, task: Task) -> str | None:
    """Nobody is asked when there is only one answer."""
    answers = _LEGAL[task.phase](draft)
    if len(answers) > 1:
        return ASK
    if answers:
        _KINDS[type(answers[0])].apply(draft, answers[0])
    else:
        assert task.phase is Phase.BLOCK_ROAD, f"nothing to answer: {task}"
        passing.lay_without_road(draft)
    return None


Transition = AnyTransition[GameState, Event]
"""What a move led to: the new position, and what has happened."""
_TABLES: RuleTables[GameState, Draft, PlayerMove, ChanceMove, Event, Reason] = RuleTables(
    (draft_of, finished),
    ways=[(kind, rules.refuse, dict.fromkeys(rules.phases, rules.apply)) for kind, rules in _KINDS.items()],
    legal=_LEGAL,
    automatic={
        **_BY_RULE,
        **dict.fromkeys(_DRAWS, _draw_unless_none_is_left),
        **dict.fromkeys((Phase.BLOCK_ROAD, *_RETREATS), _ask_unless_forced),
    },
    alike=_LEGAL,
    sampled=dict.fromkeys(_DRAWS, ordering.sample_draw),
    misplaced=_misplaced,
    malformed=Reason.NOT_A_MOVE,
    not_now=Reason.NOT_NOW,
    over=Reason.GAME_OVER,
    call_stop=passing.call_stop,
)
legal_moves, refusal, play = _TABLES.legal_moves, _TABLES.refusal, _TABLES.play
apply_unchecked, go_on, stop_here = _TABLES.apply_unchecked, _TABLES.go_on, _TABLES.stop_here
chance_outcomes, sample_chance, play_chance = _TABLES.chance_outcomes, _TABLES.sample_chance, _TABLES.play_chance
