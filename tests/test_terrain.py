"""The terrain of the bots: distances that are taken over from wider ways are those that counting would give."""

import pytest

from mali_powstancy.bots.terrain import FAR, arrest_chance, net_of, rounds_to_end
from mali_powstancy.engine import Observation, arrange, observe
from mali_powstancy.engine.board import Distances
from tests.positions import BASIC, EXTENDED, fell
from tests.random_play import whole_game

PLACES = [place.id for place in BASIC.board.places]


def positions(scenario: str) -> list[Observation]:
    """What somebody sees now and then in games in which roads are blocked or districts fall."""
    games = [whole_game(scenario, 3, seed, oddity=1.0) for seed in range(2)]
    return [observe(state, 0) for game in games for state in game.states[::11]]


@pytest.mark.parametrize("scenario", ["basic", "extended"])
def test_every_row_of_distances_is_as_if_it_were_counted(scenario):
    blocked = fallen = 0
    for seen in positions(scenario):
        net = net_of(seen)
        counted = Distances(net.steps)
        assert all(net.far[place] == counted[place] for place in PLACES)
        ways = seen.game.board.ways(frozenset(t.road for t in seen.tokens if t.road), frozenset(seen.fallen))
        assert (net.steps, net.jumps) == (ways.steps, ways.jumps)
        blocked, fallen = blocked + len(seen.tokens), fallen + len(seen.fallen)
    assert (blocked if scenario == "basic" else fallen) > 5


def test_ways_lead_round_the_soldier_whose_field_keeps_its_own_distances():
    compared = 0
    for seen in positions("basic"):
        assert seen.soldier is not None
        net = net_of(seen, seen.soldier)
        counted = Distances(net.steps)
        assert not any(seen.soldier in near for near in net.steps.values())
        for place in PLACES:
            row = {field: far for field, far in net.far[place].items() if field != seen.soldier or place == field}
            assert row == counted[place]
            compared += 1
    assert compared > 100


def test_a_road_that_might_be_blocked_is_left_out_and_none_of_its_fields_is_near():
    seen = observe(arrange(BASIC), 0)
    for road in BASIC.board.roads:
        net = net_of(seen, also=(road.id,))
        counted = Distances(net.steps)
        for place in PLACES:
            assert net.far[place] == counted[place]
            assert not {*road.fields} & {*net.far[place]}


def test_the_end_is_near_when_the_deck_is_empty_or_the_victory_lies_on_the_track():
    assert rounds_to_end(observe(arrange(BASIC, track=[("past>starowka", 2)]), 0)) == FAR
    last = arrange(BASIC, track=[("past>starowka", 2)], deck_left=0)
    assert rounds_to_end(observe(last, 0)) == BASIC.track_spaces - 1  # B-28
    assert rounds_to_end(observe(arrange(BASIC, deck_left=0), 0)) == 1
    assert rounds_to_end(observe(arrange(EXTENDED, **fell("ochota")), 0)) == FAR


def test_the_soldier_comes_as_far_as_a_black_face_says():
    chances = [arrest_chance(BASIC.die, far) for far in range(1, 6)]
    assert chances == pytest.approx([4 / 6, 3 / 6, 2 / 6, 1 / 6, 0])  # B-20
