"""Messages between a host and its page: what the page sends, what stands before the board, how it looks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

THEMES = ("auto", "light", "dark", "contrast")
MOTIONS = ("system", "off")
PACES = ("brisk", "calm", "off")
SIZES = (100, 125, 150, 200)
QUESTIONS = ("new", "lesson", "open", "what-if", "rewind", "keep-mine")
"""What is asked about before it is done, because something would be lost."""

Message = Mapping[str, Any]
"""What the page sends: `do` and whatever the command needs."""


class Look(NamedTuple):
    """How the board looks: colours, whether pieces glide, the size in per cent, and how fast scenes are played."""

    theme: str = "auto"
    motion: str = "system"
    size: int = 100
    pace: str = "brisk"


class Dialog(NamedTuple):
    """Something that stands before the board until it is answered."""

    kind: str
    detail: str = ""
    then: Message | None = None
    """Of a question: what is done if the answer is yes."""


class Download(NamedTuple):
    """A file for the page to hand out."""

    name: str
    text: str
