import math
import os
import re
import subprocess
import sys
import time
import timeit
import xml.etree.ElementTree as ET
from importlib import resources
from itertools import combinations, pairwise, product
from random import Random

import pytest

from mali_powstancy.classroom import show_board
from mali_powstancy.engine import arrange, load_scenario, new_game, observe
from mali_powstancy.engine.rules.soldier import nearest_scouts
from mali_powstancy.engine.state import HAND, PRISON, Slot, Token
from mali_powstancy.texts import texts_for
from mali_powstancy.views.map.board_svg import (
    arrows,
    base_map,
    board_svg,
    changing_layers,
    map_css,
    positions,
)
from mali_powstancy.views.map.chart import HEIGHT, OBJECT, PLAIN, START, WIDTH
from mali_powstancy.views.map.lettering import NAME_SIZE, overlap
from mali_powstancy.views.map.map_names import DISTRICT_SIZE, DISTRICT_SPACING, LARGE, names
from mali_powstancy.views.map.pictograms import pictogram

BASIC, EXTENDED = load_scenario("basic"), load_scenario("extended")
BOARD = BASIC.board
OPENING = observe(new_game(BASIC, players=4), None)
CARDS = {"red": 1, "orange": 2, "green": 3, "violet": 4}
Point = tuple[float, float]
SVG = "{http://www.w3.org/2000/svg}"


def test_names_are_drawn_as_large_as_room_was_made_for_them():
    """A stylesheet cannot ask Python for a number."""
    large = resources.files("mali_powstancy.views").joinpath("static", "blocks.css").read_text("utf-8")
    [small] = re.findall(r"\.mp-name \{ font-size: ([\d.]+)px", map_css())
    assert float(small) == pytest.approx(NAME_SIZE, rel=0.03)
    assert f"font-size: {DISTRICT_SIZE}px; letter-spacing: {DISTRICT_SPACING}px;" in map_css()
    assert f".mp-north text) {{ font-size: {LARGE}px; }}" in large


def drawn(text):
    """The elements of a drawing, or of a layer of one."""
    if not text.startswith("<svg"):
        text = f'<svg xmlns="{SVG[1:-1]}">{text}</svg>'
    return ET.fromstring(text)


def by_class(text, name):
    return [element for element in drawn(text).iter() if name in element.get("class", "").split()]


def place_of(element) -> Point:
    [(x, y)] = re.findall(r"translate\((-?[\d.]+) (-?[\d.]+)\)", element.get("transform"))
    return float(x), float(y)


def points_of(path: str, pieces: int = 24) -> list[list[Point]]:
    """The lines of a path that only has M, L and Q, each curve as so many short pieces."""
    lines: list[list[Point]] = []
    for letter, numbers in re.findall(r"([MLQz])([^MLQz]*)", path):
        flat = [float(number) for number in re.findall(r"-?[\d.]+", numbers)]
        points = list(zip(flat[::2], flat[1::2], strict=True))
        if letter == "M":
            lines.append([points[0]])
        elif letter == "L":
            lines[-1].append(points[0])
        elif letter == "Q":
            (ax, ay), (cx, cy), (bx, by) = lines[-1][-1], *points
            for t in (n / pieces for n in range(1, pieces + 1)):
                one, two, three = (1 - t) ** 2, 2 * t * (1 - t), t * t
                lines[-1].append((one * ax + two * cx + three * bx, one * ay + two * cy + three * by))
    return lines


def contains(loops: list[list[Point]], point: Point) -> bool:
    """Whether a point lies inside closed lines: a ray from it crosses them an odd number of times."""
    x, y = point
    inside = False
    for loop in loops:
        for (ax, ay), (bx, by) in pairwise([*loop, loop[0]]):
            if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
                inside = not inside
    return inside


AT = positions(BOARD)
AREAS = {
    group.get("data-district"): points_of(group.find(f"{SVG}path").get("d"), pieces=2)
    for group in by_class(base_map(BOARD, "pl"), "mp-district")
}
WAYS = {
    group.get("data-road"): points_of(group.find(f"{SVG}path").get("d"))[0]
    for group in by_class(base_map(BOARD, "pl"), "mp-road")
}


# The base map


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_the_board_is_well_formed_svg_and_names_everything(lang):
    svg = board_svg(BOARD, OPENING, lang)
    words = " ".join(ET.fromstring(svg).itertext())
    names_of = [(place.name, place.name_en) for place in BOARD.places]
    names_of += [(district.name.upper(), district.name_en.upper()) for district in BOARD.districts]
    for polish, english in names_of:
        for word in (polish if lang == "pl" else english).split():
            assert word in words
    assert texts_for(lang).say("board.river") in words


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("lang", ["pl", "en"])
def test_the_base_map_is_small(lang, large):
    assert len(base_map(BOARD, lang, large=large).encode()) <= 60 * 1024


def test_a_large_map_differs_in_nothing_but_its_names():
    small, large = (drawn(base_map(BOARD, "pl", large=large)) for large in (False, True))
    assert (small.get("class"), large.get("class")) == ("mp-map", "mp-map mp-large")
    layers = zip(small, large, strict=True)
    assert [one.get("class") for one, other in layers if ET.tostring(one) != ET.tostring(other)] == ["mp-names"]


def test_the_page_finds_everything_that_it_needs_in_the_base_map():
    svg = base_map(BOARD, "pl")
    assert {e.get("data-field"): place_of(e) for e in by_class(svg, "mp-field")} == {
        field: pytest.approx(point, abs=0.5) for field, point in AT.items()
    }
    assert [e.get("data-road") for e in by_class(svg, "mp-road")] == list(BOARD.road)
    assert [e.get("data-district") for e in by_class(svg, "mp-district")] == list(BOARD.district)
    assert {e.get("data-field") for e in by_class(svg, "mp-object")} == set(BOARD.place)
    assert {e.get("data-field") for e in by_class(svg, "mp-start")} == set(BOARD.start_objects)
    assert [len(by_class(svg, layer)) for layer in ("mp-below", "mp-above")] == [1, 1]
    layers = [group.get("class") for group in drawn(svg)]
    order = ["mp-ground", "mp-districts", "mp-roads", "mp-below", "mp-fields", "mp-names", "mp-above"]
    assert layers == order


def test_fields_are_buttons_of_a_group_and_decoration_is_hidden_from_screen_readers():
    svg = base_map(BOARD, "en")
    assert (drawn(svg).get("role"), drawn(svg).get("aria-label")) == ("group", texts_for("en").say("board.title"))
    assert {(e.get("role"), e.get("tabindex")) for e in by_class(svg, "mp-field")} == {("button", "-1")}
    hidden = {group.get("class") for group in drawn(svg) if group.get("aria-hidden") == "true"}
    assert {"mp-ground", "mp-districts", "mp-names", "mp-below"} <= hidden


@pytest.mark.parametrize("look", ["light", "dark", "contrast"])
def test_a_picture_holds_its_style_and_has_no_buttons(look):
    svg = board_svg(BOARD, OPENING, "en", look)
    assert drawn(svg).find(f"{SVG}style").text == map_css()
    assert drawn(svg).get("class").split() == ["mp-map", f"mp-look-{look}"]
    assert drawn(svg).get("role") == "img"
    assert "button" not in svg
    assert "tabindex" not in svg


def test_a_picture_is_the_base_map_with_the_changing_layers_in_it():
    layers = changing_layers(OPENING)
    svg = board_svg(BOARD, OPENING)
    assert f'<g class="mp-below" aria-hidden="true">{layers.below}</g>' in svg
    assert f'<g class="mp-above" aria-hidden="true">{layers.above}</g>' in svg
    assert len(svg) > len(base_map(BOARD, "pl"))


def test_two_computers_draw_the_same():
    code = "from tests.views.test_views import *; print(hash('a'), board_svg(BOARD, OPENING))"
    runs = [
        subprocess.run(
            [sys.executable, "-c", code], env=os.environ | {"PYTHONHASHSEED": seed}, capture_output=True, text=True,
            check=True, encoding="utf-8",
        ).stdout.split(" ", 1)
        for seed in ("1", "2")
    ]  # fmt: skip
    assert runs[0][0] != runs[1][0]  # otherwise this would prove nothing
    assert runs[0][1] == runs[1][1]


def test_the_drawing_loads_nothing_from_elsewhere():
    svg = board_svg(BOARD, OPENING).replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert not re.search(r"https?:|url\(|<image|<script|@import|href", svg)


def test_nothing_in_the_drawing_has_an_id_so_that_two_boards_can_stand_on_one_page():
    assert [element for element in drawn(board_svg(BOARD, OPENING)).iter() if element.get("id")] == []


def test_every_class_of_the_style_is_drawn_or_set_by_the_page():
    tokens = (Token("port", "przyczolek~port"),)
    track = tuple(Slot(order, 1) for order in list(BASIC.orders)[:8])
    carrying = (track[0].order, *(None,) * 11)
    svg = board_svg(BOARD, OPENING._replace(fallen=("wola",), tokens=tokens, track=track, carrying=carrying))
    used = {name for names in re.findall(r'class="([^"]*)"', svg) for name in names.split()}
    styled = set(re.findall(r"\.(mp-[a-z0-9-]+)", map_css()))
    set_by_the_page = {"mp-can", "mp-mark", "mp-focus", "mp-selected", "mp-look-dark", "mp-look-contrast"}
    set_by_the_page |= {"mp-errand", "mp-errand-edge"}  # and what only a live board has
    assert styled - used == set_by_the_page


def test_every_object_has_a_pictogram_of_its_own():
    drawings = {pictogram(place.id) for place in BOARD.places}
    assert len(drawings) == len(BOARD.places) == 21
    assert pictogram("somewhere-else") not in drawings


# Where things are drawn


def test_fields_are_far_enough_apart_for_a_finger():
    # 55 units are 44 pixels on a map that is 810 pixels wide.
    near = {(a, b): math.dist(AT[a], AT[b]) for a, b in combinations(AT, 2) if math.dist(AT[a], AT[b]) < 55}
    assert near == {}


def cross(one: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    def side(a: Point, b: Point, c: Point) -> float:
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    return side(*one, other[0]) * side(*one, other[1]) < 0 and side(*other, one[0]) * side(*other, one[1]) < 0


def test_no_roads_cross_and_none_runs_over_a_field_that_is_not_its_own():
    assert cross(((0, 0), (2, 2)), ((0, 2), (2, 0)))
    for one, other in combinations(WAYS, 2):
        assert not any(cross(a, b) for a in pairwise(WAYS[one]) for b in pairwise(WAYS[other])), (one, other)
    for road, (field, point) in product(BOARD.roads, AT.items()):
        if field not in road.path:
            room = OBJECT if field in BOARD.place else PLAIN
            ax, ay = WAYS[road.id][0]
            bx, by = WAYS[road.id][-1]
            line = [(ax + (bx - ax) * n / 24, ay + (by - ay) * n / 24) for n in range(25)]
            line = line if road.bend is None else WAYS[road.id]
            assert min(math.dist(step, point) for step in line) > room + 8, (road.id, field)


def test_every_field_lies_in_the_area_of_its_district_and_in_no_other():
    for field, (x, y) in AT.items():
        around = [(x, y), (x + PLAIN, y), (x - PLAIN, y), (x, y + PLAIN), (x, y - PLAIN)]
        found = {district for district, loops in AREAS.items() if any(contains(loops, point) for point in around)}
        assert found == {BOARD.district_of[field]}, field


def test_districts_tile_the_city_without_gaps_or_overlaps():
    owners = {
        point: sum(contains(loops, point) for loops in AREAS.values())
        for point in product(range(5, WIDTH, 13), range(5, HEIGHT, 13))
    }
    city = [point for point, count in owners.items() if count]
    assert len(city) > 1500
    assert sum(owners[point] > 1 for point in city) <= 3  # on a border, which a test cannot follow exactly
    gaps = [
        (x, y)
        for (x, y), count in owners.items()
        if count == 0 and all(owners.get(near) for near in ((x - 13, y), (x + 13, y), (x, y - 13), (x, y + 13)))
    ]
    assert len(gaps) <= 3


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_names_cover_no_field_no_road_and_no_other_name_and_stay_on_the_paper(lang):
    boxes = {key: name.box for key, name in names(BOARD, lang).items()}
    assert set(boxes) == set(BOARD.place) | set(BOARD.district)
    assert [(a, b) for a, b in combinations(boxes, 2) if overlap(boxes[a], boxes[b])] == []
    for key, (left, top, right, bottom) in boxes.items():
        assert left > 0, key
        assert top > 0, key
        assert right < WIDTH, key
        assert bottom < HEIGHT, key
        for field, (x, y) in AT.items():
            nearest = (min(max(x, left), right), min(max(y, top), bottom))
            room = START if field in BOARD.start_objects else OBJECT if field in BOARD.place else PLAIN
            assert math.dist(nearest, (x, y)) > room - 1, (key, field)
        for road, way in WAYS.items():
            assert not any(left < x < right and top < y < bottom for x, y in way), (key, road)


def test_a_district_without_objects_and_an_own_board_can_be_drawn():
    empty = BOARD.districts[0]._replace(id="empty", name="Nigdzie")
    board = type(BOARD)((*BOARD.districts, empty), BOARD.places, BOARD.roads, (), "")
    assert "NIGDZIE" in " ".join(drawn(board_svg(board)).itertext())
    one, other, *_ = BOARD.places
    road = BOARD.roads[0]._replace(id="a~b", ends=("a", "b"), fields=("a~b:1",), districts=(one.district,), bend=None)
    places = [one._replace(id="a", at=(0.0, 0.0)), other._replace(id="b", at=(990.0, 300.0))]
    tiny = type(BOARD)(BOARD.districts, places, [road], ("a",), "b")
    assert len(by_class(board_svg(tiny), "mp-field")) == 3
    assert arrows(tiny)["a"] == {"ArrowRight": "a~b:1"}


def test_plain_fields_lie_between_the_ends_of_their_road():
    assert set(AT) == set(BOARD.fields)
    road = BOARD.road["past~dworzec-pocztowy"]
    (ax, ay), (bx, by) = AT["past"], AT["dworzec-pocztowy"]
    assert road.bend is None
    assert AT["past~dworzec-pocztowy:1"] == pytest.approx(((ax + bx) / 2, (ay + by) / 2))


# Arrow keys


def test_every_field_can_be_reached_from_every_other_by_arrow_keys():
    keys = arrows(BOARD)
    for start in BOARD.fields:
        reached, ways = {start}, [start]
        while ways:
            found = set(keys[ways.pop()].values()) - reached
            reached |= found
            ways += found
        assert reached == set(BOARD.fields), start


def test_an_arrow_key_leads_to_a_neighbour_that_lies_in_its_direction():
    towards = {"ArrowUp": (0, -1), "ArrowDown": (0, 1), "ArrowLeft": (-1, 0), "ArrowRight": (1, 0)}
    for field, keys in arrows(BOARD).items():
        assert set(keys) <= set(towards)
        for key, other in keys.items():
            assert other in BOARD.free.steps[field]
            dx, dy = AT[other][0] - AT[field][0], AT[other][1] - AT[field][1]
            ahead = (dx * towards[key][0] + dy * towards[key][1]) / math.hypot(dx, dy)
            assert ahead > math.cos(math.radians(80.5)), (field, key, other)


# What stands on the board


def many_positions(count):
    """Positions with scouts anywhere, also crowded and absent."""
    luck = Random("crowds")
    for _ in range(count):
        fields = luck.sample([*BOARD.fields, PRISON, HAND], luck.choice([1, 2, 3, 5, 12]))
        yield OPENING._replace(
            where=tuple(luck.choice(fields) for _ in OPENING.where),
            carrying=tuple(luck.choice([None, "past>port"]) for _ in OPENING.where),
            soldier=luck.choice(BOARD.fields),
        )


def test_every_scout_on_the_board_is_drawn_on_its_field_and_none_in_prison():
    state = arrange(BASIC, scouts={"zosia": "prison"}, cards=CARDS)
    for observation, count in ((OPENING, 12), (observe(state, None), 11)):
        scouts = {e.get("data-piece"): e for e in by_class(changing_layers(observation).above, "mp-scout")}
        assert len(scouts) == count
        for number, scout in enumerate(observation.game.scouts):
            if scout in scouts:
                field = observation.where[number]
                assert scouts[scout].get("data-field") == field
                assert math.dist(place_of(scouts[scout]), AT[field]) < 20


def test_patrols_differ_by_colour_shape_and_letter():
    seen: dict[str, set] = {}
    for element in by_class(changing_layers(OPENING).above, "mp-scout"):
        shape = [path.get("d") for path in element.findall(f"{SVG}path") if path.get("class") == "mp-shape"]
        seen.setdefault(element.get("class"), set()).add((*shape, element.find(f"{SVG}text").text))
    assert set(seen) == {f"mp-scout mp-patrol-{number}" for number in range(4)}
    assert [len({shape for shape, _ in scouts}) for scouts in seen.values()] == [1, 1, 1, 1]
    assert len({shape for scouts in seen.values() for shape, _ in scouts}) == 4
    assert len({letter for scouts in seen.values() for _, letter in scouts}) == 12


def test_a_patrol_keeps_its_shape_when_others_are_missing():
    two = observe(new_game(BASIC, patrols=("violet", "green")), None)
    classes = [e.get("class").split()[1] for e in by_class(changing_layers(two).above, "mp-scout")]
    assert sorted(set(classes)) == ["mp-patrol-2", "mp-patrol-3"]


def test_pieces_never_cover_each_other_however_crowded_the_fields_are():
    crowds = [*many_positions(150), OPENING._replace(where=("past",) * 12, soldier="past")]
    for observation in crowds:
        above = changing_layers(observation).above
        spots = [place_of(e) for e in by_class(above, "mp-scout") + by_class(above, "mp-soldier")]
        assert len(spots) == 1 + sum(field in AT for field in observation.where)
        assert min((math.dist(a, b) for a, b in combinations(spots, 2)), default=99) >= 22


def test_blocked_roads_and_fallen_districts_are_drawn():
    state = arrange(
        EXTENDED,
        scouts={"felek": "past", "kazik": "past", "wicek": "past", "bolek": "past"},
        fallen=["mokotow"],
        tokens=[("starowka", "starowka~pawiak"), ("sggw", None)],
    )
    below, above = changing_layers(observe(state, None))
    assert [e.get("data-road") for e in by_class(below, "mp-blocked")] == ["starowka~pawiak"]
    assert [e.get("data-district") for e in by_class(below, "mp-fallen")] == ["mokotow"]
    assert [e.get("data-field") for e in by_class(above, "mp-token")] == ["starowka", "sggw"]
    assert by_class(below, "mp-soldier-way") == by_class(above, "mp-soldier") == []


@pytest.mark.parametrize("district", BOARD.district)
def test_the_hatching_of_a_fallen_district_lies_in_its_area(district):
    below = changing_layers(OPENING._replace(fallen=(district,))).below
    (hatching,) = by_class(below, "mp-hatch")
    lines = re.findall(r"M(\d+) (\d+)l(\d+)-(\d+)", hatching.get("d"))
    assert len(lines) > 10
    for x, y, right, up in (map(int, line) for line in lines):
        assert contains(AREAS[district], (x + right / 2, y - up / 2))


def test_a_small_token_is_drawn_at_the_end_where_the_order_did_not_arrive_or_in_the_object():
    def token(place, road):
        state = arrange(BASIC, tokens=[(place, road)])
        [element] = by_class(changing_layers(observe(state, None)).above, "mp-token")
        return place_of(element)

    assert math.dist(token("port", None), AT["port"]) < OBJECT + 10
    for near, far in (("port", "przyczolek"), ("przyczolek", "port")):
        laid = token(near, "przyczolek~port")
        assert OBJECT + 8 < math.dist(laid, AT[near]) < math.dist(laid, AT[far])
    laid = token("port", "port~stary-mokotow")
    assert math.dist(laid, AT["port"]) < math.dist(laid, AT["stary-mokotow"]) / 3


@pytest.mark.parametrize("road", BOARD.road)
def test_a_small_token_on_a_road_covers_no_field(road):
    for place in BOARD.road[road].ends:
        above = changing_layers(OPENING._replace(tokens=(Token(place, road),))).above
        [spot] = map(place_of, by_class(above, "mp-token"))
        assert min(math.dist(spot, AT[field]) for field in BOARD.place) > OBJECT + 9
        assert min([99, *(math.dist(spot, AT[field]) for field in BOARD.road[road].fields)]) > PLAIN + 9


def test_several_tokens_in_one_object_can_all_be_seen():
    tokens = (Token("port", None), Token("port", None), Token("port", "przyczolek~port"))
    above = changing_layers(OPENING._replace(tokens=tokens)).above
    spots = {place_of(token) for token in by_class(above, "mp-token")}
    assert len(spots) == 3


def test_the_way_of_the_soldier_runs_from_him_to_the_nearest_scouts():
    state = arrange(BASIC, scouts={"olek": "bank-polski"}, cards=CARDS, soldier="browary")
    observation = observe(state, None)
    targets = {state.where[number] for number in nearest_scouts(state)}
    ways = by_class(changing_layers(observation).below, "mp-soldier-way")
    assert len(ways) == len(targets) == 1
    line, head = ways[0].findall(f"{SVG}path")
    [points] = points_of(line.get("d"))
    assert points[0] == pytest.approx(AT["browary"], abs=0.6)
    (target,) = targets
    assert OBJECT < math.dist(place_of(head), AT[target]) < 40
    assert head.get("class") == "mp-head"


def test_before_the_order_of_play_is_known_the_way_runs_to_every_nearest_scout():
    assert OPENING.order_of_play == ()
    far = BOARD.free.distances[BOARD.soldier_start]
    nearest = {field for field in OPENING.where if far[field] == min(far[other] for other in OPENING.where)}
    assert len(by_class(changing_layers(OPENING).below, "mp-soldier-way")) == len(nearest)
    nobody = OPENING._replace(where=(PRISON,) * 12)
    assert changing_layers(nobody).below == ""


def test_the_changing_layers_are_small_even_when_everything_happens_at_once():
    tokens = tuple(Token(road.ends[0], road.id) for road in BOARD.roads[:8])
    everything = OPENING._replace(fallen=tuple(BOARD.district), tokens=tokens, carrying=("past>port",) * 12)
    assert sum(len(layer.encode()) for layer in changing_layers(everything)) <= 24 * 1024


def test_the_changing_layers_are_drawn_within_a_millisecond():
    crowds = list(many_positions(20))
    draw_all = lambda: [changing_layers(crowd) for crowd in crowds]  # noqa: E731
    fastest = min(timeit.repeat(draw_all, number=1, repeat=5, timer=time.process_time))  # others may be at work here
    assert fastest / len(crowds) < 0.001


# In a notebook


def test_a_notebook_shows_the_board_with_a_sentence_beside_it():
    picture = show_board(lang="en")
    assert picture._repr_svg_().startswith("<svg")
    assert repr(picture) == "The board: 21 places, 39 roads, 59 spaces."
    assert "0x" not in repr(show_board(lang="pl"))


@pytest.mark.parametrize(("folder", "word"), [("pl", "Plansza"), ("en", "The board")])
@pytest.mark.parametrize("system", ["pl_PL.UTF-8", "en_GB.UTF-8"])
def test_a_lesson_speaks_the_language_of_its_folder_whatever_the_system_speaks(
    tmp_path, monkeypatch, folder, word, system
):
    (tmp_path / folder).mkdir()
    monkeypatch.chdir(tmp_path / folder)
    monkeypatch.setenv("LANGUAGE", system)
    assert repr(show_board()).startswith(word)


def test_outside_a_lesson_the_board_speaks_the_language_of_the_system(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LANGUAGE", "en_GB.UTF-8")
    assert repr(show_board()).startswith("The board")
