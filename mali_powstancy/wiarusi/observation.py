"""What one seat may know: everything public, its own secrets, and nothing of the others'."""

from __future__ import annotations

from typing import NamedTuple, TypeVar

from mali_powstancy.tabletop.position import WithAgenda, check_seat
from mali_powstancy.wiarusi.cards import CardId, CharacterId, ThreatId, TileId
from mali_powstancy.wiarusi.events import CardDealt, ChaplainTileDrawn, Event, TileDrawn, TileLaid
from mali_powstancy.wiarusi.game import Game
from mali_powstancy.wiarusi.moves import PlayerMove, Seat
from mali_powstancy.wiarusi.rules.playing import legal_moves
from mali_powstancy.wiarusi.state import GameState, Phase, Task

Secret = TypeVar("Secret")


class _ObservationParts(NamedTuple):
    """What an observation is made of."""

    seat: Seat | None
    game: Game
    agenda: tuple[Task, ...]
    legal: tuple[PlayerMove, ...]
    """The legal moves, if this seat is asked."""
    mission: int
    leader: Seat
    characters: tuple[CharacterId | None, ...]
    charms: tuple[bool, ...]
    hands: tuple[tuple[CardId, ...] | None, ...]
    """The own hand; those of the others stay hidden, unless the scenario has open hands."""
    hand_sizes: tuple[int, ...]
    knocks: tuple[tuple[CardId, ...], ...]
    tiles: tuple[tuple[TileId, ...] | None, ...]
    """The own tiles; the kinds of all others are hidden, the chaplain's from everyone."""
    tile_counts: tuple[int, ...]
    laid: tuple[TileId | None, ...]
    """The own laid tile; those of the others stay hidden until the support."""
    has_laid: tuple[bool, ...]
    tokens: tuple[int, ...]
    withdrawn: tuple[bool, ...]
    top: int
    lower: int
    """How many cards lie in the lower part of the pile."""
    reserve: int
    returned: tuple[CardId, ...]
    """The cards that were shuffled back and have not been openly seen since; somebody may hold them."""
    unseen: tuple[CardId, ...]
    """The cards that this seat has not seen in this game: in the pile, in the reserve or in other hands."""
    nml: tuple[CardId, ...]
    discard: tuple[CardId, ...]
    supply: int
    spent: int
    removed: tuple[TileId, ...]
    failed: bool
    topic: ThreatId | None
    answers: tuple[CardId | None, ...]
    """The own sealed answer to a speech."""
    has_answered: tuple[bool, ...]
    stopping: bool
    ending: str


class Observation(_ObservationParts, WithAgenda[Phase]):
    """A position as one seat sees it, or a spectator (`seat` None). None inside stands for something hidden.

    The names are those of `GameState`; what they mean is said there.
    """

    __slots__ = ()

    @property
    def pile(self) -> int:
        """How many cards lie in the trials pile."""
        return self.top + self.lower


def observe(state: GameState, seat: Seat | None) -> Observation:
    """The position as a seat sees it; with None as somebody sees it who only looks on [HW-55, W-60, W-62, W-63].

    Of the piles only sizes are shown: what is missing in `low` or `fresh` would tell what others hold. What lies open
    may be talked about, and a hint knows no more than this [W-61, HW-56].
    """
    check_seat(seat, state.game.seats)
    laid, answers = state.laid, state.answers
    # In the order of the class, because naming thirty values takes longer than all the rest.
    return _observation(
        Observation,
        (
            seat,
            state.game,
            state.agenda,
            tuple(legal_moves(state)) if state.agenda[0].who == seat else (),
            state.mission,
            state.leader,
            state.characters,
            state.charms,
            state.hands if state.game.scenario.has_open_hands else _own(state.hands, seat),
            tuple(map(len, state.hands)),
            state.knocks,
            _own(state.tiles, seat),
            tuple(map(len, state.tiles)),
            _own(laid, seat),
            tuple([tile is not None for tile in laid]),
            state.tokens,
            state.withdrawn,
            state.top,
            len(state.low) + state.low_fresh,
            state.reserve,
            state.returned,
            _unseen(state, seat),
            state.nml,
            state.discard,
            state.supply,
            state.spent,
            state.removed,
            state.failed,
            state.topic,
            _own(answers, seat),
            tuple([answer is not None for answer in answers]),
            state.stopping,
            state.ending,
        ),
    )


_observation = tuple.__new__  # as `Observation(...)`, but quicker


def _own(by_seat: tuple[Secret, ...], seat: Seat | None) -> tuple[Secret | None, ...]:
    """What belongs to a seat; None in the place of what belongs to the others."""
    hidden: list[Secret | None] = [None] * len(by_seat)
    if seat is not None:
        hidden[seat] = by_seat[seat]
    return tuple(hidden)


def _unseen(state: GameState, seat: Seat | None) -> tuple[CardId, ...]:
    """The fresh cards, and those of other hands that never lay open."""
    if state.game.scenario.has_open_hands:
        return state.fresh
    returned = state.returned
    held = [c for s, hand in enumerate(state.hands) if s != seat for c in hand if c not in returned]
    return tuple(sorted((*state.fresh, *held), key=state.game.rank.__getitem__)) if held else state.fresh


def seen_by(event: Event, seat: Seat | None) -> Event:
    """The event as a seat may know it: the same, or with its secret taken out [HW-55, HW-33, HW-54]."""
    match event:
        case CardDealt(seat=owner) if owner != seat:
            return event._replace(card=None)
        case TileDrawn(seat=owner) | TileLaid(seat=owner) if owner != seat:
            return event._replace(tile=None)
        case ChaplainTileDrawn():
            return event._replace(tile=None)
        case _:
            return event
