"""A guess before paired games: what will a changed rule do? Then pairs of games answer, with an interval."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from math import isfinite
from typing import Any

from mali_powstancy.analysis.measures import Difference
from mali_powstancy.classroom.desks.experiments import GAMES, LiveDesk
from mali_powstancy.classroom.desks.paired_games import PairedGames
from mali_powstancy.classroom.figures import lesson_look
from mali_powstancy.tabletop.board import Object
from mali_powstancy.views.figures.balances import balance_figure, is_clear
from mali_powstancy.views.figures.figure import Figure
from mali_powstancy.views.page.blocks import ask, button, buttons, choice, listing, note, progress, text_block
from mali_powstancy.views.page.desk import Message

MORE, LESS, SAME = "more", "less", "same"
QUESTIONS = {
    # measure: its question, and the words for its answers
    "defeats": (
        "editor.guess.defeats",
        {MORE: "editor.guess.defeats.more", SAME: "editor.guess.same", LESS: "editor.guess.defeats.less"},
    ),
    "gap": (
        "editor.guess.gap",
        {MORE: "editor.guess.gap.more", SAME: "editor.guess.same", LESS: "editor.guess.gap.less"},
    ),
    "rounds": (
        "editor.guess.rounds",
        {MORE: "editor.guess.rounds.more", SAME: "editor.guess.same", LESS: "editor.guess.rounds.less"},
    ),
}
_FOUND = {
    ("defeats", MORE): "editor.found.defeats.more",
    ("defeats", LESS): "editor.found.defeats.less",
    ("defeats", SAME): "editor.found.defeats.open",
    ("gap", MORE): "editor.found.gap.more",
    ("gap", LESS): "editor.found.gap.less",
    ("gap", SAME): "editor.found.gap.open",
    ("rounds", MORE): "editor.found.rounds.more",
    ("rounds", LESS): "editor.found.rounds.less",
    ("rounds", SAME): "editor.found.rounds.open",
}


class PairedDesk(LiveDesk):
    """Somebody changes a rule and says what will happen; then games are played by the old rules and by the new."""

    def __init__(self, lang: str, seeds: Iterator[int]) -> None:
        super().__init__(lang, seeds)
        self.guess: dict[str, str] = {}
        """What somebody thinks will happen, by measure."""
        self.pairs: PairedGames | None = None
        self._usual_games: list[Any] = []  # by the rules as they are: the same for every change
        self._guess_form = 0  # a new number fills the form anew

    @property
    @abstractmethod
    def measures(self) -> Sequence[str]:
        """What the figure compares."""

    @property
    @abstractmethod
    def guessed(self) -> Sequence[str]:
        """What is to be guessed, some of the measures."""

    @property
    def asked_pairs(self) -> int:
        """So many pairs of games are played."""
        return GAMES

    @property
    def has_guessed(self) -> bool:
        """Every question has an answer."""
        return set(self.guessed) <= self.guess.keys()

    def _take_guess(self, values: Mapping[str, Any]) -> None:
        """Note what was guessed, as long as no game was played."""
        for measure in self.guessed:
            if isinstance(answer := values.get(measure), str) and answer in QUESTIONS[measure][1] and not self.pairs:
                self.guess[measure] = answer

    # Playing.

    def _play_pairs(self, pairs: PairedGames) -> None:
        self.pairs = pairs
        self._go_on()

    def _go_on(self) -> None:
        super()._go_on()
        self.news = self.texts.say("editor.started", n=self.asked_pairs)

    def _play_slice(self) -> bool:
        return self.pairs is not None and self.pairs.play_slice()

    @property
    def _is_complete(self) -> bool:
        return self.pairs is not None and self.pairs.is_done

    @property
    def _played(self) -> int:
        return len(self.pairs) if self.pairs is not None else 0

    def _forget_games(self) -> None:
        self.pairs, self.stage, self.guess = None, "ready", {}
        self._guess_form += 1

    def _do_again(self, message: Message) -> None:
        """Forget the games and the guess; the rules stay. What is played next are other games."""
        if self.stage != "playing":
            self._forget_games()
            self._usual_games = []
            self.seed = next(self._seeds)

    # What is said.

    def _stopped(self) -> str:
        if not self._played:
            return self.texts.say("experiment.stopped-at-once", n=self.asked_pairs)
        return self.texts.say("editor.stopped", played=self._played, n=self.asked_pairs)

    def _found(self) -> str:
        return " ".join([self.texts.say("editor.done", n=self.asked_pairs), *self._results()])

    def _results(self) -> Iterator[str]:
        """What the games say to each guess, and whether they say it clearly."""
        if not self.pairs or (figure := self.figure()) is None:
            return
        comparison = self.pairs.comparison
        for measure, cells in zip(self.measures, figure.twin.rows, strict=True):
            if measure in self.guessed:
                yield self._result(comparison.of(measure), *cells[1:])

    def _result(self, found: Difference, before: str, after: str, change: str) -> str:
        say, way = self.texts.say, _way(found)
        if not isfinite(found.difference.low):
            return say("editor.found.unknown", what=say(QUESTIONS[found.measure][0]))
        sentence = say(_FOUND[found.measure, way], before=before, after=after)
        zero = say("editor.zero.inside" if way == SAME else "editor.zero.outside", change=change)
        guess = self.guess.get(found.measure)
        if way == SAME:
            answer = say("editor.guessed.open")
        else:
            answer = say("editor.guessed.so" if guess == way else "editor.guessed.other")
        return f"{sentence} {zero} {answer}"

    def _stage_lines(self) -> Iterator[str]:
        """How far the games are and what they say, for `__str__`."""
        match self.stage:
            case "playing":
                yield self.texts.say("editor.progress", played=self._played, n=self.asked_pairs)
            case "stopped":
                yield from (self._stopped(), *self._results())
            case "done":
                yield self._found()
            case "failed":
                yield self.texts.say("experiment.failed")

    # What the page shows.

    def _guess_blocks(self) -> Iterator[Object]:
        """First the guess, then the games."""
        say = self.texts.say
        yield note(say("editor.guess.about", n=self.asked_pairs))
        if self.pairs is not None:
            yield listing(say("editor.guess.yours"), [self._guessed(measure) for measure in self.guessed])
            return
        fields = [
            choice(
                measure,
                say(QUESTIONS[measure][0]),
                [(answer, say(key)) for answer, key in QUESTIONS[measure][1].items()],
                self.guess.get(measure),
                inline=True,
            )
            for measure in self.guessed
        ]
        start = button("start", say("editor.start", n=self.asked_pairs), {"do": "start"}, "primary")
        yield ask(f"guess-{self._guess_form}", fields, start, live=True)

    def _guessed(self, measure: str) -> str:
        question, answers = QUESTIONS[measure]
        return f"{self.texts.say(question)} {self.texts.say(answers[self.guess.get(measure, SAME)])}"

    def _state_blocks(self) -> Iterator[Object]:
        say = self.texts.say
        again = button("again", say("editor.guess-again"), {"do": "again"}, "quiet")
        match self.stage:
            case "playing":
                sentence = say("editor.progress", played=self._played, n=self.asked_pairs)
                yield progress(sentence, self._played, self.asked_pairs)
                yield buttons(button("stop", say("experiment.stop"), {"do": "stop"}, "primary"))
            case "stopped":
                yield text_block(self._stopped(), "hint")
                yield from (text_block(each, "plain") for each in self._results())
                yield buttons(button("go-on", say("experiment.go-on"), {"do": "go-on"}, "primary"), again)
            case "done":
                yield text_block(say("editor.done", n=self.asked_pairs), "good")
                yield from (text_block(each, "plain") for each in self._results())
                yield note(say("editor.only-this-game"))
                yield buttons(again)
            case "failed":
                yield from self._failed_blocks()
                yield buttons(again)

    def figure(self) -> Figure | None:
        """The game before and after the change, as soon as nothing is being played."""
        if self.stage not in ("stopped", "done") or not self.pairs:
            return None
        return balance_figure(self.pairs.comparison, self.measures, lang=self.language, look=lesson_look())


def _way(found: Difference) -> str:
    """Into which way the games say that something changes; `same` if they do not say it clearly."""
    if not is_clear(found.difference):
        return SAME
    return MORE if found.difference.value > 0 else LESS
