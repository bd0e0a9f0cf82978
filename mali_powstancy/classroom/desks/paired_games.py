"""Paired games: the same bots and the same luck, once by the rules as they are and once by changed ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mali_powstancy.analysis.comparison import Comparison, compare_games
from mali_powstancy.classroom.desks.experiments import GAMES, SLICE
from mali_powstancy.lab import Games, Serial, simulate
from mali_powstancy.tabletop.game import Scenario
from mali_powstancy.tabletop.tally import Row

BOTS = ("planner", "planner")


class PairedGames:
    """Two hundred pairs of games, or as many as are asked for: always the same for the same rules and seed."""

    def __init__(
        self,
        before: Scenario,
        after: Scenario,
        seed: int,
        known: list[Any] | None = None,
        *,
        bots: Sequence[str] = BOTS,
        pairs: int = GAMES,
    ) -> None:
        """`known` are games of this seed by the rules as they are, played for another change: the list is read and
        made longer.
        """
        self.scenarios = (before, after)
        self.seed = seed
        self.bots = tuple(bots)
        self.pairs = pairs
        self._rows: tuple[list[Row], list[Row]] = ([] if known is None else known, [])

    def __len__(self) -> int:
        """How many pairs are played."""
        return min(map(len, self._rows))

    @property
    def is_done(self) -> bool:
        """All pairs are played."""
        return len(self) >= self.pairs

    def play_slice(self) -> bool:
        """Play the next few pairs; False if somebody interrupted them."""
        end = min((len(self) // SLICE + 1) * SLICE, self.pairs)  # an interrupted slice is made whole
        for scenario, rows in zip(self.scenarios, self._rows, strict=True):
            # However slow a computer is, the games are the same.
            missing = range(len(rows), end)
            games = simulate(missing, self.bots, scenario, self.seed, Serial(), progress=False, slowest=None)
            rows += games
            if not games.complete:
                return False
        return True

    @property
    def comparison(self) -> Comparison:
        """How the pairs differ that are whole."""
        before, after = (
            Games(rows[: len(self)], scenario=scenario, bots=self.bots, seed=self.seed)
            for scenario, rows in zip(self.scenarios, self._rows, strict=True)
        )
        return compare_games(before, after)
