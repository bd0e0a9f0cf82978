"""A front of Bitwa Warszawska at a glance: how many units stand on its four lines, and the strengths of both armies."""

from __future__ import annotations

from collections.abc import Collection

from mali_powstancy.bitwa_warszawska.cards import UNIT_VALUES, Army
from mali_powstancy.views.drawn import GROUND, INK, filled, framed, lined, placed
from mali_powstancy.views.front.signs import TONES, advantage_marker, shape

SIZE = (160, 68)
CELL = (34, 30)
_LEFT = {(0, 2): 2, (0, 1): 38, (1, 1): 88, (1, 2): 124}
"""Where the line of an army begins: as on the board the first lines of both face each other."""
_SUMS, _GIFTS = (46, 114), (16, 144)
"""Where the strength of an army stands, and below its second line what does not come from units."""

ArmyLine = tuple[Army, int]
"""The first or the second line of an army."""
Units = dict[ArmyLine, int]
"""How many units stand there."""


def front_standing(units: Units, strengths: tuple[int, int], changed: Collection[ArmyLine] = ()) -> str:
    """A front as it is counted; the lines that have just changed have a heavy frame."""
    return framed("standing", _lines(units, changed) + _sums(units, strengths) + _number(80, 61, ":", 28), size=SIZE)


def front_result(
    units: Units, strengths: tuple[int, int] | None, winner: Army | None, lang: str, changed: Collection[ArmyLine] = ()
) -> str:
    """The same once it is decided: the marker points to the half of who has won. When losses leave, no sum is left."""
    marker = placed(advantage_marker(winner, lang), 66, 37, 28)
    sums = _sums(units, strengths) if strengths else ""
    return framed("standing", _lines(units, changed) + sums + marker, size=SIZE)


def _lines(units: Units, changed: Collection[ArmyLine]) -> str:
    drawn = [filled("M79 2h2v30h-2z")]
    for line, left in _LEFT.items():
        (width, height), number, army = CELL, units[line], line[0]
        drawn.append(lined(f"M{left} 2h{width}v{height}h-{width}z", 4 if line in changed else 1.4, fill=GROUND))
        drawn.append(shape(army, left + 10, 17, (6.4, 7.2)[army], TONES[army] if number else GROUND, 1.8))
        drawn.append(_number(left + 25, 24, str(number), 19 if number < 10 else 14))
    return "".join(drawn)


def _sums(units: Units, strengths: tuple[int, int]) -> str:
    """Both strengths; a commander and an order give what units do not [V-4, V-5]."""
    drawn = []
    for army, strength in enumerate(strengths):
        drawn.append(_number(_SUMS[army], 63, str(strength), 32 if strength < 10 else 26))
        given = strength - sum(value * units[army, line] for line, value in enumerate(UNIT_VALUES, start=1))
        if given > 0:
            x = _GIFTS[army]
            drawn.append(lined(f"M{x - 14} 41h28v22h-28z", 1.4, fill=GROUND) + _number(x, 58, f"+{given}", 17))
    return "".join(drawn)


def _number(x: float, y: float, text: str, size: float) -> str:
    where = f'x="{x:g}" y="{y:g}" text-anchor="middle"'
    return f'<text {where} font-size="{size:g}" font-weight="700" fill="{INK}">{text}</text>'
