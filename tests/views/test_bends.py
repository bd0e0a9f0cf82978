"""A new road is drawn where there is room, and never over another object or into the river."""

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


@pytest.mark.parametrize("pair", PAIRS[::7], ids="-".join)
@pytest.mark.parametrize("length", [1, 3, 6])
def test_every_field_can_be_seen(pair: tuple[str, str], length: int) -> None:
    assert nearest(*pair, length) > 20  # they may touch, but each can be seen and clicked


def test_a_road_that_stays_as_it_is_keeps_its_bend():
    for road in BOARD.roads:
        assert roomy_bend(BOARD, road.ends, road.length) == road.bend


def test_a_board_with_new_roads_can_be_drawn():
    rules = original_rules("x").with_roads([RoadChange("cytadela", "sggw", "4"), RoadChange("port", "past", "6")])
    board = changed_scenario(rules).board
    for lang in ("pl", "en"):
        assert board_svg(board, None, lang).count('data-field="cytadela~sggw') == 3
