"""Playing: bots are asked for their moves, those that play badly are named, and a whole game is recorded."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from time import perf_counter

from mali_powstancy.engine.moves import PlayerMove, Seat
from mali_powstancy.engine.observation import Observation, observe
from mali_powstancy.engine.refusals import Reason
from mali_powstancy.engine.rules.playing import refusal
from mali_powstancy.engine.rules.setup import new_game
from mali_powstancy.engine.scenario import Scenario
from mali_powstancy.engine.session import Session
from mali_powstancy.engine.state import GameState

Bot = Callable[[Observation, random.Random], PlayerMove]
"""A computer player: what its seat sees and a stream of its own -> a legal move."""

SLOWEST = 20.0
"""Seconds that a bot may think about one move."""


class BotFault(Exception):
    """A bot cannot be played with: it broke a rule, failed, or was too slow."""

    def __init__(self, name: str, seat: Seat, what: str) -> None:
        self.name, self.seat, self.what = name, seat, what
        super().__init__(name, seat, what)  # so that it comes back whole from another process

    def __str__(self) -> str:
        return f"bot {self.name!r} at seat {self.seat}: {self.what}"


class Referee:
    """Asks the bots of one game for their moves, each with a stream of its own, and lets no bad answer pass."""

    def __init__(
        self, bots: Sequence[Bot], rng: random.Random, names: Sequence[str] = (), slowest: float | None = SLOWEST
    ) -> None:
        self.bots = bots
        self.names = names or [bot_name(bot) for bot in bots]
        self.streams = [random.Random(rng.getrandbits(64)) for _ in bots]  # no bot can foresee chance or another bot
        self.slowest = slowest

    def ask(self, state: GameState, seat: Seat) -> PlayerMove:
        """A legal move of the bot at this seat, which is asked now; `BotFault` if it gives none."""
        seen = observe(state, seat)
        began = perf_counter()
        try:
            move = self.bots[seat](seen, self.streams[seat])
        except Exception as error:
            raise self._fault(seat, f"it failed: {type(error).__name__}: {error}") from error
        seconds = perf_counter() - began
        if self.slowest is not None and seconds > self.slowest:
            raise self._fault(seat, f"it thought for {seconds:.1f} s, more than {self.slowest:g} s")
        reason = refusal(state, move)
        if reason is Reason.NOT_A_MOVE:
            raise self._fault(seat, f"it gave {move!r:.200}, which is no move")
        if reason is not None:
            raise self._fault(seat, f"it played {move!s:.200}, which is refused: {reason.key} (rule {reason.rule})")
        return move

    def _fault(self, seat: Seat, what: str) -> BotFault:
        return BotFault(self.names[seat], seat, what)


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
    referee = Referee(bots, rng, names, slowest)
    session = Session(new_game(scenario, players))
    session.play_chance(rng)
    while (seat := session.state.to_act) is not None:
        session.play(referee.ask(session.state, seat))
        session.play_chance(rng)
    return session
