"""Units: the Reserve, the limit of the second line, and the steps between lines and fronts."""

from __future__ import annotations

from mali_powstancy.bitwa_warszawska.cards import FRONTS, LINE_ONE, LINE_TWO, Army, Front
from mali_powstancy.bitwa_warszawska.events import UnitsAdded, UnitsSentBack, unit_stepped
from mali_powstancy.bitwa_warszawska.moves import WAYS, PlayerMove, Step, Stop
from mali_powstancy.bitwa_warszawska.refusals import Reason
from mali_powstancy.bitwa_warszawska.rules.blockade import is_closed
from mali_powstancy.bitwa_warszawska.state import Draft, OpenBoard, Phase, Position, replaced

_FORWARD, _BACK, _ACROSS = range(3)
_WAYS = {
    way: (
        _ACROSS if way[0] != way[3] else _FORWARD if way[1] == "2" else _BACK,
        FRONTS.index(way[0]),
        FRONTS.index(way[3]),
    )
    for way in WAYS
}
"""By the text of a step: to the first line, back, or across to another second line; from which front to which."""
_NUMBER = {(kind, start, end): number for number, (kind, start, end) in enumerate(_WAYS.values())}
_ADVANCE = Phase.ADVANCE
_STOP = Stop()


def reserve(position: OpenBoard, army: Army) -> int:
    """The units that are not on the board; they do not fight [V-4, V-10]."""
    first = 3 * army
    on_board = sum(position.l1[first : first + 3]) + sum(position.l2[first : first + 3])
    return position.game.scenario.units - on_board


def room(position: Position, at: int) -> int:
    """How many units the second line of an army on a front can still take [V-44]."""
    return position.game.limit[position.commanders[at]] - position.l2[at]


def send_surplus_back(draft: Draft, army: Army, front: Front) -> None:
    """When the limit has fallen, the surplus goes to the Reserve at once [V-43, V-45]."""
    at = 3 * army + front
    surplus = -room(draft, at)
    if surplus > 0:
        draft.l2 = replaced(draft.l2, at, draft.l2[at] - surplus)
        draft.tell(UnitsSentBack(army, front, surplus))


def add_units(draft: Draft, army: Army, front: Front, line: int, number: int) -> None:
    """Units come from the Reserve, as many as there are and as there is room for [V-42, V-44, V-53, HV-7, HV-43]."""
    at = 3 * army + front
    number = min(number, reserve(draft, army))
    if line == 1:
        if is_closed(draft, army, LINE_ONE + front):
            return
        if number > 0:
            draft.l1 = replaced(draft.l1, at, draft.l1[at] + number)
    else:
        number = min(number, room(draft, at))
        if number > 0:
            draft.l2 = replaced(draft.l2, at, draft.l2[at] + number)
    if number > 0:
        draft.tell(UnitsAdded(army, front, line, number))


# Steps --------------------------------------------------------------------------------------------------------------


def possible_steps(position: Position, army: Army, forward: bool = False) -> list[Step]:
    """Every step of an army's units; `forward` only those to the first line [HV-13, HV-36, V-53, V-54, HV-7, HV-8]."""
    steps, first = position.game.steps, 3 * army
    l1, l2 = position.l1, position.l2
    found = [
        steps[front] for front in range(3) if l2[first + front] and not is_closed(position, army, LINE_ONE + front)
    ]
    if forward:
        return found
    open_to = [front for front in range(3) if room(position, first + front) > 0]
    found += [steps[3 + front] for front in open_to if l1[first + front]]
    if not is_closed(position, army, LINE_TWO):
        found += [
            steps[_NUMBER[_ACROSS, start, end]]
            for start in range(3)
            if l2[first + start]
            for end in open_to
            if start != end
        ]
    return found


def refuse_a_step(position: Position, army: Army, way: str, forward: bool = False) -> Reason | None:
    """Why a unit of an army cannot go this way [HV-13, HV-14, HV-36, V-44, V-53, V-54]."""
    if way not in _WAYS:
        return Reason.NOT_A_STEP
    kind, start, end = _WAYS[way]
    first = 3 * army
    if kind == _FORWARD:
        if is_closed(position, army, LINE_ONE + end):
            return Reason.LINE_ONE_BLOCKED
    elif forward:
        return Reason.ONLY_FORWARD
    elif kind == _ACROSS and is_closed(position, army, LINE_TWO):
        return Reason.FRONTS_BLOCKED
    elif room(position, first + end) <= 0:
        return Reason.LINE_TWO_FULL
    line = position.l1 if kind == _BACK else position.l2
    return None if line[first + start] else Reason.NO_UNIT_THERE


def make_step(draft: Draft, army: Army, way: str) -> None:
    """One unit goes to the other line of its front, or from one second line to another [HV-13]."""
    kind, start, end = _WAYS[way]
    start, end = 3 * army + start, 3 * army + end
    if kind == _BACK:
        draft.l1 = replaced(draft.l1, start, draft.l1[start] - 1)
    else:
        draft.l2 = replaced(draft.l2, start, draft.l2[start] - 1)
    if kind == _FORWARD:
        draft.l1 = replaced(draft.l1, end, draft.l1[end] + 1)
    else:
        draft.l2 = replaced(draft.l2, end, draft.l2[end] + 1)
    draft.tell(unit_stepped(army, way))


# During "move n" and "advance n" ------------------------------------------------------------------------------------


def legal_in_steps(position: Position) -> list[PlayerMove]:
    """Any step that is possible, or stop [HV-13, HV-36, V-48]."""
    task = position.agenda[0]
    steps = possible_steps(position, position.game.armies[task.who], task.phase is _ADVANCE)
    return [*steps, _STOP]


def refuse_step(position: Position, move: Step) -> Reason | None:
    """A step of the own units [HV-13, HV-36]."""
    task = position.agenda[0]
    return refuse_a_step(position, position.game.armies[task.who], move.way, task.phase is _ADVANCE)


def take_step(draft: Draft, move: Step) -> None:
    """Steps end by themselves when all are made or none is possible [HV-13, HV-58]."""
    task = draft.agenda[0]
    army = draft.game.armies[task.who]
    make_step(draft, army, move.way)
    left = task.number - 1
    if left and possible_steps(draft, army, task.phase is _ADVANCE):
        draft.done((task._replace(number=left),))
    else:
        draft.done()


def stop_stepping(draft: Draft, move: Stop) -> None:
    """Up to so many steps, none included [HV-13]."""
    draft.done()
