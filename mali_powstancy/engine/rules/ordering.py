"""Orders: cards come from the deck to the track, scouts collect, drop and deliver them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mali_powstancy.engine.board import FieldId
from mali_powstancy.engine.cards import VICTORY, OrderId
from mali_powstancy.engine.events import (
    CardPeeked,
    Event,
    OrderCollected,
    OrderDelivered,
    OrderDiscarded,
    OrderDropped,
    OrderLaid,
    OrderLost,
)
from mali_powstancy.engine.moves import Collect, Draw, Drop
from mali_powstancy.engine.refusals import Reason
from mali_powstancy.engine.state import CHANCE, Draft, Peeked, Phase, Position, Slot, Task, replaced

if TYPE_CHECKING:
    from random import Random

_LAY_ORDER = Task(Phase.LAY_ORDER, CHANCE)
_PEEK, _EXTRA_ORDER, _EXTRA_MOVE = Phase.PEEK, Phase.EXTRA_ORDER, Phase.EXTRA_MOVE

# The deck and the track ---------------------------------------------------------------------------------------------


def order_phase_ahead(position: Position) -> bool:
    """Order phases go on until the deck is empty or the Victory card has appeared [B-28, E-15, H-25]."""
    return position.deck_left > 0 and (position.victory_at >= 0 or not position.game.is_extended)


def orders_due(position: Position, round_number: int) -> tuple[Task, ...]:
    """The cards that the order phase of a round lays, by number of players and parity [B-6, H-16, H-49]."""
    if not order_phase_ahead(position):
        return ()
    return (_LAY_ORDER,) * position.game.counts.orders_due(round_number)


def no_card_left(position: Position) -> bool:
    """The present draw falls away because the deck has no further card [H-16, H-51]."""
    seen = len(position.top) if position.agenda[0].phase is _PEEK else 0
    return position.deck_left <= seen


def possible_cards(position: Position) -> tuple[OrderId, ...]:
    """The cards that may come next: one that is known, or any order nobody has seen [B-6, H-50, H-55]."""
    below = len(position.top) if position.agenda[0].phase is _PEEK else 0
    if below < len(position.top):
        return (position.top[0].order,)
    return (VICTORY,) if position.victory_at == below else position.deck


def possible_draws(position: Position) -> list[Draw]:
    """The draws of all cards that may come next [B-6]."""
    return [position.game.draws[order] for order in possible_cards(position)]


def sample_draw(position: Position, rng: Random) -> Draw:
    """One of `possible_draws`, without listing them."""
    orders = possible_cards(position)
    return position.game.draws[orders[int(rng.random() * len(orders))]]


def refuse_draw(position: Position, move: Draw) -> Reason | None:
    """Only a card that can lie on top of the deck [B-6]."""
    return None if move.order in possible_cards(position) else Reason.IMPOSSIBLE_CHANCE


def leads_to_fallen(position: Position, order: OrderId) -> bool:
    """An order from or to a fallen district is put away when it is drawn [E-14]."""
    if not position.fallen or order == VICTORY:
        return False
    card, district_of = position.game.orders[order], position.game.board.district_of
    return district_of[card.start] in position.fallen or district_of[card.to] in position.fallen


def draw(draft: Draft, move: Draw) -> None:
    """A card leaves the deck: to the track [B-6, H-52], to the eyes of one player [E-8], or to the box [E-14, H-56].

    A card once laid stays, even if its district falls later [H-57].
    """
    phase, _, subject = draft.agenda[0]
    order = move.order
    if phase is _PEEK:
        _peek(draft, order, draft.game.seat_named[subject])
        return
    if draft.top:
        draft.top = draft.top[1:]
    elif order != VICTORY:
        _strike(draft, order)
    draft.deck_left -= 1
    if draft.victory_at >= 0:
        draft.victory_at -= 1
    if draft.fallen and leads_to_fallen(draft, order):
        _discard(draft, order)
        return
    draft.track = (*draft.track, draft.game.slots[order][1])
    start = draft.game.start_of[order]  # as `lay` works it out for a whole track
    draft._starts = {**draft._starts, start: [*draft._starts.get(start, ()), order]}
    draft.tell(OrderLaid(order, phase is _EXTRA_ORDER))
    draft.done()


def _peek(draft: Draft, order: OrderId, seat: int) -> None:
    """Gossip shows the next card to one player; a card of a fallen district is replaced at once [H-24, H-55]."""
    if order != VICTORY:
        _strike(draft, order)
    if leads_to_fallen(draft, order):
        draft.deck_left -= 1
        if draft.victory_at > len(draft.top):
            draft.victory_at -= 1
        _discard(draft, order)
        return
    draft.top = (*draft.top, Peeked(order, (seat,)))
    draft.tell(CardPeeked(seat, len(draft.top), order))
    draft.done()


def _strike(draft: Draft, order: OrderId) -> None:
    at = draft.deck.index(order)
    draft.deck = draft.deck[:at] + draft.deck[at + 1 :]


def _discard(draft: Draft, order: OrderId) -> None:
    """A bad card goes to the box, and the next one is drawn in its place if there is one [E-14, H-51, H-56]."""
    draft.discarded = (*draft.discarded, order)
    draft.tell(OrderDiscarded(order))
    draft.done((draft.task,))


def lay(draft: Draft, track: tuple[Slot, ...]) -> None:
    """The track now looks like this."""
    draft.track = track
    start_of = draft.game.start_of
    starts: dict[FieldId, list[OrderId]] = {}
    for order, _ in track:
        starts.setdefault(start_of[order], []).append(order)
    draft._starts = starts


# Carrying -----------------------------------------------------------------------------------------------------------


def legal_collects(position: Position, number: int) -> list[Collect]:
    """What a scout with free hands may collect where it stands [B-7, B-8, H-32]."""
    game = position.game
    open_orders = position._starts.get(position.where[number], ())
    carried_by_mates = position.carrying[game.mates[number]]
    collects = game.collects[number]
    return [collects[order] for order in open_orders if order not in carried_by_mates]


def refuse_collect(position: Position, move: Collect) -> Reason | None:
    """An open order, at its start, by a scout with free hands, once per patrol [B-7, B-8, H-3, H-33, H-37]."""
    if (reason := refuse_scout(position, move.scout)) is not None:
        return reason
    game = position.game
    number = game.number[move.scout]
    if move.order not in position._starts.get(position.where[number], ()):
        if move.order not in game.orders:
            return Reason.UNKNOWN_ORDER
        return Reason.NOT_AT_START if move.order in dict(position.track) else Reason.ORDER_NOT_OPEN
    if position.carrying[number] is not None:
        return Reason.ALREADY_CARRYING
    return Reason.MATE_CARRIES_IT if move.order in position.carrying[game.mates[number]] else None


def refuse_scout(position: Position, scout: str) -> Reason | None:
    """Only an own scout can be used, and in an extra move only the one that got it [B-14, H-10]."""
    task = position.agenda[0]
    owner = position.game.seat_of_scout.get(scout)
    if owner != task.who:
        return Reason.UNKNOWN_SCOUT if owner is None else Reason.NOT_YOUR_SCOUT
    if task.phase is _EXTRA_MOVE and scout != task.subject:
        return Reason.NOT_ITS_EXTRA_MOVE
    return None


def collect(draft: Draft, move: Collect) -> None:
    """A scout takes an order; its patrol's marker lies on the card [B-7]."""
    _carry(draft, draft.game.number[move.scout], move.order, OrderCollected(move.scout, move.order))


def refuse_drop(position: Position, move: Drop) -> Reason | None:
    """There must be something to drop [B-9, H-5]."""
    if (reason := refuse_scout(position, move.scout)) is not None:
        return reason
    if position.carrying[position.game.number[move.scout]] is None:
        return Reason.CARRIES_NOTHING
    return None


def drop(draft: Draft, move: Drop) -> None:
    """A scout gives its order up; it can be collected again at its start [B-9, H-5]."""
    number = draft.game.number[move.scout]
    order = draft.carrying[number]
    assert order is not None
    _carry(draft, number, None, OrderDropped(move.scout, order))


def _carry(draft: Draft, number: int, order: OrderId | None, event: Event) -> None:
    draft.carrying = replaced(draft.carrying, number, order)
    draft.tell(event)


def arrive(draft: Draft, number: int) -> None:
    """A carrier that stands in the destination delivers by itself, however it got there [B-10, H-4, H-36]."""
    order = draft.carrying[number]
    if order is None or draft.game.orders[order].to != draft.where[number]:
        return
    seat = draft.game.seat_of[number]
    draft.delivered = replaced(draft.delivered, seat, (*draft.delivered[seat], order))
    draft.tell(OrderDelivered(draft.game.scouts[number], order, draft.game.orders[order].points))
    lay(draft, tuple([slot for slot in draft.track if slot.order != order]))
    draft.carrying = replaced(draft.carrying, number, None)
    lose_order(draft, order)


def lose_order(draft: Draft, order: OrderId) -> None:
    """A card leaves the track: all markers on it go back to their owners [B-10, H-34]."""
    if order in draft.carrying:
        for number, carried in enumerate(draft.carrying):
            if carried == order:
                draft.tell(OrderLost(draft.game.scouts[number], order))
        draft.carrying = tuple([None if carried == order else carried for carried in draft.carrying])
