"""Routes: the engine's tables and networkx give the same ways, whatever is closed."""

import pickle
from itertools import pairwise

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mali_powstancy.analysis import graphs, routes
from mali_powstancy.analysis.names import UnknownName
from mali_powstancy.analysis.routes import Closed, Detour, RoadWeight, Route
from mali_powstancy.analysis.tables import Rows
from mali_powstancy.engine import arrange, load_scenario, observe
from tests.positions import fell

BASIC = load_scenario("basic-1")
EXTENDED = load_scenario("extended-1")
BOARD = BASIC.board
LAST_ROAD_OF_PORT = ["przyczolek~port"]
ALL_ROADS_OF_PORT = ["przyczolek~port", "port~stary-mokotow"]

roads = st.frozensets(st.sampled_from(list(BOARD.road)), max_size=12)
districts = st.frozensets(st.sampled_from(list(BOARD.district)), max_size=3)
fields = st.sampled_from(BOARD.fields)
places = st.sampled_from(list(BOARD.place))


def own_graph(blocked: frozenset[str], fallen: frozenset[str]) -> networkx.Graph:
    """The open steps, written down from the board alone: no blocked road, no field of a fallen district (H-2)."""
    graph = networkx.Graph()
    graph.add_nodes_from(BOARD.fields)
    for road in BOARD.roads:
        for step in pairwise(road.path):
            if road.id not in blocked and fallen.isdisjoint(map(BOARD.district_of.get, step)):
                graph.add_edge(*step)
    return graph


def test_a_node_knows_its_district():
    assert graphs.graph_of_objects(BOARD).nodes["port"] == {"district": "powisle-czerniakow"}


@given(fields, roads, districts)
def test_networkx_and_the_engine_measure_the_same_distances(start, blocked, fallen):
    by_networkx = networkx.single_source_shortest_path_length(own_graph(blocked, fallen), start)
    by_engine = {to: routes.distance(BOARD, start, to, blocked, fallen) for to in BOARD.fields}
    assert by_engine == {to: by_networkx.get(to) for to in BOARD.fields}


@given(places, roads, districts)
def test_roads_with_lengths_measure_the_same_distances_as_steps(start, blocked, fallen):
    graph = graphs.graph_of_objects(BOARD, blocked, fallen)
    by_roads = networkx.single_source_dijkstra_path_length(graph, start, weight="length")
    assert by_roads == {
        to: far for to in BOARD.place if (far := routes.distance(BOARD, start, to, blocked, fallen)) is not None
    }


@given(fields, fields, roads, districts)
def test_networkx_and_the_engine_find_the_same_routes(start, to, blocked, fallen):
    found = routes.all_shortest_routes(BOARD, start, to, blocked, fallen)
    graph = own_graph(blocked, fallen)
    expected = list(networkx.all_shortest_paths(graph, start, to)) if networkx.has_path(graph, start, to) else []
    assert sorted(route.fields for route in found) == sorted(map(tuple, expected))
    assert routes.shortest_route(BOARD, start, to, blocked, fallen) == (found[0] if found else None)
    for route in found:
        assert route.length == routes.distance(BOARD, start, to, blocked, fallen)
        assert blocked.isdisjoint(route.roads)


@given(fields, fields)
def test_the_first_route_is_the_one_that_the_soldier_takes(start, to):
    route = routes.shortest_route(BOARD, start, to)
    assert route is not None
    assert route.fields == (start, *BOARD.path(start, to))


def test_a_route_names_its_roads_in_order():
    route = routes.shortest_route(BOARD, "bank-polski", "elektrownia")
    assert route == Route(
        ("bank-polski", "past", "past~elektrownia:1", "elektrownia"), ("bank-polski~past", "past~elektrownia")
    )
    assert route.length == 3
    inside = routes.shortest_route(BOARD, "past~elektrownia:1", "elektrownia")
    assert inside is not None
    assert inside.roads == ("past~elektrownia",)
    assert routes.shortest_route(BOARD, "past", "past") == Route(("past",), ())


def test_there_may_be_no_way():
    assert routes.shortest_route(BOARD, "past", "port", ALL_ROADS_OF_PORT) is None
    assert routes.all_shortest_routes(BOARD, "past", "port", ALL_ROADS_OF_PORT) == ()
    assert routes.distance(BOARD, "past", "port", ALL_ROADS_OF_PORT) is None
    assert routes.distance(BOARD, "past", "port", fallen="powisle-czerniakow") is None


def test_names_may_come_one_by_one_or_be_used_up():
    road = "past~plac-trzech-krzyzy"
    assert routes.distance(BOARD, "past", "plac-trzech-krzyzy", road) == 4
    found = routes.all_shortest_routes(BOARD, "past", "plac-trzech-krzyzy", iter([road]), iter(["mokotow"]))
    assert len(found) == 2
    assert len(graphs.parts(BOARD, iter([road]), iter(["mokotow"]))[0]) == 18


def test_a_position_tells_what_is_closed():
    state = arrange(EXTENDED, **fell("wola", tokens=[("port", "przyczolek~port"), ("sggw", None)]))
    closed = Closed(frozenset(["przyczolek~port"]), frozenset(["wola"]))
    assert routes.closed_in(state) == closed
    assert routes.closed_in(observe(state, 0)) == closed
    assert routes.distance(BOARD, "past", "port", *routes.closed_in(state)) == state._ways.distances["past"]["port"]


def test_detours_are_the_pairs_that_became_farther():
    found = routes.detours(BOARD, ["palacyk-michla~browary"])
    assert found == (Detour("palacyk-michla", "browary", 3, 4),)
    assert routes.detours(BOARD) == ()


def test_a_district_that_falls_cuts_its_objects_off():
    found = routes.detours(BOARD, fallen=["mokotow"])
    cut_off = {place for detour in found if detour.after is None for place in (detour.start, detour.to)}
    lost = {"sggw", "szucha", "stary-mokotow"}
    assert lost <= cut_off
    assert all(lost & {detour.start, detour.to} for detour in found if detour.after is None)


def test_detours_can_be_measured_from_a_city_with_closed_roads():
    before = Closed(frozenset(LAST_ROAD_OF_PORT))
    found = routes.detours(BOARD, ALL_ROADS_OF_PORT, before=before)
    assert len(found) == 20
    assert {(detour.after, "port" in detour[:2]) for detour in found} == {(None, True)}


@settings(max_examples=30)
@given(roads, districts)
def test_a_road_that_cuts_something_off_is_a_bridge(blocked, fallen):
    weights = routes.road_weights(BOARD, blocked, fallen)
    assert tuple(weight.road for weight in weights if weight.cut_off) == graphs.bridges(BOARD, blocked, fallen)
    assert blocked.isdisjoint(weight.road for weight in weights)
    assert all(weight.extra >= weight.longer for weight in weights)


def test_every_road_of_the_free_board_matters_to_somebody_and_none_is_a_bridge():
    weights = routes.road_weights(BOARD)
    assert len(weights) == len(BOARD.roads)
    assert all(weight.longer and not weight.cut_off for weight in weights)
    assert weights[0] == RoadWeight("plac-wilsona~cytadela", longer=5, extra=5, cut_off=0)
    assert graphs.bridges(BOARD) == ()
    assert graphs.gates(BOARD) == ()
    assert graphs.parts(BOARD) == (tuple(BOARD.place),)


def test_bridges_gates_and_parts_of_a_city_with_closed_roads():
    assert graphs.bridges(BOARD, LAST_ROAD_OF_PORT) == ("port~stary-mokotow",)
    assert graphs.gates(BOARD, LAST_ROAD_OF_PORT) == ("stary-mokotow",)
    (standing,) = graphs.parts(BOARD, fallen="mokotow")
    assert set(BOARD.place) - set(standing) == {"sggw", "szucha", "stary-mokotow"}
    large, small = graphs.parts(BOARD, ALL_ROADS_OF_PORT)
    assert small == ("port",)
    assert len(large) == 20


@given(st.tuples(places, places).filter(lambda pair: pair[0] != pair[1]), roads)
def test_a_bottleneck_parts_two_objects_and_nothing_less_does(pair, blocked):
    start, to = pair
    cut = graphs.bottleneck(BOARD, start, to, blocked)
    assert routes.distance(BOARD, start, to, blocked | set(cut)) is None
    for road in cut:
        assert routes.distance(BOARD, start, to, blocked | set(cut) - {road}) is not None
    assert len(cut) <= min(len(BOARD.roads_at[start]), len(BOARD.roads_at[to]))


def test_a_bottleneck_needs_two_objects():
    with pytest.raises(ValueError, match="between 'past' and itself"):
        graphs.bottleneck(BOARD, "past", "past")
    with pytest.raises(UnknownName, match="there is no object 'past~elektrownia:1'"):
        graphs.bottleneck(BOARD, "past", "past~elektrownia:1")


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: routes.distance(BOARD, "pasta", "port"), "there is no field 'pasta'; did you mean 'past'?"),
        (lambda: routes.distance(BOARD, "past", "moon"), "there is no field 'moon'"),
        (lambda: routes.distance(BOARD, 7, "port"), "there is no field 7"),  # type: ignore[arg-type]
        (lambda: routes.shortest_route(BOARD, "past", "xyz"), "there is no field 'xyz'"),
        (lambda: routes.all_shortest_routes(BOARD, "xyz", "past"), "there is no field 'xyz'"),
        (
            lambda: routes.open_ways(BOARD, ["elektrownia~past"]),
            "there is no road 'elektrownia~past'; did you mean 'past~elektrownia'?",
        ),
        (lambda: graphs.graph_of_objects(BOARD, fallen="Wola"), "there is no district 'Wola'; did you mean 'wola'?"),
        (lambda: routes.road_weights(BOARD, [["list"]]), "there is no road ['list']"),  # type: ignore[list-item]
        (lambda: routes.detours(BOARD, fallen=["x"]), "there is no district 'x'"),
    ],
)
def test_an_unknown_name_is_named(call, sentence):
    with pytest.raises(UnknownName) as error:
        call()
    assert str(error.value) == sentence


def test_rows_become_columns_also_when_there_are_none():
    assert routes.detours(BOARD, ["palacyk-michla~browary"]).columns() == {
        "start": ["palacyk-michla"],
        "to": ["browary"],
        "before": [3],
        "after": [4],
    }
    assert list(routes.all_shortest_routes(BOARD, "past", "port").columns()) == ["fields", "roads"]
    assert routes.detours(BOARD).columns() == {"start": [], "to": [], "before": [], "after": []}


def test_rows_can_be_sent_to_another_process():
    rows = routes.road_weights(BOARD)
    again = pickle.loads(pickle.dumps(rows))
    assert again == rows
    assert isinstance(again, Rows)
    assert again.columns() == rows.columns()
