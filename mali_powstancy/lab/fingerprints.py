"""Fingerprints: short names of the program by which games were played, other ones when it has changed."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path

import mali_powstancy
from mali_powstancy.lab.playing import Maker

LENGTH = 10
"""Letters of a fingerprint."""


def fingerprint(more: Sequence[Path] = ()) -> str:
    """That of the bots and rules as they are now, and perhaps of more sources: another one when a source changes."""
    package = Path(mali_powstancy.__file__).parent
    digest = sha256()
    for path in sorted((*package.glob("bots/**/*.py"), *package.glob("engine/**/*.py"))):
        digest.update(path.relative_to(package).as_posix().encode())
        digest.update(_content(path))
    for path in more:
        digest.update(_content(path))
    return digest.hexdigest()[:LENGTH]


def code_of(bots: Sequence[str | Maker]) -> str:
    """The fingerprint of these bots; an own one counts with the file in which its maker is written."""
    homes = {_home(bot) for bot in bots if not isinstance(bot, str)} - {None}
    return fingerprint(sorted(home for home in homes if home is not None))


def _home(maker: Maker) -> Path | None:
    """The file of a maker; None for what has none, such as a cell of a notebook."""
    function = maker.func if isinstance(maker, partial) else maker
    try:
        path = Path(inspect.getsourcefile(function) or "")
    except TypeError:
        return None
    return path if path.is_file() else None


def _content(path: Path) -> bytes:
    return path.read_bytes().replace(b"\r\n", b"\n")
