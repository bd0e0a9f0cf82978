"""Chances: exact ones for one roll of the die, and estimated ones from many games.

>>> from mali_powstancy.engine import load_scenario
>>> reach_chance(load_scenario("basic-1"), 3)
Fraction(1, 3)
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from mali_powstancy.analysis.measures import share_of_cases
from mali_powstancy.analysis.names import known_names
from mali_powstancy.analysis.tables import Rows
from mali_powstancy.engine import Scenario
from mali_powstancy.engine.board import FieldId
from mali_powstancy.engine.cards import Colour
from mali_powstancy.engine.tally import GameRow
from mali_powstancy.lab.intervals import Estimate, share
from mali_powstancy.lab.rows import Games

# The die and the soldier --------------------------------------------------------------------------------------------


class FaceChance(NamedTuple):
    """A colour and number of the die; equal faces are counted together."""

    colour: Colour
    number: int
    chance: Fraction


class FieldDanger(NamedTuple):
    """How likely the soldier reaches a field with the next roll if the scout nearest to him stands there."""

    field: FieldId
    distance: int
    chance: Fraction


def die_chances(scenario: Scenario) -> Rows[FaceChance]:
    """What the die can show."""
    faces = _die(scenario)
    different = dict.fromkeys(faces)
    return Rows(FaceChance, (FaceChance(*face, Fraction(faces.count(face), len(faces))) for face in different))


def reach_chance(scenario: Scenario, distance: int) -> Fraction:
    """The chance that the soldier runs at least so far with the next roll: the die is black, and large enough."""
    if type(distance) is not int or distance < 1:
        raise ValueError(f"a distance from the soldier is a whole number from 1 on, not {distance!r}")
    faces = _die(scenario)
    return Fraction(sum(colour is Colour.BLACK and number >= distance for colour, number in faces), len(faces))


def field_dangers(scenario: Scenario, soldier: FieldId) -> Rows[FieldDanger]:
    """Where one is safe from a soldier on a field: every other field, in the order of the board file."""
    known_names("field", soldier, scenario.board.rank)
    far = scenario.board.free.distances[soldier]
    others = ((field, far[field]) for field in scenario.board.fields if field != soldier and field in far)
    return Rows(FieldDanger, (FieldDanger(field, away, reach_chance(scenario, away)) for field, away in others))


def _die(scenario: Scenario) -> list[tuple[Colour, int]]:
    if not scenario.die:
        raise ValueError(f"there is no die and no soldier in {scenario.name}")
    return [(face.colour, face.number) for face in scenario.die]


# Whole games --------------------------------------------------------------------------------------------------------


def chance_in_games(games: Games, happens: Callable[[GameRow], bool]) -> Estimate:
    """The share of games in which something happened: what is known about its chance."""
    return share(sum(map(bool, map(happens, games))), len(games))


def arrests_per_round(games: Games) -> Estimate:
    """The share of all rounds in which the soldier arrested somebody."""
    return share_of_cases([len(row.arrests) for row in games], [row.rounds for row in games])
