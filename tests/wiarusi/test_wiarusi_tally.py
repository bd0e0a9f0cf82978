"""The rows of Wiarusi agree with the games that they tell of."""

import json
from collections import Counter

import pytest

from mali_powstancy.tabletop.game import game_rng
from mali_powstancy.tabletop.library import bots_of
from mali_powstancy.tabletop.playing import play_game
from mali_powstancy.wiarusi import Phase, load_scenario, outcome, read_scenario
from mali_powstancy.wiarusi.events import MissionBegan, MissionFailed, MissionSucceeded, MoraleDropped
from mali_powstancy.wiarusi.tally import FAILED, PEACE, SUCCEEDED, MissionRow, fits, read_row, row_of
from tests.wiarusi.random_wars import SHORT


def played(scenario, players, seed):
    return play_game(scenario, players, [bots_of("wiarusi").BOTS["random"]()] * players, game_rng(5, seed))


def events_of(steps):
    return [event for step in steps for event in step.events]


@pytest.fixture(scope="module", params=[2, 3, 5])
def games(request):
    """Whole games of just anybody, each with its row."""
    scenarios = [load_scenario("wiarusi-standard"), load_scenario("wiarusi-veteran")]
    scenarios += [read_scenario(SHORT.format(victory=victory)) for victory in ("at-once", "after-support")]
    sessions = [played(scenario, request.param, seed) for scenario in scenarios for seed in range(20)]
    return [(s, row_of(7, s.opening, events_of(s.steps), s.state)) for s in sessions]


def test_a_row_agrees_with_the_end_of_the_game(games):
    for session, row in games:
        end, ended = session.state, outcome(session.state)
        assert (row.game, row.ending, row.winners, row.rounds) == (7, ended.ending, ended.winners, end.mission)
        assert (row.morale, row.pile, row.hands) == (end.reserve, end.pile, tuple(map(len, end.hands)))
        assert (row.is_defeat, row.points) == (ended.is_defeat, ())
        assert [row.win_of(seat) for seat in end.game.seats] == [float(bool(row.winners))] * end.game.players
        kept = Counter(knock.knock for knock in row.knocks)
        assert sum(kept.values()) - row.removed == sum(map(len, end.knocks))
        assert fits(row, end.game.scenario, end.game.players)


def test_every_mission_is_told(games):
    results = set()
    for session, row in games:
        events = events_of(session.steps)
        assert [mission.leader for mission in row.missions] == [e.leader for e in events if isinstance(e, MissionBegan)]
        assert len(row.missions) == row.rounds
        assert row.succeeded == sum(isinstance(event, MissionSucceeded) for event in events)
        assert [m.threat for m in row.missions if m.result == FAILED] == [
            event.threat for event in events if isinstance(event, MissionFailed)
        ]
        assert sum(mission.dropped for mission in row.missions) == sum(
            event.number for event in events if isinstance(event, MoraleDropped)
        )
        assert sum(mission.supported is not None for mission in row.missions) == sum(row.supports)
        assert all(mission.difficulty for mission in row.missions)
        assert all(mission.result != PEACE for mission in row.missions[:-1])
        assert row.missions[-1].result != PEACE or row.winners
        results |= {mission.result for mission in row.missions}
    assert results >= {SUCCEEDED, FAILED}


def test_rows_come_back_as_they_were_written(games):
    for _, row in games:
        assert read_row(json.loads(json.dumps(row._asdict()))) == row


def test_a_game_from_the_middle_tells_what_came_later():
    session = played(load_scenario("wiarusi-standard"), 3, 4)
    whole = row_of(4, session.opening, events_of(session.steps), session.state)
    seen = set()
    for at, step in enumerate(session.steps[:-1]):
        state = step.state
        if state.mission == 0:
            continue
        later = row_of(4, state, events_of(session.steps[at + 1 :]), session.state)
        now, *rest = later.missions
        assert tuple(rest) == whole.missions[state.mission :]
        assert now.result == whole.missions[state.mission - 1].result
        assert now.dropped == whole.missions[state.mission - 1].dropped
        assert later.knocks == whole.knocks[len(whole.knocks) - len(later.knocks) :]
        seen.add(state.phase)
    assert {Phase.TURN, Phase.DIFFICULTY} <= seen


def test_a_mission_that_is_decided_stays_so():
    """What was before the opening is not told, but the support after it shows how it ended."""
    for seed in range(60):
        session = played(load_scenario("wiarusi-beginner"), 4, seed)
        for at, step in enumerate(session.steps):
            if step.state.phase is Phase.SUPPORT and not step.state.failed:
                later = row_of(0, step.state, events_of(session.steps[at + 1 :]), session.state)
                assert later.missions[0] == MissionRow(
                    later.missions[0].leader, None, SUCCEEDED, None, None, later.missions[0].dropped
                )
                return
    pytest.fail("no mission has succeeded with support")
