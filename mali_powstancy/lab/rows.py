"""Rows: what is kept of every game, in tables of many games that go into pandas or plotly as they are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, overload

from mali_powstancy.lab.intervals import share
from mali_powstancy.tabletop.library import tally_of

Columns = dict[str, list[Any]]
"""Columns of equal length by name: `pandas.DataFrame(table)` and `plotly.express` take it as it is."""
COMMON = ("game", "ending", "is_defeat", "winners", "rounds")
"""What the rows of all games tell, see `tabletop.tally.Row`."""


class Games(Sequence[Any]):
    """The rows of many games of one scenario between the same bots, by game number."""

    def __init__(
        self,
        rows: Iterable[Any],
        *,
        scenario: Any,
        bots: Sequence[str],
        seed: int | None = None,
        complete: bool = True,
        note: str = "",
    ) -> None:
        self.rows = tuple(rows)
        self.scenario = scenario
        self.bots = tuple(bots)
        """The names of the bots, by seat."""
        self.seed = seed
        self.complete = complete
        """All games that were asked for are here; not so after an interruption."""
        self.note = note
        """The key of the sentence about how they were played, if there is something to say."""

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.bots)

    @overload
    def __getitem__(self, at: int) -> Any: ...
    @overload
    def __getitem__(self, at: slice) -> Games: ...
    def __getitem__(self, at: int | slice) -> Any:
        if not isinstance(at, slice):
            return self.rows[at]
        return Games(
            self.rows[at],
            scenario=self.scenario,
            bots=self.bots,
            seed=self.seed,
            complete=self.complete,
            note=self.note,
        )

    def __len__(self) -> int:
        return len(self.rows)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Games):
            return NotImplemented
        return (self.rows, self.scenario, self.bots) == (other.rows, other.scenario, other.bots)

    __hash__ = None  # type: ignore[assignment]  # it may hold a million rows

    def __repr__(self) -> str:
        defeats = share(sum(row.is_defeat for row in self), len(self))
        words = [f"{len(self)} games of {self.scenario.name}", " ".join(self.bots)]
        if self.rows:
            words.append(f"everyone lost {defeats.value:.1%} ({defeats.low:.1%} to {defeats.high:.1%})")
        if not self.complete:
            words.append("interrupted")
        return f"<{'; '.join(words)}>"

    # Tables.

    def columns(self) -> Columns:
        """One row per game: what all games tell of themselves, and then what this one counts."""
        own = tally_of(self.scenario.game_id).COLUMNS
        return {
            **{name: [getattr(row, name) for row in self] for name in COMMON},
            **{name: [column(row) for row in self] for name, column in own.items()},
        }

    def seats(self) -> Columns:
        """One row per game and seat."""
        own = tally_of(self.scenario.game_id).SEAT_COLUMNS
        lines = (
            (row.game, seat, bot, row.win_of(seat), *(column(row, seat) for column in own.values()))
            for row in self
            for seat, bot in enumerate(self.bots)
        )
        return _table(("game", "seat", "bot", "win", *own), lines)

    def table(self, name: str) -> Columns:
        """A table with a few rows per game, of those that the tally of the game has."""
        tables = tally_of(self.scenario.game_id).TABLES
        if name not in tables:
            raise KeyError(f"there is no table {name!r} of {self.scenario.game_id}; there are {', '.join(tables)}")
        names, lines_of = tables[name]
        return _table(("game", *names), ((row.game, *line) for row in self for line in lines_of(row, self.scenario)))


def _table(names: Sequence[str], rows: Iterable[tuple[Any, ...]]) -> Columns:
    columns = list(zip(*rows, strict=True)) or [()] * len(names)
    return {name: list(column) for name, column in zip(names, columns, strict=True)}
