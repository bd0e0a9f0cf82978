"""What the lab asks of a game's tally: a module by which the events of a game become a row, and rows become tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from mali_powstancy.tabletop.game import Seat


class Row(Protocol):
    """What is kept of one game: a named tuple, whose fields are written into files, with at least these."""

    @property
    def game(self) -> int:
        """Its number: with the same seed, bots and scenario it is always the same game."""

    @property
    def ending(self) -> str: ...
    @property
    def winners(self) -> tuple[Seat, ...]: ...
    @property
    def rounds(self) -> int: ...
    @property
    def points(self) -> tuple[int, ...]:
        """By seat; empty if this game was not scored."""

    @property
    def is_defeat(self) -> bool:
        """Everybody has lost together."""

    def win_of(self, seat: Seat, /) -> float:
        """The part that the side of a seat has in the win: 1 alone, a half with another side, 0 if it has not won."""

    def _asdict(self) -> dict[str, Any]: ...


class GameLines(NamedTuple):
    """A table with a few lines for each game."""

    names: tuple[str, ...]
    of: Callable[[Any, Any], Iterable[tuple[Any, ...]]]
    """A row and the scenario -> the lines of that game."""


class Tally(Protocol):
    """What a game counts."""

    @property
    def ENDINGS(self) -> Sequence[str]:
        """How a game can end, in the order in which that is told."""

    @property
    def COLUMNS(self) -> Mapping[str, Callable[[Any], Any]]:
        """What a table of games tells of a row besides what all rows have."""

    @property
    def SEAT_COLUMNS(self) -> Mapping[str, Callable[[Any, Seat], Any]]:
        """What it tells of one seat besides the bot and its win."""

    @property
    def TABLES(self) -> Mapping[str, GameLines]: ...
    def row_of(self, number: int, opening: Any, events: Iterable[Any], end: Any, /) -> Any:
        """The row of a game that went from one position, perhaps in the middle of a game, to its end."""

    def read_row(self, content: Mapping[str, Any], /) -> Any:
        """The row that was written like this; `ValueError`, `TypeError` or `KeyError` if it is none."""

    def fits(self, row: Any, scenario: Any, players: int, /) -> bool:
        """The row can be that of a game of this scenario with so many players."""


def written(content: Mapping[str, Any], fields: tuple[str, ...]) -> dict[str, Any]:
    """The values of a row with these fields that came out of a file, where tuples are lists."""
    if set(content) != set(fields):
        raise ValueError(f"a row has {', '.join(fields)}")
    return {name: tuple(value) if isinstance(value, list) else value for name, value in content.items()}


def are_whole(numbers: Iterable[object]) -> bool:
    """All of them are whole numbers, and nothing that only equals one."""
    return set(map(type, numbers)) <= {int}
