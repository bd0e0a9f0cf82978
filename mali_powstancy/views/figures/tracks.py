"""The order track over time: when each order appeared, who took it when, and whether it arrived."""

from __future__ import annotations

from html import escape

from mali_powstancy.engine.game import Game
from mali_powstancy.engine.tally import DELIVERED, LATE, OPEN
from mali_powstancy.texts import Texts, texts_for
from mali_powstancy.views.figures.distributions import make_room_above
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
from mali_powstancy.views.figures.games import OrderLife, SessionOrRecord, order_lives, session_of

STYLES = {
    DELIVERED: ("series-2", "solid", "circle"),
    LATE: ("series-1", "dash", "x"),
    OPEN: ("series-0", "dot", "circle-open"),
}
"""By fate: colour, dash and the mark at the end of the line."""
FATES = {DELIVERED: "figure.track.delivered", LATE: "figure.track.late", OPEN: "figure.track.open"}
HEADINGS = (
    "figure.track.order",
    "figure.track.laid",
    "figure.track.taken",
    "figure.track.ended",
    "figure.track.fate",
    "figure.track.patrol",
)
HALF = 0.35
"""A line begins before the middle of its first round and ends behind that of its last."""


@for_phones
def track_figure(game: SessionOrRecord, *, lang: str = "pl", look: str = "light") -> Figure:
    """Draw every order in a game as a line, from the round it appeared to the round it was delivered or late."""
    session = session_of(game)
    style, texts, played = look_named(look), texts_for(lang), session.opening.game
    lives = order_lives(session)
    if not lives:
        raise ValueError("no order has been laid on the track yet")
    names = [texts.order(life.order, played) for life in lives]
    data = [_lines(lives, fate, style, texts.say(FATES[fate])) for fate in STYLES]
    taken = [(life.collected, number) for number, life in enumerate(lives) if life.collected is not None]
    data.append(
        {
            "type": "scatter",
            "mode": "markers",
            "x": [at for at, _ in taken],
            "y": [number for _, number in taken],
            "name": texts.say("figure.track.taken"),
            "marker": {"symbol": "triangle-right", "size": 11 * style.line, "color": style.colour("paper")}
            | {"line": {"color": style.colour("ink"), "width": 1.5 * style.line}},
            "hoverinfo": "skip",
        }
    )
    labels = [_label(life, texts, played) for life in lives]
    data.append(
        {
            "type": "scatter",
            "mode": "text",
            "x": [life.ended + HALF for life in lives],
            "y": list(range(len(lives))),
            "text": [f"   {escape(word, quote=False)}" for word in labels],
            "textposition": "middle right",
            "textfont": {"size": style.small, "color": style.colour("ink")},
            "hoverinfo": "skip",
            "cliponaxis": False,
            "showlegend": False,
        }
    )
    last = max(1, session.state.round)
    high = round(style.small * 1.75)
    layout = base_layout(
        style,
        texts.say("figure.track.title"),
        lang,
        showlegend=True,
        legend=legend(style),
        height=round(style.title * 5.5 + style.text * 5.8) + high * len(lives),
        # Behind the last round there is room for what became of an order.
        xaxis=axis(style, texts.say("figure.track.round"), range=[0.4, last + 1 + last * 0.36], dtick=1, tick0=1),
        yaxis=axis(
            style,
            range=[len(lives) - 0.4, -0.6],
            tickvals=list(range(len(lives))),
            ticktext=[escape(name, quote=False) for name in names],
        ),
    )
    layout["xaxis"] |= {"tickvals": list(range(1, last + 1)), "zeroline": False}
    make_room_above(layout, style, lines=2)  # the names of orders leave little width for the legend
    if style.is_narrow:
        rows_on_track = rows_on_phone(style, zip(names, labels, strict=True))
        rows_on_track.put(data[:-1], data[-1], 0.4)
        axes = round(style.small * 3 + style.text * 2.2)
        layout["yaxis"] |= rows_on_track.axis()
        layout["xaxis"] |= {"range": [0.4, last + 0.6], "tickvals": list(range(1, last + 1, 1 if last < 9 else 2))}
        layout["margin"]["b"] = axes
        layout["height"] = layout["margin"]["t"] + rows_on_track.height + axes
    counts = {fate: sum(life.fate == fate for life in lives) for fate in STYLES}
    rows = [
        [name, str(life.laid), "" if life.collected is None else str(life.collected), str(life.ended)]
        + [texts.say(FATES[life.fate]), texts.patrol(life.seat, played) if life.seat is not None else ""]
        for name, life in zip(names, lives, strict=True)
    ]
    headings = map(texts.say, HEADINGS)
    summary = texts.say(
        "figure.track.summary",
        orders=texts.count("count.orders", len(lives)),
        rounds=texts.count("count.rounds", last),
        delivered=counts[DELIVERED],
        late=counts[LATE],
        open=counts[OPEN],
    )
    return Figure({"data": data, "layout": layout}, summary, twin(texts, headings, rows))


def _lines(lives: list[OrderLife], fate: str, style: FigureLook, name: str) -> Spec:
    """The lines of all orders of one fate as one trace, each with a mark at its end."""
    colour, dash, symbol = STYLES[fate]
    x: list[float | None] = []
    y: list[int | None] = []
    sizes: list[float] = []
    for number, life in enumerate(lives):
        if life.fate == fate:
            x += [life.laid - HALF, life.ended + HALF, None]
            y += [number, number, None]
            sizes += [0, 12 * style.line, 0]
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "x": x,
        "y": y,
        "name": name,
        "line": {"color": style.chart(colour), "width": 4 * style.line, "dash": dash},
        "marker": {"symbol": symbol, "size": sizes, "opacity": 1, "color": style.chart(colour)}
        | {"line": {"color": style.chart(colour), "width": 2 * style.line}},
        "hoverinfo": "skip",
        "connectgaps": False,
    }


def _label(life: OrderLife, texts: Texts, game: Game) -> str:
    """What stands behind the end of a line: who delivered the order, or what became of it."""
    if life.seat is not None:
        return texts.say("figure.track.by", patrol=texts.patrol(life.seat, game))
    return texts.say(FATES[life.fate])
