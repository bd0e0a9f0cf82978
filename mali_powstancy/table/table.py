"""A table: one game with persons and bots on its seats, one screen that goes round, and a curtain between them."""

from __future__ import annotations

import random
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from mali_powstancy.bots import Advice, Adviser, Because, BotFault
from mali_powstancy.bots.roster import adviser_named
from mali_powstancy.engine import (
    CHANCE,
    GameState,
    IllegalMove,
    Move,
    Observation,
    Phase,
    Reason,
    apply_unchecked,
    is_chance,
    legal_moves,
    observe,
    seen_by,
)
from mali_powstancy.engine.board import FieldId
from mali_powstancy.engine.cards import ScoutId
from mali_powstancy.engine.events import Event
from mali_powstancy.engine.moves import Jump, PlaceScout, PlayerMove, Retreat, Seat, Target, Unit, Walk
from mali_powstancy.table.players import HINT, PLAYERS, simpler_than
from mali_powstancy.tabletop.packing import PERSON
from mali_powstancy.tabletop.session import Session, UndoReason, UndoRefused

SOLDIER = "soldier"
"""The name of the soldier's piece, for which a target is chosen."""

_DO_NOT_SAY = (Phase.CHOOSE_CARD, Phase.KEEP_GOALS)
"""Decisions that stay secret, so a bot does not say why it made them."""

_SELF_EVIDENT = ("bot.deliver", "bot.end.no-points")
"""Reasons that only repeat what the log says anyway."""


class SeatError(ValueError):
    """Nobody can sit on the seats like this."""


class Failure(NamedTuple):
    """A computer player could not decide, and a simpler one has taken its seat."""

    seat: Seat
    report: str


class Happened(NamedTuple):
    """An event as somebody may know it, or (`because`) what a bot says about what it has just done."""

    event: Event | None
    seat: Seat | None = None
    because: Because | None = None


class Option(NamedTuple):
    """A way to bring a piece to a field: one move, or several steps of a walk."""

    moves: tuple[PlayerMove, ...]

    @property
    def kind(self) -> str:
        """The verb of its moves: `walk`, `jump`, `unit`, `place`, `retreat` or `target`."""
        return self.moves[-1].verb


Reach = Mapping[str, Mapping[FieldId, tuple[Option, ...]]]
"""By piece and field: what a click on the field would do, once the piece is chosen."""


class Table:
    """Everything that happens at one table. Chance and bots act by themselves until a person is asked."""

    def __init__(
        self,
        session: Session,
        seats: Sequence[str],
        rng: random.Random,
        *,
        brought: bool = False,
        after_each: Callable[[], None] = lambda: None,
    ) -> None:
        """`brought`: the game came from elsewhere, so it starts behind the curtain, whoever opens it.

        `after_each` is called after every decision of a bot, so that somebody can be told that it goes on.
        """
        if len(seats) != len(session.state.game.seats) or not set(seats) <= set(PLAYERS):
            raise SeatError(f"{len(session.state.game.seats)} seats take one of {', '.join(PLAYERS)} each, not {seats}")
        self.session = session
        self.seats = tuple(seats)
        self.persons = tuple(seat for seat, player in enumerate(seats) if player == PERSON)
        self.holder: Seat | None = self.persons[0] if len(self.persons) == 1 and not brought else None
        """The seat that holds the screen; None while nobody's secrets may be shown."""
        self._took_screen = False
        """The holder came through the curtain, so that nobody else is looking."""
        self._rng = rng
        self._streams = [random.Random(rng.getrandbits(64)) for _ in seats]  # no bot can foresee chance
        self._after_each = after_each
        self.failures: list[Failure] = []
        """Computer players that have failed, until somebody is told of them."""
        self._reasons: dict[int, tuple[Because, ...]] = {}
        """By number of the step: why a bot made it."""
        self._clicks: list[int] = []
        """The number of steps before each decision of a person, so that one click is taken back at once."""
        self._call_bots()
        self.let_others_act()
        if brought:
            self.holder = None

    def _call_bots(self) -> None:
        """New bots for all seats, and new ones for hints: they know no plan from before."""
        self._advisers: dict[Seat, Adviser] = {
            seat: adviser_named(player) for seat, player in enumerate(self.seats) if player != PERSON
        }
        self._hinters: dict[Seat, Adviser] = {seat: adviser_named(HINT) for seat in self.persons}
        self._hints: dict[int, Advice] = {}
        """By number of steps: what was advised."""

    # Whose turn it is, and what the screen may show.

    @property
    def state(self) -> GameState:
        """The present position."""
        state: GameState = self.session.state
        return state

    @property
    def asked(self) -> Seat | None:
        """The person who is asked, or None when the game is over or was interrupted while others act."""
        return None if self.is_waiting else self.state.to_act

    @property
    def is_waiting(self) -> bool:
        """Chance or a bot is to act: they were interrupted, for otherwise they act at once."""
        seat = self.state.to_act
        return seat == CHANCE or (seat is not None and self.seats[seat] != PERSON)

    @property
    def is_curtain_down(self) -> bool:
        """The person who is asked has yet to take the screen, because something secret is to be shown."""
        return self.asked is not None and self.holder != self.asked

    @property
    def viewer(self) -> Seat | None:
        """The seat whose observation the screen shows; None: what everybody may see."""
        return None if self.is_curtain_down else self.holder

    @property
    def observation(self) -> Observation:
        """The position as the screen may show it."""
        return observe(self.state, self.viewer)

    def take_screen(self) -> None:
        """The person who is asked has taken the screen: the curtain goes up."""
        self.holder = self.asked
        self._took_screen = True

    def _hand_over(self) -> None:
        """The screen goes to who is asked now: through the curtain if something secret comes, else at once."""
        if len(self.persons) == 1:
            return
        if not self._is_secret():
            self.holder, self._took_screen = self.asked, False
        elif self.holder != self.asked or not self._took_screen:
            self.holder, self._took_screen = None, False

    def _is_secret(self) -> bool:
        """Goals and gossip are for one pair of eyes all the time, a movement card while it is being chosen."""
        if self.asked is None:
            return False
        return self.state.game.is_extended or self.state.phase is Phase.CHOOSE_CARD

    # Playing.

    def play(self, moves: Sequence[Move]) -> None:
        """The person at the screen makes a decision, in one move or several steps; all or nothing is played."""
        if not moves or self.is_curtain_down or self.viewer is None:
            raise IllegalMove(moves[0] if moves else "nothing", Reason.NOT_NOW)
        seat, before = self.asked, len(self.session.steps)
        try:
            for move in moves:
                if self.state.to_act != seat or is_chance(move):
                    raise IllegalMove(move, Reason.NOT_NOW)
                self.session.play(move)
        except IllegalMove:
            self.session.rewind(before)
            raise
        self._after_click(before)

    def stop(self) -> None:
        """The running round becomes the last one (H-61)."""
        before = len(self.session.steps)
        self.session.stop()
        self._after_click(before)

    def _after_click(self, before: int) -> None:
        self._clicks.append(before)
        self.let_others_act()

    def let_others_act(self) -> None:
        """Chance and bots act until a person is asked or the game is over."""
        while (seat := self.state.to_act) is not None:
            if seat == CHANCE:
                self.session.play_chance(self._rng)
            elif self.seats[seat] == PERSON:
                break
            else:
                self._let_bot_act(seat)
        self._hand_over()

    def _let_bot_act(self, seat: Seat) -> None:
        seen = observe(self.state, seat)
        try:
            move, reasons = self._advisers[seat](seen, self._streams[seat])
            if move not in seen.legal:
                raise BotFault(self.seats[seat], seat, f"it played {move!s:.200}, which is not possible")
        except Exception:  # nobody's game ends by that: a simpler bot sits down and is asked instead
            simpler = simpler_than(self.seats[seat])
            if simpler is None:
                raise
            self.failures.append(Failure(seat, f"{self.seats[seat]}\n{traceback.format_exc()}"))
            self.seats = (*self.seats[:seat], simpler, *self.seats[seat + 1 :])
            self._advisers[seat] = adviser_named(simpler)
            return
        if self.state.phase not in _DO_NOT_SAY:
            public = tuple(why for why in reasons if not why.secret and why.key not in _SELF_EVIDENT)
            self._reasons[len(self.session.steps)] = public
        self.session.play(move)
        self._after_each()

    def hint(self) -> Advice:
        """What a good player would do in the place of the person at the screen, and why; asked again, the same.

        The one that gives hints follows its plan as long as the person does.
        """
        at = len(self.session.steps)
        if at not in self._hints:
            assert self.asked is not None
            self._hints[at] = self._hinters[self.asked](self.observation, random.Random(at))
        return self._hints[at]

    # Taking back.

    @property
    def can_undo(self) -> bool:
        """The last decision of a person can be taken back: nobody has learnt anything since."""
        return self._undo_to() is not None

    def undo(self) -> None:
        """Take the last decision of a person back, with all that bots did openly after it."""
        to = self._undo_to()
        if to is None:
            nothing = not any(step.move is None or not is_chance(step.move) for step in self.session.steps)
            raise UndoRefused(UndoReason.NOTHING if nothing else UndoReason.INFORMED, "cannot be taken back")
        self.rewind(to)

    def _undo_to(self) -> int | None:
        """The number of steps to go back to, or None."""
        steps = self.session.steps
        at = self._clicks[-1] if self._clicks else self._last_decision_of_person()
        if at is None or at >= len(steps):
            return None
        taken_back = steps[at:]
        return at if all(map(self.session.can_take_back, taken_back)) else None

    def _last_decision_of_person(self) -> int | None:
        """In a game that was resumed clicks are not known: every decision counts for itself."""
        for at in range(len(self.session.steps) - 1, -1, -1):
            step = self.session.steps[at]
            asked = (self.session.steps[at - 1].state if at else self.session.opening).to_act
            if step.move is None or asked in self.persons:
                return at
        return None

    def rewind(self, steps: int) -> None:
        """Go back to the position after so many steps, whatever has been learnt since: for a teacher."""
        self.session.rewind(steps)
        self._clicks = [click for click in self._clicks if click < steps]
        self._reasons = {step: reasons for step, reasons in self._reasons.items() if step < steps}
        self._call_bots()
        self.let_others_act()

    # What has happened.

    def happened(self, since: int, until: int, viewer: Seat | None) -> Iterator[Happened]:
        """The events of these steps as a seat may know them, and what bots say about their decisions."""
        said: tuple[Because, ...] = ()
        for number in range(since, until):
            step = self.session.steps[number]
            for event in step.events:
                yield Happened(seen_by(event, viewer))
            reasons = self._reasons.get(number, ())
            if reasons and reasons != said:  # a walk of three fields has one reason, not three
                seat = (self.session.steps[number - 1].state if number else self.session.opening).to_act
                for because in reasons[:1]:
                    yield Happened(None, seat, because)
                said = reasons

    def since_last_turn(self) -> int:
        """The number of the step after the viewer's last decision before the present turn began."""
        steps, seat = self.session.steps, self.viewer
        at = len(steps)
        states = [self.session.opening, *(step.state for step in steps)]
        while at and states[at].to_act == seat:
            at -= 1
        while at and states[at - 1].to_act != seat:
            at -= 1
        return at


# What can be chosen ---------------------------------------------------------------------------------------------------


def reach(state: GameState) -> Reach:
    """Where the pieces of the seat that is asked can be brought now, and by which moves."""
    found: dict[str, dict[FieldId, list[Option]]] = {}

    def add(piece: str, field: FieldId, option: Option) -> None:
        found.setdefault(piece, {}).setdefault(field, []).append(option)

    legal = legal_moves(state)
    walkers = dict.fromkeys(move.scout for move in legal if isinstance(move, Walk))
    for scout in walkers:
        for field, walk in _walks(state, scout).items():
            add(scout, field, Option(walk))
    for move in legal:
        match move:
            case Jump(scout=scout, to=field) | Unit(scout=scout, to=field) | Retreat(scout=scout, to=field):
                add(scout, field, Option((move,)))
            case PlaceScout(scout=scout, field=field):
                add(scout, field, Option((move,)))
            case Target(field=field):
                add(SOLDIER, field, Option((move,)))
    return {piece: {field: tuple(options) for field, options in fields.items()} for piece, fields in found.items()}


def _walks(state: GameState, scout: ScoutId) -> dict[FieldId, tuple[PlayerMove, ...]]:
    """The shortest walk to every field that a scout can reach with the points left, as the rules allow step by step."""
    here = state.position_of(scout)
    walks: dict[FieldId, tuple[PlayerMove, ...]] = {here: ()}
    edge = [state]
    while edge:
        reached = []
        for position in edge:
            path = walks[position.position_of(scout)]
            for move in legal_moves(position):
                if isinstance(move, Walk) and move.scout == scout and move.to not in walks:
                    walks[move.to] = (*path, move)
                    reached.append(apply_unchecked(position, move).state)
        edge = reached
    del walks[here]
    return walks


def choices(state: GameState) -> list[PlayerMove]:
    """The moves that are chosen from a list and not on the map."""
    on_map = (Walk, Jump, Unit, Retreat, PlaceScout, Target)
    return [move for move in legal_moves(state) if not isinstance(move, on_map)]
