"""Experiments: some hundred games between bots, played while a class looks on, and what they say about a chance.

The games are played in slices, so that "stop" is heard between two of them: as a task of the running event loop in a
notebook, on any computer and in the browser; by calling `step` where no loop runs.
"""

from __future__ import annotations

import asyncio
import traceback
from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from mali_powstancy.analysis.chances import arrests_per_round, chance_in_games
from mali_powstancy.classroom.figures import lesson_look
from mali_powstancy.engine import Scenario, load_scenario
from mali_powstancy.engine.tally import GameRow
from mali_powstancy.lab import Estimate, Games, Serial, simulate
from mali_powstancy.lab.playing import Maker
from mali_powstancy.lab.running import short_name
from mali_powstancy.tabletop.board import Object
from mali_powstancy.tabletop.reports import without_folders
from mali_powstancy.views.figures.distributions import chances_figure, percent
from mali_powstancy.views.figures.figure import Figure
from mali_powstancy.views.page.blocks import (
    ask,
    button,
    buttons,
    details,
    heading,
    note,
    number,
    progress,
    table,
    text_block,
)
from mali_powstancy.views.page.desk import Desk, Message

GAMES = 200
"""So many games a lesson plays at once: enough for an interval that says something, few enough to wait for."""
SLICE = 5
"""So many games are played before the page is asked whether to stop."""
PAUSE = 0.01
"""Seconds between two slices, in which the page is heard."""
LOOKS = (25, 50, 100, 200)
"""After so many games the result so far is written down: its interval grows narrower."""
MOST_RUNS = 5
"""So many times 200 games can be played; more would not change the picture."""

LONGEST_GUESS = 60
"""A longer one is no number to count with: Python refuses those of thousands of digits."""

DrawEstimates = Callable[..., Figure]
"""Draws estimates by their names, with a title, `lang` and `look`: `chances_figure` is one."""


@dataclass(frozen=True, kw_only=True)
class Experiment:
    """What is played, and what is counted."""

    title: str
    """The keys of its words: what it is called, what is counted and how, and what a share is a share of."""
    about: str
    what: str
    bots: tuple[str | Maker, ...]
    measure: Callable[[Games], Estimate]
    scenario: str | Scenario = "basic"
    draw: DrawEstimates = chances_figure


def games_with_a_fall(games: Games) -> Estimate:
    """The share of the games in which at least one district fell."""
    return chance_in_games(games, lambda row: bool(row.falls))


ARRESTS = Experiment(
    title="experiment.arrests.title",
    about="experiment.arrests.about",
    what="experiment.arrests.what",
    bots=("greedy", "greedy"),
    measure=arrests_per_round,
)
FALLS = Experiment(
    title="experiment.falls.title",
    about="experiment.falls.about",
    what="experiment.falls.what",
    bots=("planner", "planner"),
    measure=games_with_a_fall,
    scenario="short-extended",
)
EXPERIMENTS: Mapping[str, Experiment] = {"arrests": ARRESTS, "falls": FALLS}
"""All experiments by name."""


class ExperimentRun:
    """Two hundred games of an experiment, or as many of them as were played: always the same for the same seed."""

    def __init__(self, experiment: Experiment, first: int, seed: int) -> None:
        self.experiment = experiment
        self.first = first
        self.seed = seed
        self.rows: list[GameRow] = []
        self.looks: list[Estimate] = []
        """What was known after 25, 50, 100 and 200 games."""
        self.played: list[int] = []
        """After how many games each look was taken."""

    @property
    def is_done(self) -> bool:
        """All its games are played."""
        return len(self.rows) >= GAMES

    @property
    def result(self) -> Estimate:
        """What the games say that were played."""
        return estimate_of(self.experiment, self.rows, self.seed)

    def play_slice(self) -> bool:
        """Play the next few games; False if somebody interrupted them."""
        begin = len(self.rows)
        end = (begin // SLICE + 1) * SLICE  # an interrupted slice is made whole
        asked = self.experiment
        numbers = range(self.first + begin, self.first + end)
        # However slow a computer is, the games are the same.
        games = simulate(numbers, asked.bots, asked.scenario, self.seed, Serial(), progress=False, slowest=None)
        self.rows += games
        if len(self.rows) in LOOKS and games:
            self.looks.append(self.result)
            self.played.append(len(self.rows))
        return games.complete


def estimate_of(experiment: Experiment, rows: Sequence[GameRow], seed: int) -> Estimate:
    """What some games of a seed say about that which an experiment counts."""
    asked = experiment.scenario
    scenario = load_scenario(asked) if isinstance(asked, str) else asked
    names = [short_name(bot) for bot in experiment.bots]
    return experiment.measure(Games(rows, scenario=scenario, bots=names, seed=seed))


class LiveDesk(Desk):
    """Something that is played slice by slice: it is started, shows how far it is, and can be stopped."""

    def __init__(self, lang: str, seeds: Iterator[int]) -> None:
        super().__init__(lang)
        self._seeds = seeds
        self.seed = next(seeds)
        """Of the games that are played here. It is kept: whoever comes back gets the same games as before."""
        self.stage = "ready"
        """`ready`, `playing`, `stopped`, `done` or `failed`."""
        self.report = ""
        """After a fault: what those need who can mend it."""
        self._task: asyncio.Task[None] | None = None

    def _take_seed(self, memory: Mapping[str, Any]) -> None:
        """Take up the seed that was kept; what is none is ignored."""
        seed = memory.get("seed")
        if type(seed) is int and 0 <= seed < 2**32:
            self.seed = seed

    def _do_go_on(self, message: Message) -> None:
        """The games that are missing since it was stopped."""
        if self.stage == "stopped":
            self._go_on()

    def _do_stop(self, message: Message) -> None:
        if self.stage == "playing":
            self.stage = "stopped"
            self.news = self._stopped()

    def _go_on(self) -> None:
        self.stage, self.report = "playing", ""
        self.news = self.texts.say("experiment.started", n=GAMES)
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return  # outside a notebook somebody calls `step`
        if self._task is None or self._task.done():
            self._task = loop.create_task(self._play())

    async def _play(self) -> None:
        """Slice after slice, until there is nothing to play; the page is refreshed and heard in between."""
        while self.stage == "playing":
            self.step()
            self.refresh()
            await asyncio.sleep(PAUSE)

    def step(self) -> None:
        """Play the next slice, if there is something to play."""
        self.news = ""
        if self.stage != "playing":
            return
        try:
            is_whole = self._play_slice()
        except Exception:
            self.stage, self.report = "failed", without_folders(traceback.format_exc())
            self.news = self.texts.say("experiment.failed")
            return
        if self._is_complete:
            self.stage = "done"
            self.news = self._found()
        elif not is_whole:
            self._do_stop({})

    @abstractmethod
    def _play_slice(self) -> bool:
        """Play a few games; False if somebody interrupted them. `news` may be set."""

    @property
    @abstractmethod
    def _is_complete(self) -> bool:
        """There is nothing more to play."""

    @abstractmethod
    def _stopped(self) -> str:
        """What is said after a stop."""

    @abstractmethod
    def _found(self) -> str:
        """What is said at the end."""

    def _failed_blocks(self) -> Iterator[Object]:
        """What is shown after a fault."""
        yield text_block(self.texts.say("experiment.failed"), "hint")
        yield details("report", self.texts.say("table.problem.report"), [note(self.report)])


class ExperimentDesk(LiveDesk):
    """A live run: it is started, shows how far it is, can be stopped, and says what it has found and how surely."""

    def __init__(self, experiment: Experiment, lang: str, seeds: Iterator[int]) -> None:
        super().__init__(lang, seeds)
        self.experiment = experiment
        self.runs: list[ExperimentRun] = []
        self.guess: int | None = None
        """The share in per cent that somebody expects; nothing is played before."""
        self.written = ""
        """What stands in the field for the guess."""
        self.trouble = ""
        """Why the games were not begun."""

    # What is done.

    def _do_start(self, message: Message) -> None:
        """The first 200 games, once somebody has guessed what they will say; whoever begins again gets others."""
        if self.stage == "playing":
            return
        if self.stage == "ready":
            values = message.get("values")
            self.written = str(values.get("guess") or "") if isinstance(values, Mapping) else ""
            self.guess = read_guess(self.written)
            if self.guess is None:
                self._refuse(self.texts.say("experiment.guess-needed"))
                return
        else:
            self.seed = next(self._seeds)
        self.trouble = ""
        self.runs = [ExperimentRun(self.experiment, 0, self.seed)]
        self._go_on()

    def _do_another(self, message: Message) -> None:
        """Other 200 games of the same kind."""
        if self.stage == "done" and len(self.runs) < MOST_RUNS:
            self.runs.append(ExperimentRun(self.experiment, GAMES * len(self.runs), self.seed))
            self._go_on()

    def _refuse(self, why: str) -> None:
        self.trouble = self.news = why

    def _play_slice(self) -> bool:
        run = self.runs[-1]
        looks = len(run.looks)
        is_whole = run.play_slice()
        if len(run.looks) > looks:
            self.news = self._so_far()
        return is_whole

    @property
    def _is_complete(self) -> bool:
        return self.runs[-1].is_done

    # What is said.

    def _words(self, found: Estimate) -> dict[str, str]:
        low, high = (percent(self.texts, end) for end in (found.low, found.high))
        interval = self.texts.say("figure.interval", low=low, high=high)
        return {
            "value": percent(self.texts, found.value),
            "interval": interval,
            "what": self.texts.say(self.experiment.what),
        }

    def _so_far(self) -> str:
        run = self.runs[-1]
        games = self.texts.count("experiment.after", len(run.rows))
        return self.texts.say("experiment.so-far", after=games, **self._words(run.result))

    def _stopped(self) -> str:
        run = self.runs[-1]
        if not run.rows:
            return self.texts.say("experiment.stopped-at-once", n=GAMES)
        return " ".join([self.texts.say("experiment.stopped", played=len(run.rows), n=GAMES), self._result(run.result)])

    def _found(self) -> str:
        found = self.runs[-1].result
        said = [self.texts.say("experiment.done", n=GAMES), self._result(found)]
        return " ".join(said if self.guess is None else [*said, self._compared(self.guess, found)])

    def _compared(self, guess: int, found: Estimate) -> str:
        """How a guess in per cent compares with what the games say."""
        if found.contains(guess / 100):
            return self.texts.say("experiment.inside", guess=guess)
        return self.texts.say("experiment.below" if guess / 100 < found.low else "experiment.above", guess=guess)

    def _result(self, found: Estimate) -> str:
        return self.texts.say("experiment.result", **self._words(found))

    # What the page shows.

    def blocks(self) -> Sequence[Object]:
        say = self.texts.say
        about = note(say(self.experiment.about, n=GAMES))
        return [heading(say(self.experiment.title)), about, *self._state_blocks(), *self._results(), *self._choices()]

    def _state_blocks(self) -> Iterator[Object]:
        match self.stage:
            case "playing":
                yield from self._playing_blocks()
            case "stopped":
                yield text_block(self._stopped(), "hint")
            case "done":
                yield text_block(self._found(), "good")
            case "failed":
                yield from self._failed_blocks()

    def _playing_blocks(self) -> Iterator[Object]:
        yield self._progress()
        if self.runs[-1].rows:
            yield text_block(self._so_far())

    def _progress(self) -> Object:
        played = len(self.runs[-1].rows)
        return progress(self.texts.say("experiment.progress", played=played, n=GAMES), played, GAMES)

    def _results(self) -> Iterator[Object]:
        """How the interval of the present run has grown narrower."""
        run = self.runs[-1] if self.runs else None
        if run is None or not run.looks:
            return
        say = self.texts.say
        head = [say("experiment.games"), say("experiment.share"), say("experiment.interval")]
        found = [self._words(look) for look in run.looks]
        rows = [
            [self.texts.count("experiment.after", n), words["value"], words["interval"]]
            for n, words in zip(run.played, found, strict=True)
        ]
        yield table(say("experiment.table", games=self._name(run)), head, rows)

    def _choices(self) -> Iterator[Object]:
        say = self.texts.say
        start = {"do": "start"}
        begin_again = button("again", say("experiment.again"), start, "quiet")
        match self.stage:
            case "ready":
                yield from self._guess_form()
            case "playing":
                yield buttons(button("stop", say("experiment.stop"), {"do": "stop"}, "primary"))
            case "stopped":
                yield buttons(button("go-on", say("experiment.go-on"), {"do": "go-on"}, "primary"), begin_again)
            case "failed":
                yield buttons(button("again", say("experiment.again"), start, "primary"))
            case "done" if len(self.runs) < MOST_RUNS:
                another = button("another", say("experiment.another", n=GAMES), {"do": "another"}, "primary")
                yield buttons(another, begin_again)
            case "done":
                yield note(say("experiment.enough", n=GAMES * len(self.runs)))
                yield buttons(begin_again)

    def _guess_form(self) -> Iterator[Object]:
        """First the guess, then the games."""
        say = self.texts.say
        if self.trouble:
            yield text_block(self.trouble, "hint")
        guess = number("guess", say("experiment.expect"), self.written, f"% {say(self.experiment.what)}")
        start = button("start", say("experiment.start", n=GAMES), {"do": "start"}, "primary")
        yield ask("guess", [guess], start)

    def figure(self) -> Figure | None:
        """The looks of one run, each more certain than the one before; of several runs one beside the other."""
        runs = [run for run in self.runs if run.rows]
        if self.stage not in ("stopped", "done") or not runs:
            return None
        if len(runs) == 1:
            (run,) = runs
            found = {
                self.texts.count("experiment.after", n): look for n, look in zip(run.played, run.looks, strict=True)
            }
            found[self.texts.count("experiment.after", len(run.rows))] = run.result
        else:
            found = {self._name(run): run.result for run in runs}
            rows = [row for run in runs for row in run.rows]
            found[self.texts.say("experiment.together")] = estimate_of(self.experiment, rows, self.seed)
        title = self.texts.say(self.experiment.title)
        drawn = self.experiment.draw(found, title, lang=self.language, look=lesson_look())
        last, value = list(found.items())[-1]
        return replace(drawn, summary=f"{last.capitalize()}. {self._result(value)}")

    def _name(self, run: ExperimentRun) -> str:
        return self.texts.say("experiment.run", first=run.first + 1, last=run.first + len(run.rows))

    # What is kept.

    def memory(self) -> dict[str, Any] | None:
        """The guess, and which games were played: the same ones are quickly played again."""
        return None if self.guess is None else {"seed": self.seed, "guess": self.guess}

    def restore(self, memory: Mapping[str, Any]) -> None:
        guess = memory.get("guess")
        if type(guess) is int and 0 <= guess <= 100:
            self.guess, self.written = guess, str(guess)
            self._take_seed(memory)

    def __str__(self) -> str:
        return f"{self.texts.say(self.experiment.title)}\n{self._state()}"

    def _state(self) -> str:
        say = self.texts.say
        match self.stage:
            case "playing":
                return say("experiment.progress", played=len(self.runs[-1].rows), n=GAMES)
            case "stopped":
                return self._stopped()
            case "done":
                return self._found()
            case "failed":
                return say("experiment.failed")
        return say("experiment.state.ready", n=GAMES)


def read_guess(written: str) -> int | None:
    """A guess in per cent: a whole number from 0 to 100; None if it is none."""
    bare = written.strip().removesuffix("%").strip()
    is_number = len(bare) <= LONGEST_GUESS and bare.isascii() and bare.isdigit()
    return int(bare) if is_number and int(bare) <= 100 else None
