"""Tournaments: every bot meets every other one, with the same deals for both, on all seats."""

from __future__ import annotations

import math
from collections.abc import Sequence
from concurrent.futures import Executor
from itertools import combinations
from os import PathLike
from pathlib import Path
from typing import NamedTuple, TypeVar

from mali_powstancy.engine.rules.setup import new_game
from mali_powstancy.engine.scenario import Scenario
from mali_powstancy.lab.intervals import Estimate, difference, mean, share_of_groups
from mali_powstancy.lab.playing import Maker, check_bots
from mali_powstancy.lab.rows import GameRow
from mali_powstancy.lab.running import Rules, scenario_of, short_name, simulate_tables, whole
from mali_powstancy.tabletop.playing import SLOWEST

Item = TypeVar("Item")


class Match(NamedTuple):
    """What came of all games between two bots."""

    one: str
    other: str
    wins: Estimate
    """The share of the games that `one` has won; a shared win counts in part, a common defeat for nobody."""
    losses: Estimate
    """The share of the games that `other` has won."""
    defeats: Estimate
    """The share of the games that both have lost together."""
    lead: Estimate
    """Wins less losses, deal by deal: if the interval holds 0, no difference has been shown."""
    points: Estimate
    """By how many points per seat `one` was ahead of `other`, deal by deal, in games without a common defeat."""


class Standing(NamedTuple):
    """What came of all games of one bot."""

    bot: str
    wins: Estimate
    """The share of its games that it has won."""
    points: Estimate
    """Its mean points per seat in games without a common defeat."""
    defeats: Estimate
    """The share of its games that were lost together."""


class Standings(NamedTuple):
    """A finished tournament, or an interrupted one: then only of the deals that everybody has played."""

    scenario: Scenario
    players: int
    bots: tuple[Standing, ...]
    """The best first, by wins."""
    matches: tuple[Match, ...]
    games: int
    """How many games each pair has played."""
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
    scenario: Rules = "basic",
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

    Two bots sit in turn around the table, and then the seats are changed until each bot has had every seat equally
    often: two games for two or four players (ABAB, BABA), six for three (ABA, BAA, AAB, BAB, ABB, BBA). All of them
    are one deal: chance has the same stream in each, so that luck hits both bots alike, and they are compared deal by
    deal. With a folder every row is kept there, and a later call plays only what is missing.
    """
    check_bots(bots)
    names = [short_name(bot) for bot in bots]
    if len(set(names)) != len(names) or len(names) < 2:
        raise ValueError(f"a tournament needs two or more bots with different names, not {', '.join(names) or 'none'}")
    if whole("games", games) < 1:
        raise ValueError(f"a tournament needs at least one game, not {games}")
    loaded = scenario_of(scenario)
    new_game(loaded, players)  # refuses a number of players that the scenario does not know
    seats = arrangements(players)
    tables = [table for pair in tables_of(bots, players) for table in pair]
    played = simulate_tables(
        [(loaded, table) for table in tables],
        math.ceil(games / len(seats)),
        seed,
        executor,
        files=[] if folder is None else [_file(Path(folder), table) for table in tables],
        progress=progress,
        slowest=slowest,
        language=language,
    )
    results = [
        _Result(short_name(one), short_name(other), seats, played[at * len(seats) : (at + 1) * len(seats)])
        for at, (one, other) in enumerate(combinations(bots, 2))
    ]
    standings = sorted((_standing(name, results, len(seats)) for name in names), key=lambda one: -one.wins.value)
    return Standings(
        loaded,
        players,
        tuple(standings),
        tuple(result.match() for result in results),
        len(played[0]) * len(seats),
        played[0].complete,
        played[0].note,
    )


def tables_of(bots: Sequence[Item], players: int) -> list[list[list[Item]]]:
    """For every pair of bots, in the order of the matches, who sits where in the games of one deal."""
    return [[[pair[place] for place in places] for places in arrangements(players)] for pair in combinations(bots, 2)]


def arrangements(players: int) -> list[tuple[int, ...]]:
    """Who sits where in the games of one deal: by seat 0 or 1, each of them on every seat equally often."""
    first = [seat % 2 for seat in range(players)]
    turned = [tuple(first[turn:] + first[:turn]) for turn in range(players)]
    changed = [tuple(1 - place for place in places) for places in turned]
    return list(dict.fromkeys([*turned, *changed]))


def _file(folder: Path, table: Sequence[str | Maker]) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{'+'.join(map(short_name, table))}.jsonl"


class _Result:
    """The games of a pair, deal by deal."""

    def __init__(
        self, one: str, other: str, seats: Sequence[tuple[int, ...]], rows: Sequence[Sequence[GameRow]]
    ) -> None:
        self.names = (one, other)
        self.size = len(seats)
        self.deals = [list(zip(seats, deal, strict=True)) for deal in zip(*rows, strict=True)]
        self.wins = [[self._mean_wins(deal, place) for deal in self.deals] for place in (0, 1)]
        """By bot and deal: the share of the games that it has won."""
        self.defeats = [sum(row.is_defeat for _, row in deal) / self.size for deal in self.deals]
        self.points = [[_mean_points(deal, place) for deal in self.deals] for place in (0, 1)]
        """By bot and deal: its mean points per seat; NaN if all games of the deal were lost."""

    def _mean_wins(self, deal: Sequence[tuple[tuple[int, ...], GameRow]], place: int) -> float:
        won = (row.win_of(seat) for places, row in deal for seat, sits in enumerate(places) if sits == place)
        return math.fsum(won) / self.size

    def match(self) -> Match:
        lead = difference(self.wins[0], self.wins[1])
        ahead = (one - other for one, other in zip(*self.points, strict=True))
        return Match(
            *self.names,
            share_of_groups(self.wins[0], self.size),
            share_of_groups(self.wins[1], self.size),
            share_of_groups(self.defeats, self.size),
            lead._replace(low=max(lead.low, -1.0), high=min(lead.high, 1.0)),
            mean(points for points in ahead if not math.isnan(points)),
        )


def _mean_points(deal: Sequence[tuple[tuple[int, ...], GameRow]], place: int) -> float:
    """Every scored game counts alike, however many seats the bot had in it."""
    by_game = [
        math.fsum(points for points, sits in zip(row.points, places, strict=True) if sits == place)
        / places.count(place)
        for places, row in deal
        if row.points
    ]
    return math.fsum(by_game) / len(by_game) if by_game else math.nan


def _standing(name: str, results: Sequence[_Result], size: int) -> Standing:
    """All matches of a bot together; the same deal in several matches is one case."""
    mine = [(result, result.names.index(name)) for result in results if name in result.names]
    wins = [math.fsum(shares) / len(mine) for shares in zip(*(r.wins[place] for r, place in mine), strict=True)]
    defeats = [math.fsum(shares) / len(mine) for shares in zip(*(r.defeats for r, _ in mine), strict=True)]
    points = []
    for deal in zip(*(result.points[place] for result, place in mine), strict=True):
        scored = [value for value in deal if not math.isnan(value)]
        if scored:
            points.append(math.fsum(scored) / len(scored))
    cases = size * len(mine)
    return Standing(name, share_of_groups(wins, cases), mean(points), share_of_groups(defeats, cases))


def _reversed(found: Estimate) -> Estimate:
    return Estimate(-found.value, -found.high, -found.low, found.n)
