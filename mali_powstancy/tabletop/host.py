"""The host of one board: the start menu, a game, the first lesson or an exercise, replay, saves, what is said.

Everything a person can do on the board arrives here as a small message, `{"do": "undo"}`, and changes what the
properties of the host tell. There is no widget and no drawing in it, so that tests can play through it directly.
"""

from __future__ import annotations

import random
import traceback
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from itertools import takewhile
from time import monotonic
from typing import Any

from mali_powstancy.tabletop import library, looks, replay, saving, teaching
from mali_powstancy.tabletop.advice import Advice
from mali_powstancy.tabletop.board import Board
from mali_powstancy.tabletop.game import AnyGame, IllegalMove, Reason, Seat
from mali_powstancy.tabletop.keeper import Keeper
from mali_powstancy.tabletop.menu import Menu, menu_for, short_menu, usual_menu
from mali_powstancy.tabletop.messages import Dialog, Download, Look, Message
from mali_powstancy.tabletop.notices import Notice, Sentence, rule_of, told
from mali_powstancy.tabletop.packing import PERSON, Save, SaveError
from mali_powstancy.tabletop.page_storage import UNDER
from mali_powstancy.tabletop.record import RecordError
from mali_powstancy.tabletop.reports import without_folders
from mali_powstancy.tabletop.scripts import Lesson, Script, Verdict, asks_again
from mali_powstancy.tabletop.session import Session, SessionStep, UndoRefused
from mali_powstancy.tabletop.storage import Storage
from mali_powstancy.tabletop.table import Table

LONG = 1.0
"""Seconds after which the page is told that computer players are still thinking, and again after as many."""


class Host:
    """One board: whatever is on it, and everything that can be done with it."""

    def __init__(
        self,
        storage: Storage,
        key: str,
        language: str,
        rng: random.Random,
        *,
        scenario: Any = library.FIRST,
        players: int | None = None,
        seats: tuple[str, ...] = (),
        lesson: bool | Script = False,
        further: Sequence[str] = (),
    ) -> None:
        """A board with a start menu; with `lesson=True` the first lesson opens it, with a script an exercise is all.

        `scenario` is one of any game, or a name that the library knows. One that depends on what is kept comes as a
        function, and is chosen when the page has brought that: `further` names its keys. Games of different scenarios
        are then kept apart.
        """
        self._choose = scenario if callable(scenario) else None
        first = scenario() if callable(scenario) else scenario
        own = library.load_scenario(first) if isinstance(first, str) else first
        self.language = language
        self.look = Look()
        self.agreed: dict[str, str] = {}
        """What the table has agreed on, by name: the options of a board that are not as usual."""
        self.is_for_any_game = scenario == library.FIRST
        """Nobody has said which game this board is for."""
        is_game = isinstance(scenario, str) and scenario in library.GAMES
        self._is_open = is_game and players is None and not seats
        self.is_turned = False
        """Somebody has asked for the game of the menu."""
        self._key_of_board = key
        self.keeper = Keeper(storage, key, (*further, f"{key}{UNDER}") if self._choose else ())
        self._offer_own(own, players, seats)
        self.table: Table | None = None
        self.exercise = lesson if isinstance(lesson, Script) and lesson.is_exercise else None
        """The exercise of this board, which then offers no games; None on a board to play on."""
        self.lesson: Lesson | None = None
        """The script that is running: the first lesson, or the exercise."""
        self.replay: int | None = None
        """While a replay is shown: after how many steps."""
        self._watcher: Seat | None = None
        """Of the board as it was: who looks at it now."""
        self.dialog: Dialog | None = Dialog("menu")
        self.notice: Notice | None = None
        self.advice: Advice | None = None
        self.shows_move = False
        """Of what is advised not only the aim is told, but the move too."""
        self.chosen: tuple[str, ...] = ()
        """What the person at the screen has pressed of a decision that takes several presses; no move yet."""
        self.shows_text = False
        """The text version is open."""
        self.problem: str | None = None
        """The report of something that went wrong in the program."""
        self.outbox: list[Download] = []
        self.say_thinking: Callable[[], None] = lambda: None
        """Called when computer players think for long."""
        self._since = 0.0
        """When the page was told something last."""
        self.fresh_from = 0
        """The step after which something is new since the last message."""
        self.news_from = 0
        """The step after which something is to be read out: to who takes the screen, all since the last turn."""
        self.new_steps = range(0)
        """The steps that have just been played, or the next one of a replay: what happened in them is shown."""
        self.known: tuple[SessionStep, ...] = ()
        """The steps that are no news."""
        self.asks_which_to_keep = True
        """If another tab or program has kept something at this place, it is still to be asked what shall stay."""
        self._rng = rng
        self.saved: Save | None = None
        """The game that was found on this computer and has not been taken up again."""
        self.elsewhere: dict[str, Save] = {}
        """What was found here of games that are not in the menu now, by the ids of these games."""
        self.unkept: dict[str, Save] = {}
        """Games that could not be kept when the menu was turned to another game, by the ids of these games."""
        self.has_saved_end = False
        """The game that was found has ended, so that it can only be looked at."""
        self.opens_with_lesson = bool(lesson)
        saving.look_at_saves(self)

    def _offer_own(self, own: Any, players: int | None, seats: tuple[str, ...] = ()) -> None:
        """The menu begins with the scenario of this board, and its games are looked for."""
        self.own = own
        """The scenario that this board is for."""
        if self._choose is not None and players not in own.players:
            players = min(own.players)
        self.menu = usual_menu(own, players, seats, self._offer(own))
        self._asked_for = None if self._is_open else self.menu
        """The game that somebody wants to be played here; None if any will do."""
        key = self._key_of_board
        self.keeper.move_to(key if self._choose is None else f"{key}{UNDER}{own.name}")

    def _offer(self, first: Any) -> int:
        """The menu offers the scenarios of a game, this one among them; for how many the largest of them is."""
        game = library.rules_of(first.game_id)
        self.scenarios = {each.id: each for each in (*map(game.load_scenario, game.shipped_scenarios()), first)}
        """What the menu offers, by id."""
        return max(int(number) for each in self.scenarios.values() for number in each.players)

    @property
    def quick(self) -> Menu:
        """What can be begun with one press: the game that this board is for, or else a short one."""
        game_id, wanted = self.menu.scenario.game_id, self._asked_for
        if wanted is not None and wanted.scenario.game_id == game_id:
            return wanted
        return short_menu(game_id, len(self.menu.seats))

    @property
    def is_quick_short(self) -> bool:
        """With one press a short game can be begun, as for a newcomer."""
        return self.quick == short_menu(self.menu.scenario.game_id, len(self.menu.seats))

    def turn_to(self, game_id: str) -> None:
        """Another game comes into the menu. What was on the board is kept, and is offered when its game comes again."""
        self.is_turned = True
        if game_id == self.menu.scenario.game_id:
            return
        save = saving.as_save(self) or self.saved
        if isinstance(save, Save) and not saving.is_kept(self):
            self.unkept[save.record.game] = save
        self.table = self.lesson = self.replay = self.notice = self.advice = None
        first = self.own if game_id == self.own.game_id else library.load_scenario(game_id)
        self.menu = menu_for(self.menu.sitting.count(PERSON), first, self._offer(first))
        self.dialog, self.keeper.trouble, self.asks_which_to_keep = Dialog("menu"), None, True
        saving.look_for_save(self)

    # What the board shows.

    @property
    def game(self) -> AnyGame:
        """The game on the board, or that of the menu."""
        session = self.session
        return library.rules_of(self.menu.scenario.game_id) if session is None else session.game

    @property
    def board(self) -> Board:
        """How that game is shown, and what is meant by what is done on it."""
        return library.board_of(self.game.ID)

    @property
    def texts(self) -> Any:
        """The sentences of that game in the language that is chosen."""
        return self.board.texts_for(self.language, *map(self.option, self.board.OPTIONS))

    def option(self, name: str) -> str:
        """What is agreed on at this table."""
        answers = self.board.OPTIONS[name]
        return self.agreed[name] if self.agreed.get(name) in answers else answers[0]

    @property
    def storage_trouble(self) -> Sentence | None:
        """Why nothing is kept, or what was kept could not be read."""
        return None if self.keeper.trouble is None else told(self.keeper.trouble)

    @property
    def session(self) -> Session | None:
        """The game on the board, or that of the lesson."""
        if self.lesson is not None:
            return self.lesson.session
        return None if self.table is None else self.table.session

    @property
    def state(self) -> Any:
        """The position on the board; in a replay an earlier one."""
        session = self.session
        if session is None:
            return None
        steps = self.steps_shown
        return steps[-1].state if steps else session.opening

    @property
    def steps_shown(self) -> Sequence[SessionStep]:
        """The steps that led to it."""
        return () if self.session is None else self.session.steps[: self.replay]

    @property
    def viewer(self) -> Seat | None:
        """The seat whose secrets may be on the screen; nobody's in a replay, or while the table lies open."""
        if self.replay is not None:
            return self._watcher
        if self.lesson is not None:
            return self.lesson.seat
        if self.table is None or (self.board.OPEN_TABLE and not self.table.is_taken):
            return None
        return self.table.viewer

    @property
    def chooser(self) -> Seat | None:
        """The seat whose choice is awaited at this screen, whether its secrets are shown or not."""
        if self.replay is not None:
            return None
        if self.lesson is not None:
            return self.lesson.seat
        return None if self.table is None else self.table.asked

    @property
    def observation(self) -> Any:
        """The position as the screen may show it; what is asked on the open table everybody may know."""
        state, viewer = self.state, self.viewer
        if state is None:
            return None
        seen: Any = self.game.observe(state, viewer)
        is_asked_openly = viewer is None and self.can_choose
        return seen._replace(legal=tuple(self.game.legal_moves(state))) if is_asked_openly else seen

    def offers(self, *moves: Any) -> bool:
        """Whether legal moves are offered: a first lesson lights only what it teaches, an exercise tells nothing."""
        if (lesson := self.lesson) is None or self.exercise is not None:
            return True
        return lesson.takes([str(move) for move in moves])

    @property
    def is_curtain_down(self) -> bool:
        """Somebody has to take the screen first."""
        return self.replay is None and self.table is not None and self.table.is_curtain_down

    @property
    def can_choose(self) -> bool:
        """The person at the screen is asked something now."""
        state = self.state
        if state is None or self.replay is not None or self.is_curtain_down:
            return False
        if (lesson := self.lesson) is not None and (lesson.mistake or lesson.is_over or lesson.step.is_shown_only):
            return False
        return state.to_act is not None and state.to_act == self.chooser

    @property
    def can_open(self) -> bool:
        """The person who is asked can open the own secrets on the table that lies open."""
        table = self.table
        is_asked = self.replay is None and self.lesson is None and table is not None and table.asked is not None
        return is_asked and self.board.OPEN_TABLE and self.viewer is None

    @property
    def can_cover(self) -> bool:
        """What was opened on the table can be covered again."""
        table = self.table
        return self.board.OPEN_TABLE and self.viewer is not None and table is not None and table.is_shared

    @property
    def hints_taken(self) -> int:
        """How often the person at the screen has asked for a hint, which nobody else is told."""
        table, viewer = self.table, self.viewer
        return 0 if table is None or viewer is None else table.hints_taken[viewer]

    @property
    def can_undo(self) -> bool:
        """Something can be taken back."""
        if self.lesson is not None:
            return self.lesson.can_take_back
        return self.table is not None and self.replay is None and self.table.can_undo

    @property
    def is_over(self) -> bool:
        """The game on the board has ended."""
        return self.table is not None and self.table.state.to_act is None

    @property
    def is_running(self) -> bool:
        """A game would be lost if another one took its place."""
        begun = self.table is not None and bool(self.table.session.steps) and not self.is_over
        return begun or self.lesson is not None or (self.saved is not None and not self.has_saved_end)

    @property
    def is_waiting(self) -> bool:
        """Computer players were interrupted and wait to go on."""
        return self.replay is None and self.table is not None and self.table.is_waiting

    def after(self, steps: int) -> Host:
        """This board as it was after so many steps, for who looks at it now; nothing can be chosen on it."""
        past = copy(self)
        past.replay, past._watcher = steps, self.viewer
        return past

    # Messages.

    def handle(self, message: Message) -> None:
        """Do what a message says. What the rules forbid becomes a notice; a fault of the program is kept and raised."""
        name = str(message.get("do"))
        self._since = monotonic()
        is_played, replay_before = name in _PLAYED or name in self.board.GESTURES, self.replay
        try:
            if name not in _QUIET:
                self._let_go()
            if name in self.board.GESTURES:
                self._gesture(message)
            elif self.exercise is None or name not in _OF_GAMES:
                _COMMANDS[name](self, message)
        except (IllegalMove, UndoRefused, SaveError, RecordError) as refused:
            self.notice = Notice("refusal", told(refused), rule_of(refused))
        except BaseException as fault:  # also when somebody interrupts computer players that think
            if isinstance(fault, Exception):
                self.keep_fault()
            saving.save_game(self)
            raise
        finally:
            self._drop_dialog_that_does_not_fit()
            self._find_news(has_taken_screen=name == "take-screen")
            self.new_steps = range(self.fresh_from, len(self.known)) if is_played else range(0)
            if name == "go-to" and self.replay == (replay_before or 0) + 1:
                self.new_steps = range(replay_before or 0, self.replay)

    def _let_go(self) -> None:
        """What was said, advised or begun is done with."""
        self.notice = self.advice = None
        self.shows_move, self.chosen = False, ()

    def answer(self, moves: Sequence[str]) -> Verdict:
        """What comes of these moves in the exercise of this board."""
        return teaching.answered(self, moves)

    def keep_fault(self) -> None:
        """Something has just gone wrong in the program: its report is kept until it has been read."""
        self.problem = without_folders(traceback.format_exc())

    def show_less(self) -> None:
        """What is on the board could not be shown: keep the report, and leave away what may be the reason.

        First that is what stands around the position, and how it came about. If the position stands alone, it gives
        way to the menu, which offers the game again; an exercise begins anew. So the same fault never comes back by
        itself.
        """
        self.keep_fault()
        around = self.dialog, self.notice, self.advice, self.shows_text, self.new_steps, self.replay is not None
        self.dialog = self.replay = self.notice = self.advice = None
        self.shows_text, self.new_steps = False, range(0)
        if not any(around):
            self._clear_away()
        self._drop_dialog_that_does_not_fit()

    def _clear_away(self) -> None:
        """Nothing is left of what was on the board; a game is kept."""
        if self.exercise is not None:
            teaching.begin_lesson(self, 0, self.exercise)
            return
        save = saving.as_save(self)
        self.table = self.lesson = None
        saving.look_for_save(self)
        if self.saved is None and isinstance(save, Save):  # nothing could be kept
            self.saved = save

    def _drop_dialog_that_does_not_fit(self) -> None:
        """A late click may have opened a dialog, or changed what an open one is about: it goes, and a board has none.

        Without a board there is the menu.
        """
        if self.dialog is not None and not self._fits(self.dialog):
            self.dialog = None
        if self.dialog is None and self.session is None:
            self.dialog = Dialog("menu")

    def _fits(self, dialog: Dialog) -> bool:
        """What the dialog is about is there."""
        match dialog.kind:
            case "settings" | "rule":
                return True
            case "confirm":
                is_of_replay = dialog.detail in ("what-if", "rewind")
                return dialog.then is not None and (self.replay is not None or not is_of_replay)
            case "menu" | "open":
                return self.exercise is None
            case "save":
                return self.exercise is None and self.session is not None
            case "game":
                return self.table is not None
            case "end":
                return self.is_over
        return self.exercise is None and self.session is not None and dialog.kind in self.board.further(self)

    def _tell_failures(self, table: Table) -> None:
        """Computer players have failed and were replaced: say whose, and keep the reports for those who can mend it."""
        if table.failures:
            where, who = self.board.where(table.state), self.board.seat_name
            seats = sorted({failure.seat for failure in table.failures})
            self.problem = without_folders("\n".join(failure.report for failure in table.failures))
            self.notice = Notice(
                "refusal",
                lambda texts: " ".join(
                    texts.say("table.bot-replaced", patrol=who(texts, seat, where)) for seat in seats
                ),
            )
            table.failures.clear()

    def _breathe(self) -> None:
        """A computer player has decided: if that took long, the page is told that it goes on."""
        if monotonic() - self._since >= LONG:
            self.say_thinking()
            self._since = monotonic()

    def _find_news(self, *, has_taken_screen: bool) -> None:
        """New is what comes after the steps that the game shares with what was known before."""
        steps = () if self.session is None else tuple(self.session.steps)
        same = (now is before for now, before in zip(steps, self.known, strict=False))
        self.fresh_from = sum(takewhile(bool, same))
        self.known = steps
        self.news_from = self.fresh_from
        if has_taken_screen and self.table is not None:
            self.news_from = self.table.since_last_turn()

    def _ready(self, message: Message) -> None:
        """The page has come up and wants to be told everything; it may bring what it keeps."""
        if self.keeper.asked:
            if self.keeper.wake(message):
                if self._choose is not None:
                    self._offer_own(self._choose(), self.menu.players)
                saving.look_at_saves(self)
            self.keeper.check()
        elif self.exercise is None and self.table is None and self.lesson is None:
            saving.look_for_save(self)  # the board may have waited for its page, while another one saved a game

    # The start menu.

    def _change_form(self, message: Message) -> None:
        """Something was changed in a form that does not wait for its button."""
        if message["key"] == "look":
            looks.change_look(self, message)
        else:
            self._change_menu(message)

    def _change_menu(self, message: Message) -> None:
        """The form of the menu was changed: another number of players shows other seats."""
        self.notice = None
        values = message["values"]
        if "language" in values:
            looks.speak(self, {"language": values["language"]})
        if values.get("game") in library.GAMES:
            self.turn_to(str(values["game"]))
        scenario = self.scenarios.get(str(values.get("scenario", self.menu.scenario.id)))
        if scenario is not None:  # else the form was that of another game, and tells nothing about this one
            self.menu = self.menu.changed(scenario, values)

    def _start(self, message: Message) -> None:
        """A new game, as the menu says."""
        values = message.get("values", {})
        if self.asks_first("new", message, values.get("game")):
            return
        if values:
            self._change_menu(message)
        self.begin(self.menu)

    def begin(self, menu: Menu) -> None:
        """The game to which a menu is set."""
        self.menu = menu
        game = library.rules_of(menu.scenario.game_id)
        self.sit_down(Session(game.new_game(menu.scenario, menu.players, **menu.settled)), menu.sitting)

    def sit_down(self, session: Session, seats: tuple[str, ...], *, brought: bool = False) -> None:
        self.table = Table(session, seats, self._rng, brought=brought, after_each=self._breathe)
        self.lesson, self.replay, self.saved, self.dialog = None, None, None, None
        self.after_change()

    def asks_first(self, what: str, message: Message, game_id: str | None = None) -> bool:
        """A game would be lost, that on the board or, if another game takes its place, one of that: ask once."""
        is_other = game_id in library.GAMES and game_id != self.menu.scenario.game_id
        would_lose = game_id in self.elsewhere if is_other else self.is_running
        if not would_lose or message.get("sure"):
            return False
        self.dialog = Dialog("confirm", what, {**message, "sure": True})
        return True

    def _open_dialog(self, message: Message) -> None:
        """A dialog comes up; one that tells what was refused in it begins with nothing refused."""
        wanted = Dialog(str(message["dialog"]), str(message.get("detail", "")))
        if wanted.kind in ("menu", "open"):
            self.notice = None
        if self._fits(wanted):
            self.dialog = wanted

    def close_dialog(self, message: Message) -> None:
        """Back to the board, or to the menu where there is no board yet; what was refused in a dialog goes with it."""
        if self.dialog is not None and self.dialog.kind in ("menu", "open"):
            self.notice = None
        self.dialog = None

    def _close_problem(self, message: Message) -> None:
        self.problem = None

    # Playing.

    def _take_screen(self, message: Message) -> None:
        # Not by a click that comes late, when others look.
        if self.table is not None and (self.is_curtain_down or self.can_open):
            self.table.take_screen()

    def _cover(self, message: Message) -> None:
        """Who has opened the own secrets covers them again."""
        if self.table is not None and self.can_cover:
            self.table.cover()

    def _play(self, message: Message) -> None:
        """One decision: moves by their texts."""
        self._decide([self.game.parse_move(str(text)) for text in message["moves"]])

    def _point(self, message: Message) -> None:
        """A part of a decision was pressed: the board shows what can follow. A late click changes nothing."""
        if self.can_choose:
            self.chosen = tuple(map(str, message["path"]))

    def _gesture(self, message: Message) -> None:
        """Something was done on the board itself, which knows what is meant; or else why that is not possible."""
        if self.state is None or self.replay is not None:
            return
        if not self.can_choose and (lesson := self.lesson) is not None:
            is_read = lesson.mistake is not None or lesson.is_over
            self.notice = None if is_read else Notice("note", lambda texts: texts.say(lesson.step.first))
            return
        if not self.can_choose:
            raise IllegalMove("try", self.game.GAME_OVER if self.state.to_act is None else self.game.NOT_NOW)
        meant = self.board.moves_of(message, self.state, self.observation, self._has_own_words)
        if isinstance(meant, Notice):
            self.notice = meant
        else:
            self._decide(list(meant))

    def _decide(self, moves: list[Any]) -> None:
        if self.lesson is not None:
            teaching.attempt_in_lesson(self, moves)
        elif self.table is not None and self.replay is None:
            self.table.play(moves)
            self.after_change()

    def _has_own_words(self, reason: Reason) -> bool:
        """The first lesson explains many refusals in its own words."""
        lesson = self.lesson
        return lesson is not None and (asks_again(self.game, reason) or reason in lesson.script.refusals)

    def _undo(self, message: Message) -> None:
        if self.lesson is not None:
            self.lesson.take_back()
        elif self.table is not None and self.replay is None:
            self.table.undo()
            self.after_change()

    def _let_others_act(self, message: Message) -> None:
        """Computer players that were interrupted go on."""
        if self.table is not None and self.is_waiting:
            self.table.let_others_act()
            self.after_change()

    def _hint(self, message: Message) -> None:
        """First the aim of a good move; who asks again while it is on the screen is told the move."""
        asks_again = self.advice is not None
        self._let_go()
        if (lesson := self.lesson) is not None and self.can_choose and lesson.step.hint is not None:
            hint = lesson.step.hint
            self.notice = Notice("hint", lambda texts: texts.say(hint))
        elif self.table is not None and self.can_choose:
            self.shows_move = asks_again
            self.advice = self.table.hint()

    def _stop(self, message: Message) -> None:
        """The round that is being played becomes the last one."""
        if self.table is not None:
            self.dialog = None
            self.table.stop()
            self.after_change()

    def after_change(self) -> None:
        """Something has changed: save it, and show the end if it is one."""
        assert self.table is not None
        self._tell_failures(self.table)
        saving.save_game(self)
        if self.is_over and self.replay is None:
            self.dialog = Dialog("end")


_COMMANDS: Mapping[str, Callable[[Host, Message], None]] = {
    "ready": Host._ready,
    "form": Host._change_form,
    "start": Host._start,
    "dialog": Host._open_dialog,
    "close": Host.close_dialog,
    "close-problem": Host._close_problem,
    "take-screen": Host._take_screen,
    "cover": Host._cover,
    "point": Host._point,
    "play": Host._play,
    "undo": Host._undo,
    "let-others-act": Host._let_others_act,
    "hint": Host._hint,
    "stop": Host._stop,
    "replay": replay.begin_replay,
    "go-to": replay.go_to,
    "leave-replay": replay.leave_replay,
    "rewind": replay.rewind,
    "what-if": replay.what_if,
    "start-lesson": teaching.start_lesson,
    "go-on": teaching.go_on,
    "leave-lesson": teaching.leave_lesson,
    "again": teaching.again,
    "continue": saving.go_on_with_saved,
    "open": saving.open_game,
    "download": saving.hand_out,
    "keep-mine": saving.keep_mine,
    "language": looks.speak,
    "look": looks.change_look,
    "text": looks.toggle_text,
    "front-end-error": looks.front_end_error,
}
_QUIET = frozenset(
    {"ready", "form", "dialog", "close", "language", "look", "text", "download", "close-problem", "hint"}
)
"""Commands that leave what was said on the screen, or look at it first."""
_PLAYED = frozenset({"start", "play", "let-others-act", "stop", "go-on"})
"""Commands by which something happens in the game; all others show another part of it, or the same again."""

_OF_GAMES = frozenset({"start", "start-lesson", "leave-lesson", "continue", "open", "replay", "what-if", "stop"})
"""Commands of a board to play on: the board of an exercise has none of them."""
