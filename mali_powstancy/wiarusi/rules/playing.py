"""Playing: what is legal now, why a move is refused, and what a move leads to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mali_powstancy.tabletop.position import Transition as AnyTransition
from mali_powstancy.tabletop.rule_tables import RuleTables, never_refused, unless_possible
from mali_powstancy.wiarusi.cards import TileId
from mali_powstancy.wiarusi.events import Event
from mali_powstancy.wiarusi.moves import (
    CHANCE_KINDS,
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


_refuse_chance = unless_possible(_ALIKE, Reason.IMPOSSIBLE_CHANCE)
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
    Keep: (never_refused, {Phase.SPEECH: speaking.keep_cards}),
    Forget: (withdrawing.refuse_tile, {Phase.FORGET: withdrawing.forget_tile}),
    Lay: (withdrawing.refuse_tile, {Phase.LAY: withdrawing.lay_tile}),
    Shed: (supporting.refuse_shed, {Phase.SUPPORT: supporting.shed_knocks}),
    Regain: (supporting.refuse_regain, {Phase.SUPPORT: supporting.regain_charm}),
    Decline: (never_refused, {Phase.SUPPORT: supporting.decline_help}),
}
"""Of each kind of move: why it may be refused, and what it does in the phases it belongs to."""

ASKED = (*_LEGAL, *_ALIKE, *sorted(_DRAWS), Phase.OVER)
"""The phases in which a position can come to rest; in all others the rules act by themselves."""


def is_chance(move: Move) -> bool:
    """The move is one of chance, not of a player."""
    return isinstance(move, CHANCE_KINDS)


def _misplaced(task: Task, move: Move) -> Reason:
    """Why a kind of move does not belong here."""
    if task.phase is Phase.OVER:
        return Reason.OVER
    if type(move) not in _KINDS:
        return Reason.MALFORMED
    return Reason.WRONG_PHASE if (task.who == CHANCE) == is_chance(move) else Reason.NOT_YOUR_DECISION


Transition = AnyTransition[GameState, Event]
"""What a move led to: the new position, and what has happened."""
_TABLES: RuleTables[GameState, Draft, PlayerMove, ChanceMove, Event, Reason] = RuleTables(
    (draft_of, finished),
    ways=[(kind, refuse, phases) for kind, (refuse, phases) in _KINDS.items()],
    legal=_LEGAL,
    automatic=_BY_RULE,
    alike=_ALIKE,
    weighed=dict.fromkeys(_DRAWS, piles.possible_draws),
    sampled=dict.fromkeys(_DRAWS, piles.sample_draw),
    dealt={Phase.DEALING: preparing.deal_out},
    misplaced=_misplaced,
    malformed=Reason.MALFORMED,
    not_now=Reason.WRONG_PHASE,
    over=Reason.OVER,
    call_stop=ending.call_stop,
)
legal_moves, refusal, play = _TABLES.legal_moves, _TABLES.refusal, _TABLES.play
apply_unchecked, go_on, stop_here = _TABLES.apply_unchecked, _TABLES.go_on, _TABLES.stop_here
chance_outcomes, sample_chance, play_chance = _TABLES.chance_outcomes, _TABLES.sample_chance, _TABLES.play_chance
