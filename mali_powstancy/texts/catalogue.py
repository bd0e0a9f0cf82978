"""Catalogues: messages by key in one language, read from the compiled files beside this module."""

from __future__ import annotations

import gettext
import os
import sys
from functools import cache
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

SOURCE = "pl"
"""The language in which all texts are written first."""
_DOMAINS = {
    "rule": "rules",
    "table": "table",
    "tutorial": "tutorial",
    "bot": "bots",
    "course": "course",
    "quiz": "course",
    "exercise": "exercises",
    "figure": "figures",
    "history": "history",
    "letter": "letters",
    "print": "print",
    "start": "start",
    "class": "classes",
    "experiment": "experiments",
    "research": "research",
    "projector": "projector",
    "site": "site",
    "desk": "desk",
    "editor": "editor",
}
"""The file of each family of keys, that is, of what stands before the first dot; all other families are in `game`."""


@cache
def languages() -> tuple[str, ...]:
    """The languages that have a catalogue, the source language first: a new folder is a new language."""
    found = {folder.name for folder in _folder().iterdir() if folder.joinpath("game.mo").is_file()}
    return (SOURCE, *sorted(found - {SOURCE}))


def _folder() -> Traversable:
    from importlib.resources import files  # late: it is slow to import, and not every use reads a file

    return files("mali_powstancy").joinpath("texts")


def system_language() -> str:
    """`pl`, also where the system names no language; `en` where it names another."""
    code = _system_locale().split(":")[0].replace("-", "_").split("_")[0].split(".")[0].lower()
    return "pl" if code in ("", "c", "posix", "pl") else "en"


def _system_locale() -> str:
    """What the system calls its language, such as `pl_PL.UTF-8`; empty if it does not say."""
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(variable):
            return os.environ[variable]
    if sys.platform == "win32":
        import ctypes
        import locale

        return locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
    return ""


class _NoText(gettext.NullTranslations):
    """Where a search for a key ends: a text that is missing is a mistake, not a word to be shown."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self._language = language

    def gettext(self, message: str) -> NoReturn:
        raise KeyError(f"there is no text {message!r} in {self._language!r}")

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> NoReturn:
        self.gettext(msgid1)


@cache
def _messages(language: str, domain: str) -> gettext.GNUTranslations:
    with _folder().joinpath(language, f"{domain}.mo").open("rb") as file:
        messages = gettext.GNUTranslations(file)
    messages.add_fallback(_NoText(language))
    return messages


class Catalogue:
    """The messages of one language by key. A missing key is a `KeyError`, and so is a missing value."""

    def __init__(self, language: str) -> None:
        if language not in languages():
            raise ValueError(f"there are texts in {', '.join(languages())}, not in {language!r}")
        self.language = language

    def say(self, key: str, /, **values: object) -> str:
        """The message with these values in it."""
        return self._filled(key, self._domain(key).gettext(key), values)

    def template(self, key: str) -> str:
        """The message with its places still empty, for a page that fills them itself."""
        return self._domain(key).gettext(key)

    def count(self, key: str, n: int) -> str:
        """So many of something, in the right form: `1 punkt`, `2 punkty`, `5 punktów`."""
        return self._filled(key, self._domain(key).ngettext(key, key, n), {"n": n})

    def number(self, value: float, digits: int = 1) -> str:
        """A number with so many digits behind the decimal mark of the language."""
        return f"{value:.{digits}f}".replace(".", self.say("number.decimal-mark"))

    def rule(self, rule_id: str) -> tuple[str, str]:
        """Title and text of a rule: `B-14`, `H-2`."""
        return self.say(f"rule.{rule_id}.title"), self.say(f"rule.{rule_id}.text")

    def _domain(self, key: str) -> gettext.GNUTranslations:
        return _messages(self.language, _DOMAINS.get(key.partition(".")[0], "game"))

    def _filled(self, key: str, text: str, values: dict[str, object]) -> str:
        try:
            return text.format_map(values)
        except KeyError as missing:
            raise KeyError(f"the text {key!r} needs a value for {missing}") from None
