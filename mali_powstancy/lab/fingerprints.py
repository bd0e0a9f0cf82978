"""Fingerprints: short names of the program by which games were played, other ones when it has changed."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from hashlib import sha256
from pathlib import Path

import mali_powstancy
from mali_powstancy.lab.playing import Maker
from mali_powstancy.tabletop.library import FIRST, GAMES
from mali_powstancy.tabletop.playing import bot_name

LENGTH = 10
"""Letters of a fingerprint."""


_SHARED_PARTS = ("adding", "game", "playing", "position", "roster", "rule_tables", "search_tree")
SHARED = tuple(f"tabletop/{name}.py" for name in _SHARED_PARTS)
"""By these all games are played, and their bots are asked, and think."""
WORDS = "texts"
"""The folder of what a game says, which changes no move."""


def fingerprint(more: Sequence[Path] = (), game_id: str = FIRST) -> str:
    """That of a game's bots and rules as they are now, and perhaps of more sources: it changes with each of them."""
    package = Path(mali_powstancy.__file__).parent
    parts = GAMES[game_id]
    folders = {module.split(".")[1] for module in (parts.rules, parts.bots, parts.tally)}
    sources = [path for folder in folders for path in package.glob(f"{folder}/**/*.py") if WORDS not in path.parts]
    sources += [path for name in SHARED if (path := package / name).exists()]
    digest = sha256()
    for path in sorted(sources):
        digest.update(path.relative_to(package).as_posix().encode())
        digest.update(_content(path))
    for path in more:
        digest.update(_content(path))
    return digest.hexdigest()[:LENGTH]


def code_of(bots: Sequence[str | Maker], game_id: str = FIRST) -> str:
    """The fingerprint of these bots of a game; an own one counts with the file in which its maker is written."""
    return fingerprint(sorted({_home(bot) for bot in bots if not isinstance(bot, str)}), game_id)


def _home(maker: Maker) -> Path:
    """The file of a maker; what has none, such as a cell of a notebook, may be another bot tomorrow and is refused."""
    function = maker.func if isinstance(maker, partial) else maker
    with suppress(TypeError, OSError):  # it is no function or class, or nobody knows where it was written
        path = Path(inspect.getsourcefile(function) or "")
        if path.is_file():
            return path
    raise ValueError(
        f"games of {bot_name(maker)} cannot be kept in a file, because its own code is in none and may be another one "
        "tomorrow: write the bot into a .py file and import it"
    )


def _content(path: Path) -> bytes:
    return path.read_bytes().replace(b"\r\n", b"\n")
