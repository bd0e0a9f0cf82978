"""The colours of the map: enough contrast in every look, and patrols that can be told apart without colours."""

import re
from importlib.resources import files
from itertools import combinations, product

import pytest

from mali_powstancy.engine import load_scenario
from mali_powstancy.views.map.board_svg import map_css
from mali_powstancy.views.palette import ARMY_COLOURS, COLOURS, HUES, LOOKS, PATROLS, TINTS, colour, look_css

LANDS = ["paper", *(f"tint-{number}" for number in range(TINTS))]
FIELDS = ["disc", "start"]
TEXTS = {
    # names have an edge of paper around them, and are read as well without it
    "ink": [*LANDS, "good-fill"],
    "quiet": LANDS,
    "water-ink": ["water"],
    "wp-ink": ["wp"],
    "acz-ink": ["acz"],
    "sheet-ink": ["sheet", *(f"hue-{number}" for number in range(HUES))],
    **{f"letter-{number}": [f"patrol-{number}"] for number in range(PATROLS)},
}
MARKS = {
    "ink": [*FIELDS, *LANDS],  # pictograms and objects
    "road-edge": ["road", "disc", *LANDS],
    "edge": ["paper"],
    "rim": [*FIELDS, *LANDS],
    "fallen": LANDS,
    "hatch": LANDS,
    "blocked": ["bars", *FIELDS, *LANDS],
    "soldier": ["helmet", *FIELDS, *LANDS],
    "can": ["can-fill", *LANDS],
    "selected": ["can-fill", *LANDS],
    "focus": ["focus-gap", *LANDS],
    "good": ["good-fill", "paper"],
}
ELSEWHERE = {"ripple", "wash"}
"""Decoration that says nothing, and what is checked together with the hatching."""


def channels(code: str) -> tuple[float, float, float]:
    assert re.fullmatch("#[0-9a-f]{6}", code)
    red, green, blue = (int(code[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


def luminance(code: str) -> float:
    """How light a colour is: the definition of WCAG 2."""
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels(code))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, from 1 to 21: the definition of WCAG 2."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def lightness(code: str) -> float:
    """How light a colour looks in greyscale, from 0 to 100: L* of CIELAB."""
    light = luminance(code)
    return 116 * light ** (1 / 3) - 16 if light > 0.008856 else 903.3 * light


def pairs(used: dict[str, list[str]]) -> list[tuple[str, str]]:
    return [(front, back) for front, backs in used.items() for back in backs]


def test_contrast_is_computed_as_the_guidelines_define_it():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)


@pytest.mark.parametrize("look", LOOKS)
def test_every_text_has_contrast(look):
    needed = 7 if look == "contrast" else 4.5
    weak = {(f, b): contrast(colour(f, look), colour(b, look)) for f, b in pairs(TEXTS)}
    assert {pair: value for pair, value in weak.items() if value < needed} == {}


@pytest.mark.parametrize("look", LOOKS)
def test_every_mark_has_contrast(look):
    needed = 4.5 if look == "contrast" else 3
    weak = {(f, b): contrast(colour(f, look), colour(b, look)) for f, b in pairs(MARKS)}
    assert {pair: value for pair, value in weak.items() if value < needed} == {}


def test_no_colour_is_left_out_of_these_tests():
    checked = {name for pair in pairs(TEXTS) + pairs(MARKS) for name in pair}
    assert set(COLOURS | ARMY_COLOURS) - checked == ELSEWHERE


@pytest.mark.parametrize("look", LOOKS)
def test_patrols_can_be_told_apart_in_greyscale(look):
    light = {number: lightness(colour(f"patrol-{number}", look)) for number in range(PATROLS)}
    near = [(one, other) for one, other in combinations(light, 2) if abs(light[one] - light[other]) < 10]
    assert near == []


@pytest.mark.parametrize("look", LOOKS)
def test_armies_can_be_told_apart_in_greyscale(look):
    assert lightness(colour("wp", look)) - lightness(colour("acz", look)) >= 45


@pytest.mark.parametrize(("look", "number"), list(product(LOOKS, range(TINTS))))
def test_the_hatching_of_a_fallen_district_shows_on_its_darkened_ground(look, number):
    (opacity,) = map(float, re.findall(r"\.mp-lost \{[^}]*fill-opacity: ([.\d]+)", map_css()))
    tint, wash = channels(colour(f"tint-{number}", look)), channels(colour("wash", look))
    mixed = [round(255 * (t * (1 - opacity) + w * opacity)) for t, w in zip(tint, wash, strict=True)]
    assert contrast("#" + "".join(f"{c:02x}" for c in mixed), colour("hatch", look)) >= 3


def test_every_colour_of_the_style_comes_from_the_palette_and_all_are_used():
    own = map_css().removeprefix(look_css())
    assert own != map_css()
    of_panels = files("mali_powstancy.views").joinpath("static", "panel.css").read_text("utf-8")
    assert set(re.findall(r"var\(--mp-([a-z0-9-]+)", own + of_panels)) == set(COLOURS)
    assert not re.search(r"#[0-9a-fA-F]{3,8}\b|rgba?\(|hsla?\(", own)


@pytest.mark.parametrize("look", LOOKS)
def test_a_look_sets_every_colour(look):
    (rule,) = re.findall(rf"^\.mp-look-{look}{{([^}}]*)}}", look_css(), re.MULTILINE)
    assert dict(part.split(":") for part in rule.split(";")) == {f"--mp-{name}": colour(name, look) for name in COLOURS}


def test_paper_shows_the_light_look():
    (printed,) = re.findall(r"@media print{\.mp-look-dark,\.mp-look-contrast{([^}]*)}}", look_css())
    assert f".mp-look-light{{{printed}}}" in look_css()


@pytest.mark.parametrize("name", ["basic", "extended"])
def test_no_two_scouts_have_the_same_letter(name):
    letters = [scout.name[0] for patrol in load_scenario(name).patrols.values() for scout in patrol.scouts]
    assert len(set(letters)) == len(letters) == 12
