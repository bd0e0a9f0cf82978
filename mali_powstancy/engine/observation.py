"""What one seat may know: everything public, its own secrets, and nothing of the others'."""

from __future__ import annotations

from typing import NamedTuple

from mali_powstancy.engine.board import DistrictId, FieldId
from mali_powstancy.engine.cards import GoalId, OrderId
from mali_powstancy.engine.events import CardPeeked, CardSealed, Event, GoalDealt, GoalsKept
from mali_powstancy.engine.game import Game
from mali_powstancy.engine.moves import PlayerMove, Seat
from mali_powstancy.engine.rules.playing import legal_moves
from mali_powstancy.engine.scoring import Ending
from mali_powstancy.engine.state import NOBODY, GameState, Phase, Slot, Task, Token


class Observation(NamedTuple):
    """A position as one seat sees it, or a spectator (`seat` None). None inside stands for something hidden.

    The names are those of `GameState`; what they mean is said there.
    """

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

    @property
    def phase(self) -> Phase:
        """What is asked now."""
        return self.agenda[0].phase

    @property
    def to_act(self) -> Seat | None:
        """The seat that is asked, `CHANCE`, or None when the game is over."""
        who = self.agenda[0].who
        return None if who == NOBODY else who


def observe(state: GameState, seat: Seat | None) -> Observation:
    """The position as a seat sees it; with None as somebody sees it who only looks on [H-58]."""
    if seat is not None and (type(seat) is not int or seat not in state.game.seats):
        raise ValueError(f"there is no seat {seat!r} at this table")
    hidden = {peeked.order for peeked in state.top if seat not in peeked.seats}
    unseen = {*state.deck, *hidden}
    shown_to_all = bool(state.ending) and not Ending(state.ending).is_defeat
    return Observation(
        seat=seat,
        game=state.game,
        agenda=state.agenda,
        legal=tuple(legal_moves(state)) if state.to_act == seat and seat is not None else (),
        round=state.round,
        start_player=state.start_player,
        where=state.where,
        carrying=state.carrying,
        hands=state.hands,
        sealed=tuple(card if owner == seat else None for owner, card in enumerate(state.sealed)),
        has_sealed=tuple(card is not None for card in state.sealed),
        cards=state.cards,
        order_of_play=state.order_of_play,
        points=state.points,
        action_open=state.action_open,
        track=state.track,
        unseen=tuple(order for order in state.game.orders if order in unseen),
        deck_left=state.deck_left,
        victory_at=state.victory_at,
        top=tuple(peeked.order if seat in peeked.seats else None for peeked in state.top),
        delivered=state.delivered,
        late=state.late,
        discarded=state.discarded,
        tokens=state.tokens,
        fallen=state.fallen,
        soldier=state.soldier,
        goals_dealt=() if seat is None else state.goals_dealt[seat],
        goals=tuple(kept if shown_to_all or owner == seat else None for owner, kept in enumerate(state.goals)),
        stopping=state.stopping,
        ending=state.ending,
    )


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
