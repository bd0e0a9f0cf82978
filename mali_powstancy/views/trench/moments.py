"""What happens in Wiarusi as a drawing: tiles on their ways, a pile that gets smaller, a hard knock that is over."""

from __future__ import annotations

from collections.abc import Sequence

from mali_powstancy.views.drawn import INK, SIDE, framed, lined, placed
from mali_powstancy.views.trench.signs import face_down

CELL = (150, 54)
"""Width and height of one tile on its way, with a little room around it."""


def tile_ways(ways: Sequence[tuple[str, str, str]]) -> str:
    """Who gives, the tile with its arrow, who receives: two beside each other, to be turned one by one."""
    width, height = CELL
    columns = min(2, len(ways))
    rows = -(-len(ways) // columns)
    cells = []
    for number, (giver, tile, receiver) in enumerate(ways):
        x, y = width * (number % columns), height * (number // columns) + 3
        turned = placed(tile, x + 51, y + 2, 44) + placed(receiver, x + 99, y, 48)
        cells.append(f'{placed(giver, x, y, 48)}<g class="mp-turned">{turned}</g>')
    return framed("wide", "".join(cells), size=(width * columns - 3, height * rows))


def taken_off(sign: str) -> str:
    """What was there and is there no more: the shadow of it, as of a used charm."""
    return framed("over", f'<g opacity=".4">{placed(sign, 0, 0, SIDE)}</g>{lined("M6 42L42 6", 3)}')


def counted_down(before: int, after: int) -> str:
    """Cards lie face down: so many there were, so many there are."""
    arrow = lined("M99 24H121M113 16L121 24L113 32", 3.4)
    return framed(
        "counted", f"{placed(face_down(), 0, 2, 44)}{_digits(before, 73)}{arrow}{_digits(after, 147)}", size=(172, 48)
    )


def _digits(number: int, middle: float) -> str:
    look = f'text-anchor="middle" font-size="36" font-weight="700" fill="{INK}"'
    return f'<text x="{middle:g}" y="36" {look}>{number}</text>'
