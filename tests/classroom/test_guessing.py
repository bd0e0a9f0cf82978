"""A result waits for a guess, and no lesson prints it below the button before."""

import re
from pathlib import Path

import pytest

from mali_powstancy.classroom import guess_first
from mali_powstancy.classroom.desks.guessing import GuessDesk
from mali_powstancy.texts import languages
from mali_powstancy.views.figures.falls import fall_map
from mali_powstancy.views.page.desk import MOST_LETTERS

LESSONS = Path(__file__).parents[2] / "lessons"
ASKED = re.compile(r"^(?:guess_first|experiment|temper_tables|rule_editor|retelling|die_rolls)\(.*\)$", re.MULTILINE)
"""A cell that shows a result once somebody has guessed it."""
FOLDED = re.compile(r"^<details>$.*?^</details>$", re.MULTILINE | re.DOTALL)
RESULT = re.compile(r"\d%|[+−]\d")


def desk(lang: str = "en") -> GuessDesk:
    return GuessDesk(lang, lambda: fall_map(lang=lang))


def show(made: GuessDesk, guess: object) -> None:
    made.handle({"do": "show", "values": {"guess": guess}})


@pytest.mark.parametrize("lang", languages())
def test_before_the_guess_nothing_of_the_result_is_shown_or_told(lang):
    made = desk(lang)
    assert (made.figure(), made.memory()) == (None, None)
    assert str(made) == made.texts.say("experiment.guess.state")
    assert not re.search(r"\d", str(made) + str(made.blocks()))


@pytest.mark.parametrize("guess", ["", "  \n", None, 7])
def test_without_a_guess_a_kind_sentence_asks_for_one(guess):
    made = desk()
    show(made, guess)
    assert made.figure() is None
    assert made.news == made.blocks()[0]["text"] == made.texts.say("experiment.guess.needed")
    made.handle({"do": "show"})
    assert made.figure() is None


@pytest.mark.parametrize("lang", languages())
def test_after_the_guess_the_figure_is_there_and_stays(lang):
    made, later = desk(lang), desk(lang)
    show(made, " Wola,\n I think ")
    assert made.figure() == fall_map(lang=lang)
    assert made.news == fall_map(lang=lang).summary
    assert "Wola, I think" in made.blocks()[0]["text"]
    assert "Wola, I think" in str(made)
    later.restore(made.memory() or {})
    assert later.blocks() == made.blocks()
    later.handle({"do": "again"})
    assert (later.figure(), later.memory()) == (None, None)


@pytest.mark.parametrize("memory", [{}, {"guess": 3}, {"guess": ["x"]}])
def test_what_cannot_be_taken_up_is_ignored(memory):
    made = desk()
    made.restore(memory)
    assert made.figure() is None


def test_a_guess_is_no_book():
    made = desk()
    show(made, "x" * 100_000)
    assert len(made.guess) == MOST_LETTERS


def test_a_notebook_asks_for_it_by_the_name_of_the_figure(in_lesson):
    assert repr(guess_first("fall_map")) == str(desk())
    with pytest.raises(LookupError, match="fall_map"):
        guess_first("rain")


@pytest.mark.parametrize("lang", languages())
def test_no_lesson_prints_a_result_below_the_button(lang):
    seen = 0
    for path in sorted((LESSONS / lang).glob("[0-9][0-9]-*.md")):
        text = FOLDED.sub("", path.read_text("utf-8"))
        for cell in ASKED.finditer(text):
            seen += 1
            below = text[cell.end() :].partition("\nexercise(")[0]
            assert not RESULT.search(below), f"{path.name}, {cell[0]}: {below}"
    assert seen >= 7


@pytest.mark.parametrize("lang", languages())
def test_what_is_folded_away_says_on_its_handle_when_to_open_it(lang):
    word = "otwórz" if lang == "pl" else "open this"
    for path in sorted((LESSONS / lang).glob("[0-9][0-9]-*.md")):
        for folded in FOLDED.findall(path.read_text("utf-8")):
            assert re.match(rf"<details>\n<summary>[^\n]*: {word}[^\n]*</summary>\n\n", folded), folded
