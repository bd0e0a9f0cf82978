"""Calibrate the game: play every kind of table many times and hold the figures against the limits.

`python -m tools.calibrate` plays 2,000 games for every cell of the table. Interrupted, it goes on where it was when it
is called again; results of another scenario or of other bots are never mixed in. `--games 200` is the design loop,
`--scenarios a.toml,b.toml` measures candidates, and `--write` puts the table into docs/calibration.md.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from mali_powstancy.analysis.results import sample_of, together
from mali_powstancy.engine import Scenario, ScenarioError, load_scenario
from mali_powstancy.engine.cards import OrderId
from mali_powstancy.engine.scenario import Variant
from mali_powstancy.lab import Estimate, Games, GamesFileError, share, simulate
from mali_powstancy.lab.fingerprints import fingerprint
from mali_powstancy.lab.rows import DELIVERED

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "my-work" / "calibration"
PAGE = ROOT / "docs" / "calibration.md"
BEGIN, END = "<!-- measured: begin (make calibrate) -->", "<!-- measured: end -->"
SEED = 2
"""The design was chosen by the games of seed 1."""
GAMES = 2_000
SAMPLE = 10
"""By so many games of every cell it is seen whether the bots still play as they did."""

BALANCED, RIVAL = "balanced", "rival"
BOT = {BALANCED: "planner", RIVAL: "planner-rival"}
SCENARIOS = ("basic", "extended", "short", "short-extended")

# The limits of the game's design.
DEFEAT: Mapping[str, tuple[float, float]] = {
    "basic": (0.10, 0.35),
    "extended": (0.20, 0.50),
    "short": (0.10, 0.35),
}
RIVALRY = 0.15
"""Rivals lose at least so much more often than balanced players, from three players on."""
SEAT = 1.25
"""No seat wins more than this times its fair share."""
LEAST_DELIVERED = 0.25
ARRESTS = (0.10, 0.50)
_MORE = math.nextafter(0.0, 1.0)
"""More than nothing."""


# Measuring ----------------------------------------------------------------------------------------------------------


class Cell(NamedTuple):
    """One kind of table: a scenario, so many players, all of one temper."""

    scenario: str
    players: int
    temper: str = BALANCED

    def __str__(self) -> str:
        return f"{self.scenario}-{self.players}" + ("" if self.temper == BALANCED else f"-{self.temper}")


CELLS = (
    *(Cell("basic", players, temper) for temper in (BALANCED, RIVAL) for players in (2, 3, 4)),
    *(Cell(scenario, players) for scenario in SCENARIOS[1:] for players in (2, 3, 4)),
)


class Measured(NamedTuple):
    """What the games of a cell were like, as counts."""

    cell: Cell
    variant: Variant
    games: int
    defeats: int
    rounds: int
    late: int
    """Late orders in all games."""
    wins: tuple[float, ...]
    """By seat; a shared win counts in parts."""
    arrest_rounds: int
    appeared: Mapping[OrderId, int]
    """In how many games an order was laid on the track."""
    delivered: Mapping[OrderId, int]
    sample: str = ""
    """A fingerprint of the first games: another one if the bots play otherwise."""


def measured(cell: Cell, games: Games) -> Measured:
    """The counts of one cell."""
    appeared: Counter[OrderId] = Counter()
    delivered: Counter[OrderId] = Counter()
    for row in games:
        appeared.update({fate.order for fate in row.orders})
        delivered.update({fate.order for fate in row.orders if fate.fate == DELIVERED})
    return Measured(
        cell,
        games.scenario.variant,
        len(games),
        sum(row.is_defeat for row in games),
        sum(row.rounds for row in games),
        sum(row.late for row in games),
        tuple(sum(row.win_of(seat) for row in games) for seat in range(cell.players)),
        sum(len(row.arrests) for row in games),
        appeared,
        delivered,
        sample_of(games, SAMPLE),
    )


def defeat(found: Measured) -> Estimate:
    """The share of games that all lost together."""
    return share(found.defeats, found.games)


def luckiest_seat(found: Measured) -> Estimate:
    """The greatest part of a seat in the games that somebody won, relative to its fair share."""
    won = found.games - found.defeats
    part, players = share(round(max(found.wins)), won), found.cell.players
    return Estimate(players * part.value, players * part.low, players * part.high, won)


def least_delivered(found: Measured) -> tuple[OrderId, Estimate]:
    """The order that is delivered in the smallest part of the games in which it appears."""
    parts = {order: share(found.delivered.get(order, 0), games) for order, games in found.appeared.items()}
    order = min(parts, key=lambda order: (parts[order].value, order))
    return order, parts[order]


def arrests(found: Measured) -> Estimate:
    """The share of rounds in which the soldier arrested somebody."""
    return share(found.arrest_rounds, found.rounds)


def difference(one: Estimate, other: Estimate) -> Estimate:
    """By how much one share is larger than another one, with Newcombe's interval from those of both."""
    value = one.value - other.value
    low = value - math.hypot(one.value - one.low, other.high - other.value)
    high = value + math.hypot(one.high - one.value, other.value - other.low)
    return Estimate(value, low, high, min(one.n, other.n))


# Verdicts -----------------------------------------------------------------------------------------------------------


class Line(NamedTuple):
    """One limit, what was found, and the verdict: whether it is kept."""

    what: str
    limit: str
    found: str
    kept: str


def verdict(found: Estimate, low: float = -math.inf, high: float = math.inf, *, few: bool = False) -> str:
    """Whether a value lies within its limits; `open` if chance could turn it.

    After a few games a value may lie outside by chance as well: then `no` needs the whole interval.
    """
    if low <= found.low and found.high <= high:
        return "yes"
    is_inside = low <= found.high and found.low <= high if few else low <= found.value <= high
    return "open" if is_inside else "no"


def _percent(found: Estimate, digits: int = 1) -> str:
    numbers = [f"{100 * value:.{digits}f}" for value in found[:3]]
    return f"{numbers[0]} % ({numbers[1]} to {numbers[2]})"


def _points(found: Estimate) -> str:
    return _percent(found).replace(" %", " points")


def _factor(found: Estimate) -> str:
    return f"{found.value:.2f} ({found.low:.2f} to {found.high:.2f})"


def lines(results: Iterable[Measured]) -> list[Line]:
    """All limits that can be judged from these cells."""
    by_cell = {found.cell: found for found in results if found.games}
    judge = partial(verdict, few=any(found.games < GAMES for found in by_cell.values()))
    told: list[Line] = []
    for cell, found in by_cell.items():
        if cell.temper == BALANCED and cell.scenario in DEFEAT:
            low, high = DEFEAT[cell.scenario]
            limit = f"{100 * low:.0f} to {100 * high:.0f} %"
            told.append(Line(f"{cell}: common defeat", limit, _percent(defeat(found)), judge(defeat(found), low, high)))
    for cell, found in by_cell.items():
        balanced = by_cell.get(cell._replace(temper=BALANCED))
        if cell.temper == RIVAL and cell.players > 2 and balanced:
            more = difference(defeat(found), defeat(balanced))
            limit = f"at least {100 * RIVALRY:.0f} points"
            told.append(Line(f"{cell}: more defeats than balanced", limit, _points(more), judge(more, RIVALRY)))
        basic = by_cell.get(cell._replace(scenario="basic"))
        if cell.scenario == "extended" and basic:
            more = difference(defeat(found), defeat(basic))
            told.append(Line(f"{cell}: more defeats than basic", "more than 0", _points(more), judge(more, _MORE)))
    for cell, found in by_cell.items():
        if found.defeats < found.games:
            lucky = luckiest_seat(found)
            limit = f"at most {SEAT} of fair"
            told.append(Line(f"{cell}: luckiest seat", limit, _factor(lucky), judge(lucky, high=SEAT)))
    for cell, found in by_cell.items():
        if cell.temper == BALANCED:
            order, least = least_delivered(found)
            limit = f"at least {100 * LEAST_DELIVERED:.0f} %"
            told.append(
                Line(f"{cell}: least delivered, {order}", limit, _percent(least, 0), judge(least, LEAST_DELIVERED))
            )
    for cell, found in by_cell.items():
        if found.variant is Variant.BASIC:
            low, high = ARRESTS
            limit = f"{100 * low:.0f} to {100 * high:.0f} %"
            told.append(
                Line(
                    f"{cell}: rounds with an arrest",
                    limit,
                    _percent(arrests(found)),
                    judge(arrests(found), low, high),
                )
            )
    return told


# Words --------------------------------------------------------------------------------------------------------------


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    return [
        f"| {' | '.join(head)} |",
        f"|{'---|' * len(head)}",
        *(f"| {' | '.join(row)} |" for row in rows),
    ]


def report(results: Sequence[Measured], seed: int = SEED) -> str:
    """The measured figures and the verdicts, as Markdown."""
    head = ("cell", "games", "common defeat", "rounds", "late orders", "rounds with an arrest", "least delivered order")
    rows = []
    for found in (found for found in results if found.games):
        order, least = least_delivered(found)
        rows.append(
            (
                str(found.cell),
                f"{found.games:,}",
                _percent(defeat(found)),
                f"{found.rounds / found.games:.1f}",
                f"{found.late / found.games:.2f}",
                f"{100 * arrests(found).value:.0f} %" if found.variant is Variant.BASIC else "-",
                f"{order} {100 * least.value:.0f} %",
            )
        )
    judged = lines(results)
    kept = Counter(line.kept for line in judged)
    told = [
        *_table(head, rows),
        "",
        f"Games of seed {seed}. {sampled(results)}",
        f"Limits: {kept['yes']} kept, {kept['open']} too near to be sure, {kept['no']} not kept.",
        "",
        *_table(("limit of", "limit", "found", "kept"), judged),
    ]
    return "\n".join(told) + "\n"


def sampled(results: Iterable[Measured]) -> str:
    """The sentence by which it can be seen, with a few games, that the figures are still those of these bots."""
    return f"The first {SAMPLE} of every cell have the fingerprint {together(found.sample for found in results)}."


def written(page: str, block: str, begin: str = BEGIN, end: str = END) -> str:
    """The page with the measured block in place of the old one."""
    before, has_begin, rest = page.partition(begin)
    _, has_end, after = rest.partition(end)
    if not has_begin or not has_end:
        raise ValueError(f"the page has no place for the table: {begin} ... {end}")
    return f"{before}{begin}\n\n{block}\n{end}{after}"


# Playing ------------------------------------------------------------------------------------------------------------


def result_file(folder: Path, cell: Cell, scenario: Scenario, seed: int = SEED) -> Path:
    """Where the games of a cell are kept: one file for every version of the scenario, the rules and the bots."""
    other = "" if seed == SEED else f"_seed{seed}"
    return folder / f"{cell}_{scenario.hash[:10]}_{fingerprint()}{other}.jsonl"


def measure(
    cells: Sequence[Cell],
    scenarios: Mapping[str, Scenario],
    games: int,
    folder: Path = RESULTS,
    seed: int = SEED,
    progress: bool | None = None,
) -> tuple[list[Measured], bool]:
    """Play what is missing, cell by cell; also whether nothing is missing now, which it is after an interruption."""
    folder.mkdir(parents=True, exist_ok=True)
    results = []
    for cell in cells:
        scenario = scenarios[cell.scenario]
        played = simulate(
            games,
            [BOT[cell.temper]] * cell.players,
            scenario,
            seed,
            file=result_file(folder, cell, scenario, seed),
            progress=progress,
        )
        results.append(measured(cell, played))
        if not played.complete:
            return results, False
        defeats = defeat(results[-1])
        print(f"{cell!s:18} {len(played):5} games  common defeat {_percent(defeats)}", file=sys.stderr, flush=True)
    return results, True


def chosen_scenarios(names: Sequence[str]) -> dict[str, Scenario]:
    """The scenarios by id; several of one id would be two candidates for the same cells."""
    chosen: dict[str, Scenario] = {}
    for name in names:
        scenario = load_scenario(name)
        if scenario.id not in SCENARIOS or scenario.id in chosen:
            raise ValueError(f"{name}: one scenario each of {', '.join(SCENARIOS)}, not another {scenario.id}")
        chosen[scenario.id] = scenario
    return chosen


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print and perhaps write; 0 if every limit is kept, 1 if not, 130 after an interruption."""
    parser = argparse.ArgumentParser(description="Hold the game against its limits.")
    parser.add_argument("--games", type=int, default=GAMES, help="games for every cell (default: %(default)s)")
    parser.add_argument(
        "--scenarios",
        default=",".join(SCENARIOS),
        help=f"names, or files with one of these ids: {', '.join(SCENARIOS)}; with commas between them",
    )
    parser.add_argument("--cells", default="", help="only these, such as basic-2,basic-4-rival")
    parser.add_argument("--seed", type=int, default=SEED, help="other games (default: %(default)s)")
    parser.add_argument("--results", type=Path, default=RESULTS, help="the folder of the played games")
    parser.add_argument("--page", type=Path, default=PAGE, help=argparse.SUPPRESS)
    parser.add_argument("--write", action="store_true", help="put the table into docs/calibration.md")
    given = parser.parse_args(arguments)
    if given.games < 1:
        parser.error("at least one game")
    try:
        scenarios = chosen_scenarios(given.scenarios.split(","))
    except (ScenarioError, ValueError) as error:
        parser.error(str(error))
    cells = [cell for cell in CELLS if cell.scenario in scenarios]
    if given.cells:
        by_name = {str(cell): cell for cell in cells}
        if unknown := [name for name in given.cells.split(",") if name not in by_name]:
            parser.error(f"no such cell: {', '.join(unknown)}; there are {', '.join(by_name)}")
        cells = [by_name[name] for name in given.cells.split(",")]
    is_published = all(load_scenario(name) == scenario for name, scenario in scenarios.items())
    is_whole = tuple(cells) == CELLS and is_published and given.games >= GAMES and given.seed == SEED
    if given.write and given.page == PAGE and not is_whole:
        parser.error("only the whole table of the published scenarios can be written into the page")
    try:
        results, complete = measure(cells, scenarios, given.games, given.results, given.seed)
    except (OSError, GamesFileError) as error:
        parser.error(str(error))
    block = report(results, given.seed)
    print(block)
    if not complete:
        print("Interrupted. The same command goes on where it was.", file=sys.stderr)
        return 130
    if given.write:
        given.page.write_text(written(given.page.read_text("utf-8"), block), "utf-8")
    return 1 if any(line.kept == "no" for line in lines(results)) else 0


if __name__ == "__main__":
    sys.exit(main())
