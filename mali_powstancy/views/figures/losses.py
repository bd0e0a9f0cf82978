"""Losses of districts in history, day by day on the map, and beside how often each district falls in the game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from html import escape
from statistics import mean

from mali_powstancy.analysis.results import FallsResult, FallTable
from mali_powstancy.analysis.routes import Closed
from mali_powstancy.engine.board import DistrictId
from mali_powstancy.history import HistoryDistrict, day_words, districts, when
from mali_powstancy.lab.rows import Games
from mali_powstancy.views.figures.animation import add_controls
from mali_powstancy.views.figures.distributions import percent
from mali_powstancy.views.figures.falls import city_and_falls
from mali_powstancy.views.figures.figure import LINE, Figure, FigureLook, Spec, base_layout, for_phones, in_lines, twin
from mali_powstancy.views.figures.ground import City, Trace, hatch_lines, lines, map_layout, points

FIRST_DAY = date(1944, 8, 1)
BELOW = 8
"""So far below the name of a district stands its day."""
PART, WHOLE = 1.0, 2.5
"""The hatching of a district of which a part is lost, and of one that is lost, in pixels."""
SCENARIO = "extended"
COLUMN = 116
"""So wide are the words on each side on a phone, in pixels."""


@for_phones
def lost_map(*, lang: str = "pl", look: str = "light") -> Figure:
    """Draw the city on the days of 1944 when districts were lost: these are hatched, with the day below the name.

    You can play it, pause it and drag it to any day. The game's roads and places are not on it.
    """
    city = City(SCENARIO, lang, look)
    texts, say = city.texts, city.texts.say
    parts = _parts(city)
    told = sorted((part for its in parts.values() for part in its), key=_day)
    days = [FIRST_DAY, *dict.fromkeys(map(_day, told))]
    hatchings = [lines(hatch_lines(city.board, district)) for district in parts]
    words = points(
        [(x, y + BELOW) for x, y in map(city.below_name, parts)],
        "text",
        textposition="bottom center",
        textfont={"size": city.sizes.district, "color": city.look.colour("ink"), "shadow": city.look.halo()},
    )
    frames = [
        {
            "name": str(number),
            "traces": [*range(len(hatchings)), len(hatchings) + 1],
            "data": [*_hatched(city, parts, day), {"text": _days_below(city, parts, day)}],
        }
        for number, day in enumerate(days)
    ]
    first = frames[0]["data"]
    drawn = [trace | style for trace, style in zip([*hatchings, words], first, strict=True)]
    spec: Spec = {
        "data": [*drawn[:-1], city.names(objects=False), drawn[-1]],
        "layout": map_layout(city, say("figure.losses.map.title"), Closed(), roads=False),
        "frames": frames,
    }
    names = [
        say("figure.losses.map.start", day=day_words(FIRST_DAY, lang)),
        *(_frame_name(told, d, lang) for d in days[1:]),
    ]
    add_controls(spec["layout"], city.look, texts, names)
    lost_on = [[part.name[lang] for part in told if _day(part) == day] for day in days]
    rows = [[name, ", ".join(lost) or say("figure.losses.map.none")] for name, lost in zip(names, lost_on, strict=True)]
    summary = say(
        "figure.losses.map.summary",
        first=", ".join(lost_on[1]),
        first_day=names[1],
        last=", ".join(lost_on[-1]),
        last_day=names[-1],
    )
    headings = [say("figure.falls.map.when"), say("figure.losses.map.lost")]
    return Figure(spec, summary, twin(texts, headings, rows))


@for_phones
def game_beside_history(
    result: FallsResult | Games | None = None, players: int = 3, *, lang: str = "pl", look: str = "light"
) -> Figure:
    """On the left, how often each district falls in the game; on the right, when it was lost in history.

    A line joins each district on the left to the same one on the right: nothing else connects the two lists.
    """
    city, table = city_and_falls(result, players, lang, look)
    texts, say, style = city.texts, city.texts.say, city.look
    lost = {district: its[-1] for district, its in _parts(city).items()}
    in_history = sorted(lost, key=lambda district: _day(lost[district]))
    in_game = sorted(in_history, key=lambda district: -table.share_of(district).value)
    shares = {district: percent(texts, table.share_of(district).value) for district in in_game}
    games = texts.count("count.games", table.games)
    layout = base_layout(style, say("figure.losses.beside.title"), lang, height=round(style.height * 0.9))
    layout |= {
        "xaxis": {"visible": False, "fixedrange": True, "range": [-1.2, 2.2]},
        "yaxis": {"visible": False, "fixedrange": True, "range": [len(in_game) - 0.5, -1.4]},
        "annotations": [
            _heading(style, 0, "right", say("figure.losses.beside.game", games=games)),
            _heading(style, 1, "left", say("figure.losses.beside.history")),
        ],
    }
    left = [f"{city.district(one)}: <b>{shares[one]}</b>" for one in in_game]
    right = [f"<b>{when(lost[one].lost, lang)}</b>: {city.district(one)}" for one in in_history]
    if style.is_narrow:  # two lines beside each end, and less room between them
        left = [f"{in_lines(city.district(one), style.small, COLUMN)}<br><b>{shares[one]}</b>" for one in in_game]
        days = [in_lines(when(lost[one].lost, lang), style.small, COLUMN) for one in in_history]
        right = [
            f"<b>{day}</b><br>{in_lines(city.district(one), style.small, COLUMN)}"
            for one, day in zip(in_history, days, strict=True)
        ]
        layout["height"] = round(layout["margin"]["t"] + style.small * (LINE * 3.3 * len(in_game) + 6))
        for heading in layout["annotations"]:
            heading["text"] = f"<b>{in_lines(re.sub('<[^>]*>', '', heading['text']), style.small, COLUMN)}</b>"
            heading["font"]["size"] = style.small
    data = [*_links(style, table, in_game, in_history), _column(style, 0, left), _column(style, 1, right)]
    began = lost[in_history[0]]
    first = [
        say("figure.losses.beside.first", district=city.district(one), share=shares[one])
        for one in in_history
        if _day(lost[one]) == _day(began)
    ]
    summary = say(
        "figure.losses.beside.summary",
        games=games,
        most=city.district(in_game[0]),
        most_share=shares[in_game[0]],
        day=when(began.lost, lang),
        first=", ".join(first),
    )
    rows = [[city.district(one), shares[one], when(lost[one].lost, lang)] for one in in_history]
    headings = [
        say("figure.falls.district"),
        say("figure.losses.beside.share", games=games),
        say("figure.losses.beside.day"),
    ]
    return Figure({"data": data, "layout": layout}, summary, twin(texts, headings, rows))


# What the figures share -----------------------------------------------------------------------------------------------


def _parts(city: City) -> dict[DistrictId, list[HistoryDistrict]]:
    """By district of the game: the parts of the city that belong to it, in the order in which they were lost."""
    told = sorted(districts(), key=_day)
    return {district: [part for part in told if part.game == district] for district in city.board.district}


def _day(part: HistoryDistrict) -> date:
    assert part.lost.day is not None, part.id
    return part.lost.day


# The map --------------------------------------------------------------------------------------------------------------


def _hatched(city: City, parts: Mapping[DistrictId, Sequence[HistoryDistrict]], day: date) -> list[Spec]:
    """For each district: no lines before anything of it is lost, thin ones until all of it is."""
    colour = city.look.colour("hatch")
    return [
        {
            "visible": any(_day(part) <= day for part in its),
            "line": {"color": colour, "width": WHOLE if all(_day(part) <= day for part in its) else PART},
        }
        for its in parts.values()
    ]


def _days_below(city: City, parts: Mapping[DistrictId, Sequence[HistoryDistrict]], day: date) -> list[str]:
    """For each district: nothing, the parts that are lost, or the day on which the last part was."""
    words = []
    for its in parts.values():
        lost = [part for part in its if _day(part) <= day]
        if len(lost) == len(its):
            words.append(f"<b>{escape(when(its[-1].lost, city.lang), quote=False)}</b>")
        else:
            words.append("<br>".join(escape(_part_words(city, part), quote=False) for part in lost))
    return words


def _part_words(city: City, part: HistoryDistrict) -> str:
    return f"{part.name[city.lang]}: {when(part.lost, city.lang)}"


def _frame_name(told: Iterable[HistoryDistrict], day: date, lang: str) -> str:
    return when(next(part.lost for part in told if _day(part) == day), lang)


# Side by side ---------------------------------------------------------------------------------------------------------


def _links(
    style: FigureLook, table: FallTable, in_game: Sequence[DistrictId], in_history: Sequence[DistrictId]
) -> list[Trace]:
    """A line for each district, unbroken if it falls more often in the game than the average one."""
    made = []
    average = mean(table.share_of(district).value for district in in_game)
    for district in in_history:
        often = table.share_of(district).value > average
        made.append(
            points(
                [],
                "lines+markers",
                line={
                    "color": style.chart("series-0" if often else "series-1"),
                    "width": 3 * style.line,
                    "dash": "solid" if often else "dash",
                },
                marker={"size": style.small * 0.8, "symbol": "circle" if often else "diamond"},
            )
            | {"x": [0, 1], "y": [in_game.index(district), in_history.index(district)]}
        )
    return made


def _column(style: FigureLook, x: float, said: Sequence[str]) -> Trace:
    """Words beside the ends of the lines, from the top to the bottom."""
    return points(
        [],
        "text",
        text=list(said),
        textposition="middle right" if x else "middle left",
        textfont={"size": style.small if style.is_narrow else style.text, "color": style.colour("ink")},
    ) | {"x": [x + (0.06 if x else -0.06)] * len(said), "y": list(range(len(said)))}


def _heading(style: FigureLook, x: float, anchor: str, words: str) -> Spec:
    return {
        "x": x,
        "y": -0.9,
        "xanchor": anchor,
        "yanchor": "middle",
        "text": f"<b>{escape(words, quote=False)}</b>",
        "showarrow": False,
        "font": {"size": style.text, "color": style.colour("ink")},
    }
