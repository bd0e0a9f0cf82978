"""The names on the map, small or large: where each stands, and how it is written."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache
from html import escape

from mali_powstancy.engine.board import Board
from mali_powstancy.texts import texts_for
from mali_powstancy.views.map.chart import HEIGHT, OBJECT, PLAIN, START, WIDTH, along, chart_of, is_land
from mali_powstancy.views.map.lettering import NAME_LINE, Lettering, Name

DISTRICT_SIZE, DISTRICT_LINE, DISTRICT_SPACING = 16, 18, 2.5
LARGE, LARGE_LINE = 24, 25
"""So large are names for a projector: 20 pixels on a map that fills a screen of 1280 x 720."""
LARGE_GAPS = (14, 10)
"""So far large names keep from each other, or the lower one is taken for the second line of the upper one.

Around the name of a district, which is in capitals, less is enough."""
STEP = 18
"""The radius of the disc that a step of a route is numbered on; large names keep away from it."""


@lru_cache(maxsize=16)
def names(board: Board, lang: str) -> dict[str, Name]:
    """Where the names of districts and objects stand, by id."""
    texts, lettering = texts_for(lang), _lettering(board, OBJECT + 1, PLAIN + 1)
    for _ in range(2):  # the second time every name knows where the others are
        for district in board.districts:
            if district.at is not None:
                name = texts.name(district).upper()
                lettering.place_around(district.id, name, district.at, DISTRICT_SIZE, DISTRICT_LINE, DISTRICT_SPACING)
        for place in board.places:
            # Where scouts start, four of them stand together, and the name keeps away from them.
            radius = START + 2 if place.id in board.start_objects else OBJECT
            lettering.place_beside(place.id, texts.name(place), place.at, radius, place.label)
    return lettering.names


@lru_cache(maxsize=16)
def large_names(board: Board, lang: str) -> dict[str, Name]:
    """Where the large names of districts and objects stand, by id."""
    texts, lettering = texts_for(lang), _lettering(board, OBJECT, STEP, LARGE_GAPS)
    for _ in range(3):  # after the first time every name knows where the others are
        for place in board.places:
            radius = START + 6 if place.id in board.start_objects else OBJECT  # as the pieces there are larger
            lettering.place_beside(place.id, texts.name(place), place.at, radius, place.label, LARGE, LARGE_LINE)
        for district in board.districts:
            if district.at is not None:
                lettering.place_around(district.id, texts.name(district).upper(), district.at, LARGE, LARGE_LINE, 1)
    return lettering.names


def _lettering(board: Board, of_object: float, of_plain: float, gaps: tuple[float, float] = (0, 0)) -> Lettering:
    """An empty map: names keep off the discs of its fields, which have these radii, and off its roads."""
    discs = {at: of_object if field in board.place else of_plain for field, at in chart_of(board).at.items()}
    ways = [along(board, road, n / (8 * road.length)) for road in board.roads for n in range(1, 8 * road.length)]
    return Lettering((4, 4, WIDTH - 4, HEIGHT - 4), is_land, discs, ways, gaps)


def written(board: Board, lang: str, *, large: bool = False, bold: Collection[str] = ()) -> str:
    """All names as a drawing; of the large ones some may be bold."""
    found = large_names(board, lang) if large else names(board, lang)
    return "".join(_written(board, found, large, bold))


def _written(board: Board, found: dict[str, Name], large: bool, bold: Collection[str]) -> Iterator[str]:
    """The names of districts first, so that an object's own name is never covered; the bold ones last of all."""
    for key in sorted(found, key=lambda key: (key in board.place, key in bold)):
        name = found[key]
        kind, line = ("mp-name", NAME_LINE) if key in board.place else ("mp-district-name", DISTRICT_LINE)
        if large:
            line = LARGE_LINE
        spans = "".join(
            f'<tspan x="{name.x:.0f}" y="{name.y + line * number:.0f}">{escape(text)}</tspan>'
            for number, text in enumerate(name.lines)
        )
        look = f"{kind}{' mp-bold' * (key in bold)}"
        yield f'<text class="{look}" data-name="{key}" text-anchor="{name.anchor}">{spans}</text>'
