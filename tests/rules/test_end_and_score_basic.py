"""The end of a basic game: when it comes, points, winners, common defeat, and stopping a lesson (B-28 to B-31)."""

from typing import Any

import pytest

from mali_powstancy.engine import (
    HAND,
    PRISON,
    Ending,
    GameState,
    IllegalMove,
    Outcome,
    Phase,
    Reason,
    arrange,
    legal_moves,
    new_game,
    outcome,
    parse_move,
    play,
    refusal,
    scores,
    stop_here,
)
from mali_powstancy.engine.events import (
    GameEnded,
    OrderLate,
    RoadBlocked,
    RoundBegan,
    ScoutDisplaced,
    StopCalled,
    TimePassed,
    TokenLaid,
    TurnEnded,
)
from mali_powstancy.engine.state import Slot, Token
from tests.positions import BASIC, RETURNED, after, choices, idle_until, next_round, told, why_refused

TWO = ("red", "green")
RED = ("zosia", "antek", "felek")
SZUCHA = "wytwornia>szucha"
PRZYCZOLEK = "plac-trzech-krzyzy>przyczolek"
MIDDLE_FIELD = "plac-trzech-krzyzy~szucha:1"
THREE_TOKENS = [("port", "przyczolek~port"), ("port", "port~stary-mokotow"), ("sggw", "szucha~sggw")]
AWAY = dict.fromkeys((*RED, "gosia", "tadek", "wicek"), "elektrownia")


def at_die(**position: Any) -> GameState:
    """The last roll of a round; green moved last."""
    return arrange(BASIC, patrols=TWO, cards={"red": 1, "green": 2}, at_die=True, **position)


def ended(**position: Any) -> GameState:
    """A game that ended because deck and track are empty."""
    over = next_round(at_die(deck_left=0, **position))
    assert over.ending == Ending.ALL_ORDERS
    return over


# When the game ends -------------------------------------------------------------------------------------------------


def test_with_an_empty_deck_the_order_phase_is_left_out_B_28():
    begun = next_round(at_die(deck_left=0, track=[(SZUCHA, 4)]))
    assert (begun.round, begun.phase) == (2, Phase.CHOOSE_CARD)
    assert begun.track == (Slot(SZUCHA, 5),)
    one_card_left = next_round(at_die(deck_left=1, track=[(SZUCHA, 4)]))
    assert (one_card_left.round, one_card_left.phase) == (2, Phase.LAY_ORDER)


def test_the_game_ends_with_the_round_in_which_the_last_order_leaves_the_track_B_28_H_17():
    blocking = idle_until(at_die(deck_left=0, track=[(SZUCHA, 5)]), Phase.BLOCK_ROAD)
    assert told(blocking, "block szucha~sggw") == (RoadBlocked("szucha~sggw", "szucha"), GameEnded("all-orders"))
    over = after(blocking, "block szucha~sggw")
    assert (over.phase, over.to_act, over.round, over.ending) == (Phase.OVER, None, 1, "all-orders")
    assert over.late == (SZUCHA,)


def test_after_the_last_delivery_the_round_is_still_played_to_its_end_B_28_H_17():
    state = arrange(
        BASIC,
        patrols=TWO,
        cards={"red": 1, "green": 2},
        deck_left=0,
        scouts={"antek": "bank-polski"},
        track=[("past>starowka", 2)],
        carrying={"antek": "past>starowka"},
    )
    delivered = after(state, "walk antek starowka")
    assert (delivered.track, delivered.ending, outcome(delivered)) == ((), "", None)
    at_the_die = after(delivered, "end", "end")
    assert (at_the_die.phase, at_the_die.ending) == (Phase.DIE, "")
    assert next_round(at_the_die).ending == "all-orders"


@pytest.mark.parametrize(
    ("deck_left", "track", "ends"),
    [(0, [], True), (1, [], False), (0, [(SZUCHA, 4)], False), (1, [(SZUCHA, 4)], False)],
)
def test_the_game_ends_only_when_deck_and_track_are_both_empty_B_28_H_17(deck_left, track, ends):
    passed = next_round(at_die(deck_left=deck_left, track=track))
    assert (passed.phase is Phase.OVER) == ends
    assert (outcome(passed) is None) == (not ends)


def test_a_displaced_scout_finds_its_place_before_the_game_ends_B_28_H_17():
    state = at_die(deck_left=0, track=[(SZUCHA, 5)], scouts={"zosia": MIDDLE_FIELD})
    asked = after(idle_until(state, Phase.BLOCK_ROAD), "block plac-trzech-krzyzy~szucha")
    assert (asked.phase, asked.ending) == (Phase.DISPLACED, "")
    assert told(asked, "retreat zosia szucha") == (
        ScoutDisplaced("zosia", MIDDLE_FIELD, "szucha"),
        GameEnded("all-orders"),
    )


def test_the_final_rounds_have_cards_turns_soldier_and_time_H_48():
    begun = next_round(at_die(deck_left=0, track=[(SZUCHA, 3)]))
    phases = []
    for move in ("card 3", "card 3", "end", "end", "roll black 2", "target past"):
        phases.append(begun.phase)
        begun = after(begun, move)
    assert phases == [Phase.CHOOSE_CARD, Phase.CHOOSE_CARD, Phase.TURN, Phase.TURN, Phase.DIE, Phase.TARGET]
    assert (begun.round, begun.track) == (3, (Slot(SZUCHA, 5),))


def test_late_orders_and_defeat_go_on_after_the_deck_is_empty_B_31_H_48():
    late = idle_until(at_die(deck_left=0, track=[(SZUCHA, 5), (PRZYCZOLEK, 4)]), Phase.BLOCK_ROAD)
    assert after(late, "block szucha~sggw").tokens == (Token("szucha", "szucha~sggw"),)
    lost = next_round(at_die(deck_left=0, track=[(SZUCHA, 5), (PRZYCZOLEK, 4)], tokens=THREE_TOKENS))
    assert lost.ending == "tokens"


def test_after_the_end_no_move_is_possible_B_28():
    over = ended()
    moves = ("first 0", "draw past>starowka", "roll red 1", "card 1", "place zosia past", "walk zosia past", "end")
    for move in (*moves, "jump zosia past", "collect zosia past>starowka", "drop zosia", "target past", "extra zosia"):
        assert why_refused(over, move) is Reason.GAME_OVER
    for move in ("block szucha~sggw", "retreat zosia past", "gossip", "keep a", "deal a", "pals zosia antek"):
        assert why_refused(over, move) is Reason.GAME_OVER
    assert legal_moves(over) == []
    with pytest.raises(IllegalMove, match="game-over"):
        play(over, parse_move("end"))


def test_after_the_end_what_is_no_move_is_still_no_move_B_28():
    thing: Any = "end"
    assert refusal(ended(), thing) is Reason.NOT_A_MOVE


# Points -------------------------------------------------------------------------------------------------------------


def test_the_points_of_delivered_orders_are_added_up_B_1_B_29():
    over = ended(scouts=AWAY, delivered={"red": ["plac-wilsona>port", "past>starowka"], "green": ["browary>past"]})
    assert [score.orders for score in scores(over)] == [15 + 3, 3]
    assert [score.delivered for score in scores(over)] == [2, 1]
    assert [score.total for score in scores(over)] == [18, 3]


@pytest.mark.parametrize(("places", "bonus"), RETURNED)
def test_one_two_or_three_returned_scouts_give_1_3_or_7_points_B_29_H_47(places, bonus):
    over = ended(scouts=AWAY | dict(zip(RED, places, strict=True)))
    assert [(score.returned, score.total) for score in scores(over)] == [(bonus, bonus), (0, 0)]


def test_who_never_left_a_start_object_counts_for_the_bonus_H_47():
    assert [score.returned for score in scores(ended())] == [7, 7]


def test_prison_hand_and_fields_beside_a_start_object_do_not_count_for_the_bonus_H_47():
    beside = {"zosia": "plac-wilsona~cytadela:1", "antek": "bank-polski", "felek": "szucha"}
    away = {"zosia": HAND, "antek": HAND, "felek": "past"}
    assert scores(ended(scouts=beside))[0].returned == 0
    assert scores(ended(scouts=away))[0].returned == 1
    caught = at_die(deck_left=0, soldier="past~elektrownia:1", scouts={"zosia": "past", "antek": HAND})
    over = after(caught, "roll black 1")
    assert (over.position_of("zosia"), scores(over)[0].returned) == (PRISON, 1)


def test_the_bonus_counts_only_at_the_end_B_29_H_47():
    state = arrange(BASIC, patrols=TWO, delivered={"green": ["past>starowka"]})
    assert [(score.orders, score.returned, score.total) for score in scores(state)] == [(0, 0, 0), (3, 0, 3)]


def test_orders_and_bonus_are_added_and_the_basic_variant_has_no_goals_B_29():
    over = ended(delivered={"red": ["plac-wilsona>port"]})
    assert [(score.orders, score.returned, score.goals, score.total) for score in scores(over)] == [
        (15, 7, 0, 22),
        (0, 7, 0, 7),
    ]


def test_undelivered_orders_carry_no_points_H_60():
    state = at_die(scouts=AWAY, track=[("plac-wilsona>port", 1)], carrying={"zosia": "plac-wilsona>port"})
    over = next_round(stop_here(state).state)
    assert over.order_of("zosia") == "plac-wilsona>port"
    assert [score.total for score in scores(over)] == [0, 0]


def test_late_orders_carry_no_points_H_60():
    over = ended(scouts=AWAY, late=["plac-wilsona>port"], tokens=[("port", "przyczolek~port")])
    assert [score.total for score in scores(over)] == [0, 0]


# Who wins -----------------------------------------------------------------------------------------------------------


def test_the_most_points_win_B_1_B_30():
    over = ended(scouts=AWAY, delivered={"red": ["plac-wilsona>port"], "green": ["past>starowka", "browary>past"]})
    assert outcome(over) == Outcome(Ending.ALL_ORDERS, (0,))
    assert not Outcome(Ending.ALL_ORDERS, (0,)).is_defeat


def test_the_return_bonus_can_decide_B_29_B_30():
    delivered = {"red": ["past>starowka"], "green": ["browary>past"]}
    over = ended(scouts=AWAY | {"wicek": "past"}, delivered=delivered)
    assert outcome(over) == Outcome(Ending.ALL_ORDERS, (1,))


def test_a_tie_goes_to_the_player_with_more_delivered_orders_B_30():
    six_points_each = {"red": ["pawiak>plac-wilsona"], "green": ["past>starowka", "browary>past"]}
    over = ended(scouts=AWAY, delivered=six_points_each)
    assert [score.total for score in scores(over)] == [6, 6]
    assert outcome(over) == Outcome(Ending.ALL_ORDERS, (1,))


def test_more_delivered_orders_do_not_beat_more_points_B_30():
    over = ended(scouts=AWAY | {"zosia": "past"}, delivered={"red": [], "green": []})
    assert outcome(over) == Outcome(Ending.ALL_ORDERS, (0,))
    more_orders = {"red": ["cytadela>szucha"], "green": ["past>starowka", "browary>past", "pawiak>starowka"]}
    assert outcome(ended(scouts=AWAY, delivered=more_orders)) == Outcome(Ending.ALL_ORDERS, (0,))


def test_a_tie_in_points_and_orders_is_a_shared_victory_B_30_H_30():
    over = ended(scouts=AWAY, delivered={"red": ["past>starowka"], "green": ["browary>past"]})
    assert outcome(over) == Outcome(Ending.ALL_ORDERS, (0, 1))


def test_only_the_players_in_first_place_share_the_victory_B_30_H_30():
    state = arrange(
        BASIC,
        cards={"red": 1, "orange": 1, "green": 1, "violet": 1},
        at_die=True,
        deck_left=0,
        delivered={
            "red": ["past>starowka", "browary>past"],
            "orange": ["pawiak>plac-wilsona"],
            "green": ["dworzec-pocztowy>browary", "pawiak>starowka"],
            "violet": ["plac-trzech-krzyzy>przyczolek"],
        },
    )
    assert outcome(next_round(state)) == Outcome(Ending.ALL_ORDERS, (0, 2))


def test_everybody_can_win_together_with_nothing_delivered_H_30():
    assert outcome(ended(scouts=AWAY)) == Outcome(Ending.ALL_ORDERS, (0, 1))


def test_while_the_game_goes_on_nobody_has_won_B_30():
    assert outcome(arrange(BASIC, patrols=TWO, delivered={"red": ["past>starowka"]})) is None


# Defeat -------------------------------------------------------------------------------------------------------------


def lost(**position: Any) -> GameState:
    """The end of the turns before the fourth token."""
    return idle_until(at_die(tokens=THREE_TOKENS, track=[(SZUCHA, 5)], **position), Phase.EXTRA_MOVE)


def test_the_fourth_token_is_a_common_defeat_B_1_B_31_H_18():
    over = after(lost(), "end")
    assert (over.phase, over.ending) == (Phase.OVER, "tokens")
    assert outcome(over) == Outcome(Ending.TOKENS, ())
    assert Outcome(Ending.TOKENS, ()).is_defeat
    assert len(over.tokens) == 4


def test_three_tokens_are_no_defeat_yet_B_31_H_18():
    blocking = idle_until(at_die(tokens=THREE_TOKENS[:2], track=[(SZUCHA, 5)]), Phase.BLOCK_ROAD)
    third = after(blocking, "block szucha~sggw")
    assert (len(third.tokens), third.ending, third.round) == (3, "", 2)
    assert next_round(at_die(tokens=THREE_TOKENS)).round == 2


def test_the_fourth_token_asks_for_no_road_and_displaces_nobody_H_18():
    state = lost(scouts={"zosia": MIDDLE_FIELD})
    assert told(state, "end") == (
        TurnEnded(1),
        TimePassed(),
        OrderLate(SZUCHA),
        TokenLaid("szucha"),
        GameEnded("tokens"),
    )
    assert after(state, "end").position_of("zosia") == MIDDLE_FIELD


def test_the_fourth_token_comes_before_the_second_of_two_late_orders_is_resolved_H_12_H_18_H_35():
    state = at_die(tokens=THREE_TOKENS, track=[(SZUCHA, 5), (PRZYCZOLEK, 5)])
    assert told(idle_until(state, Phase.EXTRA_MOVE), "end")[2:] == (
        OrderLate(SZUCHA),
        TokenLaid("szucha"),
        OrderLate(PRZYCZOLEK),
        GameEnded("tokens"),
    )
    over = next_round(state)
    assert (over.ending, over.late, len(over.tokens)) == ("tokens", (SZUCHA, PRZYCZOLEK), 4)


def test_with_two_tokens_the_first_of_two_late_orders_is_asked_for_and_the_second_loses_H_12_H_18():
    blocking = idle_until(at_die(tokens=THREE_TOKENS[:2], track=[(SZUCHA, 5), (PRZYCZOLEK, 5)]), Phase.BLOCK_ROAD)
    assert told(blocking, "block szucha~sggw") == (
        RoadBlocked("szucha~sggw", "szucha"),
        OrderLate(PRZYCZOLEK),
        TokenLaid("przyczolek"),
        GameEnded("tokens"),
    )


def test_the_defeat_comes_before_the_end_of_the_last_round_H_18():
    over = after(lost(deck_left=0), "end")
    assert (over.track, over.deck_left, over.ending) == ((), 0, "tokens")


def test_after_a_defeat_there_are_no_scores_and_no_winner_B_31_H_60():
    over = after(lost(delivered={"red": ["plac-wilsona>port"]}), "end")
    assert scores(over) == ()
    assert outcome(over) == Outcome(Ending.TOKENS, ())


def test_after_a_defeat_no_move_is_possible_B_28_B_31():
    over = after(lost(), "end")
    assert (why_refused(over, "end"), why_refused(over, "block szucha~sggw")) == (Reason.GAME_OVER, Reason.GAME_OVER)
    assert (over.to_act, choices(over)) == (None, [])


def test_a_game_in_which_nobody_does_anything_is_lost_by_all_B_1_B_31():
    state = new_game(BASIC, 4, start_player=0)
    while state.phase is not Phase.OVER:
        state = next_round(state)
    assert (state.round, outcome(state)) == (6, Outcome(Ending.TOKENS, ()))


# Stop here ----------------------------------------------------------------------------------------------------------


def test_stop_here_lets_the_running_round_be_played_to_its_end_H_61():
    turn = arrange(BASIC, patrols=TWO, cards={"red": 1, "green": 2}, track=[(SZUCHA, 2)])
    stopping, events = stop_here(turn)
    assert events == (StopCalled(),)
    assert (stopping.phase, stopping.to_act, stopping.ending) == (Phase.TURN, 0, "")
    assert legal_moves(stopping) == legal_moves(turn)
    soldier = after(stopping, "end", "end")
    assert soldier.phase is Phase.DIE
    over = next_round(soldier)
    assert (over.phase, over.ending, over.round) == (Phase.OVER, "stopped", 1)


def test_after_stop_here_no_new_round_begins_H_61():
    stopping = stop_here(idle_until(at_die(track=[(SZUCHA, 2)]), Phase.EXTRA_MOVE)).state
    assert told(stopping, "end") == (TurnEnded(1), TimePassed(), GameEnded("stopped"))
    going_on = idle_until(at_die(track=[(SZUCHA, 2)]), Phase.EXTRA_MOVE)
    assert told(going_on, "end") == (TurnEnded(1), TimePassed(), RoundBegan(2, 1))


def test_after_stop_here_late_orders_of_the_running_round_still_block_roads_H_61():
    stopping = stop_here(at_die(track=[(SZUCHA, 5), ("past>starowka", 4)], scouts={"zosia": MIDDLE_FIELD})).state
    blocking = idle_until(stopping, Phase.BLOCK_ROAD)
    over = after(blocking, "block plac-trzech-krzyzy~szucha", "retreat zosia szucha")
    assert (over.ending, over.late, len(over.tokens)) == ("stopped", (SZUCHA,), 1)


def test_after_stop_here_orders_on_the_track_are_neither_late_nor_scored_H_61():
    over = next_round(stop_here(at_die(track=[("past>starowka", 4)], carrying={"antek": "past>starowka"})).state)
    assert over.track == (Slot("past>starowka", 5),)
    assert (over.late, over.tokens) == ((), ())
    assert [score.orders for score in scores(over)] == [0, 0]


def test_after_stop_here_a_defeat_is_still_possible_H_61():
    over = next_round(stop_here(at_die(tokens=THREE_TOKENS, track=[(SZUCHA, 5)])).state)
    assert outcome(over) == Outcome(Ending.TOKENS, ())


def test_a_stopped_game_is_scored_as_it_stands_with_the_return_bonus_H_61():
    over = next_round(stop_here(at_die(scouts=AWAY | {"wicek": "past"}, delivered={"red": ["past>starowka"]})).state)
    assert [(score.orders, score.returned) for score in scores(over)] == [(3, 0), (0, 1)]
    assert outcome(over) == Outcome(Ending.STOPPED, (0,))
    assert not Ending.STOPPED.is_defeat


def test_a_game_that_is_over_anyway_ends_as_usual_after_stop_here_H_17_H_61():
    assert next_round(stop_here(at_die(deck_left=0)).state).ending == "all-orders"


def test_stop_here_is_called_only_once_and_not_after_the_end_H_61():
    stopping = stop_here(at_die()).state
    with pytest.raises(IllegalMove) as twice:
        stop_here(stopping)
    assert twice.value.reason is Reason.NOT_NOW
    with pytest.raises(IllegalMove) as too_late:
        stop_here(next_round(stopping))
    assert too_late.value.reason is Reason.GAME_OVER


def test_stop_here_may_be_called_in_every_phase_and_changes_nothing_else_H_61():
    for state in (new_game(BASIC, 2), arrange(BASIC, patrols=TWO), at_die(), idle_until(at_die(), Phase.EXTRA_MOVE)):
        stopping = stop_here(state).state
        assert (stopping.agenda, stopping.stopping, state.stopping) == (state.agenda, True, False)
