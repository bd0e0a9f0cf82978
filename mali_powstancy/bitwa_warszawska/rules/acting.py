"""A turn: one of four kinds of action with a card of the hand, or passing."""

from __future__ import annotations

from mali_powstancy.bitwa_warszawska.cards import RESOURCES
from mali_powstancy.bitwa_warszawska.events import CardBid, Passed
from mali_powstancy.bitwa_warszawska.moves import Activate, Bid, Done, MoveMarker, Pass, Play, PlayerMove
from mali_powstancy.bitwa_warszawska.refusals import Reason
from mali_powstancy.bitwa_warszawska.rules.blockade import refuse_marker_move
from mali_powstancy.bitwa_warszawska.rules.hands import go_on_after, take_from_hand
from mali_powstancy.bitwa_warszawska.rules.laying import (
    legal_activations,
    legal_plays,
    refuse_activation,
    refuse_play,
)
from mali_powstancy.bitwa_warszawska.state import Draft, Position, replaced

_PASS, _DONE = Pass(), Done()


def legal_in_turn(position: Position) -> list[PlayerMove]:
    """Every action with every card, or pass [V-36, V-38, V-40]."""
    moves = _actions(position)
    moves.append(_PASS)
    return moves


def legal_again(position: Position) -> list[PlayerMove]:
    """Another action, or the end of the turn, which is not passing [HV-38]."""
    moves = _actions(position)
    moves.append(_DONE)
    return moves


def _actions(position: Position) -> list[PlayerMove]:
    """Card by card: play it, move a marker, lay it at a resource, activate a commander [V-40, V-52, V-60, V-61]."""
    game, seat = position.game, position.agenda[0].who
    army = game.armies[seat]
    wp, acz = position.markers
    ways = legal_activations(position, army)
    moves: list[PlayerMove] = []
    hand = position.hands[seat]
    for card, plays in zip(hand, legal_plays(position, army, hand), strict=True):
        moves += plays
        of_wp, of_acz = game.marker_moves[card]
        moves += of_wp[wp]
        moves += of_acz[acz]
        moves += game.bids[card]
        if ways:
            activations = game.activations[card]
            moves += [activations[way] for way in ways]
    return moves


def refuse_action(position: Position, move: Play | MoveMarker | Bid | Activate) -> Reason | None:
    """A card of the own hand, and then what the kind of action asks [V-36, V-40]."""
    if move.card not in position.hands[position.agenda[0].who]:
        return Reason.NOT_IN_HAND
    match move:
        case Play():
            return refuse_play(position, move)
        case MoveMarker():
            return refuse_marker_move(position, move)
        case Activate():
            return refuse_activation(position, move)
        case Bid():
            return None if move.resource in RESOURCES else Reason.MALFORMED


def bid(draft: Draft, move: Bid) -> None:
    """The card lies at a resource card, for all to see [V-60, HV-23]."""
    seat = take_from_hand(draft, move.card)
    at = 2 * RESOURCES.index(move.resource) + draft.game.armies[seat]
    draft.bids = replaced(draft.bids, at, (*draft.bids[at], move.card))
    draft.tell(CardBid(seat, move.card, move.resource))
    go_on_after(draft, ())


def pass_round(draft: Draft, move: Pass) -> None:
    """The seat is out for this round, with all its markers, and keeps its hand [V-38, HV-20]."""
    seat = draft.agenda[0].who
    draft.passed = replaced(draft.passed, seat, True)
    draft.tell(Passed(seat))
    go_on_after(draft, ())


def end_turn(draft: Draft, move: Done) -> None:
    """The seat does without another action, but stays in the round [HV-38]."""
    draft.done()
