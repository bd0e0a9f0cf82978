"""Short ways to set a table for a test, and to play on it."""

from collections.abc import Iterable
from typing import Any

from mali_powstancy.wiarusi import CHANCE, GameState, Move, Reason, arrange, chance_outcomes, parse_move, play, refusal
from mali_powstancy.wiarusi.events import Event
from mali_powstancy.wiarusi.moves import DrawCard
from tests.wiarusi.worked_positions import level

NAMES = ("felix", "gustave", "charles", "gaston", "lazare")


def table(*seats: Any, **said: Any) -> GameState:
    """A position of the standard game: Félix (night), Gustave (snow), Charles (rain), Gaston (shell), Lazare."""
    rows: Any = [{"who": name, **row} for name, row in zip(NAMES, seats, strict=False)]
    words = {"active": 0, "top": 6, "reserve": 20, **said}
    if len(seats) == 2:
        words.setdefault("chaplain", {"who": "anselme"})
    return arrange(level(words.pop("level", "standard")), rows, **words)


def after(state: GameState, *moves: str, draws: Iterable[str] = ()) -> GameState:
    """The position after these moves; chance draws these cards and then just anything."""
    return told(state, *moves, draws=draws)[0]


def told(state: GameState, *moves: str, draws: Iterable[str] = ()) -> tuple[GameState, list[Event]]:
    """The position after these moves, and what has happened."""
    script, happened = [*draws], []
    for text in (*moves, ""):
        if text:
            state, events = play(state, parse_move(text))
            happened += events
        while state.to_act == CHANCE:
            move: Move = next(iter(chance_outcomes(state)))
            state, events = play(state, DrawCard(script.pop(0)) if script and isinstance(move, DrawCard) else move)
            happened += events
    assert not script, "not all cards were drawn"
    return state, happened


def reason(state: GameState, text: str) -> str | None:
    """Why a move is refused, as a key and a rule."""
    found: Reason | None = refusal(state, parse_move(text))
    return found and f"{found.key} {found.rule}"
