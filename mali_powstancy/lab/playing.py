"""Playing: what a worker does, wherever it works: some games, each from its own stream, and their rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from time import perf_counter
from typing import Any, NamedTuple

from mali_powstancy.tabletop.alarm import Alarm, TooLong
from mali_powstancy.tabletop.game import CHANCE, Scenario, game_rng
from mali_powstancy.tabletop.library import bots_of, load_scenario, rules_of, tally_of
from mali_powstancy.tabletop.playing import Bot, BotFault, Referee, UnknownBot, shown, told
from mali_powstancy.tabletop.tally import Row

Maker = Callable[[], Bot]
"""Makes a bot for one seat of one game. To be used on other cores it must be importable: no lambda."""


@dataclass(frozen=True)
class LabJob:
    """What the games of a table have in common; it travels to every worker."""

    scenario: Scenario | str
    bots: tuple[str | Maker, ...]
    names: tuple[str, ...]
    seed: int
    slowest: float | None
    setup: Mapping[str, Any] = field(default_factory=dict)
    """What `new_game` is told besides."""

    def play(self, number: int) -> Row:
        """The row of one game: the same game as `play_game` plays, without a record."""
        scenario = _received(self.scenario)
        return play_on(self, rules_of(scenario.game_id).new_game(scenario, len(self.bots), **self.setup), number)


class LabGame(NamedTuple):
    """One game that is to be played: at which table, with which number."""

    table: int
    number: int


class Chunk(NamedTuple):
    """What came of some games: a row for each, up to the fault of a bot."""

    rows: tuple[Row, ...]
    seconds: float
    fault: BotFault | None


def play_chunk(jobs: Sequence[LabJob], items: Sequence[LabGame]) -> Chunk:
    """Play these games, one after the other."""
    began = perf_counter()
    rows: list[Row] = []
    fault = None
    for table, number in items:
        job = jobs[table]
        try:
            rows.append(job.play(number))
        except BotFault as error:
            error.add_note(f"It was in game {number} of seed {job.seed}: play it alone to see more.")
            fault = error
            break
    return Chunk(tuple(rows), perf_counter() - began, fault)


def play_on(job: LabJob, opening: Any, number: int) -> Row:
    """The row of one game from any position to its end."""
    game_id = opening.game.scenario.game_id
    game, roster = rules_of(game_id), bots_of(game_id).BOTS
    rng = game_rng(job.seed, number)
    pairs = zip(job.bots, job.names, strict=True)
    bots = [
        roster[bot]() if isinstance(bot, str) else made(bot, name, seat, job.slowest)
        for seat, (bot, name) in enumerate(pairs)
    ]
    state = opening
    events: list[Any] = []
    play_chance, apply = game.play_chance, game.apply_unchecked
    with Referee(game, bots, rng, job.names, job.slowest) as referee:
        while (seat := state.to_act) is not None:
            state, happened = play_chance(state, rng) if seat == CHANCE else apply(state, referee.ask(state, seat))
            events += happened
    row: Row = tally_of(game_id).row_of(number, opening, events, state)
    return row


def check_bots(bots: Sequence[str | Maker], game_id: str) -> None:
    """Every one of them is the name of a bot of this game or a maker; others are refused before anything is played."""
    if isinstance(bots, str):
        raise TypeError(f"one bot for each seat: [{bots!r}, ...]")
    known = bots_of(game_id).BOTS
    for bot in bots:
        if isinstance(bot, str) and bot not in known:
            raise UnknownBot(bot, known)
        if not isinstance(bot, str) and not callable(bot):
            raise TypeError(f"a bot is a name or a maker, not {shown(bot)}")


def made(maker: Maker, name: str, seat: int, slowest: float | None = None) -> Bot:
    """A new bot; a maker that fails, or takes longer than a move may, is named."""
    try:
        with Alarm(slowest) as alarm:
            alarm.since = perf_counter()
            fresh = maker()
    except TooLong:
        raise BotFault(name, seat, f"it was not made within {slowest:g} s") from None
    except KeyboardInterrupt:
        raise  # that was a person
    except BaseException as error:
        raise BotFault(name, seat, f"it could not be made: {told(error)}") from error
    if not callable(fresh):
        raise BotFault(name, seat, f"its maker gave {shown(fresh)}, which is no bot")
    return fresh


def sendable(scenario: Scenario) -> Scenario | str:
    """How a scenario travels: a shipped one, just as it is shipped, by its name, and any other one itself."""
    game = rules_of(scenario.game_id)
    is_shipped = scenario.name in game.shipped_scenarios() and game.load_scenario(scenario.name) is scenario
    return scenario.name if is_shipped else scenario


def _received(scenario: Any) -> Any:
    return load_scenario(scenario) if isinstance(scenario, str) else _same(scenario)


@lru_cache(maxsize=8)
def _same(scenario: Any) -> Any:
    """Scenarios that play alike become the first of them: its tables are made once and not with every chunk."""
    return scenario
