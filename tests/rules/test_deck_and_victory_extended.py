from fractions import Fraction
from typing import Any

import pytest

from mali_powstancy.engine import (
    CHANCE,
    Ending,
    GameState,
    Phase,
    Reason,
    Transition,
    arrange,
    chance_outcomes,
    new_game,
    outcome,
    refusal,
    scores,
)
from mali_powstancy.engine.events import (
    DistrictFell,
    GameEnded,
    OrderDelivered,
    OrderDiscarded,
    OrderLaid,
    OrderLate,
    RoadBlocked,
    RoundBegan,
    ScoutDisplaced,
    ScoutEvacuated,
    TimePassed,
    TurnEnded,
    VictoryLeft,
)
from mali_powstancy.engine.moves import Draw
from tests.positions import EXTENDED, drawable, fell, played

FOUR_PATROLS = ("red", "orange", "green", "violet")
OUT_OF_MOKOTOW = {"felek": "past", "kazik": "past"}


def last_turn(**position: Any) -> GameState:
    """A round of two players that needs one more `end` before time passes."""
    return arrange(EXTENDED, patrols=("red", "orange"), cards={"red": 5, "orange": 5}, turn="orange", **position)


def last_turn_of_four(**position: Any) -> GameState:
    return arrange(EXTENDED, patrols=FOUR_PATROLS, cards=dict.fromkeys(FOUR_PATROLS, 5), turn="violet", **position)


def idle_round(state: GameState) -> Transition:
    """Everybody lays the smallest card and does nothing."""
    players = len(state.patrols)
    cards = [f"card {hand[0]}" for hand in state.hands]
    return played(state, *cards, *["end"] * players)


# The deck (E-2) -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "above", "below"), [(4, 30, 12), (3, 24, 18), (2, 18, 24)])
def test_all_42_orders_and_victory_among_them_by_number_of_players_E_2_H_50(players, above, below):
    state = new_game(EXTENDED, players, start_player=0)
    assert set(state.deck) == set(EXTENDED.orders)
    assert len(state.deck) == 42
    assert (state.victory_at, state.deck_left) == (above, above + 1 + below)


def test_the_first_card_is_any_of_the_42_orders_with_the_same_chance_E_2():
    state = last_turn(victory_at=18)
    state = played(state, "end").state
    assert chance_outcomes(state) == {Draw(order): Fraction(1, 42) for order in EXTENDED.orders}


def test_victory_comes_exactly_after_the_orders_above_it_E_2_H_50():
    state = played(last_turn_of_four(victory_at=3, deck_left=6), "end", "draw past>starowka").state
    assert (state.victory_at, state.deck_left) == (2, 5)
    state = idle_round(played(state, "draw sggw>browary").state).state
    assert (state.victory_at, Draw("victory") in chance_outcomes(state)) == (1, False)
    assert refusal(state, Draw("victory")) is Reason.IMPOSSIBLE_CHANCE
    state = played(state, "draw plac-wilsona>port").state
    assert drawable(state) == ["victory"]
    assert refusal(state, Draw("browary>past")) is Reason.IMPOSSIBLE_CHANCE


def test_replacements_bring_victory_earlier_and_nothing_is_refilled_H_50():
    state = last_turn(scouts=OUT_OF_MOKOTOW, **fell("mokotow"), victory_at=3, deck_left=9)
    state = played(state, "end", "draw sggw>browary", "draw cytadela>szucha").state
    assert (state.victory_at, state.deck_left, state.track) == (1, 7, ())
    state = played(state, "draw past>starowka").state
    assert (state.victory_at, state.deck_left, state.track) == (0, 6, (("past>starowka", 1),))


def test_extra_cards_bring_victory_earlier_H_50():
    state = last_turn(track=[("stary-mokotow>port", 4)], victory_at=2, deck_left=9)
    state = played(state, "end", "block przyczolek~port", "draw past>starowka").state
    assert (state.victory_at, state.deck_left) == (1, 8)


def test_the_cards_under_victory_are_the_orders_not_seen_yet_H_50():
    state = last_turn(track=[("victory", 3), ("stary-mokotow>port", 4)], delivered={"red": ["past>starowka"]})
    state = played(state, "end", "block przyczolek~port").state
    gone = {"stary-mokotow>port", "past>starowka"}
    assert set(chance_outcomes(state)) == {Draw(order) for order in EXTENDED.orders if order not in gone}


# The order phase and bad cards (E-14) -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "round_number", "cards"), [(2, 1, 1), (2, 2, 1), (3, 1, 1), (3, 2, 2), (4, 1, 2), (4, 2, 2)]
)
def test_the_order_phase_lays_cards_as_in_the_basic_variant_E_1_H_49(players, round_number, cards):
    patrols = FOUR_PATROLS[:players]
    state = arrange(EXTENDED, patrols=patrols, cards=dict.fromkeys(patrols, 5), turn=patrols[-1], round=round_number)
    orders = ["past>starowka", "sggw>browary"][:cards]
    state, events = played(state, "end", *(f"draw {order}" for order in orders))
    assert events[-cards - 1 :] == (
        RoundBegan(round_number + 1, 1 % players),
        *(OrderLaid(order, False) for order in orders),
    )
    assert state.phase is Phase.CHOOSE_CARD
    assert state.track == tuple((order, 1) for order in orders)


@pytest.mark.parametrize("bad", ["sggw>browary", "cytadela>szucha"], ids=["from", "to"])
def test_a_drawn_card_from_or_to_a_fallen_district_is_replaced_E_14(bad):
    state = last_turn(scouts=OUT_OF_MOKOTOW, **fell("mokotow"), deck_left=9, victory_at=5)
    state, events = played(played(state, "end").state, f"draw {bad}")
    assert events == (OrderDiscarded(bad),)
    assert (state.phase, state.to_act, state.track, state.discarded) == (Phase.LAY_ORDER, CHANCE, (), (bad,))
    assert Draw(bad) not in chance_outcomes(state)
    state, events = played(state, "draw past>starowka")
    assert events == (OrderLaid("past>starowka", False),)
    assert (state.phase, state.track) == (Phase.CHOOSE_CARD, (("past>starowka", 1),))


def test_a_drawn_card_that_only_passes_by_a_fallen_district_is_laid_E_14():
    state = last_turn(scouts=OUT_OF_MOKOTOW, **fell("mokotow"))
    state = played(state, "end", "draw port>reduta-wawelska").state
    assert state.track == (("port>reduta-wawelska", 1),)


def test_a_bad_replacement_is_replaced_again_and_again_H_56_E_14():
    state = last_turn(scouts=OUT_OF_MOKOTOW, **fell("mokotow"), deck_left=20, victory_at=10)
    bad = ["sggw>browary", "cytadela>szucha", "stary-mokotow>port", "plac-narutowicza>sggw"]
    state, events = played(played(state, "end").state, *(f"draw {order}" for order in bad), "draw past>starowka")
    assert events == (*map(OrderDiscarded, bad), OrderLaid("past>starowka", False))
    assert (state.deck_left, state.victory_at) == (15, 5)
    assert (state.phase, state.discarded) == (Phase.CHOOSE_CARD, tuple(bad))


def test_each_of_two_cards_due_is_replaced_for_itself_H_56_E_14():
    state = last_turn_of_four(scouts=OUT_OF_MOKOTOW | {"wicek": "past", "bolek": "past"}, **fell("mokotow"))
    state = played(state, "end", "draw sggw>browary", "draw past>starowka", "draw cytadela>szucha").state
    assert (state.phase, state.track) == (Phase.LAY_ORDER, (("past>starowka", 1),))
    state = played(state, "draw plac-wilsona>port").state
    assert (state.phase, state.track) == (Phase.CHOOSE_CARD, (("past>starowka", 1), ("plac-wilsona>port", 1)))


# The track of four spaces (E-9) -------------------------------------------------------------------------------------


def test_cards_move_on_and_leave_from_the_fourth_space_E_9():
    state = last_turn(
        track=[("stary-mokotow>port", 4), ("past>starowka", 3), ("pawiak>starowka", 2), ("browary>past", 1)]
    )
    state, events = played(state, "end")
    assert events == (TurnEnded(1), TimePassed(), OrderLate("stary-mokotow>port"))
    assert state.track == (("past>starowka", 4), ("pawiak>starowka", 3), ("browary>past", 2))
    assert state.late == ("stary-mokotow>port",)


def test_an_order_laid_in_a_round_is_late_three_rounds_later_E_9():
    state = played(last_turn(round=4), "end", "draw stary-mokotow>port").state
    for space, order in [(2, "draw past>starowka"), (3, "draw sggw>browary"), (4, "draw browary>past")]:
        state = played(idle_round(state).state, order).state
        assert dict(state.track)["stary-mokotow>port"] == space
    assert (state.round, state.late) == (8, ())
    state = idle_round(state).state
    assert (state.round, state.late, state.phase) == (8, ("stary-mokotow>port",), Phase.BLOCK_ROAD)


# Victory appears (E-15) ---------------------------------------------------------------------------------------------


def test_after_victory_there_is_no_order_phase_any_more_E_15_H_25():
    state, events = played(last_turn(victory_at=0, deck_left=20, round=7), "end", "draw victory")
    assert events[-1] == OrderLaid("victory", False)
    assert (state.phase, state.track, state.deck_left, state.victory_at) == (
        Phase.CHOOSE_CARD,
        (("victory", 1),),
        19,
        -1,
    )
    state, events = idle_round(state)
    assert events[-1] == RoundBegan(9, 0)
    assert (state.round, state.phase, state.track, state.deck_left) == (9, Phase.CHOOSE_CARD, (("victory", 2),), 19)


def test_order_phases_go_on_until_victory_has_appeared_E_15():
    state = played(last_turn(victory_at=1, deck_left=2), "end", "draw past>starowka").state
    state = idle_round(state).state
    assert (state.phase, drawable(state)) == (Phase.LAY_ORDER, ["victory"])


def test_the_phase_in_which_victory_appears_is_finished_H_25():
    state = played(last_turn_of_four(victory_at=0, deck_left=20), "end", "draw victory").state
    assert (state.phase, state.track) == (Phase.LAY_ORDER, (("victory", 1),))
    state = played(state, "draw past>starowka").state
    assert (state.phase, state.track) == (Phase.CHOOSE_CARD, (("victory", 1), ("past>starowka", 1)))


def test_victory_counts_as_one_of_the_cards_due_H_25():
    state = played(last_turn_of_four(victory_at=1, deck_left=20), "end", "draw past>starowka", "draw victory").state
    assert (state.phase, state.track) == (Phase.CHOOSE_CARD, (("past>starowka", 1), ("victory", 1)))
    assert state.deck_left == 18


def test_victory_as_a_replacement_counts_as_the_card_due_H_25():
    state = last_turn(scouts=OUT_OF_MOKOTOW, **fell("mokotow"), victory_at=1, deck_left=20)
    state, events = played(played(state, "end").state, "draw sggw>browary", "draw victory")
    assert events == (OrderDiscarded("sggw>browary"), OrderLaid("victory", False))
    assert (state.phase, state.track, state.deck_left) == (Phase.CHOOSE_CARD, (("victory", 1),), 18)


def test_victory_is_never_a_bad_card_H_25_E_14():
    districts = ["zoliborz", "ochota"]
    scouts = {"zosia": "past", "hania": "past"}
    state = played(last_turn(scouts=scouts, **fell(*districts), victory_at=0), "end", "draw victory").state
    assert (state.track, state.discarded) == ((("victory", 1),), ())


def test_a_short_deck_lays_what_is_left_H_16_H_51():
    state = played(last_turn_of_four(victory_at=0, deck_left=1), "end", "draw victory").state
    assert (state.phase, state.track, state.deck_left) == (Phase.CHOOSE_CARD, (("victory", 1),), 0)


# Extra cards and Victory --------------------------------------------------------------------------------------------


def test_victory_as_an_extra_card_lies_on_space_1_and_order_phases_stop_H_52_H_25():
    state = last_turn(track=[("stary-mokotow>port", 4), ("past>starowka", 1)], victory_at=0, deck_left=20, round=5)
    state = played(state, "end", "block przyczolek~port").state
    assert (state.phase, drawable(state)) == (Phase.EXTRA_ORDER, ["victory"])
    state, events = played(state, "draw victory")
    assert events == (OrderLaid("victory", True), RoundBegan(6, 1))
    assert (state.round, state.phase, state.deck_left) == (6, Phase.CHOOSE_CARD, 19)
    assert state.track == (("past>starowka", 2), ("victory", 1))


def test_victory_may_replace_a_bad_extra_card_H_25_H_26():
    state = last_turn(
        scouts=OUT_OF_MOKOTOW,
        track=[("plac-narutowicza>sggw", 4)],
        tokens=[("szucha", "szucha~sggw")],
        victory_at=1,
        deck_left=20,
    )
    state, events = played(played(state, "end").state, "draw sggw>browary", "draw victory")
    assert events[:2] == (OrderDiscarded("sggw>browary"), OrderLaid("victory", True))
    assert (state.phase, state.track, state.deck_left) == (Phase.CHOOSE_CARD, (("victory", 1),), 18)


def test_extra_cards_are_laid_after_victory_too_while_the_deck_has_any_H_25():
    state = last_turn(track=[("stary-mokotow>port", 4), ("victory", 2)], deck_left=1)
    state = played(state, "end", "block przyczolek~port").state
    assert (state.phase, state.to_act) == (Phase.EXTRA_ORDER, CHANCE)
    state, events = played(state, "draw past>starowka")
    assert events[0] == OrderLaid("past>starowka", True)
    assert (state.phase, state.deck_left, state.victory_at) == (Phase.CHOOSE_CARD, 0, -1)
    assert state.track == (("victory", 3), ("past>starowka", 1))


def test_an_empty_deck_gives_no_extra_card_H_51():
    state = last_turn(track=[("stary-mokotow>port", 4), ("victory", 2)], deck_left=0)
    state, events = played(state, "end", "block przyczolek~port")
    assert events[-1] == RoundBegan(2, 1)
    assert (state.phase, state.track) == (Phase.CHOOSE_CARD, (("victory", 3),))


def test_an_empty_deck_gives_no_extra_card_for_a_fall_but_the_district_falls_H_51():
    state = last_turn(
        scouts=OUT_OF_MOKOTOW,
        track=[("plac-narutowicza>sggw", 4), ("victory", 2)],
        tokens=[("szucha", "szucha~sggw")],
        deck_left=0,
    )
    state, events = played(state, "end")
    assert events[-2:] == (DistrictFell("mokotow"), RoundBegan(2, 1))
    assert (state.fallen, state.track) == (("mokotow",), (("victory", 3),))


def test_an_empty_deck_gives_no_replacement_H_51():
    state = last_turn(
        scouts=OUT_OF_MOKOTOW,
        track=[("plac-narutowicza>sggw", 4), ("victory", 2)],
        tokens=[("szucha", "szucha~sggw")],
        deck_left=1,
    )
    state, events = played(played(state, "end").state, "draw sggw>browary")
    assert events == (OrderDiscarded("sggw>browary"), RoundBegan(2, 1))
    assert (state.phase, state.track, state.deck_left) == (Phase.CHOOSE_CARD, (("victory", 3),), 0)


def test_the_last_card_of_the_deck_is_not_replaced_in_the_order_phase_H_51_H_16():
    scouts = OUT_OF_MOKOTOW | {"wicek": "past", "bolek": "past"}
    state = last_turn_of_four(scouts=scouts, **fell("mokotow"), victory_at=0, deck_left=2)
    state, events = played(played(state, "end").state, "draw victory", "draw sggw>browary")
    assert events == (OrderLaid("victory", False), OrderDiscarded("sggw>browary"))
    assert (state.phase, state.to_act, state.deck_left) == (Phase.CHOOSE_CARD, 1, 0)
    assert chance_outcomes(state) == {}


# Victory leaves -----------------------------------------------------------------------------------------------------


def test_victory_laid_in_an_order_phase_leaves_at_the_end_of_the_third_round_after_H_53_E_15():
    state = played(last_turn(round=4, victory_at=0), "end", "draw victory").state
    assert (state.round, state.track) == (5, (("victory", 1),))
    for later in (6, 7, 8):
        state = idle_round(state).state
        assert (state.round, state.track) == (later, (("victory", later - 4),))
    state, events = idle_round(state)
    assert events[-3:] == (TimePassed(), VictoryLeft(), GameEnded("victory-card"))
    assert (state.round, state.track, state.phase, state.to_act) == (8, (), Phase.OVER, None)


def test_victory_laid_as_an_extra_card_leaves_at_the_end_of_the_fourth_round_after_H_53():
    state = last_turn(track=[("stary-mokotow>port", 4)], victory_at=0, round=5)
    state = played(state, "end", "block przyczolek~port", "draw victory").state
    for later in (6, 7, 8, 9):
        assert (state.round, state.track) == (later, (("victory", later - 5),))
        state = idle_round(state).state
    assert (state.round, state.phase, state.ending) == (9, Phase.OVER, Ending.VICTORY_CARD)


def test_victory_leaving_is_no_late_order_H_53():
    state, events = played(last_turn(track=[("victory", 4)], deck_left=20), "end")
    assert events == (TurnEnded(1), TimePassed(), VictoryLeft(), GameEnded("victory-card"))
    assert (state.late, state.tokens, state.fallen, state.deck_left) == ((), (), (), 20)


def test_the_game_goes_on_while_victory_is_on_the_track_E_15():
    state = played(last_turn(track=[("victory", 3)], deck_left=0), "end").state
    assert (state.ending, state.phase, state.track) == ("", Phase.CHOOSE_CARD, (("victory", 4),))
    assert outcome(state) is None


def test_the_game_ends_with_victory_though_deck_and_track_have_cards_E_15_H_54():
    state = last_turn(track=[("victory", 4), ("stary-mokotow>port", 3), ("past>starowka", 1)], deck_left=20)
    state = played(state, "end").state
    assert (state.ending, state.to_act) == (Ending.VICTORY_CARD, None)
    assert state.track == (("stary-mokotow>port", 4), ("past>starowka", 2))
    assert (state.late, state.tokens) == ((), ())


@pytest.mark.parametrize("order", [("stary-mokotow>port", "victory"), ("victory", "stary-mokotow>port")])
def test_orders_leaving_together_with_victory_are_resolved_before_the_game_ends_H_54(order):
    state = last_turn(track=[(card, 4) for card in order], deck_left=20)
    state = played(state, "end").state
    assert (state.phase, state.to_act, state.late) == (Phase.BLOCK_ROAD, 1, ("stary-mokotow>port",))
    state, events = played(state, "block przyczolek~port", "draw past>starowka")
    assert events == (
        RoadBlocked("przyczolek~port", "port"),
        OrderLaid("past>starowka", True),
        GameEnded("victory-card"),
    )
    assert (state.ending, state.track) == (Ending.VICTORY_CARD, (("past>starowka", 1),))


def test_a_third_fall_together_with_victory_is_still_a_defeat_H_54_E_17():
    state = last_turn(
        scouts={"zosia": "past", "hania": "past"} | OUT_OF_MOKOTOW,
        track=[("victory", 4), ("plac-narutowicza>sggw", 4)],
        **fell("zoliborz", "ochota", tokens=[("szucha", "szucha~sggw")]),
    )
    state, events = played(state, "end")
    assert events[-3:] == (OrderLate("plac-narutowicza>sggw"), DistrictFell("mokotow"), GameEnded("falls"))
    assert scores(state) == ()


def test_displacement_in_the_last_phase_still_delivers_H_54_H_4():
    state = last_turn(
        scouts={"zosia": "przyczolek~szucha:2"},
        track=[("victory", 4), ("cytadela>szucha", 2), ("reduta-wawelska>przyczolek", 4)],
        carrying={"zosia": "cytadela>szucha"},
        deck_left=0,
    )
    state, events = played(state, "end", "block przyczolek~szucha")
    assert events[-3:] == (
        ScoutDisplaced("zosia", "przyczolek~szucha:2", "szucha"),
        OrderDelivered("zosia", "cytadela>szucha", 12),
        GameEnded("victory-card"),
    )
    assert scores(state)[0].orders == 12


def test_evacuation_in_the_last_phase_still_delivers_H_54_H_4():
    state = last_turn(
        scouts=OUT_OF_MOKOTOW | {"zosia": "plac-trzech-krzyzy~szucha:1"},
        track=[("victory", 4), ("port>plac-trzech-krzyzy", 1), ("plac-narutowicza>sggw", 4)],
        carrying={"zosia": "port>plac-trzech-krzyzy"},
        tokens=[("szucha", "szucha~sggw")],
        deck_left=0,
    )
    state, events = played(state, "end")
    assert events[-3:] == (
        ScoutEvacuated("zosia", "plac-trzech-krzyzy~szucha:1", "plac-trzech-krzyzy"),
        OrderDelivered("zosia", "port>plac-trzech-krzyzy", 5),
        GameEnded("victory-card"),
    )
    assert scores(state)[0].orders == 5
