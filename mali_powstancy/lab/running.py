"""Running: many games between bots, on one core or on many, each the same wherever and whenever it is played."""

from __future__ import annotations

import operator
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack
from functools import partial
from os import PathLike
from typing import SupportsIndex

from mali_powstancy.bots.playing import SLOWEST, bot_name
from mali_powstancy.engine.rules.setup import new_game
from mali_powstancy.engine.scenario import Scenario
from mali_powstancy.engine.scenario_file import load_scenario
from mali_powstancy.lab.fingerprints import code_of
from mali_powstancy.lab.playing import Item, Job, Maker, check_bots, sendable
from mali_powstancy.lab.progress import bar
from mali_powstancy.lab.rows import Games
from mali_powstancy.lab.sending import Run
from mali_powstancy.lab.storing import GamesFile
from mali_powstancy.texts import system_language, texts_for


def simulate(
    games: int | Iterable[int],
    bots: Sequence[str | Maker],
    scenario: str | PathLike[str] | Scenario = "basic",
    seed: int = 1,
    executor: Executor | None = None,
    *,
    file: str | PathLike[str] | None = None,
    progress: bool | None = None,
    slowest: float | None = SLOWEST,
    language: str | None = None,
) -> Games:
    """Play games number 0, 1, 2, ... or those with the given numbers, with one bot per seat.

    Game 17 of a seed is the same alone and among thousands, on one core or many. Bots are names of `bots.BOTS` or
    makers. Without an executor all cores are used if that is worth it; where there are no other processes, or a maker
    cannot be sent to them, the games are played here, one by one, and a sentence says so. Games that a lost worker
    did not finish are played again here. Interrupted, it gives what is done (`complete` is False then).
    With a file every row is kept, and a run with the same file plays only what is missing.
    `slowest` are the seconds that a bot may think about one move; a bad bot raises `BotFault`.
    """
    loaded = scenario if isinstance(scenario, Scenario) else load_scenario(scenario)
    if isinstance(games, SupportsIndex):
        games = operator.index(games)
        if games < 0:
            raise ValueError(f"{games} games cannot be played")
    numbers = range(games) if isinstance(games, int) else games
    (played,) = simulate_tables(
        [bots], numbers, loaded, seed, executor, files=[file], progress=progress, slowest=slowest, language=language
    )
    return played


def simulate_tables(
    tables: Sequence[Sequence[str | Maker]],
    games: Iterable[int],
    scenario: Scenario,
    seed: int,
    executor: Executor | None,
    *,
    files: Sequence[str | PathLike[str] | None],
    progress: bool | None,
    slowest: float | None,
    language: str | None,
) -> list[Games]:
    """The same as `simulate` for several tables: every game number is played at each of them before the next one."""
    for bots in tables:
        check_bots(bots)
        new_game(scenario, len(bots))  # refuses a number of players that the scenario does not know
    numbers = sorted(set(map(operator.index, games)))
    jobs = tuple(
        Job(sendable(scenario), tuple(bots), tuple(map(short_name, bots)), operator.index(seed), slowest)
        for bots in tables
    )
    texts = texts_for(language or system_language())
    with ExitStack() as stack:
        stores = [
            None
            if file is None
            else stack.enter_context(
                GamesFile(file, scenario, map(lasting_name, job.bots), job.seed, code_of(job.bots))
            )
            for job, file in zip(jobs, files, strict=True)
        ]
        wanted = [Item(table, number) for number in numbers for table in range(len(jobs))]
        known = [{} if store is None else store.rows for store in stores]
        rows = {item: known[item.table][item.number] for item in wanted if item.number in known[item.table]}
        missing = [item for item in wanted if item not in rows]
        shown = stack.enter_context(bar(texts, len(wanted), len(wanted) - len(missing), progress))
        run = Run(jobs, missing, shown, stores)
        try:
            for note in run.play_all(executor):
                print(texts.say(note), file=sys.stderr)
        except KeyboardInterrupt:
            pass  # what is done is kept, and `complete` tells
    rows.update(run.rows)
    return [
        Games(
            (rows[item] for item in wanted if item.table == table and item in rows),
            scenario=scenario,
            bots=job.names,
            seed=job.seed,
            complete=len(rows) == len(wanted),
            note=run.note,
        )
        for table, job in enumerate(jobs)
    ]


def _file(path: str | PathLike[str], scenario: Scenario, job: Job) -> GamesFile:
    return GamesFile(path, scenario, map(lasting_name, job.bots), job.seed, code_of(job.bots))


def short_name(bot: str | Maker) -> str:
    """What a bot is called in tables and messages."""
    return bot if isinstance(bot, str) else bot_name(bot)


def lasting_name(bot: str | Maker) -> str:
    """A name that means the same bot tomorrow, for the head of a file."""
    if isinstance(bot, str):
        return bot
    if isinstance(bot, partial):
        settings = [
            *map(_lasting, bot.args),
            *(f"{name}={_lasting(bot.keywords[name])}" for name in sorted(bot.keywords)),
        ]
        return f"{lasting_name(bot.func)}({', '.join(settings)})"
    return _kept(f"{getattr(bot, '__module__', '')}.{getattr(bot, '__qualname__', '<unnamed>')}", "<")


def _lasting(setting: object) -> str:
    """What a setting of a bot is tomorrow, too."""
    return lasting_name(setting) if callable(setting) else _kept(str(setting), " at 0x")


def _kept(name: str, sign: str) -> str:
    """The name, if it lasts; a sign in it tells that it does not."""
    if sign in name:
        raise ValueError(f"games of {name} cannot be kept in a file: a bot without a name may be another one tomorrow")
    return name
