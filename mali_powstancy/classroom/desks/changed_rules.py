"""Changed rules: the basic game with a few things different, as a form asks for them and as a scenario file says them.

What is wrong with them is found where every scenario file is read; here it is only told which field it belongs to.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from mali_powstancy.engine import Scenario, ScenarioError, load_scenario, read_scenario
from mali_powstancy.engine.board import Board, Road
from mali_powstancy.engine.cards import Colour
from mali_powstancy.tabletop.tomlfile import Fault
from mali_powstancy.views.map.bends import roomy_bend

BASE = "basic"
"""The scenario that is changed."""
PLAYERS = 2
"""So many play the games that are compared."""
FACES = 6
"""So many faces fit on a die."""
MOST_ROADS = 4
"""So many roads can be changed in the form."""
CLOSED = "closed"
"""Said of a road instead of its length."""
LONGEST_NAME = 40
LONGEST_ANSWER = 20
NAME, ROADS, DIE = "name", "roads", "die"
NUMBERS = {
    # the name of the field: where the number stands in a scenario file
    "tokens": ("numbers", "tokens_to_lose"),
    "track": ("numbers", "track_spaces"),
    "orders": (f"players.{PLAYERS}", "orders_in_deck"),
}
_LENGTH = re.compile(rf"|{CLOSED}|[1-9][0-9]{{0,2}}")
_FACE = re.compile(rf"|({'|'.join(Colour)}) [1-9][0-9]{{0,2}}")
_ROAD_CHANGE = re.compile(r"road_changes\[(\d+)\]")


class BeyondTheForm(ValueError):
    """A scenario that can be played differs from the basic game in more than the form can show."""


class RoadChange(NamedTuple):
    """What is to become of the road between two objects; a part that was not chosen yet is empty."""

    start: str = ""
    to: str = ""
    what: str = ""
    """`closed`, or its new length."""

    @property
    def is_asked(self) -> bool:
        """Something was chosen."""
        return any(self)


class RulesForm(NamedTuple):
    """What stands in the form, good or not."""

    name: str
    roads: tuple[RoadChange, ...]
    faces: tuple[str, ...]
    """Six of them, such as `black 3`; an empty one is no face."""
    tokens: str
    """How many small tokens lose the game."""
    track: str
    """How many rounds an order may lie on the track."""
    orders: str
    """How many orders there are in a game for two."""

    @property
    def id(self) -> str:
        """The name in small letters a-z, digits and hyphens; empty if none is left."""
        plain = unicodedata.normalize("NFKD", self.name.casefold().replace("ł", "l"))
        return re.sub(r"[^a-z0-9]+", "-", "".join(c for c in plain if not unicodedata.combining(c))).strip("-")

    @property
    def asked_roads(self) -> dict[int, RoadChange]:
        """The changes of roads, by their row in the form."""
        return {row: change for row, change in enumerate(self.roads) if change.is_asked}

    def number(self, field: str) -> str:
        """What stands in one of the fields for numbers."""
        return str(getattr(self, field))

    def with_roads(self, changes: list[RoadChange]) -> RulesForm:
        """The same with these changes of roads, each in its row."""
        rows = [*changes, *[RoadChange()] * MOST_ROADS][:MOST_ROADS]
        return self._replace(roads=tuple(rows))


def original_rules(name: str) -> RulesForm:
    """The basic game as it is."""
    return rules_like(load_scenario(BASE), name)


def is_length(text: object) -> bool:
    """A form can hold it as what is to become of a road; a file may have longer roads than a form offers."""
    return isinstance(text, str) and _LENGTH.fullmatch(text) is not None


def is_face(text: object) -> bool:
    """A form can hold it as a face of the die; a file may have higher faces than a form offers."""
    return isinstance(text, str) and _FACE.fullmatch(text) is not None


def tidy(text: str, most: int) -> str:
    """What was written, without what cannot be printed, and not too long."""
    return "".join(c for c in text if c.isprintable())[:most].strip()


# As a scenario file ---------------------------------------------------------------------------------------------------


def scenario_text(rules: RulesForm, scenario_id: str | None = None) -> str:
    """A scenario file that says only what is different from the basic game."""
    base = load_scenario(BASE)
    usual = original_rules(rules.name)
    lines = [
        f"id = {_value(rules.id if scenario_id is None else scenario_id)}",
        "version = 1",
        f"title = {_value(rules.name)}",
        f"based_on = {_value(base.name)}",
    ]
    if rules.faces != usual.faces:
        lines += ["", "die = [", *(f"    {_face(face)}," for face in rules.faces if face), "]"]
    for table in dict.fromkeys(table for table, _ in NUMBERS.values()):
        entries = [
            f"{key} = {_number(rules.number(field))}"
            for field, (own, key) in NUMBERS.items()
            if own == table and rules.number(field) != usual.number(field)
        ]
        lines += ["", f"[{table}]", *entries] if entries else []
    for change in rules.asked_roads.values():
        lines += ["", "[[road_changes]]", *_road_lines(change, base.board)]
    return "\n".join([*lines, ""])


def _road_lines(change: RoadChange, board: Board) -> Iterator[str]:
    yield f"ends = [{_value(change.start)}, {_value(change.to)}]"
    if change.what == CLOSED:
        yield "closed = true"
    elif change.what:
        yield f"length = {_number(change.what)}"
        if {change.start, change.to} <= board.place.keys() and change.start != change.to:
            bend = roomy_bend(board, (change.start, change.to), int(change.what))
            if bend is not None:
                yield f"bend = [{bend[0]:.0f}, {bend[1]:.0f}]   # only for the picture"


def _face(face: str) -> str:
    colour, _, number = face.partition(" ")
    return f"{{ colour = {_value(colour)}, number = {_number(number)} }}"


def _number(answer: str) -> str:
    """A whole number as it is; anything else as a text, which the reader of the file will refuse."""
    answer = answer.strip()
    return str(int(answer)) if re.fullmatch(r"[+-]?[0-9]{1,6}", answer) else _value(answer)


def _value(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


@lru_cache(maxsize=32)  # the page asks often
def _read(rules: RulesForm) -> Scenario | ScenarioError:
    try:
        return read_scenario(scenario_text(rules), rules.name)
    except ScenarioError as error:
        return error


def changed_scenario(rules: RulesForm) -> Scenario:
    """The scenario; raise `ScenarioError` with everything that is wrong."""
    found = _read(rules)
    if isinstance(found, ScenarioError):
        raise found
    return found


def faults_of(rules: RulesForm) -> tuple[Fault, ...]:
    """Everything that is wrong with the rules."""
    found = _read(rules)
    return found.faults if isinstance(found, ScenarioError) else ()


def read_rules(text: str, file: str) -> tuple[RulesForm, Scenario]:
    """What a scenario file says, for the form.

    Raise `ScenarioError` if it is faulty, and `BeyondTheForm` if it says more than the form can show.
    """
    scenario = read_scenario(text, file)
    rules = rules_like(scenario, tidy(scenario.title, LONGEST_NAME))
    if faults_of(rules) or changed_scenario(rules).part_hashes != scenario.part_hashes:
        raise BeyondTheForm(file)
    return rules, scenario


def rules_like(scenario: Scenario, name: str) -> RulesForm:
    """What the form shows of a scenario."""
    counts = scenario.players.get(PLAYERS)
    faces = [f"{face.colour} {face.number}" for face in scenario.die]
    return RulesForm(
        name,
        (),
        tuple([*faces, *[""] * FACES][:FACES]),
        str(scenario.tokens_to_lose),
        str(scenario.track_spaces),
        str(counts.orders_above_victory if counts else 0),
    ).with_roads(_road_changes(scenario))


def _road_changes(scenario: Scenario) -> list[RoadChange]:
    """How the roads of a scenario differ from those of the basic game."""
    old, new = ({frozenset(road.ends): road for road in each.board.roads} for each in (load_scenario(BASE), scenario))
    changes = [RoadChange(*old[pair].ends, CLOSED) for pair in old if pair not in new]
    return changes + [RoadChange(*road.ends, str(road.length)) for pair, road in new.items() if _differs(old, road)]


def _differs(roads: dict[Any, Road], road: Road) -> bool:
    before = roads.get(frozenset(road.ends))
    return before is None or before.length != road.length


# Which field is meant -------------------------------------------------------------------------------------------------


def field_of(fault: Fault, rules: RulesForm) -> str:
    """The field beside which a fault is said: `name`, `tokens`, `roads`, `roads.0`, ...; empty if there is none."""
    if found := _ROAD_CHANGE.match(fault.item):
        return f"{ROADS}.{list(rules.asked_roads)[int(found[1])]}"
    if fault.item.startswith("objects "):
        return ROADS
    if fault.item.partition("[")[0] == DIE:
        return DIE
    for field, (table, key) in NUMBERS.items():
        if fault.item == f"{table}.{key}" or (fault.item == table and field == "orders"):
            return field
    return NAME if fault.item.partition(".")[0] == "scenario" else ""
