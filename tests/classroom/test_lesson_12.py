"""The numbers in the texts of lesson 12 are those of the engine, of the bots' table and of the history files."""

import re
from fractions import Fraction
from pathlib import Path

import pytest

from mali_powstancy import history
from mali_powstancy.classroom.desks.censor import LIMIT
from mali_powstancy.classroom.exercises import Choice, NumberExercise
from mali_powstancy.classroom.lesson_files import Made, OnBoard, lesson
from mali_powstancy.wiarusi import chance_outcomes, load_scenario, new_game, observe, parse_move, play
from mali_powstancy.wiarusi.arranging import arrange
from mali_powstancy.wiarusi.cards import Knock, ThreatCard
from mali_powstancy.wiarusi.state import CHANCE, GameState, Phase

ROOT = Path(__file__).parents[2]
NAME = "12-what-may-i-tell-you"
LANGUAGES = ("pl", "en")
SCENARIO = load_scenario("wiarusi-beginner")
GAME = new_game(SCENARIO, 3).game
FACTS = (
    *("front-mobilisation", "front-called-up", "front-memorials", "poilu-word", "wiarus-word", "front-post-free"),
    *("front-post-jam", "front-post-marty", "front-letters-april-to", "front-letters-total", "front-post-women"),
    *("postal-control", "front-forbidden", "front-own-silence", "vaguemestre", "war-godmothers", "christmas-truce"),
    *("letters-collection", "bleuet", "ponticelli", "bayonne-poles", "shell-shock"),
)
"""The fifteen facts of the lesson's frame, some of them in several parts."""


def text(lang: str, part: str = "") -> str:
    """A text of the lesson, without the stamps of its translation."""
    found = (ROOT / "lessons" / lang / f"{NAME}{part}.md").read_text("utf-8")
    return re.sub(r"^<!-- pl \w+ -->\n", "", found, flags=re.MULTILINE)


def answer(lang: str, begin: str) -> str:
    """The line of the teacher's page that begins so."""
    return next(line for line in text(lang, ".teacher").splitlines() if line.startswith(f"- **{begin}"))


def key(lang: str) -> dict[str, str]:
    """The answers of the worksheet by their numbers."""
    page = text(lang, ".worksheet").rpartition("<!-- page -->")[2]
    return dict(re.findall(r"^- \*\*(\d)\.\*\* (.*)$", page, re.MULTILINE))


def numbers(words: str) -> list[int]:
    return list(map(int, re.findall(r"\d+", words)))


def first_card() -> dict[str, Fraction]:
    """The chances of the first card that is dealt in a new game of three, as the engine knows them."""
    state: GameState = new_game(SCENARIO, 3)
    while state.phase is not Phase.DEALING:
        moves = list(chance_outcomes(state)) if state.to_act == CHANCE else [parse_move("deal 3")]
        state = play(state, moves[0]).state
    return {move.card: chance for move, chance in chance_outcomes(state).items()}


def shows(card: str, threat: str) -> bool:
    """As the file of the cards says it."""
    trial = SCENARIO.trials[card]
    if isinstance(trial, ThreatCard):
        return threat in trial.threats
    return isinstance(trial, Knock) and trial.threat == threat


# --- chances


def test_the_chances_of_the_first_card_are_15_and_19_of_59():
    chances = first_card()
    assert len(chances) == 59
    assert sum(chance for card, chance in chances.items() if shows(card, "night")) == Fraction(15, 59)
    assert sum(chance for card, chance in chances.items() if card in GAME.knock_cards) == Fraction(19, 59)
    assert all(len(GAME.shows[threat]) == 15 for threat in GAME.shows)
    traps = [card for card, trial in SCENARIO.trials.items() if isinstance(trial, ThreatCard) and trial.trap]
    assert len(traps) == 9
    assert not GAME.traps  # beginners ignore them


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_exercise_about_night_and_its_typical_mistakes(lang):
    asked = lesson("12", lang).exercises["12-d"]
    assert isinstance(asked, Choice)
    assert asked.right_answer == "15-59"
    assert numbers(asked.task)[:4] == [59, 39, 19, 14]
    assert {option.key for option in asked.options} == {"15-59", "14-59", "1-6", "14-39"}
    plain = [card for card, trial in SCENARIO.trials.items() if isinstance(trial, ThreatCard)]
    assert (len(plain), sum(shows(card, "night") for card in plain)) == (39, 14)


def unseen_nights(*hand: str, nml: tuple[str, ...] = ()) -> tuple[int, int]:
    """How many cards with night a player with this hand has not seen, and how many cards in all."""
    left = 59 - len(hand) - len(nml)
    state = arrange(SCENARIO, [{"hand": list(hand)}, {}, {}], active=0, nml=nml, top=left - 34, reserve=34)
    unseen = observe(state, 0).unseen
    return sum(shows(card, "night") for card in unseen), len(unseen)


HAND = ("night-shell-1", "snow-mask-1", "hardheaded")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_changes_after_three_cards(lang):
    assert unseen_nights(*HAND) == (14, 56)
    without = unseen_nights("rain-shell-1", *HAND[1:])
    assert without == (15, 56)
    asked = lesson("12", lang).exercises["12-d2"]
    assert isinstance(asked, NumberExercise)
    assert asked.right == 14
    assert numbers(asked.task)[-1] == 56
    assert numbers(asked.praise) == [14, 56, 15, 56]
    many = unseen_nights(
        "night-shell-1", "night-shell-2", "snow-mask-1", nml=("night-mask-1", "night-whistle-1", "snow-rain")
    )
    rows = [(15, 59), unseen_nights(*HAND), without, many]
    assert numbers(key(lang)["4"])[:8] == [number for row in rows for number in row]
    said = answer(lang, "D:")
    assert numbers(said) == [15, 59, 25, 14, 56, 15, 56, 27]
    assert [round(100 * Fraction(*pair)) for pair in ((15, 59), (14, 56), (15, 56))] == [25, 25, 27]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_other_chances_on_the_teacher_page(lang):
    harder = "Trudniej" if lang == "pl" else "Challenge"
    knock = answer(lang, f"{harder}, {'brutalny' if lang == 'pl' else 'a hard'}")
    assert numbers(knock)[:5] == [19, 59, round(100 * 19 / 59), 9, 59]
    two = Fraction(44, 59) * Fraction(43, 58)
    assert numbers(answer(lang, f"{harder}, {'dwie' if lang == 'pl' else 'two'}")) == [44, 59, 43, 58, round(100 * two)]
    assert 59 - 15 == 44


def test_at_most_six_ordinary_cards_lie_in_no_mans_land():
    assert len(GAME.shows) * (SCENARIO.identical_threats - 1) // 2 == 6
    six = ["night-shell-1", "night-shell-2", "snow-mask-1", "snow-mask-2", "rain-whistle-1", "rain-whistle-2"]
    state = arrange(SCENARIO, [{"hand": ["night-mask-1"]}, {}, {}], active=0, nml=six, top=5, reserve=20)
    pairs = [card for card, trial in SCENARIO.trials.items() if isinstance(trial, ThreatCard) and card not in six]
    assert len(state.nml) == 6
    for card in pairs:
        hand = arrange(SCENARIO, [{"hand": [card]}, {}, {}], active=0, nml=six, top=5, reserve=20)
        assert any(event.event == "mission-failed" for event in play(hand, parse_move(f"play {card}")).events), card


# --- bots


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_said_of_the_bots_stands_in_their_table(lang):
    table = (ROOT / "docs" / "bots.md").read_text("utf-8")
    wins = dict(re.findall(r"^\| `careful` \| beginner, (\d) \| 2,000 \| ([\d.]+) %", table, re.MULTILINE))
    said = re.findall(r"(\d+[.,]\d)%", answer(lang, "Boty" if lang == "pl" else "Bots"))
    assert [number.replace(",", ".") for number in said] == [wins["3"], wins["4"]]
    assert 0.2 < float(wins["3"]) / 100 < 0.3  # about one game in four, three lost in four
    assert ("co czwartą grę" if lang == "pl" else "one beginners' game in four") in text(lang)


# --- history and letters


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_facts_are_there_and_for_13(lang):
    for name in FACTS:
        found = history.item(name)
        assert getattr(found, "age", 13) == 13
    used = "".join(text(lang, part) for part in ("", ".teacher", ".worksheet"))
    assert [name for name in FACTS if f"@{name}" not in used] == []


def test_seven_times_as_many_letters():
    before, after = (history.number(f"front-letters-{name}").value or 0 for name in ("october", "april-to"))
    assert 7 < after / before < 8


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everywhere_it_is_said_that_the_lesson_is_for_13_and_over(lang):
    said = "od 13 lat" if lang == "pl" else "13 and over"
    for part in ("", ".teacher", ".worksheet"):
        assert said in text(lang, part).lower()
    assert f"{LIMIT} " in text(lang)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_game_is_for_beginners_and_can_be_stopped(lang):
    page = text(lang)
    assert 'new_game("wiarusi-beginner", players=3' in page
    assert page.index('new_game("wiarusi-beginner"') < page.index("Kończymy" if lang == "pl" else "“Finish”")
    assert ("kronikar" if lang == "pl" else "chronicler") in page


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_engine_makes_three_of_the_questions_and_three_exercises_are_on_the_board(lang):
    found = lesson("12", lang)
    assert [each.maker for each in found.questions if isinstance(each, Made)] == [
        "mission-fails",
        "failing-cards",
        "supported",
    ]
    assert [name for name, each in found.exercises.items() if isinstance(each, OnBoard)] == ["12-a", "12-b", "12-c"]
