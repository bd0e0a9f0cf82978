"""The numbers in the texts of lesson 05 are those of the engine."""

import re
from fractions import Fraction
from itertools import repeat
from math import comb
from pathlib import Path

import pytest

from mali_powstancy.analysis import die_chances, field_dangers, reach_chance
from mali_powstancy.classroom.desks.experiments import ARRESTS, ExperimentDesk, estimate_of
from mali_powstancy.classroom.exercises import Choice, NumberExercise
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
    assert {(row.colour, row.number): row.chance for row in chances} == {
        (Colour.BLACK if number <= 3 else Colour.RED, number): Fraction(1, 6) for number in range(1, 7)
    }
    of = " z 6" if lang == "pl" else " out of 6"
    for row in chances:
        colour = texts_for(lang).say(f"name.colour.{row.colour}")
        fields = {1: "1 pole" if lang == "pl" else "1 space"}.get(row.number, f" {row.number} ")
        line = next(line for line in text(lang).splitlines() if line.startswith(f"| {colour} {row.number} |"))
        assert line.startswith(f"| {colour} {row.number} | 1{of} |")
        assert fields in line.rpartition(":")[2]
    black, red = (texts_for(lang).say(f"name.colour.{colour}") for colour in (Colour.BLACK, Colour.RED))
    either = "albo" if lang == "pl" else "or"
    for name, faces in ((f"{black} 1", 1), (f"{black} 2 {either} 3", 2), (red, 3)):
        assert f"| {name} | . . .{of} |" in text(lang, ".worksheet")
        assert f"{name.capitalize()}: {faces}{of}" in key(lang)["2"]
    fractions = [str(Fraction(faces, 6)) for faces in (1, 2, 3)]
    assert re.findall(r"\d/\d", key(lang)["2"]) == fractions
    line = next(
        line for line in text(lang, ".teacher").splitlines() if re.match(r"- \*\*(Trudniej, uł|Challenge, fr)", line)
    )
    assert re.findall(r"\d/\d", line) == fractions
    assert numbers(key(lang)["3"])[:3] == [30 * faces // 6 for faces in (1, 2, 3)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_how_far_the_soldier_reaches_in_the_lesson_and_in_the_key(lang):
    faces = [int(reach_chance(BASIC, far) * 6) for far in range(1, 6)]
    assert numbers(key(lang)["4"])[:6] == [*faces, faces.index(0) + 1]
    rows = re.findall(r"^\| (\d).*?\| .* \| (\d) (?:z|out of) 6 \|$", text(lang), re.MULTILINE)
    assert [(int(far), int(count)) for far, count in rows] == list(enumerate(faces[:4], 1))
    (asked,) = (
        each for each in lesson("05", lang).questions if isinstance(each, NumberExercise) and " 2 " in each.task
    )
    assert asked.right == faces[1]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_a_red_face_is_worth(lang):
    reds = [row.number for row in die_chances(BASIC) if row.colour == Colour.RED]
    expected = [10 * len(reds) // 6, sum(reds) // len(reds), 10 * sum(reds) // 6]
    assert numbers(key(lang)["5"]) == expected
    assert f" {expected[-1]} " in text(lang).partition("05-c")[0]
    assert expected[-1] in [each.right for each in lesson("05", lang).questions if isinstance(each, NumberExercise)]
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
    assert found[0].contains(0.22)
    assert not found[0].contains(0.5)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_half_of_the_rolls_are_red_and_exactly_half_of_30_in_about_every_seventh_series(lang):
    assert sum(row.chance for row in die_chances(BASIC) if row.colour == Colour.RED) == Fraction(1, 2)
    assert round(1 / Fraction(comb(30, 15), 2**30)) == 7
    seventh = "w co siódmej serii" if lang == "pl" else "about one series in seven"
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
