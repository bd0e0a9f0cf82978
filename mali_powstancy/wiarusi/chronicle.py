"""The chronicle of a game: mission by mission what everybody could see, so that it can be told afterwards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple, Protocol

from mali_powstancy.wiarusi.cards import ThreatId
from mali_powstancy.wiarusi.events import (
    CardDealt,
    DifficultyChosen,
    Event,
    GameEnded,
    MissionBegan,
    MissionFailed,
    MissionSucceeded,
    MoraleDropped,
    NotSupported,
    Passing,
    Supported,
    TilesPassed,
)
from mali_powstancy.wiarusi.moves import Seat
from mali_powstancy.wiarusi.observation import seen_by
from mali_powstancy.wiarusi.state import NOBODY, GameState


class ToldStep(Protocol):
    """What a move brought about, and where it led."""

    @property
    def events(self) -> tuple[Event, ...]: ...
    @property
    def state(self) -> GameState: ...


class MoraleDrop(NamedTuple):
    """How morale dropped after a mission [W-46, K-6]."""

    number: int
    """So many cards went from the reserve to the pile."""
    in_hands: int
    """So many cards all hands held together."""
    demoralized: Seat | None
    """Who made it one card more."""
    pile: int
    reserve: int
    """What lies there since."""


class Mission(NamedTuple):
    """One mission as far as it has gone, or what came before the first one (number 0)."""

    number: int
    leader: Seat = NOBODY
    pile: int = 0
    reserve: int = 0
    """What lay there when it began."""
    dealt: int | None = None
    """How many cards everyone got."""
    events: tuple[Event, ...] = ()
    """All that everybody could see."""
    failed_by: ThreatId | None = None
    has_succeeded: bool = False
    passings: tuple[Passing, ...] = ()
    supported: Seat | None = None
    unsupported: str | None = None
    """Why nobody was supported."""
    drop: MoraleDrop | None = None
    ending: str = ""
    """How the game ended in this mission, if it did."""

    @property
    def is_decided(self) -> bool:
        """It has failed or succeeded, or the game has ended."""
        return self.has_succeeded or self.failed_by is not None or bool(self.ending)

    @property
    def received(self) -> Counter[Seat]:
        """How many tiles everyone received."""
        return Counter(passing.receiver for passing in self.passings)


def missions(opening: GameState, steps: Iterable[ToldStep]) -> tuple[Mission, ...]:
    """The missions of a game in their order; one that began before the first step is told from there on."""
    told = list(_missions(opening, steps))
    return tuple(mission for mission in told if mission.number)


def _missions(opening: GameState, steps: Iterable[ToldStep]) -> Iterator[Mission]:
    now = Mission(opening.mission, opening.leader, opening.pile, opening.reserve)
    for step in steps:
        for event in step.events:
            if isinstance(event, MissionBegan):
                yield now
                now = Mission(event.mission, event.leader, step.state.pile, step.state.reserve)
            now = _after(now, seen_by(event, None), step.state)
    yield now


def _after(mission: Mission, event: Event, state: GameState) -> Mission:
    """The mission after one more event; of dealt cards only how many is told, by the difficulty."""
    if not isinstance(event, CardDealt):
        mission = mission._replace(events=(*mission.events, event))
    match event:
        case DifficultyChosen(number=number):
            return mission._replace(dealt=number)
        case MissionFailed(threat=threat) if mission.failed_by is None:
            return mission._replace(failed_by=threat)
        case MissionSucceeded():
            return mission._replace(has_succeeded=True)
        case TilesPassed(passings=passings):
            return mission._replace(passings=passings)
        case Supported(seat=seat):
            return mission._replace(supported=seat)
        case NotSupported(why=why):
            return mission._replace(unsupported=why)
        case MoraleDropped(number=number):
            return mission._replace(drop=_drop(number, state))
        case GameEnded(reason=reason):
            return mission._replace(ending=reason)
    return mission


def _drop(number: int, state: GameState) -> MoraleDrop:
    """Why so many: nothing changes a hand or a hard knock between the drop and the end of its step."""
    demoralized = [seat for seat in state.game.seats if state.game.demoralized in state.knocks[seat]]
    return MoraleDrop(number, sum(map(len, state.hands)), next(iter(demoralized), None), state.pile, state.reserve)
