"""The numbers of lesson 02 are those of the board: its prose, its exercises and the key of its worksheet."""

import re
from itertools import pairwise
from math import ceil

import networkx
import pytest

from mali_powstancy.analysis.graphs import bridges
from mali_powstancy.analysis.loads import routes_along_roads
from mali_powstancy.analysis.routes import all_shortest_routes, distance, road_weights
from mali_powstancy.classroom.exercises import Choice, NumberExercise
from mali_powstancy.classroom.lesson_files import LessonFileError, lesson, read_lesson
from mali_powstancy.classroom.makers import stations
from mali_powstancy.engine import load_scenario, new_game
from mali_powstancy.texts import languages, texts_for
from mali_powstancy.views.map.lettering import NAME_SIZE, set_lines
from mali_powstancy.views.pictures.graph_picture import graph_picture
from tools.pictures import PRINTED_PLACES
from tools.prose import LESSONS, ROOT, read_blocks

BASIC = load_scenario("basic")
BOARD = BASIC.board
BUSIEST, MISSED = "starowka~bank-polski", "bank-polski~past"
LESSON_FILE = ROOT / "mali_powstancy/data/lessons/02-city-graph.toml"
CLOSED = {
    "printing-works": "wytwornia~starowka",
    "bank": MISSED,
    "citadel": "plac-wilsona~cytadela",
    "bridgehead": "plac-trzech-krzyzy~przyczolek",
}
"""The roads of exercise D, by their options."""

by_language = pytest.mark.parametrize("lang", languages())


def blocks(lang, page=""):
    return read_blocks(LESSONS / lang / f"02-city-graph{page}.md")


def prose(lang):
    return " ".join(block.text for block in blocks(lang))


def objects(lang):
    """The objects by their names, in small letters: a name may begin a row."""
    game, texts = new_game(BASIC, players=4).game, texts_for(lang)
    return {texts.field(place, game).casefold(): place for place in BOARD.place}


def tables(lang, page=""):
    """The tables of a page, each as its rows of cells, without the headings."""
    return [
        [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in block.text.splitlines()[2:]]
        for block in blocks(lang, page)
        if block.kind == "table"
    ]


def ends(cell, lang):
    names = objects(lang)
    one, other = re.split(" [→–] ", cell)
    return names[one.casefold()], names[other.casefold()]


def worth(fields):
    return ceil(1.5 * fields)


# The rule ---------------------------------------------------------------------------------------------------------


def test_every_order_is_worth_one_and_a_half_points_for_a_field():
    assert all(order.points == worth(BOARD.free.distances[order.start][order.to]) for order in BASIC.orders.values())
    assert not {10, 13} & {worth(fields) for fields in range(20)}


@by_language
def test_the_table_of_the_lesson_shows_real_orders(lang):
    (rows,) = tables(lang)
    for order, fields, _, points in rows:
        start, to = ends(order, lang)
        assert distance(BOARD, start, to) == int(fields)
        assert BASIC.orders[f"{start}>{to}"].points == int(points)


# The prose --------------------------------------------------------------------------------------------------------


@by_language
def test_the_numbers_of_the_prose(lang):
    said = prose(lang)
    assert re.search(rf"\b{len(BOARD.places)} \[@game\]", said)
    assert re.search(rf"\b{len(BOARD.roads)} \[@game\]", said)
    assert [place for place in BOARD.place if len(BOARD.roads_at[place]) == 2] == ["plac-wilsona", "port"]
    assert len(BOARD.roads_at["plac-trzech-krzyzy"]) == 5
    routes = all_shortest_routes(BOARD, "browary", "port")
    assert (len(routes), routes[0].length) == (3, 7)


@by_language
def test_the_busiest_road_and_the_one_that_would_be_missed_most(lang):
    uses = {row.road: row.routes for row in routes_along_roads(BASIC)}
    weights = {row.road: row for row in road_weights(BOARD)}
    assert max(uses, key=uses.__getitem__) == BUSIEST
    assert max(weights, key=lambda road: weights[road].extra) == MISSED
    assert 15 < uses[BUSIEST] < 15.5
    assert re.search(rf"15 \w+( \w+)? {len(BASIC.orders)} ", prose(lang))
    assert re.search(rf"plus {weights[MISSED].extra} ", prose(lang))
    answers = " ".join(block.text for block in blocks(lang, ".teacher"))
    assert f"{weights[MISSED].longer} pa" in answers


def test_the_last_map_leaves_one_crossing():
    cell = next(block.text for block in blocks("pl") if block.is_code and "closed +=" in block.text)
    closed = re.findall(r'"([\w-]+~[\w-]+)"', cell)
    assert len(closed) == 4
    assert bridges(BOARD, closed, "ochota") == ("past~plac-trzech-krzyzy",)
    assert distance(BOARD, "elektrownia", "przyczolek") == 2
    assert distance(BOARD, "elektrownia", "przyczolek", closed, "ochota") == 6
    assert distance(BOARD, "elektrownia", "przyczolek", [*closed, "past~plac-trzech-krzyzy"], "ochota") is None


# The exercises ----------------------------------------------------------------------------------------------------


@by_language
def test_exercise_c_asks_what_an_order_is_worth(lang):
    asked = lesson("02", lang).exercises["02-c"]
    assert isinstance(asked, NumberExercise)
    assert asked.right == BASIC.orders["wytwornia>plac-trzech-krzyzy"].points
    assert len(all_shortest_routes(BOARD, "wytwornia", "plac-trzech-krzyzy")) == 2


@by_language
def test_exercise_d_has_one_road_that_costs_most(lang):
    asked = lesson("02", lang).exercises["02-d"]
    assert isinstance(asked, Choice)
    longer = {}
    for option in asked.options:
        road = BOARD.road[CLOSED[option.key]]
        assert set(ends(option.text, lang)) == set(road.ends)
        round_it = distance(BOARD, *road.ends, blocked=road.id)
        longer[option.key] = round_it - road.length
        said = asked.praise if option.right else option.reply
        assert {str(road.length), str(round_it)} <= set(re.findall(r"\d+", said))
    assert sorted(longer.values()) == [1, 2, 3, 4]
    assert max(longer, key=longer.__getitem__) == asked.right_answer


def test_no_task_leads_to_a_place_of_care():
    roads = [BOARD.road[road] for road in CLOSED.values()]
    ways = [all_shortest_routes(BOARD, *road.ends, blocked=road.id)[0].fields for road in roads]
    ways += [route.fields for route in all_shortest_routes(BOARD, "browary", "port")]
    ways += [route.fields for route in all_shortest_routes(BOARD, "plac-trzech-krzyzy", "wytwornia")]
    passed = {field for way in ways for field in way if field in BOARD.place}
    assert passed <= set(stations())


@by_language
def test_the_map_goes_with_the_questions_that_need_it(lang):
    exercises = lesson("02", lang).exercises
    for key, rings in (("02-c", 2), ("02-d", 0)):
        picture = exercises[key].picture
        assert picture.svg.count("mp-mark") == rings
        assert "<script" not in picture.svg
    names = [name for name, place in objects(lang).items() if place in ("plac-trzech-krzyzy", "wytwornia")]
    assert all(name in exercises["02-c"].picture.label.casefold() for name in names)


@pytest.mark.parametrize(
    ("given", "said"),
    [('["port", "szucha"]', "map names 'szucha', not one of: "), ('"port"', "map is no list of names")],
)
def test_a_map_with_wrong_marks_is_a_fault_of_the_file(given, said):
    text = LESSON_FILE.read_text("utf-8")
    assert "map = []" in text
    with pytest.raises(LessonFileError, match=re.escape(f"exercise 02-d: {said}")):
        read_lesson(text.replace("map = []", f"map = {given}"), "02-city-graph", "pl")


# The worksheet ----------------------------------------------------------------------------------------------------


def printed_graph(lang):
    """The graph of the worksheet, by the roads in its key."""
    graph = networkx.Graph()
    for fields, roads in tables(lang, ".worksheet")[3]:
        for road in roads.split("; "):
            graph.add_edge(*ends(road, lang), length=int(fields))
    return graph


@by_language
def test_the_printed_graph_is_a_piece_of_the_board(lang):
    graph = printed_graph(lang)
    lengths = {frozenset(road.ends): road.length for road in BOARD.roads}
    whole = {ends for ends in lengths if ends <= set(graph)}
    assert {frozenset(edge) for edge in graph.edges} == whole
    assert all(lengths[frozenset((one, other))] == length for one, other, length in graph.edges(data="length"))
    assert (len(graph), len(whole)) == (8, 11)
    assert set(graph) <= set(stations())


@by_language
def test_the_picture_of_the_worksheet_shows_this_graph(lang):
    assert set(PRINTED_PLACES) == set(printed_graph(lang))
    (picture,) = (block.text for block in blocks(lang, ".worksheet") if block.kind == "picture")
    assert f"../pictures/02-graph-{lang}.png" in picture
    svg = graph_picture(BOARD, PRINTED_PLACES, lang)
    lengths = [length for *_, length in printed_graph(lang).edges(data="length")]
    assert svg.count("<path") == len(lengths)
    assert svg.count('stroke-width="2"') == sum(lengths) - len(lengths)  # a circle for every field between two objects
    words = " ".join(re.findall(r">([^<>]+)</tspan>", svg)).casefold()
    assert all(name in words for name, place in objects(lang).items() if place in PRINTED_PLACES)


def test_the_names_of_the_picture_cover_nothing():
    for lang in languages():
        assert overlaps(lang) == []


def overlaps(lang):
    """The objects whose dot a name covers; a name may touch its own."""
    svg = graph_picture(BOARD, PRINTED_PLACES, lang)
    dots = {place: BOARD.place[place].at for place in PRINTED_PLACES}
    found = []
    for anchor, spans in re.findall(r'text-anchor="(\w+)">(.*?)</text>', svg):
        for x, y, text in re.findall(r'<tspan x="([\d.]+)" y="([\d.]+)">([^<]+)', spans):
            left, _, right, _ = set_lines([text], (float(x), float(y)), NAME_SIZE, NAME_SIZE, anchor).box
            found += [
                (text, place) for place, (px, py) in dots.items() if left < px < right and float(y) - 12 < py < float(y)
            ]
    return found


@by_language
def test_the_key_of_the_worksheet_is_right(lang):
    graph, names = printed_graph(lang), objects(lang)
    neighbours, routes, closed, _, *key = tables(lang, ".worksheet")
    assert [[row[0] for row in table] for table in key] == [
        [row[0] for row in table] for table in (neighbours, routes, closed)
    ]
    for place, number in key[0]:
        assert graph.degree(names[place.casefold()]) == int(number)
    for way, fields, points in key[1]:
        assert measured(graph, way, lang) == int(fields)
        assert worth(int(fields)) == int(points)
    without = graph.copy()
    without.remove_edge("bank-polski", "past")
    for way, before, now in key[2]:
        assert (measured(graph, way, lang), measured(without, way, lang)) == (int(before), int(now))
        assert distance(BOARD, ends(way, lang)[0], ends(way, lang)[1], blocked=MISSED) == int(now)


def measured(graph, way, lang):
    """The shortest way in the printed graph; the board has none that is shorter."""
    start, to = ends(way, lang)
    path = networkx.shortest_path(graph, start, to, weight="length")
    length = sum(graph[one][other]["length"] for one, other in pairwise(path))
    if graph.has_edge("bank-polski", "past"):
        assert distance(BOARD, start, to) == length
    return length
