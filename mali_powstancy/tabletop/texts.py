"""Texts: messages by key in one language, from the catalogues of a game and those that every table shares."""

from __future__ import annotations

import gettext
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NoReturn, Protocol, TypeVar

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from mali_powstancy.tabletop.advice import Because

SOURCE = "pl"
"""The language in which all texts are written first."""
COMMON = "mali_powstancy"
"""The package in whose folder `texts` the catalogues lie that every table shares, and those of the first game."""
SHARED = frozenset({"cli", "count", "exercise", "fault", "list", "number", "record", "site", "table", "undo"})
"""The families of keys that any game finds there; it may still have a text of its own for such a key."""
AIM = ".aim"
"""Behind the key of a reason: the sentence that leaves to be found what the other one names."""
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
    "beside": "telling",
    "retelling": "telling",
}
"""The common file of each family of keys, that is, of what stands before the first dot; all others are in `game`."""


@cache
def languages(package: str = COMMON) -> tuple[str, ...]:
    """The languages that have a catalogue, the source language first: a new folder is a new language."""
    folders = (folder for folder in _folder(package).iterdir() if folder.is_dir())
    found = {folder.name for folder in folders if any(file.name.endswith(".mo") for file in folder.iterdir())}
    return (SOURCE, *sorted(found - {SOURCE}))


def _folder(package: str) -> Traversable:
    from importlib.resources import files  # late: it is slow to import, and not every use reads a file

    top, *inner = package.split(".")  # only what is on top is imported: the name of a game does not need its rules
    folder = files(top)
    for name in (*inner, "texts"):
        folder = folder.joinpath(name)
    return folder


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


def _read(package: str, language: str, domain: str) -> gettext.GNUTranslations:
    with _folder(package).joinpath(language, f"{domain}.mo").open("rb") as file:
        return gettext.GNUTranslations(file)


@cache
def _common(language: str, domain: str) -> gettext.GNUTranslations:
    """One of the common files."""
    messages = _read(COMMON, language, domain)
    messages.add_fallback(_NoText(language))
    return messages


@cache
def _own(package: str, language: str) -> gettext.GNUTranslations:
    """All files of a game, which may divide its texts as it likes, and behind them what every table shares."""
    names = sorted(file.name for file in _folder(package).joinpath(language).iterdir())
    first, *others = (_read(package, language, name[:-3]) for name in names if name.endswith(".mo"))
    for messages in (*others, _Shared(language)):
        first.add_fallback(messages)
    return first


class _Shared(gettext.NullTranslations):
    """The common texts, as far as they are those of any game."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self._language = language

    def gettext(self, message: str) -> str:
        return _shared(self._language, message).gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return _shared(self._language, msgid1).ngettext(msgid1, msgid2, n)


def _shared(language: str, key: str) -> gettext.NullTranslations:
    family = key.partition(".")[0]
    return _common(language, _DOMAINS.get(family, "game")) if family in SHARED else _NoText(language)


def _domain(language: str, package: str, key: str) -> gettext.NullTranslations:
    if package == COMMON:
        return _common(language, _DOMAINS.get(key.partition(".")[0], "game"))
    return _own(package, language)


@cache
def _message(language: str, package: str, key: str) -> str:
    """A message with its places still empty; found once, because a game has many files to look in."""
    return _domain(language, package, key).gettext(key)


class Catalogue:
    """The messages of one language by key. A missing key is a `KeyError`, and so is a missing value.

    With the package of a game its own texts come first, and of the common ones only those of `SHARED` families are
    found: what another game says is missing here.
    """

    def __init__(self, language: str, package: str = COMMON) -> None:
        if language not in languages(package):
            raise ValueError(f"there are texts in {', '.join(languages(package))}, not in {language!r}")
        self.language = language
        self._package = package

    def say(self, key: str, /, **values: object) -> str:
        """The message with these values in it."""
        return self._filled(key, _message(self.language, self._package, key), values)

    def knows(self, key: str, *, counted: bool) -> bool:
        """There is such a message, with the forms of a number or without."""
        domain = _domain(self.language, self._package, key)
        try:
            # Python 3.11.2 finds a message with forms only if it is asked for one of them.
            return bool(domain.ngettext(key, key, 1) if counted else domain.gettext(key))
        except KeyError:
            return False

    def template(self, key: str) -> str:
        """The message with its places still empty, for a page that fills them itself."""
        return _message(self.language, self._package, key)

    def count(self, key: str, n: int, /, **values: object) -> str:
        """So many of something, in the right form: `1 punkt`, `2 punkty`, `5 punktów`."""
        return self._filled(key, _domain(self.language, self._package, key).ngettext(key, key, n), {"n": n, **values})

    def number(self, value: float, digits: int = 1) -> str:
        """A number with so many digits behind the decimal mark of the language."""
        return f"{value:.{digits}f}".replace(".", self.say("number.decimal-mark"))

    def joined(self, things: Sequence[str]) -> str:
        """A list as it is spoken: `noc, śnieg i deszcz`."""
        *first, last = things
        return self.say("list.and", first=", ".join(first), last=last) if first else last

    def _filled(self, key: str, text: str, values: Mapping[str, object]) -> str:
        try:
            return text.format_map(values)
        except KeyError as missing:
            raise KeyError(f"the text {key!r} needs a value for {missing}") from None


# What every game says alike -----------------------------------------------------------------------------------------


class Named(Protocol):
    """Something of a scenario with a name in two languages."""

    @property
    def name(self) -> str: ...
    @property
    def name_en(self) -> str: ...


class Titled(Protocol):
    """A scenario."""

    @property
    def title(self) -> str: ...
    @property
    def title_en(self) -> str: ...


class Refusing(Protocol):
    """A reason for which a move is refused."""

    @property
    def key(self) -> str: ...


class Faulty(Protocol):
    """One thing that is wrong in a scenario file."""

    @property
    def file(self) -> str: ...
    @property
    def item(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def found(self) -> str: ...


class Unreplayable(Protocol):
    """What is wrong with a record; if a move in it was refused, that is its cause."""

    @property
    def fault(self) -> str: ...
    @property
    def found(self) -> str: ...

    __cause__: BaseException | None


Where = TypeVar("Where")
"""Where a game finds the names of its things: a value such as a position, or what does not change in a game."""


class GameTexts(Catalogue, Generic[Where]):
    """What any game says in one language; a game adds its names, its events and its questions."""

    PLACEHOLDERS: ClassVar[Mapping[str, str]] = {}
    """Names in sentences, where they differ from those of events and reasons."""

    def name(self, thing: Named) -> str:
        """The name of something in a scenario."""
        return thing.name if self.language == SOURCE else thing.name_en

    def title(self, scenario: Titled) -> str:
        """The title of a scenario."""
        return scenario.title if self.language == SOURCE else scenario.title_en

    def rule(self, rule_id: str) -> tuple[str, str]:
        """Title and text of a rule: `B-14`, `H-2`."""
        return self.say(f"rule.{rule_id}.title"), self.say(f"rule.{rule_id}.text")

    def refusal(self, reason: Refusing) -> str:
        """Why a move is not possible, and what is."""
        return self.say(f"refusal.{reason.key}")

    def undo_refused(self, reason: str) -> str:
        """Why nothing was taken back."""
        return self.say(f"undo.{reason}")

    def value(self, name: str, value: object, where: Where) -> str:
        """One value of an event or a reason as a reader knows it, by its name there."""
        return str(value)

    def values(self, named: Iterable[tuple[str, object]], where: Where) -> dict[str, object]:
        """The values of an event or a reason by their names in its sentence; secrets that were taken out are not."""
        return {
            self.PLACEHOLDERS.get(name, name): self.value(name, value, where)
            for name, value in named
            if value is not None
        }

    def because(self, because: Because, where: Where, *, only_aim: bool = False) -> str:
        """A reason as a sentence; one with a number `n` comes in the form that fits it.

        One that names the move has another sentence too, with `AIM` behind its key, which leaves the move to be found.
        """
        values, n = self.values(because.values, where), dict(because.values).get("n")
        aim, is_counted = f"{because.key}{AIM}", isinstance(n, int)
        key = aim if only_aim and self.knows(aim, counted=is_counted) else because.key
        return self.count(key, n, **values) if isinstance(n, int) else self.say(key, **values)

    def fault(self, fault: Faulty) -> str:
        """What is wrong in a scenario file, and where."""
        key = f"fault.{fault.kind}"
        found, wanted = fault.found, ""
        if fault.kind.startswith(_WITH_LIMIT) and "; " in found:
            found, _, wanted = found.rpartition("; ")
        if fault.kind == "missing" and found not in ("", "None"):
            key = "fault.missing.key"
        elif fault.kind == "unknown-name" and fault.item == "scenario":
            key = "fault.unknown-name.scenario"
        elif fault.kind == "wrong-length" and wanted:
            key = "fault.wrong-length.wanted"
        return self.say(key, file=fault.file, item=fault.item, found=found, wanted=_range(wanted))

    def record_error(self, error: Unreplayable) -> str:
        """What is wrong with a record."""
        if error.fault != "bad-move":
            return self.say(f"record.{error.fault}", found=error.found)
        number, _, move = error.found.partition(": ")
        refused: Any = error.__cause__
        if hasattr(refused, "reason"):
            refusal = self.refusal(refused.reason)
            return self.say("record.bad-move.refused", number=number, move=refused.move, refusal=refusal)
        return self.say("record.bad-move", number=number, move=move)


_WITH_LIMIT = ("out-of-range", "wrong-length", "too-few-")
"""How the kinds of faults begin that tell what was found and what is wanted: `7; 2..4`."""


def _range(wanted: str) -> str:
    """`1..5` as a reader writes it: `1–5`; `1..` is `1+`."""
    return wanted[:-2] + "+" if wanted.endswith("..") else wanted.replace("..", "–")
