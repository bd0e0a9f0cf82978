"""Withdrawing: who may, must or may not, and the steps of it - a tile forgotten, a tile laid, a clumsy card."""

from __future__ import annotations

from itertools import chain

from mali_powstancy.wiarusi.cards import TileId
from mali_powstancy.wiarusi.events import TileForgotten, TileLaid, Withdrew
from mali_powstancy.wiarusi.game import with_tile
from mali_powstancy.wiarusi.moves import DrawTile, Forget, Lay, Seat, Withdraw
from mali_powstancy.wiarusi.refusals import Reason
from mali_powstancy.wiarusi.rules.piles import pile_size
from mali_powstancy.wiarusi.rules.threats import is_frightening
from mali_powstancy.wiarusi.state import CHANCE, Draft, Phase, Position, Task, replaced, task_of, without

_FORGET, _LAY, _PANIC, _STUMBLE = Phase.FORGET, Phase.LAY, Phase.PANIC, Phase.STUMBLE


def spoken(position: Position, seat: Seat) -> Reason | None:
    """What the hard knocks say about withdrawing; None: the player may [W-66, HW-25].

    The own ones come first, oldest first, and the first that speaks holds [W-67, W-68]; with an empty hand nothing
    forbids it, but fear still drives away [W-70, W-73]. Hardheaded holds back who has two cards, Prideful who has any
    and is not the last one, Fragile of another player in the mission who has any [K-7, K-12, K-13, HW-30, HW-31].
    """
    game, hand, knocks = position.game, position.hands[seat], position.knocks
    for knock in knocks[seat]:
        if knock == game.fearful:  # K-8
            if is_frightening(position):
                return Reason.MUST_WITHDRAW
        elif knock == game.hardheaded:  # K-12
            if len(hand) >= 2:
                return Reason.HARDHEADED
        elif knock == game.prideful and hand and position.withdrawn.count(False) > 1:  # K-13, HW-31
            return Reason.PRIDEFUL
    if hand and game.fragile in chain.from_iterable(knocks):  # K-7, HW-30: it binds the others, while its owner is in
        for other, theirs in enumerate(knocks):
            if other != seat and not position.withdrawn[other] and game.fragile in theirs:
                return Reason.FRAGILE
    return None


def must_withdraw(position: Position) -> bool:
    """Fear leaves the active player no other action [K-8, W-73, HW-25]."""
    seat = position.agenda[0].who
    return position.game.fearful in position.knocks[seat] and spoken(position, seat) is Reason.MUST_WITHDRAW


def refuse_withdraw(position: Position, move: Withdraw) -> Reason | None:
    """Unless a hard knock forbids it, everyone may, also without a tile [W-25, W-30, HW-25]."""
    verdict = spoken(position, position.agenda[0].who)
    return None if verdict is Reason.MUST_WITHDRAW else verdict


def withdraw(draft: Draft, move: Withdraw) -> None:
    """The player is out of the mission; then a tile is forgotten, a tile laid, a clumsy card played.

    [W-25, W-29, HW-26, HW-27, HW-28, HW-29]
    """
    game, seat = draft.game, draft.agenda[0].who
    knocks = draft.knocks[seat]
    draft.tell(Withdrew(seat, must_withdraw(draft)))
    draft.withdrawn = replaced(draft.withdrawn, seat, True)
    if game.absent_minded in knocks and draft.tiles[seat]:  # K-15
        tasks: tuple[Task, ...] = (task_of(_FORGET, seat),)
    else:
        tasks = _tile_task(draft, seat)
    if game.clumsy in knocks and pile_size(draft):  # K-14, W-65
        tasks += (task_of(_STUMBLE, CHANCE, seat),)
    draft.done((*tasks, game.action_ends[seat]))


def _tile_task(draft: Draft, seat: Seat) -> tuple[Task, ...]:
    """Who has a tile must lay one, by choice or in panic; who has none lays none [W-26, W-30, K-9, HW-26, HW-33]."""
    if not draft.tiles[seat]:
        return ()
    if draft.game.panicked in draft.knocks[seat]:
        return (task_of(_PANIC, CHANCE, seat),)
    return (task_of(_LAY, seat),)


# Tiles --------------------------------------------------------------------------------------------------------------


def legal_forgets(position: Position) -> list[Forget]:
    """One of every kind of the own tiles [HW-34]."""
    return [position.game.forgets[tile] for tile in dict.fromkeys(position.tiles[position.agenda[0].who])]


def legal_lays(position: Position) -> list[Lay]:
    """One of every kind of the own tiles [W-26]."""
    return [position.game.lays[tile] for tile in dict.fromkeys(position.tiles[position.agenda[0].who])]


def refuse_tile(position: Position, move: Forget | Lay) -> Reason | None:
    """Only an own tile [W-26, HW-26, HW-34]."""
    return None if move.tile in position.tiles[position.agenda[0].who] else Reason.NO_SUCH_TILE


def forget_tile(draft: Draft, move: Forget) -> None:
    """The tile is shown and leaves the game; then one is laid, if there is one [K-15, HW-22, HW-34]."""
    seat = draft.agenda[0].who
    draft.tiles = replaced(draft.tiles, seat, without(draft.tiles[seat], move.tile))
    draft.removed = with_tile(draft.removed, move.tile)
    draft.tell(TileForgotten(seat, move.tile))
    draft.done(_tile_task(draft, seat))


def lay_tile(draft: Draft, move: Lay) -> None:
    """The player lays a tile that nobody else may know [W-26, W-62]."""
    _lay(draft, draft.agenda[0].who, move.tile)


def lay_in_panic(draft: Draft, move: DrawTile) -> None:
    """Chance lays one of the player's tiles; only the owner knows which [K-9, HW-33]."""
    _lay(draft, draft.agenda[0].seat, move.tile)


def _lay(draft: Draft, seat: Seat, tile: TileId) -> None:
    draft.tiles = replaced(draft.tiles, seat, without(draft.tiles[seat], tile))
    draft.laid = replaced(draft.laid, seat, tile)
    draft.tell(TileLaid(seat, tile))
    draft.done()
