"""Hold Bitwa Warszawska against its balance targets: play every kind of table many times and judge the figures.

`python -m tools.calibrate_bitwa` plays all cells and prints the tables; `--write` puts them into
docs/calibration-bitwa-warszawska.md. Interrupted, it goes on where it was when it is called again. `--games 200` is the
design loop, `--scenario FILE` measures a changed deck, and `--cells planner-2,planner-4` plays some cells only.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from mali_powstancy.analysis.results import sample_of, together
from mali_powstancy.bitwa_warszawska import Scenario, ScenarioError, load_scenario
from mali_powstancy.bitwa_warszawska.cards import ARMIES, CardId
from mali_powstancy.bitwa_warszawska.tally import GameRow
from mali_powstancy.lab import Estimate, Games, GamesFileError, mean, share, simulate
from mali_powstancy.lab.fingerprints import fingerprint
from tools.calibrate import ROOT, factor, percent, table, verdict, written

RESULTS = ROOT / "my-work" / "calibration-bitwa"
PAGE = ROOT / "docs" / "calibration-bitwa-warszawska.md"
BEGIN, END = "<!-- measured: begin (make calibrate) -->", "<!-- measured: end -->"
SCENARIO = "bitwa-standard"
SEED = 33
"""The weights of the bots and the cards were chosen with other seeds."""
GAMES = 2_000
SAMPLE = {"planner": 5, "random": 5, "strong": 1}
"""By so many games of every cell it is seen whether the bots still play as they did."""
LAST_ROUND = 13
KINDS = ("played", "markers", "bids", "activated")
"""The four kinds of action, as the tally names them [V-40]."""


class Range(NamedTuple):
    """A target: what must be, and what would be better."""

    must: tuple[float, float]
    goal: tuple[float, float] | None = None


ANY = float("inf")
# The targets of the specification, section 9; nothing is tuned until a number looks right, least of all the bots.
ARMY = {"strong-2": Range((0.45, 0.55), (0.48, 0.52)), "": Range((0.43, 0.57), (0.46, 0.54))}
"""Wins of WP: for good bots and two players, and for all other tables of equal bots."""
ALONE = Range((0.40, 0.60), (0.45, 0.55))
FIRST = Range((0.0, 0.55), (0.48, 0.52))
AGAINST_CHANCE = Range((0.95, 1.0))
ROUNDS = Range((5, 9), (6, 8))
ALL_ROUNDS = Range((0.0, 0.02))
CARDS_USED = Range((45, 80))
UNDECIDED = Range((0.0, 0.02))
TIED = Range((0.05, 0.20))
LEAST_PLAYED = Range((0.08, 1.0), (0.12, 1.0))
BEST_CARD = Range((0.0, 0.62), (0.0, 0.58))
EARLY = Range((0.2, 1.0))
ACTIONS = {"markers": Range((0.3, ANY)), "": Range((1, ANY))}


# Measuring ----------------------------------------------------------------------------------------------------------


class Meeting(NamedTuple):
    """One kind of table: the bots of WP and of ACz, how many players, and with three the army of two."""

    wp: str
    acz: str
    players: int
    pair: str = ""

    @property
    def is_equal(self) -> bool:
        """Both armies have the same bots."""
        return self.wp == self.acz

    def __str__(self) -> str:
        bots = self.wp if self.is_equal else f"{self.wp}-{self.acz}"
        return f"{bots}-{self.players}" + (f"-two-{self.pair}" if self.pair else "")


CELLS = (
    Meeting("strong", "strong", 2),
    Meeting("planner", "planner", 2),
    *(Meeting("planner", "planner", 3, pair) for pair in ARMIES),
    Meeting("planner", "planner", 4),
    Meeting("planner", "random", 2),
    Meeting("random", "planner", 2),
)


class Counted(NamedTuple):
    """What the games of a cell were like, as counts."""

    cell: Meeting
    games: int
    wins: tuple[int, int]
    """By army; undecided games are in neither."""
    first_wins: int
    """By the army that had the initiative in the first round."""
    rounds: Mapping[int, int]
    """How many games had so many rounds; the same below for cards and battles."""
    cards: Mapping[int, int]
    early: Mapping[int, int]
    fights: int
    tied: int
    actions: Mapping[str, Mapping[int, int]]
    """By kind of action: in how many games there were so many, by all players."""
    used: Mapping[CardId, int]
    """In how many games a card was played for its effect, and in how many of these its army has won."""
    won: Mapping[CardId, int]
    sample: str = ""
    """A fingerprint of the first games: another one if the bots play otherwise."""


def measured(cell: Meeting, games: Games) -> Counted:
    """The counts of one cell."""
    rows: Sequence[GameRow] = games.rows
    used: Counter[CardId] = Counter(dict.fromkeys(games.scenario.cards, 0))
    won: Counter[CardId] = Counter()
    for row in rows:
        for card, seat in {use.card: use.seat for use in row.uses}.items():
            used[card] += 1
            won[card] += seat in row.winners
    winners = [row.armies[row.winners[0]] if row.winners else None for row in rows]
    return Counted(
        cell,
        len(rows),
        (winners.count(0), winners.count(1)),
        sum(winner == row.first for winner, row in zip(winners, rows, strict=True)),
        Counter(row.rounds for row in rows),
        Counter(sum(sum(getattr(row, kind)) for kind in KINDS) for row in rows),
        Counter(sum(fight.early for fight in row.fights) for row in rows),
        sum(len(row.fights) for row in rows),
        sum(fight.wp == fight.acz for row in rows for fight in row.fights),
        {kind: Counter(sum(getattr(row, kind)) for row in rows) for kind in KINDS},
        used,
        won,
        sample_of(games, min(SAMPLE[cell.wp], SAMPLE[cell.acz])),
    )


def wins_of(found: Counted, army: int = 0) -> Estimate:
    """The share of an army in the games that somebody won."""
    return share(found.wins[army], sum(found.wins))


def alone_wins(cells: Iterable[Counted]) -> Estimate:
    """The share of the camp with one player, over both armies."""
    pairs = [(found.wins[1 - ARMIES.index(found.cell.pair)], sum(found.wins)) for found in cells]
    return share(sum(wins for wins, _ in pairs), sum(games for _, games in pairs))


def average(counts: Mapping[int, int]) -> Estimate:
    """The mean number in a game."""
    return mean(Counter(counts).elements())


def per_player(found: Counted, kind: str) -> Estimate:
    """How often a player took this kind of action in a game."""
    players = found.cell.players
    value, low, high, n = average(found.actions[kind])
    return Estimate(value / players, low / players, high / players, n)


def least_played(found: Counted) -> tuple[CardId, Estimate]:
    """The card that was played for its effect in the fewest games."""
    card = min(found.used, key=lambda card: (found.used[card], card))
    return card, share(found.used[card], found.games)


def best_card(found: Counted) -> tuple[CardId, Estimate]:
    """The card whose player won most often when it was played.

    The luckiest of a hundred cards looks better than it is, so its interval is told with it.
    """
    shares = {card: share(found.won.get(card, 0), used) for card, used in found.used.items() if used}
    card = max(shares, key=lambda card: (shares[card].value, card))
    return card, shares[card]


# Verdicts -----------------------------------------------------------------------------------------------------------


class TargetMet(NamedTuple):
    """One target, what was found, and whether what must be is so, and what would be better."""

    what: str
    must: str
    goal: str
    found: str
    kept: str
    reached: str


Say = Callable[[Estimate], str]


def lines(results: Iterable[Counted]) -> list[TargetMet]:
    """All targets that can be judged from these cells."""
    by_name = {str(found.cell): found for found in results if found.games}
    return [line for found in by_name.values() for line in _of_cell(found)] + [*_alone(by_name)]


def _of_cell(found: Counted) -> Iterator[TargetMet]:
    judge, name = partial(_judged, few=found.games < GAMES), str(found.cell)
    if not found.cell.is_equal:
        wins = wins_of(found, (found.cell.wp, found.cell.acz).index("planner"))
        yield judge(f"{name}: planner wins", wins, AGAINST_CHANCE, percent)
        return
    if not found.cell.pair:
        yield judge(f"{name}: WP wins", wins_of(found), ARMY.get(name, ARMY[""]), percent)
    yield judge(f"{name}: first initiative wins", share(found.first_wins, sum(found.wins)), FIRST, percent)
    if found.cell.players == 2:
        yield judge(f"{name}: rounds", average(found.rounds), ROUNDS, factor)
        whole = share(found.rounds.get(LAST_ROUND, 0), found.games)
        yield judge(f"{name}: games of {LAST_ROUND} rounds", whole, ALL_ROUNDS, percent)
        yield judge(f"{name}: cards used", average(found.cards), CARDS_USED, factor)
    undecided = share(found.games - sum(found.wins), found.games)
    yield judge(f"{name}: undecided", undecided, UNDECIDED, percent)
    yield judge(f"{name}: fronts tied", share(found.tied, found.fights), TIED, percent)
    yield judge(f"{name}: early battles", average(found.early), EARLY, factor)
    for kind in KINDS:
        yield judge(f"{name}: {kind}, a player", per_player(found, kind), ACTIONS.get(kind, ACTIONS[""]), factor)
    card, least = least_played(found)
    yield judge(f"{name}: least played, {card}", least, LEAST_PLAYED, percent)
    card, best = best_card(found)
    yield judge(f"{name}: most often with the winner, {card}", best, BEST_CARD, percent)


def _alone(by_name: Mapping[str, Counted]) -> Iterator[TargetMet]:
    cells = [found for found in by_name.values() if found.cell.pair]
    if {found.cell.pair for found in cells} == {*ARMIES}:
        few = any(found.games < GAMES for found in cells)
        yield _judged("3 players: who is alone wins", alone_wins(cells), ALONE, percent, few=few)


def _judged(what: str, found: Estimate, target: Range, say: Say, *, few: bool) -> TargetMet:
    must, goal = target
    reached = "" if goal is None else verdict(found, *goal, few=few)
    return TargetMet(what, _limits(must, say), _limits(goal, say), say(found), verdict(found, *must, few=few), reached)


def _limits(limits: tuple[float, float] | None, say: Say) -> str:
    if limits is None:
        return ""
    low, high = (f"{100 * limit:.0f}" if say is percent else f"{limit:g}" for limit in limits)
    unit = " %" if say is percent else ""
    if (limits[1] in (ANY, 1.0) and say is percent) or limits[1] == ANY:
        return f"at least {low}{unit}"
    return f"at most {high}{unit}" if not limits[0] else f"{low} to {high}{unit}"


# Words --------------------------------------------------------------------------------------------------------------


def report(results: Sequence[Counted], seed: int = SEED) -> str:
    """The measured figures and the verdicts, as Markdown."""
    results = [found for found in results if found.games]
    head = ("cell", "games", "WP wins", "undecided", "rounds", "cards used", *(f"{kind}, a player" for kind in KINDS))
    rows = [
        (
            str(found.cell),
            f"{found.games:,}",
            percent(wins_of(found)),
            f"{100 * (1 - sum(found.wins) / found.games):.1f} %",
            f"{average(found.rounds).value:.1f}, {min(found.rounds)}-{max(found.rounds)}",
            f"{average(found.cards).value:.0f}",
            *(f"{per_player(found, kind).value:.2f}" for kind in KINDS),
        )
        for found in results
    ]
    judged = lines(results)
    kept, reached = Counter(line.kept for line in judged), Counter(line.reached for line in judged)
    sample = f"The first ones of every cell have the fingerprint {together(found.sample for found in results)}."
    told = [
        *table(head, rows),
        "",
        f"Games of seed {seed}. {sample}",
        f"What must be: {kept['yes']} kept, {kept['open']} too near to be sure, {kept['no']} not kept.",
        f"Goals: {reached['yes']} reached, {reached['open']} too near to be sure, {reached['no']} not reached.",
        "",
        *table(("target", "must", "goal", "found", "kept", "goal reached"), judged),
    ]
    return "\n".join(told) + "\n"


# Playing ------------------------------------------------------------------------------------------------------------


def played(cell: Meeting, scenario: Scenario, games: int, folder: Path, seed: int = SEED) -> Games:
    """The games of a cell; those that are in the folder are not played again."""
    folder.mkdir(parents=True, exist_ok=True)
    code = fingerprint(game_id=scenario.game_id)
    file = folder / f"{cell}_{scenario.hash[:10]}_{code}_seed{seed}.jsonl"
    by_army = (cell.wp, cell.acz)
    armies = {2: (0, 1), 3: (0, 1, ARMIES.index(cell.pair or ARMIES[0])), 4: (0, 1, 0, 1)}[cell.players]
    setup = {"pair": cell.pair} if cell.pair else {}
    return simulate(games, [by_army[army] for army in armies], scenario, seed, file=file, setup=setup)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print and perhaps write; 0 if nothing is missed that must be, 1 if not, 130 after an interruption."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--games", type=int, help="so many games for every cell instead of the usual number")
    parser.add_argument("--scenario", default=SCENARIO, help="its name or file (default: %(default)s)")
    parser.add_argument("--cells", default="", help=f"only these of {', '.join(map(str, CELLS))}")
    parser.add_argument("--results", type=Path, default=RESULTS, help="the folder of the played games")
    parser.add_argument("--write", action="store_true", help=f"put the tables into docs/{PAGE.name}")
    given = parser.parse_args(arguments)
    by_name = {str(cell): cell for cell in CELLS}
    names = given.cells.split(",") if given.cells else [*by_name]
    if unknown := [name for name in names if name not in by_name]:
        parser.error(f"no such cell: {', '.join(unknown)}; there are {', '.join(by_name)}")
    if given.games is not None and given.games < 1:
        parser.error("at least one game")
    if given.write and (given.cells or given.scenario != SCENARIO):
        parser.error("only all cells of the published scenario can be written into the page")
    results = []
    try:
        scenario = load_scenario(given.scenario)
        for name in names:
            games = played(by_name[name], scenario, min(given.games or GAMES, GAMES), given.results)
            results.append(measured(by_name[name], games))
            if not games.complete:
                print("Interrupted. The same command goes on where it was.", file=sys.stderr)
                return 130
            print(
                f"{name:18} {len(games):5} games  WP wins {percent(wins_of(results[-1]))}", file=sys.stderr, flush=True
            )
    except (OSError, GamesFileError, ScenarioError) as error:
        parser.error(str(error))
    block = report(results)
    print(block)
    if given.write:
        PAGE.write_text(written(PAGE.read_text("utf-8"), block, BEGIN, END), "utf-8")
    return 1 if any(line.kept == "no" for line in lines(results)) else 0


if __name__ == "__main__":
    sys.exit(main())
