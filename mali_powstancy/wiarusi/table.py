"""What a table and a record ask of a game besides its rules: how it was opened, who plays together, what informs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mali_powstancy.tabletop.game import Among, SetupError
from mali_powstancy.tabletop.position import asked_together
from mali_powstancy.wiarusi.arranging import arrange, described
from mali_powstancy.wiarusi.events import INFORMS, Event
from mali_powstancy.wiarusi.moves import Move, Seat
from mali_powstancy.wiarusi.refusals import Reason
from mali_powstancy.wiarusi.rules.setup import new_game
from mali_powstancy.wiarusi.scenario import GAME_ID, Scenario
from mali_powstancy.wiarusi.state import NOBODY, GameState, Phase, draft_of, finished

ID = GAME_ID
RULES = 1
"""The version of the rules; it grows when the same moves would lead elsewhere."""
NOT_NOW, NOT_A_MOVE, GAME_OVER = Reason.WRONG_PHASE, Reason.MALFORMED, Reason.OVER

_TOGETHER = frozenset({Phase.SPEECH})
_SILENT = frozenset({Phase.SPEECH, Phase.FORGET, Phase.LAY})
_BY_HAND = frozenset({Phase.TURN, Phase.SPEECH})
_BY_TILES = frozenset({Phase.FORGET, Phase.LAY})


def opened(scenario: Scenario, how: Mapping[str, Any]) -> GameState:
    """The opening that `how_opened` tells."""
    if "arranged" in how:
        return arrange(scenario, **how["arranged"])
    return new_game(scenario, **how)


def how_opened(opening: GameState) -> Mapping[str, Any]:
    """What was chosen before the first move: the words of `new_game`, or in the middle of a game of `arrange`."""
    scenario = opening.game.scenario
    if opening.mission:
        return {"players": opening.game.players, "arranged": described(opening)}
    characters = [character for character in opening.characters if character is not None]
    how = {
        "players": opening.game.players,
        "characters": characters or None,
        "leader": None if opening.leader == NOBODY else opening.leader,
        "pile": opening.game.pile,
    }
    if len(characters) not in {0, opening.game.players, len(opening.game.ring)} or opened(scenario, how) != opening:
        raise SetupError("a game that begins while characters and tiles are given has no words")
    return how


def coded_opening(scenario: Scenario, how: Mapping[str, Any] | None, among: Among) -> Mapping[str, Any] | None:
    """How many play, with which pile, who leads and who they are; nothing in the middle of a game."""
    if how is not None and "arranged" in how:
        return None
    players = among(sorted(scenario.players), how and how["players"])
    pile = among(scenario.players[players].piles, how and how["pile"])
    leader = among([*range(players), None], how and how["leader"])
    chaplain = int(scenario.players[players].chaplain)
    given = how and how["characters"]
    named = among(sorted({0, players, players + chaplain}), len(given or ()))
    left, characters = list(scenario.characters), []
    for seat in range(named):
        characters.append(among(left, given and given[seat]))
        left.remove(characters[-1])
    return {"players": players, "characters": characters or None, "leader": leader, "pile": pile}


def weights(state: GameState, moves: Sequence[Move], last: Move | None) -> list[int]:
    """All moves alike: what is drawn is most of a game, and that is chance."""
    return [1] * len(moves)


def sides(opening: GameState) -> tuple[tuple[Seat, ...], ...]:
    """All players are one side: they win or lose together [W-1]."""
    return (opening.game.seats,)


def sharing(opening: GameState) -> tuple[tuple[Seat, ...], ...]:
    """Everybody has secrets from everybody."""
    return tuple((seat,) for seat in opening.game.seats)


def asked_at_once(state: GameState) -> dict[Seat, GameState]:
    """All listeners answer a speech at the same time [HW-19]."""
    return asked_together(state, _TOGETHER, draft_of, finished)


def is_private(state: GameState) -> bool:
    """Who is asked decides by something that nobody else may see: cards in the own hand or the own tiles.

    That a hand is empty everybody knows, so whoever has none is asked openly what to do. Where hands lie open, only
    the answer to a speech is secret.
    """
    phase, who, _ = state.agenda[0]
    if phase in _BY_HAND:
        return bool(state.hands[who]) and (phase is Phase.SPEECH or not state.game.scenario.has_open_hands)
    return phase in _BY_TILES


def is_silent(state: GameState) -> bool:
    """Answers to a speech and support tiles are chosen in secret."""
    return state.phase in _SILENT


def informs(events: Sequence[Event], state: GameState) -> bool:
    """Chance was resolved or a secret was shown, so that it cannot be taken back [HW-59]."""
    return any(isinstance(event, INFORMS) for event in events)
