"""The shipped board and decks keep what the rulebook fixes, and the reconstruction keeps its own promises."""

import math
import re
import tomllib
from collections import Counter
from itertools import combinations, pairwise, permutations
from pathlib import Path

import pytest

import mali_powstancy
from mali_powstancy.engine import arrange, load_scenario, new_game
from mali_powstancy.engine.board import Road
from mali_powstancy.engine.cards import Action, Colour, GoalKind
from mali_powstancy.history import places

DATA = Path(mali_powstancy.__file__).parent / "data"
BASIC = load_scenario("basic")
EXTENDED = load_scenario("extended")
FIRST = load_scenario("basic-1")
BOARD = BASIC.board
SQUARE = "plac-trzech-krzyzy"


def distance(one: str, other: str) -> int:
    return BOARD.free.distances[one][other]


def roads_between(one: str, other: str) -> list[Road]:
    return [road for road in BOARD.roads if set(road.ends) == {one, other}]


def road_between(one: str, other: str) -> Road:
    (road,) = roads_between(one, other)
    return road


def next_field(here: str, towards: str) -> str:
    """The first field of the road from one object to a neighbouring one."""
    path = road_between(here, towards).path
    return path[1] if path[0] == here else path[-2]


def starts_of_orders_to(place: str) -> list[str]:
    return [order.start for order in BASIC.orders.values() if order.to == place]


def destinations_of_orders_from(place: str) -> list[str]:
    return [order.to for order in BASIC.orders.values() if order.start == place]


# --- roads


@pytest.mark.parametrize(
    "neighbour",
    [
        pytest.param("past", id="R_1"),
        pytest.param("elektrownia", id="R_2"),
        pytest.param("przyczolek", id="R_3"),
        pytest.param("szucha", id="R_4"),
        pytest.param("dworzec-pocztowy", id="R_5"),
    ],
)
def test_a_road_leads_from_plac_trzech_krzyzy_R_1_R_2_R_3_R_4_R_5(neighbour):
    assert len(roads_between(SQUARE, neighbour)) == 1


def test_plac_trzech_krzyzy_has_no_other_road_R_6():
    neighbours = {end for road in BOARD.roads_at[SQUARE] for end in road.ends} - {SQUARE}
    assert neighbours == {"past", "elektrownia", "przyczolek", "szucha", "dworzec-pocztowy"}


def test_a_plain_field_lies_between_past_and_elektrownia_R_7():
    assert len(road_between("past", "elektrownia").fields) >= 1


def test_past_and_dworzec_pocztowy_are_two_points_apart_R_9():
    assert distance("past", "dworzec-pocztowy") == 2
    assert len(road_between("past", "dworzec-pocztowy").fields) == 1


def test_a_plain_field_lies_between_plac_trzech_krzyzy_and_szucha_R_11():
    assert len(road_between(SQUARE, "szucha").fields) >= 1


def test_two_plain_fields_lie_between_szucha_and_przyczolek_R_13():
    assert len(road_between("szucha", "przyczolek").fields) >= 2


def test_browary_and_bank_polski_are_two_points_apart_R_15():
    assert distance("browary", "bank-polski") == 2
    assert len(road_between("browary", "bank-polski").fields) == 1


def test_the_field_before_palacyk_michla_is_two_points_from_browary_R_17():
    assert len(road_between("browary", "palacyk-michla").fields) == 2
    beside = next_field("palacyk-michla", towards="browary")
    assert distance(beside, "palacyk-michla") == 1
    assert distance(beside, "browary") == 2


def test_a_plain_field_lies_between_starowka_and_pawiak_R_20():
    assert len(road_between("starowka", "pawiak").fields) >= 1


def test_a_road_joins_elektrownia_and_wytwornia_R_21():
    assert len(roads_between("elektrownia", "wytwornia")) == 1


def test_no_field_lies_between_wytwornia_and_cytadela_R_22():
    assert road_between("wytwornia", "cytadela").fields == ()
    assert distance("wytwornia", "cytadela") == 1


def test_plac_trzech_krzyzy_and_bank_polski_are_three_points_apart_R_23():
    assert distance(SQUARE, "bank-polski") == 3


def test_stary_mokotow_and_port_are_four_points_apart_R_27():
    assert distance("stary-mokotow", "port") == 4


def test_a_road_joins_sggw_and_stary_mokotow_R_28():
    assert len(roads_between("sggw", "stary-mokotow")) == 1


def test_two_fields_outside_mokotow_are_nearest_to_sggw_R_29():
    assert road_between("sggw", "plac-narutowicza").length == road_between("sggw", "dworzec-pocztowy").length
    outside = {field: distance("sggw", field) for field in BOARD.fields if BOARD.district_of[field] != "mokotow"}
    nearest = {field for field in outside if outside[field] == min(outside.values())}
    assert nearest == {
        next_field("plac-narutowicza", towards="sggw"),
        next_field("dworzec-pocztowy", towards="sggw"),
    }


# --- districts


@pytest.mark.parametrize(
    ("place", "inside"), [("sggw", True), ("stary-mokotow", True), ("szucha", True), (SQUARE, False)]
)
def test_which_objects_are_in_mokotow_M_1(place, inside):
    assert (BOARD.district_of[place] == "mokotow") is inside


def test_the_field_beside_plac_trzech_krzyzy_towards_szucha_is_in_mokotow_M_2():
    assert BOARD.district_of[next_field(SQUARE, towards="szucha")] == "mokotow"


def test_the_first_field_from_starowka_towards_pawiak_is_in_wola_M_5():
    wola = [next_field("starowka", towards="pawiak"), "palacyk-michla", "pawiak"]
    assert [BOARD.district_of[field] for field in wola] == ["wola", "wola", "wola"]
    assert BOARD.district_of["starowka"] != "wola"


def test_plain_fields_have_districts_and_a_road_can_cross_a_border_M_8():
    plain = [field for road in BOARD.roads for field in road.fields]
    assert {BOARD.district_of[field] for field in plain} == set(BOARD.district)
    path = road_between("sggw", "dworzec-pocztowy").path
    assert {BOARD.district_of[field] for field in path} == {"mokotow", "srodmiescie"}


# --- orders


def test_the_order_from_plac_wilsona_to_port_is_worth_15_points_O_1():
    assert BASIC.orders["plac-wilsona>port"].points == 15


def test_an_order_leads_from_wytwornia_to_szucha_O_2():
    assert "wytwornia>szucha" in BASIC.orders


def test_an_order_leads_to_plac_wilsona_O_3():
    assert starts_of_orders_to("plac-wilsona")


def test_an_order_starts_in_port_O_4():
    assert destinations_of_orders_from("port")


def test_an_order_leads_to_stary_mokotow_O_5():
    assert starts_of_orders_to("stary-mokotow")


def test_an_order_leads_to_sggw_O_6():
    assert starts_of_orders_to("sggw")


def test_an_order_leads_to_palacyk_michla_O_7():
    assert starts_of_orders_to("palacyk-michla")


# --- decks, die, patrols


def test_four_patrols_have_three_scouts_each_and_gosia_is_green_D_1():
    assert {patrol.id: len(patrol.scouts) for patrol in BASIC.patrols.values()} == {
        "red": 3,
        "orange": 3,
        "green": 3,
        "violet": 3,
    }
    assert "Gosia" in [scout.name for scout in BASIC.patrols["green"].scouts]
    assert EXTENDED.patrols == BASIC.patrols


@pytest.mark.parametrize("card", [1, 2, 3, 4, 5])
def test_a_card_gives_as_many_points_as_its_number_D_2(card):
    others = {"red": card, "orange": card, "green": card, "violet": card}
    assert arrange(BASIC, cards=others).points == card


def test_low_cards_play_first_D_2():
    state = arrange(BASIC, cards={"red": 4, "orange": 2, "green": 5, "violet": 1})
    assert [state.patrols[seat] for seat in state.order_of_play] == ["violet", "orange", "red", "green"]


def test_cards_one_to_four_have_actions_in_the_extended_variant_only_D_2():
    assert BASIC.cards == EXTENDED.cards == (1, 2, 3, 4, 5)
    assert EXTENDED.actions == {1: Action.PALS, 2: Action.UNIT, 3: Action.SWAP, 4: Action.GOSSIP}
    assert BASIC.actions == {}


def test_the_die_has_six_faces_among_them_a_black_three_and_a_red_one_D_4():
    faces = [(face.colour, face.number) for face in BASIC.die]
    assert len(faces) == 6
    assert (Colour.BLACK, 3) in faces
    assert Colour.RED in [colour for colour, _ in faces]


def test_the_track_has_five_spaces_or_four_D_5():
    assert (BASIC.track_spaces, EXTENDED.track_spaces) == (5, 4)


def test_there_are_24_goals_of_four_kinds_D_9():
    assert Counter(goal.kind for goal in EXTENDED.goals.values()) == {
        GoalKind.MOST_FROM_DISTRICT: 7,
        GoalKind.MOST_ORDERS: 5,
        GoalKind.DISTRICTS_REACHED: 6,
        GoalKind.MOST_IMPORTANT_ORDER: 6,
    }


def test_there_are_seven_districts_D_12():
    assert len(BOARD.districts) == len({district.name for district in BOARD.districts}) == 7


def test_there_are_42_orders_D_13():
    assert len(BASIC.orders) == len(EXTENDED.orders) == 42


@pytest.mark.parametrize("scenario", [BASIC, EXTENDED], ids=["basic", "extended"])
def test_one_scout_of_each_patrol_starts_in_each_start_object_D_14(scenario):
    state = new_game(scenario, players=4)
    for scouts in state.game.numbers_of:
        assert [state.where[number] for number in scouts] == ["plac-wilsona", "past", "stary-mokotow"]


def test_the_soldier_starts_on_plac_narutowicza_D_14():
    assert new_game(BASIC, players=2).soldier == "plac-narutowicza"
    assert new_game(EXTENDED, players=2).soldier is None


# --- our own promises about the reconstruction


def test_both_variants_share_one_board():
    assert EXTENDED.part_hashes["board"] == BASIC.part_hashes["board"]
    assert (len(BOARD.places), len(BOARD.roads), len(BOARD.fields)) == (21, 39, 59)


def test_every_district_has_three_objects():
    assert set(Counter(place.district for place in BOARD.places).values()) == {3}


@pytest.mark.parametrize("scenario", [FIRST, BASIC], ids=["version 1", "newest"])
def test_there_is_one_order_for_every_ordered_pair_of_districts(scenario):
    pairs = [(BOARD.district_of[order.start], BOARD.district_of[order.to]) for order in scenario.orders.values()]
    assert sorted(pairs) == sorted(permutations(BOARD.district, 2))


def test_in_version_1_every_object_is_twice_a_start_and_twice_a_destination():
    orders = FIRST.orders.values()
    twice = dict.fromkeys(BOARD.place, 2)
    assert Counter(order.start for order in orders) == twice
    assert Counter(order.to for order in orders) == twice


@pytest.mark.parametrize("end", ["start", "to"])
def test_every_object_but_the_three_is_one_to_four_times_a_start_and_a_destination(end):
    times = Counter(getattr(order, end) for order in BASIC.orders.values())
    memorials = {place.object for place in places() if place.no_task}
    assert set(times) - memorials == set(BOARD.place) - memorials
    assert {times[place] for place in set(BOARD.place) - memorials} <= {1, 2, 3, 4}


def test_the_die_is_an_ordinary_one_with_its_low_half_black():
    assert [(face.colour, face.number) for face in BASIC.die] == [
        *((Colour.BLACK, number) for number in (1, 2, 3)),
        *((Colour.RED, number) for number in (4, 5, 6)),
    ]


def test_no_order_stays_in_its_district_or_goes_to_a_neighbour_or_straight_back():
    pairs = {(order.start, order.to) for order in BASIC.orders.values()}
    for start, to in pairs:
        assert BOARD.district_of[start] != BOARD.district_of[to]
        assert distance(start, to) > 1
        assert (to, start) not in pairs


@pytest.mark.parametrize("order", BASIC.orders.values(), ids=lambda order: order.id)
def test_points_grow_with_the_distance(order):
    assert order.points == math.ceil(1.5 * distance(order.start, order.to))


def test_most_plain_fields_belong_to_the_nearer_end_of_their_road():
    exceptions = []
    for road in BOARD.roads:
        for number, field in enumerate(road.fields, start=1):
            nearer = road.ends[0] if 2 * number <= road.length else road.ends[1]
            if BOARD.district_of[field] != BOARD.district_of[nearer]:
                exceptions.append(field)
    assert exceptions == ["starowka~pawiak:1", "plac-trzech-krzyzy~szucha:1"]


# --- where everything comes from

ORIGIN = re.compile(r"designed|rulebook(:[RMOD]-\d+(,[RMOD]-\d+)*)?")
FIXED = {
    *(f"R-{n}" for n in (1, 2, 3, 4, 5, 6, 7, 9, 11, 13, 15, 17, 20, 21, 22, 23, 27, 28, 29)),
    *(f"M-{n}" for n in (1, 2, 5, 8)),
    *(f"O-{n}" for n in range(1, 8)),
    *(f"D-{n}" for n in (1, 2, 4, 5, 9, 12, 13, 14)),
}
OF_THE_GAME = ("boards", "dice", "goals", "orders", "patrols", "scenarios")
FILES = sorted(path for folder in OF_THE_GAME for path in (DATA / folder).glob("*.toml"))


def items_of(content: dict, name: str):
    """All tables of a file that stand for a thing: the entries of its lists, settings and player counts."""
    if name.startswith("scenarios/"):
        yield "scenario", content
        for table in ("numbers", "players"):
            yield from ((f"{table}.{key}", entry) for key, entry in content[table].items())
    for key, entries in content.items():
        if isinstance(entries, list) and isinstance(entries[0], dict):
            for number, entry in enumerate(entries):
                yield f"{key}[{number}]", entry
                for inner, scout in enumerate(entry.get("scouts", ())):
                    yield f"{key}[{number}].scouts[{inner}]", scout


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(DATA).as_posix())
def test_every_shipped_item_says_where_it_comes_from(path):
    items = dict(items_of(tomllib.loads(path.read_text("utf-8")), path.relative_to(DATA).as_posix()))
    assert items
    for label, item in items.items():
        assert isinstance(item, dict), label
        assert ORIGIN.fullmatch(item.get("origin", "")), label
        assert set(re.findall(r"[RMOD]-\d+", item["origin"])) <= FIXED, label


# --- how it is drawn

Point = tuple[float, float]


def point_at(road: Road, part: float) -> Point:
    """A point of the drawn road: straight between its ends, or a quadratic curve with `bend` as control point."""
    (x0, y0), (x1, y1) = (BOARD.place[end].at for end in road.ends)
    bx, by = road.bend or ((x0 + x1) / 2, (y0 + y1) / 2)
    rest = 1 - part
    return (
        rest * rest * x0 + 2 * rest * part * bx + part * part * x1,
        rest * rest * y0 + 2 * rest * part * by + part * part * y1,
    )


def line_of(road: Road) -> list[Point]:
    """The drawn road as a line of straight pieces, many short ones if it has a bend."""
    pieces = 24 if road.bend else 1
    return [point_at(road, number / pieces) for number in range(pieces + 1)]


def cross(one: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    """Whether two pieces cross in their inside."""

    def side(a: Point, b: Point, c: Point) -> float:
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    return side(*one, other[0]) * side(*one, other[1]) < 0 and side(*other, one[0]) * side(*other, one[1]) < 0


def field_centres() -> dict[str, Point]:
    centres = {place.id: place.at for place in BOARD.places}
    for road in BOARD.roads:
        for number, field in enumerate(road.fields, start=1):
            centres[field] = point_at(road, number / road.length)
    return centres


def test_two_crossing_pieces_are_noticed():
    assert cross(((0, 0), (2, 2)), ((0, 2), (2, 0)))
    assert not cross(((0, 0), (2, 2)), ((0, 1), (2, 3)))


def test_no_two_drawn_roads_cross():
    pieces = {road.id: list(pairwise(line_of(road))) for road in BOARD.roads}
    crossing = [
        (one, other)
        for one, other in combinations(pieces, 2)
        if any(cross(first, second) for first in pieces[one] for second in pieces[other])
    ]
    assert crossing == []


def test_drawn_fields_have_room():
    centres = field_centres()
    assert len(centres) == 59
    near = {
        (one, other): math.dist(centres[one], centres[other])
        for one, other in combinations(centres, 2)
        if math.dist(centres[one], centres[other]) < 46
    }
    assert near == {}


def test_every_field_is_drawn_on_the_canvas():
    assert [field for field, (x, y) in field_centres().items() if not (0 < x < 1000 and 0 < y < 720)] == []
