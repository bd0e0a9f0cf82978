"""What the rule tests share: the two variants, moves by their text, and rounds in which nobody does anything."""

from collections.abc import Iterable
from typing import Any

from mali_powstancy.engine import (
    CHANCE,
    GameState,
    Move,
    Phase,
    Reason,
    Transition,
    chance_outcomes,
    legal_moves,
    load_scenario,
    parse_move,
    play,
    refusal,
)
from mali_powstancy.engine.events import Event
from mali_powstancy.engine.moves import EndTurn

BASIC = load_scenario("basic-1")
EXTENDED = load_scenario("extended-1")
PATROLS = ("red", "orange", "green", "violet")
RETURNED = [
    (("elektrownia", "elektrownia", "elektrownia"), 0),
    (("plac-wilsona", "elektrownia", "elektrownia"), 1),
    (("elektrownia", "past", "elektrownia"), 1),
    (("elektrownia", "elektrownia", "stary-mokotow"), 1),
    (("plac-wilsona", "elektrownia", "past"), 3),
    (("past", "past", "elektrownia"), 3),
    (("plac-wilsona", "past", "stary-mokotow"), 7),
    (("stary-mokotow", "plac-wilsona", "stary-mokotow"), 7),
    (("past", "past", "past"), 7),
]
"""Where the three scouts of a patrol are at the end, and the bonus for those in a start object [H-47]."""


def fell(*districts: str, tokens: Iterable[tuple[str, str | None]] = ()) -> Any:
    """How districts are told that have fallen: each with a small token, in one of its objects and on no road [H-13]."""
    place = {place.district: place.id for place in reversed(EXTENDED.board.places)}
    return {"fallen": districts, "tokens": [*tokens, *((place[district], None) for district in districts)]}


def played(state: GameState, *moves: str) -> Transition:
    """The position after these moves, and everything that happened on the way."""
    events: tuple[Event, ...] = ()
    for move in moves:
        state, happened = play(state, parse_move(move))
        events += happened
    return Transition(state, events)


def after(state: GameState, *moves: str) -> GameState:
    """The position after these moves."""
    return played(state, *moves).state


def told(state: GameState, *moves: str) -> tuple[Event, ...]:
    """What these moves brought about, all events together."""
    return played(state, *moves).events


def drawable(state: GameState) -> list[str]:
    """The cards that chance may turn up now."""
    return [str(move).removeprefix("draw ") for move in chance_outcomes(state)]


def why_refused(state: GameState, text: str) -> Reason | None:
    """The reason against a move, or None if it is allowed; the list of possible moves says the same."""
    move = parse_move(text)
    reason = refusal(state, move)
    possible: list[Move] = [*legal_moves(state), *chance_outcomes(state)]
    assert (reason is None) == (move in possible), f"{text}: {reason}, but the list of moves disagrees"
    return reason


def choices(state: GameState) -> list[str]:
    """The moves of the seat that is asked, as texts."""
    return [str(move) for move in legal_moves(state)]


def idle(state: GameState) -> Move:
    """The move that changes least: a turn is ended, of other things the first possible one is taken."""
    if state.phase is Phase.DIE:
        return parse_move("roll red 1")
    moves: list[Move] = [*chance_outcomes(state)] if state.to_act == CHANCE else [*legal_moves(state)]
    return EndTurn() if EndTurn() in moves else moves[0]


def idle_until(state: GameState, phase: Phase) -> GameState:
    """The position in which this phase comes next, if everybody does as little as possible."""
    while state.phase is not phase:
        state = play(state, idle(state)).state
    return state


def next_round(state: GameState) -> GameState:
    """The first position of the next round, or the end of the game, if everybody does as little as possible."""
    number = state.round
    while state.round == number and state.phase is not Phase.OVER:
        state = play(state, idle(state)).state
    return state
