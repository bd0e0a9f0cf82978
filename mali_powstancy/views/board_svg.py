"""The board as an SVG picture: a drawn map of left-bank Warsaw with everything that stands on it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from html import escape

from mali_powstancy.engine import Observation
from mali_powstancy.engine.board import Board, District, FieldId, Place, Road
from mali_powstancy.engine.state import Token
from mali_powstancy.texts import texts_for

WIDTH, HEIGHT = 1000, 720
Point = tuple[float, float]

# Patrols differ by colour, by shape and by the letter of the scout.
PATROL_COLOURS = ("#c0392b", "#d97706", "#2e7d32", "#6a3fa0")
_DISTRICT_TINTS = ("#e3d9c6", "#ead3bf", "#dde0c8", "#eee0b8", "#d3e0dc", "#e6d3d8", "#d8dbe8")
_LABEL_WIDTH = {"below": 13, "above": 18, "left": 20, "right": 20}
_LINE = 14

_STYLE = """
.mp-board text{font:600 13px system-ui,"DejaVu Sans",sans-serif;fill:#2b2620;text-anchor:middle}
.mp-board .label{paint-order:stroke;stroke:#fbf7ee;stroke-width:4px;stroke-linejoin:round}
.mp-board .district{font-size:15px;letter-spacing:3px;fill:#77674b;text-transform:uppercase}
.mp-board .river{fill:none;stroke:#a9c6d6;stroke-width:74;stroke-linecap:round}
.mp-board .area{fill:none;stroke-linecap:round;stroke-linejoin:round;stroke-width:78}
.mp-board .road{fill:none;stroke:#7d6c50;stroke-width:5}
.mp-board .blocked{stroke:#1d1a16;stroke-width:9;stroke-dasharray:4 7}
.mp-board .plain{fill:#fbf7ee;stroke:#7d6c50;stroke-width:3}
.mp-board .object{fill:#fbf7ee;stroke:#4b3f2c;stroke-width:4}
.mp-board .start{fill:#f3d98b}
.mp-board .fallen{fill:none;stroke:#57534e;stroke-width:82;stroke-linecap:round;stroke-linejoin:round;opacity:.75}
.mp-board .token{fill:#1d1a16;stroke:#fff;stroke-width:3}
.mp-board .piece{stroke:#fff;stroke-width:2}
.mp-board .piece-letter{fill:#fff;font-size:12px}
.mp-board .soldier{fill:#1d1a16;stroke:#fff;stroke-width:2}
"""


def board_svg(board: Board, observation: Observation | None = None, lang: str = "pl") -> str:
    """The map, and with an observation also scouts, soldier, small tokens and fallen districts."""
    title = texts_for(lang).say("board.title")
    pieces = "" if observation is None else _pieces(board, observation)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="mp-board" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="{title}"><style>{_STYLE}</style>{_base(board, lang)}{pieces}</svg>'
    )


def positions(board: Board) -> dict[FieldId, Point]:
    """Where every field is drawn: objects as the board file says, plain fields evenly along their roads."""
    at = {place.id: place.at for place in board.places}
    for road in board.roads:
        for number, field in enumerate(road.fields, start=1):
            at[field] = _along(board, road, number / road.length)
    return at


def _along(board: Board, road: Road, share: float) -> Point:
    """A point of a road, which is straight or bent like a quadratic curve."""
    (ax, ay), (bx, by) = (board.place[end].at for end in road.ends)
    cx, cy = road.bend or ((ax + bx) / 2, (ay + by) / 2)
    rest = 1 - share
    weights = (rest * rest, 2 * rest * share, share * share)
    return (
        weights[0] * ax + weights[1] * cx + weights[2] * bx,
        weights[0] * ay + weights[1] * cy + weights[2] * by,
    )


@lru_cache(maxsize=16)
def _base(board: Board, lang: str) -> str:
    """What never changes: paper, river, districts, roads, fields, names."""
    at = positions(board)
    parts = [
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fbf7ee"/>',
        '<path class="river" d="M455 -60C560 70 660 130 725 225S850 340 935 380S975 560 1000 790"/>',
    ]
    for number, district in enumerate(board.districts):
        tint = _DISTRICT_TINTS[number % len(_DISTRICT_TINTS)]
        parts.append(f'<path class="area" stroke="{tint}" d="{_area(board, district, at)}"/>')
    parts += [f'<path class="road" d="{_road_path(board, road)}"/>' for road in board.roads]
    parts += [_circle(at[field], 11, "plain") for road in board.roads for field in road.fields]
    for place in board.places:
        kind = "object start" if place.id in board.start_objects else "object"
        parts.append(_circle(place.at, 19, kind))
    parts += [_district_name(district, lang) for district in board.districts]
    parts += [_label(place, lang) for place in board.places]
    return "".join(parts)


def _area(board: Board, district: District, at: dict[FieldId, Point]) -> str:
    """A district is drawn as a broad stroke along all its ways."""
    inside = {field for field, name in board.district_of.items() if name == district.id}
    strokes = [f"M{_xy(at[f])}h.1" for f in board.fields if f in inside]
    places = [at[field] for field in board.place if field in inside]
    strokes += [f"M{_xy(place)}L{_xy(_centre(places))}" for place in places]
    for road in board.roads:
        path = [field for field in road.path if field in inside]
        if len(path) > 1:
            strokes.append("M" + "L".join(_xy(at[field]) for field in path))
    return "".join(strokes)


def _centre(points: Sequence[Point]) -> Point:
    return (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))


def _road_path(board: Board, road: Road) -> str:
    one, other = (_xy(board.place[end].at) for end in road.ends)
    return f"M{one}Q{_xy(road.bend)} {other}" if road.bend else f"M{one}L{other}"


def _xy(point: Point) -> str:
    return f"{point[0]:.0f} {point[1]:.0f}"


def _circle(at: Point, radius: int, kind: str) -> str:
    return f'<circle class="{kind}" cx="{at[0]:.0f}" cy="{at[1]:.0f}" r="{radius}"/>'


def _label(place: Place, lang: str) -> str:
    """The name in short lines on its side of the object."""
    lines = [""]
    for word in (place.name if lang == "pl" else place.name_en).split():
        if len(lines[-1]) + len(word) > _LABEL_WIDTH[place.label] and lines[-1]:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    dx, dy, anchor = {
        "below": (0, 33, "middle"),
        "above": (0, -12 - _LINE * len(lines), "middle"),
        "left": (-26, 5 - _LINE * (len(lines) - 1) / 2, "end"),
        "right": (26, 5 - _LINE * (len(lines) - 1) / 2, "start"),
    }[place.label]
    x, y = place.at[0] + dx, place.at[1] + dy
    spans = "".join(
        f'<tspan x="{x:.0f}" y="{y + _LINE * number:.0f}">{escape(line)}</tspan>' for number, line in enumerate(lines)
    )
    return f'<text class="label" style="text-anchor:{anchor}">{spans}</text>'


def _district_name(district: District, lang: str) -> str:
    if district.at is None:
        return ""
    name = district.name if lang == "pl" else district.name_en
    return f'<text class="district" x="{district.at[0]:.0f}" y="{district.at[1]:.0f}">{escape(name)}</text>'


# What stands on the board -------------------------------------------------------------------------------------------


def _pieces(board: Board, observation: Observation) -> str:
    at = positions(board)
    parts = [f'<path class="fallen" d="{_area(board, board.district[name], at)}"/>' for name in observation.fallen]
    for token in observation.tokens:
        if token.road is not None:
            parts.append(f'<path class="road blocked" d="{_road_path(board, board.road[token.road])}"/>')
        parts.append(_token(board, token))
    if observation.soldier is not None:
        x, y = at[observation.soldier]
        parts.append(f'<path class="soldier" d="M{x - 11:.0f} {y + 11:.0f}l11 -24l11 24z"/>')
    by_field: dict[FieldId, list[int]] = {}
    for number, field in enumerate(observation.where):
        if field in at:
            by_field.setdefault(field, []).append(number)
    for field, numbers in by_field.items():
        for place, number in enumerate(numbers):
            x, y = at[field]
            offset = (place - (len(numbers) - 1) / 2) * 17
            parts.append(_scout(observation, number, (x + offset, y - 6)))
    return "".join(parts)


def _token(board: Board, token: Token) -> str:
    """A small token lies on its road at the end where the order did not arrive, or in the object (H-13, H-42)."""
    x, y = board.place[token.place].at
    if token.road is not None:
        road = board.road[token.road]
        share = 0.55 / road.length
        x, y = _along(board, road, share if token.place == road.ends[0] else 1 - share)
    return f'<rect class="token" x="{x - 9:.0f}" y="{y - 9:.0f}" width="18" height="18"/>'


def _scout(observation: Observation, number: int, at: Point) -> str:
    game = observation.game
    patrol = list(game.scenario.patrols).index(game.patrols[game.seat_of[number]])
    scout = game.scenario.patrols[game.patrols[game.seat_of[number]]].scouts[number % game.patrol_size]
    x, y = at
    shape = (
        f'<circle cx="{x:.0f}" cy="{y:.0f}" r="10"',
        f'<rect x="{x - 9:.0f}" y="{y - 9:.0f}" width="18" height="18"',
        f'<path d="M{x:.0f} {y - 12:.0f}l11 21h-22z"',
        f'<path d="M{x:.0f} {y - 12:.0f}l11 12l-11 12l-11 -12z"',
    )[patrol % 4]
    letter = f'<text class="piece-letter" x="{x:.0f}" y="{y + 5:.0f}">{escape(scout.name[0])}</text>'
    return f'{shape} class="piece" fill="{PATROL_COLOURS[patrol % 4]}"/>{letter}'
