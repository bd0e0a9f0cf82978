"""A recorded game on the projector: chosen or pasted, and then told move by move on the large map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from mali_powstancy.classroom.desks.class_codes import game_in, sample_codes
from mali_powstancy.classroom.desks.stepping import SteppingDesk
from mali_powstancy.engine import (
    GameState,
    events,
    observe,
)
from mali_powstancy.engine.board import FieldId
from mali_powstancy.engine.events import Event
from mali_powstancy.tabletop.board import Object
from mali_powstancy.tabletop.notices import told
from mali_powstancy.tabletop.packing import SaveError
from mali_powstancy.tabletop.record import RecordError
from mali_powstancy.tabletop.session import Session
from mali_powstancy.texts import Texts, texts_for
from mali_powstancy.views.map.route_svg import position_svg
from mali_powstancy.views.page.blocks import (
    ask,
    button,
    buttons,
    details,
    field,
    form,
    group,
    note,
    picture,
    table,
    text_block,
    verdict,
    words,
)
from mali_powstancy.views.page.desk import Message

TOLD = (
    events.BroughtByUnit,
    events.DieRolled,
    events.DistrictFell,
    events.ExtraMoveGiven,
    events.GameEnded,
    events.Jumped,
    events.OrderCollected,
    events.OrderDelivered,
    events.OrderLaid,
    events.OrderLate,
    events.PlacesExchanged,
    events.RoadBlocked,
    events.ScoutArrested,
    events.ScoutDisplaced,
    events.ScoutEvacuated,
    events.ScoutFreed,
    events.ScoutPlaced,
    events.SoldierMoved,
    events.TimePassed,
    events.TokenLaid,
    events.Walked,
)
"""What a class is told of a game: everything that is seen on the map, and what the die shows."""
AT_ONCE = 2
"""So many sentences are told in one step: more cannot be read from the back of the room."""
OWN = "own"
"""The game of a pasted code."""


class Moment(NamedTuple):
    """A step of the replay."""

    name: str
    """Whose turn of which round it is."""
    state: GameState
    told: tuple[str, ...]
    trails: tuple[tuple[FieldId, ...], ...]
    """The ways of scouts that were just told."""


def moments_of(session: Session, texts: Texts) -> list[Moment]:
    """A game in steps of one or two sentences, each with the position in which it ends."""
    game = session.opening.game
    found = []
    for name, end, happened_in_it in _turns(session, texts):
        happened = _joined([(event, state) for event, state in happened_in_it if isinstance(event, TOLD)])
        for number in range(0, max(1, len(happened)), AT_ONCE):
            part = happened[number : number + AT_ONCE]
            state = part[-1][2] if part else end
            sentences = [texts.event(event, game) for event, _, _ in part]
            trails = tuple(trail for _, trail, _ in part if len(trail) > 1)
            found.append(Moment(name, state, tuple(sentences or [texts.say("projector.nothing")]), trails))
    found[0] = found[0]._replace(told=(texts.say("projector.opening"),))
    return found


def _turns(session: Session, texts: Texts) -> Iterator[tuple[str, GameState, list[tuple[Event, GameState]]]]:
    """The opening, then every turn and every end of a round: its name, its last position, and each event in it."""
    game, number = session.opening.game, session.opening.round
    yield texts.say("figure.replay.opening"), session.opening, []
    happened: list[tuple[Event, GameState]] = []
    for step in session.steps:
        for event in step.events:
            happened.append((event, step.state))
            match event:
                case events.TurnEnded(seat=seat):
                    name = texts.say("figure.replay.turn", n=number, patrol=texts.patrol(seat, game))
                case events.RoundBegan(round=begun):
                    name = texts.say("figure.replay.round-end", n=number) if number else ""
                    number = begun
                case _:
                    continue
            if name:
                yield name, step.state, happened
                happened = []
    yield texts.say("figure.replay.end", n=session.state.round), session.state, happened


def _joined(
    happened: Sequence[tuple[Event, GameState]],
) -> list[tuple[Event, tuple[FieldId, ...], GameState]]:
    """The events, with the fields that a scout walked; steps of one scout one after the other are one walk."""
    found: list[tuple[Event, tuple[FieldId, ...], GameState]] = []
    for event, state in happened:
        trail = (event.came, event.to) if isinstance(event, events.Walked) else ()
        if isinstance(event, events.Walked) and found:
            last, before, _ = found[-1]
            if isinstance(last, events.Walked) and last.scout == event.scout and last.to == event.came:
                found[-1] = (last._replace(to=event.to), (*before, event.to), state)
                continue
        found.append((event, trail, state))
    return found


@cache
def _sample(number: int, lang: str) -> tuple[Session, list[Moment]]:
    session = Session.from_record(game_in(sample_codes()[number]).record)
    return session, moments_of(session, texts_for(lang))


class ReplayDesk(SteppingDesk):
    """One of the sample games or a pasted one, and the step of it that is shown."""

    def __init__(self, lang: str) -> None:
        super().__init__(lang)
        self.chosen = "0"
        """The number of a sample game, or `own`."""
        self.code = ""
        self.refusal = ""
        """Why the pasted code gives no game."""
        self._own: list[Moment] = []
        self.at = 0
        self._form = 0  # a new number fills the form anew

    @property
    def moments(self) -> list[Moment]:
        """All steps of the chosen game."""
        return self._own if self.chosen == OWN else _sample(int(self.chosen), self.language)[1]

    @property
    def moment(self) -> Moment:
        """The step that is shown."""
        return self.moments[self.at]

    @property
    def is_at_start(self) -> bool:
        return self.at == 0

    @property
    def is_at_end(self) -> bool:
        return self.at == len(self.moments) - 1

    def go_on(self) -> None:
        """The next sentences."""
        self.at += 1

    def go_back(self) -> None:
        """The sentences before."""
        self.at -= 1

    def go_to_start(self) -> None:
        """The opening of the game."""
        self.at = 0

    # What can be done, besides stepping.

    def _do_form(self, message: Message) -> None:
        """Another game was chosen."""
        chosen = message["values"]["game"]
        if not self._is_game(chosen):
            raise ValueError(f"there is no game {chosen!r}")
        self.is_playing = False
        self.chosen, self.at = chosen, 0
        self.news = self.where()

    def _do_draft(self, message: Message) -> None:
        """Note what was pasted so far."""
        if isinstance(code := message["values"].get("code"), str):
            self.code = code.strip()

    def _do_read(self, message: Message) -> None:
        """The game of the pasted code, from its opening."""
        self._do_draft(message)
        self.is_playing = False
        if self._read():
            self.chosen, self.at = OWN, 0
            self.news = self.where()
        else:
            self.news = self.refusal
        self._form += 1

    def _read(self) -> bool:
        """Whether the code gives a game; if not, `refusal` says why."""
        if not self.code:
            self.refusal = self.texts.say("projector.no-code")
            return False
        try:
            session = Session.from_record(game_in(self.code).record)
        except (SaveError, RecordError) as error:
            self.refusal = told(error)(self.texts)
            return False
        self.refusal = ""
        self._own = moments_of(session, self.texts)
        return True

    def _is_game(self, chosen: object) -> bool:
        numbers = [str(number) for number in range(len(sample_codes()))]
        return chosen in numbers or (chosen == OWN and bool(self._own))

    # What is said.

    def where(self) -> str:
        """The step, whose turn it is, and what happens."""
        return f"{self._step()}, {self.moment.name}. {' '.join(self.moment.told)}"

    def _step(self) -> str:
        return self.texts.say("projector.step", n=self.at, of=len(self.moments) - 1)

    def _title(self, chosen: str) -> str:
        if chosen == OWN:
            return self.texts.say("projector.own-game")
        state = _sample(int(chosen), self.language)[0].state
        players = self.texts.count("projector.patrols", len(state.game.patrols))
        return self.texts.say("projector.sample", n=int(chosen) + 1, patrols=players)

    # What the page shows.

    def blocks(self) -> Sequence[Object]:
        """Above the games, then the map and what happens, below the field for a code and the whole game as a table."""
        moment = self.moment
        svg = position_svg(observe(moment.state, None), self.language, moment.trails)
        return [
            group("bar", list(self._bar())),
            group("stage", [picture(svg, self.where())]),
            group("side", list(self._side())),
            group("rest", list(self._rest())),
        ]

    def _bar(self) -> Iterator[Object]:
        say = self.texts.say
        keys = [*(str(number) for number in range(len(sample_codes()))), *([OWN] if self._own else [])]
        games = [(key, self._title(key)) for key in keys]
        yield form("game", [field("game", say("projector.game"), self.chosen, games)], None, live=True)
        again = button("start", say("projector.again"), {"do": "start"})
        yield buttons(again, self.full_screen(), label=say("projector.steps"))

    def _side(self) -> Iterator[Object]:
        yield text_block(self._step(), "step")
        yield text_block(self.moment.name, "place")
        yield self.steppers()
        for sentence in self.moment.told:
            yield text_block(sentence, "hint")

    def _rest(self) -> Iterator[Object]:
        say = self.texts.say
        yield text_block(say("projector.code.task"), "plain")
        if self.refusal:
            yield verdict("mistake" if self.code else "empty", "", self.refusal)
        code = words("code", say("projector.code.label"), self.code, rows=2)
        read = button("read", say("projector.code.read"), {"do": "read"})
        yield ask(f"code-{self._form}", [code], read, live=True)
        yield note(say("projector.keys"))
        yield details("table", say("projector.replay.table"), [self._table()])

    def _table(self) -> Object:
        """The whole game in words, as far as a class has seen it and on."""
        say = self.texts.say
        rows = [[str(number), moment.name, " ".join(moment.told)] for number, moment in enumerate(self.moments)]
        head = [say("figure.route.step"), say("figure.replay.when"), say("figure.replay.what")]
        return table(self._title(self.chosen), head, rows)

    # What is kept.

    def memory(self) -> dict[str, Any]:
        """The game and the step."""
        return {"game": self.chosen, "code": self.code, "at": self.at}

    def restore(self, memory: Mapping[str, Any]) -> None:
        """The game and the step as they were; what does not fit is ignored."""
        if isinstance(code := memory.get("code"), str) and code:
            self.code = code
            self._read()
            self.refusal = ""
        if self._is_game(chosen := memory.get("game")):
            self.chosen = str(chosen)
            at = memory.get("at")
            self.at = at if type(at) is int and 0 <= at < len(self.moments) else 0

    def __str__(self) -> str:
        """The game, the step and what happens, in words."""
        return f"{self._title(self.chosen)}\n{self.where()}"
