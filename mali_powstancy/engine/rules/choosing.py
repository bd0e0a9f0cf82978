"""Movement cards: sealed choice, common reveal, order of play, the cycle of five; and how a round and a turn begin."""

from __future__ import annotations

from mali_powstancy.engine.events import CardSealed, CardsRevealed, CardsTakenBack, RoundBegan, ScoutPlaced
from mali_powstancy.engine.moves import ChooseCard, PlaceScout
from mali_powstancy.engine.refusals import Reason
from mali_powstancy.engine.rules.ordering import orders_due
from mali_powstancy.engine.state import HAND, Draft, Phase, Position, Task


def begin_round(draft: Draft, task: Task) -> None:
    """A round has an order phase, turns, the soldier's phase (basic variant) and time passes [B-5, E-1]."""
    draft.round += 1
    draft.tell(RoundBegan(draft.round, draft.start_player))
    draft.done()
    draft.ask(
        *orders_due(draft, draft.round),
        *(Task(Phase.CHOOSE_CARD, seat) for seat in draft.game.clockwise_from(draft.start_player)),
        Task(Phase.REVEAL),
        Task(Phase.TURNS_END),
        *(() if draft.game.is_extended else (Task(Phase.SOLDIER),)),
        Task(Phase.TIME_PASSES),
        Task(Phase.ROUND_ENDS),
    )


# Choosing cards -----------------------------------------------------------------------------------------------------


def legal_cards(position: Position) -> list[ChooseCard]:
    """Any movement card that has not been used in this cycle [B-11, B-16]."""
    choices = position.game.card_choices
    return [choices[card] for card in position.hands[position.agenda[0].who]]


def refuse_card(position: Position, move: ChooseCard) -> Reason | None:
    """The card must still be in the hand [B-16]."""
    return None if move.card in position.hands[position.agenda[0].who] else Reason.CARD_NOT_IN_HAND


def choose_card(draft: Draft, move: ChooseCard) -> None:
    """A player lays a card face down; nobody else may know which [B-11]."""
    seat = draft.task.who
    draft.sealed = draft.sealed[:seat] + (move.card,) + draft.sealed[seat + 1 :]
    draft.tell(CardSealed(seat, move.card))
    draft.done()


def reveal_cards(draft: Draft, task: Task) -> None:
    """All cards are turned up; low numbers play first, ties from the start player clockwise [B-11, B-12, H-6]."""
    cards = tuple([card for card in draft.sealed if card is not None])
    clockwise = draft.game.clockwise_from(draft.start_player)
    draft.cards = cards
    draft.order_of_play = tuple(sorted(clockwise, key=cards.__getitem__))  # sorting keeps ties clockwise
    draft.sealed = (None,) * len(cards)
    draft.hands = tuple([tuple([c for c in hand if c != card]) for hand, card in zip(draft.hands, cards, strict=True)])
    draft.tell(CardsRevealed(cards, draft.order_of_play))
    draft.done()
    draft.ask(*(Task(Phase.TURN_BEGINS, seat) for seat in draft.order_of_play))


def end_turns(draft: Draft, task: Task) -> None:
    """When all cards are used, everybody takes the whole set back [B-16]."""
    if not any(draft.hands):
        draft.hands = (draft.game.scenario.cards,) * len(draft.game.seats)
        draft.tell(CardsTakenBack())
    draft.done()


# Beginning a turn ---------------------------------------------------------------------------------------------------


def begin_turn(draft: Draft, task: Task) -> None:
    """Freed scouts come back first, then the card gives its points and perhaps its action [B-17, D-2, E-4]."""
    seat = task.who
    card = draft.cards[seat]
    waiting = [number for number in draft.game.numbers_of[seat] if draft.where[number] == HAND]
    draft.points = card
    draft.action_open = card in draft.game.scenario.actions
    draft.done()
    draft.ask(*(Task(Phase.PLACE_SCOUT, seat) for _ in waiting), Task(Phase.TURN, seat))


def legal_places(position: Position) -> list[PlaceScout]:
    """Any freed scout, on any field but the soldier's and those of blocked roads [B-17, H-11, H-46]."""
    game = position.game
    closed = {field for field in game.board.fields if _refuse_place_field(position, field) is not None}
    waiting = [number for number in game.numbers_of[position.agenda[0].who] if position.where[number] == HAND]
    return [place for number in waiting for place in game.places[number] if place.field not in closed]


def refuse_place(position: Position, move: PlaceScout) -> Reason | None:
    """Only a freed own scout, and not onto the soldier or a blocked road [B-17, H-11]."""
    number = position.game.number.get(move.scout)
    if number is None:
        return Reason.UNKNOWN_SCOUT
    if position.game.seat_of[number] != position.agenda[0].who:
        return Reason.NOT_YOUR_SCOUT
    if position.where[number] != HAND:
        return Reason.NOT_FREED
    return _refuse_place_field(position, move.field)


def _refuse_place_field(position: Position, field: str) -> Reason | None:
    board = position.game.board
    if field not in board.rank:
        return Reason.UNKNOWN_FIELD
    if field == position.soldier:
        return Reason.SOLDIER_THERE
    road = board.road_of.get(field)
    if road is not None and any(token.road == road.id for token in position.tokens):
        return Reason.ROAD_BLOCKED
    return None


def place_scout(draft: Draft, move: PlaceScout) -> None:
    """A freed scout stands on the board again [B-17]."""
    number = draft.game.number[move.scout]
    draft.where = draft.where[:number] + (move.field,) + draft.where[number + 1 :]
    draft.tell(ScoutPlaced(move.scout, move.field))
    draft.done()
