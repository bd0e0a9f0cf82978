"""Saving: a board keeps its game after every move, finds it again, and hands it out or takes one in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mali_powstancy.tabletop import library, teaching
from mali_powstancy.tabletop.codes import code_of
from mali_powstancy.tabletop.keeper import NotOurs
from mali_powstancy.tabletop.messages import Dialog, Download, Message
from mali_powstancy.tabletop.packing import PERSON, ExerciseSave, Save, SaveError, SaveFault, pack
from mali_powstancy.tabletop.reading import read_game
from mali_powstancy.tabletop.record import RecordError
from mali_powstancy.tabletop.session import Session
from mali_powstancy.tabletop.storage import SUFFIX, StorageError, StorageFault

if TYPE_CHECKING:
    from mali_powstancy.tabletop.host import Host


def look_at_saves(host: Host) -> None:
    """What the board begins with: an exercise as it was left, a game that is offered, or the first lesson."""
    host.keeper.trouble = None
    if host.exercise is not None:
        teaching.resume_exercise(host, host.exercise)
        return
    host.table, host.lesson, host.dialog = None, None, Dialog("menu")
    look_for_save(host)
    if host.opens_with_lesson and host.saved is None:
        teaching.begin_lesson(host, 0)


def hear_of_keeping(host: Host, message: Message) -> bool:
    """The page says whether it has kept what it was asked to; whether that changes what is to be said."""
    before = (host.keeper.trouble is not None, host.dialog)
    host.keeper.hear(message)
    if host.session is not None and host.keeper.look_elsewhere():
        ask_which_to_keep(host)
    return before != (host.keeper.trouble is not None, host.dialog)


def keep_mine(host: Host, message: Message) -> None:
    """What is on this board takes the place of what another tab or program has kept."""
    host.close_dialog(message)
    if host.keeper.take_over():
        host.asks_which_to_keep = True
        save_game(host)


def look_for_save(host: Host) -> None:
    """What was saved here of the game in the menu is offered, and the saves of other games, each beside the others.

    What cannot be read is said, and stays: the board saves beside it.
    """
    game_id = host.menu.scenario.game_id
    host.elsewhere = {}

    def of_this_game(text: str) -> Save:
        save = read_game(text)
        if save.record.game != game_id:
            host.elsewhere.setdefault(save.record.game, save)
            raise NotOurs
        return save

    host.saved = host.keeper.find(of_this_game) or host.unkept.pop(game_id, None)
    host.has_saved_end = host.saved is not None and has_ended(host, host.saved)
    host.keeper.check()  # afterwards: where nothing can be written, a game can still be read


def has_ended(host: Host, save: Save) -> bool:
    """Nothing is left to play in this game; one that cannot be replayed says so when it is taken up."""
    try:
        return save.lesson is None and session_of(host, save).state.to_act is None
    except RecordError:
        return False


def save_game(host: Host) -> None:
    """The game is kept after every move. If that fails, it is said and the game goes on."""
    try:
        save = as_save(host)
        text = None if save is None else pack(save)
    except SaveError as error:
        host.keeper.trouble = error
        return
    if text is not None and not host.keeper.keep(text):
        ask_which_to_keep(host)


def ask_which_to_keep(host: Host) -> None:
    """If another tab or program is the reason why the game is not kept, it is asked once what shall stay."""
    trouble = host.keeper.trouble
    is_elsewhere = isinstance(trouble, StorageError) and trouble.fault is StorageFault.ELSEWHERE
    if is_elsewhere and host.asks_which_to_keep:
        host.asks_which_to_keep = False
        host.dialog = Dialog("confirm", "keep-mine", {"do": "keep-mine"})


def as_save(host: Host) -> Save | ExerciseSave | None:
    if host.exercise is not None and host.lesson is not None:
        return ExerciseSave(host.exercise.id, host.lesson.number)
    if host.lesson is not None:
        session = host.lesson.session
        return Save.of(session, (PERSON,) * len(session.state.game.seats), host.lesson.number)
    if host.table is not None:
        return Save.of(host.table.session, host.table.seats)
    return None


def go_on_with_saved(host: Host, message: Message) -> None:
    """Take up the game that was saved on this computer, or that of another game if it is named."""
    if message.get("game") in host.elsewhere:
        host.turn_to(str(message["game"]))
    if host.saved is not None:
        take_up(host, host.saved, brought=False)


def take_up(host: Host, save: Save, *, brought: bool) -> None:
    """Go on with a game or a first lesson; what is refused leaves the board as it is."""
    if not set(save.seats) <= set(library.players_of(save.record.game).PLAYERS):
        raise SaveError(SaveFault.UNKNOWN_PLAYER)
    if save.lesson is not None:
        script = library.tutorial_of(save.record.game)  # of its own game, whatever is on this board
        if script is None:
            raise SaveError(SaveFault.WRONG_SHAPE)
        host.turn_to(save.record.game)
        teaching.begin_lesson(host, save.lesson, script)
        return
    session = session_of(host, save)
    host.turn_to(save.record.game)
    host.known = tuple(session.steps)
    host.sit_down(session, save.seats, brought=brought)


def session_of(host: Host, save: Save) -> Session:
    """The game of a save, replayed with the scenario of this board if it was played with it."""
    own = {host.own.id: host.own, **host.scenarios}.get(save.record.scenario)
    is_own = own is not None and own.hash == save.record.hash
    return Session.from_record(save.record, own if is_own else None)


def open_game(host: Host, message: Message) -> None:
    """A game from a file or a code takes the place of what is here."""
    save = read_game(str(message["text"]))
    if not host.asks_first("open", message, save.record.game):
        host.dialog = Dialog("open")  # which tells why, if the game inside is refused
        take_up(host, save, brought=True)


def hand_out(host: Host, message: Message) -> None:
    save = as_save(host) or host.saved
    if save is not None:
        host.outbox.append(Download(f"{host.game.ID}{SUFFIX}", pack(save) + "\n"))


def short_code(host: Host) -> str | None:
    """The short code of the game, if it has one."""
    save = as_save(host)
    if isinstance(save, ExerciseSave):
        raise SaveError(SaveFault.EXERCISE)
    return None if save is None else code_of(save)
