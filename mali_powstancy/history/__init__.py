"""History: what sources say about the Scout Field Post and Warsaw in 1944, with each statement's sources and mark.

>>> [source.id for source in cited("potato-postmark")]
['S17', 'S30', 'S31']
>>> cited("S16")[0].title, mark_of("letters-total")
('Listy na wagę złota', 'disputed')
>>> cited("leters-total")  # doctest: +ELLIPSIS
Traceback (most recent call last):
...
mali_powstancy.history.UnknownId: nothing in the history has the id 'leters-total'; near: letters-total, ...
"""

from __future__ import annotations

from functools import cache
from typing import TypeVar

from mali_powstancy.history.items import (
    OUR_OWN,
    Fact,
    HistoryBattle,
    HistoryDistrict,
    HistoryEvent,
    HistoryItem,
    HistoryNumber,
    HistoryPlace,
    HistorySource,
    Mark,
    Person,
    Words,
)
from mali_powstancy.history.reading import FILES, History, HistoryError, read_history
from mali_powstancy.history.saying import amount, day_words, in_digits, when

__all__ = [
    "HistoryBattle",
    "HistoryDistrict",
    "HistoryEvent",
    "Fact",
    "History",
    "HistoryError",
    "HistoryItem",
    "Mark",
    "HistoryNumber",
    "OUR_OWN",
    "Person",
    "HistoryPlace",
    "HistorySource",
    "UnknownId",
    "Words",
    "amount",
    "battle",
    "battles",
    "care_note",
    "cited",
    "day_words",
    "district",
    "districts",
    "event",
    "events",
    "fact",
    "facts",
    "history",
    "in_digits",
    "item",
    "mark_of",
    "number",
    "numbers",
    "people",
    "person",
    "place",
    "place_of",
    "places",
    "read_history",
    "sources",
    "when",
]


HistoryKind = TypeVar(
    "HistoryKind", Fact, HistoryEvent, HistoryNumber, Person, HistoryPlace, HistoryDistrict, HistoryBattle
)


class UnknownId(KeyError):
    """Nothing in the history has this id; the message names ids that are near."""

    def __init__(self, unknown: str) -> None:
        from difflib import get_close_matches  # late: only a mistake needs it

        near = get_close_matches(unknown, history().by_id, n=4, cutoff=0.5)
        self.unknown = unknown
        self.near = tuple(near)
        words = f"nothing in the history has the id {unknown!r}"
        super().__init__(f"{words}; near: {', '.join(near)}" if near else words)

    def __str__(self) -> str:
        return str(self.args[0])  # a KeyError would show it in quotation marks


@cache
def history() -> History:
    """All of the history in the files of the course, read once."""
    from importlib.resources import files  # late: it is slow to import, and not every use reads a file

    folder = files("mali_powstancy").joinpath("data", "history")
    return read_history({name: folder.joinpath(f"{name}.toml").read_text("utf-8") for name in FILES})


def sources() -> tuple[HistorySource, ...]:
    """All sources, in the order of their numbers."""
    return history().sources


def facts() -> tuple[Fact, ...]:
    """All statements that are no event, number, person, place or district."""
    return history().facts


def events() -> tuple[HistoryEvent, ...]:
    """All events: those of the post, then those of the city, then the loss of districts."""
    return history().events


def numbers() -> tuple[HistoryNumber, ...]:
    """All numbers; versions of the same one share a group."""
    return history().numbers


def people() -> tuple[Person, ...]:
    """The people of the post."""
    return history().people


def places() -> tuple[HistoryPlace, ...]:
    """All places; those of the game's board name their object."""
    return history().places


def districts() -> tuple[HistoryDistrict, ...]:
    """The parts of the city, in the order in which they were lost."""
    return history().districts


def battles() -> tuple[HistoryBattle, ...]:
    """The places that were fought for in August 1920, from north to south and on each front from west to east."""
    return history().battles


def item(name: str) -> HistoryItem:
    """The source, fact, event, number, person, place, district or battle with this id."""
    try:
        return history().by_id[name]
    except KeyError:
        raise UnknownId(name) from None


def _of_kind(kind: type[HistoryKind], name: str) -> HistoryKind:
    found = item(name)
    if not isinstance(found, kind):
        raise UnknownId(name)
    return found


def fact(name: str) -> Fact:
    """The fact with this id; what is of another kind is unknown here, as for all names below."""
    return _of_kind(Fact, name)


def event(name: str) -> HistoryEvent:
    """The event with this id."""
    return _of_kind(HistoryEvent, name)


def number(name: str) -> HistoryNumber:
    """The number with this id."""
    return _of_kind(HistoryNumber, name)


def person(name: str) -> Person:
    """The person with this id."""
    return _of_kind(Person, name)


def place(name: str) -> HistoryPlace:
    """The place with this id."""
    return _of_kind(HistoryPlace, name)


def district(name: str) -> HistoryDistrict:
    """The part of the city with this id."""
    return _of_kind(HistoryDistrict, name)


def battle(name: str) -> HistoryBattle:
    """The battle with this id."""
    return _of_kind(HistoryBattle, name)


def cited(name: str) -> tuple[HistorySource, ...]:
    """The sources of what has this id; a source cites itself. Only what is marked `about` may have none."""
    found = item(name)
    if isinstance(found, HistorySource):
        return (found,)
    by_id = {source.id: source for source in sources()}
    return tuple(by_id[source] for source in found.sources)


def mark_of(name: str) -> Mark:
    """How sure it is: `stated`, `several`, `disputed`, `weak` or `about`; a source states what it says."""
    found = item(name)
    return "stated" if isinstance(found, HistorySource) else found.mark


def place_of(object_id: str) -> HistoryPlace:
    """What an object of the board really was; raise `UnknownId` if no place tells."""
    found = place(object_id)
    if found.object != object_id:
        raise UnknownId(object_id)
    return found


def care_note(object_id: str, lang: str) -> str:
    """A quiet note, for all ages, on what an object of the board really was, with its name.

    >>> care_note("pawiak", "en").split(".")[0]
    'Pawiak Prison: The largest German political prison in occupied Warsaw'
    """
    told = place_of(object_id)
    return f"{told.name[lang]}: {told.told_to_all[lang]}"
