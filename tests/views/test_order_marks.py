"""The orders on the map: envelopes, flags and letters that cover nothing, and the way of each order."""

import math
import re
from itertools import combinations
from random import Random

import pytest

from mali_powstancy.analysis import shortest_route
from mali_powstancy.engine import arrange, load_scenario, new_game, observe
from mali_powstancy.engine.cards import VICTORY
from mali_powstancy.engine.state import PRISON, Slot, Token
from mali_powstancy.views.map.board_svg import board_svg, changing_layers, positions
from mali_powstancy.views.map.chart import HEIGHT, OBJECT, PLAIN, START, WIDTH
from mali_powstancy.views.map.free_spots import LARGER, LARGER_PIECES
from mali_powstancy.views.map.lettering import overlap
from mali_powstancy.views.map.map_names import names
from mali_powstancy.views.map.order_marks import order_numbers, sign
from mali_powstancy.views.map.order_ways import errands, order_ways

SCENARIOS = ("short", "basic", "short-extended", "extended")
MARK = re.compile(
    r'<g class="mp-order mp-(\w+) (mp-hue-\d)" data-order="([^"]+)" transform="translate\((\S+) (\S+)\)">'
)
PIECE = re.compile(
    r'<g class="mp-(scout|soldier)[^>]*data-field="([^"]+)" transform="translate\((\S+) (\S+)\)">'
    r'(.*?)(?=<g class="mp-(?:scout|soldier)|$)'
)
LETTER = re.compile(r'<g class="mp-carried (mp-hue-\d)" data-order="([^"]+)" transform="translate\((\S+) (\S+)\)">')
TOKEN = re.compile(r'<g class="mp-token"[^>]*transform="translate\((\S+) (\S+)\)">')
HALVES = {"mark": (19, 14), "letter": (10.5, 7.5), "scout": (14.5, 14.5), "soldier": (16, 16), "token": (11, 11)}
"""Half the width and height of what is drawn, its edge included."""


def busy_positions(count, orders=(1, 3, 5, 8, 11, 14)):
    """Positions of every scenario with so many orders on the track, and scouts anywhere, with letters or without."""
    luck = Random("orders")
    openings = [observe(new_game(load_scenario(name), players=n), None) for name in SCENARIOS for n in (2, 3, 4)]
    for turn in range(count):
        opening = openings[turn % len(openings)]
        game, board = opening.game, opening.game.board
        laid = luck.sample(list(game.orders), orders[turn % len(orders)])
        fields = luck.sample([*board.fields, PRISON], luck.choice([1, 3, 6, 12, 20]))
        roads = luck.sample(board.roads, luck.choice([0, 0, 1, 4]))
        yield opening._replace(
            track=tuple(Slot(order, 1 + luck.randrange(game.track_spaces)) for order in laid),
            where=tuple(luck.choice(fields) for _ in opening.where),
            carrying=tuple(luck.choice([None, *laid]) for _ in opening.where),
            soldier=None if opening.soldier is None else luck.choice(board.fields),
            tokens=tuple(Token(luck.choice(road.ends), luck.choice([road.id, road.id, None])) for road in roads),
            fallen=(luck.choice(board.districts).id,) if game.is_extended and turn % 2 else (),
        )


def box(kind, x, y, scale=1.0):
    wide, high = HALVES[kind]
    x, y = float(x), float(y)
    return (x - wide * scale, y - high * scale, x + wide * scale, y + high * scale)


def drawn_boxes(observation, lang, large):
    """Everything that stands on the map as (kind, whose, box); a letter belongs to its scout."""
    scale, pieces = (LARGER, LARGER_PIECES) if large else (1.0, 1.0)
    above = changing_layers(observation, lang, large=large).above
    found = [("mark", order, box("mark", x, y, scale)) for _, _, order, x, y in MARK.findall(above)]
    found += [("token", "", box("token", x, y)) for x, y in TOKEN.findall(above)]
    for number, (kind, _, x, y, inside) in enumerate(PIECE.findall(above)):
        found.append((kind, number, box(kind, x, y, pieces)))
        for _, _, dx, dy in LETTER.findall(inside):
            shift = (float(x) + float(dx) * pieces, float(y) + float(dy) * pieces)
            found.append(("letter", number, box("letter", *shift, pieces)))
    return found


@pytest.mark.parametrize(("lang", "large", "count"), [("pl", False, 240), ("en", False, 60), ("pl", True, 60)])
def test_no_mark_covers_another_a_piece_a_token_or_a_field(lang, large, count):
    for observation in busy_positions(count):
        board, at = observation.game.board, positions(observation.game.board)
        things = drawn_boxes(observation, lang, large)
        marks = [thing for thing in things if thing[0] in ("mark", "letter")]
        assert sum(kind == "letter" for kind, _, _ in things) == sum(
            order is not None and field in at
            for order, field in zip(observation.carrying, observation.where, strict=True)
        )
        for one, other in combinations(things, 2):
            if one not in marks and other not in marks:
                continue  # pieces and tokens among themselves
            if {one[0], other[0]} & {"letter"} and one[1] == other[1]:
                continue  # a letter lies on its own scout
            assert overlap(one[2], other[2]) <= 4, (one, other, observation)
        for kind, _, (left, top, right, bottom) in marks:
            assert 0 <= left <= right <= WIDTH
            assert 0 <= top <= bottom <= HEIGHT
            if kind == "mark":
                for field, (x, y) in at.items():
                    radius = PLAIN if field not in board.place else START if field in board.start_objects else OBJECT
                    assert math.hypot(max(left - x, 0, x - right), max(top - y, 0, y - bottom)) >= radius


def test_envelopes_and_flags_keep_off_the_names_even_with_fourteen_orders_and_crowds_beside_them():
    covering, all_marks = 0, 0
    for lang in ("pl", "en"):
        for observation in busy_positions(36, orders=(5, 14)):
            written = [name.box for name in names(observation.game.board, lang).values()]
            marks = [room for kind, _, room in drawn_boxes(observation, lang, large=False) if kind == "mark"]
            covering += sum(any(overlap(room, name) for name in written) for room in marks)
            all_marks += len(marks)
    assert covering * 200 <= all_marks


def test_every_order_has_its_flag_and_its_envelope_beside_their_fields_unless_everybody_carries_it():
    for observation in busy_positions(60):
        game, at = observation.game, positions(observation.game.board)
        found = {
            (order, "flag" if kind == "flag" else "start"): (kind, float(x), float(y))
            for kind, _, order, x, y in MARK.findall(changing_layers(observation).above)
        }
        for order, _ in observation.track:
            card = game.orders[order]
            carriers = {game.seat_of[n] for n, carried in enumerate(observation.carrying) if carried == order}
            _, x, y = found.pop((order, "flag"))
            assert math.dist((x, y), at[card.to]) < 200
            if len(carriers) < len(game.seats):
                kind, x, y = found.pop((order, "start"))
                assert kind == ("taken" if carriers else "envelope")
                assert math.dist((x, y), at[card.start]) < 200
        assert found == {}


def test_an_order_has_one_sign_everywhere_and_no_other_order_has_it():
    game = new_game(load_scenario("basic")).game
    signs = {order: sign(game, order) for order in game.orders if order != VICTORY}
    looks = {
        order: (re.search(r"mp-hue-\d", svg).group(), re.search(r'stamp[^>]*d="([^"]*)"', svg).group(1))
        for order, svg in signs.items()
    }
    assert len(set(looks.values())) == len(signs) == 42  # colour and stamp together tell all cards apart
    assert [int(re.search(r">(\d+)<", svg).group(1)) for svg in signs.values()] == list(range(1, 43))
    for observation in busy_positions(12):
        above = changing_layers(observation).above
        for _, hue, order, _, _ in MARK.findall(above):
            inside = above.partition(f'data-order="{order}"')[2].partition("</text>")[0]
            assert inside.endswith(f">{order_numbers(observation.game)[order]}")
            assert hue == looks[order][0]
            assert looks[order][1] in inside
        for hue, order, *_ in LETTER.findall(above):
            assert hue == looks[order][0]


def test_a_scout_with_an_order_has_the_letter_with_its_number():
    order = next(iter(load_scenario("basic").orders.values()))
    cards = {"red": 1, "orange": 2, "green": 3, "violet": 4}
    state = arrange(
        load_scenario("basic"),
        scouts={"zosia": "past"},
        carrying={"zosia": order.id},
        track=[(order.id, 1)],
        cards=cards,
    )
    above = changing_layers(observe(state, None)).above
    assert above.count("mp-carried") == 1
    zosia = above.partition('data-piece="zosia"')[2].partition('data-piece="')[0]
    assert f'data-order="{order.id}"' in zosia
    assert f">{order_numbers(state.game)[order.id]}</text>" in zosia


def test_marks_and_ways_are_the_same_for_everybody_who_looks():
    state = arrange(
        load_scenario("extended"), carrying={"zosia": "past>port"}, track=[("past>port", 1), ("port>reduta-kaliska", 2)]
    )
    drawn = {(changing_layers(seen).above, order_ways(seen)) for seen in (observe(state, s) for s in (None, 0, 1))}
    assert len(drawn) == 1


def test_the_way_of_an_order_is_the_shortest_open_one_from_whoever_carries_it():
    closed = 0
    for observation in busy_positions(60):
        board = observation.game.board
        blocked = [token.road for token in observation.tokens if token.road]
        for order, _ in observation.track:
            card = observation.game.orders[order]
            carriers = [f for f, held in zip(observation.where, observation.carrying, strict=True) if held == order]
            starts = [field for field in dict.fromkeys(carriers or [card.start]) if field in board.rank]
            wanted = [shortest_route(board, start, card.to, blocked, observation.fallen) for start in starts]
            assert errands(observation, order) == [route.fields for route in wanted if route is not None]
            closed += None in wanted
    assert closed > 0


def test_the_line_of_a_way_runs_along_the_roads_from_end_to_end():
    for observation in busy_positions(24):
        board, at = observation.game.board, positions(observation.game.board)
        drawing = order_ways(observation)
        for order, _ in observation.track:
            [inside] = re.findall(rf'<g class="mp-errand" data-order="{re.escape(order)}">(.*?)</g>', drawing)
            lines = inside.rpartition('d="')[2].split("M")[1:]
            ways = [way for way in errands(observation, order) if len(way) > 1]
            assert len(lines) == len(ways)
            for line, way in zip(lines, ways, strict=True):
                points = [tuple(map(int, point)) for point in re.findall(r"(-?\d+) (-?\d+)(?=[LQ\"]|$)", line)]
                passed = [at[field] for field in way if field in board.place or field in (way[0], way[-1])]
                assert len(points) == len(passed)
                assert all(math.dist(*pair) < 1 for pair in zip(points, passed, strict=True))


def test_a_picture_has_the_marks_and_no_way():
    [observation] = busy_positions(1, orders=(5,))
    svg = board_svg(observation.game.board, observation, "en")
    assert svg.count('class="mp-order') == len(MARK.findall(svg)) >= 5
    assert '<g class="mp-errand' not in svg
