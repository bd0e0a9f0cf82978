"""Players: who can sit at a table, a person or a computer player with its level and its temper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mali_powstancy.bots.roster import named
from mali_powstancy.bots.tempers import Level, Temper
from mali_powstancy.engine import Scenario
from mali_powstancy.tabletop.packing import PERSON

LEVELS = tuple(map(str, Level))
"""Computer players whose temper can be chosen, the easiest first."""
OFFERED = (PERSON, *LEVELS)
"""Who can be chosen in the start menu."""
PLAYERS = (PERSON, "random", "greedy", *(named(level, temper) for level in LEVELS for temper in Temper))
"""Everything that can sit on a seat; what the menu does not offer is in older games, or a cell asks for it."""
STYLES = tuple(map(str, Temper))
"""What computer players can care for."""
HOW_MANY = 2
USUAL = str(Level.MEDIUM)
"""Who sits on the seats that nobody has asked for."""
SELF_EVIDENT = ("bot.deliver", "bot.end.no-points")
"""Reasons that only repeat what the log says anyway."""
HINT = str(Level.HARD)
"""The player that gives hints."""


def kind_of(player: str) -> str:
    """A player without its temper: `person`, `greedy`, `hard`."""
    return player.partition("-")[0]


def style_of(player: str) -> str | None:
    """The temper of a computer player; a person and the simple bots have none."""
    kind, _, temper = player.partition("-")
    return str(Temper(temper or Temper.BALANCED)) if kind in LEVELS else None


def with_style(player: str, style: str) -> str:
    """The player with this temper, if it is one whose temper is still open."""
    return named(player, Temper(style)) if player in LEVELS else player


def settled_before(scenario: Scenario, players: int) -> Mapping[str, Sequence[str]]:
    """Nothing but the number of players."""
    return {}


def simpler_than(player: str) -> str | None:
    """Who takes the seat of a computer player that has failed; nobody after the simplest one."""
    return {"random": None, "greedy": "random"}.get(player, "greedy")
