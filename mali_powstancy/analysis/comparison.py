"""Comparison: change a rule, or the bots, and see what becomes of the game.

>>> found = compare("basic", "short", bots=["random", "random"], games=20)
>>> found.of("rounds").difference.value < 0
True
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from typing import NamedTuple

from mali_powstancy.analysis.measures import Difference, differences, find, measures_of
from mali_powstancy.analysis.tables import Rows
from mali_powstancy.engine.moves import Seat
from mali_powstancy.lab import Games, Maker
from mali_powstancy.lab.rows import Columns
from mali_powstancy.lab.running import ScenarioOrName, simulate_tables


class Comparison(NamedTuple):
    """Games in two worlds, such as two rule sets, and how they differ."""

    before: Games
    after: Games
    differences: Rows[Difference]
    """All measures, of the pairs of games with the same number."""

    def of(self, measure: str, seat: Seat | None = None) -> Difference:
        """The row of one measure, such as `defeats`, or `wins` of a seat."""
        return find(self.differences, measure, seat)

    def columns(self) -> Columns:
        """One row per measure."""
        return self.differences.columns()


def compare(
    before: ScenarioOrName | Games,
    after: ScenarioOrName | Games,
    bots: Sequence[str | Maker] | None = None,
    games: int = 200,
    seed: int = 1,
    executor: Executor | None = None,
    *,
    progress: bool | None = None,
) -> Comparison:
    """Play so many games by either rule set, with the same bots and the same streams of chance, or take played games.

    Game 17 of one world is compared with game 17 of the other, so that the luck which both share does not count.
    Interrupted, it gives the pairs that are done (`complete` of the games is False then).
    """
    if isinstance(before, Games) and isinstance(after, Games):
        if bots is not None:
            raise TypeError("these games have been played: bots are only needed for games to come")
        return compare_games(before, after)
    if isinstance(before, Games) or isinstance(after, Games):
        raise TypeError("compare games with games, or rules with rules, not games with rules")
    if bots is None:
        raise TypeError("say which bots play, one for each seat: bots=['greedy', 'greedy']")
    ones, others = simulate_tables([(before, bots), (after, bots)], games, seed, executor, progress=progress)
    return compare_games(ones, others)


def compare_games(before: Games, after: Games) -> Comparison:
    """How games in two worlds differ; those that are only in one of them are left out."""
    if before.players != after.players:
        raise ValueError(f"games for {before.players} and for {after.players} players cannot be compared seat by seat")
    if before.seed != after.seed:
        raise ValueError(f"games of seed {before.seed} and of seed {after.seed} make no pairs: play them with one seed")
    if before.scenario.game_id != after.scenario.game_id:
        raise ValueError(f"games of {before.scenario.game_id} and of {after.scenario.game_id} make no pairs")
    numbers = {row.game for row in before} & {row.game for row in after}
    ones, others = ([row for row in games if row.game in numbers] for games in (before, after))
    counted = measures_of(before.scenario.game_id, before.players)
    return Comparison(before, after, differences(ones, others, counted))
