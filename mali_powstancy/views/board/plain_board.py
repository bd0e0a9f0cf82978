"""The board of a game without a picture: its words are the board, and its moves are buttons.

A game whose board is to be drawn takes from here what it does not draw itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from mali_powstancy.tabletop.advice import Because
from mali_powstancy.tabletop.board import Object
from mali_powstancy.tabletop.game import Outcome, Reason
from mali_powstancy.tabletop.host import Host
from mali_powstancy.tabletop.library import board_of
from mali_powstancy.views.board.board_view import choice_button
from mali_powstancy.views.page.blocks import buttons, listing, text_block

GESTURES: tuple[str, ...] = ()
OPEN_TABLE = False
OPTIONS: Mapping[str, Sequence[str]] = {}


def moves_of(
    gesture: Mapping[str, Any], state: Any, seen: Any, has_own_words: Callable[[Reason], bool]
) -> Sequence[Any]:
    """There are no gestures."""
    raise ValueError(f"nothing is meant by {gesture}")


def where(state: Any) -> Any:
    """Names are found by the position."""
    return state


def is_told(event: Any) -> bool:
    """Everything is."""
    return True


def as_one(event: Any, later: Any) -> None:
    """Every event is a scene of its own."""


def scene(event: Any, before: Any, after: Any, texts: Any) -> Object:
    """Its sentence is enough."""
    return {}


def base(host: Host) -> Object:
    """Nothing is drawn."""
    return {"base": "", "arrows": {}}


def asleep(host: Host) -> Object:
    """Nothing is drawn."""
    return {"below": "", "above": ""}


def stage(host: Host, seen: Any) -> Object:
    """Nothing is drawn."""
    return {"map": None, "marks": pointed_at(host)}


def pointed_at(host: Host) -> Object:
    """What the present step of a lesson speaks of: blocks by their keys, on the table or in the panel."""
    lesson = host.lesson
    return {} if lesson is None or lesson.is_over else {"blocks": list(lesson.step.marks or ())}


def marks_of(move: Any, seen: Any) -> Object:
    """There is nothing to be pointed at."""
    return {}


def marks_of_aim(reasons: Sequence[Because], seen: Any) -> Object:
    """There is nothing to be pointed at."""
    return {}


def listed(seen: Any) -> Iterable[Any]:
    """All legal moves."""
    return seen.legal  # type: ignore[no-any-return]


def decisions(host: Host, seen: Any) -> Iterator[Object]:
    """A button for every legal move."""
    if host.can_choose and (items := [choice_button(host, move, seen) for move in seen.legal]):
        yield buttons(*items, label=host.texts.say("table.label.choices"))


def situation(host: Host, seen: Any, stage: Object) -> Iterator[Object]:
    """The whole position in words."""
    yield from text_blocks(host.texts, seen)


def text_blocks(texts: Any, seen: Any) -> Iterator[Object]:
    """The whole position in words."""
    yield listing(texts.say("table.text.state"), board_of(seen.game.scenario.game_id).in_words(texts, seen))


def end_title(texts: Any, ended: Outcome) -> str:
    """What stands above the end of a game."""
    return str(texts.say("table.end.title" if ended.winners else "table.end.defeat"))


def scored(host: Host, ended: Outcome) -> Iterator[Object]:
    """How it has ended."""
    yield text_block(host.texts.ending(ended, host.board.where(host.state)), "ask")


def further(host: Host) -> Mapping[str, tuple[str, Callable[[], list[Object]]]]:
    """There is nothing else to show."""
    return {}
