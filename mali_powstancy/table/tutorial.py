"""The first lesson: a scripted round and a half of the short game that a pupil plays in about five minutes.

>>> lesson = Lesson()
>>> while not lesson.is_over:
...     reply = lesson.attempt(lesson.wanted) if lesson.wanted else lesson.go_on()
>>> lesson.session.state.delivered[PUPIL]
('dworzec-pocztowy>browary',)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from mali_powstancy.engine import Reason, Session, load_scenario, new_game, parse_move, play, refusal, seen_by
from mali_powstancy.engine.board import FieldId
from mali_powstancy.engine.cards import OrderId, ScoutId
from mali_powstancy.engine.events import Event
from mali_powstancy.engine.moves import Seat, UnreadableMove
from mali_powstancy.table.table import SOLDIER

PUPIL: Seat = 0
"""The seat of the pupil, who leads the red patrol; everybody else and chance follow the script."""
PATROLS = ("red", "orange")

_ORDER: OrderId = "dworzec-pocztowy>browary"

TAKE_BACK = "tutorial.take-back"
"""The key of the button that takes a mistake back."""

Line = tuple[str, ...]
"""Moves as text, one after the other."""


class Marks(NamedTuple):
    """What a step points at."""

    fields: tuple[FieldId, ...] = ()
    pieces: tuple[ScoutId, ...] = ()
    orders: tuple[OrderId, ...] = ()
    cards: tuple[int, ...] = ()


class Mistake(NamedTuple):
    """Legal moves that turn out badly: they are played, explained and then taken back."""

    moves: tuple[str, ...]
    """How the texts of the moves begin: `walk antek` stands for any walk of Antek's."""
    why: str
    then: Line = ()
    """What the other patrol makes of it."""


class Later(NamedTuple):
    """Legal moves that are no mistake, but come later: they are not played."""

    moves: tuple[str, ...]
    why: str


class Step(NamedTuple):
    """One step of the lesson: one idea."""

    title_key: str
    text_key: str
    wants: tuple[Line, ...] = ()
    """What completes it: any of these lines of moves, the first of them when the lesson is resumed."""
    first: str = "tutorial.first.read"
    """A kind "do this first" for every other move."""
    mistakes: tuple[Mistake, ...] = ()
    later: tuple[Later, ...] = ()
    then: Line = ()
    """What chance and the other patrol do afterwards."""
    marks: Marks = Marks()

    @property
    def key(self) -> str:
        """The short name of the step."""
        return self.text_key.rpartition(".")[2]

    @property
    def is_shown_only(self) -> bool:
        """Nothing is asked but to read on."""
        return not self.wants


class Reply(NamedTuple):
    """What came of something the pupil did."""

    played: tuple[Event, ...]
    """What has happened on the board, as the pupil may know it."""
    explanation: str | None
    """The key of a sentence: a mistake and why it is one, or what to do first."""
    advanced: bool
    """The lesson is at a further step now."""
    refused: Reason | None = None
    """Why the rules forbid the move; without an explanation, the refusal's own sentence says it best."""


_OPENING: Line = ("first 0",)

_OLEK_DELIVERS: Line = ("walk olek browary~dworzec-pocztowy:1", "walk olek browary")

STEPS: tuple[Step, ...] = (
    Step(
        "tutorial.title.map",
        "tutorial.step.map",
        marks=Marks(fields=("past", "past~dworzec-pocztowy:1", "dworzec-pocztowy")),
    ),
    Step(
        "tutorial.title.patrol",
        "tutorial.step.patrol",
        then=(f"draw {_ORDER}",),
        marks=Marks(pieces=("zosia", "antek", "felek")),
    ),
    Step(
        "tutorial.title.order",
        "tutorial.step.order",
        marks=Marks(fields=("dworzec-pocztowy", "browary"), orders=(_ORDER,)),
    ),
    Step(
        "tutorial.title.card",
        "tutorial.step.card",
        wants=(("card 3",),),
        first="tutorial.first.card",
        mistakes=(
            Mistake(("card 1",), "tutorial.mistake.card-too-low"),
            Mistake(("card 2",), "tutorial.mistake.card-without-rest"),
            Mistake(("card 4", "card 5"), "tutorial.mistake.card-too-high"),
        ),
        then=("card 4",),
        marks=Marks(
            fields=("past~dworzec-pocztowy:1", "dworzec-pocztowy"), pieces=("antek", "felek"), cards=(1, 2, 3, 4, 5)
        ),
    ),
    Step(
        "tutorial.title.walk",
        "tutorial.step.walk",
        wants=(("walk antek past~dworzec-pocztowy:1", "walk antek dworzec-pocztowy"),),
        first="tutorial.first.walk",
        mistakes=(Mistake(("walk antek",), "tutorial.mistake.walk-away"),),
        later=(Later(("jump antek",), "tutorial.first.no-jump-yet"),),
        marks=Marks(fields=("past~dworzec-pocztowy:1", "dworzec-pocztowy"), pieces=("antek",)),
    ),
    Step(
        "tutorial.title.collect",
        "tutorial.step.collect",
        wants=((f"collect antek {_ORDER}",),),
        first="tutorial.first.collect",
        mistakes=(
            Mistake(("walk antek",), "tutorial.mistake.walk-without-order"),
            Mistake(("end",), "tutorial.mistake.end-without-order"),
        ),
        marks=Marks(fields=("dworzec-pocztowy",), pieces=("antek",), orders=(_ORDER,)),
    ),
    Step(
        "tutorial.title.share",
        "tutorial.step.share",
        wants=(
            ("walk felek szucha", "end"),
            ("walk felek port~stary-mokotow:3", "end"),
            ("walk felek sggw~stary-mokotow:1", "end"),
            ("walk zosia plac-wilsona~cytadela:1", "end"),
            ("walk zosia plac-wilsona~dworzec-gdanski:1", "end"),
        ),
        first="tutorial.first.share",
        mistakes=(Mistake(("drop antek",), "tutorial.mistake.dropped"),),
        later=(Later(("walk antek",), "tutorial.first.another-scout"),),
        then=(
            "walk olek past~dworzec-pocztowy:1",
            "walk olek dworzec-pocztowy",
            f"collect olek {_ORDER}",
            "walk hania plac-wilsona~dworzec-gdanski:1",
            "walk hania dworzec-gdanski",
            "end",
        ),
        marks=Marks(pieces=("felek", "zosia")),
    ),
    Step(
        "tutorial.title.die",
        "tutorial.step.die",
        then=("roll black 2",),
        marks=Marks(fields=("plac-narutowicza",), pieces=(SOLDIER,)),
    ),
    Step(
        "tutorial.title.soldier",
        "tutorial.step.soldier",
        marks=Marks(fields=("reduta-wawelska~dworzec-pocztowy:1",), pieces=(SOLDIER,)),
    ),
    Step(
        "tutorial.title.time",
        "tutorial.step.time",
        then=("draw elektrownia>cytadela", "card 3"),
        marks=Marks(orders=(_ORDER,)),
    ),
    Step(
        "tutorial.title.race",
        "tutorial.step.race",
        wants=(("card 2",), ("card 1",)),
        first="tutorial.first.race",
        mistakes=(Mistake(("card 4", "card 5"), "tutorial.mistake.card-too-late", _OLEK_DELIVERS),),
        marks=Marks(fields=("browary",), pieces=("antek", "olek"), orders=(_ORDER,), cards=(1, 2, 4, 5)),
    ),
    Step(
        "tutorial.title.jump",
        "tutorial.step.jump",
        wants=(("jump antek browary",), ("walk antek browary~dworzec-pocztowy:1", "walk antek browary")),
        first="tutorial.first.jump",
        mistakes=(
            Mistake(("walk antek", "jump antek"), "tutorial.mistake.not-there"),
            Mistake(("end",), "tutorial.mistake.end-too-early", _OLEK_DELIVERS),
            Mistake(("drop antek",), "tutorial.mistake.dropped"),
        ),
        marks=Marks(fields=("browary",), pieces=("antek",), orders=(_ORDER,)),
    ),
    Step(
        "tutorial.title.delivered",
        "tutorial.step.delivered",
        marks=Marks(fields=("browary",), pieces=("antek",)),
    ),
    Step(
        "tutorial.title.ready",
        "tutorial.step.ready",
    ),
)

REFUSALS: Mapping[Reason, str] = {
    Reason.NOT_AT_START: "tutorial.refused.not-at-start",
    Reason.NOT_ADJACENT: "tutorial.refused.too-far",
    Reason.NO_POINTS_LEFT: "tutorial.refused.no-points",
    Reason.SOLDIER_THERE: "tutorial.refused.soldier",
    Reason.NOT_YOUR_SCOUT: "tutorial.refused.other-patrol",
    Reason.CARD_NOT_IN_HAND: "tutorial.refused.card-used",
}
"""Refusals that a beginner meets, in the lesson's own words."""

_ASK_AGAIN = (Reason.NOT_NOW, Reason.NOT_A_MOVE)
"""Refusals that say nothing about the rules: the step says better what to do."""


class Lesson:
    """The lesson at one of its steps. Its position is always one of a real game."""

    def __init__(self, step: int = 0) -> None:
        """The lesson as it is after so many steps, each completed as the script has it."""
        if type(step) is not int or not 0 <= step <= len(STEPS):
            raise ValueError(f"the lesson has {len(STEPS)} steps, not {step!r}")
        self.session = Session(new_game(load_scenario("short-1"), patrols=PATROLS, start_player=PUPIL))
        self.seat = PUPIL
        self.mistake: str | None = None
        """The key that explains the mistake on the board, until it is taken back."""
        self._number = 0
        self._tried: Line = ()
        self._before_mistake = 0
        self._play(_OPENING)
        while self._number < step:
            self._complete(self.wanted)

    @property
    def number(self) -> int:
        """How many steps are done; `Lesson(number)` goes on from here."""
        return self._number

    @property
    def total(self) -> int:
        """How many steps there are."""
        return len(STEPS)

    @property
    def is_last(self) -> bool:
        """The present step is the last one."""
        return self._number == len(STEPS) - 1

    @property
    def is_over(self) -> bool:
        """Every step is done."""
        return self._number == len(STEPS)

    @property
    def step(self) -> Step:
        """The present step; the last one when the lesson is over."""
        return STEPS[min(self._number, len(STEPS) - 1)]

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
            if line[: len(texts)] == texts:
                self._tried += texts
                return Reply(self._play(texts), None, advanced=False)
        if (reason := self._refused(texts)) is not None:
            return Reply((), step.first if reason in _ASK_AGAIN else REFUSALS.get(reason), False, reason)
        astray = texts[max(_shared(line, texts) for line in lines)]
        for mistake in step.mistakes:
            if _begins(astray, mistake.moves):
                return self._mistaken(mistake, texts)
        kind = [later.why for later in step.later if _begins(astray, later.moves)]
        return Reply((), (*kind, step.first)[0], advanced=False)

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

    def _refused(self, texts: Line) -> Reason | None:
        """Why the pupil cannot play these moves one after the other."""
        state = self.session.state
        for text in texts:
            try:
                move = parse_move(text)
            except UnreadableMove:
                return Reason.NOT_A_MOVE
            reason = refusal(state, move) if state.to_act == PUPIL else Reason.NOT_NOW
            if reason is not None:
                return reason
            state, _ = play(state, move)
        return None

    def _play(self, texts: Iterable[str]) -> tuple[Event, ...]:
        events = [event for text in texts for event in self.session.play(parse_move(text))]
        return tuple(seen_by(event, PUPIL) for event in events)

    def _complete(self, line: Line) -> tuple[Event, ...]:
        """The next step begins when the rest of this one has been played."""
        events = self._play((*line, *self.step.then))
        self._tried = ()
        self._number += 1
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
        return Reply(self._play((*texts, *mistake.then)), mistake.why, advanced=False)


def _begins(text: str, beginnings: Iterable[str]) -> bool:
    """The text is one of these, or begins with one of them and a space."""
    return any(f"{text} ".startswith(f"{beginning} ") for beginning in beginnings)


def _shared(one: Line, other: Line) -> int:
    """How many moves two lines have in common at their beginning."""
    return next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
