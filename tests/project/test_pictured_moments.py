"""The pictures of the board show nobody in a place of imprisonment or murder, and no task there."""

import re

import pytest

from mali_powstancy.bitwa_warszawska import strength_of
from mali_powstancy.bitwa_warszawska.state import Phase as PhaseOfBitwa
from mali_powstancy.engine.cards import VICTORY
from mali_powstancy.engine.state import PRISON, GameState
from mali_powstancy.history import places
from mali_powstancy.texts import languages
from mali_powstancy.wiarusi import Ending, outcome
from mali_powstancy.wiarusi.state import Phase as PhaseOfWiarusi
from tools.front_moments import MOMENTS as FRONT_MOMENTS
from tools.front_moments import before_the_battles, front_host
from tools.pictured_reader import MOMENTS as LESSON_MOMENTS
from tools.pictured_reader import pictured_reader, used
from tools.pictures import MOMENTS, host_at, round_hosts
from tools.screens import AGES, PAGES, SCENES, still_scene
from tools.site_pages import pages
from tools.trench_moments import MOMENTS as TRENCH_MOMENTS
from tools.trench_moments import trench_host

WITH_CARE = {place.object for place in places() if place.care and place.object}
WITHOUT_TASKS = {place.object for place in places() if place.no_task}


def assert_nothing_where_none_should_be(state: GameState) -> None:
    orders = {order for order, _ in state.track if order != VICTORY} | {order for order in state.carrying if order}
    ends = {end for order in orders for end in (state.game.orders[order].start, state.game.orders[order].to)}
    assert not WITH_CARE & set(state.where)
    assert not WITHOUT_TASKS & ends


@pytest.mark.slow
@pytest.mark.parametrize("moment", MOMENTS.values(), ids=MOMENTS)
def test_a_picture_shows_no_piece_and_no_order_where_none_should_be(moment):
    state = host_at(moment, "pl", "light").state
    if state is None:  # the start menu
        assert moment is MOMENTS["set-up"]
        return
    assert_nothing_where_none_should_be(state)


@pytest.mark.slow
def test_the_moving_picture_shows_a_whole_round_with_a_delivery_and_nobody_where_none_should_be():
    states = []
    for host in round_hosts("pl"):
        assert host.state is not None
        assert_nothing_where_none_should_be(host.state)
        assert PRISON not in host.state.where
        states.append(host.state)
    first, last = states[0], states[-1]
    assert last.round == first.round + 1
    assert len(last.delivered[0]) > len(first.delivered[0])


ASKED = {
    "set-up": PhaseOfWiarusi.DIFFICULTY,
    "own-turn": PhaseOfWiarusi.TURN,
    "speech": PhaseOfWiarusi.SPEECH,
    "support": PhaseOfWiarusi.SUPPORT,
    "morale": PhaseOfWiarusi.DIFFICULTY,
}
ENDS = {"victory": Ending.WIN, "defeat": Ending.MORALE}


@pytest.mark.parametrize("name", TRENCH_MOMENTS)
def test_a_moment_of_wiarusi_shows_what_its_name_says(name):
    host = trench_host(TRENCH_MOMENTS[name], "pl", "light")
    if name in ENDS:
        end = outcome(host.state)
        assert end is not None
        assert end.ending is ENDS[name]
        return
    assert host.can_choose
    assert (host.state.phase, host.state.to_act) == (ASKED[name], 0)
    assert host.table is not None


def test_after_the_support_morale_has_dropped_by_the_cards_in_all_hands():
    before, after = (trench_host(TRENCH_MOMENTS[name], "pl", "light").state for name in ("support", "morale"))
    assert before.reserve - after.reserve == sum(map(len, before.hands)) == 4
    assert after.charms[0]
    assert not before.charms[0]


ASKED_AT_THE_FRONT = {
    "set-up": (PhaseOfBitwa.MARKER, 0),
    "own-turn": (PhaseOfBitwa.TURN, 0),
    "resources": (PhaseOfBitwa.SUPPLIES, 0),
    "place": (PhaseOfBitwa.BLOCK, 1),
    "battle": (PhaseOfBitwa.TURN, 0),
}


@pytest.mark.parametrize("name", FRONT_MOMENTS)
def test_a_moment_of_bitwa_warszawska_shows_what_its_name_says(name):
    host = front_host(FRONT_MOMENTS[name], "pl", "light")
    if name == "victory":
        assert host.is_over
        assert host.state.points == (7, 5)
        return
    assert host.can_choose
    assert (host.state.phase, host.state.to_act) == ASKED_AT_THE_FRONT[name]


def test_in_the_battles_each_army_wins_a_front_and_one_is_even():
    before, after = before_the_battles(3), front_host(FRONT_MOMENTS["battle"], "pl", "light").state
    strengths = [tuple(strength_of(before, army, front) for army in (0, 1)) for front in range(3)]
    assert strengths == [(8, 6), (5, 5), (5, 6)]  # in the north the order adds two in the battle
    assert (before.points, after.points) == ((3, 5), (4, 5))  # one each, and the additional point in the north
    assert after.round == before.round + 1


def of_lesson(lesson, lang):
    """The board or the desk of a lesson's picture, and what its page shows."""
    moment = LESSON_MOMENTS[lesson]
    live, heard = used(lesson, lang, moment.shows, moment.done)
    return live, heard[-1]["message"]["view"]


@pytest.mark.parametrize("lang", languages())
def test_the_pictures_of_lessons_show_what_the_readme_says_of_them(lang):
    tutorial, _ = of_lesson("00-start", lang)
    assert tutorial.host.lesson.wanted

    _, letter = of_lesson("01-letters", lang)
    (asked,) = (block for block in letter["blocks"] if block["t"] == "ask")
    assert [one["value"] for one in asked["fields"][0]["items"] if one["picked"]] == ["unit", "place"]

    _, page = pictured_reader("02-city-graph", lang)
    assert {"pl": "Browary Warszawskie → Port", "en": "Warsaw Breweries → Port"}[lang] in page

    example, view = of_lesson("03-rules-basic", lang)
    assert_nothing_where_none_should_be(example.host.state)
    assert example.host.exercise is not None
    assert any(example.host.state.carrying)
    assert view["reach"]


def test_a_picture_of_a_lesson_knows_nothing_of_what_was_done_for_the_one_before():
    first, again = (pictured_reader("01-letters", "pl") for _ in range(2))
    assert again == first


@pytest.mark.parametrize("lang", languages())
def test_every_screen_of_the_site_shows_a_page_that_is_there(lang):
    made = pages()
    for page in PAGES.values():
        assert f'data-cell="{page.cell}"' in str(made[page.address.format(lang=lang)]) or not page.cell


@pytest.mark.parametrize("name", SCENES)
def test_a_scene_that_stands_still_is_the_only_one_that_takes_time(name):
    beats = re.findall(r'"beats": ([\d.e+]+)', still_scene(SCENES[name], "pl"))
    assert [float(each) for each in beats] == [0.0] * (len(beats) - 1) + [AGES]
