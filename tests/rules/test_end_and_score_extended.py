from typing import Any

import pytest

from mali_powstancy.engine import (
    CHANCE,
    Ending,
    GameState,
    IllegalMove,
    Outcome,
    Phase,
    Reason,
    arrange,
    legal_moves,
    load_scenario,
    new_game,
    observe,
    outcome,
    parse_move,
    play,
    scores,
    seen_by,
    stop_here,
)
from mali_powstancy.engine.events import (
    CardSealed,
    CardsRevealed,
    GameEnded,
    OrderLaid,
    OrderLate,
    RoadBlocked,
    RoundBegan,
    StopCalled,
    TimePassed,
    TurnEnded,
)
from tests.positions import EXTENDED, RETURNED, fell, played, why_refused


def last_turn(**position: Any) -> GameState:
    """A round of two players that needs one more `end` before time passes."""
    return arrange(EXTENDED, patrols=("red", "orange"), cards={"red": 5, "orange": 5}, turn="orange", **position)


def ended(**position: Any) -> GameState:
    """A game that the Victory card has just ended."""
    return played(last_turn(track=[("victory", 4)], **position), "end").state


def lost(**position: Any) -> GameState:
    """A game in which the third district has just fallen."""
    state = last_turn(
        scouts={"zosia": "past", "hania": "past"},
        track=[("plac-narutowicza>sggw", 4)],
        **fell("zoliborz", "ochota", tokens=[("szucha", "szucha~sggw")]),
        **position,
    )
    return played(state, "end").state


# No soldier, die or prison (E-1) ------------------------------------------------------------------------------------


def test_there_is_no_soldier_E_1():
    assert EXTENDED.board.soldier_start == "plac-narutowicza"
    assert new_game(EXTENDED, 4, start_player=0).soldier is None
    state = arrange(
        EXTENDED, patrols=("red", "orange"), cards={"red": 2, "orange": 5}, scouts={"zosia": "reduta-kaliska"}
    )
    assert state.soldier is None
    assert played(state, "walk zosia plac-narutowicza").state.position_of("zosia") == "plac-narutowicza"
    assert "jump zosia plac-narutowicza" in map(str, legal_moves(state))


def test_a_round_has_an_order_phase_a_movement_phase_and_time_passes_E_1():
    state = played(last_turn(), "end").state
    assert (state.phase, state.to_act) == (Phase.LAY_ORDER, CHANCE)
    state, events = played(state, "draw past>starowka", "card 1", "card 1", "end", "end")
    assert events == (
        OrderLaid("past>starowka", False),
        CardSealed(1, 1),
        CardSealed(0, 1),
        CardsRevealed((1, 1), (1, 0)),
        TurnEnded(1),
        TurnEnded(0),
        TimePassed(),
        RoundBegan(3, 0),
    )


def test_nothing_of_the_soldier_is_ever_asked_E_1():
    turn = arrange(EXTENDED, patrols=("red", "orange"), cards={"red": 5, "orange": 5})
    phases = {task.phase for task in turn.agenda}
    assert not phases & {Phase.SOLDIER, Phase.DIE, Phase.TARGET, Phase.CHOOSE_EXTRA, Phase.EXTRA_MOVE}
    began = played(last_turn(), "end").state
    assert Phase.SOLDIER not in {task.phase for task in began.agenda}
    for move in ("roll black 1", "target past", "extra zosia", "place zosia past"):
        assert why_refused(turn, move) is Reason.NOT_NOW


# Scores -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("fields", "bonus"), RETURNED)
def test_the_return_bonus_counts_own_scouts_in_any_of_the_start_objects_H_47(fields, bonus):
    scouts = dict(zip(("zosia", "antek", "felek"), fields, strict=True))
    scouts |= {"hania": "cytadela", "olek": "port", "kazik": "past"}
    assert [score.returned for score in scores(ended(scouts=scouts))] == [bonus, 1]


def test_the_return_bonus_is_counted_only_at_the_end_H_47():
    assert [score.returned for score in scores(last_turn())] == [0, 0]
    assert [score.returned for score in scores(ended())] == [7, 7]


def test_the_score_adds_orders_return_bonus_and_goals_E_16():
    state = ended(
        delivered={"red": ["past>starowka", "plac-wilsona>port"], "orange": ["sggw>browary"]},
        scouts={"zosia": "port", "hania": "port", "olek": "port"},
        goals={"red": ["most-orders-1", "districts-4-a", "most-important-1"], "orange": ["most-from-mokotow"]},
    )
    red, orange = scores(state)
    assert red == (18, 3, 20, 2)
    assert orange == (8, 1, 10, 1)
    assert (red.total, orange.total) == (41, 19)
    assert outcome(state) == Outcome(Ending.VICTORY_CARD, (0,))


def test_with_equal_points_more_delivered_orders_win_E_16():
    delivered = {"red": ["plac-wilsona>wytwornia"], "orange": ["past>starowka", "pawiak>starowka"]}
    assert outcome(ended(delivered=delivered)) == Outcome(Ending.VICTORY_CARD, (1,))


def test_with_equal_points_and_orders_the_victory_is_shared_H_30():
    delivered = {"red": ["pawiak>starowka"], "orange": ["past>starowka"]}
    assert outcome(ended(delivered=delivered)) == Outcome(Ending.VICTORY_CARD, (0, 1))


def test_orders_left_on_the_track_give_nothing_even_if_carried_H_54_H_60():
    state = last_turn(track=[("victory", 4), ("plac-wilsona>port", 1)], carrying={"zosia": "plac-wilsona>port"})
    state = played(state, "end").state
    assert [score.orders for score in scores(state)] == [0, 0]


# Common defeat (E-17) -----------------------------------------------------------------------------------------------


def test_after_the_third_fall_nobody_counts_points_and_nobody_wins_E_17_H_31_H_60():
    state = lost(delivered={"red": ["plac-wilsona>port"]}, goals={"red": ["most-orders-1"]})
    assert (state.ending, state.phase, state.to_act) == (Ending.FALLS, Phase.OVER, None)
    assert scores(state) == ()
    result = outcome(state)
    assert result == Outcome(Ending.FALLS, ())
    assert result is not None
    assert result.is_defeat


def test_a_game_ended_by_victory_is_no_defeat_E_15():
    result = outcome(ended())
    assert result is not None
    assert not result.is_defeat


def test_after_a_defeat_goals_stay_secret_E_17():
    state = lost(goals={"red": ["most-orders-1"], "orange": ["most-orders-2"]})
    assert observe(state, 1).goals == (None, ("most-orders-2",))
    assert observe(state, None).goals == (None, None)


@pytest.mark.parametrize("over", [ended, lost])
def test_when_the_game_is_over_nothing_can_be_played_E_15_E_17_H_31(over):
    state = over()
    assert legal_moves(state) == []
    for move in ("end", "card 1", "draw past>starowka", "gossip", "walk zosia bank-polski", "retreat felek port"):
        assert why_refused(state, move) is Reason.GAME_OVER
    with pytest.raises(IllegalMove) as refused:
        play(state, parse_move("end"))
    assert refused.value.reason is Reason.GAME_OVER


def test_in_the_short_extended_game_the_second_fall_loses_E_17_H_31():
    short = load_scenario("short-extended-1")
    for fallen, ending in [([], ""), (["ochota"], Ending.FALLS)]:
        state = arrange(
            short,
            patrols=("red", "orange"),
            cards={"red": 5, "orange": 5},
            turn="orange",
            scouts={"felek": "past", "kazik": "past"},
            track=[("plac-narutowicza>sggw", 4)],
            **fell(*fallen, tokens=[("szucha", "szucha~sggw")]),
        )
        assert played(state, "end").state.ending == ending


# Stop here (H-61) ---------------------------------------------------------------------------------------------------


def test_the_running_round_is_the_last_one_H_61():
    state, events = stop_here(played(last_turn(round=3), "end").state)
    assert events == (StopCalled(),)
    assert (state.phase, state.round, state.stopping) == (Phase.LAY_ORDER, 4, True)
    state, events = played(state, "draw past>starowka", "card 1", "card 1", "end", "end")
    assert events[-2:] == (TimePassed(), GameEnded("stopped"))
    assert (state.round, state.phase) == (4, Phase.OVER)


def test_after_stop_here_late_orders_and_extra_cards_still_come_H_61():
    state = stop_here(last_turn(track=[("stary-mokotow>port", 4), ("browary>past", 3)])).state
    state, events = played(state, "end", "block przyczolek~port", "draw past>starowka")
    assert events[2:] == (
        OrderLate("stary-mokotow>port"),
        RoadBlocked("przyczolek~port", "port"),
        OrderLaid("past>starowka", True),
        GameEnded("stopped"),
    )
    assert state.late == ("stary-mokotow>port",)
    assert state.track == (("browary>past", 4), ("past>starowka", 1))


def test_after_stop_here_a_third_fall_is_still_a_defeat_H_61_E_17():
    state = last_turn(
        scouts={"zosia": "past", "hania": "past"},
        track=[("plac-narutowicza>sggw", 4)],
        **fell("zoliborz", "ochota", tokens=[("szucha", "szucha~sggw")]),
    )
    state = played(stop_here(state).state, "end").state
    assert outcome(state) == Outcome(Ending.FALLS, ())


def test_after_stop_here_everything_counts_as_it_stands_H_61_E_16_H_47():
    state = last_turn(
        track=[("plac-wilsona>port", 2)],
        carrying={"zosia": "plac-wilsona>port"},
        delivered={"red": ["past>starowka"]},
        goals={"red": ["most-orders-1"], "orange": ["most-orders-2"]},
    )
    state = played(stop_here(state).state, "end").state
    assert scores(state) == ((3, 7, 10, 1), (0, 7, 0, 0))
    assert outcome(state) == Outcome(Ending.STOPPED, (0,))
    assert state.late == ()


def test_without_stop_here_the_next_round_begins_H_61():
    assert played(last_turn(round=3), "end").events[-1] == RoundBegan(4, 1)


def test_stop_here_is_said_once_and_before_the_end_H_61():
    with pytest.raises(IllegalMove) as twice:
        stop_here(stop_here(last_turn()).state)
    assert twice.value.reason is Reason.NOT_NOW
    with pytest.raises(IllegalMove) as too_late:
        stop_here(ended())
    assert too_late.value.reason is Reason.GAME_OVER


# What is public and what is not (H-58) ------------------------------------------------------------------------------


def test_delivered_late_and_discarded_orders_are_public_H_58():
    state = last_turn(
        scouts={"felek": "past", "kazik": "past"},
        **fell("mokotow"),
        delivered={"red": ["past>starowka"], "orange": ["browary>past", "sggw>browary"]},
        late=["cytadela>szucha"],
    )
    state = played(state, "end", "draw stary-mokotow>port").state
    for looking in (0, 1, None):
        seen = observe(state, looking)
        assert seen.delivered == (("past>starowka",), ("browary>past", "sggw>browary"))
        assert (seen.late, seen.discarded) == (("cytadela>szucha",), ("stary-mokotow>port",))
        assert not {"past>starowka", "browary>past", "sggw>browary", "cytadela>szucha"} & set(seen.unseen)


@pytest.mark.parametrize("looking", [1, None])
@pytest.mark.parametrize("card", [1, 2, 3, 4, 5])
def test_a_sealed_card_is_invisible_to_others_and_so_is_its_action_E_4(card, looking):
    state = arrange(EXTENDED, patrols=("red", "orange"))
    sealed, events = played(state, f"card {card}")
    assert observe(sealed, looking) == observe(played(state, "card 1").state, looking)
    assert observe(sealed, looking).sealed == (None, None)
    assert observe(sealed, looking).has_sealed == (True, False)
    assert observe(sealed, 0).sealed == (card, None)
    assert [seen_by(event, looking) for event in events] == [CardSealed(0, None)]
