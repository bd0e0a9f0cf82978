"""The first lesson of Wiarusi: it can be done, what it tells is true, and its mistakes lose nothing."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from mali_powstancy import wiarusi
from mali_powstancy.tabletop.host import Host
from mali_powstancy.tabletop.scripts import Lesson
from mali_powstancy.tabletop.storage import MemoryStorage
from mali_powstancy.texts import languages
from mali_powstancy.views.board.board_view import board_view
from mali_powstancy.wiarusi import GameState, Phase, active_threats, bolts
from mali_powstancy.wiarusi.events import MissionFailed, MoraleDropped, NotSupported, SpeechAnswered, Supported
from mali_powstancy.wiarusi.texts import texts_for
from mali_powstancy.wiarusi.tutorial import FELIX, REFUSALS, STEPS, TUTORIAL
from tests.table.script_checks import check_keys, check_marks, check_played_through, check_step, check_texts, do_step

NUMBERS = {step.key: number for number, step in enumerate(STEPS)}
GUSTAVE, CHARLES = 1, 2


def at(key: str) -> Lesson:
    """The lesson at the step of this name."""
    return Lesson(TUTORIAL, NUMBERS[key])


def position(key: str) -> GameState:
    state: GameState = at(key).session.state
    return state


def board(language: str, storage: MemoryStorage | None = None) -> Any:
    return Host(storage or MemoryStorage(), "key", language, Random(1), scenario="wiarusi-beginner", lesson=True)


# --- the script


@pytest.mark.parametrize("number", range(len(STEPS)), ids=NUMBERS)
def test_every_step_keeps_what_any_script_keeps(number):
    if STEPS[number].wants:
        check_step(TUTORIAL, number)
    check_marks(Lesson(TUTORIAL, number))


def test_it_has_fourteen_to_eighteen_short_steps_with_an_idea_each():
    assert 14 <= len(STEPS) <= 18
    assert len(NUMBERS) == len(STEPS)
    check_texts(TUTORIAL)
    for language in languages():
        texts = texts_for(language)
        assert max(len(texts.say(step.text_key).split()) for step in STEPS) <= 45
        assert all(texts.say(key).endswith(".") for key in REFUSALS.values())


def test_the_texts_of_the_lesson_are_those_of_its_steps():
    check_keys(TUTORIAL, REFUSALS.values(), Path(wiarusi.__file__).parent / "texts")


# --- what it tells is true


def test_the_numbers_of_the_first_steps():
    state = position("piles")
    assert (state.top, state.reserve, state.to_act) == (25, 34, FELIX)
    assert state.characters == ("felix", "gustave", "charles")
    assert set(position("hand").hands[FELIX]) == {"night-shell-1", "night-whistle-1", "trauma-rain"}


def test_at_two_nights_the_next_one_fails_and_the_hard_knock_does_not():
    assert active_threats(position("counters"))["night"] == 2
    lesson = at("knock")
    reply = lesson.attempt(["play night-whistle-1"])
    assert (reply.explanation, lesson.mistake) == ("tutorial.mistake.third-night",) * 2
    assert MissionFailed("night") in reply.played
    assert position("beside").knocks == (("trauma-rain",), ("mute",), ())
    assert active_threats(position("beside"))["rain"] == 1


def test_the_charm_makes_room_for_the_last_card():
    assert active_threats(position("last"))["night"] == 1
    state = position("withdraw")
    assert (state.hands[FELIX], state.withdrawn) == ((), (False, True, True))
    assert (active_threats(state).get("rain"), active_threats(position("tile")).get("rain")) == (1, None)


def test_one_tile_makes_a_tie_and_the_other_really_helps():
    state = position("tile")
    assert [bolts(state, seat) for seat in state.game.seats] == [1, 2, 0]
    reply = at("tile").attempt(["lay R1"])
    assert NotSupported("tie") in reply.played
    reply = at("tile").attempt(["lay L1"])
    assert Supported(GUSTAVE) in reply.played
    state = position("support")
    assert (state.phase, state.to_act, state.hands) == (Phase.SUPPORT, GUSTAVE, ((), (), ("snow-rain",)))


def test_the_morale_drop_takes_three_and_the_former_leader_gets_a_token():
    events = at("support").go_on().played
    assert MoraleDropped(3) in events
    state = position("morale")
    assert (state.reserve, state.leader, state.tokens, state.mission) == (31, GUSTAVE, (1, 0, 0), 2)


def test_the_speech_helps_everyone_except_the_speaker():
    state = position("speech")
    assert [threat for threat, count in active_threats(state).items() if count == 2] == ["rain"]
    reply = at("speech").attempt(["speak rain"])
    assert reply.played[-2:] == (SpeechAnswered(GUSTAVE, "rain-whistle-1"), SpeechAnswered(CHARLES, "snow-rain"))
    assert "rain-whistle-2" in position("answers").hands[FELIX]
    reply = at("speech").attempt(["speak night"])
    assert reply.explanation == "tutorial.mistake.own-speech"
    assert reply.played[-2:] == (SpeechAnswered(GUSTAVE, None), SpeechAnswered(CHARLES, None))


# --- on a board


@pytest.mark.parametrize("language", languages())
def test_a_pupil_plays_it_through_with_both_mistakes_and_comes_to_the_menu(language):
    wrong = {"knock": "play night-whistle-1", "tile": "lay R1", "speech": "speak night"}
    check_played_through(lambda storage: board(language, storage), wrong, "wiarusi")


def test_the_screen_shows_no_card_of_the_friends():
    host = board("en")
    while host.lesson is not None and host.lesson.step.key != "ready":
        hidden = {card for seat in (GUSTAVE, CHARLES) for card in host.state.hands[seat]}
        shown = str(board_view(host, 1))
        assert not any(card in shown for card in hidden)
        do_step(host)


def test_a_move_that_is_forbidden_or_comes_too_soon_gets_a_kind_word():
    for key, move, why in [
        ("deal", "deal 5", "first.fewer"),
        ("play", "withdraw", "first.play-before"),
        ("play", "play night-whistle-1", "first.play"),
        ("play", "speak rain", "refused.no-token"),
        ("charm", "charm snow-whistle-1", "refused.other-card"),
        ("last", "charm night-mask-1", "refused.charm-used"),
        ("last", "play all-six", "refused.not-in-hand"),
    ]:
        lesson = at(key)
        reply = lesson.attempt([move])
        assert (reply.explanation, reply.played, lesson.number) == (f"tutorial.{why}", (), NUMBERS[key])
