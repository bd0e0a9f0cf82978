"""Tournaments: every bot meets every other one, with the same deals for both, on all sides of the table."""

from __future__ import annotations

import math
from collections.abc import Sequence
from concurrent.futures import Executor
from itertools import combinations
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from mali_powstancy.lab.intervals import Estimate, difference, mean, share_of_groups
from mali_powstancy.lab.playing import Maker, check_bots
from mali_powstancy.lab.running import ScenarioOrName, opening_of, scenario_of, short_name, simulate_tables, whole
from mali_powstancy.tabletop.game import Seat
from mali_powstancy.tabletop.library import rules_of
from mali_powstancy.tabletop.playing import SLOWEST
from mali_powstancy.tabletop.tally import Row

Item = TypeVar("Item")
Sides = tuple[tuple[Seat, ...], ...]
"""Who wins together, see `tabletop.game.Game.sides`."""
Places = tuple[int, ...]
"""By seat of one game: which of two bots sits there, 0 or 1."""


class Match(NamedTuple):
    """What came of all games between two bots."""

    one: str
    other: str
    wins: Estimate
    """The share of its games that `one` has won; a shared win counts in part, a common defeat for nobody."""
    losses: Estimate
    """The share of its games that `other` has won."""
    defeats: Estimate
    """The share of all these games that everybody has lost together."""
    lead: Estimate
    """Wins less losses, deal by deal: if the interval holds 0, no difference has been shown."""
    points: Estimate
    """By how many points per seat `one` was ahead of `other`, deal by deal, in games that were scored."""


class Standing(NamedTuple):
    """What came of all games of one bot."""

    bot: str
    wins: Estimate
    """The share of its games that it has won."""
    points: Estimate
    """Its mean points per seat in games that were scored."""
    defeats: Estimate
    """The share of its games that were lost together."""


class Standings(NamedTuple):
    """A finished tournament, or an interrupted one: then only of the deals that everybody has played."""

    scenario: Any
    players: int
    bots: tuple[Standing, ...]
    """The best first, by wins."""
    matches: tuple[Match, ...]
    games: int
    """How many games each bot has played against each other one, or beside it."""
    complete: bool
    note: str

    def match(self, one: str, other: str) -> Match:
        """The match of two bots, as the first of them sees it."""
        for match in self.matches:
            if (match.one, match.other) == (one, other):
                return match
            if (match.one, match.other) == (other, one):
                lead, points = _reversed(match.lead), _reversed(match.points)
                return Match(one, other, match.losses, match.wins, match.defeats, lead, points)
        raise KeyError(f"{one} and {other} have not met")

    def __repr__(self) -> str:
        ranking = ", ".join(f"{standing.bot} {standing.wins.value:.1%}" for standing in self.bots)
        return f"<tournament of {self.scenario.name} for {self.players}, {self.games} games each: {ranking}>"


def tournament(
    bots: Sequence[str | Maker],
    games: int = 200,
    scenario: ScenarioOrName = "basic",
    players: int = 2,
    seed: int = 1,
    executor: Executor | None = None,
    *,
    folder: str | PathLike[str] | None = None,
    progress: bool | None = None,
    slowest: float | None = SLOWEST,
    language: str | None = None,
) -> Standings:
    """Let every bot meet every other one in so many games, or a few more, so that all deals are whole.

    Two bots take the sides of a table in turn, and then these are changed until each bot has had every side equally
    often. Where everybody plays alone that makes two games for two or four players (ABAB, BABA) and six for three (ABA,
    BAA, AAB, BAB, ABB, BBA); two camps play two games. Where all are one side, each bot has a table of its own (AAA,
    BBB). All of them are one deal: chance has the same stream in each, so that luck hits both bots alike, and they are
    compared deal by deal. With a folder every row is kept there, and a later call plays only what is missing.
    """
    loaded = scenario_of(scenario)
    check_bots(bots, loaded.game_id)
    names = [short_name(bot) for bot in bots]
    if len(set(names)) != len(names) or len(names) < 2:
        raise ValueError(f"a tournament needs two or more bots with different names, not {', '.join(names) or 'none'}")
    if whole("games", games) < 1:
        raise ValueError(f"a tournament needs at least one game, not {games}")
    sides = sides_of(loaded, players)
    seats = arrangements(sides)
    own = sum(0 in places for places in seats)  # games of one bot in a deal
    pairs = tables_of(bots, loaded, players)
    # Where all are one side, the table of a bot is the same in all its matches and is played once.
    tables = {_name(table): table for pair in pairs for table in pair}
    found = simulate_tables(
        [(loaded, table) for table in tables.values()],
        math.ceil(games / own),
        seed,
        executor,
        files=[] if folder is None else [_file(Path(folder), name) for name in tables],
        progress=progress,
        slowest=slowest,
        language=language,
    )
    played = dict(zip(tables, found, strict=True))
    results = [
        _Result(two, sides, seats, [played[_name(table)] for table in pair])
        for two, pair in zip(combinations(names, 2), pairs, strict=True)
    ]
    standings = sorted((_standing(name, results, own) for name in names), key=lambda one: -one.wins.value)
    return Standings(
        loaded,
        players,
        tuple(standings),
        tuple(result.match() for result in results),
        len(found[0]) * own,
        found[0].complete,
        found[0].note,
    )


def sides_of(scenario: Any, players: int) -> Sides:
    """Who wins together at a table of so many."""
    return rules_of(scenario.game_id).sides(opening_of(scenario, players))


def tables_of(bots: Sequence[Item], scenario: ScenarioOrName, players: int) -> list[list[list[Item]]]:
    """For every pair of bots, in the order of the matches, who sits where in the games of one deal."""
    seats = arrangements(sides_of(scenario_of(scenario), players))
    return [[[pair[place] for place in places] for places in seats] for pair in combinations(bots, 2)]


def arrangements(sides: Sides) -> list[Places]:
    """Who sits where in the games of one deal: a side has one bot, and each bot has every side equally often."""
    first = [side % 2 for side in range(len(sides))]
    turned = [tuple(first[turn:] + first[:turn]) for turn in range(len(sides))]
    changed = [tuple(1 - place for place in places) for places in turned]
    side_of = {seat: number for number, side in enumerate(sides) for seat in side}
    return [tuple(by_side[side_of[seat]] for seat in sorted(side_of)) for by_side in dict.fromkeys([*turned, *changed])]


def _name(table: Sequence[str | Maker]) -> str:
    return "+".join(map(short_name, table))


def _file(folder: Path, name: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{name}.jsonl"


class _Result:
    """The games of a pair, deal by deal."""

    def __init__(
        self, names: tuple[str, str], sides: Sides, seats: Sequence[Places], rows: Sequence[Sequence[Row]]
    ) -> None:
        self.names = names
        self.sides = sides
        self.deals = [list(zip(seats, deal, strict=True)) for deal in zip(*rows, strict=True)]
        self.sizes = [sum(place in places for places in seats) for place in (0, 1)]
        """By bot: in how many games of a deal it plays."""
        self.size = len(seats)
        self.wins = [[self._mean_wins(deal, place) for deal in self.deals] for place in (0, 1)]
        """By bot and deal: the share of its games that it has won."""
        self.defeats = [[self._mean_defeats(deal, place) for deal in self.deals] for place in (0, 1)]
        """By bot and deal: the share of its games that everybody has lost."""
        self.lost = [sum(row.is_defeat for _, row in deal) / self.size for deal in self.deals]
        """By deal: the share of all games that everybody has lost."""
        self.points = [[_mean_points(deal, place) for deal in self.deals] for place in (0, 1)]
        """By bot and deal: its mean points per seat; NaN if all games of the deal were lost."""

    def _mean_wins(self, deal: Sequence[tuple[Places, Row]], place: int) -> float:
        won = (row.win_of(side[0]) for places, row in deal for side in self.sides if places[side[0]] == place)
        return math.fsum(won) / self.sizes[place]

    def _mean_defeats(self, deal: Sequence[tuple[Places, Row]], place: int) -> float:
        return sum(row.is_defeat for places, row in deal if place in places) / self.sizes[place]

    def match(self) -> Match:
        lead = difference(self.wins[0], self.wins[1])
        ahead = (one - other for one, other in zip(*self.points, strict=True))
        return Match(
            *self.names,
            share_of_groups(self.wins[0], self.sizes[0]),
            share_of_groups(self.wins[1], self.sizes[1]),
            share_of_groups(self.lost, self.size),
            lead._replace(low=max(lead.low, -1.0), high=min(lead.high, 1.0)),
            mean(points for points in ahead if not math.isnan(points)),
        )


def _mean_points(deal: Sequence[tuple[Places, Row]], place: int) -> float:
    """Every scored game counts alike, however many seats the bot had in it."""
    by_game = [
        math.fsum(points for points, sits in zip(row.points, places, strict=True) if sits == place)
        / places.count(place)
        for places, row in deal
        if row.points and place in places
    ]
    return math.fsum(by_game) / len(by_game) if by_game else math.nan


def _standing(name: str, results: Sequence[_Result], size: int) -> Standing:
    """All matches of a bot together; the same deal in several matches is one case."""
    mine = [(result, result.names.index(name)) for result in results if name in result.names]
    if len(mine[0][0].sides) == 1:
        mine = mine[:1]  # its games are the same in all of them
    wins = [math.fsum(shares) / len(mine) for shares in zip(*(r.wins[place] for r, place in mine), strict=True)]
    defeats = [math.fsum(shares) / len(mine) for shares in zip(*(r.defeats[place] for r, place in mine), strict=True)]
    points = []
    for deal in zip(*(result.points[place] for result, place in mine), strict=True):
        scored = [value for value in deal if not math.isnan(value)]
        if scored:
            points.append(math.fsum(scored) / len(scored))
    cases = size * len(mine)
    return Standing(name, share_of_groups(wins, cases), mean(points), share_of_groups(defeats, cases))


def _reversed(found: Estimate) -> Estimate:
    return Estimate(-found.value, -found.high, -found.low, found.n)
