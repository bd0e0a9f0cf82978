"""The state of a game as a value: equal means same position, and undo is going back to an earlier one."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from mali_powstancy.engine.board import DistrictId, FieldId, RoadId, Ways
from mali_powstancy.engine.cards import GoalId, OrderId, PatrolId, ScoutId
from mali_powstancy.engine.events import Event
from mali_powstancy.engine.moves import Seat
from mali_powstancy.tabletop.game import CHANCE as CHANCE
from mali_powstancy.tabletop.game import NOBODY as NOBODY
from mali_powstancy.tabletop.position import PositionValue, WorkingCopy, working_copies
from mali_powstancy.tabletop.position import replaced as replaced

if TYPE_CHECKING:
    from mali_powstancy.engine.game import Game


PRISON: FieldId = "prison"
HAND: FieldId = "hand"
"""Where a scout is when it is not on the board: arrested, or freed and waiting in the player's hand (H-11)."""


class Phase(StrEnum):
    """What is going on: what is asked of somebody, or what the rules do by themselves.

    Reading a member of an enumeration is slow in Python 3.11, so the rules keep tasks ready made where it matters.
    """

    # Somebody is asked.
    FIRST_PLAYER = "first-player"
    DEAL_GOAL = "deal-goal"
    KEEP_GOALS = "keep-goals"
    LAY_ORDER = "lay-order"
    CHOOSE_CARD = "choose-card"
    PLACE_SCOUT = "place-scout"
    TURN = "turn"
    PEEK = "peek"
    DIE = "die"
    TARGET = "target"
    CHOOSE_EXTRA = "choose-extra"
    EXTRA_MOVE = "extra-move"
    BLOCK_ROAD = "block-road"
    EXTRA_ORDER = "extra-order"
    DISPLACED = "displaced"
    EVACUATED = "evacuated"
    OVER = "over"
    # The rules act by themselves.
    GOALS = "goals"
    GOALS_DEALT = "goals-dealt"
    ROUND_BEGINS = "round-begins"
    REVEAL = "reveal"
    TURN_BEGINS = "turn-begins"
    TURNS_END = "turns-end"
    SOLDIER = "soldier"
    TIME_PASSES = "time-passes"
    LATE = "late"
    ROUND_ENDS = "round-ends"


class Task(NamedTuple):
    """One thing to be done: by a seat, by chance, or by the rules themselves (`NOBODY`).

    `subject` is what it is about: the scout of an extra move, the order that is late, the seat that peeks, ...
    """

    phase: Phase
    who: Seat = NOBODY
    subject: str = ""


task_of = lru_cache(maxsize=4096)(Task)
"""As `Task(...)`, but each is made once: looking a small value up is quicker than making it."""


class Slot(NamedTuple):
    """A card on the order track and its space, counted from 1."""

    order: OrderId
    space: int


class Token(NamedTuple):
    """A small token: the object whose order was late and the road it blocks (None: it lies in the object, H-13)."""

    place: FieldId
    road: RoadId | None


class Peeked(NamedTuple):
    """A card on top of the deck that somebody has seen, and the seats that know it."""

    order: OrderId
    seats: tuple[Seat, ...]


class Position:
    """What a position consists of. Shared by the value `GameState` and its working copy `Draft`."""

    game: Game
    """What does not change: scenario, patrols, tables."""
    agenda: tuple[Task, ...]
    """What is to be done in this round, the present task first."""
    round: int
    start_player: Seat
    where: tuple[FieldId, ...]
    """By scout number: a field, `PRISON` or `HAND`."""
    carrying: tuple[OrderId | None, ...]
    """By scout number: the order that it carries."""
    hands: tuple[tuple[int, ...], ...]
    """By seat: movement cards not yet used; a sealed card is still among them."""
    sealed: tuple[int | None, ...]
    """By seat: the card laid face down, until the reveal."""
    cards: tuple[int, ...]
    """By seat: the cards revealed in this round."""
    order_of_play: tuple[Seat, ...]
    points: int
    """Movement points left in the present turn or extra move."""
    action_open: bool
    """The action of the present turn has not been used yet (E-4)."""
    track: tuple[Slot, ...]
    """The cards on the track, in the order in which they were laid (H-12)."""
    deck: tuple[OrderId, ...]
    """The orders that nobody has seen yet, in the order of the file: what a draw may turn up."""
    deck_left: int
    """How many cards lie in the deck, the Victory card included."""
    victory_at: int
    """How many cards lie above the Victory card; -1 when it is not in the deck."""
    top: tuple[Peeked, ...]
    """Cards on top of the deck that gossip has shown to somebody."""
    delivered: tuple[tuple[OrderId, ...], ...]
    """By seat, in the order of delivery."""
    late: tuple[OrderId, ...]
    discarded: tuple[OrderId, ...]
    tokens: tuple[Token, ...]
    fallen: tuple[DistrictId, ...]
    soldier: FieldId | None
    goals_dealt: tuple[tuple[GoalId, ...], ...]
    goals: tuple[tuple[GoalId, ...], ...]
    stopping: bool
    """The table called "stop here" (H-61)."""
    ending: str
    """Why the game is over, or an empty text."""

    # Worked out again when needed; no part of the position.
    _ways: Ways
    _starts: dict[FieldId, list[OrderId]]
    """The open orders by the object where they start."""
    _events: list[Event]

    __slots__ = tuple(__annotations__)  # all of the above


class GameState(Position, PositionValue[Phase]):
    """A position. It cannot be changed: playing a move gives a new one."""

    __slots__ = ()

    @property
    def patrols(self) -> tuple[PatrolId, ...]:
        """The patrols by seat."""
        return self.game.patrols

    def position_of(self, scout: ScoutId) -> FieldId:
        """The field of a scout, `PRISON` or `HAND`."""
        return self.where[self.game.number[scout]]

    def order_of(self, scout: ScoutId) -> OrderId | None:
        """The order that a scout carries."""
        return self.carrying[self.game.number[scout]]

    def __repr__(self) -> str:
        return f"<{self.game.scenario.id} for {len(self.patrols)}, round {self.round}, {self.phase}: {self.to_act}>"


class Draft(Position, WorkingCopy[Task, Event]):
    """A working copy in which the rules make one move; `finished` turns it into a value."""

    __slots__ = ()

    @property
    def task(self) -> Task:
        """What is being done."""
        return self.agenda[0]

    def ask(self, tasks: tuple[Task, ...]) -> None:
        """Put tasks before all others."""
        self.agenda = tasks + self.agenda


draft_of, finished = working_copies(GameState, Draft)
