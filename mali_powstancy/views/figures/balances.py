"""Balances: what a changed rule does to the game, before and after, and how sure that is."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import isfinite

from mali_powstancy.analysis.comparison import Comparison
from mali_powstancy.analysis.measures import Difference
from mali_powstancy.analysis.names import known_name
from mali_powstancy.lab.intervals import Estimate
from mali_powstancy.texts import Texts, texts_for
from mali_powstancy.views.figures.distributions import percent
from mali_powstancy.views.figures.figure import (
    PHONE,
    Figure,
    FigureLook,
    Spec,
    axis,
    base_layout,
    for_phones,
    in_lines,
    look_named,
    panel_title,
    twin,
)

NAMES = {
    # measure of the whole game: the key of its name
    "defeats": "figure.balance.defeats",
    "rounds": "figure.balance.rounds",
    "points": "figure.balance.points",
    "gap": "figure.balance.gap",
    "delivered": "figure.balance.delivered",
    "late": "figure.balance.late",
    "tokens": "figure.balance.tokens",
    "falls": "figure.balance.falls",
    "arrests": "figure.balance.arrests",
}
OTHER_NAMES = {
    # game: the same for what is counted there
    "wiarusi": {
        "defeats": "figure.balance.defeats",
        "rounds": "figure.balance.missions",
        "knocks": "figure.balance.knocks",
        "supports": "figure.balance.supports",
    },
    "bitwa-warszawska": {
        "rounds": "figure.balance.rounds",
        "gap": "figure.balance.gap",
        "early": "figure.balance.early",
        "tied": "figure.balance.tied",
    },
}
SHARES = ("defeats",)
"""Measures that are shares; all others are numbers in a game."""
USUAL = ("defeats", "delivered", "late", "rounds")
PANEL = 5.4
"""The height of a panel with its title, in lines."""


@for_phones
def balance_figure(
    comparison: Comparison, measures: Sequence[str] = USUAL, *, lang: str = "pl", look: str = "light"
) -> Figure:
    """Draw a small chart for each measure: its average before and after, with intervals, and the difference."""
    names = OTHER_NAMES.get(comparison.before.scenario.game_id, NAMES)
    if not measures:
        raise ValueError(f"say what to compare: {', '.join(names)}")
    style, texts = look_named(look), texts_for(lang)
    say = texts.say
    found = [comparison.of(known_name("measure", name, names)) for name in dict.fromkeys(measures)]
    called = {one.measure: say(names[one.measure]) for one in found}
    panel = 7.6 if style.is_narrow else PANEL
    lines = panel * len(found)
    layout = base_layout(
        style,
        say("figure.balance.title"),
        lang,
        height=round(style.title * 2.6 + style.small * 1.5 * lines),
        bargap=0.35,
    )
    layout["title"] |= {"xref": "container", "x": 0.015}
    layout["annotations"] = []
    data: list[Spec] = []
    for at, one in enumerate(found):
        number = "" if at == 0 else str(at + 1)
        top = 1 - (at * panel + (3.6 if style.is_narrow else 1.6)) / lines
        bottom = 1 - (at * panel + panel - 0.4) / lines
        data += [trace | {"xaxis": f"x{number}", "yaxis": f"y{number}"} for trace in _panel(style, texts, one)]
        room = (2.5 if style.is_narrow else 1.9) * max(_reach(one.before), _reach(one.after), 0.01)
        layout[f"xaxis{number}"] = axis(style, range=[0, round(room, 3)], visible=False, anchor=f"y{number}")
        layout[f"yaxis{number}"] = axis(
            style,
            domain=[round(max(bottom, 0), 3), round(top, 3)],
            anchor=f"x{number}",
            range=[1.6, -0.6],
            tickvals=[0, 1],
            ticktext=[say("figure.balance.before"), say("figure.balance.after")],
            showgrid=False,
            ticks="",
        )
        layout["annotations"].append(_title(style, called[one.measure], _change(texts, one), top))
    shown = [one for one in found if is_clear(one.difference)]
    words = "; ".join(f"{called[one.measure]}: {_change(texts, one)}" for one in shown)
    games = texts.count("count.games", min(len(comparison.before), len(comparison.after)))
    summary = say(
        "figure.balance.summary" if shown else "figure.balance.summary-none",
        games=games,
        **({"what": words} if shown else {}),
    )
    headings = map(
        say, ("figure.balance.measure", "figure.balance.before", "figure.balance.after", "figure.balance.difference")
    )
    rows = [
        [called[one.measure], _said(texts, one, one.before), _said(texts, one, one.after), _change(texts, one)]
        for one in found
    ]
    return Figure({"data": data, "layout": layout}, summary, twin(texts, headings, rows))


def _panel(style: FigureLook, texts: Texts, one: Difference) -> list[Spec]:
    """Two bars with their brackets: light before, hatched after; and what they say."""
    pair = [one.before, one.after]
    ink = style.chart("series-0")
    bars = {
        "type": "bar",
        "orientation": "h",
        "x": [round(each.value, 4) if isfinite(each.value) else 0 for each in pair],
        "y": [0, 1],
        "marker": {
            "color": style.chart("band"),
            "line": {"color": ink, "width": 2.5 * style.line},
            "pattern": {"shape": ["", "/"], "fgcolor": ink, "size": 9, "solidity": 0.15},
        },
        "error_x": {
            "type": "data",
            "symmetric": False,
            "array": [round(each.high - each.value, 4) if isfinite(each.high) else None for each in pair],
            "arrayminus": [round(each.value - each.low, 4) if isfinite(each.low) else None for each in pair],
            "color": style.colour("ink"),
            "thickness": 2 * style.line,
            "width": 6 * style.line,
        },
        "hoverinfo": "skip",
    }
    words = {
        "type": "scatter",
        "mode": "text",
        "x": [round(_reach(each), 4) for each in pair],
        "y": [0, 1],
        "text": [f"  <b>{escape(_said(texts, one, each), quote=False)}</b>" for each in pair],
        "textposition": "middle right",
        "textfont": {"size": style.small, "color": style.colour("ink")},
        "hoverinfo": "skip",
        "cliponaxis": False,
    }
    return [bars, words]


def _title(style: FigureLook, name: str, change: str, top: float) -> Spec:
    """What is measured, and by how much it changes."""
    if not style.is_narrow:
        return panel_title(style, f"<b>{escape(name, quote=False)}</b>: {escape(change, quote=False)}", top)
    wide = PHONE - style.small * 6  # beside the words at the bars
    words = f"<b>{in_lines(name, style.small, wide)}</b>:<br>{in_lines(change, style.small, wide)}"
    return panel_title(style, words, top, font={"size": style.small, "color": style.colour("ink")})


def _reach(found: Estimate) -> float:
    """How far to the right a bar with its bracket reaches."""
    ends = [end for end in (found.value, found.high) if isfinite(end)]
    return max(ends, default=0.0)


def is_clear(found: Estimate) -> bool:
    """The games speak for a difference."""
    return isfinite(found.low) and isfinite(found.high) and not found.contains(0)


def _said(texts: Texts, one: Difference, found: Estimate) -> str:
    """A value with its interval, as a share or as a number in a game."""
    if not isfinite(found.value):
        return texts.say("figure.distribution.unknown")
    if one.measure in SHARES:
        value, low, high = (percent(texts, part) for part in found[:3])
    else:
        value, low, high = (texts.number(part) for part in found[:3])
    return f"{value} ({texts.say('figure.interval', low=low, high=high)})" if isfinite(found.low) else value


def _change(texts: Texts, one: Difference) -> str:
    """The difference with its interval, or that none has been shown."""
    found = one.difference
    if not isfinite(found.value) or not isfinite(found.low):
        return texts.say("figure.distribution.unknown")
    factor, digits = (100, 0) if one.measure in SHARES else (1, 1)
    value, low, high = (_signed(texts, factor * part, digits) for part in found[:3])
    key = "figure.balance.points-of-percent" if one.measure in SHARES else "figure.balance.change"
    words = texts.say(key, value=value, interval=texts.say("figure.interval", low=low, high=high))
    return words if is_clear(found) else texts.say("figure.balance.unclear", change=words)


def _signed(texts: Texts, value: float, digits: int) -> str:
    number = texts.number(abs(value), digits)
    sign = "" if not float(f"{value:.{digits}f}") else "+" if value > 0 else "−"
    return f"{sign}{number}"
