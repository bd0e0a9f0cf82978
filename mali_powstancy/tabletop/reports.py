"""Reports of faults, for those who can mend them: they say what went wrong and not on whose computer."""

from __future__ import annotations

import os
import re
import sys
import unicodedata
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

WHO = "~"
"""Stands for a home folder or for the name of a person."""
_SLASH = r"(?:[/\\]|%2f|%5c)"
_START = r"(?:(?<!\w)|(?<=%2f)|(?<=%5c))"
_REST = r"""(?:(?!%2f|%5c)[^\s/\\"'<>()\[\]{}|,;?#&])*"""
"""The rest of a name in a path that stands without quotation marks."""
_HOME = re.compile(rf"{_START}(?:home|users?|documents and settings){_SLASH}+(?:{_REST}[^\W_]{_REST})", re.IGNORECASE)
"""Somebody's folder, also on a school's server; what follows `users` is a name, whoever it is."""
_QUOTED_HOME = re.compile(
    rf"""({_START}(?:home|users?){_SLASH}+)[^/\\"'%:\n]{{1,60}}?(?={_SLASH}|["'])""", re.IGNORECASE
)
"""The same in quotation marks or inside a path, where a name may have spaces."""
_TILDE = re.compile(rf"(?<![\w~])~[^\W_]{_REST}(?={_SLASH})")
_ADDRESS = re.compile(r"""\b(?:https?|file|blob|vscode-\w+):[^\s"'<>()]+""", re.IGNORECASE)
_PATH = re.compile(
    rf"""(?<=["'])(?:[a-z]:)?{_SLASH}[^"'\n]+(?=["'])|(?<![\w.~)\]}}%/\\-])(?:[a-z](?::|%3a))?{_SLASH}[^\s"'<>]+""",
    re.IGNORECASE,
)
"""A path from the root, in quotation marks or between other signs."""
_OURS = re.compile(r"mali_powstancy(?:[/\\]|%2f|%5c).*", re.IGNORECASE)


def without_folders(report: str) -> str:
    """A report in which files are named without the folders above them, and that has no name of a person.

    Files of our own package keep their folders inside it, because these say where the fault is.
    """
    for name in sorted(own_names(), key=len, reverse=True):
        report = _spellings(name).sub(WHO, report)
    report = _QUOTED_HOME.sub(rf"\1{WHO}", report)
    report = _HOME.sub(f"home/{WHO}", report)
    report = _TILDE.sub(WHO, report)
    return _PATH.sub(_last, _ADDRESS.sub(_last, report))


def own_names() -> set[str]:
    """What the person at this computer is called by it: the user's name and that of the home folder."""
    if sys.platform == "emscripten":
        return set()  # the browser's Python knows nobody
    names = [os.environ.get(name, "") for name in ("USER", "LOGNAME", "USERNAME", "SUDO_USER", "JUPYTERHUB_USER")]
    with suppress(RuntimeError, KeyError):
        names.append(Path.home().name)
    names += [re.split(r"[/\\]", os.environ.get(name, "").rstrip("/\\"))[-1] for name in ("HOME", "USERPROFILE")]
    return {name for name in names if len(name) > 1}


def _spellings(name: str) -> re.Pattern[str]:
    """A name in large or small letters, each as it is, in parts, or as an address or a program writes it."""
    letters = "".join(f"(?:{'|'.join(map(re.escape, dict.fromkeys(_forms(letter))))})" for letter in name)
    return re.compile(rf"{_START}{letters}(?!\w)", re.IGNORECASE)


def _forms(letter: str) -> Iterable[str]:
    for same in (letter, letter.swapcase()):
        yield from (same, unicodedata.normalize("NFD", same), unicodedata.normalize("NFC", same))
        yield from (quote(same, safe=""), ascii(same)[1:-1], f"\\u{ord(same[0]):04x}", f"\\\\u{ord(same[0]):04x}")
    if letter == " ":
        yield "+"


def _last(path: re.Match[str]) -> str:
    """The name of the file at the end of a path; of our own, also the folders of the package."""
    return str((_OURS.findall(path[0]) or re.split(_SLASH, path[0], flags=re.IGNORECASE))[-1])
