"""The few names that a notebook imports: a game to play, a first lesson, and pictures of the board."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mali_powstancy.classroom.saves import running_notebook, save_key
from mali_powstancy.engine import GameState, Scenario, load_scenario, observe
from mali_powstancy.engine import new_game as opening_of
from mali_powstancy.table import FileStorage, Host
from mali_powstancy.texts import languages, system_language, texts_for
from mali_powstancy.views.board_svg import board_svg
from mali_powstancy.views.notebook import draw_positions

if TYPE_CHECKING:
    from mali_powstancy.views.widget import Board

__all__ = ["Picture", "new_game", "show_board", "tutorial"]

SAVES = "saves"
"""The folder beside the lesson in which games are kept."""


class Picture:
    """A drawing that a notebook shows, with a sentence for those who cannot see it."""

    def __init__(self, svg: str, text: str) -> None:
        self.svg = svg
        self.text = text

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return self.text


def lesson_language() -> str:
    """The language of the lesson: that of the folder it lies in (`pl`, `en`), anywhere else that of the system."""
    folder = Path.cwd().name  # a notebook's kernel starts in the notebook's folder
    return folder if folder in languages() else system_language()


def show_board(state: GameState | None = None, lang: str | None = None) -> Picture:
    """The board as a spectator sees it, by default at the opening of the basic game for four.

    Its words are in the language of the lesson, unless another one is asked for.
    """
    lang = lang or lesson_language()
    state = state or opening_of(load_scenario("basic"), players=4)
    board = state.game.board
    counts = {"objects": len(board.places), "roads": len(board.roads), "fields": len(board.fields)}
    text = texts_for(lang).say("board.summary", **counts)
    return Picture(board_svg(board, observe(state, None), lang), text)


def new_game(
    scenario: Scenario | str = "basic",
    players: int = 2,
    seats: tuple[str, ...] = (),
    *,
    lang: str | None = None,
    seed: int | None = None,
    name: str | None = None,
) -> Board:
    """A board to play on. It offers a new game, or to go on with the one that was saved at this place.

    `seats` names who sits where: `person` or a computer player, `easy`, `medium` or `hard`. These care for points and
    for the city; `hard-helper` cares for the city first, `hard-rival` for its own points only. Without `seats` one
    person plays against a `medium` computer player.
    Games at different places of a notebook are saved apart; `name` gives a place a name of its own.
    """
    return _board(name, lang, seed, scenario=scenario, players=players, seats=tuple(seats))


def tutorial(*, lang: str | None = None, seed: int | None = None, name: str | None = None) -> Board:
    """A board with the first lesson: one round of the game, step by step."""
    return _board(name, lang, seed, lesson=True)


def _board(name: str | None, lang: str | None, seed: int | None, **asked: Any) -> Board:
    from mali_powstancy.views.widget import Board  # late: pictures do not need the widgets

    rng = random.Random(seed)
    host = Host(FileStorage(Path.cwd() / SAVES), save_key(name), lang or lesson_language(), rng, **asked)
    return Board(host)


if (_shell := running_notebook()) is not None:
    draw_positions(_shell, lesson_language())
