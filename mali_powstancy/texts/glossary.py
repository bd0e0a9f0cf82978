"""The glossary: one name in each language for every term of the course, and what it means."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, NamedTuple

KINDS = ("game", "wiarusi", "bitwa-warszawska", "history", "method")
"""Words of the rules of each game, words about the past, and words about how we find something out."""


_LANGUAGES = ("pl", "en")


class Term(NamedTuple):
    """A term: its names and explanations by language, and how texts use it (see the head of the data file)."""

    id: str
    names: Mapping[str, str]
    about: Mapping[str, str]
    stems: Mapping[str, tuple[str, ...]]
    kind: str


@cache
def terms() -> Mapping[str, Term]:
    """All terms by id, in the order of the file.

    >>> terms()["order"].names["pl"]
    'rozkaz'
    """
    data = files("mali_powstancy").joinpath("data", "glossary.toml").read_text("utf-8")
    return MappingProxyType({name: _term(name, entry) for name, entry in tomllib.loads(data).items()})


def _term(name: str, entry: Mapping[str, Any]) -> Term:
    stems = entry.get("stems", {})
    try:
        return Term(
            name,
            {language: entry[language] for language in _LANGUAGES},
            {language: entry["about"][language] for language in _LANGUAGES},
            {language: tuple(stems.get(language, ())) for language in _LANGUAGES},
            KINDS[KINDS.index(entry["kind"])],
        )
    except (KeyError, ValueError) as error:
        needs = f"kind ({', '.join(KINDS)}), pl, en, about.pl and about.en"
        raise ValueError(f"glossary: the term {name!r} needs {needs}") from error
