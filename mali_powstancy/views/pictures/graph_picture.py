"""A piece of the board as a plain graph in black on white: to print, to measure on and to write in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from mali_powstancy.engine.board import Board, FieldId, Road
from mali_powstancy.texts import texts_for
from mali_powstancy.views.map.lettering import NAME_LINE, NAME_SIZE, Lettering, Point
from mali_powstancy.views.palette import colour

NODE, PLAIN = 11, 6
"""The radius of an object and of a plain field."""
MARGIN = 75
"""So far from the outermost objects the picture ends: room for their names."""
PARTS = 24
"""So many points of a line have to be free of names."""


def graph_picture(board: Board, places: Sequence[FieldId], lang: str) -> str:
    """The objects and all roads between them as dots and straight lines, plain fields as small circles."""
    at = {place: board.place[place].at for place in places}
    roads = [road for road in board.roads if set(road.ends) <= set(at)]
    left, right = min(x for x, _ in at.values()) - MARGIN, max(x for x, _ in at.values()) + MARGIN
    top, bottom = min(y for _, y in at.values()) - MARGIN, max(y for _, y in at.values()) + MARGIN
    ways = [_point(at, road, part / PARTS) for road in roads for part in range(PARTS + 1)]
    lettering = Lettering((left, top, right, bottom), lambda _: True, dict.fromkeys(at.values(), NODE), ways)
    for place in at:
        name = texts_for(lang).name(board.place[place])
        lettering.place_beside(place, name, at[place], NODE, board.place[place].label)
    size = f"{left:g} {top:g} {right - left:g} {bottom - top:g}"
    drawn = [*_lines(at, roads), *_dots(at, roads), *_names(lettering)]
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{size}">{"".join(drawn)}</svg>'


def _point(at: dict[FieldId, Point], road: Road, share: float) -> Point:
    (x, y), (to_x, to_y) = (at[end] for end in road.ends)
    return x + (to_x - x) * share, y + (to_y - y) * share


def _lines(at: dict[FieldId, Point], roads: Sequence[Road]) -> Iterator[str]:
    for road in roads:
        (x, y), (to_x, to_y) = (at[end] for end in road.ends)
        yield f'<path d="M{x:g} {y:g}L{to_x:g} {to_y:g}" stroke="{colour("ink", "contrast")}" stroke-width="3"/>'


def _dots(at: dict[FieldId, Point], roads: Sequence[Road]) -> Iterator[str]:
    ink, paper = colour("ink", "contrast"), colour("paper", "contrast")
    for road in roads:
        for step in range(1, road.length):
            x, y = _point(at, road, step / road.length)
            yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{PLAIN}" fill="{paper}" stroke="{ink}" stroke-width="2"/>'
    for x, y in at.values():
        yield f'<circle cx="{x:g}" cy="{y:g}" r="{NODE}" fill="{ink}"/>'


def _names(lettering: Lettering) -> Iterator[str]:
    style = f"font:700 {NAME_SIZE}px 'MP Sans',sans-serif"
    for name in lettering.names.values():
        spans = "".join(
            f'<tspan x="{name.x:.0f}" y="{name.y + NAME_LINE * number:.0f}">{escape(text)}</tspan>'
            for number, text in enumerate(name.lines)
        )
        yield f'<text style="{style}" fill="{colour("ink", "contrast")}" text-anchor="{name.anchor}">{spans}</text>'
