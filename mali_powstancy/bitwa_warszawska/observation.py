"""What one seat may know: everything public, the hands of its own army, and nothing of the other's."""

from __future__ import annotations

from typing import NamedTuple

from mali_powstancy.bitwa_warszawska.cards import Army, CardId, Front, MarkerSpot
from mali_powstancy.bitwa_warszawska.effects import Clause
from mali_powstancy.bitwa_warszawska.events import CardDrawn, Event
from mali_powstancy.bitwa_warszawska.game import Game
from mali_powstancy.bitwa_warszawska.moves import PlayerMove, Seat
from mali_powstancy.bitwa_warszawska.rules.playing import legal_moves
from mali_powstancy.bitwa_warszawska.state import GameState, Phase, Task
from mali_powstancy.tabletop.position import WithAgenda, check_seat


class _ObservationParts(NamedTuple):
    """What an observation is made of."""

    seat: Seat | None
    game: Game
    agenda: tuple[Task, ...]
    legal: tuple[PlayerMove, ...]
    """The legal moves, if this seat is asked."""
    round: int
    initiative: tuple[Seat, ...]
    l1: tuple[int, ...]
    l2: tuple[int, ...]
    commanders: tuple[CardId, ...]
    used: tuple[bool, ...]
    strength: tuple[int, ...]
    pending: tuple[tuple[Clause, ...], ...]
    started: tuple[bool, ...]
    orders: tuple[CardId, ...]
    verified: tuple[int, ...]
    hands: tuple[tuple[CardId, ...] | None, ...]
    """The own hand and the partner's; those of the foe stay hidden [HV-21]."""
    hand_sizes: tuple[int, ...]
    passed: tuple[bool, ...]
    deck_sizes: tuple[int, ...]
    unseen: tuple[tuple[CardId, ...], ...]
    """By army: the cards that lie in its deck or in hands that this seat does not see."""
    discards: tuple[tuple[CardId, ...], ...]
    bids: tuple[tuple[CardId, ...], ...]
    points: tuple[int, ...]
    markers: tuple[MarkerSpot, ...]
    special: int
    scoring: Front
    last_scoring: Front
    fought: tuple[bool, ...]
    advantage: tuple[Army, ...]
    stopping: bool
    ending: str


class Observation(_ObservationParts, WithAgenda[Phase]):
    """A position as one seat sees it, or a spectator (`seat` None). None inside stands for something hidden.

    The names are those of `GameState`; what they mean is said there.
    """

    __slots__ = ()


def observe(state: GameState, seat: Seat | None) -> Observation:
    """The position as a seat sees it; with None as somebody sees it who only looks on [HV-21, HV-23, HV-60].

    Of a deck only the size is shown, and which cards lie in it or in hidden hands together.
    """
    game = state.game
    check_seat(seat, game.seats)
    camp: tuple[Seat, ...] = () if seat is None else game.camps[game.armies[seat]]
    # In the order of the class, because naming thirty values takes longer than all the rest.
    return _observation(
        Observation,
        (
            seat,
            game,
            state.agenda,
            tuple(legal_moves(state)) if state.agenda[0].who == seat else (),
            state.round,
            state.initiative,
            state.l1,
            state.l2,
            state.commanders,
            state.used,
            state.strength,
            state.pending,
            state.started,
            state.orders,
            state.verified,
            tuple([hand if other in camp else None for other, hand in enumerate(state.hands)]),
            tuple(map(len, state.hands)),
            state.passed,
            tuple(map(len, state.decks)),
            tuple([_unseen(state, army, camp) for army in (0, 1)]),
            state.discards,
            state.bids,
            state.points,
            state.markers,
            state.special,
            state.scoring,
            state.last_scoring,
            state.fought,
            state.advantage,
            state.stopping,
            state.ending,
        ),
    )


_observation = tuple.__new__  # as `Observation(...)`, but quicker


def _unseen(state: GameState, army: Army, camp: tuple[Seat, ...]) -> tuple[CardId, ...]:
    """The deck of an army, and the hands of its seats unless they are those of the own camp."""
    hidden = [card for seat in state.game.camps[army] if seat not in camp for card in state.hands[seat]]
    return state.game.in_order((*state.decks[army], *hidden)) if hidden else state.decks[army]


def seen_by(event: Event, seat: Seat | None) -> Event:
    """The event as a seat may know it: a drawn card is shown to its army only [HV-21, HV-60]."""
    if isinstance(event, CardDrawn) and seat not in event.camp:
        return event._replace(card=None)
    return event
