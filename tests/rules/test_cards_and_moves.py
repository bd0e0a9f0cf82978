"""Movement cards, order of play, walking, jumping, blocked roads, and coming back to the board (B-11 to B-17, B-25)."""

from typing import Any

import pytest

from mali_powstancy.engine import (
    HAND,
    PRISON,
    GameState,
    IllegalMove,
    Phase,
    Reason,
    arrange,
    legal_moves,
    new_game,
    observe,
    parse_move,
    play,
    refusal,
    seen_by,
)
from mali_powstancy.engine.events import (
    CardSealed,
    CardsRevealed,
    CardsTakenBack,
    Jumped,
    ScoutPlaced,
    TurnEnded,
    Walked,
)
from mali_powstancy.engine.moves import ChooseCard
from tests.positions import BASIC, PATROLS, after, choices, idle_until, next_round, told, why_refused

TWO = ("red", "green")


def red_turn(card: int = 3, **position: Any) -> GameState:
    """Red is on turn; Zosia, Antek, Felek are red, Gosia, Tadek, Wicek green, and green plays card 5."""
    return arrange(BASIC, patrols=TWO, cards={"red": card, "green": 5}, **position)


def steps_of(state: GameState, verb: str, scout: str) -> set[str]:
    """Where a scout may walk or jump."""
    return {text.split()[2] for text in choices(state) if text.startswith(f"{verb} {scout} ")}


# Choosing cards -----------------------------------------------------------------------------------------------------


def test_everybody_lays_a_card_face_down_from_the_start_player_clockwise_B_11():
    state = arrange(BASIC, start_player="green")
    for seat, card in [(2, 1), (3, 4), (0, 4)]:
        assert (state.phase, state.to_act) == (Phase.CHOOSE_CARD, seat)
        assert told(state, f"card {card}") == (CardSealed(seat, card),)
        state = after(state, f"card {card}")
    assert (state.phase, state.to_act) == (Phase.CHOOSE_CARD, 1)


def test_cards_are_turned_up_only_when_the_last_one_lies_B_11():
    state = after(arrange(BASIC, patrols=TWO), "card 4")
    assert (state.cards, state.order_of_play, state.sealed) == ((), (), (4, None))
    assert state.hands == ((1, 2, 3, 4, 5), (1, 2, 3, 4, 5))
    assert told(state, "card 2") == (CardSealed(1, 2), CardsRevealed((4, 2), (1, 0)))
    revealed = after(state, "card 2")
    assert (revealed.cards, revealed.sealed) == ((4, 2), (None, None))
    assert revealed.hands == ((1, 2, 3, 5), (1, 3, 4, 5))


def test_nobody_else_sees_a_card_that_lies_face_down_B_11():
    laid_2, laid_4 = (after(arrange(BASIC, patrols=TWO), f"card {card}") for card in (2, 4))
    assert observe(laid_2, 1) == observe(laid_4, 1)
    assert observe(laid_2, None) == observe(laid_4, None)
    assert observe(laid_2, 0).sealed == (2, None)
    assert observe(laid_2, 1).has_sealed == (True, False)
    assert [seen_by(CardSealed(0, 2), seat) for seat in (0, 1)] == [CardSealed(0, 2), CardSealed(0, None)]


def test_the_number_of_the_card_is_the_number_of_movement_points_B_11():
    for card in (1, 2, 3, 4, 5):
        state = after(arrange(BASIC, patrols=TWO, start_player="red"), f"card {card}", "card 5")
        assert (state.phase, state.to_act, state.points) == (Phase.TURN, 0, card)
        assert after(state, "end").points == 5


def test_the_actions_of_the_cards_are_not_used_in_the_basic_variant_B_11():
    actions = ("pals zosia antek", "unit antek bank-polski", "swap past>starowka browary>past", "gossip")
    for card, action in enumerate(actions, start=1):
        state = red_turn(card, scouts={"zosia": "past"}, track=[("past>starowka", 1), ("browary>past", 2)])
        assert why_refused(state, action) is Reason.NO_SUCH_ACTION


def test_the_lowest_number_plays_first_B_12():
    state = after(arrange(BASIC), "card 4", "card 2", "card 5", "card 1")
    assert state.order_of_play == (3, 1, 0, 2)
    asked = []
    while state.phase is Phase.TURN:
        asked.append(state.to_act)
        state = after(state, "end")
    assert asked == [3, 1, 0, 2]


@pytest.mark.parametrize(
    ("start_player", "order_of_play"),
    [("red", (0, 1, 2, 3)), ("orange", (1, 2, 3, 0)), ("green", (2, 3, 0, 1)), ("violet", (3, 0, 1, 2))],
)
def test_equal_numbers_play_from_the_start_player_clockwise_B_4_B_12_H_6(start_player, order_of_play):
    state = after(arrange(BASIC, start_player=start_player), *["card 3"] * 4)
    assert state.order_of_play == order_of_play


def test_the_number_comes_before_the_start_marker_B_12_H_6():
    state = arrange(BASIC, start_player="orange")
    laid = after(state, "card 3", "card 1", "card 3", "card 1")
    assert laid.cards == (1, 3, 1, 3)
    assert laid.order_of_play == (2, 0, 1, 3)


def test_everybody_plays_exactly_one_turn_B_12_H_6():
    state = after(arrange(BASIC), *["card 3"] * 4)
    assert told(state, *["end"] * 4) == tuple(TurnEnded(seat) for seat in (0, 1, 2, 3))
    assert after(state, *["end"] * 4).phase is Phase.DIE


def test_a_card_that_was_used_is_not_in_the_hand_B_16():
    state = arrange(BASIC, patrols=TWO, hands={"red": (1, 4), "green": (2, 5)}, start_player="red")
    assert choices(state) == ["card 1", "card 4"]
    assert why_refused(state, "card 2") is Reason.CARD_NOT_IN_HAND
    assert why_refused(after(state, "card 1"), "card 2") is None
    assert why_refused(after(state, "card 1"), "card 4") is Reason.CARD_NOT_IN_HAND


def test_there_are_no_other_cards_than_one_to_five_B_11_B_16():
    state = arrange(BASIC, patrols=TWO)
    assert choices(state) == ["card 1", "card 2", "card 3", "card 4", "card 5"]
    for card in (0, 6, -1):
        assert why_refused(state, f"card {card}") is Reason.CARD_NOT_IN_HAND


@pytest.mark.parametrize("look_alike", [True, 1.0, "1"], ids=repr)
def test_what_only_looks_like_a_card_is_none_B_16(look_alike: Any):
    assert refusal(arrange(BASIC, patrols=TWO), ChooseCard(look_alike)) is Reason.CARD_NOT_IN_HAND


def played_round(state: GameState, first: int, second: int) -> tuple[GameState, bool]:
    """The next round after these cards were laid, and whether all cards were taken back after the last turn."""
    choosing = idle_until(state, Phase.CHOOSE_CARD)
    last_turn = after(choosing, f"card {first}", f"card {second}", "end")
    taken_back = CardsTakenBack() in told(last_turn, "end")
    return next_round(after(last_turn, "end")), taken_back


def test_five_cards_last_five_rounds_and_then_all_are_taken_back_B_16():
    state = new_game(BASIC, 2, start_player=0)
    hands, taken_back = [], []
    for first, second in [(5, 1), (4, 2), (3, 3), (2, 4), (1, 5), (5, 5)]:
        state, back = played_round(state, first, second)
        hands.append(state.hands)
        taken_back.append(back)
    assert taken_back == [False, False, False, False, True, False]
    # The start marker goes round, so the first card named is red's in odd rounds and orange's in even ones.
    assert hands == [
        ((1, 2, 3, 4), (2, 3, 4, 5)),
        ((1, 3, 4), (2, 3, 5)),
        ((1, 4), (2, 5)),
        ((1,), (5,)),
        ((1, 2, 3, 4, 5), (1, 2, 3, 4, 5)),
        ((1, 2, 3, 4), (1, 2, 3, 4)),
    ]


# Walk or jump -------------------------------------------------------------------------------------------------------


def test_after_a_step_nobody_jumps_any_more_B_13_H_1():
    walked = after(red_turn(2), "walk zosia plac-wilsona~cytadela:1")
    assert why_refused(walked, "jump antek bank-polski") is Reason.MOVE_BEGUN
    assert why_refused(walked, "jump felek szucha") is Reason.MOVE_BEGUN
    all_walked = after(red_turn(1), "walk zosia plac-wilsona~cytadela:1")
    assert why_refused(all_walked, "jump antek bank-polski") is Reason.MOVE_BEGUN


def test_a_jump_is_the_whole_move_of_the_card_B_13_B_15_H_1():
    for card in (1, 2, 5):
        jumped = after(red_turn(card), "jump antek bank-polski")
        assert jumped.points == 0
        assert why_refused(jumped, "walk antek starowka") is Reason.NO_POINTS_LEFT
        assert why_refused(jumped, "walk felek szucha") is Reason.NO_POINTS_LEFT
        assert why_refused(jumped, "jump felek szucha") is Reason.MOVE_BEGUN
        assert choices(jumped) == ["end"]


def test_collecting_and_dropping_leave_the_choice_between_walk_and_jump_open_B_13_H_1():
    state = red_turn(track=[("past>starowka", 1)])
    collected = after(state, "collect antek past>starowka")
    assert why_refused(collected, "jump antek bank-polski") is None
    assert why_refused(after(collected, "drop antek"), "jump antek bank-polski") is None


# Walking ------------------------------------------------------------------------------------------------------------


def test_a_step_costs_one_point_and_leads_to_a_neighbouring_field_B_14_H_2():
    state = red_turn(2)
    assert told(state, "walk antek past~dworzec-pocztowy:1") == (Walked("antek", "past", "past~dworzec-pocztowy:1"),)
    walked = after(state, "walk antek past~dworzec-pocztowy:1")
    assert (walked.position_of("antek"), walked.points) == ("past~dworzec-pocztowy:1", 1)
    assert after(walked, "walk antek dworzec-pocztowy").position_of("antek") == "dworzec-pocztowy"


def test_all_neighbouring_fields_and_no_others_are_one_step_away_B_14_H_2():
    assert steps_of(red_turn(), "walk", "antek") == {
        "bank-polski",
        "browary~past:1",
        "past~dworzec-pocztowy:1",
        "past~plac-trzech-krzyzy:1",
        "past~elektrownia:1",
    }
    on_a_road = red_turn(scouts={"antek": "przyczolek~szucha:1"})
    assert steps_of(on_a_road, "walk", "antek") == {"przyczolek", "przyczolek~szucha:2"}


def test_a_step_leads_no_further_than_one_field_B_14_H_2():
    state = red_turn(5)
    for field in ("dworzec-pocztowy", "starowka", "szucha", "bank-polski~browary:1"):
        assert why_refused(state, f"walk antek {field}") is Reason.NOT_ADJACENT


def test_to_stay_is_no_step_B_14_H_2():
    assert why_refused(red_turn(5), "walk antek past") is Reason.NOT_ADJACENT


def test_a_field_that_does_not_exist_is_unknown_B_14():
    assert why_refused(red_turn(), "walk antek palac-kultury") is Reason.UNKNOWN_FIELD
    assert why_refused(red_turn(), "walk antek past~elektrownia:2") is Reason.UNKNOWN_FIELD
    assert why_refused(red_turn(), "walk antek prison") is Reason.UNKNOWN_FIELD


@pytest.mark.parametrize("card", [1, 2, 3, 4, 5])
def test_a_card_gives_exactly_its_number_of_steps_B_14_H_2(card):
    way = ["plac-wilsona~cytadela:1", "plac-wilsona~cytadela:2", "cytadela", "wytwornia", "starowka", "bank-polski"]
    state = red_turn(card)
    for field in way[:card]:
        assert why_refused(state, f"walk zosia {field}") is None
        state = after(state, f"walk zosia {field}")
    assert state.position_of("zosia") == way[card - 1]
    assert why_refused(state, f"walk zosia {way[card]}") is Reason.NO_POINTS_LEFT
    assert why_refused(state, "walk felek szucha") is Reason.NO_POINTS_LEFT


def test_points_are_split_between_the_scouts_in_any_order_B_14_H_2():
    state = after(
        red_turn(4),
        "walk zosia plac-wilsona~cytadela:1",
        "walk antek bank-polski",
        "walk zosia plac-wilsona~cytadela:2",
        "walk felek szucha",
    )
    assert state.where[:3] == ("plac-wilsona~cytadela:2", "bank-polski", "szucha")
    assert state.points == 0


def test_points_may_be_left_unused_B_14_H_2():
    assert after(red_turn(5), "end").to_act == 1
    partly = after(red_turn(5), "walk antek bank-polski")
    assert why_refused(partly, "end") is None
    assert after(partly, "end").to_act == 1
    assert after(partly, "end").where[:3] == ("plac-wilsona", "bank-polski", "stary-mokotow")


def test_unused_points_are_lost_with_the_end_of_the_turn_H_2():
    assert after(red_turn(4), "end", "end").points == 0


def test_the_turn_ends_only_when_its_player_says_so_H_2():
    walked = after(red_turn(1), "walk antek bank-polski")
    assert (walked.points, walked.phase, walked.to_act) == (0, Phase.TURN, 0)
    assert told(walked, "end") == (TurnEnded(0),)


def test_a_scout_may_walk_back_H_2():
    assert after(red_turn(2), "walk antek bank-polski", "walk antek past").position_of("antek") == "past"


def test_scouts_may_share_a_field_H_2():
    state = red_turn(scouts={"zosia": "bank-polski", "gosia": "bank-polski"})
    shared = after(state, "walk antek bank-polski")
    assert [shared.position_of(scout) for scout in ("zosia", "antek", "gosia")] == ["bank-polski"] * 3


def test_no_scout_walks_onto_the_soldier_B_14_H_2():
    beside_an_object = red_turn(soldier="bank-polski")
    assert why_refused(beside_an_object, "walk antek bank-polski") is Reason.SOLDIER_THERE
    assert why_refused(beside_an_object, "walk antek past~elektrownia:1") is None
    beside_a_plain_field = red_turn(soldier="past~elektrownia:1")
    assert why_refused(beside_a_plain_field, "walk antek past~elektrownia:1") is Reason.SOLDIER_THERE
    assert why_refused(beside_a_plain_field, "walk antek bank-polski") is None


def test_only_own_scouts_walk_B_14():
    state = red_turn()
    assert why_refused(state, "walk tadek bank-polski") is Reason.NOT_YOUR_SCOUT
    assert why_refused(after(state, "end"), "walk tadek bank-polski") is None
    assert why_refused(after(state, "end"), "walk antek bank-polski") is Reason.NOT_YOUR_SCOUT


def test_a_scout_that_is_not_at_the_table_is_unknown_B_2_B_14():
    assert why_refused(red_turn(), "walk olek bank-polski") is Reason.UNKNOWN_SCOUT
    assert why_refused(red_turn(), "jump janek bank-polski") is Reason.UNKNOWN_SCOUT


def test_a_refused_step_changes_nothing_B_14():
    state = red_turn()
    with pytest.raises(IllegalMove) as caught:
        play(state, parse_move("walk antek starowka"))
    assert (caught.value.reason, caught.value.reason.rule) == (Reason.NOT_ADJACENT, "H-2")
    assert state == red_turn()


# Jumping ------------------------------------------------------------------------------------------------------------


def test_a_jump_leads_to_every_neighbouring_object_and_to_no_other_B_15_H_1():
    state = red_turn(1, scouts={"antek": "plac-trzech-krzyzy"})
    assert steps_of(state, "jump", "antek") == {"past", "elektrownia", "przyczolek", "szucha", "dworzec-pocztowy"}
    assert why_refused(state, "jump antek bank-polski") is Reason.NOT_NEIGHBOURING_OBJECT
    assert why_refused(state, "jump antek plac-trzech-krzyzy") is Reason.NOT_NEIGHBOURING_OBJECT


def test_a_jump_does_not_count_fields_B_15():
    state = red_turn(1)
    assert told(state, "jump felek port") == (Jumped("felek", "stary-mokotow", "port"),)
    assert after(state, "jump felek port").position_of("felek") == "port"


def test_a_jump_goes_along_a_road_without_plain_fields_too_B_15():
    assert after(red_turn(1), "jump antek bank-polski").position_of("antek") == "bank-polski"


def test_a_jump_ends_in_an_object_B_15():
    assert why_refused(red_turn(), "jump antek past~elektrownia:1") is Reason.NOT_NEIGHBOURING_OBJECT
    assert why_refused(red_turn(), "jump antek palac-kultury") is Reason.UNKNOWN_FIELD


def test_a_jump_begins_in_an_object_B_15():
    state = red_turn(scouts={"antek": "past~elektrownia:1"})
    assert steps_of(state, "jump", "antek") == set()
    assert why_refused(state, "jump antek past") is Reason.NOT_IN_OBJECT
    assert why_refused(state, "jump antek elektrownia") is Reason.NOT_IN_OBJECT


def test_only_own_scouts_jump_B_15():
    assert why_refused(red_turn(), "jump tadek bank-polski") is Reason.NOT_YOUR_SCOUT


def test_a_jump_never_lands_on_the_soldier_B_15_H_1():
    state = red_turn(soldier="elektrownia")
    assert why_refused(state, "jump antek elektrownia") is Reason.SOLDIER_THERE
    assert why_refused(state, "jump antek bank-polski") is None


def test_a_jump_goes_over_the_soldier_on_a_plain_field_B_15_H_1():
    state = red_turn(soldier="past~elektrownia:1")
    assert after(state, "jump antek elektrownia").position_of("antek") == "elektrownia"


def test_a_jump_does_not_go_over_an_object_B_15_H_1():
    for soldier in ("bank-polski", "plac-narutowicza"):
        assert why_refused(red_turn(soldier=soldier), "jump antek starowka") is Reason.NOT_NEIGHBOURING_OBJECT


# Blocked roads ------------------------------------------------------------------------------------------------------


def test_nobody_walks_onto_the_plain_fields_of_a_blocked_road_B_25_H_2():
    state = red_turn(scouts={"zosia": "szucha", "antek": "przyczolek"}, tokens=[("szucha", "przyczolek~szucha")])
    assert why_refused(state, "walk zosia przyczolek~szucha:2") is Reason.ROAD_BLOCKED
    assert why_refused(state, "walk antek przyczolek~szucha:1") is Reason.ROAD_BLOCKED
    assert steps_of(state, "walk", "antek") == {"plac-trzech-krzyzy~przyczolek:1", "elektrownia~przyczolek:1", "port"}


def test_nobody_walks_from_end_to_end_of_a_blocked_road_without_plain_fields_B_25_H_2():
    state = red_turn(scouts={"antek": "przyczolek", "zosia": "port"}, tokens=[("port", "przyczolek~port")])
    assert why_refused(state, "walk antek port") is Reason.ROAD_BLOCKED
    assert why_refused(state, "walk zosia przyczolek") is Reason.ROAD_BLOCKED
    assert steps_of(state, "walk", "zosia") == {"port~stary-mokotow:1"}


def test_nobody_jumps_along_a_blocked_road_in_either_direction_B_25_H_1():
    state = red_turn(scouts={"zosia": "szucha", "antek": "przyczolek"}, tokens=[("szucha", "przyczolek~szucha")])
    assert why_refused(state, "jump zosia przyczolek") is Reason.ROAD_BLOCKED
    assert why_refused(state, "jump antek szucha") is Reason.ROAD_BLOCKED
    assert steps_of(state, "jump", "zosia") == {"plac-trzech-krzyzy", "stary-mokotow", "sggw"}


def test_the_ends_of_a_blocked_road_stay_open_B_25_H_2():
    state = red_turn(scouts={"zosia": "stary-mokotow"}, tokens=[("szucha", "przyczolek~szucha")])
    assert why_refused(state, "walk zosia szucha") is None
    assert why_refused(state, "jump zosia szucha") is None


def test_a_token_that_lies_in_an_object_closes_nothing_B_25_H_13():
    state = red_turn(scouts={"zosia": "port"}, tokens=[("port", None)])
    assert steps_of(state, "walk", "zosia") == {"przyczolek", "port~stary-mokotow:1"}
    assert steps_of(state, "jump", "zosia") == {"przyczolek", "stary-mokotow"}


def test_a_road_stays_blocked_in_later_rounds_B_25():
    state = red_turn(tokens=[("past", "past~elektrownia")])
    later = idle_until(next_round(next_round(state)), Phase.TURN)
    assert later.round == 3
    later = later if later.to_act == 0 else after(later, "end")
    assert why_refused(later, "walk antek past~elektrownia:1") is Reason.ROAD_BLOCKED
    assert why_refused(later, "jump antek elektrownia") is Reason.ROAD_BLOCKED


# Back on the board --------------------------------------------------------------------------------------------------


def test_a_freed_scout_is_placed_right_before_the_own_move_B_17_H_11():
    state = arrange(BASIC, patrols=TWO, scouts={"gosia": HAND})
    revealed = after(state, "card 1", "card 2")
    assert (revealed.phase, revealed.to_act, revealed.position_of("gosia")) == (Phase.TURN, 0, HAND)
    own = after(revealed, "end")
    assert (own.phase, own.to_act) == (Phase.PLACE_SCOUT, 1)
    assert told(own, "place gosia port") == (ScoutPlaced("gosia", "port"),)
    placed = after(own, "place gosia port")
    assert (placed.phase, placed.to_act, placed.points) == (Phase.TURN, 1, 2)
    assert placed.position_of("gosia") == "port"


def test_the_player_cannot_move_before_all_freed_scouts_are_placed_B_17_H_11():
    state = red_turn(scouts={"zosia": HAND, "felek": HAND})
    for move in ("end", "walk antek bank-polski", "jump antek bank-polski"):
        assert why_refused(state, move) is Reason.NOT_NOW
    once = after(state, "place zosia port")
    assert once.phase is Phase.PLACE_SCOUT
    assert why_refused(once, "end") is Reason.NOT_NOW
    assert after(once, "place felek port").phase is Phase.TURN


def test_freed_scouts_are_placed_one_by_one_in_any_order_B_17_H_46():
    state = red_turn(scouts={"zosia": HAND, "felek": HAND})
    assert why_refused(state, "place zosia port") is None
    assert why_refused(state, "place felek port") is None
    placed = after(state, "place felek sggw", "place zosia sggw")
    assert placed.where[:3] == ("sggw", "past", "sggw")


def test_freed_scouts_are_placed_after_the_reveal_B_17_H_46():
    state = arrange(BASIC, patrols=TWO, scouts={"zosia": HAND})
    assert why_refused(state, "place zosia past") is Reason.NOT_NOW
    assert why_refused(after(state, "card 1"), "place zosia past") is Reason.NOT_NOW
    assert why_refused(after(state, "card 1", "card 2"), "place zosia past") is None


def test_all_three_scouts_may_come_back_together_B_17_H_11():
    state = red_turn(scouts=dict.fromkeys(("zosia", "antek", "felek"), HAND))
    placed = after(state, "place antek port", "place zosia past", "place felek sggw")
    assert (placed.phase, placed.where[:3]) == (Phase.TURN, ("past", "port", "sggw"))


def test_all_freed_scouts_are_placed_before_a_later_turn_too_B_17_H_11():
    state = arrange(BASIC, patrols=TWO, scouts={"gosia": HAND, "wicek": HAND})
    own = after(state, "card 1", "card 2", "end", "place wicek port")
    assert (own.phase, own.to_act) == (Phase.PLACE_SCOUT, 1)
    placed = after(own, "place gosia sggw")
    assert (placed.phase, placed.to_act, placed.where[3:]) == (Phase.TURN, 1, ("sggw", "past", "port"))


def test_a_freed_scout_comes_back_on_any_field_but_the_soldiers_B_17_H_11():
    state = red_turn(scouts={"zosia": HAND}, soldier="szucha")
    fields = [field for field in BASIC.board.fields if field != "szucha"]
    assert choices(state) == [f"place zosia {field}" for field in fields]
    assert len(fields) == 58
    assert why_refused(state, "place zosia szucha") is Reason.SOLDIER_THERE
    assert why_refused(state, "place zosia past~elektrownia:1") is None


def test_a_freed_scout_does_not_come_back_on_a_plain_field_of_a_blocked_road_B_17_H_11():
    state = red_turn(scouts={"zosia": HAND}, tokens=[("szucha", "przyczolek~szucha"), ("port", None)])
    for field in ("przyczolek~szucha:1", "przyczolek~szucha:2"):
        assert why_refused(state, f"place zosia {field}") is Reason.ROAD_BLOCKED
    for field in ("przyczolek", "szucha", "port", "szucha~sggw:1"):
        assert why_refused(state, f"place zosia {field}") is None
    assert len(legal_moves(state)) == 56


def test_a_freed_scout_may_come_back_in_an_object_that_is_cut_off_B_17_H_46():
    state = red_turn(scouts={"zosia": HAND}, tokens=[("port", "przyczolek~port"), ("port", "port~stary-mokotow")])
    assert why_refused(state, "place zosia port") is None
    assert steps_of(after(state, "place zosia port"), "walk", "zosia") == set()


def test_only_a_freed_own_scout_is_placed_B_17_H_46():
    state = red_turn(scouts={"zosia": HAND, "antek": PRISON, "gosia": HAND})
    assert why_refused(state, "place antek port") is Reason.NOT_FREED
    assert why_refused(state, "place felek port") is Reason.NOT_FREED
    assert why_refused(state, "place gosia port") is Reason.NOT_YOUR_SCOUT
    assert why_refused(state, "place janek port") is Reason.UNKNOWN_SCOUT
    assert why_refused(state, "place zosia palac-kultury") is Reason.UNKNOWN_FIELD


def test_a_prisoner_does_not_move_B_21():
    state = red_turn(scouts={"antek": PRISON})
    assert why_refused(state, "walk antek bank-polski") is Reason.NOT_ON_BOARD
    assert why_refused(state, "jump antek bank-polski") is Reason.NOT_ON_BOARD
    assert [text for text in choices(state) if "antek" in text] == []


def test_a_scout_placed_before_the_own_move_walks_in_it_B_17():
    placed = after(red_turn(scouts={"zosia": HAND}), "place zosia past", "walk zosia bank-polski")
    assert placed.position_of("zosia") == "bank-polski"


def test_players_with_freed_scouts_are_asked_in_the_order_of_play_B_17_H_46():
    state = arrange(BASIC, scouts={"zosia": HAND, "marysia": HAND}, cards=dict(zip(PATROLS, (4, 3, 2, 1), strict=True)))
    assert (state.phase, state.to_act) == (Phase.PLACE_SCOUT, 3)
    later = after(state, "place marysia port", "end", "end", "end")
    assert (later.phase, later.to_act) == (Phase.PLACE_SCOUT, 0)
