"""What a card does, in words: put together from its effect, so that text and effect can never differ."""

from __future__ import annotations

from mali_powstancy.bitwa_warszawska.cards import FRONTS
from mali_powstancy.bitwa_warszawska.effects import BLOCKABLE, Amount, Clause, Condition, Count, Effect, Option
from mali_powstancy.tabletop.texts import Catalogue

_SIGNS = {"<": "less", "<=": "at-most", "=": "equal", ">=": "at-least", ">": "more"}


def tell_effect(texts: Catalogue, effect: Effect) -> str:
    """A whole effect: `Do 2 kroków; w bitwie: +1 do siły na tym froncie.`"""
    told = [tell_option(texts, option) for option in effect]
    sentence = told[0] if len(told) == 1 else texts.say("effect.options", first=told[0], second=told[1])
    return f"{sentence[:1].upper()}{sentence[1:]}."


def tell_option(texts: Catalogue, option: Option) -> str:
    """One of the effects to choose from, clause by clause."""
    return "; ".join(_clause(texts, clause) for clause in option)


def _clause(texts: Catalogue, clause: Clause) -> str:
    told = _action(texts, clause)
    if clause.may:
        told = texts.say("effect.may", what=told)
    if clause.conditions:
        conditions = texts.joined([_condition(texts, condition) for condition in clause.conditions])
        told = texts.say("effect.if", what=told, conditions=conditions)
    return texts.say("effect.battle", what=told) if clause.battle else told


def _action(texts: Catalogue, clause: Clause) -> str:
    match clause.verb:
        case "add":
            parts = texts.joined([texts.say("effect.add.part", n=number, line=line) for number, line in clause.parts])
            return f"{parts} {_fronts_to_add(texts, clause.fronts)}"
        case "block" if clause.kinds == BLOCKABLE:
            return texts.say("effect.block.any")
        case "block":
            kinds = ", ".join(texts.say(f"effect.kind.{kind}") for kind in clause.kinds)
            return texts.say("effect.block", kinds=kinds)
        case "start" | "again":
            return texts.say(f"effect.{clause.verb}")
        case "advance all":
            return texts.say("effect.advance-all")
        case verb:
            line = texts.say("effect.any-line") if not clause.line else texts.say(f"line.{clause.line}")
            return _measured(texts, f"effect.{verb}", clause.amount, line)


def _measured(texts: Catalogue, key: str, amount: Amount, line: str) -> str:
    """A clause with a number, or with one that depends on a number of units."""
    if amount.units is None:
        return texts.count(key, amount.number, line=line)
    name = _units(amount.units)
    if amount.per == 1:
        return texts.say(f"{key}.many", units=texts.say(f"{name}.many"), line=line)
    fixed = texts.count(key, amount.number, line=line)
    return texts.say("effect.per", what=fixed, units=texts.count(name, amount.per))


def _units(count: Count) -> str:
    return f"units.{'foe' if count.foe else 'own'}" + (f"-l{count.line}" if count.line else "")


def _fronts_to_add(texts: Catalogue, fronts: tuple[int, ...]) -> str:
    if not fronts:
        return texts.say("effect.add.one")
    names = ", ".join(texts.say(f"front.{FRONTS[front]}") for front in fronts)
    return texts.say("effect.add.each" if len(fronts) > 1 else "effect.add.front", fronts=names)


def _condition(texts: Catalogue, condition: Condition) -> str:
    if condition.units is None:
        fronts = ", ".join(texts.say(f"front.{FRONTS[front]}") for front in condition.fronts)
        return texts.say("condition.at", fronts=fronts)
    key, value = f"condition.{_SIGNS[condition.sign]}", condition.value
    units = texts.say(f"{_units(condition.units)}.many")
    if not isinstance(value, Count):
        return texts.say(key, units=units, other=value)
    if condition.sign not in ("<", ">"):
        key += ".units"
    return texts.say(key, units=units, other=texts.say(f"{_units(value)}.many"))
