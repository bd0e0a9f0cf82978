import copy
import re

import pytest

from mali_powstancy.engine import GameState, arrange, load_scenario, new_game, play
from mali_powstancy.engine.moves import FirstPlayer
from mali_powstancy.engine.state import Position
from tests.positions import BASIC

PARTS = [name for name in Position.__slots__ if not name.startswith("_")]


@pytest.fixture
def state() -> GameState:
    return new_game(BASIC, 2)


@pytest.mark.parametrize("part", [*PARTS, "phase", "to_act", "patrols", "another"])
def test_no_part_of_a_position_can_be_set(state, part):
    with pytest.raises(AttributeError, match=f"cannot be changed.*'{part}'"):
        setattr(state, part, 5)


@pytest.mark.parametrize("part", [*PARTS, "phase", "another"])
def test_no_part_of_a_position_can_be_deleted(state, part):
    with pytest.raises(AttributeError, match="cannot be changed"):
        delattr(state, part)


@pytest.mark.parametrize("part", PARTS)
def test_every_part_of_a_position_is_a_value_that_cannot_be_changed(state, part):
    hash(getattr(state, part))


def test_a_position_that_was_refused_a_change_is_the_same_as_before(state):
    with pytest.raises(AttributeError):
        state.round = 7
    with pytest.raises(AttributeError):
        del state.round
    assert state.round == 0
    assert state == new_game(BASIC, 2)


def test_copies_of_a_position_are_the_position_itself(state):
    assert copy.copy(state) is state
    assert copy.deepcopy(state) is state
    assert copy.deepcopy([state])[0] is state


def test_positions_made_in_the_same_way_are_equal_and_hash_alike(state):
    twin = new_game(BASIC, 2)
    assert twin is not state
    assert twin == state
    assert hash(twin) == hash(state)
    assert len({state, twin}) == 1


def test_positions_that_differ_in_one_part_are_not_equal():
    plain = arrange(BASIC)
    variations = [
        arrange(BASIC, round=2),
        arrange(BASIC, start_player="orange"),
        arrange(BASIC, scouts={"zosia": "pawiak"}),
        arrange(BASIC, soldier="pawiak"),
        arrange(BASIC, track=[("past>starowka", 1)]),
        arrange(BASIC, track=[("past>starowka", 2)]),
        arrange(BASIC, track=[("past>starowka", 1)], carrying={"zosia": "past>starowka"}),
        arrange(BASIC, tokens=[("past", "browary~past")]),
        arrange(BASIC, tokens=[("browary", "browary~past")]),
        arrange(BASIC, delivered={"red": ["past>starowka"]}),
        arrange(BASIC, delivered={"green": ["past>starowka"]}),
        arrange(BASIC, late=["past>starowka"], tokens=[("starowka", None)]),
        arrange(BASIC, hands={patrol: [1, 2] for patrol in BASIC.patrols}),
        arrange(BASIC, cards={"red": 1, "orange": 2, "green": 3, "violet": 4}),
        arrange(BASIC, cards={"red": 1, "orange": 2, "green": 3, "violet": 4}, turn="orange"),
        arrange(BASIC, deck_left=3),
        arrange(BASIC, patrols=["red", "green"]),
        arrange(load_scenario("short-1")),
    ]
    assert len({plain, *variations}) == 1 + len(variations)


def test_a_position_equals_nothing_but_positions(state):
    assert state != repr(state)
    assert state != None  # noqa: E711 - the comparison itself is tested
    assert state != tuple(getattr(state, part) for part in PARTS)


def test_what_a_position_says_of_itself_is_short_and_has_no_memory_address(state):
    begun = play(state, FirstPlayer(1)).state
    assert repr(state) == "<basic for 2, round 0, first-player: -1>"
    assert repr(begun) == "<basic for 2, round 1, lay-order: -1>"
    assert not re.search("0x[0-9a-f]{4}", repr(begun))


def test_scouts_can_be_asked_after_by_name():
    state = arrange(
        BASIC,
        scouts={"zosia": "past", "antek": "prison"},
        track=[("past>starowka", 1)],
        carrying={"zosia": "past>starowka"},
    )
    assert (state.position_of("zosia"), state.order_of("zosia")) == ("past", "past>starowka")
    assert (state.position_of("antek"), state.order_of("antek")) == ("prison", None)
