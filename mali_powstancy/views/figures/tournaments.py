"""Tournaments: who leads against whom, how sure that is, and how often all lose together."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from mali_powstancy.analysis.results import OutcomesResult, TournamentResult, result_named
from mali_powstancy.lab.intervals import Estimate
from mali_powstancy.lab.tournament import Match, Standings
from mali_powstancy.texts import Texts, texts_for
from mali_powstancy.views.figures.distributions import chances_figure, percent, rows_of_bars
from mali_powstancy.views.figures.figure import (
    Figure,
    FigureLook,
    Spec,
    axis,
    base_layout,
    for_phones,
    look_named,
    twin,
)

TEMPERS = {
    # bot: the key of its name
    "planner": "figure.temper.balanced",
    "planner-helper": "figure.temper.helper",
    "planner-rival": "figure.temper.rival",
}
HEADINGS = (
    "figure.tournament.pair",
    "figure.tournament.lead",
    "figure.tournament.wins",
    "figure.tournament.losses",
    "figure.tournament.defeats",
)


@for_phones
def tournament_figure(
    result: TournamentResult | Standings | None = None, *, lang: str = "pl", look: str = "light"
) -> Figure:
    """For each pair of bots, draw how many more games the first wins than the second, with intervals.

    By default it is the tournament of playing styles that comes with the course. If an interval crosses the zero line,
    no difference has been shown.
    """
    if result is None:
        result = result_named("tournament")
    found = result.standings if isinstance(result, TournamentResult) else result
    style, texts = look_named(look), texts_for(lang)
    say = texts.say
    matches = [_from_leader(found, match) for match in found.matches]
    names = [_pair(texts, match) for match in matches]
    rows = list(range(len(matches)))
    clear = [match.lead.low > 0 for match in matches]
    ink = style.chart("series-0")
    marks = {
        "type": "scatter",
        "mode": "markers",
        "x": [round(match.lead.value, 4) for match in matches],
        "y": rows,
        "marker": {
            "symbol": ["circle" if sure else "circle-open" for sure in clear],
            "size": style.small * 1.1,
            "color": ink,
            "line": {"width": 2.5 * style.line, "color": ink},
        },
        "error_x": {
            "type": "data",
            "symmetric": False,
            "array": [round(match.lead.high - match.lead.value, 4) for match in matches],
            "arrayminus": [round(match.lead.value - match.lead.low, 4) for match in matches],
            "color": style.colour("ink"),
            "thickness": 2 * style.line,
            "width": 6 * style.line,
        },
        "hoverinfo": "skip",
    }
    left, right = min(0.0, *(m.lead.low for m in matches)), max(0.1, *(m.lead.high for m in matches))
    words = {
        "type": "scatter",
        "mode": "text",
        "x": [round(right + 0.02 * (right - left), 4)] * len(rows),
        "y": rows,
        "text": [f"<b>{escape(_lead(texts, match.lead), quote=False)}</b>" for match in matches],
        "textposition": "middle right",
        "textfont": {"size": style.small, "color": style.colour("ink")},
        "hoverinfo": "skip",
        "cliponaxis": False,
    }
    ticks = _ticks(left, right)
    games = texts.count("count.games", found.games)
    layout = base_layout(
        style,
        say("figure.tournament.title", games=games),
        lang,
        height=_height(style, len(rows)),
        xaxis=axis(
            style,
            say("figure.tournament.axis"),
            range=[round(left - 0.06 * (right - left), 3), round(right + 0.75 * (right - left), 3)],
            tickvals=ticks,
            ticktext=[_signed(texts, tick) for tick in ticks],
        ),
        yaxis=axis(style, tickvals=rows, ticktext=names, range=[len(rows) - 0.4, -0.6], showgrid=False),
        shapes=[_zero(style)],
    )
    layout["title"] |= {"xref": "container", "x": 0.015}
    if style.is_narrow:
        said = [(name, _lead(texts, match.lead)) for name, match in zip(names, matches, strict=True)]
        rows_of_bars(style, layout, [marks, words], said, layout["xaxis"]["range"][0])
        layout["xaxis"]["range"][1] = round(right + 0.06 * (right - left), 3)
    best = found.bots[0]
    summary = say(
        "figure.tournament.summary",
        games=games,
        best=_bot(texts, best.bot),
        wins=percent(texts, best.wins.value),
        clear=sum(clear),
        pairs=len(matches),
    )
    table = [
        [
            name,
            _lead(texts, match.lead),
            _percents(texts, match.wins),
            _percents(texts, match.losses),
            _percents(texts, match.defeats),
        ]
        for name, match in zip(names, matches, strict=True)
    ]
    on_axis = ", ".join(_signed(texts, tick) for tick in ticks)
    table.append([say("figure.tournament.on-axis"), on_axis, "", "", ""])
    return Figure({"data": [marks, words], "layout": layout}, summary, twin(texts, map(say, HEADINGS), table))


@for_phones
def tempers_figure(result: OutcomesResult | None = None, *, lang: str = "pl", look: str = "light") -> Figure:
    """Draw how often everyone loses, by who is at the table, with intervals; by default, in the course's own games."""
    found = result_named("tempers") if result is None else result
    texts = texts_for(lang)
    say = texts.say
    chances = {table_name(texts, table.bots): table.defeats() for table in found.tables}
    figure = chances_figure(chances, say("figure.tempers.title"), lang=lang, look=look)
    figure.spec["layout"]["xaxis"]["title"]["text"] = say("figure.tempers.share")
    rows = [
        [*row, *(texts.number(table.mean_of(what).value) for what in ("delivered", "late"))]
        for row, table in zip(figure.twin.rows, found.tables, strict=True)
    ]
    headings = [
        say("figure.tempers.table"),
        say("figure.tempers.share"),
        say("figure.tempers.delivered"),
        say("figure.tempers.late"),
    ]
    worst, best = (choose(chances, key=lambda name: chances[name].value) for choose in (max, min))
    summary = say(
        "figure.tempers.summary",
        worst=worst,
        most=percent(texts, chances[worst].value),
        best=best,
        least=percent(texts, chances[best].value),
    )
    return Figure(figure.spec, summary, twin(texts, headings, rows))


def _bot(texts: Texts, bot: str) -> str:
    """The temper of a planner in words; any other bot by its name."""
    return texts.say(TEMPERS[bot]) if bot in TEMPERS else bot


def _pair(texts: Texts, match: Match) -> str:
    return texts.say("figure.tournament.against", one=_bot(texts, match.one), other=_bot(texts, match.other))


def table_name(texts: Texts, bots: Sequence[str]) -> str:
    """Who sits there: `3 × rival`, `rival, 2 × helper`."""
    counted = {bot: bots.count(bot) for bot in bots}
    return ", ".join(f"{number} × {_bot(texts, bot)}" for bot, number in counted.items())


def _from_leader(found: Standings, match: Match) -> Match:
    return match if match.lead.value >= 0 else found.match(match.other, match.one)


def _lead(texts: Texts, lead: Estimate) -> str:
    interval = texts.say("figure.interval", low=_signed(texts, lead.low), high=_signed(texts, lead.high))
    return f"{_signed(texts, lead.value)} ({interval})"


def _signed(texts: Texts, value: float) -> str:
    number = texts.number(abs(100 * value), 0)
    sign = "" if number == "0" else "+" if value > 0 else "−"
    return f"{sign}{number}"


def _percents(texts: Texts, found: Estimate) -> str:
    interval = texts.say("figure.interval", low=percent(texts, found.low), high=percent(texts, found.high))
    return f"{percent(texts, found.value)} ({interval})"


def _ticks(left: float, right: float) -> list[float]:
    step = next(step for step in (0.05, 0.1, 0.2, 0.5) if (right - left) / step <= 6 or step == 0.5)
    return [round(number * step, 2) for number in range(int(left / step - 0.01), int(right / step) + 1)]


def _zero(style: FigureLook) -> Spec:
    """The line on which nobody leads."""
    line = {"color": style.colour("ink"), "width": 2 * style.line}
    return {"type": "line", "x0": 0, "x1": 0, "yref": "paper", "y0": 0, "y1": 1, "layer": "between", "line": line}


def _height(style: FigureLook, rows: int) -> int:
    return round(style.title * 4 + style.text * (3.2 * rows + 4))
