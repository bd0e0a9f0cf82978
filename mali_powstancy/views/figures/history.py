"""Figures of history: the timeline, letters per day and in total, and when each district was lost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from html import escape
from typing import Any

from mali_powstancy.history import (
    HistoryEvent,
    HistoryNumber,
    HistoryPlace,
    amount,
    cited,
    day_words,
    events,
    in_digits,
    mark_of,
    number,
    numbers,
    places,
    when,
)
from mali_powstancy.texts import Texts, texts_for
from mali_powstancy.views.figures.figure import (
    Figure,
    FigureLook,
    Spec,
    Twin,
    axis,
    base_layout,
    for_phones,
    in_lines,
    legend,
    look_named,
    rows_on_phone,
    twin,
)

FIRST_DAY, LAST_DAY = date(1944, 7, 31), date(1944, 10, 3)
"""From the order for W-hour to the day after the capitulation."""
TICKS = (date(1944, 8, 1), date(1944, 8, 15), date(1944, 9, 1), date(1944, 9, 15), date(1944, 10, 1))
KINDS = {
    # kind of event: (its name, shape, colour)
    "post": ("history.kind.post", "circle", "series-0"),
    "city": ("history.kind.city", "square", "series-1"),
    "district": ("history.kind.district", "diamond", "series-2"),
}
MARKS = {
    "stated": "history.mark.stated",
    "several": "history.mark.several",
    "disputed": "history.mark.disputed",
    "weak": "history.mark.weak",
    "about": "history.mark.about",
}
TRUST = {"strong": "history.trust.strong", "fair": "history.trust.fair", "weak": "history.trust.weak"}
FIRST_ON_PHONE = -7
"""There begins the axis of days on a phone, so that the name of its first day has room."""
ROW = 1.8
"""The height of a row, in heights of its letters."""


# What the figures share -----------------------------------------------------------------------------------------------


def _place(day: date) -> int:
    """Where a day stands on an axis of days."""
    return (day - FIRST_DAY).days


def _layout(look: FigureLook, title: str, lang: str, height: int) -> Spec:
    """The layout of a figure with words beside its rows: the title begins above these words."""
    layout = base_layout(look, title, lang, height=height)
    layout["title"] |= {"xref": "container", "x": 0.015}
    return layout


def _height(look: FigureLook, rows: int, *, legends: int = 0) -> int:
    """So high that every row has room, below the title and the legend and above the axis."""
    return round(look.title * 2.4 + look.small * (rows * ROW + 4 + legends * 2))


def _on_phone(look: FigureLook, layout: Spec, data: list[Spec], said: Iterable[tuple[str, str]], x: float) -> None:
    """The words of the rows, which are the last trace, stand above them."""
    rows = rows_on_phone(look, said)
    rows.put(data[:-1], data[-1], x)
    axes = look.small * 3 + (look.text * 2.6 if "title" in layout["xaxis"] else 0)
    layout["yaxis"] |= rows.axis()
    layout["margin"]["b"] = round(axes)
    layout["height"] = round(layout["margin"]["t"] + rows.height + axes)


def _rows_axis(look: FigureLook, rows: int, labels: Sequence[str] = ()) -> Spec:
    """Rows from the top to the bottom; without labels nothing stands beside them."""
    spec = axis(look, range=[rows - 0.4, -0.6], showgrid=False, showline=False, ticks="")
    if not labels:
        return spec | {"visible": False}
    return spec | {"tickvals": list(range(rows)), "ticktext": [_plain(label) for label in labels]}


def _days_axis(look: FigureLook, lang: str, room: int, ticks: Sequence[date] = TICKS) -> Spec:
    """The days of the Uprising; `room` is so much more to the right, in days."""
    if look.is_narrow:
        ticks, room = TICKS[::2], 10
    words = [day_words(day, lang) for day in ticks]
    places = [_place(day) for day in ticks]
    first = FIRST_ON_PHONE if look.is_narrow else -1
    return axis(look, range=[first, _place(LAST_DAY) + room], tickvals=places, ticktext=words, tickangle=0)


def _plain(text: str) -> str:
    return escape(text, quote=False)


def _publishers(name: str) -> str:
    """Who says so."""
    return "; ".join(dict.fromkeys(source.publisher for source in cited(name)))


def _sure(texts: Texts, name: str) -> str:
    return texts.say(MARKS[mark_of(name)])


def _words(look: FigureLook, **more: Any) -> Spec:
    """A trace of words only."""
    font = {"size": look.small, "color": look.colour("ink")}
    return {"type": "scatter", "mode": "text", "textfont": font, "cliponaxis": False, "showlegend": False} | more


# The timeline ---------------------------------------------------------------------------------------------------------


@for_phones
def timeline(
    kinds: Iterable[str] = ("post", "city"), *, care: bool = False, lang: str = "pl", look: str = "light"
) -> Figure:
    """Draw the main events from 31 July to 3 October 1944, one per row; the table has all events of these kinds.

    With `care`, for ages 13 and over, massacres and other things that need a quiet word are included.
    """
    wanted = list(dict.fromkeys(kinds))
    if not wanted or any(kind not in KINDS for kind in wanted):
        raise ValueError(f"events are of the kinds {', '.join(KINDS)}, not {', '.join(wanted) or 'none'}")
    texts, seen = texts_for(lang), look_named(look)
    told = [event for event in _told(wanted) if care or not event.care]
    shown = [event for event in told if event.main]
    data = [trace for kind in wanted for trace in _marks_of(kind, shown, texts, seen)]
    data += [_labels(shown, side, lang, seen) for side in ("right", "left")]
    layout = _layout(seen, texts.say("history.timeline.title"), lang, height=_height(seen, len(shown), legends=1))
    layout |= {
        "xaxis": _days_axis(seen, lang, 4),
        "yaxis": _rows_axis(seen, len(shown)),
        "showlegend": True,
        "legend": legend(seen, y=0, yref="container", yanchor="bottom"),
    }
    if seen.is_narrow:
        data[-2] |= {"x": [], "y": [], "text": []}  # there is but one side
        _on_phone(seen, layout, data, [(when(event, lang), event.short[lang]) for event in shown], FIRST_ON_PHONE)
    return Figure(
        {"data": data, "layout": layout}, _timeline_summary(shown, told, texts, lang), _timeline_twin(told, texts)
    )


def _told(kinds: Sequence[str]) -> list[HistoryEvent]:
    """All events of these kinds in the days of the Uprising, in the order of time."""
    days = {event.id: event.day for event in events()}
    found = [event for event in events() if event.kind in kinds and event.day and FIRST_DAY <= event.day <= LAST_DAY]
    return sorted(found, key=lambda event: (days[event.id], event.until or event.day, event.clock or "24:00"))


def _marks_of(kind: str, shown: Sequence[HistoryEvent], texts: Texts, look: FigureLook) -> list[Spec]:
    """The signs of one kind of event; an empty sign where sources disagree, a bar where it took days."""
    name, shape, colour = KINDS[kind]
    made: list[Spec] = []
    for disputed in (False, True):
        rows = [
            (row, event)
            for row, event in enumerate(shown)
            if event.kind == kind and (event.mark in ("disputed", "about")) == disputed
        ]
        if not rows:
            continue
        label = texts.say(name)
        made.append(
            {
                "type": "scatter",
                "mode": "markers",
                "name": texts.say("history.timeline.disputed", kind=label) if disputed else label,
                "x": [_place(event.day) for _, event in rows if event.day],
                "y": [row for row, _ in rows],
                "marker": {
                    "symbol": f"{shape}-open" if disputed else shape,
                    "size": round(look.small * 0.85),
                    "color": look.chart(colour),
                    "line": {"width": 2 * look.line, "color": look.chart(colour)},
                },
            }
        )
    bars = [(row, event) for row, event in enumerate(shown) if event.kind == kind and event.until]
    if bars:
        xs, ys = _broken(bars)
        line = {"color": look.chart(colour), "width": 4 * look.line}
        made.append({"type": "scatter", "mode": "lines", "x": xs, "y": ys, "line": line, "showlegend": False})
    return made


def _broken(bars: Iterable[tuple[int, HistoryEvent]]) -> tuple[list[int | None], list[int | None]]:
    """Lines from the first to the last day, with a gap between one and the next."""
    xs: list[int | None] = []
    ys: list[int | None] = []
    for row, event in bars:
        assert event.day is not None
        assert event.until is not None
        xs += [_place(event.day), _place(event.until), None]
        ys += [row, row, None]
    return xs, ys


def _labels(shown: Sequence[HistoryEvent], side: str, lang: str, look: FigureLook) -> Spec:
    """The words of the events on the side where there is more room."""
    middle = _place(LAST_DAY) / 2
    gap = 1.2
    xs: list[float] = []
    ys: list[int] = []
    said: list[str] = []
    for row, event in enumerate(shown):
        assert event.day is not None
        first, last = _place(event.day), _place(event.until or event.day)
        if (first < middle) == (side == "right"):
            xs.append(last + gap if side == "right" else first - gap)
            ys.append(row)
            said.append(f"<b>{_plain(when(event, lang))}</b>  {_plain(event.short[lang])}")
    return _words(look, x=xs, y=ys, text=said, textposition=f"middle {side}")


def _timeline_summary(shown: Sequence[HistoryEvent], told: Sequence[HistoryEvent], texts: Texts, lang: str) -> str:
    return texts.say(
        "history.timeline.summary",
        first=f"{when(shown[0], lang)} – {shown[0].short[lang]}",
        last=f"{when(shown[-1], lang)} – {shown[-1].short[lang]}",
        shown=texts.count("history.count.events", len(shown)),
        all=len(told),
    )


def _timeline_twin(told: Sequence[HistoryEvent], texts: Texts) -> Twin:
    lang = texts.language
    headings = [
        texts.say("history.column.day"),
        texts.say("history.column.what"),
        texts.say("history.column.kind"),
        texts.say("history.column.sure"),
        texts.say("history.column.sources"),
    ]
    rows = [
        [
            when(event, lang),
            event.what[lang],
            texts.say(KINDS[event.kind][0]),
            _sure(texts, event.id),
            _publishers(event.id),
        ]
        for event in told
    ]
    return twin(texts, headings, rows)


# Letters --------------------------------------------------------------------------------------------------------------


@for_phones
def letters_per_day(*, lang: str = "pl", look: str = "light") -> Figure:
    """Draw how many letters there were in a day, as the sources say: first day, usual day, average, busiest day."""
    summary = texts_for(lang).say(
        "history.per-day.summary",
        first=amount(number("letters-first-day"), lang),
        usual=amount(number("letters-per-day"), lang),
        mean=amount(number("letters-mean-day"), lang),
        most=amount(number("letters-record-day"), lang),
    )
    ticks = (0, 2_500, 5_000, 7_500, 10_000)
    return _letters_of("letters-per-day", "history.per-day.title", ticks, 12_900, summary, lang, look)


@for_phones
def letters_at_the_front(*, lang: str = "pl", look: str = "light") -> Figure:
    """Draw how many letters the French army post carried in a day, in October 1914 and in April 1915."""
    summary = texts_for(lang).say(
        "history.front.summary",
        autumn=amount(number("front-letters-october"), lang),
        to=amount(number("front-letters-april-to"), lang),
        back=amount(number("front-letters-april-from"), lang),
        others=amount(number("front-letters-others"), lang),
    )
    ticks = (0, 2_000_000, 4_000_000, 6_000_000)
    return _letters_of("front-letters-per-day", "history.front.title", ticks, 10_000_000, summary, lang, look)


def _letters_of(group: str, title: str, ticks: Sequence[int], last: int, summary: str, lang: str, look: str) -> Figure:
    """The numbers of a group, letters in a day, one per row."""
    texts, seen = texts_for(lang), look_named(look)
    told = [number for number in numbers() if number.group == group]
    labels = [_with_day(number, lang) for number in told]
    layout = _layout(seen, texts.say(title), lang, height=_height(seen, len(told) * 2))
    layout |= {
        "xaxis": _amounts_axis(seen, texts.say("history.per-day.axis"), ticks, last, lang),
        "yaxis": _rows_axis(seen, len(told), labels),
    }
    data = _estimates(told, seen, lang)
    if seen.is_narrow:
        _amounts_on_phone(seen, layout, data, told, labels, lang)
    return Figure({"data": data, "layout": layout}, summary, _numbers_twin(told, labels, texts))


@for_phones
def letters_in_total(*, lang: str = "pl", look: str = "light") -> Figure:
    """Draw what the sources say about all the letters together: a row for each source, and the range of them all."""
    texts, seen = texts_for(lang), look_named(look)
    versions = sorted((one for one in numbers() if one.group == "letters-total"), key=lambda one: one.value or 0)
    rows = [(number, source) for number in versions for source in cited(number.id)]
    whole = number("letters-total")
    told = [*(number for number, _ in rows), whole]
    labels = [*(source.publisher for _, source in rows), texts.say("history.total.together")]
    layout = _layout(seen, texts.say("history.total.title"), lang, height=_height(seen, len(told) + 1))
    layout |= {
        "xaxis": _amounts_axis(
            seen, texts.say("history.total.axis"), (0, 50_000, 100_000, 150_000, 200_000), 300_000, lang
        ),
        "yaxis": _rows_axis(seen, len(told), labels),
        "shapes": [_band(whole, len(told), seen)],
    }
    summary = texts.say(
        "history.total.summary", range=amount(whole, lang), n=texts.count("history.count.sources", len(rows))
    )
    headings = [
        texts.say("history.column.source"),
        texts.say("history.column.letters"),
        texts.say("history.column.trust"),
    ]
    table = [[source.publisher, amount(number, lang), texts.say(TRUST[source.trust])] for number, source in rows]
    table.append([texts.say("history.total.together"), amount(whole, lang), _sure(texts, whole.id)])
    data = _estimates(told, seen, lang)
    if seen.is_narrow:
        _amounts_on_phone(seen, layout, data, told, labels, lang)
    return Figure({"data": data, "layout": layout}, summary, twin(texts, headings, table))


def _with_day(number: HistoryNumber, lang: str) -> str:
    return f"{number.label[lang]} ({day_words(number.day, lang)})" if number.day else number.label[lang]


def _amounts_axis(look: FigureLook, title: str, ticks: Sequence[int], last: int, lang: str) -> Spec:
    words = [in_digits(value, lang) for value in ticks]
    return axis(look, title, range=[0, last], tickvals=list(ticks), ticktext=words)


def _amounts_on_phone(
    look: FigureLook, layout: Spec, data: list[Spec], told: Sequence[HistoryNumber], labels: Sequence[str], lang: str
) -> None:
    """Every second number on the axis, and no room behind the last."""
    _on_phone(look, layout, data, [(label, amount(one, lang)) for one, label in zip(told, labels, strict=True)], 0)
    for band in layout.get("shapes", []):
        band |= {"yref": "paper", "y0": 0, "y1": 1}
    ticks, words = (layout["xaxis"][key][::2] for key in ("tickvals", "ticktext"))
    ends = (one.high if one.high is not None else one.value for one in told)
    last = max(*ticks, *(end or 0 for end in ends))
    layout["xaxis"] |= {"tickvals": ticks, "ticktext": words, "range": [0, round(last * 1.12)]}
    layout["xaxis"]["title"]["text"] = in_lines(layout["xaxis"]["title"]["text"], look.text)


def _estimates(told: Sequence[HistoryNumber], look: FigureLook, lang: str) -> list[Spec]:
    """A sign or a bar for each number, with the number as it may be said beside it.

    An estimate is an empty circle, "over" and "at least" point to the right, and a range is a bar.
    """
    bars = [(row, one.low, one.high) for row, one in enumerate(told) if one.low is not None and one.high is not None]
    points = [(row, one) for row, one in enumerate(told) if one.value is not None]
    colour = look.chart("series-0")
    data: list[Spec] = [
        {
            "type": "scatter",
            "mode": "lines",
            "x": [low, high],
            "y": [row, row],
            "line": {"color": colour, "width": round(look.small * 0.8)},
        }
        for row, low, high in bars
    ]
    if points:
        data.append(
            {
                "type": "scatter",
                "mode": "markers",
                "x": [one.value for _, one in points],
                "y": [row for row, _ in points],
                "cliponaxis": False,
                "marker": {
                    "symbol": [
                        "triangle-right-open" if one.says in ("over", "at-least") else "circle-open"
                        for _, one in points
                    ],
                    "size": look.small,
                    "color": colour,
                    "line": {"width": 2.5 * look.line, "color": colour},
                },
            }
        )
    ends = [one.high if one.high is not None else one.value for one in told]
    gap = max(end or 0 for end in ends) * 0.025
    said = [f"<b>{_plain(amount(one, lang))}</b>" for one in told]
    data.append(
        _words(
            look, x=[(end or 0) + gap for end in ends], y=list(range(len(told))), text=said, textposition="middle right"
        )
    )
    return data


def _band(whole: HistoryNumber, rows: int, look: FigureLook) -> Spec:
    """The range of all estimates, behind them."""
    return {
        "type": "rect",
        "layer": "below",
        "x0": whole.low,
        "x1": whole.high,
        "y0": -0.6,
        "y1": rows - 0.4,
        "fillcolor": look.chart("band"),
        "line": {"color": look.chart("series-0"), "width": look.line, "dash": "dot"},
    }


def _numbers_twin(told: Sequence[HistoryNumber], labels: Sequence[str], texts: Texts) -> Twin:
    headings = [
        texts.say("history.column.what"),
        texts.say("history.column.letters"),
        texts.say("history.column.sure"),
        texts.say("history.column.sources"),
    ]
    rows = [
        [label, amount(one, texts.language), _sure(texts, one.id), _publishers(one.id)]
        for one, label in zip(told, labels, strict=True)
    ]
    return twin(texts, headings, rows)


# The places of the board ----------------------------------------------------------------------------------------------


@for_phones
def places_in_polish_hands(*, lang: str = "pl", look: str = "light") -> Figure:
    """Draw when each place on the board was in Polish hands; no bar means that it never was, or we don't know.

    Prisons and places of mass murder are left out: they have quiet cards of their own.
    """
    texts, seen = texts_for(lang), look_named(look)
    told = sorted((place for place in places() if place.object == place.id and not place.care), key=_held_last)
    bars = [(row, *days) for row, place in enumerate(told) if (days := _held_days(place)) is not None]
    colour = seen.chart("series-0")
    data: list[Spec] = [
        {
            "type": "bar",
            "orientation": "h",
            "y": [row for row, _, _ in bars],
            "x": [last - first + 1 for _, first, last in bars],
            "base": [first for _, first, _ in bars],
            "width": 0.55,
            "marker": {"color": colour, "line": {"color": colour, "width": seen.line}},
            "showlegend": False,
        }
    ]
    ends = {row: last + 1.8 for row, _, last in bars}
    said = [_plain((place.held or {}).get(lang, "")) for place in told]
    rows = list(range(len(told)))
    data.append(
        _words(
            seen, x=[ends.get(row, _place(FIRST_DAY)) for row in rows], y=rows, text=said, textposition="middle right"
        )
    )
    layout = _layout(seen, texts.say("research.hands.title"), lang, height=_height(seen, len(told) + 2))
    layout |= {
        "xaxis": _days_axis(seen, lang, 46, TICKS[::2]),
        "yaxis": _rows_axis(seen, len(told), [place.name[lang] for place in told]),
        "barmode": "overlay",
    }
    if seen.is_narrow:
        held = [(place.name[lang], (place.held or {}).get(lang, "")) for place in told]
        _on_phone(seen, layout, data, held, FIRST_ON_PHONE)
    never = [place.name[lang] for place in told if place.never_held]
    summary = texts.say("research.hands.summary", n=len(told), never=", ".join(never))
    headings = [
        texts.say("research.column.place"),
        texts.say("research.column.held"),
        texts.say("history.column.sure"),
        texts.say("history.column.sources"),
    ]
    table = [
        [place.name[lang], (place.held or {}).get(lang, ""), _sure(texts, place.id), _publishers(place.id)]
        for place in told
    ]
    return Figure({"data": data, "layout": layout}, summary, twin(texts, headings, table))


def _held_last(place: HistoryPlace) -> tuple[bool, date]:
    """Places in the order in which they were lost; those without a last day come behind."""
    return place.held_until is None, place.held_until or LAST_DAY


def _held_days(place: HistoryPlace) -> tuple[int, int] | None:
    """The first and the last day on the axis; most of what has no first day was held from the beginning."""
    if place.held_until is None:
        return None
    return _place(place.held_from or TICKS[0]), _place(place.held_until)
