"""Running: many games between bots, on one core or on many, each the same wherever and whenever it is played."""

from __future__ import annotations

import operator
import sys
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack
from functools import partial
from os import PathLike
from typing import Any, SupportsIndex

from mali_powstancy.lab.fingerprints import code_of
from mali_powstancy.lab.playing import LabGame, LabJob, Maker, check_bots, sendable
from mali_powstancy.lab.progress import bar
from mali_powstancy.lab.rows import Games
from mali_powstancy.lab.sending import Run
from mali_powstancy.lab.storing import GamesFile
from mali_powstancy.tabletop.alarm import Alarm
from mali_powstancy.tabletop.game import Scenario
from mali_powstancy.tabletop.library import load_scenario, rules_of
from mali_powstancy.tabletop.playing import SLOWEST, bot_name, shown
from mali_powstancy.tabletop.texts import Catalogue, system_language

ScenarioOrName = str | PathLike[str] | Scenario
"""A scenario of any game, or its name or file."""


def simulate(
    games: int | Iterable[int],
    bots: Sequence[str | Maker],
    scenario: ScenarioOrName = "basic",
    seed: int = 1,
    executor: Executor | None = None,
    *,
    file: str | PathLike[str] | None = None,
    progress: bool | None = None,
    slowest: float | None = SLOWEST,
    language: str | None = None,
    setup: Mapping[str, Any] | None = None,
) -> Games:
    """Play games number 0, 1, 2, ... or those with the given numbers, with one bot per seat.

    Game 17 of a seed is the same alone and among thousands, on one core or many. Bots are names that the game
    knows, or makers. Without an executor all cores are used if that is worth it; where there are no other processes,
    or a maker cannot be sent to them, the games are played here, one by one, and a sentence says so. Games that a lost
    worker did not finish are played again here. Interrupted, it gives what is done (`complete` is False then).
    With a file every row is kept, and a run with the same file plays only what is missing.
    `slowest` are the seconds that a bot may think about one move; a bad bot raises `BotFault`. `setup` is what the
    game's own `new_game` is told besides scenario and players, such as `{"pair": "ACz"}`.
    """
    (played,) = simulate_tables(
        [(scenario, bots)],
        games,
        seed,
        executor,
        files=[file],
        progress=progress,
        slowest=slowest,
        language=language,
        setup=setup,
    )
    return played


def simulate_tables(
    tables: Iterable[tuple[ScenarioOrName, Sequence[str | Maker]]],
    games: int | Iterable[int],
    seed: int,
    executor: Executor | None,
    *,
    files: Sequence[str | PathLike[str] | None] = (),
    progress: bool | None = None,
    slowest: float | None = SLOWEST,
    language: str | None = None,
    setup: Mapping[str, Any] | None = None,
) -> list[Games]:
    """The same as `simulate` for several tables, each with its own rules and bots.

    Each number is played at all tables before the next one, and none is at some of them only.
    """
    jobs, scenarios = [], []
    for rules, bots in tables:
        scenario = scenario_of(rules)
        check_bots(bots, scenario.game_id)
        opening_of(scenario, len(bots), **(setup or {}))
        scenarios.append(scenario)
        names = tuple(map(short_name, bots))
        jobs.append(LabJob(sendable(scenario), tuple(bots), names, whole("seed", seed), slowest, setup or {}))
    numbers = _numbers(games)
    Alarm(slowest)  # refuses what is no limit
    if not isinstance(executor, Executor | None):
        raise TypeError(f"executor: one is needed such as ProcessPoolExecutor(4), or None, not {shown(executor)}")
    texts = Catalogue(language or system_language())
    with ExitStack() as stack:
        stores = [
            None if file is None else stack.enter_context(_file(file, scenario, job))
            for job, scenario, file in zip(jobs, scenarios, files or [None] * len(jobs), strict=True)
        ]
        wanted = [LabGame(table, number) for number in numbers for table in range(len(jobs))]
        known = [{} if store is None else store.rows for store in stores]
        rows = {item: known[item.table][item.number] for item in wanted if item.number in known[item.table]}
        missing = [item for item in wanted if item not in rows]
        progress_bar = stack.enter_context(bar(texts, len(wanted), len(wanted) - len(missing), progress))
        run = Run(jobs, missing, progress_bar, stores)
        try:
            for note in run.play_all(executor):
                print(texts.say(note), file=sys.stderr)
        except KeyboardInterrupt:
            pass  # what is done is kept, and `complete` tells
    for store in stores:
        if store is not None and store.was_deleted:
            print(texts.say("lab.note.deleted", file=store.path), file=sys.stderr)
    rows.update(run.rows)
    done = [number for number in numbers if all((table, number) in rows for table in range(len(jobs)))]
    return [
        Games(
            (rows[LabGame(table, number)] for number in done),
            scenario=scenario,
            bots=job.names,
            seed=job.seed,
            complete=len(done) == len(numbers),
            note=run.note,
        )
        for table, (job, scenario) in enumerate(zip(jobs, scenarios, strict=True))
    ]


def _numbers(games: int | Iterable[int]) -> list[int]:
    """The numbers of the games that are asked for, each once."""
    if isinstance(games, Iterable) and not isinstance(games, str):
        return sorted({whole("games", number) for number in games})
    if (count := whole("games", games)) < 0:
        raise ValueError(f"{count} games cannot be played")
    return list(range(count))


def whole(name: str, given: SupportsIndex) -> int:
    """A whole number that was given; what is none is refused by the name of the argument."""
    try:
        return operator.index(given)
    except TypeError:
        raise TypeError(f"{name}: a whole number is needed, not {shown(given)}") from None


def opening_of(scenario: Scenario, players: int, **setup: Any) -> Any:
    """The position before the first move; it refuses a number of players that the scenario does not know."""
    return rules_of(scenario.game_id).new_game(scenario, players, **setup)


def scenario_of(rules: Any) -> Any:
    """The scenario that is meant."""
    return rules if hasattr(rules, "game_id") else load_scenario(rules)


def _file(path: str | PathLike[str], scenario: Scenario, job: LabJob) -> GamesFile:
    code = code_of(job.bots, scenario.game_id)
    return GamesFile(path, scenario, map(lasting_name, job.bots), job.seed, code, job.setup)


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
