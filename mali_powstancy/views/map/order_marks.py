"""The orders on the map: an envelope where one waits, a flag where it must go, a letter on whoever carries it.

What belongs together has one number, one stamp and one colour, and the order's row in the panel has them too. Every
mark stands in a free spot beside its field: on no field, no piece and no other mark, and on no name if there is room.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from math import cos, hypot, pi, sin
from typing import NamedTuple

from mali_powstancy.engine import Observation
from mali_powstancy.engine.cards import VICTORY, OrderId
from mali_powstancy.engine.game import Game
from mali_powstancy.views.map.chart import HEIGHT, WIDTH, xy
from mali_powstancy.views.map.free_spots import LETTER, PIECE_ROOM, Ground, ground_of, is_free
from mali_powstancy.views.map.lettering import Box, Point
from mali_powstancy.views.palette import HUES

# The drawings --------------------------------------------------------------------------------------------------------

# Stamps are no patrol's shape. Each is a path of lines; one after "|" is filled instead.
_STAMPS = (
    "M0-3.6A3.6 3.6 0 1 0 0 3.6A3.6 3.6 0 1 0 0-3.6z",  # a ring
    "|M2.6-4.4A4.7 4.7 0 1 0 2.6 4.4A4.9 4.9 0 0 1 2.6-4.4z",  # the moon
    "M-3.8-3.4H3.8M-3.8 0H3.8M-3.8 3.4H3.8",  # lines
    "M-4-.2L0-4L4-.2M-4 4.2L0 .4L4 4.2",  # roofs
    "|M-2.3-4.6a2.3 2.3 0 1 0 .01 0zM2.3-4.6a2.3 2.3 0 1 0 .01 0z"  # four leaves
    "M-2.3 0a2.3 2.3 0 1 0 .01 0zM2.3 0a2.3 2.3 0 1 0 .01 0z",
    "|M0-5.2Q4.2-.2 4.2 1.6A4.2 3.6 0 0 1-4.2 1.6Q-4.2-.2 0-5.2z",  # a drop
)


@lru_cache(maxsize=64)
def order_numbers(game: Game) -> Mapping[OrderId, int]:
    """The number of every order card: its place in the file, so that it never changes during a game."""
    return {order: number for number, order in enumerate(game.orders, start=1) if order != VICTORY}


def _look(number: int) -> str:
    return f"mp-hue-{number % HUES}"


@lru_cache(maxsize=512)
def _label(number: int, y: float) -> str:
    """The stamp and the number, side by side around the middle."""
    stamp = _STAMPS[number % len(_STAMPS)]
    kind = "mp-stamp mp-solid" if stamp.startswith("|") else "mp-stamp"
    left, right = (-10.5, 4.5) if number > 9 else (-7, 5)
    return (
        f'<path class="{kind}" transform="translate({left} {y - 4.7:.1f})" d="{stamp.removeprefix("|")}"/>'
        f'<text x="{right}" y="{y}">{number}</text>'
    )


def _envelope(number: int) -> str:
    return f'<path class="mp-cover" d="M-18-13H18V13H-18zL0-4.5 18-13"/>{_label(number, 9.5)}'


def _flag(number: int) -> str:
    return (
        '<path class="mp-cover" d="M-17-13H18.5L14-4L18.5 5H-17z"/><path class="mp-pole" d="M-17-13.5V13"/>'
        + _label(number, 1)
    )


def sign(game: Game, order: OrderId) -> str:
    """The envelope of an order, as it stands in a line of text."""
    number = order_numbers(game)[order]
    return f'<svg class="mp-order {_look(number)}" viewBox="-20 -15 40 30">{_envelope(number)}</svg>'


@lru_cache(maxsize=1024)
def _mark(game: Game, order: OrderId, kind: str) -> tuple[str, str]:
    """An envelope or a flag except for its place: the beginning of its group, and the rest."""
    number = order_numbers(game)[order]
    inside = _flag(number) if kind == "flag" else _envelope(number)
    return f'<g class="mp-order mp-{kind} {_look(number)}" data-order="{order}"', f"><g>{inside}</g></g>"


@lru_cache(maxsize=4096)
def _carried(game: Game, order: OrderId, x: float, y: float) -> str:
    """The letter on a scout, so far from the middle of the piece."""
    number = order_numbers(game)[order]
    tie = f'<path class="mp-leader" d="M0 0L{xy((x, y))}"/>' if hypot(x, y) > 24 else ""
    return (
        f'<g>{tie}<g class="mp-carried {_look(number)}" data-order="{order}" transform="translate({x:g} {y:g})">'
        f'<path class="mp-cover" d="M-10-7H10V7H-10zL0-3.6 10-7"/><text y="5.5">{number}</text></g></g>'
    )


# The marks of a position ---------------------------------------------------------------------------------------------


class OrderMarks(NamedTuple):
    """Everything about orders that stands on the map."""

    letters: dict[int, str]
    """By scout: the letter it carries."""
    drawn: str
    """Envelopes and flags, with the lines that tie them to their fields."""


def order_marks(
    observation: Observation, pieces: Mapping[int | None, Point], tokens: Iterable[Point], lang: str, large: bool
) -> OrderMarks:
    """Envelopes, flags and letters beside what stands there already; `pieces` are scouts, and None for the soldier."""
    ground = ground_of(observation.game.board, lang, large)
    room = PIECE_ROOM * ground.pieces
    standing = {piece: (x - room, y - room, x + room, y + room) for piece, (x, y) in pieces.items()}
    taken = [*standing.values(), *((x - 12, y - 12, x + 12, y + 12) for x, y in tokens)]
    letters = dict(_letters(observation, pieces, standing, taken, ground))
    return OrderMarks(letters, _drawn(observation, taken, ground))


def _letters(
    observation: Observation,
    pieces: Mapping[int | None, Point],
    standing: Mapping[int | None, Box],
    taken: list[Box],
    ground: Ground,
) -> Iterator[tuple[int, str]]:
    wide, high = (half * ground.pieces for half in LETTER)
    for scout, order in enumerate(observation.carrying):
        if order is None or scout not in pieces:
            continue
        x, y = pieces[scout]
        others = [box for box in taken if box is not standing[scout]]
        fits: tuple[Point, Box] | None = None
        for dx, dy in _LETTER_SPOTS:
            mx, my = x + dx * ground.pieces, y + dy * ground.pieces
            box = (mx - wide, my - high, mx + wide, my + high)
            if box[0] < 1 or box[1] < 1 or box[2] > WIDTH - 1 or box[3] > HEIGHT - 1 or not is_free(box, others):
                continue
            is_near = hypot(dx, dy) < 24
            if fits is None:
                fits = ((dx, dy), box)
            if not is_near or is_free(box, ground.names):
                fits = ((dx, dy), box) if is_near else fits
                break
        assert fits is not None  # the last rings are wider than any crowd
        (dx, dy), box = fits
        taken.append(box)
        yield scout, _carried(observation.game, order, dx, dy)


_LETTER_SPOTS: tuple[Point, ...] = (
    (0, -18),
    (0, 19),
    (20, -9),
    (-20, -9),
    (20, 10),
    (-20, 10),
    *(
        (round(far * sin(turn * pi / 8)), round(-far * cos(turn * pi / 8)))
        for far in range(28, 190, 9)
        for turn in range(16)
    ),
)
"""Where a letter could be, from the middle of its scout: on the head, at the foot, at a side, and farther away."""


def _drawn(observation: Observation, taken: list[Box], ground: Ground) -> str:
    """The oldest order first, so that what comes later leaves it where it is."""
    game = observation.game
    carriers: dict[OrderId, set[int]] = {}
    for scout, order in enumerate(observation.carrying):
        if order is not None:
            carriers.setdefault(order, set()).add(game.seat_of[scout])
    leaders, marks = [], []
    placed: list[Box] = []
    for order, _ in observation.track:
        if order == VICTORY:
            continue
        card, seats = game.orders[order], carriers.get(order, ())
        # Where every patrol carries it, nobody can collect it any more [B-8].
        waits = [] if len(seats) == len(game.seats) else [(card.start, "taken" if seats else "envelope")]
        for field, kind in (*waits, (card.to, "flag")):
            spot = ground.free_spot(field, taken, placed)
            placed.append(spot.box)
            placed += [(x - 3, y - 3, x + 3, y + 3) for x, y in spot.leader]
            leaders.append(f"M{xy(spot.foot)}L{xy(spot.head)}")
            start, rest = _mark(game, order, kind)
            marks.append(f'{start} transform="translate({xy(spot.at)})"{rest}')
    lines = f'<path class="mp-leader" d="{"".join(leaders)}"/>' if leaders else ""
    return lines + "".join(marks)
