"""The battle of a front: orders are verified, the strengths compared, the first lines lost."""

from __future__ import annotations

from mali_powstancy.bitwa_warszawska.cards import UNIT_VALUES, Army, Front
from mali_powstancy.bitwa_warszawska.events import BattleBegan, FrontTied, FrontWon, UnitsLost
from mali_powstancy.bitwa_warszawska.rules.camps import first_army, speaker
from mali_powstancy.bitwa_warszawska.state import Draft, OpenBoard, Phase, Task, replaced

_ON_FIRST, _ON_SECOND = UNIT_VALUES


def strength_of(position: OpenBoard, army: Army, front: Front) -> int:
    """Units, and what commander and order have given; an order gives only when it is verified [V-4, V-5, V-68]."""
    at = 3 * army + front
    units = _ON_FIRST * position.l1[at] + _ON_SECOND * position.l2[at]
    return units + position.strength[at] + position.verified[at]


def has_battle(position: OpenBoard, front: Front) -> bool:
    """A unit or a commander of either army is there, and the front has not been fought [V-63, V-64, HV-33]."""
    if position.fought[front]:
        return False
    present = (position.l1, position.l2, position.commanders)
    return any(things[front] or things[3 + front] for things in present)


def begin_battle(draft: Draft, task: Task) -> None:
    """What the commanders and then the orders do in the battle, the army with the initiative first [V-66, HV-35].

    A battle that a commander has begun is a full one [HV-31]; where nobody is, there is none [V-63].
    """
    front = task.front
    if not has_battle(draft, front):
        draft.done()
        return
    draft.tell(BattleBegan(front, bool(task.number)))
    draft.done(tasks_of_battle(draft, front))


def tasks_of_battle(draft: OpenBoard, front: Front) -> tuple[Task, ...]:
    """What is to be done once a battle has begun, its result last; somebody's view of the position says it as well."""
    first, game = first_army(draft), draft.game
    tasks = []
    for army in (first, 1 - first):
        if clauses := draft.pending[3 * army + front]:
            tasks.append(Task(Phase.CLAUSES, seat=speaker(draft, army), front=front, clauses=clauses))
    for army in (first, 1 - first):
        if (card := draft.orders[3 * army + front]) and (clauses := game.in_battle[card][0]):
            tasks.append(Task(Phase.VERIFY, seat=speaker(draft, army), front=front, clauses=clauses))
    return (*tasks, Task(Phase.RESULT, front=front))


def decide_battle(draft: Draft, task: Task) -> None:
    """The higher strength wins, with a tie nobody; units of both first lines are lost [V-67, V-69, V-71, HV-31]."""
    front = task.front
    strengths = (strength_of(draft, 0, front), strength_of(draft, 1, front))
    draft.fought = replaced(draft.fought, front, True)
    if strengths[0] == strengths[1]:
        draft.tell(FrontTied(front, strengths))
    else:
        winner = int(strengths[1] > strengths[0])
        draft.advantage = replaced(draft.advantage, front, winner)
        draft.tell(FrontWon(winner, front, strengths))
    lose_first_lines(draft, front)
    draft.done()


def lose_first_lines(draft: Draft, front: Front) -> None:
    """The units of both first lines of a front go to the Reserve; second lines stay [V-71, HV-32]."""
    for army in (0, 1):
        at = 3 * army + front
        if number := draft.l1[at]:
            draft.l1 = replaced(draft.l1, at, 0)
            draft.tell(UnitsLost(army, front, number))
