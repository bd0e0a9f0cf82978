"""Positions as values, and the working copies in which the rules make a move: the frame that all engines share.

A game says what its positions consist of, once, in a class `Position` with `__slots__`. From that it makes two:

    class GameState(Position, PositionValue[Phase]): ...
    class Draft(Position, WorkingCopy[Task, Event]): ...

    draft_of, finished = working_copies(GameState, Draft)
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Collection, Mapping
from itertools import takewhile
from operator import attrgetter
from typing import Any, ClassVar, Generic, NamedTuple, NoReturn, TypeVar

from mali_powstancy.tabletop.game import NOBODY, Seat

Value = TypeVar("Value")
Phase = TypeVar("Phase")
Task = TypeVar("Task")
Event = TypeVar("Event")
GameState = TypeVar("GameState")
Draft = TypeVar("Draft")


class WithAgenda(Generic[Phase]):
    """Whatever has an agenda: a position, or what a seat sees of it."""

    __slots__ = ()
    agenda: tuple[Any, ...]
    """What is to be done next, the present task first: of which phase it is, and `who` does it."""

    @property
    def phase(self) -> Phase:
        """What is asked now."""
        phase: Phase = self.agenda[0].phase
        return phase

    @property
    def to_act(self) -> Seat | None:
        """The seat that is asked, `CHANCE`, or None when the game is over."""
        who: Seat = self.agenda[0].who
        return None if who == NOBODY else who


class PositionValue(WithAgenda[Phase]):
    """A position that cannot be changed: playing a move gives a new one. Equal means the same position.

    Parts whose names begin with `_` are worked out from the others and do not count.
    """

    __slots__ = ()
    _parts: ClassVar[attrgetter[Any]]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls._parts = attrgetter(*(name for name in _slots_of(cls) if not name.startswith("_")))

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return type(other) is type(self) and bool(self._parts(self) == self._parts(other))

    def __hash__(self) -> int:
        return hash(self._parts(self))

    def __reduce__(self) -> NoReturn:
        raise TypeError("a position is not pickled; save the record of its session instead")

    def __copy__(self: Value) -> Value:
        return self

    def __deepcopy__(self: Value, memo: object) -> Value:
        return self

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a position cannot be changed; play a move instead of setting {name!r}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a position cannot be changed; {name!r} stays")


class WorkingCopy(Generic[Task, Event]):
    """A position in which the rules make one move; `finished` turns it into a value."""

    __slots__ = ()
    agenda: tuple[Task, ...]
    _events: list[Event]

    def tell(self, event: Event) -> None:
        """Note what has happened."""
        self._events.append(event)

    def done(self, followed_by: tuple[Task, ...] = ()) -> None:
        """Strike the present task off and put others in its place."""
        self.agenda = followed_by + self.agenda[1:]  # type: ignore[misc]  # a slot of the other base


class Transition(NamedTuple, Generic[GameState, Event]):
    """What a move led to: the new position, and what has happened."""

    state: GameState
    events: tuple[Event, ...]


def working_copies(
    value: type[GameState], draft: type[Draft]
) -> tuple[Callable[[GameState], Draft], Callable[[Draft], GameState]]:
    """What makes a working copy of a position, and what turns a copy into a position.

    Both run at every move. So the first is written out, as `NamedTuple` does it, and of the second only the class
    changes; the two have the same slots, so Python allows it. A finished copy must not be used any more.
    """
    lines = ["def draft_of(state):", "draft = Draft()", "draft._events = []"]
    lines += [f"draft.{name} = state.{name}" for name in _slots_of(draft) if name != "_events"]
    names = {"Draft": draft}
    exec("\n    ".join([*lines, "return draft"]), names)
    draft_of: Any = names["draft_of"]
    nothing: list[Any] = []

    def finished(draft: Any) -> Any:
        draft._events = nothing
        draft.__class__ = value
        return draft

    return draft_of, finished


def check_seat(seat: Seat | None, seats: Collection[Seat]) -> None:
    """Refuse to show a position to anybody but a seat at the table or, with None, somebody who only looks on."""
    if seat is not None and (type(seat) is not int or seat not in seats):
        raise ValueError(f"there is no seat {seat!r} at this table")


def asked_together(
    state: Any, together: Collection[Any], draft_of: Callable[[Any], Any], finished: Callable[[Any], GameState]
) -> dict[Seat, GameState]:
    """Who is asked now, each with the position that asks this seat first: several in the phases that are `together`."""
    first, *_ = agenda = state.agenda
    if first.who < 0:
        return {}
    if first.phase not in together:
        return {first.who: state}
    asked = {}
    for at, task in enumerate(takewhile(lambda task: task.phase is first.phase, agenda)):
        draft = draft_of(state)
        draft.agenda = (task, *agenda[:at], *agenda[at + 1 :])
        asked[task.who] = finished(draft)
    return asked


def _slots_of(cls: type) -> tuple[str, ...]:
    return tuple(name for base in cls.__mro__ for name in base.__dict__.get("__slots__", ()))


# Small changes of tuples, of which positions are made -----------------------------------------------------------------


def replaced(values: tuple[Value, ...], at: int, value: Value) -> tuple[Value, ...]:
    """The same values, but another one in one place."""
    changed = list(values)
    changed[at] = value
    return tuple(changed)


def without(values: tuple[Value, ...], value: Value) -> tuple[Value, ...]:
    """The same values, one of them less."""
    at = values.index(value)
    return values[:at] + values[at + 1 :]


def with_one(values: tuple[Value, ...], value: Value, rank: Mapping[Value, int]) -> tuple[Value, ...]:
    """The same values and one more, in the order of their ranks."""
    place = rank[value]
    if not values or rank[values[-1]] < place:
        return (*values, value)
    at = bisect(values, place, key=rank.__getitem__)
    return (*values[:at], value, *values[at:])
