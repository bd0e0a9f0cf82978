"""A small drawing of intervals, one below the other, so that one sees whether they share a piece."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from mali_powstancy.lab.intervals import Estimate

WIDTH, ROW, NAME, EDGE = 420, 44, 30, 46
"""The width of the drawing, the height of a row, and the room for a name and at both ends for a number."""
CAP = 8


class IntervalBar(NamedTuple):
    """An interval with a short name, and how its ends are written."""

    name: str
    found: Estimate
    low: str
    high: str


def interval_picture(bars: Sequence[IntervalBar]) -> str:
    """The intervals on one scale, as an SVG in the colour of the text around it; a dot marks each value."""
    least, most = min(bar.found.low for bar in bars), max(bar.found.high for bar in bars)

    def x(value: float) -> float:
        return round(NAME + EDGE + (value - least) / (most - least) * (WIDTH - NAME - 2 * EDGE), 1)

    height = ROW * len(bars) + 8
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        'fill="currentColor" stroke="none" font-family="sans-serif" font-size="15">'
    ]
    for row, bar in enumerate(bars):
        y = row * ROW + ROW // 2 + 4
        left, right = x(bar.found.low), x(bar.found.high)
        path = f"M{left} {y - CAP}V{y + CAP}M{right} {y - CAP}V{y + CAP}M{left} {y}H{right}"
        parts += [
            f'<text x="2" y="{y + 5}" font-weight="bold">{escape(bar.name)}</text>',
            f'<path d="{path}" stroke="currentColor" stroke-width="3" fill="none"/>',
            f'<circle cx="{x(bar.found.value)}" cy="{y}" r="6"/>',
            f'<text x="{left - 6}" y="{y + 5}" text-anchor="end">{escape(bar.low)}</text>',
            f'<text x="{right + 6}" y="{y + 5}">{escape(bar.high)}</text>',
        ]
    return "".join([*parts, "</svg>"])
