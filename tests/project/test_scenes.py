"""The pictures of the board show nobody in a place of imprisonment or murder, and no task there."""

import pytest

from mali_powstancy.engine.cards import VICTORY
from mali_powstancy.engine.state import PRISON, GameState
from mali_powstancy.history import places
from tools.pictures import SCENES, host_at, round_hosts

WITH_CARE = {place.object for place in places() if place.care and place.object}
WITHOUT_TASKS = {place.object for place in places() if place.no_task}


def assert_nothing_where_none_should_be(state: GameState) -> None:
    orders = {order for order, _ in state.track if order != VICTORY} | {order for order in state.carrying if order}
    ends = {end for order in orders for end in (state.game.orders[order].start, state.game.orders[order].to)}
    assert not WITH_CARE & set(state.where)
    assert not WITHOUT_TASKS & ends


@pytest.mark.slow
@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_a_picture_shows_no_piece_and_no_order_where_none_should_be(scene):
    state = host_at(scene, "pl", "light").state
    if state is None:  # the start menu
        assert scene is SCENES["set-up"]
        return
    assert_nothing_where_none_should_be(state)


@pytest.mark.slow
def test_the_moving_picture_shows_a_whole_round_with_a_delivery_and_nobody_where_none_should_be():
    states = []
    for host in round_hosts("pl"):
        assert host.state is not None
        assert_nothing_where_none_should_be(host.state)
        assert PRISON not in host.state.where
        states.append(host.state)
    first, last = states[0], states[-1]
    assert last.round == first.round + 1
    assert len(last.delivered[0]) > len(first.delivered[0])
