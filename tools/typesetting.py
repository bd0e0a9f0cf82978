"""The last touch to a page that people read: curled apostrophes, and no Polish line that ends in a word of one letter.

Sources are written with the signs of a keyboard, so this is done to pages of the site and of paper as they are made.
"""

from __future__ import annotations

import re

_UNTOUCHED = re.compile(r"(<(pre|code|script|style|title|svg)\b.*?</\2>|<[^>]*>)", re.DOTALL | re.IGNORECASE)
"""Tags, and all that is no prose."""
_APOSTROPHE = re.compile(r"(?<=\w)(?:'|&#x27;|&#39;)")
_ONE_LETTER = re.compile(r"(?<![^\s(„])([aiouwzAIOUWZ]) (?=\S)")
_PAIR_OF_DOTS = "• •"
"""Between the columns of a table whose rows are to be joined by lines."""


def typeset(html: str, lang: str) -> str:
    """HTML of a language with the signs of a printed book."""
    parts = _UNTOUCHED.split(html)
    return "".join(_prose(part, lang) if at % 3 == 0 else part for at, part in enumerate(parts) if at % 3 != 2)


def _prose(text: str, lang: str) -> str:
    text = _APOSTROPHE.sub("’", text).replace(_PAIR_OF_DOTS, "•\u00a0•")
    return _ONE_LETTER.sub("\\1\u00a0", text) if lang == "pl" else text
