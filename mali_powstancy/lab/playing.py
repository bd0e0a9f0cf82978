"""Playing: what a worker does, wherever it works: some games, each from its own stream, and their rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from time import perf_counter
from typing import NamedTuple

from mali_powstancy.bots.roster import BOTS
from mali_powstancy.engine.events import Event
from mali_powstancy.engine.moves import ChanceMove
from mali_powstancy.engine.rules.playing import Transition, apply_unchecked, sample_chance
from mali_powstancy.engine.rules.setup import new_game
from mali_powstancy.engine.scenario import Scenario
from mali_powstancy.engine.scenario_file import load_scenario, shipped_scenarios
from mali_powstancy.engine.state import CHANCE, NOBODY, GameState
from mali_powstancy.lab.rows import GameRow
from mali_powstancy.lab.tallying import row_of
from mali_powstancy.tabletop.alarm import Alarm, TooLong
from mali_powstancy.tabletop.game import game_rng
from mali_powstancy.tabletop.library import game_of
from mali_powstancy.tabletop.playing import Bot, BotFault, Referee, UnknownBot, shown, told

Maker = Callable[[], Bot]
"""Makes a bot for one seat of one game. To be used on other cores it must be importable: no lambda."""


@dataclass(frozen=True)
class Job:
    """What the games of a table have in common; it travels to every worker."""

    scenario: Scenario | str
    bots: tuple[str | Maker, ...]
    names: tuple[str, ...]
    seed: int
    slowest: float | None

    def play(self, number: int) -> GameRow:
        """The row of one game: the same game as `bots.play_game` plays, without a record."""
        return play_on(self, new_game(_received(self.scenario), len(self.bots)), number)


class Item(NamedTuple):
    """One game that is to be played: at which table, with which number."""

    table: int
    number: int


class Chunk(NamedTuple):
    """What came of some games: a row for each, up to the fault of a bot."""

    rows: tuple[GameRow, ...]
    seconds: float
    fault: BotFault | None


def play_chunk(jobs: Sequence[Job], items: Sequence[Item]) -> Chunk:
    """Play these games, one after the other."""
    began = perf_counter()
    rows: list[GameRow] = []
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


def play_on(
    job: Job,
    opening: GameState,
    number: int,
    begun: Transition | None = None,
    chance: Callable[[GameState], ChanceMove] | None = None,
) -> GameRow:
    """The row of one game from any position to its end, perhaps with a first move that is made, or with other luck."""
    rng = game_rng(job.seed, number)
    pairs = zip(job.bots, job.names, strict=True)
    bots = [made(bot, name, seat, job.slowest) for seat, (bot, name) in enumerate(pairs)]
    chance = chance or partial(sample_chance, rng=rng)
    state, first = begun or (opening, ())
    events: list[Event] = [*first]
    with Referee(game_of(opening), bots, rng, job.names, job.slowest) as referee:
        while (seat := state.agenda[0].who) != NOBODY:
            move = chance(state) if seat == CHANCE else referee.ask(state, seat)
            state, happened = apply_unchecked(state, move)
            events += happened
    return row_of(number, opening, events, state)


def check_bots(bots: Sequence[str | Maker]) -> None:
    """Every one of them is a bot's name or a maker; others are refused before anything is played."""
    if isinstance(bots, str):
        raise TypeError(f"one bot for each seat: [{bots!r}, ...]")
    for bot in bots:
        if isinstance(bot, str) and bot not in BOTS:
            raise UnknownBot(bot, BOTS)
        if not isinstance(bot, str) and not callable(bot):
            raise TypeError(f"a bot is a name or a maker, not {shown(bot)}")


def made(bot: str | Maker, name: str, seat: int, slowest: float | None = None) -> Bot:
    """A new bot of a maker or a name; a maker that fails, or takes longer than a move may, is named."""
    try:
        if isinstance(bot, str):
            return BOTS[bot]()
        with Alarm(slowest) as alarm:
            alarm.since = perf_counter()
            fresh = bot()
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
    is_shipped = scenario.name in shipped_scenarios() and load_scenario(scenario.name) is scenario
    return scenario.name if is_shipped else scenario


def _received(scenario: Scenario | str) -> Scenario:
    return load_scenario(scenario) if isinstance(scenario, str) else _same(scenario)


@lru_cache(maxsize=8)
def _same(scenario: Scenario) -> Scenario:
    """Scenarios that play alike become the first of them: its tables are made once and not with every chunk."""
    return scenario
