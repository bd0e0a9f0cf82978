"""What the scenario files of all games have in common: shipped ones by name, own ones laid over them, their hashes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar

from mali_powstancy.tabletop.tomlfile import LONGEST_TEXT, Fault, FaultKind, FaultyFile, Item, Reader, Table

UNKNOWN_PART: Any = object()
"""Stands for a part that was named but does not exist, which is one fault and not many."""
_BESIDE_RULES = ("title", "title_en", "origin", "part_hashes", "hash")
"""Fields of a scenario that can be exchanged and it plays alike."""
_NOT_RULES = frozenset({"name", "name_en", "title", "title_en", "origin", "based_on"})


class ScenarioError(FaultyFile):
    """A scenario cannot be used; `faults` lists everything that is wrong with it."""


def _data(home: str, *parts: str) -> Any:
    from importlib.resources import files  # late: it is slow to import, and not every use reads a file

    return files(home).joinpath("data", *parts)


@cache
def shipped(home: str, folder: str = "scenarios") -> tuple[str, ...]:
    """The names of the TOML files in a folder of a game's data, old versions included: `basic-1`, `basic-2`, ..."""
    names = (entry.name for entry in _data(home, folder).iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


def shipped_text(home: str, folder: str, name: str) -> str:
    """The text of a file that comes with a game."""
    return str(_data(home, folder, f"{name}.toml").read_text(encoding="utf-8"))


def newest(home: str, name: str) -> str:
    """The newest version of a shipped scenario: `basic` -> `basic-1`. Raise `ScenarioError` if there is none."""
    known = shipped(home)
    if name in known:
        return name
    versions = [each for each in known if re.fullmatch(re.escape(name) + r"-\d+", each)]
    if not versions:
        raise ScenarioError([Fault(name[:LONGEST_TEXT], "scenario", FaultKind.UNKNOWN_NAME, ", ".join(known))])
    return max(versions, key=lambda each: int(each.rpartition("-")[2]))


def new_hashes(
    old: Any, new: Any, changed: Iterable[str], part_of: Mapping[str, str] | None = None, plain: Any = None
) -> dict[str, Any]:
    """The hashes of a scenario of which some fields were exchanged, unless none of them is a rule or they say it.

    A field belongs to the part of the same name, or to that which `part_of` names; all others are among the numbers.
    """
    known = dict.fromkeys(_BESIDE_RULES, "") | dict(part_of or {})
    rules = [f for f in changed if known.get(f) != "" and getattr(new, f) != getattr(old, f)]
    if not rules or "hash" in changed:
        return {}
    exchanged = [[field, getattr(new, field)] for field in sorted(rules)]
    names = [known.get(field, field) for field in rules]
    parts = {name if name in old.part_hashes else "numbers": _sum(exchanged, 12, plain) for name in names}
    return {"part_hashes": {**new.part_hashes, **parts}, "hash": _sum([old.hash, exchanged], 32, plain)}


def _sum(value: Any, length: int, plain: Any) -> str:
    from hashlib import sha256  # late: importing should be quick

    return sha256(json.dumps(value, default=plain).encode()).hexdigest()[:length]


def _over(base: Any, own: Any) -> Any:
    """A table laid over another one; anything else replaces it."""
    if isinstance(base, dict) and isinstance(own, dict):
        return {**base, **own}
    return base if own is None else own


class ScenarioReader(Reader):
    """Reads the file of a scenario: its base, its parts and their hashes. A game says what stands in them."""

    error = ScenarioError
    game: ClassVar[str]
    """The id of the game; a file may name it and need not."""
    home: ClassVar[str]
    """The package whose folder `data` holds what is shipped."""
    tables: ClassVar[Collection[str]]
    """What is laid over the base entry by entry; everything else replaces it."""
    not_rules: ClassVar[Collection[str]] = ()
    """Keys of this game that change no rule: editing them leaves old records valid, so they are not hashed."""

    def parsed(self, text: str) -> Table:
        """The tables of a scenario file, unless it is that of another game: then nothing else in it can be judged."""
        raw = super().parsed(text)
        named = self.text(raw, "game", "scenario", self.game)
        if named != self.game and not self.faults:
            self.fault("scenario.game", FaultKind.OTHER_GAME, named)
        self.stop_at_faults()
        return raw

    def with_base(self, raw: Table) -> Table:
        """The file's own tables over those of the scenario it is based on."""
        base_name = raw.get("based_on")
        if base_name is None:
            return raw
        if not isinstance(base_name, str):
            self.fault("scenario.based_on", FaultKind.WRONG_TYPE, base_name)
            self.stop_at_faults()
        try:
            name = newest(self.home, str(base_name))
        except ScenarioError as error:
            self.fault("scenario.based_on", FaultKind.UNKNOWN_NAME, error.faults[0].found)
            raise ScenarioError(self.faults) from None
        base = self.with_base(self._shipped("scenarios", name))
        merged = {**base, **raw}
        for key in self.tables:
            merged[key] = _over(base.get(key), raw.get(key))
        if isinstance(merged["players"], dict):
            for row, counts in base["players"].items():
                merged["players"][row] = _over(counts, merged["players"].get(row))
        return {key: value for key, value in merged.items() if value is not None}

    def part(self, raw: Table, key: str, folder: str, list_key: str | None = None) -> Any:
        """A part of the scenario: written out, or the content of the shipped file that is named."""
        value = raw.get(key)
        if not isinstance(value, str):
            return value
        if value not in shipped(self.home, folder):
            self.fault(key, FaultKind.UNKNOWN_NAME, value[:LONGEST_TEXT])
            return UNKNOWN_PART
        content = self._shipped(folder, value)
        return content[list_key] if list_key else content

    def each(self, value: object, item: str, known: Sequence[str], read: Callable[[Table, str], Item]) -> list[Item]:
        """Every table of a list, read; a part that does not exist has none."""
        return [] if value is UNKNOWN_PART else super().each(value, item, known, read)

    def setting(self, table: Table, key: str, item: str) -> Any:
        """A value that may also be written with its origin beside it: `{ value = 3, origin = "rulebook" }`."""
        value = table.get(key)
        if isinstance(value, dict):
            return self.table(value, f"{item}.{key}", ("value", "origin")).get("value")
        return value

    def rules_hash(self, value: Any, length: int) -> str:
        """A short sum over everything that changes a rule."""
        from hashlib import sha256  # late: importing should be quick

        text = json.dumps(self._rules_only(value), sort_keys=True, ensure_ascii=False, separators=(",", ":"))
        return sha256(text.encode()).hexdigest()[:length]

    def _rules_only(self, value: Any) -> Any:
        if isinstance(value, dict):
            left_out = _NOT_RULES.union(self.not_rules)
            return {key: self._rules_only(inner) for key, inner in value.items() if key not in left_out}
        if isinstance(value, list):
            return [self._rules_only(inner) for inner in value]
        return value

    def _shipped(self, folder: str, name: str) -> Table:
        return Reader(f"{name}.toml").parsed(shipped_text(self.home, folder, name))
