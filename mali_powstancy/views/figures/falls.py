"""Falls of districts in many games: round by round on the map, and beside what happened in history."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from html import escape
from statistics import quantiles
from typing import NamedTuple

from mali_powstancy.analysis.results import FallsResult, FallTable, fall_table, result_named
from mali_powstancy.engine.board import DistrictId
from mali_powstancy.history import HistoryDistrict, day_words, districts, when
from mali_powstancy.lab.rows import Games
from mali_powstancy.texts import Texts
from mali_powstancy.views.figures.animation import add_controls
from mali_powstancy.views.figures.distributions import percent
from mali_powstancy.views.figures.figure import (
    Figure,
    FigureLook,
    PhoneRows,
    Spec,
    Twin,
    axis,
    base_layout,
    for_phones,
    in_lines,
    panel_title,
    rows_on_phone,
    twin,
)
from mali_powstancy.views.figures.ground import City, Trace, hatch_lines, lines, points
from mali_powstancy.views.map.chart import HEIGHT, WIDTH, along, is_land
from mali_powstancy.views.map.lettering import Box, Point, overlap

FIRST_DAY, LAST_DAY = date(1944, 8, 1), date(1944, 10, 2)
DAYS = (date(1944, 8, 1), date(1944, 8, 15), date(1944, 9, 1), date(1944, 9, 15), date(1944, 10, 1))
FIRST_ON_PHONE = -8
"""There begins the axis of days on a phone, so that the name of its first day has room."""
LARGER = 3
"""So many pixels larger than the name of a district is its share."""
ENOUGH = 20
"""In so many games a district must have fallen before we say when it falls."""
TALLEST = 710
"""A figure fits the screen of a projector."""
THICKEST = 4.5
"""The hatching of a district that has fallen in every game, in pixels."""


@for_phones
def fall_map(
    result: FallsResult | Games | None = None, players: int = 3, *, lang: str = "pl", look: str = "light"
) -> Figure:
    """Draw the city round by round: next to each name, in how many games out of 100 the district has fallen by then.

    The more games, the thicker the hatching. You can play it, pause it and drag it to any round.
    """
    city, table = city_and_falls(result, players, lang, look)
    texts, say = city.texts, city.texts.say
    rounds = range(_last_fall(table) + 1)
    below, above = _hatchings(city, table), _shares(city, table)
    still = [*city.fields(), city.names(objects=not city.look.is_narrow)]
    spec = city.map(say("figure.falls.map.title", games=_games(texts, table)), [])
    spec["data"] = [*below, *still, above]
    moving = [*range(len(below)), len(spec["data"]) - 1]
    spec["frames"] = [
        {
            "name": str(number),
            "traces": moving,
            "data": [*_thickness(city, table, number), {"text": _share_words(city, table, number)}],
        }
        for number in rounds
    ]
    names = [say("figure.falls.map.round", n=number) if number else say("figure.replay.opening") for number in rounds]
    add_controls(spec["layout"], city.look, texts, names)
    headings = [say("figure.falls.map.when"), *map(city.district, table.fell)]
    rows = [
        [name, *(percent(texts, table.share_by(district, number).value) for district in table.fell)]
        for number, name in zip(rounds, names, strict=True)
    ]
    most = max(table.fell, key=lambda district: table.share_of(district).value)
    summary = say(
        "figure.falls.map.summary",
        games=_games(texts, table),
        last=rounds[-1],
        district=city.district(most),
        share=percent(texts, table.share_of(most).value),
    )
    return Figure(spec, summary, twin(texts, headings, rows))


@for_phones
def fall_timeline(
    result: FallsResult | Games | None = None, players: int = 3, *, lang: str = "pl", look: str = "light"
) -> Figure:
    """At the top, the rounds in which districts fall in the game; below, the days of 1944 on which they were lost."""
    city, table = city_and_falls(result, players, lang, look)
    spreads = [spread for district in table.fell if (spread := _spread(table, district)) is not None]
    falling = sorted(spreads, key=lambda spread: (spread.middle, spread.low))
    often = [spread.district for spread in falling]
    rare = [district for district in table.fell if district not in often]
    shown = [*often, *sorted(rare, key=lambda district: -sum(table.fell[district]))]
    lost = sorted(districts(), key=lambda district: district.lost.day or LAST_DAY)
    texts, style = city.texts, city.look
    rows = len(shown) + len(lost) + 7
    history_top, game_bottom, game_top = (len(lost) + 0.3) / rows, (len(lost) + 4.9) / rows, 1 - 1.6 / rows
    layout = base_layout(style, texts.say("figure.falls.timeline.title"), lang, height=_height(style, rows))
    layout["title"] |= {"xref": "container", "x": 0.015}
    words = texts.say("figure.falls.timeline.axis")
    titles = [
        (texts.say("figure.falls.timeline.game", games=_games(texts, table)), game_top),
        (texts.say("figure.falls.timeline.history"), history_top),
    ]
    layout |= {
        "xaxis": axis(style, words, range=[0, table.rounds * 2.1], tickvals=_ticks(table)),
        "yaxis": _rows_axis(style, [city.district(district) for district in shown], [game_bottom, game_top]),
        "xaxis2": _days_axis(style, lang) | {"anchor": "y2"},
        "yaxis2": _rows_axis(style, [one.name[lang] for one in lost], [0, history_top]) | {"anchor": "x2"},
        "annotations": [panel_title(style, f"<b>{escape(title, quote=False)}</b>", top) for title, top in titles],
    }
    labels = [_fall_words(city, table, district) for district in shown]
    data = [*_game_panel(style, falling, labels, table.rounds), *_history_panel(style, lost, lang)]
    if style.is_narrow:
        in_game = rows_on_phone(style, [(city.district(one), label) for one, label in zip(shown, labels, strict=True)])
        in_history = rows_on_phone(style, [(one.name[lang], when(one.lost, lang)) for one in lost])
        in_game.put(data[:2], data[2], 0)
        in_history.put(data[3:4], data[4], FIRST_ON_PHONE)
        layout["xaxis"]["range"] = [0, table.rounds + 0.5]
        layout["xaxis2"]["range"] = [FIRST_ON_PHONE, _day(LAST_DAY) + 10]
        layout["xaxis2"] |= {key: layout["xaxis2"][key][::2] for key in ("tickvals", "ticktext")}
        _panels_on_phone(style, layout, in_game, in_history)
    told = {
        "games": _games(texts, table),
        "first": lost[0].name[lang],
        "first_day": when(lost[0].lost, lang),
        "last": lost[-1].name[lang],
        "last_day": when(lost[-1].lost, lang),
    }
    if falling:
        told["often"] = ", ".join(map(city.district, often))
        told["low"] = texts.number(min(spread.low for spread in falling), 0)
        told["high"] = texts.number(max(spread.high for spread in falling), 0)
    summary = texts.say("figure.falls.timeline.summary" if falling else "figure.falls.timeline.summary-rare", **told)
    table_rows = [[city.district(district), label] for district, label in zip(shown, labels, strict=True)]
    return Figure({"data": data, "layout": layout}, summary, _timeline_twin(city, table, table_rows, lost))


# What the figures share -----------------------------------------------------------------------------------------------


def city_and_falls(result: FallsResult | Games | None, players: int, lang: str, look: str) -> tuple[City, FallTable]:
    """The city and the falls in it: in the games given, or those of so many players in a result; or as shipped."""
    if isinstance(result, Games):
        return City(result.scenario, lang, look), fall_table(result)
    found = result_named("falls") if result is None else result
    return City(found.source.scenario, lang, look), found.table(players)


def _games(texts: Texts, table: FallTable) -> str:
    return texts.count("count.games", table.games)


def _last_fall(table: FallTable) -> int:
    """The last round in which a district fell."""
    return max((number for district in table.fell for number in table.rounds_of(district)[-1:]), default=0)


class _Spread(NamedTuple):
    """When a district fell: in the middle game of all in which it did, and in the middle half of them."""

    district: DistrictId
    low: float
    middle: float
    high: float


def _spread(table: FallTable, district: DistrictId) -> _Spread | None:
    """None if it fell in too few games to say when."""
    rounds = table.rounds_of(district)
    return _Spread(district, *quantiles(rounds, method="inclusive")) if len(rounds) >= ENOUGH else None


# The map --------------------------------------------------------------------------------------------------------------


def _hatchings(city: City, table: FallTable) -> list[Trace]:
    """A trace for each district, as it is before the first round."""
    ways = [hatch_lines(city.board, district) for district in table.fell]
    return [lines(way) | style for way, style in zip(ways, _thickness(city, table, 0), strict=True)]


def _thickness(city: City, table: FallTable, number: int) -> list[Spec]:
    """For each district: the more games it has fallen in, the thicker its lines; there are none before it fell."""
    parts = [table.share_by(district, number).value for district in table.fell]
    colour = city.look.colour("hatch")
    return [
        {"visible": part > 0, "line": {"color": colour, "width": round(0.5 + THICKEST * part, 1)}} for part in parts
    ]


def _shares(city: City, table: FallTable) -> Trace:
    """Beside the name of each district, the share of games in which it has fallen, before the first round."""
    places = _places(city, tuple(table.fell))
    return points(
        [places[district] for district in table.fell],
        "text",
        text=_share_words(city, table, 0),
        textposition="middle center",
        textfont={"size": city.sizes.district + LARGER, "color": city.look.colour("ink"), "shadow": city.look.halo()},
    )


def _share_words(city: City, table: FallTable, number: int) -> list[str]:
    return [f"<b>{percent(city.texts, table.share_by(district, number).value)}</b>" for district in table.fell]


def _places(city: City, fallen: Sequence[DistrictId]) -> dict[DistrictId, Point]:
    """By district: a place close to its name where a share covers least of names, fields and roads."""
    unit = WIDTH / city.sizes.wide
    high = (city.sizes.district + LARGER) * 1.25 * unit
    wide = high * 2.2
    boxes = {key: box for key, box in city.name_boxes().items() if key in fallen or not city.look.is_narrow}
    reach = city.sizes.object / 2 * unit
    discs = [(x - reach, y - reach, x + reach, y + reach) for x, y in map(city.at.__getitem__, city.board.place)]
    ways = [
        along(city.board, road, n / (12 * road.length)) for road in city.board.roads for n in range(12 * road.length)
    ]
    found = {}
    for district in fallen:
        left, top, right, bottom = boxes[district]
        middle, level = (left + right) / 2, (top + bottom) / 2
        choices = [
            (middle + slide * wide, edge)
            for slide in (0, -0.5, 0.5, -1, 1)
            for edge in (bottom + high / 2, top - high / 2)
        ]
        choices += [
            (edge, level + slide * high) for slide in (0, -0.5, 0.5) for edge in (right + wide / 2, left - wide / 2)
        ]
        choices = [at for at in choices if _is_seen(at, wide, high)]
        taken = [*(box for key, box in boxes.items() if key != district), *discs]

        def covered(at: Point, taken: Sequence[Box] = tuple(taken)) -> float:
            box = (at[0] - wide / 2, at[1] - high / 2, at[0] + wide / 2, at[1] + high / 2)
            on_roads = sum(box[0] < x < box[2] and box[1] < y < box[3] for x, y in ways)
            off_land = sum(not is_land((x, at[1])) for x in (box[0], box[2]))
            on_others = sum(overlap(box, other) for other in taken)
            return 8 * on_others + (on_roads + 3 * off_land) * high * high

        found[district] = min(choices, key=covered)  # the first of those that are equally good
    return found


def _is_seen(at: Point, wide: float, high: float) -> bool:
    """What stands there is not cut at the edge of the map."""
    return wide / 2 <= at[0] <= WIDTH - wide / 2 and high / 2 <= at[1] <= HEIGHT - high / 2


# The timeline ---------------------------------------------------------------------------------------------------------


def _fall_words(city: City, table: FallTable, district: DistrictId) -> str:
    """When a district falls and how often, or only how often if that is seldom."""
    say, number = city.texts.say, city.texts.number
    part = percent(city.texts, table.share_of(district).value)
    spread = _spread(table, district)
    if spread is None:
        return say("figure.falls.timeline.rarely", share=part)
    when = {"middle": number(spread.middle, 0), "low": number(spread.low, 0), "high": number(spread.high, 0)}
    return say("figure.falls.timeline.label", rounds=say("figure.falls.middle", **when), share=part)


def _game_panel(style: FigureLook, falling: Sequence[_Spread], labels: Sequence[str], last: int) -> list[Spec]:
    """A bar for the middle half of the falls, a dot in the middle, and words for every district."""
    rows = list(range(len(falling)))
    ink = style.chart("series-0")
    bars = {
        "type": "bar",
        "orientation": "h",
        "y": rows,
        "x": [round(one.high - one.low, 1) for one in falling],
        "base": [round(one.low, 1) for one in falling],
        "width": 0.5,
        "marker": {"color": style.chart("band"), "line": {"color": ink, "width": 2 * style.line}},
        "hoverinfo": "skip",
    }
    marks = {
        "type": "scatter",
        "mode": "markers",
        "x": [round(one.middle, 1) for one in falling],
        "y": rows,
        "marker": {"symbol": "circle", "size": style.small, "color": ink},
        "hoverinfo": "skip",
    }
    return [bars, marks, _words(style, [last + 1] * len(labels), range(len(labels)), labels)]


def _history_panel(style: FigureLook, lost: Sequence[HistoryDistrict], lang: str) -> list[Spec]:
    rows = list(range(len(lost)))
    days = [_day(one.lost.day or LAST_DAY) for one in lost]
    marks = {
        "type": "scatter",
        "mode": "markers",
        "x": days,
        "y": rows,
        "xaxis": "x2",
        "yaxis": "y2",
        "cliponaxis": False,
        "marker": {"symbol": "diamond", "size": style.small * 1.1, "color": style.chart("series-1")},
        "hoverinfo": "skip",
    }
    words = _words(style, [day + 2 for day in days], rows, [when(one.lost, lang) for one in lost])
    return [marks, words | {"xaxis": "x2", "yaxis": "y2"}]


def _timeline_twin(
    city: City, table: FallTable, in_game: Sequence[Sequence[str]], lost: Sequence[HistoryDistrict]
) -> Twin:
    """First what is of the game, then what is of history: no row is of both."""
    say = city.texts.say
    game, history = say("figure.falls.timeline.in-game"), say("figure.falls.timeline.in-history")
    days = ", ".join(day_words(day, city.lang) for day in DAYS)
    rows = [
        *([game, *row] for row in in_game),
        [game, say("figure.falls.timeline.rounds"), ", ".join(map(str, _ticks(table)))],
        *([history, one.name[city.lang], when(one.lost, city.lang)] for one in lost),
        [history, say("figure.falls.timeline.days"), days],
    ]
    headings = [say("figure.falls.timeline.where"), say("figure.falls.district"), say("figure.falls.map.when")]
    return twin(city.texts, headings, rows)


def _words(style: FigureLook, x: Sequence[float], y: Sequence[float], said: Sequence[str]) -> Spec:
    return {
        "type": "scatter",
        "mode": "text",
        "x": [round(value, 1) for value in x],
        "y": list(y),
        "text": [escape(word, quote=False) for word in said],
        "textposition": "middle right",
        "textfont": {"size": style.small, "color": style.colour("ink")},
        "cliponaxis": False,
        "hoverinfo": "skip",
    }


def _rows_axis(style: FigureLook, labels: Sequence[str], domain: Sequence[float]) -> Spec:
    """Rows from the top to the bottom, with their names."""
    words = [escape(label, quote=False) for label in labels]
    rows: Spec = {"tickvals": list(range(len(labels))), "ticktext": words, "range": [len(labels) - 0.4, -0.6]}
    return axis(style, showgrid=False, showline=False, ticks="", domain=[round(end, 3) for end in domain], **rows)


def _days_axis(style: FigureLook, lang: str) -> Spec:
    words = [day_words(day, lang) for day in DAYS]
    room = [-1, _day(LAST_DAY) + 28]
    return axis(style, range=room, tickvals=[_day(day) for day in DAYS], ticktext=words, tickangle=0)


def _panels_on_phone(style: FigureLook, layout: Spec, game: PhoneRows, history: PhoneRows) -> None:
    """One panel below the other, each with its title in lines, as high as its rows need."""
    axes = round(style.small * 3), round(style.small * 3 + style.text * 2.6)
    upper, lower = layout["annotations"]
    for title in (upper, lower):
        title["text"] = f"<b>{in_lines(re.sub('<[^>]*>', '', title['text']), style.text)}</b>"
    above = [round(style.text * 1.35 * (title["text"].count("<br>") + 1) + 8) for title in (upper, lower)]
    every = above[0] + game.height + axes[1] + above[1] + history.height
    game_top, game_bottom = 1 - above[0] / every, 1 - (above[0] + game.height) / every
    history_top = history.height / every
    layout["yaxis"] |= game.axis() | {"domain": [round(game_bottom, 4), round(game_top, 4)]}
    layout["yaxis2"] |= history.axis() | {"domain": [0, round(history_top, 4)]}
    upper["y"], lower["y"] = round(game_top, 4), round(history_top, 4)
    layout["margin"]["b"] = axes[0]
    layout["height"] = layout["margin"]["t"] + every + axes[0]


def _ticks(table: FallTable) -> list[int]:
    return list(range(0, table.rounds + 1, 2 if table.rounds <= 12 else 5))


def _height(style: FigureLook, rows: int) -> int:
    return min(TALLEST, round(style.title * 2.4 + style.small * 1.9 * (rows + 1)))


def _day(day: date) -> int:
    return (day - FIRST_DAY).days
