"""Animation: the buttons and the slider below a figure that has frames."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from mali_powstancy.texts import Texts
from mali_powstancy.views.figures.figure import FigureLook, Spec

PACE = 900
"""Milliseconds for one frame while it plays."""
FINGER = 44
"""So high is a button, in pixels, that a finger hits."""
TALL = round((FINGER - 3) / 1.3) + 1
"""Plotly makes a button 1.3 times as high as its letters and 3 pixels more, and gives no other way."""


def add_controls(layout: Spec, look: FigureLook, texts: Texts, names: Sequence[str]) -> None:
    """Play, pause and a slider below the picture; frame `0`, `1`, ... of the figure has the name at this place."""
    room = round(look.text * 4.2)
    layout["height"] += room
    layout["margin"]["b"] += room
    style = {
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
            "pad": {"t": look.text * 0.6, "l": 4},
            "font": {"size": TALL, "color": look.colour("ink")},
            "buttons": [
                {"label": _in_size(look.text, texts.say(f"figure.replay.{name}")), "method": "animate", "args": args}
                for name, args in (("play", [None, run]), ("pause", [[None], stop]))
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
            "activebgcolor": look.chart("series-0"),
            "steps": [
                {"label": escape(name, quote=False), "method": "animate", "args": [[str(number)], stop]}
                for number, name in enumerate(names)
            ],
            **style,
        }
    ]
    if look.is_narrow:
        buttons_below(layout, look)


def _in_size(size: int, label: str) -> str:
    """What a tall button says, in letters like all others."""
    return f'<span style="font-size:{size}px">{escape(label, quote=False)}</span>'


def buttons_below(layout: Spec, look: FigureLook) -> None:
    """The slider is as wide as the picture, and the buttons come below it."""
    room = round(look.text * 3.8)
    layout["height"] += room
    layout["margin"]["b"] += room
    layout["sliders"][0] |= {"x": 0, "len": 1}
    layout["updatemenus"][0]["pad"] |= {"t": look.text * 4.2}
