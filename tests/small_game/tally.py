"""What is counted in a race: how far everybody got."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from mali_powstancy.tabletop.game import Seat
from mali_powstancy.tabletop.tally import GameLines, are_whole, written
from tests.small_game.rules import Event, Scenario, State, outcome


class RaceRow(NamedTuple):
    """What is kept of one race."""

    game: int
    ending: str
    winners: tuple[Seat, ...]
    rounds: int
    points: tuple[int, ...]
    """By seat: steps."""

    @property
    def is_defeat(self) -> bool:
        """Somebody is always in front."""
        return False

    def win_of(self, seat: Seat) -> float:
        """The part that a seat has in the win."""
        return 1 / len(self.winners) if seat in self.winners else 0.0


ENDINGS = ("finished", "stopped")
COLUMNS: Mapping[str, Callable[[RaceRow], Any]] = {"farthest": lambda row: max(row.points)}
SEAT_COLUMNS: Mapping[str, Callable[[RaceRow, Seat], Any]] = {}
TABLES: Mapping[str, GameLines] = {}


def row_of(number: int, opening: State, events: Iterable[Event], end: State) -> RaceRow:
    """The row of a race from one position to its end."""
    ended = outcome(end)
    assert ended is not None
    return RaceRow(number, ended.ending, ended.winners, sum(event.event == "rolled" for event in events), end.steps)


def read_row(content: Mapping[str, Any]) -> RaceRow:
    """The row that was written like this."""
    return RaceRow(**written(content, RaceRow._fields))


def fits(row: RaceRow, scenario: Scenario, players: int) -> bool:
    """The row can be that of a race of so many."""
    return are_whole([row.game, row.rounds, *row.points, *row.winners]) and len(row.points) == players
