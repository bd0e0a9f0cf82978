"""The numbers in the texts of lesson 14 are those of the stored games and of the desk, and its table is the desk's."""

import re
from functools import cache
from pathlib import Path

import pytest

from mali_powstancy.analysis.results import ALL_LOSE, ALL_WIN, result_named
from mali_powstancy.classroom.desks.paired_games import PairedGames
from mali_powstancy.classroom.desks.retelling import RETOLD, changed_rules
from mali_powstancy.classroom.desks.side_by_side import THREE_GAMES, asked_of_all
from mali_powstancy.classroom.lesson_files import Made, OnBoard, lesson
from mali_powstancy.tabletop.library import exercises_of, load_scenario
from mali_powstancy.views.figures.balances import balance_figure

ROOT = Path(__file__).parents[2]
LANGUAGES = ("pl", "en")
SEED = 7
"""Of the games that the lesson quotes."""


def text(lang: str, part: str = "") -> str:
    """A text of the lesson, without the stamps of its translation."""
    found = (ROOT / "lessons" / lang / f"14-three-games{part}.md").read_text("utf-8")
    return re.sub(r"^<!-- pl \w+ -->\n", "", found, flags=re.MULTILINE)


def numbers(words: str) -> list[str]:
    return re.findall(r"[+−]?\d+", words)


@cache
def silence() -> PairedGames:
    """Wiarusi without speeches beside Wiarusi as it is."""
    retold = RETOLD["wiarusi"]
    scenarios = load_scenario(retold.base), changed_rules("wiarusi", "speeches", 0)
    pairs = PairedGames(*scenarios, SEED, bots=retold.bots, pairs=retold.pairs)
    while not pairs.is_done:
        pairs.play_slice()
    return pairs


@pytest.mark.parametrize("lang", LANGUAGES)
def test_how_often_all_lose_is_what_the_stored_games_say(lang):
    result = result_named("three-games")
    said = [round(100 * result.of(game).share_of([ALL_LOSE]).value) for game in ("wiarusi", "mali-powstancy")]
    assert result.of("bitwa-warszawska").share_of([ALL_LOSE]).value == 0
    (folded,) = re.findall(r"</summary>\n\n(In \*W.*|W \*W.*)", text(lang))
    assert numbers(folded) == [*map(str, said)]
    (answer,) = re.findall(
        r"^- \*\*(?:Tysiące gier|Thousands of games):\*\* (.*)", text(lang, ".teacher"), re.MULTILINE
    )
    assert numbers(answer) == [*map(str, said)]
    assert [game for game in THREE_GAMES if result.of(game).share_of([ALL_WIN]).value] == ["wiarusi"]


def test_what_decides_is_what_the_stored_games_say():
    result = result_named("three-games")
    endings = {game: dict(result.of(game).endings) for game in THREE_GAMES}
    assert endings["mali-powstancy"].keys() == {"all-orders", "tokens"}, "all lose by late orders only"
    knocks, morale = (endings["wiarusi"][f"loss-{cause}"] for cause in ("knocks", "morale"))
    assert abs(knocks - morale) < 0.05 * (knocks + morale), "almost equally often"
    assert endings["bitwa-warszawska"].keys() == {"points"}


@pytest.mark.slow  # plays all games of the desk
@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_silence_costs_is_what_the_desk_finds(lang):
    (row, *_) = balance_figure(silence().comparison, RETOLD["wiarusi"].measures, lang=lang).twin.rows
    before, after, change = row[1:]
    two = [numbers(cell)[0] for cell in (after, before)]
    ends = numbers(change)
    assert numbers(re.findall(r"</summary>\n\n(Bez przemów.*|Without speeches.*)", text(lang))[0])[:4] == [
        *two,
        ends[-2],
        ends[-1],
    ]
    for page, line in ((".teacher", r"^- \*\*E, .*"), (".worksheet", r"^- \*\*4\.\*\* .*")):
        found = numbers(re.findall(line, text(lang, page), re.MULTILINE)[0])
        assert found[-6:] == [*two, ends[0], "100", ends[-2], ends[-1]]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_worksheet_has_the_table_of_the_desk(lang):
    rows = re.findall(r"^\| ([^|]+\?) \|", text(lang, ".worksheet"), re.MULTILINE)
    assert rows == [question.ask for question in asked_of_all(lang)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_position_of_each_game_comes_first_and_the_question_of_the_course_last(lang):
    found = lesson("14", lang)
    boards = [name for name, each in found.exercises.items() if isinstance(each, OnBoard)]
    assert [next(game for game in THREE_GAMES if name in exercises_of(game)) for name in boards] == list(THREE_GAMES)
    assert [each.maker for each in found.questions if isinstance(each, Made)] == ["overlap", "narrower"]
    page = text(lang)
    asked = re.findall(r"^\*\*(.*\?)\*\*$", page, re.MULTILINE)[0]
    assert asked in text(lang, ".worksheet")
    assert page.index('exercise("14-c")') < page.index("side_by_side()") < page.index("retelling()")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everywhere_it_is_said_that_the_lesson_is_for_13_and_over(lang):
    said = "od 13 lat" if lang == "pl" else "13 and over"
    for part in ("", ".teacher", ".worksheet"):
        assert said in text(lang, part).lower()
