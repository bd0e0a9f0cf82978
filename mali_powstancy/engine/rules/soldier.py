"""The soldier of the basic variant: prison, the die, his run, arrests, and the extra move of a red face."""

from __future__ import annotations

from functools import lru_cache

from mali_powstancy.engine.board import FieldId
from mali_powstancy.engine.cards import Colour, ScoutId
from mali_powstancy.engine.events import (
    DieRolled,
    ExtraMoveGiven,
    OrderLost,
    ScoutArrested,
    ScoutFreed,
    SoldierMoved,
)
from mali_powstancy.engine.game import BEYOND
from mali_powstancy.engine.moves import GiveExtraMove, Roll, Seat, Target
from mali_powstancy.engine.refusals import Reason
from mali_powstancy.engine.state import CHANCE, HAND, PRISON, Draft, Phase, Position, Task, task_of

_BLACK = Colour.BLACK
_JUST_DIE = (Task(Phase.DIE, CHANCE),)
_TARGET, _CHOOSE_EXTRA, _EXTRA_MOVE = Phase.TARGET, Phase.CHOOSE_EXTRA, Phase.EXTRA_MOVE
_die_rolled = lru_cache(maxsize=256)(DieRolled)


def begin_soldier_phase(draft: Draft, task: Task) -> None:
    """Prisoners go back to their players' hands, then the die is rolled [B-18, H-11]."""
    if PRISON in draft.where:
        for number, place in enumerate(draft.where):
            if place == PRISON:
                draft.tell(ScoutFreed(draft.game.scouts[number]))
        draft.where = tuple([HAND if place == PRISON else place for place in draft.where])
    draft.done(_JUST_DIE)


def possible_rolls(position: Position) -> list[Roll]:
    """The faces of the die, one entry per face [B-19, D-4]."""
    return position.game.rolls


def roll(draft: Draft, move: Roll) -> None:
    """Black: the soldier runs. Red: the nearest scout gets an extra move [B-19, B-20, B-22, H-8]."""
    draft.tell(_die_rolled(move.colour, move.number))
    draft.done()
    nearest = nearest_scouts(draft)
    if not nearest:
        return  # H-8: nobody there
    draft.points = move.number
    seat = draft.game.seat_of[nearest[0]]
    if move.colour == _BLACK:
        fields = {draft.where[number] for number in nearest}
        if len(fields) > 1:
            draft.ask((task_of(_TARGET, seat),))
        else:
            _run(draft, fields.pop())
    elif len(nearest) > 1:
        draft.ask((task_of(_CHOOSE_EXTRA, seat),))
    else:
        _begin_extra_move(draft, seat, draft.game.scouts[nearest[0]])


def nearest_scouts(position: Position) -> list[int]:
    """The nearest scouts of the one player who decides: of those tied, who moved later [B-20, H-6, H-39].

    The soldier's distances run over all roads, blocked or not [H-7].
    """
    game = position.game
    distances = game.distances[position.soldier or ""]
    far = list(map(distances.__getitem__, position.where))
    least = min(far)
    if least == BEYOND:
        return []  # H-8: nobody is there
    if far.count(least) == 1:
        return [far.index(least)]
    for seat in reversed(position.order_of_play):
        if least in far[game.own[seat]]:
            return [number for number in game.numbers_of[seat] if far[number] == least]
    return []


# Black --------------------------------------------------------------------------------------------------------------


def legal_targets(position: Position) -> list[Target]:
    """The fields of the nearest own scouts; two on one field are one target [B-20, H-9, H-44]."""
    return [Target(field) for field in dict.fromkeys(position.where[number] for number in nearest_scouts(position))]


def refuse_target(position: Position, move: Target) -> Reason | None:
    """Only a field where one of the nearest own scouts stands [B-20, H-9]."""
    return None if move in legal_targets(position) else Reason.NOT_NEAREST


def choose_target(draft: Draft, move: Target) -> None:
    """A player has decided towards which of the own scouts the soldier runs [B-20, H-9]."""
    draft.done()
    _run(draft, move.field)


def _run(draft: Draft, target: FieldId) -> None:
    """The soldier runs up to the number rolled towards his target [B-20, H-7].

    No scout is nearer to him than the target, so only there can he meet any; there he stops and arrests [B-21].
    """
    path = draft.game.board.path(draft.soldier or "", target)[: draft.points]
    draft.soldier = path[-1]
    draft.points = 0
    draft.tell(SoldierMoved(path, target))
    if draft.soldier == target:
        _arrest(draft, target)


def _arrest(draft: Draft, field: FieldId) -> None:
    """All scouts on the soldier's field go to prison and lose their orders [B-21]."""
    where, carrying = list(draft.where), list(draft.carrying)
    for number, place in enumerate(draft.where):
        if place != field:
            continue
        scout, order = draft.game.scouts[number], carrying[number]
        draft.tell(ScoutArrested(scout, field))
        if order is not None:
            draft.tell(OrderLost(scout, order))
        where[number], carrying[number] = PRISON, None
    draft.where, draft.carrying = tuple(where), tuple(carrying)


# Red ----------------------------------------------------------------------------------------------------------------


def legal_extra_movers(position: Position) -> list[GiveExtraMove]:
    """The nearest scouts of the player who decides, one by one [B-22, H-9, H-44]."""
    return [GiveExtraMove(position.game.scouts[number]) for number in nearest_scouts(position)]


def refuse_extra_mover(position: Position, move: GiveExtraMove) -> Reason | None:
    """Only one of the nearest own scouts [B-22, H-9]."""
    return None if move in legal_extra_movers(position) else Reason.NOT_NEAREST


def give_extra_move(draft: Draft, move: GiveExtraMove) -> None:
    """A scout may walk up to the number rolled, even if it is walled in [B-22, H-10, H-45]."""
    seat = draft.task.who
    draft.done()
    _begin_extra_move(draft, seat, move.scout)


def _begin_extra_move(draft: Draft, seat: Seat, scout: ScoutId) -> None:
    draft.tell(ExtraMoveGiven(scout, draft.points))
    draft.ask((task_of(_EXTRA_MOVE, seat, scout),))
