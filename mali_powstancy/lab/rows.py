"""Rows: what is kept of every game, and tables of many games that go into pandas or plotly as they are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, overload

from mali_powstancy.engine.board import DistrictId
from mali_powstancy.engine.cards import GoalId, OrderId
from mali_powstancy.engine.moves import Seat
from mali_powstancy.engine.scenario import Scenario
from mali_powstancy.engine.scoring import Ending
from mali_powstancy.lab.intervals import share

Table = dict[str, list[Any]]
"""Columns of equal length by name: `pandas.DataFrame(table)` and `plotly.express` take it as it is."""

DELIVERED, LATE, OPEN = "delivered", "late", "open"
"""What can become of an order that was laid on the track."""


class OrderFate(NamedTuple):
    """What became of one order; orders that were never laid on the track have no fate."""

    order: OrderId
    laid_round: int
    end_round: int
    """The round in which it was delivered or late; for an open order the last round of the game."""
    fate: str
    """`delivered`, `late` or `open`: still on the track at the end."""
    seat: Seat | None
    """Who delivered it."""
    space: int
    """The space of the track on which it lay at last: the larger, the less time was left."""


class Fall(NamedTuple):
    """A district fell."""

    district: DistrictId
    round: int


class GameRow(NamedTuple):
    """What is kept of one game."""

    game: int
    """Its number: with the same seed, bots and scenario it is always the same game."""
    ending: str
    """A value of `engine.Ending`."""
    winners: tuple[Seat, ...]
    """Nobody after a common defeat, several if they share the win."""
    rounds: int
    first: Seat
    """The seat that had the start marker in the first round."""
    points: tuple[int, ...]
    """By seat; empty after a common defeat (H-60)."""
    delivered: tuple[tuple[OrderId, ...], ...]
    """By seat, in the order of delivery."""
    orders: tuple[OrderFate, ...]
    """In the order in which they were laid."""
    tokens: int
    """Small tokens at the end."""
    falls: tuple[Fall, ...]
    visits: tuple[int, ...]
    """By the fields of the board, in their order: how often a scout came to it; where all start does not count."""
    roads: tuple[int, ...]
    """By the roads of the board, in their order: steps along it, and jumps and units over it."""
    arrests: tuple[int, ...]
    """The rounds in which the soldier arrested somebody, each once."""
    arrested: tuple[int, ...]
    """By seat: how often one of its scouts was arrested."""
    goals: tuple[tuple[GoalId, ...], ...]
    """By seat: the goals that it has kept (extended variant)."""
    fulfilled: tuple[tuple[GoalId, ...], ...]
    """By seat: those of them that its orders have fulfilled, also in a game that all have lost."""

    @property
    def is_defeat(self) -> bool:
        """Everybody has lost together."""
        return Ending(self.ending).is_defeat

    @property
    def late(self) -> int:
        """How many orders were late."""
        return sum(order.fate == LATE for order in self.orders)

    def win_of(self, seat: Seat) -> float:
        """The part that a seat has in the win: 1 alone, a half with another one, 0 if it has not won."""
        return 1 / len(self.winners) if seat in self.winners else 0.0


class Games(Sequence[GameRow]):
    """The rows of many games of one scenario between the same bots, by game number."""

    def __init__(
        self,
        rows: Iterable[GameRow],
        *,
        scenario: Scenario,
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
    def __getitem__(self, at: int) -> GameRow: ...
    @overload
    def __getitem__(self, at: slice) -> Games: ...
    def __getitem__(self, at: int | slice) -> GameRow | Games:
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

    def columns(self) -> Table:
        """One row per game."""
        return {
            "game": [row.game for row in self],
            "ending": [row.ending for row in self],
            "is_defeat": [row.is_defeat for row in self],
            "winners": [row.winners for row in self],
            "rounds": [row.rounds for row in self],
            "first": [row.first for row in self],
            "points": [row.points for row in self],
            "delivered": [sum(map(len, row.delivered)) for row in self],
            "late": [row.late for row in self],
            "tokens": [row.tokens for row in self],
            "falls": [len(row.falls) for row in self],
            "arrests": [len(row.arrests) for row in self],
        }

    def seats(self) -> Table:
        """One row per game and seat; `points` is None after a common defeat."""
        names = ("game", "seat", "bot", "is_first", "win", "points", "delivered", "arrested")
        return _table(
            names,
            (
                (
                    row.game,
                    seat,
                    bot,
                    seat == row.first,
                    row.win_of(seat),
                    row.points[seat] if row.points else None,
                    len(row.delivered[seat]),
                    row.arrested[seat],
                )
                for row in self
                for seat, bot in enumerate(self.bots)
            ),
        )

    def orders(self) -> Table:
        """One row per game and order that was laid on the track."""
        cards = self.scenario.orders
        names = ("game", "order", "start", "to", "points", "laid_round", "end_round", "fate", "seat", "space")
        return _table(
            names,
            (
                (row.game, fate.order, cards[fate.order].start, cards[fate.order].to, cards[fate.order].points)
                + fate[1:]
                for row in self
                for fate in row.orders
            ),
        )

    def fields(self) -> Table:
        """One row per game and field: how often a scout came to it."""
        fields = self.scenario.board.fields
        visits = ((row.game, field, times) for row in self for field, times in zip(fields, row.visits, strict=True))
        return _table(("game", "field", "visits"), visits)

    def roads(self) -> Table:
        """One row per game and road: steps along it, and jumps and units over it."""
        roads = [road.id for road in self.scenario.board.roads]
        uses = ((row.game, road, times) for row in self for road, times in zip(roads, row.roads, strict=True))
        return _table(("game", "road", "uses"), uses)

    def falls(self) -> Table:
        """One row per district that fell; `place` 1 fell first in its game."""
        falls = ((row.game, place, *fall) for row in self for place, fall in enumerate(row.falls, start=1))
        return _table(("game", "place", "district", "round"), falls)


def _table(names: Sequence[str], rows: Iterable[tuple[Any, ...]]) -> Table:
    columns = list(zip(*rows, strict=True)) or [()] * len(names)
    return {name: list(column) for name, column in zip(names, columns, strict=True)}
