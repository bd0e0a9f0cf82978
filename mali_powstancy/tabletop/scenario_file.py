"""What the scenario files of all games have in common: shipped ones by name, own ones laid over them, their hashes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from os import PathLike, fspath
from typing import Any, ClassVar, Concatenate, ParamSpec, TypeVar

from mali_powstancy.tabletop.tomlfile import (
    LONGEST_LIST,
    LONGEST_TEXT,
    Fault,
    FaultKind,
    FaultyFile,
    Item,
    Reader,
    TomlTable,
)

UNKNOWN_PART: Any = object()
"""Stands for a part that was named but does not exist, which is one fault and not many."""
_BESIDE_RULES = ("title", "title_en", "origin", "part_hashes", "hash")
"""Fields of a scenario that can be exchanged and it plays alike."""
Scenario = TypeVar("Scenario", bound="ScenarioByHash")
Prepared = TypeVar("Prepared")
More = ParamSpec("More")
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


@cache
def _shipped_tables(home: str, folder: str, name: str) -> str:
    """The tables of a file that comes with a game, as JSON: many scenarios share it, and TOML is slow to read."""
    return json.dumps(Reader(f"{name}.toml").parsed(shipped_text(home, folder, name)))


def newest(home: str, name: str) -> str:
    """The newest version of a shipped scenario: `basic` -> `basic-1`. Raise `ScenarioError` if there is none."""
    known = shipped(home)
    if name in known:
        return name
    versions = [each for each in known if re.fullmatch(re.escape(name) + r"-\d+", each)]
    if not versions:
        raise ScenarioError([Fault(name[:LONGEST_TEXT], "scenario", FaultKind.UNKNOWN_NAME, ", ".join(known))])
    return max(versions, key=lambda each: int(each.rpartition("-")[2]))


class ScenarioByHash:
    """What the scenarios of all games are, whatever their parts: those with the same `hash` play alike, and are equal.

    A game's own class has it before the named tuple of its parts.
    """

    __slots__ = ()
    id: str
    version: int
    hash: str
    part_of: ClassVar[Mapping[str, str]] = {}
    """To which hashed part a field belongs that has another name; an empty text if it is no rule."""

    def _replace(self: Scenario, **changes: Any) -> Scenario:
        """The scenario with other parts; with other rules it has another hash, unless the changes bring their own."""
        parts: Any = super()  # the named tuple
        made = parts._replace(**changes)
        parts = super(ScenarioByHash, made)
        scenario: Scenario = parts._replace(**_new_hashes(self, made, changes))
        return scenario

    def __replace__(self: Scenario, **changes: Any) -> Scenario:
        return self._replace(**changes)

    @property
    def name(self) -> str:
        """Id and version: `basic-1`."""
        return f"{self.id}-{self.version}"

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self.hash == other.hash

    def __hash__(self) -> int:
        return hash(self.hash)

    def __repr__(self) -> str:
        return f"<scenario {self.name}>"

    @staticmethod
    def plain(value: Any) -> Any:
        """A part as JSON can write it, so that it can be hashed."""
        raise TypeError(f"no part of a scenario: {value!r}")


def _new_hashes(old: Any, new: Any, changed: Iterable[str]) -> dict[str, Any]:
    """The hashes of a scenario of which some fields were exchanged, unless none of them is a rule or they say it.

    A field belongs to the part of the same name, or to that which `part_of` names; all others are among the numbers.
    """
    known, plain = dict.fromkeys(_BESIDE_RULES, "") | dict(old.part_of), old.plain
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


class _Same:
    """A scenario by identity: two with equal rules may still have other names and drawings."""

    def __init__(self, scenario: Any) -> None:
        self.scenario = scenario

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.scenario is other.scenario

    def __hash__(self) -> int:
        return id(self.scenario)


def made_once(
    make: Callable[Concatenate[Scenario, More], Prepared],
) -> Callable[Concatenate[Scenario, More], Prepared]:
    """Makes what does not change during games of one scenario, and gives the same again when it is asked again."""
    of_same: Any = lru_cache(maxsize=64)(lambda same, *more, **named: make(same.scenario, *more, **named))

    def of_scenario(scenario: Scenario, /, *more: More.args, **named: More.kwargs) -> Prepared:
        setting: Prepared = of_same(_Same(scenario), *more, **named)
        return setting

    return of_scenario


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

    @classmethod
    def load(cls, name: str | PathLike[str]) -> Any:
        """A shipped scenario by its id (the newest version) or name, or one from a TOML file."""
        if isinstance(name, str) and not name.endswith(".toml"):
            return cls._read_shipped(newest(cls.home, name))
        reader = cls(fspath(name))
        return reader.scenario(reader.parsed(reader.opened()))

    @classmethod
    def read(cls, text: str, file: str) -> Any:
        """The scenario written in a TOML text; `file` is its name in messages."""
        reader = cls(file)
        return reader.scenario(reader.parsed(text))

    @classmethod
    @cache
    def _read_shipped(cls, name: str) -> Any:
        return cls.read(shipped_text(cls.home, "scenarios", name), f"{name}.toml")

    def scenario(self, raw: TomlTable) -> Any:
        """The scenario that the tables of a file describe."""
        raise NotImplementedError

    def parsed(self, text: str) -> TomlTable:
        """The tables of a scenario file, unless it is that of another game: then nothing else in it can be judged."""
        raw = super().parsed(text)
        named = self.text(raw, "game", "scenario", self.game)
        if named != self.game and not self.faults:
            self.fault("scenario.game", FaultKind.OTHER_GAME, named)
        self.stop_at_faults()
        return raw

    def with_base(self, raw: TomlTable) -> TomlTable:
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

    def part(self, raw: TomlTable, key: str, folder: str, list_key: str | None = None) -> Any:
        """A part of the scenario: written out, or the content of the shipped file that is named."""
        value = raw.get(key)
        if not isinstance(value, str):
            return value
        if value not in shipped(self.home, folder):
            self.fault(key, FaultKind.UNKNOWN_NAME, value[:LONGEST_TEXT])
            return UNKNOWN_PART
        content = self._shipped(folder, value)
        return content[list_key] if list_key else content

    def parts(self, raw: TomlTable, known: Mapping[str, tuple[str, str | None]], dispensable: str) -> dict[str, Any]:
        """Of each part the content, or None where it is missing or unknown, which has been noted.

        With every part stand the folder of the shipped ones and the key under which it lies in their files.
        """
        contents = {}
        for key, (folder, list_key) in known.items():
            if raw.get(key) is None and key != dispensable:
                self.fault("scenario", FaultKind.MISSING, key)
            content = self.part(raw, key, folder, list_key)
            contents[key] = None if content is UNKNOWN_PART else content
        return contents

    def each(
        self, value: object, item: str, known: Sequence[str], read: Callable[[TomlTable, str], Item]
    ) -> list[Item]:
        """Every table of a list, read; a part that does not exist has none."""
        return [] if value is UNKNOWN_PART else super().each(value, item, known, read)

    def setting(self, table: TomlTable, key: str, item: str) -> Any:
        """A value that may also be written with its origin beside it: `{ value = 3, origin = "rulebook" }`."""
        value = table.get(key)
        if isinstance(value, dict):
            return self.table(value, f"{item}.{key}", ("value", "origin")).get("value")
        return value

    def number_with_origin(self, table: TomlTable, key: str, item: str, low: int, high: int) -> int:
        """A number that may also be written with its origin beside it."""
        value = self.setting(table, key, item)
        if isinstance(table.get(key), dict):
            self.origin(table[key], f"{item}.{key}")
        return self.number({} if value is None else {key: value}, key, item, low, high)

    def numbers_with_origin(self, raw: TomlTable, key: str, within: Mapping[str, tuple[int, int]]) -> dict[str, Any]:
        """A table of such numbers, each within its limits."""
        table = self.table(raw.get(key), key, within)
        return {name: self.number_with_origin(table, name, key, *limits) for name, limits in within.items()}

    def without_left_out(self, cards: Mapping[str, Item], left_out: object) -> dict[str, Item]:
        """A deck without the cards that `deck_without` names."""
        kept = dict(cards)
        if left_out is None:
            return kept
        if not isinstance(left_out, list) or not all(isinstance(name, str) for name in left_out):
            self.fault("scenario.deck_without", FaultKind.WRONG_TYPE, left_out)
            return kept
        for name in left_out[:LONGEST_LIST]:
            if kept.pop(name, None) is None:
                self.fault("scenario.deck_without", FaultKind.UNKNOWN_NAME, name[:LONGEST_TEXT])
        return kept

    def rows_of_players(
        self, raw: Any, players: Iterable[int], keys: Sequence[str]
    ) -> Iterator[tuple[int, TomlTable, str]]:
        """For each number of players that the file names, in order: the number, its row, and what to call the row."""
        known = [str(number) for number in players]
        table = self.table(raw, "players", known)
        if raw == {}:
            self.fault("players", FaultKind.MISSING)
        for key in known:
            if key in table:
                item = f"players.{key}"
                row = self.table(table[key], item, keys)
                if isinstance(table[key], dict):
                    yield int(key), row, item
                    self.origin(row, item)

    def heading(self, raw: TomlTable) -> dict[str, Any]:
        """What every scenario says of itself."""
        return {
            "id": self.slug(raw, "scenario"),
            "version": self.number(raw, "version", "scenario", 1, 9999),
            "title": (title := self.name(raw, "scenario", "title")),
            "title_en": self.text(raw, "title_en", "scenario", title),
            "origin": self.origin(raw, "scenario"),
        }

    def hashes(self, heading: Mapping[str, Any], parts: Mapping[str, Any]) -> dict[str, Any]:
        """The hash of each part, and that of the whole."""
        part_hashes = {name: self.rules_hash(content, 12) for name, content in parts.items()}
        whole = [heading["id"], heading["version"], *part_hashes.values()]
        return {"part_hashes": part_hashes, "hash": self.rules_hash(whole, 32)}

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

    def _shipped(self, folder: str, name: str) -> TomlTable:
        copy: TomlTable = json.loads(_shipped_tables(self.home, folder, name))  # readers may do with it what they like
        return copy
