"""What a table and a record ask of a game besides its rules: how it was opened, who plays together, what informs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mali_powstancy.bitwa_warszawska.arranging import arrange, described
from mali_powstancy.bitwa_warszawska.cards import ARMIES
from mali_powstancy.bitwa_warszawska.events import (
    FROM_HAND,
    CardDrawn,
    Event,
    InitiativeGiven,
    ScoringLaid,
    ScoringNotLaid,
)
from mali_powstancy.bitwa_warszawska.game import game_of
from mali_powstancy.bitwa_warszawska.moves import Move, Seat
from mali_powstancy.bitwa_warszawska.refusals import Reason
from mali_powstancy.bitwa_warszawska.rules.setup import new_game
from mali_powstancy.bitwa_warszawska.scenario import GAME_ID, Scenario
from mali_powstancy.bitwa_warszawska.state import NOWHERE, GameState, Phase
from mali_powstancy.tabletop.game import Among, SetupError

ID = GAME_ID
RULES = 1
"""The version of the rules; it grows when the same moves would lead elsewhere."""
NOT_NOW, NOT_A_MOVE, GAME_OVER = Reason.NOT_NOW, Reason.MALFORMED, Reason.OVER

_BY_HAND = frozenset({Phase.TURN, Phase.AGAIN, Phase.STEPS, Phase.ADVANCE, Phase.REMOVE, Phase.START, Phase.BLOCK})
"""What a seat decides in its own turn, a card in its hand or just played."""


def opened(scenario: Scenario, how: Mapping[str, Any]) -> GameState:
    """The opening that `how_opened` tells."""
    if "arranged" in how:
        return arrange(scenario, **how["arranged"])
    return new_game(scenario, **how)


def how_opened(opening: GameState) -> Mapping[str, Any]:
    """What was chosen before the first move: the words of `new_game`, or in the middle of a game of `arrange`."""
    game = opening.game
    if opening.markers != (NOWHERE, NOWHERE):
        return {"players": game.players, "arranged": described(opening)}
    how = {
        "players": game.players,
        "pair": ARMIES[game.pair] if game.players == 3 else None,
        "initiative": [*game.named(opening.initiative)] or None,
    }
    if opened(game.scenario, how) != opening:
        raise SetupError("a game that begins while its markers are laid has no words")
    return how


def coded_opening(scenario: Scenario, how: Mapping[str, Any] | None, among: Among) -> Mapping[str, Any] | None:
    """How many play, which army two of three play, and who has the initiative; nothing in the middle of a game."""
    if how is not None and "arranged" in how:
        return None
    players = among(sorted(scenario.players), how and how["players"])
    pair = among(ARMIES, how and how["pair"]) if players == 3 else None
    game = game_of(scenario, players, ARMIES.index(pair) if pair else 0)
    orders = [None, *([*game.named(order)] for order in game.initiatives)]
    return {"players": players, "pair": pair, "initiative": among(orders, how and how["initiative"])}


def weights(state: GameState, moves: Sequence[Move], last: Move | None) -> list[int]:
    """All moves alike."""
    return [1] * len(moves)


def sides(opening: GameState) -> tuple[tuple[Seat, ...], ...]:
    """The two camps: the seats of an army win together [V-1]."""
    return opening.game.camps


def sharing(opening: GameState) -> tuple[tuple[Seat, ...], ...]:
    """Partners see each other's hands [HV-21]."""
    return opening.game.camps


def asked_at_once(state: GameState) -> dict[Seat, GameState]:
    """Who is asked; never two at the same time [V-37]."""
    who = state.agenda[0].who
    return {who: state} if who >= 0 else {}


def is_private(state: GameState) -> bool:
    """Who is asked decides by the own hand."""
    return state.phase in _BY_HAND


def is_silent(state: GameState) -> bool:
    """Nothing is decided in secret."""
    return False


def informs(events: Sequence[Event], state: GameState) -> bool:
    """Chance was resolved, or a card of a hand was shown and somebody else is asked now, so it stays."""
    if any(isinstance(event, CardDrawn | InitiativeGiven | ScoringLaid | ScoringNotLaid) for event in events):
        return True
    shown = next((event.seat for event in events if isinstance(event, FROM_HAND)), None)
    return shown is not None and state.agenda[0].who != shown
