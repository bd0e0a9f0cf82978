"""What does not change during a game: the scenario, the patrols at the table, and tables made from them once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TypeVar

from mali_powstancy.engine.board import FieldId
from mali_powstancy.engine.cards import VICTORY, PatrolId, ScoutId
from mali_powstancy.engine.moves import ChooseCard, DealGoal, Draw, Drop, Jump, PlaceScout, Roll, Seat, Unit, Walk
from mali_powstancy.engine.scenario import Scenario
from mali_powstancy.engine.state import Phase, Slot, Task

NOWHERE: FieldId = ""
"""The Victory card starts in no object."""

Step = TypeVar("Step", Walk, Jump, Unit)
MovesOfScout = tuple[int, dict[FieldId, tuple[Walk, ...]], dict[FieldId, tuple[Jump, ...]], Drop]
"""A scout's number, its walks and jumps from every field of the free board, and its drop."""


class Game:
    """A scenario with the patrols that play it, seat by seat."""

    def __init__(self, scenario: Scenario, patrols: tuple[PatrolId, ...]) -> None:
        self.scenario = scenario
        self.patrols = patrols
        self.board = scenario.board
        self.orders = scenario.orders
        self.is_extended = scenario.is_extended
        self.actions = scenario.actions
        self.track_spaces = scenario.track_spaces
        self.counts = scenario.players[len(patrols)]
        self.seats: tuple[Seat, ...] = tuple(range(len(patrols)))
        self.patrol_size = len(self.board.start_objects)
        self.scouts: tuple[ScoutId, ...] = tuple(
            scout.id for patrol in patrols for scout in scenario.patrols[patrol].scouts
        )
        """All scouts by number: seat by seat, each patrol in the order of its list."""
        self.number: Mapping[ScoutId, int] = {scout: number for number, scout in enumerate(self.scouts)}
        self.seat_of: tuple[Seat, ...] = tuple(seat for seat in self.seats for _ in range(self.patrol_size))
        """The seat of each scout, by number."""
        self.numbers_of: tuple[range, ...] = tuple(
            range(seat * self.patrol_size, (seat + 1) * self.patrol_size) for seat in self.seats
        )
        """The scout numbers of each seat."""
        # Small values are made once, so that playing is mostly looking up. By scout number:
        free = self.board.free
        self.tables: tuple[MovesOfScout, ...] = tuple(
            (number, _table(scout, free.steps, Walk), _table(scout, free.jumps, Jump), Drop(scout))
            for number, scout in enumerate(self.scouts)
        )
        self.places = tuple(tuple(PlaceScout(scout, field) for field in self.board.fields) for scout in self.scouts)
        self.units = tuple(_table(scout, free.jumps, Unit) for scout in self.scouts)
        # By seat:
        self.tables_of = tuple(self.tables[numbers.start : numbers.stop] for numbers in self.numbers_of)
        self.turn_begins = tuple(Task(Phase.TURN_BEGINS, seat) for seat in self.seats)
        self.turns = tuple((Task(Phase.TURN, seat),) for seat in self.seats)
        self.place_scout = tuple((Task(Phase.PLACE_SCOUT, seat),) for seat in self.seats)
        # What chance may do:
        self.rolls = [Roll(face.colour, face.number) for face in scenario.die]
        self.deals = {goal: DealGoal(goal) for goal in scenario.goals}
        # By card:
        cards = (*self.orders, VICTORY)
        self.start_of = {order.id: order.start for order in self.orders.values()} | {VICTORY: NOWHERE}
        self.slots = {order: tuple(Slot(order, space) for space in range(scenario.track_spaces + 2)) for order in cards}
        self.draws = {order: Draw(order) for order in cards}
        self.card_choices = {card: ChooseCard(card) for card in scenario.cards}
        # By the seat that begins: the seats in their order, and what a round asks after the order phase (B-5, E-1).
        self.clockwise_from = tuple(self.seats[first:] + self.seats[:first] for first in self.seats)
        self.round_tasks = tuple(
            (
                *(Task(Phase.CHOOSE_CARD, seat) for seat in self.clockwise_from[first]),
                Task(Phase.REVEAL),
                Task(Phase.TURNS_END),
                *(() if self.is_extended else (Task(Phase.SOLDIER),)),
                Task(Phase.TIME_PASSES),
                Task(Phase.ROUND_ENDS),
            )
            for first in self.seats
        )

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Game) and (self.scenario, self.patrols) == (other.scenario, other.patrols)

    def __hash__(self) -> int:
        return hash((self.scenario, self.patrols))


def _table(
    scout: ScoutId, near: Mapping[FieldId, tuple[FieldId, ...]], kind: Callable[[ScoutId, FieldId], Step]
) -> dict[FieldId, tuple[Step, ...]]:
    return {field: tuple(kind(scout, to) for to in others) for field, others in near.items()}


class _Same:
    """A scenario by identity: two with equal rules may still have other names and drawings."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.scenario is other.scenario

    def __hash__(self) -> int:
        return id(self.scenario)


@lru_cache(maxsize=64)
def _game(same: _Same, patrols: tuple[PatrolId, ...]) -> Game:
    return Game(same.scenario, patrols)


def game_of(scenario: Scenario, patrols: tuple[PatrolId, ...]) -> Game:
    """The one `Game` of a scenario and patrols, shared by all its positions."""
    return _game(_Same(scenario), patrols)
