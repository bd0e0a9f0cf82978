"""Replay: a game is looked at again, taken back for all, or played on from an earlier step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mali_powstancy.tabletop.messages import Dialog, Message
from mali_powstancy.tabletop.session import Session

if TYPE_CHECKING:
    from mali_powstancy.tabletop.host import Host


def begin_replay(host: Host, message: Message) -> None:
    """Look at the game again, step by step; from the end that means from the beginning."""
    if host.table is not None:
        host.dialog = None
        host.replay = 0 if host.is_over else len(host.table.session.steps)


def go_to(host: Host, message: Message) -> None:
    if host.replay is not None and host.table is not None:
        host.replay = max(0, min(int(message["value"]), len(host.table.session.steps)))


def leave_replay(host: Host, message: Message) -> None:
    host.replay = None
    if host.is_over:
        host.dialog = Dialog("end")


def rewind(host: Host, message: Message) -> None:
    """The teacher takes the running game back to the step that is shown."""
    if host.table is None or host.replay is None:
        return
    if not message.get("sure"):
        host.dialog = Dialog("confirm", "rewind", {**message, "sure": True})
        return
    to, host.replay, host.dialog = host.replay, None, None
    host.table.rewind(to)
    host.after_change()


def what_if(host: Host, message: Message) -> None:
    """A new game from the step that is shown, which has not happened yet."""
    if host.table is None or host.replay is None or host.asks_first("what-if", message):
        return
    session = Session(host.table.session.opening)
    session.steps = [*host.steps_shown]
    host.sit_down(session, host.table.seats)
