"""Tables of tempers: pupils choose who sits there, guess how often all lose together, and 200 games are played."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from mali_powstancy.classroom.desks.experiments import (
    GAMES,
    MOST_RUNS,
    SLICE,
    Experiment,
    ExperimentDesk,
    ExperimentRun,
    read_guess,
)
from mali_powstancy.classroom.figures import lesson_look
from mali_powstancy.engine.tally import GameRow
from mali_powstancy.lab import Estimate, Games, Serial, share, simulate
from mali_powstancy.lab.intervals import share_of_groups
from mali_powstancy.tabletop.board import Object
from mali_powstancy.views.figures.distributions import chances_figure, percent
from mali_powstancy.views.figures.figure import Figure
from mali_powstancy.views.figures.tournaments import TEMPERS, table_name
from mali_powstancy.views.page.blocks import ask, button, buttons, number, pick, table, text_block
from mali_powstancy.views.page.desk import Message

Bots = tuple[str, ...]

ORDER = ("planner-rival", "planner-helper", "planner")
"""In this order bots are named: the same three are the same table, wherever somebody has put them."""
SEATS = 3
FIRST: Bots = ("planner-helper",) * SEATS
"""What the form shows at first."""


def common_defeats(games: Games) -> Estimate:
    """The share of the games that all have lost together."""
    return share(sum(row.is_defeat for row in games), len(games))


TABLES = Experiment(
    title="experiment.tempers.title",
    about="experiment.tempers.about",
    what="experiment.tempers.what",
    bots=FIRST,
    measure=common_defeats,
    scenario="basic-3",
)
"""The games of one desk are the same deals at every table, so that luck hits all tables alike."""


def seated(bots: Bots, game: int) -> Bots:
    """Who sits where in a game: everybody moves on by one seat from game to game, so that nobody keeps a good one."""
    turn = game % len(bots)
    return bots[turn:] + bots[:turn]


class TableRun(ExperimentRun):
    """Two hundred games of a table."""

    @property
    def bots(self) -> Bots:
        """Who plays, in the order of names."""
        return tuple(map(str, self.experiment.bots))

    def play_slice(self) -> bool:
        """Play the next few games; False if somebody interrupted them."""
        asked = self.experiment
        for _ in range(SLICE - len(self.rows) % SLICE):
            game = self.first + len(self.rows)
            bots = seated(self.bots, game)
            played = simulate([game], bots, asked.scenario, self.seed, Serial(), progress=False, slowest=None)
            if not played:
                return False
            self.rows += played
        return True


class Found(NamedTuple):
    """What all games of a table say."""

    games: int
    lost: Estimate
    """The share of the games that all have lost together."""
    wins: Mapping[str, Estimate]
    """By bot: the share of the games that one of this kind wins; a shared win counts in part."""


def found_by(bots: Bots, rows: Sequence[GameRow]) -> Found:
    """What the games of a table say."""
    wins = {}
    for bot in dict.fromkeys(bots):
        by_game = [
            math.fsum(row.win_of(seat) for seat, sits in enumerate(seated(bots, row.game)) if sits == bot)
            / bots.count(bot)
            for row in rows
        ]
        wins[bot] = share_of_groups(by_game, bots.count(bot))
    return Found(len(rows), share(sum(row.is_defeat for row in rows), len(rows)), wins)


class TempersDesk(ExperimentDesk):
    """Tables are put together and tried one after the other; what they have shown stays beside the next one."""

    runs: list[TableRun]  # type: ignore[assignment]  # every run here is one of a table

    def __init__(self, lang: str, seeds: Iterator[int]) -> None:
        super().__init__(TABLES, lang, seeds)
        self.chosen: Bots = FIRST
        """What the form shows, by seat."""
        self.guesses: dict[Bots, int] = {}
        """By table, in the order in which they were tried: how many games of a hundred somebody expected to be lost."""
        self._form = 0  # a new number fills the form anew

    # What is done.

    def _do_start(self, message: Message) -> None:
        """The games of the table that was chosen: the first 200, the next 200, or what is missing since a stop."""
        if self.stage == "playing":
            return
        self._take(message)
        bots = _in_order(self.chosen)
        if bots not in self.guesses:
            guess = read_guess(self.written)
            if guess is None:
                self._refuse(self.texts.say("experiment.guess-needed"))
                return
            self.guesses[bots] = guess
        self._begin(bots)

    def _do_another(self, message: Message) -> None:
        """Another 200 games of the table that was tried last."""
        if self.stage == "done":
            self._begin(self.runs[-1].bots)

    def _take(self, message: Message) -> None:
        values = message.get("values")
        if not isinstance(values, Mapping):
            raise ValueError("a table needs its form")
        chosen = tuple(str(values.get(f"seat-{seat}")) for seat in range(SEATS))
        if not set(chosen) <= set(TEMPERS):
            raise ValueError(f"nobody of this name sits down: {chosen}")
        self.chosen, self.written = chosen, str(values.get("guess") or "")

    def _begin(self, bots: Bots) -> None:
        runs = self._runs_of(bots)
        unfinished = next((run for run in runs if not run.is_done), None)
        if unfinished is not None:
            self.runs.remove(unfinished)
            self.runs.append(unfinished)
        elif len(runs) < MOST_RUNS:
            self.runs.append(TableRun(replace(self.experiment, bots=bots), GAMES * len(runs), self.seed))
        else:
            self._refuse(self.texts.say("experiment.tempers.enough", n=GAMES * len(runs)))
            return
        self.trouble, self.written = "", ""
        self._form += 1
        self._go_on()

    def _runs_of(self, bots: Bots) -> list[TableRun]:
        return [run for run in self.runs if run.bots == bots]

    # What is said.

    @property
    def found(self) -> dict[Bots, Found]:
        """What every table has shown so far, in the order in which they were tried."""
        rows = {bots: [row for run in self._runs_of(bots) for row in run.rows] for bots in self.guesses}
        return {bots: found_by(bots, played) for bots, played in rows.items() if played}

    def _table_name(self, bots: Bots) -> str:
        return table_name(self.texts, bots)

    def _found(self) -> str:
        """What the last table has shown in all its games, and how the guess compares with it."""
        bots = self.runs[-1].bots
        found, guess = self.found[bots], self.guesses[bots]
        words = self._words(found.lost)
        games = self.texts.count("count.games", found.games)
        result = self.texts.say("experiment.tempers.found", table=self._table_name(bots), games=games, **words)
        return f"{result} {self._compared(guess, found.lost)}"

    def _estimate(self, found: Estimate) -> str:
        words = self._words(found)
        return f"{percent(self.texts, found.value)} ({words['interval']})"

    # What the page shows.

    def _playing_blocks(self) -> Iterator[Object]:
        yield text_block(self._table_name(self.runs[-1].bots), "ask")
        yield self._progress()

    def _results(self) -> Iterator[Object]:
        """A row for every table: what was guessed, how many games, how many lost together, who wins how often."""
        found = self.found
        if not found:
            return
        say = self.texts.say
        kinds = [bot for bot in ORDER if any(bot in bots for bots in found)]
        head = [
            say("experiment.tempers.table"),
            say("experiment.tempers.games"),
            say("experiment.tempers.guess"),
            say("experiment.tempers.lost"),
            *(say("experiment.tempers.wins", temper=say(TEMPERS[bot])) for bot in kinds),
        ]
        rows = [
            [
                self._table_name(bots),
                str(each.games),
                f"{self.guesses[bots]}%",
                self._estimate(each.lost),
                *(self._estimate(each.wins[bot]) if bot in each.wins else "–" for bot in kinds),
            ]
            for bots, each in found.items()
        ]
        yield table(say("experiment.tempers.caption"), head, rows)

    def _choices(self) -> Iterator[Object]:
        say = self.texts.say
        if self.stage == "playing":
            yield buttons(button("stop", say("experiment.stop"), {"do": "stop"}, "primary"))
        if self.stage == "stopped":
            yield buttons(button("go-on", say("experiment.go-on"), {"do": "go-on"}, "primary"))
        if self.stage == "done" and len(self._runs_of(self.runs[-1].bots)) < MOST_RUNS:
            yield buttons(button("another", say("experiment.tempers.another", n=GAMES), {"do": "another"}))
        if self.trouble:
            yield text_block(self.trouble, "hint")
        kinds = [(bot, say(TEMPERS[bot])) for bot in ORDER]
        seats = [
            pick(f"seat-{seat}", say("experiment.tempers.seat", n=seat + 1), kinds, bot)
            for seat, bot in enumerate(self.chosen)
        ]
        guess = number("guess", say("experiment.tempers.expect"), self.written, "%")
        # While games are played the form stays where it is, so that the page does not jump.
        off = say("experiment.started", n=GAMES) if self.stage == "playing" else None
        start = button("start", say("experiment.start", n=GAMES), {"do": "start"}, "primary", off=off)
        yield ask(f"table-{self._form}", [*seats, guess], start)

    def figure(self) -> Figure | None:
        """The common defeats of all tables, one below the other."""
        found = self.found
        if self.stage not in ("stopped", "done") or not found:
            return None
        lost = {self._table_name(bots): each.lost for bots, each in found.items()}
        title = self.texts.say("figure.tempers.title")
        drawn = chances_figure(lost, title, lang=self.language, look=lesson_look())
        drawn.spec["layout"]["xaxis"]["title"]["text"] = self.texts.say("figure.tempers.share")
        return replace(drawn, summary=f"{title} {'; '.join(self._lines())}.")

    def _lines(self) -> list[str]:
        return [f"{self._table_name(bots)}: {self._estimate(each.lost)}" for bots, each in self.found.items()]

    # What is kept.

    def memory(self) -> dict[str, Any] | None:
        """What was guessed, and which deals were played: the same ones are quickly played again."""
        guesses = {" ".join(bots): guess for bots, guess in self.guesses.items()}
        return {"seed": self.seed, "guesses": guesses} if guesses else None

    def restore(self, memory: Mapping[str, Any]) -> None:
        kept = memory.get("guesses")
        for name, guess in kept.items() if isinstance(kept, Mapping) else ():
            bots = tuple(str(name).split())
            if len(bots) == SEATS and set(bots) <= set(ORDER) and type(guess) is int and 0 <= guess <= 100:
                self.guesses[_in_order(bots)] = guess
        if self.guesses:
            self._take_seed(memory)

    def _state(self) -> str:
        return "\n".join([self._found(), *self._lines()]) if self.stage == "done" else super()._state()


def _in_order(chosen: Sequence[str]) -> Bots:
    return tuple(sorted(chosen, key=ORDER.index))
