"""Where the names of the map stand: each beside its object, where it covers no field, no road and no other name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from typing import NamedTuple

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

NAME_SIZE, NAME_LINE = 15, 16
SIDES = ("below", "above", "right", "left")
SLIDES = (0, -10, 10, -20, 20, -30, 30, -40, 40)
_ACROSS, _DOWN = 300, 100
_LONG = 120
"""A name longer than this is better broken."""
_WIDE, _NARROW = frozenset("mwMWŚŻĆ"), frozenset("ijltfrIJł.,-'1 ")


class Name(NamedTuple):
    """A name in its lines: where the first one begins, ends or is centred, and the room it takes."""

    lines: tuple[str, ...]
    x: float
    y: float
    anchor: str
    box: Box


def width(text: str, size: float, spacing: float = 0) -> float:
    """About how wide a bold text is drawn, rather too much than too little."""
    units = sum(0.85 if c in _WIDE else 0.36 if c in _NARROW else 0.7 if c.isupper() else 0.58 for c in text)
    return units * size + spacing * len(text)


def set_lines(lines: Sequence[str], at: Point, size: float, line: float, anchor: str, spacing: float = 0) -> Name:
    """Lines of text, the baseline of the first one at a point."""
    x, y = at
    wide = max(width(text, size, spacing) for text in lines)
    left = {"start": x, "middle": x - wide / 2, "end": x - wide}[anchor]
    top = y - 0.78 * size
    return Name(tuple(lines), x, y, anchor, (left, top, left + wide, top + line * (len(lines) - 1) + size))


def breaks(text: str) -> list[tuple[str, ...]]:
    """The text on one line, and on two and three lines as even as its words allow."""
    words = text.split()
    found: dict[int, tuple[str, ...]] = {1: (text,)}
    for first in range(1, len(words)):
        for second in range(first + 1, len(words) + 1):
            lines = tuple(filter(None, map(" ".join, (words[:first], words[first:second], words[second:]))))
            best = found.setdefault(len(lines), lines)
            if max(map(len, lines)) < max(map(len, best)):
                found[len(lines)] = lines
    return list(found.values())


def overlap(one: Box, other: Box) -> float:
    """The area that two boxes share."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return across * down if across > 0 and down > 0 else 0.0


class Lettering:
    """Finds the place of one name after the other; what already stands on the map is in the way."""

    def __init__(
        self,
        canvas: Box,
        is_land: Callable[[Point], bool],
        discs: Mapping[Point, float],
        ways: Iterable[Point],
        gaps: tuple[float, float] = (0, 0),
    ) -> None:
        self.canvas = canvas
        self.is_land = is_land
        self.discs = [(x - r, y - r, x + r, y + r) for (x, y), r in discs.items()]
        self.ways = list(ways)
        self.gaps = gaps  # between the names of two objects, and around the name of a district
        self.districts: set[str] = set()
        self.names: dict[str, Name] = {}

    def place_beside(
        self, key: str, text: str, at: Point, radius: float, side: str, size: float = NAME_SIZE, line: float = NAME_LINE
    ) -> None:
        """Put the name of an object beside its disc, on the wished side unless another one is much better."""
        choices = [
            (
                abs(slide) / 8 + 2 * len(lines) + (0 if other == side else 12),
                _beside(lines, at, radius, other, slide, size, line),
            )
            for lines in breaks(text)
            for other in SIDES
            for slide in SLIDES
        ]
        self._place(key, choices, at)

    def place_around(self, key: str, text: str, at: Point, size: float, line: float, spacing: float) -> None:
        """Put the name of a district around a point, or a little beside it."""
        self.districts.add(key)
        choices = []
        for lines in breaks(text):
            top = at[1] + 0.28 * size - line * (len(lines) - 1) / 2
            for dx, dy in product((0, -8, 8, -16, 16), repeat=2):
                wished = (abs(dx) + abs(dy)) / 8 + 4 * len(lines)
                choices.append((wished, set_lines(lines, (at[0] + dx, top + dy), size, line, "middle", spacing)))
        self._place(key, choices, at)

    def _gap(self, one: str, other: str) -> float:
        return self.gaps[not self.districts.isdisjoint((one, other))]

    def _place(self, key: str, choices: list[tuple[float, Name]], at: Point) -> None:
        """Take the choice that costs least, its own cost and that of everything it covers."""
        x, y = at
        # Only what is near can be in the way.
        discs = [box for box in self.discs if abs(box[0] - x) < _ACROSS and abs(box[1] - y) < _DOWN]
        discs += [_widened(name.box, self._gap(key, other)) for other, name in self.names.items() if other != key]
        ways = [(wx, wy) for wx, wy in self.ways if abs(wx - x) < _ACROSS and abs(wy - y) < _DOWN]
        least = float("inf")
        for cost, name in sorted(choices, key=lambda choice: choice[0]):
            if cost >= least:
                break
            left, top, right, bottom = box = name.box
            if left < self.canvas[0] or top < self.canvas[1] or right > self.canvas[2] or bottom > self.canvas[3]:
                cost += 500
            cost += max(0, right - left - _LONG) / 4
            cost += sum(15 for corner in product((left, right), (top, bottom)) if not self.is_land(corner))
            cost += sum(10 for wx, wy in ways if left - 2 < wx < right + 2 and top - 1 < wy < bottom + 1)
            cost += sum(overlap(box, other) for other in discs)
            if cost < least:
                least, self.names[key] = cost, name


def _widened(box: Box, by: float) -> Box:
    return (box[0] - by, box[1] - by, box[2] + by, box[3] + by)


def _beside(lines: Sequence[str], at: Point, radius: float, side: str, slide: float, size: float, line: float) -> Name:
    x, y = at
    high = line * (len(lines) - 1)
    if side in ("below", "above"):
        # A name that slides along its disc may come nearer to it.
        gap = radius + 3 - min(abs(slide), 30) * 0.1
        top = y + gap + 0.78 * size if side == "below" else y - gap - high - 0.22 * size
        return set_lines(lines, (x + slide, top), size, line, "middle")
    gap = radius + 5 - min(abs(slide), 30) * 0.2
    middle = y - high / 2 + 0.28 * size + slide * 0.7
    where, anchor = (x - gap, "end") if side == "left" else (x + gap, "start")
    return set_lines(lines, (where, middle), size, line, anchor)
