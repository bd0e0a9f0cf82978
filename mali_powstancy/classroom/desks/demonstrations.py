"""Demonstrations for the projector: two objects, and what closes on the way between them, act by act."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from mali_powstancy.analysis.names import known_name
from mali_powstancy.analysis.routes import Closed, closed_on
from mali_powstancy.engine.board import Board, FieldId


class Demonstration(NamedTuple):
    """A story that is told by stepping; its words are by language."""

    key: str
    start: FieldId
    end: FieldId
    acts: tuple[Closed, ...]
    title: Mapping[str, str]
    question: Mapping[str, str]


@cache
def demonstrations(board: Board) -> Mapping[str, Demonstration]:
    """The ready demonstrations on a board, by key."""
    text = files("mali_powstancy").joinpath("data", "lessons", "demonstrations.toml").read_text("utf-8")
    found = {}
    for entry in tomllib.loads(text)["demonstration"]:
        start, end = (known_name("object", entry[place], board.place) for place in ("start", "end"))
        acts = tuple(closed_on(board, act.get("roads", ()), act.get("districts", ())) for act in entry["acts"])
        found[entry["key"]] = Demonstration(entry["key"], start, end, acts, entry["title"], entry["question"])
    return found
