"""The board on paper: whole on one large sheet, and larger still on four small ones to glue together."""

from __future__ import annotations

from html import escape

from mali_powstancy.engine.board import Board
from mali_powstancy.texts import texts_for
from mali_powstancy.views.map.board_svg import board_svg
from mali_powstancy.views.map.chart import HEIGHT, WIDTH
from mali_powstancy.views.print.sheets import A3_WIDE, A4_WIDE, Sheet

TILE = (512, 372)
"""Width and height of the part of the map on one small sheet, in the map's own units; two of them are half a
millimetre."""
ACROSS, DOWN = WIDTH - TILE[0], HEIGHT - TILE[1]
"""Where the parts on the right and below begin."""


def whole_board(board: Board, lang: str) -> Sheet:
    """The board on one A3 sheet."""
    return Sheet(
        texts_for(lang).say("print.part.board"), f'<div class="whole">{board_svg(board, None, lang)}</div>', A3_WIDE
    )


def tiled_board(board: Board, lang: str) -> list[Sheet]:
    """The board on four A4 sheets, which share a strip with each neighbour: 50 cm by 36 cm when glued."""
    texts = texts_for(lang)
    svg = board_svg(board, None, lang)
    return [
        Sheet(
            texts.say("print.part.tile", number=2 * row + column + 1),
            _tile(svg, row, column, lang),
            A4_WIDE,
        )
        for row in (0, 1)
        for column in (0, 1)
    ]


def _tile(svg: str, row: int, column: int, lang: str) -> str:
    texts = texts_for(lang)
    left, top = column * ACROSS, row * DOWN
    part = svg.replace(f'viewBox="0 0 {WIDTH} {HEIGHT}"', f'viewBox="{left} {top} {TILE[0]} {TILE[1]}"', 1)
    number = 2 * row + column + 1
    lines, words = [], []
    if column == 0:  # the sheet on the right will lie on this strip
        lines.append(f"M{left + ACROSS} {top}v{TILE[1]}")
        words.append(f'<p class="beside">{escape(texts.say("print.tile.glue", number=number + 1))}</p>')
    if row == 0:
        lines.append(f"M{left} {top + DOWN}h{TILE[0]}")
        words.append(f'<p class="below">{escape(texts.say("print.tile.glue", number=number + 2))}</p>')
    marks = f'<path class="strip" d="{"".join(lines)}"/>' if lines else ""
    label = texts.say("print.part.tile", number=number)
    part = part.removesuffix("</svg>") + f"{marks}</svg>"
    return f'<div class="tile">{part}</div>{"".join(words)}{_which(row, column, label)}'


_HERE = ' class="here"'


def _which(row: int, column: int, label: str) -> str:
    """A small drawing of the four parts, this one filled."""
    all_parts = ((r, c) for r in (0, 1) for c in (0, 1))
    squares = "".join(
        f'<rect{_HERE if (r, c) == (row, column) else ""} x="{c * 11}" y="{r * 8}" width="10" height="7"/>'
        for r, c in all_parts
    )
    return f'<svg class="which" viewBox="-1 -1 23 17" role="img" aria-label="{escape(label)}">{squares}</svg>'
