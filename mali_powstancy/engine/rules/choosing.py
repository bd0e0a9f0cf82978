"""Movement cards: sealed choice, common reveal, order of play, the cycle of five; and how a round and a turn begin."""

from __future__ import annotations

from functools import lru_cache

from mali_powstancy.engine.events import CardSealed, CardsRevealed, CardsTakenBack, RoundBegan, ScoutPlaced
from mali_powstancy.engine.moves import ChooseCard, PlaceScout
from mali_powstancy.engine.refusals import Reason
from mali_powstancy.engine.rules.hopping import fields_of_blocked_roads
from mali_powstancy.engine.rules.ordering import orders_due
from mali_powstancy.engine.state import HAND, Draft, Position, Task, replaced

_card_sealed = lru_cache(maxsize=256)(CardSealed)


def begin_round(draft: Draft, task: Task) -> None:
    """A round has an order phase, turns, the soldier's phase (basic variant) and time passes [B-5, E-1].

    Rounds without new cards are like all others [H-48].
    """
    draft.round += 1
    draft.tell(RoundBegan(draft.round, draft.start_player))
    draft.done(orders_due(draft, draft.round) + draft.game.round_tasks[draft.start_player])


# Choosing cards -----------------------------------------------------------------------------------------------------


def legal_cards(position: Position) -> list[ChooseCard]:
    """Any movement card that has not been used in this cycle [B-11, B-16]."""
    return list(map(position.game.card_choices.__getitem__, position.hands[position.agenda[0].who]))


def refuse_card(position: Position, move: ChooseCard) -> Reason | None:
    """The card must still be in the hand [B-16]."""
    in_hand = move.card in position.hands[position.agenda[0].who] and type(move.card) is int
    return None if in_hand else Reason.CARD_NOT_IN_HAND


def choose_card(draft: Draft, move: ChooseCard) -> None:
    """A player lays a card face down; nobody else may know which [B-11]."""
    seat = draft.agenda[0].who
    draft.sealed = replaced(draft.sealed, seat, move.card)
    draft._events.append(_card_sealed(seat, move.card))
    draft.agenda = draft.agenda[1:]


def reveal_cards(draft: Draft, task: Task) -> None:
    """All cards are turned up; low numbers play first, ties from the start player clockwise [B-11, B-12, H-6]."""
    cards: tuple[int, ...] = draft.sealed  # type: ignore[assignment]  # everybody has laid one
    clockwise = draft.game.clockwise_from[draft.start_player]
    draft.cards = cards
    draft.order_of_play = tuple(sorted(clockwise, key=cards.__getitem__))  # sorting keeps ties clockwise
    draft.sealed = (None,) * len(cards)
    draft.hands = tuple(map(_hand_without, draft.hands, cards))
    draft.tell(CardsRevealed(cards, draft.order_of_play))
    draft.done(tuple(map(draft.game.turn_begins.__getitem__, draft.order_of_play)))


@lru_cache(maxsize=1024)
def _hand_without(hand: tuple[int, ...], played: int) -> tuple[int, ...]:
    return tuple([card for card in hand if card != played])


def end_turns(draft: Draft, task: Task) -> None:
    """When all cards are used, everybody takes the whole set back [B-16]."""
    if not any(draft.hands):
        draft.hands = (draft.game.scenario.cards,) * len(draft.game.seats)
        draft.tell(CardsTakenBack())
    draft.done()


# Beginning a turn ---------------------------------------------------------------------------------------------------


def begin_turn(draft: Draft, task: Task) -> None:
    """Freed scouts come back first, then the card gives its points and perhaps its action [B-17, D-2, E-4]."""
    seat, game = task.who, draft.game
    card = draft.cards[seat]
    waiting = draft.where[game.own[seat]].count(HAND)
    draft.points = card
    draft.action_open = card in game.actions
    draft.agenda = game.turns[seat][waiting] + draft.agenda[1:]


def legal_places(position: Position) -> list[PlaceScout]:
    """Any freed scout, on any field but the soldier's and those of blocked roads [B-17, H-11, H-46]."""
    game = position.game
    closed = {position.soldier, *fields_of_blocked_roads(position)}
    moves: list[PlaceScout] = []
    for number in game.numbers_of[position.agenda[0].who]:
        if position.where[number] == HAND:
            places = game.places[number].copy()
            for field in closed:
                places.pop(field, None)
            moves += places.values()
    return moves


def refuse_place(position: Position, move: PlaceScout) -> Reason | None:
    """Only a freed own scout, and not onto the soldier or a blocked road [B-17, H-11]."""
    number = position.game.number.get(move.scout)
    if number is None:
        return Reason.UNKNOWN_SCOUT
    if position.game.seat_of[number] != position.agenda[0].who:
        return Reason.NOT_YOUR_SCOUT
    if position.where[number] != HAND:
        return Reason.NOT_FREED
    if move.field not in position.game.board.rank:
        return Reason.UNKNOWN_FIELD
    if move.field == position.soldier:
        return Reason.SOLDIER_THERE
    return Reason.ROAD_BLOCKED if move.field in fields_of_blocked_roads(position) else None


def place_scout(draft: Draft, move: PlaceScout) -> None:
    """A freed scout stands on the board again [B-17]."""
    number = draft.game.number[move.scout]
    draft.where = replaced(draft.where, number, move.field)
    draft.tell(ScoutPlaced(move.scout, move.field))
    draft.done()
