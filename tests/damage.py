"""Files with something wrong in them: tables as TOML, changed in one place or damaged by accident."""

import copy
import datetime
import json
import os
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from mali_powstancy.tabletop.scenario_file import ScenarioError

Table = dict[str, Any]
Keys = tuple[str | int, ...]

SEEDS = range(100 if os.environ.get("HYPOTHESIS_PROFILE") == "fuzz" else 4)
CASES = 150

WRONG_VALUES: list[object] = [
    "",
    "no-such-thing",
    -1,
    16**5_000,
    float("nan"),
    True,
    datetime.date(1944, 8, 1),
    [],
    [1, "past"],
    {},
    {"value": "past"},
]

TOKENS = [
    *'{}[]",=.:#\n\\',
    *(
        "[[orders]]",
        "[board]",
        "[[board.roads]]",
        "[[road_changes]]",
        "'''",
        '"""',
        "\\u0000",
        "\\ud800",
        "\ud800",
        "\0",
        "\ufeff",
        "ł",
        "😀",
    ),
    *("null", "true", "nan", "inf", "NaN", "-1", "0", "1e999", "9" * 30, "0x" + "f" * 5_000, "1944-08-01", "17:00:00"),
    *("[" * 50, "{" * 50, "a." * 50, "past", "victory", "prison", "hand", "stop", "end", "first 0", "x" * 500),
]


# Tables as TOML.


def toml_value(value: object) -> str:
    match value:
        case dict():
            return "{" + ", ".join(f"{json.dumps(key)} = {toml_value(inner)}" for key, inner in value.items()) + "}"
        case list():
            return "[" + ", ".join(map(toml_value, value)) + "]"
        case bool():
            return str(value).lower()
        case int() if abs(value) > 10**1000:  # Python refuses to write such numbers in decimal
            return hex(value)
        case str():
            return json.dumps(value, ensure_ascii=False)
        case datetime.date():
            return value.isoformat()
        case _:
            return repr(value)


def toml_text(scenario: Table) -> str:
    return "".join(f"{json.dumps(key)} = {toml_value(value)}\n" for key, value in scenario.items())


# One thing is different.


def changed(table: Any, keys: Sequence[str | int], value: object) -> Any:
    """A copy in which one thing is different."""
    key, *inner = keys
    result = copy.copy(table)
    result[key] = changed(table[key], inner, value) if inner else value
    return result


def without(table: Any, keys: Sequence[str | int]) -> Any:
    """A copy in which one thing is missing."""
    key, *inner = keys
    result = copy.copy(table)
    if inner:
        result[key] = without(table[key], inner)
    else:
        del result[key]
    return result


def value_at(scenario: Table, keys: Keys) -> Any:
    value: Any = scenario
    for key in keys:
        value = value[key]
    return value


def all_keys(value: object, keys: Keys = ()) -> Iterator[Keys]:
    """The keys that lead to every value in a table, tables and lists included."""
    if keys:
        yield keys
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, entry in inner:
        yield from all_keys(entry, (*keys, key))


# Accidents.


def damaged_text(text: str, rng: random.Random) -> str:
    """The text after a few small accidents."""
    for _ in range(rng.randint(1, 4)):
        here, there = sorted(rng.randrange(len(text) + 1) for _ in range(2))
        nearby = min(there, here + rng.randint(1, 30))
        match rng.randrange(7):
            case 0:
                text = text[:here] + text[nearby:]
            case 1:
                text = text[:nearby] + text[here:]
            case 2:
                text = text[:here] + rng.choice(TOKENS) + text[here:]
            case 3:
                text = text[:here] + rng.choice(TOKENS) + text[nearby:]
            case 4:
                text = text[:here] + chr(rng.randrange(0x3000)) + text[here + 1 :]
            case 5 if rng.random() < 0.2:
                text = text[:there]
            case _:
                words = text.split(" ")
                one, other = rng.randrange(len(words)), rng.randrange(len(words))
                words[one], words[other] = words[other], words[one]
                text = " ".join(words)
    return text


def damaged_bytes(content: bytes, rng: random.Random) -> bytes:
    """The content of a file after a few bytes went wrong."""
    result = bytearray(content)
    for _ in range(rng.randint(1, 5)):
        result[rng.randrange(len(result))] = rng.randrange(256)
    return bytes(result)


def damaged_table(table: Any, values: list[object], rng: random.Random) -> Any:
    """The table with a few things missing, doubled, exchanged or replaced."""
    for _ in range(rng.randint(1, 3)):
        places: list[Keys] = list(all_keys(table))
        if not places:
            break
        one, other = rng.choice(places), rng.choice(places)
        match rng.randrange(5):
            case 0:
                table = without(table, one)
            case 1:
                table = changed(table, one, rng.choice(values))
            case 2:
                table = changed(table, one, value_at(table, other))
            case 3 if isinstance(one[-1], int):
                entries = value_at(table, one[:-1])
                table = changed(table, one[:-1], [*entries, copy.deepcopy(entries[one[-1]])])
            case _:
                value = value_at(table, one)
                if isinstance(value, int) and abs(value) < 1_000:
                    table = changed(table, one, value + rng.choice([-1, 1, 7, 500]))
    return table


def faults_of(read_scenario: Callable[[str, str], object], text: str) -> list[str]:
    """What is wrong with a scenario, each with its item and what was found; every fault has its own line."""
    with pytest.raises(ScenarioError) as caught:
        read_scenario(text, "own.toml")
    assert str(caught.value).count("\n") == len(caught.value.faults) - 1
    return [str(fault).removeprefix("own.toml: ") for fault in caught.value.faults]
