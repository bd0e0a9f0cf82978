"""Time passes in the basic variant: late orders, blocked roads, displacement, the start marker (B-23 to B-27)."""

from typing import Any

import pytest

from mali_powstancy.engine import HAND, GameState, Phase, Reason, arrange, legal_moves
from mali_powstancy.engine.events import (
    GameEnded,
    OrderDelivered,
    OrderLate,
    OrderLost,
    RoadBlocked,
    RoundBegan,
    ScoutDisplaced,
    TimePassed,
    TokenLaid,
)
from mali_powstancy.engine.moves import Block
from mali_powstancy.engine.state import Slot, Token
from tests.positions import BASIC, PATROLS, after, choices, idle_until, next_round, told, why_refused

TWO = ("red", "green")
SZUCHA = "wytwornia>szucha"
PRZYCZOLEK = "plac-trzech-krzyzy>przyczolek"
MIDDLE_FIELD = "plac-trzech-krzyzy~szucha:1"


def before_time_passes(*, red: int = 1, green: int = 2, **position: Any) -> GameState:
    """Everything but the passing of time is over; one roll with nobody near it brings the time phase."""
    return arrange(BASIC, patrols=TWO, cards={"red": red, "green": green}, at_die=True, **position)


def late(**position: Any) -> GameState:
    """An order to aleja Szucha is late, and the road to block is asked for; green moved last."""
    track = position.pop("track", [(SZUCHA, 5)])
    return idle_until(before_time_passes(track=track, **position), Phase.BLOCK_ROAD)


def roads(state: GameState) -> list[str]:
    """The roads that may be blocked now."""
    return [move.road for move in legal_moves(state) if isinstance(move, Block)]


# The track ----------------------------------------------------------------------------------------------------------


def test_every_card_moves_on_by_one_space_and_stays_on_the_track_up_to_space_5_B_23():
    orders = ["past>starowka", "browary>past", "sggw>browary", "port>plac-trzech-krzyzy"]
    state = before_time_passes(track=[(order, space) for space, order in enumerate(orders, start=1)], deck_left=0)
    passed = next_round(state)
    assert passed.track == tuple(Slot(order, space) for space, order in enumerate(orders, start=2))
    assert (passed.round, passed.late, passed.tokens) == (2, (), ())


def test_a_card_leaves_from_space_5_and_is_late_B_23_B_24():
    state = late(track=[(SZUCHA, 5), ("past>starowka", 4)])
    assert state.track == (Slot("past>starowka", 5),)
    assert state.late == (SZUCHA,)


def test_time_passes_once_a_round_after_the_soldier_B_23():
    state = before_time_passes(scouts=dict.fromkeys(("zosia", "antek", "felek", "gosia", "tadek", "wicek"), HAND))
    assert told(state, "roll black 4")[1:] == (TimePassed(), RoundBegan(2, 1))


def test_an_order_laid_in_round_1_is_late_at_the_end_of_round_5_B_23():
    state = arrange(BASIC, patrols=TWO, track=[(SZUCHA, 1)])
    for number in (1, 2, 3, 4):
        assert (state.round, state.late) == (number, ())
        state = next_round(state)
    blocking = idle_until(state, Phase.BLOCK_ROAD)
    assert (blocking.round, blocking.late) == (5, (SZUCHA,))


def test_a_delivered_order_is_never_late_B_23():
    state = arrange(
        BASIC,
        patrols=TWO,
        cards={"red": 1, "green": 2},
        scouts={"antek": "bank-polski"},
        track=[("past>starowka", 5)],
        carrying={"antek": "past>starowka"},
    )
    assert next_round(after(state, "walk antek starowka")).late == ()


def test_the_tokens_on_a_card_that_leaves_go_back_to_their_owners_H_34():
    carrying = {"antek": SZUCHA, "wicek": SZUCHA, "gosia": "past>starowka"}
    state = before_time_passes(track=[(SZUCHA, 5), ("past>starowka", 4)], carrying=carrying)
    end = idle_until(state, Phase.EXTRA_MOVE)
    assert told(end, "end")[1:5] == (
        TimePassed(),
        OrderLost("antek", SZUCHA),
        OrderLost("wicek", SZUCHA),
        OrderLate(SZUCHA),
    )
    gone = after(end, "end")
    assert (gone.order_of("antek"), gone.order_of("wicek")) == (None, None)
    assert gone.order_of("gosia") == "past>starowka"


def test_who_carried_a_late_order_may_carry_another_H_34():
    state = late(track=[(SZUCHA, 5), ("past>starowka", 1)], carrying={"antek": SZUCHA})
    turn = idle_until(after(state, "block szucha~sggw"), Phase.TURN)
    while turn.to_act != 0:
        turn = after(turn, "end")
    assert why_refused(turn, "collect antek past>starowka") is None


def test_a_late_order_is_not_open_any_more_B_7_B_23():
    state = late(track=[(SZUCHA, 5), ("past>starowka", 1)], scouts={"antek": "wytwornia"}, deck_left=0)
    turn = idle_until(after(state, "block szucha~sggw"), Phase.TURN)
    while turn.to_act != 0:
        turn = after(turn, "end")
    assert why_refused(turn, f"collect antek {SZUCHA}") is Reason.ORDER_NOT_OPEN


# Blocking roads -----------------------------------------------------------------------------------------------------


def test_for_a_late_order_one_token_is_laid_on_a_road_of_its_destination_B_24():
    state = late()
    assert told(state, "block szucha~sggw")[0] == RoadBlocked("szucha~sggw", "szucha")
    blocked = after(state, "block szucha~sggw")
    assert blocked.tokens == (Token("szucha", "szucha~sggw"),)
    assert why_refused(state, "block past~elektrownia") is Reason.NOT_ITS_ROAD
    assert why_refused(state, "block wytwornia~starowka") is Reason.NOT_ITS_ROAD


def test_every_road_of_the_destination_may_be_chosen_B_24_H_13():
    assert roads(late()) == [
        "plac-trzech-krzyzy~szucha",
        "przyczolek~szucha",
        "szucha~stary-mokotow",
        "szucha~sggw",
    ]


def test_a_road_that_does_not_exist_cannot_be_blocked_B_24():
    assert why_refused(late(), "block szucha~past") is Reason.UNKNOWN_ROAD
    assert why_refused(late(), "block sggw~szucha") is Reason.UNKNOWN_ROAD


@pytest.mark.parametrize(
    ("red", "green", "start_player", "last"),
    [(2, 4, "red", 1), (4, 2, "red", 0), (3, 3, "red", 1), (3, 3, "green", 0)],
)
def test_who_moved_last_in_the_round_chooses_the_road_B_24_H_6_H_39(red, green, start_player, last):
    assert late(red=red, green=green, start_player=start_player).to_act == last


def test_who_moved_last_chooses_the_road_even_if_that_player_did_nothing_H_39():
    state = arrange(BASIC, patrols=TWO, cards={"red": 1, "green": 2}, track=[(SZUCHA, 5)])
    idle_green = after(state, "walk antek bank-polski", "end", "end")
    assert idle_until(idle_green, Phase.BLOCK_ROAD).to_act == 1


def test_with_four_players_it_is_the_last_of_the_order_of_play_who_chooses_B_24_H_12():
    cards = dict(zip(PATROLS, (2, 5, 1, 5), strict=True))
    state = arrange(BASIC, cards=cards, start_player="violet", at_die=True, track=[(SZUCHA, 5), (PRZYCZOLEK, 5)])
    assert state.order_of_play == (2, 0, 3, 1)
    first = idle_until(state, Phase.BLOCK_ROAD)
    assert first.to_act == 1
    second = after(first, "block szucha~sggw")
    assert (second.phase, second.to_act) == (Phase.BLOCK_ROAD, 1)


def test_a_blocked_road_is_not_blocked_again_H_13():
    state = late(tokens=[("sggw", "szucha~sggw")])
    assert why_refused(state, "block szucha~sggw") is Reason.ALREADY_BLOCKED
    assert roads(state) == ["plac-trzech-krzyzy~szucha", "przyczolek~szucha", "szucha~stary-mokotow"]


def test_the_only_road_that_is_left_is_blocked_without_a_question_H_13():
    state = before_time_passes(track=[("stary-mokotow>port", 5)], tokens=[("przyczolek", "przyczolek~port")])
    passed = next_round(state)
    assert passed.tokens == (Token("przyczolek", "przyczolek~port"), Token("port", "port~stary-mokotow"))
    assert passed.late == ("stary-mokotow>port",)


def test_without_an_open_road_the_token_lies_in_the_object_and_counts_H_13():
    tokens = [("port", "przyczolek~port"), ("port", "port~stary-mokotow")]
    state = before_time_passes(track=[("stary-mokotow>port", 5)], tokens=tokens)
    end = idle_until(state, Phase.EXTRA_MOVE)
    assert told(end, "end")[1:4] == (TimePassed(), OrderLate("stary-mokotow>port"), TokenLaid("port"))
    passed = after(end, "end")
    assert passed.tokens == (*(Token(*token) for token in tokens), Token("port", None))
    assert (passed.round, passed.ending) == (2, "")


def test_a_token_without_a_road_counts_for_the_defeat_B_31_H_13():
    tokens = [("port", "przyczolek~port"), ("port", "port~stary-mokotow"), ("port", None)]
    assert next_round(before_time_passes(track=[(SZUCHA, 5)], tokens=tokens)).ending == "tokens"


def test_after_blocking_nobody_uses_the_road_B_24_B_25():
    state = late(scouts={"zosia": "szucha"})
    turn = idle_until(after(state, "block szucha~stary-mokotow"), Phase.TURN)
    while turn.to_act != 0:
        turn = after(turn, "end")
    assert why_refused(turn, "walk zosia stary-mokotow") is Reason.ROAD_BLOCKED
    assert why_refused(turn, "jump zosia stary-mokotow") is Reason.ROAD_BLOCKED
    assert why_refused(turn, "walk felek szucha") is Reason.ROAD_BLOCKED
    assert why_refused(turn, "jump zosia sggw") is None


def test_blocking_a_road_opens_no_other_B_25():
    state = late(scouts={"zosia": "szucha"}, tokens=[("szucha", "szucha~sggw")])
    turn = idle_until(after(state, "block szucha~stary-mokotow"), Phase.TURN)
    while turn.to_act != 0:
        turn = after(turn, "end")
    for move in ("walk zosia szucha~sggw:1", "jump zosia sggw", "walk zosia stary-mokotow", "jump zosia stary-mokotow"):
        assert why_refused(turn, move) is Reason.ROAD_BLOCKED


def test_a_road_with_scouts_on_it_may_be_blocked_H_41():
    state = late(scouts={"zosia": MIDDLE_FIELD})
    assert why_refused(state, "block plac-trzech-krzyzy~szucha") is None


def test_a_road_with_the_soldier_on_it_may_be_blocked_and_he_stays_H_41():
    state = late(soldier="przyczolek~szucha:1", scouts={"felek": "past"})
    assert why_refused(state, "block przyczolek~szucha") is None
    blocked = after(state, "block przyczolek~szucha")
    assert blocked.soldier == "przyczolek~szucha:1"
    assert blocked.tokens == (Token("szucha", "przyczolek~szucha"),)


def test_the_destination_of_the_soldier_may_be_blocked_off_too_H_41():
    state = late(soldier="szucha", scouts={"felek": "past"})
    assert len(roads(state)) == 4
    assert after(state, "block szucha~sggw").soldier == "szucha"


# Several late orders ------------------------------------------------------------------------------------------------


def test_orders_that_leave_together_are_asked_for_one_after_the_other_in_the_order_laid_H_12():
    for first, second in ((SZUCHA, PRZYCZOLEK), (PRZYCZOLEK, SZUCHA)):
        state = late(track=[(first, 5), (second, 5)])
        assert (state.late, state.agenda[0].subject) == ((first,), BASIC.orders[first].to)
        next_one = after(state, f"block {roads(state)[0]}")
        assert next_one.phase is Phase.BLOCK_ROAD
        assert (next_one.late, next_one.agenda[0].subject) == ((first, second), BASIC.orders[second].to)


def test_the_player_who_moved_last_decides_for_each_of_several_late_orders_H_12():
    state = late(track=[(SZUCHA, 5), (PRZYCZOLEK, 5), ("elektrownia>pawiak", 5)], red=3, green=2)
    asked = []
    while state.phase is Phase.BLOCK_ROAD:
        asked.append((state.agenda[0].subject, state.to_act))
        state = after(state, f"block {roads(state)[0]}")
    assert asked == [("szucha", 0), ("przyczolek", 0), ("pawiak", 0)]


def test_the_second_of_two_late_orders_cannot_take_the_road_of_the_first_H_12_H_13():
    state = late(track=[(SZUCHA, 5), (PRZYCZOLEK, 5)])
    second = after(state, "block przyczolek~szucha")
    assert why_refused(second, "block przyczolek~szucha") is Reason.ALREADY_BLOCKED
    assert why_refused(after(state, "block szucha~sggw"), "block przyczolek~szucha") is None


def test_displacement_for_the_first_late_order_comes_before_the_second_order_H_12():
    state = late(track=[(SZUCHA, 5), (PRZYCZOLEK, 5)], scouts={"zosia": MIDDLE_FIELD})
    displaced = after(state, "block plac-trzech-krzyzy~szucha")
    assert (displaced.phase, displaced.late) == (Phase.DISPLACED, (SZUCHA,))
    assert told(displaced, "retreat zosia szucha")[:2] == (
        ScoutDisplaced("zosia", MIDDLE_FIELD, "szucha"),
        OrderLate(PRZYCZOLEK),
    )


def test_all_late_cards_leave_before_any_of_them_is_resolved_H_35():
    state = late(
        track=[(SZUCHA, 5), (PRZYCZOLEK, 5)],
        scouts={"zosia": "przyczolek~szucha:1"},
        carrying={"zosia": PRZYCZOLEK},
    )
    assert (state.track, state.order_of("zosia")) == ((), None)
    displaced = after(state, "block przyczolek~szucha")
    assert displaced.position_of("zosia") == "przyczolek"
    assert displaced.delivered == ((), ())
    assert (displaced.phase, displaced.late) == (Phase.BLOCK_ROAD, (SZUCHA, PRZYCZOLEK))


# Displacement -------------------------------------------------------------------------------------------------------


def test_a_scout_on_a_road_that_is_blocked_goes_to_the_nearer_end_at_once_B_26_H_14_H_15():
    for field, end in [("przyczolek~szucha:1", "przyczolek"), ("przyczolek~szucha:2", "szucha")]:
        state = late(scouts={"zosia": field})
        assert told(state, "block przyczolek~szucha")[:2] == (
            RoadBlocked("przyczolek~szucha", "szucha"),
            ScoutDisplaced("zosia", field, end),
        )
        assert after(state, "block przyczolek~szucha").position_of("zosia") == end


@pytest.mark.parametrize(("field", "end"), [(1, "port"), (3, "stary-mokotow")])
def test_on_a_long_road_the_nearer_end_is_measured_along_that_road_H_15(field, end):
    state = late(track=[("stary-mokotow>port", 5)], scouts={"zosia": f"port~stary-mokotow:{field}"})
    assert after(state, "block port~stary-mokotow").position_of("zosia") == end


def test_between_two_equally_near_ends_the_owner_of_the_scout_decides_B_26_H_14():
    state = late(scouts={"zosia": MIDDLE_FIELD})
    assert state.to_act == 1
    asked = after(state, "block plac-trzech-krzyzy~szucha")
    assert (asked.phase, asked.to_act) == (Phase.DISPLACED, 0)
    assert choices(asked) == ["retreat zosia plac-trzech-krzyzy", "retreat zosia szucha"]
    for end in ("plac-trzech-krzyzy", "szucha"):
        assert after(asked, f"retreat zosia {end}").position_of("zosia") == end


def test_in_the_middle_of_a_long_road_both_ends_are_equally_near_B_26_H_14_H_15():
    state = late(track=[("stary-mokotow>port", 5)], scouts={"zosia": "port~stary-mokotow:2"})
    assert choices(after(state, "block port~stary-mokotow")) == ["retreat zosia port", "retreat zosia stary-mokotow"]


def test_a_displaced_scout_goes_nowhere_else_B_26_H_14():
    asked = after(late(scouts={"zosia": MIDDLE_FIELD}), "block plac-trzech-krzyzy~szucha")
    for field in (MIDDLE_FIELD, "past", "szucha~sggw:1", "palac-kultury"):
        assert why_refused(asked, f"retreat zosia {field}") is Reason.NOT_NEARER_END
    assert why_refused(asked, "retreat janek szucha") is Reason.UNKNOWN_SCOUT
    assert why_refused(asked, "retreat antek szucha") is Reason.NOT_THIS_SCOUT


def test_an_end_with_the_soldier_is_not_safe_however_near_it_is_B_26_H_14():
    nearer = late(soldier="przyczolek", scouts={"zosia": "przyczolek~szucha:1", "wicek": "port"})
    assert after(nearer, "block przyczolek~szucha").position_of("zosia") == "szucha"
    as_near = late(soldier="szucha", scouts={"zosia": MIDDLE_FIELD, "felek": "stary-mokotow"})
    displaced = after(as_near, "block plac-trzech-krzyzy~szucha")
    assert displaced.phase is not Phase.DISPLACED
    assert displaced.position_of("zosia") == "plac-trzech-krzyzy"


def test_the_soldier_on_a_plain_field_does_not_hinder_displacement_H_14():
    state = late(
        track=[("stary-mokotow>port", 5)],
        soldier="port~stary-mokotow:1",
        scouts={"zosia": "port~stary-mokotow:2"},
    )
    asked = after(state, "block port~stary-mokotow")
    assert choices(asked) == ["retreat zosia port", "retreat zosia stary-mokotow"]


def test_an_end_without_an_open_road_is_safe_too_H_14_H_15():
    state = before_time_passes(
        track=[("plac-wilsona>port", 5)],
        tokens=[("przyczolek", "przyczolek~port")],
        scouts={"zosia": "port~stary-mokotow:1"},
    )
    assert next_round(state).position_of("zosia") == "port"


def test_who_stands_at_an_end_or_elsewhere_is_not_displaced_B_26():
    state = late(scouts={"zosia": "szucha", "antek": "przyczolek", "felek": "szucha~sggw:1"})
    blocked = after(state, "block przyczolek~szucha")
    assert blocked.where[:3] == ("szucha", "przyczolek", "szucha~sggw:1")


def test_a_displaced_scout_keeps_its_order_B_26():
    state = late(
        scouts={"zosia": "przyczolek~szucha:1"},
        track=[(SZUCHA, 5), ("past>starowka", 1)],
        carrying={"zosia": "past>starowka"},
    )
    assert after(state, "block przyczolek~szucha").order_of("zosia") == "past>starowka"


def several_displaced(**position: Any) -> GameState:
    """Scouts of both patrols stand on the middle field of the road that is blocked; green played first."""
    state = late(
        red=3,
        green=2,
        scouts=dict.fromkeys(("felek", "zosia", "wicek", "gosia"), MIDDLE_FIELD),
        **position,
    )
    return after(state, "block plac-trzech-krzyzy~szucha")


def test_several_scouts_leave_in_the_order_of_play_and_of_the_patrols_list_B_26_H_40():
    state = several_displaced()
    asked = []
    while state.phase is Phase.DISPLACED:
        asked.append((state.to_act, state.agenda[0].subject))
        state = after(state, choices(state)[0])
    assert asked == [(1, "gosia"), (1, "wicek"), (0, "zosia"), (0, "felek")]
    assert state.round == 2


def test_nobody_leaves_out_of_turn_H_40():
    state = several_displaced()
    for scout in ("wicek", "zosia", "felek", "antek"):
        assert why_refused(state, f"retreat {scout} szucha") is Reason.NOT_THIS_SCOUT
    assert why_refused(state, "retreat gosia szucha") is None


def test_displaced_scouts_may_share_a_field_H_40():
    state = after(several_displaced(), *(f"retreat {scout} szucha" for scout in ("gosia", "wicek", "zosia", "felek")))
    assert [state.position_of(scout) for scout in ("gosia", "wicek", "zosia", "felek")] == ["szucha"] * 4


def test_of_several_displaced_carriers_the_first_to_arrive_delivers_H_4_H_40():
    order = "szucha>plac-trzech-krzyzy"
    state = several_displaced(track=[(SZUCHA, 5), (order, 1)], carrying={"zosia": order, "wicek": order})
    arrived = after(state, "retreat gosia szucha")
    assert told(arrived, "retreat wicek plac-trzech-krzyzy") == (
        ScoutDisplaced("wicek", MIDDLE_FIELD, "plac-trzech-krzyzy"),
        OrderDelivered("wicek", order, 3),
        OrderLost("zosia", order),
    )
    assert after(arrived, "retreat wicek szucha", "retreat zosia plac-trzech-krzyzy").delivered == ((order,), ())


def test_a_displaced_scout_delivers_but_collects_nothing_H_4_H_36():
    order, there = "szucha>plac-trzech-krzyzy", "plac-trzech-krzyzy>stary-mokotow"
    state = late(
        scouts={"zosia": MIDDLE_FIELD, "felek": MIDDLE_FIELD},
        track=[(SZUCHA, 5), (order, 1), (there, 1)],
        carrying={"zosia": order},
    )
    arrived = after(state, "block plac-trzech-krzyzy~szucha", "retreat zosia plac-trzech-krzyzy")
    assert arrived.delivered == ((order,), ())
    assert (arrived.phase, arrived.to_act) == (Phase.DISPLACED, 0)
    assert why_refused(arrived, f"collect zosia {there}") is Reason.NOT_NOW
    over = after(arrived, "retreat felek szucha")
    assert (over.round, over.order_of("zosia")) == (2, None)


# The fourth token and the end of the round --------------------------------------------------------------------------


def test_the_third_token_asks_for_its_road_and_the_fourth_ends_the_game_at_once_B_31_H_18():
    two = [("port", "przyczolek~port"), ("port", "port~stary-mokotow")]
    assert len(after(late(tokens=two), "block szucha~sggw").tokens) == 3
    three = [*two, ("sggw", "szucha~sggw")]
    end = idle_until(before_time_passes(track=[(SZUCHA, 5)], tokens=three), Phase.EXTRA_MOVE)
    assert told(end, "end")[1:] == (TimePassed(), OrderLate(SZUCHA), TokenLaid("szucha"), GameEnded("tokens"))


def test_the_start_marker_goes_to_the_next_player_on_the_left_B_27():
    scouts = {scout.id: HAND for patrol in PATROLS for scout in BASIC.patrols[patrol].scouts}
    for seat, patrol in enumerate(PATROLS):
        cards = dict.fromkeys(PATROLS, 1)
        state = arrange(BASIC, cards=cards, at_die=True, scouts=scouts, start_player=patrol, round=7)
        assert told(state, "roll black 1")[-1] == RoundBegan(8, (seat + 1) % 4)
        assert after(state, "roll black 1").start_player == (seat + 1) % 4


def test_the_marker_moves_on_after_late_orders_and_displacement_B_27():
    state = late(scouts={"zosia": MIDDLE_FIELD})
    assert state.start_player == 0
    blocked = after(state, "block plac-trzech-krzyzy~szucha")
    assert (blocked.start_player, blocked.round) == (0, 1)
    assert told(blocked, "retreat zosia szucha")[-1] == RoundBegan(2, 1)
