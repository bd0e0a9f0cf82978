"""Texts of moves, reasons and arranged positions."""

import copy
import pickle
import re
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mali_powstancy.tabletop.game import UnreadableMove
from mali_powstancy.wiarusi import SetupError, load_scenario, new_game, parse_move
from mali_powstancy.wiarusi.events import EVENT_KINDS
from mali_powstancy.wiarusi.moves import MOVE_KINDS, Relieve, Shed
from mali_powstancy.wiarusi.refusals import Reason
from mali_powstancy.wiarusi.rules.playing import ASKED
from mali_powstancy.wiarusi.state import Phase
from tests.wiarusi.random_wars import every_move
from tests.wiarusi.tables import table
from tools.build_docs import ROOT, WIARUSI, rule_ids

# Texts --------------------------------------------------------------------------------------------------------------


def test_every_move_that_can_be_written_can_be_read():
    moves = every_move(table({}, {}, {}).game)
    assert {type(move) for move in moves} == {*MOVE_KINDS}
    for move in moves:
        assert parse_move(str(move)) == move
    assert len({*map(str, moves)}) == len({*moves})


@pytest.mark.parametrize(
    "text",
    ["", "fly", "play", "play a b", "deal", "deal x", "deal 03", "deal +3", "withdraw now", "keep ", " keep"]
    + [
        "shed ",
        "shed a  b",
        "relieve mute 1",
        "relieve 01 mute",
        "play ",
        "speak",
        "Play a",
        "lay\tL1",
        "play " + "x" * 500,
    ],
)
def test_other_texts_are_no_moves(text):
    with pytest.raises(UnreadableMove):
        parse_move(text)


@given(st.text(max_size=30))
def test_property_any_text_is_a_move_or_refused(text):
    try:
        move = parse_move(text)
    except UnreadableMove:
        return
    assert parse_move(str(move)) == move


def test_moves_of_different_kinds_are_never_equal():
    assert len({kind._field_defaults["verb"] for kind in MOVE_KINDS}) == len(MOVE_KINDS)
    assert len({kind._field_defaults["event"] for kind in EVENT_KINDS}) == len(EVENT_KINDS)
    assert Shed(("b", "a")) == Shed(("a", "b"))
    assert str(Relieve(1, "mute")) == "relieve 1 mute"


def test_every_reason_has_a_key_and_a_rule_that_exists():
    assert {reason.rule for reason in Reason} <= {*rule_ids(ROOT / WIARUSI.catalogue("pl"))}
    assert all(re.fullmatch("[a-z]+(-[a-z]+)*", reason.key) for reason in Reason)


# Values -------------------------------------------------------------------------------------------------------------


def test_a_position_is_a_value():
    one, other = (new_game(load_scenario("wiarusi-standard"), 3, leader=0) for _ in range(2))
    assert one == other
    assert hash(one) == hash(other)
    assert one != new_game(load_scenario("wiarusi-standard"), 3, leader=1)
    assert one != new_game(load_scenario("wiarusi-beginner"), 3, leader=0)
    assert one != "a position"
    assert copy.copy(one) is copy.deepcopy(one) is one
    with pytest.raises(TypeError, match="record"):
        pickle.dumps(one)
    assert repr(one) == "<wiarusi-standard for 3, mission 0, character: -1>"


def test_somebody_is_asked_in_exactly_the_phases_before_the_rules_act():
    phases = [*Phase]
    assert {*ASKED} == {*phases[: phases.index(Phase.OVER) + 1]}


def test_the_first_game_does_not_load_this_one():
    code = "import sys, mali_powstancy; print([name for name in sys.modules if 'wiarusi' in name])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    assert run.stdout.strip() == "[]"


# Arranged positions -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "said", "message"),
    [
        ([{"hand": ["fog"]}, {}, {}], {}, "no 'fog'"),
        ([{"knocks": ["night-snow"]}, {}, {}], {}, "no 'night-snow'"),
        ([{"hand": ["mute"], "knocks": ["mute"]}, {}, {}], {}, "two places"),
        ([{"colour": "red"}, {}, {}], {}, "seat 0 is told by"),
        ([{"tiles": ["L3"]}, {}, {}], {}, "no 'L3'"),
        ([{"tiles": ["L1"] * 7}, {}, {}], {}, "too few tiles"),
        ([{"laid": "L1"}, {}, {}], {}, "only when withdrawing"),
        ([{"withdrawn": True}, {}, {}], {}, "no turn"),
        ([{"speeches": 6}, {}, {}], {}, "5 speech tokens"),
        ([{"speeches": -1}, {}, {}], {}, "speeches must be"),
        ([{"knocks": ["tyrannical"]}, {}, {}], {"leader": 1}, "so the leader"),
        ([{}, {}, {}], {"nml": ["mute"]}, "no 'mute'"),
        ([{}, {}, {}], {"nml": ["night-snow", "rain-night", "night-shell-1"]}, "night would have failed"),
        ([{}, {}, {}], {"low": ["mute"]}, "no 'mute'"),
        ([{}, {}, {}], {"top": 60}, "cards lie face down"),
        ([{}, {}, {}], {"top": 0, "reserve": 1, "fresh": ["mute", "clumsy"]}, "cards lie face down"),
        ([{}, {}, {}], {"reserve": 0}, "reserve must be"),
        ([{}, {}, {}], {"leader": 3}, "leader must be a seat"),
        ([{}, {}, {}], {"active": True}, "active must be a seat"),
        ([{}, {}, {}], {"mission": 0}, "mission must be"),
        ([{}, {}, {}], {"chaplain": {}}, "the chaplain takes part"),
        ([{}, {}], {"chaplain": {"hand": []}}, "the chaplain is told by"),
        ([{}, {}], {"supply": 3}, "speech tokens"),
        ([{}, {}, {}], {"active": None, "nml": ["night-snow"]}, "when a mission begins"),
        ([{}, {}, {}], {"active": None, "top": 0}, "when a mission begins"),
        ([{"who": "nobody"}, {}, {}], {}, "characters must be"),
        ([{}], {}, "players"),
    ],
)
def test_what_cannot_come_about_is_not_arranged(seats, said, message):
    with pytest.raises(SetupError, match=message):
        table(*seats, **said)
