"""What a table and a record ask of a game besides its rules: how it was opened, who plays together, what informs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mali_powstancy.wiarusi.arranging import arrange, described
from mali_powstancy.wiarusi.events import INFORMS, Event
from mali_powstancy.wiarusi.moves import Seat
from mali_powstancy.wiarusi.rules.setup import new_game
from mali_powstancy.wiarusi.scenario import GAME_ID, Scenario
from mali_powstancy.wiarusi.state import NOBODY, GameState, Phase

ID = GAME_ID
RULES = 1
"""The version of the rules; it grows when the same moves would lead elsewhere."""

_ALONE = frozenset({Phase.TURN, Phase.SPEECH, Phase.FORGET, Phase.LAY})


def opened(scenario: Scenario, how: Mapping[str, Any]) -> GameState:
    """The opening that `how_opened` tells."""
    if "arranged" in how:
        return arrange(scenario, **how["arranged"])
    return new_game(scenario, **how)


def how_opened(opening: GameState) -> Mapping[str, Any]:
    """What was chosen before the first move: the words of `new_game`, or in the middle of a game of `arrange`."""
    if opening.mission:
        return {"arranged": described(opening)}
    characters = [character for character in opening.characters if character is not None]
    return {
        "players": opening.game.players,
        "characters": characters or None,
        "leader": None if opening.leader == NOBODY else opening.leader,
        "pile": opening.game.pile,
    }


def sides(opening: GameState) -> tuple[tuple[Seat, ...], ...]:
    """All players are one side: they win or lose together [W-1]."""
    return (opening.game.seats,)


def is_private(state: GameState) -> bool:
    """Who is asked decides by something that nobody else may see: the own hand or the own tiles."""
    return state.phase in _ALONE


def informs(events: Sequence[Event], state: GameState) -> bool:
    """Chance was resolved or a secret was shown, so that it cannot be taken back [HW-59]."""
    return any(isinstance(event, INFORMS) for event in events)
