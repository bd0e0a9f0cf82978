"""Preparing a mission: the leader chooses the difficulty, the chaplain lays his tile, cards are dealt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mali_powstancy.wiarusi.cards import TileId
from mali_powstancy.wiarusi.events import ChaplainTileDrawn, DifficultyChosen, MissionBegan, card_dealt
from mali_powstancy.wiarusi.moves import Deal, DrawCard, DrawTile, Seat
from mali_powstancy.wiarusi.refusals import Reason
from mali_powstancy.wiarusi.rules.piles import draw_cards, pile_size, take_from_pile
from mali_powstancy.wiarusi.state import CHANCE, Draft, Phase, Position, Task, replaced, task_of, with_one, without

if TYPE_CHECKING:
    from random import Random

FRENZIED_CARDS = 2
_DIFFICULTY, _CHAPLAIN, _TURNS_BEGIN = Phase.DIFFICULTY, Phase.CHAPLAIN, Task(Phase.TURNS_BEGIN)


def begin_mission(draft: Draft, task: Task) -> None:
    """The leader is asked first, then cards are dealt; everyone is in the mission [W-50, HW-8, HW-10, HW-11]."""
    draft.mission += 1
    draft.tell(MissionBegan(draft.mission, draft.leader))
    draft.done((task_of(_DIFFICULTY, draft.leader),))


def lowest_difficulty(position: Position) -> int:
    """At least one card for everyone, in the first mission three [W-9, W-12]."""
    return position.game.scenario.first_difficulty if position.mission == 1 else 1


def highest_difficulty(position: Position) -> int:
    """The smallest number that deals out the whole pile: every higher one does the same [HW-7]."""
    return max(lowest_difficulty(position), -(-pile_size(position) // position.game.players))


def legal_difficulties(position: Position) -> list[Deal]:
    """Every number between the lowest and the highest difficulty [W-9, W-12, HW-7]."""
    return list(position.game.deals[lowest_difficulty(position) : highest_difficulty(position) + 1])


def refuse_difficulty(position: Position, move: Deal) -> Reason | None:
    """Not below the minimum, not above what makes a difference [W-9, W-12, HW-7]."""
    if type(move.number) is not int:
        return Reason.MALFORMED
    if move.number < lowest_difficulty(position):
        return Reason.DIFFICULTY_TOO_LOW if move.number < 1 else Reason.FIRST_DIFFICULTY_TOO_LOW
    return Reason.DIFFICULTY_TOO_HIGH if move.number > highest_difficulty(position) else None


def choose_difficulty(draft: Draft, move: Deal) -> None:
    """The chaplain's tile, then cards one at a time from the leader on, then two of a frenzy [W-10, K-10, HW-8].

    When the pile has run out, no more are dealt [W-11, W-65].
    """
    game, leader = draft.game, draft.leader
    draft.tell(DifficultyChosen(leader, move.number))
    tasks: tuple[Task, ...] = (*[game.dealings[seat] for seat in receivers(draft, move.number)], _TURNS_BEGIN)
    if game.chaplain is not None and draft.tiles[game.chaplain]:
        tasks = (task_of(_CHAPLAIN, CHANCE, game.chaplain), *tasks)
    draft.done(tasks)


def receivers(position: Position, number: int) -> tuple[Seat, ...]:
    """Who gets a card, one after the other, if everyone is to get so many [W-10, W-11, K-10, HW-9]."""
    game, leader = position.game, position.leader
    order = (leader, *game.clockwise_after[leader]) * number
    for seat, knocks in enumerate(position.knocks):
        if game.frenzied in knocks:  # when the deal is finished
            order += (seat,) * FRENZIED_CARDS
    return order[: pile_size(position)]


def deal_card(draft: Draft, move: DrawCard) -> None:
    """A card comes to a hand, seen by its owner only [W-10, W-60, HW-9]."""
    seat, card = draft.agenda[0].seat, move.card
    take_from_pile(draft, card)
    hands = draft.hands
    draft.hands = replaced(hands, seat, with_one(hands[seat], card, draft.game.rank))
    draft._events.append(card_dealt(seat, card))  # as `tell` and `done`, but this is what happens most often
    draft.agenda = draft.agenda[1:]


def deal_out(draft: Draft, rng: Random) -> None:
    """The rest of a deal: as `deal_card` for one card by chance after another [W-10, W-60, HW-9]."""
    agenda, hands, tell = draft.agenda, list(draft.hands), draft._events.append
    number = agenda.index(_TURNS_BEGIN)
    for task, card in zip(agenda, draw_cards(draft, number, rng), strict=False):
        seat = task.seat
        hands[seat] += (card,)
        tell(card_dealt(seat, card))
    draft.hands = tuple(map(draft.game.in_order, hands))
    draft.agenda = agenda[number:]


def own_tiles(position: Position) -> tuple[TileId, ...]:
    """The tiles from which chance draws: the chaplain's, or those of who is panicked [W-57, HW-33]."""
    return position.tiles[position.agenda[0].seat]


def lay_chaplains_tile(draft: Draft, move: DrawTile) -> None:
    """One of the chaplain's tiles, at random: he withdraws before the mission starts [W-57, HW-54]."""
    seat = draft.agenda[0].seat
    draft.tiles = replaced(draft.tiles, seat, without(draft.tiles[seat], move.tile))
    draft.laid = replaced(draft.laid, seat, move.tile)
    draft.tell(ChaplainTileDrawn(move.tile))
    draft.done()


def begin_turns(draft: Draft, task: Task) -> None:
    """The leader has the first turn [W-16]."""
    draft.agenda = draft.game.turns[draft.leader]
