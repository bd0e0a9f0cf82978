"""The board of Wiarusi: for now the table in words, and a button for every move."""

from __future__ import annotations

from mali_powstancy.views.board.plain_board import (
    GESTURES as GESTURES,
)
from mali_powstancy.views.board.plain_board import (
    TUTORIAL as TUTORIAL,
)
from mali_powstancy.views.board.plain_board import (
    asleep as asleep,
)
from mali_powstancy.views.board.plain_board import (
    base as base,
)
from mali_powstancy.views.board.plain_board import (
    decisions as decisions,
)
from mali_powstancy.views.board.plain_board import (
    end_title as end_title,
)
from mali_powstancy.views.board.plain_board import (
    further as further,
)
from mali_powstancy.views.board.plain_board import (
    listed as listed,
)
from mali_powstancy.views.board.plain_board import (
    marks_of as marks_of,
)
from mali_powstancy.views.board.plain_board import (
    moves_of as moves_of,
)
from mali_powstancy.views.board.plain_board import (
    scored as scored,
)
from mali_powstancy.views.board.plain_board import (
    situation as situation,
)
from mali_powstancy.views.board.plain_board import (
    stage as stage,
)
from mali_powstancy.views.board.plain_board import (
    text_blocks as text_blocks,
)
from mali_powstancy.views.board.plain_board import (
    where as where,
)
from mali_powstancy.views.board.plain_board import (
    OPEN_TABLE as OPEN_TABLE,
)
from mali_powstancy.views.board.plain_board import (
    OPTIONS as OPTIONS,
)
from mali_powstancy.views.board.plain_board import (
    is_told as is_told,
)
from mali_powstancy.wiarusi import GameState, Observation, Scenario
from mali_powstancy.wiarusi.texts import Texts
from mali_powstancy.wiarusi.texts import in_words as lines_of
from mali_powstancy.wiarusi.texts import tell_move as tell_move
from mali_powstancy.wiarusi.texts import texts_for as texts_for
from mali_powstancy.wiarusi.texts.sentences import capital


def seat_name(texts: Texts, seat: int, where: GameState | Observation) -> str:
    """A seat is called by its character."""
    return texts.who(seat, where)


def seat_label(texts: Texts, scenario: Scenario, seat: int) -> str:
    """Characters are given when the game begins."""
    return capital(texts.seat(seat))


def in_words(texts: Texts, seen: Observation) -> list[str]:
    """The whole table as this seat sees it."""
    return lines_of(seen, texts.language)
