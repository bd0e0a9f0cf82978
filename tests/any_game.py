"""Games played at random, of any game: whole ones, the positions in them, and how many sequences of moves there are.

A game is given as its module, such as `mali_powstancy.engine`.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cache
from types import ModuleType
from typing import Any, Generic, NamedTuple, Protocol, Self, TypeVar

from hypothesis import assume, settings
from hypothesis import strategies as st

from mali_powstancy.tabletop.rule_tables import ASK

SEEDS = 8 if settings().max_examples <= 100 else 1_000_000
"""Few, so that every test looks at the same games, played once; many when many examples are asked for."""


class AnyStep(Protocol):
    """One move, what it brought about, and where it led."""

    @property
    def move(self) -> Any: ...
    @property
    def events(self) -> Sequence[Any]: ...
    @property
    def state(self) -> Any: ...


State = TypeVar("State")
Step = TypeVar("Step", bound=AnyStep)


class Line(NamedTuple, Generic[State, Step]):
    """A game from its opening up to some position; `name` tells a reader of a failure how to get it."""

    opening: State
    steps: tuple[Step, ...]
    name: str = "a game"

    def __repr__(self) -> str:
        return f"{self.name}.up_to({len(self.steps)})"

    @property
    def state(self) -> State:
        state: State = self.steps[-1].state if self.steps else self.opening
        return state

    @property
    def states(self) -> list[State]:
        """All positions, the opening first."""
        return [self.opening, *(step.state for step in self.steps)]

    @property
    def events(self) -> list[Any]:
        return [event for step in self.steps for event in step.events]

    @property
    def moves(self) -> list[Any]:
        return [step.move for step in self.steps if step.move is not None]

    def up_to(self, steps: int) -> Self:
        return self._replace(steps=self.steps[:steps])


class PlayedMove(NamedTuple):
    """One move, what it brought about, and where it led."""

    move: Any
    events: tuple[Any, ...]
    state: Any


def whole(game: Any, opening: Any, choose: Callable[[Any], Any], name: str) -> Line[Any, PlayedMove]:
    """A game from its opening to its end."""
    state, steps = opening, []
    while state.to_act is not None:
        move = choose(state)
        state, events = game.play(state, move)
        steps.append(PlayedMove(move, events, state))
    return Line(opening, tuple(steps), name)


def on_the_way(playing: Any, state: Any, move: Any) -> dict[int, Any]:
    """The positions within one step, by how many events have been told: each as the rules are about to tell more.

    `playing` is the module of a game's rules in which their tables are.
    """
    positions, tables, draft = dict[int, Any](), playing._TABLES, playing.draft_of(state)
    tables._apply[draft.agenda[0].phase][type(move)](draft, move)
    while (act := tables._automatic.get(draft.agenda[0].phase)) is not None:
        told, position = len(draft._events), playing.finished(playing.draft_of(draft))
        is_asked = act(draft, draft.agenda[0]) is ASK
        if len(draft._events) > told:
            positions[told] = position
        if is_asked:
            break
    return positions


SomeLine = TypeVar("SomeLine", bound=Line[Any, Any])


@st.composite
def cut_in_phases(draw: st.DrawFn, games: st.SearchStrategy[SomeLine], phases: Sequence[Hashable]) -> SomeLine:
    """Games up to some position: of these phases, each that a game meets is equally likely, however rare it is."""
    game = draw(games)
    by_phase: dict[Hashable, list[int]] = {}
    for number, state in enumerate(game.states):
        if state.phase in phases:
            by_phase.setdefault(state.phase, []).append(number)
    assume(by_phase)
    phase = draw(st.sampled_from(list(by_phase)))
    return game.up_to(draw(st.sampled_from(by_phase[phase])))


# How many sequences of moves there are, chance included.

Counts = dict[str, tuple[Callable[[], Any], list[int | str]]]
"""Positions by name, and how many sequences of 1, 2, 3, ... moves there are; a bar ends what was counted by hand."""


def expected(counts: Counts, name: str) -> tuple[Any, list[int]]:
    """The position and its numbers, without the bar."""
    position, numbers = counts[name]
    return position(), [number for number in numbers if isinstance(number, int)]


@cache
def sequences(game: ModuleType, state: Any, depth: int) -> int:
    """Sequences of so many moves, by the lists of moves; equal positions are counted once and multiplied."""
    moves = [*game.chance_outcomes(state)] if state.to_act == game.CHANCE else game.legal_moves(state)
    if depth <= 1:
        return len(moves) if depth else 1
    return sum(sequences(game, game.play(state, move).state, depth - 1) for move in moves)


def sequences_tried(game: ModuleType, state: Any, depth: int, every_move: Callable[[Any], Iterable[Any]]) -> int:
    """The same number, by trying every move that can be written at every position."""
    if depth == 0:
        return 1
    allowed = [move for move in every_move(state) if game.refusal(state, move) is None]
    return sum(sequences_tried(game, game.play(state, move).state, depth - 1, every_move) for move in allowed)
