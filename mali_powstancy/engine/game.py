"""What does not change during a game: the scenario, the patrols at the table, and tables made from them once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from mali_powstancy.engine.board import FieldId
from mali_powstancy.engine.cards import VICTORY, PatrolId, ScoutId
from mali_powstancy.engine.moves import (
    Block,
    ChooseCard,
    Collect,
    DealGoal,
    Draw,
    Drop,
    Jump,
    PlaceScout,
    Roll,
    Seat,
    Unit,
    Walk,
)
from mali_powstancy.engine.scenario import Scenario
from mali_powstancy.engine.state import CHANCE, HAND, PRISON, Phase, Slot, Task
from mali_powstancy.tabletop.scenario_file import made_once

NOWHERE: FieldId = ""
"""The Victory card starts in no object."""

BEYOND = 1_000_000
"""Farther away than any field."""

STAND, WALK, WALK_OR_JUMP = 0, 1, 2
"""What the points left allow: no step at all, walking, or walking and jumping. They number the tables of steps."""

ScoutMove = TypeVar("ScoutMove", Walk, Jump, Unit)
StepsFrom = dict[FieldId, tuple[Walk | Jump, ...]]
"""By the field on which a scout stands (or `PRISON`, `HAND`): its steps on the free board."""
MovesOfScout = tuple[int, str, StepsFrom, Drop]
"""A scout's number, a name for the table of its steps, the table, and its drop."""
MovesByPoints = tuple[tuple[MovesOfScout, ...], ...]
"""By what the points left allow (`STAND`, ...): what each of some scouts may do."""


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
        self.seat_of_scout: Mapping[ScoutId, Seat] = dict(zip(self.scouts, self.seat_of, strict=True))
        """The seat of each scout, by name."""
        self.numbers_of: tuple[range, ...] = tuple(
            range(seat * self.patrol_size, (seat + 1) * self.patrol_size) for seat in self.seats
        )
        """The scout numbers of each seat."""
        self.own: tuple[slice, ...] = tuple(slice(numbers.start, numbers.stop) for numbers in self.numbers_of)
        """By seat: which part of a tuple by scout number belongs to its scouts."""
        self.mates: tuple[slice, ...] = tuple(self.own[seat] for seat in self.seat_of)
        """By scout number: which part of such a tuple belongs to its patrol."""
        # Small values are made once, so that playing is mostly looking up. By scout number:
        free = self.board.free
        self.moves_of_scout: tuple[MovesByPoints, ...] = tuple(
            tuple(
                ((number, f"{scout} {allowed}", steps, Drop(scout)),)
                for allowed, steps in enumerate(_tables_of_steps(scout, free.steps, free.jumps))
            )
            for number, scout in enumerate(self.scouts)
        )
        self.places: tuple[dict[FieldId | None, PlaceScout], ...] = tuple(
            {field: PlaceScout(scout, field) for field in self.board.fields} for scout in self.scouts
        )
        self.collects = tuple({order: Collect(scout, order) for order in self.orders} for scout in self.scouts)
        self.distances = _Distances(free.distances)
        """The soldier's ways to scouts, by field: nothing is closed to him (H-7)."""
        self.units = tuple(_table(scout, free.jumps, Unit) for scout in self.scouts)
        # By seat:
        self.moves_of: tuple[MovesByPoints, ...] = tuple(
            tuple(sum(scouts, ()) for scouts in zip(*self.moves_of_scout[own], strict=True)) for own in self.own
        )
        self.turn_begins = tuple(Task(Phase.TURN_BEGINS, seat) for seat in self.seats)
        self.turns = tuple(
            tuple(
                (Task(Phase.PLACE_SCOUT, seat),) * freed + (Task(Phase.TURN, seat),)
                for freed in range(self.patrol_size + 1)
            )
            for seat in self.seats
        )
        """By the number of freed scouts: what a turn asks."""
        # What chance may do:
        self.rolls = [Roll(face.colour, face.number) for face in scenario.die]
        self.deals = {goal: DealGoal(goal) for goal in scenario.goals}
        # By card:
        cards = (*self.orders, VICTORY)
        self.blocks = {place: tuple(Block(road.id) for road in roads) for place, roads in self.board.roads_at.items()}
        """By place: the blocking of each of its roads."""
        self.start_of = {order.id: order.start for order in self.orders.values()} | {VICTORY: NOWHERE}
        self.slots = {order: tuple(Slot(order, space) for space in range(scenario.track_spaces + 2)) for order in cards}
        self.draws = {order: Draw(order) for order in cards}
        self.card_choices = {card: ChooseCard(card) for card in scenario.cards}
        self.seat_named = {str(seat): seat for seat in self.seats}
        """Tasks name seats that they are about by a text."""
        # By the seat that begins: the seats in their order, the dealing of goals (E-3), and what a round asks after the
        # order phase (B-5, E-1).
        self.clockwise_from = tuple(self.seats[first:] + self.seats[:first] for first in self.seats)
        self.goal_tasks = tuple(
            (
                *(Task(Phase.DEAL_GOAL, CHANCE, str(s)) for s in clockwise for _ in range(scenario.goals_dealt)),
                Task(Phase.GOALS_DEALT),
            )
            for clockwise in self.clockwise_from
        )
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


Near = Mapping[FieldId, tuple[FieldId, ...]]


def _table(
    scout: ScoutId, near: Near, kind: Callable[[ScoutId, FieldId], ScoutMove]
) -> dict[FieldId, tuple[ScoutMove, ...]]:
    return {field: tuple(kind(scout, to) for to in others) for field, others in near.items()}


def _tables_of_steps(scout: ScoutId, near: Near, neighbours: Near) -> tuple[StepsFrom, StepsFrom, StepsFrom]:
    """The steps of a scout, for `STAND`, `WALK` and `WALK_OR_JUMP`."""
    jumps = _table(scout, neighbours, Jump)
    stands: StepsFrom = dict.fromkeys((*near, PRISON, HAND), ())
    walks: StepsFrom = stands | _table(scout, near, Walk)
    return stands, walks, {place: (*steps, *jumps.get(place, ())) for place, steps in walks.items()}


class _Distances(dict[FieldId, dict[FieldId, int]]):
    """Movement points on the free board; a scout in prison or in the hand is farther away than any other."""

    def __init__(self, free: Mapping[FieldId, Mapping[FieldId, int]]) -> None:
        self._free = free

    def __missing__(self, field: FieldId) -> dict[FieldId, int]:
        row = self[field] = {**self._free[field], PRISON: BEYOND, HAND: BEYOND}
        return row


game_of = made_once(Game)
"""The one `Game` of a scenario and patrols, shared by all its positions."""
