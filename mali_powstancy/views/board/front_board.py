"""The board of Bitwa Warszawska: for now its words, and a button for every move."""

from __future__ import annotations

from mali_powstancy.bitwa_warszawska import GameState, Observation, Scenario
from mali_powstancy.bitwa_warszawska.texts import Texts
from mali_powstancy.bitwa_warszawska.texts import in_words as told_in_words
from mali_powstancy.bitwa_warszawska.texts import tell_move as tell_move
from mali_powstancy.bitwa_warszawska.texts import texts_for as texts_for
from mali_powstancy.views.board.plain_board import *  # noqa: F403  # all that is not said here


def seat_name(texts: Texts, seat: int, where: GameState | Observation) -> str:
    """A seat is called by its army, and if two play it by its number."""
    return texts.who(seat, where)


def seat_label(texts: Texts, scenario: Scenario, seat: int) -> str:
    """The first two seats have an army each, the others join one of them."""
    return texts.seat(seat)


def in_words(texts: Texts, seen: Observation) -> list[str]:
    """The whole table as this seat sees it."""
    return told_in_words(seen, texts.language)
