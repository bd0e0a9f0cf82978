"""The numbers in the texts of lesson 10 are those of the engine, and its makers ask what the engine answers."""

import random
import re
from collections import Counter
from pathlib import Path

import pytest

from mali_powstancy.analysis.measures import Difference
from mali_powstancy.analysis.routes import distance
from mali_powstancy.classroom.desks.changed_rules import CLOSED, RoadChange, RulesForm, changed_scenario, original_rules
from mali_powstancy.classroom.desks.experiments import GAMES
from mali_powstancy.classroom.desks.paired_games import PairedGames
from mali_powstancy.classroom.desks.rule_desk import MEASURES
from mali_powstancy.classroom.exercises import Choice, MatchExercise
from mali_powstancy.classroom.lesson_files import lesson
from mali_powstancy.classroom.makers import MAKERS
from mali_powstancy.classroom.makers.changed_rules import a_changed_die, a_closed_road
from mali_powstancy.engine import load_scenario
from mali_powstancy.engine.cards import Colour
from mali_powstancy.engine.tally import GameRow
from mali_powstancy.texts import texts_for
from mali_powstancy.views.figures.balances import balance_figure

LESSONS = Path(__file__).parents[2] / "lessons"
LANGUAGES = ("pl", "en")
SEED = 1
"""Of the games that are told as an example. It was not chosen for what they say."""
BASIC = load_scenario("basic")
USUAL = original_rules("x")


def faces(before: str) -> tuple[str, ...]:
    """The die with a black three instead of a face of this kind."""
    rest = list(USUAL.faces)
    rest[rest.index(before)] = "black 3"
    return tuple(rest)


CHANGES: dict[str, RulesForm] = {
    "three": USUAL._replace(tokens="3"),
    "five": USUAL._replace(tokens="5"),
    "die": USUAL._replace(faces=faces("black 2")),
    "red": USUAL._replace(faces=faces("red 6")),
    "small": USUAL.with_roads([RoadChange("starowka", "wytwornia", CLOSED)]),
    "harbour": USUAL.with_roads([RoadChange("port", "stary-mokotow", "2")]),
}
"""The changes that the lesson speaks about, as exercise C calls them."""


@pytest.fixture(scope="module")
def found() -> dict[str, PairedGames]:
    """The games of the lesson."""
    made = {}
    usual: list[GameRow] = []
    for name, rules in CHANGES.items():
        made[name] = PairedGames(BASIC, changed_scenario(rules), SEED, usual)
        while not made[name].is_done:
            made[name].play_slice()
    return made


def text(lang: str, part: str = "") -> str:
    return (LESSONS / lang / f"10-change-the-rules{part}.md").read_text("utf-8")


def cells(found: dict[str, PairedGames], name: str, lang: str, measure: str = "defeats") -> tuple[str, ...]:
    """Before, after and difference as the figure writes them."""
    figure = balance_figure(found[name].comparison, MEASURES, lang=lang)
    return figure.twin.rows[MEASURES.index(measure)][1:]


def numbers(words: str) -> list[str]:
    """All numbers with their signs, as they are written."""
    return re.findall(r"[−+]?\d+(?:[.,]\d+)?%?", words)


def difference(found: dict[str, PairedGames], name: str, lang: str) -> list[str]:
    """The difference, and the ends of its interval, in 100 games."""
    return [each for each in numbers(cells(found, name, lang)[2]) if each != "100"]


def paragraph(words: str, begin: str) -> str:
    return next(line for line in words.splitlines() if begin in line)


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_three_trials_of_the_lesson(lang, found):
    said = text(lang)
    for number, name in enumerate(("three", "red", "harbour"), 1):
        begin = f"**{'Próba' if lang == 'pl' else 'Test'} {number}.**"
        before, after = (numbers(cell)[0] for cell in cells(found, name, lang)[:2])
        value, low, high = difference(found, name, lang)
        told = numbers(paragraph(said, begin).removeprefix(begin))
        assert {before, after} == {each for each in told if each.endswith("%")}
        assert [low, high] == [each for each in told if each[0] in "−+"][-2:]
        if name == "three":
            assert value in told
            assert after.removesuffix("%") in told


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_answers_of_the_teacher_page_and_of_the_key(lang, found):
    answers = text(lang, ".teacher")
    lines = {"three": "**Próba 1:**", "red": "**Próba 2:**", "harbour": "**Próba 3,", "five": "**Łagodniej, pięć"}
    if lang == "en":
        lines = {"three": "**Test 1:**", "red": "**Test 2:**", "harbour": "**Test 3,", "five": "**Easier, five"}
    for name, begin in lines.items():
        told = numbers(paragraph(answers, begin).rpartition("**")[2])
        assert [each for each in told if each != "100"] == difference(found, name, lang)
    harder = paragraph(answers, "- **Trudniej:**" if lang == "pl" else "- **Challenge:**")
    assert [each.lstrip("+") for each in numbers(cells(found, "five", lang, "gap")[2])] == [
        each.lstrip("+") for each in numbers(harder)
    ]
    question = paragraph(answers, "- **Pytanie:**" if lang == "pl" else "- **The question:**")
    shares = [each for each in numbers(question) if each.endswith("%")]
    before, after = (numbers(cell) for cell in cells(found, "three", lang)[:2])
    assert shares == [*after, *before]
    key = paragraph(text(lang, ".worksheet"), "- **4.**")
    expected = [each for name in ("three", "red", "harbour") for each in difference(found, name, lang)]
    assert [each for each in numbers(key) if each[0] in "−+" or each == "0"] == expected


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
def test_exercise_c_sorts_the_changes_as_the_intervals_do(lang, found):
    exercise = lesson("10", lang).exercises["10-c"]
    assert isinstance(exercise, MatchExercise)
    assert {item.key for item in exercise.items} == set(CHANGES)
    for item in exercise.items:
        assert numbers(item.text)[-2:] == difference(found, item.key, lang)[1:]
        assert item.group == way(found[item.key].comparison.of("defeats"))
    assert {item.group for item in exercise.items} == {"more", "less", "open"}


def way(found: Difference) -> str:
    if found.difference.contains(0):
        return "open"
    return "more" if found.difference.value > 0 else "less"


@pytest.mark.slow
def test_the_trial_with_the_road_shows_neither_more_defeats_nor_another_gap(found):
    comparison = found["harbour"].comparison
    assert comparison.of("defeats").difference.contains(0)
    assert comparison.of("gap").difference.contains(0)


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
def test_kuba_is_told_the_interval_of_his_change(lang, found):
    exercise = lesson("10", lang).exercises["10-d"]
    assert isinstance(exercise, Choice)
    (chance,) = (option for option in exercise.options if option.key == "luck")
    assert numbers(chance.reply) == difference(found, "five", lang)[1:]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_buttons_that_the_texts_name_are_those_of_the_workshop(lang):
    say = texts_for(lang).say
    assert say("editor.start", n=GAMES) in text(lang)
    assert say("editor.original") in text(lang)
    assert say("editor.guess-again") in text(lang, ".teacher"), "it draws other games"


def test_who_decided_is_what_the_data_say():
    assert BASIC.tokens_to_lose == 4
    assert BASIC.track_spaces == 5
    origins = {(face.colour, face.number): face.origin.partition(":")[0] for face in BASIC.die}
    assert origins.pop((Colour.BLACK, 3)) == "rulebook"
    assert origins[Colour.RED, 6] == "designed"
    assert set(origins.values()) == {"designed"}
    assert distance(BASIC.board, "plac-wilsona", "dworzec-gdanski") == 2
    calibration = (LESSONS.parent / "docs/calibration.md").read_text("utf-8")
    assert "designed, and left alone | the roads and their lengths" in calibration
    assert "basic-2: everyone loses | 10 to 35 %" in calibration


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
def test_how_often_the_usual_game_is_lost_before_the_question(lang, found):
    lost = round(100 * found["three"].comparison.of("defeats").before.value)
    asked = paragraph(text(lang), "(term:small-token)")
    assert numbers(asked) == [str(lost)]
    assert numbers(paragraph(text(lang, ".worksheet"), "- **1.**"))[-1:] == numbers(cells(found, "three", lang)[1])[:1]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_story_of_our_mistake_is_that_of_the_decks(lang):
    told = text(lang).partition("## Nasza pomyłka" if lang == "pl" else "## Our mistake")[2].partition("\n## ")[0]
    second, third = (
        Counter(
            tuple(game.board.district_of[place] for place in (order.start, order.to)) for order in game.orders.values()
        )
        for game in map(load_scenario, ("extended-2", "extended-3"))
    )
    into = Counter(to for _, to in second.elements())
    most = sum(times for _, times in into.most_common(3))
    shown = re.sub(r"<!-- .* -->", "", told)
    assert [each for each in numbers(shown) if each != "13"] == ["20", "50", str(most), str(second.total())]
    assert [district for district, times in into.items() if times < 2] == ["wola", "srodmiescie"]
    assert set(third.values()) == {1}
    assert len(third) == 42
    assert "20 to 50 %" in (LESSONS.parent / "docs/calibration.md").read_text("utf-8")


@pytest.mark.slow
def test_a_closed_road_is_asked_about_as_the_changed_board_has_it():
    for seed in range(40):
        road, scenario, _ = a_closed_road(random.Random(seed))
        question = MAKERS["closed-road"](random.Random(seed), "pl")
        assert road.id not in scenario.board.road
        assert isinstance(question, Choice)
        assert question.right_answer == str(distance(BASIC.board, *road.ends, blocked=[road.id]))
        assert str(road.length) in [option.text for option in question.options if not option.right]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_changed_die_is_asked_about_as_its_faces_are(lang):
    black = texts_for(lang).say("name.colour.black")
    for seed in range(15):
        question = MAKERS["changed-die"](random.Random(seed), lang)
        assert isinstance(question, Choice)
        listed, _, asked = question.task.partition(".")
        numbers_of_black = [int(number) for number in re.findall(rf"{black} (\d)", listed)]
        far = int(numbers(asked)[0])
        assert question.right_answer == str(sum(number >= far for number in numbers_of_black))
        assert len(question.options) >= 3
        assert all(option.reply for option in question.options if not option.right)


def test_dice_of_all_kinds_come_up():
    dice = [a_changed_die(random.Random(seed)).die for seed in range(20)]
    assert len({tuple(map(str, die)) for die in dice}) == len(dice)
    assert all(len(die) == 6 for die in dice)
