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
from mali_powstancy.views.figures.figure import (
    LINE,
    NARROW_LOOKS,
    PHONE,
    SIDE,
    FigureLook,
    Spec,
    base_layout,
    legend,
    look_named,
    rounded,
)
from mali_powstancy.views.map.chart import HEIGHT, LEFT_BANK, RIGHT_BANK, START, WIDTH, along, chart_of, curve, is_land
from mali_powstancy.views.map.lettering import NAME_SIZE, Box, Lettering, Name, Point, overlap, width
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
    mark: int
    """What has a letter or a number in it."""


_PAGE = Sizes(wide=820, name=13, object=22, plain=10, road=4.0, district=14, mark=22)
_PHONE = Sizes(wide=PHONE - 2 * SIDE, name=12, object=11, plain=5, road=2.0, district=12, mark=19)
SIZES = {
    "light": _PAGE,
    "dark": _PAGE,
    "projector": Sizes(wide=800, name=16, object=26, plain=12, road=5.0, district=16, mark=26),
    **dict.fromkeys(NARROW_LOOKS, _PHONE),
}
TALLEST = 1.15
"""A part of the city on a phone is at most so much higher than it is wide."""
AROUND = 70
"""So much of the city is seen around the fields that a figure speaks of."""
BELOW = 8
"""Pixels below the city."""
WHOLE: Box = (0, 0, WIDTH, HEIGHT)
RIVER: Point = (854, 206)
"""The middle of the name of the Vistula."""
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
        self.view: Box = WHOLE
        """The part of the board that is seen."""

    def look_at(self, fields: Iterable[FieldId]) -> None:
        """On a phone, show only the part of the city in which these fields are."""
        if self.look.is_narrow:
            self.view = _around([self.at[field] for field in fields])

    @property
    def unit(self) -> float:
        """So many pixels is one step of the board wide."""
        return self.sizes.wide / (self.view[2] - self.view[0])

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

    def map(
        self,
        title: str,
        traces: Iterable[Trace],
        closed: Closed = Closed(),  # noqa: B008
        *,
        above: Iterable[Trace] = (),
        first: Iterable[str] = (),
        **layout: Any,
    ) -> Spec:
        """A map with these traces between the roads and the names, and others above them.

        On a phone there are only the names that have room, `first` those of these fields and districts.
        """
        drawn, on_top = list(traces), list(above)
        names = self.names(closed)
        if self.look.is_narrow:
            taken = (*marked(self, [*drawn, *on_top]), *_plate_boxes(self, layout.get("annotations", [])))
            told = _few_names(self.board, self.lang, self.look.name, self.view, tuple(first), taken)
            names = self._lettered(told, closed)
        return {"data": [*drawn, names, *on_top], "layout": map_layout(self, title, closed, **layout)}

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
        every = _names(self.board, self.lang, self.look.name)
        return self._lettered({key: every[key] for key in every if objects or key not in self.board.place}, closed)

    def _lettered(self, names: Mapping[str, Name], closed: Closed) -> Trace:
        look = self.look
        words, sides, colours, sizes, at = [], [], [], [], []
        for key, name in names.items():
            left, top, right, bottom = name.box
            is_object = key in self.board.place
            lines = [escape(line, quote=False) for line in name.lines]
            is_said = key in closed.fallen and not look.is_narrow  # there it is only hatched
            if is_said:
                lines.append(f"({escape(self.texts.say('figure.map.fallen'), quote=False)})")
            words.append("<b>" + "<br>".join(lines) + "</b>")
            sides.append(_SIDE[name.anchor])
            colours.append(look.colour("ink" if is_object else "quiet"))
            sizes.append(self.sizes.name if is_object else self.sizes.district)
            # The word stands below the name, which stays where it is.
            lower = (bottom - top) / len(name.lines) / 2 if is_said else 0
            middle = {"start": left, "middle": (left + right) / 2, "end": right}[name.anchor]
            at.append((middle, (top + bottom) / 2 + lower))
        size = sizes[0] if len(set(sizes)) == 1 else sizes
        font = {"color": colours, "size": size, "shadow": look.halo()}
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
    frame = base_layout(look, title, city.lang)
    top = frame["margin"]["t"] if look.is_narrow else round(look.title * 1.75)
    left, upper, right, lower = city.view
    shapes = [*_land(city.board, look.name), *(_roads(city, closed) if roads else [])]
    hidden = {"visible": False, "fixedrange": True}
    return frame | {
        "height": top + BELOW + round(city.unit * (lower - upper)),
        "margin": {"l": SIDE, "r": SIDE, "t": top, "b": BELOW},
        "xaxis": {**hidden, "range": [left, right], "constrain": "domain"},
        "yaxis": {**hidden, "range": [lower, upper], "scaleanchor": "x", "constrain": "domain"},
        "plot_bgcolor": look.colour("paper"),
        "shapes": shapes + more.pop("shapes", []),
        "annotations": [_river(city), *more.pop("annotations", [])],
        **more,
    }


def with_legend(city: City, spec: Spec) -> Spec:
    """The map with its legend below, and more room for it."""
    if city.look.is_narrow:
        spec["layout"] |= {"showlegend": True, "legend": legend(city.look)}
        return spec
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
    line = round(1.5 * look.line, 1)
    shapes = [path(water, fillcolor=look.colour("water"), line={"color": edge, "width": 1})]
    for number, outline in enumerate(chart.outline.values()):
        tint = look.colour(f"tint-{number % TINTS}")
        shapes.append(path(outline.upper(), fillcolor=tint, fillrule="evenodd"))
    shapes += [stroke(chart.borders, edge, line, "dash"), stroke(chart.limits, edge, line)]
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
    size = city.sizes.mark * 0.9
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
    spaced = ("" if city.look.is_narrow else " ").join(city.texts.say("board.river"))
    font = {"size": city.sizes.district + 2, "color": city.look.colour("water-ink")}
    x, y = RIVER
    return {
        "x": x,
        "y": y,
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
        for place in () if look_named(look_name).is_narrow else board.places:  # there, by `_few_names`
            lettering.place_beside(place.id, texts.name(place), at[place.id], radius[place.id] + 2, place.label)
    return {key: _scaled(name, factor) for key, name in lettering.names.items()}


@lru_cache(maxsize=32)
def _middles(board: Board, lang: str, look_name: str) -> dict[RoadId, Point]:
    """By road: where a label on it covers least of the names and of other labels."""
    is_narrow = look_named(look_name).is_narrow  # there, names come last
    boxes = [] if is_narrow else [name.box for name in _names(board, lang, look_name).values()]
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


def uncrowded(boxes: Mapping[str, Box], taken: Iterable[Box] = ()) -> list[str]:
    """Of these boxes the keys of those that have room, one after the other, beside what is taken."""
    kept: list[str] = []
    full = list(taken)
    for key, box in boxes.items():
        if not any(overlap(box, other) for other in full):
            kept.append(key)
            full.append(box)
    return kept


def _around(at: Sequence[Point]) -> Box:
    """The part of the city around these points, neither too small nor too high for a phone."""
    xs, ys = [x for x, _ in at], [y for _, y in at]
    left, top, right, bottom = min(xs) - AROUND, min(ys) - AROUND, max(xs) + AROUND, max(ys) + AROUND
    wide = min(WIDTH, max(right - left, (bottom - top) / TALLEST, WIDTH / 2))
    high = min(HEIGHT, max(bottom - top, wide * HEIGHT / WIDTH))
    x = min(max((left + right - wide) / 2, 0), WIDTH - wide)
    y = min(max((top + bottom - high) / 2, 0), HEIGHT - high)
    return (round(x), round(y), round(x + wide), round(y + high))


def marked(city: City, traces: Iterable[Trace]) -> list[Box]:
    """Where something is written on the map already."""
    boxes = []
    for trace in traces:
        if "text" in trace and "marker" in trace:
            reach = trace["marker"]["size"] / 2 / city.unit
            pairs = zip(trace["x"], trace["y"], strict=True)
            boxes += [(x - reach, y - reach, x + reach, y + reach) for x, y in pairs]
    return boxes


def _plate_boxes(city: City, annotations: Iterable[Spec]) -> list[Box]:
    return [plate_box(city, one) for one in annotations if one.get("visible", True)]


def plate_box(city: City, plate: Spec) -> Box:
    """The room that a plate takes."""
    x, y = plate["x"], plate["y"]
    across = (width(re.sub("<[^>]*>", "", plate["text"]), city.look.small) / 2 + 3) / city.unit
    down = (city.look.small * 0.65 + 3) / city.unit
    return (x - across, y - down, x + across, y + down)


@lru_cache(maxsize=64)
def _few_names(
    board: Board, lang: str, look_name: str, view: Box, first: tuple[str, ...], taken: tuple[Box, ...]
) -> dict[str, Name]:
    """On a phone: the names that have room beside each other, the first ones first, then districts, then objects."""
    sizes, texts = SIZES[look_name], texts_for(lang)
    factor = sizes.name / (NAME_SIZE * sizes.wide / (view[2] - view[0]))
    at = {field: (x / factor, y / factor) for field, (x, y) in chart_of(board).at.items()}
    reach = sizes.object / 2 * NAME_SIZE / sizes.name + 1
    discs = {at[place.id]: reach for place in board.places}
    ways = [along(board, road, n / (8 * road.length)) for road in board.roads for n in range(1, 8 * road.length)]
    canvas = (view[0] / factor + 2, view[1] / factor + 2, view[2] / factor - 2, view[3] / factor - 2)
    lettering = Lettering(canvas, lambda _: True, discs, [(x / factor, y / factor) for x, y in ways])
    full: list[Box] = [(a / factor, b / factor, c / factor, d / factor) for a, b, c, d in taken]
    lettering.discs += full
    along_river = [((RIVER[0] + step) / factor, (RIVER[1] + step * 1.15) / factor) for step in range(-60, 61, 20)]
    lettering.discs += [(x - 8, y - 8, x + 8, y + 8) for x, y in along_river]
    districts = {district.id: district for district in board.districts if district.at is not None}
    objects = {place.id: place for place in board.places}
    for key in dict.fromkeys([*first, *districts, *objects]):
        if key in districts and (middle := districts[key].at) is not None:
            point = (middle[0] / factor, middle[1] / factor)
            lettering.place_around(key, texts.name(districts[key]).upper(), point, NAME_SIZE, NAME_SIZE * LINE, 0)
        elif key in objects:
            radius = next((box[2] - at[key][0] for box in full if _covers(box, at[key])), reach)
            place = objects[key]
            lettering.place_beside(key, texts.name(place), at[key], radius, place.label, NAME_SIZE, NAME_SIZE * LINE)
        else:
            continue
        if _is_crowded(lettering, key, canvas):
            del lettering.names[key]
    return {key: _scaled(name, factor) for key, name in lettering.names.items()}


def _covers(box: Box, point: Point) -> bool:
    return box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3]


def _is_crowded(lettering: Lettering, key: str, canvas: Box) -> bool:
    """Whether a name stands on something else or beyond the edge."""
    box = lettering.names[key].box
    others = [*lettering.discs, *(name.box for other, name in lettering.names.items() if other != key)]
    beyond = box[0] < canvas[0] or box[1] < canvas[1] or box[2] > canvas[2] or box[3] > canvas[3]
    return beyond or any(overlap(box, other) > 1 for other in others)


def _scaled(name: Name, factor: float) -> Name:
    left, top, right, bottom = (value * factor for value in name.box)
    return name._replace(x=name.x * factor, y=name.y * factor, box=(left, top, right, bottom))
