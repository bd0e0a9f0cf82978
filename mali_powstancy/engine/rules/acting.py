"""The four actions of the extended variant: pals, insurgent unit, swapping orders, gossip."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from mali_powstancy.engine.cards import VICTORY, Action, OrderId
from mali_powstancy.engine.events import BroughtByUnit, CardPeeked, OrdersSwapped, PlacesExchanged
from mali_powstancy.engine.moves import Gossip, Pals, PlayerMove, SwapOrders, Unit
from mali_powstancy.engine.refusals import Reason
from mali_powstancy.engine.rules.hopping import move_scout, refuse_hop
from mali_powstancy.engine.rules.ordering import arrive, order_phase_ahead, refuse_scout
from mali_powstancy.engine.state import CHANCE, Draft, Peeked, Phase, Position, Slot, task_of

_GOSSIP = Gossip()
_swap = lru_cache(maxsize=4096)(SwapOrders)


def legal_actions(position: Position) -> list[PlayerMove]:
    """What the action of the present card allows, while it has not been used [E-4]."""
    seat = position.agenda[0].who
    listed = _LISTS[position.game.actions[position.cards[seat]]]
    return listed(position)


def _refuse_action(position: Position, action: Action) -> Reason | None:
    """The card must show this action, and each turn has one [E-4, H-20]."""
    if position.game.actions.get(position.cards[position.agenda[0].who]) is not action:
        return Reason.NO_SUCH_ACTION
    return None if position.action_open else Reason.ACTION_USED


def _use_action(draft: Draft) -> None:
    """One is finished before the other begins: a walk that has begun ends with the action [E-4, H-20]."""
    draft.action_open = False
    if draft.points < draft.cards[draft.task.who]:
        draft.points = 0


# 1: pals from the yard ----------------------------------------------------------------------------------------------


def _legal_pals(position: Position) -> list[PlayerMove]:
    """All pairs of own scouts on different fields of one district [E-5, H-21, H-38]."""
    game, where = position.game, position.where
    numbers = game.numbers_of[position.agenda[0].who]
    district_of = game.board.district_of
    districts = [district_of[place] for place in where[numbers.start : numbers.stop]]
    if len(set(districts)) == len(districts):
        return []
    return [
        Pals(game.scouts[one], game.scouts[other])
        for one, other in combinations(numbers, 2)
        if where[one] != where[other] and district_of[where[one]] == district_of[where[other]]
    ]


def refuse_pals(position: Position, move: Pals) -> Reason | None:
    """Two own scouts on different fields of the same district; tokens do not matter [E-5, H-21, H-38]."""
    if (reason := _refuse_action(position, Action.PALS)) is not None:
        return reason
    for scout in (move.scout, move.other):
        if (reason := refuse_scout(position, scout)) is not None:
            return reason
    one, other = position.game.number[move.scout], position.game.number[move.other]
    district_of = position.game.board.district_of
    if position.where[one] == position.where[other]:
        return Reason.SAME_FIELD
    if district_of[position.where[one]] != district_of[position.where[other]]:
        return Reason.NOT_SAME_DISTRICT
    return None if one < other else Reason.NAMES_IN_ORDER


def exchange_places(draft: Draft, move: Pals) -> None:
    """Two scouts change places with their orders; both arrive [E-5, H-21, H-38]."""
    one, other = draft.game.number[move.scout], draft.game.number[move.other]
    _use_action(draft)
    where = list(draft.where)
    where[one], where[other] = where[other], where[one]
    draft.where = tuple(where)
    draft.tell(PlacesExchanged(move.scout, where[one], move.other, where[other]))
    arrive(draft, one)
    arrive(draft, other)


# 2: insurgent unit --------------------------------------------------------------------------------------------------


def _legal_units(position: Position) -> list[PlayerMove]:
    """Like a jump, besides the move [E-6, H-22]."""
    game, ways = position.game, position._ways
    moves: list[PlayerMove] = []
    for number in game.numbers_of[position.agenda[0].who]:
        here = position.where[number]
        if here in ways.jumps:
            units = game.units[number][here]
            moves += [u for u in units if u.to in ways.jumps[here]] if here in ways.touched[None] else units
    return moves


def refuse_unit(position: Position, move: Unit) -> Reason | None:
    """The same limits as a jump [E-6, H-22]."""
    if (reason := _refuse_action(position, Action.UNIT)) is not None:
        return reason
    if (reason := refuse_scout(position, move.scout)) is not None:
        return reason
    return refuse_hop(position, move)


def bring_by_unit(draft: Draft, move: Unit) -> None:
    """An insurgent unit brings a scout to a neighbouring object [E-6, H-22]."""
    number = draft.game.number[move.scout]
    _use_action(draft)
    draft.tell(BroughtByUnit(move.scout, draft.where[number], move.to))
    move_scout(draft, number, move.to)


# 3: swapping orders -------------------------------------------------------------------------------------------------


def _legal_swaps(position: Position) -> list[PlayerMove]:
    """Any card of a space with any card of the next one, but not Victory [E-7, H-23]."""
    return list(_swaps(position.track))


@lru_cache(maxsize=256)  # the track stays the same while a scout walks
def _swaps(track: tuple[Slot, ...]) -> tuple[SwapOrders, ...]:
    cards = [slot for slot in track if slot.order != VICTORY]
    on_space: dict[int, list[OrderId]] = {}
    for order, space in cards:
        on_space.setdefault(space, []).append(order)
    return tuple([_swap(one, other) for one, space in cards for other in on_space.get(space + 1, ())])


def refuse_swap(position: Position, move: SwapOrders) -> Reason | None:
    """Two open orders on neighbouring spaces; the Victory card stays where it is [E-7, H-23]."""
    if (reason := _refuse_action(position, Action.SWAP)) is not None:
        return reason
    if VICTORY in (move.order, move.other):
        return Reason.VICTORY_STAYS
    spaces = dict(position.track)
    for order in (move.order, move.other):
        if order not in position.game.orders:
            return Reason.UNKNOWN_ORDER
        if order not in spaces:
            return Reason.ORDER_NOT_OPEN
    if abs(spaces[move.order] - spaces[move.other]) != 1:
        return Reason.NOT_NEIGHBOURING_SPACES
    return None if spaces[move.order] < spaces[move.other] else Reason.NAMES_IN_ORDER


def swap_orders(draft: Draft, move: SwapOrders) -> None:
    """Two cards change spaces; markers stay on their cards, and so does the order of laying [E-7, H-12, H-23]."""
    _use_action(draft)
    track, slots = list(draft.track), draft.game.slots
    orders = [slot.order for slot in track]
    one, other = orders.index(move.order), orders.index(move.other)
    space, other_space = track[one].space, track[other].space
    track[one], track[other] = slots[move.order][other_space], slots[move.other][space]
    draft.track = tuple(track)
    draft.tell(OrdersSwapped(move.order, move.other, space))


# 4: gossip ----------------------------------------------------------------------------------------------------------


def _legal_gossip(position: Position) -> list[PlayerMove]:
    """Only if a further order phase will come [E-8, H-24]."""
    return [_GOSSIP] if _cards_to_hear_of(position) else []


def _cards_to_hear_of(position: Position) -> int:
    """As many cards as the next order phase will lay, or what is left [E-8, H-24, H-61]."""
    if position.stopping or not order_phase_ahead(position):
        return 0
    return min(position.game.counts.orders_due(position.round + 1), position.deck_left)


def refuse_gossip(position: Position, move: Gossip) -> Reason | None:
    """There must be an order phase ahead that lays cards [E-8, H-24]."""
    if (reason := _refuse_action(position, Action.GOSSIP)) is not None:
        return reason
    return None if _cards_to_hear_of(position) else Reason.NO_ORDER_PHASE_AHEAD


def gossip(draft: Draft, move: Gossip) -> None:
    """A player looks at the next cards and puts them back in the same order [E-8, H-24, H-55]."""
    _use_action(draft)
    seat = draft.task.who
    cards = _cards_to_hear_of(draft)
    for position, peeked in enumerate(draft.top[:cards], start=1):  # cards that others have heard of this round
        draft.tell(CardPeeked(seat, position, peeked.order))
    heard = tuple([Peeked(p.order, tuple(sorted({*p.seats, seat}))) for p in draft.top[:cards]])
    draft.top = heard + draft.top[cards:]
    draft.ask((task_of(Phase.PEEK, CHANCE, str(seat)),) * (cards - len(heard)))


_LISTS = {
    Action.PALS: _legal_pals,
    Action.UNIT: _legal_units,
    Action.SWAP: _legal_swaps,
    Action.GOSSIP: _legal_gossip,
}
