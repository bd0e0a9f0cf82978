"""The duel for resource cards: Funds, Supplies, Public support."""

from __future__ import annotations

from mali_powstancy.bitwa_warszawska.cards import FUNDS, HALVES, RESOURCES, SUPPLIES, SUPPORT, Army
from mali_powstancy.bitwa_warszawska.events import (
    FourGiven,
    InitiativeGiven,
    ResourceTied,
    ResourceWon,
    SideTaken,
    SpecialKept,
    SpecialLaid,
)
from mali_powstancy.bitwa_warszawska.game import FRONT, PLACE
from mali_powstancy.bitwa_warszawska.moves import (
    NO_PLACE,
    SIDES_OF_FUNDS,
    SIDES_OF_SUPPLIES,
    Add,
    End,
    GiveFour,
    HandOut,
    LaySpecial,
    PlayerMove,
    Step,
    TakeFunds,
    TakeSupplies,
)
from mali_powstancy.bitwa_warszawska.refusals import Reason
from mali_powstancy.bitwa_warszawska.rules.camps import first_army, speaker
from mali_powstancy.bitwa_warszawska.rules.drawing import draw_up_to, numbers_of, starting_numbers
from mali_powstancy.bitwa_warszawska.rules.movement import (
    add_units,
    make_step,
    possible_steps,
    refuse_a_step,
    reserve,
    room,
)
from mali_powstancy.bitwa_warszawska.state import Draft, Phase, Position, Task

_TAKES_OF_FUNDS = tuple(map(TakeFunds, SIDES_OF_FUNDS))
_TAKES_OF_SUPPLIES = tuple(map(TakeSupplies, SIDES_OF_SUPPLIES))
_END = End()
_LEAVE = LaySpecial(NO_PLACE)


def winner_of(position: Position, resource: int) -> Army | None:
    """The army with more of its own cards at a resource; nobody with a tie [V-24]."""
    own, other = len(position.bids[2 * resource]), len(position.bids[2 * resource + 1])
    return None if own == other else int(other > own)


def _told(draft: Draft, resource: int) -> Army | None:
    winner = winner_of(draft, resource)
    name = RESOURCES[resource]
    draft.tell(ResourceTied(name) if winner is None else ResourceWon(winner, name))
    return winner


# Funds --------------------------------------------------------------------------------------------------------------


def duel_for_funds(draft: Draft, task: Task) -> None:
    """The winner draws more and takes the initiative, or with 3 or 4 players takes a side [V-26, V-27, HV-48].

    With a tie the initiative stays, and everyone draws up to the starting number [HV-15].
    """
    game, winner = draft.game, _told(draft, FUNDS)
    if winner is None:
        draft.done(draw_up_to(draft, starting_numbers(draft), first_army(draft)))
    elif game.players == 2:
        order = (winner, 1 - winner)  # the seats have the numbers of their armies
        if order != draft.initiative:
            draft.initiative = order
            draft.tell(InitiativeGiven(order))
        draft.done(draw_up_to(draft, numbers_of(draft, {winner: game.counts.more}), winner))
    else:
        draft.done((Task(Phase.FUNDS, speaker(draft, winner)),))


def legal_sides_of_funds(position: Position) -> list[TakeFunds]:
    """Either side [V-27]."""
    return [*_TAKES_OF_FUNDS]


def refuse_side_of_funds(position: Position, move: TakeFunds) -> Reason | None:
    """One of the two sides [V-27]."""
    return None if move.side in SIDES_OF_FUNDS else Reason.MALFORMED


def take_funds(draft: Draft, move: TakeFunds) -> None:
    """The enemy gets the other side; an army of two with more cards says for whom [V-27, V-29, HV-19]."""
    game = draft.game
    winner = game.armies[draft.agenda[0].who]
    draft.tell(SideTaken(winner, move.side))
    richer = winner if move.side == "cards" else 1 - winner
    if len(game.camps[richer]) == 2:
        draft.done((Task(Phase.FOUR, speaker(draft, richer)),))
    else:
        _draw_and_hand_out(draft, richer, game.camps[richer][0])


def _draw_and_hand_out(draft: Draft, richer: Army, seat: int) -> None:
    """Everyone draws, the winning army first; then the other side's army hands out the markers [V-28, HV-19, HV-21]."""
    winner = winner_of(draft, FUNDS)
    assert winner is not None, "a side was taken, so somebody has won"
    draws = draw_up_to(draft, numbers_of(draft, {seat: draft.game.counts.more}), winner)
    draft.done((*draws, Task(Phase.HAND_OUT, speaker(draft, 1 - richer))))


def legal_fours(position: Position) -> list[GiveFour]:
    """Either seat of the army [V-29]."""
    game = position.game
    return [GiveFour(game.seat_names[seat]) for seat in game.camps[game.armies[position.agenda[0].who]]]


def refuse_four(position: Position, move: GiveFour) -> Reason | None:
    """A seat of the own army [V-29]."""
    game = position.game
    seat = game.seat_of.get(move.seat)
    is_own = seat is not None and game.armies[seat] == game.armies[position.agenda[0].who]
    return None if is_own else Reason.NOT_YOUR_SEAT


def give_four(draft: Draft, move: GiveFour) -> None:
    """This seat draws up to one card more than its partner [V-29, HV-19]."""
    game = draft.game
    seat = game.seat_of[move.seat]
    draft.tell(FourGiven(seat))
    _draw_and_hand_out(draft, game.armies[seat], seat)


def legal_hand_outs(position: Position) -> list[HandOut]:
    """Every different order of all markers [V-28]."""
    return [*position.game.hand_outs]


def refuse_hand_out(position: Position, move: HandOut) -> Reason | None:
    """All four markers, one to each place at the table [V-28, HV-20]."""
    game = position.game
    if type(move.order) is not tuple:
        return Reason.MALFORMED
    return None if move in game.hand_outs else Reason.NOT_ALL_MARKERS


def hand_out(draft: Draft, move: HandOut) -> None:
    """The new order holds from now on, until the right is gained again [V-28, HV-54]."""
    draft.initiative = tuple(draft.game.seat_of[name] for name in move.order)
    draft.tell(InitiativeGiven(draft.initiative))
    draft.done()


# Supplies -----------------------------------------------------------------------------------------------------------


def duel_for_supplies(draft: Draft, task: Task) -> None:
    """The winner takes a side; with a tie nobody adds or moves [V-31, HV-16]."""
    winner = _told(draft, SUPPLIES)
    draft.done(() if winner is None else (Task(Phase.SUPPLIES, speaker(draft, winner)),))


def legal_sides_of_supplies(position: Position) -> list[TakeSupplies]:
    """Either side [V-31]."""
    return [*_TAKES_OF_SUPPLIES]


def refuse_side_of_supplies(position: Position, move: TakeSupplies) -> Reason | None:
    """One of the two sides [V-31]."""
    return None if move.side in SIDES_OF_SUPPLIES else Reason.MALFORMED


def take_supplies(draft: Draft, move: TakeSupplies) -> None:
    """The army with the initiative uses its side first, then the other, each once [V-31, V-33, HV-17, HV-18]."""
    counts, winner = draft.game.counts, draft.game.armies[draft.agenda[0].who]
    draft.tell(SideTaken(winner, move.side))
    is_high = {winner: move.side == "high", 1 - winner: move.side != "high"}
    first = first_army(draft)
    values = {army: counts.high if is_high[army] else counts.low for army in (first, 1 - first)}
    draft.done(
        tuple(Task(Phase.OPERATIONS, speaker(draft, army), number=value) for army, value in values.items() if value)
    )


def legal_operations(position: Position) -> list[PlayerMove]:
    """Add a unit to a second line, any step, or end [V-32, V-34]."""
    game = position.game
    army = game.armies[position.agenda[0].who]
    moves: list[PlayerMove] = []
    if reserve(position, army):
        moves += [game.adds[front] for front in range(3) if room(position, 3 * army + front) > 0]
    moves += possible_steps(position, army)
    moves.append(_END)
    return moves


def refuse_add(position: Position, move: Add) -> Reason | None:
    """There is room in the second line, and a unit in the Reserve [V-10, V-34, V-44]."""
    if move.front not in FRONT:
        return Reason.MALFORMED
    army = position.game.armies[position.agenda[0].who]
    if room(position, 3 * army + FRONT[move.front]) <= 0:
        return Reason.LINE_TWO_FULL
    return None if reserve(position, army) else Reason.RESERVE_EMPTY


def add(draft: Draft, move: Add) -> None:
    """One operation: a unit comes from the Reserve [V-32]."""
    add_units(draft, draft.game.armies[draft.agenda[0].who], FRONT[move.front], 2, 1)
    _count_operation(draft)


def refuse_supply_step(position: Position, move: Step) -> Reason | None:
    """Any step of the own units, also of those just added [V-32, HV-13]."""
    return refuse_a_step(position, position.game.armies[position.agenda[0].who], move.way)


def supply_step(draft: Draft, move: Step) -> None:
    """One operation: a unit makes a step [V-32]."""
    make_step(draft, draft.game.armies[draft.agenda[0].who], move.way)
    _count_operation(draft)


def _count_operation(draft: Draft) -> None:
    """Never more than the value [V-32]."""
    task = draft.agenda[0]
    draft.done((task._replace(number=task.number - 1),) if task.number > 1 else ())


def end_operations(draft: Draft, move: End) -> None:
    """An army need not use the whole value [V-32]."""
    draft.done()


# Public support -----------------------------------------------------------------------------------------------------


def duel_for_support(draft: Draft, task: Task) -> None:
    """The winner may lay the Special marker; with a tie it stays on its card [V-35, HV-16]."""
    winner = _told(draft, SUPPORT)
    draft.done(() if winner is None else (Task(Phase.SPECIAL, speaker(draft, winner)),))


def legal_specials(position: Position) -> list[LaySpecial]:
    """Any place of the foe's half, or leave it [V-35, HV-6, HV-12]."""
    return [*position.game.specials[position.game.armies[position.agenda[0].who]], _LEAVE]


def refuse_special(position: Position, move: LaySpecial) -> Reason | None:
    """A place of the foe's half, where the own marker may lie too [HV-6, HV-12]."""
    if move.place == NO_PLACE:
        return None
    place = PLACE.get(move.place)
    if place is None:
        return Reason.MALFORMED
    return None if place // 10 == 1 - position.game.armies[position.agenda[0].who] else Reason.WRONG_HALF


def lay_special(draft: Draft, move: LaySpecial) -> None:
    """The Special marker works like the others until the end of the round [V-35, V-59, HV-12]."""
    army = draft.game.armies[draft.agenda[0].who]
    if move.place == NO_PLACE:
        draft.tell(SpecialKept(army))
    else:
        draft.special = PLACE[move.place]
        draft.tell(SpecialLaid(army, HALVES[draft.special]))
    draft.done()


# Afterwards ---------------------------------------------------------------------------------------------------------


def end_duel(draft: Draft, task: Task) -> None:
    """The cards at the resources go to their owners' discard piles [V-25]."""
    bids = draft.bids
    if any(bids):
        draft.discards = tuple(draft.discards[army] + bids[army] + bids[2 + army] + bids[4 + army] for army in (0, 1))
        draft.bids = ((),) * 6
    draft.done()
