"""Figures on a phone: each carries what is different there, its words have room, and nothing else is said."""

import json
import re
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

import pytest

from mali_powstancy.classroom.figures import figure_named
from mali_powstancy.texts import languages
from mali_powstancy.views.figures.figure import LOOKS, LOOSE, PHONE, PLOTLY_MIME, Figure, difference
from mali_powstancy.views.map.lettering import Box, overlap, width
from tests.figures.examples import FIGURES
from tests.figures.test_figures import words_of

HISTORY = ["timeline", "letters_per_day", "letters_at_the_front", "letters_in_total", "places_in_polish_hands"]
DRAWN = FIGURES | {name: figure_named(name) for name in HISTORY}
SMALLEST = 12
A_LITTLE = 0.2  # of the smaller of two words; letters are measured by rule of thumb
NUMBER = re.compile(r"\d+(?:[.,/]\d+)?")


class Word(NamedTuple):
    text: str
    box: Box


@cache
def made(name: str, lang: str) -> Figure:
    return DRAWN[name](lang=lang, look="light")


def put_over(value: Any, change: Any) -> Any:
    """What the page does: charts.js."""
    if not isinstance(change, dict) or not isinstance(value, dict | list):
        return change
    parts = dict(enumerate(value)) if isinstance(value, list) else dict(value)
    for key, part in change.items():
        at = int(key) if isinstance(value, list) else key
        if part is None:
            del parts[at]
        else:
            parts[at] = put_over(parts[at], part) if at in parts else part
    return list(parts.values()) if isinstance(value, list) else parts


def words_in_place(spec: dict[str, Any]) -> list[Word]:
    """The words inside a picture of this width, each with the room it takes, in pixels."""
    layout = spec["layout"]
    margin, found = layout["margin"], []
    wide, high = PHONE - margin["l"] - margin["r"], layout["height"] - margin["t"] - margin["b"]

    def place(part: dict[str, Any], x: float, y: float) -> tuple[float, float]:
        across, down = (layout[f"{axis}axis{part.get(f'{axis}axis', axis)[1:]}"] for axis in "xy")
        (left, right), (bottom, top) = across["range"], down["range"]
        low, upper = down.get("domain", (0, 1))
        share = low + (y - bottom) / (top - bottom) * (upper - low)
        return margin["l"] + (x - left) / (right - left) * wide, margin["t"] + (1 - share) * high

    def add(html: str, at: tuple[float, float], size: float, position: str) -> None:
        lines = [re.sub("<[^>]*>", "", line) for line in html.split("<br>")]
        across, down = max(width(line, size) * LOOSE for line in lines), size * (1.3 * (len(lines) - 1) + 1)
        vertical, horizontal = position.split()
        left = at[0] - {"left": across, "center": across / 2, "right": 0}[horizontal]
        top = at[1] - {"top": down, "middle": down / 2, "bottom": 0}[vertical]
        found.append(Word(" ".join(lines), (left, top, left + across, top + down)))

    for trace in spec["data"]:
        ranges = [layout[f"{axis}axis{trace.get(f'{axis}axis', axis)[1:]}"].get("range") for axis in "xy"]
        if "text" not in trace.get("mode", "") or not all(ranges):
            continue  # where plotly itself finds the range, there are no words but on the axes
        sizes, sides = trace["textfont"]["size"], trace["textposition"]
        for at, html in enumerate(trace.get("text", ())):
            size = sizes[at] if isinstance(sizes, list) else sizes
            side = sides[at] if isinstance(sides, list) else sides
            spot = place(trace, trace["x"][at], trace["y"][at])
            if html and -1 <= spot[0] <= PHONE + 1 and margin["t"] - 1 <= spot[1] <= layout["height"]:
                add(html, spot, size, side)
    for note in layout.get("annotations", ()):
        if note.get("visible", True) and "xref" not in note and not note.get("textangle") and "xanchor" not in note:
            add(note["text"], place({}, note["x"], note["y"]), note["font"]["size"], "middle center")
    return found


def sizes_of(value: Any) -> set[float]:
    """How large letters are, everywhere in a figure."""
    if isinstance(value, dict):
        fonts = [part["size"] for key, part in value.items() if key in ("font", "textfont", "tickfont")]
        here = {size for font in fonts for size in (font if isinstance(font, list) else [font])}
        return here.union(*(sizes_of(part) for part in value.values()))
    return set().union(*map(sizes_of, value)) if isinstance(value, list) else set()


@pytest.mark.parametrize("name", DRAWN)
def test_the_words_of_a_figure_have_room_on_a_phone(name):
    for lang in languages():
        narrow = made(name, lang).narrow
        assert narrow is not None
        words = words_in_place(narrow)
        beyond = [word.text for word in words if word.box[0] < -1 or word.box[2] > PHONE + 1]
        assert beyond == [], lang
        crowded = [
            (one.text, other.text)
            for one, other in combinations(words, 2)
            if overlap(one.box, other.box) > A_LITTLE * min(map(_area, (one.box, other.box)))
        ]
        assert crowded == [], lang
        assert min(sizes_of(narrow) - {1}) >= SMALLEST  # the names of frames that a slider hides have the size 1


def _area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


@pytest.mark.parametrize("name", DRAWN)
def test_what_a_page_puts_over_a_figure_makes_it_narrow_and_plotly_knows_it(name):
    figure = made(name, "pl")
    assert figure.narrow is not None
    content = json.loads(figure.to_json())
    narrow = put_over(content, json.loads(content.pop("narrow")["change"]))
    narrow.pop("config")
    assert narrow == json.loads(json.dumps(figure.narrow))
    drawn = Figure(figure.narrow, "", figure.twin).plotly()  # raises for any name or value that plotly does not know
    assert len(drawn.data) == len(figure.spec["data"])
    said = " ".join([str(figure.twin), figure.summary, *words_of(figure.spec)])
    numbers = {number for word in words_of(figure.narrow) for number in NUMBER.findall(word)}
    assert numbers <= set(NUMBER.findall(said))


@pytest.mark.parametrize("name", DRAWN)
def test_a_figure_for_a_phone_costs_little_room_in_a_notebook(name):
    drawing = made(name, "pl").bundles()[0][PLOTLY_MIME]
    assert len(drawing["narrow"]["change"].encode()) <= 5 * 1024


def test_only_a_screen_that_may_be_narrow_gets_the_change():
    assert DRAWN["map"](look="projector").narrow is None
    assert {look for look in LOOKS if DRAWN["chances"](look=look).narrow} == {"light", "dark"}


def test_a_difference_says_what_is_gone_and_what_is_another():
    before = {"a": [1, 2], "b": [{"c": 1}, {"d": 2}], "e": {"f": 3}, "g": 4}
    after = {"a": [1], "b": [{"c": 1}, {"d": 5}], "e": {"f": 3, "h": 6}}
    change = difference(before, after)
    assert change == {"a": [1], "b": {"1": {"d": 5}}, "e": {"h": 6}, "g": None}
    assert put_over(before, change) == after
