"""Reading the files of history: everything is checked, and all faults of all files are reported at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields
from datetime import date, datetime
from types import MappingProxyType
from typing import Any, get_args, get_type_hints

from mali_powstancy.history.items import (
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
)
from mali_powstancy.tabletop.texts import languages
from mali_powstancy.tabletop.tomlfile import SLUG, Fault, FaultyFile, Reader, TomlTable

Check = Callable[[Any], str]
"""What is wrong with a value; empty if nothing is."""

FIRST_YEAR, LAST_YEAR = 1919, 2026
EARLIEST_BIRTH = 1850
SOURCE_KINDS = (
    *("museum", "archive", "research", "association", "memoir", "press", "radio", "scouts", "school"),
    *("encyclopedia", "tabloid", "blog", "stamps", "post", "education", "website", "book"),
)
PRINTED = "book"
"""A kind of source that has no page, and so no address."""
WEAK_KINDS = ("encyclopedia", "tabloid", "school")
"""Anybody may write there, or nobody checks: no fact rests on such a source alone."""
_SOURCE_ID = re.compile(r"S[1-9]\d*[a-z]?")
_DATE = re.compile(r"(19|20)\d\d(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?")
_CLOCK = re.compile(r"([01]\d|2[0-3]):[0-5]\d")
_LATITUDES, _LONGITUDES = (52.0, 52.5), (20.7, 21.3)


class HistoryError(FaultyFile):
    """The files of history cannot be used; `faults` lists everything that is wrong with them."""


@dataclass(frozen=True, slots=True)
class History:
    """Everything in the files, in their order, and all of it by id."""

    sources: tuple[HistorySource, ...]
    facts: tuple[Fact, ...]
    events: tuple[HistoryEvent, ...]
    numbers: tuple[HistoryNumber, ...]
    people: tuple[Person, ...]
    places: tuple[HistoryPlace, ...]
    districts: tuple[HistoryDistrict, ...]
    battles: tuple[HistoryBattle, ...]
    by_id: Mapping[str, HistoryItem]


# Checks of single values ----------------------------------------------------------------------------------------------


def _text(value: Any) -> str:
    return "" if isinstance(value, str) and value.strip() == value != "" else "is no text"


def _address(value: Any) -> str:
    if _text(value) or "://" in value or " " in value:
        return "is no address without https:// and spaces"
    return "" if value.partition("/")[2] else "is that of a whole site, not of the page"


def _date(value: Any) -> str:
    return "" if isinstance(value, str) and _DATE.fullmatch(value) else "is no date such as 2008, 2008-02 or 2008-02-09"


def _slug(value: Any) -> str:
    return "" if isinstance(value, str) and SLUG.fullmatch(value) else "is no id such as first-letter"


def _source_id(value: Any) -> str:
    return "" if isinstance(value, str) and _SOURCE_ID.fullmatch(value) else "is no id such as S12"


def _flag(value: Any) -> str:
    return "" if isinstance(value, bool) else "is neither true nor false"


def _whole(value: Any) -> str:
    return "" if type(value) is int and value >= 0 else "is no whole number"


def _year(value: Any) -> str:
    return "" if type(value) is int and FIRST_YEAR <= value <= LAST_YEAR else f"is not {FIRST_YEAR}-{LAST_YEAR}"


def _life_year(value: Any) -> str:
    return "" if type(value) is int and EARLIEST_BIRTH <= value <= LAST_YEAR else f"is not {EARLIEST_BIRTH}-{LAST_YEAR}"


def _day(value: Any) -> str:
    if not isinstance(value, date) or isinstance(value, datetime):
        return "is no day"
    return _year(value.year)


def _clock(value: Any) -> str:
    return "" if isinstance(value, str) and _CLOCK.fullmatch(value) else "is no time such as 13:50"


def _texts(value: Any) -> str:
    if not isinstance(value, list) or any(_text(one) for one in value):
        return "is no list of texts"
    return "has the same text twice" if len(set(value)) < len(value) else ""


def _names(value: Any) -> str:
    """The same in every language; names may be alike."""
    if not isinstance(value, dict) or set(value) - set(languages()):
        return f"is not given by language ({', '.join(languages())})"
    missing = [language for language in languages() if _text(value.get(language))]
    return f"has no text in {', '.join(missing)}" if missing else ""


def _sentences(value: Any) -> str:
    """The same in every language, but translated."""
    return _names(value) or ("is the same in all languages" if len(set(value.values())) == 1 else "")


def _spot(value: Any) -> str:
    bounds = (_LATITUDES, _LONGITUDES)
    if not isinstance(value, list) or len(value) != 2 or any(type(one) is not float for one in value):
        return "is not latitude and longitude"
    inside = all(low <= one <= high for one, (low, high) in zip(value, bounds, strict=True))
    return "" if inside else "is not in Warsaw"


def _one_of(*allowed: str) -> Check:
    return lambda value: "" if value in allowed else f"is none of {', '.join(allowed)}"


def _literals(kind: type[Any], field: str) -> Check:
    """One of the words that the value's type allows."""
    return _one_of(*(word for word in get_args(get_type_hints(kind)[field]) if word))


_CITED: Mapping[str, Check] = {"sources": _texts, "mark": _one_of(*get_args(Mark))}

_KINDS: Mapping[str, tuple[str, type[Any], Mapping[str, Check]]] = {
    # file: (name of its tables, what they become, what is checked)
    "sources": (
        "source",
        HistorySource,
        {
            "id": _source_id,
            "title": _text,
            "publisher": _text,
            "kind": _one_of(*SOURCE_KINDS),
            "trust": _literals(HistorySource, "trust"),
            "author": _text,
            "date": _date,
            "address": _address,
            "address_unknown": _flag,
            "where": _text,
        },
    ),
    "facts": (
        "fact",
        Fact,
        {"id": _slug, "topic": _slug, "text": _sentences, "age": _whole, **_CITED},
    ),
    "events": (
        "event",
        HistoryEvent,
        {
            "id": _slug,
            "kind": _literals(HistoryEvent, "kind"),
            "short": _sentences,
            "what": _sentences,
            "day": _day,
            "until": _day,
            "year": _year,
            "clock": _clock,
            "day_about": _flag,
            "care": _flag,
            "main": _flag,
            **_CITED,
        },
    ),
    "numbers": (
        "number",
        HistoryNumber,
        {
            "id": _slug,
            "says": _literals(HistoryNumber, "says"),
            "unit": _slug,
            "label": _sentences,
            "value": _whole,
            "low": _whole,
            "high": _whole,
            "group": _slug,
            "day": _day,
            **_CITED,
        },
    ),
    "people": (
        "person",
        Person,
        {
            "id": _slug,
            "name": _text,
            "surname": _text,
            "pseudonyms": _texts,
            "group": _literals(Person, "group"),
            "role": _sentences,
            "facts": _sentences,
            "born": _life_year,
            "died": _life_year,
            "age": _whole,
            "age_about": _flag,
            "care": _sentences,
            **_CITED,
        },
    ),
    "places": (
        "place",
        HistoryPlace,
        {
            "id": _slug,
            "name": _names,
            "district": _slug,
            "what": _sentences,
            "kind": _literals(HistoryPlace, "kind"),
            "object": _slug,
            "address": _text,
            "held": _sentences,
            "held_from": _day,
            "held_until": _day,
            "held_about": _flag,
            "never_held": _flag,
            "care": _flag,
            "no_task": _flag,
            "note": _sentences,
            "at": _spot,
            "at_mark": _literals(HistoryPlace, "at_mark"),
            **_CITED,
        },
    ),
    "districts": (
        "district",
        HistoryDistrict,
        {
            "id": _slug,
            "name": _names,
            "lost": _slug,
            "how": _literals(HistoryDistrict, "how"),
            "note": _sentences,
            "game": _slug,
            **_CITED,
        },
    ),
    "battles": (
        "battle",
        HistoryBattle,
        {
            "id": _slug,
            "front": _literals(HistoryBattle, "front"),
            "name": _names,
            "day": _day,
            "until": _day,
            "held_by": _literals(HistoryBattle, "held_by"),
            "what": _sentences,
            **_CITED,
        },
    ),
}

FILES = tuple(_KINDS)
"""The files of history, without their ending."""


# Reading --------------------------------------------------------------------------------------------------------------


def read_history(files: Mapping[str, str]) -> History:
    """The history written in these TOML texts, by name of the file; raise `HistoryError` with all faults."""
    faults: list[Fault] = []
    rows = {file: list(_rows(file, files.get(file, ""), faults)) for file in FILES}
    faults += _twice(rows)
    sources = {row["id"]: row for row in rows["sources"]}
    places = {row["id"] for row in rows["districts"]}
    events = {row["id"]: row for row in rows["events"]}
    for file in FILES:
        for row in rows[file]:
            found = (
                _source_faults(row)
                if file == "sources"
                else [*_citing(row, sources), *_between(file, row, places, events)]
            )
            faults += [Fault(f"{file}.toml", row["id"], fault) for fault in found]
    if faults:
        raise HistoryError(faults)
    return _made(rows)


def _rows(file: str, text: str, faults: list[Fault]) -> Iterator[TomlTable]:
    """The tables of a file that can be used; what is wrong with the others is added to the faults."""
    table, kind, checks = _KINDS[file]
    where = f"{file}.toml"
    try:
        data = Reader(where).parsed(text)
    except FaultyFile as error:
        faults.append(Fault(where, "", f"cannot be read: {error.faults[0].found}"))
        return
    faults += [Fault(where, key, "is unknown here") for key in data if key != table]
    listed = data.get(table, [])
    if not isinstance(listed, list) or not listed:
        faults.append(Fault(where, "", f"there is no [[{table}]]"))
        return
    needed = {field.name for field in fields(kind) if field.default is MISSING}
    for number, row in enumerate(listed, 1):
        name = row.get("id") if isinstance(row, dict) else None
        item = name if isinstance(name, str) else f"{table} {number}"
        wrong = [Fault(where, item, fault) for fault in _wrong(row, needed, checks)]
        faults += wrong
        if not wrong:
            yield row


def _wrong(row: Any, needed: set[str], checks: Mapping[str, Check]) -> Iterator[str]:
    if not isinstance(row, dict):
        yield "is no table"
        return
    yield from (f"{field} is missing" for field in sorted(needed - row.keys()))
    yield from (f"{field} is unknown here" for field in row if field not in checks)
    for field, value in row.items():
        if field in checks and (fault := checks[field](value)):
            yield f"{field} {fault}"


def _twice(rows: Mapping[str, list[TomlTable]]) -> Iterator[Fault]:
    seen: dict[str, str] = {}
    for file, listed in rows.items():
        for row in listed:
            name = row["id"]
            if name in seen:
                yield Fault(f"{file}.toml", name, f"the id is there twice, also in {seen[name]}.toml")
            seen[name] = file


def _source_faults(row: TomlTable) -> Iterator[str]:
    if row["kind"] == PRINTED:
        if {"address", "address_unknown"} & row.keys():
            yield "is printed, so it has no address"
    elif ("address" in row) == row.get("address_unknown", False):
        yield "needs the address of its page, or address_unknown = true, and not both"
    if row["kind"] in WEAK_KINDS and row["trust"] != "weak":
        yield f"a source of the kind {row['kind']} is a weak one"


def _citing(row: TomlTable, sources: Mapping[str, TomlTable]) -> Iterator[str]:
    """What is wrong with the sources of a row, and with its mark."""
    yield from (f"{source} is no known source" for source in row["sources"] if source not in sources)
    least = {"stated": 1, "several": 2, "disputed": 1, "weak": 1, "about": 0}[row["mark"]]
    if len(row["sources"]) < least:
        yield f"the mark {row['mark']!r} needs {least} source(s) or more"
    trusted = [source for source in row["sources"] if sources.get(source, {}).get("trust") != "weak"]
    if row["sources"] and not trusted and row["mark"] not in ("weak", "about"):
        yield "rests on weak sources only: find a better one, or let the mark say 'weak'"
    if trusted and row["mark"] == "weak":
        yield f"has a source that is not weak ({', '.join(trusted)}): the mark 'weak' is wrong"


def _between(file: str, row: TomlTable, districts: set[str], events: Mapping[str, TomlTable]) -> Iterator[str]:
    """What does not fit between the fields of a row."""
    if file == "events":
        yield from _event_faults(row)
    elif file == "numbers":
        yield from _number_faults(row)
    elif file == "people":
        if row.get("born", 0) > row.get("died", LAST_YEAR):
            yield "died before being born"
    elif file == "places":
        yield from _place_faults(row, districts)
    elif file == "battles":
        if "until" in row and row["until"] <= row["day"]:
            yield "until is not after day"
    elif file == "districts" and events.get(row["lost"], {}).get("kind") != "district":
        yield f"lost: {row['lost']} is no event of the kind district"


def _event_faults(row: TomlTable) -> Iterator[str]:
    if ("day" in row) == ("year" in row):
        yield "needs a day or a year, and not both"
    if "until" in row and ("day" not in row or row["until"] <= row["day"]):
        yield "until is not after day"
    if "clock" in row and "day" not in row:
        yield "has a clock but no day"


def _number_faults(row: TomlTable) -> Iterator[str]:
    given = [row[field] for field in ("low", "value", "high") if field in row]
    if not given:
        yield "needs a value, or low and high"
    if given != sorted(given):
        yield "low, value and high are not in order"
    if row["says"] == "exactly" and row["mark"] in ("weak", "about"):
        yield "a number without a good source is never exact"
    if row["says"] == "exactly" and row["mark"] == "disputed" and "group" not in row:
        yield "a disputed number is exact only as one version of a group"
    if row["says"] == "exactly" and ("low" in row or "high" in row):
        yield "a range is never exact"


def _place_faults(row: TomlTable, districts: set[str]) -> Iterator[str]:
    if row["district"] not in districts:
        yield f"{row['district']} is no known district"
    if ("at" in row) != ("at_mark" in row):
        yield "at and at_mark belong together: no coordinates without their mark"
    if "object" in row and "held" not in row:
        yield "a place of the board says when it was in Polish hands (held)"
    if row.get("no_task") and not row.get("care"):
        yield "a place without tasks is a place of care"
    if "note" in row and not row.get("care"):
        yield "a note for all ages belongs to a place of care"
    if row.get("never_held") and {"held_from", "held_until"} & row.keys():
        yield "never held, and yet there are days"
    if "held_from" in row and "held_until" in row and row["held_until"] < row["held_from"]:
        yield "held_until is before held_from"


def _made(rows: Mapping[str, list[TomlTable]]) -> History:
    made: dict[str, tuple[Any, ...]] = {}
    events: dict[str, HistoryEvent] = {}
    for file in FILES:
        kind = _KINDS[file][1]
        frozen = [{field: _frozen(value) for field, value in row.items()} for row in rows[file]]
        if file == "districts":
            frozen = [row | {"lost": events[row["lost"]]} for row in frozen]
        made[file] = tuple(kind(**row) for row in frozen)
        if file == "events":
            events = {event.id: event for event in made[file]}
    by_id = {item.id: item for items in made.values() for item in items}
    return History(**made, by_id=MappingProxyType(by_id))


def _frozen(value: Any) -> Any:
    if isinstance(value, dict):
        return MappingProxyType(value)
    return tuple(value) if isinstance(value, list) else value
