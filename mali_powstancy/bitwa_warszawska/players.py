"""Players: who can sit at a table of Bitwa Warszawska, a person or a computer player."""

from __future__ import annotations

from mali_powstancy.tabletop.packing import PERSON

OFFERED = (PERSON, "planner", "strong")
"""Who can be chosen in the start menu."""
PLAYERS = (PERSON, "random", "planner", "strong")
STYLES: tuple[str, ...] = ()
"""They all care for one thing: that their army wins."""
HOW_MANY = 2
"""One for each army; partners are more to learn at once."""
USUAL = "planner"
HINT = "planner"
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


def simpler_than(player: str) -> str | None:
    """Who takes the seat of a computer player that has failed; nobody after the simplest one."""
    return {"strong": "planner", "planner": "random"}.get(player)
