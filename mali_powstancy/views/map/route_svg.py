"""The map for a projector: large names, and on it a route step by step, or the pieces of a game."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from mali_powstancy.analysis.routes import Closed, road_of_step
from mali_powstancy.engine import Observation
from mali_powstancy.engine.board import Board, FieldId
from mali_powstancy.views.map.board_svg import TOKEN, changing_layers, nameless_map
from mali_powstancy.views.map.chart import START, along, chart_of, xy
from mali_powstancy.views.map.lettering import Point
from mali_powstancy.views.map.map_names import STEP, written

FREE = Closed()
"""Nothing is closed."""
_POINTS = 8  # of a line, between two fields


def route_svg(
    board: Board,
    lang: str,
    route: Sequence[FieldId],
    step: int,
    *,
    ends: tuple[FieldId, FieldId],
    others: Collection[Sequence[FieldId]] = (),
    before: Sequence[FieldId] = (),
    closed: Closed = FREE,
) -> str:
    """A route after so many steps: walked so far, still to come, others of equal length, and the one of before.

    With no route only its ends are marked. The names on the route are bold.
    """
    below = [*_closed_marks(board, closed)]
    if before:
        below.append(_line(board, before, "mp-route-before"))
    own = {frozenset(pair) for pair in pairwise(route)}
    for pair in {frozenset(pair): pair for other in others for pair in pairwise(other)}.values():
        if frozenset(pair) not in own:
            below.append(_line(board, pair, "mp-route-other"))
    if route:
        # First the edges, so that the two parts of the line run into each other.
        below.append(_line(board, route, "mp-route-edge"))
        below.append(_line(board, route[step:], "mp-route-ahead"))
        below.append(_line(board, route[: step + 1], "mp-route-walked"))
    above = [*_ends(board, ends), *_crosses(board, closed), *_numbers(board, route[: step + 1])]
    bold = {*ends, *(field for field in route if field in board.place)}
    return _whole(board, lang, "".join(below), "".join(above), bold)


def position_svg(observation: Observation, lang: str, trails: Collection[Sequence[FieldId]] = ()) -> str:
    """A position of a game on the large map; the trails are the ways that scouts have just gone."""
    board = observation.game.board
    below, above = changing_layers(observation, lang, large=True)
    lines = "".join(_line(board, trail, kind) for kind in ("mp-route-edge", "mp-route-walked") for trail in trails)
    bold = {trail[end] for trail in trails for end in (0, -1)} & board.place.keys()
    return _whole(board, lang, below + lines, above, bold)


def _whole(board: Board, lang: str, below: str, above: str, bold: Collection[FieldId]) -> str:
    start, between, end = nameless_map(board, lang)
    names = written(board, lang, large=True, bold=bold)
    return f'{start}{below}{between}{above}</g><g class="mp-names" aria-hidden="true">{names}{end}'


# Lines and marks ------------------------------------------------------------------------------------------------------


def _line(board: Board, fields: Sequence[FieldId], kind: str) -> str:
    """A line along the roads."""
    if len(fields) < 2:
        return ""
    points = [chart_of(board).at[fields[0]]]
    for one, other in pairwise(fields):
        points += _between(board, one, other)
    return f'<path class="mp-route {kind}" d="M{"L".join(map(xy, points))}"/>'


def _between(board: Board, one: FieldId, other: FieldId) -> list[Point]:
    """Points on the road from a field to its neighbour, without the first one."""
    road = road_of_step(board)[one, other]
    start, end = road.path.index(one), road.path.index(other)
    return [along(board, road, (start + (end - start) * n / _POINTS) / road.length) for n in range(1, _POINTS + 1)]


def _closed_marks(board: Board, closed: Closed) -> Iterator[str]:
    chart = chart_of(board)
    for district in sorted(closed.fallen):
        yield (
            f'<g class="mp-fallen"><path class="mp-lost" d="{chart.outline[district]}"/>'
            f'<path class="mp-hatch" d="{chart.hatching[district]}"/></g>'
        )
    for road in sorted(closed.blocked):
        way = chart.way[road]
        yield f'<g class="mp-blocked"><path class="mp-closed" d="{way}"/><path class="mp-bars" d="{way}"/></g>'


def _crosses(board: Board, closed: Closed) -> Iterator[str]:
    """A cross in the middle of every closed road, to be seen from afar."""
    for road in sorted(closed.blocked):
        at = along(board, board.road[road], 0.5)
        yield f'<g class="mp-token mp-large-token" transform="translate({xy(at)})">{TOKEN}</g>'


def _ends(board: Board, ends: tuple[FieldId, FieldId]) -> Iterator[str]:
    at = chart_of(board).at
    for end in dict.fromkeys(ends):
        yield f'<circle class="mp-route-end" r="{START + 5}" transform="translate({xy(at[end])})"/>'


def _numbers(board: Board, walked: Sequence[FieldId]) -> Iterator[str]:
    """A disc with its number on each field so far; the one that was reached last is larger."""
    at = chart_of(board).at
    for number, field in enumerate(walked):
        is_here = number == len(walked) - 1
        kind, radius = ("mp-step mp-step-here", STEP + 9) if is_here else ("mp-step", STEP)
        ring = f'<circle class="mp-pulse" r="{radius}"/>' if is_here else ""
        yield (
            f'<g class="{kind}" transform="translate({xy(at[field])})">{ring}<circle r="{radius}"/>'
            f'<text y="{10 if is_here else 8}">{number}</text></g>'
        )
