"""Drawing cards: up to a number, from a deck without a hidden order, which may run out or be renewed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from mali_powstancy.bitwa_warszawska.cards import Army
from mali_powstancy.bitwa_warszawska.events import DeckRanOut, DeckRenewed, card_drawn
from mali_powstancy.bitwa_warszawska.moves import DrawCard, Seat
from mali_powstancy.bitwa_warszawska.refusals import Reason
from mali_powstancy.bitwa_warszawska.rules.camps import seats_in_order
from mali_powstancy.bitwa_warszawska.state import CHANCE, Draft, Phase, Position, Task, replaced, with_one

if TYPE_CHECKING:
    from random import Random


def starting_numbers(position: Position) -> dict[Seat, int]:
    """Up to how many cards each seat draws at first and after a tie at Funds [V-19, HV-15]."""
    return numbers_of(position, {})


def numbers_of(position: Position, more: Mapping[Seat, int]) -> dict[Seat, int]:
    """Up to how many cards each seat draws if some of them get more; who is alone against two draws for both [V-29]."""
    game = position.game
    hand = game.counts.hand
    numbers = {}
    for seat in game.seats:
        is_alone = game.players > 2 and len(game.camps[game.armies[seat]]) == 1
        numbers[seat] = more.get(seat, hand) + (hand if is_alone else 0)
    return numbers


def draw_up_to(position: Position, numbers: Mapping[Seat, int], first: Army) -> tuple[Task, ...]:
    """One army draws after the other, within it by marker number, each seat all its cards [HV-19, HV-57]."""
    seats = seats_in_order(position, first) + seats_in_order(position, 1 - first)
    return tuple(Task(Phase.DRAW_UP, seat=seat, number=numbers[seat]) for seat in seats)


def draw_up(draft: Draft, task: Task) -> None:
    """Cards kept count: a seat draws only what it lacks, and nobody discards [V-29, V-30, HV-22].

    With three or four players an empty deck is replaced by the discard pile [HV-25]; a hand that cannot be filled
    stays short [HV-24].
    """
    game, seat = draft.game, task.seat
    army = game.armies[seat]
    if len(draft.hands[seat]) >= task.number:
        draft.done()
        return
    if not draft.decks[army] and game.players > 2 and draft.discards[army]:
        draft.decks = replaced(draft.decks, army, game.in_order(draft.discards[army]))
        draft.discards = replaced(draft.discards, army, ())
        draft.tell(DeckRenewed(army))
    if draft.decks[army]:
        draft.agenda = (Task(Phase.DRAWING, CHANCE, seat), *draft.agenda)
    else:
        draft.done()


def possible_draws(position: Position) -> list[DrawCard]:
    """Every card of the deck alike [V-9]."""
    seat = position.agenda[0].seat
    draws = position.game.draws[seat]
    return [draws[card] for card in position.decks[position.game.armies[seat]]]


def sample_draw(position: Position, rng: Random) -> DrawCard:
    """One of `possible_draws`."""
    seat = position.agenda[0].seat
    deck = position.decks[position.game.armies[seat]]
    return position.game.draws[seat][deck[int(rng.random() * len(deck))]]


def deal_out(draft: Draft, rng: Random) -> None:
    """All cards that the seat draws from this deck, as `sample_draw` and `draw_card` would deal them one by one."""
    game, (task, up_to, *_) = draft.game, draft.agenda
    seat = task.seat
    army = game.armies[seat]
    deck, hand, camp = list(draft.decks[army]), list(draft.hands[seat]), game.camps[army]
    while deck and len(hand) < up_to.number:
        card = deck.pop(int(rng.random() * len(deck)))
        hand.append(card)
        draft.tell(card_drawn(seat, card, camp))
    draft.decks = replaced(draft.decks, army, tuple(deck))
    draft.hands = replaced(draft.hands, seat, game.in_order(hand))
    _end_draw(draft, army)


def refuse_draw(position: Position, move: DrawCard) -> Reason | None:
    """Only for the seat that draws, and a card of its deck [HV-60]."""
    game, seat = position.game, position.agenda[0].seat
    possible = move.seat == game.seat_names[seat] and move.card in position.decks[game.armies[seat]]
    return None if possible else Reason.IMPOSSIBLE_CHANCE


def draw_card(draft: Draft, move: DrawCard) -> None:
    """The card comes to the hand; an empty deck makes this round the last one of a game of two [V-76, HV-24]."""
    game, seat, card = draft.game, draft.agenda[0].seat, move.card
    army = game.armies[seat]
    deck = draft.decks[army]
    at = deck.index(card)
    draft.decks = replaced(draft.decks, army, deck[:at] + deck[at + 1 :])
    draft.hands = replaced(draft.hands, seat, with_one(draft.hands[seat], card, game.rank))
    draft.tell(card_drawn(seat, card, game.camps[army]))
    _end_draw(draft, army)


def _end_draw(draft: Draft, army: Army) -> None:
    if not draft.decks[army] and draft.game.players == 2:
        draft.tell(DeckRanOut(army))
    draft.done()
