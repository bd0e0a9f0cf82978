"""The text of a move, both ways: its verb, then what it is about, as in `walk zosia past`.

A move is a named tuple whose last field is its verb, so that moves of different kinds are never equal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, TypeVar

from mali_powstancy.tabletop.game import UnreadableMove

M = TypeVar("M")
PartReader = Callable[[str], object]
"""Makes a part of a move from its word, or raises `ValueError`."""

_LONGEST = 400
"""No move of any sensible scenario has a longer text."""


def one_of(*known: str) -> PartReader:
    """Reads these words and no others."""

    def read(word: str) -> str:
        if word not in known:
            raise ValueError(word)
        return word

    return read


class MoveTexts(Generic[M]):
    """The texts of all moves of a game.

    `readers` make parts from words, by the name of the field, or by kind and name where one kind differs; other parts
    are their words. `lists` names the kinds that are about nothing but one tuple: each of its items is a word.
    """

    def __init__(
        self,
        kinds: Iterable[type[M]],
        readers: Mapping[str | tuple[type[M], str], PartReader],
        lists: Mapping[type[M], PartReader] | None = None,
    ) -> None:
        self._kinds: dict[str, Any] = {}
        self._readers, self._lists = readers, lists or {}
        for kind in kinds:
            known: Any = kind
            self._kinds[known._field_defaults["verb"]] = kind
            known.__str__ = lambda move: self.write(move)  # a function, which finds its move as methods do

    def write(self, move: Any) -> str:
        """The one text of a move, whatever its parts are: a refusal has to name it.

        An empty part is left out where it need not be said.
        """
        *parts, verb = move
        optional = move._field_defaults
        if type(move) in self._lists and isinstance(parts[0], tuple):
            parts = [*parts[0]]
        elif len(optional) > 1:  # more than the verb
            parts = [part for name, part in zip(move._fields, parts, strict=False) if part or name not in optional]
        return " ".join(map(str, (verb, *parts)))

    def read(self, text: str) -> M:
        """The move with this text; raise `UnreadableMove` for any other text."""
        verb, *words = text.split(" ")
        kind = self._kinds.get(verb)
        if kind is None or len(text) > _LONGEST or "" in words:
            raise UnreadableMove(text[:_LONGEST])
        try:
            move = self._made(kind, words)
        except (TypeError, ValueError):
            raise UnreadableMove(text) from None
        # "card 03" is no second text of "card 3"; only a kind that puts its list in order reads it in any.
        if sorted(str(move).split(" ")) != sorted([verb, *words]):
            raise UnreadableMove(text)
        return move

    def _made(self, kind: Any, words: list[str]) -> M:
        if (item := self._lists.get(kind)) is not None:
            listed: M = kind(tuple(map(item, words)))
            return listed
        *names, _ = kind._fields
        if len(words) > len(names):
            raise ValueError(words)
        by_name = self._readers
        readers = [by_name.get((kind, name)) or by_name.get(name, str) for name in names]
        move: M = kind(*(read(word) for read, word in zip(readers, words, strict=False)))  # too few: TypeError
        return move
