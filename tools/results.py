"""Results: the fixed sets of games that lessons show, played again and written to mali_powstancy/data/results.

`python -m tools.results` plays all of them; the same program always writes the same bytes. `--only falls` plays one
set, and `--games 100 --folder my-work/results` tries it out.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from mali_powstancy.analysis.results import (
    ShippedResult,
    ends_result,
    falls_result,
    outcomes_result,
    result_text,
    tournament_result,
)
from mali_powstancy.lab import Games, simulate, tournament

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "mali_powstancy" / "data" / "results"
SEED = 8
"""Neither the games by which the game was designed nor those by which it was judged."""
LARGEST = 20 * 1024
"""Bytes of one file."""
BALANCED = "planner"
TEMPERS = (BALANCED, "planner-helper", "planner-rival")
THREE_GAMES = {
    "basic-3": (BALANCED,) * 3,
    "wiarusi-beginner-1": ("careful",) * 3,
    "bitwa-standard-1": ("planner",) * 2,
}
"""The three games of the course, and who plays them."""


class Interrupted(Exception):
    """Not all games were played, so there is no result."""


def falls(games: int) -> ShippedResult:
    """How districts fall in the extended game, for two, three and four players."""
    return falls_result(_played(games, [BALANCED] * players, "extended-3") for players in (2, 3, 4))


def tempers(games: int) -> ShippedResult:
    """How the basic game ends for three players who all have the same temper, and for one rival among helpers."""
    tables = [*([temper] * 3 for temper in TEMPERS), ["planner-rival", "planner-helper", "planner-helper"]]
    return outcomes_result(_played(games, table, "basic-3") for table in tables)


def tempers_meet(games: int) -> ShippedResult:
    """Every temper meets every other one in the basic game for two."""
    standings = tournament(TEMPERS, games, "basic-3", players=2, seed=SEED)
    if not standings.complete:
        raise Interrupted
    return tournament_result(standings, SEED)


def three_games(games: int) -> ShippedResult:
    """How each of the three games ends between simple bots, with as many players as lesson 14 speaks of."""
    return ends_result(_played(games, bots, scenario) for scenario, bots in THREE_GAMES.items())


SETS: Mapping[str, tuple[Callable[[int], ShippedResult], int]] = {
    # name of the file: (how it is played, games at each table)
    "falls": (falls, 1_000),
    "tempers": (tempers, 400),
    "tournament": (tempers_meet, 400),
    "three-games": (three_games, 1_000),
}


def _played(games: int, bots: Sequence[str], scenario: str) -> Games:
    played = simulate(games, bots, scenario, SEED)
    if not played.complete:
        raise Interrupted
    print(played, file=sys.stderr, flush=True)
    return played


def main(arguments: Sequence[str] | None = None) -> int:
    """Play and write; 130 after an interruption, and then the files are as they were."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--only", choices=SETS, help="only this set")
    parser.add_argument("--games", type=int, help="so many games at each table instead of the usual number")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where the files go")
    given = parser.parse_args(arguments)
    if given.games is not None and given.games < 1:
        parser.error("at least one game")
    if given.games is not None and given.folder == FOLDER:
        parser.error("with another number of games, say with --folder where the files go")
    given.folder.mkdir(parents=True, exist_ok=True)
    for name in [given.only] if given.only else SETS:
        play, usual = SETS[name]
        try:
            content = result_text(play(given.games or usual)).encode()
        except Interrupted:
            print("Interrupted: nothing was written.", file=sys.stderr)
            return 130
        if len(content) > LARGEST:
            print(f"{name}.json would have {len(content)} bytes, more than {LARGEST}", file=sys.stderr)
            return 1
        given.folder.joinpath(f"{name}.json").write_bytes(content)
    return 0


if __name__ == "__main__":
    sys.exit(main())
