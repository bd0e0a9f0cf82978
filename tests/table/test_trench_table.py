"""Wiarusi at one screen: the open table between turns, hands that open with one press and close by themselves."""

import json
import random
import re
from itertools import cycle

import pytest

from mali_powstancy.tabletop.host import Host
from mali_powstancy.tabletop.packing import PERSON
from mali_powstancy.tabletop.saving import short_code
from mali_powstancy.tabletop.texts import languages
from mali_powstancy.views.board.board_view import asleep, board_view, log
from mali_powstancy.views.board.dialogs import dialog_of
from mali_powstancy.wiarusi import Phase, game_rng, load_scenario, observe
from mali_powstancy.wiarusi.cards import Knock
from tests.table.play import started, strings
from tests.wiarusi.tables import table
from tests.wiarusi.trench_hosts import ALONE, PERSONS, TAKE, buttons_of, choices, host_at, words_of

BEGINNER = "wiarusi-beginner"


def do_next(host: Host, rng: random.Random) -> None:
    """What a person does next: opens the own hand where something secret is asked, or follows the hint."""
    if host.is_curtain_down:
        host.handle(TAKE)
        return
    assert host.table is not None
    assert host.can_choose
    legal = host.observation.legal
    advised = host.table.hint().move
    move = rng.choice(legal) if rng.random() < 0.2 else advised
    host.handle({"do": "play", "moves": [str(move)]})
    assert host.notice is None


def play(host, seed=1, each=lambda host: None):
    rng = game_rng(seed)
    for _ in range(3_000):
        each(host)
        if host.is_over:
            return
        do_next(host, rng)
    raise AssertionError("the game does not end")


# Whole games ----------------------------------------------------------------------------------------------------------

MIXED = {
    players: tuple(p for _, p in zip(range(players), cycle((PERSON, "careful")), strict=False))
    for players in (2, 3, 4, 5)
}


@pytest.mark.parametrize(
    ("scenario", "players"),
    [(BEGINNER, 2), ("wiarusi-standard", 3), ("wiarusi-veteran", 5), ("wiarusi-open", 4)],
)
def test_whole_games_of_persons_are_played_through_the_board(scenario, players):
    host = started(scenario, players, (PERSON,) * players)
    play(host, players, each=lambda host: board_view(host, 1))
    assert dialog_of(host)["key"] == "end"


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_whole_games_of_persons_and_computers_are_played_through_the_board(players):
    host = started("wiarusi-standard", players, MIXED[players])
    play(host, players, each=lambda host: board_view(host, 1))
    assert host.is_over


def test_one_person_among_computers_never_meets_a_curtain():
    host = started("wiarusi-standard", 3, ("careful", PERSON, "strong"))
    covered = []
    play(host, each=lambda host: covered.append(host.is_curtain_down or "take-screen" in buttons_of(host)))
    assert len(covered) > 10
    assert not any(covered)


# The open table -------------------------------------------------------------------------------------------------------


def open_turn(**said):
    """Félix has a turn with two cards, and others have secrets too."""
    return table(
        {"hand": ["snow-rain", "night-shell-1"], "tiles": ["L1", "R1"]},
        {"hand": ["rain-mask-1"], "tiles": ["L1"]},
        {"hand": ["snow-whistle-1"], "tiles": ["R1"]},
        **said,
    )


def test_between_turns_the_table_lies_open_and_one_press_opens_the_hand():
    host = host_at(open_turn(), PERSONS)
    view = board_view(host, 1)
    assert view["dialog"] is None
    assert host.is_curtain_down
    assert view["stage"]
    assert choices(host) == set()
    assert buttons_of(host)["take-screen"]["label"] == "I'm Félix: show my cards"
    assert "Félix takes the screen now" in view["say"]
    host.handle(TAKE)
    assert "play snow-rain" in choices(host)


def test_after_the_action_the_hand_closes_by_itself():
    host = host_at(open_turn(), PERSONS, TAKE, "play snow-rain")
    assert host.viewer is None
    assert host.table.asked == 1
    words = words_of(host)
    assert "Félix plays a card: snow and rain." in words
    assert "Night and shell" not in words


def test_the_hand_closes_also_when_computers_have_acted_in_between():
    host = host_at(open_turn(), (PERSON, "careful", PERSON), TAKE, "play snow-rain")
    host.handle(TAKE)
    host.handle({"do": "play", "moves": ["withdraw"]})
    host.handle({"do": "play", "moves": ["lay R1"]})
    assert host.table.asked == 0
    assert host.viewer is None


def test_withdrawing_and_the_tile_are_one_visit_to_the_screen():
    host = host_at(open_turn(), PERSONS, TAKE, "withdraw")
    assert host.state.phase is Phase.LAY
    assert host.viewer == 0
    assert choices(host) == {"lay L1", "lay R1"}


def test_an_opened_hand_can_be_covered_again():
    host = host_at(open_turn(), PERSONS, TAKE)
    host.handle(buttons_of(host)["cover"]["do"])
    assert host.is_curtain_down
    assert host.viewer is None
    alone = host_at(open_turn())
    assert "cover" not in buttons_of(alone)
    alone.handle({"do": "cover"})
    assert alone.viewer == 0


def test_with_an_empty_hand_nothing_is_opened_but_the_tiles():
    state = table(
        {"tiles": ["L1", "R1"], "speeches": 1}, {"hand": ["snow-rain"]}, {"hand": ["night-snow"]}, nml=["night-mask-1"]
    )
    host = host_at(state, PERSONS)
    assert not host.is_curtain_down
    assert host.viewer is None
    assert host.observation.tiles[0] is None
    assert {"charm night-mask-1", "speak night", "withdraw"} <= choices(host)
    host.handle({"do": "play", "moves": ["withdraw"]})
    assert host.is_curtain_down
    assert choices(host) == set()
    host.handle(TAKE)
    assert choices(host) == {"lay L1", "lay R1"}


def test_the_leader_is_asked_openly_and_may_look_at_the_own_hand():
    state = table({"hand": ["snow-rain"], "tiles": ["L1"]}, {}, {}, active=None)
    host = host_at(state, PERSONS)
    assert "deal 1" in choices(host)
    assert "Snow and rain" not in words_of(host)
    assert log(host, host.texts) == []
    host.handle(TAKE)
    assert "Snow and rain" in words_of(host)
    assert "deal 1" in choices(host)
    host.handle({"do": "play", "moves": ["deal 1"]})
    assert host.viewer == 0  # the first turn is the leader's too
    covered = host_at(state, PERSONS, "deal 1")
    assert covered.is_curtain_down


def test_withdrawn_players_are_skipped_and_the_last_one_goes_on():
    seats = [
        {"hand": ["snow-rain", "night-shell-1"]},
        {"hand": ["rain-mask-1"], "withdrawn": True},
        {"withdrawn": True},
    ]
    host = host_at(table(*seats), PERSONS, TAKE, "play snow-rain")
    assert host.table.asked == 0
    assert "play night-shell-1" in choices(host)


def test_listeners_are_asked_in_turn_and_their_answers_appear_together():
    seats = [{"speeches": 1}, {"hand": ["night-shell-1", "snow-rain"]}, {"hand": ["snow-mask-1"]}]
    host = host_at(table(*seats), PERSONS, "speak night")
    assert host.table.asked == 1
    host.handle(TAKE)
    host.handle({"do": "play", "moves": ["drop night-shell-1"]})
    assert host.table.asked == 2  # also who can only keep
    words = words_of(host)
    assert "has decided" in words
    assert "night and shell" not in words.lower()
    host.handle(TAKE)
    assert choices(host) == {"keep"}
    host.handle({"do": "play", "moves": ["keep"]})
    words = words_of(host)
    assert "Gustave discards a card: night and shell." in words
    assert "Charles discards nothing." in words


def test_a_hint_on_the_open_table_gives_no_reason_that_is_secret():
    host = host_at(table({"tiles": ["L1"]}, {"hand": ["snow-rain"]}, {}, nml=["night-mask-1"]), PERSONS)
    host.handle({"do": "hint"})
    assert host.advice is not None
    assert words_of(host)
    host = host_at(open_turn(), PERSONS)
    host.handle({"do": "hint"})
    assert host.advice is None  # nothing is advised before the hand is open


# Open hands -----------------------------------------------------------------------------------------------------------


def test_where_hands_lie_open_everyone_sees_all_cards_but_no_tile():
    host = started("wiarusi-open", 3, PERSONS)
    host.handle({"do": "play", "moves": ["deal 3"]})
    state = host.table.state
    assert not host.is_curtain_down
    seen = observe(state, None)
    assert seen.hands == state.hands
    assert seen.tiles == (None, None, None)
    assert set(seen.unseen) == set(state.fresh)
    assert host.texts.say("trench.open-hands") in words_of(host)
    for hand in state.hands:
        assert host.texts.cards(hand, state.game) in words_of(host) or hand == state.hands[state.to_act]
    assert {f"play {card}" for card in state.hands[state.to_act]} <= choices(host)
    host.handle({"do": "play", "moves": ["withdraw"]})
    assert host.is_curtain_down  # the tile stays a secret


def test_an_answer_to_a_speech_is_sealed_also_where_hands_lie_open():
    asked = 0

    def look(host):
        nonlocal asked
        state = host.table.state
        if state.phase is Phase.SPEECH and state.hands[state.to_act]:
            assert host.is_curtain_down or host.viewer == state.to_act
            asked += 1

    for seed in range(3):
        host = started("wiarusi-open", 3, PERSONS, seed=seed)
        play(host, seed, each=look)
    assert asked


@pytest.mark.parametrize("scenario", [BEGINNER, "wiarusi-standard", "wiarusi-veteran"])
def test_in_every_other_scenario_hidden_stays_hidden(scenario):
    host = started(scenario, 3, PERSONS)
    compared = 0

    def look(host):
        nonlocal compared
        state = host.table.state
        for seat in (None, *state.game.seats):
            seen = observe(state, seat)
            assert [hand for other, hand in enumerate(seen.hands) if other != seat and hand is not None] == []
        compared += 1

    play(host, 2, each=look)
    assert compared > 20
    assert host.texts.say("trench.open-hands") not in words_of(host)


def test_a_demonstration_is_another_game_by_its_name_and_its_hash():
    shown, usual = load_scenario("wiarusi-open"), load_scenario(BEGINNER)
    assert shown != usual
    assert shown.part_hashes["numbers"] != usual.part_hashes["numbers"]
    assert shown.part_hashes["deck"] == usual.part_hashes["deck"]
    assert shown.title != usual.title


# Secrets --------------------------------------------------------------------------------------------------------------


def closed_words(state, texts, viewer):
    """The names of cards that only stand in hands which the viewer may not see; others lie open too."""
    game = state.game
    mine = () if viewer is None else state.hands[viewer]
    open_cards = {*mine, *state.nml, *state.discard, *state.returned, *(k for own in state.knocks for k in own)}
    known = {texts.card(card, game) for card in open_cards}
    held = {card for seat, hand in enumerate(state.hands) if seat != viewer for card in hand}
    return held, {name for card in held if (name := texts.card(card, game)) not in known}


@pytest.mark.parametrize(("players", "lang"), [*zip((2, 3, 4), cycle(languages()), strict=False)])
def test_nothing_of_a_closed_hand_is_on_the_page_or_in_the_notebook(players, lang):
    """Ids of cards are looked for everywhere; names where they are names of no open card."""
    host = started("wiarusi-standard", players, (PERSON,) * players, lang=lang)
    searched = 0

    def look(host):
        nonlocal searched
        if host.is_over:
            return
        host.shows_text = True
        state, texts = host.table.state, host.texts
        held, names = closed_words(state, texts, host.viewer)
        page = json.dumps([board_view(host, 1), asleep(host)], ensure_ascii=False)
        told = "\n".join(strings([asleep(host), board_view(host, 1)["stage"], board_view(host, 1)["panel"]])).lower()
        past = "\n".join(log(host, texts)).lower()
        for card in held:
            assert f'"{card}"' not in page
            assert f" {card}" not in page or host.viewer is not None
        for name in names:
            is_knock = any(
                isinstance(t, Knock) and texts.card(c, state.game) == name
                for c, t in state.game.scenario.trials.items()
            )
            if name.lower() not in past and is_knock:
                assert not re.search(rf"\b{re.escape(name.lower())}\b", told), (name, host.viewer)
        searched += 1

    play(host, players, each=look)
    assert searched > 30


def test_saves_and_codes_of_wiarusi_are_not_readable():
    host = started("wiarusi-standard", 3, ALONE)
    for _ in range(12):
        do_next(host, random.Random(1))
    host.handle({"do": "download"})
    game = host.table.state.game
    for text in (host.outbox[0].text, short_code(host)):
        assert not any(card in text for card in game.cards)
