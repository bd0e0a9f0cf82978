"""Light figures on a dark page: what the page makes of them is the dark look, colour by colour."""

import re
from functools import cache
from random import Random

import pytest

from mali_powstancy.classroom.desks.dice import DieDesk
from mali_powstancy.classroom.figures import figure_named
from mali_powstancy.views.figures.dark_page import PLACE, dark_page_css
from mali_powstancy.views.figures.figure import LOOKS
from mali_powstancy.views.palette import CHART_COLOURS, COLOURS, own_colours
from mali_powstancy.views.palette import LOOKS as COLUMNS
from tests.figures.examples import FIGURES

HISTORY = ["timeline", "letters_per_day", "letters_at_the_front", "letters_in_total", "places_in_polish_hands"]
DRAWN = FIGURES | {name: figure_named(name) for name in HISTORY}
PALETTE = COLOURS | CHART_COLOURS
RULE = re.compile(rf'^{re.escape(PLACE)} \[style\*="([a-z-]+): (rgb\([0-9, ]+\))"\]{{\1:(.*)!important}}$', re.M)
CODE = re.compile("#[0-9a-f]{6}")


def as_browsers_write(code: str) -> str:
    return f"rgb({', '.join(str(int(code[at : at + 2], 16)) for at in (1, 3, 5))})"


@cache
def rules(part: str) -> dict[str, str]:
    """What the page puts in the place of each colour."""
    return {light: dark for name, light, dark in RULE.findall(dark_page_css()) if name == part}


@pytest.mark.parametrize("name", DRAWN)
def test_what_a_dark_page_makes_of_a_figure_is_its_dark_look(name):
    darkened = CODE.sub(
        lambda found: rules("fill").get(as_browsers_write(found[0]), found[0]), DRAWN[name](look="light").to_json()
    )
    assert darkened == DRAWN[name](look="dark").to_json()


def test_lines_and_areas_become_dark_alike_and_letters_keep_their_edge():
    assert rules("fill") == rules("stroke")
    paper = as_browsers_write(LOOKS["light"].colour("paper"))
    assert rules("background") == {paper: LOOKS["dark"].colour("paper")}
    assert rules("text-shadow") == {paper: LOOKS["dark"].halo()}
    assert dark_page_css().startswith("@media screen{")  # paper is white


def test_one_light_colour_becomes_one_dark_colour():
    dark: dict[str, set[str]] = {}
    for name, code in own_colours().items():
        dark.setdefault(code, set()).add(PALETTE[name][COLUMNS.index("dark")])
    assert {code: all_of_it for code, all_of_it in dark.items() if len(all_of_it) > 1} == {}


@pytest.mark.parametrize("name", PALETTE)
def test_nobody_sees_that_a_colour_is_its_own(name):
    own, meant = (bytes.fromhex(code[1:]) for code in (own_colours()[name], PALETTE[name][0]))
    assert own[:2] == meant[:2]
    assert 0 <= meant[2] - own[2] <= 3


# The look that is asked for -------------------------------------------------------------------------------------------


def test_figures_of_a_lesson_are_light_unless_large_ones_are_asked_for(in_lesson, monkeypatch):
    draw, desk = figure_named("city_map"), DieDesk("en", Random(1))
    desk.handle({"do": "roll", "rolls": 30})
    for asked, look in ((None, "light"), ("", "light"), ("projector", "projector")):
        if asked is not None:
            monkeypatch.setenv("MALI_POWSTANCY_LOOK", asked)
        rolled = desk.figure()
        assert draw().to_json() == draw(look=look).to_json()
        assert rolled is not None
        assert rolled.spec["layout"]["font"]["size"] == LOOKS[look].text
    assert draw(look="dark").to_json() != draw().to_json()


def test_a_look_that_does_not_exist_is_said_to_be_none(in_lesson, monkeypatch):
    monkeypatch.setenv("MALI_POWSTANCY_LOOK", "huge")
    with pytest.raises(ValueError, match="light, dark, projector, not 'huge'"):
        figure_named("city_map")()
