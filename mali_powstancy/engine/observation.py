"""What one seat may know: everything public, its own secrets, and nothing of the others'."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, TypeVar

from mali_powstancy.engine.board import DistrictId, FieldId
from mali_powstancy.engine.cards import GoalId, OrderId
from mali_powstancy.engine.events import CardPeeked, CardSealed, Event, GoalDealt, GoalsKept
from mali_powstancy.engine.game import Game
from mali_powstancy.engine.moves import PlayerMove, Seat
from mali_powstancy.engine.rules.playing import legal_moves
from mali_powstancy.engine.scoring import Ending
from mali_powstancy.engine.state import GameState, Phase, Slot, Task, Token
from mali_powstancy.tabletop.position import WithAgenda, check_seat

Secret = TypeVar("Secret")


class _ObservationParts(NamedTuple):
    """What an observation is made of."""

    seat: Seat | None
    game: Game
    agenda: tuple[Task, ...]
    legal: tuple[PlayerMove, ...]
    """The legal moves, if this seat is asked."""
    round: int
    start_player: Seat
    where: tuple[FieldId, ...]
    carrying: tuple[OrderId | None, ...]
    hands: tuple[tuple[int, ...], ...]
    sealed: tuple[int | None, ...]
    """The own sealed card; those of the others stay hidden until the reveal."""
    has_sealed: tuple[bool, ...]
    cards: tuple[int, ...]
    order_of_play: tuple[Seat, ...]
    points: int
    action_open: bool
    track: tuple[Slot, ...]
    unseen: tuple[OrderId, ...]
    """The orders that this seat has not seen in this game."""
    deck_left: int
    victory_at: int
    top: tuple[OrderId | None, ...]
    """The cards on top of the deck that gossip has shown to somebody; those this seat saw by name."""
    delivered: tuple[tuple[OrderId, ...], ...]
    late: tuple[OrderId, ...]
    discarded: tuple[OrderId, ...]
    tokens: tuple[Token, ...]
    fallen: tuple[DistrictId, ...]
    soldier: FieldId | None
    goals_dealt: tuple[GoalId, ...]
    """The goals that were dealt to this seat."""
    goals: tuple[tuple[GoalId, ...] | None, ...]
    """The goals that a seat has kept: the own ones, and at the end of a game that is scored everybody's."""
    stopping: bool
    ending: str


class Observation(_ObservationParts, WithAgenda[Phase]):
    """A position as one seat sees it, or a spectator (`seat` None). None inside stands for something hidden.

    The names are those of `GameState`; what they mean is said there.
    """

    __slots__ = ()


def observe(state: GameState, seat: Seat | None) -> Observation:
    """The position as a seat sees it; with None as somebody sees it who only looks on [H-58]."""
    check_seat(seat, state.game.seats)
    game, (_, asked, _), sealed, goals, top = state.game, state.agenda[0], state.sealed, state.goals, state.top
    shown_to_all = bool(state.ending) and not Ending(state.ending).is_defeat
    # In the order of the class, because naming thirty values takes longer than all the rest.
    return _observation(
        Observation,
        (
            seat,
            game,
            state.agenda,
            tuple(legal_moves(state)) if asked == seat else (),
            state.round,
            state.start_player,
            state.where,
            state.carrying,
            state.hands,
            _own(sealed, seat),
            _is_there(sealed),
            state.cards,
            state.order_of_play,
            state.points,
            state.action_open,
            state.track,
            _unseen(state, seat) if top else state.deck,
            state.deck_left,
            state.victory_at,
            tuple([peeked.order if seat in peeked.seats else None for peeked in top]) if top else (),
            state.delivered,
            state.late,
            state.discarded,
            state.tokens,
            state.fallen,
            state.soldier,
            () if seat is None else state.goals_dealt[seat],
            goals if shown_to_all else _own(goals, seat),
            state.stopping,
            state.ending,
        ),
    )


_observation = tuple.__new__  # as `Observation(...)`, but quicker


@lru_cache(maxsize=4096)
def _own(by_seat: tuple[Secret, ...], seat: Seat | None) -> tuple[Secret | None, ...]:
    """What belongs to a seat; None in the place of what belongs to the others."""
    return tuple([value if owner == seat else None for owner, value in enumerate(by_seat)])


@lru_cache(maxsize=4096)
def _is_there(by_seat: tuple[int | None, ...]) -> tuple[bool, ...]:
    return tuple([value is not None for value in by_seat])


def _unseen(state: GameState, seat: Seat | None) -> tuple[OrderId, ...]:
    """The deck, in the order of the file, with the cards that gossip has shown to others."""
    unseen = {*state.deck, *[peeked.order for peeked in state.top if seat not in peeked.seats]}
    return tuple([order for order in state.game.orders if order in unseen])


def seen_by(event: Event, seat: Seat | None) -> Event:
    """The event as a seat may know it: the same, or with its secret taken out."""
    match event:
        case CardSealed(seat=owner) if owner != seat:
            return event._replace(card=None)
        case GoalDealt(seat=owner) if owner != seat:
            return event._replace(goal=None)
        case GoalsKept(seat=owner) if owner != seat:
            return event._replace(goals=None)
        case CardPeeked(seat=owner) if owner != seat:
            return event._replace(order=None)
        case _:
            return event
