"""The board as an SVG picture: a drawn map of left-bank Warsaw, and everything that stands on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from html import escape
from importlib.resources import files
from itertools import pairwise, product
from math import atan2, degrees, dist
from typing import NamedTuple, cast

from mali_powstancy.engine import Observation
from mali_powstancy.engine.board import Board, FieldId
from mali_powstancy.engine.game import Game
from mali_powstancy.engine.moves import Seat
from mali_powstancy.engine.rules.soldier import nearest_scouts
from mali_powstancy.engine.state import Position, Token
from mali_powstancy.texts import texts_for
from mali_powstancy.views.map.chart import (
    HEIGHT,
    LEFT_BANK,
    OBJECT,
    PLAIN,
    RIGHT_BANK,
    START,
    WIDTH,
    Chart,
    along,
    chart_of,
    curve,
    road_between,
    rows_around,
    spread,
    xy,
)
from mali_powstancy.views.map.lettering import Point
from mali_powstancy.views.map.map_names import written
from mali_powstancy.views.map.order_marks import order_marks
from mali_powstancy.views.map.pictograms import pictogram
from mali_powstancy.views.palette import PATROLS, TINTS, look_css

TOKEN_AT = 34
"""So far from its object lies a small token on a road."""

CutMap = tuple[str, str, str]
"""A map in three parts: between them comes what changes, below the fields and above them."""
_BUTTON = ' role="button" tabindex="-1"'
_ARROWS = {"ArrowUp": -90, "ArrowDown": 90, "ArrowLeft": 180, "ArrowRight": 0}
_SECTOR, _WIDEST_TURN = 60, 80
"""An arrow leads to a field in its sector; so that every neighbour has a key, it may also turn farther."""


class Layers(NamedTuple):
    """What changes on the map: below the fields, and above them."""

    below: str
    above: str


def base_map(board: Board, lang: str, *, large: bool = False) -> str:
    """The map that never changes, with two empty layers for what does; its names may be large."""
    return "".join(_base(board, lang, large))


def changing_layers(observation: Observation, lang: str = "pl", *, large: bool = False) -> Layers:
    """Everything that stands on the map now; marks keep off its names, which depend on language and size."""
    chart = chart_of(observation.game.board)
    return Layers("".join(_below(chart, observation)), "".join(_above(chart, observation, lang, large)))


def board_svg(board: Board, observation: Observation | None = None, lang: str = "pl", look: str = "light") -> str:
    """One picture that needs nothing else: the map, and with an observation everything that stands on it."""
    before, between, after = _base(board, lang, False)
    below, above = ("", "") if observation is None else changing_layers(observation, lang)
    svg = f"{before}{below}{between}{above}{after}"
    # A picture has no buttons, and its one label says what it is.
    svg = svg.replace(_BUTTON, "").replace('role="group"', 'role="img"', 1)
    svg = svg.replace('class="mp-map"', f'class="mp-map mp-look-{look}"', 1)
    return svg.replace(">", f"><style>{map_css()}</style>", 1)


@lru_cache(maxsize=16)
def nameless_map(board: Board, lang: str) -> CutMap:
    """The large map as a picture in a page that has its style: without names and buttons, cut where two layers come."""
    before, between, after = _cut_map(board, lang, True, "")
    return before.replace('role="group"', 'role="img"', 1), between.replace(_BUTTON, ""), after


@cache
def map_css() -> str:
    """The complete style of the map, the colours of all looks included."""
    return look_css() + files("mali_powstancy").joinpath("views", "static", "map.css").read_text("utf-8")


def positions(board: Board) -> dict[FieldId, Point]:
    """Where every field is drawn: objects as the board file says, plain fields evenly along their roads."""
    return dict(chart_of(board).at)


@lru_cache(maxsize=16)
def arrows(board: Board) -> dict[FieldId, dict[str, FieldId]]:
    """For every field and arrow key the neighbouring field nearest in that direction, where there is one."""
    at = chart_of(board).at
    return {field: _arrows_from(field, board.free.steps[field], at) for field in board.fields}


def _arrows_from(field: FieldId, near: Sequence[FieldId], at: dict[FieldId, Point]) -> dict[str, FieldId]:
    """As many neighbours as possible have a key of their own, and together they turn as little as possible."""
    turn = {(key, other): _turn(at[field], at[other], key) for key in _ARROWS for other in near}
    choices = [[*(other for other in near if turn[key, other] <= _WIDEST_TURN), None] for key in _ARROWS]
    best: tuple[FieldId | None, ...] = min(
        (others for others in product(*choices) if all(others.count(other) == 1 for other in others if other)),
        key=lambda others: sum(turn[key, other] if other else 100 for key, other in zip(_ARROWS, others, strict=True)),
    )
    chosen = {key: other for key, other in zip(_ARROWS, best, strict=True) if other is not None}
    # A key that is left leads to a neighbour in its sector all the same.
    for (key, other), angle in sorted(turn.items(), key=lambda item: item[1]):
        if angle <= _SECTOR:
            chosen.setdefault(key, other)
    return chosen


def _turn(here: Point, there: Point, key: str) -> float:
    """By how many degrees the way from here to there differs from the direction of an arrow key."""
    angle = degrees(atan2(there[1] - here[1], there[0] - here[0])) - _ARROWS[key]
    return abs((angle + 180) % 360 - 180)


# The base map ---------------------------------------------------------------------------------------------------------


ready_maps: dict[str, CutMap] = {}
"""Maps that have been drawn before, by their keys: a site brings some, because in a browser that takes long."""


def map_key(board: Board, lang: str) -> str:
    """Stands for all that is on a map with small names; two boards have the same one only if they look alike."""
    from hashlib import sha256  # late: importing should be quick

    drawn = (board.districts, board.places, board.roads, board.start_objects, lang)
    return sha256(repr(drawn).encode()).hexdigest()


def cut_map(board: Board, lang: str) -> CutMap:
    """The map with small names, cut where the two changing layers come."""
    return _base(board, lang, False)


@lru_cache(maxsize=16)
def _base(board: Board, lang: str, large: bool) -> CutMap:
    """The base map, cut where the two changing layers come."""
    if ready_maps and not large and (ready := ready_maps.get(map_key(board, lang))):
        return ready
    return _cut_map(board, lang, large, written(board, lang, large=large))


def _cut_map(board: Board, lang: str, large: bool, names: str) -> CutMap:
    """The map with these names on it, cut where the two changing layers come."""
    chart, texts = chart_of(board), texts_for(lang)
    kind = "mp-map mp-large" if large else "mp-map"
    before = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{kind}" viewBox="0 0 {WIDTH} {HEIGHT}" role="group" '
        f'aria-label="{escape(texts.say("board.title"))}">'
        f'<g class="mp-ground" aria-hidden="true">{_ground(texts.say("board.river"))}</g>'
        f'<g class="mp-districts" aria-hidden="true">{"".join(_districts(chart))}</g>'
        f'<g class="mp-roads">{"".join(_roads(chart))}</g><g class="mp-below" aria-hidden="true">'
    )
    between = (
        f'</g><g class="mp-fields">{"".join(_fields(chart))}</g>'
        f'<g class="mp-names" aria-hidden="true">{names}</g>'
        '<g class="mp-above" aria-hidden="true">'
    )
    return before, between, "</g></svg>"


def _ground(river: str) -> str:
    """Paper, the Vistula with its name, and an arrow to the north."""
    water = f"{curve(LEFT_BANK)}L{curve(RIGHT_BANK[::-1])[1:]}z"
    ripples = (
        [
            (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)
            for a, b in zip(LEFT_BANK, RIGHT_BANK, strict=True)
        ]
        for share in (0.16, 0.84)
    )
    return (
        f'<rect class="mp-paper" width="{WIDTH}" height="{HEIGHT}"/><path class="mp-water" d="{water}"/>'
        f'<path class="mp-ripple" d="{"".join(map(curve, ripples))}"/>'
        f'<text class="mp-river" transform="translate(850 212)rotate(49)" y="6">{escape(river)}</text>'
        '<g class="mp-north" transform="translate(945 70)"><path d="M0-34L8 0H-8zM0 34L-8 0H8z"/>'
        '<path class="mp-solid" d="M0-34L8 0H0zM0 34L-8 0H0z"/><text y="-40">N</text></g>'
    )


def _districts(chart: Chart) -> Iterator[str]:
    for number, (district, outline) in enumerate(chart.outline.items()):
        yield (f'<g class="mp-district mp-tint-{number % TINTS}" data-district="{district}"><path d="{outline}"/></g>')
    # Each border is drawn once, so that its dashes are not drawn over by those of the neighbour.
    yield f'<path class="mp-border" d="{chart.borders}"/><path class="mp-limit" d="{chart.limits}"/>'


def _roads(chart: Chart) -> Iterator[str]:
    """All edges first, so that roads run into each other."""
    yield f'<path class="mp-road-edge" aria-hidden="true" d="{"".join(chart.way.values())}"/>'
    for road, way in chart.way.items():
        yield (
            f'<g class="mp-road" data-road="{road}"><path class="mp-way" d="{way}"/>'
            f'<path class="mp-hit" d="{way}"/></g>'
        )


def _fields(chart: Chart) -> Iterator[str]:
    board = chart.board
    for field, point in chart.at.items():
        kind, radius, inside = "mp-plain", PLAIN, f'<circle class="mp-disc" r="{PLAIN}"/>'
        if field in board.place:
            kind, radius, inside = "mp-object", OBJECT, f'<circle class="mp-disc" r="{OBJECT}"/>{pictogram(field)}'
        if field in board.start_objects:
            kind, radius, inside = "mp-object mp-start", START, f'<circle class="mp-rim" r="{START}"/>{inside}'
        yield (
            f'<g class="mp-field {kind}" data-field="{field}"{_BUTTON} transform="translate({xy(point)})">'
            f'<circle class="mp-hit" r="27"/><circle class="mp-ring" r="{radius + 12}"/>'
            f'<circle class="mp-halo" r="{radius + 6}"/>{inside}</g>'
        )


# What changes: below the fields ---------------------------------------------------------------------------------------


def _below(chart: Chart, observation: Observation) -> Iterator[str]:
    for district in observation.fallen:
        yield (
            f'<g class="mp-fallen" data-district="{district}"><path class="mp-lost" d="{chart.outline[district]}"/>'
            f'<path class="mp-hatch" d="{chart.hatching[district]}"/></g>'
        )
    for road in dict.fromkeys(token.road for token in observation.tokens):
        if road is not None:
            way = chart.way[road]
            yield (
                f'<g class="mp-blocked" data-road="{road}"><path class="mp-closed" d="{way}"/>'
                f'<path class="mp-bars" d="{way}"/></g>'
            )
    for target in _soldier_targets(observation):
        yield _soldier_way(chart.board, observation.soldier or "", target)


def _soldier_targets(observation: Observation) -> list[FieldId]:
    """The fields of the scouts to whom the soldier would run now; before the order of play is known, of all nearest."""
    if observation.soldier is None:
        return []
    if observation.order_of_play:
        # An observation has all that the rule reads of a position.
        numbers = nearest_scouts(cast(Position, observation))
        return list(dict.fromkeys(observation.where[number] for number in numbers))
    far = observation.game.board.free.distances[observation.soldier]
    there = [field for field in dict.fromkeys(observation.where) if field in far]
    least = min((far[field] for field in there), default=0)
    return [field for field in there if far[field] == least]


@lru_cache(maxsize=1024)
def _soldier_way(board: Board, soldier: FieldId, target: FieldId) -> str:
    """A dotted line with an arrow head, which ends just before its target."""
    path = board.path(soldier, target)
    if not path:
        return ""
    goal = chart_of(board).at[target]
    line = [point for one, other in pairwise((soldier, *path)) for point in _between(board, one, other)]
    while len(line) > 1 and dist(line[-1], goal) < OBJECT + 4:
        line.pop()
    x, y = line[-1]
    angle = degrees(atan2(goal[1] - y, goal[0] - x))
    return (
        f'<g class="mp-soldier-way"><path d="M{"L".join(map(xy, line))}"/>'
        f'<path class="mp-head" transform="translate({xy((x, y))})rotate({angle:.0f})" d="M9 0L-8-9V9z"/></g>'
    )


def _between(board: Board, one: FieldId, other: FieldId) -> list[Point]:
    """Points on the road from a field to its neighbour."""
    road = road_between(board, one, other)
    path = road.path
    start, end = path.index(one), path.index(other)
    return [along(board, road, (start + (end - start) * n / 8) / road.length) for n in range(9)]


# What changes: above the fields ---------------------------------------------------------------------------------------


def _above(chart: Chart, observation: Observation, lang: str, large: bool) -> Iterator[str]:
    lying: dict[FieldId, int] = {}
    tokens = []
    for token in observation.tokens:
        if token.road is None:
            lying[token.place] = lying.get(token.place, 0) + 1
        tokens.append(_token_at(chart.board, token, lying.get(token.place, 0)))
        yield _token(token, tokens[-1])
    standing: dict[FieldId, list[int | None]] = {}
    if observation.soldier is not None:
        standing[observation.soldier] = [None]
    for number, field in enumerate(observation.where):
        if field in chart.at:  # neither in prison nor in a hand
            standing.setdefault(field, []).append(number)
    pieces = [(field, scout) for field, scouts in standing.items() for scout in scouts]
    spots = spread([spot for field, scouts in standing.items() for spot in rows_around(chart.at[field], len(scouts))])
    placed = {scout: spot for (_, scout), spot in zip(pieces, spots, strict=True)}
    letters, marks = order_marks(observation, placed, tokens, lang, large)
    yield marks
    for field, scout in pieces:
        if scout is None:
            yield (
                f'<g class="mp-soldier" data-piece="soldier" data-field="{field}" '
                f'transform="translate({xy(placed[None])})">{SOLDIER}</g>'
            )
        else:
            start, inside = _scouts(observation.game)[scout]
            where = f'data-field="{field}" transform="translate({xy(placed[scout])})"'
            yield f"{start} {where}>{inside}{letters.get(scout, '')}</g>"


@lru_cache(maxsize=1024)
def _token_at(board: Board, token: Token, count: int) -> Point:
    """A small token lies on its road at the end where the order did not arrive, or in the object (H-13, H-42)."""
    x, y = board.place[token.place].at
    if token.road is None:
        return (x - 8 - 13 * count, y - 18)
    road = board.road[token.road]
    points = [along(board, road, n / 200) for n in range(201)][:: 1 if token.place == road.ends[0] else -1]
    return next((point for point in points if dist(point, (x, y)) >= TOKEN_AT), points[100])


def _token(token: Token, at: Point) -> str:
    about = f'data-field="{token.place}"' + (f' data-road="{token.road}"' if token.road else "")
    return f'<g class="mp-token" {about} transform="translate({xy(at)})">{TOKEN}</g>'


TOKEN = '<path class="mp-plate" d="M-10-10H10V10H-10z"/><path class="mp-cross" d="M-5-5L5 5M5-5L-5 5"/>'
SOLDIER = (
    '<path class="mp-edge" d="M-7-16H7L16-7V7L7 16H-7L-16 7V-7z"/>'
    '<path class="mp-plate" d="M-7-16H7L16-7V7L7 16H-7L-16 7V-7z"/>'
    '<path class="mp-helmet" d="M-9 3Q-9-10 0-10Q9-10 9 3zM-12 5H12V8H-12z"/>'
)
# One shape for each patrol, and how much lower than the middle its letter stands.
_SHAPES = (
    ("M-11.5 0a11.5 11.5 0 1 0 23 0a11.5 11.5 0 1 0-23 0z", 5.4),
    ("M-10.5-10.5H10.5V10.5H-10.5z", 5.4),
    ("M0-14.5L14 10H-14z", 7.8),
    ("M0-14.5L14.5 0L0 14.5L-14.5 0z", 5.4),
)


def patrol_number(game: Game, seat: Seat) -> int:
    """Which colour and shape the patrol of a seat has: always the same ones, whoever plays along."""
    return list(game.scenario.patrols).index(game.patrols[seat]) % PATROLS


@lru_cache(maxsize=64)
def _scouts(game: Game) -> tuple[tuple[str, str], ...]:
    """Every scout of a game, drawn except for the place: the beginning of the group, and what is inside."""
    drawn = []
    for seat, patrol in enumerate(game.patrols):
        number = patrol_number(game, seat)
        for scout in game.scenario.patrols[patrol].scouts:
            start = f'<g class="mp-scout mp-patrol-{number}" data-piece="{scout.id}"'
            drawn.append((start, scout_drawing(number, scout.name)))
    return tuple(drawn)


def scout_drawing(patrol: int, name: str) -> str:
    """The shape of a patrol with the first letter of a scout's name; with no name the shape alone."""
    shape, low = _SHAPES[patrol]
    letter = f'<text class="mp-letter" y="{low}">{escape(name[0])}</text>' if name else ""
    return f'<path class="mp-edge" d="{shape}"/><path class="mp-shape" d="{shape}"/>{letter}'
