"""Our own small drawings for Bitwa Warszawska: units, kinds of cards, resources and markers.

Shapes alone say what is meant. The Polish Army is a light square, the Red Army a dark disc, and each bears the first
letter of its name; what belongs to nobody is neither. Nobody has a face or a rank: a commander is a plain figure.
"""

from __future__ import annotations

from mali_powstancy.bitwa_warszawska.cards import MARKERS, RESOURCES, WP, Army, Front
from mali_powstancy.views.drawn import GROUND, INK, disc, dots, filled, framed, lined, paint

TONES = paint("wp"), paint("acz")
INKS = paint("wp-ink"), paint("acz-ink")
"""By army: the colour of its things, and of what is drawn on them."""
LETTERS = {"pl": "WA", "en": "PR"}
"""By language: with what the names of the armies begin."""
_LETTERS = {
    "W": "M-10.5-9.5L-5.6 9.5L0-6L5.6 9.5L10.5-9.5",
    "A": "M-8.8 9.5L0-9.5L8.8 9.5M-5.6 3.2H5.6",
    "P": "M-6 9.5V-9.5H1A5.6 5.6 0 0 1 1 1.7H-6",
    "R": "M-6.5 9.5V-9.5H1A5.6 5.6 0 0 1 1 1.7H-6.5M.5 1.7L7.5 9.5",
    "+": "M-7 0H7M0-7V7",
    "1": "M-4.5-5.5L1-9.5V9.5",
    "2": "M-6-4.6A6 5.4 0 0 1 6-4.4C6-.5-3.5 5-6 9.5H6.5",
    "3": "M-5.8-9.5H5.6L-.6-2A5.9 5.9 0 1 1-6 6.4",
    "4": "M3 9.5V-9.5L-7.4 4.2H7.4",
    "5": "M5.4-9.5H-4.6L-5.4-1.2A6 6 0 1 1-6 6.2",
    "6": "M4.4-9.5C-2-6.8-6-1.6-6 3.7A6 5.8 0 1 0 6 3.7A6 5.8 0 1 0-6 3.7",
}
"""The few letters and numbers of the drawings, around their middle."""


def letter(sign: str, x: float, y: float, stroke: str = INK, scale: float = 1, width: float = 4) -> str:
    """A letter, number or plus around a point."""
    where = f"translate({x:g} {y:g})" + (f" scale({scale:g})" if scale != 1 else "")
    return f'<g transform="{where}">{lined(_LETTERS[sign], width / scale, stroke)}</g>'


def shape(army: Army, x: float, y: float, half: float, fill: str, width: float) -> str:
    """The shape of an army around a point: a square, or a disc."""
    if army != WP:
        return disc(x, y, half, fill, width)
    return lined(f"M{x - half:g} {y - half:g}h{2 * half:g}v{2 * half:g}h{-2 * half:g}z", width, fill=fill)


# Armies ---------------------------------------------------------------------------------------------------------------


def unit_sign(army: Army, lang: str, label: str = "") -> str:
    """A unit: the shape, the tone and the letter of its army."""
    drawn = shape(army, 24, 24, (18.5, 20.5)[army], TONES[army], 2.6)
    return framed(f"unit mp-drawn-army-{army}", drawn + letter(LETTERS[lang][army], 24, 24, INKS[army]), label)


def card_back(army: Army, lang: str, label: str = "") -> str:
    """A card of an army of which only the back is seen."""
    card = lined(
        "M10 2.5h28a3 3 0 0 1 3 3v37a3 3 0 0 1-3 3h-28a3 3 0 0 1-3-3v-37a3 3 0 0 1 3-3z", 2.4, fill=TONES[army]
    )
    corners = dots([(x, y) for x in (13.5, 34.5) for y in (9, 39)], 3.4, INKS[army])
    drawn = f"{card}{corners}{letter(LETTERS[lang][army], 24, 24, INKS[army], 0.86, 3.4)}"
    return framed(f"back mp-drawn-army-{army}", drawn, label)


def advantage_marker(army: Army | None, lang: str, label: str = "") -> str:
    """Who has won a front: it points to the half of the winner, the left one or the right one; at first to neither."""
    if army is None:
        both = "M24 9L41 24L24 39L7 24z"
        return framed("advantage", lined(both, 2.6, fill=GROUND) + dots([(24, 24)], 8), label)
    left = "M2.5 24L20 5V13.5H45.5V34.5H20V43z"
    arrow = lined(left, 2.6, fill=TONES[army])
    if army != WP:
        arrow = f'<g transform="matrix(-1 0 0 1 48 0)">{arrow}</g>'
    mark = letter(LETTERS[lang][army], 27.5 if army == WP else 20.5, 24, INKS[army], 0.78, 3.6)
    return framed(f"advantage mp-drawn-army-{army}", arrow + mark, label)


_BAR = "M3 16h42v16h-42z"
_OCTAGON = "M15.5 3.5h17l12 12v17l-12 12h-17l-12-12v-17z"
_STRIPES = "M12 42.5L42.5 12M5.5 36L36 5.5M5.5 23L23 5.5M25 42.5L42.5 25M38.5 42.5L42.5 38.5M5.5 9.5L9.5 5.5"
_SPOTS = [(x, y) for y in (6.5, 12, 36, 41.5) for x in (12, 20, 28, 36) if (x - 24) ** 2 + (y - 24) ** 2 < 330]
_GRID = "M15.5 4.5V43.5M24 3.5V44.5M32.5 4.5V43.5M4.5 15.5H43.5M4.5 32.5H43.5"


def blockade_marker(marker: str, lang: str, label: str = "") -> str:
    """A barrier on a plate: striped the Polish Army's, spotted the Red Army's, with a grid the Special one."""
    if marker not in MARKERS[:2]:
        plate = lined(_OCTAGON, 2.6, fill=GROUND) + lined(_GRID, 1.6)
        beam = lined(_BAR, 2.2, fill=GROUND) + lined("M11 24H37", 3.4) + dots([(11, 24), (24, 24), (37, 24)], 8)
        return framed("blockade mp-drawn-special", plate + beam, label)
    army = MARKERS.index(marker)
    tone, ink = TONES[army], INKS[army]
    pattern = lined(_STRIPES, 2, ink) if army == WP else dots(_SPOTS, 4.2, ink)
    plate = shape(army, 24, 24, (19.5, 21.5)[army], tone, 2.6) + pattern
    beam = lined(_BAR, 2.2, fill=GROUND) + lined("M7.5 24H12M36 24H40.5", 4)
    drawn = f"{plate}{beam}{letter(LETTERS[lang][army], 24, 24, INK, 0.56, 3.2)}"
    return framed(f"blockade mp-drawn-army-{army}", drawn, label)


# Cards ----------------------------------------------------------------------------------------------------------------

_FIGURE = "M8.5 45C8.5 33.5 14 29 24 29S39.5 33.5 39.5 45z"
_SHEET = "M9 2.5H31L40 11.5V45.5H9z"
_KINDS = {
    # everybody alike, bare-headed
    "commander": filled(_FIGURE) + dots([(24, 15.5)], 21),
    # two lines with units of no army on them
    "unit": lined("M4 21.5H44M4 44H44", 2.6) + filled("M18 4.5h12v13h-12zM7 27h12v13h-12zM29 27h12v13h-12z"),
    "order": lined(_SHEET, 2.6, fill=GROUND)
    + lined("M31 2.5V11.5H40", 2.2)
    + lined("M15.5 19H33.5M15.5 27H33.5M15.5 35H26", 3),
}


def kind_sign(kind: str, label: str = "") -> str:
    """What kind of card it is: a commander, units or an order."""
    return framed(f"kind mp-drawn-{kind}", _KINDS[kind], label)


def radio_sign(label: str = "") -> str:
    """A radio mast: what it sends, everybody can hear."""
    mast = "M24 15L13.5 45M24 15L34.5 45M20.5 25H27.5M17 35H31M20.5 25L31 35M27.5 25L17 35"
    near = "M17.5 8.2A9.6 9.6 0 0 0 17.5 19M30.5 8.2A9.6 9.6 0 0 1 30.5 19"
    far = "M11.5 3.5A17 17 0 0 0 11.5 23.7M36.5 3.5A17 17 0 0 1 36.5 23.7"
    return framed("radio", lined(mast, 2.4) + lined(near + far, 2.6) + dots([(24, 13)], 7), label)


def telegraph_sign(label: str = "") -> str:
    """A telegraph key, and above it what is sent: dots and dashes."""
    base = filled("M4 37H44V43.5H4z")
    key = (
        lined("M9 27.5L38 24.5", 3.6)
        + lined("M17 36.5V29M31 36.5V31", 3)
        + filled("M31 12.5h12a2 2 0 0 1 2 2v4a2 2 0 0 1-2 2h-12a2 2 0 0 1-2-2v-4a2 2 0 0 1 2-2z")
    )
    stem = lined("M37.5 20V24.5", 3)
    sent = lined("M5 6H13M21 6h.01M28 6h.01M35 6H43M5 14.5h.01M12 14.5H20", 4)
    return framed("telegraph", base + key + stem + sent, label)


# Resources ------------------------------------------------------------------------------------------------------------


def _coin(x: float, y: float) -> str:
    return lined(f"M{x - 10:g} {y:g}v5.5a10 3.8 0 0 0 20 0v-5.5", 2.2, fill=GROUND) + lined(
        f"M{x - 10:g} {y:g}a10 3.8 0 0 0 20 0a10 3.8 0 0 0-20 0z", 2.2, fill=GROUND
    )


def _bust(x: float, y: float, fill: str) -> str:
    body = f"M{x - 9:g} {y + 20:g}c0-9 4-12 9-12s9 3 9 12z"
    return lined(body, 2.2, fill=fill) + disc(x, y, 5.2, fill, 2.2)


_RESOURCES = dict(
    zip(
        RESOURCES,
        (
            "".join(_coin(14, y) for y in (36, 29.5, 23)) + "".join(_coin(34, y) for y in (36, 29.5, 23, 16.5, 10)),
            lined("M4.5 17H43.5V44.5H4.5zM4.5 17L12 6H36L43.5 17", 2.6, fill=GROUND)
            + lined("M4.5 30.7H43.5M14 17V44.5M34 17V44.5M14 17L19 6M34 17L29 6", 2.2),
            _bust(24, 9, GROUND) + _bust(11.5, 24, GROUND) + _bust(36.5, 24, GROUND) + _bust(24, 25.5, INK),
        ),
        strict=True,
    )
)


def resource_sign(resource: str, label: str = "") -> str:
    """A resource: coins for Funds, a crate for Supplies, people for Public support."""
    return framed(f"resource mp-drawn-{resource}", _RESOURCES[resource], label)


# What belongs to nobody -----------------------------------------------------------------------------------------------


def scoring_marker(label: str = "") -> str:
    """The marker of additional scoring: one point more on this front."""
    plate = lined("M24 2.5L45.5 24L24 45.5L2.5 24z", 2.4, fill=INK)
    return framed(
        "scoring", plate + letter("+", 16.5, 24, GROUND, 0.68, 3.8) + letter("1", 30.5, 24, GROUND, 0.9, 3.8), label
    )


def point_sign(label: str = "") -> str:
    """Victory points: a tally, as points are counted."""
    return framed("point", lined("M9 7V41M19 7V41M29 7V41M39 7V41", 4.4) + lined("M3 36L45 12", 3.6), label)


def initiative_marker(number: int = 0, label: str = "") -> str:
    """Who acts first, or by its number who acts when."""
    plate = lined("M3.5 8H28L45 24L28 40H3.5z", 2.6, fill=GROUND)
    mark = letter(str(number), 20, 24, INK, 1, 4.2) if number else lined("M10.5 24H32M24 15L33 24L24 33", 4)
    return framed(f"initiative mp-drawn-initiative-{number}", plate + mark, label)


def effect_marker(label: str = "") -> str:
    """The effect of a commander that was chosen: a ring with a tick."""
    return framed("effect", disc(24, 24, 19.5, GROUND, 2.8) + lined("M14 24.5L21.5 32L35 16.5", 4.6), label)


def round_marker(label: str = "") -> str:
    """A leaf of a calendar: a round is a day."""
    leaf = lined("M6 9H42V44.5H6z", 2.6, fill=GROUND) + filled("M6 9H42V19H6z") + lined("M15 4V12.5M33 4V12.5", 3.4)
    rings = lined("M15 9V12.5M33 9V12.5", 1.4, GROUND)
    days = dots([(x, y) for y in (27, 36.5) for x in (14, 24, 34)], 4.6)
    return framed("round", leaf + rings + days, label)


def front_sign(front: Front, label: str = "") -> str:
    """Which of the three fronts: they lie one below the other, from north to south."""
    bands = "".join(
        lined(f"M4 {6.5 + 13 * row:g}H44V{15.5 + 13 * row:g}H4z", 2.2, fill=INK if row == front else GROUND)
        for row in range(3)
    )
    return framed(f"front mp-drawn-front-{front}", bands, label)
