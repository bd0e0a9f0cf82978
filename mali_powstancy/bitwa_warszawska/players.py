"""Players: who can sit at a table of Bitwa Warszawska, a person or a computer player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mali_powstancy.bitwa_warszawska.cards import ARMIES
from mali_powstancy.bitwa_warszawska.scenario import Scenario
from mali_powstancy.tabletop.packing import PERSON
from mali_powstancy.tabletop.players import kind_of as kind_of
from mali_powstancy.tabletop.players import style_of as style_of
from mali_powstancy.tabletop.players import with_style as with_style

OFFERED = (PERSON, "planner", "strong")
"""Who can be chosen in the start menu."""
PLAYERS = (PERSON, "random", "planner", "strong")
STYLES: tuple[str, ...] = ()
"""They all care for one thing: that their army wins."""
HOW_MANY = 2
"""One for each army; partners are more to learn at once."""
USUAL = "planner"
HINT = "planner"
SELF_EVIDENT = ("bot.bitwa.play", "bot.bitwa.step", "bot.bitwa.best")


def settled_before(scenario: Scenario, players: int) -> Mapping[str, Sequence[str]]:
    """Which army two play if there are three [V-8]."""
    return {"pair": ARMIES} if players == len(ARMIES) + 1 else {}


def simpler_than(player: str) -> str | None:
    """Who takes the seat of a computer player that has failed; nobody after the simplest one."""
    return {"strong": "planner", "planner": "random"}.get(player)
