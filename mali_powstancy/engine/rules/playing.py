"""Playing: what is legal now, why a move is refused, and what a move leads to."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from mali_powstancy.engine.events import Event
from mali_powstancy.engine.moves import (
    CHANCE_KINDS,
    MOVE_KINDS,
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
from mali_powstancy.engine.state import CHANCE, Draft, GameState, Phase, Position, Task, draft_of, finished
from mali_powstancy.tabletop.game import IllegalMove

if TYPE_CHECKING:
    from fractions import Fraction
    from random import Random

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


def _never(position: Position, move: object) -> None:
    """Nothing can be wrong with ending a turn."""


def _refuse_chance(position: Position, move: ChanceMove) -> Reason | None:
    """Chance can only do what is possible: a card that is in the deck, a face that is on the die."""
    possible = move in _LEGAL[position.agenda[0].phase](position)
    return None if possible and _LOOK_ALIKES.isdisjoint(map(type, move)) else Reason.IMPOSSIBLE_CHANCE


_LOOK_ALIKES = frozenset({bool, float, complex})  # 1.0 and True only equal 1
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
    EndTurn: _Kind(frozenset({_TURN, _EXTRA}), _never, walking.end_turn),
    Roll: _Kind(frozenset({Phase.DIE}), _refuse_chance, soldier.roll),
    Target: _Kind(frozenset({Phase.TARGET}), soldier.refuse_target, soldier.choose_target),
    GiveExtraMove: _Kind(frozenset({Phase.CHOOSE_EXTRA}), soldier.refuse_extra_mover, soldier.give_extra_move),
    Block: _Kind(frozenset({Phase.BLOCK_ROAD}), passing.refuse_block, passing.block_road),
    Retreat: _Kind(frozenset(_RETREATS), passing.refuse_retreat, passing.retreat),
}

ASKED = (*_LEGAL, Phase.OVER)
"""The phases in which a position can come to rest; in all others the rules act by themselves."""
_VERBS = {kind: kind._field_defaults["verb"] for kind in MOVE_KINDS}
_REFUSE = {
    phase: {kind: (rules.refuse, _VERBS[kind]) for kind, rules in _KINDS.items() if phase in rules.phases}
    for phase in ASKED
}
_APPLY = {kind: rules.apply for kind, rules in _KINDS.items()}


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
    phase = state.agenda[0].phase
    try:
        refuse, verb = _REFUSE[phase][type(move)]
    except KeyError:
        if type(move) not in _KINDS:
            return Reason.NOT_A_MOVE
        return Reason.GAME_OVER if phase is Phase.OVER else Reason.NOT_NOW
    try:
        return refuse(state, move) if move[-1] == verb else Reason.NOT_A_MOVE
    except TypeError:
        if all(isinstance(part, str | int) for part in move):
            raise  # the move is well formed, so the mistake is ours
        return Reason.NOT_A_MOVE  # a part of it is something that no table can look up


def play(state: GameState, move: Move) -> Transition:
    """Apply a legal move, of a player or of chance; raise `IllegalMove` for any other."""
    if (reason := refusal(state, move)) is not None:
        raise IllegalMove(move, reason)
    return apply_unchecked(state, move)


def apply_unchecked(state: GameState, move: Move) -> Transition:
    """Apply a move that is known to be legal, for searches that took it from `legal_moves`."""
    draft = draft_of(state)
    events = draft._events
    _APPLY[type(move)](draft, move)
    if draft.agenda is not state.agenda:
        go_on(draft)
    return _transition(Transition, (finished(draft), tuple(events)))


_transition = tuple.__new__  # as `Transition(...)`, but quicker; this runs at every move


def go_on(draft: Draft) -> None:
    """Let the rules act by themselves until somebody has to be asked."""
    while (act := _AUTOMATIC.get(draft.agenda[0].phase)) is not None:
        if act(draft, draft.agenda[0]) is _ASK:
            return


_ASK = "ask"


def _draw_unless_none_is_left(draft: Draft, task: Task) -> str | None:
    """A draw falls away when the deck has no further card."""
    if not ordering.no_card_left(draft):
        return _ASK
    draft.done()
    return None


def _ask_unless_forced(draft: Draft, task: Task) -> str | None:
    """Nobody is asked when there is only one answer."""
    answers = _LEGAL[task.phase](draft)
    if len(answers) > 1:
        return _ASK
    if answers:
        _APPLY[type(answers[0])](draft, answers[0])
    else:
        assert task.phase is Phase.BLOCK_ROAD, f"nothing to answer: {task}"
        passing.lay_without_road(draft)
    return None


_AUTOMATIC: dict[Phase, Callable[[Draft, Any], str | None]] = {
    **_BY_RULE,
    **dict.fromkeys(_DRAWS, _draw_unless_none_is_left),
    **dict.fromkeys((Phase.BLOCK_ROAD, *_RETREATS), _ask_unless_forced),
}


def stop_here(state: GameState) -> Transition:
    """The running round becomes the last one (H-61). It is no player's move, but a decision of the table."""
    if state.ending or state.stopping:
        raise IllegalMove("stop", Reason.GAME_OVER if state.ending else Reason.NOT_NOW)
    draft = draft_of(state)
    events = draft._events
    passing.call_stop(draft)
    return Transition(finished(draft), tuple(events))


# Chance -------------------------------------------------------------------------------------------------------------


def chance_outcomes(state: GameState) -> dict[ChanceMove, Fraction]:
    """What chance can do now, with exact probabilities that add up to 1; empty unless chance is to act."""
    from fractions import Fraction  # late: not every use needs it, and importing should be quick

    if state.to_act != CHANCE:
        return {}
    moves: list[ChanceMove] = _LEGAL[state.phase](state)
    outcomes: dict[ChanceMove, Fraction] = dict.fromkeys(moves, Fraction(0))
    for move in moves:  # equal faces of the die add up
        outcomes[move] += Fraction(1, len(moves))
    return outcomes


def sample_chance(state: GameState, rng: Random) -> ChanceMove:
    """What chance does this time, with the probabilities of `chance_outcomes`; `rng` is the game's own stream."""
    task = state.agenda[0]
    if task.who != CHANCE:
        raise ValueError(f"chance is not asked now: {task.phase}")
    return _sampled(state, task.phase, rng)


def _sampled(position: Position, phase: Phase, rng: Random) -> ChanceMove:
    if phase in _DRAWS:
        orders = ordering.possible_cards(position)
        return position.game.draws[orders[int(rng.random() * len(orders))]]
    moves: list[ChanceMove] = _LEGAL[phase](position)
    return moves[int(rng.random() * len(moves))]


def play_chance(state: GameState, rng: Random) -> Transition:
    """What chance does until a player is asked or the game is over: as `sample_chance` and `play`, move by move.

    What was sampled needs no check, and the positions on the way are not made.
    """
    draft = draft_of(state)
    events = draft._events
    while (task := draft.agenda[0]).who == CHANCE:
        move = _sampled(draft, task.phase, rng)
        _APPLY[type(move)](draft, move)
        go_on(draft)
    return _transition(Transition, (finished(draft), tuple(events)))


def is_chance(move: Move) -> bool:
    """The move is one of chance, not of a player."""
    return isinstance(move, CHANCE_KINDS)
