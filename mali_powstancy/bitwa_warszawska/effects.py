"""What cards do: a small language of effects that is read, checked and written here, and carried out by the rules.

>>> parse("strength 2 if own < foe | move 3")[1][0]
Clause(verb='move', amount=Amount(number=3, per=0, units=None))
>>> written(parse("move 1; battle: strength 2 if own.L1 >= 3"))
'move 1; battle: strength 2 if own.L1 >= 3'
"""

from __future__ import annotations

import re
from typing import NamedTuple

LEAST, MOST = 1, 6
"""All numbers of the language are from 1 to 6."""
_FRONTS = "NMS"
BLOCKABLE = ("L1", "L2", "commander", "order")
"""The kinds of places to which a card may move the blockade marker [HV-52]."""
_SIGNS = ("<=", ">=", "<", ">", "=")
_IN_BATTLE = ("strength", "remove", "advance all")
_FREE = ("start", "advance all")
"""What a card may leave to its player by `may`."""


class Count(NamedTuple):
    """A number of units on the card's front."""

    foe: bool
    line: int
    """1 or 2; 0 for both lines."""


class Amount(NamedTuple):
    """A number, or one that depends on a count: `number` for every `per` units."""

    number: int
    per: int = 0
    units: Count | None = None


class Condition(NamedTuple):
    """What must hold for a clause: the card's front is one of some, or a count compares with a number or a count."""

    fronts: tuple[int, ...] = ()
    units: Count | None = None
    sign: str = ""
    value: int | Count = 0

    def on(self, front: int) -> bool | None:
        """Whether it holds on a front [V-48]; None if that depends on the units there."""
        return front in self.fronts if self.units is None else None


class Clause(NamedTuple):
    """One thing that a card does."""

    verb: str
    """`add`, `move`, `advance`, `advance all`, `strength`, `remove`, `start`, `block` or `again`."""
    amount: Amount = Amount(0)
    parts: tuple[tuple[int, int], ...] = ()
    """Of `add`: how many units on which line, the first line first."""
    line: int = 0
    """Of `remove`: from which line; 0 for any."""
    fronts: tuple[int, ...] = ()
    """Of `add`: on which fronts; none if the player chooses one."""
    kinds: tuple[str, ...] = ()
    """Of `block`: the kinds of places."""
    may: bool = False
    battle: bool = False
    """It is carried out in the battle of the card's front."""
    conditions: tuple[Condition, ...] = ()

    def __repr__(self) -> str:
        """Only what is not usual, so that a clause can be read."""
        usual = Clause._field_defaults
        said = [f"{name}={value!r}" for name, value in self._asdict().items() if value != usual.get(name, "")]
        return f"Clause({', '.join(said)})"


Option = tuple[Clause, ...]
Effect = tuple[Option, ...]


class EffectError(ValueError):
    """A text is no effect; `faults` lists everything that is wrong: what, and where."""

    def __init__(self, faults: list[tuple[str, str]]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(f"{kind}: {found}" for kind, found in faults))


UNREADABLE, BAD_NUMBER, BAD_CONDITION, MISPLACED = (
    "effect-unreadable",
    "effect-number",
    "effect-condition",
    "effect-misplaced",
)
"""What can be wrong with a clause."""


class _Wrong(Exception):
    def __init__(self, kind: str, found: str) -> None:
        self.fault = kind, found


# Reading ------------------------------------------------------------------------------------------------------------


def parse(text: str, kind: str | None = None) -> Effect:
    """The effect that a text tells, for a kind of card; raise `EffectError` with all faults."""
    faults: list[tuple[str, str]] = []
    options = []
    for written_option in text.split(" | "):
        clauses = []
        for written_clause in written_option.split("; "):
            try:
                clauses.append(_clause(written_clause))
            except _Wrong as wrong:
                faults.append(wrong.fault)
        options.append(tuple(clauses))
    effect = tuple(options)
    if kind is not None:
        faults += [(MISPLACED, found) for found in _misplaced(effect, kind)]
    if faults:
        raise EffectError(faults)
    return effect


def _clause(text: str) -> Clause:
    is_battle, rest = text.startswith("battle: "), text.removeprefix("battle: ")
    is_free, rest = rest.startswith("may "), rest.removeprefix("may ")
    head, *tail = rest.split(" if ")
    if len(tail) > 1:
        raise _Wrong(BAD_CONDITION, text)
    conditions = tuple(map(_condition, tail[0].split(" and "))) if tail else ()
    clause = _action(head)._replace(may=is_free, battle=is_battle, conditions=conditions)
    if (is_battle and clause.verb not in _IN_BATTLE) or (is_free and clause.verb not in _FREE):
        raise _Wrong(MISPLACED, text)
    return clause


def _action(text: str) -> Clause:
    if text in ("start", "again", "advance all"):
        return Clause(text)
    if found := re.fullmatch(r"(move|advance|strength) (.+)", text):
        return Clause(found[1], _amount(found[2]))
    if found := re.fullmatch(r"remove (.+) from (L1|L2|any)", text):
        return Clause("remove", _amount(found[1]), line=_line(found[2]))
    if found := re.fullmatch(r"add (\d+ L[12](?: \+ \d+ L[12])?) on (one|[NMS](?:&[NMS])*)", text):
        parts = tuple((_number(part.split()[0]), _line(part.split()[1])) for part in found[1].split(" + "))
        fronts = () if found[2] == "one" else tuple(map(_FRONTS.index, found[2].split("&")))
        if [line for _, line in parts] not in ([1], [2], [1, 2]) or [*fronts] != sorted(set(fronts)):
            raise _Wrong(UNREADABLE, text)
        return Clause("add", parts=parts, fronts=fronts)
    if found := re.fullmatch(r"block (\w+(?:/\w+)*)", text):
        kinds = BLOCKABLE if found[1] == "any" else tuple(found[1].split("/"))
        if [*kinds] == [kind for kind in BLOCKABLE if kind in kinds]:
            return Clause("block", kinds=kinds)
    raise _Wrong(UNREADABLE, text)


def _number(text: str) -> int:
    if text not in map(str, range(LEAST, MOST + 1)):
        raise _Wrong(BAD_NUMBER, text)
    return int(text)


def _line(text: str) -> int:
    return ("any", "L1", "L2").index(text)


def _amount(text: str) -> Amount:
    if text.isdecimal():
        return Amount(_number(text))
    if (count := _COUNTS.get(text)) is not None:
        return Amount(1, 1, count)
    if (found := re.fullmatch(r"(\S+) per (\S+) (\S+)", text)) and found[3] in _COUNTS:
        number, per = _number(found[1]), _number(found[2])
        if per > 1:  # "1 per 1 own" is written "own"
            return Amount(number, per, _COUNTS[found[3]])
    raise _Wrong(BAD_NUMBER, text)


def _condition(text: str) -> Condition:
    if found := re.fullmatch(r"at ([NMS](?:/[NMS])*)", text):
        fronts = tuple(map(_FRONTS.index, found[1].split("/")))
        if [*fronts] == sorted(set(fronts)):
            return Condition(fronts)
    words = text.split(" ")
    if len(words) == 3 and words[0] in _COUNTS and words[1] in _SIGNS:
        value = _COUNTS.get(words[2])
        return Condition((), _COUNTS[words[0]], words[1], _number(words[2]) if value is None else value)
    raise _Wrong(BAD_CONDITION, text)


def _misplaced(effect: Effect, kind: str) -> list[str]:
    """What a card of this kind cannot do, as texts."""
    clauses = [clause for option in effect for clause in option]
    wrong = [clause for option in effect for clause in option[:-1] if clause.verb == "again"]
    if kind == "unit":
        wrong += [c for c in clauses if c.verb != "add" or c.conditions]
    else:
        wrong += [c for c in clauses if c.verb == "add"]
    if kind == "order":  # its strength counts in the battle, and only commanders start one
        wrong += [c for c in clauses if c.verb == "start" or (c.verb == "strength" and not c.battle)]
    if kind == "commander":
        wrong += [c for c in clauses if c.verb == "strength" and c.battle]
    many = len(effect) > (2 if kind == "commander" else 1) or (kind == "unit" and len(clauses) > 1)
    return [*dict.fromkeys(map(_written_clause, wrong)), *([written(effect)] if many else [])]


# Writing ------------------------------------------------------------------------------------------------------------


def written(effect: Effect) -> str:
    """The text of an effect; `parse` gives the effect back."""
    return " | ".join("; ".join(map(_written_clause, option)) for option in effect)


def _written_clause(clause: Clause) -> str:
    text = ("battle: " if clause.battle else "") + ("may " if clause.may else "") + clause.verb
    match clause.verb:
        case "add":
            fronts = "&".join(_FRONTS[front] for front in clause.fronts) or "one"
            text += f" {' + '.join(f'{number} L{line}' for number, line in clause.parts)} on {fronts}"
        case "move" | "advance" | "strength":
            text += f" {written_amount(clause.amount)}"
        case "remove":
            text += f" {written_amount(clause.amount)} from {('any', 'L1', 'L2')[clause.line]}"
        case "block":
            text += f" {'any' if clause.kinds == BLOCKABLE else '/'.join(clause.kinds)}"
    conditions = " and ".join(map(_written_condition, clause.conditions))
    return f"{text} if {conditions}" if conditions else text


def written_count(count: Count) -> str:
    """The text of a count: `own.L1`."""
    return ("foe" if count.foe else "own") + (f".L{count.line}" if count.line else "")


def written_amount(amount: Amount) -> str:
    """The text of an amount: `3`, `own.L1` or `1 per 2 own.L1`."""
    if amount.units is None:
        return str(amount.number)
    bare = "" if amount.per == 1 else f"{amount.number} per {amount.per} "
    return bare + written_count(amount.units)


def _written_condition(condition: Condition) -> str:
    if condition.units is None:
        return f"at {'/'.join(_FRONTS[front] for front in condition.fronts)}"
    value = condition.value
    right = written_count(value) if isinstance(value, Count) else str(value)
    return f"{written_count(condition.units)} {condition.sign} {right}"


_COUNTS = {written_count(count): count for foe in (False, True) for line in (0, 1, 2) for count in (Count(foe, line),)}
