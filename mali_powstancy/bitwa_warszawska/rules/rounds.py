"""The frame of a round: the additional scoring marker, then whose turn it is, until all are out."""

from __future__ import annotations

from mali_powstancy.bitwa_warszawska.cards import FRONTS
from mali_powstancy.bitwa_warszawska.events import RoundBegan, ScoringLaid, ScoringNotLaid
from mali_powstancy.bitwa_warszawska.game import FRONT
from mali_powstancy.bitwa_warszawska.moves import RollFront
from mali_powstancy.bitwa_warszawska.state import CHANCE, NOWHERE, Draft, Phase, Position, Task

_ROLLS = tuple(map(RollFront, FRONTS))
_SCORING = Task(Phase.SCORING, CHANCE)
_DUEL = tuple(map(Task, (Phase.DUEL_FOR_FUNDS, Phase.DUEL_FOR_SUPPLIES, Phase.DUEL_FOR_SUPPORT, Phase.DUEL_ENDS)))
_FIRST_TURN = Task(Phase.NEXT_TURN, number=NOWHERE)
_BATTLES = (*(Task(Phase.BATTLE, front=front) for front in range(3)), Task(Phase.ROUND_ENDS))


def begin_round(draft: Draft, task: Task) -> None:
    """The stages of a round; in the first one there is no duel for resource cards [V-6, V-20, V-23]."""
    draft.tell(RoundBegan(draft.round))
    draft.agenda = (_SCORING, *(_DUEL if draft.round > 1 else ()), _FIRST_TURN)


# The additional scoring marker --------------------------------------------------------------------------------------


def possible_fronts(position: Position) -> tuple[RollFront, ...]:
    """Three values, each alike [V-21, HV-1]."""
    return _ROLLS


def roll_front(draft: Draft, move: RollFront) -> None:
    """The marker lies on the front rolled, unless it last lay there: then it lies on none [V-21, V-22, HV-41]."""
    front = FRONT[move.front]
    if front == draft.last_scoring:
        draft.scoring = NOWHERE
        draft.tell(ScoringNotLaid(front))
    else:
        draft.scoring = draft.last_scoring = front
        draft.tell(ScoringLaid(front))
    draft.done()


# Turns --------------------------------------------------------------------------------------------------------------


def next_turn(draft: Draft, task: Task) -> None:
    """The next in the order of initiative who has cards and has not passed; else the battles [V-37, V-39, V-62].

    [HV-20, HV-49]
    """
    order, hands, passed = draft.initiative, draft.hands, draft.passed
    for step in range(1, len(order) + 1):
        number = (task.number + step) % len(order)
        seat = order[number]
        if hands[seat] and not passed[seat]:
            draft.agenda = (draft.game.turns[seat][number],)
            return
    draft.agenda = _BATTLES
