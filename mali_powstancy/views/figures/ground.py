"""The ground of all map figures: districts, river, roads, fields and names, from the same lines as the board."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from html import escape
from itertools import pairwise
from typing import Any, NamedTuple

from mali_powstancy.analysis.routes import Closed, Names, closed_on, road_of_step
from mali_powstancy.engine import Scenario, load_scenario, new_game
from mali_powstancy.engine.board import Board, DistrictId, FieldId, RoadId
from mali_powstancy.engine.game import Game
from mali_powstancy.texts import Texts, texts_for
from mali_powstancy.views.figures.figure import FigureLook, Spec, base_layout, legend, look_named, rounded
from mali_powstancy.views.map.chart import HEIGHT, LEFT_BANK, RIGHT_BANK, START, WIDTH, along, chart_of, curve, is_land
from mali_powstancy.views.map.lettering import NAME_SIZE, Lettering, Name, Point, overlap
from mali_powstancy.views.map.map_names import DISTRICT_LINE, DISTRICT_SIZE
from mali_powstancy.views.palette import TINTS

Trace = dict[str, Any]


class Sizes(NamedTuple):
    """How large a map is drawn, in pixels."""

    wide: int
    """About so wide is the city; its height follows."""
    name: int
    object: int
    plain: int
    road: float
    district: int


SIZES = {
    "light": Sizes(wide=820, name=13, object=22, plain=10, road=4.0, district=14),
    "dark": Sizes(wide=820, name=13, object=22, plain=10, road=4.0, district=14),
    "projector": Sizes(wide=800, name=16, object=26, plain=12, road=5.0, district=16),
}
SIDE, BELOW = 8, 8
"""Pixels around the city."""
_SIDE = {"start": "middle right", "middle": "middle center", "end": "middle left"}
"""As plotly calls the side of its point on which a name stands."""


class City:
    """The board of a scenario with its words, as map figures draw it."""

    def __init__(self, scenario: Scenario | str, lang: str, look: str) -> None:
        self.scenario = load_scenario(scenario) if isinstance(scenario, str) else scenario
        self.board: Board = self.scenario.board
        self.game: Game = _game(self.scenario)
        self.texts: Texts = texts_for(lang)
        self.lang = lang
        self.look: FigureLook = look_named(look)
        self.sizes = SIZES[look]
        self.at: Mapping[FieldId, Point] = chart_of(self.board).at

    def field(self, field: FieldId) -> str:
        """The name of a field."""
        return self.texts.field(field, self.game)

    def road(self, road: RoadId) -> str:
        """The name of a road."""
        return self.texts.road(road, self.game)

    def district(self, district: str) -> str:
        """The name of a district."""
        return self.texts.district(district, self.game)

    def closed(self, closed: Names, fallen: Names) -> Closed:
        """These roads and districts; `UnknownName` if the board has no such one."""
        return closed_on(self.board, closed, fallen)

    def way(self, fields: Sequence[FieldId]) -> list[Point]:
        """Points of a line along the roads from field to field."""
        points = [self.at[fields[0]]]
        for one, other in pairwise(fields):
            road = road_of_step(self.board)[one, other]
            start, end = road.path.index(one), road.path.index(other)
            parts = 4 if road.bend else 1
            points += [
                along(self.board, road, (start + (end - start) * part / parts) / road.length)
                for part in range(1, parts + 1)
            ]
        return points

    def middle(self, road: RoadId) -> Point:
        """A point of a road where no field lies, near its middle and beside the names if that is possible."""
        return _middles(self.board, self.lang, self.look.name)[road]

    def map(self, title: str, traces: Iterable[Trace], closed: Closed = Closed(), **layout: Any) -> Spec:  # noqa: B008
        """A map with these traces between the roads and the names."""
        return {
            "data": [*traces, self.names(closed)],
            "layout": map_layout(self, title, closed, **layout),
        }

    def fields(self) -> list[Trace]:
        """All fields: small dots, and discs with a rim for objects, golden where scouts start."""
        look, board = self.look, self.board
        plain = [field for field in board.fields if field not in board.place]
        ordinary = [place for place in board.place if place not in board.start_objects]
        return [
            self.dots(plain, self.sizes.plain, look.colour("disc"), look.colour("road-edge")),
            self.dots(ordinary, self.sizes.object, look.colour("disc"), look.colour("ink")),
            self.dots(board.start_objects, self.sizes.object, look.colour("start"), look.colour("ink")),
        ]

    def below_name(self, district: DistrictId) -> Point:
        """The point below the name of a district."""
        left, _, right, bottom = _names(self.board, self.lang, self.look.name)[district].box
        return ((left + right) / 2, bottom)

    def name_boxes(self) -> dict[str, tuple[float, float, float, float]]:
        """By object and district: left, top, right and bottom of its name."""
        return {key: name.box for key, name in _names(self.board, self.lang, self.look.name).items()}

    def dots(self, fields: Iterable[FieldId], size: float, fill: str, edge: str, **more: Any) -> Trace:
        """A marker on each of these fields."""
        return points(
            [self.at[field] for field in fields],
            marker={"size": size, "color": fill, "line": {"color": edge, "width": 2 * self.look.line}},
            **more,
        )

    def names(self, closed: Closed = Closed(), *, objects: bool = True) -> Trace:  # noqa: B008
        """The names of objects and districts, or of districts only; a fallen district says so."""
        look = self.look
        words, sides, colours, sizes, at = [], [], [], [], []
        for key, name in _names(self.board, self.lang, self.look.name).items():
            left, top, right, bottom = name.box
            is_object = key in self.board.place
            if is_object and not objects:
                continue
            lines = [escape(line, quote=False) for line in name.lines]
            if key in closed.fallen:
                lines.append(f"({escape(self.texts.say('figure.map.fallen'), quote=False)})")
            words.append("<b>" + "<br>".join(lines) + "</b>")
            sides.append(_SIDE[name.anchor])
            colours.append(look.colour("ink" if is_object else "quiet"))
            sizes.append(self.sizes.name if is_object else self.sizes.district)
            # The word stands below the name, which stays where it is.
            lower = (bottom - top) / len(name.lines) / 2 if key in closed.fallen else 0
            middle = {"start": left, "middle": (left + right) / 2, "end": right}[name.anchor]
            at.append((middle, (top + bottom) / 2 + lower))
        font = {"color": colours, "size": sizes, "shadow": look.halo()}
        return points(at, mode="text", text=words, textposition=sides, textfont=font)


def points(at: Iterable[Point], mode: str = "markers", **more: Any) -> Trace:
    """A trace through these points; nothing about it is told by hovering."""
    x, y = rounded(at, 0) or ([], [])
    return {
        "type": "scatter",
        "mode": mode,
        "x": list(map(_whole, x)),
        "y": list(map(_whole, y)),
        "hoverinfo": "skip",
        "cliponaxis": False,
        "showlegend": False,
        **more,
    }


def _whole(value: float) -> int:
    return int(value)


def lines(ways: Iterable[Sequence[Point]], **more: Any) -> Trace:
    """Several lines as one trace."""
    x: list[int | None] = []
    y: list[int | None] = []
    for way in ways:
        if x:
            x.append(None)
            y.append(None)
        x += [round(point[0]) for point in way]
        y += [round(point[1]) for point in way]
    return points([], **({"mode": "lines"} | more)) | {"x": x, "y": y}


def map_layout(city: City, title: str, closed: Closed, *, roads: bool = True, **more: Any) -> Spec:
    """The layout of a map: no axes, the city undistorted, north up; `roads` are those of the game."""
    look = city.look
    top = round(look.title * 1.75)
    shapes = [*_land(city.board, look.name), *(_roads(city, closed) if roads else [])]
    hidden = {"visible": False, "fixedrange": True}
    return base_layout(
        look,
        title,
        city.lang,
        height=top + BELOW + round(city.sizes.wide * HEIGHT / WIDTH),
        margin={"l": SIDE, "r": SIDE, "t": top, "b": BELOW},
        xaxis={**hidden, "range": [0, WIDTH], "constrain": "domain"},
        yaxis={**hidden, "range": [HEIGHT, 0], "scaleanchor": "x", "constrain": "domain"},
        plot_bgcolor=look.colour("paper"),
        shapes=shapes + more.pop("shapes", []),
        annotations=[_river(city), *more.pop("annotations", [])],
        **more,
    )


def with_legend(city: City, spec: Spec) -> Spec:
    """The map with its legend below, and more room for it."""
    room = round(2.6 * city.look.text)
    layout = spec["layout"]
    layout |= {"showlegend": True, "legend": legend(city.look, y=0, yanchor="top"), "height": layout["height"] + room}
    layout["margin"]["b"] += room
    return spec


def path(shape: str, **more: Any) -> Spec:
    """A drawn shape below everything that has a place."""
    return {"type": "path", "path": shape, "layer": "below", "line": {"width": 0}, **more}


def stroke(shape: str, colour: str, width: float, dash: str = "solid") -> Spec:
    """A drawn line below everything that has a place."""
    return path(shape, line={"color": colour, "width": width, "dash": dash})


@lru_cache(maxsize=32)
def _land(board: Board, look_name: str) -> tuple[Spec, ...]:
    """Water, districts and their borders: what never changes."""
    chart, look = chart_of(board), look_named(look_name)
    water = f"{curve(LEFT_BANK)}L{curve(RIGHT_BANK[::-1])[1:]}Z"
    edge = look.colour("edge")
    shapes = [path(water, fillcolor=look.colour("water"), line={"color": edge, "width": 1})]
    for number, outline in enumerate(chart.outline.values()):
        tint = look.colour(f"tint-{number % TINTS}")
        shapes.append(path(outline.upper(), fillcolor=tint, fillrule="evenodd"))
    shapes += [stroke(chart.borders, edge, 1.5 * look.line, "dash"), stroke(chart.limits, edge, 1.5 * look.line)]
    return tuple(shapes)


def _roads(city: City, closed: Closed) -> list[Spec]:
    chart, look, wide = chart_of(city.board), city.look, city.sizes.road
    shapes = []
    for district in sorted(closed.fallen, key=list(city.board.district).index):
        shapes += [
            path(chart.outline[district].upper(), fillcolor=look.colour("wash"), fillrule="evenodd", opacity=0.3),
            stroke(chart.outline[district].upper(), look.colour("fallen"), 4),
            stroke(hatching(city.board, district), look.colour("hatch"), 2),
        ]
    every = "".join(chart.way.values())
    shapes += [stroke(every, look.colour("road-edge"), wide + 3 * look.line), stroke(every, look.colour("road"), wide)]
    blocked = "".join(chart.way[road] for road in city.board.road if road in closed.blocked)
    if blocked:
        shapes += [
            stroke(blocked, look.colour("blocked"), wide * 2.6),
            stroke(blocked, look.colour("bars"), wide * 1.4, f"{wide * 1.2:.0f}px"),
        ]
    return shapes


def closed_marks(city: City, closed: Closed) -> list[Trace]:
    """A cross on every closed road."""
    look = city.look
    at = [city.middle(road) for road in city.board.road if road in closed.blocked]
    if not at:
        return []
    size = city.sizes.object * 0.9
    bars = look.colour("bars")
    return [
        points(
            at,
            "markers+text",
            marker={
                "symbol": "square",
                "size": size,
                "color": look.colour("blocked"),
                "line": {"color": bars, "width": 2},
            },
            text=["<b>×</b>"] * len(at),
            textposition="middle center",
            textfont={"size": round(size), "color": bars},
        )
    ]


def closed_words(city: City, shut: Closed) -> list[str]:
    """What is closed, in words: nothing, roads, districts."""
    say = city.texts.say
    words = []
    if shut.blocked:
        names = "; ".join(city.road(road) for road in city.board.road if road in shut.blocked)
        words.append(say("figure.map.closed-roads", roads=names))
    if shut.fallen:
        names = ", ".join(city.district(district) for district in city.board.district if district in shut.fallen)
        words.append(say("figure.map.fallen-districts", districts=names))
    return words


def plates(city: City, words: Mapping[RoadId, str], edge: str) -> list[Spec]:
    """A small plate with its word on each of these roads, as annotations above everything else."""
    return [
        {
            "x": round(city.middle(road)[0]),
            "y": round(city.middle(road)[1]),
            "text": f"<b>{escape(word, quote=False)}</b>",
            "showarrow": False,
            "bgcolor": city.look.colour("disc"),
            "bordercolor": edge,
            "borderpad": 1,
            "font": {"size": city.look.small, "color": city.look.colour("ink")},
        }
        for road, word in words.items()
    ]


def hatch_lines(board: Board, district: str) -> list[list[Point]]:
    """Slanting lines inside a district, each by its two ends."""
    found = re.findall(r"M(-?\d+) (-?\d+)l(\d+)-\d+", chart_of(board).hatching[district])
    return [[(int(x), int(y)), (int(x) + int(far), int(y) - int(far))] for x, y, far in found]


def hatching(board: Board, district: str) -> str:
    """The same lines as a path, in the few commands that plotly knows."""
    return "".join(f"M{a:.0f} {b:.0f}L{c:.0f} {d:.0f}" for (a, b), (c, d) in hatch_lines(board, district))


def _river(city: City) -> Spec:
    """The name of the Vistula, along its bank."""
    spaced = " ".join(city.texts.say("board.river"))
    font = {"size": city.sizes.district + 2, "color": city.look.colour("water-ink")}
    return {
        "x": 854,
        "y": 206,
        "text": f"<b><i>{escape(spaced)}</i></b>",
        "textangle": 49,
        "showarrow": False,
        "font": font,
    }


@lru_cache(maxsize=16)
def _game(scenario: Scenario) -> Game:
    return new_game(scenario, players=len(scenario.patrols)).game


@lru_cache(maxsize=32)
def _names(board: Board, lang: str, look_name: str) -> dict[str, Name]:
    """Where names stand if letters are larger than on the board: as on a map that is so much smaller."""
    sizes, texts = SIZES[look_name], texts_for(lang)
    unit = sizes.wide / WIDTH
    factor = sizes.name / (NAME_SIZE * unit)
    at = {field: (x / factor, y / factor) for field, (x, y) in chart_of(board).at.items()}
    radius = {field: (sizes.object if field in board.place else sizes.plain) / 2 / unit / factor for field in at}
    radius |= dict.fromkeys(board.start_objects, START / factor)  # where four scouts stand together
    discs = {at[field]: radius[field] + 2 for field in at}
    ways = [along(board, road, n / (8 * road.length)) for road in board.roads for n in range(1, 8 * road.length)]
    ways = [(x / factor, y / factor) for x, y in ways]

    def is_city_land(point: Point) -> bool:
        return is_land((point[0] * factor, point[1] * factor))

    lettering = Lettering((3, 3, WIDTH / factor - 3, HEIGHT / factor - 3), is_city_land, discs, ways)
    size = NAME_SIZE * sizes.district / sizes.name
    for _ in range(2):  # the second time every name knows where the others are
        for district in board.districts:
            if district.at is not None:
                middle = (district.at[0] / factor, district.at[1] / factor)
                line = size * DISTRICT_LINE / DISTRICT_SIZE
                lettering.place_around(district.id, texts.name(district).upper(), middle, size, line, 0)
        for place in board.places:
            lettering.place_beside(place.id, texts.name(place), at[place.id], radius[place.id] + 2, place.label)
    return {key: _scaled(name, factor) for key, name in lettering.names.items()}


@lru_cache(maxsize=32)
def _middles(board: Board, lang: str, look_name: str) -> dict[RoadId, Point]:
    """By road: where a label on it covers least of the names and of other labels."""
    boxes = [name.box for name in _names(board, lang, look_name).values()]
    high = SIZES[look_name].name * 0.8 * WIDTH / SIZES[look_name].wide
    found = {}
    for road in board.roads:
        choices = []
        for number in range(road.length):
            x, y = along(board, road, (number + 0.5) / road.length)
            box = (x - 1.4 * high, y - high, x + 1.4 * high, y + high)
            off_middle = abs(number + 0.5 - road.length / 2)
            choices.append((sum(overlap(box, other) for other in boxes) + off_middle, number, (x, y), box))
        _, _, found[road.id], box = min(choices)
        boxes.append(box)
    return found


def _scaled(name: Name, factor: float) -> Name:
    left, top, right, bottom = (value * factor for value in name.box)
    return name._replace(x=name.x * factor, y=name.y * factor, box=(left, top, right, bottom))
