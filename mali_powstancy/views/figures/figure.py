"""A figure: a plotly chart as plain data, one sentence that sums it up, and a table that says the same in words.

plotly itself is not needed to make or to show a figure: the page draws the data by its mime type. A figure carries
itself twice, for a wide page and for a phone (`for_phones`); the page chooses by its width and knows nothing else.

>>> from mali_powstancy.texts import texts_for
>>> look = look_named("light")
>>> spec = {"data": [], "layout": base_layout(look, "Letters", "en")}
>>> figure = Figure(spec, "No letters yet.", twin(texts_for("en"), ["day", "letters"], [["Monday", "0"]]))
>>> figure
No letters yet.
>>> print(figure.twin)
day    | letters
-------+--------
Monday | 0
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from html import escape
from itertools import accumulate
from typing import Any, NamedTuple, ParamSpec

from mali_powstancy.texts import Texts
from mali_powstancy.views.map.lettering import width
from mali_powstancy.views.palette import chart_colour, colour, own_colours

P = ParamSpec("P")
Spec = dict[str, Any]
"""A plotly figure as plain data: `data`, `layout` and perhaps `frames`."""

PLOTLY_MIME = "application/vnd.plotly.v1+json"
FONT = '"MP Sans", system-ui, sans-serif'
"""The letters of the board, and those of the system where the board has not brought its own."""
CONFIG = {"displayModeBar": False, "displaylogo": False, "doubleClick": False, "showTips": False}
"""A figure has no tools of its own, and dragging or double-tapping it changes nothing.

Jupyter fits it to the width of the page; were it `responsive` too, it would sometimes end up with no height at all.
"""
NARROW_BELOW = 560
"""On a page with less room than this, in pixels, a figure is drawn for a phone."""
PHONE = 344
"""So wide is a figure on the narrowest phone, in pixels."""


SIDE = 8
"""Pixels beside what is drawn on a phone."""
LOOSE = 0.93
"""So much narrower are words than it is thought of names on a map, where it has to be rather too much."""
LINE = 1.3
"""From one line of letters to the next, as plotly sets them, in heights of a letter."""


# Looks ----------------------------------------------------------------------------------------------------------------


class FigureLook(NamedTuple):
    """How figures look in one place: which colours they take, and how large letters and lines are."""

    name: str
    colours: str
    """A look of the palette."""
    text: int
    small: int
    title: int
    line: float
    """Lines are so many times as wide as in the light look."""
    height: int
    """Of a figure, in pixels."""
    is_narrow: bool = False
    """For an upright phone: words above their rows, fewer labels, the legend below."""

    def colour(self, name: str) -> str:
        """A colour of the board; the light ones are such that a dark page can make them dark (`dark_page.py`)."""
        return own_colours()[name] if self.colours == "light" else colour(name, self.colours)

    def chart(self, name: str) -> str:
        """A colour of charts, likewise."""
        return own_colours()[name] if self.colours == "light" else chart_colour(name, self.colours)

    def halo(self) -> str:
        """An edge of paper around letters, as a shadow to all sides."""
        paper = self.colour("paper")
        return ",".join(f"{x}px {y}px 1px {paper}" for x in (-2, 0, 2) for y in (-2, 0, 2) if x or y)


LOOKS = {
    "light": FigureLook("light", "light", text=14, small=13, title=18, line=1.0, height=460),
    "dark": FigureLook("dark", "dark", text=14, small=13, title=18, line=1.0, height=460),
    # Read from the last row of a class room, on a screen of 1280 x 720.
    "projector": FigureLook("projector", "contrast", text=20, small=18, title=26, line=1.5, height=620),
}
ON_PHONES = {
    # look: what it is called on a phone
    "light": "light, narrow",
    "dark": "dark, narrow",
}
NARROW_LOOKS = {
    name: FigureLook(name, look, text=14, small=12, title=16, line=0.8, height=340, is_narrow=True)
    for look, name in ON_PHONES.items()
}


def look_named(look: str) -> FigureLook:
    """The look of this name: `light`, `dark` or `projector`, or one of the first two on a phone."""
    if look not in LOOKS | NARROW_LOOKS:
        raise ValueError(f"a figure looks {', '.join(LOOKS)}, not {look!r}")
    return (LOOKS | NARROW_LOOKS)[look]


def base_layout(look: FigureLook, title: str, lang: str, **more: Any) -> Spec:
    """The layout that all figures share; what is given besides is added to it, or replaces a part of it."""
    margin = round(look.text * 1.2)
    layout: Spec = {
        "paper_bgcolor": look.colour("paper"),
        "plot_bgcolor": look.colour("paper"),
        "font": {"family": FONT, "size": look.text, "color": look.colour("ink")},
        "title": {
            "text": f"<b>{escape(title, quote=False)}</b>",
            "x": 0,
            "xref": "paper",
            "xanchor": "left",
            "y": 1,
            "yref": "paper",
            "yanchor": "bottom",
            "pad": {"b": look.text * 0.8},
            "font": {"size": look.title, "color": look.colour("ink")},
        },
        "margin": {"l": margin, "r": margin, "t": round(look.title * 2.4), "b": margin},
        "height": look.height,
        "autosize": True,
        "dragmode": False,
        "hovermode": False,  # nothing may be said by hovering alone
        "showlegend": False,
        "separators": ", " if lang == "pl" else ".,",
    }
    if look.is_narrow:
        said = in_lines(title, look.title)
        more_lines = look.title * LINE * said.count("<br>")
        pad = {"l": SIDE, "b": round(SIDE + more_lines)}  # the first of its lines is so far above the picture
        layout["title"] |= {"text": f"<b>{said}</b>", "xref": "container", "pad": pad}
        layout["margin"] = {"l": SIDE, "r": SIDE, "t": round(2 * SIDE + look.title * LINE + more_lines), "b": margin}
    return layout | more


def in_lines(text: str, size: float, wide: float = PHONE - 16) -> str:
    """A text in as many lines as it needs on a phone."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and width(longer, size) * LOOSE > wide:
            lines.append(word)
        else:
            lines[-1] = longer
    return "<br>".join(escape(line, quote=False) for line in lines)


class PhoneRows(NamedTuple):
    """Rows of a chart on a phone, in pixels: their words stand above them, because beside them there is no room."""

    said: tuple[str, ...]
    """As HTML, in lines."""
    at: tuple[int, ...]
    """How far down the middle of each row is."""
    thick: int
    """What is drawn in a row is at most so high."""
    height: int

    def put(self, traces: Iterable[Spec], words: Spec, x: float) -> None:
        """Move traces to their rows, and words above them, where they begin at `x`."""
        for trace in traces:
            rows = trace["y"] if all(one is None or type(one) is int for one in trace["y"]) else range(len(trace["y"]))
            trace["y"] = [None if row is None else self.at[row] for row in rows]
            if trace["type"] == "bar":
                trace["width"] = self.thick
        above = [at - self.thick // 2 - 1 for at in self.at]
        words |= {"x": [x] * len(above), "y": above, "text": list(self.said), "textposition": "top right"}

    def axis(self) -> Spec:
        """What is different about the axis of the rows."""
        return {"visible": False, "type": "linear", "autorange": False, "range": [self.height, 0]}


def rows_on_phone(look: FigureLook, said: Iterable[tuple[str, str]]) -> PhoneRows:
    """Rows with these names and what is said of each."""
    words = tuple(name_and_value(look, *pair) for pair in said)
    thick, gap = look.small + 2, look.small
    ends = [*accumulate(round(look.small * LINE * (word.count("<br>") + 1)) + thick + gap for word in words)]
    return PhoneRows(words, tuple(end - gap - thick // 2 for end in ends), thick, ends[-1])


def name_and_value(look: FigureLook, name: str, value: str = "", wide: float = PHONE - 16) -> str:
    """A name and what is said of it, in one line if there is room."""
    if not value:
        return in_lines(name, look.small, wide)
    if width(f"{name}: {value}", look.small) * LOOSE <= wide:
        return f"{escape(name, quote=False)}: <b>{escape(value, quote=False)}</b>"
    return f"{in_lines(f'{name}:', look.small, wide)}<br><b>{in_lines(value, look.small, wide)}</b>"


def axis(look: FigureLook, title: str = "", **more: Any) -> Spec:
    """An axis with quiet lines that nobody can drag."""
    spec: Spec = {
        "fixedrange": True,
        "automargin": True,
        "zeroline": False,
        "showline": True,
        "linecolor": look.colour("edge"),
        "gridcolor": look.chart("grid"),
        "ticks": "outside",
        "tickcolor": look.colour("edge"),
        "tickfont": {"size": look.small, "color": look.colour("ink")},
    }
    if title:
        spec["title"] = {"text": escape(title, quote=False), "font": {"size": look.text}, "standoff": look.text}
    return spec | more


def panel_title(look: FigureLook, words: str, top: float, **more: Any) -> Spec:
    """Words, as HTML, above a chart that shares its figure with others and reaches up to `top`."""
    spec: Spec = {
        "xref": "paper",
        "yref": "paper",
        "x": 0,
        "y": round(top, 3),
        "xanchor": "left",
        "yanchor": "bottom",
        "text": words,
        "align": "left",
        "showarrow": False,
        "font": {"size": look.text, "color": look.colour("ink")},
    }
    return spec | more


def legend(look: FigureLook, **more: Any) -> Spec:
    """A legend in one row above the picture, in which a click hides nothing."""
    spec: Spec = {
        "orientation": "h",
        "x": 0,
        "xanchor": "left",
        "y": 1,
        "yanchor": "bottom",
        "font": {"size": look.small, "color": look.colour("ink")},
        "bgcolor": "rgba(0,0,0,0)",
        "itemsizing": "constant",
        "itemclick": False,
        "itemdoubleclick": False,
    }
    return spec | more


# The twin -------------------------------------------------------------------------------------------------------------


class Twin(NamedTuple):
    """The text twin of a figure: a table of words and numbers in which everything is said that the figure shows."""

    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    fold: str
    """What stands on the fold behind which the table waits."""

    def __str__(self) -> str:
        table = [self.headings, *self.rows]
        wide = [max(len(row[at]) for row in table) for at in range(len(self.headings))]
        lines = [" | ".join(cell.ljust(w) for cell, w in zip(row, wide, strict=True)).rstrip() for row in table]
        return "\n".join([lines[0], "-+-".join("-" * w for w in wide), *lines[1:]])

    def as_html(self, caption: str = "") -> str:
        """The table, folded up; the first cell of a row is its name."""
        head = "".join(f'<th scope="col">{_html(cell)}</th>' for cell in self.headings)
        body = "".join(
            f'<tr><th scope="row">{_html(first)}</th>{"".join(f"<td>{_html(cell)}</td>" for cell in rest)}</tr>'
            for first, *rest in self.rows
        )
        caption = caption and f"<caption>{_html(caption)}</caption>"
        return (
            f"<details><summary>{_html(self.fold)}</summary><table>{caption}<thead><tr>{head}</tr></thead>"
            f"<tbody>{body}</tbody></table></details>"
        )


def twin(texts: Texts, headings: Iterable[str], rows: Iterable[Iterable[str]]) -> Twin:
    """A text twin with the usual words on its fold; every row has as many cells as there are headings."""
    made = Twin(tuple(headings), tuple(map(tuple, rows)), texts.say("figure.twin"))
    if any(len(row) != len(made.headings) for row in made.rows):
        raise ValueError(f"every row of this table has {len(made.headings)} cells")
    return made


def _html(text: str) -> str:
    return escape(text, quote=False)


# The figure -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, repr=False)
class Figure:
    """A chart or a map: shown at the end of a cell, it draws itself, and puts its sentence and its table below."""

    spec: Spec
    summary: str
    """One sentence that says what there is to see."""
    twin: Twin
    narrow: Spec | None = None
    """The same for a phone."""

    def __repr__(self) -> str:
        return self.summary

    def to_json(self) -> str:
        """What the page gets to draw."""
        return json.dumps(self._content(), ensure_ascii=False, separators=(",", ":"))

    def as_html(self) -> str:
        """The figure for who cannot see it: the sentence, and the table behind a fold."""
        return f"<p>{_html(self.summary)}</p>{self.twin.as_html()}"

    def plotly(self) -> Any:
        """The figure as an object of plotly, for who wants to change it further."""
        from plotly.graph_objects import Figure as PlotlyFigure  # late: it is slow to import, and few want it

        figure = PlotlyFigure(self.spec)
        figure.layout.template = None  # the colours are our own
        return figure

    def _content(self) -> Spec:
        content = {**self.spec, "config": CONFIG}
        if self.narrow is not None:
            # As a text, because a notebook would give every number a line.
            change = json.dumps(difference(self.spec, self.narrow), ensure_ascii=False, separators=(",", ":"))
            content["narrow"] = {"below": NARROW_BELOW, "change": change}
        return content

    def bundles(self) -> list[dict[str, Any]]:
        """What a page shows, one below the other: the drawing, then the sentence with the table."""
        drawing = {PLOTLY_MIME: self._content(), "text/plain": self.summary}
        return [drawing, {"text/html": self.as_html(), "text/plain": str(self.twin)}]

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> Mapping[str, Any]:
        return self.bundles()[0]

    def _ipython_display_(self) -> None:
        from IPython.display import publish_display_data

        for bundle in self.bundles():
            publish_display_data(bundle)


def rounded(points: Iterable[Sequence[float]], digits: int = 1) -> list[list[float]]:
    """Points with few digits, so that a figure stays small; two lists, one for each direction."""
    return [[round(value, digits) for value in column] for column in zip(*points, strict=True)]


# Wide and narrow ------------------------------------------------------------------------------------------------------


def for_phones(draw: Callable[P, Figure]) -> Callable[P, Figure]:
    """A figure that is drawn twice: in its look, and in that look on a phone if there is such a one."""

    @wraps(draw)
    def drawn(*given: P.args, **more: P.kwargs) -> Figure:
        figure = draw(*given, **more)
        look = str(more.get("look", "light"))
        if look not in ON_PHONES:
            return figure
        narrow = draw(*given, **{**more, "look": ON_PHONES[look]})  # type: ignore[arg-type]
        _put_legend_below(narrow.spec, look_named(ON_PHONES[look]))
        return replace(figure, narrow=narrow.spec)

    return drawn


def _put_legend_below(spec: Spec, look: FigureLook) -> None:
    """On a phone everything in the legend has its own line, below the picture."""
    layout = spec["layout"]
    if not layout["showlegend"]:
        return
    told = sum("name" in trace and trace.get("showlegend", True) for trace in spec["data"])
    room = round(told * look.small * 1.62 + SIDE)
    layout["legend"] |= {"orientation": "v", "yref": "container", "y": 0, "yanchor": "bottom"}
    layout["height"] += room
    layout["margin"]["b"] += room


def difference(before: Any, after: Any) -> Any:
    """What has to be put over one value to make it the other, as short as it can be said.

    >>> difference({"a": 1, "b": [{"c": 2}, {"d": 3}], "e": 4}, {"a": 1, "b": [{"c": 2}, {"d": 5}]})
    {'b': {'1': {'d': 5}}, 'e': None}
    """
    if isinstance(before, dict) and isinstance(after, dict):
        changed = {key: difference(before.get(key), value) for key, value in after.items() if before.get(key) != value}
        return changed | {key: None for key in before if key not in after}
    if _are_parts(before) and _are_parts(after) and len(before) == len(after):
        pairs = enumerate(zip(before, after, strict=True))
        return {str(at): difference(one, other) for at, (one, other) in pairs if one != other}
    return after


def _are_parts(value: object) -> bool:
    return isinstance(value, list | tuple) and bool(value) and all(isinstance(part, dict) for part in value)
