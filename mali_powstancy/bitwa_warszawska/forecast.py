"""What would come of something: how the fronts would end if they were fought now, and what an action would change.

All of it follows from what lies open and from the hand of who asks; nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import NamedTuple

from mali_powstancy.bitwa_warszawska.cards import UNIT_VALUES, Army, Front
from mali_powstancy.bitwa_warszawska.effects import Clause
from mali_powstancy.bitwa_warszawska.events import (
    BattleBegan,
    CommanderReplaced,
    Event,
    FrontTied,
    FrontWon,
    RoundEnded,
    StrengthGained,
    UnitsLost,
    UnitsRemoved,
    UnitsSentBack,
    moved,
)
from mali_powstancy.bitwa_warszawska.moves import PlayerMove
from mali_powstancy.bitwa_warszawska.observation import Observation
from mali_powstancy.bitwa_warszawska.rules.battle import has_battle, strength_of
from mali_powstancy.bitwa_warszawska.rules.camps import first_army
from mali_powstancy.bitwa_warszawska.rules.carrying import amount_of, is_met
from mali_powstancy.bitwa_warszawska.rules.playing import apply_unchecked
from mali_powstancy.bitwa_warszawska.state import NOWHERE, GameState, Phase, Task, replaced

Strengths = tuple[int, int]
"""Of WP and of ACz."""


class OrderPart(NamedTuple):
    """What an order would add to the strength in a battle, and whether its condition holds now."""

    number: int
    holds: bool


class UnitsNow(NamedTuple):
    """The units on both lines, as conditions count them."""

    l1: tuple[int, ...]
    l2: tuple[int, ...]


def orders_now(seen: Observation, front: Front) -> tuple[UnitsNow, dict[Army, list[OrderPart]]]:
    """The orders of a front as if they were verified now, the army with the initiative first [V-66, HV-35]."""
    lines, parts = UnitsNow(seen.l1, seen.l2), {0: list[OrderPart](), 1: list[OrderPart]()}
    if seen.fought[front] or not seen.initiative:
        return lines, parts
    first = first_army(seen)
    for army in _unverified(seen, front, (first, 1 - first)):
        card = seen.orders[3 * army + front]
        for clause in seen.game.in_battle[card][0] if card else ():
            holds = is_met(lines, army, front, clause)
            if clause.verb == "strength":
                parts[army].append(OrderPart(amount_of(lines, army, front, clause.amount), holds))
            elif holds:
                lines = _without(lines, army, front, clause)
    return lines, parts


def _unverified(seen: Observation, front: Front, armies: tuple[Army, Army]) -> list[Army]:
    """In a battle that has begun, an order that was verified already is not verified again."""
    if not is_being_fought(seen, front):
        return [*armies]
    left = {seen.game.armies[task.seat] for task in seen.agenda if (task.phase, task.front) == (Phase.VERIFY, front)}
    return [army for army in armies if army in left]


def is_being_fought(seen: Observation, front: Front) -> bool:
    """The battle of the front has begun, and its result is still to come."""
    return any((task.phase, task.front) == (Phase.RESULT, front) for task in seen.agenda)


def _without(lines: UnitsNow, army: Army, front: Front, clause: Clause) -> UnitsNow:
    """The lines after units of the foe were sent back, or own ones went forward; what may be done is not done."""
    l1, l2 = lines
    if clause.verb == "remove":
        at, number = 3 * (1 - army) + front, amount_of(lines, army, front, clause.amount)
        from_first = 0 if clause.line == 2 else min(number, l1[at])
        from_second = 0 if clause.line == 1 else min(number - from_first, l2[at])
        return UnitsNow(replaced(l1, at, l1[at] - from_first), replaced(l2, at, l2[at] - from_second))
    if clause.verb == "advance all" and not clause.may:
        at = 3 * army + front
        return UnitsNow(replaced(l1, at, l1[at] + l2[at]), replaced(l2, at, 0))
    return lines


def strengths_now(seen: Observation, front: Front) -> Strengths:
    """Both strengths if the front were fought now: what orders give whose conditions hold is in them [V-5, V-66]."""
    lines, parts = orders_now(seen, front)
    changed = seen._replace(l1=lines.l1, l2=lines.l2)
    first, second = (
        strength_of(changed, army, front) + sum(part.number for part in parts[army] if part.holds) for army in (0, 1)
    )
    return first, second


class Battles(NamedTuple):
    """How the round would end if everybody passed now."""

    winners: tuple[Army | None, ...]
    """By front: who would win it or has won it; nobody where it is tied or where nobody is."""
    points: Strengths
    """What each army would gain."""


def battles_now(seen: Observation) -> Battles:
    """The three results and the points of the round as things are [V-67, V-69, V-70]."""
    winners = tuple(_winner(seen, front) for front in range(3))
    points = [0, 0]
    won = [winners.count(army) for army in (0, 1)]
    if won[0] != won[1]:
        best = int(won[1] > won[0])
        points[best] += 2 if won[best] == len(winners) else 1
    if seen.scoring != NOWHERE and (army := winners[seen.scoring]) is not None:
        points[army] += 1
    return Battles(winners, (points[0], points[1]))


def _winner(seen: Observation, front: Front) -> Army | None:
    if seen.fought[front]:
        return None if seen.advantage[front] == NOWHERE else seen.advantage[front]
    first, second = strengths_now(seen, front)
    return None if first == second or not has_battle(seen, front) else int(second > first)


class Forecast(NamedTuple):
    """What an action would do at once."""

    before: tuple[Strengths, ...]
    """By front."""
    after: tuple[Strengths, ...]
    sent_back: int
    """So many own units would leave a second line, because the new commander has a lower limit [V-45]."""
    removed: int
    """So many units of the foe would go to their Reserve."""
    battle: FrontWon | FrontTied | None
    """How a battle would end that begins at once [V-64]."""
    lost: tuple[int, int]
    """By army: the units of the first lines that this battle would cost [V-71]."""
    next: Task | None
    """What the same seat is asked then, before its turn is over: steps, a marker, ..."""


def forecast(state: GameState, move: PlayerMove) -> Forecast:
    """What a move of the seat that is asked would bring about, before anybody else acts."""
    seat = state.agenda[0].who
    reached, events = apply_unchecked(state, move)
    own = list(takewhile(_is_of_the_action, events))
    before = [(strength_of(state, 0, front), strength_of(state, 1, front)) for front in range(3)]
    after = [list(strengths) for strengths in before]
    for army, front, number in _changes(state, own):
        after[front][army] += number
    battle = next((event for event in own if isinstance(event, FrontWon | FrontTied)), None)
    lost = [sum(e.number for e in own if isinstance(e, UnitsLost) and e.army == army) for army in (0, 1)]
    task = reached.agenda[0]
    is_asked_on = len(own) == len(events) and task.who == seat and task.phase is not Phase.TURN
    return Forecast(
        tuple(before),
        tuple((first, second) for first, second in after),
        sum(event.number for event in own if isinstance(event, UnitsSentBack)),
        sum(event.number for event in own if isinstance(event, UnitsRemoved)),
        battle,
        (lost[0], lost[1]),
        task if is_asked_on else None,
    )


def _is_of_the_action(event: Event) -> bool:
    """The round has not begun to end: battles of its end and points come after all actions."""
    is_last = isinstance(event, BattleBegan) and not event.early
    return not is_last and not isinstance(event, RoundEnded)


def _changes(state: GameState, events: list[Event]) -> Iterator[tuple[Army, Front, int]]:
    """How much the strength of an army changes on a front, event by event; losses of a battle come after it."""
    for event in events:
        match event:
            case StrengthGained(army, front, number):
                yield army, front, number
            case CommanderReplaced(army, front):
                yield army, front, -state.strength[3 * army + front]
            case UnitsLost():
                continue
        for army, front, line, number in moved(event):
            yield army, front, UNIT_VALUES[line - 1] * number
