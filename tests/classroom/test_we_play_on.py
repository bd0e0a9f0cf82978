"""Lesson 07: what it says about the sample games and about the rules is what the engine plays."""

import tomllib
from functools import cache
from pathlib import Path

import pytest

from mali_powstancy.classroom import class_results
from mali_powstancy.classroom.desks.class_codes import EXTENDED, ClassDesk, game_in, sample_codes, sample_games
from mali_powstancy.classroom.lesson_files import lesson
from mali_powstancy.engine import (
    arrange,
    load_scenario,
    outcome,
    parse_move,
    play,
    scores,
)
from mali_powstancy.engine.cards import GoalKind
from mali_powstancy.engine.events import CardPeeked, DistrictFell, OrderCollected, OrderDelivered, OrderLate
from mali_powstancy.engine.scoring import Ending, fulfilled_goals
from mali_powstancy.engine.tally import DELIVERED, LATE, OPEN
from mali_powstancy.history import places
from mali_powstancy.tabletop.session import Session
from mali_powstancy.texts import texts_for
from mali_powstancy.views.figures.games import order_lives, ways_of

LANGUAGES = ("pl", "en")
SAMPLES = Path(__file__).parents[2] / "mali_powstancy" / "data" / "lessons" / "sample-games-extended.toml"


@cache
def games() -> tuple[Session, ...]:
    return tuple(Session.from_record(record) for record in sample_games(EXTENDED))


def happened(session: Session, kind: type) -> list:
    return [event for step in session.steps for event in step.events if isinstance(event, kind)]


def in_round(session: Session, number: int) -> list[str]:
    """The moves of a round, as text."""
    return [str(step.move) for step in session.steps if step.move is not None and step.state.round == number]


def right(id: str):
    return lesson("07", "pl").exercises[id].right_answer


# The sample games -----------------------------------------------------------------------------------------------------


def test_the_extended_sample_games_are_what_their_file_says():
    entries = tomllib.loads(SAMPLES.read_text("utf-8"))["game"]
    with_care = {place.object for place in places() if place.care and place.object}
    assert len(entries) == len(sample_codes(EXTENDED)) == 3
    for entry in entries:
        save = game_in(entry["code"])
        session = Session.from_record(save.record)
        assert save.seats == (entry["bots"],) * entry["players"]
        assert save.record.scenario == entry["scenario"] == "short-extended"
        ended = outcome(session.state)
        assert ended is not None
        assert ended.ending == entry["ending"]
        assert entry.get("stopped_in_round", session.state.round) == session.state.round
        assert not with_care & set(ways_of(session).fields), "nobody comes to a place that needs care"
        orders = [session.state.game.orders[life.order] for life in order_lives(session)]
        assert not with_care & {end for order in orders for end in (order.start, order.to)}
    assert [entry["ending"] for entry in entries] == [Ending.VICTORY_CARD, Ending.FALLS, Ending.STOPPED]


def test_there_are_sample_games_of_two_variants_only():
    with pytest.raises(LookupError, match="basic, extended"):
        sample_codes("long")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_table_of_a_class_says_which_districts_fell_in_extended_games_only(lang):
    texts = texts_for(lang)
    desk = ClassDesk(lang, EXTENDED)
    desk.handle({"do": "sample"})
    (found,) = [block for block in desk.blocks() if block["t"] == "table"]
    column = found["head"].index(texts.say("class.column.fallen"))
    none, centre = texts.say("class.no-fall"), texts.district("srodmiescie", games()[1].state.game)
    assert [row[column] for row in found["rows"]] == [none, centre, none]
    assert centre in str(desk)
    basic = ClassDesk(lang)
    basic.handle({"do": "sample"})
    (found,) = [block for block in basic.blocks() if block["t"] == "table"]
    assert texts.say("class.column.fallen") not in found["head"]
    assert all(len(row) == len(found["head"]) for row in found["rows"])


def test_codes_of_both_variants_stand_in_one_table():
    desk = ClassDesk("pl", EXTENDED)
    desk.handle({"do": "read", "values": {"codes": "\n".join([sample_codes()[0], sample_codes(EXTENDED)[1]])}})
    (found,) = [block for block in desk.blocks() if block["t"] == "table"]
    assert len(found["rows"]) == 2
    assert all(len(row) == len(found["head"]) for row in found["rows"])
    assert desk.figure() is not None


def test_the_codes_of_the_two_games_of_a_class_are_kept_apart(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    extended = class_results("extended", lang="pl")
    extended._receive(extended.widget, {"do": "sample"}, [])
    again, other = class_results("extended", lang="pl").desk, class_results(lang="pl").desk
    assert isinstance(again, ClassDesk)
    assert isinstance(other, ClassDesk)
    assert again.lines == list(sample_codes(EXTENDED))
    assert other.lines == []


# What the lesson says about the rules ---------------------------------------------------------------------------------


def test_the_first_fallen_district_loses_the_short_game_and_the_third_one_the_full_game():
    assert load_scenario("short-extended").falls_to_lose == 1
    assert load_scenario("extended").falls_to_lose == 3


# Exercise A -----------------------------------------------------------------------------------------------------------


def test_exercise_a_two_pals_of_one_district_change_places_and_the_order_arrives():
    order = "past>port"
    state = arrange(
        load_scenario("short-extended"),
        patrols=["red", "orange"],
        round=3,
        scouts={"zosia": "elektrownia", "felek": "port"},
        carrying={"zosia": order},
        track=[(order, 3)],
        cards={"red": 1, "orange": 2},
    )
    after = play(state, parse_move("pals zosia felek")).state
    assert order in after.delivered[0]
    assert right("07-a")["port"] == "pals"


def test_exercise_a_a_unit_takes_zosia_so_far_that_two_points_are_enough():
    moves = in_round(games()[0], 7)
    unit, walk = moves.index("unit zosia starowka"), moves.index("walk zosia bank-polski")
    assert unit < walk
    delivered = happened(games()[0], OrderDelivered)
    assert ("zosia", "dworzec-gdanski>bank-polski") in [(event.scout, event.order) for event in delivered]
    far = load_scenario("short-extended").board.free.distances["dworzec-gdanski"]
    assert (far["bank-polski"], far["starowka"]) == (3, 2)
    assert right("07-a")["bank"] == "unit"


def test_exercise_a_a_swap_of_red_gives_the_order_of_olek_one_more_round():
    order, other = "port>starowka", "bank-polski>plac-wilsona"
    state = arrange(
        load_scenario("short-extended"),
        patrols=["red", "orange"],
        round=4,
        scouts={"olek": "port"},
        carrying={"olek": order},
        track=[(order, 4), (other, 3)],
        cards={"red": 3, "orange": 5},
    )
    late = {}
    for swap in (True, False):
        now = play(state, parse_move(f"swap {other} {order}")).state if swap else state
        for _ in state.patrols:
            now = play(now, parse_move("end")).state
        late[swap] = order in now.late
    assert late == {True: False, False: True}
    assert right("07-a")["olek"] == "swap"


def test_exercise_a_zosia_hears_where_the_next_order_begins_and_takes_it_at_once():
    session = games()[0]
    (heard,) = [
        event
        for step in session.steps
        for event in step.events
        if isinstance(event, CardPeeked) and step.state.round == 5
    ]
    assert heard.order == "dworzec-gdanski>bank-polski"
    assert session.state.patrols[heard.seat] == "red"
    taken = [
        (event.scout, event.order)
        for step in session.steps
        for event in step.events
        if isinstance(event, OrderCollected) and step.state.round == 6
    ]
    assert ("zosia", heard.order) in taken
    assert right("07-a")["next"] == "gossip"


# Exercise B -----------------------------------------------------------------------------------------------------------


def test_exercise_b_tells_the_end_of_the_second_game():
    session = games()[1]
    game = session.state.game
    late = [event.order for event in happened(session, OrderLate)]
    assert late == [
        "bank-polski>plac-wilsona",
        "wytwornia>plac-trzech-krzyzy",
        "palacyk-michla>przyczolek",
        "plac-wilsona>plac-trzech-krzyzy",
    ]
    district_of = game.board.district_of
    assert [district_of[game.orders[order].to] for order in late] == [
        "zoliborz",
        "srodmiescie",
        "powisle-czerniakow",
        "srodmiescie",
    ]
    assert [event.district for event in happened(session, DistrictFell)] == ["srodmiescie"]
    assert session.state.round == 10
    assert late[-1] not in {event.order for event in happened(session, OrderCollected)}
    assert outcome(session.state).is_defeat
    assert right("07-b") == "city-centre"


# Exercise C -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_exercise_c_counts_as_the_engine_does(lang):
    exercise = lesson("07", lang).exercises["07-c"]
    state = games()[0].state
    red, orange = (list(state.patrols).index(patrol) for patrol in ("red", "orange"))
    score = scores(state)[red]
    assert (score.orders, score.returned, score.goals) == (55, 3, 20)
    assert score.total == exercise.right_answer
    for seat in (red, orange):
        points = [str(state.game.orders[order].points) for order in state.delivered[seat]]
        joined = ", ".join(points[:-1]) + {"pl": " i ", "en": " and "}[lang] + points[-1]
        assert joined in exercise.task
    starts = [state.game.board.district_of[state.game.orders[order].start] for order in state.delivered[red]]
    assert starts.count("powisle-czerniakow") == 1
    others = [state.game.board.district_of[state.game.orders[order].start] for order in state.delivered[orange]]
    assert "powisle-czerniakow" not in others
    ends = {state.game.board.district_of[state.game.orders[order].to] for order in state.delivered[red]}
    assert len(ends) == 5
    where = dict(zip(state.game.scouts, state.where, strict=True))
    assert (where["zosia"], where["antek"], where["felek"]) == ("browary", "stary-mokotow", "stary-mokotow")
    goals = [state.game.scenario.goals[goal] for goal in state.goals[red]]
    assert [(goal.kind, goal.points) for goal in goals] == [
        (GoalKind.MOST_FROM_DISTRICT, 10),
        (GoalKind.MOST_ORDERS, 10),
        (GoalKind.DISTRICTS_REACHED, 15),
    ]
    assert list(fulfilled_goals(state, red)) == goals[:2]
    mistakes = dict(exercise.mistakes)
    assert {score.orders, score.orders + score.returned, score.total - score.returned, score.total + 15} <= set(
        mistakes
    )
    assert scores(state)[orange].total in mistakes


# Exercise D -----------------------------------------------------------------------------------------------------------


def test_exercise_d_is_right_about_the_two_games():
    helpers, rivals = (order_lives(session) for session in games()[:2])
    facts = {
        "same": [life.order for life in helpers] == [life.order for life in rivals],
        "late": [sum(life.fate == LATE for life in lives) for lives in (helpers, rivals)] == [1, 4],
        "nobody": sum(life.collected is None for life in rivals) == 4,
        "cards": False,
        "proof": False,
        "longer": games()[1].state.round > games()[0].state.round,
    }
    assert set(right("07-d")) == {key for key, is_true in facts.items() if is_true}
    assert set(facts) == {option.key for option in lesson("07", "pl").exercises["07-d"].options}
    assert sorted(life.fate for life in helpers) == sorted([DELIVERED] * 10 + [LATE])
    assert sorted(life.fate for life in rivals) == sorted([DELIVERED] * 6 + [LATE] * 4 + [OPEN])
    assert (games()[0].state.round, games()[1].state.round) == (14, 10)


def test_why_the_two_games_differ():
    """As the teacher's page says: what nobody went for in the second game was carried by orange in the first."""
    helpers, rivals = ({life.order: life for life in order_lives(session)} for session in games()[:2])
    left = ["bank-polski>plac-wilsona", "wytwornia>plac-trzech-krzyzy", "plac-wilsona>plac-trzech-krzyzy"]
    orange = list(games()[0].state.patrols).index("orange")
    assert [rivals[order].collected for order in left] == [None, None, None]
    assert [(helpers[order].fate, helpers[order].seat) for order in left] == [(DELIVERED, orange)] * 3


def test_both_games_had_the_same_goals():
    helpers, rivals = (session.state for session in games()[:2])
    assert helpers.goals == rivals.goals
    assert helpers.patrols == rivals.patrols


def test_the_line_without_a_triangle_in_the_first_game():
    (nobodys,) = [life for life in order_lives(games()[0]) if life.collected is None]
    assert (nobodys.order, nobodys.fate, nobodys.ended) == ("palacyk-michla>przyczolek", LATE, 11)
    assert games()[0].state.fallen == ()
    assert [games()[0].state.game.board.district_of[token.place] for token in games()[0].state.tokens] == [
        "powisle-czerniakow"
    ]
