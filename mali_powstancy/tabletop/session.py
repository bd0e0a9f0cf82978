"""A session: one game from its opening to now, with undo, rewind and a record that can be saved."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple

from mali_powstancy.tabletop import library
from mali_powstancy.tabletop.game import CHANCE
from mali_powstancy.tabletop.record import Record, RecordError, RecordFault

if TYPE_CHECKING:
    from random import Random


class SessionStep(NamedTuple):
    """One move of a game (None: the table called "stop here"), what it brought about, and where it led."""

    move: Any
    events: tuple[Any, ...]
    state: Any

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

    def __init__(self, opening: Any) -> None:
        self.game = library.game_of(opening)
        self.opening = opening
        self.steps: list[SessionStep] = []

    @property
    def state(self) -> Any:
        """The present position."""
        return self.steps[-1].state if self.steps else self.opening

    def play(self, move: Any) -> tuple[Any, ...]:
        """Play a move of a player or of chance and tell what happened; `IllegalMove` leaves everything as it was."""
        state, events = self.game.play(self.state, move)
        self.steps.append(SessionStep(move, events, state))
        return events

    def play_chance(self, rng: Random) -> tuple[Any, ...]:
        """Let chance act until a player is asked or the game is over."""
        events: list[Any] = []
        while self.state.to_act == CHANCE:
            events += self.play(self.game.sample_chance(self.state, rng))
        return tuple(events)

    def stop(self) -> tuple[Any, ...]:
        """The round that is being played is the last one."""
        state, events = self.game.stop_here(self.state)
        self.steps.append(SessionStep(None, events, state))
        return events

    @property
    def can_undo(self) -> bool:
        """The last step was a decision by which nobody has learnt anything."""
        return bool(self.steps) and self.can_take_back(self.steps[-1])

    def can_take_back(self, step: SessionStep) -> bool:
        """It was a decision, not chance, and nobody has learnt anything by it."""
        is_decision = step.move is None or not self.game.is_chance(step.move)
        return is_decision and not self.game.informs(step.events, step.state)

    def undo(self) -> Any:
        """Take the last decision back, up to the last point at which somebody learnt something."""
        if not self.can_undo:
            if not self.steps:
                raise UndoRefused(UndoReason.NOTHING, "nothing to undo")
            raise UndoRefused(UndoReason.INFORMED, "somebody has learnt something since")
        self.steps.pop()
        return self.state

    def rewind(self, steps: int) -> Any:
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
    def from_record(cls, record: Record, scenario: Any = None) -> Session:
        """Replay a record; a damaged one is refused at the exact move.

        An own scenario has to be given along; shipped ones are found by their name.
        """
        session = cls(_opening(record, scenario))
        for number, text in enumerate(record.moves, start=1):
            try:
                if text == STOP:
                    session.stop()
                else:
                    session.play(session.game.parse_move(text))
            except ValueError as error:
                raise RecordError(RecordFault.BAD_MOVE, f"{number}: {error}") from error
        return session


def _opening(record: Record, scenario: Any) -> Any:
    game = library.rules_of(record.game)
    if scenario is None:
        if record.scenario_name not in game.shipped_scenarios():
            raise RecordError(RecordFault.UNKNOWN_SCENARIO, record.scenario_name)
        scenario = game.load_scenario(record.scenario_name)
    if scenario.hash != record.hash:
        changed = [part for part, digest in scenario.part_hashes.items() if record.part_hashes.get(part) != digest]
        raise RecordError(RecordFault.SCENARIO_CHANGED, ", ".join(changed) or scenario.name)
    try:
        opening = game.opened(scenario, record.opening)
    except (ValueError, TypeError, KeyError) as error:  # what was edited with care may have any words in it
        raise RecordError(RecordFault.BAD_SETUP, str(error)) from error
    if len(opening.game.seats) != record.players:
        raise RecordError(RecordFault.BAD_SETUP, f"players: {record.players}")
    return opening
