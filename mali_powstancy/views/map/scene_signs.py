"""Our own small drawings of what happens on the map: the die, movement cards, orders, the track, what closes roads."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from html import escape

from mali_powstancy.engine.board import Board, DistrictId
from mali_powstancy.engine.cards import Colour
from mali_powstancy.views.drawn import DARK, GROUND, INK, LIGHT, SIDE, dots, filled, framed, lined, paint
from mali_powstancy.views.map.board_svg import SOLDIER, TOKEN, scout_drawing
from mali_powstancy.views.map.chart import chart_of

RED = paint("patrol-0")
_CARD = 34
"""The width of a movement card; it is as high as a sign."""
_SPACE = 30
"""The width of a space of the track."""
_OCTAGON = "M14 16.5H25L32 24V35L25 42.5H14L7 35V24z"
_RING = "M19.5 17A12.5 12.5 0 1 0 19.5 42A12.5 12.5 0 1 0 19.5 17"
_FLAG = "M14 45V4M14 6H38L32 14L38 22H14"
_ARROW = "M4 0H-4M1-4L5 0L1 4"


def _text(text: str, x: float, y: float, size: float, fill: str = INK) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" font-weight="700" text-anchor="middle" fill="{fill}">'
        f"{escape(text)}</text>"
    )


def _at(x: float, y: float, content: str, scale: float = 1) -> str:
    return f'<g transform="translate({x:g} {y:g})scale({scale:g})">{content}</g>'


# The die and the cards ------------------------------------------------------------------------------------------------


def die(colour: Colour, number: int) -> str:
    """The die as on paper: a black number stands on the soldier's shape and a red one in a ring, so both are known."""
    body = lined("M3 13L12 4H45V37L36 46H3zM3 13H36V46M36 13L45 4", 2.6, DARK, LIGHT)
    if colour is Colour.BLACK:
        return framed("die", body + filled(_OCTAGON, DARK) + _text(str(number), 19.5, 36.5, 20, LIGHT))
    return framed("die", body + lined(_RING, 2.8, RED) + _text(str(number), 19.5, 36.5, 20, RED))


def movement_cards(numbers: Sequence[int | None], patrols: Sequence[int]) -> str:
    """Cards side by side, each in the colour and with the shape of its patrol; one without a number lies face down."""
    drawn = []
    for at, (number, patrol) in enumerate(zip(numbers, patrols, strict=True)):
        edge = lined("M5 2H29Q32 2 32 5V43Q32 46 29 46H5Q2 46 2 43V5Q2 2 5 2z", 2.5, DARK, LIGHT)
        if number is None:
            inside = lined("M7 8H27V40H7zM7 16L27 32M7 32L27 16M7 24H27", 1.6, DARK)
        else:
            inside = _text(str(number), 17, 24, 21, DARK)
        drawn.append(_at(_CARD * at, 0, f"{edge}{inside}{_patrol(patrol, 17, 36 if number else 24)}"))
    return framed("cards", "".join(drawn), size=(_CARD * len(numbers), SIDE))


def _patrol(number: int, x: float, y: float, name: str = "", scale: float = 0.72) -> str:
    return _at(x, y, f'<g class="mp-map"><g class="mp-patrol-{number}">{scout_drawing(number, name)}</g></g>', scale)


def hand(numbers: Sequence[int]) -> str:
    """A whole hand of cards."""
    cards = (
        f'<g transform="translate(11 3)scale(.8)rotate({(at - (len(numbers) - 1) / 2) * 13:g} 16 60)">'
        + lined("M3 8H29V46H3z", 2, DARK, LIGHT)
        + _text(str(number), 10, 22, 13, DARK)
        + "</g>"
        for at, number in enumerate(numbers)
    )
    return framed("hand", "".join(cards))


# Scouts and the soldier -----------------------------------------------------------------------------------------------


def scouts(*known: tuple[int, str], behind: str = "") -> str:
    """One or two scouts, by the number of the patrol and the name; behind bars, if they are caught."""
    pieces = [_patrol(patrol, 24 + 54 * at, 24, name, 1.6) for at, (patrol, name) in enumerate(known)]
    swap = _at(51, 17, lined(_ARROW, 2.4)) + _at(51, 31, f'<g transform="rotate(180)">{lined(_ARROW, 2.4)}</g>')
    bars = lined("M4 3V45M14 3V45M24 3V45M34 3V45M44 3V45M2 6H46M2 42H46", 2.6) if behind == "bars" else ""
    width = SIDE + 54 * (len(known) - 1)
    return framed("scouts", "".join(pieces) + (swap if len(known) == 2 else "") + bars, size=(width, SIDE))


def soldier() -> str:
    """The soldier as on the map."""
    return framed("soldier", f'<g class="mp-soldier">{_at(24, 24, SOLDIER, 1.35)}</g>')


# Orders and the track -------------------------------------------------------------------------------------------------


def _envelope(x: float, y: float, width: float, line: float) -> str:
    """One with its upper left corner here."""
    height = 0.66 * width
    edge = lined(f"M{x:g} {y:g}h{width:g}v{height:g}h{-width:g}z", line, DARK, LIGHT)
    return edge + lined(f"M{x:g} {y:g}l{width / 2:g} {height / 2:g}l{width / 2:g} {-height / 2:g}", line, DARK)


_SIGNS = {
    "new": lined("M38 3V15M32 9H44", 3.4, RED),
    "taken": lined("M24 24V3M17 9L24 2L31 9", 3.4),
    "brought": lined("M17 34L24 42L37 26", 4.5, paint("good")),
    "left": lined("M24 30V46M17 40L24 47L31 40", 3.4),
    "late": lined("M8 8L40 42M40 8L8 42", 4, RED),
    "away": lined("M8 8L40 42", 4),
}


def order(what: str = "", number: str = "") -> str:
    """An envelope with a sign of what becomes of it, and perhaps the points for it."""
    told = _text(number, 68, 34, 26) if number else ""
    return framed("order", _envelope(5, 12, 38, 2.6) + _SIGNS.get(what, "") + told, size=(92 if told else SIDE, SIDE))


def two_orders() -> str:
    """Two envelopes that change places."""
    swap = _at(24, 24, lined("M-9-5V9M-13 5L-9 10L-5 5M9 5V-9M5-5L9-10L13-5", 2.2))
    both = (_envelope(11, y, 26, 2) for y in (1.5, 29.5))
    return framed("two-orders", "".join(both) + swap)


def track(spaces: int, taken: Collection[int], *, passing: bool = False) -> str:
    """The spaces of the order track, with a card where one lies, and an arrow where time passes."""
    drawn = []
    for space in range(1, spaces + 1):
        x = _SPACE * (space - 1)
        drawn.append(lined(f"M{x + 2} 16H{x + 28}V44H{x + 2}z", 2, INK, GROUND))
        number = sum(each == space for each in taken)
        drawn.append(_envelope(x + 7, 20, 16, 1.8) if number else "")
        drawn.append(_text(f"×{number}", x + 15, 42, 10) if number > 1 else "")
    if passing:
        end = _SPACE * spaces - 8
        drawn.append(lined(f"M8 8H{end}M{end - 7} 2L{end} 8L{end - 7} 14", 3, RED))
    return framed("track", "".join(drawn), size=(_SPACE * spaces, SIDE))


def goal_card(is_known: bool = False) -> str:
    """A card with a secret goal, face down for all others."""
    edge = lined("M11 3H37V45H11z", 2.5, DARK, LIGHT)
    inside = lined("M24 14A10 10 0 1 0 24 34A10 10 0 1 0 24 14M24 20A4 4 0 1 0 24 28A4 4 0 1 0 24 20", 2.2, DARK)
    return framed("goal", edge + (inside if is_known else _text("?", 24, 33, 26, DARK)))


# The course of the game -----------------------------------------------------------------------------------------------


def flag(number: str = "") -> str:
    """The marker of a round, with its number."""
    return framed("flag", lined(_FLAG, 3, INK, paint("start")) + (_text(number, 24, 20, 14) if number else ""))


def gossip() -> str:
    """What is said in the street."""
    return framed(
        "gossip", lined("M6 8H42V32H24L14 42V32H6z", 2.6, DARK, LIGHT) + dots(((15, 20), (24, 20), (33, 20)), 5, DARK)
    )


def closed() -> str:
    """The small token that closes a road."""
    return framed("closed", f'<g class="mp-token">{_at(24, 24, TOKEN, 1.9)}</g>')


@lru_cache(maxsize=64)
def fallen(board: Board, district: DistrictId) -> str:
    """The outline of a district as on the map, and dark."""
    chart = chart_of(board)
    points = [chart.at[each] for each in board.fields_in[district]]
    left, top = (min(point[axis] for point in points) - 70 for axis in (0, 1))
    right, bottom = (max(point[axis] for point in points) + 70 for axis in (0, 1))
    scale = min(96 / (right - left), SIDE / (bottom - top))
    dark = (
        f'<path class="mp-lost" d="{chart.outline[district]}"/><path class="mp-hatch" d="{chart.hatching[district]}"/>'
    )
    drawn = f'<g transform="scale({scale:.3f})translate({-left:.0f} {-top:.0f})">{dark}</g>'
    return framed("fallen", drawn, size=(round((right - left) * scale), round((bottom - top) * scale)))
