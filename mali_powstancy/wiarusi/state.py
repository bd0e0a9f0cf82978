"""The state of a game as a value: equal means same position, and undo is going back to an earlier one."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from mali_powstancy.tabletop.game import CHANCE as CHANCE
from mali_powstancy.tabletop.game import NOBODY as NOBODY
from mali_powstancy.tabletop.position import PositionValue, WorkingCopy, working_copies
from mali_powstancy.tabletop.position import replaced as replaced
from mali_powstancy.tabletop.position import with_one as with_one
from mali_powstancy.tabletop.position import without as without
from mali_powstancy.wiarusi.cards import CardId, CharacterId, ThreatId, TileId
from mali_powstancy.wiarusi.events import Event
from mali_powstancy.wiarusi.moves import Seat

if TYPE_CHECKING:
    from mali_powstancy.wiarusi.game import Game


KEPT: CardId = ""
"""The sealed answer of a listener who gives up nothing."""


class Phase(StrEnum):
    """What is going on: what is asked of somebody, or what the rules do by themselves."""

    # Somebody is asked.
    CHARACTER = "character"
    LEADER = "leader"
    THIRD_TILE = "third-tile"
    DIFFICULTY = "difficulty"
    CHAPLAIN = "chaplain"
    DEALING = "dealing"
    TURN = "turn"
    TRAP = "trap"
    CHRISTMAS = "christmas"
    SPEECH = "speech"
    FORGET = "forget"
    LAY = "lay"
    PANIC = "panic"
    STUMBLE = "stumble"
    SUPPORT = "support"
    OVER = "over"
    # The rules act by themselves.
    MISSION_BEGINS = "mission-begins"
    TURNS_BEGIN = "turns-begin"
    ANSWERED = "answered"
    ACTION_ENDS = "action-ends"
    SUPPORT_ENDS = "support-ends"


class Task(NamedTuple):
    """One thing to be done: by a seat, by chance, or by the rules themselves (`NOBODY`).

    `seat` is whom it is about, where that is not who does it: to whom a card is dealt, whose trap was sprung, ...
    """

    phase: Phase
    who: Seat = NOBODY
    seat: Seat = NOBODY


task_of = lru_cache(maxsize=4096)(Task)
"""As `Task(...)`, but each is made once: looking a small value up is quicker than making it."""


class Position:
    """What a position consists of. Shared by the value `GameState` and its working copy `Draft`.

    Sets of cards are tuples in the order of the deck's file, so that equal sets are equal tuples.
    """

    game: Game
    """What does not change: scenario, number of players, tables."""
    agenda: tuple[Task, ...]
    """What is to be done next, the present task first."""
    mission: int
    """The number of the mission; 0 is the set-up."""
    leader: Seat
    """Who holds the marker; `NOBODY` until chance has given it."""
    characters: tuple[CharacterId | None, ...]
    """By seat, the chaplain's last; None until chance has given it."""
    charms: tuple[bool, ...]
    """By seat: the charm is there and not used."""
    hands: tuple[tuple[CardId, ...], ...]
    knocks: tuple[tuple[CardId, ...], ...]
    """By seat: the hard knocks, oldest first."""
    tiles: tuple[tuple[TileId, ...], ...]
    """By seat, the chaplain's last: support tiles in stock, in the order of their kinds."""
    laid: tuple[TileId | None, ...]
    """By seat, the chaplain's last: the tile laid face down."""
    tokens: tuple[int, ...]
    """By seat: speech tokens held."""
    withdrawn: tuple[bool, ...]
    fresh: tuple[CardId, ...]
    """The cards that nobody has seen yet: any of them may be any face-down card but those of `low` (HW-6)."""
    top: int
    """How many fresh cards lie in the pile above the last reshuffle."""
    low: tuple[CardId, ...]
    """Seen cards that were shuffled back and still lie in the lower part of the pile."""
    low_fresh: int
    """How many fresh cards lie in the lower part of the pile."""
    reserve: int
    """How many cards lie in the morale reserve."""
    returned: tuple[CardId, ...]
    """The cards that were shuffled back and have not been openly seen since: `low`, and what was dealt from it."""
    nml: tuple[CardId, ...]
    """No man's land."""
    discard: tuple[CardId, ...]
    supply: int
    """Speech tokens that nobody holds yet."""
    spent: int
    """Speech tokens out of the game."""
    box: tuple[TileId, ...]
    """Support tiles that are not in this game."""
    removed: tuple[TileId, ...]
    """Support tiles that were forgotten."""
    failed: bool
    """The mission has failed, but what was begun is still finished."""
    topic: ThreatId | None
    """What the present speech is about."""
    answers: tuple[CardId | None, ...]
    """By seat: the sealed answer to the speech, `KEPT` or a card; None as long as there is none."""
    stopping: bool
    """The table called "stop here" (HW-58)."""
    ending: str
    """How the game ended, or an empty text."""

    _events: list[Event]

    __slots__ = tuple(__annotations__)  # all of the above


class GameState(Position, PositionValue[Phase]):
    """A position. It cannot be changed: playing a move gives a new one."""

    __slots__ = ()

    @property
    def pile(self) -> int:
        """How many cards lie in the trials pile."""
        return self.top + len(self.low) + self.low_fresh

    def __repr__(self) -> str:
        game = self.game
        return f"<{game.scenario.id} for {game.players}, mission {self.mission}, {self.phase}: {self.to_act}>"


class Draft(Position, WorkingCopy[Task, Event]):
    """A working copy in which the rules make one move; `finished` turns it into a value."""

    __slots__ = ()


draft_of, finished = working_copies(GameState, Draft)
