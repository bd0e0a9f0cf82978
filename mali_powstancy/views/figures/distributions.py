"""Distributions: how often something happens, and how sure we are of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from html import escape
from random import Random

from mali_powstancy.analysis.chances import die_chances
from mali_powstancy.engine import Scenario, load_scenario
from mali_powstancy.lab.intervals import Estimate, share
from mali_powstancy.texts import Texts, texts_for
from mali_powstancy.views.figures.figure import (
    Figure,
    FigureLook,
    Spec,
    axis,
    base_layout,
    for_phones,
    legend,
    look_named,
    rows_on_phone,
    twin,
)

DIE_HEADINGS = (
    "figure.die.face",
    "figure.die.times",
    "figure.die.part",
    "figure.die.interval",
    "figure.die.exact",
)


def roll_die(rng: Random, rolls: int, scenario: Scenario | str = "basic") -> dict[str, int]:
    """How often each face comes up in so many rolls, by its name, such as `black 3`; all faces are there."""
    if type(rolls) is not int or not 1 <= rolls <= 1_000_000:
        raise ValueError(f"roll between 1 and 1 000 000 times, not {rolls!r}")
    rules = load_scenario(scenario) if isinstance(scenario, str) else scenario
    faces = [f"{row.colour} {row.number}" for row in die_chances(rules)]  # raises if there is no die
    rolled = Counter(f"{face.colour} {face.number}" for face in rng.choices(rules.die, k=rolls))
    return {face: rolled[face] for face in faces}


@for_phones
def rolls_figure(
    rolled: Mapping[str, int],
    *,
    scenario: Scenario | str = "basic",
    lang: str = "pl",
    look: str = "light",
) -> Figure:
    """How often each face of the die came up, as `roll_die` says it, against the exact chance of each face."""
    exact = die_chances(load_scenario(scenario) if isinstance(scenario, str) else scenario)
    style, texts = look_named(look), texts_for(lang)
    times, rolls = [rolled[f"{row.colour} {row.number}"] for row in exact], sum(rolled.values())
    names = [f"{texts.say(f'name.colour.{row.colour}')} {row.number}" for row in exact]
    found = [share(each, rolls) for each in times]
    bars = _bars(found, style)
    bars |= {"x": names, "name": texts.say("figure.die.rolled"), "showlegend": True}
    bars |= {
        "text": [percent(texts, one.value) for one in found],
        "textposition": "inside",
        "insidetextanchor": "start",
        "textangle": 0,
        "textfont": {"size": style.text, "color": style.colour("ink")},
    }
    marks = {
        "type": "scatter",
        "mode": "markers+text",
        "x": names,
        "y": [round(float(row.chance), 4) for row in exact],
        "text": [f"<b>{row.chance}</b>" for row in exact],
        "textposition": "middle right",
        "textfont": {"size": style.text, "color": style.colour("ink")},
        "marker": {"symbol": "diamond", "size": 14 * style.line, "color": style.chart("series-1")}
        | {"line": {"color": style.colour("paper"), "width": 2}},
        "hoverinfo": "skip",
        "cliponaxis": False,
        "name": texts.say("figure.die.exact"),
    }
    layout = base_layout(
        style,
        texts.say("figure.die.title", rolls=texts.count("figure.count.rolls", rolls)),
        lang,
        showlegend=True,
        legend=legend(style),
        bargap=0.45,
        xaxis=axis(style, showgrid=False, type="category"),
        yaxis=axis(style, texts.say("figure.chances.share"), tickformat=".0%", rangemode="tozero"),
    )
    make_room_above(layout, style)
    if style.is_narrow:  # the colour of a face above its number
        words = [name.replace(" ", "<br>") for name in names]
        layout["xaxis"] |= {"tickvals": list(range(len(names))), "ticktext": words, "tickangle": 0}
        layout["yaxis"] |= {"title": {"text": ""}, "showticklabels": False}
    rows = [
        [name, str(came), percent(texts, one.value), _percents(texts, one), str(row.chance)]
        for name, came, row, one in zip(names, times, exact, found, strict=True)
    ]
    inside = sum(one.contains(float(row.chance)) for row, one in zip(exact, found, strict=True))
    headings = map(texts.say, DIE_HEADINGS)
    return Figure(
        {"data": [bars, marks], "layout": layout},
        texts.say(
            "figure.die.summary", rolls=texts.count("figure.count.rolls", rolls), inside=inside, faces=len(exact)
        ),
        twin(texts, headings, rows),
    )


@for_phones
def chances_figure(
    chances: Mapping[str, Estimate | Fraction],
    title: str,
    *,
    lang: str = "pl",
    look: str = "light",
) -> Figure:
    """Draw chances as named bars: exact ones, and those found in games with their intervals."""
    if not chances:
        raise ValueError("there are no chances to show")
    style, texts = look_named(look), texts_for(lang)
    found = [Estimate(float(c), float(c), float(c), 0) if isinstance(c, Fraction) else c for c in chances.values()]
    labels = [_label(texts, chance) for chance in chances.values()]
    bars = _bars(found, style)
    bars |= {"orientation": "h", "x": bars["y"], "y": list(chances), "error_x": bars.pop("error_y")}
    words = {
        "type": "scatter",
        "mode": "text",
        "x": [round(min(one.high, 1), 4) for one in found],
        "y": list(chances),
        "text": [f" <b>{escape(label, quote=False)}</b>" for label in labels],
        "textposition": "middle right",
        "textfont": {"size": style.small, "color": style.colour("ink")},
        "hoverinfo": "skip",
        "cliponaxis": False,
    }
    room = round(max(0.05, *(one.high for one in found)) * 1.55, 3)
    layout = base_layout(
        style,
        title,
        lang,
        height=round(style.title * 4 + style.text * (3.2 * len(chances) + 4)),
        bargap=0.45,
        # Behind the longest bar there is room for its label.
        xaxis=axis(style, texts.say("figure.chances.share"), tickformat=".0%", range=[0, room], tickvals=_ticks(room)),
        yaxis=axis(style, autorange="reversed", type="category", showgrid=False),
    )
    if style.is_narrow:
        rows_of_bars(style, layout, [bars, words], zip(chances, labels, strict=True))
        layout["xaxis"]["range"][1] = round(max(0.05, *(one.high for one in found)) * 1.08, 3)
    highest = max(zip(found, chances, labels, strict=True), key=lambda one: one[0].value)
    rows = [[name, label] for name, label in zip(chances, labels, strict=True)]
    return Figure(
        {"data": [bars, words], "layout": layout},
        texts.say("figure.chances.summary", title=title, name=highest[1], chance=highest[2]),
        twin(texts, [texts.say("figure.chances.name"), texts.say("figure.chances.chance")], rows),
    )


def rows_of_bars(
    style: FigureLook, layout: Spec, data: Sequence[Spec], said: Iterable[tuple[str, str]], x: float = 0
) -> None:
    """On a phone: thinner bars, and above each what it says; the words are the last trace."""
    rows = rows_on_phone(style, said)
    rows.put(data[:-1], data[-1], x)
    layout["yaxis"] |= rows.axis()
    axes = round(style.small * 3 + style.text * (2.2 if "title" in layout["xaxis"] else 0))
    layout["margin"]["b"] = axes
    layout["height"] = layout["margin"]["t"] + rows.height + axes


def percent(texts: Texts, value: float) -> str:
    """A share in percent, with a digit where it is small."""
    return f"{texts.number(100 * value, 1 if 0 < value < 0.1 else 0)}%"


def _label(texts: Texts, chance: Estimate | Fraction) -> str:
    if isinstance(chance, Fraction):
        return texts.say("figure.chances.exactly", chance=str(chance), percent=percent(texts, float(chance)))
    return f"{percent(texts, chance.value)} ({_percents(texts, chance)}; n = {chance.n})"


def _percents(texts: Texts, found: Estimate) -> str:
    return texts.say("figure.interval", low=percent(texts, found.low), high=percent(texts, found.high))


def _fill(style: FigureLook) -> Spec:
    """Bars are light, so that what is written on them can be read, and have an edge that shows."""
    return {"color": style.chart("band"), "line": {"color": style.chart("series-0"), "width": 2.5 * style.line}}


def _bars(found: Sequence[Estimate], style: FigureLook) -> Spec:
    """Bars with what may still be the true value, as a bracket; exact values have none."""
    brackets = [one if one.n else None for one in found]
    return {
        "type": "bar",
        "y": [round(one.value, 4) for one in found],
        "marker": _fill(style),
        "hoverinfo": "skip",
        "error_y": {
            "type": "data",
            "symmetric": False,
            "array": [one and round(one.high - one.value, 4) for one in brackets],
            "arrayminus": [one and round(one.value - one.low, 4) for one in brackets],
            "color": style.colour("ink"),
            "thickness": 2 * style.line,
            "width": 6 * style.line,
        },
    }


def _ticks(room: float) -> list[float]:
    """Some shares on an axis that goes so far; none is greater than 1."""
    step = next(step for step in (0.01, 0.02, 0.05, 0.1, 0.2) if room / step <= 8 or step == 0.2)
    return [
        round(number * step, 2) for number in range(int(min(room, 1) / step + 0.5) + 1) if number * step <= min(room, 1)
    ]


def make_room_above(layout: Spec, look: FigureLook, lines: int = 1) -> None:
    """Between title and chart, some lines more for a label or the legend."""
    if look.is_narrow:
        return  # the legend is below
    text = look.text
    layout["margin"] = layout["margin"] | {"t": layout["margin"]["t"] + round(text * 1.8 * lines)}
    layout["title"] = layout["title"] | {"pad": {"b": text * (0.8 + 1.8 * lines)}}
