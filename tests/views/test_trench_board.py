"""The board of Wiarusi, moment by moment: what must be seen is there, as words and as drawings."""

import re

import pytest

from mali_powstancy.tabletop.host import _COMMANDS
from mali_powstancy.tabletop.packing import PERSON
from mali_powstancy.views.board.board_view import asleep, board_view
from mali_powstancy.views.board.trench_table import most_missions, room
from mali_powstancy.wiarusi import Phase, legal_moves, load_scenario, observe
from mali_powstancy.wiarusi.bots.reckoning import Reckoning
from mali_powstancy.wiarusi.texts import texts_for
from tests.table.play import buttons, started, strings
from tests.wiarusi.tables import after, table
from tests.wiarusi.trench_hosts import (
    ALONE,
    PERSONS,
    TAKE,
    blocks_in,
    buttons_of,
    cards_of,
    choices,
    host_at,
    of_kind,
    words_of,
)

AFTER = "Hard-knock bolts: {} (with 4 after the support everyone loses)."
NIGHTS = ["night-mask-1", "night-whistle-1"]


def gauge(host, threat):
    (block,) = of_kind(host, "gauges")
    return next(item for item in block["items"] if item["key"] == f"threat {threat}")


def friend(host, seat):
    (block,) = of_kind(host, "people")
    return next(item for item in block["items"] if item["key"] == f"friend {seat}")


def tags(host, seat):
    return [tag["text"] for tag in friend(host, seat)["badges"]]


def pile(host, key):
    (block,) = of_kind(host, "piles")
    return next(item for item in block["items"] if item["key"] == key)


# Always ---------------------------------------------------------------------------------------------------------------


def test_six_threats_have_a_name_a_sign_and_a_number_and_two_of_a_kind_are_loud():
    host = host_at(table({"hand": ["snow-rain"]}, {}, {}, nml=NIGHTS))
    (block,) = of_kind(host, "gauges")
    assert [item["name"] for item in block["items"]] == ["Night", "Snow", "Rain", "Shell", "Mask", "Whistle"]
    assert [item["value"] for item in block["items"]] == [2, 0, 0, 0, 1, 1]
    assert all(item["sign"].startswith("<svg") for item in block["items"])
    assert len({item["sign"] for item in block["items"]}) == 6  # told apart by shape
    assert [item["name"] for item in block["items"] if "alarm" in item] == ["Night"]
    assert gauge(host, "night")["alarm"] == host.texts.say("trench.threat.last")


def test_a_trauma_is_told_apart_from_the_cards_and_stops_with_its_owner():
    seats = [{"hand": ["snow-rain"]}, {"hand": ["snow-mask-1"], "knocks": ["trauma-night"]}, {}]
    host = host_at(table(*seats, nml=["night-mask-1"]))
    assert gauge(host, "night")["value"] == 2
    assert gauge(host, "night")["lines"] == ["from cards: 1, plus: trauma of the night (Gustave)"]
    host = host_at(table(seats[0], {**seats[1], "withdrawn": True}, {}, nml=["night-mask-1"]))
    assert (gauge(host, "night")["value"], gauge(host, "night")["lines"]) == (1, [])


def test_no_mans_land_shows_its_cards_and_how_much_room_is_left():
    seen = observe(table({}, {"knocks": ["phobia-mask"]}, {}, nml=NIGHTS), None)
    assert room(seen) == 12 - 5
    host = host_at(table({"hand": ["snow-rain"]}, {}, {}, nml=NIGHTS))
    assert [card["title"] for key, card in cards_of(host).items() if key.startswith("nml")] == [
        "Night and mask",
        "Night and whistle",
    ]
    assert host.texts.say("trench.nml.empty") in words_of(host_at(table({"hand": ["snow-rain"]}, {}, {})))


def test_piles_leader_mission_level_and_speeches_are_numbers_with_their_meaning():
    host = host_at(table({"hand": ["snow-rain"]}, {}, {}, top=7, reserve=20, leader=2, mission=4, supply=3))
    assert [pile(host, key)["value"] for key in ("mission", "pile", "reserve", "supply", "level")] == [
        "4",
        "7",
        "20",
        "3",
        "Standard game",
    ]
    assert pile(host, "mission")["note"] == "led by Charles"
    assert "at most 7 missions" in pile(host, "reserve")["note"]
    assert most_missions(host.observation) == 7


def test_every_friend_is_shown_with_all_that_lies_open():
    host = host_at(
        table(
            {"hand": ["snow-rain", "night-snow"], "tiles": ["L1", "R1"], "speeches": 1},
            {"knocks": ["wounded", "mute"], "charm": False, "withdrawn": True, "laid": "L1", "tiles": ["R1"]},
            {},
            leader=1,
        )
    )
    one, other = friend(host, 0), friend(host, 1)
    assert (one["name"], one["asked"], one["away"]) == ("Félix Moreau", True, False)
    assert one["bears"] | {"sign": ""} == {"value": 0, "most": 4, "sign": "", "label": "hard-knock bolts: 0 of 4"}
    assert tags(host, 0) == ["charm: night", "cards in hand: 2", "support tiles: 2", "speeches: 1"]
    assert (other["away"], other["bears"]["value"]) == (True, 3)
    assert tags(host, 1) == [
        "leads",
        "charm used (snow)",
        "cards in hand: 0",
        "support tiles: 1",
        "a tile lies face down",
    ]
    assert [note["title"] for note in other["notes"]] == ["Wounded.", "Mute."]
    assert all(note["text"].endswith(".") for note in other["notes"])
    assert "computer, careful" in other["state"]
    assert len({each["portrait"] for each in of_kind(host, "people")[0]["items"]}) == 3


def test_the_chaplain_is_a_third_friend_who_only_gives_support():
    host = started("wiarusi-beginner", 2, (PERSON, "careful"))
    chaplain = of_kind(host, "people")[0]["items"][-1]
    assert (chaplain["name"], chaplain["state"]) == ("The chaplain", "only gives support")


def test_what_is_out_of_the_game_can_be_looked_through():
    host = host_at(table({"hand": ["snow-rain"]}, {}, {}, removed=["L1"], low=["night-shell-1"]))
    words = words_of(host)
    assert "Shuffled back into the pile" in words
    assert "Lost support tiles: left." in words


# Difficulty -----------------------------------------------------------------------------------------------------------


def test_each_difficulty_says_the_hands_and_the_pile_it_would_leave():
    seats = [{"hand": ["snow-rain"], "knocks": ["frenzied"]}, {}, {}]
    host = host_at(table(*seats, active=None, top=13))
    cards = cards_of(host)
    assert cards["deal 1"]["title"] == "1 card each"
    assert cards["deal 1"]["lines"] == ["In hands: Félix 4, Gustave 1, Charles 1 (6 in all).", "Left in the pile: 8."]
    assert cards["deal 5"]["lines"] == ["In hands: Félix 6, Gustave 4, Charles 4 (14 in all).", "Left in the pile: 0."]
    assert "At least 1 card." in words_of(host)
    assert choices(host) == {f"deal {n}" for n in range(1, 6)}
    dealt = host_at(table(*seats, active=None, top=13), ALONE, "deal 2")
    assert cards["deal 2"]["lines"][0] == "In hands: Félix 5, Gustave 2, Charles 2 (9 in all)."
    assert list(map(len, dealt.state.hands)) == [5, 2, 2]


def test_in_the_first_mission_the_least_is_three():
    host = started("wiarusi-beginner", 3, PERSONS)
    assert "At least 3 cards." in words_of(host)
    assert "deal 2" not in cards_of(host)


# A turn ---------------------------------------------------------------------------------------------------------------


def test_every_card_of_the_hand_says_what_it_raises_and_what_would_fail():
    hand = ["night-shell-1", "snow-mask-1", "phobia-mask", "merry-christmas"]
    host = host_at(table({"hand": hand, "knocks": ["mute"]}, {}, {}, nml=NIGHTS))
    cards = cards_of(host)
    assert cards["card night-shell-1"]["lines"] == ["If played: night 2 → 3, shell 0 → 1."]
    assert "(night)" in cards["card night-shell-1"]["alarm"]
    assert "alarm" not in cards["card snow-mask-1"]
    assert cards["card phobia-mask"]["lines"][1:] == [
        "If played: mask 1 → 2.",
        AFTER.format("1 → 2"),
    ]
    assert cards["card merry-christmas"]["lines"] == [host.texts.say("effect.gift")]
    assert {card["kind"] for card in cards.values()} == {"plain", "knock", "gift"}


def test_a_hard_knock_that_may_lose_the_game_for_all_is_a_warning():
    heavy = host_at(table({"hand": ["wounded"], "knocks": ["mute", "trauma-rain"]}, {}, {}))
    light = host_at(table({"hand": ["wounded"]}, {}, {}))
    warning = heavy.texts.say("trench.bolts.too-many")
    assert (cards_of(heavy)["card wounded"]["alarm"], "alarm" in cards_of(light)["card wounded"]) == (warning, False)


def test_what_is_possible_comes_before_what_is_not():
    host = host_at(table({}, {"hand": ["snow-rain"]}, {}))
    panel = words_of(host)
    way_out, nothing_to_play = (host.texts.say(key) for key in ("trench.withdraw", "trench.play.empty"))
    assert panel.index(way_out) < panel.index(nothing_to_play)
    panel = words_of(host_at(table({"hand": ["snow-rain"]}, {}, {})))
    assert panel.index(host.texts.say("trench.play")) < panel.index(way_out)


def test_a_trap_tells_the_chance_that_this_seat_can_count():
    said = {"nml": NIGHTS, "top": 9}
    state = table({"hand": ["snow-mask-trap"]}, {"hand": ["all-six"]}, {}, **said, fresh=["trauma-snow"])
    host = host_at(state)
    at = Reckoning(observe(state, 0))
    chance = at.chance_of_failure(at.signs + state.game.signs["snow-mask-trap"])
    assert 0 < chance < 1
    assert f"{round(100 * chance)}%" in cards_of(host)["card snow-mask-trap"]["lines"][-1]
    swapped = table({"hand": ["snow-mask-trap"]}, {"hand": ["trauma-snow"]}, {}, **said, fresh=["all-six"])
    assert cards_of(host_at(swapped)) == cards_of(host)  # whatever others hold
    empty = host_at(table({"hand": ["snow-mask-trap"]}, {}, {}, nml=NIGHTS, top=0))
    assert cards_of(empty)["card snow-mask-trap"]["lines"][-1] == empty.texts.say("trench.trap.none")


def test_a_beginners_card_with_a_trap_says_nothing_of_it():
    host = host_at(table({"hand": ["snow-mask-trap"]}, {}, {}, level="beginner"))
    assert cards_of(host)["card snow-mask-trap"]["lines"] == ["If played: snow 0 → 1, mask 0 → 1."]


def test_the_charm_shows_what_it_can_take_away_or_why_not():
    host = host_at(table({"hand": ["snow-rain"]}, {}, {}, nml=[*NIGHTS, "rain-shell-1"]))
    targets = {key: card for key, card in cards_of(host).items() if key.startswith("charm")}
    assert list(targets) == ["charm night-mask-1", "charm night-whistle-1"]
    assert targets["charm night-mask-1"]["lines"] == ["That leaves: night 2 → 1, mask 1 → 0."]
    used = host_at(table({"hand": ["snow-rain"], "charm": False}, {}, {}, nml=NIGHTS))
    assert used.texts.say("refusal.charm-used") in words_of(used)
    nothing = host_at(table({"hand": ["snow-rain"]}, {}, {}))
    assert nothing.texts.say("refusal.charm-no-match") in words_of(nothing)


def test_a_speech_is_offered_with_six_topics_or_refused_with_its_reason():
    host = host_at(table({"hand": ["snow-rain"], "speeches": 1}, {}, {}))
    assert {f"speak {t}" for t in ("night", "snow", "rain", "shell", "mask", "whistle")} <= choices(host)
    mute = host_at(table({"hand": ["snow-rain"], "speeches": 1, "knocks": ["mute"]}, {}, {}))
    assert mute.texts.say("refusal.mute") in words_of(mute)
    none = host_at(table({"hand": ["snow-rain"]}, {}, {}))
    assert none.texts.say("refusal.no-speech-token") in words_of(none)


@pytest.mark.parametrize(
    ("seats", "key", "rule"),
    [
        ([{"hand": ["snow-rain", "night-snow"], "knocks": ["hardheaded"]}, {}, {}], "hardheaded", "K-12"),
        ([{"hand": ["snow-rain"], "knocks": ["prideful"]}, {}, {}], "prideful", "K-13"),
        ([{"hand": ["snow-rain"]}, {"knocks": ["fragile"]}, {}], "fragile", "K-7"),
    ],
)
def test_who_may_not_withdraw_is_told_by_which_card_and_where_its_rule_is(seats, key, rule):
    host = host_at(table(*seats))
    assert host.texts.say(f"refusal.{key}") in words_of(host)
    assert "withdraw" not in choices(host)
    host.handle(buttons_of(host)[f"rule {rule}"]["do"])
    assert rule in board_view(host, 1)["dialog"]["title"]
    host.handle({"do": "close"})
    host.handle({"do": "play", "moves": ["withdraw"]})  # a late click
    assert host.notice.rule == rule


def test_who_has_to_withdraw_is_told_so_and_can_do_nothing_else():
    host = host_at(table({"hand": ["snow-rain"], "knocks": ["fearful"], "speeches": 1}, {}, {}, nml=NIGHTS))
    assert choices(host) == {"withdraw"}
    assert host.texts.say("refusal.must-withdraw") in words_of(host)
    assert "rule W-73" in buttons_of(host)


@pytest.mark.parametrize("hand", [[], ["snow-rain", "night-shell-1"]])
def test_all_legal_moves_of_a_turn_can_be_pressed(hand):
    state = table({"hand": hand, "speeches": 1, "tiles": ["L1"]}, {"hand": ["snow-mask-1"]}, {}, nml=NIGHTS)
    assert choices(host_at(state)) == {str(move) for move in legal_moves(state)}


# Withdrawing, speech, Christmas, support ------------------------------------------------------------------------------


def test_tiles_are_arrows_to_named_friends_and_lie_face_down_afterwards():
    seats = [{"tiles": ["L1", "R1", "R1"], "hand": ["snow-rain"]}, {"knocks": ["wounded"], "charm": False}, {}]
    host = host_at(table(*seats), ALONE, "withdraw")
    tiles = {key: card for key, card in cards_of(host).items() if key.startswith("tile")}
    assert [tiles[key]["title"] for key in ("tile L1", "tile R1")] == ["To Gustave", "To Charles"]
    assert tiles["tile L1"]["lines"] == ["Left", "hard-knock bolts: 2 of 4", "charm used (snow)"]
    assert tiles["tile L1"]["signs"] != tiles["tile R1"]["signs"]
    assert choices(host) == {"lay L1", "lay R1"}
    host = host_at(after(table(*seats), "withdraw"), PERSONS, TAKE, "lay L1")
    assert "a tile lies face down" in tags(host, 0)


def test_who_is_absent_minded_chooses_what_everyone_will_see():
    host = host_at(table({"tiles": ["L1", "R1"], "knocks": ["absent-minded"]}, {}, {}), ALONE, "withdraw")
    assert host.state.phase is Phase.FORGET
    assert choices(host) == {"forget L1", "forget R1"}
    assert host.texts.say("trench.forget.about") in words_of(host)


def test_a_speech_is_large_and_keeping_is_always_possible():
    listener = {"hand": ["night-shell-1", "trauma-night", "snow-rain"]}
    state = after(table({"speeches": 1}, listener, {"hand": ["night-snow"]}), "speak night")
    host = host_at(state, ("careful", PERSON, "careful"))
    (topic,) = of_kind(host, "topic")
    assert topic["title"] == "Night"
    assert choices(host) == {"drop night-shell-1", "drop trauma-night", "keep"}
    assert "do" not in cards_of(host)["card snow-rain"]
    nothing = after(table({"speeches": 1}, {"hand": ["snow-rain"]}, {}), "speak night")
    host = host_at(nothing, ("careful", PERSON, "careful"))
    assert choices(host) == {"keep"}
    assert buttons_of(host)["move keep"]["kind"] == "primary"


def test_christmas_offers_every_hard_knock_with_what_it_leaves():
    seats = [{"hand": ["merry-christmas", "snow-rain"], "knocks": ["wounded"]}, {"knocks": ["trauma-night", "clumsy"]}]
    host = host_at(table(*seats, {}), ALONE, "play merry-christmas")
    cards = cards_of(host)
    assert cards["move relieve 0 wounded"]["title"] == "Félix: wounded"
    assert cards["move relieve 0 wounded"]["lines"][0] == AFTER.format("2 → 0")
    assert choices(host) == {"relieve 0 wounded", "relieve 1 clumsy", "relieve 1 trauma-night"}


def supported(knocks, **said):
    """Félix is about to get two tiles, and nobody else more than one."""
    one = {"tiles": ["L1"], "knocks": knocks, "charm": False}
    others = [{"withdrawn": True, "laid": tile, "tiles": ["L1"]} for tile in ("R1", "L1")]
    return table(one, *others, nml=["night-mask-1"], **said)


def test_the_ways_of_being_helped_stand_side_by_side_with_what_they_change():
    host = host_at(supported(["trauma-rain", "wounded", "mute"]), ALONE, "withdraw", "lay L1")
    assert host.state.phase is Phase.SUPPORT
    cards = cards_of(host)
    assert cards["move shed trauma-rain wounded"]["lines"] == [AFTER.format("4 → 1")]
    assert "alarm" not in cards["move shed trauma-rain wounded"]
    assert cards["move regain"]["lines"][-1] == AFTER.format("4 → 4")
    assert cards["move regain"]["alarm"] == host.texts.say("trench.loses")
    assert choices(host) == {str(move) for move in legal_moves(host.state)}


# The end of a mission and of a game -----------------------------------------------------------------------------------


def story(host):
    """What is told about the last mission while it is news: it comes before all else."""
    first = board_view(host, 1)["stage"][0]
    assert first["t"] == "group"
    assert first["name"] == "report"
    return first


def test_after_a_mission_it_is_told_how_it_ended_with_tiles_and_morale():
    host = host_at(supported(["mute"]), ALONE, "withdraw", "lay L1", "shed mute")
    told = story(host)
    words = "\n".join(strings(told["blocks"]))
    (ways,) = [block for block in blocks_in(told["blocks"]) if block["t"] == "ways"]
    assert [(each["from"], each["to"]) for each in ways["items"]] == [
        ("Félix", "Gustave"),
        ("Gustave", "Félix"),
        ("Charles", "Félix"),
    ]
    assert host.texts.say("trench.succeeded") in words
    assert "New tiles: Félix 2, Gustave 1, Charles 0." in words
    assert "Félix gets the most support." in words
    assert "Morale drop: as many cards as there are in all hands (0), but at least 3." in words
    assert "Left in the reserve: 17 cards. That's at most 6 missions." in words


def test_who_is_demoralized_makes_the_drop_one_card_more():
    host = host_at(supported(["demoralized", "mute"]), ALONE, "withdraw", "lay L1", "decline")
    words = "\n".join(strings(story(host)["blocks"]))
    assert "Félix is demoralized, so one card more." in words
    assert "From the reserve to the pile: 4 cards." in words


def test_a_failed_mission_says_by_what_and_why_nobody_was_helped():
    host = host_at(
        table({"hand": ["night-shell-1"]}, {"hand": ["snow-rain"]}, {}, nml=NIGHTS), ALONE, "play night-shell-1"
    )
    words = "\n".join(strings(story(host)["blocks"]))
    assert "The mission failed: too many of one threat (night)." in words
    assert host.texts.say("event.not-supported.no-tiles") in words


def test_the_last_mission_is_folded_away_once_the_next_one_goes_on():
    host = host_at(supported(["mute"]), PERSONS, "withdraw", TAKE, "lay L1", "shed mute", "deal 2")
    assert story(host)["blocks"][0]["text"] == "How mission 2 ended"
    host.handle(TAKE)
    host.handle({"do": "play", "moves": ["withdraw"]})
    host.handle({"do": "play", "moves": [str(host.table.hint().move)]})
    assert board_view(host, 1)["stage"][0]["t"] == "gauges"
    assert "mission-2" in [block["key"] for block in of_kind(host, "details")]


def test_peace_is_told_with_missions_failures_and_a_curve_that_is_a_table_too():
    state = table({"hand": ["night-shell-1"]}, {"withdrawn": True}, {"withdrawn": True}, top=0, reserve=9, mission=6)
    host = host_at(state, ALONE, "play night-shell-1")
    dialog = board_view(host, 1)["dialog"]
    assert dialog["title"] == "Peace"
    words = "\n".join(strings(dialog))
    assert "Missions played: 1, of which failed: 0." in words
    (rows,) = [block for block in blocks_in(dialog) if block["t"] == "table"]
    assert rows["rows"] == [["6", "0", "9"], ["end", "0", "9"]]
    assert any(block["t"] == "picture" and "mp-curve" in block["svg"] for block in blocks_in(dialog))
    assert "replay" in buttons(dialog)


def end_of_two(pile, is_won, level="standard"):
    """The end of a game for two that began with so many cards."""
    held = {"hand": ["night-shell-1"]}
    state = table(held, {"withdrawn": True}, top=0, pile=pile, level=level)
    if not is_won:
        state = table({**held, "knocks": ["wounded", "mute", "clumsy"]}, {}, nml=NIGHTS, pile=pile, level=level)
    host = host_at(state, (PERSON, "careful"), "play night-shell-1")
    return host, board_view(host, 1)["dialog"]


@pytest.mark.parametrize(("pile", "is_won", "grown"), [(20, True, 22), (28, True, 30), (24, False, 24)])
def test_two_go_on_with_their_series_with_one_press_W_59_HW_57(pile, is_won, grown):
    host, dialog = end_of_two(pile, is_won)
    assert f"the next game starts with {grown} cards" in "\n".join(strings(dialog))
    host.handle(buttons(dialog)["series"]["do"])
    assert (host.state.game.pile, host.table.seats, host.dialog) == (grown, (PERSON, "careful"), None)
    assert host.state.game.scenario.id == "wiarusi-standard"
    assert host.menu.settled == {"pile": grown}, "who starts it from the menu goes on too"


def test_a_series_begins_with_a_victory_and_ends_with_the_highest_pile_W_59_HW_57():
    dialogs = [end_of_two(30, True)[1], end_of_two(20, False)[1], end_of_two(30, True, "veteran")[1]]
    assert not [dialog for dialog in dialogs if "series" in buttons(dialog)]
    assert ["that ends the series" in "\n".join(strings(dialog)) for dialog in dialogs] == [True, False, False]


def test_too_many_hard_knocks_end_the_game_with_the_name_of_who_bears_them():
    seats = [{"hand": ["night-shell-1"], "knocks": ["wounded", "mute", "clumsy"]}, {}, {}]
    host = host_at(table(*seats, nml=NIGHTS), ALONE, "play night-shell-1")
    words = "\n".join(strings(board_view(host, 1)["dialog"]))
    assert "Too much for one to bear" in words
    assert "Too many hard-knock bolts: Félix." in words


@pytest.mark.parametrize(
    ("hand", "key"),
    [(["snow-mask-1"], "failures"), (["night-snow", "snow-rain", "rain-night", "all-weather"], "hands")],
)
def test_the_monument_is_a_quiet_page_with_six_names_and_one_sentence(hand, key):
    seats = [{"hand": ["night-shell-1"]}, {"hand": hand, "withdrawn": True}, {"withdrawn": True}]
    nml = NIGHTS if key == "failures" else []
    doing = ["play night-shell-1"] if key == "failures" else ["play night-shell-1", "withdraw"]
    host = host_at(table(*seats, nml=nml, reserve=3), ALONE, *doing)
    dialog = board_view(host, 1)["dialog"]
    assert dialog["title"] == "The Monument card"
    names = [character.name for character in load_scenario("wiarusi-standard").characters.values()]
    (listed, *_) = [block for block in dialog["blocks"] if block["t"] == "list"]
    assert listed["items"] == names
    (sentence, *_) = [block["text"] for block in dialog["blocks"] if block["t"] == "text"]
    template = re.escape(host.texts.template(f"trench.wrong.{key}"))
    assert re.fullmatch(re.sub(r"\\\{\w+\\\}", r"\\d+", template), sentence)
    assert "!" not in "".join(block["text"] for block in blocks_in(dialog) if block["t"] == "text")


# Words ----------------------------------------------------------------------------------------------------------------


def test_the_text_version_has_parts_with_headings_and_all_moves():
    host = host_at(table({"hand": ["snow-rain"], "tiles": ["L1"]}, {"knocks": ["mute"]}, {}, nml=NIGHTS), ALONE)
    host.handle({"do": "text"})
    view = board_view(host, 1)
    headings = [block["label"] for block in view["text"] if block["t"] == "list"]
    assert headings == [
        "What is going on",
        "No man's land and threats",
        "For your eyes only",
        "The friends",
        "Piles",
    ]
    assert {item["key"] for item in buttons(view["text"]).values()} >= {f"text {m}" for m in host.observation.legal}


def test_the_chronicle_tells_what_all_could_see_and_can_be_copied():
    host = host_at(supported(["mute"]), ALONE, "withdraw", "lay L1", "shed mute")
    host.handle({"do": "dialog", "dialog": "chronicle"})
    dialog = board_view(host, 1)["dialog"]
    (copy,) = [block for block in blocks_in(dialog) if block["t"] == "copy"]
    assert copy["text"].startswith("Mission 2: a success\n- Félix withdraws from the mission.")
    assert "Félix lays a support tile, face down." in copy["text"]  # and not which one
    assert "Mission 3: under way" in copy["text"]


def test_what_may_be_said_stands_beside_the_board():
    host = host_at(table({"hand": ["snow-rain"]}, {}, {}))
    host.handle(buttons_of(host)["talking"]["do"])
    dialog = board_view(host, 1)["dialog"]
    assert [block["label"] for block in dialog["blocks"] if block["t"] == "list"] == ["You may", "You may not"]


def test_silence_at_the_table_can_be_switched_off_and_only_the_words_change():
    host = host_at(table({"hand": ["snow-rain"], "knocks": ["mute"], "speeches": 1}, {}, {}))
    assert "keeps quiet" in friend(host, 0)["notes"][0]["text"]
    host.handle({"do": "form", "key": "look", "values": {"silence": "off", "theme": "dark"}})
    assert "may talk like everyone else" in friend(host, 0)["notes"][0]["text"]
    host.handle({"do": "play", "moves": ["speak night"]})
    assert host.notice.rule == "W-72"
    host.handle({"do": "form", "key": "look", "values": {"silence": "maybe"}})
    assert host.option("silence") == "off"
    host.handle({"do": "dialog", "dialog": "settings"})
    assert "silence" in [field["name"] for field in board_view(host, 1)["dialog"]["blocks"][0]["fields"]]


def test_a_sleeping_board_shows_the_open_table_and_no_button():
    host = host_at(table({"hand": ["snow-rain"], "tiles": ["L1"]}, {"hand": ["night-snow"]}, {}, nml=NIGHTS))
    stored = asleep(host)
    words = "\n".join(strings(stored))
    assert "Night and mask" in words
    assert "snow-rain" not in words
    assert "Snow and rain" not in words
    assert not any(
        "do" in block or ("items" in block and any("do" in i for i in block["items"])) for block in blocks_in(stored)
    )


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_everything_that_can_be_pressed_in_a_game_means_something(lang):
    host = started("wiarusi-standard", 3, ALONE, lang=lang)
    for _ in range(400):
        view = board_view(host, 1)
        for item in buttons(view).values():
            assert item["do"]["do"] in {*_COMMANDS, "fullscreen"}
        if host.is_over:
            break
        assert choices(host) == {str(move) for move in host.observation.legal}
        host.handle({"do": "play", "moves": [str(host.table.hint().move)]})
    assert host.is_over


def test_the_words_are_those_of_the_language():
    host = host_at(table({"hand": ["snow-rain"]}, {}, {}, nml=NIGHTS), lang="pl")
    assert gauge(host, "night")["name"] == "Noc"
    assert texts_for("pl").say("trench.nml") in words_of(host)
