"""Changed rules in words: what is wrong with them, said as one would beside the field, and what is different."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from mali_powstancy.classroom.desks.changed_rules import (
    BASE,
    CLOSED,
    DIE,
    NAME,
    NUMBERS,
    ROADS,
    RoadChange,
    RulesForm,
    changed_scenario,
    faults_of,
    field_of,
    original_rules,
    rules_like,
)
from mali_powstancy.engine import load_scenario
from mali_powstancy.engine.scenario_file import ScenarioFault
from mali_powstancy.tabletop.tomlfile import Fault, FaultKind
from mali_powstancy.texts import Texts

NUMBER_LABELS = {"tokens": "editor.tokens", "track": "editor.track", "orders": "editor.orders"}
_FAULTS: dict[tuple[str, str], str] = {
    # the field, and what is wrong there: a sentence that helps
    (NAME, FaultKind.MISSING): "editor.fault.name.missing",
    (NAME, FaultKind.BAD_ID): "editor.fault.name.letters",
    (ROADS, ScenarioFault.NO_ROAD): "editor.fault.roads.no-road",
    (ROADS, ScenarioFault.NOT_CONNECTED): "editor.fault.roads.not-connected",
    (ROADS, ScenarioFault.SAME_ENDS): "editor.fault.roads.same-ends",
    (ROADS, FaultKind.UNKNOWN_NAME): "editor.fault.roads.unfinished",
    (ROADS, FaultKind.MISSING): "editor.fault.roads.what",
    (ROADS, FaultKind.DUPLICATE): "editor.fault.roads.twice",
    (DIE, FaultKind.WRONG_LENGTH): "editor.fault.die.empty",
    ("tokens", FaultKind.OUT_OF_RANGE): "editor.fault.tokens.range",
    ("track", FaultKind.OUT_OF_RANGE): "editor.fault.number.range",
    ("orders", FaultKind.OUT_OF_RANGE): "editor.fault.orders.many",
    ("orders", ScenarioFault.TOO_FEW_ORDERS): "editor.fault.orders.many",
    ("orders", ScenarioFault.NO_ORDERS_EVER): "editor.fault.orders.none",
    **{(field, FaultKind.WRONG_TYPE): "editor.fault.number.type" for field in NUMBERS},
}


class RuleWords:
    """What can be said about rules that stand in the form."""

    def __init__(self, texts: Texts) -> None:
        self.texts = texts
        self.usual = load_scenario(BASE)

    # Names.

    def place(self, place: str) -> str:
        """The name of an object."""
        known = self.usual.board.place
        return self.texts.name(known[place]) if place in known else place

    def places(self) -> list[tuple[str, str]]:
        """All objects by their names, to choose from; at first none is chosen."""
        named = [(place.id, self.texts.name(place)) for place in self.usual.board.places]
        return [("", self.texts.say("editor.choose")), *sorted(named, key=lambda place: _alphabetical(place[1]))]

    def length(self, change: RoadChange) -> int | None:
        """How long the road is on the usual board; None if there is none."""
        ends = {change.start, change.to}
        return next((road.length for road in self.usual.board.roads if set(road.ends) == ends), None)

    def face(self, face: str) -> str:
        """A face of the die: its colour and its number."""
        colour, _, number = face.partition(" ")
        return f"{self.texts.say(f'name.colour.{colour}')} {number}" if face else self.texts.say("editor.no-face")

    def _faces(self, rules: RulesForm) -> str:
        return ", ".join(self.face(face) for face in sorted(rules.faces) if face)

    # What is wrong.

    def faults(self, rules: RulesForm) -> dict[str, list[str]]:
        """Everything that is wrong, in kind sentences, by field."""
        found: dict[str, list[str]] = {}
        for fault in faults_of(rules):
            sentences = found.setdefault(field_of(fault, rules), [])
            if (sentence := self._sentence(fault, rules)) not in sentences:
                sentences.append(sentence)
        if NAME in found:
            del found[NAME][:-1]  # a name that is missing cannot become the name of a file either
        return found

    def _sentence(self, fault: Fault, rules: RulesForm) -> str:
        key = _FAULTS.get((field_of(fault, rules).partition(".")[0], fault.kind))
        if fault.item.endswith(f".{CLOSED}"):
            key = "editor.fault.roads.nothing-to-close"
        if key is None:
            return self.texts.fault(fault)
        low, _, high = fault.found.rpartition("; ")[2].partition("..")
        if key == "editor.fault.orders.many":
            high = str(len(self.usual.orders))
        return self.texts.say(key, place=self.place(fault.item.removeprefix("objects ")), low=low, high=high)

    # What is different.

    def changes(self, rules: RulesForm) -> list[str]:
        """What is different from the basic game, one sentence for each change; nothing as long as there are faults."""
        if faults_of(rules):
            return []
        return list(self._changes(rules_like(changed_scenario(rules), rules.name)))

    def _changes(self, rules: RulesForm) -> Iterator[str]:
        say, usual = self.texts.say, original_rules(rules.name)
        for change in rules.asked_roads.values():
            yield self._road(change)
        if sorted(rules.faces) != sorted(usual.faces):
            yield say("editor.change.die", before=self._faces(usual), after=self._faces(rules))
        for field, label in NUMBER_LABELS.items():
            before, after = usual.number(field), rules.number(field)
            if before != after:
                yield say("editor.change.number", what=say(label), before=before, after=after)

    def _road(self, change: RoadChange) -> str:
        before, ends = self.length(change), {"start": self.place(change.start), "end": self.place(change.to)}
        if change.what == CLOSED:
            return self.texts.say("editor.change.road-closed", **ends)
        if before is None:
            return self.texts.say("editor.change.road-new", after=change.what, **ends)
        return self.texts.say("editor.change.road", before=before, after=change.what, **ends)


def _alphabetical(name: str) -> str:
    return unicodedata.normalize("NFKD", name.casefold().replace("ł", "lz"))
