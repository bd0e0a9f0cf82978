"""The numbers in the texts of lesson 08 are those of the games, the cards and the history; its tone is kept."""

import re
import tomllib
from collections import Counter
from datetime import date
from itertools import repeat
from pathlib import Path

import pytest

from mali_powstancy.analysis.results import result_named
from mali_powstancy.classroom.desks.experiments import FALLS, ExperimentDesk, estimate_of, games_with_a_fall
from mali_powstancy.classroom.exercises import Number, Ordering
from mali_powstancy.classroom.lesson_files import lesson
from mali_powstancy.engine import load_scenario
from mali_powstancy.history import district, places
from mali_powstancy.lab import Estimate, Serial, simulate
from mali_powstancy.texts import texts_for
from mali_powstancy.views.figures.distributions import percent

LESSONS = Path(__file__).parents[2] / "lessons"
DATA = Path(__file__).parents[2] / "mali_powstancy" / "data" / "lessons" / "08-how-districts-fall.toml"
GAME = load_scenario("extended")
BOARD = GAME.board
ORDERS_TO = Counter(BOARD.district_of[order.to] for order in GAME.orders.values())
LATE_TO_FALL = 2
TABLE = result_named("falls").table(3)
LANGUAGES = ("pl", "en")
SEED = 1
"""Of the games that are told as an example. It was not chosen for what they say."""


def text(lang: str, part: str = "") -> str:
    return (LESSONS / lang / f"08-how-districts-fall{part}.md").read_text("utf-8")


def key(lang: str) -> dict[str, str]:
    """The answers of the worksheet by their numbers."""
    page = text(lang, ".worksheet").rpartition("<!-- page -->")[2]
    return dict(re.findall(r"^- \*\*(\d)\.\*\* (.*)$", page, re.MULTILINE))


def name(lang: str, district_id: str) -> str:
    return texts_for(lang).name(BOARD.district[district_id])


@pytest.fixture(scope="module")
def found() -> list[Estimate]:
    """What the first 200 games say, the next 200, and all of them."""
    desk = ExperimentDesk(FALLS, "en", repeat(SEED))
    for what in ("start", "another"):
        desk.handle({"do": what, "values": {"guess": "50"}})
        while desk.stage == "playing":
            desk.step()
    rows = [row for run in desk.runs for row in run.rows]
    return [*(run.result for run in desk.runs), estimate_of(FALLS, rows, SEED)]


# The game -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_tables_of_orders_and_of_games_in_the_lesson_and_on_the_worksheet(lang):
    for district_id in BOARD.district:
        share = 100 * TABLE.share_of(district_id).value
        about = {"pl": "około 1", "en": "about 1"}[lang] if 0 < share < 10 else f"{share:.0f}"
        orders = ORDERS_TO[district_id]
        assert f"| {name(lang, district_id)} | {orders} | {about} |" in text(lang)
        assert f"| {name(lang, district_id)} | {about} | {orders} |" in text(lang, ".worksheet")
    assert f" {ORDERS_TO.total()} " in text(lang).partition("## Zagadka" if lang == "pl" else "## The riddle")[2][:200]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_so_many_districts_can_fall_and_so_many_have_fallen(lang):
    exercise = lesson("08", lang).exercises["08-b"]
    assert isinstance(exercise, Number)
    can = {district_id for district_id in BOARD.district if ORDERS_TO[district_id] >= LATE_TO_FALL}
    fallen = {district_id for district_id in BOARD.district if TABLE.share_of(district_id).value > 0}
    often = {district_id for district_id in fallen if TABLE.share_of(district_id).value > 0.5}
    assert exercise.right_answer == len(can) == 5
    assert {2, len(often), len(fallen), len(BOARD.district)} == {value for value, _ in exercise.mistakes}
    assert fallen < can
    assert set(BOARD.district) - can == {"wola", "srodmiescie"}
    yes, no = {"pl": ("tak", "nie"), "en": ("yes", "no")}[lang]
    assert ", ".join([yes] * len(can) + [no] * 2) in key(lang)["2"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_cannot_fall_has_never_fallen_and_ochota_twice_in_another_thousand_games(players):
    table = result_named("falls").table(players)
    assert not sum(table.fell["wola"]) + sum(table.fell["srodmiescie"])
    assert sum(table.fell["ochota"]) == (2 if players == 2 else 0)
    assert table.games == 1000


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_exercise_a_says_about_the_map(lang):
    options = {option.key: option for option in lesson("08", lang).exercises["08-a"].options}
    most = max(BOARD.district, key=lambda one: TABLE.share_of(one).value)
    assert name(lang, most) in options["most"].text
    assert f"{100 * TABLE.share_of(most).value:.0f}" in options["most"].text
    assert not any(TABLE.share_by(one, 4).value for one in BOARD.district)
    assert any(TABLE.share_by(one, 5).value for one in BOARD.district)
    assert f"{100 * TABLE.share_by('stare-miasto', 14).value:.0f}%" in options["always"].reply


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_interval_of_nothing_in_a_thousand_games(lang):
    high = percent(texts_for(lang), TABLE.share_of("wola").high)
    assert TABLE.share_of("wola") == TABLE.share_of("ochota")
    assert high in text(lang)
    assert high in text(lang, ".teacher")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_most_orders_start_in_wola(lang):
    starts = Counter(BOARD.district_of[order.start] for order in GAME.orders.values())
    [(most, times), second] = starts.most_common(2)
    assert (most, times > second[1]) == ("wola", True)
    line = next(line for line in text(lang, ".teacher").splitlines() if re.match(r"- \*\*(Pod|Under)", line))
    assert f" {times} " in line


def test_a_game_with_a_fall_is_counted_once():
    games = simulate(20, ["random", "random"], "extended", executor=Serial(), progress=False)
    fell = [row for row in games if row.falls]
    assert games_with_a_fall(games).value == len(fell) / 20
    assert any(len(row.falls) > 1 for row in fell)


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_the_short_games_say(lang, found):
    say = texts_for(lang)
    first, another, together = ([percent(say, each) for each in (one.value, one.low, one.high)] for one in found)
    assert re.findall(r"\d+%", key(lang)["3"]) == first
    teacher = next(line for line in text(lang, ".teacher").splitlines() if re.match(r"- \*\*(Wasza|Your)", line))
    assert re.findall(r"\d+%", teacher) == [*first, another[0], together[0]]


# History --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_districts_come_in_the_order_in_which_they_were_lost(lang):
    exercise = lesson("08", lang).exercises["08-c"]
    assert isinstance(exercise, Ordering)
    days = [district(name.partition("-ochota")[0]).lost.day or date.max for name in exercise.right_answer]
    assert days == sorted(days)
    assert len(set(days)) == len(days)
    assert district("wola").lost.day == district("ochota").lost.day


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_place_of_imprisonment_or_murder_is_part_of_a_task(lang):
    tasks = DATA.read_text("utf-8")
    assert [place.name[lang] for place in places() if place.care and place.name[lang] in tasks] == []


GAME_PIECES = {
    "pl": re.compile(r"\b(żeton|pion|kart|kost|tali|punkt)\w*", re.IGNORECASE),
    "en": re.compile(r"\b(tokens?|pieces?|cards?|die|dice|decks?|points?)\b", re.IGNORECASE),
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_wola_and_ochota_in_1944_never_stand_beside_game_pieces_in_answers(lang):
    asked = [
        entry
        for path in sorted(DATA.parent.glob("[0-9]*.toml"))
        for kind, entries in tomllib.loads(path.read_text("utf-8")).items()
        if kind in ("exercise", "question", "ticket")
        for entry in entries
        if re.search(r"\b(Wol[aięą]|Ocho[tc]\w*)\b", entry.get("task", {}).get(lang, ""))
        and "1944" in entry["task"][lang]
    ]
    assert len(asked) >= 2
    answers = [one["text"][lang] for entry in asked for one in (*entry.get("option", ()), *entry.get("item", ()))]
    assert answers
    assert [answer for answer in answers if GAME_PIECES[lang].search(answer)] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_numbers_of_victims_are_only_told_to_the_older_ones(lang):
    told = [line for line in text(lang).splitlines() if "@wola-killed" in line]
    assert told
    assert all(line.startswith({"pl": "> **Trudniej:**", "en": "> **Harder:**"}[lang]) for line in told)
    assert "@wola-killed" not in text(lang, ".worksheet")
