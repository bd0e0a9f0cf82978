"""The die of the lessons: series of rolls of a generator, beside the exact chances; what was rolled stays."""

import json
from random import Random

import pytest

from mali_powstancy.analysis import die_chances
from mali_powstancy.classroom import die_rolls
from mali_powstancy.classroom.desks.dice import MOST, SERIES, SHOWN, DieDesk
from mali_powstancy.engine import load_scenario


def new_desk(lang: str = "en", seed: int = 1) -> DieDesk:
    return DieDesk(lang, Random(seed))


def rolled(*series: int, seed: int = 1) -> DieDesk:
    desk = new_desk(seed=seed)
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
    assert exact[1:] == [str(face.chance) for face in die_chances(load_scenario("basic"))]
    assert desk.figure() is not None
    assert str(rolls) in str(desk)


def test_the_same_generator_gives_the_same_rolls_and_another_one_others():
    desk = rolled(200, 200, 30)
    assert table(desk)[0][1:] != table(desk)[1][1:]
    assert desk.blocks() == rolled(200, 200, 30).blocks()
    assert desk.series != rolled(200, 200, 30, seed=2).series


def test_the_table_shows_the_last_series_only():
    desk = rolled(*[30] * (SHOWN + 2))
    assert table(desk)[0][0] == "3. 30 rolls"
    assert len(table(desk)) == SHOWN + 1


def test_what_was_rolled_is_there_again_and_can_be_cleared():
    desk, other = rolled(30, 200), new_desk(seed=2)
    memory = desk.memory()
    assert memory is not None
    other.restore(json.loads(json.dumps(memory)))
    assert other.blocks() == desk.blocks()
    other.handle({"do": "clear"})
    assert (other.figure(), other.memory()) == (None, None)


FACES = rolled(30).series[0]


@pytest.mark.parametrize(
    "series",
    [
        30,
        [30],  # as it was kept when all rolls followed from their number
        [FACES, "x"],
        [{"green 7": 30}],
        [dict.fromkeys(FACES, 0)],
        [dict.fromkeys(FACES, True)],
        [dict.fromkeys(FACES, "5")],
    ],
)
def test_what_cannot_be_taken_up_is_ignored(series):
    desk = new_desk("pl")
    desk.restore({"series": series})
    assert desk.series == []


@pytest.mark.parametrize("rolls", [0, 31, "30", None, 10**9])
def test_other_series_are_refused(rolls):
    with pytest.raises(ValueError, match="30 or 200"):
        new_desk().handle({"do": "roll", "rolls": rolls})


def test_nobody_rolls_for_ever():
    desk = new_desk()
    desk.series = [FACES] * MOST
    desk.handle({"do": "roll", "rolls": 30})
    assert len(desk.series) == MOST
