"""The state of a game as a value: equal means same position, and undo is going back to an earlier one."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple, Protocol

from mali_powstancy.bitwa_warszawska.cards import Army, CardId, Front, MarkerSpot
from mali_powstancy.bitwa_warszawska.effects import Clause
from mali_powstancy.bitwa_warszawska.events import Event
from mali_powstancy.bitwa_warszawska.moves import Seat
from mali_powstancy.tabletop.game import CHANCE as CHANCE
from mali_powstancy.tabletop.game import NOBODY as NOBODY
from mali_powstancy.tabletop.position import PositionValue, WorkingCopy, working_copies
from mali_powstancy.tabletop.position import replaced as replaced
from mali_powstancy.tabletop.position import with_one as with_one

if TYPE_CHECKING:
    from mali_powstancy.bitwa_warszawska.game import Game

NOWHERE = -1
"""Where a marker lies that is not on the board; whose a front is that nobody has won."""


class Phase(StrEnum):
    """What is going on: what is asked of somebody, or what the rules do by themselves."""

    # Somebody is asked.
    INITIATIVE = "initiative"
    MARKER = "marker"
    DRAWING = "drawing"
    SCORING = "scoring"
    FUNDS = "funds"
    FOUR = "four"
    HAND_OUT = "hand-out"
    SUPPLIES = "supplies"
    OPERATIONS = "operations"
    SPECIAL = "special"
    TURN = "turn"
    AGAIN = "again"
    STEPS = "steps"
    ADVANCE = "advance"
    REMOVE = "remove"
    START = "start"
    ADVANCE_ALL = "advance-all"
    BLOCK = "block"
    OVER = "over"
    # The rules act by themselves.
    MARKERS_BEGIN = "markers-begin"
    HANDS_BEGIN = "hands-begin"
    DRAW_UP = "draw-up"
    ROUND_BEGINS = "round-begins"
    DUEL_FOR_FUNDS = "duel-for-funds"
    DUEL_FOR_SUPPLIES = "duel-for-supplies"
    DUEL_FOR_SUPPORT = "duel-for-support"
    DUEL_ENDS = "duel-ends"
    NEXT_TURN = "next-turn"
    CLAUSES = "clauses"
    BATTLE = "battle"
    VERIFY = "verify"
    RESULT = "result"
    ROUND_ENDS = "round-ends"


class Task(NamedTuple):
    """One thing to be done: by a seat, by chance, or by the rules themselves (`NOBODY`)."""

    phase: Phase
    who: Seat = NOBODY
    seat: Seat = NOBODY
    """Whom it is about, where that is not who does it: who draws a card, whose effect goes on, ..."""
    front: Front = NOWHERE
    number: int = 0
    """How many are left, up to how many, or which place in the order of turns."""
    clauses: tuple[Clause, ...] = ()
    """What is still to be carried out of a card, the present clause first."""


class Lines(Protocol):
    """The units on both lines, which conditions and amounts count."""

    @property
    def l1(self) -> tuple[int, ...]: ...
    @property
    def l2(self) -> tuple[int, ...]: ...


class OpenBoard(Lines, Protocol):
    """What both a position and somebody's view of it show of the fronts and the points."""

    @property
    def game(self) -> Game: ...
    @property
    def initiative(self) -> tuple[Seat, ...]: ...
    @property
    def commanders(self) -> tuple[CardId, ...]: ...
    @property
    def pending(self) -> tuple[tuple[Clause, ...], ...]: ...
    @property
    def orders(self) -> tuple[CardId, ...]: ...
    @property
    def fought(self) -> tuple[bool, ...]: ...
    @property
    def markers(self) -> tuple[MarkerSpot, ...]: ...
    @property
    def special(self) -> int: ...
    @property
    def strength(self) -> tuple[int, ...]: ...
    @property
    def verified(self) -> tuple[int, ...]: ...
    @property
    def points(self) -> tuple[int, ...]: ...


class Position:
    """What a position consists of. Shared by the value `GameState` and its working copy `Draft`.

    What each army has on each front is in tuples of six: WP's North, Middle and South, then ACz's [V-3]. Hands and
    decks are sets: tuples in the order of the deck's file, so that equal sets are equal tuples.
    """

    game: Game
    """What does not change: scenario, seats, tables."""
    agenda: tuple[Task, ...]
    """What is to be done next, the present task first."""
    round: int
    initiative: tuple[Seat, ...]
    """The seats in the order of turns: one entry for each initiative marker, of which who is alone has two [HV-20]."""
    l1: tuple[int, ...]
    """Units on the first lines."""
    l2: tuple[int, ...]
    """Units on the second lines."""
    commanders: tuple[CardId, ...]
    """An empty text where there is none."""
    used: tuple[bool, ...]
    """The commander has an effect marker: his effect was used in this round [V-12, V-49]."""
    strength: tuple[int, ...]
    """What the commanders give in this round [HV-28]."""
    pending: tuple[tuple[Clause, ...], ...]
    """What the commanders will do in the battle [HV-34]."""
    started: tuple[bool, ...]
    """The commander has started a battle, so he leaves at the end of the round [V-65]."""
    orders: tuple[CardId, ...]
    verified: tuple[int, ...]
    """What the orders have given in the battle [V-66]."""
    hands: tuple[tuple[CardId, ...], ...]
    """By seat."""
    passed: tuple[bool, ...]
    """By seat: out for this round [V-38]."""
    decks: tuple[tuple[CardId, ...], ...]
    """By army: the cards of its deck, which has no hidden order."""
    discards: tuple[tuple[CardId, ...], ...]
    """By army: the discard pile, the last card on top [HV-23]."""
    bids: tuple[tuple[CardId, ...], ...]
    """The cards at the resource cards: at Funds those of WP and of ACz, then at Supplies, then at Public support."""
    points: tuple[int, ...]
    """By army: victory points."""
    markers: tuple[MarkerSpot, ...]
    """By army: where its blockade marker lies on the half of the foe."""
    special: int
    """Where the Special marker lies, as a place of `HALVES`."""
    scoring: Front
    """The front of the additional scoring marker in this round."""
    last_scoring: Front
    """The front on which it last lay [HV-41]."""
    fought: tuple[bool, ...]
    """By front: its battle of this round is over [HV-33]."""
    advantage: tuple[Army, ...]
    """By front: who has won its battle of this round."""
    stopping: bool
    """The table called "stop here" [HV-51]."""
    ending: str
    """How the game ended, or an empty text."""

    _events: list[Event]

    __slots__ = tuple(__annotations__)  # all of the above


class GameState(Position, PositionValue[Phase]):
    """A position. It cannot be changed: playing a move gives a new one."""

    __slots__ = ()

    def __repr__(self) -> str:
        game = self.game
        return f"<{game.scenario.id} for {game.players}, round {self.round}, {self.phase}: {self.to_act}>"


class Draft(Position, WorkingCopy[Task, Event]):
    """A working copy in which the rules make one move; `finished` turns it into a value."""

    __slots__ = ()


draft_of, finished = working_copies(GameState, Draft)
