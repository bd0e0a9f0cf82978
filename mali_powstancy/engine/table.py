"""What a table and a record ask of a game besides its rules: how it was opened, who plays together, what informs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mali_powstancy.engine.arranging import arrange, described
from mali_powstancy.engine.events import INFORMS, Event
from mali_powstancy.engine.moves import Collect, EndTurn, Jump, Move, Seat, Unit, Walk
from mali_powstancy.engine.refusals import Reason
from mali_powstancy.engine.rules.setup import new_game
from mali_powstancy.engine.scenario import GAME_ID, Scenario
from mali_powstancy.engine.scoring import outcome
from mali_powstancy.engine.state import GameState, Phase, draft_of, finished
from mali_powstancy.tabletop.game import Among, SetupError
from mali_powstancy.tabletop.position import asked_together

ID = GAME_ID
RULES = 1
"""The version of the rules; it grows when the same moves would lead elsewhere."""
NOT_NOW, NOT_A_MOVE, GAME_OVER = Reason.NOT_NOW, Reason.NOT_A_MOVE, Reason.GAME_OVER

_TOGETHER = frozenset({Phase.CHOOSE_CARD, Phase.KEEP_GOALS})
_SILENT = frozenset({Phase.CHOOSE_CARD, Phase.KEEP_GOALS})


def opened(scenario: Scenario, how: Mapping[str, Any]) -> GameState:
    """The opening that `how_opened` tells."""
    arranged, chosen = how.get("arranged"), how["start_player"]
    if arranged is None:
        return new_game(scenario, how["players"], patrols=how["patrols"], start_player=chosen)
    if chosen is not None or how["players"] != len(how["patrols"]):
        raise SetupError("a game that began in the middle has its start player among the words of the position")
    return arrange(scenario, **{**arranged, "patrols": how["patrols"]})


def how_opened(opening: GameState) -> Mapping[str, Any]:
    """The patrols and who begins; of a game that began in the middle also the words of `arrange`."""
    patrols = opening.game.patrols
    how: dict[str, Any] = {"players": len(patrols), "patrols": list(patrols), "start_player": None}
    if opening.phase is not Phase.FIRST_PLAYER or opening.stopping:
        words = {**described(opening)}
        return {**how, "arranged": {name: words[name] for name in words if name != "patrols"}}
    chosen = opening.agenda[0].subject
    return {**how, "start_player": int(chosen)} if chosen else how


def coded_opening(scenario: Scenario, how: Mapping[str, Any] | None, among: Among) -> Mapping[str, Any] | None:
    """How many play, at each seat one of the patrols that are left, and who begins; nothing in the middle of a game."""
    if how is not None and "arranged" in how:
        return None
    given = how and how["patrols"]
    players = among(sorted(scenario.players), how and how["players"])
    left, patrols = list(scenario.patrols), []
    for seat in range(players):
        patrols.append(among(left, given and given[seat]))
        left.remove(patrols[-1])
    start = among([*range(players), None], how and how["start_player"])
    return {"players": players, "patrols": patrols, "start_player": start}


def weights(state: GameState, moves: Sequence[Move], last: Move | None) -> list[int]:
    """How likely the moves are, by measure over many games.

    Scouts collect what they can, walk on until nothing is left to walk, and carry orders to where they belong.
    """
    scout = last.scout if isinstance(last, Walk | Jump | Unit) else None
    return [_weight(state, move, scout) for move in moves]


def _weight(state: GameState, move: Move, last: str | None) -> int:
    match move:
        case EndTurn():
            return 1 if state.points else 12
        case Collect():
            return 16
        case Walk() | Jump() | Unit():
            goes_on = 3 if isinstance(move, Walk) and move.scout == last else 1
            return goes_on * (8 if _is_nearer(state, move) else 1)
    return 1


def _is_nearer(state: GameState, move: Walk | Jump | Unit) -> bool:
    """The scout gets nearer to where its order is to go, as if nothing were closed."""
    order = state.order_of(move.scout)
    if order is None:
        return False
    far = state.game.board.free.distances[state.game.orders[order].to]
    return far[move.to] < far[state.position_of(move.scout)]


def sides(opening: GameState) -> tuple[tuple[Seat, ...], ...]:
    """Everyone plays for the own patrol."""
    return tuple((seat,) for seat in opening.game.seats)


def sharing(opening: GameState) -> tuple[tuple[Seat, ...], ...]:
    """Everybody has secrets from everybody."""
    return tuple((seat,) for seat in opening.game.seats)


def asked_at_once(state: GameState) -> dict[Seat, GameState]:
    """Cards are chosen, and goals kept, by all at the same time [B-11, E-3]."""
    return asked_together(state, _TOGETHER, draft_of, finished)


def is_private(state: GameState) -> bool:
    """Goals and gossip are for one pair of eyes all the time, a movement card while it is being chosen."""
    return state.game.is_extended or state.phase is Phase.CHOOSE_CARD


def is_silent(state: GameState) -> bool:
    """Cards and goals are chosen in secret."""
    return state.phase in _SILENT


def informs(events: Sequence[Event], state: GameState) -> bool:
    """Chance was resolved or a secret was shown; goals are shown when a game is scored, not after a defeat (H-60)."""
    over = outcome(state)
    goals_shown = state.game.is_extended and over is not None and not over.is_defeat
    return goals_shown or any(isinstance(event, INFORMS) for event in events)
