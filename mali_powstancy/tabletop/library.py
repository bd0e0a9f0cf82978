"""The library: the one list of games, each a module that is imported when somebody asks for it."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from mali_powstancy.tabletop.game import AnyGame

if TYPE_CHECKING:
    from mali_powstancy.tabletop.board import Board
    from mali_powstancy.tabletop.players import Players


class Parts(NamedTuple):
    """The modules of a game, by what they are for."""

    rules: str
    """What `tabletop.game.Game` describes."""
    players: str
    """Who can sit at its tables: `tabletop.players.Players`."""
    board: str
    """How it is shown: `tabletop.board.Board`."""


GAMES: dict[str, Parts] = {
    "mali-powstancy": Parts(
        rules="mali_powstancy.engine",
        players="mali_powstancy.table.players",
        board="mali_powstancy.views.board.map_board",
    ),
    "wiarusi": Parts(
        rules="mali_powstancy.wiarusi",
        players="mali_powstancy.wiarusi.players",
        board="mali_powstancy.views.board.trench_board",
    ),
}
"""All games by their ids, the first one first."""
FIRST = "mali-powstancy"
"""The game of everything that names none: it was the only one once."""


class UnknownGame(ValueError):
    """There is no game of this name."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(f"there is no game {name!r}; there are {', '.join(GAMES)}")


def rules_of(game_id: str) -> AnyGame:
    """The rules of a game."""
    game: AnyGame = _part(game_id, "rules")
    return game


def players_of(game_id: str) -> Players:
    """Who can sit at the tables of a game."""
    players: Players = _part(game_id, "players")
    return players


def board_of(game_id: str) -> Board:
    """How a game is shown."""
    board: Board = _part(game_id, "board")
    return board


def game_of(state: Any) -> AnyGame:
    """The rules of the game that a position, or what a seat sees of it, belongs to."""
    return rules_of(state.game.scenario.game_id)


def _part(game_id: str, part: str) -> Any:
    if game_id not in GAMES:
        raise UnknownGame(game_id)
    return import_module(getattr(GAMES[game_id], part))


# Scenarios ----------------------------------------------------------------------------------------------------------


def shipped_scenarios() -> tuple[str, ...]:
    """The names of the scenarios of all games; no two games have one of the same name."""
    return tuple(name for game_id in GAMES for name in rules_of(game_id).shipped_scenarios())


def load_scenario(name: str) -> Any:
    """A shipped scenario of any game by its name or id; the error of the first game for a name that none has."""
    for game_id in GAMES:
        game = rules_of(game_id)
        if name in _names(game):
            return game.load_scenario(name)
    return rules_of(FIRST).load_scenario(name)


def _names(game: AnyGame) -> set[str]:
    names = game.shipped_scenarios()
    return {*names, *(name.rpartition("-")[0] for name in names)}
