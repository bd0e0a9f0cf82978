"""Playing: bots are asked for their moves, those that play badly are named, and a whole game is recorded."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from time import perf_counter
from types import TracebackType
from typing import Any

from mali_powstancy.tabletop.alarm import NEVER, Alarm, TooLong
from mali_powstancy.tabletop.game import AnyGame, Scenario, Seat
from mali_powstancy.tabletop.library import rules_of
from mali_powstancy.tabletop.session import Session

Bot = Callable[[Any, random.Random], Any]
"""A computer player: what its seat sees and a stream of its own -> a legal move."""

SLOWEST = 20.0
"""Seconds that a bot may think about one move."""
_MOST_ASKED = 5_000
"""So often a bot can be asked in one game; no sensible one comes near to it."""
_LONGEST = 200
"""Letters of what a bot gave, or of what its error says, that are shown."""


class BotFault(Exception):
    """A bot cannot be played with: it broke a rule, failed, or was too slow."""

    def __init__(self, name: str, seat: Seat, what: str) -> None:
        self.name, self.seat, self.what = name, seat, what
        super().__init__(name, seat, what)  # so that it comes back whole from another process

    def __str__(self) -> str:
        return f"bot {self.name!r} at seat {self.seat}: {self.what}"


class UnknownBot(ValueError):
    """There is no bot of this name."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        self.name, self.known = name, tuple(known)
        super().__init__(name, self.known)

    def __str__(self) -> str:
        return f"there is no bot {self.name!r}; there are {', '.join(self.known)}"


class Referee:
    """Asks the bots of one game for their moves, each with a stream of its own, and lets no bad answer pass.

    Within `with` a bot that thinks too long is interrupted if the system can do that (see `Alarm`); everywhere else its
    answer is refused when it comes at last.
    """

    def __init__(
        self,
        game: AnyGame,
        bots: Sequence[Bot],
        rng: random.Random,
        names: Sequence[str] = (),
        slowest: float | None = SLOWEST,
    ) -> None:
        self.bots = bots
        self.names = names or [bot_name(bot) for bot in bots]
        self.streams = [random.Random(rng.getrandbits(64)) for _ in bots]  # no bot can foresee chance or another bot
        self.slowest = slowest
        self._alarm = Alarm(slowest)
        self._observe, self._refusal, self._not_a_move = game.observe, game.refusal, game.NOT_A_MOVE
        self._asked = [0] * len(bots)
        """By seat: how often it was asked."""

    def __enter__(self) -> Referee:
        self._alarm.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._alarm.__exit__(kind, error, traceback)

    def ask(self, state: Any, seat: Seat) -> Any:
        """A legal move of the bot at this seat, which is asked now; `BotFault` if it gives none."""
        self._asked[seat] += 1
        if self._asked[seat] > _MOST_ASKED:
            raise self._fault(seat, f"it goes round in circles: {_MOST_ASKED:,} moves in one game, and no end")
        seen = self._observe(state, seat)
        began = self._alarm.since = perf_counter()
        try:
            try:
                move = self.bots[seat](seen, self.streams[seat])
            finally:
                self._alarm.since = NEVER
        except TooLong:
            raise self._fault(seat, f"it thought for more than {self.slowest:g} s and was stopped") from None
        except KeyboardInterrupt:
            raise  # that was a person
        except BaseException as error:
            raise self._fault(seat, f"it failed: {told(error)}") from error
        seconds = perf_counter() - began
        if self.slowest is not None and seconds > self.slowest:
            raise self._fault(seat, f"it thought for {seconds:.1f} s, more than {self.slowest:g} s")
        reason = self._refusal(state, move)
        if reason is self._not_a_move:
            raise self._fault(seat, f"it gave {shown(move)}, which is no move")
        if reason is not None:
            raise self._fault(
                seat, f"it played {shown(move, str)}, which is refused: {reason.key} (rule {reason.rule})"
            )
        return move

    def _fault(self, seat: Seat, what: str) -> BotFault:
        return BotFault(self.names[seat], seat, what)


def shown(given: object, written: Callable[[object], str] = repr) -> str:
    """What a bot or its maker gave, short enough for a message, whatever it is."""
    try:
        return written(given)[:_LONGEST]
    except Exception:  # it cannot even be written down
        return f"something of the kind {type(given).__name__}"


def told(error: BaseException) -> str:
    """What an error says of itself, in one line that is short enough for a message."""
    try:
        return f"{type(error).__name__}: {' '.join(str(error).split())[:_LONGEST]}"
    except Exception:
        return type(error).__name__


def bot_name(bot: object) -> str:
    """What a bot or its maker is called: the name of the function or of the class."""
    inner = getattr(bot, "func", bot)  # a `functools.partial` has no name of its own
    return str(getattr(inner, "__name__", type(inner).__name__))


def play_game(
    scenario: Scenario,
    players: int,
    bots: Sequence[Bot],
    rng: random.Random,
    *,
    names: Sequence[str] = (),
    slowest: float | None = SLOWEST,
) -> Session:
    """A whole game between bots, one for each seat, with its record."""
    if len(bots) != players:
        raise ValueError(f"{players} players need as many bots, not {len(bots)}")
    game = rules_of(scenario.game_id)
    session = Session(game.new_game(scenario, players))
    with Referee(game, bots, rng, names, slowest) as referee:
        session.play_chance(rng)
        while (seat := session.state.to_act) is not None:
            session.play(referee.ask(session.state, seat))
            session.play_chance(rng)
    return session
