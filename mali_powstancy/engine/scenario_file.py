"""Reading scenario files: everything is checked, and all faults of a file are reported at once.

A scenario file is TOML. Its parts (board, orders, ...) are named if they are shipped ones, or written out.
`based_on = "basic"` takes everything that the file does not say from a shipped scenario, and `road_changes` closes
single roads of the board, gives them another length, or adds new ones.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import StrEnum
from functools import lru_cache
from os import PathLike
from typing import Any

from mali_powstancy.engine.board import Board, District, FieldId, Place, Road, plain_field_id, road_id
from mali_powstancy.engine.cards import (
    VICTORY,
    Action,
    Colour,
    Face,
    Goal,
    GoalKind,
    Order,
    Patrol,
    Scout,
    order_id,
)
from mali_powstancy.engine.scenario import GAME_ID, Counts, Scenario, Variant
from mali_powstancy.engine.state import HAND, PRISON
from mali_powstancy.tabletop.scenario_file import UNKNOWN_PART, ScenarioReader, shipped
from mali_powstancy.tabletop.scenario_file import ScenarioError as ScenarioError  # for who loads scenarios
from mali_powstancy.tabletop.tomlfile import LONGEST_LIST, LONGEST_TEXT, FaultKind, TomlTable, shown

HOME = "mali_powstancy"
"""The package whose data are those of this game."""
MOST_OBJECTS, MOST_FIELDS = 40, 200
"""A larger board would take longer than a second to draw (Warsaw has 21 objects and 59 fields)."""
LABEL_SIDES = ("below", "above", "left", "right")


class ScenarioFault(StrEnum):
    """What can be wrong in scenario files of this game only."""

    BOARD_TOO_LARGE = "board-too-large"
    NOT_IN_THIS_VARIANT = "not-in-this-variant"
    SAME_ENDS = "same-ends"
    NO_ROAD = "no-road"
    NOT_CONNECTED = "not-connected"
    SOLDIER_ON_START = "soldier-on-start"
    TOO_FEW_ORDERS = "too-few-orders"
    TOO_FEW_GOALS = "too-few-goals"
    TOO_FEW_COLOURS = "too-few-colours"
    NO_ORDERS_EVER = "no-orders-ever"


# Reading ------------------------------------------------------------------------------------------------------------


def shipped_scenarios() -> tuple[str, ...]:
    """The names of all shipped scenarios, old versions included: `basic-1`, `extended-1`, ..."""
    return shipped(HOME)


def load_scenario(name: str | PathLike[str] = "basic") -> Scenario:
    """A shipped scenario by id (`basic`: its newest version) or name (`basic-1`), or one from a TOML file.

    Raise `ScenarioError` with all faults if it cannot be used.
    """
    scenario: Scenario = _Reader.load(name)
    return scenario


def read_scenario(text: str, file: str = "scenario") -> Scenario:
    """The scenario written in a TOML text; `file` is its name in messages."""
    scenario: Scenario = _Reader.read(text, file)
    return scenario


# Scenarios with the same map share its board, and with it all that is worked out for a board once.
_board_of = lru_cache(maxsize=16)(Board)


def _pair(road: object) -> frozenset[str] | None:
    """What all entries have in common that speak of the same road; None if an entry speaks of none."""
    ends = road.get("ends") if isinstance(road, dict) else None
    return frozenset(ends) if isinstance(ends, list) and all(isinstance(end, str) for end in ends) else None


def _changed_road(road: dict[str, Any], change: TomlTable) -> dict[str, Any] | None:
    """The road as a change wants it; None if it is closed. With another length it has other plain fields."""
    if change.get("closed"):
        return None
    kept = {key: road[key] for key in road if key != "districts" or road.get("length") == change["length"]}
    return kept | {key: change[key] for key in ("length", "bend") if key in change}


# Checking -----------------------------------------------------------------------------------------------------------


class _Reader(ScenarioReader):
    """Turns the tables of a scenario file into a `Scenario`."""

    game = GAME_ID
    home = HOME
    tables = ("numbers", "players", "actions")
    not_rules = ("at", "label", "bend")
    named_by = (("id",), ("ends",), ("from", "to"))
    reserved = (PRISON, HAND, VICTORY)

    def point(self, table: TomlTable, key: str, item: str) -> tuple[float, float] | None:
        value = table.get(key)
        if value is None:
            return None
        if isinstance(value, list) and len(value) == 2:
            x, y = value
            if all(type(v) in (int, float) and abs(v) <= 10_000 for v in (x, y)):
                return (float(x), float(y))
        self.fault(f"{item}.{key}", FaultKind.WRONG_TYPE, value)
        return None

    # Parts.

    def board(self, raw: object, patrol_size: int | None, has_soldier: bool) -> Board | None:
        if raw is UNKNOWN_PART or raw is None:
            if raw is None:
                self.fault("board", FaultKind.MISSING)
            return None
        before = len(self.faults)
        keys = ("start_objects", "soldier_start", "districts", "objects", "roads")
        table = self.table(raw, "board", keys)
        districts = self.each(table.get("districts"), "districts", District._fields, self._district)
        names = {district.id for district in districts}
        place_keys = ("id", "name", "name_en", "district", "at", "label", "origin")
        places = self.each(table.get("objects"), "objects", place_keys, lambda t, label: self._place(t, label, names))
        place = {p.id: p for p in places}
        self.unique((d.id for d in districts), "districts")
        self.unique((p.id for p in places), "objects")
        road_keys = ("ends", "length", "districts", "bend", "origin")
        roads = self.each(table.get("roads"), "roads", road_keys, lambda t, label: self._road(t, label, place, names))
        self.unique(("~".join(sorted(road.ends)) for road in roads), "roads")
        starts = table.get("start_objects")
        if not isinstance(starts, list):
            self.wrong_type("board.start_objects", starts)
            starts = []
        if patrol_size is not None and len(starts) != patrol_size:
            self.fault("board.start_objects", FaultKind.WRONG_LENGTH, f"{len(starts)}; {patrol_size}")
        for name in starts:
            if not isinstance(name, str) or name not in place:
                self.fault("board.start_objects", FaultKind.UNKNOWN_NAME, name)
        self.unique((name for name in starts if isinstance(name, str)), "board.start_objects")
        soldier = ""
        if has_soldier or "soldier_start" in table:
            soldier = self.one_of(table, "soldier_start", "board", place)
        if soldier and soldier in starts:
            self.fault("board.soldier_start", ScenarioFault.SOLDIER_ON_START, soldier)
        if len(self.faults) > before:
            return None
        fields = len(places) + sum(len(road.fields) for road in roads)
        if len(places) > MOST_OBJECTS or fields > MOST_FIELDS:
            self.fault("board", ScenarioFault.BOARD_TOO_LARGE, f"{len(places)}, {fields}")
            return None
        board = _board_of(tuple(districts), tuple(places), tuple(roads), tuple(starts), soldier)
        self._check_connected(board)
        return board

    def _check_connected(self, board: Board) -> None:
        """Every object can be reached from every other one; if not, those beside the largest part are named."""
        largest = max((board.free.distances[place] for place in board.place), key=len)
        for place in board.place:
            if not board.roads_at[place]:
                self.fault(f"objects {place}", ScenarioFault.NO_ROAD)
            elif place not in largest:
                self.fault(f"objects {place}", ScenarioFault.NOT_CONNECTED)

    def with_road_changes(self, board: Any, changes: object) -> Any:
        """The table of a board with roads that are closed, new, or of another length; faulty changes are left out."""
        tables = board if isinstance(board, dict) else {}
        if changes is None or not all(isinstance(tables.get(key), list) for key in ("objects", "roads")):
            return board  # what is wrong with the board is noted where it is read
        places = [str(entry.get("id")) for entry in tables["objects"] if isinstance(entry, dict)]
        roads: dict[object, Any] = {}
        for number, entry in enumerate(tables["roads"]):
            pair = _pair(entry)
            roads[number if pair is None or pair in roads else pair] = entry  # faulty ones are kept, to be noted
        changed = set()

        def change(table: TomlTable, item: str) -> None:
            before = len(self.faults)
            self.origin(table, item)
            self.point(table, "bend", item)
            length = self._new_length(table, item)
            self._check_ends(table, item, places)
            pair = _pair(table)
            if len(self.faults) > before:
                return
            if pair in changed:
                self.fault(f"{item}.ends", FaultKind.DUPLICATE, " - ".join(table["ends"]))
            elif length is None and pair not in roads:
                self.fault(f"{item}.closed", FaultKind.UNKNOWN_NAME, " - ".join(table["ends"]))
            else:
                roads[pair] = _changed_road(roads.get(pair, {"ends": table["ends"]}), table)
            changed.add(pair)

        self.each(changes, "road_changes", ("ends", "length", "closed", "bend", "origin"), change)
        return {**tables, "roads": [road for road in roads.values() if road is not None]}

    def _new_length(self, table: TomlTable, item: str) -> int | None:
        """The length that a change gives to a road; None if it closes the road."""
        closed = table.get("closed", False)
        if not isinstance(closed, bool):
            self.wrong_type(f"{item}.closed", closed)
        elif closed and "length" in table:
            self.fault(item, FaultKind.UNKNOWN_KEY, shown("length"))
        elif not closed:
            return self.number(table, "length", item, 1, 20)
        return None

    def _district(self, table: TomlTable, item: str) -> District:
        name = self.name(table, item)
        return District(
            self.slug(table, item),
            name,
            self.text(table, "name_en", item, name),
            self.point(table, "at", item),
            self.origin(table, item),
        )

    def _place(self, table: TomlTable, item: str, districts: Iterable[str]) -> Place:
        name = self.name(table, item)
        return Place(
            self.slug(table, item),
            name,
            self.text(table, "name_en", item, name),
            self.one_of(table, "district", item, districts),
            self.point(table, "at", item) or (0.0, 0.0),
            self.one_of({"label": "below", **table}, "label", item, LABEL_SIDES),
            self.origin(table, item),
        )

    def _road(self, table: TomlTable, item: str, place: Mapping[FieldId, Place], districts: Iterable[str]) -> Road:
        origin, bend = self.origin(table, item), self.point(table, "bend", item)
        length = self.number(table, "length", item, 1, 20)
        ends = self._check_ends(table, item, place)
        if ends is None:
            return Road("", ("", ""), (), (), None, origin)
        one, other = ends
        name = road_id(one, other)
        plain = tuple(plain_field_id(name, number) for number in range(1, length))
        crossed = table.get("districts")
        if crossed is None:  # M-8: the district of the nearer end; a middle field has that of the end named first
            crossed = [
                place[one if 2 * number <= length else other].district if one in place and other in place else ""
                for number in range(1, length)
            ]
        elif not isinstance(crossed, list) or len(crossed) != len(plain):
            self.fault(f"{item}.districts", FaultKind.WRONG_LENGTH, f"{shown(crossed)}; {len(plain)}")
            crossed = []
        else:
            for district in crossed:
                if not isinstance(district, str) or district not in districts:
                    self.fault(f"{item}.districts", FaultKind.UNKNOWN_NAME, district)
        return Road(name, (one, other), plain, tuple(crossed), bend, origin)

    def _check_ends(self, table: TomlTable, item: str, places: Collection[str]) -> tuple[FieldId, FieldId] | None:
        """The two objects that a road joins, whether they exist or not; None if there are not two."""
        ends = table.get("ends")
        if not isinstance(ends, list) or len(ends) != 2 or not all(isinstance(end, str) for end in ends):
            self.wrong_type(f"{item}.ends", ends)
            return None
        for end in (e for e in ends if e not in places):
            self.fault(f"{item}.ends", FaultKind.UNKNOWN_NAME, end[:LONGEST_TEXT])
        if ends[0] == ends[1]:
            self.fault(f"{item}.ends", ScenarioFault.SAME_ENDS, ends[0])
        return ends[0], ends[1]

    def _order(self, table: TomlTable, item: str, places: Iterable[str] | None) -> Order:
        start = self.one_of(table, "from", item, places)
        to = self.one_of(table, "to", item, places)
        if start and start == to:
            self.fault(item, ScenarioFault.SAME_ENDS, start)
        points = self.number(table, "points", item, 0, 999)
        return Order(order_id(start, to), start, to, points, self.origin(table, item))

    def _goal(self, table: TomlTable, item: str, districts: Sequence[str] | None) -> Goal:
        kind = self.one_of(table, "kind", item, list(GoalKind))
        district, reached = None, 0
        if kind == GoalKind.MOST_FROM_DISTRICT:
            district = self.one_of(table, "district", item, districts)
        elif kind == GoalKind.DISTRICTS_REACHED:
            reached = self.number(table, "districts", item, 1, LONGEST_LIST if districts is None else len(districts))
        return Goal(
            self.slug(table, item),
            GoalKind(kind) if kind else GoalKind.MOST_ORDERS,
            self.number(table, "points", item, 0, 999),
            district,
            reached,
            self.origin(table, item),
        )

    def _face(self, table: TomlTable, item: str) -> Face:
        colour = self.one_of(table, "colour", item, list(Colour)) or Colour.BLACK
        return Face(Colour(colour), self.number(table, "number", item, 1, 20), self.origin(table, item))

    def _patrol(self, table: TomlTable, item: str) -> Patrol:
        name = self.name(table, item)
        scouts = self.each(table.get("scouts"), f"{item}.scouts", Scout._fields, self._scout)
        return Patrol(
            self.slug(table, item),
            name,
            self.text(table, "name_en", item, name),
            tuple(scouts),
            self.origin(table, item),
        )

    def _scout(self, table: TomlTable, item: str) -> Scout:
        return Scout(self.slug(table, item), self.name(table, item), self.origin(table, item))

    def patrols(self, raw: object) -> list[Patrol]:
        patrols = self.each(raw, "patrols", Patrol._fields, self._patrol)
        self.unique((patrol.id for patrol in patrols), "patrols")
        self.unique((scout.id for patrol in patrols for scout in patrol.scouts), "scouts")
        if patrols and not 2 <= len(patrols) <= 4:
            self.fault("patrols", FaultKind.WRONG_LENGTH, f"{len(patrols)}; 2..4")
        for patrol in patrols:
            if not 1 <= len(patrol.scouts) <= 5 or len(patrol.scouts) != len(patrols[0].scouts):
                self.fault(f"patrols {patrol.id}", FaultKind.WRONG_LENGTH, f"{len(patrol.scouts)}; 1..5")
        return patrols

    def counts(self, raw: object, extended: bool, patrols: int) -> dict[int, Counts]:
        table = self.table(raw, "players", [str(n) for n in range(2, patrols + 1)])
        if not table:
            self.fault("players", FaultKind.MISSING)
        deck_keys = ("orders_above_victory", "orders_below_victory") if extended else ("orders_in_deck",)
        counts = {}
        for key, entry in table.items():
            item = f"players.{key}"
            row = self.table(entry, item, (*deck_keys, "orders_per_round", "origin"))
            decks = [self.number(row, deck_key, item, 0, LONGEST_LIST) for deck_key in deck_keys]
            if decks[0] == 0:
                self.fault(f"{item}.{deck_keys[0]}", ScenarioFault.NO_ORDERS_EVER)
            due = self.numbers(row.get("orders_per_round"), f"{item}.orders_per_round", 0, 10, length=2)
            if due == (0, 0):
                self.fault(f"{item}.orders_per_round", ScenarioFault.NO_ORDERS_EVER)
            if key in {"2", "3", "4"} and len(due) == 2:
                counts[int(key)] = Counts(decks[0], decks[1] if extended else 0, (due[0], due[1]))
        return counts

    # The whole.

    def scenario(self, raw: TomlTable) -> Scenario:
        raw = self.with_base(raw)
        variant = self.one_of(raw, "variant", "scenario", list(Variant))
        self.stop_at_faults()  # what belongs into the file depends on the variant
        extended = variant == Variant.EXTENDED
        self._check_keys(raw, extended)
        deck_part = ("goals", "goals", "goals") if extended else ("die", "dice", "faces")
        parts = {
            "board": self.with_road_changes(self.part(raw, "board", "boards"), raw.get("road_changes")),
            "orders": self.part(raw, "orders", "orders", "orders"),
            "patrols": self.part(raw, "patrols", "patrols", "patrols"),
            deck_part[0]: self.part(raw, *deck_part),
        }
        patrols = self.patrols(parts["patrols"])
        size = len(patrols[0].scouts) if patrols else None
        board = self.board(parts["board"], size, has_soldier=not extended)
        # Orders and goals name objects and districts; with a broken board their names cannot be judged.
        places = tuple(board.place) if board else None
        districts = tuple(board.district) if board else None
        order_keys = ("from", "to", "points", "origin")
        orders = self.each(parts["orders"], "orders", order_keys, lambda t, i: self._order(t, i, places))
        self.unique((order.id for order in orders), "orders")
        faces: list[Face] = []
        goals: list[Goal] = []
        if extended:
            goal_keys = ("id", "kind", "points", "district", "districts", "origin")
            goals = self.each(parts["goals"], "goals", goal_keys, lambda t, i: self._goal(t, i, districts))
            self.unique((goal.id for goal in goals), "goals")
        else:
            faces = self.each(parts["die"], "die", Face._fields, self._face)
            if parts["die"] == []:
                self.fault("die", FaultKind.WRONG_LENGTH, "0; 1..")
        number_keys = ["cards", "track_spaces", "return_bonus"]
        number_keys += ["falls_to_lose", "goals_dealt", "goals_kept"] if extended else ["tokens_to_lose"]
        numbers = self.table(raw.get("numbers", {}), "numbers", number_keys)
        settings = {key: self.setting(numbers, key, "numbers") for key in number_keys}
        cards = self.numbers(settings["cards"], "numbers.cards", 1, 20)
        if not 1 <= len(cards) <= 10:
            self.fault("numbers.cards", FaultKind.WRONG_LENGTH, f"{len(cards)}; 1..10")
        elif len(set(cards)) != len(cards):
            self.fault("numbers.cards", FaultKind.DUPLICATE, ", ".join(map(str, cards)))
        bonus = self.numbers(settings["return_bonus"], "numbers.return_bonus", 0, 999, length=size)

        def whole(key: str, high: int) -> int:
            return self.whole(settings[key], f"numbers.{key}", 1, high) if key in settings else 0

        heading = self.heading(raw)
        scenario = Scenario(
            **heading,
            variant=Variant(variant),
            board=board,  # type: ignore[arg-type]  # a missing board has been noted, and faults stop us below
            orders={order.id: order for order in orders},
            patrols={patrol.id: patrol for patrol in patrols},
            die=tuple(faces),
            goals={goal.id: goal for goal in goals},
            cards=tuple(sorted(cards)),
            actions=self._actions(raw.get("actions", {}), cards),
            track_spaces=whole("track_spaces", 20),
            return_bonus=bonus,
            tokens_to_lose=whole("tokens_to_lose", 100),
            falls_to_lose=whole("falls_to_lose", len({p.district for p in board.places}) if board else LONGEST_LIST),
            goals_dealt=whole("goals_dealt", LONGEST_LIST),
            goals_kept=whole("goals_kept", len(GoalKind)),
            players=self.counts(raw.get("players", {}), extended, len(patrols)),
            part_hashes={},
            hash="",
        )
        self._check_decks(scenario, has_orders=isinstance(parts["orders"], list))
        self.stop_at_faults()
        numbers_of_rules = [settings, raw.get("actions"), raw.get("players"), variant]
        return scenario._replace(**self.hashes(heading, {"numbers": numbers_of_rules, **parts}))

    def _check_keys(self, raw: TomlTable, extended: bool) -> None:
        common = {"game", "id", "version", "variant", "title", "title_en", "origin", "based_on"}
        common |= {"board", "road_changes", "orders", "patrols", "numbers", "players"}
        own, foreign = {"goals", "actions"}, {"die"}
        if not extended:
            own, foreign = foreign, own
        for key in raw:
            if key in foreign:
                self.fault("scenario", ScenarioFault.NOT_IN_THIS_VARIANT, key)
            elif key not in common | own:
                self.fault("scenario", FaultKind.UNKNOWN_KEY, shown(key))

    def _actions(self, raw: object, cards: Iterable[int]) -> dict[int, Action]:
        table = self.table(raw, "actions", [str(card) for card in cards])
        names = {key: self.one_of(table, key, "actions", list(Action)) for key in table}
        return {card: Action(names[str(card)]) for card in cards if names.get(str(card))}

    def _check_decks(self, scenario: Scenario, has_orders: bool) -> None:
        """There are enough cards for every number of players, and goals can always be dealt (H-19)."""
        if scenario.goals_kept > scenario.goals_dealt:
            self.fault(
                "numbers.goals_kept", FaultKind.OUT_OF_RANGE, f"{scenario.goals_kept}; 1..{scenario.goals_dealt}"
            )
        for players, counts in scenario.players.items():
            needed = counts.orders_above_victory + counts.orders_below_victory
            if has_orders and needed > len(scenario.orders):
                self.fault(f"players.{players}", ScenarioFault.TOO_FEW_ORDERS, f"{len(scenario.orders)}; {needed}")
            if scenario.variant is not Variant.EXTENDED:
                continue
            needed = players * max(scenario.goals_dealt, scenario.goals_kept)
            if needed > len(scenario.goals):
                self.fault(f"players.{players}", ScenarioFault.TOO_FEW_GOALS, f"{len(scenario.goals)}; {needed}")
            kinds = [goal.kind for goal in scenario.goals.values()]
            # Every player needs goals of different colours; a colour serves at most as many players as it has cards.
            if sum(min(kinds.count(kind), players) for kind in GoalKind) < players * scenario.goals_kept:
                self.fault(f"players.{players}", ScenarioFault.TOO_FEW_COLOURS, f"{scenario.goals_kept}")
