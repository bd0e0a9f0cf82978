"""Texts of Wiarusi: events, moves, questions, refusals and the whole table as sentences, in Polish and English.

>>> from mali_powstancy.wiarusi import Reason
>>> texts_for("en").refusal(Reason.CHARM_USED)
'This charm has been used. The support after a successful mission can bring it back.'
"""

from __future__ import annotations

from functools import cache

from mali_powstancy.wiarusi.texts.in_words import in_words
from mali_powstancy.wiarusi.texts.moves import tell_move
from mali_powstancy.wiarusi.texts.sentences import Texts

__all__ = ["Texts", "in_words", "tell_move", "texts_for"]


@cache
def texts_for(language: str, silence: str = "on") -> Texts:
    """All sentences about Wiarusi in a language: `pl` or `en`; `silence` says whether who is mute keeps quiet too."""
    return Texts(language, silence)
