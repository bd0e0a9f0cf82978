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
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from mali_powstancy.analysis.results import sample_of, together
from mali_powstancy.engine import Scenario, ScenarioError, load_scenario
from mali_powstancy.engine.board import DistrictId
from mali_powstancy.engine.cards import GoalKind, OrderId
from mali_powstancy.engine.scenario import Variant
from mali_powstancy.engine.tally import DELIVERED
from mali_powstancy.lab import Estimate, Games, GamesFileError, mean, share, simulate
from mali_powstancy.lab.fingerprints import fingerprint

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "my-work" / "calibration"
PAGE = ROOT / "docs" / "calibration.md"
BEGIN, END = "<!-- measured: begin (make calibrate) -->", "<!-- measured: end -->"
SEED = 33
"""Decks, dice and short games were chosen with other seeds, and so were the weights of the bots."""
GAMES = 2_000
SAMPLE = 10
"""By so many games of every cell it is seen whether the bots still play as they did."""

BALANCED, RIVAL, MEDIUM = "balanced", "rival", "medium"
BOT = {BALANCED: "planner", RIVAL: "planner-rival", MEDIUM: "medium"}
SCENARIOS = ("basic", "extended", "short", "short-extended")

# The limits say when the game has broken, not where its figures should lie: nothing is tuned to move a figure.
DEFEAT = (0.10, 0.35)
DEFEAT_OF = ("basic", "short", "short-extended")
"""How often the extended game is lost is told without a limit: a target for it once shaped the whole deck."""
RIVALRY = 0.15
"""Rivals lose at least so much more often than balanced players, from three players on."""
FALLS = (0.8, 2.2)
"""Fallen districts in an extended game."""
ANY_FALL = 0.5
DISTRICT = (0.07, 0.25)
"""The part of each district among all falls."""
SIX_DISTRICTS = (0.05, 0.50)
"""How often the goal for the most districts is fulfilled by who keeps it."""
GOAL_STEP = 0.10
"""By so much each goal for districts is fulfilled more seldom than the one for a district less."""
SEAT = 1.25
"""No seat wins more than this times its fair share."""
LEAST_DELIVERED = 0.25
ARRESTS = (0.10, 0.50)
BUSIEST, BUSY_ROADS = 5, 0.30
"""The busiest roads have at most this part of all use."""


# Measuring ----------------------------------------------------------------------------------------------------------


class Cell(NamedTuple):
    """One kind of table: a scenario, so many players, all bots of one kind."""

    scenario: str
    players: int
    bots: str = BALANCED

    def __str__(self) -> str:
        return f"{self.scenario}-{self.players}" + ("" if self.bots == BALANCED else f"-{self.bots}")


CELLS = (
    *(Cell(scenario, players, bots) for scenario in SCENARIOS[:2] for bots in BOT for players in (2, 3, 4)),
    *(Cell(scenario, players) for scenario in SCENARIOS[2:] for players in (2, 3, 4)),
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
    roads: tuple[int, ...]
    """By the roads of the board: how often somebody went along it."""
    falls: Mapping[int, int]
    """In how many games so many districts fell."""
    fell: Mapping[DistrictId, int]
    """In how many games a district fell."""
    kept: Mapping[int, int]
    """How often a goal for so many districts was kept, in games that were not lost."""
    reached: Mapping[int, int]
    """How often it was fulfilled then."""
    sample: str = ""
    """A fingerprint of the first games: another one if the bots play otherwise."""


def measured(cell: Cell, games: Games) -> Measured:
    """The counts of one cell."""
    goals = games.scenario.goals
    wanted = {goal: goals[goal].districts for goal in goals if goals[goal].kind is GoalKind.DISTRICTS_REACHED}
    appeared: Counter[OrderId] = Counter()
    delivered: Counter[OrderId] = Counter()
    kept: Counter[int] = Counter()
    reached: Counter[int] = Counter()
    fell = Counter(fall.district for row in games for fall in row.falls)
    for row in games:
        appeared.update({fate.order for fate in row.orders})
        delivered.update({fate.order for fate in row.orders if fate.fate == DELIVERED})
        if not row.is_defeat:
            kept.update(wanted[goal] for goals_of_seat in row.goals for goal in goals_of_seat if goal in wanted)
            reached.update(wanted[goal] for goals_of_seat in row.fulfilled for goal in goals_of_seat if goal in wanted)
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
        tuple(sum(row.roads[road] for row in games) for road in range(len(games.scenario.board.roads))),
        Counter(len(row.falls) for row in games),
        {district: fell[district] for district in games.scenario.board.district},
        kept,
        reached,
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


def fallen(found: Measured) -> Estimate:
    """How many districts fell in a game."""
    return mean(Counter(found.falls).elements())


def any_fall(found: Measured) -> Estimate:
    """The share of the games in which a district fell."""
    return share(found.games - found.falls.get(0, 0), found.games)


def goal_reached(found: Measured, districts: int) -> Estimate:
    """How often the goal for so many districts was fulfilled by who had kept it, in games that were not lost."""
    return share(found.reached.get(districts, 0), found.kept.get(districts, 0))


def busy_roads(found: Measured) -> float:
    """The part of the busiest roads in all use; every game counts thousands of steps, so chance does little here."""
    return sum(sorted(found.roads)[-BUSIEST:]) / max(1, sum(found.roads))


def difference(one: Estimate, other: Estimate) -> Estimate:
    """By how much one share is larger than another one, with Newcombe's interval from those of both."""
    value = one.value - other.value
    low = value - math.hypot(one.value - one.low, other.high - other.value)
    high = value + math.hypot(one.high - one.value, other.value - other.low)
    return Estimate(value, low, high, min(one.n, other.n))


# Verdicts -----------------------------------------------------------------------------------------------------------


class Judged(NamedTuple):
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


def percent(found: Estimate, digits: int = 1) -> str:
    """A share with its interval."""
    numbers = [f"{100 * value:.{digits}f}" for value in found[:3]]
    return f"{numbers[0]} % ({numbers[1]} to {numbers[2]})"


def _points(found: Estimate) -> str:
    return percent(found).replace(" %", " points")


def factor(found: Estimate) -> str:
    """A number with its interval."""
    return f"{found.value:.2f} ({found.low:.2f} to {found.high:.2f})"


Judge = Callable[..., str]
"""A verdict, more careful after a few games."""


def lines(results: Iterable[Measured]) -> list[Judged]:
    """All limits that can be judged from these cells."""
    by_cell = {found.cell: found for found in results if found.games}
    judge = partial(verdict, few=any(found.games < GAMES for found in by_cell.values()))
    balanced = [found for cell, found in by_cell.items() if cell.bots == BALANCED]
    extended = [found for found in balanced if found.cell.scenario == "extended"]
    limited = [found for found in by_cell.values() if found.cell.bots != MEDIUM]  # told without limits
    return [
        *(_inside(found, "everyone loses", defeat(found), DEFEAT, judge) for found in balanced if _may_be_lost(found)),
        *_rivalry(by_cell, judge),
        *_falling(extended, judge),
        *(line for found in extended for line in _goals(found, judge)),
        *(_lucky(found, judge) for found in limited if found.defeats < found.games),
        *(_delivering(found, judge) for found in balanced),
        *(
            _inside(found, "rounds with an arrest", arrests(found), ARRESTS, judge)
            for found in limited
            if found.variant is Variant.BASIC
        ),
        *(_roads(found) for found in balanced),
    ]


def _may_be_lost(found: Measured) -> bool:
    return found.cell.scenario in DEFEAT_OF


def _inside(found: Measured, what: str, value: Estimate, limits: tuple[float, float], judge: Judge) -> Judged:
    """A share that lies between two limits."""
    low, high = limits
    limit = f"{100 * low:.0f} to {100 * high:.0f} %"
    return Judged(f"{found.cell}: {what}", limit, percent(value), judge(value, low, high))


def _rivalry(by_cell: Mapping[Cell, Measured], judge: Judge) -> Iterator[Judged]:
    for cell, found in by_cell.items():
        balanced = by_cell.get(cell._replace(bots=BALANCED))
        if cell.bots == RIVAL and cell.players > 2 and balanced:
            more = difference(defeat(found), defeat(balanced))
            limit = f"at least {100 * RIVALRY:.0f} points"
            yield Judged(f"{cell}: more defeats than balanced", limit, _points(more), judge(more, RIVALRY))


def _falling(extended: Sequence[Measured], judge: Judge) -> Iterator[Judged]:
    """How many districts fall, table by table, and which of them, at all tables together."""
    for found in extended:
        limit = f"{FALLS[0]} to {FALLS[1]}"
        many = fallen(found)
        yield Judged(f"{found.cell}: fallen districts", limit, factor(many), judge(many, *FALLS))
        some = any_fall(found)
        limit = f"at least {100 * ANY_FALL:.0f} %"
        yield Judged(f"{found.cell}: games with a fall", limit, percent(some), judge(some, ANY_FALL))
    fell = fell_together(extended)
    for district, part in ((district, share(times, fell.total())) for district, times in fell.items()):
        limit = f"{100 * DISTRICT[0]:.0f} to {100 * DISTRICT[1]:.0f} %"
        yield Judged(f"extended: part of {district} in all falls", limit, percent(part), judge(part, *DISTRICT))


def fell_together(extended: Iterable[Measured]) -> Counter[DistrictId]:
    """How often each district fell at all tables together, in the order of the board."""
    fell: Counter[DistrictId] = Counter()
    for found in extended:
        fell.update(found.fell)
    return fell


def _goals(found: Measured, judge: Judge) -> Iterator[Judged]:
    """The goals for districts: the highest is no gift and not hopeless, and each is rarer than the one before."""
    asked = sorted(found.kept)
    for districts in asked[-1:]:
        yield _inside(
            found, f"goal for {districts} districts, kept", goal_reached(found, districts), SIX_DISTRICTS, judge
        )
    for lower, higher in pairwise(asked):
        step = difference(goal_reached(found, lower), goal_reached(found, higher))
        what = f"{found.cell}: goal for {higher} districts rarer than for {lower}"
        yield Judged(what, f"at least {100 * GOAL_STEP:.0f} points", _points(step), judge(step, GOAL_STEP))


def _lucky(found: Measured, judge: Judge) -> Judged:
    lucky = luckiest_seat(found)
    return Judged(f"{found.cell}: luckiest seat", f"at most {SEAT} of fair", factor(lucky), judge(lucky, high=SEAT))


def _delivering(found: Measured, judge: Judge) -> Judged:
    order, least = least_delivered(found)
    limit = f"at least {100 * LEAST_DELIVERED:.0f} %"
    return Judged(f"{found.cell}: least delivered, {order}", limit, percent(least, 0), judge(least, LEAST_DELIVERED))


def _roads(found: Measured) -> Judged:
    part = busy_roads(found)
    limit = f"at most {100 * BUSY_ROADS:.0f} % of road use"
    kept = "yes" if part <= BUSY_ROADS else "no"
    return Judged(f"{found.cell}: {BUSIEST} busiest roads", limit, f"{100 * part:.1f} %", kept)


# Words --------------------------------------------------------------------------------------------------------------


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """A table, as lines of Markdown."""
    return [
        f"| {' | '.join(head)} |",
        f"|{'---|' * len(head)}",
        *(f"| {' | '.join(row)} |" for row in rows),
    ]


def report(results: Sequence[Measured], seed: int = SEED) -> str:
    """The measured figures and the verdicts, as Markdown."""
    found_in_all = ("cell", "games", "everyone loses", "rounds", "late orders")
    head = (*found_in_all, "rounds with an arrest", "least delivered order")
    rows = []
    for found in (found for found in results if found.games):
        order, least = least_delivered(found)
        rows.append(
            (
                str(found.cell),
                f"{found.games:,}",
                percent(defeat(found)),
                f"{found.rounds / found.games:.1f}",
                f"{found.late / found.games:.2f}",
                f"{100 * arrests(found).value:.0f} %" if found.variant is Variant.BASIC else "-",
                f"{order} {100 * least.value:.0f} %",
            )
        )
    extended = [found for found in results if found.games and found.variant is Variant.EXTENDED]
    judged = lines(results)
    kept = Counter(line.kept for line in judged)
    told = [
        *table(head, rows),
        "",
        *_falls_and_goals(extended),
        f"Games of seed {seed}. {sampled(results)}",
        f"Limits: {kept['yes']} kept, {kept['open']} too near to be sure, {kept['no']} not kept.",
        "",
        *table(("limit of", "limit", "found", "kept"), judged),
    ]
    return "\n".join(told) + "\n"


def _falls_and_goals(extended: Sequence[Measured]) -> Iterator[str]:
    """How districts fall and goals are fulfilled, cell by cell, and which districts fall."""
    if not extended:
        return
    asked = sorted({districts for found in extended for districts in found.kept})
    head = ("cell", "fallen districts", "games with a fall", *(f"goal for {n} districts, kept" for n in asked))
    yield from table(
        head,
        (
            (str(found.cell), factor(fallen(found)), percent(any_fall(found)))
            + tuple(percent(goal_reached(found, n), 0) if found.kept.get(n) else "-" for n in asked)
            for found in extended
        ),
    )
    yield ""
    whole = [found for found in extended if found.cell.scenario == "extended" and found.cell.bots == BALANCED]
    if fell := fell_together(whole):
        games = sum(found.games for found in whole)
        head = ("district", f"fell, % of {games:,} balanced extended games", "% of all falls")
        yield from table(
            head,
            (
                (district, percent(share(times, games)), f"{100 * times / fell.total():.0f} %")
                for district, times in fell.most_common()
            ),
        )
        yield ""


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
            [BOT[cell.bots]] * cell.players,
            scenario,
            seed,
            file=result_file(folder, cell, scenario, seed),
            progress=progress,
        )
        results.append(measured(cell, played))
        if not played.complete:
            return results, False
        defeats = defeat(results[-1])
        print(f"{cell!s:18} {len(played):5} games  everyone loses {percent(defeats)}", file=sys.stderr, flush=True)
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
