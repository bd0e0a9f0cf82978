"""How fast bots play: a thousand games on one core, of both games, and what one decision of each bot costs.

All times are processor time, so that other work on the machine disturbs less. A decision that only follows a plan
counts like any other.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Sequence

from benchmarks.bench import REPEATS
from mali_powstancy.bots import bot_named
from mali_powstancy.engine.moves import PlayerMove
from mali_powstancy.engine.observation import Observation
from mali_powstancy.lab import Serial, simulate
from tools.strength_wiarusi import PLAYERS, Series, end_of

SCENARIOS = ("basic", "extended")
PLAYED = 100
"""Games of which a thousand are reckoned: always the same ones, because some deals are quicker to play than others."""
DECISIONS = (
    # bot, players, games
    ("random", 4, 40),
    ("greedy", 4, 40),
    ("planner", 4, 20),
    ("search", 2, 1),
)


class Timed:
    """A bot that notes how long it thinks."""

    def __init__(self, name: str, seconds: list[float]) -> None:
        self._bot, self._seconds = bot_named(name), seconds

    def __call__(self, observation: Observation, rng: random.Random) -> PlayerMove:
        """What the bot plays."""
        began = time.process_time()
        move: PlayerMove = self._bot(observation, rng)
        self._seconds.append(time.process_time() - began)
        return move


def thousand_games(bots: Sequence[str], scenario: str) -> float:
    """Seconds for a thousand games on one core, reckoned from the best of some smaller runs."""
    runs = []
    for _ in range(REPEATS):
        began = time.process_time()
        simulate(PLAYED, bots, scenario, seed=1, executor=Serial(), progress=False)
        runs.append(time.process_time() - began)
    return min(runs) * 1000 / PLAYED


def thousand_wars(bot: str, players: int) -> float:
    """The same for Wiarusi at the standard level, through the checked API."""
    table = Series(bot, "standard", players, PLAYED)
    runs = []
    for _ in range(REPEATS):
        began = time.process_time()
        for game in range(PLAYED):
            end_of(table, game)
        runs.append(time.process_time() - began)
    return min(runs) * 1000 / PLAYED


def decisions(name: str, players: int, games: int, scenario: str) -> list[float]:
    """How long each decision took, in rising order, in games of equal bots."""
    seconds: list[float] = []
    simulate(games, [lambda: Timed(name, seconds)] * players, scenario, executor=Serial(), progress=False)
    return sorted(seconds)


def main() -> None:
    """Measure everything and print it as two tables."""
    print(f"Python {sys.version.split()[0]}, processor time, one core\n")
    print(f"| 1,000 games, best of {REPEATS} | seconds |\n|---|--:|")
    for bot in ("greedy", "planner"):
        for scenario in SCENARIOS:
            print(f"| {scenario}, four bots: {bot} | {thousand_games([bot] * 4, scenario):.1f} |")
    for players in PLAYERS:
        print(f"| wiarusi-standard, {players} bots: careful | {thousand_wars('careful', players):.1f} |")
    print("\n| one decision | mean, milliseconds | p95 | decisions |\n|---|--:|--:|--:|")
    for name, players, games in DECISIONS:
        for scenario in SCENARIOS:
            found = decisions(name, players, games, scenario)
            mean, slow = sum(found) / len(found), found[int(0.95 * len(found))]
            print(f"| {scenario}, {players} players: {name} | {mean * 1e3:.3f} | {slow * 1e3:.3f} | {len(found):,} |")


if __name__ == "__main__":
    main()
