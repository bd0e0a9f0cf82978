"""Looks: language, colours, motion, size and pace of a board, and whether its text version is open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mali_powstancy.tabletop.messages import MOTIONS, PACES, SIZES, THEMES, Message
from mali_powstancy.tabletop.reports import without_folders
from mali_powstancy.tabletop.texts import languages

if TYPE_CHECKING:
    from mali_powstancy.tabletop.host import Host


def speak(host: Host, message: Message) -> None:
    if message["language"] in languages():
        host.language = str(message["language"])


def change_look(host: Host, message: Message) -> None:
    """Only what there is; anything else leaves the look as it was."""
    values = message.get("values", message)
    theme, motion, size, pace = (values.get(name) for name in ("theme", "motion", "size", "pace"))
    if theme in THEMES:
        host.look = host.look._replace(theme=str(theme))
    if motion in MOTIONS:
        host.look = host.look._replace(motion=str(motion))
    if str(size).isdigit() and int(str(size)) in SIZES:
        host.look = host.look._replace(size=int(str(size)))
    if pace in PACES:
        host.look = host.look._replace(pace=str(pace))
    if "language" in values:
        speak(host, values)
    for name, answers in host.board.OPTIONS.items():
        if values.get(name) in answers:
            host.agreed[name] = str(values[name])


def toggle_text(host: Host, message: Message) -> None:
    host.shows_text = not host.shows_text


def front_end_error(host: Host, message: Message) -> None:
    """The page itself has failed: what it says is kept, so that tests and reports see it."""
    host.problem = without_folders(str(message.get("report", "")))
