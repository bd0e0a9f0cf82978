"""The three games of the course side by side: who wins, who loses, and how long it takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from mali_powstancy.analysis.results import ALL_LOSE, ALL_WIN, SOME_WIN, UNDECIDED, EndTable, result_named
from mali_powstancy.lab.intervals import Estimate
from mali_powstancy.tabletop.library import catalogue_of
from mali_powstancy.texts import Texts, texts_for
from mali_powstancy.views.figures.distributions import percent, rows_of_bars
from mali_powstancy.views.figures.figure import (
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

ENDS: Mapping[str, Mapping[str, str]] = {
    # game: how it can end, by fates or the endings of the game, and what that is called
    "mali-powstancy": {SOME_WIN: "figure.three.some", ALL_LOSE: "figure.three.all-lose"},
    "wiarusi": {
        ALL_WIN: "figure.three.all-win",
        "loss-morale": "figure.three.morale",
        "loss-knocks": "figure.three.knocks",
    },
    "bitwa-warszawska": {SOME_WIN: "figure.three.some", UNDECIDED: "figure.three.undecided"},
}
PANEL = 7.5
"""The height of a panel with its title, in lines."""


@for_phones
def three_endings(*, lang: str = "pl", look: str = "light") -> Figure:
    """Draw how often each of the three games ends in which way, in a thousand games between bots."""
    style, texts = look_named(look), texts_for(lang)
    tables = result_named("three-games").tables
    found: dict[str, Estimate] = {}
    for table in tables:
        for end, key in ENDS[table.game_id].items():
            found[f"{_name(table, lang)}: {texts.say(key)}"] = table.share_of([end])
    layout = base_layout(
        style,
        texts.say("figure.three.endings"),
        lang,
        height=round(style.title * 2.6 + style.text * (3.2 * len(found) + 3)),
        xaxis=axis(style, tickformat=".0%", range=[0, 1.02], dtick=0.25),
        yaxis=axis(style, range=[len(found) - 0.4, -0.8], visible=False),
    )
    said = {name: f"{percent(texts, share.value)} ({_interval(texts, share)})" for name, share in found.items()}
    data = [_shares(style, list(found.values())), _labels(style, said)]
    if style.is_narrow:
        rows_of_bars(style, layout, data, said.items())
    rows = [[name, f"{said[name]}, n = {share.n}"] for name, share in found.items()]
    head = [texts.say("figure.chances.name"), texts.say("figure.chances.chance")]
    lost = [f"{_name(table, lang)} {percent(texts, table.share_of([ALL_LOSE]).value)}" for table in tables]
    return Figure(
        {"data": data, "layout": layout},
        texts.say("figure.three.endings.summary", what=", ".join(lost)),
        twin(texts, head, rows),
    )


def _shares(style: FigureLook, found: Sequence[Estimate]) -> Spec:
    """Thin bars with their brackets, each with room for a label above."""
    return _fill(style) | {
        "orientation": "h",
        "x": [round(each.value, 4) for each in found],
        "y": list(range(len(found))),
        "width": 0.36,
        "error_x": {
            "type": "data",
            "symmetric": False,
            "array": [round(each.high - each.value, 4) for each in found],
            "arrayminus": [round(each.value - each.low, 4) for each in found],
            "color": style.colour("ink"),
            "thickness": 2 * style.line,
            "width": 5 * style.line,
        },
    }


def _labels(style: FigureLook, said: Mapping[str, str]) -> Spec:
    """What each bar is, above it and from the left: on a phone there is no room beside it."""
    return {
        "type": "scatter",
        "mode": "text",
        "x": [0] * len(said),
        "y": [at - 0.42 for at in range(len(said))],
        "text": [f"{escape(name, quote=False)}: <b>{escape(value, quote=False)}</b>" for name, value in said.items()],
        "textposition": "middle right",
        "textfont": {"size": style.small, "color": style.colour("ink")},
        "hoverinfo": "skip",
        "cliponaxis": False,
    }


def _interval(texts: Texts, found: Estimate) -> str:
    return texts.say("figure.interval", low=percent(texts, found.low), high=percent(texts, found.high))


@for_phones
def three_lengths(*, lang: str = "pl", look: str = "light") -> Figure:
    """Draw how long games of each of the three games are: the share of the games with so many rounds, or missions."""
    style, texts = look_named(look), texts_for(lang)
    tables = result_named("three-games").tables
    lines = PANEL * len(tables)
    height = round(style.title * 2.6 + style.small * (2.1 if style.is_narrow else 1.7) * lines)
    layout = base_layout(style, texts.say("figure.three.lengths"), lang, height=height, bargap=0.2)
    layout["title"] |= {"xref": "container", "x": 0.015}
    layout["annotations"] = []
    data: list[Spec] = []
    longest = max(max(table.rounds) for table in tables)
    for at, table in enumerate(tables):
        number = "" if at == 0 else str(at + 1)
        top, bottom = 1 - (at * PANEL + 1.6) / lines, 1 - (at * PANEL + PANEL - 1.4) / lines
        data.append(_bars(style, table) | {"xaxis": f"x{number}", "yaxis": f"y{number}"})
        layout[f"xaxis{number}"] = axis(
            style, range=[0.4, longest + 0.6], dtick=2, tick0=1, anchor=f"y{number}", showgrid=False
        )
        layout[f"yaxis{number}"] = axis(
            style, domain=[round(max(bottom, 0), 3), round(top, 3)], tickformat=".0%", nticks=4, anchor=f"x{number}"
        )
        title = f"{_name(table, lang)}: {_length(texts, table)}"
        title = in_lines(title, style.text) if style.is_narrow else escape(title, quote=False)
        layout["annotations"].append(panel_title(style, f"<b>{title}</b>", top))
    said = "; ".join(f"{_name(table, lang)}: {_length(texts, table)}" for table in tables)
    head = [texts.say("figure.three.game"), texts.say("figure.three.mean"), texts.say("figure.three.range")]
    rows = [[_name(table, lang), _length(texts, table), f"{min(table.rounds)}–{max(table.rounds)}"] for table in tables]
    summary = texts.say("figure.three.lengths.summary", what=said)
    return Figure({"data": data, "layout": layout}, summary, twin(texts, head, rows))


def _name(table: EndTable, lang: str) -> str:
    return catalogue_of(table.game_id, lang).say("game.name")


def _length(texts: Texts, table: EndTable) -> str:
    """The mean with its interval, in the word of the game."""
    value, low, high = (texts.number(part) for part in table.length()[:3])
    interval = texts.say("figure.interval", low=low, high=high)
    key = "figure.three.missions" if table.game_id == "wiarusi" else "figure.three.rounds"
    return texts.say(key, n=value, interval=interval)


def _bars(style: FigureLook, table: EndTable) -> Spec:
    return _fill(style) | {
        "x": list(table.rounds),
        "y": [round(times / table.games, 4) for times in table.rounds.values()],
    }


def _fill(style: FigureLook) -> Spec:
    return {
        "type": "bar",
        "marker": {
            "color": style.chart("band"),
            "line": {"color": style.chart("series-0"), "width": 2 * style.line},
        },
        "hoverinfo": "skip",
    }
