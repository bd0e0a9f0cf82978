"""The rules one by one, where the worked positions do not already prove them."""

from fractions import Fraction
from typing import Any

import pytest

from mali_powstancy.bitwa_warszawska import (
    CHANCE,
    Ending,
    GameState,
    IllegalMove,
    Phase,
    SetupError,
    arrange,
    chance_outcomes,
    described,
    legal_moves,
    new_game,
    observe,
    outcome,
    parse_move,
    play,
    refusal,
    reserve,
    seen_by,
    sides,
    stop_here,
    strength_of,
)
from mali_powstancy.bitwa_warszawska.cards import ACZ, HALVES, PLACES, WP
from mali_powstancy.bitwa_warszawska.events import (
    BattleBegan,
    CardDrawn,
    CommanderLeft,
    CommanderReplaced,
    DeckRanOut,
    EffectChosen,
    FrontTied,
    FrontWon,
    GameEnded,
    InitiativeGiven,
    OrderVerified,
    ResourceTied,
    ResourceWon,
    RoundBegan,
    RoundEnded,
    StopCalled,
    StrengthGained,
    UnitsAdvanced,
    UnitsRemoved,
)
from mali_powstancy.bitwa_warszawska.moves import DrawCard, Pass, Play
from mali_powstancy.bitwa_warszawska.refusals import Reason
from mali_powstancy.bitwa_warszawska.table import informs, is_private
from mali_powstancy.tabletop.game import UnreadableMove
from tests.bitwa_warszawska.tables import (
    ACZ_HAND,
    STANDARD,
    WP_HAND,
    after,
    all_out,
    lines,
    reason,
    table,
    told,
    with_cards,
)

N, M, S = range(3)


def texts(state: GameState) -> set[str]:
    """What may be done, as texts."""
    return {*map(str, legal_moves(state))}


def ready(players: int = 2, **how: Any) -> GameState:
    """A new game whose markers are to be laid by who has the initiative."""
    return after(new_game(STANDARD, players, **how))


# Frame and set-up ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "pair", "camps", "names"),
    [
        (2, None, ((0,), (1,)), ["WP-1", "ACz-1"]),
        (3, "WP", ((0, 2), (1,)), ["WP-1", "ACz-1", "WP-2"]),
        (3, "ACz", ((0,), (1, 2)), ["WP-1", "ACz-1", "ACz-2"]),
        (4, None, ((0, 2), (1, 3)), ["WP-1", "ACz-1", "WP-2", "ACz-2"]),
    ],
)
def test_two_to_four_players_in_two_camps_V_1_V_8(players, pair, camps, names):
    state = new_game(STANDARD, players, pair=pair)
    assert sides(state) == camps
    assert [*state.game.seat_names] == names


@pytest.mark.parametrize(
    "how",
    [
        {"players": 1},
        {"players": 5},
        {"players": True},
        {"players": "2"},
        {"players": 2, "pair": "WP"},
        {"players": 3, "pair": "wp"},
        {"players": 2, "initiative": ["WP-1"]},
        {"players": 2, "initiative": ["WP-1", "WP-1"]},
        {"players": 2, "initiative": "WP-1 ACz-1"},
        {"players": 4, "initiative": ["WP-1", "ACz-1", "WP-2"]},
    ],
)
def test_a_game_that_cannot_be_set_up_says_so_V_1_V_8_V_15(how):
    with pytest.raises(SetupError):
        new_game(STANDARD, **how)


def test_no_scenario_no_game():
    with pytest.raises(SetupError, match="a scenario is needed"):
        new_game("bitwa-standard")  # type: ignore[arg-type]


def test_three_fronts_of_two_lines_and_two_fields_each_V_3_HV_4():
    assert PLACES == ("L1.N", "L1.M", "L1.S", "L2", "C.N", "C.M", "C.S", "O.N", "O.M", "O.S")
    assert len({*HALVES}) == 20
    state = new_game(STANDARD)
    assert {len(things) for things in (state.l1, state.l2, state.commanders, state.orders)} == {6}


def test_what_lies_where_at_first_V_9_V_10_V_12_V_13_V_14_V_16():
    state = new_game(STANDARD)
    assert [*map(len, state.decks)] == [53, 53]
    assert (state.l1, state.l2) == ((0,) * 6, (1,) * 6)
    assert (reserve(state, WP), reserve(state, ACZ)) == (18, 18)
    assert (state.points, state.round, state.advantage) == ((0, 0), 1, (-1, -1, -1))
    assert state.used == (False,) * 6
    assert (state.markers, state.special, state.bids) == ((-1, -1), -1, ((),) * 6)


@pytest.mark.parametrize(("players", "orders"), [(2, 2), (3, 12), (4, 24)])
def test_chance_gives_the_initiative_every_order_alike_V_15_V_17_V_18_HV_1_HV_2_HV_20(players, orders):
    state = new_game(STANDARD, players)
    chances = chance_outcomes(state)
    assert {*chances.values()} == {Fraction(1, orders)}
    assert len(chances) == orders
    state, events = play(state, [*chances][-1])
    assert events == (InitiativeGiven(state.initiative),)
    if players == 3:
        assert state.initiative.count(1) == 2


def test_who_has_the_initiative_lays_first_then_hands_are_drawn_V_11_HV_3_HV_56_HV_57():
    state = new_game(STANDARD, initiative=["ACz-1", "WP-1"])
    assert (state.to_act, state.phase) == (ACZ, Phase.MARKER)
    assert texts(state) == {f"lay WP:{place}" for place in PLACES}
    assert reason(state, "lay ACz:L1.N") == "wrong-half HV-5"
    state = after(state, "lay WP:C.M")
    assert state.to_act == WP
    state, events = told(state, "lay ACz:O.N")
    assert state.markers == (7, 5)
    assert [e.seat for e in events if isinstance(e, CardDrawn)] == [ACZ] * 4 + [WP] * 4
    assert RoundBegan(1) in events


@pytest.mark.parametrize(
    ("players", "pair", "hands"), [(2, None, [4, 4]), (3, "WP", [3, 6, 3]), (3, "ACz", [6, 3, 3]), (4, None, [3] * 4)]
)
def test_starting_hands_and_no_duel_in_the_first_round_V_19_V_20(players, pair, hands):
    state, events = told(ready(players, pair=pair), "lay ACz:O.N", "lay WP:O.N") if players == 2 else (None, None)
    if state is None:
        state = ready(players, pair=pair)
        lays = {True: "lay ACz:O.N", False: "lay WP:O.N"}
        state = after(state, lays[state.game.armies[state.to_act or 0] == WP])
        state, events = told(state, lays[state.game.armies[state.to_act or 0] == WP])
    assert [*map(len, state.hands)] == hands
    assert (state.phase, state.round) == (Phase.TURN, 1)
    assert not [e for e in events or () if isinstance(e, ResourceTied | ResourceWon)]


def test_the_seat_with_the_larger_marker_decides_for_its_army_V_7_HV_21_HV_53():
    state = new_game(STANDARD, 4, initiative=["WP-2", "ACz-1", "WP-1", "ACz-2"])
    assert state.to_act == 0
    assert after(state, "lay ACz:O.N").to_act == 3


# A round ------------------------------------------------------------------------------------------------------------


def test_the_stages_of_a_round_V_6_V_23_V_73():
    state = table(turn=None, wp_hand=WP_HAND, acz_hand=ACZ_HAND)
    state, events = told(state)
    told_resources = [e.resource for e in events if isinstance(e, ResourceTied)]
    assert told_resources == ["funds", "supplies", "support"]
    state, events = all_out(state)
    fronts = [event.front for event in events if isinstance(event, BattleBegan)]
    assert fronts == [N, M, S]
    assert [type(event) for event in events][-2:] == [RoundEnded, RoundBegan]
    assert state.round == 4


def test_the_die_has_three_values_V_21_HV_1():
    state = table(turn=None, wp_hand=[], acz_hand=[])
    assert {str(move): chance for move, chance in chance_outcomes(state).items()} == {
        f"scoring {front}": Fraction(1, 3) for front in "NMS"
    }


def test_players_act_in_turn_V_36_V_37_V_39():
    state, acted = table(), []
    while state.phase is Phase.TURN and state.round == 3:
        acted.append(state.to_act)
        state = after(state, next(text for text in sorted(texts(state)) if text.startswith("bid")))
    assert acted == [WP, ACZ] * 3


def test_an_order_of_turns_with_four_players_V_37():
    hands = {"WP-1": WP_HAND[:1], "ACz-1": ACZ_HAND[:1], "WP-2": WP_HAND[1:2], "ACz-2": ACZ_HAND[1:2]}
    state = table(players=4, hands=hands, initiative=["ACz-2", "WP-1", "ACz-1", "WP-2"])
    acted = []
    while state.phase is Phase.TURN and state.round == 3:
        acted.append(state.to_act)
        state = after(state, next(text for text in sorted(texts(state)) if text.startswith("bid")))
    assert acted == [3, 0, 1, 2]


def test_who_is_alone_passes_with_both_markers_V_38_HV_20():
    hands = {"WP-1": WP_HAND[:2], "ACz-1": ACZ_HAND, "WP-2": WP_HAND[2:]}
    state = table(players=3, hands=hands, initiative=["ACz-1", "WP-1", "ACz-1", "WP-2"])
    state = after(state, "pass", f"bid {WP_HAND[0]} funds")
    assert state.to_act == 2


def test_four_kinds_of_action_with_any_card_V_40_V_52_V_60_V_61():
    state = table(WP={"commanders": {"N": "wp-galica"}}, wp_hand=["wp-13-dp"])
    kinds = {text.split()[0] for text in texts(state)}
    assert kinds == {"play", "move-marker", "bid", "activate", "pass"}
    assert sum(text.startswith("move-marker") for text in texts(state)) == 18
    bid = after(state, "bid wp-13-dp support")
    assert bid.bids[4] == ("wp-13-dp",)
    assert after(state, "activate wp-13-dp N 1").discards[WP] == ("wp-13-dp",)


def test_a_card_must_be_in_the_hand_V_36():
    state = table()
    for text in ("play wp-10-dp N", "bid acz-4-dk funds", "activate wp-12-dp N 1", "move-marker wp-x WP ACz:L2"):
        assert reason(state, text) == "not-in-hand V-36"


# Unit cards ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "front", "now"),
    [
        ("wp-1-dp-leg", "", "N 0/1, M 1/2, S 0/1"),
        ("wp-11-dp", "", "N 0/2, M 0/2, S 0/1"),
        ("wp-ochotnicza", "", "N 0/2, M 0/2, S 0/2"),
        ("wp-17-dp", "", "N 0/3, M 0/1, S 0/1"),
        ("wp-10-dp", " S", "N 0/1, M 0/1, S 1/2"),
        ("wp-pociagi", "", "N 1/1, M 1/1, S 0/1"),
    ],
)
def test_units_come_to_the_lines_and_fronts_on_the_card_V_41(card, front, now):
    state = after(table(wp_hand=[card]), f"play {card}{front}")
    assert lines(state, WP) == now
    assert state.discards[WP] == (card,)


def test_a_front_is_named_exactly_if_there_is_a_choice_V_41_V_46_V_47():
    state = table(wp_hand=["wp-10-dp", "wp-12-dp", "wp-galica", "wp-pilsudski", "wp-kolej"])
    assert reason(state, "play wp-10-dp") == "choice-missing V-47"
    assert reason(state, "play wp-12-dp S") == "choice-needless V-41"
    assert reason(state, "play wp-10-dp S 1") == "choice-needless V-41"
    assert reason(state, "play wp-galica") == "choice-missing V-47"
    assert reason(state, "play wp-galica M") == "choice-missing V-47"
    assert reason(state, "play wp-pilsudski M 1") == "choice-needless V-41"
    assert reason(state, "play wp-kolej M 1") == "choice-needless V-41"
    for text in ("play wp-10-dp S", "play wp-12-dp", "play wp-galica M 2", "play wp-pilsudski M", "play wp-kolej N"):
        assert reason(state, text) is None


def test_an_empty_reserve_adds_nothing_V_10_HV_43():
    state = table(wp="N 18/1, M 0/1, S 0/1", wp_hand=["wp-10-dp"])
    assert reserve(state, WP) == 0
    assert lines(after(state, "play wp-10-dp S"), WP) == "N 18/1, M 0/1, S 0/1"


def test_the_limit_of_the_second_line_V_44():
    state = table(WP={"units": {"N": [0, 3], "M": [0, 5]}, "commanders": {"M": "wp-galica"}}, wp_hand=["wp-11-dp"])
    assert lines(after(state, "play wp-11-dp"), WP) == "N 0/3, M 0/6, S 0/1"
    full = after(state, "play wp-11-dp")
    assert lines(full, WP).startswith("N 0/3"), "the first line has no limit, the second has"


def test_closed_second_line_may_be_added_to_V_54_HV_8():
    state = table(ACz={"marker": "WP:L2"}, wp_hand=["wp-17-dp"])
    assert lines(after(state, "play wp-17-dp"), WP).startswith("N 0/3")


# Commanders ---------------------------------------------------------------------------------------------------------


def test_a_commander_is_laid_and_his_effect_carried_out_at_once_V_46_V_47_V_49():
    state, events = told(table(wp_hand=["wp-galica"]), "play wp-galica S 1")
    assert (state.commanders[S], state.used[S], state.strength[S]) == ("wp-galica", True, 1)
    assert EffectChosen(WP, S, "wp-galica", 0) in events
    assert StrengthGained(WP, S, 1) in events
    _, events = told(table(wp_hand=["wp-galica"]), "play wp-galica S 2", "step N2-M2", "halt")
    assert EffectChosen(WP, S, "wp-galica", 1) in events


def test_a_used_effect_is_marked_V_12():
    state = after(table(wp_hand=["wp-galica", "wp-10-dp"]), "play wp-galica S 1")
    assert state.used == (False, False, True, False, False, False)


def test_a_commander_s_strength_lasts_to_the_end_of_the_round_V_5_V_49_V_72():
    state = after(table(wp_hand=["wp-galica"]), "play wp-galica S 1")
    assert strength_of(state, WP, S) == 2
    state, events = all_out(state)
    assert FrontWon(WP, S, (2, 1)) in events
    assert (state.commanders[S], state.used[S], state.strength[S]) == ("wp-galica", False, 0)


def test_a_new_commander_may_be_used_though_the_old_one_was_V_49_V_50():
    state = table(wp_hand=["wp-galica", "wp-roja", "wp-10-dp"])
    state = after(state, "play wp-galica N 1", "bid acz-4-dk funds", "play wp-roja N 1")
    assert state.strength[N] == 1
    assert (state.used[N], state.discards[WP]) == (True, ("wp-galica",))


def test_conditions_of_the_front_HV_26_V_48():
    state = table(wp_hand=["wp-sikorski"])
    assert {text for text in texts(state) if text.startswith("play")} == {
        *("play wp-sikorski N 1", "play wp-sikorski N 2", "play wp-sikorski M 2", "play wp-sikorski S 2")
    }


@pytest.mark.parametrize(("front", "strengths"), [("N", (3, 1)), ("S", (1, 1))])
def test_an_order_of_one_front_gives_nothing_on_another_V_48(front, strengths):
    _, events = all_out(table(WP={"orders": {front: "wp-10000"}}, wp_hand=["wp-10-dp"]))
    fought = {event.front: event.strengths for event in events if isinstance(event, FrontWon | FrontTied)}
    assert fought["NMS".index(front)] == strengths


def test_a_commander_without_a_usable_effect_is_not_activated_HV_26_HV_27():
    state = table(WP={"commanders": {"M": "wp-haller"}}, wp_hand=["wp-10-dp"])
    assert reason(state, "activate wp-10-dp M 1") == "effect-not-usable HV-26"
    assert reason(state, "activate wp-10-dp N 1") == "no-commander V-61"
    assert not any(text.startswith("activate") for text in texts(state))


def test_any_player_of_the_army_activates_any_commander_HV_46():
    hands = {"WP-1": ["wp-13-dp"], "WP-2": ["wp-12-dp"], "ACz-1": ["acz-4-dk"], "ACz-2": []}
    state = table(
        players=4, hands=hands, WP={"commanders": {"N": "wp-galica"}}, initiative=["WP-2", "ACz-1", "WP-1", "ACz-2"]
    )
    assert reason(state, "activate wp-12-dp N 1") is None


def test_an_effect_given_before_the_place_was_closed_stays_HV_9():
    state = after(table(wp_hand=["wp-galica", "wp-10-dp"]), "play wp-galica S 1", "move-marker acz-4-dk ACz WP:C.S")
    assert state.strength[S] == 1
    _, events = all_out(state)
    assert FrontWon(WP, S, (2, 1)) in events


def test_a_replaced_commander_who_started_leaves_at_once_HV_45():
    hand = ["wp-pilsudski", "wp-galica", "wp-10-dp"]
    state = after(table(wp_hand=hand), "play wp-pilsudski M", "start", "keep", "bid acz-4-dk funds")
    state, events = told(state, "play wp-galica M 1")
    assert CommanderReplaced(WP, M, "wp-pilsudski") in events
    assert not any(state.started)
    state, events = all_out(state)
    assert not [event for event in events if isinstance(event, CommanderLeft)]
    assert state.commanders[M] == "wp-galica"


def test_a_replaced_commander_takes_his_permission_along_HV_34_HV_45():
    state = after(table(wp_hand=["wp-pilsudski", "wp-galica"]), "play wp-pilsudski M", "hold", "pass")
    assert state.pending[M]
    state = after(state, "play wp-galica M 1")
    assert state.pending == ((),) * 6
    assert state.round == 4, "nobody is asked in the battle"


def test_a_front_already_fought_cannot_be_started_HV_26_HV_33():
    state = table(fought={"N": "none"}, acz_hand=["acz-gaj"], wp_hand=["wp-pilsudski"], turn=1)
    assert {text for text in texts(state) if text.startswith("play")} == {
        *("play acz-gaj N", "play acz-gaj M 2", "play acz-gaj S 2")
    }
    state = after(state, "pass", "play wp-pilsudski N")
    assert state.round == 4


def test_a_commander_who_started_goes_to_the_discard_pile_and_the_limit_falls_V_45_V_65_HV_50_HV_55():
    state = table(WP={"units": {"M": [0, 4]}, "commanders": {"M": "wp-rydz-smigly"}}, wp_hand=["wp-10-dp"])
    state = after(state, "activate wp-10-dp M 1")
    state, events = all_out(state)
    assert CommanderLeft(WP, M, "wp-rydz-smigly") in events
    assert state.discards[WP] == ("wp-10-dp", "wp-rydz-smigly")
    assert lines(state, WP) == "N 0/1, M 0/3, S 0/1"


# Orders and effects -------------------------------------------------------------------------------------------------


def test_an_order_works_at_once_but_for_what_belongs_to_the_battle_V_48_V_51_V_66():
    state = after(table(wp="M 0/3", wp_hand=["wp-rzad-obrony"]), "play wp-rzad-obrony M")
    assert state.phase is Phase.STEPS
    state = after(state, "step N2-N1")
    assert (state.orders[M], strength_of(state, WP, M)) == ("wp-rzad-obrony", 3)
    _, events = all_out(state)
    assert OrderVerified(WP, M, "wp-rzad-obrony", True) in events
    assert FrontWon(WP, M, (5, 1)) in events


def test_an_order_whose_condition_fails_gives_nothing_V_66_HV_27():
    state = after(table(wp="M 0/2", wp_hand=["wp-rzad-obrony"]), "play wp-rzad-obrony M", "halt")
    _, events = all_out(state)
    assert OrderVerified(WP, M, "wp-rzad-obrony", False) in events
    assert FrontWon(WP, M, (2, 1)) in events


@pytest.mark.parametrize(("own", "strength"), [("M 3/0", 7), ("M 4/0", 10), ("M 1/0", 2)])
def test_strength_per_units_rounds_down_HV_37(own, strength):
    state = after(table(wp=own, wp_hand=["wp-amunicja"]), "play wp-amunicja M", "halt")
    _, events = all_out(state)
    assert FrontWon(WP, M, (strength, 1)) in events


def test_a_card_may_be_played_even_if_it_changes_nothing_HV_42():
    state = table(wp="N 0/0, M 0/0, S 0/0", wp_hand=["wp-kolej"])
    assert after(state, "play wp-kolej N").to_act == ACZ


def test_what_must_be_removed_is_removed_if_possible_HV_29_HV_30():
    state = table(WP={"units": {"S": [0, 2]}}, acz_hand=["acz-gaj"], turn=1)
    state, events = told(state, "play acz-gaj S 2")
    assert UnitsRemoved(WP, S, 2, 1) in events
    assert reserve(state, WP) == 18
    nobody = table(WP={"units": {"S": [0, 0]}}, acz_hand=["acz-gaj"], turn=1)
    assert not [e for e in told(nobody, "play acz-gaj S 2")[1] if isinstance(e, UnitsRemoved)]


def test_two_units_are_chosen_one_by_one_HV_29():
    scenario = with_cards("acz-own ACz commander 4: remove 2 from any | move 1")
    state = after(table(scenario, wp="S 1/2", acz_hand=["acz-own"], turn=1), "play acz-own S 1", "remove L1")
    assert lines(state, WP).endswith("S 0/1"), "the second unit could come from one line only"
    state = after(table(scenario, wp="S 2/2", acz_hand=["acz-own"], turn=1), "play acz-own S 1", "remove L1")
    assert texts(state) == {"remove L1", "remove L2"}


def test_an_action_again_after_an_activation_HV_38():
    state = table(ACz={"commanders": {"N": "acz-trocki"}}, acz_hand=["acz-4-dk", "acz-6-dk"], turn=1)
    state = after(state, "activate acz-4-dk N 2", "halt")
    assert (state.phase, state.to_act) == (Phase.AGAIN, ACZ)
    assert after(state, "play acz-6-dk").to_act == WP


def test_a_block_without_another_place_is_left_out_HV_52():
    scenario = with_cards("wp-own WP order: block L2; move 1")
    state = table(scenario, WP={"marker": "ACz:L2"}, wp_hand=["wp-own"])
    assert after(state, "play wp-own N").phase is Phase.STEPS
    other = after(table(scenario, wp_hand=["wp-own"]), "play wp-own N")
    assert texts(other) == {"block ACz:L2"}


def test_advance_all_without_a_choice_HV_7_HV_34():
    scenario = with_cards("wp-own WP order: move 1; battle: advance all")
    state = after(table(scenario, wp="M 0/3", wp_hand=["wp-own"]), "play wp-own M", "halt")
    _, events = all_out(state)
    assert UnitsAdvanced(WP, M, 3) in events
    assert FrontWon(WP, M, (6, 1)) in events
    closed = after(table(scenario, wp="M 0/3", wp_hand=["wp-own"], ACz={"marker": "WP:L1.M"}), "play wp-own M", "halt")
    assert not [event for event in all_out(closed)[1] if isinstance(event, UnitsAdvanced)]


# Steps --------------------------------------------------------------------------------------------------------------


def test_steps_lead_between_lines_and_between_second_lines_HV_13_HV_14():
    state = after(table(wp="N 1/3, M 0/1, S 0/0", wp_hand=["wp-kolej"]), "play wp-kolej N")
    assert texts(state) == {
        *("step N2-N1", "step M2-M1", "step N2-M2", "step N2-S2", "step M2-S2", "halt"),
    }
    assert reason(state, "step N1-N2") == "line-two-full V-44"
    assert reason(state, "step M2-N2") == "line-two-full V-44"
    assert reason(state, "step S2-S1") == "no-unit-there HV-13"
    for way in ("N1-M1", "N1-M2", "N2-M1", "N2-N2"):
        assert reason(state, f"step {way}") == "not-a-step HV-14"
    state = after(state, "step N2-S2", "step N1-N2", "step S2-S1")
    assert lines(state, WP) == "N 0/3, M 0/1, S 1/0"
    assert state.agenda[0].number == 1


def test_steps_end_by_themselves_HV_13_HV_58():
    state = after(table(wp_hand=["wp-przedmoscie"]), "play wp-przedmoscie N")
    assert after(state, "halt").to_act == ACZ
    assert after(state, "step N2-N1", "step N1-N2", "step N2-N1").to_act == ACZ, "one figure may make them all"


def test_a_closed_first_line_may_be_left_but_not_entered_V_53_HV_7():
    state = table(wp="N 1/1", ACz={"marker": "WP:L1.N"}, wp_hand=["wp-kolej"])
    state = after(state, "play wp-kolej N")
    assert reason(state, "step N2-N1") == "line-one-blocked V-53"
    assert lines(after(state, "step N1-N2"), WP).startswith("N 0/2")
    _, events = all_out(table(wp="N 1/1", ACz={"marker": "WP:L1.N"}))
    assert FrontWon(WP, N, (3, 1)) in events


# Markers ------------------------------------------------------------------------------------------------------------


def test_markers_are_moved_by_either_army_and_never_leave_the_board_V_52_V_58_HV_5():
    state = table(wp="N 1/1")
    own = after(state, f"move-marker {WP_HAND[0]} WP ACz:L1.N")
    assert own.markers == (0, 9)
    foes = after(own, f"move-marker {ACZ_HAND[0]} WP ACz:L2")
    assert foes.markers == (3, 9)
    assert all_out(foes)[0].markers == (3, 9)


def test_an_order_field_under_a_marker_keeps_its_order_HV_10():
    state = after(table(wp_hand=["wp-kolej"]), "play wp-kolej N", "halt", "move-marker acz-4-dk ACz WP:O.N")
    assert state.orders[N] == "wp-kolej"


# Resources ----------------------------------------------------------------------------------------------------------


def duel(**said: Any) -> GameState:
    """The beginning of round 3, all rolled and drawn, up to the first question."""
    return after(table(**{"turn": None, "wp_hand": [], "acz_hand": [], **said}))


def test_who_has_more_cards_wins_a_resource_V_24_V_60_HV_16():
    bids = {"supplies": ["wp-10-dp", "wp-11-dp"]}
    state = duel(WP={"bids": bids}, ACz={"bids": {"supplies": ["acz-4-dk"]}})
    assert (state.phase, state.to_act) == (Phase.SUPPLIES, WP)
    tie = duel(WP={"bids": bids}, ACz={"bids": {"supplies": ["acz-4-dk", "acz-6-dk"]}})
    assert tie.phase is Phase.TURN


def test_two_players_supplies_V_31_V_32_V_34_HV_17_HV_18():
    state = duel(WP={"bids": {"supplies": ["wp-10-dp"]}, "units": {"N": [0, 3]}}, initiative=["ACz-1", "WP-1"])
    state = after(state, "supplies high")
    assert (state.to_act, state.agenda[0].number) == (ACZ, 1)
    state = after(state, "end")
    assert (state.to_act, state.agenda[0].number) == (WP, 3)
    assert reason(state, "add N") == "line-two-full V-44"
    state = after(state, "step N2-N1", "add N", "end")
    assert lines(state, WP) == "N 1/3, M 0/1, S 0/1"
    low = after(duel(WP={"bids": {"supplies": ["wp-10-dp"]}}), "supplies low")
    assert (low.to_act, low.agenda[0].number) == (WP, 1)


def test_an_empty_reserve_cannot_be_added_V_10_V_32():
    scenario = STANDARD._replace(units=3)
    state = after(table(scenario, turn=None, wp_hand=[], acz_hand=[], WP={"bids": {"supplies": ["wp-10-dp"]}}))
    state = after(state, "supplies high")
    assert reason(state, "add N") == "reserve-empty V-10"
    assert not any(text.startswith("add") for text in texts(state))


def test_the_special_marker_may_be_left_V_35_HV_12():
    state = duel(ACz={"bids": {"support": ["acz-4-dk"]}})
    assert len(legal_moves(state)) == 11
    assert after(state, "special none").special == -1
    assert after(state, "special WP:C.S").special == 6


def test_the_initiative_stays_until_the_foe_wins_funds_V_26_HV_15_HV_48():
    order = ["ACz-1", "WP-1"]
    assert duel(initiative=order).initiative == (ACZ, WP)
    assert duel(initiative=order, ACz={"bids": {"funds": ["acz-4-dk"]}}).initiative == (ACZ, WP)
    assert duel(initiative=order, WP={"bids": {"funds": ["wp-10-dp"]}}).initiative == (WP, ACZ)


def test_nobody_discards_because_a_number_fell_V_30_HV_22():
    hand = ["wp-10-dp", "wp-11-dp", "wp-12-dp", "wp-13-dp", "wp-14-dp"]
    assert duel(wp_hand=hand).hands[WP] == tuple(hand)


def test_bids_lie_open_until_the_duel_is_over_V_25_HV_23():
    state = duel(WP={"bids": {"support": ["wp-10-dp"]}})
    assert state.bids[4] == ("wp-10-dp",)
    assert observe(state, ACZ).bids == state.bids
    state = after(state, "special none")
    assert (state.bids[4], state.discards[WP]) == ((), ("wp-10-dp",))
    assert observe(state, ACZ).discards == state.discards


def test_all_markers_are_handed_out_and_hold_at_once_V_28_HV_54():
    state = duel(
        players=4,
        initiative=["WP-1", "ACz-1", "WP-2", "ACz-2"],
        WP={"bids": {"funds": ["wp-10-dp"], "supplies": ["wp-11-dp"]}},
    )
    state = after(state, "funds markers", "four ACz-1")
    assert [*map(len, state.hands)] == [3, 4, 3, 3]
    assert reason(state, "order WP-1 WP-2 ACz-1") == "not-all-markers V-28"
    assert reason(state, "order WP-1 WP-1 ACz-1 ACz-2") == "not-all-markers V-28"
    state = after(state, "order WP-2 WP-1 ACz-2 ACz-1")
    assert state.to_act == 0, "WP-1 has the larger number now"


def test_only_an_own_seat_gets_more_cards_V_29():
    state = duel(players=4, WP={"bids": {"funds": ["wp-10-dp"]}})
    state = after(state, "funds cards")
    assert reason(state, "four ACz-1") == "not-your-seat V-29"
    assert reason(state, "four WP-2") is None


# Battles ------------------------------------------------------------------------------------------------------------


def test_the_army_with_the_initiative_is_verified_first_HV_35():
    said: Any = {"WP": {"orders": {"M": "wp-8358"}}, "ACz": {"orders": {"M": "acz-smolensk"}}}
    for order, first in ((["WP-1", "ACz-1"], WP), (["ACz-1", "WP-1"], ACZ)):
        _, events = all_out(table(initiative=order, **said))
        assert [event.army for event in events if isinstance(event, OrderVerified)] == [first, 1 - first]


def test_commanders_come_before_orders_in_a_battle_HV_35():
    state = table(wp="M 0/3", wp_hand=["wp-pilsudski", "wp-do-broni"])
    state = after(state, "play wp-pilsudski M", "hold", "pass", "play wp-do-broni M", "halt")
    assert state.phase is Phase.ADVANCE_ALL
    _, events = told(state, "advance all")
    assert FrontWon(WP, M, (8, 1)) in events, "the order counts units that have just advanced"


def test_battles_come_north_middle_south_and_early_ones_not_again_V_62_V_64_HV_33():
    _, events = all_out(table(fought={"M": "ACz"}))
    assert [event.front for event in events if isinstance(event, BattleBegan)] == [N, S]


def test_second_lines_stay_first_lines_are_lost_everywhere_V_71_HV_32():
    state, _ = all_out(table(wp="N 2/1, M 1/1", acz="S 3/2"))
    assert (lines(state, WP), lines(state, ACZ)) == ("N 0/1, M 0/1, S 0/1", "N 0/1, M 0/1, S 0/2")


def test_everything_is_put_back_at_the_end_of_a_round_V_72():
    state = table(
        WP={"orders": {"N": "wp-kolej"}, "commanders": {"M": "wp-galica"}, "used": ["M"], "strength": {"M": 1}},
        special="ACz:L2",
        scoring="S",
        passed=["ACz-1"],
    )
    state, _ = all_out(state)
    assert state.orders == ("",) * 6
    assert state.commanders[M] == "wp-galica"
    assert (state.used, state.strength, state.verified) == ((False,) * 6, (0,) * 6, (0,) * 6)
    assert (state.special, state.scoring, state.last_scoring) == (-1, -1, S)
    assert (state.fought, state.advantage, state.passed) == ((False,) * 3, (-1,) * 3, (False, False))


# The end ------------------------------------------------------------------------------------------------------------


def test_seven_points_end_the_game_after_the_round_V_74_HV_40_HV_61():
    state, events = all_out(table(wp="N 0/3, M 0/3, S 0/3", scoring="N", WP={"points": 6}, round=13))
    assert state.points == (9, 0)
    assert outcome(state) == (Ending.POINTS, (WP,))
    assert GameEnded("points", WP) in events
    assert reason(state, "pass") == "over V-74"


def test_the_first_reason_is_given_HV_61():
    state, _ = all_out(stop_here(table(round=13, WP={"deck": 0})).state)
    assert state.ending == "deck"
    state, _ = all_out(stop_here(table(round=13)).state)
    assert state.ending == "rounds"


@pytest.mark.parametrize(("points", "winners"), [((3, 4), (ACZ,)), ((4, 3), (WP,))])
def test_more_points_win_after_the_last_round_V_75(points, winners):
    state, _ = all_out(table(round=13, WP={"points": points[0]}, ACz={"points": points[1]}))
    assert outcome(state) == (Ending.ROUNDS, winners)


def test_units_on_second_lines_break_a_tie_V_77_HV_50():
    state, _ = all_out(table(round=13, wp="N 0/1, M 0/1, S 0/2", acz="N 9/1", WP={"points": 3}, ACz={"points": 3}))
    assert state.points == (3, 3)
    assert outcome(state) == (Ending.ROUNDS, (WP,))


def test_an_empty_deck_ends_only_a_game_of_two_V_76_HV_24_HV_25():
    _, events = told(table(turn=None, wp_hand=[], acz_hand=[], WP={"deck": 4}))
    assert DeckRanOut(WP) in events
    hands = {"WP-1": WP_HAND, "ACz-1": ACZ_HAND}
    state, _ = all_out(table(players=4, hands=hands, WP={"deck": 0}))
    assert outcome(state) is None
    alone = table(players=4, hands=hands, WP={"deck": [], "discard": []}, turn=None)
    assert len(after(alone).hands[2]) == 3, "the discard pile became the deck"


def test_a_hand_that_cannot_be_filled_stays_short_HV_24_HV_25():
    own = [card.id for card in STANDARD.cards.values() if card.army == "WP"]
    scenario = STANDARD._replace(cards={name: card for name, card in STANDARD.cards.items() if name not in own[4:]})
    state = after(table(scenario, players=4, hands={}, wp_hand=[], acz_hand=[], turn=None))
    assert [*map(len, state.hands)] == [3, 3, 1, 3]


def test_a_table_may_stop_at_the_end_of_a_round_HV_51():
    state, events = stop_here(table(wp="N 0/2"))
    assert events == (StopCalled(),)
    with pytest.raises(IllegalMove):
        stop_here(state)
    state, _ = all_out(state)
    assert outcome(state) == (Ending.STOPPED, (WP,))
    with pytest.raises(IllegalMove):
        stop_here(state)


# Secrets and refusals -----------------------------------------------------------------------------------------------


def test_partners_see_each_other_and_nobody_else_HV_21_HV_60():
    hands = {"WP-1": WP_HAND[:1], "ACz-1": ACZ_HAND[:1], "WP-2": WP_HAND[1:2], "ACz-2": ACZ_HAND[1:2]}
    state = table(players=4, hands=hands)
    seen = observe(state, 2)
    assert seen.hands == (tuple(WP_HAND[:1]), None, tuple(WP_HAND[1:2]), None)
    assert observe(state, None).hands == (None,) * 4
    assert [*map(len, seen.unseen)] == [51, 53]
    drawn = CardDrawn(0, "wp-10-dp", (0, 2))
    assert (seen_by(drawn, 2), seen_by(drawn, 1)) == (drawn, drawn._replace(card=None))
    with pytest.raises(ValueError, match="no seat"):
        observe(state, 4)


def test_a_played_card_stays_once_somebody_else_is_asked():
    state = table(wp_hand=["wp-kolej", "wp-10-dp"])
    laid, events = told(state, "play wp-kolej N")
    assert not informs(events, laid)
    stepped, events = told(laid, "step N2-N1")
    assert not informs(events, stepped)
    played, events = told(state, "play wp-10-dp N")
    assert informs(events, played)
    assert is_private(state)
    assert is_private(laid)  # what a card just played asks is still decided in the own turn
    assert not is_private(new_game(STANDARD, 2))


def test_the_reason_is_the_first_that_applies_HV_59():
    state = table()
    assert refusal(state, parse_move("draw WP-1 wp-10-dp")) is Reason.NOT_YOUR_DECISION
    assert refusal(state, parse_move("step N2-N1")) is Reason.NOT_NOW
    assert refusal(state, "pass") is Reason.MALFORMED  # type: ignore[arg-type]
    assert refusal(state, Play(WP_HAND[2], "N", True)) is Reason.MALFORMED
    assert refusal(state, tuple.__new__(Pass, ("halt",))) is Reason.MALFORMED
    for text in ("play", "play x Q", "fly", "play wp-10-dp N 3", "play wp-10-dp N 0", "step N3-N1", "advance", "pass "):
        with pytest.raises(UnreadableMove):
            parse_move(text)


def test_chance_draws_only_from_the_deck_and_for_who_draws_V_9_HV_60():
    state = table(turn=None, wp_hand=WP_HAND, acz_hand=ACZ_HAND)
    state = play(state, parse_move("scoring N")).state
    assert state.to_act == CHANCE
    chances = chance_outcomes(state)
    assert {*chances.values()} == {Fraction(1, 50)}
    assert refusal(state, DrawCard("ACz-1", "acz-56-ds")) is Reason.IMPOSSIBLE_CHANCE
    assert refusal(state, DrawCard("WP-1", WP_HAND[0])) is Reason.IMPOSSIBLE_CHANCE
    assert refusal(state, DrawCard("WP-1", "wp-10-dp")) is None
    assert refusal(state, parse_move("pass")) is Reason.NOT_YOUR_DECISION


# Arranged positions -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "said",
    [
        {"turn": 2},
        {"turn": True},
        {"round": 0},
        {"round": 14},
        {"initiative": ["WP-1"]},
        {"special": "X"},
        {"scoring": "X"},
        {"fought": {"N": "nobody"}},
        {"hands": {"WP-3": []}},
        {"wp_hand": []},
        {"wp_hand": ["acz-4-dk"]},
        {"wp_hand": ["wp-10-dp", "wp-10-dp"]},
        {"WP": {"planes": 3}},
        {"WP": {"units": 3}},
        {"WP": {"units": {"N": 3}}},
        {"WP": {"units": {"N": [0, 4]}}},
        {"WP": {"units": {"N": [30, 0]}}},
        {"WP": {"commanders": {"N": "wp-kolej"}}},
        {"WP": {"orders": {"N": "wp-galica"}}},
        {"WP": {"used": ["N"]}},
        {"WP": {"commanders": {"N": "wp-galica"}, "strength": {"N": 1}}},
        {"WP": {"commanders": {"N": "wp-pilsudski"}, "used": ["N"], "pending": {"N": 2}}},
        {"WP": {"bids": {"gold": []}}},
        {"WP": {"marker": "WP:L2"}},
        {"WP": {"deck": 54}},
        {"passed": ["WP-1"]},
        {"turn": None, "wp": "N 1/1"},
        {"turn": None, "round": 1},
    ],
)
def test_what_cannot_be_is_not_arranged(said):
    with pytest.raises(SetupError):
        table(**said)


def test_a_position_is_told_by_the_words_that_set_it_up():
    state = after(table(wp_hand=["wp-pilsudski", "wp-10-dp"], scoring="S"), "play wp-pilsudski M", "hold")
    words = described(state)
    assert words["WP"]["pending"] == {"M": 1}
    assert arrange(STANDARD, **words) == state
    with pytest.raises(SetupError):
        described(after(table(wp_hand=["wp-kolej"]), "play wp-kolej N"))
