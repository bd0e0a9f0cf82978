"""The questions about the extended variant: the engine answers them, and nobody is asked how Wola or Ochota fell."""

import random
from collections import Counter

import pytest

from mali_powstancy.classroom.exercises import Choice
from mali_powstancy.classroom.makers import extended, stations
from mali_powstancy.engine import Phase, load_scenario, parse_move, play
from mali_powstancy.engine.events import DistrictFell, GameEnded, RoadBlocked
from mali_powstancy.engine.scoring import is_fulfilled
from mali_powstancy.texts import languages, texts_for

SCENARIO = load_scenario("extended-3")
BOARD = SCENARIO.board
SEEDS = range(60)
WANTED = ("token", "falls", "over")
COMPARED = extended.askable_goals()


def questions(maker, lang="pl"):
    return [maker(random.Random(seed), lang) for seed in SEEDS]


# --- falling districts


@pytest.mark.parametrize("wanted", WANTED)
def test_the_round_ends_as_the_position_was_made_for(wanted):
    for seed in SEEDS:
        state, order, start, to = extended.a_late_order(random.Random(seed), wanted)
        assert start != to
        after, events = play(state, parse_move("end"))
        fell = [event.district for event in events if isinstance(event, DistrictFell)]
        assert order.id in after.late
        assert fell == ([] if wanted == "token" else [to])
        assert any(isinstance(event, GameEnded) for event in events) == (wanted == "over")
        only_road = any(isinstance(event, RoadBlocked) for event in events)  # then nobody is asked which one
        assert (after.phase is Phase.BLOCK_ROAD or only_road) == (wanted == "token")
        assert extended.what_happens(state) == wanted


def test_all_three_answers_come_up_and_the_wrong_end_of_the_order_is_always_one_of_the_mistakes():
    found = Counter()
    for question in questions(extended.make_falls):
        assert isinstance(question, Choice)
        assert [option.key for option in question.options] == ["token", "falls", "over", "start"]
        assert len({option.text for option in question.options}) == 4
        found[question.right_answer] += 1
    assert set(found) == set(WANTED)
    assert min(found.values()) > len(SEEDS) // 6


@pytest.mark.parametrize("lang", languages())
def test_nobody_is_asked_how_wola_or_ochota_falls(lang):
    names = [texts_for(lang).name(BOARD.district[district]) for district in ("wola", "ochota")]
    for question in questions(extended.make_falls, lang):
        said = " ".join([question.task, question.praise, *(option.text for option in question.options)])
        assert not [name for name in names if name in said]


@pytest.mark.parametrize("wanted", WANTED)
def test_tokens_lie_on_roads_between_quiet_places(wanted):
    for seed in SEEDS:
        for token in extended.a_late_order(random.Random(seed), wanted).state.tokens:
            assert token.road is not None
            assert token.place in BOARD.road[token.road].ends
            assert set(BOARD.road[token.road].ends) <= set(stations())


# --- three late orders


@pytest.mark.parametrize("falls", [True, False])
def test_of_three_late_orders_the_engine_says_what_falls(falls):
    for seed in SEEDS:
        state, orders = extended.three_late_orders(random.Random(seed), falls=falls)
        starts = [BOARD.district_of[order.start] for order in orders]
        ends = [BOARD.district_of[order.to] for order in orders]
        events = play(state, parse_move("end")).events
        fell = [event.district for event in events if isinstance(event, DistrictFell)]
        assert fell == ([ends[2]] if falls else [])
        assert fell == [district for district, times in Counter(ends).items() if times > 1]
        if not falls:
            assert len(set(starts)) < 3  # the trap: two of them start in the same district


@pytest.mark.parametrize("lang", languages())
def test_three_late_orders_lead_past_quiet_places_and_districts(lang):
    names = [texts_for(lang).name(BOARD.district[district]) for district in ("wola", "ochota")]
    answers = Counter()
    for question in questions(extended.make_late_orders, lang):
        assert isinstance(question, Choice)
        said = " ".join([question.task, question.praise, *(option.text for option in question.options)])
        assert not [name for name in names if name in said]
        right = next(option for option in question.options if option.right)
        answers[right.key == "none"] += 1
        assert right.key == "none" or question.task.count(f"({right.text})") >= 2
    assert min(answers.values()) > len(SEEDS) // 6


# --- secret goals


@pytest.mark.parametrize("goal", COMPARED, ids=lambda goal: goal.id)
def test_what_is_counted_decides_as_the_engine_does(goal):
    for seed in SEEDS:
        state, counted = extended.two_patrols_at_the_end(random.Random(seed), goal)
        most = max(counted)
        assert [is_fulfilled(state, seat, goal.id) for seat in state.game.seats] == [
            count == most > 0 for count in counted
        ]


@pytest.mark.parametrize("goal", COMPARED, ids=lambda goal: goal.id)
def test_who_reads_the_goal_too_fast_is_misled(goal):
    for seed in SEEDS:
        state, counted = extended.two_patrols_at_the_end(random.Random(seed), goal)
        orders = [[SCENARIO.orders[order] for order in delivered] for delivered in state.delivered]
        misread = [extended._misread(goal, each) for each in orders]
        assert extended._leader(counted) != extended._leader(misread)


def test_every_answer_to_a_goal_comes_up():
    questions_asked = [extended.make_goal(random.Random(seed), "pl") for seed in range(200)]
    assert {question.right_answer for question in questions_asked} == {"0", "1", "both", "none"}


@pytest.mark.parametrize("lang", languages())
def test_a_mistake_gets_the_rule_and_not_the_count(lang):
    here = {"pl": "Tutaj:", "en": "Here:"}[lang]
    for question in questions(extended.make_goal, lang):
        assert here in question.praise
        replies = [question.check(mistake).message for mistake in question.typical_mistakes()]
        assert len(set(replies)) == 3
        assert not [reply for reply in replies if here in reply]
