"""Reading scenario files: everything is checked, and all faults of a file are reported at once.

A scenario file is TOML. Its parts (deck, sources) are named if they are shipped ones, or written out.
`based_on = "bitwa-standard"` takes everything that the file does not say from a shipped scenario; `deck_without` takes
cards out of the decks, and `own_cards` are added to them, or replace cards of the same ids.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from os import PathLike
from typing import Any

from mali_powstancy.bitwa_warszawska.cards import ARMIES, KINDS, Card, CardId, Source
from mali_powstancy.bitwa_warszawska.effects import (
    BAD_CONDITION,
    BAD_NUMBER,
    MISPLACED,
    UNREADABLE,
    Effect,
    EffectError,
    parse,
)
from mali_powstancy.bitwa_warszawska.scenario import GAME_ID, Counts, Scenario
from mali_powstancy.tabletop.scenario_file import ScenarioError as ScenarioError  # for who loads scenarios
from mali_powstancy.tabletop.scenario_file import ScenarioReader, shipped
from mali_powstancy.tabletop.tomlfile import FaultKind, TomlTable, shown

HOME = "mali_powstancy.bitwa_warszawska"
"""The package whose data are those of this game."""
PLAYERS = (2, 3, 4)
MOST_CARDS = 200
LEAST_LIMIT, MOST_LIMIT = 3, 6
_PARTS = {"deck": ("decks", "cards"), "sources": ("sources", "sources")}
"""The parts of a scenario: the folders of the shipped ones, and under which key each stands there."""
_KEYS = ("game", "id", "version", "title", "title_en", "origin", "based_on", *_PARTS, "deck_without", "own_cards")
_TABLES = ("numbers", "players")
_NUMBERS = {"points": (1, 99), "rounds": (1, 99), "units": (3, 99), "first_units": (0, 3), "line_limit": (0, 9)}
_COUNTS = {"hand": (1, 9), "more": (1, 9), "high": (0, 9), "low": (0, 9)}
_CARD_KEYS = tuple("effect" if field == "options" else field for field in Card._fields)


class ScenarioFault(StrEnum):
    """What can be wrong in scenario files of this game only."""

    EFFECT_UNREADABLE = UNREADABLE
    EFFECT_NUMBER = BAD_NUMBER
    EFFECT_CONDITION = BAD_CONDITION
    EFFECT_MISPLACED = MISPLACED
    TOO_FEW_CARDS = "too-few-cards"
    TOO_FEW_UNITS = "too-few-units"


def shipped_scenarios() -> tuple[str, ...]:
    """The names of all shipped scenarios, old versions included: `bitwa-short-1`, `bitwa-standard-1`, ..."""
    return shipped(HOME)


def load_scenario(name: str | PathLike[str] = "bitwa-standard") -> Scenario:
    """A shipped scenario by id (its newest version) or name (`bitwa-standard-1`), or one from a TOML file.

    Raise `ScenarioError` with all faults if it cannot be used.
    """
    scenario: Scenario = _Reader.load(name)
    return scenario


def read_scenario(text: str, file: str = "scenario") -> Scenario:
    """The scenario written in a TOML text; `file` is its name in messages."""
    scenario: Scenario = _Reader.read(text, file)
    return scenario


class _Reader(ScenarioReader):
    """Turns the tables of a scenario file into a `Scenario`."""

    game = GAME_ID
    home = HOME
    tables = _TABLES
    not_rules = ("limit_origin", "caption", "caption_en", "sources")

    def scenario(self, raw: TomlTable) -> Scenario:
        raw = self.with_base(raw)
        self.table(raw, "scenario", (*_KEYS, *_TABLES))
        parts = self.parts(raw, _PARTS, dispensable="sources")
        sources = self._sources(parts["sources"])
        cards = self._cards(parts["deck"], raw, sources)
        settings = self.numbers_with_origin(raw, "numbers", _NUMBERS)
        players = self._players(raw.get("players"))
        self._check_box(cards, settings)
        heading = self.heading(raw)
        self.stop_at_faults()
        rules = {
            "deck": [parts["deck"], raw.get("deck_without"), raw.get("own_cards")],
            "numbers": [settings, {str(n): [*counts] for n, counts in players.items()}],
        }
        return Scenario(
            **heading, cards=cards, sources=sources, **settings, players=players, **self.hashes(heading, rules)
        )

    # Cards.

    def _cards(self, raw: Any, scenario: TomlTable, sources: Iterable[str]) -> dict[CardId, Card]:
        """Both decks: the cards of the part, without those that are left out, and the own ones."""
        read = {
            item: self.each(value, item, _CARD_KEYS, lambda table, label: self._card(table, label, sources))
            for item, value in (("deck", raw), ("own_cards", scenario.get("own_cards")))
            if value is not None
        }
        for item, cards in read.items():
            self.unique((card.id for card in cards), item)
        known = {card.id: card for card in read.get("deck", ())}
        known = self.without_left_out(known, scenario.get("deck_without"))
        known |= {card.id: card for card in read.get("own_cards", ())}
        if len(known) > MOST_CARDS:
            self.fault("deck", FaultKind.TOO_LARGE, f"{len(known)}; {MOST_CARDS}")
        return known

    def _card(self, table: TomlTable, item: str, sources: Iterable[str]) -> Card:
        kind = self.one_of(table, "kind", item, KINDS)
        limit = 0
        if kind == "commander":
            limit = self.number(table, "limit", item, LEAST_LIMIT, MOST_LIMIT)
        elif kind and "limit" in table:
            self.fault(item, FaultKind.UNKNOWN_KEY, shown("limit"))
        name, origin = self.name(table, item), self.origin(table, item)
        caption = self.text(table, "caption", item, "")
        return Card(
            self.slug(table, item),
            self.one_of(table, "army", item, ARMIES),
            kind,
            self._effect(table, kind, item),
            limit,
            origin,
            self.text(table, "limit_origin", item, origin),
            name,
            self.text(table, "name_en", item, name),
            caption,
            self.text(table, "caption_en", item, caption),
            self.some_of(table, "sources", item, sources) if "sources" in table else (),
        )

    def _effect(self, table: TomlTable, kind: str, item: str) -> Effect:
        text = self.text(table, "effect", item)
        if not text or table.get("effect") != text:
            if table.get("effect") == "":
                self.fault(item, FaultKind.MISSING, "effect")
            return ()
        try:
            return parse(text, kind or None)
        except EffectError as error:
            for fault, found in error.faults:
                self.fault(f"{item}.effect", ScenarioFault(fault), found)
            return ()

    def _sources(self, raw: Any) -> dict[str, Source]:
        """Where captions come from; a scenario whose cards name no source may do without."""
        sources = [] if raw is None else self.each(raw, "sources", Source._fields, self._source)
        self.unique((source.id for source in sources), "sources")
        return {source.id: source for source in sources}

    def _source(self, table: TomlTable, item: str) -> Source:
        grade = self.one_of(table, "grade", item, ("A", "B", "C"))
        what, where = self.name(table, item, "what"), self.name(table, item, "where")
        return Source(
            self.slug(table, item),
            grade,
            what,
            self.text(table, "what_en", item, what),
            where,
            self.text(table, "where_en", item, where),
        )

    # Players.

    def _players(self, raw: Any) -> dict[int, Counts]:
        return {
            players: Counts(*(self.number_with_origin(row, name, item, *within) for name, within in _COUNTS.items()))
            for players, row, item in self.rows_of_players(raw, PLAYERS, (*_COUNTS, "origin"))
        }

    def _check_box(self, cards: dict[CardId, Card], numbers: dict[str, int]) -> None:
        """Each army has cards, and units enough for its second lines [V-9, V-16]."""
        if self.faults:
            return
        for army in ARMIES:
            if not any(card.army == army for card in cards.values()):
                self.fault("deck", ScenarioFault.TOO_FEW_CARDS, army)
        first = min(numbers["first_units"], numbers["line_limit"])
        if first < numbers["first_units"] or 3 * first > numbers["units"]:
            self.fault("numbers", ScenarioFault.TOO_FEW_UNITS, f"{numbers['first_units']}; {first}")
