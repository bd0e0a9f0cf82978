import asyncio
from itertools import pairwise, permutations
from xml.etree import ElementTree

import pytest

from mali_powstancy.analysis.names import UnknownName
from mali_powstancy.analysis.routes import Closed, Route, all_shortest_routes, distance, shortest_route
from mali_powstancy.classroom import replay_on_projector, routes_on_projector
from mali_powstancy.classroom.desks import stepping
from mali_powstancy.classroom.desks.class_codes import sample_codes, sample_games
from mali_powstancy.classroom.desks.demonstrations import demonstrations
from mali_powstancy.classroom.desks.projector import RouteDesk
from mali_powstancy.classroom.desks.replaying import ReplayDesk, moments_of
from mali_powstancy.classroom.desks.stepping import SteppingDesk
from mali_powstancy.engine import (
    load_scenario,
)
from mali_powstancy.engine.events import OrderDelivered
from mali_powstancy.history import places
from mali_powstancy.tabletop.session import Session
from mali_powstancy.texts import texts_for
from mali_powstancy.views.map.chart import HEIGHT, WIDTH
from mali_powstancy.views.map.lettering import overlap
from mali_powstancy.views.map.map_names import large_names
from mali_powstancy.views.page.desk import UnknownMessage

BOARD = load_scenario("basic").board
LANGUAGES = ("pl", "en")
CARE = {place.object for place in places() if place.care and place.object}
CROSSING = "past~plac-trzech-krzyzy"


def between(start: str, end: str, lang: str = "pl") -> RouteDesk:
    """A desk with the route between two objects."""
    desk = RouteDesk(lang)
    desk.handle({"do": "form", "key": "ends", "values": {"start": start, "end": end}})
    return desk


def route_of(desk: RouteDesk) -> Route:
    """The route that is shown; there has to be one."""
    assert desk.route is not None
    return desk.route


def close(desk: RouteDesk, *, road: str = "", district: str = "") -> None:
    """Close or open something, as its button does."""
    kind, name = ("road", road) if road else ("district", district)
    desk.handle({"do": f"toggle-{kind}", "values": {kind: name}})


def group(desk: SteppingDesk, name: str) -> list[dict]:
    (found,) = [block for block in desk.blocks() if block["name"] == name]
    return found["blocks"]


def texts_in(desk: SteppingDesk, name: str = "side") -> str:
    return " ".join(block["text"] for block in group(desk, name) if block["t"] == "text")


def svg_of(desk: SteppingDesk) -> ElementTree.Element:
    (shown,) = group(desk, "stage")
    return ElementTree.fromstring(shown["svg"])


def count(desk: SteppingDesk, kind: str) -> int:
    return sum(kind in (one.get("class") or "").split() for one in svg_of(desk).iter())


# Routes ---------------------------------------------------------------------------------------------------------------


def test_between_every_two_objects_the_route_is_a_shortest_one():
    desk = RouteDesk("pl")
    for start, end in permutations(BOARD.place, 2):
        desk.handle({"do": "form", "key": "ends", "values": {"start": start, "end": end}})
        assert desk.route == shortest_route(BOARD, start, end)
        assert desk.length == distance(BOARD, start, end)
        assert (desk.step, desk.acts) == (0, (Closed(),))


def test_stepping_reaches_every_field_and_comes_back():
    desk = between("plac-wilsona", "sggw")
    route = route_of(desk).fields
    assert desk.is_at_start
    for number, field in enumerate(route[1:], start=1):
        desk.handle({"do": "next"})
        assert desk.step == number
        assert desk.news == f"Krok {number} z 11: {desk.texts.field(field, desk.game)}."
        assert count(desk, "mp-step") == number + 1
        assert f"Krok {number} z 11" in texts_in(desk)
    assert desk.is_at_end
    desk.handle({"do": "next"})
    assert desk.step == 11
    for number in reversed(range(11)):
        desk.handle({"do": "back"})
        assert desk.step == number
    desk.handle({"do": "back"})
    assert desk.is_at_start
    desk.handle({"do": "next"})
    desk.handle({"do": "start"})
    assert desk.is_at_start


def test_a_button_that_leads_nowhere_says_why():
    desk = between("past", "port")

    def off() -> list[bool]:
        (steppers,) = [b for b in group(desk, "side") if b["t"] == "buttons" and b["items"][0]["key"] == "back"]
        return [bool(item.get("off")) for item in steppers["items"]]

    assert off() == [True, False, False]
    for _ in range(desk.length):
        desk.handle({"do": "next"})
    assert off() == [False, True, False]


def test_distance_so_far_and_in_all_is_said():
    desk = between("plac-wilsona", "sggw")
    desk.handle({"do": "next"})
    assert "Za nami 1 pole, cała trasa: 11 pól." in texts_in(desk)


def test_routes_of_equal_length_are_counted_drawn_and_shown_in_turn():
    desk = between("palacyk-michla", "port")
    wanted = all_shortest_routes(BOARD, "palacyk-michla", "port")
    assert "Jest 6 tak samo krótkich tras" in texts_in(desk)
    assert count(desk, "mp-route-other") > 0
    seen = set()
    for _ in wanted:
        seen.add(desk.route)
        desk.handle({"do": "next"})
        desk.handle({"do": "another"})
        assert desk.step == 0
    assert seen == set(wanted)
    assert count(between("past", "plac-trzech-krzyzy"), "mp-route-other") == 0


def test_a_place_to_itself_is_no_step():
    desk = between("past", "past")
    assert desk.length == 0
    assert desk.is_at_start
    assert desk.is_at_end
    assert "Krok 0 z 0" in texts_in(desk)


# Closing --------------------------------------------------------------------------------------------------------------


def test_closing_a_road_shows_the_old_route_the_new_one_and_the_difference():
    desk = between("past", "plac-trzech-krzyzy")
    close(desk, road=CROSSING)
    assert desk.length == distance(BOARD, "past", "plac-trzech-krzyzy", CROSSING) == 4
    assert desk.before == shortest_route(BOARD, "past", "plac-trzech-krzyzy")
    assert "O 2 pola dłużej. Dawniej 2 pola" in texts_in(desk)
    assert "O 2 pola dłużej" in desk.news
    assert desk.texts.road(CROSSING, desk.game) in texts_in(desk)
    assert [count(desk, kind) for kind in ("mp-route-before", "mp-blocked", "mp-large-token")] == [1, 1, 1]
    close(desk, road=CROSSING)
    assert desk.length == 2
    assert "O 2 pola krócej" in texts_in(desk)


def test_stepping_back_takes_a_closing_back():
    desk = between("past", "plac-trzech-krzyzy")
    close(desk, road=CROSSING)
    desk.handle({"do": "back"})
    assert desk.closed == Closed()
    assert desk.step == desk.length == 2


@pytest.mark.parametrize("road", BOARD.road)
def test_any_closed_road_gives_the_route_that_the_analysis_finds(road):
    desk = between("plac-wilsona", "sggw")
    close(desk, road=road)
    assert desk.route == shortest_route(BOARD, "plac-wilsona", "sggw", road)
    same = desk.route == shortest_route(BOARD, "plac-wilsona", "sggw")
    assert ("Ta trasa się nie zmienia." in texts_in(desk)) == same


def test_another_route_of_the_same_length_is_called_so():
    desk = between("past", "port")
    close(desk, road=CROSSING)
    assert "Ta trasa się nie zmienia." not in texts_in(desk)
    assert "Inna trasa, ale tak samo długa" in texts_in(desk)
    other = between("past", "port")
    other.handle({"do": "another"})
    shown = other.route
    close(other, road=CROSSING)
    assert other.route == shown
    assert "Ta trasa się nie zmienia." in texts_in(other)
    other.handle({"do": "back"})
    assert other.route == shown


def test_a_fallen_district_is_gone_around_or_cuts_off():
    desk = between("bank-polski", "port")
    close(desk, district="srodmiescie")
    assert desk.length == 8
    assert count(desk, "mp-fallen") == 1
    close(desk, district="powisle-czerniakow")
    assert desk.route is None
    assert desk.texts.say("projector.no-way.short") in texts_in(desk)
    assert "Otwórz drogę albo dzielnicę" in desk.news
    assert count(desk, "mp-route-end") == 2
    assert count(desk, "mp-step") == 0
    desk.handle({"do": "next"})
    assert desk.step == 0
    close(desk, district="powisle-czerniakow")
    assert "Znowu można przejść." in texts_in(desk)
    desk.handle({"do": "open-all"})
    assert desk.closed == Closed()
    assert desk.length == 6


def test_the_list_of_roads_begins_with_those_of_the_route_and_has_all():
    desk = between("plac-wilsona", "sggw")
    (form,) = [block for block in group(desk, "side") if block["t"] == "form" and block["key"].startswith("road")]
    values = [option["value"] for option in form["fields"][0]["options"]]
    assert tuple(values[: len(route_of(desk).roads)]) == route_of(desk).roads
    assert set(values) == set(BOARD.road)
    assert form["fields"][0]["value"] == values[0]


def test_many_closings_are_named_below_the_map():
    desk = between("past", "port")
    for road in list(BOARD.road)[:4]:
        close(desk, road=road)
    assert "Zamknięte drogi" in texts_in(desk, "rest")
    assert "Zamknięte drogi" not in texts_in(desk)


# Demonstrations -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", demonstrations(BOARD))
def test_a_demonstration_is_stepped_to_its_end_and_back_and_keeps_away_from_places_of_care(key):
    desk = RouteDesk("pl")
    desk.handle({"do": "show", "demonstration": key})
    assert desk.question
    assert desk.question in texts_in(desk)
    assert count(desk, "mp-route-walked") == count(desk, "mp-route-ahead") == 0
    seen = [(desk.act, desk.step)]
    while not desk.is_at_end:
        desk.handle({"do": "next"})
        seen.append((desk.act, desk.step))
        for route in desk.routes:
            assert not CARE & set(route.fields)
        assert not desk.question
    assert {act for act, _ in seen} == set(range(len(demonstrations(BOARD)[key].acts)))
    for wanted in reversed(seen[:-1]):
        desk.handle({"do": "back"})
        assert (desk.act, desk.step) == wanted


def test_the_demonstrations_tell_what_they_promise():
    assert len(demonstrations(BOARD)) == 3
    lengths = {
        key: [distance(BOARD, one.start, one.end, *act) for act in one.acts]
        for key, one in demonstrations(BOARD).items()
    }
    assert lengths == {"across": [11], "detour": [4, 7], "cut": [6, 8, None]}
    for one in demonstrations(BOARD).values():
        assert set(one.title) == set(one.question) == set(LANGUAGES)


# Playing --------------------------------------------------------------------------------------------------------------


def test_it_plays_step_by_step_pauses_and_ends_by_itself():
    desk = between("past", "port")
    desk.handle({"do": "play"})
    assert desk.is_playing
    desk.tick()
    assert desk.step == 1
    desk.handle({"do": "pause"})
    desk.tick()
    assert (desk.step, desk.is_playing) == (1, False)
    desk.handle({"do": "play"})
    for _ in range(10):
        desk.tick()
    assert desk.is_at_end
    assert not desk.is_playing
    desk.handle({"do": "play"})
    assert desk.step == 0
    assert desk.is_playing
    desk.handle({"do": "next"})
    assert desk.step == 1
    assert not desk.is_playing


def test_in_a_notebook_it_plays_by_a_clock_and_refreshes_the_page(monkeypatch):
    monkeypatch.setattr(stepping, "PACE", 0.001)
    desk, seen = between("past", "port"), []
    desk.refresh = lambda: seen.append(desk.step)

    async def play() -> None:
        desk.handle({"do": "play"})
        desk.handle({"do": "play"})  # a second press does not play twice as fast
        while desk.is_playing:
            await asyncio.sleep(0.001)
        await asyncio.sleep(0.005)

    asyncio.run(play())
    assert seen == [1, 2, 3, 4, 5]


# Words, faults and memory ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_text_form_carries_the_state(lang):
    desk = between("past", "plac-trzech-krzyzy", lang)
    before = str(desk)
    desk.handle({"do": "next"})
    stepped = str(desk)
    close(desk, road=CROSSING)
    closed = str(desk)
    assert len({before, stepped, closed}) == 3
    assert desk.texts.road(CROSSING, desk.game) in closed
    for field in route_of(desk).fields:
        assert desk.texts.field(field, desk.game) in closed
    assert repr(routes_on_projector(lang=lang)).startswith(str(RouteDesk(lang)).split("\n")[0])


def test_the_table_says_the_same_as_the_map():
    desk = between("plac-wilsona", "sggw")
    (folded,) = [block for block in group(desk, "rest") if block["t"] == "details"]
    (table,) = folded["blocks"]
    assert [row[1] for row in table["rows"]] == [desk.texts.field(field, desk.game) for field in route_of(desk).fields]


@pytest.mark.parametrize(
    "message",
    [
        {"do": "form", "key": "ends", "values": {"start": "atlantis", "end": "past"}},
        {"do": "form", "key": "ends", "values": {"start": "past", "end": None}},
        {"do": "form", "key": "ends", "values": {"start": "past~port", "end": "past"}},
        {"do": "toggle-road", "values": {"road": "past~atlantis"}},
        {"do": "toggle-district", "values": {"district": "praga"}},
        {"do": "show", "demonstration": "nothing"},
    ],
)
def test_unknown_names_are_refused_and_change_nothing(message):
    desk = RouteDesk("pl")
    before = str(desk)
    with pytest.raises(UnknownName):
        desk.handle(message)
    assert str(desk) == before
    with pytest.raises(UnknownMessage):
        desk.handle({"do": "fly"})


def test_what_was_shown_is_there_again():
    desk = between("browary", "port")
    close(desk, road=CROSSING)
    desk.handle({"do": "next"})
    other = RouteDesk("pl")
    other.restore(desk.memory())
    assert (other.start, other.end, other.closed, other.step) == (desk.start, desk.end, desk.closed, 1)
    desk.handle({"do": "show", "demonstration": "cut"})
    for _ in range(9):
        desk.handle({"do": "next"})
    other.restore(desk.memory())
    assert (other.demonstration, other.act, other.step) == (desk.demonstration, 1, desk.step)


@pytest.mark.parametrize(
    "memory",
    [
        {},
        {"start": 1, "end": [], "step": "x", "act": "y", "demonstration": 3},
        {"start": "past", "end": "port", "roads": ["no", 2], "districts": "praga", "step": 99},
        {"demonstration": "cut", "act": 9, "step": -1},
        {"demonstration": "cut", "act": True, "step": True},
    ],
)
def test_a_memory_that_does_not_fit_is_ignored(memory):
    desk = RouteDesk("en")
    desk.restore(memory)
    assert desk.closed == Closed()
    assert desk.step == 0
    assert desk.blocks()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_large_names_lie_on_the_map_and_hide_no_other(lang):
    boxes = {key: name.box for key, name in large_names(BOARD, lang).items()}
    assert set(boxes) == {*BOARD.place, *BOARD.district}
    for key, (left, top, right, bottom) in boxes.items():
        assert 0 <= left < right <= WIDTH, key
        assert 0 <= top < bottom <= HEIGHT, key
    for one in BOARD.place:
        for other in boxes:
            if one != other:
                area = (boxes[one][2] - boxes[one][0]) * (boxes[one][3] - boxes[one][1])
                assert overlap(boxes[one], boxes[other]) < 0.1 * area, (one, other)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_large_name_is_taken_for_the_second_line_of_another(lang):
    boxes = {key: name.box for key, name in large_names(BOARD, lang).items()}
    for one, other in permutations(boxes, 2):
        (left, _, right, bottom), (other_left, top, other_right, _) = boxes[one], boxes[other]
        if left < other_right and other_left < right and top >= bottom:
            assert top - bottom >= 9, (one, other)


def test_names_on_the_route_are_bold():
    desk = between("past", "plac-trzech-krzyzy")
    bold = [one for one in svg_of(desk).iter() if "mp-bold" in (one.get("class") or "")]
    assert len(bold) == 2


# Recorded games -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("number", range(len(sample_codes())))
def test_a_sample_game_is_told_to_its_end(number, lang):
    desk = ReplayDesk(lang)
    desk.handle({"do": "form", "key": "game", "values": {"game": str(number)}})
    session = Session.from_record(sample_games()[number])
    told = [desk.news]
    while not desk.is_at_end:
        desk.handle({"do": "next"})
        assert 1 <= len(desk.moment.told) <= 2
        told.append(desk.news)
    assert desk.moment.state == session.state
    texts, game = texts_for(lang), session.opening.game
    events = [event for step in session.steps for event in step.events if isinstance(event, OrderDelivered)]
    assert events
    for event in events:
        assert any(texts.event(event, game) in sentence for sentence in told)
    assert str(desk).endswith(desk.where())
    svg_of(desk)


def test_steps_of_one_scout_are_one_walk_with_a_line_on_the_map():
    moments = moments_of(Session.from_record(sample_games()[0]), texts_for("pl"))
    trails = [trail for moment in moments for trail in moment.trails]
    assert max(map(len, trails)) > 3
    for trail in trails:
        assert all(there in BOARD.free.steps[here] for here, there in pairwise(trail))
    desk = ReplayDesk("pl")
    while not desk.moment.trails:
        desk.handle({"do": "next"})
    assert count(desk, "mp-route-walked") == len(desk.moment.trails)


def test_a_pasted_code_is_shown_and_kept():
    desk = ReplayDesk("pl")
    desk.handle({"do": "read", "values": {"code": f"  {sample_codes()[1]} "}})
    assert (desk.chosen, desk.at, desk.refusal) == ("own", 0, "")
    desk.handle({"do": "next"})
    other = ReplayDesk("pl")
    other.restore(desk.memory())
    assert str(other) == str(desk)


@pytest.mark.parametrize("code", ["", "   ", "hello", sample_codes()[0][:-4], "M" * 200, "{}"])
def test_a_code_that_is_none_gets_a_kind_sentence_and_the_game_goes_on(code):
    desk = ReplayDesk("pl")
    desk.handle({"do": "next"})
    desk.handle({"do": "read", "values": {"code": code}})
    assert desk.refusal
    assert desk.news == desk.refusal
    assert (desk.chosen, desk.at) == ("0", 1)
    assert desk.refusal in [block.get("text") for block in group(desk, "rest")]
    desk.handle({"do": "read", "values": {"code": sample_codes()[0]}})
    assert desk.refusal == ""


@pytest.mark.parametrize("memory", [{}, {"game": 7, "code": 1, "at": "x"}, {"game": "own"}, {"game": "1", "at": 999}])
def test_a_replay_memory_that_does_not_fit_is_ignored(memory):
    desk = ReplayDesk("pl")
    desk.restore(memory)
    assert desk.at == 0
    assert desk.blocks()


def test_an_unknown_game_is_refused():
    desk = ReplayDesk("pl")
    for game in ("7", "own", None):
        with pytest.raises(ValueError, match="no game"):
            desk.handle({"do": "form", "key": "game", "values": {"game": game}})


def test_both_desks_are_panels_of_the_classroom(in_lesson):
    assert repr(routes_on_projector()) == str(RouteDesk("en"))
    assert repr(replay_on_projector()) == str(ReplayDesk("en"))
