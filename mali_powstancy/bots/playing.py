"""Playing: one game between bots, or many, each with an own stream of chance."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from mali_powstancy.bots.random_bot import random_bot
from mali_powstancy.engine.moves import PlayerMove
from mali_powstancy.engine.observation import Observation, observe
from mali_powstancy.engine.rules.playing import game_rng
from mali_powstancy.engine.rules.setup import new_game
from mali_powstancy.engine.scenario import Scenario
from mali_powstancy.engine.scoring import Outcome, Score, outcome, scores
from mali_powstancy.engine.session import Session

Bot = Callable[[Observation, random.Random], PlayerMove]
"""A computer player: what its seat sees and a stream of its own -> a legal move."""


class Result(NamedTuple):
    """How one of many games went."""

    game: int
    outcome: Outcome
    rounds: int
    scores: tuple[Score, ...]
    """By seat; empty after a defeat (H-60)."""
    delivered: tuple[int, ...]
    """Delivered orders by seat."""


def play_game(scenario: Scenario, players: int, bots: Sequence[Bot], rng: random.Random) -> Session:
    """A whole game between bots, one for each seat."""
    if len(bots) != players:
        raise ValueError(f"{players} players need as many bots, not {len(bots)}")
    streams = [random.Random(rng.getrandbits(64)) for _ in bots]  # no bot can foresee chance or another bot
    session = Session(new_game(scenario, players))
    session.play_chance(rng)
    while (seat := session.state.to_act) is not None:
        session.play(bots[seat](observe(session.state, seat), streams[seat]))
        session.play_chance(rng)
    return session


def simulate(
    scenario: Scenario, players: int, games: Iterable[int], seed: int, bots: Sequence[Bot] | None = None
) -> Iterator[Result]:
    """The results of the games with these numbers; a game is the same, alone or among others. Without bots: random."""
    bots = [random_bot] * players if bots is None else bots
    for game in games:
        state = play_game(scenario, players, bots, game_rng(seed, game)).state
        ended = outcome(state)
        assert ended is not None
        yield Result(game, ended, state.round, scores(state), tuple(map(len, state.delivered)))
