"""Set-up, the order phase, collecting, carrying, dropping and delivering (B-1 to B-10)."""

from fractions import Fraction
from typing import Any

import pytest

from mali_powstancy.engine import (
    CHANCE,
    HAND,
    PRISON,
    GameState,
    IllegalMove,
    Phase,
    Reason,
    SetupError,
    arrange,
    chance_outcomes,
    legal_moves,
    new_game,
    observe,
    parse_move,
    play,
    refusal,
    scores,
    seen_by,
)
from mali_powstancy.engine.events import (
    CardSealed,
    CardsRevealed,
    DieRolled,
    OrderCollected,
    OrderDelivered,
    OrderDropped,
    OrderLaid,
    OrderLost,
    RoundBegan,
    SoldierMoved,
    StartPlayerChosen,
    TimePassed,
    TurnEnded,
    Walked,
)
from mali_powstancy.engine.moves import MOVE_KINDS, Draw, Drop, FirstPlayer, Jump, Walk
from mali_powstancy.engine.state import Slot
from tests.positions import BASIC, EXTENDED, PATROLS, after, choices, idle_until, next_round, told, why_refused

TWO = ("red", "green")


def red_turn(**position: Any) -> GameState:
    """Red is on turn with three points; Zosia, Antek, Felek are red, Gosia, Tadek, Wicek green."""
    return arrange(BASIC, patrols=TWO, cards={"red": 3, "green": 4}, **position)


# Set-up -------------------------------------------------------------------------------------------------------------


def test_four_patrols_of_three_scouts_take_part_B_1_B_2():
    opening = new_game(BASIC, 4)
    assert opening.patrols == ("red", "orange", "green", "violet")
    assert [opening.game.scouts[numbers.start : numbers.stop] for numbers in opening.game.numbers_of] == [
        ("zosia", "antek", "felek"),
        ("hania", "olek", "kazik"),
        ("gosia", "tadek", "wicek"),
        ("marysia", "stas", "bolek"),
    ]


def test_one_scout_of_every_patrol_begins_in_each_start_object_in_the_order_of_its_list_B_2_H_59():
    opening = new_game(BASIC, 4)
    for patrol in BASIC.patrols.values():
        first, second, third = patrol.scouts
        assert opening.position_of(first.id) == "plac-wilsona"
        assert opening.position_of(second.id) == "past"
        assert opening.position_of(third.id) == "stary-mokotow"


def test_the_soldier_begins_on_plac_narutowicza_B_2():
    assert new_game(BASIC, 2).soldier == "plac-narutowicza"


def test_everybody_begins_with_five_movement_cards_and_an_empty_board_B_2():
    opening = new_game(BASIC, 3)
    assert opening.hands == ((1, 2, 3, 4, 5),) * 3
    assert opening.carrying == (None,) * 9
    assert opening.delivered == ((), (), ())
    assert (opening.tokens, opening.track, opening.late, opening.fallen) == ((), (), (), ())
    assert (opening.round, opening.points, opening.action_open) == (0, 0, False)


def test_players_choose_their_colours_B_2():
    opening = new_game(BASIC, patrols=("violet", "green"))
    assert opening.patrols == ("violet", "green")
    assert opening.game.scouts == ("marysia", "stas", "bolek", "gosia", "tadek", "wicek")


def test_the_deck_has_20_16_or_12_cards_for_four_three_or_two_players_B_3():
    assert [new_game(BASIC, players).deck_left for players in (4, 3, 2)] == [20, 16, 12]


def test_every_order_of_the_box_is_equally_likely_to_come_first_B_3():
    laying = after(new_game(BASIC, 2), "first 0")
    assert len(BASIC.orders) == 42
    assert chance_outcomes(laying) == {Draw(order): Fraction(1, 42) for order in BASIC.orders}


def test_chance_gives_the_start_marker_to_every_seat_alike_B_4_H_59():
    assert chance_outcomes(new_game(BASIC, 4)) == {FirstPlayer(seat): Fraction(1, 4) for seat in range(4)}
    assert chance_outcomes(new_game(BASIC, 2)) == {FirstPlayer(0): Fraction(1, 2), FirstPlayer(1): Fraction(1, 2)}


def test_nobody_outside_the_table_gets_the_start_marker_B_4():
    assert why_refused(new_game(BASIC, 2), "first 2") is Reason.IMPOSSIBLE_CHANCE
    assert why_refused(new_game(BASIC, 3), "first 2") is None


def test_the_start_player_can_be_chosen_at_set_up_B_4_H_59():
    opening = new_game(BASIC, 4, start_player=2)
    assert chance_outcomes(opening) == {FirstPlayer(2): Fraction(1)}
    assert why_refused(opening, "first 0") is Reason.IMPOSSIBLE_CHANCE


def test_the_start_player_holds_the_marker_in_round_1_B_4_H_49():
    opening = new_game(BASIC, 3)
    assert told(opening, "first 2") == (StartPlayerChosen(2), RoundBegan(1, 2))
    begun = after(opening, "first 2")
    assert (begun.start_player, begun.round) == (2, 1)


@pytest.mark.parametrize(
    "wanted",
    [
        {"players": 1},
        {"players": 5},
        {"players": 0},
        {"players": -2},
        {"players": "2"},
        {"players": True},
        {"players": 3, "patrols": ("red", "green")},
        {"patrols": ()},
        {"patrols": ("red",)},
        {"patrols": ("red", "red")},
        {"patrols": ("red", "blue")},
        {"patrols": "red"},
        {"players": 2, "start_player": 2},
        {"players": 2, "start_player": -1},
        {"players": 2, "start_player": "0"},
        {"players": 2, "start_player": True},
        {"players": 2, "start_player": 0.0},
    ],
    ids=str,
)
def test_a_table_that_cannot_be_is_refused_B_2_B_4(wanted: dict[str, Any]):
    with pytest.raises(SetupError):
        new_game(BASIC, **wanted)


def test_the_numbers_of_players_that_can_play_B_2():
    assert [len(new_game(BASIC, players).patrols) for players in (2, 3, 4)] == [2, 3, 4]
    assert len(new_game(BASIC).patrols) == 4
    assert new_game(BASIC, 2, patrols=("green", "red"), start_player=1).patrols == ("green", "red")


# The round ----------------------------------------------------------------------------------------------------------


def test_a_round_has_its_four_phases_in_order_B_5():
    opening = new_game(BASIC, 2)
    events = told(
        opening,
        *("first 0", "draw past>starowka", "card 1", "card 2", "end", "end", "roll black 1", "target past"),
    )
    assert [type(event) for event in events] == [
        StartPlayerChosen,
        RoundBegan,
        OrderLaid,
        *(CardSealed, CardSealed, CardsRevealed, TurnEnded, TurnEnded),
        *(DieRolled, SoldierMoved),
        TimePassed,
        RoundBegan,
    ]
    assert (events[1], events[-1]) == (RoundBegan(1, 0), RoundBegan(2, 1))


ONE_MOVE_OF_EACH_KIND = (
    "first 0",
    "deal most-orders-1",
    "keep most-orders-1",
    "draw past>starowka",
    "card 1",
    "place zosia past",
    "walk zosia past",
    "jump zosia past",
    "collect zosia past>starowka",
    "drop zosia",
    "pals zosia antek",
    "unit zosia past",
    "swap past>starowka browary>past",
    "gossip",
    "end",
    "roll red 1",
    "target past",
    "extra zosia",
    "block past~elektrownia",
    "retreat zosia past",
)


def one_position_of_each_phase() -> dict[Phase, tuple[GameState, set[str]]]:
    """For each phase in which somebody is asked: a position, and the verbs that belong to it."""
    hunted = arrange(
        BASIC,
        patrols=TWO,
        cards={"red": 1, "green": 2},
        at_die=True,
        scouts={"zosia": "reduta-kaliska", "antek": "reduta-wawelska", "felek": "plac-trzech-krzyzy~szucha:1"},
        track=[("wytwornia>szucha", 5)],
    )
    late = after(hunted, "roll black 1", "target reduta-kaliska")
    turn = {"walk", "jump", "collect", "drop", "end", "pals", "unit", "swap", "gossip"}
    return {
        Phase.FIRST_PLAYER: (new_game(BASIC, 2), {"first"}),
        Phase.LAY_ORDER: (after(new_game(BASIC, 2), "first 0"), {"draw"}),
        Phase.CHOOSE_CARD: (arrange(BASIC, patrols=TWO), {"card"}),
        Phase.PLACE_SCOUT: (red_turn(scouts={"zosia": HAND}), {"place"}),
        Phase.TURN: (red_turn(), turn),
        Phase.DIE: (hunted, {"roll"}),
        Phase.TARGET: (after(hunted, "roll black 1"), {"target"}),
        Phase.CHOOSE_EXTRA: (after(hunted, "roll red 1"), {"extra"}),
        Phase.EXTRA_MOVE: (after(hunted, "roll red 1", "extra zosia"), {"walk", "collect", "drop", "end"}),
        Phase.BLOCK_ROAD: (late, {"block"}),
        Phase.DISPLACED: (after(late, "block plac-trzech-krzyzy~szucha"), {"retreat"}),
    }


def test_each_phase_takes_its_own_kinds_of_moves_and_no_other_B_5():
    assert {type(parse_move(text)) for text in ONE_MOVE_OF_EACH_KIND} == set(MOVE_KINDS)
    for phase, (state, verbs) in one_position_of_each_phase().items():
        assert state.phase is phase
        for text in ONE_MOVE_OF_EACH_KIND:
            assert (why_refused(state, text) is Reason.NOT_NOW) == (parse_move(text).verb not in verbs), (phase, text)


@pytest.mark.parametrize(
    "thing", ["walk zosia past", ("zosia", "past", "walk"), None, 7, object()], ids=lambda thing: type(thing).__name__
)
def test_what_is_no_move_is_refused_B_5(thing: Any):
    state = red_turn()
    assert refusal(state, thing) is Reason.NOT_A_MOVE
    with pytest.raises(IllegalMove) as caught:
        play(state, thing)
    assert caught.value.reason is Reason.NOT_A_MOVE


def test_a_move_about_something_that_can_be_no_name_is_no_move_B_5():
    no_name: Any = ["past"]
    for move in (Walk(no_name, "past"), Jump("antek", no_name), Drop(no_name)):
        assert refusal(red_turn(), move) is Reason.NOT_A_MOVE


def test_a_refused_move_says_which_move_and_why_and_changes_nothing_B_5():
    state = red_turn()
    with pytest.raises(IllegalMove, match="roll red 1: not-now \\(rule B-5\\)") as caught:
        play(state, parse_move("roll red 1"))
    assert (caught.value.move, caught.value.reason) == (parse_move("roll red 1"), Reason.NOT_NOW)
    assert state == red_turn()


# The order phase ----------------------------------------------------------------------------------------------------


def cards_laid(players: int, number: int, deck_left: int) -> int:
    """How many cards the order phase of a round lays."""
    patrols = PATROLS[:players]
    if number == 1:
        begun = after(new_game(BASIC, players), "first 0")
    else:
        cards = dict.fromkeys(patrols, 1)
        before = arrange(BASIC, patrols=patrols, round=number - 1, cards=cards, at_die=True, deck_left=deck_left)
        begun = next_round(before)
    assert (begun.round, begun.deck_left) == (number, deck_left)
    laid = idle_until(begun, Phase.CHOOSE_CARD)
    assert laid.deck_left == deck_left - len(laid.track)
    return len(laid.track)


def cards_laid_by_round(players: int) -> list[int]:
    """The order phases from round 1 until the deck is empty."""
    counts: list[int] = []
    deck_left = new_game(BASIC, players).deck_left
    while deck_left > sum(counts):
        counts.append(cards_laid(players, len(counts) + 1, deck_left - sum(counts)))
    return counts


def test_two_players_lay_one_card_in_each_of_twelve_rounds_B_3_B_6():
    assert cards_laid_by_round(2) == [1] * 12


def test_three_players_lay_two_cards_in_odd_and_one_in_even_rounds_and_a_single_one_in_round_11_B_3_B_6_H_16_H_49():
    assert cards_laid_by_round(3) == [2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 1]


def test_four_players_lay_two_cards_in_each_of_ten_rounds_B_3_B_6():
    assert cards_laid_by_round(4) == [2] * 10


def test_a_short_deck_lays_what_is_left_H_16():
    assert cards_laid(4, 5, deck_left=3) == 2
    assert cards_laid(4, 5, deck_left=2) == 2
    assert cards_laid(4, 5, deck_left=1) == 1


def test_new_orders_lie_on_space_1_in_the_order_drawn_B_6():
    laying = after(new_game(BASIC, 4), "first 0")
    assert told(laying, "draw past>starowka", "draw browary>past") == (
        OrderLaid("past>starowka", False),
        OrderLaid("browary>past", False),
    )
    laid = after(laying, "draw past>starowka", "draw browary>past")
    assert laid.track == (Slot("past>starowka", 1), Slot("browary>past", 1))
    assert (laid.phase, laid.deck_left) == (Phase.CHOOSE_CARD, 18)


def test_a_card_comes_from_the_deck_only_once_B_6():
    laying = after(new_game(BASIC, 4), "first 0", "draw past>starowka")
    assert why_refused(laying, "draw past>starowka") is Reason.IMPOSSIBLE_CHANCE
    assert why_refused(laying, "draw browary>past") is None
    assert len(chance_outcomes(laying)) == 41


def test_a_card_that_does_not_exist_cannot_be_drawn_B_6():
    laying = after(new_game(BASIC, 4), "first 0")
    assert why_refused(laying, "draw past>browary") is Reason.IMPOSSIBLE_CHANCE
    assert why_refused(laying, "draw victory") is Reason.IMPOSSIBLE_CHANCE


def test_an_order_shows_its_start_its_destination_and_its_points_B_6():
    order = BASIC.orders["plac-wilsona>port"]
    assert (order.start, order.to, order.points) == ("plac-wilsona", "port", 15)


def test_cards_are_drawn_by_chance_and_nobody_is_asked_B_6():
    laying = after(new_game(BASIC, 4), "first 0")
    assert (laying.to_act, laying.phase, legal_moves(laying)) == (CHANCE, Phase.LAY_ORDER, [])


# Collecting ---------------------------------------------------------------------------------------------------------


def test_a_scout_collects_an_open_order_where_it_starts_B_7():
    state = red_turn(track=[("past>starowka", 1)])
    assert told(state, "collect antek past>starowka") == (OrderCollected("antek", "past>starowka"),)
    collected = after(state, "collect antek past>starowka")
    assert collected.order_of("antek") == "past>starowka"
    assert collected.track == (Slot("past>starowka", 1),)


def test_an_order_is_not_collected_anywhere_but_at_its_start_B_7():
    state = red_turn(scouts={"zosia": "starowka", "felek": "bank-polski"}, track=[("past>starowka", 1)])
    assert why_refused(state, "collect zosia past>starowka") is Reason.NOT_AT_START
    assert why_refused(state, "collect felek past>starowka") is Reason.NOT_AT_START


def test_a_plain_field_beside_the_start_is_not_the_start_B_7():
    state = red_turn(scouts={"antek": "past~elektrownia:1"}, track=[("past>starowka", 1)])
    assert why_refused(state, "collect antek past>starowka") is Reason.NOT_AT_START


def test_an_order_is_open_on_every_space_of_the_track_B_7():
    for space in range(1, 6):
        assert why_refused(red_turn(track=[("past>starowka", space)]), "collect antek past>starowka") is None


def test_an_order_that_is_not_on_the_track_is_not_open_B_7():
    state = red_turn(track=[("past>starowka", 1)], delivered={"green": ["past>dworzec-gdanski"]})
    assert why_refused(state, "collect antek past>dworzec-gdanski") is Reason.ORDER_NOT_OPEN
    assert why_refused(state, "collect zosia plac-wilsona>port") is Reason.ORDER_NOT_OPEN


def test_an_order_that_does_not_exist_is_unknown_B_7():
    assert why_refused(red_turn(), "collect antek past>browary") is Reason.UNKNOWN_ORDER
    assert why_refused(red_turn(), "collect antek victory") is Reason.UNKNOWN_ORDER


def test_collecting_is_a_free_choice_and_costs_no_points_B_7_H_3():
    state = red_turn(track=[("past>starowka", 1)])
    assert state.order_of("antek") is None
    assert after(state, "collect antek past>starowka").points == 3
    assert after(state, "end").order_of("antek") is None


def test_only_the_player_on_turn_collects_B_7_H_3():
    state = red_turn(track=[("past>starowka", 1)])
    assert why_refused(state, "collect tadek past>starowka") is Reason.NOT_YOUR_SCOUT
    assert why_refused(after(state, "end"), "collect tadek past>starowka") is None
    assert why_refused(after(state, "end"), "collect antek past>starowka") is Reason.NOT_YOUR_SCOUT


def test_a_name_that_nobody_at_the_table_has_is_unknown_B_2_B_7():
    state = red_turn(track=[("past>starowka", 1)])
    assert why_refused(state, "collect olek past>starowka") is Reason.UNKNOWN_SCOUT
    assert why_refused(state, "collect janek past>starowka") is Reason.UNKNOWN_SCOUT


def test_an_order_is_collected_before_between_and_after_steps_B_7_H_3():
    state = red_turn(scouts={"antek": "bank-polski"}, track=[("past>starowka", 1), ("bank-polski>dworzec-pocztowy", 1)])
    assert why_refused(state, "collect antek bank-polski>dworzec-pocztowy") is None
    between = after(state, "walk antek past")
    assert why_refused(between, "collect antek past>starowka") is None
    after_last_step = after(between, "walk zosia plac-wilsona~cytadela:1", "walk zosia plac-wilsona~cytadela:2")
    assert after_last_step.points == 0
    assert why_refused(after_last_step, "collect antek past>starowka") is None


def test_an_order_is_collected_after_a_jump_H_3():
    jumped = after(red_turn(track=[("bank-polski>dworzec-pocztowy", 1)]), "jump antek bank-polski")
    assert why_refused(jumped, "collect antek bank-polski>dworzec-pocztowy") is None


def test_an_order_is_collected_right_after_coming_back_from_prison_H_3():
    state = red_turn(scouts={"zosia": HAND}, track=[("past>starowka", 1)])
    assert why_refused(state, "collect zosia past>starowka") is Reason.NOT_NOW
    assert why_refused(after(state, "place zosia past"), "collect zosia past>starowka") is None


def test_a_prisoner_collects_nothing_B_7():
    state = red_turn(scouts={"antek": PRISON}, track=[("past>starowka", 1)])
    assert why_refused(state, "collect antek past>starowka") is Reason.NOT_AT_START


def test_an_order_is_collected_during_the_extra_move_of_a_red_die_H_3_H_10():
    cards = {"red": 1, "green": 2}
    track = [("past>starowka", 1)]
    at_die = arrange(BASIC, patrols=TWO, cards=cards, at_die=True, soldier="elektrownia", track=track)
    extra = after(at_die, "roll red 1")
    assert (extra.phase, extra.to_act) == (Phase.EXTRA_MOVE, 1)
    assert why_refused(extra, "collect tadek past>starowka") is None


def test_a_scout_carries_only_one_order_B_8_H_3():
    state = red_turn(track=[("past>starowka", 1), ("past>dworzec-gdanski", 1)], carrying={"antek": "past>starowka"})
    assert why_refused(state, "collect antek past>dworzec-gdanski") is Reason.ALREADY_CARRYING
    assert why_refused(state, "collect antek past>starowka") is Reason.ALREADY_CARRYING


def test_only_one_scout_of_a_patrol_carries_an_order_B_8_H_3():
    state = red_turn(scouts={"zosia": "past"}, track=[("past>starowka", 1)], carrying={"antek": "past>starowka"})
    assert why_refused(state, "collect zosia past>starowka") is Reason.MATE_CARRIES_IT


def test_several_patrols_carry_the_same_order_B_8():
    state = red_turn(track=[("past>starowka", 1)], carrying={"tadek": "past>starowka"})
    both = after(state, "collect antek past>starowka")
    assert (both.order_of("antek"), both.order_of("tadek")) == ("past>starowka", "past>starowka")


def test_a_scout_takes_one_of_several_orders_and_a_mate_there_another_H_32():
    state = red_turn(scouts={"zosia": "past"}, track=[("past>starowka", 2), ("past>dworzec-gdanski", 1)])
    assert [text for text in choices(state) if text.startswith("collect")] == [
        "collect zosia past>starowka",
        "collect zosia past>dworzec-gdanski",
        "collect antek past>starowka",
        "collect antek past>dworzec-gdanski",
    ]
    second_taken = after(state, "collect zosia past>dworzec-gdanski")
    assert [text for text in choices(second_taken) if text.startswith("collect")] == ["collect antek past>starowka"]
    both = after(second_taken, "collect antek past>starowka")
    assert (both.order_of("zosia"), both.order_of("antek")) == ("past>dworzec-gdanski", "past>starowka")


def test_a_mate_takes_an_order_over_only_after_it_was_dropped_H_33():
    state = red_turn(scouts={"zosia": "bank-polski"}, track=[("past>starowka", 1)], carrying={"zosia": "past>starowka"})
    assert why_refused(state, "collect antek past>starowka") is Reason.MATE_CARRIES_IT
    taken_over = after(state, "drop zosia", "collect antek past>starowka")
    assert (taken_over.order_of("zosia"), taken_over.order_of("antek")) == (None, "past>starowka")


# Dropping -----------------------------------------------------------------------------------------------------------


def test_a_dropped_order_stays_on_the_track_B_9():
    state = red_turn(track=[("past>starowka", 3)], carrying={"antek": "past>starowka", "gosia": "past>starowka"})
    assert told(state, "drop antek") == (OrderDropped("antek", "past>starowka"),)
    dropped = after(state, "drop antek")
    assert (dropped.order_of("antek"), dropped.order_of("gosia")) == (None, "past>starowka")
    assert dropped.track == (Slot("past>starowka", 3),)
    assert dropped.points == 3


def test_a_dropped_order_is_collected_again_only_at_its_start_B_9_H_5():
    track = [("past>starowka", 1)]
    away = red_turn(scouts={"antek": "bank-polski"}, track=track, carrying={"antek": "past>starowka"})
    assert why_refused(after(away, "drop antek"), "collect antek past>starowka") is Reason.NOT_AT_START
    at_start = red_turn(track=track, carrying={"antek": "past>starowka"})
    assert why_refused(after(at_start, "drop antek"), "collect antek past>starowka") is None


def test_who_carries_nothing_has_nothing_to_drop_B_9():
    assert why_refused(red_turn(), "drop antek") is Reason.CARRIES_NOTHING


def test_an_order_is_dropped_before_between_and_after_steps_of_the_own_turn_B_9_H_5():
    state = red_turn(track=[("past>starowka", 1)], carrying={"antek": "past>starowka", "tadek": "past>starowka"})
    assert why_refused(state, "drop antek") is None
    walked = after(state, "walk antek past~elektrownia:1", "walk antek elektrownia")
    assert why_refused(walked, "drop antek") is None
    assert why_refused(after(walked, "walk antek past~elektrownia:1"), "drop antek") is None
    assert why_refused(after(state, "jump antek elektrownia"), "drop antek") is None


def test_an_order_is_not_dropped_in_the_turn_of_another_player_B_9_H_5():
    state = red_turn(track=[("past>starowka", 1)], carrying={"antek": "past>starowka", "tadek": "past>starowka"})
    assert why_refused(state, "drop tadek") is Reason.NOT_YOUR_SCOUT
    assert why_refused(after(state, "end"), "drop antek") is Reason.NOT_YOUR_SCOUT
    assert why_refused(after(state, "end"), "drop tadek") is None


def test_an_unknown_scout_drops_nothing_B_2_B_9():
    assert why_refused(red_turn(), "drop janek") is Reason.UNKNOWN_SCOUT


def test_an_order_is_dropped_in_an_own_extra_move_H_5_H_10():
    at_die = arrange(
        BASIC,
        patrols=TWO,
        cards={"red": 1, "green": 2},
        at_die=True,
        soldier="bank-polski",
        scouts={"tadek": "elektrownia"},
        track=[("past>starowka", 1)],
        carrying={"antek": "past>starowka"},
    )
    extra = after(at_die, "roll red 1")
    assert extra.phase is Phase.EXTRA_MOVE
    assert after(extra, "drop antek").order_of("antek") is None


# Delivering ---------------------------------------------------------------------------------------------------------


def race() -> GameState:
    """Antek (red) stands one step from the destination; Tadek (green) carries the same order."""
    return red_turn(
        scouts={"antek": "bank-polski", "tadek": "dworzec-gdanski~starowka:1"},
        track=[("past>starowka", 1), ("browary>past", 2)],
        carrying={"antek": "past>starowka", "tadek": "past>starowka", "gosia": "browary>past"},
    )


def test_the_first_scout_in_the_destination_delivers_and_the_others_get_nothing_B_1_B_10():
    assert told(race(), "walk antek starowka") == (
        Walked("antek", "bank-polski", "starowka"),
        OrderDelivered("antek", "past>starowka", 3),
        OrderLost("tadek", "past>starowka"),
    )
    delivered = after(race(), "walk antek starowka")
    assert delivered.delivered == (("past>starowka",), ())
    assert [score.orders for score in scores(delivered)] == [3, 0]


def test_a_delivered_card_leaves_the_track_with_all_its_tokens_B_10():
    delivered = after(race(), "walk antek starowka")
    assert delivered.track == (Slot("browary>past", 2),)
    assert (delivered.order_of("antek"), delivered.order_of("tadek")) == (None, None)
    assert delivered.order_of("gosia") == "browary>past"


def test_only_the_player_of_the_scout_gets_the_card_B_10():
    earlier = {"red": ["browary>past"], "orange": ["pawiak>starowka"], "violet": ["cytadela>past"]}
    for patrol, scout in [("orange", "olek"), ("green", "tadek")]:
        state = arrange(
            BASIC,
            cards={**dict.fromkeys(PATROLS, 5), patrol: 1},
            scouts={scout: "bank-polski"},
            track=[("past>starowka", 1)],
            carrying={scout: "past>starowka"},
            delivered=earlier,
        )
        delivered = after(state, f"walk {scout} starowka").delivered
        assert dict(zip(PATROLS, delivered, strict=True)) == {
            name: (*earlier.get(name, ()), *(["past>starowka"] if name == patrol else [])) for name in PATROLS
        }


def test_an_order_cannot_be_delivered_twice_B_10():
    state = after(race(), "walk antek starowka", "end", "walk tadek starowka")
    assert state.delivered == (("past>starowka",), ())


def test_who_stands_in_a_destination_without_the_order_delivers_nothing_B_10():
    state = red_turn(scouts={"antek": "bank-polski"}, track=[("past>starowka", 1)], carrying={"gosia": "past>starowka"})
    walked = after(state, "walk antek starowka")
    assert walked.delivered == ((), ())
    assert walked.order_of("gosia") == "past>starowka"


def test_an_order_is_not_delivered_in_the_destination_of_another_B_10():
    state = red_turn(
        scouts={"antek": "bank-polski"},
        track=[("past>starowka", 1), ("past>dworzec-gdanski", 1)],
        carrying={"antek": "past>dworzec-gdanski"},
    )
    walked = after(state, "walk antek starowka")
    assert (walked.delivered, walked.order_of("antek")) == (((), ()), "past>dworzec-gdanski")


def test_orders_are_kept_in_the_order_of_delivery_B_10():
    state = red_turn(
        scouts={"antek": "bank-polski", "zosia": "cytadela~dworzec-gdanski:1"},
        track=[("past>starowka", 1), ("past>dworzec-gdanski", 2)],
        carrying={"antek": "past>starowka", "zosia": "past>dworzec-gdanski"},
        delivered={"red": ["plac-wilsona>port"]},
    )
    delivered = after(state, "walk zosia dworzec-gdanski", "walk antek starowka")
    assert delivered.delivered == (("plac-wilsona>port", "past>dworzec-gdanski", "past>starowka"), ())


def test_a_walk_delivers_by_itself_H_4():
    assert after(race(), "walk antek starowka").delivered == (("past>starowka",), ())


def test_a_jump_delivers_by_itself_H_4():
    assert after(race(), "jump antek starowka").delivered == (("past>starowka",), ())


def test_a_jump_over_the_destination_does_not_exist_so_only_its_end_delivers_H_4():
    state = red_turn(track=[("cytadela>past", 1)], carrying={"zosia": "cytadela>past"}, scouts={"zosia": "bank-polski"})
    assert after(state, "jump zosia starowka").delivered == ((), ())
    assert after(state, "jump zosia past").delivered == (("cytadela>past",), ())


def test_an_extra_move_delivers_by_itself_H_4_H_10():
    at_die = arrange(
        BASIC,
        patrols=TWO,
        cards={"red": 1, "green": 2},
        at_die=True,
        soldier="starowka~pawiak:1",
        scouts={"antek": "bank-polski", "tadek": "elektrownia"},
        track=[("past>starowka", 1)],
        carrying={"antek": "past>starowka"},
    )
    assert after(at_die, "roll red 1", "walk antek starowka").delivered == (("past>starowka",), ())


def test_displacement_delivers_by_itself_H_4():
    at_die = arrange(
        BASIC,
        patrols=TWO,
        cards={"red": 1, "green": 2},
        at_die=True,
        scouts={"antek": "przyczolek~szucha:1"},
        track=[("wytwornia>szucha", 5), ("plac-trzech-krzyzy>przyczolek", 1)],
        carrying={"antek": "plac-trzech-krzyzy>przyczolek"},
    )
    blocking = idle_until(at_die, Phase.BLOCK_ROAD)
    assert after(blocking, "block przyczolek~szucha").delivered == (("plac-trzech-krzyzy>przyczolek",), ())


def test_after_delivering_a_scout_collects_again_at_once_in_the_own_turn_H_36():
    state = red_turn(
        scouts={"antek": "bank-polski"},
        track=[("past>starowka", 1), ("starowka>cytadela", 1)],
        carrying={"antek": "past>starowka"},
    )
    again = after(state, "walk antek starowka", "collect antek starowka>cytadela")
    assert again.order_of("antek") == "starowka>cytadela"


def test_after_delivering_a_scout_collects_again_at_once_in_the_own_extra_move_H_36():
    at_die = arrange(
        BASIC,
        patrols=TWO,
        cards={"red": 1, "green": 2},
        at_die=True,
        soldier="starowka~pawiak:1",
        scouts={"antek": "bank-polski", "tadek": "elektrownia"},
        track=[("past>starowka", 1), ("starowka>cytadela", 1)],
        carrying={"antek": "past>starowka"},
    )
    again = after(at_die, "roll red 1", "walk antek starowka", "collect antek starowka>cytadela")
    assert again.order_of("antek") == "starowka>cytadela"


def test_delivered_orders_are_public_in_every_observation_H_58():
    delivered = after(race(), "walk antek starowka")
    for seat in (0, 1, None):
        assert observe(delivered, seat).delivered == (("past>starowka",), ())
        assert "past>starowka" not in observe(delivered, seat).unseen


def test_a_delivery_is_seen_by_all_H_58():
    event = OrderDelivered("antek", "past>starowka", 3)
    assert [seen_by(event, seat) for seat in (0, 1, None)] == [event] * 3


# Arranged positions -------------------------------------------------------------------------------------------------


def test_an_arranged_position_differs_from_the_opening_only_in_what_is_named_B_2():
    state = arrange(BASIC, patrols=TWO, scouts={"zosia": "port"}, soldier="szucha", round=4, start_player="green")
    opening = new_game(BASIC, patrols=TWO)
    assert state.where == ("port", *opening.where[1:])
    assert (state.soldier, state.round, state.start_player) == ("szucha", 4, 1)
    assert (state.hands, state.track, state.tokens) == (opening.hands, (), ())
    assert (state.phase, state.to_act) == (Phase.CHOOSE_CARD, 1)


def test_in_an_arranged_position_the_cards_played_are_not_in_the_hands_B_16():
    state = arrange(BASIC, patrols=TWO, cards={"red": 2, "green": 5})
    assert state.hands == ((1, 3, 4, 5), (1, 2, 3, 4))


def test_the_deck_of_an_arranged_position_lacks_the_cards_that_are_named_B_3():
    named: dict[str, Any] = {
        "track": [("past>starowka", 1)],
        "late": ["browary>past"],
        "tokens": [("past", "browary~past")],
        "delivered": {"red": ["plac-wilsona>port"]},
    }
    assert arrange(BASIC, patrols=TWO, **named).deck_left == 9
    assert arrange(BASIC, patrols=TWO, **named, deck_left=4).deck_left == 4


def test_cards_named_in_an_arranged_position_are_not_drawn_again_B_6():
    state = arrange(
        BASIC,
        patrols=TWO,
        cards={"red": 1, "green": 2},
        at_die=True,
        track=[("past>starowka", 1)],
        late=["browary>past"],
        tokens=[("past", "browary~past")],
        delivered={"red": ["plac-wilsona>port"]},
    )
    laying = next_round(state)
    assert len(chance_outcomes(laying)) == 39
    for order in ("past>starowka", "browary>past", "plac-wilsona>port"):
        assert why_refused(laying, f"draw {order}") is Reason.IMPOSSIBLE_CHANCE


IMPOSSIBLE: dict[str, dict[str, Any]] = {
    "a patrol that does not exist": {"patrols": ("red", "blue")},
    "a start player who is not at the table": {"start_player": "violet"},
    "a scout that does not exist": {"scouts": {"janek": "past"}},
    "a scout of a patrol that is not at the table": {"scouts": {"olek": "past"}},
    "a scout on a field that does not exist": {"scouts": {"zosia": "palac-kultury"}},
    "a scout where the soldier begins": {"scouts": {"zosia": "plac-narutowicza"}},
    "a scout where the soldier is put": {"scouts": {"zosia": "szucha"}, "soldier": "szucha"},
    "the soldier in prison": {"soldier": "prison"},
    "a carried order that is not on the track": {"carrying": {"zosia": "past>starowka"}},
    "a carrier that does not exist": {"carrying": {"janek": "past>starowka"}, "track": [("past>starowka", 1)]},
    "two carriers in one patrol": {
        "carrying": {"zosia": "past>starowka", "antek": "past>starowka"},
        "track": [("past>starowka", 1)],
    },
    "an order that does not exist on the track": {"track": [("past>browary", 1)]},
    "an order twice on the track": {"track": [("past>starowka", 1), ("past>starowka", 2)]},
    "a space before the first": {"track": [("past>starowka", 0)]},
    "an open order that was delivered": {"track": [("past>starowka", 1)], "delivered": {"red": ["past>starowka"]}},
    "an open order that was late": {"track": [("past>starowka", 1)], "late": ["past>starowka"]},
    "an order delivered twice": {"delivered": {"red": ["past>starowka"], "green": ["past>starowka"]}},
    "a delivered order that does not exist": {"delivered": {"red": ["past>browary"]}},
    "a late order that does not exist": {"late": ["past>browary"]},
    "a token on a road of another object": {"tokens": [("past", "szucha~sggw")]},
    "a token on a road that does not exist": {"tokens": [("past", "past~port")]},
    "a token for a plain field": {"tokens": [("past~elektrownia:1", "past~elektrownia")]},
    "a token in an object that does not exist": {"tokens": [("palac-kultury", None)]},
    "a fallen district that does not exist": {"fallen": ["praga"]},
    "a player without a card": {"cards": {"red": 1}},
    "a card 6": {"cards": {"red": 1, "green": 6}},
    "a card 0": {"cards": {"red": 0, "green": 1}},
    "the turn of somebody who is not at the table": {"cards": {"red": 1, "green": 2}, "turn": "violet"},
    "goals, which the basic variant does not have": {"goals": {"red": ["most-orders-1"]}},
}


@pytest.mark.parametrize("position", IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_an_arrangement_of_things_that_do_not_exist_or_contradict_each_other_is_refused_B_2(position: dict[str, Any]):
    with pytest.raises(SetupError):
        arrange(BASIC, **{"patrols": TWO, **position})


AGAINST_THE_RULES: dict[str, dict[str, Any]] = {
    "a scout on a blocked road": {
        "scouts": {"zosia": "past~elektrownia:1"},
        "tokens": [("past", "past~elektrownia")],
    },
    "a carrier in the destination": {
        "scouts": {"zosia": "starowka"},
        "track": [("past>starowka", 1)],
        "carrying": {"zosia": "past>starowka"},
    },
    "a prisoner with an order": {
        "scouts": {"zosia": PRISON},
        "track": [("past>starowka", 1)],
        "carrying": {"zosia": "past>starowka"},
    },
    "a space after the last": {"track": [("past>starowka", 6)]},
    "the Victory card in the basic variant": {"track": [("victory", 1)]},
    "a road blocked twice": {"tokens": [("past", "past~elektrownia"), ("elektrownia", "past~elektrownia")]},
    "a fourth token in a game that goes on": {"tokens": [("port", None)] * 4},
    "a fallen district in the basic variant": {"fallen": ["wola"]},
    "an order delivered by somebody who is not at the table": {"delivered": {"violet": ["past>starowka"]}},
    "fewer than no cards in the deck": {"deck_left": -1},
    "more cards in the deck than there are orders": {"deck_left": 43},
    "the Victory card in the deck of the basic variant": {"victory_at": 0},
    "a card that is both played and in the hand": {"cards": {"red": 1, "green": 2}, "hands": {"red": (1, 3)}},
    "a card twice in a hand": {"hands": {"red": (3, 3)}},
    "a card 6 in a hand": {"hands": {"red": (6,)}},
    "a round before the set-up": {"round": -1},
}


@pytest.mark.parametrize("position", AGAINST_THE_RULES.values(), ids=AGAINST_THE_RULES)
def test_an_arrangement_to_which_the_rules_never_lead_is_refused(position: dict[str, Any]):
    with pytest.raises(SetupError):
        arrange(BASIC, **{"patrols": TWO, **position})


@pytest.mark.parametrize("place", [PRISON, HAND])
def test_prison_and_hand_exist_only_in_the_basic_variant_H_46(place: str):
    assert arrange(BASIC, scouts={"zosia": place}).position_of("zosia") == place
    with pytest.raises(SetupError):
        arrange(EXTENDED, scouts={"zosia": place})


MISSPOKEN: dict[str, dict[str, Any]] = {
    "a turn without cards": {"turn": "red"},
    "the die without cards": {"at_die": True},
    "half a round": {"round": 1.5},
    "half a card": {"deck_left": 2.5},
    "a slot of three parts": {"track": [("past>starowka", 1, 2)]},
    "a token of one part": {"tokens": [("past",)]},
}


@pytest.mark.parametrize("position", MISSPOKEN.values(), ids=MISSPOKEN)
def test_an_arrangement_that_is_not_said_properly_is_refused(position: dict[str, Any]):
    with pytest.raises(SetupError):
        arrange(BASIC, **{"patrols": TWO, **position})


@pytest.mark.parametrize(
    "patrols", [5, {"red", "green"}, [["red"], ["green"]], "red"], ids=["a number", "a set", "lists", "a text"]
)
def test_patrols_are_named_seat_by_seat_B_2(patrols: Any):
    with pytest.raises(SetupError):
        new_game(BASIC, patrols=patrols)


@pytest.mark.parametrize("scenario", ["basic", None])
def test_a_game_needs_a_scenario_and_not_its_name_B_2(scenario: Any):
    with pytest.raises(SetupError, match="load_scenario"):
        new_game(scenario)


STUCK: dict[str, dict[str, Any]] = {
    "an empty hand to choose from": {"hands": dict.fromkeys(TWO, ())},
    "hands of different size": {"hands": {"red": (1, 2)}},
}


@pytest.mark.parametrize("position", STUCK.values(), ids=STUCK)
def test_an_arrangement_in_which_the_cards_run_out_is_refused_B_16(position: dict[str, Any]):
    with pytest.raises(SetupError):
        arrange(BASIC, **{"patrols": TWO, **position})


def test_there_is_no_die_and_one_small_token_a_district_in_the_extended_variant_E_1_E_11():
    cards = {"red": 1, "green": 2}
    with pytest.raises(SetupError, match="no die"):
        arrange(EXTENDED, patrols=TWO, cards=cards, at_die=True)
    with pytest.raises(SetupError, match="two small tokens"):
        arrange(EXTENDED, patrols=TWO, cards=cards, tokens=[("past", None), ("dworzec-pocztowy", None)])


def test_the_cards_of_a_round_are_forgotten_when_it_is_over_B_12():
    state = arrange(BASIC, patrols=TWO, cards={"red": 1, "green": 2}, at_die=True)
    state, _ = play(state, parse_move("roll red 1"))
    while state.round == 1:
        state, _ = play(state, parse_move(choices(state)[0]))
    assert (state.cards, state.order_of_play) == ((), ())
