"""Notices: what is said about something that was just tried, in whatever language is chosen when it is said."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from mali_powstancy.tabletop.game import IllegalMove
from mali_powstancy.tabletop.packing import SaveError
from mali_powstancy.tabletop.record import RecordError
from mali_powstancy.tabletop.session import UndoRefused
from mali_powstancy.tabletop.storage import StorageError
from mali_powstancy.tabletop.texts import GameTexts

Sentence = Callable[[GameTexts[Any]], str]
"""Something to be said in the language that is chosen when it is said."""


class Notice(NamedTuple):
    """A sentence about what was just tried, perhaps with the rule that explains it."""

    role: str
    say: Sentence
    rule: str | None = None


def told(error: Exception) -> Sentence:
    """What a refusal says, in whatever language it is asked for."""
    match error:
        case IllegalMove(reason=reason):
            return lambda texts: texts.refusal(reason)
        case UndoRefused(reason=why):
            return lambda texts: texts.undo_refused(why)
        case RecordError():
            return lambda texts: texts.record_error(error)
        case StorageError(fault=fault, place=place):
            return lambda texts: texts.say(f"table.save.{fault}", place=place)
        case SaveError(cause=RecordError() as cause):
            return lambda texts: texts.record_error(cause)
        case SaveError(fault=fault):
            return lambda texts: texts.say(f"table.save.{fault}")
    raise TypeError(f"nothing to say about {error!r}") from error


def rule_of(error: Exception) -> str | None:
    """The rule that forbids a move, if it is one that was refused."""
    return error.reason.rule if isinstance(error, IllegalMove) else None
