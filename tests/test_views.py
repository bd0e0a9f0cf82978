import re
import xml.etree.ElementTree as ET

import pytest

from mali_powstancy.classroom import show_board
from mali_powstancy.engine import arrange, load_scenario, new_game, observe
from mali_powstancy.views.board_svg import board_svg, positions

BASIC = load_scenario("basic")
OPENING = observe(new_game(BASIC, players=4), None)


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_the_board_is_well_formed_svg_and_names_every_object(lang):
    svg = board_svg(BASIC.board, OPENING, lang)
    words = " ".join(ET.fromstring(svg).itertext())
    for place in BASIC.board.places:
        for word in (place.name if lang == "pl" else place.name_en).split():
            assert word in words


def test_the_base_map_is_small_and_the_changing_layer_smaller():
    base = len(board_svg(BASIC.board).encode())
    assert base <= 60 * 1024
    assert len(board_svg(BASIC.board, OPENING).encode()) - base <= 20 * 1024


def test_two_drawings_are_the_same():
    assert board_svg(BASIC.board, OPENING) == board_svg(BASIC.board, OPENING)


def test_the_drawing_loads_nothing_from_elsewhere():
    svg = board_svg(BASIC.board, OPENING).replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert not re.search(r"https?:|url\(|<image|<script|@import", svg)


def test_every_scout_on_the_board_is_drawn_and_none_in_prison():
    def letters(observation):
        return board_svg(BASIC.board, observation).count('class="piece-letter"')

    state = arrange(BASIC, scouts={"zosia": "prison"}, cards={"red": 1, "orange": 2, "green": 3, "violet": 4})
    assert letters(OPENING) == 12
    assert letters(observe(state, None)) == 11


def test_blocked_roads_and_fallen_districts_are_drawn():
    extended = load_scenario("extended")
    state = arrange(
        extended,
        scouts={"felek": "past", "kazik": "past", "wicek": "past", "bolek": "past"},
        tokens=[("starowka", "starowka~pawiak")],
        fallen=["mokotow"],
    )
    svg = board_svg(extended.board, observe(state, None))
    assert svg.count('class="road blocked"') == 1
    assert svg.count('class="token"') == 1
    assert svg.count('class="fallen"') == 1


def test_a_small_token_is_drawn_at_the_end_where_the_order_did_not_arrive_or_in_the_object():
    def token(place, road):
        state = arrange(BASIC, tokens=[(place, road)])
        svg = board_svg(BASIC.board, observe(state, None))
        [(x, y)] = re.findall(r'class="token" x="(\d+)" y="(\d+)"', svg)
        return int(x) + 9, int(y) + 9

    def distance(one, other):
        return ((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5

    at = positions(BASIC.board)
    assert distance(token("port", None), at["port"]) < 2
    for near, far in (("port", "przyczolek"), ("przyczolek", "port")):
        laid = token(near, "przyczolek~port")
        assert distance(laid, at[near]) > 20
        assert distance(laid, at[far]) > 20
    laid = token("port", "port~stary-mokotow")
    assert distance(laid, at["port"]) < distance(laid, at["stary-mokotow"]) / 3


def test_a_district_without_objects_and_an_own_board_can_be_drawn():
    empty = BASIC.board.districts[0]._replace(id="empty", name="Nigdzie")
    board = type(BASIC.board)((*BASIC.board.districts, empty), BASIC.board.places, BASIC.board.roads, (), "")
    ET.fromstring(board_svg(board))


def test_plain_fields_lie_between_the_ends_of_their_road():
    at = positions(BASIC.board)
    assert set(at) == set(BASIC.board.fields)
    road = BASIC.board.road["past~dworzec-pocztowy"]
    (ax, ay), (bx, by) = at["past"], at["dworzec-pocztowy"]
    assert road.bend is None
    assert at["past~dworzec-pocztowy:1"] == pytest.approx(((ax + bx) / 2, (ay + by) / 2))


def test_a_notebook_shows_the_board_with_a_sentence_beside_it():
    picture = show_board(lang="en")
    assert picture._repr_svg_().startswith("<svg")
    assert repr(picture) == "The board: 21 objects, 39 roads, 59 fields."
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
