"""What the tabletop asks of a game: a module with these functions, and the few values that all games share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

if TYPE_CHECKING:
    from fractions import Fraction
    from random import Random

Seat = int
"""A place at the table, counted from 0."""
CHANCE: Final = -1
"""The player that draws cards and rolls dice."""
NOBODY: Final = -2
"""Stands for the player where the rules act by themselves, and where something is about no seat."""

Among = Callable[[Sequence[Any], Any], Any]
"""One of some answers: `among(answers, answer)` writes the answer into a code, or reads it from one."""


class Reason(Protocol):
    """Why a move is refused."""

    @property
    def key(self) -> str:
        """The name of its sentence."""

    @property
    def rule(self) -> str:
        """The id of the rule that forbids the move: `B-14`."""


class IllegalMove(ValueError):
    """A move that the rules forbid was played; nothing has changed."""

    def __init__(self, move: object, reason: Reason) -> None:
        self.move = move
        self.reason = reason
        super().__init__(f"{str(move)[:200]}: {reason.key} (rule {reason.rule})")


class UnreadableMove(ValueError):
    """Raised for a text that is not the text of any move."""


class SetupError(ValueError):
    """A game cannot be set up like this."""


def game_rng(seed: int, game: int = 0) -> Random:
    """An own stream per game: game 17 replays alike, alone or among thousands."""
    from random import Random  # late: not every use needs it, and importing should be quick

    return Random(f"{seed}/{game}")


class Scenario(Protocol):
    """A variant of a game with all its numbers: what a record names, by content too."""

    @property
    def game_id(self) -> str:
        """The game that it is a scenario of."""

    @property
    def id(self) -> str: ...
    @property
    def version(self) -> int: ...
    @property
    def name(self) -> str:
        """Id and version: `basic-1`."""

    @property
    def hash(self) -> str:
        """Scenarios with the same hash play alike."""

    @property
    def part_hashes(self) -> Mapping[str, str]: ...
    @property
    def players(self) -> Mapping[int, Any]:
        """For how many it is, and what depends on that."""


class Setting(Protocol):
    """What does not change during a game."""

    @property
    def scenario(self) -> Any: ...
    @property
    def seats(self) -> tuple[Seat, ...]: ...


class State(Protocol):
    """A position: a value with its game."""

    @property
    def game(self) -> Setting: ...
    @property
    def to_act(self) -> Seat | None:
        """The seat that is asked, `CHANCE`, or None when the game is over."""


class Seen(State, Protocol):
    """A position as one seat may know it."""

    @property
    def legal(self) -> Sequence[Any]:
        """The legal moves, if this seat is asked."""


class Outcome(Protocol):
    """How a game has ended."""

    @property
    def ending(self) -> str: ...
    @property
    def winners(self) -> tuple[Seat, ...]:
        """Nobody if all have lost; all of a side that has won."""


S = TypeVar("S", bound=State)
M = TypeVar("M")
E = TypeVar("E")


class Game(Protocol[S, M, E]):
    """The rules of a game. Positions `S`, moves `M` and events `E` are values; a move is told by its text."""

    @property
    def ID(self) -> str:
        """The name under which the library knows it."""

    @property
    def RULES(self) -> int:
        """The version of the rules; it grows when the same moves would lead elsewhere."""

    @property
    def NOT_NOW(self) -> Reason:
        """Of a move that somebody else is asked for, or nobody."""

    @property
    def NOT_A_MOVE(self) -> Reason: ...
    @property
    def GAME_OVER(self) -> Reason: ...

    # Playing.

    def legal_moves(self, state: S, /) -> Sequence[M]: ...
    def refusal(self, state: S, move: M, /) -> Reason | None: ...
    def play(self, state: S, move: M, /) -> tuple[S, tuple[E, ...]]: ...
    def apply_unchecked(self, state: S, move: M, /) -> tuple[S, tuple[E, ...]]: ...
    def stop_here(self, state: S, /) -> tuple[S, tuple[E, ...]]:
        """The round that is being played becomes the last one."""

    def chance_outcomes(self, state: S, /) -> Mapping[Any, Fraction]: ...
    def sample_chance(self, state: S, rng: Random, /) -> M: ...
    def play_chance(self, state: S, rng: Random, /) -> tuple[S, tuple[E, ...]]:
        """What chance does until a player is asked or the game is over: one sampled move after another."""

    def is_chance(self, move: M, /) -> bool: ...
    def parse_move(self, text: str, /) -> M: ...
    def observe(self, state: S, seat: Seat | None, /) -> Seen: ...
    def seen_by(self, event: E, seat: Seat | None, /) -> E: ...
    def outcome(self, state: S, /) -> Outcome | None: ...

    # Scenarios.

    def shipped_scenarios(self) -> Sequence[str]: ...
    def load_scenario(self, name: str, /) -> Any:
        """A shipped scenario by its name or id."""

    def read_scenario(self, text: str, /) -> Any:
        """The scenario that is written in a text."""

    # What a table and a record ask besides.

    def new_game(self, scenario: Any, players: int, /) -> S:
        """The usual opening for so many players."""

    def opened(self, scenario: Any, how: Mapping[str, Any], /) -> S:
        """The opening that `how_opened` tells."""

    def how_opened(self, opening: S, /) -> Mapping[str, Any]:
        """What was chosen before the first move, or the whole position if the game began in the middle.

        Plain words and numbers, among them `players`: how many play.
        """

    def coded_opening(self, scenario: Any, how: Mapping[str, Any] | None, among: Among, /) -> Mapping[str, Any] | None:
        """How a game was opened, told by answers one after the other; None if that cannot be told.

        `how` is what is to be told, and None where it is read.
        """

    def weights(self, state: S, moves: Sequence[M], last: M | None, /) -> Sequence[int]:
        """How likely each of the moves is after the last one, so that codes are short; all 1 will do."""

    def sides(self, opening: S, /) -> tuple[tuple[Seat, ...], ...]:
        """Who wins together: a victory of one seat is that of its whole side."""

    def sharing(self, opening: S, /) -> tuple[tuple[Seat, ...], ...]:
        """Who sees each other's secrets: where only such seats look at a screen, it needs no curtain."""

    def asked_at_once(self, state: S, /) -> Mapping[Seat, S]:
        """The seats that the rules ask now, in their order, each with the position in which it comes first.

        More than one where the rules ask several at the same time; none while chance is to act.
        """

    def is_private(self, state: S, /) -> bool:
        """Who is asked decides by something that nobody else may see."""

    def is_silent(self, state: S, /) -> bool:
        """What is decided now stays secret, so nobody says why."""

    def informs(self, events: Sequence[E], state: S, /) -> bool:
        """Somebody has learnt something by this step, so it cannot be taken back."""


AnyGame = Game[Any, Any, Any]
