"""Retelling a step event by event: how the table lies after each of them, as one seat sees it."""

from __future__ import annotations

from mali_powstancy.wiarusi.cards import CardId
from mali_powstancy.wiarusi.events import (
    CardDrawnAndPlayed,
    CardPlayed,
    CardsShuffledBack,
    Event,
    KnockRemoved,
    KnockTaken,
    LeaderChanged,
    MissionFailed,
    MissionSucceeded,
    TileForgotten,
    TileLaid,
    Withdrew,
)
from mali_powstancy.wiarusi.game import with_tile
from mali_powstancy.wiarusi.observation import Observation
from mali_powstancy.wiarusi.state import Phase, replaced, with_one, without


def retold(event: Event, before: Observation, after: Observation) -> Observation:
    """The table once this event of a step has happened; so it lay `before` the event, so it lies `after` the step.

    If the step also ends the mission, the table lies as the event has left it until the tiles are turned up; otherwise
    it is shown as after the step at once.
    """
    is_decided = after.mission != before.mission or after.phase is Phase.SUPPORT or bool(after.ending)
    if before is after or before.phase is Phase.SUPPORT or not is_decided:
        return after
    match event:
        case CardPlayed(seat, card):
            hand, left = before.hands[seat], before.hand_sizes[seat] - 1
            hands = replaced(before.hands, seat, None if hand is None else without(hand, card))
            return _landed(before, card)._replace(hands=hands, hand_sizes=replaced(before.hand_sizes, seat, left))
        case CardDrawnAndPlayed(_, card):
            top = bool(before.top)
            return _landed(before, card)._replace(top=before.top - top, lower=before.lower - (not top))
        case KnockTaken(seat, knock):
            return before._replace(knocks=replaced(before.knocks, seat, (*before.knocks[seat], knock)))
        case KnockRemoved(seat, knock):
            knocks = replaced(before.knocks, seat, without(before.knocks[seat], knock))
            return before._replace(knocks=knocks, discard=with_one(before.discard, knock, before.game.rank))
        case LeaderChanged(seat) if before.game.tyrannical in before.knocks[seat]:  # else the next mission is coming
            return before._replace(leader=seat)
        case Withdrew(seat):
            return before._replace(withdrawn=replaced(before.withdrawn, seat, True))
        case TileForgotten(seat, tile):
            return _with_tile_less(before, seat)._replace(removed=with_tile(before.removed, tile))
        case TileLaid(seat):
            return _with_tile_less(before, seat)._replace(has_laid=replaced(before.has_laid, seat, True))
        case MissionFailed() | MissionSucceeded() | CardsShuffledBack():
            return before
    return after


def _landed(seen: Observation, card: CardId) -> Observation:
    """A card lies open: a threat in no man's land, a gift on the discard pile."""
    game = seen.game
    if card in seen.returned:
        seen = seen._replace(returned=without(seen.returned, card))
    if card in game.gifts:
        return seen._replace(discard=with_one(seen.discard, card, game.rank))
    return seen if card in game.knock_cards else seen._replace(nml=with_one(seen.nml, card, game.rank))


def _with_tile_less(seen: Observation, seat: int) -> Observation:
    return seen._replace(tile_counts=replaced(seen.tile_counts, seat, seen.tile_counts[seat] - 1))
