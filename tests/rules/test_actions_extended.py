from fractions import Fraction
from typing import Any

import pytest

from mali_powstancy.engine import (
    CHANCE,
    GameState,
    Phase,
    Reason,
    arrange,
    chance_outcomes,
    legal_moves,
    observe,
    read_scenario,
    seen_by,
    stop_here,
)
from mali_powstancy.engine.events import (
    BroughtByUnit,
    CardPeeked,
    DistrictFell,
    OrderCollected,
    OrderDelivered,
    OrderDiscarded,
    OrderLaid,
    OrderLost,
    OrdersSwapped,
    PlacesExchanged,
    TurnEnded,
)
from mali_powstancy.engine.moves import Draw
from mali_powstancy.engine.state import Peeked
from tests.positions import BASIC, EXTENDED, drawable, fell, played, why_refused

ALL_ACTIONS_POSSIBLE: dict[str, Any] = {
    "scouts": {"zosia": "palacyk-michla", "antek": "pawiak", "felek": "stary-mokotow"},
    "track": [("pawiak>starowka", 2), ("stary-mokotow>port", 1)],
}
ACTION_OF_CARD = {
    1: "pals zosia antek",
    2: "unit zosia pawiak",
    3: "swap stary-mokotow>port pawiak>starowka",
    4: "gossip",
}


def turn(card: int, **position: Any) -> GameState:
    """The turn of the red player, who has revealed this card; the orange one follows with card 5."""
    return arrange(EXTENDED, patrols=("red", "orange"), cards={"red": card, "orange": 5}, **position)


def used(state: GameState, card: int) -> GameState:
    """The position after the action of the card; gossip shows one card."""
    state = played(state, ACTION_OF_CARD[card]).state
    return played(state, "draw sggw>browary").state if card == 4 else state


def offered(state: GameState, verb: str) -> list[str]:
    """The legal moves of one kind."""
    return [str(move) for move in legal_moves(state) if move.verb == verb]


# Move and action (E-4) ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", [1, 2, 3, 4])
def test_a_card_from_1_to_4_gives_its_own_action_and_no_other_E_4(card):
    state = turn(card, **ALL_ACTIONS_POSSIBLE)
    for other, action in ACTION_OF_CARD.items():
        assert why_refused(state, action) is (None if other == card else Reason.NO_SUCH_ACTION)
    verbs = {move.verb for move in legal_moves(state)} & {"pals", "unit", "swap", "gossip"}
    assert verbs == {ACTION_OF_CARD[card].split()[0]}
    assert state.points == card


def test_card_5_gives_a_move_but_no_action_E_4():
    state = turn(5, **ALL_ACTIONS_POSSIBLE)
    assert [why_refused(state, action) for action in ACTION_OF_CARD.values()] == [Reason.NO_SUCH_ACTION] * 4
    assert not {move.verb for move in legal_moves(state)} & {"pals", "unit", "swap", "gossip"}
    assert state.points == 5


def test_every_player_has_the_action_of_the_own_card_E_4():
    state = arrange(EXTENDED, patrols=("red", "orange", "green"), cards={"red": 1, "orange": 2, "green": 5})
    state = played(state, "end").state
    assert (state.to_act, state.action_open) == (1, True)
    assert why_refused(state, "unit kazik szucha") is None
    assert why_refused(state, "unit felek szucha") is Reason.NOT_YOUR_SCOUT
    state = played(state, "end").state
    assert (state.to_act, state.action_open) == (2, False)
    assert why_refused(state, "unit wicek szucha") is Reason.NO_SUCH_ACTION
    assert offered(state, "unit") == []


@pytest.mark.parametrize("card", [1, 2, 3, 4])
def test_each_turn_has_one_action_E_4(card):
    state = used(turn(card, **ALL_ACTIONS_POSSIBLE), card)
    verb = ACTION_OF_CARD[card].split()[0]
    again = "swap pawiak>starowka stary-mokotow>port" if verb == "swap" else ACTION_OF_CARD[card]
    assert why_refused(state, again) is Reason.ACTION_USED
    assert offered(state, verb) == []


@pytest.mark.parametrize("card", [1, 2, 3, 4])
def test_the_action_first_leaves_the_whole_walk_E_4_H_20(card):
    state = used(turn(card, **ALL_ACTIONS_POSSIBLE), card)
    assert state.points == card
    there_and_back = ["walk felek szucha", "walk felek stary-mokotow"]
    state = played(state, *(there_and_back * 2)[:card]).state
    assert state.points == 0
    assert why_refused(state, "walk felek szucha") is Reason.NO_POINTS_LEFT


@pytest.mark.parametrize("card", [1, 2, 3, 4])
def test_the_action_first_leaves_the_jump_E_4_H_20(card):
    state = used(turn(card, **ALL_ACTIONS_POSSIBLE), card)
    assert played(state, "jump felek sggw").state.position_of("felek") == "sggw"


@pytest.mark.parametrize("card", [1, 2, 3, 4])
def test_the_action_may_follow_the_jump_E_4_H_20(card):
    state = played(turn(card, **ALL_ACTIONS_POSSIBLE), "jump felek sggw").state
    state = used(state, card)
    assert why_refused(state, "walk felek szucha~sggw:1") is Reason.NO_POINTS_LEFT
    assert why_refused(state, "jump felek stary-mokotow") is Reason.MOVE_BEGUN


@pytest.mark.parametrize("card", [2, 3, 4])
def test_a_walk_that_has_begun_ends_with_the_action_E_4_H_20(card):
    begun = played(turn(card, **ALL_ACTIONS_POSSIBLE), "walk felek szucha").state
    assert begun.points == card - 1
    state = used(begun, card)
    assert state.points == 0
    assert why_refused(state, "walk felek stary-mokotow") is Reason.NO_POINTS_LEFT
    assert why_refused(state, "jump felek sggw") is Reason.MOVE_BEGUN
    assert offered(state, "walk") == offered(state, "jump") == []


@pytest.mark.parametrize("card", [1, 2, 3, 4])
def test_the_action_may_follow_the_whole_walk_E_4_H_20(card):
    walked = played(
        turn(card, **ALL_ACTIONS_POSSIBLE), *(["walk felek szucha", "walk felek stary-mokotow"] * 2)[:card]
    ).state
    assert walked.points == 0
    assert used(walked, card).action_open is False


@pytest.mark.parametrize("card", [1, 2, 3, 4])
def test_move_and_action_may_both_be_left_out_E_4_H_20(card):
    state = turn(card, **ALL_ACTIONS_POSSIBLE)
    assert "end" in offered(state, "end")
    done, events = played(state, "end")
    assert events == (TurnEnded(0),)
    assert (done.phase, done.to_act, done.where) == (Phase.TURN, 1, state.where)


def test_what_was_left_unused_is_gone_when_the_turn_ends_E_4_H_20():
    state = arrange(EXTENDED, patrols=("red", "orange"), cards={"red": 1, "orange": 4}, turn="orange")
    assert (state.points, state.action_open) == (4, True)
    state = played(state, "end").state
    assert (state.points, state.action_open) == (0, False)


def test_an_action_that_was_left_out_is_not_kept_for_later_E_4():
    state = played(turn(1, **ALL_ACTIONS_POSSIBLE), "end").state
    assert why_refused(state, "pals hania olek") is Reason.NO_SUCH_ACTION


@pytest.mark.parametrize("card", [2, 3, 4])
def test_collecting_and_dropping_neither_begin_nor_end_a_move_H_20(card):
    state = turn(card, **ALL_ACTIONS_POSSIBLE)
    state = played(state, "collect felek stary-mokotow>port", "drop felek").state
    assert why_refused(state, "jump felek sggw") is None
    state = played(state, "walk felek szucha", "walk felek stary-mokotow").state
    assert state.points == card - 2
    state = played(state, "collect felek stary-mokotow>port", "drop felek").state
    assert state.points == card - 2
    assert why_refused(state, "jump felek sggw") is Reason.MOVE_BEGUN
    assert offered(state, "jump") == []


@pytest.mark.parametrize("card", [1, 2, 3, 4])
def test_collecting_between_action_and_move_ends_neither_H_20(card):
    state = played(turn(card, **ALL_ACTIONS_POSSIBLE), "collect felek stary-mokotow>port").state
    assert (state.points, state.action_open) == (card, True)
    state = played(used(state, card), "drop felek", "collect felek stary-mokotow>port").state
    assert state.points == card
    assert why_refused(state, "jump felek sggw") is None


def test_the_basic_variant_has_no_actions_E_4():
    for card, action in ACTION_OF_CARD.items():
        state = arrange(BASIC, patrols=("red", "orange"), cards={"red": card, "orange": 5})
        assert why_refused(state, action) is Reason.NO_SUCH_ACTION


# Card 1: pals from the yard (E-5) -----------------------------------------------------------------------------------


def test_example_6_a_step_into_the_district_and_then_pals_E_5_H_21():
    state = arrange(
        EXTENDED,
        patrols=("green", "red"),
        cards={"green": 1, "red": 2},
        scouts={"gosia": "starowka", "tadek": "palacyk-michla"},
    )
    assert why_refused(state, "pals gosia tadek") is Reason.NOT_SAME_DISTRICT
    assert offered(state, "pals") == []
    state = played(state, "walk gosia starowka~pawiak:1").state
    assert offered(state, "pals") == ["pals gosia tadek"]
    state, events = played(state, "pals gosia tadek")
    assert events == (PlacesExchanged("gosia", "palacyk-michla", "tadek", "starowka~pawiak:1"),)
    assert state.position_of("gosia") == "palacyk-michla"
    assert state.position_of("tadek") == "starowka~pawiak:1"
    assert state.position_of("wicek") == "stary-mokotow"


def test_pals_need_two_different_fields_H_38_E_5():
    state = turn(1, scouts={"zosia": "pawiak", "antek": "pawiak", "felek": "browary"})
    assert why_refused(state, "pals zosia antek") is Reason.SAME_FIELD
    assert why_refused(state, "pals zosia zosia") is Reason.SAME_FIELD
    assert offered(state, "pals") == ["pals zosia felek", "pals antek felek"]


def test_every_pair_in_one_district_may_change_places_E_5_H_21():
    state = turn(1, scouts={"zosia": "pawiak", "antek": "palacyk-michla~browary:2", "felek": "browary"})
    assert offered(state, "pals") == ["pals zosia antek", "pals zosia felek", "pals antek felek"]


def test_a_pair_is_named_in_the_order_of_the_patrol_E_5():
    state = turn(1, **ALL_ACTIONS_POSSIBLE)
    assert why_refused(state, "pals antek zosia") is Reason.NAMES_IN_ORDER
    assert why_refused(state, "pals zosia antek") is None


def test_pals_are_two_own_scouts_E_5_H_21():
    state = turn(1, scouts={"zosia": "pawiak", "hania": "browary"})
    assert why_refused(state, "pals zosia hania") is Reason.NOT_YOUR_SCOUT
    assert why_refused(state, "pals hania zosia") is Reason.NOT_YOUR_SCOUT
    assert why_refused(state, "pals zosia nobody") is Reason.UNKNOWN_SCOUT
    assert why_refused(state, "pals nobody zosia") is Reason.UNKNOWN_SCOUT


def test_a_scout_in_another_district_is_no_pal_though_the_next_field_E_5_H_21():
    state = turn(1, scouts={"zosia": "starowka", "antek": "starowka~pawiak:1"})
    assert why_refused(state, "pals zosia antek") is Reason.NOT_SAME_DISTRICT
    assert offered(state, "pals") == []


def test_pals_use_no_road_so_tokens_do_not_matter_H_21_E_5():
    walled_in = [("port", "przyczolek~port"), ("stary-mokotow", "port~stary-mokotow")]
    state = turn(1, scouts={"zosia": "port", "antek": "elektrownia"}, tokens=walled_in)
    assert offered(state, "pals") == ["pals zosia antek"]
    state = played(state, "pals zosia antek").state
    assert (state.position_of("zosia"), state.position_of("antek")) == ("elektrownia", "port")


def test_orders_go_with_their_scouts_when_they_change_places_H_38():
    state = turn(
        1,
        scouts={"zosia": "pawiak", "antek": "browary"},
        track=[("pawiak>starowka", 1), ("dworzec-gdanski>pawiak", 1)],
        carrying={"zosia": "pawiak>starowka"},
    )
    state, events = played(state, "pals zosia antek")
    assert state.order_of("zosia") == "pawiak>starowka"
    assert state.order_of("antek") is None
    assert [type(event) for event in events] == [PlacesExchanged]


def test_both_pals_deliver_where_they_arrive_H_38_H_4_H_21_E_5():
    state = turn(
        1,
        scouts={"zosia": "pawiak", "antek": "browary", "hania": "starowka"},
        track=[("dworzec-pocztowy>browary", 2), ("elektrownia>pawiak", 1)],
        carrying={"zosia": "dworzec-pocztowy>browary", "antek": "elektrownia>pawiak", "hania": "elektrownia>pawiak"},
    )
    state, events = played(state, "pals zosia antek")
    assert events == (
        PlacesExchanged("zosia", "browary", "antek", "pawiak"),
        OrderDelivered("zosia", "dworzec-pocztowy>browary", 3),
        OrderDelivered("antek", "elektrownia>pawiak", 8),
        OrderLost("hania", "elektrownia>pawiak"),
    )
    assert state.delivered == (("dworzec-pocztowy>browary", "elektrownia>pawiak"), ())
    assert state.track == ()
    assert state.carrying == (None,) * 6


def test_only_the_second_of_two_pals_delivers_if_only_it_carries_H_38_H_4():
    state = turn(
        1,
        scouts={"zosia": "pawiak", "antek": "browary"},
        track=[("elektrownia>pawiak", 1)],
        carrying={"antek": "elektrownia>pawiak"},
    )
    assert played(state, "pals zosia antek").state.delivered == (("elektrownia>pawiak",), ())


def test_both_pals_may_collect_where_they_arrive_H_21():
    state = turn(
        1,
        scouts={"zosia": "pawiak", "antek": "browary"},
        track=[("pawiak>starowka", 1), ("browary>past", 1)],
    )
    assert sorted(offered(state, "collect")) == ["collect antek browary>past", "collect zosia pawiak>starowka"]
    state = played(state, "pals zosia antek").state
    assert sorted(offered(state, "collect")) == ["collect antek pawiak>starowka", "collect zosia browary>past"]


# Card 2: insurgent unit (E-6) ---------------------------------------------------------------------------------------


def test_example_7_a_unit_and_then_two_points_E_6_H_22():
    state = arrange(
        EXTENDED, patrols=("violet", "red"), cards={"violet": 2, "red": 3}, scouts={"marysia": "elektrownia"}
    )
    state, events = played(state, "unit marysia wytwornia", "walk marysia cytadela", "walk bolek szucha")
    assert events[0] == BroughtByUnit("marysia", "elektrownia", "wytwornia")
    assert (state.position_of("marysia"), state.position_of("bolek")) == ("cytadela", "szucha")


def test_a_unit_works_besides_the_move_which_may_be_a_jump_of_the_same_scout_H_22_E_6():
    state = played(turn(2), "unit felek szucha", "jump felek przyczolek").state
    assert state.position_of("felek") == "przyczolek"


def test_a_unit_comes_after_a_jump_or_a_whole_walk_too_H_22_E_6():
    for move in (["jump felek szucha"], ["walk felek szucha", "walk zosia plac-wilsona~cytadela:1"]):
        state = played(turn(2), *move, "unit felek przyczolek").state
        assert state.position_of("felek") == "przyczolek"


def test_a_unit_goes_exactly_where_a_jump_goes_H_22_E_6():
    state = turn(
        2,
        scouts={"zosia": "plac-trzech-krzyzy", "antek": "past~elektrownia:1", "felek": "bank-polski"},
        **fell("wola", tokens=[("szucha", "plac-trzech-krzyzy~szucha")]),
    )
    assert offered(state, "unit") == [
        "unit zosia past",
        "unit zosia dworzec-pocztowy",
        "unit zosia elektrownia",
        "unit zosia przyczolek",
        "unit felek starowka",
        "unit felek past",
    ]
    assert [jump.replace("jump", "unit") for jump in offered(state, "jump")] == offered(state, "unit")


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("unit antek past", Reason.NOT_IN_OBJECT),
        ("unit antek elektrownia", Reason.NOT_IN_OBJECT),
        ("unit zosia bank-polski", Reason.NOT_NEIGHBOURING_OBJECT),
        ("unit zosia past~plac-trzech-krzyzy:1", Reason.NOT_NEIGHBOURING_OBJECT),
        ("unit zosia plac-trzech-krzyzy", Reason.NOT_NEIGHBOURING_OBJECT),
        ("unit zosia nowhere", Reason.UNKNOWN_FIELD),
        ("unit zosia szucha", Reason.ROAD_BLOCKED),
        ("unit felek pawiak", Reason.DISTRICT_FALLEN),
        ("unit hania cytadela", Reason.NOT_YOUR_SCOUT),
        ("unit nobody past", Reason.UNKNOWN_SCOUT),
        ("unit zosia past", None),
    ],
)
def test_a_unit_has_the_limits_of_a_jump_H_22_H_1_E_6(move, reason):
    state = turn(
        2,
        scouts={"zosia": "plac-trzech-krzyzy", "antek": "past~elektrownia:1", "felek": "bank-polski"},
        **fell("wola", tokens=[("szucha", "plac-trzech-krzyzy~szucha")]),
    )
    assert why_refused(state, move) is reason


def test_a_scout_brought_by_a_unit_delivers_H_4_E_6():
    state = turn(
        2,
        scouts={"zosia": "elektrownia", "hania": "bank-polski"},
        track=[("przyczolek>wytwornia", 3)],
        carrying={"zosia": "przyczolek>wytwornia", "hania": "przyczolek>wytwornia"},
    )
    state, events = played(state, "unit zosia wytwornia")
    assert events == (
        BroughtByUnit("zosia", "elektrownia", "wytwornia"),
        OrderDelivered("zosia", "przyczolek>wytwornia", 8),
        OrderLost("hania", "przyczolek>wytwornia"),
    )
    assert state.delivered == (("przyczolek>wytwornia",), ())


def test_after_delivering_by_a_unit_the_scout_may_collect_at_once_H_36_E_6():
    state = turn(
        2,
        scouts={"zosia": "elektrownia"},
        track=[("przyczolek>wytwornia", 3), ("wytwornia>szucha", 2)],
        carrying={"zosia": "przyczolek>wytwornia"},
    )
    assert offered(state, "collect") == []
    state, events = played(state, "unit zosia wytwornia")
    assert events[1:] == (OrderDelivered("zosia", "przyczolek>wytwornia", 8),)
    assert offered(state, "collect") == ["collect zosia wytwornia>szucha"]
    assert played(state, "collect zosia wytwornia>szucha").events == (OrderCollected("zosia", "wytwornia>szucha"),)


def test_after_delivering_by_pals_the_scout_may_collect_at_once_H_36():
    state = turn(
        1,
        scouts={"zosia": "pawiak", "antek": "browary"},
        track=[("sggw>browary", 3), ("browary>past", 1)],
        carrying={"zosia": "sggw>browary"},
    )
    state = played(state, "pals zosia antek", "collect zosia browary>past").state
    assert (state.delivered[0], state.order_of("zosia")) == (("sggw>browary",), "browary>past")


# Card 3: swapping orders (E-7) --------------------------------------------------------------------------------------

TRACK = [
    ("pawiak>plac-wilsona", 4),
    ("port>plac-trzech-krzyzy", 4),
    ("stary-mokotow>port", 3),
    ("victory", 2),
    ("past>starowka", 2),
    ("sggw>browary", 1),
]


def test_example_8_a_swap_gives_an_order_one_round_more_E_7_H_23():
    state = turn(3, scouts={"zosia": "plac-trzech-krzyzy"}, track=TRACK)
    state, events = played(state, "swap stary-mokotow>port pawiak>plac-wilsona")
    assert events == (OrdersSwapped("stary-mokotow>port", "pawiak>plac-wilsona", 3),)
    assert dict(state.track) == {**dict(TRACK), "pawiak>plac-wilsona": 3, "stary-mokotow>port": 4}
    walk = ["past~plac-trzech-krzyzy:1", "past", "bank-polski"]
    state = played(state, *(f"walk zosia {field}" for field in walk), "end", "end").state
    assert state.late[:1] == ("port>plac-trzech-krzyzy",)
    assert ("pawiak>plac-wilsona", 4) in state.track


def test_any_card_of_a_space_with_any_card_of_the_next_space_E_7_H_23():
    assert sorted(offered(turn(3, track=TRACK), "swap")) == [
        "swap past>starowka stary-mokotow>port",
        "swap sggw>browary past>starowka",
        "swap stary-mokotow>port pawiak>plac-wilsona",
        "swap stary-mokotow>port port>plac-trzech-krzyzy",
    ]


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("swap port>plac-trzech-krzyzy pawiak>plac-wilsona", Reason.NOT_NEIGHBOURING_SPACES),
        ("swap past>starowka pawiak>plac-wilsona", Reason.NOT_NEIGHBOURING_SPACES),
        ("swap sggw>browary pawiak>plac-wilsona", Reason.NOT_NEIGHBOURING_SPACES),
        ("swap sggw>browary sggw>browary", Reason.NOT_NEIGHBOURING_SPACES),
        ("swap victory stary-mokotow>port", Reason.VICTORY_STAYS),
        ("swap sggw>browary victory", Reason.VICTORY_STAYS),
        ("swap sggw>browary sggw>reduta-wawelska", Reason.ORDER_NOT_OPEN),
        ("swap sggw>reduta-wawelska past>starowka", Reason.ORDER_NOT_OPEN),
        ("swap sggw>browary sggw>port", Reason.UNKNOWN_ORDER),
        ("swap sggw>port past>starowka", Reason.UNKNOWN_ORDER),
        ("swap past>starowka sggw>browary", Reason.NAMES_IN_ORDER),
        ("swap sggw>browary past>starowka", None),
        ("swap past>starowka stary-mokotow>port", None),
    ],
)
def test_what_may_be_swapped_E_7_H_23(move, reason):
    assert why_refused(turn(3, track=TRACK), move) is reason


def test_markers_stay_on_swapped_cards_E_7_H_23():
    carrying = {"zosia": "sggw>browary", "hania": "sggw>browary", "olek": "past>starowka"}
    state = turn(3, track=TRACK, carrying=carrying)
    swapped = played(state, "swap sggw>browary past>starowka").state
    assert swapped.carrying == state.carrying
    assert swapped.track == (*state.track[:4], ("past>starowka", 1), ("sggw>browary", 2))


def test_a_swap_does_not_change_the_order_of_laying_H_12_H_23_E_7():
    state = turn(3, track=[("pawiak>plac-wilsona", 4), ("port>plac-trzech-krzyzy", 4), ("stary-mokotow>port", 3)])
    state = played(state, "swap stary-mokotow>port pawiak>plac-wilsona", "end", "end").state
    assert state.late == ("port>plac-trzech-krzyzy",)
    later = [task.subject for task in state.agenda if task.phase is Phase.LATE]
    assert later == ["stary-mokotow>port"]


def test_a_swapped_card_that_was_laid_first_is_still_resolved_first_H_12():
    state = turn(3, track=[("pawiak>plac-wilsona", 3), ("port>plac-trzech-krzyzy", 4), ("stary-mokotow>port", 4)])
    state = played(state, "swap pawiak>plac-wilsona stary-mokotow>port", "end", "end").state
    assert state.late == ("pawiak>plac-wilsona",)
    later = [task.subject for task in state.agenda if task.phase is Phase.LATE]
    assert later == ["port>plac-trzech-krzyzy"]


def test_with_cards_on_one_space_only_there_is_nothing_to_swap_E_7():
    assert offered(turn(3, track=[("sggw>browary", 2), ("past>starowka", 2), ("victory", 3)]), "swap") == []


# Card 4: street gossip (E-8) ----------------------------------------------------------------------------------------

FOURS = {"orange": 4, "red": 4, "green": 4, "violet": 4}
OUT_OF_MOKOTOW = {"felek": "past", "kazik": "past", "wicek": "past", "bolek": "past"}


def test_example_9_the_order_seen_by_gossip_is_collected_in_the_next_round_E_8():
    state = arrange(EXTENDED, patrols=("orange", "red", "green", "violet"), cards=FOURS, turn="orange")
    state = played(state, "gossip", "draw port>plac-trzech-krzyzy", "draw past>starowka").state
    to_port = ["port~stary-mokotow:3", "port~stary-mokotow:2", "port~stary-mokotow:1", "port"]
    state = played(state, *(f"walk kazik {field}" for field in to_port), "end", "end", "end", "end").state
    state = played(state, "draw port>plac-trzech-krzyzy", "draw past>starowka").state
    state = played(state, "card 1", "card 1", "card 1", "card 1", "end", "end", "end").state
    assert played(state, "collect kazik port>plac-trzech-krzyzy").state.order_of("kazik") == "port>plac-trzech-krzyzy"


@pytest.mark.parametrize(
    ("patrols", "round_number", "cards"),
    [
        (("red", "orange"), 1, 1),
        (("red", "orange"), 2, 1),
        (("red", "orange", "green"), 1, 1),
        (("red", "orange", "green"), 2, 2),
        (("red", "orange", "green", "violet"), 1, 2),
        (("red", "orange", "green", "violet"), 2, 2),
    ],
)
def test_gossip_shows_as_many_cards_as_the_next_order_phase_lays_E_8_H_24_H_49(patrols, round_number, cards):
    state = arrange(EXTENDED, patrols=patrols, cards=dict.fromkeys(patrols, 4), round=round_number)
    unseen = ["sggw>browary", "past>starowka"][:cards]
    state, events = played(state, "gossip", *(f"draw {order}" for order in unseen))
    assert events == tuple(CardPeeked(0, number, order) for number, order in enumerate(unseen, start=1))
    assert (state.phase, state.to_act) == (Phase.TURN, 0)
    assert state.top == tuple(Peeked(order, (0,)) for order in unseen)


def test_gossip_may_show_any_order_that_nobody_has_seen_E_8():
    state = played(turn(4, track=[("sggw>browary", 1)]), "gossip").state
    assert (state.phase, state.to_act) == (Phase.PEEK, CHANCE)
    assert chance_outcomes(state) == {
        Draw(order): Fraction(1, 41) for order in EXTENDED.orders if order != "sggw>browary"
    }


def test_cards_seen_by_gossip_stay_on_the_deck_in_the_same_order_H_55_E_8():
    state = arrange(EXTENDED, cards=FOURS, deck_left=10, victory_at=5)
    state = played(state, "gossip", "draw sggw>browary", "draw past>starowka").state
    assert (state.deck_left, state.victory_at, state.track) == (10, 5, ())
    state = played(state, "end", "end", "end", "end").state
    assert (state.round, state.phase) == (2, Phase.LAY_ORDER)
    assert drawable(state) == ["sggw>browary"]
    state = played(state, "draw sggw>browary").state
    assert drawable(state) == ["past>starowka"]
    state, events = played(state, "draw past>starowka")
    assert events == (OrderLaid("past>starowka", False),)
    assert state.track == (("sggw>browary", 1), ("past>starowka", 1))
    assert (state.deck_left, state.victory_at, state.top) == (8, 3, ())
    assert not {"sggw>browary", "past>starowka"} & set(state.deck)


def test_two_players_hear_the_same_gossip_in_one_round_E_8_H_24_H_55():
    state = arrange(EXTENDED, cards=FOURS)
    state = played(state, "gossip", "draw sggw>browary", "draw past>starowka", "end").state
    state, events = played(state, "gossip")
    assert events == (CardPeeked(1, 1, "sggw>browary"), CardPeeked(1, 2, "past>starowka"))
    assert (state.phase, state.to_act) == (Phase.TURN, 1)
    assert state.top == (Peeked("sggw>browary", (0, 1)), Peeked("past>starowka", (0, 1)))
    assert observe(state, 0).top == observe(state, 1).top == ("sggw>browary", "past>starowka")
    assert observe(state, 2).top == observe(state, None).top == (None, None)
    assert state.deck_left == 43


def test_gossip_shows_victory_if_it_is_among_the_cards_H_24_E_8():
    state = played(arrange(EXTENDED, cards=FOURS, deck_left=5, victory_at=1), "gossip").state
    assert Draw("victory") not in chance_outcomes(state)
    state = played(state, "draw sggw>browary").state
    assert drawable(state) == ["victory"]
    state, events = played(state, "draw victory")
    assert events == (CardPeeked(0, 2, "victory"),)
    assert (state.phase, state.victory_at, state.deck_left) == (Phase.TURN, 1, 5)


def test_gossip_shows_the_card_under_victory_too_if_the_phase_will_lay_it_H_24():
    state = arrange(EXTENDED, cards=FOURS, deck_left=5, victory_at=0)
    state = played(state, "gossip", "draw victory", "draw sggw>browary").state
    assert [peeked.order for peeked in state.top] == ["victory", "sggw>browary"]
    state = played(state, "end", "end", "end", "end", "draw victory", "draw sggw>browary").state
    assert state.track == (("victory", 1), ("sggw>browary", 1))


def test_bad_cards_of_gossip_are_shown_to_all_and_replaced_until_enough_are_good_H_24_H_55_E_8_E_14():
    state = arrange(EXTENDED, cards=FOURS, scouts=OUT_OF_MOKOTOW, **fell("mokotow"), deck_left=20, victory_at=10)
    state, events = played(
        state, "gossip", "draw sggw>browary", "draw past>starowka", "draw cytadela>szucha", "draw wytwornia>szucha"
    )
    assert events == (
        OrderDiscarded("sggw>browary"),
        CardPeeked(0, 1, "past>starowka"),
        OrderDiscarded("cytadela>szucha"),
        OrderDiscarded("wytwornia>szucha"),
    )
    assert (state.phase, state.deck_left, state.victory_at) == (Phase.PEEK, 17, 7)
    state, events = played(state, "draw plac-wilsona>port")
    assert events == (CardPeeked(0, 2, "plac-wilsona>port"),)
    assert (state.phase, state.deck_left, state.victory_at) == (Phase.TURN, 17, 7)
    assert state.discarded == ("sggw>browary", "cytadela>szucha", "wytwornia>szucha")
    for looking in (0, 1, 2, 3, None):
        assert observe(state, looking).discarded == state.discarded
        assert seen_by(OrderDiscarded("sggw>browary"), looking) == OrderDiscarded("sggw>browary")


def test_victory_may_replace_a_bad_card_of_gossip_H_24_H_55():
    state = arrange(EXTENDED, cards=FOURS, scouts=OUT_OF_MOKOTOW, **fell("mokotow"), deck_left=9, victory_at=2)
    state = played(state, "gossip", "draw past>starowka", "draw sggw>browary").state
    assert (state.victory_at, state.deck_left) == (1, 8)
    assert drawable(state) == ["victory"]
    state = played(state, "draw victory").state
    assert [peeked.order for peeked in state.top] == ["past>starowka", "victory"]


def test_a_bad_card_below_victory_does_not_bring_victory_nearer_H_24_H_55():
    state = arrange(EXTENDED, cards=FOURS, scouts=OUT_OF_MOKOTOW, **fell("mokotow"), deck_left=9, victory_at=0)
    state = played(state, "gossip", "draw victory", "draw sggw>browary").state
    assert (state.phase, state.victory_at, state.deck_left) == (Phase.PEEK, 0, 8)
    state = played(state, "draw past>starowka", "end", "end", "end", "end").state
    assert drawable(state) == ["victory"]


def test_a_short_deck_shows_what_is_left_H_24():
    state = arrange(EXTENDED, cards=FOURS, deck_left=1, victory_at=0)
    state, events = played(state, "gossip", "draw victory")
    assert events == (CardPeeked(0, 1, "victory"),)
    assert (state.phase, state.to_act) == (Phase.TURN, 0)
    state, events = played(state, "end", "gossip")
    assert events == (TurnEnded(0), CardPeeked(1, 1, "victory"))
    assert (state.phase, state.to_act) == (Phase.TURN, 1)


def test_the_last_cards_of_the_deck_are_laid_though_gossip_has_shown_them_H_24_H_55():
    state = arrange(EXTENDED, cards=FOURS, deck_left=2, victory_at=1)
    state = played(state, "gossip", "draw past>starowka", "draw victory", "end", "end", "end", "end").state
    assert (state.phase, drawable(state)) == (Phase.LAY_ORDER, ["past>starowka"])
    state = played(state, "draw past>starowka").state
    assert (state.phase, drawable(state)) == (Phase.LAY_ORDER, ["victory"])


def test_a_bad_card_of_a_short_deck_is_replaced_only_while_there_are_cards_H_24_H_51():
    state = arrange(EXTENDED, cards=FOURS, scouts=OUT_OF_MOKOTOW, **fell("mokotow"), deck_left=2, victory_at=1)
    state, events = played(state, "gossip", "draw sggw>browary", "draw victory")
    assert events == (OrderDiscarded("sggw>browary"), CardPeeked(0, 1, "victory"))
    assert (state.phase, state.deck_left) == (Phase.TURN, 1)


def test_the_last_card_of_the_deck_is_not_replaced_in_gossip_H_24_H_51():
    state = arrange(EXTENDED, cards=FOURS, scouts=OUT_OF_MOKOTOW, **fell("mokotow"), deck_left=2, victory_at=0)
    state, events = played(state, "gossip", "draw victory", "draw sggw>browary")
    assert events == (CardPeeked(0, 1, "victory"), OrderDiscarded("sggw>browary"))
    assert (state.phase, state.to_act, state.deck_left) == (Phase.TURN, 0, 1)


def test_without_an_order_phase_ahead_there_is_no_gossip_H_24_E_8():
    state = turn(4, track=[("victory", 1)], deck_left=20)
    assert why_refused(state, "gossip") is Reason.NO_ORDER_PHASE_AHEAD
    assert offered(state, "gossip") == []
    assert offered(turn(4, deck_left=1, victory_at=0), "gossip") == ["gossip"]


def test_after_stop_here_there_is_no_order_phase_ahead_H_24_H_61():
    state = turn(4)
    assert offered(state, "gossip") == ["gossip"]
    state = stop_here(state).state
    assert why_refused(state, "gossip") is Reason.NO_ORDER_PHASE_AHEAD
    assert offered(state, "gossip") == []


def test_an_order_phase_that_lays_no_card_gives_no_gossip_H_24():
    scenario = read_scenario(
        """
        based_on = "extended-1"
        id = "every-second-round"
        title = "every second round"
        [players.2]
        orders_above_victory = 18
        orders_below_victory = 24
        orders_per_round = [1, 0]
        """
    )
    odd, even = (
        arrange(scenario, patrols=("red", "orange"), cards={"red": 4, "orange": 5}, round=number) for number in (1, 2)
    )
    assert why_refused(odd, "gossip") is Reason.NO_ORDER_PHASE_AHEAD
    assert why_refused(even, "gossip") is None


def test_an_extra_card_is_the_first_of_those_seen_by_gossip_H_55():
    state = arrange(EXTENDED, cards=FOURS, track=[("stary-mokotow>port", 4)], deck_left=20, victory_at=10)
    state = played(state, "gossip", "draw sggw>browary", "draw past>starowka", "end", "end", "end", "end").state
    state = played(state, "block przyczolek~port").state
    assert (state.phase, drawable(state)) == (Phase.EXTRA_ORDER, ["sggw>browary"])
    state, events = played(state, "draw sggw>browary")
    assert events[0] == OrderLaid("sggw>browary", True)
    assert (state.phase, drawable(state)) == (Phase.LAY_ORDER, ["past>starowka"])
    state = played(state, "draw past>starowka").state
    assert (state.phase, len(chance_outcomes(state))) == (Phase.LAY_ORDER, 39)


def test_a_card_seen_by_gossip_whose_district_falls_is_put_away_when_it_is_drawn_E_14_H_55():
    state = arrange(
        EXTENDED,
        cards=FOURS,
        scouts=OUT_OF_MOKOTOW,
        track=[("plac-narutowicza>sggw", 4)],
        tokens=[("szucha", "szucha~sggw")],
    )
    state = played(state, "gossip", "draw sggw>browary", "draw past>starowka").state
    state, events = played(state, "end", "end", "end", "end")
    assert events[-1] == DistrictFell("mokotow")
    assert drawable(state) == ["sggw>browary"]
    state, events = played(state, "draw sggw>browary")
    assert events == (OrderDiscarded("sggw>browary"),)
    assert drawable(state) == ["past>starowka"]


@pytest.mark.parametrize("looking", [1, 2, 3, None])
def test_what_gossip_shows_is_invisible_to_others_E_8_H_24(looking):
    state = played(arrange(EXTENDED, cards=FOURS), "gossip").state
    one = played(state, "draw sggw>browary", "draw past>starowka").state
    other = played(state, "draw plac-wilsona>port", "draw cytadela>past").state
    assert observe(one, looking) == observe(other, looking)
    assert observe(one, looking).top == (None, None)
    assert len(observe(one, looking).unseen) == 42
    assert seen_by(CardPeeked(0, 1, "sggw>browary"), looking) == CardPeeked(0, 1, None)


def test_gossip_is_seen_by_the_one_who_listens_E_8_H_24():
    state = played(arrange(EXTENDED, cards=FOURS), "gossip", "draw sggw>browary", "draw past>starowka").state
    assert observe(state, 0).top == ("sggw>browary", "past>starowka")
    assert not {"sggw>browary", "past>starowka"} & set(observe(state, 0).unseen)
    assert len(observe(state, 0).unseen) == 40
    assert seen_by(CardPeeked(0, 1, "sggw>browary"), 0) == CardPeeked(0, 1, "sggw>browary")
