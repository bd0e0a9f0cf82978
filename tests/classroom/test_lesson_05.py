"""The numbers in the texts of lesson 05 are those of the engine."""

import re
from fractions import Fraction
from itertools import repeat
from math import comb
from pathlib import Path

import pytest

from mali_powstancy.analysis import die_chances, field_dangers, reach_chance
from mali_powstancy.classroom.desks.experiments import ARRESTS, ExperimentDesk, estimate_of
from mali_powstancy.classroom.exercises import Choice, Number
from mali_powstancy.classroom.lesson_files import lesson
from mali_powstancy.engine import load_scenario
from mali_powstancy.engine.cards import Colour
from mali_powstancy.lab import Estimate
from mali_powstancy.texts import texts_for
from mali_powstancy.views.figures.dangers import danger_map
from mali_powstancy.views.figures.distributions import percent

LESSONS = Path(__file__).parents[2] / "lessons"
BASIC = load_scenario("basic")
LANGUAGES = ("pl", "en")
SEED = 1
"""Of the games that are told as an example. It was not chosen for what they say."""


def text(lang: str, part: str = "") -> str:
    return (LESSONS / lang / f"05-die-and-soldier{part}.md").read_text("utf-8")


def key(lang: str) -> dict[str, str]:
    """The answers of the worksheet by their numbers."""
    page = text(lang, ".worksheet").rpartition("<!-- page -->")[2]
    return dict(re.findall(r"^- \*\*(\d)\.\*\* (.*)$", page, re.MULTILINE))


def numbers(words: str) -> list[int]:
    return list(map(int, re.findall(r"\d+", words)))


@pytest.fixture(scope="module")
def found() -> list[Estimate]:
    """What the first 200 games say, the next 200, and all of them."""
    desk = ExperimentDesk(ARRESTS, "en", repeat(SEED))
    desk.handle({"do": "start", "values": {"guess": "50"}})
    while desk.stage == "playing":
        desk.step()
    desk.handle({"do": "another"})
    while desk.stage == "playing":
        desk.step()
    rows = [row for run in desk.runs for row in run.rows]
    return [*(run.result for run in desk.runs), estimate_of(ARRESTS, rows, SEED)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_chances_of_the_die_in_the_lesson_and_in_the_key(lang):
    chances = die_chances(BASIC)
    assert [(row.colour, row.number, row.chance) for row in chances] == [
        (Colour.BLACK, 1, Fraction(2, 6)),
        (Colour.BLACK, 3, Fraction(1, 6)),
        (Colour.RED, 6, Fraction(3, 6)),
    ]
    of = " z 6" if lang == "pl" else " of 6"
    for row in chances:
        colour = texts_for(lang).say(f"name.colour.{row.colour}")
        assert f"| {colour} {row.number} | {int(row.chance * 6)}{of} |" in text(lang)
        assert f"{colour.capitalize()} {row.number}: {int(row.chance * 6)}{of}" in key(lang)["2"]
        assert str(row.chance) in key(lang)["2"]
    assert numbers(key(lang)["3"])[:3] == [row.chance * 30 for row in chances]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_how_far_the_soldier_reaches_in_the_lesson_and_in_the_key(lang):
    faces = [int(reach_chance(BASIC, far) * 6) for far in range(1, 6)]
    assert numbers(key(lang)["4"])[:6] == [*faces, faces.index(0) + 1]
    rows = re.findall(r"^\| (\d).*?\| .* \| (\d) (?:z|of) 6 \|$", text(lang), re.MULTILINE)
    assert [(int(far), int(count)) for far, count in rows] == [(1, faces[0]), (2, faces[1]), (4, faces[3])]
    assert faces[1] == faces[2]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_a_red_face_is_worth(lang):
    red = next(row for row in die_chances(BASIC) if row.colour == Colour.RED)
    expected = [int(10 * red.chance), red.number, int(10 * red.chance * red.number)]
    assert numbers(key(lang)["5"]) == expected
    assert expected[-1] in [each.right for each in lesson("05", lang).questions if isinstance(each, Number)]
    assert max(BASIC.cards) == 5


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_the_games_say_in_the_key_and_on_the_teacher_page(lang, found):
    say = texts_for(lang)
    first, another, together = ([percent(say, each) for each in (one.value, one.low, one.high)] for one in found)
    assert re.findall(r"\d+%", key(lang)["6"]) == [*first, *another, *together]
    teacher = next(line for line in text(lang, ".teacher").splitlines() if line.startswith("- **200 "))
    assert re.findall(r"\d+%", teacher) == [*first, another[0], together[0]]
    assert found[1].low < found[0].high  # the two intervals share a piece
    widths = [one.high - one.low for one in found]
    assert min(widths) == widths[2]


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_sentences_of_exercise_d_fit_the_interval_or_do_not(lang, found):
    say = texts_for(lang)
    exercise = lesson("05", lang).exercises["05-d"]
    assert isinstance(exercise, Choice)
    first = [percent(say, each) for each in (found[0].value, found[0].low, found[0].high)]
    assert re.findall(r"\d+%", exercise.task) == first
    assert re.findall(r"\d+%", exercise.right_words[0]) == first[1:]
    assert found[0].contains(0.18)
    assert not found[0].contains(0.5)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_half_of_the_rolls_are_red_and_exactly_half_of_30_in_about_every_seventh_series(lang):
    assert sum(row.chance for row in die_chances(BASIC) if row.colour == Colour.RED) == Fraction(1, 2)
    assert round(1 / Fraction(comb(30, 15), 2**30)) == 7
    seventh = "w co siódmej serii" if lang == "pl" else "about every seventh series"
    assert seventh in text(lang)
    assert seventh in text(lang, ".teacher")


def test_most_classes_see_five_equal_throws():
    assert 1 - (1 - Fraction(2, 32)) ** 25 > Fraction(3, 4)


@pytest.mark.parametrize("place", ["elektrownia", "starowka"])
def test_the_map_of_dangers_numbers_the_fields_that_can_be_reached(place):
    figure = danger_map(place, lang="en")
    reached = {row.field: int(row.chance * 6) for row in field_dangers(BASIC, place) if row.chance}
    shown = [trace for trace in figure.spec["data"] if trace.get("marker", {}).get("symbol") == "square"]
    shown = [trace for trace in shown if trace.get("text")]
    written = sorted(int(re.sub(r"\D", "", word)) for trace in shown for word in trace["text"])
    assert written == sorted(reached.values())
    assert [row[2] for row in figure.twin.rows].count("0 of 6") == 1
    assert len(figure.twin.rows) == len(reached) + 1
