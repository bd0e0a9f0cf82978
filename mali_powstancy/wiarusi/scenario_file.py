"""Reading scenario files: everything is checked, and all faults of a file are reported at once.

A scenario file is TOML. Its parts (deck, characters) are named if they are shipped ones, or written out.
`based_on = "wiarusi-standard"` takes everything that the file does not say from a shipped scenario; `deck_without`
takes cards out of the deck.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from os import PathLike
from typing import Any

from mali_powstancy.tabletop.scenario_file import ScenarioError as ScenarioError  # for who loads scenarios
from mali_powstancy.tabletop.scenario_file import ScenarioReader, shipped
from mali_powstancy.tabletop.tomlfile import FaultKind, TomlTable, shown
from mali_powstancy.wiarusi.cards import (
    THREATS,
    TILES,
    CardId,
    Character,
    Effect,
    Gift,
    Knock,
    Saying,
    ThreatCard,
    Trial,
)
from mali_powstancy.wiarusi.rules.setup import FIRST_TILES
from mali_powstancy.wiarusi.scenario import GAME_ID, Counts, Hands, Scenario, Victory

HOME = "mali_powstancy.wiarusi"
"""The package whose data are those of this game."""
MOST_PLAYERS = 5
LEAST_PLAYERS = 2
MOST_CARDS = 120
"""No deck is larger, so that no active threat is counted beyond its byte (cards.SIGN)."""
_PARTS = {"deck": ("decks", None), "characters": ("characters", "characters"), "sayings": ("sayings", "sayings")}
"""The parts of a scenario: the folders of the shipped ones, and under which key each stands there."""
_KEYS = (
    "game",
    "id",
    "version",
    "title",
    "title_en",
    "origin",
    "based_on",
    "deck",
    "deck_without",
    "characters",
    "sayings",
    "traps",
)
_TABLES = ("tiles", "numbers", "players")
_NUMBERS = {
    "identical_threats": (2, 9),
    "bolts_to_lose": (1, 99),
    "least_drop": (1, MOST_CARDS),
    "first_difficulty": (1, MOST_CARDS),
    "shed_after_success": (1, 9),
    "shed_after_failure": (1, 9),
}
_PLAYER_KEYS = ("pile", "rise", "highest_pile", "speeches", "speeches_return", "chaplain", "kinds", "origin")


class ScenarioFault(StrEnum):
    """What can be wrong in scenario files of this game only."""

    TOO_FEW_CARDS = "too-few-cards"
    TOO_FEW_TILES = "too-few-tiles"
    TOO_FEW_CHARACTERS = "too-few-characters"


def shipped_scenarios() -> tuple[str, ...]:
    """The names of all shipped scenarios, old versions included: `wiarusi-beginner-1`, ..."""
    return shipped(HOME)


def load_scenario(name: str | PathLike[str] = "wiarusi-standard") -> Scenario:
    """A shipped scenario by id (its newest version) or name (`wiarusi-standard-1`), or one from a TOML file.

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
    not_rules = ("name_origin",)

    def scenario(self, raw: TomlTable) -> Scenario:
        raw = self.with_base(raw)
        self.table(raw, "scenario", (*_KEYS, "victory", "hands", *_TABLES))
        parts = self.parts(raw, _PARTS, dispensable="sayings")
        trials = self._trials(parts["deck"], raw.get("deck_without"))
        characters = self._characters(parts["characters"])
        sayings = self._sayings(parts["sayings"])
        settings = self.numbers_with_origin(raw, "numbers", _NUMBERS)
        tiles = self.numbers_with_origin(raw, "tiles", dict.fromkeys(TILES, (0, 99)))
        victory = self.one_of(raw, "victory", "scenario", [*Victory])
        hands = self.one_of({"hands": Hands.HIDDEN, **raw}, "hands", "scenario", [*Hands])
        traps = self.flag(raw, "traps", "scenario")
        players = self._players(raw.get("players"))
        self._check_boxes(players, len(trials), len(characters), tiles)
        heading = self.heading(raw)
        self.stop_at_faults()
        opened = [hands] if hands != Hands.HIDDEN else []  # scenarios from before there was a choice keep their hashes
        rules = {
            "deck": [parts["deck"], raw.get("deck_without")],
            "characters": parts["characters"],
            "numbers": [settings, tiles, raw["players"], victory, traps, *opened],
        }
        return Scenario(
            **heading,
            trials=trials,
            characters=characters,
            sayings=sayings,
            tiles=tiles,
            traps=traps,
            victory=Victory(victory),
            hands=Hands(hands),
            **settings,
            players=players,
            **self.hashes(heading, rules),
        )

    # Cards.

    def _trials(self, raw: Any, left_out: Any) -> dict[CardId, Trial]:
        """The deck: threats, hard knocks and gifts, without those that are left out."""
        if raw is None:  # it has been noted
            return {}
        table = self.table(raw, "deck", ("threats", "knocks", "gifts"))
        cards: list[Trial] = [
            *self.each(table.get("threats", []), "threats", ("id", "threats", "trap", "origin"), self._threat_card),
            *self.each(table.get("knocks", []), "knocks", Knock._fields, self._knock),
            *self.each(table.get("gifts", []), "gifts", Gift._fields, self._gift),
        ]
        self.unique((card.id for card in cards), "deck")
        single = [c.effect for c in cards if isinstance(c, Knock) and c.effect not in _MANY]
        self.unique(single, "knocks")  # the rules speak of "the" tyrannical player
        if len(cards) > MOST_CARDS:
            self.fault("deck", FaultKind.TOO_LARGE, f"{len(cards)}; {MOST_CARDS}")
        return self.without_left_out({card.id: card for card in cards}, left_out)

    def _threat_card(self, table: TomlTable, item: str) -> ThreatCard:
        return ThreatCard(
            self.slug(table, item),
            self.some_of(table, "threats", item, THREATS),
            self.flag(table, "trap", item, default=False),
            self.origin(table, item),
        )

    def _knock(self, table: TomlTable, item: str) -> Knock:
        effect = self.one_of(table, "effect", item, [*Effect])
        threat = None
        if effect and Effect(effect).is_threat:
            threat = self.one_of(table, "threat", item, THREATS)
        elif effect and "threat" in table:
            self.fault(item, FaultKind.UNKNOWN_KEY, shown("threat"))
        name, origin = self.name(table, item), self.origin(table, item)
        return Knock(
            self.slug(table, item),
            Effect(effect) if effect else Effect.WOUNDED,
            threat or None,
            self.number(table, "bolts", item, 0, 9, default=1),
            name,
            self.text(table, "name_en", item, name),
            origin,
            self.text(table, "name_origin", item, origin),
        )

    def _gift(self, table: TomlTable, item: str) -> Gift:
        name = self.name(table, item)
        return Gift(self.slug(table, item), name, self.text(table, "name_en", item, name), self.origin(table, item))

    def _characters(self, raw: Any) -> dict[str, Character]:
        if raw is None:  # it has been noted
            return {}
        characters = self.each(raw, "characters", Character._fields, self._character)
        self.unique((character.id for character in characters), "characters")
        return {character.id: character for character in characters}

    def _character(self, table: TomlTable, item: str) -> Character:
        return Character(
            self.slug(table, item),
            self.name(table, item),
            self.one_of(table, "charm", item, THREATS),
            self.origin(table, item),
        )

    def _sayings(self, raw: Any) -> tuple[Saying, ...]:
        """What may be said in a speech: a scenario may do without."""
        sayings = [] if raw is None else self.each(raw, "sayings", Saying._fields, self._saying)
        self.unique((saying.id for saying in sayings), "sayings")
        return tuple(sayings)

    def _saying(self, table: TomlTable, item: str) -> Saying:
        text = self.name(table, item, "text")
        return Saying(self.slug(table, item), text, self.text(table, "text_en", item, text), self.origin(table, item))

    # Players.

    def _players(self, raw: Any) -> dict[int, Counts]:
        rows = {}
        for players, row, item in self.rows_of_players(raw, range(LEAST_PLAYERS, MOST_PLAYERS + 1), _PLAYER_KEYS):
            pile = self.number(row, "pile", item, 1, MOST_CARDS)
            rows[players] = Counts(
                pile,
                self.number(row, "rise", item, 0, MOST_CARDS, default=0),
                self.number(row, "highest_pile", item, pile, MOST_CARDS, default=pile),
                self.number(row, "speeches", item, 0, 99),
                self.flag(row, "speeches_return", item, default=False),
                self.flag(row, "chaplain", item, default=False),
                self.some_of(row, "kinds", item, TILES),
            )
        return rows

    def _check_boxes(
        self, players: Mapping[int, Counts], cards: int, characters: int, tiles: Mapping[str, int]
    ) -> None:
        """There are enough cards, characters and tiles for every number of players (W-3, W-5, HW-1)."""
        tiles_known = not any(fault.item.startswith("tiles") for fault in self.faults)
        for number, counts in players.items():
            item, ring = f"players.{number}", number + counts.chaplain
            if cards and counts.highest_pile >= cards:  # the reserve begins with a card at least
                self.fault(item, ScenarioFault.TOO_FEW_CARDS, f"{cards}; {counts.highest_pile + 1}")
            if characters and ring > characters:
                self.fault(item, ScenarioFault.TOO_FEW_CHARACTERS, f"{characters}; {ring}")
            short = [tile for tile in FIRST_TILES if tiles[tile] < ring]
            left = sum(tiles[tile] - ring * (tile in FIRST_TILES) for tile in counts.kinds)
            if counts.kinds and tiles_known and (short or left < ring):
                self.fault(item, ScenarioFault.TOO_FEW_TILES, ", ".join(short) or ", ".join(counts.kinds))


_MANY = frozenset({Effect.TRAUMA, Effect.PHOBIA, Effect.WOUNDED})
"""Effects of which a deck may have several cards; of all others the rules know one."""
