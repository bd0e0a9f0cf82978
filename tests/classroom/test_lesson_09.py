"""The numbers in the texts of lesson 09 are those of the games."""

import re
from itertools import repeat
from pathlib import Path

import pytest

from mali_powstancy.analysis.results import OutcomeTable, result_named
from mali_powstancy.classroom.desks.bot_tables import ORDER, Bots, Found, TempersDesk
from mali_powstancy.classroom.exercises import NumberExercise
from mali_powstancy.classroom.lesson_files import lesson
from mali_powstancy.engine import load_scenario
from mali_powstancy.lab import Estimate, Serial, tournament
from mali_powstancy.texts import texts_for
from mali_powstancy.views.figures.distributions import percent
from mali_powstancy.views.figures.tournaments import table_name, tournament_figure

LESSONS = Path(__file__).parents[2] / "lessons"
LANGUAGES = ("pl", "en")
SEED = 1
"""Of the games that are told as an example. It was not chosen for what they say."""
RIVAL, HELPER, BALANCED = ORDER
HELPERS, ONE_RIVAL, RIVALS = (HELPER,) * 3, (RIVAL, HELPER, HELPER), (RIVAL,) * 3
TWO_RIVALS = (RIVAL, RIVAL, HELPER)
TRIED = (HELPERS, ONE_RIVAL, RIVALS)
PERCENT = r"\d+(?:[.,]\d)?%"


def text(lang: str, part: str = "") -> str:
    """A text of the lesson, without the stamps of its translation."""
    found = (LESSONS / lang / f"09-rivals-or-helpers{part}.md").read_text("utf-8")
    return re.sub(r"^<!-- pl \w+ -->\n", "", found, flags=re.MULTILINE)


def part_of(lang: str, begin: str, end: str) -> str:
    """The lesson between two of its calls."""
    return text(lang).partition(begin)[2].partition(end)[0]


def key(lang: str) -> dict[str, str]:
    """The answers of the worksheet by their numbers."""
    page = text(lang, ".worksheet").rpartition("<!-- page -->")[2]
    return dict(re.findall(r"^- \*\*(\d)\.\*\* (.*)$", page, re.MULTILINE))


def answer(lang: str, begin: str) -> str:
    """The line of the teacher's page that begins so."""
    return next(line for line in text(lang, ".teacher").splitlines() if line.startswith(f"- **{begin}"))


def percents(words: str) -> list[str]:
    return re.findall(PERCENT, words)


def written(lang: str, *values: float) -> list[str]:
    return [percent(texts_for(lang), value) for value in values]


def ends(lang: str, found: Estimate) -> list[str]:
    return written(lang, found.low, found.high)


def shipped(*bots: str) -> OutcomeTable:
    return next(table for table in result_named("tempers").tables if table.bots == bots)


def overlap(one: Estimate, other: Estimate) -> bool:
    return one.low <= other.high and other.low <= one.high


# --- mine or ours


def points(is_mine: bool, ours: int) -> int:
    """Every card OURS gives a point to everybody; who lays MINE has two more."""
    return ours + 2 * is_mine


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_table_of_the_dilemma(lang):
    rows = re.findall(r"^\| .* \| (\d) \w+ \| (\d) \w+ \|$", text(lang), re.MULTILINE)
    expected = [(points(False, others + 1), points(True, others)) for others in (3, 2, 1, 0)]
    assert [(int(ours), int(mine)) for ours, mine in rows] == expected
    assert re.findall(r"\d", key(lang)["3"]) == [str(each) for row in expected for each in row] + ["1", "2", "4"]
    assert {mine - ours for ours, mine in expected} == {1}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_questions_about_points(lang):
    found = lesson("09", lang)
    asked = found.exercises["09-a"]
    assert isinstance(asked, NumberExercise)
    assert asked.right == points(True, 3)
    assert [each.right for each in found.questions if isinstance(each, NumberExercise)] == [points(True, 0)]


def test_with_three_points_a_card_it_is_no_dilemma_any_more():
    for others in range(4):
        assert 3 * (others + 1) > 3 * others + 2


# --- the shipped games


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_intervals_of_400_games(lang):
    rivals, helpers = shipped(*RIVALS).defeats(), shipped(*HELPERS).defeats()
    balanced, one_rival = shipped(*(BALANCED,) * 3).defeats(), shipped(*ONE_RIVAL).defeats()
    shared = written(lang, balanced.low, helpers.high)
    said = part_of(lang, 'exercise("09-c").answer', "\n## ")
    three = [*ends(lang, rivals), *ends(lang, helpers), *ends(lang, helpers), *ends(lang, balanced), *shared]
    assert percents(said)[: len(three)] == three
    assert percents(answer(lang, "400 "))[:8] == [
        *ends(lang, rivals),
        *ends(lang, helpers),
        *ends(lang, balanced),
        *ends(lang, one_rival),
    ]
    for name, found in (("rival", rivals), ("helper", helpers), ("balanced", balanced)):
        word = texts_for(lang).say(f"figure.temper.{name}")
        row = next(
            line
            for line in text(lang, ".worksheet").splitlines()
            if line.startswith(f"| 3 × {word} | ") and "%" in line and ". . . %" not in line
        )
        assert percents(row) == ends(lang, found)
    assert percents(key(lang)["5"]) == shared
    assert overlap(helpers, balanced)
    assert not overlap(rivals, helpers)
    assert not overlap(rivals, balanced)
    assert {table.games for table in result_named("tempers").tables} == {400}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_was_found_is_folded_away_below_the_exercise_that_asks_for_it(lang):
    page = text(lang)
    folded = [found.start() for found in re.finditer("^<details>$", page, re.MULTILINE)]
    exercises = [page.index(f'exercise("09-{letter}").answer') for letter in "abcd"]
    assert len(folded) == len(exercises)
    assert all(asked < told for asked, told in zip(exercises, folded, strict=True))
    assert all(told < asked for told, asked in zip(folded, exercises[1:], strict=False))
    assert not percents(re.sub(r"^<details>$.*?^</details>$", "", page, flags=re.MULTILINE | re.DOTALL))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_tournament_is_an_extra_behind_the_exit_ticket(lang):
    assert text(lang).index('exit_ticket("09")') < text(lang).index('guess_first("tournament_table")')


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_cooperation_is_worth(lang):
    lost = [shipped(*bots).defeats().value for bots in (RIVALS, HELPERS)]
    assert round(100 * (lost[0] - lost[1]), -1) == 40
    assert ("około 40 gier na sto" if lang == "pl" else "about 40 games in a hundred") in text(lang)
    assert shipped(*RIVALS).defeats().contains(0.5)  # "about every second game"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_the_tournament_says(lang):
    found = result_named("tournament").standings
    rival, unclear = found.match(RIVAL, HELPER), found.match(BALANCED, RIVAL)
    said = part_of(lang, 'exercise("09-d").answer', "</details>").partition("<details>")[2]
    leads = [row[1] for row in tournament_figure(lang=lang).twin.rows]
    signed = re.findall(r"[+−]\d+", said)
    assert signed == re.findall(r"[+−]\d+", leads[2])[1:] + re.findall(r"[+−]\d+", leads[1])[1:]
    assert re.findall(r"\d+", said)[0] == f"{round(100 * rival.lead.value)}"
    defeats = [found.match(*pair).defeats for pair in ((BALANCED, HELPER), (BALANCED, RIVAL), (RIVAL, HELPER))]
    assert percents(said) == written(lang, *(each.value for each in defeats))
    assert rival.lead.low > 0
    assert unclear.lead.contains(0)
    assert not overlap(defeats[0], defeats[1])
    assert overlap(defeats[0], defeats[2])
    assert overlap(defeats[1], defeats[2])
    assert found.match(BALANCED, HELPER).lead.low > 0  # by wins the helper looks worst


def test_the_right_sentences_about_the_tournament():
    for lang in LANGUAGES:
        assert lesson("09", lang).exercises["09-d"].right_answer == ["rival-leads", "helper-saves"]


def test_four_late_orders_lose_the_game():
    assert load_scenario("basic").tokens_to_lose == 4
    assert "czwartym spóźnionym" in text("pl")
    assert "fourth late" in text("en")


@pytest.mark.slow
def test_the_small_tournament_under_the_bonnet_usually_knows_too_little_and_the_larger_one_more():
    few, more = (
        [tournament([RIVAL, HELPER], games, seed=seed, executor=Serial(), progress=False).matches[0] for seed in seeds]
        for games, seeds in ((20, range(1, 8)), (100, [1]))
    )
    assert sum(match.lead.contains(0) for match in few) > len(few) / 2
    assert all(more[0].lead.high - more[0].lead.low < match.lead.high - match.lead.low for match in few)


# --- the live games


@pytest.fixture(scope="module")
def live() -> dict[Bots | str, Found]:
    """What the first 200 games of the tables of the lesson say, and 400 games of the first of them."""
    desk = TempersDesk("en", repeat(SEED))
    found: dict[Bots | str, Found] = {}
    for bots in (*TRIED, TWO_RIVALS):
        values = {f"seat-{seat}": bot for seat, bot in enumerate(bots)} | {"guess": "50"}
        desk.handle({"do": "start", "values": values})
        play_on(desk)
        found[bots] = desk.found[bots]
    desk.handle({"do": "start", "values": {f"seat-{seat}": HELPER for seat in range(3)}})
    play_on(desk)
    return found | {"more": desk.found[HELPERS]}


def play_on(desk: TempersDesk) -> None:
    while desk.stage == "playing":
        desk.step()


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_the_three_tables_show_in_the_lesson_in_the_key_and_on_the_teacher_page(lang, live):
    say = texts_for(lang)
    for bots in TRIED:
        found, name = live[bots], table_name(say, bots)
        assert found.games == 200
        wins = [percent(say, found.wins[bot].value) if bot in found.wins else "–" for bot in (RIVAL, HELPER)]
        lost = percent(say, found.lost.value)
        assert f"| {name} | {' | '.join([lost, *wins])} |" in text(lang)
        after = key(lang)["4"].partition(name)[2]
        assert percents(after)[:3] == [lost, *ends(lang, found.lost)]
        assert f"{name}: {lost}" in answer(lang, "Trzy stoły" if lang == "pl" else "Three tables")
    free, all_rivals, fair = live[ONE_RIVAL].wins[RIVAL], live[RIVALS].wins[RIVAL], live[HELPERS].wins[HELPER]
    said = text(lang).partition(f"| {table_name(say, RIVALS)} |")[2].partition(">")[0]
    in_a_hundred = [f"{round(100 * each.value)}" for each in (free, fair, all_rivals)]
    assert re.findall(r"\b\d+\b(?!%)", said) == in_a_hundred
    # The lesson says that the free rider wins more often, and that three rivals win less: both can be seen.
    assert free.low > fair.high
    assert all_rivals.high < fair.low
    assert live[RIVALS].lost.contains(0.5)  # "in about every second game nobody wins"
    assert not overlap(live[RIVALS].lost, live[HELPERS].lost)


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
def test_400_games_make_the_interval_narrower(lang, live):
    first, more = live[HELPERS].lost, live["more"].lost
    said = part_of(lang, 'exercise("09-c").answer', "\n## ")
    assert percents(said)[-4:] == [*ends(lang, first), *ends(lang, more)]
    assert more.high - more.low < first.high - first.low
    assert live["more"].games == 400


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_third_bot_on_the_teacher_page(lang, live):
    helper, rival = live[TWO_RIVALS].wins[HELPER], live[RIVALS].wins[RIVAL]
    expected = [each for found in (helper, rival) for each in [*written(lang, found.value), *ends(lang, found)]]
    line = answer(lang, "Trudniej, trzeci bot" if lang == "pl" else "Challenge, the third bot")
    assert percents(line) == expected
    assert overlap(helper, rival)
