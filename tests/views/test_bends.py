"""A new road is drawn where there is room, and never over another object or into the river."""

from itertools import cycle
from math import dist

import pytest

from mali_powstancy.classroom.desks.changed_rules import RoadChange, changed_scenario, original_rules
from mali_powstancy.engine import load_scenario
from mali_powstancy.views.map.bends import roomy_bend
from mali_powstancy.views.map.board_svg import board_svg, positions
from mali_powstancy.views.map.chart import is_land

BOARD = load_scenario("basic").board
PAIRS = [(one.id, other.id) for number, one in enumerate(BOARD.places) for other in BOARD.places[:number]]


def nearest(start: str, to: str, length: int) -> float:
    """How near two fields are on a board with such a road."""
    rules = original_rules("x").with_roads([RoadChange(start, to, str(length))])
    at = positions(changed_scenario(rules).board)
    assert all(is_land(at[field]) for field in at if field not in BOARD.place)
    points = list(at.values())
    return min(dist(one, other) for number, one in enumerate(points) for other in points[:number])


LENGTHS = (1, 3, 6)
SOME = list(zip(PAIRS[::29], cycle(LENGTHS)))


@pytest.mark.parametrize(("pair", "length"), SOME)
def test_every_field_can_be_seen(pair: tuple[str, str], length: int) -> None:
    assert nearest(*pair, length) > 20  # they may touch, but each can be seen and clicked


@pytest.mark.slow  # a board is made for every new road
@pytest.mark.parametrize("length", LENGTHS)
def test_every_field_can_be_seen_whatever_the_length(length: int) -> None:
    for pair in PAIRS[::7]:
        assert nearest(*pair, length) > 20, pair


def test_a_road_that_stays_as_it_is_keeps_its_bend():
    for road in BOARD.roads:
        assert roomy_bend(BOARD, road.ends, road.length) == road.bend


def test_a_board_with_new_roads_can_be_drawn():
    rules = original_rules("x").with_roads([RoadChange("cytadela", "sggw", "4"), RoadChange("port", "past", "6")])
    board = changed_scenario(rules).board
    for lang in ("pl", "en"):
        assert board_svg(board, None, lang).count('data-field="cytadela~sggw') == 3
