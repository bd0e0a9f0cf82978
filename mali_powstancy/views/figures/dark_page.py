"""A dark page around light figures: styles with which it makes their colours dark.

A figure is stored once, in light colours. Plotly writes every colour into the style of its element, and each light
colour belongs to one dark colour (`own_colours`), so that the page can put the one in the place of the other. The
script of boards and panels says when it is dark: `blocks.js`. On paper figures stay light, and figures for the
projector stay as they are everywhere.
"""

from __future__ import annotations

from functools import cache

from mali_powstancy.views.figures.figure import LOOKS
from mali_powstancy.views.palette import CHART_COLOURS, COLOURS, own_colours

PLACE = ".mp-dark-page .js-plotly-plot"
# Jupyter's plotly stores a picture of the light figure, and shows it until a pointer comes.
PICTURE = ".mp-dark-page .jp-RenderedPlotly>.plot-img{filter:invert(1) hue-rotate(180deg)}"


@cache
def dark_page_css() -> str:
    """The styles of figures on a dark page."""
    dark = {own_colours()[name]: codes[1] for name, codes in (COLOURS | CHART_COLOURS).items()}
    rules = [_rule(part, light, code) for light, code in dark.items() for part in ("fill", "stroke") if light != code]
    paper = LOOKS["light"].colour("paper")
    rules += [_rule("background", paper, dark[paper]), _rule("text-shadow", paper, LOOKS["dark"].halo())]
    return "\n".join(["@media screen{", *rules, PICTURE, "}"]) + "\n"


def _rule(part: str, light: str, value: str) -> str:
    """One part of a style has another value, where it begins with this colour; browsers write colours like this."""
    red, green, blue = (int(light[at : at + 2], 16) for at in (1, 3, 5))
    return f'{PLACE} [style*="{part}: rgb({red}, {green}, {blue})"]{{{part}:{value}!important}}'
