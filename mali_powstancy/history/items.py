"""What the course knows of history: small values, each with the sources that say so and a mark of how sure it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Literal

Words = Mapping[str, str]
"""The same words in every language, by language."""
Mark = Literal["stated", "several", "disputed", "weak", "about"]
"""A source says so; several do; sources contradict each other; only a weak source says so; no source was checked."""


OUR_OWN = ("game", "invented")
"""References that name no source: this is about the game; this was invented for the course."""


@dataclass(frozen=True, slots=True)
class HistorySource:
    """Where facts come from: a museum, a newspaper, a memoir. Titles stay in the language of the source."""

    id: str
    title: str
    publisher: str
    kind: str
    trust: Literal["strong", "fair", "weak"]
    author: str = ""
    date: str = ""
    """When it was published, as far as that is known: `2008`, `2023-08` or `2025-11-10`."""
    address: str = ""
    """That of the page itself, never that of a whole site."""
    address_unknown: bool = False
    """The page was read, but where it is nobody knows any more."""
    where: str = ""
    """What to look for on a long page."""

    @property
    def named(self) -> str:
        """Whose it is, what it is called, and from when it is."""
        return ", ".join(filter(None, (self.author, self.title, self.publisher, self.date)))

    @property
    def link(self) -> str:
        """The whole address; empty if there is none."""
        return f"https://{self.address}" if self.address else ""


@dataclass(frozen=True, slots=True)
class Fact:
    """A statement in our own words."""

    id: str
    topic: str
    text: Words
    sources: tuple[str, ...]
    mark: Mark
    age: int = 10
    """The youngest age it is written for."""


@dataclass(frozen=True, slots=True)
class HistoryEvent:
    """Something that happened on a day, on a few days, or in a year of which no day is known."""

    id: str
    kind: Literal["post", "city", "district"]
    short: Words
    what: Words
    sources: tuple[str, ...]
    mark: Mark
    day: date | None = None
    until: date | None = None
    year: int | None = None
    clock: str = ""
    day_about: bool = False
    care: bool = False
    """A massacre or another thing that is told quietly, and only to those of 13 and more."""
    main: bool = False
    """It stands on the timeline; all events are in its table."""


@dataclass(frozen=True, slots=True)
class HistoryNumber:
    """A number as sources give it: a value, a range, or a value within a range of estimates."""

    id: str
    says: Literal["about", "over", "at-least", "up-to", "exactly"]
    unit: str
    label: Words
    sources: tuple[str, ...]
    mark: Mark
    value: int | None = None
    low: int | None = None
    high: int | None = None
    group: str = ""
    """Versions of the same number share a group."""
    day: date | None = None


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who lived. Nobody may put invented words into a person's mouth, or play one."""

    id: str
    name: str
    surname: str
    pseudonyms: tuple[str, ...]
    group: Literal["organiser", "carrier", "scout"]
    role: Words
    facts: Words
    sources: tuple[str, ...]
    mark: Mark
    born: int | None = None
    died: int | None = None
    age: int | None = None
    """In August 1944."""
    age_about: bool = False
    care: Words | None = None
    """What a lesson has to mind."""


@dataclass(frozen=True, slots=True)
class HistoryPlace:
    """What a place really was, and when it was in Polish hands."""

    id: str
    name: Words
    district: str
    what: Words
    sources: tuple[str, ...]
    mark: Mark
    kind: Literal["place", "office"] = "place"
    object: str = ""
    """The object of the game's board that stands for it; empty if there is none."""
    address: str = ""
    held: Words | None = None
    held_from: date | None = None
    held_until: date | None = None
    held_about: bool = False
    never_held: bool = False
    care: bool = False
    """What happened here is told quietly: it gets a card, and no exercise that we make leads to it."""
    no_task: bool = False
    """A place of imprisonment and murder: no order, exercise or example of ours begins or ends here."""
    note: Words | None = None
    """What is told of such a place to readers of every age; then `what` is for those of 13 and more."""
    at: tuple[float, float] | None = None
    """Latitude and longitude, always approximate."""
    at_mark: Literal["", "about", "stated"] = ""

    @property
    def told_to_all(self) -> Words:
        """What may be told of it to readers of every age."""
        return self.note or self.what


@dataclass(frozen=True, slots=True)
class HistoryDistrict:
    """A part of the city: when and how it was lost, and the district of the game it belongs to."""

    id: str
    name: Words
    lost: HistoryEvent
    how: Literal["lost", "capitulated", "ended"]
    note: Words
    sources: tuple[str, ...]
    mark: Mark
    game: str = ""


@dataclass(frozen=True, slots=True)
class HistoryBattle:
    """A place that was fought for in August 1920: on which front, on which days, and who held it afterwards."""

    id: str
    front: Literal["N", "M", "S"]
    """A front of the game: north, middle or south."""
    name: Words
    """That of the place."""
    day: date
    held_by: Literal["WP", "ACz"]
    """The army in the place on the evening of the last day: the Polish Army with its ally, or the Red Army."""
    what: Words
    sources: tuple[str, ...]
    mark: Mark
    until: date | None = None

    @property
    def last_day(self) -> date:
        """The day on whose evening somebody held the place."""
        return self.until or self.day


HistoryItem = (
    HistorySource | Fact | HistoryEvent | HistoryNumber | Person | HistoryPlace | HistoryDistrict | HistoryBattle
)
