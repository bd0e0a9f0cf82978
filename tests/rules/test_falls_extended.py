from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pytest

from mali_powstancy.engine import (
    CHANCE,
    GameState,
    Phase,
    Reason,
    Scenario,
    Transition,
    arrange,
    legal_moves,
    read_scenario,
)
from mali_powstancy.engine.events import (
    DistrictFell,
    Event,
    GameEnded,
    OrderDelivered,
    OrderDiscarded,
    OrderLaid,
    OrderLate,
    OrderLost,
    RoadBlocked,
    RoundBegan,
    ScoutDisplaced,
    ScoutEvacuated,
    TimePassed,
    TokenLaid,
    TurnEnded,
)
from mali_powstancy.engine.state import draft_of, finished
from tests.positions import EXTENDED, fell, played, why_refused

OUT_OF_MOKOTOW = {"felek": "past", "kazik": "past"}
BEFORE_TRZECH_KRZYZY = "plac-trzech-krzyzy~szucha:1"
LAST_FIELDS_OUTSIDE_MOKOTOW = ["sggw~plac-narutowicza:2", "sggw~dworzec-pocztowy:2"]


def last_turn(scenario: Scenario = EXTENDED, **position: Any) -> GameState:
    """Red has played, orange is the last to end the turn; then time passes and orange decides about late orders."""
    return arrange(scenario, patrols=("red", "orange"), cards={"red": 5, "orange": 5}, turn="orange", **position)


def red_moves_last(**position: Any) -> GameState:
    return arrange(EXTENDED, patrols=("red", "orange"), cards={"red": 5, "orange": 4}, turn="red", **position)


SMALL_TOKEN = ("szucha", "szucha~sggw")


def mokotow_falls(**position: Any) -> Transition:
    """The second order to Mokotów is late; the extra card has not been drawn yet."""
    named = {"tokens": [SMALL_TOKEN], "track": [("plac-narutowicza>sggw", 4)], **position}
    return played(last_turn(**named), "end")


def offered(state: GameState, verb: str) -> list[str]:
    """The legal moves of one kind."""
    return [str(move) for move in legal_moves(state) if move.verb == verb]


def city(
    objects: Mapping[str, str],
    roads: Iterable[tuple[str, str, int, Sequence[str] | None]],
    orders: Iterable[tuple[str, str]],
) -> Scenario:
    """A small board of our own: objects with their districts, roads with length and districts crossed."""
    lines = ["[board]", f"start_objects = {list(objects)[:3]}"]
    for district in dict.fromkeys(objects.values()):
        lines += ["[[board.districts]]", f'id = "{district}"', f'name = "{district}"']
    for place, district in objects.items():
        lines += ["[[board.objects]]", f'id = "{place}"', f'name = "{place}"', f'district = "{district}"']
    for one, other, length, crossed in roads:
        lines += ["[[board.roads]]", f'ends = ["{one}", "{other}"]', f"length = {length}"]
        lines += [f"districts = {list(crossed)}"] if crossed is not None else []
    for start, to in orders:
        lines += ["[[orders]]", f'from = "{start}"', f'to = "{to}"', "points = 1"]
    return read_scenario("\n".join([_SMALL, *lines]))


_SMALL = """
id = "small"
version = 1
variant = "extended"
title = "small"
patrols = "warsaw-1"
goals = [{id = "one", kind = "most-orders", points = 1}, {id = "two", kind = "most-orders", points = 1}]
actions = {1 = "pals", 2 = "unit", 3 = "swap", 4 = "gossip"}
players = {2 = {orders_above_victory = 1, orders_below_victory = 1, orders_per_round = [1, 1]}}
[numbers]
cards = [1, 2, 3, 4, 5]
track_spaces = 4
return_bonus = [1, 3, 7]
falls_to_lose = 3
goals_dealt = 1
goals_kept = 1
"""


# The first late order of a district (E-10) --------------------------------------------------------------------------


def test_the_first_late_order_blocks_a_road_and_brings_an_extra_card_E_10_H_26():
    state, events = played(last_turn(track=[("stary-mokotow>port", 4)]), "end")
    assert events == (TurnEnded(1), TimePassed(), OrderLate("stary-mokotow>port"))
    assert (state.phase, state.to_act) == (Phase.BLOCK_ROAD, 1)
    state, events = played(state, "block przyczolek~port")
    assert events == (RoadBlocked("przyczolek~port", "port"),)
    assert (state.phase, state.to_act) == (Phase.EXTRA_ORDER, CHANCE)
    state, events = played(state, "draw past>starowka")
    assert events == (OrderLaid("past>starowka", True), RoundBegan(2, 1))
    assert (state.track, state.tokens, state.fallen) == (
        (("past>starowka", 1),),
        (("port", "przyczolek~port"),),
        (),
    )


def test_in_the_next_round_there_is_one_order_more_on_space_1_E_10():
    state = last_turn(track=[("stary-mokotow>port", 4), ("browary>past", 1)])
    state = played(state, "end", "block przyczolek~port", "draw past>starowka", "draw sggw>browary").state
    assert state.track == (("browary>past", 2), ("past>starowka", 1), ("sggw>browary", 1))


def test_scouts_are_displaced_before_the_extra_card_comes_H_26_E_10():
    state = last_turn(track=[("cytadela>szucha", 4)], scouts={"zosia": "przyczolek~szucha:1"})
    state, events = played(state, "end", "block przyczolek~szucha", "draw past>starowka")
    assert events[3:6] == (
        RoadBlocked("przyczolek~szucha", "szucha"),
        ScoutDisplaced("zosia", "przyczolek~szucha:1", "przyczolek"),
        OrderLaid("past>starowka", True),
    )


def test_a_question_about_displacement_is_answered_before_the_extra_card_comes_H_26():
    state = last_turn(track=[("cytadela>past", 4)], scouts={"zosia": "past~elektrownia:1"})
    state = played(state, "end", "block past~elektrownia").state
    assert (state.phase, state.to_act) == (Phase.DISPLACED, 0)
    assert played(state, "retreat zosia past").state.phase is Phase.EXTRA_ORDER


def test_the_road_is_closed_from_the_moment_it_is_blocked_E_10_H_1_H_2():
    state = last_turn(track=[("plac-wilsona>port", 4)], scouts={"zosia": "przyczolek"})
    state = played(state, "end", "block port~stary-mokotow", "draw past>starowka", "draw browary>past").state
    state = played(state, "card 3", "card 2").state
    for move in ("walk felek port~stary-mokotow:3", "jump felek port", "unit felek port"):
        assert why_refused(state, move) is Reason.ROAD_BLOCKED
        assert move not in map(str, legal_moves(state))
    for move in ("walk zosia port", "jump zosia port", "unit zosia port"):
        assert why_refused(state, move) is None


def test_the_player_who_moved_last_blocks_the_road_E_10_H_12():
    assert played(last_turn(track=[("stary-mokotow>port", 4)]), "end").state.to_act == 1
    assert played(red_moves_last(track=[("stary-mokotow>port", 4)]), "end").state.to_act == 0


def test_first_late_orders_of_two_districts_bring_two_tokens_and_two_extra_cards_in_the_order_laid_E_10_H_12():
    state = red_moves_last(track=[("stary-mokotow>port", 4), ("cytadela>szucha", 4)])
    state, events = played(
        state, "end", "block przyczolek~port", "draw past>starowka", "block szucha~sggw", "draw browary>past"
    )
    assert events[2:] == (
        OrderLate("stary-mokotow>port"),
        RoadBlocked("przyczolek~port", "port"),
        OrderLaid("past>starowka", True),
        OrderLate("cytadela>szucha"),
        RoadBlocked("szucha~sggw", "szucha"),
        OrderLaid("browary>past", True),
        RoundBegan(2, 1),
    )
    assert state.fallen == ()


def test_the_district_of_the_start_does_not_matter_H_27_E_10():
    state = last_turn(track=[("stary-mokotow>port", 4)], tokens=[("szucha", "szucha~sggw")])
    state = played(state, "end").state
    assert (state.phase, state.fallen) == (Phase.BLOCK_ROAD, ())


def test_any_number_of_small_tokens_lets_the_game_go_on_H_18_E_10():
    tokens = [
        ("plac-wilsona", "plac-wilsona~cytadela"),
        ("starowka", "wytwornia~starowka"),
        ("browary", "browary~past"),
        ("past", "past~elektrownia"),
        ("szucha", "szucha~sggw"),
        ("port", "przyczolek~port"),
    ]
    state = last_turn(tokens=tokens, track=[("palacyk-michla>plac-narutowicza", 4)])
    state = played(state, "end", "block plac-narutowicza~reduta-kaliska", "draw past>starowka").state
    assert (len(state.tokens), state.ending, state.round) == (7, "", 2)


# Which road (H-13, H-41, H-42) --------------------------------------------------------------------------------------


def test_any_road_of_the_destination_that_is_not_blocked_may_be_chosen_H_13_H_41():
    state = last_turn(
        track=[("dworzec-gdanski>pawiak", 4)],
        scouts={"zosia": "starowka~pawiak:1"},
        tokens=[("plac-wilsona", "plac-wilsona~cytadela"), ("bank-polski", "bank-polski~pawiak")],
    )
    state = played(state, "end").state
    assert offered(state, "block") == [
        "block dworzec-gdanski~pawiak",
        "block starowka~pawiak",
        "block pawiak~palacyk-michla",
    ]
    assert why_refused(state, "block bank-polski~pawiak") is Reason.ALREADY_BLOCKED
    assert why_refused(state, "block starowka~bank-polski") is Reason.NOT_ITS_ROAD
    assert why_refused(state, "block pawiak~starowka") is Reason.UNKNOWN_ROAD
    assert why_refused(state, "block starowka~pawiak") is None


def test_a_road_into_a_fallen_district_may_be_blocked_H_41():
    state = last_turn(
        track=[("dworzec-gdanski>pawiak", 4)], scouts={"zosia": "past", "hania": "past"}, **fell("zoliborz")
    )
    state = played(state, "end").state
    assert "block dworzec-gdanski~pawiak" in offered(state, "block")
    state = played(state, "block dworzec-gdanski~pawiak").state
    assert state.tokens[-1] == ("pawiak", "dworzec-gdanski~pawiak")


PORT_WITH_TWO_ROADS = city(
    {"port": "south", "mill": "north", "gate": "middle"},
    [("port", "mill", 2, None), ("port", "gate", 1, None), ("mill", "gate", 1, None)],
    [("mill", "port"), ("gate", "port"), ("port", "gate"), ("gate", "mill")],
)


def test_the_only_road_left_is_blocked_without_asking_H_13():
    state = last_turn(PORT_WITH_TWO_ROADS, track=[("mill>port", 4), ("victory", 1)], tokens=[("mill", "port~mill")])
    state, events = played(state, "end")
    assert events[3:] == (RoadBlocked("port~gate", "port"),)
    assert state.phase is Phase.EXTRA_ORDER


def test_without_an_open_road_the_token_lies_in_the_object_and_counts_H_13_E_10():
    both_roads = [("mill", "port~mill"), ("gate", "port~gate")]
    state = last_turn(
        PORT_WITH_TWO_ROADS, track=[("mill>port", 4), ("gate>port", 3), ("victory", 1)], tokens=both_roads, deck_left=0
    )
    state, events = played(state, "end")
    assert events[2:] == (OrderLate("mill>port"), TokenLaid("port"), RoundBegan(2, 1))
    assert state.tokens == (*both_roads, ("port", None))
    assert state.fallen == ()
    state, events = played(state, "card 1", "card 1", "end", "end")
    assert DistrictFell("south") in events


def test_a_token_in_an_object_closes_nothing_H_13():
    state = last_turn(
        PORT_WITH_TWO_ROADS,
        scouts={"zosia": "gate"},
        track=[("victory", 1)],
        tokens=[("mill", "port~mill"), ("gate", None)],
    )
    state = played(state, "end", "card 2", "card 1").state
    assert offered(state, "jump") == [
        "jump zosia port",
        "jump zosia mill",
        "jump antek gate",
        "jump felek port",
        "jump felek mill",
    ]


def test_a_small_token_belongs_to_the_district_of_the_destination_H_42():
    state = last_turn(track=[("cytadela>szucha", 4)])
    state = played(state, "end", "block przyczolek~szucha", "draw past>starowka", "draw sggw>browary").state
    assert state.tokens == (("szucha", "przyczolek~szucha"),)
    at_the_other_end = last_turn(track=[("reduta-wawelska>przyczolek", 4)], tokens=state.tokens)
    assert played(at_the_other_end, "end").state.phase is Phase.BLOCK_ROAD
    same_district = last_turn(track=[("plac-narutowicza>sggw", 4)], tokens=state.tokens)
    assert played(same_district, "end").state.fallen == ("mokotow",)


# The second late order (E-11) ---------------------------------------------------------------------------------------


def test_with_the_second_late_order_the_district_falls_and_an_extra_card_comes_E_11_H_26():
    state, events = mokotow_falls(scouts=OUT_OF_MOKOTOW)
    assert events == (TurnEnded(1), TimePassed(), OrderLate("plac-narutowicza>sggw"), DistrictFell("mokotow"))
    assert (state.phase, state.fallen) == (Phase.EXTRA_ORDER, ("mokotow",))
    state, events = played(state, "draw past>starowka")
    assert events == (OrderLaid("past>starowka", True), RoundBegan(2, 1))
    assert state.track == (("past>starowka", 1),)


def test_a_second_late_order_lays_no_second_small_token_and_asks_for_no_road_H_43_E_11():
    state = mokotow_falls(scouts=OUT_OF_MOKOTOW).state
    assert state.tokens == (("szucha", "szucha~sggw"),)
    assert state.phase is Phase.EXTRA_ORDER


def test_two_late_orders_of_one_district_in_one_phase_make_it_fall_E_11_H_12():
    state = last_turn(scouts=OUT_OF_MOKOTOW, track=[("cytadela>szucha", 4), ("plac-narutowicza>sggw", 4)])
    state, events = played(state, "end", "block przyczolek~szucha", "draw past>starowka")
    assert events[2:] == (
        OrderLate("cytadela>szucha"),
        RoadBlocked("przyczolek~szucha", "szucha"),
        OrderLaid("past>starowka", True),
        OrderLate("plac-narutowicza>sggw"),
        DistrictFell("mokotow"),
    )
    assert state.phase is Phase.EXTRA_ORDER


def test_large_token_then_extra_card_then_evacuation_H_26_E_11_E_12():
    state, events = mokotow_falls(scouts={"felek": BEFORE_TRZECH_KRZYZY, "kazik": "past"})
    assert events[-1] == DistrictFell("mokotow")
    assert (state.phase, state.position_of("felek")) == (Phase.EXTRA_ORDER, BEFORE_TRZECH_KRZYZY)
    events = played(state, "draw past>starowka").events
    assert events[:2] == (
        OrderLaid("past>starowka", True),
        ScoutEvacuated("felek", BEFORE_TRZECH_KRZYZY, "plac-trzech-krzyzy"),
    )


@pytest.mark.parametrize("bad", ["sggw>browary", "cytadela>szucha"], ids=["from", "to"])
def test_an_extra_card_of_the_district_just_fallen_is_replaced_H_26_E_14(bad):
    state, events = played(mokotow_falls(scouts=OUT_OF_MOKOTOW).state, f"draw {bad}")
    assert (events, state.phase, state.track) == ((OrderDiscarded(bad),), Phase.EXTRA_ORDER, ())


def test_an_extra_card_of_the_district_just_fallen_is_replaced_again_and_again_H_56_H_26():
    bad = ["sggw>browary", "cytadela>szucha", "stary-mokotow>port"]
    state = mokotow_falls(scouts=OUT_OF_MOKOTOW, deck_left=20, victory_at=10).state
    state, events = played(state, *(f"draw {order}" for order in bad), "draw past>starowka")
    assert events == (*map(OrderDiscarded, bad), OrderLaid("past>starowka", True), RoundBegan(2, 1))
    assert (state.deck_left, state.victory_at, state.track) == (16, 6, (("past>starowka", 1),))


def test_an_extra_card_of_a_district_fallen_earlier_is_replaced_after_a_first_late_order_H_26_E_14():
    state = last_turn(scouts=OUT_OF_MOKOTOW, track=[("dworzec-pocztowy>browary", 4)], **fell("mokotow"))
    state, events = played(state, "end", "block browary~past", "draw sggw>browary", "draw past>starowka")
    assert events[-3:] == (
        OrderDiscarded("sggw>browary"),
        OrderLaid("past>starowka", True),
        RoundBegan(2, 1),
    )


def test_an_extra_card_already_laid_stays_though_its_district_falls_later_in_the_phase_H_57():
    state = last_turn(
        scouts=OUT_OF_MOKOTOW,
        track=[("stary-mokotow>port", 4), ("plac-narutowicza>sggw", 4)],
        tokens=[("szucha", "szucha~sggw")],
    )
    state, events = played(state, "end", "block przyczolek~port", "draw cytadela>szucha", "draw past>starowka")
    assert DistrictFell("mokotow") in events
    assert state.track == (("cytadela>szucha", 1), ("past>starowka", 1))
    assert state.discarded == ()


# Which district (H-27) ----------------------------------------------------------------------------------------------


def test_a_late_order_to_a_fallen_district_has_no_effect_H_27():
    state = last_turn(
        scouts=OUT_OF_MOKOTOW,
        track=[("plac-narutowicza>sggw", 4)],
        tokens=[("szucha", "szucha~sggw")],
        fallen=["mokotow"],
        deck_left=20,
    )
    state, events = played(state, "end")
    assert events[1:] == (TimePassed(), OrderLate("plac-narutowicza>sggw"), RoundBegan(2, 1))
    assert (state.tokens, state.fallen, state.deck_left, state.track) == (
        (("szucha", "szucha~sggw"),),
        ("mokotow",),
        20,
        (),
    )


def test_a_third_late_order_of_a_district_in_one_phase_has_no_effect_H_27():
    three = [("cytadela>szucha", 4), ("plac-narutowicza>sggw", 4), ("przyczolek>stary-mokotow", 4)]
    state = last_turn(scouts=OUT_OF_MOKOTOW, track=three)
    state, events = played(state, "end", "block szucha~sggw", "draw past>starowka", "draw browary>past")
    assert events[-2:] == (OrderLate("przyczolek>stary-mokotow"), RoundBegan(2, 1))
    assert (state.late, state.fallen) == (tuple(order for order, _ in three), ("mokotow",))


def test_a_late_order_from_a_fallen_district_counts_for_its_destination_H_27():
    state = last_turn(scouts=OUT_OF_MOKOTOW, track=[("stary-mokotow>port", 4)], **fell("mokotow"))
    assert played(state, "end").state.phase is Phase.BLOCK_ROAD
    state = last_turn(
        scouts=OUT_OF_MOKOTOW,
        track=[("stary-mokotow>port", 4)],
        **fell("mokotow", tokens=[("elektrownia", "past~elektrownia")]),
    )
    assert played(state, "end").state.fallen == ("mokotow", "powisle-czerniakow")


def test_cards_on_the_track_stay_there_when_their_district_falls_H_27():
    track = [("plac-narutowicza>sggw", 4), ("cytadela>szucha", 3), ("sggw>browary", 2), ("stary-mokotow>port", 1)]
    state = mokotow_falls(scouts=OUT_OF_MOKOTOW, track=track).state
    assert state.track == (("cytadela>szucha", 4), ("sggw>browary", 3), ("stary-mokotow>port", 2))


# Evacuation (E-12, H-28) --------------------------------------------------------------------------------------------


def test_example_10_mokotow_falls_E_12_H_28_H_40():
    state = arrange(
        EXTENDED,
        patrols=("green", "red"),
        cards={"green": 5, "red": 5},
        turn="red",
        scouts={"gosia": "sggw", "zosia": "plac-trzech-krzyzy~szucha:1", "wicek": "past", "felek": "past"},
        tokens=[("sggw", "sggw~stary-mokotow")],
        track=[("plac-trzech-krzyzy>stary-mokotow", 4)],
    )
    state = played(state, "end", "draw past>starowka").state
    assert (state.phase, state.to_act) == (Phase.EVACUATED, 0)
    assert offered(state, "retreat") == [f"retreat gosia {field}" for field in LAST_FIELDS_OUTSIDE_MOKOTOW]
    state, events = played(state, "retreat gosia sggw~dworzec-pocztowy:2")
    assert events[:2] == (
        ScoutEvacuated("gosia", "sggw", "sggw~dworzec-pocztowy:2"),
        ScoutEvacuated("zosia", "plac-trzech-krzyzy~szucha:1", "plac-trzech-krzyzy"),
    )
    assert state.position_of("gosia") == "sggw~dworzec-pocztowy:2"
    assert state.position_of("zosia") == "plac-trzech-krzyzy"


def evacuees(**scouts: str) -> GameState:
    """Mokotów has fallen, the extra card is laid, these scouts have to leave; the others are far away."""
    return played(mokotow_falls(scouts=OUT_OF_MOKOTOW | scouts).state, "draw past>starowka").state


def test_the_owner_chooses_among_equally_near_safe_fields_H_28_E_12():
    for scout, owner in [("zosia", 0), ("hania", 1)]:
        state = evacuees(**{scout: "sggw"})
        assert (state.phase, state.to_act) == (Phase.EVACUATED, owner)
        for field in LAST_FIELDS_OUTSIDE_MOKOTOW:
            assert played(state, f"retreat {scout} {field}").state.position_of(scout) == field


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("retreat zosia sggw~plac-narutowicza:2", None),
        ("retreat zosia plac-narutowicza", Reason.NOT_NEAREST_SAFE),
        ("retreat zosia sggw~plac-narutowicza:1", Reason.NOT_NEAREST_SAFE),
        ("retreat zosia sggw", Reason.NOT_NEAREST_SAFE),
        ("retreat zosia nowhere", Reason.NOT_NEAREST_SAFE),
        ("retreat antek sggw~plac-narutowicza:2", Reason.NOT_THIS_SCOUT),
        ("retreat hania sggw~plac-narutowicza:2", Reason.NOT_THIS_SCOUT),
        ("retreat nobody sggw~plac-narutowicza:2", Reason.UNKNOWN_SCOUT),
    ],
)
def test_only_the_scout_whose_turn_it_is_and_only_to_its_nearest_safe_fields_H_28_H_40(move, reason):
    assert why_refused(evacuees(zosia="sggw", hania="sggw"), move) is reason


def test_a_single_nearest_safe_field_is_taken_without_asking_object_or_plain_field_alike_H_28_E_12():
    state = evacuees(zosia=BEFORE_TRZECH_KRZYZY, antek="przyczolek~szucha:2", felek="stary-mokotow")
    assert state.phase is not Phase.EVACUATED
    assert state.where[:3] == ("plac-trzech-krzyzy", "przyczolek~szucha:1", "port~stary-mokotow:2")


def test_an_object_and_a_plain_field_equally_near_are_a_choice_H_28():
    state = evacuees(zosia="szucha")
    assert offered(state, "retreat") == ["retreat zosia plac-trzech-krzyzy", "retreat zosia przyczolek~szucha:1"]


def test_every_scout_of_the_district_leaves_it_and_no_other_E_12():
    fields = {
        "zosia": "przyczolek~szucha:2",
        "antek": BEFORE_TRZECH_KRZYZY,
        "felek": "plac-trzech-krzyzy",
        "hania": "sggw~plac-narutowicza:2",
        "olek": "stary-mokotow",
        "kazik": "sggw~plac-narutowicza:1",
    }
    state = evacuees(**fields)
    assert state.where == (
        "przyczolek~szucha:1",
        "plac-trzech-krzyzy",
        "plac-trzech-krzyzy",
        "sggw~plac-narutowicza:2",
        "port~stary-mokotow:2",
        "sggw~plac-narutowicza:2",
    )


def test_a_plain_field_of_a_blocked_road_is_not_safe_H_28():
    state = mokotow_falls(scouts=OUT_OF_MOKOTOW | {"zosia": "sggw"}, tokens=[("sggw", "sggw~plac-narutowicza")]).state
    state, events = played(state, "draw past>starowka")
    assert events[1] == ScoutEvacuated("zosia", "sggw", "sggw~dworzec-pocztowy:2")


def test_a_field_of_another_fallen_district_is_not_safe_H_28():
    state = mokotow_falls(scouts=OUT_OF_MOKOTOW | {"zosia": "sggw"}, **fell("ochota", tokens=[SMALL_TOKEN])).state
    state, events = played(state, "draw past>starowka")
    assert events[1] == ScoutEvacuated("zosia", "sggw", "sggw~dworzec-pocztowy:2")


def test_evacuated_scouts_keep_their_orders_H_28_E_12():
    track = [("plac-narutowicza>sggw", 4), ("cytadela>szucha", 3), ("sggw>browary", 2)]
    carrying = {"zosia": "cytadela>szucha", "antek": "sggw>browary"}
    scouts = OUT_OF_MOKOTOW | {"zosia": "stary-mokotow", "antek": BEFORE_TRZECH_KRZYZY}
    state = played(mokotow_falls(scouts=scouts, track=track, carrying=carrying).state, "draw past>starowka").state
    assert state.where[:2] == ("port~stary-mokotow:2", "plac-trzech-krzyzy")
    assert state.carrying[:2] == ("cytadela>szucha", "sggw>browary")


def test_an_evacuated_carrier_delivers_in_the_destination_H_4_E_12():
    state = mokotow_falls(
        scouts=OUT_OF_MOKOTOW | {"zosia": BEFORE_TRZECH_KRZYZY},
        track=[("plac-narutowicza>sggw", 4), ("port>plac-trzech-krzyzy", 2)],
        carrying={"zosia": "port>plac-trzech-krzyzy"},
    ).state
    state, events = played(state, "draw past>starowka")
    assert events[1:3] == (
        ScoutEvacuated("zosia", BEFORE_TRZECH_KRZYZY, "plac-trzech-krzyzy"),
        OrderDelivered("zosia", "port>plac-trzech-krzyzy", 5),
    )
    assert state.delivered == (("port>plac-trzech-krzyzy",), ())


def test_a_displaced_carrier_delivers_in_the_destination_H_4():
    state = last_turn(
        scouts={"zosia": "przyczolek~szucha:1"},
        track=[("cytadela>szucha", 4), ("reduta-wawelska>przyczolek", 2)],
        carrying={"zosia": "reduta-wawelska>przyczolek"},
    )
    state = played(state, "end", "block przyczolek~szucha").state
    assert state.delivered == (("reduta-wawelska>przyczolek",), ())


def test_an_order_that_leaves_the_track_in_this_phase_is_not_delivered_by_evacuation_H_35_E_12():
    state = mokotow_falls(
        scouts=OUT_OF_MOKOTOW | {"zosia": BEFORE_TRZECH_KRZYZY},
        track=[("plac-narutowicza>sggw", 4), ("port>plac-trzech-krzyzy", 4)],
        carrying={"zosia": "port>plac-trzech-krzyzy"},
    ).state
    assert state.order_of("zosia") is None
    state = played(state, "draw past>starowka").state
    assert (state.position_of("zosia"), state.delivered) == ("plac-trzech-krzyzy", ((), ()))


# One by one (H-40) and without collecting (H-36) --------------------------------------------------------------------


def test_evacuation_follows_the_order_of_play_and_the_list_of_each_patrol_H_40():
    position: dict[str, Any] = {
        "scouts": {
            "antek": BEFORE_TRZECH_KRZYZY,
            "felek": "sggw",
            "hania": "sggw",
            "olek": BEFORE_TRZECH_KRZYZY,
            "kazik": "past",
        },
        "tokens": [("stary-mokotow", "szucha~stary-mokotow")],
        "track": [("plac-narutowicza>sggw", 4)],
    }
    felek, hania = "retreat felek sggw~plac-narutowicza:2", "retreat hania sggw~dworzec-pocztowy:2"
    red_first = played(last_turn(**position), "end", "draw past>starowka", felek, hania).events
    orange_first = played(red_moves_last(**position), "end", "draw past>starowka", hania, felek).events
    assert evacuated(red_first) == ["antek", "felek", "hania", "olek"]
    assert evacuated(orange_first) == ["hania", "olek", "antek", "felek"]


def evacuated(events: Iterable[Event]) -> list[str]:
    return [event.scout for event in events if isinstance(event, ScoutEvacuated)]


def test_displacement_follows_the_order_of_play_and_the_list_of_each_patrol_H_40():
    position: dict[str, Any] = {
        "scouts": {"antek": "przyczolek~szucha:2", "felek": "przyczolek~szucha:1", "hania": "przyczolek~szucha:1"},
        "track": [("cytadela>szucha", 4)],
    }
    red_first = played(last_turn(**position), "end", "block przyczolek~szucha").events
    orange_first = played(red_moves_last(**position), "end", "block przyczolek~szucha").events
    assert [event.scout for event in red_first if isinstance(event, ScoutDisplaced)] == ["antek", "felek", "hania"]
    assert [event.scout for event in orange_first if isinstance(event, ScoutDisplaced)] == ["hania", "antek", "felek"]


@pytest.mark.parametrize(
    ("arranged", "winner", "loser"), [(last_turn, "zosia", "hania"), (red_moves_last, "hania", "zosia")]
)
def test_the_first_evacuated_carrier_delivers_H_40_H_4(arranged, winner, loser):
    state = arranged(
        scouts=OUT_OF_MOKOTOW | {"zosia": BEFORE_TRZECH_KRZYZY, "hania": BEFORE_TRZECH_KRZYZY},
        track=[("plac-narutowicza>sggw", 4), ("port>plac-trzech-krzyzy", 2)],
        carrying={"zosia": "port>plac-trzech-krzyzy", "hania": "port>plac-trzech-krzyzy"},
        tokens=[("stary-mokotow", "szucha~stary-mokotow")],
    )
    state, events = played(state, "end", "draw past>starowka")
    assert [len(delivered) for delivered in state.delivered] == ([1, 0] if winner == "zosia" else [0, 1])
    assert events[5:9] == (
        ScoutEvacuated(winner, BEFORE_TRZECH_KRZYZY, "plac-trzech-krzyzy"),
        OrderDelivered(winner, "port>plac-trzech-krzyzy", 5),
        OrderLost(loser, "port>plac-trzech-krzyzy"),
        ScoutEvacuated(loser, BEFORE_TRZECH_KRZYZY, "plac-trzech-krzyzy"),
    )


def test_nobody_collects_while_being_evacuated_H_36():
    state = mokotow_falls(
        scouts=OUT_OF_MOKOTOW | {"zosia": BEFORE_TRZECH_KRZYZY, "antek": "sggw"},
        track=[
            ("plac-narutowicza>sggw", 4),
            ("port>plac-trzech-krzyzy", 2),
            ("plac-trzech-krzyzy>przyczolek", 1),
        ],
        carrying={"zosia": "port>plac-trzech-krzyzy"},
    ).state
    state = played(state, "draw past>starowka").state
    assert (state.phase, state.position_of("zosia"), state.order_of("zosia")) == (
        Phase.EVACUATED,
        "plac-trzech-krzyzy",
        None,
    )
    assert why_refused(state, "collect zosia plac-trzech-krzyzy>przyczolek") is Reason.NOT_NOW
    assert {move.verb for move in legal_moves(state)} == {"retreat"}


def test_a_scout_displaced_to_the_start_of_an_order_does_not_collect_it_H_36():
    state = last_turn(scouts={"zosia": "past~elektrownia:1"}, track=[("cytadela>past", 4), ("elektrownia>pawiak", 1)])
    state = played(state, "end", "block past~elektrownia").state
    assert why_refused(state, "collect zosia elektrownia>pawiak") is Reason.NOT_NOW
    assert played(state, "retreat zosia elektrownia").state.order_of("zosia") is None


# How "nearest" is measured (H-15) -----------------------------------------------------------------------------------


def powisle_falls(scout_at: str, **position: Any) -> GameState:
    named = {"tokens": [("elektrownia", "wytwornia~elektrownia")], "track": [("stary-mokotow>port", 4)], **position}
    state = last_turn(scouts={"zosia": scout_at}, **named)
    return played(state, "end", "draw past>starowka").state


def zoliborz_falls(scout_at: str, **position: Any) -> Transition:
    named = {
        "scouts": {"zosia": scout_at, "hania": "past"},
        "track": [("reduta-kaliska>plac-wilsona", 4)],
        **position,
        "tokens": [("cytadela", "plac-wilsona~cytadela"), *position.get("tokens", ())],
    }
    return played(last_turn(**named), "end", "draw port>reduta-wawelska")


def test_evacuation_is_measured_through_the_falling_district_H_15():
    assert powisle_falls("port").position_of("zosia") == "plac-trzech-krzyzy~przyczolek:1"


def test_evacuation_is_measured_along_unblocked_roads_H_15():
    state = powisle_falls("port", tokens=[("przyczolek", "przyczolek~port")])
    assert state.position_of("zosia") == "port~stary-mokotow:3"


def test_evacuation_is_not_measured_through_a_district_that_fell_earlier_H_15():
    free = zoliborz_falls("cytadela").state
    assert free.position_of("zosia") == "wytwornia"
    state = zoliborz_falls("cytadela", **fell("stare-miasto")).state
    assert state.position_of("zosia") == "pawiak"
    over_everything = EXTENDED.board.free.distances["cytadela"]
    assert (over_everything["wytwornia~elektrownia:2"], over_everything["pawiak"]) == (3, 4)


def test_only_if_no_safe_field_is_reachable_evacuation_is_measured_over_everything_H_15():
    cut_off = fell("stare-miasto", tokens=[("pawiak", "dworzec-gdanski~pawiak")])
    assert offered(zoliborz_falls("cytadela", **cut_off).state, "retreat") == [
        "retreat zosia wytwornia~elektrownia:2",
        "retreat zosia starowka~pawiak:1",
    ]
    assert zoliborz_falls("dworzec-gdanski", **cut_off).state.position_of("zosia") == "pawiak"


def test_over_everything_the_plain_fields_of_blocked_roads_and_fallen_districts_are_still_not_safe_H_15_H_28():
    row = city(
        {"a": "north", "b": "middle", "c": "south"},
        [("a", "b", 3, ["south", "middle"]), ("b", "c", 2, ["south"])],
        [("b", "a"), ("c", "b"), ("b", "c"), ("a", "c")],
    )
    state = last_turn(
        row,
        scouts={"zosia": "a", "antek": "c", "felek": "c", "hania": "c", "olek": "c", "kazik": "c"},
        track=[("b>a", 4), ("victory", 1)],
        tokens=[("a", "a~b"), ("b", None)],
        fallen=["middle"],
        deck_left=0,
    )
    state, events = played(state, "end")
    assert events[-2] == ScoutEvacuated("zosia", "a", "b~c:1")
    assert row.board.free.distances["a"]["b~c:1"] == 4


def test_a_scout_may_be_evacuated_twice_in_one_phase_E_12_H_15():
    state = last_turn(
        scouts=dict.fromkeys(["antek", "felek", "olek", "kazik"], "cytadela") | {"zosia": BEFORE_TRZECH_KRZYZY},
        track=[("plac-narutowicza>sggw", 4), ("browary>past", 4)],
        tokens=[("szucha", "szucha~sggw"), ("past", "past~elektrownia")],
    )
    state, events = played(state, "end", "draw przyczolek>wytwornia")
    assert events[-3:] == (
        ScoutEvacuated("zosia", BEFORE_TRZECH_KRZYZY, "plac-trzech-krzyzy"),
        OrderLate("browary>past"),
        DistrictFell("srodmiescie"),
    )
    state = played(state, "draw elektrownia>pawiak").state
    assert (state.phase, offered(state, "retreat")) == (
        Phase.EVACUATED,
        ["retreat zosia elektrownia", "retreat zosia przyczolek"],
    )


def test_displacement_is_measured_along_the_blocked_road_H_15_H_14():
    state = last_turn(
        scouts={"zosia": "port~stary-mokotow:1", "antek": "port~stary-mokotow:2", "felek": "port~stary-mokotow:3"},
        track=[("plac-wilsona>port", 4)],
    )
    state = played(state, "end", "block port~stary-mokotow").state
    assert state.position_of("zosia") == "port"
    assert offered(state, "retreat") == ["retreat antek port", "retreat antek stary-mokotow"]
    state = played(state, "retreat antek port").state
    assert state.position_of("felek") == "stary-mokotow"


def test_an_end_in_a_fallen_district_is_not_safe_for_displaced_scouts_H_14_H_15():
    state = last_turn(
        scouts={"zosia": "starowka~pawiak:1"}, track=[("dworzec-gdanski>pawiak", 4)], **fell("stare-miasto")
    )
    state, events = played(state, "end", "block starowka~pawiak")
    assert events[-1] == ScoutDisplaced("zosia", "starowka~pawiak:1", "pawiak")


def test_a_farther_safe_end_is_taken_if_the_nearer_one_is_fallen_H_14_H_15():
    long_road = city(
        {"a": "north", "b": "south", "c": "middle"},
        [("a", "b", 4, ["middle", "middle", "middle"]), ("b", "c", 1, None), ("a", "c", 2, ["middle"])],
        [("a", "b"), ("c", "b"), ("b", "c"), ("b", "a")],
    )
    state = last_turn(
        long_road,
        scouts={"zosia": "a~b:1", "antek": "b", "felek": "b", "hania": "b", "olek": "b", "kazik": "b"},
        track=[("c>b", 4), ("victory", 1)],
        fallen=["north"],
        tokens=[("a", None)],
    )
    events = played(state, "end", "block a~b").events
    assert events[-1] == ScoutDisplaced("zosia", "a~b:1", "b")
    over_everything = long_road.board.free.distances["a~b:1"]
    assert (over_everything["a~c:1"], over_everything["b"]) == (2, 3)


def test_with_both_ends_unsafe_a_displaced_scout_goes_to_the_nearest_safe_field_H_14_H_15():
    state = last_turn(scouts={"zosia": "past~elektrownia:1"}, track=[("cytadela>past", 4)])
    state = played(state, "end", "block past~elektrownia").state
    # No game leads here, so the districts of both ends are taken away by hand.
    draft = draft_of(state)
    draft.fallen = ("srodmiescie", "powisle-czerniakow")
    assert offered(finished(draft), "retreat") == ["retreat zosia bank-polski", "retreat zosia browary~past:1"]


# A closed district (E-13) -------------------------------------------------------------------------------------------


def turn_beside_fallen_mokotow(card: int = 2) -> GameState:
    return arrange(
        EXTENDED,
        patrols=("red", "orange"),
        cards={"red": card, "orange": 5},
        scouts={"zosia": "plac-trzech-krzyzy", "antek": "sggw~dworzec-pocztowy:2", "felek": "port", "kazik": "past"},
        **fell("mokotow"),
    )


@pytest.mark.parametrize(
    "move",
    [
        "walk zosia plac-trzech-krzyzy~szucha:1",
        "walk antek sggw~dworzec-pocztowy:1",
        "jump zosia szucha",
        "jump felek stary-mokotow",
        "unit zosia szucha",
    ],
)
def test_no_scout_enters_a_fallen_district_E_13_H_1_H_2(move):
    state = turn_beside_fallen_mokotow()
    assert why_refused(state, move) is Reason.DISTRICT_FALLEN
    assert move not in map(str, legal_moves(state))


def test_up_to_the_border_of_a_fallen_district_the_ways_are_open_E_13_H_2():
    state = turn_beside_fallen_mokotow()
    assert offered(state, "walk") == [
        "walk zosia past~plac-trzech-krzyzy:1",
        "walk zosia plac-trzech-krzyzy~elektrownia:1",
        "walk zosia plac-trzech-krzyzy~przyczolek:1",
        "walk zosia plac-trzech-krzyzy~dworzec-pocztowy:1",
        "walk antek dworzec-pocztowy",
        "walk felek przyczolek",
        "walk felek port~stary-mokotow:1",
    ]
    assert offered(state, "jump") == [
        "jump zosia past",
        "jump zosia dworzec-pocztowy",
        "jump zosia elektrownia",
        "jump zosia przyczolek",
        "jump felek przyczolek",
    ]


def test_neither_jump_nor_unit_nor_walk_leads_through_a_fallen_district_H_1_H_2_E_13():
    through = city(
        {"a": "north", "b": "south", "c": "south", "m": "middle"},
        [("a", "b", 2, ["middle"]), ("a", "c", 1, None), ("b", "c", 1, None), ("c", "m", 1, None)],
        [("a", "b"), ("b", "a"), ("c", "a"), ("a", "c")],
    )
    cards = {"red": 2, "orange": 5}
    for fallen, reason in [((), None), (("middle",), Reason.DISTRICT_FALLEN)]:
        state = arrange(through, patrols=("red", "orange"), cards=cards, fallen=fallen, tokens=[("m", None)])
        for move in ("jump zosia b", "unit zosia b", "walk zosia a~b:1"):
            assert why_refused(state, move) is reason
        assert ("jump zosia b" in offered(state, "jump")) is (reason is None)
        assert ("walk zosia a~b:1" in offered(state, "walk")) is (reason is None)


def test_a_district_is_closed_from_the_moment_it_falls_E_13():
    state = mokotow_falls(scouts=OUT_OF_MOKOTOW | {"zosia": "plac-trzech-krzyzy"}).state
    state = played(state, "draw past>starowka", "draw browary>past", "card 3", "card 2").state
    assert why_refused(state, "walk zosia plac-trzech-krzyzy~szucha:1") is Reason.DISTRICT_FALLEN
    assert why_refused(state, "jump zosia szucha") is Reason.DISTRICT_FALLEN
    assert "jump zosia szucha" not in offered(state, "jump")


def test_the_small_token_of_a_fallen_district_stays_and_blocks_beyond_the_border_H_43():
    state = mokotow_falls(
        scouts=OUT_OF_MOKOTOW | {"zosia": "przyczolek"}, tokens=[("szucha", "przyczolek~szucha")]
    ).state
    assert state.tokens == (("szucha", "przyczolek~szucha"),)
    state = played(state, "draw past>starowka", "draw browary>past", "card 3", "card 2").state
    assert why_refused(state, "walk zosia przyczolek~szucha:1") is Reason.ROAD_BLOCKED
    assert "walk zosia przyczolek~szucha:1" not in offered(state, "walk")
    assert why_refused(state, "jump zosia szucha") is Reason.DISTRICT_FALLEN


def test_a_road_into_a_fallen_district_that_has_no_token_is_open_up_to_the_border_H_43_H_2():
    state = mokotow_falls(scouts=OUT_OF_MOKOTOW | {"zosia": "przyczolek"}).state
    state = played(state, "draw past>starowka", "draw browary>past", "card 3", "card 2").state
    assert why_refused(state, "walk zosia przyczolek~szucha:1") is None
    state = played(state, "walk zosia przyczolek~szucha:1").state
    assert why_refused(state, "walk zosia przyczolek~szucha:2") is Reason.DISTRICT_FALLEN


# Orders and a fallen district (E-14, H-37) --------------------------------------------------------------------------


def test_a_carried_order_from_a_fallen_district_is_delivered_as_usual_E_14():
    state = arrange(
        EXTENDED,
        patrols=("red", "orange"),
        cards={"red": 2, "orange": 5},
        scouts=OUT_OF_MOKOTOW | {"zosia": "past"},
        track=[("sggw>browary", 3)],
        carrying={"zosia": "sggw>browary"},
        **fell("mokotow"),
    )
    assert played(state, "jump zosia browary").state.delivered == (("sggw>browary",), ())


def test_an_order_to_a_fallen_district_may_be_collected_carried_and_dropped_but_not_delivered_H_37_E_14():
    state = arrange(
        EXTENDED,
        patrols=("red", "orange"),
        cards={"red": 2, "orange": 5},
        scouts=OUT_OF_MOKOTOW | {"zosia": "plac-trzech-krzyzy"},
        track=[("plac-trzech-krzyzy>stary-mokotow", 1)],
        **fell("mokotow"),
    )
    assert offered(state, "collect") == ["collect zosia plac-trzech-krzyzy>stary-mokotow"]
    state = played(state, "collect zosia plac-trzech-krzyzy>stary-mokotow").state
    assert state.order_of("zosia") == "plac-trzech-krzyzy>stary-mokotow"
    assert why_refused(state, "jump zosia szucha") is Reason.DISTRICT_FALLEN
    carried = played(state, "jump zosia przyczolek").state
    assert carried.order_of("zosia") == "plac-trzech-krzyzy>stary-mokotow"
    assert offered(carried, "drop") == ["drop zosia"]
    assert played(carried, "drop zosia").state.carrying == (None,) * 6


def test_when_the_district_falls_orders_to_it_stay_in_hand_H_37():
    state = mokotow_falls(
        scouts=OUT_OF_MOKOTOW | {"zosia": "bank-polski"},
        track=[("plac-narutowicza>sggw", 4), ("cytadela>szucha", 2)],
        carrying={"zosia": "cytadela>szucha"},
    ).state
    assert (state.order_of("zosia"), state.track) == ("cytadela>szucha", (("cytadela>szucha", 3),))


# The third fall (E-17, H-31) ----------------------------------------------------------------------------------------


def test_the_third_fall_ends_the_game_at_once_without_extra_card_and_evacuation_H_31_H_35_E_17():
    state, events = mokotow_falls(
        scouts={"zosia": "szucha", "hania": "past"},
        **fell("zoliborz", "ochota", tokens=[SMALL_TOKEN]),
        track=[("plac-narutowicza>sggw", 4), ("elektrownia>pawiak", 4), ("browary>past", 4)],
        deck_left=20,
    )
    others = ("elektrownia>pawiak", "browary>past")
    assert events[2:] == (
        OrderLate("plac-narutowicza>sggw"),
        DistrictFell("mokotow"),
        *(OrderLate(order) for order in others),
        GameEnded("falls"),
    )
    assert (state.phase, state.to_act, state.deck_left) == (Phase.OVER, None, 20)
    assert (state.position_of("zosia"), state.late) == ("szucha", ("plac-narutowicza>sggw", *others))
    assert state.fallen == ("zoliborz", "ochota", "mokotow")


def test_the_second_fall_does_not_end_the_game_H_31_E_17():
    state = mokotow_falls(scouts=OUT_OF_MOKOTOW, **fell("ochota", tokens=[SMALL_TOKEN])).state
    assert (state.phase, state.ending, state.fallen) == (Phase.EXTRA_ORDER, "", ("ochota", "mokotow"))
