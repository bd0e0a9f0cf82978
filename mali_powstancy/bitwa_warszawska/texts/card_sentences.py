"""What a card does, as a sentence: it is put together from the card's effect in any language and stored nowhere.

Every effect that can be written has one, so that a card that a class adds in a file can be read like a shipped one.

>>> from mali_powstancy.bitwa_warszawska.effects import parse
>>> effect_sentence(Catalogue("en", "mali_powstancy.bitwa_warszawska"), parse("strength 1 | move 2"))
'Gain 1 strength on this front, or take up to 2 steps.'
"""

from __future__ import annotations

from functools import reduce

from mali_powstancy.bitwa_warszawska.effects import BLOCKABLE, Clause, Condition, Count, Effect, Option
from mali_powstancy.tabletop.texts import Catalogue

_WHERE = ("card.here", "card.here.first", "card.here.second")
"""Where units are counted, by the line: on both lines of the card's front, or on one."""
_FROM = ("card.line.any", "card.line.first", "card.line.second")
_FRONTS = ("card.front.north", "card.front.middle", "card.front.south")
_OF_FRONTS = ("card.of-front.north", "card.of-front.middle", "card.of-front.south")
_PLACES = dict(
    zip(BLOCKABLE, ("card.place.first", "card.place.second", "card.place.commander", "card.place.order"), strict=True)
)
_ADD = {
    (1,): ("card.add.first", "card.add-each.first"),
    (2,): ("card.add.second", "card.add-each.second"),
    (1, 2): ("card.add.both", "card.add-each.both"),
}
"""How units are added, by their lines: on one front, and on each of several."""
_COUNTED = {
    "move": ("card.move", "card.move.as-many"),
    "advance": ("card.advance", "card.advance.as-many"),
    "strength": ("card.strength", "card.strength.as-many"),
    "remove": ("card.remove", "card.remove.as-many"),
}
"""What has an amount: a number, or as many as there are units."""
_PLAIN = {
    ("start", False): "card.start",
    ("start", True): "card.start.may",
    ("advance all", False): "card.advance-all",
    ("advance all", True): "card.advance-all.may",
    ("again", False): "card.again",
}
"""What has no amount, by verb and by whether the player may leave it."""
_THAN_NUMBER = {
    "<": "card.fewer-than",
    "<=": "card.at-most",
    "=": "card.exactly",
    ">=": "card.at-least",
    ">": "card.more-than",
}
_THAN_UNITS = {
    "<": ("card.fewer", "card.than.side", "card.than.units"),
    "<=": ("card.not-more", "card.as.side", "card.as.units"),
    "=": ("card.as-many", "card.as.side", "card.as.units"),
    ">=": ("card.not-fewer", "card.as.side", "card.as.units"),
    ">": ("card.more", "card.than.side", "card.than.units"),
}
"""How many units, and what follows: the other army, or the units that somebody has somewhere."""


def effect_sentence(texts: Catalogue, effect: Effect) -> str:
    """What a card does; of a commander with two effects both, between which the player chooses [V-47]."""
    if len(effect) == 1:
        return option_sentence(texts, effect[0])
    first, second = (_in_one(texts, option) for option in effect)
    return _sentence(texts.say(_or(effect), first=first, second=second))


def option_sentence(texts: Catalogue, option: Option) -> str:
    """One of the effects between which a commander's player chooses, a sentence for each clause."""
    return " ".join(_sentence(_clause(texts, clause)) for clause in option)


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def _in_one(texts: Catalogue, option: Option) -> str:
    """An option as a part of a sentence."""
    clauses = (_clause(texts, clause) for clause in option)
    return reduce(lambda first, second: texts.say("card.then", first=first, second=second), clauses)


def _or(effect: Effect) -> str:
    """How two options are joined, so that it is heard where the first ends."""
    if any(len(option) > 1 for option in effect):
        return "card.or.several"
    (first,) = effect[0]
    return "card.or.after-clause" if first.conditions or first.amount.units else "card.or"


# Clauses ------------------------------------------------------------------------------------------------------------


def _clause(texts: Catalogue, clause: Clause) -> str:
    """One thing that a card does, when, and on what conditions."""
    told = _action(texts, clause)
    if clause.battle:
        told = texts.say("card.battle", clause=told)
    if clause.conditions:
        conditions = texts.joined([_condition(texts, condition) for condition in clause.conditions])
        told = texts.say("card.if", clause=told, conditions=conditions)
    return told


def _action(texts: Catalogue, clause: Clause) -> str:
    if clause.verb in _COUNTED:
        return _counted(texts, clause)
    if clause.verb == "add":
        return _add(texts, clause)
    if clause.verb == "block":
        return _block(texts, clause)
    return texts.say(_PLAIN[clause.verb, clause.may])


def _counted(texts: Catalogue, clause: Clause) -> str:
    """So many steps, so much strength or so many units; the number may depend on the units that stand somewhere."""
    number, per, count = clause.amount
    plain, as_many = _COUNTED[clause.verb]
    line = texts.say(_FROM[clause.line])
    if count is None:
        return texts.count(plain, number, line=line)
    if per == 1:
        return texts.say(as_many, line=line, units=texts.say("card.how-many", **_holder(texts, count)))
    told = texts.count(plain, number, line=line)
    return texts.say("card.per", clause=told, units=texts.count("card.units", per), **_holder(texts, count))


def _add(texts: Catalogue, clause: Clause) -> str:
    numbers, lines = zip(*clause.parts, strict=True)
    on_one, on_each = _ADD[lines]
    key = on_each if len(clause.fronts) > 1 else on_one
    return texts.count(key, numbers[0], second=numbers[-1], fronts=_of_fronts(texts, clause.fronts))


def _of_fronts(texts: Catalogue, fronts: tuple[int, ...]) -> str:
    """The fronts on which units are added; none if the player chooses one."""
    key = ("card.fronts.chosen", "card.fronts.one", "card.fronts.two", "card.fronts.all")[len(fronts)]
    names = [texts.say(_OF_FRONTS[front]) for front in fronts]
    return texts.say(key, fronts=texts.joined(names) if names else "")


def _block(texts: Catalogue, clause: Clause) -> str:
    if clause.kinds == BLOCKABLE:
        return texts.say("card.block.any")
    return texts.say("card.block", places=_one_of(texts, [texts.say(_PLACES[kind]) for kind in clause.kinds]))


# Conditions ---------------------------------------------------------------------------------------------------------


def _condition(texts: Catalogue, condition: Condition) -> str:
    fronts, count, sign, value = condition
    if count is None:
        return texts.say("card.at", fronts=_one_of(texts, [texts.say(_FRONTS[front]) for front in fronts]))
    if isinstance(value, int):
        number = texts.say(_THAN_NUMBER[sign], units=texts.count("card.units", value))
        return texts.say("card.compared", number=number, **_holder(texts, count))
    number, than_side, than_units = _THAN_UNITS[sign]
    have = texts.say("card.compared", number=texts.say(number), **_holder(texts, count))
    if value.line == count.line and value.foe != count.foe:
        return texts.say(than_side, have=have, side=texts.say("card.opponent" if value.foe else "card.you"))
    return texts.say(than_units, have=have, units=" ".join(_holder(texts, value).values()))


def _holder(texts: Catalogue, count: Count) -> dict[str, str]:
    """Whose units are counted, and where."""
    return {"whose": texts.say("card.foe" if count.foe else "card.own"), "where": texts.say(_WHERE[count.line])}


def _one_of(texts: Catalogue, things: list[str]) -> str:
    """Things of which one will do: `pole dowódcy lub pole rozkazu`."""
    *first, last = things
    return texts.say("card.list.or", first=", ".join(first), last=last) if first else last
