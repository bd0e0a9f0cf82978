"""The die of the lessons: series of rolls, the same for everybody, beside the exact chances."""

import pytest

from mali_powstancy.classroom import die_rolls
from mali_powstancy.classroom.desks.dice import MOST, SERIES, SHOWN, DieDesk


def rolled(*series: int, lang: str = "en") -> DieDesk:
    desk = DieDesk(lang)
    for rolls in series:
        desk.handle({"do": "roll", "rolls": rolls})
    return desk


def table(desk: DieDesk) -> list[list[str]]:
    return next((block["rows"] for block in desk.blocks() if block["t"] == "table"), [])


def test_before_the_first_roll_there_is_nothing_to_see(in_lesson):
    assert (table(rolled()), rolled().figure(), rolled().memory()) == ([], None, None)
    assert repr(die_rolls()) == str(rolled())


@pytest.mark.parametrize("rolls", SERIES)
def test_a_series_has_as_many_rolls_as_it_says_and_the_exact_chances_below(rolls):
    desk = rolled(rolls)
    first, exact = table(desk)
    assert first[0] == f"1. {rolls} rolls"
    assert sum(map(int, first[1:])) == rolls
    assert exact[1:] == ["1/3", "1/6", "1/2"]
    assert desk.figure() is not None
    assert str(rolls) in str(desk)


def test_the_next_series_differs_and_the_same_presses_give_the_same_rolls():
    desk = rolled(30, 30, 200, 30)
    assert len({tuple(row[1:]) for row in table(desk)[:2]}) == 2
    assert desk.blocks() == rolled(30, 30, 200, 30).blocks()
    assert desk.news == rolled(30, 30, 200, 30, lang="en").news


def test_the_table_shows_the_last_series_only():
    desk = rolled(*[30] * (SHOWN + 2))
    assert table(desk)[0][0] == "3. 30 rolls"
    assert len(table(desk)) == SHOWN + 1


def test_what_was_rolled_is_there_again_and_can_be_cleared():
    desk, other = rolled(30, 200), DieDesk("en")
    memory = desk.memory()
    assert memory is not None
    other.restore(memory)
    assert other.blocks() == desk.blocks()
    other.handle({"do": "clear"})
    assert (other.figure(), other.memory()) == (None, None)


@pytest.mark.parametrize("memory", [{}, {"series": 30}, {"series": [31]}, {"series": [True]}, {"series": ["30"]}])
def test_what_cannot_be_taken_up_is_ignored(memory):
    desk = DieDesk("pl")
    desk.restore(memory)
    assert desk.series == []


@pytest.mark.parametrize("rolls", [0, 31, "30", None, 10**9])
def test_other_series_are_refused(rolls):
    with pytest.raises(ValueError, match="30 or 200"):
        DieDesk("en").handle({"do": "roll", "rolls": rolls})


def test_nobody_rolls_for_ever():
    desk = DieDesk("en")
    desk.series = [30] * MOST
    desk.handle({"do": "roll", "rolls": 30})
    assert len(desk.series) == MOST
