"""The six friends and the chaplain, as old photographs: known by cap, beard, glasses or letter, and without weapons."""

from __future__ import annotations

from mali_powstancy.views.drawn import DARK, INK, LIGHT, disc, dots, framed
from mali_powstancy.wiarusi.cards import CharacterId

SIDE = 64
"""Width and height of a portrait in its own units."""
CHAPLAIN: CharacterId = "chaplain"


def _dark(path: str) -> str:
    return f'<path d="{path}" fill="{DARK}"/>'


def _light(path: str, width: float = 1.3) -> str:
    return f'<path d="{path}" fill="{LIGHT}" stroke="{DARK}" stroke-width="{width:g}"/>'


def _line(path: str, width: float = 1.3, stroke: str = DARK) -> str:
    return f'<path d="{path}" fill="none" stroke="{stroke}" stroke-width="{width:g}"/>'


def _shade(path: str) -> str:
    """A tone between light and dark, of fine lines on paper and of grey on a screen."""
    return f'<path d="{path}" fill="{DARK}" fill-opacity=".28"/>'


# Each friend is drawn from the coat to the cap, so that what is nearer covers what is farther.
_COAT = _dark("M4 64C4.5 53 10 48.5 22 45.5L32 50L42 45.5C54 48.5 59.5 53 60 64z")
_BUTTONS = dots([(x, y) for y in (55.5, 61) for x in (26.5, 37.5)], 2.5, LIGHT)
_LAPELS = _line("M22.5 46.5L29.5 53L32 64M41.5 46.5L34.5 53L32 64", 1.1, LIGHT)
_NECK = _light("M26 38V46L32 50.5L38 46V38z")
_FACE = _light("M22 27C22 18 25.5 14.5 32 14.5S42 18 42 27C42 35.5 38 42 32 42S22 35.5 22 27z")
_EARS = _light("M22.2 26C19.6 25 19.4 31 22.8 31.4M41.8 26C44.4 25 44.6 31 41.2 31.4")
_EYES = dots(((28, 27.4), (36, 27.4)), 2.3, DARK) + _line("M25.6 24.6Q28 23.4 30 24.4M34 24.4Q36 23.4 38.4 24.6", 1.2)
_NOSE = _line("M32.4 27.5L31 32.2Q32 33 33.4 32.4", 1.1)
_MOUTH = _line("M29.3 36.4Q32 37.9 34.7 36.4", 1.3)
_HEAD = _NECK + _EARS + _FACE

_FRIENDS: dict[CharacterId, str] = {
    # young, in the flat cap of 1914
    "felix": (
        f"{_COAT}{_LAPELS}{_BUTTONS}{_HEAD}{_EYES}{_NOSE}{_MOUTH}"
        + _dark("M22 26.4L22.6 18H41.4L42 26.4C41 23.4 38.6 21.6 32 21.6S23 23.4 22 26.4z")
        + _dark("M22 19L21.4 9.6C26 7.4 38 7.4 42.6 9.6L42 19z")
        + _line("M21.8 15.4C28 13.8 36 13.8 42.2 15.4M24.6 10.6C29 9.6 35 9.6 39.4 10.6", 1.2, LIGHT)
        + _dark("M18.8 22.6C20.6 17.4 43.4 17.4 45.2 22.6C39.4 19.6 24.6 19.6 18.8 22.6z")
    ),
    # a broad beard, a knitted cap, a thick scarf
    "gustave": (
        f"{_COAT}{_HEAD}{_EYES}{_NOSE}"
        + _light("M14 50C20 42.5 44 42.5 50 50C49 55 44 56.5 32 56.5S15 55 14 50z")
        + _line("M17.5 51C24 47.5 40 47.5 46.5 51M38 54.5L41.5 64M46 53L49.5 64", 1.1)
        + _dark(
            "M21.2 26C23.4 31 25.4 32 28.4 33.4C30.4 32 33.6 32 35.6 33.4C38.6 32 40.6 31 42.8 26"
            "C44.8 36 43 47.5 32 51.5C21 47.5 19.2 36 21.2 26z"
        )
        + _line("M29.6 37.2Q32 38.4 34.4 37.2", 1.3, LIGHT)
        + _line("M27 42L28.6 46M32 43V48M37 42L35.4 46", 0.9, LIGHT)
        + _light("M20.4 22.4C19 8.5 26 4 32 4S45 8.5 43.6 22.4z")
        + _line("M25 18.5C24.6 12 26 8 28 6M32 18.5V4.4M39 18.5C39.4 12 38 8 36 6", 1)
        + _dark("M19.4 18.6C27 16.8 37 16.8 44.6 18.6V24.2C37 22.4 27 22.4 19.4 24.2z")
        + _line("M24.4 18.8V22M28.2 18.4V21.6M32 18.3V21.5M35.8 18.4V21.6M39.6 18.8V22", 0.9, LIGHT)
    ),
    # a moustache below the steel helmet with its comb, a cape against the rain
    "charles": (
        _dark("M3 64C5 51 12 47 21 43.5H43C52 47 59 51 61 64z")
        + _line("M21.5 45C23 53 26 57 32 58.5C38 57 41 53 42.5 45M32 58.5V64", 1.2, LIGHT)
        + f"{_HEAD}{_EYES}{_NOSE}"
        + _dark(
            "M32 34.4C29 32.8 26 34 23.8 36.6C27 37.6 30 37.4 32 36.2C34 37.4 37 37.6 40.2 36.6C38 34 35 32.8 32 34.4z"
        )
        + _line("M30.4 39.2H33.6", 1.2)
        + _line("M22.6 24C22.6 33 25 40 29 43M41.4 24C41.4 33 39 40 35 43", 1)
        + _dark(
            "M14 23.6C18 21.6 19.4 19.6 19.8 16.6C20.6 10 25.6 7 32 7S43.4 10 44.2 16.6C44.6 19.6 46 21.6 50 23.6"
            "C44 21.6 38 21 32 21S20 21.6 14 23.6z"
        )
        + _dark("M26.6 9.4C28.4 5.4 30 3.6 32 3.6S35.6 5.4 37.4 9.4z")
        + _line("M19.4 18.4C26 16.6 38 16.6 44.6 18.4M28.2 9.6C30.6 8.6 33.4 8.6 35.8 9.6", 1.1, LIGHT)
    ),
    # bare-headed, with a parting and round glasses
    "gaston": (
        f"{_COAT}{_HEAD}{_NOSE}{_MOUTH}"
        + _light("M19.5 47C24 43.5 40 43.5 44.5 47L43.6 51.5C38 48.6 26 48.6 20.4 51.5z")
        + _light("M35 49.5L40.6 48.8L43.5 62H37z")
        + _line("M38 59V62M40.6 58.8V62", 0.9)
        + _dark(
            "M21.4 27.4C18.6 14.6 22 8.6 29 8.2C40 5.6 45.8 13 42.6 27.4C42 22.8 41 20.4 39.4 18.6"
            "C34 19.8 30.4 18 27.8 14.6C25.4 18.4 22.6 21.4 21.4 27.4z"
        )
        + disc(27.4, 27.6, 4, LIGHT, 1.7, DARK)
        + disc(36.6, 27.6, 4, LIGHT, 1.7, DARK)
        + _line("M31.4 27.2Q32 26.4 32.6 27.2M23.4 26.8L21.4 26M40.6 26.8L42.6 26", 1.5)
        + dots(((27.6, 27.7), (36.4, 27.7)), 2.3, DARK)
    ),
    # the wide beret of the mountain troops, a pointed beard
    "lazare": (
        f"{_COAT}{_LAPELS}{_BUTTONS}{_HEAD}{_EYES}{_NOSE}"
        + _dark(
            "M27.6 35.8C29.4 34.2 31 34.2 32 35C33 34.2 34.6 34.2 36.4 35.8C37.4 40.5 34.6 45.4 32 47.4"
            "C29.4 45.4 26.6 40.5 27.6 35.8z"
        )
        + _line("M30.2 38Q32 39 33.8 38", 1.1, LIGHT)
        + _dark(
            "M21.6 26C20.6 21 21.4 18 22.6 17H41.4C42.6 18 43.4 21 42.4 26C41.6 22.6 40.6 21 39 20H25"
            "C23.4 21 22.4 22.6 21.6 26z"
        )
        + _dark(
            "M20.6 19.6C17 17.6 12.8 17.2 9.6 14.6C9.6 8 20 3.8 31 4.4C39 4.8 45.4 9 43.8 17.4L43 20.2"
            "C36 17.6 28 17.6 20.6 19.6z"
        )
        + _line("M21.4 16.8C28 14.8 36.6 14.8 43 17", 1.1, LIGHT)
    ),
    # a folded cap, and a letter that he reads
    "anselme": (
        f"{_COAT}{_LAPELS}"
        + f"{_HEAD}"
        + _line("M25.8 28.2Q28 29.6 30 28.4M34 28.4Q36 29.6 38.2 28.2", 1.4)
        + _line("M25.4 25.4Q28 24.2 30 25.2M34 25.2Q36 24.2 38.6 25.4", 1.2)
        + f"{_NOSE}{_MOUTH}"
        + _shade(
            "M22.4 29C23 38 27 42 32 42S41 38 41.6 29C41 33 38.6 34.6 36 34.2Q32 33 28 34.2C25.4 34.6 23 33 22.4 29z"
        )
        + _dark(
            "M19.4 22.4C19.6 16.4 22.6 10.8 27.4 7.4C29 8.6 30.6 10 32 11.8C33.4 10 35 8.6 36.6 7.4"
            "C41.4 10.8 44.4 16.4 44.6 22.4C37 19.6 27 19.6 19.4 22.4z"
        )
        + _line("M20.6 19.4C28 16.8 36 16.8 43.4 19.4M32 12V17.2", 1.1, LIGHT)
        + _light("M20 45.5L45.5 43L48 60.5L22.4 63z", 1.5)
        + _line("M24.6 49L34 48.1M25 52.2L33.2 51.4M25.6 55.4L43.4 53.7M26 58.6L38 57.4", 1.1)
        + _dark(
            "M40.4 51.6C37.4 50 36.6 48.4 37.6 47.2C38.6 46.2 39.8 46.8 40.2 47.8"
            "C40.4 46.6 41.6 45.8 42.6 46.6C43.8 47.6 43 49.4 40.4 51.6z"
        )
        + _light("M44.6 56.4C47.4 54.8 50.6 56 51 58.6C51.2 61 50 63 48 64H42.5C41.5 62.5 42.2 60.6 44.4 60.2z")
        + _line("M45 58.4L49 57.6M45.2 60.6L49.4 60", 0.9)
    ),
    # the round hat with its wide brim, a white collar and a small cross
    CHAPLAIN: (
        _dark("M4 64C4.5 53 10 48.5 22 45.5H42C54 48.5 59.5 53 60 64z")
        + _HEAD
        + _light("M24.6 43.4C29 46.6 35 46.6 39.4 43.4L39.8 47.2C35 50.4 29 50.4 24.2 47.2z")
        + f"{_EYES}{_NOSE}{_MOUTH}"
        + _shade(
            "M22 26C22.4 22 23.4 20 24.6 19V30C23 29.6 22 28.4 22 26zM42 26C41.6 22 40.6 20 39.4 19V30"
            "C41 29.6 42 28.4 42 26z"
        )
        + _line("M32 50V54", 0.9, LIGHT)
        + _line("M32 54V63.4M28.8 57H35.2", 2, LIGHT)
        + _dark("M22.6 17C22 8.6 26 5.6 32 5.6S42 8.6 41.4 17z")
        + _dark("M8.5 17.6C16 14.4 48 14.4 55.5 17.6C56.4 19.4 54 20.6 32 20.6S7.6 19.4 8.5 17.6z")
        + _line("M22.9 13.6C28 14.8 36 14.8 41.1 13.6", 1.1, LIGHT)
    ),
}


def character(who: CharacterId, label: str = "") -> str:
    """The portrait of a friend or the chaplain; of anybody else, a coat without a face."""
    box = 'x="1" y="1" width="62" height="62" rx="5"'
    drawn = _FRIENDS.get(who, _COAT + _LAPELS + _BUTTONS + _NECK + _FACE)
    paper, edge = f'<rect {box} fill="{LIGHT}"/>', f'<rect {box} fill="none" stroke="{INK}" stroke-width="2"/>'
    return framed(f"character mp-drawn-{who}", f"{paper}{drawn}{edge}", label, (SIDE, SIDE))


def chaplain(label: str = "") -> str:
    """The portrait of the chaplain, the third of two players (W-54)."""
    return character(CHAPLAIN, label)
