"""Chances: the formulas agree with going through all cases."""

from collections import Counter
from fractions import Fraction

import pytest

from mali_powstancy.analysis import chances
from mali_powstancy.analysis.names import UnknownName
from mali_powstancy.analysis.tables import Rows
from mali_powstancy.engine import load_scenario
from mali_powstancy.lab.intervals import share
from tests.analysis.played import by_hand, row, short_games

BASIC = load_scenario("basic-1")
EXTENDED = load_scenario("extended-1")


# --- the die


def test_the_faces_of_the_die_add_up():
    found = chances.die_chances(BASIC)
    assert sum(face.chance for face in found) == 1
    assert Counter({(face.colour, face.number): face.chance * 6 for face in found}) == Counter(
        (face.colour, face.number) for face in BASIC.die
    )


def test_equal_faces_are_counted_together():
    loaded = BASIC._replace(die=(*BASIC.die[:3], *BASIC.die[:1] * 3))
    assert [face.chance for face in chances.die_chances(loaded)] == [Fraction(4, 6), Fraction(1, 6), Fraction(1, 6)]


@pytest.mark.parametrize("distance", range(1, 7))
def test_the_soldier_reaches_a_distance_as_often_as_the_faces_say(distance):
    faces = [face for face in BASIC.die if face.colour.value == "black" and face.number >= distance]
    assert chances.reach_chance(BASIC, distance) == Fraction(len(faces), len(BASIC.die))


@pytest.mark.parametrize("distance", [0, -1, 1.5, True, "1"])
def test_a_distance_is_a_whole_number(distance):
    with pytest.raises(ValueError, match="whole number from 1 on"):
        chances.reach_chance(BASIC, distance)


def test_the_extended_variant_has_no_die():
    with pytest.raises(ValueError, match=r"no die and no soldier in extended-1"):
        chances.die_chances(EXTENDED)
    with pytest.raises(ValueError, match=r"no die and no soldier in extended-1"):
        chances.reach_chance(EXTENDED, 1)


def test_the_danger_of_every_field():
    found = {danger.field: danger for danger in chances.field_dangers(BASIC, "plac-narutowicza")}
    assert set(found) == set(BASIC.board.fields) - {"plac-narutowicza"}
    assert found["reduta-kaliska"] == ("reduta-kaliska", 1, Fraction(4, 6))
    assert found["plac-wilsona"].chance == 0
    with pytest.raises(UnknownName, match="there is no field 'x'"):
        chances.field_dangers(BASIC, "x")


# --- whole games


def test_a_chance_in_games_is_the_share_of_those_in_which_it_happened():
    games = short_games()
    shortest = min(row.rounds for row in games)
    found = chances.chance_in_games(games, lambda row: row.rounds == shortest)
    assert found == share([row.rounds for row in games].count(shortest), len(games))
    assert found.value > 0


def test_arrests_are_counted_round_by_round():
    games = by_hand(row(0, (0,), rounds=8, arrests=(2, 3)), row(1, (0,), rounds=4, arrests=(4,)))
    found = chances.arrests_per_round(games)
    assert (found.value, found.n) == (3 / 12, 12)
    assert found.low < 0.25 < found.high


def test_all_tables_become_columns():
    tables: list[Rows] = [chances.die_chances(BASIC), chances.field_dangers(BASIC, "past")]
    for table in tables:
        columns = table.columns()
        assert list(columns) == list(table.kind._fields)
        assert {len(column) for column in columns.values()} == {len(table)}
        assert {type(chance) for chance in columns["chance"]} == {float}
