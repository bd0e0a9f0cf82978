"""The first lesson of Bitwa Warszawska: it can be done, what it tells is true, and its mistakes lose nothing."""

import re
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from mali_powstancy import bitwa_warszawska
from mali_powstancy.bitwa_warszawska import GameState, Phase, parse_move, play, refusal, reserve, strength_of
from mali_powstancy.bitwa_warszawska.events import FrontWon, PointsGained, ScoringPointGained, UnitsAdded
from mali_powstancy.bitwa_warszawska.moves import WAYS
from mali_powstancy.bitwa_warszawska.texts import texts_for
from mali_powstancy.bitwa_warszawska.tutorial import PUPIL, REFUSALS, STEPS, TUTORIAL
from mali_powstancy.tabletop.host import Host
from mali_powstancy.tabletop.scripts import Lesson
from mali_powstancy.tabletop.storage import MemoryStorage
from mali_powstancy.texts import languages
from mali_powstancy.views.board.board_view import board_view
from tests.table.script_checks import check_keys, check_marks, check_played_through, check_step, check_texts, do_step

NUMBERS = {step.key: number for number, step in enumerate(STEPS)}
WP, ACZ = 0, 1
N, M, S = 0, 1, 2
WORDS_A_MINUTE = 110
"""How fast pupils of 12 read what they have to understand."""
SECONDS_A_MOVE = 15
"""Three presses and a look at what came of them: a card, its use, a place."""


def at(key: str) -> Lesson:
    """The lesson at the step of this name."""
    return Lesson(TUTORIAL, NUMBERS[key])


def position(key: str) -> GameState:
    state: GameState = at(key).session.state
    return state


def strengths(key: str) -> list[tuple[int, int]]:
    state = position(key)
    return [(strength_of(state, WP, front), strength_of(state, ACZ, front)) for front in (N, M, S)]


def board(language: str, storage: MemoryStorage | None = None) -> Any:
    return Host(storage or MemoryStorage(), "key", language, Random(1), scenario="bitwa-standard", lesson=True)


# --- the script


@pytest.mark.parametrize("number", range(len(STEPS)), ids=NUMBERS)
def test_every_step_keeps_what_any_script_keeps(number):
    if STEPS[number].wants:
        check_step(TUTORIAL, number)
    check_marks(Lesson(TUTORIAL, number))


def test_it_has_an_idea_for_each_step_and_all_but_the_last_point_at_something():
    assert 14 <= len(STEPS) <= 18
    assert len(NUMBERS) == len(STEPS)
    assert [step.key for step in STEPS if not step.marks] == ["ready"]
    check_texts(TUTORIAL)
    for language in languages():
        texts = texts_for(language)
        assert max(len(texts.say(step.text_key).split()) for step in STEPS) <= 55
        assert all(texts.say(key).endswith(".") for key in REFUSALS.values())


def test_it_takes_about_eight_minutes_to_read_and_to_do():
    moves = sum(len(step.wants[0]) for step in STEPS if step.wants)
    for language in languages():
        words = sum(len(texts_for(language).say(step.text_key).split()) for step in STEPS)
        assert 7 <= words / WORDS_A_MINUTE + moves * SECONDS_A_MOVE / 60 <= 10


def test_the_texts_of_the_lesson_are_those_of_its_steps():
    check_keys(TUTORIAL, REFUSALS.values(), Path(bitwa_warszawska.__file__).parent / "texts")


def test_the_button_that_ends_the_steps_is_called_by_its_name():
    for language in languages():
        texts = texts_for(language)
        for key in ("tutorial.step.steps", "tutorial.first.steps"):
            assert re.search(rf"[„“]{texts.say('move.halt')}”\.$", texts.say(key))


def test_every_mistake_names_its_rule_where_there_is_one():
    for language in languages():
        texts = texts_for(language)
        said = {mistake.why: texts.say(mistake.why) for step in STEPS for mistake in step.mistakes}
        assert [why for why, text in said.items() if not re.search(r"\(H?V-\d+\)", text)] == ["tutorial.mistake.weaker"]


# --- what it tells is true


@pytest.mark.parametrize(
    ("key", "told"),
    [
        ("fronts", [(1, 1), (1, 1), (1, 1)]),
        ("unit", [(1, 1), (2, 5), (1, 1)]),
        ("count", [(1, 1), (5, 5), (1, 3)]),
        ("activate", [(0, 1), (3, 3), (1, 3)]),
        ("blockade", [(0, 2), (4, 3), (1, 3)]),
        ("closed", [(0, 2), (4, 3), (1, 3)]),
    ],
)
def test_the_strengths_are_as_the_steps_tell_them(key, told):
    assert strengths(key) == told


def test_without_the_commander_one_unit_stays_in_the_reserve():
    assert position("commander").game.limit[""] == 3
    reply = at("commander").attempt(["play wp-21-dpg"])
    assert reply.explanation == "tutorial.mistake.limit"
    assert [event.number for event in reply.played if isinstance(event, UnitsAdded)] == [2]
    reply = at("unit").attempt(["play wp-21-dpg"])
    assert [event.number for event in reply.played if isinstance(event, UnitsAdded) and event.army == WP] == [3]
    assert position("unit").game.limit["wp-galica"] == 6


def test_a_closed_line_takes_nobody_in():
    reply = at("bid").attempt(["play wp-1-dj"])
    assert (reply.explanation, len(reply.played)) == ("tutorial.mistake.closed", 1)
    before, after = position("blockade"), position("closed")
    assert (before.l1, reserve(before, ACZ)) == (after.l1, reserve(after, ACZ))
    reply = at("blockade").attempt(["move-marker wp-10-dp WP ACz:L2"])
    assert [event.number for event in reply.played if isinstance(event, UnitsAdded)] == [2]
    assert at("blockade").session.state.hands[ACZ] == ("acz-14-dk", "acz-16-ds", "acz-smolensk")


def test_exactly_the_wanted_pairs_of_steps_win_the_two_battles():
    start = position("steps")
    winning = set()
    for pair in product(WAYS, repeat=2):
        state: GameState = start
        for way in pair:
            move = parse_move(f"step {way}")
            if refusal(state, move) is not None:
                break
            state, _ = play(state, move)
        else:
            _, events = play(state, parse_move("halt"))
            won = {event.front for event in events if isinstance(event, FrontWon) and event.army == WP}
            if {N, M} <= won:
                winning.add((*(f"step {way}" for way in pair), "halt"))
    assert winning == set(STEPS[NUMBERS["steps"]].wants)


def test_every_way_to_win_gives_the_points_and_strengths_that_are_told():
    for line in STEPS[NUMBERS["steps"]].wants:
        lesson = at("steps")
        events = lesson.attempt(line).played
        results = {event.front: event.strengths for event in events if isinstance(event, FrontWon)}
        assert (results[N], results[M]) == ((2, 1), (6, 5))
        assert {PointsGained(WP, 1), ScoringPointGained(WP, M)} <= set(events)
        assert lesson.session.state.points == (2, 0)


def test_the_second_round_begins_with_five_cards_and_the_first_turn():
    state = position("funds")
    assert (len(state.hands[WP]), state.to_act, state.phase, state.round) == (5, PUPIL, Phase.TURN, 2)
    assert state.commanders[M] == "wp-galica"
    reply = at("activate").attempt(["play wp-haller M"])
    assert reply.explanation == "tutorial.mistake.replaced"
    assert state.game.limit["wp-haller"] == 4


# --- on a board


@pytest.mark.parametrize("language", languages())
def test_a_pupil_plays_it_through_with_the_mistakes_and_comes_to_the_menu(language):
    wrong = {
        "commander": "play wp-21-dpg",
        "bid": "play wp-1-dj",
        "steps": "step M2-N2",
        "activate": "play wp-haller M",
        "blockade": "move-marker wp-haller WP ACz:C.N",
    }
    check_played_through(lambda storage: board(language, storage), wrong, "bitwa-warszawska")


def test_the_screen_shows_no_card_of_the_red_army_before_it_is_played():
    host = board("en")
    while host.lesson is not None and host.lesson.step.key != "ready":
        shown = str(board_view(host, 1))
        assert not any(card in shown for card in host.state.hands[ACZ])
        do_step(host)


def test_a_move_that_is_forbidden_or_comes_too_soon_gets_a_kind_word():
    for key, move, why in [
        ("commander", "pass", "first.commander"),
        ("commander", "play wp-galica N 1", "first.middle"),
        ("commander", "play wp-galica M 2", "first.strength"),
        ("bid", "bid wp-przedmoscie funds", "first.funds"),
        ("steps", "step S2-S1", "refused.closed"),
        ("activate", "activate wp-haller M 1", "first.other-card"),
        ("activate", "activate wp-francuzi N 1", "refused.nobody"),
        ("blockade", "activate wp-haller M 1", "refused.used"),
        ("blockade", "move-marker wp-haller ACz WP:L2", "first.own-marker"),
    ]:
        lesson = at(key)
        reply = lesson.attempt([move])
        assert (reply.explanation, reply.played, lesson.number) == (f"tutorial.{why}", (), NUMBERS[key]), move


def test_what_is_new_to_read_is_told_to_the_page():
    host = board("en")
    seen = [board_view(host, 1)["read"]]
    for message in (
        {"do": "go-on"},
        {"do": "go-on"},
        {"do": "go-on"},
        {"do": "play", "moves": ["pass"]},
        {"do": "play", "moves": ["play wp-21-dpg"]},
        {"do": "go-on"},
    ):
        host.handle(message)
        seen.append(board_view(host, len(seen) + 1)["read"])
    assert len(set(seen)) == len(seen) - 1
    assert seen[3] == seen[-1], "a mistake that is taken back leads to what was said before"
    assert board_view(Host(MemoryStorage(), "key", "en", Random(1)), 1)["read"] is None
