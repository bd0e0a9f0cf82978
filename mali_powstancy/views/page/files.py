"""What our widgets bring to the page: one module of scripts and one style each, with nothing to load from elsewhere."""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from importlib.resources import files

from mali_powstancy.views.figures.dark_page import dark_page_css
from mali_powstancy.views.front import front_css
from mali_powstancy.views.map.board_svg import map_css
from mali_powstancy.views.palette import ARMY_COLOURS, look_css

_PARTS = {"board": ("scenes", "board", "zoom", "sheet"), "panel": ("panel",)}
"""The files of a widget; of the styles a later one may change what an earlier one says."""
_FONTS = {400: "lato-regular.woff2", 700: "lato-bold.woff2"}


@cache
def script(name: str) -> str:
    """The module of a widget: what all of them share, then its own parts."""
    return "\n".join(_static(f"{part}.js").decode() for part in ("blocks", *_PARTS[name]))


@cache
def style(*names: str) -> str:
    """All styles of a widget, or of several on one page, with the fonts inside."""
    shared = [font_faces(), map_css(), look_css(ARMY_COLOURS), dark_page_css(), _static("blocks.css").decode()]
    return "\n".join(
        [*shared, front_css(), *(_static(f"{part}.css").decode() for name in names for part in _PARTS[name])]
    )


@cache
def font_faces() -> str:
    """Our letters, a line of style each, with the font files inside."""
    return "\n".join(_font(weight, file) for weight, file in _FONTS.items())


def _font(weight: int, name: str) -> str:
    data = b64encode(_static(f"fonts/{name}")).decode()
    source = f"url(data:font/woff2;base64,{data}) format('woff2')"
    return f"@font-face{{font-family:'MP Sans';font-weight:{weight};font-display:swap;src:{source}}}"


def _static(name: str) -> bytes:
    return files("mali_powstancy.views").joinpath("static", name).read_bytes()
