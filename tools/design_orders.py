"""Design the 42 orders: a pairing of objects with a wished mean distance, found by a local search that repeats itself.

`python -m tools.design_orders --mean 6 --into mokotow=8 --write orders.toml` prints what it found and writes the deck.
The structure is never given up: one order for every ordered pair of districts, each object twice a start and twice a
destination, the orders that the rulebook fixes, no neighbours at distance 1, and no order back between two objects.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations
from pathlib import Path
from typing import NamedTuple

from mali_powstancy.engine import load_scenario
from mali_powstancy.engine.board import Board, DistrictId, FieldId

Pair = tuple[FieldId, FieldId]
"""The start and the destination of an order."""

FIXED: Mapping[Pair, str] = {("plac-wilsona", "port"): "O-1", ("wytwornia", "szucha"): "O-2"}
"""The orders of which the rulebook tells both ends."""
ENDS: Mapping[str, tuple[FieldId, int]] = {
    "O-3": ("plac-wilsona", 1),
    "O-4": ("port", 0),
    "O-5": ("stary-mokotow", 1),
    "O-6": ("sggw", 1),
    "O-7": ("palacyk-michla", 1),
}
"""The orders of which the rulebook tells one end: an object, and whether it is the start (0) or the destination (1)."""
SHORTEST = 2
STEPS = 60_000
_BROKEN = 50.0
"""What a pair that the structure forbids costs: more than any wish."""
_WARM, _COLD = 3.0, 0.001


class Wish(NamedTuple):
    """What a deck should be like; None and missing districts are left to the search."""

    mean: float
    spread: float | None = None
    """Standard deviation of the distances."""
    longest: int | None = None
    into: Mapping[DistrictId, float] = {}
    """Mean distance of the orders into a district."""


class Figures(NamedTuple):
    """What a deck is like."""

    mean: float
    spread: float
    longest: int
    distances: Mapping[int, int]
    """How many orders there are of each distance."""
    into: Mapping[DistrictId, float]
    out_of: Mapping[DistrictId, float]


def points(distance: int) -> int:
    """The points of an order, by the shortest distance on the whole board."""
    return math.ceil(1.5 * distance)


def figures(board: Board, pairs: Iterable[Pair]) -> Figures:
    """The distances of a deck: all of them, and by district."""
    pairs = list(pairs)
    all_distances = [board.free.distances[start][to] for start, to in pairs]
    mean = sum(all_distances) / len(pairs)
    by_end: list[dict[DistrictId, float]] = []
    for end in (1, 0):
        lists: dict[DistrictId, list[int]] = {district: [] for district in board.district}
        for pair, distance in zip(pairs, all_distances, strict=True):
            lists[board.district_of[pair[end]]].append(distance)
        by_end.append({district: sum(some) / len(some) for district, some in lists.items() if some})
    return Figures(
        mean,
        math.sqrt(sum((distance - mean) ** 2 for distance in all_distances) / len(pairs)),
        max(all_distances),
        dict(sorted(Counter(all_distances).items())),
        *by_end,
    )


def faults(board: Board, pairs: Sequence[Pair]) -> list[str]:
    """Everything in a deck that breaks the structure; empty if nothing does."""
    found = []
    district_of = board.district_of
    if sorted((district_of[start], district_of[to]) for start, to in pairs) != sorted(permutations(board.district, 2)):
        found.append("not one order for every ordered pair of districts")
    for name, end in (("start", 0), ("destination", 1)):
        count = Counter(pair[end] for pair in pairs)
        found += [f"{place} is {count[place]} times a {name}" for place in board.place if count[place] != 2]
        found += [f"{rule} is missing" for rule, (place, at) in ENDS.items() if at == end and not count[place]]
    found += [f"{rule} is missing" for pair, rule in FIXED.items() if pair not in pairs]
    for start, to in pairs:
        if board.free.distances[start][to] < SHORTEST:
            found.append(f"{start} and {to} are neighbours at distance 1")
        if start < to and (to, start) in pairs:
            found.append(f"{start} and {to} have an order each way")
    return found


def _cost(board: Board, pairs: Sequence[Pair], wish: Wish) -> float:
    """How far a deck is from the wish, and how much it breaks."""
    is_there = set(pairs)
    broken = sum(pair not in is_there for pair in FIXED)
    far = board.free.distances
    broken += sum((far[start][to] < SHORTEST) + (start < to and (to, start) in is_there) for start, to in pairs)
    has = figures(board, pairs)
    cost = 20 * (has.mean - wish.mean) ** 2 + _BROKEN * broken
    if wish.spread is not None:
        cost += 20 * (has.spread - wish.spread) ** 2
    if wish.longest is not None:
        cost += sum(number * (far - wish.longest) for far, number in has.distances.items() if far > wish.longest)
    return cost + sum(3 * (has.into[district] - wished) ** 2 for district, wished in wish.into.items())


def _first_deck(board: Board, rng: random.Random) -> list[Pair]:
    """Any deck in which every object is twice a start and twice a destination."""
    places = {
        district: [place.id for place in board.places if place.district == district] for district in board.district
    }
    ends: list[dict[tuple[DistrictId, DistrictId], FieldId]] = []
    for _ in range(2):  # first the starts in each district by destination, then the other way round
        chosen = {}
        for district in board.district:
            others = [other for other in board.district if other != district]
            for other, end in zip(others, _mixed([*places[district], *places[district]], rng), strict=True):
                chosen[district, other] = end
        ends.append(chosen)
    return [(ends[0][pair], ends[1][pair[1], pair[0]]) for pair in permutations(board.district, 2)]


def _mixed(items: list[FieldId], rng: random.Random) -> list[FieldId]:
    """In another order; only `random()`, because it gives the same numbers in every version of Python."""
    keys = [rng.random() for _ in items]
    return [item for _, item in sorted(zip(keys, items, strict=True))]


def design(board: Board, wish: Wish, seed: int = 1, steps: int = STEPS) -> list[Pair]:
    """The best deck of a simulated annealing in which two orders exchange their starts or destinations."""
    rng = random.Random(seed)
    deck = _first_deck(board, rng)
    same_end = [
        [[n for n, pair in enumerate(deck) if board.district_of[pair[end]] == district] for district in board.district]
        for end in (0, 1)
    ]
    cost = _cost(board, deck, wish)
    best, least = list(deck), cost
    for step in range(steps):
        warmth = _WARM * (_COLD / _WARM) ** (step / steps)
        end = int(rng.random() * 2)
        group = same_end[end][int(rng.random() * len(same_end[end]))]
        one, other = group[int(rng.random() * len(group))], group[int(rng.random() * len(group))]
        if deck[one][end] == deck[other][end]:
            continue
        before = deck[one], deck[other]
        deck[one], deck[other] = _exchanged(*before, end)
        new_cost = _cost(board, deck, wish)
        if new_cost <= cost or rng.random() < math.exp((cost - new_cost) / warmth):
            cost = new_cost
            if cost < least:
                best, least = list(deck), cost
        else:
            deck[one], deck[other] = before
    return best


def _exchanged(one: Pair, other: Pair, end: int) -> tuple[Pair, Pair]:
    """Two orders that have exchanged their starts (0) or destinations (1)."""
    if end == 0:
        return (other[0], one[1]), (one[0], other[1])
    return (one[0], other[1]), (other[0], one[1])


def origins(pairs: Sequence[Pair]) -> dict[Pair, str]:
    """Where each order comes from: the first that has an end known from the rulebook carries its id."""
    found = dict.fromkeys(pairs, "designed") | {pair: f"rulebook:{rule}" for pair, rule in FIXED.items()}
    for rule, (place, end) in ENDS.items():
        for pair in pairs:
            if pair[end] == place and found[pair] == "designed":
                found[pair] = f"rulebook:{rule}"
                break
    return found


def toml_text(board: Board, pairs: Sequence[Pair], head: str = "") -> str:
    """The deck as a data file."""
    lines = [f"# {line}".rstrip() for line in head.splitlines()]
    origin = origins(pairs)
    district = ""
    for start, to in pairs:
        if board.district_of[start] != district:
            district = board.district_of[start]
            lines += ["", f"# From {board.district[district].name}."]
        lines += [
            "",
            "[[orders]]",
            f'from = "{start}"',
            f'to = "{to}"',
            f"points = {points(board.free.distances[start][to])}",
            f'origin = "{origin[start, to]}"',
        ]
    return "\n".join(lines).lstrip("\n") + "\n"


def described(board: Board, pairs: Sequence[Pair]) -> str:
    """The figures of a deck, for people."""
    has = figures(board, pairs)
    lines = [
        f"mean distance {has.mean:.2f}, spread {has.spread:.2f}, longest {has.longest}",
        "distance:count " + " ".join(f"{distance}:{count}" for distance, count in has.distances.items()),
        *(
            f"  {district:20} into {has.into[district]:5.2f}   out of {has.out_of[district]:5.2f}"
            for district in has.into
        ),
    ]
    return "\n".join(lines)


def _into(text: str) -> tuple[DistrictId, float]:
    district, _, mean = text.partition("=")
    return district, float(mean)


HEAD = """\
The 42 orders (rulebook:D-13): one for every ordered pair of different districts.
Each object is twice a start and twice a destination.

The rulebook fixes both ends and the points of O-1, both ends of O-2, and one end of O-3 to O-7.
The other ends and points are ours. They were found by tools/design_orders.py and chosen by
playing (docs/calibration.md). No neighbours at distance 1, no order back between the same two objects.
Mean distance {mean:.2f}, longest {longest}.

points = 1.5 times the shortest distance on the whole board, rounded up.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Design, check, describe and perhaps write."""
    parser = argparse.ArgumentParser(description="Design the 42 orders.")
    parser.add_argument("--mean", type=float, required=True, help="wished mean distance")
    parser.add_argument("--spread", type=float, help="wished standard deviation of the distances")
    parser.add_argument("--longest", type=int, help="no order should be longer")
    parser.add_argument("--into", type=_into, action="append", default=[], help="district=mean distance of its orders")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("--write", type=Path, help="the data file to write")
    given = parser.parse_args(arguments)
    board = load_scenario("basic").board
    if unknown := [district for district, _ in given.into if district not in board.district]:
        parser.error(f"no such district: {', '.join(unknown)}; there are {', '.join(board.district)}")
    wish = Wish(given.mean, given.spread, given.longest, dict(given.into))
    deck = design(board, wish, given.seed, given.steps)
    print(described(board, deck))
    if broken := faults(board, deck):
        print("no such deck was found:", *broken, sep="\n  ", file=sys.stderr)
        return 1
    if given.write is not None:
        has = figures(board, deck)
        given.write.write_text(toml_text(board, deck, HEAD.format(mean=has.mean, longest=has.longest)), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
