"""The colours of the board and of the charts, in a light, a dark and a high-contrast look: their only home."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import count

LOOKS = ("light", "dark", "contrast")

PATROLS = 4
"""So many patrols have an own colour and an own shape; further ones begin again."""
HUES = 7
"""So many orders have an own colour; further ones begin again, with another stamp."""
TINTS = 7
"""So many districts have an own tint; further ones begin again."""

COLOURS: dict[str, tuple[str, str, str]] = {
    # name: (light, dark, contrast)
    "paper": ("#faf5e9", "#1b1f24", "#ffffff"),
    "ink": ("#2a241c", "#f3ede0", "#000000"),
    "quiet": ("#65563d", "#c9bda4", "#000000"),  # names of districts, north arrow
    "edge": ("#8d7b5c", "#8b8371", "#000000"),  # outlines of districts and banks
    # water
    "water": ("#b9d3de", "#24404f", "#d5e6f5"),
    "ripple": ("#9fc1d0", "#31566a", "#9dbfdf"),
    "water-ink": ("#2b5468", "#b5d9ea", "#00254d"),
    # districts
    "tint-0": ("#e5dfc9", "#343427", "#f4f4f4"),
    "tint-1": ("#f0d8c6", "#41302a", "#ffffff"),
    "tint-2": ("#d9e2c8", "#2b3a2c", "#f4f4f4"),
    "tint-3": ("#f4e4b4", "#433a22", "#ffffff"),
    "tint-4": ("#cfe3dd", "#243c3c", "#f4f4f4"),
    "tint-5": ("#ecd6dc", "#412d38", "#ffffff"),
    "tint-6": ("#d9dcec", "#2e3247", "#f4f4f4"),
    # roads and fields
    "road": ("#fffaf0", "#675e49", "#ffffff"),
    "road-edge": ("#75654a", "#d8ccb0", "#000000"),
    "disc": ("#fffdf6", "#12151a", "#ffffff"),
    "start": ("#f6cf5f", "#6b5310", "#ffe680"),
    # what war does
    "fallen": ("#3b362f", "#e6dfd2", "#000000"),
    "wash": ("#3b362f", "#000000", "#3b362f"),
    "hatch": ("#3b362f", "#aaa18f", "#000000"),
    "blocked": ("#1f1b16", "#f7f2e6", "#000000"),
    "bars": ("#fffdf6", "#14171b", "#ffffff"),
    "soldier": ("#1f1b16", "#f7f2e6", "#000000"),
    "helmet": ("#fffdf6", "#14171b", "#ffffff"),
    # scouts
    "rim": ("#1f1b16", "#fffdf6", "#000000"),
    "patrol-0": ("#cb2c33", "#d23a41", "#b4001d"),
    "patrol-1": ("#f5a623", "#f7b13c", "#ffb000"),
    "patrol-2": ("#17562f", "#1a5f35", "#0a4522"),
    "patrol-3": ("#3b1f70", "#43258a", "#2c0d66"),
    "letter-0": ("#ffffff", "#ffffff", "#ffffff"),
    "letter-1": ("#1f1b16", "#1f1b16", "#000000"),
    "letter-2": ("#ffffff", "#ffffff", "#ffffff"),
    "letter-3": ("#ffffff", "#ffffff", "#ffffff"),
    "sheet": ("#ffffff", "#ffffff", "#ffffff"),
    "sheet-ink": ("#1f1b16", "#1f1b16", "#000000"),
    # envelopes and flags of orders: paper, so that nobody takes them for the colour of a patrol
    "hue-0": ("#fff3a6", "#fff3a6", "#fff3a6"),
    "hue-1": ("#c5e4fb", "#c5e4fb", "#c5e4fb"),
    "hue-2": ("#fbd0dd", "#fbd0dd", "#fbd0dd"),
    "hue-3": ("#cdf0c4", "#cdf0c4", "#cdf0c4"),
    "hue-4": ("#ffffff", "#ffffff", "#ffffff"),
    "hue-5": ("#e3d4f8", "#e3d4f8", "#e3d4f8"),
    "hue-6": ("#fddcb5", "#fddcb5", "#fddcb5"),
    # what can be chosen, is pointed at, has the focus
    "can": ("#0a4fb3", "#7fc4ff", "#0033cc"),
    "can-fill": ("#dcebff", "#12304d", "#e0ebff"),
    "selected": ("#a3124f", "#ff9ec2", "#a3004b"),
    "focus": ("#14110d", "#ffffff", "#000000"),
    "focus-gap": ("#ffffff", "#0b0d10", "#ffffff"),
    # an answer that is right
    "good": ("#17562f", "#8fd3a4", "#0a4522"),
    "good-fill": ("#e4f1e4", "#16321f", "#ffffff"),
}

ARMY_COLOURS: dict[str, tuple[str, str, str]] = {
    # the armies of Bitwa Warszawska, which no map shows: told apart by tone, never by green and red
    "wp": ("#c3d3e2", "#c3d3e2", "#ffffff"),
    "wp-ink": ("#14233a", "#14233a", "#000000"),
    "acz": ("#57341f", "#6a4127", "#000000"),
    "acz-ink": ("#fffaf2", "#fffaf2", "#ffffff"),
}

CHART_COLOURS: dict[str, tuple[str, str, str]] = {
    # blue, orange, green, purple and ink: told apart also by who sees no red or no green
    "series-0": ("#13369d", "#5d87ec", "#002996"),
    "series-1": ("#b86910", "#f47f20", "#b21800"),
    "series-2": ("#088b55", "#41ba6d", "#1b9a5b"),
    "series-3": ("#7a296a", "#eb87c8", "#964d82"),
    "series-4": ("#302f23", "#f4e2d9", "#181f0b"),
    "grid": ("#e3dac6", "#333a42", "#d0d0d0"),  # only helps the eye
    "band": ("#ccd4ea", "#2a3a5c", "#cfd8f2"),  # where a true value may be expected, always with an edge
}


def colour(name: str, look: str = "light") -> str:
    """A colour as it is in a look."""
    return (COLOURS | ARMY_COLOURS)[name][LOOKS.index(look)]


def chart_colour(name: str, look: str = "light") -> str:
    """A colour of charts as it is in a look."""
    return CHART_COLOURS[name][LOOKS.index(look)]


@cache
def own_colours() -> dict[str, str]:
    """The light colours by name, told apart where the dark ones are: by its colour alone a page knows what to darken.

    Names that are alike in light but not in dark differ here by a few steps of blue of 255, which nobody sees.

    >>> own_colours()["fallen"], own_colours()["wash"]
    ('#3b362f', '#3b362e')
    """
    both = {name: codes[:2] for name, codes in (COLOURS | CHART_COLOURS).items()}
    free = {light for light, _ in both.values()}
    taken = set(free)
    own: dict[tuple[str, str], str] = {}
    for light, dark in both.values():
        if (light, dark) in own:
            continue
        if light not in free:
            less = (f"{light[:5]}{int(light[5:], 16) - step:02x}" for step in count(1))
            own[light, dark] = next(code for code in less if code not in taken)
        else:
            own[light, dark] = light
        free.discard(light)
        taken.add(own[light, dark])
    return {name: own[pair] for name, pair in both.items()}


def look_css(colours: Mapping[str, object] = COLOURS) -> str:
    """The custom properties of every look; on paper every look is the light one."""
    rules = [f".mp-look-{look}{{{_properties(colours, look)}}}" for look in LOOKS]
    others = ",".join(f".mp-look-{look}" for look in LOOKS[1:])
    return "\n".join([*rules, f"@media print{{{others}{{{_properties(colours, 'light')}}}}}"]) + "\n"


def _properties(colours: Mapping[str, object], look: str) -> str:
    return ";".join(f"--mp-{name}:{colour(name, look)}" for name in colours)
