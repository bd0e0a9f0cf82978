"""The pictures of the board show nobody in a place of imprisonment or murder, and no task there."""

import pytest

from mali_powstancy.engine.cards import VICTORY
from mali_powstancy.history import places
from tools.pictures import SCENES, host_at

WITH_CARE = {place.object for place in places() if place.care and place.object}
WITHOUT_TASKS = {place.object for place in places() if place.no_task}


@pytest.mark.slow
@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_a_picture_shows_no_piece_and_no_order_where_none_should_be(scene):
    state = host_at(scene, "pl", "light").state
    if state is None:  # the start menu
        assert scene is SCENES["set-up"]
        return
    orders = {order for order, _ in state.track if order != VICTORY} | {order for order in state.carrying if order}
    ends = {end for order in orders for end in (state.game.orders[order].start, state.game.orders[order].to)}
    assert not WITH_CARE & set(state.where)
    assert not WITHOUT_TASKS & ends
