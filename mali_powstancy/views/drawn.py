"""How small drawings are made: signs that stand in a button, in a line of text or on a printed sheet.

Every drawing is one whole `<svg>` with a size of its own, which a style may change; `placed` puts it into a larger one.
It says nothing to a screen reader, because the words stand beside it; where they do not, it takes them as `label`.

Lines have the colour of the text around them; other colours are those of the palette, with the light ones where a page
sets no look.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from mali_powstancy.views.palette import colour

SIDE = 48
"""Width and height of a sign in its own units."""


def paint(name: str) -> str:
    """A colour of the palette for an attribute, in the look of the page around it."""
    return f"var(--mp-{name},{colour(name)})"


INK = "currentColor"
GROUND = paint("disc")
LIGHT, DARK = paint("sheet"), paint("sheet-ink")
"""What is light or dark by itself: snow and the moon, the night. It stays so in the dark look."""


def framed(kind: str, content: str, label: str = "", size: tuple[int, int] = (SIDE, SIDE)) -> str:
    """A drawing as an element of its own."""
    width, height = size
    said = f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="mp-drawn mp-drawn-{kind}" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" {said} focusable="false" '
        f'stroke-linecap="round" stroke-linejoin="round">{content}</svg>'
    )


def placed(drawing: str, x: float, y: float, width: float, height: float = 0) -> str:
    """A drawing inside a larger one: its upper left corner, its width and its height, if that is another."""
    start, _, rest = drawing.partition(' width="')
    rest = rest.partition('" height="')[2].partition('"')[2]
    return f'{start} x="{x:g}" y="{y:g}" width="{width:g}" height="{height or width:g}"{rest}'


def in_a_row(*drawings: str, gap: float = 5) -> str:
    """Drawings side by side as one, each as high as a sign; more than three are `wide` and need room of their own."""
    at, parts = 0.0, []
    for drawing in drawings:
        width, height = (float(drawing.partition(f' {side}="')[2].partition('"')[0]) for side in ("width", "height"))
        parts.append(placed(drawing, at, 0, SIDE * width / height, SIDE))
        at += SIDE * width / height + gap
    return framed("wide" if at > 3.5 * SIDE else "row", "".join(parts), size=(round(at - gap), SIDE))


def filled(path: str, fill: str = INK) -> str:
    """A surface without an edge."""
    return f'<path d="{path}" fill="{fill}"/>'


def lined(path: str, width: float = 3, stroke: str = INK, fill: str = "none") -> str:
    """A line, or a surface with an edge."""
    return f'<path d="{path}" fill="{fill}" stroke="{stroke}" stroke-width="{width:g}"/>'


def dots(points: Iterable[tuple[float, float]], width: float, stroke: str = INK) -> str:
    """Round dots of one width: lines without a length, which a printed file says in far fewer words than circles."""
    path = "".join(f"M{x:g} {y:g}h.01" for x, y in points)
    return f'<path d="{path}" fill="none" stroke="{stroke}" stroke-width="{width:g}"/>'


def disc(x: float, y: float, radius: float, fill: str, width: float, stroke: str = INK) -> str:
    """A disc with an edge, of two dots."""
    return dots([(x, y)], 2 * radius + width, stroke) + dots([(x, y)], 2 * radius - width, fill)
