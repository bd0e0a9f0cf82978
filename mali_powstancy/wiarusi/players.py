"""Players: who can sit at a table of Wiarusi, a person or a computer player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mali_powstancy.tabletop.packing import PERSON

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


def kind_of(player: str) -> str:
    """Nobody has a style, so the name is all there is."""
    return player


def style_of(player: str) -> str | None:
    """Nobody has a style."""
    return None


def with_style(player: str, style: str) -> str:
    """Nobody has a style."""
    return player


def settled_before(players: int) -> Mapping[str, Sequence[str]]:
    """Nothing but the number of players."""
    return {}


def simpler_than(player: str) -> str | None:
    """Who takes the seat of a computer player that has failed; nobody after the simplest one."""
    return {"strong": "careful", "careful": "random"}.get(player)
