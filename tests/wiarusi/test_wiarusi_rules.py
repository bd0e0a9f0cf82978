"""The rules one by one, where the worked positions do not already prove them."""

from typing import Any

import pytest

from mali_powstancy.wiarusi import (
    CHANCE,
    Ending,
    GameState,
    IllegalMove,
    Phase,
    SetupError,
    active_threats,
    bolts,
    chance_outcomes,
    legal_moves,
    load_scenario,
    new_game,
    next_pile,
    observe,
    outcome,
    parse_move,
    play,
    stop_here,
)
from mali_powstancy.wiarusi.cards import Gift, Knock, ThreatCard, tile_target
from mali_powstancy.wiarusi.events import (
    CardDealt,
    CardDrawnAndPlayed,
    CardPlayed,
    ChaplainTileDrawn,
    CharmRegained,
    HelpDeclined,
    KnockRemoved,
    KnockTaken,
    LeaderChanged,
    MissionBegan,
    MissionFailed,
    MissionSucceeded,
    MoraleDropped,
    NotSupported,
    Passing,
    SpeechAnswered,
    SpeechMade,
    StopCalled,
    Supported,
    TileForgotten,
    TileLaid,
    TilesPassed,
    TokenGiven,
    TrapSprung,
    Withdrew,
)
from mali_powstancy.wiarusi.state import draft_of, finished
from mali_powstancy.wiarusi.table import how_opened, informs, is_private, opened, sides
from tests.wiarusi.random_wars import level, whole_game
from tests.wiarusi.tables import NAMES, after, reason, table, told

STANDARD = load_scenario("wiarusi-standard")


def texts(state: GameState) -> set[str]:
    """What may be done, as texts."""
    return {*map(str, legal_moves(state))}


def ready(level_name: str = "wiarusi-standard", players: int = 3, **how: Any) -> GameState:
    """A new game in which everything is given that can be, up to the first question."""
    characters = [*NAMES[:players], *["anselme"][: players == 2]]
    return after(new_game(load_scenario(level_name), players, characters=characters, leader=0, **how))


# Components and set-up ----------------------------------------------------------------------------------------------


def test_the_deck_has_39_threats_19_knocks_and_christmas_W_5_W_14():
    trials = [*STANDARD.trials.values()]
    threats = [card for card in trials if isinstance(card, ThreatCard)]
    signs = [threat for card in threats for threat in card.threats]
    assert (len(trials), len(threats)) == (59, 39)
    assert {threat: signs.count(threat) for threat in signs} == dict.fromkeys(
        ("night", "snow", "rain", "shell", "mask", "whistle"), 14
    )
    assert sum(card.trap for card in threats) == 9
    assert sum(card.bolts for card in trials if isinstance(card, Knock)) == 20
    assert sum(isinstance(card, Knock) for card in trials) == 19
    assert [card.id for card in trials if isinstance(card, Gift)] == ["merry-christmas"]
    assert all(card.origin for card in trials)


@pytest.mark.parametrize(
    ("name", "players", "pile", "reserve", "speeches", "box", "deals"),
    [
        ("beginner", 2, 20, 39, 5, 7, (3, 10)),
        ("standard", 2, 20, 39, 5, 7, (3, 10)),
        ("veteran", 2, 30, 29, 5, 7, (3, 15)),
        ("beginner", 3, 25, 34, 5, 7, (3, 9)),
        ("standard", 3, 25, 34, 5, 7, (3, 9)),
        ("standard", 4, 25, 34, 4, 4, (3, 7)),
        ("standard", 5, 25, 34, 3, 1, (3, 5)),
        ("veteran", 3, 30, 29, 5, 7, (3, 10)),
        ("veteran", 4, 30, 29, 4, 4, (3, 8)),
        ("veteran", 5, 30, 29, 3, 1, (3, 6)),
    ],
)
def test_the_set_up_table_W_2_W_3_W_5_W_6_W_53_W_55_HW_3_HW_7_HW_52(name, players, pile, reserve, speeches, box, deals):
    state = ready(f"wiarusi-{name}", players)
    assert (state.pile, state.reserve, state.supply, len(state.box)) == (pile, reserve, speeches, box)
    assert [len(stock) for stock in state.tiles] == [3] * (3 if players == 2 else players)
    assert [str(move) for move in legal_moves(state)] == [f"deal {n}" for n in range(deals[0], deals[1] + 1)]
    assert state.charms == (True,) * players
    assert state.mission == 1


def test_given_characters_and_leader_are_not_drawn_W_2_W_7_HW_1_HW_2():
    state = new_game(STANDARD, 3, characters=["anselme", "lazare", "gaston"], leader=2)
    assert state.phase is Phase.THIRD_TILE
    assert state.characters == ("anselme", "lazare", "gaston")
    assert after(state).to_act == 2
    assert MissionBegan(1, 2) in told(state)[1]


def test_the_chaplain_gets_a_character_that_is_left_W_54_HW_1():
    state = new_game(STANDARD, 2, characters=["felix", "gustave"], leader=0)
    assert state.phase is Phase.CHARACTER
    assert len(chance_outcomes(state)) == 4
    assert len(after(state).characters) == 3


@pytest.mark.parametrize(
    "how",
    [
        {"players": 1},
        {"players": 6},
        {"players": True},
        {"players": "3"},
        {"players": 3, "characters": ["felix", "felix", "gaston"]},
        {"players": 3, "characters": ["felix", "nobody", "gaston"]},
        {"players": 3, "characters": ["felix"]},
        {"players": 3, "characters": "felix"},
        {"players": 3, "characters": [1, 2, 3]},
        {"players": 3, "leader": 3},
        {"players": 3, "leader": True},
        {"players": 2, "leader": 2},
        {"players": 3, "pile": 26},
        {"players": 2, "pile": 21},
        {"players": 2, "pile": 32},
        {"players": 2, "pile": 20.0},
    ],
)
def test_a_game_that_cannot_be_set_up_is_refused_W_1_W_54_W_59_HW_1(how):
    with pytest.raises(SetupError):
        new_game(STANDARD, **how)


def test_without_a_scenario_there_is_no_game():
    with pytest.raises(SetupError, match="scenario"):
        new_game("wiarusi-standard")  # type: ignore[arg-type]


def test_without_a_number_as_many_play_as_can_W_1():
    assert new_game(STANDARD).game.players == 5


@pytest.mark.parametrize("pile", [20, 22, 24, 26, 28, 30])
def test_two_players_may_begin_with_a_larger_pile_W_59_HW_57(pile):
    state = ready(players=2, pile=pile)
    assert (state.pile, state.reserve) == (pile, 59 - pile)
    lost = ended(state, Ending.MORALE)
    assert next_pile(lost) == pile
    assert next_pile(ended(state, Ending.STOPPED)) == pile
    assert next_pile(ended(state, Ending.WIN)) == (pile + 2 if pile < 30 else None)


def ended(state: GameState, ending: Ending) -> GameState:
    draft = draft_of(state)
    draft.ending = ending
    return finished(draft)


def test_there_is_no_series_for_three_W_59_HW_57():
    assert next_pile(ended(ready(), Ending.WIN)) is None


@pytest.mark.parametrize(
    ("tile", "ring", "targets"),
    [
        ("L1", 3, [1, 2, 0]),
        ("R1", 3, [2, 0, 1]),
        ("L2", 4, [2, 3, 0, 1]),
        ("R2", 4, [2, 3, 0, 1]),
        ("L2", 5, [2, 3, 4, 0, 1]),
        ("R2", 5, [3, 4, 0, 1, 2]),
        ("L2", 3, [2, 0, 1]),
    ],
)
def test_left_is_who_plays_next_HW_4_HW_5(tile, ring, targets):
    assert [tile_target(tile, seat, ring) for seat in range(ring)] == targets


# Preparation --------------------------------------------------------------------------------------------------------


def test_cards_come_one_at_a_time_from_the_leader_on_W_10_W_16_HW_8():
    state = table({}, {}, {}, active=None, leader=1, top=6)
    state, events = told(state, "deal 2")
    assert [event.seat for event in events if isinstance(event, CardDealt)] == [1, 2, 0, 1, 2, 0]
    assert (state.phase, state.to_act) == (Phase.TURN, 1)


def test_the_chaplain_lays_before_the_deal_and_frenzy_comes_last_W_57_K_10_HW_8_HW_9():
    state = table(
        {"knocks": ["frenzied"]}, {}, active=None, leader=1, top=9, chaplain={"who": "charles", "tiles": ["L1"]}
    )
    state, events = told(state, "deal 2")
    dealt = [event for event in events if isinstance(event, ChaplainTileDrawn | CardDealt)]
    assert isinstance(dealt[0], ChaplainTileDrawn)
    assert [event.seat for event in dealt if isinstance(event, CardDealt)] == [1, 0, 1, 0, 0, 0]
    assert state.pile == 3
    assert observe(state, 1).hand_sizes == (4, 2)


def test_frenzy_is_ignored_when_the_pile_is_empty_K_10_W_65_HW_9():
    state = after(table({}, {"knocks": ["frenzied"]}, {}, active=None, top=3), "deal 1")
    assert [*map(len, state.hands)] == [1, 1, 1]


def test_the_chaplain_without_tiles_lays_none_HW_54():
    state = after(table({}, {}, active=None, top=2), "deal 1")
    assert (state.phase, state.laid) == (Phase.TURN, (None, None, None))


def test_who_got_no_card_is_in_the_mission_all_the_same_W_11_HW_10_HW_12():
    state = after(table({}, {}, {}, active=None, leader=2, top=1), "deal 1")
    state = after(state, "withdraw")
    assert state.to_act == 0
    assert texts(state) == {"withdraw"}


def test_the_leader_decides_alone_before_anything_is_dealt_W_9_HW_11():
    state = table({}, {}, {}, active=None, leader=1)
    assert (state.phase, state.to_act) == (Phase.DIFFICULTY, 1)
    assert not is_private(state)
    assert after(new_game(STANDARD, 3, leader=2)).to_act == 2
    assert reason(state, "withdraw") == "wrong-phase W-16"


def test_difficulties_beyond_the_limits_are_refused_W_9_W_12_HW_7():
    first, later = ready(), table({}, {}, {}, active=None, top=7)
    assert reason(first, "deal 0") == "difficulty-too-low W-9"
    assert reason(first, "deal 2") == "difficulty-too-low W-12"
    assert reason(first, "deal 10") == "difficulty-too-high HW-7"
    assert reason(first, "deal 9") is None
    assert reason(later, "deal -1") == "difficulty-too-low W-9"
    assert reason(later, "deal 4") == "difficulty-too-high HW-7"
    assert texts(later) == {"deal 1", "deal 2", "deal 3"}


# Threats ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("knock", ["trauma-night", "trauma-snow", "trauma-rain"])
def test_a_trauma_counts_as_its_weather_K_1_W_15_HW_13(knock):
    weather = knock.removeprefix("trauma-")
    assert active_threats(table({"knocks": [knock]}, {}, {})) == {weather: 1}
    assert active_threats(table({}, {"knocks": [knock], "withdrawn": True}, {})) == {}


@pytest.mark.parametrize("knock", ["phobia-shell", "phobia-mask", "phobia-whistle"])
def test_a_phobia_counts_as_its_attack_K_2_W_15_HW_13(knock):
    attack = knock.removeprefix("phobia-")
    assert active_threats(table({}, {"knocks": [knock]}, {})) == {attack: 1}
    assert active_threats(table({}, {"knocks": [knock], "withdrawn": True}, {})) == {}


def test_a_phobia_by_a_trap_fails_at_once_K_2_W_33_HW_14_HW_40():
    state = table(
        {"hand": ["night-whistle-trap", "snow-rain"]}, {}, {}, nml=["rain-mask-1", "snow-mask-1"], fresh=["phobia-mask"]
    )
    state, events = told(state, "play night-whistle-trap", draws=["phobia-mask"])
    assert MissionFailed("mask") in events
    assert state.knocks[0] == ("phobia-mask",)
    assert state.mission == 3


def test_all_other_knocks_are_no_threats_HW_13():
    knocks = ["wounded", "mute", "demoralized", "fragile", "fearful", "panicked", "frenzied", "selfish"]
    assert active_threats(table({"knocks": knocks}, {}, {})) == {}


def test_a_failure_is_told_once_and_sticks_W_34_HW_14():
    state = table(
        {"hand": ["night-whistle-trap", "snow-rain"]},
        {},
        {},
        nml=["night-mask-1", "night-shell-1"],
        fresh=["night-snow"],
    )
    _, events = told(state, "play night-whistle-trap", draws=["night-snow"])
    assert [type(event) for event in events[:4]] == [CardPlayed, MissionFailed, TrapSprung, CardDrawnAndPlayed]
    assert [event for event in events if isinstance(event, MissionFailed)] == [MissionFailed("night")]


def test_a_christmas_choice_is_finished_but_does_not_mend_a_failure_K_16_W_34_HW_14_HW_17():
    state = table(
        {"hand": ["night-whistle-trap", "snow-rain"]},
        {"knocks": ["trauma-night"]},
        {},
        nml=["night-shell-1"],
        fresh=["merry-christmas"],
    )
    state = after(state, "play night-whistle-trap", draws=["merry-christmas"])
    assert (state.phase, state.to_act, state.failed) == (Phase.CHRISTMAS, 0, True)
    state, events = told(state, "relieve 1 trauma-night")
    assert KnockRemoved(1, "trauma-night") in events
    assert state.mission == 3
    assert {*state.low} == {"night-whistle-trap", "night-shell-1"}


def test_a_card_brought_by_a_trap_sets_no_trap_off_W_32_HW_16():
    state = table({"hand": ["night-whistle-trap", "snow-rain"]}, {}, {}, fresh=["snow-mask-trap"])
    _, events = told(state, "play night-whistle-trap", draws=["snow-mask-trap"])
    assert [event for event in events if isinstance(event, TrapSprung)] == [TrapSprung(0, "night-whistle-trap")]


@pytest.mark.parametrize(
    ("name", "phase"), [("standard", Phase.TRAP), ("veteran", Phase.TRAP), ("beginner", Phase.TURN)]
)
def test_traps_apply_but_not_for_beginners_W_31_W_51_W_52(name, phase):
    state = table({"hand": ["night-whistle-trap", "snow-rain"]}, {}, {}, level=name)
    assert play(state, parse_move("play night-whistle-trap")).state.phase is phase


def test_a_trap_on_a_charmed_or_dropped_card_does_nothing_HW_16_HW_18():
    state = table({}, {"hand": ["night-mask-trap"]}, {}, nml=["night-shell-trap"])
    assert after(state, "charm night-shell-trap").phase is Phase.TURN
    state = table({"speeches": 1}, {"hand": ["night-mask-trap", "snow-rain"]}, {"withdrawn": True})
    assert play(after(state, "speak night"), parse_move("drop night-mask-trap")).state.phase is Phase.TURN


# Charm --------------------------------------------------------------------------------------------------------------


def test_a_charm_takes_one_card_of_its_threat_W_18_W_19_HW_18():
    state = table({"hand": ["snow-rain"]}, {}, {}, nml=["night-mask-1", "night-shell-1", "snow-whistle-1"])
    assert texts(state) == {"play snow-rain", "charm night-mask-1", "charm night-shell-1", "withdraw"}
    assert reason(state, "charm snow-whistle-1") == "charm-no-match HW-18"
    assert reason(state, "charm night-mask-2") == "charm-no-match HW-18"
    state = after(state, "charm night-mask-1")
    assert state.nml == ("night-shell-1", "snow-whistle-1")
    assert "night-mask-1" in state.discard
    assert state.charms == (False, True, True)
    state = after(state, "withdraw", "withdraw")
    assert reason(state, "charm night-shell-1") == "charm-used W-19"


# Speeches -----------------------------------------------------------------------------------------------------------


def test_answers_are_sealed_until_the_last_listener_has_decided_W_21_HW_19_HW_22():
    state = table({"speeches": 1}, {"hand": ["rain-mask-1"]}, {"hand": ["rain-shell-1"]})
    state, events = told(state, "speak rain")
    assert events == [SpeechMade(0, "rain")]
    sealed = after(state, "drop rain-mask-1")
    assert sealed.hands[1] == ("rain-mask-1",)
    assert observe(sealed, 2) == observe(after(state, "keep"), 2)
    assert observe(sealed, 1).answers == (None, "rain-mask-1", None)
    assert observe(sealed, 2).has_answered == (False, True, False)
    shown, events = told(sealed, "keep")
    assert events == [events[0], SpeechAnswered(1, "rain-mask-1"), SpeechAnswered(2, None)]
    assert shown.hands == ((), (), ("rain-shell-1",))
    assert shown.to_act == 1


def test_listeners_are_asked_clockwise_from_the_speaker_W_16_HW_19():
    seats = [{"hand": ["snow-rain"]}, {}, {"speeches": 1}, {}, {}]
    state = after(table(*seats, active=2), "speak rain")
    asked = []
    while state.phase is Phase.SPEECH:
        asked.append(state.to_act)
        state = after(state, "keep")
    assert asked == [3, 4, 0, 1]
    assert state.to_act == 3


def test_the_withdrawn_gain_nothing_from_a_speech_W_23_W_74():
    state = table({"speeches": 1}, {"hand": ["rain-mask-1"], "withdrawn": True}, {"hand": ["rain-shell-1"]})
    state = after(state, "speak rain")
    assert state.to_act == 2
    state = after(state, "drop rain-shell-1")
    assert state.hands == ((), ("rain-mask-1",), ())


@pytest.mark.parametrize("threat", ["night", "snow", "rain", "shell", "mask", "whistle"])
def test_every_token_serves_for_every_threat_W_20_W_76(threat):
    state = table({"speeches": 2, "hand": ["snow-rain"]}, {}, {})
    assert reason(state, f"speak {threat}") is None
    assert after(state, f"speak {threat}", "keep", "keep").tokens == (1, 0, 0)


def test_a_trauma_that_lies_there_stays_HW_23():
    state = table({"speeches": 1}, {"knocks": ["trauma-rain"], "hand": ["snow-mask-1"]}, {"withdrawn": True})
    state = after(state, "speak rain")
    assert texts(state) == {"keep"}
    assert reason(state, "drop trauma-rain") == "not-in-hand W-17"
    assert reason(state, "drop snow-mask-1") == "lacks-threat W-21"
    assert after(state, "keep").knocks[1] == ("trauma-rain",)


def test_a_card_with_several_threats_answers_any_of_them_W_75_HW_21():
    hand = ["all-weather", "all-six", "phobia-mask", "merry-christmas", "mute"]
    for threat, dropped in (("night", {"all-weather", "all-six"}), ("mask", {"all-six", "phobia-mask"})):
        state = after(table({"speeches": 1}, {"hand": hand}, {}), f"speak {threat}")
        assert texts(state) == {"keep", *(f"drop {card}" for card in dropped)}


def test_only_own_tokens_can_be_spent_W_20_HW_24():
    state = table({"hand": ["snow-rain"]}, {"speeches": 2}, {})
    assert reason(state, "speak rain") == "no-speech-token W-20"
    assert not any(text.startswith("speak") for text in texts(state))


def test_a_mute_player_does_not_speak_but_listens_and_earns_K_4_W_72_HW_36():
    state = table({"knocks": ["mute"], "speeches": 1, "hand": ["rain-mask-1"]}, {"speeches": 1}, {})
    assert reason(state, "speak rain") == "mute W-72"
    state = after(state, "play rain-mask-1", "speak rain")
    assert [task.who for task in state.agenda if task.phase is Phase.SPEECH] == [2, 0]
    both = table({"knocks": ["mute"]}, {}, {})
    assert reason(both, "speak rain") == "mute W-72"  # named before the missing token
    earned = table({"knocks": ["mute"]}, {"withdrawn": True, "hand": ["snow-rain"]}, {"withdrawn": True})
    assert after(earned, "withdraw").tokens == (1, 0, 0)


def test_a_speech_without_listeners_only_spends_the_token_W_24_HW_20_HW_32():
    state = table({"hand": ["snow-rain"], "speeches": 1}, {"withdrawn": True}, {"withdrawn": True})
    state = after(state, "speak night")
    assert (state.phase, state.to_act, state.spent, state.tokens) == (Phase.TURN, 0, 1, (0, 0, 0))


def test_an_unknown_threat_is_no_speech_W_20():
    state = table({"speeches": 1, "hand": ["snow-rain"]}, {}, {})
    assert reason(state, "speak fog") == "malformed W-16"


# Christmas ----------------------------------------------------------------------------------------------------------


def test_christmas_takes_any_one_knock_K_16_HW_17_HW_38():
    state = table({"hand": ["merry-christmas"]}, {"knocks": ["wounded", "mute"]}, {})
    state = after(state, "play merry-christmas")
    assert reason(state, "relieve 0 wounded") == "no-such-knock HW-17"
    assert reason(state, "relieve 3 wounded") == "no-such-knock HW-17"
    assert reason(state, "relieve -1 wounded") == "no-such-knock HW-17"
    assert texts(state) == {"relieve 1 wounded", "relieve 1 mute"}
    state = after(state, "relieve 1 wounded")
    assert state.knocks == ((), ("mute",), ())
    assert {"merry-christmas", "wounded"} <= {*state.discard}


def test_christmas_by_a_trap_belongs_to_who_drew_it_K_16_W_31_HW_17():
    state = table({"hand": ["night-mask-trap"]}, {"knocks": ["mute"]}, {}, fresh=["merry-christmas"])
    state = after(state, "play night-mask-trap", draws=["merry-christmas"])
    assert (state.phase, state.to_act) == (Phase.CHRISTMAS, 0)


def test_christmas_cannot_name_the_chaplain_HW_54():
    state = after(table({"hand": ["merry-christmas"], "knocks": ["mute"]}, {}), "play merry-christmas")
    assert reason(state, "relieve 2 mute") == "no-such-knock HW-17"


# Withdrawing --------------------------------------------------------------------------------------------------------


def test_who_has_withdrawn_keeps_the_hand_and_has_no_turn_W_25_W_29():
    state = after(table({"hand": ["snow-rain"]}, {"hand": ["night-snow"]}, {}), "withdraw")
    assert state.hands[0] == ("snow-rain",)
    state = after(state, "play night-snow", "withdraw")
    assert state.to_act == 1


def test_a_tile_must_be_laid_and_is_secret_W_26_W_62_HW_26():
    state = after(table({"tiles": ["L1", "R1", "R1"], "hand": ["snow-rain"]}, {"hand": ["night-snow"]}, {}), "withdraw")
    assert (state.phase, texts(state)) == (Phase.LAY, {"lay L1", "lay R1"})
    assert is_private(state)
    assert reason(state, "lay L2") == "no-such-tile HW-26"
    left, right = after(state, "lay L1"), after(state, "lay R1")
    assert observe(left, 1) == observe(right, 1)
    assert observe(left, 0) != observe(right, 0)
    assert observe(left, 1).has_laid == (True, False, False)
    assert observe(left, 1).tile_counts == (2, 0, 0)


def test_hardheaded_stays_with_two_cards_K_12_W_66_HW_25():
    seats = [{"knocks": ["hardheaded"], "hand": ["snow-rain", "night-snow"]}, {}, {}]
    assert reason(table(*seats), "withdraw") == "hardheaded K-12"
    seats[0]["hand"] = ["snow-rain"]
    assert reason(table(*seats), "withdraw") is None


def test_prideful_leaves_last_or_with_empty_hands_K_13_W_70_HW_25_HW_31():
    seats = [{"knocks": ["prideful"], "hand": ["snow-rain"]}, {"withdrawn": True}, {}]
    assert reason(table(*seats), "withdraw") == "prideful K-13"
    assert reason(table(*seats[:2], {"withdrawn": True}), "withdraw") is None
    assert reason(table({"knocks": ["prideful"]}, {}, {}), "withdraw") is None
    two = [{"knocks": ["prideful"], "hand": ["snow-rain"]}, {"withdrawn": True}]
    assert reason(table(*two, chaplain={"tiles": ["L1"]}), "withdraw") is None  # the chaplain never counts


def test_fragile_holds_the_others_while_they_have_cards_K_7_W_69_W_70_HW_30():
    seats: list[dict[str, Any]] = [{"hand": ["snow-rain"]}, {"knocks": ["fragile"], "hand": ["night-snow"]}, {}]
    assert reason(table(*seats), "withdraw") == "fragile K-7"
    assert reason(table(*seats, active=1), "withdraw") is None
    assert reason(table(*seats, active=2), "withdraw") is None
    seats[1]["withdrawn"] = True
    assert reason(table(*seats), "withdraw") is None


def test_fragile_holds_also_if_its_owner_has_no_cards_K_7_HW_30():
    assert reason(table({"hand": ["snow-rain"]}, {"knocks": ["fragile"]}, {}), "withdraw") == "fragile K-7"


def test_fear_drives_away_at_two_identical_threats_K_8_W_73_HW_25():
    seats = [{"knocks": ["fearful"], "hand": ["snow-rain"], "speeches": 1}, {}, {}]
    one, two = table(*seats, nml=["night-shell-1"]), table(*seats, nml=["night-shell-1", "night-mask-1"])
    assert "withdraw" in texts(one)
    assert len(texts(one)) == 9
    assert texts(two) == {"withdraw"}
    for move in ("play snow-rain", "speak rain", "charm night-mask-1"):
        assert reason(two, move) == "must-withdraw W-73"
    assert Withdrew(0, True) in told(two, "withdraw")[1]
    assert Withdrew(0, False) in told(one, "withdraw")[1]


def test_fear_drives_away_with_empty_hands_too_K_8_W_70_HW_25():
    state = table({"knocks": ["fearful"]}, {}, {}, nml=["night-shell-1", "night-mask-1"])
    assert texts(state) == {"withdraw"}
    assert reason(state, "charm night-mask-1") == "must-withdraw W-73"


@pytest.mark.parametrize(
    ("knocks", "verdict"),
    [
        (["fearful", "prideful"], None),
        (["prideful", "fearful"], "prideful K-13"),
        (["hardheaded", "prideful"], "hardheaded K-12"),
        (["prideful", "hardheaded"], "prideful K-13"),
        (["mute", "hardheaded", "fearful"], "hardheaded K-12"),
    ],
)
def test_the_oldest_knock_that_speaks_holds_W_67_HW_25(knocks, verdict):
    hand = ["snow-rain", "rain-mask-1"]
    state = table({"knocks": knocks, "hand": hand}, {}, {}, nml=["night-shell-1", "night-mask-1"])
    assert reason(state, "withdraw") == verdict


def test_who_is_panicked_does_not_choose_K_9_HW_33_HW_59():
    seats = [{"knocks": ["panicked"], "tiles": ["L1", "R1"]}, {"hand": ["snow-rain"]}, {}]
    state, events = play(table(*seats), parse_move("withdraw"))
    assert (state.phase, state.to_act) == (Phase.PANIC, CHANCE)
    state, events = play(state, parse_move("tile R1"))
    assert events == (TileLaid(0, "R1"),)
    assert observe(state, 0).laid == ("R1", None, None)
    assert observe(state, 1).laid == (None, None, None)


def test_a_forgotten_tile_leaves_the_game_for_all_to_see_K_15_HW_22_HW_34():
    seats = [{"knocks": ["absent-minded", "panicked"], "tiles": ["L1", "R1"]}, {"hand": ["snow-rain"]}, {}]
    state = after(table(*seats), "withdraw")
    assert texts(state) == {"forget L1", "forget R1"}
    assert reason(state, "forget L2") == "no-such-tile HW-26"
    state, events = play(state, parse_move("forget L1"))
    assert TileForgotten(0, "L1") in events
    assert observe(state, 2).removed == ("L1",)
    assert state.phase is Phase.PANIC  # then the tile is laid, here by chance


def test_clumsiness_plays_a_card_after_the_tile_K_14_W_71_HW_27_HW_40():
    seats = [{"knocks": ["clumsy"], "tiles": ["L1"]}, {"hand": ["snow-rain"]}, {}]
    state, events = told(table(*seats, fresh=["tyrannical"]), "withdraw", "lay L1", draws=["tyrannical"])
    kinds = [type(event) for event in events]
    assert kinds == [Withdrew, TileLaid, CardDrawnAndPlayed, KnockTaken]
    assert state.knocks[0] == ("clumsy", "tyrannical")
    assert state.to_act == 1


def test_clumsiness_works_for_beginners_too_and_brings_one_card_K_14_W_71_HW_16_HW_52():
    seats = [{"knocks": ["clumsy"]}, {"hand": ["snow-rain"]}, {}]
    for name in ("beginner", "standard"):
        state = after(table(*seats, level=name, fresh=["night-mask-trap"]), "withdraw", draws=["night-mask-trap"])
        assert (state.nml, state.pile) == (("night-mask-trap",), 5)


def test_clumsiness_draws_nothing_from_an_empty_pile_K_14_W_65():
    state = after(table({"knocks": ["clumsy"]}, {"hand": ["snow-rain"]}, {}, top=0), "withdraw")
    assert (state.phase, state.to_act) == (Phase.TURN, 1)


def test_clumsiness_can_fail_a_mission_and_the_tile_counts_K_14_W_42_HW_28_HW_42():
    seats = [
        {"knocks": ["clumsy"], "tiles": ["L1"]},
        {"knocks": ["mute"], "hand": ["snow-rain"]},
        {},
    ]
    state = table(*seats, nml=["night-shell-1", "night-mask-1"], fresh=["night-snow"])
    state, events = told(state, "withdraw", "lay L1", draws=["night-snow"])
    assert MissionFailed("night") in events
    assert TilesPassed((Passing(0, "L1", 1),)) in events
    assert (state.phase, state.to_act, state.tiles[1]) == (Phase.SUPPORT, 1, ("L1",))


def test_what_withdrawal_ends_and_what_goes_on_W_28_W_69_HW_29():
    seats = [
        {"withdrawn": True, "knocks": ["demoralized", "trauma-night"]},
        {"withdrawn": True, "knocks": ["tyrannical"]},
        {},
    ]
    state = table(*seats, active=2, leader=1)
    assert active_threats(state) == {}
    state, events = told(state, "withdraw")
    assert MoraleDropped(4) in events
    assert state.leader == 1
    assert active_threats(state) == {"night": 1}


# The end of a mission -----------------------------------------------------------------------------------------------


def test_success_discards_no_mans_land_W_35_W_37_W_64():
    seats = [{"withdrawn": True, "hand": ["snow-rain"], "knocks": ["mute"]}, {"withdrawn": True}, {}]
    state, events = told(table(*seats, active=2, nml=["night-snow"]), "withdraw")
    assert MissionSucceeded() in events
    assert (state.nml, state.hands[0], state.knocks[0]) == ((), ("snow-rain",), ("mute",))
    assert "night-snow" in state.discard
    assert state.low == ()


def test_failure_shuffles_exactly_no_mans_land_into_the_pile_W_36_HW_6_HW_15_HW_51():
    seats = [{"hand": ["night-snow", "rain-mask-1"]}, {"knocks": ["trauma-snow"]}, {}]
    state = table(*seats, nml=["snow-mask-1"], low=["whistle-shell"], low_fresh=2, top=4)
    state = after(state, "play night-snow")
    assert {*state.low} == {"night-snow", "snow-mask-1", "whistle-shell"}
    assert (state.top, state.low_fresh, state.pile, state.reserve) == (3, 6, 12, 17)
    assert state.knocks[1] == ("trauma-snow",)
    assert observe(state, 2).returned == ("snow-mask-1", "night-snow", "whistle-shell")


def test_a_returned_card_is_unseen_again_until_it_lies_open_HW_55():
    state = table({}, {}, {}, active=None, top=0, low=["night-snow", "snow-rain"], low_fresh=1)
    state = after(state, "deal 1", draws=["night-snow", "snow-rain"])
    assert state.low == ()
    assert observe(state, 2).returned == ("night-snow", "snow-rain")
    assert observe(state, 2).lower == 0
    played = after(state, "play night-snow")
    assert observe(played, 2).returned == ("snow-rain",)


# Support ------------------------------------------------------------------------------------------------------------


def last_withdraws(*seats: Any, tile: str | None = None, **said: Any) -> tuple[GameState, list[object]]:
    """Seat 2 is the last one out."""
    state = table(*seats, active=2, **said)
    happened, events = told(state, "withdraw", *([f"lay {tile}"] if tile else []))
    return happened, [*events]


def test_received_tiles_are_kept_and_only_they_count_W_38_W_41_HW_43():
    seats: list[dict[str, Any]] = [
        {"withdrawn": True, "laid": "L1", "tiles": ["R1", "R1"], "knocks": ["mute"]},
        {"withdrawn": True, "knocks": ["clumsy"]},
        {"hand": ["snow-rain"]},
    ]
    state, events = last_withdraws(*seats)
    assert Supported(1) in events  # one tile against none, whatever lies in stock
    assert state.tiles == (("R1", "R1"), ("L1",), ())
    tie = [seats[0], {**seats[1], "laid": "R1"}, {"hand": ["snow-rain"]}]
    assert NotSupported("tie") in last_withdraws(*tie)[1]  # one tile for each of two


def test_a_tie_or_no_tile_helps_nobody_W_40_HW_44():
    seats = [
        {"withdrawn": True, "laid": "L1"},
        {"withdrawn": True, "laid": "L1", "knocks": ["mute"]},
        {"hand": ["snow-rain"]},
    ]
    state, events = last_withdraws(*seats)
    assert NotSupported("tie") in events
    assert state.phase is Phase.DIFFICULTY
    state, events = last_withdraws(
        {"withdrawn": True}, {"withdrawn": True, "knocks": ["mute"]}, {"hand": ["snow-rain"]}
    )
    assert NotSupported("no-tiles") in events
    assert not any(isinstance(event, TilesPassed) for event in events)


def test_who_is_selfish_supports_oneself_K_11_HW_35_HW_43():
    seats = [{"withdrawn": True, "laid": "L1", "knocks": ["selfish"]}, {"withdrawn": True}, {"hand": ["snow-rain"]}]
    state, events = last_withdraws(*seats)
    assert TilesPassed((Passing(0, "L1", 0),)) in events
    assert Supported(0) in events
    assert state.tiles[0] == ("L1",)
    seats[0]["knocks"] = []
    assert Supported(1) in last_withdraws(*seats)[1]


HELPED: list[dict[str, Any]] = [
    {"withdrawn": True, "laid": "L1"},
    {"withdrawn": True, "charm": False, "knocks": ["wounded", "mute", "clumsy"]},
    {"hand": ["snow-rain"]},
]


def test_help_after_a_success_W_39_HW_45():
    state, _ = last_withdraws(*HELPED)
    assert texts(state) == {"shed mute wounded", "shed clumsy wounded", "shed clumsy mute", "regain", "decline"}
    assert reason(state, "shed wounded") == "shed-count HW-45"
    assert reason(state, "shed wounded mute clumsy") == "shed-count HW-45"
    assert reason(state, "shed mute mute") == "shed-count HW-45"
    assert reason(state, "shed mute fragile") == "no-such-knock HW-17"
    assert after(state, "shed mute clumsy").knocks[1] == ("wounded",)
    regained, events = told(state, "regain")
    assert CharmRegained(1) in events
    assert regained.charms[1]
    declined = told(state, "decline")
    assert declined[1][0] == HelpDeclined(1)
    assert declined[0].ending == "loss-knocks"


def test_knocks_may_be_named_in_any_order_W_39():
    state, _ = last_withdraws(*HELPED)
    assert after(state, "shed wounded mute") == after(state, "shed mute wounded")


def test_with_one_knock_one_goes_and_the_charm_only_if_used_W_39_HW_45():
    seats = [HELPED[0], {"withdrawn": True, "knocks": ["mute"]}, {"hand": ["snow-rain"]}]
    state, _ = last_withdraws(*seats)
    assert texts(state) == {"shed mute", "decline"}
    assert reason(state, "regain") == "charm-not-used HW-45"


def test_help_with_the_charm_alone_W_39_HW_45():
    state, _ = last_withdraws(HELPED[0], {"withdrawn": True, "charm": False}, {"hand": ["snow-rain"]})
    assert texts(state) == {"regain", "decline"}
    assert reason(state, "shed mute") == "no-such-knock HW-17"


def test_who_has_nothing_to_gain_is_not_asked_HW_45():
    state, events = last_withdraws(HELPED[0], {"withdrawn": True}, {"hand": ["snow-rain"]})
    assert Supported(1) in events
    assert state.phase is Phase.DIFFICULTY


def test_after_a_failure_one_knock_goes_and_no_charm_W_42_W_43_HW_45():
    seats = [{**HELPED[0]}, {**HELPED[1]}, {"hand": ["night-snow"], "tiles": ["L1"]}]
    state = after(table(*seats, active=2, nml=["night-mask-1", "night-shell-1"]), "play night-snow")
    assert texts(state) == {"shed wounded", "shed mute", "shed clumsy", "decline"}
    assert reason(state, "regain") == "mission-failed W-43"
    assert reason(state, "shed mute wounded") == "shed-count HW-45"
    assert after(state, "shed wounded").ending == ""  # two bolts at once, and two are left
    charm_only = [seats[0], {"withdrawn": True, "charm": False}, seats[2]]
    state = after(table(*charm_only, active=2, nml=["night-mask-1", "night-shell-1"]), "play night-snow")
    assert state.phase is Phase.DIFFICULTY  # nothing to gain


def test_the_chaplain_keeps_what_he_gets_and_nothing_happens_W_58_HW_54():
    seats = [{"withdrawn": True, "laid": "R1", "knocks": ["mute"]}, {"tiles": ["L1"], "hand": ["snow-rain"]}]
    state = table(*seats, active=1, chaplain={"who": "charles", "laid": "L1"})
    state, events = told(state, "withdraw", "lay L1")
    assert NotSupported("chaplain") in events
    assert state.tiles[2] == ("L1", "R1")
    assert state.phase is Phase.DIFFICULTY


# Defeat, morale, the next leader ------------------------------------------------------------------------------------


def test_wounded_counts_two_K_3_W_44_HW_38():
    assert bolts(table({"knocks": ["wounded", "mute"]}, {}, {}), 0) == 3
    four = [{"knocks": ["wounded", "mute", "clumsy"], "withdrawn": True}, {"withdrawn": True}, {"hand": ["snow-rain"]}]
    state, _ = last_withdraws(*four)
    assert outcome(state) == (Ending.KNOCKS, ())
    assert outcome(state).is_defeat
    four[0]["knocks"] = ["fearful", "mute", "clumsy"]
    assert outcome(last_withdraws(*four)[0]) is None


def test_more_than_four_are_borne_until_after_the_support_W_44_HW_46():
    seats = [{"knocks": ["wounded", "mute", "clumsy"], "hand": ["fearful", "selfish", "snow-rain"]}, {}, {}]
    state = after(table(*seats), "play fearful", "withdraw", "withdraw")
    assert (bolts(state, 0), state.to_act, state.ending) == (5, 0, "")


@pytest.mark.parametrize(
    ("hands", "knocks", "dropped"),
    [
        ([[], ["snow-rain"], []], [], 3),
        ([["night-snow"], ["snow-rain"], ["rain-night"]], [], 3),
        ([["night-snow", "all-six"], ["snow-rain"], ["rain-night"]], [], 4),
        ([[], ["snow-rain"], []], ["demoralized"], 4),
        ([["night-snow", "all-six"], ["snow-rain"], ["rain-night"]], ["demoralized"], 5),
    ],
)
def test_morale_drops_by_all_hands_W_46_K_6_HW_39(hands, knocks, dropped):
    seats = [{"hand": hand, "withdrawn": True} for hand in hands]
    seats[2]["withdrawn"] = False
    seats[0]["knocks"] = knocks
    state, events = last_withdraws(*seats)
    assert MoraleDropped(dropped) in events
    assert (state.pile, state.reserve) == (6 + dropped, 20 - dropped)
    assert state.top == 6 + dropped


@pytest.mark.parametrize(("reserve", "ending", "moved"), [(2, "loss-morale", 2), (3, "loss-morale", 3), (4, "", 3)])
def test_an_empty_reserve_loses_W_47_HW_50(reserve, ending, moved):
    seats = [{"withdrawn": True}, {"withdrawn": True}, {"hand": ["snow-rain"]}]
    state, events = last_withdraws(*seats, reserve=reserve)
    assert state.ending == ending
    assert MoraleDropped(moved) in events
    assert not ending or not any(isinstance(event, TokenGiven | LeaderChanged) for event in events)


def test_token_and_marker_go_on_W_48_W_49_HW_41_HW_53():
    seats = [{"withdrawn": True}, {"withdrawn": True}, {"hand": ["snow-rain"]}]
    state, events = last_withdraws(*seats, leader=2)
    assert [event for event in events if isinstance(event, TokenGiven | LeaderChanged)] == [
        TokenGiven(2),
        LeaderChanged(0),
    ]
    assert (state.tokens, state.supply, state.leader) == ((0, 0, 1), 4, 0)
    state, events = last_withdraws(*seats, leader=2, supply=0)
    assert (state.tokens, state.supply, state.leader) == ((0, 0, 0), 0, 0)


def test_everyone_is_back_in_the_next_mission_W_28_W_50():
    state, events = last_withdraws({"withdrawn": True}, {"withdrawn": True}, {"hand": ["snow-rain"]})
    assert state.withdrawn == (False, False, False)
    assert MissionBegan(3, 1) in events


def test_the_tyrant_keeps_the_marker_and_no_token_is_given_K_5_HW_37():
    state = table({"hand": ["snow-rain"]}, {"withdrawn": True}, {"hand": ["tyrannical"], "speeches": 1}, active=2)
    state, events = told(state, "play tyrannical")
    assert LeaderChanged(2) in events
    assert (state.leader, state.to_act) == (2, 0)
    state = after(state, "withdraw")
    assert "speak rain" in texts(state)  # tokens already held may be used
    state, events = told(state, "withdraw")
    assert not any(isinstance(event, TokenGiven | LeaderChanged) for event in events)
    assert (state.leader, state.tokens) == (2, (0, 0, 1))


def test_a_former_tyrant_gets_a_token_and_the_marker_goes_on_HW_37():
    seats = [{"withdrawn": True, "laid": "L1"}, {"withdrawn": True, "knocks": ["tyrannical"]}, {"hand": ["snow-rain"]}]
    state, _ = last_withdraws(*seats, leader=1)
    state = after(state, "shed tyrannical")
    assert (state.leader, state.tokens) == (2, (0, 1, 0))


def test_a_tyrant_who_leads_already_changes_nothing_K_5():
    _, events = told(table({"hand": ["tyrannical"]}, {"hand": ["snow-rain"]}, {}), "play tyrannical")
    assert not any(isinstance(event, LeaderChanged) for event in events)


# Victory ------------------------------------------------------------------------------------------------------------


def test_peace_comes_at_once_for_all_W_1_W_8_W_45_HW_47_HW_48():
    state = table({"hand": ["snow-rain"], "knocks": ["wounded", "mute", "clumsy"]}, {"withdrawn": True}, {}, top=0)
    state = after(state, "play snow-rain")
    assert outcome(state) == (Ending.WIN, (0, 1, 2))
    assert not outcome(state).is_defeat
    assert reason(state, "withdraw") == "over W-1"


@pytest.mark.parametrize("change", [{"top": 1}, {"low": ["night-snow"]}, {"low_fresh": 1}])
def test_no_peace_with_a_card_in_the_pile_W_45(change):
    state = table({"hand": ["snow-rain"]}, {}, {}, **{"top": 0, **change})
    assert after(state, "play snow-rain").ending == ""


def test_a_speech_can_end_the_war_W_45_HW_47():
    state = table({"speeches": 1}, {"hand": ["snow-rain"]}, {"withdrawn": True}, top=0)
    assert after(state, "speak rain", "drop snow-rain").ending == "win"
    assert after(state, "speak rain", "keep").ending == ""


def test_a_clumsy_last_card_can_end_the_war_HW_27_HW_47():
    seats = [{"knocks": ["clumsy"]}, {"withdrawn": True}, {"withdrawn": True}]
    state = table(*seats, top=1, reserve=1, fresh=["mute"])
    assert after(state, "withdraw", draws=["mute"]).ending == "win"  # before success is looked at


def test_failure_is_looked_at_before_victory_HW_49():
    state = table({"hand": ["night-snow"]}, {}, {}, nml=["night-mask-1", "night-shell-1"], top=0)
    state = after(state, "play night-snow")
    assert (state.ending, state.mission) == ("", 3)


def test_a_called_stop_ends_the_game_after_morale_and_marker_HW_58():
    seats = [{"withdrawn": True}, {"withdrawn": True}, {"hand": ["snow-rain"]}]
    state, events = stop_here(table(*seats, active=2))
    assert (state.stopping, state.ending, events) == (True, "", (StopCalled(),))
    state = after(state, "withdraw")
    assert outcome(state) == (Ending.STOPPED, ())
    assert (state.mission, state.leader, state.tokens, state.pile) == (2, 1, (1, 0, 0), 9)
    lost = stop_here(table(*seats, active=2, reserve=3)).state
    assert after(lost, "withdraw").ending == "loss-morale"  # what comes first counts


# What a table asks --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "how",
    [
        {"players": 3},
        {"players": 2, "pile": 24, "leader": 1},
        {"players": 2, "characters": ["felix", "gaston"]},
        {"players": 2, "characters": ["felix", "gaston", "anselme"]},
        {"players": 5, "characters": [*NAMES], "leader": 4},
    ],
)
def test_an_opening_can_be_told_and_opened_again_W_59_HW_1_HW_2(how):
    opening = new_game(STANDARD, **how)
    assert opened(STANDARD, how_opened(opening)) == opening
    assert sides(opening) == (opening.game.seats,)


def test_what_cannot_be_taken_back_HW_59():
    state = table(
        {"hand": ["snow-rain"], "tiles": ["L1"], "speeches": 1}, {"hand": ["rain-mask-1"]}, {"withdrawn": True}
    )
    assert informs(play(state, parse_move("play snow-rain")).events, state)  # a card of the hand was shown
    for text in ("withdraw", "speak rain"):
        assert not informs(play(state, parse_move(text)).events, state)
    assert not informs(play(after(state, "withdraw"), parse_move("lay L1")).events, state)
    assert informs(play(after(state, "speak rain"), parse_move("keep")).events, state)  # the last answer shows all
    for line in (whole_game("wiarusi-standard", 3, seed) for seed in range(3)):
        for step in line.steps:
            dealt = any(isinstance(event, CardDealt | CardDrawnAndPlayed | TilesPassed) for event in step.events)
            assert not dealt or informs(step.events, step.state)


def test_questions_about_hands_and_tiles_are_asked_alone_W_60_HW_56():
    states = [state for seed in range(8) for state in whole_game("at-once", 3, seed).states]
    alone = {state.phase for state in states if is_private(state)}
    assert alone == {Phase.TURN, Phase.SPEECH, Phase.FORGET, Phase.LAY}
    without_cards = [s for s in states if s.phase in (Phase.TURN, Phase.SPEECH) and not s.hands[s.to_act or 0]]
    assert {state.phase for state in without_cards} == {Phase.TURN, Phase.SPEECH}
    assert not any(map(is_private, without_cards))  # that a hand is empty everybody knows


def test_an_illegal_move_says_which_rule_forbids_it():
    with pytest.raises(IllegalMove, match=r"withdraw: hardheaded \(rule K-12\)"):
        play(table({"knocks": ["hardheaded"], "hand": ["snow-rain", "night-snow"]}, {}, {}), parse_move("withdraw"))


def test_an_own_war_may_be_shorter_W_12_W_44():
    state = after(new_game(level("at-once"), 3, leader=0))
    assert texts(state) == {"deal 1", "deal 2"}
