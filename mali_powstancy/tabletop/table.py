"""A table: one game with persons and bots on its seats, and screens that show each what it may know.

One screen that goes round has a curtain between the persons; where everyone has an own one, what the rules ask at the
same time can be answered in any order, and the table keeps the answers until the rules ask for them.
"""

from __future__ import annotations

import random
import traceback
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from mali_powstancy.tabletop import library
from mali_powstancy.tabletop.advice import Advice, Adviser, Because
from mali_powstancy.tabletop.game import CHANCE, IllegalMove, Seat
from mali_powstancy.tabletop.packing import PERSON
from mali_powstancy.tabletop.session import Session, UndoReason, UndoRefused


class SeatError(ValueError):
    """Nobody can sit on the seats like this."""


class Failure(NamedTuple):
    """A computer player could not decide, and a simpler one has taken its seat."""

    seat: Seat
    report: str


class Happened(NamedTuple):
    """An event as somebody may know it, or (`because`) what a bot says about what it has just done."""

    event: Any
    seat: Seat | None = None
    because: Because | None = None


class Screen:
    """What some persons look at together, or nobody in particular; `holder` says whose secrets it may show."""

    def __init__(self, seats: Sequence[Seat], sharing: Sequence[Sequence[Seat]], *, brought: bool) -> None:
        self.seats = tuple(seats)
        self._partners = {seat: group for group in sharing for seat in group}
        self.is_common = bool(seats) and {*seats} <= {*self._partners[seats[0]]}
        """Nobody here has a secret from the others: one person, or partners who see each other's."""
        self.holder: Seat | None = self.seats[0] if self.is_common and not brought else None
        """The seat that holds the screen; None while nobody's secrets may be shown."""
        self.was_taken = False
        """The holder came through the curtain, so that nobody else is looking."""

    def hand_over(self, asked: Seat | None, is_private: bool) -> None:
        """The screen goes to who is asked now: through the curtain if something secret comes, else at once."""
        if self.is_common:
            self.holder = self.holder if None in (self.holder, asked) else asked
        elif not is_private:
            self.holder, self.was_taken = asked, False
        elif asked is not None and self.holder in self._partners[asked] and self.was_taken:
            self.holder = asked  # between partners no curtain falls
        else:
            self.holder, self.was_taken = None, False


class Table:
    """Everything that happens at one table. Chance and bots act by themselves until a person is asked.

    What is told of a screen is told of the first one where none is named.
    """

    def __init__(
        self,
        session: Session,
        seats: Sequence[str],
        rng: random.Random,
        *,
        screens: Sequence[Sequence[Seat]] | None = None,
        brought: bool = False,
        after_each: Callable[[], None] = lambda: None,
    ) -> None:
        """`screens`: the persons at each screen; without it one goes round. One without a person is public.

        `brought`: the game came from elsewhere, so it starts behind the curtain, whoever opens it.
        `after_each` is called after every decision of a bot, so that somebody can be told that it goes on.
        """
        self.session = session
        self.game = session.game
        self.players = library.players_of(self.game.ID)
        """Who can sit down here."""
        allowed = self.players.PLAYERS
        if len(seats) != len(session.opening.game.seats) or not set(seats) <= set(allowed):
            number = len(session.opening.game.seats)
            raise SeatError(f"{number} seats take one of {', '.join(allowed)} each, not {seats}")
        self.seats = tuple(seats)
        self.persons = tuple(seat for seat, player in enumerate(seats) if player == PERSON)
        groups = [self.persons] if screens is None else screens
        if sorted(seat for group in groups for seat in group) != list(self.persons):
            raise SeatError(f"every person sits at one screen: {self.persons}, not {groups}")
        sharing = self.game.sharing(session.opening)
        self.screens = [Screen(group, sharing, brought=brought) for group in groups]
        self._sealed: dict[Seat, Any] = {}
        """Answers that were given before the rules ask for them."""
        self._rng = rng
        self._streams = [random.Random(rng.getrandbits(64)) for _ in seats]  # no bot can foresee chance
        self._after_each = after_each
        self.failures: list[Failure] = []
        """Computer players that have failed, until somebody is told of them."""
        self._reasons: dict[int, tuple[Because, ...]] = {}
        """By number of the step: why a bot made it."""
        self.hints_taken = [0] * len(seats)
        """By seat: how often a hint was asked for. It is told to that person alone, and kept nowhere."""
        self._clicks: list[int] = []
        """The number of steps before each decision of a person, so that one click is taken back at once."""
        self._call_bots()
        self.let_others_act()
        if brought:
            for screen in self.screens:
                screen.holder = None

    def _call_bots(self) -> None:
        """New bots for all seats, and new ones for hints: they know no plan from before."""
        adviser_named = library.bots_of(self.game.ID).adviser_named
        self._advisers: dict[Seat, Adviser] = {
            seat: adviser_named(player) for seat, player in enumerate(self.seats) if player != PERSON
        }
        self._hinters: dict[Seat, Adviser] = {seat: adviser_named(self.players.HINT) for seat in self.persons}
        self._hints: dict[tuple[int, Seat], Advice] = {}
        """By number of steps and seat: what was advised."""

    # Whose turn it is, and what a screen may show.

    @property
    def state(self) -> Any:
        """The present position."""
        return self.session.state

    @property
    def is_waiting(self) -> bool:
        """Chance or a bot is to act: they were interrupted, for otherwise they act at once."""
        seat = self.state.to_act
        return seat == CHANCE or (seat is not None and self.seats[seat] != PERSON)

    def asked_at(self, screen: Screen) -> Seat | None:
        """The person at this screen who is asked; None if it is nobody's turn there."""
        if self.is_waiting:
            return None
        unanswered = (seat for seat in self.game.asked_at_once(self.state) if seat not in self._sealed)
        return next((seat for seat in unanswered if seat in screen.seats), None)

    def is_curtain_down_at(self, screen: Screen) -> bool:
        """The person who is asked has yet to take the screen, because something secret is to be shown."""
        asked = self.asked_at(screen)
        return asked is not None and screen.holder != asked

    def viewer_at(self, screen: Screen) -> Seat | None:
        """The seat whose observation the screen shows; None: what everybody may see."""
        return None if self.is_curtain_down_at(screen) else screen.holder

    def position_at(self, screen: Screen) -> Any:
        """The present position; where somebody is asked at the same time as others, as if it were the first."""
        asked = self.asked_at(screen)
        return self.state if asked is None else self.game.asked_at_once(self.state)[asked]

    def observation_at(self, screen: Screen) -> Any:
        """The position as the screen may show it."""
        return self.game.observe(self.position_at(screen), self.viewer_at(screen))

    @property
    def asked(self) -> Seat | None:
        """The person who is asked, or None when the game is over or was interrupted while others act."""
        return self.asked_at(self.screens[0])

    @property
    def holder(self) -> Seat | None:
        """The seat that holds the screen; None while nobody's secrets may be shown."""
        return self.screens[0].holder

    @property
    def is_curtain_down(self) -> bool:
        """The person who is asked has yet to take the screen."""
        return self.is_curtain_down_at(self.screens[0])

    @property
    def viewer(self) -> Seat | None:
        """The seat whose observation the screen shows."""
        return self.viewer_at(self.screens[0])

    @property
    def observation(self) -> Any:
        """The position as the screen may show it."""
        return self.observation_at(self.screens[0])

    @property
    def is_shared(self) -> bool:
        """Several persons look at the screen who have secrets from each other."""
        return not self.screens[0].is_common

    @property
    def is_taken(self) -> bool:
        """Nobody but the holder looks at the screen now."""
        return not self.is_shared or self.screens[0].was_taken

    def take_screen(self, screen: Screen | None = None) -> None:
        """The person who is asked has taken the screen: the curtain goes up."""
        screen = screen or self.screens[0]
        screen.holder, screen.was_taken = self.asked_at(screen), True

    def cover(self) -> None:
        """The holder gives the screen back: others look at it again."""
        self.screens[0].was_taken = False
        self._hand_over()

    # Playing.

    def play(self, moves: Sequence[Any], screen: Screen | None = None) -> None:
        """The person at the screen makes a decision, in one move or several steps; all or nothing is played."""
        screen = screen or self.screens[0]
        seat = self.asked_at(screen)
        if not moves or seat is None or self.viewer_at(screen) != seat:
            raise IllegalMove(moves[0] if moves else "nothing", self.game.NOT_NOW)
        if seat == self.state.to_act:
            self._play_now(moves)
        else:
            self._seal(seat, moves)

    def _play_now(self, moves: Sequence[Any]) -> None:
        seat, before = self.state.to_act, len(self.session.steps)
        try:
            for move in moves:
                if self.state.to_act != seat or self.game.is_chance(move):
                    raise IllegalMove(move, self.game.NOT_NOW)
                self.session.play(move)
        except IllegalMove:
            self.session.rewind(before)
            raise
        self._after_click(before)

    def _seal(self, seat: Seat, moves: Sequence[Any]) -> None:
        """The answer stays with the table until the rules ask for it."""
        move, *more = moves
        reason = self.game.refusal(self.game.asked_at_once(self.state)[seat], move)
        if reason is not None or more:
            raise IllegalMove(move, reason or self.game.NOT_NOW)
        self._sealed[seat] = move
        self._hand_over()

    def stop(self) -> None:
        """The round that is being played becomes the last one."""
        before = len(self.session.steps)
        self.session.stop()
        self._after_click(before)

    def _after_click(self, before: int) -> None:
        self._clicks.append(before)
        self.let_others_act()

    def let_others_act(self) -> None:
        """Chance, bots and who has answered before act until a person is asked or the game is over."""
        while (seat := self.state.to_act) is not None:
            if seat == CHANCE:
                self.session.play_chance(self._rng)
            elif seat in self._sealed:
                self._clicks.append(len(self.session.steps))
                self.session.play(self._sealed.pop(seat))
            elif self.seats[seat] == PERSON:
                break
            else:
                self._let_bot_act(seat)
        self._hand_over()

    def _hand_over(self) -> None:
        for screen in self.screens:
            asked = self.asked_at(screen)
            screen.hand_over(asked, asked is not None and self.game.is_private(self.state))

    def _let_bot_act(self, seat: Seat) -> None:
        seen = self.game.observe(self.state, seat)
        name = self.seats[seat]
        try:
            move, reasons = self._advisers[seat](seen, self._streams[seat])
            if move not in seen.legal:
                raise ValueError(f"bot {name!r} at seat {seat}: it played {move!s:.200}, which is not possible")
        except Exception:  # nobody's game ends by that: a simpler bot sits down and is asked instead
            simpler = self.players.simpler_than(name)
            if simpler is None:
                raise
            self.failures.append(Failure(seat, f"{name}\n{traceback.format_exc()}"))
            self.seats = (*self.seats[:seat], simpler, *self.seats[seat + 1 :])
            self._advisers[seat] = library.bots_of(self.game.ID).adviser_named(simpler)
            return
        if not self.game.is_silent(self.state):
            evident = self.players.SELF_EVIDENT
            public = tuple(why for why in reasons if not why.secret and why.key not in evident)
            self._reasons[len(self.session.steps)] = public
        self.session.play(move)
        if library.board_of(self.game.ID).OPEN_TABLE:  # while others act, everybody comes to look
            for screen in self.screens:
                screen.was_taken = False
        self._after_each()

    def hint(self, screen: Screen | None = None) -> Advice:
        """What a good player would do in the place of the person at the screen, and why; asked again, the same.

        The one that gives hints follows its plan as long as the person does.
        """
        screen = screen or self.screens[0]
        asked, at = self.asked_at(screen), len(self.session.steps)
        assert asked is not None
        if (at, asked) not in self._hints:
            self.hints_taken[asked] += 1
            self._hints[at, asked] = self._hinters[asked](self.observation_at(screen), random.Random(at))
        return self._hints[at, asked]

    # Taking back.

    @property
    def can_undo(self) -> bool:
        """The last decision of a person can be taken back: nobody has learnt anything since."""
        return self._undo_to() is not None

    def undo(self) -> None:
        """Take the last decision of a person back, with all that bots did openly after it."""
        to = self._undo_to()
        if to is None:
            is_chance = self.game.is_chance
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
        self._sealed.clear()
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
            happened = [Happened(self.game.seen_by(event, viewer)) for event in step.events]
            yield from happened[:1]  # what was decided; what comes of it follows the reason
            reasons = self._reasons.get(number, ())[:1]
            if reasons and reasons != said:  # a walk of three fields has one reason, not three
                seat = (self.session.steps[number - 1].state if number else self.session.opening).to_act
                yield Happened(None, seat, reasons[0])
            said = reasons or said
            yield from happened[1:]

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
