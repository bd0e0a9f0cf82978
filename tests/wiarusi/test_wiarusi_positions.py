"""The worked positions, one test each; its name says which rules it proves."""

import re
from typing import Any

import pytest

from mali_powstancy.wiarusi import Ending, legal_moves, outcome
from mali_powstancy.wiarusi.moves import Withdraw
from tests.wiarusi.worked_positions import positions, replay, replay_case, words


def test_the_third_identical_threat_ends_the_mission_at_once_W_15_W_36_W_37_W_42_W_46_W_48_W_49_HW_14_HW_15():
    replay("WP-01")


def test_a_trauma_counts_while_its_owner_is_in_the_mission_and_only_then_W_15_W_28_W_69_HW_13_HW_29():
    replay("WP-02")


def test_a_trauma_can_be_the_third_threat_W_15_W_17_W_36_W_37_HW_14():
    replay("WP-03")


def test_the_owner_of_a_phobia_withdraws_and_makes_room_W_25_W_28_W_69():
    replay("WP-04")


def test_the_card_with_all_six_threats_counts_once_for_each_W_14_W_15_HW_13():
    replay("WP-05")


def test_a_trap_draws_one_card_beginners_ignore_it_W_31_W_32_W_51_HW_16_HW_52():
    replay("WP-06")


def test_a_knock_drawn_by_a_trap_goes_to_the_player_W_31_W_33_HW_38():
    replay("WP-07")


def test_a_trap_that_has_already_failed_the_mission_still_brings_its_card_W_34_W_36_HW_14_HW_15():
    replay("WP-08")


def test_the_end_of_the_pile_W_45_W_65_HW_16_HW_47_HW_48_HW_49():
    replay("WP-09")


def test_a_charm_takes_one_whole_card_away_and_is_then_used_up_W_18_W_19_HW_18():
    replay("WP-10")


def test_a_speech_helps_everyone_else_W_20_W_21_W_22_W_23_W_24_W_75_HW_19_HW_21_HW_22():
    replay("WP-11")


def test_mute_no_speech_but_support_and_everything_else_W_72_HW_36():
    replay("WP-12")


def test_christmas_relieves_any_player_W_17_HW_17():
    replay("WP-13")


def test_the_last_one_in_the_mission_goes_on_alone_W_16_HW_12_HW_20_HW_32():
    replay("WP-14")


def test_hardheaded_not_with_two_cards_yes_with_one_W_66_HW_25():
    replay("WP-15")


def test_prideful_only_with_an_empty_hand_or_as_the_last_one_W_66_W_70_HW_25_HW_31():
    replay("WP-16")


def test_fragile_binds_the_others_W_66_W_69_W_70_HW_30():
    replay("WP-17")


def test_fearful_two_identical_threats_own_trauma_included_leave_no_choice_W_73_HW_25_HW_27():
    replay("WP-18")


def test_cards_of_one_player_disagree_the_older_one_wins_W_67_W_73_HW_25():
    replay("WP-19")


def test_cards_of_two_players_disagree_the_active_player_s_own_card_comes_first_W_68_W_73_HW_25():
    replay("WP-20")


def test_absent_minded_then_a_tile_is_laid_W_26_W_30_HW_27_HW_34():
    replay("WP-21")


def test_panicked_chance_lays_the_tile_HW_33():
    replay("WP-22")


def test_selfish_the_tile_comes_back_and_counts_HW_35_HW_43():
    replay("WP-23")


def test_clumsy_on_the_last_one_out_W_35_W_36_W_42_W_43_W_71_HW_27_HW_28_HW_40():
    replay("WP-24")


def test_tyrannical_takes_the_marker_at_once_and_keeps_it_W_48_W_49_W_66_HW_37():
    replay("WP-25")


def test_most_tiles_help_a_tie_helps_nobody_W_27_W_38_W_39_W_40_W_41_HW_4_HW_43_HW_44_HW_45():
    replay("WP-26")


def test_after_a_failure_only_tiles_already_laid_count_and_help_is_smaller_W_42_W_43_HW_42_HW_45():
    replay("WP-27")


def test_four_hard_knocks_are_borne_until_after_the_support_W_44_HW_38_HW_46():
    replay("WP-28")


def test_morale_drops_by_the_cards_in_hand_W_46_W_47_HW_39_HW_50_HW_51():
    replay("WP-29")


def test_victory_comes_at_once_with_anyone_in_any_state_W_45_HW_47_HW_48():
    replay("WP-30")


def test_marker_and_token_go_on_W_48_W_49_HW_41_HW_53():
    replay("WP-31")


def test_with_four_players_both_double_tiles_point_across_the_table_HW_4_HW_43():
    replay("WP-32")


def test_the_pile_runs_out_while_dealing_W_9_W_10_W_11_HW_7():
    replay("WP-33")


def test_the_first_mission_three_cards_each_or_more_W_12_HW_7():
    replay("WP-34")


def test_frenzied_draws_two_more_after_the_deal_as_far_as_the_pile_goes_W_65_W_66_HW_8_HW_9():
    replay("WP-35")


def test_two_players_a_ring_of_three_W_54_W_57_W_58_HW_5_HW_43_HW_54():
    replay("WP-36")


def test_dealing_skips_the_chaplain_W_54_W_55_W_57_HW_8():
    replay("WP-37")


def test_two_players_a_used_speech_goes_back_to_the_supply_W_56_HW_53():
    replay("WP-38")


def test_with_three_or_more_players_it_is_gone_for_good_W_24():
    replay("WP-39")


def test_a_new_mission_brings_everyone_back_with_what_they_kept_W_28_W_29_W_50_HW_10():
    replay("WP-40")


def test_there_are_40_positions_with_75_cases():
    assert [*positions()] == [f"WP-{number:02}" for number in range(1, 41)]
    assert sum(len(position["cases"]) for position in positions().values()) == 75


@pytest.mark.parametrize("name", positions())
def test_the_test_of_a_position_names_the_rules_of_the_position(name):
    proving = next(test for test in globals().values() if callable(test) and name in _texts(test))
    named = re.findall(r"(?<=_)H?W_\d+", proving.__name__)
    assert named == [rule.replace("-", "_") for rule in positions()[name]["rules"]]


def _texts(test: object) -> tuple[object, ...]:
    code = getattr(test, "__code__", None)
    return code.co_consts if code else ()


# The other reading of when a game is won ----------------------------------------------------------------------------


def test_after_support_four_knocks_lose_before_peace_is_seen_W_44_W_45_HW_47():
    position = positions()["WP-30"]
    told = words(position, {"change": {"level": "after-support"}})
    steps: list[dict[str, Any]] = [
        {"do": "play clumsy"},
        {"expect": {"result": "none", "phase": "turn", "to_act": 1, "bolts": [4, 0, 0]}},
        {"do": "withdraw"},
        {"expect": {"result": "none", "to_act": 0}},
        {"do": "withdraw"},
        {"expect": {"result": "loss-knocks"}},
    ]
    replay_case(told, steps, "WP-30 after support")


def test_after_support_peace_comes_before_morale_drops_W_45_W_47_HW_41_HW_47():
    told = words(positions()["WP-30"], {"change": {"level": "after-support"}, "seat_change": {"0": {"knocks": []}}})
    steps: list[dict[str, Any]] = [
        {"do": "play clumsy"},
        {"do": "withdraw"},
        {"expect": {"result": "none", "to_act": 0}},
    ]
    state = replay_case(told, steps, "WP-30 after support")
    assert outcome(state) is None
    assert legal_moves(state) == [Withdraw()]
    state = replay_case(told, [*steps, {"do": "withdraw"}, {"expect": {"result": "win", "morale": 1}}], "the end")
    assert outcome(state) == (Ending.WIN, (0, 1, 2))
