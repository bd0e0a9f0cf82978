"""The lab: many games between bots, what they were like, and who plays best.

>>> from mali_powstancy.lab import simulate, share
>>> games = simulate(20, ["random", "random"], "basic-1", seed=1)
>>> games[17] == simulate([17], ["random", "random"], "basic-1", seed=1)[0]
True
>>> lost = share(sum(row.is_defeat for row in games), len(games))
>>> f"{lost.value:.0%} of the games were lost together, and hardly ever less than {lost.low:.0%}"
'100% of the games were lost together, and hardly ever less than 84%'
>>> sorted(games.table("orders"))
['end_round', 'fate', 'game', 'laid_round', 'order', 'points', 'seat', 'space', 'start', 'to']
"""

from mali_powstancy.lab.executors import Serial, cores
from mali_powstancy.lab.intervals import Estimate, difference, mean, share
from mali_powstancy.lab.playing import Maker
from mali_powstancy.lab.rows import Games
from mali_powstancy.lab.running import simulate
from mali_powstancy.lab.storing import GamesFileError, read_games
from mali_powstancy.lab.tournament import Match, Standing, Standings, tournament

__all__ = [
    "Estimate",
    "Games",
    "GamesFileError",
    "Maker",
    "Match",
    "Serial",
    "Standing",
    "Standings",
    "cores",
    "difference",
    "mean",
    "read_games",
    "share",
    "simulate",
    "tournament",
]
