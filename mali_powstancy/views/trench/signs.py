"""Our own small drawings for Wiarusi: threats, charms, bolts, arrows of support, tokens and the two quiet cards.

Shapes alone say what is meant: weather is a frame (night a disc, snow a hexagon, rain a square), attack is a thing
without a frame. Signs are square, cards are not.
"""

from __future__ import annotations

from math import cos, pi, sin

from mali_powstancy.views.drawn import DARK, GROUND, INK, LIGHT, disc, dots, filled, framed, lined, paint, placed
from mali_powstancy.wiarusi.cards import Threat, ThreatId, TileId

CARD = (63, 88)
"""Width and height of a quiet card in its own units: millimetres, if it is printed."""


# Threats --------------------------------------------------------------------------------------------------------------


def flake(x: float, y: float, arm: float) -> str:
    """The path of a crystal of snow around a point: six arms with two twigs each."""

    def at(angle: float, far: float) -> str:
        return f"{x + arm * far * sin(angle):.1f} {y - arm * far * cos(angle):.1f}"

    lines = []
    for number in range(6):
        angle = number * pi / 3
        lines.append(f"M{x:.1f} {y:.1f}L{at(angle, 1)}")
        lines.append(f"M{at(angle - 0.34, 0.9)}L{at(angle, 0.55)}L{at(angle + 0.34, 0.9)}")
    return "".join(lines)


_MOON = "M29 10.5A14.2 14.2 0 1 0 38.5 29.5A12.6 12.6 0 0 1 29 10.5z"
_STAR = "M0-4.6L1.2-1.2L4.6 0L1.2 1.2L0 4.6L-1.2 1.2L-4.6 0L-1.2-1.2z"
_CLOUD = "M13.5 26.5A6.2 6.2 0 0 1 14 14.2A9.2 9.2 0 0 1 31.4 12.6A7 7 0 0 1 34.5 26.5z"
_THREATS: dict[ThreatId, str] = {
    Threat.NIGHT: (
        f"{disc(24, 24, 21.5, DARK, 2.5)}{filled(_MOON, LIGHT)}"
        f'<g fill="{LIGHT}"><path d="{_STAR}" transform="translate(35.5 17)"/></g>'
    ),
    Threat.SNOW: (
        lined("M24 2.2L42.9 13.1V34.9L24 45.8L5.1 34.9V13.1z", 2.5, fill=LIGHT) + lined(flake(24, 24, 15.5), 2.7, DARK)
    ),
    Threat.RAIN: (
        f'<rect x="3" y="3" width="42" height="42" rx="6" fill="{paint("water")}" stroke="{INK}" stroke-width="2.5"/>'
        f"{filled(_CLOUD)}{lined('M15.5 31L12.5 38.5M24 31L21 38.5M32.5 31L29.5 38.5', 3)}"
    ),
    Threat.SHELL: (
        '<g transform="rotate(20 24 24)">'
        + filled("M24 .5C31 7.5 34.5 15.5 34.5 24V39.5H13.5V24C13.5 15.5 17 7.5 24 .5z")
        + filled("M14.5 42H33.5V44.5Q33.5 47 31 47H17Q14.5 47 14.5 44.5z")
        + f"{lined('M17.5 10.8Q24 13.4 30.5 10.8', 2.2, GROUND)}{lined('M13.5 33H34.5', 2.4, GROUND)}</g>"
    ),
    Threat.MASK: (
        filled("M24 2C35 2 41 8.5 41 18C41 26.5 36.5 31.5 33 36.5H15C11.5 31.5 7 26.5 7 18C7 8.5 13 2 24 2z")
        + lined("M24 3V8.5M24 8.5L16 11M24 8.5L32 11", 2, GROUND)
        + "".join(disc(x, y, r, INK, 2.6, GROUND) for x, y, r in ((16.2, 19.2, 5.6), (31.8, 19.2, 5.6), (24, 36, 9.6)))
        + dots(((14.6, 17.6), (30.2, 17.6)), 3.8, GROUND)
        + dots(((24, 36), (24, 31.6), (24, 40.4), (20, 33.8), (28, 33.8), (20, 38.2), (28, 38.2)), 3, GROUND)
    ),
    Threat.WHISTLE: (
        filled("M20 16.5H45.5V25.5H32.2A13 13 0 1 1 20 16.5z")
        + f"{dots([(20, 29.5)], 10, GROUND)}{lined('M30.5 16.5V21.5', 3.4, GROUND)}"
        + lined("M9.5 20.5C3.5 15 5 6.5 12 5C16.5 4 19.5 6.8 18 10.5", 2.6)
    ),
}


def threat_sign(threat: ThreatId, label: str = "") -> str:
    """The sign of a threat: weather in a frame, attack without one."""
    return framed(f"threat mp-drawn-{threat}", _THREATS[threat], label)


def charm_sign(threat: ThreatId, label: str = "", *, is_used: bool = False) -> str:
    """A keepsake on a cord with the sign of the threat that it keeps away; a used one is but the shadow of it."""
    inner = placed(framed("threat", _THREATS[threat]), 11, 15.5, 26)
    if is_used:
        ring = (
            f'<circle cx="24" cy="28.5" r="18" fill="none" stroke="{INK}" stroke-width="2" stroke-dasharray="3 4.07"/>'
        )
        content = f'{ring}<g opacity=".4">{inner}</g>{lined("M11 41.5L37 15.5", 3)}'
    else:
        cord = lined("M9 1.5C12 7 18 9.5 24 9.5S36 7 39 1.5", 2.2)
        plate = disc(24, 28.5, 18, GROUND, 2.4)
        loop = disc(24, 8.5, 2.8, GROUND, 2)
        content = f"{cord}{plate}{inner}{loop}"
    return framed(f"charm mp-drawn-{threat}", content, label)


# What happens and what is passed on -----------------------------------------------------------------------------------


def bolt(label: str = "") -> str:
    """The mark of a hard knock."""
    return framed("bolt", lined("M28 2.5L9.5 27.5H22L17.5 45.5L38.5 18.5H25.5z", 2, fill=INK), label)


def trap_sign(label: str = "") -> str:
    """Barbed wire in the triangle of a warning."""
    wire = (
        "M10.5 36C15 31.5 19.5 38.5 24 35S33 31.5 37.5 36M16 27.5L21 41M21.5 28.5L15.5 40M27 28.5L33 40M32 27.5L27 41"
    )
    return framed("trap", lined("M24 3.5L46 44.5H2z", 3, fill=GROUND) + lined(wire, 2.4), label)


def christmas_sign(label: str = "") -> str:
    """A small fir with a star."""
    tree = "M24 10.5L33 21H29.5L37 30H33L42 40H6L15 30H11L18.5 21H15z"
    lights = dots(((24, 18.5), (19.5, 26), (28, 29), (16, 36), (31.5, 36)), 3.8, GROUND)
    return framed(
        "christmas",
        f"{filled(tree)}{lined('M24 40V45.5', 5)}{lights}"
        f'<path d="{_STAR}" transform="translate(24 6.5) scale(1.35)" fill="{INK}"/>',
        label,
    )


def tile_arrow(kind: TileId, label: str = "") -> str:
    """Where a support tile points: a head and a dot for each place, to the left or to the right."""
    side, places = kind[0], int(kind[1])
    heads = "".join(f"M{17 + 11 * n} 9.5L{6 + 11 * n} 20.5L{17 + 11 * n} 31.5" for n in range(places))
    below = dots([(24 + 11 * (n - (places - 1) / 2), 39.5) for n in range(places)], 6)
    turn = ' transform="matrix(-1 0 0 1 48 0)"' if side == "R" else ""
    plate = f'<rect x="2" y="2" width="44" height="44" rx="7" fill="{GROUND}" stroke="{INK}" stroke-width="2"/>'
    return framed(
        f"tile mp-drawn-{kind}",
        f"{plate}<g{turn}>{lined(f'M{7 + 11 * (places - 1)} 20.5H41{heads}', 4.6)}</g>{below}",
        label,
    )


def speech_token(label: str = "") -> str:
    """A token: somebody speaks."""
    bubble = "M9 13.5Q9 9 13.5 9H34.5Q39 9 39 13.5V25.5Q39 30 34.5 30H25L16 38.5V30H13.5Q9 30 9 25.5z"
    return framed(
        "speech",
        f"{disc(24, 24, 22.5, GROUND, 2)}{filled(bubble)}{lined('M15.5 16.5H32.5M15.5 22.5H27', 3, GROUND)}",
        label,
    )


def leader_marker(label: str = "") -> str:
    """The pennant of who leads the mission: of no country."""
    return framed(
        "leader",
        lined("M12 45.5V3.5", 4) + lined("M13 6L42 15.5L13 25z", 2.6, fill=INK) + dots([(21.5, 15.5)], 6.4, GROUND),
        label,
    )


def face_down(label: str = "") -> str:
    """A tile or a card of which only the back is seen."""
    plate = f'<rect x="2" y="2" width="44" height="44" rx="7" fill="{INK}" stroke="{INK}" stroke-width="2"/>'
    return framed("back", plate + lined("M11 37L37 11M11 24L24 11M24 37L37 24", 2.4, GROUND), label)


# The two quiet cards --------------------------------------------------------------------------------------------------


def peace_card(label: str = "") -> str:
    """A road home: a bird above the roofs of a village."""
    width, height = CARD
    ground = f'<rect x="1" y="1" width="61" height="86" rx="4" fill="{GROUND}" stroke="{INK}" stroke-width="1.2"/>'
    hills = lined("M3 58C14 51 24 50 33 54S51 58 60 51", 1.2)
    village = (
        filled("M37 53V44L40 36.5L43 44V53zM44 53.5V48L48.5 44L53 48V54zM29 52V48L32.5 45L36 48V53z")
        + lined("M40 36.5V33.2M38.8 34.4H41.2", 0.9)
        + f'<g fill="{GROUND}"><path d="M47.3 50h2.4v3.5h-2.4zM31.6 49h1.8v3h-1.8zM39.4 45.5h1.2v2.4h-1.2z"/></g>'
    )
    road = filled("M34 56.5C29 60 40 63 33 69S18 78 17 85H35C36 78 47 72 46 66S38 60 37 57z") + lined(
        "M35.6 60C38.5 63.5 43 64 39.5 69S27.5 77 26 83.5", 1, GROUND
    )
    bird = (
        filled(
            "M11.5 25.5C15.5 25.8 18.3 24.6 20 22C17.6 17.5 17.7 12.2 20.4 7.6C23.5 11 26 14.6 27.6 18.8"
            "C30.6 14.6 35 12 40.6 11.4C39.4 17.6 36.4 22.4 31.6 25.2C28.8 29.6 24 31.6 18.8 30.4"
            "L10.4 33.4L14.6 28.6z"
        )
        + lined("M31.6 25.2C34 24.6 35.6 25 36.6 26.4M36.6 26.4L33.2 27M36.6 26.4L40 27.2", 1.1)
        + dots([(31, 22.8)], 1.6, GROUND)
    )
    return framed("peace", f"{ground}{hills}{village}{road}{bird}", label, (width, height))


def monument_card(label: str = "") -> str:
    """A stone with six lines for six names, and a cornflower at its foot."""
    ground = f'<rect x="1" y="1" width="61" height="86" rx="4" fill="{GROUND}" stroke="{INK}" stroke-width="1.2"/>'
    stone = lined("M22 66L25 14L31.5 7L38 14L41 66zM17 66H46V72H17zM12 72H51V79H12z", 1.4)
    names = lined("".join(f"M{27 - n * 0.25:g} {26 + 6 * n}H{36 + n * 0.25:g}" for n in range(6)), 1.5)
    petals = "".join(
        f'<path d="M0-1.5L-1.7-6.4L0-5.4L1.7-6.4z" transform="rotate({turn})"/>' for turn in range(-90, 91, 36)
    )
    flower = (
        f'<g transform="translate(9.5 62)">{lined("M0 2C1.2 8 .6 13 0 18M.7 11C3 10.5 4.4 9 5 7", 1.1)}'
        f'<g fill="{INK}">{petals}<path d="M-2-1Q0-2.4 2-1L1 3.4H-1z"/></g></g>'
    )
    grass = lined("M6 82C18 79.5 45 79.5 57 82", 1.2)
    return framed("monument", f"{ground}{stone}{names}{flower}{grass}", label, CARD)
