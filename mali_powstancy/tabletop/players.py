"""Players: what a table asks of the module of a game that says who can sit down: persons and computer players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol


class Players(Protocol):
    """Who can sit at the tables of a game, each by a name."""

    @property
    def PLAYERS(self) -> Sequence[str]:
        """Everybody, a person among them; what the menu does not offer is in older games, or a cell asks for it."""

    @property
    def OFFERED(self) -> Sequence[str]:
        """Who can be chosen in the start menu."""

    @property
    def STYLES(self) -> Sequence[str]:
        """What computer players can care for, the usual first; none if they all play alike."""

    @property
    def HOW_MANY(self) -> int:
        """How many sit at a table if nobody says."""

    @property
    def USUAL(self) -> str:
        """Who sits on the seats that nobody has asked for."""

    @property
    def HINT(self) -> str:
        """The player that gives hints."""

    @property
    def SELF_EVIDENT(self) -> Sequence[str]:
        """Reasons that only repeat what the log says anyway."""

    def settled_before(self, scenario: Any, players: int, /) -> Mapping[str, Sequence[str | int]]:
        """What `new_game` can be told of a table for so many: by name the possible answers, the usual one first."""

    def simpler_than(self, player: str, /) -> str | None:
        """Who takes the seat of a computer player that has failed; nobody after the simplest one."""

    def kind_of(self, player: str, /) -> str:
        """A player without its style."""

    def style_of(self, player: str, /) -> str | None:
        """What a computer player cares for; a person and the simple bots have no style."""

    def with_style(self, player: str, style: str, /) -> str:
        """The player with this style, if it is one whose style is still open."""


# Where nobody has a style -------------------------------------------------------------------------------------------


def kind_of(player: str) -> str:
    """Nobody has a style, so the name is all there is."""
    return player


def style_of(player: str) -> str | None:
    """Nobody has a style."""
    return None


def with_style(player: str, style: str) -> str:
    """Nobody has a style."""
    return player
