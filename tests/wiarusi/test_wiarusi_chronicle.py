"""The chronicle tells every mission once, as everybody could see it."""

import pytest

from mali_powstancy.wiarusi.chronicle import missions
from mali_powstancy.wiarusi.events import CardDealt, ChaplainTileDrawn, MissionBegan, MoraleDropped, TileLaid
from tests.wiarusi.random_wars import whole_game
from tests.wiarusi.tables import table

GAMES = [
    whole_game(level, players, seed)
    for level in ("wiarusi-beginner", "at-once")
    for players in (2, 4)
    for seed in (1, 2)
]


@pytest.mark.parametrize("line", GAMES, ids=str)
def test_a_whole_game_is_told_mission_by_mission(line):
    told = missions(line.opening, line.steps)
    began = [event for step in line.steps for event in step.events if isinstance(event, MissionBegan)]
    assert [(mission.number, mission.leader) for mission in told] == [(each.mission, each.leader) for each in began]
    assert all(mission.is_decided for mission in told)
    assert [bool(mission.ending) for mission in told] == [False] * (len(told) - 1) + [True]
    assert told[-1].ending == line.steps[-1].state.ending
    drops = [event.number for step in line.steps for event in step.events if isinstance(event, MoraleDropped)]
    assert [mission.drop.number for mission in told if mission.drop] == drops


@pytest.mark.parametrize("line", GAMES, ids=str)
def test_no_secret_is_in_it(line):
    events = [event for mission in missions(line.opening, line.steps) for event in mission.events]
    assert not [event for event in events if isinstance(event, CardDealt)]
    assert {event.tile for event in events if isinstance(event, TileLaid | ChaplainTileDrawn)} <= {None}


@pytest.mark.parametrize("line", GAMES, ids=str)
def test_a_drop_is_what_the_hands_hold_and_what_is_left_is_true(line):
    least = line.opening.game.scenario.least_drop
    for mission in missions(line.opening, line.steps):
        if (drop := mission.drop) is not None:
            due = max(least, drop.in_hands) + (drop.demoralized is not None)
            assert drop.number == due or drop.reserve == 0
            assert drop.reserve == mission.reserve - drop.number


def test_a_game_that_begins_in_the_middle_is_told_from_there_on():
    state = table({"hand": ["snow-rain"]}, {}, {}, mission=5)
    (mission,) = missions(state, [])
    assert (mission.number, mission.events, mission.is_decided) == (5, (), False)
    assert not mission.received
