"""Animation: the buttons and the slider below a figure that has frames."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from mali_powstancy.texts import Texts
from mali_powstancy.views.figures.figure import FigureLook, Spec

PACE = 900
"""Milliseconds for one frame while it plays."""


def add_controls(layout: Spec, look: FigureLook, texts: Texts, names: Sequence[str]) -> None:
    """Play, pause and a slider below the picture; frame `0`, `1`, ... of the figure has the name at this place."""
    room = round(look.text * 4.2)
    layout["height"] += room
    layout["margin"]["b"] += room
    style = {
        "font": {"size": look.text, "color": look.colour("ink")},
        "bgcolor": look.colour("disc"),
        "bordercolor": look.colour("edge"),
    }
    move = {"mode": "immediate", "transition": {"duration": 0}}
    run = move | {"fromcurrent": True, "frame": {"duration": PACE, "redraw": True}}
    stop = move | {"frame": {"duration": 0, "redraw": True}}
    layout["updatemenus"] = [
        {
            "type": "buttons",
            "direction": "left",
            "showactive": False,
            "x": 0,
            "xanchor": "left",
            "y": 0,
            "yanchor": "top",
            "pad": {"t": look.text, "l": 4},
            "buttons": [
                {"label": texts.say("figure.replay.play"), "method": "animate", "args": [None, run]},
                {"label": texts.say("figure.replay.pause"), "method": "animate", "args": [[None], stop]},
            ],
            **style,
        }
    ]
    layout["sliders"] = [
        {
            "active": 0,
            "x": 0.26,
            "len": 0.72,
            "y": 0,
            "yanchor": "top",
            "pad": {"t": look.text * 0.2},
            "currentvalue": {"prefix": "", "font": {"size": look.text, "color": look.colour("ink")}},
            # Ticks that nobody sees make the slider as high as a finger.
            "ticklen": 20,
            "minorticklen": 20,
            "tickwidth": 0,
            "font": {"size": 1, "color": "rgba(0,0,0,0)"},  # only the name of the present frame is shown, above
            "bgcolor": look.colour("disc"),
            "bordercolor": look.colour("edge"),
            "activebgcolor": look.chart("series-0"),
            "steps": [
                {"label": escape(name, quote=False), "method": "animate", "args": [[str(number)], stop]}
                for number, name in enumerate(names)
            ],
        }
    ]
    if look.is_narrow:
        buttons_below(layout, look)


def buttons_below(layout: Spec, look: FigureLook) -> None:
    """The slider is as wide as the picture, and the buttons come below it."""
    room = round(look.text * 3)
    layout["height"] += room
    layout["margin"]["b"] += room
    layout["sliders"][0] |= {"x": 0, "len": 1}
    layout["updatemenus"][0]["pad"] |= {"t": look.text * 4.2}
