"""Scripts: a few steps on the board in which only a pupil is free, and everybody else and chance do as it is written.

The first lesson is a script that begins like a game; an exercise is one that begins at an arranged position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from mali_powstancy.tabletop.game import AnyGame, Reason, Seat, UnreadableMove
from mali_powstancy.tabletop.session import Session

TAKE_BACK = "table.lesson.take-back"
"""The key of the button that takes a mistake back."""
READ_FIRST = "table.lesson.read-first"
"""The key of what is said to a move where a step only shows something."""

Line = tuple[str, ...]
"""Moves as text, one after the other."""


class Verdict(NamedTuple):
    """What is said to an answer: whether it is right, the sentence, and of which kind it is."""

    passed: bool
    message: str
    kind: str
    """`right`, `mistake`, `empty` (nothing to look at yet) or `unreadable` (no answer to this question)."""

    def __repr__(self) -> str:
        return self.message


class Mistake(NamedTuple):
    """Legal moves that turn out badly: they are played, explained and then taken back."""

    moves: tuple[str, ...]
    """How the texts of the moves begin: `walk antek` stands for any walk of Antek's."""
    why: str
    then: Line = ()
    """What others and chance make of it."""
    counted: Callable[[Any], int] | None = None
    """What the explanation counts, as `{n}`, in the position before others act."""


class Later(NamedTuple):
    """Legal moves that are no mistake, but come later: they are not played."""

    moves: tuple[str, ...]
    why: str


class Beginning(NamedTuple):
    """Where the pieces stand, and which patrol the pupil leads."""

    position: Callable[[], Any]
    seat: Seat = 0
    before: Line = ()
    """What others and chance do before the pupil is asked."""


class ScriptStep(NamedTuple):
    """One step of a script: one idea."""

    title_key: str
    text_key: str
    wants: tuple[Line, ...] = ()
    """What completes it: any of these lines of moves, the first of them when the script is resumed."""
    first: str = READ_FIRST
    """A kind "do this first" for every other move."""
    mistakes: tuple[Mistake, ...] = ()
    later: tuple[Later, ...] = ()
    then: Line = ()
    """What chance and the other patrols do afterwards."""
    marks: Any = None
    """What it points at, in the words of the game's board.

    A board with a map has words of its own. One of blocks takes the keys of those that it shows: `card night-shell-1`,
    `friend 2`.
    """
    hint: str | None = None
    """What is said to somebody who asks for help."""
    beginning: Beginning | None = None
    """The board is set up anew for this step."""

    @property
    def key(self) -> str:
        """The short name of the step."""
        return self.text_key.rpartition(".")[2]

    @property
    def is_shown_only(self) -> bool:
        """Nothing is asked but to read on."""
        return not self.wants


class Script(NamedTuple):
    """Everything that is written beforehand."""

    id: str
    beginning: Beginning
    steps: tuple[ScriptStep, ...]
    refusals: Mapping[Any, str] = MappingProxyType({})
    """Refusals that are told in the script's own words; all others as in any game."""
    title_key: str | None = None
    praise_key: str | None = None
    """What is said when an exercise is done; the first lesson has none and leads on to the start menu."""
    quiet: tuple[str, ...] = ()
    """Places of the board that were places of murder or imprisonment: a quiet note says what they really were."""

    @property
    def is_exercise(self) -> bool:
        """It stands by itself: it can be done again, and no game follows."""
        return self.praise_key is not None


class Reply(NamedTuple):
    """What came of something the pupil did."""

    played: tuple[Any, ...]
    """What has happened on the board, as the pupil may know it."""
    explanation: str | None
    """The key of a sentence: a mistake and why it is one, or what to do first."""
    advanced: bool
    """The script is at a further step now."""
    refused: Reason | None = None
    """Why the rules forbid the move; without an explanation, the refusal's own sentence says it best."""


def asks_again(game: AnyGame, reason: Reason) -> bool:
    """A refusal that says nothing about the rules: the step says better what to do."""
    return reason in (game.NOT_NOW, game.NOT_A_MOVE)


class Lesson:
    """A script at one of its steps. Its position is always one that the rules lead to."""

    def __init__(self, script: Script, step: int = 0) -> None:
        """The script as it is after so many steps, each completed as it is written."""
        if type(step) is not int or not 0 <= step <= len(script.steps):
            raise ValueError(f"{script.id} has {len(script.steps)} steps, not {step!r}")
        self.script = script
        self.mistake: str | None = None
        """The key that explains the mistake on the board, until it is taken back."""
        self.count = 0
        """What the explanation of the mistake counts."""
        self._number = 0
        self._tried: Line = ()
        self._before_mistake = 0
        self._set_up(script.beginning)
        while self._number < step:
            self._complete(self.wanted)

    def _set_up(self, beginning: Beginning) -> None:
        self.session = Session(beginning.position())
        self.seat = beginning.seat
        self._play(beginning.before)

    @property
    def number(self) -> int:
        """How many steps are done; `Lesson(script, number)` goes on from here."""
        return self._number

    @property
    def total(self) -> int:
        """How many steps there are."""
        return len(self.script.steps)

    @property
    def is_last(self) -> bool:
        """The present step is the last one."""
        return self._number == self.total - 1

    @property
    def is_over(self) -> bool:
        """Every step is done."""
        return self._number == self.total

    @property
    def step(self) -> ScriptStep:
        """The present step; the last one when all are done."""
        return self.script.steps[min(self._number, self.total - 1)]

    @property
    def wanted(self) -> Line:
        """Moves that complete the present step; none if it only shows something, or while a mistake is standing."""
        return next(iter(self._lines()), ())

    # What the pupil does.

    def attempt(self, moves: Sequence[str]) -> Reply:
        """What comes of moves that the pupil tries, one or several in one go; moves that do not fit change nothing."""
        texts = tuple(moves)
        if self.is_over or self.mistake is not None:
            return Reply((), self.mistake, advanced=False)
        step, lines = self.step, self._lines()
        if not texts or not lines:
            return Reply((), step.first, advanced=False)
        for line in lines:
            if texts[: len(line)] == line:
                return self._completed(line, texts[len(line) :])
        if any(line[: len(texts)] == texts for line in lines):
            self._tried += texts
            return Reply(self._play(texts), None, advanced=False)
        if (reason := self._refused(texts)) is not None:
            explanation = step.first if asks_again(self.session.game, reason) else self.script.refusals.get(reason)
            return Reply((), explanation, False, reason)
        match self._astray(texts, lines):
            case Later(why=why):
                return Reply((), why, advanced=False)
            case Mistake() as mistake:
                return self._mistaken(mistake, texts)
        return Reply((), step.first, advanced=False)

    def takes(self, moves: Sequence[str]) -> bool:
        """Whether legal moves would be played: they are asked for, or a mistake that the step explains."""
        texts, lines = tuple(moves), self._lines()
        if not lines:
            return False
        is_wanted = any(line[: len(texts)] == texts[: len(line)] for line in lines)
        return is_wanted or isinstance(self._astray(texts, lines), Mistake)

    def go_on(self) -> Reply:
        """The button "next": a mistake is taken back, or a step that only shows something is done."""
        if self.is_over:
            return Reply((), None, advanced=False)
        if self.mistake is not None:
            self.take_back()
            return Reply((), None, advanced=False)
        if not self.step.is_shown_only:
            return Reply((), self.step.first, advanced=False)
        return Reply(self._complete(()), None, advanced=True)

    @property
    def can_take_back(self) -> bool:
        """A mistake is standing, or a move of the present step has been played."""
        return self.mistake is not None or bool(self._tried)

    def take_back(self) -> None:
        """Nothing is left of a mistake, or of the last move of the present step."""
        if self.mistake is not None:
            self.session.rewind(self._before_mistake)
            self.mistake = None
        elif self._tried:
            self.session.rewind(len(self.session.steps) - 1)
            self._tried = self._tried[:-1]

    # How it is carried out.

    def _lines(self) -> list[Line]:
        """What is still to be played of the lines that complete the present step and are possible now."""
        if self.is_over or self.mistake is not None:
            return []
        done = len(self._tried)
        rests = [line[done:] for line in self.step.wants if line[:done] == self._tried]
        return [rest for rest in rests if self._refused(rest) is None]

    def _astray(self, texts: Line, lines: Sequence[Line]) -> Later | Mistake | None:
        """What the step has to say to moves that leave its lines: what comes later counts to the end of the way."""
        rest = texts[max(_shared(line, texts) for line in lines) :]
        for later in self.step.later:
            if any(_begins(text, later.moves) for text in rest):
                return later
        return next((mistake for mistake in self.step.mistakes if _begins(rest[0], mistake.moves)), None)

    def _refused(self, texts: Line) -> Reason | None:
        """Why the pupil cannot play these moves one after the other."""
        state, game = self.session.state, self.session.game
        for text in texts:
            try:
                move = game.parse_move(text)
            except UnreadableMove:
                return game.NOT_A_MOVE
            reason = game.refusal(state, move) if state.to_act == self.seat else game.NOT_NOW
            if reason is not None:
                return reason
            state, _ = game.play(state, move)
        return None

    def _play(self, texts: Iterable[str]) -> tuple[Any, ...]:
        game = self.session.game
        events = [event for text in texts for event in self.session.play(game.parse_move(text))]
        return tuple(game.seen_by(event, self.seat) for event in events)

    def _complete(self, line: Line) -> tuple[Any, ...]:
        """The next step begins when the rest of this one has been played."""
        events = self._play((*line, *self.step.then))
        self._tried = ()
        self._number += 1
        if not self.is_over and self.step.beginning is not None:
            self._set_up(self.step.beginning)
        return events

    def _completed(self, line: Line, rest: Line) -> Reply:
        """A step is done; moves that were tried along with it belong to the next one."""
        played = self._complete(line)
        if not rest:
            return Reply(played, None, advanced=True)
        reply = self.attempt(rest)
        return reply._replace(played=played + reply.played, advanced=True)

    def _mistaken(self, mistake: Mistake, texts: Line) -> Reply:
        self._before_mistake = len(self.session.steps)
        self.mistake = mistake.why
        played = self._play(texts)
        self.count = 0 if mistake.counted is None else mistake.counted(self.session.state)
        return Reply(played + self._play(mistake.then), mistake.why, advanced=False)


def _begins(text: str, prefixes: Iterable[str]) -> bool:
    """The text is one of these, or begins with one of them and a space."""
    return any(f"{text} ".startswith(f"{prefix} ") for prefix in prefixes)


def _shared(one: Line, other: Line) -> int:
    """How many moves two lines have in common at their beginning."""
    return next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
