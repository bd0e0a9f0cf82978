"""The effects of cards, carried out clause by clause: the one interpreter for all cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import eq, ge, gt, le, lt

from mali_powstancy.bitwa_warszawska.cards import LINE_ONE, Army, CardId, Front
from mali_powstancy.bitwa_warszawska.effects import Amount, Clause, Condition, Count
from mali_powstancy.bitwa_warszawska.events import (
    OrderVerified,
    StrengthGained,
    UnitsAdvanced,
    UnitsRemoved,
)
from mali_powstancy.bitwa_warszawska.moves import AdvanceAll, Hold, Keep, Remove, Seat, Start
from mali_powstancy.bitwa_warszawska.refusals import Reason
from mali_powstancy.bitwa_warszawska.rules.blockade import is_closed, places_to_block
from mali_powstancy.bitwa_warszawska.rules.movement import possible_steps
from mali_powstancy.bitwa_warszawska.state import Draft, Lines, Phase, Position, Task, replaced

_COMPARE: dict[str, Callable[[int, int], bool]] = {"<": lt, "<=": le, "=": eq, ">=": ge, ">": gt}
_FROM = {"L1": 1, "L2": 2}
_REMOVES = (Remove("L1"), Remove("L2"))
_START, _HOLD, _ADVANCE_ALL, _KEEP = Start(), Hold(), AdvanceAll(), Keep()


# Conditions and amounts ---------------------------------------------------------------------------------------------


def counted(l1: tuple[int, ...], l2: tuple[int, ...], army: Army, front: Front, count: Count) -> int:
    """The units of an army or of its foe on a front, on one line or on both."""
    at = 3 * (1 - army if count.foe else army) + front
    if count.line:
        return l1[at] if count.line == 1 else l2[at]
    return l1[at] + l2[at]


def amount_of(position: Lines, army: Army, front: Front, amount: Amount) -> int:
    """A number as it is when the clause begins; "per" rounds down [HV-36, HV-37]."""
    if amount.units is None:
        return amount.number
    return amount.number * (counted(position.l1, position.l2, army, front, amount.units) // amount.per)


def _holds(condition: Condition, l1: tuple[int, ...], l2: tuple[int, ...], army: Army, front: Front) -> bool:
    if condition.units is None:
        return bool(condition.on(front))
    value = condition.value
    right = counted(l1, l2, army, front, value) if isinstance(value, Count) else value
    return _COMPARE[condition.sign](counted(l1, l2, army, front, condition.units), right)


def is_met(position: Lines, army: Army, front: Front, clause: Clause) -> bool:
    """All conditions of a clause hold now [HV-27]."""
    conditions = clause.conditions  # most clauses have none
    return not conditions or all(_holds(each, position.l1, position.l2, army, front) for each in conditions)


def usable_options(position: Position, army: Army, front: Front, card: CardId) -> Sequence[int]:
    """The effects of a commander that can be used on a front, under his own limit of units there [HV-26, HV-33, V-50].

    Not all clauses fail: by their condition now, or because the battle of the front has been fought [V-64].
    """
    game = position.game
    if (always := game.usable[card][front]) is not None:
        return always
    at = 3 * army + front
    l1, l2, has_fought = position.l1, position.l2, position.fought[front]
    if l2[at] > game.limit[card]:
        l2 = replaced(l2, at, game.limit[card])
    usable = []
    for number, option in enumerate(game.scenario.cards[card].options):
        for clause in option:
            fails = has_fought and (clause.battle or clause.verb == "start")
            if clause.conditions and not clause.battle:  # what a battle asks is seen in the battle
                fails = fails or not all(_holds(each, l1, l2, army, front) for each in clause.conditions)
            if not fails:
                usable.append(number)
                break
    return usable


# Clause by clause ---------------------------------------------------------------------------------------------------


def carry_out(draft: Draft, task: Task) -> None:
    """The next clause of a card, if its conditions hold; then the rest, left to right [V-48, HV-27, HV-35]."""
    clause, rest = task.clauses[0], task.clauses[1:]
    army = draft.game.armies[task.seat]
    draft.done((task._replace(clauses=rest),) if rest else ())
    if is_met(draft, army, task.front, clause):
        _CARRY[clause.verb](draft, task.seat, army, task.front, clause)


def verify(draft: Draft, task: Task) -> None:
    """The next battle clause of an order: carried out if its conditions hold, otherwise nothing happens [V-66]."""
    army = draft.game.armies[task.seat]
    held = is_met(draft, army, task.front, task.clauses[0])
    draft.tell(OrderVerified(army, task.front, draft.orders[3 * army + task.front], held))
    carry_out(draft, task)


def _ask(draft: Draft, task: Task) -> None:
    draft.agenda = (task, *draft.agenda)


def _move(draft: Draft, seat: Seat, army: Army, front: Front, clause: Clause) -> None:
    """Up to so many steps of units of any front [V-48, HV-13]."""
    number = amount_of(draft, army, front, clause.amount)
    if number and possible_steps(draft, army):
        _ask(draft, Task(Phase.STEPS, seat, number=number))


def _advance(draft: Draft, seat: Seat, army: Army, front: Front, clause: Clause) -> None:
    """Up to so many steps to the first line, on any fronts [V-48, HV-36]."""
    number = amount_of(draft, army, front, clause.amount)
    if number and possible_steps(draft, army, forward=True):
        _ask(draft, Task(Phase.ADVANCE, seat, number=number))


def _strengthen(draft: Draft, seat: Seat, army: Army, front: Front, clause: Clause) -> None:
    """A commander's strength is fixed now; an order's counts in the battle only [V-5, V-49, V-66, HV-28]."""
    at, number = 3 * army + front, amount_of(draft, army, front, clause.amount)
    if clause.battle:
        draft.verified = replaced(draft.verified, at, draft.verified[at] + number)
    else:
        draft.strength = replaced(draft.strength, at, draft.strength[at] + number)
    draft.tell(StrengthGained(army, front, number))


def _block(draft: Draft, seat: Seat, army: Army, front: Front, clause: Clause) -> None:
    """The own marker must go to another place of a named kind, if there is one [HV-52]."""
    if places_to_block(draft, army, clause.kinds):
        _ask(draft, Task(Phase.BLOCK, seat, clauses=(clause,)))


def _again(draft: Draft, seat: Seat, army: Army, front: Front, clause: Clause) -> None:
    """The same seat may take another action at once; without cards nothing happens [HV-38]."""
    if draft.hands[seat]:
        _ask(draft, Task(Phase.AGAIN, seat))


# Removing units -----------------------------------------------------------------------------------------------------


def _remove(draft: Draft, seat: Seat, army: Army, front: Front, clause: Clause) -> None:
    """Units of the foe on this front go to their Reserve; it must be done if possible [HV-29, HV-30, HV-37, V-48]."""
    number = amount_of(draft, army, front, clause.amount)
    if clause.line:
        _send_home(draft, 1 - army, front, clause.line, number)
    else:
        _remove_from_any(draft, seat, army, front, number)


def _remove_from_any(draft: Draft, seat: Seat, army: Army, front: Front, number: int) -> None:
    """With any line the player chooses for each unit, if the foe holds both [HV-29]."""
    at = 3 * (1 - army) + front
    if number and draft.l1[at] and draft.l2[at]:
        _ask(draft, Task(Phase.REMOVE, seat, front=front, number=number))
    else:
        _send_home(draft, 1 - army, front, 1 if draft.l1[at] else 2, number)


def _send_home(draft: Draft, army: Army, front: Front, line: int, number: int) -> None:
    at = 3 * army + front
    number = min(number, (draft.l1 if line == 1 else draft.l2)[at])
    if not number:
        return
    if line == 1:
        draft.l1 = replaced(draft.l1, at, draft.l1[at] - number)
    else:
        draft.l2 = replaced(draft.l2, at, draft.l2[at] - number)
    draft.tell(UnitsRemoved(army, front, line, number))


def legal_removals(position: Position) -> list[Remove]:
    """Asked only where the foe holds both lines [HV-29]."""
    return [*_REMOVES]


def refuse_removal(position: Position, move: Remove) -> Reason | None:
    """One of the two lines [HV-29]."""
    return None if move.line in _FROM else Reason.MALFORMED


def remove(draft: Draft, move: Remove) -> None:
    """A unit of the foe goes to its Reserve; then the next one is chosen [HV-29, HV-30]."""
    task = draft.agenda[0]
    army = draft.game.armies[task.who]
    draft.done()
    _send_home(draft, 1 - army, task.front, _FROM[move.line], 1)
    _remove_from_any(draft, task.who, army, task.front, task.number - 1)


# Starting a battle --------------------------------------------------------------------------------------------------


def _start(draft: Draft, seat: Seat, army: Army, front: Front, clause: Clause) -> None:
    """The battle of this front begins now, or the player is asked; once per front and round [V-64, HV-29, HV-33]."""
    if draft.fought[front]:
        return
    if clause.may:
        _ask(draft, Task(Phase.START, seat, front=front))
    else:
        _begin(draft, army, front)


def _begin(draft: Draft, army: Army, front: Front) -> None:
    draft.started = replaced(draft.started, 3 * army + front, True)
    _ask(draft, Task(Phase.BATTLE, front=front, number=1))


def legal_starts(position: Position) -> list[Start | Hold]:
    """The battle may begin now [HV-34]."""
    return [_START, _HOLD]


def start(draft: Draft, move: Start) -> None:
    """The battle begins now, and its commander leaves at the end of the round [V-64, V-65, HV-34]."""
    task = draft.agenda[0]
    draft.done()
    _begin(draft, draft.game.armies[task.who], task.front)


def hold(draft: Draft, move: Hold) -> None:
    """The battle comes at the end of the round as usual [HV-34]."""
    draft.done()


# Advancing all ------------------------------------------------------------------------------------------------------


def _advance_all(draft: Draft, seat: Seat, army: Army, front: Front, clause: Clause) -> None:
    """All units of this second line, not if the first line is closed; nobody is asked for nothing [HV-34, HV-7]."""
    if not draft.l2[3 * army + front] or is_closed(draft, army, LINE_ONE + front):
        return
    if clause.may:
        _ask(draft, Task(Phase.ADVANCE_ALL, seat, front=front))
    else:
        _move_up(draft, army, front)


def _move_up(draft: Draft, army: Army, front: Front) -> None:
    at = 3 * army + front
    number = draft.l2[at]
    draft.l1 = replaced(draft.l1, at, draft.l1[at] + number)
    draft.l2 = replaced(draft.l2, at, 0)
    draft.tell(UnitsAdvanced(army, front, number))


def legal_advances(position: Position) -> list[AdvanceAll | Keep]:
    """All or none [HV-34]."""
    return [_ADVANCE_ALL, _KEEP]


def refuse_advance(position: Position, move: AdvanceAll) -> Reason | None:
    """All units, never some [HV-34]."""
    return None if move.units == "all" else Reason.MALFORMED


def advance_all(draft: Draft, move: AdvanceAll) -> None:
    """All own units of the second line go to the first [HV-34]."""
    task = draft.agenda[0]
    draft.done()
    _move_up(draft, draft.game.armies[task.who], task.front)


def keep(draft: Draft, move: Keep) -> None:
    """The units stay where they are [HV-34]."""
    draft.done()


_CARRY: dict[str, Callable[[Draft, Seat, Army, Front, Clause], None]] = {
    "move": _move,
    "advance": _advance,
    "advance all": _advance_all,
    "strength": _strengthen,
    "remove": _remove,
    "start": _start,
    "block": _block,
    "again": _again,
}
"""What the verbs of the language do; `add` belongs to unit cards, which are played in laying.py."""
