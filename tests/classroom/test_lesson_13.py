"""What lesson 13 says is what the engine, the history files and the cipher say."""

import re
from pathlib import Path

import pytest

from mali_powstancy import history
from mali_powstancy.bitwa_warszawska import arrange, load_scenario, parse_move, play, strength_of
from mali_powstancy.classroom.exercises import Choice
from mali_powstancy.classroom.lesson_files import Made, OnBoard, lesson
from mali_powstancy.views.figures.fronts import DAYS, FIRST_DAY

ROOT = Path(__file__).parents[2]
NAME = "13-news-and-orders"
LANGUAGES = ("pl", "en")
PARTS = ("", ".teacher", ".worksheet")
FACTS = (
    *("war-with-russia", "kyiv-1920", "july-offensive", "warsaw-battle-days", "ciechanow-radio", "army-without-news"),
    *("wieprz-strike", "late-news", "kowalewski", "division-word", "ciphers-not-all", "cavalry-army-lwow"),
    *("zamosc-komarow", "supplies-1920", "volunteers-1920", "government-1920", "women-couriers", "prisoners-1920"),
    *("polish-dead-1920", "soviet-dead-1920", "soviet-prisoners-1920", "jablonna-1920", "pogroms-1920", "order-found"),
    *("minsk-radiograms", "minsk-talks", "plock-messenger", "plock-boys", "staff-without-lines", "signal-troops"),
    *("post-offices-1920", "ukraine-ally", "miracle-word", "jamming-story", "red-army-peasants"),
)
"""The facts of the lesson's frame, some of them in several parts."""
FOR_THE_TEACHER = ("prisoners-1920", "jablonna-1920", "pogroms-1920")
"""What is told in a talk, not on a screen."""
WORD = "DIWIZIA"


def text(lang: str, part: str = "") -> str:
    """A text of the lesson, without the stamps of its translation."""
    found = (ROOT / "lessons" / lang / f"{NAME}{part}.md").read_text("utf-8")
    return re.sub(r"^<!-- pl \w+ -->\n", "", found, flags=re.MULTILINE)


def groups(lang: str, part: str) -> list[list[int]]:
    """The groups of the message, as a page prints them."""
    rows = re.findall(r"^\| \d \| (\d+(?: \d+)+) \|$", text(lang, part), re.MULTILINE)
    return [list(map(int, row.split())) for row in rows]


def pattern(signs: object) -> list[int]:
    """Where each sign first stood: alike for a word and its cipher."""
    listed = list(signs)  # type: ignore[call-overload]
    return [listed.index(sign) for sign in listed]


# --- the cipher


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("part", ["", ".worksheet"])
def test_one_word_opens_the_cipher_and_only_in_one_group(lang, part):
    found = groups(lang, part)
    assert len(found) == 4
    fitting = [number for number, group in enumerate(found, 1) if pattern(group) == pattern(WORD)]
    asked = lesson("13", lang).exercises["13-f"]
    assert isinstance(asked, Choice)
    assert fitting == [int(asked.right_answer)]
    letters = dict(zip(found[fitting[0] - 1], WORD, strict=True))
    name = lesson("13", lang).exercises["13-f2"]
    assert isinstance(name, Choice)
    assert "".join(letters[sign] for sign in found[3]).lower() == name.right_answer
    told = {int(number): letter for number, letter in re.findall(r"(\d+) (?:=|to|is)? ?([A-Z])\b", asked.praise)}
    assert told == letters
    for page in (".teacher", ".worksheet"):
        assert all(re.search(rf"\b{number} (?:= )?{letter}\b", text(lang, page)) for number, letter in letters.items())


def test_the_word_repeats_as_the_fact_says():
    assert len(WORD) == len("дивизия") == 7
    assert pattern(WORD) == pattern("дивизия")
    assert WORD[1] == WORD[3] == WORD[5]


# --- history


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_facts_are_there_and_for_13(lang):
    assert all(getattr(history.item(name), "age", 13) == 13 for name in FACTS)
    used = "".join(text(lang, part) for part in PARTS)
    assert [name for name in FACTS if f"@{name}" not in used] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_hardest_matters_are_left_to_the_talk_that_a_teacher_leads(lang):
    seen = text(lang) + text(lang, ".worksheet")
    assert not any(f"@{name}" in seen for name in FOR_THE_TEACHER)
    assert not re.search(r"pogrom|jabłonn", seen, re.IGNORECASE)
    assert all(f"@{name}" in text(lang, ".teacher") for name in FOR_THE_TEACHER)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("part", PARTS)
def test_no_miracle_without_quotation_marks_and_nobody_is_called_names(lang, part):
    page = text(lang, part).replace("[@miracle-word]", "")
    assert not re.search(r"(?<![„“])\b(?:cud|cudu|cudem|cudzie|miracle)\b", page)
    assert not re.search(r"bolszewi|bolshevi|hord|nawał", page, re.IGNORECASE)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_said_of_the_figure_is_on_it(lang):
    days = {battle.id: battle.last_day.day for battle in history.battles()}
    assert (days["ciechanow-1920"], days["wlodawa-1920"], days["plock-entered-1920"]) == (15, 16, 18)
    told = {day for battle in history.battles() for day in range(battle.day.day, battle.last_day.day + 1)}
    empty = [day for day in range(FIRST_DAY.day, FIRST_DAY.day + DAYS) if day not in told]
    line = next(line for line in text(lang, ".teacher").splitlines() if line.startswith(("- **Wykres", "- **The fig")))
    assert list(map(int, re.findall(r"\d+", line.rpartition("]")[2]))) == empty


# --- the game


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_position_of_the_worksheet(lang):
    asked = next(line for line in text(lang, ".worksheet").splitlines() if "+1 [@game]" in line)
    first, second, extra = map(int, re.findall(r"\d+", asked)[:3])
    state = arrange(
        load_scenario("bitwa-standard"),
        hands={"WP-1": ["wp-kolej"]},
        WP={
            "units": {"N": [first, second]},
            "commanders": {"N": "wp-galica"},
            "used": ["N"],
            "strength": {"N": extra},
        },
    )
    after = play(state, parse_move("pass")).state
    key = next(line for line in text(lang, ".worksheet").splitlines() if line.startswith("- **3.**"))
    assert list(map(int, re.findall(r"\d+", key)))[1:3] == [strength_of(state, 0, 0), after.l1[0] + after.l2[0]]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_twelve_cards_are_of_the_rulebook_and_ninety_four_are_ours(lang):
    cards = load_scenario("bitwa-standard").cards.values()
    origins = [card.origin for card in cards]
    assert (origins.count("rulebook"), origins.count("designed")) == (12, 94)
    assert " 94" in text(lang)
    for title in re.findall(r"^\| ([^|]+) \| [^|]+\[@", text(lang), re.MULTILINE):
        assert any(title == (card.name if lang == "pl" else card.name_en) for card in cards), title


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_game_is_short_and_can_be_stopped(lang):
    page = text(lang)
    start = page.index('new_game("bitwa-short", players=2')
    assert start < page.index("Kończymy" if lang == "pl" else "“Finish”")
    assert ("kronikar" if lang == "pl" else "chronicler") in page
    said = "od 13 lat" if lang == "pl" else "13 and over"
    assert all(said in text(lang, part).lower() for part in PARTS)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_engine_makes_three_questions_and_four_exercises_are_on_the_board(lang):
    found = lesson("13", lang)
    made = [each.maker for each in found.questions if isinstance(each, Made)]
    assert made == ["front-strength", "after-battle", "round-points"]
    boards = [name for name, each in found.exercises.items() if isinstance(each, OnBoard)]
    assert boards == ["13-a", "13-b", "13-c", "13-d"]
