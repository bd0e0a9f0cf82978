"""Texts: message keys and values of the engine become whole sentences, in every language of the course.

>>> from mali_powstancy.engine import Reason
>>> texts_for("en").refusal(Reason.CARRIES_NOTHING)
"This scout isn't carrying an order, so there's nothing to drop. Choose someone who is carrying one."
>>> texts_for("pl").count("count.points", 22)
'22 punkty'
"""

from __future__ import annotations

from functools import cache

from mali_powstancy.tabletop.texts import languages, system_language
from mali_powstancy.texts.sentences import Texts

__all__ = ["Texts", "languages", "system_language", "texts_for"]


@cache
def texts_for(language: str) -> Texts:
    """All sentences in a language: `pl` or `en`."""
    return Texts(language)
