"""The worked positions, one test each; its name says which rules it proves. W-1 to W-3 stand in the rulebook."""

from typing import Any

import pytest

from mali_powstancy.bitwa_warszawska import Ending, GameState, legal_moves, outcome, reserve, strength_of
from mali_powstancy.bitwa_warszawska.cards import ACZ, WP
from mali_powstancy.bitwa_warszawska.events import (
    BattleBegan,
    CardDrawn,
    DeckRenewed,
    FrontTied,
    FrontWon,
    InitiativeGiven,
    PointsGained,
    ScoringLaid,
    ScoringNotLaid,
    ScoringPointGained,
    UnitsAdded,
    UnitsSentBack,
)
from tests.bitwa_warszawska.tables import STANDARD, after, all_out, lines, reason, table, told, units

N, M, S = range(3)


def texts(state: GameState) -> set[str]:
    """What may be done, as texts."""
    return {*map(str, legal_moves(state))}


def won(events: list[Any]) -> dict[int, tuple[int | None, tuple[int, int]]]:
    """By front: who has won its battle, and the strengths."""
    fought: dict[int, tuple[int | None, tuple[int, int]]] = {}
    for event in events:
        if isinstance(event, FrontWon):
            fought[event.front] = event.army, event.strengths
        elif isinstance(event, FrontTied):
            fought[event.front] = None, event.strengths
    return fought


def round_begins(**said: Any) -> GameState:
    """The beginning of round 3, where chance rolls; nobody holds a card unless it is told."""
    return table(**{"turn": None, "wp_hand": [], "acz_hand": [], **said})


# The examples of the rulebook ---------------------------------------------------------------------------------------


def test_w_1_supplies_are_used_by_both_armies_V_31_V_32_V_33_HV_13_HV_17_HV_18():
    state = table(
        players=3,
        pair="WP",
        turn=None,
        wp_hand=[],
        acz_hand=[],
        initiative=["ACz-1", "WP-1", "ACz-1", "WP-2"],
        WP={"bids": {"supplies": ["wp-10-dp"]}},
    )
    state = after(state)
    assert texts(state) == {"supplies high", "supplies low"}
    assert state.to_act == 2, "the player with the larger marker number decides"
    state = after(state, "supplies high")
    assert (state.to_act, state.agenda[0].number) == (1, 2)
    state = after(state, "add N", "add M")
    assert lines(state, ACZ) == "N 0/2, M 0/2, S 0/1"
    assert reserve(state, ACZ) == 16
    assert (state.to_act, state.agenda[0].number) == (2, 4)
    state = after(state, "add M", "step S2-M2", "step M2-M1", "step M2-M1")
    assert lines(state, WP) == "N 0/1, M 2/1, S 0/0"
    assert reserve(state, WP) == 17
    assert state.phase.value == "turn", "no fifth operation, and the other WP player is asked nothing"


def test_w_2_a_new_commander_s_limit_comes_before_his_effect_V_45_V_50_HV_26_HV_27():
    state = table(
        WP={"units": {"M": [0, 6]}, "commanders": {"M": "wp-galica"}},
        ACz={"units": {"M": [0, 5]}, "commanders": {"M": "acz-jakir"}},
        wp_hand=["wp-haller", "wp-10-dp"],
    )
    assert {text for text in texts(state) if text.startswith("play wp-haller M")} == {"play wp-haller M 1"}
    assert reason(state, "play wp-haller M 2") == "effect-not-usable HV-26"
    state, events = told(state, "play wp-haller M 1")
    assert state.discards[WP] == ("wp-galica",)
    assert lines(state, WP) == "N 0/1, M 0/4, S 0/1"
    assert UnitsSentBack(WP, M, 2) in events
    assert state.strength[M] == 2
    assert strength_of(state, WP, M) == 6


def test_w_3_strength_and_losses_V_4_V_67_V_69_V_71():
    state, events = all_out(table(wp="M 1/3", acz="M 1/2"))
    assert won(events)[M] == (WP, (5, 4))
    assert (lines(state, WP), lines(state, ACZ)) == ("N 0/1, M 0/3, S 0/1", "N 0/1, M 0/2, S 0/1")


# Points -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wp", "acz", "scoring", "gained"),
    [
        pytest.param("N 0/2, M 0/2", "S 0/2", "S", (1, 1), id="W-4"),
        pytest.param("N 0/2, M 0/2, S 0/2", "", "M", (3, 0), id="W-5"),
        pytest.param("N 0/2", "M 0/2", "none", (0, 0), id="W-6"),
        pytest.param("N 0/2", "", "none", (1, 0), id="W-7"),
        pytest.param("", "N 0/2, M 0/2, S 0/2", "none", (0, 2), id="all three"),
        pytest.param("N 0/2", "M 0/2", "M", (0, 1), id="only the scoring marker"),
        pytest.param("N 0/2, M 0/2", "S 0/2", "none", (1, 0), id="two of three"),
        pytest.param("N 0/2", "", "M", (1, 0), id="tie under the scoring marker"),
    ],
)
def test_w_4_to_w_7_points_for_won_battles_and_the_scoring_marker_V_2_V_69_V_70(wp, acz, scoring, gained):
    state, events = all_out(table(wp=wp, acz=acz, scoring=scoring))
    assert state.points == gained
    assert sum(e.number for e in events if isinstance(e, PointsGained)) + sum(
        isinstance(e, ScoringPointGained) for e in events
    ) == sum(gained)


def test_w_8_the_scoring_marker_never_lies_on_the_same_front_twice_V_21_V_22_HV_41():
    laid = []
    state = round_begins(round=2)
    for roll in ("N", "N", "N", "M", "N"):
        state, events = told(state, draws=[f"scoring {roll}"])
        rolled = next(event for event in events if isinstance(event, ScoringLaid | ScoringNotLaid))
        laid.append(rolled.front if isinstance(rolled, ScoringLaid) else None)
        state, _ = all_out(state)
    assert laid == [N, None, None, M, N]


# Blockades ----------------------------------------------------------------------------------------------------------


def test_w_9_no_unit_enters_a_closed_first_line_V_42_V_53_HV_42():
    state = table(WP={"marker": "ACz:L1.M"}, acz_hand=["acz-14-dk"], turn=1)
    state, events = told(state, "play acz-14-dk")
    assert lines(state, ACZ) == "N 0/1, M 0/1, S 0/1"
    assert reserve(state, ACZ) == 18
    assert state.discards[ACZ] == ("acz-14-dk",)
    assert not [event for event in events if isinstance(event, UnitsAdded)]


def test_w_10_units_without_room_stay_in_the_reserve_V_42_V_43_V_44():
    state = after(table(acz="N 0/3", acz_hand=["acz-53-ds"], turn=1), "play acz-53-ds N")
    assert lines(state, ACZ) == "N 1/3, M 0/1, S 0/1"
    assert reserve(state, ACZ) == 21 - 6


def test_w_11_a_closed_second_line_stops_steps_between_fronts_only_V_54_HV_8():
    state = table(ACz={"marker": "WP:L2"}, wp="M 0/2", wp_hand=["wp-przedmoscie", "wp-17-dp"])
    state = after(state, "play wp-przedmoscie N")
    assert reason(state, "step M2-S2") == "fronts-blocked V-54"
    assert texts(state) == {"step N2-N1", "step M2-M1", "step S2-S1", "halt"}
    state = after(state, "step M2-M1", "halt", "bid acz-4-dk funds", "play wp-17-dp")
    assert lines(state, WP) == "N 0/3, M 1/1, S 0/1"


def test_w_12_a_closed_empty_commander_field_V_56():
    state = table(ACz={"marker": "WP:C.N"}, wp_hand=["wp-galica", "wp-10-dp"])
    assert reason(state, "play wp-galica N") == "commander-field-blocked V-56"
    assert reason(state, "play wp-galica N 1") == "commander-field-blocked V-56"
    assert reason(state, "play wp-galica M 1") is None


def test_w_13_a_closed_commander_V_50_V_55_HV_9():
    state = table(
        WP={"commanders": {"M": "wp-galica"}, "units": {"M": [0, 5]}},
        ACz={"marker": "WP:C.M"},
        wp_hand=["wp-roja", "wp-haller", "wp-10-dp"],
    )
    assert reason(state, "activate wp-10-dp M 1") == "commander-blocked V-55"
    assert reason(state, "play wp-roja M 1") == "commander-blocked V-55"
    roja = after(state, "play wp-roja M")
    assert (roja.commanders[M], roja.used[M], roja.strength[M]) == ("wp-roja", False, 0)
    assert lines(roja, WP) == "N 0/1, M 0/5, S 0/1"
    haller = after(state, "play wp-haller M")
    assert (lines(haller, WP), haller.used[M]) == ("N 0/1, M 0/4, S 0/1", False)
    assert haller.markers[ACZ] == state.markers[ACZ]


@pytest.mark.parametrize(
    ("own", "result"),
    [pytest.param("N 3/0", (WP, (8, 7)), id="W-14"), pytest.param("N 2/2", (ACZ, (6, 7)), id="W-15")],
)
def test_w_14_w_15_an_order_under_a_marker_still_works_if_its_condition_holds_V_57_V_66_HV_10(own, result):
    state = table(wp=own, acz="N 3/1", wp_hand=["wp-do-broni"])
    state = after(state, "play wp-do-broni N", "halt", "move-marker acz-4-dk ACz WP:O.N")
    _, events = all_out(state)
    assert won(events)[N] == result


# Removing units -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("foe", "left"),
    [pytest.param("N 2/1", "N 1/1", id="W-16"), pytest.param("N 0/3", "N 0/3", id="W-17")],
)
def test_w_16_w_17_one_unit_for_every_full_three_HV_30_HV_37(foe, left):
    state = table(acz="N 0/2, M 0/2", wp=foe, acz_hand=["acz-proletariat"], turn=1)
    before = reserve(state, WP)
    state = after(state, "play acz-proletariat N", "step M2-N2")
    assert lines(state, ACZ) == "N 0/3, M 0/1, S 0/1"
    assert lines(state, WP).startswith(left)
    assert reserve(state, WP) == before + (foe != left)


def test_w_18_two_units_for_six_HV_37():
    state = table(
        ACz={"units": {"N": [0, 6]}, "commanders": {"N": "acz-jakir"}},
        wp="N 2/2",
        acz_hand=["acz-proletariat"],
        turn=1,
    )
    assert lines(after(state, "play acz-proletariat N", "halt"), WP).startswith("N 0/2")


# Early battles ------------------------------------------------------------------------------------------------------


def test_w_19_gaj_starts_the_battle_of_the_north_V_64_V_65_V_70_HV_31():
    state = table(wp="N 1/1", acz="N 2/1", scoring="N", acz_hand=["acz-gaj", "acz-4-dk"], turn=1)
    assert reason(state, "play acz-gaj N 2") == "effect-not-usable HV-26"
    state, events = told(state, "play acz-gaj N 1")
    assert BattleBegan(N, True) in events
    assert won(events) == {N: (ACZ, (3, 5))}
    assert (lines(state, WP)[:5], lines(state, ACZ)[:5]) == ("N 0/1", "N 0/1")
    assert state.points == (0, 0)
    assert state.advantage == (ACZ, -1, -1)
    state, events = all_out(state)
    assert N not in won(events), "no second battle"
    assert state.points == (0, 2), "one for more battles, one for the scoring marker"
    assert "acz-gaj" in state.discards[ACZ]
    assert state.commanders[3 + N] == ""


def test_w_20_the_player_chooses_from_which_line_a_unit_is_removed_V_48_HV_29():
    state = after(table(wp="S 1/2", acz_hand=["acz-gaj"], turn=1), "play acz-gaj S 2")
    assert texts(state) == {"remove L1", "remove L2"}
    assert reason(state, "halt") == "must-choose HV-29"
    assert lines(after(state, "remove L1"), WP).endswith("S 0/2")
    assert lines(after(state, "remove L2"), WP).endswith("S 1/1")


def pilsudski(**said: Any) -> GameState:
    """Piłsudski is laid on the middle front: WP M 0/3, ACz M 1/2."""
    state = table(wp="M 0/3", acz="M 1/2", wp_hand=["wp-pilsudski", "wp-10-dp"], **said)
    return after(state, "play wp-pilsudski M")


def test_w_21_start_and_advance_all_V_65_V_71_HV_34():
    state = after(pilsudski(), "start")
    assert texts(state) == {"advance all", "keep"}
    state, events = told(state, "advance all")
    assert won(events) == {M: (WP, (6, 4))}
    assert lines(state, WP) == "N 0/1, M 0/0, S 0/1"
    assert reserve(state, WP) == 19
    state, _ = all_out(state)
    assert state.discards[WP][-1] == "wp-pilsudski"


def test_w_22_start_and_keep_HV_34():
    state, events = told(pilsudski(), "start", "keep")
    assert won(events) == {M: (ACZ, (3, 4))}
    assert lines(state, WP) == "N 0/1, M 0/3, S 0/1"


def test_w_23_hold_and_advance_in_the_battle_of_stage_4_V_65_HV_34():
    state = after(pilsudski(), "hold")
    state, _ = all_out(state)
    assert (state.phase.value, state.to_act) == ("advance-all", WP)
    state, events = told(state, "advance all")
    assert won(events)[M] == (WP, (6, 4))
    assert state.commanders[M] == "wp-pilsudski"


def test_w_24_no_question_where_the_first_line_is_closed_V_53_HV_34():
    state, events = told(pilsudski(ACz={"marker": "WP:L1.M"}), "start")
    assert won(events) == {M: (ACZ, (3, 4))}
    assert state.to_act == ACZ


# Commanders ---------------------------------------------------------------------------------------------------------


def test_w_25_stalin_advances_as_many_as_he_has_on_the_first_line_V_48_HV_36():
    state = table(acz="S 2/1, N 0/2, M 0/2", acz_hand=["acz-stalin"], turn=1)
    state = after(state, "play acz-stalin S 2")
    assert (state.agenda[0].number, texts(state)) == (2, {"step N2-N1", "step M2-M1", "step S2-S1", "halt"})
    assert reason(state, "step N2-M2") == "only-forward HV-36"
    state = after(state, "step N2-N1", "step M2-M1")
    assert lines(state, ACZ) == "N 1/1, M 1/1, S 2/1"
    assert state.phase.value == "turn"


def test_w_26_a_commander_is_used_once_a_round_V_49_V_61():
    state = table(acz_hand=["acz-jakir", "acz-4-dk"], wp_hand=["wp-10-dp"], turn=1)
    state = after(state, "play acz-jakir N 1", "pass")
    assert reason(state, "activate acz-4-dk N 1") == "commander-used V-49"
    state = after(after(all_out(state)[0]), "pass")
    assert state.to_act == ACZ
    state = after(state, "activate acz-4-dk N 2")
    assert state.discards[ACZ] == ("acz-4-dk",)
    assert state.used[3 + N]


def test_w_27_a_commander_without_a_usable_effect_is_laid_and_activated_later_V_61_HV_26():
    state = table(wp="M 0/2", acz="M 0/2", wp_hand=["wp-haller", "wp-10-dp"], acz_hand=["acz-57-ds", "acz-4-dk"])
    assert {text for text in texts(state) if text.startswith("play wp-haller M")} == {"play wp-haller M"}
    state = after(state, "play wp-haller M")
    assert not state.used[M]
    state = after(state, "play acz-57-ds")
    assert lines(state, ACZ) == "N 0/1, M 0/3, S 0/1"
    state = after(state, "activate wp-10-dp M 1")
    assert (state.strength[M], state.used[M]) == (2, True)


def test_w_28_a_commander_not_used_this_round_gives_nothing_V_67_V_68():
    state = table(WP={"commanders": {"M": "wp-galica"}, "units": {"M": [1, 1]}}, acz="M 1/1")
    state, events = all_out(state)
    assert won(events)[M] == (None, (3, 3))
    assert state.commanders[M] == "wp-galica"


# Resources ----------------------------------------------------------------------------------------------------------


def test_w_29_funds_of_two_players_V_24_V_25_V_26_V_30():
    state = round_begins(
        initiative=["ACz-1", "WP-1"],
        wp_hand=["wp-10-dp"],
        WP={"bids": {"funds": ["wp-12-dp", "wp-13-dp"]}},
        ACz={"bids": {"funds": ["acz-4-dk"]}},
    )
    state, events = told(state)
    assert [*map(len, state.hands)] == [5, 4]
    assert [e.seat for e in events if isinstance(e, CardDrawn)] == [WP] * 4 + [ACZ] * 4
    assert state.initiative == (WP, ACZ)
    assert InitiativeGiven((WP, ACZ)) in events
    assert (state.discards[WP], state.discards[ACZ]) == (("wp-12-dp", "wp-13-dp"), ("acz-4-dk",))
    assert not any(state.bids)
    assert state.to_act == WP


def test_w_30_a_tie_at_funds_and_supplies_V_35_HV_15_HV_16():
    state = round_begins(
        initiative=["ACz-1", "WP-1"],
        WP={"bids": {"funds": ["wp-12-dp"]}},
        ACz={"bids": {"funds": ["acz-4-dk"], "support": ["acz-6-dk"]}},
    )
    state = after(state)
    assert [*map(len, state.hands)] == [4, 4]
    assert state.initiative == (ACZ, WP)
    assert (state.phase.value, state.to_act) == ("special", ACZ)
    assert len(texts(state)) == 11


def test_w_31_who_passed_is_not_asked_and_keeps_the_hand_V_30_V_38_HV_49():
    state = after(table(wp_hand=["wp-10-dp", "wp-12-dp"], acz_hand=["acz-4-dk", "acz-10-dk"]), "pass")
    state = after(state, "bid acz-4-dk support")
    assert state.to_act == ACZ
    state, events = told(state, "bid acz-10-dk support")
    assert [e.seat for e in events if isinstance(e, CardDrawn)].count(WP) == 2
    assert len(state.hands[WP]) == 4


def test_w_32_a_deck_that_runs_out_ends_a_game_of_two_V_76_HV_24():
    state = round_begins(WP={"deck": 3, "points": 5}, ACz={"points": 4})
    state = after(state)
    assert [*map(len, state.hands)] == [3, 4]
    state, _ = all_out(state)
    assert state.points == (5, 4)
    assert outcome(state) == (Ending.DECK, (WP,))


@pytest.mark.parametrize(("wp", "winners"), [("N 0/1, M 1/2, S 0/2", (WP,)), ("N 0/0, M 1/2, S 0/2", ())])
def test_w_33_seven_to_seven_V_74_V_77_V_78_HV_39(wp, winners):
    state = table(
        WP={"points": 6, "units": units(wp)},
        ACz={"points": 6, "units": units("N 0/2, M 0/1, S 0/1")},
        scoring="N",
    )
    state, events = all_out(state)
    assert {front: army for front, (army, _) in won(events).items()} == {N: ACZ, M: WP, S: WP}
    assert state.points == (7, 7)
    assert outcome(state) == (Ending.POINTS, winners)


def test_w_34_an_undecided_end_after_round_13_V_75_V_78():
    state, _ = all_out(table(round=13, WP={"points": 4}, ACz={"points": 4}))
    assert outcome(state) == (Ending.ROUNDS, ())


def test_w_35_markers_stay_on_their_half_V_52_HV_5():
    state = table(ACz={"marker": "WP:L1.M"})
    assert reason(state, "move-marker wp-13-dp ACz WP:O.S") is None
    assert reason(state, "move-marker wp-13-dp ACz ACz:O.S") == "wrong-half HV-5"
    assert reason(state, "move-marker wp-13-dp special ACz:O.N") == "special-fixed V-52"
    assert reason(state, "move-marker wp-13-dp ACz WP:L1.M") == "same-place HV-5"
    state = after(state, "move-marker wp-13-dp ACz WP:O.S")
    assert state.markers[ACZ] == 9
    assert state.discards[WP] == ("wp-13-dp",)


# The end of a round -------------------------------------------------------------------------------------------------


def test_w_36_units_that_come_after_an_early_battle_are_lost_too_V_64_HV_32():
    state = table(fought={"N": "WP"}, wp_hand=["wp-236-pp"])
    state = after(state, "play wp-236-pp")
    assert lines(state, WP).startswith("N 2/1")
    state, events = all_out(state)
    assert N not in won(events)
    assert lines(state, WP).startswith("N 0/1")


def test_w_37_no_battle_where_nobody_is_V_63():
    state = table(wp="S 0/0", acz="S 0/0", WP={"orders": {"S": "wp-kolej"}})
    state, events = all_out(state)
    assert S not in won(events)
    assert BattleBegan(S, False) not in events
    assert state.orders[S] == ""
    assert state.discards[WP] == ("wp-kolej",)


def test_w_38_a_battle_without_an_enemy_V_63_V_67():
    _, events = all_out(table(wp="S 0/1", acz="S 0/0"))
    assert won(events)[S] == (WP, (1, 0))


def test_a_commander_alone_is_enough_for_a_battle_V_63():
    state = table(WP={"units": {"S": [0, 0]}, "commanders": {"S": "wp-galica"}}, acz="S 0/0")
    _, events = all_out(state)
    assert won(events)[S] == (None, (0, 0))


@pytest.mark.parametrize("more", [["wp-10-dp"], []])
def test_w_39_another_action_at_once_HV_38(more):
    state = table(wp_hand=["wp-rop", *more])
    state = after(state, "play wp-rop N", "step N2-N1", "step M2-M1")
    assert state.to_act == (WP if more else ACZ)
    if more:
        assert "done" in texts(state)
        assert "pass" not in texts(state)
        assert reason(state, "pass") == "not-now HV-59"
        again = after(state, "done")
        assert (again.to_act, again.passed[WP]) == (ACZ, False)
        assert after(state, "bid wp-10-dp funds").to_act == ACZ


# Three and four players ---------------------------------------------------------------------------------------------


def test_w_40_funds_of_four_players_V_27_V_28_V_29_HV_19():
    state = round_begins(
        players=4,
        initiative=["WP-1", "ACz-1", "WP-2", "ACz-2"],
        ACz={"bids": {"funds": ["acz-4-dk"]}},
    )
    state = after(state)
    assert (state.to_act, texts(state)) == (3, {"funds markers", "funds cards"})
    state = after(state, "funds cards")
    assert (state.to_act, texts(state)) == (3, {"four ACz-1", "four ACz-2"})
    state, events = told(state, "four ACz-1")
    assert [*map(len, state.hands)] == [3, 4, 3, 3]
    seats = [e.seat for e in events if isinstance(e, CardDrawn)]
    assert seats == [1] * 4 + [3] * 3 + [0] * 3 + [2] * 3
    assert (state.phase.value, state.to_act) == ("hand-out", 2)
    assert len(texts(state)) == 24
    state = after(state, "order ACz-2 WP-1 WP-2 ACz-1")
    assert state.initiative == (3, 0, 2, 1)


def test_w_41_who_is_alone_draws_the_sum_V_29():
    state = round_begins(players=3, pair="WP", WP={"bids": {"funds": ["wp-10-dp"]}})
    state, events = told(after(state), "funds markers")
    assert [*map(len, state.hands)] == [3, 7, 3]
    assert [e.seat for e in events if isinstance(e, CardDrawn)][:6] == [0] * 3 + [2] * 3
    assert state.phase.value == "hand-out"
    assert state.game.armies[state.to_act or 0] == WP
    assert len(texts(state)) == 12


def test_w_42_an_empty_deck_is_renewed_with_four_players_HV_25():
    held = ["wp-10-dp", "wp-11-dp", "wp-12-dp"]
    others = [card for card in STANDARD.cards if card.startswith("acz-")][-30:-27]
    state = table(
        players=4,
        turn=None,
        wp_hand=[],
        acz_hand=[],
        hands={"WP-1": held, "WP-2": ["wp-13-dp", "wp-14-dp", "wp-17-dp"], "ACz-1": others},
        ACz={"deck": 1},
    )
    discard = state.discards[ACZ]
    state, events = told(state)
    assert len(state.hands[3]) == 3
    assert DeckRenewed(ACZ) in events
    assert len(state.decks[ACZ]) == len(discard) - 2
    assert state.discards[ACZ] == ()
    assert outcome(state) is None


# Units --------------------------------------------------------------------------------------------------------------


def test_w_43_the_first_line_is_filled_first_HV_43():
    state = table(wp="N 17/1, M 0/1, S 0/1", wp_hand=["wp-10-dp"])
    assert reserve(state, WP) == 1
    assert lines(after(state, "play wp-10-dp S"), WP).endswith("S 1/1")


def test_w_44_a_replaced_commander_takes_his_strength_along_V_50_HV_28():
    state = table(wp="S 2/0", acz="S 1/3", wp_hand=["wp-roja", "wp-iwaszkiewicz"])
    state = after(state, "play wp-roja S 1")
    assert strength_of(state, WP, S) == 5
    state = after(state, "bid acz-4-dk funds", "play wp-iwaszkiewicz S 2", "halt")
    _, events = all_out(state)
    assert won(events)[S] == (ACZ, (4, 5))


def test_w_45_a_commander_s_strength_is_fixed_HV_28():
    state = table(
        wp="N 0/3",
        ACz={"units": {"N": [0, 4]}, "commanders": {"N": "acz-szuwajew"}},
        wp_hand=["wp-zeligowski", "wp-8-bj"],
    )
    state = after(state, "play wp-zeligowski N 1", "bid acz-4-dk funds", "play wp-8-bj")
    assert lines(state, WP).startswith("N 1/3")
    _, events = all_out(state)
    assert won(events)[N] == (WP, (7, 4))


def test_w_46_who_is_alone_has_two_turns_of_four_V_37_HV_20():
    deck = {army: [card.id for card in STANDARD.cards.values() if card.army == army] for army in ("WP", "ACz")}
    hands = {"WP-1": deck["WP"][15:18], "ACz-1": deck["ACz"][15:21], "WP-2": deck["WP"][18:21]}
    state = table(players=3, pair="WP", hands=hands, initiative=["WP-1", "ACz-1", "ACz-1", "WP-2"])
    acted = []
    while state.phase.value == "turn" and state.round == 3:
        acted.append(state.to_act)
        state = after(state, next(str(move) for move in legal_moves(state) if str(move).startswith("bid")))
    assert acted == [0, 1, 1, 2] * 3


# Written from the rules, where no worked position was given ---------------------------------------------------------


def test_a_block_clause_moves_the_own_marker_HV_52():
    state = table(wp_hand=["wp-ciechanow", "wp-10-dp"], WP={"marker": "ACz:C.N"})
    state = after(state, "play wp-ciechanow N")
    assert texts(state) == {"block ACz:C.M", "block ACz:C.S"}
    assert reason(state, "block ACz:C.N") == "same-place HV-5"
    assert reason(state, "block ACz:O.N") == "wrong-kind-of-place HV-52"
    assert reason(state, "block WP:C.M") == "wrong-half HV-5"
    assert reason(state, "halt") == "must-choose HV-29"
    state = after(state, "block ACz:C.S")
    assert state.markers[WP] == 6
    assert state.phase.value == "steps"


def test_one_order_per_front_and_none_on_a_closed_field_V_51_V_57_HV_11():
    state = table(wp_hand=["wp-kolej", "wp-8358"], WP={"orders": {"N": "wp-francuzi"}}, ACz={"marker": "WP:O.M"})
    assert reason(state, "play wp-kolej N") == "order-field-occupied HV-11"
    assert reason(state, "play wp-kolej M") == "order-field-blocked V-57"
    assert reason(state, "play wp-kolej S") is None
    assert {text for text in texts(state) if text.startswith("play")} == {"play wp-kolej S", "play wp-8358 S"}


def test_the_special_marker_closes_a_place_until_the_end_of_the_round_V_59_HV_6_HV_12():
    state = round_begins(WP={"bids": {"support": ["wp-10-dp"]}, "marker": "ACz:L1.M"})
    state = after(state)
    assert reason(state, "special WP:L1.M") == "wrong-half HV-5"
    same = after(state, "special ACz:L1.M")
    assert same.special == 11
    state = after(state, "special ACz:L1.N")
    assert state.special == 10
    state, _ = all_out(state)
    assert state.special == -1


def test_the_special_marker_works_like_the_others_V_53_V_59():
    state = table(special="ACz:L1.N", acz_hand=["acz-10-dk"], turn=1)
    assert lines(after(state, "play acz-10-dk"), ACZ) == "N 0/1, M 0/1, S 0/1"
