"""Paired games: the same bots and the same luck, once by the rules as they are and once by changed ones."""

from __future__ import annotations

from mali_powstancy.analysis.comparison import Comparison, compare_games
from mali_powstancy.classroom.desks.experiments import GAMES, SLICE
from mali_powstancy.engine import Scenario
from mali_powstancy.engine.tally import GameRow
from mali_powstancy.lab import Games, Serial, simulate

BOTS = ("planner", "planner")


class PairedGames:
    """Two hundred pairs of games, or as many of them as were played: always the same for the same rules and seed."""

    def __init__(self, before: Scenario, after: Scenario, seed: int, known: list[GameRow] | None = None) -> None:
        """`known` are games of this seed by the rules as they are, played for another change: the list is read and
        made longer.
        """
        self.scenarios = (before, after)
        self.seed = seed
        self._rows: tuple[list[GameRow], list[GameRow]] = ([] if known is None else known, [])

    def __len__(self) -> int:
        """How many pairs are played."""
        return min(map(len, self._rows))

    @property
    def is_done(self) -> bool:
        """All pairs are played."""
        return len(self) >= GAMES

    def play_slice(self) -> bool:
        """Play the next few pairs; False if somebody interrupted them."""
        end = min((len(self) // SLICE + 1) * SLICE, GAMES)  # an interrupted slice is made whole
        for scenario, rows in zip(self.scenarios, self._rows, strict=True):
            # However slow a computer is, the games are the same.
            missing = range(len(rows), end)
            games = simulate(missing, BOTS, scenario, self.seed, Serial(), progress=False, slowest=None)
            rows += games
            if not games.complete:
                return False
        return True

    @property
    def comparison(self) -> Comparison:
        """How the pairs differ that are whole."""
        before, after = (
            Games(rows[: len(self)], scenario=scenario, bots=BOTS, seed=self.seed)
            for scenario, rows in zip(self.scenarios, self._rows, strict=True)
        )
        return compare_games(before, after)
