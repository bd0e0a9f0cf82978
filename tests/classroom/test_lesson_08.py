"""The numbers in the texts of lesson 08 are those of the games, the cards and the history; its tone is kept."""

import re
import tomllib
from collections import Counter
from datetime import date
from itertools import repeat
from pathlib import Path

import pytest

from mali_powstancy.analysis import distance
from mali_powstancy.analysis.results import result_named
from mali_powstancy.classroom.desks.experiments import FALLS, ExperimentDesk, estimate_of, games_with_a_fall
from mali_powstancy.classroom.exercises import Ordering
from mali_powstancy.classroom.lesson_files import lesson
from mali_powstancy.engine import load_scenario
from mali_powstancy.history import district, districts, places
from mali_powstancy.lab import Estimate, Serial, simulate
from mali_powstancy.texts import texts_for
from mali_powstancy.views.figures.distributions import percent

LESSONS = Path(__file__).parents[2] / "lessons"
DATA = Path(__file__).parents[2] / "mali_powstancy" / "data" / "lessons" / "08-how-districts-fall.toml"
GAME = load_scenario("extended")
BOARD = GAME.board
ORDERS_TO = Counter(BOARD.district_of[order.to] for order in GAME.orders.values())
FIELDS_TO: Counter[str] = Counter()
"""How far the orders to a district have to go, all together."""
for order in GAME.orders.values():
    FIELDS_TO[BOARD.district_of[order.to]] += distance(BOARD, order.start, order.to) or 0
FAR = ("mokotow", "powisle-czerniakow", "zoliborz")
NEAR = tuple(one for one in BOARD.district if one not in FAR)
TABLE = result_named("falls").table(3)
PERCENT = r"\d+(?:[.,]\d)?%"
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


def share(district_id: str) -> Estimate:
    return TABLE.share_of(district_id)


def test_six_orders_lead_to_every_district_and_each_of_them_has_fallen():
    assert {ORDERS_TO[district_id] for district_id in BOARD.district} == {6}
    assert ORDERS_TO.total() == 42
    assert GAME.track_spaces == 4
    for players in (2, 3, 4):
        table = result_named("falls").table(players)
        assert table.games == 1000
        assert all(sum(table.fell[district_id]) for district_id in BOARD.district)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_distances_in_the_lesson_and_on_the_worksheet_and_what_falls_in_its_key(lang):
    farthest = sorted(BOARD.district, key=lambda one: -FIELDS_TO[one])
    rows = [(name(lang, one), str(FIELDS_TO[one])) for one in farthest]
    for part in ("", ".worksheet"):
        told = re.findall(r"^\| ([^|]+) \| (\d\d) \|", text(lang, part), re.MULTILINE)
        assert sorted(told) == sorted(rows)
        assert [fields for _, fields in told] == [fields for _, fields in rows]
        listed = [one for place, _ in told for one in BOARD.district if name(lang, one) == place]
    assert re.findall(r"\d+", key(lang)["2"]) == [f"{100 * share(one).value:.0f}" for one in listed]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_three_far_districts_fall_more_often_than_the_four_near_ones(lang):
    assert min(FIELDS_TO[one] for one in FAR) > max(FIELDS_TO[one] for one in NEAR)
    for players in (2, 3, 4):
        table = result_named("falls").table(players)
        assert min(table.share_of(one).value for one in FAR) > max(table.share_of(one).value for one in NEAR)
    said = next(line for line in text(lang).splitlines() if re.match(r"(Do trzech|On our board three)", line))
    fields, falls = ([sorted({each(one) for one in group}) for group in (FAR, NEAR)] for each in (fields_to, in_100))
    assert list(map(int, re.findall(r"\d+", said))) == [
        *fields[0], *falls[0], fields[1][0], fields[1][-1], falls[1][0], falls[1][-1]
    ]  # fmt: skip


def fields_to(district_id: str) -> int:
    return FIELDS_TO[district_id]


def in_100(district_id: str) -> int:
    return round(100 * share(district_id).value)


def test_what_can_be_said_about_single_districts_by_their_intervals():
    # Distance does not explain everything.
    assert FIELDS_TO["stare-miasto"] < FIELDS_TO["ochota"]
    assert share("stare-miasto").low > share("ochota").high
    # Ochota falls least, and the three that fall most are not told apart.
    assert all(share("ochota").high < share(one).low for one in BOARD.district if one != "ochota")
    assert max(share(one).low for one in FAR) < min(share(one).high for one in FAR)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_intervals_of_the_three_that_fall_most(lang):
    said = next(line for line in text(lang).splitlines() if "term:interval" in line)
    ends = [percent(texts_for(lang), end) for one in FAR for end in (share(one).low, share(one).high)]
    assert re.findall(PERCENT, said) == ends
    asked = next(each for each in lesson("08", lang).questions if " 172" in getattr(each, "task", ""))
    counts = re.findall(r"\d{3}", asked.task)
    assert counts == [str(sum(TABLE.fell[one])) for one in FAR[:2]]
    answer = next(
        line for line in text(lang, ".teacher").splitlines() if re.match(r"- \*\*(Pytanie|The question)", line)
    )
    assert re.findall(PERCENT, answer) == [percent(texts_for(lang), share(one).value) for one in FAR]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_exercises_a_and_b_say_about_the_map(lang):
    options = {option.key: option for option in lesson("08", lang).exercises["08-a"].options}
    assert all(name(lang, one) in options["most"].text for one in FAR)
    assert set(map(int, re.findall(r"\d+", options["most"].text))) == {in_100(one) for one in FAR}
    assert name(lang, "ochota") in options["least"].text
    assert re.findall(r"\d+", options["least"].text) == [str(in_100("ochota"))]
    assert not any(TABLE.share_by(one, 4).value for one in BOARD.district)
    assert any(TABLE.share_by(one, 5).value for one in BOARD.district)
    assert percent(texts_for(lang), TABLE.share_by("stare-miasto", 14).value) in options["always"].reply
    assert TABLE.share_by("stare-miasto", 14).value < share("stare-miasto").value
    exercise = lesson("08", lang).exercises["08-b"]
    assert exercise.right_answer == "far"
    (luck,) = (option.reply for option in exercise.options if option.key == "luck")
    assert re.findall(r"\d+", luck) == [str(in_100("ochota")), str(in_100("mokotow"))]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_distances_and_what_they_mean_are_told_after_the_guess(lang):
    page, sheet = re.sub(r"^<details>$.*?^</details>$", "", text(lang), flags=re.M | re.S), text(lang, ".worksheet")
    assert "| Mokotów | 42 |" in text(lang)
    assert not re.search(r"\b4[24]\b", page)
    assert 'guess_first("fall_map")' in page
    assert 'guess_first("game_beside_history")' in page
    explained, table = (
        sheet.index(each) for each in ({"pl": "Zegnij", "en": "Fold the page"}[lang], "| Mokotów | 42 |")
    )
    assert explained < table


@pytest.mark.parametrize("lang", LANGUAGES)
def test_from_where_it_is_farthest(lang):
    fields = Counter()
    for order in GAME.orders.values():
        fields[BOARD.district_of[order.start]] += distance(BOARD, order.start, order.to) or 0
    [(most, times), second] = fields.most_common(2)
    assert (most, times > second[1]) == ("zoliborz", True)
    line = next(line for line in text(lang, ".teacher").splitlines() if re.match(r"- \*\*(Pod|Under)", line))
    assert f" {times} " in line


def test_the_order_in_the_game_is_nearly_the_reverse_of_that_in_history():
    lost = {
        one: max(part.lost.day for part in districts() if part.game == one and part.lost.day) for one in BOARD.district
    }
    in_history = sorted(BOARD.district, key=lambda one: lost[one])
    in_game = sorted(BOARD.district, key=lambda one: -share(one).value)
    assert set(in_history[:2]) == set(in_game[-2:]) == {"wola", "ochota"}
    assert in_history[-1] == "srodmiescie"
    assert set(in_history[-4:-1]) == set(in_game[:3]) == set(FAR)


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
    teacher = next(line for line in text(lang, ".teacher").splitlines() if re.match(r"- \*\*(Wasza|Your)", line))
    assert re.findall(PERCENT, teacher) == [*first, another[0], together[0]]


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
    assert all(line.startswith({"pl": "> **Trudniej:**", "en": "> **Challenge:**"}[lang]) for line in told)
    assert "@wola-killed" not in text(lang, ".worksheet")
