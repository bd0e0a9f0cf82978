"""Routes: the shortest way between two fields, its alternatives, and what becomes of it when something closes."""

from __future__ import annotations

from itertools import pairwise

from mali_powstancy.analysis.names import known_name
from mali_powstancy.analysis.routes import Closed, Names, Route, all_shortest_routes
from mali_powstancy.engine import Scenario
from mali_powstancy.engine.board import FieldId
from mali_powstancy.views.figures.figure import Figure, Twin, for_phones, twin
from mali_powstancy.views.figures.ground import (
    City,
    Trace,
    closed_marks,
    closed_words,
    lines,
    points,
    with_legend,
)


@for_phones
def route_figure(
    start: FieldId,
    end: FieldId,
    closed: Names = (),
    *,
    fallen: Names = (),
    steps: int | None = None,
    scenario: Scenario | str = "basic",
    lang: str = "pl",
    look: str = "light",
) -> Figure:
    """Draw the shortest route between two spaces, with its steps numbered, and other routes of the same length.

    With `closed` roads or `fallen` districts it is the route that is left, next to the one from before. With a number
    of `steps`, only that many are numbered so far, for a class that is following along.
    """
    city = City(scenario, lang, look)
    for field in (start, end):
        known_name("field", field, city.board.rank)
    shut = city.closed(closed, fallen)
    routes = all_shortest_routes(city.board, start, end, *shut)
    before = all_shortest_routes(city.board, start, end)[0]
    route = routes[0] if routes else None
    was = before if shut != Closed() and (route is None or route.fields != before.fields) else None
    if steps is not None and not 0 <= steps <= (route.length if route else 0):
        raise ValueError(f"this route has {route.length if route else 0} steps, not {steps!r}")
    shown = [field for one in (*routes, *([was] if was else [])) for field in one.fields]
    city.look_at([start, end, *shown])
    traces = [*_ways(city, routes, was), *city.fields(), *closed_marks(city, shut)]
    traces += _numbers(city, route, steps) if route else [_ring(city, (start, end))]
    spec = with_legend(city, city.map(_title(city, start, end, route), traces, shut, first=[start, end, *shown]))
    return Figure(spec, _summary(city, start, end, routes, shut, was), _twin(city, routes, was))


def _title(city: City, start: FieldId, end: FieldId, route: Route | None) -> str:
    far = city.texts.say("figure.route.none") if route is None else city.texts.count("count.fields", route.length)
    return f"{city.field(start)} → {city.field(end)}: {far}"


def _ways(city: City, routes: tuple[Route, ...], was: Route | None) -> list[Trace]:
    """The lines: the route before, the alternatives, the route itself."""
    look, say, texts = city.look, city.texts.say, city.texts
    wide = city.sizes.road * 2
    shown = {"showlegend": True}
    traces = []
    if was is not None:
        name = say("figure.route.before", fields=texts.count("count.fields", was.length))
        style = {"color": look.chart("series-4"), "width": wide * 0.6, "dash": "dot"}
        traces.append(lines([city.way(was.fields)], name=name, line=style, **shown))
    if routes:
        own = set(pairwise(routes[0].fields))
        others = {step: None for route in routes[1:] for step in pairwise(route.fields) if step not in own}
        if others:
            style = {"color": look.chart("series-1"), "width": wide * 0.8, "dash": "dash"}
            name = say("figure.route.others", n=len(routes) - 1)
            traces.append(lines([city.way(step) for step in others], name=name, line=style, **shown))
        style = {"color": look.chart("series-0"), "width": wide}
        name = say("figure.route.route", fields=texts.count("count.fields", routes[0].length))
        traces.append(lines([city.way(routes[0].fields)], name=name, line=style, **shown))
    return traces


def _ring(city: City, ends: tuple[FieldId, ...]) -> Trace:
    """Both ends, if no way joins them."""
    look = city.look
    return city.dots(ends, city.sizes.object + 6, look.colour("disc"), look.chart("series-0"))


def _numbers(city: City, route: Route, steps: int | None) -> list[Trace]:
    """A disc with its number on each field of the route, the start with 0."""
    look = city.look
    until = route.length if steps is None else steps
    fill, paper = look.chart("series-0"), look.colour("paper")
    return [
        points(
            [city.at[field] for field in route.fields[: until + 1]],
            "markers+text",
            text=[f"<b>{number}</b>" for number in range(until + 1)],
            textposition="middle center",
            textfont={"size": look.small, "color": paper},
            marker={"size": round(city.sizes.mark * 1.12), "color": fill, "line": {"color": paper, "width": 2}},
        )
    ]


def _summary(
    city: City, start: FieldId, end: FieldId, routes: tuple[Route, ...], shut: Closed, was: Route | None
) -> str:
    texts = city.texts
    ends = {"start": city.field(start), "end": city.field(end)}
    if not routes:
        words = [texts.say("figure.route.summary-none", **ends)]
    else:
        far = texts.count("count.fields", routes[0].length)
        words = [texts.say("figure.route.summary", **ends, fields=far)]
        if len(routes) > 1:
            words.append(texts.count("figure.route.equal", len(routes)))
    if was is not None:
        words.append(texts.say("figure.route.was", fields=texts.count("count.fields", was.length)))
    return "; ".join([*words, *closed_words(city, shut)]) + "."


def _twin(city: City, routes: tuple[Route, ...], was: Route | None) -> Twin:
    """A row for every step of the route; then the other routes, and that of before, each in one row."""
    say = city.texts.say
    headings = [say("figure.route.step"), say("figure.route.field"), say("figure.route.district")]
    rows = []
    if routes:
        for number, field in enumerate(routes[0].fields):
            rows.append([str(number), city.field(field), city.district(city.board.district_of[field])])
    for number, route in enumerate(routes[1:], start=1):
        rows.append([say("figure.route.other", n=number), _by_objects(city, route), ""])
    if was is not None:
        far = city.texts.count("count.fields", was.length)
        rows.append([say("figure.route.before", fields=far), _by_objects(city, was), ""])
    return twin(city.texts, headings, rows)


def _by_objects(city: City, route: Route) -> str:
    """A route by the objects that it passes, and its ends."""
    inner = [field for field in route.fields[1:-1] if field in city.board.place]
    return " → ".join(map(city.field, (route.fields[0], *inner, route.fields[-1])))
