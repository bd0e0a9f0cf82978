"""Loads: how busy roads and fields are, as the width of roads and as numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from mali_powstancy.analysis.loads import (
    FieldLoad,
    FieldUse,
    RoadLoad,
    RoadUse,
    routes_along_roads,
    routes_over_fields,
)
from mali_powstancy.engine import Scenario
from mali_powstancy.engine.board import FieldId, RoadId
from mali_powstancy.lab.intervals import Estimate
from mali_powstancy.views.figures.figure import Figure, Spec, for_phones, twin
from mali_powstancy.views.figures.ground import City, Trace, lines, marked, plate_box, plates, points, uncrowded
from mali_powstancy.views.map.lettering import Box

Load = FieldLoad | RoadLoad | FieldUse | RoadUse
LoadNumber = Estimate | Fraction

THIN, WIDE = 3.0, 18.0
"""How wide the emptiest and the busiest road are drawn."""

ON_ROUTES = ("figure.load.title-routes", "figure.load.routes", "figure.load.summary-routes")
IN_GAMES = ("figure.load.title-games", "figure.load.games", "figure.load.summary-games")
"""What a map of loads says, by what it counts: its title, the heading of its numbers, its summary."""


@for_phones
def load_figure(
    fields: Iterable[FieldLoad | FieldUse] | None = None,
    roads: Iterable[RoadLoad | RoadUse] | None = None,
    *,
    scenario: Scenario | str = "basic",
    lang: str = "pl",
    look: str = "light",
) -> Figure:
    """Draw how busy spaces and roads are, in many games or on the shortest routes of orders (by default, all of them).

    The rows are those of `field_loads`, `road_loads`, `routes_over_fields` and `routes_along_roads`.
    """
    city = City(scenario, lang, look)
    if fields is None and roads is None:
        fields, roads = routes_over_fields(city.scenario), routes_along_roads(city.scenario)
    on_fields, on_roads = list(fields or ()), list(roads or ())
    in_games = any(isinstance(row, FieldLoad | RoadLoad) for row in [*on_fields, *on_roads])
    title, number, sentence = IN_GAMES if in_games else ON_ROUTES
    by_field = {row.field: _number(row) for row in on_fields}
    by_road = {row.road: _number(row) for row in on_roads}
    values = {place: float(_value(number)) for place, number in by_field.items()}
    uses = {road: float(_value(number)) for road, number in by_road.items()}
    numbers = field_numbers(city, values, plain=not uses)
    traces = [*road_widths(city, uses), *city.fields(), *numbers]
    say = city.texts.say
    spec = city.map(say(title), traces, annotations=road_numbers(city, uses, beside=numbers), first=by_weight(values))
    rows = [[city.field(field), say("figure.load.a-field"), *_cells(city, by_field[field])] for field in by_field]
    rows += [[city.road(road), say("figure.load.a-road"), *_cells(city, by_road[road])] for road in by_road]
    headings = map(say, ("figure.load.place", "figure.load.kind", number, "figure.load.interval"))
    return Figure(spec, _summary(city, values, uses, sentence), twin(city.texts, headings, rows))


def _number(row: Load) -> LoadNumber:
    match row:
        case FieldLoad(visits=number) | RoadLoad(uses=number):
            return number
        case FieldUse(routes=exact) | RoadUse(routes=exact):
            return exact


def _value(number: LoadNumber) -> float | Fraction:
    return number.value if isinstance(number, Estimate) else number


def _cells(city: City, number: LoadNumber) -> list[str]:
    """The number as it stands on the map, and its interval if it comes from games."""
    shown = short(city, float(_value(number)))
    if not isinstance(number, Estimate):
        return [shown, city.texts.say("figure.load.exact")]
    return [shown, city.texts.say("figure.interval", low=short(city, number.low), high=short(city, number.high))]


def short(city: City, value: float) -> str:
    """A number as labels show it: whole from ten on, else with one digit where it has one."""
    digits = 0 if abs(value) >= 10 or round(value, 1) == round(value) else 1
    return city.texts.number(value, digits)


def road_widths(city: City, uses: Mapping[RoadId, float]) -> list[Trace]:
    """Roads as wide as they are busy."""
    most = max(uses.values(), default=0) or 1
    # Some steps of width are enough for the eye, and fewer traces are smaller.
    by_width: dict[float, list[RoadId]] = {}
    for road, value in uses.items():
        if value:
            by_width.setdefault(round(THIN + (WIDE - THIN) * round(value / most * 8) / 8, 1), []).append(road)
    slim = 0.5 if city.look.is_narrow else 1
    return [
        lines(
            [city.way(city.board.road[road].path) for road in group],
            line={"color": city.look.chart("series-0"), "width": round(width * slim * city.look.line, 1)},
        )
        for width, group in sorted(by_width.items())
    ]


def by_weight(values: Mapping[str, float]) -> list[str]:
    """The names, those with the greatest values first."""
    return sorted(values, key=lambda name: -values[name])


def road_numbers(
    city: City,
    uses: Mapping[RoadId, float],
    sign: str = "",
    most: int | None = None,
    beside: Sequence[Trace] = (),
) -> list[Spec]:
    """Plates with the numbers of all roads, or of so many of the busiest; nothing is said of an unused road.

    On a phone only those are seen that have room beside each other, and beside what is marked already.
    """
    busiest = [road for road in by_weight(uses) if round(uses[road], 1)][:most]
    words = {road: f"{sign}{short(city, uses[road])}" for road in uses if road in busiest}
    made = dict(zip(words, plates(city, words, city.look.chart("series-0")), strict=True))
    if city.look.is_narrow:
        seen = uncrowded({road: plate_box(city, made[road]) for road in busiest}, marked(city, beside))
        for road in words.keys() - set(seen):
            made[road]["visible"] = False
    return list(made.values())


def field_numbers(city: City, values: Mapping[FieldId, float], plain: bool) -> list[Trace]:
    """The number of every object in its disc, and with `plain` those of plain fields too."""
    look = city.look
    traces: list[Trace] = []
    for is_object in (True, False) if look.is_narrow else (False, True):  # objects are more important
        shown = [field for field in values if (field in city.board.place) is is_object and (plain or is_object)]
        size = city.sizes.mark * (1.4 if is_object else 1.05)
        if look.is_narrow:
            size = city.sizes.mark * 1.2
            shown = _with_room(city, {field: values[field] for field in shown}, size, marked(city, traces))
        if not shown:
            continue
        traces.append(
            points(
                [city.at[field] for field in shown],
                "markers+text",
                text=[f"<b>{short(city, values[field])}</b>" for field in shown],
                textposition="middle center",
                textfont={"size": look.small if is_object else look.small - 1, "color": look.colour("ink")},
                marker={
                    "size": round(size),
                    "color": look.colour("disc"),
                    "line": {"color": look.colour("ink" if is_object else "road-edge"), "width": 2 * look.line},
                },
            )
        )
    return traces


def _with_room(city: City, values: Mapping[FieldId, float], size: float, taken: Sequence[Box]) -> list[FieldId]:
    """Of these fields those with room for a disc, the busiest first."""
    reach = size / 2 / city.unit
    at = {field: city.at[field] for field in by_weight(values)}
    boxes = {field: (x - reach, y - reach, x + reach, y + reach) for field, (x, y) in at.items()}
    return uncrowded(boxes, taken)


def _summary(city: City, values: Mapping[FieldId, float], uses: Mapping[RoadId, float], sentence: str) -> str:
    say, words = city.texts.say, []
    objects = {field: value for field, value in values.items() if field in city.board.place} or values
    if objects:
        top = max(objects, key=lambda field: objects[field])
        words.append(say("figure.load.busiest-field", field=city.field(top), number=short(city, objects[top])))
    if uses:
        top = max(uses, key=lambda road: uses[road])
        words.append(say("figure.load.busiest-road", road=city.road(top), number=short(city, uses[top])))
    return say(sentence, busiest="; ".join(words))
