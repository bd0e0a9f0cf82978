"""Writing a file whole or not at all, so that it is there even if the computer is switched off a moment later."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from pathlib import Path

_PART = re.compile(r"\.\d+\.part")
LONGEST_WRITE = 3600
"""Seconds after which nobody is still writing a part: it was left by a program that was killed."""


def write_whole(path: Path, content: bytes) -> None:
    """Write a file beside the old one, then let it take its place in one step; its folder is made if it is missing.

    So neither a full disk nor a killed program leaves half a file or loses the old one. Raise `OSError` if the file
    could not be written.
    """
    # One for each process, so that two of them never write into the same part.
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    _make_folder(path.parent)
    try:
        with part.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())  # computers are switched off at the end of a lesson
        part.replace(path)
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """What was renamed or made in a folder lasts: the system keeps the names of files apart from what is in them."""
    with suppress(OSError):  # Windows and some network folders know no such thing
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def remove_leftovers(folder: Path, suffix: str, now: float) -> None:
    """Remove the parts of files with this suffix that were left at another time than `now`.

    A part lives for milliseconds. `now` is the time of a file just written here, not that of a clock: the folder may be
    on another computer. A clock that was put back makes parts from the future, which are left over too.
    """
    with suppress(OSError):
        for path in folder.glob(f"*{suffix}.*.part"):
            if _PART.fullmatch(path.name.rpartition(suffix)[2]):
                with suppress(OSError):  # another program was faster
                    if abs(path.stat().st_mtime - now) > LONGEST_WRITE:
                        path.unlink()


def _make_folder(folder: Path) -> None:
    made = [each for each in (folder, *folder.absolute().parents) if not each.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    for each in made:
        sync_folder(each.parent)
