"""The colours of charts: seen on their paper, and told apart also by who sees no red or no green."""

from itertools import combinations, product

import pytest

from mali_powstancy.views.figures.tracks import STYLES
from mali_powstancy.views.palette import CHART_COLOURS, LOOKS, chart_colour, colour
from tests.views.test_palette import channels, contrast

LINES = [name for name in CHART_COLOURS if name.startswith("series-")]
SEEN = {
    "by most people": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    # Machado, Oliveira and Fernandes 2009, for the full strength of each.
    "without red": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "without green": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "without blue": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}
DIFFERENT = {"without blue": 20}
"""How far colours are from each other at least; 2 is just to be seen beside each other. Few see no blue."""


def lab(code: str, seen: str) -> tuple[float, float, float]:
    """A colour as somebody sees it, in CIELAB."""
    light = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels(code)]
    red, green, blue = (min(1, max(0, sum(a * b for a, b in zip(row, light, strict=True)))) for row in SEEN[seen])
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    a, b, c = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * b - 16, 500 * (a - b), 200 * (b - c)


def difference(one: str, other: str, seen: str) -> float:
    return sum((a - b) ** 2 for a, b in zip(lab(one, seen), lab(other, seen), strict=True)) ** 0.5


def test_the_difference_of_colours_is_that_of_the_textbook():
    assert difference("#000000", "#ffffff", "by most people") == pytest.approx(100, abs=0.1)
    assert difference("#ff0000", "#00a000", "without green") < difference("#ff0000", "#00a000", "by most people") / 2


@pytest.mark.parametrize("look", LOOKS)
def test_lines_show_on_paper_and_on_bands(look):
    grounds = {"paper": colour("paper", look), "band": chart_colour("band", look)}
    weak = {
        (name, ground): contrast(chart_colour(name, look), code)
        for name in LINES
        for ground, code in grounds.items()
        if contrast(chart_colour(name, look), code) < (3 if ground == "paper" else 2.4)
    }
    assert weak == {}


@pytest.mark.parametrize("look", LOOKS)
def test_words_can_be_read_on_bands_and_in_discs(look):
    assert contrast(colour("ink", look), chart_colour("band", look)) >= 4.5
    assert contrast(colour("paper", look), chart_colour("series-0", look)) >= 4.5  # the numbers of a route


@pytest.mark.parametrize(("look", "seen"), list(product(LOOKS, SEEN)))
def test_lines_can_be_told_apart(look, seen):
    near = {
        (one, other): difference(chart_colour(one, look), chart_colour(other, look), seen)
        for one, other in combinations(LINES, 2)
    }
    assert min(near.values()) >= DIFFERENT.get(seen, 25), near


def test_no_colour_is_left_out():
    assert set(CHART_COLOURS) == {*LINES, "grid", "band"}


def test_lines_differ_in_more_than_colour():
    for part in range(3):
        assert len({style[part] for style in STYLES.values()}) == len(STYLES)
