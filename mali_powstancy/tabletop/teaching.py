"""Teaching: the first lesson and the exercises on a board, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mali_powstancy.tabletop import library, saving
from mali_powstancy.tabletop.game import IllegalMove, UnreadableMove
from mali_powstancy.tabletop.keeper import NotOurs
from mali_powstancy.tabletop.messages import Dialog, Message
from mali_powstancy.tabletop.notices import Notice
from mali_powstancy.tabletop.packing import ExerciseSave, unpack
from mali_powstancy.tabletop.scripts import Lesson, Script, Verdict
from mali_powstancy.tabletop.session import Session

if TYPE_CHECKING:
    from mali_powstancy.tabletop.host import Host


def start_lesson(host: Host, message: Message) -> None:
    if not host.asks_first("lesson", message):
        begin_lesson(host, 0)


def begin_lesson(host: Host, step: int, script: Script | None = None) -> None:
    """The script at one of its steps, or the game's first lesson; another version of it may have had more."""
    script = script or library.tutorial_of(host.game.ID)
    if script is None:
        return
    host.table, host.replay, host.saved, host.dialog = None, None, None, None
    last = len(script.steps) if script.is_exercise else len(script.steps) - 1
    host.lesson = Lesson(script, min(step, last))
    host.known = tuple(host.lesson.session.steps)


def attempt_in_lesson(host: Host, moves: list[Any]) -> None:
    """The lesson answers in its own words; a rule that it does not explain is told as in any game."""
    assert host.lesson is not None
    before = host.lesson.session
    reply = host.lesson.attempt([str(move) for move in moves])
    _take_for_known(host, before)
    if reply.explanation is None and reply.refused is not None:
        raise IllegalMove(moves[0], reply.refused)
    if host.lesson.mistake is None and (explanation := reply.explanation) is not None:
        host.notice = Notice("note", lambda texts: texts.say(explanation))
    saving.save_game(host)


def go_on(host: Host, message: Message) -> None:
    """The step has been read, or its mistake is taken back; after the last step of the lesson a game begins."""
    if host.lesson is None:
        return
    before = host.lesson.session
    host.lesson.go_on()
    _take_for_known(host, before)
    saving.save_game(host)
    if host.lesson.is_over and host.exercise is None:
        end_lesson(host)


def _take_for_known(host: Host, before: Session) -> None:
    """Where a step begins with another game, what is played in that beforehand is no news."""
    assert host.lesson is not None
    if host.lesson.session is not before:
        host.known = tuple(host.lesson.session.steps)


def again(host: Host, message: Message) -> None:
    """The exercise from its beginning."""
    if host.exercise is not None:
        begin_lesson(host, 0, host.exercise)
        saving.save_game(host)


def answered(host: Host, moves: Sequence[str]) -> Verdict:
    """What comes of these moves in the exercise of this board, played one by one from where it stands.

    One that is done begins anew.
    """
    if host.exercise is not None and host.lesson is not None and host.lesson.is_over:
        begin_lesson(host, 0, host.exercise)
    if (lesson := host.lesson) is None or host.exercise is None:
        raise ValueError("there is no exercise on this board")
    for text in moves:
        if lesson.is_over:
            return Verdict(False, host.texts.refusal(host.game.NOT_NOW), "mistake")
        try:
            host.game.parse_move(text)
        except (UnreadableMove, TypeError, AttributeError):
            return Verdict(False, host.texts.refusal(host.game.NOT_A_MOVE), "unreadable")
        while lesson.step.is_shown_only and not lesson.is_over:
            host.handle({"do": "go-on"})
        before = lesson.number, len(lesson.session.steps)
        host.handle({"do": "play", "moves": [text]})
        if lesson.mistake is not None:
            return Verdict(False, host.texts.say(lesson.mistake, n=lesson.count), "mistake")
        if (lesson.number, len(lesson.session.steps)) == before and not lesson.is_over:
            said = host.texts.say(lesson.step.first) if host.notice is None else host.notice.say(host.texts)
            return Verdict(False, said, "mistake")
    if lesson.is_over:
        return Verdict(True, host.texts.say(host.exercise.praise_key or ""), "right")
    return Verdict(False, host.texts.say(lesson.step.text_key), "mistake" if moves else "empty")


def resume_exercise(host: Host, script: Script) -> None:
    """The exercise as it was left here. A save of anything else stays: the board saves beside it."""

    def step_in(text: str) -> int:
        save = unpack(text)
        if not isinstance(save, ExerciseSave) or save.script != script.id:
            raise NotOurs
        return save.step

    begin_lesson(host, host.keeper.find(step_in, forgives=True) or 0, script)
    host.keeper.check()


def leave_lesson(host: Host, message: Message) -> None:
    """Skip the rest; the menu offers to go on with it."""
    if host.lesson is not None:
        host.lesson = None
        saving.look_for_save(host)
        host.dialog = Dialog("menu")


def end_lesson(host: Host) -> None:
    """Nothing is left to go on with, and what was learnt is played; not where another tab has kept something."""
    host.lesson = None
    host.dialog = Dialog("menu")
    if host.keeper.place is not None and not host.keeper.keep(None):
        saving.ask_which_to_keep(host)
    if host.dialog.kind == "menu":
        host.begin(host.quick)
