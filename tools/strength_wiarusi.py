"""How often the bots of Wiarusi win together, and the table of docs/bots.md.

`python -m tools.strength_wiarusi` plays all tables and prints what came of them; `--write` puts it into the page.
Interrupted, it goes on where it was when it is called again. `--games 20` tries it out.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterable, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from mali_powstancy.lab import share
from mali_powstancy.wiarusi import (
    CHANCE,
    Ending,
    GameState,
    game_rng,
    load_scenario,
    new_game,
    observe,
    play,
    play_chance,
)
from mali_powstancy.wiarusi.bots import bot_named
from tools.calibrate import ROOT, written

RESULTS = ROOT / "my-work" / "strength-wiarusi"
PAGE = ROOT / "docs" / "bots.md"
BEGIN, END = "<!-- strength of Wiarusi: begin (make strength) -->", "<!-- strength of Wiarusi: end -->"
SEED = 44
"""The limits of the careful bot and the weights of the strong one were chosen with other seeds."""
SAMPLE = {"random": 20, "careful": 20, "strong": 1}
"""By so many games of every table it is seen whether the bots still play as they did."""
PLAYERS = (2, 3, 4, 5)
LEVELS = ("beginner", "standard", "veteran")


class Series(NamedTuple):
    """So many bots of one kind at one level, and how many games they play."""

    bot: str
    level: str
    players: int
    games: int

    def __str__(self) -> str:
        return f"{self.bot}-{self.level}-{self.players}"


TABLES = (
    Series("random", "standard", 3, 2_000),
    *(Series("careful", level, players, 2_000) for level in LEVELS for players in PLAYERS),
    *(Series("strong", "standard", players, 2_000) for players in PLAYERS),
)


# Playing ------------------------------------------------------------------------------------------------------------


def end_of(table: Series, game: int) -> GameState:
    """How one game of a table ends: the same everywhere."""
    rng = game_rng(SEED, game)
    streams = [random.Random(f"{SEED}/{game}/{seat}") for seat in range(table.players)]
    bots = [bot_named(table.bot) for _ in streams]
    state = new_game(load_scenario(f"wiarusi-{table.level}"), table.players)
    while (seat := state.to_act) is not None:
        if seat == CHANCE:
            state, _ = play_chance(state, rng)
        else:
            state, _ = play(state, bots[seat](observe(state, seat), streams[seat]))
    return state


def told(state: GameState) -> str:
    """One game in one line: how it ended, after how many missions."""
    return f"{state.ending} {state.mission}"


@cache
def sampled(tables: Sequence[Series] = TABLES) -> str:
    """A short sum over the first games of all tables, by which it is seen that the bots still play as they did."""
    lines = [f"{table} {told(end_of(table, game))}" for table in tables for game in range(SAMPLE[table.bot])]
    return sha256("\n".join(lines).encode()).hexdigest()[:12]


def results(table: Series, games: int, folder: Path) -> list[str]:
    """One line for each game; games that are in the folder are not played again."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{table}.txt"
    found = path.read_text("utf-8").splitlines() if path.exists() else []
    with path.open("a", encoding="utf-8") as file:
        for game in range(len(found), games):
            found.append(told(end_of(table, game)))
            print(found[-1], file=file, flush=True)
    return found[:games]


# Telling ------------------------------------------------------------------------------------------------------------


def report(found: Iterable[tuple[Series, Sequence[str]]]) -> str:
    """The table, as Markdown."""
    rows = [
        "| bot | level, players | games | won | lost by hard knocks | lost by morale | missions |",
        "|---|---|--:|--:|--:|--:|--:|",
    ]
    tables = []
    for table, lines in found:
        tables.append(table)
        ends = [line.split()[0] for line in lines]
        won = share(ends.count(Ending.WIN), len(ends))
        parts = [f"{100 * ends.count(end) / len(ends):.0f} %" for end in (Ending.KNOCKS, Ending.MORALE)]
        missions = sum(int(line.split()[1]) for line in lines) / len(lines)
        chance = f"{100 * won.value:.1f} % ({100 * won.low:.1f} to {100 * won.high:.1f})"
        columns = [f"`{table.bot}`", f"{table.level}, {table.players}", f"{len(lines):,}", chance, *parts]
        rows.append(f"| {' | '.join(columns)} | {missions:.1f} |")
    return "\n".join(
        [*rows, "", f"Games of seed {SEED}. The first ones have the fingerprint {sampled(tuple(tables))}.", ""]
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, print and perhaps write; 130 after an interruption."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--games", type=int, help="so many games at every table instead of the usual number")
    parser.add_argument("--results", type=Path, default=RESULTS, help="the folder of the played games")
    parser.add_argument("--write", action="store_true", help="put the table into docs/bots.md")
    given = parser.parse_args(arguments)
    if given.games is not None and (given.games < 1 or given.write):
        parser.error("at least one game, and only the whole table can be written into the page")
    folder = given.results / sampled(TABLES)
    try:
        found = [(table, results(table, given.games or table.games, folder)) for table in TABLES]
    except KeyboardInterrupt:
        print("Interrupted. The same command goes on where it was.", file=sys.stderr)
        return 130
    block = report(found)
    print(block)
    if given.write:
        PAGE.write_text(written(PAGE.read_text("utf-8"), block, BEGIN, END), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
