"""The soldier phase of the basic variant: release, die, run, arrest, extra move (B-18 to B-22)."""

from fractions import Fraction
from typing import Any

import pytest

from mali_powstancy.engine import (
    CHANCE,
    HAND,
    PRISON,
    GameState,
    Phase,
    Reason,
    arrange,
    chance_outcomes,
    legal_moves,
    play,
)
from mali_powstancy.engine.cards import Colour
from mali_powstancy.engine.events import (
    DieRolled,
    ExtraMoveGiven,
    OrderCollected,
    OrderDelivered,
    OrderDropped,
    OrderLost,
    RoundBegan,
    ScoutArrested,
    ScoutFreed,
    ScoutPlaced,
    SoldierMoved,
    TimePassed,
    TurnEnded,
    Walked,
)
from mali_powstancy.engine.moves import EndTurn, Roll
from mali_powstancy.engine.state import Slot
from tests.positions import BASIC, after, choices, idle_until, next_round, told, why_refused

TWO = ("red", "green")
RED = ("zosia", "antek", "felek")
GREEN = ("gosia", "tadek", "wicek")


def at_die(scouts: dict[str, str], *, red: int = 1, green: int = 2, **position: Any) -> GameState:
    """The die is to be rolled; scouts that are not named wait in their players' hands."""
    everybody = dict.fromkeys(RED + GREEN, HAND) | scouts
    cards = {"red": red, "green": green}
    return arrange(BASIC, patrols=TWO, cards=cards, at_die=True, scouts=everybody, **position)


# Prison -------------------------------------------------------------------------------------------------------------


def test_prisoners_go_to_the_hands_of_their_players_before_the_die_is_rolled_B_18_H_11():
    state = arrange(
        BASIC,
        patrols=TWO,
        cards={"red": 1, "green": 2},
        turn="green",
        scouts={"zosia": PRISON, "wicek": PRISON},
    )
    assert told(state, "end") == (TurnEnded(1), ScoutFreed("zosia"), ScoutFreed("wicek"))
    freed = after(state, "end")
    assert (freed.phase, freed.to_act) == (Phase.DIE, CHANCE)
    assert freed.where == (HAND, "past", "stary-mokotow", "plac-wilsona", "past", HAND)


def test_the_soldier_phase_comes_after_the_last_turn_B_18_B_19():
    state = arrange(BASIC, patrols=TWO, cards={"red": 1, "green": 2}, scouts={"zosia": PRISON})
    assert after(state, "end").position_of("zosia") == PRISON
    assert after(state, "end").phase is Phase.TURN
    assert after(state, "end", "end").phase is Phase.DIE


def test_a_prisoner_misses_the_next_round_and_comes_back_in_the_one_after_B_17_B_18_B_21_H_11():
    elsewhere = dict.fromkeys(("antek", "felek", *GREEN), "port")
    round_3 = at_die({"zosia": "reduta-kaliska", **elsewhere}, round=3)
    arrested = after(round_3, "roll black 1")
    assert (arrested.round, arrested.position_of("zosia")) == (4, PRISON)

    turns_of_4 = idle_until(arrested, Phase.TURN)
    while turns_of_4.to_act != 0:
        turns_of_4 = after(turns_of_4, "end")
    assert (turns_of_4.round, turns_of_4.position_of("zosia")) == (4, PRISON)
    assert why_refused(turns_of_4, "walk zosia past") is Reason.NOT_ON_BOARD

    die_of_4 = idle_until(turns_of_4, Phase.DIE)
    assert (die_of_4.round, die_of_4.position_of("zosia")) == (4, HAND)

    placing = idle_until(next_round(die_of_4), Phase.PLACE_SCOUT)
    assert (placing.round, placing.to_act, placing.position_of("zosia")) == (5, 0, HAND)
    assert told(placing, "place zosia past") == (ScoutPlaced("zosia", "past"),)
    assert after(placing, "place zosia past").position_of("zosia") == "past"


def test_a_scout_arrested_in_a_soldier_phase_is_not_freed_in_the_same_one_B_18_H_11():
    state = arrange(
        BASIC,
        patrols=TWO,
        cards={"red": 1, "green": 2},
        turn="green",
        scouts={"zosia": PRISON, "antek": "reduta-kaliska"},
    )
    arrested = after(state, "end", "roll black 1")
    assert (arrested.position_of("zosia"), arrested.position_of("antek")) == (HAND, PRISON)


# The die ------------------------------------------------------------------------------------------------------------


def test_the_die_has_six_faces_four_black_and_two_red_B_19():
    faces = [("black", 1), ("black", 2), ("black", 3), ("black", 4), ("red", 1), ("red", 2)]
    outcomes = chance_outcomes(at_die({"zosia": "past"}))
    assert outcomes == {Roll(Colour(colour), number): Fraction(1, 6) for colour, number in faces}


def test_a_face_that_is_not_on_the_die_is_not_rolled_B_19():
    state = at_die({"zosia": "past"})
    for roll in ("roll black 5", "roll black 0", "roll red 3"):
        assert why_refused(state, roll) is Reason.IMPOSSIBLE_CHANCE
    assert why_refused(state, "roll black 4") is None


def test_nobody_is_asked_when_the_die_is_rolled_B_19():
    state = at_die({"zosia": "past"})
    assert (state.to_act, legal_moves(state)) == (CHANCE, [])


def test_black_moves_the_soldier_and_no_scout_B_19_B_20():
    state = at_die({"zosia": "past"})
    assert told(state, "roll black 1")[:2] == (
        DieRolled(Colour.BLACK, 1),
        SoldierMoved(("reduta-kaliska",), "past"),
    )
    rolled = after(state, "roll black 1")
    assert (rolled.soldier, rolled.position_of("zosia")) == ("reduta-kaliska", "past")
    assert (rolled.round, rolled.points) == (2, 0)


def test_red_moves_a_scout_and_not_the_soldier_B_19_B_22():
    state = at_die({"zosia": "past"})
    assert told(state, "roll red 1") == (DieRolled(Colour.RED, 1), ExtraMoveGiven("zosia", 1))
    rolled = after(state, "roll red 1")
    assert (rolled.phase, rolled.to_act, rolled.points, rolled.soldier) == (Phase.EXTRA_MOVE, 0, 1, "plac-narutowicza")


@pytest.mark.parametrize("colour", ["black", "red"])
def test_a_colour_by_its_plain_name_is_the_same_colour_B_19(colour: str):
    state = at_die({"zosia": "past"})
    by_name = Roll._make((colour, 1, "roll"))
    assert by_name == Roll(Colour(colour), 1)
    assert play(state, by_name) == play(state, Roll(Colour(colour), 1))


@pytest.mark.parametrize("roll", ["roll black 4", "roll red 2"])
def test_with_no_scout_on_the_board_nothing_happens_H_8(roll):
    state = at_die({})
    rolled, *later = told(state, roll)
    assert isinstance(rolled, DieRolled)
    assert later == [TimePassed(), RoundBegan(2, 1)]
    assert after(state, roll).soldier == "plac-narutowicza"


def test_scouts_who_are_away_do_not_keep_the_soldier_from_the_others_H_8():
    state = at_die({"antek": "sggw"})
    assert after(state, "roll black 1").soldier == "sggw~plac-narutowicza:2"
    assert told(state, "roll red 2")[1] == ExtraMoveGiven("antek", 2)


# Black: the run -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "reached"),
    [
        (1, "port~stary-mokotow:1"),
        (2, "port~stary-mokotow:2"),
        (3, "port~stary-mokotow:3"),
        (4, "stary-mokotow"),
    ],
)
def test_the_soldier_runs_exactly_the_number_rolled_B_20(number, reached):
    rolled = after(at_die({"zosia": "stary-mokotow"}, soldier="port"), f"roll black {number}")
    assert rolled.soldier == reached
    assert (rolled.position_of("zosia") == PRISON) == (number == 4)


def test_the_soldier_runs_to_the_nearest_scout_B_20():
    state = at_die({"zosia": "dworzec-gdanski~starowka:1", "gosia": "elektrownia"}, soldier="past")
    assert told(state, "roll black 1")[1] == SoldierMoved(("past~elektrownia:1",), "elektrownia")


def test_distance_counts_fields_not_objects_B_20_H_7():
    state = at_die({"zosia": "starowka", "gosia": "browary~past:1"}, red=5, green=1, soldier="past")
    assert told(state, "roll black 1")[1] == SoldierMoved(("browary~past:1",), "browary~past:1")


def test_the_soldier_does_not_run_past_his_target_B_20_B_21():
    state = at_die({"zosia": "browary~past:1"}, soldier="past")
    assert told(state, "roll black 4")[1] == SoldierMoved(("browary~past:1",), "browary~past:1")
    assert after(state, "roll black 4").soldier == "browary~past:1"


@pytest.mark.parametrize(
    ("red", "green", "start_player", "target"),
    [
        (2, 4, "red", "plac-trzech-krzyzy"),
        (4, 2, "red", "elektrownia"),
        (3, 3, "red", "plac-trzech-krzyzy"),
        (3, 3, "green", "elektrownia"),
    ],
)
def test_of_equally_near_scouts_he_chases_that_of_the_player_who_moved_later_B_20_H_6_H_39(
    red, green, start_player, target
):
    state = at_die(
        {"zosia": "elektrownia", "gosia": "plac-trzech-krzyzy"},
        red=red,
        green=green,
        start_player=start_player,
        soldier="past",
    )
    moved = told(state, "roll black 1")[1]
    assert isinstance(moved, SoldierMoved)
    assert moved.target == target


def test_who_moved_later_is_told_by_the_order_of_play_even_if_nothing_was_done_H_39():
    state = arrange(
        BASIC,
        patrols=TWO,
        cards={"red": 4, "green": 5},
        soldier="past",
        scouts={
            **{"zosia": "elektrownia", "antek": "sggw", "felek": "sggw"},
            **{"gosia": "plac-trzech-krzyzy", "tadek": "sggw", "wicek": "sggw"},
        },
    )
    red_walked_green_idle = after(state, "walk antek szucha~sggw:1", "end", "end")
    assert after(red_walked_green_idle, "roll black 2").position_of("gosia") == PRISON


def test_the_distance_comes_before_who_moved_later_B_20():
    state = at_die({"zosia": "browary~past:1", "gosia": "elektrownia"}, red=1, green=5, soldier="past")
    assert told(state, "roll black 1")[1] == SoldierMoved(("browary~past:1",), "browary~past:1")


def example_4(**position: Any) -> GameState:
    """The rulebook's example: red and green in Bank Polski, another green one step from Pałacyk Michla."""
    return at_die(
        {"zosia": "bank-polski", "gosia": "bank-polski", "tadek": "palacyk-michla~browary:1", "wicek": "plac-wilsona"},
        red=2,
        green=4,
        soldier="browary",
        **position,
    )


def test_the_player_with_several_nearest_scouts_names_the_target_B_20_H_9():
    asked = after(example_4(), "roll black 3")
    assert (asked.phase, asked.to_act) == (Phase.TARGET, 1)
    assert choices(asked) == ["target bank-polski", "target palacyk-michla~browary:1"]
    assert after(asked, "target palacyk-michla~browary:1").soldier == "palacyk-michla~browary:1"
    assert after(asked, "target bank-polski").soldier == "bank-polski"


def test_no_other_field_can_be_named_as_target_B_20_H_9():
    asked = after(example_4(), "roll black 3")
    for field in ("plac-wilsona", "past", "palac-kultury", "prison"):
        assert why_refused(asked, f"target {field}") is Reason.NOT_NEAREST


def test_who_moved_earlier_is_not_asked_for_the_target_B_20_H_9():
    earlier_has_two = at_die(
        {"zosia": "elektrownia", "antek": "plac-trzech-krzyzy", "gosia": "browary"}, red=1, green=2, soldier="past"
    )
    assert told(earlier_has_two, "roll black 1")[1] == SoldierMoved(("browary~past:1",), "browary")


def test_two_own_scouts_on_one_field_are_one_target_B_20_H_44():
    one_field = at_die({"zosia": "elektrownia", "antek": "elektrownia"}, soldier="past")
    rolled = after(one_field, "roll black 2")
    assert (rolled.phase is Phase.TARGET, rolled.position_of("zosia"), rolled.position_of("antek")) == (
        False,
        PRISON,
        PRISON,
    )
    two_fields = at_die({"zosia": "elektrownia", "antek": "elektrownia", "felek": "browary"}, soldier="past")
    assert choices(after(two_fields, "roll black 2")) == ["target elektrownia", "target browary"]


def test_the_soldiers_distances_run_over_blocked_roads_H_7():
    tokens = [("elektrownia", "past~elektrownia")]
    state = at_die({"zosia": "elektrownia", "gosia": "dworzec-gdanski~starowka:1"}, soldier="past", tokens=tokens)
    assert told(state, "roll black 2")[1] == SoldierMoved(("past~elektrownia:1", "elektrownia"), "elektrownia")
    assert told(state, "roll red 1")[1] == ExtraMoveGiven("zosia", 1)


def test_the_soldier_stands_on_and_leaves_a_blocked_road_H_7():
    tokens = [("elektrownia", "past~elektrownia")]
    state = at_die({"zosia": "elektrownia", "gosia": "bank-polski"}, soldier="past~elektrownia:1", tokens=tokens)
    assert after(state, "roll black 1").position_of("zosia") == PRISON


@pytest.mark.parametrize(
    ("soldier", "target", "way"),
    [
        # an object before a plain field, and the first object of the file before a later one
        ("wytwornia", "dworzec-gdanski", ("cytadela", "cytadela~dworzec-gdanski:1", "dworzec-gdanski")),
        ("starowka", "elektrownia", ("wytwornia", "wytwornia~elektrownia:1", "wytwornia~elektrownia:2", "elektrownia")),
        ("port", "sggw", ("przyczolek", "przyczolek~szucha:1", "przyczolek~szucha:2", "szucha")),
        ("bank-polski", "reduta-wawelska", ("past", "past~dworzec-pocztowy:1", "dworzec-pocztowy")),
        # the plain field of the road that comes first in the file
        ("dworzec-gdanski", "wytwornia", ("cytadela~dworzec-gdanski:1", "cytadela", "wytwornia")),
        ("past", "przyczolek", ("past~plac-trzech-krzyzy:1", "plac-trzech-krzyzy", "plac-trzech-krzyzy~przyczolek:1")),
        ("elektrownia", "dworzec-pocztowy", ("past~elektrownia:1", "past", "past~dworzec-pocztowy:1")),
    ],
)
def test_of_several_shortest_ways_he_takes_the_fields_that_come_first_in_the_board_file_H_7(soldier, target, way):
    rolled = told(at_die({"zosia": target}, soldier=soldier), "roll black 4")[1]
    assert isinstance(rolled, SoldierMoved)
    assert rolled.path[: len(way)] == way
    assert len(rolled.path) == min(4, BASIC.board.free.distances[soldier][target])


# Arrest -------------------------------------------------------------------------------------------------------------


def test_all_scouts_on_the_field_go_to_prison_whatever_their_patrol_B_21():
    arrested = after(example_4(), "roll black 3", "target bank-polski")
    assert (arrested.position_of("zosia"), arrested.position_of("gosia")) == (PRISON, PRISON)
    assert arrested.position_of("tadek") == "palacyk-michla~browary:1"
    assert arrested.soldier == "bank-polski"


def test_the_soldier_stops_where_he_meets_scouts_B_21():
    assert told(example_4(), "roll black 3", "target bank-polski")[1:4] == (
        SoldierMoved(("bank-polski~browary:1", "bank-polski"), "bank-polski"),
        ScoutArrested("zosia", "bank-polski"),
        ScoutArrested("gosia", "bank-polski"),
    )


def test_who_is_not_reached_is_not_arrested_B_21():
    state = at_die({"zosia": "elektrownia"}, soldier="past")
    assert after(state, "roll black 1").position_of("zosia") == "elektrownia"
    assert after(state, "roll black 2").position_of("zosia") == PRISON


def test_arrested_scouts_lose_their_orders_and_only_they_B_21():
    state = example_4(
        track=[("past>starowka", 2), ("browary>past", 1)],
        carrying={"zosia": "past>starowka", "gosia": "browary>past", "tadek": "past>starowka"},
    )
    assert told(state, "roll black 3", "target bank-polski")[2:6] == (
        ScoutArrested("zosia", "bank-polski"),
        OrderLost("zosia", "past>starowka"),
        ScoutArrested("gosia", "bank-polski"),
        OrderLost("gosia", "browary>past"),
    )
    arrested = after(state, "roll black 3", "target bank-polski")
    assert (arrested.order_of("zosia"), arrested.order_of("gosia")) == (None, None)
    assert arrested.order_of("tadek") == "past>starowka"


def test_the_order_of_an_arrested_scout_stays_on_the_track_and_may_be_collected_again_B_21():
    state = example_4(track=[("past>starowka", 2)], carrying={"zosia": "past>starowka"})
    arrested = after(state, "roll black 3", "target bank-polski")
    assert arrested.track == (Slot("past>starowka", 3),)


# Red: the extra move ------------------------------------------------------------------------------------------------


def test_the_nearest_scout_gets_the_extra_move_B_22():
    state = at_die({"zosia": "elektrownia", "gosia": "browary~past:1"}, red=5, green=1, soldier="past")
    assert told(state, "roll red 2")[1] == ExtraMoveGiven("gosia", 2)
    assert after(state, "roll red 2").to_act == 1


@pytest.mark.parametrize(
    ("red", "green", "start_player", "scout"),
    [(2, 4, "red", "gosia"), (4, 2, "red", "zosia"), (3, 3, "red", "gosia"), (3, 3, "green", "zosia")],
)
def test_of_equally_near_scouts_that_of_the_player_who_moved_later_gets_the_extra_move_B_22_H_6_H_39(
    red, green, start_player, scout
):
    state = at_die(
        {"zosia": "elektrownia", "gosia": "plac-trzech-krzyzy"},
        red=red,
        green=green,
        start_player=start_player,
        soldier="past",
    )
    assert told(state, "roll red 1")[1] == ExtraMoveGiven(scout, 1)


def test_the_player_with_several_nearest_scouts_says_who_walks_B_22_H_9():
    state = at_die({"zosia": "elektrownia", "felek": "browary", "gosia": "elektrownia"}, red=2, green=1, soldier="past")
    asked = after(state, "roll red 1")
    assert (asked.phase, asked.to_act) == (Phase.CHOOSE_EXTRA, 0)
    assert choices(asked) == ["extra zosia", "extra felek"]
    given = after(asked, "extra felek")
    assert told(asked, "extra felek") == (ExtraMoveGiven("felek", 1),)
    assert (given.phase, given.to_act) == (Phase.EXTRA_MOVE, 0)


def test_nobody_else_can_be_given_the_extra_move_B_22_H_9():
    scouts = {"zosia": "elektrownia", "felek": "browary", "gosia": "elektrownia", "antek": "port"}
    state = at_die(scouts, red=3, soldier="past")
    asked = after(state, "roll red 1")
    for scout in ("antek", "gosia", "tadek", "janek"):
        assert why_refused(asked, f"extra {scout}") is Reason.NOT_NEAREST


def test_the_extra_move_is_chosen_between_scouts_even_on_one_field_B_22_H_44():
    state = at_die({"zosia": "elektrownia", "antek": "elektrownia"}, soldier="past")
    assert choices(after(state, "roll red 1")) == ["extra zosia", "extra antek"]


@pytest.mark.parametrize("number", [1, 2])
def test_an_extra_move_has_exactly_the_number_of_steps_rolled_B_22_H_10(number):
    way = ["bank-polski", "starowka", "wytwornia"]
    extra = after(at_die({"zosia": "past"}), f"roll red {number}")
    for field in way[:number]:
        assert told(extra, f"walk zosia {field}") == (Walked("zosia", extra.position_of("zosia"), field),)
        extra = after(extra, f"walk zosia {field}")
    assert extra.phase is Phase.EXTRA_MOVE
    assert why_refused(extra, f"walk zosia {way[number]}") is Reason.NO_POINTS_LEFT


def test_an_extra_move_may_be_left_out_or_broken_off_B_22_H_10():
    extra = after(at_die({"zosia": "past"}), "roll red 2")
    assert told(extra, "end") == (TurnEnded(0), TimePassed(), RoundBegan(2, 1))
    assert after(extra, "end").position_of("zosia") == "past"
    broken_off = after(extra, "walk zosia bank-polski", "end")
    assert (broken_off.position_of("zosia"), broken_off.points) == ("bank-polski", 0)


def test_an_extra_move_is_walking_only_H_10():
    extra = after(at_die({"zosia": "past"}, red=2), "roll red 2")
    assert extra.points == extra.cards[0]
    assert why_refused(extra, "jump zosia bank-polski") is Reason.NOT_NOW
    assert choices(extra) == [
        "end",
        "walk zosia bank-polski",
        "walk zosia browary~past:1",
        "walk zosia past~dworzec-pocztowy:1",
        "walk zosia past~plac-trzech-krzyzy:1",
        "walk zosia past~elektrownia:1",
    ]


def extra_with_mate() -> GameState:
    """Zosia has the extra move; her mate Antek and Gosia of the other patrol stand farther from the soldier."""
    state = at_die(
        {"zosia": "past", "antek": "browary", "gosia": "browary"},
        soldier="bank-polski",
        track=[("browary>past", 1), ("past>starowka", 1), ("browary>elektrownia", 1)],
        carrying={"gosia": "browary>past", "antek": "browary>elektrownia"},
    )
    return after(state, "roll red 2")


def test_only_the_scout_with_the_extra_move_walks_collects_and_drops_H_10():
    extra = extra_with_mate()
    assert why_refused(extra, "walk antek browary~past:1") is Reason.NOT_ITS_EXTRA_MOVE
    assert why_refused(extra, "drop antek") is Reason.NOT_ITS_EXTRA_MOVE
    assert why_refused(extra, "collect antek browary>past") is Reason.NOT_ITS_EXTRA_MOVE
    assert why_refused(extra, "walk gosia browary~past:1") is Reason.NOT_YOUR_SCOUT
    assert why_refused(extra, "drop gosia") is Reason.NOT_YOUR_SCOUT
    assert why_refused(extra, "walk janek past") is Reason.UNKNOWN_SCOUT


def test_the_scout_with_the_extra_move_collects_and_drops_before_between_and_after_steps_H_3_H_5_H_10():
    extra = extra_with_mate()
    assert told(extra, "collect zosia past>starowka", "drop zosia", "collect zosia past>starowka") == (
        OrderCollected("zosia", "past>starowka"),
        OrderDropped("zosia", "past>starowka"),
        OrderCollected("zosia", "past>starowka"),
    )
    walked = after(extra, "collect zosia past>starowka", "walk zosia browary~past:1")
    assert why_refused(walked, "drop zosia") is None
    assert why_refused(after(walked, "walk zosia browary"), "drop zosia") is None
    last_step = after(extra, "walk zosia browary~past:1", "walk zosia browary")
    assert (last_step.points, why_refused(last_step, "collect zosia browary>past")) == (0, None)


def test_an_extra_move_delivers_H_4_H_10():
    state = at_die(
        {"zosia": "bank-polski"}, soldier="pawiak", track=[("past>starowka", 1)], carrying={"zosia": "past>starowka"}
    )
    assert told(state, "roll red 1", "walk zosia starowka")[-1] == OrderDelivered("zosia", "past>starowka", 3)


def test_an_extra_move_does_not_lead_onto_the_soldier_or_a_blocked_road_B_14_B_25_H_10():
    state = at_die({"zosia": "past"}, soldier="bank-polski", tokens=[("past", "past~elektrownia")])
    extra = after(state, "roll red 2")
    assert why_refused(extra, "walk zosia bank-polski") is Reason.SOLDIER_THERE
    assert why_refused(extra, "walk zosia past~elektrownia:1") is Reason.ROAD_BLOCKED


def test_an_extra_move_does_not_change_the_soldiers_field_or_arrest_anybody_B_22():
    extra = after(at_die({"zosia": "reduta-kaliska"}), "roll red 1", "end")
    assert (extra.soldier, extra.position_of("zosia")) == ("plac-narutowicza", "reduta-kaliska")


def test_a_walled_in_nearest_scout_still_gets_the_extra_move_H_45():
    state = at_die(
        {"zosia": "port", "antek": "elektrownia", "gosia": "elektrownia"},
        soldier="przyczolek",
        tokens=[("port", "przyczolek~port"), ("port", "port~stary-mokotow")],
    )
    assert told(state, "roll red 2")[1] == ExtraMoveGiven("zosia", 2)
    extra = after(state, "roll red 2")
    assert (extra.phase, extra.to_act, legal_moves(extra)) == (Phase.EXTRA_MOVE, 0, [EndTurn()])
    assert why_refused(extra, "walk antek elektrownia~przyczolek:1") is Reason.NOT_ITS_EXTRA_MOVE


def test_a_walled_in_scout_may_be_given_the_extra_move_or_a_mate_as_near_H_45():
    state = at_die(
        {"zosia": "port", "antek": "przyczolek~szucha:1"},
        soldier="przyczolek",
        tokens=[("port", "przyczolek~port"), ("port", "port~stary-mokotow")],
    )
    assert choices(after(state, "roll red 2")) == ["extra zosia", "extra antek"]


def test_a_walled_in_scout_may_still_collect_in_its_extra_move_H_3_H_45():
    state = at_die(
        {"zosia": "port"},
        soldier="przyczolek",
        tokens=[("port", "przyczolek~port"), ("port", "port~stary-mokotow")],
        track=[("port>reduta-wawelska", 1)],
    )
    assert choices(after(state, "roll red 2")) == ["end", "collect zosia port>reduta-wawelska"]
