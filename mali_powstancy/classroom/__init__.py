"""The few names that a notebook imports."""

from __future__ import annotations

from pathlib import Path

from mali_powstancy.engine import GameState, load_scenario, new_game, observe
from mali_powstancy.texts import languages, system_language, texts_for
from mali_powstancy.views.board_svg import board_svg

__all__ = ["Picture", "show_board"]


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
    state = state or new_game(load_scenario("basic"), players=4)
    board = state.game.board
    counts = {"objects": len(board.places), "roads": len(board.roads), "fields": len(board.fields)}
    text = texts_for(lang).say("board.summary", **counts)
    return Picture(board_svg(board, observe(state, None), lang), text)
