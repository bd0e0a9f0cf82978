"""The library: the one list of games, each a module that is imported when somebody asks for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from mali_powstancy.tabletop.game import AnyGame
from mali_powstancy.tabletop.tomlfile import LARGEST_FILE

if TYPE_CHECKING:
    from mali_powstancy.tabletop.advice import Adviser
    from mali_powstancy.tabletop.board import Board
    from mali_powstancy.tabletop.players import Players
    from mali_powstancy.tabletop.playing import Bot
    from mali_powstancy.tabletop.scripts import Script
    from mali_powstancy.tabletop.tally import Tally
    from mali_powstancy.tabletop.texts import Catalogue


class Parts(NamedTuple):
    """The modules of a game, by what they are for."""

    rules: str
    """What `tabletop.game.Game` describes."""
    bots: str
    """What `Roster` describes."""
    tally: str
    """What `tabletop.tally.Tally` describes."""
    players: str
    """Who can sit at its tables: `tabletop.players.Players`."""
    board: str
    """How it is shown: `tabletop.board.Board`."""
    texts: str
    """The package in whose folder `texts` its sentences lie, `game.name` and `game.about` among them."""
    scenarios: tuple[str, ...]
    """The ids of its scenarios; so no other game is loaded to find the one whose scenario is asked for."""
    newcomers: str
    """The scenario to begin with, by its id; the id of the game means it too."""
    short: str | None = None
    """The scenario of a short game, by its id; None if that for newcomers is short enough."""
    tutorial: str | None = None
    """Its first lesson, a script called `TUTORIAL`; None if it has none yet."""
    minutes: int = 5
    """About how long the first lesson takes."""
    exercises: str | None = None
    """Its exercises on the board, scripts by id called `SCRIPTS`; None if it has none yet."""


GAMES: dict[str, Parts] = {
    "mali-powstancy": Parts(
        rules="mali_powstancy.engine",
        bots="mali_powstancy.bots.roster",
        tally="mali_powstancy.engine.tally",
        players="mali_powstancy.table.players",
        board="mali_powstancy.views.board.map_board",
        texts="mali_powstancy",
        scenarios=("basic", "extended", "short", "short-extended"),
        newcomers="basic",
        short="short",
        tutorial="mali_powstancy.table.tutorial",
        exercises="mali_powstancy.table.exercises",
    ),
    "wiarusi": Parts(
        rules="mali_powstancy.wiarusi",
        bots="mali_powstancy.wiarusi.bots.roster",
        tally="mali_powstancy.wiarusi.tally",
        players="mali_powstancy.wiarusi.players",
        board="mali_powstancy.views.board.trench_board",
        texts="mali_powstancy.wiarusi",
        scenarios=("wiarusi-beginner", "wiarusi-open", "wiarusi-standard", "wiarusi-veteran"),
        newcomers="wiarusi-beginner",
        tutorial="mali_powstancy.wiarusi.tutorial",
        minutes=6,
        exercises="mali_powstancy.wiarusi.exercises",
    ),
    "bitwa-warszawska": Parts(
        rules="mali_powstancy.bitwa_warszawska",
        bots="mali_powstancy.bitwa_warszawska.bots.roster",
        tally="mali_powstancy.bitwa_warszawska.tally",
        players="mali_powstancy.bitwa_warszawska.players",
        board="mali_powstancy.views.board.front_board",
        texts="mali_powstancy.bitwa_warszawska",
        scenarios=("bitwa-short", "bitwa-standard"),
        newcomers="bitwa-standard",
        short="bitwa-short",
        tutorial="mali_powstancy.bitwa_warszawska.tutorial",
        minutes=8,
        exercises="mali_powstancy.bitwa_warszawska.exercises",
    ),
}
"""All games by their ids, the first one first."""
FIRST = "mali-powstancy"
"""The game of everything that names none: it was the only one once."""


class Roster(Protocol):
    """The computer players of a game."""

    @property
    def BOTS(self) -> Mapping[str, Callable[[], Bot]]:
        """The makers of all bots by name."""

    def adviser_named(self, name: str, /) -> Adviser:
        """A new bot that gives reasons, for one seat of one game."""


class UnknownGame(ValueError):
    """There is no game of this name."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(f"there is no game {name!r}; there are {', '.join(GAMES)}")


def rules_of(game_id: str) -> AnyGame:
    """The rules of a game."""
    game: AnyGame = _part(game_id, "rules")
    return game


def bots_of(game_id: str) -> Roster:
    """The computer players of a game."""
    roster: Roster = _part(game_id, "bots")
    return roster


def tally_of(game_id: str) -> Tally:
    """What is counted in a game."""
    tally: Tally = _part(game_id, "tally")
    return tally


def players_of(game_id: str) -> Players:
    """Who can sit at the tables of a game."""
    players: Players = _part(game_id, "players")
    return players


def board_of(game_id: str) -> Board:
    """How a game is shown."""
    board: Board = _part(game_id, "board")
    return board


def tutorial_of(game_id: str) -> Script | None:
    """The first lesson of a game; None if it has none yet."""
    module = _part(game_id, "tutorial")
    return None if module is None else module.TUTORIAL


def has_tutorial(game_id: str) -> bool:
    """The game has a first lesson; it is not loaded for that."""
    return GAMES[game_id].tutorial is not None


def exercises_of(game_id: str) -> Mapping[str, Script]:
    """The exercises on the board of a game by their ids, in the order of the course."""
    module = _part(game_id, "exercises")
    return {} if module is None else module.SCRIPTS


def script_named(exercise: str) -> Script:
    """The script of an exercise on the board of any game; `KeyError` names the exercises that there are."""
    for game_id in GAMES:
        if exercise in (scripts := exercises_of(game_id)):
            return scripts[exercise]
    known = ", ".join(name for game_id in GAMES for name in exercises_of(game_id))
    raise KeyError(f"there is no board exercise {exercise!r}, only {known}")


def catalogue_of(game_id: str, language: str) -> Catalogue:
    """The sentences of a game in a language; what is played by them is not loaded."""
    from mali_powstancy.tabletop.texts import Catalogue

    if game_id not in GAMES:
        raise UnknownGame(game_id)
    return Catalogue(language, GAMES[game_id].texts)


def game_of(state: Any) -> AnyGame:
    """The rules of the game that a position, or what a seat sees of it, belongs to."""
    return rules_of(state.game.scenario.game_id)


def _part(game_id: str, part: str) -> Any:
    if game_id not in GAMES:
        raise UnknownGame(game_id)
    name = getattr(GAMES[game_id], part)
    return None if name is None else import_module(name)


# Scenarios ----------------------------------------------------------------------------------------------------------


def shipped_scenarios() -> tuple[str, ...]:
    """The names of the scenarios of all games; no two games have one of the same name."""
    return tuple(name for game_id in GAMES for name in rules_of(game_id).shipped_scenarios())


def load_scenario(name: str | PathLike[str]) -> Any:
    """A scenario of any game: a shipped one by its name or id, by the id of a game that for newcomers, or a TOML file.

    `ScenarioError` names the games and all their scenarios for a name that none has.
    """
    if not isinstance(name, str) or name.endswith(".toml"):
        return rules_of(told_in(fspath(name))).load_scenario(fspath(name))
    if name in GAMES:
        return rules_of(name).load_scenario(GAMES[name].newcomers)
    if (game_id := _game_with(name)) is not None:
        return rules_of(game_id).load_scenario(name)
    from mali_powstancy.tabletop.scenario_file import ScenarioError  # late: only a wrong name needs it
    from mali_powstancy.tabletop.tomlfile import LONGEST_TEXT, Fault, FaultKind

    known = ", ".join((*GAMES, *shipped_scenarios()))
    raise ScenarioError([Fault(name[:LONGEST_TEXT], "scenario", FaultKind.UNKNOWN_NAME, known)])


def short_scenario(game_id: str) -> Any:
    """The scenario of a short game."""
    parts = GAMES[game_id]
    return rules_of(game_id).load_scenario(parts.short or parts.newcomers)


def is_scenario(name: str) -> bool:
    """The name is that of a game, of a shipped scenario or of a scenario file."""
    return name.endswith(".toml") or name in GAMES or _game_with(name) is not None


def _game_with(name: str) -> str | None:
    """The game that has a scenario of this id, or of this name: `basic`, `basic-1`. No other game is loaded."""
    for game_id, parts in GAMES.items():
        if name in parts.scenarios:
            return game_id
        if name.rpartition("-")[0] in parts.scenarios and name in rules_of(game_id).shipped_scenarios():
            return game_id
    return None


def told_in(path: str) -> str:
    """The id of the game that a scenario file names, or of that on whose scenario it is based."""
    import tomllib  # late: not every use reads a file

    try:
        with open(path, encoding="utf-8") as file:
            raw = tomllib.loads(file.read(LARGEST_FILE))
    except (OSError, ValueError, RecursionError):
        return FIRST
    named, base = str(raw.get("game")), str(raw.get("based_on"))
    if named in GAMES:
        return named
    return _game_with(base) or FIRST
