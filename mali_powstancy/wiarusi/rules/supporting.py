"""The support: laid tiles go to those they point to, and who received most may be helped."""

from __future__ import annotations

from itertools import combinations

from mali_powstancy.wiarusi.events import (
    CharmRegained,
    HelpDeclined,
    NotSupported,
    Passing,
    Supported,
    TilesPassed,
)
from mali_powstancy.wiarusi.game import with_tile
from mali_powstancy.wiarusi.moves import Decline, PlayerMove, Regain, Seat, Shed
from mali_powstancy.wiarusi.refusals import Reason
from mali_powstancy.wiarusi.rules.landing import remove_knock
from mali_powstancy.wiarusi.state import Draft, Phase, Position, Task, replaced, task_of

_SUPPORT = Phase.SUPPORT
_REGAIN, _DECLINE = Regain(), Decline()


def pass_tiles(draft: Draft) -> Seat | None:
    """Laid tiles are turned up, passed and kept; who received strictly most is supported.

    Who is selfish receives the own tile [K-11, HW-35].
    [W-27, W-38, W-40, W-41, W-42, W-58, HW-42, HW-43, HW-44]
    """
    game = draft.game
    passings = []
    received = [0] * len(game.ring)
    tiles = list(draft.tiles)
    for giver, tile in enumerate(draft.laid):
        if tile is None:
            continue
        receiver = game.target[giver][tile]
        if giver != game.chaplain and game.selfish in draft.knocks[giver]:  # K-11, HW-35
            receiver = giver
        passings.append(Passing(giver, tile, receiver))
        received[receiver] += 1
        tiles[receiver] = with_tile(tiles[receiver], tile)
    if not passings:
        draft.tell(NotSupported("no-tiles"))
        return None
    draft.tiles = tuple(tiles)
    draft.laid = (None,) * len(tiles)
    draft.tell(TilesPassed(tuple(passings)))
    most = max(received)
    if received.count(most) > 1:
        draft.tell(NotSupported("tie"))
        return None
    seat = received.index(most)
    if seat == game.chaplain:  # he keeps them, and nothing else happens
        draft.tell(NotSupported("chaplain"))
        return None
    draft.tell(Supported(seat))
    return seat


def support_task(draft: Draft, seat: Seat | None) -> tuple[Task, ...]:
    """The supported player is asked, if there is anything to gain [HW-45]."""
    if seat is None:
        return ()
    to_gain = draft.knocks[seat] or not (draft.failed or draft.charms[seat])
    return (task_of(_SUPPORT, seat),) if to_gain else ()


def _due(position: Position) -> int:
    """How many hard knocks go: two, after a failure one, and never more than there are [W-39, W-43, HW-45]."""
    scenario = position.game.scenario
    most = scenario.shed_after_failure if position.failed else scenario.shed_after_success
    return min(most, len(position.knocks[position.agenda[0].who]))


def legal_help(position: Position) -> list[PlayerMove]:
    """Hard knocks of choice, or after a success the charm if it is used, or nothing [W-39, W-43, HW-45]."""
    seat = position.agenda[0].who
    moves: list[PlayerMove] = []
    if due := _due(position):
        moves += [Shed(chosen) for chosen in combinations(position.knocks[seat], due)]
    if not position.failed and not position.charms[seat]:
        moves.append(_REGAIN)
    moves.append(_DECLINE)
    return moves


def refuse_shed(position: Position, move: Shed) -> Reason | None:
    """Own hard knocks, exactly as many as may go [W-39, W-43, HW-45]."""
    if not isinstance(move.knocks, tuple) or list(move.knocks) != sorted(move.knocks):
        return Reason.MALFORMED
    knocks = position.knocks[position.agenda[0].who]
    if not knocks or any(knock not in knocks for knock in move.knocks):
        return Reason.NO_SUCH_KNOCK
    right = len(move.knocks) == len(set(move.knocks)) == _due(position)
    return None if right else Reason.SHED_COUNT


def refuse_regain(position: Position, move: Regain) -> Reason | None:
    """Only after a success, only a charm that is used [W-39, W-43, HW-45]."""
    if position.failed:
        return Reason.MISSION_FAILED
    return Reason.CHARM_NOT_USED if position.charms[position.agenda[0].who] else None


def shed_knocks(draft: Draft, move: Shed) -> None:
    """The hard knocks are discarded [W-39, W-43, HW-38]."""
    for knock in move.knocks:
        remove_knock(draft, draft.agenda[0].who, knock)
    draft.done()


def regain_charm(draft: Draft, move: Regain) -> None:
    """The character is turned back to the charm side [W-19, W-39]."""
    seat = draft.agenda[0].who
    draft.charms = replaced(draft.charms, seat, True)
    draft.tell(CharmRegained(seat))
    draft.done()


def decline_help(draft: Draft, move: Decline) -> None:
    """The player may also do without [HW-45]."""
    draft.tell(HelpDeclined(draft.agenda[0].who))
    draft.done()
