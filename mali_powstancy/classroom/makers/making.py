"""What all makers of questions share: chance, places to ask about, pictures, and numbers to choose from."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import TypeVar

from mali_powstancy.classroom.exercises import AnswerOption, Drawing, Exercise
from mali_powstancy.engine import GameState, load_scenario, observe
from mali_powstancy.engine.board import Board, FieldId
from mali_powstancy.history import places
from mali_powstancy.texts import Texts
from mali_powstancy.views.pictures.position_picture import position_picture

QuestionMaker = Callable[[random.Random, str], Exercise]
T = TypeVar("T")

MOST_TRIES = 1000
"""A maker draws positions until one fits; about every third does."""


@cache
def stations() -> tuple[FieldId, ...]:
    """The objects that a task of our own may lead to: no prison, no camp, no place of mass murder."""
    with_care = {place.object for place in places() if place.care}
    return tuple(place.id for place in load_scenario("basic").board.places if place.id not in with_care)


def pick(rng: random.Random, items: Sequence[T]) -> T:
    """One of the items, each equally likely."""
    return items[int(rng.random() * len(items))]


def tries(rng: random.Random) -> Iterator[random.Random]:
    """The stream, again and again, until something fits."""
    yield from (rng for _ in range(MOST_TRIES))
    raise AssertionError("no position fits")


def is_quiet(board: Board, fields: Iterable[FieldId]) -> bool:
    """None of these fields is, or lies on a road to, a place that needs care."""
    ends = {end for field in fields for end in (board.road_of[field].ends if field in board.road_of else (field,))}
    return ends <= set(stations())


def numbers(right: int, mistakes: Iterable[tuple[int, str]]) -> tuple[AnswerOption, ...]:
    """Numbers to choose from, the smallest first; of two mistakes with the same number the first one counts."""
    replies = {value: reply for value, reply in reversed(list(mistakes)) if value >= 0 and value != right}
    return tuple(
        AnswerOption(str(value), str(value), value == right, replies.get(value, ""))
        for value in sorted({right, *replies})
    )


def drawing(
    texts: Texts, board: Board, label: str, state: GameState | None = None, marked: Sequence[str] = ()
) -> Drawing:
    """The map, with a state what everybody at the table sees of it, and rings around the marked fields."""
    seen = None if state is None else observe(state, None)
    return Drawing(position_picture(board, texts.language, seen, marked), label)


def question_id(name: str, rng: random.Random) -> str:
    """Different for every question that is made, so that its options are shuffled differently."""
    return f"{name}-{int(rng.random() * 1_000_000):06}"
