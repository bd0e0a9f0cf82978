"""What a notebook does with our values: a position at the end of a cell draws itself."""

from __future__ import annotations

from typing import Any

from mali_powstancy.engine import GameState, observe
from mali_powstancy.views.map.board_svg import board_svg


def draw_positions(shell: Any, lang: str) -> None:
    """From now on a notebook shows every `GameState` as a picture; the engine knows nothing of it."""

    def draw(state: GameState) -> str:
        return board_svg(state.game.board, observe(state, None), lang)

    shell.display_formatter.formatters["image/svg+xml"].for_type(GameState, draw)
