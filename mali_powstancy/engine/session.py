"""A session: one game from its opening to now, with undo, rewind and a record that can be saved."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from mali_powstancy.engine.arranging import arrange
from mali_powstancy.engine.events import INFORMS, Event
from mali_powstancy.engine.moves import Move, parse_move
from mali_powstancy.engine.record import Record, RecordError, RecordFault
from mali_powstancy.engine.rules.playing import is_chance, play, sample_chance, stop_here
from mali_powstancy.engine.rules.setup import new_game
from mali_powstancy.engine.scenario import Scenario
from mali_powstancy.engine.scenario_file import ScenarioError, load_scenario
from mali_powstancy.engine.scoring import outcome
from mali_powstancy.engine.state import CHANCE, GameState

if TYPE_CHECKING:
    from random import Random


class Step(NamedTuple):
    """One move of a game (None: the table called "stop here"), what it brought about, and where it led."""

    move: Move | None
    events: tuple[Event, ...]
    state: GameState

    @property
    def informs(self) -> bool:
        """Somebody has learnt something by it, so it cannot be taken back."""
        over = outcome(self.state)  # goals are shown when a game is scored, but not after a defeat (H-60)
        goals_shown = self.state.game.is_extended and over is not None and not over.is_defeat
        return goals_shown or any(isinstance(event, INFORMS) for event in self.events)

    def __str__(self) -> str:
        return STOP if self.move is None else str(self.move)


STOP = "stop"
"""The text of "stop here" among the moves of a record."""


class UndoReason(StrEnum):
    """Why a step cannot be taken back."""

    NOTHING = "nothing"
    INFORMED = "informed"
    NO_SUCH_STEP = "no-such-step"


class UndoRefused(ValueError):
    """A step cannot be taken back; nothing has changed."""

    def __init__(self, reason: UndoReason, message: str) -> None:
        self.reason = reason
        super().__init__(message)


class Session:
    """A game that is being played. Everything that happens goes through here, so that it can be saved."""

    def __init__(self, opening: GameState) -> None:
        self.opening = opening
        self.steps: list[Step] = []

    @property
    def state(self) -> GameState:
        """The present position."""
        return self.steps[-1].state if self.steps else self.opening

    def play(self, move: Move) -> tuple[Event, ...]:
        """Play a move of a player or of chance and tell what happened; `IllegalMove` leaves everything as it was."""
        state, events = play(self.state, move)
        self.steps.append(Step(move, events, state))
        return events

    def play_chance(self, rng: Random) -> tuple[Event, ...]:
        """Let chance act until a player is asked or the game is over."""
        events: list[Event] = []
        while self.state.to_act == CHANCE:
            events += self.play(sample_chance(self.state, rng))
        return tuple(events)

    def stop(self) -> tuple[Event, ...]:
        """The running round is the last one (H-61)."""
        state, events = stop_here(self.state)
        self.steps.append(Step(None, events, state))
        return events

    @property
    def can_undo(self) -> bool:
        """The last step was a decision by which nobody has learnt anything."""
        if not self.steps:
            return False
        last = self.steps[-1]
        return not last.informs and (last.move is None or not is_chance(last.move))

    def undo(self) -> GameState:
        """Take the last decision back, up to the last point at which somebody learnt something."""
        if not self.can_undo:
            if not self.steps:
                raise UndoRefused(UndoReason.NOTHING, "nothing to undo")
            raise UndoRefused(UndoReason.INFORMED, "somebody has learnt something since")
        self.steps.pop()
        return self.state

    def rewind(self, steps: int) -> GameState:
        """Go back to the position after so many steps, whatever has been learnt since: for a teacher."""
        if type(steps) is not int or not 0 <= steps <= len(self.steps):
            raise UndoRefused(UndoReason.NO_SUCH_STEP, f"there are {len(self.steps)} steps, not {steps}")
        del self.steps[steps:]
        return self.state

    # Saving and loading.

    @property
    def record(self) -> Record:
        """The game so far, ready to be saved."""
        return Record.of(self.opening, tuple(map(str, self.steps)))

    @classmethod
    def from_record(cls, record: Record, scenario: Scenario | None = None) -> Session:
        """Replay a record; a damaged one is refused at the exact move.

        An own scenario has to be given along; shipped ones are found by their name.
        """
        session = cls(_opening(record, scenario))
        for number, text in enumerate(record.moves, start=1):
            try:
                if text == STOP:
                    session.stop()
                else:
                    session.play(parse_move(text))
            except ValueError as error:
                raise RecordError(RecordFault.BAD_MOVE, f"{number}: {error}") from error
        return session


def _opening(record: Record, scenario: Scenario | None) -> GameState:
    if scenario is None:
        try:
            scenario = load_scenario(f"{record.scenario}-{record.version}")
        except ScenarioError as error:
            raise RecordError(RecordFault.UNKNOWN_SCENARIO, f"{record.scenario}-{record.version}") from error
    if scenario.hash != record.hash:
        changed = [part for part, digest in scenario.part_hashes.items() if record.part_hashes.get(part) != digest]
        raise RecordError(RecordFault.SCENARIO_CHANGED, ", ".join(changed) or scenario.name)
    try:
        if record.arranged is not None:
            return arrange(scenario, **{**record.arranged, "patrols": record.patrols})
        return new_game(scenario, patrols=record.patrols, start_player=record.start_player)
    except ValueError as error:
        raise RecordError(RecordFault.BAD_SETUP, str(error)) from error
