"""Results: what came of large fixed sets of games, small enough to be shipped; `make results` plays them again.

>>> falls = result_named("falls")
>>> falls.source.scenario, falls.table(3).games
('extended-3', 1000)
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any, Literal, NamedTuple, overload

from mali_powstancy.analysis.names import known_name
from mali_powstancy.engine.board import DistrictId
from mali_powstancy.engine.scenario import Scenario
from mali_powstancy.engine.scenario_file import load_scenario
from mali_powstancy.engine.tally import GameRow
from mali_powstancy.lab.executors import Serial
from mali_powstancy.lab.intervals import Estimate, mean, share
from mali_powstancy.lab.rows import Games
from mali_powstancy.lab.running import simulate
from mali_powstancy.lab.tournament import Match, Standing, Standings, tables_of
from mali_powstancy.tabletop.game import Scenario as AnyScenario
from mali_powstancy.tabletop.library import load_scenario as any_scenario
from mali_powstancy.tabletop.library import rules_of
from mali_powstancy.tabletop.tally import Row

DIGITS = 6
"""So many digits of an estimate are kept, so that every computer writes the same file."""
SAMPLE = 40
"""By so many games of a table it is seen whether the bots still play as they did."""
DEALS = 10
"""By so many deals of every match of a tournament."""
ORDERS_KEPT = 12
"""So many orders of falls are kept, the most frequent ones."""


ALL_LOSE, ALL_WIN, SOME_WIN, UNDECIDED = FATES = ("all-lose", "all-win", "some-win", "undecided")
"""Who has won: nobody, everybody, one side or some of them; or the game is a draw."""


class ResultError(ValueError):
    """A file of results cannot be read."""


class GamesSource(NamedTuple):
    """Which games these were: whoever plays them again gets the same result."""

    scenario: str
    hash: str
    """Of the scenario: another one means other rules, roads or cards."""
    rules: int
    """The version of the engine's rules."""
    seed: int


class FallTable(NamedTuple):
    """How districts fell in the games at one table, as counts."""

    bots: tuple[str, ...]
    games: int
    sample: str
    """A fingerprint of the first games, see `sample_of`."""
    lost: int
    """How many games all have lost together."""
    rounds: int
    """The last round of the longest game."""
    fell: Mapping[DistrictId, tuple[int, ...]]
    """By district, in the order of the board: in how many games it fell in round 1, 2, ..."""
    first: Mapping[DistrictId, int]
    """In how many games it was the first to fall."""
    orders: tuple[tuple[tuple[DistrictId, ...], int], ...]
    """The most frequent orders of falls, each with its games; `()` stands for games in which none fell."""
    counts: tuple[int, ...]
    """In how many games 0, 1, 2, ... districts fell."""

    def share_of(self, district: DistrictId) -> Estimate:
        """The share of the games in which it fell."""
        return share(sum(self.fell[district]), self.games)

    def share_by(self, district: DistrictId, round: int) -> Estimate:
        """The share of the games in which it has fallen by the end of a round."""
        return share(sum(self.fell[district][:round]), self.games)

    def rounds_of(self, district: DistrictId) -> list[int]:
        """The rounds in which it fell, in rising order, one for each game in which it did."""
        return [number for number, times in enumerate(self.fell[district], start=1) for _ in range(times)]


class FallsResult(NamedTuple):
    """The falls of districts at one or more tables."""

    source: GamesSource
    tables: tuple[FallTable, ...]

    def table(self, players: int) -> FallTable:
        """The table with so many players; raise `LookupError` if there is none."""
        for table in self.tables:
            if len(table.bots) == players:
                return table
        known = ", ".join(str(len(table.bots)) for table in self.tables)
        raise LookupError(f"there are no games for {players} players; there are some for {known}")


class OutcomeTable(NamedTuple):
    """How the games at one table ended, as counts; each mapping says in how many games something was so large."""

    bots: tuple[str, ...]
    games: int
    sample: str
    """A fingerprint of the first games, see `sample_of`."""
    endings: Mapping[str, int]
    """By the values of `engine.Ending`."""
    lost: int
    """How many games all have lost together."""
    rounds: Mapping[int, int]
    delivered: Mapping[int, int]
    late: Mapping[int, int]
    points: Mapping[int, int]
    """The points of all together, in games without a common defeat."""

    def defeats(self) -> Estimate:
        """The share of the games that all have lost together."""
        return share(self.lost, self.games)

    def mean_of(self, what: Literal["rounds", "delivered", "late", "points"]) -> Estimate:
        """The mean of one of the counts in a game."""
        counts: Mapping[int, int] = getattr(self, what)
        return mean(value for value, times in sorted(counts.items()) for _ in range(times))


class OutcomesResult(NamedTuple):
    """The outcomes at one or more tables."""

    source: GamesSource
    tables: tuple[OutcomeTable, ...]


class EndTable(NamedTuple):
    """How the games of one game ended, as counts: such a table can stand beside that of any other game."""

    source: GamesSource
    bots: tuple[str, ...]
    games: int
    sample: str
    """A fingerprint of the first games, see `sample_of`."""
    endings: Mapping[str, int]
    """By the values of the game's own `Ending`."""
    fates: Mapping[str, int]
    """By `FATES`: who has won."""
    rounds: Mapping[int, int]
    """How many games had so many rounds, or missions."""

    @property
    def game_id(self) -> str:
        """Which game it is."""
        return str(any_scenario(self.source.scenario).game_id)

    def share_of(self, ends: Collection[str]) -> Estimate:
        """The share of the games that ended in one of these ways: fates or endings."""
        counts = {**self.endings, **self.fates}
        return share(sum(counts.get(end, 0) for end in ends), self.games)

    def length(self) -> Estimate:
        """The mean number of rounds."""
        return mean(value for value, times in sorted(self.rounds.items()) for _ in range(times))


class EndsResult(NamedTuple):
    """How games of different games ended, side by side."""

    tables: tuple[EndTable, ...]

    def of(self, game_id: str) -> EndTable:
        """The table of a game."""
        return next(table for table in self.tables if table.game_id == game_id)


class TournamentResult(NamedTuple):
    """A finished tournament."""

    source: GamesSource
    sample: str
    """A fingerprint of the first deals, see `sample_of_tournament`."""
    standings: Standings


ShippedResult = FallsResult | OutcomesResult | EndsResult | TournamentResult


# Counting -------------------------------------------------------------------------------------------------------------


def source_of(scenario: AnyScenario, seed: int | None) -> GamesSource:
    """Where games of this scenario and seed come from."""
    if seed is None:
        raise ValueError("games without a seed cannot be played again")
    return GamesSource(scenario.name, scenario.hash, rules_of(scenario.game_id).RULES, seed)


def sample_of(games: Games, size: int = SAMPLE) -> str:
    """A fingerprint of the first few games: another one if the bots, and not the rules alone, have changed."""
    return together([json.dumps(games.rows[:size])])


def sample_of_tournament(
    bots: Sequence[str], scenario: str | Scenario, players: int, seed: int, deals: int = DEALS
) -> str:
    """The same for the first few deals of a tournament, which are played for this: all matches, on all seats."""
    tables = [table for pair in tables_of(bots, scenario, players) for table in pair]
    return together(sample_of(simulate(deals, table, scenario, seed, Serial()), deals) for table in tables)


def together(samples: Iterable[str]) -> str:
    """One fingerprint for many."""
    return sha256("\n".join(samples).encode()).hexdigest()[:12]


def falls_result(tables: Iterable[Games]) -> FallsResult:
    """The falls in these games, which are of one scenario and seed."""
    played = list(tables)
    return FallsResult(_common_source(played), tuple(map(fall_table, played)))


def outcomes_result(tables: Iterable[Games]) -> OutcomesResult:
    """The outcomes of these games, which are of one scenario and seed."""
    played = list(tables)
    return OutcomesResult(_common_source(played), tuple(map(_outcome_table, played)))


def ends_result(tables: Iterable[Games]) -> EndsResult:
    """How these games ended, table by table; each may be of another game."""
    return EndsResult(tuple(map(_end_table, tables)))


def tournament_result(standings: Standings, seed: int) -> TournamentResult:
    """A tournament of shipped bots as it is kept: its estimates have few digits."""
    names = [match.one for match in standings.matches] + [match.other for match in standings.matches]
    sample = sample_of_tournament(list(dict.fromkeys(names)), standings.scenario, standings.players, seed)
    return _tournament_from(_tournament_data(TournamentResult(source_of(standings.scenario, seed), sample, standings)))


def _common_source(tables: Sequence[Games]) -> GamesSource:
    sources = {source_of(games.scenario, games.seed) for games in tables}
    if len(sources) != 1:
        raise ValueError("one result is of games of one scenario and one seed")
    return sources.pop()


def fall_table(games: Games) -> FallTable:
    """The falls in the games at one table."""
    last = max((row.rounds for row in games), default=0)
    times = Counter((fall.district, fall.round) for row in games for fall in row.falls)
    first = Counter(row.falls[0].district for row in games if row.falls)
    orders = Counter(tuple(fall.district for fall in row.falls) for row in games)
    counts = Counter(len(row.falls) for row in games)
    districts = list(games.scenario.board.district)
    return FallTable(
        games.bots,
        len(games),
        sample_of(games),
        sum(row.is_defeat for row in games),
        last,
        {district: tuple(times[district, number] for number in range(1, last + 1)) for district in districts},
        {district: first[district] for district in districts},
        tuple(sorted(orders.items(), key=lambda item: (-item[1], item[0]))[:ORDERS_KEPT]),
        tuple(counts[number] for number in range(max(counts, default=-1) + 1)),
    )


def _outcome_table(games: Games) -> OutcomeTable:
    scored: list[GameRow] = [row for row in games if row.points]
    return OutcomeTable(
        games.bots,
        len(games),
        sample_of(games),
        dict(sorted(Counter(row.ending for row in games).items())),
        sum(row.is_defeat for row in games),
        _histogram(row.rounds for row in games),
        _histogram(sum(map(len, row.delivered)) for row in games),
        _histogram(row.late for row in games),
        _histogram(sum(row.points) for row in scored),
    )


def _end_table(games: Games) -> EndTable:
    return EndTable(
        source_of(games.scenario, games.seed),
        games.bots,
        len(games),
        sample_of(games),
        dict(sorted(Counter(row.ending for row in games).items())),
        dict(sorted(Counter(fate_of(row, games.players) for row in games).items())),
        _histogram(row.rounds for row in games),
    )


def fate_of(row: Row, players: int) -> str:
    """Who has won: one of `FATES`. All win where all are one side; a win that two sides share is one of some."""
    if row.is_defeat:
        return ALL_LOSE
    if not row.winners:
        return UNDECIDED
    is_common = len(row.winners) == players and all(row.win_of(seat) == 1 for seat in row.winners)
    return ALL_WIN if is_common else SOME_WIN


def _histogram(numbers: Iterable[int]) -> dict[int, int]:
    return dict(sorted(Counter(numbers).items()))


# Files ----------------------------------------------------------------------------------------------------------------


@overload
def result_named(name: Literal["falls"]) -> FallsResult: ...
@overload
def result_named(name: Literal["tempers"]) -> OutcomesResult: ...
@overload
def result_named(name: Literal["three-games"]) -> EndsResult: ...
@overload
def result_named(name: Literal["tournament"]) -> TournamentResult: ...
@overload
def result_named(name: str) -> ShippedResult: ...
def result_named(name: str) -> ShippedResult:
    """The shipped result of this name; raise `UnknownName` if there is none."""
    return _read(known_name("result", name, shipped_results()))


def shipped_results() -> list[str]:
    """The names of all shipped results."""
    folder = files("mali_powstancy").joinpath("data", "results")
    return sorted(file.name.removesuffix(".json") for file in folder.iterdir() if file.name.endswith(".json"))


@cache
def _read(name: str) -> ShippedResult:
    text = files("mali_powstancy").joinpath("data", "results", f"{name}.json").read_text("utf-8")
    return result_from_text(text, f"{name}.json")


def result_text(result: ShippedResult) -> str:
    """The text of a result's file: the same result always gives the same text, with a line for each part."""
    content: dict[str, Any]
    match result:
        case FallsResult():
            content = {"kind": "falls", "source": result.source._asdict()}
            content["tables"] = [table._asdict() for table in result.tables]
        case OutcomesResult():
            content = {"kind": "outcomes", "source": result.source._asdict()}
            content["tables"] = [table._asdict() for table in result.tables]
        case EndsResult():
            content = {"kind": "ends", "tables": [_end_data(table) for table in result.tables]}
        case TournamentResult():
            content = _tournament_data(result)
    return f"{_lined(content)}\n"


def result_from_text(text: str, name: str = "the file") -> ShippedResult:
    """The result in a text that `result_text` has made; raise `ResultError` if it is no such text."""
    try:
        content = json.loads(text)
        kind = content["kind"]
        if kind == "ends":
            return EndsResult(tuple(map(_end_table_from, content["tables"])))
        source = GamesSource(**content["source"])
        match kind:
            case "falls":
                return FallsResult(source, tuple(map(fall_table_from, content["tables"])))
            case "outcomes":
                return OutcomesResult(source, tuple(map(_outcome_table_from, content["tables"])))
            case "tournament":
                return _tournament_from(content)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ResultError(f"{name} cannot be read as a result ({error}); `make results` makes it again") from error
    raise ResultError(f"{name} holds no result that is known here, but {kind!r}; `make results` makes it again")


def _lined(content: Mapping[str, Any]) -> str:
    """JSON with a line for each key, and for each entry of a list of tables."""
    parts = []
    for key, value in content.items():
        is_list = isinstance(value, list) and value and isinstance(value[0], dict | list)
        inner = "[\n" + ",\n".join(map(_compact, value)) + "\n]" if is_list else _compact(value)
        parts.append(f"{_compact(key)}: {inner}")
    return "{\n" + ",\n".join(parts) + "\n}"


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def fall_table_from(raw: Mapping[str, Any]) -> FallTable:
    return FallTable(
        tuple(raw["bots"]),
        raw["games"],
        raw["sample"],
        raw["lost"],
        raw["rounds"],
        {district: tuple(times) for district, times in raw["fell"].items()},
        dict(raw["first"]),
        tuple((tuple(districts), times) for districts, times in raw["orders"]),
        tuple(raw["counts"]),
    )


def _outcome_table_from(raw: Mapping[str, Any]) -> OutcomeTable:
    numbered = ({int(value): times for value, times in raw[key].items()} for key in OutcomeTable._fields[5:])
    return OutcomeTable(tuple(raw["bots"]), raw["games"], raw["sample"], dict(raw["endings"]), raw["lost"], *numbered)


def _end_data(table: EndTable) -> dict[str, Any]:
    return table._asdict() | {"source": table.source._asdict()}


def _end_table_from(raw: Mapping[str, Any]) -> EndTable:
    source = GamesSource(**raw["source"])
    rounds = {int(value): times for value, times in raw["rounds"].items()}
    counts = (raw["games"], raw["sample"], dict(raw["endings"]), dict(raw["fates"]))
    return EndTable(source, tuple(raw["bots"]), *counts, rounds)


def _tournament_data(result: TournamentResult) -> dict[str, Any]:
    found = result.standings
    return {
        "kind": "tournament",
        "source": result.source._asdict(),
        "sample": result.sample,
        "players": found.players,
        "games": found.games,
        "bots": [_plain(standing) for standing in found.bots],
        "matches": [_plain(match) for match in found.matches],
    }


def _tournament_from(raw: Mapping[str, Any]) -> TournamentResult:
    source = GamesSource(**raw["source"])
    standings = Standings(
        load_scenario(source.scenario),
        raw["players"],
        tuple(Standing(name, *(Estimate(*one) for one in rest)) for name, *rest in raw["bots"]),
        tuple(Match(one, other, *(Estimate(*part) for part in rest)) for one, other, *rest in raw["matches"]),
        raw["games"],
        complete=True,
        note="",
    )
    return TournamentResult(source, raw["sample"], standings)


def _plain(row: Sequence[str | Estimate]) -> list[Any]:
    """The names as they are, and each estimate as a list of its numbers."""
    return [part if isinstance(part, str) else [*(round(value, DIGITS) for value in part[:3]), part.n] for part in row]
