"""Texts of Bitwa Warszawska: cards, events, moves, questions, refusals and the whole table, in Polish and English.

>>> from mali_powstancy.bitwa_warszawska import Reason
>>> texts_for("en").refusal(Reason.RESERVE_EMPTY)
'The reserve is empty. Take a step instead of adding a unit.'
"""

from __future__ import annotations

from functools import cache

from mali_powstancy.bitwa_warszawska.texts.in_words import in_words
from mali_powstancy.bitwa_warszawska.texts.moves import tell_move
from mali_powstancy.bitwa_warszawska.texts.sentences import Texts

__all__ = ["Texts", "in_words", "tell_move", "texts_for"]


@cache
def texts_for(language: str) -> Texts:
    """All sentences about Bitwa Warszawska in a language: `pl` or `en`."""
    return Texts(language)
