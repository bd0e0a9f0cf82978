"""Players: who can sit at a table of Wiarusi, a person or a computer player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mali_powstancy.tabletop.packing import PERSON
from mali_powstancy.tabletop.players import kind_of as kind_of
from mali_powstancy.tabletop.players import style_of as style_of
from mali_powstancy.tabletop.players import with_style as with_style
from mali_powstancy.wiarusi.scenario import Scenario

OFFERED = (PERSON, "careful", "strong")
"""Who can be chosen in the start menu."""
PLAYERS = (PERSON, "random", "careful", "strong")
STYLES: tuple[str, ...] = ()
"""They all care for one thing: that the friends come through."""
HOW_MANY = 3
"""With fewer, a chaplain takes part, which is more to learn at once."""
USUAL = "careful"
HINT = "careful"
SELF_EVIDENT: tuple[str, ...] = ()


def settled_before(scenario: Scenario, players: int) -> Mapping[str, Sequence[int]]:
    """With how many cards the trials pile begins, where there is a series in which it grows [W-59]."""
    piles = scenario.players[players].piles
    return {"pile": piles} if len(piles) > 1 else {}


def simpler_than(player: str) -> str | None:
    """Who takes the seat of a computer player that has failed; nobody after the simplest one."""
    return {"strong": "careful", "careful": "random"}.get(player)
